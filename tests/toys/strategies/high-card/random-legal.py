"""Keep or swap, each as likely."""

from cardsim import Strategy
from cardsim.rng import below


def swap(view, chance):
    return below(chance, 2)


STRATEGY = Strategy(game="high-card", swap=swap)
