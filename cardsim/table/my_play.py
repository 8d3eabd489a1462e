"""A person's costs in all games that `cardsim play` saved, by kind of decision."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from cardsim.errors import UserError
from cardsim.felt import CARD
from cardsim.runs import wording
from cardsim.statistics.stats import CONFIDENCE, rounded, z_value
from cardsim.table.looked_back import LookBack, load_look_backs
from cardsim.table.played import DecisionVerdict, folder, read
from cardsim.table.typed_text import is_typed

_CARDS = re.compile(rf"(?:\b{CARD.pattern},? ?)+")
_NUMBER = re.compile(r"\d+")
KNOWN = 0.5
"""Half the width of its interval, as a part of a cost, from which on that is known."""
FEWEST_KNOWN = 10


@dataclass(frozen=True)
class Habit:
    """Decisions of one kind with a certain cost.

    Attributes:
        did, better: your action and the better one, in words without cards.
        cost: mean cost in a hand or match, over all of them.
        low, high: its interval over hands or matches; NaN if there is only one.
    """

    decision: str
    did: str
    better: str
    times: int
    cost: float
    low: float
    high: float


@dataclass(frozen=True)
class MyPlay:
    """Your costs in one game.

    Attributes:
        backs: look backs at your games, the oldest first; all of one game and unit.
    """

    backs: tuple[LookBack, ...]

    @property
    def times(self) -> float:
        """Factor of amounts for people."""
        return self.backs[0].measure.shown_times

    @property
    def taken(self) -> tuple[float, float, float]:
        """Mean certain cost of your play in a hand or match, with its interval."""
        return mean_of([back.taken[0] for back in self.backs])

    @property
    def missing(self) -> int:
        """Hands or matches still missing to know the cost to within half of it; 0 if it is known.

        At least `FEWEST_KNOWN` are wanted: from few the scatter itself is not known.
        """
        costs = [back.taken[0] for back in self.backs]
        many, mean = len(costs), math.fsum(costs) / len(costs)
        if many == 1 or mean == 0:
            return max(0, FEWEST_KNOWN - many)
        spread = math.sqrt(math.fsum((cost - mean) ** 2 for cost in costs) / (many - 1))
        needed = math.ceil((z_value(CONFIDENCE) * spread / (KNOWN * mean)) ** 2)
        return max(0, max(FEWEST_KNOWN, needed) - many)

    @property
    def habits(self) -> list[Habit]:
        """Kinds of decisions with a certain cost, the dearest first."""
        lost: dict[tuple[str, str, str], list[list[float]]] = {}
        for n, back in enumerate(self.backs):
            for verdict in back.sure:
                kind = verdict.decision, *kind_of(verdict)
                lost.setdefault(kind, [[] for _ in self.backs])[n].append(verdict.cost)
        habits = [
            Habit(*kind, sum(map(len, costs)), *mean_of([sum(some) for some in costs]))
            for kind, costs in lost.items()
        ]
        return sorted(habits, key=lambda habit: -habit.cost)

    @property
    def costly(self) -> list[tuple[LookBack, DecisionVerdict]]:
        """The costliest decisions of all."""
        every = [(back, verdict) for back in self.backs for verdict in back.costly]
        return sorted(every, key=lambda one: -one[1].cost)[:3]

    def amount(self, cost: float, low: float, high: float) -> str:
        """Return an amount with its half width, if that is known."""
        half = 0.0 if math.isnan(low) else (high - low) / 2
        return rounded(self.times * cost, self.times * half)

    @property
    def sentence(self) -> str:
        """The answer in words."""
        first, many = self.backs[0], len(self.backs)
        unit, measure = first.unit, first.measure
        sign = measure.sign
        taken = wording.cost_text(measure, self.amount(*self.taken), unit)
        lucks = [sign * back.luck[0] for back in self.backs if back.luck]
        what = f"{many} {unit.name if many == 1 else unit.plural} of {first.game.title}"
        most = ""
        if self.habits:
            top, so_far = self.habits[0], "" if self.habits[0].low > 0 else " so far"
            most = f" What cost most{so_far}: {top.did}, where {top.better} was better."
        more = ""
        if self.missing:
            noun = unit.name if self.missing == 1 else unit.plural
            more = f" That is a first impression: play {self.missing} more {noun} to know."
        text = f"In {what} your play gave away {taken}.{more}{most}"
        if not lucks:
            return text
        luck, low, high = mean_of(lucks)
        return (
            f"{text} Luck {'gave' if luck >= 0 else 'cost'} you "
            f"{self.amount(abs(luck), low, high)}."
        )

    def frame(self) -> pl.DataFrame:
        """Return a row for each `Habit`, with the game and the unit."""
        about = {"game": self.backs[0].spec.game, "unit": self.backs[0].unit.name}
        return pl.DataFrame([about | habit.__dict__ for habit in self.habits], SCHEMA)


SCHEMA: dict[str, Any] = {
    **dict.fromkeys(("game", "unit", "decision", "did", "better"), pl.String),
    "times": pl.Int64,
    **dict.fromkeys(("cost", "low", "high"), pl.Float64),
}


def kind_of(verdict: DecisionVerdict) -> tuple[str, str]:
    """Return your action and the better one, without the cards: `take a card`, `bid less`."""
    said = verdict.did, str(verdict.best)
    bare = [_CARDS.sub("a card ", text).strip() for text in said]
    numbers = [_NUMBER.findall(text) for text in bare]
    if max(map(len, numbers)) > 1:
        return verdict.decision, "otherwise"
    kinds = [" ".join(_NUMBER.sub("", text).split()) for text in bare]
    if kinds[0] == kinds[1] and all(numbers):
        more = int(numbers[1][0]) > int(numbers[0][0])
        return kinds[0], f"{kinds[0]} {'more' if more else 'less'}"
    if kinds[0] == kinds[1]:
        return kinds[0], "another card" if "a card" in kinds[0] else "otherwise"
    return kinds[0], kinds[1]


def mean_of(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean with its interval, by Student's distribution; NaN for one value."""
    from scipy.stats import t

    mean, n = math.fsum(values) / len(values), len(values)
    if n == 1:
        return mean, math.nan, math.nan
    spread = math.sqrt(math.fsum((v - mean) ** 2 for v in values) / (n - 1) / n)
    half = float(t.ppf((1 + CONFIDENCE) / 2, n - 1)) * spread
    return mean, mean - half, mean + half


def my_plays(tell: Callable[[Path, str], None], *, game: str = "") -> list[MyPlay]:
    """Return your costs in each game that you finished.

    Args:
        tell: called with a file without a look back, and the reason.
        game: name of the only game asked for, by the names of its files; all by default.
    """
    place, by_game = folder(), dict[tuple[str, str], list[LookBack]]()
    files = [file for file in place.glob("*") if file.suffix == ".json" or is_typed(file)]
    for file in sorted(files, key=lambda f: (f.lstat().st_mtime_ns, f.name)):
        if game and not re.fullmatch(rf"{re.escape(game)}-\d+", file.stem):
            continue
        try:
            if not is_typed(file) and not read(file).over:
                continue
            for title, back in load_look_backs(file):
                if isinstance(back, UserError):
                    tell(file, f"{title}: {back}")
                    continue
                by_game.setdefault((back.spec.game, back.spec.unit), []).append(back)
        except UserError as error:
            tell(file, str(error))
    if not by_game:
        raise UserError(f"no game that you played to its end is kept in {place}", hint=BEGIN)
    return [MyPlay(tuple(backs)) for backs in by_game.values()]


def habits_of(plays: Sequence[MyPlay]) -> pl.DataFrame:
    """Return the habits in all games, as one frame."""
    return pl.concat([mine.frame() for mine in plays])


BEGIN = "play one: cardsim play scat"


def my_play() -> pl.DataFrame:
    """Return your costs in the games that you played with `cardsim play`, as a polars frame.

    A row for each kind of decision with a certain cost: `game`, `unit`, `decision`, `did` and
    `better` in words, how many `times`, and the mean `cost` in a hand or match, with the interval
    `low` to `high` over hands or matches.

    Raises:
        UserError: no game is kept that is over.
    """

    def skip(file: Path, why: str) -> None:
        raise UserError(f"{file}: {why}")

    return habits_of(my_plays(skip))
