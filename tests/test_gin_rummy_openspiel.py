"""Gin Rummy for two beside somebody else's engine: OpenSpiel, where its rules are ours.

It has no big gin, a tie scores for nobody, and its defender lays off by himself: what he gets is
the best of all that he may do. With two tiles in the stock it begins another phase; such hands are
left. It offers a knock by one arrangement of the melds only, and lays off two tiles at most at one
end of a run.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cardsim.engine.table import Table
from cardsim.games.gin_rummy import GAME
from cardsim.games.gin_rummy.melds import find_arrangement, lay_down
from cardsim.games.gin_rummy.rules import PRESETS, Rules
from cardsim.games.gin_rummy.state import DRAW, GIN, KNOCKED, MOST_MELDS, UNDERCUT, UPCARD
from cardsim.games.gin_rummy.story import in_set
from cardsim.workspace import load_strategy

pytestmark = pytest.mark.full

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is in the extra 'openspiel'")

DEALS = 400
ROW, STOCK, PASS, KNOCK, MELDS = 52, 53, 54, 55, 56
"""Its actions: where to draw from, to pass or to be done, to knock, and the first of the melds."""
WALL = 2
RANKS, SUITS = "A23456789TJQK", "scdh"


def theirs(tile: int) -> int:
    """A tile as OpenSpiel numbers it: spades first."""
    return 13 * ((tile // 13 + 1) % 4) + tile % 13


def named(text: str) -> frozenset[int]:
    """The tiles of one of its melds, as it numbers them: `As2s3s`."""
    return frozenset(
        13 * SUITS.index(text[k + 1]) + RANKS.index(text[k]) for k in range(0, len(text), 2)
    )


def parts(meld: tuple[int, ...]) -> list[frozenset[int]]:
    """A meld as runs of five tiles at most, as it has them."""
    tiles = [theirs(tile) for tile in meld]
    if len(tiles) <= 5:
        return [frozenset(tiles)]
    half = len(tiles) // 2
    return [frozenset(tiles[:half]), frozenset(tiles[half:])]


def laid_down(hand: Any) -> list[frozenset[int]]:
    """The melds of a knocker, as it has them."""
    melds = np.zeros(MOST_MELDS, np.uint64)
    first, second, _ = find_arrangement(np.uint64(hand), 0, False)
    lay_down(np.uint64(hand), np.uint64(first), np.uint64(second), melds)
    return [part for meld in melds if meld for part in parts(in_set(meld))]


def knock(other: Any, tile: int, melds: list[frozenset[int]]) -> None:
    """Knock there with a tile thrown, and lay these melds down."""
    player = other.current_player()
    other.apply_action(KNOCK)
    other.apply_action(theirs(tile))
    for meld in melds:
        words = {a: other.action_to_string(player, a) for a in other.legal_actions() if a >= MELDS}
        other.apply_action(next(a for a, text in words.items() if named_in(text) == meld))
    other.apply_action(PASS)


def named_in(text: str) -> frozenset[int]:
    """The tiles of an action of its that lays a meld down."""
    return named(text.rpartition(" ")[2])


def best_of(other: Any, defender: int, seen: dict[str, float]) -> float:
    """The most that the defender gets of all that he may lay off and meld."""
    if other.is_terminal():
        return float(other.returns()[defender])
    key = str(other)
    if key not in seen:
        seen[key] = max(
            best_of(other.child(action), defender, seen) for action in other.legal_actions()
        )
    return seen[key]


def followed(table: Table, other: Any, strategy: Any) -> bool:
    """Play a hand at both; whether it came to a knock that both know."""
    while not table.over:
        action = table.choice(strategy)
        assert isinstance(action, int)
        seat, decision = table.seat, table.decision
        tiles = in_set(table.state["hand_of"][seat])
        if decision == DRAW and table.state["stock_size"] <= WALL + 1:
            return False
        assert other.current_player() == seat
        if decision == UPCARD:
            other.apply_action(ROW if action else PASS)
        elif decision == DRAW:
            other.apply_action(ROW if action else STOCK)
        elif action >= len(tiles):
            if KNOCK not in other.legal_actions():
                return False
            tile = tiles[action - len(tiles)]
            table.act(action)
            knock(other, tile, laid_down(table.state["hand_of"][seat]))
            return True
        else:
            assert theirs(tiles[action]) in other.legal_actions()
            other.apply_action(theirs(tiles[action]))
        table.act(action)
        if decision == DRAW and not action:
            (drawn,) = set(in_set(table.state["hand_of"][seat])) - set(tiles)
            other.apply_action(theirs(drawn))
    return False


def test_the_same_tiles_give_the_same_points() -> None:
    given: dict[str, Any] = dict(PRESETS["classic-2p"])
    rules = Rules(**{**given, "big_gin_bonus": "none", "undercut_on_tie": False})
    strategies = [load_strategy(GAME, name) for name in ("take-improve", "gin-only", "schedule")]
    game, compared, better = pyspiel.load_game("gin_rummy"), 0, 0
    ends = dict.fromkeys((KNOCKED, GIN, UNDERCUT), 0)
    for hand in range(DEALS):
        table, other = Table(GAME, rules, players=2, hand=hand), game.new_initial_state()
        for tile in table.state["deck"][:21].tolist():
            other.apply_action(theirs(tile))
        if not followed(table, other, strategies[hand % len(strategies)]):
            continue
        table.close()

        state = table.state
        points = state["points"].tolist()
        defender = 1 - int(state["knocker"])
        found = best_of(other, defender, {})
        ours = points[defender] - points[1 - defender]
        assert ours >= found
        better += ours > found
        compared += 1
        ends[int(state["end"])] += 1
    assert compared > DEALS // 2
    assert better <= compared // 50
    assert min(ends.values()) > 3
