"""How a command ends that is asked to: by Ctrl-C, by SIGTERM, by the terminal that closes."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cardsim.process import signals
from command_line import files_in, read_until

ASKING = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


def usual_signals() -> None:
    for number in ASKING:
        signal.signal(number, signal.SIG_DFL)


def started(*words: str, cwd: Path, **environment: str) -> tuple[subprocess.Popen[str], int]:
    """A command whose stderr is a terminal, and the other end of that."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "cardsim", *words],
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
        cwd=cwd,
        env=os.environ | environment,
        preexec_fn=usual_signals,  # noqa: PLW1509  (pytest has no threads here)
    )
    os.close(theirs)
    return process, ours


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.full
def test_a_run_that_is_told_to_end_prints_what_was_done(tmp_path: Path, number: int) -> None:
    words = (
        "run",
        "scat",
        "--vs=usual",
        "--unit=hand",
        "-n",
        "1e9",
        "--json",
        "-o",
        "r.json",
        "--hands-out=h.parquet",
    )
    process, terminal = started(*words, cwd=tmp_path)

    read_until(terminal, "hands/s")
    process.send_signal(number)
    process.send_signal(number)
    out, _ = process.communicate(timeout=60)
    os.close(terminal)

    result = json.loads(out)
    assert process.returncode == 130
    assert result["partial"] is True
    assert result["hands"] > 0
    assert files_in(tmp_path) == ["h.parquet", "r.json"]


@pytest.mark.full
def test_an_experiment_that_is_told_to_end_leaves_nothing(tmp_path: Path) -> None:
    words = ("experiment", "run", "scat-sit-first", "-n", "1e9", "-o", "a.html")
    process, terminal = started(*words, cwd=tmp_path)

    read_until(terminal, "hands/s")
    process.send_signal(signal.SIGTERM)
    out, _ = process.communicate(timeout=60)
    told = read_until(terminal, None)
    os.close(terminal)

    assert (process.returncode, out) == (130, "")
    assert "interrupted before there was an answer" in told
    assert files_in(tmp_path) == []


def test_what_is_ignored_stays_ignored(tmp_path: Path) -> None:
    """As `nohup` has it."""
    code = (
        "import signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN);"
        "from cardsim.process.signals import end_politely; end_politely();"
        "sys.exit(signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN)"
    )

    assert subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=False).returncode == 0


PRESSED = """
import signal, sys
from cardsim import UserError
from cardsim.games import load_game
from cardsim.workspace import load_strategy

def press(frame, event, _):
    if (event, frame.f_code.co_name, frame.f_back.f_code.co_name) == {where}:
        sys.setprofile(None)
        signal.raise_signal(signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
game = load_game("scat")
strategy = load_strategy(game, "threshold")
sys.setprofile(press)
try:
    strategy.compiled(game.decision("knock"), game.view)
except KeyboardInterrupt:
    sys.exit(7)
"""


@pytest.mark.parametrize(
    "where",
    [
        ("return", "__call__", "link_modules"),
        ("return", "__call__", "close"),
        ("call", "_raw_object_cache_notify", "__call__"),
    ],
)
@pytest.mark.kept(1)
def test_ctrl_c_in_the_middle_of_llvm_is_heard_afterwards(
    tmp_path: Path, where: tuple[str, str, str]
) -> None:
    """Right there it would end the process with SIGSEGV, or be told as the strategy's fault."""
    command = [sys.executable, "-c", PRESSED.format(where=where)]
    environment = os.environ | {"CARDSIM_CACHE_DIR": str(tmp_path)}

    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (7, "")


def test_a_program_that_hears_signals_itself_still_hears_them(tmp_path: Path) -> None:
    code = (
        "import signal, cardsim\nheard = []\n"
        "signal.signal(signal.SIGINT, lambda *_: heard.append(1))\n"
        "press = lambda _: heard or signal.raise_signal(signal.SIGINT)\n"
        "result = cardsim.run('scat', 2000, seed=1, progress=press)\n"
        "assert heard and not result.partial"
    )

    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=False)

    assert done.returncode == 0


PRESSED_IN_A_COMMAND = """
import runpy, signal, sys

def press(frame, event, _):
    if event == "call" and frame.f_code.co_name == {function!r}:
        sys.setprofile(None)
        signal.raise_signal(signal.SIGINT)

def press_at_import(event, words):
    global pressed
    if event == "import" and words[0] == {module!r} and not pressed:
        pressed = True
        signal.raise_signal(signal.SIGINT)

pressed = False
signal.signal(signal.SIGINT, signal.default_int_handler)
if {function!r}:
    sys.setprofile(press)
sys.addaudithook(press_at_import)
sys.argv[1:] = {words!r}
runpy.run_module("cardsim", run_name="__main__", alter_sys=True)
"""


def pressed(
    folder: Path, words: str, *, function: str = "", module: str = ""
) -> subprocess.CompletedProcess[str]:
    """A command with Ctrl-C where it calls a function, or loads a module."""
    code = PRESSED_IN_A_COMMAND.format(function=function, module=module, words=words.split())
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=200
    )


def test_what_a_signal_raises_no_line_of_a_file_has_raised() -> None:
    with pytest.raises(KeyboardInterrupt) as told:
        signals._end(signal.SIGINT, None)

    assert not signals.is_raised(told.value)


@pytest.mark.parametrize("module", ["typer", "numba", "polars", "cardsim.runs.run"])
@pytest.mark.kept(2)
def test_ctrl_c_while_modules_are_loaded_ends_with_a_line(tmp_path: Path, module: str) -> None:
    """In many of them an exception is lost, or told as another."""
    done = pressed(tmp_path, "run scat --vs usual --unit hand -n 1e15 --quiet", module=module)

    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr.startswith("cardsim: interrupted")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "function"),
    [
        ("run scat --vs usual -n 1e9", "compile_run"),
        ("sweep scat --vs usual --knock-threshold 20..22 -n 1e5 -o s.html", "_far_enough"),
        ("sweep scat --vs usual --knock-threshold 20..22 -n 1e5", "prepare_sweep"),
        ("compare scat --vs usual threshold chase-31 -n 1e5", "prepare_comparison"),
        ("replay scat --vs usual --seed 1", "replay_of"),
        ("hands scat --vs usual", "set_up"),
        ("experiment list", "listed"),
        ("games show scat", "load_game"),
    ],
)
@pytest.mark.full
def test_ctrl_c_before_there_is_an_answer_is_never_silent(
    tmp_path: Path, words: str, function: str
) -> None:
    done = pressed(tmp_path, words, function=function)

    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr.splitlines()[-1].startswith("cardsim: interrupted")
    assert "Traceback" not in done.stderr
    assert files_in(tmp_path) == []


def test_ctrl_c_while_python_runs_a_text_ends_with_the_same_status(tmp_path: Path) -> None:
    """With `-m` it would send itself SIGINT, which whoever waits for it is told instead."""
    code = (
        "import signal\nimport cardsim.cli\nfrom cardsim.cli import process\n"
        "def main():\n"
        "    try:\n"
        "        exec('signal.raise_signal(signal.SIGINT); 1')\n"
        "    except KeyboardInterrupt:\n"
        "        return 130\n"
        "cardsim.cli.main = main\n"
        "raise SystemExit(process())\n"
    )
    (tmp_path / "texts.py").write_text(code)
    command = [sys.executable, "-m", "texts"]

    assert subprocess.run(command, cwd=tmp_path, check=False).returncode == 130


@pytest.mark.full
def test_ctrl_c_with_workers_leaves_nothing_to_clean_up(tmp_path: Path) -> None:
    words = ("run", "scat", "--vs=usual", "--unit=hand", "-n", "1e11", "--workers=2", "--json")
    process, terminal = started(*words, cwd=tmp_path)

    read_until(terminal, "hands/s")
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    told = read_until(terminal, None)
    os.close(terminal)

    assert (process.returncode, json.loads(out)["partial"]) == (130, True)
    assert "leaked" not in told


@pytest.mark.full
def test_ctrl_c_while_the_file_is_made_still_prints_the_answer(tmp_path: Path) -> None:
    """As the second of two does, where the first one ended the play."""
    words = "run scat --unit hand -n 1e3 --seed 1 --json -o r.html"

    done = pressed(tmp_path, words, function="html_of")

    assert done.returncode == 130
    assert json.loads(done.stdout)["hands"] == 1000
    assert done.stderr.splitlines()[-1] == "cardsim: interrupted before r.html was written"
    assert files_in(tmp_path) == []
