"""`cardsim exact ninety-nine`: the figures of its rules file, by the rules that are asked for."""

from fractions import Fraction
from typing import Any

import pytest

import cardsim
from cardsim.errors import UserError
from cardsim.games.ninety_nine import exact

ONE_CARD: dict[str, Any] = {"hand_size": 1, "infinite_deck": True, "card_table": "minus-ten"}


DEAD = {
    90: (44, "14/5525", 0.003075, 0.021116, 0.153846),
    91: (44, "14/5525", 0.003075, 0.021116, 0.153846),
    92: (40, "11/1105", 0.011115, 0.049774, 0.230769),
    93: (36, "28/1105", 0.027237, 0.090498, 0.307692),
    94: (32, "57/1105", 0.054255, 0.143288, 0.384615),
    95: (28, "506/5525", 0.094979, 0.208145, 0.461538),
    96: (28, "506/5525", 0.094979, 0.208145, 0.461538),
    97: (24, "63/425", 0.152221, 0.285068, 0.538462),
    98: (20, "248/1105", 0.228792, 0.374057, 0.615385),
    99: (16, "21/65", 0.327505, 0.475113, 0.692308),
}
"""By total: playable cards of 52; the chances that three cards, of one pack and of two, that two
cards and that one card are dead."""


@pytest.mark.parametrize("table", ["minus-ten", "plus-minus-ten"])
def test_dead_hands_are_those_of_the_rules_file(table: str) -> None:
    answer = cardsim.exact("ninety-nine", "dead-hands", card_table=table)
    two_packs = cardsim.exact("ninety-nine", "dead-hands", card_table=table, decks="2")

    dead = answer.tables["dead"]
    cards, three, of_two_packs, two, one = (
        list(column) for column in zip(*DEAD.values(), strict=True)
    )
    assert dead["total"].to_list() == list(DEAD)
    assert dead["playable_of_52"].to_list() == cards
    assert dead["dead_3"].to_list() == pytest.approx([float(Fraction(each)) for each in three])
    more = {"dead_2": two, "dead_1": one}
    assert {name: dead[name].to_list() for name in more} == {
        name: pytest.approx(column, abs=6e-7) for name, column in more.items()
    }
    assert two_packs.tables["dead"]["dead_3"].to_list() == pytest.approx(of_two_packs, abs=6e-7)
    assert exact.playable(89, table) == exact.playable(-5, table) == 52
    assert answer.tables["specials"]["share"].to_list() == pytest.approx(
        [21 / 65, 504 / 1105, 216 / 1105, 28 / 1105]
    )
    assert answer.figures["king_dealt"] == pytest.approx(1201 / 5525)
    assert answer.figures["dead_after_king"] == pytest.approx(539835 / 1580516)
    assert "32.31 %" in answer.sentence
    assert "34.16 %" in answer.sentence


def test_five_players_have_two_packs() -> None:
    four = cardsim.exact("ninety-nine", "dead-hands", players=4)
    five = cardsim.exact("ninety-nine", "dead-hands", players=5)
    one_pack = cardsim.exact("ninety-nine", "dead-hands", players=5, decks="1")

    assert five.figures["dead_3"] == pytest.approx(0.327505, abs=5e-7)
    assert one_pack.figures == four.figures


def test_an_infinite_deck_is_what_many_packs_come_to() -> None:
    endless = cardsim.exact("ninety-nine", "dead-hands", infinite_deck=True)

    assert endless.figures["dead_3"] == pytest.approx(float(exact.dead_hand(99, decks=10**6)))
    assert endless.figures["king_dealt"] == pytest.approx(float(exact.king_dealt(decks=10**6)))
    assert endless.figures["dead_after_king"] == pytest.approx(
        float(exact.dead_after_king(decks=10**6)), abs=1e-5
    )
    assert endless.tables["specials"]["share"].to_list() == pytest.approx(
        [float(share) for share in exact.special_cards_dealt(decks=10**6)], abs=1e-5
    )


def test_a_table_with_other_cards_has_other_dead_hands() -> None:
    answer = cardsim.exact("ninety-nine", "dead-hands", card_table="adds-four", hand_size=4)

    # A queen adds 13, and a four 4.
    assert answer.tables["dead"]["total"][0] == 87
    assert answer.tables["dead"]["playable_of_52"][-1] == 12
    assert answer.tables["dead"].columns[2:] == ["dead_4", "dead_3", "dead_2"]
    assert "the 4 cards dealt" in answer.sentence


def test_a_hand_of_one_card_is_told_as_one() -> None:
    answer = cardsim.exact("ninety-nine", "dead-hands", hand_size=1)

    assert answer.tables["dead"].columns[2:] == ["dead_1"]
    assert "the card dealt" in answer.sentence


@pytest.mark.parametrize(
    ("option", "negative_total", "cards"),
    [
        ("low", "allow", 12.029237),
        ("low", "floor-zero", 11.974145),
        ("highest-legal", "allow", 11.329628),
        ("high", "allow", 11.215770),
    ],
)
def test_hands_of_one_card_last_as_long_as_the_rules_file_says(
    option: str, negative_total: str, cards: float
) -> None:
    answer = cardsim.exact(
        "ninety-nine", "one-card", option=option, negative_total=negative_total, **ONE_CARD
    )

    assert answer.figures["cards"] == pytest.approx(cards, abs=5e-7)
    assert f"{cards:.6f}" in answer.sentence


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({}, "hands of one card"),
        ({"hand_size": 1}, "hands of one card"),
        ({"infinite_deck": True}, "hands of one card"),
        ({**ONE_CARD, "continue_after_loss": True}, "--continue-after-loss"),
        ({**ONE_CARD, "forget_draw_prob": 0.1}, "--forget-draw-prob"),
    ],
)
def test_the_equations_refuse_rules_that_they_do_not_solve(
    rules: dict[str, Any], message: str
) -> None:
    with pytest.raises(UserError, match=message):
        cardsim.exact("ninety-nine", "one-card", **rules)


def test_it_must_be_said_what_to_solve() -> None:
    with pytest.raises(UserError, match="dead-hands, one-card"):
        cardsim.exact("ninety-nine")
