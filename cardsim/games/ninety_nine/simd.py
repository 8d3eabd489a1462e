"""Vector code for Ninety-Nine: the totals after sixteen plays at once."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from cardsim.kernels.vectors import SHORT, SIXTEEN, load, spread

TO_TOP, ABSENT = -16383, 16385
"""Numbers for `sixteen_sums` that are no `term`.

An action that leads to the top from everywhere, and one that is never allowed; neither competes.
"""


@intrinsic
def sixteen_sums(_typing: Any, numbers: Any, start: Any, low: Any, top: Any, sums: Any) -> Any:
    """Compute the counts after sixteen actions, the allowed actions, and the one that adds most.

    Writes `start` plus what each action adds, but at least `low`; an action is allowed where that
    is at most `top`.

    Args:
        numbers: int16 array of sixteen: `term` of what an action adds, `TO_TOP` for one that leads
            to `top` from everywhere, `ABSENT` for one that is never allowed.
        start: int, a count from `low` to `top`.
        low: int.
        top: int, at most 2000; `low` and what an action may lead to are less than 2000 away from
            it.
        sums: int16 array of sixteen, for the result.

    Returns:
        Tuple of int64: bit k is set where action k is allowed; and of those allowed that compete,
        the one that leads to the largest sum, ties to the first, or -1 where there is none.
    """
    result = types.UniTuple(types.int64, 2)
    signature = result(numbers, start, low, top, sums)

    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        added = load(context, builder, numbers, values[0], SIXTEEN)
        highest = spread(builder, values[3], SIXTEEN)
        total = builder.ashr(added, _same(1))
        total = builder.add(total, spread(builder, values[1], SIXTEEN))
        lowest = spread(builder, values[2], SIXTEEN)
        total = builder.select(builder.icmp_signed(">", total, lowest), total, lowest)
        to_top = builder.icmp_signed("<=", added, _same(TO_TOP))
        total = builder.select(to_top, highest, total)
        place = context.make_array(sums)(context, builder, values[4]).data
        builder.store(total, builder.bitcast(place, SIXTEEN.as_pointer()), align=2)
        # Allowed sums are negative from here on, and so the largest as unsigned numbers.
        room = builder.sub(builder.sub(total, highest), _same(1))
        allowed = builder.icmp_signed("<", room, _same(0))
        mask = builder.zext(builder.bitcast(allowed, SHORT), ir.IntType(64))
        competes = builder.sub(builder.and_(added, _same(1)), _same(1))
        key = builder.shl(room, _same(4))
        key = builder.or_(key, ir.Constant(SIXTEEN, list(range(15, -1, -1))))
        best = builder.call(_largest_short(builder), [builder.and_(key, competes)])
        largest = builder.xor(builder.and_(best, ir.Constant(SHORT, 15)), ir.Constant(SHORT, 15))
        none = builder.icmp_signed(">=", best, ir.Constant(SHORT, 0))
        largest = builder.select(none, ir.Constant(SHORT, -1), largest)
        items = [mask, builder.sext(largest, ir.IntType(64))]
        return context.make_tuple(builder, result, items)

    return signature, generate


def term(added: int, *, competes: bool) -> int:
    """Return the number that `sixteen_sums` takes: what an action adds, and whether it competes."""
    return 2 * added + (not competes)


def _same(value: int) -> Any:
    return ir.Constant(SIXTEEN, [value] * 16)


def _largest_short(builder: Any) -> Any:
    """Return LLVM's reduction of sixteen unsigned numbers to the largest."""
    kind = ir.FunctionType(SHORT, [SIXTEEN])
    return cgutils.get_or_insert_function(builder.module, kind, "llvm.vector.reduce.umax.v16i16")
