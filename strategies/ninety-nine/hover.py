"""Stay below a cap, and from there on play special cards first.

Plays the ordinary card that raises the total most without passing `cap`. Where there is none, plays
a special card, in the order 9, 4, T, K, a ten taking away; without one, the legal card that raises
the total least.

Source: the baseline `hover` of the rules file.
"""

from typing import Annotated

from cardsim import Strategy, between


def play_card(view, cap: Annotated[int, between(80, 99, "stay at or below this total")] = 95):
    below_cap, special, least = -1, -1, -1
    for k in range(view.hand_size):
        if view.kind[k] != 0:
            if special < 0 or view.kind[k] < view.kind[special]:
                special = k
        else:
            for action in (k, k + 8):
                after = view.total_after[action]
                if after <= cap and (below_cap < 0 or after > view.total_after[below_cap]):
                    below_cap = action
                if after <= 99 and (least < 0 or after < view.total_after[least]):
                    least = action
    if below_cap >= 0:
        return below_cap
    return special if special >= 0 else least


STRATEGY = Strategy(game="ninety-nine", plays="stay~ below {cap}", play_card=play_card)
