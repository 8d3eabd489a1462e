"""The control of a sweep's chart, with the answer at each point."""

from __future__ import annotations

from cardsim.ask.sweep_story import values_text
from cardsim.ask.swept import Group, Point, SweepResult
from cardsim.options.params import in_words
from cardsim.runs.wording import outcome
from cardsim.runs.words import capitalised
from cardsim.show import sweep_plots
from cardsim.show.page import Control, Knob
from cardsim.show.panel import in_short

MOST_TEXT = 30_000
"""Most letters of all a control's sentences."""
MOST_KNOBS = 4
FEW = 3
"""Fewest values of a slider."""
NAMED = 2
"""Words of a label that may be a name; one of more words is a phrase."""


def control(sweep: SweepResult, x: str = "") -> Control | None:
    """Return a knob for each axis; None if there are too few points or too many sentences.

    `x` is what the chart calls the one choice along it, in a player's words; an axis's name is one
    of the program's.
    """
    axes = [a for a in sweep.spec.axes if len(a.values) > 1]
    points = {p.settings: (p, g) for g in sweep.groups for p in g.points}
    numbers = sweep_plots.numbers_of(sweep)
    whole = len(points) == len(numbers) and len(axes) == len(sweep.spec.axes)
    if not whole or len(points) < FEW or len(axes) > MOST_KNOBS:
        return None
    says = tuple(_reading(sweep, *points[settings]) for settings in numbers)
    if sum(len(text) for _, text in says) > MOST_TEXT:
        return None
    usual = sweep.game.players[2]
    first = next(
        (g for g in sweep.groups if ("players", usual) in g.circumstances), sweep.groups[0]
    )
    start = dict(first.best.settings)
    spoken = len(x.split()) > NAMED and sum(a.is_choice for a in axes) == 1
    return Control(
        tuple(
            Knob(
                capitalised(x if a.is_choice and spoken else a.name.replace("_", " ")),
                tuple(map(in_words, a.values)),
                a.values.index(start[a.name]),
                slides=(a.is_choice or not sweep.choices)
                and len(a.values) >= FEW
                and type(a.values[0]) in {int, float},
            )
            for a in axes
        ),
        says,
    )


def _reading(sweep: SweepResult, point: Point, group: Group) -> tuple[str, str]:
    """Return a point's estimate, and a sentence that compares it with the best."""
    value = in_short(sweep.measure, point.estimate)
    text = f"{capitalised(outcome(sweep.measure, point.estimate))}."
    if len(group.points) == 1:
        return value, text
    best = values_text(group.best.settings, sweep.choices)
    if point.best:
        return value, f"{text} The best in these hands."
    if point.tied:
        return value, f"{text} As good as the best, {best}, within noise."
    return value, f"{text} Compared with the best, {best}, it costs {sweep.cost(point.shortfall)}."
