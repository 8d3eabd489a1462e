"""Solve the last turn after the close, and before it play as `level-1`.

When another player has closed and nobody plays after you, it takes the draw and the place that win
the hand most often. All that is left open then is the card from the stock and your own cards face
down, and it tries all ways they may be. Of choices that win as often it takes the one of `level-1`.
It plays as that throughout while anybody else has cards face down or is still to play, with more
than three own cards face down, and in a match before its last hand. It counts as only a computer
can.
"""

from cardsim import Strategy, borrowed
from cardsim.games.square_nine import best_last_draw, best_last_place

usual_draw_source = borrowed("square-nine", "level-1", "draw_source")
usual_place = borrowed("square-nine", "level-1", "place")


def draw_source(view):
    return best_last_draw(view, usual_draw_source(view))


def place(view, count_legal, nth_legal):
    return best_last_place(view, usual_place(view, count_legal, nth_legal))


STRATEGY = Strategy(
    game="square-nine",
    plays="weigh~ each place and solve~ the last turn",
    draw_source=draw_source,
    place=place,
)
