"""Errors that are the user's. Any other error is a bug and shows its traceback."""

from __future__ import annotations

THREADS = "cardsim"
"""Prefix of the names of threads that run strategies, which may never end."""


LINE = 100
"""The most letters of user input that an error repeats."""
MOST = 1000
"""The most letters of a whole error that are shown."""


def echoed(value: object) -> str:
    """Return a given value for an error: at most a line, with no control characters."""
    try:
        text = str(value)
    except Exception:  # noqa: BLE001  whatever the value raises, such as an int of 5000 digits
        text = f"{type(value).__name__} that cannot be written"
    return shortened(visible(text[: LINE + 1]), LINE)


def visible(text: str) -> str:
    """Return the text with escapes in place of characters that would control the terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def shortened(text: str, most: int) -> str:
    """Cut a text that is longer than `most`."""
    return text if len(text) <= most else text[: most - 4] + " ..."


def one_line(thing: object, *parts: str) -> str:
    """Return a `repr` on one line for something that says more than that could show.

    Args:
        thing: whose class names it.
        parts: what it is about, and what it says.
    """
    text = visible(", ".join(part for part in parts if part))
    return f"<{type(thing).__name__} {shortened(text, 2 * LINE)}>"


class UserError(Exception):
    """A mistake that the user can correct; shown as one line, exit status 2.

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
    """Raised if something needs a package that is not installed, of one of the extras."""

    def __init__(self, what: str, extra: str, package: str | None) -> None:
        super().__init__(
            f"{what} needs the extra cardsim[{extra}]: {package} is not installed",
            hint=f"python -m pip install 'cardsim[{extra}]'",
        )


class StrategyError(UserError):
    """Raised if a strategy does something that the rules or the engine do not allow; exit status 1.

    Attributes:
        strategy: its name, or empty where it is not known which one it was.
    """

    status = 1

    def __init__(self, message: str, *, hint: str | None = None, strategy: str = "") -> None:
        super().__init__(message, hint=hint)
        self.strategy = strategy


class StuckError(StrategyError):
    """Raised if a strategy's compiled code does not return, and its thread cannot be ended."""

    status = 130


class EndlessStepError(StuckError):
    """Raised if a step of a user's game does not end."""

    status = 1

    def __init__(self, place: str, seconds: float) -> None:
        what = f"{place}: this step of the game has not come to an end in {seconds:g} seconds"
        super().__init__(what, hint="every loop must end")
