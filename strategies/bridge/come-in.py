"""Bid by the tips, but open with ten points, come in over their opening, and bid game with 24.

Cards are played as `tips` plays them.

Source: our own; the numbers are what wins most points against `tips`.
"""

from cardsim import Strategy, borrowed

STRATEGY = Strategy(
    game="bridge",
    plays="come~ in with ten points",
    call=borrowed("bridge", "tips", "call", open_hcp=10, overcalls="simple", game_hcp=24),
)
