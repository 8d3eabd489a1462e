"""Quantities that players of Square 9 think in, for use by strategies."""

from __future__ import annotations

import numpy as np
from numpy import int64

from cardsim.game import Feature, Scores
from cardsim.games.square_nine.play import shown_with
from cardsim.games.square_nine.state import CELLS, DISCARD_IT, FACE_DOWN, LINES
from cardsim.kernels.jit import kernel

__all__ = ["describe_place", "fewest_down", "own_down", "saving"]

TRIPLES = np.array(LINES)


@kernel
def saving(view):
    """Return the points that the top discard saves over one's worst open card, int64; 0 without."""
    if view.worst_cell >= CELLS:
        return int64(0)
    return int64(view.worst_value) - int64(view.discard_value)


@kernel
def own_down(view):
    """Return how many own cards still lie face down, int64."""
    return int64(view.seats[view.seat].face_down)


@kernel
def fewest_down(view):
    """Return the fewest cards that another player has face down, int64."""
    fewest = int64(CELLS)
    for seat in range(view.players):
        if seat != view.seat:
            fewest = min(fewest, int64(view.seats[seat].face_down))
    return fewest


NUMBERS = 8
"""Number of values that `describe_place` fills."""
PHASES = ("with 7 or more cards face down", "with 4 to 6", "with 2 or 3", "with 0 or 1")
"""Phases of a hand by the own cards face down; each has its own weights."""
MEAN = 5
"""Points that a card face down is taken for."""


@kernel
def describe_place(view, action, numbers):
    """Describe the points that a card saves in a place, and its effect on the lines there.

    Args:
        view: the seat's.
        action: the cell, or to discard it.
        numbers: int64, shape (8,), filled: points that the square then counts less; whether a cell
            is turned up, with the points of the card it gets, and whether none is left then;
            whether the card is discarded; in lines through the cell that count nothing with three
            equal cards the pairs that are made whose third cell may still change, and their
            points; the pairs that are broken.

    Returns:
        The place in `PHASES`, int64.
    """
    if not 0 <= action <= DISCARD_IT or len(numbers) < NUMBERS:
        raise IndexError("there is no such place, or no room for what it does")
    numbers[:] = 0
    own, cell = view.seats[view.seat], int64(action)
    down = int64(own.face_down)
    if cell >= CELLS:
        numbers[4] = 1
    else:
        hidden = own.cards[cell] == FACE_DOWN
        rank, points = int64(view.card), int64(view.card_value)
        numbers[0] = int64(own.shown) + (MEAN if hidden else 0) - shown_with(view, cell, rank)
        if hidden:
            numbers[1], numbers[2], numbers[3] = 1, points, down == 1
        for k in range(TRIPLES.shape[0]):
            if (int64(view.line_set) >> k) & 1:
                inside, equal, before, free = False, 0, 0, 0
                for i in range(3):
                    other = int64(TRIPLES[k, i])
                    if other == cell:
                        inside = True
                    else:
                        here = int64(own.cards[other])
                        equal += here == rank
                        before += here == int64(own.cards[cell]) and not hidden
                        changes = view.any_cell or (int64(own.open) >> other) & 1 != 0
                        free += here == FACE_DOWN or (here != rank and changes)
                if inside and equal == 1 and free == 1 and rank < view.line_ranks:
                    numbers[5] += 1
                    numbers[6] += points
                numbers[7] += inside and before == 1
    return int64(down < 7) + int64(down < 4) + int64(down < 2)


FEATURES = (
    Feature("saving", "where the top discard saves {} point{s}", -5, 13, saving),
    Feature("own-down", "with {} card{s} face down", 0, 9, own_down),
    Feature("fewest-down", "where somebody else has {} card{s} face down", 0, 9, fewest_down),
    Feature("discard-value", "at a top discard of {} point{s}", -2, 13),
    Feature("card-value", "with a card of {} point{s}", -2, 13),
    Feature("stock-count", "with {} card{s} in the stock", 0, 60),
)
BY = {
    "draw-source": ("discard-value", "own-down", "fewest-down"),
    "place": ("own-down", "fewest-down", "card-value"),
}
EXPERTS = {
    "draw-source": ("race", "expected-value", "closer", "copycat", "line-builder"),
    "place": ("race", "expected-value", "closer", "copycat", "line-builder"),
}
SCORES = {
    "place": Scores(
        describe_place,
        (
            *("a point that the square counts less", "turning a card up"),
            *(
                "a point of the card that replaces it",
                "turning your last card up",
                "discarding it",
            ),
            *("a pair made in a line", "a point of such a pair", "a pair broken in a line"),
        ),
        PHASES,
    )
}
