"""A traced hand of Scat as events, for checks, and in words, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardsim.cards import card_symbol, card_symbols
from cardsim.game import DEALT, SCORED, Event, Step
from cardsim.games.scat.rules import code
from cardsim.games.scat.state import (
    BY_CALL,
    BY_KNOCK,
    DEALT_31,
    EARLY_31,
    LATE_31,
    LEAVE_DISCARD,
    NOT_OVER,
    STOCK_OUT,
    STOCK_OUT_LATE,
    TURN_LIMIT,
)

POINTS = code("score_mode", "points")

_YES = {
    "throw-down": "called",
    "hammer": "called",
    "knock": "knocked",
    "knock-after-draw": "knocked",
    "declare-31": "declared",
}


def events(step: Step, rules: Any) -> list[Event]:
    """Return the events of a step, each with its card or number where it has one."""
    if step.decision is None:
        if step.action == DEALT:
            return _deal_events(step) + _overlooked(step)
        return _score_events(step, rules) if step.action == SCORED else _settle_events(step)
    done = [*_decision_events(step), *_overlooked(step)]
    if step.after["reshuffles"] > step.before["reshuffles"]:
        done.append(Event("reshuffled", -1))
    return done


def _decision_events(step: Step) -> list[Event]:
    assert step.decision is not None  # noqa: S101
    name, seat = step.decision.name, step.seat
    if name == "discard":
        return [Event("discarded", seat, (int(step.before["hand"][step.action]),))]
    if name == "draw-source":
        if step.action == LEAVE_DISCARD and step.before["stock_count"] == 0:
            goes_on = step.after["end"] in (NOT_OVER, BY_KNOCK, TURN_LIMIT)
            return [Event("passed" if goes_on else "ended", seat)]
        if step.action == LEAVE_DISCARD:
            return [Event("drew", seat, (int(step.after["hand"][3]),))]
        return [Event("took", seat, (int(step.before["top_discard"]),))]
    if step.action == 1:
        return [Event(_YES[name], seat)]
    return [Event("silent", seat)] if name == "declare-31" else []


def seats_from(state: Any) -> list[int]:
    """Return the seats that hold cards, from the first to play."""
    players, first = int(state["players"]), int(state["first"])
    order = [(first + k) % players for k in range(players)]
    return [s for s in order if state["lives"][s] >= 0]


def _deal_events(step: Step) -> list[Event]:
    state = step.after
    order = seats_from(state)
    cards = [int(c) for c in state["deck"][: 3 * len(order) + 1]]
    dealt = [Event("deal", order[k % len(order)], (card,)) for k, card in enumerate(cards[:-1])]
    return [*dealt, Event("upcard", -1, (cards[-1],))]


def _overlooked(step: Step) -> list[Event]:
    if step.after["overlooks"] == 0 or (
        step.action != DEALT and step.after["overlooks"] == step.before["overlooks"]
    ):
        return []
    if step.decision is not None and step.decision.name == "discard":
        # Also where he had missed an earlier 31 in this hand.
        missed_again = step.after["own"]["spoiled"][step.seat]
        return [Event("overlooked", step.seat)] if missed_again else []
    silent = step.seat if step.decision is not None and step.decision.name == "declare-31" else -1
    before = (
        [False] * len(step.after["own"])
        if step.action == DEALT and step.decision is None
        else step.before["own"]["spoiled"]
    )
    after = step.after["own"]["spoiled"]
    missed = [s for s in seats_from(step.after) if after[s] and not before[s] and s != silent]
    return [Event("overlooked", s) for s in missed]


def _score_events(step: Step, rules: Any) -> list[Event]:
    kind = "gained" if rules["score_mode"] == POINTS else "lost"
    state = step.after
    changes = state["change"][: state["players"]].tolist()
    return [Event(kind, seat, (change,)) for seat, change in enumerate(changes) if change > 0]


def _settle_events(step: Step) -> list[Event]:
    if step.after["replays"] > step.before["replays"]:
        return [Event("replay", -1)]
    players = int(step.after["players"])
    out = [s for s in range(players) if step.before["lives"][s] >= 0 > step.after["lives"][s]]
    return [Event("out", s) for s in out]


# ---------------------------------------------------------------- in words

_ENDS = {
    DEALT_31: "A dealt 31 ends the hand.",
    EARLY_31: "31 ends the hand.",
    LATE_31: "31 ends the hand after the knock.",
    BY_KNOCK: "Everybody has had the last turn: showdown.",
    BY_CALL: "Showdown.",
    STOCK_OUT: "The stock is empty: showdown.",
    STOCK_OUT_LATE: "The stock is empty: showdown at once.",
    TURN_LIMIT: "The hand has reached the limit of turns: showdown.",
}


def tell(steps: list[Step], rules: Any, who: Sequence[str]) -> list[str]:
    """Tell a hand or match move by move, in words and card symbols."""
    lines: list[str] = []
    for step in steps:
        if step.decision is None and step.action == DEALT:
            lines += _told_deal(step, who)
        elif step.decision is None and step.action == SCORED:
            lines += _told_score(step, rules, who)
        for event in events(step, rules):
            line = _told(event, step, who)
            if line:
                lines.append(line)
    return lines


def _told_deal(step: Step, who: Sequence[str]) -> list[str]:
    state = step.after
    lines = [f"{who[state['dealer']]} deals."] if state["match"] else []
    lines += [f"{who[seat]} holds {_hand(state, seat)}" for seat in seats_from(state)]
    top = int(state["top_discard"])
    lines.append(
        f"{card_symbol(top)} is turned up; {int(state['stock_count'])} cards are left in the stock."
    )
    return lines


def _hand(state: Any, seat: int) -> str:
    word = int(state["own"][seat]["hand"])
    cards = sorted((word >> (8 * k)) & 255 for k in range(3))
    return f"{card_symbols(cards)}, worth {float(state['own'][seat]['value']):g}"


def _told_score(step: Step, rules: Any, who: Sequence[str]) -> list[str]:
    state = step.after
    lines = [_ENDS[int(state["end"])]]
    lines += [f"{who[seat]} shows {_hand(state, seat)}" for seat in seats_from(state)]
    if not any(state["change"][: state["players"]]):
        lines.append(
            "Nobody " + ("scores." if rules["score_mode"] == POINTS else "loses anything.")
        )
    return lines


def _told(event: Event, step: Step, names: Sequence[str]) -> str:
    seat = event.seat
    who = names[seat]
    if event.kind in ("took", "drew", "discarded"):
        shown = card_symbol(event.values[0])
        if event.kind == "took":
            return f"{who} takes {shown} from the discards"
        if event.kind == "drew":
            return f"{who} draws {shown} from the stock"
        return f"{who} discards {shown} and holds {_hand(step.after, seat)}"
    lives = event.values[0] if event.kind == "lost" else 0
    plain = {
        "called": f"{who} calls a showdown",
        "declared": f"{who} declares 31",
        "silent": f"{who} says nothing about his 31",
        "overlooked": f"{who} overlooks his 31",
        "knocked": f"{who} knocks"
        + (f" on {float(step.before['value']):g}" if step.before["hand_size"] == 3 else ""),
        "ended": f"{who} does not want the discard",
        "passed": f"{who} does not want the discard and passes",
        "reshuffled": "The discards are shuffled into a new stock",
        "lost": f"{who} loses {'a life' if lives == 1 else f'{lives} lives'}",
        "gained": f"{who} scores a point",
        "out": f"{who} is out",
        "replay": "Everybody would be out: they play another hand",
    }
    return plain.get(event.kind, "")


def holdings(states: Any) -> dict[str, np.ndarray[Any, Any]]:
    """Return the three cards of each seat that is not out, and their value."""
    own, out = states["own"], states["lives"] < 0
    cards = (own["hand"][..., None] >> np.arange(0, 24, 8)).astype(np.int16) & 255
    return {
        "cards": np.where(out[..., None], -1, cards),
        "value": np.where(out, np.nan, own["value"]),
    }
