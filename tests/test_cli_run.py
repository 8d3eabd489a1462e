"""`cardsim run`: what it says, and the files that it writes."""

from __future__ import annotations

import csv
import json
import re
import shlex
import time
from pathlib import Path

import polars as pl
import pyarrow.parquet as pq
import pytest

from command_line import (
    ODD,
    Command,
    files_in,
    write_strategy,
)


def test_a_run_says_first_how_you_do_and_then_the_rest(cardsim: Command) -> None:
    said = cardsim(
        "run", "scat", "--vs=usual", "--unit=hand", "-n", "5000", "--seed=3", "--knock-threshold=25"
    )

    paragraphs = said.out.split("\n\n")
    assert said.status == 0
    assert paragraphs[0].startswith(
        "If you knock at 25 against two players who knock at 21, you lose "
    )
    assert "lives fewer in 100 hands than the others" in " ".join(paragraphs[0].split())
    assert paragraphs[1].startswith("How the hand ended")
    assert paragraphs[2].startswith("Lives a player loses, by where he sits\n")
    assert re.search(r"^  the first to play +0\.3", paragraphs[4], re.MULTILINE)
    assert "turns that a hand lasts" in paragraphs[5]
    assert "threshold (hammer-threshold 14, knock-threshold 25)" in " ".join(paragraphs[6].split())
    assert said.out.rstrip().endswith(
        "cardsim run scat --unit hand --knock-threshold 25 --vs threshold -n 5000 --seed 3"
    )
    assert re.search(r"^5000 hands in .* hands/s$", said.err, re.MULTILINE)


def test_json_is_one_object_and_nothing_else(cardsim: Command) -> None:
    said = cardsim("run", "scat", "--vs=usual", "-n", "2e3", "--seed", "3", "--json", "--quiet")

    result = json.loads(said.out)
    assert said.err == ""
    assert result["schema"] == "cardsim.run/4"
    assert (result["hands"], result["seed"], result["partial"]) == (2000, 3, False)


@pytest.mark.parametrize(
    "words",
    [
        "",
        "--no-first-turn-knock --knocker-tie knocker-only --miss-31-prob 0.123456789",
        "--preset cadillac --no-grand-cadillac --start-lives 3 --unit match --players 4",
        "--preset gin --charity --unit match",
        "--seat threshold --seat chase-31 --seat take-margin:take_margin=2,knock_threshold=25",
        "--strategy first-turn --first-turn-threshold 17 --vs threshold:knock_threshold=25",
        "--seed 18446744073709551615",
        "--strategy odd:seed=20,odd=0.123456789,bold=true",
        "--strategy odd --odd 0.987654321 --bold",
        "--vs odd:bold=true",
    ],
)
@pytest.mark.kept(3)
def test_the_command_that_a_run_prints_repeats_it(
    cardsim: Command, tmp_path: Path, words: str
) -> None:
    write_strategy(tmp_path, "odd", ODD)
    words += "" if "--vs" in words or "--seat" in words else " --vs usual"
    first = json.loads(
        cardsim("run", "scat", "-n", "300", *shlex.split(words), "--json", "--quiet").out
    )

    again = cardsim(*shlex.split(first["command"])[1:], "--json", "--quiet")

    assert json.loads(again.out) == first


def test_a_parameter_named_as_an_option_of_every_run_is_set_with_the_strategy(
    cardsim: Command, tmp_path: Path
) -> None:
    write_strategy(tmp_path, "odd", ODD)

    said = cardsim(
        "run", "scat", "--vs=usual", "-n", "100", "--strategy=odd:seed=25", "--seed=3", "--json"
    )

    result = json.loads(said.out)
    assert result["seed"] == 3
    assert result["seats"][0]["parameters"]["seed"] == 25


def test_parameters_of_the_strategy_named_are_options(cardsim: Command, tmp_path: Path) -> None:
    write_strategy(tmp_path, "odd", ODD)

    helped = cardsim("run", "scat", "--strategy", "odd", "--help")
    alone = cardsim("run", "scat", "--help")

    assert "--bold / --no-bold" in helped.out
    assert "--odd X" in helped.out
    assert "--bold" not in alone.out


def test_files_are_by_their_suffix_and_tell_where_they_come_from(
    cardsim: Command, tmp_path: Path
) -> None:
    words = ("run", "scat", "--vs=usual", "-n", "2000", "--seed", "3", "--json", "--quiet")

    printed = [cardsim(*words, "-o", f"r.{kind}").out for kind in ("json", "csv", "parquet")]

    result = json.loads(printed[0])
    assert printed == [printed[0]] * 3
    assert json.loads((tmp_path / "r.json").read_text()) == result
    rows = list(csv.DictReader((tmp_path / "r.csv").read_text().splitlines()))
    assert [r["name"] for r in rows] == [e["name"] for e in result["estimates"]]
    assert {r["command"] for r in rows} == {result["command"]}
    counts = pl.read_parquet(tmp_path / "r.parquet")
    about = json.loads(pq.read_schema(tmp_path / "r.parquet").metadata[b"cardsim"])
    assert counts.filter(pl.col("table") == "you")["count"].sum() == 2000
    assert (about["command"], about["rules"]) == (result["command"], result["rules"])


def test_every_hand_is_a_row_of_hands_out(cardsim: Command, tmp_path: Path) -> None:
    cardsim(
        "run", "scat", "--vs=usual", "-n", "70k", "--seed=3", "--hands-out=h.parquet", "--quiet"
    )

    hands = pl.read_parquet(tmp_path / "h.parquet")
    about = json.loads(pq.read_schema(tmp_path / "h.parquet").metadata[b"cardsim"])
    assert hands["hand"].to_list() == list(range(70_000))
    assert about["seed"] == 3
    assert files_in(tmp_path) == ["h.parquet"]


def test_compiling_is_announced_unless_quiet(cardsim: Command, tmp_path: Path) -> None:
    text = ODD + f"# {time.time_ns()}\n"
    for name in ("one", "two"):
        write_strategy(tmp_path, name, text.replace("+ odd", f"+ {time.time_ns() % 1000} * odd"))

    loud = cardsim("run", "scat", "--vs=usual", "-n", "100", "--strategy", "one")
    quiet = cardsim("run", "scat", "--vs=usual", "-n", "100", "--strategy", "two", "--quiet")

    assert loud.err.startswith("Compiling ")
    assert quiet.err == ""


def test_a_rule_that_is_a_list_is_one_value(cardsim: Command) -> None:
    said = cardsim(
        *["run", "counter-cameroon", "--vs=usual", "--scoring=1,2,3,4,5,6,5,4,3,2,1", "-n", "50"]
    )

    assert said.status == 0


def test_force_overwrites(cardsim: Command, tmp_path: Path) -> None:
    (tmp_path / "r.json").write_text("old")
    (tmp_path / "h.parquet").write_text("old")

    words = ("run", "scat", "-n", "100", "-o", "r.json", "--hands-out", "h.parquet", "--force")
    said = cardsim(*words)

    assert said.status == 0
    assert json.loads((tmp_path / "r.json").read_text())["hands"] == 100
    assert len(pl.read_parquet(tmp_path / "h.parquet")) == 100


def test_people_read_yes_and_no_where_the_command_line_takes_true_and_false(
    cardsim: Command,
) -> None:
    run = cardsim(
        "run", "scat", "--vs=usual", "--unit=hand", "--no-first-turn-knock", "-n", "50", "--seed=1"
    )
    saved = json.loads(
        cardsim(
            "run",
            "scat",
            "--vs=usual",
            "--unit=hand",
            "--no-first-turn-knock",
            "-n",
            "50",
            "--json",
        ).out
    )
    words = "--unit hand --first-turn-knock true,false -n 50 --seed 1 --measure turns"
    sweep = cardsim("sweep", "scat", "--vs=usual", *words.split())

    assert "first-turn-knock no" in run.out
    assert saved["rules"]["first_turn_knock"] is False
    assert re.search(r"first-turn-knock (yes|no)\b", sweep.out)
    for out in (run.out, sweep.out):
        assert not re.search(r"(?<!--)first-turn-knock (true|false)", out)
    assert "--first-turn-knock true,false" in sweep.out


def test_open_shows_the_page_that_is_written(
    cardsim: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []

    def opened_once(address: str) -> bool:
        shown.append(address)
        return len(shown) == 1

    monkeypatch.setattr("webbrowser.open", opened_once)
    page, played = tmp_path / "a page.html", ("run", "scat", "-n", "10", "--vs", "usual")

    first = cardsim(*played, "-o", str(page), "--open")
    second = cardsim(*played, "-o", str(page), "--open", "--force")

    assert shown == [page.as_uri()] * 2
    assert "no browser" not in first.err
    assert f"no browser could be opened; the page is {page}" in second.err
    wrong = cardsim(*played, "--open")
    assert (wrong.status, wrong.out) == (2, "")
    assert wrong.err == "cardsim: --open is for a page, and takes -o FILE.html too\n"


def test_a_default_strategy_of_ones_own_may_leave_decisions_out(
    cardsim: Command, tmp_path: Path
) -> None:
    text = "from cardsim import Strategy\n\n\ndef knock(view):\n    return True\n\n\n"
    write_strategy(tmp_path, "threshold", text + "STRATEGY = Strategy(game='scat', knock=knock)\n")

    said = cardsim("run", "scat", "--vs=usual", "-n", "100", "--strategy=chase-31", "--seed=1")

    assert said.status == 0
    assert "against two players who play threshold" in " ".join(said.out.split())


@pytest.mark.parametrize(
    ("declared", "fault"),
    [
        ("Annotated[int, between(2, 20, '')] = 25", "a whole number from 2 to 20, not 25"),
        ("int = 2.5", "a whole number, not 2.5"),
    ],
)
def test_a_default_that_is_not_allowed_is_refused(
    cardsim: Command, tmp_path: Path, declared: str, fault: str
) -> None:
    text = (
        "from typing import Annotated\nfrom cardsim import Strategy, between\n\n\n"
        f"def knock(view, k: {declared}):\n    return view.value >= k\n\n\n"
        "STRATEGY = Strategy(game='scat', knock=knock)\n"
    )
    write_strategy(tmp_path, "mine", text)

    said = cardsim("run", "scat", "--vs=usual", "-n", "100", "--strategy", "mine")

    assert said.status == 2
    assert said.err == f"cardsim: the default of parameter 'k' must be {fault}\n"
