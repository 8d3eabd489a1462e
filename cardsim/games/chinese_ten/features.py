"""What players of Chinese Ten think by, as strategies may use it."""

from __future__ import annotations

from numpy import int64

from cardsim.kernels.jit import kernel


@kernel
def best_win(view):
    """Points that the best capture from the hand wins, int64; -1 where there is none."""
    most = int64(-1)
    for k in range(view.hand_size):
        most = max(most, int64(view.wins[k]))
    return most


@kernel
def lead(view):
    """Points that one is ahead of the best of the others, int64."""
    best = int64(0)
    for seat in range(view.players):
        if seat != view.seat:
            best = max(best, int64(view.scores[seat]))
    return int64(view.scores[view.seat]) - best
