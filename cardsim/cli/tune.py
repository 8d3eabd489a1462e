"""`cardsim tune GAME --strategy S`: the best values of a strategy's numeric parameters."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from cardsim.cli import delivery, options, screen

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from cardsim.ask.tuning import Tuned, TuneResult
    from cardsim.game import Measure

EXTRA = (
    options.text(
        "over",
        "--over",
        about="The parameters, with limits where they should not be the widest: points,mean=0..1 "
        "[default all that have limits]",
        panel=options.GAME,
        metavar="NAME,NAME=LOW..HIGH",
    ),
    options.text(
        "n",
        "-n",
        "--hands",
        about="Hands to look for the best values, or matches with --unit match; about as many "
        "again check what was found [default 5e6]",
        panel=options.GAME,
        metavar="N",
    ),
    delivery.THREADS,
    options.WORKERS,
    options.DASK,
    delivery.JSON,
    delivery.output(".csv a row for each parameter"),
    delivery.TITLE,
    delivery.OPEN,
    delivery.FORCE,
    delivery.QUIET,
    delivery.NO_KEEP,
)
FORM = options.Form(without=frozenset(("partner", "seats")))
NOTE = (
    "Worth: what the best value brings more than the one it began with, the others as found; these "
    "intervals hold together. Differ: the share of {things} that the lowest or the highest value "
    "makes come out otherwise."
)


def tune(chosen: options.Chosen) -> int:
    """Look for the best values of a strategy's numeric parameters, and check them on fresh hands.

    Parameters that are given are what it begins with.
    """
    rest, want = chosen.rest, delivery.wanted(chosen)
    progress = None if want.quiet else screen.say

    def play(executor: Executor | None, threads: int) -> TuneResult:
        tuned: TuneResult = chosen.request.answer(
            threads=threads, executor=executor, progress=progress
        )
        return tuned

    result = delivery.delivered(want, options.played_by(rest, play), page)
    return delivery.status(
        result,
        want,
        done=f"{len(result.found)} generations",
        files=[want.output] if want.output is not None else [],
    )


def page(result: TuneResult) -> list[str]:
    """Return the findings for people: the answer, the parameters, how to play with them."""
    from cardsim.options.params import shown

    rows = [
        [
            p.name.replace("_", "-"),
            shown(p.start),
            shown(p.best),
            *_worth(p, result.measure),
            f"{100 * p.differ:.1f} %",
            "nothing" if p.does_nothing else "hardly" if p.negligible else "",
        ]
        for p in result.parameters
    ]
    both = [("began with", result.before), ("found", result.after)]
    played = result.after.spec.command(result.game).replace(f"-n {result.after.hands} ", "")
    return [
        *screen.answer(result.sentence),
        "",
        *screen.table(
            rows,
            head=["", "began with", "best", "worth", delivery.INTERVAL, "differ", "matters"],
            spare=[5],
        ),
        "",
        f"In {result.after.hands} {result.unit.plural} from which nothing was chosen",
        *screen.table(
            [(name, *one.headline.parts) for name, one in both],
            head=("", result.after.headline.text, delivery.INTERVAL),
            flowing=(0,),
        ),
        "",
        *screen.wrapped(NOTE.format(things=result.unit.plural)),
        "",
        *delivery.origin(
            [
                ("Rules", delivery.rules(result.spec.base, result.game)),
                ("Seed", str(result.spec.base.seed)),
                ("Play it", shlex.join(shlex.split(played)[:-2])),
            ],
            result.command,
        ),
    ]


def _worth(parameter: Tuned, measure: Measure) -> tuple[str, str]:
    """Return the gain of a parameter's best value, and the interval."""
    from cardsim.statistics.stats import gap_text

    if parameter.value is None or parameter.low is None or parameter.high is None:
        return "-", ""
    times = 1 if measure.in_per_cent else measure.times
    gap = (times * parameter.value, times * parameter.low, times * parameter.high)
    return gap_text(*gap, is_share=measure.in_per_cent)
