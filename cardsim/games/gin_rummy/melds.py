"""Melds: the deadwood of a hand, what to throw, what is laid off, and in how many ways to meld.

A hand is a mask (`cardsim.kernels.card_bits`), and 13 bits of it are a suit. What runs leave over
of a suit is a table. Sets are tried: few ranks have three tiles in a hand, and of most hands none,
so that four numbers from the table are all that is needed. Everything is exact for 23 tiles too.
"""

from __future__ import annotations

import numpy as np
from numpy import int64, uint64

from cardsim.cards import PACK
from cardsim.kernels.card_bits import ONE_RANK, count, lowest, only, without_lowest
from cardsim.kernels.jit import inlined, kernel

RANKS = 13
SUIT_TILES = uint64((1 << RANKS) - 1)
NOTHING = uint64(0)
_1, _13, _26, _39 = (uint64(n) for n in (1, 13, 26, 39))

WORTH = np.array([min(rank + 1, 10) for rank in range(RANKS)], np.uint8)
"""What a tile of each rank counts where it is in no meld."""


def _left_by_runs() -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """For every set of ranks of a suit, what is left over beside the best runs."""
    points = np.zeros(1 << RANKS, np.uint8)
    masks = np.arange(1 << RANKS)
    for top in range(RANKS):
        some = masks[1 << top : 2 << top]
        least = points[some ^ (1 << top)] + WORTH[top]
        for length in range(3, top + 2):
            run = ((1 << length) - 1) << (top + 1 - length)
            whole = some & run == run
            least[whole] = np.minimum(least[whole], points[some[whole] ^ run])
        points[some] = least
    return points


LEFT = _left_by_runs()
DEADWOOD, COUNTS = 10, 6
"""Places in what `best_throw` returns: the deadwood, and how little the tile counts."""
LAST = PACK - 1
MORE_BIAS = 128
"""What is added to how much more is left over after a throw, which may be less than nothing."""
THROW, LEFT_MASK = 9, 511
"""Places in a number of `LOOK`: the throw from there on, and what is left over below it."""


def _looks() -> np.ndarray[tuple[int], np.dtype[np.uint32]]:
    """For every set of ranks of a suit what is left over, and the best throw of one rank.

    Those of four suits can be added for what is left over; and the least of them, with the tiles of
    each suit in their place, is the best throw of all, since how much more is left after it does
    not depend on other suits.
    """
    masks = np.arange(1 << RANKS)
    # Where there is nothing to throw, more is left than by any throw.
    best = np.full(1 << RANKS, (2 * MORE_BIAS << DEADWOOD) - 1, np.int64)
    for rank in range(RANKS):
        held = masks[masks >> rank & 1 == 1]
        more = LEFT[held ^ (1 << rank)].astype(np.int64) - LEFT[held] + MORE_BIAS
        word = (more << DEADWOOD) | ((10 - int(WORTH[rank])) << COUNTS) | (RANKS - 1 - rank)
        best[held] = np.minimum(best[held], word)
    return ((best << THROW) | LEFT).astype(np.uint32)


LOOK = _looks()


# ---------------------------------------------------------------- deadwood


@inlined
def in_suit(tiles, place):
    """The ranks of a suit in a set, which begins at a place: 0, 13, 26 or 39."""
    return (tiles >> place) & SUIT_TILES


@inlined
def worth(tile):
    """What a tile counts where it is in no meld, int64."""
    return int64(WORTH[uint64(tile) % _13])


@inlined
def beside_runs(tiles):
    """What the best runs leave over, int64."""
    low = int64(LEFT[in_suit(tiles, NOTHING)]) + int64(LEFT[in_suit(tiles, _13)])
    return low + int64(LEFT[in_suit(tiles, _26)]) + int64(LEFT[in_suit(tiles, _39)])


@inlined
def three_alike(tiles):
    """The ranks of which there are three tiles at least, as bits."""
    clubs, diamonds = in_suit(tiles, NOTHING), in_suit(tiles, _13)
    hearts, spades = in_suit(tiles, _26), in_suit(tiles, _39)
    return (clubs & diamonds & (hearts | spades)) | (hearts & spades & (clubs | diamonds))


@inlined
def set_ways(tiles, alike):
    """In how many ways the tiles of some ranks can be put into sets, or not."""
    ways = int64(1)
    while alike != NOTHING:
        ways *= 6 if (tiles >> uint64(lowest(alike))) & ONE_RANK == ONE_RANK else 2
        alike = without_lowest(alike)
    return ways


@inlined
def without_sets(tiles, alike, way):
    """The tiles that are in no set, where sets are made in the way with this number."""
    rest = tiles
    while alike != NOTHING:
        rank = uint64(lowest(alike))
        alike = without_lowest(alike)
        held = (tiles >> rank) & ONE_RANK
        if held != ONE_RANK:
            rest &= ~((held << rank) * uint64(way & 1))
            way >>= 1
            continue
        which = way % 6
        way //= 6
        if which > 0:
            # All four of them, or all but one.
            kept = only(_13 * uint64(which - 2)) if which > 1 else NOTHING
            rest &= ~((held & ~kept) << rank)
    return rest


@kernel
def beside_sets(tiles, alike):
    """What is left over where some ranks have three tiles or four, int64."""
    least = int64(1 << 20)
    for way in range(set_ways(tiles, alike)):
        least = min(least, beside_runs(without_sets(tiles, alike, way)))
    return least


@inlined
def deadwood(tiles):
    """The least that can be left over of a set of tiles, int64."""
    tiles = uint64(tiles)
    alike = three_alike(tiles)
    if alike == NOTHING:
        return beside_runs(tiles)
    return beside_sets(tiles, alike)


# ---------------------------------------------------------------- what to throw


@inlined
def look_of_way(tiles):
    """What is left over of tiles that are in no set, and their best throw."""
    clubs, diamonds = int64(LOOK[in_suit(tiles, NOTHING)]), int64(LOOK[in_suit(tiles, _13)])
    hearts, spades = int64(LOOK[in_suit(tiles, _26)]), int64(LOOK[in_suit(tiles, _39)])
    points = (clubs + diamonds + hearts + spades) & LEFT_MASK
    black = min(clubs + (39 << THROW), spades)
    red = min(diamonds + (26 << THROW), hearts + (13 << THROW))
    return points, (min(black, red) >> THROW) + ((points - MORE_BIAS) << DEADWOOD)


@kernel
def look_beside_sets(tiles, alike):
    """The same where some ranks have three tiles or four."""
    least, best = int64(1 << 20), int64(1 << 40)
    for way in range(set_ways(tiles, alike)):
        points, throw = look_of_way(without_sets(tiles, alike, way))
        least, best = min(least, points), min(best, throw)
    return least, best


@inlined
def look(tiles):
    """The least that can be left over of a set of tiles, int64, and their best throw.

    Args:
        tiles: uint64, at least two.
    """
    alike = three_alike(tiles)
    if alike == NOTHING:
        return look_of_way(tiles)
    held = tiles & (ONE_RANK << uint64(lowest(alike)))
    if (without_lowest(alike) != NOTHING) | (count(held) > 3):
        return look_beside_sets(tiles, alike)
    # Most often it is one rank with three tiles, which are a set or are not.
    points, throw = look_of_way(tiles)
    other_left, other_throw = look_of_way(tiles ^ held)
    return min(points, other_left), min(throw, other_throw)


@kernel
def best_but(tiles, banned):
    """The best throw where one tile may not be thrown: of every other one, one by one."""
    best, rest = int64(1 << 40), tiles & ~banned
    while rest != NOTHING:
        tile = lowest(rest)
        rest = without_lowest(rest)
        points = deadwood(tiles ^ only(tile))
        word = (points << DEADWOOD) | ((10 - worth(tile)) << COUNTS) | (LAST - tile)
        best = min(best, word)
    return best


@inlined
def allowed(throw, tiles, banned):
    """The best throw of tiles, or if that is banned the best other one.

    Args:
        throw: the best one.
        tiles: uint64, all of which it is.
        banned: uint64, the set of the tile that may not be thrown; 0 for none.
    """
    if banned != NOTHING and only(tile_of(throw)) == banned:
        return best_but(tiles, banned)
    return throw


@inlined
def best_throw(tiles, banned):
    """What to throw so that least is left over, as one number; `left_of` and `tile_of` read it.

    Of tiles that leave as little it is the one that counts most, then that of the highest id. Of
    two such numbers the smaller one is the better throw.

    Args:
        tiles: uint64, at least two.
        banned: uint64, the set of the tile that may not be thrown; 0 for none.
    """
    return allowed(look(tiles)[1], tiles, banned)


@inlined
def left_of(throw):
    """The deadwood after a throw of `best_throw`, int64."""
    return throw >> DEADWOOD


@inlined
def tile_of(throw):
    """The tile of a throw of `best_throw`, int64."""
    return LAST - (throw & ((1 << COUNTS) - 1))


@kernel
def throws_within(tiles, limit):
    """The tiles without any one of which at most `limit` is left over, as a set."""
    alike, throws = three_alike(tiles), NOTHING
    for way in range(set_ways(tiles, alike)):
        free = without_sets(tiles, alike, way)
        rest = free
        while rest != NOTHING:
            one = rest & -rest
            rest ^= one
            throws |= one if beside_runs(free ^ one) <= limit else NOTHING
    return throws


# ---------------------------------------------------------------- layoffs


@inlined
def reached(runs, tiles):
    """The ranks of a suit that runs come to when they are extended by some tiles, and their own."""
    before = NOTHING
    while runs != before:
        before = runs
        runs |= ((runs << _1) | (runs >> _1)) & tiles
    return runs


@kernel
def beside_layoffs(tiles, fourths, runs):
    """What is left over of a suit beside own runs and what is laid off.

    Args:
        tiles: the ranks held, in no set.
        fourths: the ranks that complete a set that lies on the table.
        runs: the ranks that lie in runs.
    """
    open_to = tiles & (fourths | reached(runs, tiles))
    least, some = int64(LEFT[tiles]), open_to
    while some != NOTHING:
        if some & ~fourths & ~reached(runs, some) == NOTHING:
            least = min(least, int64(LEFT[tiles & ~some]))
        some = (some - _1) & open_to
    return least


@kernel
def left_after_layoffs(tiles, fourths, runs):
    """The least that is left over of a hand that may lay off on melds of another, int64.

    Args:
        tiles: uint64, the hand.
        fourths: uint64, the fourth tiles of his sets of three.
        runs: uint64, the tiles of his runs.
    """
    alike, least = three_alike(tiles), int64(1 << 20)
    for way in range(set_ways(tiles, alike)):
        free, points = without_sets(tiles, alike, way), int64(0)
        for place in (NOTHING, _13, _26, _39):
            points += beside_layoffs(
                in_suit(free, place), in_suit(fourths, place), in_suit(runs, place)
            )
        least = min(least, points)
    return least


# ---------------------------------------------------------------- arrangements

SETS, RUNS, SKIP = 4, 15, 15
"""What may become of the lowest tile: number 0 to 3 a set, 4 to 14 a run of three tiles to 13, and
15 nothing. In this order arrangements come as RULES.md has them."""
STEP, STEPS = uint64(4), 16
"""Bits of a step of an arrangement, and steps in one of its two words."""
NO_MELD = NOTHING


@inlined
def meld_of(tiles, choice):
    """The meld of the lowest tile that a choice stands for, as a set; 0 where there is none."""
    low = uint64(lowest(tiles))
    if choice >= SETS:
        length = choice - SETS + 3
        run = ((_1 << uint64(length)) - _1) << low
        return run if low % _13 + uint64(length) <= _13 and tiles & run == run else NO_MELD
    rank = low % _13
    others = without_lowest(tiles & (ONE_RANK << rank))
    if count(others) < 2 + int64(choice > 0):
        return NO_MELD
    if choice == 0 and count(others) == 3:
        others ^= _highest_of_three(others)
    elif choice == 2:
        others = others ^ only(lowest(without_lowest(others)))
    elif choice == 3:
        others = without_lowest(others)
    return others | only(low)


@inlined
def _highest_of_three(tiles):
    return without_lowest(without_lowest(tiles))


@inlined
def after_choice(tiles, choice):
    """The tiles that are left once the lowest one is melded so, or is in no meld."""
    return without_lowest(tiles) if choice == SKIP else tiles & ~meld_of(tiles, choice)


@inlined
def choice_at(first, second, step):
    """The choice at a step of an arrangement, int64."""
    word = first if step < STEPS else second
    return int64((word >> (STEP * uint64(step % STEPS))) & uint64(SKIP))


@inlined
def with_choice(word, step, choice):
    """A word of an arrangement with another choice at one of its steps."""
    place = STEP * uint64(step % STEPS)
    return (word & ~(uint64(SKIP) << place)) | (uint64(choice) << place)


@inlined
def open_tiles(meld):
    """The tiles that could be laid off first on a meld, as a set."""
    low = uint64(lowest(meld))
    if (meld >> low) & uint64(2) == NOTHING:
        rank = low % _13
        return (ONE_RANK << rank) & ~meld
    both = (meld << _1) | (meld >> _1)
    # Where the run ends at the end of its suit, what is beside it is of another one.
    suit = SUIT_TILES << (low - low % _13)
    return both & suit & ~meld


@kernel
def open_outside(tiles, first, second):
    """How many tiles that are not in a hand could be laid off first on an arrangement, int64."""
    outside, rest, step = NOTHING, tiles, int64(0)
    while rest != NOTHING:
        choice = choice_at(first, second, step)
        if choice != SKIP:
            outside |= open_tiles(meld_of(rest, choice))
        rest = after_choice(rest, choice)
        step += 1
    return count(outside & ~tiles)


@kernel
def find_arrangement(tiles, which, fewest):
    """An arrangement of the melds of a hand that leaves least over.

    Args:
        tiles: uint64, the hand.
        which: its number in the order of RULES.md; beyond the last, all are gone through.
        fewest: whether, of all of them up to that number, that with the fewest tiles outside the
            hand that could be laid off first is meant; of equals the first.

    Returns:
        Its two words, uint64; how many arrangements were gone through.
    """
    least, nth, fewest_open = deadwood(tiles), int64(0), int64(PACK)
    first, second, best_first, best_second = NOTHING, NOTHING, NOTHING, NOTHING
    rest, points, step, choice = tiles, int64(0), int64(0), int64(0)
    while True:
        if rest == NOTHING:
            nth += 1
            if not fewest:
                best_first, best_second = first, second
            else:
                number = open_outside(tiles, first, second)
                if number < fewest_open:
                    fewest_open, best_first, best_second = number, first, second
            if nth > which:
                break
            choice = SKIP + 1
        if choice > SKIP:
            # Back to the step before, and on with what is next there.
            step -= 1
            if step < 0:
                break
            choice = choice_at(first, second, step) + 1
            rest, points = tiles, int64(0)
            for at in range(step):
                done = choice_at(first, second, at)
                points += worth(lowest(rest)) if done == SKIP else 0
                rest = after_choice(rest, done)
            continue
        skips = choice == SKIP
        if skips or meld_of(rest, choice) != NO_MELD:
            more = worth(lowest(rest)) if skips else int64(0)
            after = after_choice(rest, choice)
            if points + more + deadwood(after) == least:
                if step < STEPS:
                    first = with_choice(first, step, choice)
                else:
                    second = with_choice(second, step, choice)
                rest, points, step, choice = after, points + more, step + 1, int64(0)
                continue
        choice += 1
    return best_first, best_second, nth


@kernel
def lay_down(tiles, first, second, melds):
    """Write the melds of an arrangement.

    Args:
        tiles: uint64, the hand.
        first: its first word, uint64.
        second: the other one.
        melds: uint64, with room for all; what is not needed becomes 0.

    Returns:
        The fourth tiles of its sets of three, and the tiles of its runs, as sets.
    """
    for k in range(len(melds)):
        melds[k] = NO_MELD
    fourths, runs, rest, step, number = NOTHING, NOTHING, tiles, int64(0), uint64(0)
    while rest != NOTHING:
        choice = choice_at(first, second, step)
        if choice != SKIP:
            meld = meld_of(rest, choice)
            melds[number] = meld
            number += _1
            if choice < SETS:
                fourths |= open_tiles(meld)
            else:
                runs |= meld
        rest = after_choice(rest, choice)
        step += 1
    return fourths, runs
