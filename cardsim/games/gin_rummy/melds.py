"""Melds: the deadwood of a hand, the best throw, layoffs, and all arrangements of melds.

A hand is a mask (`cardsim.kernels.card_bits`), and 13 bits of it are a suit. A table has the
deadwood of each suit by runs alone. Sets are tried one by one: few ranks have three tiles in a
hand, and most hands have none, so that four numbers from the table are enough. Everything is exact
for 23 tiles too.
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
"""Points of a tile of each rank that is in no meld."""


def _left_by_runs() -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """Return the deadwood that the best runs leave, for every set of ranks of a suit."""
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
"""First bits in the result of `best_throw`: of the deadwood, and of 10 less the tile's points."""
LAST = PACK - 1
MORE_BIAS = 128
"""Added to the change in deadwood by a throw, which may be negative."""
THROW, LEFT_MASK = 9, 511
"""In an entry of `LOOK`: the first bit of the throw, and the mask of the deadwood below it."""


def _looks() -> np.ndarray[tuple[int], np.dtype[np.uint32]]:
    """Return the deadwood and the best throw of one rank, for every set of ranks of a suit.

    The deadwood of four suits can be added. The change in deadwood by a throw does not depend on
    other suits, so the least of four throws, each with its suit's ids, is the best throw of the
    hand.
    """
    masks = np.arange(1 << RANKS)
    # An empty suit has a worse throw than any other.
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
    """Return the ranks of a suit in a set; its place in the set is 0, 13, 26 or 39."""
    return (tiles >> place) & SUIT_TILES


@inlined
def worth(tile):
    """Return the points of a tile that is in no meld, int64."""
    return int64(WORTH[uint64(tile) % _13])


@inlined
def beside_runs(tiles):
    """Return the deadwood that the best runs leave, without sets, int64."""
    low = int64(LEFT[in_suit(tiles, NOTHING)]) + int64(LEFT[in_suit(tiles, _13)])
    return low + int64(LEFT[in_suit(tiles, _26)]) + int64(LEFT[in_suit(tiles, _39)])


@inlined
def three_alike(tiles):
    """Return the ranks of which there are at least three tiles, as bits."""
    clubs, diamonds = in_suit(tiles, NOTHING), in_suit(tiles, _13)
    hearts, spades = in_suit(tiles, _26), in_suit(tiles, _39)
    return (clubs & diamonds & (hearts | spades)) | (hearts & spades & (clubs | diamonds))


@inlined
def set_ways(tiles, alike):
    """Return the number of ways to put tiles of the ranks `alike` into sets, or not."""
    ways = int64(1)
    while alike != NOTHING:
        ways *= 6 if (tiles >> uint64(lowest(alike))) & ONE_RANK == ONE_RANK else 2
        alike = without_lowest(alike)
    return ways


@inlined
def without_sets(tiles, alike, way):
    """Return the tiles that are in no set when sets are made in way number `way`."""
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
            # All four tiles, or all but one.
            kept = only(_13 * uint64(which - 2)) if which > 1 else NOTHING
            rest &= ~((held & ~kept) << rank)
    return rest


@kernel
def beside_sets(tiles, alike):
    """Return the least deadwood where some ranks have three tiles or four, int64."""
    least = int64(1 << 20)
    for way in range(set_ways(tiles, alike)):
        least = min(least, beside_runs(without_sets(tiles, alike, way)))
    return least


@inlined
def deadwood(tiles):
    """Return the least deadwood of a set of tiles, int64."""
    tiles = uint64(tiles)
    alike = three_alike(tiles)
    if alike == NOTHING:
        return beside_runs(tiles)
    return beside_sets(tiles, alike)


# ---------------------------------------------------------------- what to throw


@inlined
def look_of_way(tiles):
    """Return the deadwood of tiles that are in no set, and their best throw."""
    clubs, diamonds = int64(LOOK[in_suit(tiles, NOTHING)]), int64(LOOK[in_suit(tiles, _13)])
    hearts, spades = int64(LOOK[in_suit(tiles, _26)]), int64(LOOK[in_suit(tiles, _39)])
    points = (clubs + diamonds + hearts + spades) & LEFT_MASK
    black = min(clubs + (39 << THROW), spades)
    red = min(diamonds + (26 << THROW), hearts + (13 << THROW))
    return points, (min(black, red) >> THROW) + ((points - MORE_BIAS) << DEADWOOD)


@kernel
def look_beside_sets(tiles, alike):
    """Return what `look` does where some ranks have three tiles or four."""
    least, best = int64(1 << 20), int64(1 << 40)
    for way in range(set_ways(tiles, alike)):
        points, throw = look_of_way(without_sets(tiles, alike, way))
        least, best = min(least, points), min(best, throw)
    return least, best


@inlined
def look(tiles):
    """Return the least deadwood of a set of tiles, int64, and their best throw.

    Args:
        tiles: uint64, at least two.
    """
    alike = three_alike(tiles)
    if alike == NOTHING:
        return look_of_way(tiles)
    held = tiles & (ONE_RANK << uint64(lowest(alike)))
    if (without_lowest(alike) != NOTHING) | (count(held) > 3):
        return look_beside_sets(tiles, alike)
    # The most frequent case: one rank with three tiles, which are a set or are not.
    points, throw = look_of_way(tiles)
    other_left, other_throw = look_of_way(tiles ^ held)
    return min(points, other_left), min(throw, other_throw)


@kernel
def best_but(tiles, banned):
    """Return the best throw other than a banned tile, by trying all tiles."""
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
    """Return the best throw, or the best other one if it is banned.

    Args:
        throw: the best throw.
        tiles: uint64, the hand.
        banned: uint64, the set of the tile that may not be thrown; 0 for none.
    """
    if banned != NOTHING and only(tile_of(throw)) == banned:
        return best_but(tiles, banned)
    return throw


@inlined
def best_throw(tiles, banned):
    """Return the throw that leaves least deadwood, as one number; `left_of` and `tile_of` read it.

    Ties: the tile of most points, then that of the highest id. Of two such numbers the smaller is
    the better throw.

    Args:
        tiles: uint64, at least two.
        banned: uint64, the set of the tile that may not be thrown; 0 for none.
    """
    return allowed(look(tiles)[1], tiles, banned)


@inlined
def left_of(throw):
    """Return the deadwood after a throw of `best_throw`, int64."""
    return throw >> DEADWOOD


@inlined
def tile_of(throw):
    """Return the tile of a throw of `best_throw`, int64."""
    return LAST - (throw & ((1 << COUNTS) - 1))


@kernel
def throws_within(tiles, limit):
    """Return the tiles whose throw leaves a deadwood of at most `limit`, as a set."""
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
    """Return the ranks of a suit that runs cover once they are extended by some tiles."""
    before = NOTHING
    while runs != before:
        before = runs
        runs |= ((runs << _1) | (runs >> _1)) & tiles
    return runs


@kernel
def beside_layoffs(tiles, fourths, runs):
    """Return the deadwood of a suit after own runs and layoffs.

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
    """Return the least deadwood of a hand that may lay off on another seat's melds, int64.

    Args:
        tiles: uint64, the hand.
        fourths: uint64, the fourth tiles of that seat's sets of three.
        runs: uint64, the tiles of that seat's runs.
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
"""Choices for the lowest tile of a hand.

0 to 3 are sets, 4 to 14 runs of three tiles to 13, and 15 leaves it in no meld. This is the order
of arrangements in RULES.md.
"""
STEP, STEPS = uint64(4), 16
"""Bits of a step of an arrangement, and steps in one of its two words."""
NO_MELD = NOTHING


@inlined
def meld_of(tiles, choice):
    """Return the meld of the lowest tile by a choice, as a set; 0 where there is none."""
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
    """Return the tiles that are left after a choice for the lowest one."""
    return without_lowest(tiles) if choice == SKIP else tiles & ~meld_of(tiles, choice)


@inlined
def choice_at(first, second, step):
    """Return the choice at a step of an arrangement, int64."""
    word = first if step < STEPS else second
    return int64((word >> (STEP * uint64(step % STEPS))) & uint64(SKIP))


@inlined
def with_choice(word, step, choice):
    """Return a word of an arrangement with another choice at one of its steps."""
    place = STEP * uint64(step % STEPS)
    return (word & ~(uint64(SKIP) << place)) | (uint64(choice) << place)


@inlined
def open_tiles(meld):
    """Return the tiles that could be laid off first on a meld, as a set."""
    low = uint64(lowest(meld))
    if (meld >> low) & uint64(2) == NOTHING:
        rank = low % _13
        return (ONE_RANK << rank) & ~meld
    both = (meld << _1) | (meld >> _1)
    # Where the run reaches the end of its suit, the next id belongs to another suit.
    suit = SUIT_TILES << (low - low % _13)
    return both & suit & ~meld


@kernel
def open_outside(tiles, first, second):
    """Return how many tiles outside a hand could be laid off first on an arrangement, int64."""
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
    """Return an arrangement of the melds of a hand that leaves least deadwood.

    Args:
        tiles: uint64, the hand.
        which: its number in the order of RULES.md; beyond the last, all are enumerated.
        fewest: whether to return, of all arrangements up to that number, the one open to the fewest
            first layoffs from outside the hand; ties: the first.

    Returns:
        Its two words, uint64; how many arrangements were enumerated.
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
            # Back to the step before, and on to its next choice.
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
        second: its second word.
        melds: uint64, with room for all; unused ones become 0.

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
