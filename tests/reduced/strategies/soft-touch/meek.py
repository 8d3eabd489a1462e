"""Ask, and give to those who were rude exactly twice."""

from cardsim import Strategy


def turn(view):
    return 0


def answer(view):
    return view.other_rude == 2


STRATEGY = Strategy(game="soft-touch", plays="give~ to the rude", turn=turn, answer=answer)
