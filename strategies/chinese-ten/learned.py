"""Think ahead to the next flip and throw, as `forethought` does, and weigh every card once more.

All else as `forethought`. At play-card it also adds up the weights below, as only a computer can.

Result: If you play by these rules against one player who takes the most points now, you win 4.74 (±
0.03) points over par a hand. That is 0.068 (± 0.004) points a hand more than with the strategy it
started from. In 2000000 hands from which nothing was learned: you win 4.74 (± 0.03) points over par
a hand played so and 4.68 (± 0.03) with the strategy it started from (`cardsim learn chinese-ten
--vs usual --from forethought --rounds 2 -n 1000000 --seed 1`).
"""

import numpy as np

from cardsim import Strategy, borrowed
from cardsim.games.chinese_ten import describe_play

usual_play_card = borrowed("chinese-ten", "forethought", "play_card")

PLAY_CARD_WEIGHTS = np.array(
    [
        [620, 938, 1446],  # a point won now
        [5177, 3593, 10000],  # winning any card
        [-714, -410, -227],  # a point of the card itself
        [-177, -124, -8],  # a tenth of a point that the next flip may win
        [-35, -25, -60],  # a tenth of a point that the others may win
        [7, -13, 8],  # a tenth of a point that your hand could win next
        [-1825, -779, 146],  # a partner of it not seen yet
        [-478, -258, -5],  # a point of these partners
        [-23, -8, -89],  # a tenth of a point of their mean
    ]
)
"""What each counts: in the first eight turns; in the next eight; in the last eight."""
PLAY_CARD_BONUS = 9685
"""How much more another action than the usual one must score."""


def play_card(view, count_legal, nth_legal):
    usual = usual_play_card(view)
    numbers = np.zeros(9, np.int64)
    choice, most = -1, 0
    for n in range(count_legal(view)):
        action = nth_legal(view, n)
        table = describe_play(view, action, numbers)
        worth = PLAY_CARD_BONUS if action == usual else 0
        worth += PLAY_CARD_WEIGHTS[0, table] * numbers[0]
        worth += PLAY_CARD_WEIGHTS[1, table] * numbers[1]
        worth += PLAY_CARD_WEIGHTS[2, table] * numbers[2]
        worth += PLAY_CARD_WEIGHTS[3, table] * numbers[3]
        worth += PLAY_CARD_WEIGHTS[4, table] * numbers[4]
        worth += PLAY_CARD_WEIGHTS[5, table] * numbers[5]
        worth += PLAY_CARD_WEIGHTS[6, table] * numbers[6]
        worth += PLAY_CARD_WEIGHTS[7, table] * numbers[7]
        worth += PLAY_CARD_WEIGHTS[8, table] * numbers[8]
        if n == 0 or worth > most:
            choice, most = action, worth
    return choice


STRATEGY = Strategy(
    game="chinese-ten",
    plays="play~ the learned rules",
    play_card=play_card,
)
