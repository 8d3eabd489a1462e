"""A person's game at a table: kept after each decision, with hints, a coach and a look back."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from cardsim.errors import UserError
from cardsim.statistics.stats import estimate_text, gap_text
from cardsim.table.looked_back import LookBack, look_back
from cardsim.table.played import Hold, Kept, Sitting, keep, read

MOST_HINTS = 12
"""Actions of which a hint tells what they are worth, the best ones."""


class Hints(NamedTuple):
    """What your legal actions are worth.

    Attributes:
        about: what is measured; or why there is no hint.
        rows: the action, its worth, what it costs beside the best, and the interval of that.
        more: how many others cost more.
    """

    about: str
    rows: tuple[tuple[str, str, str, str], ...] = ()
    more: int = 0


class Evening:
    """A game that a person plays until all is over or he stops.

    Attributes:
        sitting: he at the table.
        kept: the game as it is saved.
        file: where.
        coach: whether each decision is judged as soon as it is taken.
    """

    def __init__(self, sitting: Sitting, kept: Kept, file: Path, *, coach: bool) -> None:
        """Begin, or go on."""
        self.sitting, self.kept, self.file, self.coach = sitting, kept, file, coach
        self._hold = Hold(file)
        if file.exists() and read(file) != kept:
            self.close()
            raise UserError(f"the game in {file} has gone on elsewhere; begin again")
        self._keep()

    def close(self) -> None:
        """Let others play on."""
        self._hold.close()

    def act(self, nth: int) -> str:
        """Take a decision, and keep it.

        Returns:
            What the coach says of it; nothing where there is none.
        """
        before, actions = self.kept, self.kept.actions
        action = self.sitting.table.nth(nth)
        self.kept = replace(before, actions=(*actions, action))
        try:
            keep(self.file, self.kept)
            self.sitting.act(nth)
        except BaseException:
            self.kept = before
            with suppress(UserError):
                keep(self.file, before)
            raise
        # The decision is kept; what is seen then is for a check.
        with suppress(UserError):
            self._keep()
        return self._coached() if self.coach else ""

    def _keep(self) -> None:
        actions = tuple(turn.action for turn in self.sitting.turns)
        seen, over = self.sitting.seen, self.sitting.over
        self.kept = replace(self.kept, actions=actions, seen=seen, over=over)
        keep(self.file, self.kept)

    def hints(self) -> Hints:
        """What each legal action is worth, the best first."""
        tried, unit = self.sitting.tried, self.sitting.run.unit
        if not tried:
            return Hints(f"There is no hint here: {self._why_not}.")
        measure = unit.won_by
        share, sign = measure.in_per_cent, -1 if measure.lower_is_better else 1
        rows: list[tuple[str, str, str, str]] = []
        for word, choice in tried[:MOST_HINTS]:
            low, high = sorted((sign * choice.low, sign * choice.high))
            value, _ = estimate_text(sign * choice.value, low, high, is_share=share)
            gap = choice.cost, choice.cost_low, choice.cost_high
            rows.append((word, value, *(gap_text(*gap, is_share=share) if rows else ("", ""))))
        about = f"What each is worth ({measure.text}), in hands imagined from what you see:"
        return Hints(about, tuple(rows), len(tried) - len(rows))

    @property
    def _why_not(self) -> str:
        """Why nothing was tried."""
        game = self.sitting.game
        imagined = game.imagine is not None
        return "too much is legal" if imagined else f"hands of {game.name} cannot be imagined"

    def _coached(self) -> str:
        last = len(self.sitting.turns) - 1
        verdict = self.sitting.judge.verdict(last, self.sitting.turns[last])
        if not verdict.tried:
            return f"Coach: nothing was tried here: {self._why_not}."
        if verdict.cost <= 0:
            return "Coach: nothing better was found."
        if verdict.low <= 0:
            return f"Coach: as good as the best, as far as can be told ({verdict.best})."
        amount = verdict.amount(self.sitting.run.unit)
        return f"Coach: {verdict.best} was better; yours gave away {amount}."

    def look_back(self) -> LookBack:
        """What each decision of the game gave away, now that it is over."""
        return look_back(self.sitting, self.kept)
