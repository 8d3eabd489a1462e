"""Which way to play Casino wins among all, and which is left in the end?

All ways in which cardsim plays Casino, what it learned among them, meet at every table that they
can make. So it is seen who wins among whom, and what becomes of a crowd that copies what wins.
"""

from functools import partial

from cardsim import Experiment
from cardsim.answers.rankings import rank

EXPERIMENT = Experiment(partial(rank, game="casino"), n=100_000)
