"""Games of compiled Counter-Cameroon, each played again by the oracle and compared event by event.

`python tests/cameroon_harness.py --hands 1000000 --processes 2` checks any number of them and says
how often each event and option occurred; the tests check some twenty thousand.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import random
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, fields
from functools import cache, cached_property, partial
from typing import Any

import numpy as np

from cardsim import Strategy
from cardsim.engine.bulk import SeatedStrategies
from cardsim.engine.hand_loop import DONE
from cardsim.engine.trace import Trace, trace
from cardsim.game import Event
from cardsim.games.counter_cameroon import GAME
from cardsim.games.counter_cameroon.rules import BALANCED, STANDARD, Rules
from cardsim.games.counter_cameroon.state import CATEGORIES, HIGHEST, LOST, LOWEST, SHARED, WON
from cardsim.options.params import Value, options_of, pack, shown
from cardsim.workspace import load_strategy
from in_bulk import as_triple, outcomes_of, seating_of
from oracles import counter_cameroon as oracle

SEED = 12
GAMES_IN_BATCH = 25
"""Games of one table: one set of rules and strategies."""
LONG_SHARE = 0.02
"""Share of the tables that play by rules under which games are long."""
BATCHES_AT_ONCE = 20
NUMBERS = range(LOWEST, HIGHEST + 1)
SCORING = options_of(Rules)[0]

BRAINS = ("random-split", "max-points-live", "points-times-progress", "max-points-static")
"""Strategies that between them come to every place in the rules; the first acts at random."""


# --- Tables --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Table:
    """Rules, and who sits where."""

    rules: Rules
    seating: SeatedStrategies

    @cached_property
    def packed_rules(self) -> np.ndarray[Any, Any]:
        """The rules as the kernel takes them."""
        return pack(self.rules)

    @cached_property
    def oracle_rules(self) -> oracle.Rules:
        """The rules as the oracle takes them."""
        options = {each.name: getattr(self.rules, each.name) for each in fields(oracle.Rules)}
        if options["scoring"] not in SCORING.choices:
            options["scoring"] = SCORING.numbers(options["scoring"])
        return oracle.Rules(**options)


@cache
def brains() -> tuple[Strategy, ...]:
    """The strategies at the tables."""
    return tuple(load_strategy(GAME, name) for name in BRAINS)


def seating(rows: Sequence[Sequence[int]], heroes: Sequence[int]) -> SeatedStrategies:
    """A seating of the `brains`: for each rotation who sits where, and the hero's seat."""
    return seating_of(GAME, brains(), rows, heroes)


def random_rules(rng: random.Random, *, long: bool) -> Rules:
    """A value for every option of section 7; those that cut games short are usual unless `long`."""
    own = ",".join(str(rng.choice([0, 1, 2, 5, 50, 999])) for _ in NUMBERS)
    values: dict[str, Value] = {
        "scoring": SCORING.check(rng.choice(["standard", "balanced", own])),
        "double_mark": rng.choice([1, 2]),
        "must_mark": rng.random() < 0.5,
        "first_player": rng.choice(["0", "random"]),
        "early_stop": rng.random() < 0.5,
        "marks_to_win": rng.choice([4, 4, 4, rng.randint(1, 9)]) if long else rng.randint(1, 4),
        "max_turns": 10000 if long else rng.choice([1, 2, 4, 8, 14, rng.randint(3, 22)]),
    }
    if not long and rng.random() < 0.1:
        values["marks_to_win"], values["max_turns"] = 1, 10000
    return Rules(**values)  # type: ignore[arg-type]


def random_seating(rng: random.Random) -> SeatedStrategies:
    """A random one of the strategies in each seat, most often the one that acts at random."""
    rotations = rng.randint(1, 3)
    rows = [[rng.choice([0, 0, 0, 1, 2, 3]) for _ in range(2)] for _ in range(rotations)]
    return seating(rows, [rng.randrange(2) for _ in range(rotations)])


def random_table(rng: random.Random) -> Table:
    """A table with random rules and strategies."""
    return Table(random_rules(rng, long=rng.random() < LONG_SHARE), random_seating(rng))


# --- One game twice ------------------------------------------------------------------------------


def same(what: str, kernel: object, expected: object) -> None:
    """Raise unless the kernel has what the oracle has."""
    if kernel != expected:
        raise AssertionError(f"{what}: the kernel has {kernel!r}, the oracle {expected!r}")


def traced_game(table: Table, *, seed: int, hand: int) -> Trace:
    """Let the kernel play one game, and keep all of it."""
    traced = trace(
        GAME,
        table.seating,
        rules=table.packed_rules,
        players=2,
        unit=0,
        seed=seed,
        hand=hand,
    )
    same("status", traced.status, DONE)
    return traced


class Recorded:
    """Chance and choices for the oracle: the dice and splits of a traced game.

    At every decision the oracle's view must be the one that the kernel gave.
    """

    def __init__(self, traced: Trace) -> None:
        """Begin before the first roll."""
        self.first = traced.events[0].seat
        self.rolls = iter([event.values for event in traced.events if event.kind == "roll"])
        decided = [step for step in traced.steps if step.decision is not None]
        self.actions = [(step.seat, step.action) for step in decided]
        states = np.array([step.before for step in decided], GAME.state)
        names = [*oracle_names(), "legal", "choices", "splits", "recorded", "worth"]
        self.columns = {name: states[name].tolist() for name in names}
        self.at = 0

    def pick(self, count: int) -> int:
        """Who rolls first."""
        same("number of seats", 2, count)
        return self.first

    def dice(self, count: int) -> list[int]:
        """The next roll."""
        dice = next(self.rolls)
        same("number of dice", len(dice), count)
        return list(dice)

    def choose(self, decision: str, seat: int, view: oracle.View, legal: list[int]) -> int:
        """The recorded split, after the comparison of all that the seat was shown."""
        row = {name: column[self.at] for name, column in self.columns.items()}
        who, action = self.actions[self.at]
        self.at += 1
        same("decision", ("split", who), (decision, seat))
        same("legal", [k for k in range(3) if row["legal"] >> k & 1], legal)
        for name in ("my_marks", "opp_marks", "points"):
            same(name, {c: row[name][c] for c in NUMBERS}, view[name])
        relative = {-1: -1, seat: 0, 1 - seat: 1}
        same("owner", {c: relative[row["owner"][c]] for c in NUMBERS}, view["owner"])
        for name in ("turns", "i_rolled_first", "dice"):
            same(name, row[name], view[name])
        self.check_splits(row, view, legal)
        return int(action)

    def check_splits(self, row: dict[str, Any], view: oracle.View, legal: list[int]) -> None:
        """Compare what the kernel says of the splits with what the oracle makes of them."""
        splits = splits_of(tuple(view["dice"]))
        same("splits", row["splits"], splits)
        choices = [k for k in legal if splits[k] not in splits[:k]]
        same("choices", [k for k in range(3) if row["choices"] >> k & 1], choices)


@cache
def splits_of(dice: tuple[int, ...]) -> list[list[int]]:
    """The two sums, the lower first, of each of the three partings."""
    return [sorted(oracle.split(dice, k)) for k in range(3)]


def oracle_names() -> list[str]:
    """The fields of the view that the oracle has too."""
    return ["my_marks", "opp_marks", "points", "owner", "turns", "i_rolled_first", "dice"]


def check_game(table: Table, *, seed: int, hand: int, tally: Tally) -> None:
    """Play one game twice and compare all of it."""
    traced = traced_game(table, seed=seed, hand=hand)
    source = Recorded(traced)
    played = oracle.play_hand(table.oracle_rules, 2, source, source.choose)
    events = [in_oracle(event) for event in traced.events]
    same("events", events, played.events)
    same("decisions", len(source.actions), source.at)
    kernel = {name: traced.outcome[name].tolist() for name in GAME.outcome.names or ()}
    expected = outcome(played, hero_of(table, hand))
    same("outcome", {name: kernel[name] for name in expected}, expected)
    state = traced.steps[-1].after
    marks = [state["my_marks"], state["opp_marks"]]
    mover = int(state["seat"])
    for seat in range(2):
        ours = marks[0] if seat == mover else marks[1]
        same("marks", {c: int(ours[c]) for c in NUMBERS}, dict(played.marks[seat]))
    check_recorded(traced, source)
    tally.count(table, played)


def in_oracle(event: Event) -> oracle.Event:
    """An event as the oracle has it: a number shows dice as digits, and two sums as hundreds."""
    digits = {"roll": 10, "split": 100}.get(event.kind)
    if digits is None:
        return as_triple(event)
    number = 0
    for value in event.values:
        number = digits * number + value
    return event.kind, event.seat, number


def check_recorded(traced: Trace, source: Recorded) -> None:
    """Compare which marks the kernel foretold with those that its events, now checked, tell of."""
    kinds = iter([e for e in traced.events if e.kind in ("split", "mark", "waste")])
    event = next(kinds, None)
    for at, (_, action) in enumerate(source.actions):
        event = next(kinds, None)
        made = []
        while event is not None and event.kind != "split":
            made.append((event.kind == "mark", event.values[0]))
            event = next(kinds, None)
        row = {name: source.columns[name][at] for name in ("recorded", "worth", "points")}
        flags = [*(int(kept) for kept, _ in made), 0][:2]
        same("recorded", row["recorded"][action], flags)
        worth = sum(row["points"][c] for kept, c in made if kept)
        same("worth", row["worth"][action], worth)


def hero_of(table: Table, hand: int) -> int:
    """The hero's seat in this game number."""
    heroes = table.seating.heroes
    return int(heroes[hand % len(heroes)])


def result(own: int, other: int) -> int:
    """How a game ended for the one with `own` points."""
    return SHARED if own == other else WON if own > other else LOST


def outcome(played: oracle.Played, hero: int) -> dict[str, Any]:
    """The outcome of a game by field, as the kernel should write it."""
    by_scoring = []
    for scoring in (STANDARD, BALANCED):
        points = dict(zip(NUMBERS, scoring, strict=True))
        scores = oracle.scores_of(played.owner, points)
        by_scoring.append((scores[hero], result(scores[hero], scores[1 - hero])))
    ended = result(played.scores[hero], played.scores[1 - hero])
    same("winner", {LOST: 1 - hero, SHARED: -1, WON: hero}[ended], played.winner)
    owner = [played.owner[c] for c in NUMBERS]
    return {
        "hero": hero,
        "hero_first": hero == played.first,
        "result": ended,
        "result_standard": by_scoring[0][1],
        "result_balanced": by_scoring[1][1],
        "same_winner": by_scoring[0][1] == by_scoring[1][1],
        "first_won": played.winner == played.first,
        "hero_points": played.scores[hero],
        "hero_standard": by_scoring[0][0],
        "hero_balanced": by_scoring[1][0],
        "hero_categories": played.categories[hero],
        "turns": played.turns,
        "wasted": played.wasted,
        "won": [int(played.winner == seat) for seat in range(2)],
        "points": played.scores,
        "owner": owner,
        "hero_took": [int(seat == hero) for seat in owner],
        "decided": decided(played.events),
    }


def decided(events: Sequence[oracle.Event]) -> list[int]:
    """The turn in which each category was won, 0 never."""
    turns, turn = [0] * CATEGORIES, 0
    for kind, _, number in events:
        turn += kind == "roll"
        if kind == "own":
            turns[number - LOWEST] = turn
    return turns


def play_many(table: Table, *, seed: int, first: int, count: int) -> np.ndarray[Any, Any]:
    """The outcomes of many games, by the bulk engine."""
    return outcomes_of(
        GAME,
        table.seating,
        rules=table.packed_rules,
        players=2,
        seed=seed,
        first=first,
        count=count,
    )


# --- Many games ----------------------------------------------------------------------------------


@dataclass
class Tally:
    """What occurred in the games that were checked."""

    games: int = 0
    turns: int = 0
    events: Counter[str] = field(default_factory=Counter)
    situations: Counter[str] = field(default_factory=Counter)
    options: Counter[tuple[str, Value]] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Add the counts of other games."""
        for each in fields(Tally):
            total, more = getattr(self, each.name), getattr(other, each.name)
            if isinstance(total, Counter):
                total.update(more)
            else:
                setattr(self, each.name, total + more)

    def count(self, table: Table, played: oracle.Played) -> None:
        """Count what happened in a game."""
        self.games += 1
        self.turns += played.turns
        self.events.update(kind for kind, _, _ in played.events)
        self.situations.update(situations(table, played))
        for each in fields(Rules):
            self.options[each.name, getattr(table.rules, each.name)] += 1


SITUATIONS = (
    "all categories won",
    "stopped early",
    "stopped by max-turns",
    "shared win",
    "a full game",
    "seat 1 rolled first",
    "the first of two equal marks wins",
    "a turn wins two categories",
    "a turn records nothing",
    "the scorings disagree",
)
"""Places in the rules that are to be met."""


def situations(table: Table, played: oracle.Played) -> list[str]:
    """Which of `SITUATIONS` can be read from a game."""
    rules = table.rules
    complete = all(seat >= 0 for seat in played.owner.values())
    kinds = "".join(
        {"split": "/", "mark": "m", "waste": "w", "own": "o"}.get(k, "")
        for k, _, _ in played.events
    )
    turns = kinds.split("/")
    balanced = oracle.scores_of(played.owner, dict(zip(NUMBERS, BALANCED, strict=True)))
    standard = oracle.scores_of(played.owner, dict(zip(NUMBERS, STANDARD, strict=True)))
    splits = [n for k, _, n in played.events if k == "split"]
    found = {
        "all categories won": complete,
        "stopped early": not complete and played.turns < rules.max_turns,
        "stopped by max-turns": not complete and played.turns == rules.max_turns,
        "shared win": played.winner < 0,
        "a full game": complete and rules.marks_to_win == 4,
        "seat 1 rolled first": played.first == 1,
        "the first of two equal marks wins": any(
            turn == "mow" and n // 100 == n % 100 for turn, n in zip(turns[1:], splits, strict=True)
        ),
        "a turn wins two categories": "momo" in turns,
        "a turn records nothing": "ww" in turns,
        "the scorings disagree": oracle.winner_of(standard) != oracle.winner_of(balanced),
    }
    return [name for name, is_so in found.items() if is_so]


def check_batch(batch: int, *, seed: int = SEED) -> Tally:
    """Check the games of one random table.

    Raises:
        AssertionError: kernel and oracle differ; the notes say where.
    """
    rng = random.Random(f"{seed} {batch}")
    table = random_table(rng)
    trace_seed, first = rng.getrandbits(64), rng.getrandbits(40)
    tally = Tally()
    for hand in range(first, first + GAMES_IN_BATCH):
        try:
            check_game(table, seed=trace_seed, hand=hand, tally=tally)
        except (AssertionError, ValueError, IndexError, KeyError) as error:
            error.add_note(f"batch {batch} of seed {seed}, trace seed {trace_seed}, game {hand}")
            error.add_note(f"{table.rules}")
            raise
    return tally


def check_batches(batches: Sequence[int], *, seed: int = SEED) -> Tally:
    """Check several tables."""
    total = Tally()
    for batch in batches:
        total.add(check_batch(batch, seed=seed))
    return total


def check_many(games: int, *, processes: int, seed: int) -> Tally:
    """Check at least `games` games in several processes."""
    total = Tally()
    chunks = (range(at, at + BATCHES_AT_ONCE) for at in itertools.count(0, BATCHES_AT_ONCE))
    context = multiprocessing.get_context("spawn")
    check_batch(0, seed=seed)
    with ProcessPoolExecutor(processes, mp_context=context) as pool:
        while total.games < games:
            some = list(itertools.islice(chunks, 4 * processes))
            for tally in pool.map(partial(check_batches, seed=seed), some):
                total.add(tally)
    return total


def summary(tally: Tally) -> list[str]:
    """The counts in words."""
    lines = [f"{tally.games} games, {tally.turns} turns: kernel and oracle agree"]
    for name in ("events", "situations"):
        counts = sorted(getattr(tally, name).items())
        lines.append(f"{name}: " + ", ".join(f"{key} {n}" for key, n in counts))
    for each in fields(Rules):
        values = sorted((v, n) for (name, v), n in tally.options.items() if name == each.name)
        if len(values) > 8:
            text = f"{len(values)} values from {shown(values[0][0])} to {shown(values[-1][0])}"
        else:
            text = ", ".join(f"{shown(value)} {n}" for value, n in values)
        lines.append(f"{each.name}: {text}")
    return lines


def main() -> None:
    """Check as many games as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hands", type=int, default=20_000, help="at least so many")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=SEED)
    given = parser.parse_args()
    begun = time.perf_counter()
    tally = check_many(given.hands, processes=given.processes, seed=given.seed)
    for line in summary(tally):
        print(line)  # noqa: T201
    print(f"{time.perf_counter() - begun:.1f} s")  # noqa: T201


if __name__ == "__main__":
    main()
