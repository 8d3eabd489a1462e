"""Is this throw safe in Gin Rummy, and what if he takes my card?

In the classic game for two, with ten cards each, we look at each card that you throw: does the
other player take it? We go by what he has taken and thrown before. A card is near another one if it
is of its rank, or next to it in its suit. Then we ask what it is worth to keep cards near those
that he took, even if your hand is some points worse for it. You wait for gin, and keep near melds:
against beginners, in mixed company and against good players.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

import cardsim
from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import Company, Lab, Table, joined, rounded, sweep_in_three, three_of, wilson

GAME, PRESET, LIKE = "gin-rummy", "classic-2p", "meld-hunter"
RANKS, SUITS = 13, 4
TOOK, THREW, NEITHER = KINDS = (
    "near a card that he took",
    "near a card that he threw",
    "near neither",
)
HEIGHTS = {"aces to threes": 3, "fours to sevens": 7, "eights to tens": 10, "face cards": 13}
"""Ranks of a card, up to that one."""
CAUTION = (0, 2, 4, 8, 16)
"""Points of deadwood that a safe throw may cost."""
WATCHED = 4_000
"""Hands whose throws are looked at."""
ROW = 1
"""The action of taking the card that was thrown."""


def near(card: int) -> int:
    """Return the cards of the same rank, and those next to it in its suit, as a set."""
    suit, rank = divmod(card, RANKS)
    mates = sum(1 << (RANKS * other + rank) for other in range(SUITS) if other != suit)
    beside = sum(1 << (card + step) for step in (-1, 1) if 0 <= rank + step < RANKS)
    return mates + beside


NEAR = np.array([near(card) for card in range(RANKS * SUITS)], np.uint64)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    known = {who: throws(lab, who) for who in three_of(GAME, PRESET)}
    mixed = list(known.values())[1]
    lab.section(
        "How often he takes it",
        "Of 100 cards that you throw, the other player takes this many.",
        Chart(
            "How often your throw is taken",
            "the card that you throw is",
            "throws that he takes",
            tuple(row(who.name, frame, "kind", KINDS) for who, frame in known.items()),
            kind="points",
            percent=True,
        ),
        Table(
            "Throws that are taken, of 100 in mixed company",
            ("you throw", *KINDS, "otherwise like"),
            tuple(
                (height, *(share(mixed, kind=kind, height=height) for kind in KINDS), LIKE)
                for height in HEIGHTS
            ),
            numbers=(1, 2, 3),
        ),
    )
    asked = sweep_in_three(
        lab,
        GAME,
        "caution",
        told,
        "points of deadwood that a safe throw may cost you (0: do not look)",
        heading="What it is worth to look",
        strategy=LIKE,
        threshold=0,
        caution=CAUTION,
        preset=PRESET,
        unit="match",
        first=0,
    )
    beginners, middle, good = known
    order = {who: known[who] for who in (middle, beginners, good)}
    threw, took = (
        joined([f"{share(frame, kind=kind)} {who.where}" for who, frame in order.items()])
        for kind in (THREW, TOOK)
    )
    level = [c for k, c in enumerate(CAUTION) if all(by.is_good(k) for by in asked.three)]
    last = len(CAUTION) - 1
    advice = f"Once he has taken a card, {asked.told}. Not looking costs you {asked.costs(0)}."
    if 0 in level:
        advice = (
            "Once he has taken a card, it makes no measurable difference whether you keep cards "
            f"near it, for up to {max(level)} points of deadwood."
        )
    lab.answer(
        f"{safest(known)}Of 100 cards near one that he threw he takes {threw}; of 100 near one "
        f"that he took, {took}. Of 100 near neither he takes this many {middle.where}: "
        f"{by_height(mixed)}. {advice} Give up {CAUTION[last]} points for a safe throw, and it "
        f"costs you {asked.costs(last)}.",
        *(
            Number.of(share(mixed, kind=kind), f"of 100 taken {kind}, in mixed company")
            for kind in (THREW, TOOK)
        ),
    )


def throws(lab: Lab, who: Company) -> pl.DataFrame:
    """Return the cards that you throw: of which kind and height, and whether they are taken."""
    table: dict[str, Any] = {"strategy": LIKE, "threshold": 0, "preset": PRESET, "vs": who.vs}
    frame = cardsim.decisions(
        GAME,
        min(lab.n, WATCHED),
        fields="newest,taken,thrown,may_take",
        unit="hand",
        seed=lab.seed,
        **table,
    ).filter(
        (pl.col("decision") == "draw")
        & (pl.col("seat") != pl.col("your_seat"))
        & (pl.col("may_take") == 1)
    )
    seat, card = frame["seat"].to_numpy(), frame["newest"].to_numpy().astype(np.int64)
    at = np.arange(len(seat)), seat
    took = NEAR[card] & frame["taken"].to_numpy()[at] != 0
    threw = NEAR[card] & frame["thrown"].to_numpy()[at] != 0
    kind = np.where(took, TOOK, np.where(threw, THREW, NEITHER))
    step = np.searchsorted(list(HEIGHTS.values()), card % RANKS + 1)
    height = np.array(list(HEIGHTS))[step]
    return pl.DataFrame({"kind": kind, "height": height, "taken": frame["action"] == ROW})


def row(name: str, frame: pl.DataFrame, by: str, names: Sequence[str]) -> Series:
    """Return how often throws of each kind are taken, with intervals."""
    counts = {k: frame.filter(pl.col(by) == k)["taken"] for k in names}
    some = {k: (int(taken.sum()), len(taken)) for k, taken in counts.items() if len(taken)}
    low, high = zip(*(wilson(*pair) for pair in some.values()), strict=True)
    return Series(name, tuple(some), tuple(n / of for n, of in some.values()), low, high)


def share(frame: pl.DataFrame, **kinds: str) -> str:
    """Return how many of 100 throws of some kind are taken."""
    taken = frame.filter(**kinds)["taken"]
    if taken.is_empty():
        return "never seen"
    low, high = wilson(int(taken.sum()), len(taken))
    return rounded(100 * int(taken.sum()) / len(taken), 50 * (high - low))


def by_height(frame: pl.DataFrame) -> str:
    """Return how many of 100 throws near neither are taken: `69 (± 2) of aces to threes`."""
    return joined([f"{share(frame, kind=NEITHER, height=k)} of {k}" for k in HEIGHTS])


def safest(known: Mapping[Company, pl.DataFrame]) -> str:
    """Return which throw is taken least, in a sentence, if it is the same in each company."""
    least = set()
    for frame in known.values():
        taken = frame.group_by("kind", "height").agg(pl.col("taken").mean()).sort("taken")
        least.add(taken.select("kind", "height").row(0))
    if len(least) > 1:
        return ""
    ((kind, height),) = least
    takes = [f"{share(f, kind=kind, height=height)} {who.where}" for who, f in known.items()]
    return f"The safest throw is one of the {height}, {kind}: of 100 he takes {joined(takes)}. "


def told(points: float) -> str:
    """Return how much you give up for a safe throw, in words."""
    if points == 0:
        return "do not mind what he took"
    return f"keep cards near those that he took, for up to {points:g} points of deadwood each"


# By a number of matches: how often cards are taken is no difference that a precision is asked of.
EXPERIMENT = Experiment(study, n=2_500)
