"""Compiled Chinese Ten keeps the invariants of its RULES.md, section 11."""

import random
from functools import cache
from typing import Any

import numpy as np
import pytest

import harness
from cardsim.games.chinese_ten.rules import Rules
from cardsim.games.chinese_ten.state import NO_CARD, PARTNERS
from harness import Play, in_set, table_of
from harnesses.chinese_ten import PART


@pytest.mark.full
def test_the_deal_is_the_same_whatever_the_players_do() -> None:
    tables = [table_of(PART, Rules(), [[brain] * 3]) for brain in (0, 1)]

    first, second = (Play(table, seed=4, hand=9).events for table in tables)

    assert first != second
    for kinds in (("deal",), ("layout",), ("flip",)):
        cards = [[card for kind, _, card in events if kind in kinds] for events in (first, second)]
        assert cards[0] == cards[1]


@cache
def traced_hands(*, must_capture: bool) -> list[tuple[harness.Table, list[Any]]]:
    """The states of hands of random tables, by the rules of section 11 or with trailing."""
    rng = random.Random(11)
    found: list[tuple[harness.Table, list[Any]]] = []
    while len(found) < 60:
        table = harness.random_table(PART, rng)
        if table.rules.must_capture == must_capture:
            found.append((table, list(Play(table, seed=8, hand=len(found)).states)))
    return found


def between_turns(states: list[Any]) -> list[Any]:
    return [s for s in states if s["decision"] == 0 or (s["decision"] < 0 and s["turn"] == 24)]


@pytest.mark.parametrize("must_capture", [True, False])
@pytest.mark.kept(1)
def test_the_52_cards_are_in_hands_table_deck_and_piles_at_all_times(*, must_capture: bool) -> None:
    for _, states in traced_hands(must_capture=must_capture):
        for state in states:
            limbo = [int(state["card"])] if state["decision"] > 0 else []
            deck = state["deck"][52 - int(state["deck_count"]) :].tolist()
            masks = [*state["hands"], *state["taken"], state["table"]]
            cards = [card for mask in masks for card in in_set(int(mask))]
            assert sorted([*cards, *deck, *limbo]) == list(range(52))


def test_deck_and_hands_shrink_by_a_card_a_turn() -> None:
    for table, states in traced_hands(must_capture=True):
        for state in between_turns(states):
            assert state["deck_count"] == 24 - state["turn"]
            assert state["hand_counts"].sum() == 24 - state["turn"]
            counts = state["hand_counts"][: table.players].tolist()
            assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize("must_capture", [True, False])
def test_the_rows_of_a_hand_say_what_its_set_says(*, must_capture: bool) -> None:
    for table, states in traced_hands(must_capture=must_capture):
        share = 24 // table.players
        for state in states:
            for seat in range(table.players):
                count = int(state["hand_counts"][seat])
                row = state["cards"][seat * share : seat * share + count].tolist()
                assert sorted(row) == in_set(int(state["hands"][seat]))


def test_captures_come_in_pairs() -> None:
    for _, states in traced_hands(must_capture=True):
        for state in states:
            assert all(int(mask).bit_count() % 2 == 0 for mask in state["taken"])


def test_partners_meet_on_the_table_only_in_the_layout() -> None:
    for _, states in traced_hands(must_capture=True):
        layout = int(states[0]["table"])
        for state in states:
            table = int(state["table"])
            assert table.bit_count() <= 23
            for card in in_set(table):
                for other in in_set(table & int(PARTNERS[card])):
                    assert layout >> card & 1
                    assert layout >> other & 1


def test_the_last_flip_takes_what_is_left() -> None:
    for _, states in traced_hands(must_capture=True):
        assert states[-1]["history"][23][3] != NO_CARD
        assert states[-1]["table"] == 0


MANY = 100_000


@cache
def outcomes(players: int, brain: int) -> np.ndarray[Any, Any]:
    return table_of(PART, Rules(), [[brain] * players]).play_many(seed=12, first=0, count=MANY)


@pytest.mark.parametrize("brain", [0, 1], ids=["random", "greedy"])
@pytest.mark.parametrize(("players", "total"), [(2, 210), (3, 240), (4, 280)])
def test_the_table_ends_empty_and_the_points_add_up(players: int, total: int, brain: int) -> None:
    played = outcomes(players, brain)

    assert (played["unclaimed"] == 0).all()
    assert (played["score"][:, :players].sum(axis=1) == total).all()
    assert (played["net"][:, :players].sum(axis=1) == 0).all()
    assert (played["share"][:, :players].sum(axis=1) == 12).all()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_are_26_captures_or_25_with_a_triple_or_24_with_four_alike(players: int) -> None:
    played = outcomes(players, 0)
    captures = played["by_hand"] + played["by_flip"]

    assert (played["layout"] == 1).any()
    assert (captures == 26 - played["layout"]).all()
