"""House rules of Cheat, and the presets.

Section 14 of RULES.md names the pages cited here.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardsim.cards import PACK, RANKS
from cardsim.options.params import Value, coder, option

SUIT_CARDS = 4
"""Cards of each rank in a pack."""
MOST_PACKS = 2
MOST_CARDS = SUIT_CARDS * MOST_PACKS
"""The largest claim that fits."""
CARDS = PACK * MOST_PACKS
"""The most cards of a game."""
FREE = "free"
_CARDS = {"classroom_trichez": False}
_CLASSROOM = {"classroom_trichez": True}


@dataclass(frozen=True)
class Rules:
    """The rules of one table of Cheat; `Rules()` is the standard game."""

    packs: int = option(
        1,
        "packs of 52 cards; 2 are common from 5 players",
        low=1,
        high=MOST_PACKS,
        source="Wikipedia",
        needs=_CARDS,
    )
    claim_rank: str = option(
        "cyclic",
        "the rank to claim: one up each time, or next to the last one or the same, or next to it, "
        "or the same",
        choices=("cyclic", "adjacent", "adjacent-strict", "same"),
        source="Wikipedia; adjacent: ravenblack.net; strict: Guardian; same: Pagat",
        needs=_CARDS,
    )
    first_rank: str = option(
        "A",
        "the first rank that is claimed, or as the first player likes",
        choices=(*RANKS, FREE),
        source="Wikipedia",
        needs={**_CARDS, "claim_rank": "cyclic"},
    )
    max_cards: int = option(
        4,
        "most cards in a claim, at most all of a rank; 1 lays them singly",
        low=1,
        high=MOST_CARDS,
        source="Wikipedia",
        needs=_CARDS,
    )
    after_challenge: str = option(
        "auto",
        "who claims after a challenge; auto: the next in turn with cyclic, else who won it",
        choices=("auto", "next-in-turn", "winner"),
        source="ravenblack.net, victorz.ca",
        needs=_CARDS,
    )
    max_plays: int = option(
        5000, "claims after which nobody wins", low=1, high=100_000, source="resolves a gap"
    )
    classroom_trichez: bool = option(
        False,
        "the classroom game: top cards are turned up unseen by the others, and some say Trichez!",
        source="Tes",
    )
    phrase_cards: int = option(
        24,
        "cards with a phrase, in the classroom game",
        low=0,
        high=64,
        source="resolves a gap",
        needs=_CLASSROOM,
    )
    cheat_cards: int = option(
        8,
        "cards that say Trichez!, in the classroom game",
        low=0,
        high=40,
        source="resolves a gap",
        needs=_CLASSROOM,
    )
    tell_rate: float = option(
        0.6,
        "how often a player who cheats gives himself away, in the classroom game",
        low=0,
        high=1,
        source="resolves a gap",
        needs=_CLASSROOM,
    )
    false_tell_rate: float = option(
        0.1,
        "how often one who does not cheat seems to, in the classroom game",
        low=0,
        high=1,
        source="resolves a gap",
        needs=_CLASSROOM,
    )


PRESETS: dict[str, dict[str, Value]] = {
    "cheat": {},
    "uk-adjacent": {"claim_rank": "adjacent"},
    "guardian": {"claim_rank": "adjacent-strict"},
    "one-rank": {"claim_rank": "same"},
    "singly": {"max_cards": 1},
    "trichez": {"classroom_trichez": True},
}

code = coder(Rules)


def cards_in_play(rules: Rules) -> int:
    """Return how many cards the game is played with."""
    if rules.classroom_trichez:
        return rules.phrase_cards + rules.cheat_cards
    return PACK * rules.packs


def objection(rules: Rules, players: int) -> str | None:
    """Return why the cards are too few for these players or for so long a claim; or None."""
    if not rules.classroom_trichez:
        of_rank = SUIT_CARDS * rules.packs
        if rules.max_cards > of_rank:
            return (
                f"--max-cards must be at most {of_rank}, the cards of a rank with --packs "
                f"{rules.packs}, not {rules.max_cards}"
            )
        return None
    cards = cards_in_play(rules)
    if cards < players:
        return (
            f"--phrase-cards and --cheat-cards must be at least {players} together, a card for "
            f"each of {players} players, not {cards}"
        )
    return None
