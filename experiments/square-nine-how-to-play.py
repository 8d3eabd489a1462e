"""How do I play Square 9 well?

These are the best rules that a person can follow: what to take, what to keep, where to put it.
Every way to play, what cardsim learned by itself among them, meets beginners, mixed company and
good players. Then we drop each rule in turn to see what it is worth in mixed company.
"""

from cardsim import Experiment
from cardsim.studies import Lab, Rule, advise

BEST = "by-rules"
RULES = (
    Rule(
        "put a card that makes three of a kind in a line there, and a second of a kind of 5 points "
        "or less if the third place can still be filled",
        f"{BEST}:lines=ignore",
    ),
    Rule(
        "else take the top discard if it is worth 3 points or less, and keep a drawn card of 4 or "
        "less",
        f"{BEST}:take=20,keep=20",
    ),
    Rule(
        "put such a card on the open card if that is worth 6 points or more, or if no card lies "
        "face down",
        f"{BEST}:swap=21",
    ),
    Rule(
        "else put it on a card face down, on edges first, and not in a line in which two are alike",
        f"{BEST}:order=rows",
    ),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    players = (2, 3, 4, 6)
    advise(lab, "square-nine", players=players, usual=2, strategy=BEST, rules=RULES)


EXPERIMENT = Experiment(study, precision="0.5pp")
