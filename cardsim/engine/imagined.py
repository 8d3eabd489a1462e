"""Deals anew all that the seat on turn does not see."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype
from numpy import int64

from cardsim.engine.beliefs import first_of
from cardsim.engine.hand_loop import observer
from cardsim.game import NOT_SEEN, OVER, UNTOLD, Game
from cardsim.kernels.intrinsics import copy_record, seen_as
from cardsim.kernels.jit import Entry, checking_bounds, entry, kernel
from cardsim.options.params import packed_dtype
from cardsim.rng import WORDS_DTYPE


@cache
def _anew(game: Game) -> Entry:
    """Compile the function that imagines a hand.

    Its arguments are arrays of one: view, rules, words, and the state that it writes.
    """
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
    """Return a copy of a state in which all that its seat does not see is dealt anew."""
    other, words = states.copy(), np.zeros(1, WORDS_DTYPE)
    words["hand"] = number
    _anew(game).call(states.copy().view(game.view), rules, words, other)
    return other


WORLDS = 16
"""The most worlds that are imagined to check that a view is possible."""
LATER = ("cheat",)
"""Games that are turned back to less than the deal, so that not all of a view comes out again."""
MOST_SEEN = 1 << 12
"""The most actions that are played again."""


@cache
def _seen_anew(game: Game) -> Entry:
    """Compile the function that imagines a hand and shows it; it returns the decision if known.

    Where the hand can be turned back to its deal, it is played from there with the actions that
    were seen. An index out of range raises IndexError.
    """
    imagine, rewind, seen_at, observe = game.imagine, game.rewind, game.seen, observer(game)
    assert imagine is not None  # noqa: S101  (`agrees` sees to it)
    if rewind is None or seen_at is None or game.name in LATER:

        def fill(views, rules, words, states, _befores, _decision):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
            imagine(views[0], rules[0], words[0], states[0])
            observe(states[0], rules[0])
            return int64(UNKNOWN)

    else:
        play = _again(game, seen_at)

        def fill(views, rules, words, states, befores, decision):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, PLR0917
            guess, told = int64(words[0].hand), True
            imagine(views[0], rules[0], words[0], states[0])
            following = int64(rewind(views[0], rules[0], words[0], states[0]))
            known = following != OVER
            for _ in range(MOST_SEEN):
                if following < 0:
                    break
                at = following
                following, here = play(at, views[0], rules[0], words[0], states[0], int64(-1))
                if here and told:
                    copy_record(befores[0], states[0])
                    told = False
                if here and at == decision:
                    return at
                if here:
                    # Of an unfinished turn, a view may tell only where it has led.
                    given = (views[0], rules[0], words[0], states[0], guess & 1)
                    following, _ = play(at, *given)
                    guess >>= 1
            return int64(OTHERWISE if known and following != UNKNOWN else UNKNOWN)

    records = game.view, packed_dtype(game.rules), WORDS_DTYPE, game.state, game.state
    arrays = (types.Array(from_dtype(dtype), 1, "C") for dtype in records)
    content = f"{game.name} {fill.__code__.co_code!r}"
    with checking_bounds():
        return entry(fill, signature=types.int64(*arrays, types.int64), content=content)


UNKNOWN, OTHERWISE = -98, -99
"""Results where it is unknown how a hand came to where it is, and where it cannot have."""


def _again(game: Game, seen_at: Any) -> Any:
    """Return a kernel that takes one decision again.

    It returns the next decision, and whether the view tells no more. A `guess` of 0 or more is the
    number of the action to take instead.
    """
    player = kernel(lambda _d, _view, _rules, _words, _state, _guess: (int64(OTHERWISE), False))
    for number in range(len(game.decisions)):
        player = _or_again(game, seen_at, number, player)
    return player


def _or_again(game: Game, seen_at: Any, number: int, others: Any) -> Any:
    decision = game.decisions[number]
    legal, apply = decision.legal, decision.apply
    observe, seen = observer(game, decision.observe), seen_as(game.view)
    first = first_of(decision)

    @kernel
    def again(  # noqa: PLR0917
        d: Any, view: Any, rules: Any, words: Any, state: Any, guess: Any
    ) -> Any:
        if d != number:
            return others(d, view, rules, words, state, guess)
        observe(state, rules)
        if guess >= 0:
            return guessed(state, rules, words, guess), False
        action = seen_at(view, state, d)
        if first(action) == NOT_SEEN:
            return int64(number), True
        if first(action) == UNTOLD:
            return int64(UNKNOWN), False
        if not legal(seen(state), action):
            return int64(OTHERWISE), False
        return int64(apply(state, rules, action, words)), False

    @kernel
    def guessed(state: Any, rules: Any, words: Any, guess: Any) -> Any:
        if not legal(seen(state), guess):
            return int64(OTHERWISE)
        return int64(apply(state, rules, guess, words))

    if decision.wide:
        guessed = kernel(lambda _state, _rules, _words, _guess: int64(OTHERWISE))
    return again


def agrees(
    game: Game, states: np.ndarray[Any, Any], rules: np.ndarray[Any, Any], decision: int
) -> bool:
    """Return whether a seat can see this in some hand when it is to take this decision.

    Hands that agree with it are imagined, and turned back and played again where the game can.
    """
    if game.imagine is None:
        return True
    words, view = np.zeros(1, WORDS_DTYPE), states.view(game.view)[0]
    for number in range(WORLDS):
        other, before = states.copy(), states.copy()
        words[:] = 0
        words["hand"] = number
        given = states.copy().view(game.view), rules, words, other, before
        try:
            found = _seen_anew(game).call(*given, decision)
        except (ArithmeticError, IndexError, ValueError):
            return False
        new, old = (one.view(game.view)[0] for one in (other, before))
        if found == UNKNOWN and game.rewind is not None and game.name not in LATER:
            return True
        # What the unfinished turn changes, such as the card drawn, may differ.
        if found in {decision, UNKNOWN} and all(
            np.array_equal(view[name], new[name])
            or (found != UNKNOWN and not np.array_equal(old[name], new[name]))
            for name in game.view.names or ()
        ):
            return True
    return False
