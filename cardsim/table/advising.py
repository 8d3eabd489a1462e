"""Advice on one decision of a hand.

Hands that agree with the player's view are imagined. Each legal action is tried in each of them,
and strategies play on. If the game can be rewound, hands are weighted by what the others did.
Otherwise all hands are equally likely.
"""

from __future__ import annotations

import math
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import replace
from typing import Any

import numpy as np

from cardsim.engine.look_ahead import Plan
from cardsim.errors import UserError
from cardsim.game import Action
from cardsim.options.params import Option
from cardsim.process.once import once
from cardsim.runs import wording
from cardsim.runs.company import three_of
from cardsim.runs.preparation import MAX_SEED, checked_precision, resolve
from cardsim.runs.request import Request
from cardsim.runs.seating import Rivals, Who
from cardsim.table.advised import Advised, Believed, Elsewhere
from cardsim.table.choice_values import (
    ALL_BETTER,
    MOST_TRIED,
    Choice,
    Imagined,
    same,
    tried_further,
    worlds_for,
)
from cardsim.table.default_seat import seat_of
from cardsim.table.differences import facts_of, outcome_told, turned_by, turning_told
from cardsim.table.positions import Position, first_hand, own_name, plan_at, position, seats_called
from cardsim.table.seat_words import gerund, part_of
from cardsim.workspace import find_field, load_strategy

FEWEST_WORLDS = 100
"""Smallest number of worlds: with fewer the intervals would be too narrow."""
MOST_WORLDS, MOST_ELSEWHERE = 100_000, 400
PART = 4
"""In each other company a fourth of the worlds is imagined, `MOST_ELSEWHERE` at most: it only has
to tell what turns."""
SPARE = 1.1


@once()
def advise(
    game: str,
    *,
    players: int | None = None,
    unit: str | None = None,
    preset: str | None = None,
    strategy: Who | None = None,
    vs: Rivals | None = None,
    replay: str | None = None,
    view: str | None = None,
    worlds: object = None,
    precision: object = None,
    seed: int | None = None,
    **options: Any,
) -> Advised:
    """Advise a move in the position you describe.

    Args:
        game: name of the game.
        players: number of players; the usual number by default.
        unit: the unit played, whose measure values the choices; the usual one by default.
        preset: the house rules.
        strategy: how you play on; by default the game's default.
        vs: how the others play on, as in `cardsim.run`.
        replay: SEED:HAND:STEP, a decision of a hand of a run; the others are as in that run.
        view: FILE or FILE:N, a view that `cardsim replay GAME --json` wrote.
        worlds: number of imagined hands; by default as many as take a second or two.
        precision: imagine as many, up to `MOST_WORLDS`, as it takes to know the costs of the next
            best choice, and of all that may be as good, to within this half width.
        seed: seed of the worlds; a fresh one by default.
        options: your position, as the game has it (`cardsim advise GAME --help`), and house rules.

    Raises:
        UserError: there is no such position, or a strategy cannot play on.

    """
    begun = time.perf_counter()
    asked = Option("worlds", FEWEST_WORLDS, low=FEWEST_WORLDS, high=MOST_WORLDS)
    wanted = 0 if worlds is None else int(asked.check(worlds))
    seed = secrets.randbits(63) if seed is None else seed
    place = position(
        game,
        replay=replay,
        view=view,
        options=options,
        players=players,
        unit=unit,
        preset=preset,
        strategy=strategy,
        vs=vs,
        seed=seed,
    )
    table, run = place.table, place.run
    if table.count > MOST_TRIED:
        raise UserError(
            f"{table.count} actions are legal here, and advice tries at most {MOST_TRIED}"
        )
    if wanted and precision is not None:
        raise UserError("--worlds and --precision contradict: each says how much is imagined")
    played = run.spec.unit_of(run.game)
    narrow = None if precision is None else checked_precision(precision, played)
    spec = replace(run.spec, seed=int(Option("seed", 0, low=0, high=MAX_SEED).check(seed)))
    plan = place.plan()
    count = wanted or worlds_for(table, plan, spec.seed)
    found = tried_further(table, plan, played, worlds=count, seed=spec.seed)
    while narrow is not None and _widest(found.choices) > narrow and count < MOST_WORLDS:
        # A little more, because the scatter seen so far may be too small.
        needed = math.ceil(count * SPARE * (_widest(found.choices) / narrow) ** 2)
        count = min(needed, MOST_WORLDS)
        found = tried_further(table, plan, played, worlds=count, seed=spec.seed)
    found, there = settled(place, found, worlds=count, seed=spec.seed)
    choices, of_hand = found.choices, None
    if run.goes_on and replay is None and view is None:
        # The hand by itself is another unit, with chances of its own.
        who = {"preset": preset, "strategy": strategy, "vs": vs, "seed": seed}
        with suppress(UserError):
            alone = position(
                game,
                replay=None,
                view=None,
                options=options,
                players=players,
                unit=run.game.single_unit,
                **who,
            )
            single = alone.run.spec.unit_of(run.game)
            asked_alone = alone.table, alone.plan(), single
            of_hand = tried_further(*asked_alone, worlds=count, seed=spec.seed)
            choices = with_chances(choices, of_hand.choices)
    there |= _going_on(place, found, worlds=count, seed=spec.seed)
    elsewhere = tuple(_valued(where, some, choices[0]) for where, some in there.items())
    # Two ways to lay the same dice are one choice.
    choices = tuple({choice.told: choice for choice in reversed(choices)}.values())[::-1]
    return Advised(
        spec,
        place.said,
        table.asks.name,
        seen_at(place),
        place.you,
        choices,
        count,
        time.perf_counter() - begun,
        narrow is None or _widest(choices) <= narrow,
        run,
        found.explained,
        found.effective,
        elsewhere,
        believed_at(place, plan, found.seated),
        why_at(place, found, of_hand),
    )


def why_at(place: Position, found: Imagined, of_hand: Imagined | None) -> str:
    """Return what makes the first choice better than the best one that surely costs something.

    Empty if none does, or nothing surely differs in the hands that were imagined.

    `of_hand` has the values of the hand alone, in a match.
    """
    best, rest = found.choices[0], [choice for choice in found.choices if not choice.tied]
    if not rest:
        return ""
    other = min(rest, key=lambda choice: choice.cost)
    game, spec, seat = place.run.game, place.run.spec, place.table.seat
    names = seats_called(game, game.rules(**dict(spec.rules)), spec.players, seat)
    words, both = [gerund(c.told) for c in (best, other)], found.compared(best, other)
    end = outcome_told(found.unit, both, words)
    if of_hand is not None and not end:
        end = outcome_told(of_hand.unit, of_hand.compared(best, other), words)
    turning = turned_by(both, facts_of(game, both.states, seat, names))
    depends = "" if turning is None else turning_told(found.unit, turning, words)
    return " ".join(filter(None, (end, depends)))


def settled(
    place: Position, found: Imagined, *, worlds: int, seed: int
) -> tuple[Imagined, dict[str, tuple[Choice, ...]]]:
    """Return the values led by the choice to advise, and the choices in each kind of company.

    `found` has the values as `tried_further` has them, in `worlds` hands imagined with `seed`.
    """
    there = dict(_in_companies(place, found, worlds=worlds, seed=seed))
    if sum(c.tied for c in found.choices) > 1:
        own = _own_choice(place)
        best = preferred(found.choices, found.worth, tuple(there.values()), own)
        if best is not found.choices[0]:
            found = found.led_by(best)
    return found, there


def _in_companies(
    place: Position, asked: Imagined, *, worlds: int, seed: int
) -> Iterator[tuple[str, tuple[Choice, ...]]]:
    """Yield the choices, the best first, against each kind of opponents that the game knows.

    Against those that were asked about, these are the choices that are known.
    """
    run, spec = place.run, place.run.spec
    if find_field(run.game, spec.preset) is None or spec.fixed:
        return
    rules: dict[str, Any] = spec.changed_rules(run.game)
    table: dict[str, Any] = {"players": spec.players, "unit": spec.unit, "preset": spec.preset}
    for company in three_of(spec.game, spec.preset, spec.players):
        # A field may have no beginners, and a program's own strategy no name.
        with suppress(UserError):
            who: dict[str, Any] = {"strategy": place.own.as_option, "vs": company.vs}
            there = resolve(Request(spec.game, options=rules, seed=seed, **table, **who), 1)
            if there.spec.seats == spec.seats:
                yield company.where, asked.choices
                continue
            seat = place.table.seat
            plan = plan_at(there, first_hand(there, seat), seat)
            found = tried_further(place.table, plan, asked.unit, worlds=_fewer(worlds), seed=seed)
            yield company.where, found.choices


def _going_on(
    place: Position, asked: Imagined, *, worlds: int, seed: int
) -> dict[str, tuple[Choice, ...]]:
    """Return the choices, the best first, if you go on by the default or the safest strategy.

    Nothing is tried where there is no choice, nor again how you go on anyway.
    """
    run, seat = place.run, place.table.seat
    safest = own_name(run.game, run.spec.preset, run.spec.players)
    found: dict[str, tuple[Choice, ...]] = {}
    if len(asked.choices) == 1:
        return found
    for name in dict.fromkeys((run.usual.name, safest)):
        if name == place.own.as_option:
            continue
        strategy = load_strategy(run.game, name)
        plays, _ = strategy.told({p.name: p.default for p in strategy.parameters})
        how = wording.of_several(plays or f"play~ {name}")
        where = "if you then play as is safest" if name == safest else f"if you then {how}"
        plan = plan_at(run, place.hand, seat, own=(strategy, {}))
        found[where] = tried_further(
            place.table, plan, asked.unit, worlds=_fewer(worlds), seed=seed
        ).choices
    return found


def _fewer(worlds: int) -> int:
    """Return how many worlds are imagined where the others, or you, play otherwise."""
    return max(min(worlds // PART, MOST_ELSEWHERE), FEWEST_WORLDS)


def _valued(where: str, found: Sequence[Choice], best: Choice) -> Elsewhere:
    """Return the value of the advised choice against other opponents."""
    mine = same(found, best)
    gap = mine.cost, mine.cost_low, mine.cost_high
    return Elsewhere(where, found[0].told, mine.value, mine.low, mine.high, *gap)


def _own_choice(place: Position) -> tuple[str, Action]:
    """Return the decision and the action of the strategy that you play on by."""
    table, run = copy(place.table), place.run
    row = int(run.table[place.hand % len(run.table)][table.seat])
    strategy, player = run.seated[max(row, 0)]
    table.states, table.chances = table.states.copy(), table.chances.copy()
    name, action = table.asks.name, table.choice(strategy, **dict(player.parameters))
    leads_on = getattr(part_of(table.game, "seat"), "LEADS_ON", {})
    if name in leads_on and leads_on[name] == action:
        table.act(action)
        if not table.over and table.seat == place.table.seat:
            return table.asks.name, table.choice(strategy, **dict(player.parameters))
    return name, action


def preferred(
    choices: Sequence[Choice],
    worth: np.ndarray[Any, Any],
    there: Sequence[Sequence[Choice]],
    own: tuple[str, Action],
) -> Choice:
    """Return the choice to advise among those that may be as good.

    A choice drops out if another is never worse in any world and sometimes better. Of the rest,
    choices that are as good against all opponents go first, then what the own strategy does, then
    the best mean.

    Args:
        choices: all choices, the best first.
        worth: their values, float64, shape (choices, worlds).
        there: the choices against other opponents.
        own: the decision and the action of the strategy that you play on by.
    """
    tied = [n for n, c in enumerate(choices) if c.tied]
    ties = [choices[n] for n in tied if not any(_never_worse(worth[m], worth[n]) for m in tied)]
    good = [c for c in ties if all(same(found, c).tied for found in there)] or ties
    mine = [c for c in good if (c.decision, c.action) == own]
    return (mine or good)[0]


def _never_worse(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> bool:
    """Return True if one choice is never worse in any world, and better in enough of them."""
    return bool((one >= other).all() and (one > other).sum() >= ALL_BETTER)


def believed_at(place: Position, plan: Plan, seated: np.ndarray[Any, Any]) -> tuple[Believed, ...]:
    """Return who probably sits in the seats that a mixture fills, the surest first.

    `seated` has the rows of `plan` that sat in each seat, shape (worlds, players).
    """
    drawn = place.run.spec.drawn
    if plan.drawn is None or drawn is None:
        return ()
    game, spec = place.run.game, place.run.spec
    names = seats_called(game, game.rules(**dict(spec.rules)), spec.players, place.table.seat)
    found = []
    for seat, draw in enumerate(np.asarray(plan.drawn.draws).tolist()):
        shares: dict[str, float] = {}
        for row, count in zip(*np.unique(seated[:, seat], return_counts=True), strict=True):
            at = int(row) - spec.players
            if draw >= 0 and at < len(drawn.members):
                plays = drawn.members[at].plays
                shares[plays] = shares.get(plays, 0.0) + float(count) / len(seated)
        if shares:
            plays, share = max(shares.items(), key=lambda item: item[1])
            found.append(Believed(names[seat], plays, share))
    return tuple(sorted(found, key=lambda one: -one.share))


def _widest(choices: Sequence[Choice]) -> float:
    """Return half the widest interval of the costs of the next best and of all ties."""
    return max(
        (c.cost_high - c.cost for c in choices[1:] if c.tied or c is choices[1]), default=0.0
    )


def with_chances(choices: Sequence[Choice], others: Sequence[Choice]) -> tuple[Choice, ...]:
    """Return the choices with the chances of the same choices in another list added."""
    more = {(c.decision, c.action): c.chances for c in others}
    if {*more} != {(c.decision, c.action) for c in choices}:
        return tuple(choices)
    return tuple(replace(c, chances=(*c.chances, *more[c.decision, c.action])) for c in choices)


def seen_at(place: Position) -> tuple[tuple[str, str], ...]:
    """Return the view of the seat on turn, as `cardsim play` shows it."""
    game, spec, table = place.run.game, place.run.spec, place.table
    names = seats_called(game, game.rules(**dict(spec.rules)), spec.players, table.seat)
    return tuple(seat_of(game).rows(table.view, names))
