"""How do I play Counter-Cameroon well?

The rules are what the strategy that wins most reckons with. Here it is played afresh, beside itself
blind to one of these things and beside all other ways to play, and cardsim looks for rules that
gain on it. What fits on a card, and what that wins, is a question of its own.
"""

from cardsim import Experiment
from cardsim.answers.advice import Rule, advise
from cardsim.answers.experiments import Lab

BEST = "win-odds"
RULES = (
    Rule("go for the categories of many points", f"{BEST}:blind=points"),
    Rule("mark little where one of you is far ahead of the other", f"{BEST}:blind=their-marks"),
    Rule("of close races go on with those where you lack least", f"{BEST}:blind=own-marks"),
    Rule(
        "take what is safe when ahead in points, and what can still turn the game when behind",
        "race-odds",
    ),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    advise(lab, "counter-cameroon", players=(2,), usual=2, strategy=BEST, rules=RULES)


EXPERIMENT = Experiment(study, precision="0.5pp")
