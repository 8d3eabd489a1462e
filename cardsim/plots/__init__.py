"""Estimates -> matplotlib figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsim.answers.comparisons import CompareResult
from cardsim.answers.experiments import Findings
from cardsim.answers.sweeps import SweepResult
from cardsim.plots import of_comparison, of_findings, of_run, of_sweep
from cardsim.plots.panel import Panel, figure
from cardsim.runs.result import Result

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Answer = Result | SweepResult | CompareResult | Findings


def panels(answer: Answer) -> list[Panel]:
    """The charts of a run, a sweep or a comparison."""
    if isinstance(answer, SweepResult):
        return of_sweep.panels(answer)
    if isinstance(answer, CompareResult):
        return of_comparison.panels(answer)
    if isinstance(answer, Findings):
        return of_findings.panels(answer)
    return of_run.panels(answer)


def plot(answer: Answer) -> Figure:
    """All charts of a run, a sweep or a comparison as one figure."""
    return figure(panels(answer))
