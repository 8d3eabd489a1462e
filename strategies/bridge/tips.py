"""Bid by the tips for beginners: five-card majors, one notrump with 15 to 17, game with 25.

High-card points are 4, 3, 2 and 1. Who has `open_hcp` opens the longest suit of five cards or more,
else the longer minor, and one notrump with `nt_low` to `nt_high` and a balanced hand. Answers and
the opener's next bid go by tables; after those each adds the own points to what the partner has
promised and places the contract: game with `game_hcp`, slams with `slam_hcp` and `grand_hcp`, an
invitation with `invite_hcp`, in a major with eight cards together and else at notrump. The calls of
the others are not listened to. With `major_cards` 4 a major of four cards is opened where no suit
has five, hearts of two, and raised with four; `answer_hcp` is what answers an opening. With
`overcalls` it comes in over their opening; with
`penalty_double_hcp` it doubles what they bid from the three level on.

Cards are played by rules of thumb. The opening lead is the top of two touching honors, else against
notrump the fourth best of the longest suit, and against a suit a singleton, or low from the longest
plain suit without the ace, rather one that the partner named than one of theirs. Declarer draws
trumps while the others have any and his side can, or plays on the longest suit of both hands first
at notrump; then takes the tricks that nobody can beat, and leads towards the honors across the
table. Defenders take theirs, and return the suit that the partner led. Second hand plays low, but
covers an honor with a higher one; third hand plays high, by declarer the cheapest card that a
single unseen one beats, which is a finesse. Last hand, and who ruffs, wins with the cheapest card
that does; nobody takes a trick that the partner is sure of.

Source: the baselines `tips`, whose tables the rules file has, and `rule-of-thumb`, put into rules
of our own. What any other strategy leaves out is done like this.
"""

from typing import Annotated

import numpy as np

from cardsim import Strategy, between, one_of
from cardsim.card_sets import count, holds, lowest, only, without_lowest
from cardsim.games.bridge import (
    acting_hand,
    balanced,
    bid,
    last_bid,
    length,
    level_of,
    partner,
    points,
    shape,
    strain_of,
    unseen,
)
from cardsim.games.bridge.state import DOUBLE, ORDER, PASS, SETS
from cardsim.tricks import high_card, low_card

HEARTS, SPADES, NOTRUMP = 2, 3, 4
NOBODY, UNLISTED = -1, -1
BOOK_NT = 15
"""The least points of one notrump for which the tables give the answers to it."""
ONE_NT, THREE_NT, FOUR_HEARTS = 5, 15, 18
YES, NO = range(2)
NONE, SIMPLE = range(2)
"""Values of `overcalls`: whether to come in over an opening of the others."""
OPEN, RESPOND, REBID, PLACE, OVERCALL, SILENT = range(6)
"""Kinds of turns."""
HIGH = 32
"""The bit of a promise, a word, from which on the points stand, above the lengths of `shape`."""
LENGTHS = (1 << HIGH) - 1
TWO_OF_EACH = 0x02020202
NOTHING = np.uint64(0)
HONORS = np.uint64(0x1E01 | 0x1E01 << 13 | 0x1E01 << 26 | 0x1E01 << 39)
"""Aces, and tens to kings."""
COURT = np.uint64(0x1C01 | 0x1C01 << 13 | 0x1C01 << 26 | 0x1C01 << 39)
"""Aces, kings, queens and jacks."""
ACES = np.uint64(1 | 1 << 13 | 1 << 26 | 1 << 39)
FOURTH = 3
FOUR = 4
FIT = 8
"""Cards of a major in both hands with which it is raised."""
LONG = 6
"""Cards of a suit in both hands with which declarer plays on it first at notrump."""


def longest(lengths):
    """Return the longest suit; of equal ones the higher."""
    best = 0
    for suit in range(1, 4):
        if length(lengths, suit) >= length(lengths, best):
            best = suit
    return best


def major(lengths):
    """Return the longer major; of equal ones spades."""
    return SPADES if length(lengths, SPADES) >= length(lengths, HEARTS) else HEARTS


def second_suit(lengths, top, other):
    """Return the longest suit of four cards or more below `top`, but not `other`; ties: higher."""
    best = NOBODY
    for suit in range(top):
        size = length(lengths, suit)
        if suit != other and size >= 4 and (best == NOBODY or size >= length(lengths, best)):
            best = suit
    return best


# ---------------------------------------------------------------- the tables


def opening(high, lengths, open_hcp, nt_low, nt_high, nt_with_five_card_major, major_cards):
    if high < open_hcp:
        return PASS
    five = length(lengths, major(lengths)) >= 5
    if (
        nt_low <= high <= nt_high
        and balanced(lengths)
        and (nt_with_five_card_major == YES or not five)
    ):
        return ONE_NT
    suit = longest(lengths)
    if length(lengths, suit) >= 5:
        return bid(1, suit)
    if major_cards == FOUR and length(lengths, major(lengths)) >= FOUR:
        return bid(1, HEARTS if length(lengths, HEARTS) >= FOUR else SPADES)
    clubs, diamonds = length(lengths, 0), length(lengths, 1)
    return bid(1, 0) if clubs > diamonds or clubs == diamonds == 3 else bid(1, 1)


def answer_notrump(high, lengths, nt_low):
    """Return the answer to partner's one notrump."""
    have, suit = high + nt_low - BOOK_NT, major(lengths)
    size = length(lengths, suit)
    if have <= 7:
        return bid(2, suit) if size >= 5 else PASS
    if have <= 15 and size >= 6:
        return bid(4, suit)
    if have <= 9:
        return bid(2, NOTRUMP)
    if have <= 15:
        return bid(3, suit) if size >= 5 else THREE_NT
    return bid(4 if have <= 17 else 6 if have <= 21 else 7, NOTRUMP)


def answer_suit(high, lengths, suit, major_cards, answer_hcp):
    """Return the answer to partner's opening of a suit."""
    if high < answer_hcp:
        return PASS
    fit = length(lengths, suit)
    if suit >= HEARTS and fit >= FIT - major_cards:
        return bid(2 + (high > 10) + (high > 12) + 2 * (high > 20) + (high > 24), suit)
    best, most = NOBODY, 0
    for other in range(4):
        size, cheap = length(lengths, other), other > suit
        needed = 5 if suit == SPADES and other == HEARTS else 4
        if other != suit and size >= needed and (cheap or high >= 11):
            rank = 100 * size + 10 * cheap + (other if size >= 5 else 3 - other)
            if rank > most:
                best, most = other, rank
    if best != NOBODY:
        return bid(1 if best > suit else 2, best)
    if suit < HEARTS and fit >= 5 - suit and high <= 12:
        return bid(2 if high <= 10 else 3, suit)
    return bid(1 + (high > 10) + (high > 12) + 3 * (high > 20) + (high > 24), NOTRUMP)


def answer(high, lengths, opened, nt_low, major_cards, answer_hcp):
    if opened > ONE_NT:
        return UNLISTED
    if opened == ONE_NT:
        return answer_notrump(high, lengths, nt_low)
    return answer_suit(high, lengths, strain_of(opened), major_cards, answer_hcp)


def rebid_notrump(high, lengths, response, nt_low, nt_high):
    """Return the opener's next bid after an answer to the own one notrump."""
    level, suit = level_of(response), strain_of(response)
    if response == bid(2, NOTRUMP):
        return THREE_NT if high > nt_low else PASS
    if response == bid(4, NOTRUMP):
        return bid(6, NOTRUMP) if high >= nt_high else PASS
    if level == 3 and HEARTS <= suit <= SPADES:
        return bid(4, suit) if length(lengths, suit) >= 3 else THREE_NT
    return PASS


def rebid_raised(high, lengths, suit, level):
    """Return the opener's next bid where partner has raised the own suit."""
    game = bid(4, suit) if suit >= HEARTS else THREE_NT
    if level == 2:
        if high <= 15:
            return PASS
        if high <= 18:
            return bid(2, NOTRUMP) if suit < HEARTS and balanced(lengths) else bid(3, suit)
        return game
    if level == 3:
        return PASS if high < 14 else game if high <= 21 else bid(6, suit)
    if level == 4:
        return bid(6, suit) if high >= 20 else PASS
    return UNLISTED


def rebid_at_notrump(high, lengths, suit, level):
    """Return the opener's next bid where partner has bid notrump."""
    own = length(lengths, suit)
    long_major = suit >= HEARTS and own >= 6
    if level == 1:
        if high >= 19:
            return THREE_NT
        if high >= 17 and balanced(lengths):
            return bid(2, NOTRUMP)
        if own >= 6:
            return bid(2 if high <= 15 else 3, suit)
        second = second_suit(lengths, suit, NOBODY)
        return bid(2, second) if second != NOBODY else PASS
    if level == 2:
        if high < 14:
            return PASS
        if high >= 21:
            return bid(6, NOTRUMP)
        return bid(4, suit) if long_major else THREE_NT
    if level == 3:
        if high >= 20:
            return bid(6, NOTRUMP)
        return bid(4, suit) if long_major else PASS
    return UNLISTED


def rebid_over_one(high, lengths, suit, theirs):
    """Return the opener's next bid where partner has bid another suit at the one level."""
    own, fit = length(lengths, suit), length(lengths, theirs) >= 4
    if theirs >= HEARTS and fit:
        return bid(2 + (high > 15) + (high > 18), theirs)
    if high >= 19:
        return bid(4, suit) if suit >= HEARTS and own >= 6 else THREE_NT
    if own >= 6:
        return bid(2 if high <= 15 else 3, suit)
    for other in range(theirs + 1, 4):
        if length(lengths, other) >= 4:
            return bid(1, other)
    if balanced(lengths):
        return bid(1 if high <= 14 else 2, NOTRUMP)
    second = second_suit(lengths, suit, theirs)
    if second != NOBODY:
        return bid(2, second)
    if fit:
        return bid(2 if high <= 15 else 3, theirs)
    return bid(2, suit) if own >= 5 else ONE_NT


def rebid_over_two(high, lengths, suit, theirs):
    """Return the opener's next bid where partner has bid another suit at the two level."""
    own = length(lengths, suit)
    if theirs == HEARTS and length(lengths, HEARTS) >= 3:
        return bid(3 + (high > 13) + 2 * (high > 21), HEARTS)
    if own >= 6:
        if high <= 13:
            return bid(2, suit)
        return bid(4, suit) if suit >= HEARTS else THREE_NT
    if balanced(lengths):
        return bid(2 if high <= 13 else 3, NOTRUMP)
    second = second_suit(lengths, suit, theirs)
    if second > theirs:
        return bid(2, second)
    if second != NOBODY and high >= 15:
        return bid(3, second)
    if theirs < HEARTS and length(lengths, theirs) >= 4:
        return bid(3, theirs)
    return bid(2, suit) if own >= 5 else bid(2, NOTRUMP)


def rebid(high, lengths, opened, response, nt_low, nt_high):
    """Return the opener's call after partner's first bid."""
    if opened > ONE_NT:
        return UNLISTED
    if opened == ONE_NT:
        return rebid_notrump(high, lengths, response, nt_low, nt_high)
    suit, level, strain = strain_of(opened), level_of(response), strain_of(response)
    if level >= 6:
        return PASS
    if strain == suit:
        return rebid_raised(high, lengths, suit, level)
    if strain == NOTRUMP:
        return rebid_at_notrump(high, lengths, suit, level)
    if level == 1:
        return rebid_over_one(high, lengths, suit, strain)
    return rebid_over_two(high, lengths, suit, strain) if level == 2 else UNLISTED


def overcall(high, lengths, last, overcalls):
    if overcalls == NONE:
        return PASS
    if 15 <= high <= 18 and balanced(lengths) and last < ONE_NT:
        return ONE_NT
    suit = longest(lengths)
    if length(lengths, suit) < 5:
        return PASS
    if bid(1, suit) > last:
        return bid(1, suit) if high >= 10 else PASS
    strong = high >= 13 or (high >= 11 and length(lengths, suit) >= 6)
    return bid(2, suit) if strong and bid(2, suit) > last else PASS


# ---------------------------------------------------------------- what a turn is about


def turn(view):
    """Return the kind of the turn, the first bid of the seat's side, and the partner's answer."""
    seat, first, starter = int(view.seat), NOBODY, NOBODY
    opened, response, passed, answered, rebids = 0, 0, False, False, False
    for k in range(view.called):
        call, caller = int(view.calls[k]), (int(view.dealer) + k) & 3
        bids = PASS < call < DOUBLE
        if bids and first == NOBODY:
            first = caller
        if (caller ^ seat) & 1:
            continue
        if starter == NOBODY:
            if bids:
                starter, opened = caller, call
        elif caller == starter:
            rebids = rebids or response > 0
        else:
            passed = passed or (not bids and not answered)
            response = call if bids and response == 0 else response
            answered = True
    about = PLACE
    if first == NOBODY:
        about = OPEN
    elif starter == NOBODY:
        about = OVERCALL
    elif starter == seat:
        if response == 0:
            about = SILENT
        elif first == starter and not rebids:
            about = REBID
    elif first == starter:
        about = SILENT if passed else PLACE if answered else RESPOND
    return about, opened, response


# ---------------------------------------------------------------- what calls promise


def promise(high, suit, size):
    """Return a promise of so many points, and cards of a suit."""
    return max(high, 0) << HIGH | size << 8 * suit


def more(one, other):
    """Return the most points, and cards of each suit, of two promises."""
    if one == 0 or other == 0:
        return one + other
    found = max(one >> HIGH, other >> HIGH) << HIGH
    for suit in range(4):
        found |= max(length(one & LENGTHS, suit), length(other & LENGTHS, suit)) << 8 * suit
    return found


def opening_promises(call, open_hcp, nt_low, major_cards):
    if call > ONE_NT:
        return 0
    if call == ONE_NT:
        return nt_low << HIGH | TWO_OF_EACH
    suit = strain_of(call)
    return promise(open_hcp, suit, major_cards if suit >= HEARTS else 3)


def overcall_promises(call, last):
    if call == ONE_NT:
        return 15 << HIGH | TWO_OF_EACH
    suit = strain_of(call)
    if call < ONE_NT:
        return promise(10, suit, 5)
    if level_of(call) == 2 and suit != NOTRUMP and bid(1, suit) <= last:
        return promise(11, suit, 5)
    return 0


def raised_to(level, answer_hcp):
    """Return the least points of a raise, or of notrump from two to seven, in answer to a suit."""
    if level <= 2:
        return answer_hcp
    return 11 if level == 3 else 13 if level == 4 else 21 if level == 6 else 25


def answer_promises(opened, call, nt_low, major_cards, answer_hcp):
    level, strain = level_of(call), strain_of(call)
    if opened > ONE_NT:
        return UNLISTED
    if opened == ONE_NT:
        less = BOOK_NT - nt_low
        if strain == NOTRUMP and level != 5:
            least = 8 if level == 2 else 10 if level == 3 else 16 if level == 4 else 18
            return promise(less + (least if level < 7 else 22), 0, 0)
        if HEARTS <= strain <= SPADES and level <= 4:
            least, size = 0 if level == 2 else 10 if level == 3 else 8, 6 if level == 4 else 5
            return promise(least + less if level > 2 else 0, strain, size)
        return UNLISTED
    suit = strain_of(opened)
    if strain == NOTRUMP:
        if level in (4, 5):
            return UNLISTED
        return promise(raised_to(level + 1 if level <= 3 else level, answer_hcp), 0, 0)
    if strain == suit:
        if level == 5 or (suit < HEARTS and level > 3):
            return UNLISTED
        size = FIT - major_cards if suit >= HEARTS else 5 - suit
        return promise(raised_to(level, answer_hcp), suit, size)
    if level == 1:
        return promise(answer_hcp, strain, 4)
    if level == 2 and strain < suit:
        return promise(11, strain, 5 if suit == SPADES and strain == HEARTS else 4)
    return UNLISTED


def rebid_promises_notrump(response, call, nt_low, nt_high):
    level, suit = level_of(response), strain_of(response)
    if response == bid(2, NOTRUMP) and call == THREE_NT:
        return promise(nt_low + 1, 0, 0)
    if response == bid(4, NOTRUMP) and call == bid(6, NOTRUMP):
        return promise(nt_high, 0, 0)
    if level == 3 and HEARTS <= suit <= SPADES:
        if call == bid(4, suit):
            return promise(nt_low, suit, 3)
        if call == THREE_NT:
            return promise(nt_low, 0, 0)
    return UNLISTED


def rebid_promises_raised(suit, level, call):
    game = bid(4, suit) if suit >= HEARTS else THREE_NT
    least = UNLISTED
    if level == 2:
        if call == bid(3, suit) or (suit < HEARTS and call == bid(2, NOTRUMP)):
            least = 16
        elif call == game:
            least = 19
    elif level == 3:
        if call == game:
            least = 14
        elif call == bid(6, suit):
            least = 22
    elif level == 4 and call == bid(6, suit):
        least = 20
    return promise(least, 0, 0) if least != UNLISTED else UNLISTED


def rebid_promises_at_notrump(suit, level, call, open_hcp):
    strain, to = strain_of(call), level_of(call)
    long_major = suit >= HEARTS and call == bid(4, suit)
    if level == 1:
        if call == THREE_NT:
            return promise(19, 0, 0)
        if call == bid(2, NOTRUMP):
            return promise(17, 0, 0)
        if strain == suit and to <= 3:
            return promise(open_hcp if to == 2 else 16, suit, 6)
        if to == 2 and strain < suit:
            return promise(open_hcp, strain, 4)
    elif level == 2:
        if long_major:
            return promise(14, suit, 6)
        if call == THREE_NT:
            return promise(14, 0, 0)
        if call == bid(6, NOTRUMP):
            return promise(21, 0, 0)
    elif level == 3:
        if call == bid(6, NOTRUMP):
            return promise(20, 0, 0)
        if long_major:
            return promise(open_hcp, suit, 6)
    return UNLISTED


def rebid_promises_over_one(suit, theirs, call, open_hcp):
    strain, to = strain_of(call), level_of(call)
    if strain == theirs and (to <= 3 or (to == 4 and theirs >= HEARTS)):
        return promise(open_hcp if to == 2 else 16 if to == 3 else 19, theirs, 4)
    if strain == suit:
        if to == 4 and suit >= HEARTS:
            return promise(19, suit, 6)
        if to <= 3:
            return promise(open_hcp, suit, 5) if to == 2 else promise(16, suit, 6)
        return UNLISTED
    if strain == NOTRUMP and to <= 3:
        return promise(open_hcp if to == 1 else 15 if to == 2 else 19, 0, 0)
    if strain < NOTRUMP and (to == 1 or (to == 2 and strain < suit)):
        return promise(open_hcp, strain, 4)
    return UNLISTED


def rebid_promises_over_two(suit, theirs, call, open_hcp):
    strain, to = strain_of(call), level_of(call)
    if strain == theirs == HEARTS and to in (3, 4, 6):
        return promise(open_hcp if to == 3 else 14 if to == 4 else 22, HEARTS, 3)
    if strain == suit:
        if to == 2:
            return promise(open_hcp, suit, 5)
        if to == 4 and suit >= HEARTS:
            return promise(14, suit, 6)
    elif strain == NOTRUMP:
        if to in (2, 3):
            return promise(open_hcp if to == 2 else 14, 0, 0)
    elif strain == theirs:
        if to == 3 and theirs < HEARTS:
            return promise(open_hcp, theirs, 4)
    elif strain < suit:
        if to == 2 and strain > theirs:
            return promise(open_hcp, strain, 4)
        if to == 3:
            return promise(15, strain, 4)
    return UNLISTED


def rebid_promises(opened, response, call, open_hcp, nt_low, nt_high):
    if opened > ONE_NT:
        return UNLISTED
    if opened == ONE_NT:
        return rebid_promises_notrump(response, call, nt_low, nt_high)
    suit, level, strain = strain_of(opened), level_of(response), strain_of(response)
    if strain == suit:
        return rebid_promises_raised(suit, level, call)
    if strain == NOTRUMP:
        return rebid_promises_at_notrump(suit, level, call, open_hcp)
    if level == 1:
        return rebid_promises_over_one(suit, strain, call, open_hcp)
    if level == 2:
        return rebid_promises_over_two(suit, strain, call, open_hcp)
    return UNLISTED


def place_promises(call, last, ours, other, game_hcp, slam_hcp, grand_hcp, invite_hcp):
    """Return what a bid that places the contract promises, beside the partner's promises."""
    level, strain, least = level_of(call), strain_of(call), 0
    if level >= 6:
        least = grand_hcp if level == 7 else slam_hcp
    elif call == THREE_NT or (level == 4 and HEARTS <= strain <= SPADES):
        least = game_hcp
    elif call == bid(2, NOTRUMP):
        least = invite_hcp
    elif level == 3 and HEARTS <= strain <= SPADES:
        corrects = ours and last >= bid(2, SPADES) and strain_of(last) != strain
        least = 0 if corrects else invite_hcp
    return promise(least - (other >> HIGH), 0, 0)


def promised(
    view,
    open_hcp,
    nt_low,
    nt_high,
    game_hcp,
    slam_hcp,
    grand_hcp,
    invite_hcp,
    major_cards,
    answer_hcp,
):
    """Return what the partner's calls have promised."""
    seat, last, ours, starter, opens = int(view.seat), 0, False, NOBODY, False
    opened, response, passed, answered, rebids = 0, 0, False, False, False
    own, partners = 0, 0
    for k in range(view.called):
        call, caller = int(view.calls[k]), (int(view.dealer) + k) & 3
        bids = PASS < call < DOUBLE
        if (caller ^ seat) & 1:
            if bids:
                last, ours = call, False
            continue
        other, says = own if caller != seat else partners, 0
        # Whether the tables give the call's meaning, and whether otherwise it places the contract.
        tells, places = UNLISTED, True
        if starter == NOBODY:
            places = False
            if bids:
                starter, opened, opens = caller, call, last == 0
                says = (
                    opening_promises(call, open_hcp, nt_low, major_cards)
                    if opens
                    else overcall_promises(call, last)
                )
        elif caller == starter:
            places = response > 0
            if bids and opens and places and not rebids:
                tells = rebid_promises(opened, response, call, open_hcp, nt_low, nt_high)
            rebids = rebids or places
        else:
            if bids and opens and not answered:
                tells = answer_promises(opened, call, nt_low, major_cards, answer_hcp)
            passed = passed or (not bids and not answered)
            places = not (opens and passed)
            response = call if bids and response == 0 else response
            answered = True
        if bids:
            if tells != UNLISTED:
                says = tells
            elif places:
                says = place_promises(
                    call, last, ours, other, game_hcp, slam_hcp, grand_hcp, invite_hcp
                )
            if caller == seat:
                own = more(own, says)
            else:
                partners = more(partners, says)
            last, ours = call, True
    return partners


# ---------------------------------------------------------------- placing the contract


def cheapest(last, strain):
    """Return the lowest bid of a strain above the last one; above all bids where there is none."""
    return bid(level_of(last) + (strain_of(last) >= strain), strain)


def place(high, lengths, partners, last, ours, game_hcp, slam_hcp, grand_hcp, invite_hcp):
    """Return the call that places the contract, by the own points and the partner's promises."""
    total, together = high + (partners >> HIGH), lengths + (partners & LENGTHS)
    suit = major(together)
    fit = length(together, suit) >= 8
    if ours and total < slam_hcp and (last == THREE_NT or last >= FOUR_HEARTS):
        return bid(4, suit) if last == THREE_NT and fit and total >= game_hcp else PASS
    strain = suit if fit else NOTRUMP
    if total >= min(invite_hcp, game_hcp, slam_hcp, grand_hcp):
        level = 3 if fit else 2
        if total >= grand_hcp:
            level = 7
        elif total >= slam_hcp:
            level = 6
        elif total >= game_hcp:
            level += 1
        return bid(level, strain) if bid(level, strain) > last else PASS
    held = strain_of(last)
    if fit:
        best = cheapest(last, suit)
        wanted = level_of(best) <= (3 if ours else 2) and not (ours and held == suit)
        return best if wanted and best < DOUBLE else PASS
    if not ours or held == NOTRUMP or length(together, held) >= 7:
        return PASS
    longer = longest(together)
    if length(together, longer) >= 7 and level_of(cheapest(last, longer)) <= 2:
        return cheapest(last, longer)
    return ONE_NT if last < ONE_NT else PASS


def call(
    view,
    open_hcp: Annotated[int, between(0, 37, "points that open the bidding")] = 12,
    nt_low: Annotated[int, between(0, 37, "fewest points of one notrump", at_most="nt_high")] = 15,
    nt_high: Annotated[int, between(0, 37, "most points of one notrump")] = 17,
    nt_with_five_card_major: Annotated[
        str, one_of(("yes", "no"), "one notrump with a major of five cards as well")
    ] = "yes",
    game_hcp: Annotated[int, between(0, 40, "points of both that bid game")] = 25,
    slam_hcp: Annotated[int, between(0, 40, "points of both that bid a small slam")] = 33,
    grand_hcp: Annotated[int, between(0, 40, "points of both that bid a grand slam")] = 37,
    invite_hcp: Annotated[int, between(0, 40, "points of both that invite to game")] = 23,
    penalty_double_hcp: Annotated[
        int, between(0, 38, "points that double them from the three level on; 38 never")
    ] = 38,
    overcalls: Annotated[str, one_of(("none", "simple"), "bids over their opening")] = "none",
    major_cards: Annotated[int, between(4, 5, "cards of a major that open it")] = 5,
    answer_hcp: Annotated[int, between(0, 10, "points that answer an opening of one")] = 6,
):
    high, lengths, last = points(view.hand), shape(view.hand), last_bid(view)
    about, opened, response = turn(view)
    said = PASS
    if about == OPEN:
        said = opening(
            high, lengths, open_hcp, nt_low, nt_high, nt_with_five_card_major, major_cards
        )
    elif about == RESPOND:
        said = answer(high, lengths, opened, nt_low, major_cards, answer_hcp)
    elif about == REBID:
        said = rebid(high, lengths, opened, response, nt_low, nt_high)
    elif about == OVERCALL:
        said = overcall(high, lengths, last, overcalls)
    elif about == PLACE:
        said = UNLISTED
    if said == UNLISTED or not holds(view.legal, said):
        partners = promised(
            view,
            open_hcp,
            nt_low,
            nt_high,
            game_hcp,
            slam_hcp,
            grand_hcp,
            invite_hcp,
            major_cards,
            answer_hcp,
        )
        ours = (int(view.declarer) ^ int(view.seat)) & 1 == 0
        said = place(high, lengths, partners, last, ours, game_hcp, slam_hcp, grand_hcp, invite_hcp)
    if said == PASS and high >= penalty_double_hcp and view.level >= 3:
        return DOUBLE if holds(view.legal, DOUBLE) else PASS
    return said


# ---------------------------------------------------------------- how cards are played


def trumps(view):
    return SETS[view.strain] if view.strain < NOTRUMP else NOTHING


def above(card):
    """Return the cards that beat a card in its own suit."""
    return ORDER[NOTRUMP, card]


def below(card):
    """Return the next lower card of its suit as a set; none below a two."""
    if card % 13 == 0:
        return only(card + 12)
    return only(card - 1) if card % 13 > 1 else NOTHING


def masters(cards, others):
    """Return the cards of a set that none of the others beats in its own suit."""
    found, left = NOTHING, cards
    while left != NOTHING:
        card = lowest(left)
        if above(card) & others == NOTHING:
            found |= only(card)
        left = without_lowest(left)
    return found


def equal_to(card, cards, others):
    """Return the lowest card that is as good as `card`: none of the others lies between them."""
    best, left = card, cards & SETS[card // 13]
    while left != NOTHING:
        lower = lowest(left)
        between = above(lower) & ~above(card) & ~only(card)
        joined = holds(above(lower), card) and between & others == NOTHING
        if joined and holds(above(lower), best):
            best = lower
        left = without_lowest(left)
    return best


def top_of_sequence(cards):
    """Return the highest of two touching honors in a suit, 64 where there are none."""
    left = cards & HONORS
    while left != NOTHING:
        card = high_card(left)
        if below(card) & cards & HONORS != NOTHING:
            return card
        left &= ~only(card)
    return 64


def lead(view):
    plain = view.hand & ~trumps(view)
    if plain == NOTHING:
        return low_card(view.hand)
    best, most = NOTHING, -100
    for suit in range(4):
        cards = plain & SETS[suit]
        size = count(cards)
        if size == 0:
            continue
        worth = 10 * size + 4 * count(cards & COURT)
        if top_of_sequence(cards) < 64:
            worth += 15
        worth -= 12 * (view.named[1 - (view.seat & 1), suit] < 4)
        worth += 20 * (view.named[view.seat & 1, suit] == partner(view.seat))
        if view.strain < NOTRUMP:
            worth += 30 * (size == 1) - 25 * (cards & ACES != NOTHING and size > 1)
        if worth > most:
            best, most = cards, worth
    if top_of_sequence(best) < 64:
        return top_of_sequence(best)
    size = count(best)
    if size <= 2:
        return high_card(best)
    if view.strain < NOTRUMP and best & ACES != NOTHING:
        return high_card(best)
    if size == 3:
        return low_card(best)
    left = best
    for _ in range(FOURTH):
        left &= ~only(high_card(left))
    return high_card(left)


def suit_led_by(view, seat):
    """Return the suit that a seat led first, -1 where it has not led."""
    for trick in range(view.tricks):
        if view.leaders[trick] == seat:
            return int(view.history[trick, 0]) // 13
    return -1


def longest_of(cards, across):
    """Return the suit of a set with most cards, counting those of another set in that suit too."""
    best, most = 0, -1
    for suit in range(4):
        if cards & SETS[suit] != NOTHING:
            size = count((cards | across) & SETS[suit])
            if size > most:
                best, most = suit, size
    return best


def declarer_leads(view, others):
    hand, side = acting_hand(view), trumps(view)
    across = (view.hand | view.dummy_hand) & ~hand
    if hand & side != NOTHING and others & side != NOTHING:
        sure = masters(hand & side, others)
        if sure != NOTHING:
            return high_card(sure)
        if masters(across & side, others) != NOTHING:
            return low_card(hand & side)
        if count((hand | across) & side) > count(others & side) + 1:
            return low_card(hand & side)
    plain = hand & ~side if hand & ~side != NOTHING else hand
    sure = masters(plain, others)
    if view.strain == NOTRUMP:
        suit = longest_of(plain, across)
        theirs, both = count(others & SETS[suit]), count((plain | across) & SETS[suit])
        if 0 < theirs < both and both >= LONG:
            ours = plain & SETS[suit]
            return high_card(ours & sure) if ours & sure != NOTHING else low_card(ours)
    if sure != NOTHING:
        return high_card(sure)
    left = masters(across & ~side, others)
    for suit in range(4):
        if left & SETS[suit] != NOTHING and plain & SETS[suit] != NOTHING:
            return low_card(plain & SETS[suit])
    for suit in range(4):
        if across & COURT & ~side & SETS[suit] != NOTHING and plain & SETS[suit] != NOTHING:
            return low_card(plain & SETS[suit])
    return low_card(plain & SETS[longest_of(plain, across)])


def defender_leads(view, others):
    side = trumps(view)
    plain = view.hand & ~side if view.hand & ~side != NOTHING else view.hand
    # Cards of declarer, of the partner and of dummy may beat a card.
    sure = masters(plain, others | view.dummy_hand)
    if sure != NOTHING:
        return high_card(sure)
    returned = suit_led_by(view, partner(view.seat))
    if returned >= 0 and plain & SETS[returned] != NOTHING:
        cards = plain & SETS[returned]
        return high_card(cards) if count(cards) <= 2 else low_card(cards)
    own = suit_led_by(view, view.seat)
    if own >= 0 and plain & SETS[own] != NOTHING:
        return low_card(plain & SETS[own])
    return low_card(plain & SETS[longest_of(plain, NOTHING)])


def throw(view):
    """Return the card that is missed least, of those that do not win."""
    left = view.legal & ~view.beats
    left = left if left != NOTHING else view.legal
    plain = left & ~trumps(view)
    left = plain if plain != NOTHING else left
    kept = masters(left, unseen(view))
    return low_card(left & ~kept if left & ~kept != NOTHING else left)


def play(view):
    declares = (view.seat ^ view.declarer) & 1 == 0
    others = unseen(view) if declares else unseen(view) | view.dummy_hand
    if view.laid == 0:
        return declarer_leads(view, others) if declares else defender_leads(view, others)
    takes = view.legal & view.beats
    if takes == NOTHING:
        return throw(view)
    ours = view.best_seat == partner(view.acting_for)
    if view.laid == 3:
        return throw(view) if ours else low_card(takes)
    if ours and above(view.best_card) & others == NOTHING:
        return throw(view)
    if takes & SETS[view.led] == NOTHING:
        # A ruff, unless the partner may yet win the trick or has it.
        return throw(view) if ours else low_card(takes)
    top = high_card(takes)
    if view.laid == 2:
        if not declares or above(top) & others != NOTHING:
            return equal_to(top, takes, others)
        left = takes
        while left != NOTHING:
            card = low_card(left)
            missing = count(above(card) & others)
            if missing == 0 or (missing == 1 and count(others & SETS[view.led]) >= 4):
                return card
            left &= ~only(card)
        return top
    led_honor = holds(HONORS, view.best_card)
    if led_honor and takes & HONORS != NOTHING:
        return low_card(takes & HONORS)
    return throw(view)


STRATEGY = Strategy(game="bridge", plays="bid~ by the tips", call=call, lead=lead, play=play)
