"""The rules of Blackjack as functions on one hand."""

from __future__ import annotations

from numpy import int16, int64, uint8, uint16, uint64

from cardsim.cards import draw_card
from cardsim.game import OVER
from cardsim.kernels.jit import inlined, kernel
from cardsim.rng import below

from .state import (
    ACE,
    BEST,
    BET,
    DEALER_STANDS,
    DOUBLE,
    FRESH,
    HANDS,
    LEAST,
    MOST,
    PACK,
    PACKS,
    PAYS,
    SPLIT,
    STAND,
    TEN,
    WEAKNESS,
    WORTH,
)


@kernel
def start(state, rules, players, unit):
    """Begin a new table: show its rules, which everybody can read there."""
    state.players = uint8(players)
    state.seat = uint8(0)
    state.decks = uint8(PACKS[rules.decks])
    state.dealer_hits = uint8(rules.soft_17)
    state.doubles_splits = uint8(rules.double_after_split)
    state.peek = uint8(rules.peek)


@inlined
def drawn(state, words):
    """Draw a card, and return its worth, an ace 1; the deck keeps the cards in the order drawn."""
    place = state.drawn
    if state.decks == 0:
        card = below(words, PACK)
        state.deck[uint64(place)] = uint8(card)
    else:
        card = draw_card(state.deck, place, PACK * int64(state.decks), words)
    state.drawn = uint16(place + 1)
    return int64(WORTH[card])


@inlined
def points(total, aces):
    """Return the points of a hand: an ace counts 11 where that is not too many."""
    return total + 10 if aces > 0 and total + 10 <= BEST else total


@inlined
def give(state, words, hand):
    """Give one of your hands a card."""
    worth = drawn(state, words)
    state.sums[hand] = uint8(state.sums[hand] + worth)
    state.aces[hand] = uint8(state.aces[hand] + (worth == 1))
    state.counts[hand] = uint8(state.counts[hand] + 1)
    return worth


@inlined
def give_dealer(state, words):
    """Give the dealer a card."""
    worth = drawn(state, words)
    state.dealer_sum = uint8(state.dealer_sum + worth)
    state.dealer_aces = uint8(state.dealer_aces + (worth == 1))
    state.dealer_cards = uint8(state.dealer_cards + 1)
    return worth


@kernel
def deal(state, rules, words):
    """Deal two cards for you and one or two for the dealer, from a fresh shoe."""
    for k in range(PACK * int64(state.decks)):
        state.deck[k] = FRESH[k]
    state.drawn = uint16(0)
    for k in range(HANDS):
        state.sums[k] = uint8(0)
        state.aces[k] = uint8(0)
        state.counts[k] = uint8(0)
        state.bets[k] = uint8(0)
    state.dealer_sum = uint8(0)
    state.dealer_aces = uint8(0)
    state.dealer_cards = uint8(0)
    state.hand = uint8(0)
    state.hands = uint8(1)
    state.bets[0] = uint8(1)
    state.firsts[0] = uint8(give(state, words, 0))
    up = give_dealer(state, words)
    state.upcard = uint8(ACE if up == 1 else up)
    state.weakness = WEAKNESS[up]
    give(state, words, 0)
    state.natural = uint8(points(state.sums[0], state.aces[0]) == BEST)
    if rules.peek:
        give_dealer(state, words)
    if state.natural or (rules.peek and dealer_points(state) == BEST):
        return finish(state, rules, words)
    return decision(state, rules, words)


@inlined
def dealer_points(state):
    """Return the dealer's points."""
    return points(int64(state.dealer_sum), state.dealer_aces)


@inlined
def is_pair(state, hand):
    """Return whether a hand is two cards worth the same."""
    return state.counts[hand] == 2 and state.sums[hand] == 2 * state.firsts[hand]


@inlined
def may_double(state, rules, hand):
    """Return whether a hand of two cards may be doubled."""
    total = points(int64(state.sums[hand]), state.aces[hand])
    soft = total != state.sums[hand]
    allowed = LEAST[rules.double] <= total <= MOST[rules.double]
    after_split = state.hands == 1 or rules.double_after_split
    return allowed and after_split and not (soft and rules.double > 0)


@kernel
def decision(state, rules, words):
    """Return the next decision about two cards; go on from hand to hand where there is none."""
    while True:
        hand = uint64(state.hand)
        if state.counts[hand] == 1:
            give(state, words, hand)
        split_aces = state.hands > 1 and state.firsts[hand] == 1
        if (
            is_pair(state, hand)
            and state.hands < rules.split_hands
            and (rules.resplit_aces or not split_aces)
        ):
            return SPLIT
        if not split_aces and points(state.sums[hand], state.aces[hand]) != BEST:
            return DOUBLE if may_double(state, rules, hand) else STAND
        if state.hand + 1 == state.hands:
            return finish(state, rules, words)
        state.hand = uint8(state.hand + 1)


@inlined
def next_of_yours(state, rules, words):
    """Return the next decision after a hand is done with."""
    if state.hand + 1 == state.hands:
        return finish(state, rules, words)
    state.hand = uint8(state.hand + 1)
    return decision(state, rules, words)


@kernel
def finish(state, rules, words):
    """Let the dealer play, if a hand of yours depends on it, and pay all bets."""
    waiting, staked = int64(0), int64(0)
    for k in range(state.hands):
        staked += int64(state.bets[k])
        waiting += state.sums[k] <= BEST
    # A blackjack of yours waits for nothing but the dealer's.
    can_tie = state.upcard >= TEN
    if state.dealer_cards == 1 and waiting > 0 and (can_tie or not state.natural):
        give_dealer(state, words)
    dealers = state.dealer_cards == 2 and dealer_points(state) == BEST
    if state.natural or dealers:
        won = 0 if dealers else PAYS[rules.blackjack_pays]
        state.net = int16(won if state.natural else -BET * staked)
        return OVER
    if waiting > 0:
        while dealer_draws(state, rules):
            give_dealer(state, words)
    dealer, net = dealer_points(state), int64(0)
    for k in range(state.hands):
        yours = points(int64(state.sums[k]), state.aces[k])
        won = yours <= BEST and (dealer > BEST or yours > dealer)
        lost = yours > BEST or (dealer <= BEST and yours < dealer)
        net += (int64(won) - int64(lost)) * BET * int64(state.bets[k])
    state.net = int16(net)
    return OVER


@inlined
def dealer_draws(state, rules):
    """Return whether the dealer takes another card."""
    total = dealer_points(state)
    soft = total != state.dealer_sum
    return total < DEALER_STANDS or (total == DEALER_STANDS and soft and rules.soft_17 > 0)


@inlined
def observe(state, rules):
    """Show the hand that is to be played."""
    hand = uint64(state.hand)
    total = points(state.sums[hand], state.aces[hand])
    state.total = uint8(total)
    state.soft = uint8(total != state.sums[hand])
    state.pair = uint8(state.firsts[hand] if is_pair(state, hand) else 0)
    state.cards = state.counts[hand]


@inlined
def legal(view, action):
    """Return whether you may do this: always, as you are asked only where you may."""
    return 0 <= action <= 1


@kernel
def apply_split(state, rules, action, words):
    """Put the second card of a pair into a hand of its own with a bet of its own, or do not."""
    hand = uint64(state.hand)
    if action == 0:
        return DOUBLE if may_double(state, rules, hand) else STAND
    new, worth = uint64(state.hands), state.firsts[hand]
    state.hands = uint8(state.hands + 1)
    state.bets[new] = uint8(1)
    state.sums[new] = state.firsts[new] = state.sums[hand] = worth
    state.aces[new] = state.aces[hand] = uint8(worth == 1)
    state.counts[new] = state.counts[hand] = uint8(1)
    return decision(state, rules, words)


@kernel
def apply_double(state, rules, action, words):
    """Double the bet for one more card, or do not."""
    if action == 0:
        return STAND
    state.bets[uint64(state.hand)] = uint8(2)
    give(state, words, uint64(state.hand))
    return next_of_yours(state, rules, words)


@kernel
def apply_stand(state, rules, action, words):
    """Take a card, or stand."""
    hand = uint64(state.hand)
    if action == 0:
        give(state, words, hand)
        if points(state.sums[hand], state.aces[hand]) < BEST:
            return STAND
    return next_of_yours(state, rules, words)


@inlined
def close(state, rules):
    """Do nothing: the dealer has played."""


@kernel
def score(state, rules, hero, outcome):
    """Write the outcome of the hand that has ended."""
    staked = int64(0)
    for k in range(state.hands):
        staked += int64(state.bets[k])
    outcome.your_seat = int16(hero)
    outcome.your_net = int16(state.net)
    outcome.bets = int16(staked)
