"""As `greedy-value`, but the dealer keeps a face card for the last play of a deal.

- as the dealer keep a face card for the last play of the last deal

Who captures last has what is left on the table, and the dealer plays last. A dealer who holds a
face card and other cards captures and trails with the others only; of several face cards the one of
the lowest id is kept. By default it does so in the last deal only.

Source: the wrapper `hold-face` of the rules file.

Result: against `greedy-value` it has 0.14 (± 0.04) points more a hand (`cardsim run casino --vs
usual --strategy hold-face -n 100k --seed 1`).
"""

from typing import Annotated

import numpy as np

from cardsim import Strategy, between
from cardsim.card_sets import lowest, only
from cardsim.games.casino import best_capture, least_worth

WORTH = (0.1, 0.12, 1.0, 2.0, 1.0)
"""Values of a card, and what a spade, an ace, the ten of diamonds and the two of spades add."""
Deals = Annotated[int, between(1, 6, "deals, the last ones, in which it is kept")]
FACES = np.uint64(sum(7 << 13 * suit + 10 for suit in range(4)))


def play(view, last_deals: Deals = 1):
    cards, faces = view.hand, view.hand & FACES
    dealing = view.seat == view.dealer and view.deals_left < last_deals
    if dealing and faces != 0 and only(lowest(faces)) != cards:
        cards &= ~only(lowest(faces))
    number, taken, _ = best_capture(view, cards, WORTH, 1.0 * view.sweep_points)
    if number >= 0:
        return number, taken
    return least_worth(cards, WORTH), 0


STRATEGY = Strategy(game="casino", plays="keep~ a face card for last when dealing", play=play)
