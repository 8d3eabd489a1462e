"""Kernels and entries by numba's documented means alone; `numba_insides` says what it costs."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numba
from numba.core.compiler import CompilerBase, DefaultPassBuilder

from cardsim.process.signals import heed


class KernelCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's compiler, which looks between two functions whether it is to end."""

    def define_pipelines(self) -> list[Any]:
        """What is done to a function, pass by pass."""
        heed()
        return [DefaultPassBuilder.define_nopython_pipeline(self.state)]


def dispatcher(function: Callable[..., Any], options: dict[str, Any], name: str = "") -> Any:  # noqa: ARG001
    """What compiles a function and the kernels in it, for Python and by address.

    Numba's own cache would find it again when a helper in another file has changed: it is not kept.
    """
    return numba.jit(**options, pipeline_class=KernelCompiler)(function)


@contextmanager
def lines_told() -> Generator[None]:
    """Nothing: numba by itself does not say on which line an index was out of range."""
    yield


def place(made: Any, signature: Any) -> Path | None:  # noqa: ARG001
    """The file of what a dispatcher compiles: there is none."""
    return None


def is_kept(made: Any, signature: Any) -> bool:  # noqa: ARG001
    """Whether what a dispatcher would compile for a signature is on disk."""
    return False


def was_read(made: Any) -> bool:  # noqa: ARG001
    """Whether what a dispatcher has was read from disk rather than compiled."""
    return False


def record_with(record: Any, known: Callable[[], dict[str, int]]) -> Any:  # noqa: ARG001
    """The type of a record; what is known of its numbers is read from memory."""
    return record
