"""One question in several companies: a command with `--vs` given repeatedly."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
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

    met = delivery.delivered(want, options.played_by(chosen.rest, play), page)
    return delivery.status(met, want, done=f"{len(met)} of {len(met.asked)} companies")


def page(met: InCompanies[Any]) -> list[str]:
    """Return the answers for people: a line for each company, one table, and how to repeat it."""
    from cardsim.ask import companies_story
    from cardsim.runs.spec import RunSpec

    spec = met.first.spec
    base: RunSpec = getattr(spec, "base", spec)
    varied = {axis.name for axis in getattr(spec, "axes", ())}
    rows = [
        ("Rules", delivery.rules(base, met.game, varied=varied)),
        ("Companies", "; ".join(met)),
        ("Seed", str(base.seed)),
    ]
    story = companies_story.story(met)
    # Each company's sentence is a paragraph of its own.
    lines = [line for said in story.answer.splitlines() for line in screen.answer(said)]
    told = screen.told(replace(story, answer=""))
    return [*lines, *told[1:], "", *delivery.origin(rows, met.command)]
