"""Does building pay in Casino, where others may steal the build?

A build can be taken by anybody with a card of its value. Who builds does so where at most so many
cards of that value have not been seen, and where the build wins two cards more than a capture now;
who does not captures what is worth most. All play the same hands, against others who never build.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Lab, amount, by_players

PLAYERS = (2, 3, 4)
NEVER, STEALERS = "greedy-value", (0, 1, 2, 3)
USUAL = 1


def study(lab: Lab) -> None:
    """Play, show, answer."""
    ways = [NEVER, *(f"builder:max_unseen_stealers={k}" for k in STEALERS)]
    compared = {n: lab.compare("casino", ways, players=n, unit="hand") for n in PLAYERS}
    gaps = {k: {n: c.gap(k + 1, 0) for n, c in compared.items()} for k in STEALERS}
    told = {
        k: by_players({n: amount(gap, 1) for n, gap in found.items()}, "points")
        for k, found in gaps.items()
    }
    lab.section(
        "How safe a build must be",
        "So many more points a hand than by never building, beside the others: "
        + "; ".join(f"with at most {k} of its cards unseen {told[k]}" for k in STEALERS)
        + ".",
        Chart(
            "Points won more than by never building, in the same hands",
            "cards that could take the build, at most",
            "points a hand",
            tuple(
                Series.of_gaps(f"{n} players", STEALERS, [gaps[k][n] for k in STEALERS], 1)
                for n in PLAYERS
            ),
            reference=(0, "nothing"),
        ),
    )
    lab.answer(
        f"Beside never building, to build where at most {USUAL} card that could take the build is "
        f"unseen wins {told[USUAL]} a hand; to build however many are unseen wins "
        f"{told[STEALERS[-1]]}.",
        Number.of(amount(gaps[USUAL][2], 1), "points a hand by safe builds, two players"),
        Number.of(amount(gaps[STEALERS[-1]][2], 1), "points a hand by any builds, two players"),
    )


EXPERIMENT = Experiment(study, n=300_000, precision="0.5pp")
