"""The advice on one decision of a hand."""

from __future__ import annotations

import math
import shlex
from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple

import polars as pl

from cardsim.game import Measure
from cardsim.plain import class_of
from cardsim.runs import wording
from cardsim.runs.answer import PlayedAnswer
from cardsim.runs.sealed import FORMAT
from cardsim.runs.spec import Player, RunSpec
from cardsim.runs.words import capitalised, listed
from cardsim.statistics.stats import Estimate
from cardsim.table.choice_values import Choice
from cardsim.table.positions import own_name
from cardsim.table.seat_words import gerund
from cardsim.version import VERSION

SCHEMA = f"cardsim.advice/{FORMAT}"
MOST_SHOWN = 4
"""Choices whose chances are shown."""
ALIKE = "Each is as likely: what the others would have done with their cards is not thought of."
WEIGHED = "Hands that explain what the others are known to have done come more often."
NOTHING_SEEN = "Each is as likely: nothing that the others have done tells of their cards."
UNEXPLAINED = (
    "Each is about as likely: whatever the others hold, those who play on here would have done "
    "none of what was seen."
)
FEW = 100
"""Independent worlds below which the answer says that they are few."""
FEW_EXPLAIN = (
    "Few hands explain it: they tell as much as {} that do not depend on each other, and the "
    "intervals are as wide as that makes them."
)
LIKELY, MOST_BELIEVED = 0.5, 2
"""Share of worlds from which on a seat's way of playing is named, and seats that are named."""


class Elsewhere(NamedTuple):
    """Advice against other opponents, or if you yourself go on otherwise.

    Attributes:
        where: the opponents or your play, such as `against beginners`, `if you then knock at 21`.
        best: the best choice there, in words.
        value, low, high: value of the advised choice there, with its interval.
        cost, cost_low, cost_high: its cost there, compared with the best.
    """

    where: str
    best: str
    value: float
    low: float
    high: float
    cost: float
    cost_low: float
    cost_high: float

    @property
    def turns(self) -> bool:
        """True if another choice is surely better there."""
        return self.cost_low > 0


class Believed(NamedTuple):
    """The likeliest way to play in a seat that is drawn, and its share of the worlds."""

    seat: str
    plays: str
    share: float


@dataclass(frozen=True, repr=False, eq=False)
class Advised(PlayedAnswer):
    """The advice on a decision.

    Attributes:
        spec: the table: rules, players, and who plays on.
        said: the position as it was described, by options.
        seen: your view: names and what they show.
        you: your place among `spec.seats`.
        choices: all choices: the advised one, then the best first.
        seconds: time that it took; not part of the answer.
        reached: True if the intervals are as narrow as was asked.
        explained: number of others' decisions that were seen, and the largest number of them that
            those who play on take alike.
        effective: number of independent worlds that would tell as much of the best choice.
        elsewhere: advice against other kinds of opponents, and if you go on otherwise.
        believed: who probably sits in the seats that a mixture fills.
        why: what makes the advised choice better, in words; empty if nothing surely does.
    """

    spec: RunSpec
    said: tuple[tuple[str, str], ...]
    decision: str
    seen: tuple[tuple[str, str], ...]
    you: int
    choices: tuple[Choice, ...]
    worlds: int
    seconds: float = field(compare=False)
    reached: bool = field(default=True, compare=False)
    _setup: Any = field(default=None, compare=False, repr=False)
    explained: tuple[int, int] = field(default=(1, 1), compare=False)
    effective: float = field(default=math.inf, compare=False)
    elsewhere: tuple[Elsewhere, ...] = ()
    believed: tuple[Believed, ...] = ()
    why: str = ""
    rows = "choices"

    def _asked(self) -> str:
        return self.command

    @property
    def measure(self) -> Measure:
        """The measure of the choices."""
        return self.unit.won_by

    @property
    def sentence(self) -> str:
        """The answer in words."""
        best, *others = self.choices
        text = capitalised(best.told)
        if not others:
            return f"{text}: there is nothing else to do."
        unit = self.unit
        estimate = Estimate(
            self.measure.name,
            self.measure.text,
            best.value,
            best.low,
            best.high,
            math.nan,
            self.worlds,
            is_share=self.measure.in_per_cent,
        )
        ties = [c.told for c in others if c.tied]
        as_well = f" ({listed(ties, 'or')} may be as good)" if ties else ""
        worse = [c for c in others if not c.tied]
        costs = ""
        if worse:
            gap = abs(worse[0].cost), worse[0].cost_low, worse[0].cost_high
            much = wording.costs(unit, self.measure, *gap)
            # A part of the best choice would read as if it were the best choice.
            only = " and no more" if best.told.startswith(worse[0].told) else ""
            doing = gerund(worse[0].told)
            costs = f" {capitalised(doing)}{only} costs {much}."
        turned: dict[str, list[str]] = {}
        for other in self.elsewhere:
            if other.turns:
                turned.setdefault(other.best, []).append(other.where)
        instead = "".join(
            f" {capitalised(where)}, {what} instead."
            for what, places in turned.items()
            for where in [listed(places)]
        )
        return (
            f"{text}{as_well}.{costs} If from then on {self.company}, "
            f"{wording.outcome(self.measure, estimate)}.{instead}"
        )

    @property
    def likelihoods(self) -> tuple[tuple[Choice, ...], list[tuple[str, list[float]]]]:
        """The first choices, and the chances of each outcome after each of them."""
        shown = self.choices[:MOST_SHOWN]
        by_what = zip(*(choice.chances for choice in shown), strict=True)
        rows = [(row[0].what, [chance.value for chance in row]) for row in by_what]
        return shown, [row for row in rows if row[0] != self.measure.text]

    @property
    def unsure(self) -> float:
        """The largest error of a chance."""
        return max((c.half for choice in self.choices for c in choice.chances), default=0.0)

    @property
    def who(self) -> str:
        """A sentence on who probably sits where; empty if nobody is likely."""
        likely = [one for one in self.believed if one.share >= LIKELY][:MOST_BELIEVED]
        if not likely or not self.explained[0]:
            return ""
        said = [
            f"{one.seat} probably {wording.of_one(one.plays)} ({100 * one.share:.0f} %)"
            for one in likely
        ]
        text = listed(said)
        return f"{capitalised(text)}."

    @property
    def player(self) -> Player:
        """The player you play on as."""
        return self.spec.seats[self.you]

    @property
    def company(self) -> str:
        """The play of all from here on: `all knock at 21`."""
        how = wording.of_several(self.player.plays)
        if len(set(self.spec.seats)) == 1:
            return f"all {how}"
        if self.you:
            return "all play on as they did"
        return f"you {how} {wording.against(self.spec, None)}"

    @property
    def likely(self) -> str:
        """A sentence on how likely each imagined hand is."""
        decisions, alike = self.explained
        if self.game.rewind is None or (not decisions and class_of(self.game) is not None):
            return ALIKE
        if not alike:
            return UNEXPLAINED if decisions else NOTHING_SEEN
        few = self.effective < min(FEW, self.worlds / 4)
        explain = FEW_EXPLAIN.format(round(self.effective)) if few else ""
        return " ".join(filter(None, (WEIGHED, explain)))

    @property
    def command(self) -> str:
        """The command that gives the same advice."""
        words = ["cardsim", "advise", self.spec.game]
        for name, text in self.said:
            words += [f"--{name.replace('_', '-')}", *([] if text == str(True) else [text])]
        own, spec = dict(self.spec.hero.changed), self.spec
        if "view" in dict(self.said):
            usual = tuple((o.name, o.default) for o in self.game.options)
            spec = replace(spec, players=self.game.players[2], unit=self.game.usual_unit)
            spec = replace(spec, rules=usual, preset=next(iter(self.game.presets)))
        words += replace(spec, seats=()).options_with(self.game, None)
        plays_on = own_name(self.game, spec.preset, self.spec.players)
        if "replay" in dict(self.said):
            plays_on = self.game.default_strategy
        if spec.hero.strategy != plays_on or own:
            words += ["--strategy", spec.hero.as_option]
        words += spec.versus(self.game)
        return shlex.join([*words, "--worlds", str(self.worlds), "--seed", str(self.spec.seed)])

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, laid out by `SCHEMA`."""
        return {
            "schema": SCHEMA,
            "version": VERSION,
            "game": self.spec.game,
            "sentence": self.sentence,
            "decision": self.decision,
            "said": dict(self.said),
            "seen": [list(row) for row in self.seen],
            "you": self.you,
            "measure": self.measure.name,
            "worlds": self.worlds,
            "explained": list(self.explained),
            "effective": self.effective if math.isfinite(self.effective) else None,
            "elsewhere": [other._asdict() for other in self.elsewhere],
            "believed": [one._asdict() for one in self.believed],
            "why": self.why,
            "choices": [asdict(c) for c in self.choices],
            "seed": self.spec.seed,
            "command": self.command,
            "run": self.spec.to_dict(self.game),
        }

    def frame(self) -> pl.DataFrame:
        """Return a row for each choice, the advised first, with its value and cost."""
        rows = [
            {**asdict(choice), **{c.what: c.value for c in choice.chances}}
            for choice in self.choices
        ]
        return pl.DataFrame(rows).drop("chances")
