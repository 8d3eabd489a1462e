"""The parts of an answer's page, and its rendering as one self-contained HTML file.

The file works without a network and without JavaScript. Its Content-Security-Policy allows only its
own style sheet and script, by their hashes.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, takewhile
from pathlib import Path
from typing import Any
from urllib.parse import quote

from cardsim.show import panel as plots
from cardsim.show.card import CardRule
from cardsim.show.svg import panel_svg
from cardsim.story import Number
from cardsim.version import VERSION

_FOLDER = Path(__file__).parent

MOST_OPEN = 12
"""Most rows of a table that is shown unfolded."""
MOST_TOLD = 330
"""Most letters of an answer shown unfolded, about three lines; its first sentence always is."""
SHORT = 20
"""A text of fewer letters is taken for a single number and never broken."""
MOST_PLAIN = 16_000
"""Most letters of an embedded file that is not packed."""
_UNIT = re.compile(r"(?<=\d) (?=%|pp\b)|(?<=\(±) | (?=\(±)")
_CUTS = " \N{NO-BREAK SPACE}()"
"""Places at which a sentence may be cut: no word and no number is."""
_CODE = re.compile(r"`([^`]+)`")
_SENTENCE = re.compile(r"(?<=[.?!]) (?=[A-Z])")
_WHOLE = re.compile(r"[A-Za-z0-9_.,:=+]+")
"""A word in which no line ends."""
_KEPT = " ,;:/?@!$()*+="
"""Characters that stand for themselves in a data URL."""


@dataclass(frozen=True)
class Cell:
    """A cell of a table.

    Attributes:
        order: sort key within the column; None to sort by the text.
        note: small print below the text, such as an interval.
    """

    text: str
    order: float | None = None
    is_command: bool = False
    note: str = ""
    is_best: bool = False


@dataclass(frozen=True)
class Sheet:
    """A table; the first cell of a row names the row.

    Attributes:
        caption: the table's caption.
        heads: the columns' headings; those of numeric columns start with `>`.
        rows: the rows, with a cell for each heading.
        marked: numbers of highlighted rows; a cell of each says why it is.
        sortable: whether the reader can sort it.
        folded: whether only the caption shows until opened; None if it depends on the rows.
    """

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    marked: frozenset[int] = frozenset()
    sortable: bool = True
    folded: bool | None = None

    @property
    def is_folded(self) -> bool:
        """True if only the caption shows at first."""
        return len(self.rows) > MOST_OPEN if self.folded is None else self.folded


@dataclass(frozen=True)
class Knob:
    """A setting that the reader can change: its name, the names of its values, the initial one.

    Attributes:
        slides: whether it is a slider, for values in order, rather than a list.
    """

    label: str
    values: tuple[str, ...]
    start: int
    slides: bool


@dataclass(frozen=True)
class Control:
    """Knobs that select among computed answers.

    Attributes:
        knobs: the knobs; the last one varies fastest through `says`.
        says: (number, sentence) for each combination; the k-th belongs to the charts' gid `at-k`.
    """

    knobs: tuple[Knob, ...]
    says: tuple[tuple[str, str], ...]

    @property
    def parts(self) -> tuple[str, str, list[tuple[str, str]]]:
        """The beginning and the end of all sentences, and each short answer with what is between.

        The page holds beginning and end once.
        """
        texts = [_kept_together(text) for _, text in self.says]
        head = _same_beginning(texts)
        begin = head[: max(map(head.rfind, _CUTS)) + 1]
        tail = _same_beginning([text[len(begin) :][::-1] for text in texts])[::-1]
        end = tail[min((tail.find(mark) for mark in _CUTS if mark in tail), default=len(tail)) :]
        if "`" in begin + end:
            begin = end = ""
        between = (text[len(begin) : len(text) - len(end)] for text in texts)
        return begin, end, list(zip((big for big, _ in self.says), between, strict=True))


def _kept_together(text: str) -> str:
    """Return a text with numbers that no line parts from their units; short ones as they are."""
    return text if len(text) < SHORT else _UNIT.sub("\N{NO-BREAK SPACE}", text)


def _same_beginning(texts: Sequence[str]) -> str:
    alike = takewhile(lambda letters: len({*letters}) == 1, zip(*texts, strict=False))
    return "".join(letters[0] for letters in alike)


@dataclass(frozen=True)
class PageSection:
    """A part of a page under its heading.

    Attributes:
        heading, panels, control, paragraphs, sheets: its contents.
        rules: rules of thumb to list.
        is_card: whether its rules are the card; only the card is printed of a page that has one.
        folded: whether only the heading shows until opened.
    """

    heading: str
    panels: tuple[plots.Panel, ...] = ()
    control: Control | None = None
    paragraphs: tuple[str, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    rules: tuple[CardRule, ...] = ()
    is_card: bool = False
    folded: bool = False


@dataclass(frozen=True)
class Download:
    """A file embedded in the page: its name, a description, and its text."""

    name: str
    about: str
    text: str

    @property
    def is_packed(self) -> bool:
        """True if the file is so long that it is packed with gzip."""
        return len(self.text) > MOST_PLAIN

    @property
    def file(self) -> str:
        """The name under which a browser saves it."""
        return f"{self.name}.gz" if self.is_packed else self.name

    @property
    def link(self) -> str:
        """The file as a data URL."""
        if self.is_packed:
            return "data:application/gzip;base64," + packed(self.text.encode())
        return "data:text/csv," + quote(self.text, safe=_KEPT)

    @property
    def size(self) -> str:
        """The size for display, such as `12 kB`."""
        return f"{max(round(len(self.text.encode()) / 1000), 1)} kB"


@dataclass(frozen=True)
class Playing:
    """A part of a page that plays a game by itself (`cardsim.show.live`).

    Attributes:
        data: texts that its script reads, by the id of their element.
        inner: a script that is packed in the data, and that the first one starts.
    """

    data: Mapping[str, str]
    script: str
    inner: str


@dataclass(frozen=True)
class Page:
    """The page of an answer.

    Attributes:
        kicker: context of the question: game, players, number of hands.
        title: the question.
        numbers: the key numbers, shown large.
        answer: one sentence, with the interval and the opponents.
        brief: a short description of each game.
        rules: the house rules and the players.
        method: how the answer was found, in plain words.
        facts: (name, value) pairs beside the command.
        more: how to get data that are too large for the page.
        playing: lets the reader try another table; None where nothing plays.
    """

    kicker: tuple[str, ...]
    title: str
    numbers: tuple[Number, ...]
    answer: str
    sections: tuple[PageSection, ...]
    brief: tuple[str, ...]
    rules: PageSection
    method: tuple[str, ...]
    command: str
    facts: tuple[tuple[str, str], ...]
    downloads: tuple[Download, ...]
    more: str = ""
    playing: Playing | None = None


def render(page: Page) -> bytes:
    """Render the page as one HTML file; the same page gives the same bytes."""
    style, script = style_sheet(), file_text("page.js")
    if any(section.is_card for section in page.sections):
        style += file_text("card.css")
    scripts: tuple[str, ...] = ()
    if page.playing is not None:
        style += file_text("live.css")
        scripts = page.playing.script, page.playing.inner
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
            playing_hashes=[text_hash(each) for each in scripts],
            version=VERSION,
        )
    )
    return parts.encode()  # type: ignore[no-any-return]


def _drawn(page: Page) -> list[list[tuple[plots.Panel, str, str]]]:
    """Draw each section's panels, wide and narrow."""
    return [
        [
            (panel, panel_svg(panel, width=plots.WIDE), panel_svg(panel, width=plots.NARROW))
            for panel in section.panels
        ]
        for section in page.sections
    ]


@cache
def environment() -> Any:
    """Return the environment of the page templates."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    # Autoescape: names given by users are shown as text. The charts escape their own.
    made = Environment(
        loader=FileSystemLoader(_FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["prose"] = _prose
    made.filters["told"] = told
    made.filters["whole_words"] = _whole_words
    return made


def _prose(text: str) -> Any:
    """Mark up text: keep numbers and units on one line, and set backquoted words as code."""
    from markupsafe import Markup, escape

    text = _kept_together(text)
    pieces = [
        f"<code>{escape(piece)}</code>" if k % 2 else str(escape(plots.minus(piece)))
        for k, piece in enumerate(_CODE.split(text))
    ]
    return Markup("".join(pieces))  # noqa: S704


def _whole_words(command: str) -> Any:
    """Mark up a command so that no line ends within a word such as `--knock-threshold`."""
    from markupsafe import Markup

    around = Markup("<span>{}</span>")
    words = (w if _WHOLE.fullmatch(w) else around.format(w) for w in command.split())
    return Markup(" ").join(words)


def told(text: str) -> tuple[str, str, str]:
    """Split an answer into its first sentence, the rest shown unfolded, and the folded rest."""
    first, *others = _SENTENCE.split(text)
    lengths = accumulate(map(len, others), initial=len(first))
    seen = sum(length <= MOST_TOLD for length in list(lengths)[1:])
    return first, " ".join(others[:seen]), " ".join(others[seen:])


@cache
def file_text(name: str) -> str:
    """Read a file of this folder."""
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
"""The dark counterpart of each chart colour; `tests/test_plots.py` checks the contrast."""
_NAMES = ("ink", "muted", "grid", "paper", *(f"series-{k}" for k in range(len(plots.SERIES))))


@cache
def style_sheet() -> str:
    """Return the style sheet, with the chart colours as variables and the rules that apply them."""
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


def packed(content: bytes) -> str:
    """Pack data for an element whose script unpacks them."""
    return base64.b64encode(gzip.compress(content, 9, mtime=0)).decode()


def text_hash(text: str) -> str:
    """Return the hash by which a Content-Security-Policy allows a style sheet or a script."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
