"""Single hands of a run: played again step by step, to find what a strategy did wrong."""

from __future__ import annotations

import itertools
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from cardsim.declared import Declared
from cardsim.engine import trace
from cardsim.engine.deciding import DecisionError, View, line_of
from cardsim.engine.hand_loop import DONE, FULL, ILLEGAL
from cardsim.engine.table import Table, allowed_text
from cardsim.errors import StrategyError, StuckError, UserError
from cardsim.games import game_files
from cardsim.kernels.from_python import GameError
from cardsim.options.params import Value
from cardsim.programs import ProgramError
from cardsim.runs.preparation import Setup
from cardsim.runs.spec import Player
from cardsim.strategy import Strategy

LOOKED_AT = 2000
"""Decisions of an endless hand in which a mistake of the game is looked for."""


def replay(setup: Setup, hand: int) -> trace.Trace:
    """Replay one hand of a run, step by step.

    Raises:
        StrategyError: a strategy in Python gave no action.
        Exception: a strategy's compiled code raised it.
    """
    spec = setup.spec
    try:
        return trace.trace(
            setup.game,
            setup.seating,
            rules=setup.rules,
            players=spec.players,
            unit=setup.goes_on,
            seed=spec.seed,
            hand=hand,
        )
    except DecisionError as error:
        raise refused(setup, error) from (error.__cause__ or error)


def replay_command(setup: Setup, hand: int) -> str:
    """Return the command that shows one hand of a run."""
    spec = setup.spec
    return shlex.join(
        [
            "cardsim",
            "replay",
            spec.game,
            *spec.options(setup.game),
            "--seed",
            str(spec.seed),
            "--hand",
            str(hand),
        ]
    )


def player_at(setup: Setup, hand: int, seat: int) -> Player:
    """Return the player in this seat in this hand."""
    (seats,) = setup.seating.at(setup.spec.seed, np.array([hand]))
    return setup.run.seated[int(seats[seat])][1]


def blamed(setup: Setup, hand: int, *, endless: bool) -> StrategyError:
    """Return the error for a hand that did not end, or with an illegal action."""
    seed = setup.spec.seed
    hint = f"see it with: {replay_command(setup, hand)}"
    if endless:
        wrong = _wrong_in_game(setup, hand)
        if wrong is not None:
            return StrategyError(f"{wrong}; in {setup.unit.name} {hand} of seed {seed}", hint=hint)
        names = " and ".join(dict.fromkeys(p.strategy for p in setup.spec.everybody))
        message = f"{setup.unit.name} {hand} of seed {seed} does not end"
        return StrategyError(f"{message} with {names}" if names else message, hint=hint)
    step = replay(setup, hand).steps[-1]
    name = player_at(setup, hand, step.seat).strategy
    return StrategyError(illegal_text(setup, hand, step), hint=hint, strategy=name)


def refused(setup: Setup, error: DecisionError) -> StrategyError:
    """Return the error for a strategy in Python that gave no action, or an illegal one."""
    hint = f"see it with: {replay_command(setup, error.hand)}"
    if error.step is not None:
        text, seat = illegal_text(setup, error.hand, error.step), error.step.seat
        where = f"seat {seat}, {setup.spec.places[seat]}"
        name = player_at(setup, error.hand, seat).strategy
        return StrategyError(f"{text}; asked in {where}", hint=hint, strategy=name)
    decider, where = error.decider, f"{setup.unit.name} {error.hand} of seed {setup.spec.seed}"
    many = f" and {error.asked - 1} others" if error.asked > 1 else ""
    what = error.__cause__ if isinstance(error.__cause__, ProgramError) else error.what
    message = (
        f"strategy '{setup.spec.game}/{decider.strategy}' {what}, "
        f"asked for '{decider.decision.function}' in {where}{many}"
    )
    return StrategyError(message, hint=hint, strategy=decider.strategy)


def illegal_text(setup: Setup, hand: int, step: Any) -> str:
    """Return a message about the illegal last step of a traced hand."""
    decision, name = step.decision, player_at(setup, hand, step.seat).strategy
    allowed = allowed_text(setup.game, decision, step.after)
    where = f"{setup.unit.name} {hand} of seed {setup.spec.seed}"
    return (
        f"strategy '{setup.spec.game}/{name}' answered {step.action} to decision "
        f"'{decision.function}' in {where}; allowed: {allowed}"
    )


def fault_of(setup: Setup, traced: trace.Trace, hand: int) -> str | None:
    """Return what a strategy did wrong in a traced hand; None if the hand ended properly."""
    if traced.status == DONE:
        return None
    where = f"{setup.unit.name} {hand} of seed {setup.spec.seed}"
    if traced.status == FULL:
        return f"{where} does not end within {trace.MAX_STEPS} decisions"
    step = traced.steps[-1]
    if traced.status == ILLEGAL:
        return illegal_text(setup, hand, step)
    name = player_at(setup, hand, step.seat).strategy
    decision = step.decision.function if step.decision is not None else "none"
    return f"strategy '{setup.spec.game}/{name}' changed its view at '{decision}' in {where}"


def raised(setup: Setup, first: int, count: int, error: Exception) -> StrategyError:
    """Return the error for the first hand in which code of a strategy or the game raised one."""
    for hand in range(first, first + count):
        try:
            replay(setup, hand)
        except GameError as again:
            where = f"{setup.unit.name} {hand} of seed {setup.spec.seed}"
            return StrategyError(f"{again}; in {where}", hint=again.hint)
        except Exception as again:  # noqa: BLE001  whatever the strategy's code raises
            what, name = _whose(setup, hand, again)
            return StrategyError(
                f"{what} in {setup.unit.name} {hand} of seed {setup.spec.seed}",
                hint=f"see it with: {replay_command(setup, hand)}",
                strategy=name,
            )
    if isinstance(error, GameError):
        where = f"{setup.unit.name} {first} of seed {setup.spec.seed}"
        after = "" if count == 1 else " or in one soon after"
        return StrategyError(f"{error}; in {where}{after}", hint=error.hint)
    return StrategyError(f"the engine raised {type(error).__name__}: {error}")


def _whose(setup: Setup, hand: int, error: Exception) -> tuple[str, str]:
    """Return what raised an error in a hand, at which decision and line, and the strategy's name.

    Machine code does not tell. So the hand is played decision by decision; where it fails, the
    function is called again in Python, whose error has a line. It may raise none.
    """
    asked: list[str] = []
    try:
        for table, strategy, values in _decisions(setup, hand):
            asked.append(table.asks.name)
            table.act(table.choice(strategy, **values))
    except Exception:  # noqa: BLE001  whatever the strategy's code raises
        # Play up to there again, since the call may have changed what the strategy remembers.
        again = _decisions(setup, hand)
        for _ in asked[:-1]:
            table, strategy, values = next(again)
            table.act(table.choice(strategy, **values))
        table, strategy, values = next(again)
        line = ""
        try:
            table.choice_in_python(strategy, **values)
        except DecisionError as found:
            line = line_of(found.__cause__) if found.__cause__ is not None else ""
        what = f"raised {type(error).__name__}: {error}{line}"
        name = f"{setup.spec.game}/{strategy.name}"
        if strategy.base is not None:
            what += f" (base: {strategy.base.name})"
        return f"strategy '{name}' {what}, asked for '{asked[-1]}'", strategy.name
    names = " or ".join(dict.fromkeys(p.strategy for p in setup.spec.everybody))
    return f"strategy {names} raised {type(error).__name__}: {error}", ""


def raised_by_feature(
    setup: Setup,
    hand: int,
    looks: Mapping[int, Mapping[str, Callable[[View], Any]]],
    error: Exception,
) -> StrategyError | None:
    """Return the error for a feature whose function raised one; None if none does in Python.

    `looks` are the hero's features with their functions, by number of the decision.
    """
    hero, where = setup.run.strategies[0], f"{setup.unit.name} {hand} of seed {setup.spec.seed}"
    what = f"raised {type(error).__name__}: {error}"
    for table, strategy, values in _decisions(setup, hand):
        for name, look in looks.get(table.decision, {}).items() if strategy is hero else ():
            try:
                with np.errstate(divide="raise", invalid="raise"):
                    max(look(table.view), 0)
            except Exception as again:  # noqa: BLE001  whatever the strategy's code raises
                message = f"feature '{name}' of '{hero.name}' {what}{line_of(again)}; in {where}"
                return StrategyError(message, strategy=hero.name)
        table.act(table.choice(strategy, **values))
    return None


def _wrong_in_game(setup: Setup, hand: int) -> UserError | None:
    """Return what a kernel of the game returned wrongly in a hand that does not end."""
    try:
        for table, strategy, values in itertools.islice(_decisions(setup, hand), LOOKED_AT):
            table.act(table.choice(strategy, **values))
    except UserError as error:
        return error
    return None


def _decisions(setup: Setup, hand: int) -> Iterator[tuple[Table, Strategy, dict[str, Value]]]:
    """Yield a table at each decision of a hand, with the strategy to decide and its parameters."""
    spec, rotations = setup.spec, len(setup.seating.table)
    (seats,) = setup.seating.at(spec.seed, np.array([hand]))
    rules = setup.game.rules(**dict(spec.rules))
    unit = spec.unit if setup.goes_on else None
    table = Table(
        setup.game,
        rules,
        spec.players,
        seed=spec.seed,
        hand=hand,
        unit=unit,
        board=hand // rotations,
    )
    declared = Declared(setup.game, game_files()[setup.game.name].parent)
    while True:
        name, part = "deal", setup.game.deal
        while not table.over:
            declared.check_following(
                name, part, table.decision, seat=table.seat, players=table.players
            )
            if table.waits_for_chance:
                table.happen()
                name, part = "roll", setup.game.chance or setup.game.deal
                continue
            name, part = f"apply_{table.asks.function}", table.asks.apply
            strategy, player = setup.run.seated[int(seats[table.seat])]
            yield table, strategy, dict(player.parameters)
        table.close()
        if not setup.goes_on or not table.settle():
            return
        table.deal()


def stuck(setups: Sequence[Setup]) -> StuckError:
    """Return the error for a strategy that does not return, at one of some tables."""
    names = " or ".join(dict.fromkeys(p.strategy for s in setups for p in s.spec.everybody))
    seed = setups[0].spec.seed
    message = f"strategy {names} does not come back from a decision, with seed {seed}"
    return StuckError(message, hint="look for a loop that does not end")
