"""The second process that compiles: what it makes is found, and no failure of it is felt."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardsim import ahead
from cardsim.engine import waves_kept
from cardsim.games import load_game

GAME = load_game("counter-cameroon")


@pytest.fixture(autouse=True)
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cores and a cache with nothing in it."""
    monkeypatch.setenv("CARDSIM_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(ahead, "cores", lambda: 2)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """The processes that were started."""
    processes: list[Any] = []
    start = subprocess.Popen

    def popen(*words: Any, **options: Any) -> Any:
        processes.append(start(*words, **options))
        return processes[-1]

    monkeypatch.setattr(subprocess, "Popen", popen)
    yield processes
    assert all(p.returncode is not None for p in processes), "one was left behind"


def test_what_the_second_process_has_made_is_on_disk(started: list[Any]) -> None:
    with ahead.second_process(GAME) as wait:
        wait()
        assert waves_kept(GAME)
    assert [p.returncode for p in started] == [0]

    with ahead.second_process(GAME) as wait:
        wait()
    assert len(started) == 1, "there was nothing left to make"


def test_it_is_ended_with_the_work_of_the_first(started: list[Any]) -> None:
    with pytest.raises(KeyboardInterrupt), ahead.second_process(GAME):
        raise KeyboardInterrupt
    assert len(started) == 1


def test_it_ends_when_the_first_process_has_gone() -> None:
    words = [sys.executable, "-m", "cardsim.ahead", "scat"]
    process = subprocess.Popen(words, stdin=subprocess.PIPE)

    # As when the first process is killed.
    process.communicate(timeout=60)

    assert process.returncode == 1


@pytest.mark.parametrize("script", ["#!/bin/sh\nexit 1\n", "no program"])
def test_one_that_fails_leaves_the_work_to_the_first(
    script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "python3"
    program.write_text(script)
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))

    with ahead.second_process(GAME) as wait:
        wait()

    assert not waves_kept(GAME)


@pytest.mark.parametrize("program", ["/opt/modeller", "", None])
def test_a_program_that_is_not_python_is_not_started(
    program: str | None, started: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", program)

    with ahead.second_process(GAME) as wait:
        wait()

    assert not started


def test_one_core_starts_none(started: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "cores", lambda: 1)

    with ahead.second_process(GAME) as wait:
        wait()

    assert not started


def test_a_cache_that_cannot_be_written_starts_none(
    started: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CARDSIM_CACHE_DIR", str(tmp_path / "file" / "cache"))

    with ahead.second_process(GAME) as wait:
        wait()

    assert not started
