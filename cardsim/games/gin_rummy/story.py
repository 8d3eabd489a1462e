"""A traced hand of Gin Rummy as events, for checks, and in words, for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from cardsim.cards import card_symbol, card_symbols
from cardsim.game import DEALT, SCORED, Action, Event, Step
from cardsim.games.gin_rummy.melds import find_arrangement, lay_down
from cardsim.games.gin_rummy.rules import MOST_HELD
from cardsim.games.gin_rummy.state import (
    BIG_GIN,
    DREW_ROW,
    GIN,
    MOST_MELDS,
    NOBODY,
    PASS,
    UNDERCUT,
    VOID,
)
from cardsim.telling import cards_held, number_of


def in_set(tiles: Any) -> tuple[int, ...]:
    """Return the ids in a set of tiles, ascending."""
    rest, members = int(tiles), []
    while rest:
        members.append((rest & -rest).bit_length() - 1)
        rest &= rest - 1
    return tuple(members)


def clockwise(state: Any, seat: int) -> Iterator[int]:
    """Yield the other seats, from the left of this one on."""
    players = int(state["players"])
    return ((seat + k) % players for k in range(1, players))


def events(step: Step, rules: Any) -> list[Event]:
    """Return the events of a step.

    (hand, dealer, its number); (deal, seat, tile), hand by hand from the dealer's left; (upcard,
    -1, tile); (pass, seat, upcard); (draw, seat, tile) from the stock or (take, seat, tile) from
    the row; (discard, seat, tile). (knock, seat, deadwood), (gin, seat, 0), (big-gin, seat, 0) or
    (void, -1, turns). With layoffs after a knock (arrange, seat, choice) if it was one, and (meld,
    seat, its tiles); then for each other seat from the knocker's left (deadwood, seat, deadwood)
    and with layoffs (left, seat, deadwood after them). (undercut, seat, points); for each seat
    (points, seat, points), then (score, seat, then). (win, seat, hands) or (draw, -1, hands) and
    for each seat (final, seat, points).
    """
    after, seat = step.after, step.seat
    if step.decision is None:
        if step.action == DEALT:
            return _dealt(after)
        return _scored(after) if step.action == SCORED else _settled(after)
    name, newest = step.decision.name, int(step.before["newest"])
    if name == "upcard" and step.action == PASS:
        events = [Event("pass", seat, (newest,))]
    elif name in ("upcard", "draw"):
        (tile,) = in_set(int(after["hand_of"][seat]) & ~int(step.before["hand_of"][seat]))
        events = [Event("take" if after["drew_from"] == DREW_ROW else "draw", seat, (tile,))]
    elif name == "finish" and not after["big"]:
        events = [Event("discard", seat, (int(after["newest"]),))]
    else:
        events = []
    return events


def _dealt(state: Any) -> list[Event]:
    dealer, players, size = (int(state[name]) for name in ("dealer", "players", "hand_size"))
    deck = state["deck"].tolist()
    events = [Event("hand", dealer, (int(state["deals"]) + 1,))]
    for k, tile in enumerate(deck[: players * size]):
        events.append(Event("deal", (dealer + 1 + k // size) % players, (tile,)))
    return [*events, Event("upcard", -1, (deck[players * size],))]


def _scored(state: Any) -> list[Event]:
    """Return the events of a hand's end: how it ended, and its points."""
    end, knocker, seats = int(state["end"]), int(state["knocker"]), range(int(state["players"]))
    points = [int(state["points"][seat]) for seat in seats]
    if end == VOID:
        events = [Event("void", -1, (int(state["turn_no"]),))]
    else:
        events = _ended(state, end, knocker)
    if end == UNDERCUT:
        events += [Event("undercut", seat, (points[seat],)) for seat in scoring(state)]
    events += [Event("points", seat, (points[seat],)) for seat in seats]
    scores = state["scores"].tolist()
    return events + [Event("score", seat, (scores[seat] + points[seat],)) for seat in seats]


def _ended(state: Any, end: int, knocker: int) -> list[Event]:
    kind = {GIN: "gin", BIG_GIN: "big-gin"}.get(end, "knock")
    events = [Event(kind, knocker, (int(state["deadwood_of"][knocker]),))]
    laid = kind == "knock" and state["layoffs"]
    if laid:
        chosen = int(state["chosen"])
        events += [Event("arrange", knocker, (chosen,))] if chosen >= 0 else []
        events += [Event("meld", knocker, in_set(meld)) for meld in state["melds"] if meld]
    for seat in clockwise(state, knocker):
        events.append(Event("deadwood", seat, (int(state["deadwood_of"][seat]),)))
        events += [Event("left", seat, (int(state["left"][seat]),))] if laid else []
    return events


def scoring(state: Any) -> tuple[int, ...]:
    """Return the seats that have scored, even if no points."""
    return in_set(state["under"]) if state["end"] == UNDERCUT else (int(state["knocker"]),)


def _settled(state: Any) -> list[Event]:
    """Return the events of a match's end, if it is over: the winner, and final points."""
    seats, hands = range(int(state["players"])), int(state["deals"])
    scores, won = state["scores"].tolist(), state["hands_won"].tolist()
    best = max(scores[seat] for seat in seats)
    leaders = [seat for seat in seats if scores[seat] == best]
    alone = len(leaders) == 1 and best >= state["target"]
    if not alone and hands < state["max_hands"]:
        return []
    final = [scores[seat] + int(state["box_bonus"]) * won[seat] for seat in seats]
    if alone:
        (winner,) = leaders
        shut_out = state["shutout_doubles"] and not any(won[s] for s in seats if s != winner)
        final[winner] += int(state["game_bonus"]) + (best if shut_out else 0)
    end = Event("win", winner, (hands,)) if alone else Event("draw", -1, (hands,))
    return [end, *(Event("final", seat, (final[seat],)) for seat in seats)]


# ---------------------------------------------------------------- in words


def told_upcard(view: Any, action: Action) -> str:
    """Return what is done with the upcard."""
    tile = card_symbol(int(view["newest"]))
    return f"pass {tile}" if action == PASS else f"take {tile}"


def told_draw(view: Any, action: Action) -> str:
    """Return where a tile is drawn from."""
    return f"take {card_symbol(int(view['newest']))}" if action else "draw from the stock"


def told_finish(view: Any, action: Action) -> str:
    """Return what is thrown, and whether that is a knock."""
    tiles = in_set(view["hand"])
    number, knock = int(action) % len(tiles), int(action) >= len(tiles)
    if action == 2 * len(tiles):
        return "big gin"
    return f"throw {card_symbol(tiles[number])}{' and knock' if knock else ''}"


def told_melds(view: Any, action: Action) -> str:
    """Return the melds of an arrangement."""
    melds, hand = np.zeros(MOST_MELDS, np.uint64), np.uint64(view["hand"])
    first, second, _ = find_arrangement(hand, int(action), False)
    lay_down(hand, np.uint64(first), np.uint64(second), melds)
    return f"lay down {_told_melds(melds)}"


def _told_melds(melds: Any) -> str:
    return " | ".join(card_symbols(in_set(meld)) for meld in melds if meld)


def tell(steps: list[Step], rules: Any, who: Sequence[str]) -> list[str]:
    """Tell a hand or match tile by tile, in words and card symbols."""
    lines: list[str] = []
    for step in steps:
        state = step.after
        if step.decision is None and step.action == DEALT:
            lines += _told_deal(state, who)
        elif step.decision is None and step.action == SCORED:
            lines += _told_end(state, who)
        elif step.decision is None:
            lines += _told_match(state, who)
        else:
            lines += _told_step(step, who)
    return lines


def _told_deal(state: Any, who: Sequence[str]) -> list[str]:
    dealer = int(state["dealer"])
    lines = [f"{who[dealer]} deals."] if state["target"] else []
    for seat in [*clockwise(state, dealer), dealer]:
        tiles = sorted(in_set(state["hand_of"][seat]), key=lambda tile: (tile % 13, tile))
        held = f"{who[seat]} holds {card_symbols(tiles)}"
        lines.append(f"{held}, a deadwood of {int(state['deadwood_of'][seat])}")
    return [*lines, f"{card_symbol(int(state['newest']))} is turned up"]


_VERBS = {"pass": "passes", "draw": "draws", "take": "takes", "discard": "throws"}


def _told_step(step: Step, who: Sequence[str]) -> list[str]:
    state, name = step.after, who[step.seat]
    if step.decision is not None and step.decision.name == "finish" and state["big"]:
        return [f"{name} has big gin with {card_symbols(in_set(state['hand_of'][step.seat]))}"]
    lines = []
    for event in events(step, None):
        line = f"{name} {_VERBS[event.kind]} {card_symbol(event.values[0])}"
        if event.kind == "discard":
            points = int(state["deadwood_of"][step.seat])
            knocks = state["knocker"] == step.seat
            line += (
                f" and {'goes gin' if points == 0 else f'knocks with {points}'}" if knocks else ""
            )
            line += "" if knocks else f"; deadwood {points}"
        lines.append(line)
    return lines


def _told_end(state: Any, who: Sequence[str]) -> list[str]:
    end, knocker = int(state["end"]), int(state["knocker"])
    if end == VOID:
        return ["The hand is void, and nobody scores"]
    lines = []
    if any(state["melds"]):
        lines.append(f"{who[knocker]} lays down {_told_melds(state['melds'])}")
    for seat in clockwise(state, knocker):
        own, points = int(state["deadwood_of"][seat]), int(state["left"][seat])
        tiles = card_symbols(in_set(state["hand_of"][seat]))
        laid = f", {points} after layoffs" if points < own else ""
        lines.append(f"{who[seat]} has a deadwood of {own}{laid}: {tiles}")
    for seat in scoring(state):
        under = "undercuts and " if end == UNDERCUT else ""
        lines.append(f"{who[seat]} {under}scores {number_of(int(state['points'][seat]), 'point')}")
    return lines


def _told_match(state: Any, who: Sequence[str]) -> list[str]:
    lines = [
        f"{name} has {number_of(points, 'point')} in all"
        for name, points in zip(who, state["scores"].tolist(), strict=False)
    ]
    for event in _settled(state):
        if event.kind == "final":
            points = number_of(event.values[0], "point")
            lines.append(f"{who[event.seat]} ends with {points}")
        else:
            name = "nobody" if event.seat == NOBODY else who[event.seat]
            lines.append(f"{name} has won the match after {number_of(event.values[0], 'hand')}")
    return lines


def holdings(states: Any) -> dict[str, np.ndarray[Any, Any]]:
    """Return the tiles in the hand of each seat, by their ids."""
    return {"cards": cards_held(states["hand_of"], MOST_HELD + 1)}
