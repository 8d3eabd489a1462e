"""A table as a seat sees it, as data: who sits where, what lies open, and what the seat holds.

A game's `seat.py` fills a `Felt` from a view alone, so it has nothing hidden. The page of
`cardsim play --web` draws it, and the terminal tells its rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from cardsim.cards import PACK, SYMBOLS, card_symbol

CARD = re.compile(rf"(10|[A2-9TJQK])([{SYMBOLS}])")
"""A card as people write it."""
BACK = "?"
"""A card face down."""
STOCK = "stock"
"""The tap on a stock."""
HAND = "your hand"


class Spread(NamedTuple):
    """Cards that lie together.

    Attributes:
        label: what they are.
        cards: each card as people write it, `BACK` face down; an empty text begins a new group.
        taps: what a tap on each means; the card itself, if empty.
        note: a further word on them.
        wide: number of cards in a row of a grid; 0 without one.
        under: number of cards face down, in a pile.
    """

    label: str
    cards: tuple[str, ...] = ()
    taps: tuple[str, ...] = ()
    note: str = ""
    wide: int = 0
    under: int = 0


class Chair(NamedTuple):
    """A seat as all see it.

    Attributes:
        name: what the seat is called.
        facts: numbers of the seat, each with a label, such as its lives.
        marks: roles of the seat, such as `dealer`.
        held: number of cards that only the seat itself sees.
        spreads: open cards before it.
    """

    name: str
    facts: tuple[tuple[str, str], ...] = ()
    marks: tuple[str, ...] = ()
    held: int = 0
    spreads: tuple[Spread, ...] = ()


class Trick(NamedTuple):
    """A trick.

    Attributes:
        laid: seat and card, in the order laid.
        taker: seat that took it; -1 if it is not complete.
    """

    laid: tuple[tuple[int, str], ...] = ()
    taker: int = -1


class Felt(NamedTuple):
    """A table as a seat sees it.

    Attributes:
        chairs: the seats, clockwise.
        you: number of your seat.
        turn: number of the seat whose turn it is.
        facts: what concerns the whole table, such as score and trumps, each with a label.
        middle: open cards, stock and discards.
        trick: the trick in the middle; None in a game, or a part of one, without tricks.
        last: the trick before.
        sheet: rows of a table of numbers, each with a label.
        hand: what only you see, sorted as the game sorts it.
        own: what you may count of it, each with a label.
        ahead: number of cards that you may lift before you are asked for them; 0 for none.
    """

    chairs: tuple[Chair, ...]
    you: int
    turn: int
    facts: tuple[tuple[str, str], ...] = ()
    middle: tuple[Spread, ...] = ()
    trick: Trick | None = None
    last: Trick | None = None
    sheet: tuple[tuple[str, tuple[str, ...]], ...] = ()
    hand: Spread = Spread(HAND)
    own: tuple[tuple[str, str], ...] = ()
    ahead: int = 0


def chairs(
    names: Sequence[str],
    *,
    held: Iterable[Any] = (),
    marks: Iterable[tuple[str, int]] = (),
    spreads: Iterable[tuple[int, Spread]] = (),
    **facts: Sequence[Any],
) -> tuple[Chair, ...]:
    """Return the seats of a table.

    Args:
        names: their names, clockwise.
        held: number of hidden cards of each.
        marks: roles, each with its seat; a seat below 0 has none.
        spreads: open cards, each with the seat before which they lie.
        facts: values for every seat by their label, with `_` for a blank.
    """
    counts, roles, lies = list(held), list(marks), list(spreads)
    return tuple(
        Chair(
            name,
            tuple((label.replace("_", " "), str(of[seat])) for label, of in facts.items()),
            tuple(role for role, who in roles if who == seat),
            int(counts[seat]) if counts else 0,
            tuple(spread for who, spread in lies if who == seat),
        )
        for seat, name in enumerate(names)
    )


def spread(label: str, cards: Iterable[int], note: str = "") -> Spread:
    """Return cards from the ace up."""
    rising = sorted(cards, key=lambda c: (c % 13, c))
    return Spread(label, tuple(map(card_symbol, rising)), note=note)


def suited(label: str, cards: Iterable[int], trumps: Sequence[int] = ()) -> Spread:
    """Return cards by suit, from the ace down.

    The ids of all trumps, the highest first, come before the suits.
    """
    held = {*cards}
    suits = [[c for c in trumps if c in held]]
    rest = held.difference(trumps)
    for suit in (3, 2, 1, 0):
        own = sorted((c for c in rest if c // 13 == suit), key=lambda c: -((c % 13 - 1) % 13))
        suits.append(own)
    return Spread(label, grouped([map(card_symbol, suit) for suit in suits]))


def grouped(groups: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """Return cards with an empty text before every group but the first."""
    cards: list[str] = []
    for group in map(list, groups):
        cards += ["", *group] if cards and group else group
    return tuple(cards)


def stock(cards: Any, label: str = "stock") -> Spread:
    """Return a stock of so many cards, from which one draws by a tap."""
    return Spread(label, taps=(STOCK,), under=int(cards))


def trick_of(view: Any, out: Sequence[int] = (), *, back: int = 0) -> Trick | None:
    """Return the current trick, or one before it.

    Args:
        view: view of a trick game, with the fields of `cardsim.tricks.shown`.
        out: seats that play no cards.
        back: number of tricks before the current one.

    Returns:
        The trick; None before the first.
    """
    n = int(view.tricks) - back
    if n < 0:
        return None
    over = n < int(view.tricks)
    first = int(view.leaders[n]) if over else int(view.leader)
    seats = [seat for k in range(4) if (seat := (first + k) % 4) not in out]
    cards = [int(c) for c in view.history[n]] if n < len(view.history) else []
    laid = tuple((s, card_symbol(c)) for s, c in zip(seats, cards, strict=False) if c < PACK)
    return Trick(laid, int(view.leaders[n + 1]) if over else -1)


def named(names: Sequence[str], values: Iterable[Any]) -> str:
    """Return a value for each seat, with its name, apart from its number: `player 1: 3`."""
    colon = ":" if any(name[-1:].isdecimal() for name in names) else ""
    return ", ".join(f"{name}{colon} {value}" for name, value in zip(names, values, strict=False))


def as_data(value: Any) -> Any:
    """Return a table as plain data: a named tuple is a dictionary."""
    if hasattr(value, "_asdict"):
        return {name: as_data(part) for name, part in value._asdict().items()}
    if isinstance(value, (list, tuple)):
        return [as_data(part) for part in value]
    return value


# ---------------------------------------------------------------- told in rows


def rows(felt: Felt) -> list[tuple[str, str]]:
    """Return a table as rows of text, each with a label."""
    names = [chair.name for chair in felt.chairs]
    shown = [("to play", names[felt.turn])]
    roles = dict.fromkeys(mark for chair in felt.chairs for mark in chair.marks)
    # The dealer is at the top in every game.
    shown += [
        (role, ", ".join(chair.name for chair in felt.chairs if role in chair.marks))
        for role in sorted(roles, key=lambda role: role != "dealer")
    ]
    shown += felt.facts
    for label in dict.fromkeys(fact for chair in felt.chairs for fact, _ in chair.facts):
        having = [chair for chair in felt.chairs if label in dict(chair.facts)]
        told = named([chair.name for chair in having], (dict(c.facts)[label] for c in having))
        shown.append((label, told))
    laid = any(chair.spreads for chair in felt.chairs)
    if felt.trick is None and not laid and len({chair.held for chair in felt.chairs}) > 1:
        shown.append(("cards held", named(names, (chair.held for chair in felt.chairs))))
    around = [k % len(names) for k in range(felt.you + 1, felt.you + 1 + len(names))]
    for seat in around:
        shown += _before(felt.chairs[seat])
    shown += [(label, " ".join(f"{text:>2}" for text in texts)) for label, texts in felt.sheet]
    for one in felt.middle:
        shown += _spread_rows(one)
    if felt.trick is not None:
        laid_so = ", ".join(f"{names[seat]} {card}" for seat, card in felt.trick.laid)
        shown.append(("on the table", laid_so or "nothing yet"))
    if felt.hand.cards or felt.hand.note:
        shown += _spread_rows(felt.hand)
    return [*shown, *felt.own]


def _before(chair: Chair) -> list[tuple[str, str]]:
    """Return the rows of the open cards before a seat."""
    if any(one.wide for one in chair.spreads):
        return [
            row for one in chair.spreads for row in _spread_rows(one._replace(label=chair.name))
        ]
    if not chair.spreads:
        return []
    lies = [f"{one.label} {_told(one)}" for one in chair.spreads]
    if not chair.held:
        return [(chair.name, "; ".join(lies))]
    return [(chair.name, "; ".join([f"holds {chair.held}", *lies]))]


def _spread_rows(one: Spread) -> list[tuple[str, str]]:
    if not one.wide:
        return [(one.label, _told(one))]
    lines = [one.cards[k : k + one.wide] for k in range(0, len(one.cards), one.wide)]
    return [
        (one.label if n == 0 else "", "  ".join(f"{card:>2}" for card in line))
        for n, line in enumerate(lines)
    ]


def _told(one: Spread) -> str:
    """Return cards as a text, groups apart."""
    text = " ".join(one.cards).replace("  ", "   ")
    if one.under or STOCK in one.taps:
        text = f"{text}, and {one.under} under it" if text else str(one.under)
    text = text or ("" if one.note else "empty")
    return ", ".join(filter(None, (text, one.note)))
