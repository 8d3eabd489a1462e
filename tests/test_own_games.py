"""Games of the user's: in a workspace, and in an installed package."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import cardsim
from cardsim import UserError, homes
from cardsim.games import _forget, load_game, receive
from cardsim.runs.travel import packed_game
from cardsim.runs.workers import Workers
from conftest import TOYS
from typed import Command

WORDS = "--seed 1 --quiet"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder is a workspace with a game `pressing`, and a strategy for it."""
    place(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    yield tmp_path
    receive("pressing", None)
    _forget("pressing")


@pytest.fixture(scope="module")
def pressing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The same for all tests that change nothing in it."""
    root = tmp_path_factory.mktemp("pressing")
    place(root)
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(root)
        yield
    _forget("pressing")


def place(root: Path, name: str = "pressing") -> None:
    shutil.copytree(TOYS / "solo", root / "games" / name, ignore=shutil.ignore_patterns("__py*"))
    folder = root / "strategies" / name
    folder.mkdir(parents=True)
    text = (TOYS / "strategies" / "solo" / "hold.py").read_text("utf-8")
    (folder / "hold.py").write_text(text.replace('"solo"', f'"{name}"'))


def edit(file: Path, before: str, after: str) -> None:
    """Change a file so that neither its size nor the second in which it was written tells."""
    text, state = file.read_text("utf-8"), file.stat()
    assert before in text
    assert len(before) == len(after)
    file.write_text(text.replace(before, after))
    os.utime(file, ns=(state.st_atime_ns, state.st_mtime_ns + 1))


def in_a_process(words: str) -> str:
    """What a command says in a process of its own, which ends well."""
    line = [sys.executable, "-m", "cardsim", *words.split()]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), words
    return done.stdout


@pytest.mark.usefixtures("own")
def test_a_game_in_a_workspace_is_listed_with_where_it_is(command: Command) -> None:
    said = " ".join(command("games list").out.split())

    assert "pressing Solo, 1 to 3 players, usually 1 from your workspace: " in said
    assert said.count(" from ") == 1
    assert '"from": "your workspace"' in command("games --json").out


@pytest.mark.usefixtures("pressing")
@pytest.mark.parametrize(
    "words",
    [
        "games show pressing",
        "games rules pressing",
        "run pressing -n 500",
        "run pressing -n 500 --players 3",
        "sweep pressing --stop-at 5..25:10 -n 500",
        "compare pressing hold random-legal -n 500",
        "tournament pressing hold random-legal --players 2 -n 500",
        "review pressing --stop-at 3 -n 4000",
        "learn pressing -n 4000",
        "tune pressing --stop-at 3 -n 2000",
        "replay pressing --hand 3",
        "hands pressing -n 3",
        "decisions pressing -n 3",
        "new-strategy pressing my-idea",
    ],
)
@pytest.mark.kept(1, full=5)
def test_every_command_plays_a_game_in_a_workspace(command: Command, words: str) -> None:
    wanted = words if words.startswith(("games", "new-strategy")) else f"{words} {WORDS}"

    said = command(wanted)

    assert (said.status, said.err if said.status else "") == (0, "")


@pytest.mark.full
def test_a_saved_result_has_a_page_and_says_when_its_game_has_gone(
    own: Path, command: Command
) -> None:
    saved = command(f"run pressing -n 100 -o saved.json {WORDS}")
    page = command("report saved.json")
    shutil.rmtree(own / "games" / "pressing")
    gone = command("report saved.json --force")

    assert (saved.status, page.out) == (0, "saved.html\n")
    assert gone.status == 2
    assert "no game called 'pressing'" in gone.err


@pytest.mark.usefixtures("own")
@pytest.mark.full
def test_results_of_a_package_that_is_removed_say_what_is_missing(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    root = tmp_path_factory.mktemp("family")
    place(root, "pushing")
    installed = {"family": root}
    for module in ("games", "workspace"):
        monkeypatch.setattr(f"cardsim.{module}.packages", lambda: installed)
    answers = {
        "run.json": "run pushing -n 100",
        "run.parquet": "run pushing -n 100",
        "sweep.json": "sweep pushing --stop-at 5,15 -n 100",
        "compare.json": "compare pushing hold random-legal -n 100",
        "learned.json": "learn pushing -n 2000 --rounds 1 --force",
    }
    for name, words in answers.items():
        if name == "learned.json":
            Path(name).write_text(command(f"{words} --json {WORDS}").out)
        else:
            assert command(f"{words} -o {name} {WORDS}").status == 0

    installed.clear()
    _forget("pushing")
    said = {name: command(f"report {name}") for name in answers}

    for name, one in said.items():
        assert (one.status, one.out) == (2, ""), name
        assert one.err.startswith(f"cardsim: {name}: no game called 'pushing' is here\n"), one.err
        assert "hint: it came with a package that is not installed now" in one.err


@pytest.mark.usefixtures("pressing")
@pytest.mark.parametrize(
    "words",
    [
        "run pressing -n 300",
        "sweep pressing --stop-at 5..25:10 -n 300",
        "compare pressing hold random-legal -n 300",
        "tournament pressing hold random-legal --players 2 -n 300",
        "review pressing --stop-at 3 -n 4000",
        "tune pressing --stop-at 3 -n 2000",
        "learn pressing -n 2000 --rounds 1 --force",
    ],
)
@pytest.mark.kept(0, full=2)
def test_every_command_with_workers_says_what_it_says_without(command: Command, words: str) -> None:
    alone, workers = (command(f"{words} {more} {WORDS}") for more in ("", "--workers 2"))

    assert (workers.status, workers.err) == (0, "")
    assert workers.out == alone.out


@pytest.mark.full
def test_workers_play_what_threads_play(own: Path) -> None:
    """Also where they find another game of that name where they are."""
    threads = cardsim.run("pressing", n=300, seed=1)
    sent = packed_game("pressing")
    assert sent is not None
    assert dict(sent.texts)["state.py"] == (own / "games/pressing/state.py").read_text("utf-8")

    with Workers(2) as executor:
        workers = cardsim.run("pressing", n=300, seed=1, executor=executor)
    edit(own / "games/pressing/play.py", "pips == 1", "pips == 2")
    other = cardsim.run("pressing", n=300, seed=1)
    sent.place()
    placed = cardsim.run("pressing", n=300, seed=1)

    assert workers.estimates == threads.estimates
    assert other.estimates != threads.estimates
    assert placed.estimates == threads.estimates


@pytest.mark.full
def test_an_edit_is_seen_by_the_next_command(own: Path) -> None:
    first = [in_a_process(f"run pressing -n 300 {WORDS}") for _ in range(2)]
    edit(own / "games/pressing/play.py", "pips == 1", "pips == 2")
    second = in_a_process(f"run pressing -n 300 {WORDS}")
    edit(own / "games/pressing/play.py", "pips == 2", "pips == 1")
    third = in_a_process(f"run pressing -n 300 {WORDS}")

    assert first[0] == first[1] == third
    assert second != third


def test_an_edit_is_seen_in_the_same_process(own: Path) -> None:
    before = load_game("pressing")
    assert load_game("pressing") is before

    edit(own / "games/pressing/rules.py", "option(40", "option(30")

    assert load_game("pressing").rules().limit == 30


def test_a_game_that_has_gone_is_no_game(own: Path) -> None:
    load_game("pressing")
    shutil.rmtree(own / "games" / "pressing")

    with pytest.raises(UserError, match="no game called 'pressing'"):
        load_game("pressing")


def test_a_name_that_the_package_has_is_refused(own: Path, command: Command) -> None:
    shutil.copytree(TOYS / "solo", own / "games" / "scat")

    said = command("games")

    assert said.status == 2
    assert said.err.startswith(f"cardsim: {own}/games/scat: there is a game 'scat' in ")
    assert "hint: give the folder another name" in said.err


def test_a_folder_that_cannot_be_imported_is_refused(own: Path, command: Command) -> None:
    (own / "games" / "pressing").rename(own / "games" / "press-on")

    said = command("run press-on")

    assert said.status == 2
    assert "must have a name of small letters, digits and underscores" in said.err


def test_a_game_that_cannot_be_loaded_stops_no_other(own: Path, command: Command) -> None:
    for name, code in (("broken", "import nothing_here\nGAME = 1\n"), ("unmade", "G = 2\n")):
        (own / "games" / name).mkdir()
        (own / "games" / name / "__init__.py").write_text(code)

    listed = {row["name"]: row["title"] for row in cardsim.list_games().rows}
    none, unmade = command("run no-such-game"), command("run unmade")
    doctor, checked = command("doctor"), command("games check broken")

    assert listed["pressing"] == "Solo"
    assert listed["broken"].startswith(f"cannot be loaded: {own}/games/broken/__init__.py:1: ")
    assert none.err.startswith("cardsim: no game called 'no-such-game'; there are: ")
    assert "__init__.py makes no game: no line of it begins with `GAME = `" in unmade.err
    assert "hint: the last line of a class is GAME = Pig.game(__name__)" in unmade.err
    assert "These games cannot be loaded:" in doctor.out
    assert (checked.status, "No module named 'nothing_here'" in checked.out) == (1, True)


@pytest.mark.usefixtures("own")
def test_two_games_of_one_name_are_refused(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path_factory.mktemp("family")
    place(root)
    monkeypatch.setattr("cardsim.games.packages", lambda: {"family": root})

    with pytest.raises(UserError, match=r"there is a game 'pressing' in .*family.* already"):
        load_game("pressing")


@pytest.mark.full
def test_a_package_of_games_is_found_by_its_entry_point(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    place(tmp_path / "family_games", "pushing")
    (tmp_path / "family_games" / "__init__.py").touch()
    about = tmp_path / "family_games-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: family-games\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[cardsim.games]\nfamily = family_games\n")
    monkeypatch.syspath_prepend(tmp_path)
    homes.packages.cache_clear()

    listed, played = command("games"), command(f"run pushing -n 100 {WORDS}")
    homes.packages.cache_clear()
    _forget("pushing")

    assert "from package family: " in " ".join(listed.out.split())
    assert played.out.startswith("If you stop at 15, you ")


def test_a_workspace_may_have_a_game_without_strategies(own: Path, command: Command) -> None:
    shutil.rmtree(own / "strategies")

    said = command("run pressing -n 10")

    assert said.status == 2
    assert said.err.startswith("cardsim: no strategy called 'hold' for pressing")
