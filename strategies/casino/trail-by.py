"""Capture what is worth most; else trail by a rule of thumb.

Where nothing can be captured it trails the first card in the order asked for: the lowest by rank,
face cards last, or the highest, face cards first; a face card, and then the lowest; the highest
number, and then a face card; the card that is worth least; the one that the fewest unseen cards can
take; or one of a pair, so as to take it back, the pair that the fewest unseen cards can take. Of
equals it trails the card of the lowest id. It may keep aces, the ten of diamonds and the two of
spades, and spades too, as long as it holds something else. It builds as
`bold-builder` does, or never.

Source: the rules file, which asks whether to trail low or high, face cards or numbers.
"""

from typing import Annotated

import numpy as np

from cardsim import Strategy, one_of
from cardsim.card_sets import count, lowest, without_lowest
from cardsim.games.casino import best_build, best_capture, takers

WORTH = (0.1, 0.12, 1.0, 2.0, 1.0)
"""Values of a card, and what a spade, an ace, the ten of diamonds and the two of spades add."""
NAMED = np.uint64(sum(1 << card for card in (0, 13, 22, 26, 39, 40)))
SPADES = np.uint64(sum(1 << card for card in range(39, 52)))
RANK = np.uint64(1 | 1 << 13 | 1 << 26 | 1 << 39)
"""The four aces."""
STEALERS, GAIN = 3, 2
"""The same as in `bold-builder`."""
NUMBERS, MANY = 10, 1000

ORDERS = {
    "safest": "what is safest",
    "lowest": "the lowest card",
    "highest": "the highest card",
    "faces-first": "a face card, then the lowest",
    "faces-last": "the highest number, then a face card",
    "least-worth": "what is worth least",
    "pair": "one of a pair, else what is safest",
}
SAFEST, LOWEST, HIGHEST, FACES_FIRST, FACES_LAST, LEAST, PAIR = range(7)

KEEPS = ("nothing", "named", "spades-too")
NAMED_TOO, SPADES_TOO = 1, 2
BUILDS = ("what-wins", "never")
WINS = 0

Order = Annotated[str, one_of(ORDERS, "what is trailed first")]
Keep = Annotated[str, one_of(KEEPS, "what is not trailed while there is another card")]
Builds = Annotated[str, one_of(BUILDS, "what is built")]


def play(
    view,
    order: Order = "safest",
    keep: Keep = "nothing",
    builds: Builds = "what-wins",
):
    number, taken, cards = best_capture(view, view.hand, WORTH, 1.0 * view.sweep_points)
    if may_build(builds):
        built, joined = best_build(view, STEALERS, count(cards) + GAIN, WORTH)
        if built >= 0:
            return built, joined
    if number >= 0:
        return number, taken
    left = not_kept(view, keep)
    trailed, first = lowest(left), MANY * MANY
    while left != 0:
        card = lowest(left)
        left = without_lowest(left)
        place = placed(view, card, order)
        if place < first:
            trailed, first = card, place
    return trailed, 0


def may_build(builds):
    return builds == WINS


def not_kept(view, keep):
    left = view.hand
    if keep >= NAMED_TOO and left & ~NAMED != 0:
        left &= ~NAMED
    if keep == SPADES_TOO and left & ~SPADES != 0:
        left &= ~SPADES
    return left


def placed(view, card, order):
    rank = card % 13 + 1
    if order == LOWEST:
        return rank
    if order == HIGHEST:
        return -rank
    if order == FACES_FIRST:
        return rank if rank <= NUMBERS else rank - MANY
    if order == FACES_LAST:
        return -rank if rank <= NUMBERS else rank
    if order == LEAST:
        named = 100 * (rank == 1) + 200 * (card == 22) + 100 * (card == 40)
        return 12 * (card >= 39) + named
    alike = count(view.hand & (RANK << np.uint64(rank - 1)))
    return takers(view, card) - (MANY if order == PAIR and alike > 1 else 0)


def plays(order, builds):
    also = ", and build~ whatever wins cards" if builds == BUILDS[WINS] else ""
    return f"trail~ {ORDERS[order]}{also}"


STRATEGY = Strategy(game="casino", plays=plays, play=play)
