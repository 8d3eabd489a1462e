"""A Dask cluster plays: the same bytes as threads, even where a worker dies."""

from __future__ import annotations

import os
import re
import runpy
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim import Strategy, StrategyError, UserError
from cardsim.cli import main
from cardsim.games import _forget
from cardsim.runs import crews
from cardsim.runs import store as catalogue
from cardsim.runs.crews import outcome_of
from cardsim.runs.workers import on_cluster, places
from cardsim.showing import Progress
from in_bulk import every_answer

SEED = 20_261_122
OWN = Path(__file__).parent / "own_games"
GUIDE = Path(__file__).parents[1] / "docs" / "guides" / "cluster.md"


def knock(view: Any, knock_threshold: int = 23) -> Any:
    return view.value > knock_threshold


NAMESAKE = Strategy("scat", name="threshold", knock=knock)
"""No more than its name is that of a shipped one."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two processes of one thread each, with a scheduler."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        distributed = pytest.importorskip("distributed")
        running = distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        )
    try:
        yield running
    finally:
        with suppress(TimeoutError):
            running.close()


@pytest.fixture
def address(cluster: Any) -> str:
    return str(cluster.scheduler_address)


PLAYED: dict[str, Callable[..., Any]] = {
    "hands": lambda **o: cardsim.run(
        "scat", 200_000, seed=SEED, **({"vs": "usual", "unit": "hand"} | o)
    ),
    "a strategy with a shipped one's name": lambda **o: cardsim.run(
        "scat", 50_000, seed=SEED, strategy=NAMESAKE, **({"vs": "usual", "unit": "hand"} | o)
    ),
    "a precision": lambda **o: cardsim.run(
        "scat",
        seed=SEED,
        precision="0.4pp",
        measure="loses",
        **({"vs": "usual", "unit": "hand"} | o),
    ),
    **every_answer(NAMESAKE, seed=SEED),
}


@pytest.mark.full
def test_a_cluster_gets_a_game_of_a_workspace(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its workers were started elsewhere; an edit is another game to them."""
    shutil.copytree(OWN, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__py*"))
    monkeypatch.chdir(tmp_path)
    asked: dict[str, Any] = {"n": 40, "seed": 1}
    file = tmp_path / "games" / "solo_plain" / "__init__.py"

    for _ in range(2):
        with on_cluster(address) as executor:
            there = cardsim.run("solo-plain", executor=executor, **asked)
        alone = cardsim.run("solo-plain", **asked)
        assert there.estimates == alone.estimates
        file.write_text(file.read_text("utf-8").replace("pips == 1", "pips == 2"))
    _forget("solo_plain")


@pytest.mark.parametrize("what", PLAYED)
@pytest.mark.kept(0, full=2)
def test_a_cluster_gives_the_same_bytes_as_threads(address: str, what: str) -> None:
    by_threads = PLAYED[what]().to_json()

    with on_cluster(address) as executor:
        assert places(executor, 99) == 2
        assert PLAYED[what](executor=executor).to_json() == by_threads


@pytest.mark.full
def test_a_client_itself_is_an_executor(cluster: Any) -> None:
    distributed = pytest.importorskip("distributed")
    asked: dict[str, Any] = {"n": 5000, "unit": "hand", "seed": SEED, "vs": "usual"}

    with distributed.Client(cluster, set_as_default=False) as client:
        result = cardsim.run("scat", executor=client, **asked)
        rows = cardsim.hands("scat", executor=client, **asked)

    assert result == cardsim.run("scat", **asked)
    assert rows.equals(cardsim.hands("scat", **asked))


@pytest.mark.full
def test_what_a_dead_worker_had_to_do_is_done_again_and_kept_once(
    cluster: Any, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(catalogue.CHOSEN, str(tmp_path / "runs.sqlite"))
    distributed = pytest.importorskip("distributed")
    dead: list[int] = []

    def kill_one(progress: Progress) -> None:
        if not dead and 0 < progress.hands < progress.total:
            with distributed.Client(cluster, set_as_default=False) as client:
                dead.extend(client.run(os.getpid).values())
            os.kill(dead[0], signal.SIGKILL)

    with on_cluster(address) as executor:
        result = cardsim.run(
            "scat",
            12_000_000,
            seed=SEED,
            executor=executor,
            progress=kill_one,
            unit="hand",
            vs="usual",
        )

    assert dead
    with sqlite3.connect(tmp_path / "runs.sqlite") as base:
        rows = base.execute("SELECT first, count FROM hands ORDER BY first").fetchall()
    ends = [first + count for first, count in rows]
    assert [first for first, _ in rows] == [0, *ends[:-1]]
    assert ends[-1] == result.hands
    monkeypatch.setenv(catalogue.CHOSEN, "")
    assert (
        result.to_json()
        == cardsim.run("scat", 12_000_000, seed=SEED, unit="hand", vs="usual").to_json()
    )


def test_the_command_takes_the_address(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["sweep", "scat", "--vs=usual", "-n", "5000", "--seed=3", "--knock-threshold=20,21"]
    assert main(command) == 0
    by_threads = capsys.readouterr().out

    assert main([*command, "--dask", address]) == 0
    told = capsys.readouterr()
    assert told.out == by_threads
    assert f"Playing 2 tasks at once at {address}" in told.err


def end_at_once() -> None:
    os._exit(7)


@pytest.mark.full
def test_a_task_that_kills_every_worker_is_given_up(address: str) -> None:
    with on_cluster(address) as executor, pytest.raises(StrategyError, match="a worker died each"):
        outcome_of(executor.submit(end_at_once))


@pytest.mark.skipif(not GUIDE.exists(), reason="the tests run without the guides beside them")
def test_the_guide_shows_how_to_play_on_a_cluster(address: str) -> None:
    commands = re.findall(r"^\$ (cardsim .*)$", GUIDE.read_text("utf-8"), re.MULTILINE)
    assert len(commands) == 2

    for command in commands:
        words = shlex.split(re.sub(r"-n \S+", "-n 2000", command), comments=True)[1:]
        words[words.index("--dask") + 1] = address
        assert main(words) == 0


@pytest.mark.full
def test_ctrl_c_tells_what_was_done(address: str) -> None:
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "cardsim",
            "run",
            "scat",
            "--vs=usual",
            "--unit=hand",
            "-n",
            "1e12",
            "--dask",
            address,
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    time.sleep(12)

    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)

    assert process.returncode == 130, err
    assert out.startswith("Interrupted after ")
    assert "Traceback" not in err


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nothing", "foo://bar:1", ""])
@pytest.mark.full
def test_an_address_where_nothing_answers_is_refused(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed")
    began = time.monotonic()

    assert main(["run", "scat", "--vs=usual", "--unit=hand", "-n", "100", "--dask", address]) == 2

    assert time.monotonic() - began < 20
    complaint, hint, *more = capsys.readouterr().err.splitlines()
    assert complaint.startswith(f"cardsim: --dask {address}: no scheduler answers there (")
    assert hint.startswith("hint: ")
    assert not more


@pytest.mark.full
def test_a_scheduler_without_workers_is_refused() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        distributed = pytest.importorskip("distributed")
        empty = distributed.LocalCluster(n_workers=0, dashboard_address=None)
    with (
        empty,
        pytest.raises(UserError, match="has no workers"),
        on_cluster(empty.scheduler_address),
    ):
        pass


@pytest.mark.full
def test_a_missing_extra_is_named() -> None:
    code = (
        "import sys; sys.modules['distributed'] = None; from cardsim.cli import main; "
        "sys.exit(main(['run', 'scat', '-n', '100', '--dask', 'tcp://127.0.0.1:8786']))"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("cardsim: --dask needs the extra cardsim[dask]: ")


def test_tasks_grow_so_that_one_process_keeps_thousands_of_workers_busy() -> None:
    file = Path(__file__).parents[1] / "examples" / "cluster" / "coordinator.py"
    script = runpy.run_path(str(file))
    simulate, handled = script["simulate"], script["HANDLED"]

    def busy(workers: int, seconds: float) -> float:
        return float(simulate(workers, seconds)[2])

    half = round(2 * crews.TASK_SECONDS / handled)
    assert busy(16, crews.TASK_SECONDS) > 0.9
    assert busy(half, crews.TASK_SECONDS) == pytest.approx(0.5, abs=0.05)
    assert busy(half, crews.task_seconds(half)) > 0.85
    assert busy(1500, crews.task_seconds(1500)) > 0.85


@pytest.mark.full
def test_the_script_for_slurm_plays_the_same_hands(tmp_path: Path) -> None:
    """With a stand-in for `srun`, which starts as many processes as it is told."""
    pytest.importorskip("distributed")
    srun = tmp_path / "srun"
    srun.write_text(
        '#!/bin/bash\nn="${1#--ntasks=}"; shift\nfor k in $(seq "$n"); do "$@" & done; wait\n'
    )
    srun.chmod(0o755)
    script = Path(__file__).parents[1] / "examples" / "cluster" / "slurm.sh"
    asked = ["run", "scat", "-n", "20000", "--vs", "usual", "--seed", "1", "--json", "--no-keep"]
    path = os.pathsep.join([str(tmp_path), str(Path(sys.executable).parent), os.environ["PATH"]])

    done = subprocess.run(
        ["bash", str(script), *asked],
        cwd=tmp_path,
        env={**os.environ, "PATH": path, "SLURM_NTASKS": "3", "SLURM_JOB_ID": "7"},
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )

    alone = cardsim.run("scat", 20_000, vs="usual", seed=1)
    assert done.stdout.strip() == alone.to_json()
    assert not list(tmp_path.glob("scheduler-*"))
