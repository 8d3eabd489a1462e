"""The last tricks of a deal, for strategies: the tricks that each card takes with all cards seen.

Unseen cards are imagined, so hidden cards have no influence.
"""

from __future__ import annotations

import numpy as np
from numpy import int64, uint64

from cardsim.endings import FACTS, NUMBERS, SETS, apart, tricks_of_first_side
from cardsim.games.bridge.features import acting_hand
from cardsim.games.bridge.imagine import deal_unseen
from cardsim.games.bridge.scoring import duplicate_points, trick_points
from cardsim.games.bridge.state import BOOK, TRICK_POINTS, TRICKS
from cardsim.kernels.card_bits import FULL_PACK, lowest, only, without_lowest
from cardsim.kernels.jit import kernel
from cardsim.rng import unsealed
from cardsim.tricks import PLACES, SEATS, USUAL

NOTHING = uint64(0)
MOST_LEFT = 9
"""Most tricks left that can be searched; one more may take a minute."""
ROOM = np.array([1, 1, 1, 1 << 6, 1 << 8, 1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 16])
"""Size of the table of positions, by the tricks that are left."""
LAYERS = SEATS * MOST_LEFT + 1


@kernel
def choices(view):
    """Return the legal cards that differ, as a set: the highest of each run of touching cards.

    Two cards touch if no other hand holds a card between them or has laid one to the trick.
    """
    hand = acting_hand(view)
    others = FULL_PACK & ~(uint64(view.played) | hand)
    for k in range(int64(view.laid)):
        others |= only(view.history[view.tricks, k])
    suits, sets, beats = _ranking(view)
    return apart(hand, uint64(view.legal), others, suits, sets, beats)


@kernel
def tricks_seen(view, chance, cards, tricks):
    """Compute the tricks that the own side still takes with each card, if all see all cards.

    One deal is drawn uniformly from those that agree with what the seat sees, and everybody plays
    his best in it once the card is laid. Five tricks take 0.1 ms a card, and each further trick
    about four times as long.

    Args:
        view: what the seat sees.
        chance: the seat's own random numbers.
        cards: the legal cards to try, as a set.
        tricks: int64, a number for each of 64 ids; those of the cards are written.

    Raises:
        IndexError: `tricks` has fewer numbers.
        ValueError: no card has been led, or more than nine tricks are left.
    """
    remaining = int64(TRICKS) - int64(view.tricks)
    if len(tricks) < PLACES:
        raise IndexError("tricks of 64 cards are needed")
    if not 0 < remaining <= MOST_LEFT or view.leader >= SEATS:
        raise ValueError("no more than the last nine tricks are looked at with all cards seen")
    hands = np.zeros(SEATS, np.uint64)
    deal_unseen(view, unsealed(chance), hands)
    trick, laid, leader = view.history[view.tricks], int64(view.laid), int64(view.leader)
    for k in range(laid):
        hands[(leader + k) & 3] |= only(trick[k])
    marks = np.zeros((LAYERS, SETS), np.uint64)
    numbers = np.zeros((LAYERS, NUMBERS), np.int64)
    known = np.zeros((ROOM[remaining], FACTS), np.uint64)
    suits, sets, beats = _ranking(view)
    rest = uint64(cards) & uint64(view.legal)
    while rest != NOTHING:
        card = lowest(rest)
        rest = without_lowest(rest)
        taken = tricks_of_first_side(
            hands,
            leader,
            SEATS,
            NOTHING,
            trick,
            laid,
            only(card),
            suits,
            sets,
            beats,
            marks,
            numbers,
            known,
        )
        tricks[card] = taken if view.seat & 1 == 0 else remaining - taken


@kernel
def points_with(view, more):
    """Return the contract's points for the own side if it takes `more` of the tricks left, int64.

    A loss is below 0. Points are those of a board at duplicate, whatever is played, or bare trick
    points where these count.
    """
    # A kernel that takes a state cannot be given the view: it is compiled for only one of them.
    declarer, level, strain = int64(view.declarer), int64(view.level), int64(view.strain)
    declares = (int64(view.seat) ^ declarer) & 1 == 0
    remaining = int64(TRICKS) - int64(view.tricks)
    won = int64(view.taken[declarer]) + int64(view.taken[declarer ^ 2])
    over = won + (int64(more) if declares else remaining - int64(more)) - BOOK - level
    if view.scoring == TRICK_POINTS:
        points = trick_points(level + over, strain) if over >= 0 else int64(0)
    else:
        vulnerable = int64(view.vul[declarer & 1])
        points = duplicate_points(level, strain, int64(view.doubled), vulnerable, over)
    return points if declares else -points


@kernel
def _ranking(view):
    """Return the ranking in the contract: suits, their sets, and the cards that beat each card."""
    trump = uint64(view.strain)
    return USUAL.suits[trump], USUAL.sets[trump], USUAL.beats[trump]
