"""Boards in Portable Bridge Notation, which bridge players' programs read and write.

Source: the PBN 2.1 standard: tag pairs `[Name "value"]`, comments in braces or behind a semicolon,
and lines that begin with `%`, which are not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cardsim.cards import card_id, card_name
from cardsim.errors import UserError, echoed
from cardsim.games.bridge.state import TRICKS
from cardsim.tricks import SEATS, SUITS

COMPASS = "NESW"
CALLED = ("North", "East", "South", "West")
SUIT_ORDER = "SHDC"
"""The suits of a hand, as a deal has them."""
RANKS = "AKQJT98765432"
VULNERABLE = {
    **dict.fromkeys(("none", "love", "-"), (0, 0)),
    "ns": (1, 0),
    "ew": (0, 1),
    **dict.fromkeys(("all", "both"), (1, 1)),
}
MOST_NUMBER = 1_000_000
"""The highest number of a board; beyond it is no number."""
SAYS_NOTHING = {"", "?"}
AS_BEFORE = {"#", "##"}

TOKEN = re.compile(
    r"^%[^\n]*"
    r"|\{[^}]*(?:\}|\Z)"
    r"|;[^\n]*"
    r'|\[\s*(?P<name>\w+)\s*"(?P<value>(?:\\.|[^"\\\n])*)"\s*\]'
    r"|(?P<open>\[\s*(?:Deal|Dealer|Vulnerable|Board)\b[^\n]*)"
    r"|(?P<gap>^[ \t]*$)",
    re.MULTILINE,
)
DEAL = re.compile(r"\s*(?P<first>[NESW])\s*:\s*(?P<hands>.*?)\s*", re.IGNORECASE)
OF_A_BOARD = ("Board", "Dealer", "Vulnerable", "Deal")


@dataclass(frozen=True)
class Board:
    """A deal as it is played.

    Attributes:
        number: as players count boards, from 1.
        dealer: a seat, 0 to 3 for North, East, South and West.
        vulnerable: of each side 1 or 0, North and South first.
        hands: the cards of each seat, as sets of ids.
    """

    number: int
    dealer: int
    vulnerable: tuple[int, int]
    hands: tuple[int, ...]


def usual_dealer(number: int) -> int:
    """Who deals a board of this number."""
    return (number - 1) % SEATS


def usual_vulnerable(number: int) -> tuple[int, int]:
    """Which sides are vulnerable on a board of this number."""
    cycle = (number - 1 + (number - 1) // SEATS) % SEATS
    return int(cycle in (1, 3)), int(cycle in (2, 3))


def hands_of(deal: str, where: str) -> tuple[int, ...]:
    """The cards of North, East, South and West in a deal such as `N:AKQ.J2.T98.76543 ...`.

    Args:
        deal: whose hand is first, and all four, clockwise; in each spades, hearts, diamonds and
            clubs.
        where: it stands, for an error.

    Raises:
        UserError: it is no whole deal.
    """
    match = DEAL.fullmatch(deal)
    if match is None:
        raise UserError(
            f"{where}: a deal must say whose hand is first and give four hands, such as "
            f"'N:AKQ2.J54.T98.763 ...', not '{echoed(deal)}'"
        )
    given = match["hands"].split()
    if len(given) != SEATS:
        raise UserError(f"{where}: a deal must give four hands, not {len(given)}")
    hands, first = [0] * SEATS, COMPASS.index(match["first"].upper())
    for k, text in enumerate(given):
        seat = (first + k) % SEATS
        hands[seat] = _hand(text, f"{where}: {CALLED[seat]}'s hand")
    for seat in range(SEATS):
        for other in range(seat):
            both = hands[seat] & hands[other]
            if both:
                raise UserError(
                    f"{where}: {CALLED[other]} and {CALLED[seat]} both hold "
                    f"{card_text(both.bit_length() - 1)}"
                )
    return tuple(hands)


def card_text(card: int) -> str:
    """A card as files have it, suit then rank."""
    return card_name(card)[::-1]


def _hand(text: str, whose: str) -> int:
    """A hand as a set of ids.

    Raises:
        UserError: it is none of thirteen cards.
    """
    if text == "-":
        raise UserError(f"{whose} is hidden ('-'): all four must be known")
    suits = text.upper().replace("10", "T").replace("-", "").split(".")
    if len(suits) != SUITS:
        raise UserError(
            f"{whose} must be spades, hearts, diamonds and clubs with a '.' between them, "
            f"not '{echoed(text)}'"
        )
    cards = 0
    for suit, ranks in zip(SUIT_ORDER, suits, strict=True):
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


def boards_in(text: str, name: str) -> list[Board]:
    """The boards of a file, each once, where it has results of several tables.

    What a file does not say is as usual: the dealer and who is vulnerable by the number of the
    board, and that by its place.

    Args:
        text: all of it.
        name: of the file, for errors, which say the line.

    Raises:
        UserError: something in it is no deal, or it has none.
    """
    boards: dict[Board, None] = {}
    last = 0
    before: dict[str, str] = {}
    for tags in _games(text.replace("\r\n", "\n").replace("\r", "\n"), name):
        said = {tag: value for tag, (value, _) in tags.items()}
        for tag, value in said.items():
            if value in AS_BEFORE:
                said[tag] = before.get(tag, "")
        if "Deal" not in said:
            if "Board" in said:
                raise UserError(f"{name}, line {tags['Board'][1]}: a board without [Deal]")
            continue
        before |= said
        where = {tag: f"{name}, line {line}" for tag, (_, line) in tags.items()}
        board = _board(said, where, last)
        boards[board], last = None, board.number
    if not boards:
        raise UserError(f"{name} has no [Deal]: it must be in Portable Bridge Notation")
    return list(boards)


def _games(text: str, name: str) -> Iterator[dict[str, tuple[str, int]]]:
    """What is said of each board: by tag its value and its line.

    A board ends with an empty line behind its deal, before the next event, and where something is
    said again.
    """
    tags: dict[str, tuple[str, int]] = {}
    line, at = 1, 0
    for token in TOKEN.finditer(text):
        line += text.count("\n", at, token.start())
        at = token.start()
        if token["open"] is not None:
            raise UserError(
                f"{name}, line {line}: '{echoed(token['open'])}' is no tag with a value in quotes"
            )
        tag = token["name"]
        ends = token["gap"] is not None and "Deal" in tags
        if tags and (ends or tag == "Event" or tag in tags):
            yield tags
            tags = {}
        if tag in OF_A_BOARD:
            tags[tag] = token["value"].strip(), line
    if tags:
        yield tags


def _board(said: dict[str, str], where: dict[str, str], last: int) -> Board:
    """A board of what is said of it.

    Raises:
        UserError: something in it is wrong.
    """
    written = said.get("Board", "")
    number = int(written) if written.isdecimal() and 0 < int(written) <= MOST_NUMBER else last + 1
    dealer, vulnerable = usual_dealer(number), usual_vulnerable(number)
    told = said.get("Dealer", "").upper()
    if told not in SAYS_NOTHING:
        if told not in COMPASS:
            raise UserError(
                f"{where['Dealer']}: the dealer must be N, E, S or W, not '{echoed(told)}'"
            )
        dealer = COMPASS.index(told)
    told = said.get("Vulnerable", "").lower()
    if told not in SAYS_NOTHING:
        if told not in VULNERABLE:
            raise UserError(
                f"{where['Vulnerable']}: vulnerable must be None, NS, EW or All, "
                f"not '{echoed(said['Vulnerable'])}'"
            )
        vulnerable = VULNERABLE[told]
    return Board(number, dealer, vulnerable, hands_of(said["Deal"], where["Deal"]))


def deal_text(hands: Sequence[int]) -> str:
    """A deal from North on, as `hands_of` reads it."""
    return f"N:{' '.join(map(_hand_text, hands))}"


def _hand_text(cards: int) -> str:
    return ".".join(
        "".join(rank for rank in RANKS if cards >> card_id(rank + suit) & 1) for suit in SUIT_ORDER
    )
