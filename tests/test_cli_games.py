"""`cardsim games` and `cardsim doctor`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cardsim.games import game_names
from cardsim.version import VERSION
from cardsim.workspace import strategy_files
from command_line import (
    ODD,
    SCAT,
    Command,
    write_strategy,
)


def test_games_lists_every_game_with_its_strategies(cardsim: Command) -> None:
    text, data = cardsim("games").out, json.loads(cardsim("games", "--json").out)

    assert [g["name"] for g in data["games"]] == game_names()
    assert "Scat (Thirty-One), 2 to 16 players" in text
    for name in strategy_files(SCAT):
        assert name in text


def test_games_show_tells_rules_decisions_view_and_strategies(cardsim: Command) -> None:
    text = cardsim("games", "show", "scat").out
    data = json.loads(cardsim("games", "show", "scat", "--json").out)

    assert " ".join(SCAT.page.split()) in " ".join(text.split())
    assert [o["name"] for o in data["options"]] == [o.name for o in SCAT.options]
    assert list(data["presets"]) == list(SCAT.presets)
    assert [d["name"] for d in data["decisions"]] == [d.name for d in SCAT.decisions]
    assert [f["name"] for f in data["view"]] == list(SCAT.view_help)
    assert {w["unit"]: w["measure"] for w in data["won_by"]} == {
        "hand": "net",
        "match": "wins",
    }
    assert "match: you win the match: as often as possible (wins)" in text
    assert data["strategies"][0]["name"] == SCAT.default_strategy
    assert [f["call"] for f in data["functions"]] == [
        "describe_discard(view, action, numbers)",
        "gain(view)",
        "somebody_knocked(view)",
    ]
    assert "  somebody_knocked(view): Whether somebody has knocked, int64.\n" in text
    for part in data["options"] + data["view"] + data["strategies"]:
        assert part["name"] in text or part["flag"] in text


@pytest.mark.full
def test_a_strategy_that_cannot_be_used_is_shown_with_its_error(
    cardsim: Command, tmp_path: Path
) -> None:
    write_strategy(tmp_path, "odd", "def knock(view)\n")

    shown, checked = cardsim("games", "show", "scat"), cardsim("doctor")

    assert shown.status == checked.status == 0
    assert "odd.py:1: the file does not parse" in " ".join(shown.out.split())
    assert "odd.py:1: the file does not parse" in checked.out


@pytest.mark.full
def test_a_cache_of_no_use_is_not_passed_over(
    cardsim: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CARDSIM_CACHE_DIR", str(tmp_path / "file" / "cache"))
    write_strategy(tmp_path, "odd", ODD)

    ran = cardsim("run", "scat", "--vs=usual", "-n", "50", "--strategy", "odd")
    doctor = cardsim("doctor")

    trouble = f"{tmp_path / 'file' / 'cache'}: not a directory"
    assert f"at every start, because it cannot be kept: {trouble}" in ran.err
    assert f"Compiled code cannot be kept, so that every start compiles anew: {trouble}" in (
        doctor.out
    )


@pytest.mark.full
def test_doctor_tells_versions_cache_and_workspace(cardsim: Command, tmp_path: Path) -> None:
    write_strategy(tmp_path, "odd", ODD)

    out = cardsim("doctor").out

    assert re.search(rf"^cardsim +{re.escape(VERSION)}$", out, re.MULTILINE)
    assert re.search(rf"^workspace +{re.escape(str(tmp_path))}$", out, re.MULTILINE)
    for word in ("python", "numba", "polars", "cores", "cache", "engine scat"):
        assert word in out
