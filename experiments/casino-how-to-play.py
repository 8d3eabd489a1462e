"""How do I play Casino well?

The rules are those of the best way to play that a person can follow: what to capture, when to
build, what to trail. Here each rule is left out in turn, and all ways to play are played side by
side; what cardsim has learned stands beside them.
"""

from cardsim import Experiment
from cardsim.answers.advice import Rule, advise
from cardsim.answers.experiments import Lab

BEST = "bold-builder"
RULES = (
    Rule(
        "build, if that wins two cards more, with the one that takes it, than you can capture now",
        f"{BEST}:min_gain=20",
    ),
    Rule(
        "build even where two or three cards that could take it are still out",
        f"{BEST}:max_unseen_stealers=1",
    ),
    Rule(
        "trail what the fewest unseen cards can take, by their rank or with loose cards",
        "builder:max_unseen_stealers=3",
    ),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    advise(lab, "casino", players=(2, 3, 4), usual=2, strategy=BEST, rules=RULES)


EXPERIMENT = Experiment(study, precision="0.5pp")
