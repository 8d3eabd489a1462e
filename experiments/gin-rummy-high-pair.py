"""When should I break a high pair in Gin Rummy?

You hold two tens, jacks, queens or kings, in no meld. A third would make one, but until then they
are 20 points. In the classic game for two you keep such a pair for some turns, as long as you have
any other card to throw, and then you throw it. All else you play as `outs` does. Each number of
turns plays the same hands against beginners, in mixed company and against good players.
"""

from typing import Annotated, Any

import numpy as np

from cardsim import Experiment, Number, Strategy, between, borrowed
from cardsim.card_sets import ONE_RANK, count, lowest, only, without_lowest
from cardsim.games.gin_rummy import counts, deadwood, finish_with, live_melds, rounds, tile_thrown
from cardsim.studies import Lab, sweep_in_three

GAME, PRESET, LIKE = "gin-rummy", "classic-2p", "outs"
LONG, NEVER = 6, 20
TURNS = (0, 1, 2, 3, 4, LONG, 8, NEVER)
HIGH, RANKS = 10, 13
FITS = 20
"""Points off another card for each card that would make a meld with it."""
as_usual = borrowed(GAME, LIKE, "finish")


def in_high_pair(view: Any, card: Any) -> Any:
    """Return whether a card in no meld is one of two or more high ones of its rank."""
    alike = view.hand & (ONE_RANK << np.uint64(card % RANKS))
    melded = deadwood(view.hand ^ only(card)) > deadwood(view.hand) - counts(card)
    return counts(card) == HIGH and count(alike) == 2 and not melded


def thrown(view: Any, pairs: Any) -> Any:
    """Return a card of a high pair, or the highest other one that fits least; -1 without one."""
    choice, most, rest = np.int64(-1), np.int64(-999), view.hand
    while rest != np.uint64(0):
        card = lowest(rest)
        rest = without_lowest(rest)
        melded = deadwood(view.hand ^ only(card)) > deadwood(view.hand) - counts(card)
        worth = counts(card) - FITS * live_melds(view, card)
        fits = in_high_pair(view, card) == pairs
        if card != view.banned and not melded and fits and worth > most:
            choice, most = card, worth
    return choice


def changed(view: Any, usual: Any, turns: Any) -> Any:
    """Return the usual throw, unless it breaks a pair too early, or keeps one too long."""
    if usual >= view.tiles:
        return usual
    breaks, late = in_high_pair(view, tile_thrown(view, usual)), rounds(view) >= turns
    card = np.int64(-1) if breaks == late else thrown(view, late)
    return usual if card < 0 else finish_with(view, card, knock=False)


def finish(
    view: Any, turns: Annotated[int, between(0, NEVER, "turns in which a high pair is kept")] = 4
) -> Any:
    """Keep high pairs for some turns, and then throw them."""
    return changed(view, as_usual(view), turns)


KEEPER = Strategy(
    GAME,
    name="keeps high pairs",
    plays="keep~ a high pair for {turns} turns",
    upcard=borrowed(GAME, LIKE, "upcard"),
    draw=borrowed(GAME, LIKE, "draw"),
    finish=finish,
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    asked = sweep_in_three(
        lab,
        GAME,
        "turns",
        told,
        f"turns before you break it ({NEVER}: never)",
        heading="By who the other is",
        strategy=KEEPER,
        preset=PRESET,
        turns=TURNS,
        unit="hand",
    )
    first, long, last = 0, TURNS.index(LONG), len(TURNS) - 1
    lab.answer(
        f"{asked.headline}. Breaking it on the first turn costs you {asked.costs(first)}. Keeping "
        f"it for {TURNS[long]} turns costs you {asked.costs(long)}; never breaking it costs you "
        f"{asked.costs(last)}.",
        *asked.numbers,
        Number.of(
            asked.mixed.cost(last), "lost by never breaking it, in mixed company", is_cost=True
        ),
    )


def told(turns: int) -> str:
    """Return how long you keep a high pair, in words."""
    if turns in (0, NEVER):
        return "break a high pair at once" if turns == 0 else "never break a high pair"
    return f"break a high pair after {turns} turn{'s' * (turns > 1)}"


EXPERIMENT = Experiment(study, n=40_000, precision="0.5pp")
