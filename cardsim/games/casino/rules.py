"""House rules of Casino, and the presets.

`Pagat` is its page on Casino in public copies; RULES.md has all sources.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardsim.options.params import Value, coder, option

PARTNERS = 4
"""Players at a table of partners."""
_MATCH = {"unit": "match"}


@dataclass(frozen=True)
class Rules:
    """The rules of one table of Casino; `Rules()` is the standard game."""

    partnership: bool = option(
        False,
        "with four, who sit across play together",
        source="Rules of card games: Casino",
    )
    target: int = option(
        21,
        "points that win the match",
        low=1,
        high=1000,
        source="Rules of card games: Casino; 11 and 50 too",
        needs=_MATCH,
    )
    cards_points: str = option(
        "majority-3",
        "points for cards: 3 for most of them, or 2 and 1 for who captured last",
        choices=("majority-3", "majority-2-last-1"),
        source="Rules of card games: Casino",
    )
    sweep_points: int = option(
        0,
        "points for a capture that clears the table",
        low=0,
        high=10,
        source="Rules of card games: Casino",
    )
    sweep_on_final_card: bool = option(
        False, "a capture by the very last card may be a sweep too", source="Pagat"
    )
    keep_capturing_card: bool = option(
        True, "who owns a build keeps a card of its value in hand", source="Pagat"
    )
    trail_with_own_build: bool = option(
        False, "who owns a build may trail a card", source="Pagat, variants"
    )
    table_cards_raise: bool = option(
        False, "loose cards may help to raise a build", source="Pagat, variants"
    )
    face_capture: str = option(
        "one",
        "what a jack, queen or king takes: one of its rank, one or all three, or every one there",
        choices=("one", "one-or-three", "all"),
        source="Wikipedia, Bicycle",
    )
    must_capture: bool = option(
        False, "a card that can capture may not be trailed", source="Britannica"
    )
    action_set: str = option(
        "all",
        "which captures there are: all, or only those to which nothing can be added",
        choices=("all", "maximal"),
        source="extension",
    )
    max_hands: int = option(
        200,
        "hands after which the match ends in any case",
        low=1,
        high=1000,
        source="resolves a gap",
        needs=_MATCH,
    )


PRESETS: dict[str, dict[str, Value]] = {
    "casino": {},
    # "Rules of card games: Casino", as a variant.
    "sweeps": {"sweep_points": 1},
    # Britannica; its other rules differ from this preset.
    "must-capture": {"must_capture": True},
}


def objection(rules: Rules, players: int) -> str | None:
    """Return why so many players cannot play by these rules, or None."""
    if rules.partnership and players != PARTNERS:
        return f"--partnership true needs {PARTNERS} players, not {players}"
    return None


def sides(rules: Rules, players: int) -> tuple[int, ...]:
    """Return the side of each seat."""
    return tuple(seat % 2 if rules.partnership else seat for seat in range(players))


code = coder(Rules)
