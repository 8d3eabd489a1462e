"""Replaying an imagined hand of Chinese Ten: back to its deal, then forward as seen."""

from __future__ import annotations

from numpy import int64

from cardsim.game import NOT_SEEN, OVER
from cardsim.games.chinese_ten.play import begin, lay_out
from cardsim.games.chinese_ten.state import CAPTURE, NO_CARD, PLAY, TRAIL
from cardsim.kernels.jit import kernel


@kernel
def rewind(view, rules, words, state):
    """Turn the hand back to its deal, which is still in the deck.

    Returns:
        The first decision; OVER where a turn is not known.
    """
    for turn in range(view.turn):
        if view.history[turn, 0] == NO_CARD:
            return int64(OVER)
    lay_out(state, rules)
    return begin(state)


@kernel
def seen(view, state, decision):
    """Return the play or capture seen of the seat on turn."""
    turn = int64(state.turn)
    if decision == PLAY:
        card = int64(view.history[turn, 0])
        return int64(NOT_SEEN if card == NO_CARD else card)
    if decision == CAPTURE:
        taken, flipped = int64(view.history[turn, 1]), view.history[turn, 2]
        if taken != NO_CARD:
            return taken
        return int64(NOT_SEEN if flipped == NO_CARD else TRAIL)
    taken = int64(view.history[turn, 3])
    return int64(NOT_SEEN if taken == NO_CARD else taken)
