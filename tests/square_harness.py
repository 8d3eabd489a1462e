"""Hands of compiled Square 9, each played again by the oracle and compared event by event.

`python tests/square_harness.py --hands 1000000 --processes 2` checks any number of them and says
how often each end, event and option occurred; the tests check some tens of thousands.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import random
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, fields
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from cardsim.engine.bulk import SeatedStrategies
from cardsim.engine.hand_loop import DONE, SCORED
from cardsim.engine.trace import trace
from cardsim.games.square_nine import GAME
from cardsim.games.square_nine.rules import Rules, decks_in_play, objection
from cardsim.games.square_nine.state import (
    CELLS,
    CLOSED,
    FACE_DOWN,
    HISTORY,
    JOKER,
    LINES,
    NO_CARD,
    RANKS,
    SEATS,
    STOCK_OUT,
    TURN_LIMIT,
    WHOLE,
)
from cardsim.options.params import Value, pack, shown
from cardsim.workspace import load_strategy
from in_bulk import as_triple, outcomes_of, seating_of
from oracles import square_nine as oracle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsim.strategy import Strategy

SEED = 31
HANDS_IN_BATCH = 25
"""Hands of one table: one set of rules, players and strategies."""
MATCH_SHARE = 0.15
"""Share of the batches that play whole matches."""
BATCHES_AT_ONCE = 20
VIEW_SHARE = 0.25
"""Share of the decisions at which the kernel's view is compared with the oracle's; what is legal is
compared at every one."""
LOOK_SHARE = 0.08
"""Share of those at which all that the view derives from the table is worked out again."""
ENDS = {CLOSED: 0, TURN_LIMIT: 1, STOCK_OUT: 2}

PLAIN_FIELDS = [name for name in GAME.view.names or () if name not in ("history", "seats")]

Event = tuple[str, int, int]


# --- Tables --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Table:
    """Rules, players, and who sits where."""

    rules: Rules
    players: int
    seating: SeatedStrategies

    @cached_property
    def packed_rules(self) -> np.ndarray[Any, Any]:
        """The rules as the kernel takes them."""
        return pack(self.rules)

    @cached_property
    def oracle_rules(self) -> oracle.Rules:
        """The rules as the oracle takes them."""
        options: dict[str, Any] = {
            each.name: getattr(self.rules, each.name) for each in fields(oracle.Rules)
        }
        options["decks"] = "auto" if self.rules.decks == "auto" else int(self.rules.decks)
        options["max_turns"] = self.rules.max_turns or None
        return oracle.Rules(**options)


@cache
def brains() -> tuple[Strategy, ...]:
    """One that acts at random, and one that closes hands."""
    return load_strategy(GAME, "random-legal"), load_strategy(GAME, "low-card")


def random_rules(rng: random.Random, *, match: bool) -> Rules:
    """A value for every option of section 7; long hands are rarer."""
    one_open = rng.random() < 0.5
    values: dict[str, Value] = {
        "decks": rng.choice(["auto", "1", "2", "3", "4", str(rng.randint(1, 8))]),
        "jokers_per_deck": rng.choice([2, 2, rng.randint(0, 4), 4]),
        "match_lines": rng.choice(
            ["rows-diagonals", "rows", "columns", "rows-columns", "columns-diagonals", "all"]
        ),
        "joker_line": rng.choice(["zero", "keep-negative"]),
        "open_cells": 1 if one_open else rng.randint(0, 9),
        "replace_once": rng.random() < (0.9 if one_open else 0.7),
        "joker_value": rng.choice([-2, -2, -5, rng.randint(-20, 20)]),
        "king_value": rng.choice([0, 0, 10, rng.randint(-20, 20)]),
        "expose_order": rng.choice(["seat-order", "hidden"]),
        "final_turn": rng.random() < 0.7,
        "stock_exhausted": rng.choice(["reshuffle", "end-hand"]),
        "holes": rng.randint(1, 4) if match else rng.choice([1, 9]),
        "max_turns": 0 if rng.random() < 0.08 else rng.choice([8, 15, rng.randint(1, 30)]),
    }
    return Rules(**values)  # type: ignore[arg-type]


def random_table(rng: random.Random, *, match: bool = False) -> Table:
    """A table with random rules, players and strategies at which a hand can be dealt."""
    while True:
        rules = random_rules(rng, match=match)
        players = rng.choice([2, 2, 3, 4, 5, 6, rng.randint(2, SEATS)])
        if objection(rules, players) is None:
            break
    parameters: dict[str, Value] = {
        "cell": rng.randint(0, 8),
        "a": rng.choice([2, 4, 6, 9, rng.randint(-3, 11)]),
        "swap": rng.randint(0, 21),
    }
    at_table = rng.choice([[0], [0, 1], [1]])
    rotations = rng.randint(1, 3)
    rows = [[rng.choice(at_table) for _ in range(players)] for _ in range(rotations)]
    heroes = [rng.randrange(players) for _ in range(rotations)]
    return Table(rules, players, seating_of(GAME, brains(), rows, heroes, parameters))


# --- What the kernel did -------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """A decision: in which state of the trace it was asked, its name, its seat, and the action."""

    row: int
    name: str
    seat: int
    action: int


@dataclass(frozen=True)
class Play:
    """A traced hand or match.

    Attributes:
        views: the view after every step.
        legal: the legal actions there, as a mask.
        histories: what the view told of all turns when a hand was scored, and how many they were.
    """

    events: list[Event]
    outcome: dict[str, Any]
    views: np.ndarray[Any, Any]
    legal: list[int]
    histories: list[tuple[int, list[list[int]]]]
    asked: list[Asked]


def play(table: Table, *, seed: int, hand: int, match: bool) -> Play:
    """Let the kernel play one hand, or one match, and keep all of it."""
    traced = trace(
        GAME,
        table.seating,
        rules=table.packed_rules,
        players=table.players,
        unit=int(match),
        seed=seed,
        hand=hand,
    )
    same("status", traced.status, DONE)
    memory = bytearray().join(step.after.tobytes() for step in traced.steps)
    views = np.frombuffer(memory, GAME.view)
    scored = [
        row
        for row, step in enumerate(traced.steps)
        if step.decision is None and step.action == SCORED
    ]
    return Play(
        events=[as_triple(event) for event in traced.events],
        outcome={name: traced.outcome[name].tolist() for name in GAME.outcome.names or ()},
        views=views,
        legal=views["legal"].tolist(),
        histories=[(int(views["turn"][row]), views["history"][row].tolist()) for row in scored],
        asked=[
            Asked(row - 1, step.decision.name, step.seat, step.action)
            for row, step in enumerate(traced.steps)
            if step.decision is not None
        ],
    )


def cards_of(events: Sequence[Event]) -> list[int]:
    """The cards that came to be seen for the first time since they were dealt or shuffled."""
    cards: list[int] = []
    up: set[tuple[int, int]] = set()
    placed = (-1, -1)
    for kind, seat, number in events:
        if kind == "deal":
            up.discard((seat, number))
        elif kind in ("expose", "place"):
            placed = (seat, number)
        if kind in ("upcard", "turned", "draw", "reveal") or (kind == "off" and placed not in up):
            cards.append(number)
        if kind in ("turned", "off"):
            up.add(placed)
    return cards


def same(what: str, kernel: object, by_oracle: object) -> None:
    """Raise unless the kernel has what the oracle has."""
    if kernel != by_oracle:
        raise AssertionError(f"{what}: the kernel has {kernel!r}, the oracle {by_oracle!r}")


# --- What the oracle makes of it -----------------------------------------------------------------


class Recorded:
    """Cards and choices for the oracle: those of a traced hand or match.

    At every decision the oracle's view of the table must be the one that the kernel gave.
    """

    def __init__(self, table: Table, recorded: Play, rng: random.Random) -> None:
        """Begin at the first deal."""
        self.table = table
        self.play = recorded
        self.cards = iter(cards_of(recorded.events))
        self.decisions = 0
        self.rng = rng
        self.looks = 0

    def card(self, stock: list[int]) -> int:
        """The next card of the trace."""
        card = next(self.cards, NO_CARD)
        if card not in stock:
            raise AssertionError(f"card: the kernel has {card}, the oracle one of {stock}")
        return card

    def choose(self, decision: str, seat: int, view: oracle.View, legal: list[int]) -> int:
        """The recorded action, after the comparison of all that the seat was shown."""
        if self.decisions == len(self.play.asked):
            same("decision", None, (decision, seat))
        asked = self.play.asked[self.decisions]
        self.decisions += 1
        same("decision", (asked.name, asked.seat), (decision, seat))
        same("legal", self.play.legal[asked.row], sum(1 << action for action in legal))
        if self.rng.random() < VIEW_SHARE:
            record = self.play.views[asked.row]
            told = {name: record[name].tolist() for name in PLAIN_FIELDS}
            at_table = record["seats"][: self.table.players]
            seats = {name: at_table[name].tolist() for name in GAME.view["seats"].base.names or ()}
            self.check_public(told, seats, view)
            if self.rng.random() < LOOK_SHARE:
                self.looks += 1
                self.check_derived(told, seats, view)
        return asked.action

    def check_public(self, told: dict[str, Any], seats: dict[str, Any], view: oracle.View) -> None:
        """Compare what the rules file calls public, and the card in hand."""
        names = {
            "players": "n",
            "seat": "my_seat",
            "stock_count": "stock_count",
            "closer": "closer",
            "turn": "turn_count",
            "holes_left": "hands_left",
            "decks": "decks",
        }
        for field_name, name in names.items():
            same(field_name, told[field_name], view[name])
        grids = [[-1 if c == FACE_DOWN else c for c in cards] for cards in seats["cards"]]
        same("cards", grids, view["grid"])
        same("open", seats["open"], [sum(1 << c for c in cells) for cells in view["open"]])
        same("score", seats["score"], view["scores"])
        in_hand = view.get("card_in_hand", NO_CARD)
        same("card", told["card"], in_hand)
        took = view.get("source") == "take-discard"
        same("took_discard", told["took_discard"], took)
        same("top_discard", told["top_discard"], in_hand if took else view["top_discard"])

    def check_derived(self, told: dict[str, Any], seats: dict[str, Any], view: oracle.View) -> None:
        """Work out from the oracle's view what the kernel's view tells beyond it."""
        rules = self.table.oracle_rules
        points = [oracle.card_value(rules, rank) for rank in range(RANKS)]
        same("points", told["points"], points)
        same("discard_value", told["discard_value"], points[told["top_discard"]])
        in_hand = told["card"] != NO_CARD
        same("card_value", told["card_value"], points[told["card"]] if in_hand else 0)
        for seat, grid in enumerate(view["grid"]):
            values = [0 if c < 0 else points[c] for c in grid]
            same("values", seats["values"][seat], values)
            same("face_down", seats["face_down"][seat], grid.count(-1))
            lines = [
                k
                for k, cells in enumerate(LINES)
                if cells in counting_lines(rules.match_lines)
                and matches(rules, [grid[c] for c in cells])
            ]
            zeroed = {c for k in lines for c in LINES[k]}
            same("lines", seats["lines"][seat], sum(1 << k for k in lines))
            same(
                "shown",
                seats["shown"][seat],
                sum(v for c, v in enumerate(values) if c not in zeroed),
            )
        self.check_own(told, view, points)
        self.check_unseen(told, view)

    def check_own(self, told: dict[str, Any], view: oracle.View, points: list[int]) -> None:
        """The seat's first face-down cell, and its worst card that may go."""
        grid, own_open = view["grid"][view["my_seat"]], view["open"][view["my_seat"]]
        same("first_down", told["first_down"], grid.index(-1) if -1 in grid else CELLS)
        free = range(CELLS) if not self.table.rules.replace_once else sorted(own_open)
        worth = {c: points[grid[c]] for c in free if grid[c] >= 0}
        if worth:
            worst = max(worth, key=lambda c: (worth[c], -c))
            same("worst", (told["worst_cell"], told["worst_value"]), (worst, worth[worst]))
        else:
            same("worst_cell", told["worst_cell"], CELLS)

    def check_unseen(self, told: dict[str, Any], view: oracle.View) -> None:
        """The cards that nobody has seen, counted from the history of the hand."""
        events = this_hand(view["history"])
        decks = decks_in_play(self.table.rules, self.table.players)
        left = Counter(dict.fromkeys(range(JOKER), 4 * decks))
        left[JOKER] = decks * self.table.rules.jokers_per_deck
        stock: Counter[int] = Counter()
        pile: list[int] = []
        up: dict[tuple[int, int], int] = {}
        placed = (-1, -1)
        hand = -1
        for kind, seat, number in events:
            if kind in ("expose", "place"):
                placed = (seat, number)
            if kind == "upcard":
                left[number] -= 1
                pile.append(number)
            elif kind == "turned":
                left[number] -= 1
                up[placed] = number
            elif kind == "reshuffle":
                stock = Counter(pile[:-1])
                pile = pile[-1:]
            elif kind == "take":
                hand = pile.pop()
            elif kind == "draw":
                hand = number
                (stock if stock.total() else left)[number] -= 1
            elif kind == "off":
                if placed not in up:
                    left[number] -= 1
                up[placed] = hand
                pile.append(number)
            elif kind == "discard":
                pile.append(number)
        same("unseen", told["unseen"], [left[rank] + stock[rank] for rank in range(RANKS)])
        same("restocked", told["restocked"], [stock[rank] for rank in range(RANKS)])


@cache
def counting_lines(match_lines: str) -> set[tuple[int, int, int]]:
    """The lines in which three aces, and nothing else of the kind, score nothing."""
    rules = oracle.Rules(match_lines=match_lines)
    grids = {cells: [0 if c in cells else 1 + c for c in range(CELLS)] for cells in LINES}
    return {cells for cells, grid in grids.items() if oracle.zeroed_lines(rules, grid)}


def matches(rules: oracle.Rules, ranks: Sequence[int]) -> bool:
    """Whether three cards, all face up, are of one rank that counts nothing in a line."""
    if -1 in ranks or len(set(ranks)) > 1:
        return False
    return ranks[0] != JOKER or rules.joker_line == "zero"


def this_hand(events: Sequence[Event]) -> Sequence[Event]:
    """The events since the last deal."""
    ends = [k for k, event in enumerate(events) if event[0] in ("hole", "score")]
    return events[ends[-1] + 1 :] if ends else events


def history_of(events: Sequence[Event]) -> list[list[int]]:
    """The turns of one hand as the kernel's view tells them."""
    rows: list[list[int]] = []
    source, card, cell = 0, -1, CELLS
    for kind, _, number in events:
        if kind in ("take", "draw"):
            source, card, cell = int(kind == "take"), number, CELLS
        elif kind == "place":
            cell = number
        elif kind in ("off", "discard"):
            rows.append([source, card, cell, number])
    return rows


# --- Checking ------------------------------------------------------------------------------------


@dataclass
class Tally:
    """How much was checked, and what occurred in it."""

    hands: int = 0
    matches: int = 0
    decisions: int = 0
    looks: int = 0
    ends: Counter[int] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    options: Counter[tuple[str, Any]] = field(default_factory=Counter)
    situations: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Add another's counts."""
        for each in fields(self):
            mine, theirs = getattr(self, each.name), getattr(other, each.name)
            if isinstance(mine, Counter):
                mine.update(theirs)
            else:
                setattr(self, each.name, mine + theirs)

    def count(self, source: Recorded, hands: Sequence[oracle.Played]) -> None:
        """Count what happened in the hands just checked."""
        self.hands += len(hands)
        self.decisions += source.decisions
        self.looks += source.looks
        for hand in hands:
            self.ends[hand.end] += 1
            self.events.update(kind for kind, _, _ in hand.events)
            self.situations["tie"] += len(hand.winners) > 1
            self.situations["reshuffled"] += hand.reshuffles > 0
            self.situations["reshuffled twice"] += hand.reshuffles > 1
            self.situations["more turns than the history holds"] += hand.turns > HISTORY
            rules = source.table.oracle_rules
            lines = [len(oracle.zeroed_lines(rules, grid)) for grid in hand.grids]
            self.situations["a line counts nothing"] += any(lines)
            self.situations["two lines of a seat count nothing"] += max(lines) > 1


def check_hand(table: Table, *, seed: int, hand: int, tally: Tally, rng: random.Random) -> None:
    """Play one hand twice and compare it."""
    kernel = play(table, seed=seed, hand=hand, match=False)
    source = Recorded(table, kernel, rng)
    hands_left = table.rules.holes - 1
    played = oracle.play_hand(
        table.oracle_rules, table.players, source, source.choose, hands_left=hands_left
    )
    same("events", kernel.events, played.events)
    compare_end(source, [played])
    compare_outcome(kernel.outcome, hand_outcome(table, played, hero_of(table, hand)))
    tally.count(source, [played])


def check_match(table: Table, *, seed: int, hand: int, tally: Tally, rng: random.Random) -> None:
    """Play one match twice and compare it."""
    kernel = play(table, seed=seed, hand=hand, match=True)
    source = Recorded(table, kernel, rng)
    game = oracle.play_match(table.oracle_rules, table.players, source, source.choose)
    same("events", kernel.events, game.events)
    compare_end(source, game.hands)
    hero = hero_of(table, hand)
    compare_outcome(kernel.outcome, shares(table, game.totals, game.winners, hero))
    tally.count(source, game.hands)
    tally.matches += 1


def compare_end(source: Recorded, hands: Sequence[oracle.Played]) -> None:
    """Compare what was told of all turns, and that nothing of the trace was left over."""
    kernel = source.play
    same("decisions", len(kernel.asked), source.decisions)
    same("cards left over", next(source.cards, None), None)
    same("hands", len(kernel.histories), len(hands))
    for (turns, told), hand in zip(kernel.histories, hands, strict=True):
        same("turns", turns, hand.turns)
        rows = [[0, 0, 0, 0]] * HISTORY
        for turn, row in enumerate(history_of(hand.events)):
            rows[turn % HISTORY] = row
        same("history", told, rows)


def hero_of(table: Table, hand: int) -> int:
    """The hero's seat in this hand number."""
    heroes = table.seating.heroes
    return int(heroes[hand % len(heroes)])


def shares(
    table: Table, points: Sequence[int], winners: Sequence[int], hero: int
) -> dict[str, Any]:
    """The part of an outcome that a hand and a match have in common."""
    part = WHOLE[table.players] // len(winners)
    won = [part if seat in winners else 0 for seat in range(table.players)]
    return {
        "hero": hero,
        "score": list(points),
        "won": won,
        "hero_score": points[hero],
        "hero_won": won[hero],
    }


def hand_outcome(table: Table, played: oracle.Played, hero: int) -> dict[str, Any]:
    """The outcome of a hand by field, as the kernel should write it."""
    lines = [len(oracle.zeroed_lines(table.oracle_rules, grid)) for grid in played.grids]
    closed = played.closer >= 0
    return {
        **shares(table, played.scores, played.winners, hero),
        "end": next(end for end, number in ENDS.items() if number == played.end),
        "turns": played.turns,
        "closer": played.closer,
        "closer_score": played.scores[played.closer] if closed else 0,
        "hero_closed": played.closer == hero,
        "lines": lines,
        "zeroed": sum(lines),
    }


def compare_outcome(kernel: dict[str, Any], expected: dict[str, Any]) -> None:
    """Compare what the kernel wrote for counting."""
    for name, value in expected.items():
        written = kernel[name][: len(value)] if isinstance(value, list) else kernel[name]
        same(f"outcome {name}", written, value)


def play_many(
    table: Table, *, seed: int, first: int, count: int, match: bool = False
) -> np.ndarray[Any, Any]:
    """The outcomes of many hands or matches, by the bulk engine."""
    return outcomes_of(
        GAME,
        table.seating,
        rules=table.packed_rules,
        players=table.players,
        seed=seed,
        first=first,
        count=count,
        unit=int(match),
    )


def check_batch(batch: int, *, seed: int = SEED) -> Tally:
    """Check the hands or matches of one random table.

    Raises:
        AssertionError: kernel and oracle differ; the notes say where.
    """
    rng = random.Random(f"{seed} {batch}")
    match = rng.random() < MATCH_SHARE
    table = random_table(rng, match=match)
    trace_seed, first = rng.getrandbits(64), rng.getrandbits(40)
    tally = Tally()
    check = check_match if match else check_hand
    for hand in range(first, first + (HANDS_IN_BATCH // 3 if match else HANDS_IN_BATCH)):
        try:
            check(table, seed=trace_seed, hand=hand, tally=tally, rng=rng)
        except (AssertionError, ValueError, IndexError) as error:
            error.add_note(f"batch {batch} of seed {seed}, trace seed {trace_seed}, hand {hand}")
            error.add_note(f"{table.players} players, {table.rules}")
            raise
    tally.options["players", table.players] += tally.hands
    for each in fields(Rules):
        tally.options[each.name, getattr(table.rules, each.name)] += tally.hands
    return tally


def check_batches(batches: Sequence[int], *, seed: int = SEED) -> Tally:
    """Check several tables."""
    total = Tally()
    for batch in batches:
        total.add(check_batch(batch, seed=seed))
    return total


# --- From the command line -----------------------------------------------------------------------


def check_many(hands: int, *, processes: int, seed: int) -> Tally:
    """Check at least `hands` hands in several processes."""
    total = Tally()
    chunks = (range(at, at + BATCHES_AT_ONCE) for at in itertools.count(0, BATCHES_AT_ONCE))
    context = multiprocessing.get_context("spawn")
    check_batch(0, seed=seed)
    with ProcessPoolExecutor(processes, mp_context=context) as pool:
        while total.hands < hands:
            some = list(itertools.islice(chunks, 4 * processes))
            for tally in pool.map(partial(check_batches, seed=seed), some):
                total.add(tally)
    return total


def summary(tally: Tally) -> list[str]:
    """The counts in words."""
    lines = [
        (
            f"{tally.hands} hands, {tally.matches} matches, {tally.decisions} decisions, "
            f"{tally.looks} of them looked at closely: kernel and oracle agree"
        )
    ]
    for name in ("ends", "events", "situations"):
        numbers = sorted(getattr(tally, name).items())
        lines.append(f"{name}: " + ", ".join(f"{key} {n}" for key, n in numbers))
    for option in dict.fromkeys(name for name, _ in tally.options):
        values = sorted((v, n) for (name, v), n in tally.options.items() if name == option)
        if len(values) > 12:
            text = f"{len(values)} values from {shown(values[0][0])} to {shown(values[-1][0])}"
        else:
            text = ", ".join(f"{shown(value)} {n}" for value, n in values)
        lines.append(f"{option}: {text}")
    return lines


def main() -> None:
    """Check as many hands as the command line says."""
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
