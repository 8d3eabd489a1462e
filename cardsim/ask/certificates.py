"""Certificates of advice: most that is lost by it, what an answer to it gains, and who looked.

Nobody knows the best answer in the games that are shipped. So an answer that was found is a bound
from below, and small games whose best answer is known say how much of it the search finds.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from cardsim.game import Measure, Unit
from cardsim.runs import told, wording
from cardsim.runs.words import counted, listed
from cardsim.story import Section, Table

FIELD = "certificates"
"""Field of an answer's plain data. Files that are older have none."""
WithInterval = tuple[float, float, float]
"""A difference and its interval, in the measure's own unit."""


class Known(NamedTuple):
    """A small game whose best answer is known exactly.

    Attributes:
        title: its name for people.
        found: the least share of the best answer's gain that `learn` finds there.
    """

    title: str
    found: float


KNOWN = {
    "kuhn": Known("Kuhn poker", 1.0),
    "scat-twelve": Known("Scat with twelve cards", 1.0),
    "cheat-twelve": Known("Cheat with twelve cards", 0.92),
    "gin-twelve": Known("Gin with twelve cards", 0.99),
    "euchre-twelve": Known("Euchre with twelve cards", 1.0),
}
"""Small games by name, as `tests/test_reduced_games.py` measures them."""


def finds() -> str:
    """Return in a sentence how much of the best answers `learn` finds where they are known."""
    found = sorted(known.found for known in KNOWN.values())
    share = f"{100 * found[0]:.0f} to {100 * found[-1]:.0f} %"
    games = listed([known.title for known in KNOWN.values()], "and")
    return (
        f"In small games whose best answer is known exactly ({games}) three rounds of 50,000 hands "
        f"found {share} of its gain. Where it is not known more may be taken than was found."
    )


@dataclass(frozen=True)
class Certificate:
    """Limits of a strategy that an answer names.

    Attributes:
        name: the strategy, as an option takes it.
        lost: what it loses to whatever does best in each company that was tried; intervals hold
            for all companies and strategies together.
        among: the players among whom a better answer was looked for.
        gain: gain of the best answer found there; None if none was looked for.
        answer: that answer; empty if none gains.
        finder: the search, in words.
    """

    name: str
    lost: Mapping[str, WithInterval]
    among: str
    gain: WithInterval | None
    answer: str
    finder: str

    @property
    def most(self) -> WithInterval:
        """Most that it loses in any company: the largest value, and the largest ends."""
        value, low, high = map(max, zip(*self.lost.values(), strict=True))
        return value, low, high

    def to_dict(self) -> dict[str, Any]:
        """Return the certificate as plain data."""
        gain = None if self.gain is None else list(self.gain)
        lost = {company: list(gap) for company, gap in self.lost.items()}
        small = {known.title: known.found for known in KNOWN.values()}
        return {**vars(self), "lost": lost, "gain": gain, "found_where_known": small}

    def section(self, unit: Unit, measure: Measure) -> Section:
        """Tell the limits."""
        noun = told.noun(unit, measure)
        gaps = told.cells(told.gap_texts(measure, [*self.lost.values()]))
        table = Table(
            f"What {self.name} loses to whatever does best in the same company",
            ("the others", f"loses, {noun}"),
            tuple(zip(self.lost, gaps, strict=True)),
            numbers=(1,),
        )
        cost = wording.costs(unit, measure, *self.most)
        tried = _tried(self.lost)
        parts = [f"In {tried} it loses at most {cost} to whatever does best there."]
        if self.gain is not None and self.answer:
            cost = wording.costs(unit, measure, *self.gain)
            parts.append(
                f"Among players of {self.among} the best answer found gains {cost} ({self.finder})."
            )
        elif self.gain is not None:
            parts.append(f"Nothing was found that surely gains on it ({self.finder}).")
        if self.gain is not None:
            parts.append(finds())
        return Section("How sure this is", " ".join(parts), table=table)


def section_of(every: Sequence[Certificate], unit: Unit, measure: Measure) -> Section:
    """Tell the limits of strategies that were tried in the same companies, in one table."""
    noun, sought = told.noun(unit, measure), [one for one in every if one.gain is not None]
    lost = told.cells(told.gap_texts(measure, [one.most for one in every]))
    where = [max(one.lost, key=lambda company: one.lost[company][0]) for one in every]
    names = [one.name for one in every]
    heads, columns = ["strategy", f"loses at most, {noun}", "most among"], [names, lost, where]
    text = (
        "This is the most that is lost to whatever does best in the same company, in "
        f"{_tried(every[0].lost)}. Other players may cost more."
    )
    if sought:
        gains = told.cells(told.gap_texts(measure, [one.gain for one in sought if one.gain]))
        found = {
            one.name: gain if one.answer else "none"
            for one, gain in zip(sought, gains, strict=True)
        }
        heads += [f"an answer gains, {noun}", "looked for by"]
        columns += [[found.get(name, "") for name in names]]
        columns += [[one.finder or "nobody" for one in every]]
        text += f" An answer is the best one found to players of the strategy. {finds()}"
    rows = tuple(zip(*columns, strict=True))
    numbers = (1, 3) if sought else (1,)
    table = Table("Limits of the strategies that are named", tuple(heads), rows, numbers=numbers)
    return Section("How sure this is", text, table=table)


def _tried(companies: Collection[str]) -> str:
    """Return how many companies were tried."""
    many = len(companies)
    which = "company that was" if many == 1 else f"{counted(many)} companies that were"
    return f"the {which} tried"
