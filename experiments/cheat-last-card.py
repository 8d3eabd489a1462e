"""Should I doubt whoever lays the last card in Cheat?

Who lays the last card wins unless somebody doubts it and is right. You doubt every claim that
leaves a player with some number of cards or fewer, and else only what your own cards show to be
false. You claim and lie as `planner` does. If you doubt the truth, you take the pile. Each way
plays the same games against beginners, in mixed company, against good players, and against players
none of whom doubts a claim that may be true: then you are the only one who can stop a lie.
"""

from typing import Annotated, Any

from cardsim import Experiment, Number, Strategy, between, borrowed
from cardsim.games.cheat import certain_lie
from cardsim.studies import Lab, counted, sweep_in_three

GAME, LIKE, TRUSTING = "cheat", "planner", "certain-only"
NEVER, LAST, MOST = -1, 0, 5
LEFT = (NEVER, LAST, 1, 2, 3, MOST)


def challenge(
    view: Any,
    left: Annotated[
        int, between(NEVER, 12, "cards left with which a player is always doubted")
    ] = 0,
) -> Any:
    """Doubt whoever has few cards left, and what must be false."""
    return view.hand_sizes[view.claim_seat] <= left or certain_lie(view)


DOUBTER = Strategy(
    GAME,
    name="doubts at the end",
    plays="doubt~ players with {left} cards left",
    rank=borrowed(GAME, LIKE, "rank"),
    count=borrowed(GAME, LIKE, "count"),
    card=borrowed(GAME, LIKE, "card"),
    challenge=challenge,
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    asked = sweep_in_three(
        lab,
        GAME,
        "left",
        told,
        f"cards left with which you doubt a player ({NEVER}: never)",
        strategy=DOUBTER,
        left=LEFT,
        also=(TRUSTING,),
    )
    (alone,) = asked.more
    never, last, most = (LEFT.index(left) for left in (NEVER, LAST, MOST))
    why = "Where nobody else doubts it"
    if alone.behind[never].low > asked.mixed.behind[never].high:
        why = "That is because somebody else doubts it: where nobody does"
    lab.answer(
        f"{asked.headline}. Letting the last card pass costs you {asked.costs(never)}. "
        f"{why}, it costs you {alone.cost(never)}. Doubting the last card alone costs you "
        f"{asked.costs(last)}. Doubting from {counted(MOST)} cards on costs you "
        f"{asked.costs(most)}.",
        *asked.numbers,
        Number.of(
            asked.mixed.cost(never),
            "lost by letting the last card pass, in mixed company",
            is_cost=True,
        ),
    )


def told(left: int) -> str:
    """Return whom you doubt, in words."""
    if left in (NEVER, LAST):
        return "doubt every last card" if left == LAST else "doubt only what must be false"
    return f"doubt whoever has {counted(left)} card{'s' * (left > 1)} or fewer left"


EXPERIMENT = Experiment(study, n=60_000, precision="0.5pp")
