"""The rules of High Card as functions on one hand."""

from __future__ import annotations

from numpy import int16, int64, uint8, uint64

from cardsim.cards import PACK, draw_card, draw_cards, exchange, fresh_deck
from cardsim.game import OVER
from cardsim.kernels.intrinsics import clear, copy_seen
from cardsim.kernels.jit import inlined, kernel

from .state import SHARES, SWAP, SWAP_CARD, VALUES


@kernel
def start(state, rules, players, match):
    """A new table: its seats."""
    state.players = uint8(players)


@kernel
def deal(state, rules, words):
    """A card for every seat; the rest is the stock."""
    fresh_deck(state.deck)
    draw_cards(state.deck, 0, state.players, PACK, words)
    for seat in range(state.players):
        state.card_of[seat] = state.deck[seat]
        state.swapped[seat] = uint8(0)
    state.stock_count = uint8(PACK - state.players)
    state.seat = uint8(0)
    return SWAP


@inlined
def observe(state, rules):
    """Show the seat on turn what its card is worth."""
    seat = uint64(state.seat)
    state.value = VALUES[rules.ace_high, state.card]
    state.swaps_left = uint8(rules.swaps - state.swapped[seat])


@inlined
def legal(view, action):
    """Whether the deciding seat may take this action: both, since it is asked while it may swap."""
    return 0 <= action <= SWAP_CARD


@kernel
def apply_swap(state, rules, action, words):
    """Keep the card, or put it aside for the top of the stock."""
    seat = uint64(state.seat)
    if action == SWAP_CARD:
        card = draw_card(state.deck, PACK - state.stock_count, PACK, words)
        state.card_of[seat] = uint8(card)
        state.stock_count = uint8(state.stock_count - 1)
        state.swapped[seat] = uint8(state.swapped[seat] + 1)
        if state.swapped[seat] < rules.swaps:
            return SWAP
    if state.seat + 1 == state.players:
        return OVER
    state.seat = uint8(state.seat + 1)
    return SWAP


@inlined
def close(state, rules):
    """Nothing is left to do: the cards say who wins."""


@kernel
def score(state, rules, hero, outcome):
    """Write the outcome of the hand that has ended."""
    high, winners = int64(0), int64(0)
    for seat in range(state.players):
        value = int64(VALUES[rules.ace_high, state.card_of[seat]])
        winners = winners + 1 if value == high else (1 if value > high else winners)
        high = max(high, value)
        outcome.value[seat] = int16(value)
        outcome.swapped[seat] = int16(state.swapped[seat])
    for seat in range(state.players):
        outcome.share[seat] = int16(SHARES // winners if outcome.value[seat] == high else 0)
    outcome.your_seat = int16(hero)
    outcome.your_share = outcome.share[hero]


@kernel
def imagine(view, rules, words, state):
    """Write a hand that agrees with what the seat on turn sees, each as likely.

    The deck is that hand's from the deal on: cards are in the order in which they were drawn.
    """
    clear(state)
    start(state, rules, view.players, False)
    copy_seen(view, state)
    drawn = PACK - int64(view.stock_count)
    fresh_deck(state.deck)
    # The own card keeps out of the way until the others lie where they were drawn.
    exchange(state.deck, uint64(0), uint64(view.card))
    draw_cards(state.deck, 1, drawn - 1, PACK, words)
    exchange(state.deck, uint64(0), uint64(place_drawn(view, int64(view.seat))))
    for seat in range(view.players):
        state.card_of[seat] = state.deck[place_drawn(view, seat)]


@inlined
def place_drawn(view, seat):
    """How many cards were drawn before the one that a seat holds now."""
    if view.swapped[seat] == 0:
        return int64(seat)
    place = int64(view.players) - 1
    for earlier in range(seat + 1):
        place += int64(view.swapped[earlier])
    return place
