"""Bid by the tips, but open with ten points, come in over their opening, and bid game with 24.

Cards are played as `tips` plays them.

Source: our own. Lighter openings win still more from two who never come in themselves, and little
where all do.

Result: with a partner who plays like it, against two who bid by the tips, it wins 22.9 (± 0.9)
points a board (`cardsim run bridge --vs usual --strategy come-in -n 400000 --seed 1`).
"""

from cardsim import Strategy, borrowed

STRATEGY = Strategy(
    game="bridge",
    plays="overcall~ with ten points",
    call=borrowed("bridge", "tips", "call", open_hcp=10, overcalls="simple", game_hcp=24),
)
