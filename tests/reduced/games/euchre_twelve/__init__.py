"""Euchre with twelve cards: two suits of one colour, and two cards each.

The cards are the nine to the ace of both black suits. Two players have two each, and another is
turned up, whose suit may become trumps. The right bower is the highest trump, and the left bower, the
jack of the other suit, comes after it. The first player orders, or passes; then the dealer does.
After an order the dealer takes the turned card and throws the lowest of three away. The first player
leads, the other follows suit if possible. Whoever ordered wins two with both tricks, loses one with
one, and two with none. If both pass nobody wins.

Sources: none; it was made up as a small Euchre whose best play is known.
"""

import sys
from dataclasses import dataclass

from numpy import int32, int64, uint64

from cardsim.game import OVER, Decision, Feature, Game, numbered
from cardsim.games import duel
from cardsim.kernels.jit import inlined, kernel
from cardsim.layout import lay_out, outcome_row
from cardsim.rng import below

CARDS, FIRST_TRUMP, LEFT = 12, 5, 10
"""Cards, the lowest trump and the left bower: 0 to 4 are the other suit, from the nine."""


@dataclass(frozen=True)
class Rules:
    """Euchre with twelve cards has no house rules."""


PRESETS = {"euchre-twelve": {}}
ORDER, CARD = range(2)
"""The decisions."""
LAYOUT = lay_out(
    shown={
        "seat": ("u1", "own seat; 1 deals"),
        "players": ("u1", "seats at the table"),
        "low": ("u1", "own lower card"),
        "high": ("u1", "own higher card"),
        "up": ("u1", "card that is turned up"),
        "made": ("u1", "whether you ordered"),
        "led": ("u1", "1 and the card that was led; 0 before"),
    },
    hidden={"hands": ("u1", (2, 2)), "maker": "i4", "taken": ("i4", 2)},
)
OUTCOME = outcome_row("i4", ("your_seat", "your_net"))


@kernel
def beats(card, led):
    """Return whether a card wins a trick to which another was led."""
    return card > led and (card >= FIRST_TRUMP or led < FIRST_TRUMP)


@kernel
def play_out(state, card):
    """Let the dealer follow with a card, and play the second trick."""
    led = int64(state.led) - 1
    first = int64(state.hands[0, 0]) + int64(state.hands[0, 1]) - led
    dealer = int64(state.hands[1, 0]) + int64(state.hands[1, 1]) - card
    wins = beats(card, led)
    again = not beats(first, dealer) if wins else beats(dealer, first)
    state.taken[1] = int32(wins) + int32(again)
    state.taken[0] = int32(2) - state.taken[1]
    return OVER


@kernel
def start(state, rules, players, unit):
    state.players = players


@kernel
def deal(state, rules, words):
    up = int64(below(words, CARDS - FIRST_TRUMP - 1)) + FIRST_TRUMP
    if up >= LEFT:
        up += 1
    gone = uint64(1) << uint64(up)
    for place in range(4):
        left = int64(below(words, CARDS - 1 - place))
        for card in range(CARDS):
            if (gone >> uint64(card)) & uint64(1) == uint64(0):
                if left == 0:
                    gone |= uint64(1) << uint64(card)
                    state.hands[uint64(place % 2), uint64(place // 2)] = card
                    break
                left -= 1
    for seat in range(2):
        one, other = int64(state.hands[uint64(seat), 0]), int64(state.hands[uint64(seat), 1])
        state.hands[uint64(seat), 0] = min(one, other)
        state.hands[uint64(seat), 1] = max(one, other)
    state.up = up
    state.maker = int32(-1)
    state.seat = state.led = 0
    return ORDER


@inlined
def observe(state, rules):
    seat = int64(state.seat)
    state.low = state.hands[uint64(seat), 0]
    state.high = state.hands[uint64(seat), 1]
    state.made = int64(state.maker == seat)


@inlined
def legal(view, action):
    return 0 <= action <= 1


@kernel
def apply_order(state, rules, action, words):
    if action == 0:
        state.seat += 1
        return OVER if state.seat == 2 else ORDER
    state.maker = int32(state.seat)
    low, high, up = int64(state.hands[1, 0]), int64(state.hands[1, 1]), int64(state.up)
    if up > low:
        state.hands[1, 0] = min(up, high)
        state.hands[1, 1] = max(up, high)
    state.seat = 0
    return CARD


@kernel
def apply_card(state, rules, action, words):
    card = int64(state.hands[uint64(state.seat), uint64(action)])
    if state.seat == 1:
        return play_out(state, card)
    state.led = card + 1
    low, high = int64(state.hands[1, 0]), int64(state.hands[1, 1])
    follows = (low >= FIRST_TRUMP) == (card >= FIRST_TRUMP)
    if follows != ((high >= FIRST_TRUMP) == (card >= FIRST_TRUMP)):
        return play_out(state, low if follows else high)
    state.seat = 1
    return CARD


@inlined
def close(state, rules):
    pass


@kernel
def score(state, rules, hero, outcome):
    outcome.your_seat = hero
    outcome.your_net = int32(0)
    if state.maker >= 0:
        tricks = state.taken[uint64(state.maker)]
        gains = int32(2) if tricks == 2 else -int32(2) + int32(tricks)
        outcome.your_net = gains if state.maker == hero else -gains


FEATURES = (
    Feature("high", "with high card {}", 0, 11),
    Feature("low", "with low card {}", 0, 11),
    Feature("up", "with card {} turned up", 5, 11),
    Feature("seat", "in seat {}", 0, 1),
    Feature("made", "with {} order{s} of your own", 0, 1),
    Feature("led", "with card {} led", 0, 12),
)
BY = {"order": ("high", "low", "seat", "up"), "card": ("low", "high", "led", "made")}

here = sys.modules[__name__]
GAME = Game.of(
    __name__,
    __doc__,
    title="Euchre with twelve cards",
    rules=here,
    state=here,
    play=here,
    story=duel,
    features=here,
    players=(2, 2, 2),
    decisions=(
        Decision("order", "pass, or order", ("pass", "order")),
        Decision("card", "play the lower card, or the higher", ("lower", "higher")),
    ),
    units={"hand": duel.net_unit(2)},
    default_strategy="steady",
    seat_names=lambda rules, players: numbered(players),
)
