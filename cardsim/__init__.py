"""Monte Carlo strategy analysis for family card and dice games.

The names here are imported on first use, so that `import cardsim` costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardsim.errors import StrategyError, UserError
    from cardsim.result import Result
    from cardsim.runs import run
    from cardsim.solution import Exact, exact
    from cardsim.strategy import Strategy, between, one_of

    __version__: str

_HOMES = {
    "Exact": "solution",
    "Result": "result",
    "Strategy": "strategy",
    "StrategyError": "errors",
    "UserError": "errors",
    "between": "strategy",
    "exact": "solution",
    "one_of": "strategy",
    "run": "runs",
}

__all__ = [
    "Exact",
    "Result",
    "Strategy",
    "StrategyError",
    "UserError",
    "__version__",
    "between",
    "exact",
    "one_of",
    "run",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return importlib.import_module("cardsim.version").VERSION
    if name in _HOMES:
        return getattr(importlib.import_module(f"cardsim.{_HOMES[name]}"), name)
    message = f"module 'cardsim' has no attribute '{name}'"
    raise AttributeError(message)


def __dir__() -> list[str]:
    return sorted(__all__)
