"""A traced deal of Bridge as events, for checks, and in words, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardsim.game import DEALT, SCORED, SETTLED, Event, Step
from cardsim.games.bridge.play import GAMES, LAST_OF_CHICAGO
from cardsim.games.bridge.scoring import GAME
from cardsim.games.bridge.state import (
    BOARD,
    BOOK,
    CALL_WORDS,
    CHICAGO,
    DOUBLE,
    MATCH,
    PART_SCORES,
    PASS,
    RAISED,
    RUBBER,
    RUBBERS,
    SESSION,
    SIDES,
    SIGNS,
    STRAINS,
    TRICKS,
)
from cardsim.partners import partners, told_hands, told_trick, told_winner
from cardsim.telling import cards_held, number_of
from cardsim.tricks import NO_TRUMP, NOBODY, SEATS, strength

NO_SEAT = -1
TEN = 10
TABLES = ("first", "second")
COMPARED = ("IMP", "matchpoint", "point")
"""Units of a match's score, by way of comparison."""


def events(step: Step, rules: Any) -> list[Event]:
    """Return the events of a step of a board or of a longer unit.

    In a match (table, -1, 0 or 1). (hand, dealer, its number), (vul, -1, 0 nobody, 1 and 2 the
    side, 3 all), (deal, seat, card);
    (call, seat, code); (passed-out, -1), and if it is dealt again (redeal, dealer, redeals so
    far), or (contract, declarer, the bid) and (doubled, declarer, 1 or 2); (play, whose card it
    is, card), after the first (dummy, seat), (trick, winner, its number); (made, declarer,
    overtricks) or (down, declarer, undertricks). Where part-scores add up (below, side,
    points) and (above, side, points); (honors, seat, points), (game, side, bonus), (part-score,
    side, bonus), (rubber, side, bonus). For both sides (points, side, of the deal) and (total,
    side, then); at the end of an unfinished rubber (only-game, side, points), (only-part-score,
    side, points) and both totals; in a match, once both tables have played a board, (compared,
    side, its score on the board) for both sides, and totals only at the end; at the end of the unit
    (win, side, deals) or (draw, -1, deals), where deals that were dealt again do not count, and
    those of both tables are one.
    """
    before, after = step.before, step.after
    if step.decision is None:
        events_of = {DEALT: _deal_events, SCORED: _score_events, SETTLED: _settle_events}
        return events_of[step.action](after, rules)
    if step.decision.name == "call":
        events = [Event("call", step.seat, (step.action,))]
        return events + (_contract_events(after) if after["leader"] != NOBODY else [])
    events = [Event("play", int(before["acting_for"]), (step.action,))]
    if step.decision.name == "lead":
        events.append(Event("dummy", (int(after["declarer"]) + 2) % SEATS))
    if after["tricks"] > before["tricks"]:
        events.append(Event("trick", int(after["leader"]), (int(after["tricks"]),)))
    return events


def _contract_events(state: Any) -> list[Event]:
    declarer, doubled = int(state["declarer"]), int(state["doubled"])
    called = 1 + STRAINS * (int(state["level"]) - 1) + int(state["strain"])
    events = [Event("contract", declarer, (called,))]
    return events + [Event("doubled", declarer, (doubled,))] * (doubled > 0)


def _deal_events(state: Any, rules: Any) -> list[Event]:
    dealer = int(state["dealer"])
    cards = enumerate(state["deck"].tolist())
    deals = [Event("deal", (dealer + 1 + k) % SEATS, (card,)) for k, card in cards]
    if state["redeals"]:
        return deals
    vul = int(state["vul"][0]) + 2 * int(state["vul"][1])
    begun = Event("hand", dealer, (int(state["deal_number"]),))
    table = [Event("table", NO_SEAT, (int(state["deals"]) % 2,))] * bool(state["unit"] == MATCH)
    return [*table, begun, Event("vul", NO_SEAT, (vul,)), *deals]


def dealt_again(state: Any, rules: Any) -> bool:
    """Return whether a deal that has been scored is passed out and dealt again."""
    goes_round = state["unit"] in (CHICAGO, RUBBER) and rules["redeal_passed_out"]
    return bool(goes_round and not state["level"] and state["redeals"] < rules["max_redeals"])


def _score_events(state: Any, rules: Any) -> list[Event]:
    if not state["level"]:
        events = [Event("passed-out", NO_SEAT)]
        if dealt_again(state, rules):
            return [*events, Event("redeal", int(state["dealer"]), (int(state["redeals"]) + 1,))]
    else:
        over, declarer = _over(state), int(state["declarer"])
        events = [Event("made" if over >= 0 else "down", declarer, (abs(over),))]
        if state["scoring"] in (PART_SCORES, RUBBERS):
            events += _line_events(state, rules)
    points = state["points"].tolist()
    events += [Event("points", side, (points[side],)) for side in range(SIDES)]
    if state["unit"] == BOARD:
        events += [Event("total", side, (points[side],)) for side in range(SIDES)]
    return events


def _over(state: Any) -> int:
    """Return the tricks above the contract; negative if it is short."""
    declarer = int(state["declarer"])
    tricks = int(state["taken"][declarer]) + int(state["taken"][(declarer + 2) % SEATS])
    return tricks - BOOK - int(state["level"])


def _line_events(state: Any, rules: Any) -> list[Event]:
    side = int(state["declarer"]) % SIDES
    line, bonus = int(state["line"][side]), int(state["bonus"][side])
    honors = [0] * SEATS
    if state["scoring"] == RUBBERS and rules["honors"]:
        honors = [_honors(int(state["dealt"][seat]), int(state["strain"])) for seat in range(SEATS)]
    gains = side if line else 1 - side
    above = int(state["points"][gains]) - sum(honors[gains::SIDES])
    above -= line + bonus if line else 0
    events = [Event("below", side, (line,))] * (line > 0)
    events += [Event("above", gains, (above,))] * (above > 0)
    events += [Event("honors", seat, (honors[seat],)) for seat in range(SEATS) if honors[seat]]
    if not line:
        return events
    if int(state["below"][side]) + line < GAME:
        return events + [Event("part-score", side, (bonus,))] * (bonus > 0)
    if state["scoring"] == PART_SCORES:
        return [*events, Event("game", side, (bonus,))]
    return [*events, Event("game", side, (0,)), *[Event("rubber", side, (bonus,))] * (bonus > 0)]


def _honors(hand: int, strain: int) -> int:
    """Return the points for the honors in a hand."""
    held = [card for card in range(52) if hand >> card & 1]
    if strain == NO_TRUMP:
        return 150 * (sum(card % 13 == 0 for card in held) == SEATS)
    trumps = sum(card // 13 == strain and strength(card) >= TEN for card in held)
    return {4: 100, 5: 150}.get(trumps, 0)


def _settle_events(state: Any, rules: Any) -> list[Event]:
    if state["redeals"]:
        return []
    if state["unit"] == MATCH:
        return _match_events(state, rules)
    totals, number = state["totals"].tolist(), int(state["deal_number"]) - 1
    said = [Event("total", side, (totals[side],)) for side in range(SIDES)]
    games, below = state["games"].tolist(), state["below"].tolist()
    last = {
        SESSION: int(rules["boards"]),
        CHICAGO: LAST_OF_CHICAGO,
        RUBBER: int(rules["max_deals"]),
    }
    if number < last[int(state["unit"])] and max(games) < GAMES:
        return said
    if state["unit"] == RUBBER and max(games) < GAMES:
        more = [Event("only-game", s, (300,)) for s in range(SIDES) if games[s] > games[1 - s]]
        more += [
            Event("only-part-score", s, (100,))
            for s in range(SIDES)
            if below[s] and not below[1 - s]
        ]
        without = [totals[s] - sum(e.values[0] for e in more if e.seat == s) for s in range(SIDES)]
        said = [Event("total", s, (without[s],)) for s in range(SIDES)] + more + said
    return [*said, _end(totals, number)]


def _match_events(state: Any, rules: Any) -> list[Event]:
    deals, boards = int(state["deals"]), int(rules["boards"])
    if deals % 2:
        return []
    compared, totals = state["compared"].tolist(), state["totals"].tolist()
    said = [Event("compared", side, (compared[side],)) for side in range(SIDES)]
    if deals < 2 * boards:
        return said
    said += [Event("total", side, (totals[side],)) for side in range(SIDES)]
    return [*said, _end(totals, boards)]


def _end(totals: list[int], deals: int) -> Event:
    """Return the event that says which side has won after `deals` deals, or that it is a draw."""
    if totals[0] == totals[1]:
        return Event("draw", NO_SEAT, (deals,))
    return Event("win", int(totals[1] > totals[0]), (deals,))


# ---------------------------------------------------------------- in words


def tell(steps: list[Step], rules: Any, who: Sequence[str]) -> list[str]:
    """Tell a board, or all deals of a longer unit, with the auction as players write it down."""
    lines: list[str] = []
    for step in steps:
        state = step.after
        if step.decision is None and step.action == DEALT:
            lines += _told_deal(state, who)
        elif step.decision is None and step.action == SCORED:
            lines.append(_told_result(state, who))
        elif step.decision is None:
            lines += _told_score(state, rules, who)
        elif step.decision.name == "call":
            if state["leader"] != NOBODY or state["passes"] == SEATS:
                lines += _told_auction(state, who)
        elif state["tricks"] > step.before["tricks"]:
            lines.append(told_trick(state, who))
    return lines


def _told_deal(state: Any, who: Sequence[str]) -> list[str]:
    sides = [partners(side, who) for side in range(SIDES) if state["vul"][side]]
    told = ("nobody is", f"{sides[0]} are" if sides else "", "all are")[len(sides)]
    lines = [f"{who[state['dealer']]} deals, {told} vulnerable"]
    if state["unit"] == MATCH:
        moved = "" if state["deals"] % 2 == 0 else ", where the cards have moved on by a seat"
        lines.insert(0, f"board {state['deal_number']}, {TABLES[state['deals'] % 2]} table{moved}")
    return [*lines, *told_hands(state["dealt"], who, strength)]


def call_symbol(call: int) -> str:
    """Return a call as players write it: `1♠`, `3NT`, `Pass`, `Double`."""
    if not PASS < call < DOUBLE:
        return CALL_WORDS[call].capitalize()
    return f"{1 + (call - 1) // STRAINS}{SIGNS[(call - 1) % STRAINS]}"


def _told_auction(state: Any, who: Sequence[str]) -> list[str]:
    calls = [call_symbol(call) for call in state["calls"][: int(state["called"])].tolist()]
    names = [who[(int(state["dealer"]) + k) % SEATS] for k in range(SEATS)]
    wide = max(map(len, (*names, *calls))) + 2
    rows = [names, *(calls[at : at + SEATS] for at in range(0, len(calls), SEATS))]
    lines = ["".join(word.ljust(wide) for word in row).rstrip() for row in rows]
    if state["level"] == 0:
        return [*lines, "all pass"]
    return [*lines, f"{who[state['declarer']]} plays {_contract(state)}"]


def _contract(state: Any) -> str:
    told = f"{state['level']}{SIGNS[state['strain']]}"
    return f"{told} {RAISED[state['doubled']]}".rstrip()


def _told_result(state: Any, who: Sequence[str]) -> str:
    if state["level"] == 0:
        return "nobody has bid"
    declarer, over = int(state["declarer"]), _over(state)
    points = state["points"].tolist()
    scored = [
        f"{points[side]} points for {partners(side, who)}"
        for side in range(SIDES)
        if points[side] > 0
    ]
    made = "made" if over == 0 else f"made with {number_of(over, 'overtrick')}"
    made = made if over >= 0 else f"down {-over}"
    tricks = number_of(BOOK + int(state["level"]) + over, "trick")
    told = f"{_contract(state)} by {who[declarer]}, {made} ({tricks})"
    return f"{told}: {', '.join(scored) or 'no points'}"


def _told_score(state: Any, rules: Any, who: Sequence[str]) -> list[str]:
    if state["redeals"]:
        return [f"{who[state['dealer']]} deals again"]
    if state["unit"] == MATCH:
        return _told_comparison(state, rules, who)
    lines = []
    for side in range(SIDES):
        line = f"{partners(side, who)} have {number_of(int(state['totals'][side]), 'point')}"
        if state["games"][side]:
            line += f", {number_of(int(state['games'][side]), 'game')}"
        if state["below"][side]:
            line += f", a part-score of {state['below'][side]}"
        lines.append(line)
    for event in _settle_events(state, rules):
        if event.kind == "only-game":
            lines.append(f"300 of them to {partners(event.seat, who)} for the only game")
        elif event.kind == "only-part-score":
            lines.append(f"100 of them to {partners(event.seat, who)} for the only part-score")
        elif event.kind in ("win", "draw"):
            lines.append(told_winner(event, who, "deal"))
    return lines


def _told_comparison(state: Any, rules: Any, who: Sequence[str]) -> list[str]:
    """Return lines that compare a board once both tables have played it."""
    lines, scored = [], COMPARED[rules["comparison"]]
    for event in _match_events(state, rules):
        if event.kind in ("win", "draw"):
            lines.append(told_winner(event, who, "board"))
            continue
        has = "have" if event.kind == "compared" else "have in all"
        lines.append(f"{partners(event.seat, who)} {has} {number_of(event.values[0], scored)}")
    return lines


def holdings(states: Any) -> dict[str, np.ndarray[Any, Any]]:
    """Return the cards in the hand of each seat, by their ids."""
    return {"cards": cards_held(states["hand_of"], TRICKS)}
