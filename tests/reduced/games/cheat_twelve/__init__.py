"""Cheat with twelve cards: four ranks, two cards each, and three turns each.

There are three cards of each of four ranks. In turn the players lay a card face down, which they say
is of the rank whose turn it is: the first, the second and so on. A player with cards of this rank and
others lays one of it, or lies with the card whose turn comes last. The other may doubt. Then the card
is shown, and the liar, or who doubted the truth, takes all cards that lie there. Whoever has no card
left wins, and after three turns each the one who has fewer.

Sources: none; it was made up as a small Cheat whose best play is known.
"""

import sys
from dataclasses import dataclass

from numpy import int32, int64, uint64

from cardsim.game import OVER, Decision, Feature, Game, numbered
from cardsim.games import duel
from cardsim.kernels.jit import inlined, kernel
from cardsim.layout import lay_out, outcome_row
from cardsim.rng import below

RANKS, COPIES, HELD, LAYS = 4, 3, 2, 6
"""Ranks, cards of each, cards that everybody is dealt, and cards laid by both together."""


@dataclass(frozen=True)
class Rules:
    """Cheat with twelve cards has no house rules."""


PRESETS = {"cheat-twelve": {}}
LAY, DOUBT = range(2)
"""The decisions."""
LAYOUT = lay_out(
    shown={
        "seat": ("u1", "own seat"),
        "players": ("u1", "seats at the table"),
        "held": ("u1", "own cards of the rank that is said"),
        "own": ("u1", "own cards"),
        "other": ("u1", "cards of the other"),
        "pile": ("u1", "cards that lie there"),
        "laid": ("u1", "cards laid by both so far"),
    },
    hidden={"hands": ("u1", (2, RANKS)), "lain": ("u1", LAYS), "doubting": "u1"},
)
OUTCOME = outcome_row("i4", ("your_seat", "your_net"))


@kernel
def cards_of(state, seat):
    """Return how many cards a seat has."""
    count = int64(0)
    for rank in range(RANKS):
        count += int64(state.hands[uint64(seat), uint64(rank)])
    return count


@kernel
def lay(state, lies):
    """Lay a card of the seat on turn."""
    seat, rank = int64(state.seat), int64(state.laid) % RANKS
    card = rank
    if lies:
        for later in range(1, RANKS):
            other = (rank + later) % RANKS
            if state.hands[uint64(seat), uint64(other)] > 0:
                card = other
    state.hands[uint64(seat), uint64(card)] -= 1
    state.lain[uint64(state.pile)] = card
    state.pile += 1
    state.laid += 1
    state.doubting = 1
    state.seat = 1 - seat
    return DOUBT


@kernel
def next_lay(state):
    """Let the seat on turn lay a card, or lay it where there is no choice."""
    state.doubting = 0
    if state.laid == LAYS or cards_of(state, 0) == 0 or cards_of(state, 1) == 0:
        return OVER
    held = int64(state.hands[uint64(state.seat), uint64(int64(state.laid) % RANKS)])
    if 0 < held < cards_of(state, state.seat):
        return LAY
    return lay(state, held == 0)


@kernel
def start(state, rules, players, unit):
    state.players = players


@kernel
def deal(state, rules, words):
    for rank in range(RANKS):
        state.hands[0, uint64(rank)] = state.hands[1, uint64(rank)] = 0
    for place in range(2 * HELD):
        left = int64(below(words, RANKS * COPIES - place))
        for rank in range(RANKS):
            there = int64(COPIES) - int64(state.hands[0, uint64(rank)])
            there -= int64(state.hands[1, uint64(rank)])
            if 0 <= left < there:
                state.hands[uint64(place % 2), uint64(rank)] += 1
            left -= there
    state.seat = state.pile = state.laid = 0
    return next_lay(state)


@inlined
def observe(state, rules):
    seat = int64(state.seat)
    rank = (int64(state.laid) - int64(state.doubting)) % RANKS
    state.held = state.hands[uint64(seat), uint64(rank)]
    state.own = cards_of(state, seat)
    state.other = cards_of(state, 1 - seat)


@inlined
def legal(view, action):
    return 0 <= action <= 1


@kernel
def apply_lay(state, rules, action, words):
    return lay(state, action == 1)


@kernel
def apply_doubt(state, rules, action, words):
    if action == 1:
        seat, last = int64(state.seat), int64(state.lain[uint64(state.pile - 1)])
        true = last == (int64(state.laid) - 1) % RANKS
        taker = seat if true else 1 - seat
        for place in range(int64(state.pile)):
            state.hands[uint64(taker), uint64(state.lain[uint64(place)])] += 1
        state.pile = 0
    return next_lay(state)


@inlined
def close(state, rules):
    pass


@kernel
def score(state, rules, hero, outcome):
    more = cards_of(state, 1 - hero) - cards_of(state, hero)
    outcome.your_seat = hero
    outcome.your_net = int32(more > 0) - int32(more < 0)


FEATURES = (
    Feature("held", "with {} card{s} of the rank", 0, 3),
    Feature("other", "against {} card{s}", 0, 4),
    Feature("pile", "over {} card{s}", 0, 4),
    Feature("laid", "after {} card{s} laid", 0, 6),
)
BY = {"lay": ("laid", "pile", "other", "held"), "doubt": ("held", "laid", "pile", "other")}

here = sys.modules[__name__]
GAME = Game.of(
    __name__,
    __doc__,
    title="Cheat with twelve cards",
    rules=here,
    state=here,
    play=here,
    story=duel,
    features=here,
    players=(2, 2, 2),
    decisions=(
        Decision("lay", "lay a card of the rank, or another", ("rank", "another")),
        Decision("doubt", "believe it, or doubt it", ("believe", "doubt")),
    ),
    units={"hand": duel.net_unit(1)},
    default_strategy="steady",
    seat_names=lambda rules, players: numbered(players),
)
