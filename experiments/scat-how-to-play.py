"""How do I play Scat well?

Every way to play meets beginners, mixed company and good players. cardsim found some of them by
itself: it played matches, tried every other choice at each of your decisions, and kept what won
more. This page shows which is the safest on new deals, and what its rules are worth in mixed
company.
"""

from cardsim import Experiment
from cardsim.studies import Lab, advise


def study(lab: Lab) -> None:
    """Play, show, answer."""
    advise(lab, "scat", players=(2, 3, 4, 6), usual=3)


EXPERIMENT = Experiment(study, precision="0.5pp")
