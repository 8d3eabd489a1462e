"""Whether advice helps: run with `python -m pytest tests/benchmarks -k advice -s`.

Decisions of the game's safest strategy are drawn, at most one of a hand, by a rule that looks at
the past alone. Where advice, from what is seen there, departs from that strategy, the true hand is
played on with both actions: the same hidden cards, the same chance later on, and the players who
sit there. What the advised action gains is compared with what was promised.
"""

from __future__ import annotations

import itertools
import math
import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest

from cardsim.ask.frames import RecordedHands, played_here, recorder_of
from cardsim.engine.counting import counted
from cardsim.engine.table import Table
from cardsim.game import Action
from cardsim.process.once import once
from cardsim.runs.company import safest_of
from cardsim.runs.preparation import Setup, resolve, set_up
from cardsim.runs.request import Request
from cardsim.table.advising import settled
from cardsim.table.calibrating import looks_of, met_in
from cardsim.table.choice_values import Choice, tried_further
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
AT_ONCE = 16
SEED = 8001


class Sought(NamedTuple):
    """What is played in a game, how likely each decision is drawn, and how many are."""

    game: str
    unit: str
    chance: float
    decisions: int


GAMES = (
    Sought("bridge", "board", 0.08, 100),
    Sought("casino", "hand", 0.1, 150),
    Sought("cheat", "game", 0.04, 150),
    Sought("chinese-ten", "hand", 0.12, 300),
    Sought("counter-cameroon", "game", 0.03, 100),
    Sought("euchre", "hand", 0.25, 300),
    Sought("gin-rummy", "hand", 0.07, 200),
    Sought("ninety-nine", "hand", 0.1, 300),
    Sought("scat", "hand", 0.12, 400),
    Sought("spades", "hand", 0.1, 150),
    Sought("square-nine", "hand", 0.06, 150),
)


class Drawn(NamedTuple):
    """A decision that was drawn.

    Attributes:
        hand: number of its hand.
        nth: number of the hero's decisions before it in that hand.
        seat: the hero's seat.
        decision: name of the decision.
        before: the state before it.
        taken: the hero's decisions from there on, the first two at most, with their actions.
        came: outcome of the hand, in stored units.
    """

    hand: int
    nth: int
    seat: int
    decision: str
    before: Any
    taken: tuple[tuple[str, Action], ...]
    came: int


def drawn(setup: Setup, chance: float) -> Iterator[Drawn]:
    """Yield decisions with a choice, each drawn by chance when it comes, one of a hand at most."""
    recorder, looks = recorder_of(setup), looks_of(setup.game, ())
    measure = setup.unit.won_by
    column = setup.unit.column(measure)
    for first in itertools.count(0, AT_ONCE):
        for some in played_here(setup, recorder, range(first, first + AT_ONCE)):
            came = counted(some.outcomes[column.field], column, measure)
            chances = [np.random.default_rng((SEED, int(hand))) for hand in some.numbers]
            waiting = set(range(len(chances)))
            for met in met_in(setup, some, looks):
                if met.row in waiting and chances[met.row].random() < chance:
                    waiting.remove(met.row)
                    yield _drawn(some, met.row, met.at, int(came[met.row]))


def _drawn(some: RecordedHands, row: int, at: int, came: int) -> Drawn:
    """Return the decision at a step of a recorded hand."""
    game, steps = some.setup.game, some.steps
    seat = int(steps[at, 1])
    own = np.flatnonzero((some.row == row) & (steps[:, 0] >= 0) & (steps[:, 1] == seat))
    nth = int(np.searchsorted(own, at))
    taken = []
    for number, _, *words in steps[own[nth : nth + 2]].tolist():
        decision = game.decisions[number]
        taken.append((decision.name, tuple(words) if decision.wide else words[0]))
    before = some.states[at - 1].copy()
    return Drawn(int(some.numbers[row]), nth, seat, taken[0][0], before, tuple(taken), came)


def advised(setup: Setup, met: Drawn) -> tuple[Choice, ...]:
    """Return what advice says at a decision, from what is seen there alone."""
    game, spec = setup.game, setup.spec
    about = {"game": game.name, "unit": spec.unit, "players": spec.players, "rules": {}}
    (view,) = plain_views(about, [(met.seat, met.decision, met.before)], game)
    place = Position.at(setup.run, seen_table(setup.run, view), met.hand)
    seed = SEED + met.hand
    found = tried_further(place.table, place.plan(), setup.unit, worlds=WORLDS, seed=seed)
    if found.choices[1:] and found.choices[1].tied:
        found, _ = settled(place, found, worlds=WORLDS, seed=seed)
    return found.choices


def played(setup: Setup, met: Drawn, instead: Sequence[Action]) -> float:
    """Play the hand again with other actions at a decision; return what it is worth to the hero."""
    spec, game, hand = setup.spec, setup.game, met.hand
    (seats,) = setup.seating.at(spec.seed, np.array([hand]))
    rules, unit = game.rules(**dict(spec.rules)), spec.unit if setup.goes_on else None
    board = hand // len(setup.run.table)
    table = Table(game, rules, spec.players, seed=spec.seed, hand=hand, unit=unit, board=board)
    asked, said = itertools.count(), list(instead)
    while True:
        while not table.over:
            if table.waits_for_chance:
                table.happen()
                continue
            strategy, player = setup.run.seated[int(seats[table.seat])]
            action = table.choice(strategy, **dict(player.parameters))
            if table.seat == met.seat:
                at = next(asked)
                if at == met.nth:
                    assert (table.asks.name, action) == met.taken[0]
                if at >= met.nth and said:
                    action = said.pop(0)
            table.act(action)
        table.close()
        if not setup.goes_on or not table.settle():
            return won_by(setup.run, table, met.seat)
        table.deal()


class Change(NamedTuple):
    """A decision that advice changes, and what that gains."""

    met: Drawn
    said: str
    gain: float
    promised: float


def gains(setup: Setup, chance: float, decisions: int) -> Iterator[Change]:
    """Yield the decisions that advice changes, of the first ones that are drawn."""
    leads = getattr(part_of(setup.game, "seat"), "LEADS_ON", {})
    measure = setup.unit.won_by
    sign = -1 if measure.lower_is_better else 1
    scale = 1.0 if measure.has_range else setup.unit.column(measure).scale
    for met in itertools.islice(drawn(setup, chance), decisions):
        name, own = met.taken[0]
        if leads.get(name) == own:
            # What only leads to another decision is valued there.
            name, own = met.taken[1]
        best, *_ = choices = advised(setup, met)
        mine = [c for c in choices if (c.decision, c.action) == (name, own)]
        if mine and mine[0] is not best:
            first = [] if best.decision == met.decision else [leads[met.decision]]
            won = played(setup, met, [*first, best.action])
            yield Change(met, best.told, sign * (won - met.came * scale), mine[0].cost)


@pytest.mark.parametrize("vs", ["usual", "field"])
@pytest.mark.parametrize("asked", GAMES, ids=lambda asked: asked.game)
def test_advice_that_departs_from_the_safest_strategy_gains(asked: Sought, vs: str) -> None:
    who = safest_of(Request(asked.game).rules_of)
    request = Request(asked.game, 1, strategy=who, vs=vs, unit=asked.unit, seed=SEED)
    setup = set_up(resolve(request, 1))

    many = int(asked.decisions * MORE)
    with once():
        changed = list(gains(setup, asked.chance, many))

    assert changed
    gain, promised = (np.array([getattr(c, n) for c in changed]) for n in ("gain", "promised"))
    half = 1.96 * float(gain.std()) / math.sqrt(len(changed))
    row = (
        f"{asked.game:17} {vs:6} {many:5} drawn, {len(changed):4} changed: {gain.mean():+.3f} "
        f"+- {half:.3f}, promised {promised.mean():+.3f} ({setup.unit.won_by.text})"
    )
    sys.stdout.write(f"\n{row}\n")
    if len(changed) < FEWEST:
        pytest.skip(f"in {len(changed)} changed decisions nothing can be told: set CARDSIM_UNITS")
    assert gain.mean() >= -SURE * half
    assert promised.mean() - gain.mean() < SURE * half
