"""Bridge: deals imagined from what a seat sees."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from cardsim import Strategy
from cardsim.cards import card_id
from cardsim.engine.table import Table
from cardsim.games.bridge import GAME
from cardsim.games.bridge.rules import Rules
from cardsim.games.bridge.state import CALL, LEAD, MATCH, PLAY
from cardsim.kernels.card_bits import FULL_PACK
from cardsim.workspace import load_strategy
from checks import assert_uniform
from harness import in_set
from imagining import SEED, Point, assert_agrees, imagined, played_on, points
from oracles import bridge as book
from trick_games import tile

TABLES = [(Rules(), 4), (Rules(scoring="trick-points", doubles=False), 4)]
HANDS = 24
HIDDEN = {"hand_of", "dealt", "deck", "points", "line", "bonus"}
"""Fields that depend on hidden cards, or are of the deal before until a deal is scored."""


@cache
def strategies() -> list[Strategy]:
    return [load_strategy(GAME, name) for name in ("random-legal", "tips")]


@cache
def all_points() -> list[Point]:
    return list(points(GAME, TABLES, strategies(), hands=HANDS))


def seen(state: Any, decision: int) -> book.View:
    """The view as the oracle has it, as far as `agrees` looks at it."""
    view: book.View = {"seat": int(state["seat"]), "hand": tiles(state["hand"])}
    if decision != PLAY:
        return view
    leaders = state["leaders"].tolist()
    rows = [[tile(card) for card in row if card != 255] for row in state["history"].tolist()]
    done = int(state["tricks"])
    contract = (*(int(state[name]) for name in ("level", "strain", "doubled", "declarer")),)
    return view | {
        "contract": contract,
        "dummy_hand": tiles(state["dummy_hand"]),
        "history": [(leaders[k], tuple(rows[k]), leaders[k + 1]) for k in range(done)],
        "current_trick": [((leaders[done] + k) % 4, c) for k, c in enumerate(rows[done])],
    }


def tiles(cards: Any) -> list[int]:
    return sorted(tile(card) for card in in_set(int(cards)))


def hands_of(state: Any) -> list[list[int]]:
    return [tiles(hand) for hand in state["hand_of"]]


def test_what_is_imagined_agrees_with_what_the_seat_sees() -> None:
    asked = Counter(point.decision for point in all_points())

    for point in all_points():
        assert_agrees(GAME, point)

    assert min(asked[decision] for decision in (CALL, LEAD, PLAY)) > 20


def test_all_that_was_played_in_an_imagined_deal_was_legal() -> None:
    """By the oracle, which goes through the plays."""
    checked = 0
    for point in all_points():
        view = seen(point.state[0], point.decision)
        assert book.agrees(view, hands_of(point.state[0]))
        for state in imagined(GAME, point.state, point.rules, hand=point.hand, count=3):
            assert book.agrees(view, hands_of(state))
            dealt = [tiles(cards) for cards in state["dealt"]]
            assert [len(cards) for cards in dealt] == [13] * 4
            assert all(set(a) <= set(b) for a, b in zip(hands_of(state), dealt, strict=True))
            checked += 1
    assert checked > 1000


def test_what_does_not_depend_on_hidden_cards_is_as_it_was() -> None:
    for point in all_points():
        state = imagined(GAME, point.state, point.rules, hand=point.hand)

        for field in set(GAME.state.names or ()) - HIDDEN:
            assert state[field].tobytes() == point.state[field].tobytes(), field


def test_an_imagined_deal_is_played_on_to_its_end() -> None:
    ends: set[bytes] = set()
    for point in all_points()[::5]:
        for hand in (1, 2):
            state = imagined(GAME, point.state, point.rules, hand=hand)
            for strategy in strategies():
                how = {"following": point.decision, "players": 4, "hand": hand}
                outcome = played_on(GAME, state, point.rules, strategy, **how)
                assert 0 <= outcome["tricks"] <= 13
                assert outcome["level"] >= point.state["level"][0]
                ends.add(outcome.tobytes())
    assert len(ends) > 100


def test_both_tables_of_a_match_play_the_deal_that_is_imagined() -> None:
    tips = load_strategy(GAME, "tips")
    for hand in range(40):
        table = Table(GAME, Rules(boards=1), unit="match", seed=SEED, hand=hand)
        state = imagined(GAME, table.states.view(GAME.view), table.rules, hand=hand)
        how = {"following": CALL, "players": 4, "hand": hand, "unit": MATCH}
        outcome = played_on(GAME, state, table.rules, tips, **how)
        # Nobody has called yet: who plays by the tips does the same at both tables.
        assert outcome["deals"] == 2
        assert outcome["your_net"] == 0


def late(hand: int, tricks: int) -> Table | None:
    """A deal bid by the tips and played at random until so many tricks are complete."""
    table, bids, plays = (
        Table(GAME, Rules(), 4, seed=SEED, hand=hand),
        load_strategy(GAME, "tips"),
        load_strategy(GAME, "random-legal"),
    )
    while not table.over and table.state["tricks"] < tricks:
        table.act(table.choice(bids if table.decision == CALL else plays))
    return None if table.over else table


def shown_out(table: Table) -> int:
    """How many times a hidden hand has shown that it has none of a suit that is still unseen."""
    state = table.state
    known = {table.seat, (int(state["declarer"]) + 2) % 4}
    held = sum(int(state["hand_of"][seat]) for seat in known)
    unseen = int(FULL_PACK) & ~(held | int(state["played"]))
    left = [suit for suit in range(4) if unseen >> 13 * suit & 0x1FFF]
    others = [seat for seat in range(4) if seat not in known]
    return int(state["voids"][np.ix_(others, left)].sum())


@pytest.mark.parametrize("out", [0, 1, 2])
@pytest.mark.kept(2)
def test_every_deal_that_agrees_is_as_likely(out: int) -> None:
    """With eight or ten cards in two hidden hands, by how often these were out of a suit."""
    tables = (late(hand, 8) for hand in range(400))
    table = next(t for t in tables if t is not None and shown_out(t) == out)
    view = seen(table.state, PLAY)
    state = table.state
    known = {table.seat, (int(state["declarer"]) + 2) % 4}
    hidden = [seat for seat in range(4) if seat not in known]
    unseen = sorted(c for seat in hidden for c in tiles(state["hand_of"][seat]))
    size = len(tiles(state["hand_of"][hidden[0]]))
    ways = set()
    for first in combinations(unseen, size):
        hands = hands_of(state)
        hands[hidden[0]] = list(first)
        hands[hidden[1]] = [card for card in unseen if card not in first]
        if book.agrees(view, hands):
            ways.add(tuple(map(tuple, hands)))

    states = imagined(GAME, table.states, table.rules, count=150 * len(ways))

    counts = Counter(tuple(map(tuple, hands_of(state))) for state in states)
    assert set(counts) == ways
    assert len(ways) > 5
    assert_uniform(list(counts.values()), resolves=0.3)


def test_hands_that_cannot_be_do_not_agree_with_a_view() -> None:
    own, other, third, last = [list(range(k, k + 13)) for k in (0, 13, 26, 39)]
    view: book.View = {"seat": 0, "hand": own}

    assert book.agrees(view, [own, last, third, other])
    assert not book.agrees(view, [own, other, third, third])
    assert not book.agrees(view, [other, own, third, last])
    assert not book.agrees(view, [own, other[1:], third, last])
    view["current_trick"] = [(1, tile(card_id("2D"))), (2, tile(card_id("2S")))]
    assert book.agrees(view, [own, other[1:], last[1:], third])
    revoked = [own, [tile(card_id("3S")), *other[2:]], [tile(card_id("3D")), *last[2:]], third]
    assert not book.agrees(view, revoked)
    view |= {"contract": (1, book.NOTRUMP, 0, 1), "dummy_hand": third}
    assert book.agrees(view, [own, other[1:], last[1:], third])
    another_dummy = [tile(card_id("3S")), *third[1:]]
    assert not book.agrees(view, [own, other[1:], [tile(card_id("2H")), *last[2:]], another_dummy])
