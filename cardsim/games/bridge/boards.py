"""Boards of Bridge as files have them, in whatever notation: the deal, calls, cards, the result.

`pbn` and `lin` read and write them; `agreement` holds what a file says twice against each other.
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
"""The suits of a hand, as a deal has them."""
RANKS = "AKQJT98765432"
STRAIN_LETTERS = "CDHSN"
MOST_NUMBER = 1_000_000
"""The highest number of a board."""
HIDDEN = 0
"""A hand that is not told."""
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
    """A deal as it is played.

    Attributes:
        number: as players count boards, from 1.
        dealer: a seat, 0 to 3 for North, East, South and West.
        vulnerable: of each side 1 or 0, North and South first.
        hands: the cards of each seat, as sets of ids; `HIDDEN` where they are not told.
    """

    number: int
    dealer: int
    vulnerable: tuple[int, int]
    hands: tuple[int, ...]


class Said(NamedTuple):
    """A call or card, and the line of the file that has it."""

    line: int
    code: int


@dataclass(frozen=True)
class Record:
    """A board as it was called and played at one table.

    Attributes:
        board: the deal.
        players: who sat in each seat; empty where nobody says.
        room: "open", "closed", or what else the table is called; empty where there was one.
        calls: from the dealer on.
        plays: cards in the order in which they were played.
        tricks: of declarer's side in the end, where they are told.
        file: for errors.
        line: of the file where it begins.
        wrong: why it cannot be read, which is then all there is of it.
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

    def error(self, line: int, text: str) -> UserError:
        """What is wrong in a line."""
        return UserError(f"{self.file}, line {line}: {text}")


def unread(number: int, file: str, wrong: UserError) -> Record:
    """A board that cannot be read."""
    board = Board(number, usual_dealer(number), usual_vulnerable(number), (HIDDEN,) * SEATS)
    return Record(board, file=file, wrong=wrong)


def usual_dealer(number: int) -> int:
    """Who deals a board of this number."""
    return (number - 1) % SEATS


def usual_vulnerable(number: int) -> tuple[int, int]:
    """Which sides are vulnerable on a board of this number."""
    cycle = (number - 1 + (number - 1) // SEATS) % SEATS
    return int(cycle in (1, 3)), int(cycle in (2, 3))


def number_of(text: str, where: str) -> int:
    """The number of a board."""
    digits = text.lstrip("0") if text.isascii() and text.isdecimal() else ""
    if not digits or len(digits) > len(str(MOST_NUMBER)) or int(digits) > MOST_NUMBER:
        raise UserError(
            f"{where}: the board must be a number from 1 to {MOST_NUMBER}, not '{echoed(text)}'"
        )
    return int(digits)


def call_of(text: str) -> int | None:
    """The code of a call in any of its spellings; None where it is none."""
    return _WORDS.get(text.upper())


def call_text(call: int, *, double: str = "X", notrump: str = "NT") -> str:
    """A call as files have it: `1C`, `3NT`, `Pass`, `X`."""
    if call in {DOUBLE, REDOUBLE}:
        return double * (call - DOUBLE + 1)
    if not PASS < call < CALLS:
        return "Pass"
    level, strain = divmod(call - 1, STRAINS)
    return f"{level + 1}{STRAIN_LETTERS[strain] if strain < STRAINS - 1 else notrump}"


def card_of(text: str) -> int | None:
    """The id of a card, suit then rank, as `SA` and `h10`; None where it is none."""
    card = text.upper().replace("10", "T")
    known = len(card) == len("SA") and card[0] in SUIT_ORDER and card[1] in RANKS
    return card_id(card[::-1]) if known else None


def card_text(card: int) -> str:
    """A card as files have it, suit then rank."""
    return card_name(card)[::-1]


def cards_of(suits: Sequence[tuple[str, str]], whose: str) -> int:
    """A hand as a set of ids, told by suits.

    Args:
        suits: letters with the ranks that are held.
        whose: it is, for an error.
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
    """A hand as its suits, spades first, with the ranks that are held."""
    return [(s, "".join(r for r in RANKS if cards >> card_id(r + s) & 1)) for s in SUIT_ORDER]


def check_apart(hands: Sequence[int], where: str) -> None:
    """Refuse hands of which two have the same card."""
    for seat in range(SEATS):
        for other in range(seat):
            both = hands[seat] & hands[other]
            if both:
                raise UserError(
                    f"{where}: {CALLED[other]} and {CALLED[seat]} both hold "
                    f"{card_text(both.bit_length() - 1)}"
                )


def with_the_rest(hands: list[int]) -> tuple[int, ...]:
    """The same, where one hand alone is hidden with the cards that are left."""
    if hands.count(HIDDEN) == 1:
        hands[hands.index(HIDDEN)] = ALL_CARDS & ~sum(hands)
    return tuple(hands)
