"""House rules of Bridge, and the presets.

Section 14 of RULES.md names the pages cited here.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardsim.games.bridge import deals, given
from cardsim.options.params import Value, coder, option

_BY_BOARDS = {"unit": ("board", "session")}
_MATCH = {"unit": "match"}
_CHICAGO = {"unit": "chicago"}
_RUBBER = {"unit": "rubber"}
_GOES_ROUND = {"unit": ("chicago", "rubber")}


@dataclass(frozen=True)
class Rules:
    """The rules of one table of Bridge; `Rules()` is the standard game."""

    scoring: str = option(
        "duplicate",
        "how boards score: as at duplicate, or the bare points of tricks of contracts made",
        choices=("duplicate", "trick-points"),
        source="Laws of Duplicate Bridge; a page of bidding tips",
        needs=_BY_BOARDS,
    )
    chicago_style: str = option(
        "cumulative",
        "whether part-scores add up to games, or every deal scores as at duplicate",
        choices=("cumulative", "duplicate"),
        source="ACBL; ysmenwestportweston.org",
        needs=_CHICAGO,
    )
    chicago_vul_23: str = option(
        "dealer",
        "who is vulnerable on the second and third deal of Chicago: the dealer's side or the other",
        choices=("dealer", "non-dealer"),
        source="ACBL",
        needs=_CHICAGO,
    )
    honors: bool = option(
        False,
        "four or five honors of trumps, or four aces without trumps, in one hand score",
        source="Laws of Rubber Bridge; winningbridge.com",
        needs=_RUBBER,
    )
    doubles: bool = option(True, "there are doubles and redoubles", source="Laws")
    redeal_passed_out: bool = option(
        True,
        "a deal that is passed out is dealt again by the same dealer, and does not count",
        source="bluejak on blakjak.org",
        needs=_GOES_ROUND,
    )
    max_redeals: int = option(
        100,
        "so often a deal is dealt again; then it scores nothing, and the deal passes",
        low=1,
        high=1000,
        source="resolves a gap",
        needs={**_GOES_ROUND, "redeal_passed_out": True},
    )
    first_dealer: str = option(
        "north",
        "who deals first",
        choices=("north", "east", "south", "west", "random"),
        source="in place of a cut",
        needs=_GOES_ROUND,
    )
    max_deals: int = option(
        100,
        "deals after which a rubber is scored as it is, unfinished",
        low=1,
        high=1000,
        source="resolves a gap",
        needs=_RUBBER,
    )
    given: str = option(
        "",
        "deals that fit a description, and no others; strategies are not told, and you are who is "
        "named first, unless --seat says who sits where",
        language=given.LANGUAGE,
        source="practice of bridge players, who ask a dealing program so",
    )
    deals: str = option(
        "",
        "the boards of a file, in turn, in place of deals at random",
        language=deals.LANGUAGE,
        source="practice of bridge players, whose programs write such files",
        needs=_BY_BOARDS,
    )
    boards: int = option(
        16,
        "boards of a session, or of a match",
        low=1,
        high=1000,
        source="infobridge.it",
        needs={"unit": ("session", "match")},
    )
    comparison: str = option(
        "imps",
        "how the scores of a board at the two tables of a match compare",
        choices=("imps", "matchpoints", "total"),
        source="Laws of Duplicate Bridge",
        needs=_MATCH,
    )


PRESETS: dict[str, dict[str, Value]] = {
    "bridge": {},
    "trick-points": {"scoring": "trick-points"},
}

code = coder(Rules)
