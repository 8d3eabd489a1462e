"""The command line as people type it: in this process, and as one of its own."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from cardsim.games import load_game
from typed import Said

Command = Callable[..., Said]
SCAT = load_game("scat")
ODD = """
from cardsim import Strategy

def knock(view, seed: int = 21, odd: float = 0.123456789, bold: bool = False):
    return view.value >= seed + odd - 2 * bold

STRATEGY = Strategy(game="scat", knock=knock)
"""


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


def command_in(said: Said) -> list[str]:
    """The words of the command that plays it again, after `cardsim`."""
    (line,) = [text for text in said.out.splitlines() if text.startswith("Again ")]
    return shlex.split(line)[2:]
