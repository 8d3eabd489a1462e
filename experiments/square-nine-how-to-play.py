"""How do I play Square 9 well?

Which way to play is best when was found by cardsim itself: it played hands, played on from your
decisions with every place that one of the ways would choose, and kept what won more. Here it is
played afresh, beside all other ways to play.
"""

from cardsim import Experiment
from cardsim.answers.advice import advise
from cardsim.answers.experiments import Lab


def study(lab: Lab) -> None:
    """Play, show, answer."""
    advise(lab, "square-nine", players=(2, 3, 4, 6), usual=2)


EXPERIMENT = Experiment(study, precision="0.5pp")
