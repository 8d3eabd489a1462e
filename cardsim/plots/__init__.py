"""Estimates -> matplotlib figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsim.answers.comparisons import CompareResult
from cardsim.answers.experiments import Findings
from cardsim.answers.reviews import Review
from cardsim.answers.sweeps import SweepResult
from cardsim.answers.tournaments import TournamentResult
from cardsim.plots import (
    comparison_plots,
    findings_plots,
    review_plots,
    run_plots,
    sweep_plots,
    tournament_plots,
)
from cardsim.plots.panel import Panel, figure
from cardsim.runs.result import Result

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Answer = Result | SweepResult | CompareResult | TournamentResult | Review | Findings


def panels(answer: Answer) -> list[Panel]:
    """The charts of an answer."""
    if isinstance(answer, SweepResult):
        return sweep_plots.panels(answer)
    if isinstance(answer, CompareResult):
        return comparison_plots.panels(answer)
    if isinstance(answer, TournamentResult):
        return tournament_plots.panels(answer)
    if isinstance(answer, Review):
        return review_plots.panels(answer)
    if isinstance(answer, Findings):
        return findings_plots.panels(answer)
    return run_plots.panels(answer)


def plot(answer: Answer) -> Figure:
    """All charts of an answer as one figure."""
    return figure(panels(answer))
