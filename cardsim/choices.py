"""Kernels that count the legal actions of a decision and give each by its number, without a list.

A strategy gets them if its function has arguments of these names: `count_legal(view)`,
`nth_legal(view, n)`, and `left(view)`, which says how much is left of the hand.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from numpy import int64

from cardsim.game import Decision
from cardsim.kernels.jit import kernel

NO_ACTION = -1
NO_SUCH = "nth_legal: no legal action has this number; they count from 0 to count_legal(view) - 1"


@cache
def counter(decision: Decision) -> Any:
    """Return a kernel (view) -> how many actions are legal at a decision, int64."""
    if decision.count is not None:
        return decision.count
    legal, most = decision.legal, len(decision.actions)

    @kernel
    def count_legal(view):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        count = int64(0)
        for action in range(most):
            count += legal(view, action)
        return count

    return count_legal


@cache
def remainder(decision: Decision) -> Any:
    """Return a kernel (view) -> how much is left of the hand at a decision, int64; 0 if unknown."""
    return decision.left if decision.left is not None else kernel(lambda _view: int64(0))


@cache
def finder(decision: Decision) -> Any:
    """Return a kernel (view, n) -> the legal action number `n`; no action if there is none.

    An action is an int64, or two of them at a wide decision.
    """
    if decision.nth is not None:
        return decision.nth
    legal, most = decision.legal, len(decision.actions)

    @kernel
    def nth_legal(view, n):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        remaining = int64(n)
        for action in range(most):
            if legal(view, action):
                if remaining == 0:
                    return int64(action)
                remaining -= 1
        return int64(NO_ACTION)

    return nth_legal


@cache
def chooser(decision: Decision) -> Any:
    """Return `finder`'s kernel for strategies; a number that no action has raises IndexError."""
    count, nth, wide = counter(decision), finder(decision), decision.wide
    tells = wide or decision.nth is None

    @kernel
    def nth_legal(view, n):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        # Most games count their actions at once; the others say so where there is none.
        if n < 0 or (not tells and n >= count(view)):
            raise IndexError(NO_SUCH)
        action = nth(view, n)
        if tells and (action[0] if wide else action) < 0:
            raise IndexError(NO_SUCH)
        return action

    return nth_legal
