"""`cardsim replay GAME`: one hand of a run, move by move."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from cardsim.cli import compiling, options, screen
from cardsim.cli.run import resolved
from cardsim.errors import THREADS, StrategyError, UserError

if TYPE_CHECKING:
    from cardsim.engine.trace import Trace
    from cardsim.game import Column
    from cardsim.runs.preparation import Setup

SCHEMA = "cardsim.replay/2"
MOST_LINES = 10_000
HEARING_SECONDS = 0.2

EXTRA = (
    options.text(
        "hand",
        "--hand",
        about="The number of the hand, or match, in its run [default 0]",
        panel=options.GAME,
        metavar="K",
    ),
    options.flag(
        "as_json", "--json", about="Print one JSON object instead of text", panel=options.OUTPUT
    ),
    options.flag("quiet", "--quiet", about="No talk on stderr but errors", panel=options.OUTPUT),
)
FORM = options.Form(without=frozenset(("measure",)))


def replay(chosen: options.Chosen) -> int:
    """Show one hand of a run move by move."""
    from cardsim.engine.hand_loop import asking_loop, logged_loop
    from cardsim.options.params import MOST_HANDS, Option
    from cardsim.runs.preparation import seat
    from cardsim.runs.replays import fault_of

    if chosen.table["seed"] is None:
        raise UserError("--seed is missing: it says which deals", hint="every run prints its seed")
    wanted = chosen.rest["hand"]
    hand = int(Option("hand", 0, low=0, high=MOST_HANDS).check("0" if wanted is None else wanted))
    with compiling.announced(quiet=bool(chosen.rest["quiet"])):
        setup = seat(resolved(chosen, 1))
        in_python = bool(setup.seating.deciders)
        loop = asking_loop(setup.game, logged=True) if in_python else logged_loop(setup.game)
        loop.entry  # noqa: B018
        trace = _traced(setup, hand)
    if chosen.rest["as_json"]:
        screen.emit(json.dumps(_plain(setup, trace, hand), ensure_ascii=False))
    else:
        screen.emit("\n".join(_page(setup, trace, hand)))
    fault = fault_of(setup, trace, hand)
    if fault is None:
        return 0
    screen.complain(fault)
    return StrategyError.status


def _traced(setup: Setup, hand: int) -> Trace:
    """The hand, played in another thread, so that Ctrl-C is heard while a strategy thinks.

    Raises:
        StrategyError: a strategy raised an error.
        StuckError: the user interrupted it.
    """
    from concurrent.futures import ThreadPoolExecutor
    from concurrent.futures import TimeoutError as NotYetError

    from cardsim.runs import replays

    playing = ThreadPoolExecutor(1, thread_name_prefix=THREADS).submit(replays.replay, setup, hand)
    while True:
        try:
            return playing.result(timeout=HEARING_SECONDS)
        except NotYetError:
            if playing.done():
                raise
        except KeyboardInterrupt:
            raise replays.stuck(setup) from None
        except StrategyError:
            raise
        except Exception as error:
            raise StrategyError(str(replays.raised(setup, hand, 1, error))) from error


def _page(setup: Setup, trace: Trace, hand: int) -> list[str]:
    from cardsim.runs.replays import player_at

    spec = setup.spec
    seats = range(spec.players)
    hero = None if spec.fixed else hand % spec.players
    lines = [f"{setup.game.title}, {setup.unit.name} {hand} of seed {spec.seed}"]
    if spec.seats:
        lines += [
            f"Seat {k}: {player_at(setup, hand, k)}{', you' if k == hero else ''}" for k in seats
        ]
    moves = _moves(setup, trace)
    lines += ["", *moves[:MOST_LINES]]
    if len(moves) > MOST_LINES:
        lines.append(f"... and {len(moves) - MOST_LINES} lines more; --json gives all of them")
    outcome = _outcome(setup, trace)
    if outcome:
        lines += [
            "",
            "Result",
            *screen.table(
                [(o["help"], _shown(o["value"])) for o in outcome.values()], flowing=(0, 1)
            ),
        ]
    return lines


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return "  ".join(_shown(v) for v in value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def _moves(setup: Setup, trace: Trace) -> list[str]:
    from cardsim.engine.hand_loop import DONE

    steps = trace.steps if trace.status == DONE else trace.steps[:-1]
    return setup.game.tell(steps, setup.rules[0])


def _outcome(setup: Setup, trace: Trace) -> dict[str, dict[str, Any]]:
    """The outcome as the run counts it: help and value by the name of the column.

    Empty if the hand was not played to its end.
    """
    from cardsim.engine.hand_loop import DONE

    if trace.status != DONE:
        return {}
    found: dict[str, dict[str, Any]] = {}
    for table in setup.unit.tables:
        axis = table.axis(setup.spec.players)
        for column in table.columns:
            raw = trace.outcome[column.field]
            if raw.ndim and axis is not None:
                places = axis.high - axis.low + 1
                value: Any = [_value(column, number) for number in raw[:places]]
            else:
                value = _value(column, raw)
            found.setdefault(column.name, {"help": column.help, "value": value})
    return found


def _value(column: Column, raw: Any) -> Any:
    """A number of an outcome as the result's tables have it."""
    if column.labels:
        return column.labels[int(raw) - column.low]
    return round(float(raw) * column.scale, 9) if column.scale != 1 else int(raw)


def _plain(setup: Setup, trace: Trace, hand: int) -> dict[str, Any]:
    from cardsim.runs.replays import fault_of, player_at, replay_command

    seats = range(setup.spec.players) if setup.spec.seats else ()
    players = [player_at(setup, hand, k) for k in seats]
    return {
        "schema": SCHEMA,
        "command": replay_command(setup, hand),
        "game": setup.spec.game,
        "unit": setup.spec.unit,
        "rules": dict(setup.spec.rules),
        "seats": [{"strategy": p.strategy, "parameters": dict(p.parameters)} for p in players],
        "seed": setup.spec.seed,
        "hand": hand,
        "events": [asdict(event) for event in trace.events],
        "told": _moves(setup, trace),
        "outcome": {name: entry["value"] for name, entry in _outcome(setup, trace).items()},
        "fault": fault_of(setup, trace, hand),
    }
