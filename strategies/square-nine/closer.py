"""Keep low cards, but turn up the last card only for a low score.

As `low-card`, except that the last card face down stays until the score would be `c` or less, or
somebody else has closed. Until then low cards go only on the open cell, where they gain.

Source: the baseline `closer` of the rules file.
"""

from typing import Annotated

import numpy as np

from cardsim import Strategy, between

Keep = Annotated[int, between(-20, 20, "keep a card worth this or less")]
Score = Annotated[int, between(-180, 180, "close with this score or less")]
Swap = Annotated[int, between(-20, 21, "replace the open card if it is worth this or more")]


def may_close(view, value, c):
    """Return whether a card of this value may go on a card face down."""
    own = view.seats[view.seat]
    return own.face_down > 1 or view.closer >= 0 or own.shown + value <= c


def draw_source(view, a: Keep = 4, c: Score = 12):
    value = view.discard_value
    gains = value < view.worst_value
    useful = view.first_down < 9 and may_close(view, value, c)
    return view.legal == np.uint64(2) or (value <= a and (gains or useful))


def place(view, a: Keep = 4, c: Score = 12, swap: Swap = 6):
    value = view.card_value
    if value > a and not view.took_discard:
        return 9
    useful = view.first_down < 9 and may_close(view, value, c)
    if useful and view.worst_value < swap:
        return view.first_down
    if view.took_discard or value < view.worst_value or not useful:
        cell = view.worst_cell if view.worst_cell < 9 else view.first_down
        return cell if view.took_discard or value < view.worst_value else 9
    return view.first_down


STRATEGY = Strategy(
    game="square-nine", plays="close~ only at {c} or less", draw_source=draw_source, place=place
)
