"""A chart, and the figure that charts are drawn on.

A `Panel` draws itself on given axes, so the same chart serves a notebook and, at two widths, a
page.
Nothing here touches pyplot or its global state. One point of a figure is one pixel of a page.
"""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from cardsim.game import Measure
from cardsim.runs import told
from cardsim.runs.words import capitalised
from cardsim.statistics.stats import CONFIDENCE, Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, MUTED, GRID, PAPER = "#1d2126", "#5a626e", "#dcdfe4", "#ffffff"
SERIES = ("#0b66b0", "#c2410c", "#0a7d62", "#8a3ea8", "#8a6a00", "#c0266b", "#3f4b5c")
"""Colours of series: distinct with any colour vision, with a contrast of 4.5:1 or more on white."""
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "p")
LINES = ("-", (0, (6, 2)), (0, (2, 1.5)), (0, (6, 2, 1.5, 2)))
WIDE, NARROW = 720, 340
"""Widths of a chart in points, on a desktop and on a phone."""
ROW = 25
"""Points between rows."""
LETTER = 7.5
"""Width of a letter in a cell or a legend, in points."""
LEGEND = 16
"""Points between lines of a legend."""
MOST_LETTERS = 20
"""Most letters of a label beside a curve."""
AT = "at-"
"""The mark of the k-th point of a chart has the gid `at-k`."""
ORIGIN = 1e-6
"""Ticks closer to zero than this share of the axis are shown as 0."""
SHADES = 12
"""Shades from the palest cell to the darkest on which text is still legible."""
_CORNERS = ((-0.48, -0.48), (0.48, -0.48), (0.48, 0.48), (-0.48, 0.48), (-0.48, -0.48))
_HYPHEN = re.compile(r"(?<![\w.,/=\-])-(?=\.?\d)")
INTERVAL = f"{100 * CONFIDENCE:g}\N{NO-BREAK SPACE}% interval"
INTERVALS = f"{INTERVAL}s"


@dataclass(frozen=True)
class Panel:
    """A chart.

    Attributes:
        finding: what it shows, for those who do not see it.
        caption: how to read it.
        height: its height in points at a given width.
        draw: draws it on (axes, width); a chart of several parts gets a list of axes.
        parts: number of small charts that it is made of, side by side.
        one_scale: whether the parts share their vertical scale.
    """

    title: str
    finding: str
    caption: str
    height: Callable[[int], float]
    draw: Callable[[Any, int], None]
    parts: int = 1
    one_scale: bool = True


@contextmanager
def styled() -> Iterator[None]:
    """Set matplotlib's style within a `with` block, the same on every machine.

    The font is the one that comes with matplotlib.
    """
    import matplotlib as mpl

    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(
            {
                "axes.axisbelow": True,
                "axes.edgecolor": MUTED,
                "axes.grid": False,
                "axes.labelcolor": MUTED,
                "axes.linewidth": 0.8,
                "axes.spines.left": False,
                "axes.spines.right": False,
                "axes.spines.top": False,
                "figure.facecolor": PAPER,
                "axes.facecolor": "none",
                "font.size": 12,
                "grid.color": GRID,
                "grid.linewidth": 0.8,
                "legend.frameon": False,
                "svg.fonttype": "none",
                "svg.hashsalt": "cardsim",
                "text.color": INK,
                "text.parse_math": False,
                "xtick.color": MUTED,
                "xtick.labelsize": 11,
                "xtick.major.size": 3,
                "ytick.color": INK,
                "ytick.labelsize": 12,
                "ytick.major.size": 0,
            }
        )
        yield


def figure(
    panels: Sequence[Panel], width: int = WIDE, *, titled: bool = True, height: float | None = None
) -> Figure:
    """Draw panels below each other on one figure.

    Width and height are in points; the default is the panels' own height. Titles are printed where
    no page has them.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    from cardsim.show.picture import Picture

    with styled():
        heights = [p.height(width) + (34 if titled else 0) for p in panels]
        inches = (width / 72, (height or sum(heights)) / 72)
        drawn = Picture(figsize=inches, dpi=144, layout="constrained")
        FigureCanvasAgg(drawn)
        drawn.get_layout_engine().set(w_pad=2 / 72, h_pad=3 / 72, hspace=0.02)  # type: ignore[union-attr, call-arg]
        rows: Any = drawn.subfigures(len(panels), 1, height_ratios=heights, squeeze=False)
        for panel, (part,) in zip(panels, rows, strict=True):
            part.set_facecolor("none")
            panel.draw(_axes(part, panel, width), width)
            if titled:
                part.suptitle(
                    panel.title, x=0.004, ha="left", color=INK, fontsize=13, fontweight="bold"
                )
        if titled:
            _hide_marks(drawn)
        # Laid out here, within the style; whoever saves it later may use another.
        drawn.draw_without_rendering()
    return drawn


def _hide_marks(drawn: Figure | Axes) -> None:
    """Hide the marks of selected points: only a page lets its reader select."""
    for artist in drawn.findobj(lambda a: (a.get_gid() or "").startswith(AT)):
        artist.set_visible(False)


def draw_on(axes: Axes, panel: Panel) -> None:
    """Draw a chart of one part on the caller's axes."""
    with styled():
        panel.draw(axes, round(72 * axes.get_window_extent().width / axes.figure.dpi))
        _hide_marks(axes)
        axes.set_title(panel.title, loc="left", color=INK, fontsize=13, fontweight="bold")


def _axes(part: Any, panel: Panel, width: int) -> Any:
    count = panel.parts
    if count == 1:
        return part.subplots()
    across = columns(count, width)
    shared = {"sharex": True, "sharey": panel.one_scale, "squeeze": False}
    grid: Any = part.subplots(-(-count // across), across, **shared)
    for spare in grid.flat[count:]:
        spare.set_visible(False)
    for axes in grid.flat[max(count - across, 0) : count]:
        axes.tick_params(labelbottom=True)
    return list(grid.flat[:count])


def columns(count: int, width: int) -> int:
    """Return the number of small charts side by side."""
    most = 2 if width <= NARROW else 4
    rows = -(-count // most)
    return -(-count // rows)


def small_width(count: int, width: int) -> int:
    """Return the width of each of `count` small charts, beside their common axis label."""
    return min((width - 2 * LEGEND) // columns(count, width), NARROW - 1)


def small_height(count: int, width: int) -> float:
    """Return the height of `count` small charts together."""
    return 200 * -(-count // columns(count, width)) + 10


def entitle(axes: Axes, width: int, title: str, under: str) -> None:
    """Put a title and a line of text above a small chart."""
    for text, up, colour, weight in ((title, 17, INK, "bold"), (under, 4, MUTED, "normal")):
        axes.annotate(
            cut_short(text, width // (8 if weight == "bold" else 7)),
            (0, 1),
            (0, up),
            xycoords="axes fraction",
            textcoords="offset points",
            color=colour,
            fontweight=weight,
            fontsize=11,
            annotation_clip=False,
        )


def name_down(axes: Axes, text: str) -> None:
    """Label the vertical axis."""
    axes.set_ylabel(on_lines(capitalised(text), 34), fontsize=11, color=MUTED)


def name_all_down(parts: Sequence[Axes], width: int, text: str) -> None:
    """Label the vertical axis of all small charts once."""
    around: Any = parts[0].figure
    most = int((small_height(len(parts), width) - 30) // 6.5)
    around.supylabel(on_lines(capitalised(text), most, 2), fontsize=11, color=MUTED)


def name_along(axes: Axes, width: int, text: str) -> None:
    """Label the horizontal axis, if there is a text."""
    if text:
        axes.set_xlabel(on_lines(capitalised(text), (width - 30) // 7), fontsize=11)


def name_all_along(parts: Sequence[Axes], width: int, text: str) -> None:
    """Label the horizontal axis of all small charts once, if there is a text."""
    if text:
        for part in parts:
            part.set_xlabel("")
        around: Any = parts[0].figure
        around.supxlabel(on_lines(capitalised(text), (width - 30) // 7), fontsize=11)


def label_point(
    axes: Axes,
    at: tuple[float, float],
    text: str,
    offset: tuple[float, float],
    side: Literal["left", "center", "right"],
    *,
    bold: bool = False,
    colour: str = SERIES[0],
) -> None:
    """Put a label at an offset from a point; `side` is the label's alignment."""
    axes.annotate(
        minus(text),
        at,
        offset,
        textcoords="offset points",
        ha=side,
        va="center_baseline",
        color=colour,
        fontsize=11.5,
        fontweight="bold" if bold else "normal",
        annotation_clip=False,
        zorder=7,
    )


def shades(
    axes: Axes,
    spots: Sequence[tuple[float, float]],
    values: Sequence[float],
    *,
    from_zero: bool = False,
) -> None:
    """Shade cells, the darker the higher their values.

    With `from_zero`, or if there are values above and below zero, gains and losses have a colour
    each, the darker the farther from zero.
    """
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    low, high = min(values), max(values)
    if from_zero or low < 0 < high:
        low, high = 0.0, max(high, -low)
    levels: dict[tuple[int, int], list[Path]] = {}
    for (x, y), value in zip(spots, values, strict=True):
        hue = 1 if low == 0 and value < 0 else 0
        part = 1.0
        if math.isfinite(high - low) and high > low:
            part = (abs(value) if hue else value - low) / (high - low)
        square = [(x + a, y + b) for a, b in _CORNERS]
        levels.setdefault((hue, round(part * SHADES)), []).append(Path(square, closed=True))
    for (hue, level), squares in sorted(levels.items()):
        alpha = 0.06 + 0.54 * level / SHADES
        whole = Path.make_compound_path(*squares)
        axes.add_patch(PathPatch(whole, fc=SERIES[hue], alpha=alpha, lw=0, zorder=2))


def mark(axes: Axes, x: float, y: float, number: int, *, small: bool) -> None:
    """Draw the hidden mark of a point, shown once the reader selects the point.

    A large chart also has a line up to it. The axes' limits stay as they are.
    """
    gid = f"{AT}{number}"
    free: dict[str, Any] = {"scalex": False, "scaley": False}
    (dot,) = axes.plot([x, x], [y, y], color=INK, lw=9, solid_capstyle="round", zorder=6, **free)
    dot.set_gid(gid)
    if not small:
        (line,) = axes.plot([x, x], [axes.get_ylim()[0], y], color=INK, lw=1, zorder=1, **free)
        line.set_gid(gid)


def frame(axes: Axes, x: float, y: float) -> Any:
    """Draw a frame around a cell."""
    xs, ys = [x - 0.47, x + 0.47, x + 0.47, x - 0.47], [y - 0.47, y - 0.47, y + 0.47, y + 0.47]
    (drawn,) = axes.fill(xs, ys, fc="none", ec=INK, lw=2.2, zorder=5)
    return drawn


def in_short(measure: Measure, estimate: Estimate) -> str:
    """Format an estimate without its interval, as in a chart."""
    return minus(told.in_short(measure, estimate))


def minus(text: str) -> str:
    """Replace hyphens before numbers by minus signs."""
    return _HYPHEN.sub("\N{MINUS SIGN}", text)


def numbered(count: int, noun: str) -> str:
    """Format a count with its noun: `1 pair`, `3 pairs`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def cut_short(text: str, most: int) -> str:
    """Shorten a text to at most `most` letters, on one line."""
    line = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
    return line if len(line) <= most else line[: most - 1] + "\N{HORIZONTAL ELLIPSIS}"


def listed(words: Sequence[str], most: int = 5) -> str:
    """Join words to a list: `a, b and c`; the words beyond `most` are counted."""
    if len(words) > most:
        words = [*words[: most - 1], f"{len(words) - most + 1} more"]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def on_lines(text: str, most: int, lines: int = 4) -> str:
    """Wrap a text to lines of about `most` letters, and cut it after `lines` lines."""
    parts = textwrap.wrap(cut_short(text, len(text)), most) or [""]
    if len(parts) > lines:
        parts[lines - 1 :] = [cut_short(" ".join(parts[lines - 1 :]), most)]
    return "\n".join(cut_short(part, most) for part in parts)


def legend_lines(names: Sequence[str], width: int) -> int:
    """Return the number of lines of a legend."""
    return -(-len(names) // _across(names, width))


def legend(axes: Axes, names: Sequence[str], width: int) -> None:
    """Draw a legend above the chart."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Rectangle
    from matplotlib.transforms import ScaledTranslation, blended_transform_factory

    part: Any = axes.figure
    up = ScaledTranslation(0, LEGEND * legend_lines(names, width) / 72, part.dpi_scale_trans)
    # The legend begins at the figure's edge, which the layout would take for a wide margin. So the
    # layout gets a stand-in of the legend's height.
    stand_in = Rectangle((0, 1), 0.01, 0.01, transform=axes.transAxes + up, fc="none", ec="none")
    axes.add_patch(stand_in).set_clip_on(False)
    marks = [
        Line2D([], [], color=SERIES[k % len(SERIES)], marker=MARKERS[k % len(MARKERS)], ms=6, lw=0)
        for k in range(len(names))
    ]
    drawn = axes.legend(
        marks,
        [cut_short(name, int((width - 40) // LETTER)) for name in names],
        loc="lower left",
        bbox_to_anchor=(0, 1),
        bbox_transform=blended_transform_factory(part.transSubfigure, axes.transAxes),
        ncols=_across(names, width),
        fontsize=11,
        handlelength=0.8,
        handletextpad=0.5,
        columnspacing=1.2,
        labelspacing=0.4,
        borderpad=0,
    )
    drawn.set_in_layout(False)


def _across(names: Sequence[str], width: int) -> int:
    """Return the number of names side by side in a legend."""
    return min(max(int(width // (LETTER * max(map(len, names)) + 36)), 1), len(names))


def widen(axes: Axes, lows: Sequence[float], highs: Sequence[float]) -> None:
    """Set the horizontal limits around intervals, with some room even for a single point.

    Infinite ends, as of a single hand, are ignored.
    """
    ends = [end for end in (*lows, *highs) if math.isfinite(end)] or [0.0]
    low, high = min(ends), max(ends)
    room = 0.06 * (high - low) or 0.02 * abs(high) or 1.0
    axes.set_xlim(low - room, high + room)


def ticks(axes: Axes, most: int, *, vertical: bool = False, whole: bool = False) -> None:
    """Set at most `most` ticks, at round or only at whole numbers."""
    from matplotlib.ticker import MaxNLocator

    axis = axes.yaxis if vertical else axes.xaxis
    steps = [1, 2, 5, 10] if whole else [1, 2, 2.5, 5, 10]
    axis.set_major_locator(MaxNLocator(nbins=most, steps=steps, integer=whole))


def number_axis(axis: Any, unit: str) -> None:
    """Format an axis's numbers with their unit, and show values next to zero as 0."""

    def text(value: float, _: object) -> str:
        low, high = axis.get_view_interval()
        near = abs(value) <= ORIGIN * abs(high - low)
        return minus(f"{0.0 if near else value:.6g}{unit}")

    axis.set_major_formatter(text)


def spans(axes: Axes, drawn: Sequence[tuple[float, float, float]], full: Sequence[bool]) -> None:
    """Draw values with their intervals below each other, the k-th at height k.

    `drawn` has value, low and high of each, and `full` whether its mark is filled.
    """
    for k, ((value, low, high), filled) in enumerate(zip(drawn, full, strict=True)):
        axes.plot([low, high], [k, k], color=SERIES[0], lw=2.2, zorder=3)
        face = SERIES[0] if filled else PAPER
        axes.plot(
            [value], [k], ls="none", marker="o", ms=7, mfc=face, mec=SERIES[0], mew=1.4, zorder=4
        )


def note(axes: Axes, row: float, text: str, *, bold: bool = False) -> None:
    """Write a number to the right of the axes, in this row."""
    axes.annotate(
        minus(text),
        (1, row),
        (8, 0),
        xycoords=axes.get_yaxis_transform(),
        textcoords="offset points",
        va="center_baseline",
        fontweight="bold" if bold else "normal",
        annotation_clip=False,
    )


def label_ends(axes: Axes, ends: list[tuple[float, int, str]], right: float) -> None:
    """Label the right end of each curve, with labels moved apart where they would touch."""
    low, high = axes.get_ylim()
    step = (high - low) * 16 / 270
    order = sorted(ends)
    spots = [y for y, _, _ in order]
    for _ in range(200):
        for i in range(len(spots) - 1):
            lack = step - (spots[i + 1] - spots[i])
            if lack > 0:
                spots[i] -= lack / 2
                spots[i + 1] += lack / 2
    for (_, k, label), spot in zip(order, spots, strict=True):
        axes.annotate(
            cut_short(label, MOST_LETTERS),
            (right, spot),
            (12, 0),
            textcoords="offset points",
            color=SERIES[k % len(SERIES)],
            va="center_baseline",
            fontsize=11.5,
            annotation_clip=False,
        )
