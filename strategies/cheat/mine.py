"""Rules that were learned.

- at count: as truth-first does, with at most 1 card in the pile
- otherwise as steady does (challenge every claim until one was true, and lie only to those who
  seldom doubt)
- at challenge: challenge, with a chance of 30 to 60 % that it can be true, with at most 2 cards
  in the pile, where the claimant has 9 to 13 cards left
- otherwise as steady does (challenge every claim until one was true, and lie only to those who
  seldom doubt)

All else as `steady`.

Result: If you play by these rules against three players who challenge every claim until one was
true, and lie only to those who seldom doubt, you win 29.6 % (± 0.4) of games, where an even share
is 25 %. That is better than with the strategy it started from, by 4.4 (± 0.4) games in 100. In
50000 games from which nothing was learned: you win 29.6 % (± 0.4) of games played so and 25.1 %
(± 0.4) with the strategy it started from (`cardsim learn cheat --vs steady --rounds 2 -n 25000
--seed 1`).
"""

from cardsim import Strategy, borrowed
from cardsim.games.cheat import claimant_left, true_per_cent

usual_count = borrowed("cheat", "steady", "count")
truth_first_count = borrowed("cheat", "truth-first", "count")
usual_challenge = borrowed("cheat", "steady", "challenge")


def count(view):
    if int(view.pile_size) <= 1:
        return truth_first_count(view)
    return usual_count(view)


def challenge(view):
    if (
        30 <= int(true_per_cent(view)) <= 60
        and int(view.pile_size) <= 2
        and 9 <= int(claimant_left(view)) <= 13
    ):
        return 1  # challenge
    return usual_challenge(view)


STRATEGY = Strategy(
    game="cheat",
    plays="play~ the learned rules",
    count=count,
    challenge=challenge,
)
