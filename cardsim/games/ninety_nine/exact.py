"""Exact figures of Ninety-Nine: dead hands, special cards dealt, kings led, and a chain of totals.

Hypergeometric counts over full packs, as fractions; and linear equations for the number of cards
played from hands of one card that is always a random rank. Source: RULES.md, section 12; the tests
check its figures.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod

import numpy as np

from cardsim.cards import PACK
from cardsim.errors import UserError
from cardsim.game import Figure, FigureTable, Solution
from cardsim.games.ninety_nine.meanings import (
    BECOMES_99,
    MAKES_99,
    NO_OPTION,
    ORDINARY,
    Meaning,
    meanings,
)
from cardsim.games.ninety_nine.rules import Rules, packs
from cardsim.options.params import Value, option

TOP = 99
LOWEST = -1000
"""The lowest total of the chain without a floor.

Each step down to it needs a ten in thirteen cards, so ending the equations there makes no error
that a float64 could show.
"""


def legal_from(meaning: Meaning) -> int:
    """Return the highest total at which a card can be played."""
    return TOP if meaning.low == BECOMES_99 else min(TOP, TOP - meaning.low)


def playable(total: int, table: str = "minus-ten") -> int:
    """Return how many cards of a pack can be played at a total."""
    return sum(total <= legal_from(meaning) for meaning in meanings(table))


def dead_hand(total: int, *, cards: int = 3, decks: int = 1, table: str = "minus-ten") -> Fraction:
    """Return the chance that none of `cards` cards from full packs can be played at a total."""
    return none_of(PACK - playable(total, table), cards=cards, decks=decks)


def none_of(left: int, *, cards: int, decks: int) -> Fraction:
    """Return the chance that all cards are among `left` of each pack; 0 packs are endless ones."""
    if decks == 0:
        return Fraction(left, PACK) ** cards
    return Fraction(comb(decks * left, cards), comb(decks * PACK, cards))


def special_cards_dealt(
    *, cards: int = 3, decks: int = 1, table: str = "minus-ten"
) -> list[Fraction]:
    """Return the chances that 0, 1 .. of the cards dealt can be played at every total."""
    special = sum(meaning.kind != ORDINARY for meaning in meanings(table))
    if decks == 0:
        share = Fraction(special, PACK)
        return [comb(cards, k) * share**k * (1 - share) ** (cards - k) for k in range(cards + 1)]
    special *= decks
    others = decks * PACK - special
    hands = comb(special + others, cards)
    return [Fraction(comb(special, k) * comb(others, cards - k), hands) for k in range(cards + 1)]


def king_dealt(*, cards: int = 3, decks: int = 1, table: str = "minus-ten") -> Fraction:
    """Return the chance to be dealt at least one card that makes 99."""
    others = sum(meaning.kind != MAKES_99 for meaning in meanings(table))
    return 1 - none_of(others, cards=cards, decks=decks)


def dead_after_king(*, cards: int = 3, decks: int = 1, table: str = "minus-ten") -> Fraction:
    """Return the chance that the next player cannot play after a leader who opens with a king.

    Given that the leader was dealt a card that makes 99. It is a sum over the special cards dealt
    to the leader, of the chance of a dead hand among the cards that he was not dealt.
    """
    if decks == 0:
        return dead_hand(TOP, cards=cards, decks=decks, table=table)
    sizes = [0, 0, 0]
    for meaning in meanings(table):
        sizes[0 if meaning.kind == MAKES_99 else 1 if meaning.kind != ORDINARY else 2] += decks
    both = Fraction(0)
    for hand in combinations_with_replacement(range(3), cards):
        counts = [hand.count(group) for group in range(3)]
        if counts[0] > 0:
            dealt = prod(comb(size, count) for size, count in zip(sizes, counts, strict=True))
            dead = Fraction(comb(sizes[2] - counts[2], cards), comb(decks * PACK - cards, cards))
            both += Fraction(dealt, comb(decks * PACK, cards)) * dead
    return both / king_dealt(cards=cards, decks=decks, table=table)


OPTIONS = ("low", "high", "highest-legal")
"""Ways of playing a card with two options.

Always the lower one; always the higher one, so that the card cannot be played where that is
illegal; or the higher one where it is legal, else the lower.
"""


def cards_played(
    *, table: str = "minus-ten", option: str = "low", floor_zero: bool = False
) -> float:
    """Return the mean number of cards played from hands of one card that is uniformly random.

    That is `hand-size` 1 with `infinite-deck`, from a total of 0. The expected number E(t) from a
    total t is the sum over the cards of a pack that are legal at t of (1 + E(t')) / 52, with t' the
    total after the card: 100 linear equations with a floor at 0, and 1100 without.

    Args:
        table: the card table.
        option: one of `OPTIONS`.
        floor_zero: whether a total below 0 becomes 0.
    """
    lowest = 0 if floor_zero else LOWEST
    size = TOP - lowest + 1
    equations = np.eye(size)
    legal = np.zeros(size)
    for meaning in meanings(table):
        low = meaning.low
        high = low if meaning.high == NO_OPTION else meaning.high
        for total in range(lowest, TOP + 1):
            added = low if option == "low" else high
            if option == "highest-legal" and total + high > TOP:
                added = low
            after = TOP if added == BECOMES_99 else max(total + added, lowest)
            if after <= TOP:
                legal[total - lowest] += 1 / PACK
                equations[total - lowest, after - lowest] -= 1 / PACK
    return float(np.linalg.solve(equations, legal)[-lowest])


# ---------------------------------------------------------------- as questions


@dataclass(frozen=True)
class Options:
    """Options of the chain of totals."""

    option: str = option("low", "of two options, which is played", choices=OPTIONS)


def dead_cost(rules: Rules, players: int, options: Mapping[str, Value]) -> float:
    """Return the seconds that `solve_dead` takes."""
    return 0.02


def solve_dead(rules: Rules, players: int, options: Mapping[str, Value]) -> Solution:
    """Compute the chances of dead hands and of special cards dealt from full packs."""
    decks = 0 if rules.infinite_deck else packs(rules, players)
    table, size = rules.card_table, rules.hand_size
    specials = special_cards_dealt(cards=size, decks=decks, table=table)
    sizes = range(size, max(size - 3, 0), -1)
    figures = (
        *(
            Figure(
                f"dead_{cards}",
                f"{_cards(cards)} cannot be played at 99",
                float(dead_hand(TOP, cards=cards, decks=decks, table=table)),
                is_share=True,
            )
            for cards in sizes
        ),
        Figure(
            "king_dealt",
            "a card is dealt that makes 99",
            float(king_dealt(cards=size, decks=decks, table=table)),
            is_share=True,
        ),
        Figure(
            "dead_after_king",
            "the next player cannot play after a leader who opens with it",
            float(dead_after_king(cards=size, decks=decks, table=table)),
            is_share=True,
        ),
    )
    totals = [total for total in range(TOP + 1) if playable(total, table) < PACK]
    columns: dict[str, list[Value]] = {
        "total": list(totals),
        "playable_of_52": [playable(total, table) for total in totals],
    }
    for cards in sizes:
        columns[f"dead_{cards}"] = [
            float(dead_hand(total, cards=cards, decks=decks, table=table)) for total in totals
        ]
    dead = FigureTable(
        "dead",
        "By total: cards of a pack that can be played, and how often so many cards cannot",
        columns,
        shares=tuple(f"dead_{cards}" for cards in sizes),
    )
    special = FigureTable(
        "specials",
        "Cards dealt that can be played at every total",
        {"cards": list(range(size + 1)), "share": [float(share) for share in specials]},
        shares=("share",),
    )
    return Solution(figures, (dead, special))


def _cards(number: int) -> str:
    return "one card" if number == 1 else f"{number} cards"


def dead_sentence(n: Mapping[str, float], tables: Mapping[str, FigureTable], *_: object) -> str:
    """Return the answer in words."""
    size = len(tables["specials"].columns["cards"]) - 1
    hand = "the card dealt" if size == 1 else f"the {size} cards dealt"
    return (
        f"At 99 {hand} cannot be played in {100 * n[f'dead_{size}']:.2f} % of cases. A leader who "
        f"holds a card that makes 99, which is so in {100 * n['king_dealt']:.2f} % of deals, and "
        f"opens with it, makes the next player lose at once in "
        f"{100 * n['dead_after_king']:.2f} %."
    )


def chain_cost(rules: Rules, players: int, options: Mapping[str, Value]) -> float:
    """Refuse what cannot be solved, and return the seconds that `solve_chain` takes."""
    if rules.hand_size != 1 or not rules.infinite_deck:
        message = "the equations are for hands of one card that is any of 52"
        raise UserError(message, hint="add --hand-size 1 --infinite-deck")
    if rules.continue_after_loss or rules.forget_draw_prob != 0:
        message = "the equations go without --continue-after-loss and --forget-draw-prob"
        raise UserError(message)
    return 0.2


def solve_chain(rules: Rules, players: int, options: Mapping[str, Value]) -> Solution:
    """Solve for the mean number of cards played until somebody cannot play his only card."""
    mean = cards_played(
        table=rules.card_table,
        option=str(options["option"]),
        floor_zero=rules.negative_total == "floor-zero",
    )
    return Solution((Figure("cards", "cards played per hand", mean),))


def chain_sentence(n: Mapping[str, float], *_: object) -> str:
    """Return the answer in words."""
    return (
        f"With one card in hand, any of 52 each time, {n['cards']:.6f} cards are played on average "
        "until somebody cannot play."
    )
