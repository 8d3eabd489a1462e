"""The guide to Liar's Dice: its class and kernels play the same games, and exact values hold."""

from __future__ import annotations

import io
import re
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim import homes
from cardsim.games import _forget
from typed import Command

ROOT = Path(__file__).parents[1]
GUIDE = ROOT / "docs" / "guides" / "liars-dice.md"
FILE = re.compile(r"```python\n# ((?:games|strategies)/\S+)\n(.*?)```", re.DOTALL)
ONE_EACH: dict[str, Any] = {"players": 2, "start": 1, "progress": False}
pytestmark = pytest.mark.skipif(not GUIDE.exists(), reason="the tests run without the guides")


def files() -> dict[str, str]:
    """Return the files that the guide writes, by path, with the copy that it asks for."""
    found = dict(FILE.findall(GUIDE.read_text("utf-8")))
    chance = found["strategies/liars/by-chance.py"]
    copied = chance.replace('"liars"', '"liars-fast"')
    return {**found, "strategies/liars-fast/by-chance.py": copied}


def write(root: Path) -> None:
    for path, code in files().items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(code, "utf-8")


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make the current folder the one that the reader has in the end."""
    write(tmp_path)
    monkeypatch.chdir(tmp_path)
    yield
    for name in ("liars", "liars_fast"):
        _forget(name)


def commands() -> list[str]:
    """Return all that the reader types, with fewer hands."""
    typed = "\n".join(re.findall(r"```sh\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL))
    return [re.sub(r"\b\de\d\b", "2000", line) for line in typed.splitlines()]


# ---------------------------------------------------------------- one die each, by counting


def challenges(count: int, face: int, own: int, doubt: int) -> bool:
    """Return True if the guide's strategy challenges a bid of two dice; the other die is unseen."""
    return (count, face) == (2, 6) or 6 * (count - (own == face)) >= 1 + 6 * doubt


def bid(count: int, face: int, own: int) -> tuple[int, int]:
    """Return the bid that follows another; (0, 0) is none."""
    more = max(count, 1) + (count > 0 and own <= face)
    return (count, face + 1) if more > 2 else (more, own)


def beginner_wins(doubts: tuple[int, int], dice: tuple[int, int]) -> bool:
    last, seat = bid(0, 0, dice[0]), 1
    while not challenges(*last, dice[seat], doubts[seat]):
        last, seat = bid(*last, dice[seat]), 1 - seat
    is_lie = dice.count(last[1]) < last[0]
    return (seat == 0) == is_lie


def exact(*doubts: int) -> Fraction:
    """Return how often whoever begins wins, over all 36 rolls."""
    first, second = doubts
    rolls = product(range(1, 7), repeat=2)
    return Fraction(sum(beginner_wins((first, second), (a, b)) for a, b in rolls), 36)


def test_the_guide_shows_the_exact_values() -> None:
    assert (exact(1, 0), 1 - exact(0, 1)) == (Fraction(5, 6), Fraction(7, 12))
    assert (exact(1, 0) + 1 - exact(0, 1)) / 2 == Fraction(17, 24)
    assert "17/24 when he begins as often as not, which is 70.8 %" in GUIDE.read_text("utf-8")


@pytest.mark.usefixtures("workspace")
@pytest.mark.deep
@pytest.mark.parametrize(("own", "other"), [(1, 0), (1, 1), (2, 1), (0, 2)])
def test_the_kernels_win_as_often_as_is_exact(own: int, other: int) -> None:
    """Within five standard errors: a false alarm in a million."""
    value = float((exact(own, other) + 1 - exact(other, own)) / 2)

    found = cardsim.run(
        "liars-fast", vs=f"by-chance:doubt={other}", doubt=own, n=40_000, seed=5, **ONE_EACH
    ).estimates["wins"]

    assert found.value == pytest.approx(
        value, abs=max(5 * (value * (1 - value) / 40_000) ** 0.5, 1e-9)
    )


@pytest.mark.usefixtures("workspace")
@pytest.mark.full
def test_the_class_wins_as_often_as_is_exact() -> None:
    """Within five standard errors of 1,000 games."""
    found = cardsim.run(
        "liars", vs="by-chance:doubt=0", doubt=1, n=1000, seed=5, **ONE_EACH
    ).estimates["wins"]

    assert found.value == pytest.approx(17 / 24, abs=5 * (17 * 7 / 24**2 / 1000) ** 0.5)


@pytest.mark.usefixtures("workspace")
@pytest.mark.full
def test_a_bid_tells_of_the_die_of_who_plays_by_the_book() -> None:
    """With one die each the other bids its own face, here a five.

    So to challenge one five loses. One six is not doubted with one die unseen, and what must be bid
    on it, two fives, is a lie.
    """
    asked: dict[str, Any] = {"players": 2, "start": 1, "seed": 1, "vs": "by-chance"}

    second = cardsim.advise("liars", replay="3:0:2", worlds=200, **asked)
    third = cardsim.advise("liars", replay="3:0:3", worlds=200, **asked)

    assert second.explained == (1, 1)
    assert {c.told: c.value for c in second.choices}["challenge"] == 0
    assert third.choices[0].told == "1 x 6"
    assert third.choices[0].value == 1


# ---------------------------------------------------------------- the code and the commands


@pytest.mark.usefixtures("workspace")
@pytest.mark.deep
def test_class_and_kernels_play_the_same_games() -> None:
    table: dict[str, Any] = {"n": 100, "seed": 2, "players": 3, "start": 3}

    plain, fast = (cardsim.hands(game, **table) for game in ("liars", "liars-fast"))

    assert plain["your_share"].to_list() == fast["your_share"].to_list()
    assert plain["bids"].to_list() == fast["bids"].to_list()


@pytest.mark.usefixtures("workspace")
@pytest.mark.deep
def test_every_command_runs(command: Command) -> None:
    for line in commands():
        said = command(line.removeprefix("cardsim "))

        assert (said.status, said.err if said.status else "") == (0, ""), line
        assert "WRONG" not in said.out


@pytest.mark.usefixtures("workspace")
@pytest.mark.full
def test_bids_are_told_by_their_form(command: Command) -> None:
    said = command("games show liars").out

    assert "bid: COUNT x FACE, with COUNT 1 to 30, FACE 1 to 6" in said
    assert "17 x 3" not in said


@pytest.mark.usefixtures("workspace")
@pytest.mark.full
def test_a_bid_is_typed_in_its_form(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("raise\n\n2 x 3\n\nq\n"))

    said = command("play liars --players 2 --seed 3").out

    assert "from 1 x 2 to 10 x 6" in said
    assert "You: 2 x 3. Enter does it" in said
    assert "5 x 4" not in said


def test_the_guide_counts_the_lines() -> None:
    lines = [files()[f"games/{name}/__init__.py"].count("\n") for name in ("liars", "liars_fast")]

    assert f"| lines | {lines[0]} | {lines[1]} |" in GUIDE.read_text("utf-8")


def test_the_package_of_the_guide_has_strategies_for_everybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    (shown,) = re.findall(r"```toml\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    project = tomllib.loads(shown)["project"]
    write(tmp_path / "my_liars")
    (tmp_path / "my_liars" / "__init__.py").touch()
    about = tmp_path / "my_liars-1.0.dist-info"
    about.mkdir()
    name, version = project["name"], project["version"]
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    points = [f"{n} = {m}" for n, m in project["entry-points"]["cardsim.games"].items()]
    (about / "entry_points.txt").write_text("\n".join(["[cardsim.games]", *points]))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    homes.packages.cache_clear()

    said = command("games show liars")
    homes.packages.cache_clear()
    _forget("liars")

    assert said.status == 0
    assert "by-chance" in said.out
