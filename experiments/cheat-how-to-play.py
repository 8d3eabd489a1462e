"""How do I play Cheat well?

These are the best rules that a person can follow: when to challenge, when to lie, and with which
card. Every way to play, what cardsim learned by itself among them, meets beginners, mixed company
and good players. Then we drop each rule in turn to see what it is worth in mixed company.
"""

from typing import Any

from cardsim import Experiment, Strategy, borrowed
from cardsim.studies import FewLines, Lab, Rule, advise

BEST = "until-wrong"
OWN = {
    "count": borrowed("cheat", BEST, "count"),
    "card": borrowed("cheat", "planner", "card"),
    "challenge": borrowed("cheat", BEST, "challenge"),
}


def but(name: str, plays: str, **other: Any) -> Strategy:
    """Return a player who plays by the rules, except for one of the decisions."""
    return Strategy("cheat", name=name, plays=plays, **{**OWN, **other})


RULES = (
    Rule(
        "while you hold six cards or more, challenge every claim until one turns out true; after "
        "that, or with fewer cards, challenge only sure lies and anybody's last card",
        but(
            "challenges only sure lies",
            "challenge~ only sure lies and the last card",
            challenge=borrowed("cheat", "last-card-hawk", "challenge"),
        ),
    ),
    Rule(
        "tell the truth as long as you challenge everything: lay all your cards of the rank",
        but(
            "lies from the start",
            "lie~ from the start",
            count=borrowed("cheat", "level-2", "count"),
        ),
    ),
    Rule(
        "once you were wrong: with one card of the rank, and four or more in hand, add a false "
        "card and claim two if the pile, and three times the cards that you keep, make 33 or more "
        "(always if you keep 11)",
        but("adds no card", "add~ no false card", count=borrowed("cheat", "planner", "count")),
    ),
    Rule(
        "if you hold none of the rank, claim one card and lay the one you will need last",
        but(
            "lies with any card",
            "lie~ with any card",
            card=borrowed("cheat", "bluffer", "card", order="any"),
        ),
    ),
)
CARD = FewLines(
    (
        (
            "with one card of the rank, and four cards or more in hand, add a false one if the "
            "cards in the pile and three times the cards that you keep make 33 or more, and else "
            "tell the truth"
        ),
    ),
    "level-2",
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    advise(lab, "cheat", players=(3, 4, 6), usual=4, strategy=BEST, rules=RULES, card=CARD)


EXPERIMENT = Experiment(study, precision="0.5pp")
