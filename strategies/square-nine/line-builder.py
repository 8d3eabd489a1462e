"""Place cards where they save most, and count pairs that may become lines.

A card saves the points of what it replaces, a card face down at its mean, less its own; a line
that it completes saves all its points. A line of two equal cards with a third cell that may still
be filled saves its points `w` times the chance that the next unseen card completes it. A card is
kept where all that together is as much as a card worth `a` saves on a face-down cell.

Source: the baseline `line-builder` of the rules file.
"""

from typing import Annotated

import numpy as np

from cardsim import Strategy, between
from cardsim.games.square_nine import shown_with
from cardsim.games.square_nine.state import LINES

Keep = Annotated[int, between(-20, 20, "keep what saves as much as a card worth this")]
Weight = Annotated[float, between(0, 100, "how much the chance to finish a line counts")]
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


def best_place(view, rank, w):
    """Return the largest saving of a rank, and the cell; ties: the first."""
    own = view.seats[view.seat]
    best, place = -1000.0, 0
    for c in range(9):
        hidden = own.cards[c] == 255
        if hidden or view.any_cell or (int(own.open) >> c) & 1:
            saved = own.shown - shown_with(view, c, rank) + w * hope(view, c, rank)
            saved += MEAN if hidden else -w * hope(view, c, own.cards[c])
            if saved > best + 1e-9:
                best, place = saved, c
    return best, place


def draw_source(view, a: Keep = 3, w: Weight = 5.0):
    return view.legal == np.uint64(2) or best_place(view, view.top_discard, w)[0] >= MEAN - a


def place(view, a: Keep = 3, w: Weight = 5.0):
    saved, cell = best_place(view, view.card, w)
    return cell if saved >= MEAN - a or view.took_discard else 9


STRATEGY = Strategy(game="square-nine", plays="build~ lines", draw_source=draw_source, place=place)
