"""What players of Square 9 think by, as strategies may use it."""

from __future__ import annotations

from numpy import int64

from cardsim.games.square_nine.state import CELLS
from cardsim.kernels.jit import kernel


@kernel
def saving(view):
    """Points that the top discard saves in place of one's worst open card, int64; 0 without one."""
    if view.worst_cell >= CELLS:
        return int64(0)
    return int64(view.worst_value) - int64(view.discard_value)


@kernel
def own_down(view):
    """Own cards that still lie face down, int64."""
    return int64(view.seats[view.seat].face_down)


@kernel
def fewest_down(view):
    """Cards face down of the other player who has fewest, int64."""
    fewest = int64(CELLS)
    for seat in range(view.players):
        if seat != view.seat:
            fewest = min(fewest, int64(view.seats[seat].face_down))
    return fewest
