"""How do I play Gin Rummy well?

The rules are those of the best way to play that a person can follow: what to take, what to throw,
when to knock. Here each rule is left out in turn, and all ways to play are played side by side.
"""

from cardsim import Experiment, Strategy, borrowed
from cardsim.answers.advice import Rule, advise
from cardsim.answers.experiments import Lab

BEST = "early-hunter"
RULES = (
    Rule("knock as soon as you may, with 10 points of deadwood or fewer", "meld-hunter"),
    Rule(
        "keep pairs and near runs of which the third tile may still come, each such tile for 3 "
        "points of deadwood",
        f"{BEST}:pair_weight=0",
    ),
    Rule(
        "take from the row only what makes a meld",
        Strategy(
            "gin-rummy",
            name=f"{BEST} that takes what lowers the deadwood",
            plays="take~ what lowers the deadwood and keep~ what may become a meld",
            finish=borrowed("gin-rummy", BEST, "finish"),
        ),
    ),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    advise(lab, "gin-rummy", players=(2, 3, 4), usual=3, strategy=BEST, rules=RULES)


EXPERIMENT = Experiment(study, precision="0.5pp")
