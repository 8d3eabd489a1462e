"""Errors in the class of a game in plain Python, each with its line."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Mapping
from typing import Any

import numpy as np

from cardsim.compile.sources import named
from cardsim.errors import UserError, echoed
from cardsim.kernels.origins import is_users
from cardsim.plain_words import Number
from cardsim.process.signals import is_raised


class ClassErrors:
    """Makes errors that name the lines of a class."""

    def __init__(self, kind: type, package: str) -> None:
        self.kind, self.file = kind, inspect.getsourcefile(kind) or package

    def wrong(self, what: str, name: str = "", hint: str = "") -> UserError:
        """Return the error for a mistake in the class, with the line of a name."""
        return UserError(f"{self._place(name)}: {what}", hint=hint or None)

    def _place(self, name: str) -> str:
        attribute = vars(self.kind).get(name)
        code = getattr(attribute, "__code__", None)
        if code is not None:
            return f"{self.file}:{code.co_firstlineno}"
        try:
            lines, first = inspect.getsourcelines(self.kind)
        except OSError:
            return self.file
        here = (
            k for k, line in enumerate(lines) if line.lstrip().startswith((f"{name}:", f"{name} "))
        )
        return f"{self.file}:{first + (next(here, 0) if name else 0)}"

    def given(
        self, given: Any, names: Mapping[str, Number], by: str, listed: str
    ) -> Mapping[str, Any]:
        """Return what a method gave, after checking its names."""
        if not isinstance(given, Mapping):
            raise self.wrong(f"{by} gave {echoed(given)}, and it must be a dict", by)
        if given.keys() == names.keys():
            return given
        lacking = [n for n in names if n not in given]
        for name in lacking or [str(n) for n in given if n not in names]:
            how = f"left out '{name}', which is" if lacking else f"gave '{name}', which is not"
            raise self.wrong(f"{by} {how} in `{listed}`", by)
        return given

    def check_number(self, value: Any, told: Number, what: str, by: str) -> None:
        """Refuse what is no whole number within its limits."""
        if not isinstance(value, int | np.integer) or not told.low <= value <= told.high:
            raise self.wrong(
                f"{what}, and it must be a whole number from {told.low} to {told.high}", by
            )

    def raised(self, error: BaseException) -> UserError:
        """Return the error for what the class raised, with its line."""
        if isinstance(error, KeyboardInterrupt) and not is_raised(error):
            raise error
        passed = traceback.extract_tb(error.__traceback__)
        frames = [f for f in passed if f.filename == self.file]
        frames = frames or [f for f in passed if is_users(f.filename)]
        if not frames:
            return UserError(f"{self.file}: {named(error)}")
        last = frames[-1]
        message = f"{last.filename}:{last.lineno}: {named(error)}"
        return UserError(message, hint=f"the line is: {last.line}")
