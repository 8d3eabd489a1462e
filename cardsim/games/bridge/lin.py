"""LIN, the notation of a large bridge site: two-letter words, each with a value between bars.

`qx` is the room and the board, `pn` the players from South on, `md` the dealer (1 is South) and the
hands of South, West, North and East, of which the last may be missing, `sv` the vulnerability, `mb`
a call, `pc` a card, `mc` the tricks that declarer takes in all, where they were claimed.

Source: files of vugraph records, and the site's forum, "lin file format structure".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from cardsim.errors import UserError, echoed
from cardsim.games.bridge.agreement import Facts, agreed
from cardsim.games.bridge.boards import (
    CALLED,
    HIDDEN,
    Board,
    Record,
    Said,
    by_suits,
    call_of,
    call_text,
    card_of,
    card_text,
    cards_of,
    check_apart,
    number_of,
    unread,
    usual_dealer,
    usual_vulnerable,
    with_the_rest,
)
from cardsim.games.bridge.state import TRICKS
from cardsim.tricks import SEATS

SOUTH = 2
"""The seat that comes first."""
DEALERS = "1234"
"""Digits for South, West, North and East."""
VULNERABLE = {"o": (0, 0), "0": (0, 0), "-": (0, 0), "n": (1, 0), "e": (0, 1), "b": (1, 1)}
VULNERABLE_LETTERS = {(0, 0): "o", (1, 0): "n", (0, 1): "e", (1, 1): "b"}
ROOMS = {"o": "open", "c": "closed"}
OF_A_BOARD = ("md", "sv", "mb", "pc", "mc")
SUIT = re.compile(r"([SHDC])([^SHDC]*)")
CARDS = re.compile(r"(?:[SHDC](?:10|[2-9TJQKA]))+", re.IGNORECASE)
ONE_CARD = re.compile(r"[SHDC](?:10|.)", re.IGNORECASE)
NUMBERED = re.compile(r"(?P<room>[A-Za-z]?)(?P<number>\d+)")
TITLED = re.compile(r"board\s+(?P<number>\d+)", re.IGNORECASE)


@dataclass
class Game:
    """The words about one board at one table.

    Attributes:
        name: of the file.
        line: where it begins.
        said: words and their values, with their lines.
    """

    name: str
    line: int
    said: list[tuple[int, str, str]] = field(default_factory=list)

    def has(self, word: str) -> bool:
        """Return whether it has this word."""
        return any(said == word for _, said, _ in self.said)

    def one(self, word: str) -> tuple[int, str]:
        """Return the value of a word, with its line; empty where the word is missing."""
        found = [(line, value) for line, said, value in self.said if said == word and value]
        for line, value in found[1:]:
            if value != found[0][1]:
                raise self.error(
                    line, f"{word} is '{echoed(value)}', and before that '{echoed(found[0][1])}'"
                )
        return found[0] if found else (self.line, "")

    def error(self, line: int, text: str) -> UserError:
        """Return an error in a line of the file."""
        return UserError(f"{self.name}, line {line}: {text}")


def records_in(text: str, name: str) -> list[Record]:
    """Read a file's boards, one for each table that played them.

    Args:
        text: all of it.
        name: of the file, for errors, which name the line.
    """
    records: list[Record] = []
    header: list[str] = []
    for game in _games(text, name):
        missing = next((one for one in game.said if one[1] in OF_A_BOARD), None)
        if not game.has("md"):
            if missing is not None:
                raise game.error(missing[0], f"'{missing[1]}' of a board without its hands ('md')")
            header = [who.strip() for who in game.one("pn")[1].split(",")]
            continue
        number, room = _number(game, records[-1].board.number if records else 0)
        try:
            records.append(_record(game, number, room, header))
        except UserError as wrong:
            records.append(unread(number, name, wrong))
    if not records:
        raise UserError(f"{name} has no hands ('md'): it must be in LIN")
    return records


def _games(text: str, name: str) -> Iterator[Game]:
    """Yield the words about each board at each table; first those before any board."""
    parts, line = text.split("|"), 1
    game = Game(name, 1)
    for at in range(0, len(parts) - 1, 2):
        word, value = parts[at], parts[at + 1]
        line += len(word) - len(word.lstrip()) and word[: len(word) - len(word.lstrip())].count(
            "\n"
        )
        word = word.strip()
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9]", word):
            raise game.error(line, f"'{echoed(word)}' is no word of LIN; 'mb' and 'pc' are some")
        low = word.lower()
        if low == "qx" or (low == "md" and game.has("md")):
            yield game
            game = Game(name, line)
        game.said.append((line, low, value.strip()))
        line += value.count("\n")
    if len(parts) % 2 == 0 or parts[-1].strip():
        raise game.error(line, f"'{echoed(parts[-1].strip())}' stands without its bars")
    yield game


def _record(game: Game, number: int, room: str, header: list[str]) -> Record:
    """Return the record of a board at a table from its words."""
    line, told = game.one("md")
    dealer, hands = _deal(told, f"{game.name}, line {line}")
    line, side = game.one("sv")
    if side and side.lower() not in VULNERABLE:
        raise game.error(line, f"vulnerable ('sv') must be o, n, e or b, not '{echoed(side)}'")
    vulnerable = VULNERABLE[side.lower()] if side else usual_vulnerable(number)
    names = [who.strip() for who in game.one("pn")[1].split(",")]
    if not any(names):
        names = header[SEATS:] if room == "closed" and len(header) > SEATS else header
    players = [*names[:SEATS], *[""] * SEATS][:SEATS]
    record = Record(
        Board(number, usual_dealer(number) if dealer is None else dealer, vulnerable, hands),
        tuple(players[(seat - SOUTH) % SEATS] for seat in range(SEATS)),
        room,
        tuple(_calls(game)),
        tuple(_plays(game)),
        file=game.name,
        line=game.line,
    )
    line, claimed = game.one("mc")
    if claimed and not (re.fullmatch(r"\d{1,2}", claimed) and int(claimed) <= TRICKS):
        raise game.error(
            line, f"tricks claimed ('mc') must be from 0 to 13, not '{echoed(claimed)}'"
        )
    return agreed(record, Facts(tricks=(line, None, int(claimed)) if claimed else None))


def _number(game: Game, last: int) -> tuple[int, str]:
    """Return the number of a board, and the room."""
    line, told = game.one("qx")
    title_line, title = game.one("ah")
    told, room = told.partition(",")[0], ""
    number = None
    if told:
        match = NUMBERED.fullmatch(told)
        if match is None:
            raise game.error(line, f"'{echoed(told)}' is no room and board ('qx'), such as 'o7'")
        room = ROOMS.get(match["room"].lower(), match["room"])
        number = number_of(match["number"], f"{game.name}, line {line}")
    if titled := TITLED.fullmatch(title):
        other = number_of(titled["number"], f"{game.name}, line {title_line}")
        if number is not None and other != number:
            raise game.error(title_line, f"the board is {other} here, and {number} in line {line}")
        number = other
    return last + 1 if number is None else number, room


def _deal(told: str, where: str) -> tuple[int | None, tuple[int, ...]]:
    """Return the dealer and all hands; the dealer is None where the file does not say."""
    first, given = told[:1], told[1:]
    if first not in {*DEALERS, "0"}:
        raise UserError(
            f"{where}: a deal must begin with its dealer, 1 to 4, not '{echoed(first)}'"
        )
    texts = given.split(",")
    if len(texts) > SEATS:
        raise UserError(f"{where}: a deal must give at most four hands, not {len(texts)}")
    hands = [HIDDEN] * SEATS
    for k, text in enumerate(texts):
        seat = (SOUTH + k) % SEATS
        if text.strip():
            hands[seat] = _hand(text.strip(), f"{where}: {CALLED[seat]}'s hand")
    check_apart(hands, where)
    dealer = (SOUTH + DEALERS.index(first)) % SEATS if first in DEALERS else None
    return dealer, with_the_rest(hands)


def _hand(text: str, whose: str) -> int:
    text = text.upper().replace("10", "T")
    suits = SUIT.findall(text)
    if "".join(suit + ranks for suit, ranks in suits) != text:
        raise UserError(
            f"{whose} must be suits with their cards, such as SAKH32DT9CQJ, not '{echoed(text)}'"
        )
    return cards_of(suits, whose)


def _calls(game: Game) -> Iterator[Said]:
    for line, word, value in game.said:
        if word == "mb":
            code = call_of(value.rstrip("!?"))
            if code is None:
                raise game.error(line, f"'{echoed(value)}' is no call")
            yield Said(line, code)


def _plays(game: Game) -> Iterator[Said]:
    for line, word, value in game.said:
        if word == "pc":
            if CARDS.fullmatch(value) is None:
                raise game.error(line, f"'{echoed(value)}' is no card; SA and H10 are some")
            for card in ONE_CARD.findall(value):
                code = card_of(card)
                assert code is not None  # noqa: S101
                yield Said(line, code)


# ------------------------------------------------------------------- writing


def written(record: Record) -> list[str]:
    """Return the lines of a board at a table: one with the deal, one with the calls, the tricks."""
    board, order = record.board, [(SOUTH + k) % SEATS for k in range(SEATS)]
    hands = ("".join(s + ranks for s, ranks in by_suits(board.hands[seat])) for seat in order)
    names = ",".join(re.sub(r"[|,\s]+", " ", record.players[seat]) for seat in order)
    dealer = DEALERS[(board.dealer - SOUTH) % SEATS]
    about = f"pn|{names}|st||md|{dealer}{','.join(hands)}|rh||ah|Board {board.number}"
    lines = [f"qx|o{board.number}|{about}|sv|{VULNERABLE_LETTERS[board.vulnerable]}|"]
    calls = [call_text(said.code, double="d", notrump="N") for said in record.calls]
    calls = ["r" if call == "dd" else "p" if call == "Pass" else call for call in calls]
    lines.append("".join(f"mb|{call}|" for call in calls) + "pg||")
    for at in range(0, len(record.plays), SEATS):
        cards = (card_text(said.code) for said in record.plays[at : at + SEATS])
        lines.append("".join(f"pc|{card}|" for card in cards) + "pg||")
    whole = len(record.plays) == SEATS * TRICKS
    return lines if whole or record.tricks is None else [*lines, f"mc|{record.tricks}|pg||"]
