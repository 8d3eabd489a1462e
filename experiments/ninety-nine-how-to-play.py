"""How do I play Ninety-Nine well?

Which way to play is best when was found by cardsim itself: it played matches, played on from your
decisions with every card that one of the ways would play, and kept what won more. Here it is played
afresh, beside all other ways to play.
"""

from cardsim import Experiment
from cardsim.answers.advice import advise
from cardsim.answers.experiments import Lab


def study(lab: Lab) -> None:
    """Play, show, answer."""
    advise(lab, "ninety-nine", players=(2, 3, 4, 6), usual=3)


EXPERIMENT = Experiment(study, precision="0.5pp")
