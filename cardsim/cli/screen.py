"""Output to the terminal: data on stdout, messages on stderr.

Rich draws both, as wide as the terminal and in colours unless `NO_COLOR` is set. If stdout is no
terminal, it gets plain text. Rich is loaded only when something is drawn, so that help is quick.
"""

from __future__ import annotations

import json
import math
import os
import re
import shlex
import shutil
import sys
import textwrap
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from functools import cache
from importlib import import_module
from io import StringIO
from typing import TYPE_CHECKING, TextIO

from cardsim.showing import far_told, watched_by

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.progress import Progress as Bar

    from cardsim.showing import Progress
    from cardsim.story import Chart, Section, Story, Table

_SUITS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
_LETTERS = {
    **_SUITS,
    "±": "+-",
    "\N{EN DASH}": "-",
    "\N{MINUS SIGN}": "-",
    "\N{NARROW NO-BREAK SPACE}": " ",
    "●": "o",
    "─": "-",
    "…": "...",
}
_UNSEEN = r"\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
_STYLES = re.compile(r"(\x1b\[[\d;]*m)")
_CONTROLS = re.compile(f"[{_UNSEEN}\ud800-\udfff\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff]")
"""Characters that move the cursor, change the terminal or text direction, or are invisible."""
_COLOURS = re.compile(r"(\x1b\[[\d;]*m|\x1b\]8;[^\x1b\x07]*\x1b\\\\)")
"""Escape sequences that rich draws with."""
NARROWEST, WIDEST = 60, 200
"""Columns of a terminal that are used."""
READABLE = 100
"""Columns of the widest running text."""
PLAIN = 80
"""Columns of running text if stdout is no terminal; a table takes what it needs."""
ANSWER, BEST, TIED = "bold", "bold green", "green"
LEAST_ROWS, MOST_ROWS = 2, 40
LEAST_COLUMNS, MOST_COLUMNS = 30, 64
"""Limits of a plot's size."""
PLUS_MINUS, GLUE = r"(\((?:±|\+-)) ", "\ue000"
"""A half width, kept on the line of its number, and a private character to glue them."""
MOST_DATA = 30
"""Largest number of rows of a chart that are printed."""
LONG = 12
"""Longest line of a heading over numbers."""
MOST_NAME = 30
"""Longest name beside a plot."""
_DUMB = ("dumb", "unknown")
_BAR = 10
"""Columns of the progress bar."""


class ReaderGoneError(Exception):
    """The reader of stdout has gone. No OSError, because click handles those in its own way."""


_DATA: list[TextIO | None] = []
"""Streams for data while `prints_apart` holds stdout."""


def stdout() -> TextIO | None:
    """Return the stream for data."""
    return _DATA[-1] if _DATA else sys.stdout


@contextmanager
def prints_apart() -> Iterator[None]:
    """Send prints within the block to stderr, so that only emitted text is data."""
    _DATA.append(stdout())
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _DATA.pop()


def emit(text: str) -> None:
    """Print data on stdout at once, so that a reader that has gone or a full disk shows here.

    Raises:
        ReaderGoneError: nobody reads it any more.
        OSError: it cannot be written.
    """
    out = stdout()
    if out is None:
        return
    try:
        if text:
            parts = _COLOURS.split(text) if _coloured() else [text]
            parts[::2] = [_showable(part, out) for part in parts[::2]]
            out.write("".join(parts) + "\n")
        out.flush()
    except BrokenPipeError:
        raise ReaderGoneError from None


def silence() -> None:
    """Drop pending output of stdout, which cannot be written."""
    null = os.open(os.devnull, os.O_WRONLY)
    out = stdout()
    if out is not None:
        os.dup2(null, out.fileno())
    os.close(null)


def say(text: str) -> None:
    """Print a message on stderr; ignore errors."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(_showable(text, sys.stderr) + "\n")
        sys.stderr.flush()
    except OSError:
        return


def edit_lines() -> None:
    """Let people edit the lines that they type, where Python can."""
    with suppress(ImportError):
        import_module("readline")


def complain(message: str, hint: str | None = None) -> None:
    """Report a mistake on one line, and hints on others."""
    say(f"cardsim: {message}")
    for line in (hint or "").splitlines():
        say(f"hint: {line}")


def _showable(text: str, stream: TextIO) -> str:
    """Return the text as the stream can encode it: suits become letters, the rest question marks.

    Control characters, which a file may have brought along, are written out as in JSON.
    """
    text = _CONTROLS.sub(lambda found: json.dumps(found[0])[1:-1], text)
    encoding = stream.encoding or "ascii"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        for sign, letters in _LETTERS.items():
            if sign in text and not _encodes(sign, encoding):
                text = text.replace(sign, letters)
        return text.encode(encoding, "replace").decode(encoding)
    return text


def _encodes(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _drawable(text: str) -> str:
    """Return the text as stdout will show it, before it is laid out."""
    out = stdout()
    return text if out is None else _showable(text, out)


def _columns() -> int:
    """Return the usable columns of stdout's terminal."""
    return min(max(shutil.get_terminal_size().columns, NARROWEST), WIDEST)


def width() -> int:
    """Return the columns for running text."""
    return min(_columns(), READABLE) if _is_terminal(stdout()) else PLAIN


def _drawn(shown: RenderableType, columns: int | None = None) -> list[str]:
    """Return lines as stdout shows them, coloured if it can be; None for no wrapping."""
    console = _console(columns or WIDEST, coloured=_coloured())
    with console.capture() as captured:
        console.print(shown, soft_wrap=columns is None)
    return [line.rstrip() for line in captured.get().splitlines()]


def _coloured() -> bool:
    """Return True if stdout has colours; to rich every dumb terminal has 80 columns."""
    return _is_terminal(stdout()) and os.environ.get("TERM") not in _DUMB


@cache
def _console(columns: int, *, coloured: bool) -> Console:
    """Return a console for drawing lines of this width; it writes nowhere."""
    from rich.console import Console

    return Console(
        file=StringIO(),
        width=columns,
        force_terminal=coloured,
        force_jupyter=False,
        legacy_windows=False,
        highlight=False,
        markup=False,
        emoji=False,
    )


def wrapped(text: str, *, indent: int = 0, hanging: int = 0, bold: int = 0) -> list[str]:
    """Return lines of running text. Words longer than a line stay whole.

    Args:
        text: the text; its line breaks count as spaces.
        indent: columns before every line.
        hanging: further columns before all lines but the first.
        bold: number of letters in bold at the beginning.
    """
    from rich.text import Text

    # Rich breaks at every space, even a no-break space.
    glued = re.sub(PLUS_MINUS, rf"\1{GLUE}", " ".join(_drawable(text).split()))
    shown = Text(glued, overflow="ignore")
    shown.stylize(ANSWER, 0, bold)
    console = _console(width(), coloured=False)
    lines = shown.wrap(console, width() - indent - hanging)
    for number, line in enumerate(lines):
        line.rstrip()
        line.pad_left(indent + (hanging if number else 0))
    return [line.replace(GLUE, " ") for line in _drawn(Text("\n").join(lines))]


def reflowed(text: str) -> list[str]:
    """Return lines of a text with empty lines between paragraphs, and dashes in lists."""
    lines: list[str] = []
    for paragraph in text.strip().split("\n\n"):
        for item in re.split(r"\n(?=- )", paragraph):
            lines += wrapped(item, hanging=2 if item.startswith("- ") else 0)
        lines.append("")
    return lines[:-1]


def markdown(text: str) -> str:
    """Return a Markdown text, laid out if stdout is a terminal."""
    if not _is_terminal(stdout()):
        return text.strip()
    from rich.markdown import Markdown

    return "\n".join(_drawn(Markdown(_drawable(text)), width()))


def named(rows: Sequence[tuple[str, str]]) -> list[str]:
    """Return lines of texts with their names before them, in two columns."""
    space = max(len(name) for name, _ in rows) + 2
    lines = []
    for name, text in rows:
        first, *more = wrapped(text, indent=space)
        lines += [name + first[len(name) :], *more]
    return lines


def in_suits(text: str) -> str:
    """Return a text with its red cards in red, if stdout has colours; drawn lines stay so."""
    from rich.text import Text

    parts = _STYLES.split(text)
    drawn = "".join(part if n % 2 else _drawable(part) for n, part in enumerate(parts))
    shown = Text.from_ansi(drawn, overflow="ignore")
    shown.highlight_regex(r"(10|[A2-9JQK])?[♦♥]", "red")
    return "\n".join(_drawn(shown))


def answer(text: str) -> list[str]:
    """Return lines of an answer, with its first sentence in bold."""
    return wrapped(text, bold=len(text.partition(". ")[0]) + 1)


def table(
    rows: Sequence[Sequence[str]],
    *,
    head: Sequence[str] = (),
    indent: int = 2,
    marked: Mapping[int, str] | None = None,
    flowing: Collection[int] = (0,),
    spare: Sequence[int] = (),
) -> list[str]:
    """Return lines with aligned columns.

    Args:
        rows: texts.
        head: heads of the columns, if any; they may have several lines.
        indent: columns before every line.
        marked: style of a row by its number.
        flowing: columns of text, aligned left and wrapped in a narrow terminal; all others are
            aligned right, and whole.
        spare: columns to show without the intervals behind their numbers, and then to drop, in this
            order, if a terminal has no room for them.
    """
    from rich.padding import Padding
    from rich.table import Table as Grid
    from rich.text import Text

    head = [*map(_drawable, head)]
    cells = [[*map(_drawable, row)] for row in rows]
    deep = max((text.count("\n") + 1 for text in head), default=0)
    heads = [("\n" * deep + text).split("\n")[-deep:] for text in head] if head else []
    lines = [*zip(*heads, strict=True), *cells]
    if not lines:
        return []
    room = _columns() if _is_terminal(stdout()) else WIDEST

    widths = {
        k: _width(texts, flows=k in flowing) for k, texts in enumerate(zip(*lines, strict=True))
    }

    room -= indent
    _spare(widths, heads, cells, spare, room)
    lines, room = [*zip(*heads, strict=True), *cells], max(room, _least(widths))
    longest = {k: max(len(texts[k]) for texts in lines) for k in widths if k in flowing}
    # Rich takes from the widest column below what is its least, and then cuts off the last one.
    for k in sorted(longest, key=longest.__getitem__):
        widths[k] = min(longest[k], widths[k] + room - _least(widths))
    drawn = Grid.grid(padding=(0, 2), pad_edge=False)
    for k, wide in widths.items():
        if k in flowing:
            drawn.add_column(width=wide, overflow="fold")
        else:
            drawn.add_column(min_width=wide, justify="right", no_wrap=True)
    styles = {} if marked is None else marked
    for texts in zip(*heads, strict=True):
        drawn.add_row(*(Text(texts[k]) for k in widths), style="dim")
    for number, row in enumerate(cells):
        drawn.add_row(*(Text(row[k]) for k in widths), style=styles.get(number))
    return _drawn(Padding(drawn, (0, 0, 0, indent)), room + indent)


def _least(widths: Mapping[int, int]) -> int:
    """Return the columns that a table takes."""
    return sum(widths.values()) + 2 * (len(widths) - 1)


def _spare(
    widths: dict[int, int],
    heads: Sequence[Sequence[str]],
    rows: Sequence[list[str]],
    spare: Sequence[int],
    room: int,
) -> None:
    """Leave intervals and then columns out, in place, until the table has room."""
    for k in (k for k in spare if _least(widths) > room):
        for row in rows:
            row[k] = row[k].partition(" (")[0]
        texts = [*(heads[k] if heads else []), *(row[k] for row in rows)]
        widths[k] = _width(texts, flows=False)
        if _least(widths) > room:
            del widths[k]


def _width(texts: Sequence[str], *, flows: bool) -> int:
    """Return the width of a column: of its longest text, or its longest word if it flows."""
    return max((len(part) for t in texts for part in (t.split() if flows else [t])), default=0)


def plot(
    labels: Sequence[str],
    intervals: Sequence[tuple[float, float, float]],
    *,
    unit: str,
    marked: Mapping[int, str] | None = None,
) -> list[str]:
    """Return lines with a mark for each value and a bar for its interval; none if they do not fit.

    Args:
        labels: label of each line.
        intervals: low, value, high.
        unit: unit of the numbers at the ends of the scale; with one, they are shares in hundredths.
            They have enough places to tell the lines apart.
        marked: style of a line by its number.
    """
    from rich.text import Text

    labels = [*map(_drawable, labels)]
    styles = {} if marked is None else marked
    numbers = [x for interval in intervals for x in interval]
    space = max((len(label) for label in labels), default=0)
    columns = min(width() - space - 6, MOST_COLUMNS)
    fits = LEAST_ROWS <= len(labels) <= MOST_ROWS and columns >= LEAST_COLUMNS
    if not fits or not all(map(math.isfinite, numbers)) or min(numbers) == max(numbers):
        return []
    low, high = min(numbers), max(numbers)
    encoding = getattr(stdout(), "encoding", None) or "ascii"
    point, bar = ("●", "─") if _encodes("●─", encoding) else ("o", "-")

    def column(x: float) -> int:
        return round((x - low) / (high - low) * (columns - 1))

    shown = Text()
    for number, (label, interval) in enumerate(zip(labels, intervals, strict=True)):
        left, middle, right = map(column, interval)
        drawn = " " * left + bar * (right - left + 1)
        line = f"  {label.rjust(space)}  {drawn[:middle]}{point}{drawn[middle + 1 :]}\n"
        shown.append(line, styles.get(number))
    times, behind = (100, f" {unit}") if unit else (1, "")
    places = max(2 - math.floor(math.log10(times * (high - low))), 0)
    ends = [f"{round(times * x, places) or 0:.{places}f}{behind}" for x in (low, high)]
    shown.append(f"  {' ' * space}  {ends[0]}{ends[1].rjust(columns - len(ends[0]))}", "dim")
    return _drawn(shown)


class ProgressLine:
    """A progress line on stderr, as wide as the terminal."""

    def __init__(self, plural: str) -> None:
        self.plural = plural
        self._bar: Bar | None = None

    def __call__(self, progress: Progress) -> None:
        """Show the progress; nothing for a run that ends before it was shown."""
        if self._bar is None and progress.hands == progress.total:
            return
        with suppress(OSError):
            if self._bar is None:
                self._bar = _bar()
                self._bar.add_task("", told="")
                self._bar.start()
            room = self._bar.console.width - len(" 100%  ") - _BAR
            line = _fitting(self._parts(progress), room)
            self._bar.update(
                self._bar.task_ids[0], completed=progress.hands, total=progress.total, told=line
            )
            self._bar.refresh()

    def _parts(self, progress: Progress) -> list[str]:
        estimate = "" if progress.estimate is None else str(progress.estimate)
        return far_told(progress.hands, progress.total, progress.seconds, estimate, self.plural)

    def clear(self) -> None:
        """Remove the line."""
        if self._bar is not None:
            with suppress(OSError):
                self._bar.stop()


def _bar() -> Bar:
    """Return a progress bar that disappears at the end; messages appear above it."""
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    return Bar(
        TextColumn("{task.percentage:>4.0f}%", markup=False),
        BarColumn(bar_width=_BAR),
        TextColumn("{task.fields[told]}", markup=False),
        console=Console(stderr=True, highlight=False),
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
    )


def _fitting(parts: Sequence[str], room: int) -> str:
    """Join as many of these parts as fit, from the first."""
    kept: list[str] = []
    for part in parts:
        if len(", ".join([*kept, part])) <= room:
            kept.append(part)
    return _CONTROLS.sub("?", ", ".join(kept))


@contextmanager
def progress_line(plural: str, *, quiet: bool) -> Iterator[Callable[[Progress], None]]:
    """Provide a function that shows progress in `cardsim runs watch`, and on a terminal's line."""
    from cardsim.runs.journal import Teller

    line = ProgressLine(plural) if _is_terminal(sys.stderr) and not quiet else None
    teller = Teller(shlex.join(["cardsim", *sys.argv[1:]]), plural)

    def tell(progress: Progress) -> None:
        teller(progress)
        if line is not None:
            line(progress)

    try:
        # A function that is asked in Python would say it a second time.
        with watched_by(lambda *_: None):
            yield tell
    finally:
        teller.close()
        if line is not None:
            line.clear()


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def told(story: Story) -> list[str]:
    """Lines of what an answer tells: the answer, and what it rests on that is not said with it."""
    from cardsim.story import without_answer

    rest = [without_answer(section, story.answer) for section in story.sections]
    # Each line is a paragraph of its own, such as what a company says.
    lines = [line for said in story.answer.splitlines() for line in answer(said)]
    return [*lines, *sections(rest)]


def sections(told: Sequence[Section]) -> list[str]:
    """Return lines of an answer's sections: texts, rules, and tables or the data of charts."""
    lines: list[str] = []
    for section in (s for s in told if not s.is_aside):
        lines += ["", *wrapped(section.heading)]
        lines += wrapped(section.text, indent=2) if section.text else []
        for number, rule in enumerate(section.rules, 1):
            lines += wrapped(f"{number}. {rule[:1].upper()}{rule[1:]}.", indent=2, hanging=3)
        if section.table is not None and section.table.is_long:
            lines += [_left_out(len(section.table.rows))]
        elif section.table is not None:
            best, firsts = section.table.best, section.table.firsts
            numbers, spare = section.table.numbers, section.table.spare
            flowing = [k for k in range(len(section.table.heads)) if k not in numbers]
            marked = dict.fromkeys(best, TIED) | dict.fromkeys(best[:firsts], BEST)
            rows, heads, few = section.table.rows, section.table.heads, section.few
            head = _heads(section.table) if numbers else heads
            if section.chart is not None:
                lines += _picture(section.chart, {rows[k][0]: marked[k] for k in marked})
            lines += [""] if section.text or section.rules else []
            some = sorted([*dict.fromkeys([*best, *range(len(rows))])][: few or len(rows)])
            shown = [rows[k] for k in some]
            styles = {n: marked[k] for n, k in enumerate(some) if k in marked}
            lines += table(shown, head=head, flowing=flowing, marked=styles, spare=spare)
            if len(shown) < len(rows):
                lines.append(f"  ({few} of {len(rows)} rows: see a file made with --output)")
        elif section.chart is not None:
            lines += ["", *_data(section.chart)]
    return lines


def _heads(told: Table) -> list[str]:
    """Return headings on lines as long as the numbers below them, or as `LONG`."""
    widths = [
        max([LONG, *(len(row[k]) for row in told.rows if k in told.numbers)])
        for k in range(len(told.heads))
    ]
    return ["\n".join(textwrap.wrap(h, w)) for h, w in zip(told.heads, widths, strict=True)]


def _picture(chart: Chart, styles: Mapping[str, str]) -> list[str]:
    """Return lines with a chart's values and intervals below each other, if it has such."""
    from cardsim.show.panel import cut_short

    several = len(chart.series) > 1 and chart.sweep is None
    if chart.kind != "points" or several or not all(s.low for s in chart.series):
        return []
    lines: list[str] = []
    for series in chart.series:
        words = [*map(str, series.x)]
        marked = {k: styles[x] for k, x in enumerate(words) if x in styles}
        if chart.sweep is not None and chart.best:
            marked = {k: TIED for k in range(len(words)) if k not in series.hollow}
            marked[series.y.index(min(series.y))] = BEST
        drawn = plot(
            [cut_short(x, MOST_NAME) for x in words],
            list(zip(series.low, series.y, series.high, strict=True)),
            unit="%" if chart.percent else "",
            marked=marked,
        )
        title = f"{chart.y}, with {series.name}" if series.name else chart.y
        lines += ["", *wrapped(title, indent=2), *drawn] if drawn else []
    return lines


def _left_out(rows: int) -> str:
    return f"  ({rows} rows of data: see a file made with --output)"


def _data(chart: Chart) -> list[str]:
    """Return the data of a chart: a row for each x, a column for each series."""
    from cardsim.statistics.stats import estimate_text

    head, rows = [chart.x_name.split(";")[0], *(s.name for s in chart.series)], []
    for x in chart.places:
        row = [chart.x_text(x)]
        for s in chart.series:
            if x not in s.x:
                row.append("")
                continue
            k = s.x.index(x)
            low, high = (s.low[k], s.high[k]) if s.low else (s.y[k], s.y[k])
            row.append(estimate_text(s.y[k], low, high, is_share=chart.percent)[0])
        rows.append(row)
    if len(rows) > MOST_DATA:
        return [_left_out(len(rows))]
    return table(rows, head=head)
