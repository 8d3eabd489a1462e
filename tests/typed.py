"""What the fixtures of all tests are: a command line typed in this process, files of one's own."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Said:
    """Its exit status, and what it wrote."""

    status: int
    out: str
    err: str


Command = Callable[[str], Said]
Write = Callable[..., Path]
