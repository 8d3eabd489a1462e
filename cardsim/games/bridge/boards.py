"""Boards of Bridge as files record them, in any notation: deal, calls, cards and result.

`pbn` and `lin` read and write them; `agreement` checks that a file does not contradict itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cardsim.cards import card_id, card_name
from cardsim.errors import UserError, echoed
from cardsim.games.bridge.state import (
    CALLS,
    DOUBLE,
    PASS,
    REDOUBLE,
    SETS,
    STRAINS,
    TRICKS,
)
from cardsim.tricks import SEATS

COMPASS = "NESW"
CALLED = ("North", "East", "South", "West")
SUIT_ORDER = "SHDC"
"""Suits of a hand in the order of a deal's notation."""
RANKS = "AKQJT98765432"
STRAIN_LETTERS = "CDHSN"
MOST_NUMBER = 1_000_000
"""The highest number of a board."""
HIDDEN = 0
"""A hand that a file does not give."""
ALL_CARDS = sum(int(suit) for suit in SETS)
_WORDS = {
    **dict.fromkeys(("P", "PASS"), PASS),
    **dict.fromkeys(("X", "D", "DBL", "DOUBLE"), DOUBLE),
    **dict.fromkeys(("XX", "R", "RDBL", "REDOUBLE"), REDOUBLE),
    **{
        f"{1 + k // STRAINS}{STRAIN_LETTERS[k % STRAINS]}{end}": k + 1
        for k in range(DOUBLE - 1)
        for end in ("", "T" * (k % STRAINS == STRAINS - 1))
    },
}


@dataclass(frozen=True)
class Board:
    """A deal with its dealer and vulnerability.

    Attributes:
        number: as players count boards, from 1.
        dealer: a seat, 0 to 3 for North, East, South and West.
        vulnerable: 1 or 0 for each side, North and South first.
        hands: the cards of each seat, as sets of ids; `HIDDEN` where the file does not give them.
    """

    number: int
    dealer: int
    vulnerable: tuple[int, int]
    hands: tuple[int, ...]


class Said(NamedTuple):
    """A call or card, and its line in the file."""

    line: int
    code: int


@dataclass(frozen=True)
class Record:
    """A board as it was called and played at one table.

    Attributes:
        board: the deal.
        players: the player in each seat; empty where the file does not say.
        room: "open", "closed", or another name of the table; empty where there was one table.
        calls: from the dealer on.
        plays: cards in the order in which they were played.
        tricks: of declarer's side at the end, if known.
        file: its name, for errors.
        line: the line of the file where it begins.
        wrong: the error that made it unreadable; nothing else is then known of it.
        day: the day when it was played, as the file writes it; empty where it does not say.
    """

    board: Board
    players: tuple[str, ...] = ("",) * SEATS
    room: str = ""
    calls: tuple[Said, ...] = ()
    plays: tuple[Said, ...] = ()
    tricks: int | None = None
    file: str = ""
    line: int = 1
    wrong: UserError | None = None
    day: str = ""

    def error(self, line: int, text: str) -> UserError:
        """Return an error in a line of the file."""
        return UserError(f"{self.file}, line {line}: {text}")


def unread(number: int, file: str, wrong: UserError) -> Record:
    """Return the record of a board that cannot be read."""
    board = Board(number, usual_dealer(number), usual_vulnerable(number), (HIDDEN,) * SEATS)
    return Record(board, file=file, wrong=wrong)


def usual_dealer(number: int) -> int:
    """Return the dealer of a board of this number."""
    return (number - 1) % SEATS


def usual_vulnerable(number: int) -> tuple[int, int]:
    """Return whether each side is vulnerable on a board of this number."""
    cycle = (number - 1 + (number - 1) // SEATS) % SEATS
    return int(cycle in (1, 3)), int(cycle in (2, 3))


def number_of(text: str, where: str) -> int:
    """Return the number of a board that a text gives."""
    digits = text.lstrip("0") if text.isascii() and text.isdecimal() else ""
    if not digits or len(digits) > len(str(MOST_NUMBER)) or int(digits) > MOST_NUMBER:
        raise UserError(
            f"{where}: the board must be a number from 1 to {MOST_NUMBER}, not '{echoed(text)}'"
        )
    return int(digits)


def call_of(text: str) -> int | None:
    """Return the code of a call in any of its spellings; None where it is none."""
    return _WORDS.get(text.upper())


def call_text(call: int, *, double: str = "X", notrump: str = "NT") -> str:
    """Return a call as files write it: `1C`, `3NT`, `Pass`, `X`."""
    if call in {DOUBLE, REDOUBLE}:
        return double * (call - DOUBLE + 1)
    if not PASS < call < CALLS:
        return "Pass"
    level, strain = divmod(call - 1, STRAINS)
    return f"{level + 1}{STRAIN_LETTERS[strain] if strain < STRAINS - 1 else notrump}"


def card_of(text: str) -> int | None:
    """Return the id of a card, suit then rank, as in `SA` and `h10`; None where it is none."""
    card = text.upper().replace("10", "T")
    known = len(card) == len("SA") and card[0] in SUIT_ORDER and card[1] in RANKS
    return card_id(card[::-1]) if known else None


def card_text(card: int) -> str:
    """Return a card as files write it, suit then rank."""
    return card_name(card)[::-1]


def cards_of(suits: Sequence[tuple[str, str]], whose: str) -> int:
    """Return a hand given by suits as a set of ids.

    Args:
        suits: letters with the ranks that are held.
        whose: the hand's owner, for an error.
    """
    cards = 0
    for suit, ranks in suits:
        for rank in ranks:
            if rank not in RANKS:
                raise UserError(f"{whose} has '{echoed(rank)}', which is no card")
            card = 1 << card_id(rank + suit)
            if cards & card:
                raise UserError(f"{whose} has {suit}{rank} twice")
            cards |= card
    if cards.bit_count() != TRICKS:
        raise UserError(f"{whose} has {cards.bit_count()} cards, not {TRICKS}")
    return cards


def by_suits(cards: int) -> list[tuple[str, str]]:
    """Return a hand as its suits, spades first, with the ranks held in each."""
    return [(s, "".join(r for r in RANKS if cards >> card_id(r + s) & 1)) for s in SUIT_ORDER]


def check_apart(hands: Sequence[int], where: str) -> None:
    """Refuse hands of which two hold the same card."""
    for seat in range(SEATS):
        for other in range(seat):
            both = hands[seat] & hands[other]
            if both:
                raise UserError(
                    f"{where}: {CALLED[other]} and {CALLED[seat]} both hold "
                    f"{card_text(both.bit_length() - 1)}"
                )


def with_the_rest(hands: list[int]) -> tuple[int, ...]:
    """Return all four hands; if only one is hidden, it gets the cards that are left."""
    if hands.count(HIDDEN) == 1:
        hands[hands.index(HIDDEN)] = ALL_CARDS & ~sum(hands)
    return tuple(hands)
