"""`cardsim new-strategy`, and the starters that it writes."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from cardsim import run
from cardsim.cli.starter import STARTERS
from cardsim.games import game_names, load_game
from command_line import (
    Command,
    files_in,
    finished,
    write_strategy,
)


@pytest.mark.parametrize("game", [name for name in game_names() if load_game(name).decisions])
@pytest.mark.kept(2)
def test_a_new_strategy_runs_as_it_is(cardsim: Command, tmp_path: Path, game: str) -> None:
    written = cardsim("new-strategy", game, "my-idea")
    ran = cardsim("run", game, "-n", "200", "--strategy", "my-idea")
    path = tmp_path / "strategies" / game / "my-idea.py"

    assert (written.status, ran.status) == (0, 0)
    assert written.out == f"{path}\n"
    usual = load_game(game).default_strategy
    assert f"cardsim compare {game} {usual} my-idea" in written.err
    text = path.read_text()
    assert len(text.splitlines()) < 120
    assert set(re.findall(r"view\.(\w+)", text)) <= set(load_game(game).view.names or ())


@pytest.mark.full
def test_a_strategy_runs_under_a_new_name_when_the_old_one_is_gone(tmp_path: Path) -> None:
    """Also from compiled code on disk: the number makes it this test's own."""
    text = f"""from cardsim import Strategy
def knock(view):
    return view.value >= 20 + {time.time_ns()} * 0
STRATEGY = Strategy(game="scat", knock=knock)
"""
    write_strategy(tmp_path, "old-name", text)
    words = ("run", "scat", "--vs=usual", "-n", "100", "--quiet", "--strategy")

    before = finished(*words, "old-name", cwd=tmp_path)
    (tmp_path / "strategies" / "scat" / "old-name.py").unlink()
    write_strategy(tmp_path, "new-name", text)
    after = finished(*words, "new-name", cwd=tmp_path)

    assert (before.status, after.status) == (0, 0), before.err + after.err


@pytest.mark.parametrize("game", [path.stem for path in sorted(STARTERS.glob("*.txt"))])
@pytest.mark.kept(0, full=4)
def test_the_new_strategy_of_a_game_beats_its_default(cardsim: Command, game: str) -> None:
    """By what the game is won by. Of 300 000 hands the interval is some 0.2 points each way."""
    cardsim("new-strategy", game, "my-idea")

    result = run(game, n=300_000, seed=3, strategy="my-idea", vs="usual")

    measure = result.unit.won_by
    found = result.estimates[measure.name]
    even = 1 / result.spec.players if measure.is_share or measure.as_share else 0.0
    assert found.high < even if measure.lower_is_better else found.low > even


@pytest.mark.parametrize("path", sorted(STARTERS.glob("*.txt")), ids=lambda path: str(path.stem))
def test_a_starter_is_in_plain_terms(path: Path) -> None:
    """No shifts, no arrays, no line that a terminal of 100 columns breaks."""
    text = path.read_text()

    assert not re.search(r"<<|>>|np\.|uint|\blambda\b", text)
    assert max(map(len, text.splitlines())) <= 100
    assert 20 < len(text.splitlines()) < 80
    assert re.search(rf"cardsim run {path.stem} --strategy my-idea --\w+ \d", text)


@pytest.mark.full
def test_the_commands_in_a_starter_work(cardsim: Command) -> None:
    for path in sorted(STARTERS.glob("*.txt")):
        cardsim("new-strategy", path.stem, "my-idea")
        commands = re.findall(r"^    cardsim (.*?)(?:  .*)?$", path.read_text(), re.MULTILINE)
        assert len(commands) == 4
        for command in commands:
            words = command.split()
            words += ["-n", "20"] if words[0] == "run" else []
            assert cardsim(*words).status == 0, command


def test_a_new_strategy_goes_into_the_nearest_workspace_and_never_over_a_file(
    cardsim: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "strategies").mkdir()
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")

    first, second, forced = (
        cardsim("new-strategy", "scat", "mine", *extra) for extra in ([], [], ["--force"])
    )

    assert (first.status, second.status, forced.status) == (0, 2, 0)
    assert (tmp_path / "strategies" / "scat" / "mine.py").exists()
    assert "mine.py exists; --force overwrites it" in second.err
    assert files_in(tmp_path / "below") == []


def test_a_new_strategy_named_as_a_shipped_one_is_warned_of(cardsim: Command) -> None:
    assert (
        "warning: 'threshold' is also a shipped" in cardsim("new-strategy", "scat", "threshold").err
    )
