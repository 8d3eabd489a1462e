"""Draws decisions, values them from the view alone, and records the outcomes of the same hands.

At most one decision of a hand is drawn, so decisions are independent. The time of the draw is a
stopping time: the rule looks at the past alone. Drawing among all decisions of a finished hand
would be wrong, because their number tells how the hand went on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from cardsim import showing
from cardsim.ask.frames import RecordedHands, played_here, recorder_of
from cardsim.engine.counting import counted
from cardsim.engine.look_ahead import worths
from cardsim.engine.table import Table, asker
from cardsim.errors import UserError, echoed
from cardsim.game import Action, Game
from cardsim.options.params import Option, did_you_mean, parse_count
from cardsim.rng import WORDS_DTYPE
from cardsim.runs import wording
from cardsim.runs.company import safest_of
from cardsim.runs.crews import Hands, TaskResult, crew
from cardsim.runs.house_rules import check_players
from cardsim.runs.journal import noted
from cardsim.runs.kept import HandCache
from cardsim.runs.preparation import (
    MAX_SEED,
    Resolved,
    Setup,
    check_by_hand,
    check_judged,
    check_threads,
    resolve,
    set_up,
)
from cardsim.runs.request import Request
from cardsim.runs.rollouts import DecisionTable, asked_about, situation, texts_of
from cardsim.runs.seating import Rivals, Who
from cardsim.runs.words import listed
from cardsim.runs.workers import check_executor
from cardsim.showing import Progress, teller
from cardsim.table.advising import MOST_WORLDS
from cardsim.table.calibrated import Calibration, CalibrationSpec, DecisionKind, DrawnDecision
from cardsim.table.choice_values import FEWEST_USUAL, MOST_TRIED
from cardsim.table.positions import Position, check_advised, check_plays_on, filters_for, seen_table
from cardsim.table.saved_views import plain_views
from cardsim.workspace import find_field

DECISIONS = 2000
"""Default number of decisions drawn."""
MOST_DECISIONS = 100_000
WORLDS = FEWEST_USUAL
"""Default number of worlds for each: the fewest that `advise` imagines of its own accord.

With fewer, predictions differ by their own noise and outcomes do not follow it, so that the slope
is too small: the same 100 decisions of Ninety-Nine had a slope of 0.63 with 32 worlds, of 0.97 with
128 and of 1.03 with 512.
"""
FEWEST_WORLDS = 2
PILOT = 200
"""Hands that show which kinds of decisions come, and how often; none is drawn from them."""
RARE = 5
"""Number of these hands that must have a decision of a kind, for it to be drawn."""
MOST_KINDS = 40
MOST_HANDS = 400
"""Largest number of hands played for each decision asked for."""
SIZE = 16
"""Hands played at a time."""
LATE = (1, 2, 4, 8, 16)
"""Numbers of a player's decisions of a kind in a deal at which a new kind begins."""
Key = tuple[int, int]
"""Number of a decision, and number of its kind."""


@dataclass(frozen=True)
class DrawRule:
    """The rule of the draw.

    Attributes:
        chances: for each of `keys`, probability that one that comes is drawn.
        upto: cumulative probabilities that each kind is looked for in a hand.
        worlds: number of worlds for each decision.
    """

    by: tuple[str, ...]
    keys: tuple[Key, ...]
    chances: tuple[float, ...]
    upto: tuple[float, ...]
    worlds: int


@dataclass(frozen=True)
class PreparedCalibration:
    """A calibration ready to be played."""

    spec: CalibrationSpec
    setup: Setup
    kinds: tuple[DecisionKind, ...]
    sought: DrawRule


@dataclass(frozen=True)
class _Part:
    """Decisions drawn in some hands.

    Attributes:
        found: int64, shape (decisions, 5), as in `DrawnDecision`.
    """

    hands: int
    found: np.ndarray[Any, Any]


def _joined(parts: Sequence[_Part]) -> _Part:
    return _Part(sum(p.hands for p in parts), np.concatenate([p.found for p in parts]))


@noted
def calibrate(  # noqa: D417  (the others: see `run`)
    game: str,
    n: object = DECISIONS,
    *,
    by: str | Sequence[str] | None = None,
    worlds: object = WORLDS,
    players: int | None = None,
    unit: str | None = None,
    strategy: Who | None = None,
    vs: Rivals | None = None,
    preset: str | None = None,
    seed: int | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | Literal[False] | None = None,
    **options: Any,
) -> Calibration:
    """Compare what advice says of decisions with their outcomes.

    At most one decision of each hand is drawn, by a rule that looks at the past alone. The action
    there is valued as by `cardsim.advise`, from the view; then the same hand is played to its end.

    Arguments that are not described here are those of `cardsim.run`.

    Args:
        game: `scat`, or another of `cardsim games` with advice.
        n: number of decisions, about as many of each kind.
        by: decisions, with features that tell their kinds apart, such as
            "draw-source:somebody-knocked", one text or several; by default all decisions, by the
            number that the player had before in the same deal.
        worlds: number of hands imagined for each decision.
        unit: the unit played to its end; the usual one by default.
        strategy: the strategy whose decisions are drawn, and that you play on by; by default the
            safest according to the game's field.
        options: house rules.

    Raises:
        UserError: a strategy cannot play on.
    """
    asked = Request.given(locals(), kind="calibrate", own={"by": by, "worlds": worlds})
    prepared = prepare_calibration(asked, executor)
    tell = teller(progress)
    threads = check_threads(threads)
    return play_calibration(prepared, threads=threads, executor=executor, progress=tell)


def prepare_calibration(asked: Request, executor: Executor | None = None) -> PreparedCalibration:
    """Check everything about a calibration, compile its run, and look for kinds."""
    game = asked.rules_of
    check_advised(game)
    n = DECISIONS if asked.n is None else parse_count(asked.n)
    n = int(Option("n", DECISIONS, low=1, high=MOST_DECISIONS).check(n, label="-n"))
    given = asked.own.get("worlds")
    about = Option("worlds", WORLDS, low=FEWEST_WORLDS, high=MOST_WORLDS)
    worlds = int(about.check(WORLDS if given is None else given))
    texts = texts_of(asked.own.get("by"))
    looks = looks_of(game, texts)
    players = check_players(game, asked.players, asked.preset)
    who = asked.strategy or (
        find_field(game, asked.preset) and safest_of(game, asked.preset, players)
    )
    run = resolve(replace(asked.seeded(), n=n, strategy=who or None), n)
    check_by_hand(run.unit, "a calibration")
    check_judged(run.unit)
    check_executor(executor)
    # Before hands are played, because strategies that look ahead are slow.
    check_plays_on(run.strategies)
    with showing.compiling():
        setup = set_up(run)
        counts, first = _counts(setup, looks)
        keys = sorted(key for key, often in counts.items() if len(often) >= RARE)
        _check_kinds(run, keys, texts)
        for key in keys:
            # Finding and compiling strategies is not thread-safe.
            first[key](FEWEST_WORLDS)
    chances = [min(len(counts[key]) / sum(counts[key]), 1.0) for key in keys]
    found = [
        sum(1 - (1 - chance) ** often for often in counts[key])
        for key, chance in zip(keys, chances, strict=True)
    ]
    shares = np.array([1 / often for often in found])
    upto = np.cumsum(shares / shares.sum()).tolist()
    alone = {number for number, _ in keys if sum(n == number for n, _ in keys) == 1}
    kinds = tuple(_kind(game, key, looks, alone=key[0] in alone) for key in keys)
    sought = DrawRule(texts, tuple(keys), tuple(chances), tuple(upto), worlds)
    return PreparedCalibration(CalibrationSpec(run.spec, texts, worlds), setup, kinds, sought)


def _check_kinds(run: Resolved, keys: Sequence[Key], texts: Sequence[str]) -> None:
    """Refuse too many kinds, or none."""
    names = texts or [d.name for d in run.game.decisions]
    if not keys:
        at = listed([text.partition(":")[0] for text in names], "or")
        raise UserError(
            f"in {PILOT} {run.unit.plural} you have hardly any choice at {at} by these rules",
            hint="name other decisions with --by, or allow them by a house rule",
        )
    if len(keys) > MOST_KINDS:
        raise UserError(
            f"--by tells {len(keys)} kinds of decisions apart, and at most {MOST_KINDS} are drawn",
            hint="name fewer features",
        )


# ---------------------------------------------------------------- kinds


def looks_of(game: Game, texts: Sequence[str]) -> Mapping[int, DecisionTable | None]:
    """Return the decisions to look at, each with the features that tell kinds apart, if any."""
    numbers = {d.name: number for number, d in enumerate(game.decisions)}
    if not texts:
        return dict.fromkeys(numbers.values())
    looks: dict[int, DecisionTable | None] = {}
    for text in texts:
        name, colon, rest = text.partition(":")
        name = name.strip().replace("_", "-")
        if name not in numbers:
            raise UserError(
                f"--by must name a decision of {game.name} ({', '.join(numbers)}), "
                f"not '{echoed(name)}'",
                hint=did_you_mean(name, numbers),
            )
        if numbers[name] in looks:
            raise UserError(
                f"--by {echoed(text)} names {name} twice",
                hint="all features of a decision go in one --by, each once",
            )
        asked = asked_about(game, [f"{name}:{rest}"], worded=False) if colon else (None,)
        looks[numbers[name]] = asked[0]
    return looks


def _kind(
    game: Game, key: Key, looks: Mapping[int, DecisionTable | None], *, alone: bool
) -> DecisionKind:
    """Return a kind of decisions in words."""
    number, which = key
    asked = looks[number]
    name = game.decisions[number].name
    if asked is not None:
        values = np.unravel_index(which, asked.shape)
        ranges = [
            (f.low + int(v), f.low + int(v)) for f, v in zip(asked.features, values, strict=True)
        ]
        return DecisionKind(name, wording.situation(asked.features, ranges))
    if alone:
        return DecisionKind(name, "")
    low, *more = LATE[which : which + 2]
    if not more:
        return DecisionKind(name, f"your {_th(low)} in the deal or later")
    if more[0] == low + 1:
        return DecisionKind(name, f"your {_th(low)} in the deal")
    between = "or" if more[0] == low + 2 else "to"
    return DecisionKind(name, f"your {_th(low)} {between} {_th(more[0] - 1)} in the deal")


def _th(number: int) -> str:
    """Return an ordinal number."""
    return {1: "first", 2: "2nd", 3: "3rd"}.get(number, f"{number}th")


@dataclass(frozen=True)
class Met:
    """A decision of the hero's with a choice.

    Attributes:
        row: index of the hand among those played.
        at: its step.
        key: key of its kind.
    """

    row: int
    at: int
    key: Key


def met_in(
    setup: Setup, played: RecordedHands, looks: Mapping[int, DecisionTable | None]
) -> Iterator[Met]:
    """Yield the hero's decisions with a choice, hand by hand and in order."""
    game, heroes = setup.game, setup.seating.heroes
    table = Table(game, game.rules(**dict(setup.spec.rules)), setup.spec.players)
    hero_of = heroes[played.numbers % len(heroes)]
    steps = played.steps
    own = np.flatnonzero((steps[:, 0] >= 0) & (steps[:, 1] == hero_of[played.row]))
    deals = played.deal(own) if setup.goes_on else np.zeros(len(own), np.int32)
    before: dict[tuple[int, int, int], int] = {}
    cells = {number: situation(game, a) for number, a in looks.items() if a is not None}
    for at, deal in zip(own.tolist(), deals.tolist(), strict=True):
        number, row = int(steps[at, 0]), int(played.row[at])
        if number not in looks:
            continue
        table.states[0], table.decision = played.states[at - 1], number
        if not 1 < table.count <= MOST_TRIED:
            continue
        if number not in cells:
            nth = before[row, deal, number] = before.get((row, deal, number), 0) + 1
            which = sum(nth >= late for late in LATE) - 1
        else:
            which = _cell(game, cells[number].address, table.states)
        yield Met(row, at, (number, which))


def _cell(game: Game, address: int, states: np.ndarray[Any, Any]) -> int:
    """Return the number of the acting seat's situation, by the compiled function at `address`."""
    words, nothing = np.zeros(1, WORDS_DTYPE), np.zeros(1, np.uint8)
    places = (np.uint64(place) for place in (nothing.ctypes.data, nothing.ctypes.data, address))
    return int(asker(game.view).call(states.view(game.view), words, *places))


def _counts(
    setup: Setup, looks: Mapping[int, DecisionTable | None]
) -> tuple[dict[Key, list[int]], dict[Key, Callable[[int], int]]]:
    """Return the decisions of each kind in each hand of the pilot that has any.

    With a function of the number of worlds that values the first of each.
    """
    counts: dict[Key, dict[int, int]] = {}
    first: dict[Key, Callable[[int], int]] = {}
    recorder = recorder_of(setup)
    for played in played_here(setup, recorder, range(PILOT)):
        for met in met_in(setup, played, looks):
            hand = int(played.numbers[met.row])
            often = counts.setdefault(met.key, {})
            often[hand] = often.get(hand, 0) + 1
            if met.key not in first:
                step, before = played.steps[met.at].copy(), played.states[met.at - 1].copy()
                first[met.key] = _later(setup, step, before, hand)
    return {key: list(often.values()) for key, often in counts.items()}, first


def _later(setup: Setup, step: Any, before: Any, hand: int) -> Callable[[int], int]:
    return lambda worlds: said_of(setup, step, before, hand=hand, worlds=worlds, seed=1)


# ---------------------------------------------------------------- what is said, and what came


def said_of(setup: Setup, step: Any, before: Any, *, hand: int, worlds: int, seed: int) -> int:
    """Return what advice says of the action of a step.

    Args:
        setup: the run.
        step: as in `Recorder`.
        before: the state before it; only the view of the seat on turn is read.
        hand: number of the hand.
        worlds: number of imagined hands.
        seed: seed of the worlds, and of the opponents in them.

    Returns:
        The sum over the worlds, in stored units.
    """
    game, spec = setup.game, setup.spec
    number, seat, *words = (int(x) for x in step)
    decision = game.decisions[number]
    about = {"game": game.name, "unit": spec.unit, "players": spec.players, "rules": {}}
    (view,) = plain_views(about, [(seat, decision.name, before)], game)
    table = seen_table(setup.run, view, before)
    action: Action = (words[0], words[1]) if decision.wide else words[0]
    nth = next(n for n in range(table.count) if table.nth(n) == action)
    place = Position.at(setup.run, table, hand)
    return foreseen(place, nth, worlds=worlds, seed=seed, stop=setup.stop)


def foreseen(
    place: Position, nth: int, *, worlds: int, seed: int, stop: np.ndarray[Any, Any]
) -> int:
    """Return the sum of an action's values over worlds, as advice has it.

    Args:
        place: the position.
        nth: index of the action among the legal ones.
        worlds: number of imagined hands.
        seed: their seed.
        stop: uint8, shape (1,); 1 ends it, since on a busy machine it may take many seconds.
    """
    table, plan, total = place.table, place.plan(), 0
    plan.stop_with(stop)
    filters, _ = filters_for(table.game, worlds)
    for k in range(filters):
        share, at = (worlds + k) // filters, (seed + k) % MAX_SEED
        told = table.game, plan, table.states.copy(), table.asks, [nth]
        total += int(worths(*told, worlds=share, seed=at).sum())
        if stop[0]:
            raise KeyboardInterrupt
    return -total if place.run.unit.won_by.lower_is_better else total


def calibrate_task(
    setups: Sequence[Setup], first: int, hands: int, size: int, sought: DrawRule
) -> TaskResult:
    """Draw decisions in some hands of one run."""
    (setup,) = setups
    began = time.perf_counter()
    kept = vars(setup.memories)
    if "recorder" not in kept:
        kept["recorder"] = recorder_of(setup)
    looks = looks_of(setup.game, sought.by)
    parts: list[_Part] = []
    try:
        for at in range(first, first + hands, size):
            some = range(at, min(at + size, first + hands))
            pieces = played_here(setup, kept["recorder"], some)
            parts.extend(_drawn(setup, played, looks, sought) for played in pieces)
    except KeyboardInterrupt:
        if not setup.stop[0]:
            raise
    return TaskResult(tuple(parts), time.perf_counter() - began)


def _drawn(
    setup: Setup, played: RecordedHands, looks: Mapping[int, DecisionTable | None], sought: DrawRule
) -> _Part:
    """Draw at most one decision of each hand, and value it; return them with the outcomes."""
    measure, numbers = setup.unit.won_by, played.numbers
    column = setup.unit.column(measure)
    came = counted(played.outcomes[column.field], column, measure)
    chances = [np.random.default_rng((setup.spec.seed, int(hand))) for hand in numbers]
    kinds = [np.searchsorted(sought.upto, one.random()) for one in chances]
    wanted = [min(int(kind), len(sought.keys) - 1) for kind in kinds]
    begins = np.searchsorted(played.row, np.arange(len(numbers)))
    found: dict[int, tuple[int, ...]] = {}
    for met in met_in(setup, played, looks):
        kind, chance = wanted[met.row], chances[met.row]
        if met.row in found or met.key != sought.keys[kind]:
            continue
        if chance.random() >= sought.chances[kind]:
            continue
        if setup.stop[0]:
            raise KeyboardInterrupt
        hand, step, before = int(numbers[met.row]), met.at, played.states[met.at - 1]
        seed = int(chance.integers(1, 2**61))
        asked = {"hand": hand, "worlds": sought.worlds, "seed": seed}
        said = said_of(setup, played.steps[step], before, **asked)
        nth = int((played.steps[begins[met.row] : step + 1, 0] >= 0).sum())
        found[met.row] = kind, hand, nth, said, int(came[met.row])
    rows = [found[row] for row in sorted(found)]
    return _Part(len(numbers), np.array(rows, np.int64).reshape(-1, 5))


def play_calibration(
    prepared: PreparedCalibration,
    *,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Calibration:
    """Draw decisions until there are as many as asked for.

    Raises:
        KeyboardInterrupt: the user interrupted before any decision was drawn.
    """
    began = time.perf_counter()
    setup, spec = prepared.setup, prepared.spec
    stop = np.zeros(1, np.uint8)
    setup = replace(setup, stop=stop)
    n, sought = spec.base.hands, prepared.sought
    parts: list[_Part] = []
    found = 0
    with (
        showing.bar(progress, "decisions") as tell,
        crew(
            [[setup]],
            calibrate_task,
            (sought,),
            threads=threads,
            executor=executor,
            size=SIZE,
            stop=stop,
            kept=HandCache(_Part, _joined, (calibrate_task, [sought]), [[setup]]),
        ) as players,
    ):
        for _, part in players.parts([Hands(PILOT, PILOT + MOST_HANDS * n)]):
            parts.append(part)
            found += len(part.found)
            if tell is not None:
                tell(Progress(min(found, n), n, time.perf_counter() - began, None))
            if found >= n:
                break
    rows = np.concatenate([np.zeros((0, 5), np.int64), *(p.found for p in parts)])[:n].tolist()
    if not rows:
        raise KeyboardInterrupt
    return Calibration(
        spec,
        prepared.kinds,
        tuple(DrawnDecision(*row) for row in rows),
        time.perf_counter() - began,
        partial=bool(stop[0]) and found < n,
        _setup=setup,
    )
