"""`cardsim replay`, and the hands that errors point to."""

from __future__ import annotations

import json
import os
import re
import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from numba.np.numpy_support import from_dtype

from cardsim.games import load_game
from command_line import (
    Command,
    finished,
    write_strategy,
)


@pytest.mark.full
def test_an_illegal_action_fails_and_its_hint_shows_the_hand(
    cardsim: Command, tmp_path: Path
) -> None:
    text = (
        "from cardsim import Strategy\n\n\n"
        "def draw_source(view):\n    return 7\n\n\n"
        "STRATEGY = Strategy(game='scat', draw_source=draw_source)\n"
    )
    write_strategy(tmp_path, "odd", text)

    ran = cardsim("run", "scat", "--vs=usual", "-n", "100", "--seed=3", "--strategy=odd", "--quiet")
    line, hint = ran.err.splitlines()
    replayed = cardsim(*shlex.split(hint.removeprefix("hint: see it with: cardsim ")))

    assert ran.status == replayed.status == 1
    assert line.startswith("cardsim: strategy 'scat/odd' answered 7 to decision 'draw_source' in ")
    assert "allowed: 0 (draw-stock)" in line
    assert line in replayed.err
    assert "Player 1 holds " in replayed.out


def test_a_replay_tells_of_a_strategy_that_changes_its_view(
    cardsim: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As if the view were a record like any other.
    monkeypatch.setattr("cardsim.strategy.view_type", from_dtype)
    text = (
        "from cardsim import Strategy\n\n\n"
        "def knock(view):\n    view.hand[0] = 9\n"
        "    return False\n\n\n"
        "STRATEGY = Strategy(game='scat', knock=knock)\n"
    )
    write_strategy(tmp_path, "odd", text)

    said = cardsim("replay", "scat", "--vs=usual", "--seed", "3", "--strategy", "odd")

    assert said.status == 1
    assert "strategy 'scat/odd' changed its view at 'knock'" in said.err


@pytest.mark.parametrize("words", [["--json"], []])
def test_an_error_in_the_story_of_a_game_is_not_blamed_on_a_strategy(
    cardsim: Command, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    def broken(*_told: object) -> list[Any]:
        raise ZeroDivisionError("the story")

    game = replace(load_game("scat"), narrate=broken, tell=broken)
    monkeypatch.setattr("cardsim.games.scat.GAME", game)

    with pytest.raises(ZeroDivisionError, match="the story"):
        cardsim("replay", "scat", "--vs=usual", "--seed", "3", *words)


def test_replay_tells_the_hand_that_the_run_counted(cardsim: Command) -> None:
    words = (
        "scat",
        "--unit",
        "hand",
        "--seed",
        "3",
        "--hand",
        "7",
        "--vs",
        "chase-31",
        "--no-first-turn-knock",
    )

    text = cardsim("replay", *words)
    data = json.loads(cardsim("replay", *words, "--json").out)

    assert text.status == 0
    assert text.out.startswith("Scat (Thirty-One), hand 7 of seed 3\nThe first to play: chase-31")
    assert (
        "The second to play: threshold (hammer-threshold 14, knock-threshold 21), you" in text.out
    )
    assert "♠" in text.out
    assert all(line in text.out for line in data["told"])
    assert data["events"][0]["kind"] == "deal"
    assert data["events"][0]["values"][0] in range(52)
    assert (
        data["command"]
        == "cardsim replay scat --unit hand --no-first-turn-knock --vs chase-31 --seed 3 --hand 7"
    )


def test_a_stdout_of_letters_only_gets_letters_for_the_suits() -> None:
    plain = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}

    said = finished(
        "replay", "scat", "--vs=usual", "--seed=3", env={**os.environ, **plain, "LC_ALL": "C"}
    )

    assert said.status == 0
    assert re.search(r"Player 1 holds (10|[2-9AJQK])[CDHS] ", said.out)
