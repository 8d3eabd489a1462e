"""Does it pay to lie low in Gin Rummy and wait for an undercut?

If you have less deadwood than the knocker, you score instead, with a bonus of 20 points. So you
might knock only with very little deadwood and lie in wait with what you have. Each limit plays the
same matches with seven tiles and three players, against beginners, in mixed company and against
good players; with other bonuses, in mixed company.
"""

from collections.abc import Sequence

from cardsim import Chart, Experiment, Number, Series
from cardsim.statistics.stats import shares
from cardsim.studies import Group, Lab, Point, SweepResult, in_three, joined, level, three_of, tried

AT_ONCE, LOW = 10, 4
NUMBERS = (0, 2, LOW, 6, 8, AT_ONCE)
BONUSES = (0, 20, 50, 100, 200)
USUAL = 20
GAME = "gin-rummy"
MIXED = three_of(GAME)[1].vs
YOU_UNDERCUT = 8
"""Its index among the ways in which a hand ends for you."""
SELDOM = 0.0005
"""Share of hands that is told as hardly any."""
HANDS = 4
"""Hands that are played for each match."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    asked = tried(in_three(GAME, lambda vs: limits(lab, vs)), knocking, "threshold")
    x = "the most deadwood that you knock with (0: only gin)"
    asked.show(lab, f"With a bonus of {USUAL}, by who the others are", x, asked.about)
    swept = limits(lab, MIXED, undercut_bonus=BONUSES)
    groups = {int(dict(g.circumstances)["undercut_bonus"]): g for g in swept.groups}
    costs = {bonus: swept.cost(point_of(group, LOW).shortfall) for bonus, group in groups.items()}
    often = {number: undercuts(lab, number) for number in (0, LOW, AT_ONCE)}
    pays = [bonus for bonus, group in groups.items() if number_of(group.best) < AT_ONCE]
    lab.section(
        "By the bonus for an undercut, in mixed company",
        " ".join(
            f"With a bonus of {bonus}, {way(group)}; waiting for {LOW} costs {costs[bonus]}."
            for bonus, group in groups.items()
        ),
        Chart(
            "What it costs to lie low, by the bonus for an undercut",
            x,
            "matches in 100 fewer than with the best number",
            tuple(Series.of_costs(group, f"a bonus of {b}") for b, group in groups.items()),
            interval="95 % intervals of all differences together",
            best="lowest",
            sweep=swept,
        ),
    )
    lab.section(
        "How often you undercut, in mixed company",
        "You undercut the knocker in this share of hands: "
        + joined(
            [
                f"{told} if you {'wait' if number == 0 else 'knock'} "
                f"{'for gin' if number == 0 else f'with at most {number}'}"
                for number, (told, _) in often.items()
            ]
        )
        + ".",
        Chart(
            "How often you undercut the knocker",
            x,
            "hands in which you undercut",
            (
                Series(
                    "",
                    tuple(often),
                    tuple(value for _, (value, _, _) in often.values()),
                    tuple(low for _, (_, low, _) in often.values()),
                    tuple(high for _, (_, _, high) in often.values()),
                ),
            ),
            percent=True,
        ),
    )
    low = NUMBERS.index(LOW)
    verdict = (
        f"Not with seven tiles, three players and a bonus of {USUAL}: "
        if asked.ways[asked.advised] == knocking(AT_ONCE)
        else ""
    )
    lab.answer(
        f"{verdict}{asked.told if verdict else asked.headline}. Wait for {LOW} points or fewer, "
        f"and it costs you {asked.costs(low)}; in mixed company you then undercut in "
        f"{often[LOW][0]} of hands. "
        + (
            f"With a bonus of {min(pays)} in mixed company, {way(groups[min(pays)])}."
            if pays
            else f"Even with a bonus of {BONUSES[-1]} it costs {costs[BONUSES[-1]]} there."
        )
        + ' "When should I knock in Gin Rummy?" tells of the classic game for two.',
        *asked.numbers,
        Number.of(
            costs[USUAL], f"lost by waiting for {LOW} points, in mixed company", is_cost=True
        ),
        Number.of(often[LOW][0], f"of hands undercut by waiting for {LOW}, in mixed company"),
    )


def limits(lab: Lab, vs: str, **rules: Sequence[int]) -> SweepResult:
    """Sweep all limits in one company."""
    return lab.sweep(GAME, unit="match", strategy="meld-hunter", threshold=NUMBERS, vs=vs, **rules)


def undercuts(lab: Lab, number: int) -> tuple[str, tuple[float, float, float]]:
    """Return the share of hands in which you undercut the knocker, told and with its interval."""
    result = lab.run(
        GAME,
        lab.n * HANDS,
        unit="hand",
        strategy="meld-hunter",
        threshold=number,
        vs=MIXED,
        precision=None,
    )
    frame = shares(result.tables["yours"], "your_end")
    row = frame.filter(frame["your_end"] == YOU_UNDERCUT)
    if not row.height:
        return "none", (0.0, 0.0, 0.0)
    value, low, high = (float(row[name][0]) for name in ("share", "low", "high"))
    if high < SELDOM:
        return "hardly any", (value, low, high)
    return f"{100 * value:.2g} % (± {50 * (high - low):.1g})", (value, low, high)


def number_of(point: Point) -> int:
    """Return the deadwood to knock with."""
    return int(dict(point.settings)["threshold"])


def point_of(group: Group, number: int) -> Point:
    """Return the point with this number."""
    return next(p for p in group.points if number_of(p) == number)


def way(group: Group) -> str:
    """Return the best limit with those that do as well: `knock with at most 10 (or 8)`."""
    ties = [str(number_of(point)) for point in level(group)]
    others = f" (or {joined(ties, 'or')})" if ties else ""
    return f"{knocking(number_of(group.best))}{others}"


def knocking(number: int) -> str:
    """Return when you knock, in words."""
    return f"knock with at most {number}" if number else "wait for gin"


EXPERIMENT = Experiment(study, n=100_000, precision="0.5pp")
