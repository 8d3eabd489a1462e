"""Compiled Counter-Cameroon keeps the invariants of its rules file, and throws fair dice."""

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest
from numba import types
from numba.np.numpy_support import from_dtype
from numpy import uint32, uint64

import harness
from cardsim.compile.fingerprint import fingerprint
from cardsim.engine.table import Table
from cardsim.game import Step
from cardsim.games.counter_cameroon import GAME
from cardsim.games.counter_cameroon.play import dice_of, next_roll
from cardsim.games.counter_cameroon.rules import BALANCED, STANDARD, Rules
from cardsim.games.counter_cameroon.state import LOST
from cardsim.kernels.jit import Entry, entry
from cardsim.rng import WORDS_DTYPE, place
from checks import assert_uniform
from harness import Play, table_of
from harnesses.counter_cameroon import NUMBERS, PART

OFFERED = {2: (171, 1), 3: (302, 6), 4: (461, 19), 5: (580, 36), 6: (727, 61), 7: (834, 90)}


def test_all_rolls_offer_what_the_enumeration_gives() -> None:
    table = Table(GAME, Rules(), 2)
    offers, doubles, sizes = Counter[int](), Counter[int](), Counter[int]()
    sets = set()
    some_double = 0
    for roll in range(1296):
        table.state["roll"] = roll
        table.look(table.decision)
        pairs = {tuple(pair) for pair in table.state["splits"].tolist()}
        offers.update({c for pair in pairs for c in pair})
        doubles.update(low for low, high in pairs if low == high)
        some_double += any(low == high for low, high in pairs)
        sizes[int(table.state["choices"]).bit_count()] += 1
        sets.add(frozenset(pairs))

    expected = {**OFFERED, **{14 - c: both for c, both in OFFERED.items()}}
    assert {c: (offers[c], doubles[c]) for c in NUMBERS} == expected
    assert sizes == {1: 126, 2: 810, 3: 360}
    assert some_double == 336
    assert len(sets) == 109


def test_every_roll_is_as_likely() -> None:
    """Chi-square over the 1296 rolls; false alarm 1e-6."""
    words, counts = np.zeros(1, WORDS_DTYPE), np.zeros(1296, np.int64)

    rolls_entry().call(words, counts, 4_000_000)

    assert_uniform(counts, resolves=0.025)


@cache
def rolls_entry() -> Entry:
    """Counts the rolls of a game that is so long: (words, counts, turns)."""
    roll = next_roll

    def throw(words, counts, turns):  # type: ignore[no-untyped-def]
        place(words[0], uint64(1), uint64(0), uint32(0), uint32(0))
        for turn in range(turns):
            counts[roll(turn, words[0])] += 1  # type: ignore[no-untyped-call]

    records = types.Array(from_dtype(WORDS_DTYPE), 1, "C")
    signature = types.none(records, types.Array(types.int64, 1, "C"), types.int64)
    return entry(throw, signature=signature, content=fingerprint(throw))


# --- Invariants, section 11 ----------------------------------------------------------------------

TABLES = 80


@cache
def traced_games() -> list[Play]:
    usual = [table_of(PART, Rules(), [[k % 4, (k + 1) % 4]]) for k in range(10)]
    long = [play for table in usual for play in harness.plays(table, seed=8, hands=range(4))]
    return harness.random_plays(PART, 11, tables=TABLES, hands=4) + long


def marks_by_seat(state: Any) -> list[list[int]]:
    mine, his = state["my_marks"].tolist(), state["opp_marks"].tolist()
    return [mine, his] if state["seat"] == 0 else [his, mine]


def decided(step: Step) -> bool:
    return step.decision is not None


@pytest.mark.full
def test_a_category_is_owned_by_who_has_all_its_marks_and_by_nobody_else() -> None:
    for play in traced_games():
        for step in play.steps:
            marks = marks_by_seat(step.after)
            for c in NUMBERS:
                full = [
                    seat for seat in range(2) if marks[seat][c] == play.table.rules.marks_to_win
                ]
                assert max(marks[0][c], marks[1][c]) <= play.table.rules.marks_to_win
                assert [int(step.after["owner"][c])] == (full or [-1])


def test_marks_are_made_or_wasted_two_a_turn() -> None:
    for play in traced_games():
        last = play.steps[-1].after
        marks = sum(map(sum, marks_by_seat(last)))
        made = 2 * int(last["turns"])
        if play.table.rules.double_mark == 1:
            splits = [divmod(number, 100) for kind, _, number in play.events if kind == "split"]
            made -= sum(low == high for low, high in splits)
        assert marks + play.outcome["wasted"] == made


def test_a_full_game_ends_when_all_is_owned_and_no_sooner_than_it_can() -> None:
    full = 0
    for play in traced_games():
        last = play.steps[-1].after
        rules = play.table.rules
        if rules.early_stop or rules.max_turns < 10000:
            continue
        full += 1
        marks = sum(map(sum, marks_by_seat(last)))
        win = rules.marks_to_win
        assert all(last["owner"][c] >= 0 for c in NUMBERS)
        assert 11 * win <= marks <= 11 * (2 * win - 1)
        assert last["turns"] >= 11 * win / 2
        turns = Counter(seat for kind, seat, _ in play.events if kind == "roll")
        first = int(last["first"])
        assert turns[first] - turns[1 - first] in (0, 1)
    assert full > 30


def test_both_scorings_share_out_all_points_and_fit_each_other() -> None:
    for play in traced_games():
        outcome = play.outcome
        owner = outcome["owner"]
        hero = outcome["your_seat"]
        mine = [k for k, seat in enumerate(owner) if seat == hero]
        assert outcome["your_standard"] == sum(STANDARD[k] for k in mine)
        assert outcome["your_balanced"] == sum(BALANCED[k] for k in mine)
        fits = 2 * outcome["your_balanced"] - outcome["your_categories"]
        assert outcome["your_standard"] == fits
        if all(seat >= 0 for seat in owner):
            assert LOST in (outcome["result_standard"], 2 - outcome["result_standard"])
            assert LOST in (outcome["result_balanced"], 2 - outcome["result_balanced"])


def test_what_is_owned_stays_with_its_owner() -> None:
    for play in traced_games():
        for step in filter(decided, play.steps):
            for c in NUMBERS:
                before = step.before["owner"][c]
                assert before < 0 or step.after["owner"][c] == before


def test_both_have_the_same_dice_whoever_plays() -> None:
    """The k-th roll of a game depends on seed, game and k alone, and not on who rolls it."""
    rules = [Rules(), Rules(first_player="random", marks_to_win=2, double_mark=1, must_mark=True)]
    rows = [[[0, 1]], [[2, 3]], [[0, 0]]]
    for hand in range(20):
        rolls = []
        for each in rules:
            for row in rows:
                events = Play(table_of(PART, each, row), seed=4, hand=hand).events
                rolls.append([dice for kind, _, dice in events if kind == "roll"])
        longest = max(rolls, key=len)
        assert len(longest) > 24
        assert all(dice == longest[: len(dice)] for dice in rolls)


def test_who_rolls_first_is_drawn_where_the_house_says_so() -> None:
    table = table_of(PART, Rules(first_player="random", max_turns=1), [[0, 0]])

    firsts = table.play_many(seed=2, first=0, count=100_000)["you_first"]

    assert_uniform(np.bincount(firsts, minlength=2), resolves=0.04)


def test_nothing_in_the_game_is_secret() -> None:
    """Perfect information: what the view leaves out can be told from it.

    So no test can change what a strategy must not know.
    """
    for play in traced_games():
        for step in filter(decided, play.steps):
            state = step.before
            assert state["dice"].tolist() == list(dice_of(int(state["roll"])))
            first = state["seat"] if state["i_rolled_first"] else 1 - state["seat"]
            assert state["first"] == first
