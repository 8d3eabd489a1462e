"""Values of other actions by situation, from rollouts (forks) of many hands.

A table has one cell per situation, that is, per combination of its features' numbers. For each
choice a cell adds up how often it was possible, how much more it brought than the hero's action,
and the squares of that. All sums are whole numbers, so threads and chunks do not matter. A fork is
drawn from all decisions that the hero had in its hand, and is weighted by their number.
"""

from __future__ import annotations

import math
import operator
import re
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cache, partial, reduce
from typing import Any

import numpy as np

from cardsim.compile.sources import written
from cardsim.engine.counting import counted
from cardsim.engine.forks import ForkMemory, Forks, Looked, play_forks
from cardsim.engine.hand_loop import (
    DECISION,
    DONE,
    ENDLESS,
    FIRST_ROW,
    MANY,
    MET,
    ROWS,
    SITUATION,
    STOPPED,
    describer,
    forking_loop,
)
from cardsim.errors import StrategyError, UserError, echoed
from cardsim.game import Decision, Feature, Game, Scores
from cardsim.games import load_game
from cardsim.options.params import did_you_mean, taken_from
from cardsim.own_features import numbers_seen
from cardsim.own_parameters import wants_chance
from cardsim.runs.crews import Hands, TaskResult, crew
from cardsim.runs.kept import HandCache
from cardsim.runs.preparation import Resolved, Setup
from cardsim.runs.replays import blamed, raised, raised_by_feature
from cardsim.runs.teachers import Teacher
from cardsim.runs.travel import Packed, packed
from cardsim.statistics.scores import Choices
from cardsim.strategy import COMPILED, Strategy, check_look
from cardsim.workspace import complete, load_strategy

CHUNK = 1 << 13
"""Hands forked at a time."""
MOST_FORKED = 1 << 16
"""Hands of a worker's longest task: scored choices of all of them travel back."""
MOST_ASKED = 20
"""Largest number of decisions in `by`."""
MOST_CELLS = 1 << 20
"""Largest number of situations times choices at a decision."""
EITHER_OR = 2
"""Number of actions of a yes-or-no decision."""
MOST_OF_A_FIELD = 31
"""Highest value told apart of a number in the view that is no feature of the game."""
HALVES = 2
"""Choices are made on one half of the hands, and valued on the other (`half_of`)."""
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_TOP = np.uint64(63)


@dataclass(frozen=True)
class DecisionTable:
    """A decision, and the features that tell its situations apart.

    Attributes:
        number: number of the decision in its game.
        features: features whose numbers make up a situation.
        experts: strategies whose choices are compared; none: all legal actions are.
        scores: features by which legal actions are scored besides; None if they are not.
        source: strategy that brings features of its own; None if all are the game's.
    """

    number: int
    decision: Decision
    features: tuple[Feature, ...]
    experts: tuple[Strategy, ...] = ()
    scores: Scores | None = None
    game: str = ""
    source: Strategy | None = None

    @property
    def key(self) -> tuple[Any, ...]:
        """A key that tells it from others of the same game."""
        experts = tuple(e.fingerprint for e in self.experts)
        features = tuple(f.name for f in self.features)
        lent = None if self.source is None else self.source.fingerprint
        return self.number, features, experts, self.scores is not None, lent

    def __reduce__(self) -> tuple[Any, ...]:
        named = tuple(f.name for f in self.features)
        source = None
        if self.source is not None:
            source = packed(self.source, self.source.fingerprint)
        has = bool(self.experts), self.scores is not None
        return _arrived, (self.game, self.decision.name, named, has, source)

    @property
    def choices(self) -> tuple[str, ...]:
        """The possible choices: actions in words, or names of experts."""
        return tuple(e.name for e in self.experts) or self.decision.actions

    @property
    def is_either_or(self) -> bool:
        """True if one of two things is done, so that a rule can be a threshold for the second."""
        return not self.experts and len(self.choices) == EITHER_OR

    @property
    def shape(self) -> tuple[int, ...]:
        """Size of each feature."""
        return tuple(f.size for f in self.features)

    def looks(self, code: str) -> set[str]:
        """Return the game's functions that some code calls to tell situations apart."""
        return {name for name in self._named_in(code) if name not in self._lent}

    def borrowed(self, code: str) -> dict[str, str]:
        """Return the source's features that some code uses: names, and the code that gets them."""
        return {n: got for n, got in self._lent.items() if n in self._named_in(code)}

    def _named_in(self, code: str) -> set[str]:
        looks = {f.look.__name__ for f in self.features if f.look is not None}
        return {name for name in looks if f"{name}(view)" in code}

    @property
    def lent(self) -> dict[str, Any]:
        """The features that a strategy brings, with their functions."""
        known = known_features(self.source, self.decision.name)
        looks = {f.name: f.look for f in reversed(known) if f.look is not None}
        return {f.name: looks[f.name] for f in self.features if f.name in looks}

    @property
    def _lent(self) -> dict[str, str]:
        """Names of the features that a strategy brings, with the code by which a file gets them."""
        if self.source is None:
            return {}
        return {
            f.look.__name__: f'borrowed("{self.game}", "{self.source.name}", '
            f'"{f.name.replace("-", "_")}")'
            for f in self.features
            if f.look is not None and f.name in self.lent
        }


def known_features(source: Strategy | None, decision: str) -> list[Feature]:
    """Return the features that a strategy brings, those for the decision first."""
    if source is None:
        return []
    others = (f for d, some in source.features.items() if d != decision for f in some)
    return [*source.features.get(decision, ()), *others]


@dataclass(frozen=True)
class ActionValues:
    """Action values at a decision, from forks.

    Attributes:
        met: int64, shape (2, *features): decisions in each cell, by halves of the hands; each fork
            counts as many times as the hero had decisions in its hand.
        forks: int64, the same shape: number of forks.
        own: int64, shape (2, *features, choices): times that the hero chose so, or as that expert,
            weighted as `met`.
        possible: int64, the same shape: forks in which a choice was legal.
        tried: int64, the same shape: those of them in which the hero chose otherwise.
        more: int64, the same shape: weighted gain over the hero's own choice, in units of the
            measure; positive is better.
        squares: float64, the same shape: squares of the weighted gains; whole numbers.
        described: chunk by chunk and by halves all legal actions and their values, the hero's
            first. Empty unless they are scored.
    """

    asked: DecisionTable
    met: np.ndarray[Any, Any]
    forks: np.ndarray[Any, Any]
    own: np.ndarray[Any, Any]
    possible: np.ndarray[Any, Any]
    tried: np.ndarray[Any, Any]
    more: np.ndarray[Any, Any]
    squares: np.ndarray[Any, Any]
    described: tuple[tuple[Choices, ...], ...] = ()

    def __add__(self, other: ActionValues) -> ActionValues:
        added = {n: getattr(self, n) + getattr(other, n) for n in _SUMS}
        return replace(self, **added, described=self.described + other.described)


@dataclass(frozen=True)
class Rollouts:
    """Action values from many forked hands.

    Attributes:
        halves: number of hands in each half.
        worth: action values of each decision asked about.
        partial: True if it was interrupted.
    """

    hands: int
    halves: tuple[int, int]
    worth: tuple[ActionValues, ...]
    partial: bool

    def __add__(self, other: Rollouts) -> Rollouts:
        halves = self.halves[0] + other.halves[0], self.halves[1] + other.halves[1]
        worth = tuple(a + b for a, b in zip(self.worth, other.worth, strict=True))
        return Rollouts(self.hands + other.hands, halves, worth, partial=False)


_SUMS = ("met", "forks", "own", "possible", "tried", "more", "squares")
"""Fields of `ActionValues` that add up."""


@dataclass(frozen=True)
class _Plain:
    """A `Rollouts` as it is stored, without the questions.

    Attributes:
        hands, halves: as in `Rollouts`.
        sums: the `_SUMS` of each decision asked about.
        described: `ActionValues.described` of each.
    """

    hands: int
    halves: tuple[int, int]
    sums: list[list[np.ndarray[Any, Any]]]
    described: list[tuple[tuple[Choices, ...], ...]]


def _plain(rollouts: Rollouts) -> _Plain:
    """Return forks as they are stored."""
    sums = [[getattr(worth, name) for name in _SUMS] for worth in rollouts.worth]
    described = [worth.described for worth in rollouts.worth]
    return _Plain(rollouts.hands, rollouts.halves, sums, described)


def _rollouts_of(asked: Sequence[DecisionTable], plain: _Plain) -> Rollouts:
    """Return forks made from stored ones and their questions."""
    each = zip(asked, plain.sums, plain.described, strict=True)
    worth = tuple(
        ActionValues(about, **dict(zip(_SUMS, sums, strict=True)), described=described)
        for about, sums, described in each
    )
    return Rollouts(plain.hands, plain.halves, worth, partial=False)


def half_of(hands: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the half of each hand: 0 or 1, by the parity of its multiple of the golden ratio.

    Seats and boards rotate with the number of the hand, so halves by even and odd numbers would
    have different seats. These have the same of all, in every period.

    Args:
        hands: numbers of hands, uint64.
    """
    return ((hands * _GOLDEN) >> _TOP).astype(np.int64)


def texts_of(by: object) -> tuple[str, ...]:
    """Return the texts of `by`, given as one or several; none for None."""
    if by is None:
        return ()
    message = f"--by must be like knock:value,own-turns, not {echoed(by)}"
    listed = [by] if isinstance(by, str) else taken_from(by, MOST_ASKED, message)
    for text in listed:
        if not isinstance(text, str) or not text.strip():
            raise UserError(f"--by must be like knock:value,own-turns, not {echoed(text)}")
    return tuple(listed)


def check_decided(game: Game) -> None:
    """Refuse a game without decisions."""
    if not game.decisions:
        raise UserError(f"nobody decides anything in {game.name}")


def asked_about(
    game: Game,
    by: Sequence[str] = (),
    *,
    source: Strategy | None = None,
    scored: bool = False,
    worded: bool = True,
) -> tuple[DecisionTable, ...]:
    """Return decisions with the features that tell their situations apart.

    Args:
        game: the game played.
        by: texts "decision:feature,feature". By default all decisions with a real choice, by their
            most important features. A number in the view may stand in for a feature.
        source: strategy that may bring features of its own, added behind the default ones.
        scored: score actions where the game has features for that, and compare experts in all
            situations together where it names no features.
        worded: refuse a decision whose choices have no names.
    """
    wanted = {d: tuple(n) for d, n in game.by.items()}
    if scored and wanted:
        wanted |= {d: () for d in game.experts if d not in wanted}
    if source is not None:
        own = {d: tuple(f.name for f in some) for d, some in source.features.items()}
        wanted |= {d: (*wanted.get(d, ()), *names) for d, names in own.items()}
    for number, text in enumerate(by):
        wanted = {} if number == 0 else wanted
        name, _, listed = (part.strip() for part in text.partition(":"))
        names = tuple(n.strip() for n in listed.split(","))
        if name in wanted or len(set(names)) < len(names):
            twice = name if name in wanted else next(n for n in names if names.count(n) > 1)
            raise UserError(
                f"--by {echoed(text)} names {echoed(twice)} twice",
                hint="all features of a decision go in one --by, each once",
            )
        wanted[name] = names
    return _asked(game, wanted, source=source, scored=scored, worded=worded)


def _asked(
    game: Game,
    wanted: Mapping[str, tuple[str, ...]],
    *,
    source: Strategy | None,
    scored: bool,
    worded: bool = True,
) -> tuple[DecisionTable, ...]:
    """Return decisions with features, by their names."""
    decisions = {d.name: (number, d) for number, d in enumerate(game.decisions)}
    check_decided(game)
    source = source if source is not None and source.features else None
    questions = []
    for name, names in wanted.items():
        if name not in decisions:
            raise UserError(
                f"--by must name a decision of {game.name} ({', '.join(decisions)}), "
                f"not '{echoed(name)}'",
                hint=did_you_mean(name, decisions),
            )
        number, decision = decisions[name]
        features = tuple(_feature(game, name, n, source) for n in names)
        experts = tuple(_expert(game, decision, e) for e in game.experts.get(name, ()))
        scores = game.scores.get(name) if scored else None
        asked = DecisionTable(number, decision, features, experts, scores, game.name, source)
        if worded and not asked.choices:
            raise UserError(
                f"--by {name}: what may be chosen there has no names, so that choices cannot be "
                "told apart"
            )
        cells = math.prod(asked.shape)
        if cells * max(len(asked.choices), 1) > MOST_CELLS:
            raise UserError(
                f"--by {name}: {cells} situations are too many to be told apart "
                f"(at most {MOST_CELLS // max(len(asked.choices), 1)})",
                hint=f"name fewer features, such as --by {name}:{','.join(names[-2:])}",
            )
        questions.append(asked)
    return tuple(questions)


@cache
def _arrived(
    game: str,
    decision: str,
    features: tuple[str, ...],
    has: tuple[bool, bool],
    source: Packed | None,
) -> DecisionTable:
    brings = None if source is None else source.strategy
    by_experts, scored = has
    (asked,) = _asked(load_game(game), {decision: features}, source=brings, scored=scored)
    return asked if by_experts else replace(asked, experts=())


def _feature(game: Game, decision: str, name: str, source: Strategy | None) -> Feature:
    """Return a feature by its name, or by that of a number in the view."""
    known = {f.name: f for f in game.features}
    if source is not None:
        known |= {f.name: _lent(f, source) for f in reversed(known_features(source, decision))}
    if name in known:
        return known[name]
    fields = numbers_seen(game)
    if name in fields:
        return Feature(name, f"with {name.replace('-', ' ')} {{}}", 0, MOST_OF_A_FIELD)
    every = [*known, *(f for f in fields if f not in known)]
    raise UserError(
        f"--by {decision} must name features of {game.name}, not '{echoed(name)}'",
        hint=did_you_mean(name, every) or f"it has {', '.join(every)}",
    )


def _lent(feature: Feature, source: Strategy) -> Feature:
    """Return a strategy's feature with its function under a unique name."""
    if feature.look is None:
        return feature
    name = re.sub(r"\W", "_", f"{feature.name}_of_{source.name}")
    # A feature counts as the whole number below it.
    number = f"floor(min(max(lent(view), {feature.low}), {feature.high}))"
    text = f"def {name}(view):\n    return int({number})\n"
    scope = {"lent": feature.look, "floor": math.floor}
    look = written(name, text, f"<{source.game}/{name}>", scope)
    return replace(feature, look=look)


def _expert(game: Game, decision: Decision, name: str) -> Strategy:
    """Return a strategy whose choices at a decision can be compared."""
    strategy = load_strategy(game, name)
    if strategy.ways[decision.function] != COMPILED or strategy.remembers:
        raise UserError(
            f"strategy '{name}' is in Python, remembers or looks ahead, and can be no expert"
        )
    return strategy


def situation(game: Game, asked: DecisionTable) -> Any:
    """Return the compiled function of the view that gives the number of the cell."""
    if asked.source is not None:
        for feature in known_features(asked.source, asked.decision.name):
            if feature.look is not None:
                check_look(asked.source, feature.name, feature.look, game.view)
    lines = ["def situation(view):", "    cell = 0"]
    for feature in asked.features:
        place = f"min(max(int({feature.code}), {feature.low}), {feature.high}) - {feature.low}"
        lines.append(f"    cell = cell * {feature.size} + {place}")
    lines.append("    return cell")
    text = "\n".join(lines) + "\n"
    file = f"<situations of {game.name} {asked.decision.name}>"
    scope = {f.look.__name__: f.look for f in asked.features if f.look is not None}
    functions: dict[str, Any] = {asked.decision.function: written("situation", text, file, scope)}
    looked = Strategy(game.name, name="situation", **functions)
    # A cell is one number, even where an action is two.
    return complete(game, looked).compiled(replace(asked.decision, wide=False), game.view)


def fork(
    setup: Setup | Resolved,
    asked: Sequence[DecisionTable],
    hands: int,
    *,
    threads: int,
    executor: Executor | None = None,
    first: int = 0,
    explores: bool = False,
    persists: bool = False,
    teacher: Teacher | None = None,
    progress: Callable[[int], None] | None = None,
) -> Rollouts:
    """Fork many hands and add up the action values.

    Args:
        setup: a run of compiled strategies; itself compiled, unless there is an executor.
        asked: the hero's decisions to fork at.
        hands: number of hands.
        threads: number of threads.
        executor: plays instead of threads.
        first: number of the first hand.
        explores: let the hero take random legal actions now and then on the way to the decision.
        persists: take each choice whenever it is legal from there on, the hero's own too. Needs
            decisions without experts.
        teacher: values actions as sums over its worlds, instead of playing the hand on; choices
            then do not persist.
        progress: called with the number of hands done.

    Raises:
        UserError: a strategy is in Python, or may choose among too many actions.
        KeyboardInterrupt: the user interrupted before any hand was counted.
    """
    run = setup.run if isinstance(setup, Setup) else setup
    check_compiled(run)
    stop = np.zeros(1, np.uint8)
    if isinstance(setup, Setup):
        setup = replace(setup, stop=stop)
        # Not in the threads: finding and compiling strategies is not thread-safe.
        _looked(run, asked, taught=teacher is not None)
        if teacher is not None:
            teacher.prepare(run, [a.number for a in asked])
        forking_loop(run.game).compile()
    rollouts: Rollouts | None = None
    key = None if teacher is None else teacher.key
    played = fork_task, [*(a.key for a in asked), explores, persists, *([key] if key else [])]
    with crew(
        [[setup]],
        fork_task,
        ((tuple(asked), explores, persists, teacher),),
        threads=threads,
        executor=executor,
        size=CHUNK,
        longest=MOST_FORKED,
        stop=stop,
        kept=HandCache(
            _Plain,
            partial(reduce, operator.add),
            played,
            [[setup]],
            plain=_plain,
            made=partial(_rollouts_of, asked),
        ),
    ) as players:
        for _, piece in players.parts([Hands(first, first + hands)]):
            rollouts = piece if rollouts is None else rollouts + piece
            if progress is not None:
                progress(rollouts.hands)
    if rollouts is None:
        raise KeyboardInterrupt
    return replace(rollouts, partial=rollouts.hands < hands)


def fork_task(
    setups: Sequence[Setup],
    first: int,
    hands: int,
    size: int,
    looked_for: tuple[tuple[DecisionTable, ...], bool, bool, Teacher | None],
) -> TaskResult:
    """Fork some hands of one run.

    At most `size` hands are forked at a time; `looked_for` is `asked`, `explores`, `persists` and
    `teacher` of `fork`.
    """
    (setup,), (asked, explores, persists, teacher) = setups, looked_for
    taught = teacher is not None
    began = time.perf_counter()
    kept: dict[Any, Any] = vars(setup.memories).setdefault("forks", {})
    looked, key = _looked(setup.run, asked, taught=taught), (taught, *(a.key for a in asked))
    if key not in kept:
        memory = ForkMemory(
            setup.game, setup.seating, looked, players=setup.spec.players, hands=size
        )
        kept[key] = memory
    done: Rollouts | None = None
    at, end = first, first + hands
    while at < end:
        some = range(at, min(at + size, end))
        how = {"explores": explores, "persists": persists}
        piece = _some(setup, asked, looked, kept[key], hands=some, teacher=teacher, **how)
        if piece is None:
            break
        at += piece.hands
        done = piece if done is None else done + piece
    return TaskResult(() if done is None else (done,), time.perf_counter() - began)


def check_compiled(run: Resolved) -> None:
    """Refuse a run with strategies in Python, which cannot be forked."""
    if run.in_python:
        name = next(iter(run.in_python))
        raise UserError(
            f"strategy '{name}' is in Python and cannot be played on from a decision",
            hint="the strategies in all seats must be compiled",
        )


def _looked(run: Resolved, asked: Sequence[DecisionTable], *, taught: bool) -> Looked:
    """Return the compiled functions that look at decisions, compiled once."""
    key = "looked at", run.game.name, taught, tuple(a.key for a in asked)
    return run.strategies[0].once(key, lambda: looked_at(run.game, asked, taught=taught))


def looked_at(game: Game, asked: Sequence[DecisionTable], *, taught: bool = False) -> Looked:
    """Compile the functions that look at decisions; for a teacher the views are stored too."""
    experts = {}
    for one in asked:
        known = [(e, e.packed({p.name: p.default for p in e.parameters})) for e in one.experts]
        if known:
            experts[one.number] = [(e.compiled(one.decision, game.view), v) for e, v in known]
    lucky = any(wants_chance(e.functions[a.decision.function]) for a in asked for e in a.experts)
    scored = frozenset(a.number for a in asked if a.scores is not None)
    return Looked(
        {a.number: situation(game, a) for a in asked},
        experts=experts,
        lucky=lucky,
        scored=scored,
        shown=frozenset(a.number for a in asked) if taught else scored,
    )


def _some(
    setup: Setup,
    asked: Sequence[DecisionTable],
    looked: Looked,
    memory: ForkMemory,
    *,
    hands: range,
    explores: bool,
    persists: bool,
    teacher: Teacher | None,
) -> Rollouts | None:
    """Fork and add up as many hands as there is room for; return None if told to stop."""
    play = partial(
        play_forks,
        setup.game,
        setup.seating,
        looked,
        memory,
        rules=setup.rules,
        players=setup.spec.players,
        unit=setup.goes_on,
        seed=setup.spec.seed,
        stop=setup.stop,
        explores=explores,
        persists=persists,
    )
    try:
        ending, forks = play(first=hands.start, count=len(hands))
    except Exception as error:
        raise _blamed(setup, asked, hands, error, play) from error
    if ending.status == STOPPED:
        return None
    if ending.status == MANY:
        raise UserError(f"hand {ending.hand} has a decision with too many actions to play on with")
    if ending.status != DONE:
        raise blamed(setup, ending.hand, endless=ending.status == ENDLESS)
    if teacher is None:
        values = _brought(setup, forks)
    else:
        values = teacher.values(setup.run, forks, [a.number for a in asked], setup.stop)
        if setup.stop[0] != 0:
            return None
    return _added_up(setup, asked, forks, values, persists=persists)


def _blamed(
    setup: Setup,
    asked: Sequence[DecisionTable],
    hands: range,
    error: Exception,
    play: Callable[..., Any],
) -> StrategyError:
    """Return the error for whatever was raised while hands were forked."""
    found = raised(setup, hands.start, len(hands), error)
    looks = {a.number: a.lent for a in asked}
    if found.strategy or not any(looks.values()):
        return found
    for hand in hands:
        try:
            play(first=hand, count=1)
        except Exception:  # noqa: BLE001  the same as before
            return raised_by_feature(setup, hand, looks, error) or found
    return found


def _brought(setup: Setup, forks: Forks) -> np.ndarray[Any, Any]:
    """Return the value of each row of forks; more is better."""
    measure, unit = setup.unit.measures[0], setup.unit
    column = unit.column(measure)
    values = counted(forks.outcomes[column.field], column, measure)
    return -values if measure.lower_is_better else values


def _added_up(
    setup: Setup,
    asked: Sequence[DecisionTable],
    forks: Forks,
    values: np.ndarray[Any, Any],
    *,
    persists: bool,
) -> Rollouts:
    half = half_of(np.uint64(forks.first) + np.arange(len(forks.forks), dtype=np.uint64))
    worth = tuple(_worth(setup.game, a, forks, values, half, persists=persists) for a in asked)
    second = int(half.sum())
    return Rollouts(len(half), (len(half) - second, second), worth, partial=False)


def _worth(
    game: Game,
    asked: DecisionTable,
    forks: Forks,
    values: np.ndarray[Any, Any],
    half: np.ndarray[Any, Any],
    *,
    persists: bool,
) -> ActionValues:
    """Add up the forks at one decision."""
    table, choices = forks.forks, len(asked.choices)
    here = np.flatnonzero((table[:, DECISION] == asked.number) & (table[:, ROWS] > 0))
    starts, rows, met = table[here, FIRST_ROW], table[here, ROWS], table[here, MET]
    cells = math.prod(asked.shape)
    cell = half[here] * cells + table[here, SITUATION]
    if asked.experts:
        each = np.repeat(np.arange(len(here)), choices)
        said = forks.said[here, :choices].ravel()
        at, choice = starts[each] + said, np.tile(np.arange(choices), len(here))
        own = (cell[each] * choices + choice)[said == 0]
        own_met = met[each][said == 0]
    else:
        each = np.repeat(np.arange(len(here)), rows)
        at = np.arange(len(each)) - np.repeat(np.cumsum(rows) - rows, rows) + starts[each]
        choice = forks.actions[at, 0]
        own, own_met = cell * choices + forks.actions[starts, 0], met
    more = (values[at] - values[starts[each]]) * met[each]
    chosen = cell[each] * choices + choice
    differs = at != starts[each]
    other = chosen[differs]
    if persists:
        # The hero's own play has a row of its own, apart from persistent choices.
        chosen, more = other, more[differs]
    size = HALVES * cells
    shape = (HALVES, *asked.shape)

    def added(where: np.ndarray[Any, Any], what: Any, choice: tuple[int, ...]) -> Any:
        # Sums of whole numbers below 2**53 are exact in floats.
        n = size * (choices if choice else 1)
        return np.bincount(where, what, n).reshape(*shape, *choice)

    whole = (choices,)
    return ActionValues(
        asked,
        added(cell, met, ()).astype(np.int64),
        added(cell, None, ()).astype(np.int64),
        added(own, own_met, whole).astype(np.int64),
        added(chosen, None, whole).astype(np.int64),
        added(other, None, whole).astype(np.int64),
        added(chosen, more, whole).astype(np.int64),
        added(chosen, np.square(more, dtype=np.float64), whole),
        _described(game, asked, forks, values, half),
    )


def _described(
    game: Game,
    asked: DecisionTable,
    forks: Forks,
    values: np.ndarray[Any, Any],
    half: np.ndarray[Any, Any],
) -> tuple[tuple[Choices, ...], ...]:
    """Return all legal actions and their values, by halves; nothing unless they are scored."""
    scores, table = asked.scores, forks.forks
    if scores is None:
        return ()
    numbers = np.zeros((len(forks.actions), len(scores.words)), np.int64)
    weighed = np.zeros(len(forks.actions), np.int64)
    describe = describer(game, asked.number, scores.describe).entry
    describe.call(forks.views, table, forks.actions, numbers, weighed)
    halves = []
    for which in range(HALVES):
        here = (table[:, DECISION] == asked.number) & (table[:, ROWS] > 0) & (half == which)
        starts, sizes, often = table[here, FIRST_ROW], table[here, ROWS], table[here, MET]
        at = np.repeat(starts - (np.cumsum(sizes) - sizes), sizes) + np.arange(sizes.sum())
        narrow = numbers[at].astype(np.int16), weighed[at].astype(np.int8)
        halves.append(Choices(*narrow, values[at], sizes, often))
    return (tuple(halves),)
