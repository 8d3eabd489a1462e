"""Instructions for which numba has no function: calls by address, and other views of memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np.numpy_support import as_dtype, from_dtype

from cardsim.kernels.jit import compiler
from cardsim.kernels.read_only import view_type

CACHE_LINE = 64
"""Bytes of a line of the processor's cache."""
_WORD = ir.IntType(32)
_POINTER = ir.IntType(8).as_pointer()


def _caller(result: types.Type) -> Any:
    """Make an intrinsic (address, arguments) that calls the entry at an address.

    The types of the arguments, a tuple, and of the result must be those of the entry's pinned
    signature. Its errors propagate.
    """

    @intrinsic  # type: ignore[untyped-decorator]
    def call(_typing_context: Any, address: Any, arguments: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            pointer, packed = values
            unpacked = cgutils.unpack_tuple(builder, packed, len(arguments.types))
            convention = context.call_conv
            function_type = convention.get_function_type(result, arguments.types)
            callee = builder.inttoptr(pointer, function_type.as_pointer())
            status, value = convention.call_function(
                builder, callee, result, arguments.types, unpacked
            )
            with cgutils.if_unlikely(builder, status.is_error):
                convention.return_status_propagate(builder, status)
            return context.get_dummy_value() if result == types.void else value

        return result(address, arguments), generate

    return call


number_from_address = _caller(types.int64)
pair_from_address = _caller(types.UniTuple(types.int64, 2))


@intrinsic  # type: ignore[untyped-decorator]
def stay_a_call(_typing_context: Any) -> Any:
    """Keep the kernel that calls this from being copied into its callers.

    On a hot path its rare code would take registers from what always runs.
    """

    def generate(context: Any, builder: Any, _signature: Any, _values: Any) -> Any:
        builder.function.attributes.add("noinline")
        return context.get_dummy_value()

    return types.void(), generate


@intrinsic  # type: ignore[untyped-decorator]
def uncounted(_typing_context: Any, array: Any) -> Any:
    """Return the same array without its reference count.

    Counting costs atomic operations wherever an array is passed on. The caller must keep the array
    alive.
    """

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        view = context.make_array(signature.return_type)(context, builder, values[0])
        view.meminfo = cgutils.get_null_value(view.meminfo.type)
        view.parent = cgutils.get_null_value(view.parent.type)
        return view._getvalue()  # noqa: SLF001

    return array(array), generate


@intrinsic  # type: ignore[untyped-decorator]
def float_at(_typing_context: Any, address: Any, index: Any) -> Any:  # noqa: ARG001
    """Load the float64 number `index` of an array at an address in memory."""

    def generate(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        numbers = builder.inttoptr(values[0], ir.DoubleType().as_pointer())
        return builder.load(builder.gep(numbers, [values[1]]))

    return types.float64(types.uint64, types.int64), generate


def record_at(dtype: np.dtype[np.void]) -> Any:
    """Make an intrinsic that treats the memory at an address, uint64, as a record."""
    record = from_dtype(dtype)

    @intrinsic  # type: ignore[untyped-decorator]
    def at(_typing_context: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            return builder.inttoptr(values[0], context.get_value_type(record))

        return record(address), generate

    return at


@intrinsic  # type: ignore[untyped-decorator]
def address_of(_typing_context: Any, record: Any) -> Any:
    """Return the address of a record in memory, uint64."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.ptrtoint(values[0], context.get_value_type(signature.return_type))

    return types.uint64(record), generate


@intrinsic  # type: ignore[untyped-decorator]
def wipe(_typing_context: Any, address: Any, size: Any) -> Any:
    """Fill so many bytes of memory, int64, with zeros from an address, uint64, on."""

    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        place = builder.inttoptr(values[0], _POINTER)
        cgutils.memset(builder, place, values[1], 0)
        return context.get_dummy_value()

    return types.void(address, size), generate


@intrinsic  # type: ignore[untyped-decorator]
def prefetch(_typing_context: Any, records: Any, index: Any) -> Any:
    """Bring a record of an array into the cache, to be written soon."""
    signature = types.void(records, index)

    def generate(context: Any, builder: Any, _: Any, values: Any) -> Any:
        first = context.make_array(records)(context, builder, values[0]).data
        place = builder.bitcast(builder.gep(first, [values[1]]), _POINTER)
        kind = ir.FunctionType(ir.VoidType(), [_POINTER, _WORD, _WORD, _WORD])
        instruction = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        # For writing; as near as can be; data.
        builder.call(instruction, [place, _WORD(1), _WORD(3), _WORD(1)])
        return context.get_dummy_value()

    return signature, generate


class Sealing(NamedTuple):
    """Intrinsics for records that code may pass on but not look into.

    Attributes:
        kind: the numba type of a sealed record.
        seal: intrinsic (record) -> the same, sealed.
        unseal: intrinsic (record, sealed or not) -> the record.
        is_sealed: intrinsic (record, sealed or not) -> whether it is.
    """

    kind: Any
    seal: Any
    unseal: Any
    is_sealed: Any


def sealing(dtype: np.dtype[np.void], name: str) -> Sealing:
    """Make the sealing of records of a dtype; numba's messages call a sealed one `name`."""
    kind, plain = types.Opaque(name), from_dtype(dtype)

    def same(_context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.bitcast(values[0], _context.get_value_type(signature.return_type))

    @intrinsic  # type: ignore[untyped-decorator]
    def seal(_typing_context: Any, record: Any) -> Any:
        return kind(record), same

    @intrinsic  # type: ignore[untyped-decorator]
    def unseal(_typing_context: Any, record: Any) -> Any:
        return (plain if record == kind else record)(record), same

    @intrinsic  # type: ignore[untyped-decorator]
    def is_sealed(_typing_context: Any, record: Any) -> Any:
        def generate(context: Any, _builder: Any, _signature: Any, _values: Any) -> Any:
            return context.get_constant(types.boolean, record == kind)

        return types.boolean(record), generate

    return Sealing(kind, seal, unseal, is_sealed)


def seen_as(dtype: np.dtype[np.void]) -> Any:
    """Make an intrinsic that treats a state as the read-only view in the same memory."""
    other = view_type(dtype)

    @intrinsic  # type: ignore[untyped-decorator]
    def seen(_typing_context: Any, record: Any) -> Any:
        def generate(_context: Any, _builder: Any, _signature: Any, values: Any) -> Any:
            return values[0]

        return other(record), generate

    return seen


@intrinsic  # type: ignore[untyped-decorator]
def clear(_typing_context: Any, record: Any) -> Any:
    """Fill a record with zeros, including the bytes that belong to no field."""
    signature = types.void(record)

    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        size = ir.Constant(ir.IntType(64), record.size)
        cgutils.memset(builder, builder.bitcast(values[0], _POINTER), size, 0)
        return context.get_dummy_value()

    return signature, generate


@intrinsic  # type: ignore[untyped-decorator]
def copy_record(_typing_context: Any, target: Any, source: Any) -> Any:
    """Copy a record over another of the same dtype, in one go.

    Numba's own assignment loads a record as one value, which is slow for long ones.
    """

    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        places = (builder.bitcast(value, _POINTER) for value in values)
        cgutils.raw_memcpy(builder, *places, _WORD(as_dtype(source).itemsize), 1)
        return context.get_dummy_value()

    return types.void(target, source), generate


@intrinsic  # type: ignore[untyped-decorator]
def copy_array(_typing_context: Any, target: Any, source: Any) -> Any:
    """Copy an array of a record over another of the same type and size, in one go."""

    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        to = context.make_array(target)(context, builder, values[0])
        of = context.make_array(source)(context, builder, values[1])
        places = (builder.bitcast(array.data, _POINTER) for array in (to, of))
        cgutils.raw_memcpy(builder, *places, to.nitems, to.itemsize)
        return context.get_dummy_value()

    return types.void(target, source), generate


@intrinsic  # type: ignore[untyped-decorator]
def copy_seen(_typing_context: Any, view: Any, state: Any) -> Any:
    """Copy what a view shows to the same places of a state in other memory, and no byte more.

    A view is part of the memory of a hand: around its fields lies what the seat may not see.
    """
    signature = types.void(view, state)

    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        source, target = (builder.bitcast(value, _POINTER) for value in values)
        edges = np.flatnonzero(np.diff(shown_bytes(as_dtype(view)), prepend=False, append=False))
        for start, end in edges.reshape(-1, 2).tolist():
            places = (builder.gep(place, [_WORD(start)]) for place in (target, source))
            cgutils.raw_memcpy(builder, *places, _WORD(end - start), 1)
        return context.get_dummy_value()

    return signature, generate


def copy_own(dtype: np.dtype[np.void], names: Sequence[str]) -> Any:
    """Make an intrinsic (record, seat) that fills fields with the seat's entry of `NAME_of`, int64.

    Args:
        dtype: of the record.
        names: the fields; each has another, `NAME_of`, with as much for every seat.
    """
    places: Any = dtype.fields or {}

    @intrinsic  # type: ignore[untyped-decorator]
    def copy(_typing_context: Any, record: Any, seat: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            place = builder.bitcast(values[0], _POINTER)
            for name in names:
                form, at = places[name][:2]
                size = ir.Constant(values[1].type, form.itemsize)
                start = ir.Constant(values[1].type, places[f"{name}_of"][1])
                source = builder.gep(place, [builder.add(builder.mul(values[1], size), start)])
                cgutils.raw_memcpy(builder, builder.gep(place, [size.type(at)]), source, size, 1)
            return context.get_dummy_value()

        return types.void(record, seat), generate

    return copy


@cache
def shown_bytes(dtype: np.dtype[Any]) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return which bytes of a record belong to a field; in a field of records, to one of theirs."""
    shown = np.zeros(dtype.itemsize, np.bool_)
    if dtype.subdtype is not None:
        base = dtype.subdtype[0]
        shown.reshape(-1, base.itemsize)[:] = shown_bytes(base)
    elif dtype.fields is not None:
        for kind, start, *_ in dtype.fields.values():
            shown[start : start + kind.itemsize] = shown_bytes(kind)
    else:
        shown[:] = True
    return shown


def record_here(dtype: np.dtype[np.void], known: Callable[[], dict[str, int]]) -> Any:
    """Make an intrinsic that makes a record of zeros on the stack of its caller.

    Nothing else refers to it, so the compiler knows that a write to another array does not change
    it.

    Args:
        dtype: of the record.
        known: called when the caller is compiled; the numbers that code for this record reads as
            constants. They must be stored in their fields nevertheless, for views.
    """

    @intrinsic  # type: ignore[untyped-decorator]
    def make(_typing_context: Any) -> Any:
        kind = compiler.record_with(from_dtype(dtype), known)

        def generate(context: Any, builder: Any, _signature: Any, _values: Any) -> Any:
            place = cgutils.alloca_once(builder, context.get_value_type(kind).pointee)
            place.align = CACHE_LINE
            cgutils.memset(builder, place, ir.Constant(ir.IntType(64), dtype.itemsize), 0)
            return place

        return kind(), generate

    return make
