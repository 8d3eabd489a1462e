"""What all tests share: tests that cannot run are named at the end, so that nobody misses them."""

from __future__ import annotations

import gc
import importlib
import operator
import os
import shlex
import shutil
import sys
from collections.abc import Callable, Generator, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from numba.core import event

import browser
import cardsim
from cardsim.cli import main
from cardsim.runs import first_look
from cardsim.runs.binding import cores
from typed import Command, Said, Write

FIRST = (
    *(
        "test_against_oracles",
        "test_advise",
        "test_report",
        "test_jit",
        "test_toy_game",
        "test_partner_toy",
    ),
    *(
        "test_experiments",
        "test_notebooks",
        "test_cli_help",
        "test_cli_run",
        "test_cli_sweep",
        "test_options",
        "test_hand_loop",
        "test_readme",
        "test_square_nine_kernel",
    ),
)
"""The longest files in the order in which they begin, so that none is left for the end: xdist keeps
the order with `--no-loadscope-reorder`. While one worker compiles all games to compare
them with the oracles, the other compiles advice, which many files take from the cache afterwards,
and has what needs Scat and the toys, so that both compile no game."""
PACKAGE = Path(cardsim.__file__).parent
# Code that is compiled, linked or taken from the cache, in this process.
COMPILING = event.TimingListener()
event.register("numba:compiler_lock", COMPILING)
BEFORE = [0.0, 0.0]
"""What processors and compiling had taken when the phase of a test began."""
TOYS = Path(__file__).parent / "toys"
# Compiling makes objects that stay: to look for garbage among them again and again takes time.
gc.set_threshold(100_000, 50, 100)
# What tests play is not kept, but where they say so.
os.environ["CARDSIM_RUNS"] = ""
# Games of one's own are looked at before they are played where tests say so: it takes a second.
first_look.SECONDS = 0
WORKERS = 4
"""Most workers that `-n auto` starts."""
ROOM = 4 * 2**30
"""Bytes of memory for each of them, which keeps gigabytes of machine code."""
UNTESTED = "not tested in a browser, for want of "
SKIPPED = {
    f"tests/test_{game}_openspiel.py": "pyspiel"
    for game in ("bridge", "euchre", "gin_rummy", "spades")
}
"""What `.ci/run` lets be skipped, and the package for want of which: no other test, nor where it
is there. Tests in a browser that nobody could install are named instead."""


def pytest_xdist_auto_num_workers() -> int:
    """Return the number of workers that `-n auto` starts."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return min(cores(), WORKERS, max(memory // ROOM, 1))


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
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(games, "__path__", [*games.__path__, str(TOYS)])
        patched.chdir(folder)
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


@pytest.fixture(name="cardsim")
def in_an_empty_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Said]:
    """(*words) is the command line in this process, in an empty folder, 80 columns wide."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def command(*words: str) -> Said:
        status = main(words)
        said = capsys.readouterr()
        return Said(status, said.out, said.err)

    return command


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the rest of each family to later tiers, and begin with the longest files."""
    families: dict[tuple[str, object], list[pytest.Item]] = {}
    kept: dict[tuple[str, object], tuple[int, int | None]] = {}
    for item in items:
        marked = [tier for tier in ("full", "deep") if item.get_closest_marker(tier)]
        if len(marked) > 1:
            raise pytest.UsageError(f"{item.nodeid}: full or deep, not both")
        mark = item.get_closest_marker("kept")
        if mark is not None and not marked:
            function, _, _ = item.nodeid.partition("[")
            by = {name: value for name, value in mark.kwargs.items() if name != "full"}
            family = function, family_of(item, **by)
            families.setdefault(family, []).append(item)
            kept[family] = mark.args[0], mark.kwargs.get("full")
    for family, members in families.items():
        here, full = kept[family]
        for place, item in enumerate(sorted(members, key=drawn)[here:]):
            item.add_marker("full" if full is None or place < full else "deep")
    places = {name: place for place, name in enumerate(FIRST)}
    items.sort(key=lambda item: places.get(item.path.stem, len(FIRST)))


def family_of(item: pytest.Item, by: str | Callable[..., object] = "") -> object:
    """What the tests of a family have in common, by their parameters."""
    if not by:
        return None
    values: dict[str, Any] = item.callspec.params  # type: ignore[attr-defined]
    return by(**values) if callable(by) else values[by]


def drawn(item: pytest.Item) -> int:
    """Tests in this order are as good as drawn, and the same ones in every process."""
    return crc32(item.nodeid.encode())


def spent() -> tuple[float, float]:
    """Return the seconds that processors, also for children, and compiling took so far."""
    return sum(os.times()[:4]), COMPILING.duration if COMPILING.done else 0.0


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_logstart() -> Iterator[None]:
    """Begin to reckon what the test takes."""
    BEFORE[:] = spent()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, Any, Any]:
    """Tell what a phase of a test took; it begins where the one before ended."""
    report = yield
    processor, compiling = spent()
    report.processor, report.compiling = processor - BEFORE[0], compiling - BEFORE[1]
    BEFORE[:] = processor, compiling
    return report


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail where `.ci/run` asks so and a test was skipped that `SKIPPED` does not name."""
    if os.environ.get("CARDSIM_SKIPS") == "listed" and unlisted(session.config):
        session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED


def unlisted(config: pytest.Config) -> list[str]:
    """Return the tests, and files of tests, that were skipped and must not be."""
    shown = config.pluginmanager.get_plugin("terminalreporter")
    skipped = shown.stats.get("skipped", []) if shown else []
    return sorted(
        {
            report.nodeid
            for report in skipped
            if UNTESTED not in str(report.longrepr)
            and (report.nodeid not in SKIPPED or find_spec(SKIPPED[report.nodeid]))
        }
    )


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: Any) -> Iterator[None]:
    """End with what did not run, and with how to run alone each test that failed."""
    yield
    stats, line = terminalreporter.stats, terminalreporter.write_line
    reports = [report for of_kind in stats.values() for report in of_kind]
    took: dict[str, list[float]] = {}
    for report in reports:
        if isinstance(report, pytest.TestReport):
            before = took.setdefault(report.nodeid, [0.0, 0.0, 0.0])
            # A worker that ended leaves a report of nothing but its test.
            spent_on = (getattr(report, name, 0.0) for name in ("processor", "compiling"))
            phase = report.duration, *spent_on
            before[:] = map(operator.add, before, phase)
    kept = os.environ.get("CARDSIM_TIMES")
    if kept and "PYTEST_XDIST_WORKER" not in os.environ:
        with Path(kept).open("a", encoding="utf-8") as file:
            lines = ("\t".join([*map("{:.3f}".format, s), name]) for name, s in took.items())
            file.writelines(f"{line}\n" for line in lines)
    untested = {r.nodeid for r in stats.get("skipped", []) if UNTESTED in str(r.longrepr)}
    if untested:
        terminalreporter.section(f"{len(untested)} TESTS IN A BROWSER DID NOT RUN", red=True)
        for name in sorted(untested):
            line(name)
    if os.environ.get("CARDSIM_SKIPS") == "listed" and (names := unlisted(terminalreporter.config)):
        terminalreporter.section("skipped, and not listed in tests/conftest.py", red=True)
        for name in names:
            line(name)
    red = {r.nodeid: None for kind in ("failed", "error") for r in stats.get(kind, [])}
    if red:
        terminalreporter.section("to run each alone that failed", red=True)
        for name in red:
            line(alone(name))


def alone(name: str) -> str:
    """Return the command that runs a test by itself, whatever its tier."""
    return f'python -m pytest -m "" {shlex.quote(name)}'
