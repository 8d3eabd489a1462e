"""Capture what is worth most, counting cards, spades, aces, the ten and the two.

What is captured is worth the sum of its cards, with the card that is played. Of captures worth the
same it takes the first in the order of the rules. Where nothing can be captured it trails the card
that is worth least, of equals the one of the lowest id. It never builds.

Source: the baseline `greedy-value` of the rules file, which leaves open what it trails and the
worth of a sweep.
"""

from typing import Annotated

from cardsim import Strategy, between
from cardsim.games.casino import best_capture, least_worth

Card = Annotated[float, between(0, 10, "points that a card counts")]
Spade = Annotated[float, between(0, 10, "points that a spade counts besides")]
Ace = Annotated[float, between(0, 10, "points that an ace counts besides")]
Big = Annotated[float, between(0, 10, "points that the ten of diamonds counts besides")]
Little = Annotated[float, between(0, 10, "points that the two of spades counts besides")]
Sweep = Annotated[float, between(0, 10, "what a sweep counts, times its points by the house rules")]


def play(
    view,
    card_w: Card = 0.1,
    spade_w: Spade = 0.12,
    ace_w: Ace = 1.0,
    big_w: Big = 2.0,
    little_w: Little = 1.0,
    sweep_w: Sweep = 1.0,
):
    weights = (card_w, spade_w, ace_w, big_w, little_w)
    number, taken, _ = best_capture(view, view.hand, weights, sweep_w * view.sweep_points)
    if number >= 0:
        return number, taken
    return least_worth(view.hand, weights), 0


STRATEGY = Strategy(game="casino", plays="capture~ what is worth most", play=play)
