"""How do I play Cheat well?

These are the best rules that a person can follow: when to lie, with which card, and when to
challenge. The others lie only when they must, with the card they will need last, and challenge
every last card. We drop each rule in turn to see what it is worth, and play every other strategy
against the same opponents, with what cardsim learned by itself.
"""

from cardsim import Experiment
from cardsim.answers.advice import Rule, advise, beside
from cardsim.answers.experiments import Lab, amount

BEST = "bluffer"
RULES = (
    Rule(
        "if you hold just one card of the rank, add a false card and claim two",
        f"{BEST}:lies=0",
    ),
    Rule("never add a false card to a claim of more than two", f"{BEST}:up_to=3"),
    Rule("stop adding false cards with fewer than four cards in hand", f"{BEST}:hand=2"),
    Rule(
        "if you hold none of the rank, claim one card and lay the one you will need last",
        f"{BEST}:order=any",
    ),
    Rule(
        "challenge a sure lie and anybody's last card, and nothing else, however unlikely",
        f"{BEST}:unlikely=0.1",
    ),
)
DOUBTING = {2: "two cards or fewer are in the pile", 4: "four or fewer are"}
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
        change = "makes no measurable difference"
        if gap.low > 0:
            change = f"wins {amount(gap)} more games in 100"
        elif gap.high < 0:
            change = f"costs {amount(found.gap(0, k))} games in 100"
        told.append(f"Challenging every claim that may be false while {lie} {change}.")
    lab.section(
        "Against others who play by the same rules",
        "They add false cards to true ones, too. A wrong challenge costs little as long as the "
        f"pile is small. {' '.join(told)}",
        beside("What you win there, by the pile in which you challenge", found),
    )


EXPERIMENT = Experiment(study, precision="0.5pp")
