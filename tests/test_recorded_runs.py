"""Recorded runs: the same seed and options give the same counts as when they were recorded.

`python tests/test_recorded_runs.py` writes `recorded_runs.json` anew. Do that only with a change
that is meant to change outcomes, and say so in the changelog's "Results changed".
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim.games import load_game
from cardsim.games.gin_rummy.rules import PRESETS as GIN_PRESETS

RECORDED = Path(__file__).with_suffix("").with_name("recorded_runs.json")
SEED = 20261122

SCAT_PRESETS = (
    "harsh-knock",
    "cadillac",
    "gin",
    "ride-the-bus",
    "french-canadian",
    "jacobs",
    "under-the-gun",
    "shotgun",
)
SCAT = ("chase-31", "random-play", "suit-keeper", "take-margin", "threshold-by-turn")
NINETY = ("hoarder", "hover", "king-rush", "look-ahead-1", "random-card", "worth-keeping")
CAMEROON = (
    "double-bonus",
    "finisher",
    "max-points-static",
    "race-odds",
    "random-split",
    "win-odds",
)
CHINESE = ("counting", "forethought", "random-legal", "red-hunter", "throw-safe")
BRIDGE = ("highest-legal", "pass-always", "random-legal", "random-legal-call", "random-legal-play")
STYLES = ("cumulative", "duplicate")
CASINO = ("builder", "greedy-cards", "hold-face", "pair-only", "trail-safe")
CHEAT = ("bayes-challenger", "bluffer", "over-claimer", "profiler", "truth-first")
CHEAT_PRESETS = ("uk-adjacent", "guardian", "one-rank", "singly", "trichez")
SPADES = ("bag-dodger", "count-bid", "fine-count", "nil-cover", "random-legal")
EUCHRE = ("fine-count", "power-sum", "random-legal", "simple-partner", "trump-count")
EUCHRE_PRESETS = ("fedest", "natural-trump", "regional")
GIN = (
    "gin-only",
    "lurker",
    "meld-hunter",
    "random-legal",
    "safe-discard",
    "schedule",
    "stock-knock",
)
SQUARE = ("closer", "copycat", "expected-value", "line-builder", "race", "random-legal")

RUNS: list[dict[str, Any]] = [
    {"game": "scat", "n": 20_000},
    *({"game": "scat", "n": 10_000, "preset": p, "vs": "random-play"} for p in SCAT_PRESETS),
    *({"game": "scat", "n": 10_000, "players": 4, "strategy": s} for s in SCAT),
    {"game": "scat", "n": 1_000, "preset": "ride-the-bus-solitaire", "players": 2},
    {"game": "scat", "n": 5_000, "players": 9, "vs": "suit-keeper", "knock_threshold": 25},
    {
        "game": "scat",
        "n": 10_000,
        "players": 5,
        "stock_exhausted": "reshuffle",
        "miss_31_prob": 0.2,
        "undeclared_31": "counts-31",
        "first_turn_option": "hammer",
    },
    {"game": "scat", "n": 3_000, "seats": "threshold; random-play; threshold:knock_threshold=25"},
    {"game": "scat", "n": 1_500, "unit": "match"},
    {"game": "scat", "n": 1_000, "unit": "match", "players": 4, "strategy": "threshold-by-lives"},
    *({"game": "scat", "n": 500, "unit": "match", "preset": p} for p in SCAT_PRESETS),
    {"game": "ninety-nine", "n": 10_000},
    *({"game": "ninety-nine", "n": 5_000, "strategy": s} for s in NINETY),
    *(
        {"game": "ninety-nine", "n": 500, "unit": "match", "preset": p}
        for p in ("ninety-nine", "five-pennies", "last-one-left")
    ),
    {
        "game": "ninety-nine",
        "n": 5_000,
        "players": 8,
        "strategy": "hoarder",
        "forget_draw_prob": 0.1,
        "continue_after_loss": True,
        "hand_size": 5,
    },
    {"game": "counter-cameroon", "n": 3_000},
    {"game": "counter-cameroon", "n": 3_000, "preset": "balanced", "vs": "weighted"},
    *({"game": "counter-cameroon", "n": 1_000, "strategy": s} for s in CAMEROON),
    *({"game": "chinese-ten", "n": 5_000, "players": p} for p in (2, 3, 4)),
    *({"game": "chinese-ten", "n": 2_000, "strategy": s} for s in CHINESE),
    {"game": "square-nine", "n": 5_000},
    *({"game": "square-nine", "n": 2_000, "players": 3, "strategy": s} for s in SQUARE),
    {"game": "square-nine", "n": 500, "unit": "match", "players": 4},
    {"game": "spades", "n": 5_000},
    {
        "game": "spades",
        "n": 1_000,
        "unit": "match",
        "blind_nil": True,
        "failed_nil_tricks": "count",
    },
    *({"game": "spades", "n": 2_000, "strategy": s} for s in SPADES),
    {"game": "euchre", "n": 5_000},
    *({"game": "euchre", "n": 1_000, "unit": "match", "preset": p} for p in EUCHRE_PRESETS),
    *({"game": "euchre", "n": 2_000, "strategy": s} for s in EUCHRE),
    {"game": "bridge", "n": 5_000},
    {"game": "bridge", "n": 500, "unit": "session", "boards": 5, "scoring": "trick-points"},
    *({"game": "bridge", "n": 500, "unit": "chicago", "chicago_style": s} for s in STYLES),
    {"game": "bridge", "n": 500, "unit": "rubber", "honors": True, "first_dealer": "random"},
    {
        "game": "bridge",
        "n": 2_000,
        "strategy": "tips:overcalls=simple,open_hcp=11,penalty_double_hcp=14",
        "vs": "random-legal-call",
    },
    *({"game": "bridge", "n": 2_000, "strategy": s} for s in BRIDGE),
    *({"game": "casino", "n": 3_000, "players": p} for p in (2, 3, 4)),
    {"game": "casino", "n": 500, "unit": "match", "players": 4, "partnership": True},
    {
        "game": "casino",
        "n": 2_000,
        "strategy": "random-legal",
        "vs": "random-legal",
        "keep_capturing_card": False,
        "table_cards_raise": True,
        "face_capture": "one-or-three",
        "sweep_points": 1,
    },
    *({"game": "casino", "n": 2_000, "strategy": s} for s in CASINO),
    {"game": "cheat", "n": 3_000},
    *({"game": "cheat", "n": 1_000, "strategy": s} for s in CHEAT),
    *({"game": "cheat", "n": 1_000, "preset": p, "vs": "truth-first"} for p in CHEAT_PRESETS),
    {"game": "cheat", "n": 300, "unit": "match", "players": 6, "packs": 2, "max_plays": 1_000},
    *(
        {"game": "dice-game", "n": 5_000, "players": 4, "preset": p}
        for p in ("seed", "seed-capped", "lcr", "lcr-uncapped")
    ),
    {"game": "dice-game", "n": 3_000, "players": 12},
    *({"game": "gin-rummy", "n": 3_000, "players": p} for p in (2, 3, 4)),
    *({"game": "gin-rummy", "n": 2_000, "strategy": s} for s in GIN),
    {"game": "gin-rummy", "n": 2_000, "strategy": "learned-classic", "preset": "classic-2p"},
    {"game": "gin-rummy", "n": 500, "unit": "match"},
    {"game": "gin-rummy", "n": 500, "unit": "match", "preset": "classic-2p"},
    {"game": "gin-rummy", "n": 500, "unit": "match", "players": 3, **GIN_PRESETS["classic-2p"]},
    {
        "game": "gin-rummy",
        "n": 2_000,
        "players": 4,
        "strategy": "random-legal",
        "hand_size": 10,
        "knock_limit": 60,
        "layoffs": True,
        "knocker_arrangement": "choose",
        "multi_undercut": "all",
        "upcard_offer": True,
        "allow_return_discard": True,
    },
]


def table_text(asked: dict[str, Any]) -> str:
    """One run as its place in the file of records."""
    return ", ".join(f"{name}={value}" for name, value in asked.items())


def summary(asked: dict[str, Any]) -> dict[str, Any]:
    """The estimates of a run, and a hash of the counts of every distinct outcome.

    What tables and columns are called is no part of it.
    """
    game = load_game(asked["game"])
    usual = {"vs": "usual"} if game.decisions and "seats" not in asked else {}
    result = cardsim.run(**{"unit": game.single_unit, **usual, **asked}, seed=SEED)
    digest = hashlib.sha256()
    for table in result.tables.values():
        digest.update(table.sort(table.columns).write_csv(include_header=False).encode())
    return {
        "estimates": {name: e.value for name, e in result.estimates.items()},
        "counts": digest.hexdigest()[:16],
    }


@pytest.mark.parametrize("asked", RUNS, ids=table_text)
@pytest.mark.kept(1, by=lambda asked: asked["game"])
def test_a_recorded_run_comes_out_as_it_did(asked: dict[str, Any]) -> None:
    recorded = json.loads(RECORDED.read_text())[table_text(asked)]

    assert summary(asked) == recorded


if __name__ == "__main__":
    RECORDED.write_text(json.dumps({table_text(a): summary(a) for a in RUNS}, indent=1) + "\n")
