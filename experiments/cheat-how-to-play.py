"""How do I play Cheat well?

The rules were found by cardsim itself: it played games, played on from your decisions with other
choices, and kept what won more, against others who tell the truth where they can, lie with the
cards that are of use last, and challenge whoever would win. Here they are played afresh, beside all
other ways to play.
"""

from cardsim import Experiment
from cardsim.answers.advice import advise
from cardsim.answers.experiments import Lab


def study(lab: Lab) -> None:
    """Play, show, answer."""
    advise(lab, "cheat", players=(3, 4, 6), usual=4)


EXPERIMENT = Experiment(study, precision="0.5pp")
