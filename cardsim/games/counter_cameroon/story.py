"""A traced game of Counter-Cameroon as events, for checks, and in words, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardsim.game import DEALT, Event, Step
from cardsim.games.counter_cameroon.rules import code
from cardsim.games.counter_cameroon.state import HIGHEST, LOWEST, NOBODY

RANDOM = code("first_player", "random")


def events(step: Step, rules: Any) -> list[Event]:
    """Return the events of a step: a roll has its dice, a split its sums, the lower first."""
    state = step.after
    if step.decision is not None:
        marked = _marks(step, rules)
        return [*marked, _rolled(state)] if state["turns"] > step.before["turns"] else marked
    if step.action == DEALT:
        return [Event("first", int(state["first"])), _rolled(state)]
    return [Event("end", winner(state), (int(state["turns"]),))]


def _rolled(state: Any) -> Event:
    return Event("roll", int(state["seat"]), tuple(state["dice"].tolist()))


def _marks(step: Step, rules: Any) -> list[Event]:
    """Return the events of a split and its marks."""
    low, high = (int(c) for c in step.before["splits"][step.action])
    events = [Event("split", step.seat, (low, high))]
    sums = [low] if low == high and rules["double_mark"] == 1 else [low, high]
    marks = {c: int(step.before["my_marks"][c]) for c in sums}
    for k, category in enumerate(sums):
        if not step.before["recorded"][step.action][k]:
            events.append(Event("waste", step.seat, (category,)))
            continue
        marks[category] += 1
        events.append(Event("mark", step.seat, (category,)))
        if marks[category] == rules["marks_to_win"]:
            events.append(Event("own", step.seat, (category,)))
    return events


def points(state: Any) -> list[int]:
    """Return the points of both seats, under the scoring in force."""
    owner, worth = state["owner"], state["points"]
    owned = range(LOWEST, HIGHEST + 1)
    return [sum(int(worth[c]) for c in owned if owner[c] == seat) for seat in range(2)]


def winner(state: Any) -> int:
    """Return the seat with more points; -1 if they are equal."""
    first, second = points(state)
    return NOBODY if first == second else int(second > first)


# ---------------------------------------------------------------- in words


def tell(steps: list[Step], rules: Any, who: Sequence[str]) -> list[str]:
    """Tell a game move by move, in words."""
    lines: list[str] = []
    dice = ""
    for step in steps:
        told = events(step, rules)
        if step.decision is not None:
            lines.append(f"{who[step.seat]} throws {dice}: {_told(told)}")
        elif step.action == DEALT:
            if rules["first_player"] == RANDOM:
                lines.append(f"{who[told[0].seat]} rolls first.")
        else:
            lines += _told_end(step.after, who)
        dice = next((" ".join(map(str, e.values)) for e in told if e.kind == "roll"), dice)
    return lines


def _told(events: list[Event]) -> str:
    """Tell a split and its marks: `3 and 11; the mark for 3 is lost; wins 11`."""
    low, high = events[0].values
    parts = [f"{low} and {high}"]
    for event in events[1:]:
        if event.kind == "waste":
            parts.append(f"the mark for {event.values[0]} is lost")
        elif event.kind == "own":
            parts.append(f"wins {event.values[0]}")
    return "; ".join(parts)


def _told_end(state: Any, who: Sequence[str]) -> list[str]:
    owner = state["owner"]
    lines = []
    for seat, total in enumerate(points(state)):
        owned = [str(c) for c in range(LOWEST, HIGHEST + 1) if owner[c] == seat]
        lines.append(f"{who[seat]} owns {' '.join(owned) or 'nothing'}: {total} points.")
    best = winner(state)
    lines.append("Both win together." if best == NOBODY else f"{who[best]} wins.")
    return lines
