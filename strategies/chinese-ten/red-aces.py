"""Take the most points now, and treat red aces as one is told.

`way` says what is done with a red ace in hand; all else is as `greedy` plays:
- `take`: it takes any nine at once, and lies in hand until then;
- `wait`: it takes a black nine only where both red nines have been seen, or nothing else captures;
- `hold`: it is as `wait`, and it is kept where throwing another card is the only other way;
- `throw`: it is thrown as soon as nothing captures.

Result: RESULT
"""

from typing import Annotated

import numpy as np

from cardsim import Strategy, one_of
from cardsim.card_sets import ONE_RANK

TAKE, WAIT, HOLD, THROW = range(4)
Way = Annotated[str, one_of(("take", "wait", "hold", "throw"), "what a red ace in hand does")]
RED = np.uint64(((1 << 26) - 1) << 13)
RED_ACES = ONE_RANK & RED
RED_NINES = ONE_RANK << np.uint64(8) & RED
NOTHING = np.uint64(0)


def is_red_ace(card):
    return RED_ACES >> np.uint64(card) & np.uint64(1) != NOTHING


def play_card(view, way: Way = "take"):
    waits = view.unseen & RED_NINES != NOTHING and view.table & RED_NINES == NOTHING
    choice, most = -1, 0.0
    for k in range(view.hand_size):
        card = int(view.hand[k])
        worth = float(view.wins[k])
        if view.wins[k] < 0:
            worth = -100.0 - float(view.points[card])
        if is_red_ace(card):
            if view.wins[k] < 0:
                worth = -99.0 if way == THROW else -200.0
            elif waits and way == WAIT:
                worth = -50.0
            elif waits and way == HOLD:
                worth = -150.0
        if choice < 0 or worth > most:
            choice, most = card, worth
    return choice


STRATEGY = Strategy(game="chinese-ten", plays="{way} with red aces", play_card=play_card)
