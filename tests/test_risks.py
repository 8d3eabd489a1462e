"""Regret and the worst company, against tables made by hand."""

from __future__ import annotations

import numpy as np

from cardsim.ask.risks import risks_of
from cardsim.runs.preparation import resolve
from cardsim.runs.request import Request
from cardsim.statistics.paired import Moments

HANDS = 1000


def moments(*values: tuple[int, int, int]) -> Moments:
    """Of ways, one a column, that played the same hands: these rows again and again."""
    played = np.array(values * (HANDS // len(values)))
    return Moments(len(played), played.sum(axis=0), played.T @ played, 1.0)


def test_regret_is_the_most_that_a_way_loses_by_not_knowing_the_company() -> None:
    """Means by company: 3, 1, 2; 0, 2, 1; 1, 1, 1."""
    companies = [
        moments((3, 1, 2)),
        moments((0, 2, 1)),
        moments((0, 2, 1), (2, 0, 1)),
    ]
    measure = resolve(Request("gin-rummy", seed=1), 1).unit.measures[0]

    one, other, third = risks_of(companies, measure)

    assert (one.regret, one.regret_among, one.worst.value, one.worst_among) == (2, 1, 0, 1)
    assert (other.regret, other.regret_among, other.worst.value) == (2, 0, 1)
    assert (third.regret, third.regret_among, third.worst.value, third.worst_among) == (1, 0, 1, 1)
    assert [gap[0] for gap in other.regrets] == [2, 0, 0]
    assert (max(one.regrets), min(one.regrets)[0]) == ((2, one.low, one.high), 0)
    # In the first two companies every hand is the same; in the third company gaps scatter.
    assert 1.98 < one.low < 2 < one.high < 2.02
