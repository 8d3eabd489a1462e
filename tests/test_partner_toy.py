"""Side by Side, a toy of partners who bid and lay wide actions, has the whole toolkit.

Beside High Card (`test_toy_game.py`) it has what that lacks: sides, three units of which two go on,
boards, actions of two words, what every seat knows alone, and strategies that remember.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from numba import types
from numba.np.numpy_support import from_dtype
from numpy import int64

import cardsim
import harness
from cardsim import Strategy, StrategyError, UserError
from cardsim.engine import bulk
from cardsim.engine.hand_loop import DONE, ILLEGAL
from cardsim.engine.table import Table, asker, dispatched, wide_asker
from cardsim.game import Game
from cardsim.games import load_game, rules_text
from cardsim.kernels.intrinsics import seen_as
from cardsim.kernels.jit import Entry, entry
from cardsim.rng import WORDS_DTYPE
from cardsim.runs import preparation
from cardsim.runs.hands import play_hands
from cardsim.runs.replays import replay
from cardsim.workspace import load_strategy
from checks import assert_uniform
from harnesses.side_by_side import bits
from imagining import Point, assert_agrees, imagined, words_of
from in_bulk import Start, bound_loop, outcomes_of, play_on, seating_of
from oracles import side_by_side as oracle
from typed import Command
from written_rules import assert_complete

pytestmark = pytest.mark.usefixtures("workspace")
NAME = "side-by-side"
SEED = 7
UNITS = ("hand", "match", "session")
COUNTS = {"hand": 400, "match": 60, "session": 60}
PLAYED = 120
"""Tables that the oracle checks."""


@pytest.fixture
def game() -> Game:
    """The game, as it is found."""
    return load_game(NAME)


def prepared(**asked: Any) -> preparation.Setup:
    return preparation.prepare(NAME, **{"seed": SEED, **asked})


def played(setup: preparation.Setup, first: int = 0, count: int = 0) -> Any:
    """The outcomes of hands, or of what goes on, as a run plays them."""
    outcomes = play_hands(setup, first, count or COUNTS[setup.spec.unit])
    assert outcomes is not None
    return outcomes


def at_tables(setup: preparation.Setup, count: int) -> Iterator[Any]:
    """The outcomes of the same, each played step by step at a table."""
    rules = setup.game.rules(**dict(setup.spec.rules))
    rows, heroes = setup.seating.table, setup.seating.heroes
    table = Table(setup.game, rules, seed=SEED, unit=setup.spec.unit)
    for hand in range(count):
        row = hand % len(rows)
        table.begin(SEED, hand, hand // len(rows))
        goes_on = True
        while goes_on:
            while not table.over:
                strategy, player = setup.run.seated[rows[row, table.seat]]
                table.act(table.choice(strategy, **dict(player.parameters)))
            table.close()
            goes_on = bool(setup.goes_on) and table.settle()
            if goes_on:
                table.deal()
        yield table.outcome(int(heroes[row]))


# ---------------------------------------------------------------- the rules


def test_its_rules_are_complete_and_printed(command: Command, game: Game) -> None:
    said = command(f"games rules {NAME}")

    assert (said.status, said.out) == (0, rules_text(NAME))
    assert_complete(game, said.out)


@cache
def checked() -> harness.Tally:
    return harness.check_batches(range(PLAYED), name="side_by_side", seed=harness.SEED)


@pytest.mark.full
def test_the_kernel_plays_what_the_oracle_plays() -> None:
    """The order of what is legal too, and all that every seat is shown."""
    part, tally = harness.part_of("side_by_side"), checked()

    assert tally.hands > 1500
    assert min(tally.units[unit] for unit in UNITS) > 100
    assert harness.missing(part, tally) == []
    assert set(tally.events) == set(part.events)


CARDS = {
    f"{rank}{suit}": 13 * s + oracle.RANKS.index(rank)
    for s, suit in enumerate("CDHS")
    for rank in "AJQK"
}
EXAMPLE = {0: "AD AH JD", 1: "AC KC KS", 2: "KD KH QS", 3: "JC QC JS"}


@pytest.mark.full
def test_the_example_of_the_rules_is_scored_as_they_say() -> None:
    """Section 10."""
    hands = [[CARDS[card] for card in EXAMPLE[seat].split()] for seat in range(4)]
    lays = {
        seat: (number, frozenset(CARDS[card] for card in cards.split()))
        for seat, number, cards in ((1, 1, "AC"), (2, 2, "KD KH QS"), (3, 1, "JC"), (0, 2, "AD AH"))
    }
    bids = {1: 1, 2: 1, 3: 2, 0: 1}

    def choose(decision: str, seat: int, _view: oracle.View, _legal: list[oracle.Action]) -> Any:
        return bids[seat] if decision == "bid" else lays[seat]

    scored = oracle.play_hand(oracle.Rules(), hands, choose, board=0)
    table = Table(NAME)
    for seat, hand in enumerate(hands):
        table.state["hand_of"][seat] = bits(frozenset(hand))
    # What the seat on turn sees was shown to it when the hand was dealt.
    table.state["hand"] = table.state["hand_of"][1]
    for seat in (1, 2, 3, 0):
        assert table.asked == (seat, "bid")
        table.act(bids[seat])
    for seat in (1, 2, 3, 0):
        assert table.asked == (seat, "lay")
        number, cards = lays[seat]
        if seat == 2:
            assert not table.allows((1, bits(cards)))
        table.act((number, bits(cards)))
    table.close()

    assert table.over
    assert scored.points == [12, 5]
    assert table.outcome()["points"][:2].tolist() == scored.points
    assert table.outcome()["share"][:2].tolist() == [12, 0]


@pytest.mark.parametrize(("size", "ways"), [(2, 4), (3, 12), (4, 32)])
def test_the_first_to_lay_has_as_many_ways_as_the_rules_say(
    game: Game, size: int, ways: int
) -> None:
    table = Table(game, game.rules(hand_size=size))

    assert table.count == size + 1
    for _ in range(4):
        table.act(0)

    assert table.asked == (1, "lay")
    assert table.count == ways == len(set(table.legal))


# ---------------------------------------------------------------- one loop, however it is bound


def most_cards(view: Any) -> Any:
    """As many as may be of the own cards."""
    return 2 if view.calls[(view.seat + 3) % 4] == 1 else 1, int(view.hand)


def as_bid_at_first(view: Any) -> Any:
    return view.double


def all_cards(views: Any) -> Any:
    before = views.calls[np.arange(len(views)), (views.seat + 3) % 4]
    return np.stack([np.where(before == 1, 2, 1), views.hand.astype(np.int64)], 1)


def in_all_ways(**functions: Any) -> dict[str, Strategy]:
    """The same functions compiled and in plain Python."""
    return {
        "compiled": Strategy(NAME, name="mine", **functions),
        "plain": Strategy(NAME, name="mine", compiled=False, **functions),
    }


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.full
def test_strategies_in_python_play_the_same_beside_compiled_ones_that_remember(unit: str) -> None:
    ways = in_all_ways(bid=as_bid_at_first, lay=most_cards)
    ways["vectorised"] = Strategy(
        NAME, name="mine", vectorised=True, bid=lambda views: views.double, lay=all_cards
    )

    found = {
        way: played(prepared(unit=unit, strategy=mine, partner="learner", vs="planner"), count=40)
        for way, mine in ways.items()
    }

    assert found["plain"].tobytes() == found["compiled"].tobytes()
    assert found["vectorised"].tobytes() == found["compiled"].tobytes()


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.kept(2)
def test_threads_and_chunks_change_nothing(unit: str) -> None:
    setup = prepared(unit=unit, strategy="learner", partner="planner", vs="random-legal")

    chunks = [played(setup, first, n).tobytes() for first, n in ((0, 1), (1, 15), (16, 37))]
    runs = [
        cardsim.run(
            NAME, 20_000, unit=unit, strategy="learner", partner="planner", seed=3, threads=threads
        )
        for threads in (1, 2)
    ]

    assert b"".join(chunks) == played(setup, 0, 53).tobytes()
    assert runs[0].counts().equals(runs[1].counts())
    assert runs[0].hands == 20_000


# ---------------------------------------------------------------- sides


def test_the_hero_goes_round_with_its_partner_across() -> None:
    setup = prepared(strategy="thrifty", partner="planner", vs="learner")
    names = [strategy.name for strategy, _ in setup.run.seated]

    rows = [[names[k] for k in row] for row in setup.seating.table]

    assert setup.seating.heroes.tolist() == [0, 1, 2, 3]
    assert rows == [
        ["thrifty", "learner", "planner", "learner"],
        ["learner", "thrifty", "learner", "planner"],
        ["planner", "learner", "thrifty", "learner"],
        ["learner", "planner", "learner", "thrifty"],
    ]


@pytest.mark.full
def test_each_seat_of_the_hero_meets_every_board() -> None:
    setup = prepared(strategy="thrifty", partner="planner", vs="learner")

    boards = [replay(setup, hand).steps[0].after["board"] for hand in range(12)]

    assert boards == [hand // 4 for hand in range(12)]


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("partnership", [True, False])
@pytest.mark.kept(4)
def test_what_is_counted_by_side_is_what_the_hands_come_to(*, unit: str, partnership: bool) -> None:
    """Recounted from the outcomes of all hands, for every table of the unit."""
    asked: dict[str, Any] = {"unit": unit, "vs": "random-legal", "seed": SEED}
    options: dict[str, Any] = {"partnership": partnership}
    outcomes = played(prepared(**asked, options=options))
    sides = 2 if partnership else 4

    result = cardsim.run(NAME, COUNTS[unit], threads=1, **asked, **options)

    hero = Counter(zip(outcomes["your_seat"], outcomes["your_share"] / 12, strict=True))
    by_side: Counter[Any] = Counter()
    for side in range(sides):
        values = outcomes["share"][:, side] / 12, outcomes["points"][:, side]
        by_side.update((side, *pair) for pair in zip(*values, strict=True))
    called = ["player 1 and player 3", "player 2 and player 4"]
    singly = [f"player {k}" for k in range(1, 5)]
    assert result.place_names("side", range(sides)) == (called if partnership else singly)
    assert counted(result, "you", "your_seat", "your_share") == hero
    assert counted(result, "net", "your_net") == Counter((n,) for n in outcomes["your_net"])
    assert counted(result, "sides", "side", "win", "points") == by_side
    if unit == "hand":
        made = Counter((s, m) for row in outcomes["made"] for s, m in enumerate(row[:sides]))
        assert counted(result, "made", "side", "made") == made
        seats = Counter(
            (seat, row["bid"][seat], row["laid"][seat]) for row in outcomes for seat in range(4)
        )
        assert counted(result, "seats", "seat", "bid", "laid") == seats
    shares = outcomes["share"][:, :sides]
    assert (shares.sum(axis=1) == 12).all()
    assert not outcomes["share"][:, sides:].any()
    own = outcomes["your_seat"] % sides
    assert (outcomes["your_share"] == shares[np.arange(len(own)), own]).all()


def counted(result: Any, table: str, *columns: str) -> Counter[Any]:
    """A table of counts as a counter; shares are rounded to twelfths."""
    rows = result.tables[table].to_dicts()
    return Counter({tuple(row[c] for c in columns): row["count"] for row in rows})


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("--preset cutthroat --partner planner", "--partner planner: nobody has a partner at this"),
        ("--partner plannr", "--partner: no strategy called 'plannr' for side-by-side"),
        ("--goal 20", "--goal 20 has no effect with --unit hand; it needs --unit match"),
        ("--unit session --goal 20", "--goal 20 has no effect with --unit session; it needs"),
        ("--players 3", "--players must be 4, not 3"),
        ("--unit rubber", "--unit must be hand or match or session, not rubber"),
    ],
)
def test_bad_input_gets_a_clear_line(command: Command, words: str, line: str) -> None:
    said = command(f"run {NAME} {words} -n 100")

    assert (said.status, said.out) == (2, "")
    assert said.err.startswith(f"cardsim: {line}")


# ---------------------------------------------------------------- memory


def bid_as_often_as_asked(_view: Any, memory: Any) -> Any:
    memory.asked += 1
    return memory.asked - 1


def lay_what_fits(view: Any, nth_legal: Any) -> Any:
    return nth_legal(view, 0)


def counts_own_bids(forgets: str) -> Strategy:
    return Strategy(
        NAME,
        name=f"counts-{forgets}",
        memory=[("asked", "i8")],
        forgets=forgets,
        bid=bid_as_often_as_asked,
        lay=lay_what_fits,
    )


@pytest.mark.parametrize(
    ("unit", "forgets", "bid"),
    [
        ("hand", "hand", 0),
        ("hand", "match", 0),
        ("session", "hand", 0),
        ("session", "match", 3),
    ],
)
@pytest.mark.full
def test_each_seat_remembers_its_own_bids_until_it_is_to_forget(
    unit: str, forgets: str, bid: int
) -> None:
    """One strategy sits in all seats: the bid of the last hand says how many it knows of."""
    setup = prepared(unit=unit, seats=[counts_own_bids(forgets)] * 4)
    table: dict[str, Any] = {"rules": setup.rules, "players": 4, "unit": setup.goes_on}
    table |= {"seed": SEED, "first": 0, "count": 50, "loop": bound_loop(setup)}

    outcomes = played(setup, 0, 50)

    assert (outcomes["bid"] == bid).all()
    assert outcomes_of(setup.game, setup.seating, **table).tobytes() == outcomes.tobytes()
    for hand, outcome in enumerate(at_tables(setup, 3)):
        assert outcome.tobytes() == outcomes[hand].tobytes()


def scratched(_view: Any, scratch: Any) -> Any:
    scratch.used += 1
    return scratch.used - 1


def test_scratch_is_zeros_at_each_decision() -> None:
    idle = Strategy(
        NAME, name="scratched", scratch=[("used", "i8")], bid=scratched, lay=lay_what_fits
    )

    for seats in ([idle] * 4, [idle, "learner", idle, "learner"]):
        outcomes = played(prepared(unit="session", seats=seats), 0, 50)
        assert (outcomes["bid"][:, ::2] == 0).all()


@pytest.mark.parametrize("unit", ["match", "session"])
def test_a_learner_bids_what_it_laid_itself_in_the_same_match(unit: str) -> None:
    setup = prepared(unit=unit, seats=["learner", "learner:first=0", "thrifty", "learner"])
    later = 0

    for hand in range(20):
        laid: list[list[int]] = [[], [], [], []]
        for event in replay(setup, hand).events:
            own = laid[event.seat] if event.seat in (0, 1, 3) and event.kind != "points" else None
            if own is None:
                continue
            if event.kind == "bid":
                first = 0 if event.seat == 1 else 1
                assert event.values == (sum(own) // len(own) if own else first,)
                later += len(own) > 0
            if event.kind == "call":
                own.append(0)
            if event.kind == "lay":
                own[-1] += 1

    assert later > 50


def test_a_planner_lays_as_many_cards_as_it_bid_wherever_it_may() -> None:
    """Only one card, where 1 may not be called, it may not."""
    setup = prepared(seats=["planner:bold=0.5"] * 4)
    plans: Counter[tuple[int, bool]] = Counter()

    for hand in range(40):
        last = replay(setup, hand).steps[-1].after
        for seat in range(4):
            plan, laid = int(last["bids"][seat]), int(last["laid"][seat]).bit_count()
            order = (seat - int(last["dealer"]) - 1) % 4
            barred = order > 0 and last["calls"][(seat + 3) % 4] == 1
            assert laid == plan or (plan == 1 and barred)
            plans[plan, bool(barred)] += 1

    assert set(plans) == {(1, False), (1, True), (2, False), (2, True)}


# ---------------------------------------------------------------- actions


HIGH = 1 << 32


def odd_bid(_view: Any, add: int = 0) -> Any:
    return 1 + add * HIGH


def odd_lay(view: Any, nth_legal: Any, more: int = 0, which: int = 0) -> Any:
    number, cards = nth_legal(view, 0)
    if more == 1:
        number += HIGH
    elif more == 2:
        cards |= 1 << (32 + which)
    elif more == 3:
        cards = -cards
    elif more == 4:
        cards += 1 << 62
    return number, cards


@pytest.mark.parametrize("way", ["compiled", "plain"])
@pytest.mark.parametrize(
    "odd", [{"add": 1}, {"add": -1}, {"more": 1}, {"more": 2}, {"more": 3}, {"more": 4}], ids=str
)
@pytest.mark.kept(8)
def test_no_word_of_an_action_is_cut(way: str, odd: dict[str, Any]) -> None:
    """In 32 bits each would be a legal one; `more=2` adds a 2 of hearts, which nobody has."""
    mine = in_all_ways(bid=odd_bid, lay=odd_lay)[way]
    decision = "bid" if "add" in odd else "lay"

    assert len(played(prepared(strategy=mine), count=20)) == 20
    with pytest.raises(StrategyError, match=f"to decision '{decision}'"):
        played(prepared(strategy=mine, options=odd), count=20)


@pytest.mark.full
def test_the_bound_loop_cuts_no_word_either() -> None:
    for odd in ({"add": 1}, {"more": 1}, {"more": 4}):
        setup = prepared(strategy=in_all_ways(bid=odd_bid, lay=odd_lay)["compiled"], options=odd)
        ending = bulk.play(
            setup.game,
            setup.seating,
            bulk.Memory(setup.game, rows=20),
            rules=setup.rules,
            players=4,
            unit=0,
            seed=SEED,
            first=0,
            count=20,
            stop=np.zeros(1, np.uint8),
            loop=bound_loop(setup),
        )
        assert ending.status == ILLEGAL


def lay_the_highest(view: Any, count_legal: Any, nth_legal: Any) -> Any:
    number, best = nth_legal(view, 0)
    for n in range(count_legal(view)):
        call, cards = nth_legal(view, n)
        if cards & (cards - 1) == 0 and cards > best:
            number, best = call, cards
    return number, best


def test_a_card_above_the_32nd_is_laid_as_it_is() -> None:
    setup = prepared(seats=[Strategy(NAME, name="highest", lay=lay_the_highest)] * 4)
    alone = 0

    for hand in range(30):
        traced = replay(setup, hand)
        for step in traced.steps:
            if step.decision is not None and step.decision.wide:
                number, cards = step.action
                assert int(step.after["laid"][step.seat]) == cards
                held = int(step.after["hand_of"][step.seat])
                highest = 1 << (held.bit_length() - 1)
                barred = int(step.before["calls"][(step.seat + 3) % 4])
                assert cards == highest or barred == 1
                alone += cards == highest and cards > HIGH
                assert number != barred

    assert alone > 30


def test_what_asks_a_strategy_is_compiled_for_what_it_is_given(game: Game) -> None:
    """For other types numba would compile it anew."""
    for _ in laying(game, 3, 1):
        for ask in (asker(game.view), wide_asker(game.view)):
            assert len(ask.call.overloads) == 1  # type: ignore[attr-defined]


def test_a_table_refuses_what_is_not_legal_and_tells_pairs_in_words() -> None:
    table = Table(NAME, seed=SEED)
    for _ in range(4):
        table.act(1)
    number, cards = table.nth(0)

    assert table.choices[number, cards].startswith("call 1 with ")
    for wrong in (1, (1, 0), (1, cards, 0), (1 + HIGH, cards), (1, cards + (1 << 70)), "1"):
        assert not table.allows(wrong)
        with pytest.raises(UserError, match="is not legal at 'lay'; allowed: "):
            table.act(wrong)
    with pytest.raises(UserError, match="there are 12 legal actions, and none with number 12"):
        table.nth(12)


@cache
def _every_pair(game: Game) -> Entry:
    """What goes through all pairs of a small number and a set of the 16 cards, and some others."""
    choices, seen_by = dispatched(game), seen_as(game.view)
    legal, count, nth = choices.legal, choices.count, choices.nth
    pack = np.array(sorted(oracle.PACK), np.int64)

    def compare(states, found):  # type: ignore[no-untyped-def]
        for i in range(len(states)):
            view = seen_by(states[i])
            ways = count(1, view)
            allowed, wrong = int64(0), int64(0)
            for which in range(1 << 16):
                cards = int64(0)
                for k in range(16):
                    if (which >> k) & 1:
                        cards |= int64(1) << pack[k]
                for number in range(-1, 7):
                    allowed += legal(1, view, number, cards)
                    wrong += legal(1, view, number, cards | 1 << 1)
                    wrong += legal(1, view, number, cards | 1 << 60)
                wrong += legal(1, view, 1, -cards)
            last = (int64(-1), int64(-1))
            for n in range(ways):
                pair = nth(1, view, n)
                # Not in order of the second word: that is the order of the cards in hand.
                wrong += not legal(1, view, pair[0], pair[1])
                wrong += pair[0] < last[0] or pair == last
                last = pair
            found[i, 0], found[i, 1], found[i, 2] = ways, allowed, wrong

    signature = types.void(types.Array(from_dtype(game.state), 1, "C"), types.int64[:, ::1])
    return entry(compare, signature=signature, content=f"every pair {compare.__code__.co_code!r}")


def laying(game: Game, size: int, hands: int, seed: int = SEED) -> Iterator[Table]:
    """Tables that wait for a seat to lay, in hands of random play."""
    anything = load_strategy(game, "random-legal")
    for hand in range(hands):
        table = Table(game, game.rules(hand_size=size), seed=seed, hand=hand)
        while not table.over:
            if table.asks.wide:
                yield table
            table.act(table.choice(anything))


@pytest.mark.parametrize("size", [2, 3, 4])
def test_what_is_counted_and_numbered_is_what_is_legal_of_all_pairs(game: Game, size: int) -> None:
    """Eight numbers with 65,536 sets of cards, three times, in each view."""
    memory, lists = bytearray(), []
    for table in laying(game, size, 8):
        memory += table.states.tobytes()
        lists.append(table.legal)
    states = np.frombuffer(memory, game.state)
    found = np.zeros((len(states), 3), np.int64)

    _every_pair(game).call(states, found)

    assert len(states) == 32
    assert (found[:, 0] == found[:, 1]).all()
    assert not found[:, 2].any()
    assert [len(set(legal)) for legal in lists] == found[:, 0].tolist()


def test_any_legal_action_is_as_likely_for_random_legal(game: Game) -> None:
    """Chi-square over the list in two views, one of them with a call barred; false alarm 1e-6."""
    anything = load_strategy(game, "random-legal")
    for turns, ways in ((0, 12), (1, 5)):
        table = Table(game, game.rules(hand_size=3), seed=SEED)
        for _ in range(4):
            table.act(0)
        for _ in range(turns):
            table.act(table.nth(0))
        legal = table.legal

        drawn = Counter(table.choice(anything) for _ in range(8000))

        assert set(drawn) == set(legal)
        assert len(legal) == ways
        assert_uniform([drawn[action] for action in legal], resolves=0.13)


# ---------------------------------------------------------------- imagined worlds


def oracle_view(table: Table) -> oracle.View:
    """What the seat on turn sees, as the oracle has it."""
    view = table.view
    laid = [frozenset(harness.in_set(int(cards))) or None for cards in view.laid.tolist()]
    return {
        "seat": view.seat,
        "hand": frozenset(harness.in_set(int(view.hand))),
        "laid": laid,
    }


@pytest.mark.parametrize("size", [2, 3, 4])
def test_imagined_hands_agree_with_what_the_seat_sees(game: Game, size: int) -> None:
    for hand, table in enumerate(laying(game, size, 6)):
        point = Point(hand, 4, table.rules, table.decision, table.states.copy())
        view = oracle_view(table)

        (state,) = assert_agrees(game, point)

        hands = [frozenset(harness.in_set(int(cards))) for cards in state["hand_of"]]
        assert hands[table.seat] == view["hand"]
        assert all(len(each) == size for each in hands)
        assert len(frozenset[int]().union(*hands)) == 4 * size
        for seat, laid in enumerate(view["laid"]):
            assert (laid or frozenset()) <= hands[seat]


@pytest.mark.parametrize(("size", "count"), [(2, 90), (3, 3780)])
def test_every_world_is_as_likely(game: Game, size: int, count: int) -> None:
    """All hands that the last to lay may think of; the oracle lists them.

    The others have called 1, 2 and 1, and laid as many cards.
    """
    table = Table(game, game.rules(hand_size=size), seed=SEED)
    for _ in range(4):
        table.act(1)
    for call in (1, 2, 1):
        table.act(next(a for a in table.legal if a[1].bit_count() == a[0] == call))
    worlds = [tuple(map(bits, hands)) for hands in oracle.worlds(oracle_view(table))]

    states = imagined(game, table.states, table.rules, count=150_000)

    seen = Counter(map(tuple, states["hand_of"].tolist()))
    assert len(worlds) == len(set(worlds)) == count
    assert set(seen) <= set(worlds)
    assert_uniform([seen[world] for world in worlds], resolves=0.1)


def test_an_imagined_hand_is_played_on_to_its_end(game: Game) -> None:
    anything = load_strategy(game, "random-legal")
    seating = seating_of(game, [anything], [[0] * 4], [0])
    ends = set()

    for hand, table in enumerate(laying(game, 3, 4)):
        state = imagined(game, table.states, table.rules, hand=hand)
        chances = np.zeros(4, WORDS_DTYPE)
        chances["seed"], chances["stream"] = 98, 1 + np.arange(4)
        ending, outcome = play_on(
            game,
            seating,
            Start(table.decision, state, words_of(hand), chances),
            rules=table.rules,
            players=4,
            unit=0,
            rotation=0,
            stop=np.zeros(1, np.uint8),
        )
        assert ending.status == DONE
        assert (outcome["bid"] == table.state["bids"]).all()
        assert outcome["share"].sum() == 12
        ends.add(outcome.tobytes())

    assert len(ends) > 10


# ---------------------------------------------------------------- what a seat sees


def peek(view: Any) -> Any:
    return view.hand_of[0] > 0


def test_a_strategy_cannot_look_at_the_cards_of_others() -> None:
    with pytest.raises(UserError, match="the view has no field 'hand_of'"):
        played(prepared(strategy=Strategy(NAME, name="peek", bid=peek)), count=1)


# ---------------------------------------------------------------- the command line


def test_the_page_shows_sides_units_and_pairs(command: Command) -> None:
    said = command(f"games show {NAME}")

    text = " ".join(said.out.split())
    assert said.status == 0
    for part in (
        "Side by Side (side-by-side) 4 players; by hand or match or session",
        "--partnership / --no-partnership seats 0 and 2 play together against seats 1 and 3",
        "cutthroat: partnership no, bonus 2",
        "session: points of your side less the best of the others: as much as possible",
        "lay: the number to call, and the cards to lay as a set of ids: (number, cards) [a pair of",
        "[a pair of numbers, as `nth_legal` gives it]",
        "hand (uint64): the cards that the own seat was dealt, as a set of ids",
        "thrifty (the default): Bid the cards that are worth much",
        "random-legal: Take any legal action, each as likely.",
    ):
        assert part in text


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.kept(1)
def test_the_command_line_and_python_give_the_same_result(command: Command, unit: str) -> None:
    words = f"--unit {unit} --strategy learner --partner planner:bold=0.9 -n 2e3 --seed 5"

    said = command(f"run {NAME} {words} --json --quiet")
    told = command(f"run {NAME} {words} --quiet")

    result = cardsim.run(
        NAME, 2_000, unit=unit, strategy="learner", partner="planner:bold=0.9", seed=5
    )
    assert (said.status, said.err) == (0, "")
    assert json.loads(said.out) == json.loads(result.to_json())
    text = " ".join(told.out.split())
    assert (
        "with a partner who plays planner (bold 0.9), against two players who play thrifty" in text
    )
    assert result.spec.command(result.game) in told.out


@pytest.mark.parametrize(
    ("words", "field", "across"),
    [
        ("compare X thrifty planner", "like you", "each strategy itself"),
        ("compare X thrifty planner --partner thrifty", "thrifty", "thrifty (bid-from 3, miss 2)"),
        ("compare X thrifty planner --partner learner", "learner", "learner (first 1)"),
        ("sweep X --bid-from 1,2", "like you", "the hero's strategy itself"),
        (
            "sweep X --bid-from 1,2 --partner thrifty:bid_from=1",
            "thrifty (bid-from 1)",
            "thrifty (bid-from 1, miss 2)",
        ),
    ],
)
@pytest.mark.kept(1)
def test_a_partner_that_is_named_is_not_taken_for_the_hero_itself(
    command: Command, words: str, field: str, across: str
) -> None:
    """Whatever the answer says of the partner, its command gives that answer again."""
    words = words.replace("X", NAME)
    named, asked = words.split()[0], f"{words} -n 2e3 --seed 5 --quiet"

    said, told = command(f"{asked} --json"), command(asked)
    command(f"{asked} -o saved-{named}.json --force")
    again = json.loads(said.out)["command"]
    saved = cardsim.load(f"saved-{named}.json")

    assert not isinstance(saved, cardsim.Result)
    repeated = command(f"{again.removeprefix('cardsim ')} --json --quiet")
    assert said.status == 0
    assert json.loads(repeated.out) == json.loads(said.out)
    assert f"with a partner who plays {field}, against two players who play thrifty" in " ".join(
        told.out.split()
    )
    assert re.search(rf"^Partner +{re.escape(across)}$", told.out, re.MULTILINE)
    assert (saved.command, saved.sentence) == (again, json.loads(said.out)["sentence"])


def test_a_hand_is_told_move_by_move(command: Command) -> None:
    said = command(f"replay {NAME} --unit session --strategy learner --seed 1 --hand 1 --json")
    told = command(f"replay {NAME} --unit session --strategy learner --seed 1 --hand 1")

    events = json.loads(said.out)["events"]
    assert Counter(event["kind"] for event in events)["call"] == 16
    assert told.status == 0
    for line in (
        "Player 2: learner (first 1), you",
        "Board 0, player 1 deals\n",
        "Board 1, player 2 deals, points count double\n",
        "Board 3, player 4 deals, points count double\n",
        " player 1 and player 3: 54, player 2 and player 4: 69\n",
    ):
        assert line in told.out


@pytest.mark.full
def test_every_parameter_changes_some_outcome() -> None:
    def counts(**given: Any) -> Any:
        return cardsim.run(
            NAME, 500, **{"seed": 2, "threads": 1, "unit": "match", **given}
        ).counts()

    changes: list[dict[str, Any]] = [
        {"bid_from": 2},
        {"miss": 3},
    ]
    for changed in changes:
        assert not counts(**changed).equals(counts()), changed
    assert not counts(strategy="planner", bold=0.4).equals(counts(strategy="planner"))
    assert not counts(strategy="learner", first=2).equals(counts(strategy="learner"))
