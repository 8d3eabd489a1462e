"""A board in Portable Bridge Notation, with its calls and cards, as hands that are typed in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cardsim.cards import card_name
from cardsim.errors import UserError, echoed
from cardsim.games.bridge.pbn import (
    CALLED,
    COMPASS,
    Board,
    boards_in,
    usual_dealer,
    usual_vulnerable,
)
from cardsim.tricks import SEATS

CYCLE = 16
"""Boards in which each dealer comes with each vulnerability once."""
RANKED = "23456789TJQKA"
PASSES = {"pass": 1, "p": 1, "ap": SEATS}
DOUBLES = {"x": "double", "xx": "redouble"}
_COMMENT = re.compile(r"\{[^}]*(?:\}|\Z)|;[^\n]*|^%[^\n]*", re.MULTILINE)
_TAG = re.compile(r'\[\s*(\w+)\s*"((?:\\.|[^"\\\n])*)"\s*\]')
_NOTE = re.compile(r"=\d*=|\$\d+|[!?]+|\+")


def typed_lines(text: str, name: str) -> list[tuple[int, str]]:
    """The board of a file as lines of a hand that is typed in, each with its number in the file.

    Args:
        text: all of the file, with one board.
        name: of the file, for errors.

    Raises:
        UserError: it has no board, or several, or one whose calls or cards cannot be read.
    """
    boards = boards_in(text, name)
    if len(boards) > 1:
        raise UserError(f"{name} has {len(boards)} boards; a look back is at one")
    board = boards[0]
    # Comments go, and their lines stay.
    plain = _COMMENT.sub(lambda m: "\n" * m[0].count("\n"), text)
    sections = {tag[1]: tag for tag in _TAG.finditer(plain)}
    seats = {called: sections[called][2] for called in CALLED if called in sections}
    you = next((seat for seat, who in seats.items() if who.lower() == "you"), "")
    lines = [(1, "game: bridge"), (1, "unit: board"), (1, f"board: {_numbered(board)}")]
    lines += [(1, f"you: {you}")] if you else []
    for seat, hand in enumerate(board.hands):
        cards = " ".join(card_name(card) for card in range(52) if hand >> card & 1)
        lines.append((1, f"deal {CALLED[seat]}: {cards}"))
    if "Auction" not in sections:
        raise UserError(f"{name} has no [Auction]: what was called must be known")
    lines += _calls(_words(plain, sections["Auction"]), board.dealer, name)
    if "Play" in sections:
        lines += _cards(_words(plain, sections["Play"]), sections["Play"][2], lines, name)
    return lines


def _numbered(board: Board) -> int:
    """The number of a board with this dealer and these sides vulnerable."""
    wanted = board.dealer, board.vulnerable
    numbers = [board.number, *range(1, CYCLE + 1)]
    return int(next(n for n in numbers if (usual_dealer(n), usual_vulnerable(n)) == wanted))


def _words(text: str, tag: re.Match[str]) -> Iterator[tuple[int, str]]:
    """The words of a section, each with its line."""
    rest = text[tag.end() :]
    first = text.count("\n", 0, tag.end()) + 1
    for n, line in enumerate(rest.partition("[")[0].split("\n"), first):
        for word in _NOTE.sub(" ", line).split():
            yield n, word


def _calls(words: Iterator[tuple[int, str]], dealer: int, name: str) -> list[tuple[int, str]]:
    calls: list[tuple[int, str]] = []
    passed = 0
    for n, word in words:
        low = word.lower()
        if low in {"*", "-"}:
            break
        if low in PASSES:
            # All pass: three, or four where nobody has bid.
            times = PASSES[low] - (low == "ap" and len(calls) > passed)
            said = ["pass"] * times
        elif low in DOUBLES or re.fullmatch(r"[1-7](?:[CDHS]|NT?)", word.upper()):
            bid = word.upper()
            said = [DOUBLES.get(low, f"{bid[0]}NT" if bid[1] == "N" else bid)]
        else:
            raise UserError(f"{name}, line {n}: '{echoed(word)}' is no call")
        passed += said.count("pass")
        calls += [(n, one) for one in said]
    return [(n, f"{CALLED[(dealer + k) % SEATS]}: {call}") for k, (n, call) in enumerate(calls)]


def _cards(
    words: Iterator[tuple[int, str]], first: str, calls: Sequence[tuple[int, str]], name: str
) -> list[tuple[int, str]]:
    """The cards in the order in which they were played; rows have them by seat."""
    bids = re.findall(r": [1-7](NT|[CDHS])$", "\n".join(text for _, text in calls), re.MULTILINE)
    trumps = bids[-1] if bids else "NT"
    if first.upper() not in COMPASS or not first:
        raise UserError(f"{name}: [Play] must name the seat that leads, not '{echoed(first)}'")
    opening = leader = COMPASS.index(first.upper())
    lines: list[tuple[int, str]] = []
    rows: list[list[tuple[int, str]]] = [[]]
    for n, word in words:
        if word == "*":
            break
        if word != "-" and not re.fullmatch(r"[CDHS](?:10|[2-9TJQKA])", word.upper()):
            raise UserError(f"{name}, line {n}: '{echoed(word)}' is no card; SA and H10 are some")
        if len(rows[-1]) == SEATS:
            rows.append([])
        rows[-1].append((n, word.upper().replace("10", "T")))
    for row in rows:
        trick: list[tuple[int, str]] = []
        for k in range(SEATS):
            seat = (leader + k) % SEATS
            place = (seat - opening) % SEATS
            if place >= len(row) or row[place][1] == "-":
                return lines
            n, card = row[place]
            trick.append((seat, card))
            lines.append((n, f"{CALLED[seat]}: {card[1]}{card[0]}"))
        led = trick[0][1][0]
        leader = max(
            trick, key=lambda one: (one[1][0] == trumps, one[1][0] == led, RANKED.index(one[1][1]))
        )[0]
    return lines
