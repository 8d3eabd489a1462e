"""A hand or match of any game, played step by step from a test, with cards of one's choice."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype
from numpy import int64, uint32

from cardsim.engine import hand_loop
from cardsim.game import OVER, Game
from cardsim.kernels.jit import Entry, entry, kernel, number_from_address
from cardsim.options.params import Value, pack, packed_dtype
from cardsim.rng import WORDS_DTYPE, sealed
from cardsim.strategy import Strategy

START, DEAL, ACT, CLOSE, SETTLE, SCORE = range(6)


class ByHand:
    """A table of a game; `state` may be read and written between its steps."""

    def __init__(
        self,
        game: Game,
        rules: Any,
        players: int,
        *,
        seed: int = 1,
        hand: int = 1,
        match: bool = False,
    ) -> None:
        """Sit down and deal."""
        self.game = game
        self.rules = pack(rules)
        self.states = np.zeros(1, game.state)
        self.words = np.zeros(1, WORDS_DTYPE)
        self.words["seed"], self.words["hand"] = seed, hand
        self.outcomes = np.zeros(1, game.outcome)
        self.call(START, players, int(match))
        self.deal()

    @property
    def state(self) -> Any:
        """The record of the hand."""
        return self.states[0]

    @property
    def asked(self) -> tuple[int, str]:
        """The seat that is to decide, and the decision."""
        return int(self.state["seat"]), self.game.decisions[self.decision].name

    @property
    def legal(self) -> list[int]:
        """The legal actions."""
        return [a for a in range(64) if int(self.state["legal"]) >> a & 1]

    def call(self, command: int, number: int = 0, action: int = 0) -> int:
        """Carry out one step."""
        given = (self.states, self.rules, self.words, self.outcomes, command, number, action)
        return int(step_entry(self.game).call(*given))

    def deal(self) -> None:
        """Deal a hand."""
        self.decision = self.call(DEAL)

    def act(self, action: int) -> None:
        """Take the decision that is asked."""
        assert action in self.legal, f"{action} is not legal; {self.legal} are"
        self.decision = self.call(ACT, self.decision, action)

    def choice(self, strategy: Strategy, **values: Any) -> int:
        """What a strategy would do now."""
        function = self.game.decisions[self.decision].function
        return answer(strategy, function, self.states.view(self.game.view), values=values)

    def close(self) -> Any:
        """Score the hand; its outcome."""
        self.call(CLOSE)
        self.call(SCORE)
        return self.outcomes[0]

    def settle(self) -> bool:
        """Settle a hand of a match; whether it goes on, with the words of its next deal."""
        return bool(self.call(SETTLE))


def answer(
    strategy: Strategy,
    function: str,
    views: np.ndarray[Any, Any],
    *,
    values: Mapping[str, Value] | None = None,
    chance: np.ndarray[Any, Any] | None = None,
) -> int:
    """What a strategy does in the first of some views.

    Args:
        strategy: who is asked.
        function: the decision.
        views: of the game's view's dtype.
        values: of parameters; the others have their defaults.
        chance: the seat's own, WORDS_DTYPE, shape (1,); what is taken of it is used up.
    """
    given = values or {}
    params = strategy.packed({p.name: given.get(p.name, p.default) for p in strategy.parameters})
    words = np.zeros(1, WORDS_DTYPE) if chance is None else chance
    address = strategy.compiled(function, views.dtype).address
    return int(asker(views.dtype).call(views, words, params.ctypes.data, address))


@cache
def asker(view: np.dtype[Any]) -> Entry:
    """What calls a decision function by its address."""

    def ask(views, words, params, address):  # type: ignore[no-untyped-def]
        return number_from_address(address, (views[0], sealed(words[0]), params))

    records = (types.Array(from_dtype(dtype), 1, "C") for dtype in (view, WORDS_DTYPE))
    signature = types.int64(*records, types.uint64, types.uint64)
    return entry(ask, signature=signature, content=f"{view!r} {ask.__code__.co_code!r}")


def applier(game: Game) -> Any:
    """One kernel (decision, state, rules, action, words) that carries out any decision."""
    chosen: Any = kernel(lambda _d, _state, _rules, _action, _words: OVER)
    for number in range(len(game.decisions)):
        chosen = _either(number, game.decisions[number].apply, chosen)
    return chosen


def _either(number: int, apply: Any, others: Any) -> Any:
    @kernel
    def either(d, state, rules, action, words):  # type: ignore[no-untyped-def]
        if d == number:
            return int64(apply(state, rules, action, words))
        return int64(others(d, state, rules, action, words))

    return either


@cache
def step_entry(game: Game) -> Entry:
    """The game's functions behind one door, which is quicker to compile than five."""
    start, deal, observe, close, score = (
        game.start,
        game.deal,
        game.observe,
        game.close,
        game.score,
    )
    settle, apply_any = hand_loop._settle(game), applier(game)

    def step(states, rules, words, outcomes, command, number, action):  # type: ignore[no-untyped-def]
        state, rule = states[0], rules[0]
        answer = int64(0)
        if command == START:
            start(state, rule, number, action != 0)
        elif command == DEAL:
            answer = int64(deal(state, rule, words[0]))
        elif command == ACT:
            answer = int64(apply_any(number, state, rule, uint32(action), words[0]))
        elif command == CLOSE:
            close(state, rule)
        elif command == SETTLE:
            answer = int64(settle(state, rule, words[0]))
        elif command == SCORE:
            score(state, rule, number, outcomes[0])
        if command in (DEAL, ACT) and answer >= 0:
            observe(state, rule)
        return answer

    records = (game.state, packed_dtype(game.rules), WORDS_DTYPE, game.outcome)
    arrays = (types.Array(from_dtype(dtype), 1, "C") for dtype in records)
    signature = types.int64(*arrays, types.int64, types.int64, types.int64)
    return entry(step, signature=signature, content=f"{game.name} {step.__code__.co_code!r}")
