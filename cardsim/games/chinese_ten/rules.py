"""House rules of Chinese Ten.

`Games you can play for free` is the blog post of that series on this game; RULES.md has all
sources.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardsim.options.params import Value, coder, option


@dataclass(frozen=True)
class Rules:
    """The rules of one table of Chinese Ten; `Rules()` is the standard game."""

    red_nine: int = option(
        10,
        "points of a red nine",
        low=9,
        high=10,
        source="Games you can play for free, resolved by its totals",
    )
    spade_ace_min_players: int = option(
        3,
        "the ace of spades scores 30 from this many players",
        low=2,
        high=4,
        source="Games you can play for free; 2: decbigmi.blogspot.com",
    )
    club_ace_min_players: int = option(
        4,
        "the ace of clubs scores 40 from this many players",
        low=2,
        high=4,
        source="Games you can play for free",
    )
    four_alike_layout: str = option(
        "dealer-takes",
        "a layout of four 5s, 10s, jacks, queens or kings: the dealer takes it, "
        "or four other cards are laid out",
        choices=("dealer-takes", "redeal"),
        source="Games you can play for free",
    )
    triple_layout: str = option(
        "fourth-takes-all",
        "a layout with three of them: the fourth card takes all, or four other cards are laid out",
        choices=("fourth-takes-all", "redeal"),
        source="Games you can play for free; redeal: Chinese-language rules pages",
    )
    must_capture: bool = option(
        True,
        "a card that can capture must; if not, a hand card may be trailed, a flipped one never",
        source="Games you can play for free; false: extension",
    )
    first_player: str = option(
        "left-of-dealer",
        "who plays first",
        choices=("left-of-dealer", "dealer"),
        source="resolves a gap",
    )


@dataclass(frozen=True)
class Display:
    """Options of how results are told; no result depends on them."""

    stake: float = option(
        0.0,
        "what a point over par is worth in money, such as 0.1; 0 where you play for nothing",
        low=0,
        high=1_000_000,
        needs={"unit": "hand"},
    )


PRESETS: dict[str, dict[str, Value]] = {"chinese-ten": {}}

code = coder(Rules)
