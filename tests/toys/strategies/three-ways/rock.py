"""Throw rock every time."""

from cardsim import Strategy


def throw(view):
    return 0


STRATEGY = Strategy(game="three-ways", throw=throw)
