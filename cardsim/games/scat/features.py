"""Quantities that players of Scat think in, for use by strategies."""

from __future__ import annotations

from numpy import int64

from cardsim.game import Feature, Scores
from cardsim.kernels.jit import kernel

__all__ = ["describe_discard", "gain", "somebody_knocked"]


@kernel
def gain(view):
    """Return the points that the top discard would add to the hand, int64; 0 where it adds none."""
    return int64(max(view.value_with_discard - view.value, 0))


@kernel
def somebody_knocked(view):
    """Return whether somebody has knocked, int64."""
    return int64(view.knocker >= 0)


DRAWN = 3
"""The place of the card just drawn."""


@kernel
def describe_discard(view, action, numbers):
    """Describe what is left without a card.

    Args:
        view: the seat's.
        action: the place of the card, 0..3.
        numbers: int64, shape (4,), filled: points of the hand that is left; their square; points
            fewer than the best hand has; whether it is the card just drawn.

    Returns:
        0, int64.
    """
    place = min(max(int64(action), 0), DRAWN)
    left = int64(view.value_without[place])
    numbers[0], numbers[1] = left, left * left
    numbers[2] = int64(view.value_without[view.best_discard]) - left
    numbers[3] = int64(place == DRAWN)
    return int64(0)


FEATURES = (
    Feature("value", "holding {} point{s}", 2, 31),
    Feature("own-turns", "after {} turn{s} of your own", 0, 5),
    Feature("own-lives", "with {} penn{y} left", 0, 3),
    Feature("alive", "with {} player{s} in the game", 2, 6),
    Feature("gain", "where the top discard adds {} point{s}", 0, 12, gain),
    Feature(
        "somebody-knocked",
        "{}",
        0,
        1,
        somebody_knocked,
        ("before anybody knocks", "after a knock"),
    ),
    Feature("turn", "after {} turn{s}", 0, 20),
    Feature("stock-count", "with {} card{s} in the stock", 0, 45),
)
BY = {
    "hammer": ("value", "own-lives", "alive"),
    "knock": ("value", "own-turns", "own-lives", "alive"),
    "draw-source": ("gain", "value", "somebody-knocked", "own-turns"),
    "discard": ("value", "somebody-knocked", "own-turns"),
    "knock-after-draw": ("value", "own-turns", "own-lives", "alive"),
    "declare-31": ("somebody-knocked", "own-lives", "alive"),
    "throw-down": ("own-lives", "alive"),
}
EXPERTS = {"discard": ("threshold", "chase-31", "suit-keeper", "withhold")}
WORTHS = {
    "discard": Scores(
        describe_discard,
        ("a point left", "its square", "a point fewer than it could be", "the card just drawn"),
    )
}
