"""A Python function that kernels call: so every loop can play a game in plain Python.

Compiled code knows the function by the name of a symbol, so that the code can be kept on disk. A
call costs Python's lock and the time of the function.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import Self

from llvmlite import binding
from numba.core import types

from cardsim.errors import UserError

FAILED = -9
"""What the function returns where it raised something."""
_NUMBERS = 6
ANSWERERS: dict[int, Callable[..., int]] = {}
"""What answers, by the first number that it is called with."""
_STATE = threading.local()


class GameError(UserError):
    """A mistake in the code of a game, met in a hand; made where compiled code raises it."""

    status = 1

    def __new__(cls) -> Self:
        """Make the error, or raise what somebody interrupted it by."""
        if isinstance(_STATE.failed, KeyboardInterrupt):
            raise _STATE.failed
        return super().__new__(cls)

    def __init__(self) -> None:
        failed: UserError = _STATE.failed
        super().__init__(str(failed), hint=failed.hint)


def _answer(number: int, *others: int) -> int:
    try:
        return ANSWERERS[number](*others)
    except (UserError, KeyboardInterrupt) as error:
        _STATE.failed = error
        return FAILED


_CALLED = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * _NUMBERS)(_answer)
_SYMBOL = "cardsim_ask_python"
binding.add_symbol(_SYMBOL, ctypes.cast(_CALLED, ctypes.c_void_p).value)

ask_python = types.ExternalFunction(_SYMBOL, types.int64(*[types.int64] * _NUMBERS))
"""(number of what answers, and five numbers that it is given) -> what it returns, or FAILED."""
