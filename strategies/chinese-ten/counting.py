"""Play for the points expected until one's own next turn, by counting the cards not seen yet.

For every card in hand: what it wins now, plus what the card flipped after it may be expected to
win, less what an opponent may be expected to win from the table that it leaves. Every card not
seen is as likely to be flipped, or to be in a given place of another hand. An opponent is taken to
win the sum of what he can win with the table's cards one by one. Nothing is thought further ahead.
Ties: the card dealt first.

Source: the baseline `counting` of the rules file.

Result: against `greedy` it wins 2.03 points over par a hand, 2.05 +- 0.03 more than `greedy` does
in its place in the same deals, and has the most points in 53.8 % of hands (2 players, 524,288
hands, seed 20, 95 % interval).
"""

import numpy as np

from cardsim import Strategy
from cardsim.card_sets import count, lowest, only, without_lowest
from cardsim.games.chinese_ten.state import PARTNERS

NOTHING = np.uint64(0)


def left_on_table(view, card, wins):
    """Return the table after a card in hand has been played, which takes its best partner."""
    found = view.table & PARTNERS[card]
    if wins < 0:
        return view.table | only(card)
    if card % 13 == view.triple_rank:
        return view.table & ~found
    best = lowest(found)
    while found != NOTHING:
        other = lowest(found)
        if view.points[other] > view.points[best]:
            best = other
        found = without_lowest(found)
    return view.table ^ only(best)


def expected(view, table, unseen, in_hands):
    """Return the points expected from the flip, less those an opponent may win from the table."""
    value = 0.0
    while table != NOTHING:
        card = lowest(table)
        table = without_lowest(table)
        partners = view.unseen & PARTNERS[card]
        points = 0.0
        held_by_none = 1.0
        number = count(partners)
        while partners != NOTHING:
            points += view.points[card] + view.points[lowest(partners)]
            partners = without_lowest(partners)
            held_by_none *= 1.0 - in_hands
        if number > 0:
            value += points / unseen - (1.0 - held_by_none) * points / number
    return value


def play_card(view):
    unseen = count(view.unseen)
    in_hands = (unseen - view.deck_count) / unseen
    choice, most = -1, 0.0
    for k in range(view.hand_size):
        card = int(view.hand[k])
        table = left_on_table(view, card, view.wins[k])
        value = max(float(view.wins[k]), 0.0) + expected(view, table, unseen, in_hands)
        if choice < 0 or value > most:
            choice, most = card, value
    return choice


STRATEGY = Strategy(game="chinese-ten", plays="count~ the unseen cards", play_card=play_card)
