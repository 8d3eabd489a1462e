"""Strategies that look ahead: what they see, what they find, and that it is the same everywhere."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from statistics import NormalDist
from typing import Annotated, Any, NamedTuple

import numpy as np
import pytest

import cardsim
from cardsim import Strategy, UserError, between
from cardsim.cli import main
from cardsim.engine.table import Table
from cardsim.errors import StrategyError
from cardsim.games import load_game
from cardsim.runs import preparation, replays, request
from cardsim.runs.hands import play_hands
from cardsim.runs.request import Request
from cardsim.runs.travel import packed
from cardsim.workspace import complete, load_strategy
from cardsim.worlds import worth
from imagining import assert_blind, bytes_of, of_all_plans
from typed import Write

SEED = 4
LITTLE = 1.75
"""The doubt that is usual in most games."""
ALL = 1000
"""So many cards left, or fewer, that it looks ahead at each decision."""

Records = np.ndarray[Any, Any]

GAMES = (
    "bridge",
    "casino",
    "cheat",
    "chinese-ten",
    "counter-cameroon",
    "euchre",
    "gin-rummy",
    "ninety-nine",
    "scat",
    "spades",
    "square-nine",
)
NUMBERED = tuple(name for name in GAMES if name != "casino")
"""Games in which some action is one number, by which a search says all that it finds."""
TABLES: dict[str, dict[str, Any]] = {
    "bridge": {"unit": "rubber", "vs": "random-legal"},
    "casino": {"players": 3},
    "cheat": {"unit": "match", "players": 3, "options": {"max_plays": 40}},
    "chinese-ten": {"players": 3},
    "counter-cameroon": {},
    "euchre": {"unit": "match", "vs": "random-legal"},
    "gin-rummy": {"unit": "hand"},
    "ninety-nine": {"unit": "match", "vs": "random-legal"},
    "scat": {"unit": "match", "vs": "random-legal"},
    "spades": {"unit": "hand"},
    "square-nine": {"vs": "random-legal"},
}


def prepared(game: str, *, worlds: int = 3, doubt: float = 0, **asked: Any) -> Any:
    """A table at which one looks ahead, by default in few worlds and with no doubt."""
    named = {name: asked.pop(name) for name in ("base", "others", "plans") if name in asked}
    strategy = f"look-ahead:worlds={worlds},doubt={doubt},last={ALL}"
    strategy += "".join(f",{name}={value}" for name, value in named.items())
    return preparation.prepare(game, **{"seed": SEED, "vs": "usual", "strategy": strategy, **asked})


def played(setup: preparation.Setup, first: int, count: int) -> Records:
    outcomes = play_hands(setup, first, count)
    assert outcomes is not None
    return outcomes.copy()


def at_tables(setup: preparation.Setup, hands: range) -> Iterator[Any]:
    """The outcomes of the same hands, each played step by step at a table."""
    rows, heroes, spec = setup.seating.table, setup.seating.heroes, setup.spec
    table = Table(
        setup.game, setup.game.rules(**dict(spec.rules)), spec.players, seed=SEED, unit=spec.unit
    )
    for hand in hands:
        row = hand % len(rows)
        table.begin(SEED, hand, hand // len(rows))
        while True:
            while not table.over:
                if table.waits_for_chance:
                    table.happen()
                    continue
                strategy, player = setup.run.seated[rows[row, table.seat]]
                table.act(table.choice(strategy, **dict(player.parameters)))
            table.close()
            if not table.unit or not table.settle():
                break
            table.deal()
        yield table.outcome(int(heroes[row]))


# ---------------------------------------------------------------- the same everywhere


PLANS: dict[str, Any] = {"worlds": 12, "plans": "yes"}
AMONG: dict[str, Any] = {"others": "usual", "base": "random-legal"}


@pytest.mark.parametrize(
    ("game", "how"),
    [*((game, {}) for game in GAMES), ("spades", PLANS), ("euchre", AMONG), ("scat", AMONG)],
    ids=str,
)
@pytest.mark.kept(0, full=2)
def test_however_the_hands_are_cut_and_played_they_are_the_same(
    game: str, how: dict[str, Any]
) -> None:
    """In chunks, with another memory, logged, and step by step at a table in Python."""
    how = TABLES[game] | how
    setup, count = prepared(game, **how), 12
    whole = played(setup, 0, count)
    assert len(np.unique(whole)) > 3

    second, first = (played(prepared(game, **how), k, 5) for k in (7, 2))
    logged = [replays.replay(setup, hand).outcome for hand in range(count)]

    expected = [bytes_of(setup.game.outcome, outcome) for outcome in whole]
    for others, hands in ((first, range(2, 7)), (second, range(7, 12)), (logged, range(count))):
        found = [bytes_of(setup.game.outcome, outcome) for outcome in others]
        assert found == [expected[hand] for hand in hands]
    stepped = [bytes_of(setup.game.outcome, outcome) for outcome in at_tables(setup, range(count))]
    assert stepped == expected


@pytest.mark.parametrize(
    ("game", "how"),
    [
        pytest.param("chinese-ten", "worlds=3", marks=pytest.mark.deep),
        pytest.param("scat", "worlds=3", marks=pytest.mark.deep),
        pytest.param("scat", "worlds=3,others=field-0", marks=pytest.mark.full),
        pytest.param("spades", "worlds=3,plans=yes", marks=pytest.mark.full),
    ],
)
def test_one_thread_two_and_workers_give_the_same_counts(game: str, how: str) -> None:
    asked: dict[str, Any] = {"strategy": f"look-ahead:{how}", "vs": "usual", "seed": SEED}
    asked |= TABLES[game]
    one = cardsim.run(game, 300, threads=1, **asked)

    two = cardsim.run(game, 300, threads=2, **asked)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        workers = cardsim.run(game, 300, executor=pool, **asked)

    assert _counts(two) == _counts(one)
    assert _counts(workers) == _counts(one)


# ---------------------------------------------------------------- what it sees


@pytest.mark.parametrize("name", NUMBERED)
@pytest.mark.kept(2)
def test_what_a_seat_cannot_see_has_no_part_in_what_it_finds(name: str) -> None:
    assert_blind(load_game(name), all_is_seen=name == "counter-cameroon")


@pytest.mark.parametrize("name", ["scat", "spades"])
@pytest.mark.full
def test_what_a_seat_cannot_see_has_no_part_in_its_plans(name: str) -> None:
    assert_blind(load_game(name), finds=of_all_plans)


# ---------------------------------------------------------------- what it finds


class Better(NamedTuple):
    """A table at which a search of 16 worlds does better than its base.

    Attributes:
        base: what plays on, and sits in the other seats.
        units: how many are played.
        players: how many sit there.
    """

    game: str
    unit: str
    base: str
    units: int
    players: int


@pytest.mark.parametrize(
    "asked",
    [
        Better("bridge", "board", "tips", 1_200, 4),
        Better("casino", "hand", "greedy-value", 500, 2),
        Better("cheat", "game", "truth-first", 300, 4),
        Better("chinese-ten", "hand", "greedy", 5_000, 2),
        Better("counter-cameroon", "game", "random-legal", 500, 2),
        Better("euchre", "hand", "highest-legal", 1_500, 4),
        Better("gin-rummy", "hand", "stock-knock", 2_000, 2),
        Better("ninety-nine", "hand", "dump-high", 5_000, 2),
        Better("scat", "match", "random-legal", 700, 3),
        Better("spades", "hand", "by-the-book", 1_000, 4),
        Better("square-nine", "hand", "random-legal", 300, 2),
    ],
    ids=str,
)
@pytest.mark.kept(0, full=3)
def test_it_does_better_than_its_base_by_what_is_won(asked: Better) -> None:
    """A search that is no better than its base passes once in 10,000 seeds.

    One as good as it was when this was written fails less than once in 100, where it draws other
    numbers; with the same ones, never. It is not held to the doubt that is usual in a game.
    """
    result = cardsim.run(
        asked.game,
        asked.units,
        unit=asked.unit,
        players=asked.players,
        strategy=f"look-ahead:doubt={LITTLE},last={ALL}",
        base=asked.base,
        vs=asked.base,
        seed=SEED,
    )

    measure = result.unit.won_by
    estimate, even = result.estimates[measure.name], measure.even or 0.0
    gain = (even - estimate.value) if measure.lower_is_better else (estimate.value - even)
    error = (estimate.high - estimate.low) / 2 / NormalDist().inv_cdf(0.975)
    assert gain / error > NormalDist().inv_cdf(1 - 1e-4)


# ---------------------------------------------------------------- what is refused


def test_an_unknown_base_and_one_that_cannot_play_on_are_refused(write_strategy: Write) -> None:
    write_strategy(
        "slow",
        "from cardsim import Strategy\n"
        "STRATEGY = Strategy('scat', compiled=False, knock=lambda view: view.value > 20)\n",
    )

    def refused(base: object) -> str:
        with pytest.raises(UserError) as error:
            cardsim.run("scat", 10, strategy="look-ahead", base=base)
        return str(error.value)

    assert refused("treshold") == "--base: no strategy called 'treshold' for scat"
    assert refused("look-ahead") == (
        "strategy 'look-ahead' looks ahead and cannot play on with 'look-ahead', "
        "which looks ahead itself"
    )
    assert refused("slow") == (
        "strategy 'look-ahead' looks ahead and cannot play on with 'slow', "
        "which is plain Python, not compiled"
    )
    for base in ("threshold:knock_threshold=25,x=1", 7, None):
        assert refused(base) == f"--base must be the name of a strategy, not {base}"
    assert refused("") == "--base must be the name of a strategy, not ''"


@pytest.mark.parametrize(
    ("game", "base", "most"),
    [
        ("scat", "threshold", 52),
        ("spades", "by-the-book", 13),
        ("square-nine", "race", 9),
        ("counter-cameroon", "win-odds", 11),
    ],
)
@pytest.mark.kept(1)
def test_before_the_last_cards_it_plays_as_its_base(game: str, base: str, most: int) -> None:
    """With fewer left than there ever are it is the base, and with all of them it always looks."""
    unit = TABLES[game].get("unit")
    asked: dict[str, Any] = {"unit": unit, "vs": "usual", "seed": SEED, "threads": 1}
    usual = cardsim.run(game, 40, strategy=base, **asked)
    ahead = f"look-ahead:worlds=4,doubt=0,base={base}"
    late, some, always, whole = (
        cardsim.run(game, 40, strategy=f"{ahead},last={last}", **asked)
        for last in (0, most // 3, most, 1000)
    )
    # There every base breaks ties by chance, which is another one in what is imagined.
    if game != "counter-cameroon":
        assert late.counts().equals(usual.counts())
    assert always.counts().equals(whole.counts())
    assert not always.counts().equals(some.counts())


@pytest.mark.parametrize("worlds", [0, -1, 1, 1001, 2.5, "many"])
def test_worlds_that_are_none_or_too_many_are_refused(worlds: object) -> None:
    with pytest.raises(UserError, match=r"^--worlds must be a whole number from 2 to 1000, not "):
        cardsim.run("chinese-ten", 10, strategy="look-ahead", worlds=worlds)


def test_a_game_that_cannot_be_imagined_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    blind = replace(load_game("chinese-ten"), imagine=None)
    monkeypatch.setattr(request, "load_game", lambda _name: blind)

    with pytest.raises(UserError, match="looks ahead, and hands of chinese-ten cannot be imagined"):
        preparation.resolve(Request("chinese-ten", strategy="look-ahead"), 1)


def test_a_game_without_decisions_has_no_look_ahead() -> None:
    with pytest.raises(UserError, match="nobody decides anything in it"):
        cardsim.run("dice-game", 10, strategy="look-ahead")


def test_a_base_that_does_what_is_not_legal_is_an_error_that_names_the_hand(
    write_strategy: Write,
) -> None:
    text = "from cardsim import Strategy\nSTRATEGY = Strategy('scat', discard=lambda view: 9)\n"
    write_strategy("odd", text)

    with pytest.raises(StrategyError) as error:
        cardsim.run("scat", 10, strategy="look-ahead", base="odd", seed=SEED)

    assert str(error.value).startswith(
        "strategy 'scat/look-ahead' raised ValueError: its base takes an illegal action"
    )
    assert str(error.value).endswith(f"in match 0 of seed {SEED}")


def test_an_action_that_there_is_not_is_an_error() -> None:
    def far(view, future):  # type: ignore[no-untyped-def]  # noqa: ARG001
        return worth(future, 0, 77)

    with pytest.raises(StrategyError, match=r"raised ValueError: .* or there is none of that num"):
        cardsim.run("scat", 10, strategy=Strategy("any", every_decision=far), vs="usual")


def test_nothing_is_played_on_once_it_is_to_stop() -> None:
    """So that Ctrl-C need not wait for a decision with many worlds."""
    table = Table("scat", unit="match", seed=SEED)
    strategy = preparation.resolve(
        Request("scat", strategy="look-ahead", vs="usual"), 1
    ).strategies[0]
    assert strategy.base is not None
    found = []
    for stop in (0, 1):
        table.begin(SEED, 4)
        table.choice(strategy, worlds=2)
        table._plans[id(strategy)].stop_with(np.full(1, stop, np.uint8))
        answers = []
        for _ in range(40):
            answer = table.choice(strategy, worlds=8, doubt=0)
            answers.append(answer == table.choice(strategy.base))
            table.act(table.choice(strategy.base))
            if table.over:
                break
        found.append(all(answers))

    assert found == [False, True]


def test_a_strategy_that_looks_ahead_may_not_have_a_parameter_called_base() -> None:
    def keen(view, future, base: int = 3):  # type: ignore[no-untyped-def]  # noqa: ARG001
        return base

    with pytest.raises(UserError, match="looks ahead and cannot have a parameter 'base'"):
        cardsim.run("scat", 10, strategy=Strategy("any", every_decision=keen))


def test_a_strategy_in_python_cannot_look_ahead() -> None:
    with pytest.raises(UserError, match="wants future, which is not given to plain Python"):
        Strategy("scat", compiled=False, knock=lambda view, future: False)  # noqa: ARG005


# ---------------------------------------------------------------- where it is asked for


def test_a_user_may_search_in_his_own_way() -> None:
    """Here for one decision alone; the others are played by the default strategy."""

    def knock(view, future, worlds: int = 8):  # type: ignore[no-untyped-def]
        gain = 0
        for world in range(worlds):
            gain += worth(future, world, 1) - worth(future, world, 0)
        return gain > 0 and view.value > 15

    mine = Strategy("scat", name="mine", knock=knock)

    result = cardsim.run(
        "scat", 200, strategy=mine, unit="hand", base="take-margin", seed=1, vs="usual"
    )

    other = cardsim.run(
        "scat", 200, strategy=mine, unit="hand", base="threshold", seed=1, vs="usual"
    )
    assert result.hands == 200
    assert _counts(result) != _counts(other)


def _counts(result: cardsim.Result) -> dict[str, Any]:
    return {name: table.to_dict(as_series=False) for name, table in result.tables.items()}


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Callable[[str], str]:
    """What a command line says on stdout; it succeeds."""

    def carried_out(words: str) -> str:
        assert main(words.split()) == 0
        return capsys.readouterr().out

    return carried_out


@pytest.mark.full
def test_every_command_takes_it(command: Callable[[str], str], tmp_path: Path) -> None:
    table = "chinese-ten --strategy look-ahead --worlds 4 --base throw-safe --seed 3"

    ran = json.loads(command(f"run {table} -n 50 --json --quiet"))
    moves = command(f"replay {table} --hand 7")
    again = command(f"replay {table} --hand 7")
    command(f"hands {table} -n 20 -o {tmp_path / 'hands.csv'}")
    command(f"decisions {table} -n 20 -o {tmp_path / 'decisions.csv'}")

    assert ran["seats"][0]["parameters"] == {
        "worlds": 4,
        "doubt": 1.75,
        "last": 1000,
        "believes": "yes",
        "plans": "no",
        "base": "throw-safe",
        "others": "base",
    }
    assert "--strategy look-ahead --worlds 4 --base throw-safe" in ran["command"]
    assert moves == again
    assert len((tmp_path / "hands.csv").read_text().splitlines()) > 20
    assert "look-ahead" in (tmp_path / "decisions.csv").read_text()


def test_it_is_compared_and_swept_by_its_base(command: Callable[[str], str]) -> None:
    compared = json.loads(
        command(
            "compare chinese-ten look-ahead:worlds=2,base=throw-safe greedy look-ahead:worlds=2 "
            "--vs usual -n 60 --seed 3 --json --quiet"
        )
    )
    swept = cardsim.sweep(
        "chinese-ten",
        60,
        strategy="look-ahead",
        worlds=2,
        base="greedy,throw-safe",
        seed=3,
        vs="usual",
    )

    names = [s["strategy"] for s in compared["strategies"]]
    assert sorted(names) == [
        "greedy",
        "look-ahead:worlds=2",
        "look-ahead:worlds=2,base=throw-safe",
    ]
    assert [dict(p.settings)["base"] for p in swept.points] == ["greedy", "throw-safe"]


def test_its_page_names_what_plays_on(command: Callable[[str], str]) -> None:
    said = command("games show scat")

    assert "look-ahead" in said


def test_a_saved_run_is_only_continued_with_the_base_that_it_had(write_strategy: Write) -> None:
    text = (
        "from cardsim import Strategy\n"
        "STRATEGY = Strategy('chinese-ten', choose_capture=lambda view: NUMBER)\n"
    )
    write_strategy("mine", text.replace("NUMBER", "view.best_capture"), game="chinese-ten")
    result = cardsim.run(
        "chinese-ten", 50, strategy="look-ahead", base="mine", worlds=2, seed=1, vs="usual"
    )
    assert preparation.recall(result.spec).strategies[0].base is not None

    write_strategy("mine", text.replace("NUMBER", "view.best_capture + 0"), game="chinese-ten")

    with pytest.raises(UserError, match="is not the one that this result was played with"):
        preparation.recall(result.spec)


def test_a_search_leaves_the_auction_of_bridge_to_its_base_unless_told_otherwise() -> None:
    bridge = load_game("bridge")
    last = next(p for p in load_strategy(bridge, "look-ahead").parameters if p.name == "last")
    view = np.zeros(1, bridge.view)[0]
    view["hand"] = 2**13 - 1
    left = {d.name: int(d.left(view)) for d in bridge.decisions if d.left is not None}

    assert left == {"call": 1013, "lead": 13, "play": 13}
    assert left["lead"] <= float(last.default) < left["call"] <= (last.high or 0)


@pytest.mark.parametrize(
    ("game", "name", "default"),
    [("scat", "doubt", 3.5), ("spades", "doubt", 1.75), ("cheat", "last", 0)],
)
def test_more_doubt_is_asked_for_where_less_lost(game: str, name: str, default: float) -> None:
    strategy = load_strategy(load_game(game), "look-ahead")

    values = {p.name: p.default for p in strategy.parameters}

    assert values[name] == default
    place = [p.name for p in strategy.parameters].index(name)
    assert strategy.packed({})[place] == default


def test_in_cheat_it_plays_as_its_base_unless_told_from_where_on_it_looks_ahead() -> None:
    ways = [f"look-ahead:base=until-wrong,worlds=4{how}" for how in ("", f",last={ALL}")]

    played = cardsim.compare("cheat", "until-wrong", *ways, vs="usual", n=40, seed=SEED)

    assert played.gap(0, 1).same_play
    assert not played.gap(0, 2).same_play


def any_first(by_game: Any) -> Strategy:
    def first(view: Any, nth_legal: Any, n: Annotated[int, between(0, 9)] = 0) -> Any:
        return nth_legal(view, min(n, 0))

    return Strategy("any", name="first", by_game=by_game, every_decision=first)


def test_a_default_of_one_game_travels() -> None:
    strategy = complete(load_game("scat"), any_first({"scat": {"n": 4}, "cheat": {"n": 5}}))

    sent = pickle.loads(pickle.dumps(packed(strategy, strategy.fingerprint)))
    arrived = {sent: sent.strategy}[sent]

    assert [p.default for p in strategy.parameters] == [4]
    assert arrived.parameters == strategy.parameters


@pytest.mark.parametrize(
    ("defaults", "message"),
    [
        ({"m": 4}, "by_game of strategy 'first': m is none of its parameters, n"),
        ({"n": 10}, "by_game of strategy 'first': n must be a whole number from 0 to 9, not 10"),
        ({"n": "x"}, "by_game of strategy 'first': n must be a whole number from 0 to 9, not x"),
    ],
)
def test_a_default_of_one_game_that_there_cannot_be_is_refused(
    defaults: dict[str, Any], message: str
) -> None:
    with pytest.raises(UserError, match=re.escape(message)):
        cardsim.run("scat", 10, strategy=any_first({"scat": defaults}))


def test_a_strategy_of_one_game_has_no_defaults_by_game() -> None:
    with pytest.raises(UserError, match="is for scat alone and cannot have defaults by_game"):
        Strategy("scat", by_game={"cheat": {"n": 1}}, knock=lambda view: view.value > 20)
