"""What all kinds of answers have in common: one contract, held by each."""

from __future__ import annotations

import html
import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from matplotlib.figure import Figure

import cardsim
from cardsim.answers.advised import Advised
from cardsim.runs.answer import Answer
from cardsim.runs.sealed import CHECKSUM, checksum
from cardsim.runs.solution import Exact

SEED = 20_261_124

KINDS: dict[str, Callable[[], Any]] = {
    "run": lambda: cardsim.run("scat", 2000, unit="hand", seed=SEED),
    "sweep": lambda: cardsim.sweep("scat", 1000, knock_threshold="20..22", unit="hand", seed=SEED),
    "comparison": lambda: cardsim.compare(
        "scat", "threshold", "take-margin", n=1000, unit="hand", seed=SEED
    ),
    "tournament": lambda: cardsim.tournament(
        "scat", "threshold", "take-margin", n=400, unit="hand", seed=SEED
    ),
    "tuning": lambda: cardsim.tune("scat", n=5000, over="knock-threshold", unit="hand", seed=SEED),
    "review": lambda: cardsim.review("scat", 20_000, by="knock:value", unit="hand", seed=SEED),
    "learned": lambda: cardsim.learn(
        "scat", 5000, by="knock:value", rounds=1, unit="hand", seed=SEED
    ),
    "advice": lambda: cardsim.advise(
        "gin-rummy", hand="AS 2S 3S 7H 7D KC QD 9C", discard="5H 6D", worlds=100, seed=SEED
    ),
    "exact": lambda: cardsim.exact("dice-game"),
    "experiment": lambda: cardsim.experiment("dice-game-length", 500, seed=SEED),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_answer_keeps_the_contract(kind: str, tmp_path: Path) -> None:
    answer = KINDS[kind]()

    assert isinstance(answer, Answer)
    assert repr(answer).startswith(f"<{type(answer).__name__} ")
    assert "\n" not in repr(answer)
    assert answer.sentence.endswith(".")
    assert shlex.split(answer.command())[0] == "cardsim"
    frame = answer.frame()
    assert frame.height > 0
    assert answer.to_pandas().shape == frame.shape

    said = json.loads(answer.to_json())
    assert said["command"] == answer.command()
    assert said.pop(CHECKSUM) == checksum(said)

    answer.report(tmp_path / "page.html")
    page = html.unescape((tmp_path / "page.html").read_text("utf-8"))
    assert answer.command() in page
    assert " ".join(answer.sentence.split()[:4]) in page
    assert answer.command() in html.unescape(answer._repr_html_())
    with pytest.raises(cardsim.UserError, match="exists"):
        answer.report(tmp_path / "page.html")


@pytest.mark.parametrize("kind", KINDS)
def test_every_answer_draws_itself_or_says_that_it_does_not(kind: str) -> None:
    answer = KINDS[kind]()

    if isinstance(answer, Exact):
        with pytest.raises(cardsim.UserError, match="no chart"):
            answer.plot()
    else:
        assert isinstance(answer.plot(), Figure)


def test_advice_has_its_choices_best_first() -> None:
    advised: Advised = KINDS["advice"]()
    frame = advised.frame()

    assert frame["told"].to_list() == [choice.told for choice in advised.choices]
    assert frame["cost"].is_sorted()
