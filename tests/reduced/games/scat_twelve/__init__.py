"""Scat with twelve cards: one card each, and two turns before the cards are shown.

Twelve cards count 1 to 12. Each of two players has one. In turn a player knocks, or draws a card and
keeps the better one; what is thrown away nobody sees again. After a knock, or after two turns each,
the cards are shown. The higher one wins one, and a knocker who is lower loses two.

Sources: none; it was made up as a small Scat whose best play is known.
"""

import sys
from dataclasses import dataclass

from numpy import int32, int64, uint64

from cardsim.game import OVER, Decision, Feature, Game, numbered
from cardsim.games import duel
from cardsim.kernels.jit import inlined, kernel
from cardsim.layout import lay_out, outcome_row
from cardsim.rng import below

CARDS, TURNS = 12, 4
"""Cards in the pack, and turns of both players together."""


@dataclass(frozen=True)
class Rules:
    """Scat with twelve cards has no house rules."""


PRESETS = {"scat-twelve": {}}
TURN = 0
"""The one decision."""
DRAW, KNOCK = range(2)
LAYOUT = lay_out(
    shown={
        "seat": ("u1", "own seat"),
        "players": ("u1", "seats at the table"),
        "card": ("u1", "own card, 1 to 12"),
        "turn": ("u1", "turns taken by both"),
    },
    hidden={"cards": ("u1", 2), "seen": "u8", "knocker": "i4"},
)
OUTCOME = outcome_row("i4", ("your_seat", "your_net"))


@kernel
def drawn(state, words):
    """Return a card that nobody has had, 1 to 12."""
    left = int64(below(words, CARDS - taken(state)))
    for card in range(1, CARDS + 1):
        if (state.seen >> uint64(card)) & uint64(1) == uint64(0):
            if left == 0:
                state.seen |= uint64(1) << uint64(card)
                return card
            left -= 1
    return 0


@kernel
def taken(state):
    """Return how many cards have been dealt or drawn."""
    count = int64(0)
    for card in range(1, CARDS + 1):
        count += int64((state.seen >> uint64(card)) & uint64(1))
    return count


@kernel
def start(state, rules, players, unit):
    state.players = players


@kernel
def deal(state, rules, words):
    state.seen = uint64(0)
    state.cards[0] = drawn(state, words)
    state.cards[1] = drawn(state, words)
    state.knocker = int32(-1)
    state.seat = state.turn = 0
    return TURN


@inlined
def observe(state, rules):
    state.card = state.cards[uint64(state.seat)]


@inlined
def legal(view, action):
    return DRAW <= action <= KNOCK


@kernel
def apply_turn(state, rules, action, words):
    seat = int64(state.seat)
    if action == KNOCK:
        state.knocker = int32(seat)
        return OVER
    state.cards[uint64(seat)] = max(int64(state.cards[uint64(seat)]), int64(drawn(state, words)))
    state.turn += 1
    state.seat = 1 - seat
    return OVER if state.turn == TURNS else TURN


@inlined
def close(state, rules):
    pass


@kernel
def score(state, rules, hero, outcome):
    loser = int64(0) if state.cards[0] < state.cards[1] else int64(1)
    stake = int32(2) if state.knocker == loser else int32(1)
    outcome.your_seat = hero
    outcome.your_net = -stake if loser == hero else stake


FEATURES = (
    Feature("card", "with card {}", 1, 12),
    Feature("turn", "after {} turn{s}", 0, 3),
)
BY = {"turn": ("card", "turn")}

here = sys.modules[__name__]
GAME = Game.of(
    __name__,
    __doc__,
    title="Scat with twelve cards",
    rules=here,
    state=here,
    play=here,
    story=duel,
    features=here,
    players=(2, 2, 2),
    decisions=(Decision("turn", "draw, or knock", ("draw", "knock")),),
    units={"hand": duel.net_unit(2)},
    default_strategy="steady",
    seat_names=lambda rules, players: numbered(players),
)
