"""The functions of numpy and the methods of arrays that compiled strategies may use.

Numba compiles more of numpy than is safe: `np.delete` with an array writes past its buffer,
`np.take_along_axis` reads past one, and `np.ascontiguousarray` has a view's own memory written to.
So this module lists what is offered. `tests/attacks/test_numpy.py` tries each entry with indexes
out of range, sizes that are too large, and arguments of wrong types. All ufuncs of numpy are
offered too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

FUNCTIONS = (
    *("all", "allclose", "amax", "amin", "any", "append", "arange", "argmax", "argmin", "argsort"),
    *("argwhere", "around", "array", "array_equal", "average", "clip", "concatenate"),
    *("column_stack", "copy", "count_nonzero", "cumprod", "cumsum", "diag", "diff", "digitize"),
    *("dot", "eye", "flatnonzero", "flip", "full", "full_like", "hstack", "identity", "interp"),
    *("intersect1d", "isclose", "isin", "linspace", "max", "mean", "median", "min", "nanmax"),
    *("nanmean", "nanmin", "nansum", "nonzero", "ones", "ones_like", "outer", "percentile"),
    *("prod", "ptp", "quantile", "ravel", "repeat", "reshape", "roll", "round", "searchsorted"),
    *("setdiff1d", "shape", "size", "sort", "stack", "std", "sum", "take", "transpose"),
    *("union1d", "unique", "var", "vstack", "where", "zeros", "zeros_like"),
)
"""Functions of numpy; none of them writes into an array that it is given."""
NUMBERS_OF = ("norm",)
"""Functions of `numpy.linalg`."""
METHODS = (
    *("all", "any", "argmax", "argmin", "argsort", "astype", "clip", "copy", "cumprod", "cumsum"),
    *("dot", "flatten", "item", "max", "mean", "min", "nonzero", "prod", "ptp", "ravel", "repeat"),
    *("reshape", "std", "sum", "take", "transpose", "var", "view"),
)
"""Methods of an array that leave it unchanged."""
IN_PLACE = ("fill", "sort")
"""Methods that change an array, offered for arrays of the strategy's own."""
ATTRIBUTES = ("T", "dtype", "itemsize", "nbytes", "ndim", "shape", "size", "strides")

INSTEAD = {
    "bincount": "a loop that counts: for k in a: counts[k] += 1",
    "delete": "keep the others: a[np.arange(a.size) != k], or a[mask] with a mask",
    "empty": "np.zeros and np.full make an array of which all is known",
    "empty_like": "np.zeros_like and np.full_like make an array of which all is known",
    "insert": "np.concatenate((a[:k], new, a[k:]))",
    "partition": "np.sort(a)",
    "argpartition": "np.argsort(a)",
    "put": "a loop over the places: for k in places: a[k] = value",
    "putmask": "np.where(mask, values, a)",
    "place": "np.where(mask, values, a)",
    "copyto": "a[:] = values",
    "fill_diagonal": "a loop over the diagonal: for k in range(len(a)): a[k, k] = value",
    "take_along_axis": "np.take(a, places), or a loop",
    "asarray": "np.array(a)",
    "ascontiguousarray": "np.array(a)",
    "flat": "a.ravel()",
}
"""Offered replacements for what is refused, as error messages name them."""


def of_arrays(name: str) -> bool:
    """Return whether an attribute or a method of arrays is offered."""
    return name in (*METHODS, *IN_PLACE, *ATTRIBUTES)


def is_offered(function: Any) -> bool:
    """Return whether a function of numpy's is offered."""
    name = getattr(function, "__name__", "")
    return (name in FUNCTIONS and getattr(np, name, None) is function) or (
        name in NUMBERS_OF and getattr(np.linalg, name, None) is function
    )
