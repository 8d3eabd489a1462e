"""Every house rule of Scat and every parameter of its strategies changes some outcome.

The tests are made from the declarations: a new rule or parameter is tested from the day it is
declared, and fails here until it has a table at which it matters.
"""

import inspect
from typing import Any

import pytest

import cardsim
from cardsim.games import load_game
from cardsim.params import Option, Value
from cardsim.strategy import Strategy
from cardsim.workspace import load_file, shipped

GAME = load_game("scat")
MATCH = {"unit": "match", "n": 500, "players": 2}
RANDOM = "random-legal:call_prob=0.5"

RULES: dict[str, dict[str, Any]] = {
    "score_mode": MATCH,
    "start_lives": {**MATCH, "values": (1, 4)},
    "charity": MATCH,
    "two_life_overflow": {**MATCH, "strategy": "threshold:knock_threshold=15"},
    "knocker_lowest_penalty": {"values": (1,), "knock_threshold": 15},
    "knocker_tie": {"knock_threshold": 15},
    "thirty_one_after_knock": {},
    "three_of_a_kind": {"n": 10_000},
    "grand_cadillac": {"n": 20_000},
    "straight_flush": {},
    "straight_flush_ace_low": {"straight_flush": "30", "n": 10_000},
    "min_knock_score": {"values": (20, 25), "knock_threshold": 17},
    "knock_needs_suited": {},
    "first_turn_option": {"strategy": RANDOM, "vs": RANDOM},
    "first_turn_knock": {"knock_threshold": 15},
    "knock_timing": {},
    "own_discard_after_knock": {"players": 2, "strategy": RANDOM, "vs": RANDOM},
    "undeclared_31": {"miss_31_prob": 1, "n": 10_000},
    "miss_31_prob": {"values": (0.5, 1), "n": 10_000},
    "stock_exhausted": {"players": 14, "knock_threshold": 31, "vs": "threshold:knock_threshold=31"},
    "exhausted_after_knock": {
        "players": 9,
        "knock_threshold": 25,
        "vs": "threshold:knock_threshold=25",
    },
    "tie_break": {"players": 6},
    "points_target": {**MATCH, "score_mode": "points", "values": (5, 50)},
    "bus_extra_levels": {**MATCH, "score_mode": "bus", "values": (1, 3)},
    "max_turns": {"values": (1, 5)},
}
"""For each rule: the table at which it matters, and for a number the values to try."""

FUNCTIONS: dict[str, dict[str, Any]] = {
    "throw_down": {"first_turn_option": "throw-down"},
    "hammer": {"first_turn_option": "hammer"},
    "declare_31": {"n": 10_000},
    "knock_after_draw": {"knock_timing": "after-draw"},
}
"""For each decision function: the table at which it is asked."""

PARAMETERS: dict[str, dict[str, Any]] = {
    **{f"threshold-by-players {f'at_{k}'}": {"players": k} for k in range(2, 7)},
    "threshold-by-players at_7_or_more": {"players": 8},
    **{f"threshold-by-lives {p}": MATCH for p in ("on_county", "at_1", "at_2")},
}
"""For a parameter that matters at some tables only: such a table."""


def outcome(context: dict[str, Any], **changed: Any) -> str:
    """The tables of counts of a run, as text."""
    options = {"n": 2_000, "seed": 31, "threads": 1, **context, **changed}
    tables = cardsim.run("scat", **options).tables
    return "".join(table.write_json() for table in tables.values())


def other_values(option: Option, context: dict[str, Any]) -> tuple[Value, ...]:
    if "values" in context:
        values: tuple[Value, ...] = context["values"]
        return values
    if option.kind is bool:
        return (not option.default,)
    return tuple(c for c in option.choices if c != option.default)


def cases_of_rules() -> list[Any]:
    cases = []
    for option in GAME.options:
        values = other_values(option, RULES.get(option.name, {})) or (None,)
        cases += [pytest.param(option, value, id=f"{option.name}={value}") for value in values]
    return cases


@pytest.mark.parametrize(("option", "value"), cases_of_rules())
def test_every_house_rule_changes_some_outcome(option: Option, value: Value | None) -> None:
    assert option.name in RULES, f"say in RULES at which table --{option.name} matters"
    assert value is not None, f"say in RULES which values of --{option.name} to try"
    context = {k: v for k, v in RULES[option.name].items() if k != "values"}

    usual, changed = outcome(context), outcome(context, **{option.name: value})

    assert usual != changed


@pytest.mark.parametrize(
    "option", [o for o in GAME.options if len(o.choices) > 2], ids=lambda o: o.name
)
def test_no_two_choices_of_a_house_rule_are_the_same(option: Option) -> None:
    context = RULES[option.name]

    outcomes = {outcome(context, **{option.name: choice}) for choice in option.choices}

    assert len(outcomes) == len(option.choices)


def test_there_is_no_table_for_a_rule_that_is_none() -> None:
    assert set(RULES) == {option.name for option in GAME.options}


@pytest.mark.parametrize("preset", [p for p in GAME.presets if GAME.presets[p]])
def test_every_preset_changes_some_outcome(preset: str) -> None:
    context = {"strategy": RANDOM, "vs": RANDOM, "unit": "match", "n": 100}

    assert outcome(context, preset=preset) != outcome(context)


FILES = sorted((shipped() / "strategies" / "scat").glob("[!_]*.py"))
STRATEGIES: dict[str, Strategy] = {path.stem: load_file(path) for path in FILES}


def cases_of_parameters() -> list[Any]:
    return [
        pytest.param(name, function, parameter, id=f"{name} {function} {parameter.name}")
        for name, strategy in STRATEGIES.items()
        for function, code in strategy.functions.items()
        for parameter in strategy.parameters
        if parameter.name in inspect.signature(code).parameters
    ]


@pytest.mark.parametrize(("name", "function", "parameter"), cases_of_parameters())
def test_every_parameter_of_a_strategy_changes_some_outcome(
    name: str, function: str, parameter: Option
) -> None:
    context = {
        **FUNCTIONS.get(function, {}),
        **PARAMETERS.get(f"{name} {parameter.name}", {}),
        "strategy": name,
    }
    values = (parameter.low, parameter.high) if parameter.kind is not bool else (False, True)

    usual = outcome(context)

    assert any(outcome(context, **{parameter.name: value}) != usual for value in values)


@pytest.mark.parametrize("name", STRATEGIES)
def test_every_strategy_says_how_it_plays_and_what_its_parameters_mean(name: str) -> None:
    strategy = STRATEGIES[name]

    assert len(strategy.about) > 40
    for parameter in strategy.parameters:
        assert parameter.help, f"{name}: {parameter.name}"
        assert parameter.low <= parameter.default <= parameter.high  # type: ignore[operator]


@pytest.mark.parametrize("name", [n for n in STRATEGIES if n != "threshold"])
def test_every_strategy_plays_otherwise_than_the_default(name: str) -> None:
    assert outcome({**MATCH, "n": 1000}, strategy=name) != outcome({**MATCH, "n": 1000})
