"""`cardsim calibrate GAME`: whether what advice says comes true."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsim.cli import delivery, options, screen

if TYPE_CHECKING:
    from cardsim.statistics.calibration import Agreement
    from cardsim.table.calibrated import Calibration

EXTRA = (
    options.text(
        "n",
        "-n",
        about="Decisions that are drawn, about as many of each kind and one of a hand at most: "
        "2000, 2e3, 10k [default 2000]",
        panel=options.GAME,
        metavar="N",
    ),
    options.text(
        "by",
        "--by",
        repeated=True,
        about="A decision, and by what its kinds are told apart, as in "
        "draw-source:somebody-knocked; again for each decision [default all, by how many of them "
        "the player had before]",
        panel=options.GAME,
        metavar="DECISION[:FEATURE,...]",
    ),
    options.text(
        "worlds",
        "--worlds",
        about="Hands that are imagined for each decision: from 2 to 100000 [default 128]",
        panel=options.GAME,
        metavar="N",
    ),
    delivery.THREADS,
    options.WORKERS,
    options.DASK,
    delivery.JSON,
    delivery.output(".csv a row for each kind of decisions", "every decision"),
    delivery.TITLE,
    delivery.OPEN,
    delivery.FORCE,
    delivery.QUIET,
    delivery.NO_KEEP,
)
FORM = options.Form(without=frozenset(("measure", "partner", "seats", options.DISPLAY)), hero=False)
HOW = (
    "One decision of a hand at most, drawn by what had been seen; what was done there is valued by "
    "{} imagined hands, and the same hand is played to its end. z is the difference in standard "
    "errors: beyond {:.1f} advice is off for certain. Skill is 1 less the squared error in parts "
    "of that of always saying what came on average; slope is how much more comes where one more is "
    "said, and both are at best 1."
)


def calibrate(chosen: options.Chosen) -> int:
    """Hold what advice says of decisions against what came of them.

    Decisions are drawn from hands, valued from what was seen, and played to their end.
    """
    from cardsim.table.calibrating import play_calibration, prepare_calibration

    _, status = delivery.answered(
        chosen,
        page,
        prepare=prepare_calibration,
        play=play_calibration,
        runs=lambda prepared: [prepared.setup],
        played=lambda result: result.looked_at,
        done=lambda result: f"{len(result.found)} of {result.spec.base.hands} decisions",
    )
    return status


def page(result: Calibration) -> list[str]:
    """A calibration for people: the answer, the kinds, the bins, and how to get it again."""
    base = result.spec.base
    kinds = [(str(kind), *_row(result, one)) for kind, one in result.by_kind.items()]
    head = ("", "decisions", "said", "came", delivery.INTERVAL, "z", "skill", "slope")
    rows = [*kinds, ("all", *_row(result, result.overall))] if len(kinds) > 1 else kinds
    return [
        *screen.answer(result.sentence),
        "",
        result.counted,
        *screen.table(rows, head=head, flowing=(0,), spare=[4]),
        "",
        "By what was said",
        *screen.table(result.chart, head=("said", "decisions", "came", delivery.INTERVAL)),
        "",
        *screen.wrapped(HOW.format(result.spec.worlds, result.limit)),
        "",
        *delivery.origin(
            [
                ("Rules", delivery.rules(base, result.game)),
                *delivery.players(base),
                ("Seed", str(base.seed)),
            ],
            result.command,
        ),
    ]


def _row(result: Calibration, one: Agreement) -> tuple[str, ...]:
    return str(one.n), *result.texts(one)
