"""How do I play Chinese Ten well?

These are the ideas behind the strategy that wins most. Every way to play meets beginners, mixed
company and good players. Then we drop each idea in turn to see what it is worth in mixed company,
and let cardsim look for rules that beat them all. Points are counted above par, an even share of
the points.
"""

from cardsim import Experiment
from cardsim.studies import Lab, Rule, advise

BEST = "forethought"
RULES = (
    Rule(
        "subtract half the points of the card you play from what it wins",
        f"{BEST}:points=0",
    ),
    Rule(
        "keep a card longer if its partners, still to come, have many points",
        f"{BEST}:mean=0,total=0",
    ),
    Rule("leave on the table what a card in your hand can take next time", f"{BEST}:own=0"),
    Rule("leave nothing that another player may take for many points", f"{BEST}:threat=0"),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    advise(lab, "chinese-ten", players=(2, 3, 4), usual=2, strategy=BEST, rules=RULES)


EXPERIMENT = Experiment(study, precision="0.5pp")
