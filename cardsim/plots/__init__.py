"""Estimates -> matplotlib figures."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardsim.answers.comparisons import CompareResult
from cardsim.answers.experiments import Findings
from cardsim.answers.reviews import Review
from cardsim.answers.sweeps import SweepResult
from cardsim.answers.tournaments import TournamentResult
from cardsim.answers.tuning import TuneResult
from cardsim.plots import (
    comparison_plots,
    findings_plots,
    review_plots,
    run_plots,
    sweep_plots,
    tournament_plots,
    tune_plots,
)
from cardsim.plots.panel import Panel, figure
from cardsim.runs.result import Result

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Answer = Result | SweepResult | CompareResult | TournamentResult | Review | TuneResult | Findings


DRAWN: dict[type, Callable[[Any], list[Panel]]] = {
    Result: run_plots.panels,
    SweepResult: sweep_plots.panels,
    CompareResult: comparison_plots.panels,
    TournamentResult: tournament_plots.panels,
    Review: review_plots.panels,
    TuneResult: tune_plots.panels,
    Findings: findings_plots.panels,
}
"""How each kind of answer is drawn."""


def panels(answer: Answer) -> list[Panel]:
    """The charts of an answer."""
    return DRAWN[type(answer)](answer)


def plot(answer: Answer) -> Figure:
    """All charts of an answer as one figure."""
    return figure(panels(answer))
