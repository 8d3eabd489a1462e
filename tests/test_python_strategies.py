"""Strategies that stay in Python play the hands that they would play compiled."""

from __future__ import annotations

import functools
import json
import re
import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import polars as pl
import pytest

import cardsim
from cardsim import Strategy, StrategyError, UserError, borrowed, one_of
from cardsim.choices import counter, finder
from cardsim.cli import main
from cardsim.engine import hand_loop, in_play
from cardsim.engine.bulk import Memory, play, seated
from cardsim.engine.deciding import DecisionError, seen_in, view_of
from cardsim.engine.in_play import AT_ONCE
from cardsim.engine.table import Table
from cardsim.games import load_game
from cardsim.kernels.jit import kernel
from cardsim.options.params import pack
from cardsim.own_parameters import given_to
from cardsim.rng import below, uniform
from cardsim.runs import preparation
from cardsim.runs.hands import play_hands
from cardsim.runs.replays import replay
from cardsim.strategy import GIVEN_IN, PYTHON
from cardsim.workspace import load_strategy, shipped
from typed import Write

SEED = 5
SAME: dict[str, dict[str, Any]] = {
    "scat threshold": {"players": 4},
    "scat random-legal": {"vs": "random-play"},
    "scat threshold, matches": {"unit": "match"},
    "scat suit-keeper": {"preset": "cadillac", "knock_threshold": 19},
    "ninety-nine dump-high": {"special_order": "K49T"},
    "ninety-nine random-legal, matches": {"unit": "match"},
    "casino trail-safe": {},
    "chinese-ten greedy": {},
    "counter-cameroon weighted": {"alpha": 1.5},
    "square-nine low-card": {"vs": "random-legal"},
}
"""Strategy -> the rest of the run. Dice are thrown in Counter-Cameroon, and cards shuffled anew in
hands of `random-legal`; `dump-high` has words as parameters."""


def in_python(game: str, name: str) -> Strategy:
    """A shipped strategy's own functions, played in plain Python."""
    whole = load_strategy(load_game(game), name)
    own: Any = {n: f for n, f in whole.functions.items() if n not in whole.inherited}
    return Strategy(game, name="mine", compiled=False, **own)


def outcomes(game: str, strategy: str | Strategy, first: int, count: int, **asked: Any) -> bytes:
    table = {k: asked.pop(k) for k in ("players", "unit", "vs", "preset") if k in asked}
    setup = preparation.prepare(
        game, strategy=strategy, seed=SEED, **{"vs": "usual", **table}, options=asked
    )
    played = play_hands(setup, first, count)
    assert played is not None
    return played.tobytes()


@pytest.mark.parametrize("named", SAME)
@pytest.mark.kept(2, full=4)
def test_a_strategy_plays_the_same_hands_in_python_as_compiled(named: str) -> None:
    game, name = named.partition(",")[0].split()
    few = "unit" in SAME[named] or game == "square-nine"

    ours = outcomes(game, in_python(game, name), 3, 20 if few else 200, **SAME[named])

    assert ours == outcomes(game, name, 3, 20 if few else 200, **SAME[named])


SHIPPED = [
    pytest.param(
        path.parent.name,
        path.stem,
        # These take longest to compile.
        marks=[pytest.mark.deep] * (path.parent.name in ("bridge", "casino", "euchre")),
    )
    for path in sorted((shipped() / "strategies").glob("*/[!_]*.py"))
    if path.parent.name != "any"
]


@pytest.mark.parametrize(("game", "name"), SHIPPED)
@pytest.mark.kept(1, full=4)
def test_what_it_borrows_plays_the_same_hands_as_its_lender(game: str, name: str) -> None:
    """Python's own numbers would be negative where the lender takes all cards but one."""
    lender = load_strategy(load_game(game), name)
    own = [f for f in lender.functions if f not in lender.inherited]
    lent: dict[str, Any] = {
        f: borrowed(game, name, f)
        for f in own
        if set(given_to(lender.functions[f])) <= set(GIVEN_IN[PYTHON])
    }

    ours = outcomes(game, Strategy(game, name="mine", compiled=False, **lent), 3, 8)

    known = name if len(lent) == len(own) else Strategy(game, name="lent", **lent)
    assert ours == outcomes(game, known, 3, 8)


def test_what_it_borrows_goes_on_with_the_chance_that_was_drawn_from() -> None:
    lent = borrowed("scat", "random-play", "knock")

    def knock(view: Any, chance: Any) -> Any:
        return below(chance, 3) == 0 or lent(view, chance)

    plain = Strategy("scat", name="mine", compiled=False, knock=knock)

    ours = outcomes("scat", plain, 3, 100)

    assert ours == outcomes("scat", Strategy("scat", name="lent", knock=knock), 3, 100)
    assert ours != outcomes("scat", "random-play", 3, 100)


SETS = """
import numpy as np
from cardsim import Feature, Strategy
from cardsim.card_sets import count, lowest, only

def others(view):
    sets = np.zeros(2, np.uint64)
    sets[1] = view.legal
    return count(sets[1] & ~only(lowest(view.legal)))

def ahead(view):
    return (view.seat - 4) / 2

def play(view):
    return lowest(view.legal)

FEATURES = [Feature("others", "{}", 0, 13, others), Feature("ahead", "{}", -2, 0, ahead)]
STRATEGY = Strategy("spades", play=play, features={"play": FEATURES})
"""


def test_a_feature_that_it_borrows_has_the_number_that_it_has_compiled(
    write_strategy: Write,
) -> None:
    """Python's own numbers would be negative where the feature takes all cards but one."""
    write_strategy("lender", SETS, game="spades")
    others, ahead = (borrowed("spades", "lender", name) for name in ("others", "ahead"))
    told: list[Any] = []

    def play(view: Any, nth_legal: Any) -> Any:
        told.append((others(view), ahead(view), view.legal.bit_count(), view.seat))
        return nth_legal(view, 0)

    outcomes("spades", Strategy("spades", name="mine", compiled=False, play=play), 3, 2)

    assert {(a + 1, 2 * b + 4) for a, b, *_ in told} == {(legal, seat) for *_, legal, seat in told}


def test_what_it_borrows_has_the_parameters_it_was_borrowed_with() -> None:
    lent = borrowed("scat", "threshold", "knock", knock_threshold=28)

    ours = outcomes("scat", Strategy("scat", name="mine", compiled=False, knock=lent), 3, 100)

    assert ours == outcomes("scat", "threshold", 3, 100, knock_threshold=28)
    assert ours != outcomes("scat", "threshold", 3, 100)


# ---------------------------------------------------------------- threshold in numpy


def knock(view: Any, knock_threshold: int = 21) -> Any:
    return view.value >= knock_threshold


def draw_source(view: Any) -> Any:
    return view.value_with_discard > view.value


def discard(view: Any) -> Any:
    return view.best_discard


def knock_after_draw(views: Any, knock_threshold: int = 21) -> Any:
    left = views.value_without[np.arange(len(views)), views.best_discard]
    return left >= knock_threshold


def hammer(view: Any, hammer_threshold: int = 14) -> Any:
    return view.value >= hammer_threshold


THRESHOLD = Strategy(
    "scat",
    name="many",
    vectorised=True,
    throw_down=lambda views: np.zeros(len(views), np.bool_),
    hammer=hammer,
    knock=knock,
    draw_source=draw_source,
    discard=discard,
    declare_31=lambda _views: True,
    knock_after_draw=knock_after_draw,
)


@pytest.mark.parametrize(
    ("count", "asked"),
    [
        (3 * AT_ONCE + 7, {}),
        (500, {"players": 5, "preset": "cadillac", "knock_threshold": 18}),
        (300, {"unit": "match"}),
        (1, {}),
    ],
)
@pytest.mark.kept(3)
def test_a_vectorised_strategy_plays_the_same_hands_as_compiled(
    count: int, asked: dict[str, Any]
) -> None:
    ours = outcomes("scat", THRESHOLD, 11, count, **asked)

    assert ours == outcomes("scat", "threshold", 11, count, **asked)


def any_legal(views: Any, chance: Any) -> Any:
    bits = (views.legal[:, np.newaxis] >> np.arange(4, dtype=np.uint64)) & np.uint64(1)
    upto = np.cumsum(bits, axis=1)
    skip = below(chance, upto[:, -1].astype(int))
    return np.argmax(upto > skip[:, np.newaxis], axis=1)


def at_times(_views: Any, chance: Any, knock_prob: float = 0.1) -> Any:
    return uniform(chance) < knock_prob


def test_a_vectorised_strategy_may_go_through_its_views_and_answer_a_list() -> None:
    def knock(views: Any) -> Any:
        return [view.value >= 21 for view in views]

    def other(views: Any) -> Any:
        return views.value >= 21

    ran = [
        cardsim.run(
            "scat", 200, seed=1, strategy=Strategy("scat", knock=f, vectorised=True), vs="usual"
        )
        for f in (knock, other)
    ]

    assert ran[0].tables["you"].equals(ran[1].tables["you"])


def test_a_vectorised_strategy_has_the_chance_that_it_would_have_compiled() -> None:
    lucky = Strategy(
        "scat",
        vectorised=True,
        throw_down=at_times,
        hammer=at_times,
        knock=at_times,
        draw_source=any_legal,
        discard=any_legal,
        declare_31=lambda _views, chance: chance.uniform() < 0.9,
        knock_after_draw=at_times,
    )

    for asked in ({}, {"unit": "match"}):
        ours = outcomes("scat", lucky, 0, 300, vs="random-legal", **asked)
        assert ours == outcomes("scat", "random-play", 0, 300, vs="random-legal", **asked)


def test_many_hands_that_wait_are_decided_in_one_call() -> None:
    calls: list[int] = []

    def counted(views: Any) -> Any:
        calls.append(len(views))
        return views.value_with_discard > views.value

    ours = Strategy("scat", vectorised=True, draw_source=counted)
    outcomes("scat", ours, 0, 2 * AT_ONCE)

    assert max(calls) > AT_ONCE / 10
    assert len(calls) < sum(calls) / 100


def test_fields_of_many_views_do_not_overflow_and_are_the_users_own() -> None:
    kept: list[Any] = []

    def looked_at(views: Any) -> Any:
        assert views.dtype == load_game("scat").view
        assert (views.seat - 40 < 0).all()
        assert views.hand.shape == (len(views), 4)
        kept.append((views.value, views["value"].copy(), views[["seat"]]))
        assert not hasattr(views, "deck")
        return views.value >= 25

    outcomes("scat", Strategy("scat", vectorised=True, knock=looked_at), 0, 50)

    assert all((ours == then).all() for ours, then, _ in kept)


def test_seats_may_be_played_in_all_ways_at_once() -> None:
    plain, seats = in_python("scat", "threshold"), ["threshold"] * 4

    def played(*chairs: Any) -> bytes:
        setup = preparation.prepare("scat", seats=chairs, seed=SEED, unit="hand")
        found = play_hands(setup, 0, 60)
        assert found is not None
        return found.tobytes()

    assert played(plain, THRESHOLD, "threshold", plain) == played(*seats)
    assert played("threshold", "threshold", THRESHOLD, "threshold") == played(*seats)


def counting(view: Any, memory: Any) -> Any:
    memory.asked += 1
    return memory.asked % 3 == 2 or view.value >= 28


@pytest.mark.full
def test_compiled_strategies_remember_beside_those_in_python() -> None:
    others = [
        Strategy("scat", name="mindful", memory=[("asked", "i8")], forgets=forgets, knock=counting)
        for forgets in ("hand", "match")
    ]
    for ours in (in_python("scat", "threshold"), THRESHOLD):
        for unit in ("hand", "match"):
            found = [
                play_hands(
                    preparation.prepare("scat", seats=[hero, *others], seed=SEED, unit=unit),
                    0,
                    50,
                ).tobytes()  # type: ignore[union-attr]
                for hero in (ours, "threshold")
            ]
            assert found[0] == found[1]


def test_what_the_engine_remembers_is_for_compiled_strategies() -> None:
    with pytest.raises(UserError, match="is not compiled and has no memory"):
        Strategy("scat", compiled=False, memory=[("asked", "i8")], knock=counting)
    with pytest.raises(UserError, match="wants memory, which is not given to plain Python"):
        Strategy("scat", compiled=False, knock=counting)
    with pytest.raises(UserError, match="wants count_legal, which is not given to vectorised"):
        Strategy("scat", vectorised=True, knock=lambda _views, count_legal: count_legal)


def first_legal(view: Any, nth_legal: Any) -> Any:
    return nth_legal(view, 0)


def test_a_strategy_in_python_may_play_any_game() -> None:
    def any_of_them(view: Any, chance: Any, count_legal: Any, nth_legal: Any) -> Any:
        return nth_legal(view, below(chance, count_legal(view)))

    ours = Strategy("any", name="ours", compiled=False, every_decision=any_of_them)

    for game in ("scat", "ninety-nine", "counter-cameroon"):
        assert outcomes(game, ours, 0, 20) == outcomes(game, "random-legal", 0, 20)


def test_an_action_may_be_a_pair() -> None:
    game = load_game("ninety-nine")
    (narrow,) = game.decisions
    apply, legal, count, nth = narrow.apply, narrow.legal, counter(narrow), finder(narrow)

    def pairs(view: Any, n: Any) -> Any:
        return nth(view, n), 7

    decision = replace(
        narrow,
        wide=True,
        apply=kernel(lambda state, rules, action, words: apply(state, rules, action[0], words)),
        legal=kernel(lambda view, action: legal(view, action[0]) and action[1] == 7),
        count=count,
        nth=kernel(pairs),
        tell=lambda _view, action: str(action),
    )
    wide = replace(game, decisions=(decision,))
    ways: list[Any] = [
        {"compiled": False, "play_card": first_legal},
        {
            "vectorised": True,
            "play_card": lambda views: np.stack([lowest(views), 7 + 0 * lowest(views)], 1),
        },
    ]

    wanted = at_once(game, Strategy("ninety-nine", play_card=first_legal))
    for way in ways:
        assert at_once(wide, Strategy("ninety-nine", **way)) == wanted
    for wrong in ((0, 8), 3, (1, 2, 3)):
        with pytest.raises(DecisionError) as caught:
            at_once(wide, Strategy("ninety-nine", compiled=False, play_card=always(wrong)))
        assert (caught.value.step is not None) == (wrong == (0, 8))


def always(answer: Any) -> Callable[[Any], Any]:
    return lambda _view: answer


def lowest(views: Any) -> Any:
    bits = (views.legal[:, np.newaxis] >> np.arange(16, dtype=np.uint64)) & np.uint64(1)
    return np.argmax(bits, axis=1)


def at_once(game: Any, strategy: Strategy) -> bytes:
    """The outcomes of a few hands in which all play the same."""
    seating = seated(game, [strategy], [strategy.packed({})], [[0, 0, 0]], [0])
    table: Any = {"players": 3, "unit": 0, "seed": SEED, "first": 0, "count": 30}
    table |= {"rules": pack(game.rules()), "stop": np.zeros(1, np.uint8)}
    memory = Memory(game, rows=30)
    if not seating.deciders:
        play(game, seating, memory, **table)
    else:
        places = in_play.Places(game, seating, players=3, many=True)
        in_play.play(game, seating, places, outcomes=memory.outcomes, **table)
    return memory.outcomes.tobytes()


# ---------------------------------------------------------------- anything that can be called


class Book:
    """Remembers what it has seen; knocks by a table of its own."""

    def __init__(self, at: int) -> None:
        self.table = {value: value >= at for value in range(40)}
        self.seen: dict[float, int] = {}

    def __call__(self, view: Any) -> bool:
        self.seen[view.value] = self.seen.get(view.value, 0) + 1
        return self.table[int(view.value)]

    def knock(self, view: Any, bonus: int = 0, *, words: tuple[str, ...] = ("a",)) -> Any:
        return np.bool_(self.table[int(view.value)] or bonus > len(words) + 30)


def by_mood(view: Any, mood: Annotated[str, one_of(("shy", "bold"))] = "shy") -> Any:
    return np.int8(view.value >= (25, 19)[mood])  # type: ignore[call-overload]


def test_objects_methods_and_partials_are_strategies() -> None:
    given: list[Any] = [Book(23), Book(23).knock, functools.partial(knock, knock_threshold=23)]

    found = [
        cardsim.run(
            "scat",
            300,
            strategy=Strategy("scat", compiled=False, knock=how),
            seed=SEED,
            unit="hand",
            vs="usual",
        )
        for how in given
    ]
    wanted = cardsim.run(
        "scat",
        300,
        strategy=Strategy("scat", knock=lambda view, limit=23: view.value >= limit),
        seed=SEED,
        unit="hand",
        vs="usual",
    )

    for result in found:
        assert result.tables["values"].equals(wanted.tables["values"])
    names = [[name for name, _ in result.spec.hero.parameters] for result in found]
    assert ["bonus" in n for n in names] == [False, True, False]
    assert ["knock_threshold" in n for n in names] == [True, True, True]
    assert not any("words" in n for n in names)


def test_a_word_is_its_place_as_it_is_for_a_compiled_strategy() -> None:
    python = Strategy("scat", compiled=False, knock=by_mood)

    def mood(view: Any, mood: Annotated[str, one_of(("shy", "bold"))] = "shy") -> Any:
        return view.value >= (25, 19)[mood]  # type: ignore[call-overload]

    for word in ("shy", "bold"):
        ours = outcomes("scat", python, 0, 200, mood=word)
        assert ours == outcomes("scat", Strategy("scat", knock=mood), 0, 200, mood=word)


def test_hands_are_played_one_after_the_other_in_one_thread() -> None:
    order: list[tuple[int, int]] = []
    threads: set[str] = set()

    def watched(view: Any) -> bool:
        order.append((view.seat, view.own_turns))
        threads.add(threading.current_thread().name)
        return bool(view.own_turns >= 1)

    cardsim.run(
        "scat",
        100,
        strategy=Strategy("scat", compiled=False, knock=watched),
        threads=2,
        unit="hand",
        vs="usual",
    )

    assert len(threads) == 1
    assert all(turns == 0 or then == (seat, turns - 1) for then, (seat, turns) in pairwise(order))
    assert sum(turns == 1 for _, turns in order) > 50


def test_at_a_table_a_strategy_in_python_answers_too() -> None:
    table = Table("scat", seed=SEED)
    plain, compiled = in_python("scat", "threshold"), load_strategy(load_game("scat"), "threshold")

    while not table.over:
        wanted = table.choice(compiled, knock_threshold=24)
        assert table.choice(plain, knock_threshold=24) == wanted
        assert table.choice(THRESHOLD, knock_threshold=24) == wanted
        table.act(wanted)


# ---------------------------------------------------------------- the same answers


@pytest.mark.full
def test_sweeps_comparisons_and_replays_show_the_same_with_it(tmp_path: Path) -> None:
    plain = in_python("scat", "threshold")
    for ours in (plain, THRESHOLD):
        swept = cardsim.sweep(
            "scat", 150, strategy=ours, seed=SEED, knock_threshold=(19, 21), unit="hand", vs="usual"
        )
        wanted = cardsim.sweep(
            "scat", 150, seed=SEED, knock_threshold=(19, 21), unit="hand", vs="usual"
        )
        assert swept.frame().equals(wanted.frame())

    compared = cardsim.compare(
        "scat", ["threshold", plain, THRESHOLD], n=150, seed=SEED, unit="hand", vs="usual"
    )
    assert [d.differ for d in compared.differences] == [0, 0, 0]

    file = tmp_path / "hands.parquet"
    cardsim.run("scat", 150, strategy=plain, seed=SEED, hands_out=file, unit="hand", vs="usual")
    other = tmp_path / "other.parquet"
    cardsim.run("scat", 150, seed=SEED, hands_out=other, unit="hand", vs="usual")
    assert pl.read_parquet(file).equals(pl.read_parquet(other))


@pytest.mark.parametrize("asked", [{}, {"unit": "match"}])
def test_a_replay_has_the_steps_of_the_compiled_strategy(asked: dict[str, Any]) -> None:
    wanted = replay(
        preparation.prepare("scat", seed=SEED, **({"vs": "usual", "unit": "hand"} | asked)), 7
    )
    for ours in (in_python("scat", "threshold"), THRESHOLD):
        traced = replay(
            preparation.prepare(
                "scat", strategy=ours, seed=SEED, **({"vs": "usual", "unit": "hand"} | asked)
            ),
            7,
        )

        assert traced.status == hand_loop.DONE
        assert traced.events == wanted.events
        assert traced.outcome.tobytes() == wanted.outcome.tobytes()
        assert len(traced.steps) == len(wanted.steps)
        for step, other in zip(traced.steps, wanted.steps, strict=True):
            assert (step.decision, step.seat, step.action) == (
                other.decision,
                other.seat,
                other.action,
            )
            assert step.after.tobytes() == other.after.tobytes()


# ---------------------------------------------------------------- what goes wrong


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (0.5, "answered 0.5 (float), not True, False or a whole number of 64 bits, asked for"),
        (None, "answered None (NoneType), not True, False or a whole number"),
        (7, "answered 7 to decision 'knock' in hand 0 of seed 5; allowed: 0 (continue)"),
        (-1, "answered -1 to decision 'knock'"),
        (1 << 64, "answered 18446744073709551616 (int), not True, False or a whole number of 64"),
        (np.uint8(9), "answered 9 to decision 'knock'"),
    ],
)
def test_an_answer_that_is_no_action_is_named_with_strategy_decision_and_hand(
    answer: Any, told: str
) -> None:
    wrong = Strategy("scat", name="odd", compiled=False, knock=lambda _view: answer)

    with pytest.raises(StrategyError) as caught:
        cardsim.run("scat", 10, strategy=wrong, seed=SEED, unit="hand", vs="usual")

    assert str(caught.value).startswith(f"strategy 'scat/odd' {told}")
    assert "hand 0 of seed 5" in str(caught.value)
    assert "--hand 0" in (caught.value.hint or "")


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (lambda views: views.value, "gave an array of float32, not of truth values or whole"),
        (lambda _views: np.zeros(3, int), "gave an array of shape (3,), not ("),
        (lambda views: np.full(len(views), 1 << 63, np.uint64), "answered 9223372036854775808"),
        (lambda views: np.where(views.own_turns == 1, 6, 0), "answered 6 to decision 'knock' in"),
        (lambda _views: [[1], [1, 2]], "gave what is no array"),
    ],
)
def test_an_array_that_holds_no_actions_is_named_too(
    answer: Callable[[Any], Any], told: str
) -> None:
    wrong = Strategy("scat", name="odd", vectorised=True, knock=answer)

    with pytest.raises(StrategyError) as caught:
        cardsim.run("scat", 100, strategy=wrong, seed=SEED, unit="hand", vs="usual")

    assert str(caught.value).startswith(f"strategy 'scat/odd' {told}")
    assert "of seed 5" in str(caught.value)


def test_an_illegal_action_is_named_with_its_hand_and_seat() -> None:
    wrong = Strategy("scat", vectorised=True, knock=lambda views: 6 * (views.own_turns == 2))

    with pytest.raises(StrategyError) as caught:
        cardsim.run("scat", 200, strategy=wrong, seed=SEED, unit="hand", vs="usual")

    hand = int(str(caught.value).split(" in hand ")[1].split()[0])
    place = ("the first to play", "the second to play", "the dealer")[hand % 3]
    assert str(caught.value).endswith(f"; asked in seat {hand % 3}, {place}")
    traced = replay(
        preparation.prepare("scat", strategy=wrong, seed=SEED, unit="hand", vs="usual"), hand
    )
    assert traced.status == hand_loop.ILLEGAL
    assert (traced.steps[-1].seat, traced.steps[-1].action) == (hand % 3, 6)


@pytest.mark.parametrize("way", [{"compiled": False}, {"vectorised": True}])
def test_an_error_in_it_names_line_and_hand_and_keeps_its_traceback(way: Any) -> None:
    def broken(_view: Any) -> Any:
        return dict[str, int]()["nothing"]

    line = broken.__code__.co_firstlineno + 1

    with pytest.raises(StrategyError) as caught:
        cardsim.run(
            "scat",
            5,
            strategy=Strategy("scat", name="odd", knock=broken, **way),
            seed=3,
            unit="hand",
            vs="usual",
        )

    told = str(caught.value)
    assert told.startswith(f"strategy 'scat/odd' raised KeyError: 'nothing' at {__file__}:{line}, ")
    assert "in hand 0 of seed 3" in told
    assert isinstance(caught.value.__cause__, KeyError)
    assert caught.value.__cause__.__traceback__ is not None


@pytest.mark.parametrize("way", [{"compiled": False}, {"vectorised": True}])
def test_a_run_that_is_to_stop_asks_no_more(way: Any) -> None:
    asked: list[int] = []

    def stopping(_view: Any) -> Any:
        asked.append(1)
        setup.stop[0] = 1
        return False

    ours = Strategy("scat", knock=stopping, **way)
    setup = preparation.prepare("scat", strategy=ours, seed=SEED, unit="hand", vs="usual")

    assert play_hands(setup, 0, 500) is None
    assert len(asked) == 1


@pytest.mark.parametrize("way", [{"compiled": False}, {"vectorised": True}])
def test_a_match_without_an_end_is_an_error(monkeypatch: pytest.MonkeyPatch, way: Any) -> None:
    monkeypatch.setattr(in_play, "MOST_ASKS", 40)
    ours = Strategy("scat", name="slow", knock=lambda _view: False, **way)

    with pytest.raises(StrategyError) as caught:
        cardsim.run("scat", 100, unit="match", seats=[ours] * 3, seed=SEED)

    assert re.fullmatch(r"match \d+ of seed 5 does not end with slow", str(caught.value))


@pytest.mark.parametrize("thing", [3, "knock", None])
def test_what_cannot_be_called_is_refused(thing: Any) -> None:
    with pytest.raises(UserError, match="must be callable, not"):
        Strategy("scat", compiled=False, knock=thing)
    with pytest.raises(UserError, match="must be a function, not"):
        Strategy("scat", knock=thing)


def test_an_object_is_told_how_it_may_play() -> None:
    with pytest.raises(UserError) as caught:
        Strategy("scat", knock=Book(20))

    assert caught.value.hint == "with compiled=False it may be anything that can be called"


# ---------------------------------------------------------------- content, and other processes


def test_a_fingerprint_is_of_what_an_object_holds() -> None:
    def printed(thing: Any) -> str:
        return Strategy("scat", compiled=False, knock=thing).fingerprint

    assert printed(Book(20)) == printed(Book(20))
    assert printed(Book(20)) != printed(Book(21))
    assert printed(Book(20).knock) != printed(Book(21).knock)
    assert printed(functools.partial(knock, knock_threshold=3)) == printed(
        functools.partial(knock, knock_threshold=3)
    )
    assert printed(knock) != Strategy("scat", knock=knock).fingerprint
    assert printed(knock) != Strategy("scat", vectorised=True, knock=knock).fingerprint

    class Other(Book):
        def __call__(self, view: Any) -> bool:
            return not super().__call__(view)

    assert printed(Other(20)) != printed(Book(20))


def test_a_result_goes_on_with_the_object_it_was_played_with() -> None:
    ours = Strategy("scat", compiled=False, knock=Book(22))

    result = cardsim.run("scat", 60, strategy=ours, seed=SEED, unit="hand", vs="usual").more(60)

    assert result.tables["values"].equals(
        cardsim.run(
            "scat",
            120,
            knock_threshold=22,
            seed=SEED,
            strategy=knocks_at(22),
            unit="hand",
            vs="usual",
        ).tables["values"]
    )


def knocks_at(limit: int) -> Strategy:
    return Strategy("scat", knock=lambda view, at=limit: view.value >= at)


class Locked(Book):
    """Holds what cannot go to another process."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.lock = threading.Lock()


def test_what_cannot_be_told_does_not_go_to_another_process() -> None:
    ours = Strategy("scat", name="locked", compiled=False, knock=Locked(22))
    assert ours.fingerprint != ours.fingerprint

    with (
        cardsim.Workers(1) as pool,
        pytest.raises(UserError, match="'scat/locked' cannot go to another process"),
    ):
        cardsim.run("scat", 10, strategy=ours, executor=pool, unit="hand")


# ---------------------------------------------------------------- files and the command line

Command = Callable[..., tuple[int, str, str]]
FILE = '''"""Knock by a dictionary."""

from cardsim import Strategy

TABLE = {value: value >= 23 for value in range(40)}


class Knocker:
    def __init__(self):
        self.asked = 0

    def knock(self, view, bonus: int = 0):
        self.asked += 1
        return TABLE[int(view.value) + bonus]


STRATEGY = Strategy(game="scat", knock=Knocker().knock, compiled=False)
MANY = Strategy(game="scat", knock=lambda views: views.value >= 23, vectorised=True)
'''


@pytest.fixture
def command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    """The command line in a workspace that has `booked`, and a module `mine` beside it."""
    folder = tmp_path / "strategies" / "scat"
    folder.mkdir(parents=True)
    (folder / "booked.py").write_text(FILE)
    (tmp_path / "mine.py").write_text(FILE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def said(*words: str) -> tuple[int, str, str]:
        status = main(words)
        out, err = capsys.readouterr()
        return status, out, err

    return said


def counts(out: str) -> Any:
    return json.loads(out)["estimates"]


def test_a_file_in_the_workspace_plays_from_the_command_line(command: Command) -> None:
    status, out, err = command(
        *(
            "run",
            "scat",
            "--vs=usual",
            "--unit=hand",
            "-n",
            "200",
            "--seed=5",
            "--strategy=booked",
            "--json",
        )
    )
    wanted = cardsim.run("scat", 200, strategy=knocks_at(23), seed=5, unit="hand", vs="usual")

    assert status == 0
    assert counts(out) == wanted.to_dict()["estimates"]
    (line,) = [line for line in err.splitlines() if "hands/s" in line]
    assert line.startswith("200 hands in ")
    assert line.endswith("hands/s; booked is plain Python")
    status, out, _ = command(
        "run", "scat", "--vs=usual", "--unit=hand", "-n", "9", "--strategy=booked", "--bonus=3"
    )
    assert status == 0
    assert "booked (bonus 3" in out


@pytest.mark.parametrize("name", ["mine:Knocker", "mine:STRATEGY", "mine:MANY"])
@pytest.mark.kept(2)
def test_a_module_and_a_name_in_it_are_a_strategy(command: Command, name: str) -> None:
    status, out, err = command(
        *(
            "run",
            "scat",
            "--vs=usual",
            "--unit=hand",
            "-n",
            "200",
            "--seed=5",
            "--strategy",
            name,
            "--json",
        )
    )

    assert status == 0, err
    assert (
        counts(out)
        == cardsim.run(
            "scat", 200, strategy=knocks_at(23), seed=5, unit="hand", vs="usual"
        ).to_dict()["estimates"]
    )
    assert f"{name} is " in err
    again = json.loads(out)["command"]
    assert f"--strategy {name}" in again


@pytest.mark.full
def test_a_saved_result_of_a_file_or_module_goes_on(command: Command) -> None:
    for name in ("booked", "mine:Knocker", "mine:MANY:at=1"):
        words = (
            "run",
            "scat",
            "--vs=usual",
            "--unit=hand",
            "-n",
            "50",
            "--seed=5",
            "--strategy",
            name,
            "-o",
            "r.json",
        )
        status, _, err = command(*words, "--force")
        if "at=1" in name:
            assert status == 2
            assert "has no parameter 'at'" in err
            continue
        assert status == 0, err
        result = cardsim.load("r.json").more(50)
        wanted = cardsim.run("scat", 100, strategy=knocks_at(23), seed=5, unit="hand", vs="usual")
        assert result.tables["values"].equals(wanted.tables["values"])


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("nowhere:Knocker", "there is no module 'nowhere'"),
        ("mine:Knokker", "module 'mine' has no 'Knokker'"),
        ("mine:TABLE", "'mine:TABLE' is no strategy for scat: it has none of throw_down"),
        ("mine:Knocker:bonus", "must be a strategy's name"),
    ],
)
def test_a_name_in_a_module_that_is_no_strategy_gets_one_clear_line(
    command: Command, name: str, told: str
) -> None:
    status, out, err = command(
        "run", "scat", "--vs=usual", "--unit=hand", "-n", "9", "--strategy", name
    )

    assert status == 2
    assert out == ""
    assert told in err.splitlines()[0]


def test_a_replay_of_it_is_shown_with_its_fault(command: Command) -> None:
    words = ("replay", "scat", "--vs=usual", "--seed", "5", "--hand", "0")

    _, wanted, _ = command(*words, "--strategy", "booked")
    status, out, err = command(*words, "--strategy", "booked:bonus=40")

    assert "Result" in wanted
    assert status == 1
    assert "raised KeyError" in err
    assert "Traceback" not in err + out


@pytest.mark.full
def test_workers_play_a_strategy_in_python_from_its_file(command: Command) -> None:
    for name in ("booked", "mine:Knocker"):
        words = (
            "run",
            "scat",
            "--vs=usual",
            "--unit=hand",
            "-n",
            "300",
            "--seed=5",
            "--strategy",
            name,
            "--json",
        )
        status, out, err = command(*words, "--workers", "2")

        assert status == 0, err
        assert counts(out) == counts(command(*words)[1])


DECIDED = ["bridge", "casino", "cheat", "chinese-ten", "counter-cameroon", "euchre", "gin-rummy"]
DECIDED += ["ninety-nine", "scat", "spades", "square-nine"]


@pytest.mark.parametrize("name", DECIDED)
@pytest.mark.kept(0, full=4)
def test_python_may_ask_every_feature(name: str) -> None:
    game = load_game(name)
    table = Table(game, None, game.players[2], seed=SEED)
    view = view_of(seen_in(table.states, game.view))

    asked = [feature.look(view) for feature in game.features if feature.look]

    assert asked
    assert all(isinstance(number, int) for number in asked)
