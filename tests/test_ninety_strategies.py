"""The strategies of Ninety-Nine play as they say they do."""

from typing import Any

import numpy as np
import pytest

import cardsim
from cardsim.cards import card_name
from cardsim.games import load_game
from cardsim.workspace import load_strategy
from harnesses.ninety_nine import at_total, means
from worked_examples import cards

GAME = load_game("ninety-nine")
BASELINES = ("dump-high", "hoarder", "hover", "king-rush", "random-card")


def card_played(strategy: str, hand: str, total: int, **parameters: Any) -> str:
    """The card that a strategy plays from a hand at a total, with a `+` for the higher option."""
    table = at_total(GAME.rules(), cards(hand), total)
    view = table.states.view(GAME.view).view(np.recarray)[0]
    action = int(load_strategy(GAME, strategy).functions["play_card"](view, **parameters))
    card, option = means(view, action)
    return card_name(int(card))[0] + "+" * option


@pytest.mark.parametrize(
    ("hand", "total", "card"),
    [
        ("KC QC JC", 30, "Q"),
        ("KC 9C 4C", 30, "K"),
        ("KC TC 9C", 99, "9"),
        ("9C 4C KC", 99, "9"),
        ("2C 7C QC", 60, "Q"),
        ("AC 7C 9C", 88, "7"),
        ("AC KC 4C", 88, "A+"),
    ],
)
def test_worth_keeping_keeps_what_is_worth_most(hand: str, total: int, card: str) -> None:
    assert card_played("worth-keeping", hand, total) == card


def test_worth_keeping_does_not_slam_a_king_that_it_fears() -> None:
    assert card_played("worth-keeping", "KC 9C 4C", 30, fear=40) != "K"


def test_worth_keeping_spends_specials_that_count_for_nothing() -> None:
    assert card_played("worth-keeping", "2C 3C TC", 60) == "3"
    assert card_played("worth-keeping", "2C 3C TC", 60, special_worth=0) == "T"


@pytest.mark.parametrize(
    ("hand", "total", "card"),
    [
        ("2C 7C QC", 60, "Q"),
        ("AC KC 2C", 60, "2"),
        ("AC KC 4C", 60, "A"),
        ("9C TC KC", 60, "T"),
        ("9C KC 4C", 60, "K"),
        ("9C KC 8C", 95, "K"),
        ("KC TC 9C", 99, "9"),
        ("9C 4C KC", 99, "4"),
        ("TC KC 8C", 99, "K"),
    ],
)
def test_five_rules_plays_by_its_rules(hand: str, total: int, card: str) -> None:
    orders = {
        p.name: p.choices.index(p.default)
        for p in load_strategy(GAME, "five-rules").parameters
        if p.choices
    }

    assert card_played("five-rules", hand, total, chance=None, **orders) == card


def test_a_rule_left_out_leaves_the_choice_to_chance() -> None:
    ways = ["five-rules", "five-rules:keep_specials=no", "five-rules:order=any"]

    compared = cardsim.compare(GAME.name, ways, n=20_000, seed=3, vs="usual")

    assert all(compared.gap(0, k).low > 0 for k in (1, 2))
    assert compared.gap(1, 0).value == -compared.gap(0, 1).value


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("field", BASELINES)
@pytest.mark.kept(0, full=5)
def test_worth_keeping_does_better_than_every_baseline(field: str, players: int) -> None:
    n = 10_000 if players < 6 else 100_000

    compared = cardsim.compare(
        GAME.name, ["worth-keeping", *BASELINES], n=n, vs=field, players=players, seed=3
    )

    best = compared.ranking[0]
    assert best.player.strategy == "worth-keeping"
    assert best.last == 1
