"""Slip a false card in beside a single true one while many cards are left; level 2 of the field.

- with one card of the rank, and four cards or more in hand, add a false one if the cards in the
  pile and three times the cards that you keep make 33 or more, and else tell the truth

All else as `planner`: it lies alone only when forced, with the card needed last, and challenges the
last card and sure lies.

Source: the weights that `cardsim learn cheat --vs field-1 --rounds 4 -n 100000 --seed 7` found for
how many cards to claim, written as one rule, with the best of five limits. It wins as much.

Result: against level 0 and 1 of the field it wins 47.6 % (± 0.2) of games, where `bluffer` wins
39.0 and `learned` 34.8 (`cardsim compare cheat bluffer planner learned level-2 --vs field-1 -n
200000 --seed 8`), against three of `planner` 54.4 % (± 0.3) and against three of `learned` 24.5
(`cardsim run cheat --vs usual --strategy level-2 -n 1e5 --seed 1`, `--vs learned`).
"""

from cardsim import Strategy
from cardsim.games.cheat import own_cards, own_of_claim

FEWEST, KEPT, ENOUGH = 4, 3, 33


def count(view):
    held, own = own_of_claim(view), own_cards(view)
    room = min(int(view.max_cards), own)
    often = own >= FEWEST and KEPT * (own - 2) + view.pile_size >= ENOUGH
    if held == 1 and room > 1 and often:
        return 2
    return max(min(held, room), 1)


STRATEGY = Strategy(
    game="cheat",
    plays="slip~ a false card in with a true one while many cards are left",
    count=count,
)
