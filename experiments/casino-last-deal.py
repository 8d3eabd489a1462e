"""What is counting cards worth in the last deals of Casino?

What the others can take depends on the cards that you have not seen, and in the last deal of a game
for two these are all in the other hand. You count them when you trail, and trail what the fewest
can take: in some number of the last deals. Before that you trail a face card, or else the lowest.
You build whatever wins cards and take what is worth most. Each way plays the same matches with two
players, against beginners, in mixed company and against good players.
"""

from typing import Annotated, Any

from cardsim import Experiment, Number, Strategy, between, borrowed
from cardsim.studies import Lab, sweep_in_three

GAME = "casino"
ALL = 6
"""Deals of a hand with two players."""
counting = borrowed(GAME, "trail-by", "play", order="safest")
by_rule = borrowed(GAME, "trail-by", "play", order="faces-first")


def play(
    view: Any, last: Annotated[int, between(0, ALL, "deals, the last ones, that are counted")] = 1
) -> Any:
    """Count the cards in the last deals."""
    return counting(view) if view.deals_left < last else by_rule(view)


COUNTER = Strategy(GAME, name="counts late", plays="count~ the last deals", play=play)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    never, only = 0, 1
    asked = sweep_in_three(
        lab,
        GAME,
        "last",
        told,
        "last deals that you count",
        strategy=COUNTER,
        last=range(ALL + 1),
        players=2,
        first=only,
    )
    alone = ""
    if asked.advised != only:
        alone = f" Counting the last deal alone costs you {asked.costs(only)}."
    lab.answer(
        f"{asked.headline}. Counting nothing costs you {asked.costs(never)}.{alone}",
        *asked.numbers,
        Number.of(
            asked.mixed.cost(never), "lost by never counting, in mixed company", is_cost=True
        ),
    )


def told(deals: int) -> str:
    """Return when you count, in words."""
    if deals == 0:
        return "count nothing"
    if deals == ALL:
        return "count from the first deal on"
    return "count the last deal" if deals == 1 else f"count the last {deals} deals"


EXPERIMENT = Experiment(study, n=60_000, precision="0.5pp")
