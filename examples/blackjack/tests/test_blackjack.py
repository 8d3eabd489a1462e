"""Blackjack: the kernels against a class written from the rules, and both against literature."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from cells import Rules, best, differences, edge, plan_of

import cardsim
from cardsim.games import load_game
from cardsim.workspace import load_strategy

CHOICES: dict[str, tuple[Any, ...]] = {
    "decks": ("1", "2", "4", "6", "8", "infinite"),
    "soft_17": ("stands", "hits"),
    "double": ("any", "9-11", "10-11"),
    "split_hands": (1, 2, 3, 4),
    "double_after_split": (True, False),
    "resplit_aces": (True, False),
    "blackjack_pays": ("3:2", "6:5"),
    "peek": (True, False),
}


def table(seed: int) -> dict[str, Any]:
    """Return random house rules."""
    drawn = random.Random(seed)
    rules = {name: drawn.choice(values) for name, values in CHOICES.items()}
    if rules["split_hands"] == 1:
        del rules["double_after_split"]
    if rules["split_hands"] <= 2:
        del rules["resplit_aces"]
    return rules


@pytest.mark.parametrize("seed", range(12))
def test_the_kernels_play_the_hands_of_the_class(seed: int) -> None:
    """Compare what is won and staked in 1500 hands of any legal play, by random house rules."""
    asked = {"strategy": "random-legal", "n": 1500, "seed": seed, **table(seed)}

    fast, plain = (cardsim.hands(game, **asked) for game in ("blackjack", "blackjack-plain"))

    assert fast["your_net"].round(1).to_list() == plain["your_points"].round(1).to_list()
    assert fast["bets"].to_list() == plain["bets"].to_list()


def test_a_sample_of_hands_has_all_that_can_happen() -> None:
    """Show that the test above can fail: four hands, doubles, blackjacks, all results occur."""
    hands = cardsim.hands("blackjack", strategy="random-legal", n=20000, seed=1, decks="1")

    assert {1, 2, 3, 4, 5, 6} <= set(hands["bets"].to_list())
    assert {-4, -3, -2, -1, 0, 1, 1.5, 2, 3, 4} <= set(hands["your_net"].to_list())


# ---------------------------------------------------------------- exactly


def test_the_best_play_with_an_infinite_deck_is_worth_what_the_wizard_of_odds_says() -> None:
    """Compare with "Expected return with an infinite deck": the house wins 0.511734 %."""
    assert edge(Rules(decks="infinite")) == pytest.approx(-0.00511734, abs=5e-9)


def test_without_splitting_again_it_is_worth_what_griffin_says() -> None:
    """Compare with "The Theory of Blackjack": you lose 0.690223 % by not quite the best play."""
    rules = Rules(decks="infinite", split_hands=2, double_after_split=False)

    assert edge(rules) == pytest.approx(-0.00690223, abs=2e-7)


@pytest.mark.parametrize("strategy", ["basic", "mimic"])
@pytest.mark.parametrize("seed", range(3))
def test_runs_agree_with_the_exact_value_of_a_strategy(strategy: str, seed: int) -> None:
    """Compare by six intervals of five standard errors: a false alarm in 300,000."""
    options = {**table(seed + 100), "decks": "infinite"}
    rules = Rules(**options)
    exact = edge(rules, plan_of(load_strategy(load_game("blackjack"), strategy), rules))

    found = cardsim.run("blackjack", strategy=strategy, n=1_000_000, seed=seed, **options)

    net = found.estimates["net"]
    error = (net.high - net.low) / (2 * 1.96)
    assert error < 0.0014
    assert abs(net.value - exact) < 5 * error


@pytest.mark.parametrize(
    "rules",
    [
        {"soft_17": soft, "double_after_split": again, "peek": peek}
        for soft, again, peek in itertools.product(("stands", "hits"), (True, False), (True, False))
    ],
    ids=str,
)
def test_basic_strategy_is_the_best_play_with_an_infinite_deck(rules: dict[str, Any]) -> None:
    """Allow for two or three cells that change from eight decks on: they cost next to nothing."""
    rules = Rules(decks="infinite", **rules)
    basic = plan_of(load_strategy(load_game("blackjack"), "basic"), rules)

    found = differences(basic, rules)

    assert len(found) <= 3
    assert sum(d.cost for d in found) < 2e-5


# ---------------------------------------------------------------- literature

PUBLISHED = {
    "one deck": ({"decks": "1", "double_after_split": False}, 0.000423),
    "two decks, hits soft 17": ({"decks": "2", "soft_17": "hits"}, -0.003797),
    "six decks, hits soft 17, no hole card": (
        {"decks": "6", "soft_17": "hits", "peek": False},
        -0.0072705,
    ),
}
"""Rules, and what the best play by all cards seen wins: "The Wizard of Odds", appendix 9."""
BY_TOTALS = {"1": 0.0005, "2": 0.0002, "6": 0.0001}
"""The most that is lost by looking at totals instead of all cards: 0.03 to 0.04 % with one deck
(Griffin, "The Theory of Blackjack"), and less with more."""


@pytest.mark.parametrize("name", PUBLISHED)
def test_basic_strategy_wins_what_is_published(name: str) -> None:
    """Compare within four standard errors, 0.0018 bets: a false alarm in 5000."""
    options, published = PUBLISHED[name]

    net = cardsim.run("blackjack", n=6_000_000, seed=5, **options).estimates["net"]

    error = (net.high - net.low) / (2 * 1.96)
    assert error < 0.0005
    assert published - BY_TOTALS[options["decks"]] - 4 * error < net.value
    assert net.value < published + 4 * error


# ---------------------------------------------------------------- learning


def test_basic_strategy_is_learned_from_two_million_hands() -> None:
    """Ask for 95 % of the gain over standing at 17, and no cell that costs 0.1 % of a bet."""
    rules, game = Rules(decks="infinite"), load_game("blackjack")
    worst = edge(rules, plan_of(load_strategy(game, "mimic"), rules))

    learned = cardsim.learn("blackjack", 5e5, start="mimic", rounds=4, seed=1, decks="infinite")

    plan = plan_of(learned.strategy, rules)
    assert (edge(rules, plan) - worst) / (edge(rules) - worst) > 0.95
    assert all(found.cost < 0.001 for found in differences(plan, rules))


# ---------------------------------------------------------------- commands


Says = Callable[[str], str]


@pytest.fixture
def says(capsys: pytest.CaptureFixture[str]) -> Says:
    """Return a function that runs a command, which must succeed, and returns its output."""
    from cardsim.cli import main

    def said(words: str) -> str:
        status = main(words.split())
        out, err = capsys.readouterr()
        assert status == 0, (words, err)
        return out

    return said


def test_the_game_is_listed_with_the_package_it_is_from(says: Says) -> None:
    listed = {game["name"]: game for game in json.loads(says("games --json"))["games"]}

    assert listed["blackjack"]["from"].startswith("package blackjack")


def test_a_hand_is_told(says: Says) -> None:
    text = says("replay blackjack --seed 1 --hand 3 --quiet")

    assert "Cards, you and the dealer in turn: " in text
    assert " bet" in text


@pytest.mark.parametrize(
    "words",
    [
        "run blackjack -n 2000",
        "sweep blackjack --soft-17 stands,hits --blackjack-pays 3:2,6:5 -n 2000",
        "sweep blackjack --strategy mimic --stand-at 14..18 -n 2000",
        "compare blackjack basic mimic random-legal -n 2000",
        "review blackjack --strategy mimic -n 20000",
        "exact blackjack edge --decks infinite",
        "hands blackjack -n 3",
        "decisions blackjack -n 3",
        "games show blackjack",
        "games rules blackjack",
        "games check blackjack --against blackjack-plain",
    ],
)
def test_every_command_plays_it(says: Says, words: str) -> None:
    seeded = words if words.startswith(("games", "exact")) else f"{words} --seed 1 --quiet"

    assert says(seeded)


def test_only_an_infinite_deck_is_solved(capsys: pytest.CaptureFixture[str]) -> None:
    from cardsim.cli import main

    assert main(["exact", "blackjack", "edge", "--decks", "6"]) == 2
    assert "the edge is calculated for --decks infinite, not for 6" in capsys.readouterr().err


def test_every_rule_changes_the_best_play_or_its_worth() -> None:
    usual = Rules(decks="infinite")
    for name, values in CHOICES.items():
        if name != "decks":
            worths = {round(edge(replace(usual, **{name: value})), 9) for value in values}
            assert len(worths) == len(values), name
    assert best(usual).split(8, 10)
