"""Spades: hands imagined from what a seat sees."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from cardsim import Strategy
from cardsim.engine.table import Table
from cardsim.games.spades import GAME
from cardsim.games.spades.rules import Rules
from cardsim.games.spades.state import BID, BLIND, PLAY
from cardsim.kernels.card_bits import FULL_PACK
from cardsim.workspace import load_strategy
from checks import assert_uniform
from harness import in_set, oracle_rules, part_of
from imagining import SEED, Point, assert_agrees, imagined, played_on, points
from oracles import spades as book
from trick_games import tile

TABLES = [
    (Rules(), 4),
    (Rules(spade_lead="any", first_trick_spades=False), 4),
    (Rules(first_trick_spades=False, min_team_bid=5), 4),
]
HANDS = 24
HIDDEN = {"hand_of", "deck", "points", "new_bags", "penalty"}
"""Fields that depend on hidden cards, or are of the hand before until a hand is scored."""


@cache
def strategies() -> list[Strategy]:
    return [load_strategy(GAME, name) for name in ("random-legal", "by-the-book")]


@cache
def all_points() -> list[Point]:
    return list(points(GAME, TABLES, strategies(), hands=HANDS))


def seen(state: Any, decision: int) -> book.View:
    """The view as the oracle has it, as far as `agrees` looks at it."""
    leaders = state["leaders"].tolist()
    rows = [[tile(card) for card in row if card != 255] for row in state["history"].tolist()]
    done = int(state["tricks"])
    view: book.View = {
        "seat": int(state["seat"]),
        "history": [(leaders[k], tuple(rows[k]), leaders[k + 1]) for k in range(done)],
        "current_trick": [((leaders[done] + k) % 4, c) for k, c in enumerate(rows[done])],
    }
    return view if decision == BLIND else {**view, "hand": tiles(state["hand"])}


def tiles(cards: Any) -> list[int]:
    return sorted(tile(card) for card in in_set(int(cards)))


def hands_of(state: Any) -> list[list[int]]:
    return [tiles(hand) for hand in state["hand_of"]]


def test_what_is_imagined_agrees_with_what_the_seat_sees() -> None:
    asked = Counter(point.decision for point in all_points())

    for point in all_points():
        assert_agrees(GAME, point)

    assert min(asked[decision] for decision in (BID, PLAY)) > 50


def test_all_that_was_played_in_an_imagined_hand_was_legal() -> None:
    """By the oracle, which goes through the plays."""
    checked = 0
    for point in all_points():
        rules = oracle_rules(part_of("spades"), TABLES[point.hand % len(TABLES)][0])
        view = seen(point.state[0], point.decision)
        assert book.agrees(rules, view, hands_of(point.state[0]))
        for state in imagined(GAME, point.state, point.rules, hand=point.hand, count=3):
            assert book.agrees(rules, view, hands_of(state))
            checked += 1
    assert checked > 1000


def test_what_does_not_depend_on_hidden_cards_is_as_it_was() -> None:
    for point in all_points():
        state = imagined(GAME, point.state, point.rules, hand=point.hand)

        for field in set(GAME.state.names or ()) - HIDDEN:
            assert state[field].tobytes() == point.state[field].tobytes(), field


def test_an_imagined_hand_is_played_on_to_its_end() -> None:
    ends: set[bytes] = set()
    for point in all_points()[::5]:
        for hand in (1, 2):
            state = imagined(GAME, point.state, point.rules, hand=hand)
            for strategy in strategies():
                how = {"following": point.decision, "players": 4, "hand": hand}
                outcome = played_on(GAME, state, point.rules, strategy, **how)
                assert outcome["taken"].sum() == 13
                assert (outcome["taken"] >= point.state["taken"][0]).all()
                ends.add(outcome.tobytes())
    assert len(ends) > 100


def late(rules: Rules, hand: int, tricks: int) -> Table:
    """A hand played at random until so many tricks are complete."""
    table, anything = (
        Table(GAME, rules, 4, seed=SEED, hand=hand),
        load_strategy(GAME, "random-legal"),
    )
    while table.state["tricks"] < tricks:
        table.act(table.choice(anything))
    return table


def shown_out(table: Table) -> int:
    """How many times another seat has shown that it has none of a suit that is still unseen."""
    state = table.state
    unseen = int(FULL_PACK) & ~(int(state["hand_of"][state["seat"]]) | int(state["played"]))
    left = [suit for suit in range(4) if unseen >> 13 * suit & 0x1FFF]
    others = [seat for seat in range(4) if seat != state["seat"]]
    return int(state["voids"][np.ix_(others, left)].sum())


@pytest.mark.parametrize("out", [0, 1, 2, 3])
@pytest.mark.full
def test_every_hand_that_agrees_is_as_likely(out: int) -> None:
    """With nine unseen cards in three hands, by how often others have shown to be out of a suit."""
    rules = Rules()
    table = next(t for t in (late(rules, hand, 10) for hand in range(400)) if shown_out(t) == out)
    view = seen(table.state, PLAY)
    played = tiles(table.state["played"])
    unseen = sorted(set(book.PACK) - {*view["hand"], *played})
    others = [seat for seat in range(4) if seat != table.seat]
    ways = set()
    for first in combinations(unseen, 3):
        rest = [card for card in unseen if card not in first]
        for second in combinations(rest, 3):
            third = [card for card in rest if card not in second]
            hands: list[Any] = [view["hand"]] * 4
            for seat, cards in zip(others, (first, second, third), strict=True):
                hands[seat] = list(cards)
            if book.agrees(oracle_rules(part_of("spades"), rules), view, hands):
                ways.add(tuple(map(tuple, hands)))

    states = imagined(GAME, table.states, table.rules, count=150 * len(ways))

    counts = Counter(tuple(map(tuple, hands_of(state))) for state in states)
    assert set(counts) == ways
    assert_uniform(list(counts.values()), resolves=0.3)


def test_who_is_asked_for_a_blind_nil_may_have_any_cards() -> None:
    table = Table(GAME, Rules(blind_nil=True), 4, seed=SEED, unit="match")
    table.states["score"] = [0, 100]
    table.deal()
    while table.asked[1] != "blind":
        table.act(3)

    states = imagined(GAME, table.states, table.rules, count=20_000)

    held = [
        sum(int(hand) >> card & 1 for hand in states["hand_of"][:, table.seat])
        for card in range(52)
    ]
    assert_uniform(held, resolves=0.1)
