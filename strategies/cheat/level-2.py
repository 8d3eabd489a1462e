"""Lie where it pays against people who doubt; level 2 of the field.

- at count: add a false card to a true one down to 4 cards in hand

All else as `bluffer`. At count it also adds up the weights below, as only a computer can.

Result: If you play by these rules against three players who doubt now and then, or lie to those
who do not, you win 46.7 % (± 0.2) of games, where an even share is 25 %. That is 7.71 (± 0.17)
games in 100 more than by what it began with. In 200000 games from which nothing was learned: you
win 46.7 % (± 0.2) of games played so and 39.0 % (± 0.2) by what it began with (`cardsim learn
cheat --vs field-1 --rounds 4 -n 100000 --seed 7`).
"""

import numpy as np

from cardsim import Strategy, borrowed
from cardsim.games.cheat import describe_count

usual_count = borrowed("cheat", "bluffer", "count")

COUNT_WEIGHTS = np.array(
    [
        [-2219, -1939],  # a card
        [-1999, -2741],  # a false card
        [-118, -7917],  # false cards at all
        [0, -3375],  # a false card beside true ones
        [-114, 209],  # a false card for each card in the pile
        [-242, 615],  # a false card for each card left
    ]
)
"""What each counts: without a card of the rank; with cards of the rank."""
COUNT_BONUS = 10000
"""How much more another action than the usual one must score."""


def count(view, chance, count_legal, nth_legal):
    usual = usual_count(view, chance)
    numbers = np.zeros(8, np.int64)
    choice, most = -1, 0
    for n in range(count_legal(view)):
        action = nth_legal(view, n)
        table = describe_count(view, action, numbers)
        worth = COUNT_BONUS if action == usual else 0
        worth += COUNT_WEIGHTS[0, table] * numbers[0]
        worth += COUNT_WEIGHTS[1, table] * numbers[1]
        worth += COUNT_WEIGHTS[2, table] * numbers[2]
        worth += COUNT_WEIGHTS[3, table] * numbers[3]
        worth += COUNT_WEIGHTS[4, table] * numbers[5]
        worth += COUNT_WEIGHTS[5, table] * numbers[6]
        if n == 0 or worth > most:
            choice, most = action, worth
    return choice


STRATEGY = Strategy(
    game="cheat",
    plays="lie~ where the learned rules say it pays",
    count=count,
    card=borrowed("cheat", "bluffer", "card"),
    challenge=borrowed("cheat", "bluffer", "challenge"),
)
