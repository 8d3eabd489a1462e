"""How do I play Counter-Cameroon well?

These are the best rules that a person can follow: what a mark is worth. Every way to play, a full
calculation that nobody can do by hand among them, meets beginners, mixed company and good players.
Then we drop each rule in turn to see what it is worth in mixed company, and let cardsim look for
rules that beat them all. `cameroon-card` compares them with the full calculation.
"""

from cardsim import Experiment
from cardsim.studies import FewLines, Lab, Rule, advise

BEST = "race-odds"
RULES = (
    Rule(
        "count a mark as its points times 5, and take the two pairs that count most",
        f"{BEST}:blind=points",
    ),
    Rule(
        "count it 6 or 8 times if the one with fewer marks there has one or two, and 16 times if "
        "both of you need one more",
        f"{BEST}:blind=marks",
    ),
    Rule(
        "but count it 4 times where you are two marks apart, and twice where you are three apart",
        f"{BEST}:blind=lead",
    ),
)
CARD = FewLines(tuple(rule.text for rule in RULES), BEST)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    advise(lab, "counter-cameroon", players=(2,), usual=2, strategy=BEST, rules=RULES, card=CARD)


EXPERIMENT = Experiment(study, precision="0.5pp")
