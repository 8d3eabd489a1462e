"""How do I play Square 9 well?

Every way to play meets beginners, mixed company and good players. cardsim found some of them by
itself: it played hands, tried at each of your decisions every place that one of the strategies
would choose, and kept what won more. This page shows which is the safest on new deals, and what its
rules are worth in mixed company.
"""

from cardsim import Experiment
from cardsim.answers.advice import advise
from cardsim.answers.experiments import Lab


def study(lab: Lab) -> None:
    """Play, show, answer."""
    advise(lab, "square-nine", players=(2, 3, 4, 6), usual=2)


EXPERIMENT = Experiment(study, precision="0.5pp")
