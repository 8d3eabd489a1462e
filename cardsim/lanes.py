"""Small vectors of bytes: four sums in one 32-bit word, and the largest of each.

A card's points stand in its suit's byte, so that adding words adds suit sums, and the four hands that are left of
four cards are valued together by a few vector instructions. Written in LLVM's generic vector operations.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

_WORD = ir.IntType(32)
_WORDS = ir.VectorType(_WORD, 4)
_BYTES = ir.VectorType(ir.IntType(8), 16)
_FLOATS = ir.VectorType(ir.FloatType(), 4)


@intrinsic  # type: ignore[untyped-decorator]
def best_without(_typing: Any, _total: Any, _words: Any) -> Any:
    """The largest byte of `total` less each of four words.

    Args:
        total: uint32.
        words: tuple of four uint32, each part of the total.

    Returns:
        Tuple of four float32.
    """
    result = types.UniTuple(types.float32, 4)
    signature = result(types.uint32, types.UniTuple(types.uint32, 4))

    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        total, words = values
        largest = _largest_bytes(builder, total, _items(builder, words))
        floats = builder.uitofp(largest, _FLOATS)
        items = [builder.extract_element(floats, ir.Constant(_WORD, k)) for k in range(4)]
        return context.make_tuple(builder, result, items)

    return signature, generate


@intrinsic  # type: ignore[untyped-decorator]
def best_slot(_typing: Any, _total: Any, _words: Any, _preferences: Any) -> Any:
    """The slot 0..3 whose word, taken from `total`, leaves the largest byte.

    Args:
        total: uint32.
        words: tuple of four uint32, each part of the total.
        preferences: tuple of four int32 below 2**20, 0 or more; the larger wins a tie. A negative one is never chosen
            while another slot is not negative.

    Returns:
        int32.
    """
    four = types.UniTuple(types.uint32, 4)
    signature = types.int32(types.uint32, four, types.UniTuple(types.int32, 4))

    def generate(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        total, words, preferences = values
        largest = _largest_bytes(builder, total, _items(builder, words))
        wish = _vector(builder, _items(builder, preferences))
        key = builder.or_(builder.shl(largest, ir.Constant(_WORDS, [22] * 4)), builder.shl(wish, ir.Constant(_WORDS, [2] * 4)))
        key = builder.or_(key, ir.Constant(_WORDS, [0, 1, 2, 3]))
        for order in ((2, 3, 0, 1), (1, 0, 3, 2)):
            mask = ir.Constant(ir.VectorType(_WORD, 4), list(order))
            other = builder.shuffle_vector(key, key, mask)
            key = builder.select(builder.icmp_signed(">", key, other), key, other)
        best = builder.extract_element(key, ir.Constant(_WORD, 0))
        return builder.and_(best, ir.Constant(_WORD, 3))

    return signature, generate


def _items(builder: Any, packed: Any) -> list[Any]:
    return [builder.extract_value(packed, k) for k in range(4)]


def _vector(builder: Any, items: Any) -> Any:
    vector = ir.Constant(_WORDS, ir.Undefined)
    for k, item in enumerate(items):
        vector = builder.insert_element(vector, item, ir.Constant(_WORD, k))
    return vector


def _largest_bytes(builder: Any, total: Any, words: Any) -> Any:
    left = builder.sub(_vector(builder, [total] * 4), _vector(builder, words))
    for shift in (16, 8):
        moved = builder.lshr(left, ir.Constant(_WORDS, [shift] * 4))
        x, y = builder.bitcast(left, _BYTES), builder.bitcast(moved, _BYTES)
        larger = builder.select(builder.icmp_unsigned(">", x, y), x, y)
        left = builder.bitcast(larger, _WORDS)
    return builder.and_(left, ir.Constant(_WORDS, [255] * 4))
