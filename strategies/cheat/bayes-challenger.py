"""Challenge what is unlikely to be true, by the cards that are seen.

Where all unseen cards are as likely, how often would the claimant hold what he claims? It
challenges where that is below `threshold`, less `pile_weight` for each card of the pile, which is
what a wrong challenge costs. It claims as `truth-first`. In the classroom game it challenges
who cheats more likely than not, by how he seems and how often people seem to cheat there.

Source: the baseline `bayes-challenger` of the rules file.
"""

from typing import Annotated

from cardsim import Strategy, between, borrowed
from cardsim.games.cheat import chance_true

EVEN = 0.5

rank, count, card = (borrowed("cheat", "truth-first", name) for name in ("rank", "count", "card"))


def challenge(
    view,
    threshold: Annotated[float, between(0, 1, "challenge what is less likely true")] = 0.5,
    pile_weight: Annotated[float, between(-1, 1, "how much less for each card of the pile")] = 0.02,
):
    if view.mode == 4:
        return chance_true(view) < EVEN
    return chance_true(view) < threshold - pile_weight * view.pile_size


STRATEGY = Strategy(
    game="cheat",
    plays="challenge~ claims less likely than {threshold} to be true",
    rank=rank,
    count=count,
    card=card,
    challenge=challenge,
)
