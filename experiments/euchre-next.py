"""Is it right to call "next" in Euchre?

"Next" is the other suit of the colour of an upcard that was turned down. Players say that who sits
against the dealer should name it more readily, since the dealer's side showed nothing there, and
the dealer's side the other two. Here a suit is named with a count of 23, of 6 for the nine of
trumps to 10 for its ace, 11 and 12 for the bowers, 5 for every other ace and 3 for each suit that
you do not have; next counts some more against the dealer, and as much less on his side. Matches are
played with a partner who plays like you against two who play by the book.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.experiments import Lab, joined
from cardsim.answers.swept import Group, Point

STRATEGY = "fine-count"
MORE = (0, 2, 4, 6, 8, 10, 14, 20)
STUCK = {False: "where all may pass twice", True: "where the dealer must name a suit"}
SMALL = 0.5
"""Matches in 100 that nobody would notice."""


def study(lab: Lab) -> None:
    """Play, show, answer."""
    swept = {
        stuck: lab.sweep("euchre", strategy=STRATEGY, next_worth=MORE, stick_the_dealer=stuck)
        for stuck in STUCK
    }
    groups = {stuck: sweep.groups[0] for stuck, sweep in swept.items()}
    plain = {stuck: sweep.cost(groups[stuck].points[0].shortfall) for stuck, sweep in swept.items()}
    lab.section(
        "How much more it should count",
        f"It is best to count next {more(groups[False])} {STUCK[False]}, and {more(groups[True])} "
        f"{STUCK[True]}. To take it for any other suit costs {plain[False]}, and {plain[True]} "
        f"{STUCK[True]}.",
        Chart(
            "What it costs to count next otherwise",
            "next counts so much more against the dealer, and less on his side",
            "matches in 100 fewer than with the best number",
            tuple(Series.of_costs(groups[stuck], told) for stuck, told in STUCK.items()),
            interval="95 % intervals of all differences together",
            best="lowest",
        ),
    )
    loses = groups[False].points[0].shortfall
    verdict = (
        "Yes"
        if loses.low > 0 and 100 * loses.value >= SMALL
        else "Yes, but it hardly matters"
        if loses.low > 0
        else "It makes no difference that could be told"
    )
    lab.answer(
        f"{verdict}: best is to count it {more(groups[False])}, and to take it for any other suit "
        f"costs {plain[False]}.",
        Number(str(value_of(groups[False].best)), "that next counts more", "by matches won"),
        Number.of(plain[False], "lost by taking next for any other suit", is_cost=True),
    )


def value_of(point: Point) -> int:
    """How much more next counts at a point."""
    return int(dict(point.settings)["next_worth"])


def more(group: Group) -> str:
    """What is best, with what does as well."""
    ties = [str(value_of(point)) for point in group.tied]
    return f"{value_of(group.best)} more" + (f" (or {joined(ties, 'or')})" if ties else "")


EXPERIMENT = Experiment(study, n=200_000, precision="0.3pp")
