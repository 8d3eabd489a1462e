"""Cheat: games imagined from what a seat sees."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from cardsim.engine.table import Table
from cardsim.games.cheat import GAME
from cardsim.games.cheat.rules import Rules
from cardsim.games.cheat.state import CHALLENGE, CLASSROOM, RANKS, STACK
from cardsim.workspace import load_strategy
from checks import assert_share
from harness import oracle_rules, part_of
from harnesses.cheat import CALM, MODES
from imagining import Point, assert_agrees, imagined, observed, points
from oracles import cheat as book

TABLES = [
    (Rules(max_plays=80), 4),
    (Rules(max_plays=80, claim_rank="adjacent"), 3),
    (Rules(max_plays=60, packs=2, first_rank="free"), 5),
    (Rules(max_plays=60, classroom_trichez=True), 4),
    (Rules(max_plays=60, classroom_trichez=True, false_tell_rate=0), 3),
]


@cache
def all_points() -> list[Point]:
    strategies = [CALM, load_strategy(GAME, "planner")]
    return list(points(GAME, TABLES, strategies, hands=20))


def hands_of(state: Any) -> list[list[int]]:
    found = []
    for seat in range(int(state["players"])):
        if state["mode"] == CLASSROOM:
            head, size = int(state["heads"][seat]), int(state["hand_sizes"][seat])
            found.append([int(state["stacks"][seat][(head + k) % STACK]) for k in range(size)])
        else:
            counts = state["counts_of"][seat][:RANKS].tolist()
            found.append([rank for rank, n in enumerate(counts) for _ in range(n)])
    return found


def pile_of(state: Any) -> list[list[int]]:
    cards = state["pile"].tolist()
    claims = state["pile_plays"][: state["pile_claims"]].tolist()
    return [sorted(cards[under : under + number]) for _, _, number, under in claims]


def seen(state: Any, rules: book.Rules) -> book.View:
    """The view as the oracle has it, as far as `agrees` looks at it."""
    players, me = int(state["players"]), int(state["seat"])
    own = state["own_pile"].tolist()
    plays = [
        (seat, rank, number, sorted(own[under : under + number]) if seat == me else None)
        for seat, rank, number, under in state["pile_plays"][: state["pile_claims"]].tolist()
    ]
    return {
        "seat": me,
        "rules": rules,
        "mode": MODES[int(state["mode"])],
        "hand_sizes": state["hand_sizes"][:players].tolist(),
        "pile_plays": plays,
        "counts": state["counts"].tolist(),
        "known": state["known"][:players, :RANKS].tolist(),
        "signal": bool(state["signal"]),
    }


@pytest.mark.full
def test_what_is_imagined_agrees_with_what_the_seat_sees() -> None:
    asked = Counter(point.decision for point in all_points())

    for point in all_points():
        assert_agrees(GAME, point)

    assert asked[CHALLENGE] > 50


@pytest.mark.full
def test_the_oracle_believes_what_is_imagined() -> None:
    knowing = 0
    for point in all_points():
        rules = oracle_rules(part_of("cheat"), TABLES[point.hand % len(TABLES)][0])
        for state in imagined(GAME, point.state, point.rules, hand=point.hand, count=3):
            view = seen(state, rules)
            assert book.agrees(view, hands_of(state), pile_of(state))
            others = state["known"].sum() - state["counts"].sum()
            knowing += int(others > 0)

    assert knowing > 100


def test_every_deal_that_agrees_is_as_likely() -> None:
    """Three queens and two kings are unseen, two of them with a seat that has a queen for certain.

    Of the ten ways to hold two of five cards nine have a queen, and three of these two.
    """
    table, n = Table(GAME, Rules(), 3), 20_000
    state = table.states
    state["counts_of"] = 0
    state["counts_of"][0, 0, :RANKS] = 4
    state["counts_of"][0, :3, 11:RANKS] = [[1, 2], [2, 0], [1, 2]]
    state["hand_sizes"][0, :3] = 47, 2, 3
    state["known_of"][0, 0, 1, 11] = 1
    state["takes"], state["challenged"][0, 1] = 1, 1
    view = observed(GAME, state, table.rules)

    found = imagined(GAME, view, table.rules, count=n)["counts_of"][:, 1, 11]

    assert set(found.tolist()) == {1, 2}
    assert_share((int((found == 2).sum()), n), 1 / 3, resolves=0.05)
