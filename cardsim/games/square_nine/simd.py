"""Vector code for Square 9: the lines of nine cells that hold one rank three times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from cardsim.kernels.vectors import BYTE, BYTES, WORD, load, spread

Triples = Sequence[tuple[int, int, int]]


def equal_triples(triples: Triples) -> Any:
    """Make an intrinsic that finds which of eight triples of places in a row hold equal bytes.

    Args:
        triples: eight of them; places 0 to 15.

    Returns:
        `match_with(row, place, byte, limit)` for the row as if the byte were at that place of it.
        It returns int64: bit k is set where the bytes at the k-th triple are equal and below the
        limit. The row is a uint8 array with room for sixteen.
    """

    def put(builder: Any, row: Any, place: Any, byte: Any) -> Any:
        here = builder.icmp_unsigned(
            "==",
            ir.Constant(BYTES, list(range(16))),
            spread(builder, builder.trunc(place, BYTE), BYTES),
        )
        return builder.select(here, spread(builder, byte, BYTES), row)

    @intrinsic
    def match_with(_typing: Any, row: Any, place: Any, byte: Any, limit: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            after = put(builder, load(context, builder, row, values[0], BYTES), *values[1:3])
            return _matches(builder, triples, after, values[3])

        return types.int64(row, types.int64, types.uint8, types.uint8), generate

    return match_with


def _matches(builder: Any, triples: Triples, row: Any, limit: Any) -> Any:
    first, second, third = (
        builder.shuffle_vector(row, row, ir.Constant(ir.VectorType(WORD, 16), 2 * list(places)))
        for places in zip(*triples, strict=True)
    )
    # Differences, and a byte's excess over the highest allowed, in one vector: all 0 is a match.
    highest = builder.sub(limit, ir.Constant(BYTE, 1))
    name = "llvm.usub.sat.v16i8"
    kind = ir.FunctionType(BYTES, [BYTES, BYTES])
    above = cgutils.get_or_insert_function(builder.module, kind, name)
    wrong = builder.call(above, [first, spread(builder, highest, BYTES)])
    wrong = builder.or_(wrong, builder.xor(first, second))
    wrong = builder.or_(wrong, builder.xor(first, third))
    equal = builder.icmp_unsigned("==", wrong, ir.Constant(BYTES, [0] * 16))
    bits = builder.bitcast(equal, ir.IntType(16))
    return builder.and_(builder.zext(bits, ir.IntType(64)), ir.Constant(ir.IntType(64), 255))
