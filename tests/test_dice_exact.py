"""The exact solver of the Dice Game gives the figures of its rules file, section 12."""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cache
from itertools import product
from math import comb
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import pytest

from cardsim.errors import UserError
from cardsim.games.dice_game import exact as solver
from cardsim.games.dice_game.exact import Exact, cost, solve
from cardsim.kernels.cache import keep, read_cached

PRESETS: dict[str, dict[str, Any]] = {
    "seed": {},
    "seed-capped": {"max_dice": 3},
    "lcr": {"max_dice": 3, "end_condition": "one-holder"},
    "lcr-uncapped": {"end_condition": "one-holder"},
}


@cache
def solved(players: int, preset: str) -> Exact:
    return solve(players=players, **PRESETS[preset])


# players, preset, E[turns], sd, E[seat visits], E[dice], P(wipe)
FIGURES = """
2 seed          12.726473  5.712808  13.476637  30.326556 0.054426
2 seed-capped   13.872981  6.078293  14.800489  30.327374 0.054562
2 lcr            5.809886  3.713043   5.809886  14.657796 0
2 lcr-uncapped   5.505381  3.493736   5.505381  15.474300 0
3 seed          21.510076  7.788608  25.017856  48.220092 0.036682
3 seed-capped   23.518674  8.326288  27.581942  48.221274 0.036879
3 lcr           17.515886  7.330339  18.863028  38.412686 0
3 lcr-uncapped  16.367629  6.679062  17.523424  39.779732 0
4 seed          30.379989  9.452477  38.088595  66.165774 0.027629
4 seed-capped   33.173526 10.101880  41.860716  66.167188 0.027865
4 lcr           28.945426  9.654726  33.932847  59.725002 0
4 lcr-uncapped  26.726294  8.822749  31.160603  60.624110 0
6 seed          48.261007 12.149496  67.421724 102.110787 0.018464
6 seed-capped   52.508972 12.935288  73.511977 102.112635 0.018773
6 lcr           50.063357 12.811661  66.647026  98.547041 0
6 lcr-uncapped  46.071322 11.907873  61.210184  98.935390 0
"""

# players, preset, P(seat 0 wins), P(seat 1 wins), ...
WINS = """
2 seed .497972 .502028
3 seed .331900 .333392 .334707
4 seed .248437 .249122 .251423 .251017
6 seed .164669 .164167 .166053 .168515 .169258 .167339
2 lcr  .382075 .617925
3 lcr  .306843 .328019 .365138
4 lcr  .239258 .243180 .255345 .262217
6 lcr  .162118 .160989 .164404 .169400 .172619 .170470
"""

# players, preset, turns that 5, 25, 50, 75, 95 and 99 % of games do not exceed
QUANTILES = """
2 seed         5  9 12 16 23 30
3 seed        11 16 20 26 36 44
4 seed        17 24 29 36 48 57
6 seed        31 40 47 56 70 82
6 seed-capped 33 43 51 60 76 88
"""

# Rows of players, preset, t and the chance of more than t turns.
TAILS = """
3 seed        30 0.125157
4 seed        50 0.031455
6 seed        50 0.389786
6 seed        60 0.153453
6 seed        80 0.011984
6 seed-capped 60 0.248526
"""


def rows(table: str) -> list[Any]:
    """Test parameters: players, preset, the numbers."""
    lines = [line.split() for line in table.strip().splitlines()]
    return [
        pytest.param(
            int(players), preset, [float(x) for x in rest], id=f"{players} {preset} {rest[0]}"
        )
        for players, preset, *rest in lines
    ]


@pytest.mark.parametrize(("players", "preset", "figures"), rows(FIGURES))
@pytest.mark.kept(5)
def test_expectations_are_those_of_the_rules_file(
    players: int, preset: str, figures: list[float]
) -> None:
    law = solved(players, preset)

    found = (law.turns_mean, law.turns_sd, law.visits_mean, law.dice_mean, law.wipe_out)
    assert found == pytest.approx(figures, rel=0, abs=5.001e-7)


@pytest.mark.parametrize(("players", "preset", "shares"), rows(WINS))
def test_seats_win_as_often_as_the_rules_file_says(
    players: int, preset: str, shares: list[float]
) -> None:
    law = solved(players, preset)

    assert law.wins == pytest.approx(shares, rel=0, abs=5.001e-7)


@pytest.mark.parametrize(("players", "preset", "quantiles"), rows(QUANTILES))
def test_quantiles_of_turns_are_those_of_the_rules_file(
    players: int, preset: str, quantiles: list[float]
) -> None:
    at_most = np.cumsum(solved(players, preset).turns)

    found = np.searchsorted(at_most, [0.05, 0.25, 0.50, 0.75, 0.95, 0.99])

    assert found.tolist() == quantiles


@pytest.mark.parametrize(("players", "preset", "tail"), rows(TAILS))
def test_long_games_are_as_rare_as_the_rules_file_says(
    players: int, preset: str, tail: list[float]
) -> None:
    limit, chance = tail

    assert solved(players, preset).turns[int(limit) + 1 :].sum() == pytest.approx(
        chance, abs=5.001e-7
    )


def test_two_players_need_two_turns_and_most_often_ten() -> None:
    turns = solved(2, "seed").turns

    assert turns[[2, 3, 10]] == pytest.approx([0.001346, 0.006535, 0.079640], abs=5.001e-7)
    assert turns[:2].sum() == 0
    assert turns.argmax() == 10


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("preset", ["seed", "seed-capped"])
def test_dice_follow_from_the_sixes_that_a_game_needs(players: int, preset: str) -> None:
    """E[dice] = 6 (3n - 1 + P(wipe)), all dice of the last roll counted."""
    law = solved(players, preset)

    assert law.dice_mean == pytest.approx(6 * (3 * players - 1 + law.wipe_out), rel=1e-11)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_chances_add_up_to_one(players: int, preset: str) -> None:
    law = solved(players, preset)

    assert sum(law.wins) == pytest.approx(1, abs=1e-12)
    assert law.turns.sum() == pytest.approx(1, abs=1e-12)


def test_in_lcr_with_two_players_nobody_is_ever_skipped() -> None:
    law = solved(2, "lcr")

    assert law.visits_mean == pytest.approx(law.turns_mean, rel=1e-12)


def test_the_resolution_of_the_dice_changes_who_wins_and_not_how_long_it_takes() -> None:
    together = solved(3, "seed")
    in_sequence = solve(players=3, resolution="sequential-stop")

    assert in_sequence.turns == pytest.approx(together.turns, rel=1e-12, abs=1e-15)
    assert in_sequence.dice_mean == pytest.approx(together.dice_mean, rel=1e-12)
    assert in_sequence.wipe_out == 0
    assert max(np.abs(np.subtract(in_sequence.wins, together.wins))) > 1e-4


def test_a_wipe_out_without_winner_is_what_the_seats_lack() -> None:
    law = solve(players=4, wipe_out="no-winner")

    assert 1 - sum(law.wins) == pytest.approx(law.wipe_out, rel=1e-10)


def test_a_random_first_player_makes_the_seats_equal_and_the_game_no_longer() -> None:
    law = solve(players=4, first_player="random")

    assert law.wins == pytest.approx([0.25] * 4, abs=1e-12)
    assert law.turns_mean == solved(4, "seed").turns_mean


# A chain without any of the solver's structure: every throw of every roll, every seat by name.

Position = tuple[int, tuple[int, ...]]


def rolled(
    units: tuple[int, ...], roller: int, throw: tuple[str, ...], *, stops: bool
) -> tuple[int, ...]:
    """Units by seat after dice that act in the order given."""
    held = list(units)
    for face in throw:
        if stops and sum(held) == 1:
            break
        held[roller] -= face != "keep"
        if face == "left":
            held[(roller + 1) % len(held)] += 1
        if face == "right":
            held[roller - 1] += 1
    return tuple(held)


def enumerate_games(
    *,
    players: int,
    start_units: int,
    max_dice: int = 0,
    end_condition: str = "one-unit-left",
    wipe_out: str = "roller-keeps-one",
    resolution: str = "simultaneous",
    faces: tuple[int, int, int, int] = (3, 1, 1, 1),
) -> dict[str, Any]:
    """The attributes of an `Exact`, from all throws of all rolls."""
    die = dict(zip(("keep", "left", "right", "pot"), [count / 6 for count in faces], strict=True))
    wins = np.zeros(players)
    turns: list[float] = [0.0]
    visits = dice = wiped = 0.0
    # Whether the guard was met goes with the position, so that a game counts once.
    now: dict[tuple[Position, bool], float] = {((0, (start_units,) * players), False): 1.0}
    routes: dict[Position, list[tuple[float, tuple[int, ...]]]] = {}
    while sum(now.values()) > 1e-13:
        then: dict[tuple[Position, bool], float] = defaultdict(float)
        turns.append(0.0)
        for ((seat, units), met), chance in now.items():
            roller = seat
            while units[roller] == 0:
                roller = (roller + 1) % players
            visits += chance * ((roller - seat) % players + 1)
            thrown = min(units[roller], max_dice) if max_dice else units[roller]
            dice += chance * thrown
            if (roller, units) not in routes:
                outcomes: dict[tuple[int, ...], float] = defaultdict(float)
                for throw in product(die, repeat=thrown):
                    after = rolled(units, roller, throw, stops=resolution == "sequential-stop")
                    outcomes[after] += float(np.prod([die[face] for face in throw]))
                routes[roller, units] = [(p, after) for after, p in outcomes.items() if p > 0]
            lost = sum(p for p, after in routes[roller, units] if not any(after))
            for p, after in routes[roller, units]:
                if not any(after):
                    if wipe_out == "reroll":
                        continue
                    wiped += chance * p
                    turns[-1] += chance * p
                    wins[roller] += chance * p * (wipe_out == "roller-keeps-one")
                    continue
                share = p / (1 - lost) if wipe_out == "reroll" else p
                holders = np.flatnonzero(after)
                if (len(holders) if end_condition == "one-holder" else sum(after)) == 1:
                    wins[holders[0]] += chance * share
                    turns[-1] += chance * share
                    if wipe_out == "reroll":
                        wiped += chance * share * (1 if met else lost)
                else:
                    spoilt = chance * share * (lost if wipe_out == "reroll" and not met else 0)
                    place = ((roller + 1) % players, after)
                    then[place, met] += chance * share - spoilt
                    if spoilt:
                        then[place, True] += spoilt
        now = then
    times = np.arange(len(turns))
    mean = float(times @ turns)
    return {
        "turns_mean": mean,
        "turns_sd": float(np.sqrt((times - mean) ** 2 @ turns)),
        "visits_mean": visits,
        "dice_mean": dice,
        "wipe_out": wiped,
        "wins": tuple(wins),
        "turns": turns,
    }


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2, "start_units": 3},
        {"players": 2, "start_units": 3, "wipe_out": "reroll"},
        {"players": 2, "start_units": 3, "resolution": "sequential-stop"},
        {"players": 2, "start_units": 2, "faces": (2, 0, 3, 1), "end_condition": "one-holder"},
        {"players": 3, "start_units": 2, "wipe_out": "no-winner", "faces": (0, 3, 1, 2)},
        {"players": 3, "start_units": 2, "wipe_out": "reroll", "faces": (1, 0, 2, 3)},
        {"players": 3, "start_units": 2, "wipe_out": "reroll", "max_dice": 2},
        {"players": 3, "start_units": 2, "resolution": "sequential-stop", "faces": (1, 3, 1, 1)},
        {"players": 3, "start_units": 2, "resolution": "sequential-stop", "max_dice": 3},
        {"players": 3, "start_units": 2, "end_condition": "one-holder", "faces": (1, 3, 1, 1)},
        {"players": 3, "start_units": 2, "max_dice": 1},
        {"players": 4, "start_units": 1, "faces": (2, 2, 1, 1)},
        {"players": 4, "start_units": 1, "end_condition": "one-holder", "faces": (0, 1, 3, 2)},
        {"players": 4, "start_units": 1, "wipe_out": "reroll", "resolution": "sequential-stop"},
    ],
    ids=lambda options: " ".join(str(value) for value in options.values()),
)
@pytest.mark.kept(0, full=5)
def test_the_solver_agrees_with_a_plain_enumeration_of_all_throws(options: dict[str, Any]) -> None:
    law = solve(**options)

    plain = enumerate_games(**options)

    turns = plain.pop("turns")
    length = min(len(turns), len(law.turns))
    assert law.turns[:length] == pytest.approx(turns[:length], abs=1e-11)
    for name, value in plain.items():
        assert getattr(law, name) == pytest.approx(value, rel=1e-9, abs=1e-11), name


def test_the_tail_beyond_the_distribution_is_negligible() -> None:
    for preset in PRESETS:
        turns = solved(6, preset).turns

        assert 1 - turns.sum() < 1e-12
        assert turns[-1] < 1e-12


def test_cost_counts_the_ways_to_share_out_the_units() -> None:
    states, memory = cost(8, 3)

    assert states == comb(32, 8) - 1
    assert memory < 6e9


@pytest.mark.parametrize(
    ("players", "start_units", "reason"),
    [
        (
            9,
            3,
            r"94,143,279 states and would take about \d+ seconds; the exact solver stops at 110",
        ),
        (10, 3, r"847,660,527 states and would take about 33.9 GB; the exact solver stops at 6"),
        (2, 50_000, r"GB; the exact solver stops at 6"),
        (5_000, 3, r"the exact solver takes at most 20 players, not 5000"),
    ],
)
def test_a_size_that_does_not_fit_is_refused_with_the_reason(
    players: int, start_units: int, reason: str
) -> None:
    with pytest.raises(UserError, match=reason) as refusal:
        solve(players=players, start_units=start_units)

    assert refusal.value.hint == "take fewer players or units, or simulate the game"


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"players": 1}, "players must be 2 or more, not 1"),
        ({"start_units": 0}, "start-units must be 1 or more, not 0"),
        ({"max_dice": -1}, "max-dice must be none or 1 or more, not -1"),
        ({"wipe_out": "again"}, "wipe-out must be .* or reroll, not again"),
        ({"faces": (3, 1, 1, 2)}, "faces must be 6 in all"),
        ({"faces": (4, 1, 1, 0)}, "a die needs a face for the pot"),
        ({"faces": (5, 0, 0, 1), "end_condition": "one-holder"}, "a face for left or right"),
        ({"faces": (0, 0, 0, 6), "wipe_out": "reroll"}, "wipe-out reroll needs a face"),
        (
            {"resolution": "sequential-stop", "end_condition": "one-holder"},
            "sequential-stop needs end-condition one-unit-left",
        ),
    ],
)
def test_options_out_of_range_are_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(UserError, match=reason):
        solve(**{"players": 3, **options})


def test_a_die_that_only_feeds_the_pot_ends_at_once() -> None:
    """Everybody loses all in turn; the last roller keeps one."""
    law = solve(players=3, faces=(0, 0, 0, 6))

    assert law.turns.tolist() == [0, 0, 0, 1]
    assert law.wins == (0, 0, 1)
    assert (law.wipe_out, law.dice_mean, law.visits_mean) == (1, 9, 3)


@pytest.mark.parametrize("max_dice", [0, 3])
@pytest.mark.full
def test_the_time_that_a_game_takes_is_told_by_what_was_measured_here(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, max_dice: int
) -> None:
    """Processor time, because other processes take their share of the cores."""
    solve(players=3)
    monkeypatch.setattr(solver, "WORTH_MEASURING", 0.0)
    monkeypatch.setenv("CARDSIM_CACHE_DIR", str(tmp_path))
    told = solver.seconds(players=6, max_dice=max_dice)

    began = process_time()
    solve(players=6, max_dice=max_dice)
    taken = (process_time() - began) / min(2, solver._cores())

    assert 0.4 < told / taken < 2.5


def test_how_fast_this_machine_is_is_measured_once_and_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CARDSIM_CACHE_DIR", str(tmp_path))
    first = solver.seconds(players=8)
    (kept,) = tmp_path.glob("*.json")
    pace = json.loads(read_cached(kept) or b"")

    keep(kept, json.dumps(10 * pace).encode())

    assert solver.seconds(players=8) == pytest.approx(10 * first)
    assert solver.seconds(players=5) < 1


@pytest.mark.full
def test_who_has_nothing_wins_as_often_as_in_games_played_one_by_one() -> None:
    players, games = 3, 20_000
    rng = np.random.default_rng(5)
    met: dict[int, int] = defaultdict(int)
    won: dict[int, int] = defaultdict(int)
    for _ in range(games):
        held, roller = [3] * players, 0
        seen: dict[tuple[int, int], int] = defaultdict(int)
        while sum(held) > 1:
            if held[roller] > 0:
                for seat in range(players):
                    seen[sum(held), seat] += held[seat] == 0
                faces = rng.integers(1, 7, held[roller]).tolist()
                last = sum(held) == len(faces) and set(faces) == {6}
                held[roller] = max(faces.count(1) + faces.count(2) + faces.count(3), int(last))
                held[(roller + 1) % players] += faces.count(4)
                held[(roller - 1) % players] += faces.count(5)
            roller = (roller + 1) % players
        for (units, seat), turns in seen.items():
            met[units] += turns
            won[units] += turns * held[seat]

    chances = solver.chances_by_left(players=players)

    assert set(chances) == set(range(2, 9))
    for units in range(2, 7):
        assert chances[units] == pytest.approx(won[units] / met[units], abs=0.012)


def test_who_has_nothing_of_two_units_wins_36_games_in_85_from_one_other_player() -> None:
    # x of who rolls two, y of who rolls one while the other holds one:
    # x = x/4 + (1 - y)/3 + 1/6 + (1 - x)/9 + 1/36, y = (1 - y)/2 + (1 - x)/3.
    chances = solver.chances_by_left(players=2, up_to=3)

    assert list(chances) == [2, 3]
    assert chances[2] == pytest.approx(36 / 85, abs=1e-12)
