"""A traced hand of Casino as events, for checks, and in words, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from cardsim.cards import card_symbol, card_symbols
from cardsim.game import DEALT, SCORED, Action, Event, Step
from cardsim.games.casino.moves import END, KIND, OLD, TAKE, VALUE
from cardsim.games.casino.play import LAST_ONE
from cardsim.games.casino.state import (
    BUILD,
    CAPTURE,
    HELD,
    LAID_OUT,
    NOBODY,
    PLAYS,
    TEN_OF_DIAMONDS,
    TOP,
    TRAIL,
    TWO_OF_SPADES,
)
from cardsim.telling import cards_held, number_of

SPADE_SUIT = 3


class Move(NamedTuple):
    """The parts of an action.

    Attributes:
        kind: what is done with it: trail, capture, build or raise.
        value: of the capture or the build; of a face card its rank, of a card trailed 0.
        old: the value of the build that is raised; else 0.
        take: whether a build is captured.
        cards: the loose cards captured or built with, ascending.
    """

    card: int
    kind: int
    value: int
    old: int
    take: bool
    cards: tuple[int, ...]


def move_of(action: Action) -> Move:
    """Return the parts of an action."""
    number, chosen = int(action[0]), int(action[1])
    return Move(
        card=number & 63,
        kind=number >> KIND & 3,
        value=number >> VALUE & 15,
        old=number >> OLD & 15,
        take=bool(number >> TAKE & ((1 << (END - TAKE)) - 1)),
        cards=in_set(chosen),
    )


def in_set(cards: int) -> tuple[int, ...]:
    """Return the ids in a set of cards, ascending."""
    rest, members = int(cards), []
    while rest:
        members.append((rest & -rest).bit_length() - 1)
        rest &= rest - 1
    return tuple(members)


def events(step: Step, rules: Any) -> list[Event]:
    """Return the events of a step.

    (hand, dealer, its number); for each deal (deals-left, -1, how many come after it), (deal, seat,
    card), at first also (deal, -1, card of the table). (trail, seat, card); (capture, seat, card),
    (take, seat, loose card), (take-build, seat, its value), (sweep, seat, its sweeps); (build,
    seat, card) or (raise, seat, card) and (from, seat, the value before), (join, seat, loose card),
    (value, seat, that of the build), (groups, seat, its sets). (residue, who captured last or -1,
    card). For each side (cards, side, how many), (spades, side, how many), what brings it points by
    name, (points, side, points) and (score, side, then); (win, side, hands) or (draw, -1, hands).
    """
    after, seat = step.after, step.seat
    if step.decision is None:
        if step.action == DEALT:
            begun = Event("hand", int(after["dealer"]), (int(after["deals"]) + 1,))
            return [begun, *_dealt(after)]
        return _scored(after) if step.action == SCORED else _settled(after)
    events = _play_events(step)
    if after["sweeps"][seat] > step.before["sweeps"][seat]:
        events.append(Event("sweep", seat, (int(after["sweeps"][seat]),)))
    if after["deals_left"] < step.before["deals_left"]:
        events += _dealt(after)
    if after["turn"] == PLAYS:
        last = int(after["last_capturer"])
        events += [Event("residue", last, (card,)) for card in _left(step)]
    return events


def _dealt(state: Any) -> list[Event]:
    """Return the deal of cards to empty hands, and at first to the table, as events in order."""
    players, turn = int(state["players"]), int(state["turn"])
    begun = turn + LAID_OUT if turn else 0
    end = begun + HELD * players
    deck, first = state["deck"].tolist(), int(state["dealer"]) + 1
    events = [Event("deals-left", -1, (int(state["deals_left"]),))]
    for k, card in enumerate(deck[begun:end]):
        events.append(Event("deal", (first + k // HELD) % players, (card,)))
    if turn == 0:
        events += [Event("deal", -1, (card,)) for card in deck[end : end + LAID_OUT]]
    return events


def _play_events(step: Step) -> list[Event]:
    move, seat = move_of(step.action), step.seat
    joined = [Event("join", seat, (card,)) for card in move.cards]
    if move.kind == TRAIL:
        return [Event("trail", seat, (move.card,))]
    if move.kind == CAPTURE:
        events = [Event("capture", seat, (move.card,))]
        events += [Event("take", seat, (card,)) for card in move.cards]
        return events + [Event("take-build", seat, (move.value,))] * move.take
    if move.kind == BUILD:
        begun = [Event("build", seat, (move.card,))]
    else:
        begun = [Event("raise", seat, (move.card,)), Event("from", seat, (move.old,))]
    sets = int(step.after["build_groups"][move.value])
    built = [Event("value", seat, (move.value,)), Event("groups", seat, (sets,))]
    return [*begun, *joined, *built]


def _left(step: Step) -> tuple[int, ...]:
    """Return the cards that the last play leaves on the table."""
    before, move = step.before, move_of(step.action)
    there = int(before["loose"]) | 1 << move.card
    for cards in before["build_cards"].tolist():
        there |= cards
    if move.kind == CAPTURE:
        there &= ~sum(1 << card for card in (move.card, *move.cards, *_build_taken(step)))
    return in_set(there)


def _piles(state: Any) -> list[tuple[list[int], int]]:
    """Return the cards of each side, and its sweeps."""
    piles, sweeps = [in_set(pile) for pile in state["piles"].tolist()], state["sweeps"].tolist()
    stacks = []
    for side in range(int(state["sides"])):
        seats = (side, side + 2) if state["partnership"] else (side,)
        stacks.append(([c for s in seats for c in piles[s]], sum(sweeps[s] for s in seats)))
    return stacks


def _scored(state: Any) -> list[Event]:
    """Return the events of scoring: each side's points, by their source."""
    sides = _piles(state)
    cards = [len(pile) for pile, _ in sides]
    spades = [sum(card // 13 == SPADE_SUIT for card in pile) for pile, _ in sides]
    last_one = int(state["cards_points"] == LAST_ONE)
    last = int(state["last_capturer"])
    last = last % 2 if state["partnership"] and last >= 0 else last
    events = []
    for side, (pile, sweeps) in enumerate(sides):
        items = {
            "most-cards": (3 - last_one) * _has_most(cards, side),
            "most-spades": _has_most(spades, side),
            "big-casino": 2 * (TEN_OF_DIAMONDS in pile),
            "little-casino": TWO_OF_SPADES in pile,
            "aces": sum(card % 13 == 0 for card in pile),
            "last-capture": last_one * (last == side),
            "sweeps": int(state["sweep_points"]) * sweeps,
        }
        points = int(state["points"][side])
        events += [Event("cards", side, (cards[side],)), Event("spades", side, (spades[side],))]
        events += [Event(item, side, (int(n),)) for item, n in items.items() if n]
        score = int(state["scores"][side]) + points
        events += [Event("points", side, (points,)), Event("score", side, (score,))]
    return events


def _has_most(numbers: Sequence[int], side: int) -> bool:
    """Return whether a side has more than every other one."""
    return numbers[side] == max(numbers) and numbers.count(max(numbers)) == 1


def _build_taken(step: Step) -> tuple[int, ...]:
    move = move_of(step.action)
    return in_set(step.before["build_cards"][move.value]) if move.take else ()


def _settled(state: Any) -> list[Event]:
    """Return the event that ends the match, if it is over."""
    scores, hands = state["scores"][: state["sides"]].tolist(), int(state["deals"])
    best = scores.index(max(scores))
    alone = _has_most(scores, best)
    if hands < state["max_hands"] and (max(scores) < state["target"] or not alone):
        return []
    return [Event("win", best, (hands,)) if alone else Event("draw", -1, (hands,))]


# ---------------------------------------------------------------- in words


def told_action(_view: Any, action: Action) -> str:
    """Return an action in words, for advice and messages."""
    return _told(move_of(action))


def _told(move: Move, build: Sequence[int] = ()) -> str:
    card, cards = card_symbol(move.card), card_symbols((*move.cards, *build))
    if move.kind == TRAIL:
        return f"trail {card}"
    if move.kind == CAPTURE:
        if move.take and not build:
            cards = " and ".join([*([cards] if cards else []), f"the build of {move.value}"])
        return f"take {cards} with {card}"
    joined = f" and {cards}" if cards else ""
    if move.kind == BUILD:
        return f"build {move.value} with {card}{joined}"
    return f"raise the build of {move.old} to {move.value} with {card}{joined}"


_VERBS = {"trail": "trails", "take": "takes", "build": "builds", "raise": "raises"}


def tell(steps: list[Step], rules: Any, who: Sequence[str]) -> list[str]:
    """Tell a hand or match card by card, in words and card symbols."""
    lines: list[str] = []
    for step in steps:
        state = step.after
        if step.decision is None and step.action == DEALT:
            lines += [f"{who[state['dealer']]} deals."] if state["target"] else []
            lines += _told_deal(state, who)
            lines.append(f"{card_symbols(in_set(state['loose']))} are laid out")
        elif step.decision is None and step.action == SCORED:
            lines += [_told_side(state, side, who) for side in range(state["sides"])]
        elif step.decision is None:
            lines += _told_match(state, who)
        else:
            lines += _told_play(step, who)
    return lines


def _told_deal(state: Any, who: Sequence[str]) -> list[str]:
    seats = [(int(state["dealer"]) + 1 + k) % len(who) for k in range(len(who))]
    held = (in_set(state["hand_of"][seat]) for seat in seats)
    return [
        f"{who[seat]} holds {card_symbols(sorted(cards, key=lambda card: (card % 13, card)))}"
        for seat, cards in zip(seats, held, strict=True)
    ]


def _told_play(step: Step, who: Sequence[str]) -> list[str]:
    state, seat = step.after, step.seat
    verb, _, rest = _told(move_of(step.action), _build_taken(step)).partition(" ")
    line = f"{who[seat]} {_VERBS[verb]} {rest}"
    if state["sweeps"][seat] > step.before["sweeps"][seat]:
        line += ", a sweep"
    if state["turn"] == PLAYS:
        remaining = _left(step)
        return (
            [line, _told_left(remaining, int(state["last_capturer"]), who)] if remaining else [line]
        )
    lines = [f"{line}; on the table: {_told_table(state)}"]
    if state["deals_left"] < step.before["deals_left"]:
        last = " for the last time" if state["deals_left"] == 0 else ""
        lines += [f"Four cards each are dealt{last}", *_told_deal(state, who)]
    return lines


def _told_table(state: Any) -> str:
    builds = [
        f"{value} ({card_symbols(in_set(state['build_cards'][value]))})"
        for value in range(1, TOP + 1)
        if int(state["build_values"]) >> value & 1
    ]
    loose = in_set(state["loose"])
    parts = ([card_symbols(loose)] if loose else []) + [f"a build of {b}" for b in builds]
    return ", ".join(parts) or "nothing"


def _told_left(remaining: Sequence[int], last: int, who: Sequence[str]) -> str:
    cards = card_symbols(remaining)
    if last == NOBODY:
        return f"{cards} are left, and nobody has captured"
    return f"{who[last]} captured last and has what is left, {cards}"


def _named(state: Any, side: int, who: Sequence[str]) -> str:
    """Return a side with its verb."""
    if state["partnership"]:
        return f"{who[side]} and {who[side + 2]} have"
    return f"{who[side]} has"


def _told_side(state: Any, side: int, who: Sequence[str]) -> str:
    pile, _ = _piles(state)[side]
    spades = sum(card // 13 == SPADE_SUIT for card in pile)
    points = number_of(int(state["points"][side]), "point")
    held = f"{number_of(len(pile), 'card')}, {number_of(spades, 'spade')} among them"
    return f"{_named(state, side, who)} {held}: {points}"


def _told_match(state: Any, who: Sequence[str]) -> list[str]:
    lines = [
        f"{_named(state, side, who)} {number_of(int(state['scores'][side]), 'point')} in all"
        for side in range(int(state["sides"]))
    ]
    for event in _settled(state):
        hands = number_of(event.values[0], "hand")
        name = "nobody has" if event.seat < 0 else _named(state, event.seat, who)
        lines.append(f"{name} won the match after {hands}")
    return lines


def holdings(states: Any) -> dict[str, np.ndarray[Any, Any]]:
    """Return the cards in the hand of each seat, by their ids."""
    return {"cards": cards_held(states["hand_of"], HELD)}
