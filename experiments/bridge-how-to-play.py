"""How do I play Bridge well?

The rules are those of the best way to play that a person can follow: with how many points to open,
to come in and to bid game, and how to play the cards. Your partner plays as you do. Here each rule
is left out in turn, and all ways to play are played side by side.
"""

from collections.abc import Callable
from typing import Any

from cardsim import Experiment, Strategy, borrowed
from cardsim.answers.advice import Rule, advise
from cardsim.answers.experiments import Lab

Call = Callable[..., Any]
BEST, TIPS = "come-in", "tips"
OPEN, GAME = 10, 24
"""Points that open, and of both partners that bid game."""


def calls(open_hcp: int = OPEN, game_hcp: int = GAME, overcalls: str = "simple") -> Call:
    """The tips with these numbers."""
    return borrowed(
        "bridge", TIPS, "call", open_hcp=open_hcp, game_hcp=game_hcp, overcalls=overcalls
    )


RULES = (
    Rule(
        "open with ten points, an ace at 4, a king at 3, a queen at 2 and a jack at 1: your "
        "longest suit of five, else your longer minor, and one notrump with 15 to 17 and a "
        "balanced hand",
        Strategy("bridge", name="open 12", plays="open~ with 12", call=calls(open_hcp=12)),
    ),
    Rule(
        "come in over their opening with a suit of five cards and ten points, or eleven to "
        "thirteen at the two level",
        Strategy("bridge", name="silent", plays="never come~ in", call=calls(overcalls="none")),
    ),
    Rule(
        "bid game where you and your partner have 24 points",
        Strategy("bridge", name="game 27", plays="bid~ game with 27", call=calls(game_hcp=27)),
    ),
    Rule(
        "lead the top of two honors, else low from your longest suit; play low second and high "
        "third, take a trick as cheaply as you can, draw trumps, and cash what nobody can beat",
        Strategy(
            "bridge",
            name="high cards",
            plays="play~ the highest card",
            call=calls(),
            lead=borrowed("bridge", "highest-legal", "lead"),
            play=borrowed("bridge", "highest-legal", "play"),
        ),
    ),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    advise(lab, "bridge", players=(4,), usual=4, strategy=BEST, rules=RULES)


EXPERIMENT = Experiment(study, n=300_000)
