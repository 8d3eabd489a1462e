"""House rules of a game of one's own that cannot be are refused where they are declared.

Each of these once ended a run with a traceback, or was played as something else.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cardsim import UserError
from cardsim.games import load_game
from cardsim.options.params import option
from cardsim.runs.house_rules import check_rules

WRONG: dict[str, tuple[tuple[Any, ...], dict[str, Any], str]] = {
    "above the ends": ((500, "points"), {"low": 10, "high": 100}, "from 10 to 100, not 500"),
    "below the ends": ((-1, "points"), {"low": 0}, "from 0 to 2147483647, not -1"),
    "no number": ((float("nan"), "points"), {"low": 10, "high": 100}, "from 10 to 100, not nan"),
    "without an end": ((float("inf"), "points"), {}, "must be a number, not inf"),
    "ends that are turned round": ((50, "points"), {"low": 100, "high": 10}, "are 100 and 10"),
    "an end that is no number": ((50, "points"), {"low": float("nan")}, "low must be at most"),
    "too large": ((10**12, "points"), {}, "to 2147483647, not 1000000000000"),
    "too large with an end": ((10**12, "points"), {"high": 10**13}, "to 2147483647, not 10000"),
    "none of the words": (("c", "kind"), {"choices": ("a", "b")}, "must be a, b, not c"),
    "a word twice": (("a", "kind"), {"choices": ("a", "a")}, "choices must be different words"),
    "words that are numbers": ((1, "kind"), {"choices": (1, 2)}, "choices must be different"),
    "a word without others": (("a", "kind"), {}, "needs choices"),
    "nothing": ((None, "points"), {}, "must be a number, a word, True or False, not None"),
    "a list": (([1], "points"), {}, r"must be a number, a word, True or False, not \[1\]"),
    "a number in place of words": ((5, 5), {}, "what an option means must be text, not 5"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_house_rule_that_cannot_be_is_refused(what: str) -> None:
    given, named, message = WRONG[what]
    with pytest.raises((TypeError, ValueError), match=message):
        option(*given, **named)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"start_lives": 10**6}, "preset 'wild': start_lives must be a whole number from"),
        ({"start_lives": 2.5}, "preset 'wild': start_lives must be a whole number from"),
        ({"lives": 3}, "preset 'wild' sets 'lives', which is no rule of scat"),
    ],
)
def test_a_preset_sets_what_can_be_set(values: dict[str, Any], message: str) -> None:
    scat = load_game("scat")
    game = replace(scat, presets={**scat.presets, "wild": values})
    with pytest.raises(UserError, match=message):
        check_rules(game, "wild", {})
