"""Which way to play GAME wins among all, and which is left in the end?

All ways in which cardsim plays GAME meet at every table that they can make. So it is seen who wins
among whom, and what becomes of a crowd that copies what wins.
"""

from cardsim import Experiment
from cardsim.answers.rankings import rank

HANDS = {
    "bridge": 50_000,
    "cheat": 5_000,
    "chinese-ten": 500_000,
    "counter-cameroon": 250_000,
    "ninety-nine": 50_000,
    "scat": 20_000,
    "spades": 50_000,
    "square-nine": 250_000,
}
EXPERIMENT = Experiment(rank, n=100_000, n_of=HANDS)
