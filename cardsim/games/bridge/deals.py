"""Deals of a file: boards that are played as they lie there, and no others."""

from __future__ import annotations

import hashlib
import re
import stat
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
from numpy import int64, uint8, uint64

from cardsim.errors import UserError, echoed
from cardsim.games.bridge import pbn
from cardsim.games.bridge.pbn import Board
from cardsim.games.bridge.state import BOARD, SESSION, SIDES
from cardsim.kernels.card_bits import ONE, only
from cardsim.kernels.jit import inlined, kernel
from cardsim.options.params import Language
from cardsim.tricks import SEATS, SUITS

SUIT = 13
MOST = 1000
"""Boards of a file."""
ABOUT = SUITS
"""Where a board has its dealer, who is vulnerable, and its number, behind the cards of its suits:
of each card, by its rank, two bits for the seat that holds it."""
EACH = SUITS + 1
HOW_MANY, FIRST = 0, 1
NUMBERS = FIRST + MOST * EACH
SEAT_BITS = 2
NUMBER_AT = 4
"""Bits below the number of a board."""
DIGITS = 12
PINNED = re.compile(rf"(?P<path>.+):(?P<content>[0-9a-f]{{{DIGITS}}})")
"""A file, and what it must hold: with the same deals a run is the same run."""
LARGEST = 16_000_000
"""Bytes of a file that may be one of deals."""


def _packed(boards: list[Board]) -> tuple[int, ...]:
    packed = [len(boards)]
    for board in boards:
        for suit in range(SUITS):
            held = 0
            for seat, hand in enumerate(board.hands):
                for rank in range(SUIT):
                    if hand >> (SUIT * suit + rank) & 1:
                        held |= seat << (SEAT_BITS * rank)
            packed.append(held)
        ours, theirs = board.vulnerable
        packed.append(board.dealer | ours << 2 | theirs << 3 | board.number << NUMBER_AT)
    return tuple(packed)


@lru_cache(maxsize=4)
def _read(content: bytes, name: str) -> tuple[tuple[int, ...], str]:
    """The boards of a file's content as numbers, and a few letters that stand for them.

    Raises:
        UserError: they cannot be read, or are too many.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    boards = pbn.boards_in(text, name)
    if len(boards) > MOST:
        raise UserError(f"{name} has {len(boards)} boards, and at most {MOST} can be played")
    numbers = _packed(boards)
    return numbers, hashlib.sha256(np.array(numbers, np.int32).tobytes()).hexdigest()[:DIGITS]


def _of_file(text: str, name: str) -> tuple[str, tuple[int, ...], str]:
    """A file as it is named, its boards, and the letters that stand for them.

    Raises:
        UserError: it cannot be read, or holds other boards than it must.
    """
    pinned = PINNED.fullmatch(text)
    path = pinned["path"] if pinned else text
    try:
        status = Path(path).stat()
        if not stat.S_ISREG(status.st_mode):
            raise UserError(f"{name} {echoed(path)} must be a file, which can be read again")
        if status.st_size > LARGEST:
            raise UserError(f"{name} {echoed(path)} is larger than a file of deals may be")
        content = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise UserError(f"{name} {echoed(path)} cannot be read: {why}") from None
    numbers, place = _read(content, f"{name} {path}")
    if pinned and place != pinned["content"]:
        raise UserError(
            f"{name} {path} holds other deals than it did ({place}, not {pinned['content']})",
            hint=f"{name} {path} plays those that it holds now",
        )
    return path, numbers, place


def read(text: str, name: str) -> str:
    """The file as it is kept: with letters that stand for its boards.

    Raises:
        UserError: it cannot be read, or holds other boards than it must.
    """
    path, _, place = _of_file(text.strip(), name)
    return f"{path}:{place}"


@cache
def numbers(text: str) -> tuple[int, ...]:
    """What `read` gave as compiled code sees it: `NUMBERS` whole numbers."""
    numbers_read = _of_file(text, "--deals")[1] if text else (0,)
    return numbers_read + (0,) * (NUMBERS - len(numbers_read))


LANGUAGE = Language("a file in Portable Bridge Notation (.pbn)", "FILE", read, numbers, NUMBERS)


def how_many(text: str) -> int | None:
    """The boards of what `read` gave; None where there is no file."""
    return numbers(text)[HOW_MANY] if text else None


def boards_of(text: str) -> list[Board]:
    """The boards of what `read` gave."""
    packed = numbers(text)
    return [
        _unpacked(packed[at : at + EACH]) for at in range(FIRST, FIRST + EACH * packed[0], EACH)
    ]


def _unpacked(board: tuple[int, ...]) -> Board:
    hands, about = [0] * SEATS, board[ABOUT]
    for suit in range(SUITS):
        for rank in range(SUIT):
            hands[board[suit] >> (SEAT_BITS * rank) & 3] |= 1 << (SUIT * suit + rank)
    sides = about >> 2 & 1, about >> 3 & 1
    return Board(about >> NUMBER_AT, about & 3, sides, tuple(hands))


# ---------------------------------------------------------------- dealing


@inlined
def place_of(state, rules):
    """The number of the board that is played among those of the file, from 0, as uint64."""
    at = state.board
    if state.unit == SESSION:
        at = at * uint64(rules.boards) + state.deal_number - ONE
    # Nothing beyond the last is played; but what reckons with the next deal may ask for it.
    return at % uint64(rules.deals[HOW_MANY])


@kernel
def take_board(state, rules):
    """Write who deals, who is vulnerable, and what everybody holds."""
    deals = rules.deals
    at = int64(FIRST) + int64(EACH) * int64(place_of(state, rules))
    about = int64(deals[at + ABOUT])
    state.dealer = uint8(about & 3)
    for side in range(SIDES):
        state.vul[side] = uint8(about >> (2 + side) & 1)
    if state.unit == BOARD:
        state.deal_number = uint64(about >> NUMBER_AT)
    for seat in range(SEATS):
        state.hand_of[seat] = uint64(0)
    for suit in range(SUITS):
        held = int64(deals[at + suit])
        for rank in range(SUIT):
            state.hand_of[uint64(held >> (SEAT_BITS * rank) & 3)] |= only(SUIT * suit + rank)
