"""How do I play Cheat well?

The rules are those of the best way to play that a person can follow: when to challenge, which cards
to lie with, and when to lie at all. Here each rule is left out in turn, and all ways to play are
played side by side.
"""

from cardsim import Experiment, Strategy, borrowed
from cardsim.answers.advice import Rule, advise
from cardsim.answers.experiments import Lab

BEST = "planner"
RANK, COUNT, CARD, CHALLENGE = (
    borrowed("cheat", BEST, name) for name in ("rank", "count", "card", "challenge")
)
RULES = (
    Rule(
        "always challenge the player who lays the last cards",
        Strategy(
            "cheat",
            name="no last card",
            plays="challenge~ certain lies alone",
            rank=RANK,
            count=COUNT,
            card=CARD,
            challenge=borrowed("cheat", "certain-only", "challenge"),
        ),
    ),
    Rule(
        "challenge nothing else but what your own cards rule out: a wrong challenge costs the pile",
        Strategy(
            "cheat",
            name="doubtful",
            plays="challenge~ one claim in twenty",
            rank=RANK,
            count=COUNT,
            card=CARD,
            challenge=borrowed("cheat", "truth-first", "challenge"),
        ),
    ),
    Rule(
        "when you have to lie, lay one card of the rank that you will be asked for last",
        "last-card-hawk",
    ),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    advise(lab, "cheat", players=(3, 4, 6), usual=4, strategy=BEST, rules=RULES)


EXPERIMENT = Experiment(study, precision="0.5pp")
