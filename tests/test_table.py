"""The table in Python plays the hands of a run, and shows a seat no more than it may know."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cardsim
from cardsim.engine.deciding import Chance
from cardsim.engine.table import Table
from cardsim.games import load_game
from cardsim.kernels.intrinsics import shown_bytes
from cardsim.rng import WORDS_DTYPE, below, uniform
from cardsim.runs import preparation
from cardsim.runs.hands import play_hands

SEED = 11
TABLES: dict[str, dict[str, Any]] = {
    "scat": {"strategy": "random-legal", "vs": "threshold", "players": 4},
    "scat, matches": {"unit": "match", "vs": "random-legal"},
    "ninety-nine, matches": {"unit": "match", "vs": "random-legal"},
    "dice-game": {},
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_plays_the_hand_that_a_run_plays(name: str) -> None:
    setup = preparation.prepare(name.partition(",")[0], seed=SEED, **TABLES[name])
    game, spec = setup.game, setup.spec
    outcomes = play_hands(setup, 5, 2 if setup.goes_on else 10)
    assert outcomes is not None
    rules = game.rules(**dict(spec.rules))
    table = Table(game, rules, spec.players, seed=SEED, unit=spec.unit)

    for hand, outcome in enumerate(outcomes, start=5):
        row = hand % len(setup.seating.table)
        table.begin(SEED, hand)
        goes_on = True
        while goes_on:
            while not table.over:
                if table.waits_for_chance:
                    table.happen()
                    continue
                strategy, player = setup.run.seated[setup.seating.table[row, table.seat]]
                table.act(table.choice(strategy, **dict(player.parameters)))
            table.close()
            goes_on = bool(setup.goes_on) and table.settle()
            if goes_on:
                table.deal()
        assert table.outcome(int(setup.seating.heroes[row])).tobytes() == outcome.tobytes()


def test_the_legal_actions_are_told_in_words() -> None:
    table = Table("scat", seed=SEED)

    assert table.asked == (table.seat, "knock")
    assert table.choices == {0: "continue", 1: "knock"}
    with pytest.raises(
        cardsim.UserError, match=r"7 is not legal at 'knock'; allowed: 0 \(continue\)"
    ):
        table.act(7)
    with pytest.raises(cardsim.UserError, match="is not legal at 'knock'"):
        table.act(1 << 70)


def test_nobody_decides_after_the_end_nor_before_chance() -> None:
    throws = Table("dice-game", seed=SEED)

    with pytest.raises(cardsim.UserError, match="chance comes first"):
        throws.act(0)
    with pytest.raises(cardsim.UserError, match="no event of chance"):
        Table("scat").happen()


@pytest.mark.parametrize("name", ["scat", "ninety-nine", "chinese-ten", "square-nine"])
def test_a_view_has_its_fields_and_nothing_behind_them(name: str) -> None:
    game = load_game(name)
    table = Table(game, seed=SEED)
    view = table.view
    seen = table.states.view(game.view)[0]

    assert view.dtype.names == game.view.names
    assert set(view.dtype.names or ()) < set(game.state.names or ())
    for field in view.dtype.names or ():
        assert np.array_equal(getattr(view, field), seen[field]), field
        assert not np.shares_memory(np.asarray(view[field]), table.states)
    hidden = next(n for n in game.state.names or () if n not in (game.view.names or ()))
    assert not hasattr(view, hidden)
    assert view.base is None or view.base.nbytes == view.nbytes
    assert not np.frombuffer(view.tobytes(), np.uint8)[~shown_bytes(game.view)].any()


def test_what_is_written_to_a_view_changes_no_hand() -> None:
    table = Table("scat", seed=SEED)
    before = table.states.tobytes()

    view = table.view
    view.value = 31
    view.hand[:] = 0

    assert table.states.tobytes() == before


def test_numbers_of_a_view_do_not_overflow() -> None:
    view = Table("scat", seed=SEED).view

    assert type(view.seat) is int
    assert view.seat - 40 < 0
    assert view.hand.dtype == np.int64


def test_chance_in_python_gives_the_numbers_of_compiled_chance() -> None:
    words = np.zeros(1, WORDS_DTYPE)
    words["seed"], words["stream"] = SEED, 2
    chance, compiled = Chance(words.copy()), words.copy()[0]

    ours = [chance.below(1_500_000_000) for _ in range(100)] + [chance.below(6), chance.uniform()]
    theirs = [below(compiled, 1_500_000_000) for _ in range(100)]
    theirs += [below(compiled, 6), uniform(compiled)]

    assert ours == theirs
    assert uniform(Chance(words.copy())) == Chance(words.copy()).uniform()
    assert below(Chance(words.copy()), 9) == Chance(words.copy()).below(9)
    for wrong in (0, -1, 1 << 31):
        with pytest.raises(ValueError, match="needs an n from 1 to 2147483647"):
            chance.below(wrong)
