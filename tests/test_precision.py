"""Stopping at a precision: intervals that hold at every look, and where they stop."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy import stats

import cardsim
from cardsim import UserError
from cardsim.options.params import parse_precision, shown_precision
from cardsim.runs.run import CHUNK
from cardsim.statistics import confidence_sequences
from cardsim.statistics.confidence_sequences import interval, margin, share_interval
from cardsim.statistics.paired import Moments, all_pairs, verdict
from cardsim.statistics.stats import wilson
from test_sweep import correlated

SEED = 99
LOSES: dict[str, Any] = {"measure": "loses"}
LOOKS = 60
TRIALS = 600
MISSES = stats.binom.isf(1e-6, TRIALS, 0.05)
"""More of so many trials would be a false alarm with a chance of 1e-6, if each missed with 5 %."""


# ---------------------------------------------------------------- coverage at every look


@pytest.mark.parametrize(("share", "target"), [(0.36, 0.02), (0.36, 0.005), (0.003, 0.002)])
def test_a_share_is_covered_at_every_look(share: float, target: float) -> None:
    """By the ratio that rules shares out; another test ties the interval to it."""
    rng, ns = np.random.default_rng(1), 250 * np.arange(1, LOOKS + 1)
    missed = naive = 0
    for _ in range(TRIALS):
        looks = list(zip(np.cumsum(rng.binomial(250, share, LOOKS)), ns, strict=True))
        missed += any(
            confidence_sequences._log_ratio(int(k), int(n), share, target, 0.05) >= -math.log(0.05)
            for k, n in looks
        )
        fixed = [wilson(int(k), int(n)) for k, n in looks]
        naive += any(not low <= share <= high for low, high in fixed)

    assert missed <= MISSES
    assert naive > MISSES


def test_a_skewed_mean_is_covered_at_every_look() -> None:
    """Geometric: as skewed as the number of turns of a long game. A look after each 1000."""
    rng = np.random.default_rng(2)
    missed = naive = 0
    for _ in range(TRIALS):
        values = rng.geometric(0.1, (LOOKS, 1000))
        totals = np.cumsum(values.sum(axis=1))
        squares = np.cumsum((values**2).sum(axis=1))
        ns = 1000 * np.arange(1, LOOKS + 1)
        looks = [
            interval(int(t), int(q), int(n), is_share=False, step=1.0, target=0.2)
            for t, q, n in zip(totals, squares, ns, strict=True)
        ]
        missed += any(not low <= 10 <= high for low, high in looks)
        errors = 1.96 * np.sqrt((squares / ns - (totals / ns) ** 2) / ns)
        naive += bool((np.abs(totals / ns - 10) > errors).any())

    assert missed <= MISSES
    assert naive > MISSES


def added(parts: list[Moments]) -> list[Moments]:
    sums = np.cumsum([m.sums for m in parts], axis=0)
    products = np.cumsum([m.products for m in parts], axis=0)
    ns = np.cumsum([m.n for m in parts])
    return [Moments(int(n), s, p) for n, s, p in zip(ns, sums, products, strict=True)]


@pytest.mark.full
def test_paired_differences_are_covered_together_at_every_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardsim.statistics.paired.SIMULATED", 1)
    rng, truth, trials = np.random.default_rng(3), np.array([0.36, 0.36, 0.36, 0.37]), 250
    apart = truth[:, None] - truth
    missed_pairs = missed_best = naive = 0
    for _ in range(trials):
        looks = added([correlated(rng, truth, 1000) for _ in range(25)])
        pairs = best = plain = False
        for moments in looks:
            errors = np.abs(moments.means[:, None] - moments.means - apart)
            pairs |= bool((errors > all_pairs(moments, precision=0.01)).any())
            plain |= bool((errors > all_pairs(moments)).any())
            ruling = verdict(moments, lower_is_better=True, precision=0.01)
            best |= any(
                not s.low <= t - 0.36 + 1e-12 <= s.high + 2e-12
                for s, t in zip(ruling.shortfalls, truth, strict=True)
            )
        missed_pairs += pairs
        missed_best += best
        naive += plain

    limit = stats.binom.isf(1e-6, trials, 0.05)
    assert max(missed_pairs, missed_best) <= limit
    assert naive > limit


@pytest.mark.parametrize("n", [1, 40, 3000, 10**9])
@pytest.mark.parametrize("part", [0.0, 1e-6, 0.03, 0.5, 1.0])
def test_the_set_of_shares_not_ruled_out_is_one_interval(n: int, part: float) -> None:
    """The bounds are found by halving, which needs one crossing on each side of the share."""
    hits = round(part * n)
    low, high = share_interval(hits, n, target=0.01)

    grid = np.unique(np.concatenate([np.linspace(1e-9, 1 - 1e-9, 2001), np.geomspace(1e-9, 0.5)]))
    ratios = [confidence_sequences._log_ratio(hits, n, float(p), 0.01, 0.05) for p in grid]
    for p, ratio in zip(grid, ratios, strict=True):
        if not math.isclose(p, low, abs_tol=1e-7) and not math.isclose(p, high, abs_tol=1e-7):
            assert (ratio < -math.log(0.05)) == (low <= p <= high)


def test_an_interval_is_three_errors_wide_where_it_is_best_and_never_less() -> None:
    """Source: the formula of `std_conjmix_margin` in `drconfseq`, at its best rho: 3.03 errors."""
    widths = [
        float(margin(0.5, n, target=0.01)) * math.sqrt(n) / 0.5 for n in (10**4, 23_000, 10**6)
    ]

    assert min(widths) == widths[1] == pytest.approx(3.03, abs=0.01)
    low, high = share_interval(11_500, 23_000, target=0.01)
    assert (high - low) / 2 == pytest.approx(0.01, rel=0.01)


def test_it_is_best_at_the_last_look_where_that_comes_before_the_precision() -> None:
    best = 3.03 * 0.5 / math.sqrt(1000)
    low, high = share_interval(500, 1000, target=1e-4, most=1000)

    assert float(margin(0.5, 1000, target=1e-4, most=1000)) == pytest.approx(best, rel=0.01)
    assert (high - low) / 2 == pytest.approx(best, rel=0.01)


# ---------------------------------------------------------------- where a run stops


def run(**options: Any) -> cardsim.Result:
    return cardsim.run(
        "scat", vs="usual", **{"unit": "hand", "seed": SEED, "threads": 1, **LOSES, **options}
    )


def test_a_run_stops_at_the_first_chunk_that_is_precise_enough() -> None:
    result = run(precision="0.4pp")

    assert result.reached
    assert not result.partial
    assert result.headline.half <= 0.004
    assert result.hands % CHUNK == 0
    assert result.hands < 1.25 * (3.03 * result.headline.sd / 0.004) ** 2 + CHUNK
    before = run(n=result.hands - CHUNK, precision="0.4pp")
    assert not before.reached
    assert before.headline.half > 0.004
    fixed = run(n=result.hands)
    assert all(fixed.tables[k].equals(t) for k, t in result.tables.items())
    assert result.headline.low < fixed.headline.low < fixed.headline.high < result.headline.high


def test_where_a_run_stops_does_not_depend_on_the_threads() -> None:
    texts = {run(threads=threads, precision=0.004).to_json() for threads in (1, 2, 5)}

    assert len(texts) == 1


def test_a_run_that_stopped_can_be_continued_as_a_run_without_a_precision() -> None:
    stopped = run(precision="0.8pp")

    more = stopped.more(5000)

    assert more.to_json() == run(n=stopped.hands + 5000).to_json()
    assert more.spec.precision is None


@pytest.mark.full
def test_a_precision_of_a_sweep_is_that_of_every_shortfall() -> None:
    swept = cardsim.sweep(
        "scat",
        players="2,3",
        knock_threshold="19..22",
        precision="0.5pp",
        seed=SEED,
        **({"vs": "usual", "unit": "hand"} | LOSES),
    )

    assert swept.reached
    assert len({g.hands for g in swept.groups}) == 2
    for group in swept.groups:
        assert all((p.shortfall.high - p.shortfall.low) / 2 <= 0.005 for p in group.points)
        fixed = cardsim.run(
            "scat",
            group.hands,
            seed=SEED,
            vs="usual",
            **LOSES,
            **({"unit": "hand"} | dict(group.points[0].settings)),  # type: ignore[arg-type]
        )
        assert fixed.headline == group.points[0].estimate
    assert "The precision of 0.5pp was reached." in swept.sentence


def test_where_nothing_is_chosen_the_precision_is_that_of_each_point() -> None:
    swept = cardsim.sweep(
        "scat",
        players="2,5",
        precision="0.7pp",
        seed=SEED,
        **({"vs": "usual", "unit": "hand"} | LOSES),
    )

    for point in swept.points:
        alone = run(precision="0.7pp", players=dict(point.settings)["players"])
        assert point.estimate == alone.headline
        assert point.result.hands == alone.hands


def test_a_precision_of_a_comparison_is_that_of_every_difference() -> None:
    names = ["threshold", "suit-keeper", "chase-31"]
    result = cardsim.compare(
        "scat", names, precision="1pp", seed=SEED, **({"vs": "usual", "unit": "hand"} | LOSES)
    )
    short = cardsim.compare(
        "scat",
        names,
        n=CHUNK,
        precision="0.1pp",
        seed=SEED,
        **({"vs": "usual", "unit": "hand"} | LOSES),
    )

    assert result.reached
    assert all((d.high - d.low) / 2 <= 0.01 for d in result.differences)
    assert not short.reached
    assert short.hands == CHUNK
    assert "The precision of 0.1pp was not reached; it needs about " in short.sentence


# ---------------------------------------------------------------- what a precision is


@pytest.mark.parametrize(
    ("given", "share", "half"),
    [
        ("0.1pp", True, 0.001),
        ("2 PP", True, 0.02),
        (0.001, True, 0.001),
        ("0.01", False, 0.01),
        ("1e-3pp", True, 1e-5),
        (3, False, 3.0),
    ],
)
def test_a_precision_is_read_and_written_back(given: object, share: bool, half: float) -> None:
    read = parse_precision(given, share=share, what="x")

    assert read == pytest.approx(half, rel=1e-15)
    assert parse_precision(shown_precision(read, share=share), share=share, what="x") == read


@pytest.mark.parametrize("share", [True, False])
@pytest.mark.parametrize("given", ["", "pp", "0", "0pp", "-1pp", "0.1%", "x", "nan", -1])
def test_what_is_no_precision_is_refused(given: object, share: bool) -> None:
    with pytest.raises(UserError, match="--precision must be "):
        parse_precision(given, share=share, what="x")


@pytest.mark.parametrize(("given", "share"), [("0.1", True), ("0.1pp", False), ("50pp", True)])
def test_the_unit_of_a_precision_is_that_of_its_measure(given: str, share: bool) -> None:
    with pytest.raises(UserError, match="--precision must be "):
        parse_precision(given, share=share, what="x")
