"""Build whatever wins cards, trail face cards first, and count cards in the last deal alone.

- build whenever that wins you two cards more than you can capture now, counting the card that takes
  the build (without it `min_gain=20`)
- trail a face card, else your lowest card (without it `early=least-worth`)
- keep aces, the ten of diamonds and the two of spades while you hold another card (without it
  `keep=nothing`)
- in the last deal trail the card that the fewest unseen cards can take, alone or with loose cards
  (without it `last_deals=0`)

Otherwise it captures what is worth most, as `greedy-value` reckons it. With two players the cards
that you have not seen in the last deal are all in the other hand. Before it nothing needs to be
remembered.

Source: our own, from the pages on trailing and on the last deals.

Result: against beginners it has 0.29 (± 0.08) points a hand more than `bold-builder`, in mixed
company 0.28 (± 0.07), and there 0.12 (± 0.09) fewer than `level-1`, the best that looks at no deal
to its end. Of matches against `greedy-value` it wins 87.0 % (± 0.5) (`cardsim compare casino
late-counter bold-builder level-1 --vs field -n 20000 --seed 23`, with `--vs field-0 --seed 21`, and
`cardsim run casino --vs usual --strategy late-counter --unit match -n 20000 --seed 3`).
"""

from typing import Annotated

from cardsim import Strategy, between, borrowed, one_of
from cardsim.card_sets import count
from cardsim.games.casino import best_build, best_capture, first_legal, may_play

counted = borrowed("casino", "trail-safe", "play")
kept = borrowed("casino", "trail-by", "play", order="faces-first", keep="named", builds="never")
free = borrowed("casino", "trail-by", "play", order="faces-first", builds="never")
least_worth = borrowed("casino", "trail-by", "play", order="least-worth", builds="never")

WORTH = (0.1, 0.12, 1.0, 2.0, 1.0)
"""Values of a card, and what a spade, an ace, the ten of diamonds and the two of spades add."""
ANY = 4
"""So many unseen cards may take a build: there are no more."""

Deals = Annotated[int, between(0, 6, "deals, the last ones, in which it counts cards")]
Gain = Annotated[int, between(-20, 20, "build for this many more cards than the best capture")]
EARLY = ("faces-first", "least-worth")
FACES_FIRST = 0
KEEPS = ("nothing", "named")
NAMED = 1
Keep = Annotated[str, one_of(KEEPS, "what is not trailed before that while there is another card")]
Early = Annotated[str, one_of(EARLY, "what is trailed before that")]


def play(
    view,
    last_deals: Deals = 1,
    early: Early = "faces-first",
    keep: Keep = "named",
    min_gain: Gain = 2,
):
    number, taken, cards = best_capture(view, view.hand, WORTH, 1.0 * view.sweep_points)
    built, joined = best_build(view, ANY, count(cards) + min_gain, WORTH)
    if built >= 0:
        return built, joined
    if number < 0:
        number, taken = trail(view, last_deals, early, keep)
    # Who owns a build that he cannot take must build or raise, if he can.
    return (number, taken) if may_play(view, number, taken) else first_legal(view)


def trail(view, last_deals, early, keep):
    """Return what is trailed where nothing can be captured."""
    if view.deals_left < last_deals:
        return counted(view)
    if early != FACES_FIRST:
        return least_worth(view)
    return kept(view) if keep == NAMED else free(view)


STRATEGY = Strategy(
    game="casino",
    plays="build~ whatever wins cards, and trail~ a face card, then the lowest",
    play=play,
)
