"""The command line as a process: Ctrl-C, pipes, full disks."""

from __future__ import annotations

import json
import os
import pty
import re
import resource
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from command_line import (
    Command,
    command_in,
    files_in,
    finished,
    read_until,
    started,
    write_strategy,
)
from typed import Said


def on_terminal(*words: str, cwd: Path) -> tuple[subprocess.Popen[str], int]:
    """A process whose stderr is a terminal, and the other end of that."""
    ours, theirs = pty.openpty()
    process = started(*words, stderr=theirs, cwd=cwd, preexec_fn=hear_interrupts)
    os.close(theirs)
    return process, ours


def interrupted(*words: str, cwd: Path) -> tuple[dict[str, Any], str, str]:
    """What a command prints after Ctrl-C, and what a terminal showed before and after it."""
    process, terminal = on_terminal(*words, cwd=cwd)
    shown = read_until(terminal, "hands/s")
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    told = read_until(terminal, "interrupted after")
    os.close(terminal)

    result: dict[str, Any] = json.loads(out)
    assert process.returncode == 130
    assert result["partial"] is True
    return result, shown, told


def hear_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


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
    result, shown, told = interrupted(*words, cwd=tmp_path)

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
    result, shown, told = interrupted(*given, cwd=tmp_path)

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
