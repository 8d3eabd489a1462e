"""The rules of Counter-Cameroon as functions on one game: deal, observe, apply, legal, score."""

from __future__ import annotations

import numpy as np
from numpy import int8, int16, int64, uint8, uint16, uint32, uint64

from cardsim.games.counter_cameroon.rules import BALANCED, STANDARD, code
from cardsim.games.counter_cameroon.simd import ALWAYS_ROOM, NO_ROOM, advance, exchange, foresee
from cardsim.games.counter_cameroon.state import (
    CATEGORIES,
    LOST,
    LOWEST,
    NOBODY,
    PARTINGS,
    REGISTER,
    SHARED,
    WON,
)
from cardsim.kernels.jit import inlined, kernel
from cardsim.rng import HALF, LOW, below, peek_word, replacement, side_uniform

SPLIT, OVER = 0, -1
ROLLS = 6**4
REJECTED = uint64((1 << 32) % (ROLLS * ROLLS))
"""Words whose product with this many pairs of rolls is below it, modulo 2**32, are drawn again."""
RANDOM = code("first_player", "random")
NO_TRACK = uint64(4)
"""The bit that makes a track's number stand for no track."""
FAR = 1 << 60
"""More than the difference between any two splits."""
DISTINCT = uint64(48)
"""The first of three bits of an entry of `SPLITS` that mark new partings."""
SUMS, DICE = uint64(0x0F0F0F0F0F0F), uint64(0x07070707)
TWICE = uint64(0x800080008000)
"""Masks of an entry of `SPLITS`: sums, dice (shifted down by four), and doubled sums.

`TWICE` flags the second of two equal sums.
"""
ALL_PARTINGS = uint64((1 << PARTINGS) - 1)
ALL_CATEGORIES = int64(((1 << CATEGORIES) - 1) << LOWEST)
"""Bit c for each category c."""


def dice_of(roll: int) -> tuple[int, int, int, int]:
    """Return the four dice of a roll 0..1295, in the order thrown."""
    return roll // 216 + 1, roll // 36 % 6 + 1, roll // 6 % 6 + 1, roll % 6 + 1


def splits_of(dice: tuple[int, int, int, int]) -> list[tuple[int, int]]:
    """Return the two sums, the lower first, of each of the three partings of four dice."""
    a, b, c, d = dice
    sums = [(a + b, c + d), (a + c, b + d), (a + d, b + c)]
    return [(min(pair), max(pair)) for pair in sums]


def _split_words() -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """Return for each roll a word with the six sums, the dice, and which partings are new."""
    words = np.zeros(ROLLS, np.uint64)
    for roll in range(ROLLS):
        dice = dice_of(roll)
        splits = splits_of(dice)
        word = sum(d << 8 * k + 4 for k, d in enumerate(dice))
        for k, (low, high) in enumerate(splits):
            twice = 0x80 * (low == high)
            word |= (low | (high | twice) << 8) << 16 * k
            word |= int((low, high) not in splits[:k]) << int(DISTINCT) + k
        words[roll] = word
    return words


# A single small table shares the nearest cache with the state.
SPLITS = _split_words()


def _sums(points: tuple[int, ...]) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
    """Return the points of every set of categories, bit k for category 2 + k."""
    sets = np.arange(1 << CATEGORIES)
    return sum(p * (sets >> k & 1) for k, p in enumerate(points)).astype(np.int16)  # type: ignore[union-attr]


STANDARD_POINTS, BALANCED_POINTS, COUNT = (
    _sums(points) for points in (STANDARD, BALANCED, (1,) * CATEGORIES)
)


@kernel
def start(state, rules, players, match):
    """Begin a table: write what stays the same in all its games."""
    state.players = uint8(players)
    state.marks_to_win = uint8(rules.marks_to_win)
    state.double_mark = uint8(rules.double_mark)
    state.must_mark = rules.must_mark
    state.early_stop = rules.early_stop
    state.max_turns = rules.max_turns
    total = 0
    for k in range(CATEGORIES):
        state.points[LOWEST + k] = int16(rules.scoring[k])
        total += rules.scoring[k]
    state.all_points = int16(total)
    state.legal = ALL_PARTINGS
    # A second mark in one category is lost if the first one wins it.
    state.room = uint8(ALWAYS_ROOM + rules.marks_to_win - 2 if rules.double_mark == 2 else NO_ROOM)


@inlined
def deal(state, rules, words):
    """Clear the sheet, and throw the first roll.

    Returns:
        The first decision.
    """
    first = uint8(0)
    if rules.first_player == RANDOM:
        first = uint8(side_uniform(words, 0) < 0.5)
    for c in range(REGISTER):
        state.my_lanes[c] = uint8(0)
        state.opp_lanes[c] = uint8(0)
        state.owner_lanes[c] = int8(NOBODY)
        state.decided_lanes[c] = int16(0)
    state.first = first
    state.seat = first
    state.i_rolled_first = True
    state.my_points = int16(0)
    state.opp_points = int16(0)
    state.turns = int16(0)
    state.made = int16(0)
    state.roll = next_roll(0, words)
    state.turns = int16(1)
    return SPLIT


@inlined
def next_roll(turns, words):
    """Throw four dice: roll k of a game is one half of word k // 2 of its stream."""
    # Two rolls a word, because words are the largest cost of a long game. The first roll is the
    # whole part of word * ROLLS / 2**32, and the second that of the remainder times ROLLS.
    product = uint64(peek_word(words)) * uint64(ROLLS)
    first = product >> HALF
    rest = (product & LOW) * uint64(ROLLS)
    other = rest >> HALF
    if rest & LOW < REJECTED:
        pair = replacement(words, ROLLS * ROLLS, REJECTED) >> HALF
        first = pair // uint64(ROLLS)
        other = pair - uint64(ROLLS) * first
    second = uint32(turns) & uint32(1)
    words.position = uint32(words.position + second)
    return uint16(other if second != 0 else first)


@inlined
def observe(state, rules):
    """Write the legal partings of the dice, and what each split would record."""
    thrown = SPLITS[state.roll]
    splits = thrown & SUMS
    state.dice_word = uint32(thrown >> uint64(4) & DICE)
    state.splits_word = splits
    foresee(
        state.my_lanes,
        state.owner_lanes,
        state.points_lanes,
        state.room,
        splits,
        thrown & TWICE,
        state.recorded_lanes,
        state.worth_lanes,
    )
    choices = thrown >> DISTINCT
    if rules.must_mark:
        markers = uint64(0)
        for k in range(PARTINGS):
            markers |= uint64(state.recorded[k, 0] | state.recorded[k, 1]) << uint64(k)
        state.legal = markers if markers != uint64(0) else ALL_PARTINGS
        choices &= state.legal
    state.choices = choices


@kernel
def left(view):
    """Return the number of categories that nobody owns, int64."""
    total = int64(0)
    for category in range(CATEGORIES):
        total += int64(view.decided[LOWEST + category] == 0)
    return total


@inlined
def legal(view, action):
    """Return whether the deciding seat may part its dice in this way."""
    return 0 <= action < PARTINGS and (view.legal >> uint64(action)) & uint64(1) != 0


@inlined
def apply_split(state, rules, action, words):
    """Mark the two sums; the other seat rolls, or the game is over."""
    # Rolled first, even if the game is over: the state's fields written last are still in registers
    # when the next view is made.
    rolled = next_roll(state.turns, words)
    low = uint64(state.splits[action, 0])
    high = uint64(state.splits[action, 1])
    seat = int8(state.seat)
    made = int64(2)
    if state.double_mark == 1:
        # No `or`, which would be a branch on the dice.
        same = uint64(low == high)
        made -= int64(same)
        high |= same << NO_TRACK
    pass_turn(state)
    won, still_open = advance(
        state.opp_lanes,
        state.owner_lanes,
        low,
        high,
        state.marks_to_win,
        seat,
        state.points_lanes,
        state.decided_lanes,
        state.turns,
    )
    state.opp_points = int16(state.opp_points + won)
    state.made = int16(state.made + made)
    if is_over(state, rules, still_open):
        return OVER
    state.roll = rolled
    state.turns = int16(state.turns + 1)
    return SPLIT


@inlined
def pass_turn(state):
    """Turn the sheet round to the other seat."""
    exchange(state.my_lanes, state.opp_lanes)
    points = state.my_points
    state.my_points = state.opp_points
    state.opp_points = points
    state.seat = uint8(1) - state.seat
    state.i_rolled_first = state.seat == state.first


@inlined
def is_over(state, rules, still_open):
    """Return whether all is won, or decided (with `early-stop`), or `max-turns` is reached."""
    if still_open & ALL_CATEGORIES == 0 or state.turns >= rules.max_turns:
        return True
    # Only the seat that has just marked can own more than before.
    return rules.early_stop != 0 and 2 * int64(state.opp_points) > int64(state.all_points)


@kernel
def close(state, rules):
    """Do nothing: points are counted as categories are won."""


@inlined
def result_for(own, other):
    """Return how a game ended for the player with `own` points."""
    if own == other:
        return SHARED
    return WON if own > other else LOST


@kernel
def score(state, rules, hero, outcome):
    """Write the outcome of the game that has ended."""
    mine, his, marks = uint64(0), uint64(0), int64(0)
    for k in range(CATEGORIES):
        owner = state.owner[LOWEST + k]
        mine |= uint64(owner == hero) << uint64(k)
        his |= uint64(owner == 1 - hero) << uint64(k)
        marks += int64(state.my_marks[LOWEST + k]) + int64(state.opp_marks[LOWEST + k])
    to_move = hero == state.seat
    points = state.my_points if to_move else state.opp_points
    others = state.opp_points if to_move else state.my_points
    outcome.your_seat = hero
    outcome.you_first = hero == state.first
    outcome.result = result_for(points, others)
    outcome.result_standard = result_for(STANDARD_POINTS[mine], STANDARD_POINTS[his])
    outcome.result_balanced = result_for(BALANCED_POINTS[mine], BALANCED_POINTS[his])
    outcome.same_winner = outcome.result_standard == outcome.result_balanced
    outcome.first_won = outcome.result != SHARED and (outcome.result == WON) == (
        hero == state.first
    )
    outcome.your_points = points
    outcome.your_standard = STANDARD_POINTS[mine]
    outcome.your_balanced = BALANCED_POINTS[mine]
    outcome.your_categories = COUNT[mine]
    outcome.turns = state.turns
    outcome.wasted = state.made - marks
    outcome.points[hero] = points
    outcome.points[1 - hero] = others
    outcome.won[hero] = outcome.result == WON
    outcome.won[1 - hero] = outcome.result == LOST
    for k in range(CATEGORIES):
        outcome.owner[k] = state.owner[LOWEST + k]
        outcome.you_took[k] = state.owner[LOWEST + k] == hero
        outcome.decided[k] = state.decided[LOWEST + k]


@inlined
def best_split(view, chance, first, second, third):
    """Return the legal parting of the highest value; of several, each distinct split as likely.

    Args:
        view: what the seat sees.
        chance: the seat's own random numbers; takes one of them.
        first: value of parting 0, a number within 1e17 of 0.
        second: value of parting 1.
        third: value of parting 2.
    """
    a = first if view.choices & uint64(1) else first - FAR
    b = second if view.choices & uint64(2) else second - FAR
    c = third if view.choices & uint64(4) else third - FAR
    best = max(a, b, c)
    one = int64(a == best)
    two = one + int64(b == best)
    # Counted instead of searched: which of several is drawn is unpredictable.
    skip = below(chance, two + int64(c == best))
    return int64(skip >= one) + int64(skip >= two)
