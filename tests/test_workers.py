"""Processes that play: the same bytes as threads, whatever dies, and no other strategy."""

from __future__ import annotations

import concurrent.futures
import itertools
import json
import multiprocessing
import os
import pickle
import pty
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import cardsim
from cardsim import Strategy, StrategyError, UserError
from cardsim.cli import main
from cardsim.games import load_game
from cardsim.process.once import once
from cardsim.rng import uniform
from cardsim.runs import crews
from cardsim.runs.crews import FIRST_HANDS, cut, growing, outcome_of
from cardsim.runs.preparation import recall, resolve
from cardsim.runs.request import Request
from cardsim.runs.result import Result
from cardsim.runs.run import Chunk, play_task
from cardsim.runs.travel import Packed, packed
from cardsim.runs.workers import MOST_DEATHS, Workers
from cardsim.showing import Progress
from cardsim.workspace import load_file, load_strategy
from in_bulk import every_answer

SEED = 20_261_122
EAGER = 17


def higher(value: int) -> int:
    return value + 1


def knock(view: Any, chance: Any, knock_threshold: int = 23) -> Any:
    return higher(view.value) > max(knock_threshold, EAGER) and uniform(chance) < 0.95


NAMESAKE = Strategy("scat", name="threshold", knock=knock)
"""No more than its name is that of a shipped one."""


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers(2) as executor:
        yield executor


def run(n: object = 20_000, **options: Any) -> Result:
    return cardsim.run("scat", n, **{"unit": "hand", "seed": SEED, "vs": "usual", **options})


# ---------------------------------------------------------------- the same bytes


PLAYED: dict[str, Callable[..., Any]] = {
    "hands": run,
    "a strategy with a shipped one's name": lambda **o: run(strategy=NAMESAKE, **o),
    "matches": lambda **o: run(300, unit="match", players=4, vs="suit-keeper", **o),
    "a precision": lambda **o: run(None, precision="0.4pp", measure="loses", **o),
    "no decisions": lambda **o: cardsim.run("dice-game", 3000, seed=SEED, **o),
    "a sweep for a precision": lambda **o: cardsim.sweep(
        "scat",
        seed=SEED,
        strategy=NAMESAKE,
        knock_threshold="20..22",
        precision="1pp",
        measure="loses",
        **({"vs": "usual", "unit": "hand"} | o),
    ),
    **every_answer(NAMESAKE, seed=SEED),
}


@pytest.mark.parametrize("what", PLAYED)
@pytest.mark.full
def test_workers_give_the_same_bytes_as_threads(workers: Workers, what: str) -> None:
    by_threads = PLAYED[what]().to_json()

    assert PLAYED[what](executor=workers).to_json() == by_threads


def test_a_strategy_is_not_another_because_of_its_name(workers: Workers) -> None:
    mine = run(strategy=NAMESAKE, executor=workers)
    theirs = run(executor=workers)

    assert mine.headline.value != theirs.headline.value
    assert mine.spec.hero.fingerprint != theirs.spec.hero.fingerprint
    assert theirs.spec.hero.fingerprint == load_strategy(load_game("scat"), "threshold").fingerprint


def test_the_rows_of_hands_are_the_same(workers: Workers, tmp_path: Path) -> None:
    run(hands_out=tmp_path / "threads.parquet")
    run(hands_out=tmp_path / "workers.parquet", executor=workers, chunk=3000)

    a, b = (pl.read_parquet(tmp_path / f"{n}.parquet") for n in ("threads", "workers"))
    assert a.with_columns(pl.col("end").cast(pl.String)).equals(
        b.with_columns(pl.col("end").cast(pl.String))
    )


def test_any_executor_will_do() -> None:
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        assert run(strategy=NAMESAKE, executor=pool).to_json() == run(strategy=NAMESAKE).to_json()


@pytest.mark.full
def test_values_are_sent_where_products_would_be_more(monkeypatch: pytest.MonkeyPatch) -> None:
    def swept(**options: Any) -> str:
        return cardsim.sweep(
            "scat",
            40_000,
            seed=SEED,
            knock_threshold="20..22",
            **({"vs": "usual", "unit": "hand"} | options),
        ).to_json()

    by_threads = swept()
    monkeypatch.setattr("cardsim.runs.paired_runs.MOST_SAVED", 2)

    assert swept() == by_threads
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        assert swept(executor=pool) == by_threads


def test_what_a_strategy_does_wrong_is_told_as_by_threads(workers: Workers) -> None:
    wrong = Strategy("scat", name="wrong", knock=lambda _view: 3)
    told = []
    for options in ({}, {"executor": workers}):
        with pytest.raises(StrategyError) as caught:
            run(strategy=wrong, **options)
        assert "cardsim replay scat" in str(caught.value.hint)
        # Which of the hands that are played at once is told of is chance.
        told.append(str(caught.value).partition(" in hand ")[0])

    assert told == ["strategy 'scat/wrong' answered 3 to decision 'knock'"] * 2


# ---------------------------------------------------------------- how much at a time


def test_chunks_end_at_powers_of_two_and_then_at_multiples_of_their_size() -> None:
    for size in (777, 1 << 14, 5, 1):
        borders = list(itertools.accumulate(itertools.islice(growing(size, 2), 14)))

        powers = [FIRST_HANDS << k for k in range(14) if FIRST_HANDS << k < size]
        assert borders[: len(powers)] == powers
        assert borders[len(powers) :] == [size * k for k in range(1, 15 - len(powers))]


def test_the_first_chunk_is_one_hand() -> None:
    """So that a strategy that thinks for seconds has an answer when it is interrupted."""
    assert list(itertools.islice(growing(1 << 14, 2), 5)) == [1, 1, 2, 4, 8]
    assert list(itertools.islice(growing(1 << 14, 4), 5)) == [1, 3, 12, 48, 192]


def test_hands_are_cut_at_multiples_of_the_size() -> None:
    pieces = list(cut(1_050, 600, 1_000, 200))

    assert pieces == [(1050, 150), (1200, 200), (1400, 200), (1600, 50)]


@pytest.mark.full
def test_a_strategy_that_thinks_long_is_told_of_early_and_not_called_stuck() -> None:
    told: list[Progress] = []

    def ponder(view: Any) -> Any:
        # About a millisecond.
        total = 0.0
        for k in range(400_000):
            total += (k + view.value) % 7
        return total < 0

    result = run(400, strategy=Strategy("scat", knock=ponder), threads=1, progress=told.append)

    assert result.hands == 400
    assert told[0].hands < 400


# ---------------------------------------------------------------- workers that die


@pytest.mark.full
def test_what_a_dead_worker_had_to_do_is_done_again() -> None:
    deaths = 0

    def kill_one(progress: Progress) -> None:
        nonlocal deaths
        mine = [p for p in multiprocessing.active_children() if p.pid not in before]
        if deaths < 2 and mine and progress.hands < progress.total:
            mine[0].kill()
            deaths += 1

    before = {p.pid for p in multiprocessing.active_children()}
    with Workers(2) as executor:
        result = run(12_000_000, executor=executor, progress=kill_one)

    assert deaths == 2
    assert result.to_json() == run(12_000_000).to_json()


def end_at_once(_number: int) -> None:
    os._exit(7)


@pytest.mark.full
def test_a_task_that_kills_every_worker_is_given_up() -> None:
    with Workers(1) as executor, pytest.raises(StrategyError, match="died each of the 4 times"):
        executor.submit(end_at_once, 1).result(60)

    assert MOST_DEATHS == 3


def test_workers_that_are_gone_are_named() -> None:
    gone: concurrent.futures.Future[Any] = concurrent.futures.Future()
    gone.set_exception(BrokenProcessPool("one died"))

    with pytest.raises(UserError, match="the workers are gone"):
        outcome_of(gone)


def wait_long() -> None:
    time.sleep(600)


def test_leaving_ends_the_processes_at_once() -> None:
    before = set(multiprocessing.active_children())
    with Workers(2) as executor:
        executor.submit(wait_long)
        mine = set(multiprocessing.active_children()) - before
        assert mine

    # Whoever asks while the pool's own thread asks is told for a moment that a process lives.
    until = time.monotonic() + 10
    while any(p.is_alive() for p in mine) and time.monotonic() < until:
        time.sleep(0.01)
    assert not any(p.is_alive() for p in mine)


def written(terminal: int, enough: Callable[[str], bool]) -> str:
    """What is written on a terminal until it is enough, or its other end is closed."""
    text, until = "", time.monotonic() + 120
    while not enough(text) and time.monotonic() < until:
        try:
            text += os.read(terminal, 1 << 16).decode()
        except OSError:
            break
    return text


def soon_gone(processes: list[str]) -> bool:
    """Whether they end by themselves; that of multiprocessing for its tidying takes a moment."""
    until = time.monotonic() + 10
    while any(Path(f"/proc/{p}").exists() for p in processes) and time.monotonic() < until:
        time.sleep(0.05)
    return not any(Path(f"/proc/{p}").exists() for p in processes)


def children(pid: int) -> list[str]:
    found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False)
    return found.stdout.split()


@pytest.mark.parametrize("command", ["run", "sweep"])
@pytest.mark.full
def test_ctrl_c_tells_what_was_done_and_leaves_no_process(command: str) -> None:
    words = [command, "scat", "--unit", "hand", "-n", "1e12", "--workers", "2", "--seed", "1"]
    words += ["--knock-threshold", "20,21"] if command == "sweep" else []
    terminal, its_end = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "cardsim", *words],
        stdout=subprocess.PIPE,
        stderr=its_end,
        text=True,
        start_new_session=True,
    )
    # Progress is shown as soon as hands have been counted.
    err = written(terminal, lambda text: " hands/s" in text)
    workers_ = children(process.pid)

    # As a terminal does: to all of them.
    os.killpg(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    os.close(its_end)
    err += written(terminal, lambda _: False)

    assert process.returncode == 130, err
    assert out.startswith("Interrupted after ")
    assert "Traceback" not in err
    assert workers_
    assert soon_gone(workers_)


def test_workers_end_with_the_process_that_asked() -> None:
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
            "--workers=2",
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    until = time.monotonic() + 120
    while len(children(process.pid)) < 3 and time.monotonic() < until:
        time.sleep(0.2)
    time.sleep(3)
    workers_ = children(process.pid)

    process.kill()
    process.wait()

    assert workers_
    assert soon_gone(workers_)


GUIDE = Path(__file__).parents[1] / "docs" / "guides" / "cluster.md"


@pytest.mark.skipif(not GUIDE.exists(), reason="the tests run without the guides beside them")
@pytest.mark.full
def test_the_guide_shows_how_to_play_on_a_laptop(capfd: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    (text,) = [b for b in blocks if "Workers" in b]

    exec(compile(text, str(GUIDE), "exec"), {"__name__": "__main__"})

    assert "A match lasts " in capfd.readouterr().out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--workers", "0"], "--workers must be a whole number from 1 to 1024, not 0"),
        (["--workers", "many"], "--workers must be a whole number from 1 to 1024, not many"),
        (["--workers", "2", "--threads", "2"], "--threads and --workers contradict"),
        (["--workers", "2", "--dask", "tcp://a:1"], "--workers and --dask contradict"),
    ],
)
def test_a_wrong_choice_of_workers_is_refused(
    capsys: pytest.CaptureFixture[str], words: list[str], complaint: str
) -> None:
    assert main(["run", "scat", "--vs=usual", "--unit", "hand", "-n", "100", *words]) == 2
    assert complaint in capsys.readouterr().err


@pytest.mark.full
def test_the_commands_take_workers(capsys: pytest.CaptureFixture[str]) -> None:
    command = [
        "compare",
        "scat",
        "--vs=usual",
        "threshold",
        "take-margin",
        "-n",
        "5000",
        "--seed=3",
    ]
    assert main(command) == 0
    by_threads = capsys.readouterr().out

    assert main([*command, "--workers", "2"]) == 0
    assert capsys.readouterr().out == by_threads


# ---------------------------------------------------------------- strategies on their way


def after_the_way(sent: Packed) -> Strategy:
    arrived: Packed = pickle.loads(pickle.dumps(sent))
    return arrived.strategy


def pack(strategy: Strategy) -> Packed:
    return packed(strategy, strategy.fingerprint)


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "strategies" / "scat"
    folder.mkdir(parents=True)
    (folder / "bold.py").write_text(
        "from cardsim import Strategy\n"
        "import boldness\n"
        "def knock(view, extra: int = 0):\n"
        "    return view.value >= boldness.LEAST + extra\n"
        'STRATEGY = Strategy(game="scat", knock=knock)\n'
    )
    (folder / "boldness.py").write_text("from boldest import LEAST\n")
    (folder / "boldest.py").write_text("LEAST = 19\n")
    monkeypatch.chdir(tmp_path)
    forget()
    return folder


def forget() -> None:
    """Have the files of the workspace read again."""
    for name in ("boldness", "boldest", "cardsim_strategy_bold"):
        sys.modules.pop(name, None)


@pytest.mark.full
def test_a_file_travels_with_the_modules_it_imports(workspace: Path) -> None:
    bold = load_strategy(load_game("scat"), "bold")
    played = run(strategy=bold).to_json()
    sent = pack(bold)
    forget()
    for file in workspace.glob("*.py"):
        file.unlink()

    arrived = after_the_way(sent)

    assert arrived.fingerprint == bold.fingerprint
    assert arrived.path == bold.path
    assert run(strategy=arrived).to_json() == played


def test_a_file_that_was_edited_is_refused_on_arrival(workspace: Path) -> None:
    bold = load_strategy(load_game("scat"), "bold")
    forget()
    time.sleep(1.1)
    (workspace / "boldest.py").write_text("LEAST = 20\n")

    with pytest.raises(UserError, match="'scat/bold' is not the same in a worker"):
        after_the_way(pack(bold))


def test_workers_play_a_file_and_what_it_imports(workspace: Path, workers: Workers) -> None:
    assert workspace.is_dir()
    by_threads = run(strategy="bold", extra=2)

    assert run(strategy="bold", extra=2, executor=workers).to_json() == by_threads.to_json()


def test_a_file_that_borrows_a_function_twice_is_the_same_where_each_file_is_run_once(
    tmp_path: Path,
) -> None:
    file = tmp_path / "twice.py"
    file.write_text(
        "from cardsim import Strategy, borrowed\n"
        "one = borrowed('scat', 'chase-31', 'knock')\n"
        "other = borrowed('scat', 'chase-31', 'knock')\n"
        "def knock(view):\n"
        "    return one(view) if view.own_turns < 3 else other(view)\n"
        "STRATEGY = Strategy(game='scat', knock=knock)\n"
    )
    with once():
        strategy = load_file(file)
        sent = packed(strategy, strategy.fingerprint)

    assert pickle.loads(pickle.dumps(sent)).strategy.fingerprint == strategy.fingerprint


@pytest.mark.usefixtures("workspace")
def test_a_strategy_without_a_file_may_borrow_from_one_in_workers(workers: Workers) -> None:
    lent = cardsim.borrowed("scat", "bold", "knock")
    strategy = Strategy("scat", name="lent", knock=lent)

    assert run(strategy=strategy, executor=workers).to_json() == run(strategy=strategy).to_json()


def test_functions_travel_with_what_they_refer_to() -> None:
    scope: dict[str, Any] = {"__name__": "__main__", "LEAST": 21}
    exec("def knock(view):\n    return view.value >= LEAST", scope)
    strategy = Strategy("scat", name="made", knock=scope["knock"])

    arrived = after_the_way(pack(strategy))

    assert arrived.functions["knock"] is not strategy.functions["knock"]
    assert arrived.fingerprint == strategy.fingerprint
    assert after_the_way(pack(NAMESAKE)).fingerprint == NAMESAKE.fingerprint


def test_what_cannot_travel_is_refused_where_it_is() -> None:
    lock = threading.Lock()
    strategy = Strategy("scat", name="locked", knock=lambda view: view.value > 20 and lock)

    with pytest.raises(UserError, match="'scat/locked' cannot go to another process: TypeError"):
        pickle.dumps(resolve(Request("scat", strategy=strategy, unit="hand", vs="usual"), 1))


def test_a_run_that_cannot_travel_leaves_no_file(tmp_path: Path) -> None:
    lock = threading.Lock()
    strategy = Strategy("scat", name="locked", knock=lambda view: view.value > 20 and lock)

    with pytest.raises(UserError, match="cannot go to another process"):
        run(
            strategy=strategy,
            executor=concurrent.futures.Executor(),
            hands_out=tmp_path / "h.parquet",
        )

    assert not list(tmp_path.iterdir())


def test_a_strategy_that_is_another_on_arrival_is_refused() -> None:
    sent = replace(pack(NAMESAKE), fingerprint="0" * 64)

    with pytest.raises(UserError, match="is not the same in a worker"):
        after_the_way(sent)


def test_a_run_that_is_not_compiled_prints_hashes_and_travels() -> None:
    asked = resolve(
        Request("scat", seats=["threshold", NAMESAKE, "take-margin"], seed=SEED, unit="hand"), 500
    )

    arrived = pickle.loads(pickle.dumps(asked))

    assert arrived == asked
    assert hash(arrived) == hash(asked)
    assert repr(arrived) == repr(asked)
    assert "threshold" in repr(asked)
    assert [s.fingerprint for s in arrived.strategies] == [s.fingerprint for s in asked.strategies]


# ---------------------------------------------------------------- results that go on


@pytest.mark.full
def test_results_can_be_pickled() -> None:
    for what in ("hands", "a precision", "a sweep", "a comparison"):
        result = PLAYED[what]()
        told = result.to_json()

        assert pickle.loads(pickle.dumps(result)).to_json() == told


@pytest.mark.parametrize("suffix", [".json", ".parquet"])
@pytest.mark.parametrize(
    "options",
    [{}, {"unit": "match", "players": 2}, {"seats": "threshold; take-margin:take_margin=5"}],
    ids=str,
)
@pytest.mark.kept(1)
def test_a_saved_result_goes_on_as_one_longer_run(
    tmp_path: Path, options: dict[str, Any], suffix: str
) -> None:
    file = tmp_path / f"saved{suffix}"
    company = {} if "seats" in options else {"vs": "usual"}
    given: dict[str, Any] = {"unit": "hand"} | company | options
    seats = [s.strip() for s in given.get("seats", "").split(";") if s]
    words = [f"--{n}={v}" for n, v in given.items() if n != "seats"]
    words += [f"--seat={seat}" for seat in seats]
    assert main(["run", "scat", "-n", "700", "--seed=5", *words, "-o", str(file)]) == 0

    saved = cardsim.load(file)
    assert isinstance(saved, Result)
    longer = saved.more(300).more(500)

    assert longer.to_json() == cardsim.run("scat", 1500, seed=5, **given).to_json()
    assert pickle.loads(pickle.dumps(saved)).more(800).to_json() == longer.to_json()


@pytest.mark.full
def test_a_saved_result_goes_on_in_another_process(tmp_path: Path) -> None:
    file = tmp_path / "saved.json"
    file.write_text(run(700).to_json())
    code = f"import cardsim; print(cardsim.load({str(file)!r}).more(300).to_json())"

    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path
    )

    assert json.loads(done.stdout) == json.loads(run(1000).to_json())


@pytest.mark.full
def test_a_point_of_a_large_sweep_goes_on() -> None:
    swept = cardsim.sweep(
        "scat", 64, seed=SEED, knock_threshold="17..31", players="2..9", unit="hand", vs="usual"
    )
    point = swept.points[3].result

    longer = point.more(36)

    assert longer.hands == 100
    assert pickle.loads(pickle.dumps(point)).more(36).to_json() == longer.to_json()


def test_a_saved_result_does_not_go_on_with_another_strategy(workspace: Path) -> None:
    saved = json.loads(run(500, strategy="bold").to_json())
    file = workspace.parent.parent / "saved.json"
    file.write_text(json.dumps(saved))
    forget()
    time.sleep(1.1)
    (workspace / "boldest.py").write_text("LEAST = 20\n")

    result = cardsim.load(file)
    assert isinstance(result, Result)
    with pytest.raises(UserError, match="'scat/bold' is not the one that this result was played"):
        result.more(500)


def test_a_saved_result_does_not_go_on_with_other_rules_or_unknown_content() -> None:
    spec = run(500).spec

    with pytest.raises(UserError, match=r"version 1 of its rules, and this .* version 7"):
        recall(replace(spec, ruleset=7))
    with pytest.raises(UserError, match="cannot be continued"):
        recall(replace(spec, seats=tuple(replace(p, fingerprint="") for p in spec.seats)))


@pytest.mark.full
def test_an_interrupted_result_does_not_go_on() -> None:
    with pytest.raises(UserError, match="interrupted"):
        replace(run(500), partial=True).more(500)


@pytest.mark.full
def test_a_bound_loop_is_for_runs_that_workers_play_long() -> None:
    run = resolve(Request("scat", seed=1, unit="hand", vs="usual"), 10_000)
    crew = crews.ExecutorCrew(
        [[run]],
        play_task,
        (),
        executor=concurrent.futures.ThreadPoolExecutor(1),
        count=2,
        size=64,
        longest=None,
        stop=np.zeros(1, np.uint8),
    )

    # The workers took their time to begin, and played in no time.
    def some(hands: int) -> tuple[Chunk, ...]:
        return (Chunk(0, hands, (), None),)

    crew.learn(0, crews.TaskResult(some(64), 0.001))
    crew.expect(64, 10_000)
    soon_over = crew.long
    crew.learn(0, crews.TaskResult(some(1_000_000), 0.6))
    crew.expect(1_000_000, 1_000_000_000)

    assert (soon_over, crew.long) == (False, True)
