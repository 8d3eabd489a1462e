"""How do I play Cheat well?

The rules are those of the best way to play that a person can follow: when to lie, with which card,
and when to challenge. The others tell the truth where they can, lie with the cards that are of use
last, and challenge whoever would win. Here each rule is left out in turn, and all ways to play are
played side by side; what cardsim has learned stands beside them.
"""

from cardsim import Experiment
from cardsim.answers.advice import Rule, advise
from cardsim.answers.experiments import Lab

BEST = "bluffer"
RULES = (
    Rule(
        "if you hold just one card of the rank, lay a false card beside it and claim two",
        f"{BEST}:lies=0",
    ),
    Rule("never add a false card to a claim of more than two", f"{BEST}:up_to=3"),
    Rule("stop adding false cards with fewer than four cards in hand", f"{BEST}:hand=2"),
    Rule(
        "if you hold none of the rank, claim one card, and let it be of the rank whose turn comes "
        "to you last",
        f"{BEST}:order=any",
    ),
    Rule(
        "challenge what cannot be true by the cards that you see, and whoever would win, and "
        "nothing else, however unlikely",
        f"{BEST}:unlikely=0.1",
    ),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    advise(lab, "cheat", players=(3, 4, 6), usual=4, strategy=BEST, rules=RULES)


EXPERIMENT = Experiment(study, precision="0.5pp")
