"""Deals anew what the seat on turn does not see."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype

from cardsim.game import Game
from cardsim.kernels.jit import Entry, entry
from cardsim.options.params import packed_dtype
from cardsim.rng import WORDS_DTYPE


@cache
def _anew(game: Game) -> Entry:
    """What imagines a hand: (view, rules, words, the state that is written), arrays of one."""
    imagine: Any = game.imagine

    def fill(views, rules, words, states):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        imagine(views[0], rules[0], words[0], states[0])

    records = game.view, packed_dtype(game.rules), WORDS_DTYPE, game.state
    arrays = (types.Array(from_dtype(dtype), 1, "C") for dtype in records)
    content = f"{game.name} {fill.__code__.co_code!r}"
    return entry(fill, signature=types.void(*arrays), content=content)


def dealt_anew(
    game: Game, states: np.ndarray[Any, Any], rules: np.ndarray[Any, Any], number: int
) -> np.ndarray[Any, Any]:
    """A state once all that its seat does not see is dealt anew, by chance of this number."""
    other, words = states.copy(), np.zeros(1, WORDS_DTYPE)
    words["hand"] = number
    _anew(game).call(states.copy().view(game.view), rules, words, other)
    return other
