"""How do I play Scat well?

The rules were found by cardsim itself: it played matches, played on from your decisions with every
other choice, and kept what won more. Here each rule is played afresh, beside the same rules without
it and beside all other ways to play.
"""

from cardsim import Experiment
from cardsim.answers.advice import advise
from cardsim.answers.experiments import Lab


def study(lab: Lab) -> None:
    """Play, show, answer."""
    advise(lab, "scat", players=(2, 3, 4, 6), usual=3)


EXPERIMENT = Experiment(study, precision="0.5pp")
