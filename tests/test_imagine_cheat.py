"""Cheat: games imagined from what a seat sees."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest

from cardsim.engine.look_ahead import Plan, worths
from cardsim.engine.table import Table
from cardsim.games.cheat import GAME
from cardsim.games.cheat.rules import Rules
from cardsim.games.cheat.situation import Place, place
from cardsim.games.cheat.state import CHALLENGE, CLASSROOM, RANKS, STACK
from cardsim.options.params import Value, options_of
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


# ---------------------------------------------------------------- earlier piles that were not told

PLACE: dict[str, Value] = {
    "hand": "A A 4 7 7 9 J Q",
    "sizes": "8,14,25",
    "pile": "2 9, 1 t, 2 j",
    "doubt": True,
}


def told_place(**more: Value) -> Table:
    """A jack to be believed by the first of three players, after at least 21 earlier claims."""
    table = Table(GAME, Rules(), 3)
    place({o.name: o.default for o in options_of(Place)} | PLACE | more, table)
    return table


def worlds_of(table: Table) -> np.ndarray[Any, Any]:
    """Games that are imagined at a table of `doubter`, who is now and then wrong."""
    sitting = Plan(GAME, load_strategy(GAME, "doubter"), **of_table(table))
    hands = np.zeros(64, GAME.state)
    worths(GAME, sitting, table.states, table.asks, [0], worlds=64, seed=1, hands=hands)
    return hands


def of_table(table: Table) -> dict[str, Any]:
    rules = table.house_rules
    return {"rules": table.rules, "players": 3, "unit": GAME.units["game"](rules, 3)}


def test_what_was_not_told_of_earlier_piles_is_that_of_a_game_played_to_there() -> None:
    """Ranks and seats go in turn, so that the nine of the first seat can be claim 22 or 61."""
    table = told_place()

    worlds = worlds_of(table)

    assert table.view.claims[:3].tolist() == table.view.wrong_challenges[:3].tolist() == [-1] * 3
    assert set(worlds["plays"].tolist()) <= {24, 63, 102}
    assert (worlds["claims"].sum(axis=1) == worlds["plays"]).all()
    assert (worlds["challenged"].sum(axis=1) > 0).any()
    assert len(np.unique(worlds["challenged"][:, :3], axis=0)) > 8
    assert (worlds["wrong_challenges"].sum(axis=1) > 0).any()
    assert worlds["known_of"][:, 1:3, 0].any()
    for state in worlds:
        assert [sum(hand) for hand in state["counts_of"][:3, :RANKS].tolist()] == [8, 14, 25]
        pile = state["pile"][:5].tolist()
        held = state["counts_of"][:3, :RANKS].sum(axis=0) + np.bincount(pile, minlength=RANKS)
        assert (held == 4).all()
        assert pile[:2] == [8, 8]


def test_what_was_told_of_earlier_piles_stays() -> None:
    told = told_place(claims="8,8,8", wrong_challenges="0,2,1", known="2 k, 2 k, 3 4")

    worlds = worlds_of(told)

    assert (worlds["plays"] == 24).all()
    assert (worlds["wrong_challenges"][:, :3] == [0, 2, 1]).all()
    assert (worlds["counts_of"][:, 1, 12] >= 2).all()
    assert (worlds["counts_of"][:, 2, 3] >= 1).all()
    assert (worlds["known_of"][:, 0, 1, 12] == 2).all()
    assert (worlds["challenged"][:, :3] >= 0).all()
    assert (worlds["challenged"] >= worlds["caught"]).all()


def test_of_a_game_without_earlier_piles_the_pile_tells_all_claims() -> None:
    """Of the own claim, two aces, an ace and a five are noted as 1 and 5."""
    said = {"hand": "A A 2 2 3 3 4 4 5 5 6 6 7 7 8 8", "sizes": "16,16,16", "laid": "5 A"}

    view = told_place(**said, pile="2 a, 1 2, 1 3", doubt=False, rank="4").view

    assert view.plays == view.past_claims == 3
    assert view.past[:3].tolist() == [[0, 0, 2, 0], [1, 1, 1, 0], [2, 2, 1, 0]]
    assert view.past_cards[:2].tolist() == [1 + (5 << 4), 0]
    assert view.claims[:3].tolist() == [1, 1, 1]
    assert view.caught[:3].tolist() == [0, 0, 0]
