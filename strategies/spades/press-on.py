"""Bid as `fine-count`, and press on for tricks until the others have theirs.

Cards are played as `by-the-book` plays them, but once its side has its bid it throws high cards
only when the others have theirs as well: until then a trick may be the one that they lack.

Source: our own.

Result: with a partner who plays like it, against two who play like `fine-count`, which differs in
this alone, it wins 53.5 % (± 0.3) of matches; 47.0 % (± 0.6) against `learned`, where `fine-count`
wins 42.4 %. Against `by-the-book`, whose bids are too low to be broken, both win 56 % (`cardsim run
spades --strategy press-on --vs fine-count -n 100000 --seed 1`).
"""

from cardsim import Strategy, borrowed

STRATEGY = Strategy(
    game="spades",
    plays="press~ on for tricks",
    bid=borrowed("spades", "fine-count", "bid"),
    play=borrowed("spades", "by-the-book", "play", dodge="late"),
)
