"""The layout of Chinese Ten, exactly: the figures of section 12 of the rules file, to every digit.

Each function also against the cards themselves, dealt at random or one by one.
"""

from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import pytest

import cardsim
from cardsim.games.chinese_ten import exact
from cardsim.games.chinese_ten.exact import Layout
from cardsim.games.chinese_ten.rules import Rules
from checks import assert_share
from oracles import chinese_ten as book

USUAL = Rules()


def test_there_are_270725_layouts() -> None:
    assert exact.played(USUAL) == comb(52, 4) == 270_725


def test_a_triple_and_four_alike_are_as_rare_as_the_rules_file_says() -> None:
    assert exact.alike(USUAL, 3) == Fraction(960, 270_725) == Fraction(192, 54_145)
    assert exact.alike(USUAL, 4) == Fraction(5, 270_725)
    assert f"{float(exact.alike(USUAL, 3)):.6f}" == "0.003546"
    assert f"{float(exact.alike(USUAL, 4)):.7f}" == "0.0000185"


def test_pairs_of_partners_lie_in_the_layout_as_often_as_the_rules_file_says() -> None:
    shares = [f"{float(share):.6f}" for share in exact.pairs(USUAL)]

    assert shares == ["0.629687", "0.355667", "0.014646"]
    assert sum(exact.pairs(USUAL)) == 1


def test_a_random_next_card_captures_as_often_as_the_rules_file_says() -> None:
    assert exact.next_captures(USUAL) == Fraction(14_148, 54_145)
    assert f"{float(exact.next_captures(USUAL)):.6f}" == "0.261298"
    assert f"{float(exact.next_captures(USUAL, candidates=2)):.6f}" == "0.021719"


@pytest.mark.parametrize(("players", "figure"), [(2, ".978036"), (3, ".918900"), (4, ".845465")])
def test_the_first_player_can_capture_as_often_as_the_rules_file_says(
    players: int, figure: str
) -> None:
    assert f"{float(exact.first_can_capture(USUAL, players)):.6f}" == "0" + figure


@pytest.mark.parametrize(("players", "total"), [(2, 210), (3, 240), (4, 280)])
def test_the_pack_has_the_points_of_the_rules_file(players: int, total: int) -> None:
    """70 on red 2 to 8, 100 on red 9 to king, 40 on red aces, 30 and 40 on the black ones."""
    assert exact.points_of_pack(USUAL, players) == total
    assert exact.points_of_pack(Rules(red_nine=9), players) == total - 2


def by_cards(cards: tuple[int, ...]) -> tuple[int, int, int, int]:
    """Of a layout: alike, pairs, and the other cards with one partner and two on the table."""
    _, number = book.special_layout(cards)
    left, found = list(cards), 0
    while left:
        card = left.pop()
        partners = book.partners(left, card)
        if partners:
            found += 1
            left.remove(partners[0])
    table = [] if number == 4 else cards
    partners_of = [len(book.partners(table, c)) for c in range(52) if c not in cards]
    return number, found, sum(n >= 1 for n in partners_of), sum(n >= 2 for n in partners_of)


def test_a_layout_counted_by_ranks_is_the_layout_counted_by_cards() -> None:
    """Every 61st of all sets of four cards, by the oracle's own functions."""
    every = list(combinations(range(52), 4))[::61]

    for cards in every:
        ranks = [card % 13 for card in cards]
        layout = Layout(tuple(ranks.count(rank) for rank in range(13)))
        ours = (layout.alike, layout.pairs, layout.capturing(), layout.capturing(2))
        assert ours == by_cards(cards), cards


def test_layouts_that_go_back_are_left_out() -> None:
    rules = Rules(triple_layout="redeal", four_alike_layout="redeal")

    assert exact.alike(rules, 3) == exact.alike(rules, 4) == 0
    assert exact.played(rules) == 270_725 - 960 - 5
    # A triple can be taken by one card only.
    assert exact.next_captures(rules) > exact.next_captures(USUAL)


def test_the_command_gives_the_figures() -> None:
    answer = cardsim.exact("chinese-ten", players=3)

    assert answer.figures["par"] == 80
    assert answer.figures["first_can_capture"] == float(exact.first_can_capture(USUAL, 3))
    assert answer.figures["redealt"] == 0
    assert answer.tables["pairs"]["share"].sum() == pytest.approx(1)
    assert "91.89 %" in answer.sentence


@pytest.mark.parametrize("rule", ["triple_layout", "four_alike_layout"])
def test_the_house_rules_of_the_layout_change_the_figures(rule: str) -> None:
    options: dict[str, Any] = {rule: "redeal"}
    usual = cardsim.exact("chinese-ten").figures
    changed = cardsim.exact("chinese-ten", **options).figures

    assert usual != changed
    assert changed["redealt"] > 0


@pytest.mark.full
def test_layouts_are_dealt_as_often_as_enumerated() -> None:
    rows = cardsim.run("chinese-ten", 4_000_000, seed=9, threads=2, vs="usual").tables["left"]
    hands = int(rows["count"].sum())
    triples = int(rows.filter(rows["layout"] == "triple")["count"].sum())

    assert_share((triples, hands), float(exact.alike(USUAL, 3)), resolves=3e-4)
