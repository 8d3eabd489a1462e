"""The loop that plays hands: one text (`hand_text`), bound in five ways.

It plays a hand, or a match, from deal to score before the next one begins. At its centre `play_on`
plays on from any point of a hand. The text is bound in these ways:

- *open*: rules, seats and strategies are values. Each decision is a call by address of a function
  of one view. It is compiled once per game, so a new strategy costs only its own functions.
- *bound*: strategies, rules and seats are compiled in. The compiler sees that most questions about
  rules have one answer, and a decision is a few instructions in the middle of the hand.
- *logged*: open, and keeps every state.
- *asking*: open, with many hands in play. Each hand waits where a strategy in Python must decide.
- *forking*: open. Each hand is played on again from one of the hero's decisions, with every other
  action.

All five play the same hands, byte for byte.
"""

from __future__ import annotations

import hashlib
import textwrap
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype
from numpy import int64, uint32, uint64

from cardsim.choices import counter, finder
from cardsim.compile.fingerprint import fingerprint
from cardsim.compile.sources import written
from cardsim.engine import hand_text
from cardsim.game import CHANCE, OVER, Game
from cardsim.kernels.intrinsics import (
    copy_own,
    copy_record,
    copy_seen,
    float_at,
    number_from_address,
    pair_from_address,
    prefetch,
    record_here,
    seen_as,
    uncounted,
    wipe,
)
from cardsim.kernels.jit import Entry, entry, kept, kernel
from cardsim.options.params import packed_dtype
from cardsim.rng import (
    DEAL_BLOCKS,
    TOGETHER,
    WORDS_DTYPE,
    below,
    fill_many,
    fill_up,
    place,
    sealed,
)
from cardsim.strategy import Strategy, asking

MOST_STEPS = 1 << 24
"""Decisions and events of chance after which a hand or match is called endless."""
LOOK = 15
"""Steps between two checks of `stop`, as a mask."""
DONE, STOPPED, ILLEGAL, ENDLESS, CHANGED, FULL, ASKS, REFUSED, MANY = range(9)
"""Ways in which a call ends. CHANGED occurs only where a hand is logged, and FULL there or where
there is no room for more forks. With strategies in Python, a hand pauses with ASKS where one must
decide, and REFUSED is an illegal action of theirs. MANY: a fork has more actions than can be tried.
"""
NEXT_DEAL = -3
"""Stands in place of a decision's number where a new hand is to be dealt."""
NEXT_HAND = -4
"""Stands there where the hand or match is over, and another is to begin."""
DEALT, SCORED, SETTLED, CHANCED = -1, -2, -3, -4
"""Numbers of logged steps that are no decisions: the deal, the scoring of a hand, its settling in a
match, and an event of chance."""

BOARD = "board"
"""The field of a state that has the number of the board, in games that have boards."""

DECISION, SITUATION, MET, FIRST_ROW, ROWS = range(5)
"""The columns of a fork: the number of the decision, NOBODY where the hero had none to take; its
situation; how many such decisions he had; its first row; and its number of rows, none where he had
no choice."""
NOBODY = -1
FORKS = 0xF0F0
"""The stream of chance that draws the decision at which a hand is forked."""
MOST_ACTIONS = 256
"""The most legal actions with which a hand can be forked."""

STEPS_APART = 8
"""The most steps between two checks whether the log is full."""


@dataclass(frozen=True)
class Loop:
    """The source of a loop, to be compiled when it is needed.

    Attributes:
        function, signature, content, what: as `jit.entry` takes them.
    """

    function: Callable[..., Any]
    signature: Any
    content: str
    what: str

    @property
    def is_on_disk(self) -> bool:
        """True if it is compiled on disk."""
        return self._kept()

    @cached_property
    def _kept(self) -> Callable[[], bool]:
        return kept(self.function, signature=self.signature, content=self.content)

    @property
    def is_near(self) -> bool:
        """True if it is compiled in this process already, or on disk."""
        return "entry" in self.__dict__ or self.is_on_disk

    @cached_property
    def entry(self) -> Entry:
        """The loop, read from disk or compiled now."""
        return entry(self.function, signature=self.signature, content=self.content, what=self.what)

    def compile(self) -> None:
        """Compile it, or read it from disk, so that nobody waits for it later."""
        _ = self.entry


@cache
def open_loop(game: Game) -> Loop:
    """Return the loop of a game for any table; its entry takes what `_arguments` names."""
    bind = [
        hand_text.STANDING,
        "rotations = uint64(heroes.shape[0])",
        "if at_once(seed, first, count, players, rule, stop, states, words_ahead, outcomes):",
        "    return (STOPPED if stop[0] != 0 else DONE), int64(0)",
    ]
    return _unbound(game, "for this machine", hand_text.HANDS, _arguments(game), bind)


@cache
def logged_loop(game: Game) -> Loop:
    """Return the open loop with a log as its last arguments: states, and what `_keep` writes."""
    names = {**_arguments(game), **_log(game)}
    bind = [
        hand_text.STANDING,
        "rotations = uint64(heroes.shape[0])",
        "log = (states_kept, steps, kept, raw, copy)",
    ]
    return _unbound(game, "to be shown move by move", hand_text.HANDS, names, bind, marks={"log"})


@cache
def play_on_loop(game: Game) -> Loop:
    """Return the loop that plays on from any point of a hand to its end, or to the match's.

    Returns:
        An entry (following, ...) of what `_arguments` names, less what concerns many hands.
        `following` is the decision that waits, CHANCE or NEXT_DEAL; the first of `states`, `words`
        and `chances` are as the hand left them there, and the first rows of `table` and `heroes`
        say who sits where. The outcome is the first of `outcomes`.
    """
    many = {"seed", "first", "count", "drawn", "queue", "scratch"}
    names = {name: kind for name, kind in _arguments(game).items() if name not in many}
    return _unbound(
        game,
        "from any point on",
        hand_text.FROM_HERE,
        {"following": types.int64, **names},
        [hand_text.STANDING],
    )


@cache
def asking_loop(game: Game, *, logged: bool = False) -> Loop:
    """Return the loop of a game for tables with strategies in Python.

    These have no address in `calls`. Hands are in play at several places at once. A call goes on
    with those that have an answer and with new ones, until each of them waits for an answer or no
    hand is left to begin.

    Returns:
        An entry of what `_arguments` names, less memory that it does not need, and of these:

        - states, words_ahead, chances, memories: of each place, the last two (places, seats);
        - begun: how many hands have begun, one number;
        - rows, following, asked: int64, of each place: the hand that is played there, -1 at first;
          the number of the decision that waits, or NEXT_HAND; and how many decisions have waited;
        - askers: int64, by strategy and decision as `calls`: its row of `views`;
        - views, waiting: of each such row, shape (rows, places): the views that wait, and their
          places; counts: how many there are;
        - active, answers: int64, the places to go on with, and the actions there, shape (places,
          2); `goes_on`: how many they are;
        - most_asks: how often strategies in Python decide before a hand or match is called endless;
        - with `logged` the log of `logged_loop`.

        It returns how the call ended, and at which of `active` if that is not DONE.
    """
    names = _arguments(game)
    for unused in ("queue", "scratch"):
        del names[unused]
    numbers = _array(types.int64)
    names |= {
        "chances": _array(WORDS_DTYPE, 2),
        "memories": _array(types.uint64, 2),
        "begun": numbers,
        "rows": numbers,
        "following": numbers,
        "asked": numbers,
        "askers": numbers,
        "views": _array(game.view, 2),
        "waiting": _array(types.int64, 2),
        "counts": numbers,
        "active": numbers,
        "answers": _array(types.int64, 2),
        "goes_on": types.int64,
        "most_asks": types.int64,
    }
    if logged:
        names |= _log(game)
    decisions = len(game.decisions)
    asks = []
    for number, decision in enumerate(game.decisions):
        answer = "(answer, second)" if decision.wide else "answer"
        first = hand_text.OR_ASKS.format(decisions=decisions, number=number, answer=answer)
        asks.append(first + textwrap.indent(_by_address(game, number).strip("\n"), "    "))
    mark = "log" if logged else "play"
    on, within = _made(game, hand_text.ON, asks, [], [*hand_text.ON_TAKES], {"goes on", mark}, {})
    bind = [
        f"rule, rotations, decisions = rules[0], uint64(heroes.shape[0]), {decisions}",
        f"log = {'(states_kept, steps, kept, raw, copy)' if logged else '0'}",
    ]
    function, text = _made(
        game, hand_text.IN_PLAY, [], bind, list(names), {mark}, {"on": kernel(on)}
    )
    what = f"{game.name} for strategies in Python{', move by move' if logged else ''}"
    content = f"{game.state!r} {game.outcome!r} {within} {text}"
    return Loop(function, _signature(names), content, what)


@cache
def forking_loop(game: Game) -> Loop:
    """Return the loop of a game that forks: it plays on from one of the hero's decisions again.

    Returns:
        An entry of what `_arguments` names and of these:

        - words_on, kept_states, kept_words, drawing: one of each; kept_chances as chances; notes:
          uint8, twice the memory of all seats, and `memories` points into the first;
        - forks: int64, shape (count, 5), columns as above;
        - actions: int64, shape (rows, 2): the hero's action in each row of `outcomes`;
        - situations: of each decision the address of a function of the view; 0 where hands are not
          forked;
        - experts: for each decision how many; expert_calls, expert_params: uint64, shape
          (decisions, most experts), as `calls` and `params`; said: of each fork the row, from its
          first, that each expert chooses;
        - whole: for each decision whether all legal actions are tried; shown: whether the hero's
          view is kept, and views: where;
        - candidates: memory to work in;
        - explores: whether the hero takes any legal action now and then on the way to the decision,
          in each hand once in 2, 4, 8 or 16 times;
        - persists: 1 where each action is not taken once but whenever it is legal from there on,
          the hero's own too, after a row for what he does.

        It returns how the call ended: DONE or FULL and how many hands were forked, or the hand.
    """
    numbers, rows = _array(types.int64), _array(types.int64, 2)
    addresses, words = _array(types.uint64), _array(WORDS_DTYPE)
    names = _arguments(game) | {
        "words_on": words,
        "kept_states": _array(game.state),
        "kept_words": words,
        "drawing": words,
        "kept_chances": words,
        "notes": _array(types.uint8, 2),
        "forks": rows,
        "actions": rows,
        "situations": addresses,
        "experts": numbers,
        "expert_calls": _array(types.uint64, 2),
        "expert_params": _array(types.uint64, 2),
        "said": rows,
        "candidates": rows,
        "whole": numbers,
        "shown": numbers,
        "views": _array(game.view),
        "explores": types.boolean,
        "persists": types.int64,
    }
    asks, choices = [], ""
    scope: dict[str, Any] = {}
    for number, decision in enumerate(game.decisions):
        answer = "(answer, second)" if decision.wide else "answer"
        first = hand_text.OR_FORKS.format(number=number, answer=answer)
        ask = textwrap.indent(_by_address(game, number).strip("\n"), "    ")
        again = "(candidates[c, 0], candidates[c, 1])" if decision.wide else "candidates[c, 0]"
        asks.append(first + ask + hand_text.OR_EXPLORES.format(number=number, again=again))
        action = f"action_{number}"
        choices += hand_text.CHOICES.format(
            number=number,
            decisions=len(game.decisions),
            call=_call_of(game, number),
            words=f"{action}[0], {action}[1]" if decision.wide else f"{action}, int64(0)",
        )
        scope |= {f"count_{number}": counter(decision), f"nth_{number}": finder(decision)}
    bind = [
        "state, rule, log = states[0], rules[0], 0",
        "rotations = uint64(heroes.shape[0])",
    ]
    parts = {"choices": choices, "back": hand_text.BACK}
    function, text = _made(
        game, hand_text.FORKS, asks, bind, list(names), {"goes on"}, scope, parts
    )
    content = f"{game.state!r} {game.outcome!r} {text}"
    return Loop(function, _signature(names), content, f"{game.name} with other actions")


@cache
def describer(game: Game, number: int, describe: Callable[..., Any]) -> Loop:
    """Return the loop that describes every action of the forks at a decision.

    Its entry takes the views, the forks and the actions of forks, and fills int64 arrays: for each
    row
    the numbers that describe it, and what `describe` returns.
    """
    wide = game.decisions[number].wide

    def describe_all(views, forks, actions, numbers, found):
        for k in range(forks.shape[0]):
            if forks[k, DECISION] == number:
                for row in range(forks[k, FIRST_ROW], forks[k, FIRST_ROW] + forks[k, ROWS]):
                    action = (actions[row, 0], actions[row, 1]) if wide else actions[row, 0]
                    found[row] = describe(views[k], action, numbers[row])

    rows = _array(types.int64, 2)
    taken = (_array(game.view), rows, rows, rows, _array(types.int64))
    content = f"{game.name} {game.view!r} {number}"
    return Loop(describe_all, types.void(*taken), content, f"{game.name} described")


def _call_of(game: Game, number: int) -> str:
    return "pair_from_address" if game.decisions[number].wide else "number_from_address"


@cache
def from_choice(game: Game) -> tuple[Any, str]:
    """Return the kernel that takes a legal action at a decision and plays the unit to its end.

    Returns:
        A kernel of `hand_text.FROM_CHOICE`: one record of each kind, arrays of a record for each
        seat, and the rest as in `_arguments`; `following` is the decision that waits, and `chosen`
        the number of the action. It returns how that ended, and 0. Its source comes second.
    """
    asks, scope = [], {}
    for number, decision in enumerate(game.decisions):
        first = hand_text.OR_CHOSEN.format(number=number)
        asks.append(first + textwrap.indent(_by_address(game, number).strip("\n"), "    "))
        scope[f"nth_{number}"] = finder(decision)
    function, text = _made(game, hand_text.ON, asks, [], hand_text.FROM_CHOICE, {"goes on"}, scope)
    return kernel(function), text


def _by_address(game: Game, number: int) -> str:
    """Return the lines that ask the seat on turn for a decision, by the address of its function."""
    call = _call_of(game, number)
    return hand_text.BY_ADDRESS.format(decisions=len(game.decisions), number=number, call=call)


def _unbound(
    game: Game,
    what: str,
    text: str,
    names: Mapping[str, Any],
    bind: Sequence[str],
    marks: AbstractSet[str] = frozenset(),
) -> Loop:
    asks = [_by_address(game, number) for number in range(len(game.decisions))]
    function, _ = _made(game, text, asks, bind, list(names), {"goes on", *marks}, {})
    content = f"{what} {game.name} {game.state!r} {game.outcome!r}"
    return Loop(function, _signature(names), content, f"{game.name} {what}")


def bind_loop(
    game: Game,
    seated: Sequence[Strategy],
    rules: np.ndarray[Any, Any],
    *,
    players: int,
    rotations: int,
    unit: int,
) -> Loop:
    """Return the loop of a game with all that is known about a table compiled in.

    Args:
        game: what is played; one with decisions.
        seated: the strategy of each row of parameters.
        rules: packed, one record.
        players: how many seats there are.
        rotations: in how many ways the strategies take the seats in turn.
        unit: what `start` is told: 0 for single hands.
    """
    names = _arguments(game)
    given: list[str] = []
    depends = [game.name, rules.tobytes().hex()]
    scope: dict[str, Any] = {
        "known_rules": rules,
        "known_state": record_here(
            game.state, lambda: {} if unit else _settled(game, rules, players)
        ),
    }
    asks = []
    for number, decision in enumerate(game.decisions):
        calls = {}
        for strategy, rows in _rows_of_each(seated):
            function = strategy.functions[decision.function]
            depends.append(f"{function.__module__} {fingerprint(function)} {strategy.notes}")

            def number_of(kind: str, at: int) -> str:
                value = f"{kind}(float_at(params[who], {at}))"
                if len(seated) > 1:
                    return value
                # Read once, before the first hand.
                given.append(value)
                return f"calls[{len(given) - 1}]"

            call, refers = asking(
                strategy,
                decision,
                f"decide_{number}_{rows[0]}",
                view="seen(state)",
                chance="sealed(chances[uint64(state.seat)])",
                memory="memories[uint64(state.seat)]",
                params="params[who]",
                number=number_of,
            )
            scope |= refers
            calls[call] = rows
        asks.append(_ask_directly(f"action_{number}", calls))
    bind = [
        "state, rule = known_state(), known_rules[0]",
        f"players, rotations = int64({players}), uint64({rotations})",
        f"unit, log, lucky = int64({unit}), 0, {any(s.wants_chance for s in seated)}",
        f"retentive = {any(s.remembers for s in seated)}",
        "who = 0",
        f"calls = ({' '.join(f'{value},' for value in given) or '0,'})",
    ]
    known = {"players", "unit", "lucky", "retentive", "rules", "calls"}
    taken = [f"{name}_given" if name in known else name for name in names]
    marks = {"goes on" if unit else "one hand"}
    function, text = _made(game, hand_text.HANDS, asks, bind, taken, marks, scope)
    what = f"{game.name} with its strategies"
    return Loop(function, _signature(names), " ".join([text, *depends]), what)


def _arguments(game: Game) -> dict[str, Any]:
    """Return the arguments of every loop of a game by name, with their types.

    - seed, first, count: the hands `first .. first + count - 1` of a seed;
    - players, unit: seats, and what `start` is told, 0 for single hands;
    - lucky, retentive: whether a strategy wants chance, and whether one remembers anything;
    - rules: packed, one record;
    - drawn: whether the table has a row for each hand, and not one for each rotation;
    - table: (rows, players), the strategy in each seat; heroes: of each rotation the seat whose
      result the outcome tells;
    - calls: the address of each strategy's function for each decision;
    - params: the address of each strategy's packed parameters;
    - memories: the address of each seat's memory; sizes: of each strategy how many bytes of it are
      forgotten after each hand, and how many after the unit;
    - stop: set it to 1 in another thread to end early;
    - outcomes: the results of the hands; the rest is memory to work in.
    """
    return {
        "seed": types.uint64,
        "first": types.uint64,
        "count": types.int64,
        "players": types.int64,
        "unit": types.int64,
        "lucky": types.boolean,
        "retentive": types.boolean,
        "drawn": types.boolean,
        "rules": _array(packed_dtype(game.rules)),
        "table": _array(types.int64, 2),
        "heroes": _array(types.int64),
        "calls": _array(types.uint64),
        "params": _array(types.uint64),
        "memories": _array(types.uint64),
        "sizes": _array(types.int64, 2),
        "stop": _array(types.uint8),
        "outcomes": _array(game.outcome),
        "states": _array(game.state),
        "words_ahead": _array(WORDS_DTYPE),
        "queue": _array(types.uint32),
        "scratch": _array(types.uint32, 2),
        "chances": _array(WORDS_DTYPE),
    }


def _log(game: Game) -> dict[str, Any]:
    """Return the arguments of a logged loop: an array of states, and what `_keep` writes."""
    return {
        "states_kept": _array(game.state),
        "steps": _array(types.int64, 2),
        "kept": _array(types.int64),
        "raw": _array(types.uint64),
        "copy": _array(types.uint64),
    }


def _signature(names: Mapping[str, Any]) -> Any:
    return types.UniTuple(types.int64, 2)(*names.values())


def _array(kind: Any, dimensions: int = 1) -> Any:
    return types.Array(from_dtype(kind) if isinstance(kind, np.dtype) else kind, dimensions, "C")


def _made(
    game: Game,
    text: str,
    asks: Sequence[str],
    bind: Sequence[str],
    arguments: Sequence[str],
    marks: AbstractSet[str],
    scope: Mapping[str, Any],
    further: Mapping[str, str] | None = None,
) -> tuple[Callable[..., Any], str]:
    """Write the function `hands` for a game, and return it with its source.

    Args:
        game: what is played.
        text: of the function.
        asks: for each decision the lines that ask the seat on turn.
        bind: the lines that define what is known, or where it is found.
        arguments: the names of the arguments.
        marks: the marks of lines to include.
        scope: what the lines refer to.
        further: other parts of the text, by name.
    """
    names: dict[str, Any] = {
        **_NAMES,
        **scope,
        "start": game.start,
        "deal": game.deal,
        "happen": game.chance,
        "close": game.close,
        "settle": settler(game),
        "score": game.score,
        "at_once": game.batch or _no_batch,
        "ahead": game.words_ahead,
        "seen": seen_as(game.view),
    }
    decisions = ""
    for number, decision in enumerate(game.decisions):
        names[f"legal_{number}"] = decision.legal
    for number in range(len(asks)):
        names[f"apply_{number}"] = game.decisions[number].apply
        names[f"observe_{number}"] = observer(game, game.decisions[number].observe)
        taken = f"action_{number}"
        logged = f"{taken}[0], {taken}[1]" if game.decisions[number].wide else f"{taken}, 0"
        decisions += hand_text.DECISION.format(number=number, logged=logged)
    parts = {
        "arguments": ", ".join(arguments),
        "arguments of on": ", ".join(hand_text.ON_TAKES.values()),
        "lend": "\n".join(f"{name} = lend({name})" for name in arguments if name in hand_text.LENT),
        "bind": "\n".join(bind),
        "play on": hand_text.PLAY_ON,
        "decisions": decisions,
        "chance": hand_text.CHANCE if game.chance else "",
        **{f"ask {number}": ask for number, ask in enumerate(asks)},
        **(further or {}),
    }
    marks |= {BOARD} if BOARD in (game.state.names or ()) else frozenset()
    text = "\n".join(hand_text.lines_of(text, parts, marks))
    file = f"<hands of {game.name} {hashlib.sha256(text.encode()).hexdigest()[:12]}>"
    return written("hands", text, file, names), text


def _settled(game: Game, rules: np.ndarray[Any, Any], players: int) -> dict[str, int]:
    """Return the numbers that `start` writes and single hands never change."""
    start = game.start

    def begin(states: Any, rules: Any, players: Any) -> None:
        start(states[0], rules[0], players, 0)

    state = np.zeros(1, game.state)
    signature = types.void(_array(game.state), _array(rules.dtype), types.int64)
    entry(begin, signature=signature, content=game.name).call(state, rules, players)
    return {name: int(state[name][0]) for name in game.settled}


def _ask_directly(action: str, calls: Mapping[str, Sequence[int]]) -> str:
    """Write the lines that call the strategy of the seat on turn, by the rows of each."""
    lines = []
    if sum(map(len, calls.values())) > 1:
        lines.append("who = seats[uint64(state.seat)]")
    for k, (call, rows) in enumerate(calls.items()):
        space = ""
        if len(calls) > 1:
            question = " or ".join(f"who == {row}" for row in rows)
            last = k == len(calls) - 1
            lines.append("else:" if last else f"{'elif' if k else 'if'} {question}:")
            space = "    "
        lines.append(f"{space}{action} = {call}")
    return "\n".join(lines)


def _rows_of_each(seated: Sequence[Strategy]) -> list[tuple[Strategy, list[int]]]:
    """Return each strategy once, with the rows of its parameters."""
    strategies: list[tuple[Strategy, list[int]]] = []
    for row, strategy in enumerate(seated):
        rows = next((r for s, r in strategies if s is strategy), None)
        if rows is None:
            strategies.append((strategy, [row]))
        else:
            rows.append(row)
    return strategies


# ---------------------------------------------------------------- kernels of every game


def observer(game: Game, observe: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """Return one kernel (state, rules) that shows the seat on turn what it may see.

    Args:
        game: what is played.
        observe: the decision's own `observe`, in place of the game's.
    """
    look = observe or game.observe
    if not game.layout.own:
        return look
    show_own = copy_own(game.state, game.layout.own)

    @kernel
    def show(state, rules):
        show_own(state, int64(state.seat))
        look(state, rules)

    return show


def settler(game: Game) -> Callable[..., Any]:
    """Return one kernel (state, rules, words) that settles a hand of a match.

    It returns whether the match goes on. If so, `words` stand where the next deal begins.
    """
    next_hand = game.next_hand
    if next_hand is None:
        return _never

    @kernel
    def settle(state, rules, words):
        goes_on = next_hand(state, rules)
        if goes_on:
            place(words, words.seed, words.hand, uint32(0), uint32(state.deals * DEAL_BLOCKS))
            fill_up(words)
        return goes_on

    return settle


@kernel
def _never(state, rules, words):
    """Settle a hand of a game without matches: none goes on."""
    return False


@kernel
def _no_batch(seed, first, count, players, rules, stop, states, words, outcomes):
    """Refuse to play in lock-step, for a game that cannot."""
    return False


@kernel
def begin_chances(chances, words, players):
    """Put the chance of every seat at the beginning of a deal."""
    for seat in range(players):
        place(chances[seat], words.seed, words.hand, uint32(1 + seat), words.base)


BY_HAND, BY_UNIT = range(2)
"""The columns of `sizes`: memory that is forgotten after a hand, or after the unit."""


@kernel
def forget(memories, sizes, seats, players, what):
    """Clear the memory of every seat's strategy, or the part of it that lasts one hand."""
    for seat in range(players):
        wipe(memories[seat], sizes[seats[seat], what])


@kernel
def _keep(log, state, decision, seat, action, second):
    """Write a step, and the state after it, into the log."""
    states, steps, kept, _, _ = log
    n = kept[0]
    states[n] = state
    steps[n, 0], steps[n, 1] = decision, seat
    steps[n, 2], steps[n, 3] = action, second
    kept[0] = n + 1


@kernel
def _full(log):
    """Return whether the log lacks room for a decision and for what may follow it."""
    return log[2][0] + STEPS_APART > log[0].shape[0]


@kernel
def _notice(log, state):
    """Write what the seat on turn sees into the last state of the log, and keep its words."""
    states, _, kept, raw, copy = log
    states[kept[0] - 1] = state
    for k in range(raw.shape[0]):
        copy[k] = raw[k]


@kernel
def _changed(log):
    """Return whether the state differs from what it was when the seat was asked."""
    raw, copy = log[3], log[4]
    # Compare all words: leaving at the first difference would keep the loop from being vectorised.
    difference = uint64(0)
    for k in range(raw.shape[0]):
        difference |= copy[k] ^ raw[k]
    return difference != 0


_NAMES: dict[str, Any] = {
    "int64": int64,
    "uint32": uint32,
    "uint64": uint64,
    "lend": uncounted,
    "place": place,
    "prefetch": prefetch,
    "fill_many": fill_many,
    "fill_up": fill_up,
    "copy_record": copy_record,
    "copy_seen": copy_seen,
    "sealed": sealed,
    "float_at": float_at,
    "number_from_address": number_from_address,
    "pair_from_address": pair_from_address,
    "forget": forget,
    "BY_HAND": BY_HAND,
    "BY_UNIT": BY_UNIT,
    "begin_chances": begin_chances,
    "keep": _keep,
    "full": _full,
    "notice": _notice,
    "changed": _changed,
    "CHANCE": CHANCE,
    "OVER": OVER,
    "TOGETHER": TOGETHER,
    "MOST_STEPS": MOST_STEPS,
    "LOOK": LOOK,
    "DONE": DONE,
    "STOPPED": STOPPED,
    "ILLEGAL": ILLEGAL,
    "ENDLESS": ENDLESS,
    "CHANGED": CHANGED,
    "FULL": FULL,
    "ASKS": ASKS,
    "MANY": MANY,
    "MOST_ACTIONS": MOST_ACTIONS,
    "FORKS": uint32(FORKS),
    "NOBODY": NOBODY,
    "DECISION": DECISION,
    "SITUATION": SITUATION,
    "MET": MET,
    "FIRST_ROW": FIRST_ROW,
    "ROWS": ROWS,
    "below": below,
    "REFUSED": REFUSED,
    "NEXT_HAND": NEXT_HAND,
    "NEXT_DEAL": NEXT_DEAL,
    "DEALT": DEALT,
    "SCORED": SCORED,
    "SETTLED": SETTLED,
    "CHANCED": CHANCED,
    "__name__": __name__,
}
"""Names that the text uses in every game."""
