"""Plans: a short pilot says how many hands are needed, and what was not reached says so too."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cardsim
from cardsim import Plan, UserError
from cardsim.ask import plans
from cardsim.games import load_game
from cardsim.statistics.confidence_sequences import _reach
from cardsim.statistics.paired import Moments
from command_line import Command

NEAR = 0.2
LONG = 200_000
Z_SEEN = 1.959964 + 0.841621
"""A difference of so many standard errors is seen 80 times in 100: 95 % interval, two-sided."""


def scatter(game: str, *strategies: str, **table: Any) -> float:
    """Standard deviation of one hand's value, or of the difference of two, in a long run."""
    if not strategies:
        return cardsim.run(game, n=LONG, seed=77, **table).headline.sd
    return float(cardsim.compare(game, *strategies, n=LONG, seed=77, **table).moments.sds(0)[1])


HAND = {"unit": "hand"}
PILOT: dict[str, Any] = {"unit": "hand", "vs": "usual", "seed": 1, "pilot": 500}
CASES: list[tuple[str, tuple[str, ...], dict[str, Any], dict[str, Any]]] = [
    ("dice-game", (), {"players": 3, "measure": "turns"}, {"precision": 0.05}),
    ("scat", ("threshold", "chase-31"), HAND, {"difference": 0.01}),
    ("scat", ("threshold", "chase-31"), HAND, {"precision": 0.01}),
    ("scat", ("threshold", "threshold:knock_threshold=28"), HAND, {"precision": 0.005}),
    ("scat", ("threshold", "threshold:knock_threshold=22"), HAND, {"difference": 0.004}),
    ("scat", ("take-margin", "suit-keeper"), {**HAND, "vs": "usual"}, {"precision": 0.01}),
    ("scat", (), {**HAND, "vs": "usual"}, {"precision": 0.003}),
    ("scat", (), {**HAND, "strategy": "chase-31"}, {"precision": 0.004}),
    ("dice-game", (), {"players": 6, "measure": "turns"}, {"precision": 0.1}),
    ("scat", ("threshold", "random-legal"), {**HAND, "players": 3}, {"difference": 0.02}),
]


@pytest.fixture
def untimed(monkeypatch: pytest.MonkeyPatch) -> None:
    """No hands are played for their time alone."""
    monkeypatch.setattr(plans, "_seconds", lambda *_, **__: 1.0)


@pytest.mark.usefixtures("untimed")
@pytest.mark.kept(2, full=8)
@pytest.mark.parametrize("case", range(len(CASES)))
def test_a_plan_is_within_a_fifth_of_what_was_needed(case: int) -> None:
    game, strategies, table, goal = CASES[case]
    size = next(iter(goal.values()))
    reach = Z_SEEN if "difference" in goal else _reach(0.05)
    needed = (reach * scatter(game, *strategies, **table) / size) ** 2

    planned = cardsim.plan(game, "compare" if strategies else "run", *strategies, **goal, **table)

    assert planned.hands == pytest.approx(needed, rel=NEAR)
    assert planned.pilot < LONG


@pytest.mark.parametrize(("kind", "difference"), [("compare", True), ("compare", False)])
def test_half_the_size_takes_four_times_as_many_hands_however_small_it_is(
    kind: str, difference: bool
) -> None:
    """Sums of so many hands as the smallest need are no longer whole numbers of 64 bits."""
    game = load_game("gin-rummy")
    unit = game.units["hand"](game.rules(), 2)
    points = np.rint(np.random.default_rng(1).normal(0, 30, (5000, 2))).astype(np.int64)
    pilot = Moments(len(points), points.sum(0), points.T @ points)

    needed = [plans._needed(pilot, unit, plans.Goal(kind, 0.5**k, difference)) for k in range(21)]

    assert np.diff(np.log2(needed)) == pytest.approx(2, abs=0.05)


@pytest.mark.usefixtures("untimed")
def test_a_run_with_the_precision_stops_near_the_plan() -> None:
    asked: dict[str, Any] = {"players": 3, "measure": "turns", "precision": 0.05}

    planned = cardsim.plan("dice-game", **asked, seed=1)
    result = cardsim.run("dice-game", **asked, seed=2)

    assert result.reached
    assert result.hands == pytest.approx(planned.hands, rel=NEAR)
    assert planned.sentence == (
        f"About {planned.hands / 1000:.3g}k games reach a precision of 0.05 (turns that a game "
        f"lasts), and take 1 s here. Pilot: {planned.pilot} games."
    )
    assert repr(planned) == f"<Plan dice-game: {planned.sentence}>"


def test_a_plan_says_how_long_it_takes() -> None:
    planned = cardsim.plan("dice-game", precision=0.05, players=3, measure="turns", pilot=5000)

    assert planned.pilot == 5000
    assert 0 < planned.seconds < 600
    assert isinstance(planned, Plan)


@pytest.mark.usefixtures("untimed")
def test_plans_are_equal_if_all_but_their_time_is() -> None:
    asked: dict[str, Any] = {"players": 3, "measure": "turns", "pilot": 5000, "seed": 1}
    planned = cardsim.plan("dice-game", precision=0.05, **asked)
    slower = replace(
        planned,
        seconds=2 * planned.seconds,
        goals=tuple((size, hands, 2 * seconds) for size, hands, seconds in planned.goals),
    )

    assert slower.sentence != planned.sentence
    assert slower == planned == cardsim.plan("dice-game", precision=0.05, **asked)
    assert hash(slower) == hash(planned)
    assert planned != replace(planned, hands=planned.hands + 1)
    assert planned != cardsim.plan("dice-game", precision=0.051, **asked)


@pytest.mark.usefixtures("untimed")
def test_a_sweep_is_planned_at_each_of_its_points() -> None:
    planned = cardsim.plan(
        "dice-game", "sweep", precision=0.1, players="2..4", measure="turns", seed=1, pilot=4000
    )
    widest = cardsim.plan(
        "dice-game", precision=0.1, players=4, measure="turns", seed=1, pilot=4000
    )

    assert planned.runs == 3
    assert planned.hands == widest.hands


def test_a_precision_that_was_not_reached_says_how_many_hands_would_be(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"players": 3, "measure": "turns", "precision": 0.05, "seed": 3}
    short = cardsim.run("dice-game", n=5000, **asked)
    asked["players"] = "3,4"
    swept = cardsim.sweep("dice-game", n=5000, **asked)

    swept.save(tmp_path / "swept.json")
    half = math.sqrt(5000) * short.headline.half

    assert not short.reached
    assert short.needed is not None
    assert short.needed == pytest.approx((half / 0.05) ** 2, rel=0.01)
    assert swept.needed is not None
    assert swept.needed > short.needed
    assert cardsim.load(tmp_path / "swept.json") == swept
    assert swept.sentence.endswith(
        f"The precision of 0.05 was not reached; it needs about {swept.needed / 1000:.3g}k games."
    )


@pytest.mark.usefixtures("untimed")
def test_a_plan_is_an_answer_as_others_are(tmp_path: Path) -> None:
    planned = cardsim.plan("scat", "compare", "threshold", "chase-31", difference=0.003, **PILOT)

    assert planned.command == (
        "cardsim plan scat compare threshold chase-31 --unit hand --vs threshold "
        "--difference 0.003 --seed 1 --pilot 500"
    )
    assert planned.question == (
        f"cardsim compare scat threshold chase-31 --unit hand --vs threshold -n {planned.hands}"
    )
    assert planned.request.answer() == planned
    assert planned.frame().columns == ["difference", "hands", "seconds"]
    wide, own, narrow, *_ = planned.frame()["hands"]
    assert own == planned.hands
    assert own / wide == pytest.approx(narrow / own, rel=0.05) == pytest.approx(4, rel=0.05)
    for suffix in (".html", ".json", ".csv", ".parquet"):
        planned.save(tmp_path / f"plan{suffix}")
    assert planned.question in (tmp_path / "plan.json").read_text("utf-8")
    with pytest.raises(UserError, match="a plan takes no more hands"):
        planned.more(10)


@pytest.mark.usefixtures("untimed")
def test_a_command_plans_as_the_function_does(command: Command) -> None:
    said = command(
        "plan scat compare threshold chase-31 --difference 0.003 --unit hand --vs usual "
        "--seed 1 --pilot 500 --quiet"
    )
    planned = cardsim.plan("scat", "compare", "threshold", "chase-31", difference=0.003, **PILOT)

    assert said.status == 0
    assert " ".join(said.out.split()).startswith(planned.sentence)
    assert said.out.strip().endswith(f"Again   {planned.command}")


@pytest.mark.usefixtures("untimed")
def test_a_comparison_without_names_is_planned_among_the_games_people() -> None:
    planned = cardsim.plan("scat", "compare", difference=0.01, **PILOT)

    assert planned.runs > 2
    assert "threshold" in planned.command.split()


WRONG: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {
    "plans are for run, compare and sweep, not for tournament": (("tournament",), {}),
    "a plan takes --precision or --difference, one of the two": (("run",), {}),
    "--difference is for a comparison, not for a run, which takes --precision": (
        ("run",),
        {"difference": 0.1},
    ),
    "a run takes its strategy as --strategy, not after the kind: chase-31": (
        ("run", "chase-31"),
        {"precision": 0.01},
    ),
    "a comparison takes 2 to 100 strategies, not 1": (
        ("compare", "threshold"),
        {"difference": 0.01},
    ),
    "a comparison names its strategies after the kind, and has no other strategy": (
        ("compare", "threshold", "chase-31"),
        {"difference": 0.01, "strategy": "threshold"},
    ),
    "--pilot must be a whole number of at least 1, such as 1000000, 1e6, 250k or 2.5M, not 0": (
        ("run",),
        {"precision": 0.01, "pilot": 0},
    ),
    "--pilot must be at least 100, not 1": (("run",), {"precision": 0.01, "pilot": 1}),
}


@pytest.mark.parametrize("message", WRONG)
def test_a_plan_for_nothing_is_refused(message: str) -> None:
    words, given = WRONG[message]

    with pytest.raises(UserError) as caught:
        cardsim.plan("scat", *words, **given)

    assert str(caught.value) == message
