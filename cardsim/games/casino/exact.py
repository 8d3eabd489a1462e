"""Exact figures for the first four cards of the table, by enumeration of their ranks.

Source: RULES.md, section 12, which has these figures.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb, prod

from cardsim.cards import PACK, RANKS
from cardsim.game import Figure, FigureTable, Solution
from cardsim.games.casino.rules import Rules
from cardsim.games.casino.state import HELD, LAID_OUT, TOP
from cardsim.options.params import Value

TABLES = comb(PACK, LAID_OUT)
OTHERS = PACK - LAID_OUT
SUITS = 4
ALL_RANKS = range(1, len(RANKS) + 1)


@dataclass(frozen=True)
class Layout:
    """Four cards by rank, 1 to 13, ascending.

    Attributes:
        ranks: four numbers.
        face_capture: the house rule.
    """

    ranks: tuple[int, ...]
    face_capture: str

    @property
    def ways(self) -> int:
        """Number of sets of four cards with these ranks."""
        return prod(comb(SUITS, self.ranks.count(rank)) for rank in set(self.ranks))

    def left(self, rank: int) -> int:
        """Return how many cards of a rank are not on the table."""
        return SUITS - self.ranks.count(rank)

    @cached_property
    def largest(self) -> dict[int, int]:
        """Most cards that a card of each rank can take."""
        return {rank: self._most(rank) for rank in ALL_RANKS}

    def _most(self, rank: int) -> int:
        there = self.ranks.count(rank)
        if rank > TOP:
            whole = {"one": False, "one-or-three": there == SUITS - 1, "all": True}
            return there if whole[self.face_capture] else min(there, 1)
        sizes = range(len(self.ranks), 0, -1)
        return next(
            (
                size
                for size in sizes
                if any(splits(some, rank) for some in combinations(self.ranks, size))
            ),
            0,
        )

    def capturing(self, least: int = 1) -> int:
        """Return how many of the other 48 cards can take at least `least` cards."""
        return sum(self.left(rank) for rank, most in self.largest.items() if most >= least)


def splits(pips: tuple[int, ...], value: int) -> bool:
    """Return whether ascending numbers can be parted into sets that each add up to a value."""
    if not pips:
        return True
    *rest, last = pips
    return any(
        sum(rest[k] for k in places) == value - last
        and splits(tuple(n for k, n in enumerate(rest) if k not in places), value)
        for size in range(len(rest) + 1)
        for places in combinations(range(len(rest)), size)
    )


def layouts(rules: Rules) -> tuple[Layout, ...]:
    """Return all first tables."""
    return _layouts(rules.face_capture)


@cache
def _layouts(face_capture: str) -> tuple[Layout, ...]:
    # Four cards never have five of a rank, so every combination with replacement is possible.
    every = combinations_with_replacement(ALL_RANKS, LAID_OUT)
    return tuple(Layout(ranks, face_capture) for ranks in every)


def chance_of(rules: Rules, wanted: Callable[[Layout], bool]) -> Fraction:
    """Return the chance of a first table that meets a condition."""
    return Fraction(sum(table.ways for table in layouts(rules) if wanted(table)), TABLES)


def next_captures(rules: Rules, *, least: int = 1) -> Fraction:
    """Return the chance that another random card can take at least `least` cards of the table."""
    ways = sum(table.ways * table.capturing(least) for table in layouts(rules))
    return Fraction(ways, TABLES * OTHERS)


def captures_of(rules: Rules, rank: int) -> Fraction:
    """Return the chance that a card of a rank can capture from the first table."""
    able = sum(t.ways * t.left(rank) for t in layouts(rules) if t.largest[rank])
    return Fraction(able, sum(t.ways * t.left(rank) for t in layouts(rules)))


def first_can_take(rules: Rules, least: int = 1) -> Fraction:
    """Return the chance that the first player holds a card that takes at least `least` cards."""
    ways = sum(table.ways * comb(OTHERS - table.capturing(least), HELD) for table in layouts(rules))
    return 1 - Fraction(ways, TABLES * comb(OTHERS, HELD))


# ---------------------------------------------------------------- as a question


def cost(rules: Rules, players: int, options: Mapping[str, Value]) -> float:
    """Return the seconds that `solve` takes."""
    return 0.5


def solve(rules: Rules, players: int, options: Mapping[str, Value]) -> Solution:
    """Compute the first table's figures, and the chances that a card can take some of it."""
    least = [next_captures(rules, least=size) for size in range(1, LAID_OUT + 1)]
    at_least = [Fraction(1), *least, Fraction(0)]
    exactly = [more - most for more, most in pairwise(at_least)]
    shares = {
        "next_captures": ("any other card captures from it", least[0]),
        "first_can_capture": ("the first player holds a capture", first_can_take(rules)),
        "first_can_sweep": ("and can clear the table at once", first_can_take(rules, LAID_OUT)),
        "no_face": ("there is no face card", chance_of(rules, lambda t: t.ranks[-1] <= TOP)),
        "ace": ("there is an ace at least", chance_of(rules, lambda t: t.ranks[0] == 1)),
        "different": (
            "its four ranks are different",
            chance_of(rules, lambda t: len(set(t.ranks)) == LAID_OUT),
        ),
        "three_faces": (
            "three face cards or four are of one rank",
            chance_of(rules, lambda t: any(t.ranks.count(r) >= 3 for r in range(TOP + 1, 14))),
        ),
    }
    named = Fraction(7 * LAID_OUT, PACK)
    figures = [Figure(n, text, float(share), is_share=True) for n, (text, share) in shares.items()]
    figures.append(Figure("largest", "cards that any other card can take", float(sum(least))))
    figures.append(Figure("named", "what the ten, the two and aces on it are worth", float(named)))
    sizes = FigureTable(
        "sizes",
        "The most cards that any other card can take",
        {"cards": list(range(LAID_OUT + 1)), "share": [float(share) for share in exactly]},
        shares=("share",),
    )
    by_rank = FigureTable(
        "ranks",
        "How often a card captures from the first table, by its rank",
        {
            "rank": list(RANKS),
            "share": [float(captures_of(rules, rank)) for rank in ALL_RANKS],
        },
        shares=("share",),
    )
    return Solution(tuple(figures), (sizes, by_rank))


def sentence(figures: Mapping[str, float], *_: object) -> str:
    """Return the answer in words."""
    return (
        f"The first player can capture something in {100 * figures['first_can_capture']:.2f} % of "
        f"deals, and clear the table in {100 * figures['first_can_sweep']:.2f} %. Any one card "
        f"finds something to take in {100 * figures['next_captures']:.2f} %."
    )
