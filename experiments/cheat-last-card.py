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
        first=LAST,
    )
    (alone,) = asked.more
    never, last, most = (LEFT.index(left) for left in (NEVER, LAST, MOST))
    lab.answer(
        f"{asked.headline}. Where nobody else doubts it, letting it pass costs you "
        f"{alone.cost(never)}; where somebody may, it costs you {asked.costs(never)}. Doubting "
        f"the last card alone costs you {asked.costs(last)}. Doubting from {counted(MOST)} cards "
        f"on costs you {asked.costs(most)}.",
        *asked.numbers,
        Number.of(
            alone.cost(never), "lost by letting it pass, if nobody else doubts", is_cost=True
        ),
    )


def told(left: int) -> str:
    """Return whom you doubt, in words."""
    if left in (NEVER, LAST):
        return "doubt every last card" if left == LAST else "doubt only what must be false"
    return f"doubt whoever has {counted(left)} card{'s' * (left > 1)} or fewer left"


EXPERIMENT = Experiment(study, n=60_000, precision="0.5pp")
