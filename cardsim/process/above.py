"""Access of lower layers to modules above them, without naming these modules.

`cardsim/__init__.py` fills in where they are.
"""

from __future__ import annotations

import importlib

TYPE_CHECKING = False
"""Not the one of `typing`: this is loaded with the package itself."""
if TYPE_CHECKING:
    from typing import Any

HOMES: dict[str, str] = {}
"""Modules above, by the names that lower layers use for them."""


def above(name: str) -> Any:
    """Return a module above this one; it is loaded when it is first needed."""
    return importlib.import_module(HOMES[name])
