"""Pages of all that was played: the answers that are kept, and your own games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from cardsim.show import parts, story_page
from cardsim.show.page import Cell, Page, PageSection, Sheet, render
from cardsim.story import Story
from cardsim.table.my_play import MyPlay, habits_of
from cardsim.version import VERSION


def runs_page(kept: pl.DataFrame) -> bytes:
    """Return the page of all kept answers, as listed by `cardsim.list_runs`."""
    rows = tuple(
        (
            Cell(str(run["number"]), run["number"], note=f"{run['ended']:%Y-%m-%d}"),
            Cell(run["sentence"]),
            Cell(run["command"], is_command=True),
        )
        for run in kept.to_dicts()
    )
    counted = f"{len(rows)} answer{'' if len(rows) == 1 else 's'}"
    heads = ("Number", "Answer", "Command")
    page = Page(
        kicker=("what was played", counted),
        title="What was played here?",
        numbers=(),
        answer=f"{counted} kept, the newest first.",
        sections=(PageSection("Answers", sheets=(Sheet("All answers", heads, rows),)),),
        brief=(),
        rules=PageSection(""),
        method=("`cardsim runs show NUMBER` prints one again, `runs open NUMBER` its page.",),
        command="cardsim runs list",
        facts=(("Version", VERSION),),
        downloads=(),
    )
    return render(page)


def my_page(plays: Sequence[MyPlay], stories: Sequence[Story]) -> bytes:
    """Return the page of all that you played yourself, from the story of each game."""
    titles = [one.backs[0].game.title for one in plays]
    about = [f"{t}, {s.much}" for t, s in zip(titles, stories, strict=True)]
    heads = [f"{each}: " if len(about) > 1 else "" for each in about]
    steps = [
        replace(step, heading=head + step.heading, is_open=True)
        for head, story in zip(heads, stories, strict=True)
        for step in story.sections
    ]
    habits = parts.download("my-habits.csv", "a row for each habit", habits_of(plays))
    page = Page(
        kicker=tuple(about),
        title=stories[0].question,
        numbers=(),
        answer=" ".join(story.answer for story in stories),
        # None of them is a card: a printed page has them all.
        sections=tuple(replace(one, is_card=False) for one in story_page.sections(steps)),
        brief=(),
        rules=PageSection(""),
        method=stories[0].method,
        command="cardsim review --mine",
        facts=(("Version", VERSION),),
        downloads=() if habits is None else (habits,),
        more=story_page.TOO_MANY if habits is None else "",
    )
    return render(page)
