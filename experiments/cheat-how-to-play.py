"""How do I play Cheat well?

The rules are those of the best way to play that a person can follow: when to lie, with which card,
and when to challenge. The others tell the truth where they can, lie with the cards that are of use
last, and challenge whoever would win. Here each rule is left out in turn, and all ways to play are
played side by side; what cardsim has learned stands beside them.
"""

from cardsim import Experiment
from cardsim.answers.advice import Rule, advise, beside
from cardsim.answers.experiments import Lab, amount

BEST = "bluffer"
RULES = (
    Rule(
        "if you hold just one card of the rank, lay a false card beside it and claim two",
        f"{BEST}:lies=0",
    ),
    Rule("never add a false card to a claim of more than two", f"{BEST}:up_to=3"),
    Rule("stop adding false cards with fewer than four cards in hand", f"{BEST}:hand=2"),
    Rule(
        "if you hold none of the rank, claim one card, and let it be of the rank whose turn comes "
        "to you last",
        f"{BEST}:order=any",
    ),
    Rule(
        "challenge what cannot be true by the cards that you see, and whoever would win, and "
        "nothing else, however unlikely",
        f"{BEST}:unlikely=0.1",
    ),
)
DOUBTING = {2: "no more than two cards lie", 4: "up to four lie"}
"""Piles in which every claim is challenged that may be false, the smallest first."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    advise(lab, "cheat", players=(3, 4, 6), usual=4, strategy=BEST, rules=RULES)
    against_the_same(lab)


def against_the_same(lab: Lab) -> None:
    """Show what doubt wins at a table of players who lie as the rules say."""
    ways = [BEST, *(f"{BEST}:unlikely=1,doubt_pile={pile}" for pile in DOUBTING)]
    found = lab.compare("cheat", ways, vs=BEST)
    told = []
    for k, lie in enumerate(DOUBTING.values(), 1):
        gap = found.gap(k, 0)
        change = "changes nothing that can be told"
        if gap.low > 0:
            change = f"wins {amount(gap)} games in 100 more"
        elif gap.high < 0:
            change = f"costs {amount(found.gap(0, k))} games in 100"
        told.append(f"To challenge every claim that may be false while {lie} there {change}.")
    lab.section(
        "Against others who play by the same rules",
        "They add false cards to true ones, too. A wrong doubt costs little as long as the pile is "
        f"small. {' '.join(told)}",
        beside("What you win there, by the pile in which you doubt", found),
    )


EXPERIMENT = Experiment(study, precision="0.5pp")
