"""Tuning: the best values of a strategy's numeric parameters, checked on fresh hands.

The search is CMA-ES with margin, which also handles whole numbers (package `cmaes`). Source:
Hamano, Saito, Nomura, Shirakawa, "CMA-ES with margin", GECCO 2022. The search only asks which
points are better. So a whole generation plays the same hands, and clearly worse points stop early.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from cardsim.ask.tuned import Tuned, TuneResult, TuneSpec
from cardsim.errors import UserError, echoed
from cardsim.games import load_game
from cardsim.options.params import Option, Value, did_you_mean, parse_count, shown, taken_from
from cardsim.runs.journal import noted
from cardsim.runs.paired_runs import GroupResult, play_together
from cardsim.runs.preparation import (
    Resolved,
    Setup,
    check_by_hand,
    check_judged,
    check_threads,
    resolve,
)
from cardsim.runs.request import Request
from cardsim.runs.run import of_hands, ready
from cardsim.runs.seating import Rivals, Seated, Who, rivals, seated
from cardsim.runs.spec import RunSpec
from cardsim.showing import teller
from cardsim.statistics.stats import z_value

HANDS = 5_000_000
"""Default number of hands of the search; about as many again check its result."""
LEAST_HANDS = 2000
MOST_PARAMETERS = 40
FINE = 1000
"""Number of different values of a real parameter between its limits."""
SPREAD = 0.3
"""Standard deviation of the first generation, as a fraction of the limits' distance."""
GENERATIONS = 60
"""Number of generations that share the hands; later ones get more."""
GROWTH = 1.04
SHARE = (GROWTH - 1) / (GROWTH**GENERATIONS - 1)
"""Share of the hands of the first generation."""
RACE = 4
"""Divisor of a generation's hands that all its points play; then only possible parents go on."""
DROP = 2.5
"""Standard errors below the last parent at which a point is clearly worse."""
NARROW = 0.004
"""Width of the search at which it ends, as a fraction of the limits' distance."""
CANDIDATES = 6
CHECK = 20
"""Divisor of the hands that check the result."""
LEAST_CHECKED = 1000
LEAST_LEFT = 100
"""Smallest number of hands of each check after an interruption."""


@dataclass(frozen=True)
class Span:
    """A parameter that is tuned, between two values."""

    option: Option
    low: float
    high: float

    @property
    def is_whole(self) -> bool:
        """True if it has whole numbers only; yes and no are 1 and 0."""
        return self.option.kind is not float

    def value(self, part: float) -> Value:
        """Return the parameter's value at a fraction of the way from low to high."""
        number = self.low + min(max(part, 0.0), 1.0) * (self.high - self.low)
        if self.is_whole:
            return bool(round(number)) if self.option.kind is bool else round(number)
        digits = max(math.ceil(-math.log10((self.high - self.low) / FINE)), 0)
        return float(min(max(round(number, digits), self.low), self.high))

    def part(self, value: Value) -> float:
        """Return the fraction of a value on the way from low to high."""
        return (float(value) - self.low) / (self.high - self.low)


@noted
def tune(  # noqa: D417  (the others: see `run`)
    game: str,
    strategy: Who | None = None,
    n: object = None,
    *,
    over: str | Sequence[str] | None = None,
    players: int | None = None,
    unit: str | None = None,
    measure: str | None = None,
    vs: Rivals | None = None,
    preset: str | None = None,
    seed: int | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[str], None] | Literal[False] | None = None,
    **options: Any,
) -> TuneResult:
    """Look for the best values of a strategy's numeric parameters.

    Arguments that are not described here are those of `cardsim.run`.

    Args:
        game: `scat`, or another of `cardsim games`.
        strategy: the strategy; parameters that are given are the start.
        n: hands, or matches, of the search; `HANDS` by default. About as many again check its
            result.
        over: parameters, such as "points,mean=0..1"; by default all that have limits.
        measure: the measure to improve; by default the one that wins the unit.
        progress: called with a line for each generation; False for silence.
        options: house rules, and values of parameters at the start.

    Raises:
        StrategyError: the strategy took an illegal action, or a hand did not end.
    """
    rules_of = load_game(game)
    if not rules_of.decisions:
        raise UserError(f"nobody decides anything in {game}: there is nothing to tune")
    usual = rules_of.default_strategy
    who = seated(rules_of, usual if strategy is None else strategy, preset=preset, players=players)
    hands = HANDS if n is None else parse_count(n)
    if hands < LEAST_HANDS:
        raise UserError(f"-n must be at least {LEAST_HANDS} to tell values apart, not {hands}")
    tell = teller(progress)
    others = rivals(rules_of, vs, preset, players)
    asked = Request(
        game, n, players=players, unit=unit, measure=measure, vs=others, preset=preset, seed=seed
    )
    known = {o.name for o in (*rules_of.options, *rules_of.display_options)}
    rules = {name: value for name, value in options.items() if name in known}
    given = {**who.given, **{name: v for name, v in options.items() if name not in known}}
    asked = asked.seeded()

    def run(values: Mapping[str, Value]) -> Resolved:
        """Return the run of the strategy with these values."""
        player = Seated(who.strategy, dict(values))
        return resolve(replace(asked, n=1, strategy=player, options=rules), 1)

    base = run(given)
    check_by_hand(base.unit, "tuning")
    check_judged(base.unit)
    search = ParameterSearch(
        Seated(who.strategy, given),
        spans(who.strategy.name, who.strategy.parameters, over),
        run,
        hands,
        threads=check_threads(threads),
        executor=executor,
    )
    return _carried_out(search, replace(base.spec, hands=hands), tell or (lambda _: None))


class ParameterSearch:
    """A search for the best values of a strategy's parameters, each step on fresh hands.

    `run` returns the run of the strategy with given values.
    """

    def __init__(
        self,
        who: Seated,
        over: Sequence[Span],
        run: Callable[[Mapping[str, Value]], Resolved],
        hands: int,
        *,
        first: int = 0,
        threads: int,
        executor: Executor | None,
    ) -> None:
        self.strategy, self.given, self.spans = who.strategy, dict(who.given), tuple(over)
        self.run, self.hands, self.next = run, hands, first
        self.first = first
        self.threads, self.executor = threads, executor
        self.partial = False
        begun = run(self.given)
        self.seed = begun.spec.seed
        self.sign = begun.unit.measures[0].sign
        self.values = dict(begun.spec.hero.parameters)
        self.generations: list[tuple[int, float, tuple[Value, ...]]] = []
        for span in self.spans:
            value = self.values[span.option.name]
            if not span.low <= float(value) <= span.high:
                raise UserError(
                    f"--over {span.option.name.replace('_', '-')} goes from {shown(span.low)} to "
                    f"{shown(span.high)}, and begins with {shown(value)}"
                )
        self.start = np.array([s.part(self.values[s.option.name]) for s in self.spans])

    def at(self, point: Iterable[float]) -> dict[str, Value]:
        """Return the values at a point, with ordered parameters kept in order."""
        point_values = {
            s.option.name: s.value(float(x)) for s, x in zip(self.spans, point, strict=True)
        }
        for option in self.strategy.parameters:
            name, most = option.name, option.at_most
            values = {**self.values, **point_values}
            if most and float(values[name]) > float(values[most]):
                point_values |= (
                    {name: values[most]} if name in point_values else {most: values[name]}
                )
        return {**self.given, **point_values}

    def setup(self, given: Mapping[str, Value]) -> Setup | Resolved:
        """Return the run with these values, ready to be played."""
        return ready(self.run(given), self.executor)

    def play(
        self, setups: Sequence[Setup | Resolved], hands: int, *, differ: bool = False
    ) -> GroupResult:
        """Play fresh hands with each run."""
        group = [of_hands(setup, self.next, hands) for setup in setups]
        self.next += hands
        played = play_together([group], threads=self.threads, executor=self.executor, differ=differ)
        if not played:
            raise KeyboardInterrupt
        self.partial |= played[0].partial
        return played[0]

    def found(self, tell: Callable[[str], None] = lambda _: None) -> np.ndarray[Any, Any]:
        """Return the best point that was found: chosen on other hands, without needless changes."""
        from cmaes import CMAwM

        count = len(self.spans)
        size = 4 + int(3 * math.log(count)) + (4 if count == 1 else 0)
        optimizer = CMAwM(
            mean=self.start.copy(),
            sigma=SPREAD,
            bounds=np.array([[0.0, 1.0]] * count),
            steps=np.array([1 / (s.high - s.low) if s.is_whole else 0.0 for s in self.spans]),
            seed=self.seed % (1 << 32),
            population_size=max(size, 8),
        )
        points: list[np.ndarray[Any, Any]] = []
        try:
            for generation in range(GENERATIONS):
                asked = [optimizer.ask() for _ in range(optimizer.population_size)]
                each = int(self.hands * SHARE * GROWTH**generation / len(asked))
                good, hands = self.race([x for x, _ in asked], max(each, 8))
                best = int(np.argmax(good))
                points.append(np.array(asked[best][0]))
                values = self.at(points[-1])
                best_values = tuple(values[s.option.name] for s in self.spans)
                self.generations.append((hands, self.sign * float(good[best]), best_values))
                optimizer.tell([(x, -g) for (_, x), g in zip(asked, good, strict=True)])
                tell(_told(generation, self.spans, best_values))
                width = float(np.ptp([x for x, _ in asked], axis=0).max())
                if self.partial or width < NARROW or optimizer.should_stop():
                    break
        except KeyboardInterrupt:
            if not self.generations:
                raise
            self.partial = True
        candidates = [np.clip(optimizer.mean, 0, 1), *points[-1:-CANDIDATES:-1]]
        return self.kept(self.chosen([self.start, *candidates]))

    def race(
        self, points: Sequence[np.ndarray[Any, Any]], hands: int
    ) -> tuple[np.ndarray[Any, Any], int]:
        """Return the quality of each point, the higher the better, and the number of hands played.

        Points dropped on the way keep their order, below all others.
        """
        setups = [self.setup(self.at(point)) for point in points]
        first = self.play(setups, max(hands // RACE, 2)).moments
        good = self.sign * first.means
        spent = first.n * len(points)
        order = np.argsort(-good, kind="stable")
        last = int(order[len(points) // 2 - 1])
        behind = good[last] - good
        kept = np.flatnonzero(behind <= DROP * first.sds(last) / math.sqrt(first.n))
        rest = hands - first.n
        if rest <= 0 or self.partial:
            return good, spent
        more = self.play([setups[k] for k in kept], rest).moments
        better = self.sign * (first.sums[kept] + more.sums) * more.unit / (first.n + more.n)
        # Below all points that played on, in their order at the time.
        good = good - good.max() + better.min() - 1e-12
        good[kept] = better
        return good, spent + more.n * len(kept)

    def enough(self, points: int) -> int:
        """Return the hands for comparing points; few after an interruption."""
        hands = max(self.hands // CHECK, LEAST_CHECKED)
        if self.partial:
            hands = min(hands, max((self.next - self.first) // (CHECK * points), LEAST_LEFT))
        return hands

    def chosen(self, points: Sequence[np.ndarray[Any, Any]]) -> np.ndarray[Any, Any]:
        """Return the best of some points, by hands of their own."""
        setups = [self.setup(self.at(p)) for p in points]
        played = self.play(setups, self.enough(len(points)))
        return points[int(np.argmax(self.sign * played.moments.means))]

    def kept(self, winner: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """Return the winner with starting values where another changes no hand or seems worse.

        The worst one is reset first, because others may depend on it.
        """
        kept, start = winner.copy(), self.start
        while (changed := np.flatnonzero(kept != start)).size and not self.partial:
            points = [kept, *(kept.copy() for _ in changed)]
            for point, number in zip(points[1:], changed, strict=True):
                point[number] = start[number]
            setups = [self.setup(self.at(p)) for p in points]
            played = self.play(setups, self.enough(len(points)), differ=True)
            moments, differ = played.moments, played.differ
            more = self.sign * (moments.means[1:] - moments.means[0])
            noise = moments.sds(0)[1:] / math.sqrt(moments.n)
            back = changed[[]] if differ is None else changed[differ[0, 1:] == 0]
            if (worse := more > noise).any():
                back = np.append(back, changed[np.argmax(np.where(worse, more, -np.inf))])
            if not back.size:
                break
            kept[back] = start[back]
        return kept


def _carried_out(search: ParameterSearch, base: RunSpec, tell: Callable[[str], None]) -> TuneResult:
    """Search, and compare what was found with the start, and each parameter by itself."""
    began = time.perf_counter()
    start, winner, over = search.start, search.found(tell), search.spans
    points = [start, winner]
    for number in range(len(over)):
        for part in (start[number], 0.0, 1.0):
            point = winner.copy()
            point[number] = part
            points.append(point)
    setups = [search.setup(search.at(point)) for point in points]
    played = search.play(setups, search.enough(len(points)), differ=True)
    moments = played.moments
    good = search.sign * moments.means
    parameters = tuple(_tuned(search, number, winner, played) for number in range(len(over)))
    gain = float(good[1] - good[0])
    half = z_value(0.95) * float(moments.sds(0)[1]) / math.sqrt(moments.n)
    return TuneResult(
        TuneSpec(base, tuple((s.option.name, _plain(s, s.low), _plain(s, s.high)) for s in over)),
        parameters,
        played.results[0],
        played.results[1],
        gain,
        gain - half,
        gain + half,
        tuple(search.generations),
        time.perf_counter() - began,
        search.partial,
    )


def _tuned(
    search: ParameterSearch, number: int, winner: np.ndarray[Any, Any], played: GroupResult
) -> Tuned:
    """Return the effect of one parameter in the check."""
    span, moments = search.spans[number], played.moments
    good = search.sign * moments.means
    back, low, high = (2 + 3 * number + k for k in range(3))
    was, best = (span.value(float(point[number])) for point in (search.start, winner))
    critical = z_value(1 - 0.05 / len(search.spans))
    halves = critical * moments.sds(1) / math.sqrt(moments.n)
    value = float(good[1] - good[back])
    gaps = [float(good[1] - good[k]) for k in (low, high)]
    same = was == best
    differ = played.differ
    return Tuned(
        span.option.name,
        was,
        best,
        None if same else value,
        None if same else value - float(halves[back]),
        None if same else value + float(halves[back]),
        0.0 if differ is None else float(max(differ[1, low], differ[1, high])) / moments.n,
        all(
            moments.negligible(1, gap - float(halves[k]), gap + float(halves[k]))
            for gap, k in zip(gaps, (low, high), strict=True)
        ),
    )


def spans(name: str, parameters: Sequence[Option], over: object) -> tuple[Span, ...]:
    """Return the parameters to tune, with their limits."""
    numbers = {o.name: o for o in parameters if not o.choices and not o.word and not o.length}
    numbers = {n: o for n, o in numbers.items() if o.kind in {bool, int, float}}
    if over is None:
        free = tuple(
            Span(o, *_limits(o))
            for o in numbers.values()
            if o.kind is bool or (math.isfinite(o.low) and math.isfinite(o.high))
        )
        if not free:
            raise UserError(
                f"strategy '{name}' has no parameter with limits: there is nothing to tune",
                hint="--over NAME=LOW..HIGH gives it limits" if numbers else None,
            )
        return free[:MOST_PARAMETERS]
    texts = _texts(over)
    names = [n.replace("_", "-") for n in numbers]
    chosen: dict[str, Span] = {}
    for text in texts:
        word, _, given = str(text).strip().partition("=")
        key = word.replace("-", "_")
        if key not in numbers:
            raise UserError(
                f"--over must name numbers of '{name}' ({', '.join(names) or 'it has none'}), "
                f"not '{echoed(word)}'",
                hint=did_you_mean(word.replace("_", "-"), names),
            )
        if key in chosen:
            raise UserError(f"--over names {word} twice")
        option = numbers[key]
        low, high = _limits(option)
        if given:
            first, dots, last = given.partition("..")
            if not dots or ".." in last or ":" in last:
                raise UserError(f"--over {word} must be LOW..HIGH, not {echoed(given)}")
            low, high = (float(option.check(e, label=f"--over {word}")) for e in (first, last))
        if not math.isfinite(low) or not math.isfinite(high):
            raise UserError(
                f"--over {word} has no limits of its own", hint=f"--over {word}=LOW..HIGH"
            )
        if low >= high:
            raise UserError(f"--over {word} must go up, not from {shown(low)} to {shown(high)}")
        chosen[key] = Span(option, low, high)
    return tuple(chosen.values())


def _texts(over: object) -> list[Any]:
    """Return the texts of `over`, one for each parameter."""
    message = f"--over must name parameters such as 'points,mean=0..1', not {echoed(over)}"
    if isinstance(over, Mapping):
        raise UserError(message)
    texts = over.split(",") if isinstance(over, str) else taken_from(over, MOST_PARAMETERS, message)
    if not texts:
        raise UserError(message)
    return texts


def _limits(option: Option) -> tuple[float, float]:
    return (0.0, 1.0) if option.kind is bool else (float(option.low), float(option.high))


def _plain(span: Span, number: float) -> Value:
    return int(number) if span.is_whole else number


def _told(generation: int, over: Sequence[Span], values: Sequence[Value]) -> str:
    text = ", ".join(
        f"{s.option.name.replace('_', '-')} {shown(v)}" for s, v in zip(over, values, strict=True)
    )
    return f"Generation {generation + 1}: {text}"
