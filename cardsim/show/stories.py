"""The stories of the kinds of answers that tell one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardsim.runs.answer import Answer
from cardsim.search.learned import Learned
from cardsim.search.safest import Safest
from cardsim.search.telling import learned_story, safest_story
from cardsim.story import Story
from cardsim.table import calibration_story
from cardsim.table.calibrated import Calibration
from cardsim.tournaments import telling
from cardsim.tournaments.standings import TournamentResult

STORIES: dict[type, Callable[[Any], Story]] = {
    Calibration: calibration_story.story,
    Learned: learned_story,
    Safest: safest_story,
    TournamentResult: telling.story,
}


def story_of(answer: Answer) -> Story | None:
    """Return the story of an answer; None for a kind that has a page of its own."""
    tell = STORIES.get(type(answer))
    return None if tell is None else tell(answer)
