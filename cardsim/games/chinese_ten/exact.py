"""Exact figures of the four cards of the layout, by enumeration of their ranks.

Source: RULES.md, section 12, which has these figures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb, prod

from cardsim.cards import PACK
from cardsim.game import Figure, FigureTable, Solution
from cardsim.games.chinese_ten.play import CLUB_ACE, RED_NINE_9, SPADE_ACE, card_points
from cardsim.games.chinese_ten.rules import Rules
from cardsim.games.chinese_ten.state import PARTNER_RANK, SELF_RANK, TURNS
from cardsim.options.params import Value

LAYOUT_CARDS = 4
OTHERS = PACK - LAYOUT_CARDS
PARTNERS = [int(rank) for rank in PARTNER_RANK]


@dataclass(frozen=True)
class Layout:
    """The number of cards of each rank in the layout, ace first.

    Attributes:
        ranks: 13 numbers that sum to 4.
    """

    ranks: tuple[int, ...]

    @property
    def ways(self) -> int:
        """Number of sets of four cards with these ranks."""
        return prod(comb(4, number) for number in self.ranks)

    @property
    def alike(self) -> int:
        """Equal cards of a rank that pairs with itself: 3 or 4; 0 if there are fewer."""
        most = max(number for rank, number in enumerate(self.ranks) if SELF_RANK[rank])
        return most if most >= 3 else 0

    @property
    def pairs(self) -> int:
        """Disjoint pairs of partners within the layout."""
        return sum(
            number // 2 if SELF_RANK[rank] else min(number, self.ranks[PARTNERS[rank]])
            for rank, number in enumerate(self.ranks)
            if rank <= PARTNERS[rank]
        )

    @cached_property
    def table(self) -> tuple[int, ...]:
        """Cards on the table when play begins; the dealer has taken four alike."""
        return (0,) * 13 if self.alike == LAYOUT_CARDS else self.ranks

    def capturing(self, candidates: int = 1) -> int:
        """Return how many of the other 48 cards find `candidates` or more partners on the table."""
        return sum(
            4 - self.ranks[rank] for rank in range(13) if self.table[PARTNERS[rank]] >= candidates
        )


def layouts(rules: Rules) -> Iterator[Layout]:
    """Yield every layout that can be played with; those that go back into the deck are left out."""
    for pattern in combinations_with_replacement(range(13), LAYOUT_CARDS):
        layout = Layout(tuple(pattern.count(rank) for rank in range(13)))
        if not goes_back(layout, rules):
            yield layout


def goes_back(layout: Layout, rules: Rules) -> bool:
    """Return whether the layout goes back into the deck and four other cards are laid out."""
    return (layout.alike == 3 and rules.triple_layout == "redeal") or (
        layout.alike == LAYOUT_CARDS and rules.four_alike_layout == "redeal"
    )


def played(rules: Rules) -> int:
    """Return how many sets of four cards can be played with; of 270 725."""
    return sum(layout.ways for layout in layouts(rules))


def alike(rules: Rules, number: int) -> Fraction:
    """Return the chance of a layout with `number` cards of a rank that pairs with itself."""
    ways = sum(layout.ways for layout in layouts(rules) if layout.alike == number)
    return Fraction(ways, played(rules))


def pairs(rules: Rules) -> list[Fraction]:
    """Return the chances of 0, 1 and 2 pairs of partners within the layout."""
    ways = [0, 0, 0]
    for layout in layouts(rules):
        ways[layout.pairs] += layout.ways
    return [Fraction(number, played(rules)) for number in ways]


def next_captures(rules: Rules, *, candidates: int = 1) -> Fraction:
    """Return the chance that another random card finds partners in the fresh layout.

    It must find at least `candidates` of them.
    """
    ways = sum(layout.ways * layout.capturing(candidates) for layout in layouts(rules))
    return Fraction(ways, OTHERS * played(rules))


def first_can_capture(rules: Rules, players: int) -> Fraction:
    """Return the chance that the first player is dealt a card that captures from the layout."""
    held = TURNS // players
    none = sum(layout.ways * comb(OTHERS - layout.capturing(), held) for layout in layouts(rules))
    return 1 - Fraction(none, comb(OTHERS, held) * played(rules))


def values(rules: Rules, players: int) -> int:
    """Return the number of the table of card points in force."""
    spade, club = rules.spade_ace_min_players, rules.club_ace_min_players
    number = RED_NINE_9 if rules.red_nine == 9 else 0
    return number + (SPADE_ACE if players >= spade else 0) + (CLUB_ACE if players >= club else 0)


def points_of_pack(rules: Rules, players: int) -> int:
    """Return the points of all cards; divided by the players they are par."""
    return sum(card_points(card, values(rules, players)) for card in range(PACK))


# ---------------------------------------------------------------- as a question


def cost(rules: Rules, players: int, options: Mapping[str, Value]) -> float:
    """Return the seconds that `solve` takes."""
    return 0.05


def solve(rules: Rules, players: int, options: Mapping[str, Value]) -> Solution:
    """Compute the figures of the layout and of the first player's captures."""
    figures = [
        Figure("par", "points that are par", points_of_pack(rules, players) / players),
        Figure("triple", "the layout is a triple", float(alike(rules, 3)), is_share=True),
        Figure("four_alike", "the layout is four alike", float(alike(rules, 4)), is_share=True),
        Figure(
            "redealt",
            "a layout goes back into the deck",
            1 - played(rules) / comb(PACK, LAYOUT_CARDS),
            is_share=True,
        ),
        Figure(
            "next_captures",
            "any other card captures from the layout",
            float(next_captures(rules)),
            is_share=True,
        ),
        Figure(
            "several",
            "and finds two partners or more",
            float(next_captures(rules, candidates=2)),
            is_share=True,
        ),
        Figure(
            "first_can_capture",
            "the first player holds a card that captures",
            float(first_can_capture(rules, players)),
            is_share=True,
        ),
    ]
    shares = [float(share) for share in pairs(rules)]
    table = FigureTable(
        "pairs",
        "Pairs of partners within the layout",
        {"pairs": list(range(len(shares))), "share": shares},
        shares=("share",),
    )
    return Solution(tuple(figures), (table,))


def sentence(
    figures: Mapping[str, float],
    tables: Mapping[str, FigureTable],
    players: int,
    display: Mapping[str, Value],
) -> str:
    """Return the answer in words."""
    return (
        f"With {players} players the first of them holds a card that captures from the layout in "
        f"{100 * figures['first_can_capture']:.2f} % of deals; a flipped card would capture from "
        f"it in {100 * figures['next_captures']:.2f} %. Par is {figures['par']:g} points."
    )
