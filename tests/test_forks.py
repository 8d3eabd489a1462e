"""Forks bring what playing on by hand brings, and where they begin is drawn fairly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fnmatch import fnmatch
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy import uint32, uint64

import cardsim
from cardsim import Strategy
from cardsim.engine.forks import ForkMemory, Forks, Looked, play_forks
from cardsim.engine.hand_loop import (
    DECISION,
    DONE,
    FIRST_ROW,
    FORKS,
    MET,
    NOBODY,
    ROWS,
    SITUATION,
)
from cardsim.engine.table import Table, asker
from cardsim.games import load_game
from cardsim.rng import WORDS_DTYPE, below, place, uniform
from cardsim.runs import preparation, seating
from cardsim.runs.hands import play_hands
from cardsim.runs.rollouts import asked_about, fork, half_of, situation
from cardsim.workspace import complete
from checks import assert_mean, assert_uniform

pytestmark = pytest.mark.usefixtures("workspace")
SEED = 5


def moody(view: Any, chance: Any, memory: Any) -> Any:
    """Knock by chance, and the sooner the more turns there were."""
    memory.turns += 1
    return view.value >= 18 and uniform(chance) < 0.2 * memory.turns


def moody_one() -> Strategy:
    return Strategy("scat", name="moody", knock=moody, memory=[("turns", "i8")], forgets="match")


def drawn(seed: int, hand: int, met: int) -> int:
    """Which of so many decisions of a hand is forked, from 1 on.

    The k-th takes the place of the one before it once in k times.
    """
    words = np.zeros(1, WORDS_DTYPE)
    place(words[0], uint64(seed), uint64(hand), uint32(FORKS), uint32(0))
    kept = 1
    for number in range(2, met + 1):
        kept = number if below(words[0], number) == 0 else kept
    return kept


def forked(
    setup: Any, by: list[str], hands: int, experts: Any = None, **how: bool
) -> tuple[Forks, set[int]]:
    """The first hands of a run, forked at the decisions that are named."""
    game = setup.game
    numbers = {game.number_of(name.replace("-", "_")) for name in by}
    looked = Looked({n: _nothing(game, n) for n in numbers}, experts=experts or {})
    memory = ForkMemory(game, setup.seating, looked, players=setup.spec.players, hands=hands)
    ending, found = play_forks(
        game,
        setup.seating,
        looked,
        memory,
        rules=setup.rules,
        players=setup.spec.players,
        unit=setup.goes_on,
        seed=SEED,
        first=0,
        count=hands,
        stop=np.zeros(1, np.uint8),
        **how,
    )
    assert ending.status == DONE
    return found, numbers


def _nothing(game: Any, number: int) -> Any:
    """What tells no situations apart: all of them have the seat's number."""
    decision = game.decisions[number]

    def alone(view: Any) -> Any:
        return int(view.seat)

    functions: dict[str, Any] = {decision.function: alone}
    looked = Strategy(game.name, name="seat", **functions)
    # It gives a number, where actions are pairs too.
    return complete(game, looked).compiled(replace(decision, wide=False), game.view)


class ByHand:
    """A hand of a run, played step by step at a table."""

    def __init__(self, setup: Any) -> None:
        rules = setup.game.rules(**dict(setup.spec.rules))
        self.setup, self.rows = setup, setup.seating.table
        self.table = Table(setup.game, rules, setup.spec.players, seed=SEED, unit=setup.spec.unit)

    def choice(self, row: int) -> Any:
        strategy, player = self.setup.run.seated[self.rows[row, self.table.seat]]
        return self.table.choice(strategy, **dict(player.parameters))

    def on(self, row: int, hero: int, numbers: set[int], stop_at: int = 0) -> tuple[int, bool]:
        """Play on, to the end or to one of the hero's decisions; how many he met, and whether."""
        table, met, goes_on = self.table, 0, True
        while goes_on:
            while not table.over:
                if table.waits_for_chance:
                    table.happen()
                    continue
                if table.seat == hero and table.decision in numbers:
                    met += 1
                    if met == stop_at:
                        return met, True
                table.act(self.choice(row))
            table.close()
            goes_on = bool(self.setup.goes_on) and table.settle()
            if goes_on:
                table.deal()
        return met, False

    def always(self, row: int, hero: int, number: int, action: int) -> None:
        """Play a hand on, where the hero takes the same wherever it is legal."""
        table = self.table
        while not table.over:
            if table.waits_for_chance:
                table.happen()
                continue
            same = table.seat == hero and table.decision == number
            own = self.choice(row)
            table.act(action if same and action in table.legal else own)
        table.close()

    def kept(self) -> Any:
        t = self.table
        notes = {k: v.copy() for k, v in t._notes.items()}
        return t.states.copy(), t.words.copy(), t.chances.copy(), notes, t.decision

    def back(self, kept: Any) -> None:
        t = self.table
        t.states[:], t.words[:], t.chances[:] = kept[:3]
        for key, notes in kept[3].items():
            t._notes[key][:] = notes
        t.decision = kept[4]


GAMES: dict[str, dict[str, Any]] = {
    "scat": {"game": "scat", "by": ["knock", "draw-source", "discard"], "hands": 250},
    "scat, matches": {
        "game": "scat",
        "unit": "match",
        "by": ["knock", "draw-source"],
        "vs": "random-play",
        "hands": 25,
    },
    "scat, by chance and memory": {
        "game": "scat",
        "strategy": "moody",
        "vs": "random-legal",
        "unit": "match",
        "players": 2,
        "by": ["knock", "discard"],
        "hands": 40,
    },
    "scat, named seats": {
        "game": "scat",
        "seats": ["threshold", "suit-keeper", "random-play", "threshold:knock_threshold=25"],
        "unit": "hand",
        "by": ["knock"],
        "hands": 80,
    },
    "partners": {
        "game": "side-by-side",
        "strategy": "planner",
        "vs": "thrifty",
        "unit": "hand",
        "by": ["bid", "lay"],
        "hands": 200,
    },
    "partners, matches": {
        "game": "side-by-side",
        "strategy": "learner",
        "partner": "thrifty",
        "vs": "planner",
        "unit": "match",
        "by": ["lay"],
        "hands": 20,
    },
    "spades": {"game": "spades", "unit": "match", "by": ["bid", "play"], "hands": 12},
    "euchre": {"game": "euchre", "unit": "match", "by": ["order", "name-trump"], "hands": 12},
    "casino": {"game": "casino", "unit": "hand", "by": ["play"], "hands": 15},
    "casino, matches of partners": {
        "game": "casino",
        "players": 4,
        "unit": "match",
        "strategy": "trail-safe",
        "options": {"partnership": True, "sweep_points": 1, "target": 11},
        "by": ["play"],
        "hands": 12,
    },
    "cheat": {
        "game": "cheat",
        "strategy": "bluffer",
        "options": {"claim_rank": "adjacent", "max_plays": 60},
        "by": ["rank", "count", "card", "challenge"],
        "hands": 40,
    },
    "cheat, matches": {
        "game": "cheat",
        "players": 3,
        "unit": "match",
        "vs": "bayes-challenger",
        "options": {"max_plays": 40},
        "by": ["count", "challenge"],
        "hands": 6,
    },
    "bridge": {"game": "bridge", "unit": "chicago", "by": ["call", "lead", "play"], "hands": 6},
    "dice": {"game": "counter-cameroon", "by": ["split"], "hands": 30},
    "tricks": {"game": "ninety-nine", "unit": "match", "by": ["play-card"], "hands": 20},
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.kept(0, full=4)
def test_each_action_brings_what_playing_on_by_hand_brings(name: str) -> None:
    asked = dict(GAMES[name])
    game, by, hands = asked.pop("game"), asked.pop("by"), asked.pop("hands")
    if asked.get("strategy") == "moody":
        asked["strategy"] = moody_one()
    company = {} if "seats" in asked else {"vs": "usual"}
    setup = preparation.prepare(game, seed=SEED, **company | asked)
    found, numbers = forked(setup, by, hands)
    by_hand, rows = ByHand(setup), setup.seating.table
    compared = several = 0

    for hand, row in enumerate(found.forks.tolist()):
        rotation = hand % len(rows)
        hero = int(setup.seating.heroes[rotation])
        board = hand // len(rows)
        by_hand.table.begin(SEED, hand, board)
        met, _ = by_hand.on(rotation, hero, numbers)
        assert row[MET] == met
        if met == 0:
            assert (row[DECISION], row[ROWS]) == (NOBODY, 0)
            continue
        by_hand.table.begin(SEED, hand, board)
        by_hand.on(rotation, hero, numbers, stop_at=drawn(SEED, hand, met))
        table = by_hand.table
        assert row[DECISION] == table.decision
        assert row[SITUATION] == table.seat == hero
        legal = table.legal
        if len(legal) < 2:
            assert row[ROWS] == 0
            continue
        own = by_hand.choice(rotation)
        order = [own, *(a for a in legal if a != own)]
        played = slice(row[FIRST_ROW], row[FIRST_ROW] + row[ROWS])
        actions = [tuple(a) if table.asks.wide else a[0] for a in found.actions[played].tolist()]
        assert actions == order
        kept = by_hand.kept()
        for action, outcome in zip(order, found.outcomes[played], strict=True):
            by_hand.back(kept)
            table.act(action)
            by_hand.on(rotation, hero, numbers)
            assert table.outcome(hero).tobytes() == outcome.tobytes()
            compared += 1
        several += len(order) > 2

    assert compared > hands
    # What is kept for a third action is used where there is one.
    assert several or set(by) <= {"knock", "draw-source"}


@pytest.mark.full
def test_the_heros_own_choice_ends_as_the_run_does() -> None:
    setup = preparation.prepare("scat", seed=SEED, unit="match", vs="random-play")
    found, _ = forked(setup, ["knock"], 300)
    played = play_hands(setup, 0, 300)
    assert played is not None

    for hand, row in enumerate(found.forks):
        if row[ROWS]:
            assert found.outcomes[row[FIRST_ROW]].tobytes() == played[hand].tobytes()


@pytest.mark.full
def test_experts_are_played_on_with_and_each_knows_its_row() -> None:
    setup = preparation.prepare("scat", seed=SEED, vs="usual")
    game = setup.game
    decision = game.decision("discard")
    names = ["threshold", "suit-keeper", "chase-31"]
    strategies = [seating.seated(game, name).strategy for name in names]
    values = [s.packed({p.name: p.default for p in s.parameters}) for s in strategies]
    functions = [s.compiled(decision, game.view) for s in strategies]
    experts = {game.number_of("discard"): list(zip(functions, values, strict=True))}
    every, _ = forked(setup, ["discard"], 400)
    found, _ = forked(setup, ["discard"], 400, experts)
    compared = 0

    # With every card there is room for fewer hands.
    pairs = zip(found.forks, every.forks, strict=False)
    for hand, (row, whole) in enumerate(pairs):
        assert row[: SITUATION + 1].tolist() == whole[: SITUATION + 1].tolist()
        if not row[ROWS]:
            continue
        all_rows = range(whole[FIRST_ROW], whole[FIRST_ROW] + whole[ROWS])
        brings = {every.actions[r, 0]: every.outcomes[r].tobytes() for r in all_rows}
        own_rows = range(row[FIRST_ROW], row[FIRST_ROW] + row[ROWS])
        for r in own_rows:
            assert found.outcomes[r].tobytes() == brings[found.actions[r, 0]]
            compared += 1
        # The first expert is the hero's own strategy, whose choice is the first row.
        assert found.said[hand, 0] == 0
        assert set(found.said[hand]) <= set(range(row[ROWS]))
        assert len(set(found.actions[own_rows, 0])) == len(own_rows)
    assert compared > 300


# ---------------------------------------------------------------- what is known exactly

RANKS = range(1, 14)
"""Of High Card, four cards each, the ace low."""
Cards = tuple[int, int]


class HighCard:
    """High Card with two seats, enumerated: what swapping gains in each situation.

    Args:
        keep_from: by seat, what it keeps; it swaps what is worth less.
        swaps: how many times a seat may swap.
    """

    def __init__(self, keep_from: tuple[int, int], *, swaps: int = 1) -> None:
        self.keep_from, self.swaps = keep_from, swaps
        self.known: dict[Any, float] = {}

    def worth(self, left: tuple[int, ...], cards: Cards, seat: int, swaps: int) -> float:
        """What seat 0 wins of a hand, played on from before a decision of a seat."""
        if seat > 1:
            return 0.5 + 0.5 * ((cards[0] > cards[1]) - (cards[0] < cards[1]))
        key = left, cards, seat, swaps
        if key not in self.known:
            swap = cards[seat] < self.keep_from[seat]
            self.known[key] = self.chosen(left, cards, seat, swaps, swap=swap)
        return self.known[key]

    def chosen(
        self, left: tuple[int, ...], cards: Cards, seat: int, swaps: int, *, swap: bool
    ) -> float:
        """The same, where the seat swaps at this decision, or does not."""
        if not swap:
            return self.worth(left, cards, seat + 1, self.swaps)
        following = self.following(seat, swaps)
        return sum(
            chance * self.worth(rest, after, *following)
            for chance, rest, after in self.drawn(left, cards, seat)
        )

    def following(self, seat: int, swaps: int) -> tuple[int, int]:
        """Whose decision follows on a swap, and how many swaps it has left."""
        return (seat, swaps - 1) if swaps > 1 else (seat + 1, self.swaps)

    def drawn(
        self, left: tuple[int, ...], cards: Cards, seat: int
    ) -> Iterator[tuple[float, tuple[int, ...], Cards]]:
        """The cards that may come for a seat's own: the chance, what is left, and both cards."""
        for rank in RANKS:
            if left[rank - 1]:
                after = (rank, cards[1]) if seat == 0 else (cards[0], rank)
                yield left[rank - 1] / sum(left), without(left, rank), after

    def situations(self, hero: int) -> dict[tuple[int, int], tuple[float, float]]:
        """By value and swaps left: the chance of the decision, and times it what swapping gains."""
        found: dict[tuple[int, int], tuple[float, float]] = {}

        def visit(
            chance: float, left: tuple[int, ...], cards: Cards, seat: int, swaps: int
        ) -> None:
            if seat > hero:
                return
            swap = cards[seat] < self.keep_from[seat]
            if seat == hero:
                kept, swapped = (
                    self.chosen(left, cards, seat, swaps, swap=way) for way in (False, True)
                )
                often, gain = found.get((cards[seat], swaps), (0.0, 0.0))
                more = (swapped - kept) * (1 if hero == 0 else -1)
                found[cards[seat], swaps] = often + chance, gain + chance * more
            if not swap:
                visit(chance, left, cards, seat + 1, self.swaps)
                return
            for part, rest, after in self.drawn(left, cards, seat):
                visit(chance * part, rest, after, *self.following(seat, swaps))

        whole = (4,) * len(RANKS)
        for one, other in product(RANKS, repeat=2):
            rest = without(whole, one)
            chance = 4 / 52 * rest[other - 1] / 51
            visit(chance, without(rest, other), (one, other), 0, self.swaps)
        return found


def without(left: tuple[int, ...], rank: int) -> tuple[int, ...]:
    """The cards that are left by rank, one of this rank less."""
    return tuple(count - (number == rank) for number, count in zip(RANKS, left, strict=True))


@pytest.mark.parametrize(
    ("keep_from", "others", "swaps"), [(8, 0, 1), (5, 9, 1), (8, 0, 3), (11, 0, 2)]
)
@pytest.mark.full
def test_what_forks_say_on_average_is_what_is_so(keep_from: int, others: int, swaps: int) -> None:
    """Of every situation of High Card, how often it comes and what swapping gains in all.

    Each of some 400 figures raises a false alarm once in a million seeds, and would miss an error
    of 5 in 1000 hands, or of 8 in how often it comes, as seldom.
    """
    hands = 1_000_000
    setup = preparation.prepare(
        "high-card",
        players=2,
        seed=SEED,
        strategy=f"threshold:keep_from={keep_from}",
        vs=f"threshold:keep_from={others}",
        options={"swaps": swaps},
    )
    (asked,) = asked_about(setup.game, ["swap:seat,value,swaps-left"])
    (found,) = fork(setup, [asked], hands, threads=2).worth
    step = setup.unit.step(setup.unit.measures[0], {})
    met, more = found.met.sum(axis=0), found.more.sum(axis=0)
    squares = found.squares.sum(axis=0)
    compared = 0

    for seat in (0, 1):
        keeps = (keep_from, others) if seat == 0 else (others, keep_from)
        for (value, left), (often, gain) in HighCard(keeps, swaps=swaps).situations(seat).items():
            cell = seat, value, left
            # What was not the hero's own choice has what it brought more.
            own_swap = value < keep_from
            amount = more[cell][0 if own_swap else 1] * step * (-1 if own_swap else 1)
            scatter = squares[cell].sum() * step**2
            n = hands // 2
            mean = amount / n
            sd = (scatter / n - mean**2) ** 0.5
            assert_mean((mean, sd, n), gain, resolves=0.005)
            # A fork counts as many times as there were decisions: up to three.
            sd = (swaps * often * (1 - often / swaps)) ** 0.5
            assert_mean((met[cell] / n, sd, n), often, resolves=0.008)
            compared += 1
    assert compared == met[met > 0].size >= 26


def test_all_that_may_come_of_a_fork_is_worth_what_is_known_exactly() -> None:
    """Against one who never swaps, three cards say everything; forks had all that there are.

    Each set of ranks brings the same in all forks, and these with their chances are the advantage,
    without any noise. That they come with those chances is said with one false alarm in a million.
    """
    hands = 240_000
    setup = preparation.prepare(
        "high-card",
        players=2,
        seed=SEED,
        strategy="threshold:keep_from=8",
        vs="threshold:keep_from=0",
    )
    found, _ = forked(setup, ["swap"], hands)
    outcomes, actions = found.outcomes, found.actions[:, 0]
    first = found.forks[found.forks[:, SITUATION] == 0]
    assert (first[:, ROWS] == 2).all()
    rows = first[:, FIRST_ROW]
    swapped = np.where(actions[rows] == 1, rows, rows + 1)
    kept = 2 * rows + 1 - swapped
    own, other = (outcomes["value"][kept, seat].astype(int) for seat in (0, 1))
    drawn_card = outcomes["value"][swapped, 0].astype(int)
    more = outcomes["your_share"][swapped] - outcomes["your_share"][kept]
    brings = np.full((13, 13, 13), -100)
    brings[own - 1, other - 1, drawn_card - 1] = more
    counts = np.zeros((13, 13, 13), np.int64)
    np.add.at(counts, (own - 1, other - 1, drawn_card - 1), 1)

    assert (brings[own - 1, other - 1, drawn_card - 1] == more).all()
    assert (counts > 0).all()
    own_card, theirs, new = np.indices((13, 13, 13))
    weights = 4 * (4 - (own_card == theirs)) * (4.0 - (own_card == new) - (theirs == new))
    assert weights.sum() == 52 * 51 * 50
    assert_uniform(counts, weights=weights, resolves=0.08)
    exactly = HighCard((8, 0)).situations(0)
    advantage = (weights * brings).sum(axis=(1, 2)) / 12 / weights.sum()
    for value in RANKS:
        assert advantage[value - 1] == pytest.approx(exactly[value, 1][1], abs=1e-12)


# ---------------------------------------------------------------- what is drawn


@pytest.mark.parametrize("met", [2, 3, 7])
@pytest.mark.kept(1)
def test_each_of_the_heros_decisions_is_as_likely_to_be_forked(met: int) -> None:
    """Of all hands of a seed by number; false alarm and false pass once in a million."""
    counts = np.bincount([drawn(SEED, hand, met) - 1 for hand in range(40_000)], minlength=met)

    assert_uniform(counts, resolves=0.06)


@pytest.mark.full
def test_forks_that_are_weighted_count_every_decision_once() -> None:
    """Each seat decides once in High Card with one swap; in Scat as often as a trace says."""
    setup = preparation.prepare("scat", seed=SEED, unit="hand", vs="usual")
    found, numbers = forked(setup, ["knock"], 2000)
    by_hand, rows, total = ByHand(setup), setup.seating.table, 0
    for hand in range(2000):
        rotation = hand % len(rows)
        by_hand.table.begin(SEED, hand)
        total += by_hand.on(rotation, int(setup.seating.heroes[rotation]), numbers)[0]

    assert found.forks[:, MET].sum() == total


def test_both_halves_have_every_seat_and_every_board() -> None:
    hands = np.arange(1 << 12, dtype=np.uint64)
    half = half_of(hands)

    for around in (2, 3, 4, 8, 16):
        for place_ in range(around):
            share = half[hands % np.uint64(around) == place_].mean()
            assert abs(share - 0.5) < 0.03


@pytest.mark.full
def test_tables_are_the_same_on_any_threads_and_add_up() -> None:
    setup = preparation.prepare("scat", seed=SEED, unit="match", vs="usual")
    asked = asked_about(setup.game, ["knock:value,own-turns", "draw-source:gain,value"])
    one, two = (fork(setup, asked, 40_000, threads=t) for t in (1, 2))
    parts = [fork(setup, asked, 20_000, threads=2, first=first) for first in (0, 20_000)]

    for a, b, c, d in zip(one.worth, two.worth, *(p.worth for p in parts), strict=True):
        whole = c + d
        for name in ("met", "forks", "own", "possible", "tried", "more", "squares"):
            assert getattr(a, name).tobytes() == getattr(b, name).tobytes()
            assert np.array_equal(getattr(a, name), getattr(whole, name))
    assert one.halves == two.halves
    assert sum(one.halves) == one.hands == 40_000


def test_a_feature_lies_in_the_cell_of_its_number() -> None:
    game = load_game("scat")
    (asked,) = asked_about(game, ["knock:value,own-lives"])
    entry = situation(game, asked)

    table = Table("scat", seed=SEED)
    views = table.states.view(game.view)
    found = asker(game.view).call(
        views, np.zeros(1, WORDS_DTYPE), uint64(0), uint64(0), uint64(entry.address)
    )
    value, lives = int(table.view.value), int(table.view.own_lives)
    assert found == (value - 2) * 4 + min(lives, 3)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["knok:value"], "--by must name a decision of scat (*), not 'knok'"),
        (["knock:valu"], "--by knock must name features of scat, not 'valu'"),
        (["knock"], "--by knock must name features of scat, not ''"),
        (["knock:value,turn,stock-count,alive,own-turns"], "* are too many to be told apart *"),
    ],
)
def test_what_cannot_be_asked_about_is_said_in_a_line(words: list[str], message: str) -> None:
    with pytest.raises(cardsim.UserError) as error:
        asked_about(load_game("scat"), words)

    assert fnmatch(str(error.value).replace("[", "("), message)


@pytest.mark.full
def test_a_strategy_in_python_is_refused() -> None:
    plain = Strategy("scat", compiled=False, knock=lambda view: view.value > 20)
    setup = preparation.prepare("scat", strategy=plain, vs="usual")

    with pytest.raises(cardsim.UserError, match="is in Python and cannot be played on"):
        fork(setup, asked_about(setup.game, ["knock:value"]), 100, threads=1)


# ---------------------------------------------------------------- where habit never leads


class Exploring(ByHand):
    """A hand in which the hero takes any legal action now and then until it is forked."""

    def fork(self, hand: int, row: int, hero: int, number: int) -> tuple[int, Any]:
        """How many decisions of a kind the hero meets, and the table at the one that is drawn."""
        drawing, table, met, kept = np.zeros(1, WORDS_DTYPE), self.table, 0, None
        place(drawing[0], uint64(SEED), uint64(hand), uint32(FORKS), uint32(0))
        often = 2 << int(below(drawing[0], 4))
        while not table.over:
            if table.waits_for_chance:
                table.happen()
                continue
            action = None
            if table.seat == hero and table.decision == number:
                met += 1
                if met == 1 or below(drawing[0], met) == 0:
                    kept = self.kept()
                explores = below(drawing[0], often) == 0
                action = self.choice(row)
                if explores:
                    action = table.legal[int(below(drawing[0], len(table.legal)))]
            table.act(self.choice(row) if action is None else action)
        return met, kept


@pytest.mark.full
def test_who_explores_is_forked_elsewhere_and_goes_on_by_habit() -> None:
    setup = preparation.prepare("scat", seed=SEED, unit="hand", strategy="threshold", vs="usual")
    found, (number,) = forked(setup, ["knock"], 250, explores=True)
    usual, _ = forked(setup, ["knock"], 250)
    by_hand, rows, compared = Exploring(setup), setup.seating.table, 0

    for hand, row in enumerate(found.forks.tolist()):
        rotation = hand % len(rows)
        hero = int(setup.seating.heroes[rotation])
        by_hand.table.begin(SEED, hand)
        met, kept = by_hand.fork(hand, rotation, hero, number)
        assert row[MET] == met
        if not row[ROWS]:
            continue
        by_hand.back(kept)
        own = by_hand.choice(rotation)
        played = slice(row[FIRST_ROW], row[FIRST_ROW] + row[ROWS])
        assert found.actions[played, 0].tolist() == [own, 1 - own]
        for action, outcome in zip((own, 1 - own), found.outcomes[played], strict=True):
            by_hand.back(kept)
            by_hand.table.act(action)
            by_hand.on(rotation, hero, {number})
            assert by_hand.table.outcome(hero).tobytes() == outcome.tobytes()
            compared += 1

    assert compared > 250
    assert found.forks[:, MET].tolist() != usual.forks[:, MET].tolist()


@pytest.mark.full
def test_choices_that_persist_are_taken_again_wherever_they_are_legal() -> None:
    """What the hero does has the first row, and then both choices for good."""
    setup = preparation.prepare("scat", seed=SEED, unit="hand", strategy="threshold", vs="usual")
    found, (number,) = forked(setup, ["knock"], 250, persists=True)
    usual, _ = forked(setup, ["knock"], 250)
    by_hand, rows, compared = ByHand(setup), setup.seating.table, 0

    for hand, row in enumerate(found.forks.tolist()):
        assert row[: SITUATION + 1] == usual.forks[hand, : SITUATION + 1].tolist()
        if not row[ROWS]:
            continue
        rotation = hand % len(rows)
        hero = int(setup.seating.heroes[rotation])
        first = row[FIRST_ROW]
        before = usual.outcomes[usual.forks[hand, FIRST_ROW]]
        assert found.outcomes[first].tobytes() == before.tobytes()
        assert sorted(found.actions[first + 1 : first + row[ROWS], 0].tolist()) == [0, 1]
        by_hand.table.begin(SEED, hand)
        by_hand.on(rotation, hero, {number}, stop_at=drawn(SEED, hand, row[MET]))
        by_hand.choice(rotation)
        kept = by_hand.kept()
        for place_ in range(first + 1, first + row[ROWS]):
            by_hand.back(kept)
            by_hand.always(rotation, hero, number, int(found.actions[place_, 0]))
            outcome = by_hand.table.outcome(hero)
            assert outcome.tobytes() == found.outcomes[place_].tobytes()
            compared += 1
    assert compared > 250
