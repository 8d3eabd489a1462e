"""How do ten or twelve people play the Dice Game without waiting all evening?

Games of 6 to 12 people are simulated under the usual rules and with one change at a time: fewer
units at the start, another ending, fewer dice; and ten or twelve people at two tables, whose
winners play it out. Time is counted at 20 seconds a turn.
"""

from typing import Any

import numpy as np

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Lab, joined
from cardsim.runs.wording import counted
from cardsim.statistics.stats import Estimate

PLAYERS = (6, 8, 10, 12)
TEN, TWELVE = 10, 12
SECONDS = 20
USUAL = "the usual rules"
CHANGES: dict[str, dict[str, Any]] = {
    USUAL: {},
    "two units each": {"start_units": 2},
    "one unit each": {"start_units": 1},
    "it ends when one player has all that is left": {"end_condition": "one-holder"},
    "three dice at most": {"max_dice": 3},
}
HELPFUL = 3
TABLES = "two tables, then the two winners"


def study(lab: Lab) -> None:
    """Play, show, answer."""
    minutes = {
        name: {
            n: lab.run("dice-game", players=n, seconds_per_turn=SECONDS, **rules).estimates
            for n in PLAYERS
        }
        for name, rules in CHANGES.items()
    }
    usual = {n: minutes[USUAL][n]["minutes"] for n in PLAYERS}
    long = {n: minutes[USUAL][n]["turns_95"].value * SECONDS / 60 for n in PLAYERS}
    two = {n: at_two_tables(lab, n) for n in (TEN, TWELVE)}
    lab.section(
        "How long it takes",
        "Minutes on average, and what one game in twenty takes longer than: "
        + "; ".join(f"{n} people {usual[n].value:.0f} and {long[n]:.0f}" for n in PLAYERS)
        + ".",
        Chart(
            f"A game of {counted(TWELVE)} takes about {usual[TWELVE].value:.0f} minutes",
            "people",
            "minutes for a game",
            (
                *(
                    Series.of(name, PLAYERS, [by[n]["minutes"] for n in PLAYERS])
                    for name, by in minutes.items()
                ),
                Series(TABLES, tuple(two), tuple(two.values())),
            ),
        ),
    )
    saved = {
        name: 1 - by[TWELVE]["minutes"].value / usual[TWELVE].value
        for name, by in minutes.items()
        if name != USUAL
    } | {TABLES: 1 - two[TWELVE] / usual[TWELVE].value}
    bounds = {
        name: saved_between(by[TWELVE]["minutes"], usual[TWELVE])
        for name, by in minutes.items()
        if name != USUAL
    } | {TABLES: (1 - two[TWELVE] / usual[TWELVE].low, 1 - two[TWELVE] / usual[TWELVE].high)}
    lab.section(
        f"What shortens it, with {TWELVE}",
        "Beside the usual rules: "
        + "; ".join(f"{name}, {shorter(part)}" for name, part in saved.items())
        + ".",
        Chart(
            f"How much shorter a game of {TWELVE} gets",
            "the change",
            "part of the time that is saved",
            (
                Series(
                    f"{TWELVE} people",
                    tuple(saved),
                    tuple(saved.values()),
                    tuple(low for low, _ in bounds.values()),
                    tuple(high for _, high in bounds.values()),
                ),
            ),
            kind="points",
            percent=True,
            reference=(0, "as long as usual"),
        ),
    )
    comes = minutes[USUAL][TWELVE]["visits"].value / TWELVE
    by_saving = sorted(saved, key=saved.__getitem__, reverse=True)
    longer = [way for way in by_saving if saved[way] < 0]
    lab.answer(
        f"A game of {counted(TEN)} takes about {usual[TEN].value:.0f} minutes at {SECONDS} seconds "
        f"a turn, of {counted(TWELVE)} about {usual[TWELVE].value:.0f}, and one game in twenty "
        f"longer than {long[TWELVE]:.0f}; it comes to each of {counted(TWELVE)} some {comes:.0f} "
        "times. What helps most: "
        + joined([f"{way} ({shorter(saved[way])})" for way in by_saving[:HELPFUL]])
        + "."
        + (f" It gets longer with {joined(longer)}." if longer else ""),
        Number(f"{usual[TWELVE].value:.0f}", f"minutes for a game of {counted(TWELVE)}"),
        Number(f"{100 * saved[by_saving[0]]:.0f} %", f"of them saved with {by_saving[0]}"),
    )


def saved_between(changed: Estimate, usual: Estimate) -> tuple[float, float]:
    """The part of the time that is saved at least and at most, by both intervals."""
    return 1 - changed.high / usual.low, 1 - changed.low / usual.high


def shorter(part: float) -> str:
    """How much shorter or longer, in words."""
    return f"{100 * abs(part):.0f} % {'shorter' if part > 0 else 'longer'}"


def at_two_tables(lab: Lab, people: int) -> float:
    """Minutes until the longer of two half tables is done, and then a game of the two winners."""
    half, final = (
        lab.exact("dice-game", players=n).tables["distribution"] for n in (people // 2, 2)
    )
    both = np.diff(half["at_most"].to_numpy() ** 2, prepend=0.0)
    turns = float(half["turns"].to_numpy() @ both)
    turns += float(final["turns"].to_numpy() @ final["chance"].to_numpy())
    return turns * SECONDS / 60


# By a number of games: an average and what one game in twenty exceeds are read off the same games.
EXPERIMENT = Experiment(study, n=200_000)
