"""Worlds that are as likely as what the others did makes them, beside what is enumerated."""

from __future__ import annotations

import math
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
from cardsim.engine.beliefs import KNOWN, ONE_MODEL
from cardsim.engine.look_ahead import Drawn, Plan, worths
from cardsim.engine.table import Table
from cardsim.game import NOT_SEEN, OVER, UNTOLD, Action, Game
from cardsim.games import load_game
from cardsim.games.cheat import situation as cheat_situation
from cardsim.games.ninety_nine import situation as ninety_situation
from cardsim.kernels.jit import Entry, entry, kernel
from cardsim.options.params import Value, options_of, packed_dtype
from cardsim.quantal import Worth
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

pytestmark = [pytest.mark.usefixtures("workspace"), pytest.mark.kept(0, full=2)]


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


def wins(own: int, swapped: list[bool], lapse: float = ONE_MODEL) -> float:
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

    found = worths(game, plan, table.states, table.asks, [0], worlds=40000, seed=12)[0] / 12

    exact = wins(own, swapped)
    # The chain's worlds depend on each other; one standard error is about 0.003.
    assert abs(found.mean() - exact) < 0.015
    assert found.std() > 0


def test_those_who_slip_by_what_it_costs_are_believed_by_their_chance() -> None:
    """At a temperature of 1 the other of two actions, which costs 1, has a chance of 1 / (1 + e).

    That is what a player does who takes any action in twice that share of decisions.
    """
    game, own, swapped = high_card(), 8, [False]
    table = Table(game, None, 2, seed=3)
    table.act(0)
    table.states["card_of"][0, 1] = table.states["card"][0] = own
    costs = {d.function: Worth(1.0) for d in game.decisions}
    slips = load_strategy(game, "threshold").tempered(costs)
    plan = Plan(
        game,
        slips,
        rules=table.rules,
        players=table.players,
        unit=game.units["hand"](game.rules(), table.players),
        seats=[(slips, {"temperature": 1.0})] * 2,
    )

    found = worths(game, plan, table.states, table.asks, [0], worlds=40000, seed=12)[0] / 12

    exact = wins(own, swapped, 2 / (1 + math.e))
    assert abs(found.mean() - exact) < 0.015
    assert abs(wins(own, swapped, 0.0) - exact) > 0.05


def test_those_who_forget_are_believed_by_what_they_still_know() -> None:
    """Who has forgotten its own card swaps any: that it swapped tells nothing of the card."""

    @kernel
    def forget(view, _limit):  # type: ignore[no-untyped-def]
        view.value = np.uint8(0)

    game, own, swapped = high_card(), 8, [True]
    game = replace(game, forget=forget, remembers=("everything", "nothing"))
    table = Table(game, None, 2, seed=3)
    table.act(1)
    table.states["card_of"][0, 1] = table.states["card"][0] = own
    forgets = load_strategy(game, "threshold").forgetting(game)
    plan = Plan(
        game,
        forgets,
        rules=table.rules,
        players=table.players,
        unit=game.units["hand"](game.rules(), table.players),
        seats=[(forgets, {"remembers": "nothing"}), (forgets, {})],
    )
    counted = np.zeros(3, np.int64)

    found = worths(
        game, plan, table.states, table.asks, [0], worlds=40000, seed=12, explained=counted
    )

    assert found.mean() / 12 == pytest.approx(wins(own, swapped, 1.0), abs=0.01)
    assert counted[:2].tolist() == [1, 1]


def keeps(view):  # type: ignore[no-untyped-def]  # noqa: ARG001  (every decision has a view)
    """Never swap."""
    return 0


@pytest.mark.parametrize("swapped", [False, True])
def test_who_sits_there_is_as_likely_as_its_enumeration_says(swapped: bool) -> None:
    """The other swaps what is worth less than 8, or never: which of them is a draw of 7 to 3.

    The last seat holds a nine, so that of 51 cards 23 are worth 8 or more.
    """
    game = high_card()
    table = Table(game, None, 2, seed=3)
    table.act(int(swapped))
    table.states["card_of"][0, 1] = table.states["card"][0] = 8
    swaps = load_strategy(game, "threshold")
    never = complete(game, Strategy("any", every_decision=keeps))
    plan = Plan(
        game,
        swaps,
        rules=table.rules,
        players=2,
        unit=game.units["hand"](game.rules(), 2),
        seats=[(swaps, {}), (swaps, {})],
        drawn=Drawn([(swaps, {}), (never, {})], [0.7, 0.3], [0, -1]),
    )
    seated = np.zeros((20000, 2), np.int64)

    worths(game, plan, table.states, table.asks, [0], worlds=20000, seed=12, seated=seated)

    as_it_does = 28 / 51 if swapped else 23 / 51
    never_does = KNOWN / 2 if swapped else 1 - KNOWN / 2
    whole = 0.7 * as_it_does + 0.3 * never_does
    shares = [(seated[:, 0] == row).mean() for row in (2, 3)]
    assert shares == pytest.approx([0.7 * as_it_does / whole, 0.3 * never_does / whole], abs=0.02)
    assert set(seated[:, 1]) == {1}


@pytest.mark.parametrize(("swapped", "explained"), [(False, [1, 1]), (True, [1, 0])])
def test_it_is_counted_how_much_of_what_was_seen_the_base_explains(
    swapped: bool, explained: list[int]
) -> None:
    game, found = high_card(), np.zeros(3, np.int64)
    base = complete(game, Strategy("any", every_decision=keeps))
    table = Table(game, None, 2, seed=3)
    table.act(int(swapped))
    unit = game.units["hand"](game.rules(), 2)
    plan = Plan(game, base, rules=table.rules, players=2, unit=unit)

    worths(game, plan, table.states, table.asks, [0], worlds=4, seed=12, explained=found)

    assert found[:2].tolist() == explained


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


@pytest.mark.parametrize(("function", "lapse"), [(summed, ONE_MODEL), (summed_unweighed, 1.0)])
def test_who_believes_nothing_takes_every_world_for_as_likely(function: Any, lapse: float) -> None:
    game, own, swapped = high_card(), 8, [False]
    table = Table(game, None, 2, seed=3)
    table.act(0)
    table.states["card_of"][0, 1] = table.states["card"][0] = own

    found = table.choice(based(game, function, "threshold")) / 12 / MANY

    assert found == pytest.approx(wins(own, swapped, lapse), abs=0.02)
    assert abs(wins(own, swapped, ONE_MODEL) - wins(own, swapped, 1.0)) > 0.08


@cache
def rewinder(game: Game) -> Entry:
    """Turns an imagined hand back, or gives the action seen where it has come to."""
    rewind, seen = game.rewind, game.seen
    assert rewind is not None
    assert seen is not None

    def back(views, rules, words, states, decision, _part):  # type: ignore[no-untyped-def]
        if decision < 0:
            return int64(rewind(views[0], rules[0], words[0], states[0]))
        return int64(seen(views[0], states[0], decision))

    def back_widely(views, rules, words, states, decision, part):  # type: ignore[no-untyped-def]
        if decision < 0:
            return int64(rewind(views[0], rules[0], words[0], states[0]))
        return int64(seen(views[0], states[0], decision)[part])

    if game.decisions[0].wide:
        back = back_widely
    records = (game.view, packed_dtype(game.rules), WORDS_DTYPE, game.state)
    arrays = (types.Array(from_dtype(dtype), 1, "C") for dtype in records)
    signature = types.int64(*arrays, types.int64, types.int64)
    return entry(back, signature=signature, content=f"{game.name} {back.__code__.co_code!r}")


def played_again(game: Game, point: Point, world: np.ndarray[Any, Any]) -> Iterator[Table]:
    """A table at every decision that is taken again in an imagined hand, before it is taken.

    The last is where the view was taken; none, where nothing can be played again.
    """
    views, words, states = point.state.view(game.view), words_of(point.hand), world.copy()
    first = rewinder(game).call(views, point.rules, words, states, -1, 0)
    if first == OVER:
        return
    table = Table(game, None, point.players)
    table.rules, table.states[:], table.words[:] = point.rules, states, words
    table.look(first)
    while True:
        yield table
        action = seen_at(game, point, table)
        if action in {NOT_SEEN, (NOT_SEEN, NOT_SEEN)}:
            return
        table.act(table.nth(0) if action == UNTOLD else action)


def seen_at(game: Game, point: Point, table: Table) -> Action:
    """The action that was seen where a hand that is played again has come to."""
    views, words = point.state.view(game.view), words_of(point.hand)
    given = views, table.rules, words, table.states, table.decision
    first, second = (int(rewinder(game).call(*given, part)) for part in (0, 1))
    return (first, second) if table.asks.wide else first


LATER = {"declare-31", "farmer"}
"""Decisions before which a seat has taken others in the same turn, which are not played again, or
at which another seat might be in its place."""


HOUSES: dict[str, list[dict[str, Any]]] = {
    "cheat": [
        *({"claim_rank": how, "max_plays": 30} for how in ("cyclic", "adjacent", "same")),
        {"packs": 2, "first_rank": "free", "max_plays": 30},
    ],
    "ninety-nine": [
        {},
        {"card_table": "ace-one", "continue_after_loss": True},
        {"decks": "1", "hand_size": 7, "negative_total": "floor-zero"},
        {"decks": "1", "hand_size": 5, "continue_after_loss": True},
        {"decks": "1", "stock_exhausted": "play-on", "hand_size": 8},
        {"infinite_deck": True, "hand_size": 4},
    ],
}
"""Rules by which hands are played again where the presets are not enough."""


@pytest.mark.parametrize(
    ("name", "presets", "players", "hands", "least"),
    [
        ("scat", 10, 3, 20, 60),
        ("spades", 3, 4, 6, 300),
        ("euchre", 6, 4, 12, 200),
        ("bridge", 1, 4, 4, 200),
        ("gin-rummy", 1, 3, 4, 100),
        pytest.param("gin-rummy", 2, 2, 4, 100, marks=pytest.mark.deep),
        pytest.param("ninety-nine", 6, 6, 6, 80, marks=pytest.mark.deep),
        pytest.param("cheat", 4, 4, 4, 100, marks=pytest.mark.deep),
        pytest.param("chinese-ten", 1, 3, 4, 100, marks=pytest.mark.deep),
        ("casino", 3, 3, 4, 100),
    ],
)
@pytest.mark.kept(0, full=6)
def test_an_imagined_hand_is_played_again_from_its_deal_by_what_was_seen(
    name: str, presets: int, players: int, hands: int, least: int
) -> None:
    game = load_game(name)
    told = HOUSES.get(name, list(game.presets.values()))
    houses = [game.rules(**preset) for preset in told[:presets]]
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
        if name != "cheat":
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
            likely *= ONE_MODEL / table.count + (1 - ONE_MODEL) * would
    return likely


def played_on_by(
    game: Game,
    point: Point,
    world: np.ndarray[Any, Any],
    n: int,
    base: Strategy,
    field: str = "your_net",
) -> int:
    """What the seat wins with its legal action number `n` in a world, all playing as the base."""
    table = Table(game, None, point.players)
    table.rules, table.states[:] = point.rules, world
    table.look(point.decision)
    table.act(table.nth(n))
    while not table.over:
        table.act(table.choice(base))
    table.close()
    return int(table.outcome(int(point.state["seat"][0]))[field])


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

        found = worths(game, plan, point.state, decision, range(count), worlds=worlds, seed=looked)

        assert found.mean(axis=1) == pytest.approx(exact, abs=reach)
        looked += 1
        if looked == 2:
            break
    assert looked == 2


# ---------------------------------------------------------------- the last cards of Ninety-Nine


def test_the_last_cards_of_ninety_nine_are_as_likely_as_a_play_makes_them() -> None:
    """Five cards are unseen. Who plays a seven has hardly kept an eight, a jack or a queen."""
    game, unseen, higher = load_game("ninety-nine"), [2, 7, 10, 11, 12], [7, 10, 11]
    base = load_strategy(game, "dump-high")
    rules = game.rules(hand_size=2, decks="1", stock_exhausted="play-on")
    table = Table(game, rules, 2, seed=3)
    told = {o.name: o.default for o in options_of(ninety_situation.Place)}
    said: dict[str, Value] = {"hand": "KD 2D", "played": "7C", "first": 1, "seat": 2}
    ninety_situation.place(told | said, table)
    state = table.states[0]
    state["in_pile"] = [card not in (*state["hand"][:2], *unseen) for card in range(PACK)]
    state["stock_count"] = 3
    point = Point(0, 2, table.rules, table.decision, table.states.copy())
    worlds = np.zeros(1500, game.state)
    for hand in range(len(worlds)):
        worlds[hand : hand + 1] = dealt_anew(game, point.state, point.rules, hand=hand)
    hands = worlds["own"]["hand"][:, 0, :2]
    stocks = [w["deck"][w["deck_end"] - 3 : w["deck_end"]] for w in worlds]
    which = np.unique(np.hstack([hands, stocks]), axis=0, return_index=True)[1]
    # Either card was drawn after the seven, and the other kept.
    kept = np.where(np.isin(hands[which], higher), ONE_MODEL / 2, 1 - ONE_MODEL / 2)
    likely = kept.mean(axis=1)
    lost = np.array(
        [
            [played_on_by(game, point, worlds[[k]], n, base, "your_change") for k in which]
            for n in range(table.count)
        ]
    )
    plan = Plan(game, base, rules=table.rules, players=2, unit=game.units["hand"](rules, 2))

    found = worths(game, plan, table.states, table.asks, range(table.count), worlds=6000, seed=1)

    exact = lost @ likely / likely.sum()
    assert len(which) == 120
    assert -found.mean(axis=1) == pytest.approx(exact, abs=0.03)
    assert abs(exact - lost.mean(axis=1)).max() > 0.1


# ---------------------------------------------------------------- the last card of Cheat


def test_whether_the_last_card_of_cheat_is_a_lie_is_as_likely_as_the_claim_before_makes_it() -> (
    None
):
    """A queen and an ace were laid, as these. Who tells the truth laid them in this order."""
    game = load_game("cheat")
    base, rules = load_strategy(game, "truth-first"), game.rules(first_rank="Q", max_plays=3)
    table = Table(game, rules, 2, seed=3)
    own = "A A A Q Q Q " + "2 3 4 5 6 7 8 9 T J " * 4 + "K K K"
    said: dict[str, Value] = {"hand": own, "sizes": "0,49", "seat": 2}
    said |= {"pile": "1 q, 1 k, 1 a", "doubt": True}
    told = {o.name: o.default for o in options_of(cheat_situation.Place)}
    cheat_situation.place(told | said, table)
    plan = Plan(game, base, rules=table.rules, players=2, unit=game.units["game"](rules, 2))
    ends = np.zeros((2, 4000), game.outcome)

    worths(game, plan, table.states, table.asks, [0, 1], worlds=4000, seed=1, outcomes=ends)

    # A liar who is caught has cards again, and then nobody wins.
    lies = (ends["winner"][1] < 0).mean()
    assert (ends["winner"][0] == 0).all()
    assert lies == pytest.approx(ONE_MODEL / 2, abs=0.03)
