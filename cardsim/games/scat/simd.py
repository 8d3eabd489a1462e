"""Vector code for Scat: a hand is words in which a card's points stand in its suit's byte.

The sum of words holds the suit sums, so the four hands left by four discards are valued together.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from cardsim.kernels.vectors import BYTES, SHORT, WORD, WORDS, load

SHORTS = ir.VectorType(SHORT, 4)
FLOATS = ir.VectorType(ir.FloatType(), 4)


@intrinsic
def weigh(_typing: Any, words: Any, light: Any, fourth: Any, fourth_light: Any, total: Any) -> Any:
    """Compute the largest byte that a total keeps without each of four words, and the best slot.

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
        four = load(context, builder, words, values[0], WORDS)
        four = builder.insert_element(four, values[2], ir.Constant(WORD, 3))
        largest = _largest_bytes(builder, values[4], four)
        wish = builder.sext(load(context, builder, light, values[1], SHORTS), WORDS)
        wish = builder.insert_element(wish, values[3], ir.Constant(WORD, 3))
        key = builder.shl(largest, ir.Constant(WORDS, [22] * 4))
        key = builder.or_(key, builder.shl(wish, ir.Constant(WORDS, [2] * 4)))
        key = builder.or_(key, ir.Constant(WORDS, [0, 1, 2, 3]))
        for order in ((2, 3, 0, 1), (1, 0, 3, 2)):
            other = builder.shuffle_vector(key, key, ir.Constant(WORDS, list(order)))
            key = builder.select(builder.icmp_signed(">", key, other), key, other)
        slot = builder.and_(
            builder.extract_element(key, ir.Constant(WORD, 0)), ir.Constant(WORD, 3)
        )
        floats = builder.sitofp(largest, FLOATS)
        items = [builder.extract_element(floats, ir.Constant(WORD, k)) for k in range(4)]
        return context.make_tuple(builder, result, [*items, builder.zext(slot, ir.IntType(64))])

    return signature, generate


@intrinsic
def best_exchange(_typing: Any, words: Any, total: Any) -> Any:
    """Compute the largest byte left after the best of the first three words is taken from `total`.

    Args:
        words: uint32 array of four; the last is not read.
        total: uint32, a sum of which each of the three is part.

    Returns:
        float32.
    """
    signature = types.float32(words, types.uint32)

    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        three = load(context, builder, words, values[0], WORDS)
        # The fourth lane is `total`, so nothing remains of it whatever the array holds there.
        three = builder.insert_element(three, values[1], ir.Constant(WORD, 3))
        best = _largest_bytes(builder, values[1], three)
        for order in ((2, 3, 0, 1), (1, 0, 3, 2)):
            other = builder.shuffle_vector(best, best, ir.Constant(WORDS, list(order)))
            best = builder.select(builder.icmp_signed(">", best, other), best, other)
        return builder.sitofp(builder.extract_element(best, ir.Constant(WORD, 0)), ir.FloatType())

    return signature, generate


def _vector(builder: Any, items: Any) -> Any:
    vector = ir.Constant(WORDS, ir.Undefined)
    for k, item in enumerate(items):
        vector = builder.insert_element(vector, item, ir.Constant(WORD, k))
    return vector


def _largest_bytes(builder: Any, total: Any, words: Any) -> Any:
    differences = builder.sub(_vector(builder, [total] * 4), words)
    for shift in (16, 8):
        moved = builder.lshr(differences, ir.Constant(WORDS, [shift] * 4))
        x, y = builder.bitcast(differences, BYTES), builder.bitcast(moved, BYTES)
        larger = builder.select(builder.icmp_unsigned(">", x, y), x, y)
        differences = builder.bitcast(larger, WORDS)
    return builder.and_(differences, ir.Constant(WORDS, [255] * 4))
