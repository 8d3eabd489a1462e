"""The others have bid nil in Spades: how do I set it?

A nil is set when its player takes a trick. You can leave him every trick that he is winning, lead
low, so that he may be left with the highest card, and play low before him. All that may cost you
tricks for your own bid. We play the same hands with each of these, with some together, and only
for your own bid. Your partner plays like you, and neither of you bids nil: against beginners, in
mixed company and against good players.
"""

from collections.abc import Mapping
from typing import Annotated, Any

import numpy as np
import polars as pl

from cardsim import Experiment, Number, Strategy, borrowed, one_of
from cardsim.card_sets import FULL_PACK, count
from cardsim.games.spades import holds_nil, need
from cardsim.games.spades.state import BEATS, SPADES, SUITS
from cardsim.runs.company import Company
from cardsim.studies import (
    Lab,
    SweepResult,
    Table,
    gains_chart,
    gains_in_three,
    joined,
    mixed_first,
    rounded,
    wilson,
)
from cardsim.studies.situations import Gains
from cardsim.tricks import high_card, low_card

GAME, LIKE = "spades", "trick-odds"
"""The strategy that bids, and plays all other cards."""
NOTHING, NONE = np.uint64(0), np.int64(-1)
NO_LEAD, ANY, LONG, SHORT, SPADE = range(5)
"""Where a low card is led: nowhere, from any side suit, the longest, the shortest, or spades."""
ALWAYS, NEED, MADE = range(3)
"""When something is done: always, while the own side needs tricks, once it has its bid."""
NEEDING, HAVING = "while you need tricks", "once you have your bid"
LEAVE = "leave him what he is winning"
LEAD = "lead low from your shortest suit"
BEFORE = "play low before him"
BOTH = f"{LEAVE} and {LEAD}"
LONG_LEAD = f"{LEAVE} and lead low from your longest suit"
ANY_LEAD = f"{LEAVE} and lead your lowest card of any side suit"
LOW_SPADE = f"{LEAVE} and lead your lowest spade when you may"
EVERYTHING = "do all three"
RECKON = "reckon each card as a computer can"
NEVER = "never"
WAYS = (
    (NEVER, NO_LEAD, 0, 0, ALWAYS),
    (LEAVE, NO_LEAD, 0, 1, ALWAYS),
    (LEAD, SHORT, 0, 0, ALWAYS),
    (BEFORE, NO_LEAD, 1, 0, ALWAYS),
    (BOTH, SHORT, 0, 1, ALWAYS),
    (EVERYTHING, SHORT, 1, 1, ALWAYS),
    (f"{LEAVE}, {NEEDING}", NO_LEAD, 0, 1, NEED),
    (f"{LEAVE}, {HAVING}", NO_LEAD, 0, 1, MADE),
    (f"{BOTH}, {NEEDING}", SHORT, 0, 1, NEED),
    (f"{BOTH}, {HAVING}", SHORT, 0, 1, MADE),
    (LONG_LEAD, LONG, 0, 1, ALWAYS),
    (ANY_LEAD, ANY, 0, 1, ALWAYS),
    (LOW_SPADE, SPADE, 0, 1, ALWAYS),
    (RECKON, NO_LEAD, 0, 0, ALWAYS),
)
"""What you do about a nil, where you lead low, whether you play low before him, whether you leave
him his tricks, and when."""
WHEN = tuple(name for name, *_ in WAYS)
LEADS, BEFORES, LEAVES, TIMES = (tuple(way[k] for way in WAYS) for k in (1, 2, 3, 4))
RECKONED = len(WAYS) - 1
SIDE_LEADS = (BOTH, LONG_LEAD, ANY_LEAD)
SHOWN = (LEAVE, LEAD, BEFORE, BOTH, EVERYTHING)
OTHERWISE = "play only for your own bid"
as_usual = borrowed(GAME, LIKE, "play", attack=0)
reckoned = borrowed(GAME, LIKE, "play")


def nil_of_theirs(view: Any) -> Any:
    """Return the seat of a rival whose nil is not yet set, the left one first; -1 for none."""
    for k in (1, 3):
        if holds_nil(view, view.seat + k):
            return np.int64((view.seat + k) & 3)
    return NONE


def low_lead(view: Any, nil: Any, lead: Any) -> Any:
    """Return the low card to lead, of a suit of which he has not shown to be out; -1 for none."""
    spades = view.legal & SUITS[SPADES]
    if lead == SPADE and spades != NOTHING and not view.voids[nil, SPADES]:
        return np.int64(low_card(spades))
    cards, most = NOTHING, np.int64(-99)
    for suit in range(SPADES):
        held = view.legal & SUITS[suit]
        if held == NOTHING or view.voids[nil, suit]:
            continue
        size = count(held) if lead == LONG else -count(held) if lead == SHORT else np.int64(0)
        if size > most:
            cards, most = held, size
        elif size == most:
            cards |= held
    return np.int64(low_card(cards)) if cards != NOTHING else NONE


def he_is_safe(view: Any) -> Any:
    """Return whether a trump, or a card that no other of its suit can beat, is in the trick."""
    out = FULL_PACK & ~(view.hand | view.played) & SUITS[view.led]
    return view.best_card // 13 != view.led or out & BEATS[view.best_card] == NOTHING


def under_him(view: Any) -> Any:
    """Return a card that leaves him the trick, the highest that follows suit; -1 for none."""
    below = view.legal & ~view.beats
    if below == NOTHING:
        return NONE
    if view.legal & SUITS[view.led] != NOTHING:
        return np.int64(high_card(below))
    return np.int64(low_card(below))


def low_before(view: Any) -> Any:
    """Return the lowest card that follows suit, or one that is no spade; -1 for none."""
    if view.legal & SUITS[view.led] != NOTHING:
        return np.int64(low_card(view.legal))
    plain = view.legal & ~SUITS[SPADES]
    return np.int64(low_card(plain)) if plain != NOTHING else NONE


def chosen(view: Any, when: Any) -> Any:
    """Return the card by which a nil of the others is set, or else the usual one."""
    nil = nil_of_theirs(view)
    if nil < 0 or (TIMES[when] != ALWAYS and (TIMES[when] == NEED) != (need(view) > 0)):
        return as_usual(view)
    if when == RECKONED:
        return reckoned(view)
    card = NONE
    if view.laid == 0:
        card = low_lead(view, nil, LEADS[when]) if LEADS[when] != NO_LEAD else NONE
    elif view.best_seat == nil:
        card = under_him(view) if LEAVES[when] else NONE
    elif BEFORES[when] and (nil - view.seat) & 3 < 4 - view.laid and not he_is_safe(view):
        card = low_before(view)
    return card if card >= 0 else as_usual(view)


def play(
    view: Any,
    when: Annotated[str, one_of(WHEN, "what is done about a nil of the others")] = LEAVE,
) -> Any:
    """Try to set a nil of the others, and else play for the own bid."""
    return chosen(view, when)


def plays(when: str) -> str:
    """Say what it does about a nil of the others."""
    return "heed~ no nil of the others" if when == NEVER else when.replace(" ", "~ ", 1)


SETTER = Strategy(
    GAME,
    name="sets nils",
    plays=plays,
    bid=borrowed(GAME, LIKE, "bid", nil_most=-1),
    play=play,
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    found = gains_in_three(lab, GAME, SETTER, WHEN, seen, fields="bids", unit="hand")
    sweeps = [part for part in lab.parts if isinstance(part, SweepResult)]
    often = {company: nils_set(swept) for company, swept in zip(found, sweeps, strict=True)}
    lab.section(
        "What to do against his nil",
        f"Points that your side wins more than if you {OTHERWISE}, in hands in which one of the "
        "others has bid it. A nil and a nil that is set are 200 points apart.",
        gains_chart(
            found,
            SHOWN,
            "What you win by trying to set a nil",
            "what you do",
            "points more where they bid nil",
        ),
        Table(
            f"Points that you win more than if you {OTHERWISE}, each time they bid it",
            ("what you do", *(company.where for company in found)),
            tuple((way, *(str(by.get(way, "")) for by in found.values())) for way in WHEN[1:]),
            numbers=tuple(range(1, 1 + len(found))),
        ),
    )
    lab.section(
        "How often he fails",
        "Nils that are set. The first line is how many fail if nobody does anything about them.",
        table=Table(
            "Of 100 nils that the others bid, so many are set",
            ("what you do", *(company.where for company in found)),
            tuple(
                (OTHERWISE if way == NEVER else way, *(told(by[way]) for by in often.values()))
                for way in (NEVER, *SHOWN, RECKON)
            ),
            numbers=tuple(range(1, 1 + len(found))),
        ),
    )
    parts = [verdict(found)]
    if all(way in by for by in found.values() for way in WHEN[1:]):
        mixed = mixed_first(found)[0][1]
        low, high = sorted((mixed[way] for way in SIDE_LEADS), key=lambda gain: gain.value)[::2]
        parts += [
            (
                "Compared with playing only for your own bid, that wins "
                f"{sizes(found, BOTH)} each time they bid it, and sets {shares(often)}."
            ),
            f"Most of that is to {LEAVE}: that alone wins {sizes(found, LEAVE)}.",
            (
                f"From which side suit you lead low makes little difference, +{low.size} to "
                f"+{high.size} in mixed company, but with a low spade it is {mixed[LOW_SPADE]}."
            ),
        ]
        if all(by[BEFORE].sign < 0 for by in found.values()):
            parts += [
                (
                    "While he is still to play, win your tricks as usual: "
                    f"to {BEFORE} costs {sizes(found, BEFORE)}."
                )
            ]
    lab.answer(
        " ".join(parts),
        *(
            Number.of(by[BOTH], f"points more a nil by setting it, {company.where}")
            for company, by in mixed_first(found)
            if BOTH in by
        ),
    )


def verdict(found: Mapping[Company, Gains]) -> str:
    """Return whether to leave him his tricks and to lead low, in a sentence."""
    if not all(BOTH in by and by[BOTH].sign > 0 for by in found.values()):
        return "It depends on the others."
    needing = f"{BOTH}, {NEEDING}"
    gains = all(needing in by and by[needing].sign > 0 for by in found.values())
    even = ", even while you need tricks" if gains else ""
    return (
        "Never take a trick that he is winning if you can play below him, and lead a low card of "
        f"a side suit{even}."
    )


def sizes(found: Mapping[Company, Gains], way: str) -> str:
    """Return what a way wins or costs in each company, mixed company first."""
    mixed, *more = ((by[way].size, company.where) for company, by in mixed_first(found))
    return joined([f"{mixed[0]} points {mixed[1]}", *(" ".join(one) for one in more)])


def shares(often: Mapping[Company, Mapping[str, tuple[int, int]]]) -> str:
    """Return how many nils are set with it and without, mixed company first."""
    with_it, without = ([told(by[way]) for by in often.values()] for way in (BOTH, NEVER))
    where = [company.where for company in often]
    parts = [
        f"{with_it[k]}{' of 100 nils' if k == 1 else ''} instead of {without[k]} {where[k]}"
        for k in (1, 0, 2)
    ]
    return joined(parts)


def told(nils: tuple[int, int]) -> str:
    """Return how many of 100 nils are set, with the interval."""
    bid, failed = nils
    if not bid:
        return "none"
    low, high = wilson(failed, bid)
    return rounded(100 * failed / bid, 50 * (high - low))


def nils_set(swept: SweepResult) -> dict[str, tuple[int, int]]:
    """Return how many nils the others bid, and how many of them are set, by what you do."""
    found = {}
    for point in swept.groups[0].points:
        nils = point.result.tables["bids"].filter(pl.col("bid") == 0)
        failed = nils.filter(pl.col("taken") > 0)
        found[str(point["when"])] = int(nils["count"].sum()), int(failed["count"].sum())
    return found


def seen(decisions: pl.DataFrame) -> pl.DataFrame:
    """Return the hands in which one of the others has bid nil, for each thing that you may do."""
    nils = decisions.filter((pl.col("decision") == "bid") & (pl.col("action") == 0))
    hands = nils.select(pl.col("hand").cast(pl.Int64)).unique()
    return hands.join(pl.DataFrame({"when": WHEN[1:]}), how="cross")


# By a number of hands: the others bid nil in some of them only.
EXPERIMENT = Experiment(study, n=60_000)
