"""Advice held against what enumeration of all hidden cards says."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest

import cardsim
from cardsim.cards import PACK, card_name
from oracles.scat import Rules, hand_value, is_31

RULES = Rules()
WORLDS = 4000
"""So many that a chance of one half is known to within 0.8 % (one standard error)."""


def best_of(cards: Sequence[int]) -> float:
    """The highest value of three of four cards."""
    return max(hand_value(three, RULES) for three in combinations(cards, 3))


def last_turn(hand: Sequence[int], lying: int, knocks_at: int) -> tuple[float, float]:
    """The chances to win after taking the discard and after drawing, by all 17,296 hidden hands.

    The other, without lives left as well, has knocked on the first turn of the hand with what is
    worth so much or more, less than a 31, which he would have shown. Who ties with him loses.
    """
    unseen = [card for card in range(PACK) if card not in {*hand, lying}]
    hands = [h for h in combinations(unseen, 3) if not is_31(h, RULES)]
    values = np.array([hand_value(h, RULES) for h in hands])
    hands_array = np.array(hands)[values >= knocks_at]
    values = values[values >= knocks_at]
    takes = float((best_of([*hand, lying]) > values).mean())
    won = whole = 0
    for card in unseen:
        free = (hands_array != card).all(axis=1)
        won += int((best_of([*hand, card]) > values[free]).sum())
        whole += int(free.sum())
    return takes, won / whole


HANDS = (
    ("AS 5S 9D", "3S"),
    ("KH 9H 2C", "8C"),
    ("KH QH 2C", "7H"),
    ("7D 6D 5D", "TS"),
    ("AC TC 4S", "9S"),
)


@pytest.mark.full
@pytest.mark.parametrize(("hand", "lying"), HANDS)
def test_scats_last_draw_for_two_is_what_enumeration_says(hand: str, lying: str) -> None:
    """False alarm: 1e-4 a hand, at 4 standard errors of as many independent worlds."""
    ids = {card_name(card): card for card in range(PACK)}
    takes, draws = last_turn([ids[name] for name in hand.split()], ids[lying], 21)

    found = cardsim.advise(
        "scat",
        hand=hand,
        discard=lying,
        players=2,
        knocker=2,
        first=2,
        lives="0,0",
        strategy="threshold",
        vs="threshold",
        worlds=WORLDS,
        seed=3,
    )

    worth = {choice.told.split()[0]: choice for choice in found.choices}
    for verb, exact in (("take", takes), ("draw", draws)):
        reach = 4 * math.sqrt(max(exact * (1 - exact), 0.002) / WORLDS) + 0.003
        assert abs(worth[verb].value - exact) < reach


@pytest.mark.full
@pytest.mark.parametrize("turn", [1, 2, 4])
def test_who_knocks_at_21_holds_as_much_whenever_he_knocked(turn: int) -> None:
    """What was thrown before is not told: it was played, and not left undone."""
    found = cardsim.advise(
        "scat",
        hand="KS 9S 2D",
        discard="3H",
        players=2,
        knocker=2,
        first=2,
        turn=turn,
        lives="0,0",
        strategy="threshold",
        vs="threshold",
        worlds=400,
        seed=4,
    )

    worth = {choice.told.split()[0]: choice.value for choice in found.choices}
    assert worth["take"] < 0.01
    assert 0.05 < worth["draw"] < 0.25
