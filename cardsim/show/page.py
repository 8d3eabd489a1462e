"""What a report is made of, and how it becomes one HTML file that needs nothing else.

The file works without a network and without JavaScript. Its Content-Security-Policy allows its own
style sheet and script, by their hashes, and nothing else.
"""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

from cardsim.show import panel as plots
from cardsim.show.card import Rule
from cardsim.show.svg import panel_svg
from cardsim.story import Number
from cardsim.version import VERSION

_FOLDER = Path(__file__).parent

MOST_OPEN = 12
"""Rows of a table that are seen at once."""
MOST_TOLD = 330
"""Letters of an answer that are seen at once, beyond its first sentence: about three lines."""
SHORT = 20
"""A text of fewer letters is one number, and is not broken."""
_UNIT = re.compile(r"(?<=\d) (?=%|pp\b)|(?<=\(±) | (?=\(±)")
_CODE = re.compile(r"`([^`]+)`")
_SENTENCE = re.compile(r"(?<=[.?!]) (?=[A-Z])")


@dataclass(frozen=True)
class Cell:
    """A cell of a table.

    Attributes:
        text: what it says.
        order: its place among its column's cells; None to sort by the text.
        is_command: whether it is a command line.
        note: what stands below it in small letters, such as its interval.
        is_best: whether it is the best of its column.
    """

    text: str
    order: float | None = None
    is_command: bool = False
    note: str = ""
    is_best: bool = False


@dataclass(frozen=True)
class Sheet:
    """A table; the first cell of a row names it.

    Attributes:
        caption: what it lists.
        heads: the columns' headings; those of numbers start with `>`.
        rows: of as many cells as there are headings.
        marked: numbers of rows that stand out; a cell of theirs says why.
        sortable: whether a reader may want it in another order.
        folded: whether only its caption is seen until the reader opens it; long ones always.
    """

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    marked: frozenset[int] = frozenset()
    sortable: bool = True
    folded: bool = False

    @property
    def is_folded(self) -> bool:
        """Whether only its caption is seen at first."""
        return self.folded or len(self.rows) > MOST_OPEN


@dataclass(frozen=True)
class Knob:
    """What a reader may choose: its name, the names of its values, the one chosen at first.

    Attributes:
        slides: whether the values lie in a row, as numbers do.
    """

    label: str
    values: tuple[str, ...]
    start: int
    slides: bool


@dataclass(frozen=True)
class Control:
    """Knobs over what was computed, which say the answer at each combination of their values.

    Attributes:
        knobs: the last one moves fastest through the answers.
        says: a number and a sentence; the k-th belongs to what has `at-k` as gid in the charts.
    """

    knobs: tuple[Knob, ...]
    says: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Section:
    """A part of a page under its heading: text, rules, charts, a control over them, tables.

    Attributes:
        heading, panels, control, paragraphs, sheets: these.
        rules: to play by.
        is_card: whether its rules are the card, which alone is printed of a page that has one.
        folded: whether only its heading is seen until the reader opens it.
    """

    heading: str
    panels: tuple[plots.Panel, ...] = ()
    control: Control | None = None
    paragraphs: tuple[str, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    rules: tuple[Rule, ...] = ()
    is_card: bool = False
    folded: bool = False


@dataclass(frozen=True)
class Download:
    """A file inside the page: its name, what is in it, and its text."""

    name: str
    about: str
    text: str

    @property
    def link(self) -> str:
        """The file as an address of its own."""
        return "data:text/csv;base64," + base64.b64encode(self.text.encode()).decode()

    @property
    def size(self) -> str:
        """How large it is, for people."""
        return f"{max(round(len(self.text.encode()) / 1000), 1)} kB"


@dataclass(frozen=True)
class Page:
    """A report.

    Attributes:
        kicker: where the question belongs: game, players, number of hands.
        title: the question.
        numbers: those it is about, shown large.
        answer: one sentence, with interval and against whom.
        sections: what the answer rests on.
        brief: how each game goes, in a few lines.
        rules: the house rules, and who played.
        method: how it was found, in plain words.
        command: what repeats it.
        facts: (name, value) pairs beside the command.
        downloads: the data.
        more: how to get data that are not in the page.
    """

    kicker: tuple[str, ...]
    title: str
    numbers: tuple[Number, ...]
    answer: str
    sections: tuple[Section, ...]
    brief: tuple[str, ...]
    rules: Section
    method: tuple[str, ...]
    command: str
    facts: tuple[tuple[str, str], ...]
    downloads: tuple[Download, ...]
    more: str = ""


def render(page: Page) -> bytes:
    """The page as one HTML file; the same bytes for the same page."""
    style, script = style_sheet(), file_text("page.js")
    if any(section.is_card for section in page.sections):
        style += file_text("card.css")
    parts = (
        environment()
        .get_template("page.html.jinja")
        .render(
            page=page,
            drawn=_drawn(page),
            style=style,
            script=script,
            style_hash=text_hash(style),
            script_hash=text_hash(script),
            version=VERSION,
        )
    )
    return parts.encode()  # type: ignore[no-any-return]


def _drawn(page: Page) -> list[list[tuple[plots.Panel, str, str]]]:
    """For each section its panels with their charts, wide and narrow."""
    return [
        [
            (
                panel,
                panel_svg(panel, width=plots.WIDE, key=f"w{s}{p}"),
                panel_svg(panel, width=plots.NARROW, key=f"n{s}{p}"),
            )
            for p, panel in enumerate(section.panels)
        ]
        for s, section in enumerate(page.sections)
    ]


@cache
def environment() -> Any:
    """Where the templates are found and filled in."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    # Autoescape: whatever a user named is shown as text. The charts escape their own.
    made = Environment(
        loader=FileSystemLoader(_FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["prose"] = _prose
    made.filters["told"] = _told
    return made


def _prose(text: str) -> Any:
    """Text for people: a number and its unit on one line, and what is in backquotes as code."""
    from markupsafe import Markup, escape

    text = text if len(text) < SHORT else _UNIT.sub("\N{NO-BREAK SPACE}", text)
    pieces = [
        f"<code>{escape(piece)}</code>" if k % 2 else str(escape(plots.minus(piece)))
        for k, piece in enumerate(_CODE.split(text))
    ]
    return Markup("".join(pieces))  # noqa: S704


def _told(text: str) -> tuple[str, str, str]:
    """The first sentence, those that are seen besides, and the rest."""
    first, *others = _SENTENCE.split(text)
    lengths = accumulate(map(len, others), initial=len(first))
    seen = sum(length <= MOST_TOLD for length in list(lengths)[1:])
    return first, " ".join(others[:seen]), " ".join(others[seen:])


@cache
def file_text(name: str) -> str:
    """The text of a file beside this one."""
    return (_FOLDER / name).read_text("utf-8")


DARK = {
    plots.INK: "#e8e6e1",
    plots.MUTED: "#a4abb6",
    plots.GRID: "#333942",
    plots.PAPER: "#14171b",
    **dict(
        zip(
            plots.SERIES,
            ("#5aa9ee", "#ff8a4c", "#3fc49c", "#cb8fe6", "#d8b13a", "#f57fb0", "#a9b6c8"),
            strict=True,
        )
    ),
}
"""What each colour of a chart becomes in the dark; `tests/test_plots.py` measures the contrast."""
_NAMES = ("ink", "muted", "grid", "paper", *(f"series-{k}" for k in range(len(plots.SERIES))))


@cache
def style_sheet() -> str:
    """The style sheet, with the colours of the charts as variables and the rules that use them."""
    light = "".join(f"--{n}:{c};" for n, c in zip(_NAMES, DARK, strict=True))
    dark = "".join(f"--{n}:{c};" for n, c in zip(_NAMES, DARK.values(), strict=True))
    repaint = "".join(
        f'[fill="{c}"]{{fill:var(--{n})}}[stroke="{c}"]{{stroke:var(--{n})}}\n'
        for n, c in zip(_NAMES, DARK, strict=True)
    )
    return (
        f":root{{{light}}}\n@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
        + repaint
        + file_text("page.css")
    )


def text_hash(text: str) -> str:
    """How a Content-Security-Policy names a style sheet or a script."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
