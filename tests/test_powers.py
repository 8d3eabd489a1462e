"""Exponentials, logarithms and powers that every machine computes alike."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal, localcontext
from functools import cache
from typing import Any

import numpy as np
import pytest

from cardsim import powers
from cardsim.kernels import jit
from cardsim.kernels.powers import LEAST, MOST

MANY = 1_000_000
INF, NAN = math.inf, math.nan
Numbers = np.ndarray[Any, np.dtype[np.float64]]


@cache
def filled(name: str, arguments: int) -> Callable[..., Numbers]:
    """The kernel of this name for arrays."""
    of = getattr(powers, name)

    def fill_one(x: Any, found: Any) -> None:
        for k in range(len(x)):
            found[k] = of(x[k])

    def fill_two(x: Any, y: Any, found: Any) -> None:
        for k in range(len(x)):
            found[k] = of(x[k], y[k])

    fill = fill_one if arguments == 1 else fill_two
    signature = f"void({', '.join(['f8[::1]'] * (arguments + 1))})"
    call = jit.entry_of(fill, signature, name).call

    def answer(*given: Numbers) -> Numbers:
        found = np.empty_like(given[0])
        call(*given, found)
        return found

    return answer


def apart(found: Numbers, wanted: Numbers) -> Any:
    """How many float64 numbers lie between, of numbers that are not negative or 0."""
    return np.abs(found.view(np.int64) - wanted.view(np.int64))


def exact_exp(x: float) -> float:
    try:
        return math.exp(x)
    except OverflowError:
        return INF


def exact_power(x: float, y: float) -> float:
    try:
        return math.pow(x, y)
    except (OverflowError, ValueError):  # too large, or 0 to a negative power
        return INF


@pytest.mark.parametrize("spread", [1.0, pytest.param(250.0, marks=pytest.mark.full)])
def test_a_million_exponentials_are_those_of_the_library_to_the_last_bit_but_one(
    spread: float,
) -> None:
    x = np.random.default_rng(1).normal(0, spread, MANY)

    found = filled("exp", 1)(x)

    gaps = apart(found, np.array([exact_exp(v) for v in x.tolist()]))
    assert gaps.max() <= 1
    assert (gaps > 0).mean() < 0.005


@pytest.mark.full
def test_a_million_powers_and_logarithms_are_those_of_the_library_to_the_last_bit_but_one() -> None:
    draw = np.random.default_rng(2)
    x, y = draw.uniform(0, 3, MANY) * 10.0 ** draw.integers(-5, 3, MANY), draw.uniform(-5, 5, MANY)
    near = 1 + draw.normal(0, 1, MANY) * 10.0 ** draw.integers(-16, -2, MANY)

    of_powers = apart(filled("power", 2)(x, y), np.array(list(map(exact_power, x, y))))
    logs = filled("log", 1)(near)

    assert of_powers.max() <= 1
    assert (of_powers > 0).mean() < 0.005
    wanted = np.array([math.log(v) for v in near.tolist()])
    assert apart(np.abs(logs), np.abs(wanted)).max() <= 1
    assert (np.signbit(logs) == np.signbit(wanted)).all()


def test_an_exponential_is_next_to_the_exact_number() -> None:
    x = np.random.default_rng(3).uniform(-40, 40, 300)

    found = filled("exp", 1)(x)

    with localcontext(prec=50):
        for given, answer in zip(x.tolist(), found.tolist(), strict=True):
            exact = Decimal(given).exp()
            assert abs(Decimal(answer) - exact) < Decimal(math.ulp(answer)) * Decimal("0.51")


def test_exponentials_at_the_edges_are_those_of_the_library() -> None:
    edges = [0.0, -0.0, INF, -INF, NAN, 1.0, -1.0, 5e-324, -5e-324, 709.782712893384, 1e300]
    edges += [709.7827128933841, -708.5, -744.44, -745.1332191019411, -745.1332191019412]
    x = np.array([*edges, MOST, LEAST, -1e300])

    found = filled("exp", 1)(x)

    np.testing.assert_array_equal(found, [exact_exp(v) for v in x.tolist()])


def test_powers_at_the_edges_are_those_of_the_library() -> None:
    some = [0.0, 5e-324, 0.5, 1.0, 2.0, 1e300, INF, NAN]
    pairs = [(x, y) for x in some for y in (*some, -0.5, -2.0, -1e300, -INF)]
    x, y = np.array(pairs).T.copy()

    found = filled("power", 2)(x, y)

    np.testing.assert_array_equal(found, [exact_power(*pair) for pair in pairs])


def test_logarithms_and_powers_of_negative_numbers_are_no_numbers() -> None:
    logs = filled("log", 1)(np.array([-1.0, -INF, NAN, 0.0, 1.0, INF, 5e-324]))
    of_power = filled("power", 2)(np.array([-2.0, -2.0]), np.array([2.0, 0.5]))

    np.testing.assert_array_equal(logs, [NAN, NAN, NAN, -INF, 0.0, INF, math.log(5e-324)])
    assert np.isnan(of_power).all()


def test_whole_powers_are_what_compiled_code_has_for_them() -> None:
    def built_in(x: Any, y: Any, found: Any) -> None:
        for k in range(len(x)):
            found[k] = x[k] ** np.int64(y[k])

    call = jit.entry_of(built_in, "void(f8[::1], f8[::1], f8[::1])", "powers").call
    draw = np.random.default_rng(4)
    x, y = draw.uniform(0, 2, 1000), draw.integers(0, 60, 1000).astype(float)
    wanted = np.empty(1000)
    call(x, y, wanted)

    found = filled("whole_power", 2)(x, y)

    assert found.tolist() == wanted.tolist()
