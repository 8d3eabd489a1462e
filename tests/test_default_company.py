"""Who sits in the other seats where nobody is named: the field, or else the usual strategy."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim.cli import main
from cardsim.games import game_names, load_game
from cardsim.runs.preparation import resolve
from cardsim.runs.request import Request
from cardsim.runs.sealed import sealed_json
from cardsim.search.learning import learn
from cardsim.show.pages import html_of
from cardsim.table.played import read
from cardsim.workspace import find_field
from typed import Command

TABLES = [
    (game, preset)
    for game in game_names()
    if load_game(game).decisions
    for preset in load_game(game).presets
]
HOW: dict[str, Any] = {"n": 200, "seed": 3, "progress": False}
KINDS: dict[str, Callable[..., Any]] = {
    "run": lambda **o: cardsim.run("scat", **HOW, **o),
    "sweep": lambda **o: cardsim.sweep("scat", knock_threshold="20,25", **HOW, **o),
    "compare": lambda **o: cardsim.compare("scat", "threshold", "chase-31", **HOW, **o),
    "review": lambda **o: cardsim.review("scat", by="knock:value", **{**HOW, "n": 2000}, **o),
    "tune": lambda **o: cardsim.tune("scat", over="knock_threshold", **{**HOW, "n": 2000}, **o),
    "learn": lambda **o: cardsim.learn(
        "scat", start="threshold", by="knock:value", rounds=1, **{**HOW, "n": 2000}, **o
    ),
    "replay": lambda **o: cardsim.replay("scat", 4, seed=3, **o),
    "advise": lambda **o: cardsim.advise(
        "scat", hand="7S 9S 4D", discard="KS", worlds=100, seed=3, **o
    ),
}


@pytest.mark.parametrize(("game", "preset"), TABLES)
@pytest.mark.kept(1, full=1, by="game")
def test_the_others_are_the_field_of_the_game_or_of_the_preset(game: str, preset: str) -> None:
    unsaid = resolve(Request(game, preset=preset, seed=1), 1).spec
    own = find_field(load_game(game), preset)

    assert unsaid == resolve(Request(game, preset=preset, vs="field", seed=1), 1).spec
    assert own is not None
    assert unsaid.drawn is not None
    assert any(unsaid.drawn.members[-1].strategy == m for m in _strategies(own))


def _strategies(file: Path) -> set[str]:
    lines = file.read_text("utf-8").splitlines()
    named = [line.partition('"')[2].partition('"')[0] for line in lines if "strategy =" in line]
    return {name.partition(":")[0] for name in named}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.kept(2, full=2)
def test_an_answer_is_that_against_the_field_and_its_command_gives_it_again(kind: str) -> None:
    unsaid, said = KINDS[kind](), KINDS[kind](vs="field")

    assert unsaid.to_json() == said.to_json()
    assert "--vs field" in unsaid.command
    assert Request.of(unsaid.command).answer().to_json() == unsaid.to_json()


@pytest.mark.parametrize("words", ["hands scat -n 9", "decisions scat -n 9 --fields value"])
@pytest.mark.full
def test_frames_show_the_hands_against_the_field(command: Command, words: str) -> None:
    shown = command(f"{words} --seed 3")

    assert shown.out == command(f"{words} --seed 3 --vs field").out
    assert "level-1" in shown.out


def test_the_sentence_names_the_people_and_everybody_alike_still_has_no_edge() -> None:
    people = cardsim.run("scat", knock_threshold=21, **HOW)
    alike = cardsim.run("scat", knock_threshold=21, vs="same", **HOW)

    assert people.sentence.startswith(
        "If you knock at 21 against two people who knock at 18 to 30, mostly late, you win "
    )
    level = "All three players knock at 21, so that nobody plays better than another."
    assert level in alike.sentence


def test_a_page_lists_who_may_sit_there() -> None:
    people = cardsim.run("scat", **HOW)

    page = html_of(people).decode()

    assert re.search(r"level-1\S* \d+\.\d\s%; level-2\S* \d+\.\d\s%", page)


def test_the_terminal_tells_how_to_ask_for_others(command: Command) -> None:
    words = "run scat -n 100 --seed 1 --quiet"

    assert "field; others: --vs same, --vs usual, --vs NAME" in command(words).out
    assert "others: --vs" not in command(f"{words} --vs usual").out


@pytest.mark.usefixtures("workspace")
def test_a_game_without_a_field_seats_the_usual_strategy() -> None:
    spec = resolve(Request("high-card", seed=1), 1).spec

    assert spec == resolve(Request("high-card", vs="usual", seed=1), 1).spec
    assert "--vs" not in spec.command(load_game("high-card"))


def test_one_who_plays_alone_meets_no_field(workspace: Path) -> None:
    file = workspace / "strategies" / "solo" / "field.toml"
    file.write_text(
        f'[[member]]\nstrategy = "{load_game("solo").default_strategy}"\n'
        '[[member]]\nstrategy = "random-legal"\n'
    )
    try:
        alone, two = (resolve(Request("solo", players=n, seed=1), 1).spec for n in (1, 2))
        swept = cardsim.sweep("solo", 20, players="1,2", seed=1, progress=False)
    finally:
        file.unlink()

    assert not alone.others
    assert two.drawn is not None
    assert len(swept.points) == 2


# ---------------------------------------------------------------- files from before


def without(text: str, *words: str) -> str:
    """A saved file whose commands name nobody, as before there were fields."""
    for word in words:
        assert word in text
        text = text.replace(word, "")
    content = json.loads(text)
    del content["checksum"]
    return sealed_json(content)


def test_an_old_run_that_named_nobody_means_the_usual_strategy(tmp_path: Path) -> None:
    usual, file = cardsim.run("scat", vs="usual", **HOW), tmp_path / "old.json"
    file.write_text(without(usual.to_json(), " --vs threshold"))

    assert cardsim.load(file).to_json() == usual.to_json()
    assert "--vs threshold" in usual.command


def test_old_rules_that_were_learned_against_nobody_named_mean_the_usual_strategy(
    tmp_path: Path,
) -> None:
    found = learn("scat", 2000, start="threshold", by="knock:value", rounds=1, vs="usual", seed=3)
    file = tmp_path / "old.json"
    file.write_text(without(found.to_json(), " --vs threshold"))

    read_back = cardsim.load(file)

    assert read_back.command == f"{found.command.replace(' --vs threshold', '')} --vs threshold"


def test_a_kept_game_names_the_others_and_an_old_one_means_the_usual_strategy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("builtins.input", lambda *_: "q")
    assert main(["play", "scat", "--unit", "hand", "--seed", "3"]) == 0
    (file,) = (tmp_path / "play").glob("*.json")
    content = json.loads(file.read_text())
    assert content["asked"].pop("vs") == "field"

    file.write_text(json.dumps(content))

    assert read(file).asked["vs"] == "usual"
