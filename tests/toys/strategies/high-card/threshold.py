"""Swap every card that is worth less than `keep_from`."""

from typing import Annotated

from cardsim import Strategy, between


def swap(view, keep_from: Annotated[int, between(0, 15, "keep cards worth this or more")] = 8):
    return view.value < keep_from


STRATEGY = Strategy(game="high-card", swap=swap)
