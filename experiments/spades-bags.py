"""What does a bag cost in Spades, and should I dodge them?

A trick above the bid is a point and a bag, and ten bags cost 100 points. To price a bag we look at
who wins: all four players play alike, and we note the score and the bags at the start of every
hand. Then you go on taking tricks once your side has its bid, or you throw your high cards under
theirs: against beginners, in mixed company and against good players. We try that with cheaper and
dearer bags, too.
"""

import math
from dataclasses import dataclass
from itertools import takewhile

import numpy as np
import polars as pl
from numpy.typing import NDArray

import cardsim
from cardsim import Chart, Experiment, Number, Series
from cardsim.games import load_game
from cardsim.games.spades.rules import Rules
from cardsim.studies import Lab, Tried, counted, in_three, joined, rounded, three_of, tried, z_value
from cardsim.workspace import load_strategy

WAY, OTHERS = "fine-count", "press-on"
LIMIT, PENALTY = Rules().bag_limit, Rules().bag_penalty
BAGS = tuple(range(1, LIMIT))
LEVEL = 150
"""We look at hands in which the sides are at most this many points apart."""
NEAR = 350
"""Points of the side in front from which on a match counts as near its end."""
STAGES = {"early": (-10_000, NEAR), "near the end": (NEAR, 10_000)}
PRICES = (0, 25, 50, 100, 150, 200, 300)
DODGE = ("always", "late", "never")
"""When to throw high cards once your side has its bid; late: once the others have theirs."""
TELL = {
    "always": "dodge bags once your side has its bid",
    "late": "dodge bags only once both sides have their bids",
    "never": "go on taking tricks once your side has its bid",
}
MIXED = three_of("spades")[1].vs

Numbers = NDArray[np.float64]
Costs = list[tuple[float, float]]
"""Points that bags cost, with half the widths of the intervals."""


@dataclass(frozen=True)
class Starts:
    """The starts of hands: the lead of side 0, the bags of both sides, and whether side 0 won.

    Attributes:
        match: int64, shape (n,): the number of the match.
        lead: points ahead.
        bags: int64, shape (n, 2): of both sides.
        high: points of the side in front.
        first: 1 where side 0 bids and leads first, else -1.
        won: its share of the win.
    """

    match: NDArray[np.int64]
    lead: Numbers
    bags: NDArray[np.int64]
    high: Numbers
    first: Numbers
    won: Numbers


def study(lab: Lab) -> None:
    """Play, show, answer."""
    starts = noted(lab)
    priced = by_bags(lab, starts)
    by_stage(lab, starts)
    asked = dodging(lab)
    by_price(lab)
    ducking(lab)
    first, last = BAGS[0], BAGS[-1]
    more = ": the nearer the penalty, the dearer each bag"
    grows = priced[-1][0] / last > priced[0][0]
    lab.answer(
        f"{asked.headline}. Dodge sooner if they can spare more than {counted(can_spare())} "
        "tricks (see When should I go for the set?). Dodging at once costs you "
        f"{asked.costs(DODGE.index('always'))}. To dodge, throw your high cards where they take no "
        f"trick. If all four press on, your first bag costs {told(priced, first)} points, and "
        f"{last} bags cost "
        f"{told(priced, last)}{more if grows else ''}.",
        *asked.numbers,
        Number.of(told(priced, first), "points for the first bag", is_cost=True),
        Number.of(told(priced, last), f"points for {last} bags", is_cost=True),
    )


def can_spare() -> int:
    """Return how many tricks the others can spare where `trick-odds` still tries to set them."""
    parameters = load_strategy(load_game("spades"), "trick-odds").parameters
    return next(int(option.default) for option in parameters if option.name == "slack")


def noted(lab: Lab) -> Starts:
    """Return the starts of the hands of some matches."""
    frames = [
        batch.filter((pl.col("decision") == "bid") & (pl.col("bids").arr.max() < 0)).select(
            "hand", "seat", "score", "bags", "win"
        )
        for batch in cardsim.decisions_in_batches(
            "spades",
            lab.n,
            unit="match",
            strategy=OTHERS,
            vs=OTHERS,
            fields="bids,score,bags",
            seed=lab.seed,
        )
    ]
    frame = pl.concat(frames)
    score, seat = frame["score"].to_numpy(), frame["seat"].to_numpy() % 2
    won = frame["win"].to_numpy()
    return Starts(
        frame["hand"].to_numpy(),
        (score[:, 0] - score[:, 1]).astype(float),
        frame["bags"].to_numpy().astype(np.int64),
        score.max(axis=1).astype(float),
        np.where(seat == 0, 1.0, -1.0),
        np.where(seat == 0, won, 1 - won),
    )


def cost_of_bags(starts: Starts, low: float = -math.inf, high: float = math.inf) -> Costs:
    """Return the cost of 1, 2 .. bags in points, by their effect on matches won.

    Least squares of the share of the win on the lead, its cube, who leads first, and the bags of
    both sides, in hands in which the side in front has from `low` to below `high` points; hands of
    a match count as one observation each for the intervals.

    Returns:
        The points for each of `BAGS`, and half the widths of their intervals.
    """
    use = (abs(starts.lead) <= LEVEL) & (starts.high >= low) & (starts.high < high)
    lead, bags, match = starts.lead[use] / 100, starts.bags[use], starts.match[use]
    held = [(bags[:, 0] == k).astype(float) - (bags[:, 1] == k) for k in BAGS]
    given = np.column_stack([lead, lead**3, starts.first[use], *held])
    won = starts.won[use] - 0.5
    inverse = np.linalg.pinv(given.T @ given)
    effects = inverse @ given.T @ won
    by_match = np.zeros((starts.match.max() + 1, given.shape[1]))
    np.add.at(by_match, match, given * (won - given @ effects)[:, None])
    spread = inverse @ (by_match.T @ by_match) @ inverse
    ratio = -effects[3:] / effects[0]
    variance = np.diag(spread)[3:] + ratio**2 * spread[0, 0] + 2 * ratio * spread[0, 3:]
    half = z_value(0.95) * np.sqrt(np.maximum(variance, 0)) / abs(effects[0])
    return [(float(100 * r), float(100 * h)) for r, h in zip(ratio, half, strict=True)]


def told(costs: Costs, bags: int) -> str:
    """Return the cost of this many bags, for a sentence."""
    return rounded(*costs[bags - 1])


def line(name: str, costs: Costs) -> Series:
    """Return the costs along the number of bags."""
    return Series(
        name,
        BAGS,
        tuple(cost for cost, _ in costs),
        tuple(cost - half for cost, half in costs),
        tuple(cost + half for cost, half in costs),
    )


def by_bags(lab: Lab, starts: Starts) -> Costs:
    """Show the cost of the bags that a side holds."""
    costs = cost_of_bags(starts)
    share = Rules().bag_penalty / LIMIT
    lab.section(
        "What your bags cost",
        "Bags hurt your chance to win as much as being this many points further behind: "
        + joined([f"{told(costs, k)} with {k} bag{'s' * (k > 1)}" for k in BAGS[::2]])
        + f". A plain share of the penalty would be {share:g} points a bag. The point that each "
        f"bag scores is not counted here. We used {starts.match.max() + 1:,} matches, and the "
        f"starts of hands with the sides at most {LEVEL} points apart.",
        Chart(
            f"{BAGS[-1]} bags cost as much as {told(costs, BAGS[-1])} points",
            "bags that your side holds",
            "points that they cost",
            (
                line("by matches won", costs),
                Series("at their share of the penalty", BAGS, tuple(share * k for k in BAGS)),
            ),
            exact=True,
        ),
    )
    return costs


def by_stage(lab: Lab, starts: Starts) -> None:
    """Show the cost of bags early in a match and near its end."""
    stages = {name: cost_of_bags(starts, *ends) for name, ends in STAGES.items()}
    few = BAGS[len(BAGS) // 2]
    lab.section(
        "Early in a match, and near its end",
        "; ".join(
            f"{name}, {few} bags cost {told(costs, few)} points and {BAGS[-1]} bags "
            f"{told(costs, BAGS[-1])}"
            for name, costs in stages.items()
        ).capitalize()
        + f". Near the end means that the leading side has {NEAR} points or more: then bags only "
        f"cost you something if you reach {LIMIT} before the match is over.",
        Chart(
            "What bags cost early in a match and near its end",
            "bags that your side holds",
            "points that they cost",
            tuple(line(name, costs) for name, costs in stages.items()),
        ),
    )


def dodging(lab: Lab) -> Tried:
    """Show whether to throw high cards once your side has its bid."""
    swept = in_three("spades", lambda vs: lab.sweep("spades", strategy=WAY, dodge=DODGE, vs=vs))
    asked = tried(swept, TELL.__getitem__, "dodge")
    asked.show(
        lab,
        "Dodge, or press on",
        "when you dodge (late: once the others have their bid)",
        f"A trick that you duck may be the one that makes their bid. {asked.about}",
    )
    return asked


def by_price(lab: Lab) -> None:
    """Show the smallest penalty at which to dodge at once."""
    sweep = lab.sweep("spades", strategy=WAY, dodge=DODGE, bag_penalty=PRICES, vs=MIXED)
    groups = {int(group["bag_penalty"]): group for group in sweep.groups}
    pays = [*takewhile(lambda price: groups[price].best["dodge"] == "always", reversed(PRICES))]
    said = (
        f"Dodge at once if the penalty is {pays[-1]} points or more"
        if pays
        else f"Do not dodge at once, even with a penalty of {PRICES[-1]} points"
    )
    lab.section(
        f"If {LIMIT} bags cost more, or less, in mixed company",
        f"{said}; the usual penalty is {PENALTY}.",
        Chart(
            said,
            f"points that {LIMIT} bags cost",
            "matches won",
            tuple(
                Series.of(
                    f"you dodge {when}",
                    PRICES,
                    [groups[price].points[k].estimate for price in PRICES],
                )
                for k, when in enumerate(DODGE)
            ),
            percent=True,
            reference=(0.5, "even share"),
        ),
    )


def ducking(lab: Lab) -> None:
    """Show whether those who dodge at once should throw high cards or low ones."""
    high, low = "bag-dodger", "contract-player"
    compared = lab.compare("spades", high, low, vs=MIXED)
    gap = compared.gap(0, 1)
    better = "gains" if gap.value > 0 else "loses"
    lab.section(
        "If you dodge, with which card",
        f"If you duck every trick you can, throwing high cards {better} {compared.cost(gap)} "
        "compared with throwing low ones, in mixed company.",
        Chart(
            "Matches won by throwing high cards or low ones",
            "what you throw",
            "matches won",
            (
                Series.of(
                    "", ["high cards", "low cards"], [c.estimate for c in compared.contenders]
                ),
            ),
            kind="points",
            percent=True,
            reference=(0.5, "even share"),
        ),
    )


EXPERIMENT = Experiment(study, n=200_000, precision="0.5pp")
