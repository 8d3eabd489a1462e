"""Bid as many cards as were laid on average in the same match, and lay what is worth most.

How to lay is looked for by the worth of the cheapest card, of which there is a list to work in.
"""

from typing import Annotated

from cardsim import Strategy, between


def bid(view, memory, first: Annotated[int, between(0, 2, "what to bid in the first hand")] = 1):
    if memory.hands == 0:
        return first
    return int(memory.laid // memory.hands)


def lay(view, memory, scratch, count_legal, nth_legal):
    ways = count_legal(view)
    for n in range(ways):
        number, cards = nth_legal(view, n)
        cheapest = 4
        for card in range(52):
            if (cards >> card) & 1:
                scratch.laid[n] += 1
                cheapest = min(cheapest, (4, 1, 2, 3)[max(card % 13 - 9, 0)])
        scratch.value[n] = number * cheapest
    best = 0
    for n in range(ways):
        if scratch.value[n] > scratch.value[best]:
            best = n
    memory.hands += 1
    memory.laid += scratch.laid[best]
    return nth_legal(view, best)


STRATEGY = Strategy(
    game="side-by-side",
    bid=bid,
    lay=lay,
    memory=[("hands", "i8"), ("laid", "i8")],
    forgets="match",
    scratch=[("value", "i8", 32), ("laid", "i8", 32)],
)
