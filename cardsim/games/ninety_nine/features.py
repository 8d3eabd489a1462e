"""Quantities that players of Ninety-Nine think in, for use by strategies."""

from __future__ import annotations

import numpy as np
from numpy import int64

from cardsim.game import Feature, Scores
from cardsim.games.ninety_nine.state import ACTIONS, OPTION
from cardsim.kernels.jit import kernel

__all__ = ["describe_play", "own_pennies", "specials"]

KINDS = 12
"""Number of values that `describe_play` fills."""
TOTALS = (
    "49 or less",
    "50 to 79",
    "80 to 87",
    "88 to 89",
    "90 to 93",
    "94 to 96",
    "97 to 98",
    "99",
)
ROW_OF = np.array([0] * 50 + [1] * 30 + [2] * 8 + [3] * 2 + [4] * 4 + [5] * 3 + [6] * 2 + [7])
"""The place in `TOTALS` of each total, 0..99."""
COLUMN_OF = np.array([0, 0, 1, 2, 3, 3, 4, 5, 6, 7, 7])
"""The number of `describe_play` that counts an ordinary card, by what it adds."""


@kernel
def specials(view):
    """Return the number of special cards in the own hand, int64."""
    total = int64(0)
    for k in range(view.hand_size):
        total += view.kind[k] != 0
    return total


@kernel
def own_pennies(view):
    """Return the pennies that the own seat has left, int64."""
    return int64(view.pennies[view.seat])


@kernel
def describe_play(view, action, numbers):
    """Describe the cards kept when a card is played, and find their weights at the new total.

    Args:
        view: the seat's.
        action: a legal one.
        numbers: int64, shape (12,), filled: of the cards kept how many are aces, add 2, 3, 4 or 5,
            6, 7, 8, 9 or more, keep the total, turn, take away, make 99.

    Returns:
        The place of the total in `TOTALS`, int64.
    """
    if not 0 <= action < ACTIONS or len(numbers) < KINDS:
        raise IndexError("there is no such action, or no room for what it does")
    # Four bits each: a number that was just stored would be waited for.
    kept, played = int64(0), action % OPTION
    for k in range(view.hand_size):
        if k != played:
            kind, adds = int64(view.kind[k]), int64(view.card_low[view.hand[k]])
            kept += 1 << 4 * (7 + kind if kind else COLUMN_OF[min(max(adds, 0), 10)])
    for k in range(KINDS):
        numbers[k] = kept >> 4 * k & 15
    return int64(ROW_OF[min(max(view.total_after[action], 0), 99)])


FEATURES = (
    Feature("total", "at a total of {}", 0, 99),
    Feature("specials", "with {} special card{s}", 0, 3, specials),
    Feature("remaining", "with {} player{s} in the hand", 2, 6),
    Feature("own-pennies", "with {} penn{y} left", 1, 3, own_pennies),
    Feature("stock-count", "with {} card{s} in the stock", 0, 52),
)
BY = {"play-card": ("total", "specials", "remaining", "own-pennies")}
EXPERTS = {
    "play-card": ("five-rules", "worth-keeping", "dump-high", "hoarder", "hover", "king-rush")
}
SCORES = {
    "play-card": Scores(
        describe_play,
        tuple(
            f"{card} kept"
            for card in (
                *("an ace", "a 2", "a 3", "a 4 or 5 that counts", "a 6", "a 7", "an 8"),
                *("a card of 9 or more", "a card that holds the total", "a card that turns"),
                *("a card that takes away", "a card that makes 99"),
            )
        ),
        tuple(f"with a total of {told} then" for told in TOTALS),
    )
}
