"""The exact races of Counter-Cameroon: the figures of its rules file, and independent checks."""

import numpy as np
import pytest

import cardsim
from cardsim.errors import UserError
from cardsim.games.counter_cameroon.exact import POLICIES, mark_chances, race, solve
from cardsim.games.counter_cameroon.rules import STANDARD, Rules

RANDOM, STATIC = POLICIES


def near(value: float, printed: str) -> bool:
    """Whether a value is what is printed, to its last digit."""
    digits = len(printed.partition(".")[2])
    return abs(value - float(printed)) <= 0.5 * 10.0**-digits + 1e-12


@pytest.mark.parametrize(
    ("categories", "random", "turn"),
    [
        ((2, 12), ".504402", "105.171875"),
        ((3, 11), ".508931", "52.859374"),
        ((4, 10), ".513597", "35.421869"),
        ((5, 9), ".518408", "26.703107"),
        ((6, 8), ".523373", "21.471831"),
        ((7,), ".528503", "17.984283"),
    ],
)
def test_random_races_are_those_of_the_rules_file(
    categories: tuple[int, ...], random: str, turn: str
) -> None:
    races = solve(Rules(), (RANDOM, RANDOM))

    for c in categories:
        assert near(races.wins[c - 2], random)
        assert near(races.turns[c - 2], turn)


@pytest.mark.parametrize(
    ("categories", "static", "turn", "marks"),
    [
        ((2, 12), ".509003", "53.6510", ".10957"),
        ((3, 11), ".515207", "33.0824", ".17901"),
        ((4, 10), ".520899", "24.5891", ".24228"),
        ((5, 9), ".519407", "26.0327", ".22840"),
        ((6, 8), ".516675", "30.0158", ".19753"),
        ((7,), ".507065", "67.8739", ".08642"),
    ],
)
def test_static_races_are_those_of_the_rules_file(
    categories: tuple[int, ...], static: str, turn: str, marks: str
) -> None:
    races = solve(Rules(), (STATIC, STATIC))

    for c in categories:
        assert near(races.wins[c - 2], static)
        assert near(races.turns[c - 2], turn)
        assert near(races.marks[0][c - 2], marks)


def test_expected_scores_are_those_of_the_rules_file() -> None:
    random, static = (solve(Rules(), (p, p)) for p in POLICIES)

    for value, printed in zip(
        (*random.standard, *random.balanced, random.categories[0]),
        ("36.300787", "34.699213", "20.983356", "20.016644", "5.665926"),
        strict=True,
    ):
        assert near(value, printed)
    for value, printed in zip(
        (*static.standard, *static.balanced),
        ("36.565558", "34.434442", "21.117502", "19.882498"),
        strict=True,
    ):
        assert near(value, printed)


def test_random_marks_are_a_pair_of_pairs_of_dice() -> None:
    """With q = (6 - |c - 7|) / 36: (1 - q)^2, 2 q (1 - q), q^2."""
    chances = mark_chances(RANDOM, np.array(STANDARD, np.float64), 2)

    q = np.array([6 - abs(c - 7) for c in range(2, 13)]) / 36
    assert np.allclose(chances, np.stack([(1 - q) ** 2, 2 * q * (1 - q), q**2], axis=1))


def test_static_choices_are_the_same_under_both_scorings() -> None:
    standard, balanced = (
        solve(Rules(scoring=scoring), (STATIC, STATIC)) for scoring in ("standard", "balanced")
    )

    assert standard.wins == balanced.wins
    assert standard.points == standard.standard
    assert balanced.points == balanced.balanced
    assert standard.points != balanced.points


@pytest.mark.parametrize("marks_to_win", [1, 4])
@pytest.mark.parametrize("double_mark", [1, 2])
def test_a_race_is_what_its_linear_system_says(marks_to_win: int, double_mark: int) -> None:
    """The whole system at once, by numpy, with a state for each turn of each player."""
    points = np.array(STANDARD, np.float64)
    first = mark_chances(STATIC, points, double_mark)[4]
    second = mark_chances(RANDOM, points, double_mark)[4]
    states = [
        (i, j, who) for i in range(marks_to_win) for j in range(marks_to_win) for who in (0, 1)
    ]
    size = len(states)
    matrix, wins = np.eye(size), np.zeros(size)
    for row, (i, j, who) in enumerate(states):
        for k, chance in enumerate(second if who else first):
            after = (i, j + k, 0) if who else (i + k, j, 1)
            if after in states:
                matrix[row, states.index(after)] -= chance
            elif not who:
                wins[row] += chance

    solved = race(first, second, marks_to_win)

    assert np.isclose(solved.first_wins, np.linalg.solve(matrix, wins)[0], rtol=1e-12)
    assert np.isclose(solved.turns, np.linalg.solve(matrix, np.ones(size))[0], rtol=1e-12)


def test_a_random_first_player_leaves_nobody_ahead_among_equals() -> None:
    races = solve(Rules(first_player="random"), (STATIC, STATIC))

    assert np.allclose(races.wins, 0.5)
    assert np.isclose(races.standard[0], 35.5)


def test_who_plays_which_seat_matters_only_as_it_should() -> None:
    one, other = (solve(Rules(first_player="random"), p) for p in (POLICIES, POLICIES[::-1]))

    assert np.allclose(np.array(one.wins) + other.wins, 1)
    assert np.allclose(one.turns, other.turns)


@pytest.mark.parametrize(
    "rules", [Rules(must_mark=True), Rules(early_stop=True), Rules(max_turns=100)]
)
def test_rules_that_tie_the_races_together_are_refused(rules: Rules) -> None:
    with pytest.raises(UserError, match="independent only without"):
        solve(rules, (RANDOM, RANDOM))


def test_a_strategy_that_looks_at_the_sheets_is_refused() -> None:
    with pytest.raises(UserError, match="need random-split or max-points-static, not finisher"):
        solve(Rules(), (RANDOM, "finisher"))


def test_the_races_are_offered_as_an_exact_answer() -> None:
    answer = cardsim.exact("counter-cameroon", player_1=STATIC, player_2=RANDOM, scoring="balanced")

    races = solve(Rules(scoring="balanced"), (STATIC, RANDOM))
    assert answer.figures["points_1"] == races.balanced[0]
    assert answer.tables["races"]["player_1_wins"].to_list() == list(races.wins)
    assert f"player 1 wins {races.categories[0]:.6f} of the 11 categories" in answer.sentence


def test_an_exact_answer_that_there_is_not_is_refused() -> None:
    with pytest.raises(UserError, match="independent only without"):
        cardsim.exact("counter-cameroon", must_mark=True)
