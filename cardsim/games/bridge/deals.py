"""Deals from a file: its boards are played as they are, and no others."""

from __future__ import annotations

from numpy import int64, uint8, uint64

from cardsim import deal_files
from cardsim.deal_files import HOW_MANY
from cardsim.errors import UserError
from cardsim.games.bridge.boards import CALLED, HIDDEN, Board
from cardsim.games.bridge.state import BOARD, SESSION, SIDES
from cardsim.kernels.card_bits import ONE, only
from cardsim.kernels.jit import inlined, kernel
from cardsim.tricks import SEATS, SUITS

SUIT = 13
MOST = 1000
"""Most boards of a file."""
ABOUT = SUITS
"""Place of a board's dealer, vulnerability and number, after one number for each suit.

A suit's number has two bits for each rank: the seat that holds the card.
"""
EACH = SUITS + 1
FIRST = HOW_MANY + 1
NUMBERS = FIRST + MOST * EACH
SEAT_BITS = 2
NUMBER_AT = 4
"""Bits that come before the number of a board."""


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


def _read(content: bytes, name: str) -> tuple[int, ...]:
    """Return the boards of a file's content as numbers."""
    from cardsim.games.bridge.files import records_in

    boards: dict[Board, None] = {}
    for record in records_in(content, name):
        for seat in range(SEATS):
            if record.board.hands[seat] == HIDDEN:
                raise record.error(
                    record.line, f"{CALLED[seat]}'s hand is hidden: all four must be known"
                )
        boards[record.board] = None
    if len(boards) > MOST:
        raise UserError(f"{name} has {len(boards)} boards, and at most {MOST} can be played")
    return _packed(list(boards))


LANGUAGE = deal_files.language(
    "a file in Portable Bridge Notation (.pbn) or LIN (.lin)", _read, NUMBERS
)


def numbers(text: str) -> tuple[int, ...]:
    """Return the kept text of a file as the numbers that compiled code reads."""
    assert LANGUAGE.numbers is not None  # noqa: S101
    return LANGUAGE.numbers(text)


def how_many(text: str) -> int | None:
    """Return the number of boards in what `read` returned; None where there is no file."""
    return numbers(text)[HOW_MANY] if text else None


def boards_of(text: str) -> list[Board]:
    """Return the boards in what `read` returned."""
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
    """Return the place of the current board among those of the file, from 0, as uint64."""
    at = state.board
    if state.unit == SESSION:
        at = at * uint64(rules.boards) + state.deal_number - ONE
    # No board after the last is played, but code that looks one deal ahead may ask for one.
    return at % uint64(rules.deals[HOW_MANY])


@kernel
def take_board(state, rules):
    """Write the dealer, the vulnerability and all hands of the file's board."""
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
