"""The index of a folder of experiments' pages: question, answer and a small picture each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardsim.answers.experiments import Findings
from cardsim.plots import findings_plots
from cardsim.plots.panel import NARROW
from cardsim.report.page import environment, style_sheet, text_hash
from cardsim.report.svg import panel_svg
from cardsim.version import VERSION

PICTURE = (
    "figure.thumb{max-width:21.5rem}\n"
    "main,footer{max-width:64rem}\n"
    "@media (min-width:760px){.question{display:grid;grid-template-columns:minmax(0,1fr) 20rem;"
    "gap:2.5rem;align-items:start}}\n"
)


@dataclass(frozen=True)
class Entry:
    """One question of the gallery: its page's file, what was found, and its first chart."""

    file: str
    found: Findings
    picture: str


def entry(found: Findings, number: int) -> Entry:
    """The entry of an experiment, the `number`-th of the gallery."""
    charts = found.charts[:1]
    pictures = [panel_svg(findings_plots.panel(c), width=NARROW, key=f"g{number}") for c in charts]
    return Entry(f"{found.spec.name}.html", found, "".join(pictures))


def index(entries: Sequence[Entry], command: str) -> bytes:
    """The index page; the same bytes for the same answers."""
    style = style_sheet() + PICTURE
    page = environment().get_template("gallery.html.jinja")
    html: str = page.render(
        entries=entries,
        command=command,
        style=style,
        style_hash=text_hash(style),
        version=VERSION,
    )
    return html.encode()
