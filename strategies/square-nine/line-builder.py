"""Place cards where they save most, and count pairs that may become lines.

A card saves the points of what it replaces, a card face down at its mean, less its own; a line
that it completes saves all its points. A line of two equal cards with a third cell that may still
be filled saves its points `w` times the chance that the next unseen card completes it. A card is
kept where all that together is as much as a card worth `a` saves on a face-down cell. Of cells
that save as much it takes the first; with `spread`, the first of those whose lines show the fewest
other cards.

Source: the baseline `line-builder` of the rules file; `spread` is our own.

Result: with 2 players `spread` wins 4.2 (± 0.9) hands in 100 more in mixed company (`cardsim
experiment run square-nine-columns`).
"""

from typing import Annotated

import numpy as np

from cardsim import Strategy, between
from cardsim.games.square_nine import shown_with
from cardsim.games.square_nine.state import LINES

Keep = Annotated[int, between(-20, 20, "keep what saves as much as a card worth this")]
Weight = Annotated[float, between(0, 100, "how much the chance to finish a line counts")]
Spread = Annotated[int, between(0, 1, "1: of cells as good, one whose lines show few cards")]
TRIPLES = np.array(LINES)
MEAN = 148 / 27


def hope(view, cell, rank):
    """Return the points that pairs in the lines through `cell` may still save with `rank` there.

    Each pair is weighted with the share of the unseen cards that complete it.
    """
    own = view.seats[view.seat]
    unseen = 1
    for r in range(14):
        unseen += int(view.unseen[r])
    points = 0.0
    for k in range(8):
        a, b, c = TRIPLES[k]
        if (int(view.line_set) >> k) & 1 and cell in (a, b, c):
            equal, open_cells, shown = 0, 0, 0
            for other in (a, b, c):
                here = rank if other == cell else own.cards[other]
                free = here == 255 or view.any_cell or (int(own.open) >> other) & 1
                if here == rank:
                    equal += 1
                elif free:
                    open_cells += 1
                    shown += own.values[other]
            if equal == 2 and open_cells == 1 and rank < view.line_ranks:
                saved = 2 * int(view.points[rank]) + shown
                points += saved * int(view.unseen[rank]) / unseen
    return points


def crowd(view, cell):
    """Return the number of other cards face up in the lines through a cell."""
    own = view.seats[view.seat]
    cards = 0
    for k in range(8):
        if (int(view.line_set) >> k) & 1 and cell in TRIPLES[k]:
            for other in TRIPLES[k]:
                cards += other != cell and own.cards[other] != 255
    return cards


def best_place(view, rank, w, spread):
    """Return the largest saving of a rank, and the cell; ties: least `spread` crowd, the first."""
    own = view.seats[view.seat]
    best, place, least = -1000.0, 0, 0
    for c in range(9):
        hidden = own.cards[c] == 255
        if hidden or view.any_cell or (int(own.open) >> c) & 1:
            saved = own.shown - shown_with(view, c, rank) + w * hope(view, c, rank)
            saved += MEAN if hidden else -w * hope(view, c, own.cards[c])
            crowded = crowd(view, c) if spread else 0
            if saved > best + 1e-9 or (saved > best - 1e-9 and crowded < least):
                best, place, least = saved, c, crowded
    return best, place


def draw_source(view, a: Keep = 3, w: Weight = 5.0, spread: Spread = 0):
    return (
        view.legal == np.uint64(2) or best_place(view, view.top_discard, w, spread)[0] >= MEAN - a
    )


def place(view, a: Keep = 3, w: Weight = 5.0, spread: Spread = 0):
    saved, cell = best_place(view, view.card, w, spread)
    return cell if saved >= MEAN - a or view.took_discard else 9


STRATEGY = Strategy(game="square-nine", plays="build~ lines", draw_source=draw_source, place=place)
