"""The index of a folder of experiments' pages: by game, question, answer and a small picture."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cardsim.show import findings_plots
from cardsim.show.page import environment, file_text, style_sheet, text_hash
from cardsim.show.panel import NARROW
from cardsim.show.svg import panel_svg
from cardsim.studies.experiments import Findings
from cardsim.version import VERSION

FIRST = ("Scat", "The Dice Game")
"""How the titles of the games begin that stand first; the others follow by their titles."""
HOW_TO_PLAY = "how-to-play"
"""How the names of the experiments end that stand first of their game."""
_MARKS = re.compile(r'<path[^>]*class="at"[^>]*/>')


@dataclass(frozen=True)
class Entry:
    """One question of the gallery: its game, its page's file, what was found, its first chart."""

    game: str
    file: str
    found: Findings
    picture: str


def entry(findings: Findings, number: int) -> Entry:
    """The entry of an experiment, the `number`-th of the gallery."""
    game = next((part.game.title for part in findings.parts), "Other")
    charts = [
        panel_svg(findings_plots.panel(chart), width=NARROW, key=f"g{number}")
        for chart in findings.charts[:1]
    ]
    # Nothing is chosen here, so that nothing has to be marked.
    return Entry(game, f"{findings.spec.name}.html", findings, _MARKS.sub("", "".join(charts)))


def by_game(entries: Sequence[Entry]) -> list[tuple[str, list[Entry]]]:
    """The entries of each game, in the order in which the games are shown; how to play first."""
    games: dict[str, list[Entry]] = {}
    for each in entries:
        games.setdefault(each.game, []).append(each)

    def place(game: str) -> tuple[int, str]:
        first = (k for k, begin in enumerate(FIRST) if game.startswith(begin))
        return next(first, len(FIRST)), game

    def answers(each: Entry) -> bool:
        return not each.found.spec.name.endswith(HOW_TO_PLAY)

    return [(game, sorted(games[game], key=answers)) for game in sorted(games, key=place)]


def index(entries: Sequence[Entry], command: str) -> bytes:
    """The index page; the same bytes for the same answers."""
    style, script = style_sheet() + file_text("gallery.css"), file_text("gallery.js")
    page = environment().get_template("gallery.html.jinja")
    html: str = page.render(
        games=by_game(entries),
        count=len(entries),
        command=command,
        style=style,
        script=script,
        style_hash=text_hash(style),
        script_hash=text_hash(script),
        version=VERSION,
    )
    return html.encode()
