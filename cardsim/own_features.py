"""Features that a strategy defines itself, for commands that ask about its decisions."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from string import Formatter
from typing import Any

import numpy as np

from cardsim.errors import UserError, echoed
from cardsim.game import Feature, Game
from cardsim.options.params import did_you_mean, taken_from

Features = Mapping[str, tuple[Feature, ...]]
"""Features by decision."""
MOST = 20
"""The most features at one decision."""
MOST_LETTERS = 60
FARTHEST = 1 << 40
"""The largest distance from 0 of a number that is told apart."""
_SET_OF_CARDS = np.dtype(np.uint64)
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_PLACES = [[name, "", None] for name in ("", "s", "y")]
"""The placeholders in a feature's words: that of the number, and those of endings."""


def checked_features(given: Any) -> Features:
    """Check declared features, and return them by decision; None is none."""
    rule = 'features must be like {"knock": [Feature("suited", "with {} of a suit", 1, 3, suited)]}'
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise UserError(f"{rule}, not {echoed(given)}")
    features = {}
    for decision, some in given.items():
        message = f"{rule}, not {echoed(some)}"
        listed = tuple(taken_from(some, MOST, message))
        if not isinstance(decision, str) or not all(isinstance(f, Feature) for f in listed):
            raise UserError(message)
        for feature in listed:
            _check(feature)
        names = [f.name for f in listed]
        if len({*names}) < len(names):
            twice = next(n for n in names if names.count(n) > 1)
            raise UserError(f"features of '{decision}' name '{twice}' twice")
        features[decision.replace("_", "-")] = listed
    looks: dict[str, Any] = {}
    for feature in (f for some in features.values() for f in some):
        if looks.setdefault(feature.name, feature.look) is not feature.look:
            raise UserError(f"feature '{feature.name}' is two functions")
    return features


def check_features(game: Game, features: Features, *, strategy: str) -> None:
    """Refuse features of a strategy that do not fit its game."""
    decisions = [d.name for d in game.decisions]
    taken = {f.name for f in game.features} | {*decisions}
    fields = numbers_seen(game)
    for decision, some in features.items():
        if decision not in decisions:
            raise UserError(
                f"strategy '{strategy}' has features for '{echoed(decision)}', which is no "
                f"decision of {game.name}; it has: {', '.join(decisions)}",
                hint=did_you_mean(decision, decisions),
            )
        for feature in some:
            if feature.name in taken:
                raise UserError(
                    f"strategy '{strategy}' has a feature '{feature.name}', and {game.name} has "
                    "something of that name: give it another"
                )
            if feature.look is None and feature.name not in fields:
                raise UserError(
                    f"feature '{feature.name}' of strategy '{strategy}' has no function, and the "
                    f"view has no such number; it has: {', '.join(fields)}",
                    hint=did_you_mean(feature.name, fields),
                )


def numbers_seen(game: Game) -> list[str]:
    """Return the numbers in a game's view by which situations can be told apart, with dashes."""
    return [
        field.replace("_", "-")
        for field in game.view.names or ()
        if (form := game.view[field]).shape == () and form.kind in "iufb" and form != _SET_OF_CARDS
    ]


def _check(feature: Feature) -> None:
    name, low, high, look = feature.name, feature.low, feature.high, feature.look
    if not isinstance(name, str) or len(name) > MOST_LETTERS or _NAME.fullmatch(name) is None:
        raise UserError(
            f"a feature's name must be of small letters, digits and dashes, at most {MOST_LETTERS},"
            f" not {echoed(name)}"
        )
    if any(type(end) is not int or abs(end) > FARTHEST for end in (low, high)) or low >= high:
        raise UserError(
            f"feature '{name}' must go from a whole number to a larger one, "
            f"not from {echoed(low)} to {echoed(high)}"
        )
    if not _are_words(feature.words):
        raise UserError(
            f"feature '{name}' must be in words like 'with {{}} card{{s}} of a suit', "
            f"not {echoed(feature.words)}"
        )
    labels = feature.labels
    if not isinstance(labels, tuple | list) or not all(
        isinstance(label, str) and label.isprintable() and labels.count(label) == 1
        for label in labels
    ):
        raise UserError(
            f"feature '{name}' must have different words as labels, not {echoed(labels)}"
        )
    if labels and len(labels) != feature.size:
        raise UserError(f"feature '{name}' has {feature.size} numbers and {len(labels)} labels")
    if look is not None and not _takes_a_view(look):
        given = (
            f"{look.__name__}{inspect.signature(look)}"
            if inspect.isfunction(look)
            else getattr(look, "__name__", look)
        )
        raise UserError(
            f"feature '{name}' must be a function of the view, not {echoed(given)}",
            hint="def look(view) may call what the game's package offers, and other functions",
        )


def _are_words(words: Any) -> bool:
    """Return whether a text has one placeholder for the number, and no unknown one."""
    try:
        placed = [place for _, *place in Formatter().parse(words) if place[0] is not None]
    except (TypeError, ValueError):
        return False
    told = all(place in _PLACES for place in placed)
    return told and placed.count(_PLACES[0]) == 1 and str(words).isprintable()


def _takes_a_view(look: Any) -> bool:
    taken = list(inspect.signature(look).parameters.values()) if inspect.isfunction(look) else []
    return len(taken) == 1 and taken[0].kind is inspect.Parameter.POSITIONAL_OR_KEYWORD
