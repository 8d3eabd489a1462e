"""What lower layers need of higher ones: `cardsim/__init__.py` says where it is.

So no module names one that is above it.
"""

from __future__ import annotations

import importlib

TYPE_CHECKING = False
"""Not the one of `typing`: this is loaded with the package itself."""
if TYPE_CHECKING:
    from typing import Any

HOMES: dict[str, str] = {}
"""Where things are, by what they are called here."""


def above(name: str) -> Any:
    """Return a module above this one; it is loaded when it is first needed."""
    return importlib.import_module(HOMES[name])
