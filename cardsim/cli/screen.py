"""What goes to the terminal: data on stdout, talk on stderr.

No colours (so that `NO_COLOR` has nothing to forbid), and nothing that the terminal cannot show.
"""

from __future__ import annotations

import math
import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from cardsim.options.params import Value
    from cardsim.runs.run import Progress

_LETTERS = str.maketrans({"♣": "C", "♦": "D", "♥": "H", "♠": "S"})
LEAST_ROWS, MOST_ROWS = 2, 40
LEAST_COLUMNS, MOST_COLUMNS = 30, 64
"""Of a plot."""
_MINUTE, _HOUR = 60, 3600


class ReaderGoneError(Exception):
    """The pipe that stdout goes into is closed. No OSError, because typer handles those its way."""


def emit(text: str) -> None:
    """Print data on stdout at once, so that a reader that has gone or a full disk shows here.

    Raises:
        ReaderGoneError: nobody reads it any more.
        OSError: it cannot be written.
    """
    if sys.stdout is None:
        return
    try:
        if text:
            sys.stdout.write(_showable(text, sys.stdout) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        raise ReaderGoneError from None


def silence() -> None:
    """Drop what is still to be written to stdout, which cannot take it."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    os.close(null)


def say(text: str) -> None:
    """Print a line of talk on stderr; if nobody can hear it, it is lost."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(_showable(text, sys.stderr) + "\n")
        sys.stderr.flush()
    except OSError:
        return


def complain(message: str, hint: str | None = None) -> None:
    """Say what was wrong, on one line, and what to try next on others."""
    say(f"cardsim: {message}")
    for line in (hint or "").splitlines():
        say(f"hint: {line}")


def _showable(text: str, stream: TextIO) -> str:
    """The text in what the stream can encode: suits become letters, the rest question marks."""
    encoding = stream.encoding or "ascii"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(_LETTERS).encode(encoding, "replace").decode(encoding)
    return text


def width() -> int:
    """Columns to fill with running text."""
    return min(max(shutil.get_terminal_size().columns, 40), 100)


def table(rows: Sequence[Sequence[str]], *, indent: str = "  ") -> list[str]:
    """Lines with aligned columns, the first to the left and the others to the right."""
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))] if rows else []
    return [
        (
            indent
            + "  ".join(
                [
                    row[0].ljust(widths[0]),
                    *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True)),
                ]
            )
        ).rstrip()
        for row in rows
    ]


def plot(
    labels: Sequence[str], intervals: Sequence[tuple[float, float, float]], *, unit: str
) -> list[str]:
    """Lines with a mark for each value and a bar for its interval; none if they do not fit.

    Args:
        labels: of each line.
        intervals: low, value, high.
        unit: of the numbers at the ends of the scale; with one, they are shares in hundredths.
    """
    numbers = [x for interval in intervals for x in interval]
    space = max((len(label) for label in labels), default=0)
    columns = min(width() - space - 6, MOST_COLUMNS)
    fits = LEAST_ROWS <= len(labels) <= MOST_ROWS and columns >= LEAST_COLUMNS
    if not fits or not all(map(math.isfinite, numbers)) or min(numbers) == max(numbers):
        return []
    low, high = min(numbers), max(numbers)
    point, bar = ("●", "─") if _shows("●─") else ("o", "-")

    def column(x: float) -> int:
        return round((x - low) / (high - low) * (columns - 1))

    lines = []
    for label, interval in zip(labels, intervals, strict=True):
        left, middle, right = map(column, interval)
        drawn = " " * left + bar * (right - left + 1)
        lines.append(f"  {label.rjust(space)}  {drawn[:middle]}{point}{drawn[middle + 1 :]}")
    ends = [f"{100 * x:.4g} {unit}" if unit else f"{x:.4g}" for x in (low, high)]
    return [*lines, f"  {' ' * space}  {ends[0]}{ends[1].rjust(columns - len(ends[0]))}"]


def _shows(text: str) -> bool:
    """Whether stdout can show it."""
    try:
        text.encode((sys.stdout.encoding if sys.stdout is not None else None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def rules(preset: str, changed: Mapping[str, Value], players: int) -> str:
    """What was played, in words: the preset, what differs from it, and the number of players."""
    from cardsim.options.params import settings_text

    values = settings_text(changed.items())
    return f"preset {preset}{f' with {values}' if values else ''}, {players} players"


def short_count(number: float) -> str:
    """A number of hands to three figures: `4.93M`."""
    for letter, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:.3g}{letter}"
    return f"{number:.3g}"


def duration(seconds: float) -> str:
    """A time for people: `2 s`, `3 min 20 s`, `1 h 5 min`."""
    rounded = round(seconds)
    if rounded < _MINUTE:
        return f"{rounded} s"
    if rounded < _HOUR:
        return f"{rounded // _MINUTE} min {rounded % _MINUTE} s"
    return f"{rounded // _HOUR} h {rounded % _HOUR // _MINUTE} min"


class ProgressLine:
    """One line on stderr, overwritten as a run goes on."""

    def __init__(self, plural: str) -> None:
        self.plural = plural
        self.shown = 0

    def __call__(self, progress: Progress) -> None:
        """Show how far the run is."""
        rate = progress.hands / progress.seconds if progress.seconds > 0 else 0.0
        left = duration((progress.total - progress.hands) / rate) if rate > 0 else "?"
        parts = [
            f"{progress.hands / progress.total:4.0%}",
            f"{short_count(progress.hands)} of {short_count(progress.total)} {self.plural}",
            f"{short_count(rate)} {self.plural}/s",
            f"{left} left",
            *([str(progress.estimate)] if progress.estimate is not None else []),
        ]
        self._write(", ".join(parts)[: shutil.get_terminal_size().columns - 1])

    def clear(self) -> None:
        """Take the line away."""
        if self.shown:
            self._write("")
            self._write("")

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write("\r" + text.ljust(self.shown))
            sys.stderr.flush()
        except OSError:
            return
        self.shown = len(text)


@contextmanager
def progress_line(plural: str, *, quiet: bool) -> Iterator[ProgressLine | None]:
    """A line that shows how far a run is, where somebody watches; gone afterwards."""
    line = ProgressLine(plural) if on_terminal() and not quiet else None
    try:
        yield line
    finally:
        if line is not None:
            line.clear()


def on_terminal() -> bool:
    """Whether somebody watches stderr."""
    return sys.stderr is not None and sys.stderr.isatty()
