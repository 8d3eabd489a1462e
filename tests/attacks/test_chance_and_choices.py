"""Chance shows neither seed nor hand, and a number that no legal action has is an error."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cardsim
from attacks.conftest import Attack
from cardsim import Strategy
from cardsim.engine.deciding import DecisionError
from cardsim.engine.table import Table
from cardsim.games import game_names, load_game
from cardsim.workspace import load_strategy

SEED = 0x5EED_0F_C0DE


def reached(thing: Any, depth: int = 3) -> list[Any]:
    """A thing, and what its attributes and items hold."""
    found = [thing]
    if depth and not isinstance(thing, int | float | str | bytes | type):
        names = [n for n in dir(thing) if not n.startswith("__")]
        for name in names:
            found += reached(getattr(thing, name, None), depth - 1)
    return found


@pytest.mark.parametrize("vectorised", [False, True])
def test_chance_in_python_shows_no_seed(vectorised: bool) -> None:
    seen: list[Any] = []

    def knock(view: Any, chance: Any) -> Any:
        if len(seen) < 3:
            seen.append(chance)
            for thing in reached(chance):
                assert not isinstance(thing, np.ndarray | np.void)
                assert not isinstance(thing, int) or thing != SEED
        return np.zeros(len(view), bool) if vectorised else False

    strategy = Strategy("scat", knock=knock, compiled=False, vectorised=vectorised)
    cardsim.run("scat", 50, seed=SEED, strategy=strategy, vs="usual")

    assert seen


def test_chance_of_a_compiled_strategy_has_no_fields(refused: Attack) -> None:
    for field in ("seed", "hand", "words", "position"):
        error = refused(f"def knock(view, chance):\n    return chance.{field} > 0\n")
        assert "idea.py:3: " in str(error)


@pytest.mark.kept(2, full=8)
@pytest.mark.parametrize("game", [g for g in game_names() if load_game(g).decisions])
@pytest.mark.parametrize("number", [10**6, -1, "count_legal(view)"])
def test_a_number_that_no_legal_action_has_is_an_error(game: str, number: Any) -> None:
    scope: dict[str, Any] = {}
    exec(
        f"def decide(view, count_legal, nth_legal):\n    return nth_legal(view, {number})\n",
        scope,
    )
    found, asked = load_game(game), set()
    functions = {d.function: scope["decide"] for d in found.decisions}
    strategies = [Strategy(game, compiled=compiled, **functions) for compiled in (True, False)]
    legal = load_strategy(found, "random-legal")
    table = Table(found, seed=3)

    while not table.over:
        if table.waits_for_chance:
            table.happen()
            continue
        if table.asks.name not in asked:
            asked.add(table.asks.name)
            for strategy in strategies:
                with pytest.raises((IndexError, DecisionError), match="no legal action has this"):
                    table.choice(strategy)
        table.act(table.choice(legal))

    assert asked
