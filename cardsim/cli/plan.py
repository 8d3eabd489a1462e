"""`cardsim plan GAME KIND`: how many hands a question needs, and how long they take."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cardsim.cli import compare, delivery, options, screen

if TYPE_CHECKING:
    from cardsim.ask.plans import Plan

EXTRA = (
    options.word(
        "kind",
        "KIND",
        "What is planned: run, compare or sweep [default run]",
        complete=options.completed(("run", "compare", "sweep")),
    ),
    options.word(
        "strategies",
        "STRATEGY",
        "The strategies of a comparison, as `cardsim compare` takes them [default those of "
        "the game's field, or all]",
        complete=compare.known,
        several=True,
    ).replace(default=None),
    options.text(
        "precision",
        "X",
        "Plan for intervals as narrow as this, at which the question stops by itself: half "
        "the width, 0.1pp for a share, 0.01 for a mean",
    ),
    options.text(
        "difference",
        "X",
        "Plan a comparison for a difference of two strategies that is to be seen in 80 of "
        "100 comparisons: 0.3pp for a share, 0.01 for a mean",
    ),
    options.text(
        "pilot", "N", "Hands of the pilot with each strategy or point [default as many as it needs]"
    ),
    delivery.THREADS,
    delivery.JSON,
    delivery.output(".csv a row for each goal", counts="the same"),
    delivery.TITLE,
    delivery.OPEN,
    delivery.FORCE,
    delivery.QUIET,
)
FORM = options.GameOptions(several=True)


def plan(chosen: options.Chosen) -> int:
    """Play a short pilot, and say how many hands a run, a comparison or a sweep needs.

    It says too how long they take here. Of a sweep any house rule or parameter, --players and
    --preset may be a list or a range.
    """
    from cardsim.ask.plan_story import story

    want = delivery.wanted(chosen)
    asked = chosen.request
    words = chosen.rest["kind"] or "run", *(chosen.rest["strategies"] or ())
    if words[0] == "compare" and words[1:]:
        named = compare.named(replace(asked, named=words[1:]), chosen, what="compared").named
        words = words[0], *named

    def play() -> Plan:
        with screen.progress_line("hands", quiet=want.quiet) as line:
            planned: Plan = replace(asked, named=words).answer(
                threads=chosen.rest["threads"], progress=line
            )
        return planned

    result = delivery.delivered(want, play, story)
    return delivery.status(result, want, done="the pilot")
