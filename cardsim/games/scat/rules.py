"""House rules of Scat, and the presets.

`Pagat` is John McLeod's page "Thirty-One" at pagat.com; RULES.md has all sources.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardsim.options.params import Value, coder, option

_LIVES = ("lives", "bus")


@dataclass(frozen=True)
class Rules:
    """The rules of one table of Scat; `Rules()` is the standard game."""

    score_mode: str = option(
        "lives",
        "lives: the lowest hand pays; gin: a knock promises the highest hand; "
        "points: the highest scores; bus: a loss is a step to the exit",
        choices=("lives", "gin", "points", "bus"),
        source="Pagat",
    )
    start_lives: int = option(
        3,
        "pennies (or letters) to start with",
        low=1,
        high=20,
        source="Pagat",
        needs={"score_mode": ("lives", "gin")},
    )
    charity: bool = option(
        True,
        "a player without pennies plays on until the next loss",
        source="Pagat",
        needs={"score_mode": ("lives", "gin"), "unit": "match"},
    )
    two_life_overflow: str = option(
        "out",
        "two lives lost with one penny left: out, or pay it and play on",
        choices=("out", "to-county"),
        source="Pagat; to-county: an older text of it",
        needs={"score_mode": "lives", "charity": True, "unit": "match"},
    )
    knocker_lowest_penalty: int = option(
        2,
        "lives lost by a knocker with the only lowest hand",
        low=1,
        high=2,
        source="Pagat",
        needs={"score_mode": _LIVES},
    )
    knocker_tie: str = option(
        "others-lose",
        "a tie for lowest with the knocker: the others lose 1; or he loses 2 and they 1; "
        "or only he loses",
        choices=("others-lose", "knocker-two-others-one", "knocker-only"),
        source="Pagat",
        needs={"score_mode": _LIVES},
    )
    thirty_one_after_knock: str = option(
        "knocker-one",
        "lives lost by the knocker when somebody declares 31",
        choices=("knocker-one", "knocker-two"),
        source="Pagat",
        needs={"score_mode": _LIVES},
    )
    three_of_a_kind: str = option(
        "none",
        "three cards of one rank are worth this",
        choices=("none", "30", "30.5"),
        source="Pagat",
    )
    grand_cadillac: bool = option(False, "three aces are 33, declared like a 31", source="Pagat")
    straight_flush: str = option(
        "none",
        "three cards of a suit in sequence are worth this",
        choices=("none", "30"),
        source="Pagat",
    )
    straight_flush_ace_low: bool = option(
        True, "A-2-3 is a sequence", source="resolves a gap", needs={"straight_flush": "30"}
    )
    min_knock_score: int = option(
        0, "a knock needs at least this value", low=0, high=31, source="Pagat"
    )
    knock_needs_suited: bool = option(
        False, "a knock needs three cards of one suit", source="Pagat"
    )
    first_turn_option: str = option(
        "none",
        "the first player may call an immediate showdown: "
        "hammer after seeing his cards, throw-down before",
        choices=("none", "hammer", "throw-down"),
        source="Pagat",
    )
    first_turn_knock: bool = option(
        True, "a player may knock on his first turn", source="solitaire.com"
    )
    knock_timing: str = option(
        "turn-start",
        "when to knock: instead of a turn, or after drawing",
        choices=("turn-start", "after-draw"),
        source="solitaire.com",
    )
    own_discard_after_knock: bool = option(
        True,
        "two players: one's own last discard may be taken back after a knock",
        source="Pagat",
    )
    undeclared_31: str = option(
        "counts-30",
        "a 31 that was not declared at once",
        choices=("counts-30", "counts-31"),
        source="Pagat",
    )
    miss_31_prob: float = option(
        0.0, "chance that a player overlooks a 31", low=0, high=1, source="models a rule of Pagat"
    )
    stock_exhausted: str = option(
        "showdown",
        "an empty stock ends the hand, or the discards are shuffled",
        choices=("showdown", "reshuffle"),
        source="Pagat; reshuffle: extension",
    )
    exhausted_after_knock: str = option(
        "end",
        "an empty stock after a knock: refusing the discard ends the hand, or only that turn",
        choices=("end", "skip"),
        source="resolves a gap",
    )
    tie_break: str = option(
        "none",
        "equal values: compare the ranks of the scoring suit",
        choices=("none", "poker"),
        source="Pagat, after Jeffrey Jacobs",
    )
    points_target: int = option(
        31,
        "points that win the match",
        low=1,
        high=200,
        source="Pagat",
        needs={"score_mode": "points", "unit": "match"},
    )
    bus_extra_levels: int = option(
        0,
        "steps added before 'off the bus'",
        low=0,
        high=20,
        source="Pagat",
        needs={"score_mode": "bus", "unit": "match"},
    )
    max_turns: int = option(
        1000,
        "turns after which a hand is scored as it stands",
        low=1,
        high=1000,
        source="extension",
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
        needs={"unit": "match", "score_mode": "lives"},
    )


PRESETS: dict[str, dict[str, Value]] = {
    "scat": {},
    "harsh-knock": {
        "knocker_tie": "knocker-two-others-one",
        "thirty_one_after_knock": "knocker-two",
    },
    "cadillac": {
        "start_lives": 4,
        "knocker_tie": "knocker-only",
        "three_of_a_kind": "30",
        "grand_cadillac": True,
    },
    "gin": {"score_mode": "gin", "start_lives": 3, "charity": False, "three_of_a_kind": "30.5"},
    "ride-the-bus": {"score_mode": "bus"},
    "ride-the-bus-solitaire": {
        "score_mode": "bus",
        "knock_timing": "after-draw",
        "first_turn_knock": False,
    },
    "french-canadian": {"score_mode": "points"},
    "jacobs": {"score_mode": "points", "knock_needs_suited": True, "tie_break": "poker"},
    "under-the-gun": {"first_turn_option": "hammer"},
    "shotgun": {"first_turn_option": "throw-down"},
}

code = coder(Rules)
