"""The loop bound to a table, compiled by a second process, which nobody feels when it fails."""

from __future__ import annotations

import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim import Strategy, borrowed
from cardsim.cli import main
from cardsim.engine.hand_loop import open_loop
from cardsim.runs import binding, preparation
from cardsim.runs.binding import _SIZE, Binding
from cardsim.runs.crews import Threads
from cardsim.runs.preparation import Resolved
from cardsim.runs.request import Request
from cardsim.runs.run import play as play_run
from cardsim.runs.run import play_task

GAME = "counter-cameroon"
"""The game that is compiled in the shortest time."""
PATIENCE = 120.0
SOON = 0.02


def asked(strategy: Strategy | None = None, **options: Any) -> Resolved:
    return preparation.resolve(
        Request(GAME, strategy=strategy, seed=1, options=options, vs="usual"), 200_000
    )


@pytest.fixture(autouse=True)
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cores and a cache with nothing in it."""
    monkeypatch.setenv("CARDSIM_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(binding, "cores", lambda: 2)
    open_loop.cache_clear()


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """The processes that were started; none is left behind."""
    processes: list[Any] = []
    start = subprocess.Popen

    def popen(*words: Any, **options: Any) -> Any:
        processes.append(start(*words, **options))
        return processes[-1]

    monkeypatch.setattr(subprocess, "Popen", popen)
    yield processes
    assert all(p.returncode is not None for p in processes), "one was left behind"


def wait_for(bound: Binding) -> None:
    until = time.monotonic() + PATIENCE
    while bound.loop is None and time.monotonic() < until:
        time.sleep(SOON)
    assert bound.loop is not None


@pytest.mark.full
def test_what_the_second_process_has_made_is_taken_over(started: list[Any]) -> None:
    bound = Binding(asked())
    assert bound.loop is None

    bound.begin()
    wait_for(bound)
    bound.end()

    assert [p.returncode for p in started] == [0]
    assert Binding(asked()).loop is not None, "it is not on the disk"


@pytest.mark.full
def test_a_loop_with_functions_of_other_strategies_is_taken_over(started: list[Any]) -> None:
    """They travel by themselves, and have no module where they are compiled."""
    strategy = Strategy(GAME, name="lent", split=borrowed(GAME, "win-odds", "split"))
    bound = Binding(asked(strategy))

    bound.begin()
    wait_for(bound)
    bound.end()

    assert [p.returncode for p in started] == [0]


@pytest.mark.full
def test_a_run_that_takes_a_loop_over_counts_what_it_counted_without(
    started: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    loops = []
    play = cardsim.engine.bulk.play

    def watched(*given: Any, **named: Any) -> Any:
        loops.append(named["loop"])
        if len(loops) == 2:
            wait_for(setup.binding)
        return play(*given, **named)

    asked = preparation.resolve(Request(GAME, seed=1, vs="usual"), 60_000)
    without = play_run(preparation.compile_run(asked), threads=1)
    monkeypatch.setattr(cardsim.runs.crews, "TELLING_SECONDS", 0.0)
    monkeypatch.setattr(cardsim.runs.crews, "WORTHWHILE", 0.0)
    monkeypatch.setattr(cardsim.engine.bulk, "play", watched)
    setup = preparation.compile_run(asked)

    result = play_run(setup, threads=1)

    assert loops[0] is None
    assert loops[-1] is not None
    assert len(started) == 1
    assert result.tables.keys() == without.tables.keys()
    assert all(table.equals(without.tables[name]) for name, table in result.tables.items())


@pytest.mark.full
def test_the_first_table_of_a_game_is_bound_and_the_second_gets_the_open_loop() -> None:
    first, second = (
        preparation.resolve(Request(GAME, seed=1, strategy=s, vs="usual"), 1)
        for s in ("finisher", "race-odds")
    )
    assert first.bound_loop is not None
    assert second.bound_loop is not None

    one = preparation.compile_run(first, alone=True)
    assert one.binding.loop is not None
    assert not open_loop(one.game).is_near
    two = preparation.compile_run(second, alone=True)

    assert two.binding.loop is None
    assert open_loop(two.game).is_on_disk
    assert first.bound_loop.is_on_disk
    assert not second.bound_loop.is_on_disk


@pytest.mark.full
def test_a_run_that_is_soon_over_compiles_nothing_for_later(started: list[Any]) -> None:
    cardsim.run(GAME, 5_000, seed=1, vs="usual")

    assert started == []


def test_the_process_ends_with_the_run_that_wanted_it(started: list[Any]) -> None:
    bound = Binding(asked())

    bound.begin()
    bound.end()

    assert started[0].returncode == -signal.SIGKILL
    assert bound.loop is None


def test_the_process_ends_when_its_parent_has() -> None:
    words = [sys.executable, "-m", "cardsim.runs.binding"]
    child = subprocess.Popen(words, stdin=subprocess.PIPE)
    assert child.stdin is not None
    job = pickle.dumps(asked())
    child.stdin.write(_SIZE.pack(len(job)) + job)
    child.stdin.flush()
    time.sleep(0.5)
    assert child.poll() is None, "it was too quick to be seen"

    child.stdin.close()

    assert child.wait(PATIENCE) == 1


def test_no_failure_of_the_process_is_felt(
    started: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "python"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(broken))
    bound = Binding(asked())

    bound.begin()
    started[0].wait(PATIENCE)
    bound.end()

    assert started[0].returncode == 1
    assert bound.loop is None


LOCK = threading.Lock()


def hold(view: Any) -> int:
    return view.turn if LOCK is None else 0


def test_a_strategy_that_cannot_travel_is_played_by_the_open_loop(started: list[Any]) -> None:
    strategy = Strategy(GAME, split=hold)
    bound = Binding(preparation.resolve(Request(GAME, strategy=strategy, seed=1, vs="usual"), 1))

    bound.begin()

    assert started == []
    assert bound.loop is None


def test_one_core_compiles_nothing_beside(
    started: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(binding, "cores", lambda: 1)
    bound = Binding(asked())

    bound.begin()

    assert started == []


@pytest.mark.full
def test_points_of_a_sweep_that_differ_in_a_parameter_share_a_loop() -> None:
    points = [
        preparation.compile_run(
            preparation.resolve(
                Request(
                    "chinese-ten",
                    seed=1,
                    strategy="forethought",
                    vs="greedy",
                    options={"points": weight},
                ),
                200_000,
            )
        )
        for weight in (0.1, 0.2, 0.3)
    ]

    crew = Threads([points], play_task, (), count=1, size=64, stop=points[0].stop)
    crew.dismiss(at_once=False)

    assert list(crew.bindings.values()) == [3]


@pytest.mark.full
def test_what_is_compiled_is_announced_with_the_time_it_took_last(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cardsim.kernels.jit, "_seconds_of", lambda _: 11.2)

    assert main(["run", GAME, "-n", "100", "--seed", "1"]) == 0

    err = capsys.readouterr().err
    assert "Compiling strategy max-points-live, 11 s the last time, once; the next run" in err
