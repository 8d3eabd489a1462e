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
BEST, COUNT, BOOK, CARDS = "sound-count", "fine-count", "by-the-book", "sound-book"
CAREFUL = 9
"""Tricks of both partners from which to bid one less."""
TEN = 10
"""Highest spade with which to bid nil."""
SEARCHED = 120
"""Matches of a search, which takes seconds for each."""
BID = borrowed("spades", COUNT, "bid", modest_from=CAREFUL, nil_spade=TEN)
PLAY = borrowed("spades", CARDS, "play")


def without(name: str, plays: str, bid: Play = BID, play: Play = PLAY) -> Strategy:
    """Return a strategy that plays by all rules but one."""
    return Strategy("spades", name=name, plays=plays, bid=bid, play=play)


RULES = (
    Rule(
        "bid what your hand is worth, rounded up from 0.7 of a trick: a trick for an ace and for "
        "each spade from the fourth on, 0.8 for a guarded king, 0.4 for a queen with two others, "
        "0.2 for each card that a side suit is short of three",
        without("always 3", "always bid~ 3", bid=borrowed("spades", "fixed-bid", "bid")),
    ),
    Rule(
        "bid nil if your hand is worth 1.8 tricks or less, with at most three spades and none "
        "above the ten",
        without(
            "no nil",
            "never bid~ nil",
            bid=borrowed("spades", COUNT, "bid", modest_from=CAREFUL, nil_worth=-1),
        ),
    ),
    Rule(
        "bid a trick less if the two of you would bid nine or more",
        without("bold", "bid~ high together", bid=borrowed("spades", COUNT, "bid", nil_spade=TEN)),
    ),
    Rule(
        "while your side needs tricks and nobody has a nil to make, lead the highest card of your "
        "shortest side suit",
        without(
            "sure cards",
            "lead~ cards that nobody can beat, and else low ones",
            play=borrowed("spades", CARDS, "play", lead="book"),
        ),
    ),
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
        "then go on taking tricks while the others can spare at most two of those that are left, "
        "and otherwise throw your high cards under theirs",
        without(
            "dodge", "dodge~ bags at once", play=borrowed("spades", CARDS, "play", then="book")
        ),
    ),
)
CARD = FewLines(
    (
        "bid one less if your bid and your partner's come to nine or more",
        "bid nil only with at most three spades",
        (
            "while your side needs tricks and nobody has a nil to make, lead the highest card of "
            "your shortest side suit"
        ),
        (
            "once your side has its bid, go on taking tricks while the others can spare at most "
            "two of those that are left, and otherwise throw high cards"
        ),
    ),
    "sound-book",
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    advise(
        lab,
        "spades",
        players=(4,),
        usual=4,
        strategy=BEST,
        rules=RULES,
        card=CARD,
        searched=SEARCHED,
    )


EXPERIMENT = Experiment(study, precision="0.5pp")
