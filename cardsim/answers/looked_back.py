"""The look back at a game that a person played: what each decision gave away."""

from __future__ import annotations

import math
import shlex
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl

from cardsim.answers.played import Kept, Sitting, Turn, Verdict, plain, read, resume
from cardsim.errors import UserError
from cardsim.game import Measure
from cardsim.runs import wording
from cardsim.runs.answer import PlayedAnswer
from cardsim.runs.preparation import resolve
from cardsim.runs.request import Request
from cardsim.runs.result import RunSpec
from cardsim.statistics.stats import Estimate, rounded
from cardsim.version import VERSION

WORST = 3
"""Decisions that a look back tells in words."""
NOTHING = "None of your decisions surely cost anything."
TRIALS = 10_000
"""Hands or matches that tell what the usual player gets."""


@dataclass(frozen=True, repr=False)
class LookBack(PlayedAnswer):
    """What each of your decisions gave away, in a game that `cardsim play` kept.

    Attributes:
        spec: the table; you sit in its hero's seat.
        kept: the game as it was saved.
        seat: where you sat, from 0.
        won: what you got of it, by the measure that it is won by.
        hands: how many were dealt.
        verdicts: of your decisions, in order.
        usual: what the usual player gets at this table, as a player gets it on average.
        turns: your decisions with all that was known there; not part of the answer.
    """

    spec: RunSpec
    kept: Kept
    seat: int
    won: float
    hands: int
    verdicts: tuple[Verdict, ...]
    usual: Estimate
    turns: tuple[Turn, ...] = field(default=(), compare=False, repr=False)
    rows = "decisions"
    settled = "a look back"

    @property
    def measure(self) -> Measure:
        """What it is won by."""
        return self.unit.won_by

    @property
    def outcome(self) -> str:
        """What you got of it, in a sentence."""
        measure, won = self.measure, self.won
        if not measure.in_per_cent:
            return f"{measure.text[:1].upper()}{measure.text[1:]}: {won:g}."
        good = 1 - won if measure.lower_is_better else won
        return "You win." if good >= 1 else "You share the win." if good > 0 else "You do not win."

    @property
    def sentence(self) -> str:
        """What you got of it, the decision that cost most, and what luck did."""
        text = f"The {self.unit.name} is over. {self.outcome}"
        costly = self.costly
        most = f"What cost most: {self.loss(costly[0])}." if costly else NOTHING
        return f"{text} {most} {self.shares}"

    @property
    def sure(self) -> list[Verdict]:
        """The decisions that surely cost something."""
        return [one for one in self.verdicts if one.tried and one.low > 0]

    @property
    def costly(self) -> list[Verdict]:
        """Those of them that cost most, the dearest first."""
        return sorted(self.sure, key=lambda one: -one.cost)[:WORST]

    @property
    def taken(self) -> tuple[float, float]:
        """What your play surely took in all, by the measure, and half the width of its interval."""
        halves = [one.cost - one.low for one in self.sure]
        return sum(one.cost for one in self.sure), math.hypot(*halves)

    @property
    def luck(self) -> tuple[float, float]:
        """What cards, seat and the others gave you, and half the width of its interval.

        What you got is what the usual player gets, and luck, less what your play took. Luck is 0 on
        average, except that play which took something unsurely counts as luck.
        """
        taken, unsure = self.taken
        sign = -1 if self.measure.lower_is_better else 1
        half = self.usual.half
        return sign * (self.won - self.usual.value) + taken, math.hypot(half, unsure)

    @property
    def shares(self) -> str:
        """Luck apart from skill, in a sentence."""
        scale = 100 if self.measure.in_per_cent else self.measure.times
        usual = self.usual.value, self.usual.low, self.usual.high
        luck, taken = (
            rounded(scale * abs(value), scale * half) for value, half in (self.luck, self.taken)
        )
        gave = f"luck {'gave' if self.luck[0] >= 0 else 'cost'} you {luck}"
        took = f"gave away {taken}" if self.sure else "gave away nothing for certain"
        gets = wording.costs(self.unit, self.measure, *usual)
        return f"The usual player gets {gets} here; {gave}, and your play {took}."

    def loss(self, verdict: Verdict) -> str:
        """What a decision gave away, as a clause."""
        gave = f"{verdict.did} gave away {verdict.amount(self.unit)}"
        return f"in hand {verdict.hand}, {gave}; better was {verdict.best}"

    def judged(self, verdict: Verdict) -> str:
        """A decision with what it gave away."""
        did = f"{verdict.did} in hand {verdict.hand}" if self.hands > 1 else verdict.did
        if not verdict.tried:
            return f"{did}; not tried"
        if verdict.cost <= 0:
            return f"{did}; nothing better was found"
        sure = "" if verdict.low > 0 else ", which is not sure"
        return f"{did}; {verdict.amount(self.unit)}{sure}; best: {verdict.best}"

    @property
    def command(self) -> str:
        """The command that deals you the same cards again."""
        asked = dict(self.kept.asked)
        words = ["cardsim", "play", str(asked.pop("game"))]
        for name, value in {**asked.pop("options"), **asked}.items():
            flag = name.replace("_", "-")
            if isinstance(value, bool):
                words.append(f"--{flag}" if value else f"--no-{flag}")
            else:
                words += [f"--{flag}", str(value)]
        return shlex.join([*words, "--seat", str(self.seat + 1)])

    def _asked(self) -> str:
        return self.command

    def frame(self) -> pl.DataFrame:
        """A row for each decision: its hand, what you did, the best, and what yours cost."""
        kinds = dict.fromkeys(("decision", "did", "best"), pl.String)
        numbers = dict.fromkeys(("cost", "low", "high"), pl.Float64)
        return pl.DataFrame(
            [verdict._asdict() for verdict in self.verdicts],
            {"hand": pl.Int64, **kinds, **numbers},
        )

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data: the saved game, and what each decision gave away."""
        return {
            **plain(self.kept),
            "version": VERSION,
            "command": self.command,
            "game": self.spec.game,
            "unit": self.spec.unit,
            "players": self.spec.players,
            "seed": self.spec.seed,
            "sentence": self.sentence,
            "won": self.won,
            "usual": [self.usual.value, self.usual.low, self.usual.high],
            "luck": list(self.luck),
            "taken": list(self.taken),
            "decisions": self.frame().to_dicts(),
        }


def look_back(sitting: Sitting, kept: Kept) -> LookBack:
    """What each decision of a game gave away that is over."""
    verdicts = tuple(map(sitting.verdict, range(len(sitting.turns))))
    spec, hands = sitting.run.spec, len(sitting.ended)
    asked = dict(kept.asked)
    usual = Request(asked.pop("game"), TRIALS, **asked).answer(progress=False).headline
    turns = tuple(sitting.turns)
    return LookBack(spec, kept, sitting.hero, sitting.won, hands, verdicts, usual, turns)


def load_look_back(path: Path) -> LookBack:
    """The look back at a saved game.

    Raises:
        UserError: it is none, is not over, or goes otherwise now.
    """
    kept = read(path)
    if not kept.over:
        raise UserError(f"{path} is not over yet", hint="cardsim play --resume")
    return look_back(resume(kept, resolve(**kept.asked)), kept)
