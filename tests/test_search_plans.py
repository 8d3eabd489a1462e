"""Learning finds plans: play that changes after something of one's own, which others answer."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from math import comb
from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim import UserError
from cardsim.game import Game
from cardsim.games import _forget, load_game
from cardsim.own_parameters import given_to
from cardsim.runs.rollouts import DecisionTable
from cardsim.runs.seating import Seated, seated
from cardsim.search.answering import LEAST_TUNED
from cardsim.search.learned import as_played_by, file_text, got_by_file, loaded
from cardsim.search.plans import HandPlan, first_plans, near_plans, rules_of
from cardsim.search.scoring import USUAL, Usual

REDUCED = Path(__file__).parent / "reduced"
SEED = 4


@pytest.fixture
def _soft_touch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make the small games those of the current folder."""
    shutil.copytree(REDUCED, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    yield
    _forget("soft_touch")


def play(asked: DecisionTable, start: Seated) -> Usual:
    """Return how a strategy plays at a decision, as the search does."""
    name = asked.decision.function
    return Usual(
        "",
        tuple(given_to(start.strategy.functions[name])),
        {f"{USUAL}{name}": got_by_file(cheat(), start, name)},
        set(),
        [as_played_by(start.strategy, start.given, asked.decision)],
    )


def cheat() -> Game:
    return load_game("cheat")


def ways(*names: str) -> list[Seated]:
    return [seated(cheat(), name) for name in names]


def twice_wrong() -> HandPlan:
    """Return: be wrong twice on purpose, telling the truth, and then lie."""
    first, then = ways("planner", "bluffer:hand=5")
    wrong = next(one for one in cheat().features if one.name == "own-wrong")
    challenge = next(one for one in cheat().decisions if one.name == "challenge")
    return HandPlan(wrong, 2, first, then, (challenge, 1))


def test_a_plan_is_told_in_lines_that_a_player_can_follow() -> None:
    rules = rules_of(cheat(), twice_wrong(), play)

    assert twice_wrong().told == "after 2 wrong challenges of your own"
    assert list(rules) == ["count", "card", "challenge"]
    assert rules["challenge"].words == [
        "at challenge: challenge, after at most 1 wrong challenge of your own",
        "then as bluffer does (add a false card to a true one down to 5 cards in hand)",
    ]
    assert rules["count"].words[0] == (
        "at count: as planner does (lie only when forced, with the card needed last), "
        "after at most 1 wrong challenge of your own"
    )


def test_a_plan_is_code_that_a_file_can_hold() -> None:
    plan = twice_wrong()
    rules = rules_of(cheat(), plan, play)

    assert rules["challenge"].code.split("\n") == [
        "def challenge(view, chance, count_legal, nth_legal):",
        "    if own_wrong(view) < 2:",
        "        for n in range(count_legal(view)):",
        "            if nth_legal(view, n) == 1:",
        "                return 1  # challenge",
        "        return first_challenge(view)",
        "    return usual_challenge(view, chance)",
    ]
    assert loaded(file_text(cheat(), rules, plan.then, "A plan.")).functions.keys() >= rules.keys()


def test_plans_are_tried_with_every_strategy_and_no_two_are_alike() -> None:
    starts = ways("planner", "bluffer", "level-2")

    first = list(first_plans(cheat(), starts))
    near = list(near_plans(first[-1], starts))

    # Two deeds; yes, no or neither at challenge; three to go on as; once it would be no plan.
    assert len(first) == 2 * (3 * 3 - 1)
    told = [(one.first.strategy.name, one.times, one.then.strategy.name) for one in near]
    assert told == [
        ("bluffer", 2, "level-2"),
        ("level-2", 2, "level-2"),
        ("planner", 2, "planner"),
        ("planner", 2, "bluffer"),
        ("planner", 1, "level-2"),
        ("planner", 3, "level-2"),
    ]


def test_the_guide_to_a_game_of_your_own_names_the_deeds_of_cheat_as_they_are() -> None:
    guide = (REDUCED.parents[1] / "docs/guides/your-own-game.md").read_text("utf-8")

    (said,) = re.findall(r"`DEEDS = \((.*?)\)`", guide)

    assert ast.literal_eval(f"({said})") == cheat().deeds
    assert {one.name for one in cheat().features} >= {*cheat().deeds}


@pytest.mark.usefixtures("_soft_touch")
def test_a_deed_that_is_no_feature_is_refused_with_its_place() -> None:
    file = Path("games/soft_touch/__init__.py")
    file.write_text(file.read_text().replace('DEEDS = ("own-rude",)', 'DEEDS = ("rude",)'))

    with pytest.raises(UserError, match=r"__init__.py:\d+: 'rude' in deeds is no feature"):
        cardsim.run("soft-touch", 10, vs="meek")


def without_a_plan(chance: float, turns: int = 6) -> float:
    """Return what one gains of `meek` who is rude with the same chance on every turn."""
    paid = sum(comb(r, 2) * chance**2 * (1 - chance) ** (r - 1) for r in range(2, turns))
    return paid - turns * chance


def test_no_habit_gains_anything_from_the_meek() -> None:
    assert without_a_plan(0) == 0
    assert max(without_a_plan(k / 1000) for k in range(1, 1001)) < 0


@pytest.mark.full
@pytest.mark.usefixtures("_soft_touch")
def test_a_plan_gains_all_that_there_is_where_single_choices_gain_nothing() -> None:
    asked: dict[str, Any] = {"vs": "meek", "rounds": 1, "seed": SEED, "threads": 1}

    found = cardsim.learn("soft-touch", LEAST_TUNED, **asked)
    alone = cardsim.learn("soft-touch", LEAST_TUNED, start="meek", **asked)

    assert (alone.after.headline.value, alone.is_new) == (0, False)
    assert found.after.headline.value == found.gain[0] == 2
    assert found.planned == "after being rude 2 times"
    assert found.found_by == "by trying to play otherwise after being rude 2 times"
    assert f"It was found {found.found_by}." in found.sentence
    assert found.planned in found.certificate.finder
    found.save("kept.json")
    assert cardsim.load("kept.json").to_json() == found.to_json()
