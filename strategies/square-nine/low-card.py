"""Keep low cards, throw all others: the first face-down cell takes each card worth little.

The top discard is taken if it is worth `a` or less, and so is a drawn card kept. It replaces the
open card where that is worth `swap` or more, else the first card face down; when none is left, the
open card. A higher `a` is quicker and worse. What any other strategy leaves out is played like
this.

Source: the baseline `low-card` of the rules file.
"""

from typing import Annotated

import numpy as np

from cardsim import Strategy, between

Keep = Annotated[int, between(-20, 20, "keep a card worth this or less")]
Cell = Annotated[int, between(0, 8, "cell to turn up at the start")]
Swap = Annotated[int, between(-20, 21, "replace the open card if it is worth this or more")]


def expose(view, cell: Cell = 4):
    while (view.legal >> np.uint64(cell)) & np.uint64(1) == 0:
        cell = (cell + 1) % 9
    return cell


def draw_source(view, a: Keep = 4):
    return (view.discard_value <= a) | (view.legal == 2)


def place(view, a: Keep = 4, swap: Swap = 6):
    # Sums instead of branches, which cards make hard to predict.
    first, worst = int(view.first_down), int(view.worst_cell)
    cell = first + (worst - first) * ((view.worst_value >= swap) | (first == 9))
    return 9 + (cell - 9) * ((view.card_value <= a) | view.took_discard)


STRATEGY = Strategy(
    game="square-nine",
    plays="keep~ cards of {a} points or less",
    expose=expose,
    draw_source=draw_source,
    place=place,
)
