"""House rules of Counter-Cameroon, and the presets.

`Games you can play for free` is the blog post of that series on this game, which credits R. Knizia,
"Dice Games Properly Explained" (1999).
"""

from __future__ import annotations

from dataclasses import dataclass

from cardsim.options.params import Value, coder, option

STANDARD = (11, 9, 7, 5, 3, 1, 3, 5, 7, 9, 11)
"""Points for the categories 2 to 12."""
BALANCED = (6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6)


@dataclass(frozen=True)
class Rules:
    """The rules of one table of Counter-Cameroon; `Rules()` is the standard game."""

    scoring: str = option(
        "standard",
        "points for the categories 2 to 12",
        lists={"standard": STANDARD, "balanced": BALANCED},
        low=0,
        high=999,
        source="Games you can play for free",
    )
    marks_to_win: int = option(
        4,
        "marks that win a category",
        low=1,
        high=100,
        source="Games you can play for free; other numbers: extension",
    )
    double_mark: int = option(
        2, "marks made when both sums are the same", low=1, high=2, source="resolves a gap"
    )
    must_mark: bool = option(
        False,
        "a split that records no mark is illegal while another one records some",
        source="resolves a gap",
    )
    first_player: str = option(
        "same",
        "who rolls first: the same player always, or one drawn by lot",
        choices=("same", "random"),
        source="resolves a gap",
    )
    early_stop: bool = option(
        False, "stop when one player owns more than half of all points", source="extension"
    )
    max_turns: int = option(
        10000,
        "turns of both players after which the game stops",
        low=1,
        high=10000,
        source="extension",
    )


def seat_names(rules: Rules, _players: int) -> tuple[str, str]:
    """Return the players' name for each seat."""
    if rules.first_player == "random":
        return "player 1", "player 2"
    return "the first to roll", "the second to roll"


PRESETS: dict[str, dict[str, Value]] = {"standard": {}, "balanced": {"scoring": "balanced"}}

code = coder(Rules)
