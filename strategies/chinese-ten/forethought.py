"""Weigh what a card wins now against what it leaves behind, on the table and in the hand.

Every card in hand is given the points that it wins now, and then, counting the cards not seen yet:
for each card that would lie on the table, `flip` times the points that the card flipped next may be
expected to win with it, less `threat` times the chance that another hand holds a partner of it,
times the mean points of such a capture, plus `own` times what the best partner in the own hand
would win with it, times the chance that nobody is before; and for the card itself, which is then no
longer in hand, less `points` times its points, less `mean` times the mean and `total` times the sum
of the points of its partners not seen yet. It plays the card of the highest number; ties: the one
dealt first. So it may keep a card that could capture for something better, and throws what cannot
be used. It adds all this up as only a computer can; `partners-out` is what a player can do of it.

Source: none; the weights were found by trying, with 2 players against `greedy`.

Result: against `greedy` it wins 4.66 points over par a hand, 4.68 +- 0.04 more than `greedy` does
in its place in the same deals, and has the most points in 58.8 % of hands (2 players, 524,288
hands, seed 20, 95 % interval). With 3 players it gains 3.08 +- 0.05, with 4 it gains 1.94 +- 0.04
(262,144 hands). `counting`, the next best, gains 2.05, 1.57 and 1.39.
"""

from typing import Annotated

import numpy as np

from cardsim import Strategy, between
from cardsim.card_sets import count, lowest, only, without_lowest
from cardsim.games.chinese_ten.state import PARTNERS

Flip = Annotated[float, between(0, 3, "weight of what the next flip may win")]
Threat = Annotated[float, between(0, 3, "weight of what the others may win")]
Own = Annotated[float, between(0, 3, "weight of what the own hand may win in the next turn")]
Points = Annotated[float, between(0, 3, "weight of the points of a card given out of hand")]
Mean = Annotated[float, between(0, 3, "weight of the mean points of its partners not seen")]
Total = Annotated[float, between(0, 3, "weight of the sum of the points of these partners")]
NOTHING = np.uint64(0)


def total_points(view, cards):
    """Return the sum of the points of a set of cards."""
    points = 0.0
    while cards != NOTHING:
        points += view.points[lowest(cards)]
        cards = without_lowest(cards)
    return points


def best_card(view, cards):
    """Return the card of most points in a set that is not empty; ties: the lowest id."""
    best = lowest(cards)
    while cards != NOTHING:
        if view.points[lowest(cards)] > view.points[best]:
            best = lowest(cards)
        cards = without_lowest(cards)
    return best


def left_on_table(view, card, wins):
    """Return the table after a card in hand has been played, which takes its best partner."""
    if wins < 0:
        return view.table | only(card)
    if card % 13 == view.triple_rank:
        return view.table & ~PARTNERS[card]
    return view.table ^ only(best_card(view, view.table & PARTNERS[card]))


def outlook(view, card, hand, unseen, in_hands, flip, threat, own):
    """Return the value of a card on the table to the seat that has just played and has `hand`."""
    points = view.points[card]
    partners = view.unseen & PARTNERS[card]
    number = count(partners)
    value, free = 0.0, 1.0
    if number > 0:
        mean = points + total_points(view, partners) / number
        for _ in range(number):
            free *= 1.0 - in_hands
        value = flip * mean * number / unseen - threat * mean * (1.0 - free)
    if hand & PARTNERS[card] != NOTHING:
        value += own * free * (points + view.points[best_card(view, hand & PARTNERS[card])])
    return value


def play_card(
    view,
    flip: Flip = 0.3,
    threat: Threat = 0.32,
    own: Own = 0.35,
    points: Points = 0.5,
    mean: Mean = 0.18,
    total: Total = 0.11,
):
    unseen = count(view.unseen)
    in_hands = (unseen - view.deck_count) / unseen
    choice, most = -1, 0.0
    for k in range(view.hand_size):
        card = int(view.hand[k])
        hand = view.held ^ only(card)
        value = max(float(view.wins[k]), 0.0) - points * view.points[card]
        partners = view.unseen & PARTNERS[card]
        if partners != NOTHING:
            hopes = total_points(view, partners)
            value -= mean * hopes / count(partners) + total * hopes
        table = left_on_table(view, card, view.wins[k])
        while table != NOTHING:
            value += outlook(view, lowest(table), hand, unseen, in_hands, flip, threat, own)
            table = without_lowest(table)
        if choice < 0 or value > most:
            choice, most = card, value
    return choice


STRATEGY = Strategy(
    game="chinese-ten", plays="think~ ahead to the next flip and throw", play_card=play_card
)
