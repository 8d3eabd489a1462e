"""How do I play Counter-Cameroon well?

These are the best rules that a person can follow: what a mark is worth. Every way to play, a full
calculation that nobody can do by hand among them, meets beginners, mixed company and good players.
Then we drop each rule in turn to see what it is worth in mixed company, and let cardsim look for
rules that beat them all. `cameroon-card` compares them with the full calculation.
"""

from cardsim import Experiment
from cardsim.studies import Lab, Rule, advise

BEST = "race-odds"
RULES = (
    Rule(
        "count a mark as its points times a number, and take the two pairs that count most",
        f"{BEST}:blind=points",
    ),
    Rule("two marks apart in a race, that number is 4, and three apart 2", f"{BEST}:blind=lead"),
    Rule(
        "closer than that, it is 5, 6 or 8 if the one with fewer marks there has none, one or two, "
        "and 16 if you both need one more",
        f"{BEST}:blind=marks",
    ),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    advise(lab, "counter-cameroon", players=(2,), usual=2, strategy=BEST, rules=RULES)


EXPERIMENT = Experiment(study, precision="0.5pp")
