"""Does building pay in Casino, when others may steal the build?

Anybody who holds a card of the right value can take your build. So you build only if few cards of
that value are still out, and only if the build wins two cards more than you can capture now.
Otherwise you capture what is worth most. Each way plays the same hands, against players who never
build and against players who always do.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Gap, Lab, amount, by_players, joined

PLAYERS = (2, 3, 4)
NEVER, STEALERS = "greedy-value", (0, 1, 2, 3)
USUAL = 1
ANY = STEALERS[-1]
WAYS = [NEVER, *(f"builder:max_unseen_stealers={k}" for k in STEALERS)]
OTHERS = {"never build": NEVER, "all build": WAYS[-1]}
SEATED, BUILDERS = OTHERS

Gaps = dict[int, dict[int, Gap]]
"""What building gains, by the most cards that may be unseen and by players."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    found = {told: by_hand(lab, told) for told in OTHERS}
    wins = in_matches(lab)
    said = {
        told: {k: by_players({n: amount(g, 1) for n, g in gaps[k].items()}, "points") for k in gaps}
        for told, gaps in found.items()
    }
    lab.answer(
        f"Yes, even if everybody builds. If the others {SEATED}, a build that at most {USUAL} "
        f"unseen card can take gains you {said[SEATED][USUAL]} a hand over never building. "
        f"Building whatever is still out gains {said[SEATED][ANY]}. If the others {BUILDERS} too, "
        f"it gains {said[BUILDERS][ANY]}. {wins}"
        if all(gap.low > 0 for gaps in found.values() for gap in gaps[ANY].values())
        else f"Not at every table. Building whatever is still out gains {said[SEATED][ANY]} a hand "
        f"over never building if the others {SEATED}, and {said[BUILDERS][ANY]} if they "
        f"{BUILDERS}. {wins}",
        Number.of(amount(found[SEATED][USUAL][2], 1), "points a hand by safe builds, two players"),
        Number.of(amount(found[SEATED][ANY][2], 1), "points a hand by any builds, two players"),
        Number.of(amount(found[BUILDERS][ANY][2], 1), "the same against a player who builds"),
    )


def by_hand(lab: Lab, others: str) -> Gaps:
    """Show what building is worth in points a hand."""
    compared = {
        n: lab.compare("casino", WAYS, players=n, unit="hand", vs=OTHERS[others]) for n in PLAYERS
    }
    gaps: Gaps = {k: {n: c.gap(k + 1, 0) for n, c in compared.items()} for k in STEALERS}
    told = {
        k: by_players({n: amount(gap, 1) for n, gap in found.items()}, "points")
        for k, found in gaps.items()
    }
    lab.section(
        f"If the others {others}",
        "Points a hand that you gain over never building: "
        + "; ".join(f"with at most {k} of its cards unseen, {told[k]}" for k in STEALERS)
        + ".",
        Chart(
            f"What building gains, if the others {others}",
            "unseen cards that could take the build, at most",
            "points a hand more than by never building",
            tuple(
                Series.of_gaps(f"{n} players", STEALERS, [gaps[k][n] for k in STEALERS], 1)
                for n in PLAYERS
            ),
            reference=(0, "nothing"),
        ),
    )
    return gaps


def in_matches(lab: Lab) -> str:
    """Show what building is worth in matches of two, and say it."""
    # A match has about five hands, and we need to know its result half as well.
    precision = lab.precision and 2 * lab.precision
    compared = {
        told: lab.compare("casino", WAYS, unit="match", vs=vs, precision=precision)
        for told, vs in OTHERS.items()
    }
    won = joined(
        [
            f"{c.contenders[-1].estimate} against a player who "
            f"{'never builds' if told == SEATED else 'builds too'} (and "
            f"{c.contenders[0].estimate} if you never build)"
            for told, c in compared.items()
        ]
    )
    said = f"With two players, build whatever is still out and you win this many matches: {won}."
    lab.section(
        "In matches of two",
        said,
        Chart(
            "Matches won, by how freely you build",
            "unseen cards that could take the build, at most",
            "matches won",
            tuple(
                Series.of(
                    f"the others {told}",
                    ("never build", *map(str, STEALERS)),
                    [contender.estimate for contender in c.contenders],
                )
                for told, c in compared.items()
            ),
            kind="points",
            percent=True,
            reference=(0.5, "even share"),
        ),
    )
    return said


EXPERIMENT = Experiment(study, n=300_000, precision="0.7pp")
