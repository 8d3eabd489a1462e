"""House rules of Gin Rummy, and the presets.

Section 14 of RULES.md names the pages cited here.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardsim.cards import PACK
from cardsim.options.params import Value, coder, option

MOST_DEALT = 44
"""Most tiles that may be dealt to all hands together."""
MOST_HELD = MOST_DEALT // 2
_MATCH = {"unit": "match"}
_LAYOFFS = {"layoffs": True}


@dataclass(frozen=True)
class Rules:
    """The rules of one table of Gin Rummy; `Rules()` is the standard game."""

    hand_size: int = option(
        7,
        "tiles dealt to each player",
        low=3,
        high=MOST_HELD,
        source="three-player tile game; 10: Wikipedia",
    )
    knock_limit: int = option(
        10,
        "the most deadwood to knock with",
        low=0,
        high=100,
        source="three-player tile game",
    )
    gin_bonus: int = option(
        25,
        "points for gin, which is a knock without deadwood",
        low=0,
        high=1000,
        source="three-player tile game; 20: ginrummy.com",
    )
    big_gin_bonus: int | str = option(
        50,
        "points for big gin, all tiles melded before one is thrown; none: there is no such thing",
        low=1,
        high=1000,
        word="none",
        source="three-player tile game; 31: ginrummy.com",
    )
    undercut_bonus: int = option(
        20,
        "points for an undercut, which is to have less deadwood than the knocker",
        low=0,
        high=1000,
        source="three-player tile game; 25, 10: ginrummy.com",
    )
    undercut_on_tie: bool = option(
        False,
        "as much deadwood as the knocker has undercuts him too",
        source="groupgames.xyz",
    )
    multi_undercut: str = option(
        "lowest",
        "who scores where several undercut: those with the least deadwood, or all",
        choices=("lowest", "all"),
        source="resolves a gap",
    )
    layoffs: bool = option(
        False,
        "the others lay tiles off on the knocker's melds, unless he has gin",
        source="Wikipedia",
    )
    upcard_offer: bool = option(
        False,
        "the first tile of the row is offered to each in turn before anybody draws",
        source="whiteknucklecards.com",
    )
    stock_floor: int = option(
        0,
        "tiles in the stock at which the hand is void when a turn begins",
        low=0,
        high=40,
        source="resolves a gap; 2: ccstocker.com",
    )
    allow_return_discard: bool = option(
        False,
        "the tile just taken from the row may be thrown at once",
        source="whiteknucklecards.com",
    )
    target: int = option(
        100,
        "points that win the match",
        low=1,
        high=10_000,
        source="three-player tile game",
        needs=_MATCH,
    )
    game_bonus: int = option(
        0,
        "points for the winner of the match at its end",
        low=0,
        high=10_000,
        source="ginrummy.com",
        needs=_MATCH,
    )
    box_bonus: int = option(
        0,
        "points at the end of the match for each hand that a player has won",
        low=0,
        high=1000,
        source="ginrummy.com",
        needs=_MATCH,
    )
    shutout_doubles: bool = option(
        False,
        "the winner's points of all hands count twice if nobody else has won one",
        source="ginrummy.com",
        needs=_MATCH,
    )
    knocker_arrangement: str = option(
        "first",
        "how the knocker lays his melds down: the first way, the one with fewest tiles that fit, "
        "or as he chooses",
        choices=("first", "best", "choose"),
        source="resolves a gap",
        needs=_LAYOFFS,
    )
    max_turns: int = option(
        300,
        "turns after which a hand is void",
        low=1,
        high=1000,
        source="resolves a gap",
    )
    max_hands: int = option(
        1000,
        "hands after which the match ends without a winner",
        low=1,
        high=1000,
        source="resolves a gap",
        needs=_MATCH,
    )


PRESETS: dict[str, dict[str, Value]] = {
    "three-player-7": {},
    "classic-2p": {
        "hand_size": 10,
        "big_gin_bonus": 31,
        "undercut_bonus": 25,
        "undercut_on_tie": True,
        "layoffs": True,
        "upcard_offer": True,
        "stock_floor": 2,
        "game_bonus": 100,
        "box_bonus": 25,
        "shutout_doubles": True,
    },
    "eaai": {
        "hand_size": 10,
        "big_gin_bonus": "none",
        "undercut_bonus": 25,
        "undercut_on_tie": True,
        "layoffs": True,
        "upcard_offer": True,
        "stock_floor": 2,
    },
}
PRESET_PLAYERS = {"classic-2p": 2, "eaai": 2}
PRESET_FIELDS = {"eaai": "classic-2p"}

code = coder(Rules)


def first_stock(rules: Rules, players: int) -> int:
    """Return how many tiles the stock has after the deal."""
    return PACK - 1 - players * rules.hand_size


def objection(rules: Rules, players: int) -> str | None:
    """Return why the tiles are too few for these players or for any turn; or None."""
    most = MOST_DEALT // players
    if rules.hand_size > most:
        return f"--hand-size must be at most {most} with {players} players, not {rules.hand_size}"
    stock = first_stock(rules, players)
    if rules.stock_floor >= stock:
        return (
            f"--stock-floor must be below {stock}, which is what the deal leaves in the stock, "
            f"not {rules.stock_floor}"
        )
    return None
