"""Sweeps: the same hands at every point, ranges, and a best that is never made of noise."""

from __future__ import annotations

import json
import shlex
from dataclasses import astuple, replace
from typing import Annotated, Any

import numpy as np
import polars as pl
import pytest
from scipy import stats

import cardsim
from cardsim import Strategy, UserError, between
from cardsim.ask import sweeps
from cardsim.ask.sweeps import prepare_sweep
from cardsim.ask.swept import Edge, SweepResult
from cardsim.cli import delivery, main
from cardsim.kernels import jit
from cardsim.options.params import Option, settings_text
from cardsim.options.ranges import values_of
from cardsim.rng import uniform
from cardsim.runs import crews, paired_runs
from cardsim.runs.preparation import Setup
from cardsim.runs.request import Request
from cardsim.show.stories import story_of
from cardsim.showing import Progress
from cardsim.statistics.paired import Moments, verdict

SEED = 20_240_229


def sweep(n: object = 2000, **options: Any) -> SweepResult:
    """By the share of hands in which a life is lost; of matches by what they are won by."""
    usual: dict[str, Any] = {} if "seats" in options else {"vs": "usual"}
    usual["measure"] = None if "unit" in options else "loses"
    return cardsim.sweep(
        "scat", n, **{**usual, "unit": "hand", "seed": SEED, "threads": 1, **options}
    )


# ---------------------------------------------------------------- the same hands


@pytest.mark.full
def test_every_point_is_the_run_with_its_settings() -> None:
    swept = sweep(20_000, knock_threshold="19,21,23", players=[2, 4], vs="suit-keeper")

    assert len(swept.points) == 6
    for point in swept.points:
        options: dict[str, Any] = dict(point.settings)
        options["measure"] = "loses"
        alone = cardsim.run(
            "scat", 20_000, seed=SEED, vs="suit-keeper", **({"unit": "hand"} | options)
        )
        assert point.result.tables.keys() == alone.tables.keys()
        for name, table in alone.tables.items():
            assert point.result.tables[name].equals(table)
        assert point.estimate == alone.headline
        assert point.result.spec == alone.spec


def test_products_are_those_of_the_hands_themselves(tmp_path: Any) -> None:
    swept = sweep(30_000, knock_threshold=(18, 21, 27))
    lost = []
    for threshold in (18, 21, 27):
        path = tmp_path / f"{threshold}.parquet"
        cardsim.run(
            "scat",
            30_000,
            seed=SEED,
            knock_threshold=threshold,
            hands_out=path,
            unit="hand",
            vs="usual",
        )
        lost.append((pl.read_parquet(path)["your_change"] >= 1).to_numpy().astype(np.int64))

    values = np.array(lost)
    moments = swept.groups[0].moments
    assert moments.n == 30_000
    assert (moments.sums == values.sum(axis=1)).all()
    assert (moments.products == values @ values.T).all()
    for j in range(3):
        spread = (values - values[j]).std(axis=1, ddof=1)
        assert moments.sds(j) == pytest.approx(spread, abs=2e-4)


def test_a_mean_is_paired_as_exactly_as_a_share(tmp_path: Any) -> None:
    """Places in a match, of values beyond 0 and 1, through the same products."""
    swept = sweep(500, unit="match", knock_threshold=(20, 26), players=5)
    options = {"knock_threshold": (20, 26)}
    asked = Request("scat", 500, unit="match", seed=SEED, players=5, options=options, vs="usual")
    setups = prepare_sweep(asked).setups
    place = setups[0][0].unit.measures[1]
    for setup in setups[0]:
        assert isinstance(setup, Setup)
        setup.run.__dict__["unit"] = replace(setup.unit, measures=(place,))
    (played,) = paired_runs.play_together(setups, threads=1, differ=True)
    rows = []
    for threshold in (20, 26):
        path = tmp_path / f"{threshold}.parquet"
        cardsim.run(
            "scat",
            500,
            unit="match",
            players=5,
            seed=SEED,
            knock_threshold=threshold,
            hands_out=path,
            vs="usual",
        )
        rows.append(pl.read_parquet(path)["your_place"].to_numpy().astype(np.int64))

    values = np.array(rows)
    assert (played.moments.products == values @ values.T).all()
    assert played.differ is not None
    assert played.differ[0, 1] == (values[0] != values[1]).sum() > 0
    assert swept.measure.name == "wins"


@pytest.mark.parametrize("precision", [None, "1pp"])
@pytest.mark.full
def test_a_sweep_does_not_depend_on_the_threads(precision: str | None) -> None:
    options = {"n": 50_000, "knock_threshold": "19..22", "players": "2,3", "precision": precision}

    one, three = (sweep(threads=threads, **options) for threads in (1, 3))

    assert one.to_json() == three.to_json()


def test_a_sweep_does_not_depend_on_the_size_of_its_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = sweep(7000, knock_threshold="20..23").to_json()
    monkeypatch.setattr(paired_runs, "TASK_HANDS", 1)
    monkeypatch.setattr(paired_runs, "LEAST_CHUNK", 999)
    monkeypatch.setattr(paired_runs, "BLOCK", 3)

    assert sweep(7000, knock_threshold="20..23").to_json() == whole


@pytest.mark.full
def test_a_large_grid_keeps_what_its_estimates_need() -> None:
    swept = sweep(300, knock_threshold="18..21", hammer_threshold="2..31")
    point = swept.points[50]

    given: dict[str, Any] = {"vs": "usual", "unit": "hand", **dict(point.settings)}
    alone = cardsim.run("scat", 300, seed=SEED, **given)
    assert len(swept.points) == 120
    assert "values" not in point.result.tables
    assert point.result.estimates == alone.estimates
    assert point.result.shares().keys() == alone.shares().keys()
    assert point.result.by_seat()["change"].equals(alone.by_seat()["change"])


def test_all_points_are_played_by_one_compiled_engine() -> None:
    sweep(100, knock_threshold="20,21")
    compiled: list[jit.Compilation] = []

    with jit.watched(compiled.append):
        sweep(
            100,
            knock_threshold="18..20",
            players="2..4",
            knocker_tie=["others-lose", "knocker-only"],
        )

    assert compiled == []


@pytest.mark.full
def test_the_command_of_a_sweep_repeats_its_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    swept = sweep(
        500,
        knock_threshold="19..23:2",
        players=(2, 3),
        preset="cadillac,scat",
        hammer_threshold=12,
        start_lives=5,
        first_turn_knock=[True, False],
        vs="take-margin:take_margin=3",
    )

    words = shlex.split(swept.command)
    assert words[:3] == ["cardsim", "sweep", "scat"]
    assert main([*words[1:], "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(swept.to_json())


# ---------------------------------------------------------------- the best and its ties


def test_the_best_is_asked_for_in_each_circumstance_by_itself() -> None:
    swept = sweep(20_000, players="2..4", knock_threshold="19..24")

    assert [dict(g.circumstances) for g in swept.groups] == [{"players": k} for k in (2, 3, 4)]
    for group in swept.groups:
        assert len(group.points) == 6
        assert group.best.estimate.value == min(p.estimate.value for p in group.points)
        assert group.best.shortfall.value == 0
        values = [p.estimate.value - group.best.estimate.value for p in group.points]
        assert [p.shortfall.value for p in group.points] == pytest.approx(values)


def test_points_that_play_alike_are_tied_and_said_to_be() -> None:
    swept = sweep(20_000, hammer_threshold="10..14")

    group = swept.groups[0]
    assert all(p.tied for p in group.points)
    assert all(p.shortfall.low == 0 < p.shortfall.high < 0.001 for p in group.points)
    assert len(group.tied) == 4
    assert "Hammer-threshold changes nothing here." in swept.sentence
    assert "The worst" not in swept.sentence


def test_of_many_tied_pairs_of_values_a_sentence_names_three() -> None:
    swept = sweep(2000, hammer_threshold="10..14", knock_threshold="20,21")

    (group,) = swept.groups
    named = group.tied[:3]
    assert len(group.tied) > len(named)
    told = ", ".join(f"({settings_text(p.settings)})" for p in named)
    assert f"{told} and {len(group.tied) - 3} more do as well" in swept.sentence


def test_a_single_point_is_not_the_best_of_several() -> None:
    swept = sweep(100, knock_threshold="17..17")

    assert swept.sentence.startswith("If you knock at 17, you lose a life in ")


def test_a_few_hands_are_too_few_to_tell() -> None:
    for n in (1, 2, 10):
        group = sweep(n, knock_threshold="20..23").groups[0]
        assert all(p.tied for p in group.points)


def test_what_is_clearly_worse_is_not_tied() -> None:
    """Threshold 17 loses 1.8 points more often than 20: 20 standard errors of 50 000 hands."""
    swept = sweep(50_000, knock_threshold=(17, 20, 31))

    worst = swept.points[0].shortfall
    assert dict(swept.groups[0].best.settings) == {"knock_threshold": 20}
    assert 0.01 < worst.low < worst.value < worst.high < 0.03
    assert swept.groups[0].tied == ()
    assert "The worst, 17, costs " in swept.sentence


def test_a_higher_share_of_matches_won_is_better() -> None:
    swept = sweep(2000, unit="match", strategy="threshold", knock_threshold=(3, 21))

    assert not swept.measure.lower_is_better
    assert dict(swept.groups[0].best.settings) == {"knock_threshold": 21}
    assert swept.points[0].shortfall.low > 0


def test_a_sweep_without_a_choice_tells_the_extremes() -> None:
    swept = sweep(2000, players="2..5", three_of_a_kind="none,30")

    assert swept.choices == ()
    assert all(len(g.points) == 1 for g in swept.groups)
    assert all(astuple(p.shortfall) == (0, 0, 0) for p in swept.points)
    assert swept.sentence.startswith("Of eight tables the least and the most: with ")


def correlated(rng: np.random.Generator, chances: np.ndarray[Any, Any], n: int) -> Moments:
    """Hands in which every point has its chance, alike in seven of eight."""
    shared, own = rng.random((n, 1)), rng.random((n, len(chances)))
    luck = np.where(rng.random((n, 1)) < 0.875, shared, own)
    values = (luck < chances).astype(np.int64)
    return Moments(n, values.sum(axis=0), values.T @ values)


@pytest.mark.parametrize(
    "chances",
    [[0.36] * 6, [0.36, 0.365, 0.37, 0.38, 0.40, 0.50], [0.30, *np.linspace(0.45, 0.6, 11)]],
    ids=["equal", "unequal", "one-best"],
)
@pytest.mark.full
def test_the_intervals_hold_together_as_often_as_they_say(
    chances: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """False alarm 1e-6.

    Where one is best for certain, intervals for each point alone would fail it, and these miss
    nearly as often as they may; with ties they may be wider than they must.
    """
    monkeypatch.setattr("cardsim.statistics.paired.DRAWS", 1 << 12)
    rng, truth, trials = np.random.default_rng(5), np.array(chances), 600
    best = truth.min()
    missed = naive = 0
    for _ in range(trials):
        moments = correlated(rng, truth, 1500)
        ruling = verdict(moments, lower_is_better=True)
        inside = [
            s.low - 1e-12 <= t - best <= s.high + 1e-12
            for s, t in zip(ruling.shortfalls, truth, strict=True)
        ]
        missed += not (all(inside) and any(truth[k] == best for k in ruling.tied))
        errors = moments.means - moments.means[0] - (truth - truth[0])
        naive += bool((np.abs(errors) > 1.96 * moments.sds(0) / np.sqrt(moments.n)).any())

    limit = stats.binom.isf(1e-6, trials, 0.05)
    assert missed <= limit
    assert naive > limit
    if chances[0] < 0.36:
        assert missed > trials * 0.02


def test_simulated_critical_values_are_no_wider_than_those_of_bonferroni(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moments = correlated(np.random.default_rng(8), np.linspace(0.36, 0.37, 12), 20_000)
    narrow = verdict(moments, lower_is_better=True)
    monkeypatch.setattr("cardsim.statistics.paired.SIMULATED", 1)
    wide = verdict(moments, lower_is_better=True)

    assert set(narrow.tied) <= set(wide.tied)
    assert narrow.half < wide.half < 1.3 * narrow.half


# ---------------------------------------------------------------- beyond the ends


def by_lives(n: object = 2000, **options: Any) -> SweepResult:
    """By the lives that the others lose more than the hero; of matches by what they are won by."""
    return sweep(n, **({} if "unit" in options else {"measure": "net"}), **options)


def knows_only(*, best: int) -> Strategy:
    """Knocks at random from its second turn on, the less the nearer `wanted` is to `best`."""

    def knock(
        view: Any, chance: Any, wanted: Annotated[int, between(0, 31, "nearest to the best")] = 4
    ) -> Any:
        return view.own_turns > 0 and uniform(chance) < 0.1 * abs(wanted - best)

    return Strategy("scat", knock=knock)


@pytest.mark.full
def test_a_range_goes_on_beyond_the_end_at_which_the_best_lies() -> None:
    """Each step away from 5 is a tenth more knocks with whatever is held."""
    hero = knows_only(best=5)
    up, down = (by_lives(20_000, strategy=hero, wanted=asked) for asked in ("1..3", range(8, 12)))

    for swept, asked, played in ((up, "1..3", range(1, 7)), (down, "8..11", range(4, 12))):
        (axis,) = swept.spec.axes
        assert axis.values == tuple(played)
        assert (axis.asked, axis.text) == (asked, f"{played[0]}..{played[-1]}")
        assert swept.extended == (axis,)
        group = swept.groups[0]
        assert dict(group.best.settings) == {"wanted": 5}
        assert group.at_edge == ()
        again = by_lives(20_000, strategy=hero, wanted=axis.text)
        assert again.extended == ()
        assert again.frame().equals(swept.frame())


def test_a_range_goes_on_with_its_step_as_far_as_the_parameter_allows() -> None:
    """Never to knock wins most in the long run."""
    swept = by_lives(20_000, knock_threshold="18..22:2", players="2,3")

    _, axis = swept.spec.axes
    assert axis.values == (18, 20, 22, 24, 26, 28, 30)
    assert axis.asked == "18..22:2"
    assert axis.beyond == (True, True)
    for group in swept.groups:
        (edge,) = group.at_edge
        assert edge == Edge("knock_threshold", 30, is_high=True, more=True)
    words = shlex.split(swept.command)
    assert words[words.index("--knock-threshold") + 1] == "18..30:2"
    assert f"-n 20000 --seed {SEED}" in swept.command


@pytest.mark.full
def test_a_fraction_of_a_step_beyond_is_as_exact_as_those_before() -> None:
    def knock(
        view: Any, chance: Any, often: Annotated[float, between(0, 1, "how often")] = 0.5
    ) -> Any:
        return view.own_turns > 0 and uniform(chance) < often

    swept = by_lives(20_000, strategy=Strategy("scat", knock=knock), often="0.5..0.7:0.1")

    (axis,) = swept.spec.axes
    assert axis.values == (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7)
    assert axis.text == "0..0.7:0.1"
    assert swept.groups[0].at_edge == (Edge("often", 0.0, is_high=False, more=False),)


@pytest.mark.parametrize(
    "options",
    [
        {"knock_threshold": "18,20,22"},
        {"knock_threshold": [18, 20, 22]},
        {"knock_threshold": "18..22:2", "n": 900},
        {"hammer_threshold": "10..14"},
        {"players": "2..4"},
        {"start_lives": "2..3", "knock_threshold": "20,21"},
    ],
    ids=["list", "sequence", "few hands", "nothing to choose", "circumstances", "rules"],
)
@pytest.mark.kept(3)
def test_all_else_is_played_as_it_is_given(options: dict[str, Any]) -> None:
    asked = {"n": 20_000, **options}
    if "start_lives" in options:
        asked |= {"unit": "match", "n": 2000}
    swept = by_lives(**asked)

    assert swept.extended == ()
    assert len(swept.points) == swept.spec.size <= 6


def test_a_list_with_the_best_at_its_end_says_so() -> None:
    group = by_lives(20_000, knock_threshold=(18, 25, 20)).groups[0]

    assert group.at_edge == (Edge("knock_threshold", 25, is_high=True, more=True),)


@pytest.mark.full
def test_a_range_grows_to_no_more_than_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeps, "MOST_VALUES", 5)
    bounded = by_lives(20_000, strategy=knows_only(best=9), wanted="1..3")
    monkeypatch.setattr(sweeps, "MOST_VALUES", 64)
    monkeypatch.setattr(sweeps, "MOST_POINTS", 8)
    small = by_lives(20_000, strategy=knows_only(best=9), wanted="1..3", players="2,3")

    assert bounded.spec.axes[0].values == (1, 2, 3, 4, 5)
    assert small.spec.axes[1].values == (1, 2, 3, 4)
    assert bounded.groups[0].at_edge == (Edge("wanted", 5, is_high=True, more=True),)


@pytest.mark.parametrize("precision", [None, "2pp"])
@pytest.mark.full
def test_what_is_found_beyond_does_not_depend_on_the_threads(precision: str | None) -> None:
    options = {"knock_threshold": "19..22", "unit": "match", "precision": precision}

    one, three = (by_lives(8000, threads=threads, **options) for threads in (1, 3))

    assert one.extended
    assert one.to_json() == three.to_json()


def test_a_pilot_plays_none_of_the_hands_of_the_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    played, usual = [], paired_runs.play_together

    def watched(setups: Any, **how: Any) -> Any:
        played.append({(s.spec.first, s.spec.hands) for group in setups for s in group})
        return usual(setups, **how)

    monkeypatch.setattr(sweeps, "play_together", watched)
    sweep(1000, knock_threshold="18..22")

    *pilots, last = played
    assert last == {(0, 1000)}
    assert pilots
    assert set().union(*pilots) == {(1000, 100)}


def test_an_interrupted_pilot_is_no_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeps, "play_together", lambda *_, **_more: [])

    with pytest.raises(KeyboardInterrupt, match="a pilot was looking how far the ranges go"):
        by_lives(20_000, knock_threshold="18..22")


@pytest.mark.full
def test_a_sweep_that_went_on_is_read_back_as_it_was(tmp_path: Any) -> None:
    swept = by_lives(20_000, strategy="threshold", knock_threshold="18..20")
    swept_path = tmp_path / "sweep.json"
    swept_path.write_text(swept.to_json(), "utf-8")

    again = cardsim.load(swept_path)

    assert swept.extended
    assert isinstance(again, SweepResult)
    assert again.to_json() == swept.to_json()
    assert again.groups[0].at_edge == swept.groups[0].at_edge


@pytest.mark.full
def test_the_search_for_longer_ranges_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """It seemed to stand still: of many hands the search takes seconds."""
    monkeypatch.setattr(crews, "TELL_SECONDS", -1.0)
    told: list[Progress] = []

    swept = by_lives(20_000, strategy="threshold", knock_threshold="18..20", progress=told.append)

    assert swept.extended
    assert told[0].hands == 3
    assert told[0].total == 3 * (20_000 + 2_000)
    assert told[-1].total == 20_000 * len(swept.points)


# ---------------------------------------------------------------- what makes no difference


def test_points_that_no_hand_tells_apart_are_the_same_play() -> None:
    """A hammer is never called at this table."""
    swept = by_lives(5000, hammer_threshold="10..12", knock_threshold=(20, 27))

    assert [a.name for a in swept.idle] == ["hammer_threshold"]
    group = swept.groups[0]
    assert [[dict(p.settings)["knock_threshold"] for p in part] for part in group.same_play] == [
        [20, 20, 20],
        [27, 27, 27],
    ]
    # None of them is an end: 10 to 12 are all the best.
    assert [edge.axis for edge in group.at_edge] == ["knock_threshold"]


def test_what_changes_one_hand_is_no_longer_the_same_play() -> None:
    swept = by_lives(5000, first_turn_option="hammer", hammer_threshold="14..15")

    assert swept.idle == ()
    assert swept.groups[0].same_play == ()


@pytest.mark.full
def test_where_it_makes_no_practical_difference_it_is_said() -> None:
    """A hammer that is never called, and one that is."""
    never = by_lives(200_000, hammer_threshold="10..12")
    some = by_lives(200_000, first_turn_option="hammer", hammer_threshold="6,14")

    assert never.groups[0].negligible
    assert never.frame()["negligible"].all()
    assert not some.groups[0].negligible


# ---------------------------------------------------------------- ranges

WHOLE = Option("whole", 5, low=2, high=31)
ANY = Option("any", 0.5)
WORD = Option("word", "a", choices=("a", "b", "c"))
FLAG = Option("flag", default=False)


@pytest.mark.parametrize(
    ("option", "given", "values"),
    [
        (WHOLE, "17..20", (17, 18, 19, 20)),
        (WHOLE, "17..20:2", (17, 19)),
        (WHOLE, " 5 , 3..4, 9", (5, 3, 4, 9)),
        (WHOLE, "7..7", (7,)),
        (WHOLE, range(3, 9, 3), (3, 6)),
        (WHOLE, np.array([4, 2]), (4, 2)),
        (WHOLE, 9, (9,)),
        (ANY, "0..0.3:0.1", (0.0, 0.1, 0.2, 0.3)),
        (ANY, "-1..1", (-1.0, 0.0, 1.0)),
        (ANY, "1e-3,2", (0.001, 2.0)),
        (WORD, "c,a", ("c", "a")),
        (FLAG, "true,no", (True, False)),
        (FLAG, [False], (False,)),
    ],
)
def test_a_range_is_its_values(option: Option, given: object, values: tuple[Any, ...]) -> None:
    assert values_of(option, given) == values


@pytest.mark.parametrize(
    ("option", "given", "wanted"),
    [
        (WHOLE, "20..17", "--whole 20..17 runs backwards"),
        (WHOLE, "17..", "must be a range like 17..31 or 17..31:2, not 17.."),
        (WHOLE, "..", "must be a range like"),
        (WHOLE, "1..2..3", "must be a range like"),
        (WHOLE, "nan..3", "must be a range like"),
        (WHOLE, "2..inf", "must be a range like"),
        (WHOLE, "17..x", "must be a range like"),
        (WHOLE, "17..20:0", "must have a step above 0"),
        (WHOLE, "17..20:-1", "must have a step above 0"),
        (WHOLE, "17..20:", "must be a range like"),
        (WHOLE, "17..20:0.5", "needs a whole step"),
        (WHOLE, "17.5..20", "--whole must be a whole number from 2 to 31, not 17.5"),
        (WHOLE, "17..45", "--whole must be a whole number from 2 to 31, not 45"),
        (WHOLE, "17,,19", "has an empty place in its list"),
        (WHOLE, ",", "has an empty place in its list"),
        (WHOLE, "", "--whole must be a whole number from 2 to 31, not "),
        (WHOLE, [], "--whole has no values"),
        (WHOLE, range(9, 9), "--whole has no values"),
        (WHOLE, "17,18,17", "--whole names 17 twice"),
        (WHOLE, "17..19,18", "--whole names 18 twice"),
        (FLAG, "true,yes", "--flag names true twice"),
        (WORD, "a..c", "--word is not a number, so that a..c is no range of it"),
        (WORD, "a,d", "--word must be a, b, c, not d"),
        (ANY, "0..1:1e-9", "the grid has 1000000001 points; a sweep may have 10000"),
        (ANY, range(10**6), "the grid has 1000000 points; a sweep may have 10000"),
    ],
)
def test_what_is_no_range_is_refused_with_what_would_be_one(
    option: Option, given: object, wanted: str
) -> None:
    with pytest.raises(UserError) as caught:
        values_of(option, given)

    assert wanted in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ({}, "there is nothing to sweep"),
        ({"players": 3, "knock_threshold": "20"}, "there is nothing to sweep"),
        (
            {"knock_threshold": "2..31", "hammer_threshold": "2..31", "players": "2..16"},
            "the grid has 13500 points (15 x 30 x 30); a sweep may have 10000",
        ),
        ({"players": "2..17"}, "--players must be a whole number from 2 to 16, not 17"),
        ({"preset": "scat,cadilac"}, "--preset must be scat, "),
        ({"knock_treshold": "20..22"}, "no option --knock-treshold for scat"),
        ({"players": "2..3", "seats": "threshold;threshold"}, "--seat must name 3 players"),
        ({"players": "2,3", "seats": "threshold;threshold", "vs": "threshold"}, "--seat names the"),
        ({"players": "2,3", "n": 0}, "-n must be a whole number"),
        ({"players": "2,3", "precision": "0.1"}, "--precision must be percentage points"),
        (
            {"start_lives": "3..5", "score_mode": "points", "measure": None},
            "--start-lives 4 has no effect with --score-mode points",
        ),
    ],
)
def test_a_sweep_that_makes_no_sense_is_refused(options: dict[str, Any], wanted: str) -> None:
    with pytest.raises(UserError) as caught:
        sweep(**{"knock_threshold": "20,21", **options} if "knock_treshold" in options else options)

    assert str(caught.value).startswith(wanted)


# ---------------------------------------------------------------- in Python


def test_a_strategy_of_the_session_can_be_swept() -> None:
    def knock(view: Any, value: int = 21, low: float = 0.0) -> Any:
        return view.value >= value + low

    swept = sweep(500, strategy=Strategy("scat", knock=knock), value="20..22", low=[0, 0.5])

    frame = swept.frame()
    assert frame.columns[:3] == ["value_", "low_", "value"]
    assert frame["value_"].to_list() == [20, 20, 21, 21, 22, 22]
    assert frame["value"].to_list() == [p.estimate.value for p in swept.points]


def test_frame_json_and_counts_tell_the_same() -> None:
    swept = sweep(1000, players="2,3", knock_threshold="20..22")

    frame, data, counts = swept.frame(), json.loads(swept.to_json()), swept.counts()
    points = [p for g in data["groups"] for p in g["points"]]
    for key in ("value", "low", "high", "worse", "worse_low", "worse_high", "best", "tied"):
        assert frame[key].to_list() == [p[key] for p in points]
    assert data["schema"] == "cardsim.sweep/4"
    assert data["sentence"] == swept.sentence
    assert [g["best"] for g in data["groups"]] == [dict(g.best.settings) for g in swept.groups]
    field = counts.filter(pl.col("table") == "field").group_by("at_players", "at_knock_threshold")
    assert set(field.agg(pl.col("count").sum())["count"]) == {1000}


def test_results_show_themselves_escaped_and_in_pandas() -> None:
    swept = sweep(300, knock_threshold="20..22")
    compared = cardsim.compare(
        "scat", ["threshold", "chase-31"], n=300, seed=SEED, unit="hand", vs="usual"
    )

    for result in (swept, compared):
        assert result.sentence.split(":")[0] in result._repr_html_()
        assert list(result.to_pandas().columns) == result.frame().columns


def test_seats_can_be_swept_over_rules() -> None:
    swept = sweep(400, seats="threshold; chase-31", knocker_tie="others-lose,knocker-only")

    rule = [dict(p.result.spec.rules)["knocker_tie"] for p in swept.points]
    assert rule == ["others-lose", "knocker-only"]
    assert all(p.result.spec.fixed for p in swept.points)


def test_a_game_without_decisions_is_swept_over_its_rules() -> None:
    swept = cardsim.sweep("dice-game", 500, seed=SEED, players="2..3", preset="seed,lcr")

    means = [p.estimate.value for p in swept.points]
    alone = cardsim.run("dice-game", 500, seed=SEED, players=3, preset="lcr")
    assert len(means) == 4
    assert alone.headline.value in means
    assert swept.sentence.startswith("Of four tables the least and the most: with 2 players, ")


def test_nothing_is_best_by_a_measure_of_which_more_is_neither_better_nor_worse() -> None:
    swept = sweep(1_000, knock_threshold="19,21,25", measure="turns", unit="hand")

    assert swept.choices == ()
    assert swept.sentence.startswith(
        "Of three ways to play the least and the most: if you knock at 19, a hand lasts "
    )
    assert "best" not in swept.sentence
    assert "best" not in " ".join(delivery.told(swept, story_of(swept)))
    assert swept.about()["measure"]["lower_is_better"] is None
