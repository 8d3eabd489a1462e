"""Quantities that players of Euchre think in, for use by strategies."""

from __future__ import annotations

import numpy as np
from numpy import int64, uint64

from cardsim.game import Feature, Scores
from cardsim.games.euchre.deck import (
    BEATS,
    CARDS,
    JACK,
    NINE,
    PACK,
    POWER,
    SETS,
    SUIT_OF,
    power_of,
    suit_of,
)
from cardsim.games.euchre.play import NOTHING
from cardsim.games.euchre.state import (
    NAMES,
    NAMES_ALONE,
    ORDERS_ALONE,
    PASS,
    PENDING,
    PICKED_UP,
    TURNED_DOWN,
)
from cardsim.kernels import card_bits
from cardsim.kernels.card_bits import ONE_RANK
from cardsim.kernels.jit import inlined, kernel
from cardsim.tricks import NO_CARD, SEATS, SUITS, high_card

__all__ = [
    "call_power",
    "call_trumps",
    "call_voids",
    "deals_side",
    "describe_discard",
    "describe_name",
    "describe_order",
    "describe_play",
    "high_by_power",
    "is_stuck",
    "lead",
    "low_by_power",
    "made_it",
    "may_name",
    "most_power",
    "most_trumps",
    "partner_wins",
    "place",
    "power_sum",
    "suit_in_question",
    "trumps_in",
    "unseen_cards",
    "upcard_suit",
    "voids_beside",
    "with_upcard",
]

KING = 12
"""The rank of a king as in its id; aces come first, and nines at `NINE`."""
JACKS = ONE_RANK << uint64(JACK)
PLACES_IN_SET = 64
OFF_ACE = 5
"""The weight of an ace of another suit in `power_sum`."""


LEAST_TRUMP, DIGITS = 6, 3
WITH_DIGIT = np.array(
    [
        [
            sum(
                1 << card
                for card in CARDS
                if suit_of(suit, card) == suit and (power_of(suit, card) - LEAST_TRUMP) >> digit & 1
            )
            for digit in range(DIGITS)
        ]
        for suit in range(SUITS)
    ],
    np.uint64,
)
"""[suit, digit]: the trumps of a suit whose power above that of the nine has this binary digit."""


@inlined
def check_suit(suit):
    """Raise an error for a number that is no suit."""
    if not 0 <= suit < SUITS:
        raise IndexError("there is no such suit; 0 to 3 are clubs, diamonds, hearts and spades")


@inlined
def right_bower(suit):
    """Return the jack of a suit, as a set."""
    return uint64(1) << (uint64(13) * uint64(suit) + uint64(JACK))


@kernel
def low_by_power(cards, trump):
    """Return the card of least power in a set, of several the one of the lowest suit, int64.

    64, no card, where it is empty.

    Args:
        cards: the set.
        trump: the suit of trumps.
    """
    check_suit(trump)
    cards, trump = uint64(cards), uint64(trump)
    trumps = cards & SETS[trump, trump]
    # Apart from the bowers there is one trump of each rank, so ids ascend by power except the
    # ace's.
    jacks, others = trumps & JACKS, trumps & ~JACKS
    bower, below = jacks & ~right_bower(trump), others & ~ONE_RANK
    jacks = bower if bower != NOTHING else jacks
    others = below if below != NOTHING else others
    trumps = others if others != NOTHING else jacks
    plain = low = cards & ~SETS[trump, trump]
    for rank in range(KING, NINE - 1, -1):
        some = plain & (ONE_RANK << uint64(rank))
        low = some if some != NOTHING else low
    return card_bits.lowest(low if low != NOTHING else trumps)


@kernel
def high_by_power(cards, trump):
    """Return the card of most power in a set, of several the one of the highest suit, int64.

    64, no card, where it is empty.

    Args:
        cards: the set.
        trump: the suit of trumps.
    """
    check_suit(trump)
    cards, trump = uint64(cards), uint64(trump)
    trumps = SETS[trump, trump] & cards
    jacks, right = trumps & JACKS, right_bower(trump) & cards
    jacks = right if right != NOTHING else jacks
    high = jacks if jacks != NOTHING else trumps
    return high_card(high if high != NOTHING else cards)


@kernel
def with_upcard(view):
    """Return the own hand as a set, with the upcard if the own seat may still pick it up."""
    deals = view.upcard_state == PENDING and view.seat == view.dealer
    return uint64(view.hand) | (card_bits.only(view.upcard) if deals else NOTHING)


@kernel
def trumps_in(view, suit):
    """Return how many cards would be trumps in a suit, bowers included, int64.

    A dealer who may still pick up the upcard counts it.
    """
    check_suit(suit)
    return card_bits.count(with_upcard(view) & SETS[uint64(suit), uint64(suit)])


@kernel
def power_sum(view, suit):
    """Return the power of a hand's trumps if a suit is trumps, with 5 for any other ace, int64.

    Trumps have a power of 6 for the nine to 10 for the ace, 11 and 12 for the bowers. A dealer who
    may still pick up the upcard counts it.
    """
    check_suit(suit)
    cards, suit = with_upcard(view), uint64(suit)
    trumps = cards & SETS[suit, suit]
    total = int64(OFF_ACE) * card_bits.count(cards & ~trumps & ONE_RANK)
    total += int64(LEAST_TRUMP) * card_bits.count(trumps)
    # The power of trumps is added up in binary, so that no branch depends on the cards.
    for digit in range(DIGITS):
        total += card_bits.count(trumps & WITH_DIGIT[suit, digit]) << digit
    return total


@kernel
def upcard_suit(view):
    """Return the suit printed on the upcard, int64."""
    return int64(view.upcard) // 13


@kernel
def may_name(view, suit):
    """Return whether a suit may be named now, with the partner or alone."""
    check_suit(suit)
    return card_bits.holds(uint64(view.legal), NAMES + int64(suit))


@kernel
def most_trumps(view):
    """Return the suit to name that gives the hand most trumps, int64; -1 where none may be named.

    Ties: the larger `power_sum`, then the lower suit.
    """
    best, most = int64(-1), int64(-1)
    for suit in range(SUITS):
        worth = 100 * trumps_in(view, suit) + power_sum(view, suit)
        if may_name(view, suit) and worth > most:
            best, most = int64(suit), worth
    return best


@kernel
def most_power(view):
    """Return the suit to name with the largest `power_sum`, ties the lower, int64; -1 for none."""
    best, most = int64(-1), int64(-1)
    for suit in range(SUITS):
        worth = power_sum(view, suit)
        if may_name(view, suit) and worth > most:
            best, most = int64(suit), worth
    return best


@kernel
def is_stuck(view):
    """Return whether the own seat must name trumps."""
    return not card_bits.holds(uint64(view.legal), 0)


@kernel
def deals_side(view):
    """Return whether the own side deals, 0 or 1, int64."""
    return int64((int64(view.seat) ^ int64(view.dealer)) & 1 == 0)


@kernel
def place(view):
    """Return the own seat's place, int64: 0 left of the dealer, to 3 for the dealer."""
    return (int64(view.seat) - int64(view.dealer) - 1) & 3


@kernel
def partner_wins(view):
    """Return whether the partner wins the trick so far, 0 or 1, int64."""
    return int64(view.best_seat == int64(view.seat) ^ 2)


@kernel
def made_it(view):
    """Return whether the own side made trumps, 0 or 1, int64."""
    return int64(view.trump >= 0 and (int64(view.seat) ^ int64(view.maker)) & 1 == 0)


@kernel
def lead(view):
    """Return the points by which the own side leads in the match, int64; negative if behind."""
    own = int64(view.seat) & 1
    return int64(view.score[own]) - int64(view.score[1 - own])


@kernel
def suit_in_question(view):
    """Return the suit that matters, int64: the upcard's, then `most_power`, then trumps.

    Where no suit may be named it is the upcard's.
    """
    if view.trump >= 0:
        return int64(view.trump)
    best = most_power(view) if view.upcard_state == TURNED_DOWN else int64(-1)
    return best if best >= 0 else upcard_suit(view)


@kernel
def call_power(view):
    """Return `power_sum` of `suit_in_question`, int64."""
    return power_sum(view, suit_in_question(view))


@kernel
def call_trumps(view):
    """Return `trumps_in` of `suit_in_question`, int64."""
    return trumps_in(view, suit_in_question(view))


@kernel
def voids_beside(view, suit):
    """Return how many other suits a hand is void in if a suit is trumps, int64."""
    check_suit(suit)
    held, total = with_upcard(view), int64(0)
    for other in range(SUITS):
        total += int64(other != suit and held & SETS[uint64(suit), other] == NOTHING)
    return total


@kernel
def call_voids(view):
    """Return `voids_beside` of `suit_in_question`, int64."""
    return voids_beside(view, suit_in_question(view))


@kernel
def unseen_cards(view):
    """Return the cards that the own seat has not seen, as a set, with those of the kitty."""
    unseen = PACK & ~(uint64(view.hand) | uint64(view.played))
    if view.upcard_state != PICKED_UP:
        unseen &= ~card_bits.only(view.upcard)
    return unseen & ~(card_bits.only(view.discard) if view.discard != NO_CARD else NOTHING)


# ---------------------------------------------------------------- by what actions are scored

CALL_NUMBERS, PLAY_NUMBERS, DISCARD_NUMBERS = 8, 14, 8
PLACES = (
    "left of the dealer",
    "as the dealer's partner",
    "right of the dealer",
    "as the dealer",
)
CALLS = (*PLACES, *(f"alone {place}" for place in PLACES))
"""The caller's place, and whether he plays alone; each has its own weights."""
ROLES = (
    "leading for the makers",
    "following for the makers",
    "leading against the makers",
    "following against the makers",
    "leading as a lone maker",
    "following as a lone maker",
)
"""Situations in which a card is played; each has its own weights."""
DISCARDS = ("as a maker", "against the makers")
"""Roles of the player who lays a card away; each has its own weights."""


@kernel
def fill_call(view, suit, alone, numbers):
    """Fill in the numbers that both kinds of call share, and return the place in `CALLS`, int64."""
    held = with_upcard(view)
    trumps = held & SETS[uint64(suit), uint64(suit)]
    aces = card_bits.count(held & ONE_RANK & ~trumps)
    numbers[0], numbers[1] = 1, card_bits.count(trumps)
    numbers[2] = power_sum(view, suit) - OFF_ACE * aces
    numbers[3] = int64(trumps & right_bower(suit) != NOTHING)
    numbers[4], numbers[5] = aces, voids_beside(view, suit)
    numbers[6] = lead(view)
    return place(view) + (len(PLACES) if alone else 0)


@kernel
def describe_order(view, action, numbers):
    """Describe an order: the hand in the suit of the upcard; a pass is all zeros.

    Args:
        view: the seat's.
        action: the call at `order`.
        numbers: int64, shape (8,), filled: 1; the hand's trumps; their power; whether it has the
            right bower; other aces; voids beside the suit; the points that the own side is ahead;
            and the power of an upcard that goes to another seat.

    Returns:
        The place in `CALLS`, int64.
    """
    if not 0 <= action <= ORDERS_ALONE or len(numbers) < CALL_NUMBERS:
        raise IndexError("this is no call, or there is no room for what it is beside")
    numbers[:CALL_NUMBERS] = 0
    if action == PASS:
        return place(view)
    suit = upcard_suit(view)
    check_suit(suit)
    if view.seat != view.dealer:
        numbers[7] = int64(POWER[uint64(suit), uint64(view.upcard) & uint64(63)])
    return fill_call(view, suit, action == ORDERS_ALONE, numbers)


@kernel
def describe_name(view, action, numbers):
    """Describe a call: the hand in the suit that is named; a pass is all zeros.

    Args:
        view: the seat's.
        action: the call at `name-trump`.
        numbers: int64, shape (8,), filled: as `describe_order`, except for the last, which is
            whether the suit is the other of the upcard's colour.

    Returns:
        The place in `CALLS`, int64.
    """
    if not 0 <= action < NAMES_ALONE + SUITS or len(numbers) < CALL_NUMBERS:
        raise IndexError("this is no call, or there is no room for what it is beside")
    numbers[:CALL_NUMBERS] = 0
    if action == PASS:
        return place(view)
    alone = action >= NAMES_ALONE
    suit = int64(action) - (NAMES_ALONE if alone else NAMES)
    numbers[7] = int64(suit == 3 - upcard_suit(view))
    return fill_call(view, suit, alone, numbers)


@kernel
def role(view):
    """Return the place in `ROLES` of what the own seat tries to do, int64."""
    follows = int64(view.laid > 0)
    if made_it(view) == 0:
        return 2 + follows
    return (4 if view.alone != 0 else 0) + follows


@kernel
def describe_play(view, action, numbers):
    """Describe what a card does in its trick, and what is left of its suit.

    Args:
        view: the seat's.
        action: the card.
        numbers: int64, shape (14,), filled: whether it wins the trick so far; its power, 0 to 12;
            the same if it wins; both where it is the last of the trick; whether it is a trump;
            whether no unseen card of its suit beats it; how many do; whether it takes the trick
            from the partner; other own cards of its suit; whether it empties a side suit; unseen
            cards of its suit; of those who play after it the rivals, and the partner, that have
            shown to be out of it.

    Returns:
        The place in `ROLES`, int64.
    """
    known = 0 <= action < PLACES_IN_SET and card_bits.holds(PACK, action)
    if not known or len(numbers) < PLAY_NUMBERS:
        raise IndexError("this is no card, or there is no room for what it does")
    trump = int64(view.trump)
    check_suit(trump)
    card, seat, laid = uint64(action), int64(view.seat), int64(view.laid)
    suit = uint64(SUIT_OF[uint64(trump), card])
    of_suit = SETS[uint64(trump), suit]
    unseen = unseen_cards(view) & of_suit
    better = card_bits.count(unseen & BEATS[uint64(trump), card])
    wins = int64(laid > 0 and card_bits.holds(uint64(view.beats), card))
    power, playing = int64(POWER[uint64(trump), card]), int64(0)
    for other in range(SEATS):
        playing += int64(view.sitting_out[other] == 0)
    last = int64(laid + 1 == playing)
    others = card_bits.count(uint64(view.hand) & of_suit) - 1
    numbers[0], numbers[1], numbers[2] = wins, power, wins * power
    numbers[3], numbers[4] = last * wins, last * power
    numbers[5], numbers[6], numbers[7] = suit == trump, better == 0, better
    numbers[8], numbers[9] = wins * partner_wins(view), others
    numbers[10], numbers[11] = others == 0 and suit != trump, card_bits.count(unseen)
    numbers[12], numbers[13] = 0, 0
    for k in range(1, SEATS):
        who = (seat + k) & 3
        if who == int64(view.leader):
            break
        out = int64(view.sitting_out[who] == 0 and view.voids[who, suit] != 0)
        numbers[12 + int64(k == 2)] += out
    return role(view)


@kernel
def describe_discard(view, action, numbers):
    """Describe a card to lay away: its worth, and what stays in its suit.

    Args:
        view: the seat's.
        action: the card.
        numbers: int64, shape (8,), filled: whether it is a trump; its power, 0 to 12; of a card of
            a side suit whether it is the ace, whether it is the king, whether it is the last of its
            suit, the trumps held in that case, and whether it leaves the ace alone; and the cards
            of its suit kept.

    Returns:
        The place in `DISCARDS`, int64.
    """
    known = 0 <= action < PLACES_IN_SET and card_bits.holds(PACK, action)
    if not known or len(numbers) < DISCARD_NUMBERS:
        raise IndexError("this is no card, or there is no room for what it was worth")
    trump = int64(view.trump)
    check_suit(trump)
    card, hand = uint64(action), uint64(view.hand)
    suit = uint64(SUIT_OF[uint64(trump), card])
    kept = hand & SETS[uint64(trump), suit] & ~card_bits.only(action)
    others, aside = card_bits.count(kept), int64(suit) != trump
    last = int64(aside and others == 0)
    rank = int64(card) % 13
    numbers[0], numbers[1] = not aside, POWER[uint64(trump), card]
    numbers[2], numbers[3] = aside and rank == 0, aside and rank == KING
    numbers[4] = last
    numbers[5] = last * card_bits.count(hand & SETS[uint64(trump), uint64(trump)])
    numbers[6] = aside and others == 1 and kept & ONE_RANK != NOTHING
    numbers[7] = others
    return 1 - made_it(view)


_CALL_WORDS = (
    "making trumps",
    "a trump held",
    "a step of their power",
    "the right bower",
    "another ace",
    "a void",
    "a point that you are ahead",
)

FEATURES = (
    Feature("call-power", "with {} of power", 0, 50, call_power),
    Feature("call-trumps", "with {} trump{s}", 0, 6, call_trumps),
    Feature("call-voids", "with {} void{s}", 0, 3, call_voids),
    Feature("place", "{}", 0, 3, place, PLACES),
    Feature("lead", "{} point{s} ahead", -9, 9, lead),
    Feature(
        "made-it",
        "{}",
        0,
        1,
        made_it,
        ("where the others made trumps", "where your side made trumps"),
    ),
    Feature(
        "partner-wins",
        "{}",
        0,
        1,
        partner_wins,
        ("where the partner does not win the trick", "where the partner wins the trick"),
    ),
    Feature("laid", "after {} card{s} in the trick", 0, 3),
    Feature("tricks", "after {} trick{s}", 0, 4),
)
BY = {
    "order": ("call-power", "place", "call-voids", "lead"),
    "name-trump": ("call-power", "place", "call-trumps", "lead"),
    "discard": ("call-trumps", "call-voids", "made-it"),
    "play": ("made-it", "laid", "partner-wins", "tricks"),
    "defend-alone": ("call-power", "call-voids", "lead"),
    "farmer": ("lead", "place"),
}
EXPERTS = {
    "order": ("fine-count", "by-the-book", "power-sum", "trump-count", "never-call"),
    "name-trump": ("fine-count", "by-the-book", "power-sum", "trump-count", "never-call"),
    "discard": ("by-the-book", "create-void", "lowest-power"),
    "play": ("by-the-book", "simple-partner", "highest-legal", "lowest-legal"),
}
SCORES = {
    "order": Scores(describe_order, (*_CALL_WORDS, "a step of another's upcard"), CALLS),
    "name-trump": Scores(describe_name, (*_CALL_WORDS, "the upcard's colour"), CALLS),
    "discard": Scores(
        describe_discard,
        (
            *("a trump laid away", "a step of power laid away"),
            *("a side ace laid away", "a side king laid away"),
            *("a void made", "a trump to use a void with", "an ace left alone in its suit"),
            "a card of its suit kept",
        ),
        DISCARDS,
    ),
    "play": Scores(
        describe_play,
        (
            *("winning so far", "a step of power", "a step of power if it wins"),
            *("winning as the last", "a step of power as the last"),
            *("a trump", "a master of its suit", "a card that beats it"),
            *("taking it from partner", "a card of its suit kept"),
            *("emptying a side suit", "a card of it unseen"),
            *("a rival out behind you", "partner out behind you"),
        ),
        ROLES,
    ),
}
