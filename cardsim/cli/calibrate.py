"""`cardsim calibrate GAME`: compare what advice says with what happens."""

from __future__ import annotations

from cardsim.cli import delivery, options

EXTRA = (
    options.text(
        "n",
        "N",
        "Decisions that are drawn, about as many of each kind and one of a hand at most: "
        "2000, 2e3, 10k [default 2000]",
        "-n",
    ),
    options.text(
        "by",
        "DECISION[:FEATURE,...]",
        "A decision, and by what its kinds are told apart, as in "
        "draw-source:somebody-knocked; again for each decision [default all, by how many of them "
        "the player had before]",
        repeated=True,
    ),
    options.text(
        "worlds", "N", "Hands that are imagined for each decision: from 2 to 100000 [default 400]"
    ),
    *delivery.playing(".csv a row for each kind of decisions", counts="every decision"),
)
FORM = options.GameOptions(
    without=frozenset(("measure", "partner", "seats", options.DISPLAY)), hero=False
)


def calibrate(chosen: options.Chosen) -> int:
    """Hold what advice says of decisions against what came of them.

    Decisions are drawn from hands, valued from what was seen, and played to their end.
    """
    from cardsim.table.calibration_story import story

    _, status = delivery.answered(
        chosen,
        story,
        played=lambda result: result.looked_at,
        done=lambda result: f"{len(result.found)} of {result.base.hands} decisions",
    )
    return status
