"""`cardsim new-game`: what it writes plays at once, by every command, and passes its own tests."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardsim.cli.new_game import KINDS, TEMPLATES
from cardsim.games import _forget
from cardsim.plain import Given
from typed import Command

WORDS = "--seed 1 --quiet"
MOST_LINES = 40
VALUES = {
    "dice": ("--hold-at 10,20", "--sides 6,8"),
    "cards": ("--rank 6,9", "--changes 1,2"),
    "tricks": ("--players 3,4", "--cards 3,5"),
    "dealer": ("--total 12,16", "--stands 16,18"),
}
"""A parameter and a house rule to sweep."""


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The current folder is a fresh one, in which there will be games of each kind."""
    root = tmp_path_factory.mktemp("new")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(root)
        patched.setenv("COLUMNS", "80")
        yield root
    for kind in KINDS:
        _forget(f"a_{kind}")


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder is empty."""
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    _forget("mine")


def made(command: Command, kind: str) -> str:
    """The name of a game of this kind, which is written where it is not there yet."""
    if not Path(f"games/a_{kind}").exists():
        said = command(f"new-game a-{kind} --like {kind}")
        assert (said.status, said.err.count("\n")) == (0, 4)
    return f"a-{kind}"


@pytest.mark.usefixtures("started")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "words",
    [
        "games show {}",
        "games rules {}",
        "run {} -n 200",
        "sweep {} {parameter} -n 100",
        "sweep {} {rule} -n 100",
        "compare {} {usual} random-legal -n 100",
        "review {} -n 2000",
        "learn {} -n 2000 --rounds 2 --force",
        "replay {} --hand 3",
        "hands {} -n 3",
        "decisions {} -n 3",
    ],
)
@pytest.mark.kept(1, full=3, by="kind")
def test_every_command_plays_what_was_written(command: Command, kind: str, words: str) -> None:
    parameter, rule = VALUES[kind]
    name = made(command, kind)
    line = words.format(name, usual=KINDS[kind], parameter=parameter, rule=rule)

    said = command(line if line.startswith("games") else f"{line} {WORDS}")

    assert (said.status, said.err) == (0, "")


@pytest.mark.usefixtures("started")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.kept(1)
def test_what_was_written_has_a_page(command: Command, kind: str) -> None:
    name = made(command, kind)

    saved = command(f"run {name} -n 100 -o {name}.json {WORDS}")
    page = command(f"report {name}.json")

    assert (saved.status, page.status, page.out) == (0, 0, f"{name}.html\n")


@pytest.mark.usefixtures("started")
@pytest.mark.full
def test_what_was_written_passes_its_own_tests(command: Command) -> None:
    for kind in KINDS:
        made(command, kind)

    line = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]
    done = subprocess.run(line, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout
    assert f"{2 * len(KINDS)} passed" in done.stdout


def test_every_file_is_short() -> None:
    for file in TEMPLATES.rglob("*.txt"):
        lines = [line for line in file.read_text("utf-8").splitlines() if line]
        assert len(lines) < MOST_LINES, file


def test_nothing_is_overwritten(fresh: Path, command: Command) -> None:
    test = fresh / "tests" / "test_mine.py"
    test.parent.mkdir()
    test.write_text("kept")

    said = command("new-game mine")

    assert (said.status, said.out) == (2, "")
    assert said.err.startswith(f"cardsim: {test} exists, and nothing is overwritten")
    assert test.read_text() == "kept"
    assert not (fresh / "games").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("Mine", "NAME must be made of small letters, digits and single dashes and begin with a"),
        ("2-dice", "NAME must be made of small letters"),
        ("my_game", "NAME must be made of small letters"),
        ("mine-", "NAME must be made of small letters"),
        ("class", "NAME cannot be 'class', which means something to Python"),
        ("scat", "NAME: a game 'scat' comes with cardsim"),
        ("any", "NAME cannot be 'any': strategies/any has strategies of all games"),
        ("mine --like poker", "--like must be dice, cards, tricks, dealer, not 'poker'"),
    ],
)
def test_a_name_that_cannot_be_is_refused(
    fresh: Path, command: Command, words: str, told: str
) -> None:
    said = command(f"new-game {words}")

    assert (said.status, said.out) == (2, "")
    assert said.err.startswith(f"cardsim: {told}")
    assert list(fresh.iterdir()) == []


@pytest.mark.usefixtures("fresh")
def test_a_name_that_the_workspace_has_is_refused(command: Command) -> None:
    command("new-game mine")

    said = command("new-game mine --like cards")

    assert said.status == 2
    assert said.err.startswith("cardsim: NAME: a game 'mine' is in ")


def test_chance_that_is_given_says_when_it_ends_or_does_not_fit() -> None:
    chance = Given(3, 6)

    assert chance.roll() == 4
    with pytest.raises(ValueError, match=r"below\(6\) is asked for, and the next number is 6"):
        chance.roll()
    with pytest.raises(ValueError, match=r"below\(6\) is asked for, and all numbers were given"):
        chance.roll()
