"""Quantities that players of Chinese Ten think in, for use by strategies."""

from __future__ import annotations

import numpy as np
from numpy import int64

from cardsim.cards import PACK
from cardsim.game import Feature, Scores
from cardsim.games.chinese_ten.state import PARTNERS
from cardsim.kernels.card_bits import count, lowest, only, without_lowest
from cardsim.kernels.jit import kernel

__all__ = ["best_win", "capture_wins", "describe_play", "lead"]

NOTHING = np.uint64(0)


@kernel
def best_win(view):
    """Return the points that the best capture from the hand wins, int64; -1 where there is none."""
    most = int64(-1)
    for k in range(view.hand_size):
        most = max(most, int64(view.wins[k]))
    return most


@kernel
def capture_wins(view):
    """Return the points that the card just played or flipped may win, int64; 0 without a capture.

    For a triple these are the points of all three and its own.
    """
    if view.card >= PACK:
        return int64(0)
    points = int64(view.points[view.card])
    if view.best_capture < PACK:
        return points + int64(view.points[view.best_capture])
    return points + _points(view, view.table & PARTNERS[view.card])


@kernel
def lead(view):
    """Return the points by which the seat leads the best other seat, int64; negative if behind."""
    best = int64(0)
    for seat in range(view.players):
        if seat != view.seat:
            best = max(best, int64(view.scores[seat]))
    return int64(view.scores[view.seat]) - best


PHASES = ("in the first eight turns", "in the next eight", "in the last eight")
"""Phases of a hand; each has its own weights."""
NUMBERS = 9
"""Number of values that `describe_play` fills."""
PART = 10
"""Expected values are in tenths of a point."""


@kernel
def describe_play(view, action, numbers):
    """Describe what a card of the own hand wins, and what it leaves behind.

    Each unseen card is in the stock or in another hand with chances in proportion to their sizes.
    Expected values are in tenths of a point.

    Args:
        view: the seat's.
        action: the card.
        numbers: int64, shape (9,), filled: points that it wins now; whether it wins any; its own
            points; what the card flipped next is expected to win from the table as it then is; what
            the others may win there, with the chance that they can; what the own hand could take
            next; of the unseen partners of the card their number, their points together, and their
            mean in tenths.

    Returns:
        The place in `PHASES`, int64.
    """
    if not 0 <= action < PACK or len(numbers) < NUMBERS:
        raise IndexError("this is no card, or there is no room for what it does")
    card = int64(action)
    wins = int64(-1)
    for k in range(view.hand_size):
        if int64(view.hand[k]) == card:
            wins = int64(view.wins[k])
    unseen = max(count(view.unseen), 1)
    in_hands = (unseen - view.deck_count) / unseen
    hand = view.held & ~only(card)
    flips, threats, own = 0.0, 0.0, 0.0
    table = _table_after(view, card, wins)
    while table != NOTHING:
        lying = lowest(table)
        table = without_lowest(table)
        points = int64(view.points[lying])
        partners = view.unseen & PARTNERS[lying]
        number = count(partners)
        free = 1.0
        if number > 0:
            mean = points + _points(view, partners) / number
            for _ in range(number):
                free *= 1.0 - in_hands
            flips += mean * number / unseen
            threats += mean * (1.0 - free)
        if hand & PARTNERS[lying] != NOTHING:
            own += free * (points + view.points[_best(view, hand & PARTNERS[lying])])
    partners = view.unseen & PARTNERS[card]
    total, number = _points(view, partners), count(partners)
    numbers[0], numbers[1], numbers[2] = max(wins, 0), wins >= 0, view.points[card]
    numbers[3], numbers[4], numbers[5] = (
        int64(PART * flips),
        int64(PART * threats),
        int64(PART * own),
    )
    numbers[6], numbers[7], numbers[8] = number, total, PART * total // max(number, 1)
    return min(int64(view.turn) // 8, int64(2))


@kernel
def _points(view, cards):
    """Return the points of a set of cards, int64."""
    points = int64(0)
    while cards != NOTHING:
        points += int64(view.points[lowest(cards)])
        cards = without_lowest(cards)
    return points


@kernel
def _best(view, cards):
    """Return the card of most points in a set that is not empty; ties: the lowest id."""
    best = lowest(cards)
    while cards != NOTHING:
        if view.points[lowest(cards)] > view.points[best]:
            best = lowest(cards)
        cards = without_lowest(cards)
    return best


@kernel
def _table_after(view, card, wins):
    """Return the table after a card has been played that takes the partner of most points."""
    if wins < 0:
        return view.table | only(card)
    if card % 13 == view.triple_rank:
        return view.table & ~PARTNERS[card]
    return view.table & ~only(_best(view, view.table & PARTNERS[card]))


FEATURES = (
    Feature("best-win", "where your best capture wins {} point{s}", -1, 20, best_win),
    Feature("capture-wins", "where it may win {} point{s}", 0, 40, capture_wins),
    Feature("hand-size", "with {} card{s} in hand", 1, 12),
    Feature("lead", "{} point{s} ahead", -40, 40, lead),
    Feature("deck-count", "with {} card{s} in the deck", 0, 24),
)
BY = {
    "play-card": ("best-win", "hand-size", "lead"),
    "choose-capture": ("capture-wins",),
}
EXPERTS = {"play-card": ("forethought", "counting", "throw-safe", "greedy", "red-hunter")}
SCORES = {
    "play-card": Scores(
        describe_play,
        (
            *("a point won now", "winning any card", "a point of the card itself"),
            "a tenth of a point that the next flip may win",
            "a tenth of a point that the others may win",
            "a tenth of a point that your hand could win next",
            *("a partner of it not seen yet", "a point of these partners"),
            "a tenth of a point of their mean",
        ),
        PHASES,
    )
}
