"""What a kernel is to those who look into it: a function, and how it is compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class BareKernel:
    """A function that is compiled for those that call it; `cardsim.kernels.jit` makes them.

    Attributes:
        py_func: the function.
        targetoptions: numba's options.
    """

    py_func: Callable[..., Any]
    targetoptions: dict[str, Any]
