"""Take the discard or draw from the stock in Scat?

Take a discard that adds little, and you give up the card on the stock, which may add more; you also
show what you collect. Here you take the top discard only if it adds a certain number of points or
more, and knock at 28. Each number plays the same matches against beginners, in mixed company and
against good players.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import Group, Lab, SweepResult, in_three, tried

PLAYERS = range(2, 7)
THREE = 3
KNOCK = 28
ANYTHING = 1
"""The margin of taking whatever helps."""
MARGINS = tuple(range(ANYTHING, 13))
X = "you take the discard if it adds this many points or more"


def study(lab: Lab) -> None:
    """Play, show, answer."""
    swept = in_three("scat", lambda vs: margins(lab, vs))
    asked = tried(swept, way, "take_margin", players=THREE)
    asked.show(lab, "With three players, by who the others are", X, asked.about)
    for who, sweep in swept.items():
        groups = {g.points[0].result.spec.players: g for g in sweep.groups}
        lab.section(
            f"By the number of players, {who.where}",
            " ".join(f"With {n} players, {said(sweep, g)}." for n, g in groups.items()),
            Chart(
                f"What it costs to take more or fewer discards, {who.where}",
                X,
                "matches in 100 fewer than with the best number",
                tuple(Series.of_costs(g, f"{n} players") for n, g in groups.items()),
                interval="95 % intervals of all differences together",
                best="lowest",
                sweep=sweep,
            ),
        )
    whatever = MARGINS.index(ANYTHING)
    lab.answer(
        f"With three players, {asked.told}. Taking whatever helps costs you "
        f"{asked.costs(whatever)}. That is one number for all hands: the rules of scat-how-to-play "
        "ask for more with a poor hand, and take whatever helps a good one.",
        *asked.numbers,
        Number.of(
            asked.mixed.cost(whatever),
            "lost by taking whatever helps, in mixed company",
            is_cost=True,
        ),
    )


def margins(lab: Lab, vs: str) -> SweepResult:
    """Sweep all numbers in one company, at tables of each size."""
    return lab.sweep(
        "scat",
        strategy="take-margin",
        knock_threshold=KNOCK,
        take_margin=MARGINS,
        players=PLAYERS,
        unit="match",
        vs=vs,
    )


def way(margin: int) -> str:
    """Return when to take the discard, in words."""
    return f"take the discard if it adds {margin} point{'s' * (margin > 1)} or more"


def said(swept: SweepResult, group: Group) -> str:
    """Return what is best at a table, and what it costs to take whatever helps."""
    best = int(group.best["take_margin"])
    if best == ANYTHING:
        return way(best)
    return f"{way(best)}; taking whatever helps costs {swept.cost(group.points[0].shortfall)}"


# By a number of matches: runs to a precision would mostly stop at the most matches allowed,
# where intervals that hold at every look are wider than those of a fixed number.
EXPERIMENT = Experiment(study, n=20_000)
