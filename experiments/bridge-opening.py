"""With how many points should I open the bidding in Bridge?

The tips for beginners say 12. You and your partner try other numbers: first against two who bid by
the tips and never overcall, then at a table where everybody overcalls. You bid everything else by
the tips, and partners know what an opening promises.
"""

from cardsim import Chart, Experiment, Number, Series, SweepResult
from cardsim.answers.experiments import Lab, spoken
from cardsim.statistics.paired import Shortfall

OPEN = "open_hcp"
LEAST, MOST = 2, 15
TWELVE, THIRTEEN = 12, 13
COMES_IN = "tips:overcalls=simple"


def study(lab: Lab) -> None:
    """Play, show, answer."""
    points = range(LEAST, MOST + 1)
    silent = lab.sweep("bridge", **{OPEN: points})
    comes_in = lab.sweep("bridge", overcalls="simple", vs=COMES_IN, **{OPEN: points})
    swept = {"the others never overcall": silent, "everybody overcalls": comes_in}
    lab.section(
        "By the points for an opening",
        " ".join(f"If {name}, open with {spoken(s.groups[0])}." for name, s in swept.items()),
        Chart(
            "What it costs to open with fewer or more points",
            "points with which you open the bidding",
            "points a board fewer than with the best number",
            tuple(Series.of_costs(s.groups[0], name) for name, s in swept.items()),
            interval="95 % intervals of all differences together",
            best="lowest",
        ),
    )
    costs = {
        points: [told(sweep, cost_of(sweep, points)) for sweep in swept.values()]
        for points in (TWELVE, THIRTEEN)
    }
    lab.answer(
        f"With {spoken(silent.groups[0])} points against two who never overcall, and with "
        f"{spoken(comes_in.groups[0])} if everybody does. Waiting for {TWELVE} costs "
        f"{costs[TWELVE][0]} if they never overcall and {costs[TWELVE][1]} if everybody does; "
        f"waiting for {THIRTEEN} costs {costs[THIRTEEN][0]} and {costs[THIRTEEN][1]}.",
        Number.of(costs[TWELVE][0], f"lost by waiting for {TWELVE}", is_cost=True),
        Number.of(costs[THIRTEEN][0], f"lost by waiting for {THIRTEEN}", is_cost=True),
        Number.of(
            costs[THIRTEEN][1],
            f"lost by waiting for {THIRTEEN} if everybody overcalls",
            is_cost=True,
        ),
    )


def cost_of(sweep: SweepResult, points: int) -> Shortfall:
    """What a number of points costs compared with the best."""
    found = (p for p in sweep.groups[0].points if int(dict(p.settings)[OPEN]) == points)
    return next(found).shortfall


def told(sweep: SweepResult, gap: Shortfall) -> str:
    """A cost in words."""
    return sweep.cost(gap)


EXPERIMENT = Experiment(study, n=300_000)
