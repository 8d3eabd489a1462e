"""My partner has bid nil in Spades: how do I cover it?

A nil is lost when its player takes a trick. You can take what he is winning, play your highest card
before him, and lead high, so that he may throw a card below. All that may cost you tricks later, or
win more than you bid. We play the same hands with each of these, with some together, and only
for your own bid. Your partner bids and plays like you: against beginners, in mixed company and
against good players.
"""

from collections.abc import Mapping
from typing import Annotated, Any

import numpy as np
import polars as pl

from cardsim import Experiment, Number, Strategy, borrowed, one_of
from cardsim.games.spades import holds_nil, need
from cardsim.games.spades.state import POWER, SPADES, SUITS
from cardsim.runs.company import Company
from cardsim.runs.words import capitalised
from cardsim.studies import (
    Lab,
    Table,
    gains_chart,
    gains_in_three,
    gains_told,
    joined,
    mixed_first,
)
from cardsim.studies.situations import Gains
from cardsim.tricks import high_card, low_card

GAME, LIKE = "spades", "trick-odds"
"""The strategy that bids, and plays all other cards."""
NOUN = "points"
OTHERWISE = "playing only for your own bid"
QUEEN = 12
NOTHING, NONE = np.uint64(0), np.int64(-1)
HIGH, TOP, OUT, SPADE = range(4)
"""What is led: the highest card of a side suit, the same if it is an ace, king or queen, first of
what he is out of, or spades."""
NO, ALWAYS, NEED, MADE = range(4)
"""When something is done: never, always, while the own side needs tricks, once it has its bid."""
NEEDING, HAVING = "while you need tricks", "once you have your bid"
TAKE = "take what he is winning"
EARLY, LATE = f"{TAKE}, {NEEDING}", f"{TAKE}, {HAVING}"
BEFORE = "play high before him"
LEAD = "lead your highest card"
EVERYTHING = "do all three"
SPADES_TOO = f"{TAKE} and lead your highest spade when you may"
RECKON = "reckon each card as a computer can"
WAYS = (
    ("never", HIGH, NO, NO, NO),
    (TAKE, HIGH, NO, NO, ALWAYS),
    (BEFORE, HIGH, NO, ALWAYS, NO),
    (LEAD, HIGH, ALWAYS, NO, NO),
    (EVERYTHING, HIGH, ALWAYS, ALWAYS, ALWAYS),
    (EARLY, HIGH, NO, NO, NEED),
    (LATE, HIGH, NO, NO, MADE),
    (f"{TAKE} and lead an ace, king or queen", TOP, ALWAYS, NO, ALWAYS),
    (f"{TAKE} and lead high, first what he is out of", OUT, ALWAYS, NO, ALWAYS),
    (SPADES_TOO, SPADE, ALWAYS, NO, ALWAYS),
    (f"{TAKE} and lead your highest spade, {NEEDING}", SPADE, NEED, NO, ALWAYS),
    (f"{TAKE} and lead your highest spade, {HAVING}", SPADE, MADE, NO, ALWAYS),
    (RECKON, HIGH, NO, NO, NO),
)
"""What you do for a nil, what you lead, and when you lead it, play high before him, and take what
he is winning."""
WHEN = tuple(name for name, *_ in WAYS)
LEADS, LEAD_AT, BEFORE_AT, TAKE_AT = (tuple(way[k] for way in WAYS) for k in (1, 2, 3, 4))
RECKONED = len(WAYS) - 1
SHOWN = (TAKE, BEFORE, LEAD, EVERYTHING, SPADES_TOO)
BESIDES = {
    BEFORE: "playing high before him",
    LEAD: "leading your highest card",
    SPADES_TOO: "taking what he is winning and leading your highest spade when you may",
}
"""What the answer tells besides."""
as_usual = borrowed(GAME, LIKE, "play", cover=0)
reckoned = borrowed(GAME, LIKE, "play")


def high_lead(view: Any, lead: Any) -> Any:
    """Return the card to lead: of side suits if there is one, and first of what he is out of."""
    side, spades = view.legal & ~SUITS[SPADES], view.legal & SUITS[SPADES]
    if lead == SPADE and spades != NOTHING:
        return np.int64(high_card(spades))
    out = NOTHING
    for suit in range(SPADES):
        out |= view.legal & SUITS[suit] if view.voids[view.seat ^ 2, suit] else NOTHING
    if lead == OUT and out != NOTHING:
        return np.int64(high_card(out))
    card = np.int64(high_card(side if side != NOTHING else spades))
    return card if lead != TOP or POWER[card] >= QUEEN else NONE


def high_before(view: Any) -> Any:
    """Return the highest card that takes the trick so far; -1 for none, and for a ruff."""
    takes = view.legal & view.beats & SUITS[view.led]
    return np.int64(high_card(takes)) if takes != NOTHING else NONE


def is_time(view: Any, time: Any) -> Any:
    """Return whether something is done now, by the tricks that the own side needs."""
    return time == ALWAYS or (time != NO and (time == NEED) == (need(view) > 0))


def chosen(view: Any, when: Any) -> Any:
    """Return the card that covers a nil of the partner, or else the usual one."""
    if not holds_nil(view, view.seat + 2) or holds_nil(view, view.seat):
        return as_usual(view)
    if when == RECKONED:
        return reckoned(view)
    card, takes = NONE, view.legal & view.beats
    if view.laid == 0:
        card = high_lead(view, LEADS[when]) if is_time(view, LEAD_AT[when]) else NONE
    elif view.best_seat == view.seat ^ 2:
        if takes != NOTHING and is_time(view, TAKE_AT[when]):
            card = np.int64(low_card(takes))
    elif view.laid == 1 and is_time(view, BEFORE_AT[when]):
        card = high_before(view)
    return card if card >= 0 else as_usual(view)


def play(
    view: Any,
    when: Annotated[str, one_of(WHEN, "what is done for a nil of the partner")] = TAKE,
) -> Any:
    """Cover a nil of the partner, and else play for the own bid."""
    return chosen(view, when)


def plays(when: str) -> str:
    """Say what it does for a nil of the partner."""
    return "cover~ no nil" if when == WHEN[0] else when.replace(" ", "~ ", 1)


COVERER = Strategy(
    GAME,
    name="covers nils",
    plays=plays,
    bid=borrowed(GAME, LIKE, "bid"),
    play=play,
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    found = gains_in_three(lab, GAME, COVERER, WHEN, seen, fields="bids", unit="hand")
    lab.section(
        "What to do for his nil",
        "Points that your side wins more than if you play only for your own bid, in hands in "
        "which your partner or you have bid it. A nil and a nil that fails are 200 points apart.",
        gains_chart(
            found,
            SHOWN,
            "What you win by covering a nil",
            "what you do",
            "points more in a hand with a nil of your side",
        ),
    )
    lab.section(
        "By what you need, and what to lead",
        "All three are to take what he is winning, to play high before him, and to lead high.",
        table=Table(
            "Points that you win more than if you play only for your own bid",
            ("what you do", *(company.where for company in found)),
            tuple((way, *(str(by.get(way, "")) for by in found.values())) for way in WHEN[1:]),
            numbers=tuple(range(1, 1 + len(found))),
        ),
    )
    parts = [verdict(found)]
    if all(way in by for by in found.values() for way in WHEN[1:]):
        parts += [
            (
                f"Compared with playing only for your own bid, that wins {sizes(found, TAKE)} each "
                f"time your side bids nil. Of that you win {sizes(found, LATE)} once you have your "
                "bid."
            ),
            *(
                f"{capitalised(gains_told(found, way, doing, OTHERWISE, NOUN))}."
                for way, doing in BESIDES.items()
            ),
        ]
    lab.answer(
        " ".join(parts),
        *(
            Number.of(by[TAKE], f"points more a nil by covering it, {company.where}")
            for company, by in mixed_first(found)
            if TAKE in by
        ),
    )


def verdict(found: Mapping[Company, Gains]) -> str:
    """Return whether to take what he is winning, and when it wins most, in a sentence."""
    if not all(TAKE in by and by[TAKE].sign > 0 for by in found.values()):
        return "It depends on the others."
    late = all(by[LATE].value > by[EARLY].value for by in found.values())
    return f"Take every trick that he is winning{', above all once you have your bid' * late}."


def sizes(found: Mapping[Company, Gains], way: str) -> str:
    """Return what a way wins in each company, mixed company first."""
    mixed, *more = ((by[way].size, company.where) for company, by in mixed_first(found))
    return joined([f"{mixed[0]} points {mixed[1]}", *(" ".join(one) for one in more)])


def seen(decisions: pl.DataFrame) -> pl.DataFrame:
    """Return the hands in which your side has bid nil, for each thing that you may do."""
    nils = decisions.filter(
        (pl.col("decision") == "bid")
        & (pl.col("action") == 0)
        & (pl.col("seat") % 2 == pl.col("your_seat") % 2)
    )
    hands = nils.select(pl.col("hand").cast(pl.Int64)).unique()
    return hands.join(pl.DataFrame({"when": WHEN[1:]}), how="cross")


# By a number of hands: your side bids nil in some of them only.
EXPERIMENT = Experiment(study, n=40_000)
