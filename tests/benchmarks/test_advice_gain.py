"""Whether advice helps: run with `python -m pytest tests/benchmarks -k advice -s`.

Decisions of the game's safest strategy are drawn, one of a hand at most and by a rule that looks at
the past alone. Where advice, from what is seen there, says something else than the strategy does,
the true hand is played on with both: the same hidden cards, the same chance later on, everybody as
he is. What the advised action gains is held against what was promised.
"""

from __future__ import annotations

import itertools
import math
import os
import sys
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pytest

from cardsim.engine.table import Table
from cardsim.game import Action
from cardsim.runs.company import safest_of
from cardsim.runs.preparation import Setup, resolve, set_up
from cardsim.runs.request import Request
from cardsim.table.advised import Choice, tried_further
from cardsim.table.played import won_by
from cardsim.table.positions import Position, seen_table
from cardsim.table.saved_views import plain_views
from cardsim.table.seat_words import part_of

MORE = float(os.environ.get("CARDSIM_UNITS", "1"))
"""Draw so many times as many decisions."""
SURE = 1.7
"""Half widths of a 95 % interval: what gains nothing does worse than this once in 2,000 tries."""
FEWEST = 30
"""Changed decisions without which nothing is asserted."""
WORLDS = 400
MOST_TRIED = 200
SEED = 8001


class Drawn(NamedTuple):
    """How decisions are drawn in a game: what is played, how likely each is, and how many."""

    game: str
    unit: str
    chance: float
    decisions: int


GAMES = (
    Drawn("bridge", "board", 0.08, 100),
    Drawn("casino", "hand", 0.1, 150),
    Drawn("cheat", "game", 0.04, 150),
    Drawn("chinese-ten", "hand", 0.12, 300),
    Drawn("counter-cameroon", "game", 0.03, 100),
    Drawn("euchre", "hand", 0.25, 300),
    Drawn("gin-rummy", "hand", 0.07, 200),
    Drawn("ninety-nine", "hand", 0.1, 300),
    Drawn("scat", "hand", 0.12, 400),
    Drawn("spades", "hand", 0.1, 150),
    Drawn("square-nine", "hand", 0.06, 150),
)


class Played(NamedTuple):
    """A hand that was played on, or was stopped at a decision."""

    table: Table
    hero: int
    own: tuple[tuple[str, Action], ...]


def played(
    setup: Setup, hand: int, *, stop: int | None = None, instead: Sequence[Action] = ()
) -> Played:
    """Play a hand of the run, to its end or to a decision of the hero's.

    Args:
        setup: the run.
        hand: its number.
        stop: the decision of the hero's, from 0, at which it stops.
        instead: what the hero does from there on in place of that, and of stopping.
    """
    spec, game = setup.spec, setup.game
    (seats,) = setup.seating.at(spec.seed, np.array([hand]))
    hero = int(setup.seating.heroes[hand % len(setup.run.table)])
    rules, unit = game.rules(**dict(spec.rules)), spec.unit if setup.goes_on else None
    board = hand // len(setup.run.table)
    table = Table(game, rules, spec.players, seed=spec.seed, hand=hand, unit=unit, board=board)
    asked, said, own = itertools.count(), list(instead), list[tuple[str, Action]]()
    while True:
        while not table.over:
            if table.waits_for_chance:
                table.happen()
                continue
            strategy, player = setup.run.seated[int(seats[table.seat])]
            at = next(asked) if table.seat == hero else -1
            if at == stop and not instead:
                return Played(table, hero, tuple(own))
            action = table.choice(strategy, **dict(player.parameters))
            if table.seat == hero:
                if stop is not None and at >= stop and said:
                    action = said.pop(0)
                own.append((table.asks.name, action))
            table.act(action)
        table.close()
        if not setup.goes_on or not table.settle():
            return Played(table, hero, tuple(own))
        table.deal()


def stopping(setup: Setup, hand: int, chance: float) -> int | None:
    """The decision of the hero's that is drawn in a hand; None where none is.

    Whether one is drawn is settled when it comes, by chance of its own.
    """
    rng = np.random.default_rng((setup.spec.seed, hand))
    for nth, (_, _) in enumerate(played(setup, hand).own):
        if rng.random() < chance:
            return nth
    return None


def advised(setup: Setup, hand: int, at: Table, seed: int) -> tuple[Choice, ...]:
    """What advice says at a decision, from what is seen there alone."""
    game, spec = setup.game, setup.spec
    about = {"game": game.name, "unit": spec.unit, "players": spec.players, "rules": {}}
    (view,) = plain_views(about, [(at.seat, at.asks.name, at.states[0])], game)
    table = seen_table(setup.run, view)
    plan = Position.at(setup.run, table, hand).plan()
    return tried_further(table, plan, setup.run.unit, worlds=WORLDS, seed=seed).choices


def gains(setup: Setup, chance: float, decisions: int) -> tuple[int, list[tuple[float, float]]]:
    """How many decisions were drawn, and of each that advice changes its gain and the promise."""
    leads = getattr(part_of(setup.game, "seat"), "LEADS_ON", {})
    sign, drawn, changed = -1 if setup.unit.won_by.lower_is_better else 1, 0, []
    for hand in itertools.count():
        nth = stopping(setup, hand, chance)
        if nth is None:
            continue
        at = played(setup, hand, stop=nth)
        if not 1 < at.table.count <= MOST_TRIED:
            continue
        drawn += 1
        whole = played(setup, hand)
        name, own = whole.own[nth]
        if leads.get(name) == own:
            # What only leads to another decision is valued there.
            name, own = whole.own[nth + 1]
        best, *_ = choices = advised(setup, hand, at.table, seed=SEED + hand)
        mine = [c for c in choices if (c.decision, c.action) == (name, own)]
        if mine and mine[0] is not best:
            first = [] if best.decision == at.table.asks.name else [leads[at.table.asks.name]]
            other = played(setup, hand, stop=nth, instead=[*first, best.action])
            won = [won_by(setup.run, one.table, one.hero) for one in (other, whole)]
            changed.append((sign * (won[0] - won[1]), mine[0].cost))
        if drawn >= decisions:
            return drawn, changed
    raise AssertionError


@pytest.mark.parametrize("vs", ["usual", "field"])
@pytest.mark.parametrize("asked", GAMES, ids=lambda asked: asked.game)
def test_advice_that_departs_from_the_safest_strategy_gains(asked: Drawn, vs: str) -> None:
    who = safest_of(Request(asked.game).rules_of)
    request = Request(asked.game, 1, strategy=who, vs=vs, unit=asked.unit, seed=SEED)
    setup = set_up(resolve(request, 1))

    drawn, changed = gains(setup, asked.chance, int(asked.decisions * MORE))

    assert changed
    (gain, promised), many = np.array(changed).T, len(changed)
    half = 1.96 * float(gain.std()) / math.sqrt(many)
    row = (
        f"{asked.game:17} {vs:6} {drawn:5} drawn, {many:4} changed: {gain.mean():+.3f} "
        f"+- {half:.3f}, promised {promised.mean():+.3f} ({setup.unit.won_by.text})"
    )
    sys.stdout.write(f"\n{row}\n")
    if many < FEWEST:
        pytest.skip(f"in {many} changed decisions nothing can be told: set CARDSIM_UNITS")
    assert gain.mean() > -SURE * half
    assert promised.mean() - gain.mean() < SURE * half
