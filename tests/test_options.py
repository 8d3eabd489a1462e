"""Every house rule of a game and every parameter of its strategies changes some outcome.

The tests are made from the declarations: a new rule or parameter is tested from the day it is
declared. One that does not matter at the game's usual table fails here until `tables/<game>.py`
has a table at which it does.
"""

import importlib
import inspect
from math import isfinite
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import cardsim
from cardsim.game import Game
from cardsim.games import game_names, load_game
from cardsim.options.params import Option, Value
from cardsim.process.once import once
from cardsim.strategy import Strategy
from cardsim.workspace import load_file, shipped

FILES = sorted((Path(__file__).parent / "tables").glob("[!_]*.py"))
TABLES: dict[str, ModuleType] = {
    path.stem.replace("_", "-"): importlib.import_module(f"tables.{path.stem}") for path in FILES
}
GAMES: dict[str, Game] = {name: load_game(name) for name in TABLES}
with once():
    STRATEGIES: dict[tuple[str, str], Strategy] = {
        (name, path.stem): load_file(path)
        for name in TABLES
        for path in sorted((shipped() / "strategies" / name).glob("[!_]*.py"))
    }
PLAYED: dict[str, tuple[str, float]] = {}
"""The outcomes so far: many tests begin from the same."""


def outcome(game: str, context: dict[str, Any], **changed: Any) -> str:
    """The tables of counts of a run, as text."""
    return played(game, context, **changed)[0]


def played(game: str, context: dict[str, Any], **changed: Any) -> tuple[str, float]:
    """The tables of counts of a run, as text, and the number that it is about."""
    options = {
        "n": 2_000,
        "seed": 31,
        "threads": 1,
        "unit": GAMES[game].single_unit,
        **({"vs": "usual"} if GAMES[game].decisions and "seats" not in context else {}),
        **context,
        **changed,
    }
    key = f"{game} {sorted(options.items())}"
    if key not in PLAYED:
        result = cardsim.run(game, **options)
        text = "".join(table.write_json() for table in result.tables.values())
        PLAYED[key] = text, result.headline.value
    return PLAYED[key]


def without_values(context: dict[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in context.items() if k != "values"}


def other_values(option: Option, context: dict[str, Any]) -> tuple[Value, ...]:
    if "values" in context:
        values: tuple[Value, ...] = context["values"]
        return values
    values = (False, True) if option.kind is bool else option.choices
    if not values and option.kind is not str:
        values = tuple(end for end in (option.low, option.high) if isfinite(end))
    return tuple(value for value in values if value != option.default)


def table_of(game: str, option: Option) -> dict[str, Any]:
    """Return the table at which a house rule matters, with the values to try."""
    table: dict[str, Any] = TABLES[game].RULES.get(option.name, {})
    return table


def same_choices(game: str, option: str) -> list[tuple[Value, Value]]:
    pairs: list[tuple[Value, Value]] = getattr(TABLES[game], "SAME_CHOICES", {}).get(option, [])
    return pairs


def cases_of_rules() -> list[Any]:
    cases = []
    for game in TABLES:
        for option in GAMES[game].options:
            values = other_values(option, table_of(game, option)) or (None,)
            same = {pair[1] for pair in same_choices(game, option.name)}
            cases += [
                pytest.param(game, option, value, id=f"{game} {option.name}={value}")
                for value in values
                if value not in same
            ]
    return cases


@pytest.mark.parametrize(("game", "option", "value"), cases_of_rules())
@pytest.mark.kept(2, by="game")
def test_every_house_rule_changes_some_outcome(
    game: str, option: Option, value: Value | None
) -> None:
    assert value is not None, f"say in RULES which values of --{option.name} to try"
    context = without_values(table_of(game, option))

    usual, changed = outcome(game, context), outcome(game, context, **{option.name: value})

    assert usual != changed, f"say in RULES at which table --{option.name} matters"


@pytest.mark.parametrize(("game", "option", "value"), cases_of_rules())
@pytest.mark.kept(1, by="game")
def test_every_house_rule_changes_what_a_run_is_about_or_is_known_not_to(
    game: str, option: Option, value: Value
) -> None:
    """At its table, in the same hands: what the unit is won by."""
    known = getattr(TABLES[game], "SAME_ANSWER", {})
    context = without_values(table_of(game, option))

    usual, changed = (played(game, {**context, **more})[1] for more in ({}, {option.name: value}))

    assert (usual == changed) == (option.name in known or f"{option.name}={value}" in known)


@pytest.mark.parametrize("game", TABLES)
def test_a_rule_that_is_known_to_change_no_answer_is_one_and_says_why(game: str) -> None:
    rules = {option.name for option in GAMES[game].options}

    for name, reason in getattr(TABLES[game], "SAME_ANSWER", {}).items():
        assert name.partition("=")[0] in rules
        assert len(reason) > 10


CHOICES = [
    pytest.param(game, option, id=f"{game} {option.name}")
    for game in TABLES
    for option in GAMES[game].options
    if len(option.choices) > 2
]


@pytest.mark.parametrize(("game", "option"), CHOICES)
@pytest.mark.kept(1, by="game")
def test_no_two_choices_of_a_house_rule_are_the_same(game: str, option: Option) -> None:
    context = without_values(table_of(game, option))

    outcomes = {outcome(game, context, **{option.name: choice}) for choice in option.choices}

    assert len(outcomes) == len(option.choices) - len(same_choices(game, option.name))


def test_every_game_has_tables() -> None:
    assert list(TABLES) == game_names()


@pytest.mark.parametrize("game", TABLES)
def test_there_is_no_table_for_a_rule_that_is_none(game: str) -> None:
    assert set(TABLES[game].RULES) <= {option.name for option in GAMES[game].options}


PRESETS = [
    pytest.param(name, preset, id=f"{name} {preset}")
    for name, game in GAMES.items()
    for preset in game.presets
    if game.presets[preset]
]


@pytest.mark.parametrize(("game", "preset"), PRESETS)
@pytest.mark.kept(1, by="game")
def test_every_preset_changes_some_outcome(game: str, preset: str) -> None:
    context = TABLES[game].ANYTHING

    assert outcome(game, context, preset=preset) != outcome(game, context)


def cases_of_parameters() -> list[Any]:
    return [
        pytest.param(game, name, function, parameter, id=f"{name} {function} {parameter.name}")
        for (game, name), strategy in STRATEGIES.items()
        for function, code in strategy.functions.items()
        for parameter in strategy.parameters
        if parameter.name in inspect.signature(code).parameters
    ]


@pytest.mark.parametrize(("game", "name", "function", "parameter"), cases_of_parameters())
@pytest.mark.full
def test_every_parameter_of_a_strategy_changes_some_outcome(
    game: str, name: str, function: str, parameter: Option
) -> None:
    tables = TABLES[game]
    context = {
        **tables.FUNCTIONS.get(function, {}),
        **tables.PARAMETERS.get(f"{name} {parameter.name}", {}),
        "strategy": name,
    }
    values: tuple[Value, ...] = parameter.choices or (parameter.low, parameter.high)
    if parameter.kind is bool:
        values = (False, True)
    rest = [value for value in values if value != parameter.default]

    usual = outcome(game, context)

    changed = [outcome(game, context, **{parameter.name: value}) != usual for value in rest]
    # Each word must matter; of a number one of its limits.
    assert all(changed) if parameter.choices else any(changed)


ALL = [pytest.param(game, name, id=f"{game} {name}") for game, name in STRATEGIES]


@pytest.mark.parametrize(("game", "name"), ALL)
def test_every_strategy_says_how_it_plays_and_what_its_parameters_mean(
    game: str, name: str
) -> None:
    strategy = STRATEGIES[game, name]

    assert len(strategy.about) > 40
    for parameter in strategy.parameters:
        assert parameter.help, f"{name}: {parameter.name}"
        if not parameter.choices:
            assert parameter.low <= parameter.default <= parameter.high  # type: ignore[operator]


QUICK = [
    # It solves every board many times over.
    pytest.param(
        game,
        name,
        id=f"{game} {name}",
        marks=[pytest.mark.deep] * (name == "double-dummy")
        # What is learned takes longest to compile.
        + [pytest.mark.full] * (name == "learned"),
    )
    for game, name in STRATEGIES
]


@pytest.mark.parametrize(("game", "name"), QUICK)
@pytest.mark.kept(1, by="game")
def test_every_strategy_plays_otherwise_than_the_default(game: str, name: str) -> None:
    default = GAMES[game].default_strategy
    context = TABLES[game].OTHERWISE

    same = outcome(game, context, strategy=name) == outcome(game, context)

    assert same == (name == default)
