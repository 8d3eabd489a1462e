"""Weigh each card, as was learned against people; level 2 of the field.

- at play card: play by what was learned

All else as `learned`. At play-card it also adds up the weights below, as only a computer can.

Result: If you play by these rules against one player who takes points now, or hunts red aces, you
win 1.71 (± 0.13) points over par a hand. That is 0.031 (± 0.015) points a hand more than by what
it began with. In 100000 hands from which nothing was learned: you win 1.71 (± 0.13) points over
par a hand played so and 1.68 (± 0.13) by what it began with (`cardsim learn chinese-ten --vs
field-1 --rounds 4 -n 50000 --seed 7`).
"""

import numpy as np

from cardsim import Strategy, borrowed
from cardsim.games.chinese_ten import describe_play

usual_play_card = borrowed("chinese-ten", "learned", "play_card")

PLAY_CARD_WEIGHTS = np.array(
    [
        [813, 720, 793],  # a point won now
        [2898, 4252, 4435],  # winning any card
        [-97, -334, -860],  # a point of the card itself
        [-148, -159, -39],  # a tenth of a point that the next flip may win
        [-28, -30, -38],  # a tenth of a point that the others may win
        [-26, 2, -7],  # a tenth of a point that your hand could win next
        [-241, -226, -521],  # a point of these partners
        [-16, -8, 5],  # a tenth of a point of their mean
    ]
)
"""What each counts: in the first eight turns; in the next eight; in the last eight."""
PLAY_CARD_BONUS = 10000
"""How much more another action than the usual one must score."""


def play_card(view, count_legal, nth_legal):
    usual = usual_play_card(view, count_legal, nth_legal)
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
        worth += PLAY_CARD_WEIGHTS[6, table] * numbers[7]
        worth += PLAY_CARD_WEIGHTS[7, table] * numbers[8]
        if n == 0 or worth > most:
            choice, most = action, worth
    return choice


STRATEGY = Strategy(
    game="chinese-ten",
    plays="weigh~ each card, as was learned",
    play_card=play_card,
)
