"""The house rules of Chinese Ten.

Sources: S003 is the description that the project started from; the pages named are those by which
the rules file `shared/rules/chinese-ten.md` settles what it leaves open.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardsim.params import Value, option, options_of


@dataclass(frozen=True)
class Rules:
    """The rules of one table of Chinese Ten; `Rules()` is the standard game."""

    red_nine: int = option(
        10, "points of a red nine", low=9, high=10, source="S003, resolved by its totals"
    )
    spade_ace_min_players: int = option(
        3,
        "the ace of spades scores 30 from this many players",
        low=2,
        high=4,
        source="S003; 2: decbigmi.blogspot.com",
    )
    club_ace_min_players: int = option(
        4, "the ace of clubs scores 40 from this many players", low=2, high=4, source="S003"
    )
    four_alike_layout: str = option(
        "dealer-takes",
        "a layout of four 5s, 10s, jacks, queens or kings: the dealer takes it, "
        "or four other cards are laid out",
        choices=("dealer-takes", "redeal"),
        source="S003",
    )
    triple_layout: str = option(
        "fourth-takes-all",
        "a layout with three of them: the fourth card takes all, or four other cards are laid out",
        choices=("fourth-takes-all", "redeal"),
        source="S003; redeal: Chinese-language rules pages",
    )
    must_capture: bool = option(
        True,
        "a card that can capture must; if not, a hand card may be trailed, a flipped one never",
        source="S003; false: extension",
    )
    first_player: str = option(
        "left-of-dealer",
        "who plays first",
        choices=("left-of-dealer", "dealer"),
        source="resolves a gap in S003",
    )


PRESETS: dict[str, dict[str, Value]] = {"chinese-ten": {}}

_CHOICES = {o.name: o.choices for o in options_of(Rules)}


def code(name: str, choice: str) -> int:
    """The number by which compiled code knows a choice of an option."""
    return _CHOICES[name].index(choice)
