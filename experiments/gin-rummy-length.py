"""How long is a game of Gin Rummy to 100?

Everybody plays alike: they keep near melds and knock as soon as they may, keep the least deadwood,
or wait for gin. We try two to four players, and other targets.
"""

import polars as pl

from cardsim import Chart, Experiment, Number, Result, Series
from cardsim.studies import Estimate, Lab, by_players, joined

TARGETS = (50, 75, 100, 150, 200, 300)
USUAL = 100
PLAYERS = (2, 3, 4)
THREE = 3
WAYS = {
    "keep near melds": "early-hunter",
    "keep the least deadwood": "take-improve",
    "wait for gin": "gin-only",
}
MAIN = next(iter(WAYS))
NINE_IN_TEN = (0.05, 0.95)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    played = {told: by_target(lab, way) for told, way in WAYS.items()}
    main = played[MAIN]
    lab.section(
        "By the target",
        f"Hands on average, and what nine games in ten take, with three players who all {MAIN}: "
        + "; ".join(
            f"to {target} {length(result)} ({' to '.join(map(str, nine_in_ten(result)))})"
            for target, result in main.items()
        )
        + ".",
        Chart(
            f"A game to {USUAL} takes {length(main[USUAL])} hands",
            "points that win",
            "hands",
            tuple(
                Series.of(f"all {told}", TARGETS, [length(r) for r in results.values()])
                for told, results in played.items()
            ),
        ),
    )
    tables = {
        told: {
            n: played[told][USUAL]
            if n == THREE
            else lab.run("gin-rummy", unit="match", players=n, strategy=way, vs=way)
            for n in PLAYERS
        }
        for told, way in WAYS.items()
    }
    lab.section(
        "By the players",
        f"Hands on average in a game to {USUAL}. "
        + " ".join(
            f"If all {told}: {by_players({n: str(length(r)) for n, r in results.items()})}."
            for told, results in tables.items()
        ),
        Chart(
            f"Hands in a game to {USUAL}, by the players",
            "players",
            "hands",
            tuple(
                Series.of(f"all {told}", PLAYERS, [length(r) for r in results.values()])
                for told, results in tables.items()
            ),
        ),
    )
    low, high = nine_in_ten(main[USUAL])
    lab.answer(
        f"{length(main[USUAL])} hands on average with three players who all {MAIN}; nine games "
        f"in ten take {low} to {high}. A game to 50 takes {length(main[50])} hands, and a game to "
        f"200 takes {length(main[200])}. To {USUAL} it takes "
        + joined([f"{length(played[t][USUAL])} if all {t}" for t in WAYS if t != MAIN])
        + ".",
        Number.of(length(main[USUAL]), f"hands in a game to {USUAL}, three players"),
        Number(f"{low} to {high}", "hands in nine games of ten"),
    )


def by_target(lab: Lab, way: str) -> dict[int, Result]:
    """Run matches of three who play alike, by their target."""
    return {
        target: lab.run("gin-rummy", unit="match", strategy=way, vs=way, target=target)
        for target in TARGETS
    }


def length(result: Result) -> Estimate:
    """Return how many hands a game takes."""
    return result.estimates["hands"]


def nine_in_ten(result: Result) -> tuple[int, int]:
    """Return the range of hands for nine games in ten; one in twenty takes less, and one more."""
    frame = (
        result.tables["hands"].sort("hands").with_columns(pl.col("count").cum_sum().alias("sum"))
    )
    low, high = (
        int(frame.filter(pl.col("sum") >= part * result.hands)["hands"][0]) for part in NINE_IN_TEN
    )
    return low, high


# By a number of games: an average and a range are read off the same games.
EXPERIMENT = Experiment(study, n=100_000)
