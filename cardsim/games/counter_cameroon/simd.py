"""Vector operations on sixteen tracks of Counter-Cameroon at once."""

from __future__ import annotations

from typing import Any

from llvmlite import binding as llvm
from llvmlite import ir
from numba.core import cgutils, config, types
from numba.extending import intrinsic

from cardsim.kernels.vectors import BYTE, BYTES, SHORT, SIXTEEN, WORD, WORDS, load, spread, store

EIGHT = ir.VectorType(SHORT, 8)
_SHUFFLES = config.CPU_NAME is None and bool(llvm.get_host_cpu_features().get("ssse3"))
"""True on machines with a lookup of sixteen bytes, which LLVM's generic operations lack."""


ALWAYS_ROOM, NO_ROOM = 128, 127
"""Room as `foresee` takes it: the offset added to the marks, and the value for no room."""


@intrinsic
def advance(
    _typing: Any,
    marks: Any,
    owner: Any,
    first: Any,
    second: Any,
    goal: Any,
    seat: Any,
    worth: Any,
    when: Any,
    now: Any,
) -> Any:
    """Make two marks on sixteen tracks; a track that is won is owned and takes no more marks.

    Args:
        marks: uint8 array of sixteen: the marks of the seat that moves.
        owner: int8 array of sixteen, -1 where a track is open.
        first: 64-bit int, the track of the first mark; 16 to 31 for no mark.
        second: 64-bit int, that of the second.
        goal: int, marks that win a track; with one more at most 127.
        seat: int, the owner of tracks won.
        worth: int16 array of sixteen: what each track is worth.
        when: int16 array of sixteen: `now` is written for each track that is won.
        now: int.

    Returns:
        Tuple of int64: the worth of the tracks won together, at most 32767; and a word whose bit k
        is set where track k is still open.
    """
    result = types.UniTuple(types.int64, 2)
    signature = result(marks, owner, first, second, goal, seat, worth, when, now)

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        def loaded(k: int, vector: Any) -> Any:
            return load(context, builder, signature.args[k], values[k], vector)

        def everywhere(k: int, vector: Any) -> Any:
            return spread(builder, values[k], vector)

        made = loaded(0, BYTES)
        owned = loaded(1, BYTES)
        is_open = builder.icmp_signed("<", owned, ir.Constant(BYTES, [0] * 16))
        one, other = (_one_at(builder, values[k]) for k in (2, 3))
        marked = builder.and_(builder.add(one, other), builder.sext(is_open, BYTES))
        made = builder.add(made, marked)
        limit = everywhere(4, BYTES)
        won = builder.and_(builder.icmp_unsigned(">=", made, limit), is_open)
        over = builder.icmp_unsigned(">", made, limit)
        store(context, builder, signature.args[0], values[0], builder.select(over, limit, made))
        # Open tracks are all ones. A select would become a masked store, and the next load of those
        # lanes would wait until the store has reached the cache.
        kept = builder.or_(builder.sext(builder.not_(won), BYTES), everywhere(5, BYTES))
        owned = builder.and_(owned, kept)
        store(context, builder, signature.args[1], values[1], owned)
        still = builder.icmp_signed("<", owned, ir.Constant(BYTES, [0] * 16))
        times = builder.select(won, everywhere(8, SIXTEEN), loaded(7, SIXTEEN))
        store(context, builder, signature.args[7], values[7], times)
        gained = builder.select(won, loaded(6, SIXTEEN), ir.Constant(SIXTEEN, [0] * 16))
        add = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(SHORT, [SIXTEEN]), "llvm.vector.reduce.add.v16i16"
        )
        items = [
            builder.sext(builder.call(add, [gained]), ir.IntType(64)),
            builder.zext(builder.bitcast(still, SHORT), ir.IntType(64)),
        ]
        return context.make_tuple(builder, result, items)

    return signature, generate


def _one_at(builder: Any, track: Any) -> Any:
    """Return sixteen bytes with a 1 at a place 0..15, or nowhere for 16..31.

    Read from a table, because comparing sixteen places would take several instructions.
    """
    kind = ir.ArrayType(BYTE, 64)
    ones = cgutils.global_constant(
        builder.module, "one_at", ir.Constant(kind, [int(k == 31) for k in range(64)])
    )
    ones.align = 64
    place = builder.sub(ir.Constant(ir.IntType(64), 31), track)
    start = builder.gep(ones, [ir.Constant(ir.IntType(64), 0), place], inbounds=True)
    return builder.load(builder.bitcast(start, BYTES.as_pointer()), align=1)


@intrinsic
def foresee(
    _typing: Any,
    marks: Any,
    owner: Any,
    worth: Any,
    room: Any,
    pairs: Any,
    twice: Any,
    recorded: Any,
    totals: Any,
) -> Any:
    """Compute what each of three pairs of marks would be worth on sixteen tracks.

    Args:
        marks: uint8 array of sixteen: the marks of the seat that moves, at most 127.
        owner: int8 array of sixteen, negative where a track is open.
        worth: int16 array of sixteen: what a mark on each track is worth.
        room: int, 128 and the most marks with which a track takes two marks at once; 127 for none.
        pairs: uint64: a byte 0..15 for each track of the three pairs, two by two, and two zeros.
        twice: uint64: 128 in the byte of each second mark on the track of the first, else 0.
        recorded: uint8 array of eight, for the result: whether each mark finds its track open.
        totals: int32 array of four, for the result: the worth of the recorded marks of each pair.
    """
    signature = types.void(marks, owner, worth, room, pairs, twice, recorded, totals)

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        def loaded(k: int, vector: Any) -> Any:
            return load(context, builder, signature.args[k], values[k], vector)

        no_bytes = ir.Constant(BYTES, [0] * 16)
        two = ir.Constant(ir.VectorType(ir.IntType(64), 2), [0, 0])
        tracks, again = (
            builder.bitcast(builder.insert_element(two, values[k], ir.Constant(WORD, 0)), BYTES)
            for k in (4, 5)
        )
        is_open = builder.sext(builder.icmp_signed("<", loaded(1, BYTES), no_bytes), BYTES)
        # The flag adds 128, so that only a second mark on a track is compared with the limit.
        limit = spread(builder, values[3], BYTES)
        made = builder.or_(_look_up(builder, loaded(0, BYTES), tracks), again)
        lost = builder.sext(builder.icmp_unsigned(">", made, limit), BYTES)
        kept = builder.and_(_look_up(builder, is_open, tracks), builder.not_(lost))
        flags = builder.and_(kept, ir.Constant(BYTES, [1] * 16))
        store(context, builder, signature.args[6], values[6], _half(builder, flags))
        worth_bytes = builder.bitcast(loaded(2, SIXTEEN), ir.VectorType(ir.IntType(8), 32))
        low, high = (
            builder.and_(_look_up(builder, _every_other(builder, worth_bytes, k), tracks), kept)
            for k in (0, 1)
        )
        order = [n for k in range(8) for n in (k, 16 + k)]
        each = builder.bitcast(
            builder.shuffle_vector(low, high, ir.Constant(ir.VectorType(WORD, 16), order)), EIGHT
        )
        first, second = (builder.zext(_every_other(builder, each, k), WORDS) for k in (0, 1))
        store(context, builder, signature.args[7], values[7], builder.add(first, second))
        return context.get_dummy_value()

    return signature, generate


@intrinsic
def exchange(_typing: Any, one: Any, other: Any) -> Any:
    """Exchange two uint8 arrays of sixteen."""
    signature = types.void(one, other)

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        first, second = (
            load(context, builder, kind, value, BYTES)
            for kind, value in zip(signature.args, values, strict=True)
        )
        store(context, builder, signature.args[0], values[0], second)
        store(context, builder, signature.args[1], values[1], first)
        return context.get_dummy_value()

    return signature, generate


def _look_up(builder: Any, table: Any, places: Any) -> Any:
    """Return the byte of a table at each of sixteen places 0..15."""
    if _SHUFFLES:
        shuffle = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(BYTES, [BYTES, BYTES]), "llvm.x86.ssse3.pshuf.b.128"
        )
        return builder.call(shuffle, [table, places])
    vector = ir.Constant(BYTES, ir.Undefined)
    for k in range(16):
        place = builder.extract_element(places, ir.Constant(WORD, k))
        byte = builder.extract_element(table, builder.zext(place, ir.IntType(64)))
        vector = builder.insert_element(vector, byte, ir.Constant(WORD, k))
    return vector


def _every_other(builder: Any, vector: Any, start: int) -> Any:
    """Return every other lane of a vector, from `start` on."""
    places = [*range(start, vector.type.count, 2)]
    return builder.shuffle_vector(
        vector, vector, ir.Constant(ir.VectorType(WORD, len(places)), places)
    )


def _half(builder: Any, vector: Any) -> Any:
    """Return the first eight bytes of sixteen."""
    return builder.shuffle_vector(vector, vector, ir.Constant(ir.VectorType(WORD, 8), [*range(8)]))
