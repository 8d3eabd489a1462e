"""How do I play Euchre well?

These are the best rules that a person can follow: how to count a hand, when to make trumps, when to
go alone, and how to play the cards. Your partner plays as you do. Every way to play, what cardsim
learned by itself among them, meets beginners, mixed company and good players. Then we drop each
rule in turn to see what it is worth in mixed company.
"""

from cardsim import Experiment, Strategy, borrowed
from cardsim.studies import FewLines, Lab, Rule, advise

BEST = "fine-count"
ORDER, NAME = borrowed("euchre", BEST, "order"), borrowed("euchre", BEST, "name_trump")
RULES = (
    Rule(
        "order the upcard up with 28 or more, counting 6 for the nine of trumps and so on up to 10 "
        "for its ace, 11 and 12 for the bowers, 5 for any other ace, 3 for a void, and the upcard, "
        "which you add if your side deals and take off if not",
        Strategy(
            "euchre",
            name="three trumps",
            plays="order~ up with three trumps",
            order=borrowed("euchre", "trump-count", "order", min_r1_dealer_side=3),
            name_trump=NAME,
        ),
    ),
    Rule(
        "name a suit in which you count 23 or more, likewise without the upcard",
        Strategy(
            "euchre",
            name="three of a suit",
            plays="name~ a suit with three trumps",
            order=ORDER,
            name_trump=borrowed("euchre", "trump-count", "name_trump"),
        ),
    ),
    Rule(
        "then count 6 more for the other suit of the upcard's colour if an opponent dealt, and 6 "
        "fewer if your side did",
        f"{BEST}:next_worth=0",
    ),
    Rule("go alone with 38 or more in your own hand", f"{BEST}:alone_worth=90"),
    Rule(
        "discard from your shortest suit, but never an ace or a trump",
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
        "as the maker, lead trumps only if nobody can beat them or you are alone; lead trumps if "
        "your partner is the maker; otherwise lead the best card of a suit; leave a trick to your "
        "partner if it is safe, and win it as cheaply as you can if you play last",
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
    card = FewLines(tuple(rule.text for rule in RULES), BEST)
    advise(lab, "euchre", players=(4,), usual=4, strategy=BEST, rules=RULES, card=card)


EXPERIMENT = Experiment(study, precision="0.5pp")
