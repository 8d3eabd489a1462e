"""Which card should I throw first in Gin Rummy?

In the classic game for two you throw your first card by a rule of thumb: the highest that is in no
meld; the highest that has no neighbour or mate in your hand; or the lowest such card, to keep quiet
about the rest. All else you play as `outs` does, which counts what each throw leaves. Each way
plays the same hands against beginners, in mixed company and against good players.
"""

from typing import Annotated, Any

import numpy as np

from cardsim import Experiment, Strategy, borrowed, one_of
from cardsim.card_sets import lowest, only, without_lowest
from cardsim.games.gin_rummy import counts, deadwood, finish_with, live_melds, rounds
from cardsim.studies import Lab, sweep_in_three

GAME, PRESET, LIKE = "gin-rummy", "classic-2p", "outs"
HIGHEST, LOOSE, LOW, COUNTED = range(4)
THROWS = {
    "highest": "throw the highest card that is in no meld",
    "loose": "throw the highest card that fits no other",
    "low": "throw the lowest card that fits no other",
    "counted": "throw what leaves the best hand, if you can count that",
}
FITS = 20
"""Points off a card for each card that would make a meld with it."""
as_usual = borrowed(GAME, LIKE, "finish")


def thrown(view: Any, way: Any) -> Any:
    """Return the card that a rule of thumb throws."""
    choice, most, rest, left = np.int64(-1), np.int64(-999), view.hand, deadwood(view.hand)
    while rest != np.uint64(0):
        card = lowest(rest)
        rest = without_lowest(rest)
        melded = deadwood(view.hand ^ only(card)) > left - counts(card)
        worth = -counts(card) if way == LOW else counts(card)
        worth -= 0 if way == HIGHEST else FITS * live_melds(view, card)
        if card != view.banned and not melded and worth > most:
            choice, most = card, worth
    return choice


def first(view: Any, usual: Any, way: Any) -> Any:
    """Return what is done with the first card to throw, where `usual` would be done otherwise."""
    card = thrown(view, way)
    keeps = way == COUNTED or rounds(view) > 0 or usual >= view.tiles or card < 0
    return usual if keeps else finish_with(view, card, knock=False)


def finish(
    view: Any, way: Annotated[str, one_of(tuple(THROWS), "what is thrown first")] = "loose"
) -> Any:
    """Throw the first card as chosen, unless it is time to knock."""
    return first(view, as_usual(view), way)


THROWER = Strategy(
    GAME,
    name="first throws",
    plays="choose~ the first throw",
    upcard=borrowed(GAME, LIKE, "upcard"),
    draw=borrowed(GAME, LIKE, "draw"),
    finish=finish,
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    asked = sweep_in_three(
        lab,
        GAME,
        "way",
        THROWS.__getitem__,
        "what you throw first",
        heading="By who the other is",
        strategy=THROWER,
        preset=PRESET,
        way=tuple(THROWS),
        unit="hand",
    )
    dear = asked.dearest
    lab.answer(
        f"{asked.headline}. That is for your first throw alone. What costs you most is "
        f"to {asked.ways[dear]}: {asked.costs(dear)}.",
        *asked.numbers,
        asked.lost(),
    )


EXPERIMENT = Experiment(study, n=60_000, precision="0.5pp")
