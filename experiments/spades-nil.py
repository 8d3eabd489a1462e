"""When is a nil worth it in Spades, and what does a partner who covers it add?

Only you bid nil, with hands up to some strength, and then in the same deals with slightly better
hands too. The difference is what those better hands gain by nil. A partner who covers plays high
before you and takes what you would win; another plays only for the bid. Count your tricks: 1 for an
ace, 0.8 for a guarded king, 0.4 for a queen with two others. In spades the ace and king count 1 and
the queen 0.7. Add 0.2 for each card that a side suit is short of three, once for each spade. How
far to go, we ask in matches against beginners, in mixed company and against good players.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt

import polars as pl

from cardsim import Chart, Experiment, Number, Series, Strategy, borrowed
from cardsim.studies import (
    Group,
    Lab,
    SweepResult,
    Tried,
    in_three,
    joined,
    level,
    rounded,
    three_of,
    tried,
    wilson,
    with_ties,
    z_value,
)

WAY, TEN = "fine-count", 10
LIMITS = "at most three spades and none above the ten"
"""The other limits of its nils, as `spades-how-to-play` gives them too; a test compares them."""
NO_NIL = borrowed("spades", WAY, "bid", nil_worth=-1)
COVERS, ALONE = "a partner who covers", "one who does not"
PARTNERS = {
    told: Strategy(
        "spades",
        name=play,
        plays=plays,
        bid=NO_NIL,
        play=borrowed("spades", play, "play"),
    )
    for told, play, plays in (
        (COVERS, "nil-cover", "cover~ your nil"),
        (ALONE, "contract-player", "play~ only for the bid"),
    )
}
"""Partners who differ only in their play."""
NEVER = -1
WORTH = (NEVER, 4, 8, 12, 16, 20, 24, 28)
"""The tenths of a trick up to which you bid nil."""
SPADE = tuple(range(8, 15))
"""Highest spades with which to bid it."""
SPADE_NAMES = ("9", "10", "jack", "queen", "king", "ace")
LENGTH = tuple(range(6))
"""Numbers of spades with which to bid it."""
USUAL = "0.5 to 0.8"
"""Tricks of a hand that is usual for a nil."""
OTHERS = f"{WAY}:nil_worth={NEVER}"
"""The others, who never bid nil, so that all nils are yours."""
IN_MATCHES = (NEVER, *range(6, 28, 3))
RULES = {
    "ignored": "help nobody",
    "bags": "are bags",
    "count": "count for the bid",
}
"""What house rules do with the tricks of a failed nil."""
HANDS = 20
"""Hands that are played for each match."""


@dataclass(frozen=True)
class Nils:
    """Nils with hands of one kind: how many were bid and made, and points gained by each."""

    bid: int
    made: int
    gain: float
    half: float

    def __str__(self) -> str:
        return rounded(self.gain, self.half, signed=True)

    @property
    def chance(self) -> tuple[float, float, float]:
        """The share that was made, with its interval."""
        return (self.made / self.bid, *wilson(self.made, self.bid))

    @property
    def success(self) -> str:
        """The share that was made, for a sentence."""
        share, low, high = self.chance
        return rounded(100 * share, 50 * (high - low), unit=" %")


Kinds = Mapping[str, Nils]


def study(lab: Lab) -> None:
    """Play, show, answer."""
    worths = [f"{tricks(low + 1)} to {tricks(high)}" for low, high in pairwise(WORTH)]
    lengths = [str(number) for number in LENGTH[1:]]
    worth = {who: kinds(lab, who, worths, nil_worth=WORTH) for who in PARTNERS}
    spade = {who: kinds(lab, who, SPADE_NAMES, nil_spade=SPADE) for who in PARTNERS}
    length = {who: kinds(lab, who, lengths, nil_length=LENGTH) for who in PARTNERS}
    show(lab, "By what the hand is worth", "tricks that the hand is worth", worth)
    show_made(lab, worth)
    show(lab, "By the highest spade", "the highest spade", spade)
    show(lab, "By the number of spades", "spades in the hand", length)
    asked = by_match(lab)
    never = IN_MATCHES.index(NEVER)
    lab.answer(
        f"{asked.headline}. Have {LIMITS}, and a partner who covers. Never bid nil, and "
        f"it costs you {asked.costs(never)}.{beside(worth)}",
        *asked.numbers,
        Number.of(
            asked.mixed.cost(never), "lost if you never bid nil, in mixed company", is_cost=True
        ),
    )


def tricks(tenths: int) -> str:
    """Return tenths of a trick as a player says them: `1.6`."""
    return f"{tenths / 10:.1f}"


def limit(group: Group) -> str:
    """Return the best limit, with those that do as well: `1.6 (or 1.8)`."""
    ties = [tricks(k) for k in sorted(int(p["nil_worth"]) for p in level(group))]
    return with_ties(tricks(int(group.best["nil_worth"])), ties)


def kinds(lab: Lab, who: str, names: Sequence[str], **varied: Sequence[int]) -> Kinds:
    """Return what nils gain with the hands that each value adds to those of the one before."""
    (name,) = varied
    sweep = lab.sweep(
        "spades",
        lab.n * HANDS,
        strategy=WAY,
        partner=PARTNERS[who],
        vs=OTHERS,
        unit="hand",
        precision=None,
        **{"nil_spade": TEN, **varied},
    )
    (group,) = sweep.groups
    moments, times = group.moments, z_value(0.95) / sqrt(group.hands)
    found, before = {}, (0, 0)
    for k, point in enumerate(group.points):
        bids = point.result.tables["bids"].filter(pl.col("bid") == 0)
        now = int(bids["count"].sum()), int(bids.filter(pl.col("taken") == 0)["count"].sum())
        bid, made = now[0] - before[0], now[1] - before[1]
        before = now
        if k > 0 and bid:
            each = group.hands / bid
            gain = float(moments.means[k] - moments.means[k - 1])
            half = float(moments.sds(k - 1)[k]) * times
            found[names[k - 1]] = Nils(bid, made, each * gain, each * half)
    if not found:
        raise ValueError(f"no nil by {name}")
    return found


def show(lab: Lab, heading: str, what: str, found: Mapping[str, Kinds]) -> None:
    """Show what nils gain, by something of the hand and by partner."""
    lab.section(
        heading,
        "Points that a nil gains over the usual bid, if a bag costs its share of the penalty. "
        + " ".join(
            f"With {who} it gains {joined(gaining) if gaining else 'with none of these hands'}."
            for who, by in found.items()
            for gaining in [[f"{nils} ({name})" for name, nils in by.items() if nils.gain > 0]]
        ),
        Chart(
            f"Points that a nil gains, by {what}",
            what,
            "points gained by a nil over the usual bid",
            tuple(
                Series(
                    who,
                    tuple(by),
                    tuple(nils.gain for nils in by.values()),
                    tuple(nils.gain - nils.half for nils in by.values()),
                    tuple(nils.gain + nils.half for nils in by.values()),
                )
                for who, by in found.items()
            ),
            kind="points",
            reference=(0, "the usual bid"),
        ),
    )


def show_made(lab: Lab, found: Mapping[str, Kinds]) -> None:
    """Show how often nils are made, by the value of the hand and by partner."""
    lab.section(
        "How often it is made",
        "A nil wins as many points as it loses, but you give up your usual bid as well. So you "
        "must make it more than half the time.",
        Chart(
            "How often a nil is made, by what the hand is worth",
            "tricks that the hand is worth",
            "nils that are made",
            tuple(
                Series(who, tuple(by), *zip(*(nils.chance for nils in by.values()), strict=True))
                for who, by in found.items()
            ),
            kind="points",
            percent=True,
        ),
    )


def by_match(lab: Lab) -> Tried:
    """Show the best limits by matches won; return those by the usual rule in three companies."""
    x = "you bid nil up to this worth, 16 for 1.6 tricks (-1: never)"
    asked = tried(in_three("spades", lambda vs: limits(lab, vs)), bidding, "nil_worth")
    asked.show(lab, "By matches won", x, asked.about)
    sweep = limits(lab, three_of("spades")[1].vs, failed_nil_tricks=[*RULES])
    groups = {str(group["failed_nil_tricks"]): group for group in sweep.groups}
    best = {rule: limit(group) for rule, group in groups.items()}
    costs = {rule: sweep.cost(group.points[0].shortfall) for rule, group in groups.items()}
    lab.section(
        "By matches won, and what becomes of the tricks of a failed nil",
        f"You and your partner bid nil up to some limit, with {LIMITS}, in mixed company. "
        + " ".join(
            f"If the tricks of a failed nil {told}, the best limit is {best[rule]} tricks, and "
            f"never bidding nil costs {costs[rule]}."
            for rule, told in RULES.items()
        ),
        Chart(
            "What it costs to bid nil with too few or too many hands",
            x,
            "matches in 100 fewer than with the best limit",
            tuple(Series.of_costs(groups[rule], f"they {told}") for rule, told in RULES.items()),
            interval="95 % intervals of all differences together",
            best="lowest",
        ),
    )
    return asked


def limits(lab: Lab, vs: str, **rules: Sequence[str]) -> SweepResult:
    """Sweep all limits in one company."""
    return lab.sweep("spades", strategy=WAY, nil_spade=TEN, nil_worth=IN_MATCHES, vs=vs, **rules)


def bidding(worth: int) -> str:
    """Return when you bid nil, in words."""
    return "never bid nil" if worth == NEVER else f"bid nil with {tricks(worth)} tricks or less"


def beside(found: Mapping[str, Kinds]) -> str:
    """Return what a partner who covers adds, with a hand of the kind that is usual for a nil."""
    for name in found[COVERS]:
        both = [found[who].get(name) for who in PARTNERS]
        if name == USUAL and both[0] is not None and both[1] is not None:
            return (
                f" With {name} tricks and {COVERS}, you make it in {both[0].success} of hands and "
                f"gain {both[0]} points over the usual bid; with {ALONE}, you make it in "
                f"{both[1].success} and gain {both[1]}."
            )
    return ""


EXPERIMENT = Experiment(study, n=200_000, precision="0.5pp")
