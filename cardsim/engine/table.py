"""A table in Python, at which a hand or match is played one step at a time.

It deals, shows, acts and settles with the game's own functions, as compiled loops do millions of
times. So a table plays the very hands of a run.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype
from numpy import int64, uint64

from cardsim.choices import counter, finder
from cardsim.engine import hand_loop
from cardsim.engine.deciding import Chance, Decider, View, Waiting, seen_in, view_of, words_of
from cardsim.engine.look_ahead import Plan, against
from cardsim.errors import UserError, echoed, one_line
from cardsim.game import CHANCE, OVER, Action, Decision, Game
from cardsim.games import load_game
from cardsim.kernels.intrinsics import number_from_address, pair_from_address, seen_as
from cardsim.kernels.jit import Entry, entry, kernel
from cardsim.options.params import Value, pack, packed_dtype
from cardsim.own_parameters import WANTS_MEMORY, WANTS_SCRATCH, given_to
from cardsim.rng import WORDS_DTYPE, sealed
from cardsim.strategy import COMPILED, Strategy

START, DEAL, ACT, HAPPEN, CLOSE, SETTLE, SCORE, LEGAL, COUNT, NTH, LOOK = range(11)
MOST_LISTED = 65_536
"""The most legal actions that are listed; more are counted, and given by number."""
MOST_TOLD = 20
"""The most legal actions that a message names."""


class Table:
    """A table of a game: `deal`, `act` until the hand is `over`, `close`, and `settle` in a match.

    With the seed and number of a hand it has the deals of that hand of a run.

    Attributes:
        game: what is played.
        players: seats at the table.
        house_rules: of the table, as the game has them.
        unit: 0 if the hand is all that is played, else `Unit.goes_on`.
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
        unit: str | None = None,
        board: int | None = None,
    ) -> None:
        """Sit down and deal.

        Args:
            game: its name, or itself.
            rules: the house rules; the game's own by default.
            players: the game's usual number by default.
            seed: of the run.
            hand: its number in the run, or the match's.
            unit: what is played: a unit of the game of which hands follow each other, or one hand.
            board: its number where a game has boards: by default `hand // players`, as where the
                hero takes each seat in turn; `hand` where every seat has a player of its own.
        """
        self.game = load_game(game) if isinstance(game, str) else game
        self.players = self.game.players[2] if players is None else players
        rules = self.house_rules = self.game.rules() if rules is None else rules
        self._unit = self.game.units[unit or self.game.single_unit](rules, self.players)
        self.unit = self._unit.goes_on if unit is not None else 0
        self.rules = pack(rules)
        self.states = np.zeros(1, self.game.state)
        self.words = np.zeros(1, WORDS_DTYPE)
        self.chances = np.zeros(self.players, WORDS_DTYPE)
        self._outcomes = np.zeros(1, self.game.outcome)
        self._asked: dict[tuple[int, str], tuple[Strategy, int]] = {}
        self._by_hand: dict[int, int] = {}
        self._plans: dict[int, Plan] = {}
        self._action = np.zeros(2, np.int64)
        self._notes: dict[tuple[int, int], np.ndarray[Any, Any]] = {}
        self.begin(seed, hand, board)

    def __repr__(self) -> str:
        if self.decision >= 0:
            waits = f"seat {self.seat} is to decide: {self.asks.name}"
        else:
            waits = "the hand is over" if self.over else "chance comes next"
        return one_line(self, f"of {self.game.name}", f"{self.players} players", waits)

    def begin(self, seed: int, hand: int, board: int | None = None) -> None:
        """Leave what is played, and deal this hand or match of a run; `board` as above."""
        self.start(seed, hand, board)
        self.deal()

    def start(self, seed: int, hand: int, board: int | None = None) -> None:
        """Start this hand or match of a run, but do not deal yet."""
        self.words[:] = 0
        self.words["seed"], self.words["hand"] = seed, hand
        self._call(START, self.players, (self.unit, 0))
        if hand_loop.BOARD in (self.game.state.names or ()):
            self.state[hand_loop.BOARD] = hand // self.players if board is None else board
        self._notes.clear()

    def deal(self) -> None:
        """Deal a hand: the first, or the next of a unit that goes on."""
        for (who, _), notes in self._notes.items():
            notes[: self._by_hand[who]] = 0
        self.decision = self._call(DEAL, self.players)

    def look(self, decision: int) -> None:
        """Show the waiting decision's seat what it may see, after the state was written to."""
        self.decision = self._call(LOOK, decision)

    @property
    def state(self) -> Any:
        """The record of the hand, with all that is hidden; changes to it hold."""
        return self.states[0]

    @property
    def over(self) -> bool:
        """True once the hand has ended."""
        return self.decision == OVER

    @property
    def waits_for_chance(self) -> bool:
        """True if an event of chance comes next, such as a throw of dice."""
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
        """A copy of what the seat on turn sees, without what is hidden from it."""
        return view_in(self.game, self.state)

    @property
    def count(self) -> int:
        """The number of legal actions."""
        _ = self.asks
        return self._call(COUNT, self.decision)

    def nth(self, n: int) -> Action:
        """Return the legal action number `n`, from 0 on, in the order of the rules."""
        if not 0 <= n < self.count:
            raise UserError(f"there are {self.count} legal actions, and none with number {n}")
        self._call(NTH, self.decision, (n, 0))
        first, second = (int(x) for x in self._action)
        return (first, second) if self.asks.wide else first

    @property
    def legal(self) -> list[Action]:
        """The legal actions, in the order of the rules.

        Raises:
            UserError: there are more than `MOST_LISTED`; use `count` and `nth`.
        """
        if self.count > MOST_LISTED:
            raise UserError(f"{self.count} legal actions are too many for a list")
        return [self.nth(n) for n in range(self.count)]

    @property
    def choices(self) -> dict[Action, str]:
        """The legal actions, each in words."""
        return {action: self.asks.word(self.view, action) for action in self.legal}

    def allows(self, action: Action) -> bool:
        """Return whether the seat on turn may take an action."""
        words = words_of(action, wide=self.asks.wide)
        return words is not None and bool(self._call(LEGAL, self.decision, words))

    def act(self, action: Action) -> None:
        """Take the decision that waits.

        Raises:
            UserError: none does, or the action is not legal.
        """
        name = self.asks.name
        words = words_of(action, wide=self.asks.wide)
        if words is None or not self._call(LEGAL, self.decision, words):
            allowed = allowed_text(self.game, self.asks, self.state)
            raise UserError(f"{echoed(action)} is not legal at '{name}'; allowed: {allowed}")
        self.decision = self._call(ACT, self.decision, words)

    def happen(self) -> None:
        """Let the event of chance happen that the hand waits for."""
        if not self.waits_for_chance:
            raise UserError("the hand waits for no event of chance")
        self.decision = self._call(HAPPEN)

    def chance(self) -> Chance:
        """Return the seat's own chance, for the decision that waits."""
        seat = self.seat
        return Chance(self.chances[seat : seat + 1])

    def choice(self, strategy: Strategy, **values: Value) -> Action:
        """Return a strategy's action at the waiting decision; its own chance and memory move on.

        If it is compiled, its memory is kept apart for each seat in which it is asked.

        Raises:
            DecisionError: one in Python raised an error, or returned no action.
        """
        decision, own = self.asks, self.chances[self.seat : self.seat + 1]
        if strategy.ways[decision.function] != COMPILED:
            alone = Waiting(self.states, self.chances[np.newaxis], np.zeros(1, np.int64))
            seen = seen_in(self.states, self.game.view)
            given = _packed(strategy, values)
            decider = Decider.of(strategy, decision, given, self.game.view)
            first, second = decider.answers(seen, alone)[0].tolist()
            return (first, second) if decision.wide else first
        key = id(strategy), decision.name
        if key not in self._asked:
            # With the strategy, so that nothing else gets its id.
            self._asked[key] = strategy, strategy.compiled(decision, self.game.view).address
        _, by_hand, _, size = strategy.memory_places
        self._by_hand[id(strategy)] = by_hand
        notes = self._notes.setdefault((id(strategy), self.seat), np.zeros(size, np.uint8))
        params, views = _packed(strategy, values), self.states.view(self.game.view)
        if strategy.base is not None:
            self._plan(strategy, strategy.base).put_into(params)
        places = map(uint64, (params.ctypes.data, notes.ctypes.data, self._asked[key][1]))
        if decision.wide:
            first, second = wide_asker(self.game.view).call(views, own, *places)
            return int(first), int(second)
        return int(asker(self.game.view).call(views, own, *places))

    def _plan(self, strategy: Strategy, base: Strategy) -> Plan:
        if id(strategy) not in self._plans:
            table: dict[str, Any] = {"players": self.players, "unit": self._unit}
            sides = self.game.side_of_each(self.house_rules, self.players)
            table["drawn"] = against(strategy.others, sides)
            self._plans[id(strategy)] = Plan(self.game, base, rules=self.rules, **table)
        return self._plans[id(strategy)]

    def choice_in_python(self, strategy: Strategy, **values: Value) -> Action:
        """Return the action of a compiled strategy's function when Python runs it.

        It may differ from the compiled one, since Python's numbers do not overflow. The seat's
        chance moves on; memory and scratch are records of zeros, unless `choice` asked the
        strategy.

        Raises:
            DecisionError: it raised an error, or returned no action.
        """
        decision, notes = self.asks, self._notes.get((id(strategy), self.seat))
        decider = Decider.of(strategy, decision, _packed(strategy, values), self.game.view)
        own = strategy.notes_of[decision.function]
        start = strategy.memory_places[0][own]
        records = {
            WANTS_MEMORY: (strategy.notes[own].memory, start),
            WANTS_SCRATCH: (strategy.notes[own].scratch, None),
        }
        arguments = dict(decider.arguments)
        for wanted in given_to(decider.function):
            if wanted in records:
                kind, at = records[wanted]
                # A record of numpy's, whose fields are attributes too.
                record = np.zeros(1, np.dtype((np.record, kind)))
                if notes is not None and at is not None:
                    record.view(np.uint8)[:] = notes[at : at + record.itemsize]
                arguments[wanted] = record[0]
        alone = Waiting(self.states, self.chances[np.newaxis], np.zeros(1, np.int64))
        seen = seen_in(self.states, self.game.view)
        with np.errstate(divide="raise", invalid="raise"):
            first, second = replace(decider, arguments=arguments).answers(seen, alone)[0].tolist()
        return (first, second) if decision.wide else first

    def close(self) -> None:
        """Score the hand that has ended."""
        self._call(CLOSE)

    def outcome(self, hero: int = 0) -> Any:
        """Return the outcome of the closed hand or the match, a record of the game's dtype."""
        self._call(SCORE, hero)
        # Byte by byte: numpy leaves what no field names as it finds it.
        return np.frombuffer(self._outcomes.tobytes(), self.game.outcome)[0]

    def settle(self) -> bool:
        """Settle a hand of a match, and return whether the match goes on with another deal."""
        return bool(self._call(SETTLE))

    def ready(self) -> None:
        """Compile what the table asks, as far as that is still to be done."""
        _steps(self.game)

    def _call(self, command: int, number: int = 0, action: tuple[int, int] = (0, 0)) -> int:
        hand = (self.states, self.rules, self.words, self.chances, self._outcomes, self._action)
        return int(_steps(self.game).call(*hand, command, number, *action))


def view_in(game: Game, state: Any) -> View:
    """Return a copy of what the seat on turn saw in a state."""
    return view_of(seen_in(np.array([state]), game.view))


def allowed_text(game: Game, decision: Decision, state: Any) -> str:
    """Return the legal actions at a decision for a message; only the first of many."""
    states, chosen = np.array([state]), np.zeros(2, np.int64)
    hand = (states, np.zeros(1, packed_dtype(game.rules)), *(np.zeros(1, WORDS_DTYPE),) * 2)
    number = game.decisions.index(decision)

    def ask(command: int, n: int = 0) -> int:
        outcomes = np.zeros(1, game.outcome)
        return int(_steps(game).call(*hand, outcomes, chosen, command, number, n, 0))

    count, view = ask(COUNT), view_in(game, state)
    texts = []
    for n in range(min(count, MOST_TOLD)):
        ask(NTH, n)
        action = tuple(map(int, chosen)) if decision.wide else int(chosen[0])
        texts.append(f"{action} ({decision.word(view, action)})")
    return ", ".join([*texts, f"and {count - len(texts)} more"] if count > len(texts) else texts)


def answer(
    strategy: Strategy,
    function: str,
    views: np.ndarray[Any, Any],
    *,
    values: Mapping[str, Value] | None = None,
    chance: np.ndarray[Any, Any] | None = None,
) -> int:
    """Return the action of a compiled strategy in the first of some views.

    Args:
        strategy: who is asked.
        function: for the decision; one that is not wide.
        views: of the game's view's dtype.
        values: of parameters; the others have their defaults.
        chance: the seat's own, WORDS_DTYPE, shape (1,); what is drawn of it is used up.
    """
    params = _packed(strategy, values or {})
    words = np.zeros(1, WORDS_DTYPE) if chance is None else chance
    game = load_game(strategy.game)
    address = strategy.compiled(game.decision(function), views.dtype).address
    notes = np.zeros(strategy.memory_places[-1], np.uint8)
    places = map(uint64, (params.ctypes.data, notes.ctypes.data, address))
    return int(asker(views.dtype).call(views, words, *places))


def _packed(strategy: Strategy, given: Mapping[str, Value]) -> np.ndarray[Any, Any]:
    """Pack the parameters of a strategy, those not given at their defaults."""
    return strategy.packed({p.name: given.get(p.name, p.default) for p in strategy.parameters})


@cache
def asker(view: np.dtype[Any]) -> Entry:
    """Compile the call (views, words, params, memory, address) of a decision function."""
    return _asker(view, number_from_address, types.int64)


@cache
def wide_asker(view: np.dtype[Any]) -> Entry:
    """Compile the same call of a function whose actions are pairs."""
    return _asker(view, pair_from_address, types.UniTuple(types.int64, 2))


def _asker(view: np.dtype[Any], call: Any, action: Any) -> Entry:
    def ask(views, words, params, memory, address):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return call(address, (views[0], sealed(words[0]), params, memory))

    records = (_records(view), _records(WORDS_DTYPE))
    signature = action(*records, types.uint64, types.uint64, types.uint64)
    return entry(ask, signature=signature, content=f"{view!r} {ask.__code__.co_code!r}")


class Dispatched(NamedTuple):
    """Kernels that act for any decision, given its number, as that decision's own kernels do.

    Attributes:
        apply: (decision, state, rules, first, second, words) -> what follows; the action is given
            as two int64, of which the second counts where the decision is wide.
        legal: (decision, view, first, second) -> whether it is legal.
        count: (decision, view) -> how many actions are.
        nth: (decision, view, n) -> the legal action number `n`, as two int64.
    """

    apply: Any
    legal: Any
    count: Any
    nth: Any


@cache
def dispatched(game: Game) -> Dispatched:
    """Return kernels that dispatch each kernel of a game's decisions by the decision's number."""
    kernels = Dispatched(
        kernel(lambda _d, _state, _rules, _first, _second, _words: OVER),
        kernel(lambda _d, _view, _first, _second: False),
        kernel(lambda _d, _view: int64(0)),
        kernel(lambda _d, _view, _n: (int64(-1), int64(0))),
    )
    for number, decision in enumerate(game.decisions):
        kernels = _either(number, decision, kernels)
    return kernels


def _either(number: int, decision: Decision, others: Dispatched) -> Dispatched:
    join, split = (_pair, _both) if decision.wide else (_first, _single)
    apply, legal = decision.apply, decision.legal
    count, nth = counter(decision), finder(decision)
    other_apply, other_legal, other_count, other_nth = others

    def either_apply(d, state, rules, first, second, words):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, PLR0917
        if d == number:
            return int64(apply(state, rules, join(first, second), words))
        return int64(other_apply(d, state, rules, first, second, words))

    def either_legal(d, view, first, second):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        if d == number:
            return bool(legal(view, join(first, second)))
        return bool(other_legal(d, view, first, second))

    def either_count(d, view):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return int64(count(view)) if d == number else int64(other_count(d, view))

    def either_nth(d, view, n):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return split(nth(view, n)) if d == number else other_nth(d, view, n)

    return Dispatched(
        kernel(either_apply), kernel(either_legal), kernel(either_count), kernel(either_nth)
    )


@kernel
def _pair(first: Any, second: Any) -> Any:
    return int64(first), int64(second)


@kernel
def _first(first: Any, _second: Any) -> Any:
    return int64(first)


@kernel
def _both(action: Any) -> Any:
    first, second = action
    return int64(first), int64(second)


@kernel
def _single(action: Any) -> Any:
    return int64(action), int64(0)


@kernel
def _no_chance(_state: Any, _rules: Any, _words: Any) -> Any:
    """Stand in for events of chance in a game without any."""
    return OVER


@cache
def _steps(game: Game) -> Entry:  # noqa: C901  (it is the function in it)
    """Compile the game's functions behind one entry, which is quicker than compiling eight."""
    start, deal, observe = game.start, game.deal, hand_loop.observer(game)
    close, score, happen = game.close, game.score, game.chance or _no_chance
    settle, (apply, legal, count, nth) = hand_loop.settler(game), dispatched(game)
    begin_chances, seen = hand_loop.begin_chances, seen_as(game.view)

    def step(states, rules, words, chances, outcomes, action, command, number, first, second):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, C901, PLR0917
        state, rule = states[0], rules[0]
        answer = int64(0)
        if command == LEGAL:
            return int64(legal(number, seen(state), first, second))
        if command == COUNT:
            return int64(count(number, seen(state)))
        if command == NTH:
            action[0], action[1] = nth(number, seen(state), first)
        elif command == START:
            start(state, rule, number, first)
        elif command == DEAL:
            begin_chances(chances, words[0], number)  # type: ignore[no-untyped-call]
            answer = int64(deal(state, rule, words[0]))
        elif command == ACT:
            answer = int64(apply(number, state, rule, first, second, words[0]))
        elif command == HAPPEN:
            answer = int64(happen(state, rule, words[0]))
        elif command == CLOSE:
            close(state, rule)
        elif command == SETTLE:
            answer = int64(settle(state, rule, words[0]))
        elif command == SCORE:
            score(state, rule, number, outcomes[0])
        elif command == LOOK:
            answer = number
        if command in (DEAL, ACT, HAPPEN, LOOK) and answer >= 0:
            observe(state, rule)
        return answer

    kinds = (game.state, packed_dtype(game.rules), WORDS_DTYPE, WORDS_DTYPE, game.outcome)
    numbers = (types.int64[::1], types.int64, types.int64, types.int64, types.int64)
    signature = types.int64(*map(_records, kinds), *numbers)
    content = f"{game.name} {game.state!r} {step.__code__.co_code!r}"
    return entry(step, signature=signature, content=content)


def _records(dtype: np.dtype[Any]) -> Any:
    return types.Array(from_dtype(dtype), 1, "C")
