"""What plays it again is what was played, everywhere that it is told."""

from __future__ import annotations

import json
import shlex
import signal
from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim.cli.delivery import told
from cardsim.files.saved import load
from cardsim.runs.result import Result
from cardsim.show.pages import html_of
from cardsim.show.stories import story_of
from cardsim.showing import Progress


@pytest.mark.full
def test_after_a_precision_all_say_the_hands_that_were_played(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"unit": "hand", "seed": 4, "precision": 0.02}
    one = cardsim.run("scat", vs="usual", **asked)
    several = cardsim.sweep("scat", knock_threshold="20,25", vs="usual", **asked)
    both = cardsim.compare("scat", "threshold", "chase-31", vs="usual", **asked)

    for result in (one, several, both):
        words = shlex.split(result.command)
        hands = int(words[words.index("-n") + 1])
        file = tmp_path / "saved.json"
        file.write_text(result.to_json(), "utf-8")
        assert 0 < hands < 1_000_000
        assert told(result, story_of(result))[-1].endswith(f" {result.command}")
        assert json.loads(result.to_json())["command"] == result.command
        assert f"<code>{result.command}</code>" in html_of(result).decode()
        assert load(file).command == result.command
    assert one.more(100).hands == one.hands + 100
    assert f"-n {one.hands + 100} " in one.more(100).command


@pytest.mark.full
def test_an_interrupted_sweep_says_what_was_played_of_each_circumstance() -> None:
    def press(_: Progress) -> None:
        signal.raise_signal(signal.SIGINT)

    asked: dict[str, Any] = {"unit": "hand", "seed": 4, "knock_threshold": "20,25"}
    stopped = cardsim.sweep("scat", 10**9, players="2..4", progress=press, vs="usual", **asked)

    again: list[Any] = []
    for one in stopped.command.split(" && "):
        words = shlex.split(one)
        given = dict(zip(words[3::2], words[4::2], strict=True))
        found = cardsim.sweep if words[1] == "sweep" else cardsim.run
        assert found is cardsim.sweep
        again += cardsim.sweep(
            "scat",
            given["-n"],
            players=[int(n) for n in given["--players"].split(",")],
            vs="usual",
            **asked,
        ).groups
    assert stopped.partial
    assert [(g.circumstances, g.hands) for g in again] == [
        (g.circumstances, g.hands) for g in stopped.groups
    ]
    assert [g.moments.sums.tolist() for g in again] == [
        g.moments.sums.tolist() for g in stopped.groups
    ]


@pytest.mark.full
def test_after_ctrl_c_it_is_the_hands_that_were_done() -> None:
    def press(_: Progress) -> None:
        signal.raise_signal(signal.SIGINT)

    stopped = cardsim.run("dice-game", 100_000_000, seed=4, progress=press)

    assert isinstance(stopped, Result)
    assert stopped.partial
    assert 0 < stopped.hands < 100_000_000
    assert stopped.command == f"cardsim run dice-game -n {stopped.hands} --seed 4"
    assert stopped.to_dict()["command"] == stopped.command
    assert stopped.to_dict()["hands_asked"] == 100_000_000
