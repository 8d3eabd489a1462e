"""A person's game at a table: saved after each decision, with hints, a coach and a look back."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from cardsim.errors import UserError
from cardsim.game import Unit
from cardsim.runs.told import gap_texts
from cardsim.statistics.stats import estimate_text
from cardsim.table.choice_values import Choice
from cardsim.table.looked_back import LookBack, look_back
from cardsim.table.played import (
    Hold,
    SavedGame,
    Sitting,
    keep,
    new_file,
    read,
    resume,
    sit_down,
    this_evening,
)
from cardsim.table.reasons import why_among, why_not
from cardsim.table.seat_words import gerund

MOST_HINTS = 12
"""Largest number of actions in a hint, the best ones."""
Row = tuple[str, str, str, str]


class Hints(NamedTuple):
    """Values of your legal actions.

    Attributes:
        about: the measure, or why there is no hint.
        rows: the action, its value, its cost compared with the best, and the interval of that.
        more: number of further, costlier actions.
        why: what makes the best one better than the next; empty if nothing surely does.
    """

    about: str
    rows: tuple[Row, ...] = ()
    more: int = 0
    why: str = ""


class Evening:
    """A game that a person plays until it is over or he stops.

    Attributes:
        sitting: the person at the table.
        kept: the game as it is saved.
        file: its file.
        coach: judge each decision as soon as it is taken.
    """

    def __init__(self, sitting: Sitting, kept: SavedGame, file: Path, *, coach: bool) -> None:
        """Begin a game, or go on with one."""
        self.sitting, self.kept, self.file, self.coach = sitting, kept, file, coach
        self._hold = Hold(file)
        if file.exists() and read(file) != kept:
            self.close()
            raise UserError(f"the game in {file} has gone on elsewhere; begin again")
        self._keep()

    def close(self) -> None:
        """Let other processes play on."""
        self._hold.close()

    def act(self, nth: int) -> str:
        """Take a decision, and save it.

        Returns:
            The coach's comment; empty without a coach.
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
            if len(self.sitting.turns) != len(actions):
                # The others had begun to play: the table would be seen from where they sit.
                self.sitting = resume(before, self.sitting.run)
            raise
        # The decision is saved; the hash of the new view only serves a check.
        with suppress(UserError):
            self._keep()
        return self._coached() if self.coach else ""

    def _keep(self) -> None:
        actions = tuple(turn.action for turn in self.sitting.turns)
        seen, over = self.sitting.seen, self.sitting.over
        self.kept = replace(self.kept, actions=actions, seen=seen, over=over)
        keep(self.file, self.kept)

    def hints(self) -> Hints:
        """Return the value of each legal action, the best first."""
        tried = self.sitting.tried
        if not tried:
            return Hints(f"There is no hint here: {self._why_not}.")
        unit = self.sitting.run.unit
        about = f"What each is worth ({unit.won_by.text}), in hands imagined from what you see:"
        rows = rows_of(tried[:MOST_HINTS], unit)
        sitting, choices = self.sitting, [choice for _, choice in tried]
        why = why_among(sitting.judge, sitting.table, choices, len(sitting.turns))
        return Hints(about, rows, len(tried) - len(rows), why)

    @property
    def _why_not(self) -> str:
        """The reason why there is no hint."""
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
        why = why_not(self.sitting.judge, self.sitting.turns[last], last)
        better = gerund(str(verdict.best))
        return f"Coach: {better} was better; yours gave away {amount}. {why}".rstrip()

    def again(self, *, same: bool, vs: str = "") -> Evening:
        """Begin another game at this table, and give this one up; what was played is kept.

        `same` deals the same cards and seat. The others play as now if `vs` is empty.
        """
        asked = {**self.kept.asked, **({"vs": vs} if vs else {})}
        if not same:
            asked.pop("seed", None)
        run, hand = sit_down(asked, self.sitting.hero if same else None)
        kept = SavedGame({**asked, "seed": run.spec.seed}, hand, day=this_evening())
        evening = Evening(Sitting(run, hand), kept, new_file(run.game.name), coach=self.coach)
        self.close()
        if not self.kept.actions:
            self.file.unlink(missing_ok=True)
        return evening

    def look_back(self) -> LookBack:
        """Return the costs of the decisions of the finished game."""
        return look_back(self.sitting, self.kept)


def rows_of(tried: Sequence[tuple[str, Choice]], unit: Unit) -> tuple[Row, ...]:
    """Return actions in words with value, cost compared with the best, and the interval of that.

    The best action is the first of `tried`.
    """
    measure = unit.won_by
    share, sign = measure.in_per_cent, measure.sign
    gaps = gap_texts(measure, [(c.cost, c.cost_low, c.cost_high) for _, c in tried[1:]])
    # A player counts in matches of a hundred.
    costs = [("", ""), *((f"{cost} in 100" if share else cost, ends) for cost, ends in gaps)]
    rows: list[Row] = []
    for (word, choice), cost in zip(tried, costs, strict=True):
        low, high = sorted((sign * choice.low, sign * choice.high))
        value, _ = estimate_text(sign * choice.value, low, high, is_share=share)
        rows.append((word, value, *cost))
    return tuple(rows)
