"""The story of an experiment, and its page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import polars.selectors

from cardsim.ask import compare_story, sweep_story
from cardsim.ask.comparisons import CompareResult
from cardsim.ask.swept import SweepResult
from cardsim.game import Game
from cardsim.options.params import shown_precision
from cardsim.runs import told
from cardsim.runs.words import listed
from cardsim.show import parts, story_page
from cardsim.show.page import Cell, Page, PageSection, Sheet
from cardsim.story import Number, Story
from cardsim.studies.experiments import Findings, Part, unnamed

MOST_PARTS = 6
"""Parts of an experiment that are listed unfolded."""
MOST_SAID = 24
"""Parts that each say beside their command what they found; of more, the charts say it."""
DIGITS = 6
"""Digits of a chart's data in its page; `-o NAME.csv` writes all of them."""
STOPPED = (
    "Each part that says so was played until the intervals of what it is about had half a width "
    "of {} of a share, or as many hands' worth of another measure. Those intervals hold at every "
    "look (a confidence sequence), so that it does no harm to stop as soon as they are narrow."
)


def story(findings: Findings) -> Story:
    """Tell what an experiment found."""
    most = max(findings.hands_played, default=0)
    return Story(
        question=findings.question,
        answer=findings.answer,
        numbers=tuple(_numbers(findings)),
        sections=findings.sections,
        much=f"up to {told.grouped(most)} hands or games at a point" if most else "exact",
        method=tuple(_method(findings)),
    )


def page(findings: Findings) -> Page:
    """Return the page of an experiment, which has the commands of its parts for rules."""
    shown = story(findings)
    games = {part.game.name: part.game for part in findings.parts}.values()
    charts = findings.frame().with_columns(polars.selectors.float().round_sig_figs(DIGITS))
    data = parts.download(f"{findings.spec.name}.csv", "the data of every chart", charts)
    return Page(
        kicker=(*(g.title for g in games), shown.much),
        title=shown.question,
        numbers=shown.numbers,
        answer=shown.answer,
        sections=tuple(story_page.sections(shown.sections)),
        brief=tuple(text for g in games for text in parts.briefly(g, _presets(findings, g))),
        rules=PageSection("What was played", sheets=(_parts(findings),)),
        method=shown.method,
        command=findings.spec.command,
        facts=(("Seed", str(findings.spec.seed)), ("Version", f"cardsim {findings.spec.version}")),
        downloads=() if data is None else (data,),
        more=""
        if data is not None
        else "The data are too many for this page; the command above writes them with "
        f"-o {findings.spec.name}.csv.",
    )


def _numbers(findings: Findings) -> Iterable[Number]:
    """Return the large numbers: the experiment's own, or else those of its only part."""
    (part,) = findings.parts if len(findings.parts) == 1 else (None,)
    if not findings.numbers and isinstance(part, SweepResult):
        return sweep_story.numbers(part)
    if not findings.numbers and isinstance(part, CompareResult):
        return compare_story.numbers(part)
    return findings.numbers


def _presets(findings: Findings, game: Game) -> list[str]:
    """Return the presets by which a game was played."""
    parts_of: list[Any] = [part for part in findings.parts if part.game.name == game.name]
    return [getattr(part.spec, "base", part.spec).preset for part in parts_of]


def _parts(findings: Findings) -> Sheet:
    says = len(findings.parts) <= MOST_SAID
    rows = tuple(
        (_again(part), *([Cell(part.sentence)] if says else [])) for part in findings.parts
    )
    return Sheet(
        "Commands that play each part again",
        ("Command", "What it says") if says else ("Command",),
        rows,
        sortable=False,
        folded=len(rows) > MOST_PARTS,
    )


def _again(part: Part) -> Cell:
    """Return the command that repeats a part, or the reason why there is none."""
    own = unnamed(part)
    if not own:
        return Cell(part.command, is_command=True)
    names = listed([f"'{name}'" for name in own])
    are = "is a strategy" if len(own) == 1 else "are strategies"
    return Cell(
        f"No command: {names} {are} of this experiment alone, so that only the whole of it can be "
        "played again."
    )


def _method(findings: Findings) -> Iterator[str]:
    yield from (p for p in findings.details.split("\n\n") if p)
    if findings.hands_played:
        yield (
            "Chance comes from a counter-based generator (Philox4x32-10): the seed and the number "
            "of a hand decide every card and die. Where settings are compared they played the very "
            "same hands, so that luck cancels out of their differences."
        )
        if findings.spec.precision is not None:
            yield STOPPED.format(shown_precision(findings.spec.precision, share=True))
        yield told.EACH
