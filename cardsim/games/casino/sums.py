"""Sets of loose cards that add up to a value: how many there are, and the set number `n`.

A set counts if, together with one more card, it splits into groups that each add up to the value.
The pips of that card are the *part*: it belongs to the first group, and may be the whole of it. A
capture of value 8 asks with part 8, a build of 8 by playing a 3 with part 3.

A set of cards is stored as a weight, since only ranks matter here: four bits give the number of
cards of each rank, tens first, and the bits above add up their pips.
"""

from __future__ import annotations

from math import comb

import numpy as np
from numpy import int64, uint64

from cardsim.games.casino.state import FACES, TOP
from cardsim.kernels.card_bits import count, holds, lowest, only, without_lowest
from cardsim.kernels.jit import inlined, kernel

NOTHING = uint64(0)
NO_SET = ~uint64(0)
"""Stands where there is no set, not even the empty one."""
PIPS = 40
"""Bit from which the pips are added up."""
COUNTS = uint64((1 << PIPS) - 1)
UNIT = np.array([0] + [1 << 4 * (TOP - r) | r << PIPS for r in range(1, TOP + 1)], np.uint64)
"""The weight of a card of each rank."""
WEIGHT = np.array([UNIT[c % 13 + 1] if c % 13 < TOP else 0 for c in range(64)], np.uint64)
"""The weight of each card; a face card has none."""
PIPS_OF = np.array([c % 13 + 1 if c < 52 and c % 13 < TOP else 0 for c in range(65)], np.uint64)
"""The pips of each card; 0 for a face card, and where there is no card."""
WITH_PIPS = tuple(
    uint64(sum(1 << card for card in range(52) if card % 13 < TOP and (card % 13 + 1) >> bit & 1))
    for bit in range(4)
)
"""Cards whose pips have binary digit 1, 2, 4 and 8."""
UP_TO = np.array(
    [sum(1 << card for card in range(52) if card % 13 < rank) for rank in range(TOP + 1)],
    np.uint64,
)
"""The cards up to each rank."""
WAYS = np.array([[comb(n, k) for k in range(16)] for n in range(16)], np.int64)
MULTIPLE = np.array(
    [[value > 0 and pips % value == 0 for pips in range(256)] for value in range(TOP + 1)]
)
"""[value, pips]: true where the pips are a multiple of the value."""

FEW = 8
"""Most cards whose sets are tested one by one; more cards are counted by rank."""
_FIVE = 5
_LANE = 5
_LANES = uint64((1 << _LANE * (TOP + 1)) - 1)
_SUMS = uint64((1 << (TOP + 1)) - 1)


@inlined
def weigh(cards):
    """Return the weight of a set of cards."""
    weight = NOTHING
    while cards != NOTHING:
        weight += WEIGHT[lowest(cards)]
        cards = without_lowest(cards)
    return weight


@inlined
def pips_of(cards):
    """Return the sum of a set of cards, int64, without a branch; face cards count nothing."""
    return pips_by(cards, WITH_PIPS)


@inlined
def pips_by(cards, digits):
    """Return the sum of a set whose members have binary digit 1, 2, 4 and 8 in these, int64."""
    ones, twos = count(cards & digits[0]), count(cards & digits[1])
    return ones + 2 * twos + 4 * count(cards & digits[2]) + 8 * count(cards & digits[3])


@kernel
def sums_of(cards):
    """Return a word whose bit `s` says whether some of the cards add up to `s`, 0 to 10."""
    cards &= ~uint64(FACES)
    sums = uint64(1)
    while cards != NOTHING:
        # Always four at once: a loop over their exact number would be unpredictable.
        for _ in range(4):
            sums |= sums << PIPS_OF[lowest(cards)]
            cards = without_lowest(cards)
    return sums & _SUMS


@inlined
def missing(part, value):
    """Return what must be added to a part; the whole value where the part is a group by itself."""
    return value - part if part < value else value


@kernel
def splits(weight, value):
    """Return whether cards split into groups that each add up to `value`; no cards do.

    Backtracking: groups are filled one by one, each from the highest card that is left. The cards
    taken are in three words, four bits each.
    """
    pips, rest = int64(weight >> uint64(PIPS)), weight & COUNTS
    place = uint64(4 * (TOP - value))
    if rest & ((uint64(1) << place) - uint64(1)) != NOTHING or not MULTIPLE[value, pips]:
        return False
    alone = (rest >> place) & uint64(15)
    rest -= alone << place
    if pips - int64(alone) * value <= value:
        return True
    need, limit, taken = int64(0), int64(TOP), int64(0)
    last, middle, first = NOTHING, NOTHING, NOTHING
    while True:
        if need == 0:
            if rest == NOTHING:
                return True
            limit = int64(TOP)
        low = uint64(4 * (TOP - limit))
        fitting = (rest >> low) << low
        if fitting != NOTHING:
            rank = TOP - (lowest(fitting) >> 2)
            rest -= UNIT[rank] & COUNTS
            first = first << uint64(4) | middle >> uint64(60)
            middle = middle << uint64(4) | last >> uint64(60)
            last = last << uint64(4) | uint64(rank)
            taken += 1
            need = (value if need == 0 else need) - rank
            limit = min(rank, need)
            continue
        while True:
            if taken == 0:
                return False
            rank = int64(last & uint64(15))
            last = last >> uint64(4) | middle << uint64(60)
            middle = middle >> uint64(4) | first << uint64(60)
            first >>= uint64(4)
            taken -= 1
            rest += UNIT[rank] & COUNTS
            need += rank
            if need < value:
                break
            # The highest card that is left always begins a group.
            need = int64(0)
        limit = rank - 1


@inlined
def next_choice(chosen, available):
    """Return the next choice of how many cards to take of each rank; 0 after the last."""
    for place in range(TOP):
        shift = uint64(4 * place)
        taken, most = (chosen >> shift) & uint64(15), (available >> shift) & uint64(15)
        if taken < most:
            return chosen + UNIT[TOP - place]
        chosen -= taken * UNIT[TOP - place]
    return NOTHING


@kernel
def can_grow(weight, others, value):
    """Return whether some of the other cards can join a set so that it still splits."""
    more = next_choice(NOTHING, others)
    while more != NOTHING:
        if splits(weight + more, value):
            return True
        more = next_choice(more, others)
    return False


@inlined
def is_one(weight, all_weight, part, value, empty, maximal):
    """Return whether cards of this weight are a set that `count_sets` counts."""
    # Most sets do not add up, and `splits` is not called for them.
    if not MULTIPLE[value, (weight + UNIT[part]) >> uint64(PIPS)]:
        return False
    if (weight == NOTHING and not empty) or not splits(weight + UNIT[part], value):
        return False
    return not (maximal and can_grow(weight + UNIT[part], all_weight - weight, value))


@kernel
def count_sets(loose, part, value, empty, maximal):
    """Return how many sets of loose cards split with a part into groups of a value, int64.

    Args:
        loose: the loose cards.
        part: the pips of the part, 1 to `value`.
        value: what each group adds up to, 1 to 10.
        empty: whether the empty set counts, where the part is a group by itself.
        maximal: whether only sets count to which no other loose card can be added.
    """
    loose &= UP_TO[value]
    nothing = int64(empty and part == value)
    size, pips = int64(0), int64(0)
    sums, ways = uint64(1), uint64(1)
    cards = loose
    while cards != NOTHING:
        rank = (lowest(cards) % 13) + 1
        sums |= sums << uint64(rank)
        ways += ways << uint64(_LANE * rank)
        ways &= _LANES
        size += 1
        pips += rank
        cards = without_lowest(cards)
    need = missing(part, value)
    if (sums >> uint64(need)) & uint64(1) == NOTHING:
        return nothing
    if size <= _FIVE and pips < need + value and not maximal:
        return nothing + int64((ways >> uint64(_LANE * need)) & uint64(31))
    everything = weigh(loose)
    if size <= FEW:
        total, names = nothing, ids_of(loose)
        if nothing and maximal and can_grow(UNIT[part], everything, value):
            total = int64(0)
        cards, weight = NOTHING, NOTHING
        for step in range(1, 1 << size):
            cards, weight = next_cards(cards, weight, names, step)
            total += int64(is_one(weight, everything, part, value, empty, maximal))
        return total
    return count_from(NOTHING, everything, everything, part, value, empty, maximal, int64(-1))


@inlined
def ids_of(cards):
    """Return the ids of up to eight cards, a byte each, the lowest first."""
    names, place = NOTHING, NOTHING
    while cards != NOTHING:
        names |= uint64(lowest(cards)) << place
        cards = without_lowest(cards)
        place += uint64(8)
    return names


@inlined
def next_cards(cards, weight, names, step):
    """Return the next set of the cards with these ids, and its weight, by one card more or less.

    Steps 1, 2 ... from the empty set visit every set once, in Gray code order.
    """
    card = (names >> uint64(8 * lowest(uint64(step)))) & uint64(63)
    cards ^= only(card)
    more = WEIGHT[card]
    return cards, weight + (more if holds(cards, card) else ~more + uint64(1))


@kernel
def count_from(begun, available, everything, part, value, empty, maximal, size):
    """Return how many sets consist of the cards begun with and some available ones, int64.

    Args:
        begun: the weight of the cards that are in the set.
        available: the weight of the cards that may be added.
        everything: the weight of all loose cards.
        part: of the first group, as for `count_sets`.
        value: what each group adds up to.
        empty: whether the empty set counts.
        maximal: whether only sets count to which nothing can be added.
        size: how many cards are added; -1 for any number.
    """
    total, chosen = int64(0), NOTHING
    while True:
        if size < 0 or number_of(chosen) == size:
            one = is_one(begun + chosen, everything, part, value, empty, maximal)
            total += ways_to(chosen, available) if one else int64(0)
        chosen = next_choice(chosen, available)
        if chosen == NOTHING:
            return total


@inlined
def number_of(weight):
    """Return how many cards have this weight."""
    number = NOTHING
    for place in range(TOP):
        number += (weight >> uint64(4 * place)) & uint64(15)
    return int64(number)


@inlined
def ways_to(chosen, available):
    """Return the number of ways to take the chosen number of cards of each rank."""
    ways = int64(1)
    for place in range(TOP):
        shift = uint64(4 * place)
        ways *= WAYS[(available >> shift) & uint64(15), (chosen >> shift) & uint64(15)]
    return ways


@kernel
def nth_set(loose, part, value, empty, maximal, n):
    """Return set number `n` of those that `count_sets` counts: fewer cards first, then by ids.

    There must be so many.
    """
    loose &= UP_TO[value]
    everything, size = weigh(loose), count(loose)
    if size <= FEW:
        cards = next_set(loose, part, value, empty, maximal, NO_SET)
        for _ in range(n):
            cards = next_set(loose, part, value, empty, maximal, cards)
        return cards
    wanted = int64(0)
    while True:
        total = count_from(NOTHING, everything, everything, part, value, empty, maximal, wanted)
        if n < total or wanted > size:
            break
        n -= total
        wanted += 1
    cards, others = NOTHING, loose
    while wanted > 0 and others != NOTHING:
        card, others = only(lowest(others)), without_lowest(others)
        wanted -= 1
        total = count_from(
            weigh(cards | card), weigh(others), everything, part, value, empty, maximal, wanted
        )
        if n < total:
            cards |= card
        else:
            n -= total
            wanted += 1
    return cards


@kernel
def next_set(loose, part, value, empty, maximal, begun):
    """Return the set after one of those that `nth_set` numbers; `NO_SET` after the last.

    The first comes after `NO_SET`. To go through all of them so takes no longer than to count them.
    """
    loose &= UP_TO[value]
    everything, whole = weigh(loose), (uint64(1) << uint64(count(loose))) - uint64(1)
    # The lowest card has the highest bit, so that sets of a size come in falling order.
    which, digits = NOTHING, digits_of(loose)
    if begun != NO_SET:
        which = falling(whole, places(loose, begun))
    while which <= whole:
        if MULTIPLE[value, part + pips_by(which, digits)]:
            cards = members(loose, which)
            if is_one(weigh(cards), everything, part, value, empty, maximal):
                return cards
        which = falling(whole, which)
    return NO_SET


@inlined
def digits_of(loose):
    """Return the `places` of the loose cards whose pips have binary digit 1, 2, 4 and 8."""
    return (
        places(loose, loose & WITH_PIPS[0]),
        places(loose, loose & WITH_PIPS[1]),
        places(loose, loose & WITH_PIPS[2]),
        places(loose, loose & WITH_PIPS[3]),
    )


@inlined
def falling(whole, which):
    """Return the next lower number with as many bits in a whole, else the highest with one more.

    After the whole comes a number above it. The bits that are missing go up to the next higher
    number with as many: Beeler, Gosper and Schroeppel, HAKMEM (1972), item 175.
    """
    if which == whole:
        return whole + uint64(1)
    gaps = whole & ~which
    up = gaps + (gaps & (~gaps + uint64(1)))
    gaps = up | (gaps ^ up) >> uint64(lowest(gaps) + 2)
    if gaps <= whole:
        return whole & ~gaps
    more = (uint64(1) << uint64(count(whole & ~which) - 1)) - uint64(1)
    return whole & ~more


@inlined
def places(loose, cards):
    """Return the bits of a set of loose cards; the lowest card has the highest bit."""
    which = NOTHING
    while loose != NOTHING:
        which = which << uint64(1) | uint64(holds(cards, lowest(loose)))
        loose = without_lowest(loose)
    return which


@inlined
def members(loose, which):
    """Return the set of loose cards whose bits a number has, as `places` gives them."""
    cards, bit = NOTHING, uint64(1) << uint64(count(loose))
    while which != NOTHING:
        bit >>= uint64(1)
        if which & bit != NOTHING:
            cards |= loose & (~loose + uint64(1))
            which ^= bit
        loose = without_lowest(loose)
    return cards
