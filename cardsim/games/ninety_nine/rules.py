"""House rules of Ninety-Nine, and the presets.

`Airport Waiting` is the collection "Fun Games To Make Airport Waiting More Bearable!"; section 1 of
RULES.md names the pages cited here.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardsim.cards import PACK
from cardsim.games.ninety_nine.meanings import ORDINARY, TABLES, meanings
from cardsim.options.params import Value, coder, option

MOST_PACKS = 8
MOST_CARDS = 8
"""Most cards of a hand."""
ONE_PACK_PLAYERS = 4
"""The most players that use one pack where `decks` is `auto`."""


@dataclass(frozen=True)
class Rules:
    """The rules of one table of Ninety-Nine; `Rules()` is the standard game."""

    decks: str = option(
        "auto",
        "packs of 52 cards; auto: one for up to 4 players, two for more",
        choices=("auto", *map(str, range(1, MOST_PACKS + 1))),
        source="Airport Waiting",
        needs={"infinite_deck": False},
    )
    hand_size: int = option(
        3, "cards dealt and kept", low=1, high=MOST_CARDS, source="Airport Waiting"
    )
    start_pennies: int = option(
        3, "pennies to start with", low=1, high=100, source="Airport Waiting; 5: proteacher.net"
    )
    card_table: str = option(
        "plus-minus-ten",
        "what the cards do",
        choices=tuple(TABLES),
        source="proteacher.net, the intact copy of Airport Waiting; the others: rules, section 1",
    )
    negative_total: str = option(
        "allow",
        "a total below 0: allowed, or 0 instead",
        choices=("allow", "floor-zero"),
        source="resolves a gap; floor-zero: everything2.com",
    )
    forget_draw_prob: float | str = option(
        0.0,
        "chance of forgetting each draw",
        low=0,
        high=1,
        per_seat=True,
        source="Airport Waiting",
    )
    stock_exhausted: str = option(
        "reshuffle",
        "an empty stock: all cards played but the last are shuffled, or nobody draws any more",
        choices=("reshuffle", "play-on"),
        source="resolves a gap",
        needs={"infinite_deck": False},
    )
    continue_after_loss: bool = option(
        False,
        "who cannot play leaves the hand; the others play on, and the last one left takes a point",
        source="gronemangames",
    )
    infinite_deck: bool = option(
        False, "every draw is any of 52 cards, as likely as the others", source="extension"
    )


@dataclass(frozen=True)
class Display:
    """Options of how results are told; no result depends on them."""

    stake: float = option(
        0.0,
        "what a penny is worth in money, such as 0.25, where the winner of a match takes them all; "
        "0 where you play for nothing",
        low=0,
        high=1_000_000,
        needs={"unit": "match", "continue_after_loss": False},
    )


PRESETS: dict[str, dict[str, Value]] = {
    "ninety-nine": {},
    "five-pennies": {"start_pennies": 5},
    "last-one-left": {"card_table": "ace-one", "continue_after_loss": True},
}

code = coder(Rules)


def packs(rules: Rules, players: int) -> int:
    """Return how many packs are used."""
    if rules.decks == "auto":
        return 1 if players <= ONE_PACK_PLAYERS else 2
    return int(rules.decks)


def objection(rules: Rules, players: int) -> str | None:
    """Return why the cards are too few, or None."""
    if rules.infinite_deck:
        return None
    decks = packs(rules, players)
    cards, held = PACK * decks, players * rules.hand_size
    if held >= cards:
        return (
            f"--hand-size must be less than {cards / players:g} for {players} players "
            f"with {cards} cards, so that a stock is left, not {rules.hand_size}"
        )
    ordinary = decks * sum(m.kind == ORDINARY for m in meanings(rules.card_table))
    if rules.continue_after_loss and rules.stock_exhausted == "reshuffle" and held > ordinary:
        # Seats that leave may lay down so many ordinary cards that the last two can always play.
        return (
            f"--hand-size must be at most {ordinary // players} for {players} players with "
            f"--continue-after-loss and {cards} cards, so that the hand ends, "
            f"not {rules.hand_size}"
        )
    return None
