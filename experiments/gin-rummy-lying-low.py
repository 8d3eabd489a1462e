"""Does it pay to lie low in Gin Rummy and wait for an undercut?

If you have less deadwood than the knocker, you score instead, with a bonus of 20 points. So you
might knock only with very little deadwood and lie in wait with what you have. The others keep near
melds and knock as soon as they may. Each limit plays the same matches, with the usual bonus and
with others.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Lab, joined
from cardsim.answers.swept import Group, Point
from cardsim.statistics.stats import shares

AT_ONCE, LOW = 10, 4
NUMBERS = (0, 2, LOW, 6, 8, AT_ONCE)
BONUSES = (0, 20, 50, 100, 200)
USUAL = 20
OTHERS = "early-hunter"
YOU_UNDERCUT = 8
"""Its place among the ways in which a hand ends for you."""
HANDS = 4
"""Hands that are played for each match."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    swept = lab.sweep(
        "gin-rummy",
        unit="match",
        strategy="meld-hunter",
        threshold=NUMBERS,
        undercut_bonus=BONUSES,
        vs=OTHERS,
    )
    groups = {int(dict(g.circumstances)["undercut_bonus"]): g for g in swept.groups}
    costs = {bonus: swept.cost(point_of(group, LOW).shortfall) for bonus, group in groups.items()}
    often = {number: undercuts(lab, number) for number in (0, LOW, AT_ONCE)}
    pays = [bonus for bonus, group in groups.items() if number_of(group.best) < AT_ONCE]
    lab.section(
        "By the bonus for an undercut",
        " ".join(
            f"With a bonus of {bonus}, {way(group)}; waiting for {LOW} costs {costs[bonus]}."
            for bonus, group in groups.items()
        ),
        Chart(
            "What it costs to lie low, by the bonus for an undercut",
            "the most deadwood that you knock with (0: only gin)",
            "matches in 100 fewer than with the best number",
            tuple(Series.of_costs(group, f"a bonus of {b}") for b, group in groups.items()),
            interval="95 % intervals of all differences together",
            best="lowest",
            sweep=swept,
        ),
    )
    lab.section(
        "How often you undercut",
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
            "the most deadwood that you knock with (0: only gin)",
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
    lab.answer(
        (
            f"No, not with a bonus of {USUAL}. "
            if USUAL not in pays
            else f"Yes, with a bonus of {USUAL}. "
        )
        + f"{way(groups[USUAL]).capitalize()}. Wait for {LOW} points or fewer, and you undercut "
        f"in {often[LOW][0]} of hands, but it costs you {costs[USUAL]}. "
        + (
            f"With a bonus of {min(pays)}, {way(groups[min(pays)])}."
            if pays
            else f"Even with a bonus of {BONUSES[-1]} it costs {costs[BONUSES[-1]]}."
        ),
        Number.of(costs[USUAL], f"lost by waiting for {LOW} points", is_cost=True),
        Number.of(often[LOW][0], f"of hands undercut by waiting for {LOW}"),
    )


def undercuts(lab: Lab, number: int) -> tuple[str, tuple[float, float, float]]:
    """The share of hands in which you undercut the knocker, told and with its interval."""
    result = lab.run(
        "gin-rummy",
        lab.n * HANDS,
        unit="hand",
        strategy="meld-hunter",
        threshold=number,
        vs=OTHERS,
        precision=None,
    )
    frame = shares(result.tables["yours"], "your_end")
    row = frame.filter(frame["your_end"] == YOU_UNDERCUT)
    if not row.height:
        return "none", (0.0, 0.0, 0.0)
    value, low, high = (float(row[name][0]) for name in ("share", "low", "high"))
    return f"{100 * value:.2g} % (± {50 * (high - low):.1g})", (value, low, high)


def number_of(point: Point) -> int:
    """The deadwood to knock with."""
    return int(dict(point.settings)["threshold"])


def point_of(group: Group, number: int) -> Point:
    """The point with this number."""
    return next(p for p in group.points if number_of(p) == number)


def way(group: Group) -> str:
    """What is best, with what does as well: `knock with at most 10 (or 8)`."""
    ties = [str(number_of(point)) for point in group.tied]
    others = f" (or {joined(ties, 'or')})" if ties else ""
    best = number_of(group.best)
    return ("wait for gin" if best == 0 else f"knock with at most {best}") + others


EXPERIMENT = Experiment(study, n=100_000, precision="0.5pp")
