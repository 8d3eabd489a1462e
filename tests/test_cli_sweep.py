"""`cardsim sweep` and `cardsim compare`, and hands until a precision is reached."""

from __future__ import annotations

import csv
import json
import re
import shlex
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from cardsim.workspace import strategy_files
from command_line import (
    ODD,
    SCAT,
    Command,
    command_in,
    write_strategy,
)


@pytest.mark.parametrize(
    ("words", "flag", "hint"),
    [
        ("--knock-threshold 17..31", "--knock-threshold", "--knock-threshold 17..31"),
        (
            "-n 1e4 --no-charity --unit match --players 2,3 --hands-out x.parquet",
            "--players",
            "--players 2,3 --unit match --charity false -n 1e4",
        ),
        (
            "--preset scat,gin --measure loses --precision 1pp",
            "--preset",
            "--measure loses --preset scat,gin --precision 1pp",
        ),
        (
            "--players 2..3 --seat threshold --seat chase-31",
            "--players",
            "--players 2..3 --seat threshold --seat chase-31",
        ),
    ],
)
def test_several_values_in_a_run_are_told_the_sweep_to_type(
    cardsim: Command, words: str, flag: str, hint: str
) -> None:
    said = cardsim("run", "scat", *words.split())

    line, hinted = said.err.splitlines()
    assert said.status == 2
    assert line.startswith(f"cardsim: {flag} takes one value in a run, not ")
    assert line.endswith("; use sweep for several")
    assert hinted == f"hint: cardsim sweep scat {hint}"


def test_the_sweep_that_a_run_is_told_to_type_works(cardsim: Command) -> None:
    refused = cardsim(
        *[
            "run",
            "scat",
            "--vs=usual",
            "--knock-threshold=20,21",
            "--no-first-turn-knock",
            "-n",
            "50",
        ]
    )

    said = cardsim(*refused.err.splitlines()[1].split()[2:])

    assert said.status == 0
    assert "knock-threshold" in said.out


def test_a_sweep_says_first_what_is_best_and_then_the_rest(cardsim: Command) -> None:
    said = cardsim(
        "sweep",
        "scat",
        "--vs=usual",
        "--unit=hand",
        *["--knock-threshold", "17,20,31", "-n", "20000", "--seed", "5"],
    )

    lines = said.out.splitlines()
    assert said.status == 0
    assert lines[0].startswith("Of three ways to play it is best to never knock: you lose ")
    assert sum("●" in line for line in lines) == 3
    assert re.search(r"^ +31 +\d\S* \(\S+ to \S+\) .*best$", said.out, re.MULTILINE)
    assert lines[-1].startswith(
        "Again          cardsim sweep scat --unit hand --vs threshold --knock-threshold 17,20,31 "
    )
    assert max(len(line) for line in lines[:-1]) <= 80


@pytest.mark.full
def test_a_sweep_over_players_names_the_best_for_each(cardsim: Command) -> None:
    words = ["--knock-threshold", "18..22:2", "--players", "2,4", "-n", "4000", "--seed", "5"]
    text, data = (
        cardsim("sweep", "scat", "--vs=usual", *words),
        cardsim("sweep", "scat", "--vs=usual", *words, "--json"),
    )

    best = json.loads(data.out)["groups"]
    found = {tuple(row.split()[:2]) for row in text.out.split("The best in each\n")[1].splitlines()}
    assert {(str(g["best"]["players"]), str(g["best"]["knock_threshold"])) for g in best} <= found
    assert "matches in 100, with 2 players" in text.out
    assert len(data.out.splitlines()) == 1


@pytest.mark.full
def test_a_large_sweep_shows_its_best_points_only(cardsim: Command) -> None:
    said = cardsim(
        *[
            "sweep",
            "scat",
            "--vs=usual",
            "--knock-threshold=20,21",
            "--hammer-threshold=2..31",
            "-n",
            "50",
        ]
    )

    assert "(40 of 60 rows: see a file made with --output)" in said.out


def test_flags_of_a_sweep_take_lists(cardsim: Command) -> None:
    words = "sweep scat --vs usual --grand-cadillac true,false --no-first-turn-knock -n 50 --json"
    data = json.loads(cardsim(*words.split()).out)

    (axis,) = data["axes"]
    assert axis["name"] == "grand_cadillac"
    assert axis["values"] == [True, False]
    assert "--no-first-turn-knock" in data["command"]


def test_a_comparison_says_first_which_is_best(cardsim: Command) -> None:
    said = cardsim(
        *[
            "compare",
            "scat",
            "--vs=usual",
            "--unit=hand",
            "chase-31",
            "threshold",
            "suit-keeper",
            "-n",
            "20000",
            "--seed=5",
        ],
        *["--measure", "loses"],
    )

    lines = said.out.splitlines()
    assert said.status == 0
    assert " ".join(lines[:2]).startswith(
        "Of three strategies threshold does best, judged by 'you lose a life' (less is better): "
    )
    assert re.search(r"^  threshold +36\.\d+ % .* 1$", said.out, re.MULTILINE)
    assert re.search(
        r"^  threshold ahead of chase-31 +\d\.\d+ \(.*\) +\d+\.\d\d % +\d\.\d+ times$",
        said.out,
        re.MULTILINE,
    )
    assert max(len(line) for line in lines[:-1]) <= 80


@pytest.mark.full
def test_all_are_all_strategies_that_can_be_used(cardsim: Command, tmp_path: Path) -> None:
    write_strategy(tmp_path, "odd", ODD)
    write_strategy(tmp_path, "long", ODD.replace("knock=knock", "knock=knock, slow=True"))
    write_strategy(tmp_path, "broken", "def knock(view)\n")
    words = "compare scat --vs usual all threshold:knock_threshold=25 -n 50 --seed 5"

    said = cardsim(*words.split(), "--json")
    again = cardsim(*shlex.split(json.loads(said.out)["command"])[1:], "--json")

    names = [row["strategy"] for row in json.loads(said.out)["strategies"]]
    usable = set(strategy_files(SCAT)) - {"broken", "long", "look-ahead"}
    assert set(names) == {*usable, "threshold:knock_threshold=25"}
    assert {"odd", "random-legal"} <= set(names)
    assert re.search(r"^Left out: broken cannot be used: .*does not parse", said.err, re.MULTILINE)
    assert "Left out: look-ahead looks ahead, and takes long;" in said.err
    assert "Left out: long takes long; it is compared where it is named" in said.err
    assert again.out == said.out


def test_a_strategy_of_the_name_all_is_itself(cardsim: Command, tmp_path: Path) -> None:
    write_strategy(tmp_path, "all", ODD)

    said = cardsim(*["compare", "scat", "--vs=usual", "all", "threshold", "-n", "50", "--json"])

    names = {row["strategy"] for row in json.loads(said.out)["strategies"]}
    assert names == {"all", "threshold"}


@pytest.mark.parametrize(
    "words",
    [
        "sweep scat --vs usual --knock-threshold 20..22",
        "compare scat --vs usual threshold chase-31",
    ],
)
@pytest.mark.kept(1)
def test_files_of_sweeps_and_comparisons_are_by_their_suffix(
    cardsim: Command, tmp_path: Path, words: str
) -> None:
    given = [*words.split(), "-n", "300", "--seed", "3", "--quiet", "--json"]
    said = [cardsim(*given, "-o", f"r{suffix}") for suffix in (".json", ".csv", ".parquet")]

    data = json.loads(said[0].out)
    rows = list(csv.DictReader((tmp_path / "r.csv").read_text().splitlines()))
    counts = pq.read_table(tmp_path / "r.parquet")
    assert {s.err for s in said} == {""}
    assert json.loads((tmp_path / "r.json").read_text()) == data
    assert len(rows) == (3 if "sweep" in words else 1)
    assert {row["command"] for row in rows} == {data["command"]}
    assert {row["seed"] for row in rows} == {"3"}
    assert json.loads(counts.schema.metadata[b"cardsim"])["command"] == data["command"]


@pytest.mark.parametrize(
    "words",
    [
        "run scat --vs usual --unit hand --precision 0.01",
        "run scat --vs usual --unit hand --measure loses --precision 1pp",
        "run dice-game --measure turns --precision 0.5",
        "sweep scat --vs usual --unit hand --knock-threshold 20,25 --precision 0.01",
        "compare scat --vs usual --unit hand threshold chase-31 --precision 0.01",
    ],
)
@pytest.mark.kept(2)
def test_after_a_precision_the_command_plays_the_hands_that_were_played(
    cardsim: Command, words: str
) -> None:
    """Those, and no more; the answer is the same to the last digit."""
    first = cardsim(*words.split(), "--seed", "4")
    command = command_in(first)
    again = cardsim(*command)

    hands = int(command[command.index("-n") + 1])
    assert first.status == again.status == 0
    assert hands < 1_000_000
    assert again.out == first.out


def test_a_precision_that_is_not_reached_is_exit_status_3(cardsim: Command) -> None:
    met = cardsim(
        *["run", "scat", "--vs=usual", "--unit=hand", "--precision=0.04", "-n", "1e6", "--json"]
    )
    for words in (
        "run scat --vs usual --unit hand --measure loses --precision 0.1pp -n 1000",
        "sweep scat --vs usual --unit hand --knock-threshold 20,22 --precision 0.0001 -n 1000",
        "compare scat --vs usual --unit hand threshold chase-31 --precision 0.0001 -n 1000",
    ):
        said = cardsim(*words.split())
        assert said.status == 3
        assert "reached" in said.out
        last = said.err.splitlines()[-1]
        assert last.startswith("cardsim: the precision was not reached after 1000 of 1000 hands")
        assert "; it needs about " in last
    assert met.status == 0
    assert json.loads(met.out)["reached"] is True
    assert json.loads(met.out)["hands"] < 20_000


def test_a_parameter_in_a_comparison_is_sent_to_its_strategy(cardsim: Command) -> None:
    said = cardsim("compare", "scat", "--vs=usual", "threshold", "chase-31", "--knock-threshold=3")

    assert "a parameter goes with its strategy: NAME:knock_threshold=VALUE" in said.err
