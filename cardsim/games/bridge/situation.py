"""A position in Bridge as a player describes it to get advice."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardsim.cards import PACK
from cardsim.errors import UserError, echoed
from cardsim.games.bridge.pbn import hands_of
from cardsim.games.bridge.play import GAMES
from cardsim.games.bridge.scoring import GAME
from cardsim.games.bridge.state import CALL, DOUBLE, PASS, REDOUBLE, TRICKS
from cardsim.options.params import Language, Value, option
from cardsim.places import (
    CARDS,
    NUMBERS,
    by_seat,
    cards,
    check_dealt,
    check_once,
    check_score,
    lay_tricks,
    others,
    take_up,
)
from cardsim.tricks import NOBODY, SEATS

SEATS_NAMED = ("", "N", "E", "S", "W")

VULNERABLE = {"none": (0, 0), "NS": (1, 0), "EW": (0, 1), "both": (1, 1)}
AUCTION = "calls from the dealer on, such as '1H P 2NT X P'"
WORDS = {
    "P": PASS,
    "PASS": PASS,
    "X": DOUBLE,
    "DOUBLE": DOUBLE,
    "XX": REDOUBLE,
    "REDOUBLE": REDOUBLE,
}
HAND = "13 cards or fewer, such as 'AS KS 7H', or by suits from spades on as 'AK.7.QJ2.'"


def _read_hand(text: str, name: str) -> str:
    """Return a hand as cards; it may be given by suits with points between them."""
    suits = text.upper().replace("10", "T").replace("-", "").split(".")
    if len(suits) == 1:
        assert CARDS.read is not None  # noqa: S101
        return CARDS.read(text, name)
    if len(suits) != SEATS or not re.fullmatch(r"[AKQJT2-9]*", "".join(suits).strip()):
        raise UserError(f"{name} must be {HAND}, not {echoed(text)}")
    return " ".join(r + s for s, ranks in zip("SHDC", suits, strict=True) for r in ranks.strip())


def _read_calls(text: str, name: str) -> str:
    calls = text.upper().replace("♣", "C").replace("♦", "D").replace("♥", "H").replace("♠", "S")
    found = calls.replace(",", " ").split()
    for call in found:
        if call not in WORDS and not re.fullmatch(r"[1-7](C|D|H|S|NT?)", call):
            raise UserError(f"{name} must be {AUCTION}, not {echoed(text)}")
    return " ".join(found)


@dataclass(frozen=True)
class Place:
    """The options that describe a position."""

    hand: str = option("", "your cards", language=Language(HAND, "CARDS", _read_hand))
    dummy: str = option("", "dummy's cards", language=Language(HAND, "CARDS", _read_hand))
    deal: str = option(
        "",
        "in place of both, all four hands as PBN has them, before a card was played",
        language=Language("a deal such as 'N:AKQ.J2.T98.76543 ...'", "DEAL", lambda text, _: text),
    )
    auction: str = option("", AUCTION, language=Language(AUCTION, "CALLS", _read_calls))
    played: str = option("", "all cards played, in order", language=CARDS)
    board: int = option(1, "the number of the board", low=1, high=10**9)
    dealer: str = option("", "who deals; by the board", choices=SEATS_NAMED)
    vulnerable: str = option("", "who is vulnerable; by the board", choices=("", *VULNERABLE))
    below: str = option("", "part-scores of North and South, and of the others", language=NUMBERS)
    games: str = option("", "games of the rubber that both have won", language=NUMBERS)
    totals: str = option("", "points of both sides in the deals before", language=NUMBERS)
    deal_number: int = option(0, "the number of the deal, where it is not the board's", low=0)
    redeals: int = option(0, "how often this deal was passed out", low=0)
    settled: int = option(0, "deals that are settled", low=0)


STANDS = ("below", "games", "totals", "deals")
"""Fields of the view that change only when a deal is settled."""

EXAMPLES = (
    ('--hand "AQ752.K4.KJ3.Q82" --auction "1H P" --dealer N', "what to call over partner's heart"),
    (
        '--hand "Q2.KJ74.A965.T83" --auction "1NT P 3NT P P P" --dealer W',
        "what to lead against three notrump",
    ),
)


def place(said: Mapping[str, Value], table: Any) -> None:
    """Set up a table as the player described it, for the seat on turn."""
    state, played = table.state, cards(said, "played")
    _number(said, table)
    state["seat"] = state["acting_for"] = state["dealer"]
    state["calls"], state["called"] = 255, 0
    table.decision = CALL
    for call in str(said["auction"]).split():
        _call(table, call)
    if played and table.decision == CALL:
        raise UserError("--played needs a contract: --auction is not over")
    hand, dummy = cards(said, "hand"), cards(said, "dummy")
    if said["deal"]:
        if hand or dummy:
            raise UserError("--deal and --hand contradict: each tells your cards")
        all_four = hands_of(str(said["deal"]), "--deal")
        laid = _lay(table, played, 0)
        seat, turned = int(state["seat"]), (int(state["declarer"]) + 2) % SEATS
        hand, dummy = (_left(all_four[s], played) for s in (seat, turned))
    else:
        check_once([("in your hand", hand), ("in dummy", dummy)])
        laid = _lay(table, played, sum(1 << one for one in (*hand, *dummy)))
        seat = int(state["seat"])
    faced = state["leader"] != NOBODY and int(state["tricks"]) + int(state["laid"]) > 0
    if faced:
        turned = (int(state["declarer"]) + 2) % SEATS
        if len(dummy) != _held(state, turned):
            raise UserError(f"--dummy must have {_held(state, turned)} cards, not {len(dummy)}")
        state["hand_of"][turned] = state["dummy_hand"] = sum(1 << one for one in dummy)
    elif cards(said, "dummy"):
        raise UserError("--dummy is faced after the opening lead: --played has no card")
    seen = {seat, (int(state["declarer"]) + 2) % SEATS} if faced else {seat}
    rooms = {s: TRICKS - laid[s] for s in range(SEATS) if s not in seen}
    known = (hand, dummy if faced else [], played)
    take_up(table, seat, hand, _held(state, seat), lambda one: one // 13)
    check_dealt(state, others(range(PACK), *known), rooms, lambda one: one // 13)


def _number(said: Mapping[str, Value], table: Any) -> None:
    """Deal the board, and write its dealer, its vulnerability and the score so far."""
    state = table.state
    state["board"] = int(said["board"]) - 1
    table.deal()
    if said["deal_number"]:
        state["deal_number"] = said["deal_number"]
    if said["dealer"]:
        state["dealer"] = SEATS_NAMED.index(str(said["dealer"])) - 1
    if said["vulnerable"]:
        state["vul"] = VULNERABLE[str(said["vulnerable"])]
    for name, target in (("below", GAME), ("games", GAMES), ("totals", 1_000_000)):
        numbers = by_seat(said, name, [0, 0])
        check_score(name, numbers, target)
        state[name] = numbers
    state["redeals"], state["deals"] = said["redeals"], said["settled"]


def _call(table: Any, call: str) -> None:
    """Make a call that the player gave."""
    action = WORDS.get(call)
    if action is None:
        action = 5 * (int(call[0]) - 1) + "CDHSN".index(call[1]) + 1
    if table.decision != CALL:
        raise UserError(f"--auction has {call} after three passes")
    table.look(CALL)
    if not table.allows(action):
        raise UserError(f"--auction has {call}, which may not be called then")
    table.act(action)
    if table.over:
        raise UserError("--auction has four passes: nobody plays")


def _lay(table: Any, played: Sequence[int], own: int) -> list[int]:
    return lay_tricks(table, played, lambda one: one // 13, own)


def _left(hand: int, played: Sequence[int]) -> list[int]:
    """Return the cards of a hand that were not played."""
    return [one for one in range(52) if hand >> one & 1 and one not in played]


def _held(state: Any, seat: int) -> int:
    """Return how many cards a seat still holds."""
    if state["leader"] == NOBODY:
        return TRICKS
    laid = (seat - int(state["leader"])) % SEATS < state["laid"]
    return TRICKS - int(state["tricks"]) - int(laid)
