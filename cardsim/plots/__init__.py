"""Answers -> matplotlib figures."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardsim.answers.advised import Advised
from cardsim.answers.comparisons import CompareResult
from cardsim.answers.experiments import Findings
from cardsim.answers.learned import Learned
from cardsim.answers.looked_back import LookBack
from cardsim.answers.reviews import Review
from cardsim.answers.standings import TournamentResult
from cardsim.answers.swept import SweepResult
from cardsim.answers.tuning import TuneResult
from cardsim.errors import UserError
from cardsim.plots import (
    advised_plots,
    comparison_plots,
    findings_plots,
    learned_plots,
    review_plots,
    run_plots,
    sweep_plots,
    tournament_plots,
    tune_plots,
)
from cardsim.plots.panel import Panel, figure
from cardsim.runs.answer import Answer
from cardsim.runs.result import Result

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DRAWN: dict[type, Callable[[Any], list[Panel]]] = {
    Result: run_plots.panels,
    SweepResult: sweep_plots.panels,
    CompareResult: comparison_plots.panels,
    TournamentResult: tournament_plots.panels,
    Review: review_plots.panels,
    TuneResult: tune_plots.panels,
    Findings: findings_plots.panels,
    Learned: learned_plots.panels,
    Advised: advised_plots.panels,
    LookBack: advised_plots.look_back_panels,
}
"""How each kind of answer is drawn; others have no charts."""


def panels(answer: Answer) -> list[Panel]:
    """The charts of an answer; none for a kind that has none."""
    draw = DRAWN.get(type(answer))
    return draw(answer) if draw is not None else []


def plot(answer: Answer) -> Figure:
    """All charts of an answer as one figure.

    Raises:
        UserError: there are none.
    """
    drawn = panels(answer)
    if not drawn:
        raise UserError(
            "there is no chart of this answer", hint="its tables are in frame() and tables"
        )
    return figure(drawn)
