"""Which of several choices that may be as good `cardsim advise` names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import cardsim
from cardsim.engine.table import Table
from cardsim.games import load_game
from cardsim.table import choice_values
from cardsim.table.advising import preferred
from cardsim.table.choice_values import (
    ALL_BETTER,
    FEWEST_USUAL,
    Choice,
    LegalAction,
    choices_by,
    most_worlds,
)
from cardsim.table.seat_words import part_of

UNIT = load_game("scat").units["hand"](load_game("scat").rules(), 3)
WAYS = [LegalAction("draw-source", k, f"choice {k}") for k in range(3)]


def tied(worth: Sequence[Sequence[float]]) -> tuple[tuple[Choice, ...], np.ndarray[Any, Any]]:
    """Return choices with these values, each in several worlds, the best first, and the values."""
    values = np.repeat(np.array(worth, np.float64), ALL_BETTER, axis=1)
    choices, _ = choices_by(WAYS[: len(values)], values, UNIT, batch=1)
    return choices, values[[int(c.action) for c in choices]]


def own(action: int) -> tuple[str, int]:
    """Return the decision and an action of the own strategy."""
    return "draw-source", action


def test_of_ties_the_own_strategys_choice_is_named_and_without_it_the_best_mean() -> None:
    choices, worth = tied([[0, 1, 0, 1, 1], [1, 0, 1, 0, 1], [1, 0, 1, 0, 0]])

    assert [c.tied for c in choices] == [True] * 3
    assert preferred(choices, worth, (), own(1)).action == 1
    assert preferred(choices, worth, (), own(0)).action == 0
    assert preferred(choices, worth, (), own(9)).action == choices[0].action


def test_a_choice_that_another_beats_in_every_world_is_not_named() -> None:
    """The own strategy's choice 2 is as good as 0 by its interval, and never better than 1."""
    choices, worth = tied([[0, 1, 0, 1, 1], [1, 0, 1, 0, 1], [1, 0, 1, 0, 0]])

    assert choices[0].action == 0
    assert preferred(choices, worth, (), own(2)).action != 2
    # In one world less that may be chance.
    kept = np.delete(worth, np.flatnonzero(worth[2] != worth[1])[:1], axis=1)
    assert preferred(choices, kept, (), own(2)).action == 2


@pytest.mark.parametrize("differ", [1, ALL_BETTER - 1, ALL_BETTER])
@pytest.mark.parametrize("batch", [1, 80])
def test_a_choice_is_sure_only_if_enough_worlds_differ(differ: int, batch: int) -> None:
    """With batches of 80 each of five has the same gap, and so their spread is nothing."""
    better, worse = np.zeros(400), np.zeros(400)
    better[:: 400 // 5][:differ] = 1
    better[399] = differ >= ALL_BETTER

    choices, _ = choices_by(WAYS[:2], np.array([better, worse]), UNIT, batch=batch)

    assert choices[0].action == 0
    assert choices[1].tied == (differ < ALL_BETTER)


def test_what_another_company_overturns_is_not_named_where_something_else_is_as_good() -> None:
    choices, worth = tied([[0, 1, 0, 1, 1], [1, 0, 1, 0, 1]])
    beaten = tuple(replace(c, cost_low=0.5 if c.action == 0 else 0.0) for c in choices)

    assert preferred(choices, worth, (choices,), own(0)).action == 0
    assert preferred(choices, worth, (choices, beaten), own(0)).action == 1
    nothing = tuple(replace(c, cost_low=0.5) for c in choices)
    assert preferred(choices, worth, (nothing,), own(0)).action == 0


@pytest.mark.parametrize(
    ("game", "past", "many", "worlds"),
    [
        ("cheat", "past_claims", 20, 750),
        ("casino", "turn", 25, 480),
        ("chinese-ten", "turn", 20, 500),
    ],
)
def test_late_in_a_long_game_fewer_are_imagined(
    game: str, past: str, many: int, worlds: int
) -> None:
    table = Table(game, seed=1)
    early = most_worlds(table)
    table.states.view(table.game.view)[past] = many

    assert most_worlds(table) == worlds < early


def test_what_takes_more_decisions_to_imagine_is_imagined_less(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And as much as before where nothing but the limit of the game is in the way."""
    monkeypatch.setattr(choice_values, "EFFORT", 300_000)
    asked: dict[str, Any] = {"unit": "hand", "vs": "field", "seed": 1, "hand": "KS 9H 2C"}

    many = [cardsim.advise("scat", discard="8C", turn=t, **asked).worlds for t in (1, 2, 4)]

    assert 4000 == many[0] > many[1] > many[2] >= FEWEST_USUAL
    assert cardsim.advise("scat", discard="8C", turn=2, worlds=800, **asked).worlds == 800


def test_where_a_decision_takes_longer_fewer_hands_are_imagined(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As in Bridge, whose people weigh cards: the same answer takes as long as in other games."""
    monkeypatch.setattr(choice_values, "EFFORT", 900_000)
    asked: dict[str, Any] = {"unit": "hand", "vs": "field", "seed": 1, "hand": "KS 9H 2C"}
    fast = cardsim.advise("scat", discard="8C", turn=2, **asked).worlds

    monkeypatch.setattr(part_of(load_game("scat"), "seat"), "DECISION_TAKES", 3, raising=False)

    assert fast < 4000
    assert cardsim.advise("scat", discard="8C", turn=2, **asked).worlds == pytest.approx(
        fast / 3, abs=20
    )
    bridge = part_of(load_game("bridge"), "seat")
    assert bridge is not None
    assert bridge.DECISION_TAKES > 1


def test_in_the_company_that_was_asked_about_the_advice_is_the_same() -> None:
    """With hands of its own, which are fewer, mixed company would have other values."""
    said: dict[str, Any] = {"hand": "KS 9H 2C", "discard": "8C", "unit": "hand", "vs": "field"}

    found = cardsim.advise("scat", worlds=200, seed=1, **said)

    best = found.choices[0]
    (mixed,) = (other for other in found.elsewhere if other.where == "in mixed company")
    assert (mixed.value, mixed.low, mixed.high) == (best.value, best.low, best.high)


def test_it_is_said_where_the_best_choice_depends_on_how_you_go_on() -> None:
    """With nine points alone wins no more, but who plays by the book calls too seldom later."""
    said: dict[str, Any] = {"hand": "JC AS KS AH 9D", "upcard": "JS", "score": "9,5"}

    found = cardsim.advise("euchre", worlds=1600, seed=1, **said)

    assert found.choices[0].told == "order up"
    (mine,) = (one for one in found.elsewhere if one.where.startswith("if you then"))
    assert (mine.where, mine.best) == ("if you then play by the book", "order up alone")
    assert mine.turns
    assert "If you then play by the book, order up alone instead." in found.sentence


def test_how_you_go_on_anyway_is_not_tried_again() -> None:
    said: dict[str, Any] = {"hand": "KS 9H 2C", "discard": "8C", "unit": "hand", "vs": "field"}

    found = cardsim.advise("scat", worlds=200, seed=1, strategy="threshold", **said)

    ways = [one.where for one in found.elsewhere if one.where.startswith("if you")]
    assert ways == ["if you then play as is safest"]


# ---------------------------------------------------------------- hands

CERTAIN = [
    # Nothing more can be won alone.
    ("euchre", {"hand": "JC AS KS AH 9D", "upcard": "JS", "score": "9,5"}, "order up"),
    # Who holds all tens knows that the last card is none.
    (
        "cheat",
        {"hand": "10 10 10 10 4", "pile": "1 9, 1 10", "doubt": True, "sizes": "5,45,0"},
        "challenge",
    ),
    # A discard makes 27.
    (
        "scat",
        {"hand": "KS QS 5S", "discard": "7S", "knocker": 2, "turn": 2, "lives": "0,0"},
        "take 7♠",
    ),
]


@pytest.mark.parametrize(("game", "said", "best"), CERTAIN, ids=lambda it: str(it)[:8])
def test_what_can_only_be_better_is_advised(game: str, said: dict[str, Any], best: str) -> None:
    players = {"scat": 2, "cheat": 3, "euchre": 4}[game]
    # The own strategy would pass, which 200 hands cannot tell from ordering up.
    worlds = 1500 if game == "euchre" else 200

    found = cardsim.advise(game, worlds=worlds, seed=1, players=players, **said)

    assert found.choices[0].told == best
