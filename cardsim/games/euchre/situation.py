"""A position in Euchre as a player describes it to get advice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardsim.cards import SUIT_NAMES, SYMBOLS, card_name
from cardsim.errors import UserError
from cardsim.games.euchre.deck import CARDS as PACK_OF
from cardsim.games.euchre.deck import FARMERS, HELD, SUIT_OF
from cardsim.games.euchre.state import (
    DEFEND,
    DISCARD,
    FARMER,
    KITTY_SIZE,
    NAME,
    NAMES,
    NAMES_ALONE,
    ORDER,
    ORDERS,
    ORDERS_ALONE,
    PASS,
    PLAY,
)
from cardsim.options.params import Value, option
from cardsim.places import (
    CARDS,
    NUMBERS,
    by_seat,
    cards,
    check_dealt,
    check_once,
    check_score,
    lay_tricks,
    listed,
    named,
    others,
    seat_said,
    take_up,
    words_of,
)
from cardsim.tricks import SEATS

CALLS = (
    "calls with commas between them, from the dealer's left, such as 'pass, order' or 'pass, pass, "
    "pass, pass, hearts alone'"
)


@dataclass(frozen=True)
class Place:
    """The options that describe a position."""

    hand: str = option("", "the cards that you hold", language=CARDS)
    upcard: str = option("", "the card turned up", language=CARDS)
    calls: str = option("", f"the {CALLS}", language=words_of(CALLS))
    laid_away: str = option("", "what you have laid away as dealer", language=CARDS)
    defends: str = option(
        "",
        "yes or no from each who was asked to defend alone",
        language=words_of("yes or no, with commas between them"),
    )
    played: str = option("", "all cards played in this hand, in order", language=CARDS)
    dealer: int = option(4, "the seat that deals", low=1, high=SEATS)
    score: str = option("", "points of the sides, that of seats 1 and 3 first", language=NUMBERS)
    settled: int = option(0, "hands of the match that are settled", low=0, high=10_000)
    seat: int = option(1, "your seat, where you hold a farmer's hand", low=1, high=SEATS)
    declined: bool = option(False, "you play on with a farmer's hand")


STANDS = ("score", "deals", "target")
"""Fields of the view that change only when a hand is settled."""

EXAMPLES = (
    ('--hand "JH AH KH QS 9C" --upcard TH --calls "pass"', "whether to order up the ten of hearts"),
    (
        '--hand "JH AH QS 9C" --upcard TH --calls "pass, order" --played "TS 9S KS QD"',
        "what to lead to the second trick",
    ),
)


def place(said: Mapping[str, Value], table: Any) -> None:
    """Set up a table as the player described it, for the seat on turn."""
    state, hand, up = table.state, cards(said, "hand"), cards(said, "upcard")
    away, played = cards(said, "laid_away"), cards(said, "played")
    for one in (*hand, *up, *away, *played):
        if one not in PACK_OF:
            raise UserError(f"{card_name(one)} is no card of Euchre")
    if len(up) != 1:
        raise UserError(f"--upcard must name the card turned up, not {len(up)} cards")
    check_once([("in your hand", hand), ("laid away", away), ("played", played)])
    score = by_seat(said, "score", [0, 0])
    check_score("score", score, table.house_rules.target)
    state["score"] = score
    # With deals at 0, a match would draw its first dealer by lot.
    state["deals"], state["dealer"] = 1, seat_said(said, "dealer", SEATS)
    table.deal()
    state["deals"], state["upcard"] = said["settled"], up[0]
    state["asked"], state["seat"] = ORDER, (state["dealer"] + 1) % SEATS
    table.decision = ORDER
    farmer = not listed(said, "calls") and not said["declined"] and table.house_rules.farmers_hand
    if farmer and hand and not any(not int(FARMERS) >> one & 1 for one in hand):
        state["asked"], state["seat"] = FARMER, int(said["seat"]) - 1
        table.decision = FARMER
    for told in listed(said, "calls"):
        _call(table, told)
    _lay_away(table, hand, away, more=bool(played or said["defends"]))
    for told in listed(said, "defends"):
        if table.decision != DEFEND or told not in {"yes", "no"}:
            raise UserError(f"--defends has {told}, and nobody is asked for that")
        table.act(int(told == "yes"))
    if played and table.decision != PLAY:
        raise UserError("--played needs trumps: --calls has nobody who makes them")
    laid = lay_tricks(table, played, _suit_in(state), sum(1 << one for one in hand))
    _look(table, hand, up[0])
    rooms = {s: HELD - laid[s] for s in range(SEATS) if s != state["seat"]}
    # The kitty, the upcard, and the dealer's discard.
    unseen = others(PACK_OF, hand, played, away)
    check_dealt(state, unseen, {**rooms, -1: KITTY_SIZE + 2}, _suit_in(state))


def _suit_in(state: Any) -> Any:
    trump = max(int(state["trump"]), 0)
    return lambda one: int(SUIT_OF[trump, one])


def _call(table: Any, told: str) -> None:
    """Make a call that the player gave, whatever the caller held."""
    if table.decision not in {ORDER, NAME}:
        raise UserError(f"--calls has {told} behind the call that made trumps")
    state, alone = table.state, told.endswith("alone")
    word = told.removesuffix("alone").strip().removeprefix("call ").removeprefix("name ")
    found = [n for n, suit in enumerate(SUIT_NAMES) if word and word in {suit, suit[0], SYMBOLS[n]}]
    if word in {"pass", "passed"}:
        action = PASS
    elif word in {"order", "order up", "order it up", ""} and table.decision == ORDER:
        action = ORDERS_ALONE if alone else ORDERS
    elif len(found) == 1 and table.decision == NAME:
        action = found[0] + (NAMES_ALONE if alone else NAMES)
    else:
        raise UserError(f"--calls has {told}, which cannot be called then")
    state["hand_of"][int(state["seat"])] = sum(1 << one for one in PACK_OF)
    table.look(table.decision)
    if not table.allows(action):
        raise UserError(f"--calls has {told}, which may not be called then")
    table.act(action)
    if table.over:
        raise UserError("--calls has eight passes: the hand is over")


def _lay_away(table: Any, hand: Sequence[int], away: Sequence[int], *, more: bool) -> None:
    """Have the dealer lay a card away, unless the player asks about that."""
    state = table.state
    if table.decision != DISCARD:
        if away:
            raise UserError(f"--laid-away {named(away)}: nothing was ordered up")
        return
    if len(hand) > HELD:
        return
    dealer = int(state["dealer"])
    # No seat but the dealer has seen his discard, so any card will do.
    chosen = away or [one for one in PACK_OF if one not in hand]
    state["hand_of"][dealer] = 1 << chosen[0]
    table.look(DISCARD)
    table.act(chosen[0])
    state["discard_of"][dealer] = chosen[0] if away else 255


def _look(table: Any, hand: Sequence[int], upcard: int) -> None:
    """Have the seat on turn look at its hand."""
    state, decision = table.state, table.decision
    seat = int(state["seat"])
    is_dealer = seat == state["dealer"]
    picked = state["upcard_state"] == 1
    if upcard in hand and not (picked and is_dealer):
        raise UserError(f"{card_name(upcard)} is in your hand and was turned up")
    if picked and is_dealer and decision != DISCARD and state["discard_of"][seat] == 255:
        raise UserError("--laid-away must name what you laid away as dealer")
    if decision == DISCARD and upcard not in hand:
        raise UserError(f"--hand must have {card_name(upcard)}, which was ordered up, and 5 others")
    held = HELD + 1 if decision == DISCARD else HELD - int(state["tricks"])
    take_up(table, seat, hand, held, _suit_in(state))
