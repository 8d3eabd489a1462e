"""Exact figures of Ninety-Nine: dead hands, special cards dealt, kings led, and a chain of totals.

Hypergeometric counts over full packs, as fractions; and the linear equations for the number of
cards played from hands of one card that are always a random rank. Source: section 11 of the rules
file, whose figures the tests meet.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod

import numpy as np

from cardsim.cards import PACK
from cardsim.games.ninety_nine.meanings import (
    BECOMES_99,
    MAKES_99,
    NO_OPTION,
    ORDINARY,
    Meaning,
    meanings,
)

TOP = 99
LOWEST = -1000
"""The lowest total of the chain without a floor: each step down to it needs a ten in thirteen
cards, so that the equations end there without an error that a float64 could show."""


def legal_from(meaning: Meaning) -> int:
    """The highest total at which a card can be played."""
    return TOP if meaning.low == BECOMES_99 else min(TOP, TOP - meaning.low)


def playable(total: int, table: str = "minus-ten") -> int:
    """How many cards of a pack can be played at a total."""
    return sum(total <= legal_from(meaning) for meaning in meanings(table))


def dead_hand(total: int, *, cards: int = 3, decks: int = 1, table: str = "minus-ten") -> Fraction:
    """The chance that none of some cards from full packs can be played at a total."""
    dead = decks * (PACK - playable(total, table))
    return Fraction(comb(dead, cards), comb(decks * PACK, cards))


def special_cards_dealt(
    *, cards: int = 3, decks: int = 1, table: str = "minus-ten"
) -> list[Fraction]:
    """The chances that 0, 1 .. of the cards dealt can be played at every total."""
    special = decks * sum(meaning.kind != ORDINARY for meaning in meanings(table))
    others = decks * PACK - special
    hands = comb(special + others, cards)
    return [Fraction(comb(special, k) * comb(others, cards - k), hands) for k in range(cards + 1)]


def king_dealt(*, cards: int = 3, decks: int = 1, table: str = "minus-ten") -> Fraction:
    """The chance to be dealt at least one card that makes 99."""
    others = decks * sum(meaning.kind != MAKES_99 for meaning in meanings(table))
    return 1 - Fraction(comb(others, cards), comb(decks * PACK, cards))


def dead_after_king(*, cards: int = 3, decks: int = 1, table: str = "minus-ten") -> Fraction:
    """The chance that the next player cannot play after a leader who opens with a king.

    Given that the leader was dealt a card that makes 99; the sum over the special cards that he was
    dealt of the dead hands among the cards he was not.
    """
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
"""How a card with two options is played: always the lower one; always the higher one, so that it
cannot be played where that is not legal; or the higher one where it is legal, else the lower."""


def cards_played(
    *, table: str = "minus-ten", option: str = "low", floor_zero: bool = False
) -> float:
    """The mean number of cards played from hands of one card that is any card, as likely.

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
