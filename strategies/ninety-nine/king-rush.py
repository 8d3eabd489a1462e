"""Make the total 99 as soon as a king is in hand with another special card to go on with.

Plays a king (a card that makes 99) where the total is lower and it holds at least `min_safe`
special cards, the king among them; else plays as `dump-high` does with the order 9, 4, T, K.

Source: the baseline `king-rush` of the rules file.
"""

from typing import Annotated

from cardsim import Strategy, between

KING = 4


def play_card(
    view,
    min_safe: Annotated[
        int, between(1, 8, "special cards held, the king among them, before it is played")
    ] = 2,
):
    specials, king, earliest = 0, -1, -1
    for k in range(view.hand_size):
        kind = view.kind[k]
        specials += kind != 0
        if kind == KING:
            king = k
        # The kinds are in the order 9, 4, T, K.
        if kind != 0 and (earliest < 0 or kind < view.kind[earliest]):
            earliest = k
    if view.total < 99 and king >= 0 and specials >= min_safe:
        return king
    return int(view.biggest) if view.biggest >= 0 else earliest


STRATEGY = Strategy(game="ninety-nine", plays="rush~ to 99 with a king", play_card=play_card)
