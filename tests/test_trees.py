"""Trees of questions: what they choose and gain, against trying everything."""

from __future__ import annotations

import numpy as np
import pytest

from cardsim.statistics.best_trees import leaves_within
from cardsim.statistics.trees import Branch, Leaf, choices, from_on, gained, grow, leaves


def table(*, seed: int = 1, shape: tuple[int, ...] = (6, 4, 3)) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=shape)


def test_a_tree_grows_until_no_question_gains_and_each_gains_more_than_the_one_before() -> None:
    gains = table()
    trees = grow(gains, 100)
    values = [gained(tree, gains) for tree in trees]
    assert values == sorted(values)
    assert values[0] == pytest.approx(gains.sum(axis=(0, 1)).max())
    assert all(sum(1 for _ in leaves(tree)) <= k + 1 for k, tree in enumerate(trees))


def test_the_leaves_are_every_cell_once_and_choose_what_choices_tells() -> None:
    gains = table()
    tree = grow(gains, 7)[-1]
    times = np.zeros(gains.shape[:-1], np.int64)
    for leaf in leaves(tree):
        times[leaf.part] += 1
    assert (times == 1).all()
    chosen = choices(tree, gains.shape[:-1])
    picked = np.take_along_axis(gains, chosen[..., None], axis=-1).sum()
    assert gained(tree, gains) == pytest.approx(picked)


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("below", [1, 2, 3])
def test_a_planted_question_is_found(axis: int, below: int) -> None:
    gains = np.zeros((6, 4, 2))
    side = np.arange(gains.shape[axis]) < below
    gains[..., 1] = np.where(np.expand_dims(side, 1 - axis), -1.0, 1.0)
    tree = grow(gains, 10)[-1]
    assert isinstance(tree, Branch)
    assert (tree.axis, tree.below) == (axis, below)
    assert isinstance(tree.yes, Leaf)
    assert isinstance(tree.no, Leaf)
    assert (tree.yes.choice, tree.no.choice) == (0, 1)


def test_where_one_choice_is_best_everywhere_nothing_is_asked() -> None:
    gains = np.zeros((5, 5, 3))
    gains[..., 2] = 1.0
    assert grow(gains, 10) == [Leaf(2, (0, 0), (5, 5))]


def test_two_questions_are_found_of_which_neither_gains_anything_alone() -> None:
    """The second choice gains 5 where both features are low or both high, and loses 5 elsewhere."""
    gains = np.zeros((6, 4, 2))
    first, second = np.arange(6)[:, None] < 3, np.arange(4)[None, :] < 2
    gains[..., 1] = np.where(first == second, 5.0, -5.0)

    grown = grow(gains, 10)

    assert gained(grown[0], gains) == 0
    assert gained(grown[-1], gains) == 5 * 12
    assert sum(1 for _ in leaves(grown[-1])) == 4


def test_from_on_is_what_every_threshold_gains() -> None:
    gains = table(shape=(5, 3, 2))
    found = from_on(gains)
    assert found.shape == (3, 6)
    for other in range(3):
        for many in range(6):
            chosen = [gains[k, other, int(k >= 5 - many)] for k in range(5)]
            assert found[other, many] == pytest.approx(sum(chosen))


def test_the_best_two_questions_are_found_where_the_best_first_one_is_no_part_of_them() -> None:
    """One question gains 10 at the most, and 40 with the best after it; two others gain 45."""
    gains = np.zeros((3, 3, 2))
    gains[..., 1] = [[10, -15, -30], [30, 20, -30], [-30, -25, -30]]

    grown = grow(gains, 3)

    assert [gained(tree, gains) for tree in grown] == [0, 10, 45]


def best_by_brute_force(gains: np.ndarray, most: int) -> float:
    """What the best tree with so many leaves gains, by trying them all."""
    best = float(gains.reshape(-1, gains.shape[-1]).sum(axis=0).max())
    for axis in range(gains.ndim - 1):
        for below in range(1, gains.shape[axis]):
            yes, no = np.split(gains, [below], axis=axis)
            for some in range(1, most):
                rest = best_by_brute_force(no, most - some)
                best = max(best, best_by_brute_force(yes, some) + rest)
    return best


@pytest.mark.parametrize("shape", [(4, 3, 2), (2, 2, 2, 3), (5, 2), (2,)])
@pytest.mark.parametrize("most", [1, 2, 3, 4])
def test_no_tree_of_a_small_table_gains_more_than_those_that_are_grown(
    shape: tuple[int, ...], most: int
) -> None:
    gains = table(shape=shape, seed=most)

    grown = grow(gains, most)

    assert gained(grown[-1], gains) == pytest.approx(best_by_brute_force(gains, most))
    assert all(sum(1 for _ in leaves(tree)) <= k + 1 for k, tree in enumerate(grown))


def test_a_large_table_is_cut_back_from_a_tree_that_grew_further() -> None:
    """Four blocks that go against their neighbours, beside a question that gains by itself."""
    gains = np.zeros((80, 80, 2))
    first, second = np.arange(80)[:, None] < 40, np.arange(80)[None, :] < 40
    gains[..., 1] = np.where(first == second, 1.0, -1.0)
    gains[79, :, 1] = 3.0
    assert leaves_within(gains.shape[:-1], 4) < 4

    grown = grow(gains, 8)

    most = float(gains.max(axis=-1).sum())
    assert gained(grown[-1], gains) == most
    assert sum(1 for _ in leaves(grown[-1])) == 5
