"""Euchre: hands imagined from what a seat sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from cardsim import Strategy
from cardsim.engine.table import Table
from cardsim.games.euchre import GAME
from cardsim.games.euchre.rules import Rules
from cardsim.games.euchre.state import (
    BURIED,
    DEFEND,
    DISCARD,
    NAME,
    NO_TRUMP_YET,
    NOT_YET,
    ORDER,
    PICKED_UP,
    PLAY,
    SETS,
)
from cardsim.tricks import NO_CARD, SEATS
from cardsim.workspace import load_strategy
from checks import assert_uniform
from harness import in_set, oracle_rules, part_of
from harnesses.euchre import STATES, tile
from imagining import SEED, Point, assert_agrees, imagined, played_on, points
from oracles import euchre as book

NEEDS = Rules(trump_needed_to_call=True, stick_the_dealer=True, defend_alone=True)
TABLES = [
    (Rules(), 4),
    (NEEDS, 4),
    (Rules(defend_alone=True, lone_lead="left-of-maker", farmers_hand=True), 4),
]
HANDS = 40
HIDDEN = {"hand_of", "discard_of", "deck", "points", "end"}
"""Fields that depend on hidden cards, or are of the hand before until a hand is scored."""


@cache
def strategies() -> list[Strategy]:
    return [load_strategy(GAME, name) for name in ("random-legal", "by-the-book")]


@cache
def all_points() -> list[Point]:
    return list(points(GAME, TABLES, strategies(), hands=HANDS))


def tiles(cards: Any) -> list[int]:
    return sorted(tile(card) for card in in_set(int(cards)))


def seen(state: Any, decision: int) -> book.View:
    """The view as the oracle has it, as far as `agrees` looks at it."""
    calls = [
        (seat, number + 1, int(state["calls"][number, seat]))
        for number in range(2)
        for seat in range(SEATS)
        if state["calls"][number, seat] != NOT_YET
    ]
    view: book.View = {
        "seat": int(state["seat"]),
        "dealer": int(state["dealer"]),
        "hand": tiles(state["hand"]),
        "upcard": tile(int(state["upcard"])),
        "upcard_state": {number: word for word, number in STATES.items()}[state["upcard_state"]],
        "calls": calls,
    }
    if state["trump"] != NO_TRUMP_YET:
        view["trump"] = int(state["trump"])
    if decision in (DEFEND, PLAY):
        view["defend_calls"] = []
        discard = int(state["discard"])
        view["discard"] = None if discard == NO_CARD else tile(discard)
    if decision == PLAY:
        out = state["sitting_out"].astype(bool).tolist()
        rows, leaders = [], state["leaders"].tolist()
        for leader, row in zip(leaders, state["history"].tolist(), strict=False):
            seats = [s for s in ((leader + k) % SEATS for k in range(SEATS)) if not out[s]]
            laid = [tile(card) for card in row if card != NO_CARD]
            rows.append((leader, tuple(zip(seats, laid, strict=False)), NO_CARD))
        done = int(state["tricks"])
        view |= {"history": rows[:done], "current_trick": list(rows[done][1]), "sitting_out": out}
    return view


def placed(state: Any) -> tuple[tuple[int, ...], ...]:
    """All hands, the kitty and the discard."""
    return tuple(tuple(tiles(each)) for each in state["hand_of"])


def is_possible(rules: book.Rules, view: book.View, places: Any) -> bool:
    *hands, kitty, buried = places
    return book.agrees(rules, view, hands, kitty=kitty, discard=buried[0] if buried else None)


@pytest.mark.full
def test_what_is_imagined_agrees_with_what_the_seat_sees() -> None:
    asked = Counter(point.decision for point in all_points())

    for point in all_points():
        assert_agrees(GAME, point)

    assert min(asked[decision] for decision in (ORDER, NAME, DISCARD, DEFEND, PLAY)) > 10


def test_all_that_was_called_and_played_in_an_imagined_hand_was_legal() -> None:
    """By the oracle, which goes through the calls and plays."""
    checked = 0
    for point in all_points():
        rules = oracle_rules(part_of("euchre"), TABLES[point.hand % len(TABLES)][0])
        view = seen(point.state[0], point.decision)
        assert is_possible(rules, view, placed(point.state[0]))
        for state in imagined(GAME, point.state, point.rules, hand=point.hand, count=3):
            assert is_possible(rules, view, placed(state))
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
                assert outcome["taken"].sum() in (0, 5)
                assert (outcome["taken"] >= point.state["taken"][0]).all()
                ends.add(outcome.tobytes())
    assert len(ends) > 100


def splits(cards: list[int], sizes: list[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All ways to deal cards to places of these sizes."""
    if not sizes:
        yield ()
        return
    for first in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in first]
        for others in splits(rest, sizes[1:]):
            yield (first, *others)


def ways(table: Table, rules: Rules) -> set[tuple[tuple[int, ...], ...]]:
    """All that the seat on turn may believe, found by trying; its own places stay."""
    state, view, form = table.state, seen(table.state, PLAY), oracle_rules(part_of("euchre"), rules)
    now = placed(state)
    known = {table.seat} | ({BURIED} if state["discard"] != NO_CARD else set())
    open_places = [k for k in range(len(now)) if k not in known]
    cards = sorted(card for k in open_places for card in now[k])
    found = set()
    for split in splits(cards, [len(now[k]) for k in open_places]):
        places = list(now)
        for k, some in zip(open_places, split, strict=True):
            places[k] = some
        if is_possible(form, view, places):
            found.add(tuple(places))
    return found


def late(rules: Rules, hand: int, tricks: int) -> Table:
    """A hand played at random until so many tricks are complete, if it is played at all."""
    table = Table(GAME, rules, 4, seed=SEED, hand=hand)
    while not table.over and table.state["tricks"] < tricks:
        table.act(table.choice(strategies()[0]))
    return table


def upcard_is_hidden(table: Table) -> bool:
    state = table.state
    return (
        state["upcard_state"] == PICKED_UP
        and not int(state["played"]) >> int(state["upcard"]) & 1
        and table.seat != state["dealer"]
    )


def needs_a_trump(table: Table) -> bool:
    """Whether the maker had to hold a card of his suit and may still have it hidden."""
    state, view = table.state, seen(table.state, PLAY)
    plays = [pair for _, pairs, _ in view["history"] for pair in pairs] + view["current_trick"]
    shown = [card for seat, card in plays if seat == state["maker"]]
    return state["maker"] not in (state["dealer"], table.seat) and not any(
        book.printed_suit(card) == state["trump"] for card in shown
    )


def shown_out(table: Table) -> int:
    """How many times another seat has shown that it has none of a suit that is still unseen."""
    state = table.state
    known = int(state["hand_of"][state["seat"]]) | int(state["played"])
    trump = int(state["trump"])
    left = [suit for suit in range(4) if int(SETS[trump, suit]) & ~known]
    others = [seat for seat in range(SEATS) if seat != state["seat"]]
    return int(state["voids"][np.ix_(others, left)].sum())


@pytest.mark.parametrize("out", [0, 1, 2])
@pytest.mark.parametrize("where", [upcard_is_hidden, needs_a_trump], ids=lambda f: f.__name__)
@pytest.mark.kept(2)
def test_every_hand_that_agrees_is_as_likely(where: Any, out: int) -> None:
    """With a card in each hand, by how often others have shown to be out of a suit."""
    rules = NEEDS if where is needs_a_trump else Rules()
    tables = (late(rules, hand, 4) for hand in range(1000))
    table = next(
        t
        for t in tables
        if not t.over and t.state["in_play"] == SEATS and where(t) and shown_out(t) == out
    )
    expected = ways(table, rules)

    states = imagined(GAME, table.states, table.rules, count=150 * len(expected))

    counts = Counter(placed(state) for state in states)
    assert set(counts) == expected
    assert len(expected) > 20
    assert_uniform(list(counts.values()), resolves=0.3)
