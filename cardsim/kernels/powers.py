"""Exponentials, logarithms and powers whose every bit is the same on all machines.

A mathematical library differs from machine to machine in the last digit, and a browser's differs
from both. These kernels only add, multiply, divide and look up tables, so that WebAssembly computes
what this machine does. Their results are the float64 next to the exact one in all but a few cases
in a thousand, as are those of the GNU library, and never further off than the next but one.

Source: the method of tables with tails, P. T. P. Tang, "Table-driven implementation of the
exponential function in IEEE floating-point arithmetic", ACM TOMS 15 (1989); exact sums and
products of two numbers by D. E. Knuth and T. J. Dekker.
"""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numpy import int64, uint64

from cardsim.kernels.jit import inlined, kernel

STEPS = 128
"""Rows of a table."""
MOST, LEAST = 709.79, -745.14
"""Exponents beyond which `exp` is infinite, and 0."""
INFINITE, NONE = math.inf, math.nan
_DIGITS = 60
_MANTISSA = uint64(0xFFF << 52)
_SUBNORMAL = uint64(1 << 52)
_FIRST = uint64(0x3FE6_9555_0000_0000)
"""The bits of 0.7057, from where on `_log` has one row for each 128th of an octave."""
_HALF_WORD = ~uint64((1 << 27) - 1)
_SPLIT = float((1 << 27) + 1)


def _parted(exact: Decimal, bits: int) -> tuple[float, float]:
    """Return a number as a multiple of 2**-bits and the rest."""
    whole = Decimal(2) ** bits
    high = (exact * whole).to_integral_value() / whole
    return float(high), float(exact - high)


def _tables() -> tuple[tuple[float, ...], np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Return the parts of ln 2, the powers of two of `exp`, and the rows of `log`."""
    with localcontext(prec=_DIGITS):
        ln_two = Decimal(2).ln()
        powers = [(ln_two * k / STEPS).exp() for k in range(STEPS)]
        # The second of each is what the first, as a float64, leaves of the exact number.
        of_exp = [(float(p), float(p - Decimal(float(p)))) for p in powers]
        of_log = []
        for row in range(STEPS):
            ends = np.array([int(_FIRST) + (row << 45), int(_FIRST) + (row + 1 << 45)], uint64)
            low, high = ends.view(np.float64)
            # A few bits only, so that the product with the half of a number is exact.
            inverse = 1.0 if low < 1.0 < high else round(1024 / (low + high)) / 512
            of_log.append((inverse, *_parted(-Decimal(inverse).ln(), 42)))
        parts = (*_parted(ln_two / STEPS, 39), *_parted(ln_two, 42))
    return parts, np.array(of_exp), np.array(of_log)


(_STEP, _STEP_REST, _TWO, _TWO_REST), _POWERS, _LOGS = _tables()
_INVERSE = STEPS / math.log(2)


@intrinsic
def _bits(_typing_context: Any, number: Any) -> Any:
    """Return the bits of a float64 as a uint64."""

    def generate(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.bitcast(values[0], ir.IntType(64))

    return types.uint64(types.float64), generate


@intrinsic
def _of_bits(_typing_context: Any, word: Any) -> Any:
    """Return the float64 that has the bits of a uint64."""

    def generate(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.bitcast(values[0], ir.DoubleType())

    return types.float64(types.uint64), generate


@inlined
def _scale(exponent):
    """Return two to an exponent from -1022 to 1023."""
    return _of_bits(uint64(exponent + int64(1023)) << uint64(52))


@inlined
def _rest_of_sum(a, b, total):
    """Return what rounding took from `total`, which is `a + b`."""
    other = total - a
    return (a - (total - other)) + (b - other)


@inlined
def _rest_of_product(a, b, product):
    """Return what rounding took from `product`, which is `a * b`."""
    far_a, far_b = _SPLIT * a, _SPLIT * b
    high_a, high_b = far_a - (far_a - a), far_b - (far_b - b)
    low_a, low_b = a - high_a, b - high_b
    return ((high_a * high_b - product) + high_a * low_b + low_a * high_b) + low_a * low_b


@inlined
def _exp(x, rest):
    """Return e to the power of `x + rest`, where the rest is less than the last bit of `x`."""
    if math.isnan(x):
        return x
    if x > MOST:
        return INFINITE
    if x < LEAST:
        return 0.0
    steps = math.floor(x * _INVERSE + 0.5)
    whole = int64(steps)
    # The first difference is exact.
    r = (x - steps * _STEP) - (steps * _STEP_REST - rest)
    more = r + r * r * (0.5 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120))))
    row = whole & int64(STEPS - 1)
    power = _POWERS[row, 0]
    found = power + (_POWERS[row, 1] + power * more)
    octaves = (whole - row) // int64(STEPS)
    # In two steps, since the largest and the smallest powers of two are no scales.
    half = octaves >> int64(1)
    return found * _scale(half) * _scale(octaves - half)


@inlined
def _log(x):
    """Return the natural logarithm of a positive finite number, and what rounding took from it."""
    octaves = int64(0)
    word = _bits(x)
    if word < _SUBNORMAL:
        word = _bits(x * 18014398509481984.0)
        octaves = int64(-54)
    above = word - _FIRST
    row = int64((above >> uint64(45)) & uint64(STEPS - 1))
    octaves += int64(above) >> int64(52)
    word -= above & _MANTISSA
    inverse = _LOGS[row, 0]
    high = _of_bits(word & _HALF_WORD)
    # Both products are exact, and so is the first difference.
    nearly, more = high * inverse - 1.0, (_of_bits(word) - high) * inverse
    r = nearly + more
    r_rest = _rest_of_sum(nearly, more, r)
    square = r * r
    square_rest = _rest_of_product(r, r, square)
    known = octaves * _TWO + _LOGS[row, 1]
    first = known + r
    second = first - 0.5 * square
    rest = _rest_of_sum(known, r, first) + _rest_of_sum(first, -0.5 * square, second)
    rest += octaves * _TWO_REST + _LOGS[row, 2] - 0.5 * square_rest + r_rest * (1.0 - r)
    tail = 1 / 7 + r * (-1 / 8 + r * (1 / 9 + r * (-1 / 10)))
    rest += square * r * (1 / 3 + r * (-1 / 4 + r * (1 / 5 + r * (-1 / 6 + r * tail))))
    found = second + rest
    return found, (second - found) + rest


@kernel
def exp(x):
    """Return e to the power of a number, float64: as `math.exp`, and infinite where it overflows.

    It takes 2 ns in a loop, where the GNU library's takes 5.
    """
    return _exp(float(x), 0.0)


@kernel
def log(x):
    """Return the natural logarithm of a number, float64: -inf for 0, NaN for negative ones."""
    number = float(x)
    if not number > 0.0:
        return -INFINITE if number == 0.0 else NONE
    if number == INFINITE:
        return number
    return _log(number)[0]


@kernel
def power(base, exponent):
    """Return a number of 0 or more to any power, float64, as `math.pow`; NaN for negative ones.

    It takes 26 ns in a loop, where the GNU library's takes 11.
    """
    x, y = float(base), float(exponent)
    if y == 0.0 or x == 1.0:
        return 1.0
    if math.isnan(y) or not x >= 0.0:
        return NONE
    if x in (0.0, INFINITE):
        return INFINITE if (x > 0.0) == (y > 0.0) else 0.0
    logarithm, rest = _log(x)
    product = y * logarithm
    if not LEAST < product < MOST:
        return INFINITE if product > 0.0 else 0.0
    return _exp(product, _rest_of_product(y, logarithm, product) + y * rest)


@kernel
def whole_power(base, number):
    """Return a number to the power of a whole one of 0 or more, by squaring, float64.

    Compiled code has `base ** number` so, too, up to 65536; beyond it calls the library's `pow`.
    """
    found, factor, left = 1.0, float(base), int64(number)
    while left > 0:
        if left & int64(1):
            found *= factor
        left >>= int64(1)
        factor *= factor
    return found
