"""`cardsim tune GAME --strategy S`: the best values of a strategy's numeric parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsim.cli import companies, delivery, options, screen

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from cardsim.ask.tuned import TuneResult

EXTRA = (
    options.text(
        "over",
        "NAME,NAME=LOW..HIGH",
        "The parameters, with limits where they should not be the widest: points,mean=0..1 "
        "[default all that have limits]",
    ),
    options.hands(
        "Hands to look for the best values, or matches with --unit match; about as many "
        "again check what was found [default 5e6]"
    ),
    *delivery.playing(".csv a row for each parameter"),
)
FORM = options.GameOptions(without=frozenset(("partner", "seats")), companies=True)


def tune(chosen: options.Chosen) -> int:
    """Look for the best values of a strategy's numeric parameters, and check them on fresh hands.

    Parameters that are given are what it begins with.
    """
    from cardsim.ask.tune_story import story

    if companies.are_several(chosen):
        return companies.answered(chosen, chosen.request)
    rest, want = chosen.rest, delivery.wanted(chosen)
    progress = None if want.quiet else screen.say

    def play(executor: Executor | None, threads: int) -> TuneResult:
        tuned: TuneResult = chosen.request.answer(
            threads=threads, executor=executor, progress=progress
        )
        return tuned

    result = delivery.delivered(want, options.played_by(rest, play), story)
    return delivery.status(result, want, done=f"{len(result.found)} generations")
