"""Results -> one self-contained HTML file, and what a notebook shows of them."""

from __future__ import annotations

import html
from pathlib import Path
from zlib import crc32

from cardsim import plots
from cardsim.output import write_whole
from cardsim.report import pages, svg
from cardsim.report.page import Page, Sheet, render
from cardsim.result import Result


def page_of(result: Result) -> Page:
    """The report of a result as a page, which may be given another title and answer."""
    return pages.run_page(result)


def html_of(result: Result) -> bytes:
    """The report of a result as one HTML file; the same bytes for the same result."""
    return render(page_of(result))


def write(result: Result, path: Path, *, force: bool = False) -> None:
    """Write the report of a result; the file appears whole or not at all.

    Raises:
        UserError: it exists and `force` is off, or it cannot be written.
    """
    write_whole(path, html_of(result), force=force)


def notebook(result: Result) -> str:
    """What a notebook shows of a result: the answer, the estimates, the charts, the command."""
    key = result.spec.command(result.game)
    parts = [f"<p><b>{html.escape(result.sentence)}</b></p>"]
    parts.append(_table(pages.estimates_sheet(result)))
    for number, panel in enumerate(plots.panels(result)):
        drawn = svg.panel_svg(panel, width=plots.WIDE, key=f"c{crc32(key.encode()):x}-{number}")
        parts.append(f"<p><b>{html.escape(panel.title)}</b></p>{svg.on_any_paper(drawn)}")
    how = f"seed {result.spec.seed}, {result.hands} {result.unit.plural}, {key}"
    parts.append(f"<p><small>{html.escape(how)}</small></p>")
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
            *(("td", [c.text for c in row]) for row in sheet.rows),
        ]
    ]
    return f"<table><caption>{html.escape(sheet.caption)}</caption>{''.join(rows)}</table>"
