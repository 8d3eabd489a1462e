"""Capture what is worth most; else trail the card that the fewest unseen cards can take.

- trail the card that the fewest unseen cards can take, alone or with loose cards

A card not seen yet can take it if it is of the same rank, or if the card and some loose ones add up
to it. Of equals it trails the card of the lowest id. What is worth most is reckoned as
`greedy-value` does.

Source: the baseline `trail-safe` of the rules file.

Result: against `greedy-value` it has 0.58 (± 0.04) points more a hand, and wins 58.4 % of matches
(± 0.7) (`cardsim run casino --vs usual --strategy trail-safe`, with `-n 100k --seed 1` and with
`--unit match -n 20000 --seed 3`).
"""

from typing import Annotated

from cardsim import Strategy, between
from cardsim.card_sets import lowest, without_lowest
from cardsim.games.casino import best_capture, takers

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
    cards, fewest, trailed = view.hand, 99, -1
    while cards != 0:
        card = lowest(cards)
        cards = without_lowest(cards)
        number = takers(view, card)
        if number < fewest:
            trailed, fewest = card, number
    return trailed, 0


STRATEGY = Strategy(game="casino", plays="trail~ what is safest", play=play)
