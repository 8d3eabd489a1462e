"""What players of Scat think by, as strategies may use it."""

from __future__ import annotations

from numpy import int64

from cardsim.kernels.jit import kernel


@kernel
def gain(view):
    """Points that the top discard would add to the hand, int64; 0 where it adds none."""
    return int64(max(view.value_with_discard - view.value, 0))


@kernel
def somebody_knocked(view):
    """Whether somebody has knocked, int64."""
    return int64(view.knocker >= 0)
