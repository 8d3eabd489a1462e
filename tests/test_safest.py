"""The safest strategy: known where nothing is best, and what can be taken from it is found out."""

from __future__ import annotations

import ast
import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cardsim
from cardsim import UserError
from cardsim.cli.learn import page
from cardsim.statistics import populations
from typed import Command, Write

pytestmark = pytest.mark.usefixtures("workspace")
SEED = 5
EVEN = """from cardsim import Strategy
from cardsim.rng import below


def throw(view, chance):
    return below(chance, 3)


STRATEGY = Strategy(game="three-ways", throw=throw)
"""
ASKED: dict[str, Any] = {"by": "throw:seat", "seed": SEED, "progress": False}


def always(way: int) -> str:
    """The file of a strategy that throws one of the three every time."""
    return EVEN.replace("below(chance, 3)", str(way)).replace("view, chance", "view")


def three_ways(n: int = 2000, **asked: Any) -> cardsim.Safest:
    """The safest strategy of rock, paper and scissors."""
    return cardsim.find_safest("three-ways", n, **ASKED | asked)


@pytest.mark.full
def test_where_nothing_is_best_the_safest_is_what_nobody_can_read(write_strategy: Write) -> None:
    """Every other hand is thrown for: who throws alike loses 0.25 to the best answer, at most.

    The regret of 1,000 hands is off by 0.05 with a chance below 1e-3 for each of three companies.
    """
    write_strategy("rock", always(0), game="three-ways")
    write_strategy("even", EVEN, game="three-ways")

    found = three_ways()

    assert found.safest == "even"
    assert found.standings[0].risk.regret == pytest.approx(0.25, abs=0.05)
    assert found.standings[0].risk.worst.value == pytest.approx(0.5, abs=0.05)
    assert not found.answer
    assert found.bound[2] < 0.1
    rock = next(way for way in found.standings if way.name == "rock")
    assert rock.risk.regret == pytest.approx(0.5, abs=0.06)


@pytest.mark.full
def test_a_crowd_that_an_answer_beats_is_found_out_until_none_is_left() -> None:
    """It begins with rock alone: paper answers it, scissors paper, and then all are as good."""
    found = three_ways(rounds=4)

    assert found.ended
    first = found.sought[0]
    assert (first.to, first.added) == ("rock", True)
    assert first.gain[1] < 0.25 < first.gain[2]
    assert len(found.mixture) == 3
    assert [share for _, share in found.mixture] == pytest.approx([1 / 3] * 3, abs=0.1)
    # Whatever is thrown every time, half of the hands that are thrown for can be taken.
    assert found.bound[1] < 0.25 < found.bound[2]
    assert found.answer
    assert "at least so much can be taken from you" in found.sentence


@pytest.mark.full
def test_what_was_found_is_written_and_read_back(
    command: Command, write_strategy: Write, tmp_path: Path
) -> None:
    write_strategy("rock", always(0), game="three-ways")
    write_strategy("paper", always(1), game="three-ways")
    found = three_ways(300, rounds=1)
    said = command("learn three-ways --safest --by throw:seat -n 300 --rounds 1 --seed 5 --json")

    assert said.status == 0
    assert json.loads(said.out) == json.loads(found.to_json())
    found.save(tmp_path / "found.json")
    assert cardsim.load(tmp_path / "found.json").to_json() == found.to_json()
    (certificate,) = json.loads(said.out)["certificates"]
    assert [*certificate["lost"]] == [*found.companies]
    assert max(certificate["lost"].values())[0] == found.standings[0].risk.regret
    assert certificate["gain"] == list(found.bound)
    assert found.more(100).to_json() == three_ways(400, rounds=1).to_json()
    found.report(tmp_path / "page.html")
    written = (tmp_path / "page.html").read_text("utf-8")
    assert found.sentence.partition(":")[0] in written
    assert "companies that were tried it loses at most" in written
    lines = [line.split() for line in page(found, Path("mine.py"))]
    for company, got in zip(found.companies, found.standings[0].values, strict=True):
        number, interval = got.parts
        assert [*company.split(), *f"{number} ({interval})".split()] in lines
        assert f">{number}<" in written
    assert pickle.loads(pickle.dumps(found)).to_json() == found.to_json()
    assert set(found.frame()["company"]) == set(found.companies)
    for text in found.texts.values():
        assert found.command in " ".join((ast.get_docstring(ast.parse(text)) or "").split())


@pytest.mark.full
def test_the_same_seed_gives_the_same_bytes_on_any_threads() -> None:
    one, two = (three_ways(500, rounds=2, threads=threads) for threads in (1, 2))

    assert one.to_json() == two.to_json()


@pytest.mark.full
def test_what_was_found_before_an_interruption_is_kept() -> None:
    def interrupt(line: str) -> None:
        if "was found" in line:
            raise KeyboardInterrupt

    found = three_ways(500, progress=interrupt)

    assert found.partial
    assert found.sentence.startswith("Interrupted after 1 round. ")
    assert found.sought[0].added
    with pytest.raises(KeyboardInterrupt):
        three_ways(500, progress=_interrupt_at_once)


def _interrupt_at_once(line: str) -> None:
    raise KeyboardInterrupt(line)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("three-ways --safest --vs rock", "--vs cannot go with --safest"),
        ("three-ways --safest --from rock", "--from cannot go with --safest"),
        ("three-ways --safest --self-play", "--self-play cannot go with --safest"),
        ("three-ways --safest --rounds 0", "--rounds must be"),
        ("three-ways --safest --until x", "--until"),
        ("solo --safest --players 1", "there is one player"),
        ("dice-game --safest", "nobody decides anything in dice-game"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_line(command: Command, words: str, told: str) -> None:
    by = " --by throw:seat" if words.startswith("three-ways") else ""
    said = command(f"learn {words}{by}")

    assert said.status == 2
    assert told in said.err.splitlines()[0]
    assert not said.out


def test_python_refuses_what_the_command_has_no_words_for() -> None:
    with pytest.raises(UserError, match="begins with all strategies"):
        cardsim.find_safest("high-card", 100, by="swap:value", keep_from=3)


def test_the_keywords_of_before_work_for_a_release() -> None:
    for asked, told in (
        ({"safest": True, "vs": "rock"}, "--vs cannot go with --safest"),
        ({"safest": True, "self_play": True}, "--self-play cannot go with --safest"),
        ({"self_play": True, "vs": "rock"}, "--vs cannot go with --self-play"),
    ):
        with (
            pytest.warns(FutureWarning, match=r"is cardsim.(find_safest|self_play)\(\) now"),
            pytest.raises(UserError, match=told),
        ):
            cardsim.learn("high-card", 100, by="swap:value", **asked)
    with pytest.raises(UserError, match="--until goes with"):
        cardsim.learn("high-card", 100, self_play=False, until=0.1)


def test_a_mixture_gets_as_much_as_can_be_had_against_the_worst() -> None:
    """Matching pennies with stakes 1 and 3: the first is taken with chance 3/4, for 3/4."""
    shares = populations.maximin(np.array([[1.0, 0.0], [0.0, 3.0]]))

    assert shares == pytest.approx([0.75, 0.25])
