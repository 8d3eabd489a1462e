"""A strategy: decision functions with parameters, and their compilation.

A decision function takes the view of one seat and returns an action. Its parameters are keyword
defaults, of type int, float or bool, or one of several words. They reach the compiled code as
values, so another value needs no compiling. Arguments of these names without a default are given:

- `chance`: random numbers of the seat's own, for `uniform` and `below` of `cardsim.rng`;
- `memory`: the record that the strategy keeps from one of its decisions to the next;
- `scratch`: a record of zeros to work in;
- `count_legal(view)`, `nth_legal(view, n)`: how many actions are legal, and each by its number;
- `left(view)`: how much is left of the hand, such as the cards of the stock;
- `future`: worlds that agree with the view, for `worth` of `cardsim.worlds`. The strategy then also
  has two parameters: `base`, the name of the strategy that plays on in them, and `others`, the
  company that sits against it there.

Decision functions may stay in Python: any callable may be one (`cardsim.engine.deciding`).
"""

from __future__ import annotations

import copy
import functools
import hashlib
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from string import Formatter
from typing import Any, TypeVar

import numpy as np
from numba.core import types
from numpy import int64, uint64

from cardsim.choices import chooser, counter, finder, remainder
from cardsim.compile.fingerprint import (
    Content,
    checked_inputs,
    content,
    fingerprint,
    told_inputs,
)
from cardsim.compile.offered import Offered, checked_inlined
from cardsim.compile.sources import written
from cardsim.compile.strategy_checks import cannot_compile, check_fields
from cardsim.errors import UserError, echoed, one_line
from cardsim.forgetting import REMEMBERS, copy_room, limit_option, remembered
from cardsim.game import Decision, Game
from cardsim.kernels.intrinsics import clear, float_at, record_at
from cardsim.kernels.jit import Entry, entry, inlined, kernel
from cardsim.kernels.read_only import view_type
from cardsim.options.params import Language, Option, Value, in_words
from cardsim.own_features import Features, checked_features
from cardsim.own_parameters import (
    GIVEN,
    WANTS_CHANCE,
    WANTS_COUNT,
    WANTS_FUTURE,
    WANTS_LEFT,
    WANTS_MEMORY,
    WANTS_NTH,
    WANTS_SCRATCH,
    declared_parameters,
    given_to,
    wants_chance,
)
from cardsim.quantal import HOTTEST, TEMPERATURE, Worth, quantal
from cardsim.rng import CHANCE_KIND, at_next_block, below, uniform
from cardsim.worlds import PLAN, future_of

Made = TypeVar("Made")
Plays = str | Callable[..., str]
KERNELS = {WANTS_COUNT: counter, WANTS_NTH: chooser, WANTS_LEFT: remainder}
"""The functions that make the kernels which a decision function is given, from the decision."""

ANY_GAME, EVERY_DECISION = "any", "every_decision"
"""The game of a strategy that plays all of them, and the name of its one function."""

BASE = "base"
"""The parameter of strategies that look ahead: the name of the one that plays on."""

OTHERS = "others"
"""The parameter of strategies that look ahead: the company that sits against them in imagined
worlds, or `base` where the base sits in every seat."""

LAPSE = "lapse"
"""A parameter that every compiled strategy may be given: the share of its decisions in which it
takes any legal action instead."""

MOST_MEMORY = 1 << 20
"""The most bytes of a strategy's memory, and of its scratch."""
FORGETS = ("hand", "match")
"""The events after which a strategy's memory is cleared."""

COMPILED, PYTHON, VECTORISED = "compiled", "plain Python", "vectorised Python"
"""Ways to play a decision function."""
GIVEN_IN = {
    COMPILED: GIVEN,
    PYTHON: (WANTS_CHANCE, WANTS_COUNT, WANTS_NTH),
    VECTORISED: (WANTS_CHANCE,),
}
"""Arguments that it is given if played so. In Python a strategy can remember things by itself."""


@dataclass(frozen=True)
class Notes:
    """The memory of a strategy.

    Attributes:
        memory: the record that is kept between its decisions, all zeros at first; or None.
        forgets: when the record is all zeros again: after each "hand", or after the "match".
        scratch: the record that is all zeros at each decision; or None.
    """

    memory: np.dtype[np.void] | None = None
    forgets: str = "hand"
    scratch: np.dtype[np.void] | None = None


@dataclass(frozen=True)
class Member:
    """A way to play of a company that a seat reckons with.

    Attributes:
        strategy: compiled, and looking not ahead itself.
        values: its parameters.
        share: of the company, 0..1.
    """

    strategy: Strategy
    values: Mapping[str, Value]
    share: float

    @property
    def told(self) -> str:
        """All that counts of it, in one line."""
        return f"{self.strategy.fingerprint} {sorted(self.values.items())} {self.share!r}"


@dataclass(frozen=True)
class Strategy:
    """A named set of decision functions.

    Decisions that a strategy leaves out are played as the game's default strategy plays them.

    Attributes:
        game: the game's name.
        functions: decision function by its name, with underscores.
        way: how its own functions are played: COMPILED; PYTHON, called with one view after the
            other; or VECTORISED, called with an array of views for an array of actions.
        ways: the same for each function.
        name: the file's, or the one given in a notebook.
        about: how it plays: the file's docstring.
        plays: the same in a few words, as a sentence takes them after "players who".
        path: the file, or None.
        slow: whether it takes so long that it is only played where it is named.
        inherited: the functions taken from the game's default, which come after the strategy's own;
            where several functions have the same parameter, the first one's default applies to all.
        bases: the strategies they were taken from, in turn.
        notes: its memory, and that of each of its bases.
        notes_of: for each function the index of its own in `notes`.
        usual_base: the name of the strategy that plays on in imagined worlds by default.
        base: the strategy that plays on in them; None until it is found.
        others: who sits against it there, with shares; nobody where the base sits in every seat.
        room: bytes of memory for looking ahead.
        lapses: whether it has a parameter `lapse`.
        worths: by function what its actions are worth, if it has a parameter `temperature`.
        limited: the game that says what it may forget, if it has a parameter `remembers`.
        features: by decision its own features, by which situations are told apart beside the
            game's.
        depends_on: inputs that it declares; None where it declares nothing.
        by_game: by game the defaults of parameters that are others there.
    """

    game: str
    functions: Mapping[str, Callable[..., Any]]
    way: str
    ways: Mapping[str, str]
    name: str = "unnamed"
    about: str = ""
    plays: Plays = ""
    path: Path | None = None
    slow: bool = False
    inherited: AbstractSet[str] = frozenset()
    bases: tuple[Strategy, ...] = ()
    notes: tuple[Notes, ...] = ()
    notes_of: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)
    usual_base: str = ""
    base: Strategy | None = None
    others: tuple[Member, ...] = ()
    room: int = 0
    lapses: bool = False
    worths: Mapping[str, Worth] = field(default_factory=dict, compare=False, repr=False)
    limited: Game | None = None
    features: Features = field(default_factory=dict)
    depends_on: tuple[Any, ...] | None = None
    by_game: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    _compiled: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)

    def __init__(
        self,
        game: str,
        *,
        name: str = "unnamed",
        about: str = "",
        plays: Plays = "",
        path: Path | None = None,
        slow: bool = False,
        compiled: bool = True,
        vectorised: bool = False,
        depends_on: Iterable[Any] | None = None,
        memory: Any = None,
        forgets: str = "hand",
        scratch: Any = None,
        features: Any = None,
        by_game: Mapping[str, Mapping[str, Value]] | None = None,
        **functions: Callable[..., Any],
    ) -> None:
        """Make a strategy of one game or of any, from functions named after its decisions.

        Args:
            game: its name, or "any" for one that has only a function `every_decision`.
            name: of the strategy.
            about: how it plays.
            plays: the same in a few words, with a `~` behind each verb and parameters in braces:
                "knock~ at {knock_threshold}"; or a function of some parameters that returns them.
            path: its file.
            slow: whether it takes so long that `all` should leave it out.
            compiled: whether the functions are compiled. If not, they may be anything that can be
                called, with parameters of any kind: those with a number, a truth value or a word of
                `one_of` as default are the strategy's, and the others keep their defaults.
            vectorised: whether they take an array of views and return an array of actions; they
                stay in Python then.
            depends_on: declares that its functions' answers in Python depend only on their
                arguments and on these: numbers, texts, and the content of files given as `Path`.
                Results are then kept whatever the functions use.
            memory: the fields of a record that is kept from one of its decisions to the next, as
                numpy takes them: `[("knocks", "i8"), ("seen", "u1", 52)]`. Functions with a
                parameter `memory` get it; each seat has its own.
            forgets: when the memory is all zeros again: after each "hand" or "match".
            scratch: the fields of a record that is all zeros at each decision.
            features: by decision features that `learn` and `review` use beside the game's:
                `{"knock": [Feature("suited", "with {} of a suit", 1, 3, suited)]}`, where `suited`
                is a function of the view.
            by_game: for a strategy of any game, by game the defaults of parameters that are to be
                others there: `{"scat": {"doubt": 3.5}}`.
            functions: decision functions.
        """
        if forgets not in FORGETS:
            raise UserError(f"forgets must be {' or '.join(map(repr, FORGETS))}, not {forgets!r}")
        way = VECTORISED if vectorised else COMPILED if compiled else PYTHON
        notes = Notes(_record(memory, WANTS_MEMORY), forgets, _record(scratch, WANTS_SCRATCH))
        if way != COMPILED and notes != Notes(forgets=forgets):
            raise UserError(
                f"strategy '{name}' is not compiled and has no memory and no scratch by the engine",
                hint="in Python an object may remember what it likes",
            )
        defaults = dict(by_game or {})
        if game != ANY_GAME and defaults.keys() - {game}:
            raise UserError(
                f"strategy '{name}' is for {game} alone and cannot have defaults by_game",
                hint="give its parameters the defaults that they have there",
            )
        vars(self).update(
            game=game,
            functions=functions,
            way=way,
            ways=dict.fromkeys(functions, way),
            name=name,
            about=about,
            plays=plays,
            path=path,
            slow=slow,
            notes=(notes,),
            notes_of=dict.fromkeys(functions, 0),
            worths={},
            features=checked_features(features),
            depends_on=checked_inputs(depends_on),
            by_game=defaults,
            _compiled={},
        )
        if not isinstance(slow, bool):
            raise UserError(f"slow must be True or False, not {slow!r}")
        for name_, function in functions.items():
            if not (inspect.isfunction if way == COMPILED else callable)(function):
                kind = "a function" if way == COMPILED else "callable"
                message = f"decision '{name_}' of strategy '{name}' must be {kind}, not"
                hint = "with compiled=False it may be anything that can be called"
                raise UserError(
                    f"{message} {function!r}", hint=hint if callable(function) else None
                )
            lacking = {WANTS_MEMORY: notes.memory, WANTS_SCRATCH: notes.scratch}
            for wanted in given_to(function):
                if wanted not in GIVEN_IN[way]:
                    raise UserError(
                        f"decision '{name_}' of strategy '{name}' wants {wanted}, "
                        f"which is not given to {way}"
                    )
                if lacking.get(wanted, notes) is None:
                    message = f"decision '{name_}' of strategy '{name}' wants {wanted}"
                    raise UserError(
                        message,
                        hint=f"say what is in it: Strategy(..., {wanted}=[('count', 'i8')])",
                    )

    def __hash__(self) -> int:
        # So that a strategy can be a dictionary's key, with its weight as the value.
        return hash((self.game, self.name))

    def __repr__(self) -> str:
        way = self.way if self.way != COMPILED else ""
        return one_line(self, f"{self.game}/{self.name}: {', '.join(self.functions)}", way)

    def named(self, name: str, *, about: str, path: Path | None) -> Strategy:
        """Return the strategy under a name."""
        return self._changed(name=name, about=about, path=path)

    def for_game(self, game: str, functions: Sequence[str]) -> Strategy:
        """Return a strategy of one game whose decisions are all taken by the function for any."""
        if self.features:
            raise UserError(
                f"strategy '{self.name}' is for any game, and cannot have features of one"
            )
        if list(self.functions) != [EVERY_DECISION]:
            raise UserError(
                f"strategy '{self.name}' is for any game and must have one function, "
                f"{EVERY_DECISION}, not {', '.join(self.functions) or 'none'}"
            )
        (function,) = self.functions.values()
        return self._changed(
            game=game,
            functions=dict.fromkeys(functions, function),
            ways=dict.fromkeys(functions, self.way),
            notes_of=dict.fromkeys(functions, 0),
        )

    def completed(self, baseline: Strategy) -> Strategy:
        """Return this strategy with the functions it lacks taken from another."""
        functions = {**baseline.functions, **self.functions}
        lacking = functions.keys() - self.functions.keys()
        # Its own go first: of a parameter that several have, the first default is the one.
        ordered = {n: functions[n] for n in sorted(functions, key=lacking.__contains__)}
        theirs = {n: len(self.notes) + at for n, at in baseline.notes_of.items() if n in lacking}
        return self._changed(
            functions=ordered,
            ways={**baseline.ways, **self.ways},
            inherited=self.inherited | lacking,
            bases=(*self.bases, baseline),
            notes=(*self.notes, *baseline.notes),
            notes_of={**self.notes_of, **theirs},
        )

    @cached_property
    def looks_ahead(self) -> bool:
        """True if one of its functions looks at imagined worlds."""
        return any(WANTS_FUTURE in given_to(function) for function in self.functions.values())

    def usually_on(self, name: str) -> Strategy:
        """Return the strategy with another default base, by name."""
        return self._changed(usual_base=name)

    def based_on(self, base: Strategy, room: int, others: tuple[Member, ...] = ()) -> Strategy:
        """Return the strategy with a base that plays on, and `room` bytes of memory for that.

        Args:
            base: compiled, and looking not ahead itself.
            room: bytes.
            others: the company that sits against it, of strategies like the base; by default the
                base sits in every seat.
        """
        return self._changed(base=base, room=room, others=others)

    def lapsing(self) -> Strategy:
        """Return the strategy with a parameter `lapse`, if it has none of its own."""
        if self.lapses or self._has(LAPSE):
            return self
        return self.once(LAPSE, lambda: self._changed(lapses=True))

    def tempered(self, worths: Mapping[str, Worth]) -> Strategy:
        """Return the strategy with a parameter `temperature`, if it has none of its own.

        Args:
            worths: by function what its actions are worth.
        """
        if self.worths or self._has(TEMPERATURE):
            return self
        key = TEMPERATURE, *((name, worth.digest) for name, worth in sorted(worths.items()))
        return self.once(key, lambda: self._changed(worths=worths))

    def forgetting(self, game: Game) -> Strategy:
        """Return the strategy with a parameter `remembers`, if it has none of its own.

        Args:
            game: the strategy's, with a `forget`.
        """
        if self.limited is not None or self._has(REMEMBERS):
            return self
        if self.looks_ahead or any(notes.memory is not None for notes in self.notes):
            does = "looks ahead" if self.looks_ahead else "keeps notes of its own"
            raise UserError(
                f"strategy '{self.name}' {does}, and {REMEMBERS} is for those that decide by "
                "what they see alone"
            )
        return self.once(REMEMBERS, lambda: self._changed(limited=game))

    def _has(self, added: str) -> bool:
        """Return whether it has a parameter of this name; refuse one in Python that has none."""
        own = any(p.name == added for p in self.parameters)
        if not own and self.in_python:
            raise UserError(
                f"strategy '{self.name}' is {' and '.join(self.in_python)}, and {added} is for "
                "those that are compiled"
            )
        return own

    def with_function(self, decision: str, function: Callable[..., Any], *, name: str) -> Strategy:
        """Return the strategy under another name, with another function for one of its decisions.

        That function gets the memory of the former one.
        """
        functions = {**self.functions, decision: function}
        return self._changed(functions=functions, name=name, path=None)

    def _changed(self, **facts: Any) -> Strategy:
        changed = copy.copy(self)
        for known in ("looks_ahead", "memory_places", "parameters", "remembers"):
            vars(changed).pop(known, None)
        vars(changed).update(facts, _compiled={})
        return changed

    def told(self, values: Mapping[str, Any]) -> tuple[str, tuple[str, ...]]:
        """Return how it plays with these parameters, in a few words, and which of them it names."""
        if isinstance(self.plays, str):
            names = [name for _, name, _, _ in Formatter().parse(self.plays) if name]
        else:
            names = list(inspect.signature(self.plays).parameters)
        for name in names:
            if name not in values:
                message = f"strategy '{self.name}' says how it plays by '{name}'"
                raise UserError(f"{message}, which is none of its parameters")
        named = {name: values[name] for name in names}
        if isinstance(self.plays, str):
            words = {name: in_words(value) for name, value in named.items()}
            return self.plays.format(**words), tuple(names)
        return str(self.plays(**named)), tuple(names)

    @property
    def in_python(self) -> tuple[str, ...]:
        """The ways of playing its functions that are not compiled: PYTHON, VECTORISED or both."""
        return tuple(way for way in (PYTHON, VECTORISED) if way in self.ways.values())

    @property
    def fingerprint(self) -> str:
        """A hash of the content of all decision functions and features; not of parameters.

        For a function in Python, the objects count that it holds or refers to. If the content of
        one cannot be determined, the hash differs each time.
        """
        parts = [] if self.depends_on is None else [told_inputs(self.depends_on)]
        for name, held in self.contents().items():
            way = self.ways[name]
            told = held.digest
            parts.append(f"{name} {told}" if way == COMPILED else f"{name} {way} {told}")
        if self.remembers:
            parts += [repr(self.notes), repr(sorted(self.notes_of.items()))]
        if self.base is not None:
            parts.append(f"on {self.base.fingerprint}")
            parts += [f"among {one.told}" for one in self.others]
        if self.lapses:
            parts.append(LAPSE)
        if self.limited is not None and self.limited.forget is not None:
            parts.append(f"{REMEMBERS} {fingerprint(self.limited.forget)}")
        parts += [f"{name} {worth.digest}" for name, worth in sorted(self.worths.items())]
        for decision, some in sorted(self.features.items()):
            for f in some:
                look = None if f.look is None else fingerprint(f.look)
                parts.append(repr((decision, replace(f, look=None), look)))
        return hashlib.sha256(" ".join(parts).encode()).hexdigest()

    def contents(self) -> dict[str, Content]:
        """Return the content that each of its functions depends on, by name in order."""
        declared = self.depends_on is not None
        return {
            name: content(f, with_objects=self.ways[name] != COMPILED, declared=declared)
            for name, f in sorted(self.functions.items())
        }

    @cached_property
    def parameters(self) -> tuple[Option, ...]:
        """The parameters of all functions, in order, each once.

        A strategy that looks ahead has `base` and `others` as the last.

        Raises:
            UserError: a parameter has no default, a type that is not int, float, bool or one of
                several words, or two defaults; or it has the name of one of the engine's, or its
                `at_most` names no parameter; or `by_game` names none, or a value it may not have.
        """
        parameters: dict[str, Option] = {}
        for name in self.functions:
            for parameter in self.parameters_of(name):
                known = parameters.setdefault(parameter.name, parameter)
                same = known.default == parameter.default or name in self.inherited
                if not same or known.kind is not parameter.kind:
                    message = (
                        f"parameter '{parameter.name}' of strategy '{self.name}' has two defaults: "
                        f"{known.default} and {parameter.default}"
                    )
                    raise UserError(message)
                if not known.help and parameter.help:
                    parameters[parameter.name] = replace(parameter, default=known.default)
        parameters |= self._here(parameters)
        for parameter in parameters.values():
            if parameter.at_most and parameter.at_most not in parameters:
                raise UserError(
                    f"parameter '{parameter.name}' of strategy '{self.name}' is to be at most "
                    f"'{parameter.at_most}', which is none of its parameters"
                )
        parameters |= self._added()
        if not self.looks_ahead:
            return tuple(parameters.values())
        for name, named in ((BASE, "the strategy which plays on"), (OTHERS, "the others")):
            if name in parameters:
                raise UserError(
                    f"strategy '{self.name}' looks ahead and cannot have a parameter '{name}': "
                    f"it has one that names {named}"
                )
        return (
            *parameters.values(),
            Option(BASE, self.usual_base, "who plays on in imagined worlds"),
            Option(OTHERS, BASE, "who sits against you in them", language=_COMPANY),
        )

    def _here(self, parameters: Mapping[str, Option]) -> dict[str, Option]:
        """Return the parameters that have another default in its game."""
        found = {}
        for name, value in self.by_game.get(self.game, {}).items():
            label = f"by_game of strategy '{self.name}': {name}"
            if name not in parameters:
                raise UserError(f"{label} is none of its parameters, {', '.join(parameters)}")
            default = parameters[name].check(value, label=label)
            found[name] = replace(parameters[name], default=default)
        return found

    def _added(self) -> dict[str, Option]:
        """Return the parameters that any compiled strategy may be given, and this one has been."""
        share, heat = "share of decisions in which any legal action is taken", "how much it slips"
        known = {
            LAPSE: Option(LAPSE, 0.0, share, low=0, high=1),
            TEMPERATURE: Option(TEMPERATURE, 0.0, heat, low=0, high=HOTTEST),
        }
        given = {LAPSE: self.lapses, TEMPERATURE: bool(self.worths)}
        added = {name: option for name, option in known.items() if given[name]}
        if self.limited is not None:
            added[REMEMBERS] = limit_option(self.limited)
        return added

    def parameters_of(self, name: str) -> tuple[Option, ...]:
        """Return the parameters of one function."""
        strict = self.ways[name] == COMPILED

        def declared() -> tuple[Option, ...]:
            return tuple(declared_parameters(self.functions[name], name, self.name, strict=strict))

        return self.once(("parameters", name), declared)

    def arguments(self, name: str, packed: np.ndarray[Any, Any]) -> dict[str, Any]:
        """Return the parameters of one function as it takes them in Python: a word is its place.

        Args:
            name: of the function.
            packed: the values of all parameters (`packed`).
        """
        values = dict(zip([p.name for p in self.parameters], packed.tolist(), strict=False))
        return {
            p.name: (int if p.choices else p.kind)(values[p.name]) for p in self.parameters_of(name)
        }

    @property
    def wants_chance(self) -> bool:
        """True if one of its functions takes chance of its own."""
        return self.lapses or bool(self.worths) or any(map(wants_chance, self.functions.values()))

    @cached_property
    def remembers(self) -> bool:
        """True if it has memory or scratch."""
        works = self.looks_ahead or self.limited is not None
        return works or any(n.memory is not None or n.scratch is not None for n in self.notes)

    @cached_property
    def memory_places(self) -> tuple[tuple[int, ...], int, int, int]:
        """The place of each of its notes in memory, and the ends of three parts of it, in bytes.

        The memory that is cleared after each hand comes first, then that kept for the match, and
        last the scratch, which all functions share. Behind it is room for imagined worlds, or for
        the view that is left of a player who forgets.
        """
        starts, at = [0] * len(self.notes), 0
        ends = []
        for forgets in FORGETS:
            for k, notes in enumerate(self.notes):
                if notes.forgets == forgets and notes.memory is not None:
                    starts[k] = at
                    at += _rounded(notes.memory.itemsize)
            ends.append(at)
        scratch = max((_rounded(n.scratch.itemsize) for n in self.notes if n.scratch), default=0)
        by_hand, by_match = ends
        room = self.room if self.limited is None else copy_room(self.limited)
        return tuple(starts), by_hand, by_match, by_match + scratch + room

    def packed(self, values: Mapping[str, Value]) -> np.ndarray[Any, Any]:
        """Pack values for compiled code: float64, one for each parameter, by default its usual one.

        A result that was saved before the strategy had some parameter lacks its value. Behind those
        of a strategy that looks ahead there is room for a `PLAN`.
        """
        codes = [p.code(values.get(p.name, p.default)) for p in self.parameters] or [0.0]
        plan = [0.0] * (PLAN.itemsize // 8 if self.looks_ahead else 0)
        return np.array([*codes, *plan], np.float64)

    def compiled(self, decision: Decision, view: np.dtype[np.void]) -> Entry:
        """Compile the function of a decision, for its game's view, as the engine calls it.

        Raises:
            UserError: numba cannot compile it; shows the line and what to change.
        """
        key = (decision, view, fingerprint(self.functions[decision.function]))
        return self.once(key, lambda: _compile(self, decision, view))

    def once(self, key: Any, make: Callable[[], Made]) -> Made:
        """Return what was made for this strategy under a key; `make` makes it the first time."""
        if key not in self._compiled:
            self._compiled[key] = make()
        made: Made = self._compiled[key]
        return made


def _company(text: str, label: str) -> str:
    """Read the name of a company, in which nothing stands that parts lists and parameters."""
    if set(text) & set(" ,;="):
        raise UserError(f"{label} must be {_COMPANY.allowed}, not {echoed(text)}")
    return text


_COMPANY = Language(
    "base, usual, field, a strength, a strategy without parameters or a .toml file",
    "COMPANY",
    _company,
)


def _record(fields: Any, what: str) -> np.dtype[np.void] | None:
    """Return the record type that these fields make."""
    if fields is None:
        return None
    rule = f"{what} must be fields of numbers, like [('knocks', 'i8'), ('seen', 'u1', 52)]"
    try:
        record: np.dtype[np.void] = np.dtype(fields)
    except (TypeError, ValueError) as error:
        raise UserError(f"{rule}, not {fields!r}: {error}") from None
    if record.names is None or any(record[n].base.kind not in "iufb" for n in record.names):
        raise UserError(f"{rule}, not {fields!r}")
    if record.itemsize > MOST_MEMORY:
        raise UserError(f"{what} may have {MOST_MEMORY} bytes, not {record.itemsize}")
    return record


def _rounded(size: int) -> int:
    """Round up the size of a record, so that the next begins at a whole word."""
    return -(-size // 8) * 8


def decision_signature(view: np.dtype[np.void], *, wide: bool = False) -> Any:
    """Return the numba signature of every decision function for a view's dtype.

    It takes the view, the seat's chance, the address of the packed parameters and that of the
    seat's memory.
    """
    action = types.UniTuple(types.int64, 2) if wide else types.int64
    return action(view_type(view), CHANCE_KIND, types.uint64, types.uint64)


def _compile(strategy: Strategy, decision: Decision, view: np.dtype[np.void]) -> Entry:
    name = decision.function
    function, which = strategy.functions[name], f"decision '{name}'"
    check_fields(strategy, which, function, view)
    file = f"<{strategy.game} {strategy.name} {name}>"
    answer, text = answer_of(strategy, decision, file)
    # The key has the module's name, by which compiled code finds its functions when it is read
    # back, and the decision's, since a function for several decisions may count its legal actions.
    what_for = f"{strategy.game} {name}"
    content = f"{what_for} {text} {function.__module__} {fingerprint(function)} {strategy.notes}"
    try:
        signature = decision_signature(view, wide=decision.wide)
        what = f"strategy {strategy.name}"
        return entry(answer, signature=signature, content=content, what=what)
    except Exception as error:  # noqa: BLE001 numba raises more than its own errors
        returns = "True, False or the number of an action"
        if decision.wide:
            returns = "a pair on every path, with int() around numbers of the view"
        raise cannot_compile(strategy, which, function, error, returns=returns) from None


def answer_of(strategy: Strategy, decision: Decision, file: str) -> tuple[Callable[..., Any], str]:
    """Return the function of a decision as compiled code calls it, and its text.

    Its arguments are those of `decision_signature`.
    """
    call, scope = asking(
        strategy,
        decision,
        "decide",
        view="view",
        chance="chance",
        memory="memory",
        params="params",
        number=lambda kind, at: f"{kind}(float_at(params, {at}))",
    )
    text = f"def answer(view, chance, params, memory):\n    return {call}\n"
    scope |= {"float_at": float_at, "__name__": __name__}
    return written("answer", text, file, scope), text


def check_look(
    strategy: Strategy, name: str, look: Callable[..., Any], view: np.dtype[np.void]
) -> None:
    """Refuse the function of a feature that a strategy defines, if it cannot be compiled."""
    which = f"feature '{name}'"
    check_fields(strategy, which, look, view)
    text = "def seen(view):\n    return max(look(view), 0) > 0\n"
    scope = {"look": checked_inlined(look), "__name__": __name__}
    seen = written("seen", text, f"<{strategy.game} {strategy.name} {name}>", scope)
    content = f"{strategy.game} {text} {look.__module__} {fingerprint(look)}"
    try:
        signature = types.int64(view_type(view))
        entry(seen, signature=signature, content=content, what=f"strategy {strategy.name}")
    except Exception as error:  # noqa: BLE001 numba raises more than its own errors
        raise cannot_compile(strategy, which, look, error, returns="a number") from None


def asking(
    strategy: Strategy,
    decision: Decision,
    name: str,
    *,
    view: str,
    chance: str,
    memory: str,
    params: str,
    number: Callable[[str, int], str],
) -> tuple[str, dict[str, Any]]:
    """Return the expression by which a kernel asks a strategy for a decision, and its scope.

    Args:
        strategy: who is asked.
        decision: what for.
        name: of the strategy's function in the expression; what it refers to begins with it.
        view: the expression of the view.
        chance: that of the seat's own chance.
        memory: that of the address of the seat's memory, uint64.
        params: that of the address of the strategy's packed parameters, uint64.
        number: (type, place in the packed parameters) -> that of a parameter.

    Returns:
        The expression, of an int64 or of two in a tuple; and names with what they stand for. With a
        chance of `lapse` it is any legal action, and with a `temperature` another one that gives
        little away. With `remembers` the strategy is asked with what it still knows of the view.
    """
    function = strategy.functions[decision.function]
    own_parameters = strategy.parameters_of(decision.function)
    own = strategy.notes_of[decision.function]
    starts, _, scratch, size = strategy.memory_places
    order = [p.name for p in strategy.parameters]
    kinds = {p.name: "int" if p.choices else p.kind.__name__ for p in own_parameters}
    scope: dict[str, Any] = {name: checked_inlined(function), "uint64": uint64}
    view, known = _known(strategy, name, view, memory, number)
    scope |= known
    arguments = [view]
    for wanted in list(inspect.signature(function).parameters)[1:]:
        if wanted in kinds:
            arguments.append(number(kinds[wanted], order.index(wanted)))
            continue
        made = f"{name}_{wanted}"
        if wanted == WANTS_CHANCE:
            scope[made] = at_next_block
            arguments.append(f"{made}({chance})")
        elif wanted == WANTS_MEMORY:
            memory_kind: Any = strategy.notes[own].memory
            scope[made] = record_at(memory_kind)
            arguments.append(f"{made}({memory} + uint64({starts[own]}))")
        elif wanted == WANTS_SCRATCH:
            scope[made] = _cleared_record(strategy.notes[own].scratch)
            arguments.append(f"{made}({memory} + uint64({scratch}))")
        elif wanted == WANTS_FUTURE:
            scope[made] = future_of
            room, plan = size - strategy.room, 8 * len(order)
            places = f"{memory} + uint64({room}), {params} + uint64({plan})"
            which = sorted(strategy.functions).index(decision.function)
            arguments.append(f"{made}({view}, {chance}, {places}, {which})")
        else:
            scope[made] = Offered(KERNELS[wanted](decision))
            arguments.append(made)
    call = f"{name}({', '.join(arguments)})"
    if decision.wide:
        scope[f"{name}_pair"] = _pair
        call = f"{name}_pair({call})"
    else:
        call += " | 0"
    if strategy.worths:
        scope[f"{name}_quantal"] = quantal(decision, strategy.worths[decision.function])
        heat = number("float", order.index(TEMPERATURE))
        call = f"{name}_quantal({view}, {chance}, {call}, {heat})"
    if strategy.lapses:
        share = number("float", order.index(LAPSE))
        scope |= {f"{name}_lapses": _lapses, f"{name}_any": any_legal(decision)}
        call = f"{name}_any({view}, {chance}) if {name}_lapses({chance}, {share}) else ({call})"
    return call, scope


def _known(
    strategy: Strategy, name: str, view: str, memory: str, number: Callable[[str, int], str]
) -> tuple[str, dict[str, Any]]:
    """Return the expression of what a player still knows of a view, and its scope."""
    if strategy.limited is None:
        return view, {}
    at = [p.name for p in strategy.parameters].index(REMEMBERS)
    place = strategy.memory_places[-1] - copy_room(strategy.limited)
    left = f"{name}_known({view}, {memory} + uint64({place}), {number('int', at)})"
    return left, {f"{name}_known": remembered(strategy.limited)}


@inlined
def _pair(action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Return a wide action as int64."""
    first, second = action
    return int64(first), int64(second)


@inlined
def _lapses(chance, share):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Return whether a seat lapses at this decision; with a share of 0 nothing is drawn."""
    return share > 0 and uniform(at_next_block(chance)) < share


@functools.cache
def any_legal(decision: Decision) -> Any:
    """Return a kernel (view, chance) -> any legal action of a decision, all equally likely."""
    count, nth, join = counter(decision), finder(decision), _pair if decision.wide else int64

    @kernel
    def draw(view, chance):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return join(nth(view, below(chance, count(view))))

    return draw


def _cleared_record(dtype: Any) -> Any:
    """Return a kernel (address) that makes a record of zeros there."""
    at = record_at(dtype)

    @inlined
    def cleared(address):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        record = at(address)
        clear(record)
        return record

    return cleared
