"""The story of each kind of answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardsim.ask import (
    companies_story,
    compare_story,
    design_story,
    exact_story,
    plan_story,
    review_story,
    run_story,
    sweep_story,
    tune_story,
)
from cardsim.ask.comparisons import CompareResult
from cardsim.ask.designed import DesignResult
from cardsim.ask.in_companies import InCompanies
from cardsim.ask.plans import Plan
from cardsim.ask.reviewed import Review
from cardsim.ask.solved import Exact
from cardsim.ask.swept import SweepResult
from cardsim.ask.tuned import TuneResult
from cardsim.runs.answer import Answer
from cardsim.runs.result import Result
from cardsim.search.learned import Learned
from cardsim.search.safest import Safest
from cardsim.search.telling import learned_story, safest_story
from cardsim.show import findings_page
from cardsim.story import Story
from cardsim.studies.experiments import Findings
from cardsim.table import advice_story, calibration_story, fit_story, look_back_story, replay_story
from cardsim.table.advised import Advised
from cardsim.table.calibrated import Calibration
from cardsim.table.fitted import Fit
from cardsim.table.looked_back import LookBack
from cardsim.table.replayed import Replay
from cardsim.tournaments import tournament_story
from cardsim.tournaments.standings import TournamentResult

STORIES: dict[type, Callable[[Any], Story]] = {
    Advised: advice_story.story,
    Calibration: calibration_story.story,
    Fit: fit_story.story,
    Exact: exact_story.story,
    Findings: findings_page.story,
    InCompanies: companies_story.story,
    Learned: learned_story,
    Plan: plan_story.story,
    LookBack: look_back_story.story,
    Replay: replay_story.story,
    Safest: safest_story,
    Result: run_story.story,
    SweepResult: sweep_story.story,
    Review: review_story.story,
    CompareResult: compare_story.story,
    DesignResult: design_story.story,
    TuneResult: tune_story.story,
    TournamentResult: tournament_story.story,
}


def story_of(answer: Answer) -> Story:
    """Return the story of an answer."""
    return STORIES[type(answer)](answer)
