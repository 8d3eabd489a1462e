"""Doubt with so many cards of the rank, and lie over a pile no larger than this."""

from typing import Annotated

from cardsim import Strategy, between


def lay(
    view, lie_to: Annotated[int, between(-1, 6, "cards that lie there up to which you lie")] = -1
):
    return view.pile <= lie_to


def doubt(view, doubt_from: Annotated[int, between(0, 4, "cards from which you doubt")] = 2):
    return view.held >= doubt_from


STRATEGY = Strategy(
    game="cheat-twelve",
    plays="doubt~ from {doubt_from} cards of the rank on, lie over {lie_to} or fewer",
    lay=lay,
    doubt=doubt,
)
