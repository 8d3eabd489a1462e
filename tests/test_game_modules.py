"""A game is made of the modules of its package."""

from __future__ import annotations

from types import ModuleType, SimpleNamespace
from typing import Any, cast

import pytest

from cardsim.game import Decision, Event, Game, Step
from toys import high_card
from toys.high_card import play, rules, state, story


def without(module: ModuleType, *names: str) -> ModuleType:
    """A module that lacks some names."""
    kept = {name: value for name, value in vars(module).items() if name not in names}
    return cast("ModuleType", SimpleNamespace(**kept))


def made(**instead: Any) -> Game:
    """High Card, of other modules where some are given."""
    modules = {"rules": rules, "state": state, "play": play, "story": story, **instead}
    decisions = (Decision("swap", "keep it or not", ("keep", "swap")),)
    return Game.of(
        "toys.high_card",
        None,
        **{"decisions": decisions, **modules},
        title="High Card",
        players=(2, 6, 3),
        units=high_card.GAME.units,
        default_strategy="",
    )


def test_a_game_has_what_its_modules_name() -> None:
    game = made()

    assert game.name == "high-card"
    assert game.score is play.score
    assert game.decisions[0].apply is play.apply_swap


def test_a_module_may_lack_what_a_game_can_do_without() -> None:
    assert made(story=without(story, "holdings")).holdings is None
    assert made().next_hand is None


@pytest.mark.parametrize(
    ("kind", "module", "name"),
    [("state", state, "LAYOUT"), ("play", play, "deal"), ("story", story, "events")],
)
def test_a_module_that_lacks_what_a_game_needs_is_named(
    kind: str, module: ModuleType, name: str
) -> None:
    with pytest.raises(ValueError, match=rf"high_card\.{kind} has no {name}, which a game needs"):
        made(**{kind: without(module, name)})


def test_a_story_may_tell_all_steps_at_once() -> None:
    def narrate(steps: list[Step], _rules: Any) -> list[Event]:
        return [Event("steps", -1, (len(steps),))]

    told = SimpleNamespace(**vars(without(story, "events")), narrate=narrate)

    game = made(story=cast("ModuleType", told))

    assert game.narrate([], None) == [Event("steps", -1, (0,))]


def test_a_decision_without_a_kernel_is_named() -> None:
    with pytest.raises(ValueError, match=r"play has no apply_fold for 'fold'"):
        made(decisions=(Decision("fold", "give up", ("no", "yes")),))
