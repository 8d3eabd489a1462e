"""Errors that are the user's. Any other error is a bug and shows its traceback."""

from __future__ import annotations

THREADS = "cardsim"
"""How the names of the threads begin that run strategies, which may not come back."""


LINE = 100
"""Letters of what somebody typed that an error repeats at most."""
MOST = 1000
"""Letters of a whole error that are shown, whatever is in it."""


def echoed(value: object) -> str:
    """A value that was given, for an error: at most a line, with no control characters."""
    try:
        text = str(value)
    except Exception:  # noqa: BLE001  whatever the value raises, such as an int of 5000 digits
        text = f"{type(value).__name__} that cannot be written"
    return shortened(visible(text[: LINE + 1]), LINE)


def visible(text: str) -> str:
    """The text with what would move the cursor, or change the terminal, written out."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def shortened(text: str, most: int) -> str:
    """The beginning of the text where it is too long."""
    return text if len(text) <= most else text[: most - 4] + " ..."


def one_line(thing: object, *parts: str) -> str:
    """The `repr` of something that says more than it could show: what it is, on one line.

    Args:
        thing: whose class names it.
        parts: what it is about, and what it says.
    """
    text = visible(", ".join(part for part in parts if part))
    return f"<{type(thing).__name__} {shortened(text, 2 * LINE)}>"


class UserError(Exception):
    """A mistake that the user can mend; shown as one line, exit status 2.

    Control characters in it are written out.

    Attributes:
        hint: what to try next, shown on lines of its own, below a traceback too; or None.
    """

    status = 2

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(visible(message))
        self.hint = None if hint is None else "\n".join(map(visible, hint.splitlines()))
        for line in (self.hint or "").splitlines():
            self.add_note(f"hint: {line}")


class ExtraError(UserError):
    """What is asked for needs a package that is not installed, of one of the extras."""

    def __init__(self, what: str, extra: str, package: str | None) -> None:
        super().__init__(
            f"{what} needs the extra cardsim[{extra}]: {package} is not installed",
            hint=f"python -m pip install 'cardsim[{extra}]'",
        )


class StrategyError(UserError):
    """A strategy did something that the rules or the engine do not allow; exit status 1.

    Attributes:
        strategy: its name, or empty where it is not known which one it was.
    """

    status = 1

    def __init__(self, message: str, *, hint: str | None = None, strategy: str = "") -> None:
        super().__init__(message, hint=hint)
        self.strategy = strategy


class StuckError(StrategyError):
    """A strategy's compiled code does not come back, and its thread cannot be ended."""

    status = 130


class EndlessStepError(StuckError):
    """A step of a user's game does not come to an end."""

    status = 1

    def __init__(self, place: str, seconds: float) -> None:
        what = f"{place}: this step of the game has not come to an end in {seconds:g} seconds"
        super().__init__(what, hint="every loop must end")
