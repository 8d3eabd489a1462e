"""`cardsim advise GAME`: advise a move in the position that you describe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsim.cli import delivery, options, screen

if TYPE_CHECKING:
    from cardsim.table.advised import Advised

EXTRA = (
    options.text(
        "replay",
        "PLACE",
        "A decision of a hand of a run, SEED:HAND:STEP, in place of all that tells where you "
        "are; with --strategy and --vs as in that run",
    ),
    options.text(
        "view",
        "FILE",
        "The same from a file, FILE or FILE:N, that `cardsim replay GAME --json` wrote",
    ),
    options.text(
        "worlds",
        "N",
        "Hands that are imagined: from 100 to 100000 [default 400 to 4000, fewer where much "
        "is legal]",
    ),
    options.text(
        "precision",
        "X",
        "Imagine so many, up to 100000, that the cost of the next best is known to within "
        "this: 0.5pp for a share, 0.01 for a mean",
    ),
    delivery.output(".csv a row for each choice", "the same"),
    delivery.TITLE,
    delivery.OPEN,
    delivery.FORCE,
    delivery.JSON,
    delivery.QUIET,
)
FORM = options.GameOptions(
    without=frozenset(("measure", "partner", "seats", options.DISPLAY)), hero=False, situated=True
)


def advise(chosen: options.Chosen) -> int:
    """Advise a move in the position you describe.

    Hands that agree with what you see are imagined, and played on after each choice.
    """
    from cardsim.table.advice_story import story

    want = delivery.wanted(chosen)
    answer: Advised = delivery.delivered(want, chosen.request.answer, story)
    if answer.reached:
        return 0
    if not want.quiet:
        screen.say(f"cardsim: the precision was not reached in {answer.worlds} hands")
    return delivery.NOT_REACHED
