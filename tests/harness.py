"""Hands of any compiled game, each played again by its oracle and compared event by event.

    python tests/harness.py scat --hands 1000000 --processes 2 --seed 7
    python tests/harness.py scat --seed 7 --batch 1234

The first checks at least so many hands at random tables and says how often each event, decision,
situation and option occurred; the second checks one table of those again, as the report of a
difference says. `test_against_oracles.py` checks some ten thousand hands of each game at every
push, and a million with `pytest -m deep`.

Here is all that is not a game's own: random rules, players and seatings; the trace of a hand or
match; who was asked what and what was legal; the comparison of events, outcomes (of the traced hand
and of the one that is counted in bulk), decisions and hands; what occurred; processes; the report.

**What a game supplies** is `harnesses/<game>.py` with `PART = Part(...)`, some 100 lines:

- `told(play)` lets the oracle play the hand again. What was drawn is in `play.events`, in the
  oracle's form. At every decision it asks `play.decide(decision, seat, legal)`, which compares who
  is asked, what, and what is legal, and gives back what the seat was shown, by field, and its
  action in the oracle's words. Where that is `looked` at, the part compares it with the oracle's
  view, field by field, with `same`. It gives back the events, the outcome by field as the kernel
  should write it, the number of hands, and the situations that occurred. What else the states tell
  at the end (`play.scored`, `play.last`) it compares itself.
- `means(shown, action)`: an action in the oracle's words, where it is not the number itself.
- `rules` and `players`: how options are drawn where all values should not be equally likely,
  because some cut hands short or come to little; `fit` for those that depend on each other;
  `longer` for units that go on, such as matches.
- `strategies` and their `parameters`: who sits at the tables. Between them they must come to every
  place in the rules; one that acts at random is among them.
- `events` and `situations`: what must all occur in the hands that are checked at a push.
- `rare`: tables and hands that random play hardly ever comes to, found in bulk.
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import multiprocessing
import random
import time
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, fields
from functools import cache, cached_property, partial
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from cardsim import Strategy
from cardsim.engine.bulk import SeatedStrategies
from cardsim.engine.hand_loop import DONE, FULL, SCORED
from cardsim.engine.trace import MAX_STEPS, trace
from cardsim.game import Action, Event, Game
from cardsim.options.params import Option, Value, pack, shown
from cardsim.workspace import load_strategy
from in_bulk import looked_at, outcomes_of, seating_of

SEED = 31
BATCHES_AT_ONCE = 20
SEARCHED_AT_ONCE = 100_000
FEW = 4
"""Of a whole number with up to so many values, each must be played with."""

Records = np.ndarray[Any, Any]
Draw = Any
"""A value, a sequence of draws that are equally likely, or a function of a `Random`."""


# --- Random tables -------------------------------------------------------------------------------


def between(low: int, high: int) -> Draw:
    """Any whole number from `low` to `high`."""
    return lambda rng: rng.randint(low, high)


def chance(share: float) -> Draw:
    """True in this share of the draws."""
    return lambda rng: rng.random() < share


def drawn(draw: Draw, rng: random.Random) -> Any:
    """A value of a draw."""
    if isinstance(draw, list | tuple):
        return drawn(rng.choice(draw), rng)
    return drawn(draw(rng), rng) if callable(draw) else draw


def any_value(option: Option) -> Draw:
    """All values that an option allows."""
    if option.kind is bool:
        return [False, True]
    if option.choices:
        return list(option.choices)
    if option.kind is int:
        return between(int(option.low), int(option.high))
    return [option.low, option.high, lambda rng: rng.uniform(option.low, option.high)]


def as_it_is(values: dict[str, Any], players: int, rng: random.Random) -> None:
    """Leave the rules as they were drawn."""


def number_itself(_shown: Shown, action: Action) -> Hashable:
    """An action that the oracle knows by the same number."""
    number: Hashable = action
    return number


def as_triple(event: Event) -> tuple[Any, ...]:
    """An event as most oracles have it: kind, seat, its number or -1; several as a tuple."""
    values = event.values
    number = -1 if not values else values[0] if len(values) == 1 else values
    return event.kind, event.seat, number


@dataclass(frozen=True, kw_only=True)
class Rare:
    """Hands that random play hardly ever comes to.

    Attributes:
        rules: of the table.
        players: at the table.
        found: (outcomes) -> the places of those to check.
        strategy: the number of the strategy that sits in all seats.
        parameters: what it is given.
        unit: what is played: one that goes on, by its name, or single hands.
        searched: hands, or what is played, of seed 1 among which they are.
        least, most: how many to check.
    """

    rules: Any
    players: int
    found: Callable[[Records], Any]
    strategy: int = 0
    parameters: Mapping[str, Value] = field(default_factory=dict)
    unit: str = ""
    searched: int = 200_000
    least: int = 10
    most: int = 40


@dataclass(frozen=True, kw_only=True)
class Longer:
    """A unit that goes on, such as a match, and how tables that play it are drawn.

    Attributes:
        share: of the batches that play it.
        count: how many of one table.
        rules: options that are drawn otherwise than for single hands.
        players: the same for the number of players.
    """

    share: float
    count: int = 2
    rules: Mapping[str, Draw] = field(default_factory=dict)
    players: Draw = None


@dataclass(frozen=True, kw_only=True)
class Part:
    """A game's own part of the comparison.

    Attributes:
        game: what is compared.
        oracle: the oracle's module; its `Rules` has a field for every option.
        told: lets the oracle play a traced hand or match again.
        strategies: names of shipped ones, or others.
        events: the kinds that must occur.
        situations: places in the rules that no event tells of -> how often each must occur at a
            push.
        push: batches that are checked at every push.
        few: hands of each of them that are checked by default.
        in_oracle: option -> its value as the oracle has it.
        of_deals: options that decide which hands are dealt, and fields of the outcome that tell
            of it; the oracle knows nothing of them.
        event: an event in the oracle's form.
        means: an action in the oracle's form.
        rules: option -> how it is drawn; all values are equally likely otherwise.
        fit: changes the values drawn where they depend on each other: (values, players, rng).
        players: how the number of players is drawn.
        longer: the units that go on, by name.
        mixes: which strategies sit at a table, one drawn for each table and for each seat one of
            it.
        parameters: parameter of strategies -> how it is drawn.
        hands: hands of one batch: one table, one set of rules.
        look: at one decision in so many all that the seat was shown is compared.
        endless: whether a hand may have more steps than a trace holds; it is then not compared.
        rare: what random tables hardly ever come to, by name.
        luck: chance events that must be as frequent as the rules say -> the least variance of their
            number at which that is worth a test.
    """

    game: Game
    oracle: ModuleType
    told: Callable[[Play], Told]
    strategies: Sequence[str | Strategy]
    events: Collection[str]
    situations: Mapping[str, int]
    push: int
    few: int = 2
    in_oracle: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    of_deals: Collection[str] = ()
    event: Callable[[Event], tuple[Any, ...]] = as_triple
    means: Callable[[Shown, Action], Hashable] = number_itself
    rules: Mapping[str, Draw] = field(default_factory=dict)
    fit: Callable[[dict[str, Any], int, random.Random], None] = as_it_is
    players: Draw = None
    longer: Mapping[str, Longer] = field(default_factory=dict)
    mixes: Sequence[Sequence[int]] = ((0,),)
    parameters: Mapping[str, Draw] = field(default_factory=dict)
    hands: int = 25
    look: int = 1
    endless: bool = False
    rare: Mapping[str, Rare] = field(default_factory=dict)
    luck: Mapping[str, float] = field(default_factory=dict)

    @cached_property
    def at_tables(self) -> tuple[Strategy, ...]:
        """The strategies themselves."""
        return tuple(
            load_strategy(self.game, each) if isinstance(each, str) else each
            for each in self.strategies
        )


FOLDER = Path(__file__).parent


def parts() -> list[str]:
    """The games that have a part, toys too."""
    return sorted(path.stem for path in (FOLDER / "harnesses").glob("[!_]*.py"))


def games() -> list[str]:
    """Those of them that are no toys: tests of their own check these, from a cold cache."""
    return [name for name in parts() if not (FOLDER / "toys" / name).exists()]


def part_of(name: str) -> Part:
    """The part of a game, by the name of its folder."""
    part: Part = importlib.import_module(f"harnesses.{name}").PART
    return part


@dataclass(frozen=True)
class Table:
    """Rules, players, and who sits where.

    Attributes:
        unit: a unit that goes on, by its name; empty for single hands.
        memo: what the oracle has said about these rules, for parts that ask it often.
    """

    part: Part
    rules: Any
    players: int
    seating: SeatedStrategies
    unit: str = ""
    memo: dict[Any, Any] = field(default_factory=dict)

    @cached_property
    def packed_rules(self) -> Records:
        """The rules as the kernel takes them."""
        return pack(self.rules)

    @cached_property
    def oracle_rules(self) -> Any:
        """The rules as the oracle takes them."""
        return oracle_rules(self.part, self.rules)

    @cached_property
    def goes_on(self) -> int:
        """What the engine is told of the unit."""
        units = self.part.game.units
        return units[self.unit](self.rules, self.players).goes_on if self.unit else 0

    def hero(self, hand: int) -> int:
        """The hero's seat in this hand number."""
        heroes = self.seating.heroes
        return int(heroes[hand % len(heroes)])

    def play_many(self, *, seed: int, first: int, count: int) -> Records:
        """The outcomes of many hands, or of what is played, by the bulk engine."""
        return outcomes_of(
            self.part.game,
            self.seating,
            rules=self.packed_rules,
            players=self.players,
            seed=seed,
            first=first,
            count=count,
            unit=self.goes_on,
        )


def oracle_rules(part: Part, rules: Any) -> Any:
    """House rules as the oracle takes them."""
    names = [option.name for option in part.game.options if option.name not in part.of_deals]
    values = {name: getattr(rules, name) for name in names}
    return part.oracle.Rules(
        **{name: part.in_oracle.get(name, lambda v: v)(value) for name, value in values.items()}
    )


def table_of(
    part: Part,
    rules: Any,
    rows: Sequence[Sequence[int]],
    heroes: Sequence[int] = (0,),
    parameters: Mapping[str, Value] | None = None,
    *,
    strategies: Sequence[Strategy] = (),
    unit: str = "",
) -> Table:
    """A table of the part's strategies, or of others.

    Args:
        part: whose game.
        rules: of the house.
        rows: for each rotation the number of the strategy in each seat.
        heroes: for each rotation the hero's seat.
        parameters: what the strategies are given; a strategy takes those that it knows.
        strategies: who plays, in place of the part's own.
        unit: what is played: one that goes on, by its name, or single hands.
    """
    seating = seating_of(part.game, strategies or part.at_tables, rows, heroes, parameters)
    return Table(part, rules, len(rows[0]), seating, unit)


def drawn_rules(part: Part, rng: random.Random, unit: str = "") -> tuple[Any, int]:
    """Random rules, and a number of players that can play by them."""
    game = part.game
    draws = {option.name: any_value(option) for option in game.options} | dict(part.rules)
    how_many = part.players or between(game.players[0], game.players[1])
    if unit:
        draws |= part.longer[unit].rules
        how_many = part.longer[unit].players or how_many
    while True:
        players = drawn(how_many, rng)
        values = {name: drawn(draw, rng) for name, draw in draws.items()}
        part.fit(values, players, rng)
        rules = game.rules(**values)
        if game.objection(rules, players) is None:
            return rules, players


def random_table(part: Part, rng: random.Random, unit: str = "") -> Table:
    """A table with random rules, players and strategies."""
    rules, players = drawn_rules(part, rng, unit)
    parameters = {name: drawn(draw, rng) for name, draw in part.parameters.items()}
    mix, rotations = rng.choice(part.mixes), rng.randint(1, 3)
    rows = [[rng.choice(mix) for _ in range(players)] for _ in range(rotations)]
    heroes = [rng.randrange(players) for _ in range(rotations)]
    return table_of(part, rules, rows, heroes, parameters, unit=unit)


# --- What the kernel did -------------------------------------------------------------------------


def same(what: str, kernel: object, oracle: object) -> None:
    """Raise unless the kernel has what the oracle has."""
    if kernel != oracle:
        raise AssertionError(f"{what}: the kernel has {kernel!r}, the oracle {oracle!r}")


def in_set(mask: int) -> list[int]:
    """The members of a set of bits, ascending."""
    return [k for k in range(mask.bit_length()) if mask >> k & 1]


def mask_of(members: Iterable[int]) -> int:
    """A set as a number."""
    return sum(1 << int(member) for member in members)


def filled(values: Sequence[Any], size: int, empty: Any) -> list[Any]:
    """A list made as long as that."""
    return [*values, *[empty] * (size - len(values))]


class EndlessError(Exception):
    """A hand with more steps than a trace can hold."""


class Shown:
    """What a seat was shown at a decision: its fields in plain numbers, by name.

    Attributes:
        row: the place of the state among those of the play.
        decision, seat, action: what was asked, whom, and what the kernel's strategy did.
        looked: whether what was shown is to be compared here.
        legal: the legal actions, in the order in which the game counts them.
        meant: the same in the oracle's form, once it is decided.
        answer: the action in the oracle's form, once it is decided.
    """

    __slots__ = (
        "_at",
        "_place",
        "_play",
        "action",
        "answer",
        "decision",
        "legal",
        "looked",
        "meant",
        "row",
        "seat",
    )

    def __init__(self, play: Play, at: int, row: int, legal: list[Action]) -> None:
        self._play, self._at = play, at
        self._place, between = divmod(at - play.looks.start, play.looks.step)
        self.looked = between == 0
        step = play.steps[row + 1]
        self.row = row
        self.decision: str = step.decision.name if step.decision is not None else ""
        self.seat: int = step.seat
        self.action: Action = step.action
        self.legal = legal
        self.meant: list[Hashable] = []
        self.answer: Any = None

    def __getitem__(self, name: str) -> Any:
        if not self.looked:
            return self.record[name].tolist()
        columns = self._play.columns
        if name not in columns:
            columns[name] = self._play.shown[name][self._play.looks].tolist()
        return columns[name][self._place]

    @property
    def record(self) -> Any:
        """The view itself, for fields that are too long to be put in plain numbers each time."""
        return self._play.shown[self._at]


class Play:
    """A traced hand or match, while the oracle plays it again.

    Attributes:
        table: where it was played; `hand` is its number.
        steps: of the trace.
        events: in the oracle's form.
        outcome: by field, in plain numbers.
        asked: the decisions in order; `at` is how many the oracle has come to.
        shown: what the deciding seats saw, a record each; looks: which of them are compared.
        scored, scored_at: the states in which a hand has just been scored, and their rows.
        last: the last state of all.
        situations: those that the part has noticed, counted.
    """

    def __init__(self, table: Table, *, seed: int, hand: int, look: int | None = None) -> None:
        """Let the kernel play it.

        Raises:
            EndlessError: a trace cannot hold it.
        """
        game = table.part.game
        traced = trace(
            game,
            table.seating,
            rules=table.packed_rules,
            players=table.players,
            unit=table.goes_on,
            seed=seed,
            hand=hand,
        )
        if table.part.endless and traced.status == FULL and len(traced.steps) >= MAX_STEPS - 1:
            raise EndlessError
        same("status", traced.status, DONE)
        self.table, self.hand = table, hand
        self.steps = traced.steps
        self.events = list(map(table.part.event, traced.events))
        self.outcome = {name: traced.outcome[name].tolist() for name in game.outcome.names or ()}
        rows = [row for row, step in enumerate(self.steps[1:]) if step.decision is not None]
        # The engine keeps a state before it shows it to the seat that is to decide.
        waiting = [self.steps[row].after for row in rows]
        names = list(game.decisions)
        numbers = [names.index(self.steps[row + 1].decision) for row in rows]  # type: ignore[arg-type]
        self.observed, legal = looked_at(game, waiting, numbers, table.packed_rules)
        self.shown = self.observed.view(game.view)
        every = look or table.part.look
        self.looks = slice(-hand % every, None, every)
        self.asked = [Shown(self, k, *each) for k, each in enumerate(zip(rows, legal, strict=True))]
        self.columns: dict[str, list[Any]] = {}
        self.has_mask = "legal" in (game.view.names or ())
        self.at = 0
        self.scored_at = [
            row
            for row, step in enumerate(self.steps)
            if step.decision is None and step.action == SCORED
        ]
        self.scored = [self.steps[row].after for row in self.scored_at]
        self.last = self.steps[-1].after
        self.situations: Counter[str] = Counter()

    @cached_property
    def states(self) -> Records:
        """The states after all steps, as the seat that then decides sees them."""
        memory = bytearray().join(step.after.tobytes() for step in self.steps)
        states = np.frombuffer(memory, self.table.part.game.state)
        for asked, state in zip(self.asked, self.observed, strict=True):
            states[asked.row] = state
        return states

    def decide(self, decision: str, seat: int, legal: Sequence[Hashable]) -> Shown:
        """The next decision, once it is compared who is asked what, and what is legal."""
        if self.at == len(self.asked):
            same("decision", None, (decision, seat))
        asked = self.asked[self.at]
        self.at += 1
        same("decision", (asked.decision, asked.seat), (decision, seat))
        means = self.table.part.means
        asked.meant = [means(asked, action) for action in asked.legal]
        if self.has_mask:
            same("legal in the view", in_set(asked["legal"]), asked.legal)
        allowed = set(legal)
        if set(asked.meant) != allowed or len(allowed) != len(legal):
            same(f"legal actions of {decision}", sorted(map(repr, asked.meant)), legal)
        asked.answer = asked.meant[asked.legal.index(asked.action)]
        return asked


class Recorded:
    """What the oracle asks for while it plays a hand again: the cards dealt, and the actions.

    A part's own class says in `expected` what the fields of a view are by the oracle's.

    Attributes:
        dealt: the events that a card is dealt or drawn by.
    """

    dealt: Collection[str] = ("deal",)

    def __init__(self, play: Play) -> None:
        """Begin at the first deal."""
        self.play = play
        self.cards = iter([number for kind, _, number in play.events if kind in self.dealt])

    def card(self, stock: Sequence[int]) -> int:
        """The card that the kernel dealt."""
        dealt: int = next(self.cards)
        if dealt not in stock:
            raise AssertionError(f"the kernel dealt {dealt}, which is not among {stock}")
        return dealt

    def choose(self, decision: str, seat: int, view: Any, legal: Any) -> Any:
        """The recorded action, after the comparison of what the seat was shown."""
        shown = self.play.decide(decision, seat, legal)
        if shown.looked:
            self.check_view(shown, view)
        return shown.answer

    def check_view(self, shown: Shown, view: Any) -> None:
        """Compare every field but `legal`, which is compared at every decision."""
        expected, names = self.expected(shown, view), self.play.table.part.game.view.names or ()
        same("fields of the view", {"legal", *expected}, {"legal", *names})
        for name, value in expected.items():
            same(name, shown[name], value)

    def expected(self, shown: Shown, view: Any) -> dict[str, Any]:
        """The fields of the view."""
        raise NotImplementedError


@dataclass(frozen=True)
class Told:
    """What the oracle makes of a hand or match.

    Attributes:
        events: all of them.
        outcome: by field, as the kernel should write it; a list is as long as seats or places are.
        hands: how many were played.
        situations: those that occurred, as often as they did.
        luck: a chance event -> (how often it happened, less what was expected; the variance).
    """

    events: list[Any]
    outcome: Mapping[str, Any]
    hands: int = 1
    situations: Iterable[str] = ()
    luck: Mapping[str, tuple[float, float]] = field(default_factory=dict)


# --- The comparison ------------------------------------------------------------------------------


@dataclass
class Tally:
    """What occurred in the hands that were checked."""

    hands: int = 0
    endless: int = 0
    """What was not compared, because it did not end within a trace."""
    units: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    decisions: Counter[str] = field(default_factory=Counter)
    situations: Counter[str] = field(default_factory=Counter)
    players: Counter[int] = field(default_factory=Counter)
    options: Counter[tuple[str, Value]] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    """Fields of the outcome that were compared."""
    luck: Counter[str] = field(default_factory=Counter)
    variance: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Add the counts of other hands."""
        for each in fields(Tally):
            total, more = getattr(self, each.name), getattr(other, each.name)
            if isinstance(total, Counter):
                total.update(more)
            else:
                setattr(self, each.name, total + more)

    def count(self, play: Play, told: Told) -> None:
        """Count what happened in a hand or match."""
        table = play.table
        self.hands += told.hands
        self.units[table.unit or "hand"] += 1
        self.events.update(event[0] for event in play.events)
        self.decisions.update(asked.decision for asked in play.asked)
        self.situations.update(told.situations)
        self.situations.update(play.situations)
        self.players[table.players] += told.hands
        for option in table.part.game.options:
            self.options[option.name, getattr(table.rules, option.name)] += told.hands
        self.outcomes.update(list(told.outcome))
        for name, (over, variance) in told.luck.items():
            self.luck[name] += over  # type: ignore[assignment]
            self.variance[name] += variance  # type: ignore[assignment]


def plays(table: Table, *, seed: int, hands: Iterable[int]) -> list[Play]:
    """Several hands or matches of the kernel."""
    return [Play(table, seed=seed, hand=hand) for hand in hands]


def random_plays(part: Part, seed: int, *, tables: int, hands: int, unit: str = "") -> list[Play]:
    """The first hands of random tables; what always holds, holds in them."""
    rng = random.Random(seed)
    found = [random_table(part, rng, unit) for _ in range(tables)]
    return [play for table in found for play in plays(table, seed=seed, hands=range(hands))]


def check(
    table: Table, *, seed: int, hand: int, tally: Tally, look: int | None = None
) -> Mapping[str, Any]:
    """Play one hand, or match, twice and compare all of it; gives the outcome."""
    play = Play(table, seed=seed, hand=hand, look=look)
    told = table.part.told(play)
    same("events", play.events, told.events)
    same("hands", len(play.scored), told.hands)
    same("decisions", len(play.asked), play.at)
    compare_outcome(play.outcome, told.outcome)
    tally.count(play, told)
    return told.outcome


def check_hands(table: Table, *, seed: int, first: int, count: int, tally: Tally) -> None:
    """Check hands or matches of one table, as they are traced and as they are counted."""
    counted = table.play_many(seed=seed, first=first, count=count)
    for row, hand in zip(counted, range(first, first + count), strict=True):
        try:
            outcome = check(table, seed=seed, hand=hand, tally=tally)
            compare_outcome({name: row[name].tolist() for name in outcome}, outcome)
        except EndlessError:
            tally.endless += 1
        except Exception as error:
            error.add_note(f"{table.unit or 'hand'} {hand} of seed {seed}")
            raise


def compare_outcome(kernel: Mapping[str, Any], oracle: Mapping[str, Any]) -> None:
    """Compare what the kernel wrote for counting."""
    for name, expected in oracle.items():
        written = kernel[name][: len(expected)] if isinstance(expected, list) else kernel[name]
        same(f"outcome {name}", written, expected)


def check_batch(batch: int, *, part: Part, seed: int = SEED, most: int | None = None) -> Tally:
    """Check the hands or matches of one random table, traced and in bulk; no more than `most`.

    Raises:
        AssertionError: kernel and oracle differ; the notes say where.
    """
    rng = random.Random(f"{seed} {batch}")
    shares = [longer.share for longer in part.longer.values()]
    (unit,) = rng.choices([*part.longer, ""], [*shares, 1 - sum(shares)])
    table = random_table(part, rng, unit)
    trace_seed, first = rng.getrandbits(64), rng.getrandbits(40)
    count = part.longer[unit].count if unit else part.hands
    count = count if most is None else min(count, most)
    tally = Tally()
    try:
        check_hands(table, seed=trace_seed, first=first, count=count, tally=tally)
    except Exception as error:
        name = part.game.name.replace("-", "_")
        error.add_note(f"{table.players} players, {table.rules}")
        error.add_note(f"again: python tests/harness.py {name} --seed {seed} --batch {batch}")
        raise
    return tally


def check_batches(
    batches: Iterable[int], *, name: str, seed: int = SEED, most: int | None = None
) -> Tally:
    """Check several tables."""
    total = Tally()
    for batch in batches:
        total.add(check_batch(batch, part=part_of(name), seed=seed, most=most))
    return total


@cache
def check_rare(name: str, what: str) -> Tally:
    """Find hands that are hard to meet in bulk, and check some of them."""
    part = part_of(name)
    rare = part.rare[what]
    row = [rare.strategy] * rare.players
    table = table_of(part, rare.rules, [row], parameters=rare.parameters, unit=rare.unit)
    found: list[int] = []
    for first in range(0, rare.searched, SEARCHED_AT_ONCE):
        count = min(rare.searched - first, SEARCHED_AT_ONCE)
        places = rare.found(table.play_many(seed=1, first=first, count=count))
        found += (first + np.asarray(places)).tolist()
        if len(found) >= rare.most:
            break
    tally = Tally()
    for hand in found[: rare.most]:
        check(table, seed=1, hand=hand, tally=tally, look=1)
    return tally


# --- From the command line -----------------------------------------------------------------------


def check_many(name: str, hands: int, *, processes: int, seed: int = SEED) -> Tally:
    """Check at least `hands` hands in several processes."""
    total = Tally()
    chunks = (range(at, at + BATCHES_AT_ONCE) for at in itertools.count(0, BATCHES_AT_ONCE))
    context = multiprocessing.get_context("spawn")
    # What is compiled once, the processes find on disk.
    check_batch(0, part=part_of(name), seed=seed)
    with ProcessPoolExecutor(processes, mp_context=context) as pool:
        while total.hands < hands:
            some = list(itertools.islice(chunks, 4 * processes))
            for tally in pool.map(partial(check_batches, name=name, seed=seed), some):
                total.add(tally)
    return total


def missing(part: Part, tally: Tally) -> list[str]:
    """What ought to have occurred in the hands that were checked, and did not, in words."""
    game = part.game
    decisions = {decision.name for decision in game.decisions}
    lacking = [f"no event {kind}" for kind in sorted(set(part.events) - set(tally.events))]
    lacking += [f"no decision {name}" for name in sorted(decisions - set(tally.decisions))]
    lacking += [f"no {unit}" for unit in part.longer if not tally.units[unit]]
    lacking += [
        f"{name}: {tally.situations[name]} times, not {least}"
        for name, least in part.situations.items()
        if tally.situations[name] < least
    ]
    lacking += [
        f"no table of {players}"
        for players in range(game.players[0], game.players[1] + 1)
        if not tally.players[players]
    ]
    for option in game.options:
        values = {value for name, value in tally.options if name == option.name}
        if option.kind is bool:
            wanted: set[Any] = {False, True}
        elif option.choices and not option.lists:
            wanted = set(option.choices)
        elif option.kind is int and option.high - option.low < FEW:
            wanted = set(range(int(option.low), int(option.high) + 1))
        else:
            wanted = set()
            one = len(values) < 2 and part.rules.get(option.name) != [option.default]
            lacking += [f"{option.name} has one value"] * one
        lacking += [f"{option.name} is never {value}" for value in sorted(wanted - values)]
    written = set(game.outcome.names or ()) - set(tally.outcomes) - set(part.of_deals)
    return lacking + [f"outcome {name} is not compared" for name in sorted(written)]


def summary(part: Part, tally: Tally) -> list[str]:
    """The counts in words."""
    lines = [f"{tally.hands} hands: kernel and oracle agree"]
    lines += [f"not compared, more than {MAX_STEPS} steps: {tally.endless}"] * (tally.endless > 0)
    for name in ("units", "events", "decisions", "situations", "players"):
        counts = sorted(getattr(tally, name).items())
        lines.append(f"{name}: " + ", ".join(f"{key} {n}" for key, n in counts))
    for option in part.game.options:
        values = [(shown(v), n) for (name, v), n in tally.options.items() if name == option.name]
        told = ", ".join(f"{value} {n}" for value, n in sorted(values))
        lines.append(f"{option.name}: {told if len(values) <= 12 else f'{len(values)} values'}")
    for name, over in tally.luck.items():
        lines.append(
            f"{name}: {over:+.1f} of a standard deviation of {tally.variance[name] ** 0.5:.1f}"
        )
    return lines + [f"NOT MET: {each}" for each in missing(part, tally)]


def main() -> None:
    """Check as many hands as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=parts())
    parser.add_argument("--hands", type=int, default=20_000, help="at least so many")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--batch", type=int, help="only the hands of this table")
    given = parser.parse_args()
    part, begun = part_of(given.game), time.perf_counter()
    if given.batch is not None:
        tally = check_batch(given.batch, part=part, seed=given.seed)
    else:
        tally = check_many(given.game, given.hands, processes=given.processes, seed=given.seed)
    for line in summary(part, tally):
        print(line)  # noqa: T201
    print(f"{time.perf_counter() - begun:.1f} s")  # noqa: T201


if __name__ == "__main__":
    # Processes that are started from here, and the games' parts, know these classes by this name.
    importlib.import_module("harness").main()
