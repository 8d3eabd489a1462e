"""How do I play Square 9 well?

These are the best rules that a person can follow: what to take, what to keep, where to put it.
Every way to play, what cardsim learned by itself among them, meets beginners, mixed company and
good players. Then we drop each rule in turn to see what it is worth in mixed company.
"""

from cardsim import Experiment
from cardsim.studies import FewLines, Lab, Rule, advise

BEST = "by-rules"
RULES = (
    Rule(
        "a card that makes three of a kind in a line goes there, whatever it is worth and wherever "
        "it comes from",
        f"{BEST}:lines=ignore",
    ),
    Rule(
        "a card of 5 points or less goes next to one of its kind, if that line can still become "
        "three of a kind",
        f"{BEST}:pair=0",
    ),
    Rule(
        "take the top discard for its points only if it is worth 3 or less",
        f"{BEST}:take=20",
    ),
    Rule("keep a drawn card for its points only if it is worth 4 or less", f"{BEST}:keep=20"),
    Rule(
        "put such a card on the open card if that is worth 6 points or more, or if no card lies "
        "face down",
        f"{BEST}:swap=21",
    ),
    Rule(
        "put other cards that you keep on the edges first, and not in a line in which two are "
        "alike",
        f"{BEST}:order=rows",
    ),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    players, card = (2, 3, 4, 6), FewLines(tuple(rule.text for rule in RULES), BEST)
    # Search on top of a strategy that solves the last turn takes seconds a hand.
    advise(
        lab,
        "square-nine",
        players=players,
        usual=2,
        strategy=BEST,
        rules=RULES,
        card=card,
        searched=100,
    )


EXPERIMENT = Experiment(study, precision="0.5pp")
