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
    Rule(
        "look at the other player's marks: a mark counts little where one of you is far ahead",
        f"{BEST}:blind=their-marks",
    ),
    Rule(
        "look at your own marks: of close races go on with those that are nearly won",
        f"{BEST}:blind=own-marks",
    ),
    Rule(
        "look at the points: ahead take what is safe, behind what can still turn the game",
        "race-odds",
    ),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    advise(lab, "counter-cameroon", players=(2,), usual=2, strategy=BEST, rules=RULES)


EXPERIMENT = Experiment(study, precision="0.5pp")
