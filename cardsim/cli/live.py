"""`cardsim live GAME`: a page at which anybody tries a table of their own."""

from __future__ import annotations

from dataclasses import replace

from cardsim.cli import delivery, options
from cardsim.cli.run import run
from cardsim.errors import UserError, echoed

HANDS = "20000"
EXTRA = (
    options.hands(f"Hands, or other units, that are played for the page itself [default {HANDS}]"),
    delivery.THREADS,
    options.WORKERS,
    options.DASK,
    options.output("The page to write [default GAME.html]"),
    delivery.ALSO,
    delivery.TITLE,
    delivery.OPEN,
    delivery.FORCE,
    delivery.QUIET,
    delivery.NO_KEEP,
)


def live(chosen: options.Chosen) -> int:
    """Write a page at which anybody tries a table of their own: the game plays in their browser.

    It begins with the table asked for here. Readers need nothing but the file.
    """
    rest = {**chosen.rest, "as_json": False, "hands_out": None, "precision": None, "live": True}
    rest["output"] = rest["output"] or f"{chosen.game}.html"
    if not rest["output"].endswith(".html"):
        raise UserError(f"--output {echoed(rest['output'])} must end in .html: it is a page")
    rest["n"] = rest["n"] or HANDS
    return run(replace(chosen, rest=rest, kind="run"))
