"""How do I play Euchre well?

The rules are those of the best way to play that a person can follow: how to count a hand, when to
make trumps and when to play alone, and how to play the cards. Your partner plays as you do. Here
each rule is left out in turn, and all ways to play are played side by side; what cardsim has
learned stands beside them.
"""

from cardsim import Experiment, Strategy, borrowed
from cardsim.answers.advice import Rule, advise
from cardsim.answers.experiments import Lab

BEST = "fine-count"
ORDER, NAME = borrowed("euchre", BEST, "order"), borrowed("euchre", BEST, "name_trump")
RULES = (
    Rule(
        "count 6 for the nine of trumps to 10 for its ace, 11 and 12 for the bowers, 5 for every "
        "other ace and 3 for a suit that you do not have; make trumps with 23, and order the "
        "upcard up with 28",
        Strategy(
            "euchre",
            name="three trumps",
            plays="make~ trumps with three of them",
            order=borrowed("euchre", "trump-count", "order", min_r1_dealer_side=3),
            name_trump=borrowed("euchre", "trump-count", "name_trump"),
        ),
    ),
    Rule(
        "count the upcard with your hand if you or your partner deal, and take it off if a rival "
        "does",
        Strategy(
            "euchre",
            name="without the upcard",
            plays="leave~ the upcard out of account",
            order=borrowed("euchre", "by-the-book", "order", own_power=28, their_power=28),
            name_trump=NAME,
        ),
    ),
    Rule("play alone with 38 in your own hand", f"{BEST}:alone_worth=90"),
    Rule(
        "discard from your shortest suit, but no ace and no trump",
        Strategy(
            "euchre",
            name="lowest away",
            plays="discard~ the lowest card",
            order=ORDER,
            name_trump=NAME,
            discard=borrowed("euchre", "lowest-power", "discard"),
        ),
    ),
    Rule(
        "lead trumps as a maker only if nobody can beat them or you are alone, and to a maker who "
        "is your partner; else lead cards that are the best of their suit; leave a trick to a "
        "partner who is sure of it, and take it as cheaply as you can if you play last",
        Strategy(
            "euchre",
            name="simple play",
            plays="win~ tricks cheaply and lead trumps",
            order=ORDER,
            name_trump=NAME,
            play=borrowed("euchre", "simple-partner", "play"),
        ),
    ),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    advise(lab, "euchre", players=(4,), usual=4, strategy=BEST, rules=RULES)


EXPERIMENT = Experiment(study, precision="0.5pp")
