"""What should I do with a lone five in Chinese Ten?

A 5, a 10 or a face card captures only its own kind, and you hold just one of that kind. When
nothing captures, you throw such a card first; or last; or black ones first and red ones last; or
you throw whatever has the fewest points, and the fewest unseen cards that take it. With two players
each way plays the same hands against beginners, in mixed company and against good players.
"""

from typing import Annotated, Any

import numpy as np

from cardsim import Experiment, Strategy, one_of
from cardsim.card_sets import count
from cardsim.games.chinese_ten.state import PARTNERS
from cardsim.studies import Lab, sweep_in_three

GAME = "chinese-ten"
NO_CARD, RANKS, FIVE, NINE = 255, 13, 4, 8
FIRST, LAST, BLACK, SAFE = range(4)
WAYS = {
    "first": "throw a lone five first",
    "last": "keep a lone five to the last",
    "black": "throw a lone black five first and keep a red one",
    "safest": "throw what is cheapest and safest, a lone five like any card",
}
FAR = 1000.0
"""More than any card is worth."""


def is_lone(view: Any, card: Any) -> Any:
    """Return whether a card captures only its own kind, and no other of that kind is held."""
    rank, alike = card % RANKS, 0
    for k in range(view.hand_size):
        alike += view.hand[k] % RANKS == rank
    return (rank == FIVE or rank > NINE) and alike == 1


def rated(view: Any, card: Any, way: Any) -> Any:
    """Return the cost of throwing a card, by the chosen way."""
    points, partners = np.float64(view.points[card]), count(view.unseen & PARTNERS[card])
    cost = points * (1 + partners) + 0.1 * partners
    if way == SAFE or not is_lone(view, card):
        return cost
    early = way == FIRST or (way == BLACK and points == 0)
    return cost - FAR if early else cost + FAR


def play_card(
    view: Any, way: Annotated[str, one_of(tuple(WAYS), "which card is thrown")] = "safest"
) -> Any:
    """Take the most points, and else throw as chosen."""
    return chosen(view, way)


def chosen(view: Any, way: Any) -> Any:
    """Return the card that wins most, or else costs least to throw."""
    thrown, least = NO_CARD, 1e9
    for k in range(view.hand_size):
        cost = rated(view, int(view.hand[k]), way)
        if cost < least:
            thrown, least = int(view.hand[k]), cost
    return thrown if view.best_capture == NO_CARD else int(view.best_capture)


THROWER = Strategy(GAME, name="lone fives", plays="choose~ what to throw", play_card=play_card)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    asked = sweep_in_three(
        lab,
        GAME,
        "way",
        WAYS.__getitem__,
        "what you throw",
        strategy=THROWER,
        way=tuple(WAYS),
        players=2,
    )
    dear = asked.dearest
    lab.answer(
        f"{asked.headline}. The same goes for tens and face cards. What costs you most is to "
        f"{asked.ways[dear]}: {asked.costs(dear)}.",
        *asked.numbers,
        asked.lost(),
    )


EXPERIMENT = Experiment(study, n=400_000, precision="0.5pp")
