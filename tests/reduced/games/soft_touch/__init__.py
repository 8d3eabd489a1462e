"""Soft Touch: only who is rude twice gets anything.

Two players have six turns each, one after the other. On a turn one asks or is rude. To be rude
costs 1. Who is asked gives 1 or keeps it. A die beside it means nothing.

Who gives to those who were rude exactly twice pays 4 to one who is rude on the first two turns and
then asks, who gains 2. Whoever is rude with the same chance p on every turn gains
sum over r of C(r, 2) p^2 (1 - p)^(r - 1) - 6 p, which is below 0 for every p > 0.

Source: our own, for plans that no single other choice leads to.
"""

import sys
from dataclasses import dataclass

from numpy import int64, uint64

from cardsim.game import OVER, Decision, Feature, Game, numbered
from cardsim.games import duel
from cardsim.kernels.jit import inlined, kernel
from cardsim.layout import lay_out, outcome_row
from cardsim.rng import below


@dataclass(frozen=True)
class Rules:
    """Soft Touch has no house rules."""


PRESETS = {"soft-touch": {}}
TURN, ANSWER = range(2)
"""Decisions."""
TURNS, SIDES = 12, 5
LAYOUT = lay_out(
    shown={
        "seat": ("u1", "own seat"),
        "players": ("u1", "seats at the table"),
        "die": ("u1", "the die, 0 to 4"),
        "own_rude": ("i4", "how often the own seat was rude"),
        "other_rude": ("i4", "how often the other was"),
    },
    hidden={"rude": ("i4", 2), "net": ("i4", 2), "turns": "i4"},
)
OUTCOME = outcome_row("i4", ("your_seat", "your_net"))


@kernel
def start(state, rules, players, unit):
    state.players = players


@kernel
def deal(state, rules, words):
    for seat in range(2):
        state.rude[seat] = state.net[seat] = 0
    state.turns = state.seat = 0
    state.die = below(words, SIDES)
    return TURN


@inlined
def observe(state, rules):
    state.own_rude = state.rude[uint64(state.seat)]
    state.other_rude = state.rude[uint64(1 - int64(state.seat))]


@inlined
def legal(view, action):
    return 0 <= action <= 1


@kernel
def next_turn(state, seat, words):
    state.turns += 1
    state.seat = seat
    state.die = below(words, SIDES)
    return OVER if state.turns == TURNS else TURN


@kernel
def apply_turn(state, rules, action, words):
    seat = int64(state.seat)
    if action == 0:
        state.seat = 1 - seat
        return ANSWER
    state.rude[uint64(seat)] += 1
    state.net[uint64(seat)] -= 1
    return next_turn(state, 1 - seat, words)


@kernel
def apply_answer(state, rules, action, words):
    seat = int64(state.seat)
    state.net[uint64(seat)] -= action
    state.net[uint64(1 - seat)] += action
    return next_turn(state, seat, words)


@inlined
def close(state, rules):
    pass


@kernel
def score(state, rules, hero, outcome):
    outcome.your_seat = hero
    outcome.your_net = state.net[uint64(hero)]


FEATURES = (
    Feature("die", "with a die of {}", 0, SIDES - 1),
    Feature("own-rude", "after being rude {} time{s}", 0, 3),
)
BY = {"turn": ("die",)}
DEEDS = ("own-rude",)

here = sys.modules[__name__]
GAME = Game.of(
    __name__,
    __doc__,
    title="Soft Touch",
    rules=here,
    state=here,
    play=here,
    story=duel,
    features=here,
    players=(2, 2, 2),
    decisions=(
        Decision("turn", "ask, or be rude", ("ask", "be-rude")),
        Decision("answer", "keep, or give", ("keep", "give")),
    ),
    units={"hand": duel.net_unit(12)},
    default_strategy="meek",
    zero_sum=False,
    seat_names=lambda rules, players: numbered(players),
)
