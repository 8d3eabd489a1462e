"""Teaching: values of the actions of forks in imagined worlds, not in the hand itself.

`forks` plays on with the cards that are hidden from the hero. A teacher imagines worlds that agree
with what he saw, as a strategy that looks ahead does, and adds up the value of each action there.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype
from numpy import int64, uint32, uint64

from cardsim.choices import counter, finder
from cardsim.engine.forks import Forks
from cardsim.engine.hand_loop import DECISION, FIRST_ROW, ROWS
from cardsim.engine.look_ahead import Plan, future_for
from cardsim.game import Game
from cardsim.kernels.intrinsics import address_of, number_from_address
from cardsim.kernels.jit import Entry, entry
from cardsim.rng import WORDS_DTYPE, next_word, place
from cardsim.worlds import FUTURE, NOT_WEIGHED

TAUGHT = uint32(0x7EAC)
"""The stream of chance that seeds the worlds of forks."""
_HALF = uint64(32)


def taught(
    game: Game,
    plan: Plan,
    number: int,
    forks: Forks,
    values: np.ndarray[Any, Any],
    *,
    worlds: int,
    weighed: bool,
    seed: int,
) -> None:
    """Fill in the values of the actions of the forks at a decision.

    Args:
        game: what is played.
        plan: by which the worlds are played on.
        number: of the decision.
        forks: with what the hero saw there.
        values: int64, by rows of the forks; those of this decision become the sum over the worlds,
            in steps of the measure's column; more is better.
        worlds: how many are imagined for each fork.
        weighed: whether worlds are weighted by what the others did, where the game can tell what
            was done.
        seed: of the worlds, with the numbers of the hands.
    """
    # The call works in this memory, so it must be kept until then.
    future, _memory = future_for(game, plan, game.decisions[number])
    future["drawn"] = 0 if weighed else NOT_WEIGHED
    numbers = uint64(seed), uint64(forks.first), worlds
    rows = forks.views, forks.forks, forks.actions
    teaching(game, number).call(future, *rows, *numbers, np.zeros(1, WORDS_DTYPE), values)


@cache
def teaching(game: Game, number: int) -> Entry:
    """Compile the function that fills in the values of all forks at a decision for `taught`."""
    decision = game.decisions[number]
    wide, count, nth = decision.wide, counter(decision), finder(decision)

    def teach(futures, views, forks, actions, seed, first, worlds, words, values):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, PLR0917  arrays and numbers
        future, chance = futures[0], words[0]
        drawn = future.drawn
        for k in range(forks.shape[0]):
            if forks[k, DECISION] != number:
                continue
            place(chance, seed, first + uint64(k), TAUGHT, uint32(0))
            word = uint64(next_word(chance))
            future.key = (word << _HALF) | uint64(next_word(chance))
            future.seen, future.drawn = address_of(views[k]), drawn
            future.imagined = int64(0)
            for row in range(forks[k, FIRST_ROW], forks[k, FIRST_ROW] + forks[k, ROWS]):
                action = (actions[row, 0], actions[row, 1]) if wide else actions[row, 0]
                n = int64(0)
                while n < count(views[k]) and nth(views[k], n) != action:
                    n += 1
                values[row] = 0
                for world in range(worlds):
                    asked = address_of(future), int64(world), n
                    values[row] += number_from_address(future.enter, asked)

    rows = types.Array(types.int64, 2, "C")
    records = [types.Array(from_dtype(d), 1, "C") for d in (FUTURE, game.view, WORDS_DTYPE)]
    numbers = types.uint64, types.uint64, types.int64
    taken = *records[:2], rows, rows, *numbers, records[2], types.Array(types.int64, 1, "C")
    content = f"{game.name} {game.view!r} {number} {teach.__code__.co_code!r}"
    return entry(teach, signature=types.void(*taken), content=content, what=f"{game.name} taught")
