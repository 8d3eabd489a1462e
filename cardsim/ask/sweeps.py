"""Sweeps: the same hands at every point of a grid of settings.

The hero's parameters are choices, and one choice is best. House rules, the number of players and
the preset are circumstances. Each combination of circumstances has its own best choice.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal

from cardsim.ask.swept import (
    MOST_VALUES,
    Edge,
    Group,
    Point,
    SweepResult,
    SweepSpec,
    SweptOption,
    as_list,
    edges_of,
)
from cardsim.errors import UserError
from cardsim.game import Game
from cardsim.options.params import Option, Settings, Value, settings_text
from cardsim.options.ranges import MOST_POINTS, Range, check_size, values_and_range
from cardsim.runs.journal import noted
from cardsim.runs.paired_runs import GroupResult, play_together
from cardsim.runs.preparation import (
    Resolved,
    Setup,
    check_by_hand,
    check_threads,
    checked_precision,
    resolve,
)
from cardsim.runs.request import Request
from cardsim.runs.run import of_hands, ready
from cardsim.runs.seating import Rivals, Seated, Who, rivals, seated, split_seats
from cardsim.runs.spec import friend_in
from cardsim.runs.strengths import is_strength
from cardsim.showing import Progress, teller
from cardsim.statistics import confidence_sequences
from cardsim.statistics.paired import Moments, verdict

PILOT = 50_000
"""Hands at each point that show if a range goes far enough; at most a tenth of the sweep."""
LEAST_PILOT = 100


@dataclass(frozen=True)
class Sweep:
    """A sweep ready to be played.

    Attributes:
        settings: settings of every point, group by group.
        setups: runs of every point; not compiled if an executor elsewhere plays them.
        ranges: ranges that may grow, by name of the axis.
        lay_out: returns the same sweep over other axes and ranges.
    """

    spec: SweepSpec
    settings: tuple[tuple[Settings, ...], ...]
    setups: tuple[tuple[Setup | Resolved, ...], ...]
    ranges: Mapping[str, Range]
    lay_out: Callable[[tuple[SweptOption, ...], Mapping[str, Range]], Sweep]


@noted
def sweep(  # noqa: D417  (the others: see `run`)
    game: str,
    n: object = None,
    *,
    players: object = None,
    unit: str | None = None,
    measure: str | None = None,
    strategy: Who | None = None,
    partner: Who | None = None,
    vs: Rivals | None = None,
    seats: str | Sequence[Who] | None = None,
    preset: object = None,
    seed: int | None = None,
    precision: object = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | Literal[False] | None = None,
    **options: Any,
) -> SweepResult:
    """Play the same hands at every point of a grid, and say which point is best.

    If the best point lies at the end of a parameter's range, the range goes on beyond it, with the
    same step, as far as the parameter allows. A few other hands decide that; a list is played as it
    is.

    Each of `players`, `preset` and the options may be one value, a sequence, or text such as
    "17..31", "0..1:0.1" or "17,19,25"; those with more than one value span the grid. Parameters of
    the hero are choices; the best is found for each combination of the others.

    Arguments that are not described here are those of `cardsim.run`.

    Args:
        game: `scat`, or another of `cardsim games`.
        n: hands, or matches, at each point: 1000000, 1e6, "250k"; a million by default. With a
            precision the most, by default `MOST_UNASKED` for all points.
        players: number of players.
        measure: the measure compared; by default the one that wins the unit.
        preset: a named set of house rules.
        precision: stop when every "worse than the best" has an interval of this half width; as a
            number or "0.1pp". Each combination of circumstances is looked at by itself, and without
            choices the interval of its one point counts. Intervals are then valid at every look.
        progress: as in `cardsim.run`, with the hands of all points.
        options: house rules, and the hero's parameters.

    """
    asked = Request.given(locals(), kind="sweep")
    prepared = prepare_sweep(asked, executor)
    tell = teller(progress)
    threads = check_threads(threads)
    return play_sweep(prepared, threads=threads, executor=executor, progress=tell)


def prepare_sweep(
    asked: Request, executor: Executor | None = None, *, alone: bool = False
) -> Sweep:
    """Check everything about a sweep, and compile what this process plays.

    An executor plays it, if there is one. `alone` allows a sweep of one point.
    """
    rules_of = asked.rules_of
    asked = _with_players(asked)
    hero = asked.strategy if isinstance(asked.strategy, Seated) else None
    given = {"players": asked.players, "preset": asked.preset, **asked.options}
    given = {k: v for k, v in given.items() if v is not None}
    fixed, axes, ranges = _axes(rules_of, hero, given)
    if not (axes or alone):
        raise UserError(
            "there is nothing to sweep: give an option several values, "
            "such as --players 2..6 or 2,4,6",
            hint="one point is played by `cardsim run`",
        )
    size = check_size([len(a.values) for a in axes])
    hands = asked.hands(size)
    asked = replace(asked.seeded(), players=None, preset=None)

    @cache
    def run(point: Settings) -> Resolved:
        settings = {**fixed, **dict(point)}
        named = {k: settings.pop(k) for k in ("players", "preset") if k in settings}
        return resolve(replace(asked, options=settings, **named), hands)

    def lay_out(axes: tuple[SweptOption, ...], ranges: Mapping[str, Range]) -> Sweep:
        names = [a.name for a in axes]
        if run(tuple((a.name, a.values[0]) for a in axes)).unit.measures[0].neutral:
            axes = tuple(replace(a, is_choice=False, beyond=(False, False)) for a in axes)
        around = [k for k, a in enumerate(axes) if not a.is_choice]
        groups: dict[tuple[Value, ...], list[Settings]] = {}
        for values in itertools.product(*(a.values for a in axes)):
            point = tuple(zip(names, values, strict=True))
            groups.setdefault(tuple(values[k] for k in around), []).append(point)
        settings = tuple(tuple(points) for points in groups.values())
        runs = [[run(point) for point in points] for points in settings]
        # All points play the same hands, and some rules have fewer.
        fewest = min(r.spec.hands for some in runs for r in some)
        runs = [[replace(r, spec=replace(r.spec, hands=fewest)) for r in some] for some in runs]
        first = runs[0][0]
        if len({r.spec.seat for some in runs for r in some}) > 1:
            raise UserError("you must sit in the same seat at all points of a sweep")
        _check_comparable(settings, runs)
        if any(a.is_choice for a in axes):
            check_by_hand(first.unit, "what is best")
        wanted = asked.precision
        half = None if wanted is None else checked_precision(wanted, first.unit)
        setups = tuple(tuple(ready(r, executor) for r in some) for some in runs)
        friend = friend_in([run.spec for some in runs for run in some])
        spec = SweepSpec(axes, first.spec, half, friend)
        return Sweep(spec, settings, setups, ranges, lay_out)

    return lay_out(axes, ranges)


def _check_comparable(
    settings: Sequence[Sequence[Settings]], runs: Sequence[Sequence[Resolved]]
) -> None:
    """Refuse rules that change the first measure, such as points instead of lives."""
    kinds: dict[Any, str] = {}
    for points, some in zip(settings, runs, strict=True):
        for point, run in zip(points, some, strict=True):
            measure = run.unit.measures[0]
            kind = measure.lower_is_better, measure.in_per_cent, measure.cost
            kinds.setdefault(kind, f"'{measure.text}' with {settings_text(point)}")
    if len(kinds) > 1:
        parts = list(kinds.values())
        raise UserError(
            f"the points cannot be compared: what is counted is {' but '.join(parts[:2])}",
            hint="sweep over those that count the same",
        )


def _with_players(asked: Request) -> Request:
    """Return the request with its strategies found and completed, once for all points."""
    game = asked.rules_of
    if not game.decisions:
        # `resolve` refuses strategies in such a game.
        return asked

    def found(who: Who, label: str) -> Who:
        # Several tables may have several best players.
        return who if is_strength(who) else seated(game, who, label=label, preset=preset)

    chairs, vs = split_seats(asked.seats), asked.vs
    # Several presets may have several fields.
    preset = asked.preset if asked.preset in (None, *game.presets) else None
    if chairs is None and preset == asked.preset and not is_strength(vs):
        vs = rivals(game, vs, preset)
    hero = game.default_strategy if asked.strategy is None and chairs is None else asked.strategy
    if chairs is not None:
        chairs = [found(c, "--seat") for c in chairs]
    return replace(
        asked,
        seats=chairs,
        strategy=None if hero is None else found(hero, "--strategy"),
        partner=None if asked.partner is None else found(asked.partner, "--partner"),
        vs=vs,
    )


def _axes(
    game: Game, hero: Seated | None, given: Mapping[str, Any]
) -> tuple[dict[str, Any], tuple[SweptOption, ...], dict[str, Range]]:
    """Return the options with one value, those with several, and the ranges that may grow."""
    low, high, usual = game.players
    presets = tuple(game.presets)
    around = {
        "players": Option("players", usual, low=low, high=high),
        "preset": Option("preset", presets[0], choices=presets),
        **{o.name: o for o in game.options},
    }
    own = {p.name: p for p in hero.strategy.parameters} if hero is not None else {}
    fixed: dict[str, Any] = {}
    axes, ranges = [], {}
    # In declared order, so that the grid does not depend on the order of the arguments.
    for name in sorted(given, key=[*around, *own, *given].index):
        option, value = around.get(name) or own.get(name), given[name]
        if option is None or _is_single(option, value):
            fixed[name] = value
            continue
        values, given_range = values_and_range(option, value)
        text = value if isinstance(value, str) else as_list(values)
        if name == "preset" and "players" not in given:
            _check_alike(game, values)
        axis = SweptOption(name, values, text, is_choice=name not in around)
        if axis.is_choice and axis.ends is not None:
            axis = replace(axis, beyond=_beyond(option, axis.ends))
            if given_range is not None:
                axis = replace(axis, text=given_range.text)
                ranges[name] = given_range
        axes.append(axis)
    return fixed, tuple(axes), ranges


def _check_alike(game: Game, presets: Sequence[Value]) -> None:
    """Refuse presets for different numbers of players."""
    counts = sorted({game.usual_players(str(preset)) for preset in presets})
    if len(counts) > 1:
        raise UserError(
            f"--preset {as_list(presets)} is for {' or '.join(map(str, counts))} players; "
            "say with --players for how many"
        )


def _beyond(option: Option, ends: tuple[Value, Value]) -> tuple[bool, bool]:
    """Return if the option allows numbers below, and above, these ends."""
    low, high = map(float, ends)
    return option.low < low, high < option.high


def _is_single(option: Option, value: object) -> bool:
    """Return True if a value is a single one, right or wrong."""
    if isinstance(value, str):
        if not any(sign in value for sign in ("..", ",", ";")):
            return True
        # A list may be one value: that of an option with a value for each seat.
        try:
            option.check(value)
        except UserError:
            return False
        return True
    return isinstance(value, bool | int | float) or not isinstance(value, Iterable)


def play_sweep(
    prepared: Sweep,
    *,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> SweepResult:
    """Play the hands of a sweep."""
    began = time.perf_counter()
    prepared = _far_enough(prepared, threads=threads, executor=executor, progress=progress)
    spec = prepared.spec
    measure = prepared.setups[0][0].unit.measures[0]
    target = spec.precision

    def enough(moments: Moments) -> int:
        if target is None:
            return spec.base.hands
        if len(moments.sums) == 1:
            return confidence_sequences.enough(
                int(moments.sums[0]),
                int(moments.squares[0]),
                moments.n,
                is_share=measure.is_share,
                step=moments.unit,
                target=target,
                most=spec.base.hands,
            )
        ruling = verdict(
            moments, lower_is_better=measure.lower_is_better, precision=target, most=spec.base.hands
        )
        if ruling.half <= target:
            return moments.n
        more = moments.n * (ruling.half / target) ** 2
        return max(math.ceil(more), moments.n + 1) if math.isfinite(more) else spec.base.hands

    played = play_together(
        prepared.setups,
        threads=threads,
        executor=executor,
        enough=enough if target is not None else None,
        progress=progress,
    )
    if not played:
        raise KeyboardInterrupt
    groups = judged(prepared, played)
    partial = len(played) < len(prepared.setups) or any(p.partial for p in played)
    return SweepResult(spec, groups, time.perf_counter() - began, partial)


def _far_enough(
    prepared: Sweep,
    *,
    threads: int,
    executor: Executor | None,
    progress: Callable[[Progress], None] | None,
) -> Sweep:
    """Return the sweep with ranges that go on beyond an end where a pilot has its best point.

    The pilot plays the hands that follow those of the sweep, so that its choice does not bias the
    sweep. It depends only on the ranges and not on how they grew: a sweep that begins with the
    final ranges keeps them.
    """
    base = prepared.spec.base
    hands = min(base.hands // 10, PILOT)
    while hands >= LEAST_PILOT and any(
        more and a.name in prepared.ranges for a in prepared.spec.axes for more in a.beyond
    ):
        setups = [[of_hands(s, base.first + base.hands, hands) for s in g] for g in prepared.setups]
        sweep = base.hands * sum(map(len, setups))
        tell = None if progress is None else _with(sweep, progress)
        played = play_together(setups, threads=threads, executor=executor, progress=tell)
        if len(played) < len(setups) or any(p.partial for p in played):
            raise KeyboardInterrupt("a pilot was looking how far the ranges go")
        pilot = replace(prepared, spec=replace(prepared.spec, precision=None))
        ranges = _wider(prepared, judged(pilot, played))
        if ranges == prepared.ranges:
            break
        axes = tuple(_longer(a, ranges.get(a.name)) for a in prepared.spec.axes)
        prepared = prepared.lay_out(axes, ranges)
    return prepared


def _with(hands: int, progress: Callable[[Progress], None]) -> Callable[[Progress], None]:
    """Return a function that shows a pilot's progress as part of the sweep that follows."""
    return lambda far: progress(replace(far, total=far.total + hands))


def _longer(axis: SweptOption, grown: Range | None) -> SweptOption:
    """Return an axis with all numbers of a range that has grown."""
    if grown is None or grown.count == len(axis.values):
        return axis
    values = grown.values
    return replace(
        axis,
        values=values,
        text=grown.text,
        asked=axis.asked or axis.text,
        beyond=_beyond(grown.option, (values[0], values[-1])),
    )


def _wider(prepared: Sweep, groups: Sequence[Group]) -> dict[str, Range]:
    """Return the ranges, twice as long where the best of a group lies at an end.

    Only if the points at the other end are surely worse: else the pilot does not say where to look.
    """
    wanted = {
        (edge.axis, edge.is_high): None
        for group in groups
        for edge in group.at_edge
        if edge.axis in prepared.ranges and not _across(prepared.spec, group, edge).tied
    }
    ranges, size = dict(prepared.ranges), prepared.spec.size
    for name, up in wanted:
        present = ranges[name]
        others = size // present.count
        room = min(MOST_VALUES, MOST_POINTS // others) - present.count
        more = max(min(prepared.ranges[name].count, present.room(up=up), room), 0)
        ranges[name] = present.wider(more, up=up)
        size = others * ranges[name].count
    return ranges


def _across(spec: SweepSpec, group: Group, edge: Edge) -> Point:
    """Return the best point of a group moved to the other end of an axis."""
    axis = next(a for a in spec.axes if a.name == edge.axis)
    ends = axis.ends or axis.values
    settings = {**dict(group.best.settings), edge.axis: ends[0 if edge.is_high else 1]}
    return next(p for p in group.points if dict(p.settings) == settings)


def judged(prepared: Sweep, played: Sequence[GroupResult]) -> tuple[Group, ...]:
    """Return the groups that were played, at least in part."""
    return tuple(
        judged_group(prepared.spec, settings, part)
        for settings, part in zip(prepared.settings, played, strict=False)
    )


def judged_group(spec: SweepSpec, settings: Sequence[Settings], played: GroupResult) -> Group:
    """Return the points of a group, judged by their hands."""
    measure, target = played.results[0].unit.measures[0], spec.precision
    moments = played.moments
    ruling = verdict(
        moments, lower_is_better=measure.lower_is_better, precision=target, most=spec.base.hands
    )
    estimates = [r.headline for r in played.results]
    half = ruling.half
    if target is not None and len(estimates) == 1:
        low, high = confidence_sequences.interval(
            int(moments.sums[0]),
            int(moments.squares[0]),
            moments.n,
            is_share=measure.is_share,
            step=moments.unit,
            target=target,
            most=spec.base.hands,
            within=measure.within,
        )
        estimates, half = [replace(estimates[0], low=low, high=high)], (high - low) / 2
    points = tuple(
        Point(
            s,
            r,
            e,
            short,
            best=k == ruling.best,
            tied=k in ruling.tied,
            negligible=moments.negligible(ruling.best, short.low, short.high),
        )
        for k, (s, r, e, short) in enumerate(
            zip(settings, played.results, estimates, ruling.shortfalls, strict=True)
        )
    )
    twins = moments.twins
    bests = [s for s, first in zip(settings, twins, strict=True) if first == twins[ruling.best]]
    choices = {a.name for a in spec.axes if a.is_choice}
    around = tuple(s for s in settings[0] if s[0] not in choices)
    reached = target is None or half <= target
    return Group(around, points, moments, reached, at_edge=edges_of(spec.axes, bests))
