"""`cardsim run GAME`: play many hands and say how well a strategy does."""

from __future__ import annotations

import shlex
from functools import partial
from typing import TYPE_CHECKING

from cardsim.cli import companies, delivery, options, screen
from cardsim.errors import UserError
from cardsim.output import check_free, same_file

if TYPE_CHECKING:
    from cardsim.runs.result import Result

EXTRA = (
    *delivery.amount("Hands, or matches with --unit match"),
    *delivery.playing(
        ".csv the estimates",
        delivery.LIVE,
        delivery.ALSO,
        options.text(
            "hands_out",
            "FILE",
            "Write every hand as a row of this .parquet file",
            panel=options.OUTPUT,
        ),
    ),
)
FORM = options.GameOptions(companies=True)


def run(chosen: options.Chosen) -> int:
    """Play many hands of a game and say how well a strategy does."""
    for flag, values in chosen.several.items():
        raise UserError(
            f"{flag} takes one value in a run, not {values}; use sweep for several",
            hint=_as_sweep(chosen),
        )
    if companies.are_several(chosen):
        return companies.answered(chosen, chosen.request)
    wanted = delivery.wanted(chosen)
    hands_out = delivery.file_named(chosen.rest["hands_out"], [".parquet"], option="--hands-out")
    if hands_out is not None:
        check_free(hands_out, force=wanted.force, option="--hands-out", suffix=".parquet")
        if wanted.output is not None and same_file(wanted.output, hands_out):
            raise UserError(
                f"--output {wanted.output} and --hands-out {hands_out} are the same file"
            )

    more = {"hands_out": hands_out, "force": wanted.force}
    ask = partial(chosen.request.answer, **more)
    return delivery.answered(chosen, page, ask=ask, also=hands_out)[1]


def _as_sweep(chosen: options.Chosen) -> str:
    """Return the command that sweeps over the values that a run was given."""
    words = ["cardsim", "sweep", chosen.game]
    for name, value in {**chosen.table, **chosen.options}.items():
        flag = "--seat" if name == "seats" else "--" + name.replace("_", "-")
        for one in value if isinstance(value, list | tuple) else [value]:
            if one is not None:
                words += [flag, str(one).lower() if isinstance(one, bool) else one]
    for flag, name in (("-n", "n"), ("--precision", "precision")):
        if chosen.rest[name] is not None:
            words += [flag, chosen.rest[name]]
    return shlex.join(words)


ALIKE = (
    "To see which play is better, play otherwise than the others: set one of the options under "
    "'Strategy' in `cardsim run {0} --help`, or name who plays with --strategy and --vs."
)


def page(result: Result) -> list[str]:
    """Return a result for people: what it tells, and how to get it again."""
    from cardsim.ask.run_story import story

    told = story(result)
    lines = screen.told(told)
    if result.all_alike and not result.spec.measure:
        lines += ["", *screen.wrapped(ALIKE.format(result.game.name))]
    return [*lines, "", *delivery.origin(told.asked, result.command)]
