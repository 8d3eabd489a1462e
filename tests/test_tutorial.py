"""The tutorial: its code makes the game that it says, and its figures are those that are known."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cardsim
import pig_solved
from cardsim.games import _forget
from pig_solved import hold_at, keep_pace, won
from typed import Command

ROOT = Path(__file__).parents[1]
GUIDE = ROOT / "docs" / "guides" / "your-own-game.md"
NOTEBOOK = ROOT / "notebooks" / "your-own-game.ipynb"
pytestmark = pytest.mark.skipif(not GUIDE.exists(), reason="the tests run without the guides")
FILE = re.compile(r"```python\n# ((?:games|strategies)/\S+)\n(.*?)```", re.DOTALL)


def text() -> str:
    return GUIDE.read_text("utf-8")


def files() -> dict[str, str]:
    """What the guide writes, by path, and the one that it tells the reader to copy."""
    found = dict(FILE.findall(text()))
    hold = found["strategies/pig/hold-at.py"]
    return {**found, "strategies/pig-fast/hold-at.py": hold.replace('"pig"', '"pig-fast"')}


@pytest.fixture(scope="module", autouse=True)
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The current folder is what the reader has in the end."""
    root = tmp_path_factory.mktemp("tutorial")
    for path, code in files().items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(code, "utf-8")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(root)
        yield root
    for name in ("pig", "pig_fast"):
        _forget(name)


def commands() -> list[str]:
    """All that the reader types, with fewer hands."""
    typed = "\n".join(re.findall(r"```sh\n(.*?)```", text(), re.DOTALL)).splitlines()
    fewer = [re.sub(r"\b1000\b", "300", re.sub(r"\b\de\d\b", "2000", line)) for line in typed]
    return [line for line in fewer if "new-game" not in line]


@pytest.mark.full
def test_every_command_runs(command: Command) -> None:
    for line in commands():
        said = command(" ".join(shlex.split(line)[1:]))

        assert (said.status, said.err if said.status else "") == (0, ""), line
        assert said.out


@pytest.mark.full
def test_the_class_has_under_60_lines_and_the_kernels_under_150() -> None:
    lines = {path: code.count("\n") for path, code in files().items()}

    plain, fast = lines["games/pig/__init__.py"], lines["games/pig_fast/__init__.py"]

    assert plain < 60
    assert fast < 150
    assert f"| lines | {plain} | {fast} |" in text()


@pytest.mark.parametrize("points", [20, 25])
@pytest.mark.full
def test_class_and_kernels_play_the_same_games(points: int) -> None:
    table: dict[str, Any] = {"vs": "hold-at", "hold_at": points, "n": 150, "seed": points}

    plain, fast = (cardsim.hands(game, **table) for game in ("pig", "pig-fast"))

    assert plain["your_share"].to_list() == fast["your_share"].to_list()
    assert plain["turns"].to_list() == fast["turns"].to_list()


@pytest.mark.full
def test_the_guide_shows_what_the_same_thousand_games_give_both_ways() -> None:
    wins = cardsim.run("pig-fast", vs="hold-at", hold_at=25, n=1000, seed=1).estimates["wins"]

    shown = f"{100 * wins.value:.1f} %"
    assert f"| hold at 25 against 20, 1000 games, seed 1 | {shown} | {shown} |" in text()


# ---------------------------------------------------------------- exactly


@cache
def best() -> pig_solved.Solved:
    return pig_solved.solved()


@pytest.mark.full
def test_who_begins_wins_as_often_as_neller_and_presser_say() -> None:
    """0.5306, "Optimal Play of the Dice Game Pig", The UMAP Journal 25 (2004)."""
    assert best().first[0, 0] == pytest.approx(0.5306, abs=5e-5)
    assert "wins 53.06 %" in text()


@pytest.mark.full
def test_the_guide_shows_the_exact_figures() -> None:
    holds = best().holds
    known = {
        "hold at 20": won(hold_at(20)),
        "hold at 25": won(hold_at(25)),
        "the best play against the best": won(lambda k, own, other: holds[k, own, other]),
        "`keep-pace`, below": won(keep_pace()),
        "the best play against somebody who holds at 20": won(None),
    }
    tuned = won(keep_pace(20, 42, 78))

    for name, value in known.items():
        assert f"| {name} | {100 * value:.1f} % |" in text()
    less = 100 * (known["the best play against somebody who holds at 20"] - tuned)
    assert f"wins {100 * tuned:.1f} %: {less:.1f} less than the best play there is" in text()


@pytest.mark.parametrize(
    ("strategy", "play"), [("hold-at", hold_at(25)), ("keep-pace", keep_pace())]
)
@pytest.mark.full
def test_runs_agree_with_the_exact_figures(strategy: str, play: pig_solved.Play) -> None:
    """Within five standard errors: a false alarm in a million."""
    options: dict[str, Any] = {"hold_at": 25} if strategy == "hold-at" else {}

    found = cardsim.run(
        "pig-fast", strategy=strategy, vs="hold-at", n=100_000, seed=3, **options
    ).estimates["wins"]

    assert found.value == pytest.approx(won(play), abs=5 * np.sqrt(0.25 / 100_000))


@pytest.mark.deep
def test_learning_finds_a_race_that_is_nearly_the_best_play() -> None:
    """Within 1 game in 100 of it; in 120,000 games, four standard errors are 0.6."""
    found = cardsim.learn(
        "pig-fast", 60_000, start="hold-at", vs="hold-at", rounds=3, seed=3, threads=2
    )

    assert found.after.headline.value > won(None) - 0.01 - 0.006
    assert found.gain[1] > 0.03


# ---------------------------------------------------------------- the notebook


@pytest.mark.full
def test_the_notebook_writes_the_same_files() -> None:
    cells = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
    written = {}
    for cell in cells:
        first, _, code = "".join(cell["source"]).partition("\n")
        if first.startswith("%%writefile "):
            written[first.removeprefix("%%writefile ")] = code + "\n"

    assert written == dict(FILE.findall(text()))
