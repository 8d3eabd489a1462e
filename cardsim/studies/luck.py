"""Pages on luck: the share of results that play explains, and when the better player leads."""

from __future__ import annotations

import math
from statistics import NormalDist

from cardsim.ask.fields import beginner_of, field
from cardsim.runs.wording import of_one
from cardsim.statistics.designs import share_of_play
from cardsim.statistics.stats import Estimate
from cardsim.story import Chart, Number, Series
from cardsim.studies.experiments import Lab

COUNTS = (1, 3, 10, 30, 100, 300, 1000, 3000, 10_000)
"""Numbers of hands or matches added up, in the chart."""
EVENING = {"hand": 30, "board": 24, "match": 10, "game": 10}
"""Hands or matches in an evening: our own guess."""
LEAD = 0.9


def times_to_lead(gap: float, spread: float, chance: float = LEAD) -> float:
    """Return the number of hands after which the better of two leads with this probability.

    Both play as many, not at the same table, so the variance of their difference is `2 * spread**2`
    each time; sums are taken to be normal.
    """
    return 2 * (NormalDist().inv_cdf(chance) * spread / gap) ** 2 if gap > 0 else math.inf


def tell_luck(lab: Lab, game: str) -> None:
    """Compare the safest strategy and the commonest beginner against the field, and reckon luck.

    Args:
        lab: laboratory of the experiment.
        game: name of the game.
    """
    people = field(game)
    beginner = beginner_of(people)
    compared = lab.compare(game, people.safest, beginner.name, vs="field")
    places = [compared.contenders.index(c) for c in compared.ranking]
    good, poor = (compared.contenders[k] for k in places)
    gap = compared.gap(places[0], places[1])
    spread = math.sqrt((good.estimate.sd**2 + poor.estimate.sd**2) / 2)
    unit, least, most = compared.unit, gap.low, gap.high
    evening = EVENING.get(unit.name, EVENING["match"])
    ways = [of_one(one.player.plays) for one in (good, poor)]
    shares = [
        Estimate(
            "share", "play", *_shares(gap.value, least, most, spread, n), math.nan, n, is_share=True
        )
        for n in COUNTS
    ]
    lab.section(
        "What play explains",
        f"Two people at tables of the field: one of them {ways[0]} and the other "
        f"{ways[1]}. Chance is the rest: cards, seats and who else sits there.",
        Chart(
            "Share of the spread of results that play explains",
            f"{unit.plural} added up",
            "share that play explains",
            (Series.of("play", [str(n) for n in COUNTS], shares),),
            kind="points",
            percent=True,
        ),
    )
    first, later = (share_of_play(gap.value, spread, n) for n in (1, evening))
    text = (
        f"Of one {unit.name} play explains {_percent(first)}, and of an evening of {evening} "
        f"{unit.plural} {_percent(later)}; the rest is luck. That is between somebody who "
        f"{ways[0]} and somebody who {ways[1]}, among people."
    )
    if least <= 0:
        lab.answer(
            f"{text} Which of them is better was not seen in {compared.hands} {unit.plural}."
        )
        return
    needed = times_to_lead(gap.value, spread)
    low, high = (_count(times_to_lead(g, spread)) for g in (most, least))
    lab.answer(
        f"{text} The better of them leads with {100 * LEAD:.0f} % after {_count(needed)} "
        f"{unit.plural}.",
        Number(_percent(later), f"of an evening of {evening} {unit.plural} is play"),
        Number(
            _count(needed),
            f"{unit.plural} until the better one leads with {100 * LEAD:.0f} %",
            f"{low} to {high}" if low != high else "",
        ),
    )


def _shares(
    gap: float, least: float, most: float, spread: float, n: int
) -> tuple[float, float, float]:
    low, value, high = (share_of_play(max(g, 0.0), spread, n) for g in (least, gap, most))
    return value, low, high


def _percent(share: float) -> str:
    return f"{100 * share:.2g} %" if share < LEAD else f"{100 * share:.0f} %"


def _count(number: float) -> str:
    """Return a count rounded to two digits."""
    size = max(math.floor(math.log10(max(number, 1))) - 1, 0)
    return f"{round(number / 10**size) * 10**size:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
