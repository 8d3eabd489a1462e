"""Learning finds the best play where that is known exactly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import pytest

import cardsim
from cardsim import UserError
from cardsim.games.counter_cameroon import exact
from cardsim.games.counter_cameroon.play import ROLLS, dice_of, splits_of
from cardsim.games.counter_cameroon.rules import Rules
from cardsim.search.learned import Learned, RuleTree
from cardsim.search.self_play import CHECKED
from cardsim.statistics import paired, trees
from checks import assert_mean

pytestmark = [pytest.mark.full, pytest.mark.usefixtures("workspace")]
SEED = 5


# ---------------------------------------------------------------- Roll On, turn by turn

SIDES, LIMIT = 6, 40
MOST = LIMIT + SIDES - 1
PIPS = range(2, SIDES + 1)
"""What adds up; a one ends the turn with nothing."""
Stops = Callable[[int], bool]


def turn_worth(payoff: Sequence[float], stops: Stops | None = None) -> float:
    """What a turn is worth that brings so much by its points.

    Args:
        payoff: by points, 0 to `MOST`.
        stops: with how many points the seat stops; None where it does as is best.
    """
    worth = [float(p) for p in payoff]
    for total in range(LIMIT - 1, -1, -1):
        on = (payoff[0] + sum(worth[total + k] for k in PIPS)) / SIDES
        if stops is None:
            worth[total] = max(payoff[total], on)
        elif not stops(total):
            worth[total] = on
    return worth[0]


def points_of(stops: Stops) -> list[float]:
    """The chance of each number of points with which a turn ends, 0 to `MOST`."""
    return [
        turn_worth([float(points == k) for k in range(MOST + 1)], stops)
        for points in range(MOST + 1)
    ]


def won(points: int, best: int) -> float:
    """What a seat wins of a hand against one other."""
    return 0.5 + 0.5 * ((points > best) - (points < best))


def first_payoff(answers: Callable[[int], Stops | None]) -> list[float]:
    """What the first seat wins by its points, where the second answers them so."""
    return [
        1 - turn_worth([won(k, points) for k in range(MOST + 1)], answers(points))
        for points in range(MOST + 1)
    ]


def second_worth(of_first: Sequence[float], stops: Callable[[int], Stops | None]) -> float:
    """What the second seat wins, where the first ends with these chances of points."""
    return sum(
        chance * turn_worth([won(k, best) for k in range(MOST + 1)], stops(best))
        for best, chance in enumerate(of_first)
    )


def stops_from(found: Learned) -> list[int]:
    """How far ahead one stops by the rule that was learned, by seat."""
    rule = found.rules["press"]
    assert isinstance(rule, RuleTree)
    lead, seat = rule.asked.features
    enough = trees.choices(rule.tree, (seat.size,))
    return [lead.high + 1 - int(most) for most in enough[:2]]


def at_lead(least: int, best: int) -> Stops:
    return lambda total: total - best >= least


def test_for_most_points_one_stops_at_twenty_as_is_known() -> None:
    """At 20 it is the same: four of six throws of 4 on average bring what one in six takes."""
    payoff = list(range(MOST + 1))

    best = turn_worth(payoff)

    assert best == pytest.approx(8.14, abs=0.005)
    assert turn_worth(payoff, lambda total: total >= 20) == pytest.approx(best)
    assert turn_worth(payoff, lambda total: total >= 21) == pytest.approx(best)
    assert turn_worth(payoff, lambda total: total >= 8) < best - 1


def test_who_learns_to_get_most_points_gets_as_many_as_can_be_had() -> None:
    payoff = list(range(MOST + 1))
    best = turn_worth(payoff)

    found = cardsim.learn(
        "roll-on",
        100_000,
        start="hold:stop_at=30",
        by="press:total",
        measure="points",
        seed=SEED,
        threads=1,
    )

    rule = found.rules["press"]
    assert isinstance(rule, RuleTree)
    stop_at = rule.asked.features[0].high + 1 - int(trees.choices(rule.tree, ()))
    worth = turn_worth(payoff, lambda total: total >= stop_at)
    assert worth > best - 0.02
    assert_mean(_sample(found), worth, resolves=0.3)
    assert found.better


def test_who_learns_to_win_wins_as_often_as_can_be_had() -> None:
    """Against one who stops at 15 whatever the other has, from either seat."""

    def theirs(total: int) -> bool:
        return total >= 15

    first, of_first = first_payoff(lambda _best: theirs), points_of(theirs)
    best = (turn_worth(first) + second_worth(of_first, lambda _best: None)) / 2

    found = cardsim.learn("roll-on", 100_000, vs="hold:stop_at=15", seed=SEED, threads=1)

    ahead, behind = stops_from(found)
    worth = (
        turn_worth(first, at_lead(ahead, 0))
        + second_worth(of_first, lambda best: at_lead(behind, best))
    ) / 2
    # Who is last stops as soon as it is ahead, and never before.
    assert behind == 1
    assert worth > best - 0.001
    assert_mean(_sample(found), worth, resolves=0.02)
    assert found.better


def test_where_all_learn_nobody_gains_more_than_is_said() -> None:
    """The bound misses once in forty times, or by what makes no practical difference."""
    found = cardsim.self_play("roll-on", 100_000, seed=SEED, threads=1)

    ahead, behind = stops_from(found)
    first = first_payoff(lambda best: at_lead(behind, best))
    of_first = points_of(at_lead(ahead, 0))
    best = (turn_worth(first) + second_worth(of_first, lambda _best: None)) / 2
    assert found.bound is not None
    assert best - 0.5 <= max(found.bound[2], 0.0) + paired.NEGLIGIBLE / 2
    # With a first seat that stops at 15, as it begins, it would be 0.03.
    assert best - 0.5 < 0.002


def test_rounds_end_where_nobody_gains_what_was_named() -> None:
    asked: dict[str, Any] = {"seed": SEED, "threads": 1}
    soon = cardsim.self_play("roll-on", 20_000, until="2pp", **asked)
    assert soon.bound is not None
    assert soon.bound[2] <= 0.02
    assert soon.reached
    assert len(soon.rounds) == CHECKED
    never = cardsim.self_play("roll-on", 2_000, until="0.001pp", rounds=CHECKED + 1, **asked)
    assert not never.reached
    assert len(never.rounds) == CHECKED + 1


def _sample(found: Learned) -> tuple[float, float, int]:
    """How those did who play by what was learned, in fresh hands."""
    return found.after.headline.value, found.after.headline.sd, found.after.headline.n


@pytest.mark.parametrize(
    ("game", "by", "message"),
    [
        ("high-card", None, "nothing is known of what players of high-card think by"),
        ("side-by-side", "lay:seat", "--by lay: what may be chosen there has no names"),
        ("roll-on", "press:luck", "--by press must name features of roll-on, not 'luck'"),
    ],
)
def test_what_cannot_be_told_apart_is_not_learned(game: str, by: str | None, message: str) -> None:
    with pytest.raises(UserError, match=message):
        cardsim.learn(game, 100, by=by)


# ---------------------------------------------------------------- Counter-Cameroon, one race

SEVEN = 7
SCORING = tuple(11 if category == SEVEN else 1 for category in range(2, 13))
"""Who owns the sevens has more than half of all points: the other races do not matter."""
MARKS = 2


def marks_made() -> list[tuple[float, tuple[int, int, int]]]:
    """Of each roll its chance, and how many marks in sevens its three partings make."""
    rolls = [splits_of(dice_of(roll)) for roll in range(ROLLS)]
    made = [tuple(split.count(SEVEN) for split in splits) for splits in rolls]
    return [(made.count(each) / ROLLS, each) for each in sorted(set(made))]  # type: ignore[misc]


def best_race() -> float:
    """The most that can be won of the race against random splits, by who rolls first drawn by lot.

    By dynamic programming over the marks of both and who is to roll, where every roll is parted as
    is best.
    """
    rolls, wins = marks_made(), {}
    for mine, theirs in product(range(MARKS, -1, -1), repeat=2):
        wins[mine, theirs, 0] = wins[mine, theirs, 1] = float(mine == MARKS)
    for mine, theirs in product(range(MARKS - 1, -1, -1), repeat=2):
        # Turns without a mark lead back to where they began.
        for _ in range(200):
            wins[mine, theirs, 0] = sum(
                chance * max(wins[min(mine + k, MARKS), theirs, 1] for k in made)
                for chance, made in rolls
            )
            wins[mine, theirs, 1] = sum(
                chance * sum(wins[mine, min(theirs + k, MARKS), 0] for k in made) / len(made)
                for chance, made in rolls
            )
    return (wins[0, 0, 0] + wins[0, 0, 1]) / 2


def test_the_experts_that_are_exactly_right_are_learned() -> None:
    """`finisher` finishes any category first, where only one counts; others do not mind it."""
    scoring = ",".join(map(str, SCORING))
    rules = Rules(scoring=scoring, marks_to_win=MARKS, first_player="random")
    best = best_race()
    static = exact.solve(rules, ["max-points-static", "random-split"])
    assert static.wins[SEVEN - 2] == pytest.approx(best, abs=1e-9)

    found = cardsim.learn(
        "counter-cameroon",
        20_000,
        start="finisher",
        vs="random-split",
        by="split:turns",
        seed=SEED,
        threads=1,
        scoring=scoring,
        marks_to_win=MARKS,
        first_player="random",
    )

    assert found.better
    assert_mean(_sample(found), best, resolves=0.02)
    # What it began with is further off than could go unseen.
    assert found.before.headline.value < best - 0.03
    assert not any("finisher" in line for lines in found.words.values() for line in lines)
