"""Mistakes in a game of kernels: a run tells each in a line, with the file and the line."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardsim.games import _forget
from conftest import TOYS
from typed import Command

PLAY, UNITS = "play.py", "__init__.py"
MISTAKES = [
    (PLAY, "0 if pips == 1", "0 if pip == 1", "name 'pip' is not defined"),
    (PLAY, "state.points[seat]", "state.point[seat]", "there is no field 'point'"),
    (PLAY, "words, rules.sides", "words, rules.side", "there is no field 'side'"),
    (PLAY, "outcome.your_net =", "outcome.your_nett =", "there is no field 'your_nett'"),
    (
        PLAY,
        "state.total = uint8(total)",
        "state.total = 'x'",
        r"Cannot cast Literal\[str\]\(x\) to u",
    ),
    (PLAY, "state.points[uint64(state.seat)] =", "state.points =", "Cannot cast uint8 to nested"),
    (PLAY, "for seat in range(state.players)", "for seat in state.players", "Invalid use of get"),
    (
        PLAY,
        "below(words, rules.sides)",
        "below(rules.sides)",
        "called with other arguments than it",
    ),
    (PLAY, "below(words, rules.sides) + 1", "words.roll(6)", "there is no field 'roll'"),
    (PLAY, "rules, action, words):", "rules, action):", r"apply_press: called with other argum"),
    (PLAY, "@kernel\ndef deal", "def deal", "deal is no kernel"),
    (PLAY, "    return PRESS\n\n\n", "\n\n", "deal returns nothing on some path"),
    (PLAY, "return OVER\n", "return None\n", "apply_press returns nothing on some path"),
    (PLAY, "return OVER\n", "return 7\n", "apply_press returned 7, which is no decision"),
    (
        PLAY,
        "return OVER\n",
        "return -2\n",
        "apply_press returned CHANCE, and the game has no `roll`",
    ),
    (PLAY, "import below", "import belo", "ImportError: cannot import name 'belo'"),
    (
        PLAY,
        "def apply_press",
        "def apply_pres",
        "ValueError: cardsim.games.solo.play has no apply_p",
    ),
    (PLAY, "def close(state, rules):", "def close(state, rules)", "the file does not parse"),
    (PLAY, "return THROW <= action", "return THRO <= action", "name 'THRO' is not defined"),
    ("state.py", '("u1", SEATS)', '"u1"', r"this has no compiled form: setitem\(uint8, uint64, ui"),
    ("state.py", '"players": (', '"playes": (', "there is no field 'players'"),
    (
        UNITS,
        '"your_net", -rules',
        '"your_nett", -rules',
        "column 'your_nett' of 'you' reads 'your_",
    ),
    (
        "rules.py",
        '{"solo": {}}\n',
        '{"solo": {}}\nPRESET_FIELDS = {"solo": "slo"}\n',
        "there is no preset 'slo'",
    ),
    (UNITS, '"you",\n    ', '"yu",\n    ', "measure 'net' reads table 'yu', which is none"),
    (UNITS, 'objective="net"', 'objective="nett"', "unit 'hand' is won by 'nett', which is no mea"),
    (UNITS, "-rules.stake, most", "-rules.steak, most", "unit 'hand' cannot be made: AttributeErr"),
    (
        UNITS,
        '"points", 0, most',
        '"points", 0, 3',
        "column 'points' of 'seats' is declared from 0 t",
    ),
]
"""A file of Solo, an edit of it, and what is said."""


@pytest.fixture
def solo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of Solo in a workspace, to be edited."""
    folder = tmp_path / "games" / "solo"
    shutil.copytree(TOYS / "solo", folder, ignore=shutil.ignore_patterns("__py*"))
    shutil.copytree(TOYS / "strategies" / "solo", tmp_path / "strategies" / "solo")
    monkeypatch.chdir(tmp_path)
    yield folder
    _forget("solo")


@pytest.mark.parametrize(("name", "before", "after", "told"), MISTAKES, ids=range(len(MISTAKES)))
@pytest.mark.kept(3, full=10)
def test_a_mistake_is_told_in_a_line_with_its_place(
    solo: Path, command: Command, name: str, before: str, after: str, told: str
) -> None:
    file = solo / name
    text = file.read_text("utf-8")
    assert before in text
    file.write_text(text.replace(before, after, 1 if before.startswith("return OVER") else -1))

    said = command("run solo -n 20 --seed 1 --players 3 --quiet")

    assert said.out == ""
    assert said.status in {1, 2}
    place = rf"cardsim: {re.escape(str(solo))}/\w+\.py:\d+: "
    assert re.match(place + told, said.err), said.err
    assert len([line for line in said.err.splitlines() if not line.startswith("hint: ")]) == 1
