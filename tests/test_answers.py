"""What all kinds of answers have in common: one contract, held by each."""

from __future__ import annotations

import html
import json
import pickle
import shlex
import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from matplotlib.figure import Figure

import cardsim
from cardsim.runs.answer import Answer
from cardsim.runs.preparation import resolve
from cardsim.runs.request import Request
from cardsim.runs.sealed import CHECKSUM, checksum
from cardsim.table import looked_back
from cardsim.table.advised import Advised
from cardsim.table.played import DecisionVerdict, SavedGame, Sitting, keep, sit_down

SEED = 20_261_124


def first_in_the_list(hand: int) -> tuple[Sitting, SavedGame]:
    """A hand of Scat in which somebody did what was first in the list."""
    asked = {"vs": "usual", "game": "scat", "unit": "hand", "seed": SEED, "options": {}}
    sitting = Sitting(*sit_down(asked, hand))
    while not sitting.over:
        sitting.act(0)
    actions = tuple(turn.action for turn in sitting.turns)
    return sitting, SavedGame(asked, sitting.hand, actions, seen=sitting.seen, over=True)


@cache
def look_back() -> cardsim.LookBack:
    return looked_back.look_back(*first_in_the_list(0))


@cache
def people() -> cardsim.Fit:
    """Somebody who did what was first in the list, in three hands that were kept."""
    for hand in range(3):
        keep(Path(HANDS.name, f"{hand}.json"), first_in_the_list(hand)[1])
    return cardsim.fit("scat", HANDS.name, vs="usual")


HANDS = tempfile.TemporaryDirectory()
"""A folder of hands that are read again; it is removed when Python ends."""
KINDS: dict[str, Callable[[], Any]] = {
    "run": lambda: cardsim.run("scat", 2000, unit="hand", seed=SEED, vs="usual"),
    "sweep": lambda: cardsim.sweep(
        "scat", 1000, knock_threshold="20..22", unit="hand", seed=SEED, vs="usual"
    ),
    "comparison": lambda: cardsim.compare(
        "scat", "threshold", "take-margin", n=1000, unit="hand", seed=SEED, vs="usual"
    ),
    "companies": lambda: cardsim.in_companies(
        cardsim.compare,
        "scat",
        *("threshold", "take-margin"),
        companies=["usual", "random-legal"],
        n=500,
        unit="hand",
        seed=SEED,
    ),
    "tournament": lambda: cardsim.tournament(
        "scat", "threshold", "take-margin", n=400, unit="hand", seed=SEED
    ),
    "tuning": lambda: cardsim.tune(
        "scat", n=5000, over="knock-threshold", unit="hand", seed=SEED, vs="usual"
    ),
    "review": lambda: cardsim.review(
        "scat", 20_000, by="knock:value", unit="hand", seed=SEED, vs="usual"
    ),
    "learned": lambda: cardsim.learn(
        "scat",
        5000,
        start="threshold",
        by="knock:value",
        rounds=1,
        unit="hand",
        seed=SEED,
        vs="usual",
    ),
    "advice": lambda: cardsim.advise(
        "gin-rummy",
        hand="AS 2S 3S 7H 7D KC QD 9C",
        discard="5H 6D",
        worlds=100,
        seed=SEED,
        vs="usual",
    ),
    "calibration": lambda: cardsim.calibrate(
        "scat", 40, by="knock", worlds=4, unit="hand", seed=SEED, vs="usual"
    ),
    "design": lambda: cardsim.design(
        "scat", "threshold", "chase-31", n=200, start_lives="2,3", seed=SEED, vs="usual"
    ),
    "exact": lambda: cardsim.exact("dice-game"),
    "experiment": lambda: cardsim.experiment("dice-game-length", 500, seed=SEED),
    "replay": lambda: cardsim.replay("scat", 3, unit="hand", seed=SEED, vs="usual"),
    "look back": look_back,
    "fit": people,
}
SETTLED = {
    "exact": "an exact answer",
    "fit": "a fit",
    "look back": "a look back",
    "replay": "a replay",
}
NOT_READ_BACK = {"experiment", "replay"}
"""What is asked anew by its command instead."""
NO_CHART = {"exact", "replay"}


@cache
def answered(kind: str) -> Any:
    """The answer, played once for all tests that look at it."""
    return KINDS[kind]()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.full
def test_every_answer_keeps_the_contract(kind: str, tmp_path: Path) -> None:
    answer = answered(kind)

    assert isinstance(answer, Answer)
    assert repr(answer).startswith(f"<{type(answer).__name__} ")
    assert "\n" not in repr(answer)
    assert answer.sentence.endswith(".")
    assert shlex.split(answer.command)[0] == "cardsim"
    frame = answer.frame()
    assert frame.height > 0
    assert answer.to_pandas().shape == frame.shape
    for name, table in answer.tables.items():
        assert answer.to_pandas(name).shape == table.shape

    said = json.loads(answer.to_json())
    assert said["command"] == answer.command
    about = answer.about()
    assert about["command"] == answer.command
    assert answer.seed == (None if kind == "exact" else SEED)
    assert pickle.loads(pickle.dumps(answer)).to_json() == answer.to_json()
    assert said.pop(CHECKSUM) == checksum(said)

    answer.report(tmp_path / "page.html")
    page = html.unescape((tmp_path / "page.html").read_text("utf-8"))
    assert answer.command in page
    assert " ".join(answer.sentence.split()[:4]) in page
    assert answer.command in html.unescape(answer._repr_html_())
    with pytest.raises(cardsim.UserError, match="exists"):
        answer.report(tmp_path / "page.html")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.full
def test_what_was_asked_gives_the_same_answer_again_and_a_longer_one(kind: str) -> None:
    answer = answered(kind)
    asked = answer.request

    assert Request.of(answer.command) == asked
    assert "\n" not in repr(asked)
    if kind == "look back":
        with pytest.raises(cardsim.UserError, match="you decide in it"):
            asked.answer()
    else:
        assert asked.answer(**_threads(kind)).to_json() == answer.to_json()
    if kind in SETTLED:
        with pytest.raises(cardsim.UserError, match=f"{SETTLED[kind]} takes no more hands"):
            answer.more(100)
        return
    added = 10 if kind == "calibration" else 100
    longer = replace(asked, n=int(str(asked.n)) + added)
    assert answer.more(str(added)).to_json() == longer.answer().to_json()
    with pytest.raises(cardsim.UserError, match="n must be"):
        answer.more(0)


def test_more_hands_of_a_strategy_without_a_file_are_played_by_it() -> None:
    own = cardsim.Strategy("scat", name="own", knock=lambda view: view.value > 29)
    asked: Any = {"n": 300, "vs": own, "unit": "hand", "seed": SEED}
    compared = cardsim.compare("scat", own, "threshold", **asked)

    longer = compared.more(100)

    again = cardsim.compare("scat", own, "threshold", **asked | {"n": 400})
    assert longer.to_json() == again.to_json()
    assert cardsim.tournament("scat", own, "threshold", **_TOGETHER).more(10).hands == 110


def _threads(kind: str) -> dict[str, int]:
    return {} if kind in {"advice", "exact", "fit", "replay"} else {"threads": 1}


_TOGETHER: Any = {"n": 100, "unit": "hand", "seed": SEED}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.kept(2)
def test_every_answer_draws_itself_or_says_that_it_does_not(kind: str) -> None:
    answer = answered(kind)

    if kind in NO_CHART:
        with pytest.raises(cardsim.UserError, match="no chart"):
            answer.plot()
    else:
        assert isinstance(answer.plot(), Figure)


def test_advice_has_its_choice_first_and_then_the_best() -> None:
    advised: Advised = KINDS["advice"]()
    frame = advised.frame()

    assert frame["told"].to_list() == [choice.told for choice in advised.choices]
    assert frame["cost"][0] == 0
    assert frame["cost"][1:].is_sorted()


# ---------------------------------------------------------------- names that people guess


def test_a_result_has_its_measures_and_hands_by_name_and_number() -> None:
    result = KINDS["run"]()

    assert result["loses"] == result.estimates["loses"]
    with pytest.raises(cardsim.UserError, match="no measure 'loss'"):
        result["loss"]
    again = cardsim.replay("scat", 3, unit="hand", seed=SEED, vs="usual")
    assert str(result.replay(3)) == str(again)
    with pytest.raises(cardsim.UserError, match="hand must be"):
        result.replay(2000)


def test_a_title_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(cardsim.UserError, match="title must be some text"):
        KINDS["exact"]().report(tmp_path / "page.html", title="\ud800")
    assert not (tmp_path / "page.html").exists()


@pytest.mark.full
def test_the_best_of_a_comparison_is_the_first_of_its_ranking() -> None:
    compared = KINDS["comparison"]()

    assert compared.best is compared.ranking[0]


def test_what_there_is_is_listed_and_got_by_name() -> None:
    assert list(cardsim.list_strategies("scat")) == list(cardsim.strategies("scat"))
    assert "scat-which-suit" in cardsim.list_experiments()
    assert cardsim.get_strategy("scat", "take-margin").name == "take-margin"
    with pytest.raises(cardsim.UserError, match="no strategy"):
        cardsim.get_strategy("scat", "nobody")
    with pytest.raises(cardsim.UserError, match="without parameters"):
        cardsim.get_strategy("scat", "threshold:knock_threshold=20")


def first_card(view: Any, nth_legal: Any) -> Any:
    return nth_legal(view, 0)


def test_a_function_is_a_strategy_where_there_is_one_decision() -> None:
    named = cardsim.Strategy("ninety-nine", name="first_card", play_card=first_card)
    plain = cardsim.run("ninety-nine", 500, strategy=first_card, unit="hand", seed=SEED, vs="usual")

    assert (
        plain.headline
        == cardsim.run(
            "ninety-nine", 500, strategy=named, unit="hand", seed=SEED, vs="usual"
        ).headline
    )
    assert plain.spec.hero.strategy == "first_card"
    with pytest.raises(cardsim.UserError, match="a function is for one"):
        cardsim.run("scat", 100, strategy=first_card)
    with pytest.raises(cardsim.UserError, match="nobody decides"):
        cardsim.run("dice-game", 100, strategy=first_card)


def test_a_list_names_each_other_seat_in_order() -> None:
    asked: Any = {"unit": "hand", "seed": SEED}
    others = ["chase-31", "threshold:knock_threshold=25"]

    result = cardsim.run("scat", 600, vs=others, **asked)

    # In every third hand the hero sits in the first seat: seat by seat they are the same hands.
    seated = cardsim.hands("scat", 600, seats=["threshold", *others], **asked)
    played = cardsim.hands("scat", 600, vs=others, **asked)
    first = [
        frame.filter(pl.col("hand") % 3 == 0).select("hand", "seat", "strategy", "your_net")
        for frame in (seated, played)
    ]
    assert first[0].select("hand", "seat").equals(first[1].select("hand", "seat"))
    assert first[0]["strategy"].cast(str).equals(first[1]["strategy"].cast(str))
    assert first[0]["your_net"].equals(first[1]["your_net"])
    assert (
        "against one player who never knocks and chases 31 and one who knocks at 25"
        in result.sentence
    )
    assert "--vs 'chase-31;threshold:knock_threshold=25'" in result.command
    assert result.request.answer().to_json() == result.to_json()
    assert result.more(60).to_json() == cardsim.run("scat", 660, vs=others, **asked).to_json()
    with pytest.raises(cardsim.UserError, match="names 1 player in order, and 2 sit against you"):
        cardsim.run("scat", 10, vs=["chase-31"])


@pytest.mark.full
def test_partners_opponents_may_be_named_in_order() -> None:
    others = ["highest-legal", "lowest-legal"]
    played = cardsim.hands("spades", 40, vs=others, seed=SEED)
    turned = {
        tuple(part.sort("seat")["strategy"].to_list()) for part in played.partition_by("hand")
    }

    usual = cardsim.get_game("spades").game.default_strategy
    row = [usual, others[0], usual, others[1]]
    assert turned == {tuple(row[-k:] + row[:-k]) for k in range(4)}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.kept(1)
def test_every_answer_is_saved_by_the_ending_of_the_file(kind: str, tmp_path: Path) -> None:
    answer = answered(kind)
    for suffix in (".html", ".json", ".csv", ".parquet"):
        answer.save(tmp_path / f"saved{suffix}")

    assert (tmp_path / "saved.json").read_text("utf-8") == answer.to_json() + "\n"
    if kind in NOT_READ_BACK:
        with pytest.raises(cardsim.UserError, match="is not read back"):
            cardsim.load(tmp_path / "saved.json")
    else:
        again = cardsim.load(tmp_path / "saved.json")
        again.save(tmp_path / "again.html")
        assert again.request == answer.request
        assert (tmp_path / "again.html").read_bytes() == (tmp_path / "saved.html").read_bytes()
    saved = pl.read_csv(tmp_path / "saved.csv")
    assert saved.height == answer.frame().height
    assert set(saved["command"]) == {answer.command}
    assert pl.read_parquet(tmp_path / "saved.parquet").height == answer.counts().height
    with pytest.raises(cardsim.UserError, match=r"must end in .*\.csv or \.parquet"):
        answer.save(tmp_path / "saved.txt")
    with pytest.raises(cardsim.UserError, match="exists"):
        answer.save(tmp_path / "saved.json")


def test_a_strategy_made_in_python_does_not_pass_for_the_file_of_its_name() -> None:
    own = cardsim.Strategy("scat", name="threshold", knock=lambda view: view.value > 29)
    result = cardsim.run("scat", 100, strategy=own, unit="hand", seed=SEED, vs="usual")

    assert result.spec.hero.strategy == "threshold, made in Python"
    assert "--strategy 'threshold, made in Python'" in result.command
    got = cardsim.get_strategy("scat", "threshold")
    assert (
        cardsim.run("scat", 100, strategy=got, seed=SEED, vs="usual").spec.hero.strategy
        == "threshold"
    )


def test_a_request_is_the_same_from_a_command_line_and_from_python() -> None:
    text = {"knock_threshold": "25", "first_turn_knock": "true"}
    typed = Request("scat", "2k", players="4", seed="7", options=text, vs="usual")
    number = {"knock_threshold": 25, "first_turn_knock": True}
    called = Request("scat", 2000, players=4, seed=7, options=number, vs="usual")

    assert resolve(typed, 2000) == resolve(called, 2000)
    assert called.seeded() is called
    fresh = Request("scat", vs="usual").seeded()
    assert fresh.seed is not None
    assert resolve(fresh, 10).spec.seed == resolve(fresh, 10).spec.seed
    with pytest.raises(cardsim.UserError, match="--players"):
        resolve(Request("scat", players=99), 10)


def test_luck_and_play_make_up_what_was_won() -> None:
    """What you got is what the usual player gets, and luck, less what your play took."""
    back = look_back()
    sign = -1 if back.measure.lower_is_better else 1
    assert back.luck is not None
    assert back.usual is not None
    assert back.won is not None
    (luck, unsure), (taken, _) = back.luck, back.taken

    assert sign * (back.won - back.usual.value) == pytest.approx(luck - taken)
    assert unsure >= back.usual.half > 0
    assert taken == pytest.approx(sum(v.cost for v in back.verdicts if v.low > 0))
    assert "The usual player gets" in back.sentence


def test_a_look_back_tells_no_luck_where_the_end_is_not_known() -> None:
    back = replace(look_back(), won=None, usual=None)

    assert back.sentence.endswith("ended is not known.")
    assert "luck" not in back.sentence
    assert back.to_dict()["luck"] is None


def test_a_look_back_says_with_a_verb_what_was_done() -> None:
    verdict = DecisionVerdict(2, "play", "play 5", "double", 0.1, 0.05, 0.15)

    one, several = (replace(look_back(), hands=n).loss(verdict) for n in (1, 3))

    assert one.startswith("playing 5 gave away ")
    assert one.endswith("; better was doubling")
    assert several == f"in hand 2, {one}"
