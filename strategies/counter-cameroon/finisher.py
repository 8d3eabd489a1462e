"""Win a category whenever a split does; else play as `max-points-live`.

Of several splits that win categories, it takes the one whose categories won have most points. Ties
are broken by chance, each distinct split as likely.

Source: the baseline `finisher` of the rules file.
"""

from cardsim import Strategy
from cardsim.games.counter_cameroon import best_split


def value(view, k):
    """Return the points won at once, ranked above all else; or if there are none, marks' value."""
    low, high = view.splits[k, 0], view.splits[k, 1]
    first, second = view.recorded[k, 0], view.recorded[k, 1]
    if low == high:
        wins = first and view.my_marks[low] + first + second == view.marks_to_win
        won = view.points[low] if wins else -1
    else:
        won = -1
        if first and view.my_marks[low] + 1 == view.marks_to_win:
            won = view.points[low]
        if second and view.my_marks[high] + 1 == view.marks_to_win:
            won = max(won, 0) + view.points[high]
    return view.worth[k] if won < 0 else (won + 1) * 10_000


def split(view, chance):
    return best_split(view, chance, value(view, 0), value(view, 1), value(view, 2))


STRATEGY = Strategy(
    game="counter-cameroon", plays="finish~ a category whenever possible", split=split
)
