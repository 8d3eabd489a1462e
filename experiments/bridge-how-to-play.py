"""How do I play Bridge well?

These are rules that a person can follow: a natural system, as books for beginners have it, and how
to play the cards. Your partner plays as you do. Every way to play meets beginners, mixed company
and good players. Then we drop each rule in turn to see what it is worth in mixed company.
"""

from cardsim import Experiment, Strategy, borrowed
from cardsim.studies import Lab, Rule, advise, amount

BEST, BOLD, TIPS, LIGHT = "standard", "come-in", "tips", "learned"
DOUBLERS = f"{TIPS}:penalty_double_hcp=12"
CALL = borrowed("bridge", BEST, "call")
SEEN = "double-dummy"
PART, FEWEST = 60, 40
"""Factor by which `SEEN`, which is slow, plays fewer boards, and the fewest that it plays."""
RULES = (
    Rule(
        "open with 12 points (ace 4, king 3, queen 2, jack 1), or as many together with your two "
        "longest suits above eight cards: a five-card major, else the better minor; one notrump "
        "with 15 to 17 and a balanced hand, two clubs with 22",
        f"{BEST}:open_points=16",
    ),
    Rule(
        "raise partner's suit with 6 to 9 points, jump with 10 to 12; bid game if the two of you "
        "have 25, and three more for a minor",
        f"{BEST}:game_points=30",
    ),
    Rule(
        "bid a small slam with 33 points together, and ask for aces before it",
        f"{BEST}:slam_points=40",
    ),
    Rule(
        "double an overcall of theirs for take-out, up to the level of three",
        f"{BEST}:negative_to=0",
    ),
    Rule(
        "double their game if the two of you have 24 points",
        f"{BEST}:penalty_points=40",
    ),
    Rule(
        "lead the top of two touching honors, otherwise low from your longest suit; second hand "
        "low, third hand high; win tricks as cheaply as you can, draw trumps, and cash your "
        "winners",
        Strategy(
            "bridge",
            name="high cards",
            plays="play~ the highest card",
            call=CALL,
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
    silent = lab.compare("bridge", LIGHT, BEST, vs=TIPS).gap(0, 1)
    light = "makes no measurable difference"
    if not silent.is_tie:
        light = f"wins {amount(silent, times=1)} points a board more than these rules"
    lab.section(
        "If the others overcall, double or stay silent",
        f"Against two who overcall with ten points, as `{BOLD}` does, these rules win "
        f"{amount(alike.gap(0, 1), times=1)} points a board more than playing like them. Against "
        "two who bid by the tips but double high contracts with twelve points, they win "
        f"{amount(doubled.gap(0, 1), times=1)} more than the tips. Against two who never come in, "
        f"opening with six points, as `{LIGHT}` does, {light}.",
    )
    few = max(lab.n // PART, FEWEST)
    compared = lab.compare("bridge", TIPS, SEEN, n=few, precision=None, vs="field")
    lab.section(
        "The last cards",
        "With six tricks left, `double-dummy` does what no person can: it deals the unseen cards "
        "in ten ways that fit what it knows, and works out what each of its cards wins if all four "
        "then see all hands. Who bids by the tips and plays the end like that in mixed company "
        f"wins {amount(compared.gap(1, 0), times=1)} points a board more than by rules alone "
        f"({compared.hands} boards).",
    )


EXPERIMENT = Experiment(study, n=300_000)
