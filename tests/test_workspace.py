"""Strategies as they are found: those of a workspace, and what they leave out."""

from __future__ import annotations

from typing import Any

from cardsim import Strategy
from cardsim.games import load_game
from cardsim.workspace import complete, load_strategy, shipped
from typed import Write

SCAT = load_game("scat")


def knock_at(threshold: int) -> str:
    return f"""
from cardsim import Strategy

def knock(view, knock_threshold: int = {threshold}):
    return view.value >= knock_threshold

STRATEGY = Strategy(game="scat", knock=knock)
"""


def default_of(strategy: Strategy, name: str) -> object:
    return {p.name: p.default for p in strategy.parameters}[name]


def patient(view: Any, knock_threshold: int = 20) -> Any:
    return view.value >= knock_threshold


def test_a_strategy_keeps_its_default_where_the_workspace_has_a_copy_of_the_games_default(
    write_strategy: Write,
) -> None:
    write_strategy(
        "threshold", (shipped() / "strategies" / "scat" / "threshold.py").read_text("utf-8")
    )

    whole = complete(SCAT, Strategy(game="scat", knock=patient))

    assert default_of(whole, "knock_threshold") == 20


def test_a_default_strategy_of_ones_own_goes_before_the_shipped_one(write_strategy: Write) -> None:
    write_strategy("threshold", knock_at(25))

    whole = complete(SCAT, Strategy(game="scat"))

    assert default_of(whole, "knock_threshold") == 25
    assert default_of(load_strategy(SCAT, "threshold"), "knock_threshold") == 25


def test_a_strategy_may_be_completed_twice() -> None:
    once = complete(SCAT, Strategy(game="scat", knock=patient))

    again = once.completed(load_strategy(SCAT, "threshold"))

    assert default_of(again, "knock_threshold") == 20
    assert again.inherited == once.inherited
