"""Looking ahead: imagine a world, take an action in it, and play on.

`cardsim.worlds` has what a strategy sees of this. One entry of a game, called by its address, plays
on from any point of a hand. A `Plan` says how it plays on at a table.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numpy import int64, uint32, uint64

from cardsim.choices import counter, finder
from cardsim.engine.beliefs import (
    ANYTHING,
    KNOWN,
    ONE_MODEL,
    begin,
    belief_of,
    drawer,
)
from cardsim.engine.hand_loop import DONE, STOPPED, begin_chances, from_choice
from cardsim.engine.own_plans import DECISIONS, TREE, begin_tree, enter_tree, note_worth, planners
from cardsim.game import Decision, Game, Measure, Unit
from cardsim.kernels.intrinsics import (
    CACHE_LINE,
    address_of,
    copy_record,
    copy_seen,
    number_from_address,
    pair_from_address,
    record_at,
    seen_as,
)
from cardsim.kernels.jit import Entry, entry, kernel
from cardsim.options.params import Value, packed_dtype
from cardsim.rng import WORDS_DTYPE, fill_up, place, sealed
from cardsim.strategy import COMPILED, LAPSE, Member, Strategy
from cardsim.worlds import (
    FUTURE,
    NO_PLANS,
    OUTSIDE,
    PARTICLES,
    PLAN,
    PLANNED,
    PLANS,
    room_for,
)

NO_WORTH = "its base takes an illegal action or comes to no end, or there is none of that number"
_NUMBER = np.dtype(np.int64)
_ADDRESS = np.dtype(np.uint64)


FEWEST_PARTICLES, MOST_PARTICLES = 32, 256
"""The fewest and the most particles of a filter that draws worlds for advice.

Between these it has as many as worlds. Twice as many, 128 at least, take twice as long and told no
more, by the same decisions valued with two seeds each. 92 of Casino by 400 worlds: a squared error
of 19.20 with twice as many and 19.37 now; the difference is 0.18 +- 0.47. 78 of Scat by 120 worlds:
1.63 with 128 at least and 1.52 now; -0.11 +- 0.13. 48 of Cheat by 400: 0.1326 and 0.1367;
0.004 +- 0.006. Nor do 64 at least in place of 32: decisions valued by 100 worlds with two seeds
each, held against 1,500 or 2,000 worlds, have a squared error of 0.124 and 0.154 in Casino (48
decisions; the difference is 0.030 +- 0.046), 0.0052 and 0.0029 in Cheat (25; -0.002 +- 0.003), and
0.0016 both in Scat (99).
"""
MANY_MOVES = 48
"""Moves of each of them at most. With 2, late turns in the field were promised 12 points too many
in Gin and 0.4 lives in Scat: few hands explain what led there, and no particle had moved to them.
"""
ROWS = 256
"""Rows for strategies with their parameters in a plan; the last is for a seat that plans."""


class Drawn(NamedTuple):
    """A mixture that fills some seats, as far as a seat that imagines knows it.

    Attributes:
        members: strategies with their parameters.
        shares: how often each is drawn, 0..1.
        draws: for each seat the number of the draw that fills it; -1 where the player is known. Of
            two dimensions, a row of these for each seat that may imagine.
    """

    members: Sequence[tuple[Strategy, Mapping[str, Value]]]
    shares: Sequence[float]
    draws: Sequence[int] | Sequence[Sequence[int]]


def against(members: Sequence[Member], sides: Sequence[int]) -> Drawn | None:
    """Return the mixture that sits against a seat, whichever it is; None if nobody is in it.

    Partners are of one side: the own side is known, and each other side is one draw.

    Args:
        members: the company.
        sides: the side of each seat.
    """
    if not members:
        return None
    draws = [[-1 if side == own else side for side in sides] for own in sides]
    who = [(one.strategy, one.values) for one in members]
    return Drawn(who, [one.share for one in members], draws)


class Plan:
    """The strategies by which imagined hands are played on at a table.

    Attributes:
        base: the strategy that plays on in every seat, with its usual parameters.
        strategies: who plays on in each seat instead; only the base where seats are not named.
        drawn: the mixture that fills some of the seats; None where each player is known.
        record: a record of `_plan_dtype`, whose address compiled code has, or one for each seat
            that may imagine.
    """

    def __init__(
        self,
        game: Game,
        base: Strategy,
        *,
        rules: np.ndarray[Any, Any],
        players: int,
        unit: Unit,
        seats: Sequence[tuple[Strategy, Mapping[str, Value]]] = (),
        drawn: Drawn | None = None,
        measure: Measure | None = None,
    ) -> None:
        """Compile the strategies that play on, and fill in the record.

        Args:
            game: one that can be imagined.
            base: compiled, and looking not ahead itself.
            rules: packed, one record.
            players: seats at the table.
            unit: what is played.
            seats: who plays on in each seat, with parameters, in place of the base.
            drawn: the mixture that fills some of the seats instead.
            measure: by which actions are valued; by default the one the unit is won by.
        """
        self.base, self.drawn = base, drawn
        sitting = list(seats) or [(base, dict[str, Value]())]
        first = len(sitting)
        lapses = [KNOWN if seats else ONE_MODEL] * first
        if drawn is not None:
            # A player who does anything plays on as the base: nothing else is known of him.
            sitting += [*drawn.members, (base, dict[str, Value]())]
            lapses += [*([KNOWN] * len(drawn.members)), 1.0]
        self.strategies = [strategy for strategy, _ in sitting]
        values = [
            {p.name: given.get(p.name, p.default) for p in strategy.parameters}
            for strategy, given in sitting
        ]
        both = list(zip(self.strategies, values, strict=True))
        self._params = [strategy.packed(own) for strategy, own in both]
        # Lapses are accounted for in the likelihood, so the strategy itself must not draw them.
        self._sober = [
            strategy.packed({**own, LAPSE: 0.0}) if strategy.lapses else packed
            for (strategy, own), packed in zip(both, self._params, strict=True)
        ]
        draws = np.full((1, players), -1) if drawn is None else np.atleast_2d(drawn.draws)
        self.record = np.zeros(1, _plan_dtype(game))
        measure = unit.won_by if measure is None else measure
        column = unit.column(measure)
        size, places = game.outcome[0].base.itemsize, dict(game.outcome.fields or {})
        facts: dict[str, Any] = {
            "enter": _entry(game).address,
            "rules": rules,
            "players": players,
            "unit": unit.goes_on,
            "lucky": any(strategy.wants_chance for strategy in self.strategies),
            "noted": max(strategy.memory_places[-1] for strategy in self.strategies),
            "place": places[column.field][1] // size,
            "scale": column.scale,
            "counts": measure.has_range,
            "low": -math.inf if measure.at_least is None else measure.at_least,
            "high": math.inf if measure.at_most is None else measure.at_most,
            "sign": -1 if measure.lower_is_better else 1,
        }
        for name, value in facts.items():
            self.record[name] = value
        row, many = self.record[0], len(game.decisions)
        for k, (strategy, own) in enumerate(both):
            row["calls"][k * many : (k + 1) * many] = addresses(game, strategy)
            row["params"][k] = self._params[k].ctypes.data
            row["sober"][k] = self._sober[k].ctypes.data
            row["sizes"][k] = strategy.memory_places[1:]
            lapse = float(own[LAPSE]) if strategy.lapses else 0.0
            row["lapses"][k] = max(lapses[k], lapse)
        row["seats"][: len(seats)] = range(len(seats))
        if drawn is not None:
            row["first"], row["members"] = first, len(sitting) - first
            ends = np.cumsum([*drawn.shares, ANYTHING])
            row["edges"][: len(ends)] = ends / ends[-1]
        if not seats:
            # Only a strategy's own plan is ever asked to plan, and then with the base's parameters.
            planned = zip(planners(game), row["calls"], strict=False)
            row["calls"][-many:] = [own or int(usual) for own, usual in planned]
            row["params"][-1] = row["params"][0]
        self.record = np.repeat(self.record, len(draws))
        self.record["step"] = self.record.itemsize if len(draws) > 1 else 0
        self.record["groups"] = -1
        self.record["groups"][:, :players] = draws
        self.stop_with(np.zeros(1, np.uint8))

    def put_into(self, packed: np.ndarray[Any, Any]) -> None:
        """Make the strategy with these packed parameters use this plan.

        The plan must be kept as long as the strategy plays.
        """
        packed.view(PLAN)["at"][-1] = self.record.ctypes.data

    def stop_with(self, stop: np.ndarray[Any, Any]) -> None:
        """Make hands that are played on end early too, once `stop` is set."""
        self._stop = stop
        self.record["stop"] = stop.ctypes.data


def worths(
    game: Game,
    plan: Plan,
    states: np.ndarray[Any, Any],
    decision: Decision,
    numbers: Sequence[int],
    *,
    worlds: int,
    seed: int,
    moves: int = MANY_MOVES,
    outcomes: np.ndarray[Any, Any] | None = None,
    explained: np.ndarray[Any, Any] | None = None,
    seated: np.ndarray[Any, Any] | None = None,
    hands: np.ndarray[Any, Any] | None = None,
) -> np.ndarray[Any, Any]:
    """Return the value of each of some legal actions in each of some worlds.

    Args:
        game: what is played.
        plan: what the worlds are played on by.
        states: one state, of which the seat on turn has seen what there is.
        decision: the one that waits; not a wide one.
        numbers: numbers of the actions among the legal ones.
        worlds: how many are imagined.
        seed: of the worlds.
        moves: of each particle at most, where the weight of the past grows.
        outcomes: where the outcomes themselves are put, shape (actions, worlds).
        explained: to what it is added how many decisions of others were seen, how many of them
            those that play on take alike in the world that explains most, and how many decisions
            were taken again to find the worlds, with `DEALING` for each that was tried; int64,
            shape (3,).
        seated: where it is put who sits in each seat, as the plan's rows; int64, shape (worlds,
            players).
        hands: where the first worlds are put as they were imagined, with all that is hidden there.

    Returns:
        int64, shape (actions, worlds), in steps of the measure's column; more is better.
    """
    future, memory = future_for(game, plan, decision)
    future["seen"], future["key"] = states.ctypes.data, seed
    future["particles"] = max(FEWEST_PARTICLES, min(worlds, MOST_PARTICLES))
    future["moves"] = moves
    enter = _entry(game)
    places = dict(_work_dtype(game).fields or {})
    work = int(future["work"][0]) - memory.ctypes.data

    def part(name: str, form: np.dtype[Any]) -> np.ndarray[Any, Any]:
        at = work + places[name][1]
        return memory[at : at + form.itemsize].view(form)

    scored, imagined = part("outcome", game.outcome), part("imagined", game.state)
    belief = part("belief", belief_of(game))[0]
    values = np.zeros((len(numbers), worlds), np.int64)
    # A Python number is signed: all of it would be compiled once more for it.
    address = np.uint64(future.ctypes.data)
    for world in range(worlds):
        for n, number in enumerate(numbers):
            values[n, world] = enter.call(address, world, number)
            if outcomes is not None:
                outcomes[n, world] = scored[0]
        if seated is not None:
            seated[world] = belief["sitting"][: seated.shape[1]]
        if hands is not None and world < len(hands):
            hands[world : world + 1] = imagined
    if explained is not None and game.rewind is not None:
        explained += belief["seen"], belief["explained"], belief["effort"]
    return values


def future_for(
    game: Game, plan: Plan, decision: Decision
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Return a `FUTURE` without view and seed, and the memory that must be kept as long as it."""
    memory = np.zeros(room_of(game, *plan.strategies) + CACHE_LINE, np.uint8)
    future = np.zeros(1, FUTURE)
    future["enter"], future["plan"] = plan.record["enter"], plan.record.ctypes.data
    future["particles"] = PARTICLES
    future["work"] = -(-memory.ctypes.data // CACHE_LINE) * CACHE_LINE
    future["decision"] = sorted(d.function for d in game.decisions).index(decision.function)
    return future, memory


def addresses(game: Game, strategy: Strategy) -> list[int]:
    """Return the address of each decision function's machine code; 0 for those in Python."""
    return strategy.once(
        ("addresses", game.name),
        lambda: [
            strategy.compiled(d, game.view).address if strategy.ways[d.function] == COMPILED else 0
            for d in game.decisions
        ],
    )


def room_of(game: Game, *strategies: Strategy) -> int:
    """Return the bytes of memory that looking ahead needs if these strategies play on."""
    noted = max(strategy.memory_places[-1] for strategy in strategies)
    return room_for(_work_dtype(game).itemsize + game.players[1] * _noted(noted))


def _noted(size: int) -> int:
    """Return the bytes from one seat's memory to the next."""
    return -(-size // CACHE_LINE) * CACHE_LINE


@cache
def _plan_dtype(game: Game) -> np.dtype[np.void]:
    """Return the dtype of a plan's record; `cardsim.worlds` knows its first field.

    The last row is that of the seat that looks ahead, if it plans. `groups` are the draws that fill
    seats, `first` the row of the mixture's first member, and `edges` the ends of their shares;
    `sober` are parameters without lapses, whose shares stand in `lapses`. `step` is the number of
    bytes from the record for one seat to that for the next, 0 where one is for all.
    """
    most = game.players[1]
    fields: list[tuple[Any, ...]] = [
        ("enter", _ADDRESS),
        ("stop", _ADDRESS),
        ("rules", packed_dtype(game.rules)),
        ("calls", _ADDRESS, (ROWS * len(game.decisions),)),
        ("params", _ADDRESS, (ROWS,)),
        ("sober", _ADDRESS, (ROWS,)),
        ("sizes", _NUMBER, (ROWS, 3)),
        ("lapses", np.float64, (ROWS,)),
        ("edges", np.float64, (ROWS,)),
        ("seats", _NUMBER, (most,)),
        ("groups", _NUMBER, (most,)),
        ("step", _ADDRESS),
        ("first", _NUMBER),
        ("members", _NUMBER),
        *((name, _NUMBER) for name in ("players", "unit", "lucky", "noted", "place")),
        *((name, _NUMBER) for name in ("counts", "sign")),
        *((name, np.float64) for name in ("scale", "low", "high")),
    ]
    return np.dtype(fields, align=True)


@cache
def _work_dtype(game: Game) -> np.dtype[np.void]:
    """Return the dtype of the memory in which a hand is played on.

    `imagined` and `later` are state and words of the world imagined last, before anybody plays on;
    `numbers` are the outcome's, in the same place; `sitting` has the row of the plan that plays on
    in each seat, and `tree` is that of the seat's own next decisions.
    """
    kind, seats = game.outcome[0].base, game.players[1]
    forms = {
        "state": game.state,
        "words": WORDS_DTYPE,
        "imagined": game.state,
        "later": WORDS_DTYPE,
        "chances": np.dtype((WORDS_DTYPE, (seats,))),
        "memories": np.dtype((np.uint64, (seats,))),
        "outcome": game.outcome,
        "numbers": np.dtype((kind, (game.outcome.itemsize // kind.itemsize,))),
        "belief": belief_of(game),
        "sitting": np.dtype((_NUMBER, (seats,))),
        "tree": TREE,
    }
    offsets: dict[str, int] = {}
    end = 0
    for name, form in forms.items():
        offsets[name] = offsets["outcome"] if name == "numbers" else end
        end = _noted(offsets[name] + form.itemsize)
    return np.dtype(
        {
            "names": [*forms],
            "formats": [*forms.values()],
            "offsets": [*offsets.values()],
            "itemsize": end,
        }
    )


@cache
def _entry(game: Game) -> Entry:
    """Compile the function (address of a FUTURE, world, action) -> the action's value there, int64.

    Raises:
        ValueError: in compiled code, where the base strategy takes an illegal action or comes to no
            end.
    """
    on, text = from_choice(game)
    work_size = uint64(_work_dtype(game).itemsize)
    imagined = _imagining(game, int(work_size))
    names = [d.function for d in game.decisions]
    numbers = np.array([names.index(name) for name in sorted(names)])
    future_at, plan_at = record_at(FUTURE), record_at(_plan_dtype(game))
    work_at, state_at = record_at(_work_dtype(game)), record_at(game.state)
    stop_at, seen = record_at(np.dtype([("stop", np.uint8, (1,))])), seen_as(game.view)
    usual, sit = _usual(game), _sitter(game)

    def worth(address: Any, world: Any, n: Any) -> Any:
        ahead = future_at(address)
        work, true = work_at(ahead.work), state_at(ahead.seen)
        hero = int64(true.seat)
        plan = plan_at(ahead.plan + uint64(hero) * plan_at(ahead.plan).step)
        state, words, rules = work.state, work.words, plan.rules
        chances, memories, sizes = work.chances, work.memories, plan.sizes
        players = plan.players
        following = numbers[ahead.decision]
        place(words, ahead.key, uint64(world), uint32(0), uint32(0))
        begin(ahead, plan, work, work_size)
        if world == OUTSIDE:
            asked = (seen(true), sealed(chances[hero]), plan.params[0], memories[hero])
            return usual(following, seen(true), asked, plan.calls)
        # A kept world lacks what strategies remember of it.
        if ahead.imagined == world + 1 and plan.noted == 0:
            copy_record(state, work.imagined)
            copy_record(words, work.later)
        else:
            imagined(ahead, plan, work, true, world)
            copy_record(work.imagined, state)
            copy_record(work.later, words)
            ahead.imagined = int64(world) + int64(1)
        sit(ahead, plan, work, hero)
        ended, _ = on(
            state,
            rules,
            words,
            chances,
            memories,
            work.outcome,
            players,
            plan.unit,
            hero,
            work.sitting,
            plan.lucky != 0,
            plan.noted != 0,
            plan.calls,
            plan.params,
            sizes,
            stop_at(plan.stop).stop,
            following,
            n,
        )
        if ended == STOPPED:
            return int64(0)
        if ended != DONE:
            raise ValueError(NO_WORTH)
        won = plan.sign * _counted(plan, int64(work.numbers[uint64(plan.place)]))
        note_worth(work.tree, float(won))
        return won

    signature = types.int64(types.uint64, types.int64, types.int64)
    content = f"{game.state!r} {game.outcome!r} {worth.__code__.co_code!r} {text}"
    return entry(worth, signature=signature, content=content, what=f"{game.name} looking ahead")


def _imagining(game: Game, work_size: int) -> Any:
    """Return a kernel (ahead, plan, work, true, world) that writes a world to be played on."""
    imagine: Any = game.imagine
    settle: Any = game.settle
    if imagine is None:
        raise ValueError(f"{game.name} cannot be imagined")
    draw, seen, settles = drawer(game, work_size), seen_as(game.view), settle is not None

    @kernel
    def imagined(ahead: Any, plan: Any, work: Any, true: Any, world: Any) -> None:
        state, words = work.state, work.words
        drawn = draw(ahead, plan, work, true, world)
        if settles:
            copy_record(work.imagined, state)
        # What no view shows and no card changes stays as it is.
        copy_seen(true, state)
        imagine(seen(true), plan.rules, words, state)
        if drawn:
            if settles:
                settle(work.imagined, plan.rules, words, state)
            # What is drawn later does not depend on the world.
            place(words, ahead.key, uint64(world), uint32(0), uint32(0))
            fill_up(words)
            if plan.lucky != 0:
                begin_chances(work.chances, words, plan.players)

    return imagined


@cache
def _sitter(game: Game) -> Any:
    """Return a kernel (ahead, plan, work, hero) that seats the players for playing on.

    A hero that plans gets a tree.
    """
    last, many = ROWS - 1, min(len(game.decisions), DECISIONS)

    @kernel
    def sit(ahead: Any, plan: Any, work: Any, hero: Any) -> None:
        for seat in range(plan.players):
            work.sitting[seat] = work.belief.sitting[seat]
        enter_tree(work.tree)
        if ahead.plans == NO_PLANS or plan.noted != 0:
            return
        if ahead.plans == PLANS:
            begin_tree(work.tree, plan.calls, many)
            ahead.plans = int64(PLANNED)
        work.sitting[hero] = int64(last)
        work.memories[hero] = address_of(work.tree)

    return sit


@kernel
def _counted(plan: Any, number: Any) -> Any:
    """Return what the measure adds up for a number of its column, as `counting.counted` does."""
    if plan.counts != 0:
        return int64(plan.low <= number * plan.scale <= plan.high)
    return number


@cache
def _usual(game: Game) -> Any:
    """Return a kernel (decision, view, what is asked, calls) -> the number of a strategy's action.

    Raises:
        ValueError: in compiled code, where that is not legal.
    """
    choice = kernel(lambda _d, _view, _asked, _calls: int64(-1))
    for number, decision in enumerate(game.decisions):
        choice = _or_usual(number, decision, choice)
    return choice


def _or_usual(number: int, decision: Decision, others: Any) -> Any:
    call = pair_from_address if decision.wide else number_from_address
    count, nth = counter(decision), finder(decision)

    @kernel
    def usual(d: Any, view: Any, asked: Any, calls: Any) -> Any:
        if d != number:
            return int64(others(d, view, asked, calls))
        action = call(calls[number], asked)
        for n in range(count(view)):
            if nth(view, n) == action:
                return int64(n)
        raise ValueError("its base takes an illegal action")

    return usual
