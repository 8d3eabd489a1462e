"""House rules of Spades, and the presets.

Section 14 of RULES.md names the pages cited here.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardsim.options.params import Value, coder, option

BLIND_NIL = 200
"""Points that a blind nil wins or costs."""
BLIND_BEHIND = 100
"""Points by which a side must be behind to bid a blind nil."""
A_TRICK = 10
"""Points of each trick that was bid."""
_MATCH = {"unit": "match"}


@dataclass(frozen=True)
class Rules:
    """The rules of one table of Spades; `Rules()` is the standard game."""

    target: int = option(
        500,
        "points that win the match",
        low=1,
        high=5000,
        source="Spades with tiles; 200, 300: games.rmwinslow.com",
        needs=_MATCH,
    )
    nil_bonus: int = option(
        100, "points for a nil that is made", low=0, high=1000, source="Spades with tiles"
    )
    nil_penalty: int = option(
        100, "points that a failed nil costs", low=0, high=1000, source="Spades with tiles"
    )
    failed_nil_tricks: str = option(
        "ignored",
        "tricks of a failed nil: ignored, or bags, or count for the partner's bid",
        choices=("ignored", "bags", "count"),
        source="Spades with tiles; bags: Pagat; count: variants",
    )
    bag_points: int = option(
        1, "points for each trick above the bid", low=0, high=10, source="Spades with tiles"
    )
    bag_limit: int = option(
        10,
        "bags that cost the penalty",
        low=1,
        high=100,
        source="Spades with tiles; 7: games.rmwinslow.com",
    )
    bag_penalty: int = option(
        100, "points that as many bags cost", low=0, high=1000, source="Spades with tiles"
    )
    moon_bonus: int = option(
        0,
        "points more for a side that bids and takes all 13 tricks; 70 makes it 200",
        low=0,
        high=1000,
        source="games.rmwinslow.com",
    )
    spade_lead: str = option(
        "broken",
        "when a spade may be led: once one has been played, or at any time",
        choices=("broken", "any"),
        source="Spades with tiles",
    )
    first_trick_spades: bool = option(
        True,
        "spades may be played to the first trick",
        source="Spades with tiles; false: en.wikipedia.org and its kind",
    )
    min_team_bid: int = option(
        0, "the least that partners must bid together", low=0, high=12, source="4: learnthat.com"
    )
    forbid_total_13: bool = option(
        False, "the last bid may not make all four add up to 13", source="learnthat.com"
    )
    blind_nil: bool = option(
        False,
        "a side that is 100 points behind may bid nil before it sees its cards, for 200 points",
        source="traditionalgamerules.neocities.org",
        needs=_MATCH,
    )
    loss_limit: int | str = option(
        "none",
        "points at which a side loses the match, such as -200",
        low=-5000,
        high=-1,
        word="none",
        source="variants",
        needs=_MATCH,
    )
    double_nil_allowed: bool = option(True, "both partners may bid nil", source="resolves a gap")
    max_hands: int = option(
        200,
        "hands after which the match ends in any case",
        low=1,
        high=1000,
        source="resolves a gap",
        needs=_MATCH,
    )


PRESETS: dict[str, dict[str, Value]] = {
    "spades": {},
    "pagat": {"failed_nil_tricks": "bags"},
    "learnthat": {"min_team_bid": 4, "forbid_total_13": True},
}

code = coder(Rules)
