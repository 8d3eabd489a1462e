"""Play any card, and take any card that it can take, each as likely.

It comes to every place in the rules: the checks of the game against a second program are played
with it.

Source: the baseline `random-legal` of the rules file.

Result: against `greedy` it loses 25.47 points a hand, 25.46 +- 0.04 more than `greedy` does in its
place in the same deals, and has the most points in 12.7 % of hands (2 players, 1,048,576 hands,
seed 20, 95 % interval).
"""

from cardsim import Strategy
from cardsim.card_sets import count, pick
from cardsim.rng import below


def any_legal(view, chance):
    return pick(view.legal, below(chance, count(view.legal)))


STRATEGY = Strategy(
    game="chinese-ten",
    play_card=any_legal,
    choose_capture=any_legal,
    choose_flip_capture=any_legal,
)
