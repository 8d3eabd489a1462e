"""Exact races for the categories between players who ignore the sheets.

A strategy that ignores the state marks a category with fixed chances of no, one or two marks a
turn, whatever happens in the others. Each category is then a separate race: a Markov chain on the
marks of both players and the seat on turn. Expected scores are sums over the races. Anything that
depends on several races at once, such as the winner of the game, cannot be computed this way.

Rules and figures: RULES.md, section 12.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cardsim.errors import UserError
from cardsim.game import Figure, FigureTable, Solution
from cardsim.games.counter_cameroon.play import ROLLS, dice_of, splits_of
from cardsim.games.counter_cameroon.rules import BALANCED, STANDARD, Rules, seat_names
from cardsim.games.counter_cameroon.state import CATEGORIES, LOWEST
from cardsim.options.params import Value, option, options_of

POLICIES: Final = ("random-split", "max-points-static")
"""Strategies that ignore the sheets."""


@dataclass(frozen=True)
class Players:
    """The strategies of both players."""

    player_1: str = option("random-split", "strategy of the first to roll", choices=POLICIES)
    player_2: str = option("random-split", "strategy of the second to roll", choices=POLICIES)


_SCORING, _MAX_TURNS = (o for o in options_of(Rules) if o.name in ("scoring", "max_turns"))


@dataclass(frozen=True)
class Race:
    """The race for one category.

    Attributes:
        first_wins: chance that the first to roll wins it.
        turns: expected number of the turn in which it is won, turns of both players counted.
    """

    first_wins: float
    turns: float


@dataclass(frozen=True)
class Races:
    """The races for all categories, from 2 to 12, and expected values that follow from them.

    Attributes:
        wins: chance that seat 0 wins each category.
        turns: expected number of the turn in which each is won.
        marks: expected marks a turn in each, by seat, lost ones counted.
        points, standard, balanced: expected points by seat: under the scoring in force, and under
            both named ones.
        categories: expected categories won, by seat.
    """

    wins: tuple[float, ...]
    turns: tuple[float, ...]
    marks: tuple[tuple[float, ...], tuple[float, ...]]
    points: tuple[float, float]
    standard: tuple[float, float]
    balanced: tuple[float, float]
    categories: tuple[float, float]


def solve(rules: Rules, policies: Sequence[str]) -> Races:
    """Solve the races under these house rules.

    Args:
        rules: the scoring matters for `max-points-static` and for the points.
        policies: of `POLICIES`, for seat 0 and seat 1.

    Raises:
        UserError: a policy is none of these, or the rules make races depend on one another.
    """
    check(rules, policies)
    points = np.array(_SCORING.numbers(rules.scoring), np.float64)
    chances = [mark_chances(policy, points, rules.double_mark) for policy in policies]
    races = [_race_of(rules, chances[0][k], chances[1][k]) for k in range(CATEGORIES)]
    wins = np.array([race.first_wins for race in races])
    totals = [_shared(weights, wins) for weights in (points, STANDARD, BALANCED, (1,) * CATEGORIES)]
    means = [tuple((chance @ (0, 1, 2)).tolist()) for chance in chances]
    return Races(
        wins=tuple(wins.tolist()),
        turns=tuple(race.turns for race in races),
        marks=(means[0], means[1]),
        points=totals[0],
        standard=totals[1],
        balanced=totals[2],
        categories=totals[3],
    )


def check(rules: Rules, policies: Sequence[str]) -> None:
    """Refuse policies and rules for which there are no exact races."""
    for policy in policies:
        if policy not in POLICIES:
            raise UserError(f"exact races need {' or '.join(POLICIES)}, not {policy}")
    ties = {
        "--must-mark": rules.must_mark,
        "--early-stop": rules.early_stop,
        f"--max-turns {rules.max_turns}": rules.max_turns != _MAX_TURNS.default,
    }
    given = [flag for flag, ties_races in ties.items() if ties_races]
    if given:
        raise UserError(f"races are independent only without {' and '.join(given)}")


def cost_of(rules: Rules, players: int, options: Mapping[str, Value]) -> float:
    """Refuse what cannot be solved, and return the seconds that `answer` takes."""
    check(rules, [str(options[name]) for name in ("player_1", "player_2")])
    return 0.1 + 2e-5 * CATEGORIES * rules.marks_to_win**2


def answer(rules: Rules, players: int, options: Mapping[str, Value]) -> Solution:
    """Solve the races between two strategies that ignore the sheets, for `exact`."""
    places = seat_names(rules, players)
    races = solve(rules, [str(options[name]) for name in ("player_1", "player_2")])
    figures = [
        Figure(f"{name}_{number}", f"{text} of {place}", value)
        for name, text, values in (
            ("points", "expected points", races.points),
            ("standard", "expected points under the standard scoring", races.standard),
            ("balanced", "expected points under the balanced scoring", races.balanced),
            ("categories", "expected categories", races.categories),
        )
        for number, (place, value) in enumerate(zip(places, values, strict=True), 1)
    ]
    columns = {
        "category": tuple(range(LOWEST, LOWEST + CATEGORIES)),
        "player_1_wins": races.wins,
        "turn": races.turns,
        "marks_1": races.marks[0],
        "marks_2": races.marks[1],
    }
    text = (
        f"by category: how often {places[0]} wins it, in which turn on average, and the marks a "
        "turn of each"
    )
    table = FigureTable("races", text, columns, shares=("player_1_wins",))
    return Solution(tuple(figures), (table,))


def sentence(n: Mapping[str, float], *_: object) -> str:
    """Return the answer in words."""
    return (
        f"Player 1 wins {n['points_1']:.6f} points on average and player 2 {n['points_2']:.6f}; "
        f"player 1 wins {n['categories_1']:.6f} of the {CATEGORIES} categories."
    )


def _shared(
    weights: Sequence[float] | NDArray[np.float64], wins: NDArray[np.float64]
) -> tuple[float, float]:
    return float(np.dot(weights, wins)), float(np.dot(weights, 1 - wins))


def _race_of(rules: Rules, ours: NDArray[np.float64], theirs: NDArray[np.float64]) -> Race:
    """Return the race from the first player's side; with `first-player random` a mean of both."""
    leads = race(ours, theirs, rules.marks_to_win)
    if rules.first_player != "random":
        return leads
    follows = race(theirs, ours, rules.marks_to_win)
    wins = (leads.first_wins + 1 - follows.first_wins) / 2
    return Race(wins, (leads.turns + follows.turns) / 2)


def mark_chances(policy: str, points: NDArray[np.float64], double_mark: int) -> NDArray[np.float64]:
    """Return the chances of no, one and two marks a turn, shape (11, 3).

    Args:
        policy: of `POLICIES`.
        points: of the categories 2 to 12.
        double_mark: marks made when both sums are the same.
    """
    chances = np.zeros((CATEGORIES, 3))
    for roll in range(ROLLS):
        splits = splits_of(dice_of(roll))
        if policy == "max-points-static":
            values = {(a, b): points[a - LOWEST] + points[b - LOWEST] for a, b in splits}
            best = max(values.values())
            splits = [split for split, value in values.items() if value == best]
        for a, b in splits:
            share = 1 / (ROLLS * len(splits))
            if a == b:
                chances[a - LOWEST, double_mark] += share
            else:
                chances[a - LOWEST, 1] += share
                chances[b - LOWEST, 1] += share
    chances[:, 0] = 1 - chances[:, 1] - chances[:, 2]
    return chances


def race(first: NDArray[np.float64], second: NDArray[np.float64], marks_to_win: int) -> Race:
    """Solve the race between two players with fixed chances of no, one and two marks a turn.

    Args:
        first: the chances of the first to roll.
        second: the chances of the other.
        marks_to_win: marks that win it.
    """
    # Indexed by marks of both and the seat to roll. Marks are never taken back, so a state depends
    # only on itself, through two turns without a mark, and on states solved before it.
    wins = np.zeros((marks_to_win + 1, marks_to_win + 1, 2))
    turns = np.zeros_like(wins)
    wins[marks_to_win, :, :] = 1.0
    for i, j in product(range(marks_to_win - 1, -1, -1), repeat=2):
        after = [
            [(min(i + k, marks_to_win), j, 1) for k in (1, 2)],
            [(i, min(j + k, marks_to_win), 0) for k in (1, 2)],
        ]
        for table, each_turn in ((wins, 0.0), (turns, 1.0)):
            a, b = (
                each_turn + sum(chance[k] * table[place] for k, place in enumerate(places, 1))
                for chance, places in zip((first, second), after, strict=True)
            )
            again = first[0] * second[0]
            table[i, j, 0] = (a + first[0] * b) / (1 - again)
            table[i, j, 1] = (b + second[0] * a) / (1 - again)
    return Race(float(wins[0, 0, 0]), float(turns[0, 0, 0]))
