"""Shared parts of the games' stories: numbers of things, and sets of cards in hands."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardsim.cards import PACK


def number_of(number: int, what: str) -> str:
    """Return a number of things in words: `1 point`, `2 points`."""
    return f"{number} {what}{'' if abs(number) == 1 else 's'}"


def cards_held(sets: np.ndarray[Any, Any], most: int) -> np.ndarray[Any, Any]:
    """Return the ids of the cards in sets that are kept as masks, in order, and -1 behind the last.

    Args:
        sets: uint64, any shape.
        most: the most cards of a set.

    Returns:
        int16, of the same shape with a further axis of `most`.
    """
    ids = np.arange(PACK)
    held = sets[..., None] >> ids.astype(np.uint64) & np.uint64(1)
    cards = np.sort(np.where(held != 0, ids, PACK), axis=-1)[..., :most]
    return np.where(cards < PACK, cards, -1).astype(np.int16)
