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
    """Numba's compiler, which checks between two functions whether the process is to end."""

    def define_pipelines(self) -> list[Any]:
        """Return the passes that compile a function."""
        heed()
        return [DefaultPassBuilder.define_nopython_pipeline(self.state)]


def dispatcher(function: Callable[..., Any], options: dict[str, Any], name: str = "") -> Any:  # noqa: ARG001
    """Return what compiles a function with its kernels, to be called by Python and by address.

    It is not cached: numba's own cache would find it again when a helper in another file has
    changed.
    """
    return numba.jit(**options, pipeline_class=KernelCompiler)(function)


@contextmanager
def lines_told() -> Generator[None]:
    """Do nothing: without numba's internals the line of an IndexError stays unknown."""
    yield


def place(made: Any, signature: Any) -> Path | None:  # noqa: ARG001
    """Return the file of what a dispatcher compiles: there is none."""
    return None


def is_kept(made: Any, signature: Any) -> bool:  # noqa: ARG001
    """Return whether what a dispatcher would compile for a signature is on disk: never."""
    return False


def was_read(made: Any) -> bool:  # noqa: ARG001
    """Return whether a dispatcher's code was read from disk: never."""
    return False


def record_with(record: Any, known: Callable[[], dict[str, int]]) -> Any:  # noqa: ARG001
    """Return the type of a record; known numbers are read from memory all the same."""
    return record
