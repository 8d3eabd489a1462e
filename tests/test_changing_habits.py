"""People whose habits change: who was beaten by a knock, and who was caught."""

from __future__ import annotations

from types import SimpleNamespace

from cardsim.engine.table import Table
from cardsim.games import load_game
from cardsim.workspace import load_strategy

NOBODY, ME, OTHER = -1, 0, 1


def test_who_lost_a_life_to_a_knock_knocks_sooner() -> None:
    """And not for a life that was lost in another way."""
    functions = load_strategy(load_game("scat"), "once-beaten").functions
    memory = SimpleNamespace(lives=0, knocked=False, beaten=0)

    def knocks_from(lives: int) -> int:
        views = (
            SimpleNamespace(value=v, own_lives=lives, knocker=NOBODY, seat=ME) for v in range(32)
        )
        value: int = next(v.value for v in views if functions["knock"](v, memory, 27, 3, 23))
        return value

    def knocked(by: int, lives: int) -> None:
        view = SimpleNamespace(
            own_lives=lives, knocker=by, seat=ME, value=20, value_with_discard=20
        )
        functions["draw_source"](view, memory)

    found = [knocks_from(3)]
    for by, lives in ((OTHER, 3), (ME, 2), (NOBODY, 1), (OTHER, 1)):
        knocked(by, lives)
        found.append(knocks_from(max(lives - 1, 0)))

    assert found == [27, 24, 24, 24, 23]


def test_who_was_caught_lies_less() -> None:
    game, lied = load_game("cheat"), 0
    strategy = load_strategy(game, "once-caught")

    for hand in range(40):
        table = Table("cheat", seed=5, hand=hand)
        if table.asks.function != "count":
            continue
        honest = table.choice(strategy, lies=0.0)
        bold = table.choice(strategy, lies=1.0, shame=0.0)
        table.states["caught"][0, table.seat] = 1

        assert table.choice(strategy, lies=1.0, shame=0.0) == honest
        assert table.choice(strategy, lies=1.0, shame=1.0) == bold
        lied += bold > honest

    assert lied > 5
