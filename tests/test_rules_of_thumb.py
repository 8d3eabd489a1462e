"""What a player can keep in mind: strategies whose rules can be left out, and what that costs."""

import pytest

import cardsim


@pytest.mark.parametrize(
    "changed", ["order=rows", "order=edges", "lines=finish", "lines=ignore", "take=5", "swap=3"]
)
@pytest.mark.kept(4)
def test_a_rule_of_square_nine_gains_what_it_is_there_for(changed: str) -> None:
    compared = cardsim.compare(
        "square-nine", ["by-rules", f"by-rules:{changed}"], n=8_000, seed=9, vs="usual"
    )

    assert compared.gap(0, 1).low > 0


def test_the_rules_of_square_nine_beat_a_player_who_builds_lines() -> None:
    played = cardsim.run("square-nine", n=8_000, strategy="by-rules", vs="line-builder", seed=9)

    assert played.headline.low > 0.5


def test_who_builds_lines_in_square_nine_gains_by_spreading_the_cards_that_fit_nowhere() -> None:
    spread, by_rows = "line-builder:spread=1", "line-builder"

    compared = cardsim.compare("square-nine", spread, by_rows, n=6_000, seed=9, vs=by_rows)

    assert compared.gap(0, 1).low > 0.02


def test_who_keeps_cards_for_partners_still_out_does_most_of_what_a_computer_can() -> None:
    """Either sum alone gains little; both have four fifths of what thinking ahead gains."""
    ways = ["partners-out", *(f"partners-out:{one}=0" for one in ("own", "out")), "greedy"]

    compared = cardsim.compare("chinese-ten", [*ways, "forethought"], n=8_000, seed=9, vs="usual")

    assert all(compared.gap(0, k).low > 2 for k in (1, 2, 3))
    assert 0 < compared.gap(4, 0).high < 1.2


def test_who_throws_red_aces_gives_points_away() -> None:
    ways = [f"red-aces:way={way}" for way in ("take", "wait", "hold", "throw")]

    compared = cardsim.compare("chinese-ten", ways, n=8_000, seed=9, vs="usual")

    assert all(compared.gap(k, 3).low > 0 for k in range(3))
    assert all(compared.gap(a, b).differ > 0 for a, b in ((0, 1), (1, 2)))
