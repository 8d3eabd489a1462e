"""Call by the count that suits your seat and your power, and weigh every card.

Power counts the nine of trumps as 6, and so on to 10 for the ace; 11 and 12 for the bowers; and 5
for every other ace.

- on the upcard, with 26 of power or more, call by the book (`by-the-book`)
- with 15 to 21, left of the dealer or as his partner, call with enough trumps (`trump-count`)
- else call by the fine count of short suits and the upcard (`fine-count`)
- when you name a suit, go by the fine count with at most 32 of power, by the book with more

All else as `fine-count`. The rules keep 0.0082 (± 0.0019) of the 0.0297 (± 0.0029) points a hand
that it gains on `fine-count`. A computer wins the rest: at order, name-trump and play it also adds
up the weights below, as only a computer can (`cardsim compare euchre fine-count rules-only learned
--unit hand --vs usual -n 400000 --seed 101`, where `rules-only` is this file without its weights).

Result: If you play by these rules with a partner who plays like you, against two players who play
by the book, your side wins 0.042 (± 0.003) points more than the others a hand. That is 0.0304 (±
0.0014) points a hand more than with the strategy it started from. In 1200000 hands from which
nothing was learned: your side wins 0.042 (± 0.003) points more than the others a hand played so and
0.012 (± 0.003) with the strategy it started from (`cardsim learn euchre --vs usual --unit hand
--from fine-count -n 600000 --seed 2`).
"""

import numpy as np

from cardsim import Strategy, borrowed
from cardsim.games.euchre import call_power, describe_name, describe_order, describe_play, place

fine_count_order = borrowed("euchre", "fine-count", "order")
by_the_book_order = borrowed("euchre", "by-the-book", "order")
trump_count_order = borrowed("euchre", "trump-count", "order")
fine_count_name_trump = borrowed("euchre", "fine-count", "name_trump")
by_the_book_name_trump = borrowed("euchre", "by-the-book", "name_trump")
usual_play = borrowed("euchre", "fine-count", "play")

ORDER_WEIGHTS = np.array(
    [
        [-708, -1166, -977, -5917, -1446, -997, -1359, -10000],  # making trumps
        [17, 1805, -403, 3747, 108, -351, -276, 2355],  # a trump held
        [-16, 151, -44, -78, -7, -38, -14, 147],  # a step of their power
        [-1180, -878, -1126, 1728, 2067, -904, 3327, 2608],  # the right bower
        [-766, -1104, -691, -2926, -40, -675, -631, 239],  # another ace
        [93, -1010, -728, 1064, 265, -655, 46, 635],  # a void
        [-60, -282, -99, 0, -230, -101, -155, 0],  # a step of another's upcard
    ]
)
"""What each counts: left of the dealer; as the dealer's partner; right of the dealer; as the
dealer; alone left of the dealer; alone as the dealer's partner; alone right of the dealer; alone
as the dealer."""
ORDER_BONUS = 3401
"""How much more another action than the usual one must score."""


def usual_order(view):
    if call_power(view) < 26:
        if place(view) < 2:
            if call_power(view) < 22:
                if call_power(view) < 15:
                    return fine_count_order(view)
                return trump_count_order(view)
            return fine_count_order(view)
        return fine_count_order(view)
    return by_the_book_order(view)


NAME_TRUMP_WEIGHTS = np.array(
    [
        [-1221, 3513, 152, -2113, -5158, -4857, -3587, -6958],  # making trumps
        [662, 1753, 1264, 879, 782, 1415, 1490, -279],  # a trump held
        [67, 178, 129, 121, 99, 176, 168, -49],  # a step of their power
        [2881, 5127, 4560, 3500, 2452, 5386, 3934, 2945],  # the right bower
        [3418, -2821, 229, -1293, 1003, -3138, -79, -2868],  # the upcard's colour
    ]
)
"""What each counts: left of the dealer; as the dealer's partner; right of the dealer; as the
dealer; alone left of the dealer; alone as the dealer's partner; alone right of the dealer; alone
as the dealer."""
NAME_TRUMP_BONUS = 10000
"""How much more another action than the usual one must score."""


def usual_name_trump(view):
    if call_power(view) < 33:
        return fine_count_name_trump(view)
    return by_the_book_name_trump(view)


PLAY_WEIGHTS = np.array(
    [
        [0, 1633, 0, 6309, 0, 1228],  # winning so far
        [690, -68, 31, 58, 374, -26],  # a step of power
        [0, 91, 0, 372, 0, 76],  # a step of power if it wins
        [0, 351, 0, 296, 0, 1512],  # winning as the last
        [0, -134, 0, -393, 0, -159],  # a step of power as the last
        [-1687, -93, -4450, -624, 1809, 459],  # a trump
        [233, -51, 3362, -2577, 2672, -798],  # a master of its suit
        [1109, 142, -298, 413, -2414, 293],  # a card that beats it
        [0, -2086, 0, -7134, 0, 0],  # taking it from partner
        [4972, -246, -2011, -257, 3249, 120],  # a card of its suit kept
        [2740, 12, -1875, 5449, 4646, -133],  # emptying a side suit
        [-87, -51, -928, -184, 480, 243],  # a card of it unseen
        [-398, 57, -3928, -189, 978, 1242],  # a rival out behind you
        [164, 102, 10000, 6180, 0, 0],  # partner out behind you
    ]
)
"""What each counts: leading for the makers; following for the makers; leading against the makers;
following against the makers; leading as a lone maker; following as a lone maker."""
PLAY_BONUS = 4306
"""How much more another action than the usual one must score."""


def order(view, count_legal, nth_legal):
    usual = usual_order(view)
    numbers = np.zeros(8, np.int64)
    choice, most = -1, 0
    for n in range(count_legal(view)):
        action = nth_legal(view, n)
        table = describe_order(view, action, numbers)
        worth = ORDER_BONUS if action == usual else 0
        worth += ORDER_WEIGHTS[0, table] * numbers[0]
        worth += ORDER_WEIGHTS[1, table] * numbers[1]
        worth += ORDER_WEIGHTS[2, table] * numbers[2]
        worth += ORDER_WEIGHTS[3, table] * numbers[3]
        worth += ORDER_WEIGHTS[4, table] * numbers[4]
        worth += ORDER_WEIGHTS[5, table] * numbers[5]
        worth += ORDER_WEIGHTS[6, table] * numbers[7]
        if n == 0 or worth > most:
            choice, most = action, worth
    return choice


def name_trump(view, count_legal, nth_legal):
    usual = usual_name_trump(view)
    numbers = np.zeros(8, np.int64)
    choice, most = -1, 0
    for n in range(count_legal(view)):
        action = nth_legal(view, n)
        table = describe_name(view, action, numbers)
        worth = NAME_TRUMP_BONUS if action == usual else 0
        worth += NAME_TRUMP_WEIGHTS[0, table] * numbers[0]
        worth += NAME_TRUMP_WEIGHTS[1, table] * numbers[1]
        worth += NAME_TRUMP_WEIGHTS[2, table] * numbers[2]
        worth += NAME_TRUMP_WEIGHTS[3, table] * numbers[3]
        worth += NAME_TRUMP_WEIGHTS[4, table] * numbers[7]
        if n == 0 or worth > most:
            choice, most = action, worth
    return choice


def play(view, count_legal, nth_legal):
    usual = usual_play(view)
    numbers = np.zeros(14, np.int64)
    choice, most = -1, 0
    for n in range(count_legal(view)):
        action = nth_legal(view, n)
        table = describe_play(view, action, numbers)
        worth = PLAY_BONUS if action == usual else 0
        worth += PLAY_WEIGHTS[0, table] * numbers[0]
        worth += PLAY_WEIGHTS[1, table] * numbers[1]
        worth += PLAY_WEIGHTS[2, table] * numbers[2]
        worth += PLAY_WEIGHTS[3, table] * numbers[3]
        worth += PLAY_WEIGHTS[4, table] * numbers[4]
        worth += PLAY_WEIGHTS[5, table] * numbers[5]
        worth += PLAY_WEIGHTS[6, table] * numbers[6]
        worth += PLAY_WEIGHTS[7, table] * numbers[7]
        worth += PLAY_WEIGHTS[8, table] * numbers[8]
        worth += PLAY_WEIGHTS[9, table] * numbers[9]
        worth += PLAY_WEIGHTS[10, table] * numbers[10]
        worth += PLAY_WEIGHTS[11, table] * numbers[11]
        worth += PLAY_WEIGHTS[12, table] * numbers[12]
        worth += PLAY_WEIGHTS[13, table] * numbers[13]
        if n == 0 or worth > most:
            choice, most = action, worth
    return choice


STRATEGY = Strategy(
    game="euchre",
    plays="play~ the learned rules",
    order=order,
    name_trump=name_trump,
    play=play,
)
