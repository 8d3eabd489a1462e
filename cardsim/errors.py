"""What a user can get wrong. Anything else is a bug and shows its traceback."""

from __future__ import annotations

THREADS = "cardsim"
"""How the names of the threads begin that run strategies, which may not come back."""


class UserError(Exception):
    """A mistake that the user can mend; shown as one line, exit status 2.

    Attributes:
        hint: what to try next, shown on a line of its own, or None.
    """

    status = 2

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


class StrategyError(UserError):
    """A strategy did something that the rules or the engine do not allow; exit status 1."""

    status = 1


class StuckError(StrategyError):
    """A strategy's compiled code does not come back, and its thread cannot be ended."""

    status = 130
