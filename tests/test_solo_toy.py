"""A game for one player, and one in which what one wins the others do not lose.

`toys/solo` has both: one to three players, each against a bank.
"""

from __future__ import annotations

import re
from io import StringIO
from typing import Any

import pytest

import cardsim
from cardsim import UserError
from cardsim.games import load_game, rules_text
from checks import assert_mean
from typed import Command
from written_rules import assert_complete

pytestmark = pytest.mark.usefixtures("workspace")
RIVALS = (
    "against",
    "others who",
    "you and the others",
    "other seat",
    "level with",
    "edge",
    "each seat in turn",
    "while",
)
"""What nobody is told who plays alone."""


def answered(command: Command, words: str, *, status: int = 0) -> str:
    """What a command says, in one line; nobody else is in it."""
    said = command(f"{words} --seed 1 --quiet")
    assert (said.status, said.err) == (status, "")
    text = " ".join(said.out.split())
    for word in RIVALS:
        assert word not in text
    return text


@pytest.mark.full
def test_a_run_alone_tells_what_you_win(command: Command) -> None:
    text = answered(command, "run solo --stop-at 20 -n 200000")

    assert text.startswith("If you stop at 20, you win 0.1")
    assert "Rules preset solo, 1 player You hold (stop-at 20) Seed" in text


def test_who_wins_nothing_for_certain_comes_out_even(command: Command) -> None:
    text = answered(command, "run solo --stop-at 20 -n 100")

    assert text.startswith("If you stop at 20, you come out even within noise (")


def test_a_seat_that_is_named_has_no_others_beside_it(command: Command) -> None:
    text = answered(command, "run solo --seat hold -n 100")

    assert text.startswith("If you stop at 15, you")


def test_a_turn_that_stops_at_20_brings_what_is_known() -> None:
    """Neller and Presser, "Optimal play of the dice game Pig", UMAP Journal 25 (2004): 8.14."""
    points = cardsim.run("solo", stop_at=20, n=1_000_000, seed=4).estimates["points"]

    assert_mean((points.value, points.sd, points.n), 8.1418, resolves=0.12)


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        ("sweep solo --stop-at 5..25:10 -n 20000", "Of six ways to play it is best to stop at"),
        ("sweep solo --limit 20,40 -n 2000", "Of two tables the one with limit "),
        ("sweep solo --limit 20,40 --stop-at 5,20 -n 9000", "It is best to play so: with limit 20"),
        ("compare solo hold random-legal -n 2000", "Of two strategies hold does best: you "),
        ("review solo --stop-at 3 -n 4000", "If you stop at 3, you give away "),
        ("learn solo -n 4000", "If you play by these rules, you "),
        ("tune solo --stop-at 3 -n 2000", "With hold (stop-at "),
        ("replay solo --hand 3", "Solo, hand 3 of seed 1 Player 1: hold (stop-at 15), you"),
        ("hands solo -n 3", "seed 1 1 1 hand 0 1 2"),
        ("decisions solo -n 3", "seed 1 1 1 1 hand 0"),
    ],
)
@pytest.mark.kept(0, full=4)
def test_every_command_answers_who_plays_alone(command: Command, words: str, begins: str) -> None:
    assert answered(command, words).startswith(begins)


@pytest.mark.full
def test_who_plays_alone_is_asked_by_play_and_refused_advice_in_a_line(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("?\n" + "1\n\n" * 20))

    played = command("play solo --seed 1")
    advice, ahead = command("advise solo --replay 1:0:1"), command("run solo --strategy look-ahead")

    assert played.status == 0, played.err
    assert "At the table: you." in played.out
    assert "There is no hint here: hands of solo cannot be imagined." in played.out
    for one in (advice, ahead):
        assert one.status == 2
        assert "hands of solo cannot be imagined" in one.err or "whose hands cannot" in one.err
        assert (
            "hint: a class says in `hidden` what nobody sees; kernels have an `imagine`" in one.err
        )


@pytest.mark.full
def test_a_sweep_of_house_rules_tells_what_each_costs(command: Command) -> None:
    """A point of the stake costs a point a hand, in the same hands."""
    text = answered(command, "sweep solo --stake 6,8 -n 20000")

    assert re.match(
        r"Of two tables the one with stake 6 is best for you: you win [\d.]+ \(. [\d.]+\) points a "
        r"hand\. Stake 8 costs 2\.0+ \(. [\d.]+\) points a hand\. ",
        text,
    ), text


def test_at_tables_of_one_and_more_the_others_are_told(command: Command) -> None:
    said = command("sweep solo --players 1,2 --stop-at 5,20 -n 9000 --seed 1 --quiet")

    text = " ".join(said.out.split())
    assert said.status == 0
    assert text.startswith("It is best, at a table with others who stop at 15, to play so: with 1 ")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            "tournament solo hold random-legal -n 100",
            "a tournament needs two players at a table, and here one plays alone",
        ),
        (
            "run solo --vs random-legal",
            "--vs says who plays against you, and there is one player at the table",
        ),
        (
            "learn solo --self-play --name other",
            "--self-play needs others at the table, and there is one player",
        ),
    ],
)
def test_what_takes_others_is_refused_in_a_line(command: Command, words: str, line: str) -> None:
    said = command(f"{words} --quiet")

    assert (said.status, said.out) == (2, "")
    assert said.err.startswith(f"cardsim: {line}")


@pytest.mark.full
def test_where_nobody_loses_what_you_win_all_alike_are_told_what_they_win() -> None:
    """The same sentence in a game whose winner takes from the others says that nobody can win."""
    three = cardsim.run("solo", players=3, stop_at=15, n=100_000, seed=1)
    rivals = cardsim.run("roll-on", n=100, seed=1)

    assert not three.all_alike
    assert three.sentence.startswith("All three players stop at 15: you lose 0.2")
    assert rivals.all_alike
    level = "Both players stop at 15, so that nobody plays better than another."
    assert rivals.sentence.startswith(level)


def test_a_table_of_several_has_a_tournament() -> None:
    found = cardsim.tournament("solo", "hold", "random-legal", players=2, n=2_000, seed=1)

    assert found.sentence.startswith("Of two strategies hold does best")


def test_a_page_for_one_player_has_no_others(tmp_path: Any) -> None:
    page = tmp_path / "page.html"

    cardsim.run("solo", n=500, seed=1).report(page)

    text = page.read_text()
    assert "1 player at the table. You played alone." in text
    assert "You took each seat in turn" not in text
    assert "in each seat in turn" not in text


def test_a_player_cannot_be_named_against_one_who_plays_alone() -> None:
    with pytest.raises(UserError, match="there is one player at the table"):
        cardsim.compare("solo", "hold", "random-legal", vs="random-legal", n=100)


def test_the_rules_are_complete() -> None:
    assert_complete(load_game("solo"), rules_text("solo"))
