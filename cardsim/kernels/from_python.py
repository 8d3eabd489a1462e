"""A Python function that kernels call, so that every loop can play a game in plain Python.

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
"""Returned instead of an answer if the function raised an error."""
_NUMBERS = 6
ANSWERERS: dict[int, Callable[..., int]] = {}
"""The functions that answer, by the first number of a call."""
_STATE = threading.local()


class GameError(UserError):
    """A mistake in a game's code, met in a hand; made where compiled code raises it."""

    status = 1

    def __new__(cls) -> Self:
        """Make the error, or raise the interruption that ended the function instead."""
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
"""(number of an answerer, and five numbers that it is given) -> its answer, or FAILED."""
