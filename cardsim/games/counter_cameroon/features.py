"""Quantities that players of Counter-Cameroon think in, for use by strategies."""

from __future__ import annotations

from numpy import int64

from cardsim.game import Feature, Scores
from cardsim.games.counter_cameroon.state import HIGHEST, LOWEST, PARTINGS
from cardsim.kernels.jit import kernel

__all__ = ["describe_split", "lead", "still_open"]


@kernel
def lead(view):
    """Return the points won more than the opponent, int64; negative if behind."""
    return int64(view.my_points) - int64(view.opp_points)


@kernel
def still_open(view):
    """Return the number of categories that nobody has won, int64."""
    total = int64(0)
    for category in range(2, 13):
        total += view.owner[category] < 0
    return total


NUMBERS = 15
"""Number of values that `describe_split` fills."""
PHASES = ("with 9 or more categories open", "with 5 to 8 open", "with 4 or fewer open")
"""Phases of a game by the number of open categories; each has its own weights."""


@kernel
def describe_split(view, action, numbers):
    """Describe the marks that a parting makes, and how the races for them stand.

    Args:
        view: the seat's.
        action: the parting.
        numbers: int64, shape (15,), filled: marks recorded in each category, 2 to 12; points of the
            categories that they win; marks lost; in these categories own marks so far, and the
            opponent's.

    Returns:
        The place in `PHASES`, int64.
    """
    if not 0 <= action < PARTINGS or len(numbers) < NUMBERS:
        raise IndexError("there is no such parting, or no room for what it does")
    numbers[:] = 0
    for i in range(2):
        category = int64(view.splits[action, i])
        marks = int64(view.recorded[action, i])
        if marks == 0:
            numbers[12] += 1
        else:
            numbers[category - 2] += marks
            numbers[13] += int64(view.my_marks[category])
            numbers[14] += int64(view.opp_marks[category])
            needed = int64(view.marks_to_win) - int64(view.my_marks[category])
            twice = view.splits[action, 0] == view.splits[action, 1]
            if marks + (int64(view.recorded[action, 1 - i]) if twice else 0) >= needed and (
                i == 0 or not twice
            ):
                numbers[11] += int64(view.points[category])
    open_now = still_open(view)
    return int64(open_now < 9) + int64(open_now < 5)


FEATURES = (
    Feature("lead", "{} point{s} ahead", -60, 60, lead),
    Feature("still-open", "with {} categor{y} to be won", 1, 11, still_open),
    Feature("turns", "after {} roll{s}", 0, 60),
)
BY = {"split": ("lead", "still-open")}
EXPERTS = {
    "split": (
        "win-odds",
        "race-odds",
        "race-aware",
        "finisher",
        "points-times-progress",
        "max-points-live",
    )
}
SCORES = {
    "split": Scores(
        describe_split,
        (
            *(f"a mark in {category}" for category in range(LOWEST, HIGHEST + 1)),
            *("a point of a category won by it", "a mark lost"),
            *("a mark that you have there", "a mark that the opponent has there"),
        ),
        PHASES,
    )
}
