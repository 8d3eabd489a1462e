"""House rules of Square 9.

`Airport Waiting` is the collection "Fun Games To Make Airport Waiting More Bearable!", `Heuchert
page` is 9cardgolf.ironsheep.biz, and the others are named as in RULES.md.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardsim.options.params import Value, coder, option

MOST_DECKS = 8
MOST_JOKERS = 4
"""Most jokers in a deck."""
MOST_POINTS = 20
MOST_HOLES = 100


@dataclass(frozen=True)
class Rules:
    """The rules of one table of Square 9; `Rules()` is the standard game."""

    decks: str = option(
        "auto",
        "packs of 52 cards and their jokers; auto: half as many as players, rounded down, and one",
        choices=("auto", *map(str, range(1, MOST_DECKS + 1))),
        source="Airport Waiting",
    )
    jokers_per_deck: int = option(
        2, "jokers in each pack", low=0, high=MOST_JOKERS, source="Airport Waiting"
    )
    match_lines: str = option(
        "rows-diagonals",
        "the lines in which three equal ranks count nothing",
        choices=(
            "rows-diagonals",
            "rows",
            "columns",
            "rows-columns",
            "columns-diagonals",
            "all",
        ),
        source="Airport Waiting; columns: potatoplayer.com, grokipedia",
    )
    joker_line: str = option(
        "zero",
        "three jokers in a line: zero, or each keeps its points",
        choices=("zero", "keep-negative"),
        source="resolves a gap",
    )
    open_cells: int = option(
        1,
        "cells that each player turns up at the start; only they may be replaced more than once",
        low=0,
        high=9,
        source="Airport Waiting; 3: Heuchert page",
    )
    replace_once: bool = option(
        True,
        "a cell that was filled by a replacement is final; otherwise any may be replaced again",
        source="Airport Waiting; false: Heuchert page",
    )
    joker_value: int = option(
        -2,
        "points of a joker",
        low=-MOST_POINTS,
        high=MOST_POINTS,
        source="Airport Waiting; -3, -5 elsewhere",
    )
    king_value: int = option(
        0, "points of a king", low=-MOST_POINTS, high=MOST_POINTS, source="Airport Waiting"
    )
    expose_order: str = option(
        "seat-order",
        "who chooses open cells later sees those of the others, or all choose unseen",
        choices=("seat-order", "hidden"),
        source="resolves a gap",
    )
    final_turn: bool = option(
        True,
        "after the close everybody else has one more turn; otherwise the hand is over",
        source="Airport Waiting; false: common in six-card golf",
    )
    stock_exhausted: str = option(
        "reshuffle",
        "a draw from an empty stock: all discards but the top are shuffled, or the hand ends",
        choices=("reshuffle", "end-hand"),
        source="resolves a gap",
    )
    holes: int = option(
        1,
        "hands in a match",
        low=1,
        high=MOST_HOLES,
        source="resolves a gap; 9 or 18: Heuchert page",
        needs={"unit": "match"},
    )
    max_turns: int = option(
        0,
        "turns after which a hand is scored as it stands; 0: 200 for each player",
        low=0,
        high=2400,
        source="extension",
    )


PRESETS: dict[str, dict[str, Value]] = {"square-nine": {}}


def decks_in_play(rules: Rules, players: int) -> int:
    """Return how many packs are in play."""
    return players // 2 + 1 if rules.decks == "auto" else int(rules.decks)


def objection(rules: Rules, players: int) -> str | None:
    """Return why so many players cannot play by these rules, or None."""
    decks = decks_in_play(rules, players)
    cards = decks * (52 + rules.jokers_per_deck)
    needed = 9 * players + 1
    if cards >= needed:
        return None
    return (
        f"--decks {rules.decks} gives {cards} cards with "
        f"--jokers-per-deck {rules.jokers_per_deck}; "
        f"{players} players need at least {needed}"
    )


code = coder(Rules)
