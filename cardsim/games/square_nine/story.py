"""A traced hand of Square 9 as events, for checks, and in words, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardsim.cards import PACK, rank_symbol
from cardsim.game import DEALT, SCORED, Event, Step
from cardsim.games.square_nine.state import (
    CELLS,
    CLOSED,
    DISCARD_IT,
    FACE_DOWN,
    LINES,
    NOBODY,
    STOCK_OUT,
    TAKE_DISCARD,
    TURN_LIMIT,
)

END_NUMBERS = {CLOSED: 0, TURN_LIMIT: 1, STOCK_OUT: 2}


def events(step: Step, rules: Any) -> list[Event]:
    """Return the events of a step, each with its cell, rank or number."""
    if step.decision is None:
        several = bool(step.after["match"]) and int(rules["holes"]) > 1
        if step.action == DEALT:
            return _deal_events(step.after, several=several)
        if step.action == SCORED:
            return _end_events(step)
        return _totals(step.after) if several and step.after["deals"] == rules["holes"] else []
    if step.decision.name == "expose":
        rank = int(step.before["seats"][step.seat]["grid"][step.action])
        return [Event("expose", step.seat, (step.action,)), Event("turned", step.seat, (rank,))]
    if step.decision.name == "draw-source":
        return _draw_events(step)
    return _place_events(step)


def _deal_events(state: Any, *, several: bool) -> list[Event]:
    players, first = int(state["players"]), int(state["first"])
    hole = [Event("hole", NOBODY, (int(state["deals"]),))] if several else []
    order = [(first + k) % players for k in range(players)]
    dealt = [Event("deal", seat, (cell,)) for cell in range(CELLS) for seat in order]
    return [*hole, *dealt, Event("upcard", NOBODY, (int(state["top_discard"]),))]


def _totals(state: Any) -> list[Event]:
    scores = state["seats"]["score"][: state["players"]].tolist()
    return [Event("total", seat, (score,)) for seat, score in enumerate(scores)]


def _draw_events(step: Step) -> list[Event]:
    if step.action == TAKE_DISCARD:
        return [Event("take", step.seat, (int(step.before["top_discard"]),))]
    if step.after["end"] == STOCK_OUT:
        return []
    events = [Event("draw", step.seat, (int(step.after["card"]),))]
    if step.after["reshuffled"] > step.before["reshuffled"]:
        events.insert(0, Event("reshuffle", NOBODY, (int(step.after["stock_count"]) + 1,)))
    return events


def _place_events(step: Step) -> list[Event]:
    off = int(step.after["top_discard"])
    if step.action == DISCARD_IT:
        events = [Event("discard", step.seat, (off,))]
    else:
        events = [Event("place", step.seat, (step.action,)), Event("off", step.seat, (off,))]
    if step.after["closer"] != step.before["closer"]:
        events.append(Event("close", step.seat, (int(step.after["turn"]),)))
    return events


def _end_events(step: Step) -> list[Event]:
    state = step.after
    events = [Event("end", NOBODY, (END_NUMBERS[int(state["end"])],))]
    seats = range(int(state["players"]))
    events += [
        Event("reveal", seat, (int(state["seats"][seat]["grid"][cell]),))
        for seat in seats
        for cell in range(CELLS)
        if int(state["seats"][seat]["down"]) >> cell & 1
    ]
    return events + [Event("score", seat, (int(state["seats"][seat]["shown"]),)) for seat in seats]


# ---------------------------------------------------------------- in words

_ENDS = {
    CLOSED: "Everybody has had the last turn.",
    TURN_LIMIT: "The hand has reached the limit of turns.",
    STOCK_OUT: "The stock is empty: the hand ends.",
}


def tell(steps: list[Step], rules: Any, who: Sequence[str]) -> list[str]:
    """Tell a hand or match move by move, in words."""
    lines: list[str] = []
    for step in steps:
        if step.decision is not None:
            lines += _told_decision(step, rules, who[step.seat])
        elif step.action == DEALT:
            lines += _told_deal(step.after, who)
        elif step.action == SCORED:
            lines += _told_score(step, rules, who)
        else:
            lines += _told_totals(step.after, rules)
    return lines


def _told_deal(state: Any, who: Sequence[str]) -> list[str]:
    hole = f"Hand {int(state['deals']) + 1}. " if state["match"] and state["holes_left"] else ""
    seats = range(int(state["players"]))
    grids = [f"{who[s]} has face down {_grid(state['seats'][s]['grid'])}" for s in seats]
    top = rank_symbol(int(state["top_discard"]))
    return [
        f"{hole}Nine cards each; {top} is turned up; {int(state['stock_count'])} cards are left.",
        *grids,
    ]


def _grid(ranks: Any) -> str:
    """Return nine cells by rows: `3 [down] K / ...`."""
    names = ["?" if int(rank) == FACE_DOWN else rank_symbol(int(rank)) for rank in ranks[:CELLS]]
    return " / ".join(" ".join(names[row : row + 3]) for row in (0, 3, 6))


def _told_decision(step: Step, rules: Any, who: str) -> list[str]:
    own = step.after["seats"][step.seat]
    if step.decision is not None and step.decision.name == "expose":
        rank = rank_symbol(int(own["grid"][step.action]))
        return [f"{who} turns up cell {step.action}: {rank}"]
    told = events(step, rules)
    if not told:
        return [f"{who} wants a card from the stock"]
    lines = []
    for event in told:
        (card,) = event.values
        if event.kind == "reshuffle":
            lines.append(f"The discards are shuffled into a new stock of {card} cards")
        elif event.kind == "take":
            lines.append(f"{who} takes {rank_symbol(card)} from the discards")
        elif event.kind == "draw":
            lines.append(f"{who} draws {rank_symbol(card)} from the stock")
        elif event.kind == "discard":
            lines.append(f"{who} discards it")
        elif event.kind == "off":
            lines.append(
                f"{who} puts it in cell {step.action}, {rank_symbol(card)} goes off; shows "
                f"{_grid(own['cards'])}, {int(own['shown'])} points"
            )
        elif event.kind == "close":
            lines.append(f"{who} has turned up his last card; one more turn for everybody else")
    return lines


def _told_score(step: Step, rules: Any, who: Sequence[str]) -> list[str]:
    state = step.after
    closed = int(state["end"]) == CLOSED
    lines = [
        "The hand is over." if closed and not rules["final_turn"] else _ENDS[int(state["end"])]
    ]
    for seat in range(int(state["players"])):
        own = state["seats"][seat]
        zeroed = [
            "".join(map(str, cells)) for k, cells in enumerate(LINES) if int(own["lines"]) >> k & 1
        ]
        note = f" ({' and '.join(zeroed)} count 0)" if zeroed else ""
        lines.append(f"{who[seat]} scores {int(own['shown'])}: {_grid(own['grid'])}{note}")
    return lines


def _told_totals(state: Any, rules: Any) -> list[str]:
    if int(rules["holes"]) == 1:
        return []
    totals = [int(state["seats"][s]["score"]) for s in range(int(state["players"]))]
    return [f"After {int(state['deals'])} hands: {', '.join(map(str, totals))}"]


def holdings(states: Any) -> dict[str, np.ndarray[Any, Any]]:
    """Return the nine cards of each seat, cell by cell, face up or down."""
    return {"cards": PACK + states["seats"]["grid"][..., :CELLS].astype(np.int16)}
