"""Processes in which cardsim cannot play say so, and do not hang or show a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


def ended(*arguments: str, cwd: Path, **environment: str) -> tuple[int, str]:
    """The status of a Python process, and what it wrote on stderr."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return done.returncode, done.stderr


FORKED = """
import os, sys, cardsim
cardsim.run("scat", 1000, seed=1)
child = os.fork()
if child == 0:
    try:
        {what}
    except cardsim.UserError as error:
        sys.stderr.write(f"{{error}}: {{error.hint}}")
        os._exit(2)
    os._exit(0)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.parametrize(
    "what",
    [
        'cardsim.run("scat", 1000)',
        'cardsim.sweep("scat", 1000, players="2,3")',
        'cardsim.compare("scat", ["threshold", "chase-31"], n=1000)',
        'cardsim.exact("dice-game", players=2)',
    ],
)
@pytest.mark.full
def test_a_fork_of_a_process_that_has_played_is_told_to_be_started_otherwise(
    tmp_path: Path, what: str
) -> None:
    status, err = ended("-W", "ignore", "-c", FORKED.format(what=what), cwd=tmp_path)

    assert status == 2
    assert "forked" in err
    assert "get_context('spawn')" in err


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_fork_of_a_process_that_has_not_played_plays(tmp_path: Path) -> None:
    code = FORKED.replace('cardsim.run("scat", 1000, seed=1)\n', "")

    assert ended("-c", code.format(what='cardsim.run("scat", 1000)'), cwd=tmp_path)[0] == 0


@pytest.mark.parametrize(
    "words", [["run", "scat", "--vs=usual", "-n", "10"], ["exact", "dice-game"]]
)
def test_numba_without_its_compiler_is_one_line(tmp_path: Path, words: list[str]) -> None:
    status, err = ended("-m", "cardsim", *words, cwd=tmp_path, NUMBA_DISABLE_JIT="1")

    assert status == 2
    assert err == "cardsim: NUMBA_DISABLE_JIT is set, and without its compiler numba cannot play\n"


@pytest.mark.parametrize(
    "words", [["run", "scat", "--vs=usual", "-n", "10"], ["games"], ["--help"]]
)
def test_python_without_docstrings_is_told(tmp_path: Path, words: list[str]) -> None:
    status, err = ended("-OO", "-m", "cardsim", *words, cwd=tmp_path)

    assert status == 2
    assert err.startswith("cardsim: nothing runs with python -OO")
    assert len(err.splitlines()) == 2


@pytest.mark.full
def test_python_without_docstrings_is_told_in_python_too(tmp_path: Path) -> None:
    code = "import cardsim\ntry: cardsim.run('scat', 10)\nexcept cardsim.UserError: exit(5)"

    assert ended("-OO", "-c", code, cwd=tmp_path)[0] == 5
