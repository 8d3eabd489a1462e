"""A traced hand of Ninety-Nine as events, for checks, and in words, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardsim.cards import card_symbol, card_symbols
from cardsim.game import DEALT, SCORED, Event, Step
from cardsim.games.ninety_nine.state import NO_CARDS, ONE_LEFT, OPTION


def events(step: Step, rules: Any) -> list[Event]:
    """Return the events of a step, each with its card or number where it has one."""
    if step.decision is not None:
        return [*_play_events(step), *_leave_events(step)]
    if step.action == DEALT:
        return _deal_events(step)
    return _score_events(step, rules) if step.action == SCORED else _settle_events(step, rules)


def cards_of(state: Any, seat: int) -> list[int]:
    """Return the cards of a seat, slot by slot."""
    own = state["own"][seat]
    cards: list[int] = own["hand"][: own["size"]].tolist()
    return cards


def seats_from(state: Any) -> list[int]:
    """Return the seats that were dealt cards, from the first to play."""
    players, first = int(state["players"]), int(state["first"])
    order = [(first + k) % players for k in range(players)]
    return [seat for seat in order if state["pennies"][seat] > 0]


def _deal_events(step: Step) -> list[Event]:
    state = step.after
    order = seats_from(state)
    begin = [Event("hand", int(state["dealer"]), (int(state["first"]),))] if state["match"] else []
    hands = {seat: cards_of(state, seat) for seat in order}
    size = len(hands[order[0]])
    dealt = [Event("deal", seat, (hands[seat][k],)) for k in range(size) for seat in order]
    return [*begin, *dealt]


def _play_events(step: Step) -> list[Event]:
    before, after, seat = step.before, step.after, step.seat
    slot = step.action % OPTION
    events = [
        Event("play", seat, (cards_of(before, seat)[slot],)),
        Event("total", seat, (int(after["total"]),)),
        Event("direction", seat, (int(after["direction"]),)),
    ]
    own = after["own"][seat]
    if after["forgets"] > before["forgets"]:
        return [*events, Event("forget", seat, (int(own["target"]),))]
    if own["size"] < before["own"][seat]["size"]:
        return [*events, Event("no-draw", seat)]
    if after["reshuffles"] > before["reshuffles"]:
        # Not `stock_count`, which lacks the card drawn since.
        events.append(Event("reshuffle", -1, (int(after["deck_end"]),)))
    return [*events, Event("draw", seat, (cards_of(after, seat)[slot],))]


def _leave_events(step: Step) -> list[Event]:
    """Return events of the seats that could not play after this card, in the order they left."""
    before, after = step.before["own"]["left"], step.after["own"]["left"]
    gone = sorted((int(after[s]), s) for s in range(len(after)) if after[s] and not before[s])
    return [Event("leave", seat, (int(step.after["total"]),)) for _, seat in gone]


def _score_events(step: Step, rules: Any) -> list[Event]:
    state = step.after
    if rules["continue_after_loss"]:
        return [Event("point", int(state["seat"]), (1,))]
    return [Event("lose", int(state["loser"]), (int(state["total"]),))]


def _settle_events(step: Step, rules: Any) -> list[Event]:
    state = step.after
    players = int(state["players"])
    events = []
    if rules["continue_after_loss"]:
        seat = int(state["seat"])
        over = state["points"][seat] >= rules["start_pennies"]
    else:
        seat = int(state["loser"])
        pennies = int(state["pennies"][seat])
        events.append(Event("pennies", seat, (pennies,)))
        if pennies == 0:
            events.append(Event("out", seat))
        over = state["alive"] == 1
        seat = next(s for s in range(players) if state["pennies"][s] > 0)
    return [*events, Event("win", seat, (int(state["deals"]),))] if over else events


# ---------------------------------------------------------------- in words


def tell(steps: list[Step], rules: Any, who: Sequence[str]) -> list[str]:
    """Tell a hand or match move by move, in words and card symbols."""
    lines: list[str] = []
    for step in steps:
        if step.decision is not None:
            lines += _told_play(step, who)
        elif step.action == DEALT:
            lines += _told_deal(step, who)
        elif step.action == SCORED:
            lines += _told_score(step, who)
        else:
            lines += [f"{who[e.seat]} {_SETTLED[e.kind](e)}" for e in _settle_events(step, rules)]
    return lines


_SETTLED = {
    "pennies": lambda e: f"has {_pennies(*e.values)} left",
    "out": lambda _: "is out",
    "win": lambda e: f"wins after {e.values[0]} hands",
}


def _pennies(number: int) -> str:
    return f"{number} {'penny' if number == 1 else 'pennies'}"


def _told_deal(step: Step, who: Sequence[str]) -> list[str]:
    state = step.after
    lines = [f"{who[state['dealer']]} deals."] if state["match"] else []
    lines += [
        f"{who[seat]} holds {card_symbols(cards_of(state, seat))}" for seat in seats_from(state)
    ]
    return lines


def _told_play(step: Step, who: Sequence[str]) -> list[str]:
    events = {e.kind: e.values[0] for e in _play_events(step) if e.values}
    option = {-10: " for minus 10"}.get(events["total"] - int(step.before["total"]), "")
    line = f"{who[step.seat]} plays {card_symbol(events['play'])}{option}: {events['total']}"
    if step.after["direction"] != step.before["direction"]:
        line += ", clockwise again" if events["direction"] > 0 else ", the other way round"
    if "draw" in events:
        line += f"; draws {card_symbol(events['draw'])}"
    elif "forget" in events:
        line += f"; forgets to draw and keeps {events['forget']}"
    else:
        line += "; there is no card to draw"
    lines = ["The cards played are shuffled into a new stock"] if "reshuffle" in events else []
    lines.append(line)
    leavers = [event.seat for event in _leave_events(step)]
    return [*lines, *(f"{who[seat]} cannot play and leaves the hand" for seat in leavers)]


def _told_score(step: Step, who: Sequence[str]) -> list[str]:
    state = step.after
    if state["end"] == ONE_LEFT:
        return [f"{who[state['seat']]} is the last one left and takes a point"]
    seat, total = int(state["loser"]), int(state["total"])
    if state["end"] == NO_CARDS:
        return [f"{who[seat]} has no card left and loses the hand"]
    held = card_symbols(cards_of(state, seat))
    return [f"{who[seat]} cannot play at {total} with {held} and loses the hand"]


def holdings(states: Any) -> dict[str, np.ndarray[Any, Any]]:
    """Return the cards of each seat, slot by slot."""
    own = states["own"]
    cards = own["hand"].astype(np.int16)
    cards[np.arange(cards.shape[-1]) >= own["size"][..., None]] = -1
    return {"cards": cards}
