"""Small vectors: questions about all cards of a hand, answered by a few instructions.

These are LLVM's generic vector operations that several games use. What only one game needs is in
its `simd` module.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

BYTE, SHORT, WORD = (ir.IntType(bits) for bits in (8, 16, 32))
BYTES, SIXTEEN, WORDS = ir.VectorType(BYTE, 16), ir.VectorType(SHORT, 16), ir.VectorType(WORD, 4)
"""Vectors of sixteen bytes, of sixteen 16-bit numbers, and of four 32-bit numbers."""


@intrinsic
def trailing_zeros(_typing: Any, word: Any) -> Any:
    """Return the number of 0 bits of a uint64 below its lowest 1; 64 for 0."""
    signature = types.uint64(types.uint64)

    def generate(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.cttz(values[0], ir.Constant(ir.IntType(1), 0))

    del word
    return signature, generate


@intrinsic
def ones(_typing: Any, word: Any) -> Any:
    """Return the number of 1 bits of a uint64."""
    signature = types.uint64(types.uint64)

    def generate(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.ctpop(values[0])

    del word
    return signature, generate


def load(context: Any, builder: Any, kind: Any, value: Any, vector: Any) -> Any:
    """Load the first lanes of an array as a vector."""
    data = context.make_array(kind)(context, builder, value).data
    return builder.load(builder.bitcast(data, vector.as_pointer()), align=2)


def store(context: Any, builder: Any, kind: Any, value: Any, vector: Any) -> None:
    """Store a vector over the first lanes of an array."""
    data = context.make_array(kind)(context, builder, value).data
    builder.store(vector, builder.bitcast(data, vector.type.as_pointer()), align=1)


def spread(builder: Any, value: Any, vector: Any) -> Any:
    """Copy an integer into every lane of a vector."""
    width = vector.element.width - value.type.width
    if width:
        value = (builder.trunc if width < 0 else builder.zext)(value, vector.element)
    first = builder.insert_element(ir.Constant(vector, ir.Undefined), value, ir.Constant(WORD, 0))
    zeros = ir.Constant(ir.VectorType(WORD, vector.count), [0] * vector.count)
    return builder.shuffle_vector(first, first, zeros)
