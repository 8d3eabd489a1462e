"""The house rules of Blackjack."""

from __future__ import annotations

from dataclasses import dataclass

from cardsim.options.params import Value, option


@dataclass(frozen=True)
class Rules:
    """The rules of one table of Blackjack; `Rules()` is the standard game."""

    decks: str = option(
        "6",
        "packs of 52 that are shuffled for each hand; infinite puts every card back",
        choices=("1", "2", "4", "6", "8", "infinite"),
    )
    soft_17: str = option(
        "stands",
        "what the dealer does with 17 in which an ace counts 11",
        choices=("stands", "hits"),
    )
    double: str = option(
        "any",
        "the totals of two cards that may be doubled, without an ace that counts 11 but for any",
        choices=("any", "9-11", "10-11"),
    )
    split_hands: int = option(
        4, "hands that pairs may be split into; 1 for no splitting", low=1, high=4
    )
    double_after_split: bool = option(
        True, "a hand that was split may be doubled", needs={"split_hands": (2, 3, 4)}
    )
    resplit_aces: bool = option(
        False, "aces that were split may be split again", needs={"split_hands": (3, 4)}
    )
    blackjack_pays: str = option("3:2", "what a blackjack pays", choices=("3:2", "6:5"))
    peek: bool = option(
        True, "the dealer looks for a blackjack before you play; if not, it takes all your bets"
    )


PRESETS: dict[str, dict[str, Value]] = {
    "blackjack": {},
    "single-deck": {"decks": "1", "double_after_split": False},
    "tourist": {"soft_17": "hits", "blackjack_pays": "6:5"},
    "european": {"double": "9-11", "peek": False},
}
