"""A position in Ninety-Nine as a player describes it to get advice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardsim.cards import PACK
from cardsim.errors import UserError
from cardsim.games.ninety_nine.meanings import BECOMES_99, NO_OPTION, REVERSE, ROWS, SKIP
from cardsim.games.ninety_nine.play import TOP
from cardsim.games.ninety_nine.simd import ABSENT
from cardsim.games.ninety_nine.state import HISTORY, NO_CARD, NOBODY, OPTION, SEATS
from cardsim.options.params import Value, option
from cardsim.places import CARDS, NUMBERS, by_seat, card, cards, listed, named, seat_said, words_of

PLAYS = (
    "cards played with commas between them: 7S, 'AS high' for the higher of two values, '7S "
    "forgot' if no card was drawn, out where a seat left"
)


@dataclass(frozen=True)
class Place:
    """The options that describe a position."""

    hand: str = option("", "your cards", language=CARDS)
    total: int = option(0, "the total of the pile", low=-1800, high=TOP)
    reversed: bool = option(False, "play goes to the right")
    pile: str = option("", "cards that you know to lie in the pile", language=CARDS)
    sizes: str = option("", "cards that every seat holds; 0 is out", language=NUMBERS)
    played: str = option(
        "", f"in place of these, with --first, all {PLAYS}", language=words_of(PLAYS)
    )
    first: int = option(0, "the seat that played first; 0 is yours", low=0, high=SEATS)
    dealer: int = option(0, "the seat that dealt; 0 is the one before the first", low=0, high=SEATS)
    pennies: str = option("", "pennies of every seat; 0 is out", language=NUMBERS)
    points: str = option("", "points of every seat (continue-after-loss)", language=NUMBERS)
    seat: int = option(1, "your seat", low=1, high=SEATS)


EXAMPLES = (
    ('--hand "KS 9D 4C" --total 87 --players 4', "what to play at 87"),
    (
        '--hand "AS TD 7C" --total 92 --reversed --pennies 1,3,0,2 --players 4',
        "with a penny left, play going to the right, and one player out of the match",
    ),
)


def place(said: Mapping[str, Value], table: Any) -> None:
    """Set up a table as the player described it."""
    state, players, hand = table.state, table.players, cards(said, "hand")
    seat = seat_said(said, "seat", players)
    _seats(said, table, seat)
    first = seat_said(said, "first", players) if said["first"] else seat
    ring = [s for s in range(players) if state["pennies"][s] > 0]
    if first not in ring:
        raise UserError(f"--first {first + 1} is out of the match")
    dealer = seat_said(said, "dealer", players) if said["dealer"] else ring[ring.index(first) - 1]
    table.deal()
    state["dealer"], state["first"] = dealer, first
    if said["played"]:
        at = _play(said, table, first)
        if at != seat:
            raise UserError(f"--played ends where seat {at + 1} plays, and yours is {seat + 1}")
    else:
        _lay(said, state, players, seat, hand)
    _sit(table, seat, hand)


def _seats(said: Mapping[str, Value], table: Any, seat: int) -> None:
    """Write which seats are in the game, with their pennies or points."""
    state, players, rules = table.state, table.players, table.house_rules
    full = [int(rules.start_pennies)] * players
    pennies = by_seat(said, "pennies", full)
    for n in pennies:
        if not 0 <= n <= full[0]:
            raise UserError(f"--pennies must be from 0 (out) to {full[0]}, not {n}")
    state["pennies"][:players] = pennies
    points = by_seat(said, "points", [0] * players)
    if min(points) < 0:
        raise UserError(f"--points must be at least 0, not {min(points)}")
    state["points"][:players] = points
    state["alive"] = sum(n > 0 for n in pennies)
    if pennies[seat] == 0:
        raise UserError(f"--pennies says that seat {seat + 1}, which is yours, is out")
    if state["alive"] == 1:
        raise UserError("--pennies says that all others are out: the match is over")
    state["pot"] = sum(full) - sum(pennies)
    # A seat that is out went out in an earlier hand.
    state["deals"] = int(state["alive"] < players)
    state["out_hand"][:players] = [NOBODY if n > 0 else 1 for n in pennies]


def _lay(
    said: Mapping[str, Value], state: Any, players: int, seat: int, hand: Sequence[int]
) -> None:
    """Write the table as it is, without a history."""
    usual = [int(n) for n in state["hand_sizes"][:players]]
    usual[seat] = len(hand)
    sizes = by_seat(said, "sizes", usual)
    if sizes[seat] != len(hand) or not hand:
        raise UserError(f"--hand must have the cards that you hold, not {len(hand)}")
    dealt = [int(n) for n in state["hand_sizes"][:players]]
    if len(hand) > dealt[seat]:
        raise UserError(f"--hand must have at most {dealt[seat]} cards, not {len(hand)}")
    if any(not 0 <= n <= most for n, most in zip(sizes, dealt, strict=True)):
        raise UserError(f"--sizes must be at most {','.join(map(str, dealt))}, not {said['sizes']}")
    if sum(n > 0 for n in sizes) == 1:
        raise UserError("--sizes says that all others are out: the hand is over")
    state["hand_sizes"][:players] = sizes
    pile = cards(said, "pile")
    for one in pile:
        state["in_pile"][one] += 1
    if state["finite"]:
        state["stock_count"] = PACK * int(state["decks"]) - sum(sizes) - len(pile)
    state["total"], state["direction"] = said["total"], -1 if said["reversed"] else 1
    if state["total"] < 0 and state["floor"] == 0:
        raise UserError(f"--total must be at least 0 here, not {said['total']}")


def _join(state: Any, players: int) -> None:
    """Write each seat's neighbours among those in the hand."""
    inside = [s for s in range(players) if state["pennies"][s] > 0 and state["own"][s]["left"] == 0]
    for s in range(players):
        state["after"][s] = max((t for t in inside if t < s), default=inside[-1])
        state["after"][SEATS + s] = min((t for t in inside if t > s), default=inside[0])


def _beside(state: Any, seat: int, direction: int) -> int:
    return int(state["after"][seat + SEATS // 2 * (1 + direction)])


def _play(said: Mapping[str, Value], table: Any, seat: int) -> int:
    """Play the given plays again, and return the seat on turn."""
    state, rules = table.state, table.house_rules
    state["played"], state["total"], state["direction"] = 0, 0, 1
    for turn, told in enumerate(listed(said, "played"), 1):
        words = told.split()
        if told == "out":
            seat = _leave(state, table.players, seat, turn)
            continue
        if not {*words[1:]} <= {"high", "forgot"}:
            raise UserError(f"--played must be {PLAYS}, not {told}")
        one, high = card(words[0], "played"), "high" in words
        added = int(state["card_high" if high else "card_low"][one])
        total = max(int(state["total"]) + added, int(state["floor"]))
        total = TOP if added == BECOMES_99 else total
        if total > TOP or added == NO_OPTION:
            raise UserError(f"--played has {told} in turn {turn}, which may not be played then")
        state["in_pile"][one] += 1
        state["total"] = total
        _draw(state, rules, seat, one, forgot="forgot" in words)
        size = int(state["hand_sizes"][seat])
        state["history"][int(state["played"]) % HISTORY] = (seat, one, high, size)
        state["played"] += 1
        effect = int(state["card_effect"][one])
        if effect & REVERSE:
            state["direction"] = -state["direction"]
        for _ in range(2 if effect & SKIP else 1):
            seat = _beside(state, seat, int(state["direction"]))
    return seat


def _draw(state: Any, rules: Any, seat: int, top: int, *, forgot: bool) -> None:
    """Draw a card into the hand, if there is one."""
    if not forgot and state["finite"] and state["stock_count"] == 0:
        if rules.stock_exhausted == "reshuffle":
            state["in_pile"][top] -= 1
            state["stock_count"] = state["in_pile"].sum()
            state["in_pile"][:], state["reshuffled"] = 0, state["played"] + 1
            state["in_pile"][top] = 1
        forgot = state["stock_count"] == 0
    if forgot:
        state["hand_sizes"][seat] -= 1
    elif state["finite"]:
        state["stock_count"] -= 1


def _leave(state: Any, players: int, seat: int, turn: int) -> int:
    """Take a seat out of the hand, and return the one that plays then."""
    if state["remaining"] <= 2:
        raise UserError(f"--played has 'out' in turn {turn}, and then one seat is left")
    state["own"][seat]["left"] = state["alive"] - state["remaining"] + 1
    state["remaining"] -= 1
    state["hand_sizes"][seat] = 0
    _join(state, players)
    return _beside(state, seat, int(state["direction"]))


def _sit(table: Any, seat: int, hand: Sequence[int]) -> None:
    """Have the seat look at its cards: the one before it plays any card, which is forgotten."""
    state, own = table.state, table.state["own"][seat]
    if len(hand) != state["hand_sizes"][seat]:
        raise UserError(f"--hand must have {state['hand_sizes'][seat]} cards, not {len(hand)}")
    for one in hand:
        if state["finite"] and hand.count(one) + state["in_pile"][one] > state["decks"]:
            raise UserError(f"{named([one])} is in your hand, and all of them are somewhere else")
    _join(state, table.players)
    own["hand"], own["kind"], own["effect"], own["terms"] = NO_CARD, 0, 0, ABSENT
    own["size"] = own["target"] = len(hand)
    for slot, one in enumerate(hand):
        row = int(ROWS[int(state["table"]) + one])
        own["hand"][slot], own["kind"][slot] = one, row >> 32 & 255
        own["effect"][slot] = row >> 40 & 255
        own["terms"][slot] = _signed(row)
        own["terms"][slot + OPTION] = _signed(row >> 16)
    direction = int(state["direction"])
    before = _beside(state, seat, -direction)
    kept = {n: state[n].copy() for n in ("in_pile", "history", "hand_sizes")}
    kept |= {n: int(state[n]) for n in ("played", "stock_count", "reshuffled", "direction")}
    state["seat"], state["next_seat"], state["legal"] = before, seat, 1
    state["own"][before]["effect"] = 0
    state["total_after"][0] = state["total"]
    state["hand"][0] = state["own"][before]["hand"][0]
    state["stock_count"] = max(int(state["stock_count"]), 1)
    table.decision = 0
    table.act(0)
    for name, value in kept.items():
        state[name] = value
    if table.over or state["seat"] != seat:
        raise UserError("none of your cards may be played: the hand is over for you")


def _signed(number: int) -> int:
    return (number & 0xFFFF ^ 0x8000) - 0x8000
