"""Chances shown with advice: to win, to lose, to be set, to make the call.

They are computed from the same imagined hands as the values of the choices.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardsim.game import Column, Unit
from cardsim.statistics.stats import CONFIDENCE, z_value

ABOUT_YOU = ("you ", "your side", "the total")
"""Beginnings of the texts of measures about the player."""
ENDED = ("lost", "shared", "won")
PLACE = "your_place"
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")

Records = np.ndarray[Any, Any]


@dataclass(frozen=True)
class OutcomeChance:
    """The chance of an outcome after a choice.

    Attributes:
        what: the outcome, such as `you win the match`.
        value: its share of the imagined hands.
        half: half the width of its interval.
    """

    what: str
    value: float
    half: float


def chances_of(unit: Unit, outcomes: Records, *, batch: int) -> list[tuple[OutcomeChance, ...]]:
    """Return the chances after each choice, the same ones in the same order.

    Args:
        unit: the unit played.
        outcomes: records of outcomes, shape (choices, worlds).
        batch: number of neighbouring worlds that depend on each other, and count as one.
    """
    rows: dict[str, Records] = {}
    for name, shares in shares_of(unit, outcomes):
        told_before = any(np.array_equal(shares, others) for others in rows.values())
        if name not in rows and not told_before and shares.any():
            rows[name] = shares
    whole = outcomes.shape[1] - outcomes.shape[1] % batch
    by_choice: list[tuple[OutcomeChance, ...]] = []
    for n in range(len(outcomes)):
        chances = []
        for name, shares in rows.items():
            means = shares[n, :whole].reshape(-1, batch).mean(axis=1)
            half = z_value(CONFIDENCE) * float(means.std(ddof=1)) / math.sqrt(len(means))
            chances.append(OutcomeChance(name, float(shares[n].mean()), half))
        by_choice.append(tuple(chances))
    return by_choice


def shares_of(unit: Unit, outcomes: Records) -> list[tuple[str, Records]]:
    """Return the outcomes in words, with 1, 0 or a share for each world."""
    shares = []
    for measure in dict.fromkeys((unit.won_by, *unit.measures)):
        if not unit.by_hand(measure) or not measure.in_per_cent:
            continue
        if measure is not unit.won_by and not measure.text.startswith(ABOUT_YOU):
            continue
        values = outcomes[unit.column(measure).field] * unit.column(measure).scale
        if measure.has_range:
            low = -math.inf if measure.at_least is None else measure.at_least
            high = math.inf if measure.at_most is None else measure.at_most
            values = ((low <= values) & (values <= high)).astype(float)
        shares.append((measure.text, values))
    for table, name in unit.shares:
        counted = next(t for t in unit.tables if t.name == table)
        column = next(c for c in counted.columns if c.name == name)
        if not counted.by_seat and (table == "you" or column.field.startswith("your_")):
            shares += _told(unit, column, outcomes)
    return shares


def _told(unit: Unit, column: Column, outcomes: Records) -> list[tuple[str, Records]]:
    """Return the possible ends of the unit for you."""
    words = column.told or column.labels
    if column.field == PLACE:
        words = tuple(f"you come {place}" for place in PLACES)
    rows = []
    for n, word in enumerate(words, column.low):
        text = f"the {unit.name} is {word}" if word in ENDED else word
        rows.append((text, (outcomes[column.field] == n).astype(float)))
    return rows
