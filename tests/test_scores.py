"""Actions that are scored: weights that win, a file that plays by them, what is described."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cardsim
from cardsim.games import game_names, load_game
from cardsim.runs import rollouts
from cardsim.runs.preparation import prepare
from cardsim.runs.seating import seated
from cardsim.search.learned import file_text
from cardsim.search.scoring import USUAL, Scored, Usual
from cardsim.statistics.scores import Choices, Weights, gained, joined, learned
from cardsim.workspace import complete, load_file

SEED = 7
FORKS = 20_000
COMPILED = [("ninety-nine", "play-card")]
"""Decisions whose forks other tests play too, in the default tier and in the full one."""
LATER = [("bridge", "lead"), ("chinese-ten", "play-card")]
SCORED = [(name, d) for name in game_names() for d in load_game(name).scores]


def played(
    game: str, hands: int, decision: str, **named: Any
) -> tuple[rollouts.DecisionTable, rollouts.Rollouts]:
    setup = prepare(game, seed=SEED, **{"vs": "usual", **named})
    by = () if decision in setup.game.by else (f"{decision}:{setup.game.features[0].name}",)
    asked = next(
        a for a in rollouts.asked_about(setup.game, by, scored=True) if a.decision.name == decision
    )
    return asked, rollouts.fork(setup, [asked], hands, threads=2)


def halves(found: rollouts.Rollouts) -> tuple[Choices, Choices]:
    one, other = (joined(half) for half in zip(*found.worth[0].described, strict=True))
    return one, other


# ---------------------------------------------------------------- the weights


def places(count: int, rng: np.random.Generator) -> Choices:
    """Two to four actions: the first number is worth 3, the second -2 or 2, the third nothing."""
    sizes = rng.integers(2, 5, count)
    numbers = rng.integers(-4, 5, (sizes.sum(), 3))
    table = rng.integers(0, 2, sizes.sum())
    worth = 3 * numbers[:, 0] + np.where(table == 0, -2, 2) * numbers[:, 1]
    brought = worth + np.rint(rng.normal(0, 8, len(worth))).astype(np.int64)
    often = rng.integers(1, 4, count)
    return Choices(numbers.astype(np.int16), table.astype(np.int8), brought, sizes, often)


def test_weights_find_what_is_worth_most() -> None:
    rng = np.random.default_rng(SEED)
    one, other, fresh = (places(10_000, rng) for _ in range(3))
    weights, gain, error = learned(one, other, 2)
    true = Weights(np.array([[3.0, -2, 0], [3, 2, 0]]), 0.0)

    best = gained(fresh, true)[0]
    # The spread of the difference is below 1 % of the best; 3 % are a few mistaken places.
    assert gained(fresh, weights)[0] > 0.97 * best
    assert gain == pytest.approx(best, rel=0.05)
    assert 0 < error < 0.03 * gain


def test_what_says_nothing_has_no_weight() -> None:
    rng = np.random.default_rng(SEED)
    weights = learned(places(10_000, rng), places(10_000, rng), 2)[0].of_numbers
    assert np.abs(weights[:, 2]).max() < 0.05 * np.abs(weights[:, 0]).min()


def test_where_nothing_is_better_nothing_is_promised() -> None:
    """On hands that chose nothing; 4 standard errors give a false alarm in 16,000 at most."""
    rng = np.random.default_rng(SEED)

    def noise() -> Choices:
        found = places(5000, rng)
        return replace(found, brought=rng.integers(-50, 51, len(found.brought)))

    weights, _, _ = learned(noise(), noise(), 2)
    gain, error = gained(noise(), weights)
    assert abs(gain) <= 4 * error


def test_the_gain_is_that_of_the_highest_scores() -> None:
    numbers = np.array([[0], [1], [2], [5], [5]], np.int16)
    two = Choices(
        numbers,
        np.zeros(5, np.int8),
        np.array([10, 30, 70, 1, 9]),
        np.array([3, 2]),
        np.array([2, 1]),
    )
    # In the first place the third is 60 better, twice; in the second both tie, and the first is it.
    assert gained(two, Weights(np.ones((1, 1)), 0.0)) == (120.0, 120.0)
    assert gained(two, Weights(np.ones((1, 1)), 2.5)) == (0.0, 0.0)
    assert gained(two, Weights(-np.ones((1, 1)), -1.5)) == (2 * 20.0 + 8.0, (40.0**2 + 64.0) ** 0.5)


# ---------------------------------------------------------------- forks that are described


@pytest.mark.parametrize(
    ("game", "decision"),
    [
        pytest.param(*one, marks=[] if one in COMPILED else [pytest.mark.deep])
        if one not in LATER
        else pytest.param(*one, marks=pytest.mark.full)
        for one in SCORED
    ],
)
def test_every_legal_action_is_described_and_forked(game: str, decision: str) -> None:
    """As many as in forks of what is legal alone, each described in words and in few tables."""
    by = load_game(game).scores[decision]
    asked, found = played(game, 600, decision)
    chosen = joined([choices for chunk in found.worth[0].described for choices in chunk])

    assert chosen.numbers.shape[1] == len(by.words)
    assert set(chosen.table) <= set(range(by.tables))
    assert len(set(chosen.table)) == by.tables
    assert chosen.numbers.any(axis=0).all()
    if not asked.decision.actions:  # What has no words is not added up by action.
        assert (chosen.sizes > 1).all()
        return
    setup = prepare(game, seed=SEED, vs="usual")
    alone = rollouts.fork(setup, [replace(asked, experts=(), scores=None)], 600, threads=2)
    assert chosen.sizes.sum() == alone.worth[0].possible.sum()
    # What the hero himself did goes first, and brings nothing more.
    more = chosen.brought - np.repeat(
        chosen.brought[np.cumsum(chosen.sizes) - chosen.sizes], chosen.sizes
    )
    often = np.repeat(chosen.often, chosen.sizes)
    assert (more * often).sum() == alone.worth[0].more.sum()


@pytest.mark.parametrize(("game", "decision"), SCORED)
def test_a_strategy_cannot_have_written_what_it_has_no_room_for(game: str, decision: str) -> None:
    by = load_game(game).scores[decision]
    kernel: Any = by.describe
    describe = kernel.py_func
    wide = load_game(game).decision(decision.replace("-", "_")).wide
    none, beyond, below = ((n, 0) if wide else n for n in (0, 1 << 40, -1))
    with pytest.raises(IndexError):
        describe(None, none, np.zeros(len(by.words) - 1, np.int64))
    if (game, decision) != ("spades", "bid"):  # every number is a bid, high or not
        with pytest.raises(IndexError):
            describe(None, beyond, np.zeros(len(by.words), np.int64))
        with pytest.raises(IndexError):
            describe(None, below, np.zeros(len(by.words), np.int64))


def test_experts_choose_the_same_whether_actions_are_scored_or_not() -> None:
    asked, found = played("ninety-nine", 3000, "play-card")
    setup = prepare("ninety-nine", seed=SEED, vs="usual")
    alone = rollouts.fork(setup, [replace(asked, scores=None)], 3000, threads=1)
    for name in ("met", "own", "possible", "more"):
        assert np.array_equal(getattr(found.worth[0], name), getattr(alone.worth[0], name))


# ---------------------------------------------------------------- the file


@cache
def scored() -> tuple[Scored, Weights]:
    """Scores for Chinese Ten beside `greedy`, and their weights."""
    asked, found = played("chinese-ten", FORKS, "play-card", strategy="greedy")
    assert asked.scores is not None
    weights, gain, error = learned(*halves(found), asked.scores.tables)
    assert gain > 5 * error
    borrowed = {f"{USUAL}play_card": 'borrowed("chinese-ten", "greedy", "play_card")'}
    usual = Usual("", (), borrowed, set(), ["at play card: take the most points now"])
    return Scored(asked, asked.scores, weights, usual), weights


def strategy_file(folder: Path) -> Path:
    game = load_game("chinese-ten")
    text = file_text(game, {"play-card": scored()[0]}, seated(game, "greedy"), "Made by a test.")
    path = folder / "by-scores.py"
    path.write_text(text, "utf-8")
    return path


@pytest.mark.full
def test_the_file_takes_the_highest_score(tmp_path: Path) -> None:
    """Its weights are rounded, so that two that all but tie may change places: 1 in 100."""
    rule, weights = scored()
    game = load_game("chinese-ten")
    mine = complete(game, load_file(strategy_file(tmp_path)))
    setup = prepare("chinese-ten", seed=SEED, strategy="greedy", vs="usual")
    asked = replace(rule.asked, experts=(mine,))
    found = rollouts.fork(setup, [asked], 4000, threads=2).worth[0]
    of_file = found.more.sum()
    each = (joined(half) for half in zip(*found.described, strict=True))
    of_weights = sum(gained(half, weights)[0] for half in each)
    assert of_file == pytest.approx(of_weights, rel=0.02)


def test_the_file_wins_more_than_what_was_usual(tmp_path: Path) -> None:
    path = strategy_file(tmp_path)
    mine = cardsim.run("chinese-ten", 20_000, strategy=load_file(path), seed=SEED, vs="usual")
    # `forethought` wins 4.7 points; the standard error of 20,000 hands is 0.13.
    assert mine.headline.value > 3.5
    assert "PLAY_CARD_WEIGHTS" in path.read_text("utf-8")
    assert max(map(len, path.read_text("utf-8").splitlines())) <= 100


def test_people_are_told_what_is_usual_and_no_weights() -> None:
    assert scored()[0].words == ["at play card: take the most points now"]


@pytest.mark.full
def test_learning_scores_what_trees_cannot_improve(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("chinese-ten")
    monkeypatch.setitem(game.experts, "play-card", ("greedy",))
    start = game.default_strategy
    asked: dict[str, Any] = {"start": start, "seed": SEED, "rounds": 2, "vs": "usual"}
    found = cardsim.learn("chinese-ten", FORKS, **asked)
    assert isinstance(found.rules["play-card"], Scored)
    assert found.better
    assert found.gain[0] > 2
    again = cardsim.learn("chinese-ten", FORKS, threads=1, **asked)
    assert again.text == found.text
