"""What is offered of numpy neither reads nor writes beside its arrays, whatever it is given.

Each entry of the list is compiled as a strategy compiles it and called with hostile arguments:
indexes and sizes out of range, negative ones and huge ones, empty arrays, numbers that are none. The
arrays stand at the end of a page of memory behind which the process ends. It gives what numpy gives,
or an error.
"""

# ruff: noqa: E501  (a call a line reads best)
from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from attacks.conftest import Attack, compiled
from cardsim.compile import numpy_offered

ONE = ["a", "empty", "floats", "words"]
CALLS: dict[str, list[str]] = {
    **{
        name: [f"np.{name}({a})" for a in ("a", "empty", "floats", "table")]
        for name in (
            *("all", "amax", "amin", "any", "argmax", "argmin", "argsort", "argwhere", "around"),
            *("copy", "count_nonzero", "cumprod", "cumsum", "diag", "diff", "flatnonzero", "flip"),
            *("max", "mean", "median", "min", "nanmax", "nanmean", "nanmin", "nansum", "nonzero"),
            *("ones_like", "prod", "ptp", "ravel", "shape", "size", "sort", "std", "sum"),
            *("transpose", "unique", "var", "zeros_like", "average", "round"),
        )
    },
    **{
        name: [f"np.{name}(n)" for n in ("n", "(n, 3)", "(3, n)", "(n, n)")]
        for name in ("zeros", "ones")
    },
    **{
        name: [f"np.{name}({x}, {y})" for x in ("a", "floats", "empty") for y in ("a", "other", "empty")]
        for name in (
            *("append", "array_equal", "allclose", "isclose", "intersect1d", "isin", "outer"),
            *("setdiff1d", "union1d", "searchsorted"),
        )
    },
    **{
        name: [f"np.{name}(({x}, {y}))" for x, y in (("a", "other"), ("a", "empty"), ("table", "table"))]
        for name in ("concatenate", "column_stack", "hstack", "vstack", "stack")
    },
    "arange": ["np.arange(n)", "np.arange(n, 5)", "np.arange(0, n, 3)", "np.arange(5, n, -2)", "np.arange(0, 9, n)"],
    "array": ["np.array([n, 1])", "np.array([1.5, 2.5])", "np.array([[n, 1], [2, 3]])"],
    "clip": ["np.clip(a, n, 3)", "np.clip(floats, 3, n)", "np.clip(a, other, 9)"],
    "digitize": ["np.digitize(a, floats)", "np.digitize(floats, a)", "np.digitize(a, empty)"],
    "dot": ["np.dot(floats, floats)", "np.dot(floats, floats[:3])"],
    "eye": ["np.eye(n)", "np.eye(3, n)", "np.eye(3, 3, n)"],
    "identity": ["np.identity(n)"],
    "full": ["np.full(n, 3)", "np.full((2, n), 1.5)"],
    "full_like": ["np.full_like(a, n)", "np.full_like(empty, 1)"],
    "interp": ["np.interp(floats, floats, floats)", "np.interp(a, other, other)", "np.interp(1.5, floats, floats)"],
    "linspace": ["np.linspace(0, 1, n)", "np.linspace(0.0, np.inf, 5)"],
    "percentile": ["np.percentile(floats, n)", "np.percentile(a, floats)", "np.percentile(a, 50)"],
    "quantile": ["np.quantile(floats, n)", "np.quantile(a, 0.5)"],
    "repeat": ["np.repeat(a, n)", "np.repeat(a, other)", "np.repeat(empty, 3)", "np.repeat(a, empty)"],
    "reshape": ["np.reshape(a, (n, 2))", "np.reshape(a, n)", "np.reshape(a, (-1, n))", "np.reshape(a, (-1, -1))"],
    "roll": ["np.roll(a, n)", "np.roll(empty, n)", "np.roll(table, n)"],
    "take": ["np.take(a, n)", "np.take(a, other)", "np.take(table, other)", "np.take(empty, 0)"],
    "where": ["np.where(a > 2, a, other)", "np.where(a > 2)", "np.where(floats > 0, floats, 0.0)", "np.where(a > 2, a, empty)"],
    "norm": ["np.linalg.norm(floats)", "np.linalg.norm(empty * 1.0)", "np.linalg.norm(floats, n)"],
    "methods": [
        *(f"a.{m}()" for m in ("all", "any", "argmax", "argmin", "argsort", "copy", "cumprod", "cumsum")),
        *(f"{x}.{m}()" for m in ("flatten", "max", "mean", "min", "nonzero", "prod", "ravel", "std", "sum", "transpose", "var", "ptp") for x in ("a", "empty")),
        *("a.astype(np.int8)", "floats.astype(np.int64)", "a.clip(n, 3)", "a.dot(other)", "floats.dot(floats)"),
        *("a[:1].item()", "a.item()", "a.repeat(n)", "a.reshape(n, 2)", "a.reshape(-1, n)", "a.take(n)", "a.take(other)"),
        *("a.view(np.int32)", "a.astype(np.int8)[:3].view(np.int32)", "a.view(np.uint8)[::2].view(np.int64)"),
    ],
    "indexes": ["a[n]", "a[n:]", "a[:n]", "a[::n]", "a[other]", "table[n, 1]", "table[1, n]", "a[a > 2]", "a[a[:2] > 0]", "table[other]"],
    "sequences": [
        *("[1, 2, 3][n]", "(1, 2, 3)[n]", "'abc'[n]", "[1, 2][n:]", "'abc'[n:]", "'abc'[::n]"),
        *("len([0] * min(n, 1 << 20))", "len('ab' * min(n, 1 << 20))", "[1, 2].pop(n)", "[1, 2].index(n)"),
        *("{1: 2}[n]", "{1: 2}.pop(n)", "chr(n)", "ord('abc'[n])", "int('12')", "str(n)", "range(n)[0]", "range(5)[n]"),
        *("sorted([3, n])[0]", "divmod(7, n)", "7 // n", "7 % n", "abs(n)", "hash(n)"),
    ],
}  # fmt: skip
NUMBERS = (0, 1, -1, 3, -3, 7, 1 << 20, -(1 << 40), (1 << 62) + 5, -(1 << 63))
"""What `n` is."""

OTHER = {"methods", "indexes", "sequences"}
"""Of the calls those that are no functions of numpy's."""

CHILD = Path(__file__).with_name("call_numpy.py")


def test_the_list_is_tried_whole() -> None:
    tried = CALLS.keys() - OTHER

    assert tried == {*numpy_offered.FUNCTIONS, *numpy_offered.NUMBERS_OF}
    for method in numpy_offered.METHODS:
        assert any(f".{method}(" in call for call in CALLS["methods"]), method


# Each compiles for seconds, and changes with a new numba alone.
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name, marks=pytest.mark.full if k % 12 == 0 or name in OTHER else pytest.mark.deep
        )
        for k, name in enumerate(reversed(CALLS))
    ],
)
def test_hostile_arguments_end_in_an_error_or_in_the_answer_of_numpy(name: str) -> None:
    """The process lives on, and what does not raise an error gives what numpy gives."""
    said = subprocess.run(
        [sys.executable, CHILD, json.dumps(CALLS[name]), json.dumps(NUMBERS)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(CHILD.parents[1])},
    )

    assert said.returncode == 0, said.stderr[-3000:]
    found = json.loads(said.stdout.splitlines()[-1])
    assert found["differs"] == []
    assert found["played"] >= len(NUMBERS)


REFUSED = {
    "np.delete(view.hand, 1)": "a[np.arange(a.size) != k]",
    "np.delete(view.hand, np.array([400, 1]))": "a[np.arange(a.size) != k]",
    "np.take_along_axis(view.hand, np.array([26]), 0)": "np.take",
    "np.partition(view.hand, 3)": "np.sort(a)",
    "np.argpartition(view.hand, 3000)": "np.argsort(a)",
    "np.empty(3000)": "np.zeros",
    "np.empty_like(view.hand)": "np.zeros_like",
    "np.ascontiguousarray(view.lives)": "np.array(a)",
    "np.asarray(view.lives)": "np.array(a)",
    "np.frombuffer(view.hand, np.uint8)": "strategies may use",
    "np.lib.stride_tricks.as_strided(view.hand, (99,), (1,))": "strategies may use",
    "np.bincount(view.hand)": "a loop that counts",
    "np.insert(view.hand, 1, 3)": "np.concatenate",
    "view.hand.flat": "a.ravel()",
}


@pytest.mark.parametrize("call", REFUSED)
@pytest.mark.kept(1)
def test_what_is_not_listed_is_refused_with_what_to_use(refused: Attack, call: str) -> None:
    error = refused(f"import numpy as np\n\ndef knock(view):\n    return {call}[0] > 0\n")

    assert "idea.py:5: a strategy cannot use" in str(error)
    assert REFUSED[call] in (error.hint or "")


def test_what_is_listed_can_be_used(written: object) -> None:
    path = written(  # type: ignore[operator]
        """
        import numpy as np

        def knock(view):
            own = np.sort(view.hand)[::-1]
            kept = own[np.arange(own.size) != 1]
            return kept.sum() + np.sign(view.value) > np.maximum(kept.max(), 3)
        """
    )

    assert compiled(path)
