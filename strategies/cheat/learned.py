"""Tell the truth, slip in a false card now and then, and weigh how many cards to claim.

- with two or more of the rank, lay them all and tell the truth (`truth-first`)
- with one of them and three cards or more in hand, add a false card one time in five
  (`over-claimer`)
- with at most two cards in hand, tell the truth where you can

All else as `over-claimer`. The rules keep 4.7 (± 0.5) of the 15.1 (± 0.7) games in 100 that it
gains on `over-claimer`. A computer wins the rest: at count it also adds up the weights below, as
only a computer can (`cardsim compare cheat over-claimer rules-only learned --vs usual -n 40000
--seed 101`, where `rules-only` is this file without its weights). `level-2` is a rule for the same
that a player can follow.

Result: If you play by these rules against three players who lie only when forced, with the card
needed last, you win 44.8 % (± 0.2) of games, where an even share is 25 %. That is 15.5 (± 0.3)
games in 100 more than with the strategy it started from. In 200000 games from which nothing was
learned: you win 44.8 % (± 0.2) of games played so and 29.3 % (± 0.2) with the strategy it started
from (`cardsim learn cheat --vs usual --from over-claimer -n 100000 --seed 1`).
"""

import numpy as np

from cardsim import Strategy, borrowed
from cardsim.games.cheat import describe_count, own_cards, own_of_claim

truth_first_count = borrowed("cheat", "truth-first", "count")
over_claimer_count = borrowed("cheat", "over-claimer", "count")

COUNT_WEIGHTS = np.array(
    [
        [-642, -3842],  # a card
        [-574, -4109],  # a false card
        [-26, 6867],  # false cards at all
        [0, -4948],  # a false card beside true ones
        [0, -10000],  # a true card kept
        [-20, 232],  # a false card for each card in the pile
        [-57, 928],  # a false card for each card left
        [-2889, -4799],  # no card left
    ]
)
"""What each counts: without a card of the rank; with cards of the rank."""
COUNT_BONUS = 2898
"""How much more another action than the usual one must score."""


def usual_count(view, chance):
    if own_of_claim(view) < 2:
        if own_cards(view) < 3:
            return truth_first_count(view)
        return over_claimer_count(view, chance)
    return truth_first_count(view)


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
        worth += COUNT_WEIGHTS[4, table] * numbers[4]
        worth += COUNT_WEIGHTS[5, table] * numbers[5]
        worth += COUNT_WEIGHTS[6, table] * numbers[6]
        worth += COUNT_WEIGHTS[7, table] * numbers[7]
        if n == 0 or worth > most:
            choice, most = action, worth
    return choice


STRATEGY = Strategy(
    game="cheat",
    plays="play~ the learned rules",
    count=count,
)
