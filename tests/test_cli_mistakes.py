"""What people are told who type something wrong."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest

from command_line import (
    Command,
    files_in,
)


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
        ("run scat --vs thresold", "--vs: no strategy called 'thresold' for scat"),
        ("run scat --vs chase-31,thresold", "--vs: no strategy called 'thresold' for scat"),
        ("run scat --seat threshold --seat no", "--seat: no strategy called 'no' for scat"),
        (
            "run scat --vs look-ahead:others=no",
            "--others: no strategy called 'no' for scat",
        ),
        ("run spades --partner no", "--partner: no strategy called 'no' for spades"),
        ("learn scat --from no", "--from: no strategy called 'no' for scat"),
        ("learn scat --teacher no", "--teacher: no strategy called 'no' for scat"),
        ("live scat --also no", "--also: no strategy called 'no' for scat"),
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
                "--knock-threshold belongs to strategy threshold and 9 more; "
                "chase-31 has no such number"
            ),
        ),
        (
            "compare scat threshold take-margin --knock 25",
            "did you mean threshold:knock_threshold=VALUE?",
        ),
        ("rules scat", "did you mean `cardsim games rules scat`?"),
        (
            "hands scat --fields value",
            "fields are told of decisions: `cardsim decisions GAME --fields NAME`",
        ),
        ("plan scat -n 9", "a plan says how many; --pilot N sets the hands of its pilot"),
    ],
)
def test_what_belongs_elsewhere_is_told_where(cardsim: Command, words: str, hint: str) -> None:
    said = cardsim(*shlex.split(words))

    assert said.status == 2
    assert said.err.splitlines()[1:] == [f"hint: {hint}"]


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
