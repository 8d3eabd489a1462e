"""Executors of others: a Dask client, whose futures are not Python's, and frames that they play."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import cardsim
from cardsim import UserError, Workers

HANDS: dict[str, Any] = {"n": 300, "seed": 5, "vs": "random-legal", "players": 3}


class ClientFuture:
    """A future as Dask's: it has `result` and `done`, and not the lock that `wait` takes."""

    def __init__(self, future: Any) -> None:
        self.future = future

    def done(self) -> bool:
        return bool(self.future.done())

    def result(self) -> Any:
        return self.future.result()


class Client:
    """A Dask client, as far as cardsim uses one."""

    def __init__(self, pool: Executor) -> None:
        self.pool = pool

    def submit(self, function: Any, *arguments: Any) -> ClientFuture:
        return ClientFuture(self.pool.submit(function, *arguments))

    def get_executor(self) -> Executor:
        return self.pool


@pytest.fixture
def pool() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as executor:
        yield executor


def test_a_client_plays_as_its_executor_does(pool: Executor) -> None:
    client: Any = Client(pool)

    assert cardsim.run("scat", **HANDS, executor=client) == cardsim.run("scat", **HANDS)
    assert cardsim.hands("scat", **HANDS, executor=client).equals(cardsim.hands("scat", **HANDS))


def test_an_executor_plays_the_rows_of_decisions(pool: Executor) -> None:
    asked = {**HANDS, "fields": "value,own_turns"}

    there = cardsim.decisions("scat", **asked, executor=pool)

    assert there.equals(cardsim.decisions("scat", **asked))
    assert there["hand"].n_unique() == 300


@pytest.mark.full
def test_workers_play_more_rows_than_a_task_has() -> None:
    asked = {**HANDS, "n": 12_000}

    with Workers(2) as workers:
        there = cardsim.hands("scat", **asked, executor=workers)

    assert there.equals(cardsim.hands("scat", **asked))


@pytest.mark.parametrize("executor", [3, "tcp://localhost:8786"])
def test_what_is_no_executor_is_refused(executor: Any) -> None:
    with pytest.raises(UserError, match=r"executor must be a concurrent.futures.Executor or a Das"):
        cardsim.hands("scat", executor=executor)


def test_a_flat_frame_has_one_value_in_each_cell(tmp_path: Path) -> None:
    frame = cardsim.hands("scat", **HANDS)
    decided = cardsim.decisions("scat", **HANDS, fields="value,hand")

    flat = cardsim.flat(frame)
    flat.write_csv(tmp_path / "hands.csv")
    cardsim.flat(decided).write_csv(tmp_path / "decisions.csv")

    assert flat["dealt_cards"][0] == " ".join(frame["dealt_cards"][0])
    assert flat.to_pandas()["dealt_cards"][0] == flat["dealt_cards"][0]
    assert type(flat.to_pandas()["strategy"][0]) is str
    assert pl.read_csv(tmp_path / "hands.csv")["held_cards"].equals(flat["held_cards"])
    cards = pl.read_csv(tmp_path / "decisions.csv")["view_hand"]
    assert cards[0] == " ".join(map(str, decided["view_hand"][0]))


@pytest.mark.parametrize("count", [0, -1, 2.5, 1025])
def test_so_many_workers_are_refused(count: Any) -> None:
    with pytest.raises(UserError, match="must be a whole number from 1 to 1024, not"):
        Workers(count)


@pytest.mark.parametrize("ask", [cardsim.run, cardsim.hands])
def test_an_executor_that_was_shut_down_is_refused(ask: Any) -> None:
    closed = Workers(1)
    closed.shutdown()

    with pytest.raises(UserError, match="the executor was shut down"):
        ask("scat", n=40, unit="hand", seed=987_123, vs="usual", executor=closed)
