"""`cardsim drill`: what is asked, what is kept, and what comes back."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from dataclasses import replace as replaced
from datetime import date, timedelta
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from cardsim.cli import drill as command
from cardsim.cli import main
from cardsim.errors import UserError
from cardsim.games import load_game
from cardsim.runs.sealed import sealed
from cardsim.table import choice_values, drilled, drilling
from cardsim.table.choice_values import Choice
from cardsim.table.drilled import HELD, REST, Missed, Record, Spot, file_of, read
from cardsim.table.drilling import Drilling, DrillQuestion, begun, kinds_named, matters
from cardsim.table.played import DecisionVerdict
from edited import as_text, edited, edits
from test_play import _at_a_terminal as at_a_terminal
from test_play import _until as until
from typed import Said

DAY = date(2026, 11, 29)
WORDS = ["drill", "scat", "--vs=usual", "--unit", "hand", "-n", "3"]
SEED = ["--seed", "5"]
FIRST = "1\n\n" * 3
ASKED: dict[str, Any] = {
    "game": "scat",
    "unit": "hand",
    "vs": "usual",
    "seed": 5,
    "options": {},
}
Typist = Callable[..., Said]


@pytest.fixture
def typist(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Typist:
    """A command line with what is typed then, in an empty folder, with few imagined hands."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(choice_values, "FEWEST_USUAL", 200)
    monkeypatch.setattr(choice_values, "FORKS", 400)
    monkeypatch.setattr(drilling, "SCREENED", 60)
    monkeypatch.setattr(command, "today", lambda: DAY)

    def typed(*words: str, types: str = "") -> Said:
        monkeypatch.setattr("sys.stdin", StringIO(types))
        status = main(words)
        said = capsys.readouterr()
        return Said(status, said.out, said.err)

    return typed


def begin(seed: int = 5, only: tuple[str, ...] = (), day: date = DAY, many: int = 2) -> Drilling:
    file = file_of("scat")
    asked = {**ASKED, "seed": seed}
    return Drilling(file, begun(file, asked, many=many, least=None, only=only, day=day))


def worst(question: DrillQuestion) -> int:
    """Number of the action that gives most away."""
    action, table = question.choices[-1][1].action, question.sitting.table
    return next(n for n in range(table.count) if table.nth(n) == action)


def best(question: DrillQuestion) -> int:
    action, table = question.choices[0][1].action, question.sitting.table
    return next(n for n in range(table.count) if table.nth(n) == action)


def answered(
    under_way: Drilling, how: Callable[[DrillQuestion], int], day: date
) -> list[DrillQuestion]:
    """All questions of a drill, answered in one way."""
    questions = []
    while (question := under_way.next()) is not None:
        under_way.answer(question, how(question), day)
        questions.append(question)
    under_way.finish(day)
    under_way.close()
    return questions


def test_a_drill_asks_judges_and_scores(typist: Typist) -> None:
    said = typist(*WORDS, *SEED, types="?\nxyzzy\n" + FIRST)

    assert said.status == 0, said.err
    assert "There are no hints in a drill" in said.out
    assert "'xyzzy' is none of these." in said.out
    assert "1 of 3." in said.out
    assert "3 of 3." in said.out
    assert len(re.findall("Right: | was better: ", said.out)) == 3
    assert re.search(r"You gave away .* in 3 decisions", said.out)
    assert max(map(len, said.out.splitlines())) <= 80


@pytest.mark.full
def test_the_same_seed_gives_the_same_drill_whatever_was_missed(typist: Typist) -> None:
    first = typist(*WORDS, *SEED, types=FIRST)
    again = typist(*WORDS, *SEED, types=FIRST)
    other = typist(*WORDS, "--seed", "6", types=FIRST)

    marks = r"\n(1 of 3\.(?:.|\n)*3 of 3\.(?:.|\n)*?)\nYou gave away"
    one, two, three = (re.findall(marks, said.out) for said in (first, again, other))
    assert one == two != three
    assert len(one) == len(three) == 1
    assert "before:" in again.out


@pytest.mark.full
def test_a_drill_that_was_stopped_goes_on_where_it_was(typist: Typist) -> None:
    whole = typist(*WORDS, *SEED, types=FIRST)
    begun = typist(*WORDS, *SEED, types="1\n\nq\n")
    rest = typist("drill", "--resume", types="1\n\n" * 2)

    assert "`cardsim drill --resume` goes on with it." in begun.out
    shown = [re.findall(r"\n2 of 3\.(?:.|\n)*?You gave away .*", one.out) for one in (whole, rest)]
    assert shown[0] == shown[1] != [], rest
    assert typist("drill", "--resume").status == 2


@pytest.mark.usefixtures("typist")
def test_what_was_missed_comes_back_until_it_is_held_twice() -> None:
    (missed,) = answered(begin(many=1), worst, DAY)
    assert [one.spot for one in read(file_of("scat"), "scat").missed] == [missed.spot]

    back = answered(begin(7), best, DAY)
    assert [one.spot for one in back if one.back] == [missed.spot]

    (rests,) = read(file_of("scat"), "scat").missed
    later = DAY + timedelta(days=REST)
    assert rests.due == later.isoformat()

    held = answered(begin(7, day=later), best, later)
    assert [one.spot for one in held if one.back] == [missed.spot]
    assert read(file_of("scat"), "scat").missed == ()


def test_intervals_grow_while_a_decision_is_held_and_begin_anew_with_a_miss() -> None:
    spot = Spot({"game": "scat"}, 0, (), "")
    card = Missed(spot, DAY.isoformat())

    once = card.answered(DAY, held=True)
    assert once == Missed(spot, (DAY + timedelta(days=REST)).isoformat(), 1)
    assert once is not None
    assert once.answered(DAY, held=True) is None
    assert once.answered(DAY, held=False) == card
    assert HELD == 2


@pytest.mark.usefixtures("typist")
def test_a_drill_that_began_meanwhile_does_not_undo_what_was_answered() -> None:
    file = file_of("scat")
    stale = begun(file, {**ASKED, "seed": 6}, many=1, least=None, only=(), day=DAY)
    answered(begin(many=1), worst, DAY)

    with pytest.raises(UserError, match="have gone on elsewhere"):
        Drilling(file, stale)

    assert len(read(file, "scat").missed) == len(read(file, "scat").past) == 1
    begin(many=1).close()


@pytest.mark.usefixtures("typist")
def test_players_that_run_code_sit_down_only_if_the_command_names_them() -> None:
    file, code = file_of("scat"), {**ASKED, "vs": "bots:play"}
    spot = Spot(code, 0, (), "")
    drilled.keep(file, Record("scat", (Missed(spot, DAY.isoformat()),)))
    under_way = begin(many=2)
    under_way.close()
    assert under_way.drill.back == ()

    drilled.keep(file, Record("scat", open=replace(under_way.drill, back=(spot,))))
    with pytest.raises(UserError, match="names bots:play, and imports nothing"):
        drilled.last_open()


@pytest.mark.usefixtures("typist")
def test_what_is_told_is_your_choice_and_not_another_that_costs_the_same() -> None:
    under_way = begin(seed=8, many=1)
    question = under_way.next()
    assert question is not None
    top, bad = question.choices[0][1], question.choices[-1][1]
    alike = tuple((f"choice {n}", replaced(bad, action=9)) for n in range(7))
    best_one, own = question.choices[0], question.choices[-1]
    question = question._replace(choices=(best_one, *alike, own))
    answer = under_way.answer(question, worst(question), DAY)

    told = command._judged(under_way, question, answer, plain=True)
    under_way.close()

    assert top.cost < bad.cost
    assert own[0] in [line.partition(":")[0] for line in told[1:]]
    assert "choice 6" not in "".join(told)
    assert under_way.why(question, answer)


def test_all_that_was_done_in_a_hand_is_shown_with_a_decision() -> None:
    did = tuple((f"player {n}", f"did {n}") for n in range(40))
    sight: Any = SimpleNamespace(
        did=did, shown=(), rows=(("your hand", "A♠"),), words=("knock",), notes=("",), asks="Now?"
    )

    lines = command.drawn_table(load_game("scat"), plain=True).table(sight)

    assert [f"Player {n}: did {n}" for n in range(40)] == [one for one in lines if "did" in one]


def test_a_tie_is_no_mistake() -> None:
    def one(cost: float, low: float) -> Choice:
        return Choice("knock", 0, "knock", 0, 0, 0, cost, low, 2 * cost - low)

    top, tie, bad, worse = one(0, 0), one(0.01, -0.01), one(0.05, 0.03), one(0.3, 0.2)

    assert matters((top, bad), 0.02)
    assert matters((top, tie, bad, worse), 0.02)
    assert not matters((top, tie, bad), 0.02)
    assert not matters((top, bad), 0.06)
    # What may be as good, but also may cost so much, tells nobody what to do.
    assert not matters((top, one(0.04, -0.01), bad, worse), 0.02)
    assert not matters((top, tie), 0.001)


@pytest.mark.usefixtures("typist")
def test_decisions_asked_for_by_kind_are_of_that_kind() -> None:
    under_way = begin(only=("draw source",))

    asked = [one.sitting.table.asks.name for one in answered(under_way, best, DAY)]
    assert asked == ["draw-source", "draw-source"]


@pytest.mark.parametrize(
    ("game", "said", "kinds"),
    [
        ("scat", ["draw source", "KNOCK"], ("draw-source", "knock")),
        ("scat", ["knock or wait"], ("knock",)),
        ("spades", ["opening leads"], ("opening-lead",)),
        ("bridge", ["lead"], ("lead",)),
        ("gin-rummy", ["fin"], ("finish",)),
    ],
)
def test_kinds_are_named_as_people_say_them(game: str, said: list[str], kinds: Any) -> None:
    assert kinds_named(load_game(game), said) == kinds


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["scat", "-n", "0"], "-n must be a whole number from 1 to 100, not 0"),
        (["scat", "-n", "ten"], "-n must be a whole number from 1 to 100, not ten"),
        (["scat", "--least", "nan"], "--least must be a number above 0, not nan"),
        (["scat", "--least", "1e12"], "--least must be at most 1e+09, not 1e12"),
        (["scat", "--only", "bid"], "--only must be one of throw-down, hammer, knock"),
        (["scat", "--only", "knock", "--mine"], "--mine and --only contradict"),
        (["scat", "--mine"], "nothing surely cost you anything in what you played of scat"),
        (["scat", "--vs", "nobody"], "--vs: no strategy called 'nobody'"),
        (["scat", "--web", "--plain"], "--plain is how the terminal is read out"),
        (["scat", "--port", "8000"], "--port is where the page of --web is served"),
        (["--web", "scat"], "the game comes before the options, so before --web"),
        (["dice-game"], "nobody decides anything in dice-game"),
        ([], "which game? cardsim drill scat"),
        (["--resume"], "no drill waits to be resumed"),
        (["--resume", "scat"], "--resume goes on where you stopped, and takes no game"),
    ],
)
def test_what_cannot_be_is_one_line(
    typist: Typist, tmp_path: Path, words: list[str], told: str
) -> None:
    said = typist("drill", *words)

    assert (said.status, said.out) == (2, "")
    line, *hints = said.err.splitlines()
    assert line.startswith(f"cardsim: {told}")
    assert all(hint.startswith("hint: ") for hint in hints)
    assert not (tmp_path / "play").exists()


def test_an_edited_record_is_refused(typist: Typist) -> None:
    typist(*WORDS, *SEED, types="1\n\nq\n")
    file = file_of("scat")
    content = json.loads(file.read_text("utf-8"))

    for _, _, changed in edits(content, seed=1, count=12):
        file.write_text(as_text(changed), "utf-8")
        with pytest.raises(UserError, match=r"edited|no record"):
            read(file, "scat")


SPOT: dict[str, Any] = {"asked": ASKED, "hand": 5, "actions": [], "seen": "9dfcd2663092ef10"}
RECORD: dict[str, Any] = {
    "schema": drilled.SCHEMA,
    "game": "scat",
    "missed": [{"spot": SPOT, "due": "2026-11-29", "held": 0}],
    "past": [
        {"day": "2026-11-28", "unit": "hand", "many": 3, "held": 1, "cost": 0.2, "half": 0.02}
    ],
    "open": {
        "asked": ASKED,
        "many": 3,
        "least": 0.03,
        "only": ["knock"],
        "back": [SPOT],
        "at": 1,
        "answers": [
            {
                "decision": "knock",
                "did": "knock",
                "best": "take a turn",
                "cost": 0.2,
                "low": 0.1,
                "high": 0.3,
            }
        ],
    },
}


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("game",), "spades"),
        (("past", 0, "day"), "today"),
        (("past", 0, "unit"), "board"),
        (("past", 0, "many"), 0),
        (("past", 0, "held"), 4),
        (("past", 0, "cost"), -1.0),
        (("past", 0, "cost"), 1e308),
        (("past", 0, "half"), -1.0),
        (("missed", 0, "due"), "2026-99-99"),
        (("missed", 0, "due"), "\x1b[31m"),
        (("missed", 0, "held"), HELD),
        (("missed", 0, "spot", "asked", "options"), "x"),
        (("open", "asked", "options"), "x"),
        (("open", "asked", "options"), None),
        (("open", "asked", "seed"), None),
        (("open", "asked", "players"), {}),
        (("open", "back", 0, "asked", "game"), "spades"),
        (("open", "least"), 1e308),
        (("open", "answers"), RECORD["open"]["answers"] * 4),
        (("open", "answers", 0, "decision"), "bid"),
        (("open", "answers", 0, "low"), 5.0),
        (("open", "answers", 0, "cost"), 1e308),
    ],
)
def test_a_record_whose_checksum_fits_says_what_drills_can(
    tmp_path: Path, place: tuple[Any, ...], value: Any
) -> None:
    file = tmp_path / "scat.json"
    file.write_text(as_text(sealed(RECORD)), "utf-8")
    assert read(file, "scat").open is not None

    file.write_text(as_text(sealed(edited(RECORD, place, value))), "utf-8")

    with pytest.raises(UserError, match=re.escape(f"{file} is no record of drills; delete it")):
        read(file, "scat")


@pytest.mark.usefixtures("typist")
def test_a_kind_of_decision_that_the_game_has_not_is_no_record() -> None:
    file = file_of("scat")
    file.parent.mkdir(parents=True)
    file.write_text(as_text(sealed(edited(RECORD, ("open", "only"), ["bid"]))), "utf-8")

    with pytest.raises(UserError, match="is no record of drills"):
        Drilling(file, read(file, "scat"))


@pytest.mark.usefixtures("typist")
def test_a_record_that_is_none_does_not_keep_another_drill_from_being_resumed() -> None:
    file = file_of("scat")
    file.parent.mkdir(parents=True)
    file.write_text(as_text(sealed(RECORD)), "utf-8")
    file.with_name("spades.json").write_text("[]", "utf-8")

    assert drilled.last_open()[0] == file


@pytest.mark.parametrize("text", ["", "[]", '{"schema": "cardsim.drill/1"}', "[" * 9999])
def test_a_record_that_is_none_is_refused(typist: Typist, text: str) -> None:
    file = file_of("scat")
    file.parent.mkdir(parents=True)
    file.write_text(text, "utf-8")

    said = typist(*WORDS, *SEED)

    assert said.status == 2
    assert str(file) in said.err


@pytest.mark.full
@pytest.mark.usefixtures("typist")
def test_a_missed_decision_that_goes_otherwise_now_is_left_out() -> None:
    answered(begin(), worst, DAY)
    file = file_of("scat")
    record = read(file, "scat")
    gone = [
        Missed(Spot(one.spot.asked, one.spot.hand, one.spot.actions, "x"), one.due)
        for one in record.missed
    ]
    drilled.keep(file, Record("scat", tuple(gone), record.past))
    under_way = begin(seed=9)

    assert not any(question.back for question in answered(under_way, best, DAY))
    assert any("is left out" in told for told in under_way.told)


def test_the_kinds_drilled_are_those_that_cost_most() -> None:
    class Back:
        def __init__(self, **costs: float) -> None:
            self.sure = [
                type("V", (), {"decision": kind, "cost": cost})() for kind, cost in costs.items()
            ]

    mine: Any = type("M", (), {"backs": [Back(discard=5.0, knock=1.0), Back(draw=2.0, knock=2.0)]})

    assert drilling._dearest(mine) == ("discard", "knock")


def test_what_cost_most_is_drilled_if_nothing_else_is_asked_for(
    typist: Typist, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Back:
        unit = load_game("scat").units["hand"](load_game("scat").rules(), 3)
        sure = (DecisionVerdict(1, "knock", "knock", "take a turn", 0.4, 0.3, 0.5),)

    mine = type("M", (), {"backs": (Back(),)})
    monkeypatch.setattr(drilling, "my_plays", lambda _tell, game: [mine] if game == "scat" else [])
    one = ["drill", "scat", "--vs=usual", "--unit", "hand", "-n", "1", *SEED]

    said = typist(*one, types="1\n\n")
    every = typist(*one, "--only", "all", types="q\n")

    assert "Of the kinds that cost you most when you played: knock." in said.err
    assert "Take a turn, or knock?" in said.out
    assert "Of the kinds" not in every.err


@pytest.mark.full
def test_ctrl_c_keeps_what_was_done(tmp_path: Path) -> None:
    process, master = at_a_terminal([*WORDS, *SEED], tmp_path)
    for typed in (b"1\n", b"\n"):
        until(master, b"> ")
        os.write(master, typed)
    seen = until(master, b"2 of 3.") + until(master, b"> ")
    end = b""
    while b"goes on" not in end and process.poll() is None:
        os.write(master, b"\x03")
        end += until(master, b"goes on", seconds=5)

    assert process.wait(60) == 130
    assert b"`cardsim drill --resume` goes on" in end
    assert b"Traceback" not in seen + end
    text = (tmp_path / "play" / "drills" / "scat.json").read_text("utf-8")
    assert len(json.loads(text)["open"]["answers"]) == 1
