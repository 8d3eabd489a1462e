"""Deals from a file: its hands and upcards are played as they are, and no others."""

from __future__ import annotations

from cardsim import deal_files
from cardsim.deal_files import HOW_MANY
from cardsim.errors import UserError
from cardsim.games.euchre.deck import HELD
from cardsim.games.euchre.egn import Deal, read
from cardsim.tricks import SEATS

MOST = 1000
"""Most deals of a file."""
EACH = HELD * SEATS + 1
"""Cards of a deal, in the order in which they are dealt, and the one that is turned up."""
UNKNOWN = 255
"""Stands for a card that the file does not give."""
FIRST = HOW_MANY + 1
NUMBERS = FIRST + MOST * EACH


def _read(content: bytes, name: str) -> tuple[int, ...]:
    """Return the deals of a file's content as numbers."""
    deals: dict[tuple[int, ...], None] = {}
    for deal in read(content, name).deals:
        if isinstance(deal, UserError):
            raise deal
        deals[_packed(deal)] = None
    if len(deals) > MOST:
        raise UserError(f"{name} has {len(deals)} deals, and at most {MOST} can be played")
    return (len(deals), *(card for deal in deals for card in deal))


def _packed(deal: Deal) -> tuple[int, ...]:
    """Return the cards of a deal, from the dealer's left on, whoever deals."""
    packed = [UNKNOWN] * EACH
    packed[-1] = deal.upcard
    for k in range(SEATS):
        for n, card in enumerate(deal.hands[(deal.dealer + 1 + k) % SEATS]):
            packed[SEATS * n + k] = card
    return tuple(packed)


LANGUAGE = deal_files.language("a file in Euchre Game Notation (.egn)", _read, NUMBERS)


def how_many(text: str) -> int | None:
    """Return the number of deals in the kept text of a file; None where there is none."""
    assert LANGUAGE.numbers is not None  # noqa: S101
    return LANGUAGE.numbers(text)[HOW_MANY] if text else None
