"""Players in named seats, beside what all of them get in the same seat."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

import cardsim
from cardsim.cli.run import page
from cardsim.files.saved import load
from cardsim.runs.hands import play_hands
from cardsim.runs.preparation import prepare, resolve
from cardsim.runs.request import Request
from cardsim.runs.result import Result
from cardsim.show.pages import html_of
from cardsim.statistics.seat_averages import SeatAverages

TABLE = ["threshold", "threshold:knock_threshold=27", "chase-31"]


@pytest.fixture(scope="module")
def result() -> Result:
    """Three who play differently."""
    return cardsim.run("scat", 9000, unit="match", seats=TABLE, seed=4, threads=1)


def averages_of(result: Result) -> SeatAverages:
    """What the run found, which has found it."""
    assert result.seat_averages is not None
    return result.seat_averages


@pytest.mark.full
def test_it_is_counted_exactly_as_three_runs_of_their_own_say(result: Result) -> None:
    found = averages_of(result)
    n = found.hands
    won = np.zeros((3, 3, n), np.int64)
    for moved in range(3):
        seats = TABLE[-moved:] + TABLE[:-moved]
        alone = prepare("scat", unit="match", seats=seats, seed=4, hands=n)
        outcomes = play_hands(alone, 0, n)
        assert outcomes is not None
        for player in range(3):
            seat = (player + moved) % 3
            won[player, seat] = outcomes["winner"] == seat

    apart = 3 * won - won.sum(axis=0)

    assert n == 1000
    assert won.sum() == 3 * n
    assert np.array_equal(found.sums, won.sum(axis=2))
    assert np.array_equal(found.squares, (apart**2).sum(axis=2))
    value, low, high = found.gap(2, 2)
    assert value == pytest.approx(won[2, 2].mean() - won[:, 2].mean())
    # Bonferroni for nine differences: 2.773 standard errors; a hand's difference of 1 is added.
    scatter = ((apart[2, 2] - apart[2, 2].mean()) ** 2).sum() + 3**2
    error = np.sqrt(scatter / (n - 1) / n) / 3
    assert (high - low) / 2 == pytest.approx(2.773 * error, rel=1e-3)


def test_those_of_a_seat_add_up_to_zero(result: Result) -> None:
    found = averages_of(result)

    for seat in range(3):
        gaps = [found.gap(player, seat)[0] for player in range(3)]
        assert sum(gaps) == pytest.approx(0, abs=1e-12)
        assert max(map(abs, gaps)) > 0.01


def test_it_is_the_same_on_three_threads_and_in_two_parts(result: Result) -> None:
    threads = cardsim.run("scat", 9000, unit="match", seats=TABLE, seed=4, threads=3)
    first = cardsim.run("scat", 4000, unit="match", seats=TABLE, seed=4, threads=1)

    assert threads.seat_averages == first.more(5000).seat_averages == result.seat_averages


def test_players_who_have_moved_arrive_in_another_process_as_they_left() -> None:
    run = resolve(Request("scat", seats=TABLE, seed=4), 1).moved_on(2, hero=1)

    arrived = pickle.loads(pickle.dumps(run))

    assert run.table.tolist() == arrived.table.tolist() == [[1, 2, 0]]
    assert [s.seats[0].strategy for s in (run.spec, arrived.spec)] == ["threshold"] * 2
    assert arrived.hero == 1


def test_a_saved_result_has_it_still(result: Result, tmp_path: Path) -> None:
    file = tmp_path / "saved.json"
    file.write_text(result.to_json(), "utf-8")

    again = load(file)

    assert isinstance(again, Result)
    assert again.seat_averages == result.seat_averages
    assert again.to_json() == result.to_json()


def test_terminal_and_page_say_who_does_more_than_the_average(result: Result) -> None:
    lines = "\n".join(page(result))

    assert "As player 1 you win" in lines
    assert "fewer than the average of the three in that seat." in " ".join(lines.split())
    for text in (lines, html_of(result).decode()):
        assert "Compared with the average of all players in the same seat" in text
        assert "took every seat in the same 1000 matches" in " ".join(text.split())


def test_nobody_differs_where_all_play_alike_or_nobody_was_seated() -> None:
    alike = cardsim.run("scat", 100, seats=["threshold", "threshold"], seed=4)
    in_turn = cardsim.run("scat", 100, vs="chase-31", seed=4)

    assert alike.seat_averages is None
    assert in_turn.seat_averages is None
    assert "Compared with the average" not in "\n".join(page(in_turn))


def test_few_hands_tell_nothing() -> None:
    few = cardsim.run("scat", 2, unit="match", seats=TABLE, seed=4)

    assert averages_of(few).hands == 2
    assert "Nobody does better or worse than the average of all players" in few.sentence


def test_less_is_better_where_it_is() -> None:
    """Ninety-Nine's hand is won by not losing it."""
    seats = ["dump-high", "random-legal"]
    played = cardsim.run("ninety-nine", 4000, unit="hand", seats=seats, seed=4)

    low, high = averages_of(played).gap(0, 0)[1:]

    assert played.unit.won_by.lower_is_better
    assert low < high < 0
    assert "As the first to play you do better than the average of the two" in played.sentence
