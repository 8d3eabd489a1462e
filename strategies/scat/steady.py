"""Knock later turn by turn, and two points sooner without pennies: what holds up in most company.

- knock with 22 or more points on your first two turns; 26 or more on the next three; 29 or more
  later
- without pennies left, knock with two points less: with 20, 24 and 27
- by other house rules, knock with two points more where the highest hand scores, or where a tie for
  lowest costs the knocker too, four where it costs him alone, and one less where the lowest knocker
  loses only one life
- take the top discard if it adds 6 or more points when you hold at most 15; 3 or more when you hold
  16 to 19; 1 or more when you hold 20 or more

All else as `threshold`.

Source: our own, between `level-2`, whose numbers these are while you have pennies left, and
`equilibrium`, which knocks sooner without them.
"""

from cardsim import Strategy
from cardsim.games.scat import gain
from cardsim.games.scat.rules import code

SOONER = 2
POINTS = code("score_mode", "points")
SHARED, ALONE = (code("knocker_tie", who) for who in ("knocker-two-others-one", "knocker-only"))


def later(view):
    """Return how many points more to knock with, by the house rules; below 0 they are fewer."""
    more = 4 if view.knocker_tie == ALONE else 2 if view.knocker_tie == SHARED else 0
    if view.score_mode == POINTS:
        more = 2
    return more - int(view.knocker_lowest_penalty == 1)


def enough(view):
    """Return the points to knock with."""
    at = later(view) + (29 if view.own_turns >= 5 else 26 if view.own_turns >= 2 else 22)
    return at - SOONER if view.own_lives < 1 else at


def knock(view):
    return view.value >= enough(view)


def draw_source(view):
    if view.value < 16:
        return gain(view) >= 6
    return gain(view) >= (3 if view.value < 20 else 1)


def knock_after_draw(view):
    return view.value_without[view.best_discard] >= enough(view)


STRATEGY = Strategy(
    game="scat",
    plays="knock~ at 22 on the first two turns, at 26 on the next three and at 29 later, or two "
    "points sooner without pennies",
    knock=knock,
    draw_source=draw_source,
    knock_after_draw=knock_after_draw,
)
