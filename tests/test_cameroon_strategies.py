"""The strategies of Counter-Cameroon play as they say they do."""

import importlib.util
import itertools
from math import comb
from typing import Any

import numpy as np
import pytest

import cardsim
from cardsim.engine.table import Table, answer
from cardsim.games import load_game
from cardsim.rng import WORDS_DTYPE
from cardsim.workspace import load_strategy, strategy_files
from harnesses.counter_cameroon import throw

GAME = load_game("counter-cameroon")


def tables(**options: Any) -> str:
    found = cardsim.run(GAME.name, 2_000, seed=17, threads=1, vs="usual", **options).tables
    return "".join(table.write_json() for table in found.values())


@pytest.mark.parametrize(
    ("strategy", "values"),
    [
        ("weighted", {"alpha": 1.0}),
        ("race-aware", {"margin": 99}),
        ("race-aware", {"margin": 3}),
        ("double-bonus", {"bonus": 0.0}),
    ],
)
@pytest.mark.parametrize("rules", [{}, {"scoring": "balanced", "must_mark": True}])
def test_at_its_neutral_value_a_parameter_leaves_max_points_live(
    strategy: str, values: dict[str, Any], rules: dict[str, Any]
) -> None:
    assert tables(strategy=strategy, **values, **rules) == tables(**rules)


def test_a_state_blind_strategy_plays_the_same_under_both_scorings() -> None:
    """Standard points are twice the balanced ones less one, and every split marks two cells."""
    static: dict[str, Any] = {"strategy": "max-points-static", "vs": "max-points-static"}

    outcomes = [
        cardsim.run(GAME.name, 2_000, seed=18, scoring=scoring, **static).tables["scores"]
        for scoring in ("standard", "balanced")
    ]

    assert outcomes[0].equals(outcomes[1])


def table_at(*dice: int, mine: dict[int, int], his: dict[int, int], owner: dict[int, int]) -> Table:
    """Seat 0 has thrown these dice; all marks and owners are as given."""
    table = Table(GAME, GAME.rules(), 2)
    state = table.state
    for name, marks in (("my_marks", mine), ("opp_marks", his), ("owner", owner)):
        for category, number in marks.items():
            state[name][category] = number
    for category, seat in owner.items():
        state["my_points" if seat == 0 else "opp_points"] += state["points"][category]
    throw(table, list(dice))
    return table


@pytest.mark.parametrize(
    ("strategy", "mine", "dice", "owner", "splits"),
    [
        # Points: 7-7 makes 2, 3-11 makes 18, 6-8 makes 6.
        ("max-points-live", {}, (1, 6, 2, 5), {}, {"3-11"}),
        ("max-points-live", {}, (1, 6, 2, 5), {3: 0, 11: 1}, {"6-8"}),
        ("max-points-static", {}, (1, 6, 2, 5), {3: 0, 11: 1}, {"3-11"}),
        ("random-split", {}, (1, 6, 2, 5), {}, {"3-11", "6-8", "7-7"}),
        # 2-12 makes 22, and as a second mark 11 + 2 * 11; 7-7 with three marks wins 1 point.
        ("finisher", {7: 3}, (1, 1, 6, 6), {}, {"7-7"}),
        ("finisher", {7: 1}, (1, 1, 6, 6), {}, {"2-12"}),
        # 3-7: 9 + 1, 4-6: 7 + 3, 5-5: 5 + 5 points.
        ("max-points-live", {}, (1, 2, 3, 4), {}, {"3-7", "4-6", "5-5"}),
        ("points-times-progress", {}, (1, 2, 3, 4), {}, {"5-5"}),
        ("points-times-progress", {3: 1}, (1, 2, 3, 4), {}, {"3-7"}),
        ("double-bonus", {}, (1, 2, 3, 4), {}, {"5-5"}),
        ("double-bonus", {5: 3}, (1, 2, 3, 4), {}, {"3-7", "4-6"}),
        # The square root favours many low points: 3 + 1 < 2.65 + 1.73 < 2.24 + 2.24.
        ("weighted", {}, (1, 2, 3, 4), {}, {"5-5"}),
        # Fresh races add 5/32 of their points a mark, one that is nearly won 1/16.
        ("race-odds", {5: 3}, (1, 2, 3, 4), {}, {"3-7", "4-6"}),
        ("race-odds", {4: 3}, (1, 2, 3, 4), {}, {"3-7", "5-5"}),
        # The 7 points of 4 make 38, which is enough, whatever else becomes.
        ("win-odds", {4: 3}, (1, 2, 3, 4), {2: 0, 3: 0, 12: 0}, {"4-6"}),
    ],
)
def test_strategies_take_the_split_their_rule_names(
    strategy: str,
    mine: dict[int, int],
    dice: tuple[int, ...],
    owner: dict[int, int],
    splits: set[str],
) -> None:
    table, loaded = table_at(*dice, mine=mine, his={}, owner=owner), load_strategy(GAME, strategy)
    chance, taken = np.zeros(1, WORDS_DTYPE), set()

    for _ in range(40):
        action = answer(loaded, "split", table.states.view(GAME.view), chance=chance)
        low, high = table.state["splits"][action].tolist()
        taken.add(f"{low}-{high}")

    assert taken == splits


def test_a_race_that_the_opponent_leads_by_far_is_given_up() -> None:
    table = table_at(1, 6, 2, 5, mine={}, his={3: 3, 11: 2}, owner={})
    loaded = load_strategy(GAME, "race-aware")
    for margin, taken in ((3, [3, 11]), (2, [3, 11]), (1, [6, 8])):
        views = table.states.view(GAME.view)
        action = answer(loaded, "split", views, values={"margin": margin})
        assert table.state["splits"][action].tolist() == taken, margin


@pytest.mark.parametrize("name", ["race-odds", "win-odds"])
def test_the_odds_of_a_race_are_those_of_the_problem_of_points(name: str) -> None:
    spec = importlib.util.spec_from_file_location("odds", strategy_files(GAME)[name])
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    for i, j in itertools.product(range(1, 8), repeat=2):
        throws = i + j - 1
        heads = sum(comb(throws, k) for k in range(i, throws + 1))
        assert module.ODDS[i, j] == heads / 2**throws


@pytest.mark.parametrize(
    ("blind", "mine", "his", "taken"),
    [
        # In 32nds, 3-7 is 9 * 5 + 1 * 6, 4-6 is 7 * 4 + 3 * 5 or 7 * 6 + 3 * 5, 5-5 is 5 * (5 + 5).
        ("none", {4: 1, 7: 1}, {4: 3, 7: 1}, [3, 7]),
        ("lead", {4: 1, 7: 1}, {4: 3, 7: 1}, [4, 6]),
        # 9 * 2 + 1 * 16 or 2 + 16; 7 * 5 + 3 * 6 or 5 + 6.
        ("none", {6: 1, 7: 3}, {3: 3, 6: 1, 7: 3}, [4, 6]),
        ("points", {6: 1, 7: 3}, {3: 3, 6: 1, 7: 3}, [3, 7]),
        # 9 * 4 + 1 * 5; 7 * 4 + 3 * 16 or 7 * 4 + 3 * 5.
        ("none", {6: 3}, {3: 2, 4: 2, 6: 3}, [4, 6]),
        ("marks", {6: 3}, {3: 2, 4: 2, 6: 3}, [5, 5]),
    ],
)
def test_a_race_may_be_seen_without_its_lead_its_marks_or_its_points(
    blind: str, mine: dict[int, int], his: dict[int, int], taken: list[int]
) -> None:
    table = table_at(1, 2, 3, 4, mine=mine, his=his, owner={})
    loaded = load_strategy(GAME, "race-odds")

    action = answer(loaded, "split", table.states.view(GAME.view), values={"blind": blind})

    assert table.state["splits"][action].tolist() == taken


@pytest.mark.parametrize(
    "other",
    [
        "random-split",
        "max-points-static",
        "max-points-live",
        "points-times-progress",
        "weighted",
        "race-aware",
        "finisher",
        "double-bonus",
        "race-odds",
    ],
)
@pytest.mark.kept(4)
def test_win_odds_beats_every_other_strategy(other: str) -> None:
    """By three standard errors: a strategy as good would pass once in 700."""
    games = 20_000 if other == "race-odds" else 4_000

    result = cardsim.run(GAME.name, games, seed=19, strategy="win-odds", vs=other)

    assert result.headline.value > 0.5 + 3 * 0.5 / games**0.5


def test_a_game_that_is_won_by_all_points_is_scored_to_the_last() -> None:
    """A scoring whose points no other game has: totals far above those of the named scorings."""
    result = cardsim.run(
        GAME.name,
        500,
        seed=20,
        strategy="win-odds",
        vs="race-odds",
        scoring="999,0,0,0,0,1,0,0,0,0,999",
    )

    points = result.tables["seats"]
    assert set(points["points"].unique()) <= {0, 1, 999, 1000, 1998, 1999}
