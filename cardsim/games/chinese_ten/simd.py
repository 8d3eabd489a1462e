"""Vector operations on rows of bytes, one byte for each card of a hand or of all hands.

The hands of a deal follow one another in rows of up to 32 bytes: their cards, the ranks of these,
their points. A change of all cards of one rank, or the search for the best card of a hand, is a few
vector instructions, written in LLVM's generic vector operations.

Every row needs room for 16 bytes from the start of its last hand; bytes beyond its cards have no
meaning.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

WIDTH = 32
"""Bytes of a row that are processed together."""
HAND = 16
"""Bytes of one hand."""

_BYTE, _SHORT, _WORD = (ir.IntType(bits) for bits in (8, 16, 32))


def _kind(lanes: int, item: Any = _BYTE) -> Any:
    return ir.VectorType(item, lanes)


@intrinsic
def place_of(_typing: Any, row: Any, byte: Any) -> Any:
    """Compute the first place of a byte in a row, int64; 32 where it is not there.

    Args:
        row: uint8 array.
        byte: int.
    """
    signature = types.int64(row, types.int64)

    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        matches = builder.icmp_unsigned(
            "==",
            _load(context, builder, row, values[0], WIDTH),
            _spread(builder, values[1], WIDTH),
        )
        flags = builder.zext(builder.bitcast(matches, _WORD), ir.IntType(64))
        flags = builder.or_(flags, ir.Constant(ir.IntType(64), 1 << WIDTH))
        return builder.cttz(flags, ir.Constant(ir.IntType(1), 1))

    return signature, generate


@intrinsic
def remove(_typing: Any, row: Any, place: Any, end: Any, filler: Any) -> Any:
    """Take the byte at `place` out of row[:end]: those behind it move up, and `filler` comes last.

    Args:
        row: uint8 or int8 array; changed.
        place: int, from 0.
        end: int, more than place, at most 32.
        filler: int.
    """
    signature = types.void(row, types.int64, types.int64, types.int64)

    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        old = _load(context, builder, row, values[0], WIDTH)
        order = list(range(1, WIDTH + 1))
        moved = builder.shuffle_vector(old, old, ir.Constant(_kind(WIDTH, _WORD), order))
        lanes = ir.Constant(_kind(WIDTH), list(range(WIDTH)))
        last = _spread(builder, values[2], WIDTH)
        last = builder.sub(last, ir.Constant(_kind(WIDTH), [1] * WIDTH))
        inside = builder.and_(
            builder.icmp_signed(">=", lanes, _spread(builder, values[1], WIDTH)),
            builder.icmp_signed("<", lanes, last),
        )
        new = builder.select(inside, moved, old)
        new = builder.select(
            builder.icmp_signed("==", lanes, last), _spread(builder, values[3], WIDTH), new
        )
        _store(context, builder, row, values[0], new)
        return context.get_dummy_value()

    return signature, generate


NEVER = -128
"""A number for `add_where` whose sums are all below -1, and so become -1."""


@intrinsic
def add_where(_typing: Any, keys: Any, key: Any, base: Any, number: Any, sums: Any) -> Any:
    """Write `base` plus `number` into `sums` where `keys` has `key`, but no less than -1.

    Args:
        keys: uint8 array.
        key: int.
        base: uint8 array of numbers below 127.
        number: int; sums stay below 128.
        sums: int8 array; changed.
    """
    signature = types.void(keys, types.int64, base, types.int64, sums)

    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        wanted = builder.icmp_unsigned(
            "==",
            _load(context, builder, keys, values[0], WIDTH),
            _spread(builder, values[1], WIDTH),
        )
        added = builder.add(
            _load(context, builder, base, values[2], WIDTH), _spread(builder, values[3], WIDTH)
        )
        # The maximum of two instead of a test of the number, which would be an unpredictable
        # branch.
        least = ir.Constant(_kind(WIDTH), [-1] * WIDTH)
        added = builder.select(builder.icmp_signed(">", added, least), added, least)
        old = _load(context, builder, sums, values[4], WIDTH)
        _store(context, builder, sums, values[4], builder.select(wanted, added, old))
        return context.get_dummy_value()

    return signature, generate


@intrinsic
def copy_hand(_typing: Any, row: Any, start: Any, size: Any, filler: Any, hand: Any) -> Any:
    """Copy row[start : start + size] to `hand`, and `filler` behind it.

    Args:
        row: uint8 or int8 array.
        start: int.
        size: int, at most 16.
        filler: int.
        hand: array of 16 bytes; changed.
    """
    signature = types.void(row, types.int64, types.int64, types.int64, hand)

    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        copied = _hand(context, builder, row, values[0], *values[1:4])
        _store(context, builder, hand, values[4], copied)
        return context.get_dummy_value()

    return signature, generate


@intrinsic
def largest(_typing: Any, row: Any, start: Any, size: Any) -> Any:
    """Compute the place of the largest of row[start : start + size], from `start`; ties: the first.

    Args:
        row: int8 array.
        start: int.
        size: int, 1 to 16.

    Returns:
        int64, 0 .. size - 1.
    """
    signature = types.int64(row, types.int64, types.int64)

    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        low = ir.Constant(ir.IntType(64), -128)
        hand = _hand(context, builder, row, values[0], values[1], values[2], low)
        return _first_extreme(builder, hand, largest=True)

    return signature, generate


@intrinsic
def smallest(_typing: Any, row: Any, start: Any, size: Any) -> Any:
    """Compute the place of the least of row[start : start + size], from `start`; ties: the first.

    Args:
        row: int8 or uint8 array of numbers below 128.
        start: int.
        size: int, 1 to 16.

    Returns:
        int64, 0 .. size - 1.
    """
    signature = types.int64(row, types.int64, types.int64)

    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        high = ir.Constant(ir.IntType(64), 127)
        hand = _hand(context, builder, row, values[0], values[1], values[2], high)
        return _first_extreme(builder, hand, largest=False)

    return signature, generate


def _first_extreme(builder: Any, hand: Any, *, largest: bool) -> Any:
    """Return the place of the first largest or smallest of 16 signed bytes."""
    kind = _kind(HAND, _SHORT)
    places = list(range(HAND - 1, -1, -1)) if largest else list(range(HAND))
    key = builder.shl(builder.sext(hand, kind), ir.Constant(kind, [4] * HAND))
    key = builder.or_(key, ir.Constant(kind, places))
    name = f"llvm.vector.reduce.{'smax' if largest else 'smin'}.v16i16"
    reduce = cgutils.get_or_insert_function(builder.module, ir.FunctionType(_SHORT, [kind]), name)
    place = builder.and_(builder.call(reduce, [key]), ir.Constant(_SHORT, 15))
    if largest:
        place = builder.xor(place, ir.Constant(_SHORT, 15))
    return builder.zext(place, ir.IntType(64))


def _hand(
    context: Any, builder: Any, kind: Any, value: Any, start: Any, size: Any, filler: Any
) -> Any:
    """Return sixteen bytes of a row from `start` on, with `filler` beyond `size`."""
    data = context.make_array(kind)(context, builder, value).data
    place = builder.gep(builder.bitcast(data, _BYTE.as_pointer()), [start])
    held = builder.load(builder.bitcast(place, _kind(HAND).as_pointer()), align=1)
    lanes = ir.Constant(_kind(HAND), list(range(HAND)))
    inside = builder.icmp_signed("<", lanes, _spread(builder, size, HAND))
    return builder.select(inside, held, _spread(builder, filler, HAND))


def _load(context: Any, builder: Any, kind: Any, value: Any, lanes: int) -> Any:
    data = context.make_array(kind)(context, builder, value).data
    return builder.load(builder.bitcast(data, _kind(lanes).as_pointer()), align=1)


def _store(context: Any, builder: Any, kind: Any, value: Any, vector: Any) -> None:
    data = context.make_array(kind)(context, builder, value).data
    builder.store(vector, builder.bitcast(data, vector.type.as_pointer()), align=1)


def _spread(builder: Any, value: Any, lanes: int) -> Any:
    """Return a vector with the low byte of `value` in every lane."""
    first = builder.insert_element(
        ir.Constant(_kind(lanes), ir.Undefined),
        builder.trunc(value, _BYTE),
        ir.Constant(_WORD, 0),
    )
    zeros = ir.Constant(_kind(lanes, _WORD), [0] * lanes)
    return builder.shuffle_vector(first, first, zeros)
