"""Take now or wait for the flip in Chinese Ten?

A card of your hand captures something poor. You may take that, or throw another card and hope that
the card which you then turn up captures it for you. By the rules of how to play you take off half
of its own points and a quarter of the points of its partners not seen yet from what each card wins,
and play the card for which most is left, whether it captures or not. Or you play so, but take
whenever you can; or you leave what wins too little, if another card wins nothing or more. With two
players each way plays the same hands against beginners, in mixed company and against good players.
"""

from typing import Annotated, Any

import numpy as np

from cardsim import Experiment, Number, Strategy, one_of
from cardsim.games.chinese_ten import describe_play
from cardsim.studies import Lab, sweep_in_three

GAME = "chinese-ten"
RULES, ALWAYS, SOME, FOUR, TEN = range(5)
WAYS = {
    "rules": "play the card for which most is left, whether it captures or not",
    "always": "take whenever you can",
    "some": "take only what wins 1 or more",
    "four": "take only what wins 4 or more",
    "ten": "take only what wins 10 or more",
}
LEAST = np.array([0, 0, 1, 4, 10])
"""Points that a capture must win to be made, by way."""
FAR = 1000.0
"""More than any card is worth."""


def play_card(
    view: Any, way: Annotated[str, one_of(tuple(WAYS), "which captures are made")] = "rules"
) -> Any:
    """Play by the rules of how to play, but for the captures that must be made or left."""
    return chosen(view, way)


def chosen(view: Any, way: Any) -> Any:
    """Return the card for which most is left, of those that a way allows."""
    numbers = np.zeros(9, np.int64)
    choice, most = -1, 0.0
    for k in range(view.hand_size):
        card = int(view.hand[k])
        describe_play(view, card, numbers)
        left = numbers[0] - 0.5 * numbers[2] - 0.25 * numbers[7]
        if numbers[1] == 0 and way == ALWAYS:
            left -= FAR
        if numbers[1] != 0 and numbers[0] < LEAST[way]:
            left -= FAR
        if choice < 0 or left > most:
            choice, most = card, left
    return choice


WAITER = Strategy(GAME, name="waits", plays="choose~ what to capture", play_card=play_card)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    asked = sweep_in_three(
        lab,
        GAME,
        "way",
        WAYS.__getitem__,
        "which captures you make",
        strategy=WAITER,
        way=tuple(WAYS),
        players=2,
    )
    lab.answer(
        f"{asked.headline}. By the rules of how to play, what is left of a card is what it wins, "
        "less half of its own points and a quarter of the points of its partners not seen yet. "
        f"Taking whenever you can costs you {asked.costs(ALWAYS)}. Leaving every capture that wins "
        f"nothing costs you {asked.costs(SOME)}.",
        *asked.numbers,
        Number.of(
            asked.mixed.cost(ALWAYS),
            "lost by taking whenever you can, in mixed company",
            is_cost=True,
        ),
    )


EXPERIMENT = Experiment(study, n=400_000, precision="0.5pp")
