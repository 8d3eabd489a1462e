"""Boards of files, with calls and cards, in the form of typed hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count

from cardsim.cards import card_name
from cardsim.errors import UserError, visible
from cardsim.game import Noted
from cardsim.games.bridge.agreement import contract_of, seats_of
from cardsim.games.bridge.boards import (
    CALLED,
    Board,
    Record,
    call_text,
    usual_dealer,
    usual_vulnerable,
)
from cardsim.games.bridge.files import tables_in
from cardsim.games.bridge.state import DOUBLE, PASS, REDOUBLE, TRICKS
from cardsim.tricks import SEATS

WORDS = {PASS: "pass", DOUBLE: "double", REDOUBLE: "redouble"}


def noted(content: bytes, name: str) -> list[Noted]:
    """Read a file's boards, one for each table that played them."""
    records = tables_in(content, name)
    often = Counter(record.board.number for record in records)
    tables = Counter[int]()
    told = []
    for record in records:
        number = record.board.number
        tables[number] += 1
        label = title = str(number)
        if often[number] > 1:
            rooms = [r.room for r in records if r.board.number == number]
            apart = all(rooms) and len({*rooms}) == len(rooms)
            label = f"{number}:{record.room if apart else tables[number]}"
            title = f"{number}, {f'{record.room} room' if apart else f'table {tables[number]}'}"
        about = label, visible(f"board {title}"), CALLED, record.players
        told.append(Noted(*about, _lines(record), _wrong(record), record.day))
    return told


def _wrong(record: Record) -> UserError | None:
    """Return the error that keeps a board from being looked back at, if any."""
    if record.wrong is None and not record.calls:
        return UserError(
            f"{record.file}, line {record.line}: board {record.board.number} has no auction: what "
            "was called must be known"
        )
    return record.wrong


def _lines(record: Record) -> tuple[tuple[int, str], ...]:
    return () if _wrong(record) is not None else tuple(_typed(record))


def _typed(record: Record) -> Iterator[tuple[int, str]]:
    line, board = record.line, record.board
    yield line, "game: bridge"
    yield line, "unit: board"
    yield line, f"board: {_numbered(board)}"
    you = next((k for k, who in enumerate(record.players) if who.lower() == "you"), None)
    if you is not None:
        yield line, f"you: {CALLED[you]}"
    for seat, hand in enumerate(board.hands):
        if hand:
            cards = " ".join(card_name(card) for card in range(52) if hand >> card & 1)
            yield line, f"deal {CALLED[seat]}: {cards}"
    for k, said in enumerate(record.calls):
        word = WORDS.get(said.code) or call_text(said.code)
        yield said.line, f"{CALLED[(board.dealer + k) % SEATS]}: {word}"
    contract = contract_of(record)
    if contract is None or contract.declarer is None:
        return
    for said, seat in zip(record.plays, seats_of(record.plays, contract)[0], strict=True):
        yield said.line, f"{CALLED[seat]}: {card_name(said.code)}"
    if record.tricks is not None and len(record.plays) < SEATS * TRICKS:
        last = (record.plays or record.calls)[-1]
        yield last.line, f"claim: {record.tricks}"


def _numbered(board: Board) -> int:
    """Return the number of a board with this dealer and vulnerability."""
    wanted = board.dealer, board.vulnerable
    usual = (usual_dealer(board.number), usual_vulnerable(board.number))
    if usual == wanted:
        return board.number
    return next(n for n in count(1) if (usual_dealer(n), usual_vulnerable(n)) == wanted)
