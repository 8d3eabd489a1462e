"""The command line: what people type, what they get, and what they get told."""

from __future__ import annotations

import csv
import json
import os
import pty
import re
import resource
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.parquet as pq
import pytest
from numba.np.numpy_support import from_dtype

from cardsim import run
from cardsim.cli import main
from cardsim.cli.starter import STARTERS
from cardsim.games import game_names, load_game
from cardsim.version import VERSION
from cardsim.workspace import load_strategy, strategy_files

SCAT = load_game("scat")
ODD = """
from cardsim import Strategy

def knock(view, seed: int = 21, odd: float = 0.123456789, bold: bool = False):
    return view.value >= seed + odd - 2 * bold

STRATEGY = Strategy(game="scat", knock=knock)
"""


@dataclass(frozen=True)
class Said:
    """What a command line came to."""

    status: int
    out: str
    err: str


Command = Callable[..., Said]


@pytest.fixture
def cardsim(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    """The command line in this process, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def command(*words: str) -> Said:
        status = main(words)
        said = capsys.readouterr()
        return Said(status, said.out, said.err)

    return command


def started(*words: str, **how: object) -> subprocess.Popen[str]:
    """The command line as a process of its own, which Ctrl-C reaches even where ours ignores it."""
    given = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **how}
    return subprocess.Popen([sys.executable, "-m", "cardsim", *words], **given)  # type: ignore[call-overload,no-any-return]


def finished(*words: str, **how: object) -> Said:
    process = started(*words, **how)
    out, err = process.communicate(timeout=300)
    return Said(process.returncode, out or "", err or "")


def write_strategy(folder: Path, name: str, text: str) -> None:
    path = folder / "strategies" / "scat" / f"{name}.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def files_in(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir())


# ---------------------------------------------------------------- run


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
    assert re.search(r"^  the first to play +0\.3", paragraphs[2], re.MULTILINE)
    assert "turns that a hand lasts" in paragraphs[3]
    assert "threshold (hammer-threshold 14, knock-threshold 25)" in " ".join(paragraphs[4].split())
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


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("run scat -n 0", "-n must be a whole number of at least 1, * not 0"),
        ("run scat -n 1.5", "-n must be a whole number of at least 1, * not 1.5"),
        ("run scat -n nan", "-n must be a whole number of at least 1, * not nan"),
        ("run scat -n -3", "-n must be a whole number of at least 1, * not -3"),
        ("run scat --players 20", "--players must be a whole number from 2 to 16, not 20"),
        ("run scat --seed -1", "--seed must be a whole number from 0 to 18446744073709551615, *"),
        ("run scat --threads 0", "--threads must be a whole number from 1 to 1024, not 0"),
        (
            "run scat --knock-threshold 45",
            "--knock-threshold must be a whole number from 2 to 31, not 45",
        ),
        ("run scat --miss-31-prob 2", "--miss-31-prob must be a number from 0 to 1, not 2"),
        ("run scat --score-mode golf", "--score-mode must be lives, gin, points, bus, not golf"),
        ("run scat --unit game", "--unit must be match or hand, not game"),
        ("run skat", "no game called 'skat'; there are: *"),
        ("replay skat", "no game called 'skat'; there are: *"),
        ("games show skat", "no game called 'skat'; there are: *"),
        ("run scat --knok-threshold 2", "no option --knok-threshold for `cardsim run scat`"),
        ("run scat --strategy thresold", "no strategy called 'thresold' for scat"),
        ("run scat --vs thresold", "no strategy called 'thresold' for scat"),
        (
            "run scat --vs threshold:knock=3",
            "--vs: strategy 'threshold' has no parameter 'knock'",
        ),
        ("run scat --preset cadilac", "no preset called 'cadilac' for scat; there are: *"),
        ("rnu scat", "no command 'rnu' in `cardsim`; there are: run, *"),
        ("run", "missing command"),
        ("run scat --first-turn-knock yes", "got unexpected extra argument* (yes)"),
        ("run scat --seed", "option '--seed' requires an argument"),
        (
            "run scat --score-mode points --start-lives 5",
            "--start-lives 5 has no effect with --score-mode points; it needs --score-mode lives *",
        ),
        (
            "run scat --unit hand --no-charity",
            "--no-charity has no effect with --unit hand; it needs --unit match",
        ),
        (
            "run bridge --preset trick-points --unit rubber",
            "--preset trick-points has no effect with --unit rubber; it needs --unit board *",
        ),
        ("run square-nine --holes 3", "--holes 3 has no effect with --unit hand; it needs *"),
        (
            "run scat --score-mode points --no-charity",
            "--no-charity has no effect with --score-mode points; it needs --score-mode lives *",
        ),
        (
            "run scat --seat threshold --seat threshold --strategy threshold",
            "--seat names the whole table; it cannot go with --strategy",
        ),
        ("run scat --seat threshold", "--seat must name 2 to 16 players, not 1"),
        ("run scat --seat threshold --seat ''", "--seat names nobody; it must be a player *"),
        ("run scat --seats threshold;threshold", "no option --seats for `cardsim run scat`"),
        (
            "run scat --seat threshold --seat threshold --players 3",
            "--seat must name 3 players, one for each seat, not 2",
        ),
        (
            "run scat --seat threshold --seat threshold --knock-threshold 3",
            "--knock-threshold cannot go with --seat; *",
        ),
        ("run scat -o out.txt", "--output out.txt must end in .html, .json, .csv or .parquet"),
        ("run scat -o folder.csv", "--output folder.csv is a folder"),
        ("run scat -o there.json", "--output there.json exists; --force overwrites it"),
        ("run scat -o no/x.csv", "--output no/x.csv cannot be written: No such file or directory"),
        ("run scat -o there.json/x.csv", "--output * cannot be written: Not a directory"),
        ("run scat --hands-out x.csv", "--hands-out x.csv must end in .parquet"),
        ("run scat --hands-out no/x.parquet", "--hands-out no/x.parquet cannot be written: *"),
        (
            "run scat -o x.parquet --hands-out x.parquet",
            "--output x.parquet and --hands-out x.parquet are the same file",
        ),
        ("replay scat", "--seed is missing: it says which deals"),
        ("replay scat --seed 1 --hand -1", "--hand must be a whole number from 0 to *, not -1"),
        (
            "run scat --unit match --precision 0.1",
            "--precision must be percentage points from *; not 0.1",
        ),
        (
            "run scat --unit match --precision 0.1%",
            "--precision must be percentage points from *; not 0.1%",
        ),
        ("sweep scat", "there is nothing to sweep: give an option several values, *"),
        (
            "sweep gin-rummy --preset three-player-7,classic-2p",
            "--preset three-player-7,classic-2p is for 2 or 3 players; say with --players for *",
        ),
        (
            "run gin-rummy --preset classic-2p --players 3",
            "--preset classic-2p is for 2 players, not 3",
        ),
        (
            "exact gin-rummy --preset classic-2p --players 4",
            "--preset classic-2p is for 2 players, not 4",
        ),
        ("sweep scat --players 6..2", "--players 6..2 runs backwards"),
        (
            "sweep scat --knock-threshold 17..45",
            "--knock-threshold must be a whole number from 2 to 31, not 45",
        ),
        ("sweep scat --preset a..b", "--preset is not a number, so that a..b is no range of it"),
        ("sweep scat --charity true,no,false", "--charity names false twice"),
        ("sweep scat --charity true --no-charity --players 2,3", "--charity and --no-charity *"),
        ("sweep scat --players 2,3 -o x", "--output x must end in *"),
        ("run scat -n 10 --hands 20", "-n and --hands contradict"),
        ("run scat -o a.html -o b.html", "-o is given twice"),
        (
            "run scat --knock-threshold 20 --strategy threshold:knock_threshold=22",
            "--knock-threshold 20 contradicts --strategy threshold:knock_threshold=22",
        ),
        (
            "run scat --strategy threshold:knock_threshold=20,knock_threshold=20",
            "* gives knock_threshold twice",
        ),
        (
            "run scat --unit match --precision 1e-9pp",
            "--precision must be percentage points from *; not 1e-9pp",
        ),
        ("run dice-game --precision 1e-12", "--precision must be a number from 1e-06 on, *"),
        ("run scat -o pipe.json --force", "--output pipe.json is not a file"),
        ("sweep scat --unit hand --score-mode lives,points", "the points cannot be compared: *"),
        ("compare dice-game a b", "nobody decides anything in dice-game: *"),
        (
            "sweep scat --miss-31-prob 0..1:0.00001",
            "the grid has 100001 points; a sweep may have 10000",
        ),
        (
            "sweep scat --players 2,3 --hands-out x",
            "no option --hands-out for `cardsim sweep scat`",
        ),
        ("sweep scat --players 2,3 -o there.json", "--output there.json exists; --force *"),
        ("compare scat", "missing argument 'STRATEGY'"),
        ("compare scat threshold", "a comparison takes 2 to 100 strategies, not 1"),
        ("compare scat threshold treshold", "no strategy called 'treshold' for scat"),
        ("compare scat threshold threshold", "threshold is named twice"),
        (
            "compare scat threshold chase-31 --knock-threshold 3",
            "no option --knock-threshold for `cardsim compare scat`",
        ),
        ("new-strategy scat", "missing argument 'NAME'"),
        ("run dice-game --players 1", "--players must be a whole number from 2 to 16, not 1"),
        ("run dice-game --players 17", "--players must be a whole number from 2 to 16, not 17"),
        ("run dice-game --start-units 0", "--start-units must be * from 1 to 30, not 0"),
        ("run dice-game --max-dice 0", "--max-dice must be none, or * from 1 to 1000, not 0"),
        ("run dice-game --seconds-per-turn 0", "--seconds-per-turn must be * 0.1 to 3600, not 0"),
        ("run dice-game --seconds-per-turn soon", "--seconds-per-turn must be *, not soon"),
        ("run dice-game --preset lcr --wipe-out reroll", "--wipe-out reroll has no effect with *"),
        (
            "run dice-game --end-condition one-holder --resolution sequential-stop",
            "--resolution sequential-stop has no effect with --end-condition one-holder; *",
        ),
        ("run dice-game --strategy bold", "--strategy bold has no effect in dice-game: nobody *"),
        ("run dice-game --vs bold", "--vs bold has no effect in dice-game: nobody decides *"),
        ("replay dice-game --seed 1 --seat a --seat b", "--seat a has no effect in dice-game: *"),
        ("new-strategy dice-game bold", "dice-game takes no strategies: nobody decides *"),
        ("exact dice-game --players 9", "9 players with start-units 3 have 94,143,279 states *"),
        ("exact dice-game --players 17", "--players must be a whole number from 2 to 16, not 17"),
        ("exact dice-game length", "no question 'length' for dice-game; there are: outcome"),
        ("exact dice-game --seed 1", "no option --seed for `cardsim exact dice-game`"),
        ("exact dice-game --preset lcr --wipe-out no-winner", "--wipe-out no-winner has no *"),
        ("exact dice-game -o x.txt", "--output x.txt must end in .html, .json, .csv or .parquet"),
        ("exact dice-game -o there.json", "--output there.json exists; --force overwrites it"),
        ("exact scat", "scat cannot be solved exactly"),
        ("new-strategy scat Bad_Name", "NAME must be made of small letters, digits and dashes, *"),
    ],
)
@pytest.mark.kept(14)
def test_bad_input_gets_one_clear_line(
    cardsim: Command, tmp_path: Path, words: str, line: str
) -> None:
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "there.json").write_text("mine")
    os.mkfifo(tmp_path / "pipe.json")

    said = cardsim(*shlex.split(words.replace(";", r"\;")))

    first, *others = said.err.splitlines()
    assert said.status == 2
    assert said.out == ""
    assert re.fullmatch("cardsim: " + re.escape(line).replace(r"\*", ".*"), first)
    assert all(other.startswith("hint: ") for other in others)
    assert files_in(tmp_path) == ["folder.csv", "pipe.json", "there.json"]
    assert (tmp_path / "there.json").read_text() == "mine"


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


def test_a_rule_that_is_a_list_is_one_value(cardsim: Command) -> None:
    said = cardsim(
        *["run", "counter-cameroon", "--vs=usual", "--scoring=1,2,3,4,5,6,5,4,3,2,1", "-n", "50"]
    )

    assert said.status == 0


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("run scat --knok-threshold 2", "--knock-threshold"),
        ("run scat --strategy thresold", "threshold"),
        ("run scat --preset cadilac", "cadillac"),
        ("run skat", "scat"),
        ("run thirty-one", "scat"),
        ("run scat --knocker-tie knocker-onyl", "knocker-only"),
        ("games shwo", "show"),
        ("run scat --knock 25", "--knock-threshold"),
        ("run scat --opponents chase-31", "--vs"),
    ],
)
def test_a_slip_gets_a_suggestion(cardsim: Command, words: str, wanted: str) -> None:
    said = cardsim(*shlex.split(words))

    assert f"hint: did you mean '{wanted}'?" in said.err.splitlines()


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (
            "run scat --strategy threshold --take-margin 3",
            "--take-margin belongs to strategy take-margin; threshold has no such number",
        ),
        (
            "run scat --strategy chase-31 --knock-threshold 25",
            (
                "--knock-threshold belongs to strategy threshold and 8 more; "
                "chase-31 has no such number"
            ),
        ),
        (
            "compare scat threshold take-margin --knock 25",
            "did you mean threshold:knock_threshold=VALUE?",
        ),
        ("rules scat", "did you mean `cardsim games rules scat`?"),
    ],
)
def test_what_belongs_elsewhere_is_told_where(cardsim: Command, words: str, hint: str) -> None:
    said = cardsim(*shlex.split(words))

    assert said.status == 2
    assert said.err.splitlines()[1:] == [f"hint: {hint}"]


@pytest.mark.parametrize(
    "words",
    ["", "run", "run scat", "games", "games rules", "report", "doctor", "experiment run", "tune"],
)
def test_h_is_help_everywhere(cardsim: Command, words: str) -> None:
    short, long = cardsim(*words.split(), "-h"), cardsim(*words.split(), "--help")

    assert short.status == 0
    assert short.out == long.out
    assert "-h" in short.out


def test_a_measure_that_needs_an_option_is_listed_with_it(cardsim: Command) -> None:
    said = " ".join(cardsim("run", "scat", "--help").out.split())

    assert "money (with --stake)" in said


def test_force_overwrites(cardsim: Command, tmp_path: Path) -> None:
    (tmp_path / "r.json").write_text("old")
    (tmp_path / "h.parquet").write_text("old")

    words = ("run", "scat", "-n", "100", "-o", "r.json", "--hands-out", "h.parquet", "--force")
    said = cardsim(*words)

    assert said.status == 0
    assert json.loads((tmp_path / "r.json").read_text())["hands"] == 100
    assert len(pl.read_parquet(tmp_path / "h.parquet")) == 100


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


# ---------------------------------------------------------------- help


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


def test_help_names_every_option_whole_at_80_columns(cardsim: Command) -> None:
    hero = load_strategy(SCAT, "threshold")
    flags = {o.flag for o in (*SCAT.options, *hero.parameters)}
    flags |= {"--no-" + o.flag[2:] for o in SCAT.options if o.kind is bool}
    flags |= {f"--{n}" for n in ("players", "unit", "preset", "strategy", "vs", "seat", "seed")}

    run, replay = (cardsim(name, "scat", "--help").out for name in ("run", "replay"))

    own = {"--threads", "--json", "--output", "--hands-out", "--force", "--quiet", "--hands"}
    assert flags | own <= set(re.findall(r"--[a-z0-9-]+", run))
    assert flags | {"--hand", "--json"} <= set(re.findall(r"--[a-z0-9-]+", replay))
    assert max(len(line) for line in run.splitlines()) <= 80
    for heading in ("Game:", "House rules:", "Strategy:", "Output:"):
        assert heading in run.splitlines()


def test_help_and_version_are_on_stdout(cardsim: Command) -> None:
    assert cardsim("--version") == Said(0, f"cardsim {VERSION}\n", "")
    commands = ("run", "exact", "games", "new-strategy")
    for words in (["--help"], *([command, "--help"] for command in commands)):
        said = cardsim(*words)
        assert (said.status, said.err) == (0, "")
        assert said.out.startswith("Usage: cardsim")


def test_cardsim_alone_shows_a_newcomer_around_with_commands_that_there_are(
    cardsim: Command,
) -> None:
    said = cardsim()

    assert (said.status, said.err) == (0, "")
    assert max(len(line) for line in said.out.splitlines()) <= 80
    shown = re.findall(r"^  cardsim (\S+)(.*?)(?:  |$)", said.out, re.MULTILINE)
    assert len(shown) == 9
    for command, rest in shown:
        game = [w for w in rest.split()[:1] if command in {"run", "sweep", "advise"}]
        words = [command, "run"] if command == "experiment" else [command, *game]
        known = cardsim(*words, "--help").out
        assert set(re.findall(r"--[a-z-]+", rest)) <= set(re.findall(r"--[a-z-]+", known)), rest


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


@pytest.mark.parametrize("command", ["sweep", "compare"])
def test_help_of_a_sweep_and_a_comparison_names_every_rule_whole(
    cardsim: Command, command: str
) -> None:
    shown = cardsim(command, "scat", "--help").out

    flags = set(re.findall(r"--[a-z0-9-]+", shown))
    assert {o.flag for o in SCAT.options} | {"--precision", "--vs", "--players"} <= flags
    assert {"--no-" + o.flag[2:] for o in SCAT.options if o.kind is bool} <= flags
    assert ("--knock-threshold" in flags) is (command == "sweep")
    assert max(len(line) for line in shown.splitlines()) <= 80


@pytest.mark.parametrize("words", [[], ["--help"], ["run", "--help"], ["--version"]])
@pytest.mark.kept(2)
def test_help_loads_nothing_that_takes_long_to_load(words: list[str]) -> None:
    heavy = {"numpy", "numba", "llvmlite", "polars", "pandas", "matplotlib", "rich", "sqlite3"}
    code = f"import sys; from cardsim.cli import main; main({words}); print(*sys.modules)"

    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert not heavy & set(said.stdout.splitlines()[-1].split())


COMPLETED = {
    "cardsim run sc": "scat",
    "cardsim compare scat threshold ch": "chase-31",
    "cardsim compare scat al": "all",
    **{
        f"cardsim run scat {option} ch": "chase-31"
        for option in ("--strategy", "--vs", "--seat", "--seat threshold --seat")
    },
    "cardsim run dice-game --preset lcr-": "lcr-uncapped",
    "cardsim run scat --unit ma": "match",
    "cardsim experiment run dice-game-se": "dice-game-seat",
    "cardsim games show squ": "square-nine",
    "cardsim games rules squ": "square-nine",
    "cardsim new-strategy squ": "square-nine",
    "cardsim sweep scat --charity t": "true true,false",
}
COMPLETING = """
import contextlib, io, json, os, sys
from cardsim.cli import main
sys.argv[0] = "cardsim"
found = []
for line in json.load(sys.stdin):
    words = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split(" ")) - 1)}
    os.environ.update(words, _CARDSIM_COMPLETE="complete_bash")
    with contextlib.redirect_stdout(io.StringIO()) as said, contextlib.suppress(SystemExit):
        main()
    found.append(said.getvalue().split())
print(json.dumps(found))
"""


@pytest.mark.full
def test_the_shell_completes_options_of_the_game_and_their_values() -> None:
    more = ["--knock-t", "--knocker-tie knocker-"]
    lines = [*COMPLETED, *(f"cardsim run scat {words}" for words in more)]

    done = subprocess.run(
        [sys.executable, "-c", COMPLETING],
        input=json.dumps(lines),
        capture_output=True,
        text=True,
        check=True,
    )

    *found, flags, ties = json.loads(done.stdout)
    assert dict(zip(COMPLETED, map(" ".join, found), strict=True)) == COMPLETED
    assert "--knock-threshold" in flags
    assert "knocker-only" in ties


@pytest.mark.full
def test_every_shell_that_people_have_can_be_told_to_complete() -> None:
    code = """
import shellingham
from cardsim.cli import main
for shell in ("bash", "zsh", "fish", "pwsh"):
    shellingham.detect_shell = lambda *_: (shell, "")
    assert main(["--show-completion"]) == 0
    print("---")
"""

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    for shell, shown in zip(
        ("bash", "zsh", "fish", "pwsh"), done.stdout.split("---"), strict=False
    ):
        assert "_CARDSIM_COMPLETE" in shown
        assert f"complete_{'powershell' if shell == 'pwsh' else shell}" in shown


HELPED = [
    "",
    *("run", "sweep", "compare", "review", "exact", "play", "replay", "report", "games"),
    "new-game",
    "new-strategy",
    "doctor",
    *(
        "games show",
        "games rules",
        "games check",
        "experiment",
        "experiment list",
        "experiment run",
    ),
    *(f"{command} {game}" for command in ("run", "replay") for game in game_names()),
    *(f"{command} dice-game" for command in ("sweep", "exact")),
    *(f"{command} scat" for command in ("sweep", "compare", "review")),
]


def shown_examples(cardsim: Command, command: str) -> list[str]:
    page = cardsim(*command.split(), "--help").out
    _, _, shown = page.partition("\nExamples:\n")
    return [line.strip() for line in shown.splitlines() if line.startswith("  cardsim ")]


def with_a_game(command: str) -> tuple[str, bool]:
    """The command, and whether a game is named; `run` stays with every game."""
    word, _, game = command.partition(" ")
    return (command, True) if word in {"run", "games", "experiment"} else (word, bool(game))


@pytest.mark.kept(1, by=with_a_game)
@pytest.mark.parametrize("command", HELPED)
def test_the_examples_of_a_help_page_work(
    cardsim: Command, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO())  # who plays says nothing, and stops
    examples = shown_examples(cardsim, command)

    assert examples
    for example in examples:
        words = re.sub(r" -n \S+", "", example).split()[1:]
        if words[0] in {"run", "sweep", "compare"} and "--help" not in words:
            words += ["-n", "20"]
        elif words[0] == "review" and "--help" not in words:
            words += ["-n", "2e4", "--unit", "hand"]
        elif words[:2] == ["experiment", "run"]:
            words += ["-n", "100", "--force"]
        elif words[:2] == ["games", "check"] and "--help" not in words:
            words += ["-n", "10"]
        said = cardsim(*words)
        assert said.status == 0, (example, said.err)
        assert said.out, example


@pytest.mark.parametrize("command", ["run", "sweep", "compare", "replay"])
@pytest.mark.parametrize("game", [g for g in game_names() if load_game(g).decisions])
@pytest.mark.kept(9)
def test_help_of_a_game_has_examples_of_that_game(
    cardsim: Command, command: str, game: str
) -> None:
    examples = shown_examples(cardsim, f"{command} {game}")

    assert 2 <= len(examples) <= 5
    assert all(e.startswith(f"cardsim {command} {game}") for e in examples)
    assert len(set(examples)) == len(examples)


# ---------------------------------------------------------------- sweep, compare, precision


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
    assert re.search(r"^  31 +0\.0\d+ +\S+ to \S+ +best$", said.out, re.MULTILINE)
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
    table = text.out.split("The best\n")[1].splitlines()[1:3]
    assert [row.split()[:2] for row in table] == [
        [str(g["best"]["players"]), str(g["best"]["knock_threshold"])] for g in best
    ]
    assert "With 2 players:" in text.out
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

    assert "and 40 more points, no better: -o FILE.csv" in said.out


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
        r"^  chase-31 than threshold +\d\.\d+ pp .* pp +\d+\.\d\d % +\d\.\d$",
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


def command_in(said: Said) -> list[str]:
    """The words of the command that plays it again, after `cardsim`."""
    (line,) = [text for text in said.out.splitlines() if text.startswith("Again ")]
    return shlex.split(line)[2:]


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
    assert met.status == 0
    assert json.loads(met.out)["reached"] is True
    assert json.loads(met.out)["hands"] < 20_000


# ---------------------------------------------------------------- games, replay, doctor


def test_games_lists_every_game_with_its_strategies(cardsim: Command) -> None:
    text, data = cardsim("games").out, json.loads(cardsim("games", "--json").out)

    assert [g["name"] for g in data["games"]] == game_names()
    assert "Scat (Thirty-One), 2 to 16 players" in text
    for name in strategy_files(SCAT):
        assert name in text


def test_games_show_tells_rules_decisions_view_and_strategies(cardsim: Command) -> None:
    text = cardsim("games", "show", "scat").out
    data = json.loads(cardsim("games", "show", "scat", "--json").out)

    assert " ".join(SCAT.page.split()) in " ".join(text.split())
    assert [o["name"] for o in data["options"]] == [o.name for o in SCAT.options]
    assert list(data["presets"]) == list(SCAT.presets)
    assert [d["name"] for d in data["decisions"]] == [d.name for d in SCAT.decisions]
    assert [f["name"] for f in data["view"]] == list(SCAT.view_help)
    assert {w["unit"]: w["measure"] for w in data["won_by"]} == {
        "hand": "net",
        "match": "wins",
    }
    assert "match: you win the match: as often as possible (wins)" in text
    assert data["strategies"][0]["name"] == SCAT.default_strategy
    assert [f["call"] for f in data["functions"]] == ["gain(view)", "somebody_knocked(view)"]
    assert "  somebody_knocked(view): Whether somebody has knocked, int64.\n" in text
    for part in data["options"] + data["view"] + data["strategies"]:
        assert part["name"] in text or part["flag"] in text


@pytest.mark.full
def test_a_strategy_that_cannot_be_used_is_shown_with_its_error(
    cardsim: Command, tmp_path: Path
) -> None:
    write_strategy(tmp_path, "odd", "def knock(view)\n")

    shown, checked = cardsim("games", "show", "scat"), cardsim("doctor")

    assert shown.status == checked.status == 0
    assert "odd.py:1: the file does not parse" in " ".join(shown.out.split())
    assert "odd.py:1: the file does not parse" in checked.out


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


def test_a_parameter_in_a_comparison_is_sent_to_its_strategy(cardsim: Command) -> None:
    said = cardsim("compare", "scat", "--vs=usual", "threshold", "chase-31", "--knock-threshold=3")

    assert "a parameter goes with its strategy: NAME:knock_threshold=VALUE" in said.err


@pytest.mark.full
def test_a_cache_of_no_use_is_not_passed_over(
    cardsim: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CARDSIM_CACHE_DIR", str(tmp_path / "file" / "cache"))
    write_strategy(tmp_path, "odd", ODD)

    ran = cardsim("run", "scat", "--vs=usual", "-n", "50", "--strategy", "odd")
    doctor = cardsim("doctor")

    trouble = f"{tmp_path / 'file' / 'cache'}: not a directory"
    assert f"at every start, because it cannot be kept: {trouble}" in ran.err
    assert f"Compiled code cannot be kept, so that every start compiles anew: {trouble}" in (
        doctor.out
    )


@pytest.mark.full
def test_doctor_tells_versions_cache_and_workspace(cardsim: Command, tmp_path: Path) -> None:
    write_strategy(tmp_path, "odd", ODD)

    out = cardsim("doctor").out

    assert re.search(rf"^cardsim +{re.escape(VERSION)}$", out, re.MULTILINE)
    assert re.search(rf"^workspace +{re.escape(str(tmp_path))}$", out, re.MULTILINE)
    for word in ("python", "numba", "polars", "cores", "cache", "engine scat"):
        assert word in out


# ---------------------------------------------------------------- new-strategy


@pytest.mark.parametrize("game", [name for name in game_names() if load_game(name).decisions])
@pytest.mark.kept(2)
def test_a_new_strategy_runs_as_it_is(cardsim: Command, tmp_path: Path, game: str) -> None:
    written = cardsim("new-strategy", game, "my-idea")
    ran = cardsim("run", game, "-n", "200", "--strategy", "my-idea")
    path = tmp_path / "strategies" / game / "my-idea.py"

    assert (written.status, ran.status) == (0, 0)
    assert written.out == f"{path}\n"
    usual = load_game(game).default_strategy
    assert f"cardsim compare {game} {usual} my-idea" in written.err
    text = path.read_text()
    assert len(text.splitlines()) < 120
    assert set(re.findall(r"view\.(\w+)", text)) <= set(load_game(game).view.names or ())


@pytest.mark.full
def test_a_strategy_runs_under_a_new_name_when_the_old_one_is_gone(tmp_path: Path) -> None:
    """Also from compiled code on disk: the number makes it this test's own."""
    text = f"""from cardsim import Strategy
def knock(view):
    return view.value >= 20 + {time.time_ns()} * 0
STRATEGY = Strategy(game="scat", knock=knock)
"""
    write_strategy(tmp_path, "old-name", text)
    words = ("run", "scat", "--vs=usual", "-n", "100", "--quiet", "--strategy")

    before = finished(*words, "old-name", cwd=tmp_path)
    (tmp_path / "strategies" / "scat" / "old-name.py").unlink()
    write_strategy(tmp_path, "new-name", text)
    after = finished(*words, "new-name", cwd=tmp_path)

    assert (before.status, after.status) == (0, 0), before.err + after.err


@pytest.mark.parametrize("game", [path.stem for path in sorted(STARTERS.glob("*.txt"))])
@pytest.mark.kept(0, full=4)
def test_the_new_strategy_of_a_game_beats_its_default(cardsim: Command, game: str) -> None:
    """By what the game is won by. Of 300 000 hands the interval is some 0.2 points each way."""
    cardsim("new-strategy", game, "my-idea")

    result = run(game, n=300_000, seed=3, strategy="my-idea", vs="usual")

    measure = result.unit.won_by
    found = result.estimates[measure.name]
    even = 1 / result.spec.players if measure.is_share or measure.as_share else 0.0
    assert found.high < even if measure.lower_is_better else found.low > even


@pytest.mark.parametrize("path", sorted(STARTERS.glob("*.txt")), ids=lambda path: str(path.stem))
def test_a_starter_is_in_plain_terms(path: Path) -> None:
    """No shifts, no arrays, no line that a terminal of 100 columns breaks."""
    text = path.read_text()

    assert not re.search(r"<<|>>|np\.|uint|\blambda\b", text)
    assert max(map(len, text.splitlines())) <= 100
    assert 20 < len(text.splitlines()) < 80
    assert re.search(rf"cardsim run {path.stem} --strategy my-idea --\w+ \d", text)


@pytest.mark.full
def test_the_commands_in_a_starter_work(cardsim: Command) -> None:
    for path in sorted(STARTERS.glob("*.txt")):
        cardsim("new-strategy", path.stem, "my-idea")
        commands = re.findall(r"^    cardsim (.*?)(?:  .*)?$", path.read_text(), re.MULTILINE)
        assert len(commands) == 4
        for command in commands:
            words = command.split()
            words += ["-n", "20"] if words[0] == "run" else []
            assert cardsim(*words).status == 0, command


def test_a_new_strategy_goes_into_the_nearest_workspace_and_never_over_a_file(
    cardsim: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "strategies").mkdir()
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")

    first, second, forced = (
        cardsim("new-strategy", "scat", "mine", *extra) for extra in ([], [], ["--force"])
    )

    assert (first.status, second.status, forced.status) == (0, 2, 0)
    assert (tmp_path / "strategies" / "scat" / "mine.py").exists()
    assert "mine.py exists; --force overwrites it" in second.err
    assert files_in(tmp_path / "below") == []


def test_a_new_strategy_named_as_a_shipped_one_is_warned_of(cardsim: Command) -> None:
    assert (
        "warning: 'threshold' is also a shipped" in cardsim("new-strategy", "scat", "threshold").err
    )


# ---------------------------------------------------------------- the process


def on_terminal(*words: str, cwd: Path) -> tuple[subprocess.Popen[str], int]:
    """A process whose stderr is a terminal, and the other end of that."""
    ours, theirs = pty.openpty()
    process = started(*words, stderr=theirs, cwd=cwd, preexec_fn=hear_interrupts)
    os.close(theirs)
    return process, ours


def hear_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def read_until(terminal: int, wanted: str, *, seconds: float = 200.0) -> str:
    seen, end = "", time.monotonic() + seconds
    while wanted not in seen and time.monotonic() < end:
        try:
            seen += os.read(terminal, 4096).decode()
        except OSError:
            break
    return seen


@pytest.mark.full
def test_ctrl_c_prints_what_was_done_and_a_terminal_shows_progress(tmp_path: Path) -> None:
    words = (
        "run",
        "scat",
        "--vs=usual",
        "--unit=hand",
        "-n",
        "1e8",
        "--json",
        "-o",
        "r.json",
        "--hands-out=h.parquet",
    )
    process, terminal = on_terminal(*words, cwd=tmp_path)

    shown = read_until(terminal, "hands/s")
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    told = read_until(terminal, "interrupted after")
    os.close(terminal)

    result = json.loads(out)
    assert process.returncode == 130
    assert result["partial"] is True
    assert result["sentence"].startswith(f"Interrupted after {result['hands']} hands. ")
    assert sum(result["tables"]["you"]["count"]) == result["hands"] > 0
    assert sum(result["tables"]["seats"]["count"]) == 3 * result["hands"]
    assert re.search(r" 0% .* left, .* \(± [^,]*, \S+ hands/s", shown + told)
    assert f"interrupted after {result['hands']} of 100000000 hands" in told
    assert json.loads((tmp_path / "r.json").read_text()) == result
    hands = pl.read_parquet(tmp_path / "h.parquet")["hand"]
    assert (len(hands), hands.max()) == (result["hands"], result["hands"] - 1)
    assert files_in(tmp_path) == ["h.parquet", "r.json"]


@pytest.mark.parametrize(
    "words",
    [
        "sweep scat --vs usual --unit hand --knock-threshold 20,21,22 --players 2,3",
        "compare scat --vs usual --unit hand threshold chase-31",
    ],
)
@pytest.mark.full
def test_ctrl_c_tells_what_a_sweep_or_a_comparison_did(tmp_path: Path, words: str) -> None:
    given = (*words.split(), "-n", "1e8", "--json", "-o", "r.json")
    process, terminal = on_terminal(*given, cwd=tmp_path)

    shown = read_until(terminal, "hands/s")
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    told = read_until(terminal, "interrupted after")
    os.close(terminal)

    result = json.loads(out)
    assert process.returncode == 130
    assert result["partial"] is True
    assert result["sentence"].startswith("Interrupted after ")
    assert re.search(r" 0% .* left, \S+ hands/s, \S+ of \d+M hands", shown)
    assert "of 100000000 hands a " in told
    assert json.loads((tmp_path / "r.json").read_text()) == result
    assert files_in(tmp_path) == ["r.json"]


@pytest.mark.parametrize(
    "words", ["hands scat --vs usual -o x.parquet", "decisions scat --vs usual -o x.csv"]
)
@pytest.mark.full
def test_ctrl_c_leaves_no_file_of_hands_or_decisions(tmp_path: Path, words: str) -> None:
    process, terminal = on_terminal(*words.split(), "-n", "1e8", cwd=tmp_path)

    shown = read_until(terminal, "hands/s")
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    told = read_until(terminal, "no file is written")
    os.close(terminal)

    assert (process.returncode, out or "") == (130, "")
    assert re.search(r" 0% .* left, \S+ hands/s, \S+ of 100M hands", shown)
    assert re.search(r"interrupted after \d+ of 100000000 hands; no file is written", told)
    assert files_in(tmp_path) == []


@pytest.mark.full
def test_after_ctrl_c_the_command_plays_the_hands_that_were_played(
    cardsim: Command, tmp_path: Path
) -> None:
    process, terminal = on_terminal(
        "run", "scat", "--vs=usual", "--unit=hand", "-n", "1e8", cwd=tmp_path
    )
    read_until(terminal, "hands/s")
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    os.close(terminal)

    again = cardsim(*command_in(Said(process.returncode, out, "")))

    hands = re.match(r"Interrupted after (\d+) hands\. ", out)
    assert hands is not None
    assert f" -n {hands[1]} " in out.splitlines()[-1]
    assert again.status == 0
    assert again.out.split("\n\n")[1:] == out.split("\n\n")[1:]


@pytest.mark.full
def test_a_pipe_gets_no_progress(tmp_path: Path) -> None:
    said = finished("run", "scat", "--vs=usual", "--unit", "hand", "-n", "3e6", cwd=tmp_path)

    talk = [line for line in said.err.splitlines() if not line.startswith("Compiling ")]
    assert "\r" not in said.err
    assert "\x1b" not in said.out + said.err
    assert len(talk) == 1
    assert talk[0].startswith("3000000 hands in ")


@pytest.mark.full
def test_a_reader_that_has_gone_ends_the_command_without_a_traceback(tmp_path: Path) -> None:
    for words in (
        ["games", "show", "scat"],
        ["run", "scat", "--vs=usual", "-n", "1000", "--quiet"],
    ):
        process = started(*words, cwd=tmp_path)
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        err = process.stderr.read()
        process.stderr.close()

        assert process.wait(timeout=300) == 141
        assert err == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_under_stdout_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        said = finished("games", stdout=full)

    assert said.status == 1
    assert said.err == "cardsim: stdout cannot be written: No space left on device\n"


@pytest.mark.parametrize(("option", "name"), [("-o", "r.json"), ("--hands-out", "h.parquet")])
@pytest.mark.full
def test_a_full_disk_under_a_file_is_one_line_and_leaves_nothing(
    tmp_path: Path, option: str, name: str
) -> None:
    """A limit on the size of files stands for the disk: a write fails half way."""

    def small_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))

    # Compiled first, because the limit holds for the cache as well.
    finished("run", "scat", "--vs=usual", "-n", "100", cwd=tmp_path)
    words = ("run", "scat", "--vs=usual", "--unit", "hand", "-n", "2e5", "--quiet", option, name)
    said = finished(*words, cwd=tmp_path, preexec_fn=small_files)

    assert said.status == 2
    assert len(said.err.splitlines()) == 1
    assert re.fullmatch(
        rf"cardsim: --\S+ {name} cannot be written: .*File too large", said.err.strip()
    )
    assert files_in(tmp_path) == []


@pytest.mark.parametrize("name", ["x" * 300, "loop"])
@pytest.mark.parametrize("option", ["-o NAME.csv", "--hands-out NAME.parquet"])
def test_a_path_that_no_file_can_have_is_refused(cardsim: Command, name: str, option: str) -> None:
    flag, path = option.replace("NAME", name).split()
    if name == "loop":
        Path(path).symlink_to(path)

    said = cardsim("run", "scat", "--vs=usual", "-n", "100", flag, path, "--quiet")

    assert said.status == 2
    assert said.out == ""
    assert re.fullmatch(rf"cardsim: .*{name[:60]}.*\n", said.err)


@pytest.mark.parametrize("words", [["run", "scat", "--vs=usual", "-n", "100"], ["doctor"]])
def test_a_folder_that_is_gone_is_told(cardsim: Command, tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "gone").mkdir()
    os.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()

    said = cardsim(*words)

    assert (said.status, said.out) == (2, "")
    assert said.err == "cardsim: the current folder is no longer there\n"


@pytest.mark.parametrize("words", ["run -n 100 scat", "sweep --knock-threshold 20..22 scat"])
def test_options_before_the_game_are_told_where_they_belong(cardsim: Command, words: str) -> None:
    said = cardsim(*words.split())

    command, option = words.split()[:2]
    assert said.status == 2
    assert said.err.splitlines() == [
        f"cardsim: the game comes before the options, so before {option}",
        f"hint: cardsim {command} scat {option} ...",
    ]


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


@pytest.mark.parametrize("presses", [1, 2])
@pytest.mark.parametrize("words", ["run scat", "replay scat --seed 1", "hands scat -o x.parquet"])
@pytest.mark.kept(0, full=1, by="presses")
def test_ctrl_c_ends_a_strategy_that_does_not_come_back(
    tmp_path: Path, words: str, presses: int
) -> None:
    text = (
        "from cardsim import Strategy\n\n\n"
        "def knock(view):\n    x = 0\n    while view.value >= 0:\n        x += 1\n"
        "    return x > 5\n\n\nSTRATEGY = Strategy(game='scat', knock=knock)\n"
    )
    write_strategy(tmp_path, "hang", text)
    process, terminal = on_terminal(*words.split(), "--strategy", "hang", cwd=tmp_path)
    read_until(terminal, "next run starts at once")

    deadline = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < deadline:
        for _ in range(presses):
            process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(6)
    process.kill()
    process.communicate(timeout=10)
    os.close(terminal)

    assert process.returncode == 130
    assert files_in(tmp_path) == ["strategies"]
