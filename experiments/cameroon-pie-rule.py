"""Does a pie rule make Counter-Cameroon fair?

The first to roll has an edge. By a pie rule the first to roll splits the dice, and the other then
chooses which of the two sheets to go on with; the owner of the empty one rolls next. We let two
players begin with any split, each as likely, and play on each race by its odds, and count how often
the first sheet wins. From this we reckon what both choose: half of the games choose, and the others
value what was chosen.
"""

from collections import Counter
from math import sqrt
from typing import Any

import polars as pl

import cardsim
from cardsim import Chart, Experiment, Number, Series, Strategy, borrowed
from cardsim.games.counter_cameroon.play import ROLLS, dice_of, splits_of
from cardsim.statistics.stats import CONFIDENCE
from cardsim.studies import Lab, rounded, z_value

GAME = "counter-cameroon"
EVEN = 0.5
COMMON = 45
"""A first split that comes up less than once in this many games is not shown."""
Chances = dict[str, tuple[float, int]]

any_split = borrowed(GAME, "random-split", "split")
by_odds = borrowed(GAME, "race-odds", "split")


def split(view: Any, chance: Any) -> Any:
    """Begin with any split, and go on by the odds."""
    return any_split(view, chance) if view.turns == 1 else by_odds(view, chance)


BEGINNER = Strategy(GAME, name="any first split", plays="begin~ with any split", split=split)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    lab.run(GAME, strategy=BEGINNER, vs=BEGINNER, measure="first_wins")
    games = begun(lab)
    choose, worth = (chances(games.filter(pl.col("hand") % 2 == k)) for k in (0, 1))
    shares = [first_wins(choose, worth, pie=pie) for pie in (False, True)]
    usual, fair = (rounded(100 * share, 100 * half) for share, half in shares)
    lab.section(
        "By the first split",
        "How often the sheet with the first two marks wins, for the splits that come most often. "
        "By the pie rule the other player takes it if that is more than half.",
        Chart(
            "Games won by the first sheet, by its first split",
            "the first split",
            "games won by the first sheet",
            (Series.of_shares("first", games, "split", "first_won", -(-lab.n // COMMON)),),
            kind="points",
            percent=True,
            reference=(EVEN, "even share"),
        ),
    )
    edges = [share - EVEN for share, _ in shares]
    fairer = "Fairer" if abs(edges[1]) < abs(edges[0]) else "No"
    if abs(edges[1]) <= shares[1][1]:
        fairer = "Yes, with it neither has a measurable edge"
    elif edges[1] < 0 < edges[0]:
        fairer += ", and it turns the edge round"
    lab.answer(
        f"{fairer}. "
        f"Without it the first to roll wins {usual} games in 100, if both play on by the odds. "
        f"With a pie rule it is {fair}: the first to roll looks for the split that is most even, "
        "and the other takes the better sheet.",
        Number.of(usual, "games in 100 won by the first to roll"),
        Number.of(fair, "with a pie rule"),
    )


def begun(lab: Lab) -> pl.DataFrame:
    """Return the first split of each game, and whether the player who made it won."""
    table: dict[str, Any] = {"strategy": BEGINNER, "vs": BEGINNER}
    batches = cardsim.decisions_in_batches(
        GAME, lab.n, fields="turns,splits", seed=lab.seed, **table
    )
    first = pl.concat(batch.filter(pl.col("turns") == 1) for batch in batches)
    pairs = first["splits"].to_numpy()[range(len(first)), first["action"].to_numpy()]
    told = [spoken(int(low), int(high)) for low, high in pairs]
    return first.select("hand", "first_won").with_columns(split=pl.Series(told))


def spoken(low: int, high: int) -> str:
    """Return a split in words."""
    return f"{low} and {high}"


def chances(games: pl.DataFrame) -> Chances:
    """Return how often the first sheet wins, and in how many games, by its first split."""
    rows = games.group_by("split").agg(pl.col("first_won").mean(), pl.len().alias("games"))
    return {split: (share, count) for split, share, count in rows.iter_rows()}


def first_wins(choose: Chances, worth: Chances, *, pie: bool) -> tuple[float, float]:
    """Return how often the first to roll wins over all rolls, and half the width of the interval.

    Args:
        choose: chances by which both choose.
        worth: chances that value what they chose.
        pie: whether the other may take the first sheet.
    """
    total, rolls = 0.0, Counter[str]()
    for roll in range(ROLLS):
        splits = {spoken(*pair) for pair in splits_of(dice_of(roll))}
        known = {s: choose[s][0] for s in sorted(splits) if s in choose and s in worth}
        if not known:
            total += EVEN
            continue
        best = max(known, key=lambda s: min(known[s], 1 - known[s]) if pie else known[s])
        first = worth[best][0]
        total += 1 - first if pie and known[best] > EVEN else first
        rolls[best] += 1
    # Each game decides one split, and is won or lost: a variance of a quarter at most.
    variance = sum((n / ROLLS) ** 2 / (4 * worth[s][1]) for s, n in rolls.items())
    return total / ROLLS, z_value(CONFIDENCE) * sqrt(variance)


# By a number of games: the result is computed, and has no hands of its own.
EXPERIMENT = Experiment(study, n=200_000)
