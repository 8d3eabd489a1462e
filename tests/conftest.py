"""What all tests share: tests that cannot run are named at the end, so that nobody misses them."""

from __future__ import annotations

import importlib
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

import browser
import cardsim
from cardsim.cli import main
from typed import Command, Said, Write

FIRST = (
    *("test_against_oracles", "test_report", "test_jit", "test_toy_game", "test_partner_toy"),
    *(
        "test_experiments",
        "test_notebooks",
        "test_cli",
        "test_options",
        "test_hand_loop",
        "test_readme",
        "test_square_nine_kernel",
    ),
)
"""The longest files in the order in which they begin, so that none is left for the end: xdist keeps
the order with `--no-loadscope-reorder`. While one worker compiles all games to compare
them with the oracles, the other has what needs Scat and the toys, so that both compile no game."""
PACKAGE = Path(cardsim.__file__).parent
TOYS = Path(__file__).parent / "toys"
# What tests play is not kept, but where they say so.
os.environ["CARDSIM_RUNS"] = ""
UNTESTED = "not tested in a browser, for want of "


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A headless Chromium.

    Without one the test is skipped and named; with `CARDSIM_BROWSER=required` in the environment it
    fails.
    """
    lacking = browser.missing()
    if lacking is not None:
        if os.environ.get("CARDSIM_BROWSER") == "required":
            pytest.fail(f"there must be {lacking}")
        pytest.skip(UNTESTED + lacking)
    with browser.started() as running:
        yield running


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The toys are among the games, and the current folder has their strategies."""
    folder = tmp_path_factory.mktemp("toys")
    shutil.copytree(TOYS / "strategies", folder / "strategies")
    games = importlib.import_module("cardsim.games")
    run = tmp_path_factory.getbasetemp()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(games, "__path__", [*games.__path__, str(TOYS)])
        patched.chdir(folder)
        # They are compiled for these tests alone, and not kept for later.
        shared = run.parent if "PYTEST_XDIST_WORKER" in os.environ else run
        patched.setenv("CARDSIM_CACHE_DIR", str(shared / "toys-cache"))
        patched.setenv("COLUMNS", "80")
        yield folder
    toys = tuple(f"cardsim.games.{toy.name}" for toy in TOYS.iterdir())
    for name in [n for n in sys.modules if n.startswith(toys)]:
        del sys.modules[name]


@pytest.fixture(autouse=True, scope="module")
def no_games_are_left() -> Iterator[None]:
    """Later tests do not meet games that were written since this process began.

    While one is loaded, code that depends on the whole package has a key of no use.
    """
    yield
    for name, module in [*sys.modules.items()]:
        home = getattr(module, "__file__", None)
        if name.startswith("cardsim.games.") and home and PACKAGE not in Path(home).parents:
            del sys.modules[name]


@pytest.fixture
def write_strategy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """(name, text) writes a strategy of one's own into a workspace, which is the current folder."""
    monkeypatch.chdir(tmp_path)

    def write(name: str, text: str, *, game: str = "scat") -> Path:
        path = tmp_path / "strategies" / game / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return path

    return write


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    """The command line in this process."""

    def carried_out(words: str) -> Said:
        status = main(words.split())
        said = capsys.readouterr()
        return Said(status, said.out, said.err)

    return carried_out


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the rest of each family to the full tier, and begin with the longest files."""
    families: dict[tuple[str, object], list[pytest.Item]] = {}
    kept: dict[tuple[str, object], int] = {}
    for item in items:
        marked = [tier for tier in ("full", "deep") if item.get_closest_marker(tier)]
        if len(marked) > 1:
            raise pytest.UsageError(f"{item.nodeid}: full or deep, not both")
        mark = item.get_closest_marker("kept")
        if mark is not None and not marked:
            function, _, _ = item.nodeid.partition("[")
            family = function, family_of(item, **mark.kwargs)
            families.setdefault(family, []).append(item)
            (kept[family],) = mark.args
    for family, members in families.items():
        for item in sorted(members, key=drawn)[kept[family] :]:
            item.add_marker("full")
    places = {name: place for place, name in enumerate(FIRST)}
    items.sort(key=lambda item: places.get(item.path.stem, len(FIRST)))


def family_of(item: pytest.Item, by: str | Callable[..., object] = "") -> object:
    """What the tests of a family have in common, by their parameters."""
    values: dict[str, Any] = item.callspec.params  # type: ignore[attr-defined]
    return by(**values) if callable(by) else values[by] if by else None


def drawn(item: pytest.Item) -> int:
    """Tests in this order are as good as drawn, and the same ones in every process."""
    return crc32(item.nodeid.encode())


@pytest.hookimpl(tryfirst=True)
def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Name every test that was skipped for want of a browser."""
    skipped = [
        report.nodeid
        for report in terminalreporter.stats.get("skipped", [])
        if UNTESTED in str(report.longrepr)
    ]
    if skipped:
        terminalreporter.section(f"{len(skipped)} TESTS IN A BROWSER DID NOT RUN", red=True)
        for name in skipped:
            terminalreporter.write_line(name)
