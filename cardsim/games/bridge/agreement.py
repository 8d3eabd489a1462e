"""Consistency of a board's file: statements that follow from one another must agree.

The calls determine the contract and declarer, the cards determine the tricks of each side, and
together they determine the score. A file may state each of these as well, and must then agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from cardsim.games.bridge.boards import (
    CALLED,
    SUIT_ORDER,
    Record,
    Said,
    call_text,
    card_text,
)
from cardsim.games.bridge.scoring import duplicate_points
from cardsim.games.bridge.state import (
    BOOK,
    DOUBLE,
    ORDER,
    PASS,
    REDOUBLE,
    SETS,
    SIDES,
    STRAINS,
    TRICKS,
)
from cardsim.tricks import SEATS

PASSES = 3
"""Passes that end an auction; one more where nobody has bid."""


class Contract(NamedTuple):
    """The contract that an auction ended in.

    Attributes:
        bid: its code; 0 where all have passed.
        doubled: 1 doubled, 2 redoubled.
        declarer: a seat; None where all have passed, or the file does not say.
    """

    bid: int
    doubled: int
    declarer: int | None

    @property
    def strain(self) -> int:
        """Trumps, 0 to 3 for C D H S, or 4 for none."""
        return (self.bid - 1) % STRAINS

    @property
    def text(self) -> str:
        """The contract as files write it."""
        return call_text(self.bid) + "X" * self.doubled


@dataclass(frozen=True)
class Facts:
    """Statements of a file other than calls and cards; None where it has none.

    Attributes:
        contract: with its line.
        declarer: a seat.
        leader: the seat that played the first card.
        tricks: of side 0 or 1, or of declarer's side where the side is None.
        score: points, in the same form.
    """

    contract: tuple[int, Contract] | None = None
    declarer: tuple[int, int] | None = None
    leader: tuple[int, int] | None = None
    tricks: tuple[int, int | None, int] | None = None
    score: tuple[int, int | None, int] | None = None


def passes_left(calls: Sequence[Said]) -> int:
    """Return how many more passes end an auction; 0 where it is over."""
    bid = any(said.code != PASS for said in calls)
    most = PASSES if bid else PASSES + 1
    passed = 0
    while passed < min(most, len(calls)) and calls[-1 - passed].code == PASS:
        passed += 1
    return most - passed


def contract_of(record: Record) -> Contract | None:
    """Return the contract that the calls led to; None where the auction is not over."""
    dealer, calls = record.board.dealer, record.calls
    bid = doubled = last = 0
    named: dict[tuple[int, int], int] = {}
    for k, (line, call) in enumerate(calls):
        seat = (dealer + k) % SEATS
        if k and not passes_left(calls[:k]):
            raise record.error(line, f"{call_text(call)} is called after the auction is over")
        theirs = (seat - last) % SIDES == 1
        if call == DOUBLE:
            fits = bool(bid) and theirs and not doubled
        elif call == REDOUBLE:
            fits = bool(bid) and not theirs and doubled == 1
        else:
            fits = call == PASS or call > bid
        if not fits:
            raise record.error(line, f"{CALLED[seat]} may not call {call_text(call)} here")
        if call in {DOUBLE, REDOUBLE}:
            doubled += 1
        elif call:
            bid, doubled, last = call, 0, seat
            named.setdefault((seat % SIDES, (bid - 1) % STRAINS), seat)
    if passes_left(calls):
        return None
    return Contract(bid, doubled, named[last % SIDES, (bid - 1) % STRAINS] if bid else None)


def beats(strain: int, card: int, best: int) -> bool:
    """Return whether a card beats the best of its trick so far."""
    return bool(int(ORDER[strain, best]) >> card & 1)


def seats_of(plays: Sequence[Said], contract: Contract) -> tuple[list[int], int]:
    """Return the seat that played each card, and the seat on turn after the last one."""
    assert contract.declarer is not None  # noqa: S101
    seats: list[int] = []
    seat = (contract.declarer + 1) % SEATS
    best, winner = -1, seat
    for n, (_, card) in enumerate(plays):
        seats.append(seat)
        if n % SEATS == 0 or beats(contract.strain, card, best):
            best, winner = card, seat
        seat = winner if n % SEATS == SEATS - 1 else (seat + 1) % SEATS
    return seats, seat


def _check_plays(record: Record, contract: Contract) -> tuple[int, int]:
    """Return the tricks that declarer's side and the other side took with the cards played."""
    seats, turn = seats_of(record.plays, contract)
    hands, held = record.board.hands, [*record.board.hands]
    for said, seat in zip(record.plays, seats, strict=True):
        # A hidden hand is known to hold the cards that it plays later.
        held[seat] |= 0 if hands[seat] else 1 << said.code
    seen, led = 0, 0
    for n, ((line, card), seat) in enumerate(zip(record.plays, seats, strict=True)):
        one, suit = 1 << card, card // 13
        if seen & one:
            raise record.error(line, f"{card_text(card)} is played twice")
        if not held[seat] & one or any(h & one for k, h in enumerate(hands) if k != seat):
            raise record.error(line, f"{CALLED[seat]} does not hold {card_text(card)}")
        if n % SEATS == 0:
            led = suit
        elif suit != led and held[seat] & ~seen & int(SETS[led]):
            raise record.error(
                line,
                f"{CALLED[seat]} plays {card_text(card)} and has {SUIT_ORDER[3 - led]} to follow",
            )
        seen |= one
    assert contract.declarer is not None  # noqa: S101
    winners = [*seats[SEATS::SEATS], *([turn] if len(seats) % SEATS == 0 and seats else [])]
    ours = sum((seat - contract.declarer) % SIDES == 0 for seat in winners)
    return ours, len(winners) - ours


def agreed(record: Record, facts: Facts) -> Record:
    """Return a record with the tricks of declarer's side, once it is known to be consistent."""
    contract = contract_of(record) if record.calls else None
    told = facts.contract
    if told is not None and contract is not None and told[1][:2] != contract[:2]:
        raise record.error(
            told[0], f"the contract is {told[1].text}, and the calls come to {contract.text}"
        )
    if contract is None and record.calls and (told is not None or record.plays):
        raise record.error(record.calls[-1].line, "the calls stop before the auction is over")
    if contract is None and told is not None:
        declarer = facts.declarer[1] if facts.declarer is not None else None
        contract = told[1]._replace(declarer=declarer)
    if facts.declarer is not None and contract is not None:
        line, seat = facts.declarer
        if contract.declarer != seat:
            who = "nobody" if contract.declarer is None else CALLED[contract.declarer]
            raise record.error(line, f"declarer is {CALLED[seat]}, and by the calls {who}")
    if contract is None:
        if record.plays:
            raise record.error(record.plays[0].line, "a card is played before the auction is over")
        return record
    return _with_result(record, contract, facts)


def _with_result(record: Record, contract: Contract, facts: Facts) -> Record:
    passed = not contract.bid
    if passed and record.plays:
        raise record.error(record.plays[0].line, "a card is played, and all have passed")
    if contract.declarer is not None and facts.leader is not None:
        line, seat = facts.leader
        if seat != (contract.declarer + 1) % SEATS:
            raise record.error(
                line, f"{CALLED[seat]} leads, and {CALLED[contract.declarer]} is declarer"
            )
    tricks = None
    if facts.tricks is not None:
        line, side, tricks = facts.tricks
        if passed and tricks:
            raise record.error(line, f"{tricks} tricks are taken, and all have passed")
        if side is not None and contract.declarer is not None and side != contract.declarer % SIDES:
            tricks = TRICKS - tricks
    if contract.declarer is not None:
        ours, theirs = _check_plays(record, contract)
        over = ours + theirs == TRICKS
        if tricks is not None and not ours <= tricks <= TRICKS - theirs:
            raise record.error(
                facts.tricks[0] if facts.tricks else record.line,
                f"declarer takes {tricks} tricks, and by the cards {ours}"
                + ("" if over else f" to {TRICKS - theirs}"),
            )
        tricks = ours if over else tricks
    elif record.plays:
        raise record.error(record.plays[0].line, "a card is played, and nobody says who declares")
    _check_score(record, contract, facts, tricks)
    return replace(record, tricks=None if passed else tricks)


def _check_score(record: Record, contract: Contract, facts: Facts, tricks: int | None) -> None:
    """Refuse a score that the contract does not give."""
    if facts.score is None or (contract.bid and (contract.declarer is None or tricks is None)):
        return
    line, side, points = facts.score
    due = 0
    if contract.declarer is not None and tricks is not None:
        level, own = 1 + (contract.bid - 1) // STRAINS, contract.declarer % SIDES
        vulnerable = record.board.vulnerable[own]
        over = tricks - BOOK - level
        due = int(duplicate_points(level, contract.strain, contract.doubled, vulnerable, over))
        due = -due if side not in {None, own} else due
    if points != due:
        whose = "declarer" if side is None else ("NS", "EW")[side]
        raise record.error(line, f"the score is {points}, and the contract brings {whose} {due}")
