"""Calls expressions compiled as a strategy's are, with arrays before pages that are closed.

Run with the expressions and with what `n` is, as JSON; prints what differs from numpy, or from one
time to the next.
"""

from __future__ import annotations

import ctypes
import json
import sys
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from numba.core.errors import NumbaError

from attacks.guarded import guarded
from cardsim import UserError
from cardsim.compile.offered import checked_inlined

GIVEN = "a, other, empty, floats, table, n"
FILL = -6
"""`M_PERTURB` of glibc: what fresh memory is filled with, so that what reads it shows."""
ERRORS = (ArithmeticError, LookupError, MemoryError, TypeError, ValueError, AssertionError)


def arrays(*, front: bool) -> list[Any]:
    plain = (
        np.array([3, 1, 2, 9, 5]),
        np.array([0, 4, 2, 1, 3]),
        np.zeros(0, np.int64),
        np.array([0.5, np.nan, -1.0, np.inf, 3.0]),
        np.arange(12).reshape(3, 4),
    )
    return [guarded(values, front=front) for values in plain]


def told(value: Any) -> Any:
    """What tells one answer from another."""
    if isinstance(value, tuple | list | range):
        return [told(v) for v in list(value)[:99]]
    if isinstance(value, str):
        return value[:99]
    found = np.asarray(value)
    if found.dtype.kind in "fc":
        return [f"{x:.9g}" for x in found.ravel()[:99].tolist()]
    return found.ravel()[:99].astype(int).tolist()


def answer(call: Callable[..., Any], given: list[Any], number: int) -> Any:
    try:
        return told(call(*given, number))
    except NumbaError:
        raise
    except ERRORS as error:
        return type(error).__name__


def main(expressions: list[str], numbers: list[int]) -> None:
    libc = ctypes.CDLL(None)
    differs: list[Any] = []
    played = 0
    for expression in expressions:
        scope: dict[str, Any] = {"np": np}
        exec(f"def asked({GIVEN}):\n    return {expression}\n", scope)
        ours, numpys = checked_inlined(scope["asked"]), scope["asked"]
        for number in numbers:
            found = []
            sys.stderr.write(f"{expression} {number}\n")
            for front, fill in ((False, 85), (True, 170)):
                libc.mallopt(FILL, fill)
                given = arrays(front=front)
                before = [g.tobytes() for g in given]
                try:
                    found.append(answer(ours, given, number))
                except (NumbaError, UserError, NotImplementedError):
                    break  # Numba has no form of it for these arguments.
                if before != [g.tobytes() for g in given]:
                    differs.append((expression, number, "changes its arguments", ""))
            if not found:
                break
            played += 1
            libc.mallopt(FILL, 0)
            right = answer(numpys, arrays(front=False), number)
            # Of no number numba's median and sort make what they like.
            answered = isinstance(right, list) and isinstance(found[0], list) and "nan" not in right
            if found[0] != found[1] or (answered and right != found[0]):
                differs.append((expression, number, found, right))
    sys.stdout.write(json.dumps({"differs": differs, "played": played}))


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    main(json.loads(sys.argv[1]), json.loads(sys.argv[2]))
