"""What players of Euchre think by, as strategies may use it."""

from __future__ import annotations

from numpy import int64, uint64

from cardsim.games.euchre.play import NOTHING
from cardsim.games.euchre.state import (
    JACK,
    NAMES,
    PENDING,
    POWER,
    SETS,
)
from cardsim.kernels import card_bits
from cardsim.kernels.card_bits import ONE_RANK
from cardsim.kernels.jit import inlined, kernel
from cardsim.tricks import SUITS, high_card, low_card

JACKS = ONE_RANK << uint64(JACK)
OFF_ACE = 5
"""What an ace of another suit counts beside the power of trumps."""


@inlined
def check_suit(suit):
    """Raise for what is no suit."""
    if not 0 <= suit < SUITS:
        raise IndexError("there is no such suit; 0 to 3 are clubs, diamonds, hearts and spades")


@inlined
def right_bower(suit):
    """The jack of a suit, as a set."""
    return uint64(1) << (uint64(13) * uint64(suit) + uint64(JACK))


@kernel
def low_by_power(cards, trump):
    """The card of least power in a set, of several the one of the lowest suit, int64.

    64, no card, where it is empty.

    Args:
        cards: the set.
        trump: the suit of trumps.
    """
    check_suit(trump)
    cards, trump = uint64(cards), uint64(trump)
    trumps = SETS[trump, trump] & cards
    plain, right = cards ^ trumps, right_bower(trump) & cards
    low = trumps & ~JACKS
    # The left bower is what is then left beside the right one.
    jacks = trumps & JACKS & ~right
    jacks = jacks if jacks != NOTHING else right
    low = low if low != NOTHING else jacks
    return low_card(plain if plain != NOTHING else low)


@kernel
def high_by_power(cards, trump):
    """The card of most power in a set, of several the one of the highest suit, int64.

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
    """The own hand, with the upcard where the own seat deals and may still pick it up, as a set."""
    deals = view.upcard_state == PENDING and view.seat == view.dealer
    return uint64(view.hand) | (card_bits.only(view.upcard) if deals else NOTHING)


@kernel
def trumps_in(view, suit):
    """Cards that would be trumps if a suit were, bowers among them, int64.

    A dealer who may still pick up the upcard counts it.
    """
    check_suit(suit)
    return card_bits.count(with_upcard(view) & SETS[uint64(suit), uint64(suit)])


@kernel
def power_sum(view, suit):
    """The power of the trumps that a hand would have in a suit, with 5 for every other ace, int64.

    Trumps have a power of 6 for the nine to 10 for the ace, 11 and 12 for the bowers. A dealer who
    may still pick up the upcard counts it.
    """
    check_suit(suit)
    cards = with_upcard(view)
    trumps = cards & SETS[uint64(suit), uint64(suit)]
    aces = card_bits.count(cards & ~trumps & ONE_RANK)
    total = int64(OFF_ACE) * aces
    while trumps != NOTHING:
        total += int64(POWER[uint64(suit), uint64(card_bits.lowest(trumps))])
        trumps = card_bits.without_lowest(trumps)
    return total


@kernel
def upcard_suit(view):
    """The suit printed on the upcard, int64."""
    return int64(view.upcard) // 13


@kernel
def may_name(view, suit):
    """Whether a suit may be named now, with the partner or alone."""
    check_suit(suit)
    return card_bits.holds(uint64(view.legal), NAMES + int64(suit))


@kernel
def most_trumps(view):
    """The suit to name in which the hand would have most trumps, int64; -1 where none may be.

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
    """The suit to name in which `power_sum` is largest, ties the lower, int64; -1 for none."""
    best, most = int64(-1), int64(-1)
    for suit in range(SUITS):
        worth = power_sum(view, suit)
        if may_name(view, suit) and worth > most:
            best, most = int64(suit), worth
    return best


@kernel
def is_stuck(view):
    """Whether the own seat must name trumps."""
    return not card_bits.holds(uint64(view.legal), 0)


@kernel
def deals_side(view):
    """Whether the own side deals, 0 or 1, int64."""
    return int64((int64(view.seat) ^ int64(view.dealer)) & 1 == 0)


@kernel
def place(view):
    """Where the own seat sits, int64: 0 left of the dealer, to 3 for the dealer himself."""
    return (int64(view.seat) - int64(view.dealer) - 1) & 3


@kernel
def partner_wins(view):
    """Whether the partner wins the trick so far, 0 or 1, int64."""
    return int64(view.best_seat == int64(view.seat) ^ 2)


@kernel
def made_it(view):
    """Whether the own side made trumps, 0 or 1, int64."""
    return int64(view.trump >= 0 and (int64(view.seat) ^ int64(view.maker)) & 1 == 0)
