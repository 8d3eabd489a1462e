"""Exact figures of Cheat: ranks that a hand lacks, and claims that it can refute.

Hypergeometric counts over full packs, as fractions. Source: RULES.md, section 12; the tests check
its figures.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb

from cardsim.cards import PACK
from cardsim.errors import UserError
from cardsim.game import Figure, FigureTable, Solution
from cardsim.games.cheat.rules import FREE, SUIT_CARDS, Rules
from cardsim.games.cheat.state import RANKS
from cardsim.options.params import Value


def lacks(cards: int, *, ranks: int = 1, packs: int = 1) -> Fraction:
    """Return the chance that a hand of `cards` cards has none of some given ranks."""
    whole = PACK * packs
    return Fraction(comb(whole - SUIT_CARDS * packs * ranks, cards), comb(whole, cards))


def of_rank(cards: int, *, packs: int = 1) -> list[Fraction]:
    """Return the chances that a hand has 0, 1 .. cards of a given rank."""
    whole, same = PACK * packs, SUIT_CARDS * packs
    ways = comb(whole, cards)
    return [
        Fraction(comb(same, k) * comb(whole - same, cards - k), ways) if k <= cards else Fraction(0)
        for k in range(same + 1)
    ]


def complete(cards: int, *, packs: int = 1) -> Fraction:
    """Return the chance that a hand has all cards of some rank: inclusion and exclusion."""
    whole, same = PACK * packs, SUIT_CARDS * packs
    ways = 0
    for k in range(1, min(RANKS, cards // same) + 1):
        ways += (-1) ** (k + 1) * comb(RANKS, k) * comb(whole - same * k, cards - same * k)
    return Fraction(ways, comb(whole, cards))


def refutes(cards: int, claimed: int, *, packs: int = 1) -> Fraction:
    """Return the chance that a hand refutes a claim for certain.

    It then holds so many cards of the rank that `claimed` others are not left.
    """
    return sum(of_rank(cards, packs=packs)[SUIT_CARDS * packs - claimed + 1 :], Fraction(0))


# ---------------------------------------------------------------- as a question


def cost(rules: Rules, players: int, options: Mapping[str, Value]) -> float:
    """Refuse what cannot be solved, and return the seconds that `solve` takes."""
    if rules.classroom_trichez:
        raise UserError("the classroom game has no ranks to lack")
    if rules.claim_rank != "cyclic" or rules.first_rank == FREE:
        raise UserError(
            "who may claim first what he likes lacks no rank: --claim-rank must be cyclic, and "
            f"--first-rank not {FREE}"
        )
    return 0.02


def solve(rules: Rules, players: int, options: Mapping[str, Value]) -> Solution:
    """Compute the figures of the first hand, which is as large as any."""
    packs = rules.packs
    each, more = divmod(PACK * packs, players)
    size = each + (more > 0)
    counts = of_rank(size, packs=packs)
    most = min(rules.max_cards, SUIT_CARDS * packs)
    figures = (
        Figure("cards", "cards of the first player", float(size)),
        Figure("lacks", "he lacks the rank of the first claim", float(counts[0]), is_share=True),
        Figure(
            "complete",
            "he holds all cards of some rank",
            float(complete(size, packs=packs)),
            is_share=True,
        ),
        Figure("ranks", "ranks that he holds", float(RANKS * (1 - counts[0]))),
    )
    sizes = sorted({size, each}, reverse=True)
    lack = FigureTable(
        "lacks",
        "How often a hand lacks one given rank, two, or three",
        {
            "cards": list(sizes),
            **{
                name: [float(lacks(n, ranks=ranks, packs=packs)) for n in sizes]
                for ranks, name in enumerate(("one", "two", "three"), 1)
            },
        },
        shares=("one", "two", "three"),
    )
    held = FigureTable(
        "held",
        "Cards of a given rank in the first hand",
        {"cards": list(range(len(counts))), "share": list(map(float, counts))},
        shares=("share",),
    )
    refuted = FigureTable(
        "refutes",
        "How often such a hand can refute a false claim of so many cards for certain",
        {
            "claimed": list(range(1, most + 1)),
            "share": [float(refutes(size, m, packs=packs)) for m in range(1, most + 1)],
        },
        shares=("share",),
    )
    return Solution(figures, (lack, held, refuted))


def sentence(figures: Mapping[str, float], tables: Mapping[str, FigureTable], *_: object) -> str:
    """Return the answer in words."""
    refuted = tables["refutes"].columns["share"][0]
    return (
        f"With {figures['cards']:.0f} cards the first player lacks the rank of his first claim in "
        f"{100 * figures['lacks']:.2f} % of deals and must lie; another hand as large can refute "
        f"a false claim of one card for certain in {100 * float(refuted):.2g} %."
    )
