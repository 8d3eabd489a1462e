"""Checks the table that is asked for: house rules, display options, and the number of players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardsim.errors import UserError, echoed
from cardsim.game import Game
from cardsim.options.params import Option, Value, check_needs, check_preset, did_you_mean


def check_rules(
    game: Game, preset: str | None, given: Mapping[str, Any], unit: str | None = None
) -> dict[str, Value]:
    """Check the house rules, and return all values: the defaults, the preset's and those given.

    Some rules matter only where `unit` is played; it is none where nothing is.
    """
    values: dict[str, Value] = {o.name: o.default for o in game.options}
    if preset is not None:
        if not isinstance(preset, str) or preset not in game.presets:
            message = (
                f"no preset called '{echoed(preset)}' for {game.name}; "
                f"there are: {', '.join(game.presets)}"
            )
            raise UserError(message, hint=did_you_mean(echoed(preset), game.presets))
        values |= _of_preset(game, preset)
    values |= {o.name: o.check(given[o.name]) for o in game.options if o.name in given}
    beside = values if unit is None else {**values, "unit": unit}
    check_needs(game.options, given, beside)
    if preset is not None and unit is not None:
        check_preset(game.options, preset, game.presets[preset], beside)
    return values


def _of_preset(game: Game, preset: str) -> dict[str, Value]:
    """Return the house rules that a preset sets."""
    known, values = {o.name: o for o in game.options}, game.presets[preset]
    for name in values.keys() - known.keys():
        raise UserError(f"preset '{preset}' sets '{echoed(name)}', which is no rule of {game.name}")
    return {n: known[n].check(v, label=f"preset '{preset}': {n}") for n, v in values.items()}


def check_display(
    game: Game, given: Mapping[str, Any], beside: Mapping[str, Value]
) -> dict[str, Value]:
    """Check the display options, and return all values: the defaults and those given.

    `beside` has the house rules, and `unit` where there is one.
    """
    values = {
        o.name: o.check(given[o.name]) if o.name in given else o.default
        for o in game.display_options
    }
    check_needs((*game.options, *game.display_options), given, {**beside, **values})
    return values


def check_players(game: Game, players: object, preset: object = None) -> int:
    """Check the number of seats, and return it; the usual one for None.

    The preset need be none of the game's.
    """
    low, high, _ = game.players
    named = preset if isinstance(preset, str) else None
    usual = game.usual_players(named)
    wanted = usual if players is None else players
    count = int(Option("players", usual, low=low, high=high).check(wanted))
    if count != usual and named in game.preset_players:
        raise UserError(
            f"--preset {named} is for {usual} players, not {count}",
            hint="its house rules can be given one by one; "
            f"`cardsim games show {game.name}` lists them",
        )
    return count
