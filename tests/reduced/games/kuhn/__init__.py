"""Kuhn poker: three cards, two players, one bet.

Each puts in one and gets one of three cards. The first bets one more or passes. Who is bet at calls
or folds. If the first passes the second may bet, and then the first calls or folds. The higher card
wins what lies there.

Source: Kuhn, "A simplified two-person poker", 1950.
"""

import sys
from dataclasses import dataclass

from numpy import int32, int64, uint64

from cardsim.game import OVER, Decision, Feature, Game, numbered
from cardsim.games import duel
from cardsim.kernels.jit import inlined, kernel
from cardsim.layout import lay_out, outcome_row
from cardsim.rng import below


@dataclass(frozen=True)
class Rules:
    """Kuhn poker has no house rules."""


PRESETS = {"kuhn": {}}
BET = 0
"""The one decision."""
PASS, PUT = range(2)
"""Its actions: pass or fold; bet or call."""
OPENING, PASSED_TO, BET_AT, PASSED_AND_BET_AT = range(4)
"""What has happened, as `spot` says it."""
LAYOUT = lay_out(
    shown={
        "seat": ("u1", "own seat"),
        "players": ("u1", "seats at the table"),
        "card": ("u1", "own card, 0 to 2"),
        "spot": ("u1", "0 first, 1 passed to, 2 bet at, 3 passed and then bet at"),
    },
    hidden={"cards": ("u1", 2), "put": ("u1", 2), "folded": "i4"},
)
OUTCOME = outcome_row("i4", ("your_seat", "your_net"))


@kernel
def start(state, rules, players, unit):
    state.players = players


@kernel
def deal(state, rules, words):
    first = below(words, 3)
    second = below(words, 2)
    state.cards[0] = first
    state.cards[1] = second + (second >= first)
    state.put[0] = state.put[1] = 1
    state.folded = int32(-1)
    state.seat = state.spot = 0
    return BET


@inlined
def observe(state, rules):
    state.card = state.cards[uint64(state.seat)]


@inlined
def legal(view, action):
    return PASS <= action <= PUT


@kernel
def apply_bet(state, rules, action, words):
    seat, spot = int64(state.seat), int64(state.spot)
    if action == PUT:
        state.put[uint64(seat)] = 2
    elif spot >= BET_AT:
        state.folded = int32(seat)
    if spot >= BET_AT or (spot == PASSED_TO and action == PASS):
        return OVER
    state.spot = (
        BET_AT
        if action == PUT and spot == OPENING
        else (PASSED_TO if spot == OPENING else PASSED_AND_BET_AT)
    )
    state.seat = 1 - seat
    return BET


@inlined
def close(state, rules):
    pass


@kernel
def score(state, rules, hero, outcome):
    other = uint64(1 - hero)
    loses = state.folded == hero
    if state.folded < 0:
        loses = state.cards[uint64(hero)] < state.cards[other]
    outcome.your_seat = hero
    outcome.your_net = -int32(state.put[uint64(hero)]) if loses else int32(state.put[other])


FEATURES = (
    Feature("card", "with card {}", 0, 2),
    Feature("spot", "in spot {}", 0, 3),
)
BY = {"bet": ("card", "spot")}

here = sys.modules[__name__]
GAME = Game.of(
    __name__,
    __doc__,
    title="Kuhn Poker",
    rules=here,
    state=here,
    play=here,
    story=duel,
    features=here,
    players=(2, 2, 2),
    decisions=(Decision("bet", "pass or fold, or bet or call", ("pass", "put")),),
    units={"hand": duel.net_unit(2)},
    default_strategy="honest",
    seat_names=lambda rules, players: numbered(players),
)
