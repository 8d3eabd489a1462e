"""Does building pay in Casino, when others may steal the build?

Anybody who holds a card of the right value can take your build. So you build only if few cards of
that value are still out, and only if the build wins two cards more than you can capture now.
Otherwise you capture what is worth most. Each way plays the same matches against beginners, in
mixed company and against good players, and the same hands with 2, 3 and 4 players.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import (
    Company,
    CompareResult,
    Gap,
    Lab,
    amount,
    by_players,
    counted,
    in_three,
    tried_ways,
)

GAME = "casino"
PLAYERS = (2, 3, 4)
NEVER, STEALERS = "greedy-value", (0, 1, 2, 3)
WAYS = [NEVER, *(f"builder:max_unseen_stealers={k}" for k in STEALERS)]
TOLD = (
    "never build",
    "build what nobody can take",
    "build what at most one unseen card can take",
    "build what at most two unseen cards can take",
    "build however many unseen cards can take it",
)
SHORT = ("never build", *map(str, STEALERS))
ANY = len(WAYS) - 1

Gaps = dict[int, dict[int, Gap]]
"""Gains of building, by the way to build and by players."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    # A match has about five hands, and its result is needed about half as precisely.
    precision = lab.precision and 2 * lab.precision
    matches = in_three(
        GAME,
        lambda vs: lab.compare(GAME, WAYS, unit="match", vs=vs, precision=precision),
    )
    asked = tried_ways(matches, TOLD, SHORT)
    asked.show(
        lab,
        "In matches of two",
        "unseen cards that could take the build, at most",
        asked.about,
    )
    gains = {company: by_hand(lab, company) for company in matches}
    bold = "; ".join(
        f"{company.where}, "
        + by_players({n: amount(gap, 1) for n, gap in gaps[ANY].items()}, "points")
        for company, gaps in gains.items()
    )
    lab.answer(
        f"{verdict(list(gains.values()))} {asked.headline}, where that wins you two cards more "
        "than you can capture now. Building however many unseen cards can take it gains this many "
        f"points a hand over never building: {bold}.",
        *(
            Number.of(
                amount(gaps[ANY][PLAYERS[0]], 1),
                f"points a hand won by building, {counted(PLAYERS[0])} players, {company.where}",
            )
            for company, gaps in gains.items()
        ),
        *asked.numbers,
    )


def verdict(gains: list[Gaps]) -> str:
    """Return whether it pays to build, whatever is still out."""
    gaps = [gap for found in gains for gap in found[ANY].values()]
    if all(gap.low > 0 for gap in gaps):
        return "Yes, even if the others build too."
    if all(gap.high < 0 for gap in gaps):
        return "No."
    return "Not at every table."


def by_hand(lab: Lab, company: Company) -> Gaps:
    """Show the value of building in points a hand."""
    compared: dict[int, CompareResult] = {
        n: lab.compare(GAME, WAYS, players=n, unit="hand", vs=company.vs) for n in PLAYERS
    }
    gaps: Gaps = {k: {n: c.gap(k, 0) for n, c in compared.items()} for k in range(1, len(WAYS))}
    lab.section(
        f"In single hands, {company.where}",
        "Points a hand that you gain over never building: "
        + "; ".join(
            f"if you {TOLD[k]}, "
            + by_players({n: amount(gap, 1) for n, gap in found.items()}, "points")
            for k, found in gaps.items()
        )
        + ".",
        Chart(
            f"What building gains {company.where}",
            "unseen cards that could take the build, at most",
            "points a hand more than by never building",
            tuple(
                Series.of_gaps(f"{n} players", STEALERS, [gaps[k][n] for k in gaps], 1)
                for n in PLAYERS
            ),
            reference=(0, "nothing"),
        ),
    )
    return gaps


EXPERIMENT = Experiment(study, n=300_000, precision="0.7pp")
