"""How do I play Bridge well?

These are the best rules that a person can follow: how many points to open, to overcall and to bid
game, and how to play the cards. Your partner plays as you do. Every way to play meets beginners,
mixed company and good players. Then we drop each rule in turn to see what it is worth in mixed
company.
"""

from collections.abc import Callable
from typing import Any

from cardsim import Experiment, Strategy, borrowed
from cardsim.studies import Lab, Rule, advise, amount

Call = Callable[..., Any]
BEST, BOLD, TIPS = "learned", "come-in", "tips"
DOUBLERS = f"{TIPS}:penalty_double_hcp=12"
OPEN, GAME, INVITE = 6, 22, 20
"""Points with which to open, and points of both partners with which to bid game, and to invite."""

SEEN = f"double-dummy:open_hcp={OPEN},game_hcp={GAME},invite_hcp={INVITE},overcalls=simple"
PART, FEWEST = 60, 40
"""Factor by which `SEEN`, which is slow, plays fewer boards, and the fewest that it plays."""


def calls(**other: int | str) -> Call:
    """Return the calls of the tips with these numbers, except for some others."""
    usual = {"open_hcp": OPEN, "game_hcp": GAME, "invite_hcp": INVITE}
    return borrowed("bridge", TIPS, "call", **{"overcalls": "simple", **usual, **other})


RULES = (
    Rule(
        "open with six points (ace 4, king 3, queen 2, jack 1): one notrump with 15 to 17 and a "
        "balanced hand, otherwise your longest suit of five or more, or your longer minor",
        Strategy("bridge", name="open 12", plays="open~ with 12", call=calls(open_hcp=12)),
    ),
    Rule(
        "overcall their opening with a five-card suit and ten points, or eleven to thirteen at the "
        "two level",
        Strategy("bridge", name="silent", plays="never overcall~", call=calls(overcalls="none")),
    ),
    Rule(
        "bid game if you and your partner have 22 points",
        Strategy("bridge", name="game 25", plays="bid~ game with 25", call=calls(game_hcp=25)),
    ),
    Rule(
        "invite game if you have 20 together",
        Strategy("bridge", name="ask 23", plays="invite~ with 23", call=calls(invite_hcp=23)),
    ),
    Rule(
        "lead the top of two touching honors, otherwise low from your longest suit; second hand "
        "low, third hand high; win tricks as cheaply as you can, draw trumps, and cash your "
        "winners",
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
    alike = lab.compare("bridge", BEST, BOLD, vs=BOLD)
    doubled = lab.compare("bridge", BEST, TIPS, vs=DOUBLERS)
    lab.section(
        "If the others overcall, or double",
        "Experienced players open with twelve. Play by these rules against two who overcall with "
        f"ten points, as `{BOLD}` does, and you win {amount(alike.gap(0, 1), times=1)} points a "
        "board more than by playing like them. Against two who bid by the tips but double high "
        f"contracts with twelve points, you win {amount(doubled.gap(0, 1), times=1)} more than by "
        "the tips. But nobody here listens to the auction: real opponents also learn from your "
        "bids where the cards are.",
    )
    few = max(lab.n // PART, FEWEST)
    compared = lab.compare("bridge", BEST, SEEN, n=few, precision=None, vs="field")
    lab.section(
        "The last cards",
        "With six tricks left, `double-dummy` does what no person can: it deals the unseen cards "
        "in ten ways that fit what it knows, and works out what each of its cards wins if all four "
        "then see all hands. Bid as above and play the end like that in mixed company, and you win "
        f"{amount(compared.gap(1, 0), times=1)} points a board more ({compared.hands} boards).",
    )


EXPERIMENT = Experiment(study, n=300_000)
