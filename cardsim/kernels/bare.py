"""A kernel as code sees it that inspects kernels: a function, and options for compiling it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class BareKernel:
    """A function that is compiled into its callers; `cardsim.kernels.jit` makes them.

    Attributes:
        py_func: the function.
        targetoptions: numba's options.
    """

    py_func: Callable[..., Any]
    targetoptions: dict[str, Any]
