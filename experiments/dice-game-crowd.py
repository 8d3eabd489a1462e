"""How can ten or twelve people play the Dice Game without waiting all evening?

We play games of 6 to 12 people by the usual rules and with one change at a time: fewer units at the
start, another ending, fewer dice. Ten or twelve people may also sit at two tables, and the two
winners play it out. We count 20 seconds a turn.
"""

from typing import Any

import numpy as np

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import Estimate, Lab, counted, joined

PLAYERS = (6, 8, 10, 12)
TEN, TWELVE = 10, 12
SECONDS = 20
USUAL = "the usual rules"
CHANGES: dict[str, dict[str, Any]] = {
    USUAL: {},
    "two units each": {"start_units": 2},
    "one unit each": {"start_units": 1},
    "the game ends when one player holds all units": {"end_condition": "one-holder"},
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
        " ".join(
            f"A game of {n} takes {usual[n].value:.0f} minutes on average, and one in twenty takes "
            f"more than {long[n]:.0f}."
            for n in PLAYERS
        ),
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
        "Compared with the usual rules: "
        + "; ".join(f"{name}, {shorter(part)}" for name, part in saved.items())
        + ".",
        Chart(
            f"How much shorter a game of {TWELVE} gets",
            "the change",
            "share of the time that you save",
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
        f"At {SECONDS} seconds a turn, a game of {counted(TEN)} takes about "
        f"{usual[TEN].value:.0f} minutes and a game of {counted(TWELVE)} about "
        f"{usual[TWELVE].value:.0f}; one in twenty takes more than {long[TWELVE]:.0f}. With "
        f"{counted(TWELVE)} players your turn comes about {comes:.0f} times. What helps most: "
        + joined([f"{way} ({shorter(saved[way])})" for way in by_saving[:HELPFUL]])
        + "."
        + (f" This makes it longer: {joined(longer)}." if longer else ""),
        Number(f"{usual[TWELVE].value:.0f}", f"minutes for a game of {counted(TWELVE)}"),
        Number(f"{100 * saved[by_saving[0]]:.0f} %", f"of the time saved with {by_saving[0]}"),
    )


def saved_between(changed: Estimate, usual: Estimate) -> tuple[float, float]:
    """Return the least and the most of the time that is saved, by both intervals."""
    return 1 - changed.high / usual.low, 1 - changed.low / usual.high


def shorter(part: float) -> str:
    """Return how much shorter or longer it is, in words."""
    return f"{100 * abs(part):.0f} % {'shorter' if part > 0 else 'longer'}"


def at_two_tables(lab: Lab, people: int) -> float:
    """Return the minutes of the longer of two half tables' games, plus a game of the winners."""
    half, final = (
        lab.exact("dice-game", players=n).tables["distribution"] for n in (people // 2, 2)
    )
    both = np.diff(half["at_most"].to_numpy() ** 2, prepend=0.0)
    turns = float(half["turns"].to_numpy() @ both)
    turns += float(final["turns"].to_numpy() @ final["chance"].to_numpy())
    return turns * SECONDS / 60


# By a number of games: an average and what one game in twenty exceeds are read off the same games.
EXPERIMENT = Experiment(study, n=200_000)
