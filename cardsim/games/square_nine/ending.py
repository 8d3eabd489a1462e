"""The last turn of Square 9, solved: what wins the hand most often once the others have played.

After the close everybody else has one more turn. When the last of them is on turn, all other
squares lie open, and nobody plays after him. So what he wins with each choice depends only on the
card he draws and on his own cards face down. Any of the unseen cards may be these, each as likely.
All ways are tried, so lines that a card face down completes count, too.
"""

from __future__ import annotations

import numpy as np
from numpy import int64, uint64

from cardsim.games.square_nine.state import (
    CELLS,
    DISCARD_IT,
    FACE_DOWN,
    LINES,
    NOBODY,
    RANKS,
    TAKE_DISCARD,
)
from cardsim.kernels.jit import inlined, kernel

__all__ = ["best_last_draw", "best_last_place"]

CELLS_OF = np.array(LINES)
MOST_DOWN = 3
"""Most cards face down of which all ways are tried; with one more that takes 14 times as long."""
NEARLY = 1e-9
"""What another choice must win more, so that rounding decides nothing."""
STOCK, EITHER = 0, uint64(3)
NONE = np.int64(-1)


@inlined
def is_last(view):
    """Return whether the seat's turn ends the hand or match, and all others' cards lie open."""
    if view.closer == NOBODY or view.holes_left != 0 or view.reshuffled != 0:
        return False
    players, seat = int64(view.players), int64(view.seat)
    if (seat + 1) % players != int64(view.closer) or view.seats[seat].face_down > MOST_DOWN:
        return False
    others_down = int64(0)
    for other in range(players):
        others_down += int64(view.seats[other].face_down) if other != seat else int64(0)
    return others_down == 0


@kernel
def points_of(view, cards):
    """Return the points of nine open cards, int64."""
    zeroed = int64(0)
    for k in range(CELLS_OF.shape[0]):
        if (int64(view.line_set) >> k) & 1:
            a, b, c = CELLS_OF[k, 0], CELLS_OF[k, 1], CELLS_OF[k, 2]
            if cards[a] == cards[b] == cards[c] < int64(view.line_ranks):
                zeroed |= int64(1) << a | int64(1) << b | int64(1) << c
    total = int64(0)
    for cell in range(CELLS):
        if (zeroed >> cell) & 1 == 0:
            total += int64(view.points[cards[cell]])
    return total


@kernel
def share_won(view, cell, rank, unseen):
    """Return the share of the win with a card in a cell, if the hand ends so; 0 to 1.

    Args:
        view: the seat's.
        cell: where the card goes; 9 where it is discarded.
        rank: of the card.
        unseen: int64, shape (14,): cards of each rank that may lie face down; put back.
    """
    own = view.seats[view.seat]
    least, level = int64(1) << 40, int64(0)
    for other in range(view.players):
        if other != view.seat:
            points = int64(view.seats[other].shown) + int64(view.seats[other].score)
            level = int64(1) if points < least else level + int64(points == least)
            least = min(least, points)
    cards, hidden, down = np.zeros(CELLS, np.int64), np.zeros(CELLS, np.int64), int64(0)
    total = int64(0)
    for c in range(CELLS):
        cards[c] = rank if c == cell else int64(own.cards[c])
        if cards[c] == FACE_DOWN:
            hidden[down] = c
            down += 1
    for k in range(RANKS):
        total += unseen[k]
    # Turn the cards up one after another, and try each rank for each.
    ranks = np.full(CELLS, NONE)
    ways = np.ones(CELLS + 1)
    depth, won = int64(0), 0.0
    while depth >= 0:
        if depth == down:
            points = points_of(view, cards) + int64(own.score)
            part = 1.0 if points < least else 0.0
            if points == least:
                part = 1.0 / float(level + 1)
            won += ways[depth] * part
            depth -= 1
            continue
        if ranks[depth] >= 0:
            unseen[ranks[depth]] += 1
        ranks[depth] += 1
        while ranks[depth] < RANKS and unseen[ranks[depth]] == 0:
            ranks[depth] += 1
        if ranks[depth] == RANKS:
            ranks[depth] = NONE
            depth -= 1
            continue
        chance = float(unseen[ranks[depth]]) / float(total - depth)
        ways[depth + 1] = ways[depth] * chance
        cards[hidden[depth]] = ranks[depth]
        unseen[ranks[depth]] -= 1
        depth += 1
    return won


@kernel
def best_of(view, rank, legal, first, unseen):
    """Return the place that wins most with a card, and what it wins; ties: `first`, then the least.

    Args:
        view: the seat's.
        rank: of the card.
        legal: the places that are tried, as a set.
        first: one of them, or -1 for none.
        unseen: as of `share_won`.
    """
    best, most = int64(first), -1.0
    if first >= 0:
        most = share_won(view, int64(first), rank, unseen)
    for place in range(DISCARD_IT + 1):
        if place != first and (int64(legal) >> place) & 1:
            won = share_won(view, place, rank, unseen)
            if won > most + NEARLY:
                best, most = int64(place), won
    return best, most


@kernel
def unseen_of(view):
    """Return the cards of each rank that may lie face down or be drawn, int64, shape (14,)."""
    unseen = np.zeros(RANKS, np.int64)
    for rank in range(RANKS):
        unseen[rank] = int64(view.unseen[rank])
    return unseen


@kernel
def best_last_place(view, place):
    """Return the place that wins the hand most often on the last turn, int64.

    Places that win as often give way to the usual one. That is returned too where others are still
    to play or have cards face down, more than three own cards lie face down, discards were shuffled
    again, or another hand of the match follows.

    Args:
        view: the seat's, which is to place a card.
        place: the usual one, a cell or 9 to discard the card; legal.
    """
    first = int64(place)
    if not is_last(view) or not 0 <= first <= DISCARD_IT:
        return first
    if (uint64(view.legal) >> uint64(first)) & uint64(1) == 0 or view.card >= RANKS:
        return first
    return best_of(view, int64(view.card), int64(view.legal), first, unseen_of(view))[0]


@kernel
def best_last_draw(view, draw):
    """Return the draw that wins the hand most often on the last turn, int64: 1 for the discard.

    The card is then placed where that wins most often. The usual draw is returned as by
    `best_last_place`, and where the stock is empty.

    Args:
        view: the seat's, which is to draw.
        draw: the usual one, 0 for the stock and 1 for the discard; legal.
    """
    first = int64(draw)
    if not is_last(view) or view.legal != EITHER or view.stock_count == 0:
        return first
    if not STOCK <= first <= TAKE_DISCARD:
        return first
    own = view.seats[view.seat]
    places = int64(own.open)
    for cell in range(CELLS):
        places |= int64(own.cards[cell] == FACE_DOWN or view.any_cell) << cell
    unseen, total = unseen_of(view), int64(0)
    taken = best_of(view, int64(view.top_discard), places, NONE, unseen)[1]
    for rank in range(RANKS):
        total += unseen[rank]
    drawn, stays = 0.0, int64(1) << DISCARD_IT
    for rank in range(RANKS):
        cards = unseen[rank]
        if cards > 0:
            unseen[rank] -= 1
            drawn += cards * best_of(view, rank, places | stays, NONE, unseen)[1] / total
            unseen[rank] += 1
    better = taken if first == STOCK else drawn
    worse = drawn if first == STOCK else taken
    if better > worse + NEARLY:
        return int64(TAKE_DISCARD - first)
    return first
