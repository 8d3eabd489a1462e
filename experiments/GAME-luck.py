"""How much of GAME is luck?

Two people play GAME among the people of its field: one by the safest strategy, one as beginners
do. This shows how much of the spread of their results play explains, over one game and over an
evening, and when the better of them leads.
"""

from cardsim import Experiment
from cardsim.studies import tell_luck

EXPERIMENT = Experiment(tell_luck, n=200_000)
