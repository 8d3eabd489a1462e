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

from llvmlite import binding as llvm
from llvmlite import ir
from numba.core import cgutils, config, types
from numba.extending import intrinsic

_BYTE = ir.IntType(8)
_WORD = ir.IntType(32)
_WORDS = ir.VectorType(_WORD, 4)
_SHORTS = ir.VectorType(ir.IntType(16), 4)
_BYTES = ir.VectorType(ir.IntType(8), 16)
_FLOATS = ir.VectorType(ir.FloatType(), 4)
_SHORT = ir.IntType(16)
_SIXTEEN = ir.VectorType(_SHORT, 16)
_FLAGS = ir.VectorType(ir.IntType(1), 16)
_EIGHT = ir.VectorType(_SHORT, 8)

_SHUFFLES = config.CPU_NAME is None and bool(llvm.get_host_cpu_features().get("ssse3"))
"""Whether this machine looks up sixteen bytes at once, which no generic operation of LLVM does."""

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
        added = _load(context, builder, numbers, values[0], _SIXTEEN)
        highest = _spread(builder, values[3], _SIXTEEN)
        total = builder.ashr(added, _same(1))
        total = builder.add(total, _spread(builder, values[1], _SIXTEEN))
        lowest = _spread(builder, values[2], _SIXTEEN)
        total = builder.select(builder.icmp_signed(">", total, lowest), total, lowest)
        to_top = builder.icmp_signed("<=", added, _same(TO_TOP))
        total = builder.select(to_top, highest, total)
        place = context.make_array(sums)(context, builder, values[4]).data
        builder.store(total, builder.bitcast(place, _SIXTEEN.as_pointer()), align=2)
        # What is allowed is below 0 from here on: as a number without a sign larger than the rest.
        room = builder.sub(builder.sub(total, highest), _same(1))
        allowed = builder.icmp_signed("<", room, _same(0))
        mask = builder.zext(builder.bitcast(allowed, _SHORT), ir.IntType(64))
        competes = builder.sub(builder.and_(added, _same(1)), _same(1))
        key = builder.shl(room, _same(4))
        key = builder.or_(key, ir.Constant(_SIXTEEN, list(range(15, -1, -1))))
        best = builder.call(_largest_short(builder), [builder.and_(key, competes)])
        largest = builder.xor(builder.and_(best, ir.Constant(_SHORT, 15)), ir.Constant(_SHORT, 15))
        none = builder.icmp_signed(">=", best, ir.Constant(_SHORT, 0))
        largest = builder.select(none, ir.Constant(_SHORT, -1), largest)
        items = [mask, builder.sext(largest, ir.IntType(64))]
        return context.make_tuple(builder, result, items)

    return signature, generate


def term(added: int, *, competes: bool) -> int:
    """A number for `sixteen_sums`: what an action adds, and whether it may be the largest."""
    return 2 * added + (not competes)


def _same(value: int) -> Any:
    return ir.Constant(_SIXTEEN, [value] * 16)


def _largest_short(builder: Any) -> Any:
    """LLVM's reduction of sixteen numbers without a sign to the largest."""
    kind = ir.FunctionType(_SHORT, [_SIXTEEN])
    return cgutils.get_or_insert_function(builder.module, kind, "llvm.vector.reduce.umax.v16i16")


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


# ---------------------------------------------------------------- sixteen races at once

ALWAYS_ROOM, NO_ROOM = 128, 127
"""Numbers for `foresee`: what is added to the room of a track, and the room of none."""


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
        marks: uint8 array of sixteen: the marks of who moves.
        owner: int8 array of sixteen, -1 where a track is open.
        first: 64-bit int, the track of the first mark; 16 to 31 for no mark.
        second: 64-bit int, that of the second.
        goal: int, marks that win a track; with one more at most 127.
        seat: int, who owns what is won.
        worth: int16 array of sixteen: what each track is worth.
        when: int16 array of sixteen: `now` is written for each track that is won.
        now: int.

    Returns:
        Tuple of int64: what the tracks won are worth together, at most 32767; and bit k is set
        where track k is still open.
    """
    result = types.UniTuple(types.int64, 2)
    signature = result(marks, owner, first, second, goal, seat, worth, when, now)

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        def load(k: int, vector: Any) -> Any:
            return _load(context, builder, signature.args[k], values[k], vector)

        def spread(k: int, vector: Any) -> Any:
            return _spread(builder, values[k], vector)

        made = load(0, _BYTES)
        owned = load(1, _BYTES)
        is_open = builder.icmp_signed("<", owned, ir.Constant(_BYTES, [0] * 16))
        one, other = (_one_at(builder, values[k]) for k in (2, 3))
        marked = builder.and_(builder.add(one, other), builder.sext(is_open, _BYTES))
        made = builder.add(made, marked)
        limit = spread(4, _BYTES)
        won = builder.and_(builder.icmp_unsigned(">=", made, limit), is_open)
        over = builder.icmp_unsigned(">", made, limit)
        _store(context, builder, signature.args[0], values[0], builder.select(over, limit, made))
        # Open ones are all ones. A selection would become a store of some lanes, and who loads them
        # next would wait until it has come to the cache.
        kept = builder.or_(builder.sext(builder.not_(won), _BYTES), spread(5, _BYTES))
        owned = builder.and_(owned, kept)
        _store(context, builder, signature.args[1], values[1], owned)
        still = builder.icmp_signed("<", owned, ir.Constant(_BYTES, [0] * 16))
        times = builder.select(won, spread(8, _SIXTEEN), load(7, _SIXTEEN))
        _store(context, builder, signature.args[7], values[7], times)
        gained = builder.select(won, load(6, _SIXTEEN), ir.Constant(_SIXTEEN, [0] * 16))
        add = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(_SHORT, [_SIXTEEN]), "llvm.vector.reduce.add.v16i16"
        )
        items = [
            builder.sext(builder.call(add, [gained]), ir.IntType(64)),
            builder.zext(builder.bitcast(still, _SHORT), ir.IntType(64)),
        ]
        return context.make_tuple(builder, result, items)

    return signature, generate


def _one_at(builder: Any, track: Any) -> Any:
    """Sixteen bytes with a 1 at a place 0..15, or nowhere for 16..31.

    Read from a table, where a comparison of sixteen places would take several instructions.
    """
    kind = ir.ArrayType(_BYTE, 64)
    ones = cgutils.global_constant(
        builder.module, "one_at", ir.Constant(kind, [int(k == 31) for k in range(64)])
    )
    ones.align = 64
    place = builder.sub(ir.Constant(ir.IntType(64), 31), track)
    start = builder.gep(ones, [ir.Constant(ir.IntType(64), 0), place], inbounds=True)
    return builder.load(builder.bitcast(start, _BYTES.as_pointer()), align=1)


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
    """What each of three pairs of marks would be worth on sixteen tracks.

    Args:
        marks: uint8 array of sixteen: the marks of who moves, at most 127.
        owner: int8 array of sixteen, negative where a track is open.
        worth: int16 array of sixteen: what a mark on each track is worth.
        room: int, 128 and the most marks with which a track takes two marks at once; 127 for none.
        pairs: uint64: a byte 0..15 for each track of the three pairs, two by two, and two zeros.
        twice: uint64: 128 in the byte of each second mark on the track of the first, else 0.
        recorded: uint8 array of eight, for the result: whether each mark finds its track open.
        totals: int32 array of four, for the result: what the marks of each pair that do are worth.
    """
    signature = types.void(marks, owner, worth, room, pairs, twice, recorded, totals)

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        def load(k: int, vector: Any) -> Any:
            return _load(context, builder, signature.args[k], values[k], vector)

        no_bytes = ir.Constant(_BYTES, [0] * 16)
        two = ir.Constant(ir.VectorType(ir.IntType(64), 2), [0, 0])
        tracks, again = (
            builder.bitcast(builder.insert_element(two, values[k], ir.Constant(_WORD, 0)), _BYTES)
            for k in (4, 5)
        )
        is_open = builder.sext(builder.icmp_signed("<", load(1, _BYTES), no_bytes), _BYTES)
        # The flag makes a number above 127 of the marks, and so above the limit or not.
        limit = _spread(builder, values[3], _BYTES)
        made = builder.or_(_look_up(builder, load(0, _BYTES), tracks), again)
        lost = builder.sext(builder.icmp_unsigned(">", made, limit), _BYTES)
        kept = builder.and_(_look_up(builder, is_open, tracks), builder.not_(lost))
        flags = builder.and_(kept, ir.Constant(_BYTES, [1] * 16))
        _store(context, builder, signature.args[6], values[6], _half(builder, flags))
        worth_bytes = builder.bitcast(load(2, _SIXTEEN), ir.VectorType(ir.IntType(8), 32))
        low, high = (
            builder.and_(_look_up(builder, _every_other(builder, worth_bytes, k), tracks), kept)
            for k in (0, 1)
        )
        order = [n for k in range(8) for n in (k, 16 + k)]
        each = builder.bitcast(
            builder.shuffle_vector(low, high, ir.Constant(ir.VectorType(_WORD, 16), order)), _EIGHT
        )
        first, second = (builder.zext(_every_other(builder, each, k), _WORDS) for k in (0, 1))
        _store(context, builder, signature.args[7], values[7], builder.add(first, second))
        return context.get_dummy_value()

    return signature, generate


@intrinsic
def exchange(_typing: Any, one: Any, other: Any) -> Any:
    """Exchange two uint8 arrays of sixteen."""
    signature = types.void(one, other)

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        first, second = (
            _load(context, builder, kind, value, _BYTES)
            for kind, value in zip(signature.args, values, strict=True)
        )
        _store(context, builder, signature.args[0], values[0], second)
        _store(context, builder, signature.args[1], values[1], first)
        return context.get_dummy_value()

    return signature, generate


def _spread(builder: Any, value: Any, vector: Any) -> Any:
    """An integer in every lane of a vector."""
    width = vector.element.width - value.type.width
    if width:
        value = (builder.trunc if width < 0 else builder.zext)(value, vector.element)
    first = builder.insert_element(ir.Constant(vector, ir.Undefined), value, ir.Constant(_WORD, 0))
    zeros = ir.Constant(ir.VectorType(_WORD, vector.count), [0] * vector.count)
    return builder.shuffle_vector(first, first, zeros)


def _look_up(builder: Any, table: Any, places: Any) -> Any:
    """The byte of a table at each of sixteen places 0..15."""
    if _SHUFFLES:
        shuffle = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(_BYTES, [_BYTES, _BYTES]), "llvm.x86.ssse3.pshuf.b.128"
        )
        return builder.call(shuffle, [table, places])
    found = ir.Constant(_BYTES, ir.Undefined)
    for k in range(16):
        place = builder.extract_element(places, ir.Constant(_WORD, k))
        byte = builder.extract_element(table, builder.zext(place, ir.IntType(64)))
        found = builder.insert_element(found, byte, ir.Constant(_WORD, k))
    return found


def _every_other(builder: Any, vector: Any, start: int) -> Any:
    """Every other lane of a vector, from `start` on."""
    places = [*range(start, vector.type.count, 2)]
    return builder.shuffle_vector(
        vector, vector, ir.Constant(ir.VectorType(_WORD, len(places)), places)
    )


def _half(builder: Any, vector: Any) -> Any:
    """The first eight bytes of sixteen."""
    return builder.shuffle_vector(vector, vector, ir.Constant(ir.VectorType(_WORD, 8), [*range(8)]))


def _store(context: Any, builder: Any, kind: Any, value: Any, vector: Any) -> None:
    data = context.make_array(kind)(context, builder, value).data
    builder.store(vector, builder.bitcast(data, vector.type.as_pointer()), align=1)


# ---------------------------------------------------------------- nine cells


Triples = Sequence[tuple[int, int, int]]


def equal_triples(triples: Triples) -> Any:
    """An intrinsic that tells which of eight triples of places of a row hold one byte thrice.

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
            ir.Constant(_BYTES, list(range(16))),
            _spread(builder, builder.trunc(place, _BYTE), _BYTES),
        )
        return builder.select(here, _spread(builder, byte, _BYTES), row)

    @intrinsic
    def match_with(_typing: Any, row: Any, place: Any, byte: Any, limit: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            after = put(builder, _load(context, builder, row, values[0], _BYTES), *values[1:3])
            return _matches(builder, triples, after, values[3])

        return types.int64(row, types.int64, types.uint8, types.uint8), generate

    return match_with


def _matches(builder: Any, triples: Triples, row: Any, limit: Any) -> Any:
    first, second, third = (
        builder.shuffle_vector(row, row, ir.Constant(ir.VectorType(_WORD, 16), 2 * list(places)))
        for places in zip(*triples, strict=True)
    )
    # Differences, and what a byte is above the highest allowed, in one vector: all 0 is a match.
    highest = builder.sub(limit, ir.Constant(_BYTE, 1))
    name = "llvm.usub.sat.v16i8"
    kind = ir.FunctionType(_BYTES, [_BYTES, _BYTES])
    above = cgutils.get_or_insert_function(builder.module, kind, name)
    wrong = builder.call(above, [first, _spread(builder, highest, _BYTES)])
    wrong = builder.or_(wrong, builder.xor(first, second))
    wrong = builder.or_(wrong, builder.xor(first, third))
    equal = builder.icmp_unsigned("==", wrong, ir.Constant(_BYTES, [0] * 16))
    bits = builder.bitcast(equal, ir.IntType(16))
    return builder.and_(builder.zext(bits, ir.IntType(64)), ir.Constant(ir.IntType(64), 255))
