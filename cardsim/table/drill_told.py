"""A drill in words, for a terminal and for a page."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from cardsim.runs import wording
from cardsim.runs.words import capitalised
from cardsim.statistics.stats import rounded
from cardsim.table.drilled import DrillAnswer
from cardsim.table.drilling import Drilling, DrillQuestion, Score
from cardsim.table.evening import Row, rows_of
from cardsim.table.seat_words import gerund, told

SEEKS = "Looking for a decision that matters ..."
MOST_SHOWN = 6
"""Choices whose worth is shown, the best ones; yours always is."""
MOST_BEFORE = 5
"""Earlier drills that a score names."""


class Judged(NamedTuple):
    """The verdict on an answer.

    Attributes:
        said: whether it was right, and what it gave away.
        rows: choices in words with value, cost compared with the best, and the interval of that.
        own: number of your choice among the rows, from 0.
        more: number of further, costlier choices.
    """

    said: str
    rows: tuple[Row, ...]
    own: int
    more: int


def begins(drilling: Drilling) -> str:
    """Return what a drill asks for."""
    many, unit = drilling.drill.many, drilling.run.unit.name
    what = "one decision that matters" if many == 1 else f"{many} decisions that matter"
    return f"{drilling.run.game.title}: {what}, one {unit} each."


def heading(drilling: Drilling, question: DrillQuestion) -> str:
    """Return which decision of the drill it is, and whether it was missed before."""
    again = "  You missed this one before." if question.back else ""
    return f"{drilling.number} of {drilling.drill.many}.{again}"


def judged(drilling: Drilling, question: DrillQuestion, answer: DrillAnswer) -> Judged:
    """Return what each choice was worth, and what yours gave away."""
    unit, own, table = drilling.run.unit, question.place_of(answer), question.sitting.table
    did, best = (
        told(drilling.run.game, table.asks, table.view, question.choices[n][1].action)
        for n in (own, 0)
    )
    if answer.did == answer.best:
        said = f"Right: {best}."
    elif answer.held:
        said = f"Right: {gerund(did)} may be as good as {gerund(best)}."
    else:
        gave = wording.costs(unit, unit.won_by, answer.cost, answer.low, answer.high)
        better = gerund(best)
        said = f"{capitalised(better)} was better: {gerund(did)} gives away {gave}."
    rows = rows_of(question.choices, unit)
    shown = [*range(min(MOST_SHOWN, len(rows)))]
    shown += [own] if own not in shown else []
    kept = tuple(rows[n] for n in shown)
    return Judged(said, kept, shown.index(own), len(rows) - len(shown))


def scored(score: Score, today: date) -> list[str]:
    """Return the score, those before, and what comes back."""
    lines = [score.sentence]
    if score.before:
        lines.append(_before(score))
    many, day = score.due
    if many:
        what = "One decision comes" if many == 1 else f"{many} decisions come"
        begins = "" if day <= today.isoformat() else f" from {day} on,"
        again = "it" if many == 1 else "each"
        lines.append(f"{what} back{begins} until you have got {again} right twice.")
    return lines


def _before(score: Score) -> str:
    """Return what a decision gave away on average in drills before, the latest last."""
    scale = score.unit.won_by.shown_times
    amounts = [
        rounded(scale * past.cost / past.many, scale * past.half / past.many)
        for past in score.before[-MOST_BEFORE:]
        if past.many
    ]
    cost, half = score.cost
    now = rounded(scale * cost / len(score.answers), scale * half / len(score.answers))
    each = wording.cost_text(score.unit.won_by, now, score.unit)
    return f"That is {each} a decision; before: {', '.join(amounts)}."
