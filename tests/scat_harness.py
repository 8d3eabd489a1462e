"""Hands of compiled Scat, each played again by the oracle and compared event by event.

`python tests/scat_harness.py --hands 2000000 --processes 2` checks any number of them and says how
often each end, event and option occurred; the tests check some tens of thousands.
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
from numpy import int64

from cardsim import Strategy
from cardsim.compile.fingerprint import fingerprint
from cardsim.engine.bulk import SeatedStrategies
from cardsim.engine.hand_loop import DONE, SCORED
from cardsim.engine.table import answer, dispatched
from cardsim.engine.trace import trace
from cardsim.games.scat import GAME
from cardsim.games.scat.play import hand_value
from cardsim.games.scat.rules import Rules
from cardsim.games.scat.state import (
    ENDS,
    FROM_DISCARD,
    FROM_STOCK,
    HISTORY,
    KNOCKED,
    LEAVE_DISCARD,
    NO_CARD,
    NOT_OVER,
    PASSED,
)
from cardsim.kernels.jit import Entry, entry
from cardsim.options.params import Value, pack, packed_dtype, shown
from cardsim.rng import WORDS, WORDS_DTYPE
from cardsim.workspace import load_strategy
from in_bulk import as_triple, outcomes_of, seating_of
from oracles import scat

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SEED = 31
HANDS_IN_BATCH = 25
"""Hands of one table: one set of rules, players and strategies."""
MATCHES_IN_BATCH = 2
MATCH_SHARE = 0.2
"""Share of the batches that play whole matches."""
BATCHES_AT_ONCE = 20

FOUR_CARDS = ("discard", "knock-after-draw")
FORBIDDEN = 0.0
"""`value_with_discard` where the top discard may not be taken."""


# --- Tables --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Table:
    """Rules, players, and who sits where."""

    rules: Rules
    players: int
    seating: SeatedStrategies
    values: dict[frozenset[int], float] = field(default_factory=dict)
    """What hands are worth, as far as the oracle has been asked."""

    @cached_property
    def packed_rules(self) -> np.ndarray[Any, Any]:
        """The rules as the kernel takes them."""
        return pack(self.rules)

    @cached_property
    def oracle_rules(self) -> scat.Rules:
        """The rules as the oracle takes them."""
        options = {each.name: getattr(self.rules, each.name) for each in fields(scat.Rules)}
        return scat.Rules(**options)


@cache
def brains() -> tuple[Strategy, ...]:
    """Strategies that between them come to every place in the rules.

    One acts at random, one plays well and, where its threshold is high, to the end of the stock,
    and one collects 31s but cares little for them.
    """
    anything = load_strategy(GAME, "random-play")
    collector = load_strategy(GAME, "chase-31")
    impulses = ("throw_down", "hammer", "knock", "declare_31", "knock_after_draw")
    functions: dict[str, Any] = {name: anything.functions[name] for name in impulses}
    careless = Strategy(GAME.name, name="careless", **functions).completed(collector)
    return anything, load_strategy(GAME, "threshold"), careless


def random_rules(rng: random.Random, *, match: bool) -> Rules:
    """A value for every option of section 7; those that cut hands short are rarer."""
    values: dict[str, Value] = {
        "score_mode": rng.choice(["lives", "lives", "gin", "points", "bus"]),
        "start_lives": rng.randint(1, 3 if match else 20),
        "charity": rng.random() < 0.6,
        "two_life_overflow": rng.choice(["out", "to-county"]),
        "knocker_lowest_penalty": rng.choice([1, 2]),
        "knocker_tie": rng.choice(["others-lose", "knocker-two-others-one", "knocker-only"]),
        "thirty_one_after_knock": rng.choice(["knocker-one", "knocker-two"]),
        "three_of_a_kind": rng.choice(["none", "30", "30.5"]),
        "grand_cadillac": rng.random() < 0.5,
        "straight_flush": rng.choice(["none", "30"]),
        "straight_flush_ace_low": rng.random() < 0.5,
        "min_knock_score": rng.choice([0, 0, 0, 0, 10, 17, 19, 21, rng.randint(0, 31)]),
        "knock_needs_suited": rng.random() < 0.15,
        "first_turn_option": rng.choice(["none", "none", "hammer", "throw-down"]),
        "first_turn_knock": rng.random() < 0.6,
        "knock_timing": rng.choice(["turn-start", "after-draw"]),
        "own_discard_after_knock": rng.random() < 0.5,
        "undeclared_31": rng.choice(["counts-30", "counts-31"]),
        "miss_31_prob": rng.choice([0.0, 0.0, 0.5, 1.0, rng.random()]),
        "stock_exhausted": rng.choice(["showdown", "reshuffle"]),
        "exhausted_after_knock": rng.choice(["end", "skip"]),
        "tie_break": rng.choice(["none", "poker"]),
        "points_target": rng.randint(1, 4 if match else 200),
        "bus_extra_levels": rng.randint(0, 2),
        "max_turns": 1000 if rng.random() < 0.06 else rng.choice([50, rng.randint(1, 30)]),
    }
    # Usual turns go a shorter way through the kernel, which few random rules would open.
    if rng.random() < 0.3:
        values["min_knock_score"], values["knock_needs_suited"] = 0, False
        values["first_turn_knock"], values["knock_timing"] = True, "turn-start"
        values["own_discard_after_knock"] = True
    return Rules(**values)  # type: ignore[arg-type]


def random_players(rng: random.Random, *, match: bool) -> int:
    """How many play: often two, for whom there are rules, and often many, who end the stock."""
    if match:
        return rng.choice([2, 2, 3, 4, 5, 6, rng.randint(7, 16)])
    return rng.choice([2, 3, 4, rng.randint(2, 16), rng.randint(12, 16)])


def random_seating(rng: random.Random, players: int) -> SeatedStrategies:
    """Random parameters for every strategy, and a random one of them in each seat."""
    parameters: dict[str, Value] = {
        "knock_prob": rng.choice([0.02, 0.1, 0.2, 0.5]),
        "call_prob": rng.choice([0.1, 0.5]),
        "declare_prob": rng.choice([0.0, 0.3, 0.7, 1.0]),
        "hammer_threshold": rng.randint(2, 31),
        "knock_threshold": rng.choice([19, 21, 25, 28, rng.randint(2, 31)]),
    }
    at_table = rng.choice([[0], [0], [1], [2], [0, 1, 2], [0, 2], [1, 2]])
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
    players = random_players(rng, match=match)
    return Table(random_rules(rng, match=match), players, random_seating(rng, players))


# --- What the kernel did -------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """A decision: in which state of the trace it was asked, its name, its seat, and the action."""

    row: int
    name: str
    seat: int
    action: int


@dataclass(frozen=True)
class Cards:
    """The cards of one deal: in the order dealt and drawn, and those drawn after each reshuffle."""

    deck: list[int] = field(default_factory=list)
    reshuffled: list[list[int]] = field(default_factory=list)


@dataclass(frozen=True)
class Play:
    """A traced hand or match.

    Attributes:
        states: the state after every step, as the seat that then decides sees it.
        columns: the same by field of the view, in plain numbers.
        scored: the rows of `states` in which a hand has just been scored.
    """

    events: list[scat.Event]
    outcome: dict[str, Any]
    states: np.ndarray[Any, Any]
    columns: dict[str, list[Any]]
    asked: list[Asked]
    scored: list[int]


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
    states = np.frombuffer(memory, GAME.state)
    # The engine keeps a state before it shows it to the seat that is to decide.
    observe_entry().call(states, table.packed_rules)
    asked = [
        Asked(row - 1, step.decision.name, step.seat, step.action)
        for row, step in enumerate(traced.steps)
        if step.decision is not None
    ]
    return Play(
        events=[as_triple(event) for event in traced.events],
        outcome={name: traced.outcome[name].tolist() for name in GAME.outcome.names or ()},
        states=states,
        columns={
            name: states[name].tolist() for name in GAME.view.names or () if name != "history"
        },
        asked=asked,
        scored=[
            row
            for row, step in enumerate(traced.steps)
            if step.decision is None and step.action == SCORED
        ],
    )


def cards_of(events: Iterable[scat.Event]) -> list[Cards]:
    """The cards of each deal, as far as they were seen."""
    deals: list[Cards] = []
    dealing = False
    for kind, _, card in events:
        if kind == "deal" and not dealing:
            deals.append(Cards())
        dealing = kind == "deal"
        if kind == "reshuffled":
            deals[-1].reshuffled.append([])
        elif kind in ("deal", "upcard", "drew"):
            cards = deals[-1]
            (cards.reshuffled[-1] if cards.reshuffled else cards.deck).append(card)
    return deals


def chances_of(events: Iterable[scat.Event]) -> list[scat.Event]:
    """Whether each 31 was overlooked, in order; a called throw-down offers no chance to."""
    return [event for event in events if event[0] in ("overlooked", "declared", "silent")]


def same(what: str, kernel: object, oracle: object) -> None:
    """Raise unless the kernel has what the oracle has."""
    if kernel != oracle:
        raise AssertionError(f"{what}: the kernel has {kernel!r}, the oracle {oracle!r}")


# --- What the oracle makes of it -----------------------------------------------------------------


class Recorded:
    """A `Source` for the oracle: the cards and actions of a traced hand or match.

    At every decision the oracle's view of the table must be the one that the kernel gave.
    """

    def __init__(self, table: Table, recorded: Play) -> None:
        """Begin at the first deal."""
        self.table = table
        self.rules = table.oracle_rules
        self.play = recorded
        self.deals = cards_of(recorded.events)
        self.deal = -1
        self.decisions = 0
        self.chances = iter(chances_of(recorded.events))
        self.situations: Counter[str] = Counter()
        self.clear_history()

    def clear_history(self) -> None:
        """Forget the turns of the last hand."""
        self.turns: list[list[int]] = []
        self.history_read = 0
        self.source = (FROM_STOCK, NO_CARD)
        self.discarded_by = -1
        self.reshuffled = 0
        self.reshuffles = 0

    def deck(self, deal: int) -> list[int]:
        """The cards seen of this deal in their order, then the others."""
        if self.deal >= 0:
            self.check_history(self.play.scored[self.deal], all_of_it=True)
        self.deal += 1
        same("deal", self.deal, deal)
        self.clear_history()
        seen = self.deals[deal].deck
        return [*seen, *sorted(set(range(scat.CARDS_IN_DECK)) - set(seen))]

    def reshuffle(self, cards: list[int]) -> list[int]:
        """The cards drawn after this reshuffle in their order, then the others."""
        drawn = self.deals[self.deal].reshuffled[self.reshuffles]
        same("cards drawn after a reshuffle", sorted(set(drawn) & set(cards)), sorted(drawn))
        self.reshuffles += 1
        self.reshuffled = -1
        return [*drawn, *sorted(set(cards) - set(drawn))]

    def overlooks(self, seat: int) -> bool:
        """Whether the trace says so."""
        kind, who, _ = next(self.chances, ("none", scat.NOBODY, -1))
        same("seat with a 31", who, seat)
        return kind == "overlooked"

    def choose(self, seat: int, decision: str, legal: list[str], view: scat.View) -> str:
        """The recorded action, after the comparison of all that the seat was shown."""
        if self.decisions == len(self.play.asked):
            same("decision", None, (decision, seat))
        asked = self.play.asked[self.decisions]
        self.decisions += 1
        same("decision", (asked.name, asked.seat), (decision, seat))
        self.read_history(view)
        shown_to_seat = {name: column[asked.row] for name, column in self.play.columns.items()}
        self.check_public(shown_to_seat, view)
        self.check_hand(shown_to_seat, decision, view)
        self.check_history(asked.row)
        words = action_words(decision, shown_to_seat)
        same(f"legal actions of {decision}", sorted(words.values()), sorted(legal))
        if decision in FOUR_CARDS:
            self.check_weights(shown_to_seat, view, decision)
        else:
            same("value", shown_to_seat["value"], self.value(view.hand))
            expected = self.value_with_discard(decision, legal, view)
            same("value_with_discard", shown_to_seat["value_with_discard"], expected)
        self.notice(legal, view)
        word = words[asked.action]
        if word == "end-hand":
            self.turns.append([seat, PASSED, NO_CARD, NO_CARD])
        return word

    def value(self, hand: Sequence[int]) -> float:
        """What a hand is worth; 0 face down."""
        cards = frozenset(hand)
        if cards not in self.table.values:
            self.table.values[cards] = scat.hand_value(hand, self.rules) if hand else 0.0
        return self.table.values[cards]

    def value_with_discard(self, decision: str, legal: list[str], view: scat.View) -> float:
        """The best hand with the top discard in it."""
        if not view.hand or (decision == "draw-source" and "take-discard" not in legal):
            return FORBIDDEN
        pairs = itertools.combinations(view.hand, 2)
        return max(self.value([*pair, view.top_discard]) for pair in pairs)

    def read_history(self, view: scat.View) -> None:
        """Gather the events since the last decision into turns, as the kernel keeps them."""
        for kind, seat, card in view.history[self.history_read :]:
            if kind == "took":
                self.source = (FROM_DISCARD, card)
            elif kind == "drew":
                self.source = (FROM_STOCK, NO_CARD)
            elif kind == "discarded":
                self.turns.append([seat, *self.source, card])
                self.discarded_by = seat
            elif kind == "knocked" and self.rules.knock_timing == "turn-start":
                self.turns.append([seat, KNOCKED, NO_CARD, NO_CARD])
        self.history_read = len(view.history)
        if self.reshuffled < 0:
            self.reshuffled = view.turn_count

    def check_public(self, kernel: dict[str, Any], view: scat.View) -> None:
        """Compare what everybody may know."""
        holding_discard = view.took_from == "discard"
        players = self.table.players
        oracle = {
            "seat": view.my_seat,
            "players": players,
            "alive": view.n_alive,
            "first": view.first,
            "dealer": view.dealer,
            "knocker": view.knocker,
            # The card just taken is shown on top until another one lies there.
            "top_discard": view.just_took if holding_discard else view.top_discard,
            "discarded_by": self.discarded_by,
            "stock_count": view.stock_count,
            "turn": view.turn_count,
            "own_turns": view.turns_i_had,
            "own_lives": view.lives[view.my_seat],
            "kitty": view.kitty,
            "reshuffled": self.reshuffled,
        }
        for name, expected in oracle.items():
            same(name, kernel[name], expected)
        same("lives", kernel["lives"][:players], list(view.lives))
        same("points", kernel["points"][:players], list(view.points))

    def check_hand(self, kernel: dict[str, Any], decision: str, view: scat.View) -> None:
        """Compare the cards in hand."""
        size = kernel["hand_size"]
        same("hand_size", size, 4 if decision in FOUR_CARDS else len(view.hand))
        same("hand", sorted(kernel["hand"][:size]), sorted(view.hand))
        if decision in FOUR_CARDS:
            same("card drawn", kernel["hand"][3], view.just_took)
            same("took_discard", kernel["took_discard"], view.took_from == "discard")

    def check_weights(self, kernel: dict[str, Any], view: scat.View, decision: str) -> None:
        """Compare the values of the four hands that a discard may leave, and the best of them."""
        hand = kernel["hand"]
        left = [[card for card in hand if card != discard] for discard in hand]
        values = [self.value(cards) for cards in left]
        same("value", kernel["value"], self.value(hand[:3]))
        same("value_without", kernel["value_without"], values)
        slots = [k for k in range(4) if k < 3 or view.took_from == "stock"]
        if view.knocker == view.my_seat or decision == "knock-after-draw":
            slots = [k for k in slots if scat.may_knock_with(left[k], self.rules)]
        best = max(slots, key=lambda k: (values[k], -scat.card_points(hand[k]), -hand[k]))
        same("best_discard", kernel["best_discard"], best)

    def check_history(self, row: int, *, all_of_it: bool = False) -> None:
        """Compare the last turns that the kernel has written down, or all that it keeps."""
        turn = self.play.columns["turn"][row]
        oldest = max(0, turn - (HISTORY if all_of_it else 2))
        # No view tells of the turn that ended the hand.
        known = range(oldest, min(turn, len(self.turns)) if all_of_it else turn)
        history = self.play.states["history"][row]
        ours = [history[t % HISTORY].tolist() for t in known]
        same("history", ours, [self.turns[t] for t in known])

    def notice(self, legal: list[str], view: scat.View) -> None:
        """Count the rarer situations."""
        self.situations["the hand must be ended"] += legal == ["end-hand"]
        self.situations["own discard may not be taken back"] += legal == ["draw-stock"]
        self.situations["history has wrapped"] += view.turn_count > HISTORY


def action_words(decision: str, kernel: dict[str, Any]) -> dict[int, str]:
    """The legal actions by number, in the oracle's words."""
    numbers = [action for action in range(8) if kernel["legal"] >> action & 1]
    if decision == "discard":
        return {slot: scat.card_name(kernel["hand"][slot]) for slot in numbers}
    words = list(next(each.actions for each in GAME.decisions if each.name == decision))
    if decision == "draw-source" and kernel["stock_count"] == 0:
        words[LEAVE_DISCARD] = "end-hand"
    return {action: words[action] for action in numbers}


# --- The comparison ------------------------------------------------------------------------------


@dataclass
class Tally:
    """What occurred in the hands that were checked."""

    hands: int = 0
    matches: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    decisions: Counter[str] = field(default_factory=Counter)
    situations: Counter[str] = field(default_factory=Counter)
    options: Counter[tuple[str, Value]] = field(default_factory=Counter)
    players: Counter[int] = field(default_factory=Counter)
    overlooked: float = 0.0
    """31s overlooked, less those expected."""
    overlooked_variance: float = 0.0

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

    def count(self, recorded: Recorded, results: list[scat.HandResult]) -> None:
        """Count what happened in some hands."""
        self.hands += len(results)
        self.decisions.update(asked.name for asked in recorded.play.asked)
        self.events.update(kind for kind, _, _ in recorded.play.events)
        self.situations.update({k: n for k, n in recorded.situations.items() if n})
        chance = recorded.rules.miss_31_prob
        if chance > 0:
            chances = chances_of(recorded.play.events)
            missed = sum(kind == "overlooked" for kind, _, _ in chances)
            self.overlooked += missed - chance * len(chances)
            self.overlooked_variance += chance * (1 - chance) * len(chances)
        for result in results:
            self.ends[result.end] += 1
            for name in situations(result, recorded.rules):
                self.situations[name] += 1


SITUATIONS = (
    "the hand must be ended",
    "own discard may not be taken back",
    "history has wrapped",
    "several dealt 31s declared",
    "a called throw-down finds a 31",
    "33 declared",
    "a knock withdrawn for a 31",
    "a knock and a silent 31 in one turn",
    "a second 31 after a silent one",
    "the knocker declares nothing but shows 31",
    "ranks break a tie",
    "stock shuffled twice",
)
"""Places in the rules that no end or event of its own tells of."""


def situations(result: scat.HandResult, rules: scat.Rules) -> list[str]:
    """Which of `SITUATIONS` can be read from a hand's result."""
    kinds = Counter((kind, seat) for kind, seat, _ in result.events)
    names = {kind for kind, _ in kinds}
    passed_over = ("silent", "overlooked")
    knockers = [seat for kind, seat, _ in result.events if kind == "knocked"]
    seats = range(len(result.values))
    found = {
        "several dealt 31s declared": len(result.declarers) > 1,
        "a called throw-down finds a 31": "called" in names and result.end == "dealt-31",
        "33 declared": any(result.values[seat] == 33 for seat in result.declarers),
        "a knock withdrawn for a 31": bool(knockers) and result.knocker == scat.NOBODY,
        "a second 31 after a silent one": any(
            sum(kinds[kind, seat] for kind in (*passed_over, "declared")) > 1 for seat in seats
        ),
        "the knocker declares nothing but shows 31": result.knocker != scat.NOBODY
        and result.values[result.knocker] in (31, 33)
        and not result.declarers,
        "stock shuffled twice": kinds["reshuffled", -1] > 1,
    }
    if rules.knock_timing == "after-draw" and knockers:
        turn = [(kind, seat) for kind, seat, _ in result.events]
        at = turn.index(("knocked", knockers[0]))
        found["a knock and a silent 31 in one turn"] = turn[at + 2] in [
            (kind, knockers[0]) for kind in passed_over
        ]
    if rules.tie_break == "poker" and not result.declarers and any(result.lost):
        lowest = [seat for seat in seats if result.values[seat] == min(known(result.values))]
        found["ranks break a tie"] = 0 < sum(result.lost[seat] > 0 for seat in lowest) < len(lowest)
    return [name for name, is_so in found.items() if is_so]


def known(values: list[float | None]) -> list[float]:
    """The values of the seats that are in the game."""
    return [value for value in values if value is not None]


def check_hand(table: Table, *, seed: int, hand: int, tally: Tally) -> None:
    """Play one hand twice and compare all of it."""
    kernel = play(table, seed=seed, hand=hand, match=False)
    source = Recorded(table, kernel)
    result = scat.play_hand(source.rules, table.players, source)
    same("events", kernel.events, result.events)
    compare_end(table, source, [result])
    compare_outcome(kernel.outcome, hand_outcome(table, result, hero_of(table, hand)))
    tally.count(source, [result])


def check_match(table: Table, *, seed: int, hand: int, tally: Tally) -> None:
    """Play one match twice and compare all of it."""
    kernel = play(table, seed=seed, hand=hand, match=True)
    source = Recorded(table, kernel)
    result = scat.play_match(source.rules, table.players, source)
    same("events", kernel.events, result.events)
    compare_end(table, source, result.hand_results)
    compare_outcome(kernel.outcome, match_outcome(table, result, hero_of(table, hand)))
    last = kernel.states[-1]
    same("lives", last["lives"][: table.players].tolist(), result.lives)
    same("points", last["points"][: table.players].tolist(), result.points)
    same("kitty", int(last["kitty"]), scat.kitty_of(result.lives, source.rules))
    tally.count(source, result.hand_results)
    tally.matches += 1


def compare_end(table: Table, source: Recorded, results: list[scat.HandResult]) -> None:
    """Compare how hands ended, and that nothing of the trace was left over."""
    kernel = source.play
    same("hands", len(kernel.scored), len(results))
    same("decisions", len(kernel.asked), source.decisions)
    source.check_history(kernel.scored[-1], all_of_it=True)
    for row, result in zip(kernel.scored, results, strict=True):
        state = kernel.states[row]
        same("end", ENDS[state["end"]], result.end)
        same("turns", int(state["turn"]), result.turns)
        same("knocker", int(state["knocker"]), result.knocker)
        change = result.gained if source.rules.score_mode == "points" else result.lost
        same("change", state["change"][: table.players].tolist(), change)
        own = state["own"]
        for seat, value in enumerate(result.values):
            if value is not None:
                same("showdown value", shown_value(own[seat], source.rules), value)
                same("declared", bool(own[seat]["declared"]), seat in result.declarers)


def shown_value(own: Any, rules: scat.Rules) -> float:
    """What a seat's hand counts at the showdown, from the kernel's memory of it."""
    value = float(own["value"])
    silent = own["spoiled"] and value >= scat.THIRTY_ONE and rules.undeclared_31 == "counts-30"
    return 30.0 if silent else value


def hero_of(table: Table, hand: int) -> int:
    """The hero's seat in this hand number."""
    heroes = table.seating.heroes
    return int(heroes[hand % len(heroes)])


def hand_outcome(table: Table, result: scat.HandResult, hero: int) -> dict[str, Any]:
    """The outcome of a hand by field, as the kernel should write it."""
    change = result.gained if table.rules.score_mode == "points" else result.lost
    values = known(result.values)
    knocker = result.knocker
    knocker_value = 0.0 if knocker == scat.NOBODY else result.values[knocker] or 0.0
    return {
        "hero": hero,
        "end": ENDS.index(result.end),
        "turns": result.turns,
        "knocker": knocker,
        "knocker_value": 2 * knocker_value,
        "knocker_change": 0 if knocker == scat.NOBODY else change[knocker],
        "hero_knocked": knocker == hero,
        "hero_change": change[hero],
        "losers": sum(n > 0 for n in change),
        "hero_net": net_of(change, hero, points=table.rules.score_mode == "points"),
        "high": 2 * max(values),
        "low": 2 * min(values),
        "change": change,
    }


def net_of(change: list[int], hero: int, *, points: bool) -> int:
    """By how much the hero did better than the others, summed over them."""
    better = [n - change[hero] for seat, n in enumerate(change) if seat != hero]
    return -sum(better) if points else sum(better)


def match_outcome(table: Table, result: scat.MatchResult, hero: int) -> dict[str, Any]:
    """The outcome of a match by field, as the kernel should write it."""
    same("places", len(result.places), table.players)
    return {
        "hero": hero,
        "hands": result.hands,
        "winner": result.winner,
        "hero_place": result.places[hero],
        "place": result.places,
    }


def compare_outcome(kernel: dict[str, Any], oracle: dict[str, Any]) -> None:
    """Compare what the kernel wrote for counting."""
    for name, expected in oracle.items():
        written = kernel[name][: len(expected)] if isinstance(expected, list) else kernel[name]
        same(f"outcome {name}", written, expected)


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


# --- By hand -------------------------------------------------------------------------------------


class ByHand:
    """A match of the kernel, played step by step from here, with decks of one's choice."""

    def __init__(self, rules: Rules, players: int) -> None:
        """Sit down."""
        self.rules = pack(rules)
        self.states = np.zeros(1, GAME.state)
        self.words = np.zeros(1, WORDS_DTYPE)
        self.decision = scat.NOBODY
        self.call(START, players)

    @property
    def state(self) -> Any:
        """The record of the hand."""
        return self.states[0]

    @property
    def asked(self) -> tuple[int, str]:
        """The seat that is to decide, and the decision."""
        return int(self.state["seat"]), GAME.decisions[self.decision].name

    @property
    def choices(self) -> dict[str, int]:
        """The legal actions: their words, and their numbers."""
        view = {name: self.state[name].tolist() for name in ("legal", "hand", "stock_count")}
        return {word: action for action, word in action_words(self.asked[1], view).items()}

    def call(self, command: int, number: int = 0, action: int = 0) -> int:
        """Carry out one step."""
        return int(step_entry().call(self.states, self.rules, self.words, command, number, action))

    def deal(self, deck: str) -> None:
        """Deal; `deck` names the first cards in order: those dealt, the upcard, the stock."""
        order = list(range(scat.CARDS_IN_DECK))
        for place, card in enumerate(map(scat.card_id, deck.split())):
            left, skip = scat.CARDS_IN_DECK - place, order.index(card, place) - place
            order[place], order[place + skip] = order[place + skip], order[place]
            # The word in the middle of those from which `below(left)` makes `skip`.
            self.words["words"][0, place] = (2 * skip + 1 << 31) // left
        self.words["position"], self.words["filled"] = 0, WORDS
        self.decision = self.call(DEAL)

    def act(self, word: str) -> None:
        """Take the decision that is asked."""
        self.decision = self.call(ACT, self.decision, self.choices[word])

    def follow(self, strategy: Strategy, values: dict[str, Value]) -> str:
        """Let a strategy take the decision that is asked; gives the word for what it does."""
        function = GAME.decisions[self.decision].function
        action = answer(strategy, function, self.states.view(GAME.view), values=values)
        word = next(word for word, number in self.choices.items() if number == action)
        self.act(word)
        return word

    def close(self) -> list[int]:
        """Score the hand: what each seat loses, or wins."""
        self.call(CLOSE)
        changes: list[int] = self.state["change"][: self.state["players"]].tolist()
        return changes

    def settle(self) -> bool:
        """Settle the hand; whether the match goes on."""
        return bool(self.call(SETTLE))

    def show(
        self, hands: Sequence[str], *, knocker: int, end: str, shown_31: Sequence[int]
    ) -> None:
        """Set the hand up as ended in this way, these hands being held.

        Args:
            hands: the three cards of every seat, by name.
            knocker: seat, or -1.
            end: the word for it.
            shown_31: the seats that declared a 31; others that hold one were silent about it.
        """
        cards = np.array(
            [[scat.card_id(name) for name in hand.split()] for hand in hands], np.uint8
        )
        values = values_of(cards, self.rules)
        self.state["knocker"], self.state["end"] = knocker, ENDS.index(end)
        for seat, (hand, value) in enumerate(zip(cards.tolist(), values.tolist(), strict=True)):
            own = self.state["own"][seat]
            own["hand"] = sum(card << 8 * k for k, card in enumerate(hand))
            own["lanes"] = sum(scat.card_points(card) << 8 * (card // 13) for card in hand)
            own["value"] = value
            own["declared"] = seat in shown_31
            own["spoiled"] = value >= scat.THIRTY_ONE and seat not in shown_31


START, DEAL, ACT, CLOSE, SETTLE = range(5)


@cache
def step_entry() -> Entry:
    """The game's functions behind one door, which is quicker to compile than five."""
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
            start(state, rule, number, True)
        elif command == DEAL:
            answer = int64(deal(state, rule, words[0]))
        elif command == ACT:
            answer = int64(apply_any(number, state, rule, action, 0, words[0]))
        elif command == CLOSE:
            close(state, rule)
        elif command == SETTLE:
            answer = int64(next_hand(state, rule))
        if command in (DEAL, ACT) and answer >= 0:
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


def values_of(hands: np.ndarray[Any, Any], rules: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """What hands are worth.

    Args:
        hands: uint8, shape (n, 3).
        rules: packed.
    """
    values = np.zeros(len(hands), np.float32)
    values_entry().call(hands, rules, values)
    return values


@cache
def values_entry() -> Entry:
    """The loop over hands of `values_of`."""

    def value_all(hands, rules, values):  # type: ignore[no-untyped-def]
        for i in range(len(hands)):
            values[i] = hand_value(hands[i, 0], hands[i, 1], hands[i, 2], rules[0])

    rules = types.Array(from_dtype(packed_dtype(GAME.rules)), 1, "C")
    hands, values = types.Array(types.uint8, 2, "C"), types.Array(types.float32, 1, "C")
    return entry(
        value_all, signature=types.void(hands, rules, values), content=fingerprint(value_all)
    )


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
    for name in ("ends", "events", "decisions", "situations", "players"):
        counts = sorted(getattr(tally, name).items())
        lines.append(f"{name}: " + ", ".join(f"{key} {n}" for key, n in counts))
    for each in fields(Rules):
        values = sorted((v, n) for (name, v), n in tally.options.items() if name == each.name)
        if len(values) > 8:
            values_text = (
                f"{len(values)} values from {shown(values[0][0])} to {shown(values[-1][0])}"
            )
        else:
            values_text = ", ".join(f"{shown(value)} {n}" for value, n in values)
        lines.append(f"{each.name}: {values_text}")
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
