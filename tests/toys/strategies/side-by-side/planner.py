"""Make up the mind when bidding, sometimes otherwise than the cards say, and lay so many cards."""

from typing import Annotated

from cardsim import Strategy, between
from cardsim.rng import uniform


def bid(
    view, chance, memory, bold: Annotated[float, between(0, 1, "how often to bid one more")] = 0.3
):
    memory.plan = 1 + (uniform(chance) < bold)
    return memory.plan


def lay(view, memory, count_legal, nth_legal):
    found = nth_legal(view, 0)
    for n in range(count_legal(view)):
        number, cards = nth_legal(view, n)
        laid = 0
        for card in range(52):
            laid += (cards >> card) & 1
        if laid == memory.plan:
            found = (number, cards)
    return found


STRATEGY = Strategy(game="side-by-side", bid=bid, lay=lay, memory=[("plan", "u1")])
