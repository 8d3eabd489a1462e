"""Worlds that are as likely as what the others did makes them, beside what is enumerated."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from numba import types
from numba.np.numpy_support import from_dtype
from numpy import int64

from cardsim.cards import PACK, stack
from cardsim.engine.beliefs import LAPSE
from cardsim.engine.look_ahead import Plan, worths
from cardsim.engine.table import Table
from cardsim.game import NOT_SEEN, OVER, Game
from cardsim.games import load_game
from cardsim.kernels.jit import Entry, entry, kernel
from cardsim.options.params import packed_dtype
from cardsim.rng import WORDS_DTYPE
from cardsim.workspace import load_strategy
from imagining import imagined, points, seen_bytes, words_of

pytestmark = [pytest.mark.usefixtures("workspace"), pytest.mark.full]


def high_card() -> Game:
    """High Card, in which it is told who has swapped."""
    game = load_game("high-card")
    deal = game.deal

    @kernel
    def rewind(view, rules, words, state):  # type: ignore[no-untyped-def]
        stack(words, state.deck, PACK - int64(view.stock_count), PACK)
        return deal(state, rules, words)

    @kernel
    def seen(view, state, _decision):  # type: ignore[no-untyped-def]
        here = state.swapped[state.seat] < view.swapped[state.seat]
        return int64(NOT_SEEN if state.seat == view.seat and not here else here)

    return replace(game, rewind=rewind, seen=seen)


def likely(card: int, swapped: bool) -> float:
    """How likely a player who swaps what is worth less than 8 does that with a card."""
    return LAPSE / 2 + (1 - LAPSE) * ((card % 13 + 1 < 8) == swapped)


def wins(own: int, swapped: list[bool]) -> float:
    """The last seat's chance to win with its card once the others have swapped or not."""
    share = whole = 0.0
    # Suits matter only in that the own card is not among the others': count ranks.
    left = np.full(13, 4)
    left[own % 13] -= 1
    for ranks in product(range(13), repeat=len(swapped) + sum(swapped)):
        ways, rest = 1.0, left.copy()
        for rank in ranks:
            ways *= rest[rank]
            rest[rank] -= 1
        if ways == 0:
            continue
        drawn = iter(ranks[len(swapped) :])
        for first, did in zip(ranks, swapped, strict=False):
            ways *= likely(first, did)
        last = [next(drawn) if did else first for first, did in zip(ranks, swapped, strict=False)]
        high, mine = max(last), own % 13
        whole += ways
        share += ways * (mine > high) + ways * (mine == high) / (1 + last.count(high))
    return share / whole


@pytest.mark.parametrize(
    ("own", "swapped"),
    [(8, [False]), (8, [True]), (9, [False, False]), (9, [False, True]), (9, [True, True])],
)
def test_hidden_cards_are_as_likely_as_their_enumeration_says(
    own: int, swapped: list[bool]
) -> None:
    game = high_card()
    table = Table(game, None, len(swapped) + 1, seed=3)
    base = load_strategy(game, "threshold")
    table.begin(3, 0)
    for did in swapped:
        table.act(int(did))
    table.states["card_of"][0, len(swapped)] = own
    table.states["card"][0] = own
    plan = Plan(
        game,
        base,
        rules=table.rules,
        players=table.players,
        unit=game.units["hand"](game.rules(), table.players),
    )

    found = worths(game, plan, table.states, table.asks, 1, worlds=40000, seed=12)[0] / 12

    exact = wins(own, swapped)
    # The chain's worlds depend on each other; one standard error is about 0.003.
    assert abs(found.mean() - exact) < 0.015
    assert found.std() > 0


@cache
def rewinder(game: Game) -> Entry:
    """Turns an imagined hand back, or gives the action seen where it has come to."""
    rewind, seen = game.rewind, game.seen
    assert rewind is not None
    assert seen is not None

    def back(views, rules, words, states, decision):  # type: ignore[no-untyped-def]
        if decision < 0:
            return int64(rewind(views[0], rules[0], words[0], states[0]))
        return int64(seen(views[0], states[0], decision))

    records = (game.view, packed_dtype(game.rules), WORDS_DTYPE, game.state)
    arrays = (types.Array(from_dtype(dtype), 1, "C") for dtype in records)
    signature = types.int64(*arrays, types.int64)
    return entry(back, signature=signature, content=f"{game.name} {back.__code__.co_code!r}")


LATER = {"declare-31"}
"""Decisions before which a seat has taken others in the same turn, which are not played again."""


@pytest.mark.parametrize(("name", "presets", "strategies"), [("scat", 10, ["learned"])])
def test_an_imagined_hand_is_played_again_from_its_deal_by_what_was_seen(
    name: str, presets: int, strategies: list[str]
) -> None:
    game = load_game(name)
    houses = [game.rules(**preset) for preset in list(game.presets.values())[:presets]]
    tables = [(rules, 3) for rules in houses]
    playing = [load_strategy(game, each) for each in ("random-legal", *strategies)]
    again = 0
    for point in points(game, tables, playing, hands=20):
        world = imagined(game, point.state, point.rules, hand=point.hand)
        views, words, states = point.state.view(game.view), words_of(point.hand), world.copy()

        first = rewinder(game).call(views, point.rules, words, states, -1)
        if first == OVER:
            continue
        other = Table(game, None, point.players)
        other.rules, other.states[:], other.words[:] = point.rules, states, words
        other.look(first)
        while True:
            action = rewinder(game).call(views, other.rules, words, other.states, other.decision)
            if action == NOT_SEEN:
                break
            other.act(action)

        assert other.seat == point.state["seat"][0]
        if other.decision != point.decision or game.decisions[point.decision].name in LATER:
            continue
        again += 1
        assert seen_bytes(game, other.states) == seen_bytes(game, point.state)
        assert holdings(game, other.states) == holdings(game, world)
    assert again > 60


def holdings(game: Game, states: np.ndarray[Any, Any]) -> list[list[int]]:
    """The cards of every seat, in order."""
    assert game.holdings is not None
    cards: list[list[int]] = np.sort(game.holdings(states)["cards"][0], axis=-1).tolist()
    return cards
