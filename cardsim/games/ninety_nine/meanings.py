"""Meanings of the cards, by named table; a house with other cards needs a row, not code.

A card's meaning is a text: `+10`, `-10 or +10` (the player's choice), `99` (the total becomes 99),
`hold` (the total stays); `reverse` turns the direction and `skip` leaves out the next player, with
or without a number before them. A key is a rank, or a card such as `KS` that differs from its rank.
Sources: the pages that section 1 of RULES.md names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from cardsim.cards import PACK, card_name
from cardsim.games.ninety_nine.simd import ABSENT, TO_TOP, term

Meanings = dict[str, str]

PLUS_MINUS_TEN: Final[Meanings] = {
    "A": "+1 or +11",
    **{rank: f"+{rank}" for rank in "235678"},
    "4": "reverse",
    "9": "hold",
    "T": "-10 or +10",
    "J": "+10",
    "Q": "+10",
    "K": "99",
}
MINUS_TEN: Final[Meanings] = PLUS_MINUS_TEN | {"T": "-10"}

TABLES: Final[dict[str, Meanings]] = {
    "plus-minus-ten": PLUS_MINUS_TEN,
    "minus-ten": MINUS_TEN,
    "ace-one": MINUS_TEN | {"A": "+1"},
    "king-of-spades": MINUS_TEN | {"K": "+10", "KS": "99"},
    "black-kings": MINUS_TEN | {"K": "+10", "KC": "99", "KS": "99"},
    "adds-four": MINUS_TEN | {"4": "+4 reverse", "J": "+12", "Q": "+13"},
    "eight-reverses": MINUS_TEN | {"A": "+1", "4": "+4", "8": "reverse"},
    "chicago": MINUS_TEN | {"9": "hold skip"},
    "nine-is-99": PLUS_MINUS_TEN | {"3": "+3 skip", "9": "99", "K": "hold"},
}

ORDINARY, HOLDS, REVERSES, TAKES, MAKES_99 = range(5)
"""Kinds of card.

The special ones can be played at every total; their names are the effects of the usual 9, 4, T
and K.
"""

REVERSE, SKIP = 1, 2
"""Bits of a card's effect."""

BECOMES_99, NO_OPTION = -128, 127
"""Stand for the number that an option adds: it makes the total 99, or there is no option."""


@dataclass(frozen=True)
class Meaning:
    """The effect of a card.

    Attributes:
        low, high: what its options add to the total, or BECOMES_99; NO_OPTION for a second one
            that is not there.
        kind: ORDINARY or one of the special kinds.
        effect: REVERSE, SKIP, both or 0.
    """

    low: int
    high: int
    kind: int
    effect: int


def meaning_of(text: str) -> Meaning:
    """Return the meaning that a table's text spells."""
    options = [_added(option) for option in text.split(" or ")]
    effect = REVERSE * ("reverse" in text) | SKIP * ("skip" in text)
    low = options[0]
    kind = ORDINARY
    if low == BECOMES_99:
        kind = MAKES_99
    elif low < 0:
        kind = TAKES
    elif low == 0:
        kind = REVERSES if effect & REVERSE else HOLDS
    return Meaning(low, options[1] if len(options) > 1 else NO_OPTION, kind, effect)


def _added(option: str) -> int:
    number = next((word for word in option.split() if word.strip("+-").isdecimal()), "+0")
    return BECOMES_99 if number == "99" else int(number)


def meanings(table: str) -> list[Meaning]:
    """Return the meaning of every card of a named table, by card id."""
    rows = TABLES[table]
    names = [card_name(card) for card in range(PACK)]
    return [meaning_of(rows[name] if name in rows else rows[name[0]]) for name in names]


def _term(added: int, kind: int) -> int:
    if added in (BECOMES_99, NO_OPTION):
        return TO_TOP if added == BECOMES_99 else ABSENT
    return term(added, competes=kind == ORDINARY)


ROW = 64
"""Places of a table in the arrays below: card `c` of table `t` is at `ROW * t + c`."""
ROWS = np.zeros(len(TABLES) * ROW, np.uint64)
"""A card's data in a hand.

From the lowest bit on the numbers that its options add, as `simd.sixteen_sums` takes them, 16 bits
each, then its kind and its effect, 8 bits each.
"""
ADDS = np.zeros((len(TABLES) * ROW, 2), np.int8)
KINDS = np.zeros(len(TABLES) * ROW, np.uint8)
EFFECTS = np.zeros(len(TABLES) * ROW, np.uint8)
for _number, _table in enumerate(TABLES):
    for _card, _meaning in enumerate(meanings(_table)):
        _place = ROW * _number + _card
        ADDS[_place] = _meaning.low, _meaning.high
        _terms = [_term(added, _meaning.kind) & 0xFFFF for added in (_meaning.low, _meaning.high)]
        ROWS[_place] = _terms[0] | _terms[1] << 16 | _meaning.kind << 32 | _meaning.effect << 40
        KINDS[_place], EFFECTS[_place] = _meaning.kind, _meaning.effect
