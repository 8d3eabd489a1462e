"""Does advice on GAME come true?

Decisions are drawn from hands of GAME, at most one of a hand, and valued as `cardsim advise` values
them, from what was seen there. Then the same hand is played to its end. This shows what came by
what was said, among beginners, in mixed company and among good players.
"""

from cardsim import Experiment
from cardsim.studies import tell_trust

EXPERIMENT = Experiment(tell_trust, n=200)
