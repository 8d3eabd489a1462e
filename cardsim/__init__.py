"""Monte Carlo strategy analysis for family card and dice games.

The names here are imported on first use, so that `import cardsim` costs nothing. `__init__.pyi`
says where each comes from.
"""

from __future__ import annotations

import importlib

from cardsim.process.began import BEGAN as _BEGAN  # noqa: F401  (before all other modules)

# isort: split
from cardsim.process.above import HOMES as _ABOVE

_ABOVE.update(
    asking="cardsim",
    figures="cardsim.show.figures",
    pages="cardsim.show.pages",
    replays="cardsim.table.replayed",
    runs="cardsim.ask.runs",
)

TYPE_CHECKING = False
"""Not the one of `typing`, which takes longer to load than all else that a process begins with."""
if TYPE_CHECKING:
    from typing import Any


def _homes() -> dict[str, str]:
    """Return the module of each name that is offered, as the stub beside this file has it."""
    if not _HOMES:
        with open(__file__.removesuffix(".py") + ".pyi", encoding="utf-8") as stub:  # noqa: PTH123
            statements = f"\n{stub.read()}".replace("(", "").replace(")", "").split("\nfrom ")[1:]
        for statement in statements:
            home, _, names = statement.partition(" import ")
            for name in names.partition("\n\n")[0].split(","):
                if name := name.partition(" as ")[0].strip():
                    _HOMES[name] = home
    return _HOMES


_HOMES: dict[str, str] = {}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return importlib.import_module("cardsim.version").VERSION
    if name == "__all__":
        return sorted([*_homes(), "__version__"])
    if not name.startswith("_") and name in _homes():
        return getattr(importlib.import_module(_homes()[name]), name)
    message = f"module 'cardsim' has no attribute '{name}'"
    raise AttributeError(message)


def __dir__() -> list[str]:
    return list(__getattr__("__all__"))
