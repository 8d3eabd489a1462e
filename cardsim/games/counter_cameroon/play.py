"""The rules of Counter-Cameroon as functions on one game: deal, observe, apply, legal, score."""

from __future__ import annotations

import numpy as np
from numpy import float64, inf, int8, int16, int64, uint8, uint16, uint32, uint64

from cardsim.games.counter_cameroon.rules import BALANCED, STANDARD, code
from cardsim.games.counter_cameroon.state import (
    CATEGORIES,
    LOST,
    LOWEST,
    PARTINGS,
    SEATS,
    SHARED,
    WON,
)
from cardsim.jit import inlined, kernel
from cardsim.rng import below, peek_below, side_uniform

SPLIT, OVER = 0, -1
ROLLS = 6**4
ALL_OWNED = (1 << CATEGORIES) - 1
RANDOM = code("first_player", "random")
DOUBLED = 51
"""The first of three bits of an entry of `SPLITS` that mark the doubles."""
DISTINCT = 48


def dice_of(roll: int) -> tuple[int, int, int, int]:
    """The four dice of a roll 0..1295, in the order thrown."""
    return roll // 216 + 1, roll // 36 % 6 + 1, roll // 6 % 6 + 1, roll % 6 + 1


def splits_of(dice: tuple[int, int, int, int]) -> list[tuple[int, int]]:
    """The two sums, the lower first, of each of the three partings of four dice."""
    a, b, c, d = dice
    sums = [(a + b, c + d), (a + c, b + d), (a + d, b + c)]
    return [(min(pair), max(pair)) for pair in sums]


def _split_words() -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """By roll: the six sums a byte each, then which partings are new, then which are doubles."""
    words = np.zeros(ROLLS, np.uint64)
    for roll in range(ROLLS):
        splits = splits_of(dice_of(roll))
        word = 0
        for k, (low, high) in enumerate(splits):
            word |= (low | high << 8) << 16 * k
            word |= int((low, high) not in splits[:k]) << DISTINCT + k
            word |= int(low == high) << DOUBLED + k
        words[roll] = word
    return words


SPLITS = _split_words()
DICE = np.array(
    [sum(d << 8 * k for k, d in enumerate(dice_of(roll))) for roll in range(ROLLS)], np.uint32
)


def _sums(points: tuple[int, ...]) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
    """The points of every set of categories, bit k for category 2 + k."""
    sets = np.arange(1 << CATEGORIES)
    return sum(p * (sets >> k & 1) for k, p in enumerate(points)).astype(np.int16)  # type: ignore[union-attr]


STANDARD_POINTS, BALANCED_POINTS, COUNT = (
    _sums(points) for points in (STANDARD, BALANCED, (1,) * CATEGORIES)
)


@kernel
def start(state, rules, players, match):
    """A new table: what is the same in all its games."""
    state.players = uint8(players)
    state.marks_to_win = uint8(rules.marks_to_win)
    state.double_mark = uint8(rules.double_mark)
    total = 0
    for k in range(CATEGORIES):
        state.points[LOWEST + k] = int16(rules.scoring[k])
        total += rules.scoring[k]
    state.all_points = int16(total)


@kernel
def deal(state, rules, words):
    """An empty sheet, and the first roll.

    Returns:
        The first decision.
    """
    first = uint8(0)
    if rules.first_player == RANDOM:
        first = uint8(side_uniform(words, 0) < 0.5)
    for half in range(2):
        state.my_marks_word[half] = uint64(0)
        state.opp_marks_word[half] = uint64(0)
        state.owner_word[half] = ~uint64(0)
    for k in range(CATEGORIES):
        state.gains[LOWEST + k] = int16(4 * state.points[LOWEST + k] + 1)
        state.decided[k] = int16(0)
    for seat in range(SEATS):
        state.owned[seat] = uint16(0)
    state.first = first
    state.seat = first
    state.i_rolled_first = True
    state.my_points = int16(0)
    state.opp_points = int16(0)
    state.turns = int16(0)
    state.wasted = int16(0)
    roll(state, words)
    return SPLIT


@inlined
def roll(state, words):
    """Throw four dice: the k-th roll of a game is one half of word k // 2 of its stream."""
    # Two rolls a word, because the words of a long game cost more than all else in it.
    pair = peek_below(words, ROLLS * ROLLS)
    second = int64(state.turns) & 1
    quotient = pair // ROLLS
    state.roll = uint16(pair - quotient * ROLLS if second else quotient)
    words.position = uint32(words.position + uint32(second))
    state.turns = int16(state.turns + 1)


@kernel
def observe(state, rules):
    """Write what the dice allow, and what each split would record."""
    sums = SPLITS[uint64(state.roll)]
    state.dice_word = DICE[uint64(state.roll)]
    limit = int64(state.marks_to_win) - 2 if state.double_mark == 2 else -1
    markers = uint64(0)
    for k in range(PARTINGS):
        low = (sums >> uint64(16 * k)) & uint64(255)
        high = (sums >> uint64(16 * k + 8)) & uint64(255)
        first = int64(state.gains[low])
        second = int64(state.gains[high])
        # A second mark in one category is lost where the first one wins it. A mask, not a branch.
        lost = int64((sums >> uint64(DOUBLED + k)) & uint64(1)) & int64(state.my_marks[low] > limit)
        second &= lost - 1
        state.splits[k, 0] = uint8(low)
        state.splits[k, 1] = uint8(high)
        state.recorded[k, 0] = uint8(first & 1)
        state.recorded[k, 1] = uint8(second & 1)
        state.worth[k] = int16((first + second) >> 2)
        markers |= uint64((first | second) & 1) << uint64(k)
    state.legal = uint64(7)
    if rules.must_mark and markers != uint64(0):
        state.legal = markers
    state.choices = state.legal & (sums >> uint64(DISTINCT))


@inlined
def legal(view, action):
    """Whether the deciding seat may part its dice in this way."""
    return 0 <= action < PARTINGS and (view.legal >> uint64(action)) & uint64(1) != 0


@inlined
def mark(state, category, seat):
    """Record a mark of `seat`, which the turn has just passed from; or lose it."""
    gain = state.gains[category]
    is_open = gain & int16(1)
    marks = state.opp_marks[category] + uint8(is_open)
    state.opp_marks[category] = marks
    wins = int16(marks == state.marks_to_win) & is_open
    state.gains[category] = gain & (wins - int16(1))
    state.owner[category] = int8(seat if wins else state.owner[category])
    state.decided[category - uint64(LOWEST)] = (
        state.turns if wins else state.decided[category - uint64(LOWEST)]
    )
    state.owned[seat] = uint16(
        state.owned[seat] | uint16(wins) << uint16(category - uint64(LOWEST))
    )
    state.opp_points = int16(state.opp_points + (gain >> int16(2)) * wins)
    state.wasted = int16(state.wasted + int16(1) - is_open)


@inlined
def apply_split(state, rules, action, words):
    """Mark the two sums; the other seat rolls, or the game is over."""
    low = uint64(state.splits[action, 0])
    high = uint64(state.splits[action, 1])
    seat = uint64(state.seat)
    # The turn passes first: bytes written and the words around them read at once would stall.
    pass_turn(state)
    mark(state, low, seat)
    if rules.double_mark == 2 or low != high:
        mark(state, high, seat)
    if is_over(state, rules):
        return OVER
    roll(state, words)
    return SPLIT


@inlined
def pass_turn(state):
    """Turn the sheet round to the other seat."""
    for half in range(2):
        mine = state.my_marks_word[half]
        state.my_marks_word[half] = state.opp_marks_word[half]
        state.opp_marks_word[half] = mine
    points = state.my_points
    state.my_points = state.opp_points
    state.opp_points = points
    state.seat = uint8(1) - state.seat
    state.i_rolled_first = state.seat == state.first


@inlined
def is_over(state, rules):
    """Whether all is won; or decided, with `early-stop`; or enough has been rolled."""
    if state.owned[0] | state.owned[1] == ALL_OWNED or state.turns >= rules.max_turns:
        return True
    # Only the seat that has just marked can have come to own more.
    return rules.early_stop != 0 and 2 * int64(state.opp_points) > int64(state.all_points)


@kernel
def close(state, rules):
    """Nothing is left to settle: points are counted as categories are won."""


@inlined
def result_for(own, other):
    """How a game ended for the one with `own` points."""
    if own == other:
        return SHARED
    return WON if own > other else LOST


@kernel
def score(state, rules, hero, outcome):
    """Write the outcome of the game that has ended."""
    mine, his = uint64(state.owned[hero]), uint64(state.owned[1 - hero])
    to_move = hero == state.seat
    points = state.my_points if to_move else state.opp_points
    others = state.opp_points if to_move else state.my_points
    outcome.hero = hero
    outcome.hero_first = hero == state.first
    outcome.result = result_for(points, others)
    outcome.result_standard = result_for(STANDARD_POINTS[mine], STANDARD_POINTS[his])
    outcome.result_balanced = result_for(BALANCED_POINTS[mine], BALANCED_POINTS[his])
    outcome.same_winner = outcome.result_standard == outcome.result_balanced
    outcome.first_won = outcome.result != SHARED and (outcome.result == WON) == (
        hero == state.first
    )
    outcome.hero_points = points
    outcome.hero_standard = STANDARD_POINTS[mine]
    outcome.hero_balanced = BALANCED_POINTS[mine]
    outcome.hero_categories = COUNT[mine]
    outcome.turns = state.turns
    outcome.wasted = state.wasted
    outcome.points[hero] = points
    outcome.points[1 - hero] = others
    outcome.won[hero] = outcome.result == WON
    outcome.won[1 - hero] = outcome.result == LOST
    for k in range(CATEGORIES):
        outcome.owner[k] = state.owner[LOWEST + k]
        outcome.hero_took[k] = state.owner[LOWEST + k] == hero
        outcome.decided[k] = state.decided[k]


@inlined
def best_split(view, chance, first, second, third):
    """The legal parting of the highest value; of several, each distinct split as likely.

    Args:
        view: what the seat sees.
        chance: the seat's own random numbers; takes one of them.
        first: value of parting 0.
        second: value of parting 1.
        third: value of parting 2.
    """
    a = float64(first) if view.choices & uint64(1) else -inf
    b = float64(second) if view.choices & uint64(2) else -inf
    c = float64(third) if view.choices & uint64(4) else -inf
    best = max(a, b, c)
    one = int64(a == best)
    two = one + int64(b == best)
    # Counted instead of searched: which of several is drawn cannot be predicted.
    skip = below(chance, two + int64(c == best))
    return int64(skip >= one) + int64(skip >= two)
