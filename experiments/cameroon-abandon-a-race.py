"""When should I abandon a race in Counter-Cameroon?

The strategy `race-aware` ignores a category where the opponent leads by more than so many marks.
Each margin plays the same dice against `max-points-live`, which never gives up a race.
"""

from cardsim import Chart, Experiment, Series
from cardsim.answers.experiments import Lab, spoken


def study(lab: Lab) -> None:
    """Play, show, answer."""
    sweep = lab.sweep("counter-cameroon", strategy="race-aware", margin="-1..3")
    group = sweep.groups[0]
    best, stubborn = group.best, group.points[-1]
    gap = stubborn.shortfall
    worse = 100 * gap.value
    lab.section(
        "By the lead of the opponent",
        f"Best margin {spoken(group)}. A margin of -1 leaves a race as soon as the "
        "opponent is level, 3 never leaves one.",
        Chart(
            f"Best margin {spoken(group)}",
            "marks that the opponent may lead by",
            "games that you win",
            (Series.of_group(group, "race-aware"),),
            percent=True,
            reference=(0.5, "as good as the opponent"),
        ),
    )
    lab.answer(
        f"Leave a race when the opponent leads by more than {spoken(group)} marks: against a "
        f"player who never leaves one it wins {best.estimate} of games; never to leave one, like "
        f"that player, wins {worse:.2f} percentage points fewer "
        f"({100 * gap.low:.2f} to {100 * gap.high:.2f})."
    )


EXPERIMENT = Experiment(study, n=300_000)
