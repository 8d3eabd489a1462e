"""Asks strategies in Python: what they see, their chance, and what they answer.

Any callable may decide. A plain one gets one view at a time. A vectorised one gets an array of
views and returns an array of actions.
"""

from __future__ import annotations

import operator
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype
from numpy import int64

from cardsim.choices import NO_SUCH, counter, finder
from cardsim.compile.fingerprint import fingerprint
from cardsim.compile.offered import checked_inlined
from cardsim.compile.sources import written
from cardsim.errors import echoed
from cardsim.game import Action, Decision, Step
from cardsim.games import load_game
from cardsim.kernels.intrinsics import seen_as, shown_bytes
from cardsim.kernels.jit import Entry, InPython, behind, entry, kernel
from cardsim.kernels.origins import is_users
from cardsim.own_parameters import WANTS_CHANCE, WANTS_COUNT, WANTS_NTH, given_to
from cardsim.rng import WORDS_DTYPE, at_next_block, below, next_word, sealed
from cardsim.strategy import VECTORISED, Strategy, asking

MOST_BELOW = (1 << 31) - 1
INT64 = range(-(1 << 63), 1 << 63)
NEW_BLOCK, WORD = -1, 0
"""Asks `_draw` for nothing but a new block, and for a whole word, in place of a number below
`n`."""


class DecisionError(Exception):
    """Raised when a strategy in Python gives no action, or one that is not legal.

    Attributes:
        decider: who was asked.
        what: it did, in words.
        hand: the number of the hand in which it was asked; the first of them, if of many.
        asked: in how many hands it was asked at once.
        step: an action that is not legal, and the state in which it was taken; else None.
    """

    def __init__(self, decider: Decider, what: str, *, asked: int = 1) -> None:
        super().__init__(what)
        self.decider = decider
        self.what = what
        self.asked = asked
        self.hand = 0
        self.step: Step | None = None


@dataclass(frozen=True)
class Waiting:
    """Hands in which the same decision of the same strategy waits.

    Attributes:
        states: of all hands in play.
        chances: WORDS_DTYPE, shape (hands, seats): the chance of each seat.
        hands: int64: which of them wait.
    """

    states: np.ndarray[Any, Any]
    chances: np.ndarray[Any, Any]
    hands: np.ndarray[Any, Any]

    @property
    def one(self) -> Chance:
        """The chance of the seat on turn in the first hand."""
        hand = self.hands[0]
        seat = self.states["seat"][hand]
        return Chance(self.chances[hand, seat : seat + 1])

    @property
    def all(self) -> Chances:
        """The chance of the seat on turn in each hand."""
        return Chances(self.chances, self.hands, self.states["seat"][self.hands].astype(np.int64))


@dataclass(frozen=True)
class Decider:
    """One decision function in Python, with its parameters.

    Attributes:
        strategy: the strategy's name.
        decision: what is decided.
        function: what is called with a view, or with many.
        arguments: named arguments that are the same at every call, such as its parameters.
        lucky: whether it is given the chance of the seat.
        vectorised: whether it takes many views.
    """

    strategy: str
    decision: Decision
    function: Callable[..., Any]
    arguments: Mapping[str, Any]
    lucky: bool
    vectorised: bool

    @classmethod
    def of(
        cls,
        strategy: Strategy,
        decision: Decision,
        packed: np.ndarray[Any, Any],
        view: np.dtype[Any],
    ) -> Decider:
        """Make the decider for a strategy's function.

        Args:
            strategy: one that has it in Python.
            decision: of its game.
            packed: the values of all the strategy's parameters (`Strategy.packed`).
            view: the dtype of the game's views.
        """
        name = decision.function
        function = strategy.functions[name]
        wanted, arguments = given_to(function), strategy.arguments(name, packed)
        if WANTS_COUNT in wanted:
            arguments[WANTS_COUNT] = lambda seen: _legal(decision, view, seen)[0]
        if WANTS_NTH in wanted:
            arguments[WANTS_NTH] = lambda seen, n: _nth(decision, view, seen, n)
        vectorised = strategy.ways[name] == VECTORISED
        return cls(strategy.name, decision, function, arguments, WANTS_CHANCE in wanted, vectorised)

    def answers(self, seen: np.ndarray[Any, Any], waiting: Waiting) -> np.ndarray[Any, Any]:
        """Ask the function, and return its actions, int64, shape (n, 2); the second is 0 if unused.

        Whether they are legal is not checked.

        Args:
            seen: the views, shape (n,), of the game's dtype and with nothing between their fields.
            waiting: the hands they are of.

        Raises:
            DecisionError: the function raised an error, or returned no action.
        """
        if self.vectorised:
            chance: dict[str, Any] = {WANTS_CHANCE: waiting.all} if self.lucky else {}
            return self._many(
                self._called(seen.view(_record(seen.dtype), Views), chance, len(seen)), len(seen)
            )
        answers = np.empty((len(seen), 2), np.int64)
        for k in range(len(seen)):
            one = Waiting(waiting.states, waiting.chances, waiting.hands[k:])
            chance = {WANTS_CHANCE: one.one} if self.lucky else {}
            answers[k] = self._one(self._called(view_of(seen[k : k + 1]), chance, 1))
        return answers

    def _called(self, seen: View | Views, chance: Mapping[str, Any], asked: int) -> Any:
        try:
            return self.function(seen, **chance, **self.arguments)
        except Exception as error:
            what = f"raised {type(error).__name__}: {echoed(error)}{line_of(error)}"
            raise DecisionError(self, what, asked=asked) from error

    def _one(self, answer: Any) -> tuple[int, int]:
        words = words_of(answer, wide=self.decision.wide)
        if words is None:
            kind, wanted = type(answer).__name__, "True, False or a whole number of 64 bits"
            wanted = "a pair of whole numbers of 64 bits" if self.decision.wide else wanted
            raise DecisionError(self, f"answered {echoed(repr(answer))} ({kind}), not {wanted}")
        return words

    def _many(self, answer: Any, asked: int) -> np.ndarray[Any, Any]:
        try:
            array = np.asarray(answer)
        except Exception as error:
            what = f"gave what is no array ({type(answer).__name__}: {echoed(error)})"
            raise DecisionError(self, what, asked=asked) from error
        if array.dtype.kind not in "biu":
            what = f"gave an array of {array.dtype}, not of truth values or whole numbers"
            raise DecisionError(self, what, asked=asked)
        shape = (asked, 2) if self.decision.wide else (asked,)
        if array.shape not in (shape, shape[1:]):
            what = f"gave an array of shape {array.shape}, not {shape}"
            raise DecisionError(self, what, asked=asked)
        if array.dtype.kind == "u" and (array > INT64[-1]).any():
            what = f"answered {array.max()}, which is no action"
            raise DecisionError(self, what, asked=asked)
        answers = np.zeros((asked, 2), np.int64)
        if self.decision.wide:
            answers[:] = array
        else:
            answers[:, 0] = array
        return answers


def line_of(error: BaseException) -> str:
    """Return where the user's code raised an error met in `Decider`, as the end of a sentence."""
    frames = traceback.extract_tb(error.__traceback__)[1:]
    own = [f for f in frames if is_users(f.filename)] or frames[-1:]
    return f" at {own[-1].filename}:{own[-1].lineno}" if own else ""


def words_of(action: Action, *, wide: bool) -> tuple[int, int] | None:
    """Return an action as the two int64 that the engine takes; None if it is no action."""
    try:
        first, second = action if wide else (action, 0)
        words = _whole(first), _whole(second)
    except (TypeError, ValueError):
        return None
    return words if words[0] in INT64 and words[1] in INT64 else None


def _whole(number: Any) -> int:
    """Return a whole number as Python's own; numpy refuses to take its truth values for numbers."""
    return operator.index(bool(number) if isinstance(number, np.bool_) else number)


def _legal(decision: Decision, view: np.dtype[Any], seen: View, n: int = 0) -> tuple[int, Action]:
    """Return how many actions are legal, and the one with number `n`."""
    action = np.zeros(2, np.int64)
    # An array, since numba takes no record whose fields share memory.
    views = np.frombuffer(bytearray(seen.tobytes()), view)
    count = int(_chooser(decision, view).call(views, operator.index(n), action))
    first, second = action.tolist()
    return count, (first, second) if decision.wide else first


def _nth(decision: Decision, view: np.dtype[Any], seen: View, n: int) -> Action:
    count, action = _legal(decision, view, seen, n)
    if not 0 <= n < count:
        raise IndexError(NO_SUCH)
    return action


@cache
def _chooser(decision: Decision, view: np.dtype[Any]) -> Entry:
    """Compile the function that counts the first view's legal actions and writes the `n`-th."""
    count, nth, wide = counter(decision), finder(decision), decision.wide

    def choose(views, n, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        if wide:
            action[0], action[1] = nth(views[0], n)
        else:
            action[0] = nth(views[0], n)
        return int64(count(views[0]))

    records = types.Array(from_dtype(view), 1, "C")
    signature = types.int64(records, types.int64, types.Array(types.int64, 1, "C"))
    content = f"{decision.apply.__module__} {decision.name} {view!r}"
    return entry(choose, signature=signature, content=content)


def asked(
    game: str, decision: str, function: Callable[..., Any], view: Any, *given: Any, **values: Any
) -> Any:
    """Return what another strategy's function answers in Python; it is compiled for that.

    Args:
        game: whose views it takes.
        decision: what it decides there.
        function: of the strategy that lends it.
        view: what it is asked about. If that is no view of one seat, Python plays the function.
        given: what else it wants, in its order.
        values: of its parameters.
    """
    if not isinstance(view, View):
        return function(view, *given, **values)
    words = next((behind(it) for it in given if isinstance(it, InPython)), _NO_WORDS)
    action = np.zeros(2, np.int64)
    views = np.frombuffer(bytearray(view.tobytes()), load_game(game).view)
    _lent(game, decision, function, (*values.items(),)).call(views, words, action)
    first, second = action.tolist()
    return (first, second) if load_game(game).decision(decision).wide else first


def told(game: str, look: Callable[..., Any], view: Any) -> Any:
    """Return the number that a borrowed feature gives a view; it is compiled for that."""
    if not isinstance(view, View):
        return look(view)
    number = np.zeros(1)
    views = np.frombuffer(bytearray(view.tobytes()), load_game(game).view)
    _look(game, look).call(views, number)
    (found,) = number.tolist()
    return int(found) if found.is_integer() else found


@cache
def _look(game: str, look: Callable[..., Any]) -> Entry:
    """Compile the function (views, number to be written) that asks for the number of a feature."""
    view = load_game(game).view
    text = "def ask(views, number):\n    number[0] = look(seen(views[0]))\n"
    scope = {"look": checked_inlined(look), "seen": seen_as(view), "__name__": __name__}
    ask = written("ask", text, f"<{game} {look.__name__}, lent>", scope)
    records, numbers = (types.Array(kind, 1, "C") for kind in (from_dtype(view), types.float64))
    content = f"{game} {text} {look.__module__} {fingerprint(look)}"
    return entry(ask, signature=types.void(records, numbers), content=content)


_NO_WORDS = np.zeros(1, WORDS_DTYPE)[0]


@cache
def _lent(game: str, name: str, function: Callable[..., Any], values: Any) -> Entry:
    """Compile the function (views, words of the seat's chance, action to be written) that asks."""
    lent: dict[str, Any] = {name: function}
    lender = Strategy(game, **lent)
    decision, view, known = load_game(game).decision(name), load_game(game).view, dict(values)
    order = [p.name for p in lender.parameters]
    call, scope = asking(
        lender,
        decision,
        "decide",
        view="seen(views[0])",
        chance="words",
        memory="uint64(0)",
        params="uint64(0)",
        number=lambda kind, at: f"{kind}({known[order[at]]!r})",
    )
    # It goes on with the chance where the one that asks is.
    scope |= {"decide_chance": sealed, "seen": seen_as(view), "__name__": __name__}
    answer = "action[0], action[1]" if decision.wide else "action[0]"
    text = f"def ask(views, words, action):\n    {answer} = {call}\n"
    ask = written("ask", text, f"<{game} {name}, lent>", scope)
    records = types.Array(from_dtype(view), 1, "C")
    signature = types.void(records, from_dtype(WORDS_DTYPE), types.Array(types.int64, 1, "C"))
    content = f"{game} {name} {text} {function.__module__} {fingerprint(function)}"
    return entry(ask, signature=signature, content=content)


# ---------------------------------------------------------------- what it sees


class View(np.record):  # type: ignore[misc]  # final in the stubs of numpy alone
    """A view as strategies in Python get it: a numpy record.

    A number in it is Python's own, and whole numbers in an array are int64, or uint64 as they were:
    they do not overflow.
    """

    def __getattribute__(self, name: str) -> Any:
        if name == "data":
            # The record as kernels read it; numpy has none of a record whose fields lie in another
            # order.
            return memoryview(bytearray(self.tobytes()))
        return _widened(super().__getattribute__(name))

    def __getitem__(self, key: Any) -> Any:
        return _widened(super().__getitem__(key))


def _widened(value: Any) -> Any:
    if isinstance(value, np.number | np.bool_):
        return value.item()
    if isinstance(value, np.ndarray) and value.dtype.names is None:
        return value.astype(_wide(value.dtype))
    return value


def view_of(seen: np.ndarray[Any, Any]) -> View:
    """Copy the first of some views, which must have zeros between their fields."""
    # By its bytes: numpy copies records field by field, in ten times the time.
    copied = bytearray(seen[:1].tobytes())
    one: View = np.frombuffer(copied, _record(seen.dtype))[0]
    return one


def seen_in(states: np.ndarray[Any, Any], view: np.dtype[np.void]) -> np.ndarray[Any, Any]:
    """Return the views of some states, with zeros in place of what is hidden."""
    seen = np.zeros(len(states), view)
    source, target = (a.view(np.uint8).reshape(len(states), -1) for a in (states, seen))
    shown = shown_bytes(view)
    target[:, shown] = source[:, shown]
    return seen


@cache
def _record(view: np.dtype[Any]) -> np.dtype[Any]:
    return np.dtype((View, view))


class Views(np.ndarray):
    """Views of many hands: a structured array of the dtype of the game's views.

    One of them, `views[0]`, is a `View`. A field, `views.value` or `views["value"]`, is a fresh
    array with an entry, or a row, for each hand; whole numbers in it are int64, or uint64 as they
    were, so that they do not overflow.
    The array itself is used again for the next decisions: what is to be kept is to be copied.
    """

    def __getitem__(self, key: Any) -> Any:
        item = super().__getitem__(key)
        if not isinstance(key, str):
            return item
        plain = np.asarray(item)
        return plain.astype(_wide(plain.dtype))

    def __getattr__(self, name: str) -> Any:
        if name in (self.dtype.names or ()):
            return self[name]
        raise AttributeError(f"the views have no field '{name}'")


def _wide(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return a dtype of the same fields side by side, with whole numbers as int64 or uint64."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return np.dtype((_wide(base), shape))
    if dtype.names is not None:
        return np.dtype([(name, _wide(dtype[name])) for name in dtype.names])
    return np.dtype(np.int64) if dtype.kind in "iu" and dtype != np.uint64 else dtype


# ---------------------------------------------------------------- the chance it has


class Chance(InPython):
    """A seat's own chance, as a strategy in Python gets it.

    It gives what `uniform(chance)` and `below(chance, n)` of `cardsim.rng` give to compiled
    strategies, and these functions take it too.
    """

    __slots__ = ()

    def __init__(self, words: np.ndarray[Any, Any]) -> None:
        """Begin a block, as every decision does.

        Args:
            words: WORDS_DTYPE, shape (1,); they move on as they are used.
        """
        super().__init__(words[0])
        self._draw(NEW_BLOCK)

    def _draw(self, n: int) -> int:
        return int(_drawer().call(behind(self), n))

    def uniform(self) -> float:
        """Draw a uniform float in [0, 1), a multiple of 2**-32."""
        return self._draw(WORD) * 2.0**-32

    def below(self, n: int) -> int:
        """Draw a uniform integer 0..n-1, 0 < n < 2**31.

        Raises:
            ValueError: `n` is outside that range.
        """
        if not 1 <= n <= MOST_BELOW:
            raise ValueError(f"below(chance, n) needs an n from 1 to {MOST_BELOW}")
        return self._draw(operator.index(n))


class Chances(InPython):
    """The chance of the seat on turn in many hands, as a vectorised strategy gets it.

    Each hand gets the numbers that `Chance` would give there, and `uniform` and `below` of
    `cardsim.rng` take it too. Every call draws in every hand.
    """

    __slots__ = ()

    def __init__(
        self,
        words: np.ndarray[Any, Any],
        hands: np.ndarray[Any, Any],
        seats: np.ndarray[Any, Any],
    ) -> None:
        """Begin a block in each hand.

        Args:
            words: WORDS_DTYPE, shape (hands, seats); they move on as they are used.
            hands: int64, shape (n,), the row of `words` of each hand.
            seats: int64, shape (n,), the seat on turn in each hand.
        """
        super().__init__((words, hands, seats))
        self._drawn(NEW_BLOCK)

    def uniform(self) -> np.ndarray[Any, Any]:
        """Draw uniform floats in [0, 1), multiples of 2**-32, shape (n,)."""
        return self._drawn(WORD) * 2.0**-32

    def below(self, n: Any) -> np.ndarray[Any, Any]:
        """Draw uniform integers 0..n-1, shape (n,), 0 < n < 2**31; `n` may be one for each hand.

        Raises:
            ValueError: an `n` is outside that range.
        """
        limits = np.asarray(n)
        if limits.dtype.kind not in "iu" or (limits < 1).any() or (limits > MOST_BELOW).any():
            raise ValueError(f"below(chance, n) needs an n from 1 to {MOST_BELOW}")
        return self._drawn(limits)

    def _drawn(self, limits: Any) -> np.ndarray[Any, Any]:
        words, hands, seats = behind(self)
        out = np.empty(len(hands), np.int64)
        out[:] = limits
        _many_drawer().call(words, hands, seats, out)
        return out


@kernel
def _draw(words, n):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Draw a word or a number below `n`, or only begin a new block."""
    if n == NEW_BLOCK:
        at_next_block(sealed(words))
        return int64(0)
    return below(words, n) if n > 0 else int64(next_word(words))


@cache
def _drawer() -> Entry:
    """Compile the function (words, n) that draws."""

    def draw(words, n):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return _draw(words, n)  # type: ignore[no-untyped-call]

    signature = types.int64(from_dtype(WORDS_DTYPE), types.int64)
    return entry(draw, signature=signature, content="chance")


@cache
def _many_drawer() -> Entry:
    """Compile the function that draws for many hands.

    Its arguments are the words by hand and seat, the hands, the seats, and an array of `n` that it
    replaces by the numbers drawn.
    """

    def draw_many(words, hands, seats, numbers):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        for k in range(hands.shape[0]):
            own = words[hands[k], seats[k]]
            numbers[k] = _draw(own, numbers[k])  # type: ignore[no-untyped-call]

    numbers = types.Array(types.int64, 1, "C")
    words = types.Array(from_dtype(WORDS_DTYPE), 2, "C")
    signature = types.void(words, numbers, numbers, numbers)
    return entry(draw_many, signature=signature, content="chance of many")
