"""The story of all that a person played: habits, the costliest decisions, and likeness."""

from __future__ import annotations

from collections.abc import Iterator

from cardsim.runs import told
from cardsim.story import Section, Story, Table
from cardsim.table.advice_story import IMAGINED
from cardsim.table.likeness import likeness
from cardsim.table.my_play import MyPlay

MOST_ROWS = 12
COUNTED = (
    "Decisions count whose cost is certain: its interval is above 0. Costs are means over all that "
    "you played of a game, with 95 % intervals from one time to the next."
)
MOST_LIKE = 4
"""Strategies most like you that are told."""


def story(mine: MyPlay) -> Story:
    """Tell what your play gave away in one game."""
    first, games = mine.backs[0], len(mine.backs)
    return Story(
        question="What do you give away?",
        answer=mine.sentence,
        numbers=(),
        sections=tuple(_sections(mine)),
        much=f"{games} {first.unit.name if games == 1 else first.unit.plural}",
        specs=(first.spec,),
        method=(IMAGINED, COUNTED),
    )


def _sections(mine: MyPlay) -> Iterator[Section]:
    """Tell your habits, your costliest decisions, and the strategies most like you."""
    rows = tuple(
        (
            habit.did if " " in habit.did else f"{habit.decision}: {habit.did}",
            habit.better,
            str(habit.times),
            mine.amount(habit.cost, habit.low, habit.high),
        )
        for habit in mine.habits[:MOST_ROWS]
    )
    worst = tuple(
        f"{back.loss(verdict)}: the same cards again by `{back.command}`"
        for back, verdict in mine.costly
    )
    if rows:
        noun = told.noun(mine.backs[0].unit, mine.backs[0].measure)
        heads = ("you did", "better", "times", f"gave away, {noun}")
        table = Table("Your habits", heads, rows, numbers=(2, 3))
        yield Section("Your habits, and the decisions that cost most", "", None, table, worst)
    like = likeness(mine.backs)
    if like is not None:
        alike = tuple(
            (one.name, f"{one.same:.0f} of {one.decisions}", f"{100 * one.lapse:.0f} %")
            for one in like.likes[:MOST_LIKE]
        )
        columns = ("strategy", "would have done the same", "you strayed")
        table = Table("Strategies", columns, alike, numbers=(1, 2))
        yield Section("The strategies that play most like you", like.sentence, table=table)
