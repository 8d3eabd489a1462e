"""Small vectors: what is asked of all cards of a hand, answered by a few instructions.

Four sums in the bytes of a 32-bit word, and the largest of each: a card's points stand in its
suit's byte, so that adding words adds suit sums, and the four hands that are left of four cards are
valued together. Sixteen numbers of 16 bits: what a count would be after each of sixteen actions,
which of these are allowed, and which is the largest.

Written in LLVM's generic vector operations.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

_BYTE = ir.IntType(8)
_WORD = ir.IntType(32)
_WORDS = ir.VectorType(_WORD, 4)
_SHORTS = ir.VectorType(ir.IntType(16), 4)
_BYTES = ir.VectorType(ir.IntType(8), 16)
_FLOATS = ir.VectorType(ir.FloatType(), 4)
_SHORT = ir.IntType(16)
_SIXTEEN = ir.VectorType(_SHORT, 16)

TO_TOP, ABSENT = -16383, 16385
"""Numbers for `sixteen_sums`: an action that leads to the top from everywhere, and one that is
never allowed; neither competes."""


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
def sixteen_sums(_typing: Any, numbers: Any, start: Any, low: Any, top: Any, sums: Any) -> Any:
    """What a count would be after each of sixteen actions, which are allowed, and which adds most.

    Writes `start` plus what each action adds, but at least `low`; an action is allowed where that
    is at most `top`.

    Args:
        numbers: int16 array of sixteen: `term` of what an action adds, `TO_TOP` for one that leads
            to `top` from everywhere, `ABSENT` for one that is never allowed.
        start: int, a count from `low` to `top`.
        low: int, at least -2000.
        top: int, at most 2000.
        sums: int16 array of sixteen, for the result.

    Returns:
        Tuple of int64: bit k is set where action k is allowed; and of those allowed that compete,
        the one that leads to the largest sum, ties to the first, or -1 where there is none.
    """
    result = types.UniTuple(types.int64, 2)
    signature = result(numbers, start, low, top, sums)

    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        added = _load(context, builder, numbers, values[0], _SIXTEEN)
        highest = _spread(builder, values[3])
        total = builder.ashr(added, _same(1))
        total = builder.add(total, _spread(builder, values[1]))
        lowest = _spread(builder, values[2])
        total = builder.select(builder.icmp_signed(">", total, lowest), total, lowest)
        to_top = builder.icmp_signed("<=", added, _same(TO_TOP))
        total = builder.select(to_top, highest, total)
        place = context.make_array(sums)(context, builder, values[4]).data
        builder.store(total, builder.bitcast(place, _SIXTEEN.as_pointer()), align=2)
        allowed = builder.icmp_signed("<=", total, highest)
        mask = builder.zext(builder.bitcast(allowed, _SHORT), ir.IntType(64))
        competes = builder.icmp_signed(">=", builder.shl(added, _same(15)), _same(0))
        key = builder.shl(total, _same(4))
        key = builder.or_(key, ir.Constant(_SIXTEEN, list(range(15, -1, -1))))
        key = builder.select(builder.and_(allowed, competes), key, _same(-32768))
        best = builder.call(_largest_short(builder), [key])
        largest = builder.xor(builder.and_(best, ir.Constant(_SHORT, 15)), ir.Constant(_SHORT, 15))
        none = builder.icmp_signed("==", best, ir.Constant(_SHORT, -32768))
        largest = builder.select(none, ir.Constant(_SHORT, -1), largest)
        items = [mask, builder.sext(largest, ir.IntType(64))]
        return context.make_tuple(builder, result, items)

    return signature, generate


def term(added: int, *, competes: bool) -> int:
    """A number for `sixteen_sums`: what an action adds, and whether it may be the largest."""
    return 2 * added + (not competes)


def _same(value: int) -> Any:
    return ir.Constant(_SIXTEEN, [value] * 16)


def _spread(builder: Any, value: Any) -> Any:
    """Sixteen times the same number."""
    short = value if value.type == _SHORT else builder.trunc(value, _SHORT)
    first = builder.insert_element(
        ir.Constant(_SIXTEEN, ir.Undefined), short, ir.Constant(_WORD, 0)
    )
    return builder.shuffle_vector(first, first, ir.Constant(ir.VectorType(_WORD, 16), [0] * 16))


def _largest_short(builder: Any) -> Any:
    """LLVM's reduction of sixteen numbers to the largest."""
    kind = ir.FunctionType(_SHORT, [_SIXTEEN])
    return cgutils.get_or_insert_function(builder.module, kind, "llvm.vector.reduce.smax.v16i16")


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


Triples = Sequence[tuple[int, int, int]]


def equal_triples(triples: Triples) -> tuple[Any, Any]:
    """Two intrinsics that tell which of eight triples of places of a row hold one byte thrice.

    Args:
        triples: eight of them; places 0 to 15.

    Returns:
        `match_with(row, place, byte, limit)` for the row as if the byte were at that place of it,
        and `put_and_match` with the same arguments, which writes it there. Both return int64: bit k
        is set where the bytes at the k-th triple are equal and below the limit. The row is a uint8
        array with room for sixteen.
    """

    def put(builder: Any, row: Any, place: Any, byte: Any) -> Any:
        here = builder.icmp_unsigned(
            "==",
            ir.Constant(_BYTES, list(range(16))),
            _spread_byte(builder, builder.trunc(place, _BYTE)),
        )
        return builder.select(here, _spread_byte(builder, byte), row)

    @intrinsic
    def match_with(_typing: Any, row: Any, place: Any, byte: Any, limit: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            after = put(builder, _load(context, builder, row, values[0], _BYTES), *values[1:3])
            return _matches(builder, triples, after, values[3])

        return types.int64(row, types.int64, types.uint8, types.uint8), generate

    @intrinsic
    def put_and_match(_typing: Any, row: Any, place: Any, byte: Any, limit: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            after = put(builder, _load(context, builder, row, values[0], _BYTES), *values[1:3])
            # The row is written whole: a byte stored and the row read at once would stall.
            data = context.make_array(row)(context, builder, values[0]).data
            builder.store(after, builder.bitcast(data, _BYTES.as_pointer()), align=1)
            return _matches(builder, triples, after, values[3])

        return types.int64(row, types.int64, types.uint8, types.uint8), generate

    return match_with, put_and_match


def _spread_byte(builder: Any, byte: Any) -> Any:
    """Sixteen copies of a byte."""
    one = builder.insert_element(ir.Constant(_BYTES, ir.Undefined), byte, ir.Constant(_WORD, 0))
    return builder.shuffle_vector(
        one, one, ir.Constant(ir.VectorType(_WORD, 16), [0] * 16)
    )


def _matches(builder: Any, triples: Triples, row: Any, limit: Any) -> Any:
    first, second, third = (
        builder.shuffle_vector(row, row, ir.Constant(ir.VectorType(_WORD, 16), 2 * list(places)))
        for places in zip(*triples, strict=True)
    )
    equal = builder.and_(
        builder.icmp_unsigned("==", first, second), builder.icmp_unsigned("==", first, third)
    )
    equal = builder.and_(equal, builder.icmp_unsigned("<", first, _spread_byte(builder, limit)))
    bits = builder.bitcast(equal, ir.IntType(16))
    return builder.and_(
        builder.zext(bits, ir.IntType(64)), ir.Constant(ir.IntType(64), 255)
    )
