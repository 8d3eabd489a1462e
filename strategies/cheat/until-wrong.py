"""Challenge every claim until one was true, but none with few cards left.

- challenge every claim with `hand` cards or more, until more than `wrong` of your challenges were
  wrong; after that, or with fewer cards, challenge only sure lies and the last card
- until you were wrong too often, claim all your cards of the rank, and no others; after that claim
  as `level-2` does

Nobody else then sheds many cards, and piles stay so small that to be wrong costs little. It never
challenges what the claimant is known to hold.

Source: our own, after what `cardsim learn cheat --vs learned --from bluffer` gains.

Result: with three of `learned`, who lie in three claims of five, it wins 74.5 % (± 0.7) of games,
and 78.6 % with `wrong` 1, where another of `learned` or `level-2` wins 24. Against the field it
wins 37.3 % (± 0.7), more than `learned` with 31.5, but fewer than `level-2` with 40.0; and against
three of `planner`, who seldom lie, 45.3 %, where `level-2` wins 54.5 (`cardsim compare cheat
until-wrong until-wrong:wrong=1 level-2 learned --vs learned -n 20000 --seed 93`, and so on).
"""

from typing import Annotated

from cardsim import Strategy, between, borrowed
from cardsim.games.cheat import chance_true, own_cards

honest_count = borrowed("cheat", "truth-first", "count")
later_count = borrowed("cheat", "level-2", "count")
usual_challenge = borrowed("cheat", "last-card-hawk", "challenge")
CLASSROOM = 4
EVEN = 0.5

Wrong = Annotated[int, between(0, 1000, "wrong challenges that it allows itself")]


def count(view, wrong: Wrong = 0):
    return honest_count(view) if suspects(view, wrong) else later_count(view)


def suspects(view, wrong):
    """Return whether few enough of its own challenges were wrong."""
    return view.wrong_challenges[view.seat] <= wrong


def challenge(
    view,
    wrong: Wrong = 0,
    hand: Annotated[int, between(1, 104, "fewest own cards with which it challenges all")] = 6,
):
    if view.mode == CLASSROOM:
        return chance_true(view) < EVEN
    if usual_challenge(view):
        return 1
    if view.known[view.claim_seat, view.claim_rank] >= view.claim_count:
        return 0
    return own_cards(view) >= hand and suspects(view, wrong)


STRATEGY = Strategy(
    game="cheat",
    plays="challenge~ every claim until one was true",
    count=count,
    challenge=challenge,
)
