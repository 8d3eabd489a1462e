"""The page of a drill: a decision, what each choice was worth, and the score."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING, Any

from cardsim.errors import UserError
from cardsim.table import drill_told
from cardsim.table.score_sheet import ScoreSheet
from cardsim.web.server import LATE, Asked, rules_of, seen

if TYPE_CHECKING:
    from cardsim.table.drilling import Drilling, DrillQuestion


class DrillPage:
    """Answers to the requests of a drill's page, as plain data."""

    resumes = "cardsim drill --resume --web"

    def __init__(
        self, drilling: Drilling, stop: Callable[[], None], today: Callable[[], date]
    ) -> None:
        self.drilling, self.stop, self.today = drilling, stop, today
        self._question: DrillQuestion | None = None
        self._judged: dict[str, Any] = {}
        self._heading = ""
        self._score: list[str] = []
        # Several threads answer requests, and there is one drill.
        self._lock = threading.Lock()

    @property
    def asked(self) -> dict[str, Asked]:
        """The page's requests."""
        return {
            "table": Asked(self.table),
            "rules": Asked(lambda: rules_of(self.drilling.run)),
            "act": Asked(self.act, ("game", "turn", "nth"), posted=True),
            "next": Asked(self.next, ("turn",), posted=True),
            "leave": Asked(self.leave, posted=True),
        }

    def table(self) -> dict[str, Any]:
        """Return the decision, with its verdict if it was answered; the score at the end."""
        with self._lock:
            return self._asks()

    def act(self, _game: int, turn: int, nth: int) -> dict[str, Any]:
        """Answer the decision.

        Args:
            turn: number of answers before it: a click that comes twice counts once.
            nth: index of the action among the legal ones.
        """
        with self._lock:
            asked = self._question
            if asked is None or self._judged or turn != self._answered:
                return {**self._asks(), "error": LATE}
            if not 0 <= nth < asked.sitting.table.count:
                return {**self._asks(), "error": LATE}
            try:
                answer = self.drilling.answer(asked, nth, self.today())
            except UserError as error:
                return {**self._asks(), "error": str(error)}
            judged = drill_told.judged(self.drilling, asked, answer)
            self._judged = judged._asdict()
            # The answer is kept; a reason only explains it.
            with suppress(UserError):
                self._judged["why"] = self.drilling.why(asked, answer)
            return self._asks()

    def next(self, turn: int) -> dict[str, Any]:
        """Go on to the next decision.

        Args:
            turn: number of answers so far.
        """
        with self._lock:
            if self._judged and turn == self._answered:
                self._question, self._judged = None, {}
            return self._asks()

    def leave(self) -> dict[str, Any]:
        """Stop the server; the drill is kept."""
        self.stop()
        return {
            "said": "The drill is over." if self._score else f"Your drill is kept: {self.resumes}."
        }

    @property
    def _answered(self) -> int:
        return len(self.drilling.drill.answers)

    def _asks(self) -> dict[str, Any]:
        """Return what the page shows; the next decision is looked for if none is there."""
        error: dict[str, Any] = {}
        if self._question is None and not self._score:
            try:
                self._question = self.drilling.next()
                if self._question is None:
                    score = self.drilling.finish(self.today())
                    self._score = drill_told.scored(score, self.today())
                else:
                    self._heading = drill_told.heading(self.drilling, self._question)
            except UserError as none:
                error = {"error": str(none)}
        told = self.drilling.told[:]
        self.drilling.told.clear()
        asked, run = self._question, self.drilling.run
        sight = None if asked is None else asked.sitting.sight
        if sight is not None and self._judged:
            # Nothing is left to be tapped.
            sight = sight._replace(words=(), taps=(), notes=(), lifts="")
        return {
            "title": run.game.title,
            "unit": run.unit.name,
            "game": 0,
            "names": [] if asked is None else asked.sitting.names,
            "turn": self._answered,
            "ended": [],
            "sheet": ScoreSheet()._asdict(),
            "coached": self._judged.get("said", ""),
            "company": self.drilling.drill.asked.get("vs", ""),
            "companies": [],
            "sight": None if sight is None else seen(sight),
            "drill": {
                "begins": drill_told.begins(self.drilling),
                "heading": self._heading,
                "told": told,
                "judged": self._judged,
                "score": self._score,
            },
            **error,
        }
