"""Pages of answers, each one self-contained HTML file, and their display in a notebook."""

from __future__ import annotations

import html
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from cardsim.ask.swept import SweepResult
from cardsim.errors import UserError, echoed
from cardsim.output import as_path, check_suffix, write_whole
from cardsim.runs.answer import Answer
from cardsim.runs.result import Result
from cardsim.runs.seating import Who
from cardsim.show import figures, findings_page, story_page, svg
from cardsim.show.live import MOST_BYTES, live_of
from cardsim.show.page import Page, Playing, Sheet, render
from cardsim.show.panel import WIDE
from cardsim.show.stories import story_of
from cardsim.show.story_page import TOO_MANY
from cardsim.studies.experiments import Findings

LARGEST = 150_000
"""Largest page of an experiment, in bytes; its data stay out rather than make it larger."""


def page_of(answer: Answer) -> Page:
    """Return an answer's page, whose title and answer can be replaced before it is rendered."""
    if isinstance(answer, Findings):
        page = findings_page.page(answer)
    else:
        page = story_page.page(answer, story_of(answer))
    own = answer.replaced
    return replace(page, facts=(*page.facts, ("Own files", own))) if own else page


def html_of(answer: Answer, title: str | None = None, *, playing: Playing | None = None) -> bytes:
    """Render an answer as one HTML file; the same answer gives the same bytes.

    `title` takes the place of the page's own; `playing` lets the reader try another table.
    """
    page = replace(page_of(answer), playing=playing)
    if title is not None:
        if not isinstance(title, str) or not title.strip() or not _is_text(title):
            raise UserError(f"title must be some text, not {echoed(title)!r}")
        page = replace(page, title=title)
    made = render(page)
    most = MOST_BYTES if playing is not None else LARGEST
    if len(made) > most and (playing is not None or isinstance(answer, Findings)):
        made = render(replace(page, downloads=(), more=TOO_MANY))
    return made


@dataclass(frozen=True)
class LivePage:
    """A page at which anybody tries a table of their own; a notebook shows it."""

    html: bytes

    def save(self, path: str | Path, *, force: bool = False) -> None:
        """Write the page.

        Raises:
            UserError: the file exists and `force` is off, or it cannot be written.
        """
        file = as_path(path, label="path")
        check_suffix(file, [".html"], label="path")
        write_whole(file, self.html, force=force, option="path")

    def __repr__(self) -> str:
        return f"a page of {len(self.html) / 1000:.0f} kB; .save('NAME.html') writes it"

    def _repr_html_(self) -> str:
        inside = html.escape(self.html.decode(), quote=True)
        style = "width:100%;height:48rem;border:1px solid #8884;border-radius:8px"
        return f'<iframe title="Try your table" style="{style}" srcdoc="{inside}"></iframe>'


def live_page(answer: Answer, also: Iterable[Who]) -> LivePage:
    """Return the page of a run, a sweep or an experiment at which readers try their own table."""
    if not isinstance(answer, Result | SweepResult | Findings):
        raise UserError("only a run, a sweep or an experiment has a page that plays")
    live = live_of(answer, also)
    live.check()
    return LivePage(html_of(answer, playing=live.playing))


def _is_text(title: str) -> bool:
    """Return whether a title can be encoded; lone surrogates cannot."""
    return title.encode(errors="ignore").decode() == title


def notebook(answer: Answer) -> str:
    """Return an answer's display in a notebook: the answer, its charts, its tables, its command."""
    page = page_of(answer)
    parts = [f"<p><b>{html.escape(page.answer)}</b></p>"]
    for panel in figures.panels(answer):
        drawn = svg.on_any_paper(svg.panel_svg(panel, width=WIDE))
        parts.append(f"<p><b>{html.escape(panel.title)}</b></p>{drawn}")
    sheets = [sheet for section in page.sections for sheet in section.sheets]
    parts += [_table(sheet) for sheet in sheets]
    parts.append(f"<p><small>{html.escape(page.command)}</small></p>")
    return "".join(parts)


def _table(sheet: Sheet) -> str:
    right = " style='text-align:right'"
    rows = [
        "<tr>"
        + "".join(
            f"<{tag}{right if head.startswith('>') else ''}>{html.escape(text)}</{tag}>"
            for head, text in zip(sheet.heads, texts, strict=True)
        )
        + "</tr>"
        for tag, texts in [
            ("th", [h.removeprefix(">") for h in sheet.heads]),
            *(
                ("td", [f"{c.text} ({c.note})" if c.note else c.text for c in row])
                for row in sheet.rows
            ),
        ]
    ]
    return f"<table><caption>{html.escape(sheet.caption)}</caption>{''.join(rows)}</table>"
