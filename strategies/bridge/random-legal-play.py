"""Play any card that may be played, each as likely.

It bids as `tips`.

Source: the play of the baseline `random-legal` of the rules file.
"""

from cardsim import Strategy
from cardsim.card_sets import count, pick
from cardsim.rng import below


def any_card(view, chance):
    return pick(view.legal, below(chance, count(view.legal)))


STRATEGY = Strategy(game="bridge", plays="play~ any legal card", lead=any_card, play=any_card)
