"""Which way to play Gin Rummy wins among all, and which is left in the end?

All ways in which cardsim plays Gin Rummy, what it learned among them, meet at every table that they
can make. So it is seen who wins among whom, and what becomes of a crowd that copies what wins.
"""

from cardsim import Experiment
from cardsim.answers.experiments import Lab
from cardsim.answers.rankings import rank


def study(lab: Lab) -> None:
    """Play, show, answer."""
    rank(lab, "gin-rummy")


EXPERIMENT = Experiment(study, n=100_000)
