"""By what players think: their total, whether it is soft, their pair, and the dealer's card."""

from __future__ import annotations

from cardsim.game import Feature

_CARDS = ("an ace", "a ten", "a nine", "an eight", "a seven")
_WEAK = ("a two", "a three", "a four", "a five", "a six")
_PAIRS = ("aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens")

FEATURES = (
    Feature("total", "with {}", 4, 20),
    Feature("soft", "in a {} hand", 0, 1, labels=("hard", "soft")),
    Feature("pair", "with {}", 1, 10, labels=_PAIRS),
    Feature("upcard", "against {}", 2, 11, labels=(*_WEAK, *reversed(_CARDS))),
    Feature("weakness", "against {}", 0, 9, labels=(*_CARDS, *_WEAK)),
)
BY = {
    "split": ("weakness", "pair"),
    "double": ("weakness", "total", "soft"),
    "stand": ("total", "soft", "upcard"),
}
