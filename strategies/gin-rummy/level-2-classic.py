"""Wait for gin, but at first only with little deadwood; level 2 of the field by the classic rules.

- take where the row's tile lowers it by 0 or more
- at finish: knock only with gin (gin-only), with a deadwood of at most 6 after the throw, after
  at most 4 rounds
- at finish: keep near melds and knock as soon as allowed (early-hunter), with a deadwood of 7 or
  more after the throw, after at most 4 rounds
- at finish: knock only with gin (gin-only), after 5 or more rounds
- row where the row's tile lowers it by 1 or more with a deadwood of at most 4; 4 or more with a
  deadwood of 5 to 44; 9 or more with a deadwood of 45 or more

All else as `level-1-classic`.

Result: If you play by these rules against one player who knocks at once, waits for gin, or keeps
near melds, you have 3.00 (± 0.19) points more than the others a hand. That is 0.20 (± 0.12)
points a hand more than by what it began with. In 100000 hands from which nothing was learned: you
have 3.00 (± 0.19) points more than the others a hand played so and 2.81 (± 0.19) by what it began
with (`cardsim learn gin-rummy --preset classic-2p --vs field-1 --rounds 3 -n 50000 --seed 7`).
"""

from cardsim import Strategy, borrowed
from cardsim.games.gin_rummy import after_throw, gain, rounds

early_hunter_finish = borrowed("gin-rummy", "early-hunter", "finish")
gin_only_finish = borrowed("gin-rummy", "gin-only", "finish")


def upcard(view):
    return gain(view) >= 0


def finish(view):
    if rounds(view) < 5:
        if after_throw(view) < 7:
            return gin_only_finish(view)
        return early_hunter_finish(view)
    return gin_only_finish(view)


def draw(view):
    if view.own_deadwood < 5:
        return gain(view) >= 1
    if view.own_deadwood < 45:
        return gain(view) >= 4
    return gain(view) >= 9


STRATEGY = Strategy(
    game="gin-rummy",
    plays="wait~ for gin, and take~ a tile of the row only if it helps a lot",
    upcard=upcard,
    finish=finish,
    draw=draw,
)
