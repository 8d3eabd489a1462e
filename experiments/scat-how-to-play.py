"""How do I play Scat well?

Every way to play meets beginners, mixed company and good players. cardsim found some of them by
itself: it played matches, tried every other choice at each of your decisions, and kept what won
more. This page shows which is the safest on new deals, what its rules are worth in mixed company,
and what you have by four of them.
"""

from cardsim import Experiment, Strategy, borrowed
from cardsim.studies import FewLines, Lab, advise

HIGH, SOON = 27, 22
"""Points to knock with by the card of four lines; and on the first two turns by the next line."""
DRAWS = borrowed("scat", "steady", "draw_source")
CARD = FewLines(
    (
        "knock with 27 or more points",
        "take the top discard if it adds 6 or more points when you hold at most 15",
        "take the top discard if it adds 3 or more when you hold 16 to 19",
        "take the top discard if it adds 1 or more when you hold 20 or more",
    ),
    Strategy(
        "scat",
        name="four lines",
        plays="knock~ at 27 and take~ few discards",
        knock=borrowed("scat", "threshold", "knock", knock_threshold=HIGH),
        knock_after_draw=borrowed("scat", "threshold", "knock_after_draw", knock_threshold=HIGH),
        draw_source=DRAWS,
    ),
    "knock with 22 or more points on your first two turns",
    Strategy(
        "scat",
        name="five lines",
        plays="knock~ at 22 on the first two turns, then at 27, and take~ few discards",
        knock=borrowed(
            "scat", "turn-table", "knock", turn_1=SOON, turn_2=SOON, turn_3=HIGH, turn_4_on=HIGH
        ),
        draw_source=DRAWS,
    ),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    advise(lab, "scat", players=(2, 3, 4, 6), usual=3, card=CARD)


EXPERIMENT = Experiment(study, precision="0.5pp")
