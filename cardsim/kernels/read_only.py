"""Records that compiled code can read but not change.

What a strategy sees lies in the memory of the hand. So its type differs from the hand's: numba
takes every array of it as read-only, and everything made from such an array too, under any name,
slice, tuple or list. A store into one does not compile.
"""

from __future__ import annotations

from functools import cache
from typing import Any, cast

import numpy as np
from numba.core import types
from numba.extending import lower_getattr_generic, models, register_model, typeof_impl
from numba.np.numpy_support import from_dtype

VIEW = "view"
"""The name in the type of a view."""


class ReadOnly(types.Record):  # type: ignore[misc]
    """A record whose arrays are read-only, and whose records are of this kind.

    A plain record of the same fields converts into it, and it into nothing else.

    Attributes:
        of: its name in messages of numba, which tells records with the same fields apart.
        plain: the same record as numba has it.
    """

    mutable = False

    def __init__(self, plain: types.Record, of: str) -> None:
        self.of, self.plain = of, plain
        fields = [(name, field._asdict()) for name, field in plain.fields.items()]
        super().__init__(fields, plain.size, plain.aligned)
        self.name: str = f"{of} ({self.name})"

    def typeof(self, key: str) -> Any:
        """Return the type of a field."""
        return _sealed(self.plain.typeof(key), self.of)

    def can_convert_to(self, typing_context: Any, other: Any) -> None:
        """Refuse to convert into any other type."""


register_model(ReadOnly)(models.RecordModel)


@lower_getattr_generic(ReadOnly)  # type: ignore[untyped-decorator]
def _read(context: Any, builder: Any, kind: ReadOnly, value: Any, name: str) -> Any:
    # Only here, where something is compiled: it loads much that a run from the cache does not need.
    from numba.np.arrayobj import record_getattr

    return record_getattr(context, builder, kind.plain, value, name)


class _Field(types.NestedArray):  # type: ignore[misc]
    """An array that is a field of a read-only record."""

    mutable = False

    def __init__(self, dtype: Any, shape: tuple[int, ...]) -> None:
        super().__init__(dtype, shape)
        self.name: str = f"readonly {self.name}"


register_model(_Field)(models.NestedArrayModel)


def _sealed(kind: Any, of: str) -> Any:
    if isinstance(kind, types.Record):
        return ReadOnly(kind, of)
    if isinstance(kind, types.NestedArray):
        return _Field(_sealed(kind.dtype, of), kind.shape)
    if isinstance(kind, types.Array):
        return types.Array(_sealed(kind.dtype, of), kind.ndim, kind.layout, readonly=True)
    return kind


@cache
def view_type(view: np.dtype[np.void]) -> ReadOnly:
    """Return the numba type of what a seat sees, for the dtype of a game's views."""
    return ReadOnly(from_dtype(view), VIEW)


class Constants(np.ndarray):
    """An array of records that compiled code refers to by name, and reads but cannot change."""


class Constant(np.void):  # type: ignore[misc]  # final in the stubs of numpy alone
    """One record that compiled code refers to by name, and reads but cannot change."""


def constant(value: np.ndarray[Any, Any] | np.void) -> Constants | Constant:
    """Make records that compiled code may refer to by name, read-only."""
    if isinstance(value, np.ndarray):
        return np.ascontiguousarray(value).view(Constants)
    one: Constant = cast("Any", np.array(value)).view(np.dtype((Constant, value.dtype)))[()]
    return one


@typeof_impl.register(Constants)  # type: ignore[untyped-decorator]
def _type_of_constants(array: Constants, _context: Any) -> Any:
    return _sealed(types.Array(from_dtype(array.dtype), array.ndim, "C"), "constants")


@typeof_impl.register(Constant)  # type: ignore[untyped-decorator]
def _type_of_constant(record: Constant, _context: Any) -> Any:
    return ReadOnly(from_dtype(np.dtype((np.void, record.dtype))), "constant")
