"""Put every card where it gains most on average.

A card face down is valued at the mean of all cards not seen; the open card at its points, with the
lines it completes. The card in hand goes where the gain is largest, and is discarded if no place
gains. The top discard is taken if it gains at least as much as a card from the stock does on
average, as only a computer can tell.

Source: the baseline `expected-value` of the rules file.
"""

import numpy as np

from cardsim import Strategy
from cardsim.games.square_nine import shown_with


def mean_unseen(view):
    """Return the mean points of the cards in the stock and face down."""
    cards, points = 0, 0
    for rank in range(14):
        cards += view.unseen[rank]
        points += int(view.unseen[rank]) * int(view.points[rank])
    return points / max(cards, 1)


def free_cells(view):
    """Return the own cells that may be replaced, as a mask."""
    own = view.seats[view.seat]
    mask = 0
    for c in range(9):
        free = own.cards[c] == 255 or view.any_cell or (int(own.open) >> c) & 1
        mask |= int(free) << c
    return mask


def best_place(view, rank, mean, cells):
    """Return the largest gain of a rank, and the cell; ties: the first."""
    own = view.seats[view.seat]
    best, place = -1000.0, 0
    for c in range(9):
        if (cells >> c) & 1:
            hidden = mean if own.cards[c] == 255 else 0.0
            gain = own.shown + hidden - shown_with(view, c, rank)
            if gain > best + 1e-9:
                best, place = gain, c
    return best, place


def draw_source(view):
    mean, cells = mean_unseen(view), free_cells(view)
    total, cards = 0.0, 0
    for rank in range(14):
        n = int(view.unseen[rank])
        if n > 0:
            total += n * max(best_place(view, rank, mean, cells)[0], 0.0)
            cards += n
    gain = best_place(view, view.top_discard, mean, cells)[0]
    return view.legal == np.uint64(2) or gain * cards >= total


def place(view):
    gain, cell = best_place(view, view.card, mean_unseen(view), free_cells(view))
    return 9 if gain <= 0 and not view.took_discard else cell


STRATEGY = Strategy(
    game="square-nine",
    plays="put~ cards where they save most on average",
    draw_source=draw_source,
    place=place,
)
