"""Keep low cards, and any rank that already lies face up in a line where it can still go.

A rank goes into the free cell whose lines hold most cards of that rank; ties: the first. All else
as `low-card`.

Source: the baseline `copycat` of the rules file.
"""

from typing import Annotated

import numpy as np

from cardsim import Strategy, between
from cardsim.games.square_nine.state import LINES

Keep = Annotated[int, between(-20, 20, "keep a card worth this or less")]
Swap = Annotated[int, between(-20, 21, "replace the open card if it is worth this or more")]
TRIPLES = np.array(LINES)


def cell_beside(view, rank):
    """Return the free cell with most cards of this rank in its lines; 9 if there is none."""
    own = view.seats[view.seat]
    most, place = 0, 9
    for c in range(9):
        if own.cards[c] == 255:
            equal = 0
            for k in range(8):
                if (int(view.line_set) >> k) & 1 and c in TRIPLES[k]:
                    for other in TRIPLES[k]:
                        equal += own.cards[other] == rank
            if equal > most:
                most, place = equal, c
    return place


def draw_source(view, a: Keep = 4):
    near = cell_beside(view, view.top_discard) < 9
    return view.legal == np.uint64(2) or view.discard_value <= a or near


def place(view, a: Keep = 4, swap: Swap = 6):
    near = cell_beside(view, view.card)
    if near < 9:
        return near
    if view.card_value > a and not view.took_discard:
        return 9
    if view.worst_value >= swap or view.first_down == 9:
        return view.worst_cell
    return view.first_down


STRATEGY = Strategy(
    game="square-nine", plays="put~ equal ranks in lines", draw_source=draw_source, place=place
)
