"""Tell the truth where possible, with all cards of the rank; else lay one card, any of the hand.

Where the rank is free it claims the one of which it holds most, of several the lowest. Next to the
last rank it prefers the one of which it holds most, of several the same, then one up, then down;
holding none it claims the last one again, or where that is not allowed one up. It challenges each
claim with the chance `challenge_prob`, and those that cannot be true by its own hand with
`certain`. In the classroom game it challenges with the same chance.

Source: the baseline `truth-first` of the rules file.
"""

from typing import Annotated

from cardsim import Strategy, between
from cardsim.games.cheat import planned_card
from cardsim.rng import below, uniform


def rank(view):
    if view.round_start:
        best = 0
        for r in range(13):
            if view.counts[r] > view.counts[best]:
                best = r
        return best
    last = int(view.last_rank)
    first = 1 if view.mode == 2 else 0
    best, most = first, 0
    for action in range(first, 3):
        r = (last + (0, 1, 12)[action]) % 13
        if view.counts[r] > most:
            best, most = action, int(view.counts[r])
    return best


def count(view):
    held = int(view.counts[view.claim_rank])
    return max(min(held, view.max_cards), 1)


def card(view, chance):
    held = int(view.counts[view.claim_rank])
    if held >= view.claim_count and view.lowest <= view.claim_rank:
        return int(view.claim_rank)
    if held > 0 or view.claim_count > 1:
        return planned_card(view)
    at = below(chance, int(view.hand_sizes[view.seat]))
    # Do not leave the loop at the card that is found: which one it is cannot be predicted.
    rank, before = 0, 0
    for r in range(12):
        before += int(view.counts[r])
        rank += int(before <= at)
    return rank


def challenge(
    view,
    chance,
    challenge_prob: Annotated[float, between(0, 1, "how often to challenge a claim")] = 0.05,
    certain: Annotated[int, between(0, 1, "1: challenge what the own hand rules out")] = 0,
):
    if certain == 1 and view.mode < 4:
        of_rank = view.counts[view.claim_rank] + view.claim_count
        if of_rank > 4 * view.packs:
            return 1
    return uniform(chance) < challenge_prob


STRATEGY = Strategy(
    game="cheat",
    plays="tell~ the truth first and challenge~ claims with a chance of {challenge_prob}",
    rank=rank,
    count=count,
    card=card,
    challenge=challenge,
)
