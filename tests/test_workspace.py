"""Strategies as they are found: those of a workspace, and what they leave out."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim import Strategy, UserError
from cardsim.games import load_game
from cardsim.homes import workspace
from cardsim.show.pages import html_of
from cardsim.table.played import SavedGame, keep, last_kept
from cardsim.workspace import (
    _NAMED,
    check_recalled_command,
    complete,
    load_strategy,
    shipped,
)
from typed import Command, Write

SCAT = load_game("scat")


def knock_at(threshold: int) -> str:
    return f"""
from cardsim import Strategy

def knock(view, knock_threshold: int = {threshold}):
    return view.value >= knock_threshold

STRATEGY = Strategy(game="scat", knock=knock)
"""


def default_of(strategy: Strategy, name: str) -> object:
    return {p.name: p.default for p in strategy.parameters}[name]


def patient(view: Any, knock_threshold: int = 20) -> Any:
    return view.value >= knock_threshold


def test_a_strategy_keeps_its_default_where_the_workspace_has_a_copy_of_the_games_default(
    write_strategy: Write,
) -> None:
    write_strategy(
        "threshold", (shipped() / "strategies" / "scat" / "threshold.py").read_text("utf-8")
    )

    whole = complete(SCAT, Strategy(game="scat", knock=patient))

    assert default_of(whole, "knock_threshold") == 20


def test_a_default_strategy_of_ones_own_goes_before_the_shipped_one(write_strategy: Write) -> None:
    write_strategy("threshold", knock_at(25))

    whole = complete(SCAT, Strategy(game="scat"))

    assert default_of(whole, "knock_threshold") == 25
    assert default_of(load_strategy(SCAT, "threshold"), "knock_threshold") == 25


def test_a_strategy_may_be_completed_twice() -> None:
    once = complete(SCAT, Strategy(game="scat", knock=patient))

    again = once.completed(load_strategy(SCAT, "threshold"))

    assert default_of(again, "knock_threshold") == 20
    assert again.inherited == once.inherited


EVIL = """
from pathlib import Path
Path("was-run").touch()
"""


def test_files_of_somebody_else_are_not_run(
    write_strategy: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_strategy("threshold", EVIL + knock_at(25))
    write_strategy("mine-alone", EVIL + knock_at(25))
    assert workspace() == file.parents[2]

    monkeypatch.setattr(os, "geteuid", lambda: file.stat().st_uid + 1)

    assert workspace() is None
    assert default_of(load_strategy(SCAT, "threshold"), "knock_threshold") == 21
    with pytest.raises(UserError, match="no strategy called 'mine-alone'"):
        load_strategy(SCAT, "mine-alone")
    assert not Path("was-run").exists()
    monkeypatch.setenv("SUDO_UID", str(file.stat().st_uid))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert workspace() == file.parents[2]


def test_a_file_that_somebody_else_put_into_your_folder_is_not_run(
    write_strategy: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write_strategy("threshold", EVIL + knock_at(25))
    told = Path.stat
    real = file.stat()
    owner = os.geteuid() + 1

    def stat(self: Path, **how: bool) -> os.stat_result:
        found = told(self, **how)
        return os.stat_result((*found[:4], owner, *found[5:])) if found == real else found

    monkeypatch.setattr(Path, "stat", stat)

    assert workspace() == file.parents[2]
    assert default_of(load_strategy(SCAT, "threshold"), "knock_threshold") == 21
    assert not Path("was-run").exists()
    owner = 0
    assert default_of(load_strategy(SCAT, "threshold"), "knock_threshold") == 25


def test_the_nearest_folder_with_files_of_any_kind_is_the_workspace(
    write_strategy: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that a folder of experiments is not played with strategies from far above."""
    root = write_strategy("threshold", knock_at(25)).parents[2]
    inner = root / "own" / "experiments"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)

    assert workspace("experiments") == root / "own"
    assert workspace() is None


def test_it_is_said_that_a_file_is_played_in_place_of_a_shipped_one(
    write_strategy: Write, command: Command
) -> None:
    file = write_strategy("threshold", knock_at(25))
    write_strategy("other", knock_at(25))

    said = command("run scat -n 20 --seed 1 --vs usual --unit hand")

    assert f"cardsim: {file} is played in place of the shipped threshold" in said.err
    assert "threshold is a file of your own, in place of the shipped one." in said.out
    assert "in place of" not in command("run scat -n 20 --seed 1 --strategy other --vs level-1").err


def test_a_copy_of_a_shipped_file_takes_nobodys_place(
    write_strategy: Write, command: Command
) -> None:
    write_strategy("threshold", (shipped() / "strategies" / "scat" / "threshold.py").read_text())

    said = command("run scat -n 20 --seed 1 --vs usual --unit hand")

    assert "in place of" not in said.err + said.out


def test_an_answer_says_whose_file_it_is_of_also_once_it_is_saved(
    write_strategy: Write, tmp_path: Path
) -> None:
    write_strategy("threshold", knock_at(25))
    asked: dict[str, Any] = {"unit": "hand", "seed": 1}
    own = "threshold is a file of your own, in place of the shipped one"

    ran = cardsim.run("scat", 20, strategy="threshold", vs="level-1", **asked)
    pair = cardsim.compare("scat", ["threshold", "level-1"], n=20, vs="chase-31", **asked)
    ran.save(tmp_path / "ran.json")

    for answer in (ran, pair, cardsim.load(tmp_path / "ran.json")):
        assert answer.replaced == own
        assert own in repr(answer)
        assert '"in_place_of_shipped": true' in json.dumps(answer.to_dict())
    assert own in html_of(ran).decode()
    assert not cardsim.run("scat", 20, strategy="level-1", vs="chase-31", **asked).replaced


@pytest.mark.full
def test_the_members_of_a_field_are_the_shipped_ones(write_strategy: Write) -> None:
    usual = cardsim.run("cheat", 50, vs="field", seed=1)
    for member in usual.spec.everybody:
        if member.strategy != usual.spec.hero.strategy:
            write_strategy(member.strategy, EVIL, game="cheat")

    again = cardsim.run("cheat", 50, vs="field", seed=1)

    assert again.to_json() == usual.to_json()
    assert not Path("was-run").exists()
    assert again.more(50).to_json() == cardsim.run("cheat", 100, vs="field", seed=1).to_json()


@pytest.mark.parametrize("name", ["same", "usual", "field", "field-1"])
def test_a_file_may_not_have_a_name_that_stands_for_players(
    write_strategy: Write, command: Command, name: str
) -> None:
    file = write_strategy(name, knock_at(25))

    said = command(f"run scat -n 10 --strategy {name}")

    assert said.status == 2
    assert f"{file}: '{name}' stands for players of a table" in said.err
    assert "stands for players" in command(f"new-strategy scat {name}").err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('safest = "nobody"', "safest must be a strategy of scat, not nobody"),
        ('safest = "evil:STRATEGY"', "names evil:STRATEGY, and imports nothing"),
        ('[[member]]\nstrategy = "evil:STRATEGY"', "names evil:STRATEGY, and imports nothing"),
        (
            '[[member]]\nstrategy = "look-ahead:base=evil:STRATEGY"',
            "names evil:STRATEGY, and imports nothing",
        ),
    ],
)
def test_a_field_of_ones_own_names_strategies_that_there_are(
    write_strategy: Write, text: str, message: str
) -> None:
    folder = write_strategy("mine-alone", knock_at(25)).parent
    Path("evil.py").write_text(EVIL + knock_at(25))
    (folder / "field.toml").write_text(f'{text}\n[[member]]\nstrategy = "mine-alone"\n')

    with pytest.raises(UserError, match=message):
        cardsim.run("scat", 10, vs="field")
    with pytest.raises(UserError, match=message):
        cardsim.field("scat")
    assert not Path("was-run").exists()


@pytest.mark.parametrize(
    "who", ["evil:STRATEGY", "threshold, evil:STRATEGY*2", "look-ahead:base=evil:STRATEGY"]
)
@pytest.mark.parametrize("place", ["vs", "partner"])
def test_a_saved_game_imports_nothing(write_strategy: Write, who: str, place: str) -> None:
    root = write_strategy("mine-alone", knock_at(25)).parents[2]
    Path("evil.py").write_text(EVIL + knock_at(25))
    asked = {"game": "scat", "seed": 1, "options": {}, "vs": "usual", place: who}
    keep(root / "play" / "scat-1.json", SavedGame(asked, 0))

    with pytest.raises(UserError, match="names evil:STRATEGY, and imports nothing"):
        last_kept()
    assert not Path("was-run").exists()


def test_a_saved_command_may_name_questions_of_a_decision_and_no_module() -> None:
    check_recalled_command("cardsim review scat steady --vs usual --by knock:value -n 1e3")
    for who in ("--by knock:value --vs evil:STRATEGY", "--vs evil:STRATEGY --by knock:value"):
        with pytest.raises(UserError, match="names evil:STRATEGY, and imports nothing"):
            check_recalled_command(f"cardsim review scat steady {who}")


def test_a_saved_result_imports_nothing(write_strategy: Write) -> None:
    write_strategy("mine-alone", knock_at(25))
    Path("mod_once.py").write_text(knock_at(25))
    result = cardsim.run("scat", 20, vs="usual", unit="hand", strategy="mod_once:STRATEGY", seed=1)
    result.save("r.json")
    loaded = cardsim.load("r.json")
    _NAMED.discard("mod_once:STRATEGY")
    with pytest.raises(UserError, match="names mod_once:STRATEGY, and imports nothing"):
        loaded.more(10)
    assert result.more(10).hands == 30
