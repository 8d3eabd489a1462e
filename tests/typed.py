"""What a command line that is typed in this process comes to."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Said:
    """Its exit status, and what it wrote."""

    status: int
    out: str
    err: str


Command = Callable[[str], Said]
