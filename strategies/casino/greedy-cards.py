"""Capture as many cards as possible, whichever they are.

Of captures of as many cards, those of a build counted, it takes the first in the order of the
rules. Where nothing can be captured it trails the card of the lowest id. It never builds.

Source: the baseline `greedy-cards` of the rules file.

Result: against `greedy-value` it has 0.57 (± 0.04) points less a hand (`cardsim run casino --vs
usual --strategy greedy-cards -n 100k --seed 1`).
"""

from cardsim import Strategy
from cardsim.card_sets import lowest
from cardsim.games.casino import best_capture

EVERY_CARD = (1.0, 0.0, 0.0, 0.0, 0.0)


def play(view):
    number, taken, _ = best_capture(view, view.hand, EVERY_CARD, 0.0)
    if number >= 0:
        return number, taken
    return lowest(view.hand), 0


STRATEGY = Strategy(game="casino", plays="capture~ most cards", play=play)
