"""Features that a strategy's file brings: learned by, travelling, told, and refused in one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cardsim
from cardsim import Feature, Strategy, UserError
from cardsim.games import load_game
from cardsim.runs.changed import Change
from cardsim.runs.rollouts import asked_about
from cardsim.runs.workers import Workers
from typed import Command, Write

SEED = 5
FILE = '''"""Knock at 21, and watch what others take."""

from cardsim import Feature, Strategy


def points(view):
    return view.value


def taken(view):
    """How often others took the top discard."""
    count = 0
    for turn in range(min(view.turn, 256)):
        count += view.history[turn, 0] != view.seat and view.history[turn, 1] == 1
    return count


def knock(view, knock_threshold: int = 21):
    return view.value >= knock_threshold


STRATEGY = Strategy(
    game="scat",
    knock=knock,
    plays="knock~ at {knock_threshold}",
    features={
        "knock": [
            Feature("points", "holding {} point{s}", 2, 31, points),
            Feature("taken", "after others took {} discard{s}", 0, 4, taken),
        ]
    },
)
'''


@pytest.fixture
def watching(write_strategy: Write) -> Path:
    """A strategy that brings what the game has, too, under another name, and what it has not."""
    return write_strategy("watching", FILE)


def learn(by: str, *, start: str = "watching", **asked: Any) -> cardsim.Learned:
    """One round from the strategy that brings features."""
    usual: dict[str, Any] = {"vs": "usual", "unit": "hand", "seed": SEED, "rounds": 1}
    found: cardsim.Learned = cardsim.learn(
        "scat", 4000, by=by, start=start, **usual, **asked, progress=False
    )
    return found


@pytest.mark.full
@pytest.mark.usefixtures("watching")
def test_a_feature_of_the_file_teaches_what_the_same_one_of_the_game_does() -> None:
    own, games = learn("knock:points"), learn("knock:value")

    assert own.words == games.words
    assert own.words
    assert own.after.headline == games.after.headline
    assert [r.promised for r in own.rounds] == [r.promised for r in games.rounds]


@pytest.mark.full
def test_a_rule_by_a_feature_of_the_file_is_played_by_the_file_that_is_written(
    watching: Path,
) -> None:
    found = learn("draw-source:gain,points")
    written = watching.with_name("mine.py")
    written.write_bytes(found.encoded(".py"))

    again = cardsim.run(
        "scat", strategy="mine", vs="usual", unit="hand", seed=SEED, n=2000, threads=1
    )
    same = cardsim.run(
        "scat", strategy=found.strategy, vs="usual", unit="hand", seed=SEED, n=2000, threads=2
    )

    assert 'points_of_watching = borrowed("scat", "watching", "points")' in found.text
    assert 'features=get_strategy("scat", "watching").features' in found.text
    assert again.headline == same.headline
    # What goes on from it has the same features.
    assert learn("knock:points", start="mine").after.hands == found.after.hands


@pytest.mark.full
def test_a_fraction_counts_as_the_whole_number_below_where_it_is_played_too(
    write_strategy: Write,
) -> None:
    """Between -1 and 0 it is below 0 in situations, and in what is written."""
    below = "0.5 - (view.value >= 21)"
    points = 'Feature("points", "holding {} point{s}", 2, 31, points)'
    signs = 'Feature("points", "with a margin of {}", -1, 0, points)'
    write_strategy("watching", FILE.replace("view.value\n", f"{below}\n", 1).replace(points, signs))
    (asked,) = asked_about(
        load_game("scat"),
        ("knock:points",),
        source=cardsim.get_strategy("scat", "watching"),
    )
    worth = cardsim.review(
        "scat", 4000, strategy="watching", by="knock:points", vs="usual", seed=SEED, progress=False
    ).worth[0]

    # The strategy knocks where it is below 0, and nowhere else.
    assert (worth.own.sum(axis=0) > 0).tolist() == [[False, True], [True, False]]
    assert Change(asked, ((-1, -1),), 1).condition == "points_of_watching(view) < 0"


@pytest.mark.full
def test_by_default_they_stand_beside_what_matters_most_in_the_game(
    write_strategy: Write,
) -> None:
    points = '            Feature("points", "holding {} point{s}", 2, 31, points),\n'
    write_strategy("watching", FILE.replace(points, ""))
    review = cardsim.review("scat", 20_000, strategy="watching", seed=SEED, progress=False)
    features = {d.asked.decision.name: [f.name for f in d.asked.features] for d in review.decisions}

    assert features["knock"] == ["value", "own-turns", "own-lives", "alive", "taken"]
    assert features["draw-source"] == ["gain", "value", "somebody-knocked", "own-turns"]


@pytest.mark.full
@pytest.mark.usefixtures("watching")
def test_workers_learn_by_them_what_threads_learn() -> None:
    threads = learn("knock:points,taken", threads=2)

    with Workers(2) as executor:
        workers = learn("knock:points,taken", executor=executor)

    assert workers.text == threads.text
    assert workers.to_json() == threads.to_json()


def same_suit(view: Any) -> np.uint64:
    """The most cards of one suit."""
    most = 0
    for card in view.hand[:3]:
        same = 0
        for other in view.hand[:3]:
            same += card // 13 == other // 13
        most = max(most, same)
    return np.uint64(most)


def early(view: Any) -> bool:
    """Knock at once."""
    return bool(view.value >= 12)


def reviewed(**asked: Any) -> cardsim.Review:
    """A strategy without a file, reviewed by a feature that it brings."""
    feature = Feature("suited", "with {} card{s} of a suit", 1, 3, same_suit)
    strategy = Strategy("scat", name="shy", knock=early, features={"knock": [feature]})
    how: dict[str, Any] = {
        "by": "knock:value,suited",
        "unit": "hand",
        "seed": SEED,
        "vs": "usual",
        **asked,
    }
    return cardsim.review("scat", 40_000, strategy=strategy, progress=False, **how)


@pytest.mark.full
def test_a_review_by_them_is_the_same_in_workers_and_read_back_as_it_was(tmp_path: Path) -> None:
    review = reviewed()
    with Workers(2) as executor:
        workers = reviewed(executor=executor)
    review.save(tmp_path / "review.json")

    assert workers.to_json() == review.to_json()
    assert cardsim.load(tmp_path / "review.json").to_json() == review.to_json()
    assert review.situations
    # With three suits the ace alone counts.
    forks = review.worth[0].forks.sum(axis=0)
    assert forks[12 - 2 :, 0].sum() == 0
    assert forks[: 12 - 2, 0].sum() > 0
    assert forks[12 - 2 :, 1:].sum(axis=0).all()


@pytest.mark.full
def test_another_function_of_the_same_name_is_asked_anew(watching: Path) -> None:
    before = cardsim.review(
        "scat", 20_000, strategy="watching", by="knock:points", seed=SEED, progress=False
    )
    watching.write_text(FILE.replace("return view.value", "return 31 - view.value", 1), "utf-8")
    after = cardsim.review(
        "scat", 20_000, strategy="watching", by="knock:points", seed=SEED, progress=False
    )

    first, second = (r.worth[0].forks.sum(axis=0) for r in (before, after))
    # 3 points are 28 now, and 28 are 3; what lies beyond 2 and 31 counts as these.
    assert (first[1:27] == second[1:27][::-1]).all()
    assert not (first == second).all()


LOOK = "    return view.value\n"
WRONG = {
    "no such field": (("return view.value\n", "return view.valeu\n"), "line", "feature 'points'"),
    "writes": ((LOOK, "    view.hand[0] = 0\n" + LOOK), "view.hand.copy()", "wrong.py:7"),
    "no decision": (
        ('"knock": [', '"knocks": ['),
        "did you mean 'knock'?",
        "features for 'knocks'",
    ),
    "the game's name": (('Feature("points"', 'Feature("value"'), "", "give it another"),
    "a decision's name": (('Feature("points"', 'Feature("discard"'), "", "give it another"),
    "capitals": (('Feature("points"', 'Feature("Points"'), "", "small letters"),
    "twice": (('Feature("taken"', 'Feature("points"'), "", "'points' twice"),
    "no room": (("2, 31, points", "31, 2, points"), "", "from 31 to 2"),
    "halves": (("2, 31, points", "2, 31.5, points"), "", "from 2 to 31.5"),
    "braces": (("{} point{s}", "{points}"), "", "in words like"),
    "another form": (("{} point{s}", "{:d} point{s}"), "", "in words like"),
    "two numbers": (("{} point{s}", "{} of {}"), "", "in words like"),
    "open brace": (("{} point{s}", "{ points"), "", "in words like"),
    "no function": (("2, 31, points", "2, 31, 5"), "", "must be a function of the view, not 5"),
    "the game's": (
        ("2, 31, points", '2, 31, __import__("cardsim.games.scat", fromlist="gain").gain'),
        "may call what",
        "a function of the view, not gain",
    ),
    "two arguments": (("def points(view)", "def points(view, x)"), "", "a function of the view"),
    "nothing": ((LOOK, "    view.value\n"), "return a number", "must return a number on every"),
    "a hand": ((LOOK, "    return view.hand\n"), "", "must return a number on every path"),
    "nothing seen": (("2, 31, points", "2, 31"), "it has", "no function"),
    "labels": (("2, 31, points", '2, 31, points, ("a", "b")'), "", "30 numbers and 2 labels"),
    "label": (("2, 31, points", '2, 3, points, "ab"'), "", "different words as labels, not ab"),
    "numbers": (("2, 31, points", "2, 3, points, (1, 2)"), "", "labels, not (1, 2)"),
    "no list": (("features={", "features=5 or {"), "", "features must be like"),
    "a word": (('"knock": [\n', '"knock": "x" or [\n'), "", "features must be like"),
}
"""What is written in place of what; what the hint has, and what the line."""


@pytest.mark.parametrize("wrong", WRONG)
def test_what_cannot_be_a_feature_is_one_line(
    wrong: str, write_strategy: Write, command: Command
) -> None:
    (old, new), hint, said = WRONG[wrong]
    write_strategy("wrong", FILE.replace(old, new, 1))

    answer = command("review scat --strategy wrong --by knock:points -n 1000 --threads 1")

    assert answer.status == 2
    error = [line for line in answer.err.splitlines() if line.startswith("cardsim: ")]
    assert len(error) == 1
    assert said in answer.err
    assert hint in answer.err
    assert answer.out == ""


def test_a_feature_that_fails_in_a_hand_is_named_with_its_line(
    write_strategy: Write, command: Command
) -> None:
    fails = LOOK.replace("view.value", "6 // (view.own_turns - 2)")
    path = write_strategy("wrong", FILE.replace(LOOK, fails, 1))

    answer = command("review scat --strategy wrong --by knock:points --vs usual -n 1000 --seed 1")

    assert answer.status == 1
    assert "'points' of 'wrong' raised ZeroDivisionError" in answer.err
    assert f"{path}:7; in match " in answer.err
    assert answer.out == ""


def test_what_is_learned_does_not_write_over_what_it_borrows_from(
    watching: Path, command: Command
) -> None:
    answer = command("learn scat --from watching --name watching --force --vs usual -n 1000")

    assert answer.status == 2
    assert "--name watching would write over what --from begins with" in answer.err
    assert watching.read_text("utf-8") == FILE


@pytest.mark.usefixtures("watching")
def test_what_is_named_and_not_there_is_told_with_what_there_is(command: Command) -> None:
    near = command("review scat --strategy watching --by knock:taking -n 1000")
    others = command("review scat --by knock:taken -n 1000")

    assert near.status == others.status == 2
    assert "did you mean 'taken'?" in near.err
    assert "must name features of scat, not 'taken'" in others.err
    with pytest.raises(UserError, match=r"it has: knock, .*, points, taken"):
        cardsim.borrowed("scat", "watching", "tken")
    with pytest.raises(UserError, match="takes no parameters"):
        cardsim.borrowed("scat", "watching", "taken", knock_threshold=3)
    turn = {"knock": [Feature("turn", "{}", 0, 3)]}
    everywhere = Strategy("any", every_decision=early, features=turn)
    with pytest.raises(UserError, match="cannot have features of one"):
        cardsim.run("scat", n=1, strategy=everywhere)
