"""The kernels of a game in plain Python: each asks the class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numpy import uint64

from cardsim.kernels.from_python import FAILED, GameError, ask_python
from cardsim.kernels.intrinsics import address_of
from cardsim.kernels.jit import kernel

DEAL, APPLY, SCORE, IMAGINE, HOUSE, REWIND, SEEN = range(7)
"""The kinds of questions to the class."""


def kernels_asking(number: int, most: int) -> dict[str, Any]:  # noqa: C901
    """Return the kernels of a game in plain Python; each asks its class.

    Args:
        number: of the answerer (`from_python.ANSWERERS`).
        most: the largest number of actions of a decision.
    """

    @kernel
    def asked(kind, state, rules, words, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        answer = ask_python(number, kind, state, rules, words, action)
        if answer == FAILED:
            raise GameError
        return answer

    @kernel
    def start(state, rules, players, unit):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, ARG001
        state.seat, state.players = 0, players

    @kernel
    def deal(state, rules, words):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return asked(DEAL, address_of(state), address_of(rules), address_of(words), 0)  # type: ignore[no-untyped-call]

    @kernel
    def observe(state, rules):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        pass

    @kernel
    def legal(view, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return 0 <= action < most and view.may[uint64(action)] != 0

    @kernel
    def score(state, rules, hero, outcome):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        asked(SCORE, address_of(state), address_of(rules), address_of(outcome), hero)  # type: ignore[no-untyped-call]

    @kernel
    def house(state, rules, words):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return asked(HOUSE, address_of(state), address_of(rules), address_of(words), 0)  # type: ignore[no-untyped-call]

    @kernel
    def imagine(view, rules, words, state):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        asked(IMAGINE, address_of(state), address_of(rules), address_of(words), address_of(view))  # type: ignore[no-untyped-call]

    @kernel
    def rewind(view, rules, words, state):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        taken = address_of(state), address_of(rules), address_of(words)
        return asked(REWIND, *taken, address_of(view))  # type: ignore[no-untyped-call]

    @kernel
    def seen(_view, state, decision):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return asked(SEEN, address_of(state), 0, 0, decision)  # type: ignore[no-untyped-call]

    def applying(decision: int) -> Callable[..., Any]:
        first = decision * most

        @kernel
        def apply(state, rules, action, words):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
            taken = address_of(state), address_of(rules), address_of(words)
            return asked(APPLY, *taken, first + action)  # type: ignore[no-untyped-call]

        return apply

    made = {"start": start, "deal": deal, "observe": observe, "legal": legal, "score": score}
    made |= {"imagine": imagine, "house": house, "rewind": rewind, "seen": seen}
    return {**made, "apply": [applying(k) for k in range(16)]}
