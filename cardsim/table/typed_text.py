"""Hands from a real table as text: one line an action.

This module reads and writes the text; `typed_hands` plays it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from cardsim.cards import RANKS, card_id
from cardsim.engine.table import view_in
from cardsim.errors import UserError, echoed
from cardsim.game import DEALT, Decision, Event, Game, Noted, Step
from cardsim.games import load_game
from cardsim.options.card_text import LETTERS, spelled
from cardsim.options.params import did_you_mean, pack, shown
from cardsim.places import NUMBERS
from cardsim.runs.company import unsaid
from cardsim.runs.spec import RunSpec
from cardsim.runs.words import listed
from cardsim.table.seat_words import part_of, word

TABLE = ("players", "unit", "preset", "vs", "seed")
"""Options of the table in a text, as in `cardsim play`, besides house rules."""
STANDS = ("lives", "pennies", "score", "scores", "bags")
"""Scores before the hand that a text may state, if the game keeps them."""
CHANCES = {
    "deal": "deal",
    "layout": "deal",
    "upcard": "up",
    "draw": "draw",
    "drew": "draw",
    "flip": "flip",
    "roll": "roll",
    "turned": "turn",
    "off": "turn",
}
"""Events of chance by the rules, and how they are typed."""
SAID = {
    **dict.fromkeys(("draw", "draws", "drew"), "draw"),
    **dict.fromkeys(("flip", "flips"), "flip"),
    **dict.fromkeys(("roll", "rolls"), "roll"),
    **dict.fromkeys(("turn", "turns"), "turn"),
}
QUIET = ("pass", "no", "silent", "continue", "look", "play")
"""First actions that need not be typed: nothing is done."""
SPOKEN = ("call",)
"""Decisions in which a pass must be typed."""
PLAYS = ("play", "lead")
"""Decisions in which somebody may act for another seat, as for dummy."""
JOKER, DICE = 13, 4
NOTATIONS = {".pbn": "bridge", ".lin": "bridge", ".egn": "euchre"}
"""Endings of files that other programs write, and the game of each."""
TYPED = (".txt", *NOTATIONS)
"""Endings of files that people type, or such programs write."""
LARGEST = 1_000_000
"""Largest size of a typed file in bytes."""
MOST_LISTED = 4
"""Hands of a file that an error names."""
NOBODY = -1
CLAIM = "claim"
"""Kind of a line with a claim: all tricks that somebody takes, without the rest being played."""
_CARD = re.compile(r"(JOKER|[A2-9TJQK])([CDHS]?)")
_IN_TEXT = re.compile(r"\b(10|[A2-9TJQK])([CDHS♣♦♥♠])(?!\w)", re.IGNORECASE)


class TypedCard(NamedTuple):
    """A typed card: its rank from 0 for an ace, 13 for a joker; its suit or -1."""

    rank: int
    suit: int

    def like(self, other: TypedCard) -> bool:
        """Return True if it may be the same card, as far as both are stated."""
        return self.rank == other.rank and (
            self.suit == other.suit or -1 in (self.suit, other.suit)
        )

    def __str__(self) -> str:
        """Return the card as it is typed."""
        if self.rank == JOKER:
            return "joker"
        return f"{RANKS[self.rank]}{'CDHS'[self.suit] if self.suit >= 0 else ''}"


class Item(NamedTuple):
    """One item of a typed text.

    Attributes:
        kind: `act`, `show`, `hand`, or an event of chance.
        seat: its seat, as the text counts them; NOBODY for the table.
        text: the action.
        cards: cards named in it; of a roll the dice.
    """

    line: int
    kind: str
    seat: int
    text: str = ""
    cards: tuple[Any, ...] = ()

    @property
    def draws(self) -> bool:
        """True if it only says that a card was drawn."""
        return self.kind == "act" and self.text == "draw"


@dataclass(frozen=True)
class TypedText:
    """A typed text.

    Attributes:
        file: name of the file, for errors.
        asked: the arguments of `resolve`.
        names: names of the seats, in the order in which they are dealt to first.
        you: your place among them.
        board: number of a board, from 0.
        stands: lives or points before the hand, by seat or by side.
        items: events, in order.
    """

    file: str
    asked: dict[str, Any]
    names: tuple[str, ...]
    you: int
    board: int
    stands: Mapping[str, tuple[int, ...]]
    items: tuple[Item, ...]


def is_typed(path: Path) -> bool:
    """Return True if a file is a typed text, or one of another program, by its ending."""
    return path.suffix.lower() in TYPED


def hands_in(path: Path) -> list[Noted]:
    """Return the hands of a file: the one of a typed text, or all of another program's file."""
    try:
        if path.stat().st_size > LARGEST:
            raise UserError(
                f"{path} is larger than 1 MB, which is the most that a file of hands may be"
            )
        content = path.read_bytes()
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from None
    suffix = path.suffix.lower()
    if suffix in NOTATIONS:
        read: Any = part_of(load_game(NOTATIONS[suffix]), "typed")
        noted: list[Noted] = read.noted(content, str(path))
        return noted
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UserError(f"{path} is no text in UTF-8") from None
    return [Noted("", "", (), (), tuple(enumerate(text.splitlines(), 1)))]


def asked_for(hands: Sequence[Noted], file: str, seat: str, board: str) -> list[Noted]:
    """Return the hands asked for, with the seat whose decisions are judged in their lines.

    Args:
        hands: hands of the file.
        file: name of the file, for errors.
        seat: name of the seat, or of its player; empty for `you`.
        board: label of a hand, or its number alone; empty for all.
    """
    if board:
        low = board.lower()
        of_board = [h for h in hands if low in {h.label.lower(), h.label.partition(":")[0]}]
        if not of_board:
            known = ", ".join(hand.label for hand in hands if hand.label) or "none"
            raise UserError(f"--board must be of {file} ({known}), not {echoed(board)}")
        hands = of_board
    if len(hands) > 1 and not seat and not any(_says_you(hand) for hand in hands):
        some = listed([hand.label for hand in hands], "or", most=MOST_LISTED)
        hint = "--seat NAME looks back at all of one seat"
        raise UserError(f"{file} has {len(hands)} hands: say --board, {some}", hint=hint)
    alone = len(hands) == 1
    found = [hand if hand.wrong else _of_seat(hand, seat, alone=alone) for hand in hands]
    chosen = [hand for hand in found if hand is not None]
    if not chosen:
        names = [n for h in hands for n in (*h.seats, *h.players) if n]
        raise UserError(
            f"--seat must be one of {', '.join(dict.fromkeys(names))}, not {echoed(seat)}"
        )
    return chosen


def _says_you(hand: Noted) -> bool:
    return any(line.startswith("you:") for _, line in hand.lines)


def _of_seat(hand: Noted, seat: str, *, alone: bool) -> Noted | None:
    """Return the hand with the seat in its lines; None if nobody of that name sits there.

    Typed texts stay as they are.
    """
    if not hand.seats:
        return hand
    if not seat:
        return hand if alone or _says_you(hand) else None
    players = [k for k, who in enumerate(hand.players) if who.lower() == seat.lower()]
    places = _named(seat, hand.seats)
    if len(seat) > 1 and seat.lower() not in {name.lower() for name in hand.seats}:
        places = players or places
    if len(places) != 1:
        return None
    own = {f"you: {name}" for name in hand.seats}
    (first, game), *rest = [one for one in hand.lines if one[1] not in own]
    return hand._replace(lines=((first, game), (first, f"you: {hand.seats[places[0]]}"), *rest))


def read_record(written: Sequence[tuple[int, str]], file: str, seat: str = "") -> TypedText:
    """Parse a typed text.

    Args:
        written: lines with their numbers.
        file: name of the file, for errors.
        seat: seat whose decisions are judged; by default the one that the text calls `you`.
    """
    stripped = [(n, line.partition("#")[0].strip()) for n, line in written]
    lines = [(n, line) for n, line in stripped if line]
    said = _head(lines, file)
    rest = lines[len(said) :]
    if "game" not in said:
        raise UserError(f"{file} must begin with the game, such as 'game: scat'")
    game = load_game(said.pop("game"))
    if any(line.partition(":")[0].strip().lower() in {"seats", *TABLE} for _, line in rest):
        n, line = rest[0]
        what = echoed(line.partition(":")[0])
        raise UserError(f"{file}, line {n}: '{what}' is nothing that can be said of {game.name}")
    seats, called, board = (said.pop(name, "") for name in ("seats", "you", "board"))
    table: dict[str, Any] = {name: said.pop(name) for name in TABLE if name in said}
    names = _names(game, seats, table.get("players"), file)
    if not game.keeps_names:
        table["players"] = str(len(names))
    stands = {name: _counted(said.pop(name), name, file) for name in STANDS if name in said}
    options = {name.replace("-", "_"): value for name, value in said.items()}
    against = unsaid(game, table.get("preset", next(iter(game.presets))))
    asked = {"game": game.name, "options": options, "seed": "1", "vs": against, **table}
    places = _named(seat or called or "you", names)
    if len(places) != 1 and seat:
        raise UserError(f"--seat must be one of {', '.join(names)}, not {echoed(seat)}")
    if len(places) != 1:
        hint = "say 'you: NAME', call one of the seats 'you', or --seat NAME"
        raise UserError(f"{file} does not say where you sit", hint=hint)
    if board and not re.fullmatch(r"[1-9]\d{0,5}", board):
        raise UserError(f"{file}: board must be a number from 1 on, not {echoed(board)}")
    items = [item for n, line in rest for item in _items(line, n, names, file)]
    if "card" in getattr(part_of(game, "seat"), "UNSEEN", ()):
        items = _laid(items)
    return TypedText(file, asked, names, places[0], int(board or 1) - 1, stands, tuple(items))


def _counted(text: str, name: str, file: str) -> tuple[int, ...]:
    """Return numbers separated by commas."""
    if not re.fullmatch(r"\d{1,4}(\s*,\s*\d{1,4})*", text):
        raise UserError(f"{file}: '{name}' must be {NUMBERS.allowed}, not {echoed(text)}")
    return tuple(map(int, text.split(",")))


def _head(lines: Sequence[tuple[int, str]], file: str) -> dict[str, str]:
    """Return the options of the table, by name; a line each."""
    said: dict[str, str] = {}
    known = {"game", "seats", "you", "board", *TABLE}
    for n, line in lines:
        name, colon, value = (part.strip() for part in line.partition(":"))
        name = name.lower().replace("_", "-")
        if name not in known or not colon:
            break
        if name in said:
            raise UserError(f"{file}, line {n}: '{name}' is said twice")
        if name == "game":
            value = value.lower()
            game = load_game(value)
            known |= {o.name.replace("_", "-") for o in game.options}
            known |= {*STANDS} & {*(game.state.names or ())}
        said[name] = value
    return said


def _named(name: str, names: Sequence[str]) -> list[int]:
    """Return the places of the names that a text may mean: one, or those that begin with it."""
    low = [one.lower() for one in names]
    same = [k for k, one in enumerate(low) if one == name.lower()]
    return same or [k for k, one in enumerate(low) if name and one.startswith(name.lower())]


def _laid(items: list[Item]) -> list[Item]:
    """Return the items with cards added, if a seat says how many it plays, and then which."""
    known = list(items)
    for n, item in enumerate(items):
        count = int(item.text) if item.text.isdecimal() else 0
        some = items[n + 1 : n + 1 + count]
        own = [one for one in some if one.kind == "act" and one.seat == item.seat]
        read = [_CARD.fullmatch(spelled(one.text)) for one in own]
        if count and len(own) == count and all(read):
            for k, one in enumerate(own, n + 1):
                known[k] = one._replace(cards=_cards(one.text, one.line, ""))
    return known


def _names(game: Game, seats: str, players: str | None, file: str) -> tuple[str, ...]:
    if not game.decisions:
        raise UserError(f"nobody decides anything in {game.name}: there is nothing to look back at")
    if game.keeps_names:
        if seats:
            raise UserError(f"{file}: seats have names of their own in {game.name}")
        return tuple(game.seat_names(game.rules(), game.players[2]))
    if seats:
        names = tuple(name.strip() for name in seats.split(","))
        wrong = [n for n in names if not re.fullmatch(r"[^\W_][^:;#,]*", n)]
        low = [name.lower() for name in names]
        twice = [n for n in names if low.count(n.lower()) > 1]
        if wrong or twice:
            why = f"has {twice[0]} twice" if twice else f"has {echoed(wrong[0])}, which is no name"
            raise UserError(f"{file}: 'seats' {why}")
        if players not in {None, str(len(names))}:
            raise UserError(
                f"{file}: players is {echoed(players)}, and 'seats' has {len(names)} names"
            )
        return names
    said = str(game.players[2]) if players is None else players
    if not re.fullmatch(r"[1-9]\d?", said):
        raise UserError(f"{file}: players must be a whole number, not {echoed(said)}")
    return tuple(str(k + 1) for k in range(int(said)))


def _items(line: str, n: int, names: Sequence[str], file: str) -> list[Item]:
    head, colon, rest = (part.strip() for part in line.partition(":"))
    first, _, whose = head.partition(" ")
    if first.lower() == "hand" and not rest:
        return [Item(n, "hand", NOBODY)]
    if head.lower() == CLAIM and CLAIM not in map(str.lower, names):
        if not re.fullmatch(r"\d\d?", rest):
            raise UserError(f"{file}, line {n}: a claim is of tricks, not '{echoed(rest)}'")
        return [Item(n, CLAIM, NOBODY, rest)]
    if not colon:
        raise UserError(f"{file}, line {n}: 'WHO: WHAT' is expected, not '{echoed(line)}'")
    kind = first.lower() if first.lower() in {"deal", "show", "up"} else "act"
    name = head if kind == "act" else whose
    if kind == "up" or (kind, name.lower()) == ("deal", "table"):
        return [Item(n, kind, NOBODY, rest, _cards(rest, n, file))]
    found = _named(name, names)
    if len(found) != 1:
        raise UserError(
            f"{file}, line {n}: '{echoed(name)}' is none of the seats: {', '.join(names)}",
            hint=did_you_mean(name, list(names)),
        )
    if kind != "act":
        return [Item(n, kind, found[0], rest, _cards(rest, n, file))]
    parts = [part.strip() for part in rest.split(";") if part.strip()]
    return [item for part in parts for item in _part(part, n, found[0], file)]


def _part(part: str, n: int, seat: int, file: str) -> Iterator[Item]:
    """Yield an action, or an event of chance for a seat."""
    verb, _, more = part.partition(" ")
    chance = SAID.get(verb.lower(), "")
    if chance == "roll":
        dice = re.findall(r"[1-6]", more)
        if len(dice) != DICE:
            raise UserError(f"{file}, line {n}: a roll has {DICE} dice, not '{echoed(more)}'")
        yield Item(n, chance, seat, part, tuple(map(int, dice)))
    elif chance and (not more or _CARD.fullmatch(spelled(more).replace(" ", ""))):
        if chance == "draw":
            yield Item(n, "act", seat, "draw")
        if more:
            yield Item(n, chance, seat, part, _cards(more, n, file))
    else:
        # `turn up cell 3` is an action, too.
        cards = [card_id(spelled(m[0])) for m in _IN_TEXT.finditer(part)]
        yield Item(n, "act", seat, part, tuple(card_of(card, ranked=False) for card in cards))


def _cards(text: str, n: int, file: str) -> tuple[TypedCard, ...]:
    cards = []
    for one in re.split(r"[\s,]+", spelled(text).strip()):
        match = _CARD.fullmatch(one)
        if match is None:
            raise UserError(f"{file}, line {n}: '{echoed(one)}' is no card; 7S and 10H are some")
        rank = JOKER if match[1] == "JOKER" else RANKS.index(match[1])
        cards.append(TypedCard(rank, "CDHS".index(match[2]) if match[2] else -1))
    return tuple(cards)


# ------------------------------------------------------------------- writing


def typed_text(steps: Sequence[Step], spec: RunSpec, game: Game, hero: int) -> str:
    """Return a played hand or match as `read_record` reads it, with everything hidden.

    `hero` is the seat whose decisions are judged.
    """
    if not game.decisions:
        raise UserError(f"nobody decides anything in {game.name}: there is nothing to look back at")
    rules = pack(game.rules(**dict(spec.rules)))[0]
    chances = [chanced(game, step, game.narrate([step], rules)) for step in steps]
    names = _numbers(game, spec, chances)
    ranked = "deck" in (game.state.names or ()) and int(steps[0].after["deck"].max()) <= JOKER
    lines = [*_table(steps, spec, game), f"you: {names[hero]}"]
    for step, some in zip(steps, chances, strict=True):
        if step.decision is None:
            lines += ["", "hand"] if step.action == DEALT else []
            lines += _dealt(some, names, ranked=ranked)
            continue
        own = [e for e in some if e.kind in {"draw", "flip", "turn"} and e.seat == step.seat]
        said, parts = _said(game, step, names), [_come(event, ranked=ranked) for event in own]
        who, _, what = said.partition(": ")
        if what.startswith("draw") and parts:
            said = f"{who}: {parts.pop(0)}"
        if said or parts:
            lines.append("; ".join([said, *parts]))
        lines += _dealt([event for event in some if event not in own], names, ranked=ranked)
    return "\n".join(lines) + "\n"


def _numbers(game: Game, spec: RunSpec, chances: Sequence[Sequence[Event]]) -> list[str]:
    """Return the names of the seats: numbers from the one dealt to first, or the game's names."""
    if game.keeps_names:
        return list(game.seat_names(game.rules(), spec.players))
    first = next(event.seat for some in chances for event in some if event.seat >= 0)
    return [str((seat - first) % spec.players + 1) for seat in range(spec.players)]


def _table(steps: Sequence[Step], spec: RunSpec, game: Game) -> list[str]:
    """Return lines for the table's options that differ from the defaults."""
    usual = {o.name: o.default for o in game.options}
    said = {} if game.keeps_names else {"players": str(spec.players)}
    if len(game.units) > 1:
        said["unit"] = spec.unit
    said |= {n.replace("_", "-"): shown(v) for n, v in spec.rules if v != usual[n]}
    if game.keeps_names and "board" in (game.state.names or ()):
        said["board"] = str(int(steps[0].after["board"]) + 1)
    return [f"game: {game.name}", *(f"{name}: {value}" for name, value in said.items())]


def chanced(game: Game, step: Step, events: Sequence[Event]) -> list[Event]:
    """Return the events of chance in a step, with kinds that are values of `CHANCES`."""
    says: Any = part_of(game, "seat")
    found = []
    for event in events:
        kind = CHANCES.get(event.kind)
        if kind is not None and event.values:
            values = event.values
            if kind == "deal" and hasattr(says, "card_dealt"):
                values = (says.card_dealt(step.after, event.seat, *values),)
            found.append(Event(kind, event.seat, values))
    return found


def _said(game: Game, step: Step, names: Sequence[str]) -> str:
    """Return the line of an action; empty if it need not be typed."""
    decision, state = step.decision, step.before
    assert decision is not None  # noqa: S101
    text = word(game, decision, view_in(game, state), step.action)
    if step.action == 0 and goes_unsaid(decision) and text != "pass":
        return ""
    plays = decision.name in PLAYS and "acting_for" in (game.state.names or ())
    seat = int(state["acting_for"]) if plays else step.seat
    return f"{names[seat]}: {text.translate(LETTERS)}"


def goes_unsaid(decision: Decision) -> bool:
    """Return True if the first action of a decision need not be typed."""
    return decision.name not in SPOKEN and decision.actions[:1] in {(word,) for word in QUIET}


def _come(event: Event, *, ranked: bool) -> str:
    """Return an event of chance as it is typed."""
    kind = event.kind
    if kind == "roll":
        return f"roll {' '.join(map(str, event.values))}"
    return f"{kind} {card_of(event.values[0], ranked=ranked)}"


def _dealt(some: Sequence[Event], names: Sequence[str], *, ranked: bool) -> list[str]:
    """Return lines for events of chance without an action."""
    by_seat: dict[int, list[str]] = {}
    lines = []
    for event in some:
        kind = event.kind
        if kind == "deal":
            by_seat.setdefault(event.seat, []).append(str(card_of(event.values[0], ranked=ranked)))
        elif kind == "up":
            lines.append(f"up: {card_of(event.values[0], ranked=ranked)}")
        else:
            lines.append(f"{names[event.seat]}: {_come(event, ranked=ranked)}")
    dealt = [
        f"deal {names[seat] if seat >= 0 else 'table'}: {' '.join(cards)}"
        for seat, cards in sorted(by_seat.items(), key=lambda one: one[0] % len(names))
    ]
    return dealt + lines


def card_of(value: int, *, ranked: bool) -> TypedCard:
    """Return the card of a number in a deck."""
    return TypedCard(value, -1) if ranked else TypedCard(value % 13, value // 13)
