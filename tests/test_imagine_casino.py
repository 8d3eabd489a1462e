"""Hands of Casino imagined from a view: they agree with it, and are as likely as each other."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

import cardsim
from cardsim.cards import card_name
from cardsim.engine.table import Table
from cardsim.games.casino import GAME
from cardsim.games.casino.rules import Rules
from cardsim.games.casino.story import move_of
from cardsim.table.positions import position
from cardsim.table.tried_hands import tried_hands
from cardsim.workspace import load_strategy
from checks import assert_uniform
from harness import in_set, oracle_rules, part_of
from imagining import dealt_anew, imagined, seen_bytes
from oracles import casino as book

SEED = 12
FREE = Rules(keep_capturing_card=False)


def at_random(rules: Rules, players: int, hand: int, turn: int) -> Table:
    """A hand played at random until so many cards have been played."""
    table = Table(GAME, rules, players, seed=SEED, hand=hand)
    anything = load_strategy(GAME, "random-legal")
    while table.state["turn"] < turn:
        table.act(table.choice(anything))
    return table


def seen(table: Table) -> dict[str, Any]:
    """What the seat on turn sees, as the oracle's `agrees` takes it."""
    state = table.view
    players = int(state.players)
    history = []
    for turn, action in enumerate(state.history[: state.turn].tolist()):
        move = move_of(action)
        seat = (int(state.dealer) + 1 + turn) % players
        fields = (move.kind, move.card, move.value, move.cards, int(move.take), move.old)
        history.append((seat, *fields))
    builds = [
        (value, int(state.build_groups[value]), tuple(in_set(int(some))), int(owner))
        for value, (some, owner) in enumerate(
            zip(state.build_cards, state.build_owner, strict=True)
        )
        if some
    ]
    return {
        "seat": int(state.seat),
        "dealer": int(state.dealer),
        "n_players": players,
        "hand": in_set(int(state.hand)),
        "hand_sizes": state.hand_sizes[:players].tolist(),
        "loose": in_set(int(state.loose)),
        "builds": builds,
        "piles": [in_set(int(pile)) for pile in state.piles[:players]],
        "scores": [0] * players,
        "history": history,
        "unseen": in_set(int(state.unseen)),
    }


def believed(table: Table, rules: Rules, states: Any) -> list[bool]:
    """Whether the oracle holds each of some states possible."""
    view = {**seen(table), "rules": oracle_rules(part_of("casino"), rules)}
    players = view["n_players"]
    return [
        book.agrees(view, [in_set(int(hand)) for hand in state["hand_of"][:players]])
        for state in states
    ]


@pytest.mark.parametrize("rules", [Rules(), FREE, Rules(trail_with_own_build=True)], ids=str)
@pytest.mark.full
def test_an_imagined_hand_agrees_with_what_is_seen(rules: Rules) -> None:
    checked = 0
    for hand in range(30):
        players = 2 + hand % 3
        table = at_random(rules, players, hand, 5 + hand % 37)
        other = dealt_anew(GAME, table.states, table.rules, hand=hand)

        assert seen_bytes(GAME, other) == seen_bytes(GAME, table.states)
        assert all(believed(table, rules, other))
        state = other[0]
        left = 52 - int(state["deals_left"]) * 4 * players
        stock = state["deck"][left:].tolist()
        everything = [card for some in state["hand_of"] for card in in_set(int(some))] + stock
        assert sorted(everything) == sorted(in_set(int(table.view.unseen) | int(table.view.hand)))
        checked += len(stock) > 0
    assert checked > 10


def ways(table: Table, rules: Rules) -> set[tuple[Any, ...]]:
    """All hands of the others that agree with what the seat on turn sees, by the oracle."""
    view = {**seen(table), "rules": oracle_rules(part_of("casino"), rules)}
    me, players = view["seat"], view["n_players"]
    others = [seat for seat in range(players) if seat != me]
    found: set[tuple[Any, ...]] = set()

    def fill(hands: list[Any], seats: list[int], left: list[int]) -> None:
        if not seats:
            if book.agrees(view, hands):
                found.add(tuple(map(tuple, hands)))
            return
        for some in combinations(left, view["hand_sizes"][seats[0]]):
            rest = [card for card in left if card not in some]
            fill(
                [list(some) if s == seats[0] else h for s, h in enumerate(hands)],
                seats[1:],
                rest,
            )

    fill([view["hand"]] * players, others, view["unseen"])
    return found


@pytest.mark.parametrize(
    ("rules", "players", "turn"), [(Rules(), 3, 39), (Rules(), 2, 36), (FREE, 3, 39)], ids=str
)
def test_every_hand_that_agrees_is_as_likely(rules: Rules, players: int, turn: int) -> None:
    """Late in a hand, where somebody has shown what he holds and not all ways are open."""
    for hand in range(400):
        table = at_random(rules, players, hand, turn)
        others = [s for s in range(players) if s != table.seat]
        if not any(table.state["promised"][others]):
            continue
        possible = ways(table, rules)
        if 4 < len(possible) < 400:
            break
    else:
        raise AssertionError("nobody has shown anything")

    states = imagined(GAME, table.states, table.rules, count=150 * len(possible))

    counts = Counter(
        tuple(tuple(in_set(int(some))) for some in state["hand_of"][:players]) for state in states
    )
    assert set(counts) == possible
    assert_uniform(list(counts.values()), resolves=0.3)


@pytest.mark.full
def test_who_had_to_trail_had_nothing_else_to_do() -> None:
    """With a build of his own; what he then held is not all that it might be."""
    ruled_out = 0
    for hand in range(150):
        table = at_random(FREE, 2, hand, 5 + hand % 40)
        if not forced(table):
            continue
        states = imagined(GAME, table.states, table.rules, count=40)
        assert all(believed(table, FREE, states))
        ruled_out += 1
    assert ruled_out > 3


def forced(table: Table) -> bool:
    """Whether somebody else trailed in this deal with a build of his own."""
    state = table.view
    players, owners, found = int(state.players), dict[int, int](), False
    dealt = int(state.turn) // (4 * players) * 4 * players
    for turn, action in enumerate(state.history[: state.turn].tolist()):
        move, seat = move_of(action), (int(state.dealer) + 1 + turn) % players
        if move.kind == book.TRAIL and turn >= dealt and seat in owners.values():
            found |= seat != state.seat
        elif move.kind >= book.BUILD:
            owners.pop(move.old, None)
            owners[move.value] = seat
        elif move.take:
            del owners[move.value]
    return found


@pytest.mark.full
def test_cards_that_nobody_told_were_captured_by_somebody() -> None:
    """With 49 cards captured by nobody, two nines won most cards: 6.7 points more than a trail."""
    last: dict[str, Any] = {"hand": "9D", "table": "9C", "deal": 6, "dealer": 2, "last": 2}
    asked: dict[str, Any] = {"strategy": "greedy-value", "vs": "usual", "worlds": 200, "seed": 3}

    said = cardsim.advise("casino", unit="hand", **last, **asked)

    take, trail = (
        next(c.value for c in said.choices if word in c.told) for word in ("take", "trail")
    )
    assert 0.5 < take - trail < 4


@pytest.mark.full
def test_a_pile_that_was_told_is_whole_and_has_the_sweeps_that_were_told() -> None:
    """Only the second pile is not told: all missing cards are there, however the hands went."""
    told: dict[str, Any] = {"hand": "9D", "table": "9C", "deal": 6, "dealer": 2, "last": 2}
    told["captured"] = "AS TD, "
    table: dict[str, Any] = {"unit": "hand", "strategy": "greedy-value", "vs": "usual", "seed": 3}
    place = position("casino", replay=None, view=None, options=told, **table)

    hands = tried_hands(place.table, place.plan(), [0], worlds=64, seed=3).hands

    mine = int(hands["piles"][0, 0])
    assert [card_name(card) for card in in_set(mine)] == ["TD", "AS"]
    assert set(hands["piles"][:, 0].tolist()) == {mine}
    assert {int(pile).bit_count() for pile in hands["piles"][:, 1]} == {47}
    assert not hands["sweeps"][:, 0].any()
    assert hands["sweeps"][:, 1].any()
