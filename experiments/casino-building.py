"""Does building pay in Casino, where others may steal the build?

A build can be taken by anybody with a card of its value. Who builds does so where at most so many
cards of that value have not been seen, and where the build wins two cards more than a capture now;
who does not captures what is worth most. All play the same hands, against others who never build,
and against others who all build, however many cards are unseen.
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
"""What is gained by building where at most so many cards are unseen, with so many players."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    found = {told: by_hand(lab, told) for told in OTHERS}
    wins = in_matches(lab)
    said = {
        told: {k: by_players({n: amount(g, 1) for n, g in gaps[k].items()}, "points") for k in gaps}
        for told, gaps in found.items()
    }
    lab.answer(
        f"Yes, and among builders too. Beside never building, where the others {SEATED}, to build "
        f"where at most {USUAL} card that could take the build is unseen wins "
        f"{said[SEATED][USUAL]} a hand, and to build however many are unseen "
        f"{said[SEATED][ANY]}. Where the others {BUILDERS} the latter wins "
        f"{said[BUILDERS][ANY]}. {wins}"
        if all(gap.low > 0 for gaps in found.values() for gap in gaps[ANY].values())
        else f"Not everywhere, as far as can be told. Beside never building, to build however "
        f"many cards are unseen wins {said[SEATED][ANY]} a hand where the others {SEATED}, and "
        f"{said[BUILDERS][ANY]} where they {BUILDERS}. {wins}",
        Number.of(amount(found[SEATED][USUAL][2], 1), "points a hand by safe builds, two players"),
        Number.of(amount(found[SEATED][ANY][2], 1), "points a hand by any builds, two players"),
        Number.of(amount(found[BUILDERS][ANY][2], 1), "the same against one who builds"),
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
        f"Where the others {others}",
        "So many more points a hand than by never building, beside the others: "
        + "; ".join(f"with at most {k} of its cards unseen {told[k]}" for k in STEALERS)
        + ".",
        Chart(
            f"Points won more than by never building, where the others {others}",
            "cards that could take the build, at most",
            "points a hand",
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
    # A match has some five hands, and what is told of it needs to be known half as well.
    precision = lab.precision and 2 * lab.precision
    compared = {
        told: lab.compare("casino", WAYS, unit="match", vs=vs, precision=precision)
        for told, vs in OTHERS.items()
    }
    won = joined(
        [
            f"{c.contenders[-1].estimate} where the other "
            f"{'never builds' if told == SEATED else 'builds too'} (who never builds "
            f"{c.contenders[0].estimate})"
            for told, c in compared.items()
        ]
    )
    said = f"Of matches between two, who builds however many are unseen wins {won}."
    lab.section(
        "In matches of two",
        said,
        Chart(
            "Matches won, by the builds that are made",
            "cards that could take the build, at most",
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
