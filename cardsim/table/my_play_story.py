"""The story of all that a person played: habits, the costliest decisions, and likeness."""

from __future__ import annotations

import math
from collections.abc import Iterator

from cardsim.runs import told
from cardsim.story import Chart, Section, Series, Story, Table
from cardsim.table.advice_story import IMAGINED
from cardsim.table.likeness import Likeness, likeness
from cardsim.table.my_play import MyPlay, mean_of
from cardsim.table.own_strength import own_strength

MOST_ROWS = 12
COUNTED = (
    "Decisions count whose cost is certain: its interval is above 0. Costs are means over all that "
    "you played of a game, with 95 % intervals from one time to the next."
)
FEWEST_IN_TIME = 5
"""Hands or matches from which on a chart shows them over time."""
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
    if len(mine.backs) >= FEWEST_IN_TIME:
        yield Section("Over time", "", _over_time(mine))
    strength = own_strength(mine.backs)
    if strength is not None:
        yield Section("Your strength", strength.sentence)
    like = likeness(mine.backs)
    if like is not None and like.missing:
        yield Section("The strategies that play most like you", _not_yet(mine, like))
    elif like is not None:
        alike = tuple(
            (one.name, f"{one.same:.0f} of {one.decisions}", f"{100 * one.lapse:.0f} %")
            for one in like.likes[:MOST_LIKE]
        )
        columns = ("strategy", "would have done the same", "you strayed")
        table = Table("Strategies", columns, alike, numbers=(1, 2))
        yield Section("The strategies that play most like you", like.sentence, table=table)


def _not_yet(mine: MyPlay, like: Likeness) -> str:
    """Return why no likeness is told yet."""
    unit, decisions = mine.backs[0].unit, like.likes[0].decisions
    if math.isinf(like.missing):
        return f"No one strategy explains your {decisions} decisions better than the next."
    more = math.ceil(like.missing * len(mine.backs) / decisions)
    noun = unit.name if more == 1 else unit.plural
    return (
        f"Your {decisions} decisions are too few to say which strategy you play like: play about "
        f"{more} more {noun} to know."
    )


def _over_time(mine: MyPlay) -> Chart:
    """Draw the mean of what you gave away, up to each hand or match."""
    first = mine.backs[0]
    lost = [mine.times * back.taken[0] for back in mine.backs]
    until = range(2, len(lost) + 1)
    mean, low, high = zip(*(mean_of(lost[:n]) for n in until), strict=True)
    return Chart(
        "What you gave away on average, as you played on",
        f"{first.unit.plural} played",
        f"gave away, {told.noun(first.unit, first.measure)}",
        (Series("", tuple(until), mean, low, high),),
        best="lowest",
    )
