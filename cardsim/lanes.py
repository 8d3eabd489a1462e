"""Small vectors: what is asked of all cards of a hand, answered by a few instructions.

Four sums in the bytes of a 32-bit word, and the largest of each: a card's points stand in its
suit's byte, so that adding words adds suit sums, and the four hands that are left of four cards are
valued together. Sixteen numbers of 16 bits: what a count would be after each of sixteen actions,
which of these are allowed, and which is the largest.

Written in LLVM's generic vector operations.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

_WORD = ir.IntType(32)
_WORDS = ir.VectorType(_WORD, 4)
_SHORTS = ir.VectorType(ir.IntType(16), 4)
_BYTES = ir.VectorType(ir.IntType(8), 16)
_FLOATS = ir.VectorType(ir.FloatType(), 4)
_SHORT = ir.IntType(16)
_SIXTEEN = ir.VectorType(_SHORT, 16)
_FLAGS = ir.VectorType(ir.IntType(1), 16)

TO_TOP = -16384
"""A number for `bounded_sums` that leads to the top from everywhere."""
ABSENT = 16384
"""A number for `bounded_sums` that leads above every top."""


@intrinsic
def weigh(_typing: Any, words: Any, light: Any, fourth: Any, fourth_light: Any, total: Any) -> Any:
    """The largest byte that each of four words leaves of their total, and which leaves the most.

    Args:
        words: uint32 array of four; the last is not read.
        light: int16 array of four, 0 .. 1023; the larger wins a tie; the last is not read.
        fourth: uint32, the fourth word.
        fourth_light: int32; a negative one keeps the fourth from being chosen.
        total: uint32, the sum of the four words.

    Returns:
        Tuple of four float32 and the best slot, int64.
    """
    result = types.Tuple([types.float32] * 4 + [types.int64])
    signature = result(words, light, types.uint32, types.int32, types.uint32)

    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        four = _load(context, builder, words, values[0], _WORDS)
        four = builder.insert_element(four, values[2], ir.Constant(_WORD, 3))
        largest = _largest_bytes(builder, values[4], four)
        wish = builder.sext(_load(context, builder, light, values[1], _SHORTS), _WORDS)
        wish = builder.insert_element(wish, values[3], ir.Constant(_WORD, 3))
        key = builder.shl(largest, ir.Constant(_WORDS, [22] * 4))
        key = builder.or_(key, builder.shl(wish, ir.Constant(_WORDS, [2] * 4)))
        key = builder.or_(key, ir.Constant(_WORDS, [0, 1, 2, 3]))
        for order in ((2, 3, 0, 1), (1, 0, 3, 2)):
            other = builder.shuffle_vector(key, key, ir.Constant(_WORDS, list(order)))
            key = builder.select(builder.icmp_signed(">", key, other), key, other)
        slot = builder.and_(
            builder.extract_element(key, ir.Constant(_WORD, 0)), ir.Constant(_WORD, 3)
        )
        floats = builder.sitofp(largest, _FLOATS)
        items = [builder.extract_element(floats, ir.Constant(_WORD, k)) for k in range(4)]
        return context.make_tuple(builder, result, [*items, builder.zext(slot, ir.IntType(64))])

    return signature, generate


@intrinsic
def best_exchange(_typing: Any, words: Any, total: Any) -> Any:
    """The largest byte left when the best of the first three words is taken from `total`.

    Args:
        words: uint32 array of four; the last is not read.
        total: uint32, a sum of which each of the three is part.

    Returns:
        float32.
    """
    signature = types.float32(words, types.uint32)

    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        three = _load(context, builder, words, values[0], _WORDS)
        # The fourth lane leaves nothing, whatever stands there.
        three = builder.insert_element(three, values[1], ir.Constant(_WORD, 3))
        best = _largest_bytes(builder, values[1], three)
        for order in ((2, 3, 0, 1), (1, 0, 3, 2)):
            other = builder.shuffle_vector(best, best, ir.Constant(_WORDS, list(order)))
            best = builder.select(builder.icmp_signed(">", best, other), best, other)
        return builder.sitofp(builder.extract_element(best, ir.Constant(_WORD, 0)), ir.FloatType())

    return signature, generate


@intrinsic
def trailing_zeros(_typing: Any, word: Any) -> Any:
    """How many bits of a uint64 below its lowest 1 are 0; 64 for 0."""
    signature = types.uint64(types.uint64)

    def generate(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.cttz(values[0], ir.Constant(ir.IntType(1), 0))

    del word
    return signature, generate


@intrinsic
def ones(_typing: Any, word: Any) -> Any:
    """How many bits of a uint64 are 1."""
    signature = types.uint64(types.uint64)

    def generate(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.ctpop(values[0])

    del word
    return signature, generate


@intrinsic
def bounded_sums(_typing: Any, numbers: Any, start: Any, low: Any, top: Any, sums: Any) -> Any:
    """Write `start` plus each of sixteen numbers, at least `low`; tell which are at most `top`.

    Args:
        numbers: int16 array of sixteen; `TO_TOP` gives `top`, and `ABSENT` is never allowed.
        start: int, a count of at most a few thousand either way.
        low: int, the smallest sum.
        top: int, the largest that is allowed.
        sums: int16 array of sixteen, for the result.

    Returns:
        int64: bit k is set where sum k is at most `top`.
    """
    signature = types.int64(numbers, start, low, top, sums)

    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        def spread(value: Any) -> Any:
            short = value if value.type == _SHORT else builder.trunc(value, _SHORT)
            first = builder.insert_element(
                ir.Constant(_SIXTEEN, ir.Undefined), short, ir.Constant(_WORD, 0)
            )
            zeros = ir.Constant(ir.VectorType(_WORD, 16), [0] * 16)
            return builder.shuffle_vector(first, first, zeros)

        added = _load(context, builder, numbers, values[0], _SIXTEEN)
        highest, lowest = spread(values[3]), spread(values[2])
        leads_to_top = builder.icmp_signed("<=", added, ir.Constant(_SIXTEEN, [TO_TOP] * 16))
        total = builder.add(added, spread(values[1]))
        total = builder.select(builder.icmp_signed(">", total, lowest), total, lowest)
        total = builder.select(leads_to_top, highest, total)
        place = context.make_array(sums)(context, builder, values[4]).data
        builder.store(total, builder.bitcast(place, _SIXTEEN.as_pointer()), align=2)
        allowed = builder.icmp_signed("<=", total, highest)
        return builder.zext(builder.bitcast(allowed, _SHORT), ir.IntType(64))

    return signature, generate


@intrinsic
def largest_of(_typing: Any, numbers: Any, mask: Any) -> Any:
    """The place of the largest of those of sixteen numbers whose bit is set; ties: the first.

    Args:
        numbers: int16 array of sixteen; those of interest between -2048 and 2047.
        mask: int, one bit for each.

    Returns:
        int64, -1 where no bit is set.
    """
    signature = types.int64(numbers, mask)

    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        allowed = builder.bitcast(builder.trunc(values[1], _SHORT), _FLAGS)
        key = _load(context, builder, numbers, values[0], _SIXTEEN)
        key = builder.shl(key, ir.Constant(_SIXTEEN, [4] * 16))
        key = builder.or_(key, ir.Constant(_SIXTEEN, list(range(15, -1, -1))))
        key = builder.select(allowed, key, ir.Constant(_SIXTEEN, [-32768] * 16))
        reduce = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(_SHORT, [_SIXTEEN]), "llvm.vector.reduce.smax.v16i16"
        )
        best = builder.call(reduce, [key])
        place = builder.xor(builder.and_(best, ir.Constant(_SHORT, 15)), ir.Constant(_SHORT, 15))
        none = builder.icmp_signed("==", best, ir.Constant(_SHORT, -32768))
        place = builder.select(none, ir.Constant(_SHORT, -1), place)
        return builder.sext(place, ir.IntType(64))

    return signature, generate


@intrinsic
def zero_bytes(_typing: Any, word: Any) -> Any:
    """Which of the eight bytes of a uint64 are 0: bit k for byte k; int64."""
    signature = types.int64(types.uint64)

    def generate(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        kind = ir.VectorType(ir.IntType(8), 8)
        zero = builder.icmp_unsigned(
            "==", builder.bitcast(values[0], kind), ir.Constant(kind, [0] * 8)
        )
        return builder.zext(builder.bitcast(zero, ir.IntType(8)), ir.IntType(64))

    return signature, generate


def _load(context: Any, builder: Any, kind: Any, value: Any, vector: Any) -> Any:
    data = context.make_array(kind)(context, builder, value).data
    return builder.load(builder.bitcast(data, vector.as_pointer()), align=2)


def _vector(builder: Any, items: Any) -> Any:
    vector = ir.Constant(_WORDS, ir.Undefined)
    for k, item in enumerate(items):
        vector = builder.insert_element(vector, item, ir.Constant(_WORD, k))
    return vector


def _largest_bytes(builder: Any, total: Any, words: Any) -> Any:
    left = builder.sub(_vector(builder, [total] * 4), words)
    for shift in (16, 8):
        moved = builder.lshr(left, ir.Constant(_WORDS, [shift] * 4))
        x, y = builder.bitcast(left, _BYTES), builder.bitcast(moved, _BYTES)
        larger = builder.select(builder.icmp_unsigned(">", x, y), x, y)
        left = builder.bitcast(larger, _WORDS)
    return builder.and_(left, ir.Constant(_WORDS, [255] * 4))
