"""One question in three kinds of company: beginners, mixed company, and good players.

The best choice against one kind of players may lose to another. So the same strategies meet each
kind, and an answer says first whether one is best in all three. If none is, it names the one with
the least regret in its worst company (minimax regret, Savage 1951). The regret of a strategy is its
result less than that of the best one there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from cardsim.ask.comparisons import CompareResult
from cardsim.ask.swept import SweepResult
from cardsim.games import load_game
from cardsim.runs import wording
from cardsim.runs.company import Company, safest_of, three_of
from cardsim.runs.preparation import resolve
from cardsim.runs.request import Request
from cardsim.runs.words import capitalised, counted
from cardsim.statistics.stats import ranged
from cardsim.story import Chart, Number, Series, Table
from cardsim.studies.experiments import FEW_WORDS, amount, joined
from cardsim.studies.level import MOST_TIES, NOTHING, as_good, unnoticeable
from cardsim.table.calibrated import Calibration

if TYPE_CHECKING:
    from cardsim.ask.swept import Group
    from cardsim.game import Game, Measure, Unit
    from cardsim.statistics.stats import Estimate
    from cardsim.studies.experiments import Lab

_Part = TypeVar("_Part", SweepResult, CompareResult, Calibration)
NEARLY = 2
"""Factor of the unnoticeable difference within which a strategy is called best for all."""


class Behind(NamedTuple):
    """Gap of a strategy to the best one, with its interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class CompanyResult:
    """The results of each strategy in one company, in the same order everywhere."""

    company: Company
    unit: Unit
    measure: Measure
    estimates: tuple[Estimate, ...]
    behind: tuple[Behind, ...]

    @property
    def best(self) -> int:
        """The strategy that does best here."""
        values = [e.value for e in self.estimates]
        return values.index((min if self.measure.lower_is_better else max)(values))

    @property
    def small(self) -> float:
        """A difference that nobody would notice."""
        return unnoticeable(self.measure, self.behind)

    def is_good(self, way: int) -> bool:
        """Return True if a strategy may be the best here, or its gap is unnoticeable."""
        return as_good(self.behind[way], self.small)

    @property
    def good(self) -> list[int]:
        """All strategies that are good here, the best first."""
        ways = sorted(range(len(self.behind)), key=lambda way: self.behind[way].value)
        return [way for way in ways if self.is_good(way)]

    def cost(self, way: int) -> str:
        """Return the cost of a strategy here, with its interval: `5 (± 1) matches in 100`."""
        return wording.costs(self.unit, self.measure, *self.behind[way])

    def amount(self, way: int) -> str:
        """Return the result of a strategy here, for a table."""
        estimate = self.estimates[way]
        if self.measure.in_per_cent:
            return str(estimate)
        times = self.measure.times
        ends = times * estimate.low, times * estimate.high
        return ranged(times * estimate.value, *ends, signed=True)


def in_group(company: Company, group: Group) -> CompanyResult:
    """Return the results of a sweep's points, in the same circumstances, in a company."""
    result = group.points[0].result
    return CompanyResult(
        company,
        result.unit,
        result.measure,
        tuple(p.estimate for p in group.points),
        tuple(Behind(p.shortfall.value, p.shortfall.low, p.shortfall.high) for p in group.points),
    )


def in_comparison(company: Company, compared: CompareResult) -> CompanyResult:
    """Return the results of a comparison's strategies in a company."""
    best = compared.contenders.index(compared.ranking[0])
    gaps = [None if k == best else compared.gap(best, k) for k in range(len(compared.contenders))]
    return CompanyResult(
        company,
        compared.unit,
        compared.measure,
        tuple(c.estimate for c in compared.contenders),
        tuple(Behind(0.0, 0.0, 0.0) if g is None else Behind(g.value, g.low, g.high) for g in gaps),
    )


@dataclass(frozen=True)
class Tried:
    """Strategies (ways to play) in several companies.

    Attributes:
        ways: each strategy in words that go after "you": `knock at 27`.
        x: place of each in a chart: a number, or words.
        three: results against beginners, in mixed company, and against good players.
        game, preset: the game and its house rules.
        more: results in other companies, which count for safety.
        too_complex: strategies that no person can follow, which are not advised.
        named: the strategy that is advised elsewhere, by the game's field or a page on how to play,
            or asks least of you, if it is among them. It goes first unless another is certainly
            better.
    """

    ways: tuple[str, ...]
    x: tuple[Any, ...]
    three: tuple[CompanyResult, CompanyResult, CompanyResult]
    game: str
    preset: str | None = None
    more: tuple[CompanyResult, ...] = ()
    too_complex: frozenset[int] = frozenset()
    named: int | None = None

    @property
    def mixed(self) -> CompanyResult:
        """Results in mixed company."""
        return self.three[1]

    def worst(self, way: int) -> CompanyResult:
        """Return the company in which a strategy costs most."""
        return max((*self.three, *self.more), key=lambda found: found.behind[way].value)

    @property
    def order(self) -> list[int]:
        """The strategies, the safest first; ties are broken by the result in mixed company.

        An unnoticeable cost counts as none.
        """

        def risk(way: int) -> tuple[float, float]:
            worst = self.worst(way)
            return max(worst.behind[way].value, worst.small), self.mixed.behind[way].value

        order = sorted(range(len(self.ways)), key=risk)
        if self.named is not None:
            cost = self.worst(self.named).behind[self.named]
            sure = [way for way in order if risk(way)[0] < cost.low]
            order.remove(self.named)
            order.insert(len(sure), self.named)
        return order

    @property
    def safest(self) -> int:
        """The safest way that a person can follow."""
        return next(way for way in self.order if way not in self.too_complex)

    @property
    def agreed(self) -> int | None:
        """The strategy that is best in all three companies, as far as known; else None."""
        first = [] if self.named is None else [self.named]
        for way in first + self.mixed.good:
            if way not in self.too_complex and all(found.is_good(way) for found in self.three):
                return way
        return None

    @property
    def advised(self) -> int:
        """The strategy to play against unknown opponents."""
        return self.safest if self.agreed is None else self.agreed

    @property
    def dearest(self) -> int:
        """The strategy that costs most in mixed company."""
        return max(range(len(self.ways)), key=lambda way: self.mixed.behind[way].value)

    def lost(self, when: str = "") -> Number:
        """Return the cost of the worst strategy in mixed company."""
        way = " ".join(filter(None, (self.ways[self.dearest], when)))
        cost = self.mixed.cost(self.dearest)
        if len(way.split()) > FEW_WORDS:
            # The answer says what costs most; a label does not say it again.
            return Number.of(cost, "lost by the worst way, in mixed company", is_cost=True)
        return Number.of(cost, f"lost if you {way}, in mixed company", is_cost=True)

    def best_in(self, found: CompanyResult) -> int:
        """Return the best strategy in a company; that of mixed company if it is as good."""
        if self.agreed is not None:
            return self.agreed
        first = self.top(self.mixed)
        return first if found.is_good(first) else self.top(found)

    def top(self, found: CompanyResult) -> int:
        """Return the strategy that does best in a company, of those that a person can follow."""
        ways = (way for way in range(len(self.ways)) if way not in self.too_complex)
        return min(ways, key=lambda way: found.behind[way].value)

    def spoken(self, found: CompanyResult) -> str:
        """Return the best strategy in a company, with its ties: `knock at 27 (or 26)`."""
        return self._with_ties(found, found.good)

    def _with_ties(self, found: CompanyResult, good: Sequence[int]) -> str:
        """Return the best strategy in a company, with those of `good` that may do as well."""
        best = self.best_in(found)
        ties = [w for w in good if w != best and w not in self.too_complex]
        if not ties:
            return self.ways[best]
        if len(ties) > MOST_TIES:
            return f"{self.ways[best]} ({self._many(found, best, ties)})"
        told = joined([_shorter(self.ways[best], self.ways[w]) for w in sorted(ties)], "or")
        return f"{self.ways[best]} (or {told})"

    def _many(self, found: CompanyResult, best: int, ties: Sequence[int]) -> str:
        """Return a phrase for many ties: a range of numbers, or what does worse."""
        ways = sorted((best, *ties))
        never = "never" in self.ways[ways[-1]].split()
        low, *_, high = numbers = ways[:-1] if never else ways
        ends = [
            _shorter(self.ways[high], self.ways[low]),
            _shorter(self.ways[low], self.ways[high]),
        ]
        if high - low + 1 == len(numbers) and all(end.isdecimal() for end in ends):
            besides = ", or never," if never else ""
            return f"anything from {ends[0]} to {ends[1]}{besides} may do as well"
        worse = set(range(len(self.ways))) - self.too_complex - {*ways}
        others = f"{counted(len(ways) - 1)} other ways may do as well"
        rest = "anything else may do as well"
        if 0 < len(worse) <= MOST_TIES and not any(found.is_good(w) for w in worse):
            full = [self.ways[w] for w in sorted(worse)]
            told = [_shorter(self.ways[best], way) for way in full]
            if any(short == way for short, way in zip(told, full, strict=True)):
                return f"{rest}, unless you {joined(full, 'or')}"
            return f"only {joined(told)} {'does' if len(told) == 1 else 'do'} worse for certain"
        sure = [(f, w) for f in (found, *self.three) for w in worse if not f.is_good(w)]
        if not sure:
            return others
        there = sure[0][0]
        worst = max((w for f, w in sure if f is there), key=lambda way: there.behind[way].value)
        where = "" if there is found else f"{there.company.where} "
        return f"{others}, but {where}not if you {self.ways[worst]}"

    def wins(self, way: int) -> str:
        """Return the results of a strategy in each company, mixed company first."""
        measure = self.mixed.measure
        first, *rest = (self.mixed, self.three[0], self.three[2])
        told = wording.outcome(measure, first.estimates[way]) + wording.beside_even(measure)
        parts = [
            (
                wording.amount(measure, found.estimates[way])
                if isinstance(measure.you, str)
                else found.amount(way)
            )
            + f" {found.company.where}"
            for found in rest
        ]
        return f"{first.company.where} {told}; {joined(parts)}"

    def at_most(self, way: int) -> str:
        """Return the cost of a strategy in its worst company."""
        worst = self.worst(way)
        if all(found.behind[way].low <= 0 for found in (*self.three, *self.more)):
            return "nothing that was tried wins measurably more"
        return f"it costs you at most {worst.cost(way)} ({worst.company.where})"

    def costs(self, way: int) -> str:
        """Return the cost of a strategy in each company, mixed company first."""
        order = (self.mixed, self.three[0], self.three[2])
        sure = [found for found in order if found.behind[way].low > 0]
        if not sure:
            return f"{NOTHING} in any {self._any}"
        return joined(
            [
                f"{found.cost(way) if found is sure[0] else _sure(found, way)} "
                f"{found.company.where}"
                for found in order
            ]
        )

    @property
    def price(self) -> str:
        """The largest cost of the advised strategy, for a table."""
        worst = self.worst(self.advised)
        return _sure(worst, self.advised)

    @property
    def advice(self) -> str:
        """The advice, by company where that matters, without results."""
        if self.level:
            return self._hardly
        if self.agreed is not None:
            # What surely loses in a further company does not do as well there.
            more = [found for found in self.more if found.is_good(self.agreed)]
            known = (*self.three, *more)
            best = [w for w in self.mixed.good if all(found.is_good(w) for found in known)]
            return f"{self._with_ties(self.mixed, best)}, in all three companies that were tried"
        worst = self.worst(self.advised)
        if worst.behind[self.advised].value < NEARLY * worst.small:
            return f"{self.ways[self.advised]}, in all three companies that were tried"
        by: dict[str, list[str]] = {}
        for found in self.three:
            by.setdefault(self.spoken(found), []).append(found.company.where)
        if len(by) == 1:
            return f"{next(iter(by))}, in all three companies that were tried"
        return "; ".join(f"{joined(where)}, {told}" for told, where in by.items())

    @property
    def _hardly(self) -> str:
        """What to say where all strategies are as good: a sure difference is said, if small."""
        sure = [(found, gap) for found in self.three for gap in found.behind if gap.low > 0]
        if not sure:
            return f"it makes no measurable difference in any {self._any}"
        found, gap = max(sure, key=lambda one: one[1].value)
        most = wording.costs(found.unit, found.measure, *gap)
        return (
            f"nobody would notice the difference in any {self._any}: it is at most {most} "
            f"({found.company.where})"
        )

    @property
    def _any(self) -> str:
        """Beginners, mixed company and good players, in words that go after "any"."""
        return "of the three companies" if self.more else "company that was tried"

    @property
    def turns(self) -> str:
        """Other companies in which the advice is wrong, what does best there, and its gain."""
        way = self.advised
        return "".join(
            f" But {found.company.where}, {self.ways[self.top(found)]}: that wins "
            f"{found.cost(way)} more."
            for found in self.more
            if found.behind[way].low > 0 and found.behind[way].value >= NEARLY * found.small
        )

    @property
    def level(self) -> bool:
        """True if no strategy surely does better than another in any of the three companies."""
        return all(found.is_good(way) for found in self.three for way in range(len(self.ways)))

    @property
    def told(self) -> str:
        """The advice, to stand inside a sentence, and what it may cost.

        If it depends on the company, that is said first. What it wins is left to the section and
        its table: an answer says what a choice is worth.
        """
        way, advice = self.advised, self.advice
        if self.level or self.agreed is not None:
            return f"{advice}.{self.turns}".removesuffix(".")
        where = "these" if self.more else "these three"
        safe = f"In {where} companies {self.at_most(way)}"
        if ";" not in advice:
            return f"{advice}. {safe}"
        return (
            f"it depends on the others: {advice}. If you do not know them, {self.ways[way]}. {safe}"
        )

    @property
    def headline(self) -> str:
        """The advice, and what it may cost, as sentences."""
        return capitalised(self.told)

    @property
    def numbers(self) -> list[Number]:
        """Results of the advised strategy in each company, mixed company first; none in points.

        Points say how the rest of the hand is played; what the advice wins is a difference.
        """
        return self.numbers_of(self.advised) if self.mixed.measure.in_per_cent else []

    def numbers_of(self, way: int) -> list[Number]:
        """Return the results of a strategy in each company, mixed company first."""
        measure = self.mixed.measure
        what = measure.text.partition(",")[0]
        noun, _, rest = what.removesuffix(f" in a {self.mixed.unit.name}").partition(" ")
        told = "{} {}" if measure.in_per_cent else f"{noun} a {self.mixed.unit.name} {{1}}, {rest}"
        return [
            Number.of(found.amount(way), told.format(what, found.company.where))
            for found in (self.mixed, self.three[0], self.three[2])
        ]

    def table(self) -> Table:
        """Return for each company the best strategy, its result, and its cost if you are wrong."""
        way = self.advised
        rows = []
        for found in self.three:
            best = self.best_in(found)
            elsewhere = [other for other in self.three if other is not found]
            wrong = max(elsewhere, key=lambda other: other.behind[best].value)
            rows.append(
                (
                    found.company.name,
                    self.spoken(found),
                    found.amount(best),
                    _sure(found, way),
                    f"{_sure(wrong, best)} ({wrong.company.where})",
                )
            )
        unit = wording.cost_text(self.mixed.measure, "", self.mixed.unit).strip()
        return Table(
            f"What to do if you know the others, and what it costs if you are wrong, in {unit}",
            (
                "the others",
                "best that you can do by hand" if self.too_complex else "what is best",
                self.mixed.measure.text,
                "what is safest costs there",
                "if you are wrong, it costs",
            ),
            tuple(rows),
        )

    def chart(self, finding: str, x: str, shown: Sequence[int] | None = None) -> Chart:
        """Return a chart of all results, a line for each company, with its best marked."""
        measure, some = self.mixed.measure, range(len(self.ways)) if shown is None else shown
        even, places = measure.even, [self.x[way] for way in some]
        return Chart(
            finding,
            x,
            measure.text,
            tuple(
                Series.of(f.company.name, places, [f.estimates[way] for way in some])
                for f in self.three
            ),
            kind="points" if isinstance(self.x[0], str) else "line",
            percent=measure.in_per_cent,
            reference=(even, "even share") if even else None,
            best="lowest" if measure.lower_is_better else "highest",
        )

    def show(self, lab: Lab, heading: str, x: str, more: str = "") -> None:
        """Show everything as a section of an answer.

        `x` labels the strategies along the chart; `more` are further sentences.
        """
        what = self.mixed.measure.text.partition(",")[0]
        lab.section(
            heading,
            " ".join(
                filter(None, (f"{self.headline}. {capitalised(self.wins(self.advised))}.", more))
            ),
            self.chart(f"{capitalised(what)}, by who the others are", x),
            self.table(),
        )

    @property
    def about(self) -> str:
        """The three companies in a few sentences."""
        house = f" --preset {self.preset}" if self.preset else ""
        return (
            "Beginners play by rules of thumb. Mixed company has beginners and people who have "
            "seen through them, each drawn anew for every hand or match: "
            f"`cardsim games field {self.game}{house}` lists them. Good players all play as "
            f"`{safest_of(load_game(self.game), self.preset)}` does."
        )


def in_three(
    game: str,
    play: Callable[[Any], _Part],
    preset: str | None = None,
    also: Sequence[str] = (),
    players: int | None = None,
) -> dict[Company, _Part]:
    """Return the results of the same question in each of the three companies.

    Args:
        game: name of the game.
        play: a sweep or a comparison, called with the opponents, as `vs` takes them.
        preset: the house rules.
        also: strategies; the question is asked of players who all play one of them, too.
        players: seats at the table, by which good players play; by default the usual ones.
    """
    others: list[Company] = [all_playing(load_game(game), strategy) for strategy in also]
    return {company: play(company.vs) for company in (*three_of(game, preset, players), *others)}


def all_playing(game: Game, strategy: str) -> Company:
    """Return the company of players who all play one strategy."""
    player = resolve(Request(game.name, vs=strategy, seed=0), 1).spec.others[0]
    return Company(strategy, f"against players who {wording.of_several(player.plays)}", strategy)


def tried(
    results: Mapping[Company, SweepResult],
    tell: Callable[[Any], str],
    name: str = "",
    **circumstances: Any,
) -> Tried:
    """Return the points of a sweep in the three companies.

    Args:
        results: the sweeps.
        tell: turns a value into what you do, as after "you": `knock at 27`.
        name: the one parameter that is chosen; without it `tell` gets a whole point.
        circumstances: selects a group, such as `players=3`, if the sweep has several.
    """
    groups = {
        company: next(
            g for g in swept.groups if circumstances.items() <= dict(g.circumstances).items()
        )
        for company, swept in results.items()
    }
    points = next(iter(groups.values())).points
    values = [p[name] for p in points] if name else list(points)
    ways = [tell(value) for value in values]
    found = [in_group(company, group) for company, group in groups.items()]
    # A chart shows what you do rather than a parameter's words.
    x = ways if not name or isinstance(values[0], str) else values
    return _tried(found, ways, x, next(iter(results.values())))


def sweep_in_three(
    lab: Lab,
    game: str,
    name: str,
    tell: Callable[[Any], str],
    x: str,
    *,
    heading: str = "By who the others are",
    also: Sequence[str] = (),
    first: Any = None,
    **options: Any,
) -> Tried:
    """Sweep one parameter in the three companies, and show the results.

    Args:
        lab: the laboratory.
        game: name of the game.
        name: name of the parameter, whose values are among the options.
        tell: turns a value into what you do.
        x: label of the parameter along the chart.
        heading: heading of the section.
        also: as `in_three` takes it.
        first: the value to advise unless another is certainly better, if there is one.
        options: as `Lab.sweep` takes them.
    """

    def swept(vs: str) -> SweepResult:
        return lab.sweep(game, vs=vs, **options)

    asked = tried(in_three(game, swept, options.get("preset"), also), tell, name)
    if first is not None:
        asked = replace(asked, named=asked.ways.index(tell(first)))
    asked.show(lab, heading, x, asked.about)
    return asked


def tried_ways(
    results: Mapping[Company, CompareResult],
    ways: Sequence[str] = (),
    x: Sequence[Any] = (),
    *,
    too_complex: Collection[str] = (),
) -> Tried:
    """Return strategies in the three companies.

    Args:
        results: the comparisons.
        ways: the strategies in their order, each as what you do: `build if it is safe`; by default
            their own words.
        x: their places in a chart; by default the same words.
        too_complex: names of strategies that no person can follow, which are not advised.
    """
    found = [in_comparison(company, compared) for company, compared in results.items()]
    first = next(iter(results.values()))
    ways = ways or [wording.of_several(c.player.plays) for c in first.contenders]
    names = [c.player.strategy for c in first.contenders]
    complex_ways = frozenset(k for k, name in enumerate(names) if name in too_complex)
    return replace(_tried(found, ways, x or ways, first), too_complex=complex_ways)


def _tried(
    found: Sequence[CompanyResult],
    ways: Sequence[str],
    x: Sequence[Any],
    result: SweepResult | CompareResult,
) -> Tried:
    beginners, mixed, good, *more = found
    usual, preset = next(iter(result.game.presets)), result.spec.base.preset
    return Tried(
        tuple(ways),
        tuple(x),
        (beginners, mixed, good),
        result.game.name,
        None if preset == usual else preset,
        tuple(more),
    )


def _shorter(first: str, other: str) -> str:
    """Return the part of a phrase that differs from another: `26` after `knock at 27`.

    A part of another length than what it stands for would be read as something else, and so would
    words out of the middle of a phrase.
    """
    words, rest = first.split(), other.split()
    for end in (0, -1):
        while len(rest) > 1 and len(words) > 1 and words[end] == rest[end] != "all":
            del words[end], rest[end]
    short = " ".join(rest)
    can_stand = any(map(str.isdigit, short)) or other.endswith(short)
    return short if len(words) == len(rest) and can_stand else other


def _sure(found: CompanyResult, way: int) -> str:
    """Return the cost of a strategy, if it is certain."""
    gap = found.behind[way]
    return amount(gap, found.measure.shown_times) if gap.low > 0 else NOTHING
