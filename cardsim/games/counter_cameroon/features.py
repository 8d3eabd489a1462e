"""What players of Counter-Cameroon think by, as strategies may use it."""

from __future__ import annotations

from numpy import int64

from cardsim.kernels.jit import kernel


@kernel
def lead(view):
    """Points that one has won more than the opponent, int64."""
    return int64(view.my_points) - int64(view.opp_points)


@kernel
def still_open(view):
    """Categories that nobody has won, int64."""
    found = int64(0)
    for category in range(2, 13):
        found += view.owner[category] < 0
    return found
