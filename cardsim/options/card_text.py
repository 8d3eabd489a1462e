"""Cards as text in an option: `AS TD 7H`, and several hands of them with `/` between them."""

from __future__ import annotations

import re
from functools import partial

from cardsim.errors import UserError, echoed
from cardsim.options.params import Language

HAND = re.compile(r"[\s,]*([A2-9TJQK][CDHS][\s,]*)*")
LETTERS = str.maketrans("♣♦♥♠", "CDHS")


def cards_of(hands: int) -> Language:
    """Return the language of an option whose text is the cards of so many hands."""
    allowed = "cards, written rank then suit such as AS, TD or 7H"
    if hands > 1:
        allowed += f", of {hands} hands with a '/' between them"
    return Language(allowed, "CARDS", partial(_read, hands=hands, allowed=allowed))


def spelled(text: str) -> str:
    """Return a text with its cards in their stored spelling: `10♥` and `th` become `TH`."""
    return text.translate(LETTERS).upper().replace("10", "T")


def _read(text: str, name: str, *, hands: int, allowed: str) -> str:
    """Read hands of cards, and return their text in the stored spelling."""
    parts = spelled(text).split("/")
    if len(parts) != hands or not all(HAND.fullmatch(hand) for hand in parts):
        raise UserError(f"{name} must be {allowed}, not {echoed(text)}")
    return " / ".join(" ".join(re.findall(r"\w\w", hand)) for hand in parts).strip()
