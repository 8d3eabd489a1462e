"""Reconstruction of a game of Counter-Cameroon from a view, which hides nothing."""

from __future__ import annotations

from numpy import int8, int64, uint8, uint16

from cardsim.games.counter_cameroon.play import start
from cardsim.games.counter_cameroon.state import NOBODY, REGISTER
from cardsim.kernels.intrinsics import clear, copy_seen
from cardsim.kernels.jit import kernel


@kernel
def imagine(view, rules, words, state):
    """Write the one game that agrees with what the seat on turn sees.

    No random numbers are used: only dice are still to come, and they are thrown in play.
    """
    clear(state)
    start(state, rules, view.players, False)
    for c in range(REGISTER):
        state.owner_lanes[c] = int8(NOBODY)
    copy_seen(view, state)
    state.first = uint8(view.seat if view.i_rolled_first else 1 - view.seat)
    roll = int64(0)
    for k in range(4):
        roll = 6 * roll + int64(view.dice[k]) - 1
    state.roll = uint16(roll)
