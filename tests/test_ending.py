"""How a command ends that is asked to: by Ctrl-C, by SIGTERM, by the terminal that closes."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

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


def read_until(terminal: int, wanted: str | None, *, seconds: float = 200.0) -> str:
    seen, end = "", time.monotonic() + seconds
    while (wanted is None or wanted not in seen) and time.monotonic() < end:
        try:
            seen += os.read(terminal, 4096).decode()
        except OSError:
            break
    return seen


def files_in(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.iterdir())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_run_that_is_told_to_end_prints_what_was_done(tmp_path: Path, number: int) -> None:
    words = (
        "run",
        "scat",
        "--unit",
        "hand",
        "-n",
        "1e9",
        "--json",
        "-o",
        "r.json",
        "--hands-out",
        "h.parquet",
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


def test_an_experiment_that_is_told_to_end_leaves_nothing(tmp_path: Path) -> None:
    words = ("experiment", "run", "scat-sit-first", "-n", "1e9", "-o", "a.html")
    process, terminal = started(*words, cwd=tmp_path)

    read_until(terminal, "hands/s")
    process.send_signal(signal.SIGTERM)
    out, _ = process.communicate(timeout=60)
    told = read_until(terminal, None)
    os.close(terminal)

    assert (process.returncode, out) == (130, "")
    assert "interrupted before the experiment had an answer" in told
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
