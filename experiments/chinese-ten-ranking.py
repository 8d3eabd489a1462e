"""Which way to play Chinese Ten wins among all, and which is left in the end?

All ways in which cardsim plays Chinese Ten, what it learned among them, meet at every table that
they can make. So it is seen who wins among whom, and what becomes of a crowd that copies what
wins.
"""

from functools import partial

from cardsim import Experiment
from cardsim.answers.rankings import rank

EXPERIMENT = Experiment(partial(rank, game="chinese-ten"), n=500_000)
