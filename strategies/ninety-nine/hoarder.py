"""Keep a number of special cards, and play those beyond it as soon as they come.

Never plays a special card while an ordinary one is legal and fewer than `keep` special cards are
held; then it plays the ordinary card that raises the total most. Otherwise it plays a special card,
in the order 9, 4, T, K, a ten taking away.

Source: the baseline `hoarder` of the rules file.
"""

from typing import Annotated

from cardsim import Strategy, between


def play_card(
    view, keep: Annotated[int, between(0, 8, "special cards from which on one is played")] = 2
):
    specials, special = 0, -1
    for k in range(view.hand_size):
        if view.kind[k] != 0:
            specials += 1
            if special < 0 or view.kind[k] < view.kind[special]:
                special = k
    if view.biggest >= 0 and (special < 0 or specials < keep):
        return int(view.biggest)
    return special


STRATEGY = Strategy(
    game="ninety-nine", plays="hoard~ special cards, {keep} at most", play_card=play_card
)
