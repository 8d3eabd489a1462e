"""What is counting cards worth in the last deals of Casino?

What the others can take depends on the cards that you have not seen, and in the last deal of a game
for two these are all in the other hand. You count them when you trail, and trail what the fewest
can take: in some number of the last deals. Before that you trail a face card, or else the lowest,
and keep aces, the ten of diamonds and the two of spades. You build whatever wins cards and take
what is worth most. Each way plays the same hands with two players, against beginners, in mixed
company and against good players. The page on what to count asks the same of some of the cards.
"""

from cardsim import Experiment, Number
from cardsim.studies import Lab, sweep_in_three

GAME, COUNTER = "casino", "late-counter"
ALL = 6
"""Deals of a hand with two players."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    never, only = 0, 1
    asked = sweep_in_three(
        lab,
        GAME,
        "last_deals",
        told,
        "last deals that you count",
        strategy=COUNTER,
        last_deals=range(ALL + 1),
        players=2,
        first=only,
    )
    alone = ""
    if asked.advised != only:
        alone = f" Counting the last deal alone costs you {asked.costs(only)}."
    lab.answer(
        f"{asked.headline}. Counting nothing costs you {asked.costs(never)}, and counting from the "
        f"first deal on {asked.costs(ALL)}.{alone}",
        *asked.numbers,
        *(
            Number.of(asked.mixed.cost(way), f"lost by {how}, in mixed company", is_cost=True)
            for way, how in ((never, "never counting"), (ALL, "counting from the first deal on"))
            if asked.mixed.behind[way].low > 0
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
