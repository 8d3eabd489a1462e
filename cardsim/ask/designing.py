"""Plays each set of house rules, and measures what a designer wants to know of it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Literal

import numpy as np
import polars as pl

from cardsim.ask.comparisons import CompareResult, play_comparison, prepare_comparison
from cardsim.ask.designed import (
    ABOUT,
    AIMS,
    COURSES,
    Design,
    DesignResult,
    DesignSpec,
    StrategyResult,
)
from cardsim.ask.fields import beginner_of, field
from cardsim.ask.frames import RecordedHands, fields_of, played_here, recorder_of
from cardsim.ask.sweeps import Sweep, prepare_sweep
from cardsim.engine.counting import counted
from cardsim.errors import UserError, echoed
from cardsim.game import Game, Measure
from cardsim.options.params import Option, Settings, did_you_mean, parse_count
from cardsim.runs.journal import noted
from cardsim.runs.preparation import Resolved, Setup, check_threads, set_up
from cardsim.runs.request import Request
from cardsim.runs.result import Result
from cardsim.runs.rollouts import asked_about, fork
from cardsim.runs.run import play
from cardsim.runs.seating import Rivals, Who, seated
from cardsim.showing import Progress, teller
from cardsim.statistics.designs import (
    HIGH,
    LOW,
    ForkSums,
    Gauge,
    course_of,
    share_of_luck,
    share_that_matters,
    widest_gap,
)
from cardsim.statistics.stats import CONFIDENCE, estimate_rows, quantile_interval
from cardsim.workspace import find_field, named_strategies

HANDS = 100_000
"""Default number of hands of each design."""
LENGTHS = ("hands", "turns", "deals", "plays", "rounds")
"""Columns of a game that say how long it lasted, the first that it has."""
STANDINGS = ("lives", "score", "scores", "pennies", "totals", "my_points,opp_points", "own,other")
"""Running scores in views, the first that a game has: one number for each seat or side, or the own
one and the other's."""
AT_RANDOM = frozenset(("random-legal", "random-play"))
"""Strategies that no player has, which are compared only if they are named."""
SITUATIONS = 200
"""Situations of a decision, at most: those of more come too rarely to be placed."""
LEAST_HANDS = 40
"""Hands of each design, at least: of fewer a tenth and nine tenths have no interval at 95 %."""
UNSURE = 0.9
"""Width of an interval of a share that says nothing."""
QUANTILES = {"length": 0.5, "short": 0.1, "long": 0.9}
MATTERS = {True: 0.01, False: 0.1}
"""Default cost that matters, by whether results are shares; else they are points."""
NO_SCORE = "its view has no running score that changes; --standing may name one"


@noted
def design(  # noqa: D417  (the others: see `run`)
    game: str,
    *strategies: Who,
    n: object = None,
    matters: object = None,
    standing: str | None = None,
    aims: str | Sequence[str] | None = None,
    players: object = None,
    unit: str | None = None,
    strategy: Who | None = None,
    partner: Who | None = None,
    vs: Rivals | None = None,
    preset: object = None,
    seed: int | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | Literal[False] | None = None,
    **options: Any,
) -> DesignResult:
    """Play the same hands by several sets of house rules, and measure what a designer wants.

    Each of `players`, `preset` and the house rules may be one value or several, as in
    `cardsim.sweep`; by default all presets are played. `cardsim.ask.designed.ABOUT` lists the
    measures, and the guide to design defines them. One that a game cannot tell is left out, with
    the reason.

    Arguments that are not described here are those of `cardsim.run`.

    Args:
        game: `scat`, or another of `cardsim games`.
        strategies: strategies among which the best is sought; by default those of the game's field,
            or all that there are.
        n: hands, or matches, of each design and strategy; 100000 by default.
        matters: smallest cost of the second choice at a decision that matters, in the measure's
            unit (a share: 0..1).
        standing: a field of the view with a number for each seat or side, by which somebody leads;
            or two, of the own one and the other's: "own,other".
        aims: measures to be high or low, such as "luck:low,length:high"; the front is made by them.
        options: house rules.
    """
    about = {"matters": matters, "standing": standing, "aims": aims}
    asked = Request.given(locals(), kind="design", named=strategies, own=about)
    prepared = prepare_design(asked, executor)
    tell = teller(progress)
    threads = check_threads(threads)
    return play_design(prepared, threads=threads, executor=executor, progress=tell)


@dataclass(frozen=True)
class PreparedDesigns:
    """Designs ready to be played.

    Attributes:
        asked: the request, with its seed and number of hands.
        sweep: the table of each design.
        between: the two between which luck is measured; empty for the best and the worst.
    """

    spec: DesignSpec
    asked: Request
    sweep: Sweep
    ways: tuple[Who, ...]
    between: tuple[str, ...]


def prepare_design(asked: Request, executor: Executor | None = None) -> PreparedDesigns:
    """Check everything about designs, and compile what is played."""
    game = asked.rules_of
    asked = replace(asked.seeded(), n=HANDS if asked.n is None else asked.n)
    if (hands := parse_count(asked.n)) < LEAST_HANDS:
        raise UserError(f"-n must be at least {LEAST_HANDS} to measure a design, not {hands}")
    swept = replace(asked, kind="sweep", named=(), own={})
    if not asked.options and asked.players is None and asked.preset is None:
        usual = game.usual_players()
        swept = replace(swept, preset=[p for p in game.presets if game.usual_players(p) == usual])
    sweep = prepare_sweep(swept, executor, alone=True)
    if not sweep.spec.axes:
        sweep = prepare_sweep(replace(swept, preset=[sweep.spec.base.preset]), executor)
    chosen = [axis.flag for axis in sweep.spec.axes if axis.is_choice]
    if chosen:
        raise UserError(
            f"{chosen[0]} is no house rule, and a design is made of these",
            hint=f"a strategy to be compared is named: cardsim design {game.name} NAME NAME",
        )
    ways, between = ways_of(game, asked)
    standing = _standing(asked, [setup for (setup,) in sweep.setups])
    measure = sweep.setups[0][0].unit.won_by
    given = asked.own.get("matters")
    about = Option("matters", MATTERS[measure.in_per_cent], low=0.0, high=math.inf)
    matters = float(about.check(about.default if given is None else given))
    named = tuple(
        who if isinstance(who, str) else str(getattr(who, "name", who)) for who in asked.named
    )
    spec = DesignSpec(sweep.spec, named, matters, standing, _aims(asked.own.get("aims")))
    return PreparedDesigns(spec, asked, sweep, ways, between)


def ways_of(game: Game, asked: Request) -> tuple[tuple[Who, ...], tuple[str, ...]]:
    """Return the strategies to be compared, and the two between which luck is measured."""
    if not game.decisions:
        return (), ()
    if asked.named:
        named = named_strategies(game, asked.named, what="compared")[0]
        return tuple(seated(game, who, label="a strategy") for who in named), ()
    preset = (
        asked.preset if isinstance(asked.preset, str) and asked.preset in game.presets else None
    )
    if find_field(game, preset) is None:
        every = named_strategies(game, ["all"], what="compared")[0]
        return tuple(name for name in every if name not in AT_RANDOM), ()
    people = field(game.name, preset=preset)
    between = people.safest or game.default_strategy, beginner_of(people).name
    names = dict.fromkeys([*between, *(member.player.strategy for member in people)])
    return tuple(names), between if between[0] != between[1] else ()


def _aims(given: object) -> Mapping[str, str]:
    """Return the aims by name."""
    if given is None:
        return AIMS
    texts = given if isinstance(given, list | tuple) else str(given).split(",")
    aims: dict[str, str] = {}
    for text in texts:
        name, colon, way = (part.strip() for part in str(text).partition(":"))
        if name not in ABOUT:
            raise UserError(
                f"--aims must name measures ({', '.join(ABOUT)}), not '{echoed(name)}'",
                hint=did_you_mean(name, ABOUT),
            )
        way = way or (ABOUT[name].aim if not colon else "")
        if way not in {HIGH, LOW}:
            raise UserError(f"--aims {echoed(text)} must say {name}:{HIGH} or {name}:{LOW}")
        if name in aims:
            raise UserError(f"--aims names {name} twice")
        aims[name] = way
    return aims


def play_design(
    prepared: PreparedDesigns,
    *,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> DesignResult:
    """Play and measure one design after the other."""
    began = time.perf_counter()
    how = {"threads": threads, "executor": executor}
    designs: list[Design] = []
    lengths: list[str] = []
    partial = False
    try:
        for (settings,), (setup,) in zip(
            prepared.sweep.settings, prepared.sweep.setups, strict=True
        ):
            measured = _measured(prepared, settings, setup, how, progress)
            designs.append(measured[0])
            lengths.append(measured[1])
    except KeyboardInterrupt:
        if not designs:
            raise
        partial = True
    length = next((text for text in lengths if text), "")
    seconds = time.perf_counter() - began
    return DesignResult(prepared.spec, tuple(designs), length, seconds, partial)


def _measured(
    prepared: PreparedDesigns,
    settings: Settings,
    run: Setup | Resolved,
    how: Mapping[str, Any],
    progress: Callable[[Progress], None] | None,
) -> tuple[Design, str]:
    """Return one design with its measures, and what its length is counted in."""
    result = play(run, **how, progress=progress)
    setup = run if isinstance(run, Setup) else set_up(run)
    if result.partial:
        raise KeyboardInterrupt
    found, unit = told_by_counts(result)
    courses, decisions = _courses(prepared, setup)
    if not unit:
        length, unit = _length(result, decisions)
        found |= length
    found |= courses
    ways, luck, between = _luck(prepared, settings, how, progress)
    found["luck"] = luck
    found["matters"] = _matters(prepared, run, how)
    gauges = {n: g for n in ABOUT if isinstance(g := found[n], Gauge)}
    silent = {n: g for n in ABOUT if isinstance(g := found[n], str)}
    return Design(settings, result, gauges, silent, ways, between), unit


# ---------------------------------------------------------------- counts of a run


def told_by_counts(result: Result) -> tuple[dict[str, Gauge | str], str]:
    """Return the measures that a run's counts tell, or why not, and what its length is counted in.

    The length is left out if they do not tell it.
    """
    length, unit = _length(result, np.zeros(0))
    found: dict[str, Gauge | str] = {"seats": _seats(result), "ties": _ties(result)}
    return (found | length if unit else found), unit


def _length(result: Result, decisions: np.ndarray[Any, Any]) -> tuple[dict[str, Gauge | str], str]:
    """Return quantiles of the length, and what it is counted in."""
    for name in LENGTHS:
        for table in result.unit.tables:
            if not (table.by_seat or table.by) and name in {c.name for c in table.columns}:
                rows = result.tables[table.name]
                return _quantiles(rows[name], rows["count"]), name
    if len(decisions):
        lasted = pl.Series(decisions)
        return _quantiles(lasted, pl.Series(np.ones(len(decisions), np.int64))), "decisions"
    return dict.fromkeys(QUANTILES, "its counts do not tell how long it lasts"), ""


def _quantiles(values: pl.Series, counts: pl.Series) -> dict[str, Gauge | str]:
    return {n: Gauge(*quantile_interval(values, counts, share)) for n, share in QUANTILES.items()}


def _seats(result: Result) -> Gauge | str:
    """Return the largest difference between two seats, by what the unit is won by.

    Each seat has an interval of its own; together they hold with 95 % (Bonferroni).
    """
    measure, players = result.unit.won_by, result.spec.players
    confidence = 1 - (1 - CONFIDENCE) / players
    by_seat = "your_seat", measure.column
    for table in result.unit.tables:
        names = [c.name for c in table.columns]
        if not table.by_seat and set(by_seat) <= set(names) and result.spec.seats:
            rows, seat = result.tables[table.name], by_seat[0]
            parts = rows.partition_by(seat, maintain_order=True)
            if len(parts) <= 1:
                return "you always sit in the same seat"
            each = [estimate_rows(part, measure, confidence) for part in parts]
            return widest_gap([Gauge(e.value, e.low, e.high) for e in each])
        if not result.spec.seats and "winner" in names:
            rows = result.tables[table.name]
            winner = next(c for c in table.columns if c.name == "winner")
            labels = winner.labels or range(winner.low, winner.high + 1)
            won = Measure("winner", "", table.name, "hit", at_least=1)
            hits = [rows.with_columns(hit=pl.col("winner") == label) for label in labels[-players:]]
            each = [estimate_rows(r.cast({"hit": int}), won, confidence) for r in hits]
            return widest_gap([Gauge(e.value, e.low, e.high) for e in each])
    return "its counts do not tell who sat where"


def _ties(result: Result) -> Gauge | str:
    """Return how often nobody wins alone.

    A share of a win that you have stands for all who may share it: among k of p sides, you are one
    in k of p cases, so that each share s counts p * s. Exact for two sides.
    """
    measure, spec = result.unit.won_by, result.spec
    sides = len(set(spec.sides)) or spec.players
    rows = result.tables[measure.table]
    values, counts = rows[measure.column].to_numpy(), rows["count"].to_numpy()
    if measure.neutral or not spec.seats or measure.has_range or sides <= 1:
        return "its counts tell only who wins alone"
    if measure.as_share:
        weights = np.where((values > 0) & (values < 1 - 1e-9), sides * values, 0.0)
    elif sides == 2:  # noqa: PLR2004
        weights = (values == 0).astype(float)
    else:
        return "among more than two the points do not tell who is level"
    total, most = float(counts.sum()), sides / 2
    share = Gauge.of_share(float((weights * counts).sum()) / most, total)
    return Gauge(*(min(most * x, 1.0) for x in share))


# ---------------------------------------------------------------- luck, and the best strategy


def _luck(
    prepared: PreparedDesigns,
    settings: Settings,
    how: Mapping[str, Any],
    progress: Callable[[Progress], None] | None,
) -> tuple[tuple[StrategyResult, ...], Gauge | str, tuple[str, ...]]:
    """Return the strategies compared, the share of luck, and the two that it is between."""
    if not prepared.asked.rules_of.decisions:
        return (), Gauge(1.0, 1.0, 1.0), ()
    if len(prepared.ways) <= 1:
        return (), "it takes two strategies that differ; name them", ()
    here = dict(settings)
    rules = {n: v for n, v in here.items() if n not in {"players", "preset"}}
    asked = replace(
        prepared.asked,
        kind="compare",
        named=prepared.ways,
        own={},
        strategy=None,
        players=here.get("players", prepared.asked.players),
        preset=here.get("preset", prepared.asked.preset),
        options={**prepared.asked.options, **rules},
    )
    comparison = prepare_comparison(asked, how["executor"])
    compared = play_comparison(comparison, **how, progress=progress)
    if compared.partial:
        raise KeyboardInterrupt
    return _by_luck(compared, prepared.between)


def _by_luck(
    compared: CompareResult, between: tuple[str, ...]
) -> tuple[tuple[StrategyResult, ...], Gauge | str, tuple[str, ...]]:
    ranking = compared.ranking
    ways = tuple(
        StrategyResult(
            c.player.as_option, c.estimate.value, c.estimate.low, c.estimate.high, c.first
        )
        for c in ranking
    )
    if all(d.same_play for d in compared.differences):
        ways = tuple(way._replace(first=1) for way in ways)
    two = [c for c in ranking if not between or c.player.as_option in between]
    good, poor = two[0], two[-1]
    gap = compared.gap(compared.contenders.index(good), compared.contenders.index(poor))
    spread = math.sqrt((good.estimate.sd**2 + poor.estimate.sd**2) / 2)
    luck = share_of_luck(Gauge(gap.value, gap.low, gap.high), spread)
    return ways, luck, (good.player.as_option, poor.player.as_option)


def _matters(
    prepared: PreparedDesigns, setup: Setup | Resolved, how: Mapping[str, Any]
) -> Gauge | str:
    """Return the share of decisions at which the second choice costs enough."""
    game, run = setup.game, setup.run if isinstance(setup, Setup) else setup
    if not game.decisions:
        return "nobody decides anything"
    if run.in_python:
        return f"'{next(iter(run.in_python))}' is in Python, and is not played on from a decision"
    by = [f"{decision}:{','.join(_told_by(game, names))}" for decision, names in game.by.items()]
    if not by:
        return "the game does not say what its situations are told apart by"
    try:
        asked = asked_about(game, by)
        rollouts = fork(setup, asked, run.spec.hands, **how)
    except UserError as error:
        return str(error)
    if rollouts.partial:
        raise KeyboardInterrupt
    sums = []
    for worth in rollouts.worth:
        choices, cells = len(worth.asked.choices), math.prod(worth.asked.shape)
        each = [worth.possible, worth.more, worth.squares]
        whole = [array.reshape(2, cells, choices) for array in each]
        sums.append(ForkSums(worth.met.reshape(2, cells), worth.forks.reshape(2, cells), *whole))
    step = abs(setup.unit.step(setup.unit.measures[0], dict(setup.spec.display)))
    found = share_that_matters(sums, prepared.spec.matters / step)
    unsure = found is None or found.high - found.low > UNSURE
    return "too few hands to place its situations" if unsure or found is None else found


def _told_by(game: Game, names: Sequence[str]) -> list[str]:
    """Return the first of a decision's features, as many as make up few enough situations."""
    sizes = {feature.name: feature.size for feature in game.features}
    many = np.cumprod([sizes.get(name, SITUATIONS) for name in names])
    return list(names[: max(int((many <= SITUATIONS).sum()), 1)])


# ---------------------------------------------------------------- the course of the score


def _standing(asked: Request, setups: Sequence[Setup | Resolved]) -> str:
    """Return the running score of all designs: what was named, else a usual one, or none."""
    game, given = asked.rules_of, asked.own.get("standing") or ""
    if not isinstance(given, str):
        raise UserError(f"--standing must be FIELD, or OWN,OTHER, not {echoed(given)}")
    named = given.replace(" ", "")
    if named:
        columns = _columns(game, named)
        for setup in setups:
            if why := _misfit(setup, columns):
                raise UserError(f"--standing {named} {why}")
        return named
    known = {*game.layout.help} if game.decisions else set()
    usual = (s for s in STANDINGS if known.issuperset(s.split(",")))
    fit = (s for s in usual if not any(_misfit(setup, s.split(",")) for setup in setups))
    return next(fit, "")


def _columns(game: Game, standing: str) -> list[str]:
    """Return the fields of a running score."""
    own, *others = standing.split(",")
    if len(others) > 1 or not all((own, *others)):
        raise UserError(f"--standing must be FIELD, or OWN,OTHER, not '{echoed(standing)}'")
    return fields_of(game, [own, *others])


def _sides(setup: Setup | Resolved) -> int:
    return len(set(setup.spec.sides)) or setup.spec.players


def _misfit(setup: Setup | Resolved, columns: Sequence[str]) -> str:
    """Return why fields are no running score of each side; empty if they are."""
    shapes = [_shape(setup.game.state, name) for name in columns]
    if len(shapes) == 1:
        (shape,), sides = shapes, _sides(setup)
        is_one = len(shape) == 1 and shape[0] >= sides
        return "" if is_one else f"is no number for each of {sides} sides"
    is_two = setup.spec.players == len(shapes) and not any(shapes)
    return "" if is_two else "takes two players, and two numbers of the view"


def _shape(dtype: np.dtype[Any], name: str) -> tuple[int, ...]:
    """Return the shape of a field, or of a field of a field: `book.score`."""
    shape: tuple[int, ...] = ()
    for part in name.split("."):
        dtype = dtype.base[part]
        shape += dtype.shape
    return shape


def _courses(
    prepared: PreparedDesigns, setup: Setup
) -> tuple[dict[str, Gauge | str], np.ndarray[Any, Any]]:
    """Return the measures of a score's course, and the number of decisions of each hand."""
    game = setup.game
    names = ("changes", "comebacks", "after")
    if not game.decisions:
        return dict.fromkeys(names, "nobody decides anything, so that no score is seen"), np.array(
            []
        )
    standing = prepared.spec.standing
    lengths: list[int] = []
    scores: list[tuple[np.ndarray[Any, Any], int, bool]] = []
    hands = range(min(COURSES, setup.spec.hands))
    # The run has raised the flag that stops its threads.
    setup = replace(setup, stop=np.zeros(1, np.uint8))
    for played in played_here(setup, recorder_of(setup), hands):
        decided = np.flatnonzero(played.steps[:, 0] >= 0)
        row = played.row[decided]
        lengths += np.bincount(row, minlength=len(played.numbers)).tolist()
        if not standing:
            continue
        values, won = _values(setup, played, decided, standing), _won(setup, played)
        sides = np.array(setup.spec.sides or range(setup.spec.players))
        heroes = sides[setup.seating.heroes[played.numbers % len(setup.seating.heroes)]]
        ends = np.searchsorted(row, np.arange(len(played.numbers) + 1))
        for k, (begin, end) in enumerate(pairwise(ends.tolist())):
            if end > begin:
                scores.append((values[begin:end], int(heroes[k]), bool(won[k])))
    if not any((one != one[0]).any() for one, _, _ in scores):
        return dict.fromkeys(names, NO_SCORE), np.array(lengths)
    ends_high, ends_low = (
        sum(one[-1, hero] == pick(one[-1]) for one, hero, won in scores if won)
        for pick in (np.max, np.min)
    )
    sign = 1 if ends_high >= ends_low else -1
    courses = [(course_of(sign * one, hero), won) for one, hero, won in scores]
    wins = [course for course, won in courses if won]
    found: dict[str, Gauge | str] = dict.fromkeys(names, "too few hands: none was won")
    if len(courses) > 1:
        found["changes"] = Gauge.of_counts(np.array([course.changes for course, _ in courses]))
    if len(wins) > 1:
        found["comebacks"] = Gauge.of_share(sum(course.behind for course in wins), len(wins))
        found["after"] = Gauge.of_parts(np.array([course.after for course in wins]))
    return found, np.array(lengths)


def _values(
    setup: Setup, played: RecordedHands, decided: np.ndarray[Any, Any], standing: str
) -> np.ndarray[Any, Any]:
    """Return the running score of each side before each decision, shape (decisions, sides)."""
    columns: list[np.ndarray[Any, Any]] = []
    for name in standing.split(","):
        values: np.ndarray[Any, Any] = played.states
        for part in name.split("."):
            values = values[part]
        columns.append(values[decided - 1].astype(float))
    if len(columns) == 1:
        return columns[0][:, : _sides(setup)]
    both = np.stack(columns, axis=1)
    turned = (played.steps[decided, 1] == 1)[:, None]
    return np.where(turned, both[:, ::-1], both)


def _won(setup: Setup, played: RecordedHands) -> Any:
    """Return for each hand if the hero won it alone."""
    measure = setup.unit.won_by
    column = setup.unit.column(measure)
    values: Any = counted(played.outcomes[column.field], column, measure)
    if measure.has_range:
        return values.astype(bool) != measure.lower_is_better
    if measure.as_share:
        return np.isclose(values * column.scale, 1.0)
    return np.sign(values) == measure.sign
