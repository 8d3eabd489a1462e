"""Figures: that they draw the numbers, and that everybody can tell their marks apart."""

from __future__ import annotations

import itertools
import math
import re
import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

import cardsim
from cardsim.ask.comparisons import CompareResult
from cardsim.ask.swept import SweepResult
from cardsim.runs.result import Result
from cardsim.show import charts, panel, story_page, svg, sweep_plots
from cardsim.show import figures as plots
from cardsim.show.page import DARK
from cardsim.story import Chart, Section, Series

SEED = 5


@pytest.fixture(scope="module")
def result() -> Result:
    return cardsim.run("scat", n=3000, seed=SEED, knock_threshold=25, unit="hand", vs="usual")


@pytest.fixture(scope="module")
def sweep() -> SweepResult:
    return cardsim.sweep(
        "scat",
        n=3000,
        seed=SEED,
        measure="loses",
        knock_threshold="18..23",
        players="2,4",
        unit="hand",
        vs="usual",
    )


@pytest.fixture(scope="module")
def comparison() -> CompareResult:
    strategies = ["threshold", "chase-31", "threshold:knock_threshold=22"]
    return cardsim.compare(
        "scat", strategies, n=3000, seed=SEED, measure="loses", unit="hand", vs="usual"
    )


def drawn(which: panel.Panel, width: int = panel.WIDE) -> Any:
    """The axes of a figure of this panel alone."""
    return panel.figure([which], width).subfigs[0].axes[0]


def all_drawn(which: panel.Panel) -> Any:
    """The axes of the small charts of this panel."""
    return panel.figure([which], panel.WIDE).subfigs[0].axes[: which.parts]


def luminance(colour: str) -> float:
    """Relative luminance. Source: WCAG 2.2, "relative luminance"."""
    return float(linear(colour) @ np.array([0.2126, 0.7152, 0.0722]))


def linear(colour: str) -> np.ndarray[Any, Any]:
    channels = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def contrast(a: str, b: str) -> float:
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


# ---------------------------------------------------------------- what is drawn


def test_bars_are_as_long_as_the_shares(result: Result) -> None:
    axes = drawn(plots.panels(result)[0])

    shares = result.shares()["end"].sort("share", descending=True)
    assert [bar.get_width() for bar in axes.patches] == pytest.approx(list(100 * shares["share"]))
    assert [t.get_text() for t in axes.get_yticklabels()] == list(shares["end"])


def test_the_marks_of_the_seats_stand_at_their_means(result: Result) -> None:
    axes = drawn(plots.panels(result)[1])

    means = result.by_seat()["change"]
    marks = [line.get_xdata()[0] for line in axes.lines if line.get_marker() == "o"]
    spans = [tuple(line.get_xdata()) for line in axes.lines if len(line.get_xdata()) == 2]
    assert marks == list(means["mean"])
    assert set(zip(means["low"], means["high"], strict=True)) <= set(spans)


def test_the_bars_of_a_spread_add_up_to_all_hands_but_the_tail(result: Result) -> None:
    axes = drawn(plots.panels(result)[2])

    turns = result.tables["turns"]
    cut = axes.patches[-1].get_x() + axes.patches[-1].get_width()
    inside = turns.filter(turns["turns"] < cut)["count"].sum() / result.hands
    assert sum(bar.get_height() for bar in axes.patches) == pytest.approx(100 * inside)
    assert inside > 0.99


def curve_of(axes: Any) -> Any:
    """The curve of a chart, which is longer than what marks a point."""
    return max(axes.lines, key=lambda line: len(line.get_xdata()))


def test_a_sweep_has_a_small_chart_of_what_each_choice_costs_for_each_circumstance(
    sweep: SweepResult,
) -> None:
    parts = all_drawn(plots.panels(sweep)[0])

    for group, axes in zip(sweep.groups, parts, strict=True):
        curve, (band,) = curve_of(axes), axes.collections
        edges = set(band.get_paths()[0].vertices[:, 1].round(9))
        costs = [p.shortfall for p in group.points]
        assert list(curve.get_ydata()) == pytest.approx([-100 * c.value for c in costs])
        assert {round(-100 * c.high, 9) for c in costs} <= edges
        assert {round(-100 * c.low, 9) for c in costs} <= edges


def test_the_values_that_may_be_the_best_are_shaded_and_the_best_is_named(
    sweep: SweepResult,
) -> None:
    for group, axes in zip(sweep.groups, all_drawn(plots.panels(sweep)[0]), strict=True):
        shaded = {round(p.get_x() + p.get_width() / 2, 9) for p in axes.patches}
        best = dict(group.best.settings)["knock_threshold"]
        assert shaded == {dict(p.settings)["knock_threshold"] for p in group.points if p.tied}
        assert str(best) in {text.get_text() for text in axes.texts}


def test_a_sweep_over_two_choices_is_a_grid_of_cells_with_the_best_one_framed() -> None:
    choices: dict[str, Any] = {"knock_threshold": "19..25:2", "hammer_threshold": "12..18:3"}
    sweep = cardsim.sweep("scat", n=2000, seed=SEED, **({"vs": "usual", "unit": "hand"} | choices))

    axes = drawn(plots.panels(sweep)[0])

    best = dict(sweep.groups[0].best.settings)
    across, down = sorted(sweep.spec.axes, key=lambda axis: -len(axis.values))
    at = [axis.values.index(best[axis.name]) for axis in (across, down)]
    frames = [p for p in axes.patches if p.get_gid() is None and p.get_linewidth() > 2]
    assert [tuple(f.get_xy()[:4].mean(axis=0).round(9)) for f in frames] == [tuple(at)]
    told = [text.get_text() for text in axes.texts]
    assert len(told) == len(sweep.points)
    assert told.count("best") == 1


def test_a_comparison_draws_how_far_behind_the_best_each_is(comparison: CompareResult) -> None:
    axes = drawn(plots.panels(comparison)[0])

    spans = {
        tuple(np.round(line.get_xdata(), 9)) for line in axes.lines if len(line.get_xdata()) == 2
    }
    best = comparison.contenders.index(comparison.ranking[0])
    behind = [d for d in comparison.differences if d.a == best]
    assert len(behind) == len(comparison.contenders) - 1
    assert {(round(-100 * d.high, 9), round(-100 * d.low, 9)) for d in behind} <= spans
    hollow = [line for line in axes.lines if line.get_markerfacecolor() == panel.PAPER]
    assert 0 < len(hollow) == sum(not d.is_tie for d in behind)
    told = {text.get_text() for text in axes.texts}
    assert panel.in_short(comparison.measure, comparison.best.estimate) in told


def test_lines_of_unlike_things_have_a_small_chart_and_a_scale_each() -> None:
    apart = charts.panel(chart(("knock", [17, 21, 25]), ("mean", [1, 2, 1])))
    own = replace(chart(("knock", [17, 21, 25]), ("mean", [0.1, 0.2, 0.1])), own_scales=True)

    knock, mean = all_drawn(charts.panel(own))

    assert apart.parts == 1
    assert (mean.get_ylim()[1] < 1, knock.get_ylim()[0] > 16) == (True, True)
    assert "from 17 to 25" in {text.get_text() for text in knock.texts}


def test_circumstances_beyond_the_small_charts_are_left_out_and_counted() -> None:
    sweep = cardsim.sweep(
        "scat", n=100, seed=SEED, knock_threshold="19..21", players="2..14", unit="hand", vs="usual"
    )

    first = plots.panels(sweep)[0]

    assert first.parts == sweep_plots.MOST_PARTS
    assert f"{sweep_plots.MOST_PARTS} of 13 circumstances are drawn" in first.caption


def chart(*lines: tuple[str, list[float]], **more: Any) -> Chart:
    """A chart of lines over 1, 2, 3."""
    series = tuple(Series(name, (1, 2, 3), tuple(ys)) for name, ys in lines)
    return Chart("What is found", "place", "how much", series, **more)


def test_lines_have_a_small_chart_each_only_where_many_lie_on_each_other() -> None:
    far = charts.panel(chart(("low", [1, 2, 3]), ("high", [6, 7, 8])))
    near = charts.panel(chart(("a", [1, 2, 8]), ("b", [1.1, 2.1, 7])))
    alike: list[tuple[str, list[float]]] = [(name, [1, 2, 3]) for name in "abcde"]
    many = charts.panel(chart(*alike))

    assert (far.parts, near.parts, many.parts) == (1, 1, 5)
    assert {"low", "high"} <= {text.get_text() for text in drawn(far, panel.NARROW).texts}


def test_small_charts_say_once_what_their_numbers_are(sweep: SweepResult) -> None:
    alike: list[tuple[str, list[float]]] = [(name, [1, 2, 3]) for name in "abcde"]
    lines = charts.panel(chart(*alike))
    (costs,) = sweep_plots.panels(sweep)

    said = [
        panel.figure([which], panel.WIDE).subfigs[0].get_supylabel() for which in (lines, costs)
    ]

    assert said == ["How much", "Hands in 100 below the best"]


def test_a_page_says_in_its_own_words_what_its_sweep_chooses(sweep: SweepResult) -> None:
    names = ["at one table", "at another", "at a third", "at a fourth", "at a fifth"]
    plain, own = (
        panel.figure(sweep_plots.panels(sweep, *words), panel.WIDE).subfigs[0]
        for words in ((), ("you knock with this", names))
    )

    titles = [text.get_text() for axes in own.axes for text in axes.texts]
    assert [plain.get_supxlabel(), own.get_supxlabel()] == ["", "You knock with this"]
    assert "At one table" in titles


@pytest.mark.parametrize(("low", "unit"), [(8.826e-6, " %"), (-3e-17, "")])
def test_the_origin_of_an_axis_is_named_0(low: float, unit: str) -> None:
    axes = drawn(charts.panel(chart(("", [0, 20, 50]))))
    panel.number_axis(axes.yaxis, unit)

    assert axes.yaxis.get_major_formatter()(low, 0) == f"0{unit}"
    assert axes.yaxis.get_major_formatter()(0.5, 0) == f"0.5{unit}"


def test_lines_are_named_with_where_each_is_best_above_the_chart() -> None:
    lines = chart(("low", [1, 3, 2]), ("high", [6, 7, 8]), best="highest")
    never = replace(lines, x="knock at this (3: never)")

    legends = [
        [text.get_text() for text in drawn(charts.panel(c)).get_legend().get_texts()]
        for c in (lines, never)
    ]

    assert legends == [["low, best: 2", "high, best: 3"], ["low, best: 2", "high, best: never"]]


def test_the_place_that_stands_for_never_is_named_so() -> None:
    shown = replace(chart(("", [1, 3, 2])), x="knock at (3: never)")

    axes = drawn(charts.panel(shown))
    (section,) = story_page.sections([Section("At once?", "No.", shown)])

    assert [t.get_text() for t in axes.get_xticklabels()][-1] == "never"
    assert axes.get_xlabel() == "Knock at"
    assert section.sheets[0].heads[0] == ">Knock at"
    assert [row[0].text for row in section.sheets[0].rows][-1] == "never"


def test_values_of_several_series_stand_together_at_each_place() -> None:
    pair = tuple(Series(name, ("first", "second"), (1.0, 2.0)) for name in "ab")
    long = "how many points you have more than the others in a hand that nobody knocks in"
    axes = drawn(charts.panel(Chart("Pairs", "what", long, pair, kind="points")))

    rows = [line.get_ydata()[0] for line in axes.lines if line.get_marker() in ("o", "s")]
    a1, b1, a2, b2 = rows[0], rows[1], rows[2], rows[3]
    assert a1 < b1 < a2 < b2
    assert [tick.get_text() for tick in axes.get_yticklabels()] == ["first", "second"]
    assert axes.get_xlabel().replace("\n", " ").lower() == long


def test_gains_and_losses_have_a_colour_each() -> None:
    axes = drawn(charts.panel(chart(("row", [-3, 1, 2]), kind="grid")))

    colours = {
        to_hex(p.get_facecolor()): [x for x in range(3) if p.get_path().contains_point((x, 0))]
        for p in axes.patches
        if p.get_alpha() == max(q.get_alpha() for q in axes.patches if same_hue(p, q))
    }
    assert colours == {panel.SERIES[0]: [2], panel.SERIES[1]: [0]}


def test_a_map_has_a_colour_for_each_side_of_0_and_a_line_between_regions() -> None:
    rows = (
        Series("high", (1.0, 2.0, 3.0), (-4, -2, math.nan)),
        Series("low", (1.0, 2.0, 3.0), (-1, -3, -4)),
    )
    told = Chart("A map", "x", "y", rows, kind="map", sides=("b", "a"), regions=((0, 1, -1),) * 2)

    axes = drawn(charts.panel(told))

    assert {to_hex(p.get_facecolor()) for p in axes.patches} == {panel.SERIES[1]}
    strong = max(axes.patches, key=lambda p: p.get_alpha() or 0).get_path()
    cells = [(x, y) for x in range(3) for y in (0, -1)]
    assert [cell for cell in cells if strong.contains_point(cell)] == [(0, 0), (2, -1)]
    assert not any(p.get_path().contains_point((2, 0)) for p in axes.patches)
    assert [line.get_xdata().tolist() for line in axes.lines] == [[0.5, 0.5]] * 2
    assert "Blue where b, orange where a" in charts.panel(told).caption


def same_hue(p: Any, q: Any) -> bool:
    """Whether two patches have the same colour, however strong."""
    return bool(to_hex(p.get_facecolor()) == to_hex(q.get_facecolor()))


@pytest.mark.parametrize(
    ("values", "told"),
    [((215.389, 100.0), "215"), ((0.15837, 0.2), "0.16"), ((2.0, 3.0), "2"), ((0.4, 300.0), "0.4")],
)
def test_numbers_in_a_chart_have_three_figures_at_most(
    values: tuple[float, float], told: str
) -> None:
    exact = Series("", (1, 2), values)

    assert charts.text_of(Chart("Exact", "x", "y", (exact,)), exact, 0) == told


def test_a_grid_has_a_cell_for_each_value_the_darker_the_higher() -> None:
    cells = chart(("top", [1, 2, 3]), ("bottom", [4, 9, 6]), kind="grid", best="highest")

    axes = drawn(charts.panel(cells))

    frames = [p for p in axes.patches if p.get_linewidth() > 2]
    assert [tuple(f.get_xy()[:4].mean(axis=0).round(9)) for f in frames] == [(1, -1)]
    shades = {p.get_alpha(): p.get_path() for p in axes.patches if p not in frames}
    assert shades[max(shades)].contains_point((1, -1))
    assert shades[min(shades)].contains_point((0, 0))
    assert len(axes.texts) == 6


def test_a_result_draws_itself_without_pyplot(
    result: Result, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Other libraries may have brought it into this process.
    monkeypatch.delitem(sys.modules, "matplotlib.pyplot", raising=False)

    figure = result.plot()

    assert len(figure.subfigs) == 3
    assert "matplotlib.pyplot" not in sys.modules


def test_one_chart_is_drawn_by_itself_or_on_axes_that_are_there(result: Result) -> None:
    titles = [chart.title for chart in plots.panels(result)]
    whole, figure = result.plot(), Figure(figsize=(6, 3))
    axes = figure.subplots()

    assert result.plot(axes, kind=1) is axes
    assert axes.get_title(loc="left") == titles[1]
    assert len(axes.lines) > 1
    for kind in (1, titles[1], titles[1].upper()[3:9]):
        (part,) = result.plot(kind=kind, size=(7, 3.5)).subfigs
        assert part.get_suptitle() == titles[1]
        assert part.figure.get_size_inches() == pytest.approx((7, 3.5))
    assert len(whole.subfigs) == len(titles)


def test_a_chart_outside_a_page_marks_no_choice_of_its_reader() -> None:
    swept = cardsim.sweep(
        "scat", n=200, seed=SEED, knock_threshold="20..24", unit="hand", vs="usual"
    )
    (chart, *_) = plots.panels(swept)

    def marks(drawn: Any) -> list[bool]:
        chosen = drawn.findobj(lambda a: str(a.get_gid() or "").startswith("at-"))
        return [artist.get_visible() for artist in chosen]

    on_page = marks(panel.figure([chart], titled=False))
    assert all(on_page)
    assert len(on_page) >= 5
    assert not any(marks(swept.plot()))
    assert not any(marks(swept.plot(Figure().subplots())))


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"kind": 9}, "kind 9: no chart of this answer; give a number from 0 to 2"),
        ({"kind": -1}, "kind -1: no chart"),
        ({"kind": True}, "kind True: no chart"),
        ({"kind": "weather"}, "or words of a title"),
        ({"size": (1, 2, 3)}, "give width and height in inches, each from 2 to 100"),
        ({"size": (0, 3)}, "give width and height in inches"),
        ({"size": (4, float("nan"))}, "give width and height in inches"),
        ({"size": "wide"}, "size wide: give width and height"),
        ({"ax": 3}, "ax must be axes of matplotlib, not 3"),
    ],
)
def test_a_chart_that_is_none_is_refused(result: Result, given: dict[str, Any], why: str) -> None:
    with pytest.raises(cardsim.UserError, match=re.escape(why)):
        result.plot(**given)


def test_axes_that_are_there_take_no_size_and_no_small_charts(result: Result) -> None:
    axes = Figure().subplots()
    apart = cardsim.sweep(
        "scat", n=50, seed=SEED, knock_threshold="20..24", players="2,3", unit="hand", vs="usual"
    )

    with pytest.raises(cardsim.UserError, match="axes that are there already have theirs"):
        plots.plot(result, axes, size=(4, 4))
    with pytest.raises(cardsim.UserError, match="small charts, for which one axes is too few"):
        apart.plot(axes)


def test_numbers_of_one_hand_can_be_drawn() -> None:
    for answer in (
        cardsim.run("scat", n=1, seed=SEED, unit="hand", vs="usual"),
        cardsim.sweep("scat", n=1, seed=SEED, knock_threshold="20,21", unit="hand", vs="usual"),
        cardsim.compare("scat", ["threshold", "chase-31"], n=1, seed=SEED, unit="hand", vs="usual"),
    ):
        assert answer.plot().subfigs


# ---------------------------------------------------------------- who can tell the marks apart

# Severity 1 of each deficiency. Source: Machado, Oliveira, Fernandes, "A Physiologically-based
# Model for Simulation of Color Vision Deficiency", IEEE TVCG 15 (2009), table 1.
SIGHTS = {
    "all cones": np.eye(3),
    "no red": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "no green": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "no blue": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}


def lab(colour: str, sight: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """CIE L*a*b* of a colour as this eye sees it, D65."""
    to_xyz = np.array(
        [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    )
    white = to_xyz.sum(axis=1)
    ratio = to_xyz @ np.clip(sight @ linear(colour), 0, 1) / white
    f = np.where(ratio > 0.008856, np.cbrt(ratio), 7.787 * ratio + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("dark", [False, True])
def test_neighbouring_series_differ_in_colour_for_every_eye(sight: str, dark: bool) -> None:
    colours = [DARK[c] if dark else c for c in panel.SERIES]

    for a, b in itertools.pairwise(colours[:5]):
        gap = np.linalg.norm(lab(a, SIGHTS[sight]) - lab(b, SIGHTS[sight]))
        assert gap > 12, (a, b, gap)


def test_every_series_has_a_mark_of_its_own_shape() -> None:
    assert len(set(panel.MARKERS[: len(panel.SERIES)])) == len(panel.SERIES)


def test_series_and_text_stand_out_from_the_paper_in_light_and_dark() -> None:
    for colour in (*panel.SERIES, panel.INK, panel.MUTED):
        assert contrast(colour, panel.PAPER) >= 4.5, colour
        assert contrast(DARK[colour], DARK[panel.PAPER]) >= 4.5, colour


def test_series_in_a_notebook_stand_out_from_any_paper() -> None:
    for tone, _ in svg.ON_ANY_PAPER.values():
        if tone.startswith("#"):
            assert contrast(tone, "#ffffff") >= 3, tone
            assert contrast(tone, "#111111") >= 3, tone


def test_cells_stand_under_their_heads_where_a_row_lacks_some() -> None:
    chart = Chart(
        "Cells",
        "x",
        "y",
        (Series("above", (1, 2), (0.1, 0.2)), Series("below", (2, 3), (0.3, 0.4))),
        kind="grid",
    )

    axes = drawn(charts.panel(chart))

    told = {(round(t.xy[0]), round(t.xy[1])): t.get_text() for t in axes.texts}
    assert [label.get_text() for label in axes.get_xticklabels()] == ["1", "2", "3"]
    assert told == {(0, 0): "0.10", (1, 0): "0.20", (1, -1): "0.30", (2, -1): "0.40"}
