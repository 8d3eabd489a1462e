"""How do I play Casino well?

These are the best rules that a person can follow: what to capture, when to build, what to trail.
Every way to play, what cardsim learned by itself among them, meets beginners, mixed company and
good players. Then we drop each rule in turn to see what it is worth in mixed company.
"""

from cardsim import Experiment
from cardsim.studies import FewLines, Lab, Rule, advise

BEST = "late-counter"
RULES = (
    Rule(
        "build whenever that wins you two cards more than you can capture now, counting the card "
        "that takes the build",
        f"{BEST}:min_gain=20",
    ),
    Rule("trail a face card, else your lowest card", f"{BEST}:early=least-worth"),
    Rule(
        "keep aces, the ten of diamonds and the two of spades while you hold another card",
        f"{BEST}:keep=nothing",
    ),
    Rule(
        "in the last deal trail the card that the fewest unseen cards can take, alone or with "
        "loose cards",
        f"{BEST}:last_deals=0",
    ),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    card = FewLines(tuple(rule.text for rule in RULES), BEST)
    advise(lab, "casino", players=(2, 3, 4), usual=2, strategy=BEST, rules=RULES, card=card)


EXPERIMENT = Experiment(study, precision="0.5pp")
