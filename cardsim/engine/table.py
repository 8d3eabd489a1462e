"""A table in Python, at which a hand or match is played one step at a time.

What compiled loops do millions of times is done here once: a hand is dealt, seen, acted on and
settled with the game's own functions, so that a table plays the very hands of a run.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype
from numpy import int64, uint32

from cardsim.engine import hand_loop
from cardsim.errors import UserError, echoed
from cardsim.game import CHANCE, OVER, Decision, Game
from cardsim.games import load_game
from cardsim.kernels.jit import Entry, InPython, entry, kernel, number_from_address
from cardsim.options.params import Value, pack, packed_dtype
from cardsim.rng import WORDS_DTYPE, at_next_block, below, next_word, sealed
from cardsim.strategy import Strategy

START, DEAL, ACT, HAPPEN, CLOSE, SETTLE, SCORE, LEGAL = range(8)
MOST_BELOW = (1 << 31) - 1
INT64 = range(-(1 << 63), 1 << 63)


class Table:
    """A table of a game: `deal`, `act` until the hand is `over`, `close`, and `settle` in a match.

    With the seed and number of a hand it has the deals of that hand of a run.

    Attributes:
        game: what is played.
        players: seats at the table.
        match: whether a hand may follow the one that is played.
        decision: the number of the decision that waits, OVER or CHANCE.
        states, words, chances: what the engine has of the hand, of its random words, and of those
            of each seat; arrays of records, of which the state's may be written between two steps.
    """

    def __init__(
        self,
        game: Game | str,
        rules: Any = None,
        players: int | None = None,
        *,
        seed: int = 1,
        hand: int = 0,
        match: bool = False,
    ) -> None:
        """Sit down and deal.

        Args:
            game: its name, or itself.
            rules: the house rules; the game's own by default.
            players: the game's usual number by default.
            seed: of the run.
            hand: its number in the run, or the match's.
            match: whether hands follow each other.
        """
        self.game = load_game(game) if isinstance(game, str) else game
        self.players = self.game.players[2] if players is None else players
        self.match = match
        self.rules = pack(self.game.rules() if rules is None else rules)
        self.states = np.zeros(1, self.game.state)
        self.words = np.zeros(1, WORDS_DTYPE)
        self.chances = np.zeros(self.players, WORDS_DTYPE)
        self._outcomes = np.zeros(1, self.game.outcome)
        self._asked: dict[tuple[int, str], tuple[Strategy, int]] = {}
        self.begin(seed, hand)

    def begin(self, seed: int, hand: int) -> None:
        """Leave what is played, and deal this hand or match of a run."""
        self.words[:] = 0
        self.words["seed"], self.words["hand"] = seed, hand
        self._call(START, self.players, int(self.match))
        self.deal()

    def deal(self) -> None:
        """Deal a hand: the first, or in a match the next."""
        self.decision = self._call(DEAL, self.players)

    @property
    def state(self) -> Any:
        """The record of the hand, with all that is hidden; what is written to it holds."""
        return self.states[0]

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self.decision == OVER

    @property
    def waits_for_chance(self) -> bool:
        """Whether an event of chance comes next, such as a throw of dice."""
        return self.decision == CHANCE

    @property
    def asks(self) -> Decision:
        """The decision that waits.

        Raises:
            UserError: none does.
        """
        if self.decision < 0:
            what = "the hand is over" if self.over else "chance comes first: `happen`"
            raise UserError(f"no seat is to decide: {what}")
        return self.game.decisions[self.decision]

    @property
    def seat(self) -> int:
        """The seat on turn."""
        return int(self.state["seat"])

    @property
    def asked(self) -> tuple[int, str]:
        """The seat that is to decide, and the decision."""
        return self.seat, self.asks.name

    @property
    def view(self) -> View:
        """What the seat on turn sees: a copy, without what is hidden from it."""
        seen = self.states.view(self.game.view)
        copied = np.empty(1, _wide(self.game.view))
        copied[:] = seen
        one: View = copied.view(np.dtype((View, copied.dtype)))[0]
        return one

    @property
    def legal(self) -> list[int]:
        """The legal actions."""
        return [a for a in range(len(self.asks.actions)) if self.allows(a)]

    @property
    def choices(self) -> dict[int, str]:
        """The legal actions, each with its word."""
        return {a: self.asks.actions[a] for a in self.legal}

    def allows(self, action: int) -> bool:
        """Whether the seat on turn may do this."""
        return action in INT64 and bool(self._call(LEGAL, 0, action))

    def act(self, action: int) -> None:
        """Take the decision that waits.

        Raises:
            UserError: none does, or the action is not legal.
        """
        name = self.asks.name
        if not self.allows(action):
            allowed = ", ".join(f"{a} ({word})" for a, word in self.choices.items())
            raise UserError(f"{echoed(action)} is not legal at '{name}'; allowed: {allowed}")
        self.decision = self._call(ACT, self.decision, action)

    def happen(self) -> None:
        """Let the event of chance happen that the hand waits for.

        Raises:
            UserError: it waits for none.
        """
        if not self.waits_for_chance:
            raise UserError("the hand waits for no event of chance")
        self.decision = self._call(HAPPEN)

    def chance(self) -> Chance:
        """The seat's own chance, for the decision that waits."""
        seat = self.seat
        return Chance(self.chances[seat : seat + 1])

    def choice(self, strategy: Strategy, **values: Value) -> int:
        """What a compiled strategy would do now; its own chance moves on."""
        name, own = self.asks.function, self.chances[self.seat : self.seat + 1]
        key = id(strategy), name
        if key not in self._asked:
            # With the strategy, so that nothing else gets its id.
            self._asked[key] = strategy, strategy.compiled(name, self.game.view).address
        params, address = _packed(strategy, values), self._asked[key][1]
        views = self.states.view(self.game.view)
        return int(asker(self.game.view).call(views, own, params.ctypes.data, address))

    def close(self) -> None:
        """Score the hand that has ended."""
        self._call(CLOSE)

    def outcome(self, hero: int = 0) -> Any:
        """The outcome of the hand that is closed, or of the match: a record of the game's dtype."""
        self._call(SCORE, hero)
        # Byte by byte: numpy leaves what no field names as it finds it.
        return np.frombuffer(self._outcomes.tobytes(), self.game.outcome)[0]

    def settle(self) -> bool:
        """Settle a hand of a match; whether it goes on, with another deal."""
        return bool(self._call(SETTLE))

    def _call(self, command: int, number: int = 0, action: int = 0) -> int:
        hand = (self.states, self.rules, self.words, self.chances, self._outcomes)
        return int(_steps(self.game).call(*hand, command, number, action))


class View(np.record):  # type: ignore[misc]  # final in the stubs of numpy alone
    """What a seat sees, as a numpy record; a number in it is Python's own, which has no limits."""

    def __getattribute__(self, name: str) -> Any:
        value = super().__getattribute__(name)
        return value.item() if isinstance(value, np.number | np.bool_) else value


class Chance(InPython):
    """A seat's own chance as a strategy in Python has it.

    It gives what `uniform(chance)` and `below(chance, n)` of `cardsim.rng` give to compiled ones,
    and they take it too.
    """

    __slots__ = ("_draw",)

    def __init__(self, words: np.ndarray[Any, Any]) -> None:
        """Begin a block, as every decision does.

        Args:
            words: WORDS_DTYPE, shape (1,); they move on as they are used.
        """
        call = _drawer().call
        call(words, -1)
        self._draw: Callable[[int], int] = lambda n: int(call(words, n))

    def uniform(self) -> float:
        """A uniform float in [0, 1), a multiple of 2**-32."""
        return self._draw(0) * 2.0**-32

    def below(self, n: int) -> int:
        """A uniform integer 0..n-1, 0 < n < 2**31.

        Raises:
            ValueError: another `n`.
        """
        if not 1 <= n <= MOST_BELOW:
            raise ValueError(f"below(chance, n) needs an n from 1 to {MOST_BELOW}")
        return self._draw(operator.index(n))


def answer(
    strategy: Strategy,
    function: str,
    views: np.ndarray[Any, Any],
    *,
    values: Mapping[str, Value] | None = None,
    chance: np.ndarray[Any, Any] | None = None,
) -> int:
    """What a compiled strategy does in the first of some views.

    Args:
        strategy: who is asked.
        function: the decision.
        views: of the game's view's dtype.
        values: of parameters; the others have their defaults.
        chance: the seat's own, WORDS_DTYPE, shape (1,); what is taken of it is used up.
    """
    params = _packed(strategy, values or {})
    words = np.zeros(1, WORDS_DTYPE) if chance is None else chance
    address = strategy.compiled(function, views.dtype).address
    return int(asker(views.dtype).call(views, words, params.ctypes.data, address))


def _packed(strategy: Strategy, given: Mapping[str, Value]) -> np.ndarray[Any, Any]:
    """The parameters of a strategy, those not given at their defaults."""
    return strategy.packed({p.name: given.get(p.name, p.default) for p in strategy.parameters})


@cache
def asker(view: np.dtype[Any]) -> Entry:
    """What calls a decision function by its address: (views, words, params, address)."""

    def ask(views, words, params, address):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return number_from_address(address, (views[0], sealed(words[0]), params))

    records = (_records(view), _records(WORDS_DTYPE))
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
    def either(d, state, rules, action, words):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        if d == number:
            return int64(apply(state, rules, action, words))
        return int64(others(d, state, rules, action, words))

    return either


@kernel
def _no_chance(_state: Any, _rules: Any, _words: Any) -> Any:
    """For a game without events of chance."""
    return OVER


@cache
def _steps(game: Game) -> Entry:  # noqa: C901  (it is the function in it)
    """The game's functions behind one door, which is quicker to compile than eight."""
    start, deal, observe, legal = game.start, game.deal, game.observe, game.legal
    close, score, happen = game.close, game.score, game.chance or _no_chance
    settle, apply_any = hand_loop.settler(game), applier(game)
    begin_chances = hand_loop.begin_chances

    def step(states, rules, words, chances, outcomes, command, number, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, PLR0917
        state, rule = states[0], rules[0]
        answer = int64(0)
        if command == LEGAL:
            return int64(legal(state, action))
        if command == START:
            start(state, rule, number, action != 0)
        elif command == DEAL:
            begin_chances(chances, words[0], number)  # type: ignore[no-untyped-call]
            answer = int64(deal(state, rule, words[0]))
        elif command == ACT:
            answer = int64(apply_any(number, state, rule, uint32(action), words[0]))
        elif command == HAPPEN:
            answer = int64(happen(state, rule, words[0]))
        elif command == CLOSE:
            close(state, rule)
        elif command == SETTLE:
            answer = int64(settle(state, rule, words[0]))
        elif command == SCORE:
            score(state, rule, number, outcomes[0])
        if command in (DEAL, ACT, HAPPEN) and answer >= 0:
            observe(state, rule)
        return answer

    kinds = (game.state, packed_dtype(game.rules), WORDS_DTYPE, WORDS_DTYPE, game.outcome)
    signature = types.int64(*map(_records, kinds), types.int64, types.int64, types.int64)
    content = f"{game.name} {game.state!r} {step.__code__.co_code!r}"
    return entry(step, signature=signature, content=content)


@cache
def _drawer() -> Entry:
    """What draws from words: a word for 0, a number below another, and for -1 only a new block."""

    def draw(words, n):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        if n < 0:
            at_next_block(sealed(words[0]))
            return int64(0)
        return below(words[0], n) if n > 0 else int64(next_word(words[0]))

    signature = types.int64(_records(WORDS_DTYPE), types.int64)
    return entry(draw, signature=signature, content=f"{draw.__code__.co_code!r}")


def _records(dtype: np.dtype[Any]) -> Any:
    return types.Array(from_dtype(dtype), 1, "C")


@cache
def _wide(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same fields, side by side; whole numbers in them are int64, or uint64 as they were."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return np.dtype((_wide(base), shape))
    if dtype.names is not None:
        return np.dtype([(name, _wide(dtype[name])) for name in dtype.names])
    return np.dtype(np.int64) if dtype.kind in "iu" and dtype != np.uint64 else dtype
