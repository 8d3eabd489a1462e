"""Draws decisions, has them valued from what was seen alone, and notes what came of the same hands.

At most one decision of a hand is drawn, so that decisions are independent. When one is drawn is a
stopping time: the rule looks at the past alone. A decision drawn among all of a finished hand would
not do, for how many there were tells how the hand went on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from cardsim import showing
from cardsim.ask.frames import Played, played_here, recorder_of
from cardsim.engine.counting import counted
from cardsim.engine.look_ahead import worths
from cardsim.engine.table import Table, asker
from cardsim.errors import UserError, echoed
from cardsim.game import Action, Game
from cardsim.options.params import Option, did_you_mean, parse_count
from cardsim.rng import WORDS_DTYPE
from cardsim.runs import wording
from cardsim.runs.company import safest_of
from cardsim.runs.crews import Hands, Task, crew
from cardsim.runs.forked import Asked, asked_about, situation, texts_of
from cardsim.runs.journal import noted
from cardsim.runs.kept import Kept
from cardsim.runs.players_asked import Rivals, Who
from cardsim.runs.preparation import (
    MAX_SEED,
    Resolved,
    Setup,
    check_by_hand,
    check_judged,
    check_threads,
    set_up,
)
from cardsim.runs.request import Request
from cardsim.runs.words import listed
from cardsim.runs.workers import check_executor
from cardsim.showing import Progress, teller
from cardsim.table.advised import MOST_TRIED, MOST_WORLDS
from cardsim.table.calibrated import Calibration, CalibrationSpec, Found, Kind
from cardsim.table.positions import (
    Position,
    check_advised,
    check_plays_on,
    filters_for,
    seen_table,
)
from cardsim.table.saved_views import plain_views
from cardsim.workspace import find_field

DECISIONS = 2000
"""Decisions that are drawn where nothing is said."""
MOST_DECISIONS = 100_000
WORLDS = 128
"""Worlds that each is valued by where nothing is said; their noise is small beside what comes."""
FEWEST_WORLDS = 2
PILOT = 200
"""Hands that say which kinds of decisions come, and how often; none of them is drawn from."""
RARE = 5
"""Of these hands so many at least have a decision of a kind that is drawn."""
MOST_KINDS = 40
MOST_HANDS = 400
"""Hands that are looked at for each decision that is asked for, at most."""
SIZE = 16
"""Hands that are looked at in one go."""
LATE = (1, 2, 4, 8, 16)
"""A decision is told by how many of its kind the player had in the deal: from these on."""
Key = tuple[int, int]
"""The number of a decision, and a number that tells its kinds apart."""


@dataclass(frozen=True)
class Sought:
    """What is drawn.

    Attributes:
        by: what was asked for.
        keys: of the kinds of decisions.
        chances: of each, how likely one that comes is drawn.
        upto: the sums of how likely each kind is looked for in a hand.
        worlds: by which each decision is valued.
    """

    by: tuple[str, ...]
    keys: tuple[Key, ...]
    chances: tuple[float, ...]
    upto: tuple[float, ...]
    worlds: int


@dataclass(frozen=True)
class Prepared:
    """A calibration made ready to play.

    Attributes:
        spec: what is asked.
        setup: the run whose hands are played.
        kinds: of decisions that are drawn.
        sought: how.
    """

    spec: CalibrationSpec
    setup: Setup
    kinds: tuple[Kind, ...]
    sought: Sought


@dataclass(frozen=True)
class _Part:
    """What was found in some hands.

    Attributes:
        hands: how many were looked at.
        found: int64, shape (decisions, 5), as `Found` has them.
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
    """Hold what advice says of decisions against what came of them.

    Of each hand at most one decision is drawn, by a rule that looks at the past alone. What was
    done there is valued as `cardsim.advise` would, from what was seen; then the same hand is played
    to its end.

    Arguments that are not described here are those of `cardsim.run`.

    Args:
        game: `scat`, or another of `cardsim games` that can be advised on.
        n: decisions that are drawn, about as many of each kind.
        by: decisions, with features by which their kinds are told apart, such as
            "draw-source:somebody-knocked", one text or several; by default all decisions, by how
            many the player had before in the same deal.
        worlds: hands that are imagined for each decision.
        unit: what is played to its end; the usual one by default.
        strategy: whose decisions are drawn, and how you play on; by default the one that the game's
            field names as the safest.
        options: house rules.

    Raises:
        UserError: something in the arguments is wrong, or a strategy cannot play on.
        StrategyError: a strategy took an illegal action, or a hand did not end.
    """
    asked = Request.given(locals(), kind="calibrate", own={"by": by, "worlds": worlds})
    prepared = prepare_calibration(asked, executor)
    tell = teller(progress)
    threads = check_threads(threads)
    return play_calibration(prepared, threads=threads, executor=executor, progress=tell)


def prepare_calibration(asked: Request, executor: Executor | None = None) -> Prepared:
    """Check everything about a calibration, compile what is played, and look for kinds."""
    game = asked.rules_of
    check_advised(game)
    n = DECISIONS if asked.n is None else parse_count(asked.n)
    n = int(Option("n", DECISIONS, low=1, high=MOST_DECISIONS).check(n, label="-n"))
    given = asked.own.get("worlds")
    about = Option("worlds", WORLDS, low=FEWEST_WORLDS, high=MOST_WORLDS)
    worlds = int(about.check(WORLDS if given is None else given))
    texts = texts_of(asked.own.get("by"))
    looks = looks_of(game, texts)
    who = asked.strategy or (find_field(game, asked.preset) and safest_of(game, asked.preset))
    run = replace(asked.seeded(), n=n, strategy=who or None).run_of(n)
    check_by_hand(run.unit, "a calibration")
    check_judged(run.unit)
    check_executor(executor)
    # Before hands are played, for one that looks ahead thinks long.
    check_plays_on(run.strategies)
    with showing.compiling():
        setup = set_up(run)
        counts, first = _counts(setup, looks)
        keys = sorted(key for key, often in counts.items() if len(often) >= RARE)
        _check_kinds(run, keys, texts)
        for key in keys:
            # What finds and compiles strategies is for one thread at a time.
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
    sought = Sought(texts, tuple(keys), tuple(chances), tuple(upto), worlds)
    return Prepared(CalibrationSpec(run.spec, texts, worlds), setup, kinds, sought)


def _check_kinds(run: Resolved, keys: Sequence[Key], texts: Sequence[str]) -> None:
    """Refuse what cannot be told apart."""
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


def looks_of(game: Game, texts: Sequence[str]) -> Mapping[int, Asked | None]:
    """The decisions that are looked at, each with the features that tell kinds apart, if any."""
    numbers = {d.name: number for number, d in enumerate(game.decisions)}
    if not texts:
        return dict.fromkeys(numbers.values())
    looks: dict[int, Asked | None] = {}
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


def _kind(game: Game, key: Key, looks: Mapping[int, Asked | None], *, alone: bool) -> Kind:
    """A kind of decisions in words."""
    number, which = key
    asked = looks[number]
    name = game.decisions[number].name
    if asked is not None:
        values = np.unravel_index(which, asked.shape)
        ranges = [
            (f.low + int(v), f.low + int(v)) for f, v in zip(asked.features, values, strict=True)
        ]
        return Kind(name, wording.situation(asked.features, ranges))
    if alone:
        return Kind(name, "")
    low, *more = LATE[which : which + 2]
    if not more:
        return Kind(name, f"your {_th(low)} in the deal or later")
    if more[0] == low + 1:
        return Kind(name, f"your {_th(low)} in the deal")
    between = "or" if more[0] == low + 2 else "to"
    return Kind(name, f"your {_th(low)} {between} {_th(more[0] - 1)} in the deal")


def _th(number: int) -> str:
    """An ordinal number."""
    return {1: "first", 2: "2nd", 3: "3rd"}.get(number, f"{number}th")


@dataclass(frozen=True)
class Met:
    """A decision of the hero's at which there was a choice.

    Attributes:
        row: of which of the hands that were played it is.
        at: its step.
        key: of its kind.
    """

    row: int
    at: int
    key: Key


def met_in(setup: Setup, played: Played, looks: Mapping[int, Asked | None]) -> Iterator[Met]:
    """The decisions of the hero's at which there was a choice, hand by hand and in order."""
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
    """Return the number of the situation that a seat sees, by the function at an address."""
    words, nothing = np.zeros(1, WORDS_DTYPE), np.zeros(1, np.uint8)
    places = (np.uint64(place) for place in (nothing.ctypes.data, nothing.ctypes.data, address))
    return int(asker(game.view).call(states.view(game.view), words, *places))


def _counts(
    setup: Setup, looks: Mapping[int, Asked | None]
) -> tuple[dict[Key, list[int]], dict[Key, Callable[[int], int]]]:
    """How many decisions of each kind the hands of the pilot have that have any.

    With the first of each as what values it by so many worlds.
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
    """What advice says of the action of a step.

    Args:
        setup: the run.
        step: as `Recorder` has it.
        before: the state before it; only what the seat on turn sees of it is read.
        hand: the number of the hand.
        worlds: how many are imagined.
        seed: of the worlds, and of the companies in them.

    Returns:
        The sum over the worlds, in what the measure adds up.
    """
    game, spec = setup.game, setup.spec
    number, seat, *words = (int(x) for x in step)
    decision = game.decisions[number]
    about = {"game": game.name, "unit": spec.unit, "players": spec.players, "rules": {}}
    (view,) = plain_views(about, [(seat, decision.name, before)], game)
    table = seen_table(setup.run, view, before)
    action: Action = (words[0], words[1]) if decision.wide else words[0]
    nth = next(n for n in range(table.count) if table.nth(n) == action)
    return foreseen(Position.at(setup.run, table, hand), nth, worlds=worlds, seed=seed)


def foreseen(place: Position, nth: int, *, worlds: int, seed: int) -> int:
    """The sum of what an action is worth over so many worlds, as advice has it.

    Args:
        place: where a decision waits.
        nth: the number of the action among those that are legal.
        worlds: how many are imagined.
        seed: of them.
    """
    table, plan, total = place.table, place.plan(), 0
    filters, _ = filters_for(table.game, worlds)
    for k in range(filters):
        share, at = (worlds + k) // filters, (seed + k) % MAX_SEED
        told = table.game, plan, table.states.copy(), table.asks, 1
        total += int(worths(*told, worlds=share, seed=at, first=nth).sum())
    return -total if place.run.unit.won_by.lower_is_better else total


def calibrate_task(
    setups: Sequence[Setup], first: int, hands: int, size: int, sought: Sought
) -> Task:
    """Look at some hands of one run.

    Args:
        setups: the run.
        first: the number of the first hand.
        hands: how many.
        size: nothing: all are looked at in one go.
        sought: what is drawn.

    Raises:
        StrategyError: a strategy took an illegal action, or a hand did not end.
    """
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
    return Task(tuple(parts), time.perf_counter() - began)


def _drawn(
    setup: Setup, played: Played, looks: Mapping[int, Asked | None], sought: Sought
) -> _Part:
    """What was said of a decision of each hand, as far as one is drawn, and what came of it.

    Raises:
        KeyboardInterrupt: the run was to stop.
    """
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
    prepared: Prepared,
    *,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Calibration:
    """Draw decisions until there are as many as are asked for.

    Raises:
        StrategyError: a strategy took an illegal action, or a hand did not end.
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
            kept=Kept(_Part, _joined, (calibrate_task, [sought]), [[setup]]),
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
        tuple(Found(*row) for row in rows),
        time.perf_counter() - began,
        partial=bool(stop[0]) and found < n,
        _setup=setup,
    )
