"""Which game is most luck, and which most play?

In each game two people play an evening among the people of its field: a good player by the safest
strategy, and a beginner. This shows how much of the spread of their results play explains, with all
games side by side.
"""

from cardsim import Experiment
from cardsim.studies import tell_all_luck

EXPERIMENT = Experiment(tell_all_luck, n=200_000)
