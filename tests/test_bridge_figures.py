"""Bridge meets the figures of its rules file: those that are exact, and those of another program.

False alarm 1e-6, false pass of an error of `resolves` 1e-6.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from typing import Any

import polars as pl
import pytest

import cardsim
from cardsim import Strategy, borrowed
from cardsim.games.bridge.state import PASS
from checks import assert_mean, assert_share

pytestmark = pytest.mark.kept(0, full=2)

FIGURES = {
    "points": 10,
    "variance": 290 / 17,
    "opens": 0.3481715196,
    "passed_out": 0.0338338648,
    "balanced": 0.4760415243,
    "void": 0.0510655209,
    "major": 0.3433140909,
    "nothing": 0.0005470334,
    "game": 0.1753752764,
    "slam": 0.0034796498,
    "grand": 8.92161e-05,
    "fit": 0.2615085667,
    "major_fit": 0.4888274879,
    "any_fit": 0.8426374789,
}
OPENINGS = (0.6518284804, 0.0932365385, 0.0966929201, 0.0535968384, 0.0559892345, 0.0486559881)
POINTS = {0: 0.0036389610, 7: 0.0802808715, 10: 0.0940511489, 14: 0.0569332319, 25: 0.0002642777}
SHAPES = {"4432": 0.2155117565, "5332": 0.1551684646, "4333": 0.1053613032, "4441": 0.0299321884}
BREAKS = {(4, "2-2"): 0.40695652, (6, "3-3"): 0.35527950, (8, "8-0"): 0.00164760}
DEALS = 1_000_000
REFERENCE = 300_000
"""Deals of the other program, whose shares were rounded to four digits."""
C, D, H, S, N = range(5)
SILENT = {
    (1, C): 0.0488,
    (1, N): 0.1241,
    (2, D): 0.0504,
    (2, S): 0.0720,
    (2, N): 0.0647,
    (4, H): 0.0448,
    (4, N): 0.0013,
    (6, N): 0.0022,
}
COMING_IN = {(1, D): 0.0268, (1, S): 0.0677, (2, S): 0.0887, (3, N): 0.1949, (4, S): 0.0456}
HELD = {(1, N): 21.23, (2, N): 23.90, (3, N): 27.20, (4, H): 27.24, (6, N): 34.04}


def test_the_exact_figures_are_those_of_the_rules_file() -> None:
    answer = cardsim.exact("bridge", "hand")

    assert answer.figures == pytest.approx(FIGURES, abs=5e-11)
    tables = answer.tables
    assert tables["openings"]["share"].to_list() == pytest.approx(OPENINGS, abs=5e-11)
    points = dict(tables["points"].select("points", "hand").iter_rows())
    shapes = dict(tables["shapes"].iter_rows())
    breaks = {(missing, split): share for missing, split, share in tables["breaks"].iter_rows()}
    assert {key: points[key] for key in POINTS} == pytest.approx(POINTS, abs=5e-11)
    assert {key: shapes[key] for key in SHAPES} == pytest.approx(SHAPES, abs=5e-11)
    assert {key: breaks[key] for key in BREAKS} == pytest.approx(BREAKS, abs=5e-9)
    assert sum(points.values()) == pytest.approx(1)
    assert len(shapes) == 39
    assert "34.82 %" in answer.sentence


def test_other_openings_are_what_tips_opens_with() -> None:
    """The bid of one where nobody else bids is the contract."""
    given: dict[str, Any] = {
        "open_hcp": 11,
        "nt_low": 12,
        "nt_high": 14,
        "nt_with_five_card_major": "no",
    }
    exact = cardsim.exact("bridge", "hand", **given)
    opens = dict(exact.tables["openings"].iter_rows())

    told = ",".join(f"{name}={value}" for name, value in given.items())
    seats = [f"tips:{told}", *["pass-always"] * 3]
    rows = cardsim.run("bridge", DEALS, seed=24, seats=seats).tables["contracts"]

    contracts = {"pass": (0, 0), "1C": (1, C), "1D": (1, D), "1H": (1, H), "1S": (1, S)}
    for call, contract in {**contracts, "1N": (1, N)}.items():
        found = int(at(rows, contract)["count"].sum())
        assert_share((found, DEALS), opens[call], resolves=0.006)


@cache
def contracts(strategy: str) -> pl.DataFrame:
    """Final contracts with the points of declarer's side."""
    run = cardsim.run("bridge", DEALS, seed=23, strategy=strategy, vs=strategy)
    return run.tables["contracts"]


def at(rows: pl.DataFrame, contract: tuple[int, int]) -> pl.DataFrame:
    """The rows of a contract."""
    level, strain = contract
    return rows.filter((pl.col("level") == level) & (pl.col("strain") == strain))


def assert_as_measured(count: int, share: float) -> None:
    """That so many of the deals are the other program's share of its own."""
    error = math.sqrt(share * (1 - share) / REFERENCE) + 5e-5
    assert_share((count, DEALS), share, resolves=0.01, reference_error=error)


@pytest.mark.parametrize(
    ("strategy", "shares", "out", "game"),
    [
        ("tips", SILENT, 0.0337, 0.2857),
        ("tips:overcalls=simple", COMING_IN, 0.0339, 0.2885),
    ],
)
def test_the_tips_end_in_contracts_as_often_as_measured(
    strategy: str, shares: dict[tuple[int, int], float], out: float, game: float
) -> None:
    rows = contracts(strategy)

    for contract, share in shares.items():
        found = int(at(rows, contract)["count"].sum())
        assert_as_measured(found, share)
    passed = int(rows.filter(pl.col("level") == 0)["count"].sum())
    assert_as_measured(passed, out)
    level, strain = pl.col("level"), pl.col("strain")
    is_game = (level >= 5) | ((level == 4) & (strain >= H)) | ((level == 3) & (strain == N))
    games = int(rows.filter(is_game)["count"].sum())
    assert_as_measured(games, game)


def test_all_pass_as_often_as_is_exact() -> None:
    rows = contracts("tips")
    passed = int(rows.filter(pl.col("level") == 0)["count"].sum())

    assert_share((passed, DEALS), FIGURES["passed_out"], resolves=0.002)


@pytest.mark.parametrize("contract", HELD)
def test_declarers_side_holds_as_many_points_as_measured(contract: tuple[int, int]) -> None:
    rows = at(contracts("tips"), contract)

    n = int(rows["count"].sum())
    mean = float((rows["points"] * rows["count"]).sum()) / n
    square = float((rows["points"] ** 2 * rows["count"]).sum()) / n
    # It was rounded to two digits, and measured on fewer deals.
    spread = math.sqrt(square - mean * mean)
    error = spread / math.sqrt(n * REFERENCE / DEALS) + 0.003
    assert_mean((mean, spread, n), HELD[contract], resolves=0.6, reference_error=error)


def one_notrump(view):  # type: ignore[no-untyped-def]
    """The dealer bids one notrump, and all pass."""
    return 5 if view.called == 0 else PASS


@pytest.mark.parametrize(
    ("policy", "mean"),
    [("highest-legal", 6.4352), ("lowest-legal", 6.4956), ("random-legal-play", 6.5227)],
)
def test_the_side_that_leads_takes_as_many_tricks_at_notrump_as_measured(
    policy: str, mean: float
) -> None:
    strategy = Strategy(
        "bridge",
        name=f"notrump {policy}",
        plays="play~ one notrump",
        call=one_notrump,
        lead=borrowed("bridge", policy, "lead"),
        play=borrowed("bridge", policy, "play"),
    )

    rows = cardsim.run("bridge", DEALS, seed=25, strategy=strategy, vs=strategy).tables["results"]

    assert set(rows["strain"]) == {N}
    taken = 13 - rows["tricks"]
    average = float((taken * rows["count"]).sum()) / DEALS
    square = float((taken**2 * rows["count"]).sum()) / DEALS
    spread = math.sqrt(square - average * average)
    assert_mean((average, spread, DEALS), mean, resolves=0.05, reference_error=0.0015)


def test_no_two_hands_have_most_of_the_points() -> None:
    """Four hands have 37: all aces, kings and queens, and a jack."""
    exact = cardsim.exact("bridge", "hand", open_hcp=37)

    assert exact.figures["opens"] == pytest.approx(4 / math.comb(52, 13))
    assert exact.figures["passed_out"] == float(1 - Fraction(16, math.comb(52, 13)))
