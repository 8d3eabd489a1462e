"""What is each line worth in GAME?

The best card of one line, of two, and so on, that a person can follow, and what each further line
wins against beginners, in mixed company and against good players. cardsim looked for the cards by
itself. Whatever a card does not say is played as most people play.
"""

from cardsim import Experiment
from cardsim.studies import tell_prices

EXPERIMENT = Experiment(tell_prices, n=100_000)
