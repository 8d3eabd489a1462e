"""Bet and call with a card as high as this, and with no other."""

from typing import Annotated

from cardsim import Strategy, between


def bet(view, bet_from: Annotated[int, between(0, 3, "bet with cards from this on")] = 2):
    return view.card >= bet_from


STRATEGY = Strategy(game="kuhn", plays="bet~ with cards from {bet_from} on", bet=bet)
