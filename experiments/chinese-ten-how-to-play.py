"""How do I play Chinese Ten well?

The rules are what the strategy that wins most reckons by, each with a weight of its own. Here it is
played afresh, beside itself without one of the weights and beside all other ways to play, and
cardsim looks for rules that gain on it. Points are counted over par, an even part of the points.
"""

from cardsim import Experiment
from cardsim.answers.advice import Rule, advise
from cardsim.answers.experiments import Lab

BEST = "forethought"
RULES = (
    Rule(
        "take half the points of the card that you play off what it wins",
        f"{BEST}:points=0",
    ),
    Rule(
        "keep a card longer, the more points its partners have that are still to come",
        f"{BEST}:mean=0,total=0",
    ),
    Rule("leave on the table what a card in your hand can take next time", f"{BEST}:own=0"),
    Rule("leave nothing that another hand may take with many points", f"{BEST}:threat=0"),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    advise(lab, "chinese-ten", players=(2, 3, 4), usual=2, strategy=BEST, rules=RULES)


EXPERIMENT = Experiment(study, precision="0.5pp")
