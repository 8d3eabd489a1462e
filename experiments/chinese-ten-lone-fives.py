"""What should I do with a lone five in Chinese Ten?

A 5, a 10 or a face card captures only its own kind, and you hold just one of that kind. When
nothing captures, you throw such a card first; or last; or black ones first and red ones last; or
you choose by the rules of how to play, as with any card: you throw the one that loses least, where
a card loses half of its own points and a quarter of the points of its partners not seen yet.
All else is played by these rules. With two players each way plays the same hands against beginners,
in mixed company and against good players.
"""

from typing import Annotated, Any

import numpy as np

from cardsim import Experiment, Strategy, one_of
from cardsim.games.chinese_ten import describe_play
from cardsim.studies import Lab, sweep_in_three

GAME = "chinese-ten"
NO_CARD, RANKS, FIVE, NINE = 255, 13, 4, 8
FIRST, LAST, BLACK, RULES = range(4)
WAYS = {
    "first": "throw a lone five first",
    "last": "keep a lone five to the last",
    "black": "throw a lone black five first and keep a red one",
    "rules": "throw the card that loses least, a lone five like any other",
}
FAR = 1000.0
"""More than any card is worth."""


def is_lone(view: Any, card: Any) -> Any:
    """Return whether a card captures only its own kind, and no other of that kind is held."""
    rank, alike = card % RANKS, 0
    for k in range(view.hand_size):
        alike += view.hand[k] % RANKS == rank
    return (rank == FIVE or rank > NINE) and alike == 1


def play_card(
    view: Any, way: Annotated[str, one_of(tuple(WAYS), "which card is thrown")] = "rules"
) -> Any:
    """Play by the rules of how to play, and throw as chosen when nothing captures."""
    return chosen(view, way)


def chosen(view: Any, way: Any) -> Any:
    """Return the card for which most is left, with lone fives first or last where a way says so."""
    numbers = np.zeros(9, np.int64)
    choice, most = -1, 0.0
    for k in range(view.hand_size):
        card = int(view.hand[k])
        describe_play(view, card, numbers)
        left = numbers[0] - 0.5 * numbers[2] - 0.25 * numbers[7]
        if view.best_capture == NO_CARD and way != RULES and is_lone(view, card):
            early = way == FIRST or (way == BLACK and numbers[2] == 0)
            left += FAR if early else -FAR
        if choice < 0 or left > most:
            choice, most = card, left
    return choice


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
    dear, last = asked.dearest, tuple(WAYS).index("last")
    lab.answer(
        f"{asked.headline}. The same goes for tens and face cards. A card loses half of its own "
        "points and a quarter of the points of its partners not seen yet. Keeping a lone five to "
        f"the last costs you {asked.costs(last)}. What costs you most is to {asked.ways[dear]}: "
        f"{asked.costs(dear)}.",
        *asked.numbers,
        asked.lost(),
    )


EXPERIMENT = Experiment(study, n=400_000, precision="0.5pp")
