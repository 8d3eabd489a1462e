"""A traced hand of Spades as events, for checks, and in words, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardsim.game import DEALT, SCORED, SETTLED, Event, Step
from cardsim.games.spades.rules import BLIND_NIL as BLIND_POINTS
from cardsim.games.spades.state import SIDES, TRICKS
from cardsim.partners import partners, told_hands, told_trick, told_winner
from cardsim.telling import cards_held, number_of
from cardsim.tricks import SEATS, strength

BLIND_NIL = 1
"""The action that bids nil unseen."""


def events(step: Step, rules: Any) -> list[Event]:
    """Return the events of a step.

    (hand, dealer, its number), (deal, seat, card), (blind, seat, 0 or 1), (bid, seat, tricks),
    (play, seat, card), (broken, seat, its spade), (trick, who won it, its number); for each side
    (nil, seat, points), (points, side, of the hand), (bags, side, of the hand), (penalty, side,
    points lost), (score, side, then), (counter, side, bags then); (win, side, hands) or (draw, -1,
    hands).
    """
    before, after = step.before, step.after
    if step.decision is None:
        events_of = {DEALT: _deal_events, SCORED: _score_events, SETTLED: _settle_events}
        return events_of[step.action](after, rules)
    seat, action = step.seat, step.action
    if step.decision.name == "blind":
        said = Event("blind", seat, (action,))
        return [said, Event("bid", seat, (0,))] if action == BLIND_NIL else [said]
    if step.decision.name == "bid":
        return [Event("bid", seat, (action,))]
    events = [Event("play", seat, (action,))]
    if after["broken"] > before["broken"]:
        events.append(Event("broken", seat, (action,)))
    if after["tricks"] > before["tricks"]:
        events.append(Event("trick", int(after["leader"]), (int(after["tricks"]),)))
    return events


def _deal_events(state: Any, rules: Any) -> list[Event]:
    dealer = int(state["dealer"])
    cards = enumerate(state["deck"].tolist())
    deals = [Event("deal", (dealer + 1 + k) % SEATS, (card,)) for k, card in cards]
    return [Event("hand", dealer, (int(state["deals"]) + 1,)), *deals]


def _score_events(state: Any, rules: Any) -> list[Event]:
    events = []
    for side in range(SIDES):
        for seat in range(side, SEATS, SIDES):
            if state["bids"][seat] == 0:
                made = state["taken"][seat] == 0
                points = int(rules["nil_bonus" if made else "nil_penalty"])
                points = BLIND_POINTS if state["blind"][seat] else points
                events.append(Event("nil", seat, (points if made else -points,)))
        points, bags, penalty = (
            int(state[name][side]) for name in ("points", "new_bags", "penalty")
        )
        events += [Event("points", side, (points,)), Event("bags", side, (bags,))]
        events += [Event("penalty", side, (penalty,))] if penalty else []
        score = int(state["score"][side]) + points - penalty
        counter = (int(state["bags"][side]) + bags) % int(state["bag_limit"])
        events += [Event("score", side, (score,)), Event("counter", side, (counter,))]
    return events


def _settle_events(state: Any, rules: Any) -> list[Event]:
    score, hands = state["score"].tolist(), int(state["deals"])
    limit = int(rules["loss_limit"])
    ends = max(score) >= state["target"] or (limit < 0 and min(score) <= limit)
    if hands < rules["max_hands"] and (not ends or score[0] == score[1]):
        return []
    if score[0] == score[1]:
        return [Event("draw", -1, (hands,))]
    return [Event("win", int(score[1] > score[0]), (hands,))]


# ---------------------------------------------------------------- in words


def tell(steps: list[Step], rules: Any, who: Sequence[str]) -> list[str]:
    """Tell a hand or match bid by bid and trick by trick, in words and card symbols."""
    lines: list[str] = []
    for step in steps:
        state = step.after
        if step.decision is None and step.action == DEALT:
            lines += _told_deal(state, who)
        elif step.decision is None and step.action == SCORED:
            lines += [_told_side(state, side, who) for side in range(SIDES)]
        elif step.decision is None:
            lines += _told_match(state, rules, who)
        elif step.decision.name != "play":
            lines += _told_bid(step, who)
        elif state["tricks"] > step.before["tricks"]:
            lines.append(told_trick(state, who))
    return lines


def _told_deal(state: Any, who: Sequence[str]) -> list[str]:
    lines = [f"{who[state['dealer']]} deals."] if state["target"] else []
    return [*lines, *told_hands(state["hand_of"], who, strength)]


def _told_bid(step: Step, who: Sequence[str]) -> list[str]:
    name = who[step.seat]
    if step.decision is not None and step.decision.name == "blind":
        return [f"{name} bids nil without a look at the cards"] * (step.action == BLIND_NIL)
    return [f"{name} bids {step.action or 'nil'}"]


def _told_side(state: Any, side: int, who: Sequence[str]) -> str:
    seats = range(side, SEATS, SIDES)
    bids = " and ".join("nil" if state["bids"][s] == 0 else str(state["bids"][s]) for s in seats)
    taken = " and ".join(str(state["taken"][s]) for s in seats)
    line = (
        f"{partners(side, who)} bid {bids} and took {taken}: "
        f"{number_of(int(state['points'][side]), 'point')}"
    )
    bags, penalty = int(state["new_bags"][side]), int(state["penalty"][side])
    line += f", {number_of(bags, 'bag')}" if bags else ""
    return line + (f", and {penalty} points lost for bags" if penalty else "")


def _told_match(state: Any, rules: Any, who: Sequence[str]) -> list[str]:
    lines = [
        f"{partners(side, who)} have {number_of(int(state['score'][side]), 'point')} and "
        f"{number_of(int(state['bags'][side]), 'bag')}"
        for side in range(SIDES)
    ]
    return lines + [told_winner(event, who) for event in _settle_events(state, rules)]


def holdings(states: Any) -> dict[str, np.ndarray[Any, Any]]:
    """Return the cards in the hand of each seat, by their ids."""
    return {"cards": cards_held(states["hand_of"], TRICKS)}
