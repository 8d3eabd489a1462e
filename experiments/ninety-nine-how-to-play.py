"""How do I play Ninety-Nine well?

These are the best rules that a person can follow: what to keep, and what to play first. Every way
to play, what cardsim learned by itself among them, meets beginners, mixed company and good players.
Then we drop each rule in turn to see what it is worth in mixed company.
"""

from cardsim import Experiment
from cardsim.studies import FewLines, Lab, Rule, advise

BEST = "five-rules"
RULES = (
    Rule("keep the 4, 9, ten and king while another card fits", f"{BEST}:keep_specials=no"),
    Rule("of the other cards, play the one that raises the total most", f"{BEST}:high_first=no"),
    Rule("play aces last of the ordinary cards, and count them as 1", f"{BEST}:keep_aces=no"),
    Rule(
        "if only special cards fit, play the ten as minus 10, then the king, the 9, the 4",
        f"{BEST}:order=any",
    ),
    Rule(
        "at 99, play the 4 first, then the 9, the king, and the ten last", f"{BEST}:order_at_99=any"
    ),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    players, card = (2, 3, 4, 6), FewLines(tuple(rule.text for rule in RULES), BEST)
    advise(lab, "ninety-nine", players=players, usual=3, strategy=BEST, rules=RULES, card=card)


EXPERIMENT = Experiment(study, precision="0.5pp")
