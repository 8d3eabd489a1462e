"""Runs: the same hands however they are divided, errors that help, and views that hide."""

import inspect
import json
import multiprocessing
import random
import shlex
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from numba import types
from numba.np.numpy_support import from_dtype
from numpy import uint32, uint64

import cardsim
from cardsim import Strategy, StrategyError, UserError, between
from cardsim.cards import PACK
from cardsim.engine.table import answer, dispatched
from cardsim.games import load_game
from cardsim.games.scat.rules import Rules
from cardsim.kernels.jit import entry
from cardsim.options.params import pack, packed_dtype
from cardsim.rng import WORDS, WORDS_DTYPE, fill, place
from cardsim.runs.preparation import prepare
from cardsim.runs.replays import replay
from cardsim.runs.result import Result
from cardsim.runs.run import Totals, play_task
from cardsim.showing import Progress
from cardsim.workspace import load_strategy, shipped

GAME = load_game("scat")
STATE, VIEW = GAME.state, GAME.view
SEED = 987_654_321
SHIPPED = sorted(p.stem for p in (shipped() / "strategies" / "scat").glob("[!_]*.py"))


def run(n: object = 1000, **options: Any) -> Result:
    usual = {} if "seats" in options else {"vs": "usual"}
    return cardsim.run(
        "scat", n, **{**usual, "unit": "hand", "seed": SEED, "threads": 1, **options}
    )


# ---------------------------------------------------------------- the same counts


def spy(decision: str) -> Callable[..., Any]:
    """A decision that hangs on every number in the view."""
    lines = ["def decide(view):", "    h = 7"]
    for name in VIEW.names or ():
        shape = VIEW[name].shape
        if name == "history":
            lines += ["    for r in range(min(int(view.turn), 256)):", "        for c in range(4):"]
            lines += ["            h = (h * 33 + int(view.history[r, c])) % 1000003"]
        elif shape:
            lines += [f"    for k in range({shape[0]}):"]
            lines += [f"        h = (h * 33 + int(2 * view.{name}[k])) % 1000003"]
        else:
            lines += [f"    h = (h * 33 + int(2 * view.{name})) % 1000003"]
    if decision in ("draw_source", "discard"):
        lines += [
            "    h %= 4",
            "    while (int(view.legal) >> h) & 1 == 0:",
            "        h = (h + 1) % 4",
        ]
        lines += ["    return h"]
    else:
        lines += [f"    return h % {2 if decision == 'declare_31' else 12} == 0"]
    scope: dict[str, Any] = {"__name__": __name__}
    exec("\n".join(lines), scope)
    decide: Callable[..., Any] = scope["decide"]
    return decide


SPIES: dict[str, Any] = {d.function: spy(d.function) for d in GAME.decisions}
SPY = Strategy("scat", name="spy", **SPIES)

TABLES: dict[str, dict[str, Any]] = {
    "hands": {"n": 100_000},
    "matches": {"n": 3_000, "unit": "match", "players": 4},
    "chance": {"n": 50_000, "seats": ["random-play:knock_prob=0.05", "threshold", "random-play"]},
    "odd rules": {"n": 20_000, "players": 9, "preset": "cadillac", "stock_exhausted": "reshuffle"},
    "everything in view": {"n": 20_000, "strategy": SPY, "vs": SPY},
    "everything in view, in matches": {"n": 1_000, "unit": "match", "strategy": SPY, "vs": SPY},
    "everything in view, thrown down": {
        "n": 20_000,
        "strategy": SPY,
        "vs": SPY,
        "first_turn_option": "throw-down",
        "miss_31_prob": 0.3,
    },
}


@pytest.fixture(scope="module")
def alone() -> dict[str, str]:
    """Each table played by one thread in chunks of the usual size."""
    return {name: run(**options).to_json() for name, options in TABLES.items()}


@pytest.mark.parametrize(
    "way",
    [
        {"threads": 2},
        {"threads": 4},
        {"chunk": 1000},
        {"chunk": 7777, "threads": 2},
        {"chunk": 32768, "threads": 4},
    ],
    ids=str,
)
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.kept(2, full=10)
def test_the_same_seed_gives_the_same_bytes_for_any_threads_and_chunks(
    alone: dict[str, str], table: str, way: dict[str, int]
) -> None:
    assert run(**{**TABLES[table], **way}).to_json() == alone[table]


def test_counts_are_the_same_however_often_they_are_added_up() -> None:
    setup = prepare("scat", seed=SEED, hands=20_000, unit="hand", vs="usual")
    chunks = play_task([setup], 0, 20_000, 500, False, True).parts
    counts, waiting = [], []
    for pending in (1, 5000, 1 << 30):
        totals = Totals(setup.run, pending=pending)
        for chunk in chunks:
            totals.add(chunk)
        waiting.append(sum(map(len, totals.parts)))
        counts.append([(c.keys.tolist(), c.counts.tolist()) for c in totals.final()])

    assert counts[0] == counts[1] == counts[2]
    assert waiting[0] < waiting[1] < waiting[2]


def test_another_seed_gives_other_counts(alone: dict[str, str]) -> None:
    other = json.loads(run(**TABLES["hands"], seed=SEED + 1).to_json())

    assert other["tables"] != json.loads(alone["hands"])["tables"]


@pytest.mark.full
def test_a_million_hands_are_four_runs_of_a_quarter_joined() -> None:
    quarter = run("250k", threads=2)

    joined = quarter.more("250k").more(250_000).more("2.5e5")

    assert joined.hands == 1_000_000
    assert joined.to_json() == run("1e6", threads=2).to_json()


def test_runs_of_unequal_lengths_join_to_one() -> None:
    assert run(10).more(1).more(989).to_json() == run(1000).to_json()
    matches = {"unit": "match", "players": 2}
    assert run(10, **matches).more(30).more(60).to_json() == run(100, **matches).to_json()


def test_to_ask_for_more_leaves_the_result_as_it_was() -> None:
    result = run(1000)
    before = result.to_json()

    one, other = result.more(500), result.more(500)

    assert result.to_json() == before
    assert one.to_json() == other.to_json()


@pytest.mark.full
def test_another_process_plays_the_same_hands(alone: dict[str, str]) -> None:
    table = TABLES["chance"]
    hero = {"n": 20_000, "strategy": "threshold-by-turn:slope=0.123456789", "vs": "take-margin"}
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        by_processes = run(**table, executor=pool, chunk=12_345)
        precise = run(**hero, executor=pool, chunk=10_000)

    assert by_processes.to_json() == alone["chance"]
    assert precise.to_json() == run(**hero).to_json()


def test_the_command_of_a_result_repeats_its_numbers_to_the_last_digit() -> None:
    result = run(10, strategy="threshold-by-turn:slope=0.123456789", miss_31_prob=0.0123456789)

    words = shlex.split(result.spec.command(GAME))

    assert words[words.index("--miss-31-prob") + 1] == "0.0123456789"
    assert any("0.123456789" in word for word in words)


def test_progress_is_told_and_ends_with_the_whole_run() -> None:
    told: list[Progress] = []

    result = run(50_000, chunk=5_000, progress=told.append)

    assert [p.hands for p in told] == sorted(p.hands for p in told)
    assert (told[-1].hands, told[-1].total) == (50_000, 50_000)
    assert told[-1].estimate == result.headline


# ---------------------------------------------------------------- every hand as a row


def rows_and_tables(path: Path, **options: Any) -> tuple[pl.DataFrame, Result]:
    result = run(20_000, chunk=3_000, threads=2, hands_out=path, **options)
    return pl.read_parquet(path), result


@pytest.mark.parametrize(
    "options", [{}, {"unit": "match"}, {"players": 5, "preset": "french-canadian"}], ids=str
)
def test_the_rows_of_hands_add_up_to_the_tables(tmp_path: Path, options: dict[str, Any]) -> None:
    if options.get("unit") == "match":
        options = {**options, "players": 2}
    rows, result = rows_and_tables(tmp_path / "hands.parquet", **options)

    assert rows["hand"].to_list() == list(range(20_000))
    for table in result.unit.tables:
        names = [c.name for c in table.columns]
        if table.by_seat:
            by_seat = [c.name for c in table.columns if f"{c.name}_0" in rows.columns]
            parts = [
                rows.with_columns(
                    pl.lit(seat).cast(pl.Int64).alias("seat"),
                    *[pl.col(f"{n}_{seat}").alias(n) for n in by_seat],
                ).select("seat", *names)
                for seat in range(result.spec.players)
            ]
            seen = pl.concat(parts)
        else:
            seen = rows.select(names)
        text = [c for c in seen.columns if seen[c].dtype == pl.Categorical]
        seen = seen.with_columns(pl.col(text).cast(pl.String)) if text else seen
        counts = Counter(seen.rows())
        assert counts == {row[:-1]: row[-1] for row in result.tables[table.name].rows()}


def test_the_rows_do_not_depend_on_threads_and_chunks(tmp_path: Path) -> None:
    run(20_000, hands_out=tmp_path / "one.parquet")
    run(20_000, hands_out=tmp_path / "many.parquet", threads=4, chunk=777)

    one, many = (pl.read_parquet(tmp_path / f"{n}.parquet") for n in ("one", "many"))

    assert one.with_columns(pl.col("end").cast(pl.String)).equals(
        many.with_columns(pl.col("end").cast(pl.String))
    )


def test_rows_are_not_written_over_a_file_without_being_told_to(tmp_path: Path) -> None:
    path = tmp_path / "hands.parquet"
    path.write_text("mine")

    with pytest.raises(UserError, match="exists"):
        run(100, hands_out=path)
    assert path.read_text() == "mine"
    run(100, hands_out=path, force=True)

    assert pl.read_parquet(path).height == 100


def test_a_run_that_fails_leaves_no_file_behind(tmp_path: Path) -> None:
    bad = Strategy("scat", name="bad", knock=lambda _view: 3)

    with pytest.raises(StrategyError):
        run(100, strategy=bad, hands_out=tmp_path / "hands.parquet")

    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------- strategies written on the spot


def knock_at(limit: int) -> Strategy:
    def knock(view: Any) -> bool:
        return bool(view.value >= limit)

    return Strategy("scat", name=f"knock at {limit}", knock=knock)


@pytest.mark.parametrize("limit", [19, 25])
def test_a_strategy_that_closes_over_a_number_plays_as_the_shipped_one(limit: int) -> None:
    mine = run(5_000, strategy=knock_at(limit), vs=knock_at(21))
    shipped_one = run(5_000, knock_threshold=limit)

    assert all(mine.tables[name].equals(table) for name, table in shipped_one.tables.items())


def test_strategies_can_be_seated_one_by_one() -> None:
    mine = run(5_000, seats=[knock_at(19), knock_at(25), "threshold"])
    shipped_ones = run(
        5_000, seats="threshold:knock_threshold=19; threshold:knock-threshold=25; threshold"
    )

    assert all(mine.tables[name].equals(table) for name, table in shipped_ones.tables.items())


def patient(view: Any, patience: int = 2, start: float = 20.5, bold: bool = False) -> bool:
    limit = start + (0 if bold else max(0, patience - view.own_turns))
    return bool(view.value >= limit)


def test_the_keywords_of_a_decision_are_parameters_of_the_run() -> None:
    idea = Strategy("scat", knock=patient)

    tables = [
        run(5_000, strategy=idea, **p).tables["you"]
        for p in ({}, {"patience": 5}, {"start": 25}, {"bold": True})
    ]

    assert len({table.write_json() for table in tables}) == 4


def points_of(card: int) -> int:
    rank = card % 13
    return 11 if rank == 0 else min(rank + 1, 10)


def mean_points(hand: Any) -> float:
    return (points_of(hand[0]) + points_of(hand[1]) + points_of(hand[2])) / 3


def rich(view: Any) -> bool:
    return bool(points_of(view.hand[0]) >= 10 and mean_points(view.hand) >= 9)


def test_plain_functions_that_a_decision_calls_are_compiled_with_it() -> None:
    """Two of them share a third."""
    result = run(2_000, strategy=Strategy("scat", knock=rich))

    assert result.hands == 2_000


# ---------------------------------------------------------------- errors


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Writes strategies/scat/idea.py into a workspace of its own; returns its path."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "strategies" / "scat" / "idea.py"
    path.parent.mkdir(parents=True)

    def write(text: str) -> Path:
        path.write_text(inspect.cleandoc(text) + "\n")
        return path

    return write


IDEA = """
from cardsim import Strategy

def knock(view):
{body}

STRATEGY = Strategy(game="scat", knock=knock)
"""


def idea(body: str) -> str:
    return IDEA.format(body="\n".join("    " + line for line in body.splitlines()))


def error_of(kind: type[UserError] = UserError, **options: Any) -> UserError:
    with pytest.raises(kind) as caught:
        run(2_000, **{"strategy": "idea", **options})
    return caught.value


Workspace = Callable[[str], Path]


def test_an_illegal_action_names_strategy_seed_hand_and_the_replay(workspace: Workspace) -> None:
    workspace(idea("return 2 if view.own_turns == 1 else 0"))

    error = error_of(StrategyError)

    setup = prepare("scat", strategy="idea", seed=SEED, unit="hand", vs="usual")
    hand = int(str(error).split(" in hand ")[1].split()[0])
    assert str(error) == (
        f"strategy 'scat/idea' answered 2 to decision 'knock' in hand {hand} of seed {SEED}; "
        "allowed: 0 (continue), 1 (knock)"
    )
    assert (
        error.hint == "see it with: cardsim replay scat --unit hand --strategy idea --vs threshold "
        f"--seed {SEED} --hand {hand}"
    )
    assert error.status == 1
    last = replay(setup, hand).steps[-1]
    assert last.decision is not None
    assert (last.decision.name, last.action) == ("knock", 2)
    assert hand % 3 == last.seat, "the hero sits in seat hand % 3"


@pytest.mark.parametrize("action", [-1, 4, 2**40])
@pytest.mark.kept(2)
def test_an_action_that_is_no_action_is_refused_too(workspace: Workspace, action: int) -> None:
    workspace(idea(f"return {action}"))

    assert f"answered {action} to decision 'knock'" in str(error_of(StrategyError))


def test_an_error_inside_a_strategy_names_strategy_seed_hand_and_the_replay(
    workspace: Workspace,
) -> None:
    workspace(idea("return view.hand[view.own_turns + 2] > 60"))

    error = error_of(StrategyError)

    assert "idea" in str(error)
    assert "IndexError" in str(error)
    assert f"of seed {SEED}" in str(error)
    hand = int(str(error).split(" in hand ")[1].split()[0])
    assert (
        error.hint == "see it with: cardsim replay scat --unit hand --strategy idea --vs threshold "
        f"--seed {SEED} --hand {hand}"
    )
    with pytest.raises(IndexError):
        replay(prepare("scat", strategy="idea", seed=SEED, unit="hand"), hand)


@pytest.mark.parametrize(
    "line",
    [
        "view.value = 31",
        "view.hand[0] = 0",
        "view.turn += 1",
        "view.lives[0] -= 1",
        "(view.hand, 1)[0][0] = 9",
        "view.hand.sort()",
        "view.hand[1:].fill(0)",
        "np.random.shuffle(view.hand)",
        "np.add(view.hand, 1, view.hand)",
        "np.take(view.hand, 0, out=view.lives)",
        "(lambda cards: cards.sort())(view.hand)",
        "{0: view.hand}[0][0] = 9",
    ],
)
@pytest.mark.kept(9)
def test_a_strategy_that_changes_its_view_is_refused(workspace: Workspace, line: str) -> None:
    path = workspace("import numpy as np; " + idea(f"{line}\nreturn False").lstrip())

    error = error_of()

    assert str(error).startswith(
        f"{path}:{path.read_text().splitlines().index(f'    {line}') + 1}: "
    )
    assert f"the line is: {line}\n" in (error.hint or "")


@pytest.mark.parametrize(
    "body",
    [
        "cards = view.hand\ncards[0] = 0\nreturn False",
        "seen = view\nseen.value = 31\nreturn False",
        "cards, n = view.hand, 3\ncards[0] = n\nreturn False",
        "(n, (view.value, k)) = (3, (31, 2))\nreturn False",
        "for row in view.history:\n    row[0] = 0\nreturn False",
        "cards = view.hand.ravel()\ncards[0] = 0\nreturn False",
        "if len(cards := view.hand) > 3:\n    cards[0] = 0\nreturn False",
    ],
    ids=[
        "a part of it",
        "another name for it",
        "a tuple",
        "a field in a tuple",
        "a loop",
        "a method",
        "an expression",
    ],
)
def test_a_strategy_that_changes_its_view_by_another_name_is_refused(
    workspace: Workspace, body: str
) -> None:
    workspace(idea(body))

    assert "view" in str(error_of())


@pytest.mark.full
def test_a_parameter_may_have_any_name(workspace: Workspace) -> None:
    body = "return view.value > 17 + {name}"
    tables = []
    for name in ("margin", "i", "h", "int", "params", "answer", "decide", "value0"):
        text = idea(body.format(name=name)).replace("(view)", f"(view, {name}: int = 3)")
        workspace(text)
        tables.append(run(500, strategy="idea", **{name: 5}).tables["you"])

    assert all(table.equals(tables[0]) for table in tables)


def test_a_division_by_zero_in_a_strategy_names_the_hand(workspace: Workspace) -> None:
    workspace(idea("return 10 // (view.own_turns - view.own_turns) > 3"))

    error = error_of()

    assert "ZeroDivisionError" in str(error)
    assert "replay scat --unit hand --strategy idea" in str(error.hint)


def test_a_file_that_ends_python_is_named_with_its_line(workspace: Workspace) -> None:
    path = workspace(f"import sys\n\nsys.exit(7)\n{idea('return False')}")

    assert str(error_of()) == f"{path}:3: SystemExit: 7"


def test_a_strategy_may_keep_arrays_of_its_own(workspace: Workspace) -> None:
    workspace(
        "import numpy as np\n"
        + idea(
            "held = np.zeros(view.players)\nheld[0] = view.value\n"
            "cards = view.hand.copy()\ncards.sort()\nhigh = np.sort(view.hand)[-1]\n"
            "return held[0] > 20 or cards[0] > high"
        )
    )

    assert run(100, strategy="idea").hands == 100


def test_a_file_that_does_not_parse_is_named_with_its_line(workspace: Workspace) -> None:
    path = workspace(idea("return view.value >="))

    error = error_of()

    assert str(error).startswith(f"{path}:4: the file does not parse")
    assert error.hint == "the line is: return view.value >="


def test_a_file_that_cannot_be_run_is_named_with_its_line(workspace: Workspace) -> None:
    path = workspace("LIMIT = 21\nLIMITS = limit + 1\n")

    error = error_of()

    assert str(error) == f"{path}:2: NameError: name 'limit' is not defined"
    assert error.hint == "the line is: LIMITS = limit + 1"


def test_a_file_without_a_strategy_says_what_is_missing(workspace: Workspace) -> None:
    path = workspace("LIMIT = 21\n")

    assert str(error_of()).startswith(f"{path}: defines no STRATEGY")


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("total = 0\ntotal += sorted([card for card in view.cards])\nreturn total", 5),
        ("if view.value > 20:\n    return view.valeu > 25\nreturn False", 5),
        ("import json\nreturn json.loads('1')", 4),
    ],
)
def test_what_cannot_be_compiled_is_shown_with_the_users_line(
    workspace: Workspace, body: str, line: int
) -> None:
    path = workspace(idea(body))

    error = error_of()

    source = path.read_text().splitlines()
    shown = int(str(error).removeprefix(f"{path}:").split(":")[0])
    assert str(error).startswith(f"{path}:{shown}: decision 'knock' cannot be compiled")
    assert shown == line
    assert f"the line is: {source[line - 1].strip()}" in (error.hint or "")
    assert "cardsim games show scat" in (error.hint or "")


@pytest.mark.parametrize(
    "body",
    [
        "return 1.5",
        "return 'knock'",
        "return None",
        "return (1, 0)",
        "pass",
        "if view.value > 25:\n    return True",
    ],
)
def test_a_decision_that_returns_no_action_is_refused(workspace: Workspace, body: str) -> None:
    path = workspace(idea(body))

    error = error_of()

    assert str(path) in str(error) or "idea" in str(error)
    assert "must return" in str(error) or "None" in str(error)


@pytest.mark.parametrize(
    ("options", "message", "hint"),
    [
        (
            {"knock_treshold": 20},
            "no option --knock-treshold for scat with strategy 'threshold'",
            "knock-threshold",
        ),
        (
            {"knock_threshold": 45},
            "--knock-threshold must be a whole number from 2 to 31, not 45",
            None,
        ),
        (
            {"knock_threshold": 20.5},
            "--knock-threshold must be a whole number from 2 to 31, not 20.5",
            None,
        ),
        (
            {"knock_threshold": "many"},
            "--knock-threshold must be a whole number from 2 to 31, not many",
            None,
        ),
        (
            {"knock_threshold": True},
            "--knock-threshold must be a whole number from 2 to 31, not True",
            None,
        ),
        (
            {"miss_31_prob": float("nan")},
            "--miss-31-prob must be a number from 0 to 1, not nan",
            None,
        ),
        ({"miss_31_prob": 1.5}, "--miss-31-prob must be a number from 0 to 1, not 1.5", None),
        ({"charity": "perhaps"}, "--charity must be true or false, not perhaps", None),
        ({"tie_break": "pocker"}, "--tie-break must be none, poker, not pocker", "poker"),
        ({"players": 20}, "--players must be a whole number from 2 to 16, not 20", None),
        ({"vs": "treshold"}, "no strategy called 'treshold' for scat", "threshold"),
        ({"vs": "threshold:limit=3"}, "strategy 'threshold' has no parameter 'limit'", None),
        (
            {"vs": "threshold:knock_threshold=99"},
            "must be a whole number from 2 to 31, not 99",
            None,
        ),
        ({"preset": "gim"}, "no preset called 'gim' for scat", "gin"),
        ({"points_target": 10}, "--points-target 10 has no effect with --score-mode lives", None),
        ({"seats": ["threshold"], "players": 3}, "--seat must name 3 players", None),
        ({"seats": "threshold;;threshold"}, "--seat names nobody", None),
        ({"seed": -1}, "--seed must be", None),
        ({"unit": "game"}, "--unit must be match or hand, not game", None),
        ({"threads": 0}, "--threads must be a whole number from 1 to 1024, not 0", None),
        ({"chunk": 0}, "chunk must be", None),
    ],
)
def test_an_argument_that_is_wrong_is_named_with_what_would_be_right(
    options: dict[str, Any], message: str, hint: str | None
) -> None:
    with pytest.raises(UserError) as caught:
        run(100, **options)

    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert hint is None or hint in (caught.value.hint or "")


@pytest.mark.parametrize("n", [0, -3, 1.5, float("nan"), "many", "1e99", True])
def test_a_number_of_hands_that_is_none_is_refused(n: object) -> None:
    with pytest.raises(UserError, match="n must be"):
        run(n)


def number(view: Any, limit: int) -> bool:
    return bool(view.value >= limit)


def word(view: Any, limit: str = "21") -> bool:
    return bool(view.value >= len(limit))


def blind() -> bool:
    return True


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (number, "parameter 'limit' of function 'number' of strategy 'x' needs a default value"),
        (word, "must be a bool, an int, a float or one of the words of `one_of`, not '21'"),
        (blind, "needs a first parameter: the view"),
    ],
)
def test_a_decision_whose_parameters_are_wrong_is_refused(function: Any, message: str) -> None:
    with pytest.raises(UserError, match=message):
        run(100, strategy=Strategy("scat", name="x", knock=function))


def test_a_function_that_is_no_decision_is_refused_with_a_suggestion() -> None:
    with pytest.raises(UserError, match="scat has no decision 'knok'") as caught:
        run(100, strategy=Strategy("scat", knok=rich))

    assert caught.value.hint == "did you mean 'knock'?"


def test_a_strategy_of_another_game_is_refused() -> None:
    with pytest.raises(UserError, match="for game 'whist', not 'scat'"):
        run(100, strategy=Strategy("whist", knock=rich))


def limited(view: Any, limit: Any = 21) -> bool:
    return bool(view.value >= limit)


limited.__annotations__["limit"] = between(0, 1)  # not within Annotated: no limits, and no harm


def test_an_annotation_that_says_nothing_does_no_harm() -> None:
    assert run(100, strategy=Strategy("scat", knock=limited), limit=30).hands == 100


# ---------------------------------------------------------------- hidden information


def test_the_view_names_nothing_that_is_hidden_and_shares_no_byte_with_it() -> None:
    hidden = set(STATE.names or ()) - set(VIEW.names or ())
    spans = {name: (STATE.fields[name][1], STATE[name].itemsize) for name in STATE.names or ()}  # type: ignore[index]

    assert {"own", "deck"} <= hidden
    for name in VIEW.names or ():
        start, size = VIEW.fields[name][1], VIEW[name].itemsize  # type: ignore[index]
        assert spans[name] == (start, size)
        for other in hidden - {f"{n}_word" for n in VIEW.names or ()}:
            begin, length = spans[other]
            assert begin + length <= start or start + size <= begin, (name, other)


apply_any = dispatched(GAME).apply
deal, observe, legal, start = GAME.deal, GAME.observe, dispatched(GAME).legal, GAME.start


def _play_on(rules: Any, players: Any, words: Any, states: Any, actions: Any, log: Any) -> Any:
    """Play `actions` from the deal on; states[0] is left at the decision that follows.

    `words[0]` holds the first random words. Returns that decision, -1 for the end, -2 for an
    illegal action.
    """
    rule, state, word = rules[0], states[0], words[0]
    start(state, rule, players, False)
    decision = deal(state, rule, word)
    for i in range(actions.shape[0]):
        if decision < 0 or not legal(decision, state, actions[i], 0):
            return -2
        observe(state, rule)
        log[i, 0], log[i, 1] = decision, state.seat
        decision = apply_any(decision, state, rule, actions[i], 0, word)
    if decision >= 0:
        observe(state, rule)
    return decision


def compiled_play() -> Callable[..., Any]:
    def array(dtype: Any, dimensions: int = 1) -> Any:
        return types.Array(from_dtype(dtype), dimensions, "C")

    numbers = np.dtype(np.int64)
    signature = types.int64(
        array(packed_dtype(Rules)),
        types.int64,
        array(WORDS_DTYPE),
        array(STATE),
        array(numbers),
        array(numbers, 2),
    )
    return entry(_play_on, signature=signature, content=inspect.getsource(_play_on)).call


class Table:
    """Hands that are played from a given order of the pack."""

    def __init__(self, players: int, options: dict[str, Any]) -> None:
        self.rules, self.players = pack(Rules(**options)), players
        self.play = compiled_play()

    def after(self, order: list[int], actions: list[int]) -> tuple[int, Any, list[list[int]]]:
        """The decision after `actions`, the state, and the (decision, seat) of each action."""
        words, states = np.zeros(1, WORDS_DTYPE), np.zeros(1, STATE)
        place(words[0], uint64(1), uint64(1), uint32(0), uint32(0))
        for _ in range(WORDS // 4):
            fill(words[0])
        words["words"][0] = words_for(order)
        log = np.zeros((len(actions), 2), np.int64)
        decision = self.play(
            self.rules, self.players, words, states, np.array(actions, np.int64), log
        )
        return decision, states, log.tolist()


def words_for(order: list[int]) -> list[int]:
    """The random words with which a Fisher-Yates shuffle draws the cards in this order."""
    deck, words = list(range(PACK)), []
    for k in range(PACK):
        j = deck.index(order[k], k)
        deck[k], deck[j] = deck[j], deck[k]
        # One more than the smallest word that gives j - k, which might be rejected.
        words.append(-(-(j - k) * 2**32 // (PACK - k)) + 1)
    return words + [0] * (WORDS - PACK)


class Watcher:
    """Which places of the pack's order each seat has seen, and who holds what."""

    def __init__(self, order: list[int], players: int) -> None:
        self.order, self.players = order, players
        self.dealt = {s: set(order[s : 3 * players : players]) for s in range(players)}
        self.public = {order[3 * players]}
        self.drawn: dict[int, set[int]] = {s: set() for s in range(players)}
        self.next = 3 * players + 1

    def seen(self, seat: int, *, face_down: bool) -> set[int]:
        return self.public | (set() if face_down else self.dealt[seat] | self.drawn[seat])

    def watch(self, decision: str, seat: int, action: int, view: Any) -> None:
        if decision == "draw-source" and action == 0:
            self.drawn[seat].add(self.order[self.next])
            self.next += 1
        elif decision == "discard":
            self.public.add(int(view["hand"][0][action]))


STRATEGIES = {name: load_strategy(GAME, name) for name in SHIPPED} | {"spy": SPY}


def decide(strategy: Strategy, decision: int, states: Any) -> int:
    chance = np.zeros(1, WORDS_DTYPE)
    chance["hand"], chance["stream"] = 5, 1
    function = GAME.decisions[decision].function
    return answer(strategy, function, states.view(VIEW), chance=chance)


def shuffled_unseen(order: list[int], seen: set[int], chance: random.Random) -> list[int]:
    """The pack with all cards but those seen in new places."""
    unseen = [card for card in order if card not in seen]
    chance.shuffle(unseen)
    return [card if card in seen else unseen.pop() for card in order]


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (3, {}),
        (2, {"own_discard_after_knock": False, "undeclared_31": "counts-31"}),
        (4, {"knock_timing": "after-draw"}),
        (3, {"three_of_a_kind": "30.5", "straight_flush": "30", "grand_cadillac": True}),
        (3, {"first_turn_option": "hammer"}),
        (3, {"first_turn_option": "throw-down"}),
        (9, {}),
    ],
    ids=str,
)
@pytest.mark.full
def test_cards_that_a_seat_cannot_know_change_neither_its_view_nor_any_decision(
    players: int, options: dict[str, Any]
) -> None:
    """Each decision is met twice, with every unseen card in another place."""
    chance = random.Random(players * 1000 + len(str(options)))
    table, compared, leaks = Table(players, options), Counter[str](), Counter[str]()
    for hand in range(20):
        order = chance.sample(range(PACK), PACK)
        names = [chance.choice(list(STRATEGIES)) for _ in range(players)]
        watcher, actions = Watcher(order, players), list[int]()
        decision, states, log = table.after(order, actions)
        while decision >= 0 and watcher.next < WORDS - 1 and len(actions) < 60:
            name, view = GAME.decisions[decision].name, states.view(VIEW)
            seat = int(view["seat"][0])
            seen = watcher.seen(seat, face_down=name == "throw-down")
            other = table.after(shuffled_unseen(order, seen, chance), actions)
            # What others hold may by chance be a 31, and then the hand takes another course.
            if (other[0], other[2]) == (decision, log) and other[1]["seat"][0] == seat:
                twin = other[1].view(VIEW)
                leaks.update(
                    f"{n} at {name}"
                    for n in VIEW.names or ()
                    if view[n].tobytes() != twin[n].tobytes()
                )
                for strategy in STRATEGIES.values():
                    assert decide(strategy, decision, states) == decide(
                        strategy, decision, other[1]
                    )
                compared[name] += 1
            action = decide(STRATEGIES[names[seat]], decision, states)
            watcher.watch(name, seat, action, view)
            actions.append(action)
            decision, states, log = table.after(order, actions)
        assert decision >= -1, hand

    assert leaks == {}
    assert sum(compared.values()) > 130
    expected = {"draw-source", "discard"} | {
        {
            "knock_timing": "knock-after-draw",
            "first_turn_option": options.get("first_turn_option", ""),
        }.get(o, "draw-source")
        for o in options
    }
    assert expected <= set(compared)


def test_the_own_default_of_a_parameter_rules_what_the_default_strategy_brings(
    workspace: Workspace,
) -> None:
    workspace(
        """
        from cardsim import Strategy

        def knock(view, knock_threshold: int = 24):
            return view.value >= knock_threshold

        STRATEGY = Strategy(game="scat", knock=knock)
        """
    )
    usual = run(2_000, strategy="threshold:knock_threshold=24", knock_timing="after-draw")

    mine = run(2_000, strategy="idea", knock_timing="after-draw")

    assert mine.tables["you"].equals(usual.tables["you"])
