"""The exact figures of Square 9, section 12 of its rules file, to all the digits printed there."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

import cardsim
from cardsim.errors import UserError
from cardsim.games.square_nine.exact import Untouched, untouched
from cardsim.games.square_nine.rules import Rules

DECKS = ("1", "2", "3", "4")


def figures(decks: str, match_lines: str = "rows-diagonals") -> Untouched:
    return untouched(Rules(decks=decks, match_lines=match_lines), 2)


@pytest.mark.parametrize("decks", DECKS)
def test_the_pack_has_the_mean_and_variance_of_the_rules_file(decks: str) -> None:
    exact = figures(decks)

    assert exact.card_mean == Fraction(148, 27)
    assert f"{float(exact.card_variance):.6f}" == "13.434842"
    assert exact.points_in_pack == 296 * int(decks)


@pytest.mark.parametrize(
    ("decks", "chance", "sd"),
    [
        ("1", ".002096", "10.132"),
        ("2", ".003585", "10.577"),
        ("3", ".004141", "10.719"),
        ("4", ".004429", "10.790"),
    ],
)
def test_a_given_line_and_nine_cards_are_those_of_the_rules_file(
    decks: str, chance: str, sd: str
) -> None:
    exact = figures(decks)

    assert f"{float(exact.line_chance):.6f}" == f"0{chance}"
    assert f"{float(exact.nine_mean):.6f}" == "49.333333"
    assert f"{exact.nine_sd:.3f}" == sd


MEANS = {
    "rows-diagonals": ("49.151911", "49.025597", "48.978823", "48.954608"),
    "rows": ("49.224480", "49.148533", "49.120342", "49.105731"),
    "columns": ("49.224480", "49.148533", "49.120342", "49.105731"),
    "rows-columns": ("49.115627", "48.964073", "48.907962", "48.878916"),
    "all": ("49.043058", "48.841362", "48.766850", "48.728318"),
}


@pytest.mark.parametrize(
    ("match_lines", "decks", "mean"),
    [(lines, d, m) for lines, means in MEANS.items() for d, m in zip(DECKS, means, strict=True)],
)
def test_an_untouched_layout_scores_the_mean_of_the_rules_file(
    match_lines: str, decks: str, mean: str
) -> None:
    assert f"{float(figures(decks, match_lines).score_mean):.6f}" == mean


ANY_LINE = {
    "rows-diagonals": (".010468", ".017843", ".020571", ".021981"),
    "all": (".016743", ".028465", ".032772", ".034993"),
}


@pytest.mark.parametrize(
    ("match_lines", "decks", "chance"),
    [(lines, d, c) for lines, cs in ANY_LINE.items() for d, c in zip(DECKS, cs, strict=True)],
)
def test_an_untouched_layout_has_a_line_as_often_as_in_the_rules_file(
    match_lines: str, decks: str, chance: str
) -> None:
    assert f"{float(figures(decks, match_lines).any_line):.6f}" == f"0{chance}"


def test_columns_and_diagonals_are_worth_as_much_as_rows_and_diagonals() -> None:
    assert figures("2", "columns-diagonals") == figures("2", "rows-diagonals")


def test_lines_of_jokers_that_keep_their_points_are_no_lines() -> None:
    """One pack with four jokers: a line of jokers is 4 * 3 * 2 of 56 * 55 * 54 deals."""
    zero = untouched(Rules(decks="1", jokers_per_deck=4), 2)
    keep = untouched(Rules(decks="1", jokers_per_deck=4, joker_line="keep-negative"), 2)

    assert zero.line_chance - keep.line_chance == Fraction(24, 56 * 55 * 54)
    assert keep.score_mean < zero.score_mean


def test_the_house_s_points_of_kings_and_jokers_count() -> None:
    """Kings are 4 and jokers 2 of the 54 cards of a pack."""
    plain = figures("1").card_mean
    dear = untouched(Rules(decks="1", king_value=10, joker_value=-5), 2).card_mean

    assert dear - plain == Fraction(4 * 10 - 2 * 3, 54)


def test_inclusion_and_exclusion_agree_with_every_deal_of_a_tiny_pack() -> None:
    """Nine cards of a pack of two ranks, counted one by one through the same formulas.

    With only two ranks in the pack every deal can be listed: 2**9 of them, each as likely as its
    ways. The formulas are asked through their private parts, which take any pack.
    """
    from cardsim.games.square_nine import exact

    counts, points, ranks = [7, 6], [3, 10], range(2)
    lines = exact.lines_of(Rules(match_lines="all"))
    any_line, mean = Fraction(0), Fraction(0)
    for deal in product(ranks, repeat=9):
        chance = exact._all_of(counts, {r: deal.count(r) for r in ranks})
        matched = [line for line in lines if len({deal[c] for c in line}) == 1]
        zeroed = {c for line in matched for c in line}
        any_line += chance * bool(matched)
        mean += chance * sum(points[r] for c, r in enumerate(deal) if c not in zeroed)
    saved = sum(exact._saved(cell, lines, counts, points, ranks) for cell in range(9))

    assert exact._any_line(lines, counts, ranks) == any_line
    assert 9 * Fraction(7 * 3 + 6 * 10, 13) - saved == mean


def test_the_question_answers_with_the_figures_of_the_rules_file() -> None:
    answer = cardsim.exact("square-nine", decks="3", match_lines="all")

    assert answer.figures["points_in_pack"] == 888
    assert f"{answer.figures['score_mean']:.6f}" == "48.766850"
    assert f"{answer.figures['any_line']:.6f}" == "0.032772"
    assert "With 2 players and 3 packs a square that nobody touches scores 48.766850" in (
        answer.sentence
    )


def test_the_ranks_of_an_answer_are_the_pack_and_their_lines_the_chance_of_a_line() -> None:
    answer = cardsim.exact("square-nine", players=4)

    ranks = answer.tables["ranks"]
    assert ranks["cards"].to_list() == [12] * 13 + [6]
    assert (ranks["cards"] * ranks["points"]).sum() == answer.figures["points_in_pack"] == 888
    assert ranks["line"].sum() == pytest.approx(answer.figures["line_chance"])
    assert answer.tables["cells"]["lines"].to_list() == [2, 1, 2, 1, 3, 1, 2, 1, 2]


def test_jokers_that_keep_their_points_make_no_line() -> None:
    answer = cardsim.exact("square-nine", joker_line="keep-negative")

    assert answer.tables["ranks"]["line"].to_list()[-1] == 0


def test_lines_are_not_asked_of_a_pack_that_there_is_not() -> None:
    with pytest.raises(UserError, match="7 players need at least 64"):
        cardsim.exact("square-nine", players=7, decks="1")
