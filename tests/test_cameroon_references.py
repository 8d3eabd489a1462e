"""Counter-Cameroon gives the figures of its rules file, section 12.

Each figure is checked by simulation: false alarm 1e-6, false pass of an error of `resolves` 1e-6.
Where the figure was itself measured, its standard error and its rounding count as error too.
"""

from functools import cache
from typing import Any

import polars as pl
import pytest

import cardsim
from cardsim.games.counter_cameroon.exact import POLICIES, Races, solve
from cardsim.games.counter_cameroon.rules import Rules
from cardsim.runs.result import Result
from checks import assert_mean, assert_share

pytestmark = pytest.mark.kept(0, full=2)

GAMES = 300_000
RANDOM, STATIC, LIVE = "random-split", "max-points-static", "max-points-live"
MEASURED = {
    (RANDOM, RANDOM): (132.81, 42.67, 0.5318, 0.5332, 0.9957, 36.299, 201.1),
    (STATIC, STATIC): (82.27, 23.48, 0.5467, 0.5479, 0.9940, 36.571, 99.6),
    (LIVE, LIVE): (60.91, 15.90, 0.5499, 0.5514, 0.9948, 36.565, 56.7),
    (RANDOM, LIVE): (78.17, 22.48, 0.0314, 0.0329, 0.9984, 19.557, 93.8),
}
"""Turns and their standard deviation, shares won by seat 0 under both scorings, same winner, mean
standard score of seat 0, wasted marks; of a million games each, by another program."""


@cache
def games(first: str, second: str) -> Result:
    """Many games with these players in seats 0 and 1; seat 0 is the hero."""
    return cardsim.run("counter-cameroon", GAMES, seats=[first, second], seed=23)


def spread(rows: pl.DataFrame, column: str) -> tuple[float, float, int]:
    """Mean, standard deviation and number of the games in rows of counts."""
    n = int(rows["count"].sum())
    mean = (rows[column] * rows["count"]).sum() / n
    variance = ((rows[column] - mean) ** 2 * rows["count"]).sum() / (n - 1)
    return float(mean), float(variance) ** 0.5, n


@pytest.mark.parametrize("players", MEASURED, ids=" against ".join)
def test_games_are_as_another_program_measured_them(players: tuple[str, str]) -> None:
    turns, sd, standard, balanced, same, score, wasted = MEASURED[players]
    result = games(*players)
    hero = result.tables["you"]

    def share(column: str) -> tuple[int, int]:
        return int(hero.filter(pl.col(column) == 1)["count"].sum()), GAMES

    found = spread(result.tables["turns"], "turns")
    assert_mean(found, turns, resolves=1.0, reference_error=0.045)
    # The standard error of a standard deviation is about sd / sqrt(2 n), for any n.
    assert abs(found[1] - sd) < 5 * sd * (2 / GAMES) ** 0.5 + 0.005
    assert_share(share("result_standard"), standard, resolves=0.012, reference_error=0.0006)
    assert_share(share("result_balanced"), balanced, resolves=0.012, reference_error=0.0006)
    assert_share(share("same_winner"), same, resolves=0.002, reference_error=0.0001)
    scores = spread(result.tables["scores"], "your_standard")
    assert_mean(scores, score, resolves=0.25, reference_error=0.01)
    lost = spread(result.tables["wasted"], "wasted")
    assert_mean(lost, wasted, resolves=2.0, reference_error=0.1)


@pytest.mark.parametrize(
    "players", [(RANDOM, RANDOM), (STATIC, STATIC), (RANDOM, STATIC)], ids=" against ".join
)
def test_races_between_those_who_do_not_look_are_the_exact_ones(players: tuple[str, str]) -> None:
    result = games(*players)
    exact = solve(Rules(), players)

    owners, decided = result.tables["categories"], result.tables["decided"]
    for k, category in enumerate(range(2, 13)):
        rows = owners.filter(pl.col("category") == category)
        won = int(rows.filter(pl.col("owner") == 0)["count"].sum())
        assert_share((won, GAMES), exact.wins[k], resolves=0.01)
        turn = spread(decided.filter(pl.col("category") == category), "decided")
        assert_mean(turn, exact.turns[k], resolves=0.025 * exact.turns[k])
    assert_totals(result, exact)


def assert_totals(result: Result, exact: Races) -> None:
    scores = result.tables["scores"]
    assert_mean(spread(scores, "your_standard"), exact.standard[0], resolves=0.25)
    assert_mean(spread(scores, "your_balanced"), exact.balanced[0], resolves=0.15)
    assert_mean(spread(scores, "your_categories"), exact.categories[0], resolves=0.04)


@pytest.mark.parametrize("rules", [{"double_mark": 1}, {"marks_to_win": 2, "scoring": "balanced"}])
def test_exact_races_hold_under_other_house_rules(rules: dict[str, Any]) -> None:
    result = cardsim.run(
        "counter-cameroon", 100_000, seats=[STATIC, RANDOM], seed=24, first_player="random", **rules
    )

    exact = solve(Rules(first_player="random", **rules), POLICIES[::-1])
    scores = result.tables["scores"]
    assert_mean(spread(scores, "your_standard"), exact.standard[0], resolves=0.4)
    assert_mean(spread(scores, "your_categories"), exact.categories[0], resolves=0.07)


def test_scores_fit_each_other_in_every_game() -> None:
    scores = games(LIVE, LIVE).tables["scores"]

    fits = 2 * scores["your_balanced"] - scores["your_categories"]
    assert (scores["your_standard"] == fits).all()
    assert (games(LIVE, LIVE).tables["turns"]["turns"] >= 22).all()
