"""Which way to play Gin Rummy wins among all, and which is left in the end?

All ways in which cardsim plays Gin Rummy, what it learned among them, meet at every table that they
can make. So it is seen who wins among whom, and what becomes of a crowd that copies what wins.
"""

from functools import partial

from cardsim import Experiment
from cardsim.answers.rankings import rank

EXPERIMENT = Experiment(partial(rank, game="gin-rummy"), n=100_000)
