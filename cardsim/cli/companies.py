"""One question in several companies: a command with `--vs` given repeatedly."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

from cardsim.cli import delivery, options, screen
from cardsim.errors import UserError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from cardsim.ask.in_companies import InCompanies
    from cardsim.runs.request import Request


def are_several(chosen: options.Chosen) -> bool:
    """Return True if a command line names several companies."""
    return len(chosen.table.get("vs") or ()) > 1


def answered(chosen: options.Chosen, asked: Request) -> int:
    """Ask in each company, print one table of the answers, and return the exit status."""
    from cardsim.ask.companies_story import story

    want = delivery.wanted(chosen)
    if want.live:
        raise UserError("--live takes one --vs: readers of its page choose others there")
    if chosen.rest.get("hands_out") is not None:
        raise UserError("--hands-out takes one --vs: a file has the hands of one run")

    line: AbstractContextManager[Any] = nullcontext(None if want.quiet else screen.say)
    if asked.kind != "tune":
        line = screen.progress_line(delivery.plural_of(chosen), quiet=want.quiet)

    def play(executor: Executor | None, threads: int) -> InCompanies[Any]:
        with line as progress:
            met: InCompanies[Any] = asked.answer(
                threads=threads, executor=executor, progress=progress
            )
        return met

    met = delivery.delivered(want, options.played_by(chosen.rest, play), story)
    return delivery.status(met, want, done=f"{len(met)} of {len(met.asked)} companies")
