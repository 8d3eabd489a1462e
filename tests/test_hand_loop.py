"""One loop, however it is bound: the same hands, the same errors, and from any point of a hand."""

from __future__ import annotations

import inspect
import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardsim import Strategy, UserError
from cardsim.engine import hand_loop
from cardsim.engine.bulk import Ending, Memory, SeatedStrategies, play
from cardsim.engine.hand_loop import (
    DONE,
    ENDLESS,
    ILLEGAL,
    NEXT_DEAL,
    STOPPED,
    bind_loop,
)
from cardsim.engine.table import Table
from cardsim.errors import StrategyError
from cardsim.game import OVER, Game
from cardsim.games import load_game
from cardsim.kernels.jit import Entry, kernel
from cardsim.layout import lay_out
from cardsim.options.params import pack
from cardsim.rng import below, uniform
from cardsim.runs import preparation, replays
from cardsim.runs.hands import play_hands
from cardsim.workspace import complete
from in_bulk import Start, bound_loop, outcomes_of, play_on, seating_of
from toys.high_card import GAME as HIGH_CARD

SEED = 7
HANDS, MATCHES = 2000, 200

TABLES: dict[str, dict[str, Any]] = {
    "scat, three strategies": {
        "game": "scat",
        "seats": ["threshold", "suit-keeper", "threshold:knock_threshold=25"],
    },
    "scat, other rules": {
        "game": "scat",
        "players": 5,
        "preset": "cadillac",
        "options": {
            "stock_exhausted": "reshuffle",
            "miss_31_prob": 0.2,
            "undeclared_31": "counts-31",
            "first_turn_option": "hammer",
        },
    },
    "scat, chance in some seats": {
        "game": "scat",
        "seats": ["threshold", "random-legal", "threshold", "random-legal"],
    },
    "scat, matches, chance in some seats": {
        "game": "scat",
        "unit": "match",
        "seats": ["threshold", "random-legal", "threshold:knock_threshold=25"],
    },
    "scat, others drawn, some with lapses": {
        "game": "scat",
        "vs": "threshold:knock_threshold=18..19,lapse=0.2, chase-31, random-legal",
    },
    "spades, matches, a side drawn": {
        "game": "spades",
        "unit": "match",
        "vs": "learned, count-bid:offset=0..1*2, random-legal:lapse=0.5",
    },
    "ninety-nine": {
        "game": "ninety-nine",
        "players": 8,
        "strategy": "hoarder",
        "options": {"forget_draw_prob": 0.1, "continue_after_loss": True, "hand_size": 5},
    },
    "ninety-nine, matches": {
        "game": "ninety-nine",
        "unit": "match",
        "vs": "random-legal",
        "options": {"start_pennies": 2},
    },
    "casino": {"game": "casino", "strategy": "builder", "vs": "random-legal"},
    "casino, matches of partners": {
        "game": "casino",
        "players": 4,
        "unit": "match",
        "strategy": "trail-safe",
        "options": {"partnership": True, "sweep_points": 1, "face_capture": "all"},
    },
    "cheat, chance in some seats": {
        "game": "cheat",
        "seats": ["planner", "random-legal", "over-claimer:extra_prob=0.5", "truth-first"],
    },
    "cheat, matches by other rules": {
        "game": "cheat",
        "players": 5,
        "unit": "match",
        "strategy": "bayes-challenger",
        "options": {"packs": 2, "claim_rank": "adjacent-strict", "max_plays": 400},
    },
    "cheat, the classroom game": {
        "game": "cheat",
        "strategy": "bluffer",
        "vs": "random-legal",
        "options": {"classroom_trichez": True},
    },
    "spades": {"game": "spades", "strategy": "nil-cover", "options": {"failed_nil_tricks": "bags"}},
    "spades, matches, chance in some seats": {
        "game": "spades",
        "unit": "match",
        "vs": "random-legal",
        "options": {"blind_nil": True, "max_hands": 9, "loss_limit": -900},
    },
    "euchre": {"game": "euchre", "strategy": "power-sum", "options": {"stick_the_dealer": True}},
    "euchre, matches, chance in some seats": {
        "game": "euchre",
        "unit": "match",
        "strategy": "by-the-book:remembers=last-4",
        "vs": "random-legal",
        "options": {"defend_alone": True, "farmers_hand": True, "trump_needed_to_call": True},
    },
    "gin-rummy": {"game": "gin-rummy", "strategy": "meld-hunter", "vs": "random-legal"},
    "gin-rummy, matches of two": {
        "game": "gin-rummy",
        "players": 2,
        "unit": "match",
        "vs": "stock-knock",
        "options": {"hand_size": 10, "layoffs": True, "upcard_offer": True, "target": 30},
    },
    "bridge": {"game": "bridge", "strategy": "tips:overcalls=simple"},
    "bridge, rubbers, chance in some seats": {
        "game": "bridge",
        "unit": "rubber",
        "vs": "random-legal-call",
        "options": {"honors": True, "first_dealer": "random", "max_deals": 9},
    },
    "square-nine": {"game": "square-nine", "players": 4, "strategy": "line-builder"},
    "square-nine, matches": {
        "game": "square-nine",
        "unit": "match",
        "vs": "random-legal",
        "options": {"holes": 3},
    },
    "chinese-ten": {"game": "chinese-ten", "players": 3},
    "counter-cameroon, chance in every decision": {"game": "counter-cameroon", "vs": "weighted"},
}


def game_of(table: str) -> str:
    name: str = TABLES[table]["game"]
    return name


@cache
def prepared(table: str) -> preparation.Setup:
    asked = TABLES[table]
    usual = {"unit": load_game(asked["game"]).single_unit}
    if "seats" not in asked:
        # A loop with a whole field in it takes a minute to compile.
        usual["vs"] = "usual"
    return preparation.prepare(**usual | asked, seed=SEED)


def played(
    setup: preparation.Setup, loop: Entry | None = None, **several: int
) -> np.ndarray[Any, Any]:
    several = {"first": 1, "count": MATCHES if setup.goes_on else HANDS, **several}
    return outcomes_of(
        setup.game,
        setup.seating,
        rules=setup.rules,
        players=setup.spec.players,
        unit=setup.goes_on,
        seed=SEED,
        loop=loop,
        **several,
    )


# ---------------------------------------------------------------- bound, open and logged


LIKE_OTHERS = {"scat, chance in some seats", "ninety-nine", "square-nine, matches"}
"""Tables whose bound loop has in it what those of others have; each takes seconds to compile."""
BOUND_BY_DEFAULT = {"scat, three strategies", "euchre, matches, chance in some seats"}


BOUND_IN_FULL = {
    game_of(table): table for table in TABLES if table not in LIKE_OTHERS | BOUND_BY_DEFAULT
}
"""The last of each game."""


def tier(table: str) -> list[pytest.MarkDecorator]:
    """The mark of the tier in which the bound loop of a table is compiled."""
    if table in BOUND_BY_DEFAULT:
        return []
    return [pytest.mark.full if table in BOUND_IN_FULL.values() else pytest.mark.deep]


BOUND = [pytest.param(table, marks=tier(table)) for table in TABLES]


@pytest.mark.parametrize("table", BOUND)
def test_the_bound_loop_plays_the_hands_of_the_open_one(table: str) -> None:
    setup = prepared(table)

    assert played(setup, bound_loop(setup)).tobytes() == played(setup).tobytes()


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.kept(5, full=6)
def test_a_logged_hand_has_the_outcome_that_was_counted(table: str) -> None:
    setup = prepared(table)

    outcomes = played(setup, first=0, count=40)

    for hand, outcome in enumerate(outcomes):
        assert replays.replay(setup, hand).outcome.tobytes() == outcome.tobytes(), hand


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.kept(1, by=game_of)
def test_hands_do_not_depend_on_where_a_chunk_begins(table: str) -> None:
    setup = prepared(table)

    chunks = [played(setup, first=first, count=n) for first, n in ((0, 1), (1, 15), (16, 37))]

    outcomes = played(setup, first=0, count=53)
    assert b"".join(chunk.tobytes() for chunk in chunks) == outcomes.tobytes()


def many_draws(view: Any, chance: Any, draws: int = 70) -> bool:
    """So large a range that three words in ten are rejected and replaced."""
    total = 0
    for _ in range(draws * (view.turn % 2) + 3):
        total += below(chance, 1_500_000_000)
    return total % 9 == 0


def test_much_chance_in_one_decision_is_the_same() -> None:
    game = load_game("scat")
    strategy = complete(game, Strategy("scat", knock=many_draws))
    table: dict[str, Any] = {"rules": pack(game.rules()), "players": 3}
    seating = seating_of(game, [strategy], [[0, 0, 0]], [0])
    loop = bind_loop(game, [strategy], **table, rotations=1, unit=0).entry
    several: dict[str, Any] = {"seed": SEED, "first": 0, "count": HANDS}

    fast = outcomes_of(game, seating, **table, **several, loop=loop)

    assert fast.tobytes() == outcomes_of(game, seating, **table, **several).tobytes()


@pytest.mark.parametrize("table", [name for name in TABLES if "matches" not in name])
@pytest.mark.kept(1, by=game_of)
def test_what_a_game_calls_settled_stays_as_it_is(table: str) -> None:
    setup = prepared(table)
    settled = setup.game.settled

    states = [step.after for hand in range(40) for step in replays.replay(setup, hand).steps]

    assert settled
    assert len({tuple(state[name].item() for name in settled) for state in states}) == 1


# ---------------------------------------------------------------- playing on


def points_of(setup: preparation.Setup, hand: int) -> Iterator[Start]:
    """Every point of a hand or match at which somebody decides or a new hand is dealt."""
    game, spec = setup.game, setup.spec
    strategies = [strategy for strategy, _ in setup.run.seated]
    values = [player.parameters for _, player in setup.run.seated]
    (seats,) = setup.seating.at(SEED, np.array([hand]))
    rules, match = game.rules(**dict(spec.rules)), setup.goes_on
    table = Table(
        game, rules, spec.players, seed=SEED, hand=hand, unit=spec.unit if match else None
    )

    def here(following: int) -> Start:
        states, words, chances = table.states.copy(), table.words.copy(), table.chances.copy()
        return Start(following, states, words, chances)

    goes_on = True
    while goes_on:
        while not table.over:
            yield here(table.decision)
            number = int(seats[table.seat])
            table.act(table.choice(strategies[number], **dict(values[number])))
        table.close()
        goes_on = bool(match) and table.settle()
        if goes_on:
            yield here(NEXT_DEAL)
            table.deal()


def played_on(setup: preparation.Setup, hand: int, point: Start) -> Any:
    """The outcome of a hand that is played on from a point of it."""
    ending, outcome = play_on(
        setup.game,
        setup.seating,
        point,
        rules=setup.rules,
        players=setup.spec.players,
        unit=setup.goes_on,
        rotation=hand % len(setup.seating.heroes),
        stop=np.zeros(1, np.uint8),
        seats=setup.seating.at(SEED, np.array([hand]))[0],
    )
    assert (ending.status, ending.hand) == (DONE, hand)
    return outcome


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.kept(2, full=8)
def test_a_hand_played_on_from_any_point_ends_as_it_did(table: str) -> None:
    setup = prepared(table)
    count = 8 if setup.goes_on else 36
    outcomes = played(setup, first=0, count=count)
    dealt = decided = 0

    for hand, outcome in enumerate(outcomes):
        for point in points_of(setup, hand):
            dealt += point.following == NEXT_DEAL
            decided += point.following != NEXT_DEAL
            assert played_on(setup, hand, point).tobytes() == outcome.tobytes(), (hand, point)

    assert decided > 200
    assert (dealt > 8) == bool(setup.goes_on)


def test_a_match_played_on_from_another_state_ends_otherwise() -> None:
    setup = prepared("square-nine, matches")
    outcome = played(setup, first=0, count=1)[0]
    point = next(p for p in points_of(setup, 0) if p.following == NEXT_DEAL)

    point.words["seed"] += 1

    assert played_on(setup, 0, point).tobytes() != outcome.tobytes()


# ---------------------------------------------------------------- what ends badly


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The key of compiled code has the sources of `cardsim`, and these games are none of it."""
    monkeypatch.setenv("CARDSIM_CACHE_DIR", str(tmp_path / "cache"))


PLAYERS = 2
LAYOUT = lay_out(
    shown={n: (HIGH_CARD.view[n], text) for n, text in HIGH_CARD.view_help.items() if n != "card"},
    own={"card": (HIGH_CARD.view["card"], HIGH_CARD.view_help["card"])},
    seats=HIGH_CARD.players[1],
    hidden={"deck": HIGH_CARD.state["deck"], "deals": "u4"},
)


@kernel
def another_hand(state: Any, _rules: Any) -> Any:
    """The match goes on, always."""
    state.deals = np.uint32(state.deals + 1)
    return True


@kernel
def deal_nothing(_state: Any, _rules: Any, _words: Any) -> Any:
    """A hand in which nobody decides anything."""
    return OVER


def endless_game(**parts: Any) -> Game:
    """High Card, one match of which goes on for ever."""
    return replace(HIGH_CARD, layout=LAYOUT, next_hand=another_hand, **parts)


def swap(view: Any, keep_from: int = 8) -> bool:
    return bool(view.value < keep_from)


def swap_slowly(view: Any, chance: Any, draws: int = 200_000) -> bool:
    """About a millisecond."""
    total = int(view.value)
    for _ in range(draws):
        total += below(chance, 1000)
    return total % 2 == 0


def loops(game: Game, strategy: Strategy, *, match: bool) -> dict[str, Entry | None]:
    rules = pack(game.rules())
    kinds = bind_loop(game, [strategy], rules, players=PLAYERS, rotations=1, unit=int(match))
    return {"open": None, "bound": kinds.entry}


def ending_of(
    game: Game, seating: SeatedStrategies, *, match: bool, loop: Entry | None, stop: Any = None
) -> Ending:
    count = 100_000
    return play(
        game,
        seating,
        Memory(game, rows=count),
        rules=pack(game.rules()),
        players=PLAYERS,
        unit=int(match),
        seed=SEED,
        first=0,
        count=count,
        stop=np.zeros(1, np.uint8) if stop is None else stop,
        loop=loop,
    )


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("parts", [{}, {"deal": deal_nothing}], ids=["decisions", "no decisions"])
@pytest.mark.full
def test_a_match_that_never_ends_is_found(parts: dict[str, Any]) -> None:
    game, strategy = endless_game(**parts), Strategy("high-card", swap=swap)
    seating = seating_of(game, [strategy], [[0] * PLAYERS], [0])

    for loop in loops(game, strategy, match=True).values():
        assert ending_of(game, seating, match=True, loop=loop) == Ending(ENDLESS, 0)


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("parts", [{}, {"deal": deal_nothing}], ids=["decisions", "no decisions"])
@pytest.mark.full
def test_a_match_that_never_ends_can_be_stopped(
    parts: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(hand_loop._NAMES, "MOST_STEPS", 1 << 62)
    game, strategy = endless_game(**parts), Strategy("high-card", swap=swap)
    seating = seating_of(game, [strategy], [[0] * PLAYERS], [0])

    for loop in loops(game, strategy, match=True).values():
        assert stopped(game, seating, match=True, loop=loop) == Ending(STOPPED, 0)


def stopped(game: Game, seating: SeatedStrategies, *, match: bool, loop: Entry | None) -> Ending:
    """How a call ends that another thread tells to stop, after a moment."""
    stop = np.zeros(1, np.uint8)
    timer = threading.Timer(0.3, lambda: stop.fill(1))
    timer.start()
    ending = ending_of(game, seating, match=match, loop=loop, stop=stop)
    timer.join()
    return ending


@pytest.mark.usefixtures("cold")
@pytest.mark.full
def test_stop_is_seen_after_the_decision_it_comes_in_however_slow_they_are() -> None:
    """All the hands that were asked for would take some minutes."""
    strategy = Strategy("high-card", swap=swap_slowly)
    seating = seating_of(HIGH_CARD, [strategy], [[0] * PLAYERS], [0])

    for kind, loop in loops(HIGH_CARD, strategy, match=False).items():
        ending = stopped(HIGH_CARD, seating, match=False, loop=loop)

        assert ending.status == STOPPED, kind
        assert ending.hand < 5_000, kind


def test_a_run_that_is_told_to_stop_returns_nothing() -> None:
    setup = preparation.prepare("scat", seed=SEED, unit="hand", vs="usual")
    setup.stop[0] = 1

    assert play_hands(setup, 0, HANDS) is None


def illegal(view: Any, last: int = 9) -> Any:
    return 3 if view.turn >= last else view.best_discard


def outside(view: Any, last: int = 9) -> Any:
    return view.hand[view.turn] if view.turn >= last else view.best_discard


def against_the_usual(discard: Callable[..., Any]) -> tuple[preparation.Setup, Entry]:
    """A setup with a strategy that discards in this way, and the loop that is bound to it."""
    setup = preparation.prepare(
        "scat", strategy=Strategy("scat", discard=discard), seed=SEED, unit="hand", vs="usual"
    )
    return setup, bound_loop(setup)


def test_an_illegal_action_names_its_hand() -> None:
    setup, bound = against_the_usual(illegal)

    with pytest.raises(StrategyError, match="answered 3 to decision 'discard'") as error:
        play_hands(setup, 0, HANDS)

    (hand,) = re.findall(r"in hand (\d+) of seed 7", str(error.value))
    ending = play(
        setup.game,
        setup.seating,
        Memory(setup.game, rows=HANDS),
        rules=setup.rules,
        players=3,
        unit=0,
        seed=SEED,
        first=0,
        count=HANDS,
        stop=setup.stop,
        loop=bound,
    )
    assert ending == Ending(ILLEGAL, int(hand))
    assert int(hand) > 0


def test_an_error_in_a_strategy_is_the_strategys() -> None:
    setup, bound = against_the_usual(outside)

    with pytest.raises(StrategyError, match=r"IndexError.* in hand"):
        play_hands(setup, 0, HANDS)
    with pytest.raises(IndexError):
        played(setup, bound)


# ---------------------------------------------------------------- chance gives nothing away


def look_at_seed(view: Any, chance: Any) -> bool:
    return bool(view.value + chance.seed % 2 > 25)


def look_at_hand(view: Any, chance: Any) -> bool:
    return bool(view.value + chance.hand % 2 > 25)


def look_at_words(view: Any, chance: Any) -> bool:
    return bool(view.value + chance.words[3] % 2 > 25)


def look_at_position(view: Any, chance: Any) -> bool:
    place = chance
    return bool(view.value + place.position > 25)


def read_it(chance: Any) -> Any:
    return chance.seed + chance.hand


def look_in_a_helper(view: Any, chance: Any) -> bool:
    return bool(view.value + read_it(chance) % 2 > 25)


ATTACKS: dict[Callable[..., Any], tuple[Callable[..., Any], int]] = {
    look_at_seed: (look_at_seed, 1),
    look_at_hand: (look_at_hand, 1),
    look_at_words: (look_at_words, 1),
    look_at_position: (look_at_position, 2),
    look_in_a_helper: (look_in_a_helper, 1),
}
"""For each attack the function that is named, and its line."""


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_a_strategy_cannot_read_where_its_chance_comes_from(attack: Callable[..., Any]) -> None:
    """Seed and hand would give away the whole deal."""
    function, below_def = ATTACKS[attack]
    line = inspect.getsourcelines(function)[1] + below_def

    with pytest.raises(UserError) as error:
        preparation.prepare(
            "scat", strategy=Strategy("scat", knock=attack), vs="usual", seed=SEED, unit="hand"
        )

    assert f"{Path(__file__)}:{line}: decision 'knock' cannot be compiled" in str(error.value)
    assert inspect.getsourcelines(function)[0][below_def].strip() in str(error.value.hint)


def test_a_strategy_takes_its_chance_in_both_ways() -> None:
    def knock(view: Any, chance: Any, often: float = 0.25) -> bool:
        return bool(view.value > 5 and uniform(chance) < often and below(chance, 3) > 0)

    setup = preparation.prepare(
        "scat", strategy=Strategy("scat", knock=knock), seed=SEED, unit="hand", vs="usual"
    )

    outcomes = played(setup)

    usual = played(preparation.prepare("scat", seed=SEED, unit="hand", vs="usual"))
    assert 0 < (outcomes["you_knocked"] == 1).sum() < HANDS
    assert (outcomes["turns"] != usual["turns"]).any()
