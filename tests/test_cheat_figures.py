"""The exact figures of Cheat are those of its rules file, section 12."""

from __future__ import annotations

from math import comb

import pytest

from cardsim.errors import UserError
from cardsim.games.cheat import exact
from cardsim.games.cheat.rules import Rules

LACKS = {
    26: "0.05522209 0.00207601 0.00004680",
    18: "0.17130298 0.02412662 0.00265702",
    17: "0.19340659 0.03127525 0.00404329",
    13: "0.30381753 0.08175499 0.01894955",
    11: "0.37406963 0.12696797 0.03827250",
    10: "0.41344538 0.15684279 0.05358149",
    9: "0.45585003 0.19269257 0.07432272",
    8: "0.50143504 0.23551315 0.10219374",
    7: "0.55035553 0.28643491 0.13935509",
    6: "0.60277034 0.34673699 0.18853925",
    5: "0.65884200 0.41786253 0.25318127",
}
"""By cards in hand: how often it lacks one given rank, two, three."""


@pytest.mark.parametrize("cards", LACKS)
def test_a_hand_lacks_ranks_as_often_as_the_figures_say(cards: int) -> None:
    found = [exact.lacks(cards, ranks=ranks) for ranks in (1, 2, 3)]

    assert [f"{float(share):.8f}" for share in found] == LACKS[cards].split()


def test_thirteen_cards_hold_what_the_figures_say() -> None:
    held = [float(share) for share in exact.of_rank(13)]

    assert [f"{share:.8f}" for share in held] == [
        *("0.30381753", "0.43884754", "0.21349340", "0.04120048", "0.00264106")
    ]
    assert f"{float(exact.complete(13)):.8f}" == "0.03420035"
    assert f"{13 * (1 - held[0]):.8f}" == "9.05037215"


def test_false_claims_are_refuted_as_often_as_the_figures_say() -> None:
    found = [float(exact.refutes(13, claimed)) for claimed in range(1, 5)]

    assert [f"{share:.8f}" for share in found] == [
        *("0.00264106", "0.04384154", "0.25733493", "0.69618247")
    ]


def test_shares_add_up_with_two_packs_too() -> None:
    assert sum(exact.of_rank(21, packs=2)) == 1
    assert exact.lacks(21, packs=2) == exact.of_rank(21, packs=2)[0]
    # With eight cards there are thirteen hands that are all of one rank.
    assert exact.complete(8, packs=2) * comb(104, 8) == 13


def test_the_answer_is_told_of_the_first_hand() -> None:
    solution = exact.solve(Rules(), 5, {})
    figures = {figure.name: figure.value for figure in solution.figures}
    told = exact.sentence(figures, {t.name: t for t in solution.tables}, 5, {})

    assert told.startswith("With 11 cards the first player lacks the rank of his first claim in 37")


def test_the_classroom_game_is_refused() -> None:
    with pytest.raises(UserError, match="has no ranks"):
        exact.cost(Rules(classroom_trichez=True), 4, {})
