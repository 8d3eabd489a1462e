"""Monte Carlo strategy analysis for family card and dice games.

The names here are imported on first use, so that `import cardsim` costs nothing.
"""

from __future__ import annotations

import importlib

from cardsim.process.began import BEGAN as _BEGAN  # noqa: F401  (before all other modules)

TYPE_CHECKING = False
"""Not the one of `typing`, which takes longer to load than all else that a process begins with."""
if TYPE_CHECKING:
    from typing import Any

    from cardsim.answers.advised import Advised, advise
    from cardsim.answers.calibrated import Calibration
    from cardsim.answers.calibrating import calibrate
    from cardsim.answers.catalogue import (
        list_experiments,
        list_games,
        list_strategies,
        rules,
        strategies,
    )
    from cardsim.answers.comparisons import CompareResult, compare
    from cardsim.answers.experiments import (
        Chart,
        Experiment,
        Findings,
        Number,
        Series,
        experiment,
    )
    from cardsim.answers.explored import explore
    from cardsim.answers.fields import Field, field
    from cardsim.answers.frames import decisions, decisions_in_batches, hands, hands_in_batches
    from cardsim.answers.kept_runs import list_runs, load_run, watch_runs
    from cardsim.answers.learned import Learned
    from cardsim.answers.learning import learn
    from cardsim.answers.looked_back import LookBack
    from cardsim.answers.my_play import my_play
    from cardsim.answers.playable import get_game
    from cardsim.answers.replayed import Replay, replay
    from cardsim.answers.reviews import Review, review
    from cardsim.answers.safest import Safest
    from cardsim.answers.saved import load
    from cardsim.answers.solved import Exact, exact
    from cardsim.answers.standings import TournamentResult
    from cardsim.answers.sweeps import sweep
    from cardsim.answers.swept import SweepResult
    from cardsim.answers.tournaments import tournament
    from cardsim.answers.tuning import TuneResult, tune
    from cardsim.errors import StrategyError, UserError
    from cardsim.game import Feature
    from cardsim.runs.answer import Answer
    from cardsim.runs.company import mix
    from cardsim.runs.request import Request
    from cardsim.runs.result import Result
    from cardsim.runs.run import run
    from cardsim.runs.workers import Workers
    from cardsim.strategy import Strategy, between, one_of
    from cardsim.workspace import borrowed, get_strategy

    __version__: str

_HOMES = {
    "Advised": "answers.advised",
    "Answer": "runs.answer",
    "Calibration": "answers.calibrated",
    "Chart": "answers.experiments",
    "CompareResult": "answers.comparisons",
    "Exact": "answers.solved",
    "Experiment": "answers.experiments",
    "Feature": "game",
    "Field": "answers.fields",
    "Findings": "answers.experiments",
    "Learned": "answers.learned",
    "LookBack": "answers.looked_back",
    "Number": "answers.experiments",
    "Replay": "answers.replayed",
    "Request": "runs.request",
    "Result": "runs.result",
    "Review": "answers.reviews",
    "Safest": "answers.safest",
    "Series": "answers.experiments",
    "Strategy": "strategy",
    "StrategyError": "errors",
    "SweepResult": "answers.swept",
    "TournamentResult": "answers.standings",
    "TuneResult": "answers.tuning",
    "UserError": "errors",
    "Workers": "runs.workers",
    "advise": "answers.advised",
    "between": "strategy",
    "borrowed": "workspace",
    "calibrate": "answers.calibrating",
    "compare": "answers.comparisons",
    "decisions": "answers.frames",
    "decisions_in_batches": "answers.frames",
    "exact": "answers.solved",
    "experiment": "answers.experiments",
    "explore": "answers.explored",
    "field": "answers.fields",
    "get_game": "answers.playable",
    "get_strategy": "workspace",
    "hands": "answers.frames",
    "hands_in_batches": "answers.frames",
    "learn": "answers.learning",
    "list_experiments": "answers.catalogue",
    "list_games": "answers.catalogue",
    "list_runs": "answers.kept_runs",
    "list_strategies": "answers.catalogue",
    "load": "answers.saved",
    "load_run": "answers.kept_runs",
    "mix": "runs.company",
    "my_play": "answers.my_play",
    "one_of": "strategy",
    "replay": "answers.replayed",
    "review": "answers.reviews",
    "rules": "answers.catalogue",
    "run": "runs.run",
    "strategies": "answers.catalogue",
    "sweep": "answers.sweeps",
    "tournament": "answers.tournaments",
    "tune": "answers.tuning",
    "watch_runs": "answers.kept_runs",
}

__all__ = [
    "Advised",
    "Answer",
    "Calibration",
    "Chart",
    "CompareResult",
    "Exact",
    "Experiment",
    "Feature",
    "Field",
    "Findings",
    "Learned",
    "LookBack",
    "Number",
    "Replay",
    "Request",
    "Result",
    "Review",
    "Safest",
    "Series",
    "Strategy",
    "StrategyError",
    "SweepResult",
    "TournamentResult",
    "TuneResult",
    "UserError",
    "Workers",
    "__version__",
    "advise",
    "between",
    "borrowed",
    "calibrate",
    "compare",
    "decisions",
    "decisions_in_batches",
    "exact",
    "experiment",
    "explore",
    "field",
    "get_game",
    "get_strategy",
    "hands",
    "hands_in_batches",
    "learn",
    "list_experiments",
    "list_games",
    "list_runs",
    "list_strategies",
    "load",
    "load_run",
    "mix",
    "my_play",
    "one_of",
    "replay",
    "review",
    "rules",
    "run",
    "strategies",
    "sweep",
    "tournament",
    "tune",
    "watch_runs",
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
