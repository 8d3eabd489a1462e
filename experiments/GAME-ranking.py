"""Which GAME strategy wins overall, and which would take over?

Every strategy that cardsim has for GAME plays at every table that they can make. This shows who
wins against whom, and what happens to a crowd of players who copy whatever wins.
"""

from cardsim import Experiment
from cardsim.studies import rank

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
