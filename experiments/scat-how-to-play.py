"""How do I play Scat well?

cardsim found these rules by itself: it played matches, tried every other choice at each of your
decisions, and kept what won more. This page tests each rule on new deals: with it, without it, and
against every other way to play.
"""

from cardsim import Experiment
from cardsim.answers.advice import advise
from cardsim.answers.experiments import Lab


def study(lab: Lab) -> None:
    """Play, show, answer."""
    advise(lab, "scat", players=(2, 3, 4, 6), usual=3)


EXPERIMENT = Experiment(study, precision="0.5pp")
