"""Notes of a seat of Cheat on the claims of a game."""

from __future__ import annotations

from numpy import int64, uint16, uint64

from cardsim.games.cheat.state import CLASSROOM, CODED, FALSE, KEPT, NOTES
from cardsim.kernels.jit import kernel

ONE_CARD = 15
"""The bits of one card of a note."""


@kernel
def is_untold(view):
    """Return whether there were earlier piles of which no claim is known."""
    return view.mode != CLASSROOM and view.past_claims == 0 and view.plays > view.pile_claims


@kernel
def recollect(view, state):
    """Write the cards of each claim known to the seat into `recalled`; return False if any lack."""
    made, me, noted, first = int64(view.past_claims), view.seat, int64(0), int64(0)
    if made != view.plays or not 0 < made <= KEPT:
        return False
    for k in range(made):
        if view.past[k, 0] >= view.players or not 1 <= view.past[k, 2] <= CODED:
            return False
        challenged, last = view.past[k, 3] != 0, k == made - 1
        if not (challenged or last):
            continue
        mine = challenged and taker_of(view, k) == me
        for j in range(first, k + 1):
            state.recalled[j] = uint16(0)
            if mine or view.past[j, 0] == me or (challenged and j == k):
                if noted >= NOTES or view.past_cards[noted] == 0:
                    return False
                state.recalled[j] = view.past_cards[noted]
                noted += 1
        first = k + 1
    return True


@kernel
def taker_of(view, at):
    """Return the seat that took the pile after a challenged claim, int64."""
    told = int64(view.past[at, 3])
    return int64(view.past[at, 0]) if told & FALSE else (told & (FALSE - 1)) - 1


@kernel
def coded_card(cards, k):
    """Return card number `k` of a note, int64."""
    return int64((uint64(cards) >> (uint64(CODED) * uint64(k))) & uint64(ONE_CARD)) - 1
