"""A seat's view of a hand, as data that a terminal or a page can draw.

A game's `seat.py` makes a `Sight` from a view alone, so it shows nothing hidden. It is found by its
name when somebody plays, and no compiled code depends on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from cardsim.cards import PACK, SUIT_NAMES, SYMBOLS, card_symbol
from cardsim.felt import CARD, Felt

_WRITTEN = re.compile(r"\b(10|[A2-9TJQK])([CDHS♣♦♥♠])(?!\w)")
_NAMES = dict(zip("AJQK", ("ace", "jack", "queen", "king"), strict=True))
_SUITS = dict(zip(SYMBOLS, SUIT_NAMES, strict=True))


class Sight(NamedTuple):
    """A seat's view when it is to decide.

    Attributes:
        rows: cards on the table and in the hand, each with a label.
        did: actions of this hand so far, in order: seat and action.
        asks: the question.
        words: each legal action in words, in the order of the rules.
        felt: the table of which the rows tell.
        taps: cards and piles that one taps on a page for each action; none if it has a button.
        notes: what each action leads to, as far as you can count; empty texts otherwise.
        lifts: `count` if the actions are numbers of cards, which one may lift for it; `before` if
            that is asked next; else empty.
        shown: events that all saw since you last decided, and no view keeps: seat and event.
    """

    rows: tuple[tuple[str, str], ...]
    did: tuple[tuple[str, str], ...]
    asks: str
    words: tuple[str, ...]
    felt: Felt
    taps: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]
    lifts: str = ""
    shown: tuple[tuple[str, str], ...] = ()


def in_set(cards: int) -> list[int]:
    """Return the ids of a set of cards, from the lowest."""
    return [card for card in range(64) if int(cards) >> card & 1]


def with_symbols(text: str) -> str:
    """Return a text with its cards as players read them: `TH` is `10♥`."""
    return _WRITTEN.sub(lambda m: m[1].replace("T", "10") + _symbol(m[2]), text)


def _symbol(suit: str) -> str:
    return SYMBOLS["CDHS".index(suit)] if suit in "CDHS" else suit


def spoken(text: str) -> str:
    """Return a text for a screen reader: `K♥ 7♠` is `king of hearts, 7 of spades`."""
    text = re.sub(rf"({CARD.pattern})\s+(?={CARD.pattern})", r"\1, ", text)
    text = CARD.sub(lambda m: f"{_NAMES.get(m[1], m[1])} of {_SUITS[m[2]]}", text)
    for symbol, name in _SUITS.items():
        text = text.replace(symbol, f" {name}")
    return re.sub(r" {2,}", " ", text)


def picked(typed: str, words: Sequence[str]) -> list[int]:
    """Return the indices of the actions that a text may mean, by number, card or word.

    Numbers count from 1. If an action's word is itself a number, as a bid is, that is meant.
    """
    wanted = plain(typed)
    if not wanted:
        return []
    texts = [plain(word) for word in words]
    same = [n for n, word in enumerate(texts) if word == wanted]
    if same:
        return same
    if wanted.isdecimal():
        # Where an action's word is a number, only that is: `1` is not the beginning of a ten.
        places = [] if numeric(words) else range(len(words))
        return [n for n in places if str(n + 1) == wanted]
    card = CARD.fullmatch(wanted.upper())
    if card:
        return [n for n, word in enumerate(texts) if card[0] in _cards(word)]
    return [n for n, word in enumerate(texts) if word.startswith(wanted)]


def numeric(words: Iterable[str]) -> bool:
    """Return True if some of the words are numbers, so that actions have no other numbers."""
    return any(word.isdecimal() for word in words)


def plain(text: str) -> str:
    """Return a text for comparison: small letters, and cards with their symbols."""
    return with_symbols(" ".join(text.upper().split())).lower()


def _cards(text: str) -> set[str]:
    return {m[0] for m in CARD.finditer(text.upper())}


def tricks(view: Any, names: Sequence[str], out: Sequence[int] = ()) -> list[tuple[str, str]]:
    """Return the complete tricks, each a line.

    Seats that are `out` play no cards.
    """
    return [
        (
            f"trick {n + 1}",
            f"{_laid(view, n, names, out)}; {names[int(view.leaders[n + 1])]} took it",
        )
        for n in range(int(view.tricks))
    ]


def _laid(view: Any, n: int, names: Sequence[str], out: Sequence[int]) -> str:
    first = int(view.leaders[n]) if n < int(view.tricks) else int(view.leader)
    seats = [(first + k) % len(names) for k in range(len(names))]
    cards = [int(c) for c in view.history[n]]
    laid = zip([s for s in seats if s not in out], cards, strict=False)
    return ", ".join(f"{names[s]} {card_symbol(c)}" for s, c in laid if c < PACK)
