"""`cardsim sweep GAME`: the same hands at every point of a grid, and the best point."""

from __future__ import annotations

from cardsim.cli import companies, delivery, options

EXTRA = (
    *delivery.amount("Hands at each point, or matches with --unit match"),
    *delivery.playing(".csv a row for each point", delivery.LIVE, delivery.ALSO),
)
FORM = options.GameOptions(several=True, companies=True)


def sweep(chosen: options.Chosen) -> int:
    """Play the same hands with several settings, and say which is best.

    Any house rule or parameter, --players and --preset may be a range 17..31, with a step 17..31:2,
    or a list 17,19,25. Several of them make a grid.
    """
    from cardsim.ask.sweep_story import story

    if companies.are_several(chosen):
        return companies.answered(chosen, chosen.request)
    _, status = delivery.answered(
        chosen, story, done=lambda result: f"{delivery.amount_done(result)} a point"
    )
    return status
