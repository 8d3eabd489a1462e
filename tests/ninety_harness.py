"""Hands of compiled Ninety-Nine, each played again by the oracle and compared event by event.

`python tests/ninety_harness.py --hands 1000000 --processes 2` checks any number of them and says
how often each event, situation and option occurred; the tests check some tens of thousands.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import random
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype
from numpy import int64

from cardsim import Strategy
from cardsim.compile.fingerprint import fingerprint
from cardsim.engine.bulk import SeatedStrategies
from cardsim.engine.hand_loop import DONE, FULL, SCORED
from cardsim.engine.table import dispatched
from cardsim.engine.trace import MAX_STEPS, trace
from cardsim.games.ninety_nine import GAME
from cardsim.games.ninety_nine.meanings import (
    BECOMES_99,
    HOLDS,
    MAKES_99,
    NO_OPTION,
    ORDINARY,
    REVERSES,
    TAKES,
)
from cardsim.games.ninety_nine.rules import Rules, objection, packs
from cardsim.games.ninety_nine.state import (
    ACTIONS,
    ENDS,
    HISTORY,
    NO_CARD,
    NOT_OVER,
    OPTION,
)
from cardsim.kernels.jit import Entry, entry
from cardsim.options.params import Value, pack, packed_dtype, shown
from cardsim.rng import WORDS, WORDS_DTYPE
from cardsim.workspace import load_strategy
from in_bulk import as_triple, outcomes_of, seating_of
from oracles import ninety_nine as oracle

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SEED = 99
HANDS_IN_BATCH = 20
"""Hands of one table: one set of rules, players and strategies."""
MATCHES_IN_BATCH = 2
MATCH_SHARE = 0.15
"""Share of the batches that play whole matches."""
BATCHES_AT_ONCE = 20


# --- Tables --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Table:
    """Rules, players, and who sits where."""

    rules: Rules
    players: int
    seating: SeatedStrategies
    transitions: dict[tuple[int, int, int], int] = field(default_factory=dict)
    """The total after a total, a card and an option, as far as the oracle has been asked."""

    @cached_property
    def packed_rules(self) -> np.ndarray[Any, Any]:
        """The rules as the kernel takes them."""
        return pack(self.rules)

    @cached_property
    def oracle_rules(self) -> oracle.Rules:
        """The rules as the oracle takes them."""
        options = {each.name: getattr(self.rules, each.name) for each in fields(oracle.Rules)}
        if options["decks"] != "auto":
            options["decks"] = int(options["decks"])
        if isinstance(options["forget_draw_prob"], str):
            chances = options["forget_draw_prob"].split(",")
            options["forget_draw_prob"] = tuple(float(chance) for chance in chances)
        return oracle.Rules(**options)


@cache
def brains() -> tuple[Strategy, ...]:
    """Strategies that between them come to every place in the rules.

    One acts at random, one keeps its special cards to the end, and one never stops playing them.
    """
    return tuple(load_strategy(GAME, name) for name in ("random-card", "dump-high", "hoarder"))


def random_rules(rng: random.Random, players: int, *, match: bool) -> Rules:
    """A value for every option of section 7 that leaves a stock."""
    infinite = rng.random() < 0.12
    decks = rng.choice(["auto", "auto", "1", "1", "2", str(rng.randint(3, 8))])
    cards = int(decks) if decks != "auto" else 1 if players <= 4 else 2
    most = 8 if infinite else min(8, (52 * cards - 1) // players)
    chance = rng.choice([0.0, 0.0, 0.0, 0.1, 0.5, 1.0, round(rng.random(), 3)])
    forget: float | str = chance
    if rng.random() < 0.15:
        forget = ",".join(shown(rng.choice([0.0, 1.0, 0.3])) for _ in range(players))
    usual = min(3, most)
    sizes = [usual, usual, usual, most, rng.randint(1, most), min(2, most)]
    rules = Rules(
        decks="auto" if infinite else decks,
        hand_size=rng.choice(sizes),
        start_pennies=rng.randint(1, 3 if match else 100),
        card_table=rng.choice(list(oracle.CARD_TABLES)),
        negative_total=rng.choice(["allow", "floor-zero"]),
        forget_draw_prob=forget,
        stock_exhausted=rng.choice(["reshuffle", "play-on"]),
        continue_after_loss=rng.random() < 0.3,
        infinite_deck=infinite,
    )
    while objection(rules, players) or hardly_ends(rules, players):
        rules = replace(rules, hand_size=rules.hand_size - 1)
    return rules


def hardly_ends(rules: Rules, players: int) -> bool:
    """Whether those that leave may lay down so many cards that the last two play on and on."""
    if not rules.continue_after_loss or rules.infinite_deck or rules.hand_size == 1:
        return False
    return players * rules.hand_size > 18 * packs(rules, players)


def random_players(rng: random.Random) -> int:
    """How many play: often few, and often so many that the stock is short."""
    return rng.choice([2, 2, 3, 3, 4, 5, rng.randint(2, 16), rng.randint(6, 12)])


def random_seating(rng: random.Random, players: int) -> SeatedStrategies:
    """Random parameters for every strategy, and a random one of them in each seat."""
    orders = brains()[1].parameters[0].choices
    parameters: dict[str, Value] = {"special_order": rng.choice(orders), "keep": rng.randint(0, 3)}
    at_table = rng.choice([[0], [0], [0], [1], [2], [0, 1, 2], [0, 2]])
    rotations = rng.randint(1, 3)
    rows = [[rng.choice(at_table) for _ in range(players)] for _ in range(rotations)]
    heroes = [rng.randrange(players) for _ in range(rotations)]
    return seating(rows, heroes, parameters)


def seating(
    rows: Sequence[Sequence[int]], heroes: Sequence[int], parameters: dict[str, Value]
) -> SeatedStrategies:
    """A seating of the `brains`.

    Args:
        rows: for each rotation the number of the strategy in each seat.
        heroes: for each rotation the hero's seat.
        parameters: what the strategies are given; a strategy takes those that it knows.
    """
    return seating_of(GAME, brains(), rows, heroes, parameters)


def random_table(rng: random.Random, *, match: bool = False) -> Table:
    """A table with random rules, players and strategies."""
    players = random_players(rng)
    rules = random_rules(rng, players, match=match)
    return Table(rules, players, random_seating(rng, players))


# --- What the kernel did -------------------------------------------------------------------------


@dataclass(frozen=True)
class Play:
    """A traced hand or match.

    Attributes:
        states: the state after every step, as the seat that then decides sees it.
        columns: the same by field of the view, in plain numbers, but for the long ones.
        asked: for each decision the row of `states` in which it was asked, the seat and the action.
        scored: the rows of `states` in which a hand has just been scored.
    """

    events: list[oracle.Event]
    outcome: dict[str, Any]
    states: np.ndarray[Any, Any]
    columns: dict[str, list[Any]]
    asked: list[tuple[int, int, int]]
    scored: list[int]


class EndlessError(Exception):
    """A hand with more steps than a trace can hold: seven players around a total far below 0."""


COUNT_PILE = 8
"""The cards in the pile are counted after every so many plays."""
LONG = ("history", "card_low", "card_high", "card_kind", "card_effect")


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
    if traced.status == FULL and len(traced.steps) >= MAX_STEPS - 1:
        raise EndlessError
    same("status", traced.status, DONE)
    memory = bytearray().join(step.after.tobytes() for step in traced.steps)
    states = np.frombuffer(memory, GAME.state)
    # The engine keeps a state before it shows it to the seat that is to decide.
    observe_entry().call(states, table.packed_rules)
    return Play(
        events=[as_triple(event) for event in traced.events],
        outcome={name: traced.outcome[name].tolist() for name in GAME.outcome.names or ()},
        states=states,
        columns={name: states[name].tolist() for name in GAME.view.names or () if name not in LONG},
        asked=[
            (row - 1, step.seat, step.action)
            for row, step in enumerate(traced.steps)
            if step.decision is not None
        ],
        scored=[
            row
            for row, step in enumerate(traced.steps)
            if step.decision is None and step.action == SCORED
        ],
    )


def same(what: str, kernel: object, oracle: object) -> None:
    """Raise unless the kernel has what the oracle has."""
    if kernel != oracle:
        raise AssertionError(f"{what}: the kernel has {kernel!r}, the oracle {oracle!r}")


# --- What the oracle makes of it -----------------------------------------------------------------


class Recorded:
    """Chance and choices for the oracle: those of a traced hand or match.

    At every decision the oracle's view of the table must be the one that the kernel gave.
    """

    def __init__(self, table: Table, recorded: Play) -> None:
        """Begin at the first deal."""
        self.table = table
        self.rules = table.oracle_rules
        self.play = recorded
        self.cards = iter([c for kind, _, c in recorded.events if kind in ("deal", "draw")])
        self.after_play = [k for k, _, _ in recorded.events if k in ("draw", "forget", "no-draw")]
        self.reshuffles = iter(reshuffles(recorded.events))
        self.decisions = 0
        self.situations: Counter[str] = Counter()
        self.lapses = 0.0
        self.lapse_variance = 0.0

    def card(self, stock: list[int]) -> int:
        """The card that the kernel drew."""
        card = next(self.cards)
        if card not in stock:
            raise AssertionError(f"the kernel drew {card}, which is not in the stock {stock}")
        return card

    def happens(self, probability: float, seat: int) -> bool:
        """Whether the kernel's player forgot to draw."""
        _, who, _ = self.play.asked[self.decisions - 1]
        same("seat that may forget", who, seat)
        forgot = self.after_play[self.decisions - 1] == "forget"
        self.lapses += forgot - probability
        self.lapse_variance += probability * (1 - probability)
        return forgot

    def pick(self, count: int) -> int:
        """The kernel's first dealer."""
        kind, dealer, _ = self.play.events[0]
        same("first event", kind, "hand")
        same("dealer is a seat", 0 <= dealer < count, True)
        return dealer

    def choose(
        self, decision: str, seat: int, view: oracle.View, legal: list[oracle.Action]
    ) -> oracle.Action:
        """The recorded action, after the comparison of all that the seat was shown."""
        same("decision", "play-card", decision)
        if self.decisions == len(self.play.asked):
            same("decision", None, (decision, seat))
        row, who, action = self.play.asked[self.decisions]
        self.decisions += 1
        same("seat to decide", who, seat)
        kernel = {name: column[row] for name, column in self.play.columns.items()}
        self.check_public(kernel, view)
        self.check_pile(kernel, view, row)
        self.check_hand(kernel, view, legal)
        return kernel["hand"][action % OPTION], action // OPTION

    def check_public(self, kernel: dict[str, Any], view: oracle.View) -> None:
        """Compare what everybody may know."""
        players = self.table.players
        expected = {
            "seat": view["my_seat"],
            "players": players,
            "next_seat": view["next_seat"],
            "prev_seat": view["prev_seat"],
            "direction": view["direction"],
            "total": view["total"],
            "played": len(view["pile"]),
            "stock_count": view["stock_count"],
            "pot": view["pot"],
            "decks": 0 if self.rules.infinite_deck else view["decks"],
        }
        for name, value in expected.items():
            same(name, kernel[name], value)
        same("pennies", kernel["pennies"][:players], list(view["pennies"]))
        sizes = list(view["hand_sizes"])
        same("hand_sizes", kernel["hand_sizes"][:players], sizes)
        same("seats in the hand", kernel["remaining"], view["n_alive"])
        self.situations["a total below 0"] += view["total"] < 0

    def check_pile(self, kernel: dict[str, Any], view: oracle.View, row: int) -> None:
        """Compare the cards played, and those that still lie in the pile."""
        pile = view["pile"]
        played = len(pile)
        recent = range(max(0, played - 3), played)
        history = self.play.states["history"][row]
        ours = [history[t % HISTORY][:3].tolist() for t in recent]
        same("history", ours, [in_order(pile[t]) for t in recent])
        if not self.rules.infinite_deck and (played % COUNT_PILE == 0 or played < len(recent) * 2):
            since = max(kernel["reshuffled"] - 1, 0)
            lying = Counter(in_order(each)[1] for each in pile[since:])
            same("in_pile", kernel["in_pile"], [lying[card] for card in range(52)])
        self.situations["history has wrapped"] += played > HISTORY

    def check_hand(
        self, kernel: dict[str, Any], view: oracle.View, legal: list[oracle.Action]
    ) -> None:
        """Compare the cards in hand, and what each of them may do."""
        size, hand = kernel["hand_size"], kernel["hand"]
        same("hand", sorted(hand[:size]), sorted(view["hand"]))
        same("empty slots", hand[size:], [NO_CARD] * (OPTION - size))
        same("kind", kernel["kind"], [*map(self.kind, hand[:size]), *[0] * (OPTION - size)])
        actions = set()
        afters = {}
        for action, after in enumerate(kernel["total_after"]):
            slot = action % OPTION
            same("total_after and legal", after <= 99, bool(kernel["legal"] >> action & 1))
            if after <= 99:
                actions.add((hand[slot], action // OPTION))
                expected = self.total_after(view["total"], hand[slot], action // OPTION)
                same("total_after", after, expected)
                if kernel["kind"][slot] == ORDINARY:
                    afters[action] = after
        same("legal actions", sorted(actions), sorted(legal))
        biggest = max(afters, key=lambda action: (afters[action], -action), default=-1)
        same("biggest", kernel["biggest"], biggest)
        self.situations["one legal card of several"] += len(actions) == 1 < size

    def kind(self, card: int) -> int:
        """The kind of a card, from the oracle's table."""
        return kinds(self.rules.card_table)[card]

    def total_after(self, total: int, card: int, option: int) -> int:
        """The total after an action, from the oracle."""
        asked = (total, card, option)
        if asked not in self.table.transitions:
            after, _ = oracle.transition(total, 1, (card, option), self.rules)
            self.table.transitions[asked] = after
        return self.table.transitions[asked]


@cache
def kinds(table: str) -> list[int]:
    """The kind of every card under a named table."""
    return [kind_of(oracle.effect_of(card, table)) for card in range(52)]


def in_order(play: Any) -> list[int]:
    """Seat, card and option of a play in the oracle's pile."""
    return list(play)[:3]


def kind_of(effect: oracle.Effect) -> int:
    """The kind of a card that does this."""
    if effect.becomes is not None:
        return MAKES_99
    if min(effect.adds) < 0:
        return TAKES
    if effect.adds == (0,):
        return REVERSES if effect.reverses else HOLDS
    return ORDINARY


def reshuffles(events: Sequence[oracle.Event]) -> Iterator[int]:
    """How many cards each new stock had."""
    return (number for kind, _, number in events if kind == "reshuffle")


# --- The comparison ------------------------------------------------------------------------------


@dataclass
class Tally:
    """What occurred in the hands that were checked."""

    hands: int = 0
    matches: int = 0
    endless: int = 0
    """Hands or matches that were not compared, because they had not ended after `MAX_STEPS`."""
    ends: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    situations: Counter[str] = field(default_factory=Counter)
    options: Counter[tuple[str, Value]] = field(default_factory=Counter)
    players: Counter[int] = field(default_factory=Counter)
    lapses: float = 0.0
    """Draws forgotten, less those expected."""
    lapse_variance: float = 0.0
    dealers: Counter[tuple[int, int]] = field(default_factory=Counter)
    """First dealers of matches, by the number of players."""

    def add(self, other: Tally) -> None:
        """Add the counts of other hands."""
        for each in fields(Tally):
            total, more = getattr(self, each.name), getattr(other, each.name)
            if isinstance(total, Counter):
                total.update(more)
            else:
                setattr(self, each.name, total + more)

    def count_table(self, table: Table, hands: int) -> None:
        """Count the options that some hands were played with."""
        for each in fields(Rules):
            self.options[each.name, getattr(table.rules, each.name)] += hands
        self.players[table.players] += hands

    def count(self, recorded: Recorded, results: Sequence[oracle.PlayedHand]) -> None:
        """Count what happened in some hands."""
        self.hands += len(results)
        self.events.update(kind for kind, _, _ in recorded.play.events)
        self.situations.update({k: n for k, n in recorded.situations.items() if n})
        self.lapses += recorded.lapses
        self.lapse_variance += recorded.lapse_variance
        for result in results:
            self.ends[end_of(result)] += 1
            for name in situations(result, recorded.rules):
                self.situations[name] += 1


SITUATIONS = (
    "a total below 0",
    "history has wrapped",
    "one legal card of several",
    "stock shuffled twice",
    "two seats leave at once",
    "a seat without cards leaves",
    "a card is played twice in a hand",
    "a seat plays twice running",
    "a total below 90 at the end",
)
"""Places in the rules that no end or event of its own tells of."""


def situations(result: oracle.PlayedHand, rules: oracle.Rules) -> list[str]:
    """Which of `SITUATIONS` can be read from a hand's result."""
    kinds = [kind for kind, _, _ in result.events]
    pairs = list(itertools.pairwise(kinds))
    seats = [seat for seat, _, _ in result.plays]
    cards = Counter(card for _, card, _ in result.plays)
    found = {
        "stock shuffled twice": kinds.count("reshuffle") > 1,
        "two seats leave at once": ("leave", "leave") in pairs,
        "a seat without cards leaves": rules.continue_after_loss
        and any(not result.hands[seat] for seat in result.losers),
        "a card is played twice in a hand": "reshuffle" in kinds and max(cards.values()) > 1,
        "a seat plays twice running": any(a == b for a, b in itertools.pairwise(seats)),
        "a total below 90 at the end": result.total < 90,
    }
    return [name for name, is_so in found.items() if is_so]


def end_of(result: oracle.PlayedHand) -> str:
    """How a hand ended, in the kernel's word for it."""
    if result.winner >= 0:
        return "one-left"
    return "no-legal-card" if result.hands[result.losers[0]] else "no-cards"


def check_hand(table: Table, *, seed: int, hand: int, tally: Tally) -> None:
    """Play one hand twice and compare all of it."""
    kernel = play(table, seed=seed, hand=hand, match=False)
    source = Recorded(table, kernel)
    pennies = [table.rules.start_pennies] * table.players
    result = oracle.play_hand(source.rules, table.players, source, source.choose, pennies=pennies)
    same("events", kernel.events, result.events)
    compare_end(source, [result])
    hero = hero_of(table, hand)
    compare_outcome(kernel.outcome, hand_outcome(table, result, hero))
    tally.count(source, [result])


def check_match(table: Table, *, seed: int, hand: int, tally: Tally) -> None:
    """Play one match twice and compare all of it."""
    kernel = play(table, seed=seed, hand=hand, match=True)
    source = Recorded(table, kernel)
    result = oracle.play_match(source.rules, table.players, source, source.choose)
    same("events", kernel.events, result.events)
    compare_end(source, result.hands)
    compare_outcome(kernel.outcome, match_outcome(result, hero_of(table, hand)))
    last = kernel.states[-1]
    same("pennies", last["pennies"][: table.players].tolist(), result.pennies)
    same("points", last["points"][: table.players].tolist(), result.points)
    same("pot", int(last["pot"]), result.pot)
    tally.count(source, result.hands)
    tally.matches += 1
    tally.dealers[table.players, kernel.events[0][1]] += 1


def compare_end(source: Recorded, results: Sequence[oracle.PlayedHand]) -> None:
    """Compare how hands ended, and that nothing of the trace was left over."""
    kernel, players = source.play, source.table.players
    same("hands", len(kernel.scored), len(results))
    same("decisions", len(kernel.asked), source.decisions)
    same("cards left over", next(source.cards, None), None)
    for row, result in zip(kernel.scored, results, strict=True):
        state = kernel.states[row]
        same("end", ENDS[state["end"]], end_of(result))
        same("cards played", int(state["played"]), len(result.plays))
        same("total", int(state["total"]), result.total)
        same("first loser", int(state["loser"]), result.losers[0])
        same("change", state["change"][:players].tolist(), changes(result, players))
        hands = [sorted(cards_of(state, seat)) for seat in range(players)]
        same("hands", hands, [sorted(hand) for hand in result.hands])
        same("hand_targets", state["own"]["target"][:players].tolist(), result.hand_targets)
        if not source.rules.infinite_deck:
            stock = stock_of(state)
            same("stock", sorted(stock), result.stock)
        lowest = max(0, len(result.plays) - HISTORY)
        history = [
            state["history"][t % HISTORY][:3].tolist() for t in range(lowest, len(result.plays))
        ]
        same("history", history, [list(each) for each in result.plays[lowest:]])


def cards_of(state: Any, seat: int) -> list[int]:
    """The cards of a seat in the kernel's memory."""
    own = state["own"][seat]
    cards: list[int] = own["hand"][: own["size"]].tolist()
    return cards


def stock_of(state: Any) -> list[int]:
    """The cards of the stock in the kernel's memory."""
    end = int(state["deck_end"])
    cards: list[int] = state["deck"][end - int(state["stock_count"]) : end].tolist()
    return cards


def changes(result: oracle.PlayedHand, players: int) -> list[int]:
    """By seat: who lost the hand, or with `continue_after_loss` who won it."""
    marked = result.winner if result.winner >= 0 else result.losers[0]
    return [int(seat == marked) for seat in range(players)]


def hero_of(table: Table, hand: int) -> int:
    """The hero's seat in this hand number."""
    heroes = table.seating.heroes
    return int(heroes[hand % len(heroes)])


def hand_outcome(table: Table, result: oracle.PlayedHand, hero: int) -> dict[str, Any]:
    """The outcome of a hand by field, as the kernel should write it."""
    change = changes(result, table.players)
    return {
        "hero": hero,
        "end": ENDS.index(end_of(result)),
        "cards": len(result.plays),
        "total": result.total,
        "loser": result.losers[0],
        "hero_change": change[hero],
        "change": change,
    }


def match_outcome(result: oracle.PlayedMatch, hero: int) -> dict[str, Any]:
    """The outcome of a match by field, as the kernel should write it."""
    return {
        "hero": hero,
        "hands": len(result.hands),
        "winner": result.winner,
        "hero_place": result.places[hero],
        "pennies_left": result.pennies[result.winner],
        "place": result.places,
    }


def compare_outcome(kernel: dict[str, Any], oracle: dict[str, Any]) -> None:
    """Compare what the kernel wrote for counting."""
    for name, expected in oracle.items():
        written = kernel[name][: len(expected)] if isinstance(expected, list) else kernel[name]
        same(f"outcome {name}", written, expected)


def check_facts(table: str) -> None:
    """Compare what the view says of every card with the oracle's table."""
    states = np.zeros(1, GAME.state)
    step_entry().call(states, pack(Rules(card_table=table)), np.zeros(1, WORDS_DTYPE), START, 3, 0)
    for card in range(52):
        effect = oracle.effect_of(card, table)
        low = BECOMES_99 if effect.becomes is not None else min(effect.adds)
        high = max(effect.adds) if len(effect.adds) > 1 else NO_OPTION
        same("card_low", int(states[0]["card_low"][card]), low)
        same("card_high", int(states[0]["card_high"][card]), high)
        same("card_kind", int(states[0]["card_kind"][card]), kind_of(effect))
        bits = effect.reverses | effect.skips << 1
        same("card_effect", int(states[0]["card_effect"][card]), bits)


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
    count = MATCHES_IN_BATCH if match else HANDS_IN_BATCH
    check = check_match if match else check_hand
    for hand in range(first, first + count):
        try:
            check(table, seed=trace_seed, hand=hand, tally=tally)
        except EndlessError:
            tally.endless += 1
        except Exception as error:
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


# --- By hand -------------------------------------------------------------------------------------


class ByHand:
    """A match of the kernel, played step by step from here, with decks of one's choice."""

    def __init__(self, rules: Rules, players: int) -> None:
        """Sit down."""
        self.rules = pack(rules)
        self.states = np.zeros(1, GAME.state)
        self.words = np.zeros(1, WORDS_DTYPE)
        self.decision = -1
        self.call(START, players)

    @property
    def state(self) -> Any:
        """The record of the hand."""
        return self.states[0]

    @property
    def choices(self) -> dict[str, int]:
        """The legal actions by the card's name, with a `+` for the higher of two options."""
        hand, legal = self.state["hand"], int(self.state["legal"])
        return {
            name_of(int(hand[action % OPTION])) + "+" * (action // OPTION): action
            for action in range(ACTIONS)
            if legal >> action & 1
        }

    @property
    def position(self) -> tuple[int, int]:
        """The total and the direction."""
        return int(self.state["total"]), int(self.state["direction"])

    def call(self, command: int, number: int = 0, action: int = 0) -> int:
        """Carry out one step."""
        return int(step_entry().call(self.states, self.rules, self.words, command, number, action))

    def deal(self, deck: str, *, total: int = 0, direction: int = 1) -> None:
        """Deal; `deck` names the first cards in order: those dealt, then the stock.

        The hand is then set to a total and a direction by playing on from there.
        """
        order = list(range(52))
        for place, card in enumerate(map(oracle.card_id, deck.split())):
            left, skip = 52 - place, order.index(card, place) - place
            order[place], order[place + skip] = order[place + skip], order[place]
            # The word in the middle of those from which `below(left)` makes `skip`.
            self.words["words"][0, place] = (2 * skip + 1 << 31) // left
        self.words["position"], self.words["filled"] = 0, WORDS
        self.decision = self.call(DEAL)
        self.state["total"], self.state["direction"] = total, direction
        self.decision = self.call(SIT)

    def act(self, word: str) -> None:
        """Play a card."""
        self.decision = self.call(ACT, self.decision, self.choices[word])

    def close(self) -> list[int]:
        """Score the hand: by seat, who loses it."""
        self.call(CLOSE)
        changes: list[int] = self.state["change"][: self.state["players"]].tolist()
        return changes

    def settle(self) -> bool:
        """Settle the hand; whether the match goes on."""
        return bool(self.call(SETTLE))


def name_of(card: int) -> str:
    """A card as two letters."""
    return oracle.RANKS[card % 13] + oracle.SUITS[card // 13]


START, DEAL, SIT, ACT, CLOSE, SETTLE = range(6)


@cache
def step_entry() -> Entry:
    """The game's functions behind one door, which is quicker to compile than five."""
    from cardsim.games.ninety_nine.play import sit

    start, deal, observe, close, next_hand = (
        GAME.start,
        GAME.deal,
        GAME.observe,
        GAME.close,
        GAME.next_hand,
    )
    assert next_hand is not None
    apply_any = dispatched(GAME).apply

    def step(states, rules, words, command, number, action):  # type: ignore[no-untyped-def]
        state, rule = states[0], rules[0]
        answer = int64(0)
        if command == START:
            start(state, rule, number, False)
        elif command == DEAL:
            answer = int64(deal(state, rule, words[0]))
        elif command == SIT:
            answer = int64(sit(state, rule, state.seat, state.prev_seat, state.total))
        elif command == ACT:
            answer = int64(apply_any(number, state, rule, action, 0, words[0]))
        elif command == CLOSE:
            close(state, rule)
        elif command == SETTLE:
            answer = int64(next_hand(state, rule))
        if command in (DEAL, SIT, ACT) and answer >= 0:
            observe(state, rule)
        return answer

    records = (GAME.state, packed_dtype(GAME.rules), WORDS_DTYPE)
    arrays = (types.Array(from_dtype(dtype), 1, "C") for dtype in records)
    signature = types.int64(*arrays, types.int64, types.int64, types.int64)
    return entry(step, signature=signature, content=fingerprint(step))


@cache
def observe_entry() -> Entry:
    """The game's `observe` for all states that wait for a decision."""
    observe = GAME.observe

    def observe_all(states, rules):  # type: ignore[no-untyped-def]
        for i in range(len(states)):
            if states[i].end == NOT_OVER:
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
    lines = [f"{tally.hands} hands, {tally.matches} matches: kernel and oracle agree"]
    lines += [f"not compared, more than {MAX_STEPS} steps: {tally.endless}"] * (tally.endless > 0)
    for name in ("ends", "events", "situations", "players"):
        counts = sorted(getattr(tally, name).items())
        lines.append(f"{name}: " + ", ".join(f"{key} {n}" for key, n in counts))
    for each in fields(Rules):
        values = [(v, n) for (name, v), n in tally.options.items() if name == each.name]
        counts = sorted((shown(value), n) for value, n in values)
        told = ", ".join(f"{value} {n}" for value, n in counts)
        lines.append(f"{each.name}: {f'{len(counts)} values' if len(counts) > 10 else told}")
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
