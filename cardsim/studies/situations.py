"""Gains of a choice where it comes up: in one situation alone, on the same deals.

A strategy has a parameter `when`: the situation in which it does the other thing, or none. All its
values play the same matches, and differ only in those in which the situation comes up. How often it
does is counted in some of these matches, so that a gain is told for 100 of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import hypot, sqrt
from typing import Any, NamedTuple

import polars as pl

from cardsim.ask import frames
from cardsim.ask.swept import Group
from cardsim.runs.company import Company, three_of
from cardsim.runs.seating import Who
from cardsim.runs.words import capitalised, counted
from cardsim.statistics.stats import CONFIDENCE, rounded, z_value
from cardsim.story import Chart, Series, Table
from cardsim.studies.experiments import Lab, joined

COUNTED = 20_000
"""Matches in which it is counted how often a situation comes up."""
FEW = 10
"""A situation that came up less often there is not told."""
SELDOM = "seldom seen"
NOUN = "matches in 100"


class Gain(NamedTuple):
    """The gain of a choice where its situation comes up.

    Attributes:
        value: in 100 matches, or in the unit in which sentences tell the measure.
        half: half the width of its interval.
        often: share of matches in which it comes up.
    """

    value: float
    half: float
    often: float

    def __str__(self) -> str:
        return rounded(self.value, self.half, signed=True)

    @property
    def size(self) -> str:
        """The gain or the loss without a sign: `3.9 (± 0.8)`."""
        return rounded(abs(self.value), self.half)

    @property
    def sign(self) -> int:
        """1 for a gain, -1 for a loss, 0 if the interval holds both."""
        return 0 if abs(self.value) <= self.half else 1 if self.value > 0 else -1


Gains = Mapping[str, Gain]
"""Gains by situation; without those that were seldom seen."""


def gains_in_three(
    lab: Lab,
    game: str,
    strategy: Who,
    when: Sequence[str],
    seen: Callable[[pl.DataFrame], pl.DataFrame],
    *,
    fields: str,
    preset: str | None = None,
    **table: Any,
) -> dict[Company, Gains]:
    """Return what a choice gains in each situation, in the three companies.

    Args:
        lab: the laboratory.
        game: name of the game.
        strategy: has the parameter `when`.
        when: its values; the first is no situation.
        seen: takes a frame of decisions, in which the strategy does the usual thing, and returns
            one with the columns `hand` and `when`, a row for each time that a situation came up.
        fields: fields of the view that `seen` looks at, as `cardsim.decisions` takes them.
        preset: the house rules.
        table: house rules, the number of players and the unit.
    """
    table |= {"preset": preset} if preset else {}
    found = {}
    for company in three_of(game, preset):
        table["vs"] = company.vs
        swept = lab.sweep(game, strategy=strategy, when=tuple(when), **table)
        count = min(lab.n, COUNTED)
        played = frames.decisions(
            game, count, fields=fields, strategy=strategy, when=when[0], seed=lab.seed, **table
        )
        times = dict(seen(played).unique().group_by("when").len().iter_rows())
        often = {name: times[name] for name in when if times.get(name, 0) >= FEW}
        found[company] = _gains(swept.groups[0], often, count)
    return found


def _gains(group: Group, often: Mapping[str, int], count: int) -> Gains:
    """Return the gains of a sweep's points on the first, by situation.

    Their intervals allow for chance in how often a situation came up, too.

    Each situation came up `often` in `count` matches.
    """
    moments, measure = group.moments, group.points[0].result.measure
    times = measure.shown_times
    up, z = measure.sign, z_value(CONFIDENCE)
    halves = z * moments.sds(0) / sqrt(moments.n)
    found = {}
    for k, point in enumerate(group.points):
        name = str(point["when"])
        if k > 0 and name in often:
            share = often[name] / count
            value = up * times * float(moments.means[k] - moments.means[0]) / share
            half = times * float(halves[k]) / share
            counting = abs(value) * z * sqrt((1 - share) / often[name])
            found[name] = Gain(value, hypot(half, counting), share)
    return found


def mixed_first(found: Mapping[Company, Gains]) -> list[tuple[Company, Gains]]:
    """Return the gains in mixed company, against beginners and against good players."""
    beginners, mixed, good = found.items()
    return [mixed, beginners, good]


def gains_chart(
    found: Mapping[Company, Gains], names: Sequence[str], finding: str, x: str, y: str
) -> Chart | None:
    """Return a chart of gains by situation, with points for each company; None if none was seen."""
    series = []
    for company, by in found.items():
        some = [name for name in names if name in by]
        gains = [by[name] for name in some]
        if some:
            series.append(
                Series(
                    company.name,
                    tuple(some),
                    tuple(g.value for g in gains),
                    tuple(g.value - g.half for g in gains),
                    tuple(g.value + g.half for g in gains),
                )
            )
    if not series:
        return None
    return Chart(finding, x, y, tuple(series), kind="points", reference=(0, "no difference"))


def gains_table(found: Mapping[Company, Gains], names: Sequence[str], caption: str) -> Table:
    """Return a table of gains by situation, a column for each company."""
    mixed = mixed_first(found)[0][1]
    return Table(
        caption,
        ("when", "in 100 it comes up", *(company.where for company in found)),
        tuple(
            (
                name,
                f"{100 * mixed[name].often:.2g}" if name in mixed else SELDOM,
                *(str(by.get(name, SELDOM)) for by in found.values()),
            )
            for name in names
        ),
        numbers=tuple(range(1, 2 + len(found))),
    )


def gains_told(
    found: Mapping[Company, Gains], name: str, doing: str, other: str, noun: str = NOUN
) -> str:
    """Return what a choice gains in a situation, mixed company first.

    Args:
        found: the gains.
        name: the situation.
        doing: the choice, such as `donating`.
        other: what is done otherwise, such as `passing`.
        noun: what is gained.
    """
    known = {company: by[name] for company, by in mixed_first(found) if name in by}
    if not known:
        return f"it came up too seldom to say whether {doing} wins"
    if not any(gain.sign for gain in known.values()):
        return f"{doing} makes no measurable difference"
    told: list[str] = []
    for sign, verb, than in ((1, "wins", f" more than {other}"), (-1, "costs", "")):
        some = [(g.size, company.where) for company, g in known.items() if g.sign == sign]
        if some:
            (size, where), *rest = some
            sizes = [f"{size} {noun}{than} {where}", *(" ".join(one) for one in rest)]
            told.append(f"{'' if told else f'{doing} '}{verb} {joined(sizes)}")
    ties = [company.where for company, gain in known.items() if not gain.sign]
    if ties:
        told.append(f"{joined(ties)} it makes no measurable difference")
    return "; ".join(told)


def gains_by_text(
    found: Mapping[Company, Gains], names: Sequence[str], doing: str, other: str, noun: str = NOUN
) -> str:
    """Return what a choice gains in several situations, those of which the same is true together.

    The words are those of `gains_told`.
    """
    by: dict[str, list[str]] = {}
    for name in names:
        by.setdefault(gains_told(found, name, doing, other, noun), []).append(name)
    parts = (f"{_together(some)}: {text}." for text, some in by.items())
    return " ".join(capitalised(part) for part in parts)


def _together(names: Sequence[str]) -> str:
    """Return several situations; how all of them begin, before a comma, is said once."""
    firsts, rests = zip(*(name.partition(", ")[::2] for name in names), strict=True)
    if len(names) > 1 and len(set(firsts)) == 1 and all(rests):
        return f"{firsts[0]}, {joined(rests, 'or')}"
    return joined(names)


def gains_of_many(
    found: Mapping[Company, Gains], names: Sequence[str], doing: str, noun: str = NOUN
) -> str:
    """Return the gains in mixed company among many situations, and whether chance may show them.

    Chance alone shows the largest of many gains now and then, so it has to stand out from as many
    intervals as there are situations (Bonferroni). In other companies only such a gain is told.
    Empty if no situation gains.

    The words are those of `gains_told`.
    """
    first, *others = mixed_first(found)
    told = _gains_in_mixed(first[1], names, doing, noun)
    return f"{told} {_gains_elsewhere(others, names, doing, noun)}".strip()


def _wider(situations: int) -> float:
    """Return by how much intervals of that many situations are wider than that of one."""
    return z_value(1 - (1 - CONFIDENCE) / situations) / z_value(CONFIDENCE)


def _gains_elsewhere(
    others: Sequence[tuple[Company, Gains]], names: Sequence[str], doing: str, noun: str
) -> str:
    """Return the gains in companies that are not mixed, of those that chance hardly shows."""
    told = []
    for company, by in others:
        seen = [name for name in names if name in by]
        told += [
            f"{capitalised(company.where)}, {name}, {doing} wins {by[name].size} {noun} more."
            for name in seen
            if by[name].value > _wider(len(seen)) * by[name].half
        ]
    return " ".join(told)


def _gains_in_mixed(mixed: Gains, names: Sequence[str], doing: str, noun: str) -> str:
    """Return the gains in mixed company, and whether chance may show them."""
    seen = [name for name in names if name in mixed]
    gaining = [name for name in seen if mixed[name].sign > 0]
    if not gaining:
        return ""
    wider = _wider(len(seen))
    told = "; ".join(f"{name}, {doing} wins {mixed[name].size} {noun} more" for name in gaining)
    chance = "Among so many, that may be chance."
    if any(mixed[name].value > wider * mixed[name].half for name in gaining):
        chance = "Chance alone would hardly show that, even among so many."
    verb = "gains" if len(gaining) == 1 else "gain"
    some = f"{counted(len(gaining))} of {counted(len(seen))} situations {verb}"
    return f"{capitalised(some)} in mixed company: {told}. {chance}"
