"""With numba's documented means alone, the same hands; each side in processes of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

LATE = '''"""Knock late while the stock is deep."""

from cardsim import Strategy
from cardsim.rng import below


def tired(turns, patience):
    return turns >= patience


def knock(view, chance, knock_threshold: int = 24, patience: int = 3) -> bool:
    return view.value >= knock_threshold - 3 * tired(view.own_turns, patience) + below(chance, 2)


STRATEGY = Strategy(game="scat", knock=knock)
'''
PAST_THE_END = """
from cardsim import Strategy


def split(view):
    return view.worth[view.seat + 3]


STRATEGY = Strategy(game="counter-cameroon", split=split)
"""
PEEKS = LATE.replace("import below", "import below, philox").replace(
    "return turns", "return philox(1, 2, 3, 4, 5, 6)[0] + turns"
)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A workspace with three strategies of one's own."""
    texts = {
        "scat/late": LATE,
        "scat/peeks": PEEKS,
        "counter-cameroon/past-the-end": PAST_THE_END,
    }
    for name, text in texts.items():
        path = tmp_path / "strategies" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def shown(place: Path, words: str, switch: str) -> tuple[int, str, str]:
    """How a command ends, with its output and the errors; `switch` is that of plain numba."""
    done = subprocess.run(
        [sys.executable, "-m", "cardsim", *words.split()],
        cwd=place,
        env=os.environ | {"CARDSIM_PLAIN_NUMBA": switch},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("words", "status"),
    [
        pytest.param(
            "run scat --vs usual --strategy late --seed 1 -n 20000 --json --quiet",
            0,
            marks=pytest.mark.deep,
        ),
        pytest.param(
            "replay scat --vs usual --strategy late --seed 1 --hand 7 --quiet",
            0,
            marks=pytest.mark.deep,
        ),
        pytest.param(
            "run scat --vs usual --strategy peeks --seed 1 -n 100 --quiet",
            2,
            marks=pytest.mark.deep,
        ),
        pytest.param(
            "run counter-cameroon --vs usual --seed 1 -n 200 --json --quiet",
            0,
            marks=pytest.mark.full,
        ),
        pytest.param(
            "run counter-cameroon --vs usual --strategy past-the-end --seed 1 -n 10 --quiet",
            1,
            marks=pytest.mark.full,
        ),
    ],
)
def test_plain_numba_plays_and_refuses_the_same(place: Path, words: str, status: int) -> None:
    usual, plain = (shown(place, words, switch) for switch in "01")

    assert plain == usual
    assert usual[0] == status


@pytest.mark.full
def test_plain_numba_says_that_nothing_is_kept(place: Path) -> None:
    status, out, err = shown(place, "doctor", "1")

    assert status == 0
    assert "Compiled code cannot be kept" in out + err
    assert "CARDSIM_PLAIN_NUMBA is set" in out + err


def test_the_switch_of_plain_numba_is_on_or_off(place: Path) -> None:
    status, _, err = shown(place, "run scat --vs usual -n 100", "yes")

    assert status == 2
    assert err == "cardsim: CARDSIM_PLAIN_NUMBA must be 0 or 1, not yes\n"
