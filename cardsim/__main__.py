"""`cardsim` as a process; `python -m cardsim` is the same."""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn


def process() -> int:
    """Run the command line of this process, and return its exit status.

    Ctrl-C is handled first: to load what the commands need takes a tenth of a second.
    """
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _leave)
    from cardsim import cli

    return cli.process()


def _leave(_number: int, _frame: Any) -> NoReturn:
    """End at once: nothing has begun, and an exception would show a traceback, or be lost."""
    try:
        os.write(2, b"cardsim: interrupted\n")
    finally:
        os._exit(130)


if __name__ == "__main__":
    sys.exit(process())
