"""How do I play Euchre well?

These are the best rules that a person can follow: how to count a hand, when to make trumps, when to
go alone, and how to play the cards. Your partner plays as you do. Every way to play, what cardsim
learned by itself among them, meets beginners, mixed company and good players. Then we drop each
rule in turn to see what it is worth in mixed company.
"""

from cardsim import Experiment, Strategy, borrowed
from cardsim.studies import Lab, Rule, advise

BEST = "fine-count"
ORDER, NAME = borrowed("euchre", BEST, "order"), borrowed("euchre", BEST, "name_trump")
RULES = (
    Rule(
        "count your hand (the nine of trumps 6, and so on up to its ace 10, left bower 11, right "
        "bower 12, off-suit ace 5, void 3); name trumps with 23, and order the upcard up with 28",
        Strategy(
            "euchre",
            name="three trumps",
            plays="make~ trumps with three of them",
            order=borrowed("euchre", "trump-count", "order", min_r1_dealer_side=3),
            name_trump=borrowed("euchre", "trump-count", "name_trump"),
        ),
    ),
    Rule(
        "add the upcard to your count if you or your partner deal, and subtract it if an opponent "
        "does",
        Strategy(
            "euchre",
            name="without the upcard",
            plays="leave~ out the upcard",
            order=borrowed("euchre", "by-the-book", "order", own_power=28, their_power=28),
            name_trump=NAME,
        ),
    ),
    Rule("go alone with 38 in your own hand", f"{BEST}:alone_worth=90"),
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
    advise(lab, "euchre", players=(4,), usual=4, strategy=BEST, rules=RULES)


EXPERIMENT = Experiment(study, precision="0.5pp")
