"""Exact figures of Spades: the contents of a hand of thirteen cards.

Hypergeometric counts, as fractions. Source: RULES.md, section 12; the tests check its figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb

from cardsim import ending_question
from cardsim.cards import PACK
from cardsim.errors import UserError
from cardsim.game import Figure, FigureTable, Solution
from cardsim.games.spades.rules import Rules
from cardsim.games.spades.state import SPADES, TRICKS
from cardsim.options.params import Value, option
from cardsim.tricks import SEATS, SUITS, USUAL

HANDS = comb(PACK, TRICKS)
SUIT = 13


def in_suit(cards: int, *, hand: int = TRICKS) -> Fraction:
    """Return the chance that a hand holds `cards` cards of a suit."""
    return Fraction(comb(SUIT, cards) * comb(PACK - SUIT, hand - cards), comb(PACK, hand))


def void() -> Fraction:
    """Return the chance that a hand has no card of at least one suit."""
    ways = (comb(SUITS, k) * comb(PACK - SUIT * k, TRICKS) for k in range(1, SUITS))
    return Fraction(sum(way * (-1) ** k for k, way in enumerate(ways)), HANDS)


def none_of(cards: int) -> Fraction:
    """Return the chance that a hand has none of `cards` given cards."""
    return Fraction(comb(PACK - cards, TRICKS), HANDS)


def counts(king_min_length: int, spade_extra_from: int) -> list[Fraction]:
    """Return the chances to be dealt 0, 1 .. tricks by the count of `count-bid`."""
    ways: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for suit in range(SUITS):
        after: Counter[tuple[int, int]] = Counter()
        for (held, tricks), sofar in ways.items():
            for length, ace, king in product(range(TRICKS - held + 1), range(2), range(2)):
                if length < ace + king:
                    continue
                more = ace + (king if length >= king_min_length else 0)
                if suit == SUITS - 1:
                    more += max(length - spade_extra_from + 1, 0)
                of_suit = comb(SUIT - 2, length - ace - king)
                after[held + length, tricks + more] += sofar * of_suit
        ways = after
    most = max(tricks for (held, tricks), n in ways.items() if held == TRICKS and n)
    return [Fraction(ways[TRICKS, tricks], HANDS) for tricks in range(most + 1)]


# ---------------------------------------------------------------- as questions


@dataclass(frozen=True)
class Options:
    """Options of the count of tricks."""

    king_min_length: int = option(2, "a king counts in a suit of so many cards", low=1, high=TRICKS)
    spade_extra_from: int = option(4, "a spade counts from this one on", low=1, high=TRICKS + 1)


def cost(rules: Rules, players: int, options: Mapping[str, Value]) -> float:
    """Return the seconds that `solve` takes."""
    return 0.05


def solve(rules: Rules, players: int, options: Mapping[str, Value]) -> Solution:
    """Compute the figures of a hand."""
    by_count = counts(int(options["king_min_length"]), int(options["spade_extra_from"]))
    mean = sum(tricks * share for tricks, share in enumerate(by_count))
    figures = (
        Figure("count", "tricks that a hand counts", float(mean)),
        Figure(
            "long_spades",
            "some player has seven spades or more",
            float(SEATS * sum(in_suit(n) for n in range(7, SUIT + 1))),
            is_share=True,
        ),
        Figure("void", "a hand is void in some suit", float(void()), is_share=True),
        Figure("void_in_suit", "it is void in a given one", float(in_suit(0)), is_share=True),
        Figure(
            "no_top_spade",
            "it has neither ace, king nor queen of spades",
            float(none_of(3)),
            is_share=True,
        ),
        Figure("low_spades", "it has no spade above the 9", float(none_of(5)), is_share=True),
    )
    sizes = range(SUIT + 1)
    suits = FigureTable(
        "spades",
        "Spades in a hand, and in those of both partners",
        {
            "spades": list(sizes),
            "hand": [float(in_suit(n)) for n in sizes],
            "partners": [float(in_suit(n, hand=2 * TRICKS)) for n in sizes],
        },
        shares=("hand", "partners"),
    )
    count = FigureTable(
        "counts",
        "Tricks that a hand counts",
        {"tricks": list(range(len(by_count))), "share": [float(share) for share in by_count]},
        shares=("share",),
    )
    return Solution(figures, (suits, count))


def sentence(figures: Mapping[str, float], *_: object) -> str:
    """Return the answer in words."""
    return (
        f"A hand counts {figures['count']:.3f} tricks on average, and all four together "
        f"{SEATS * figures['count']:.2f} of 13. It has no spade above the 9 in "
        f"{100 * figures['low_spades']:.2f} % of deals."
    )


@dataclass(frozen=True)
class Ending:
    """The hands held before the last tricks."""

    hands: str = ending_question.hands_option()
    leader: int = ending_question.leader_option()
    broken: bool = option(True, "a spade has been played before")


def _shut(rules: Rules, options: Mapping[str, Value]) -> int:
    """Return the spades as a set if they may not be led yet, else 0."""
    if options["broken"]:
        return 0
    if rules.spade_lead == "any":
        raise UserError("--no-broken has no effect with --spade-lead any; it needs broken")
    return int(USUAL.sets[SPADES, SPADES])


def ending_cost(rules: Rules, players: int, options: Mapping[str, Value]) -> float:
    """Refuse what cannot be solved, and return the seconds that `solve_ending` takes."""
    return ending_question.cost(options, shut=_shut(rules, options))


def solve_ending(rules: Rules, players: int, options: Mapping[str, Value]) -> Solution:
    """Solve the last tricks."""
    shut = _shut(rules, options)
    return ending_question.solve(options, trump=SPADES, order=USUAL, shut=shut)
