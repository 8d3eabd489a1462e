"""How do I play Spades well?

These are the best rules that a person can follow: how to count a hand, when to bid nil, and how to
play for your bid. Your partner plays as you do. Every way to play, what cardsim learned by itself
among them, meets beginners, mixed company and good players. Then we drop each rule in turn to see
what it is worth in mixed company.
"""

from collections.abc import Callable
from typing import Any

from cardsim import Experiment, Strategy, borrowed
from cardsim.studies import FewLines, Lab, Rule, advise

Play = Callable[..., Any]
BEST = "sound-book"
CAREFUL = 9
"""Tricks of both partners from which to bid one less."""
TEN = 10
"""Highest spade with which to bid nil."""
BID, PLAY = borrowed("spades", BEST, "bid"), borrowed("spades", BEST, "play")


def without(name: str, plays: str, bid: Play = BID, play: Play = PLAY) -> Strategy:
    """Return a strategy that plays by all rules but one."""
    return Strategy("spades", name=name, plays=plays, bid=bid, play=play)


RULES = (
    Rule(
        "bid a trick for every ace, every guarded king, and every spade from the fourth on",
        without("always 3", "always bid~ 3", bid=borrowed("spades", "fixed-bid", "bid")),
    ),
    Rule(
        "bid nil if that comes to one trick at most, with no spade above the ten",
        f"{BEST}:nil_length=-1",
    ),
    Rule("bid nil only with at most three spades", f"{BEST}:nil_length=13"),
    Rule("bid one less if your bid and your partner's come to nine or more", f"{BEST}:together=27"),
    Rule(
        "until your side has its bid, win tricks that your partner is not winning as cheaply as "
        "you can",
        without(
            "high cards",
            "play~ the highest card",
            play=borrowed("spades", "highest-legal", "play"),
        ),
    ),
    Rule(
        "while your side needs tricks and nobody has a nil to make, lead the highest card of your "
        "shortest side suit",
        f"{BEST}:lead=book",
    ),
    Rule(
        "once your side has its bid, go on taking tricks while the others can spare at most two of "
        "those that are left, and otherwise throw high cards",
        f"{BEST}:then=book",
    ),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    lines = tuple(rule.text for rule in RULES)
    card = FewLines(lines, BEST)
    advise(lab, "spades", players=(4,), usual=4, strategy=BEST, rules=RULES, card=card)


EXPERIMENT = Experiment(study, precision="0.5pp")
