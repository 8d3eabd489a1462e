"""Exact distribution of deadwood: all hands are enumerated, up to the names of the suits.

Source: RULES.md, section 12, which has these figures.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import comb, sqrt

import numpy as np
from numpy import int64, uint64

from cardsim.cards import PACK
from cardsim.errors import UserError
from cardsim.game import Figure, FigureTable, Solution
from cardsim.games.gin_rummy.melds import (
    RANKS,
    WORTH,
    best_throw,
    deadwood,
    in_suit,
    left_of,
)
from cardsim.games.gin_rummy.rules import Rules
from cardsim.kernels.card_bits import count
from cardsim.kernels.jit import Entry, entry_of, kernel
from cardsim.options.params import Value

MOST_TILES = 11
"""Tiles of the largest hands that are enumerated."""
PER_HAND = 2.5e-8
"""Seconds for each hand, counting once those that differ only in the names of suits."""
ALIKE = 24
"""Permutations of the suits."""
MOST_LEFT = 10 * MOST_TILES
WITHOUT_MELD, ALL_MELDED = MOST_LEFT + 1, MOST_LEFT + 2
"""Places after the counts of hands by deadwood."""
_13, _26, _39 = (uint64(RANKS * suit) for suit in (1, 2, 3))
NOTHING = uint64(0)


@dataclass(frozen=True)
class Count:
    """Counts of all hands of one size.

    Attributes:
        tiles: how many tiles a hand has.
        left: how many hands have each deadwood, from 0; with `thrown`, once a tile is thrown.
        without_meld: hands without any meld.
        all_melded: hands without deadwood, no tile thrown.
    """

    tiles: int
    left: tuple[int, ...]
    without_meld: int
    all_melded: int

    @property
    def hands(self) -> int:
        """Number of hands."""
        return comb(PACK, self.tiles)

    def at_most(self, limit: int) -> float:
        """Return the share of hands with a deadwood of at most `limit`."""
        return sum(self.left[: limit + 1]) / self.hands

    def mean(self) -> float:
        """Return the mean deadwood."""
        return sum(n * hands for n, hands in enumerate(self.left)) / self.hands

    def deviation(self) -> float:
        """Return the standard deviation of the deadwood."""
        squares = sum(n * n * hands for n, hands in enumerate(self.left))
        # In whole numbers, since the mean's square is nearly as large as the mean of squares.
        sums = sum(n * hands for n, hands in enumerate(self.left))
        return sqrt(squares * self.hands - sums * sums) / self.hands


SAME = np.array([[24, 12], [12, 6], [12, 4], [4, 1]])
"""Number of hands that equal a hand once their suits are sorted.

First index: 1 if the first suit equals the second, plus 2 if the second equals the third. Second
index: whether the third suit equals the fourth.
"""


@kernel
def count_last(three, most, alike, some, worth, thrown, counts):
    """Add up the hands with three given suits.

    Args:
        three: uint64, the tiles of these suits.
        most: uint64, the last of them, which the fourth does not exceed.
        alike: the row of `SAME`.
        some: uint64, the sets that the fourth may be, ascending.
        worth: as in `count_hands`.
        thrown: as in `count_hands`.
        counts: as in `count_hands`.
    """
    counted = int64(0)
    for place in (NOTHING, _13, _26):
        counted += worth[in_suit(three, place)]
    for at in range(len(some)):
        spades = some[at]
        if spades > most:
            break
        hand = three | (spades << _39)
        same = int64(SAME[alike, int64(spades == most)])
        points = deadwood(hand)
        counts[WITHOUT_MELD] += same * int64(points == counted + worth[spades])
        counts[ALL_MELDED] += same * int64(points == 0)
        if thrown:
            points = left_of(best_throw(hand, NOTHING))
        counts[points] += same


def count_hands(tiles, thrown, masks, begins, worth, counts):
    """Enumerate all hands of a size whose suits are in falling order, as numbers, and count them.

    Args:
        tiles: the size.
        thrown: whether the tile that leaves least deadwood is thrown.
        masks: uint64, all sets of ranks, by the number of ranks, and then ascending.
        begins: int64, where the sets of each number begin in `masks`, and the end.
        worth: int64, by set of ranks, its points without a meld.
        counts: int64, to which is added: the number of hands by deadwood, and at `WITHOUT_MELD` and
            `ALL_MELDED` the numbers of these hands.
    """
    for at_1 in range(len(masks)):
        clubs = masks[at_1]
        rest_1 = tiles - count(clubs)
        for at_2 in range(begins[max(min(rest_1, RANKS), -1) + 1]):
            diamonds = masks[at_2]
            rest_2 = rest_1 - count(diamonds)
            if diamonds > clubs:
                continue
            for size in range(max(rest_2 - RANKS, 0), min(rest_2, RANKS) + 1):
                some = masks[begins[rest_2 - size] : begins[rest_2 - size + 1]]
                for at_3 in range(begins[size], begins[size + 1]):
                    hearts = masks[at_3]
                    if hearts > diamonds:
                        break
                    three = clubs | (diamonds << _13) | (hearts << _26)
                    alike = int64(clubs == diamonds) + 2 * int64(diamonds == hearts)
                    count_last(three, hearts, alike, some, worth, thrown, counts)


def _entry() -> Entry:
    signature = "void(i8, b1, u8[::1], i8[::1], i8[::1], i8[::1])"
    return entry_of(count_hands, signature, "what counts all hands of Gin Rummy")


@cache
def counted(tiles: int, *, thrown: bool) -> Count:
    """Count all hands of `tiles` tiles; with `thrown` after the throw of least deadwood."""
    masks = np.arange(1 << RANKS, dtype=np.uint64)
    bits = masks[:, None] >> np.arange(RANKS, dtype=np.uint64) & np.uint64(1)
    sizes = bits.sum(axis=1).astype(np.int64)
    begins = np.searchsorted(np.sort(sizes), np.arange(RANKS + 2))
    worth = bits.astype(np.int64) @ WORTH.astype(np.int64)
    counts = np.zeros(ALL_MELDED + 1, np.int64)
    in_order = masks[np.argsort(sizes, kind="stable")]
    _entry().call(tiles, thrown, in_order, begins.astype(np.int64), worth, counts)
    by_points = counts[: MOST_LEFT + 1].tolist()
    return Count(tiles, tuple(by_points), int(counts[WITHOUT_MELD]), int(counts[ALL_MELDED]))


# ---------------------------------------------------------------- as a question


def cost(rules: Rules, players: int, options: Mapping[str, Value]) -> float:
    """Return the seconds that `solve` takes."""
    if rules.hand_size >= MOST_TILES:
        raise UserError(
            f"--hand-size must be at most {MOST_TILES - 1} to go through all hands, "
            f"not {rules.hand_size}"
        )
    return PER_HAND * sum(comb(PACK, rules.hand_size + more) for more in (0, 1)) / ALIKE


def solve(rules: Rules, players: int, options: Mapping[str, Value]) -> Solution:
    """Compute the deadwood dealt, and that left by the best throw with one tile more."""
    size, limit = rules.hand_size, rules.knock_limit
    dealt, thrown = counted(size, thrown=False), counted(size + 1, thrown=True)
    figures = []
    for name, told, some in (
        ("dealt", f"the {size} tiles dealt", dealt),
        ("thrown", f"the best {size} of {size + 1} tiles", thrown),
    ):
        shares = {
            "meld": ("have a meld at least", 1 - some.without_meld / some.hands),
            "knock": (f"have a deadwood of at most {limit}", some.at_most(limit)),
            "gin": ("have none", some.at_most(0)),
        }
        for what, (words, share) in shares.items():
            figures.append(Figure(f"{name}_{what}", f"{told} {words}", share, is_share=True))
        figures.append(Figure(f"{name}_mean", f"deadwood of {told}", some.mean()))
        figures.append(Figure(f"{name}_sd", "its standard deviation", some.deviation()))
    big = thrown.all_melded / thrown.hands
    figures.append(Figure("big_gin", f"all {size + 1} tiles are melded", big, is_share=True))
    most = max(n for n, hands in enumerate(dealt.left) if hands)
    rows = range(most + 1)
    table = FigureTable(
        "deadwood",
        "How many hands leave each deadwood",
        {
            "deadwood": list(rows),
            "dealt": [dealt.left[n] for n in rows],
            "dealt_share": [dealt.left[n] / dealt.hands for n in rows],
            "thrown": [thrown.left[n] for n in rows],
            "thrown_share": [thrown.left[n] / thrown.hands for n in rows],
        },
        shares=("dealt_share", "thrown_share"),
        brief=False,
    )
    whole = FigureTable(
        "hands",
        "All hands that were gone through",
        {
            "tiles": [some.tiles for some in (dealt, thrown)],
            "hands": [some.hands for some in (dealt, thrown)],
            "without_meld": [some.without_meld for some in (dealt, thrown)],
            "all_melded": [some.all_melded for some in (dealt, thrown)],
        },
    )
    return Solution(tuple(figures), (whole, table))


def sentence(figures: Mapping[str, float], *_: object) -> str:
    """Return the answer in words."""
    return (
        f"A hand is dealt with a deadwood of {figures['dealt_mean']:.2f} on average. The best "
        f"throw after a draw leaves {figures['thrown_mean']:.2f}, and allows a knock in "
        f"{100 * figures['thrown_knock']:.2f} % of hands."
    )
