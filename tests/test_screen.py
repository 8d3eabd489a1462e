"""What a terminal of any width shows, and what a pipe gets."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Sequence
from contextlib import suppress
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from cardsim.cli import screen
from cardsim.showing import Progress, is_watched
from cardsim.statistics.stats import MINUS
from cardsim.story import Chart, Section, Series, Table

ESCAPE = "\x1b"
STYLE = re.compile(r"\x1b\[([0-9;]*)m")
SWEEP = (
    "sweep scat --vs usual --unit hand --knock-threshold 17,19,20 --measure loses -n 20000 "
    "--seed 1 --quiet"
)
COMMANDS = (
    "run scat --vs usual --unit hand -n 2000 --seed 3 --quiet",
    "run dice-game -n 500 --seed 3 --quiet",
    SWEEP,
    (
        "sweep scat --vs usual --unit hand --knock-threshold 18,20 --players 2,3 -n 2000 --seed 5 "
        "--quiet"
    ),
    "compare scat --vs usual --unit hand threshold chase-31 suit-keeper -n 2000 --seed 5 --quiet",
    "exact dice-game --players 3 --quiet",
    "games show scat",
    "games",
)


def watched(words: str, *, columns: int, cwd: Path, **environment: str) -> list[str]:
    """The lines that a terminal of so many columns gets of a command, with their escape codes."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    known = {k: v for k, v in os.environ.items() if k not in {"COLUMNS", "NO_COLOR"}}
    process = subprocess.Popen(
        [sys.executable, "-m", "cardsim", *words.split()],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=cwd,
        env={**known, "TERM": "xterm-256color", **environment},
    )
    os.close(theirs)
    seen = all_of(ours)
    assert process.wait(timeout=60) == 0
    return seen.replace("\r\n", "\n").splitlines()


def all_of(terminal: int) -> str:
    """What a terminal got until everybody had closed it."""
    seen = b""
    with suppress(OSError):
        while part := os.read(terminal, 65536):
            seen += part
    os.close(terminal)
    return seen.decode()


def plain(lines: Sequence[str]) -> list[str]:
    return [STYLE.sub("", line).rstrip() for line in lines]


def test_what_a_file_brings_along_does_not_change_the_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    evil = "a\x1b]0;b\x07c\u202ed\x9be\rf\u2028g"

    screen.emit("\n".join([evil, *screen.wrapped(evil), *screen.table([(evil, evil)])]))
    screen.say(evil)

    shown = capsys.readouterr()
    assert (shown.out + shown.err).replace("\n", "").isprintable()
    assert json.loads(f'"{shown.err.strip()}"') == evil


def test_a_terminal_that_knows_no_other_letters_gets_those_it_knows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = BytesIO()
    monkeypatch.setattr("sys.stdout", TextIOWrapper(seen, encoding="ascii"))

    told = f"You win 45.3 % (± 1.3) with 5♥, {MINUS}6 of 10\N{NARROW NO-BREAK SPACE}000"
    screen.emit("\n".join(screen.wrapped(told)))

    assert seen.getvalue() == b"You win 45.3 % (+- 1.3) with 5H, -6 of 10 000\n"


def long_ones(lines: Sequence[str], columns: int) -> list[str]:
    """What is wider than the terminal, but the command that is to be copied."""
    return [line for line in lines if len(line) > columns and not line.startswith("Again")]


@pytest.mark.parametrize("columns", [60, 80, 200])
@pytest.mark.parametrize("words", COMMANDS)
@pytest.mark.kept(1, full=8)
def test_nothing_is_wider_than_the_terminal(tmp_path: Path, words: str, columns: int) -> None:
    lines = plain(watched(words, columns=columns, cwd=tmp_path))

    # A command is whole on one line, for whoever copies it.
    told = [line for line in lines if not line.startswith("    cardsim ")]
    assert long_ones(told, columns) == []
    assert not any("…" in line for line in lines)


def test_a_section_has_its_chart_of_points_and_the_first_rows_of_its_table() -> None:
    points = Series("", ("one", "two"), (0.0, -3.7), (0.0, -4.7), (0.0, -2.8))
    drawn = Chart("What it costs", "way", "hands in 100 behind", (points,), kind="points")
    table = Table("All", ("way", "value"), (("one", "5 (4 to 6)"), ("two", "1 (0 to 2)")), (1,))

    lines = screen.sections([Section("Cost", "Of two.", drawn, table, few=1)])

    assert lines[2:4] == ["  Of two.", ""]
    assert lines[4] == "  hands in 100 behind"
    assert [line.split()[0] for line in lines[5:8]] == ["one", "two", "-4.70"]
    assert lines[-2].split() == ["one", "5", "(4", "to", "6)"]
    assert lines[-1] == "  (1 of 2 rows: see a file made with --output)"


@pytest.mark.full
def test_a_narrow_terminal_gets_every_number_of_a_wide_one_but_those_that_are_spare(
    tmp_path: Path,
) -> None:
    words = "compare scat --vs usual --unit hand threshold chase-31 -n 2000 --seed 5 --quiet"
    narrow, wide = (plain(watched(words, columns=c, cwd=tmp_path)) for c in (60, 200))

    def numbers(lines: list[str]) -> set[str]:
        return set(re.findall(r"\d+\.\d+", "\n".join(lines)))

    assert numbers(narrow) == numbers(wide)


def test_a_table_leaves_out_intervals_and_then_columns_where_there_is_no_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(screen, "_is_terminal", lambda _: True)
    rows = [("17", "-15.8 (-21.7 to -9.9)", "a cost that is known well", "worse")]

    def first(columns: int) -> str:
        monkeypatch.setenv("COLUMNS", str(columns))
        return " ".join(screen.table(rows, flowing=(), spare=(1, 3))[0].split())

    assert first(80) == "17 -15.8 (-21.7 to -9.9) a cost that is known well worse"
    rows = [(*rows[0][:2], "a cost that is known well, and told in more words", "worse")]
    assert first(74) == "17 -15.8 a cost that is known well, and told in more words worse"
    assert first(60) == "17 a cost that is known well, and told in more words"


def test_the_answer_and_the_best_rows_stand_out(tmp_path: Path) -> None:
    lines = watched(SWEEP, columns=100, cwd=tmp_path)

    styles = {line: set(STYLE.findall(line)) - {"0"} for line in lines}
    assert styles[lines[0]] == {"1"}
    (best,) = [s for line, s in styles.items() if plain([line])[0].endswith("best")]
    (tied,) = [s for line, s in styles.items() if plain([line])[0].endswith("tied")]
    (worse,) = [s for line, s in styles.items() if plain([line])[0].lstrip().startswith("17  ")][:1]
    assert (best, tied, worse) == ({"1;32"}, {"32"}, set())


@pytest.mark.full
def test_no_color_leaves_no_colour(tmp_path: Path) -> None:
    lines = watched(SWEEP, columns=100, cwd=tmp_path, NO_COLOR="1")

    codes = {code for line in lines for style in STYLE.findall(line) for code in style.split(";")}
    assert codes <= {"0", "1", "2"}
    assert "1" in codes
    assert plain(lines) == plain(watched(SWEEP, columns=100, cwd=tmp_path))


def test_a_terminal_that_knows_no_codes_gets_none(tmp_path: Path) -> None:
    lines = watched(
        "run scat --vs usual --unit hand -n 2000 --seed 3", columns=80, cwd=tmp_path, TERM="dumb"
    )

    assert ESCAPE not in "".join(lines)


@pytest.mark.parametrize("words", COMMANDS)
@pytest.mark.kept(0, full=3)
def test_a_pipe_gets_the_same_plain_bytes_whatever_the_terminal_is(
    tmp_path: Path, words: str
) -> None:
    def piped(**environment: str) -> bytes:
        done = subprocess.run(
            [sys.executable, "-m", "cardsim", *words.split()],
            capture_output=True,
            check=True,
            cwd=tmp_path,
            env={**os.environ, **environment},
        )
        return done.stdout

    text = piped(COLUMNS="80")

    assert text == piped(COLUMNS="43", TERM="xterm-256color", FORCE_COLOR="1")
    assert ESCAPE.encode() not in text
    assert all(line == line.rstrip() for line in text.decode().split("\n"))


def test_a_table_that_is_wider_than_the_terminal_has_all_its_letters() -> None:
    long = "x" * screen.WIDEST

    lines = screen.table([("a", long, "yes")], head=("", "", "by hand"), flowing=(0, 1, 2))

    assert [line.split() for line in lines] == [["by"], ["hand"], ["a", long, "yes"]]


def test_what_is_marked_is_plain_in_a_pipe() -> None:
    assert screen.answer("This is it. And more") == ["This is it. And more"]
    assert screen.table([("a", "1")], marked={0: screen.BEST}) == ["  a  1"]
    assert screen.table([("a", "1")], head=["", "of\nall"]) == ["      of", "     all", "  a    1"]


@pytest.mark.parametrize(
    ("low", "high", "unit", "ends"),
    [
        (0.000008826, 0.31, "%", ["0.0 %", "31.0 %"]),
        (0.3572, 0.4148, "%", ["35.72 %", "41.48 %"]),
        (-0.34341, 0.08631, "", ["-0.343", "0.086"]),
        (-1234.5, 1000.25, "", ["-1234", "1000"]),
    ],
)
def test_the_ends_of_a_scale_have_as_many_places_as_it_needs(
    low: float, high: float, unit: str, ends: list[str]
) -> None:
    middle = (low + high) / 2

    *_, scale = screen.plot(["a", "b"], [(low, middle, high), (low, low, middle)], unit=unit)

    assert re.split(r"\s{2,}", scale.strip()) == ends


def test_a_word_that_is_longer_than_a_line_stays_whole() -> None:
    word = "/a/folder/" + "x" * 200

    assert word in [line.strip() for line in screen.wrapped(f"It lies in {word} and stays there")]


def test_brackets_in_a_text_are_no_markup() -> None:
    assert screen.wrapped("a list [bold] of :smile: [/]") == ["a list [bold] of :smile: [/]"]
    assert screen.table([("[red]x", "[/]")]) == ["  [red]x  [/]"]


@pytest.mark.parametrize("columns", [35, 60, 100, 200])
def test_progress_fits_into_the_terminal(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    """One line, which goes again; what does not fit is left out and not cut."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("TERM", "xterm-256color")
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "w") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        with screen.progress_line("hands", quiet=False) as line:
            assert line is not None
            for done in (100_000, 250_000):
                line(Progress(done, 1_000_000, 2.0, None))
            screen.say("in between")
    shown = all_of(ours)

    lines = plain(re.split(r"[\r\n]+", re.sub(r"\x1b\[[0-9?]*[A-HJKhl]", "", shown)))
    told = [text for text in lines if "left" in text]
    assert len(told) >= 2
    assert max(map(len, told)) < columns
    assert re.match(r" *10% \S+ 18 s left", told[0])
    assert ("hands/s" in told[0]) == (columns > 35)
    assert "in between" in lines
    assert shown.count("\x1b[?25l") == shown.count("\x1b[?25h")


def test_what_a_command_asks_is_watched_once() -> None:
    """`runs watch` would list the function that it calls as well."""
    with screen.progress_line("hands", quiet=True):
        assert is_watched()

    assert not is_watched()


def test_a_run_that_is_over_at_once_shows_no_progress(tmp_path: Path) -> None:
    lines = watched("run scat --vs usual --unit hand -n 2000 --seed 3", columns=80, cwd=tmp_path)

    assert not any("left" in line for line in lines)


@pytest.mark.parametrize("letters", range(60, 80))
def test_an_interval_is_not_parted_from_its_sign(letters: int) -> None:
    lines = screen.wrapped(f"{'x' * letters} (± 0.3) of hands")

    assert not any(line.endswith("(±") for line in lines)
    assert " ".join(lines).endswith("x (± 0.3) of hands")


def test_what_takes_for_ever_is_told_in_days_and_years() -> None:
    from cardsim.showing import duration

    assert duration(65) == "1 min 5 s"
    assert duration(3 * 24 * 3600) == "3 days"
    assert duration(12 * 365 * 24 * 3600) == "12 years"


def test_drawn_styles_are_no_text_where_suits_are_coloured() -> None:
    drawn = f"{ESCAPE}[2mworth{ESCAPE}[0m K♥"

    assert screen.in_suits(drawn) == "worth K♥"
    assert screen.in_suits(f"{drawn} {ESCAPE}]0;evil") == "worth K♥ \\u001b]0;evil"
