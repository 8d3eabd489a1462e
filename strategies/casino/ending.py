"""Solve the last deal for two, where nothing is hidden, and before it play as `level-1`.

When the deck is out, the cards that you have not seen are those in the other's hand. With two
players it then plays what brings most points more than the other's if both play their best to the
end, and in a match what wins it or leaves you furthest ahead. Of plays that are worth as much it
takes the one of `level-1`. With three or four players it plays as `level-1` throughout, and also
where more than twelve number cards lie loose or a search would take too long. It counts as only
a computer can; who remembers what was played can do much of it.

Source: our own. The search is minimax with alpha-beta bounds (Knuth and Moore 1975).

Result: against one `learned` it has 0.92 (± 0.05) points a hand more than `learned` in the same
hands, and wins 11.6 (± 1.3) matches in 100 more; against `level-1` 0.86 (± 0.07) points more than
that (`cardsim compare casino ending learned --vs learned -n 10000 --seed 501`, with `--unit match
-n 3000 --seed 504`, and `cardsim compare casino ending level-1 learned --vs level-1 -n 6000 --seed
503`). It is the strongest of Casino for two.
"""

from cardsim import Strategy, borrowed
from cardsim.games.casino import best_ending

usual_play = borrowed("casino", "level-1", "play")


def play(view):
    return best_ending(view, usual_play(view))


STRATEGY = Strategy(
    game="casino",
    plays="weigh~ each play by learned scores and solve~ the last deal",
    play=play,
)
