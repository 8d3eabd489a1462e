"""How do I play Cheat well?

These are the best rules that a person can follow: when to lie, with which card, and when to
challenge. Every way to play, what cardsim learned by itself among them, meets beginners, mixed
company and good players. Then we drop each rule in turn to see what it is worth in mixed company.
"""

from typing import Any

from cardsim import Experiment, Strategy, borrowed
from cardsim.answers.advice import Rule, advise, beside
from cardsim.answers.experiments import Lab, amount

BEST = "level-2"
COUNT, CARD = borrowed("cheat", BEST, "count"), borrowed("cheat", "planner", "card")


def but(name: str, plays: str, **other: Any) -> Strategy:
    """Who plays by the rules, but for some of the decisions."""
    return Strategy("cheat", name=name, plays=plays, **{"count": COUNT, "card": CARD, **other})


def doubting(name: str, plays: str, **numbers: float) -> Strategy:
    """Who plays by the rules, but also challenges claims that may be false."""
    return but(name, plays, challenge=borrowed("cheat", "bluffer", "challenge", **numbers))


RULES = (
    Rule(
        "with one card of the rank, and four or more in hand, add a false card and claim two if "
        "the pile, and three times the cards that you keep, make 33 or more; otherwise tell the "
        "truth",
        but("tells the truth", "tell~ the truth", count=borrowed("cheat", "planner", "count")),
    ),
    Rule(
        "if you hold none of the rank, claim one card and lay the one you will need last",
        but(
            "lies with any card",
            "lie~ with any card",
            card=borrowed("cheat", "bluffer", "card", order="any"),
        ),
    ),
    Rule(
        "challenge anybody's last card",
        but(
            "lets the last card pass",
            "let~ the last card pass",
            challenge=borrowed("cheat", "certain-only", "challenge"),
        ),
    ),
    Rule(
        "challenge a sure lie, and nothing else, however unlikely",
        doubting("challenges the unlikely", "challenge~ the unlikely", unlikely=0.1),
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
    ways = [
        doubting(f"doubts up to {pile}", f"doubt~ up to {pile}", unlikely=1, doubt_pile=pile)
        for pile in DOUBTING
    ]
    found = lab.compare("cheat", BEST, *ways, vs=BEST)
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
