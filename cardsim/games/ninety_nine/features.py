"""What players of Ninety-Nine think by, as strategies may use it."""

from __future__ import annotations

from numpy import int64

from cardsim.kernels.jit import kernel


@kernel
def specials(view):
    """Special cards in the own hand, int64."""
    found = int64(0)
    for k in range(view.hand_size):
        found += view.kind[k] != 0
    return found


@kernel
def own_pennies(view):
    """Pennies that one has left, int64."""
    return int64(view.pennies[view.seat])
