"""How much of GAME is luck?

Two people play GAME among the people of its field: a good player by the safest strategy, and a
beginner. This shows how much of the spread of their results play explains, over one game and over
an evening, and when the good player leads.
"""

from cardsim import Experiment
from cardsim.studies import tell_luck

EXPERIMENT = Experiment(tell_luck, n=200_000)
