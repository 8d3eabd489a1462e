"""A traced hand of Chinese Ten as events, for checks, and in words, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardsim.cards import RANKS, card_symbol, card_symbols
from cardsim.game import DEALT, Event, Step
from cardsim.games.chinese_ten.state import (
    CAPTURE,
    FLIP_CAPTURE,
    FOUR_ALIKE,
    LAID_OUT,
    MOST_HELD,
    NO_CARD,
    RANK,
    STOCK,
    TAKE_THREE,
    TRIPLE,
)
from cardsim.telling import cards_held


def events(step: Step, rules: Any) -> list[Event]:
    """Return the events of a step, each with its card or number where it has one."""
    if step.decision is None:
        return _deal_events(step) if step.action == DEALT else _score_events(step)
    seat, asked = step.seat, int(step.after["decision"])
    played, took, flipped, flip_took = step.after["history"][step.before["turn"]].tolist()
    events = []
    if step.decision.name == "play-card":
        events.append(Event("play", seat, (played,)))
    if step.decision.name != "choose-flip-capture" and asked != CAPTURE:
        events += _captured(seat, played, took)
        events.append(Event("flip", seat, (flipped,)))
    if asked not in (CAPTURE, FLIP_CAPTURE):
        events += _captured(seat, flipped, flip_took)
    return events


def _captured(seat: int, card: int, took: int) -> list[Event]:
    """Return the events of a card's captures, or that it trails."""
    if took == NO_CARD:
        return [Event("trail", seat, (card,))]
    if took == TAKE_THREE:
        three = [c for c in range(52) if RANK[c] == RANK[card] and c != card]
        return [Event("capture", seat, (other,)) for other in three]
    return [Event("capture", seat, (took,))]


def _deal_events(step: Step) -> list[Event]:
    state = step.after
    deck, players = state["deck"].tolist(), int(state["players"])
    events = [Event("deal", k % players, (card,)) for k, card in enumerate(deck[:LAID_OUT])]
    for cards in state["redealt"][: state["redeals"]].tolist():
        events += [Event("layout", -1, (card,)) for card in cards]
        ranks = [card % 13 for card in cards]
        events.append(Event("redeal", -1, (max(ranks.count(rank) for rank in ranks),)))
    events += [Event("layout", -1, (card,)) for card in deck[LAID_OUT:STOCK]]
    if state["layout"] == TRIPLE:
        events.append(Event("triple", -1, (int(state["layout_rank"]),)))
    elif state["layout"] == FOUR_ALIKE:
        events.append(Event("alike", int(state["dealer"]), (int(state["layout_rank"]),)))
    return events


def _score_events(step: Step) -> list[Event]:
    state = step.after
    remaining = int(state["table"]).bit_count()
    events = [Event("unclaimed", -1, (remaining,))] if remaining else []
    scores = state["scores"][: state["players"]].tolist()
    return events + [Event("score", seat, (points,)) for seat, points in enumerate(scores)]


# ---------------------------------------------------------------- in words


def tell(steps: list[Step], rules: Any, names: Sequence[str]) -> list[str]:
    """Tell a hand move by move, in words and card symbols."""
    # A dealer who plays first is called so once, and "the dealer" from then on.
    who = [name.partition(",")[0] for name in names]
    del rules
    lines: list[str] = []
    for step in steps:
        if step.decision is None and step.action == DEALT:
            lines += _told_deal(step, who)
        elif step.decision is None:
            lines += _told_score(step, who)
        else:
            lines += _told_move(step, who)
    return lines


def _told_deal(step: Step, who: Sequence[str]) -> list[str]:
    state = step.after
    players = int(state["players"])
    lines = []
    for seat in range(players):
        cards = sorted(state["deck"][seat:LAID_OUT:players].tolist(), key=lambda c: (c % 13, c))
        lines.append(f"{who[seat]} holds {card_symbols(cards)}")
    lines += [
        f"{card_symbols(cards)} are laid out, and go back into the deck."
        for cards in state["redealt"][: state["redeals"]].tolist()
    ]
    lines.append(f"{card_symbols(state['deck'][LAID_OUT:STOCK].tolist())} are laid out.")
    if state["layout"] == TRIPLE:
        rank = _rank(int(state["layout_rank"]))
        lines.append(f"The fourth {rank} will take all three.")
    elif state["layout"] == FOUR_ALIKE:
        lines.append(f"The dealer takes all four, {int(state['scores'][state['dealer']])} points.")
    return lines


def _rank(rank: int) -> str:
    return "10" if RANKS[rank] == "T" else RANKS[rank]


def _told_move(step: Step, who: Sequence[str]) -> list[str]:
    seat = step.seat
    lines, told = [], events(step, None)
    if step.decision is not None and step.decision.name == "choose-capture":
        told = [Event("play", seat, (int(step.before["card"]),)), *told]
    elif step.decision is not None and step.decision.name == "choose-flip-capture":
        told = [Event("flip", seat, (int(step.before["card"]),)), *told]
    while told:
        put, *told = told
        taken = []
        while told and told[0].kind not in ("play", "flip"):
            taken.append(told.pop(0))
        lines += _told_card(put, taken, who[seat])
    if step.after["turn"] > step.before["turn"]:
        won = int(step.after["scores"][seat])
        table = [c for c in range(52) if int(step.after["table"]) >> c & 1]
        lines[-1] += f"; {who[seat]} has {won} points, on the table: "
        lines[-1] += card_symbols(table) if table else "nothing"
    return lines


def _told_card(put: Event, result: list[Event], who: str) -> list[str]:
    verb = "plays" if put.kind == "play" else "flips"
    text = f"{who} {verb} {card_symbol(*put.values)}"
    if not result:
        return []
    if result[0].kind == "trail":
        return [f"{text}, which stays on the table"]
    return [f"{text} and takes {card_symbols(card for event in result for card in event.values)}"]


def _told_score(step: Step, who: Sequence[str]) -> list[str]:
    state = step.after
    players, total = int(state["players"]), int(state["total"])
    remaining = int(state["table"]).bit_count()
    lines = [f"{remaining} cards are left on the table and score for nobody."] if remaining else []
    for seat, points in enumerate(state["scores"][:players].tolist()):
        lines.append(f"{who[seat]} has {points} points, {points - total / players:+.4g}")
    return lines


def holdings(states: Any) -> dict[str, np.ndarray[Any, Any]]:
    """Return the cards in the hand of each seat, by their ids."""
    return {"cards": cards_held(states["hands"], MOST_HELD)}
