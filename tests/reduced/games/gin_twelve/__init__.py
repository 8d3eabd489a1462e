"""Gin with twelve cards: two cards each, pairs alone, and two turns each.

There are three cards of each of the ranks 1 to 4. Two players have two each, and one lies open. In
turn a player takes it or draws from the stock, and throws one away: a pair is kept, else the highest
goes, but never the open card that was just taken. A pair counts nothing, other cards as much as they
say. With five points or fewer a player may knock and wins what the other has more. Otherwise it
loses what it has more, and two. After two turns each nobody wins.

Sources: none; it was made up as a small Gin Rummy whose best play is known.
"""

import sys
from dataclasses import dataclass

from numpy import int32, int64, uint64

from cardsim.game import OVER, Decision, Feature, Game, numbered
from cardsim.games import duel
from cardsim.kernels.jit import inlined, kernel
from cardsim.layout import lay_out, outcome_row
from cardsim.rng import below

RANKS, COPIES, TURNS, MOST, UNDERCUT = 4, 3, 4, 5, 2
"""Ranks, cards of each, turns of both together, points to knock with, and those of an undercut."""


@dataclass(frozen=True)
class Rules:
    """Gin with twelve cards has no house rules."""


PRESETS = {"gin-twelve": {}}
TAKE, KNOCK = range(2)
"""The decisions."""
LAYOUT = lay_out(
    shown={
        "seat": ("u1", "own seat"),
        "players": ("u1", "seats at the table"),
        "low": ("u1", "own lower card, from 0"),
        "high": ("u1", "own higher card"),
        "up": ("u1", "open card"),
        "turn": ("u1", "turns taken by both"),
        "took": ("u1", "whether the other took the open card"),
    },
    hidden={"hands": ("u1", (2, 2)), "left": ("u1", RANKS), "taker": ("u1", 2), "knocker": "i4"},
)
OUTCOME = outcome_row("i4", ("your_seat", "your_net"))


@kernel
def drawn(state, words):
    """Return a card of the stock, which is taken out of it."""
    stock = int64(0)
    for rank in range(RANKS):
        stock += int64(state.left[uint64(rank)])
    place = int64(below(words, stock))
    for rank in range(RANKS):
        place -= int64(state.left[uint64(rank)])
        if place < 0:
            state.left[uint64(rank)] -= 1
            return rank
    return 0


@kernel
def points(state, seat):
    """Return the points of a hand."""
    low, high = int64(state.hands[uint64(seat), 0]), int64(state.hands[uint64(seat), 1])
    return int64(0) if low == high else low + high + 2


@kernel
def hold(state, seat, one, other):
    """Give a hand its two cards, the lower one first."""
    state.hands[uint64(seat), 0] = min(one, other)
    state.hands[uint64(seat), 1] = max(one, other)


@kernel
def pass_on(state):
    """Go on to the next turn, or end."""
    state.turn += 1
    state.seat = 1 - state.seat
    return OVER if state.turn == TURNS else TAKE


@kernel
def start(state, rules, players, unit):
    state.players = players


@kernel
def deal(state, rules, words):
    for rank in range(RANKS):
        state.left[uint64(rank)] = COPIES
    for seat in range(2):
        one = int64(drawn(state, words))
        hold(state, seat, one, int64(drawn(state, words)))
        state.taker[uint64(seat)] = 0
    state.up = drawn(state, words)
    state.knocker = int32(-1)
    state.seat = state.turn = 0
    return TAKE


@inlined
def observe(state, rules):
    seat = int64(state.seat)
    state.low = state.hands[uint64(seat), 0]
    state.high = state.hands[uint64(seat), 1]
    state.took = state.taker[uint64(1 - seat)]


@inlined
def legal(view, action):
    return 0 <= action <= 1


@kernel
def apply_take(state, rules, action, words):
    seat = int64(state.seat)
    low, high = int64(state.hands[uint64(seat), 0]), int64(state.hands[uint64(seat), 1])
    card = int64(state.up) if action == 1 else int64(drawn(state, words))
    state.taker[uint64(seat)] = action
    pairs = card in (low, high)
    if low == high:
        thrown = high if action == 1 else card
    elif pairs:
        thrown = low + high - card
    else:
        thrown = high if action == 1 or card < high else card
    if low == high:
        if action == 1:
            hold(state, seat, low, card)
    elif pairs:
        hold(state, seat, card, card)
    elif thrown == high:
        hold(state, seat, low, card)
    state.up = thrown
    return KNOCK if points(state, seat) <= MOST else pass_on(state)


@kernel
def apply_knock(state, rules, action, words):
    if action == 0:
        return pass_on(state)
    state.knocker = int32(state.seat)
    return OVER


@inlined
def close(state, rules):
    pass


@kernel
def score(state, rules, hero, outcome):
    outcome.your_seat = hero
    outcome.your_net = int32(0)
    if state.knocker >= 0:
        knocker = int64(state.knocker)
        gains = points(state, 1 - knocker) - points(state, knocker)
        if gains <= 0:
            gains -= UNDERCUT
        outcome.your_net = int32(gains if knocker == hero else -gains)


FEATURES = (
    Feature("low", "with card {}", 0, 3),
    Feature("high", "and card {}", 0, 3),
    Feature("up", "with card {} open", 0, 3),
    Feature("turn", "after {} turn{s}", 0, 3),
    Feature("took", "with {} card{s} taken", 0, 1),
)
BY = {"take": ("low", "high", "up", "turn", "took"), "knock": ("high", "low", "turn", "took", "up")}

here = sys.modules[__name__]
GAME = Game.of(
    __name__,
    __doc__,
    title="Gin with twelve cards",
    rules=here,
    state=here,
    play=here,
    story=duel,
    features=here,
    players=(2, 2, 2),
    decisions=(
        Decision("take", "draw, or take the open card", ("draw", "take")),
        Decision("knock", "play on, or knock", ("play on", "knock")),
    ),
    units={"hand": duel.net_unit(9)},
    default_strategy="steady",
    seat_names=lambda rules, players: numbered(players),
)
