"""Chinese Ten: hands imagined from what a seat sees."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest

from cardsim import Strategy
from cardsim.engine.table import Table
from cardsim.games.chinese_ten import GAME
from cardsim.games.chinese_ten.play import card_points
from cardsim.games.chinese_ten.rules import Rules
from cardsim.games.chinese_ten.state import CAPTURE, FLIP_CAPTURE, NO_CARD, PLAY
from cardsim.workspace import load_strategy
from checks import assert_share, assert_uniform
from imagining import SEED, Point, assert_agrees, imagined, played_on, points
from oracles import chinese_ten as book

TABLES = [
    *((Rules(), players) for players in (2, 3, 4)),
    (Rules(must_capture=False), 3),
    (Rules(must_capture=False, first_player="dealer", red_nine=9), 2),
    (Rules(four_alike_layout="redeal", triple_layout="redeal", first_player="dealer"), 4),
]
HANDS = 24
AGAIN = Rules(four_alike_layout="redeal", triple_layout="redeal")
TRIPLE, TWO_SPECIAL, FOUR_ALIKE = 1196, 8810, 44508
"""Hands of `SEED` whose first layout, or first two, are special: a triple, or four alike."""
SPECIAL = [
    *((rules, players, TRIPLE) for rules in (Rules(), AGAIN) for players in (2, 3, 4)),
    (Rules(must_capture=False), 2, TRIPLE),
    (AGAIN, 2, TWO_SPECIAL),
    (Rules(), 2, FOUR_ALIKE),
    (Rules(first_player="dealer"), 4, FOUR_ALIKE),
]
DEPENDS_ON_CARDS = {
    *("hands", "cards", "ranks", "own_points", "wins_of_all", "deck"),
    # What it is of, where the layout was usual, is left from the hand before.
    "layout_rank",
    # Views of other fields, with what fills up a word.
    *("hand_whole", "wins_whole"),
}


@cache
def strategies() -> list[Strategy]:
    return [load_strategy(GAME, name) for name in ("random-legal", "greedy")]


@cache
def all_points() -> list[Point]:
    found = list(points(GAME, TABLES, strategies(), hands=HANDS))
    for rules, players, hand in SPECIAL:
        found += points(GAME, [(rules, players)], strategies()[:1], hands=1, first=hand)
    return found


def in_set(cards: Any) -> list[int]:
    return [card for card in range(54) if int(cards) >> card & 1]


def test_what_is_imagined_agrees_with_what_the_seat_sees() -> None:
    asked: Counter[int] = Counter()

    for point in all_points():
        assert_agrees(GAME, point)
        asked[point.decision] += 1

    assert min(asked[decision] for decision in (PLAY, CAPTURE, FLIP_CAPTURE)) > 50
    layouts = Counter(int(point.state["layout"][0]) for point in all_points())
    assert min(layouts.values()) > 20
    assert len(layouts) == 3
    redeals = Counter(int(point.state["redeals"][0]) for point in all_points())
    assert min(redeals[number] for number in (0, 1, 2)) > 20
    triples = [point.state["triple_rank"][0] >= 0 for point in all_points()]
    assert sum(triples) > 10


def test_every_card_is_in_one_place_and_each_was_dealt_there() -> None:
    for point in all_points():
        true, state = point.state[0], imagined(GAME, point.state, point.rules, hand=point.hand)[0]

        players, share, seat = point.players, 24 // point.players, int(true["seat"])
        deck = state["deck"].tolist()
        assert sorted(deck) == list(range(52))
        shown = set(deck[24:28])
        for t, (played, _, flipped, _) in enumerate(state["history"].tolist()):
            if played != NO_CARD:
                shown.add(played)
                assert played in deck[(int(true["first"]) + t) % players : 24 : players]
            if flipped != NO_CARD:
                shown.add(flipped)
                assert deck[28 + t] == flipped
        assert set(in_set(state["shown"])) == shown == set(in_set(true["shown"]))
        for other in range(players):
            held = [card for card in deck[other:24:players] if card not in shown]
            row = slice(other * share, (other + 1) * share)
            rest = [NO_CARD] * (share - len(held))
            assert len(held) == state["hand_counts"][other]
            assert state["cards"][row].tolist() == held + rest
            assert state["ranks"][row].tolist() == [card % 13 for card in held] + rest
            assert in_set(state["hands"][other]) == sorted(held)
        assert in_set(state["hands"][seat]) == in_set(true["held"])


def test_what_is_said_of_all_hands_is_what_a_deal_would_say() -> None:
    """The row that says what each card would win, which no view shows of others."""
    for point in all_points():
        state = imagined(GAME, point.state, point.rules, hand=point.hand)[0]

        values, share = int(state["values"]), 24 // point.players
        table = in_set(state["table"])
        for at, card in enumerate(state["cards"][:24].tolist()):
            found = [card_points(c, values) for c in book.partners(table, card)]
            wins, own = -1, 0
            if card != NO_CARD:
                own = card_points(card, values)
                if found:
                    triple = card % 13 == state["triple_rank"]
                    wins = own + (sum(found) if triple else max(found))
            assert (state["wins_of_all"][at], state["own_points"][at]) == (wins, own), (at, share)


def test_what_does_not_depend_on_hidden_cards_is_as_it_was() -> None:
    for point in all_points():
        state = imagined(GAME, point.state, point.rules, hand=point.hand)

        for field in set(GAME.state.names or ()) - DEPENDS_ON_CARDS:
            assert state[field].tobytes() == point.state[field].tobytes(), field


def test_an_imagined_hand_is_played_on_to_its_end() -> None:
    ends: dict[int, set[bytes]] = {}

    for at, point in enumerate(all_points()[::3]):
        for hand in (1, 2):
            state = imagined(GAME, point.state, point.rules, hand=hand)
            for strategy in strategies():
                how: dict[str, Any] = {
                    "following": point.decision,
                    "players": point.players,
                    "hand": hand,
                }
                outcome = played_on(GAME, state, point.rules, strategy, **how)
                again = played_on(GAME, state, point.rules, strategy, **how)
                assert outcome.tobytes() == again.tobytes()
                ends.setdefault(at, set()).add(outcome.tobytes())
                assert outcome["layout"] == point.state["layout"][0]
                assert outcome["redeals"] == point.state["redeals"][0]
                if point.rules["must_capture"][0]:
                    assert outcome["unclaimed"] == 0
                    assert outcome["score"].sum() == point.state["total"][0]
                    captures = outcome["by_hand"] + outcome["by_flip"]
                    assert captures == 26 - min(outcome["layout"], 2)

    assert sum(len(each) for each in ends.values()) > 2 * len(ends)


def test_other_words_imagine_another_hand_where_something_is_hidden() -> None:
    for point in all_points():
        if int(point.state["unseen"][0]).bit_count() > 1:
            states = imagined(GAME, point.state, point.rules, count=20)
            hidden = {state["cards"].tobytes() + state["deck"][28:].tobytes() for state in states}
            assert len(hidden) > 1


def late(rules: Rules, players: int, turn: int, hand: int = 0, seed: int = SEED) -> Table:
    """A hand in which whoever plays takes the first action there is, up to a turn."""
    table = Table(GAME, rules, players, seed=seed, hand=hand)
    while table.state["turn"] < turn or table.decision != PLAY:
        table.act(table.legal[0])
    return table


@pytest.mark.parametrize(("players", "turn"), [(2, 20), (3, 21), (4, 21)])
@pytest.mark.kept(2)
def test_every_way_to_deal_the_cards_not_seen_is_as_likely(players: int, turn: int) -> None:
    """Late in a hand 6 cards are hidden, or 5: in all orders in other hands and in the deck."""
    table = late(Rules(), players, turn)
    unseen = in_set(table.state["unseen"])
    ways = math.factorial(len(unseen))

    states = imagined(GAME, table.states, table.rules, count=400 * ways)

    hidden = np.concatenate([states["cards"][:, :24], states["deck"][:, 28 + turn :]], axis=1)
    worlds = hidden[np.isin(hidden, unseen)].reshape(len(states), len(unseen))
    _, seen = np.unique(worlds, axis=0, return_counts=True)
    assert len(unseen) == {2: 6, 3: 5, 4: 5}[players]
    assert len(seen) == ways
    assert_uniform(seen, resolves=0.07)


def test_cards_seen_in_a_layout_dealt_again_are_in_the_deck() -> None:
    """Of the others each is as likely in the other hand; of those that went back none is there."""
    table = Table(GAME, AGAIN, 2, seed=SEED, hand=TRIPLE)
    returned = set(table.state["redealt"][0].tolist())
    unseen = in_set(table.state["unseen"])
    free = [card for card in unseen if card not in returned]

    states = imagined(GAME, table.states, table.rules, count=60_000)

    other = 1 - int(table.state["seat"])
    dealt = states["cards"][:, 12 * other : 12 * other + 12]
    held = np.bincount(dealt.ravel(), minlength=52)
    below = np.bincount(states["deck"][:, 28], minlength=52)
    back = sorted(returned & set(unseen))
    assert len(back) > 0
    assert held.sum() == held[free].sum()
    assert_uniform(held[free], resolves=0.03)
    # Whatever is in the deck is as likely on top of it.
    assert_uniform(below[back], resolves=0.2)
    chance = len(back) / 24
    assert_share((int(below[back].sum()), len(states)), chance, resolves=0.03)


def test_cards_played_were_dealt_at_any_place_and_own_cards_in_their_order() -> None:
    """Which of the twelve cards dealt to a seat was the first that it played."""
    table = late(Rules(), 2, 15)
    own = int(table.state["seat"])

    states = imagined(GAME, table.states, table.rules, count=60_000)

    for seat in (own, 1 - own):
        played = table.state["history"][seat, 0]
        dealt = states["deck"][:, seat:24:2]
        assert_uniform((dealt == played).sum(axis=0), resolves=0.05)
    hand = table.state["hand"][: table.state["hand_size"]]
    dealt = states["deck"][:, own:24:2]
    assert (dealt[np.isin(dealt, hand)].reshape(-1, len(hand)) == hand).all()
    first = np.argmax(np.isin(dealt, hand), axis=1)
    held, rest = len(hand), 12 - len(hand)
    weights = [math.comb(11 - k, held - 1) for k in range(rest + 1)]
    assert_uniform(np.bincount(first, minlength=rest + 1), weights=weights, resolves=0.05)


def test_the_layout_came_in_any_order() -> None:
    table = late(Rules(), 3, 5)

    layouts = imagined(GAME, table.states, table.rules, count=60_000)["deck"][:, 24:28]

    orders = Counter(map(bytes, layouts))
    assert len(orders) == 24
    assert_uniform(list(orders.values()), resolves=0.1)
