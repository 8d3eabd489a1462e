"""How do I play Spades well?

The rules are those of the best way to play that a person can follow: how to count a hand, when to
bid nil, and how to play for the bid. Your partner plays as you do. Here each rule is left out in
turn, and all ways to play are played side by side; what cardsim has learned stands beside them.
"""

from cardsim import Experiment, Strategy, borrowed
from cardsim.answers.advice import Rule, advise
from cardsim.answers.experiments import Lab

BEST = "fine-count"
BID, PLAY = borrowed("spades", BEST, "bid"), borrowed("spades", "by-the-book", "play")
RULES = (
    Rule(
        "bid what your hand is worth: a trick for an ace, most of one for a guarded king and for "
        "each spade from the fourth on, and part of one for a queen or a short side suit",
        Strategy(
            "spades",
            name="always 3",
            plays="always bid~ 3",
            bid=borrowed("spades", "fixed-bid", "bid"),
            play=PLAY,
        ),
    ),
    Rule(
        "bid nil with a hand worth less than two tricks, three spades at most and none above the "
        "queen",
        f"{BEST}:nil_worth=-1",
    ),
    Rule(
        "until your side has its bid, lead cards that nobody can beat, and take a trick that your "
        "partner does not have as cheaply as you can; after that throw high cards that do not win",
        Strategy(
            "spades",
            name="high cards",
            plays="play~ the highest card",
            bid=BID,
            play=borrowed("spades", "highest-legal", "play"),
        ),
    ),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    advise(lab, "spades", players=(4,), usual=4, strategy=BEST, rules=RULES)


EXPERIMENT = Experiment(study, precision="0.5pp")
