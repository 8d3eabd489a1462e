"""Learning tunes the numbers of strategies at its own table, and says so."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import pytest

import cardsim
from cardsim import Strategy, between
from cardsim.ask.tuning import ParameterSearch, spans
from cardsim.runs.preparation import prepare, resolve
from cardsim.runs.request import Request
from cardsim.runs.run import play
from cardsim.runs.seating import Seated
from cardsim.search import answering, parameters
from cardsim.search.answering import LEAST_SEARCHED, LEAST_TUNED, LED, SEARCH, Answering
from cardsim.search.telling import SEARCHED, TUNED, learned_story
from cardsim.workspace import load_file

pytestmark = pytest.mark.usefixtures("workspace")
SEED = 5


def swap(
    view: Any,
    keep_from: Annotated[int, between(0, 15, "keep cards worth this or more")] = 2,
    tilt: Annotated[float, between(-2, 2, "more for each seat behind")] = 0.0,
    idle: Annotated[int, between(0, 9, "nothing")] = 3,
) -> Any:
    return view.value + tilt * view.seat + 0 * idle < keep_from


PLANTED = Strategy("high-card", name="planted", plays="keep~ high cards", swap=swap)


def search(hands: int, strategy: Strategy = PLANTED, **given: Any) -> ParameterSearch:
    """Return a search for numbers of a strategy against the usual one of High Card."""

    def run(values: Any) -> Any:
        asked = Request("high-card", 1, strategy=Seated(strategy, dict(values)), seed=SEED)
        return resolve(asked, 1)

    over = spans(strategy.name, strategy.parameters, None)
    return ParameterSearch(Seated(strategy, given), over, run, hands, threads=1, executor=None)


@pytest.mark.full
def test_the_best_number_is_found_and_what_does_nothing_stays() -> None:
    """Which is best is known from all 16; 0.01 is a tenth of what is to be gained."""
    asked = search(60_000)
    found = asked.at(parameters.better_point(asked))

    ways = [f"threshold:keep_from={k}" for k in range(16)]
    compared = cardsim.compare("high-card", *ways, n=40_000, seed=99)
    wins = [c.estimate.value for c in compared.contenders]
    assert wins[int(found["keep_from"])] > max(wins) - 0.01 > wins[2] + 0.05
    assert found["idle"] == 3


def swap_low(
    view: Any, third: Annotated[float, between(0, 1, "nothing, and no round number")] = 1 / 3
) -> Any:
    return view.value + 0 * third < 2


def test_a_number_that_stays_is_not_new_because_the_search_rounds_it() -> None:
    asked = search(100, Strategy("high-card", name="thirds", swap=swap_low))

    assert asked.at(asked.start) == {"third": 0.333}
    assert parameters.better_values(asked) == {}


def test_a_change_is_of_one_number_and_no_two_play_alike() -> None:
    asked = search(1000, keep_from=15)

    found = parameters.changes(asked, asked.start, (1 / 64,))

    values = [asked.at(point) for _, point in found]
    assert [number for number, _ in found] == [0, 1, 1, 2, 2]
    assert values[0]["keep_from"] == 14
    assert [v["idle"] for v in values[3:]] == [2, 4]


def swap_wide(view: Any, wide: Annotated[int, between(0, 1000, "nothing")] = 0) -> Any:
    return view.value + 0 * wide < 2


def test_one_more_of_a_whole_number_is_tried_between_limits_however_wide() -> None:
    """`until-wrong:wrong=1` wins 37 % of games of Cheat against three `steady`, others 25."""
    asked = search(1000, Strategy("high-card", name="wide", swap=swap_wide))

    tried = [
        [asked.at(point)["wide"] for _, point in parameters.changes(asked, asked.start, steps)]
        for steps in parameters.STEPS
    ]

    assert tried == [[250, 62, 1], [125, 31, 1]]


def test_the_best_changes_of_different_numbers_are_joined() -> None:
    left = [(1, np.array([0.0, 0.5])), (1, np.array([0.0, 0.9])), (0, np.array([0.3, 0.0]))]

    ways = parameters.joined(left)

    assert [way.tolist() for way in ways[:3]] == [point.tolist() for _, point in left]
    assert [way.tolist() for way in ways[3:]] == [[0.3, 0.5]]


def learned(n: int, **asked: Any) -> cardsim.Learned:
    """Learn Roll On against one who stops at 25 points, with which a hand is seldom won."""
    options: dict[str, Any] = {
        "vs": "hold:stop_at=25",
        "measure": "points",
        "seed": SEED,
        "threads": 1,
    } | asked
    return cardsim.learn("roll-on", n, rounds=1, **options)


@pytest.mark.full
def test_what_was_tuned_is_written_played_and_read_back(tmp_path: Path) -> None:
    """For most points one stops at 20 or 21: `test_learn_exact` has why."""
    told: list[str] = []

    found = learned(20_000, sides=6, progress=told.append)

    assert found.tuned.startswith("hold:stop_at=")
    assert told[1].startswith("with the numbers of 1 strategy tuned; best hold:stop_at=")
    assert f"`{found.tuned}`" in found.text
    assert "It was found by tuning the numbers of `hold`" in found.sentence
    assert found.better
    assert TUNED in learned_story(found).method
    ast.parse(found.text)
    path = tmp_path / "mine.py"
    found.save(path)
    spec = found.after.spec
    setup = prepare(
        "roll-on",
        strategy=load_file(path),
        vs="hold:stop_at=25",
        measure="points",
        seed=SEED,
        first=spec.first,
        hands=spec.hands,
    )
    assert play(setup).headline == found.after.headline
    kept = tmp_path / "found.json"
    found.save(kept)
    assert cardsim.load(kept).to_json() == found.to_json()


@pytest.mark.full
@pytest.mark.parametrize(
    "asked",
    [{"start": "hold"}, {"by": "press:total"}, {"n": LEAST_TUNED - 1}],
    ids=["one start", "what was named", "few hands"],
)
def test_numbers_stay_where_something_else_was_asked(asked: dict[str, Any]) -> None:
    found = learned(**{"n": LEAST_TUNED} | asked)

    assert not found.tuned
    assert "tuning" not in found.sentence


def with_search(monkeypatch: pytest.MonkeyPatch, clear: float) -> tuple[cardsim.Learned, str]:
    """Learn Scat, with a search at the end that must gain so many standard errors."""
    monkeypatch.setattr(answering, "SEARCHED", 4)
    monkeypatch.setattr(answering, "CLEAR", clear)
    told: list[str] = []
    found = cardsim.learn(
        "scat",
        4 * LEAST_SEARCHED,
        unit="hand",
        rounds=1,
        seed=SEED,
        threads=1,
        progress=told.append,
    )
    return found, told[-1]


@pytest.mark.full
def test_a_search_that_wins_is_told_and_read_back(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Whether it wins in so few hands is not asked here."""
    found, last = with_search(monkeypatch, -100.0)

    search = SEARCH.format(found.before.spec.hero.strategy)
    assert last.startswith(f"{search} in 200 hands: ")
    assert found.searched == search
    assert f"Search finds more: `{search}` " in found.sentence
    assert "look-ahead" not in found.text
    assert SEARCHED in learned_story(found).method
    kept = tmp_path / "found.json"
    found.save(kept)
    assert cardsim.load(kept).to_json() == found.to_json()
    assert cardsim.load(kept).sentence == found.sentence


@pytest.mark.deep
def test_a_search_that_does_not_clearly_win_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    found, last = with_search(monkeypatch, answering.CLEAR)

    assert " in 200 hands: " in last
    assert not found.searched
    assert "Search" not in found.sentence


@pytest.mark.full
def test_who_hardly_ever_wins_learns_first_by_place() -> None:
    """Who knocks at once wins 0.3 % of matches against two `watchful`: wins tell nothing."""
    told: list[str] = []
    asked: dict[str, Any] = {"vs": "watchful", "rounds": 1, "seed": SEED, "threads": 1}

    found = cardsim.learn(
        "scat",
        1000,
        start="threshold:knock_threshold=4",
        by="knock:value",
        progress=told.append,
        **asked,
    )

    assert told[0].endswith("learning first by your place, 1 is the winner's")
    assert any("your place is" in line for line in told[1:])
    assert found.before.measure.name == found.after.measure.name == "wins"
    assert found.before.headline.value < 0.02
    assert found.after.headline.value > 0.1


@pytest.mark.full
def test_what_was_learned_first_by_place_outlives_an_interruption(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = Answering._round

    def until_the_second(search: Answering, line: Any, number: int, *, hands: int) -> None:
        if number == LED + 2:
            raise KeyboardInterrupt
        first(search, line, number, hands=hands)

    monkeypatch.setattr(Answering, "_round", until_the_second)
    asked: dict[str, Any] = {"start": "threshold:knock_threshold=4", "by": "knock:value"}
    found = cardsim.learn("scat", 1000, vs="watchful", seed=SEED, threads=1, **asked)

    assert found.partial
    assert found.sentence.startswith("Interrupted after 0 rounds. If you play by these rules ")
    assert found.after.measure.name == "wins"
    assert found.better
    assert found.frame().is_empty()
