"""Say `mine` with 4 or more."""

from cardsim import Strategy


def whose(view):
    return view.die < 4


STRATEGY = Strategy(game="cup", plays="say~ who has more by your own die", whose=whose)
