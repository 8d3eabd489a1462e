"""How do I play Counter-Cameroon well?

These are the ideas behind the strategy that wins most. Every way to play meets beginners, mixed
company and good players. Then we blind it to each idea in turn to see what that is worth in mixed
company, and let cardsim look for rules that beat them all. `cameroon-card` asks how much of that
fits on a card.
"""

from cardsim import Experiment
from cardsim.studies import Lab, Rule, advise

BEST = "win-odds"
RULES = (
    Rule("go for the categories with many points", f"{BEST}:blind=points"),
    Rule("stay out of races where one of you is far ahead", f"{BEST}:blind=their-marks"),
    Rule("in close races, push those where you need the fewest marks", f"{BEST}:blind=own-marks"),
    Rule(
        "take what is safe when ahead in points, and what can still turn the game when behind",
        "race-odds",
    ),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    advise(lab, "counter-cameroon", players=(2,), usual=2, strategy=BEST, rules=RULES)


EXPERIMENT = Experiment(study, precision="0.5pp")
