"""Take now or wait for the flip in Chinese Ten?

A card of your hand captures something poor. You may take that, or throw another card and hope that
the card which you then turn up captures it for you. You take what wins at least some number of
points, and else throw the safest card that captures nothing, if you have one. With two players each
number plays the same hands against beginners, in mixed company and against good players.
"""

from typing import Annotated, Any

import numpy as np

from cardsim import Experiment, Number, Strategy, between
from cardsim.card_sets import count
from cardsim.games.chinese_ten.state import PARTNERS
from cardsim.studies import Lab, sweep_in_three

GAME = "chinese-ten"
NO_CARD = 255
LEAST = (0, 1, 2, 4, 6, 8, 10, 15, 20, 30)
TEN = 10


def play_card(
    view: Any, least: Annotated[int, between(0, 100, "points that are taken at once")] = 0
) -> Any:
    """Take what wins enough; else throw the card that wins nothing and is safest."""
    thrown, cheapest, most = -1, 1e9, -1
    for k in range(view.hand_size):
        card = int(view.hand[k])
        most = max(most, int(view.wins[k]))
        danger = count(view.unseen & PARTNERS[card]) + np.float64(view.points[card])
        if view.wins[k] < 0 and danger < cheapest:
            thrown, cheapest = card, danger
    takes = view.best_capture != NO_CARD and (most >= least or thrown < 0)
    return int(view.best_capture) if takes else thrown


WAITER = Strategy(
    GAME, name="waits", plays="take~ what wins {least} or more at once", play_card=play_card
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    asked = sweep_in_three(
        lab,
        GAME,
        "least",
        told,
        "points that you take at once",
        strategy=WAITER,
        least=LEAST,
        players=2,
    )
    few, ten = LEAST.index(1), LEAST.index(TEN)
    lab.answer(
        f"{asked.headline}. Leaving captures that win nothing costs you {asked.costs(few)}. "
        f"Leaving what wins fewer than {TEN} costs you {asked.costs(ten)}.",
        *asked.numbers,
        Number.of(
            asked.mixed.cost(ten),
            f"lost by leaving captures of fewer than {TEN}, in mixed company",
            is_cost=True,
        ),
    )


def told(least: int) -> str:
    """Return in words what you take at once."""
    if least == 0:
        return "take whatever you can"
    return f"take at once what wins {least} or more"


EXPERIMENT = Experiment(study, n=400_000, precision="0.5pp")
