"""A position in Spades as a player describes it to get advice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardsim.cards import PACK
from cardsim.errors import UserError
from cardsim.games.spades.state import BID, BLIND, TRICKS
from cardsim.options.params import Value, option
from cardsim.places import (
    CARDS,
    NUMBERS,
    by_seat,
    cards,
    check_dealt,
    check_score,
    lay_tricks,
    listed,
    others,
    seat_said,
    take_up,
    words_of,
)
from cardsim.tricks import SEATS

BIDS = "bids with commas between them, from the dealer's left, such as '4, nil, 3' or 'blind'"


@dataclass(frozen=True)
class Place:
    """The options that describe a position."""

    hand: str = option("", "the cards that you hold; none before a blind nil", language=CARDS)
    bids: str = option("", f"the {BIDS}", language=words_of(BIDS))
    played: str = option("", "all cards played in this hand, in order", language=CARDS)
    dealer: int = option(4, "the seat that deals", low=1, high=SEATS)
    score: str = option("", "points of the sides, that of seats 1 and 3 first", language=NUMBERS)
    bags: str = option("", "bags of the sides that have cost nothing yet", language=NUMBERS)
    settled: int = option(0, "hands of the match that are settled", low=0, high=10_000)


STANDS = ("score", "bags", "deals", "target")
"""Fields of the view that change only when a hand is settled."""

EXAMPLES = (
    (
        '--hand "AS KS 9S 4S AH QH 7H KD 8D 2D JC TC 3C" --bids "4, 3"',
        "what to bid after 4 from your partner and 3 on your right",
    ),
    (
        '--hand "AS 9S 4S AH QH 7H KD 8D 2D JC TC 3C" --bids 4,3,4,2 --played "AC 7C 2C 5C KH 4H"',
        "what to play to the second trick",
    ),
)


def place(said: Mapping[str, Value], table: Any) -> None:
    """Set up a table as the player described it, for the seat on turn."""
    state, hand, played = table.state, cards(said, "hand"), cards(said, "played")
    score, limit = by_seat(said, "score", [0, 0]), table.house_rules.loss_limit
    if score[0] != score[1]:
        check_score("score", score, table.house_rules.target, least=min(score))
        if isinstance(limit, int) and min(score) <= limit:
            raise UserError(f"--score has {min(score)}, and with {limit} it is over")
    state["score"], state["bags"] = score, by_seat(said, "bags", [0, 0])
    for bags in state["bags"]:
        if not 0 <= bags < state["bag_limit"]:
            raise UserError(f"--bags must be from 0 to {state['bag_limit'] - 1}, not {bags}")
    dealer = seat_said(said, "dealer", SEATS)
    # With deals at 0, a match would draw its first dealer by lot.
    state["deals"], state["dealer"] = 1, dealer
    table.deal()
    state["deals"] = said["settled"]
    bids = listed(said, "bids")
    for told in bids:
        _bid(table, told)
    if len(bids) < SEATS and played:
        raise UserError(f"--played needs {SEATS} bids, and --bids has {len(bids)}")
    laid = lay_tricks(table, played, lambda one: one // 13, sum(1 << one for one in hand))
    seat = int(state["seat"])
    if table.decision == BLIND and hand:
        table.act(0)
    if table.decision == BLIND:
        return
    rooms = {s: TRICKS - laid[s] for s in range(SEATS) if s != seat}
    take_up(table, seat, hand, TRICKS - int(state["tricks"]), lambda one: one // 13)
    check_dealt(state, others(range(PACK), hand, played), rooms, lambda one: one // 13)


def _bid(table: Any, told: str) -> None:
    """Make a bid that the player gave."""
    nil = told in {"nil", "blind", "0"}
    if table.decision == BLIND:
        table.act(int(told == "blind"))
        if told == "blind":
            return
    elif told == "blind":
        raise UserError("--bids has 'blind', which may not be bid here")
    if table.decision != BID:
        raise UserError(f"--bids must be at most {SEATS} {BIDS}")
    if not nil and not told.isdecimal():
        raise UserError(f"--bids must be {BIDS}, not {told}")
    if not table.allows(0 if nil else int(told)):
        raise UserError(f"--bids has {told}, which may not be bid then")
    table.act(0 if nil else int(told))
