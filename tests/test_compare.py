"""Comparisons: strategies in the same hands, their differences, and ranks that own to noise."""

from __future__ import annotations

import json
import re
import shlex
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import stats

import cardsim
from cardsim import Strategy, UserError
from cardsim.ask.comparisons import CompareResult
from cardsim.cli import delivery, main
from cardsim.show.stories import story_of
from cardsim.statistics.paired import all_pairs
from test_sweep import correlated
from typed import Command

SEED = 77


def compare(*strategies: Any, n: object = 2000, **options: Any) -> CompareResult:
    """By the share of hands in which a life is lost; of matches by what they are won by."""
    given = {"seed": SEED, "threads": 1, "measure": None if "unit" in options else "loses"}
    return cardsim.compare(
        "scat", strategies, n=n, **({"vs": "usual", "unit": "hand"} | given | options)
    )


@pytest.mark.full
def test_each_strategy_is_the_run_with_it_as_the_hero() -> None:
    names = ("threshold:knock_threshold=25", "suit-keeper", "chase-31")
    result = compare(*names, n=20_000, players=4, vs="take-margin", knocker_tie="knocker-only")

    for name, contender in zip(names, result.contenders, strict=True):
        alone = cardsim.run(
            "scat",
            20_000,
            seed=SEED,
            players=4,
            strategy=name,
            vs="take-margin",
            knocker_tie="knocker-only",
            measure="loses",
            unit="hand",
        )
        assert contender.result.spec == alone.spec
        assert all(contender.result.tables[k].equals(t) for k, t in alone.tables.items())
        assert contender.estimate == alone.headline


@pytest.mark.full
def test_differences_are_those_of_the_hands_themselves(tmp_path: Any) -> None:
    names = ("threshold", "suit-keeper", "chase-31")
    result = compare(*names, n=20_000)
    lost = []
    for name in names:
        path = tmp_path / f"{name}.parquet"
        cardsim.run(
            "scat", 20_000, seed=SEED, strategy=name, hands_out=path, unit="hand", vs="usual"
        )
        lost.append((pl.read_parquet(path)["your_change"] >= 1).to_numpy().astype(float))

    assert len(result.differences) == 3
    for d in result.differences:
        a, b = lost[d.a], lost[d.b]
        assert d.value == pytest.approx((b - a).mean())
        assert d.value >= 0
        assert d.differ == (a != b).mean()
        apart = (a.var(ddof=1) + b.var(ddof=1)) / (b - a).var(ddof=1)
        assert d.gain == pytest.approx(apart, rel=0.01)
        assert (d.low + d.high) / 2 == pytest.approx(d.value)


def test_pairing_gains_a_factor_of_more_than_ten_for_neighbouring_thresholds() -> None:
    """The same in C: 16. Of 200 000 hands 3900 differ, so that 10 would be 40 errors away."""
    (difference,) = compare(
        "threshold:knock_threshold=21", "threshold:knock_threshold=22", n=200_000
    ).differences

    assert 12 < difference.gain < 40
    assert 0.01 < difference.differ < 0.04


def test_strategies_that_no_hand_tells_apart_are_the_same_play() -> None:
    """At this table nobody may call a hammer."""
    result = compare("threshold", "threshold:hammer_threshold=20", "suit-keeper", n=100_000)

    same = [d for d in result.differences if d.same_play]
    assert [{d.a, d.b} for d in same] == [{0, 1}]
    assert [d for d in result.differences if d.negligible] == same
    frame = result.frame()
    assert frame["same_play"].to_list() == [d.same_play for d in result.differences]
    assert frame["negligible"].to_list() == [d.negligible for d in result.differences]


def test_of_matches_that_ended_alike_nothing_is_said_of_their_hands(command: Command) -> None:
    """A hand more or fewer, and still the same side won each of these few matches."""
    said = command(
        "compare spades by-the-book press-on --vs random-legal --unit match -n 20 --seed 1 --quiet"
    )

    text = " ".join(said.out.split())
    assert said.status == 0
    assert "Both strategies play alike: " in text
    assert "no hand" not in text


@pytest.mark.parametrize("precision", [None, "1pp"])
@pytest.mark.kept(1)
def test_a_comparison_does_not_depend_on_the_threads(precision: str | None) -> None:
    one, three = (
        compare("threshold", "chase-31", n=60_000, threads=threads, precision=precision)
        for threads in (1, 3)
    )

    assert one.to_json() == three.to_json()


def test_places_own_to_what_is_within_noise() -> None:
    """chase-31 loses 4.6 points more often: 50 standard errors; the hammer is not played."""
    result = compare(
        "chase-31",
        "threshold",
        "threshold:hammer_threshold=10",
        "threshold:hammer_threshold=11",
        n=20_000,
    )

    assert [c.place for c in result.contenders] == ["4", "1 to 3", "1 to 3", "1 to 3"]
    assert result.ranking[-1].player.strategy == "chase-31"
    assert "threshold (hammer-threshold 10) and threshold (hammer" in result.sentence
    assert " do the same: no hand came out otherwise. The worst, chase-31" in result.sentence


def test_a_higher_share_of_matches_won_ranks_first() -> None:
    result = compare("threshold:knock_threshold=3", "threshold", n=2000, unit="match")

    assert result.ranking[0].player.brief == "threshold"
    assert result.ranking[0].estimate.value > result.ranking[1].estimate.value
    assert result.differences[0].low > 0
    assert re.search(r"The next, threshold \(knock-threshold 3\), is .* behind\.", result.sentence)


@pytest.mark.parametrize(
    "chances", [[0.36] * 5, [0.30, 0.36, 0.361, 0.40, 0.60]], ids=["equal", "unequal"]
)
@pytest.mark.kept(1)
def test_all_pairs_are_covered_together_as_often_as_said(
    chances: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """False alarm 1e-6. Intervals for each pair alone would fail it."""
    monkeypatch.setattr("cardsim.statistics.paired.DRAWS", 1 << 12)
    rng, truth, trials = np.random.default_rng(6), np.array(chances), 500
    apart = truth[:, None] - truth
    missed = naive = 0
    for _ in range(trials):
        moments = correlated(rng, truth, 1500)
        errors = np.abs(moments.means[:, None] - moments.means - apart)
        missed += bool((errors > all_pairs(moments) + 1e-12).any())
        single = np.array([moments.sds(j) for j in range(len(truth))]) / np.sqrt(moments.n)
        naive += bool((errors > 1.96 * single + 1e-12).any())

    limit = stats.binom.isf(1e-6, trials, 0.05)
    assert missed <= limit
    assert naive > limit
    assert missed > trials * 0.015


def test_the_command_of_a_comparison_repeats_its_numbers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    result = compare(
        "suit-keeper", "threshold:knock_threshold=19,hammer_threshold=9", players=4, vs="chase-31"
    )

    assert main([*shlex.split(result.command)[1:], "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(result.to_json())


def test_strategies_of_the_session_can_be_compared() -> None:
    def bold(view: Any) -> Any:
        return view.value >= 17

    def shy(view: Any) -> Any:
        return view.value >= 30

    result = compare(
        Strategy("scat", name="bold", knock=bold), Strategy("scat", name="shy", knock=shy)
    )
    same = compare("threshold:knock_threshold=17", "threshold:knock_threshold=30")

    assert [c.estimate for c in result.contenders] == [c.estimate for c in same.contenders]
    assert set(result.frame()["a"]) <= {"bold", "shy"}


def test_frame_json_and_counts_tell_the_same() -> None:
    result = compare("threshold", "suit-keeper", "first-turn")

    data = json.loads(result.to_json())
    assert data["schema"] == "cardsim.compare/4"
    assert data["differences"] == result.frame().to_dicts()
    assert data["strategies"] == result.ranking_frame().to_dicts()
    field = result.counts().filter(pl.col("table") == "field")
    assert set(field.group_by("strategy").agg(pl.col("count").sum())["count"]) == {2000}


@pytest.mark.parametrize(
    ("strategies", "options", "wanted"),
    [
        (["threshold"], {}, "a comparison takes 2 to 100 strategies, not 1"),
        (["threshold"] * 101, {}, "a comparison takes 2 to 100 strategies, not 101"),
        (["threshold", "threshold:knock_threshold=21"], {}, "threshold is named twice"),
        (["threshold", "treshold"], {}, "no strategy called 'treshold' for scat"),
        (["threshold", "threshold:knock=3"], {}, "--strategy: strategy 'threshold' has no"),
        (["threshold", "chase-31"], {"knock_threshold": 3}, "--knock-threshold is no house rule"),
        (["threshold", "chase-31"], {"precision": "1"}, "--precision must be percentage points"),
    ],
)
def test_a_comparison_that_makes_no_sense_is_refused(
    strategies: list[str], options: dict[str, Any], wanted: str
) -> None:
    with pytest.raises(UserError) as caught:
        compare(*strategies, **options)

    assert str(caught.value).startswith(wanted)


def test_strategies_have_the_least_and_the_most_of_what_is_neither_better_nor_worse() -> None:
    compared = compare("threshold", "chase-31", n=1_000, measure="turns", unit="hand")

    assert compared.sentence.startswith(
        "Of two strategies the least and the most: with threshold a hand lasts "
    )
    assert "; with chase-31 a hand lasts " in compared.sentence
    assert "best" not in " ".join(delivery.told(compared, story_of(compared)))
