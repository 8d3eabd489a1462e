"""How long is a game of Spades to 500?

All four play alike: by the book, by a finer count and pressing on, or by the learned rules. We try
other targets and house rules as well, and count five minutes a hand.
"""

import polars as pl

from cardsim import Chart, Experiment, Number, Result, Series
from cardsim.studies import Estimate, Lab

TARGETS = (200, 300, 500, 750, 1000)
USUAL = 500
WAYS = {
    "play by the book": "by-the-book",
    "bid by a fine count": "press-on",
    "play by the learned rules": "learned",
}
MAIN = "bid by a fine count"
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
        f"Hands on average, and what nine games in ten take, if all {MAIN}: "
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
        " ".join(
            f"If all {told}, a game takes {length(result)} hands; nine in ten take "
            + " to ".join(map(str, nine_in_ten(result)))
            + "."
            for told, result in usual.items()
        ),
        Chart(
            f"How many hands a game to {USUAL} takes",
            "hands",
            "chance of a game this long",
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
        f"{length(main)} hands on average if all {MAIN}, or about {minutes(hands)} minutes; nine "
        f"games in ten take {low} to {high} hands. A game to 300 takes {length(played[MAIN][300])} "
        f"hands, and a game to 200 takes {length(played[MAIN][200])}. "
        + " ".join(
            f"If all {told}, a game to {USUAL} takes {length(result)}."
            for told, result in usual.items()
            if told != MAIN
        ),
        Number.of(length(main), f"hands in a game to {USUAL}, {minutes(hands)} minutes"),
        Number(f"{low} to {high}", "hands in nine games of ten"),
    )


def length(result: Result) -> Estimate:
    """Return how many hands a game takes."""
    return result.estimates["hands"]


def minutes(hands: float) -> str:
    """Return a number of hands in minutes."""
    return f"{hands * MINUTES:.0f}"


def by_hands(result: Result) -> dict[int, float]:
    """Return the share of games by hands, down to one game in a thousand."""
    frame = result.tables["hands"].sort("hands")
    return {
        int(hands): count / result.hands
        for hands, count in frame.select("hands", "count").rows()
        if count >= result.hands / 1000
    }


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
EXPERIMENT = Experiment(study, n=200_000)
