"""Portable Bridge Notation, which bridge players' programs read and write.

Source: the PBN 2.1 standard. Tag pairs are `[Name "value"]`, and calls and cards follow `Auction`
and `Play`. Comments in braces or after a semicolon, and lines that begin with `%`, are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from cardsim.errors import UserError, echoed
from cardsim.games.bridge.agreement import (
    Contract,
    Facts,
    agreed,
    contract_of,
    passes_left,
    seats_of,
)
from cardsim.games.bridge.boards import (
    CALLED,
    COMPASS,
    HIDDEN,
    SUIT_ORDER,
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
from cardsim.games.bridge.state import PASS, TRICKS
from cardsim.tricks import SEATS, SUITS

VULNERABLE = {
    **dict.fromkeys(("none", "love", "-"), (0, 0)),
    "ns": (1, 0),
    "ew": (0, 1),
    **dict.fromkeys(("all", "both"), (1, 1)),
}
VULNERABLE_WORDS = {(0, 0): "None", (1, 0): "NS", (0, 1): "EW", (1, 1): "All"}
SAYS_NOTHING = {"", "?", "-"}
AS_BEFORE = {"#", "##"}
SIDE_NAMES = ("NS", "EW")
FIRST = ("Event", "Site", "Date", "Board", "Dealer", "Vulnerable", "Deal")
"""Tags that begin the next board if the current one has them already."""
ABOUT = ("Board", "Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Result", "Score")
SECTIONS = ("Auction", "Play")
KNOWN = (*FIRST, *CALLED, *ABOUT[4:], "Scoring", "Room", "Table", *SECTIONS)
SPELLED = {tag.lower(): tag for tag in KNOWN}
"""Tags as the standard spells them, by their small letters."""
OWN_SCORING = ("rubber", "chicago")
"""Ways of scoring in which the points of a board depend on other boards."""

TOKEN = re.compile(
    r"^%[^\n]*"
    r"|(?P<comment>\{[^}]*(?:\}|\Z))"
    r"|;[^\n]*"
    r'|\[\s*(?P<name>\w+)\s*"(?P<value>(?:\\.|[^"\\\n])*)"\s*\]'
    rf"|(?P<open>\[\s*(?i:{'|'.join(dict.fromkeys(KNOWN))})\b[^\n]*)"
    r"|(?P<gap>^[ \t]*$)"
    r"|(?P<word>[^\s{};\[]+)",
    re.MULTILINE,
)
DEAL = re.compile(r"\s*(?P<first>[NESW])\s*:\s*(?P<hands>.*?)\s*", re.IGNORECASE)
NOTE = re.compile(r"=\d*=|\$\d+|[!?]+")
BID = re.compile(r"(?P<bid>[1-7](?:[CDHS]|NT?))(?P<doubled>X{0,2})", re.IGNORECASE)
NUMBER = re.compile(r"(?:(?P<side>NS|EW)\s+)?(?P<number>[+-]?\d{1,5})", re.IGNORECASE)


def hands_of(deal: str, where: str, *, hidden: bool = False) -> tuple[int, ...]:
    """Return the hands of North, East, South and West in a deal such as `N:AKQ.J2.T98.76543 ...`.

    Args:
        deal: the seat of the first hand, and all four hands, clockwise; in each spades, hearts,
            diamonds and clubs.
        where: its place in the file, for an error.
        hidden: whether hands may be `-`, which are `HIDDEN`.
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
    hands, first = [HIDDEN] * SEATS, COMPASS.index(match["first"].upper())
    for k, text in enumerate(given):
        seat = (first + k) % SEATS
        if text != "-":
            hands[seat] = _hand(text, f"{where}: {CALLED[seat]}'s hand")
        elif not hidden:
            check_told(hands[seat], seat, where)
    check_apart(hands, where)
    return with_the_rest(hands)


def check_told(hand: int, seat: int, where: str) -> None:
    """Refuse a hidden hand."""
    if hand == HIDDEN:
        raise UserError(f"{where}: {CALLED[seat]}'s hand is hidden ('-'): all four must be known")


def _hand(text: str, whose: str) -> int:
    """Return a hand as a set of ids."""
    suits = text.upper().replace("10", "T").replace("-", "").split(".")
    if len(suits) != SUITS:
        raise UserError(
            f"{whose} must be spades, hearts, diamonds and clubs with a '.' between them, "
            f"not '{echoed(text)}'"
        )
    return cards_of(list(zip(SUIT_ORDER, suits, strict=True)), whose)


# ------------------------------------------------------------------- reading


class Tag(NamedTuple):
    """A tag's value and line, and the words after it with their lines."""

    value: str
    line: int
    words: list[tuple[int, str]]


@dataclass
class Game:
    """The tags of one board at one table."""

    name: str
    tags: dict[str, Tag] = field(default_factory=dict)

    def said(self, tag: str) -> str:
        """Return the value of a tag; empty where it has none."""
        value = self.tags[tag].value if tag in self.tags else ""
        return "" if value in SAYS_NOTHING else value

    def where(self, tag: str) -> str:
        """Return the file and line of a tag."""
        return f"{self.name}, line {self.tags[tag].line}"

    def error(self, tag: str, text: str) -> UserError:
        """Return an error about a tag."""
        return UserError(f"{self.where(tag)}: {text}")

    def seat(self, tag: str) -> int | None:
        """Return the seat that a tag names; None where it names none."""
        told = self.said(tag).upper()
        if not told:
            return None
        if told not in COMPASS or len(told) != 1:
            what = {"Dealer": "the dealer", "Declarer": "declarer"}.get(tag, f"[{tag}]")
            raise self.error(tag, f"{what} must be N, E, S or W, not '{echoed(self.said(tag))}'")
        return COMPASS.index(told)


def records_in(text: str, name: str) -> list[Record]:
    """Read a file's boards, one for each table that played them.

    Missing facts have their usual values: dealer and vulnerability follow from the board's number,
    and the number from the board's place in the file.

    Args:
        text: all of it.
        name: of the file, for errors, which name the line.
    """
    records: list[Record] = []
    before: dict[str, str] = {}
    for game in _games(text, name):
        for tag, told in game.tags.items():
            if told.value in AS_BEFORE:
                game.tags[tag] = told._replace(value=before.get(tag, ""))
        told_of = [tag for tag in (*ABOUT, *SECTIONS) if tag in game.tags]
        if told_of and "Deal" not in game.tags:
            raise game.error(told_of[0], "a board without [Deal]")
        before |= {tag: told.value for tag, told in game.tags.items()}
        if "Deal" in game.tags:
            records.append(_read(game, records[-1].board.number if records else 0))
    if not records:
        raise UserError(f"{name} has no [Deal]: it must be in Portable Bridge Notation")
    return records


def _games(text: str, name: str) -> Iterator[Game]:
    """Yield the tags of each board at each table.

    A board begins with an event, with one of the first tags after an empty line, or where one of
    these comes again.
    """
    game, gap, last = Game(name), False, Tag("", 0, [])
    line, at = 1, 0
    for token in TOKEN.finditer(text):
        line += text.count("\n", at, token.start())
        at = token.start()
        if token["open"] is not None:
            raise UserError(
                f"{name}, line {line}: '{echoed(token['open'])}' is no tag with a value in quotes"
            )
        if token["comment"] is not None and not token["comment"].endswith("}"):
            raise UserError(
                f"{name}, line {line}: a comment begins and does not end: '}}' is missing"
            )
        gap |= token["gap"] is not None
        if token["word"] is not None:
            last.words.append((line, token["word"]))
        if token["name"] is None:
            continue
        tag = SPELLED.get(token["name"].lower(), token["name"])
        known, value = game.tags.get(tag), token["value"].strip()
        dealt = "Deal" in game.tags
        again = known is not None
        if tag == "Event" or (tag in FIRST and ((dealt and gap) or (again and (dealt or gap)))):
            yield game
            game = Game(name)
        elif tag in KNOWN and known is not None and known.value != value:
            raise UserError(
                f"{name}, line {line}: [{tag}] is '{echoed(value)}', and in line {known.line} "
                f"'{echoed(known.value)}'"
            )
        elif tag in SECTIONS and known is not None:
            raise UserError(f"{name}, line {line}: [{tag}] comes twice, first in line {known.line}")
        gap, last = False, Tag(value, line, [])
        game.tags.setdefault(tag, last)
    yield game


def _read(game: Game, last: int) -> Record:
    """Return the record of a board at a table from its tags."""
    told = game.said("Board")
    number = number_of(told, game.where("Board")) if told else last + 1
    try:
        return _record(game, number)
    except UserError as wrong:
        return unread(number, game.name, wrong)


def _record(game: Game, number: int) -> Record:
    """Return the record of the board with this number."""
    hands = hands_of(game.tags["Deal"].value, game.where("Deal"), hidden=True)
    dealer, caller = game.seat("Dealer"), game.seat("Auction")
    if None not in {dealer, caller} and dealer != caller:
        assert dealer is not None and caller is not None  # noqa: PT018, S101
        raise game.error("Auction", f"{CALLED[caller]} calls first, and {CALLED[dealer]} deals")
    dealer = caller if dealer is None else dealer
    dealer = usual_dealer(number) if dealer is None else dealer
    told = game.said("Vulnerable").lower()
    if told and told not in VULNERABLE:
        raise game.error(
            "Vulnerable",
            f"vulnerable must be None, NS, EW or All, not '{echoed(game.said('Vulnerable'))}'",
        )
    if game.tags.get("Vulnerable", Tag("", 0, [])).value == "-":
        told = "-"
    vulnerable = VULNERABLE[told] if told else usual_vulnerable(number)
    record = Record(
        Board(number, dealer, vulnerable, hands),
        tuple(re.sub(r"\\(.)", r"\1", game.said(called)) for called in CALLED),
        game.said("Room") or game.said("Table"),
        file=game.name,
        line=game.tags["Deal"].line,
        # Digits that nobody knows are question marks.
        day="" if "?" in game.said("Date") else game.said("Date"),
    )
    _check_sections(game)
    calls = _calls(game, record)
    record = replace(record, calls=calls)
    facts = _facts(game)
    plays = _plays(game, record, facts)
    return agreed(replace(record, plays=plays), facts)


def _check_sections(game: Game) -> None:
    """Refuse calls or cards that stand after a tag of another name, which may be misspelt."""
    for tag, told in game.tags.items():
        if tag not in SECTIONS and not tag.lower().endswith("table"):
            for line, word in told.words:
                if card_of(word) is not None or call_of(word) is not None:
                    raise UserError(
                        f"{game.name}, line {line}: '{echoed(word)}' is behind [{echoed(tag)}], "
                        "not [Auction] or [Play]"
                    )


def _words(game: Game, tag: str) -> list[tuple[int, str]]:
    """Return the calls or cards of a section, without its notes."""
    words = []
    for line, word in game.tags[tag].words if tag in game.tags else ():
        for part in NOTE.sub(" ", word).split():
            if part.startswith("^"):
                raise UserError(
                    f"{game.name}, line {line}: '{echoed(part)}' is an irregularity, which cannot "
                    "be played again"
                )
            if part != "+":
                words.append((line, part))
    return words


def _calls(game: Game, record: Record) -> tuple[Said, ...]:
    calls: list[Said] = []
    ended = ""
    for line, word in _words(game, "Auction"):
        code = call_of(word)
        if ended and word not in {"*", "-"}:
            raise record.error(
                line, f"'{echoed(word)}' stands behind '{ended}', which ends the calls"
            )
        if word in {"*", "-"} or word.upper() == "AP":
            ended = word
            # "AP" is all pass: three passes, or four where nobody has bid.
            left = passes_left(calls) if word.upper() == "AP" else 0
            calls += [Said(line, PASS)] * left
        elif code is None:
            raise record.error(line, f"'{echoed(word)}' is no call")
        else:
            calls.append(Said(line, code))
    return tuple(calls)


def _plays(game: Game, record: Record, facts: Facts) -> tuple[Said, ...]:
    """Return the cards in the order of play; the file has them in rows by seat."""
    cards: list[Said | None] = []
    ended = False
    for line, word in _words(game, "Play"):
        card = card_of(word)
        if ended:
            raise record.error(line, f"'{echoed(word)}' is behind '*', which ends the cards")
        ended = word == "*"
        if card is None and word not in {"*", "-"}:
            raise record.error(line, f"'{echoed(word)}' is no card; SA and H10 are some")
        if len(cards) == SEATS * TRICKS and not ended:
            raise record.error(line, f"'{echoed(word)}' is behind the last of 13 tricks")
        cards += [] if ended else [None if card is None else Said(line, card)]
    contract = contract_of(record) if record.calls else None
    if contract is None and facts.contract is not None:
        declarer = facts.declarer[1] if facts.declarer is not None else None
        contract = facts.contract[1]._replace(declarer=declarer)
    if contract is None or contract.declarer is None:
        return tuple(one for one in cards if one is not None)
    return tuple(_in_order(cards, contract, record))


def _in_order(cards: list[Said | None], contract: Contract, record: Record) -> list[Said]:
    assert contract.declarer is not None  # noqa: S101
    opening = leader = (contract.declarer + 1) % SEATS
    plays: list[Said] = []
    for at in range(0, len(cards), SEATS):
        row = cards[at : at + SEATS]
        for k in range(SEATS):
            place = (leader + k - opening) % SEATS
            card = row[place] if place < len(row) else None
            if card is None:
                rest = [one for one in cards[at:] if one is not None and one not in plays]
                if rest:
                    raise record.error(
                        rest[0].line,
                        f"{card_text(rest[0].code)} is played after a card that is not told",
                    )
                return plays
            plays.append(card)
        leader = seats_of(plays, contract)[1]
    return plays


def _facts(game: Game) -> Facts:
    """Return the statements of the tags other than calls and cards."""
    declarer, leader, told = game.seat("Declarer"), game.seat("Play"), game.said("Contract")
    contract = None
    if told:
        bid = BID.fullmatch(told)
        if bid is None and told.upper() not in {"PASS", "P"}:
            raise game.error("Contract", f"'{echoed(told)}' is no contract; 4S and 3NTX are some")
        code = (bid and call_of(bid["bid"])) or 0
        contract = Contract(code, len(bid["doubled"]) if bid else 0, None)
    scoring = game.said("Scoring").lower()
    plain = not any(one in scoring for one in OWN_SCORING)
    line = {tag: told.line for tag, told in game.tags.items()}
    tricks, score = _number(game, "Result", TRICKS), _number(game, "Score") if plain else None
    return Facts(
        contract and (line["Contract"], contract),
        None if declarer is None else (line["Declarer"], declarer),
        None if leader is None else (line["Play"], leader),
        tricks and (line["Result"], *tricks),
        score and (line["Score"], *score),
    )


def _number(game: Game, tag: str, most: int | None = None) -> tuple[int | None, int] | None:
    """Return the number that a tag gives, with its side; None where it gives none."""
    told = " ".join(game.said(tag).split())
    if not told:
        return None
    both = [NUMBER.fullmatch(one.strip()) for one in re.split(r"(?i)\s+(?=NS|EW)", told)]
    said = [
        (SIDE_NAMES.index(m["side"].upper()) if m["side"] else None, int(m["number"]))
        for m in both
        if m is not None
    ]
    if not said or len(said) != len(both):
        raise game.error(
            tag, f"'{echoed(told)}' is no number as [{tag}] has it, such as '9' or 'NS 9'"
        )
    if any(most is not None and not 0 <= number <= most for _, number in said):
        raise game.error(tag, f"[{tag}] must be from 0 to {most}, not '{echoed(told)}'")
    (side, number), *others = said
    fits = {(1 - side if side is not None else None, -number if most is None else most - number)}
    if others and {*others} != fits:
        raise game.error(tag, f"'{echoed(told)}' contradicts itself")
    return side, number


# ------------------------------------------------------------------- writing


def deal_text(hands: Sequence[int]) -> str:
    """Return a deal from North on, in the form that `hands_of` reads."""
    return "N:" + " ".join(
        ".".join(ranks for _, ranks in by_suits(cards)) if cards else "-" for cards in hands
    )


def written(record: Record, more: Mapping[str, str]) -> list[str]:
    """Return the lines of a board as it was played at a table.

    Args:
        record: the board.
        more: tags that go before the auction, such as the kind of scoring.
    """
    board, contract = record.board, contract_of(record)
    declarer = None if contract is None else contract.declarer
    tags = {
        "Event": "cardsim",
        "Site": "",
        "Date": "",
        "Board": str(board.number),
        **{CALLED[seat]: record.players[seat] for seat in (3, 0, 1, 2)},
        "Dealer": COMPASS[board.dealer],
        "Vulnerable": VULNERABLE_WORDS[board.vulnerable],
        "Deal": deal_text(board.hands),
        "Scoring": more.get("Scoring", ""),
        "Declarer": "" if declarer is None else COMPASS[declarer],
        "Contract": "?" if contract is None else contract.text,
        "Result": "" if record.tricks is None else str(record.tricks),
        **more,
    }
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
    calls = [call_text(said.code) for said in record.calls]
    lines += [f'[Auction "{COMPASS[board.dealer]}"]', *_rows(calls)]
    if contract is None or declarer is None:
        return lines
    # The tricks, each from the opening leader's seat on.
    seats, opening = seats_of(record.plays, contract)[0], (declarer + 1) % SEATS
    rows = [["-"] * SEATS for _ in range(0, len(seats), SEATS)]
    for n, (said, seat) in enumerate(zip(record.plays, seats, strict=True)):
        rows[n // SEATS][(seat - opening) % SEATS] = card_text(said.code)
    return [*lines, f'[Play "{COMPASS[opening]}"]', *(" ".join(row) for row in rows)]


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _rows(words: Sequence[str]) -> list[str]:
    return [" ".join(words[at : at + SEATS]) for at in range(0, len(words), SEATS)]
