"""No view, and no decision of any shipped strategy, depends on what the seat cannot know.

At every decision all that the seat does not see is dealt anew (`imagine`), over rubbish, behind its
back; then it looks again, and decides again with the same chance.
"""

from __future__ import annotations

import random

import pytest

import harness
from cardsim.engine.table import Table
from cardsim.game import Game
from cardsim.workspace import load_strategy, shipped
from imagining import bytes_of, dealt_anew

GAMES: dict[str, Game] = {
    name: part.game
    for name, part in ((name, harness.part_of(name)) for name in harness.games())
    if part.game.decisions
}
OPEN = {"counter_cameroon"}
"""Games in which nothing is hidden but what chance brings."""
DECISIONS = 300
"""Decisions of each strategy, at random tables."""
STRATEGIES = [
    pytest.param(name, path.stem, id=f"{name} {path.stem}")
    for name, game in GAMES.items()
    for folder in (game.name, "any")
    for path in sorted((shipped() / "strategies" / folder).glob("[!_]*.py"))
    # It imagines worlds by itself, and has a test of its own: test_look_ahead.py.
    if path.stem != "look-ahead"
]


@pytest.mark.parametrize(("name", "strategy"), STRATEGIES)
@pytest.mark.kept(1, full=3, by="name")
def test_nothing_depends_on_what_the_seat_cannot_know(name: str, strategy: str) -> None:
    game, brain = GAMES[name], load_strategy(GAMES[name], strategy)
    rng, decided, changed = random.Random(f"{name} {strategy}"), 0, 0

    while decided < DECISIONS:
        unit = "match" if "match" in game.units else None
        rules, players = harness.drawn_rules(harness.part_of(name), rng)
        table = Table(game, rules, players, seed=rng.getrandbits(32), unit=unit)
        for _ in range(DECISIONS):
            if table.decision < 0:
                break
            true, chances = table.states.copy(), table.chances.copy()
            action = table.choice(brain)
            moved = table.chances.copy()
            other = dealt_anew(game, true, table.rules, hand=decided)

            table.states[:], table.chances[:] = other, chances
            shown, seen = (bytes_of(game.view, each.view(game.view)) for each in (other, true))
            assert shown == seen, (rules, table.asks.name)
            assert table.choice(brain) == action, (rules, table.asks.name)

            changed += other.tobytes() != true.tobytes()
            table.states[:], table.chances[:] = true, moved
            table.act(action)
            decided += 1

    assert changed > 0.9 * decided or name in OPEN
