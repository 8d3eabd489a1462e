"""Hands of Gin Rummy imagined from a view: they agree with it, and are as likely as each other."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from cardsim.engine.table import Table
from cardsim.games.gin_rummy import GAME
from cardsim.games.gin_rummy.rules import PRESETS, Rules
from cardsim.games.gin_rummy.state import MELDS
from cardsim.workspace import load_strategy
from checks import assert_uniform
from harness import in_set
from imagining import assert_agrees, imagined, played_on, points
from oracles import gin_rummy as book

SEED = 12
CLASSIC = Rules(**PRESETS["classic-2p"])  # type: ignore[arg-type]
CHOOSE = Rules(
    hand_size=16, knock_limit=100, layoffs=True, knocker_arrangement="choose", upcard_offer=True
)
TABLES = [(Rules(), 3), (CLASSIC, 2), (Rules(), 4), (CHOOSE, 2), (CHOOSE, 2)]


def strategies() -> list[Any]:
    return [load_strategy(GAME, name) for name in ("random-legal", "take-improve")]


def believed(state: Any, seen: Any) -> bool:
    """Whether the oracle holds the hands of a state possible for who sees another one."""
    players = int(seen["players"])
    view = {
        "seat": int(seen["seat"]),
        "hand": in_set(int(seen["hand"])),
        "hand_sizes": seen["hand_sizes"][:players].tolist(),
        "taken": [in_set(int(some)) for some in seen["taken"][:players]],
        "unseen": in_set(int(seen["unseen"])),
    }
    return book.agrees(view, [in_set(int(hand)) for hand in state["hand_of"][:players]])


def test_an_imagined_hand_agrees_with_what_is_seen_and_is_played_on() -> None:
    asked: Counter[int] = Counter()
    plain = load_strategy(GAME, "take-improve")
    for point in points(GAME, TABLES, strategies(), hands=60):
        if point.decision != MELDS and (asked[point.decision] + point.hand) % 5:
            asked[point.decision] += 1
            continue
        asked[point.decision] += 1
        states = assert_agrees(GAME, point)
        state = states[0]
        assert believed(state, point.state[0])
        stock = state["deck"][52 - int(state["stock_size"]) :].tolist()
        hands = [t for hand in state["hand_of"][: point.players] for t in in_set(int(hand))]
        row = state["discards"][: int(state["row_size"])].tolist()
        assert sorted([*stock, *hands, *row]) == list(range(52))
        outcome = played_on(
            GAME,
            states,
            point.rules,
            plain,
            following=point.decision,
            players=point.players,
            hand=point.hand,
        )
        assert int(outcome["turns"]) >= int(state["turn_no"])
    assert set(asked) == {0, 1, 2, 3}


def small(turns: int) -> Table:
    """A hand with few tiles in the others' hands, after so many random turns."""
    for hand in range(200):
        table = Table(GAME, Rules(hand_size=3), 2, seed=SEED, hand=hand)
        anything = load_strategy(GAME, "random-legal")
        while not table.over and int(table.state["turn_no"]) < turns:
            table.act(table.choice(anything))
        if not table.over and int(table.view.taken[1 - table.seat]) != 0:
            return table
    raise AssertionError("nobody took a tile")


@pytest.mark.parametrize("turns", [9, 16])
def test_every_hand_that_agrees_is_as_likely(turns: int) -> None:
    table = small(turns)
    other = 1 - table.seat
    known, unseen = in_set(int(table.view.taken[other])), in_set(int(table.view.unseen))
    size = int(table.view.hand_sizes[other]) - len(known)
    possible = {tuple(sorted((*known, *some))) for some in combinations(unseen, size)}

    states = imagined(GAME, table.states, table.rules, count=60 * len(possible))

    counts = Counter(tuple(in_set(int(state["hand_of"][other]))) for state in states)
    assert set(counts) == possible
    assert_uniform(list(counts.values()), resolves=0.5)
