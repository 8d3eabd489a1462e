"""Should I play Casino differently if sweeps count?

A capture that clears the table is a sweep; in many houses it counts a point. You may go for that
point or ignore it. You may also guard against the next player's sweep: then a play counts for less,
by the points of a sweep times the chance that the next player can clear what you leave. You build
whatever wins cards. Each way plays the same matches against beginners, in mixed company and against
good players.
"""

from collections.abc import Sequence

from cardsim import Chart, Experiment, Number, Result, Series
from cardsim.studies import (
    CompareResult,
    Gap,
    Lab,
    amount,
    counted,
    joined,
    rounded,
    three_of,
    tried_ways,
)

POINT = 1
"""The points of a sweep where it counts."""
PLAYERS = (2, 3, 4)
FIELDS = {"without builds": ("never", "trail-safe"), "with builds": ("what-wins", "bold-builder")}
"""The way to build, and the strategy of the other player."""
PLAIN, BUILDING = FIELDS
COMPANIES = three_of("casino")
BARE = "never build, capture what is worth most and trail what is safest"
NEITHER, TAKING, MINDING = (
    "ignore sweeps",
    "take sweeps for their point",
    "take sweeps and guard against theirs",
)
CARES = {
    NEITHER: "sweep_w=0,leave_w=0",
    TAKING: "leave_w=0",
    "take sweeps as if they counted three": "sweep_w=3,leave_w=0",
    "take sweeps and guard against theirs half as much": "leave_w=0.5",
    MINDING: "leave_w=1",
    "take sweeps and guard against theirs three times as much": "leave_w=3",
}
ALL = {
    "capture what is worth most": "greedy-value",
    "also trail what is safest": "trail-safe",
    "trail a face card, then the lowest": "trail-by:builds=never,order=faces-first",
    "build if it is safe": "builder",
    "build whatever wins cards": "bold-builder",
}
HANDS = 2
"""Hands that are played for each match."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    swept = how_many(lab)
    compared = caring(lab)
    asked = tried_ways(dict(zip(COMPANIES, compared.values(), strict=True)), list(CARES))
    asked.show(lab, "What each wins", "what you do", asked.about)
    order, other_way = by_order(lab)
    taking, minding = (gained(compared, way) for way in (TAKING, MINDING))
    minds = any(beside_neither(c, MINDING).low > 0 for c in compared.values())
    verdict = "No, nobody would notice." if any_gain(compared) else "No, not measurably."
    if other_way or minds:
        verdict = f"{'Yes' if other_way else 'A little'}. {asked.headline}."
    lab.answer(
        f"{verdict} Compared with ignoring sweeps, taking them for their point {taking}; guarding "
        f"against theirs as well {minding}. With two players each makes {swept[BUILDING]} sweeps "
        f"a hand if both build whatever wins cards, and {swept[PLAIN]} if both {BARE}. {order}",
        *asked.numbers,
        Number.of(swept[BUILDING], "sweeps a hand for each player, two players who build"),
        *(
            Number.of(
                amount(beside_neither(compared[told], MINDING)),
                f"matches in 100 won by guarding against sweeps, {told}",
            )
            for told in compared
        ),
    )


def how_many(lab: Lab) -> dict[str, str]:
    """Show how many sweeps there are; return those of each of two players."""
    found = {
        told: [
            of_each(
                lab.run(
                    "casino",
                    lab.n * HANDS,
                    unit="hand",
                    strategy=way,
                    vs=way,
                    players=n,
                    sweep_points=POINT,
                    precision=None,
                )
            )
            for n in PLAYERS
        ]
        for told, (_, way) in FIELDS.items()
    }
    lab.section(
        "How many there are",
        "Sweeps that each player makes a hand: "
        + "; ".join(
            f"{told} "
            + joined(
                [
                    f"{rounded(*each)} with {counted(n)} players"
                    for n, each in zip(PLAYERS, gains, strict=True)
                ]
            )
            for told, gains in found.items()
        )
        + ". Without builds everybody captures what is worth most and trails what is safest; with "
        "builds they build whatever wins cards. Everything else in a hand counts 11 points.",
        Chart(
            "Sweeps that each player makes a hand",
            "players",
            "sweeps a hand",
            tuple(
                Series(
                    f"all play {told}",
                    PLAYERS,
                    tuple(mean for mean, _ in gains),
                    tuple(mean - half for mean, half in gains),
                    tuple(mean + half for mean, half in gains),
                )
                for told, gains in found.items()
            ),
        ),
    )
    return {told: rounded(*gains[0]) for told, gains in found.items()}


def most_of_all(told: str, compared: CompareResult, ways: Sequence[str]) -> str:
    """Return which way to play for sweeps wins most, and how much."""
    way = max(ways, key=lambda way: beside_neither(compared, way).value)
    gap = beside_neither(compared, way)
    if gap.low <= 0:
        return f"{told[:1].upper()}{told[1:]}, none of this makes a measurable difference."
    return f"{told[:1].upper()}{told[1:]}, {way}: that wins {amount(gap)} more matches in 100."


def of_each(result: Result) -> tuple[float, float]:
    """Return a player's sweeps in a hand, whoever deals, and the interval's half width at most."""
    frame = result.by_seat()["sweeps"]
    means, high = frame["mean"].to_numpy(), frame["high"].to_numpy()
    return float(means.mean()), float((high - means).mean())


def caring(lab: Lab) -> dict[str, CompareResult]:
    """Show the value of playing for sweeps."""
    compared = {
        company.where: lab.compare(
            "casino",
            [f"sweep-watcher:builds=what-wins,{cares}" for cares in CARES.values()],
            vs=company.vs,
            unit="match",
            sweep_points=POINT,
        )
        for company in COMPANIES
    }
    others = list(CARES)[1:]
    lab.section(
        "What it is worth to play for them",
        " ".join(most_of_all(told, c, others) for told, c in compared.items()),
        Chart(
            "What you gain by playing for sweeps, if each counts a point",
            "what you do",
            "matches in 100 more than by ignoring sweeps",
            tuple(
                Series.of_gaps(told, others, [beside_neither(c, way) for way in others])
                for told, c in compared.items()
            ),
            kind="points",
            reference=(0, NEITHER),
        ),
    )
    return compared


def beside_neither(compared: CompareResult, way: str) -> Gap:
    """Return the gain of a way over ignoring sweeps."""
    return compared.gap(list(CARES).index(way), 0)


def gained(compared: dict[str, CompareResult], way: str) -> str:
    """Return what a way to play for sweeps surely gains, as the end of a sentence."""
    found = {told: beside_neither(c, way) for told, c in compared.items()}
    if all(gap.low <= 0 for gap in found.values()):
        return "makes no measurable difference"
    return joined(
        [
            f"wins {amount(gap)} matches in 100 {told}"
            if gap.low > 0
            else f"makes no measurable difference {told}"
            for told, gap in found.items()
        ]
    )


def any_gain(compared: dict[str, CompareResult]) -> bool:
    """Return True if playing for sweeps surely wins anything, however little."""
    ways = (TAKING, MINDING)
    return any(beside_neither(c, way).low > 0 for c in compared.values() for way in ways)


def by_order(lab: Lab) -> tuple[str, bool]:
    """Show how ways to play do with and without sweeps; return it in words, and if it differs."""
    without, with_sweeps = (
        lab.compare("casino", list(ALL.values()), unit="match", sweep_points=points, vs="field")
        for points in (0, POINT)
    )
    pairs = [(a, b) for a in range(len(ALL)) for b in range(a)]
    turned = [
        pair for pair in pairs if without.gap(*pair).low > 0 > with_sweeps.gap(*pair).high
    ] + [pair for pair in pairs if without.gap(*pair).high < 0 < with_sweeps.gap(*pair).low]
    apart = [
        pair
        for pair in pairs
        if not without.gap(*pair).is_tie and not with_sweeps.gap(*pair).is_tie
    ]
    names = list(ALL)
    said = (
        f"Sweeps do not change which of {counted(len(ALL))} other strategies is better, as far as "
        f"these matches show: {counted(len(apart))} of {counted(len(pairs))} pairs were clear."
        if not turned
        else "Sweeps change which is better: "
        + joined([f"{names[a]} or {names[b]}" for a, b in turned])
        + "."
    )
    lab.section(
        "Whether another strategy becomes better",
        f"{said} Each plays in mixed company.",
        Chart(
            "Matches won, with and without a point for sweeps",
            "how you play",
            "matches won",
            (
                Series.of("sweeps count nothing", names, [c.estimate for c in without.contenders]),
                Series.of("sweeps count 1", names, [c.estimate for c in with_sweeps.contenders]),
            ),
            kind="points",
            percent=True,
            reference=(0.5, "even share"),
        ),
    )
    return said, bool(turned)


EXPERIMENT = Experiment(study, n=40_000, precision="0.5pp")
