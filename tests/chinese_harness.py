"""Hands of compiled Chinese Ten, each played again by the oracle and compared event by event.

`python tests/chinese_harness.py --hands 1000000 --processes 2` checks any number of them and says
how often each event, decision and option occurred; the tests check some tens of thousands.
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
from numba import types
from numba.np.numpy_support import from_dtype

from cardsim import Strategy
from cardsim.compile.fingerprint import fingerprint
from cardsim.engine.bulk import SeatedStrategies
from cardsim.engine.hand_loop import DONE
from cardsim.engine.trace import Trace, trace
from cardsim.game import Step
from cardsim.games.chinese_ten import GAME
from cardsim.games.chinese_ten.rules import Rules
from cardsim.games.chinese_ten.state import LAYOUTS, NO_CARD, SHARES, TAKE_THREE, TRAIL
from cardsim.kernels.jit import Entry, entry
from cardsim.options.params import Value, pack, packed_dtype, shown
from cardsim.workspace import load_strategy
from in_bulk import as_triple, outcomes_of, seating_of
from oracles import chinese_ten as book

if TYPE_CHECKING:
    from collections.abc import Sequence

SEED = 10
HANDS_IN_BATCH = 25
"""Hands of one table: one set of rules, players and strategies."""
HANDS_TO_A_LOOK = 12
"""In one of so many hands all that a seat is shown is compared; that takes ten times as long."""
BATCHES_AT_ONCE = 20


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
    def book_rules(self) -> book.Rules:
        """The rules as the oracle takes them."""
        return book.Rules(**{each.name: getattr(self.rules, each.name) for each in fields(Rules)})

    @cached_property
    def points(self) -> list[int]:
        """Points of every card, from the oracle."""
        return [book.card_points(self.book_rules, self.players, card) for card in range(52)]


@cache
def brains() -> tuple[Strategy, ...]:
    """Strategies that between them come to every place in the rules."""
    return load_strategy(GAME, "random-legal"), load_strategy(GAME, "greedy")


def random_rules(rng: random.Random) -> Rules:
    """A value for every option of section 7."""
    values: dict[str, Value] = {
        "red_nine": rng.choice([9, 10]),
        "spade_ace_min_players": rng.choice([2, 3, 4]),
        "club_ace_min_players": rng.choice([2, 3, 4]),
        "four_alike_layout": rng.choice(["dealer-takes", "redeal"]),
        "triple_layout": rng.choice(["fourth-takes-all", "redeal"]),
        "must_capture": rng.random() < 0.5,
        "first_player": rng.choice(["left-of-dealer", "dealer"]),
    }
    return Rules(**values)  # type: ignore[arg-type]


def seating(rows: Sequence[Sequence[int]], heroes: Sequence[int]) -> SeatedStrategies:
    """A seating of the `brains`: for each rotation who sits in each seat, and the hero's seat."""
    return seating_of(GAME, brains(), rows, heroes)


def random_table(rng: random.Random) -> Table:
    """A table with random rules, players and strategies."""
    players = rng.choice([2, 3, 4])
    at_table = rng.choice([[0], [0], [1], [0, 1]])
    rotations = rng.randint(1, 3)
    rows = [[rng.choice(at_table) for _ in range(players)] for _ in range(rotations)]
    heroes = [rng.randrange(players) for _ in range(rotations)]
    return Table(random_rules(rng), players, seating(rows, heroes))


# --- What the kernel did -------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """A decision: its name, its seat, the action, and what the seat saw where that is compared."""

    name: str
    seat: int
    action: int
    view: Any


@dataclass(frozen=True)
class Play:
    """A traced hand."""

    events: list[book.Event]
    outcome: Any
    asked: list[Asked]


def traced(table: Table, *, seed: int, hand: int) -> Trace:
    """One hand by the tracing engine."""
    played = trace(
        GAME,
        table.seating,
        rules=table.packed_rules,
        players=table.players,
        unit=0,
        seed=seed,
        hand=hand,
    )
    same("status", played.status, DONE)
    return played


def play(table: Table, *, seed: int, hand: int, views: bool = False) -> Play:
    """Let the kernel play one hand and keep all of it; what the seats saw only where asked to."""
    played = traced(table, seed=seed, hand=hand)
    seen = views_of(played.steps, table) if views else [None] * len(played.steps)
    asked = [
        Asked(step.decision.name, step.seat, step.action, seen[row - 1])
        for row, step in enumerate(played.steps)
        if step.decision is not None
    ]
    events = [as_triple(event) for event in played.events]
    return Play(events=events, outcome=played.outcome, asked=asked)


def views_of(steps: list[Step], table: Table) -> list[dict[str, Any]]:
    """What the deciding seat sees after each step, by field, in plain numbers."""
    states = np.frombuffer(bytearray().join(step.after.tobytes() for step in steps), GAME.state)
    # The engine keeps a state before it shows it to the seat that is to decide.
    observe_entry().call(states, table.packed_rules)
    names = GAME.view.names or ()
    columns = (states[name].tolist() for name in names)
    return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]


def same(what: str, kernel: object, oracle: object) -> None:
    """Raise unless the kernel has what the oracle has."""
    if kernel != oracle:
        raise AssertionError(f"{what}: the kernel has {kernel!r}, the oracle {oracle!r}")


def in_set(mask: int) -> list[int]:
    """The cards of a set, ascending."""
    return [card for card, bit in enumerate(reversed(f"{mask:b}")) if bit == "1"]


# --- What the oracle makes of it -----------------------------------------------------------------


class Recorded:
    """Chance and choice for the oracle: the cards and actions of a traced hand.

    At every decision the oracle's view of the table must be the one that the kernel gave.
    """

    def __init__(self, table: Table, recorded: Play) -> None:
        """Begin at the deal."""
        self.table = table
        self.play = recorded
        kinds = ("deal", "layout", "flip")
        self.cards = iter([card for kind, _, card in recorded.events if kind in kinds])
        self.decisions = 0
        self.situations: Counter[str] = Counter()

    def card(self, stock: list[int]) -> int:
        """The card that the kernel drew; the oracle checks that it was there."""
        same("card drawn", (drawn := next(self.cards, -1)) in stock, True)
        return drawn

    def choose(self, decision: str, seat: int, view: book.View, legal: list[int]) -> int:
        """The recorded action, after the comparison of all that the seat was shown."""
        same("decisions left", self.decisions < len(self.play.asked), True)
        asked = self.play.asked[self.decisions]
        self.decisions += 1
        same("decision", (asked.name, asked.seat), (decision, seat))
        if asked.view is not None:
            self.check_view(asked.view, decision, view, legal)
        return in_oracle(asked.action)

    def check_view(
        self, kernel: dict[str, Any], decision: str, view: book.View, legal: list[int]
    ) -> None:
        """Compare all that the seat was shown."""
        actions = [in_oracle(action) for action in in_set(kernel["legal"])]
        same(f"legal actions of {decision}", sorted(actions), legal)
        self.check_public(kernel, view)
        self.check_hand(kernel, decision, view)
        self.check_history(kernel, view)
        self.situations["a single card asked for"] += decision == "play-card" and len(legal) == 1
        self.situations["four candidates"] += decision != "play-card" and len(legal) == 4
        self.situations["a triple or nothing"] += legal == [book.TRAIL, book.TAKE_TRIPLE]
        self.situations["three in hand and table of one rank, no triple"] += (
            decision != "play-card" and len(legal) == 3 and view["triple_rank"] == book.NONE
        )

    def points(self, card: int) -> int:
        """Points of a card under the rules of the table."""
        return self.table.points[card]

    def check_public(self, kernel: dict[str, Any], view: book.View) -> None:
        """Compare what everybody may know."""
        players = self.table.players
        oracle = {
            "players": view["n"],
            "seat": view["my_seat"],
            "dealer": view["dealer"],
            "deck_count": view["deck_count"],
            "triple_rank": view["triple_rank"],
        }
        for name, expected in oracle.items():
            same(name, kernel[name], expected)
        same("table", in_set(kernel["table"]), view["table"])
        same("hand_counts", kernel["hand_counts"][:players], view["hand_counts"])
        same("points", kernel["points"], self.table.points)

    def check_hand(self, kernel: dict[str, Any], decision: str, view: book.View) -> None:
        """Compare the own cards, and what is said of them."""
        size, hand = kernel["hand_size"], kernel["hand"]
        dealt = [
            c for kind, seat, c in self.play.events if kind == "deal" and seat == kernel["seat"]
        ]
        same("held", in_set(kernel["held"]), view["hand"])
        same("hand", hand[:size], [card for card in dealt if card in view["hand"]])
        same("beyond the hand", hand[size:], [NO_CARD] * (12 - size))
        wins = [self.wins(card, view) for card in hand[:size]]
        same("wins", kernel["wins"], wins + [-1] * (12 - size))
        light = min(hand[:size], key=self.points, default=NO_CARD)
        same("lightest", kernel["lightest"], light)
        if decision == "play-card":
            best = max(wins)
            card, legal = NO_CARD, hand[wins.index(best)] if best >= 0 else NO_CARD
            same("best_capture", kernel["best_capture"], legal)
        else:
            card = view["card_played" if decision == "choose-capture" else "card_flipped"]
            found = [c for c in in_set(kernel["legal"]) if c < TAKE_THREE]
            best_card = max(found, key=self.points, default=NO_CARD)
            same("best_capture", kernel["best_capture"], best_card)
        same("card", kernel["card"], card)

    def wins(self, card: int, view: book.View) -> int:
        """Points that a hand card would win."""
        found = [self.points(other) for other in book.partners(view["table"], card)]
        if not found:
            return -1
        all_three = card % 13 == view["triple_rank"]
        return self.points(card) + (sum(found) if all_three else max(found))

    def check_history(self, kernel: dict[str, Any], view: book.View) -> None:
        """Compare the turns, and what follows from them."""
        players = self.table.players
        rows: list[list[int]] = []
        taken: list[set[int]] = [set() for _ in range(players)]
        place = 0
        layout: list[int] = []
        for kind, seat, number in view["history"]:
            if kind == "layout":
                layout = [*layout[-3:], number]
            elif kind == "alike":
                taken[seat] |= set(layout)
            elif kind == "play":
                rows.append([number, NO_CARD, NO_CARD, NO_CARD])
                same("seat of the turn", (kernel["first"] + len(rows) - 1) % players, seat)
                place = 0
            elif kind == "flip":
                rows[-1][2] = number
                place = 2
            elif kind == "capture":
                taken[seat] |= {rows[-1][place], number}
                several = rows[-1][place + 1] != NO_CARD
                rows[-1][place + 1] = TAKE_THREE if several else number
        same("history", kernel["history"], rows + [[NO_CARD] * 4] * (24 - len(rows)))
        same("turn", kernel["turn"], len(rows) - (kernel["card"] != NO_CARD))
        same("taken", [in_set(mask) for mask in kernel["taken"][:players]], [*map(sorted, taken)])
        points = [sum(map(self.points, pile)) for pile in taken]
        same("scores", kernel["scores"][:players], points)
        seen = set(view["hand"]).union(view["table"], *taken, *rows)
        same("unseen", in_set(kernel["unseen"]), sorted(set(range(52)) - seen))


def in_oracle(action: int) -> int:
    """An action of the kernel by the oracle's number."""
    return {TAKE_THREE: book.TAKE_TRIPLE, TRAIL: book.TRAIL}.get(action, action)


# --- The comparison ------------------------------------------------------------------------------


@dataclass
class Tally:
    """What occurred in the hands that were checked."""

    hands: int = 0
    events: Counter[str] = field(default_factory=Counter)
    decisions: Counter[str] = field(default_factory=Counter)
    situations: Counter[str] = field(default_factory=Counter)
    options: Counter[tuple[str, Value]] = field(default_factory=Counter)
    players: Counter[int] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Add the counts of other hands."""
        self.hands += other.hands
        for each in fields(Tally)[1:]:
            getattr(self, each.name).update(getattr(other, each.name))

    def count_table(self, table: Table, hands: int) -> None:
        """Count the options that some hands were played with."""
        for each in fields(Rules):
            self.options[each.name, getattr(table.rules, each.name)] += hands
        self.players[table.players] += hands

    def count(self, recorded: Recorded, played: book.Played) -> None:
        """Count what happened in a hand."""
        self.hands += 1
        self.decisions.update(asked.name for asked in recorded.play.asked)
        self.events.update(kind for kind, _, _ in recorded.play.events)
        found = {
            "a triple taken from the hand": 0,
            "a triple taken from the deck": 0,
            "a tie": len(played.winners) > 1,
            "two layouts in a row go back": played.redeals > 1,
        }
        for asked, event, two_on in zip(
            played.events, played.events[1:], played.events[2:], strict=False
        ):
            if event[0] == two_on[0] == "capture":
                found["a triple taken from the hand"] |= asked[0] == "play"
                found["a triple taken from the deck"] |= asked[0] == "flip"
        recorded.situations.update(found)
        self.situations.update({k: n for k, n in recorded.situations.items() if n})


SITUATIONS = (
    "a single card asked for",
    "four candidates",
    "a triple or nothing",
    "three in hand and table of one rank, no triple",
    "a triple taken from the hand",
    "a triple taken from the deck",
    "a tie",
)
"""Places in the rules that no event of its own tells of."""


def check_hand(table: Table, *, seed: int, hand: int, tally: Tally, views: bool) -> None:
    """Play one hand twice and compare its events and outcome, and what the seats saw if `views`."""
    kernel = play(table, seed=seed, hand=hand, views=views)
    source = Recorded(table, kernel)
    played = book.play_hand(table.book_rules, table.players, source, source.choose)
    same("events", kernel.events, played.events)
    same("decisions", len(kernel.asked), source.decisions)
    hero = int(table.seating.heroes[hand % len(table.seating.heroes)])
    for name, expected in outcome(table, played, hero).items():
        written = kernel.outcome[name].tolist()
        written = written[: len(expected)] if isinstance(expected, list) else written
        same(f"outcome {name}", written, expected)
    tally.count(source, played)


def outcome(table: Table, played: book.Played, hero: int) -> dict[str, Any]:
    """The outcome of a hand by field, as the kernel should write it."""
    players = table.players
    net = [payoff * players for payoff in played.payoffs]
    share = [SHARES * (s in played.winners) // len(played.winners) for s in range(players)]
    layout = "usual"
    if played.alike_rank != book.NONE:
        layout = "four-alike"
    elif played.triple_rank != book.NONE:
        layout = "triple"
    return {
        "hero": hero,
        "hero_net": net[hero],
        "hero_share": share[hero],
        "by_hand": played.captures_by_hand,
        "by_flip": played.captures_by_flip,
        "unclaimed": played.unclaimed,
        "layout": LAYOUTS.index(layout),
        "redeals": played.redeals,
        "score": played.scores,
        "net": net,
        "share": share,
    }


def play_many(table: Table, *, seed: int, first: int, count: int) -> np.ndarray[Any, Any]:
    """The outcomes of many hands, by the bulk engine."""
    return outcomes_of(
        GAME,
        table.seating,
        rules=table.packed_rules,
        players=table.players,
        seed=seed,
        first=first,
        count=count,
    )


def check_batch(batch: int, *, seed: int = SEED) -> Tally:
    """Check the hands of one random table.

    Raises:
        AssertionError: kernel and oracle differ; the notes say where.
    """
    rng = random.Random(f"{seed} {batch}")
    table = random_table(rng)
    trace_seed, first = rng.getrandbits(64), rng.getrandbits(40)
    tally = Tally()
    for hand in range(first, first + HANDS_IN_BATCH):
        try:
            views = hand % HANDS_TO_A_LOOK == 0
            check_hand(table, seed=trace_seed, hand=hand, tally=tally, views=views)
        except (AssertionError, ValueError, IndexError) as error:
            error.add_note(f"batch {batch} of seed {seed}, trace seed {trace_seed}, hand {hand}")
            error.add_note(f"{table.players} players, {table.rules}")
            raise
    tally.count_table(table, tally.hands)
    return tally


def check_batches(batches: Sequence[int], *, seed: int = SEED) -> Tally:
    """Check several tables."""
    total = Tally()
    for batch in batches:
        total.add(check_batch(batch, seed=seed))
    return total


@cache
def observe_entry() -> Entry:
    """The game's `observe` for all states that wait for a decision."""
    observe = GAME.observe

    def observe_all(states, rules):  # type: ignore[no-untyped-def]
        for i in range(len(states)):
            if states[i].decision >= 0:
                observe(states[i], rules[0])

    states, rules = (
        types.Array(from_dtype(dtype), 1, "C") for dtype in (GAME.state, packed_dtype(GAME.rules))
    )
    signature = types.void(states, rules)
    return entry(observe_all, signature=signature, content=fingerprint(observe_all))


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
    lines = [f"{tally.hands} hands: kernel and oracle agree"]
    for name in ("events", "decisions", "situations", "players"):
        counts = sorted(getattr(tally, name).items())
        lines.append(f"{name}: " + ", ".join(f"{key} {n}" for key, n in counts))
    for each in fields(Rules):
        values = sorted((v, n) for (name, v), n in tally.options.items() if name == each.name)
        lines.append(f"{each.name}: " + ", ".join(f"{shown(v)} {n}" for v, n in values))
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
