"""Worlds that are as likely as what the others did makes them, beside what is enumerated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from numba import types
from numba.np.numpy_support import from_dtype
from numpy import int64

from cardsim import Strategy
from cardsim.cards import PACK, stack
from cardsim.engine.beliefs import LAPSE
from cardsim.engine.look_ahead import Plan, worths
from cardsim.engine.table import Table
from cardsim.game import NOT_SEEN, OVER, Game
from cardsim.games import load_game
from cardsim.kernels.jit import Entry, entry, kernel
from cardsim.options.params import packed_dtype
from cardsim.rng import WORDS_DTYPE
from cardsim.workspace import complete, load_strategy
from cardsim.worlds import believe_nothing, worth
from imagining import (
    Point,
    based,
    dealt_anew,
    imagined,
    points,
    seen_bytes,
    words_of,
)

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


def likely(card: int, swapped: bool, lapse: float) -> float:
    """How likely a player who swaps what is worth less than 8 does that with a card."""
    return lapse / 2 + (1 - lapse) * ((card % 13 + 1 < 8) == swapped)


def wins(own: int, swapped: list[bool], lapse: float = LAPSE) -> float:
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
            ways *= likely(first, did, lapse)
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


def keeps(view):  # type: ignore[no-untyped-def]  # noqa: ARG001  (every decision has a view)
    """Never swap."""
    return 0


@pytest.mark.parametrize(("swapped", "explained"), [(False, [1, 1]), (True, [1, 0])])
def test_it_is_counted_how_much_of_what_was_seen_the_base_explains(
    swapped: bool, explained: list[int]
) -> None:
    game, found = high_card(), np.zeros(2, np.int64)
    base = complete(game, Strategy("any", every_decision=keeps))
    table = Table(game, None, 2, seed=3)
    table.act(int(swapped))
    unit = game.units["hand"](game.rules(), 2)
    plan = Plan(game, base, rules=table.rules, players=2, unit=unit)

    worths(game, plan, table.states, table.asks, 1, worlds=4, seed=12, explained=found)

    assert found.tolist() == explained


MANY = 4000


def summed(view, future, count_legal, nth_legal):  # type: ignore[no-untyped-def]  # noqa: ARG001  compiled
    """Not an action, but what the first one is worth in many worlds."""
    whole = int64(0)
    for world in range(MANY):
        whole += worth(future, world, 0)
    return whole


def summed_unweighed(view, future, count_legal, nth_legal):  # type: ignore[no-untyped-def]  # compiled
    """The same in worlds of which each is as likely."""
    believe_nothing(future)
    # No strategy's function has types.
    return summed(view, future, count_legal, nth_legal)  # type: ignore[no-untyped-call]


@pytest.mark.parametrize(("function", "lapse"), [(summed, LAPSE), (summed_unweighed, 1.0)])
def test_who_believes_nothing_takes_every_world_for_as_likely(function: Any, lapse: float) -> None:
    game, own, swapped = high_card(), 8, [False]
    table = Table(game, None, 2, seed=3)
    table.act(0)
    table.states["card_of"][0, 1] = table.states["card"][0] = own

    found = table.choice(based(game, function, "threshold")) / 12 / MANY

    assert found == pytest.approx(wins(own, swapped, lapse), abs=0.02)
    assert abs(wins(own, swapped, LAPSE) - wins(own, swapped, 1.0)) > 0.08


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


def played_again(game: Game, point: Point, world: np.ndarray[Any, Any]) -> Iterator[Table]:
    """A table at every decision that is taken again in an imagined hand, before it is taken.

    The last is where the view was taken; none, where nothing can be played again.
    """
    views, words, states = point.state.view(game.view), words_of(point.hand), world.copy()
    first = rewinder(game).call(views, point.rules, words, states, -1)
    if first == OVER:
        return
    table = Table(game, None, point.players)
    table.rules, table.states[:], table.words[:] = point.rules, states, words
    table.look(first)
    while True:
        yield table
        action = seen_at(game, point, table)
        if action == NOT_SEEN:
            return
        table.act(action)


def seen_at(game: Game, point: Point, table: Table) -> int:
    """The action that was seen where a hand that is played again has come to."""
    views, words = point.state.view(game.view), words_of(point.hand)
    return int(rewinder(game).call(views, table.rules, words, table.states, table.decision))


LATER = {"declare-31", "farmer"}
"""Decisions before which a seat has taken others in the same turn, which are not played again, or
at which another seat might be in its place."""


@pytest.mark.parametrize(
    ("name", "presets", "players", "hands", "least"),
    [
        ("scat", 10, 3, 20, 60),
        ("spades", 3, 4, 6, 300),
        ("euchre", 6, 4, 12, 200),
        ("bridge", 1, 4, 4, 200),
        ("gin-rummy", 1, 3, 4, 100),
        ("gin-rummy", 2, 2, 4, 100),
    ],
)
def test_an_imagined_hand_is_played_again_from_its_deal_by_what_was_seen(
    name: str, presets: int, players: int, hands: int, least: int
) -> None:
    game = load_game(name)
    houses = [game.rules(**preset) for preset in list(game.presets.values())[:presets]]
    tables = [(rules, players) for rules in houses]
    playing = [load_strategy(game, each) for each in ("random-legal", "learned")]
    again = 0
    for point in points(game, tables, playing, hands=hands):
        world = dealt_anew(game, point.state, point.rules, hand=point.hand)

        tables_again = [*played_again(game, point, world)]

        if not tables_again:
            continue
        other = tables_again[-1]
        if other.decision != point.decision or game.decisions[point.decision].name in LATER:
            continue
        again += 1
        assert other.seat == point.state["seat"][0]
        assert seen_bytes(game, other.states) == seen_bytes(game, point.state)
        assert holdings(game, other.states) == holdings(game, world)
    assert again > least


def holdings(game: Game, states: np.ndarray[Any, Any]) -> list[list[int]]:
    """The cards of every seat, in order."""
    assert game.holdings is not None
    cards: list[list[int]] = np.sort(game.holdings(states)["cards"][0], axis=-1).tolist()
    return cards


# ---------------------------------------------------------------- the last tricks


MOST_DEALS = 120
"""Of so many each is met among a few thousand."""


def distinct(game: Game, point: Point, count: int = 3000) -> np.ndarray[Any, Any]:
    """All hands that agree with a view of the last tricks, each as likely before what was done."""
    states = imagined(game, point.state, point.rules, count=count)
    return states[np.unique(states["hand_of"], axis=0, return_index=True)[1]]


def explained(game: Game, point: Point, world: np.ndarray[Any, Any], base: Strategy) -> float:
    """How likely the others would have done in a world what they did, as the base with lapses."""
    likely = 1.0
    for table in played_again(game, point, world):
        action = seen_at(game, point, table)
        if action != NOT_SEEN and table.seat != point.state["seat"][0]:
            would = table.choice(base) == action
            likely *= LAPSE / table.count + (1 - LAPSE) * would
    return likely


def played_on_by(
    game: Game, point: Point, world: np.ndarray[Any, Any], n: int, base: Strategy
) -> int:
    """What the seat wins with its legal action number `n` in a world, all playing as the base."""
    table = Table(game, None, point.players)
    table.rules, table.states[:] = point.rules, world
    table.look(point.decision)
    table.act(table.nth(n))
    while not table.over:
        table.act(table.choice(base))
    table.close()
    return int(table.outcome(int(point.state["seat"][0]))["your_net"])


@pytest.mark.parametrize("name", ["spades", "euchre", "bridge"])
def test_what_cards_of_the_last_tricks_win_is_as_the_bids_and_cards_before_make_it(
    name: str,
) -> None:
    """All deals that are possible, each as likely as it makes what was seen, are played on."""
    game = load_game(name)
    base, worlds, looked = load_strategy(game, "learned"), 6000, 0
    for point in points(game, [(game.rules(), 4)], [base], hands=60):
        left = int(point.state["hand"][0]).bit_count()
        count = int(point.state["legal"][0]).bit_count()
        if game.decisions[point.decision].name != "play" or left != 2 or count < 2:
            continue
        possible = distinct(game, point)
        if len(possible) > MOST_DEALS:
            continue
        won = np.array(
            [
                [played_on_by(game, point, world[None], n, base) for world in possible]
                for n in range(count)
            ]
        )
        likely = np.array([explained(game, point, world[None], base) for world in possible])
        exact, alike = won @ likely / likely.sum(), won.mean(axis=1)
        reach = 0.04 * (won.max() - won.min())
        if abs(exact - alike).max() < 4 * reach or reach == 0:
            continue
        plan = Plan(
            game,
            base,
            rules=point.rules,
            players=4,
            unit=game.units[game.single_unit](game.rules(), 4),
        )
        decision = game.decisions[point.decision]

        found = worths(game, plan, point.state, decision, count, worlds=worlds, seed=looked)

        assert found.mean(axis=1) == pytest.approx(exact, abs=reach)
        looked += 1
        if looked == 2:
            break
    assert looked == 2
