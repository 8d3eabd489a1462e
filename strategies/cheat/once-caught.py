"""Lie often, and less often each time that a lie has come out.

It adds a false card to a true claim with the chance `lies`. Each time that it was caught lying in
this game the chance is `shame` times what it was. It doubts as `doubter`, and lies with the card
needed last.

Result: in mixed company it wins 1.9 % of games (± 0.2), more than the 1.1 % (± 0.1) of one whom
nothing shames, and less than `doubter`, who seldom lies (`cardsim compare cheat once-caught
once-caught:shame=1 doubter -n 20000 --seed 1`).

Source: our own, a habit that changes in the course of a game: who was caught lies less.
"""

from typing import Annotated

from cardsim import Strategy, between, borrowed
from cardsim.games.cheat import own_cards, own_of_claim
from cardsim.rng import uniform


def count(
    view,
    chance,
    lies: Annotated[float, between(0, 1, "how often a false card is added at first")] = 0.5,
    shame: Annotated[
        float, between(0, 1, "how much of that is left after each lie found out")
    ] = 0.4,
):
    held, room = own_of_claim(view), min(int(view.max_cards), own_cards(view))
    most = max(min(held, room), 1)
    for _ in range(view.caught[view.seat]):
        lies *= shame
    return most + int(0 < held < room and uniform(chance) < lies)


STRATEGY = Strategy(
    game="cheat",
    plays="lie~ boldly until caught, then less each time",
    count=count,
    challenge=borrowed("cheat", "doubter", "challenge"),
)
