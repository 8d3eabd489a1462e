"""Play any legal card, each as likely, and then any of its legal options.

Source: the baseline `random-legal` of the rules file; the strategy of that name here takes each
legal action as likely, so that a card with two options comes up twice as often.
"""

import numpy as np

from cardsim import Strategy
from cardsim.rng import below


def allowed(view, action):
    return (view.legal >> np.uint64(action)) & np.uint64(1) != 0


def play_card(view, chance):
    cards = 0
    for k in range(view.hand_size):
        cards += allowed(view, k) or allowed(view, 8 + k)
    skip = below(chance, cards)
    card = -1
    for k in range(view.hand_size):
        if allowed(view, k) or allowed(view, 8 + k):
            if skip == 0:
                card = k
            skip -= 1
    if not allowed(view, 8 + card):
        return card
    if not allowed(view, card):
        return 8 + card
    return card + 8 * below(chance, 2)


STRATEGY = Strategy(game="ninety-nine", plays="play~ any card at random", play_card=play_card)
