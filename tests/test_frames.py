"""Hands and decisions as frames: the rows are those of the hands that a run counts and shows."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.parquet as pq
import pytest

import cardsim
from cardsim import Strategy, StrategyError, UserError
from cardsim.ask import frames
from cardsim.cards import CARD_NAMES, card_id, rank_symbol
from cardsim.cli import main
from cardsim.engine import trace
from cardsim.engine.trace import Trace
from cardsim.game import Event, Step
from cardsim.games import load_game
from cardsim.runs import replays
from cardsim.runs.preparation import Setup, resolve, set_up
from cardsim.runs.request import Request

SEED = 11
PLAYED: dict[str, dict[str, Any]] = {
    "scat": {"players": 4, "vs": "random-play", "knock_threshold": 25},
    "scat, whole matches": {"unit": "match", "vs": "random-legal"},
    "scat, four seats": {"seats": "threshold; chase-31; take-margin; threshold:knock_threshold=25"},
    "scat, points": {"unit": "match", "score_mode": "points", "seed": 2**64 - 1},
    "ninety-nine": {"vs": "random-legal", "special_order": "K49T"},
    "ninety-nine, whole matches": {"unit": "match"},
    "chinese-ten": {"players": 3, "strategy": "forethought"},
    "counter-cameroon": {"strategy": "weighted", "alpha": 1.5},
    "euchre": {"vs": "random-legal"},
    "euchre, whole matches": {"unit": "match", "strategy": "power-sum"},
    "casino": {"vs": "random-legal"},
    "spades": {"vs": "random-legal"},
    "spades, whole matches": {"unit": "match", "strategy": "fine-count"},
    "bridge": {"vs": "random-legal"},
    "bridge, whole rubbers": {"unit": "rubber", "honors": True},
    "cheat": {"vs": "random-legal", "max_plays": 60},
    "cheat, whole matches": {"unit": "match", "strategy": "truth-first"},
    "cheat, the classroom game": {"classroom_trichez": True},
    "gin-rummy": {"vs": "random-legal"},
    "gin-rummy, whole matches": {"unit": "match", "strategy": "schedule", "layoffs": True},
    "square-nine": {"vs": "random-legal"},
    "square-nine, whole matches": {"unit": "match", "players": 3},
    "dice-game": {"players": 5},
}
"""Game and what is special -> the rest of what is played."""


def game_of(name: str) -> str:
    return name.partition(",")[0]


DECIDED = [name for name in PLAYED if name != "dice-game"]
GAINED, LOST = {"deal", "drew", "took", "draw", "take"}, {"discarded", "play", "discard"}
"""Events in which a card comes to a hand, or leaves it."""


def asked(name: str, **more: Any) -> tuple[str, dict[str, Any]]:
    """The game, and all that is said of what is played."""
    game, given = name.partition(",")[0], {**PLAYED[name], **more}
    usual = {"vs": "usual"} if load_game(game).decisions and "seats" not in given else {}
    return game, {"seed": SEED, "unit": load_game(game).single_unit, **usual, **given}


@cache
def setup_of(name: str) -> Setup:
    """What is played, made ready as `replay` takes it; once, for hundreds of hands."""
    game, given = asked(name)
    named = ("players", "unit", "strategy", "vs", "seats", "seed")
    table = {n: given.pop(n) for n in named if n in given}
    return set_up(resolve(Request(game, **table, options=given), 1))


def traced(name: str, hand: int) -> Trace:
    """One of the hands, as `replay` shows it."""
    return replays.replay(setup_of(name), hand)


def plain(value: Any) -> Any:
    """A value of a numpy record as polars gives it."""
    return value.tolist() if hasattr(value, "tolist") else value


def as_text(frame: pl.DataFrame) -> pl.DataFrame:
    """Words as text and all numbers of one type, so that frames can be compared."""
    numbers = [pl.col(n).cast(pl.Float64) for n, kind in frame.schema.items() if kind.is_numeric()]
    words = [pl.col(n).cast(pl.String) for n, k in frame.schema.items() if not k.is_numeric()]
    return frame.with_columns(*numbers, *words)


# ---------------------------------------------------------------- hands


@pytest.mark.parametrize("name", PLAYED)
@pytest.mark.kept(1, by=game_of)
def test_hands_have_the_outcomes_that_a_run_counts(name: str) -> None:
    game, given = asked(name)
    played = cardsim.hands(game, 60, **given)
    result = cardsim.run(game, n=60, **given)

    compared = 0
    once = played.filter(pl.col("deal") == 0) if "deal" in played.columns else played
    for table in result.unit.tables:
        if table.by is None:
            counted = result.tables[table.name]
            columns = [column for column in counted.columns if column != "count"]
            of = once if table.by_seat else once.filter(pl.col("seat") == 0)
            found = of.group_by(columns).len(name="count").select(*columns, "count")
            assert as_text(found).sort(columns).equals(as_text(counted).sort(columns)), table.name
            compared += 1
    assert compared >= 2
    assert once.select("hand", "seat").rows() == [
        (hand, seat) for hand in range(60) for seat in range(result.spec.players)
    ]
    assert set(played["seed"]) == {given["seed"]}


@pytest.mark.parametrize("name", DECIDED)
@pytest.mark.kept(1, by=game_of)
def test_who_sits_where_is_as_in_a_replay(name: str) -> None:
    game, given = asked(name)
    played = cardsim.hands(game, 6, **given)

    setup = setup_of(name)
    for hand, place, strategy in played.select("hand", "seat", "strategy").rows():
        assert strategy == replays.player_at(setup, hand, place).brief


def held_by(events: list[Event]) -> list[tuple[dict[int, Counter[int]], dict[int, Counter[int]]]]:
    """For each deal what every seat was dealt, and what it held at its end, from what happened."""
    deals: list[tuple[dict[int, Counter[int]], dict[int, Counter[int]]]] = []
    for before, event in pairwise([Event("", -1), *events]):
        if event.kind == "deal" and before.kind != "deal":
            deals.append(({}, {}))
        dealt, held = deals[-1] if deals else ({}, {})
        if event.kind == "deal":
            dealt.setdefault(event.seat, Counter())[event.values[0]] += 1
        if event.kind in GAINED:
            held.setdefault(event.seat, Counter())[event.values[0]] += 1
        elif event.kind in LOST:
            held[event.seat][event.values[0]] -= 1
    return deals


@pytest.mark.parametrize(
    "name", [n for n in PLAYED if n.startswith(("scat", "ninety-nine", "chinese-ten", "gin"))]
)
@pytest.mark.kept(1, by=game_of)
def test_cards_are_those_that_were_dealt_drawn_and_thrown(name: str) -> None:
    game, given = asked(name)
    played = cardsim.hands(game, 8, **given)

    rows = played.rows(named=True)
    compared = 0
    for hand in range(8):
        for deal, (dealt, held) in enumerate(held_by(traced(name, hand).events)):
            for row in rows:
                if (row["hand"], row.get("deal", 0)) == (hand, deal):
                    for column, cards in (("dealt_cards", dealt), ("held_cards", held)):
                        found = Counter(card_id(card) for card in row[column])
                        assert found == +cards.get(row["seat"], Counter()), (hand, deal, row)
                        compared += 1
    assert compared == 2 * len(rows)


def test_a_seat_that_is_out_has_no_cards_and_no_value() -> None:
    played = cardsim.hands("scat", 30, unit="match", seed=SEED, vs="usual")

    out = played.filter(pl.col("dealt_cards").list.len() == 0)
    there = played.filter(pl.col("dealt_cards").list.len() > 0)
    assert len(out) > 20
    assert out["dealt_value"].null_count() == out["held_value"].null_count() == len(out)
    assert there["dealt_value"].null_count() == there["held_value"].null_count() == 0
    assert set(there["dealt_cards"].list.len()) == set(there["held_cards"].list.len()) == {3}


def test_a_hand_of_scat_is_worth_its_best_suit() -> None:
    points = {"A": 11, "T": 10, "J": 10, "Q": 10, "K": 10}
    played = cardsim.hands("scat", 300, seed=SEED, vs="usual")

    for when in ("dealt", "held"):
        for cards, value in played.select(f"{when}_cards", f"{when}_value").rows():
            suits = {card[1] for card in cards}
            worth = [sum(points.get(c[0]) or int(c[0]) for c in cards if c[1] == s) for s in suits]
            assert value == max(worth)


def test_what_lies_open_in_square_nine_are_the_cards_of_the_square() -> None:
    played = cardsim.hands("square-nine", 40, seed=SEED, vs="usual")
    first = cardsim.decisions("square-nine", 40, seed=SEED, fields=["seats.cards"], vs="usual")
    drawing = first.filter(decision="draw_source")
    asked_first = drawing.unique(["hand", "seat"], keep="first", maintain_order=True)

    open_cells = 0
    squares = {(row["hand"], row["seat"]): row for row in played.to_dicts()}
    for row in asked_first.to_dicts():
        cells = row["seats.cards"][row["seat"]]
        dealt = squares[row["hand"], row["seat"]]["dealt_cards"]
        assert len(dealt) == 9
        for cell, rank in enumerate(cells):
            if rank != 255:
                assert dealt[cell] == rank_symbol(rank).replace("10", "T")
                open_cells += 1
    assert open_cells > 40


def test_names_of_cards_are_those_that_strategies_are_written_with() -> None:
    assert [card_id(name) for name in CARD_NAMES[:52]] == list(range(52))
    assert CARD_NAMES[52:] == (*"A23456789TJQK", "joker")


def test_types_are_small_and_words_are_enums() -> None:
    schema = cardsim.hands("scat", 5, seed=1, vs="usual").schema

    assert [schema[n] for n in ("seed", "hand", "seat")] == [pl.UInt64, pl.Int64, pl.Int8]
    assert schema["strategy"] == pl.Enum(["threshold"])
    assert schema["dealt_cards"] == pl.List(pl.Enum(CARD_NAMES))
    assert isinstance(schema["end"], pl.Enum)
    assert [schema[n] for n in ("held_value", "change")] == [pl.Float32, pl.Int16]


# ---------------------------------------------------------------- decisions


def seen(step: Step, name: str) -> Any:
    """A field of what the deciding seat saw."""
    value = step.before
    for part in name.split("."):
        value = value[part]
    return plain(value)


@pytest.mark.parametrize("name", DECIDED)
@pytest.mark.kept(4, full=8)
def test_decisions_are_those_of_a_replay_with_what_was_seen_and_done(name: str) -> None:
    game, given = asked(name)
    fields = [field for field in load_game(game).view_help if field != "seat"]
    decided = cardsim.decisions(game, 4, fields=fields, **given)

    rows = iter(decided.rows(named=True))
    for hand in range(4):
        deal = -1
        for step in traced(name, hand).steps:
            deal += step.decision is None and step.action == -1
            if step.decision is None:
                continue
            row = next(rows)
            action = step.action if isinstance(step.action, int) else step.action[0]
            assert (row["hand"], row.get("deal", 0), row["seat"]) == (hand, deal, step.seat)
            assert (row["decision"], row["action"]) == (step.decision.function, action)
            assert row.get("choice") == dict(enumerate(step.decision.actions)).get(action)
            for field in fields:
                column = f"view_{field}" if field in frames.OWN else field
                assert row[column] == seen(step, field), (hand, field)
    assert next(rows, None) is None


@pytest.mark.parametrize("name", DECIDED)
@pytest.mark.kept(1, by=game_of)
def test_what_came_of_a_decision_is_the_outcome_of_its_seat(name: str) -> None:
    game, given = asked(name)
    view = load_game(game).view_help
    decided = cardsim.decisions(game, 30, fields=[], **given)
    played = cardsim.hands(game, 30, **given)

    key = [column for column in ("seed", "hand", "deal", "seat") if column in played.columns]
    came = [
        c for c in played.columns if c not in frames.OWN and not c.startswith(("dealt", "held"))
    ]
    both = decided.join(played, on=key, how="left", maintain_order="left", suffix="_of_hand")
    assert len(both) == len(decided) > 100
    for column in came:
        told = f"final_{column}" if column in view else column
        other = f"{column}_of_hand" if told == column else column
        assert both[told].equals(both[other], null_equal=True), column


@pytest.mark.full
def test_a_strategy_in_python_is_asked_once_for_what_stands_in_each_row() -> None:
    asked_of: list[tuple[int, float, int, int]] = []

    def knock(view: Any) -> bool:
        asked_of.append((view.seat, view.value, view.own_turns, view.top_discard))
        return bool(view.value >= 24)

    spy = Strategy("scat", name="spy", knock=knock, compiled=False)
    decided = cardsim.decisions("scat", 700, strategy=spy, seed=SEED, vs="usual")

    own = decided.filter(pl.col("strategy") == "spy", pl.col("decision") == "knock")
    assert own.select("seat", "value", "own_turns", "top_discard").rows() == asked_of
    assert set(decided["strategy"]) == {"threshold", "spy"}
    assert own["choice"].to_list() == [
        "knock" if value >= 24 else "continue" for value in own["value"]
    ]
    assert len(decided) > frames.ROOM


@pytest.mark.full
def test_vectorised_strategies_play_the_same_hands() -> None:
    def knock(views: Any) -> Any:
        return views.value >= 21

    many = Strategy("scat", name="many", knock=knock, vectorised=True)
    shipped = cardsim.decisions("scat", 50, seed=SEED, vs="usual").drop("strategy")

    assert (
        cardsim.decisions("scat", 50, seed=SEED, strategy=many, vs="usual")
        .drop("strategy")
        .equals(shipped)
    )


def test_fields_choose_what_of_the_view_is_told() -> None:
    usual = cardsim.decisions("scat", 20, seed=SEED, vs="usual")
    few = cardsim.decisions("scat", 20, seed=SEED, fields="own_turns, value", vs="usual")
    long = cardsim.decisions(
        "scat", 20, seed=SEED, fields=["history", "hand", "knocker"], vs="usual"
    )

    assert few.equals(usual.select(few.columns))
    assert few.columns[6:9] == ["choice", "own_turns", "value"]
    assert "history" not in usual.columns
    assert long.schema["history"] == pl.Array(pl.UInt8, (256, 4))
    assert long["view_hand"].equals(usual["view_hand"])
    assert long["knocker"].equals(usual["knocker"])
    assert not long["knocker"].equals(long["final_knocker"])


@pytest.mark.full
def test_a_question_is_one_line() -> None:
    """P(lose a life | knocked with 22 in the second turn), counted by hand from replays."""
    decided = cardsim.decisions("scat", 400, seed=SEED, knock_threshold=22, vs="usual")
    name, lost = "scat, here", []
    PLAYED[name] = {"knock_threshold": 22}
    for hand in range(400):
        played = traced(name, hand)
        for step in played.steps:
            if step.decision is not None and step.decision.name == "knock" and step.action == 1:
                view = step.before
                if (view["value"], view["own_turns"]) == (22, 1):
                    lost.append(played.outcome["change"][step.seat] > 0)
    del PLAYED[name]

    line = decided.filter(decision="knock", choice="knock", value=22, own_turns=1)
    assert (line["change"] > 0).to_list() == lost
    assert len(lost) > 5


# ---------------------------------------------------------------- in batches


@pytest.mark.parametrize(
    ("name", "python"),
    [("dice-game", False), *product(["scat", "scat, whole matches"], [False, True])],
)
@pytest.mark.kept(1)
def test_batches_are_the_frame_in_pieces_and_no_hand_lies_in_two(
    monkeypatch: pytest.MonkeyPatch, name: str, *, python: bool
) -> None:
    game, given = asked(name)
    if python:
        given["strategy"] = Strategy(
            "scat", name="py", knock=lambda v: v.value > 25, compiled=False
        )
        given.pop("knock_threshold", None)
    whole = cardsim.hands(game, 90, **given)
    decided = cardsim.decisions(game, 90, **given) if game == "scat" else None

    # Less than most matches have: they are played by themselves.
    monkeypatch.setattr(frames, "ROOM", 60)
    monkeypatch.setattr(frames, "ROWS", 50)
    monkeypatch.setattr(frames, "AT_ONCE", 17)
    pieces = list(cardsim.hands_in_batches(game, 90, **given))
    assert len(pieces) > 4
    assert pl.concat(pieces).equals(whole)
    assert all(a["hand"][-1] < b["hand"][0] for a, b in pairwise(pieces))
    if decided is not None:
        smaller = list(cardsim.decisions_in_batches(game, 90, **given))
        assert len(smaller) > 4
        assert pl.concat(smaller).equals(decided)
        assert all(a["hand"][-1] < b["hand"][0] for a, b in pairwise(smaller))


@pytest.mark.full
def test_a_batch_is_played_when_it_is_asked_for() -> None:
    pieces = cardsim.hands_in_batches("scat", 10**12, seed=SEED)

    first = next(pieces)
    assert frames.ROWS <= len(first) < 2 * frames.ROWS
    assert first["hand"][0] == 0
    assert next(pieces)["hand"][0] == first["hand"][-1] + 1


# ---------------------------------------------------------------- mistakes


@pytest.mark.parametrize("made", [cardsim.decisions, cardsim.decisions_in_batches])
def test_a_game_without_decisions_says_so(made: Callable[..., Any]) -> None:
    with pytest.raises(UserError, match=r"nobody decides anything in dice-game") as refused:
        made("dice-game", 10)

    assert "`cardsim hands dice-game`" in str(refused.value.hint)


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({"fields": ["own_tuns"]}, "the view of scat has no field 'own_tuns'"),
        ({"fields": 7}, "fields must name fields of the view, not 7"),
        ({"n": 0}, "n must be a whole number of at least 1"),
        ({"knock_treshold": 20}, "no option --knock-treshold for scat with strategy 'threshold'"),
        ({"players": 17}, "--players must be a whole number from 2 to 16, not 17"),
        ({"strategy": "patint"}, "no strategy called 'patint' for scat"),
    ],
    ids=str,
)
def test_bad_input_gets_a_clear_line_before_anything_is_played(
    given: dict[str, Any], line: str
) -> None:
    with pytest.raises(UserError, match=line.split("'", maxsplit=1)[0]) as refused:
        cardsim.decisions_in_batches("scat", **{"n": 10, **given})

    assert str(refused.value).startswith(line)


def misplayed(*, compiled: bool) -> Strategy:
    def knock(view: Any) -> int:
        return 7 if view.own_turns > 2 else 0

    return Strategy("scat", name="cheat", knock=knock, compiled=compiled)


@pytest.mark.parametrize("compiled", [True, False])
def test_an_illegal_action_is_told_as_a_run_tells_it(*, compiled: bool) -> None:
    given: dict[str, Any] = {
        "strategy": misplayed(compiled=compiled),
        "seed": SEED,
        "unit": "hand",
    }
    told = []
    for play in (cardsim.hands, cardsim.decisions, partial(cardsim.run, threads=1)):
        with pytest.raises(StrategyError) as failed:
            play("scat", n=200, **given)
        told.append((str(failed.value).partition("; asked in seat ")[0], failed.value.hint))

    assert told[0] == told[1] == told[2]
    assert "strategy 'scat/cheat' answered 7 to decision 'knock'" in told[0][0]


@pytest.mark.parametrize("compiled", [True, False])
def test_what_a_strategy_raises_is_told_with_the_hand(*, compiled: bool) -> None:
    def knock(view: Any) -> bool:
        return bool(1 // (2 - view.own_turns) > 5)

    broken = Strategy("scat", name="broken", knock=knock, compiled=compiled)

    with pytest.raises(StrategyError, match=r"in hand \d+ of seed 11") as failed:
        cardsim.hands("scat", n=200, strategy=broken, vs="usual", seed=SEED)

    assert "cardsim replay scat" in str(failed.value.hint)


def test_a_match_of_more_steps_than_are_kept_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "MAX_STEPS", 256)
    monkeypatch.setattr(trace, "MAX_STEPS", 256)
    monkeypatch.setattr(frames, "ROOM", 16)

    with pytest.raises(StrategyError, match=r"match \d+ of seed 1 does not end within 256 dec"):
        cardsim.hands("scat", 300, unit="match", players=8, vs="usual", seed=1)


# ---------------------------------------------------------------- the command line


@pytest.fixture
def command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """The command line in this process, in an empty folder: its status, stdout and stderr."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def carried_out(words: str) -> tuple[int, str, str]:
        status = main(words.split())
        said = capsys.readouterr()
        return status, said.out, said.err

    return carried_out


@pytest.mark.parametrize("what", ["hands", "decisions"])
@pytest.mark.full
def test_a_parquet_file_is_the_frame_and_says_what_was_played(
    command: Callable[..., tuple[int, str, str]], tmp_path: Path, what: str
) -> None:
    status, out, err = command(
        f"{what} scat -o x.parquet -n 7000 --seed 5 --vs chase-31 --unit match --charity"
    )

    frame = getattr(cardsim, what)("scat", 7000, seed=5, vs="chase-31", unit="match", charity=True)
    file = pq.ParquetFile(tmp_path / "x.parquet")
    about = json.loads(file.schema_arrow.metadata[b"cardsim"])
    assert status == 0
    assert pl.read_parquet(tmp_path / "x.parquet").equals(frame)
    assert pl.read_parquet(tmp_path / "x.parquet").schema == frame.schema
    assert file.num_row_groups == len(frame) // frames.ROWS or file.num_row_groups > 1
    assert (about["game"], about["unit"], about["seed"], about["hands"]) == (
        "scat",
        "match",
        5,
        7000,
    )
    assert out.splitlines()[0].split() == ["seed", "5", "5", "5", "5"]
    assert err.splitlines()[-1].startswith(f"{len(frame)} rows of 7000 matches in ")
    assert err.splitlines()[-1].endswith("; seed 5")


@pytest.mark.parametrize(
    "words", ["decisions square-nine --fields seats.cards,card", "hands chinese-ten", "hands scat"]
)
def test_a_csv_file_has_several_cards_or_numbers_with_blanks_between(
    command: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    monkeypatch.setattr(frames, "ROWS", 40)
    what, game, *rest = words.split()
    given = {"fields": rest[1]} if rest else {}
    frame = getattr(cardsim, what)(game, 60, seed=5, vs="usual", **given)

    assert command(f"{words} --vs usual -n 60 --seed 5 -o x.csv --quiet")[0::2] == (0, "")

    found = pl.read_csv("x.csv", infer_schema=False)
    assert found.columns == frame.columns
    assert len(found) == len(frame)
    for name, kind in frame.schema.items():
        for text, value in zip(found[name], frame[name].to_list(), strict=True):
            if isinstance(kind, pl.List | pl.Array):
                words_of = json.dumps(value).translate(str.maketrans("", "", '[],"'))
                assert (text or "") == words_of
            elif kind.is_numeric():
                assert float(text) == pytest.approx(value)


def test_without_a_file_the_first_rows_are_shown(
    command: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    status, out, err = command("decisions scat --vs usual --seed 5 --fields value,hand -n 1e15")

    lines = {line.split()[0]: line.split()[1:] for line in out.splitlines()}
    first = cardsim.decisions("scat", 4, seed=5, fields="value,hand", vs="usual").head(4)
    assert status == 0
    assert list(lines) == first.columns
    assert lines["choice"] == first["choice"].to_list()
    assert [float(value) for value in lines["value"]] == first["value"].to_list()
    assert "-o FILE.parquet writes those of 1000000000000000 hands" in err.splitlines()[-1]
    assert list(tmp_path.iterdir()) == []


def test_an_existing_file_is_left_alone_without_force(
    command: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    file = tmp_path / "x.parquet"
    file.write_text("mine")

    refused = command("hands scat --vs usual -n 10 -o x.parquet")
    assert refused == (2, "", "cardsim: --output x.parquet exists; --force overwrites it\n")
    assert file.read_text() == "mine"

    assert command("hands scat --vs usual -n 10 -o x.parquet --force")[0] == 0
    assert len(pl.read_parquet(file)) == 30


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("hands scat -o x.html", "--output x.html must end in .parquet or .csv"),
        (
            "hands scat -o no/x.csv",
            "--output no/x.csv cannot be written: No such file or directory",
        ),
        ("hands scat -n 0", "-n must be a whole number of at least 1"),
        ("decisions scat --fields own_tuns", "the view of scat has no field 'own_tuns'"),
        ("decisions dice-game -o x.csv", "nobody decides anything in dice-game"),
        ("hands dice-game --strategy x", "--strategy x has no effect in dice-game"),
        ("hands scat --fields value", "no option --fields for `cardsim hands scat`"),
    ],
)
def test_the_command_line_says_what_is_wrong(
    command: Callable[..., tuple[int, str, str]], tmp_path: Path, words: str, line: str
) -> None:
    status, out, err = command(words)

    assert (status, out) == (2, "")
    assert err.startswith(f"cardsim: {line}")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.full
def test_an_error_while_it_is_played_leaves_no_file(
    command: Callable[..., tuple[int, str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "strategies" / "scat"
    folder.mkdir(parents=True)
    (folder / "late.py").write_text(
        "from cardsim import Strategy\n\n\ndef knock(view):\n"
        "    return 7 if view.value == 20.0 and view.own_turns == 5 else 0\n\n\n"
        "STRATEGY = Strategy(game='scat', knock=knock)\n"
    )
    monkeypatch.setattr(frames, "ROWS", 10)

    status, out, err = command(
        "hands scat --vs usual --strategy late -n 1e5 --seed 5 -o x.parquet --quiet"
    )

    assert (status, out) == (1, "")
    assert "cardsim: strategy 'scat/late' answered 7 to decision 'knock' in hand " in err
    assert [path.name for path in tmp_path.iterdir()] == ["strategies"]


def test_decisions_have_the_cards_of_the_seat_by_name() -> None:
    asked: Any = {"n": 50, "seed": 4, "vs": "usual"}

    decided = cardsim.decisions("scat", fields="held_cards,value", **asked)

    first = decided.unique(["hand", "seat"], keep="first", maintain_order=True)
    dealt = cardsim.hands("scat", **asked).join(first, on=["hand", "seat"], how="semi")
    both = first.sort("hand", "seat"), dealt.sort("hand", "seat")
    assert both[0]["held_cards"].to_list() == both[1]["dealt_cards"].to_list()
    assert cardsim.flat(decided)["held_cards"].dtype == pl.String


@pytest.mark.parametrize("cell", [{"a": 1}, [[1], [2]], [{"a": 1}]])
def test_what_holds_parts_of_parts_has_no_flat_form(cell: object) -> None:
    with pytest.raises(UserError, match="which has no flat form"):
        cardsim.flat(pl.DataFrame({"one": [cell]}))


def test_what_is_no_frame_has_no_flat_form() -> None:
    frame = cardsim.hands("scat", n=2, seed=1)

    with pytest.raises(UserError, match="must be a polars frame, not pandas DataFrame") as caught:
        cardsim.flat(frame.to_pandas())

    assert "to_pandas" in str(caught.value.hint)
