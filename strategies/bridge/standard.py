"""Bid a natural system, as books for beginners and the public Standard American card have it.

What each call shows follows from the auction alone: points, suits, and whether partner may pass.
The function `explain` says it, for every call at every place. It is used twice: to read all calls
so far, and to choose the own call, which is the one of highest rank that the hand fits. Where none
fits, it is the call that lies least.

- Open with 12 points, or as many together with the two longest suits above eight cards: a
  five-card major, else the better minor; one notrump with 15 to 17, two with 20 and 21
- Open two clubs with 22 points; with a weak hand two of a suit of six cards, three of seven, four
  of eight
- Raise with 6 to 9 points, jump to three with 10 to 12, and answer two notrump to a major with 13
  and four trumps; a new suit at the two level forces to game
- Over notrump use Stayman and transfers; over two clubs two diamonds waits
- The opener's next bid shows a minimum, 16 points, or 19; after that add what partner has shown to
  your own points: bid game with 25, three more for a minor, slam with 33, and in between invite
- Four notrump asks for aces once a suit is agreed, and after notrump invites to slam
- Over their opening bid a suit of five cards, one notrump with 15 to 18 and a stopper, or jump with
  a weak hand
- Double their opening for take-out with thirteen points, short suits counted, and three cards in
  each other suit, or with 17; after an overcall of theirs too, up to the level of three
- A bid of their suit is a raise of ten or more
- Compete to the level of your trumps together (the law of total tricks), and double their game
  with 24 points together

Cards are played as `tips` plays them.

Source: the Standard American Yellow Card of the ACBL, with two-over-one as a force to game and
fewer conventions; L. Cohen, "To Bid or Not to Bid", for the law of total tricks.

Result: with a partner who plays like it, it wins this much more in the same boards (`cardsim
compare bridge standard tips learned --vs COMPANY -n 8000 --seed 5`). Only against two who never
come in do light openings win more:

  against     points a board more than tips    than learned
  field       34 +- 6                          15 +- 6
  tips        30 +- 6                          -9 +- 6
  learned     54 +- 6                          20 +- 6
  standard    28 +- 6                          13 +- 6

It makes 182 of the 234 calls that experts made in 20 auctions of a national team match: 33 of 38
before anybody had bid, and 54 of 76 where both sides bid. Some of its rules were mended by these
auctions; before that it made 168.
"""

from typing import Annotated

import numpy as np

from cardsim import Strategy, between
from cardsim.card_sets import holds
from cardsim.games.bridge import balanced, bid, length, level_of, points, shape, strain_of
from cardsim.games.bridge.state import DOUBLE, PASS, REDOUBLE, SETS

CLUBS, DIAMONDS, HEARTS, SPADES, NOTRUMP = range(5)
NOBODY = -1
ONE_NT, TWO_CLUBS, TWO_DIAMONDS, TWO_NT, THREE_NT, FOUR_NT = 5, 6, 7, 10, 15, 20
MOST_POINTS = 40
FIT = 8
"""Cards of a suit in both hands that make it trumps."""
SLACK = 3
"""How far above the least that partner has shown an invitation counts on."""

# The table: what the calls so far have shown. A seat's numbers stand one after another.
LOW, HIGH = 0, 4
"""Points of each seat."""
LEAST = 8
"""Cards of each suit in each seat, 4 * seat + suit."""
SPOKE, FIRST, DECLINED = 24, 28, 32
"""Calls of each seat that are no pass; the first of them; whether it has passed its partner."""
LAST, LAST_SEAT, DOUBLED, OPENER, OPENED, PREVIOUS = range(36, 42)
FORCED, ASKS, ASKER, AGREED = 42, 44, 46, 48
"""Of each side: whether it must go on, what its last call asks, whose that was, its trumps."""
ACES = 50
"""Aces that each seat has shown; -1 none were asked for."""
NAMED = 54
"""Suits that each side has named, as bits."""
CALLS = 56
OPEN, NT_LOW, NT_HIGH, GAME, SLAM, PENALTY, NEGATIVE_TO = range(57, 64)
"""Parameters."""
TABLE = 64

# A meaning: what one call shows.
FROM, TO, NEEDS, MOST = 0, 1, 2, 6
"""Points; cards of each suit."""
COUNTS, FORCES, CODE, RANK, SUIT, FLAT, STOPS, SOLID, ACES_FROM, ACES_TO, AGREES, MAJOR = range(
    10, 22
)
"""How points are counted, whether partner may pass, and what it asks; which of two calls is better,
and by the length of which suit; a balanced hand; suits to be stopped, as bits; high-card points in
the suit; aces; the suit it makes trumps; a major of four cards.
"""
MEANING = 22
POINTS, LONG_SUITS, ALL_ACES, STOPPERS, BALANCED, LONGER_MAJOR, IN_SUIT = range(7)
SHORT_SUITS, FEATURES = 10, 14
"""Features of a hand: points, points for length, aces, suits stopped, as bits, the length of the
longer major, and points in each suit, and for short suits beside each of them as trumps.
"""
HIGH_CARDS, LONG, SHORT = range(3)
"""High-card points; with the two longest suits above eight cards; with short plain suits."""
NO, ROUND, TO_GAME, CLOSED = range(4)
"""Values of `FORCES`. After `CLOSED` partner passes."""
(
    NOTHING,
    SYSTEM,
    STAYMAN,
    TO_HEARTS,
    TO_SPADES,
    STRONG,
    WAITING,
    BLACKWOOD,
    TAKEOUT,
    BUSINESS,
    WEAK,
    JACOBY,
) = range(12)
"""Values of `CODE`. After `SYSTEM`, notrump, partner has Stayman and transfers."""


def shows(m, least, most, rank):
    """Set points and rank of a meaning."""
    m[FROM], m[TO], m[RANK] = least, most, rank
    return True


def with_suit(m, suit, cards):
    """Make a meaning show a suit."""
    m[NEEDS + suit], m[SUIT], m[COUNTS] = cards, suit, LONG


def raising(m, suit, cards):
    """Make a meaning support partner's suit."""
    m[NEEDS + suit], m[SUIT], m[COUNTS], m[AGREES] = cards, suit, SHORT, suit


def cheapest(last, strain):
    """Return the lowest level at which a strain may be bid; 8 where there is none."""
    return level_of(last) + (strain_of(last) >= strain)


def held(t, seat, suit):
    """Return how many cards of a suit a seat has shown."""
    return t[LEAST + 4 * seat + suit]


def named(t, seat):
    """Return the suits that a seat's opponents have named, as bits."""
    return t[NAMED + 1 - (seat & 1)]


def must_speak(t, seat):
    """Return whether a seat may not pass."""
    side = seat & 1
    if t[PREVIOUS] != PASS or t[LAST] == 0:
        return False
    if t[FORCED + side] == ROUND:
        return t[ASKER + side] == seat ^ 2
    ours = (t[LAST_SEAT] ^ seat) & 1 == 0
    return t[FORCED + side] == TO_GAME and ours and not game_reached(t[LAST])


def game_level(strain):
    return 3 if strain == NOTRUMP else 4 if strain >= HEARTS else 5


def game_reached(last):
    return level_of(last) >= game_level(strain_of(last))


# ---------------------------------------------------------------- openings and answers


def opening(t, call, m):
    """Explain a call before anybody has bid."""
    level, strain = level_of(call), strain_of(call)
    if call == PASS:
        return shows(m, 0, t[OPEN] - 1, 0)
    if strain == NOTRUMP:
        m[FLAT], m[CODE] = True, SYSTEM
        if level == 1:
            return shows(m, t[NT_LOW], t[NT_HIGH], 60)
        return level == 2 and shows(m, 20, 21, 60)
    if call == TWO_CLUBS:
        m[CODE], m[FORCES] = STRONG, ROUND
        return shows(m, 22, MOST_POINTS, 70)
    if level == 1:
        with_suit(m, strain, 5 if strain >= HEARTS else 3)
        return shows(m, t[OPEN], 24, 50)
    if level > 4 or t[CALLS] == 3:
        return False
    with_suit(m, strain, level + 4)
    m[COUNTS], m[SOLID], m[CODE] = HIGH_CARDS, 3, WEAK
    return shows(m, 5, 10, 20 + level)


def answer(t, seat, call, m):
    """Explain the first answer to partner's opening of one of a suit."""
    opened, last = strain_of(t[OPENED]), t[LAST]
    level, strain, them = level_of(call), strain_of(call), strain_of(last)
    ours = (t[LAST_SEAT] ^ seat) & 1 == 0
    free, major = not ours or t[DOUBLED] > 0, opened >= HEARTS
    fit = 3 if major else 5 - opened
    jump = level - cheapest(last, strain)
    if call == PASS:
        return shows(m, 0, 9 if free else 5, 0)
    if call == DOUBLE:
        return negative_double(t, call, m, opened)
    if call == REDOUBLE:
        return shows(m, 10, MOST_POINTS, 45)
    if not ours and strain == them and strain != NOTRUMP:
        raising(m, opened, fit)
        m[FORCES] = ROUND
        return jump == 0 and shows(m, 10, MOST_POINTS, 55)
    if strain == opened:
        raising(m, opened, fit)
        if jump == 0 and level < 4:
            return shows(m, 2 + 2 * level, 9 + free, 50 if major else 20)
        if jump == 1 and level == 3 and not free:
            return shows(m, 10, 12, 50 if major else 20)
        m[NEEDS + opened], m[FORCES] = fit + (2 if level == 4 else 1), CLOSED
        return level <= 3 + major and shows(m, 2 + free, 9, 52)
    if strain == NOTRUMP:
        m[STOPS] = 0 if ours else 1 << them
        if level == 1:
            return shows(m, 6 + free, 12 if major and not free else 10, 10)
        if level == 2 and (ours and (major or free)):
            raising(m, opened, 4)
            m[CODE], m[FORCES] = (NOTHING, ROUND) if free else (JACOBY, TO_GAME)
            return shows(m, 10 if free else 13, MOST_POINTS, 60)
        m[FLAT] = ours
        if level == 2:
            return shows(m, 11, 12, 10)
        return level == 3 and shows(m, 13, 16, 10)
    passed = t[HIGH + seat] < t[OPEN]
    m[FORCES] = ROUND
    if jump or level > 3:
        return False
    if level == 1:
        five = them == HEARTS and not ours
        with_suit(m, strain, 5 if five else 4)
        return shows(m, 6, MOST_POINTS, 32 if five else 30)
    if free or passed:
        with_suit(m, strain, 5 if level == 2 else 6)
        return shows(m, 8 + level, MOST_POINTS, 32 if strain >= HEARTS else 30)
    with_suit(m, strain, 5 if strain == HEARTS else 4)
    m[FORCES] = TO_GAME
    return shows(m, 13, MOST_POINTS, 30)


def negative_double(t, call, m, opened):
    """Explain a double of the overcall after partner's opening."""
    last = t[LAST]
    them = strain_of(last)
    if them == NOTRUMP:
        m[CODE] = BUSINESS
        return shows(m, 10, MOST_POINTS, 45)
    if level_of(last) > t[NEGATIVE_TO]:
        m[CODE] = BUSINESS
        return shows(m, 10, MOST_POINTS, 15)
    m[CODE], m[FORCES], majors = TAKEOUT, ROUND, 0
    for suit in range(HEARTS, NOTRUMP):
        if suit not in (opened, them):
            m[NEEDS + suit], m[SUIT], majors = 4, suit, majors + 1
    if majors == 0:
        m[NEEDS + CLUBS] = m[NEEDS + DIAMONDS] = 3
    return shows(m, 4 + 2 * level_of(last), MOST_POINTS, 31 if majors else 12)


def over_notrump(t, seat, call, m):
    """Explain an answer to partner's notrump, where Stayman and transfers are on."""
    across = seat ^ 2
    low, high = t[LOW + across], t[HIGH + across]
    invites, goes = t[GAME] - high, t[GAME] - low
    level, strain, last = level_of(call), strain_of(call), t[LAST]
    base = level_of(last)
    if t[PREVIOUS] != PASS:
        return over_notrump_contested(t, seat, call, m, invites, goes)
    if call == PASS:
        return shows(m, 0, invites - 1, 0)
    if strain == NOTRUMP:
        if level == 2:
            return shows(m, invites, goes - 1, 20)
        if level == 3:
            return shows(m, goes, t[SLAM] - high - 1, 20)
        if level == 4:
            return shows(m, t[SLAM] - high, t[SLAM] - low - 1, 20)
        if level == 6:
            return shows(m, t[SLAM] - low, t[SLAM] + 3 - low, 20)
        return level == 7 and shows(m, t[SLAM] + 4 - low, MOST_POINTS, 20)
    if level != base + 1 or strain == SPADES:
        return False
    m[FORCES] = ROUND
    if strain == CLUBS:
        m[CODE], m[MAJOR] = STAYMAN, True
        return shows(m, max(invites, 0), MOST_POINTS, 40)
    with_suit(m, strain + 1, 5)
    m[CODE], m[COUNTS] = (TO_HEARTS if strain == DIAMONDS else TO_SPADES), HIGH_CARDS
    return shows(m, 0, MOST_POINTS, 50)


def over_notrump_contested(t, seat, call, m, invites, goes):
    """Explain an answer to partner's notrump after a call of theirs: all is natural."""
    level, strain, last = level_of(call), strain_of(call), t[LAST]
    ours = (t[LAST_SEAT] ^ seat) & 1 == 0
    if call == PASS:
        return shows(m, 0, goes - 1, 0)
    if call in (DOUBLE, REDOUBLE):
        m[CODE] = BUSINESS
        return shows(m, invites, MOST_POINTS, 15)
    if strain == NOTRUMP:
        m[STOPS] = 0 if ours else 1 << (strain_of(last) & 3)
        if level == 2 and not ours:
            return shows(m, invites, goes - 1, 20)
        return level == 3 and shows(m, goes, t[SLAM] - t[LOW + (seat ^ 2)] - 1, 20)
    if named(t, seat) >> strain & 1 or level > cheapest(last, strain):
        return False
    with_suit(m, strain, 5)
    if level == 2:
        m[FORCES] = CLOSED
        return shows(m, 0 if ours else 4, goes - 1, 30)
    m[FORCES] = TO_GAME
    return level == 3 and shows(m, goes, MOST_POINTS, 30)


def answer_stayman(t, call, m):
    """Explain the answer to Stayman."""
    level, strain = level_of(call), strain_of(call)
    if level != level_of(t[LAST]) or not DIAMONDS <= strain <= SPADES:
        return False
    if strain > DIAMONDS:
        m[NEEDS + strain] = 4
    if strain != HEARTS:
        m[MOST + HEARTS] = 3
    if strain == DIAMONDS:
        m[MOST + SPADES] = 3
    return shows(m, 0, MOST_POINTS, 20)


def complete(t, seat, call, m, suit):
    """Explain the answer to a transfer."""
    if strain_of(call) != suit:
        return False
    jump = level_of(call) - cheapest(t[LAST], suit)
    if jump == 0:
        return shows(m, 0, MOST_POINTS, 20)
    raising(m, suit, 4)
    return jump == 1 and level_of(call) == 3 and shows(m, t[HIGH + seat] + 1, MOST_POINTS, 30)


def answer_strong(call, m):
    """Explain the answer to two clubs."""
    level, strain = level_of(call), strain_of(call)
    if call == TWO_DIAMONDS:
        m[CODE], m[FORCES] = WAITING, ROUND
        return shows(m, 0, MOST_POINTS, 10)
    if strain == NOTRUMP or level > 3 or (level == 3 and strain >= HEARTS):
        return False
    with_suit(m, strain, 5)
    m[SOLID], m[FORCES] = 5, TO_GAME
    return call != PASS and shows(m, 8, MOST_POINTS, 30)


def rebid_strong(call, m):
    """Explain the opener's next bid after two clubs and two diamonds."""
    level, strain = level_of(call), strain_of(call)
    if strain == NOTRUMP:
        m[FLAT], m[CODE] = True, SYSTEM if level == 2 else NOTHING
        if level == 2:
            return shows(m, 22, 24, 40)
        return level == 3 and shows(m, 25, 27, 40)
    if call == PASS or call > DOUBLE or level != cheapest(TWO_DIAMONDS, strain):
        return False
    with_suit(m, strain, 5)
    m[FORCES], m[COUNTS] = TO_GAME, HIGH_CARDS
    return shows(m, 22, MOST_POINTS, 30)


def answer_weak(t, seat, call, m, way):
    """Explain the answer to partner's weak opening, or weak jump."""
    first = t[FIRST + (seat ^ 2)]
    suit, known, last = strain_of(first), level_of(first) + 4, t[LAST]
    level, strain = level_of(call), strain_of(call)
    if call == PASS:
        return shows(m, 0, 15, 0)
    if strain == suit and level <= game_level(suit):
        raising(m, suit, max(level + 6 - known, 2))
        m[FORCES] = CLOSED
        if level == game_level(suit) and way == 0:
            m[NEEDS + suit] = 2
            return shows(m, 16, t[SLAM] - 8, 50)
        return shows(m, 0 if level < 4 else 4, 15, 40 + level)
    if call == THREE_NT:
        m[STOPS], m[FORCES] = 15 & ~(1 << suit), CLOSED
        return shows(m, 16, MOST_POINTS, 30)
    if call == DOUBLE and (t[LAST_SEAT] ^ seat) & 1:
        m[CODE] = BUSINESS
        return shows(m, 15, MOST_POINTS, 20)
    if strain == NOTRUMP or level != cheapest(last, strain) or level > 3 or call > DOUBLE:
        return False
    if t[PREVIOUS] == DOUBLE:
        with_suit(m, strain, 6)
        return shows(m, 5, 15, 35)
    with_suit(m, strain, 5 if level == 2 else 6)
    m[FORCES] = ROUND
    return strain != suit and not named(t, seat) >> strain & 1 and shows(m, 16, MOST_POINTS, 35)


# ---------------------------------------------------------------- the opener's next bid


def rebid(t, seat, call, m, way):
    """Explain the opener's call after an answer that is no raise."""
    across, own, last = seat ^ 2, strain_of(t[OPENED]), t[LAST]
    level, strain = level_of(call), strain_of(call)
    least, jump = t[OPEN], level - cheapest(last, strain)
    onward = t[FORCED + (seat & 1)] == TO_GAME
    answered = t[FIRST + across]
    if call == PASS:
        return shows(m, least, 17, 0)
    if call >= DOUBLE:
        return later_double(t, seat, call, m, way)
    if named(t, seat) >> strain & 1 and strain != NOTRUMP:
        # A bid of their suit: any hand that wants game.
        m[FORCES] = TO_GAME
        return jump == 0 and shows(m, 19, MOST_POINTS, 15)
    if t[ASKS + (seat & 1)] == JACOBY:
        if strain == own:
            with_suit(m, own, 5)
            return shows(m, 12, 14, 40) if level == 4 else level == 3 and shows(m, 18, 24, 40)
        m[FLAT] = False
        return call == THREE_NT and shows(m, 15, 17, 40)
    if strain == NOTRUMP:
        m[FLAT], m[STOPS] = True, named(t, seat)
        if level == 1:
            return shows(m, least, 14, 30)
        if onward:
            return shows(m, least, 14, 20) if level == 2 else level == 3 and shows(m, 15, 19, 20)
        if level == 2:
            return shows(m, 18, 19, 45)
        return level == 3 and shows(m, 19, 24, 22)
    known = held(t, across, strain)
    if known >= 4 and strain != own:
        raising(m, strain, FIT - known)
        rank = 50 if strain >= HEARTS else 25
        if onward:
            return jump == 0 and shows(m, least, MOST_POINTS, rank)
        if jump == 0 and level < 4:
            return shows(m, least, 15, rank)
        if jump == 1 and level == 3:
            return shows(m, 16, 18, rank)
        least = 19 if level - jump < 3 else 16
        return level == game_level(strain) and shows(m, least, 24, rank)
    if strain == own:
        with_suit(m, own, 6)
        if onward:
            return jump == 0 and shows(m, least, MOST_POINTS, 24)
        if jump == 0 and level < 4:
            return shows(m, least, 15, 35)
        if jump == 1 and level == 3:
            return shows(m, 16, 18, 35)
        least = 19 if level - jump < 3 else 16
        return own >= HEARTS and level == 4 and shows(m, least, 24, 35)
    with_suit(m, strain, 4)
    if level > 1:
        m[NEEDS + own] = 5 if own >= HEARTS or level > 2 or strain > own else 4
    if onward:
        return jump == 0 and shows(m, 16 if level == 3 else least, MOST_POINTS, 30)
    if jump == 1 and level <= 3 and (level == 3 or strain < own):
        m[FORCES] = TO_GAME
        return shows(m, 19, MOST_POINTS, 42)
    if jump:
        return False
    if level == 1:
        return shows(m, least, 18, 40)
    if level == 2 and strain > own and level_of(answered) == 1:
        m[FORCES] = ROUND
        return shows(m, 17, MOST_POINTS, 38)
    if level == 2:
        return shows(m, least, 17, 35)
    m[FORCES] = ROUND
    return level == 3 and shows(m, 16, MOST_POINTS, 30)


# ---------------------------------------------------------------- over their opening


def come_in(t, seat, call, m, way):
    """Explain the first call of a side after the others have opened."""
    last = t[LAST]
    level, strain, them = level_of(call), strain_of(call), strain_of(last)
    jump, suits = level - cheapest(last, strain), named(t, seat)
    behind = (seat + 1) & 3
    last_chance = t[LAST_SEAT] == behind and t[SPOKE + (behind ^ 2)] == 0
    less = 3 if last_chance and level_of(last) == 1 else 0
    strong_nt = last == ONE_NT
    if call == PASS:
        return shows(m, 0, 16, 0)
    if call == DOUBLE:
        if strong_nt or them == NOTRUMP:
            m[CODE] = BUSINESS
            return shows(m, 16, MOST_POINTS, 40)
        if level_of(last) > 4 or t[OPENED] == TWO_CLUBS:
            return False
        m[CODE], m[FORCES] = TAKEOUT, ROUND
        if way == 1:
            return shows(m, 17, MOST_POINTS, 5)
        for suit in range(4):
            if not suits >> suit & 1:
                m[NEEDS + suit], m[SUIT] = 4 if suits & (suits - 1) else 3, suit
            else:
                m[MOST + suit] = 2 if level_of(last) > 1 else 3
        m[COUNTS] = SHORT
        return shows(m, 13 - less + (level_of(last) > 2), MOST_POINTS, 30)
    if call > DOUBLE or (strain != NOTRUMP and suits >> strain & 1):
        return False
    if strain == NOTRUMP:
        m[FLAT], m[STOPS] = True, suits
        if level == 1:
            m[CODE] = SYSTEM
            return shows(m, 15 - less, 18 - less, 50)
        m[CODE] = SYSTEM if level == 2 else NOTHING
        if jump == 0 and level == 2 and level_of(t[OPENED]) == 2:
            return shows(m, 15, 18, 50)
        return jump == 0 and level == 3 and shows(m, 16, 21, 50)
    if jump == 0 and level < 4:
        with_suit(m, strain, 5 if level < 3 else 6)
        least = 8 if level == 1 else 11 if level == 2 else 13
        if way == 1:
            least += 3
        elif level < 3:
            m[COUNTS], m[SOLID] = HIGH_CARDS if level == 1 else LONG, 2 + level
        return shows(m, least - less, 17, 40)
    if jump == 0:
        with_suit(m, strain, 6)
        return level == 4 and strain >= HEARTS and shows(m, 15, 20, 40)
    if jump > 2 or level > 4 or last_chance:
        return False
    with_suit(m, strain, max(level + 4, 6))
    m[COUNTS], m[SOLID], m[CODE] = HIGH_CARDS, 3, WEAK
    return shows(m, 4, 10, 42 + level)


def advance(t, seat, call, m, way):
    """Explain the answer to partner's overcall of a suit."""
    across, last = seat ^ 2, t[LAST]
    suit, suits = strain_of(t[FIRST + across]), named(t, seat)
    level, strain, known = level_of(call), strain_of(call), 5
    jump, low = level - cheapest(last, strain), t[LOW + across]
    if call == PASS:
        return shows(m, 0, 12, 0)
    if call >= DOUBLE:
        return later_double(t, seat, call, m, way)
    if strain == suit:
        raising(m, suit, 3)
        if level == game_level(suit):
            m[NEEDS + suit] = 3 if way == 0 else 5
            return shows(m, t[GAME] - low - 1, 20, 50) if way == 0 else shows(m, 3, 9, 45)
        if jump == 0 and level == 2:
            return shows(m, 6, 10, 50)
        m[NEEDS + suit] = max(level + 6 - known, 3)
        return level < game_level(suit) and shows(m, 4, 10, 45)
    if strain != NOTRUMP and suits >> strain & 1:
        raising(m, suit, 3)
        m[FORCES] = ROUND
        return jump == 0 and level < 4 and shows(m, 11, MOST_POINTS, 55)
    if strain == NOTRUMP:
        m[STOPS] = suits
        if level == 1:
            return shows(m, 8, 11, 20)
        if level == 2:
            return shows(m, 12, 13, 20)
        return level == 3 and shows(m, 14, 20, 20)
    with_suit(m, strain, 5)
    return jump == 0 and level < 4 and shows(m, 7 + level, 16, 30)


def leave_in(t, m):
    """Explain a pass after partner's take-out double: their suit."""
    them = strain_of(t[LAST]) & 3
    m[NEEDS + them], m[SUIT], m[SOLID] = 5, them, 5
    return shows(m, 5, MOST_POINTS, 5)


def answer_double(t, seat, call, m):
    """Explain the answer to partner's take-out double."""
    last, suits = t[LAST], named(t, seat)
    level, strain = level_of(call), strain_of(call)
    jump, free = level - cheapest(last, strain), t[PREVIOUS] != PASS
    if call == PASS:
        return shows(m, 0, 7, 0) if free else leave_in(t, m)
    if call >= DOUBLE:
        m[CODE] = BUSINESS
        return call == DOUBLE and shows(m, 10, MOST_POINTS, 5)
    if strain == NOTRUMP:
        m[STOPS] = suits
        if level == 3:
            return shows(m, 13, 20, 20)
        if jump == 1:
            return shows(m, 11, 12, 20)
        return level <= 2 and shows(m, 6 + 2 * (level == 2), 10, 20)
    if suits >> strain & 1:
        m[FORCES] = ROUND
        return jump == 0 and level < 4 and shows(m, 12, MOST_POINTS, 28)
    with_suit(m, strain, 4)
    rank = 32 if strain >= HEARTS else 30
    if level == 4 and strain >= HEARTS:
        return shows(m, 12 if jump else 9, 20, rank + 2)
    if jump == 1:
        return level < 4 and shows(m, 9, 11, rank)
    return jump == 0 and level < 5 and shows(m, 5 + level if free else 0, 8 + 2 * free, rank)


# ---------------------------------------------------------------- placing the contract


def later_double(t, seat, call, m, way):
    """Explain a double of either side after its first calls."""
    across, last = seat ^ 2, t[LAST]
    them, level = strain_of(last), level_of(last)
    if call != DOUBLE or (t[LAST_SEAT] ^ seat) & 1 == 0:
        return False
    low = t[LOW + across]
    if game_reached(last):
        m[CODE], m[FORCES] = BUSINESS, CLOSED
        if way == 1 and them < NOTRUMP:
            m[NEEDS + them], m[SUIT], m[SOLID] = 4, them, 4
            return shows(m, 10, MOST_POINTS, 25)
        return shows(m, max(t[PENALTY] - low, 8), MOST_POINTS, 25)
    m[CODE], m[FORCES] = TAKEOUT, ROUND
    if them == NOTRUMP or level > 3 or t[SPOKE + seat] > 1:
        return False
    if t[SPOKE + across] > 0:
        # Both have spoken: extra values, and nothing better to say.
        m[MOST + them] = 3
        return shows(m, max(t[LOW + seat] + 4, 20 + level - low), MOST_POINTS, 13)
    m[MOST + them] = 2
    return shows(m, t[OPEN] + 1 + level, MOST_POINTS, 34)


def aces_asked(call, m, way):
    """Explain the answer to four notrump, which asks for aces."""
    level, strain = level_of(call), strain_of(call)
    if level != 5 or strain == NOTRUMP:
        return False
    # Five clubs are none, or all four.
    m[ACES_FROM] = m[ACES_TO] = 4 if way == 1 and strain == 0 else strain
    return shows(m, 0, MOST_POINTS, 90)


def aces_told(t, seat, call, m, way):
    """Explain what follows the answer to four notrump."""
    suit, shown = t[AGREED + (seat & 1)], t[ACES + (seat ^ 2)]
    level, strain, last = level_of(call), strain_of(call), t[LAST]
    m[FORCES] = CLOSED
    if call == PASS:
        return strain_of(last) == suit and shows(m, 0, MOST_POINTS, 10)
    if strain != suit or level < 5 or last >= bid(6, CLUBS):
        return False
    if level == 5:
        return shows(m, 0, MOST_POINTS, 10)
    if shown == 0 and way == 1:
        # Who has none knows that partner has all four.
        m[ACES_TO] = 0
        return level == 6 and shows(m, 0, MOST_POINTS, 20)
    if level == 6:
        m[ACES_FROM] = 3 - shown
        return shows(m, 0, MOST_POINTS, 20)
    m[ACES_FROM] = 4 - shown
    return shows(m, t[SLAM] + 4 - t[LOW + (seat ^ 2)], MOST_POINTS, 30)


def place(t, seat, call, m, way):
    """Explain a later call: by the points of both, sign off, invite, or bid game or slam."""
    across, side, last = seat ^ 2, seat & 1, t[LAST]
    ours = (t[LAST_SEAT] ^ seat) & 1 == 0
    low, high = t[LOW + across], min(t[HIGH + across], t[LOW + across] + SLACK)
    level, strain, onward = level_of(call), strain_of(call), t[FORCED + side] == TO_GAME
    if call == PASS:
        return shows(m, 0, MOST_POINTS, 0)
    if call >= DOUBLE:
        return later_double(t, seat, call, m, way)
    if ours and level_of(last) > 5:
        return False
    corrects = last == THREE_NT and level == 4 and HEARTS <= strain <= SPADES
    if ours and game_reached(last) and call != FOUR_NT and level < 6 and not corrects:
        return False
    need = t[GAME] + 3 * (strain < HEARTS)
    top, jump = game_level(strain), level - cheapest(last, strain)
    if strain == NOTRUMP:
        return place_notrump(t, seat, call, m, low, high)
    if named(t, seat) >> strain & 1:
        return False
    known, mine = held(t, across, strain), held(t, seat, strain)
    doubled = t[FIRST + seat] == DOUBLE and t[OPENER] != across
    if known < 3 and mine < (5 if doubled else 1):
        return new_suit(t, seat, call, m)
    cards = max(FIT - known, mine) if known >= 3 else mine + 1
    rank = (60 if known >= 3 else 45) if strain >= HEARTS else 30
    with_suit(m, strain, cards)
    if known >= 3:
        if known >= mine:
            m[COUNTS] = SHORT
        m[AGREES] = strain
    elif mine < 4:
        return False
    else:
        m[NEEDS + strain] = max(cards, 7 if last == THREE_NT else 6)
    if not ours:
        return compete(t, call, m, way, known, need, low, high)
    if strain_of(last) == strain and level < top - (not onward):
        return False
    if level == top:
        invited = cheapest(last, strain) == top
        least = need - ((low + high + 1) // 2 if invited and not onward else low)
        return shows(m, least, t[SLAM] - low - 1, rank)
    if level == 6:
        m[ACES_FROM] = 1
        return t[AGREED + side] == NOBODY and shows(m, t[SLAM] - low, t[SLAM] + 3 - low, rank)
    if level > top or jump > 1:
        return False
    if onward:
        return jump == 0 and shows(m, need - low + 4 * (known >= 3), MOST_POINTS, rank + 2)
    if level == top - 1:
        return shows(m, need - high, need - low - 1, rank)
    if jump == 1 and level == 3 and strain < HEARTS:
        return shows(m, need - high - 3, need - low - 1, rank)
    if jump or level > 2:
        return False
    if known >= 3:
        # Back to partner's suit, with one trump fewer if the last bid is no better.
        m[NEEDS + strain] = max(FIT - 1 - known, mine)
        them = strain_of(last)
        if them < NOTRUMP:
            m[MOST + them] = FIT - 1 - held(t, across, them)
    return shows(m, 0, need - high - 1, 20)


def compete(t, call, m, way, known, need, low, high):
    """Explain a bid over theirs in a suit that was named: by points, or by the law."""
    level, strain = level_of(call), strain_of(call)
    top = game_level(strain)
    if level > top or level > cheapest(t[LAST], strain) + (level == top):
        return False
    if level == top and way == 0:
        return shows(m, need - (low + high + 1) // 2, t[SLAM] - low - 1, 50)
    if known < 3:
        m[NEEDS + strain] = max(level + 4, 6)
        return shows(m, max(need - high - 4, 0), need - low - 1, 28)
    m[NEEDS + strain] = max(m[NEEDS + strain], level + 6 - known)
    return shows(m, 0, need - low - 1, 35)


def place_notrump(t, seat, call, m, low, high):
    """Explain a later bid of notrump."""
    side, last, level = seat & 1, t[LAST], level_of(call)
    ours, onward = (t[LAST_SEAT] ^ seat) & 1 == 0, t[FORCED + side] == TO_GAME
    m[STOPS] = named(t, seat)
    shown, unshown = 0, 0
    for suit in range(4):
        if max(held(t, seat, suit), held(t, seat ^ 2, suit)) >= 3:
            shown += 1
        else:
            unshown = suit
    if shown == 3 and ours and level < 4:
        m[STOPS] |= 1 << unshown
    asked = t[FIRST + (seat ^ 2)] == ONE_NT and t[FIRST + seat] == TWO_CLUBS
    if asked and held(t, seat ^ 2, HEARTS) == 4 and t[SPOKE + seat] == 1:
        # Stayman was for spades.
        m[NEEDS + SPADES] = 4
    need = t[GAME]
    if level == 3:
        invited = last >= TWO_NT
        least = need - ((low + high + 1) // 2 if invited and not onward else low)
        return shows(m, least, t[SLAM] - low - 1, 40)
    if level == 2:
        if onward:
            return shows(m, 0, MOST_POINTS, 22)
        return shows(m, need - high, need - low - 1, 40)
    if level == 1:
        return shows(m, max(6, 18 - low), need - high - 1, 15)
    if level == 4:
        if t[AGREED + side] != NOBODY:
            m[CODE], m[FORCES], m[COUNTS], m[STOPS] = BLACKWOOD, ROUND, SHORT, 0
            m[SUIT] = t[AGREED + side]
            return shows(m, t[SLAM] - low, MOST_POINTS, 70)
        if not ours or strain_of(last) != NOTRUMP:
            return False
        return shows(m, t[SLAM] - high, t[SLAM] - low - 1, 40)
    if t[AGREED + side] != NOBODY or level == 5:
        return False
    if level == 6:
        least = t[SLAM] - (high if last == FOUR_NT else low)
        return shows(m, least, t[SLAM] + 3 - low, 40)
    return shows(m, t[SLAM] + 4 - low, MOST_POINTS, 40)


def new_suit(t, seat, call, m):
    """Explain a later bid of a suit that the own side has not named."""
    across, side, last = seat ^ 2, seat & 1, t[LAST]
    level, strain = level_of(call), strain_of(call)
    ours, jump = (t[LAST_SEAT] ^ seat) & 1 == 0, level - cheapest(last, strain)
    if level > 3 or jump:
        return False
    if t[FIRST + seat] == DOUBLE and t[OPENER] != across:
        with_suit(m, strain, 5)
        return t[SPOKE + seat] == 1 and shows(m, 17, MOST_POINTS, 33)
    if t[SPOKE + seat] == 0:
        # Partner was passed before, so this can only be weak.
        with_suit(m, strain, 6)
        return shows(m, 3, t[HIGH + seat], 12)
    if not ours:
        with_suit(m, strain, 4 if level < 3 else 5)
        return shows(m, 10 + 2 * level + 4 * (t[SPOKE + across] == 0), MOST_POINTS, 14)
    shown = 0
    for suit in range(4):
        shown += suit != strain and max(held(t, seat, suit), held(t, across, suit)) >= 3
    low = t[LOW + across]
    if shown == 3:
        # The fourth suit asks on to game, whatever is held in it.
        m[FORCES], m[NEEDS + strain] = TO_GAME, 0
        return t[GAME] - low > 8 and shows(m, t[GAME] - low, MOST_POINTS, 18)
    with_suit(m, strain, 4)
    if t[FORCED + side] == TO_GAME:
        return shows(m, 0, MOST_POINTS, 32)
    if level == 3:
        m[FORCES] = TO_GAME
        return shows(m, t[GAME] - low, MOST_POINTS, 38)
    if strain_of(last) == NOTRUMP and strain < strain_of(t[FIRST + seat]):
        return shows(m, 0, t[GAME] - low - 3, 19)
    m[FORCES] = ROUND
    return shows(m, t[GAME] - low - 3, MOST_POINTS, 32)


# ---------------------------------------------------------------- what a call means


def explain(t, seat, call, m, way):
    """Say what a call would show, and return whether it has a meaning in this place.

    Args:
        t: the table, see `LOW` and what follows it.
        seat: who calls.
        call: a legal call.
        m: the meaning, which is filled.
        way: 0 the meaning by which partner reads it; 1 another reason for the same call.
    """
    m[:] = 0
    m[MOST : MOST + 4], m[ACES_TO], m[AGREES], m[SUIT] = 13, 4, NOBODY, NOBODY
    across, side = seat ^ 2, seat & 1
    if t[OPENER] == NOBODY:
        return way == 0 and opening(t, call, m)
    asks = t[ASKS + side] if t[ASKER + side] == across else NOTHING
    if call == PASS and must_speak(t, seat):
        return asks == TAKEOUT and leave_in(t, m)
    if t[FORCED + side] == CLOSED and t[ASKER + side] == across:
        return call == PASS and shows(m, 0, MOST_POINTS, 0)
    quiet = t[PREVIOUS] in (PASS, DOUBLE) and (t[LAST_SEAT] ^ seat) & 1 == 0
    if asks == BUSINESS and t[PREVIOUS] == PASS:
        return call == PASS and shows(m, 0, MOST_POINTS, 0)
    if quiet:
        if asks == STAYMAN:
            return answer_stayman(t, call, m)
        if asks in (TO_HEARTS, TO_SPADES):
            return complete(t, seat, call, m, HEARTS if asks == TO_HEARTS else SPADES)
        if asks == STRONG:
            return answer_strong(call, m)
        if asks == WAITING:
            return rebid_strong(call, m)
        if asks == BLACKWOOD:
            return aces_asked(call, m, way)
        if t[ACES + across] >= 0:
            return aces_told(t, seat, call, m, way)
    return later(t, seat, call, m, way, asks)


def later(t, seat, call, m, way, asks):
    """Go on where no convention of the own side wants an answer."""
    across = seat ^ 2
    mine, partners = t[SPOKE + seat], t[SPOKE + across]
    first = t[FIRST + across]
    if mine + partners == 0:
        return come_in(t, seat, call, m, way)
    if asks == SYSTEM and mine <= 1:
        return over_notrump(t, seat, call, m)
    if asks == TAKEOUT and (mine == 0 or t[OPENER] != seat):
        return answer_double(t, seat, call, m)
    if mine == 0 and partners == 1 and not t[DECLINED + seat]:
        if asks == WEAK:
            return answer_weak(t, seat, call, m, way)
        if t[OPENER] == across and level_of(first) == 1:
            return answer(t, seat, call, m)
        if t[OPENER] != across and level_of(first) > 0 and strain_of(first) < NOTRUMP:
            return advance(t, seat, call, m, way)
    opens_one = t[OPENER] == seat and level_of(t[OPENED]) == 1 and t[OPENED] != ONE_NT
    if opens_one and mine == 1 and partners == 1:
        natural = level_of(first) > 0 and strain_of(first) != strain_of(t[OPENED])
        cue = natural and held(t, (seat + 1) & 3, strain_of(first) & 3) >= 5
        limited = strain_of(first) == NOTRUMP and level_of(first) == 3
        limited = limited or (first == TWO_NT and t[ASKS + (seat & 1)] != JACOBY)
        if (natural and not cue and not limited) or first == DOUBLE:
            return rebid(t, seat, call, m, way)
    return place(t, seat, call, m, way)


def hear(t, seat, call, m):
    """Put a call with its meaning on the table."""
    side = seat & 1
    if not explain(t, seat, call, m, 0):
        m[:] = 0
        m[TO], m[AGREES], m[SUIT] = MOST_POINTS, NOBODY, NOBODY
        if PASS < call < DOUBLE and strain_of(call) < NOTRUMP:
            m[NEEDS + strain_of(call)] = 4
    t[LOW + seat] = max(t[LOW + seat], m[FROM])
    t[HIGH + seat] = max(min(t[HIGH + seat], m[TO]), t[LOW + seat])
    for suit in range(4):
        at = LEAST + 4 * seat + suit
        t[at] = max(t[at], m[NEEDS + suit])
    if t[ASKS + side] == BLACKWOOD and t[ASKER + side] == seat ^ 2 and level_of(call) == 5:
        t[ACES + seat] = min(strain_of(call), 3)
    if call == PASS:
        t[DECLINED + seat] += 1 if t[OPENER] != NOBODY and t[SPOKE + (seat ^ 2)] else 0
        if t[FORCED + side] == ROUND:
            t[FORCED + side] = NO
    else:
        if t[OPENER] == NOBODY:
            t[OPENER], t[OPENED] = seat, call
            t[DECLINED : DECLINED + 4] = 0
        if t[SPOKE + seat] == 0:
            t[FIRST + seat] = call
        t[SPOKE + seat] += 1
        t[ASKS + side], t[ASKER + side] = m[CODE], seat
        if t[FORCED + side] != TO_GAME or m[FORCES] == CLOSED:
            t[FORCED + side] = m[FORCES]
        if m[AGREES] != NOBODY:
            t[AGREED + side] = m[AGREES]
        shown = m[SUIT] if m[CODE] in (TO_HEARTS, TO_SPADES) else strain_of(call)
        if 0 <= shown < NOTRUMP and m[NEEDS + shown] >= 3:
            t[NAMED + side] |= 1 << shown
        if call < DOUBLE:
            t[LAST], t[LAST_SEAT], t[DOUBLED] = call, seat, 0
        else:
            t[DOUBLED] += 1
    t[PREVIOUS] = call
    t[CALLS] += 1


# ---------------------------------------------------------------- choosing a call


def look_at(hand, lengths):
    """Return the features of a hand, see `POINTS` and what follows it."""
    f = np.zeros(FEATURES, np.int64)
    longest, second = 0, 0
    for suit in range(4):
        size, high = length(lengths, suit), points(hand & SETS[suit])
        if size > longest:
            longest, second = size, longest
        else:
            second = max(second, size)
        f[POINTS] += high
        f[IN_SUIT + suit] = high
        f[ALL_ACES] += holds(hand, 13 * suit)
        # An ace, or an honor with enough cards.
        f[STOPPERS] |= (high > 0 and high + size >= 5) << suit
        for trumps in range(4):
            if suit != trumps and size < 3:
                void = size == 0 and length(lengths, trumps) > 3
                f[SHORT_SUITS + trumps] += 3 - size + void
    f[LONG_SUITS] = max(0, longest + second - 8)
    f[BALANCED] = balanced(lengths)
    f[LONGER_MAJOR] = max(length(lengths, HEARTS), length(lengths, SPADES))
    return f


def lie(m, f, lengths, most):
    """Return how far a hand is from what a call shows: 0 where it fits, above `most` if farther."""
    have = f[POINTS]
    if m[COUNTS] == LONG:
        have += f[LONG_SUITS]
    elif m[COUNTS] == SHORT:
        have += f[SHORT_SUITS + m[SUIT]]
    found = 2 * max(0, m[FROM] - have, have - m[TO])
    if found > most:
        return found
    for suit in range(4):
        size = length(lengths, suit)
        found += 4 * max(0, m[NEEDS + suit] - size) + 3 * max(0, size - m[MOST + suit])
    lacks = m[STOPS] & ~f[STOPPERS]
    while lacks:
        lacks &= lacks - 1
        found += 3
    if m[FLAT] and not f[BALANCED]:
        found += 3
    if m[SOLID] and f[IN_SUIT + m[SUIT]] < m[SOLID]:
        found += 4
    if m[MAJOR] and f[LONGER_MAJOR] < 4:
        found += 20
    if not m[ACES_FROM] <= f[ALL_ACES] <= m[ACES_TO]:
        found += 90
    return found


def ways(t, seat, said):
    """Return for how many reasons a call may be made."""
    told = t[ACES + (seat ^ 2)] >= 0 or t[ASKS + (seat & 1)] == BLACKWOOD
    fresh = t[SPOKE + seat] + t[SPOKE + (seat ^ 2)] == 0
    game = PASS < said < DOUBLE and level_of(said) == game_level(strain_of(said))
    return 2 if told or fresh or game or said == DOUBLE else 1


def far_off(t, said, high):
    """Return whether a bid is too high to mean anything here."""
    level, last = level_of(said), level_of(t[LAST])
    if level < 6:
        return level > (last + 2 if last else 4) and level != game_level(strain_of(said))
    return high < 10 and t[LAST] < bid(5, CLUBS)


def preference(m, lengths):
    """Return what orders calls of one rank: the longer suit; of long ones the higher first."""
    suit = m[SUIT]
    if suit == NOBODY:
        return 0
    size = length(lengths, suit)
    return 4 * size + (suit if size > 4 else 3 - suit)


def call(
    view,
    open_points: Annotated[int, between(8, 20, "points that open the bidding")] = 12,
    nt_low: Annotated[int, between(8, 20, "fewest points of one notrump", at_most="nt_high")] = 15,
    nt_high: Annotated[int, between(8, 22, "most points of one notrump")] = 17,
    game_points: Annotated[int, between(20, 32, "points of both that bid game")] = 25,
    slam_points: Annotated[int, between(28, 40, "points of both that bid a small slam")] = 33,
    penalty_points: Annotated[int, between(16, 40, "points of both that double their game")] = 24,
    negative_to: Annotated[
        int, between(0, 7, "highest level at which a double of an overcall is for take-out")
    ] = 3,
):
    t, m = np.zeros(TABLE, np.int64), np.zeros(MEANING, np.int64)
    t[HIGH : HIGH + 4], t[OPENER], t[ACES : ACES + 4] = MOST_POINTS, NOBODY, NOBODY
    t[LAST_SEAT], t[AGREED], t[AGREED + 1] = NOBODY, NOBODY, NOBODY
    t[ASKER], t[ASKER + 1] = NOBODY, NOBODY
    t[OPEN], t[NT_LOW], t[NT_HIGH], t[NEGATIVE_TO] = open_points, nt_low, nt_high, negative_to
    t[GAME], t[SLAM], t[PENALTY] = game_points, slam_points, penalty_points
    for k in range(view.called):
        hear(t, (int(view.dealer) + k) & 3, int(view.calls[k]), m)
    seat, lengths = int(view.seat), shape(view.hand)
    f = look_at(view.hand, lengths)
    best, most, least = PASS, -1, 1000
    for said in range(REDOUBLE + 1):
        if not holds(view.legal, said) or far_off(t, said, f[POINTS]):
            continue
        for way in range(ways(t, seat, said)):
            if not explain(t, seat, said, m, way):
                continue
            wrong = lie(m, f, lengths, least)
            if wrong and (m[CODE] != NOTHING or said > FOUR_NT):
                wrong *= 3
            rank = 64 * m[RANK] + preference(m, lengths)
            if wrong < least or (wrong == least and rank > most):
                best, most, least = said, rank, wrong
    return best


STRATEGY = Strategy(game="bridge", plays="bid~ a standard natural system", call=call)
