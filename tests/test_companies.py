"""Others at the table who are drawn anew for each hand, or match, from a mixture."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import cardsim
from cardsim import Strategy, UserError
from cardsim.engine.seats import Company, edges_of
from cardsim.games import load_game
from cardsim.rng import below
from cardsim.runs.company import is_mixture, parts_of
from cardsim.runs.preparation import resolve
from cardsim.runs.request import Request
from cardsim.runs.result import Result
from checks import assert_uniform
from typed import Command

SHOWN = load_game("scat").view.names or ()
MIXED = "threshold:knock_threshold=18..20, equilibrium*2, chase-31"


def met(strategies: Any, seed: int = 5, n: int = 300, **asked: Any) -> Result:
    return cardsim.run("scat", n, vs=strategies, seed=seed, progress=False, **asked)


# ---------------------------------------------------------------- how a mixture is written


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("threshold", ["threshold"]),
        ("threshold:a=1,b=2", ["threshold:a=1,b=2"]),
        ("threshold:a=1, b=2, chase-31", ["threshold:a=1,b=2", "chase-31"]),
        ("one, two:x=3..5, my.module:name*2", ["one", "two:x=3..5", "my.module:name*2"]),
    ],
)
def test_a_part_with_a_value_and_no_name_belongs_to_the_member_before(
    text: str, parts: list[str]
) -> None:
    assert parts_of(text) == parts
    assert is_mixture(text) == (len(parts) > 1)


def test_a_range_shares_its_weight_out_alike_among_its_values() -> None:
    drawn = resolve(Request("scat", vs=MIXED, seed=1), 1).spec.drawn

    assert drawn is not None
    assert [m.as_option for m in drawn.members] == [
        *("threshold:knock_threshold=18", "threshold:knock_threshold=19"),
        *("threshold:knock_threshold=20", "equilibrium", "chase-31"),
    ]
    assert drawn.shares == pytest.approx((1 / 12, 1 / 12, 1 / 12, 1 / 2, 1 / 4))


def test_who_is_named_twice_has_both_weights_and_one_way_to_play_is_no_mixture() -> None:
    twice = resolve(
        Request("scat", vs="chase-31, threshold, threshold:knock_threshold=21", seed=1), 1
    ).spec
    alone = resolve(Request("scat", vs="threshold, threshold:knock_threshold=21*3", seed=1), 1).spec

    assert twice.drawn is not None
    assert twice.drawn.shares == pytest.approx((1 / 3, 2 / 3))
    assert alone.drawn is None
    assert alone == resolve(Request("scat", vs="threshold", seed=1), 1).spec


def test_python_takes_a_mixture_weights_or_a_file_and_they_are_the_same(tmp_path: Path) -> None:
    file = tmp_path / "friends.toml"
    file.write_text(
        'plays = "wait~"\n[[member]]\nstrategy = "threshold"\nweight = 3\n'
        '[[member]]\nstrategy = "chase-31"\n'
    )
    weighed = met(cardsim.mix({"threshold": 3, "chase-31": 1}))
    read = met(str(file))

    assert weighed.tables["seats"].equals(read.tables["seats"])
    assert weighed.tables["seats"].equals(met("threshold*3, chase-31").tables["seats"])
    assert "two players who wait, you win" in read.sentence
    alike = met(cardsim.mix(["threshold", "chase-31"]))
    assert alike.tables["seats"].equals(met("threshold, chase-31").tables["seats"])
    assert not alike.tables["seats"].equals(weighed.tables["seats"])


def test_everybody_like_you_and_the_usual_company_have_words_of_their_own() -> None:
    same = met("same", strategy="chase-31")

    assert same.tables["seats"].equals(met("chase-31", strategy="chase-31").tables["seats"])
    assert "--vs same" in same.command
    assert met("usual").spec == met("threshold").spec
    assert (
        "against two players who play like you"
        in cardsim.sweep("scat", 200, knock_threshold="18,25", vs="same", seed=1).sentence
    )


# ---------------------------------------------------------------- who is drawn


def test_members_are_drawn_by_their_weights_in_every_seat_and_apart() -> None:
    company = Company(
        np.array([4, 0, 2]), edges_of(np.array([1.0, 2.0, 5.0])), np.array([[-1, 1, 2]])
    )
    rows = company.drawn(np.array([[3, -1, -1]]), seed=9, first=7, count=200_000)

    assert set(rows[:, 0]) == {3}
    pairs = rows[:, 1] * 5 + rows[:, 2]
    weights = np.zeros(25)
    for one, its in ((4, 1), (0, 2), (2, 5)):
        for other, others in ((4, 1), (0, 2), (2, 5)):
            weights[one * 5 + other] = its * others
    assert_uniform(np.bincount(pairs, minlength=25), resolves=0.03, weights=weights)


def test_who_sits_there_depends_on_seed_hand_and_seat_alone() -> None:
    company = Company(np.array([0, 1]), edges_of(np.array([1.0, 1.0])), np.array([[-1, 1, 2]]))
    other = Company(np.array([0, 1]), edges_of(np.array([1.0, 1.0])), np.array([[0, -1, 2]]))
    table = np.array([[0, -1, -1]])
    whole = company.drawn(table, seed=3, first=0, count=1000)

    assert (company.drawn(table, seed=3, first=613, count=20) == whole[613:633]).all()
    assert (other.drawn(table, seed=3, first=0, count=1000)[:, 2] == whole[:, 2]).all()
    assert (company.drawn(table, seed=4, first=0, count=1000) != whole).any()


def test_each_hand_is_that_against_who_sat_there() -> None:
    """Two players: a hand against a mixture is the hand against the member that was drawn."""
    asked: dict[str, Any] = {"players": 2, "seed": 11, "unit": "hand"}
    members = ("threshold:knock_threshold=18", "chase-31", "equilibrium")
    mixed = cardsim.hands("scat", 400, vs=cardsim.mix(members), **asked)
    assert mixed["strategy"].n_unique() == 1 + len(members)
    for member in members:
        alone = cardsim.hands("scat", 400, vs=member, **asked)
        name = resolve(Request("scat", strategy=member), 1).spec.hero.brief
        met_it = mixed.filter(pl.col("strategy") == name)["hand"].unique()
        for frame in (mixed, alone):
            assert frame["hand"].n_unique() == 400
        left, right = (
            f.filter(pl.col("hand").is_in(met_it.implode())).sort("hand", "seat")
            for f in (mixed, alone)
        )
        assert left.to_dicts() == right.to_dicts()


@pytest.mark.full
def test_two_ways_to_write_one_way_to_play_give_its_very_hands() -> None:
    one = cardsim.get_strategy("scat", "chase-31")
    again = one.named("chase again", about=one.about, path=None)
    mixed, alone = met(cardsim.mix(["chase-31", again])), met("chase-31")

    assert mixed.spec.drawn is not None
    for name, table in alone.tables.items():
        assert table.equals(mixed.tables[name])


def test_whatever_is_compared_meets_the_same_company() -> None:
    compared = cardsim.compare("scat", ["threshold", "chase-31"], n=3000, vs=MIXED, seed=2)
    alone = met(MIXED, n=3000, seed=2, strategy="chase-31")

    assert compared.contenders[1].result.tables["company"].equals(alone.tables["company"])
    swept = cardsim.sweep("scat", 3000, knock_threshold="21,28", vs=MIXED, seed=2)
    (first, _) = swept.groups[0].points
    assert first.result.tables["seats"].equals(compared.contenders[0].result.tables["seats"])


def test_partners_are_drawn_as_one() -> None:
    played = cardsim.hands("spades", 40, vs=cardsim.mix(["highest-legal", "lowest-legal"]), seed=3)
    sides = played.group_by("hand", pl.col("seat") % 2).agg(pl.col("strategy").n_unique())

    assert sides["strategy"].max() == 1
    assert played["strategy"].n_unique() == 3


# ---------------------------------------------------------------- what is told


def test_results_are_split_by_who_was_met() -> None:
    result = met(cardsim.mix(["threshold", "chase-31"]), players=2, n=4000)
    split = result.by_company()
    n, value = split["n"].to_numpy(), split["value"].to_numpy()

    assert split["strategy"].to_list() == ["threshold", "chase-31"]
    assert n.sum() == 4000
    assert (n * value).sum() / 4000 == pytest.approx(result.headline.value)
    at_three = met(cardsim.mix(["threshold", "chase-31"]), n=4000).by_company()["n"].to_numpy()
    # Each is missing where the other sits in both seats.
    assert_uniform([n - 2000 for n in at_three.tolist()], resolves=0.3)


def test_a_hand_shown_again_says_who_sat_there(command: Command) -> None:
    result = met(MIXED)
    drawn = resolve(Request("scat", vs=MIXED), 1).spec.drawn
    assert drawn is not None
    seen = {player for hand in range(12) for player in result.replay(hand).seats}

    assert len(seen) > len(drawn.members) / 2
    assert seen <= {*drawn.members, result.spec.hero}
    said = command("replay scat --vs threshold*2,chase-31 --seed 5 --hand 1")
    assert said.status == 0


def test_saved_files_have_the_company(tmp_path: Path) -> None:
    result = met(MIXED)
    result.save(tmp_path / "a.json")
    result.save(tmp_path / "a.parquet")

    for name in ("a.json", "a.parquet"):
        read = cardsim.load(tmp_path / name)
        assert isinstance(read, Result)
        assert read.to_dict() == result.to_dict()
        assert read.more(200).to_dict() == met(MIXED, n=500).to_dict()


def test_the_command_of_a_mixture_with_ranges_gives_the_same_answer() -> None:
    company = cardsim.mix(["threshold:knock_threshold=18..20", "chase-31"])
    asked = cardsim.run("scat", 500, vs=company, seed=5)
    again = Request.of(asked.command).answer()

    assert isinstance(again, Result)
    assert again.spec.seats[1].weights == asked.spec.seats[1].weights
    assert again.headline == asked.headline
    assert again.counts().equals(asked.counts())


def test_the_command_of_a_run_names_the_mixture() -> None:
    assert f"--vs '{MIXED}'" in met(MIXED).command


def test_threads_meet_the_same_company() -> None:
    assert met(MIXED, n=5000, threads=2).to_dict() == met(MIXED, n=5000, threads=1).to_dict()


@pytest.mark.full
def test_workers_meet_the_same_company(command: Command) -> None:
    words = f"run scat --vs {MIXED.replace(' ', '')} -n 300 --seed 5 --json"

    assert json.loads(command(f"{words} --workers 2").out) == json.loads(command(words).out)
    assert json.loads(command(words).out)["tables"] == met(MIXED).to_dict()["tables"]


def test_rows_of_hands_and_decisions_name_who_sat_there() -> None:
    asked: dict[str, Any] = {"vs": MIXED, "seed": 4, "unit": "match"}
    result = cardsim.run("scat", 20, progress=False, **asked)
    seats = {hand: result.replay(hand).seats for hand in range(20)}
    for frame in (cardsim.hands("scat", 20, **asked), cardsim.decisions("scat", 20, **asked)):
        told = frame.select("hand", "seat", "strategy").unique().rows()
        assert len({name for _, _, name in told}) > 3
        assert all(seats[hand][seat].brief == str(name) for hand, seat, name in told)


@pytest.mark.full
@pytest.mark.parametrize("what", ["review", "learn"])
def test_a_mixture_of_one_way_to_play_answers_as_that_way(what: str) -> None:
    """What is drawn then decides nothing, so that every number must be the same."""
    one = cardsim.get_strategy("scat", "chase-31")
    again = one.named("chase again", about=one.about, path=None)
    answers: dict[str, Any] = {
        "review": lambda vs: cardsim.review("scat", 4000, by="knock:value", vs=vs, seed=3),
        "learn": lambda vs: cardsim.learn("scat", 2000, by="knock:value", vs=vs, seed=3, rounds=1),
    }

    mixed, alone = (answers[what](vs) for vs in (cardsim.mix([one, again]), "chase-31"))

    assert frames_of(mixed) == frames_of(alone)
    assert mixed.to_dict() != alone.to_dict(), "the company is not told"


def frames_of(answer: Any) -> list[Any]:
    return [frame.to_dict(as_series=False) for frame in (answer.frame(), *answer.tables.values())]


# ---------------------------------------------------------------- a stranger stays a stranger


def shown_against(vs: Any) -> list[Any]:
    """All that a strategy in Python is shown and given, decision by decision."""
    seen: list[Any] = []

    def knock(view: Any, chance: Any) -> bool:
        fields = tuple(repr(getattr(view, name)) for name in SHOWN)
        seen.append((fields, below(chance, 1 << 30)))
        return bool(view.value >= 25)

    keeper = Strategy("scat", name="keeper", knock=knock, compiled=False)
    cardsim.run("scat", 100, strategy=keeper, vs=vs, seed=9, threads=1, progress=False)
    # Some hands are played again, as many as time allows: a strategy in Python might go otherwise.
    return list(dict.fromkeys(seen))


@pytest.mark.full
def test_nothing_tells_who_was_drawn_as_long_as_he_acts_alike() -> None:
    """Two members play alike, under other names and with other parameters."""
    one = cardsim.get_strategy("scat", "chase-31")
    alike = one.named("aaa", about="another", path=None).lapsing()

    first, second, both = (
        shown_against(cardsim.mix({one: w, alike: v})) for w, v in ((1, 1e-9), (1e-9, 1), (1, 1))
    )

    assert len(first) > 500
    assert len(first[0][0]) > 20
    assert first == second == both
    assert first != shown_against("threshold"), "who acts otherwise is seen"


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("run scat --vs nobody,chase-31", "no strategy called 'nobody' for scat"),
        ("run scat --vs chase-31*x,threshold", "chase-31 must be a number above 0, not x"),
        ("run scat --vs chase-31*0,threshold", "must be a number above 0, not 0"),
        ("run scat --vs chase-31*,threshold", "must be a number above 0, not"),
        ("run scat --vs chase-31*nan,threshold", "must be a number above 0, not nan"),
        (
            "run scat --vs chase-31*1e999,threshold",
            "must be a number from 1e-12 to 1e+12, not 1e999",
        ),
        ("run scat --vs chase-31*-2,threshold", "must be a number above 0, not -2"),
        ("run scat --vs threshold,field", "field stands for all the others, and is in no list"),
        ("sweep scat --knock-threshold 20..22 --vs same,threshold", "same stands for all"),
        ("run scat --vs chase-31,,threshold", "has an empty place in its list"),
        ("run scat --vs threshold:knock_threshold=18..99", "from 2 to 31, not 99"),
        ("run scat --vs lost.toml", "--vs lost.toml cannot be read: No such file"),
        ("run scat --seat chase-31,learned --seat learned --seat learned", "must be one strategy"),
        ("run spades --partner greedy,lowest-legal", "--partner must be one strategy"),
        ("run dice-game --vs one,two", "has no effect in dice-game"),
        ("run dice-game --vs field", "has no effect in dice-game"),
        ("compare scat threshold learned --vs nobody*2", "no strategy called 'nobody'"),
    ],
)
def test_bad_mixtures_are_refused(command: Command, words: str, why: str) -> None:
    said = command(f"{words} -n 10 --seed 1")

    assert said.status == 2
    assert said.out == ""
    assert why in " ".join(said.err.split())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "has no"),
        ("member = 3", "has no"),
        ("[[member]]\nweight = 2", "needs a strategy"),
        ('[[member]]\nstrategy = "threshold"\nweight = "much"', "must be a number above 0"),
        ("[[member", "cannot be read"),
        ('weight = 3\n[[member]]\nstrategy = "threshold"', "weight is not one of about, plays"),
        (
            '[[member]]\nstrategy = "threshold"\nwieght = 3',
            "bad.toml: threshold: wieght is not one",
        ),
        ('[[member]]\nstrategy = "threshold"\nlevel = true', "must be 0 to 9, not True"),
        ('[[member]]\nstrategy = "threshold"\nweight = nan', "must be a number above 0, not nan"),
        ('[[member]]\nstrategy = "threshold"\nweight = -1', "must be a number above 0, not -1"),
        ('[[member]]\nstrategy = "threshold"\nweight = true', "must be a number above 0"),
        ('[[member]]\nstrategy = "threshold"\nweight = 1e308', "from 1e-12 to 1e"),
        (f"a = {'[' * 5000}{']' * 5000}", "cannot be read: it is nested too deeply"),
        (f"a = {'9' * 5000}", "cannot be read"),
        ('plays = 3\n[[member]]\nstrategy = "threshold"', "plays must be text, not 3"),
        ('[[member]]\nstrategy = "nobody"\n[[member]]\nstrategy = "threshold"', "'nobody'"),
        ('[[member]]\nstrategy = "threshold:a=1"', "has no parameter 'a'"),
    ],
)
def test_a_file_that_is_no_mixture_is_refused(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text)

    with pytest.raises(UserError, match=why):
        met(str(file))


@pytest.mark.parametrize("members", [[], {}, "threshold", 3, {"threshold": "x"}, {"threshold": -1}])
def test_what_is_no_mixture_in_python_is_refused(members: Any) -> None:
    with pytest.raises(UserError, match=r"mixture|weight"):
        cardsim.mix(members)
