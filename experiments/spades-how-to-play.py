"""How do I play Spades well?

The rules are those of the best way to play that a person can follow: how to count a hand, when to
bid nil, and how to play for the bid. Your partner plays as you do. Here each rule is left out in
turn, and all ways to play are played side by side; what cardsim has learned stands beside them.
"""

from collections.abc import Callable
from typing import Any

from cardsim import Experiment, Strategy, borrowed
from cardsim.answers.advice import Rule, advise
from cardsim.answers.experiments import Lab

Play = Callable[..., Any]
BEST, COUNT, BOOK = "press-on", "fine-count", "by-the-book"
CAREFUL = 9
"""Tricks of both partners from which on one less is bid."""
BID = borrowed("spades", COUNT, "bid", modest_from=CAREFUL)
PLAY = borrowed("spades", BOOK, "play", dodge="late")


def without(name: str, plays: str, bid: Play = BID, play: Play = PLAY) -> Strategy:
    """Who plays by all rules but one."""
    return Strategy("spades", name=name, plays=plays, bid=bid, play=play)


RULES = (
    Rule(
        "bid what your hand is worth: a trick for an ace, most of one for a guarded king and for "
        "each spade from the fourth on, and part of one for a queen or a short side suit",
        without("always 3", "always bid~ 3", bid=borrowed("spades", "fixed-bid", "bid")),
    ),
    Rule(
        "bid nil with a hand worth less than two tricks, three spades at most and none above the "
        "jack",
        without(
            "no nil",
            "never bid~ nil",
            bid=borrowed("spades", COUNT, "bid", modest_from=CAREFUL, nil_worth=-1),
        ),
    ),
    Rule(
        "bid a trick less where it would come to nine or more with your partner's bid",
        without("bold", "bid~ high together", bid=borrowed("spades", COUNT, "bid")),
    ),
    Rule(
        "until your side has its bid, lead cards that nobody can beat, and take a trick that your "
        "partner does not have as cheaply as you can",
        without(
            "high cards",
            "play~ the highest card",
            play=borrowed("spades", "highest-legal", "play"),
        ),
    ),
    Rule(
        "then go on as long as the others lack a trick, and throw high cards that do not win once "
        "they have their bid",
        without("dodge", "dodge~ bags at once", play=borrowed("spades", BOOK, "play")),
    ),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    advise(lab, "spades", players=(4,), usual=4, strategy=BEST, rules=RULES)


EXPERIMENT = Experiment(study, precision="0.5pp")
