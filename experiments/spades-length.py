"""How long is a game of Spades to 500?

All four play alike: by the book, counting in tenths of tricks and pressing on, or by what was
learned. Other targets and house rules are tried as well. Time is counted at five minutes a hand.
"""

import polars as pl

from cardsim import Chart, Experiment, Number, Result, Series
from cardsim.answers.experiments import Lab, joined
from cardsim.statistics.stats import Estimate

TARGETS = (200, 300, 500, 750, 1000)
USUAL = 500
WAYS = {
    "play by the book": "by-the-book",
    "count in tenths": "press-on",
    "play as learned": "learned",
}
MAIN = "count in tenths"
HOUSE: dict[str, dict[str, object]] = {
    "the standard game": {},
    "tricks of a failed nil are bags": {"failed_nil_tricks": "bags"},
    "they count for the partner": {"failed_nil_tricks": "count"},
    "seven bags cost 100": {"bag_limit": 7},
    "bags cost nothing": {"bag_penalty": 0},
    "a side at -200 loses": {"loss_limit": -200},
    "partners bid 4 at least": {"min_team_bid": 4},
}
MINUTES = 5
NINE_IN_TEN = (0.05, 0.95)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    played = {
        told: {target: lab.run("spades", strategy=way, vs=way, target=target) for target in TARGETS}
        for told, way in WAYS.items()
    }
    usual = {told: by[USUAL] for told, by in played.items()}
    main = usual[MAIN]
    low, high = nine_in_ten(main)
    lab.section(
        "By the target",
        f"Hands on average, with what nine games in ten take, where all {MAIN}: "
        + "; ".join(
            f"to {target} {length(result)} ({' to '.join(map(str, nine_in_ten(result)))})"
            for target, result in played[MAIN].items()
        )
        + ".",
        Chart(
            f"A game to {USUAL} takes {length(main)} hands",
            "points that win",
            "hands",
            tuple(
                Series.of(f"all {told}", TARGETS, [length(r) for r in by.values()])
                for told, by in played.items()
            ),
        ),
    )
    shares = {told: by_hands(result) for told, result in usual.items()}
    lab.section(
        f"How likely each length is, to {USUAL}",
        "; ".join(
            f"where all {told}, a game takes {length(result)} hands, and nine in ten take "
            + " to ".join(map(str, nine_in_ten(result)))
            for told, result in usual.items()
        ).capitalize()
        + ".",
        Chart(
            f"How many hands a game to {USUAL} takes",
            "hands",
            "chance that it takes so many",
            tuple(
                Series(f"all {told}", tuple(by), tuple(by.values())) for told, by in shares.items()
            ),
            percent=True,
        ),
    )
    way = WAYS[MAIN]
    houses = {
        told: main if not rules else lab.run("spades", strategy=way, vs=way, **rules)
        for told, rules in HOUSE.items()
    }
    lab.section(
        "By house rules",
        "Hands on average: "
        + "; ".join(f"{told} {length(result)}" for told, result in houses.items())
        + ".",
        Chart(
            "Hands that a game takes by house rules",
            "rule",
            "hands",
            (Series.of("", list(houses), [length(result) for result in houses.values()]),),
            kind="points",
        ),
    )
    hands = length(main).value
    lab.answer(
        f"{length(main)} hands on average where all {MAIN}, about {minutes(hands)} minutes; nine "
        f"games in ten take {low} to {high}. To 300 it is {length(played[MAIN][300])}, and to 200 "
        f"{length(played[MAIN][200])}. "
        + joined(
            [
                f"if all {told} it is {length(result)}"
                for told, result in usual.items()
                if told != MAIN
            ]
        ).capitalize()
        + ".",
        Number.of(length(main), f"hands in a game to {USUAL}, {minutes(hands)} minutes"),
        Number(f"{low} to {high}", "hands in nine games of ten"),
    )


def length(result: Result) -> Estimate:
    """Hands that a game takes."""
    return result.estimates["hands"]


def minutes(hands: float) -> str:
    """So many hands in minutes."""
    return f"{hands * MINUTES:.0f}"


def by_hands(result: Result) -> dict[int, float]:
    """The share of games by hands, as far as one in a thousand takes so many."""
    frame = result.tables["hands"].sort("hands")
    return {
        int(hands): count / result.hands
        for hands, count in frame.select("hands", "count").rows()
        if count >= result.hands / 1000
    }


def nine_in_ten(result: Result) -> tuple[int, int]:
    """The hands that nine games in ten take, and one in twenty less or more."""
    frame = (
        result.tables["hands"].sort("hands").with_columns(pl.col("count").cum_sum().alias("sum"))
    )
    low, high = (
        int(frame.filter(pl.col("sum") >= part * result.hands)["hands"][0]) for part in NINE_IN_TEN
    )
    return low, high


# By a number of games: an average and a range are read off the same games.
EXPERIMENT = Experiment(study, n=200_000)
