"""Monte Carlo strategy analysis for family card and dice games.

The names here are imported on first use, so that `import cardsim` costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardsim.comparisons import CompareResult, compare
    from cardsim.errors import StrategyError, UserError
    from cardsim.experiments import Chart, Experiment, Findings, Series, experiment
    from cardsim.result import Result
    from cardsim.runs import run
    from cardsim.saved import load
    from cardsim.solution import Exact, exact
    from cardsim.strategy import Strategy, between, one_of
    from cardsim.sweeps import SweepResult, sweep

    __version__: str

_HOMES = {
    "Chart": "experiments",
    "CompareResult": "comparisons",
    "Exact": "solution",
    "Experiment": "experiments",
    "Findings": "experiments",
    "Result": "result",
    "Series": "experiments",
    "Strategy": "strategy",
    "StrategyError": "errors",
    "SweepResult": "sweeps",
    "UserError": "errors",
    "between": "strategy",
    "compare": "comparisons",
    "exact": "solution",
    "experiment": "experiments",
    "load": "saved",
    "one_of": "strategy",
    "run": "runs",
    "sweep": "sweeps",
}

__all__ = [
    "Chart",
    "CompareResult",
    "Exact",
    "Experiment",
    "Findings",
    "Result",
    "Series",
    "Strategy",
    "StrategyError",
    "SweepResult",
    "UserError",
    "__version__",
    "between",
    "compare",
    "exact",
    "experiment",
    "load",
    "one_of",
    "run",
    "sweep",
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
