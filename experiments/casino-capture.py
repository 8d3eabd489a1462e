"""Which capture should I take in Casino, when there are several?

One card can often take this or that, and so can another one of your hand. You take what is worth
most: the ten of diamonds 2 points, the two of spades and each ace 1, any card a tenth of a point,
and a spade about two tenths. Or you take the most cards, or capture with your highest card, or with
your lowest. You build whatever wins cards and trail what is safest. Each way plays the same matches
with two players, against beginners, in mixed company and against good players.
"""

from typing import Annotated, Any

import numpy as np

from cardsim import Experiment, Strategy, borrowed, one_of
from cardsim.card_sets import lowest, only, without_lowest
from cardsim.games.casino import best_capture, worth_of
from cardsim.studies import Lab, sweep_in_three

GAME = "casino"
WORTH = (0.1, 0.12, 1.0, 2.0, 1.0)
"""Values of a card, and what a spade, an ace, the ten of diamonds and the two of spades add."""
EVERY_CARD = (1.0, 0.0, 0.0, 0.0, 0.0)
RANKS = 13
LEAST = -1000.0
MOST_WORTH, MOST_CARDS, HIGHEST, LOWEST = range(4)
WAYS = {
    "worth": "take what is worth most",
    "cards": "take the most cards",
    "highest": "capture with your highest card",
    "lowest": "capture with your lowest card",
}
as_usual = borrowed(GAME, "trail-by", "play")


def worth(card: Any, cards: Any, way: Any) -> Any:
    """Return the value of taking some cards, by a way to choose."""
    if way == MOST_CARDS:
        return worth_of(cards, EVERY_CARD)
    if way == MOST_WORTH:
        return worth_of(cards, WORTH)
    rank = 1.0 * (card % RANKS)
    return rank if way == HIGHEST else -rank


def captured(view: Any, way: Any) -> Any:
    """Return the capture by a way to choose: the best one of the best for each card in hand."""
    number, taken, most, rest = np.int64(-1), np.uint64(0), LEAST, view.hand
    weights = EVERY_CARD if way == MOST_CARDS else WORTH
    swept = 0.0 if way == MOST_CARDS else 1.0 * view.sweep_points
    while rest != np.uint64(0):
        card = lowest(rest)
        rest = without_lowest(rest)
        found, some, cards = best_capture(view, only(card), weights, swept)
        if found >= 0:
            gain = worth(card, cards, way)
            gain += swept * (view.loose & ~cards == np.uint64(0)) * (way == MOST_WORTH)
            if gain > most:
                number, taken, most = found, some, gain
    return number, taken


def play(view: Any, way: Annotated[str, one_of(WAYS, "what is taken")] = "worth") -> Any:
    """Take by the chosen way wherever something is taken; else play as usual."""
    number, taken = as_usual(view)
    usual, cards, _ = best_capture(view, view.hand, WORTH, 1.0 * view.sweep_points)
    if usual >= 0 and number == usual and taken == cards:
        return captured(view, way)
    return number, taken


TAKER = Strategy(GAME, name="takes by a rule", plays="choose~ what to take", play=play)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    asked = sweep_in_three(
        lab,
        GAME,
        "way",
        WAYS.__getitem__,
        "what you take",
        strategy=TAKER,
        way=tuple(WAYS),
        players=2,
    )
    cards = list(WAYS).index("cards")
    lab.answer(
        f"{asked.headline}. Taking the most cards costs you {asked.costs(cards)}. What costs you "
        f"most is to {asked.ways[asked.dearest]}: {asked.costs(asked.dearest)}.",
        *asked.numbers,
        asked.lost(),
    )


EXPERIMENT = Experiment(study, n=60_000, precision="0.5pp")
