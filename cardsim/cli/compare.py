"""`cardsim compare GAME STRATEGY STRATEGY ...`: which strategy does best in the same hands."""

from __future__ import annotations

import inspect
import textwrap
from typing import TYPE_CHECKING, Annotated

import typer

from cardsim.cli import delivery, options, screen

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from cardsim.answers.comparisons import CompareResult

EXTRA = (
    inspect.Parameter(
        "strategies",
        inspect.Parameter.KEYWORD_ONLY,
        annotation=Annotated[
            list[str],
            typer.Argument(
                help="At least two: NAME, or NAME:parameter=value,parameter=value",
                metavar="STRATEGY",
                rich_help_panel=options.GAME,
                show_default=False,
            ),
        ],
    ),
    *delivery.amount("Hands with each strategy, or matches with --unit match"),
    delivery.THREADS,
    options.WORKERS,
    options.DASK,
    delivery.JSON,
    delivery.output(".csv a row for each pair"),
    delivery.TITLE,
    delivery.FORCE,
    delivery.QUIET,
)
FORM = options.Form(without=frozenset(("strategy", "seats")), hero=False)
INTERVAL = "95 % interval"
NOTE = (
    "The intervals of the differences hold together for all pairs. Differ: the share of hands that "
    "came out otherwise for the hero. Gain: so many times as many hands would be needed if each "
    "strategy had played hands of its own."
)


def compare(chosen: options.Chosen) -> int:
    """Play the same hands with several strategies, and say which is best.

    Each takes every seat in turn, against the same others.
    """
    from cardsim.answers.comparisons import play_comparison, prepare_comparison
    from cardsim.runs.preparation import check_threads

    want = delivery.wanted(chosen)
    threads = check_threads(chosen.rest["threads"])
    table = {name: value for name, value in chosen.table.items() if value is not None}

    def play(executor: Executor | None) -> CompareResult:
        prepared = prepare_comparison(
            chosen.game,
            chosen.rest["strategies"],
            chosen.rest["n"],
            precision=chosen.rest["precision"],
            options=chosen.options,
            executor=executor,
            **table,
        )
        plural = prepared.setups[0].unit.plural
        with screen.progress_line(plural, quiet=want.quiet) as line:
            result = delivery.begun(
                lambda: play_comparison(prepared, threads=threads, executor=executor, progress=line)
            )
        hands = result.hands * len(result.contenders)
        delivery.say_speed(hands, result.seconds, plural, want, prepared.setups)
        return result

    result = delivery.delivered(want, options.played_by(chosen.rest, play), page)
    return delivery.status(
        result,
        want,
        done=f"{result.hands} of {result.spec.base.hands} {result.unit.plural} a strategy",
        files=[want.output] if want.output is not None else [],
    )


def page(result: CompareResult) -> list[str]:
    """A comparison for people: the answer, the ranking, the differences, and how to repeat it."""
    ranking = result.ranking
    number = {c.player: k for k, c in enumerate(ranking, 1)}
    drawn = screen.plot(
        [f"#{number[c.player]}" for c in ranking],
        [(c.estimate.low, c.estimate.value, c.estimate.high) for c in ranking],
        unit="%" if result.measure.is_share or result.measure.as_share else "",
    )
    places = [
        [f"#{k}  {c.player.brief}", *c.estimate.parts, c.place] for k, c in enumerate(ranking, 1)
    ]
    pairs = [
        [
            (
                f"#{number[result.contenders[d.b].player]} than "
                f"#{number[result.contenders[d.a].player]}"
            ),
            *result.text_of(d),
            "tied" if d.is_tie else "",
            f"{100 * d.differ:.2f} %",
            f"{d.gain:.1f}",
        ]
        for d in result.differences
    ]
    return [
        *textwrap.wrap(result.sentence, screen.width(), break_on_hyphens=False),
        *(["", result.measure.text, *drawn] if drawn else []),
        "",
        *screen.table([["    strategy", "value", INTERVAL, "place"], *places]),
        "",
        *screen.table([["", "worse by", INTERVAL, "", "differ", "gain"], *pairs]),
        "",
        *textwrap.wrap(NOTE, screen.width()),
        "",
        *_origin(result),
    ]


def _origin(result: CompareResult) -> list[str]:
    """What was played, and the command that plays it again."""
    base = result.spec.base
    rows = [
        ("Rules", delivery.rules(base, result.game)),
        ("Hero", "each strategy, in each seat in turn"),
        *delivery.company(base),
        ("Played", f"the same {result.hands} {result.unit.plural} with each strategy"),
        ("Seed", str(base.seed)),
    ]
    return [*delivery.lines_of(rows), delivery.again(result.command(), rows)]
