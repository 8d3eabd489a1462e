"""Compiled Counter-Cameroon against the oracle, the rules file's examples, and against itself."""

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest
from numba import types
from numba.np.numpy_support import from_dtype
from numpy import int64, uint32, uint64

import cardsim
import harness
from cardsim.compile.fingerprint import fingerprint
from cardsim.game import Step
from cardsim.games.counter_cameroon import GAME
from cardsim.games.counter_cameroon.play import dice_of, next_roll
from cardsim.games.counter_cameroon.rules import BALANCED, STANDARD, Rules
from cardsim.games.counter_cameroon.state import LOST, WON
from cardsim.kernels.jit import Entry, entry
from cardsim.options.params import pack, packed_dtype
from cardsim.rng import WORDS_DTYPE, place
from checks import assert_uniform
from harness import Play, table_of
from harnesses.counter_cameroon import NUMBERS, PART
from oracles import counter_cameroon as oracle

# --- Against itself ------------------------------------------------------------------------------


def test_threads_and_chunks_leave_every_count_as_it_is() -> None:
    def tables(threads: int, chunk: int) -> list[str]:
        result = cardsim.run(
            GAME.name, 3000, seed=3, threads=threads, chunk=chunk, strategy="random-split"
        )
        return [table.write_json() for table in result.tables.values()]

    assert tables(1, 3000) == tables(2, 500) == tables(2, 77)


# --- By hand -------------------------------------------------------------------------------------

DEAL, SHOW, ACT, SCORE, ROLLS = range(5)


@cache
def step_entry() -> Entry:
    """The game's functions behind one door, which is quicker to compile than five."""
    start, deal, observe, score = GAME.start, GAME.deal, GAME.observe, GAME.score
    apply, roll = GAME.decisions[0].apply, next_roll

    def step(states, rules, words, outcomes, counts, command, number):  # type: ignore[no-untyped-def]
        state, rule = states[0], rules[0]
        answer = int64(0)
        if command == DEAL:
            start(state, rule, 2, False)
            place(words[0], uint64(number), uint64(0), uint32(0), uint32(0))
            answer = int64(deal(state, rule, words[0]))
        elif command == ACT:
            answer = int64(apply(state, rule, uint32(number), words[0]))
        elif command == SCORE:
            score(state, rule, number, outcomes[0])
        elif command == ROLLS:
            for turn in range(number):
                counts[roll(turn, words[0])] += 1  # type: ignore[no-untyped-call]
        if command in (DEAL, SHOW, ACT) and answer >= 0:
            observe(state, rule)
        return answer

    records = (GAME.state, packed_dtype(GAME.rules), WORDS_DTYPE, GAME.outcome)
    arrays = (types.Array(from_dtype(dtype), 1, "C") for dtype in records)
    counts = types.Array(types.int64, 1, "C")
    signature = types.int64(*arrays, counts, types.int64, types.int64)
    return entry(step, signature=signature, content=fingerprint(step))


class Sheet:
    """A game of the kernel in which marks, owners and dice are set from here; seat 0 is to move."""

    def __init__(self, rules: Rules) -> None:
        """An empty sheet."""
        self.rules = pack(rules)
        self.states = np.zeros(1, GAME.state)
        self.words = np.zeros(1, WORDS_DTYPE)
        self.outcomes = np.zeros(1, GAME.outcome)
        self.counts = np.zeros(1296, np.int64)
        self.call(DEAL, 1)

    @property
    def state(self) -> Any:
        """The record of the game."""
        return self.states[0]

    def call(self, command: int, number: int) -> int:
        """Carry out one step."""
        arrays = (self.states, self.rules, self.words, self.outcomes, self.counts)
        return int(step_entry().call(*arrays, command, number))

    def put(
        self,
        mine: dict[int, int] | None = None,
        his: dict[int, int] | None = None,
        owner: dict[int, int] | None = None,
    ) -> None:
        """Put marks on the sheets, and give categories to their owners."""
        for name, marks in (("my_marks", mine or {}), ("opp_marks", his or {})):
            for category, n in marks.items():
                self.state[name][category] = n
        for category, seat in (owner or {}).items():
            self.state["owner"][category] = seat
            points = "my_points" if seat == 0 else "opp_points"
            self.state[points] += self.state["points"][category]

    def throw(self, *dice: int) -> None:
        """Let these dice have been thrown."""
        self.state["roll"] = sum((d - 1) * 6 ** (3 - k) for k, d in enumerate(dice))
        self.call(SHOW, 0)

    @property
    def splits(self) -> set[str]:
        """The distinct legal splits, as `3-11`."""
        kept = [k for k in range(3) if int(self.state["choices"]) >> k & 1]
        pairs = [tuple(self.state["splits"][k].tolist()) for k in kept]
        assert len(set(pairs)) == len(pairs)
        return {f"{low}-{high}" for low, high in pairs}


@pytest.mark.parametrize(
    ("dice", "splits"),
    [
        ((1, 6, 2, 5), {"7-7", "3-11", "6-8"}),
        ((1, 1, 1, 1), {"2-2"}),
        ((1, 1, 6, 6), {"2-12", "7-7"}),
        ((1, 2, 3, 4), {"3-7", "4-6", "5-5"}),
        ((3, 3, 3, 5), {"6-8"}),
        ((2, 2, 5, 5), {"4-10", "7-7"}),
    ],
)
def test_dice_are_parted_as_in_the_examples(dice: tuple[int, ...], splits: set[str]) -> None:
    sheet = Sheet(Rules())

    sheet.throw(*dice)

    assert sheet.state["dice"].tolist() == list(dice)
    assert sheet.splits == splits


@pytest.mark.parametrize(
    ("before", "dice", "after", "wasted"),
    [
        ({}, (3, 4, 1, 6), {"marks": {7: 2}, "owner": {7: -1}}, 0),
        ({"mine": {7: 2}, "his": {7: 3}}, (3, 4, 1, 6), {"marks": {7: 4}, "owner": {7: 0}}, 0),
        ({"mine": {7: 3}}, (3, 4, 1, 6), {"marks": {7: 4}, "owner": {7: 0}}, 1),
        (
            {"mine": {8: 1}, "his": {6: 4}, "owner": {6: 1}},
            (3, 3, 4, 4),
            {"marks": {6: 0, 8: 2}, "owner": {6: 1, 8: -1}},
            1,
        ),
        (
            {"mine": {8: 4}, "his": {6: 4}, "owner": {6: 1, 8: 0}},
            (3, 3, 4, 4),
            {"marks": {6: 0, 8: 4}, "owner": {6: 1, 8: 0}},
            2,
        ),
        (
            {"mine": {3: 3, 11: 3}},
            (1, 2, 5, 6),
            {"marks": {3: 4, 11: 4}, "owner": {3: 0, 11: 0}},
            0,
        ),
    ],
)
def test_marks_are_made_as_in_the_examples(
    before: dict[str, Any], dice: tuple[int, ...], after: dict[str, Any], wasted: int
) -> None:
    sheet = Sheet(Rules())
    sheet.put(**before)
    sheet.throw(*dice)

    sheet.call(ACT, 0)
    sheet.call(SCORE, 0)

    # The turn has passed: what seat 0 marked is now his opponent's.
    marks, owner = sheet.state["opp_marks"], sheet.state["owner"]
    assert {c: int(marks[c]) for c in after["marks"]} == after["marks"]
    assert {c: int(owner[c]) for c in after["owner"]} == after["owner"]
    there = sum(sum(before.get(name, {}).values()) for name in ("mine", "his"))
    assert sheet.outcomes["wasted"][0] + there == wasted
    assert sheet.state["my_marks"].tolist() == [before.get("his", {}).get(c, 0) for c in range(13)]


def test_a_double_is_one_mark_where_the_house_says_so() -> None:
    sheet = Sheet(Rules(double_mark=1))
    sheet.throw(3, 4, 1, 6)

    sheet.call(ACT, 0)
    sheet.call(SCORE, 0)

    assert sheet.state["opp_marks"][7] == 1
    assert sheet.outcomes["wasted"][0] == 0


@pytest.mark.parametrize(
    ("mine", "standard", "balanced"),
    [
        ((2, 3, 4, 5, 6), (35, 36), (20, 21)),
        ((7, 6, 8, 5, 9, 4), (24, 47), (15, 26)),
        ((2, 3, 4, 11), (36, 35), (20, 21)),
    ],
)
@pytest.mark.parametrize("scoring", ["standard", "balanced"])
def test_scores_are_those_of_the_examples_under_both_scorings(
    scoring: str, mine: tuple[int, ...], standard: tuple[int, int], balanced: tuple[int, int]
) -> None:
    sheet = Sheet(Rules(scoring=scoring))
    sheet.put(owner={c: int(c not in mine) for c in NUMBERS})

    for hero in range(2):
        sheet.call(SCORE, hero)

        outcome = sheet.outcomes[0]
        assert outcome["your_standard"] == standard[hero]
        assert outcome["your_balanced"] == balanced[hero]
        assert outcome["your_points"] == (standard if scoring == "standard" else balanced)[hero]
        wins = [WON if s[hero] > s[1 - hero] else LOST for s in (standard, balanced)]
        assert [outcome["result_standard"], outcome["result_balanced"]] == wins
        assert outcome["same_winner"] == (wins[0] == wins[1])
        assert outcome["your_categories"] == (len(mine) if hero == 0 else 11 - len(mine))


# --- All rolls, section 12 -----------------------------------------------------------------------

OFFERED = {2: (171, 1), 3: (302, 6), 4: (461, 19), 5: (580, 36), 6: (727, 61), 7: (834, 90)}


def test_all_rolls_offer_what_the_enumeration_gives() -> None:
    sheet = Sheet(Rules())
    offers, doubles, sizes = Counter[int](), Counter[int](), Counter[int]()
    sets = set()
    some_double = 0
    for roll in range(1296):
        sheet.state["roll"] = roll
        sheet.call(SHOW, 0)
        pairs = {tuple(pair) for pair in sheet.state["splits"].tolist()}
        offers.update({c for pair in pairs for c in pair})
        doubles.update(low for low, high in pairs if low == high)
        some_double += any(low == high for low, high in pairs)
        sizes[len(sheet.splits)] += 1
        sets.add(frozenset(pairs))

    expected = {**OFFERED, **{14 - c: both for c, both in OFFERED.items()}}
    assert {c: (offers[c], doubles[c]) for c in NUMBERS} == expected
    assert sizes == {1: 126, 2: 810, 3: 360}
    assert some_double == 336
    assert len(sets) == 109


def test_every_roll_is_as_likely() -> None:
    """Chi-square over the 1296 rolls; false alarm 1e-6."""
    sheet = Sheet(Rules())

    sheet.call(ROLLS, 4_000_000)

    assert_uniform(sheet.counts, resolves=0.025)


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


def test_points_of_ones_own_may_end_in_a_shared_win() -> None:
    rules = Rules(scoring="0,0,0,0,0,0,0,0,0,0,0")

    outcomes = table_of(PART, rules, [[0, 0]]).play_many(seed=2, first=0, count=50)

    assert (outcomes["result"] == 1).all()
    assert not outcomes["won"].any()
    assert not outcomes["first_won"].any()
    assert oracle.winner_of([0, 0]) == -1
