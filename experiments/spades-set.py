"""When should I go for the set in Spades?

To set the others you must keep them from their bid, and what you win beyond your own are bags. Your
side has made its bid. The others still need some tricks, and some are left: the difference is what
they can spare. If that is little you play to win, else you throw your high cards. We try that by
how many tricks they can spare, against beginners, in mixed company and against good players.
"""

from cardsim import Experiment, Number
from cardsim.studies import Lab, counted, sweep_in_three

NEVER, MOST = -1, 5
RULE = 2
"""The number in the rules on how to play."""
SPARE = tuple(range(NEVER, MOST + 1))


def study(lab: Lab) -> None:
    """Play, show, answer."""
    asked = sweep_in_three(
        lab,
        "spades",
        "slack",
        told,
        f"tricks they can spare ({NEVER}: never)",
        strategy="trick-odds",
        slack=SPARE,
        first=RULE,
    )
    lab.answer(
        f"Once your side has its bid, {asked.told}. If they can spare more, throw your high cards. "
        "What they can spare is the tricks that are left, less those that they still need. "
        f"Never going for the set costs you {asked.costs(0)}. Trying while they can "
        f"spare {MOST} costs you {asked.costs(len(SPARE) - 1)}.",
        *asked.numbers,
        Number.of(
            asked.mixed.cost(0), "lost by never going for the set, in mixed company", is_cost=True
        ),
    )


def told(spare: int) -> str:
    """Return when you go for the set, in words."""
    if spare == NEVER:
        return "never go for the set"
    if spare == 0:
        return "go for the set only when they need every trick that is left"
    tricks = "one trick" if spare == 1 else f"{counted(spare)} tricks"
    return f"go for the set as long as they can spare at most {tricks}"


EXPERIMENT = Experiment(study, n=200_000)
