"""Deadwood, throws, layoffs and arrangements, held against a search through all melds."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

from cardsim.games.gin_rummy import melds
from cardsim.games.gin_rummy.state import MOST_MELDS
from harness import in_set

Meld = tuple[int, int, tuple[int, ...]]
"""As section 4 of the rules writes it: its lowest id, 0 for a set or 1 for a run, its ids."""
NONE = np.uint64(0)
EVERY_ONE = 1 << 40


def as_set(members: Sequence[int] | frozenset[int]) -> np.uint64:
    """Some ids as a set."""
    return np.uint64(sum(1 << int(member) for member in members))


def worth(tile: int) -> int:
    """What it counts."""
    return min(tile % 13 + 1, 10)


SETS = [
    tuple(13 * suit + rank for suit in suits)
    for rank in range(13)
    for size in (3, 4)
    for suits in combinations(range(4), size)
]
RUNS = [
    tuple(range(13 * suit + low, 13 * suit + high))
    for suit in range(4)
    for low in range(13)
    for high in range(low + 3, 14)
]
ALL_MELDS: list[Meld] = sorted(
    [(ids[0], 0, ids) for ids in SETS] + [(ids[0], 1, ids) for ids in RUNS]
)


def test_there_are_as_many_melds_as_the_rules_say() -> None:
    short = [ids for ids in RUNS if len(ids) <= 7]

    assert (len(SETS), len(RUNS), len(short)) == (65, 264, 180)


@cache
def by_search(hand: frozenset[int]) -> tuple[int, list[list[Meld]]]:
    """The deadwood of a hand and all arrangements that leave no more, in order."""
    fitting = [meld for meld in ALL_MELDS if hand.issuperset(meld[2])]
    found: list[tuple[int, list[Meld]]] = []

    def choose(begin: int, left: frozenset[int], chosen: list[Meld]) -> None:
        found.append((sum(map(worth, left)), chosen))
        for k in range(begin, len(fitting)):
            if left.issuperset(fitting[k][2]):
                choose(k + 1, left.difference(fitting[k][2]), [*chosen, fitting[k]])

    choose(0, hand, [])
    least = min(left for left, _ in found)
    return least, sorted(chosen for left, chosen in found if left == least)


def extensions(meld: Meld) -> set[int]:
    """What could be laid off on a meld."""
    _, kind, ids = meld
    if kind == 0:
        return {13 * suit + ids[0] % 13 for suit in range(4)}.difference(ids)
    ends = {ids[0] - 1} if ids[0] % 13 > 0 else set()
    return ends | ({ids[-1] + 1} if ids[-1] % 13 < 12 else set())


def laid_off(hand: frozenset[int], laid: Sequence[Meld]) -> set[frozenset[int]]:
    """All sets of tiles of a hand that can be laid off, one after the other."""
    found, seen = set(), set()

    def lay(melded: tuple[Meld, ...], done: frozenset[int]) -> None:
        if (melded, done) in seen:
            return
        seen.add((melded, done))
        found.add(done)
        for k, meld in enumerate(melded):
            for tile in extensions(meld) & (hand - done):
                ids = tuple(sorted((*meld[2], tile)))
                longer = (*melded[:k], (ids[0], meld[1], ids), *melded[k + 1 :])
                lay(longer, done | {tile})

    lay(tuple(laid), frozenset())
    return found


def hands(sizes: Sequence[int], number: int, seed: int) -> Iterator[frozenset[int]]:
    """Hands at random, and those in which nearly everything may be in two melds."""
    rng = random.Random(seed)
    for k in range(number):
        size = rng.choice(sizes)
        wide = size // 4 + rng.randint(1, 2)
        low = rng.randrange(0, 14 - wide)
        block = [13 * suit + low + step for suit in range(4) for step in range(wide)]
        ranks = rng.sample(range(13), wide)
        few = [13 * suit + rank for suit in range(4) for rank in ranks]
        yield frozenset(rng.sample((range(52), block, few)[k % 3], size))


NARROW = [7, 8, 10, 11, 11]


def test_deadwood_is_what_a_search_through_all_melds_leaves() -> None:
    melded = 0
    for hand in hands([*NARROW, 13], 4000, seed=1):
        least, _ = by_search(hand)
        assert melds.deadwood(as_set(hand)) == least
        melded += least == 0
    assert melded > 100


def test_deadwood_of_large_hands_is_too() -> None:
    for hand in hands([16, 19, 23], 90, seed=2):
        assert melds.deadwood(as_set(hand)) == slowly(hand)


def slowly(hand: frozenset[int]) -> int:
    """The deadwood of a hand: its lowest tile is in one of its melds, or left over."""
    fitting = [(low, int(as_set(ids))) for low, _, ids in ALL_MELDS if hand.issuperset(ids)]

    @cache
    def least(left: int) -> int:
        if not left:
            return 0
        lowest = (left & -left).bit_length() - 1
        found = worth(lowest) + least(left & left - 1)
        for low, meld in fitting:
            if low == lowest and left & meld == meld:
                found = min(found, least(left & ~meld))
        return found

    return least(int(as_set(hand)))


def test_the_best_throw_leaves_least_and_of_equals_costs_most() -> None:
    rng = random.Random(5)
    for hand in hands(NARROW, 2500, seed=3):
        each = {tile: melds.deadwood(as_set(hand - {tile})) for tile in hand}
        order = sorted(hand, key=lambda tile: (each[tile], -worth(tile), -tile))
        whole, banned = as_set(hand), rng.choice(order[:3])
        for ban, expected in (
            (NONE, order[0]),
            (as_set([banned]), next(tile for tile in order if tile != banned)),
        ):
            throw = melds.best_throw(whole, ban)
            assert (melds.tile_of(throw), melds.left_of(throw)) == (expected, each[expected])
        limit = rng.randrange(40)
        within = [tile for tile in hand if each[tile] <= limit]
        assert melds.throws_within(whole, limit) == as_set(within)


def laid_down(hand: frozenset[int], which: int, *, fewest: bool) -> tuple[list[Any], Any, Any, int]:
    """The melds of an arrangement, what may be laid off on them, and how many there were."""
    found, whole = np.zeros(MOST_MELDS, np.uint64), as_set(hand)
    first, second, number = melds.find_arrangement(whole, which, fewest)
    fourths, runs = melds.lay_down(whole, np.uint64(first), np.uint64(second), found)
    return [in_set(int(meld)) for meld in found if meld], fourths, runs, number


def test_arrangements_are_all_that_leave_least_in_their_order() -> None:
    rng, several = random.Random(8), 0
    for hand in hands(NARROW, 1500, seed=4):
        _, expected = by_search(hand)
        which = rng.randrange(len(expected))
        open_to = [len({t for meld in some for t in extensions(meld)} - hand) for some in expected]
        best = open_to.index(min(open_to))

        *_, number = laid_down(hand, EVERY_ONE, fewest=False)
        one, *_ = laid_down(hand, which, fewest=False)
        room, *_ = laid_down(hand, EVERY_ONE, fewest=True)

        assert number == len(expected)
        assert one == [list(ids) for _, _, ids in expected[which]]
        assert room == [list(ids) for _, _, ids in expected[best]]
        several += len(expected) > 1
    assert several > 40


def test_arrangements_of_large_hands_are_all_different_and_leave_least() -> None:
    for hand in hands([16, 20, 22], 25, seed=9):
        least, number = slowly(hand), laid_down(hand, EVERY_ONE, fewest=False)[-1]
        found = [laid_down(hand, which, fewest=False)[0] for which in range(min(number, 60))]

        assert len({str(some) for some in found}) == len(found)
        for some in found:
            left = hand.difference(tile for meld in some for tile in meld)
            assert sum(map(worth, left)) == least
            assert all(tuple(meld) in (*SETS, *RUNS) for meld in some)


def test_what_is_left_after_layoffs_is_what_trying_all_of_them_leaves() -> None:
    rng, helped = random.Random(6), 0
    for hand in hands([7, 10], 900, seed=5):
        _, expected = by_search(hand)
        which = rng.randrange(len(expected))
        _, fourths, runs, _ = laid_down(hand, which, fewest=False)
        near = {tile for meld in expected[which] for tile in extensions(meld)}
        near |= {tile + step for tile in near for step in (-1, 1)} & set(range(52))
        rest = sorted(set(range(52)) - hand)
        other = frozenset(rng.sample(sorted(near - hand), min(len(near - hand), 5)))
        other |= set(rng.sample([t for t in rest if t not in other], 10 - len(other)))

        left = melds.left_after_layoffs(as_set(other), np.uint64(fourths), np.uint64(runs))

        choices = laid_off(other, expected[which])
        assert left == min(melds.deadwood(as_set(other - laid)) for laid in choices)
        helped += left < melds.deadwood(as_set(other))
    assert helped > 300
