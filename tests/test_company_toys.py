"""Mixed company and lapses in the toys, against what enumeration gives.

Seeds are fixed, and a true program fails one of these tests once in a million (`checks`).
"""

from __future__ import annotations

from typing import Any

import pytest

import cardsim
from cardsim.runs.result import Result
from checks import assert_mean, assert_uniform

pytestmark = [pytest.mark.usefixtures("workspace"), pytest.mark.full]
SIDES, LIMIT, MOST = 6, 40, 45
"""Of Roll On: a one ends the turn with nothing."""


def assert_wins(played: Result, exact: float) -> None:
    found = played.headline
    assert_mean((found.value, found.sd, found.n), exact, resolves=0.01)


# ---------------------------------------------------------------- mixtures


def test_a_mixture_wins_what_its_members_do_by_their_weights() -> None:
    weights = {"hold:stop_at=8": 1.0, "hold:stop_at=20": 3.0, "hold:stop_at=30,lapse=0.2": 4.0}
    each = [chances_of(8, 0.0), chances_of(20, 0.0), chances_of(30, 0.2)]
    worth = [wins(chances_of(15, 0.0), others) for others in each]
    exact = sum(w * v for w, v in zip(weights.values(), worth, strict=True)) / 8

    played = cardsim.run("roll-on", 200_000, vs=cardsim.mix(weights), seed=2)

    assert_wins(played, exact)
    split = played.by_company()
    assert split["share"].to_list() == [1 / 8, 3 / 8, 4 / 8]
    assert_uniform(split["n"].to_numpy(), resolves=0.05, weights=[1, 3, 4])
    for row, value in zip(split.to_dicts(), worth, strict=True):
        assert_mean((row["value"], 0.5, row["n"]), value, resolves=0.04)


def test_three_players_meet_every_pair_of_members() -> None:
    """Two others are drawn apart: a hand's worth is the mean over all pairs of them."""
    mine, each = chances_of(15, 0.0), [chances_of(5, 0.0), chances_of(25, 0.0)]
    exact = 0.0
    for one, w in zip(each, (0.25, 0.75), strict=True):
        for other, v in zip(each, (0.25, 0.75), strict=True):
            exact += w * v * wins_of_three(mine, one, other)

    played = cardsim.run(
        "roll-on", 200_000, players=3, vs="hold:stop_at=5, hold:stop_at=25*3", seed=6
    )

    assert_wins(played, exact)


def wins_of_three(mine: list[float], one: list[float], other: list[float]) -> float:
    total = 0.0
    for a, p in enumerate(mine):
        (less, same), (less_too, same_too) = ((sum(x[:a]), x[a]) for x in (one, other))
        shared = (less * same_too + same * less_too) / 2 + same * same_too / 3
        total += p * (less * less_too + shared)
    return total


# ---------------------------------------------------------------- lapses


def chances_of(stop_at: int, lapse: float) -> list[float]:
    """The chance of each number of points with which a turn of Roll On ends."""
    reached, ends = [0.0] * (MOST + 1), [0.0] * (MOST + 1)
    reached[0] = 1.0
    for total in range(MOST + 1):
        stops = lapse / 2 + (1 - lapse) * (total >= stop_at) if total < LIMIT else 1.0
        ends[total] += reached[total] * stops
        on = reached[total] * (1 - stops) / SIDES
        ends[0] += on
        for pips in range(2, SIDES + 1):
            if on:
                reached[total + pips] += on
    return ends


def wins(mine: list[float], others: list[float]) -> float:
    return sum(
        p * q * (0.5 + 0.5 * ((a > b) - (a < b)))
        for a, p in enumerate(mine)
        for b, q in enumerate(others)
    )


@pytest.mark.parametrize("lapse", [0.1, 1.0])
def test_a_lapse_costs_what_enumeration_says(lapse: float) -> None:
    """Both seats decide by their own total alone, so that turns are chains."""
    exact = wins(chances_of(20, lapse), chances_of(15, 0.0))
    played = cardsim.run(
        "roll-on", 200_000, strategy=f"hold:stop_at=20,lapse={lapse}", vs="hold", seed=2
    )

    assert abs(exact - wins(chances_of(20, 0.0), chances_of(15, 0.0))) > 0.02
    assert_wins(played, exact)


def test_a_lapse_takes_each_legal_action_alike() -> None:
    """Half of the throws are lapses, of which a third are no other throw."""
    played = cardsim.decisions("three-ways", 20_000, strategy="rock:lapse=0.5", vs="rock", seed=3)
    lapsed = played.filter(played["strategy"] != "rock")["action"].value_counts().sort("action")

    assert lapsed["action"].to_list() == [0, 1, 2]
    assert_uniform(lapsed["count"].to_numpy(), resolves=0.1, weights=[4, 1, 1])


def test_actions_that_are_pairs_lapse_too() -> None:
    asked: dict[str, Any] = {"n": 2000, "vs": "usual", "seed": 4, "unit": "hand"}
    careful = cardsim.run("side-by-side", **asked)
    lapsing = f"{careful.spec.hero.strategy}:lapse=1"
    careless = cardsim.run("side-by-side", strategy=lapsing, **asked)
    blind = cardsim.run("side-by-side", strategy="random-legal", **asked)

    assert careless.headline.value < careful.headline.low
    assert careless.headline.low < blind.headline.value < careless.headline.high
