"""Build whatever wins cards, though others may take it, and trail what is safest.

- build whenever that wins you two cards more than you can capture now, counting the card that takes
  the build (without it `min_gain=20`)
- trail the card that the fewest unseen cards can take, alone or with loose cards

As `builder`, but builds are made whoever may take them: one of the four cards that can is your own,
so that no more than three are unseen. What is trailed is what the fewest unseen cards can take, as
`trail-safe` has it.

Result: against `greedy-value` it has 2.68 (± 0.03) points more a hand, and wins 84.4 % of matches
(± 0.5) (`cardsim run casino --vs usual --strategy bold-builder`, with `-n 100k --seed 1` and with
`--unit match -n 20000 --seed 3`).
"""

from typing import Annotated

from cardsim import Strategy, between, borrowed
from cardsim.card_sets import count
from cardsim.games.casino import best_build, best_capture, first_legal, may_play

trail = borrowed("casino", "trail-safe", "play")
"""Where nothing can be captured."""

Stealers = Annotated[int, between(0, 4, "build if so many unseen cards could take it, or fewer")]
Gain = Annotated[int, between(-20, 20, "if it wins this many more cards than the best capture")]
Card = Annotated[float, between(0, 10, "points that a card counts")]
Spade = Annotated[float, between(0, 10, "points that a spade counts besides")]
Ace = Annotated[float, between(0, 10, "points that an ace counts besides")]
Big = Annotated[float, between(0, 10, "points that the ten of diamonds counts besides")]
Little = Annotated[float, between(0, 10, "points that the two of spades counts besides")]
Sweep = Annotated[float, between(0, 10, "what a sweep counts, times its points by the house rules")]


def play(
    view,
    max_unseen_stealers: Stealers = 3,
    min_gain: Gain = 2,
    card_w: Card = 0.1,
    spade_w: Spade = 0.12,
    ace_w: Ace = 1.0,
    big_w: Big = 2.0,
    little_w: Little = 1.0,
    sweep_w: Sweep = 1.0,
):
    weights = (card_w, spade_w, ace_w, big_w, little_w)
    number, taken, cards = best_capture(view, view.hand, weights, sweep_w * view.sweep_points)
    built, joined = best_build(view, max_unseen_stealers, count(cards) + min_gain, weights)
    if built >= 0:
        return built, joined
    if number < 0:
        number, taken = trail(view)
    # Who owns a build that he cannot take must build or raise, if he can.
    return (number, taken) if may_play(view, number, taken) else first_legal(view)


STRATEGY = Strategy(game="casino", plays="build~ whatever wins cards", play=play)
