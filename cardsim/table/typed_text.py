"""Hands from a real table as text: one line an action.

This module reads and writes the text; `typed_hands` plays what it says.
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
"""What may be said of the table as in `cardsim play`, beside house rules."""
STANDS = ("lives", "pennies", "score", "scores", "bags")
"""What may be said of a match before the hand, where the game counts it so."""
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
"""What chance does by the rules, and how it is typed."""
SAID = {
    **dict.fromkeys(("draw", "draws", "drew"), "draw"),
    **dict.fromkeys(("flip", "flips"), "flip"),
    **dict.fromkeys(("roll", "rolls"), "roll"),
    **dict.fromkeys(("turn", "turns"), "turn"),
}
QUIET = ("pass", "no", "silent", "continue", "look", "play")
"""First actions of decisions that go without saying: nothing is done."""
SPOKEN = ("call",)
"""Decisions in which a pass must be said."""
PLAYS = ("play", "lead")
"""Decisions in which somebody may act for another seat, as for dummy."""
JOKER, DICE = 13, 4
NOTATIONS = {".pbn": "bridge", ".lin": "bridge", ".egn": "euchre"}
"""How files end that other programs write, and the game of each."""
TYPED = (".txt", *NOTATIONS)
"""How files end that people type, or such programs write."""
LARGEST = 1_000_000
"""Bytes of a file that anybody types."""
MOST_LISTED = 4
"""Hands of a file that an error names."""
NOBODY = -1
CLAIM = "claim"
"""The tricks that somebody takes in all, where the rest was not played."""
_CARD = re.compile(r"(JOKER|[A2-9TJQK])([CDHS]?)")
_IN_TEXT = re.compile(r"\b(10|[A2-9TJQK])([CDHS♣♦♥♠])(?!\w)", re.IGNORECASE)


class Card(NamedTuple):
    """A card that was typed: its rank from 0 for an ace, 13 for a joker; its suit or -1."""

    rank: int
    suit: int

    def like(self, other: Card) -> bool:
        """Whether it may be the same card, as far as both are told."""
        return self.rank == other.rank and (
            self.suit == other.suit or -1 in (self.suit, other.suit)
        )

    def __str__(self) -> str:
        """As it is typed."""
        if self.rank == JOKER:
            return "joker"
        return f"{RANKS[self.rank]}{'CDHS'[self.suit] if self.suit >= 0 else ''}"


class Item(NamedTuple):
    """One thing that was typed.

    Attributes:
        line: its number.
        kind: `act`, `show`, `hand`, or what chance did.
        seat: whose, as the text counts them; NOBODY for the table.
        text: what was done.
        cards: that are named in it; of a roll the dice.
    """

    line: int
    kind: str
    seat: int
    text: str = ""
    cards: tuple[Any, ...] = ()

    @property
    def draws(self) -> bool:
        """Whether it says no more than that a card was drawn."""
        return self.kind == "act" and self.text == "draw"


@dataclass(frozen=True)
class Record:
    """What somebody typed.

    Attributes:
        file: its name, for errors.
        asked: the arguments of `resolve`.
        names: of the seats, in the order in which they are dealt to first.
        you: the place of yours among them.
        board: the number of a board, from 0.
        stands: lives or points before the hand, by seat or by side.
        items: what happened, in order.
    """

    file: str
    asked: dict[str, Any]
    names: tuple[str, ...]
    you: int
    board: int
    stands: Mapping[str, tuple[int, ...]]
    items: tuple[Item, ...]


def is_typed(path: Path) -> bool:
    """Whether a file is of somebody who typed it, or of another program, by how it ends."""
    return path.suffix.lower() in TYPED


def hands_in(path: Path) -> list[Noted]:
    """The hands of a file: the one that somebody typed, or all that another program wrote."""
    try:
        if path.stat().st_size > LARGEST:
            raise UserError(f"{path} is too large for a hand that was typed in")
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
    """The hands that are asked for, with the seat in their lines whose decisions are meant.

    Args:
        hands: of the file.
        file: its name, for errors.
        seat: its name, or that of who sat there; empty for `you`.
        board: the label of a hand, or its number alone; empty for all.
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
    """The hand with the seat that is meant in its lines; None where nobody of that name sits there.

    What somebody typed stays as it is.
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


def read_record(written: Sequence[tuple[int, str]], file: str, seat: str = "") -> Record:
    """What was typed.

    Args:
        written: lines with their numbers.
        file: its name, for errors.
        seat: whose decisions are looked back at; whom the text calls `you` by default.

    Raises:
        UserError: a line of it is none.
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
    return Record(file, asked, names, places[0], int(board or 1) - 1, stands, tuple(items))


def _counted(text: str, name: str, file: str) -> tuple[int, ...]:
    """Numbers with commas between them."""
    if not re.fullmatch(r"\d{1,4}(\s*,\s*\d{1,4})*", text):
        raise UserError(f"{file}: '{name}' must be {NUMBERS.allowed}, not {echoed(text)}")
    return tuple(map(int, text.split(",")))


def _head(lines: Sequence[tuple[int, str]], file: str) -> dict[str, str]:
    """What is said of the table, by name; a line each."""
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
    """The places of the names that somebody may mean: one, or those that begin so."""
    low = [one.lower() for one in names]
    same = [k for k, one in enumerate(low) if one == name.lower()]
    return same or [k for k, one in enumerate(low) if name and one.startswith(name.lower())]


def _laid(items: list[Item]) -> list[Item]:
    """The same in a game in which somebody says how many cards he lays, and then which."""
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
    """What somebody did, or what chance did for him."""
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
        # `turn up cell 3` is something that is done, too.
        cards = [card_id(spelled(m[0])) for m in _IN_TEXT.finditer(part)]
        yield Item(n, "act", seat, part, tuple(card_of(card, ranked=False) for card in cards))


def _cards(text: str, n: int, file: str) -> tuple[Card, ...]:
    cards = []
    for one in re.split(r"[\s,]+", spelled(text).strip()):
        match = _CARD.fullmatch(one)
        if match is None:
            raise UserError(f"{file}, line {n}: '{echoed(one)}' is no card; 7S and 10H are some")
        rank = JOKER if match[1] == "JOKER" else RANKS.index(match[1])
        cards.append(Card(rank, "CDHS".index(match[2]) if match[2] else -1))
    return tuple(cards)


# ------------------------------------------------------------------- writing


def typed_text(steps: Sequence[Step], spec: RunSpec, game: Game, hero: int) -> str:
    """A hand or match that was played, as `read_record` reads it, with all that was hidden.

    Args:
        steps: of the hand.
        spec: its table.
        game: what was played.
        hero: whose decisions are looked back at.
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
    """What the seats are called: by numbers from whom is dealt to first, or as the game does."""
    if game.keeps_names:
        return list(game.seat_names(game.rules(), spec.players))
    first = next(event.seat for some in chances for event in some if event.seat >= 0)
    return [str((seat - first) % spec.players + 1) for seat in range(spec.players)]


def _table(steps: Sequence[Step], spec: RunSpec, game: Game) -> list[str]:
    """Lines for what is unusual at the table."""
    usual = {o.name: o.default for o in game.options}
    said = {} if game.keeps_names else {"players": str(spec.players)}
    if len(game.units) > 1:
        said["unit"] = spec.unit
    said |= {n.replace("_", "-"): shown(v) for n, v in spec.rules if v != usual[n]}
    if game.keeps_names and "board" in (game.state.names or ()):
        said["board"] = str(int(steps[0].after["board"]) + 1)
    return [f"game: {game.name}", *(f"{name}: {value}" for name, value in said.items())]


def chanced(game: Game, step: Step, events: Sequence[Event]) -> list[Event]:
    """What chance did in a step: events whose kinds are values of `CHANCES`."""
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
    """A line for what somebody did; empty where it goes without saying."""
    decision, state = step.decision, step.before
    assert decision is not None  # noqa: S101
    text = word(game, decision, view_in(game, state), step.action)
    if step.action == 0 and goes_unsaid(decision) and text != "pass":
        return ""
    plays = decision.name in PLAYS and "acting_for" in (game.state.names or ())
    seat = int(state["acting_for"]) if plays else step.seat
    return f"{names[seat]}: {text.translate(LETTERS)}"


def goes_unsaid(decision: Decision) -> bool:
    """Whether nobody says that he does nothing, which is the first action."""
    return decision.name not in SPOKEN and decision.actions[:1] in {(word,) for word in QUIET}


def _come(event: Event, *, ranked: bool) -> str:
    """What chance did, as it is typed."""
    kind = event.kind
    if kind == "roll":
        return f"roll {' '.join(map(str, event.values))}"
    return f"{kind} {card_of(event.values[0], ranked=ranked)}"


def _dealt(some: Sequence[Event], names: Sequence[str], *, ranked: bool) -> list[str]:
    """Lines for what chance did for itself."""
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


def card_of(value: int, *, ranked: bool) -> Card:
    """The card that a deck has under a number."""
    return Card(value, -1) if ranked else Card(value % 13, value // 13)
