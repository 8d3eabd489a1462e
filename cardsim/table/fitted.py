"""Strategies and companies held against what people did, and the people's shares by strategy."""

from __future__ import annotations

import json
import math
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from cardsim.ask.comparisons import CompareResult
from cardsim.output import SUFFIXES
from cardsim.runs.answer import PlayedAnswer
from cardsim.runs.sealed import FORMAT, plain
from cardsim.runs.spec import RunSpec
from cardsim.strategy import LAPSE
from cardsim.table.foretold import Slip

SCHEMA = f"cardsim.fit/{FORMAT}"
STRATEGY, COMPANY, TABLE = "strategy", "company", "table"
"""Kinds of foretellers: one strategy, a company as it is, and the people as they were fitted."""
ANYTHING = "anything legal"
KNOWN = 0.2
"""Width of the interval of a share from which on it is known."""
LEAST_SHARE = 0.01
"""Smallest share of a member in the file of a company."""


@dataclass(frozen=True)
class Foretold:
    """The record of somebody who foretells decisions of people.

    Attributes:
        kind: `strategy`, `company` or `table`.
        name: as `--vs` takes it.
        plays: how it plays, in words.
        decision: name of the decision; empty for all.
        same: share of decisions in which it would have done the same, 0..1.
        half: half the width of its interval, over hands; NaN for one hand.
        loss: mean log-loss in held-out hands, in nats.
        gain: what it is better than that of any legal action, each as likely; in nats.
        sure: True if that is surely above 0, for all foretellers together.
    """

    kind: str
    name: str
    plays: str
    decision: str
    decisions: int
    same: float
    half: float
    loss: float
    gain: float
    sure: bool

    @property
    def chance(self) -> float:
        """Geometric mean of the chances that it gave to what was done, 0..1."""
        return math.exp(-self.loss)


@dataclass(frozen=True)
class Sitter:
    """A strategy that some of the people play.

    Attributes:
        name: as `--vs` takes it; `anything legal` for people whom no strategy explains.
        plays: how it plays, in words.
        share: expected share of the people who play like it, 0..1.
        low, high: its interval.
        before: its share before anything was seen.
        slips: weight of each slip, by its name and value.
    """

    name: str
    plays: str
    share: float
    low: float
    high: float
    before: float
    slips: Mapping[Slip, float]


@dataclass(frozen=True)
class Person:
    """A person, or a seat of a file that names nobody.

    Attributes:
        sure: probability of `plays_like`, 0..1.
    """

    name: str
    hands: int
    decisions: int
    plays_like: str
    sure: float
    strays: str


@dataclass(frozen=True, repr=False, eq=False)
class Fit(PlayedAnswer):
    """People, held against strategies and companies.

    Attributes:
        spec: table of the first hand.
        vs: the company that was fitted, as `--vs` names it.
        seat: name of the only person or seat that counts; empty for all.
        folds: parts of the hands of which each was foretold from the others; 1 for none.
        foretold: foretellers, for all decisions and by kind.
        sitters: strategies by the share of people who play like them.
        people: the people, those with most decisions first.
        left_out: number of seats that could not be read, by the reason.
        missing: share of the company that cannot be asked.
        evenings: number of days on which the hands were played; a file that says no day is one.
        skipped: files and hands that are of something else or damaged, each in a line.
        unasked: reasons why strategies could not be asked, by name.
        against: strategies against the people, and against the company; empty if none was played.
    """

    spec: RunSpec
    vs: str
    files: tuple[str, ...]
    seat: str
    hands: int
    folds: int
    foretold: tuple[Foretold, ...]
    sitters: tuple[Sitter, ...]
    people: tuple[Person, ...]
    left_out: Mapping[str, int]
    missing: float
    evenings: int
    skipped: tuple[str, ...]
    unasked: Mapping[str, str]
    against: tuple[CompareResult, ...] = field(default=())
    partial = False
    rows = "foretold"
    settled = "a fit"
    suffixes = (".toml", *SUFFIXES)

    @property
    def decisions(self) -> int:
        """Number of decisions."""
        return sum(person.decisions for person in self.people)

    def of(self, kind: str, decision: str = "") -> list[Foretold]:
        """Return the foretellers of a kind, the best first."""
        some = [one for one in self.foretold if (one.kind, one.decision) == (kind, decision)]
        return sorted(some, key=lambda one: one.loss)

    @property
    def best(self) -> Foretold:
        """The strategy that foretells best."""
        return self.of(STRATEGY)[0]

    @property
    def is_explained(self) -> bool:
        """True if somebody surely foretells better than one who takes any legal action."""
        return any(one.sure for one in self.foretold if not one.decision)

    @property
    def blind(self) -> float:
        """The chance that any legal action, each as likely, gives to what was done."""
        return math.exp(-(self.best.loss + self.best.gain))

    @property
    def more_hands(self) -> int:
        """Hands still missing to know the largest share to 10 in 100; 0 if it is known.

        The interval is taken to shrink with the root of the hands: with the same people it shrinks
        faster once each is told apart.
        """
        first = self.sitters[0]
        wide = (first.high - first.low) / KNOWN
        return max(0, math.ceil(self.hands * (wide**2 - 1)))

    @property
    def more_evenings(self) -> int:
        """Evenings of these hands, on average as long as those that were read."""
        return math.ceil(self.more_hands * self.evenings / self.hands)

    @property
    def sentence(self) -> str:
        """The answer in words."""
        best, many = self.best, f"{self.decisions} decisions"
        if not self.is_explained:
            return (
                f"Nobody explains these hands: of {many} even {best.name}, which comes nearest, "
                "does not surely foretell them better than taking any legal action, each as likely."
            )
        company = self.of(COMPANY)[0]
        return (
            f"People did what {best.name} would do in {hundred(best.same)} of 100 decisions "
            f"({many}), and {players(company.name)} would in {hundred(company.same)}. {self.sits}"
        )

    @property
    def sits(self) -> str:
        """A sentence on who sits at the table."""
        first, count = self.sitters[0], len(self.people)
        who = f"Of the {count} people" if count > 1 else "Of people like the one"
        ends = f"{hundred(first.low)} to {hundred(first.high)}"
        like = "explain" if first.name == ANYTHING else "play"
        what = "themselves by no strategy" if first.name == ANYTHING else f"like {first.name}"
        return f"{who} at your table {hundred(first.share)} in 100 {like} {what} ({ends})."

    @property
    def command(self) -> str:
        """The command that fits the same files again."""
        words = ["cardsim", "fit", self.spec.game, *self.files]
        words += ["--vs", self.vs, *(["--seat", self.seat] if self.seat else [])]
        if self.against:
            words += ["-n", str(self.against[0].hands)]
        return shlex.join(words)

    def _asked(self) -> str:
        return self.command

    def table_text(self) -> str:
        """Return the people as the file of a company, for `--vs FILE`."""
        about = f"the people of {self.hands} hands, fitted by {self.command}"
        lines = [f"# Made by `{self.command}`.", "", f"about = {_quoted(about)}"]
        for name, weight in self.as_company.items():
            lines += ["", "[[member]]", f"strategy = {_quoted(name)}", f"weight = {weight:.4g}"]
        return "\n".join(lines) + "\n"

    @property
    def as_company(self) -> dict[str, float]:
        """The people as strategies with their slips, and weights."""
        found: dict[str, float] = {}
        known = [one.name for one in self.sitters if one.name != ANYTHING]
        for one in self.sitters:
            if one.name == ANYTHING:
                found[with_slip(known[0], Slip(LAPSE, 1.0))] = one.share
                continue
            for slip, weight in one.slips.items():
                found[with_slip(one.name, slip)] = one.share * weight
        most = {name: share for name, share in found.items() if share >= LEAST_SHARE}
        return most or found

    def encoded(self, suffix: str, *, title: str | None = None) -> bytes:
        """Return the bytes of a file; .toml is the company of these people."""
        if suffix == ".toml":
            return self.table_text().encode()
        return super().encoded(suffix, title=title)

    def frame(self) -> pl.DataFrame:
        """Return a row for each foreteller and kind of decision."""
        return pl.DataFrame([{**vars(one), "chance": one.chance} for one in self.foretold])

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {
            **self.asked_at_one_table(SCHEMA),
            "vs": self.vs,
            "files": list(self.files),
            "seat": self.seat,
            "hands": self.hands,
            "decisions": self.decisions,
            "folds": self.folds,
            "foretold": plain(self.frame().to_dicts()),
            "sitters": [
                {**vars(s), "slips": [[*slip, share] for slip, share in s.slips.items()]}
                for s in self.sitters
            ],
            "people": [vars(person) for person in self.people],
            "left_out": dict(self.left_out),
            "missing": self.missing,
            "evenings": self.evenings,
            "more_hands": self.more_hands,
            "more_evenings": self.more_evenings,
            "skipped": list(self.skipped),
            "unasked": dict(self.unasked),
            "table": self.as_company,
            "against": [one.to_dict() for one in self.against],
            "run": self.spec.to_dict(self.game),
        }


def with_slip(name: str, slip: Slip) -> str:
    """Return a strategy with a slip, as `--vs` takes it."""
    return f"{name}{',' if ':' in name else ':'}{slip.name}={slip.value:.4g}"


def players(company: str) -> str:
    """Return the players of a company in words."""
    known = {"field": "people of the field", "usual": "the usual players", "same": "others like it"}
    listed = "," in company or "*" in company
    return "the company asked about" if listed else known.get(company, f"{company} players")


def hundred(share: float) -> str:
    """Return a share in 100."""
    return f"{100 * share:.0f}"


def _quoted(text: str) -> str:
    """Return a string of TOML, which escapes as JSON does."""
    return json.dumps(text, ensure_ascii=False)
