"""The index page of a folder of experiments: games, questions, answers and small pictures."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from cardsim.runs.words import capitalised
from cardsim.show import charts
from cardsim.show.page import environment, file_text, packed, style_sheet, text_hash, told
from cardsim.show.panel import NARROW
from cardsim.show.svg import panel_svg
from cardsim.studies.experiments import Findings
from cardsim.version import VERSION

ALL_GAMES = "All games"
"""Group of the experiments that play several games."""
FIRST = (ALL_GAMES, "Scat", "The Dice Game")
"""Beginnings of the titles of the games that come first; the others follow in alphabetical
order."""
UNKNOWN = "If you do not know the others, "
"""Beginning of the answers on how to play."""
HOW_TO_PLAY = "how-to-play"
"""End of the names of the experiments that come first within their game."""
YOUR_TABLE = (
    "dice-game-length",
    "spades-nil",
    "gin-rummy-when-to-knock",
    "ninety-nine-values",
    "cheat-lie",
    "euchre-next",
)
"""Experiments on whose pages, beside those on how to play, readers can try their own table."""
TRUST = "-trust.html"
"""End of the names of pages whose charts say nothing without their text."""
DETAILS = re.compile(r'(aria-label="[^"]*?\.) [^"]*"')
"""A picture's description; here it is its first sentence, and its page tells every series."""


@dataclass(frozen=True)
class GalleryEntry:
    """An experiment of the gallery: its game, page's file, findings, and first chart as SVG."""

    game: str
    file: str
    found: Findings
    picture: str

    @property
    def on_card(self) -> tuple[str, str, str]:
        """Advice of a page on how to play, its worth and the unit of that.

        A page on all games has its question in place of advice; others have nothing.
        """
        if self.game == ALL_GAMES and self.found.numbers:
            first = self.found.numbers[0]
            return self.found.question, first.value, first.what
        advice, colon, _ = self.found.answer.removeprefix(UNKNOWN).partition(":")
        if not self.found.spec.name.endswith(HOW_TO_PLAY) or not colon or not self.found.numbers:
            return "", "", ""
        number = self.found.numbers[0]
        return f"{capitalised(advice)}.", number.value, number.what.partition(", ")[0]


def entry(findings: Findings) -> GalleryEntry:
    """Return the gallery's entry for an experiment."""
    games = {part.game.title for part in findings.parts}
    game = ALL_GAMES if len(games) > 1 else next(iter(games), "Other")
    pictures = [
        panel_svg(charts.panel(chart), width=NARROW, marked=False) for chart in findings.charts[:1]
    ]
    return GalleryEntry(game, f"{findings.spec.name}.html", findings, "".join(pictures))


def _small(one: GalleryEntry) -> str:
    """Return the picture of an entry, as a list has room for it; none of a page on trust."""
    return "" if one.file.endswith(TRUST) else DETAILS.sub(r'\1"', one.picture)


def by_game(entries: Sequence[GalleryEntry]) -> list[tuple[str, list[GalleryEntry]]]:
    """Group the entries by game in the order of the page, those on how to play first."""
    games: dict[str, list[GalleryEntry]] = {}
    for each in entries:
        games.setdefault(each.game, []).append(each)

    def place(game: str) -> tuple[int, str]:
        first = (k for k, begin in enumerate(FIRST) if game.startswith(begin))
        return next(first, len(FIRST)), game

    def answers(each: GalleryEntry) -> bool:
        return not each.found.spec.name.endswith(HOW_TO_PLAY)

    return [(game, sorted(games[game], key=answers)) for game in sorted(games, key=place)]


def index(entries: Sequence[GalleryEntry], command: str) -> bytes:
    """Render the index page; the same answers give the same bytes.

    Its pictures and the rests of its answers are packed, since they are most of it: a script
    unpacks them, to show and to search.
    """
    style, script = style_sheet() + file_text("gallery.css"), file_text("gallery.js")
    games = by_game(entries)
    answers = [each.found.answer for _, among in games for each in among]
    rests = [" ".join(told(answer)[1:]) for answer in answers]
    pictures = [_small(each) for _, among in games for each in among]
    more = json.dumps({"pictures": pictures, "rests": rests}, ensure_ascii=False)
    page = environment().get_template("gallery.html.jinja")
    html: str = page.render(
        games=games,
        more=packed(more.encode()),
        count=len(entries),
        command=command,
        style=style,
        script=script,
        style_hash=text_hash(style),
        script_hash=text_hash(script),
        version=VERSION,
    )
    return html.encode()
