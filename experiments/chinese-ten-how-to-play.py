"""How do I play Chinese Ten well?

These are the best rules that a person can follow: two sums that you can do in your head. Play the
card for which most is left; one that captures nothing wins none. Every way to play, what cardsim
learned by itself among them, meets beginners, mixed company and good players. Then we drop each
rule in turn to see what it is worth in mixed company. Points are counted above par, an even share
of the points.
"""

from cardsim import Experiment
from cardsim.studies import FewLines, Lab, Rule, advise

BEST = "partners-out"
RULES = (
    Rule(
        "from what a card wins take off half of its own points",
        f"{BEST}:own=0",
    ),
    Rule(
        "from what a card wins take off a quarter of the points of its partners that you have not "
        "seen yet",
        f"{BEST}:out=0",
    ),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    card = FewLines(tuple(rule.text for rule in RULES), BEST)
    advise(lab, "chinese-ten", players=(2, 3, 4), usual=2, strategy=BEST, rules=RULES, card=card)


EXPERIMENT = Experiment(study, precision="0.5pp")
