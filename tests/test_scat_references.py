"""Scat gives the figures of its rules file, section 12.

Each figure is checked by simulation: false alarm 1e-6, false pass of an error of `resolves` 1e-6.
Where the figure was itself measured, its standard error and its rounding count as error too.
"""

import math
from fractions import Fraction
from functools import cache
from math import comb, perm
from typing import Any

import polars as pl
import pytest

import cardsim
from cardsim import Strategy
from cardsim.runs.result import Result
from checks import assert_mean, assert_share

pytestmark = pytest.mark.kept(0, full=2)

ALWAYS_KNOCK = "threshold:knock_threshold=2"
GREEDY = "threshold:knock_threshold=31"
"""Sees whether the upcard makes the hand worth more, else draws, and keeps the best three."""


def run(n: float, *, seed: int, **options: Any) -> Result:
    company = {} if "seats" in options else {"vs": "usual"}
    return cardsim.run("scat", n, seed=seed, **({"unit": "hand"} | company | options))


def count(rows: pl.DataFrame, *conditions: pl.Expr) -> int:
    return int(rows.filter(*conditions)["count"].sum())


# ---------------------------------------------------------------- exact figures


DEALT_31 = {
    2: 0.002171,
    3: 0.003255,
    4: 0.004338,
    5: 0.005419,
    6: 0.006500,
    7: 0.007580,
    8: 0.008658,
    9: 0.009736,
}


def dealt_31(players: int) -> Fraction:
    """The chance that somebody is dealt 31, by inclusion and exclusion.

    k given players all hold one in `perm(4, k)` ways to choose their suits, since each needs the
    ace of his, times 6 pairs of ten-cards each.
    """
    total = Fraction(0)
    for k in range(1, min(players, 4) + 1):
        deals = math.prod(comb(52 - 3 * i, 3) for i in range(k))
        total -= (-1) ** k * comb(players, k) * Fraction(perm(4, k) * 6**k, deals)
    return total


@pytest.mark.parametrize("players", DEALT_31)
def test_somebody_is_dealt_31_as_often_as_the_cards_have_it(players: int) -> None:
    chance = float(dealt_31(players))
    assert chance == pytest.approx(DEALT_31[players], abs=6e-7)

    turns = run(
        4_000_000 // players + 500_000, seed=100 + players, players=players, max_turns=1
    ).tables["turns"]

    seen = count(turns, pl.col("end") == "dealt-31")
    assert_share((seen, count(turns)), chance, resolves=0.2 * chance)


POINTS = "4 28 76 196 316 532 724 1040 5732 2652 1104 1264 1112 1132 980 996 844 856 1168 712"
VALUES = [int(hands) for hands in f"{POINTS} 96 104 88 80 64 60 44 40 32".split()]
"""Of the 22 100 hands of three cards those worth 2, 3 .. 30."""


@cache
def first_turn_knocks(players: int) -> pl.DataFrame:
    """The first seat knocks on his first turn whatever he holds; hands without a dealt 31."""
    seats = [ALWAYS_KNOCK] + [GREEDY] * (players - 1)
    tables = run({2: 16e6, 3: 5e6, 4: 4e6, 6: 3e6}[players], seed=20 + players, seats=seats).tables
    return tables["values"].filter(pl.col("end") != "dealt-31")


def test_the_knocker_of_the_first_turn_holds_what_the_cards_have_it() -> None:
    """Given that nobody is dealt 31, which at two players leaves the shares as they are."""
    knocks = first_turn_knocks(2)

    for value in range(2, 31):
        chance = VALUES[value - 2] / (22100 - 24)
        seen = count(knocks, pl.col("knocker_value") == value)
        # Another player without 31 makes the ten-cards and aces a little more likely: below 0.3 %.
        assert_share((seen, count(knocks)), chance, resolves=0.004 * chance + 5e-4)


FIRST_TURN = """
14 .264992 .064850 .664455 .005703 -1.004771
16 .411558 .064911 .517935 .005596 -0.564996
17 .482319 .070926 .441153 .005602 -0.334663
18 .558886 .061581 .374083 .005450 -0.133148
19 .628071 .065961 .300516 .005453 +0.087547
21 .795975 .059036 .140144 .004845 +0.569877
22 .846794 .021695 .125788 .005723 +0.611190
25 .914761 .019320 .060413 .005505 +0.807749
29 .976591 .010235 .007933 .005241 +0.965720
30 .986792 .008147 0       .005060 +0.989879
"""


@pytest.mark.parametrize(
    "line", FIRST_TURN.split("\n")[1:-1], ids=lambda line: "knock on " + line[:2]
)
def test_a_first_turn_knock_of_two_players_is_answered_as_enumerated(line: str) -> None:
    value, lower, tie, higher, made_31, net = (float(x) for x in line.split())
    rows = first_turn_knocks(2).filter(pl.col("knocker_value") == value)
    n = count(rows)
    knock, low, high = pl.col("end") == "knock", pl.col("low"), pl.col("high")

    found = {
        lower: count(rows, knock, low < value, high == value),
        tie: count(rows, knock, low == value, high == value),
        higher: count(rows, knock, high > value),
        made_31: count(rows, pl.col("end") == "31-after-knock"),
    }

    assert sum(found.values()) == n
    for chance, seen in found.items():
        resolves = 13 * math.sqrt(max(chance, 0.002) * (1 - chance) / n)
        assert resolves <= 0.02
        assert_share((seen, n), chance, resolves=resolves)
    assert_mean(net_lives(rows), net, resolves=10 * 1.6 / math.sqrt(n))


def net_lives(rows: pl.DataFrame) -> tuple[float, float, int]:
    """Mean, spread and number of the opponent's loss less the knocker's, for two players.

    Where the knocker loses nothing, the opponent loses one life.
    """
    lost, weight = rows["knocker_change"].to_numpy(), rows["count"].to_numpy()
    net = (lost == 0) * 1.0 - lost
    n = int(weight.sum())
    mean = float((net * weight).sum() / n)
    return mean, math.sqrt(float((weight * (net - mean) ** 2).sum()) / (n - 1)), n


HAMMER = """
12 .506636 .048627 .444736 -0.334209
13 .558014 .056936 .385050 -0.155149
14 .617877 .049059 .333064 +0.000808
15 .670220 .050063 .279716 +0.160852
17 .769477 .042982 .187541 +0.437376
20 .894438 .048591 .056971 +0.829087
25 .985498 .003706 .010796 +0.967611
"""


@cache
def hammers() -> pl.DataFrame:
    seats = ["threshold:hammer_threshold=2", "threshold"]
    result = run(6e6, seed=30, seats=seats, first_turn_option="hammer")
    return result.tables["values"].filter(pl.col("end") != "dealt-31")


@pytest.mark.parametrize("line", HAMMER.split("\n")[1:-1], ids=lambda line: "hammer on " + line[:2])
def test_a_hammer_of_two_players_meets_what_was_enumerated(line: str) -> None:
    value, lower, tie, sole_lowest, net = (float(x) for x in line.split())
    rows = hammers().filter(pl.col("knocker_value") == value)
    n = count(rows)
    low, high = pl.col("low"), pl.col("high")

    found = {
        lower: count(rows, low < value),
        tie: count(rows, low == value, high == value),
        sole_lowest: count(rows, high > value),
    }

    for chance, seen in found.items():
        resolves = 13 * math.sqrt(max(chance, 0.002) * (1 - chance) / n)
        assert resolves <= 0.02
        assert_share((seen, n), chance, resolves=resolves)
    assert_mean(net_lives(rows), net, resolves=10 * 1.6 / math.sqrt(n))


def call(view: Any) -> bool:
    return bool(view.stock_count > 0)


def test_a_blind_throw_down_of_two_players_meets_what_was_enumerated() -> None:
    caller = Strategy("scat", name="caller", throw_down=call)
    result = run(3e6, seed=31, seats=[caller, "threshold"], first_turn_option="throw-down")
    rows, seats = result.tables["values"], result.tables["seats"]
    n, showdown = count(rows), pl.col("end") == "called"

    assert_share(
        (count(rows, showdown, pl.col("knocker_change") == 2), n), 0.447578, resolves=0.003
    )
    tied = count(rows, showdown, pl.col("low") == pl.col("high"))
    assert_share((tied, n), 0.102673, resolves=0.002)
    lower = count(rows, showdown, pl.col("knocker_change") == 0, pl.col("low") < pl.col("high"))
    assert_share((lower, n), 0.447578, resolves=0.003)
    one_31 = count(rows, pl.col("end") == "dealt-31", pl.col("low") < 31)
    assert_share((one_31, n), 2 * 0.001085, resolves=0.0003)
    for seat, mean in ((0, 0.896241), (1, 0.551336)):
        assert_mean(lives_lost(seats, seat), mean, resolves=0.006)


def lives_lost(seats: pl.DataFrame, seat: int) -> tuple[float, float, int]:
    """Mean, spread and number of the lives that a seat loses in a hand."""
    return spread(seats.filter(pl.col("seat") == seat), "change")


def spread(rows: pl.DataFrame, column: str) -> tuple[float, float, int]:
    """Mean, standard deviation and number of a counted column."""
    values, weight = rows[column].to_numpy().astype(float), rows["count"].to_numpy()
    n = int(weight.sum())
    mean = float((values * weight).sum() / n)
    return mean, math.sqrt(float((weight * (values - mean) ** 2).sum()) / (n - 1)), n


# ---------------------------------------------------------------- Monte Carlo reference A


REFERENCE_A = {
    3: "15 .3190 .0886 .0090  17 .1762 .0631 .0091  19 .0808 .0394 .0088  21 .0202 .0183 .0077",
    4: "15 .1692 .0796 .0133  17 .0695 .0406 .0128  19 .0211 .0177 .0127  21 .0028 .0042 .0106",
    6: "15 .0461 .0429 .0205  17 .0094 .0118 .0201  19 .0013 .0023 .0196  21 .0001 .0001 .0170",
}
DEALS_OF_A = 4_000_000
ROUNDING = 0.0001 / math.sqrt(12)
"""The standard error of a figure that was rounded to four decimals."""


@pytest.mark.parametrize("players", REFERENCE_A)
def test_a_first_turn_knock_of_more_players_meets_reference_a(players: int) -> None:
    """The reference has 4 million deals times the chance of the value: error up to .0012."""
    figures = [float(x) for x in REFERENCE_A[players].split()]
    lost, low, knock = pl.col("knocker_change"), pl.col("low"), pl.col("end") == "knock"
    for value, sole, tied, made_31 in zip(*[iter(figures)] * 4, strict=True):
        rows = first_turn_knocks(players).filter(pl.col("knocker_value") == value)
        n = count(rows)
        held = DEALS_OF_A * VALUES[int(value) - 2] / 22100
        found = (
            (sole, count(rows, knock, lost == 2)),
            (tied, count(rows, knock, lost == 0, low == value)),
            (made_31, count(rows, pl.col("end") == "31-after-knock")),
        )
        for share, seen in found:
            error = math.hypot(math.sqrt(share * (1 - share) / held), ROUNDING)
            assert error <= 0.0012
            resolves = 10 * math.hypot(error, math.sqrt(share * (1 - share) / n))
            assert_share((seen, n), share, reference_error=error, resolves=resolves)


# ---------------------------------------------------------------- Monte Carlo reference B


REFERENCE_B = """
2 19  5.258 .9919 .0058 .0000 0       .2597 .566 .693
2 21  6.763 .9784 .0084 .0110 0       .2146 .541 .671
3 21  8.818 .9649 .0209 .0110 0       .0771 .318 .391 .454
3 25 12.186 .8867 .0347 .0753 .000002 .0266 .343 .399 .448
4 19  8.083 .9799 .0158 .0000 0       .0344 .208 .271 .320 .362
4 21 10.613 .9578 .0265 .0114 0       .0216 .229 .281 .322 .362
"""
HANDS_OF_B = 1_000_000


def reference_b(line: str) -> tuple[int, int, list[float]]:
    players, threshold, *figures = line.split()
    return int(players), int(threshold), [float(x) for x in figures]


@pytest.mark.parametrize("line", REFERENCE_B.split("\n")[1:-1], ids=lambda line: line[:4])
def test_a_hand_of_thresholds_meets_reference_b(line: str) -> None:
    """The reference has a million hands a line, this twice as many."""
    players, threshold, (turns, *ends, sole_lowest) = (
        *reference_b(line)[:2],
        reference_b(line)[2][:6],
    )
    losses = reference_b(line)[2][6:]
    table = [f"threshold:knock_threshold={threshold}"] * players
    tables = run(2e6, seed=40 + players, seats=table).tables
    n = count(tables["turns"])

    mean, sd, _ = spread(tables["turns"], "turns")
    error = sd / math.sqrt(HANDS_OF_B)
    assert error <= 0.013
    assert_mean((mean, sd, n), turns, reference_error=error, resolves=12 * error)

    words = ("knock", "31-after-knock", "31-before-knock", "stock-out")
    for share, word in zip(ends, words, strict=True):
        seen = count(tables["turns"], pl.col("end") == word)
        if share < 0.0001:
            assert seen <= 0.0001 * n + 40, "a mean of 0.0001 is passed by 40 less than once in 1e6"
            continue
        error = math.hypot(math.sqrt(share * (1 - share) / HANDS_OF_B), ROUNDING)
        assert_share((seen, n), share, reference_error=error, resolves=12 * error)

    # Of all knocks: only so do all six lines agree, and not of the showdowns alone.
    knocks = tables["values"].filter(pl.col("end").is_in(["knock", "31-after-knock"]))
    in_k2 = pl.col("end") == "knock", pl.col("knocker_change") == 2
    error = math.sqrt(sole_lowest * (1 - sole_lowest) / (HANDS_OF_B * (ends[0] + ends[1])))
    error = math.hypot(error, ROUNDING)
    sample = count(knocks, *in_k2), count(knocks)
    assert_share(sample, sole_lowest, reference_error=error, resolves=12 * error)

    for seat, loss in enumerate(losses):
        mean, sd, _ = lives_lost(tables["seats"], seat)
        error = math.hypot(sd / math.sqrt(HANDS_OF_B), 10 * ROUNDING)
        assert_mean((mean, sd, n), loss, reference_error=error, resolves=12 * error)


GAMES = {
    2: {19: 4.591, 21: 4.782, 25: 5.213},
    3: {19: 8.600, 21: 8.738, 25: 8.739},
    4: {19: 12.304, 21: 12.164, 25: 11.253},
    6: {19: 18.420, 21: 17.547, 25: 14.417},
}
GAMES_OF_B = 200_000


@pytest.mark.parametrize(
    ("players", "threshold"), [(n, t) for n, row in GAMES.items() for t in row]
)
def test_a_game_of_thresholds_lasts_as_long_as_in_reference_b(players: int, threshold: int) -> None:
    """Ours are 100 000 games, the reference 200 000: together an error of about .0123 at most."""
    table = [f"threshold:knock_threshold={threshold}"] * players
    hands = run(100_000, seed=50 + players, seats=table, unit="match").tables["hands"]

    mean, sd, n = spread(hands, "hands")

    error = math.hypot(sd / math.sqrt(GAMES_OF_B), 10 * ROUNDING)
    assert error <= 0.0075
    assert_mean((mean, sd, n), GAMES[players][threshold], reference_error=error, resolves=0.13)
