"""Counter-Cameroon: the game that a seat sees, whole again and with other dice to come."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from cardsim import Strategy
from cardsim.engine.table import Table
from cardsim.games.counter_cameroon import GAME
from cardsim.games.counter_cameroon.play import ROLLS, SPLIT
from cardsim.games.counter_cameroon.rules import Rules
from cardsim.workspace import load_strategy
from checks import assert_uniform
from imagining import Point, assert_agrees, imagined, observed, played_on, points, words_of

TABLES = [
    (Rules(), 2),
    (Rules(double_mark=1, first_player="random", must_mark=True), 2),
    (Rules(marks_to_win=2, early_stop=True, scoring="6,5,4,3,2,1,2,3,4,5,6"), 2),
    (Rules(marks_to_win=7, max_turns=40, first_player="random"), 2),
]
HANDS = 48


@cache
def strategies() -> list[Strategy]:
    return [load_strategy(GAME, name) for name in ("random-split", "max-points-live")]


@cache
def all_points() -> list[Point]:
    return list(points(GAME, TABLES, strategies(), hands=HANDS))


def test_what_is_imagined_agrees_with_what_the_seat_sees() -> None:
    for point in all_points():
        assert_agrees(GAME, point)

    assert len(all_points()) > 1000
    seats = {(int(p.state["seat"][0]), bool(p.state["i_rolled_first"][0])) for p in all_points()}
    assert len(seats) == 4


def test_only_the_true_game_agrees_whatever_the_words_are() -> None:
    for point in all_points():
        states = imagined(GAME, point.state, point.rules, hand=point.hand, count=2)
        states = observed(GAME, states, point.rules)

        for field in GAME.state.names or ():
            for state in states:
                assert state[field].tobytes() == point.state[0][field].tobytes(), field


def test_an_imagined_game_is_played_on_to_its_end_with_other_dice() -> None:
    random_split = strategies()[0]
    different = 0

    for point in all_points()[::5]:
        state = imagined(GAME, point.state, point.rules)
        ends = set()
        for hand in (1, 2):
            how: dict[str, Any] = {"following": SPLIT, "players": 2, "hand": hand}
            outcome = played_on(GAME, state, point.rules, random_split, **how)
            again = played_on(GAME, state, point.rules, random_split, **how)
            assert outcome.tobytes() == again.tobytes()
            assert outcome["turns"] >= point.state["turns"][0]
            assert outcome["wasted"] >= 0
            before = point.state["decided"][0][2:]
            assert (outcome["decided"][before > 0] == before[before > 0]).all()
            ends.add(outcome.tobytes())
        different += len(ends) > 1

    assert different > 0.8 * len(all_points()[::5])


@pytest.mark.full
def test_each_throw_that_comes_next_is_as_likely() -> None:
    """By an odd and an even number of throws before: two throws are made of one word."""
    for actions in (0, 1):
        table = Table(GAME, Rules(), 2)
        for _ in range(actions):
            table.act(0)
        state = imagined(GAME, table.states, table.rules)
        rolls = np.zeros(ROLLS, int)

        for hand in range(60_000):
            table.states[:] = state
            table.words[:] = words_of(hand)
            table.act(0)
            assert not table.over
            rolls[table.state["roll"]] += 1

        assert_uniform(rolls, resolves=0.13)
