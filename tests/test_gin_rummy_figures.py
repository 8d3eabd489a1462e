"""The figures of Gin Rummy's rules file: exact ones, and those that an independent program drew."""

from __future__ import annotations

import math
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import polars as pl
import pytest

import cardsim
from cardsim.errors import UserError
from cardsim.games.gin_rummy import exact
from cardsim.games.gin_rummy.rules import Rules
from cardsim.games.gin_rummy.state import BIG_GIN, GIN, VOID
from checks import assert_mean, assert_share
from oracles import gin_rummy as book

# ---------------------------------------------------------------- exact


def agrees(
    found: exact.Count, *, without: int, melded: int, gin: int, shares: tuple[float, float]
) -> None:
    """The count has these numbers of hands, and shares with at most 10 and at most 5 left."""
    assert sum(found.left) == found.hands == comb(52, found.tiles)
    assert (found.without_meld, found.all_melded, found.left[0]) == (without, melded, gin)
    assert found.at_most(10) == pytest.approx(shares[0], abs=5e-11)
    assert found.at_most(5) == pytest.approx(shares[1], abs=5e-11)


@pytest.mark.full
def test_three_tiles_are_counted_as_by_hand() -> None:
    found = exact.counted(3, thrown=False)
    left = [book.deadwood(some) for some in combinations(range(52), 3)]

    assert found.left[0] == 96
    assert found.mean() == pytest.approx(19.529231, abs=5e-7)
    assert [left.count(n) for n in range(len(found.left))] == list(found.left)


@pytest.mark.full
def test_the_best_throw_of_four_tiles_is_counted_as_by_hand() -> None:
    left: dict[int, int] = {}
    for some in combinations(range(52), 4):
        least = min(book.deadwood(rest) for rest in combinations(some, 3))
        left[least] = left.get(least, 0) + 1

    found = exact.counted(4, thrown=True)

    assert {n: hands for n, hands in enumerate(found.left) if hands} == left


@pytest.mark.full
def test_the_deadwood_of_seven_tiles_dealt_is_that_of_the_rules_file() -> None:
    found = exact.counted(7, thrown=False)

    agrees(found, without=115_373_508, melded=4_100, gin=4_100, shares=(0.0024339132, 0.0005736387))
    assert found.left[:11] == (
        *(4_100, 13_968, 13_872, 13_924, 14_792, 16_088),
        *(20_548, 26_288, 38_540, 52_028, 111_472),
    )
    assert found.mean() == pytest.approx(42.968686, abs=5e-7)
    assert found.deviation() == pytest.approx(10.083933, abs=5e-7)


@pytest.mark.full
def test_the_best_seven_of_eight_tiles_are_those_of_the_rules_file() -> None:
    found = exact.counted(8, thrown=True)

    agrees(
        found, without=594_099_024, melded=3_690, gin=177_534, shares=(0.0112916295, 0.0035546344)
    )
    assert found.mean() == pytest.approx(38.043686, abs=5e-7)
    assert found.deviation() == pytest.approx(11.162833, abs=5e-7)


@pytest.mark.deep
def test_the_deadwood_of_ten_tiles_dealt_is_that_of_the_rules_file() -> None:
    found = exact.counted(10, thrown=False)

    agrees(
        found,
        without=9_525_123_396,
        melded=136_694,
        gin=136_694,
        shares=(0.0006455285, 0.0001270113),
    )
    assert found.mean() == pytest.approx(56.569434, abs=5e-7)
    assert found.deviation() == pytest.approx(13.791189, abs=5e-7)


@pytest.mark.deep
def test_the_best_ten_of_eleven_tiles_are_those_of_the_rules_file() -> None:
    found = exact.counted(11, thrown=True)

    agrees(
        found,
        without=29_994_988_656,
        melded=147_204,
        gin=5_379_372,
        shares=(0.0041223480, 0.0010541462),
    )
    assert found.mean() == pytest.approx(50.234064, abs=5e-7)
    assert found.deviation() == pytest.approx(14.834498, abs=5e-7)


@pytest.mark.full
def test_the_question_answers_by_the_rules_of_the_table() -> None:
    solution = cardsim.exact("gin-rummy", "deadwood", hand_size=3, knock_limit=5)

    figures = {f.name: f.value for f in solution.solution.figures}
    assert figures["dealt_gin"] == 96 / 22_100
    assert figures["dealt_knock"] == exact.counted(3, thrown=False).at_most(5)
    assert figures["thrown_mean"] == exact.counted(4, thrown=True).mean()
    assert figures["big_gin"] == exact.counted(4, thrown=True).all_melded / comb(52, 4)


@pytest.mark.full
def test_hands_too_many_to_go_through_are_refused() -> None:
    with pytest.raises(UserError, match="--hand-size must be at most 10 to go through all hands"):
        exact.cost(Rules(hand_size=11), 2, {})
    assert exact.cost(Rules(hand_size=10), 2, {}) > 60 * exact.cost(Rules(), 3, {})


# ---------------------------------------------------------------- simulated


SIMULATED = {
    ("stock-knock", 10): ((17.694, 0.018), 0.0947, 0.0110, (15.54, 13.93, 12.30), 200_000),
    ("stock-knock", 5): ((23.773, 0.017), 0.4067, 0.0598, (9.27, 8.63, 7.81), 200_000),
    ("take-improve", 10): ((14.394, 0.004), 0.0035, 0.0177, (15.73, 15.40, 13.08), 3_000_000),
    ("take-improve", 0): ((29.859, 0.027), 0.2429, 0.9709, (11.11, 11.57, 10.58), 100_000),
}
"""Who plays and knocks at what: mean turns and their error, the share of void hands and that of gin
among the others, points by seat, and how many hands all that was drawn from."""
HANDS = 400_000


@cache
def at_table(strategy: str, threshold: int) -> Any:
    """Hands of three who all play alike."""
    seats = [f"{strategy}:threshold={threshold}"] * 3
    return cardsim.run("gin-rummy", HANDS, seats=seats, unit="hand", seed=5, threads=1)


def moments(rows: pl.DataFrame, column: str) -> tuple[float, float, int]:
    """Mean, standard deviation and number."""
    n = int(rows["count"].sum())
    mean = float((rows[column] * rows["count"]).sum()) / n
    square = float((rows[column] ** 2 * rows["count"]).sum()) / n
    return mean, math.sqrt(square - mean * mean), n


@pytest.mark.parametrize(("strategy", "threshold"), SIMULATED)
@pytest.mark.full
def test_hands_last_and_end_as_measured(strategy: str, threshold: int) -> None:
    (turns, error), void, gin, _, drawn = SIMULATED[strategy, threshold]
    tables = at_table(strategy, threshold).tables
    ends = dict(tables["ends"].group_by("end").agg(pl.col("count").sum()).iter_rows())

    assert_mean(moments(tables["turns"], "turns"), turns, resolves=0.4, reference_error=error)
    error = math.sqrt(void * (1 - void) / drawn)
    assert_share((ends[VOID], HANDS), void, resolves=0.02, reference_error=error)
    # The rules file tells gin among hands that did not end void, big gin apart from it.
    over = HANDS - ends[VOID]
    error = math.sqrt(gin * (1 - gin) / drawn / (1 - void))
    assert_share((ends[GIN], over), gin, resolves=0.02, reference_error=error)
    if threshold == 0:
        assert ends[GIN] + ends[BIG_GIN] == over


@pytest.mark.parametrize(("strategy", "threshold"), SIMULATED)
@pytest.mark.full
def test_seats_score_as_measured(strategy: str, threshold: int) -> None:
    *_, points, drawn = SIMULATED[strategy, threshold]
    rows = at_table(strategy, threshold).tables["seats"]

    for seat, mean in enumerate(points):
        sample = moments(rows.filter(pl.col("seat") == seat), "points")
        # Of the points a figure is given to two digits.
        error = math.hypot(sample[1] / math.sqrt(drawn), 0.003)
        assert_mean(sample, mean, resolves=1.2, reference_error=error)
