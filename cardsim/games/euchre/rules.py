"""House rules of Euchre, and the presets.

Section 14 of RULES.md names the pages cited here.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardsim.games.euchre import deals
from cardsim.options.params import Value, coder, option

MOST_POINTS = 20
"""The most that any result may score."""
_MATCH = {"unit": "match"}


@dataclass(frozen=True)
class Rules:
    """The rules of one table of Euchre; `Rules()` is the standard game."""

    target: int = option(
        10,
        "points that win the match",
        low=1,
        high=1000,
        source="all sources; 5, 7, 11: nathanlong/rules, reference.com",
        needs=_MATCH,
    )
    stick_the_dealer: bool = option(
        False,
        "the dealer must name trumps when all others have passed twice",
        source="fedest.com, Yahoo! Games",
    )
    partner_must_go_alone: bool = option(
        False, "the dealer's partner may order up only to play alone", source="fedest.com"
    )
    trump_needed_to_call: bool = option(
        False,
        "who makes a suit trumps must hold a card printed in it",
        source="General Rules for Euchre",
    )
    defend_alone: bool = option(
        False, "a defender may play alone against a lone maker", source="regional"
    )
    lone_points: int = option(
        4,
        "points for all five tricks alone, and for a lone defender who stops a lone maker",
        low=1,
        high=MOST_POINTS,
        source="all sources",
    )
    march_points: int = option(
        2, "points for all five tricks", low=1, high=MOST_POINTS, source="all sources"
    )
    made_points: int = option(
        1, "points for three or four tricks", low=1, high=MOST_POINTS, source="all sources"
    )
    euchre_points: int = option(
        2,
        "points for defenders where the makers take fewer than three tricks",
        low=1,
        high=MOST_POINTS,
        source="all sources",
    )
    lone_lead: str = option(
        "left-of-dealer",
        "who leads first against a lone maker",
        choices=("left-of-dealer", "left-of-maker"),
        source="regional",
    )
    farmers_hand: bool = option(
        False, "who is dealt nothing but nines and tens may throw the hand in", source="regional"
    )
    max_hands: int = option(
        200,
        "hands after which the match ends in any case",
        low=1,
        high=1000,
        source="resolves a gap",
        needs=_MATCH,
    )
    deals: str = option(
        "",
        "the deals of a file, in turn, in place of deals at random; cards that it does not tell "
        "are drawn",
        language=deals.LANGUAGE,
        source="practice of tournaments, whose programs write such files",
        needs={"unit": ("hand",)},
    )


PRESETS: dict[str, dict[str, Value]] = {
    "euchre": {},
    "stick-the-dealer": {"stick_the_dealer": True},
    "fedest": {"stick_the_dealer": True, "partner_must_go_alone": True},
    "natural-trump": {"trump_needed_to_call": True},
    "regional": {"defend_alone": True, "lone_lead": "left-of-maker", "farmers_hand": True},
}

code = coder(Rules)
