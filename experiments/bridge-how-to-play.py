"""How do I play Bridge well?

The rules are those of the best way to play that a person can follow: with how many points to open,
to come in and to bid game, and how to play the cards. Your partner plays as you do. Here each rule
is left out in turn, and all ways to play are played side by side.
"""

from collections.abc import Callable
from typing import Any

from cardsim import Experiment, Strategy, borrowed
from cardsim.answers.advice import Rule, advise
from cardsim.answers.experiments import Lab, amount

Call = Callable[..., Any]
BEST, BOLD, TIPS = "learned", "come-in", "tips"
DOUBLERS = f"{TIPS}:penalty_double_hcp=12"
OPEN, GAME, INVITE = 6, 22, 20
"""Points that open, and of both partners that bid game, and that ask for it."""

SEEN = f"double-dummy:open_hcp={OPEN},game_hcp={GAME},invite_hcp={INVITE},overcalls=simple"
PART, FEWEST = 60, 40
"""So many times fewer boards are played so, which takes long, and so many at least."""


def calls(**other: int | str) -> Call:
    """The tips with these numbers, but for some others."""
    usual = {"open_hcp": OPEN, "game_hcp": GAME, "invite_hcp": INVITE}
    return borrowed("bridge", TIPS, "call", **{"overcalls": "simple", **usual, **other})


RULES = (
    Rule(
        "open with six points, an ace at 4, a king at 3, a queen at 2 and a jack at 1: your "
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
        "bid game where you and your partner have 22 points",
        Strategy("bridge", name="game 25", plays="bid~ game with 25", call=calls(game_hcp=25)),
    ),
    Rule(
        "ask your partner for game where you have 20 together",
        Strategy("bridge", name="ask 23", plays="ask~ with 23", call=calls(invite_hcp=23)),
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
    alike = lab.compare("bridge", BEST, BOLD, vs=BOLD)
    doubled = lab.compare("bridge", BEST, TIPS, vs=DOUBLERS)
    lab.section(
        "Where the others come in, or double",
        "Players of experience open with twelve. Against two who come in with ten points, as "
        f"`{BOLD}` does, who plays by these rules wins {amount(alike.gap(0, 1), times=1)} points a "
        "board more than who plays like them; and against two who bid by the tips, but double what "
        f"is bid high against twelve points, {amount(doubled.gap(0, 1), times=1)} points more than "
        "who plays by the tips. But nobody here listens to what the others call: people also "
        "learn from your bids where the cards lie.",
    )
    compared = lab.compare("bridge", BEST, SEEN, n=max(lab.n // PART, FEWEST), precision=None)
    lab.section(
        "The last cards",
        "With six tricks left no person can do what `double-dummy` does: it deals the cards that "
        "it has not seen in ten ways that agree with all it knows, and finds out what every card "
        "of its own brings if all four then see all hands. Who bids as above, and plays so, wins "
        f"{amount(compared.gap(1, 0), times=1)} points a board more ({compared.hands} boards).",
    )


EXPERIMENT = Experiment(study, n=300_000)
