"""Play the card after which the cards kept are worth most at the new total.

Every card kept has a risk, in percentage points, that depends on the total it will be needed at: a
jack is nearly harmless at 60 and useless from 90 on, a ten costs more than a nine, and a four or a
king hardly anything at 99. The action whose kept cards have the least risk together is taken, the
first of those that tie.

The risks are fitted: in 1.1e6 hands of three players, in which a forerunner of this strategy met
`dump-high`, `king-rush`, `hover`, `hoarder`, `random-card` and itself and played one card in seven
at random, how often the hand was lost after each play was laid out as the sum of one number for
each of the two cards kept, by least squares. It looks them all up, as only a computer can.

Against `dump-high` it wins 70.5, 52.8, 41.6 and 27.7 % of matches with 2, 3, 4 and 6 players, where
`king-rush` wins 52.1, 36.7, 28.4 and 17.4 % (20,000 matches each, seed 91, intervals of 0.7
points). `five-rules`, which a player can keep in mind, wins more with two and three.

In single hands it does better than all baselines in a field of each of them, at 2, 3, 4 and 6
players (2e5 hands each, 3e4 against `look-ahead-1` at 2 to 4). With three players it loses 26.7 %
of hands against `dump-high`, 31.1 % against `king-rush`, 15.0 % against `hover`, 18.7 % against
`hoarder` and 16.8 % against `random-card`; the best baseline loses 4.6, 2.3, 2.9, 4.4 and 1.3
points more. Its lead is least with six players: 0.1 to 0.8 points.
"""

from typing import Annotated

import numpy as np

from cardsim import Strategy, between

ROW_OF = np.array([0] * 50 + [1] * 30 + [2] * 8 + [3] * 2 + [4] * 4 + [5] * 3 + [6] * 2 + [7])
"""The row of `RISK` by total, 0..99."""
COLUMN_OF = np.array([0, 0, 1, 2, 3, 3, 4, 5, 6, 7, 7])
"""The column of an ordinary card by what it adds, up to 10; that of the 4 is the 5's."""
RISK = np.array(
    [
        # A   2   3   5   6   7   8  JQ   9   4   T   K
        [20, 21, 21, 22, 23, 23, 22, 23, 8, 7, 13, 7],  # up to 49
        [20, 22, 24, 26, 27, 26, 27, 27, 10, 9, 15, 8],  # up to 79
        [21, 23, 26, 30, 31, 34, 33, 35, 10, 9, 16, 7],  # up to 87
        [19, 23, 26, 28, 29, 29, 29, 30, 8, 5, 11, 5],  # up to 89
        [17, 21, 24, 28, 29, 29, 30, 31, 7, 5, 13, 5],  # up to 93
        [15, 18, 20, 23, 24, 27, 27, 28, 5, 3, 10, 3],  # up to 96
        [14, 19, 22, 22, 22, 23, 24, 24, 4, 2, 9, 2],  # up to 98
        [17, 18, 19, 20, 20, 20, 20, 21, 4, 0, 6, -1],  # 99
    ],
    np.float64,
)
"""By total and card kept: percentage points of risk that the hand will be lost."""
USELESS, SPECIAL = 7, 7
"""The column of a card that adds 10, and that before the special kinds 1 to 4."""


def risk_of_keeping(view, k, row, special_worth):
    """Return the risk of keeping the card in slot `k`, at the totals of a row."""
    kind = int(view.kind[k])
    if kind == 0:
        return RISK[row, COLUMN_OF[min(int(view.card_low[view.hand[k]]), 10)]]
    worth = RISK[row, USELESS] - RISK[row, SPECIAL + kind]
    return RISK[row, USELESS] - special_worth * worth


def play_card(
    view,
    special_worth: Annotated[
        float, between(0, 3, "how much special cards count; at 0 a king is kept like a jack")
    ] = 1.0,
    fear: Annotated[
        float, between(-20, 40, "percentage points by which making the total 99 is thought worse")
    ] = 0.0,
):
    choice, least = -1, np.inf
    for action in range(16):
        if (view.legal >> np.uint64(action)) & np.uint64(1) != 0:
            after = int(view.total_after[action])
            risk = fear if after == 99 and view.total < 99 else 0.0
            for k in range(view.hand_size):
                if k != action % 8:
                    risk += risk_of_keeping(view, k, ROW_OF[max(after, 0)], special_worth)
            if risk < least:
                choice, least = action, risk
    return choice


STRATEGY = Strategy(
    game="ninety-nine", plays="keep~ the cards worth most later", play_card=play_card
)
