"""A traced hand of Euchre as events, for checks, and in words, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardsim.cards import SUIT_NAMES, SYMBOLS, card_symbol
from cardsim.game import DEALT, SCORED, SETTLED, Event, Step
from cardsim.games.euchre.deck import HELD, TRICKS
from cardsim.games.euchre.state import (
    KITTY,
    NAMES,
    NAMES_ALONE,
    NO_TRUMP_YET,
    ORDERS_ALONE,
    PASS,
    SIDES,
    TURNED_DOWN,
)
from cardsim.partners import partners, told_hands, told_trick, told_winner
from cardsim.telling import cards_held, number_of
from cardsim.tricks import SEATS, strength

NOBODY = -1
MOST_HELD = HELD + 1
"""Cards of a dealer who has picked up the upcard."""


def events(step: Step, rules: Any) -> list[Event]:
    """Return the events of a step.

    (hand, dealer, its number), (deal, seat, card), (upcard, -1, card); what was said: (farmer,
    seat, 0 or 1), (order, seat, 0 to 2), (name-trump, seat, 0 to 8), (defend-alone, seat, 0 or 1);
    (trump, maker, suit), (pick-up, dealer, the upcard), (discard, dealer, card), (turn-down, -1,
    the upcard), (throw-in, -1); (play, seat, card), (trick, who won it, its number); for each side
    (points, side, of the hand), (score, side, then); (win, side, hands) or (draw, -1, hands).
    """
    before, after = step.before, step.after
    if step.decision is None:
        events_of = {DEALT: _deal_events, SCORED: _score_events, SETTLED: _settle_events}
        return events_of[step.action](after, rules)
    events = [Event(step.decision.name, step.seat, (step.action,))]
    if after["trump"] != before["trump"]:
        events.append(Event("trump", step.seat, (int(after["trump"]),)))
    if after["upcard_state"] != before["upcard_state"]:
        turned = after["upcard_state"] == TURNED_DOWN
        kind, seat = ("turn-down", NOBODY) if turned else ("pick-up", int(after["dealer"]))
        events.append(Event(kind, seat, (int(after["upcard"]),)))
    if after["tricks"] > before["tricks"]:
        events.append(Event("trick", int(after["leader"]), (int(after["tricks"]),)))
    return events


def _deal_events(state: Any, rules: Any) -> list[Event]:
    dealer, turned = int(state["dealer"]), int(state["upcard"])
    cards = enumerate(state["deck"].tolist()[: HELD * SEATS])
    deals = [Event("deal", (dealer + 1 + k) % SEATS, (card,)) for k, card in cards]
    begun = Event("hand", dealer, (int(state["deals"]) + 1,))
    return [begun, *deals, Event("upcard", NOBODY, (turned,))]


def _score_events(state: Any, rules: Any) -> list[Event]:
    events = [Event("throw-in", NOBODY)] if state["trump"] == NO_TRUMP_YET else []
    points, score = state["points"].tolist(), state["score"].tolist()
    events += [Event("points", side, (points[side],)) for side in range(SIDES)]
    return events + [Event("score", side, (score[side] + points[side],)) for side in range(SIDES)]


def _settle_events(state: Any, rules: Any) -> list[Event]:
    score, hands = state["score"].tolist(), int(state["deals"])
    if max(score) < state["target"] and hands < rules["max_hands"]:
        return []
    if score[0] == score[1]:
        return [Event("draw", NOBODY, (hands,))]
    return [Event("win", int(score[1] > score[0]), (hands,))]


# ---------------------------------------------------------------- in words


def tell(steps: list[Step], rules: Any, who: Sequence[str]) -> list[str]:
    """Tell a hand or match call by call and trick by trick, in words and card symbols."""
    lines: list[str] = []
    for step in steps:
        state = step.after
        if step.decision is None and step.action == DEALT:
            lines += _told_deal(state, who)
        elif step.decision is None and step.action == SCORED:
            lines.append(_told_hand(state, who))
        elif step.decision is None:
            lines += _told_match(state, rules, who)
        elif step.decision.name != "play":
            lines += _told_call(step, who)
        elif state["tricks"] > step.before["tricks"]:
            lines.append(told_trick(state, who))
    return lines


def _told_deal(state: Any, who: Sequence[str]) -> list[str]:
    lines = [f"{who[state['dealer']]} deals."] if state["target"] else []
    lines += told_hands(state["hand_of"], who, strength)
    return [*lines, f"{card_symbol(int(state['upcard']))} is turned up"]


def _told_call(step: Step, who: Sequence[str]) -> list[str]:
    name, action, state = who[step.seat], step.action, step.after
    decision = step.decision.name if step.decision is not None else ""
    if decision == "farmer":
        return [f"{name} throws in a hand of nines and tens"] * (action != 0)
    if decision == "defend-alone":
        return [f"{name} defends alone"] * (action != 0)
    if decision == "discard":
        return [f"{name} discards {card_symbol(action)}"]
    if action == PASS:
        said = [f"{name} passes"]
        turned = bool(step.before["upcard_state"] != state["upcard_state"])
        return said + [f"{card_symbol(int(state['upcard']))} is turned down"] * turned
    if decision == "order":
        alone = " and plays alone" if action == ORDERS_ALONE else ""
        upcard = card_symbol(int(state["upcard"]))
        if step.seat == state["dealer"]:
            return [f"{name} picks up {upcard}{alone}"]
        return [f"{name} orders up {upcard}{alone}"]
    alone = " and plays alone" if action >= NAMES_ALONE else ""
    suit = action - (NAMES_ALONE if alone else NAMES)
    return [f"{name} names {SUIT_NAMES[suit]} {SYMBOLS[suit]}{alone}"]


def _told_hand(state: Any, who: Sequence[str]) -> str:
    if state["trump"] == NO_TRUMP_YET:
        return "the hand is thrown in"
    makers = int(state["maker"]) % SIDES
    tricks = int(state["taken"][makers] + state["taken"][makers + SIDES])
    points = state["points"].tolist()
    scores = int(points[1] > 0)
    return (
        f"{partners(makers, who)} take {number_of(tricks, 'trick')} of {TRICKS}: "
        f"{number_of(points[scores], 'point')} for {partners(scores, who)}"
    )


def _told_match(state: Any, rules: Any, who: Sequence[str]) -> list[str]:
    lines = [
        f"{partners(side, who)} have {number_of(int(state['score'][side]), 'point')}"
        for side in range(SIDES)
    ]
    return lines + [told_winner(event, who) for event in _settle_events(state, rules)]


def holdings(states: Any) -> dict[str, np.ndarray[Any, Any]]:
    """Return the cards in the hand of each seat, by their ids."""
    return {"cards": cards_held(states["hand_of"][..., :KITTY], MOST_HELD)}
