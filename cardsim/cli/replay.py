"""`cardsim replay GAME`: one hand of a run, move by move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsim.cli import compiling, options, screen
from cardsim.cli.run import resolved
from cardsim.errors import StrategyError, UserError

if TYPE_CHECKING:
    from cardsim.answers.replayed import Replay

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
    from cardsim.answers.replayed import hand_asked, replay_of

    if chosen.table["seed"] is None:
        raise UserError("--seed is missing: it says which deals", hint="every run prints its seed")
    wanted = chosen.rest["hand"]
    hand = hand_asked("0" if wanted is None else wanted)
    with compiling.announced(quiet=bool(chosen.rest["quiet"])):
        shown = replay_of(resolved(chosen, 1), hand)
    screen.emit(shown.to_json() if chosen.rest["as_json"] else "\n".join(_page(shown)))
    if shown.fault is None:
        return 0
    screen.complain(shown.fault)
    return StrategyError.status


def _page(shown: Replay) -> list[str]:
    lines = [*shown.heading, "", *shown.moves]
    if shown.results:
        lines += ["", "Result", *screen.table(shown.results, flowing=(0, 1))]
    return lines
