"""How do I play Scat well?

Every way to play meets beginners, mixed company and good players. cardsim found some of them by
itself: it played matches, tried every other choice at each of your decisions, and kept what won
more. This page shows which is the safest on new deals, what its rules are worth in mixed company,
and what you have by three of them.
"""

from typing import Any

from cardsim import Experiment, Strategy, borrowed
from cardsim.games.scat import gain
from cardsim.studies import FewLines, Lab, advise

HIGH, SOON = 27, 23
"""Points to knock with by the card; and on the first three turns by the next line."""


def draw_source(view: Any) -> Any:
    """Take the top discard if it adds enough."""
    return gain(view) >= (6 if view.value <= 15 else 3)


CARD = FewLines(
    (
        "knock with 27 or more points",
        "take the top discard if it adds 6 or more points with at most 15 points",
        "take the top discard if it adds 3 or more points with 16 or more points",
    ),
    Strategy(
        "scat",
        name="three lines",
        plays="knock~ at 27 and take~ few discards",
        knock=borrowed("scat", "threshold", "knock", knock_threshold=HIGH),
        knock_after_draw=borrowed("scat", "threshold", "knock_after_draw", knock_threshold=HIGH),
        draw_source=draw_source,
    ),
    "knock with 23 or more points on your first three turns",
    Strategy(
        "scat",
        name="four lines",
        plays="knock~ at 23 on the first three turns, then at 27, and take~ few discards",
        knock=borrowed(
            *("scat", "turn-table", "knock"), turn_1=SOON, turn_2=SOON, turn_3=SOON, turn_4_on=HIGH
        ),
        draw_source=draw_source,
    ),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    advise(lab, "scat", players=(2, 3, 4, 6), usual=3, card=CARD)


EXPERIMENT = Experiment(study, precision="0.5pp")
