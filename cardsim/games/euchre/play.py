"""The rules of Euchre as functions on one hand: deal, observe, apply, legal, close, score."""

from __future__ import annotations

import numpy as np
from numpy import int8, int16, int64, uint8, uint32, uint64

from cardsim.cards import draw_cards
from cardsim.deal_files import HOW_MANY
from cardsim.game import OVER
from cardsim.games.euchre.deals import EACH, FIRST, UNKNOWN
from cardsim.games.euchre.deck import BEATS, CARDS, FARMERS, HELD, PACK, SETS, SUIT_OF, TRICKS
from cardsim.games.euchre.rules import code
from cardsim.games.euchre.state import (
    BURIED,
    DEFEND,
    DISCARD,
    EUCHRED,
    FARMER,
    KITTY,
    LONE_MARCH,
    MADE,
    MARCH,
    NAME,
    NAMES,
    NAMES_ALONE,
    NO_TRUMP_YET,
    NOT_YET,
    NOTHING_MADE,
    ORDER,
    ORDERS_ALONE,
    PASS,
    PENDING,
    PICKED_UP,
    PLAY,
    SHARES,
    SIDES,
    TURNED_DOWN,
)
from cardsim.kernels.card_bits import count, holds, lowest, only, pick, without_lowest
from cardsim.kernels.jit import inlined, kernel
from cardsim.rng import below, side_below
from cardsim.tricks import NO_CARD, NOBODY, SEATS, SUITS, begin_trick, begin_tricks, bound, lay

NOTHING = uint64(0)
ACTIONS = 64
SUIT = uint64((1 << 13) - 1)
ANY_ORDER = uint64(7)
NO_ORDER, ORDER_ALONE = uint64(1), uint64(4)
YES_OR_NO = uint64(3)
DECK = np.array(CARDS, np.uint8)
TURNED = HELD * SEATS
"""The place of the upcard in the deck."""
DRAWN = TURNED + 1

LEFT_OF_MAKER = code("lone_lead", "left-of-maker")
FIRST_DEALER = 0
"""The number of the chance event that picks the first dealer of a match."""


@inlined
def left_of(seat):
    """Return the next seat, as uint64."""
    return (uint64(seat) + uint64(1)) & uint64(3)


@inlined
def partner_of(seat):
    """Return the seat across, as uint64."""
    return uint64(seat) ^ uint64(2)


@inlined
def side_of(seat):
    """Return the side of a seat, 0 for seats 0 and 2, as uint64."""
    return uint64(seat) & uint64(1)


@inlined
def printed_suit(card):
    """Return the suit that is printed on a card, int64."""
    return int64(card) // 13


@inlined
def printed_in(cards, suit):
    """Return the cards of a set that are printed in a suit, moved to clubs."""
    return (cards >> (uint64(13) * uint64(suit))) & SUIT


# ---------------------------------------------------------------- the deal


@kernel
def start(state, rules, players, match):
    """Begin a table or match: no points; in a single hand the last seat deals."""
    state.target = int16(rules.target if match else 0)
    state.stick_the_dealer = int16(rules.stick_the_dealer)
    state.partner_must_go_alone = int16(rules.partner_must_go_alone)
    state.trump_needed_to_call = int16(rules.trump_needed_to_call)
    state.defend_alone = int16(rules.defend_alone)
    state.lone_points = int16(rules.lone_points)
    state.march_points = int16(rules.march_points)
    state.made_points = int16(rules.made_points)
    state.euchre_points = int16(rules.euchre_points)
    state.lone_lead = int16(rules.lone_lead)
    state.farmers_hand = int16(rules.farmers_hand)
    state.max_hands = int16(rules.max_hands)
    state.deals = uint32(0)
    state.dealer = uint8(SEATS - 1)
    for side in range(SIDES):
        state.score[side] = int16(0)


@kernel
def take_deal(state, rules, words):
    """Write the deck of the file's deal; cards that the file does not give are drawn."""
    deals = rules.deals
    at = int64(FIRST) + int64(EACH) * int64(state.board % uint64(deals[HOW_MANY]))
    left = PACK
    for k in range(EACH):
        if deals[at + k] != UNKNOWN:
            left &= ~only(deals[at + k])
    for k in range(EACH):
        card = int64(deals[at + k])
        if card == UNKNOWN:
            card = pick(left, below(words, count(left)))
            left &= ~only(card)
        state.deck[k] = uint8(card)
    for k in range(EACH, len(CARDS)):
        state.deck[k] = uint8(lowest(left))
        left = without_lowest(left)


@inlined
def deal(state, rules, words):
    """Deal five cards to each and turn one up; the dealer's left neighbour calls first.

    Returns:
        The first decision.
    """
    if state.target > 0 and state.deals == 0:
        state.dealer = uint8(side_below(words, FIRST_DEALER, SEATS))
    if rules.deals[HOW_MANY] > 0:
        take_deal(state, rules, words)
    else:
        for k in range(len(DECK)):
            state.deck[k] = DECK[k]
        draw_cards(state.deck, 0, DRAWN, len(DECK), words)
    seat = left_of(state.dealer)
    for k in range(SEATS):
        hand = NOTHING
        for place in range(k, TURNED, SEATS):
            hand |= only(state.deck[place])
        state.hand_of[seat] = hand
        seat = left_of(seat)
    kitty = NOTHING
    for place in range(DRAWN, len(DECK)):
        kitty |= only(state.deck[place])
    state.hand_of[KITTY] = kitty
    state.hand_of[BURIED] = NOTHING
    state.upcard = state.deck[TURNED]
    return begin_calls(state, rules)


@inlined
def begin_calls(state, rules):
    """Clear all calls, and return the first decision."""
    for seat in range(SEATS):
        for turn in range(2):
            state.calls[turn, seat] = int8(NOT_YET)
        state.defend_calls[seat] = int8(NOT_YET)
        state.sitting_out[seat] = uint8(0)
        state.discard_of[seat] = uint8(NO_CARD)
    state.upcard_state = uint8(PENDING)
    state.trump = int8(NO_TRUMP_YET)
    state.maker = uint8(NOBODY)
    state.alone = uint8(0)
    state.in_play = uint8(SEATS)
    state.thrown = uint8(0)
    first = left_of(state.dealer)
    begin_tricks(state, first)
    state.asked = int8(ORDER)
    state.seat = uint8(first)
    if rules.farmers_hand:
        ask_farmer(state)
    return int64(state.asked)


@kernel
def ask_farmer(state):
    """Ask the first seat that holds only nines and tens, if there is one."""
    for seat in range(SEATS):
        if state.hand_of[seat] & ~FARMERS == NOTHING:
            state.seat = uint8(seat)
            state.asked = int8(FARMER)


# ---------------------------------------------------------------- what a seat sees


@inlined
def observe(state, rules):
    """Write what only the seat on turn sees: its cards, and its legal actions."""
    if state.asked == PLAY:
        observe_play(state, rules)
    elif state.asked == ORDER:
        observe_order(state, rules)
    else:
        observe_rest(state, rules)


@inlined
def observe_hand(state):
    """Write the cards of the seat on turn."""
    state.hand = state.hand_of[uint64(state.seat)]


@inlined
def observe_play(state, rules):
    """Write the hand and the legal cards before a card is played."""
    observe_hand(state)
    if state.laid == 0:
        state.legal = state.hand
    else:
        state.legal = bound(state.hand, SETS[uint64(state.trump), uint64(state.led)])


@inlined
def observe_order(state, rules):
    """Write the hand and the legal calls while the upcard may be ordered up."""
    observe_hand(state)
    seat, allowed = uint64(state.seat), ANY_ORDER
    if rules.partner_must_go_alone and seat == partner_of(state.dealer):
        allowed = NO_ORDER | ORDER_ALONE
    if rules.trump_needed_to_call and seat != uint64(state.dealer):
        natural = printed_in(state.hand, printed_suit(state.upcard)) != NOTHING
        allowed = allowed if natural else NO_ORDER
    state.legal = allowed


@kernel
def observe_rest(state, rules):
    """Write the hand and the legal actions before any other decision."""
    observe_hand(state)
    if state.asked == NAME:
        state.legal = names_open(state, rules, uint64(state.seat))
    elif state.asked == DISCARD:
        state.legal = state.hand
    else:
        state.legal = YES_OR_NO


@kernel
def names_open(state, rules, seat):
    """Return the calls open to a seat once the upcard is turned down, as a set."""
    stuck = rules.stick_the_dealer != 0 and seat == uint64(state.dealer)
    natural, others = NOTHING, NOTHING
    for suit in range(SUITS):
        if suit != printed_suit(state.upcard):
            names = only(NAMES + suit) | only(NAMES_ALONE + suit)
            others |= names
            if printed_in(state.hand_of[seat], suit) != NOTHING:
                natural |= names
    named = natural if rules.trump_needed_to_call else others
    if not stuck:
        return named | only(PASS)
    return named if named != NOTHING else others


@inlined
def legal(view, action):
    """Return whether the deciding seat may take this action."""
    return 0 <= action < ACTIONS and holds(view.legal, action)


@inlined
def count_legal(view):
    """Return the number of cards that may be played or discarded."""
    return count(view.legal)


@inlined
def nth_legal(view, n):
    """Return the `n`-th card that may be played or discarded, in the order of ids."""
    return pick(view.legal, n)


# ---------------------------------------------------------------- decisions


@kernel
def apply_farmer(state, rules, action, words):
    """Throw in a hand of nines and tens, or play it."""
    if action:
        state.thrown = uint8(1)
        return int64(OVER)
    state.seat = uint8(left_of(state.dealer))
    state.asked = int8(ORDER)
    return int64(ORDER)


@inlined
def apply_order(state, rules, action, words):
    """Order the upcard up, or ask the next seat; after four passes it is turned down."""
    seat = uint64(state.seat)
    state.calls[0, seat] = int8(action)
    if action == PASS:
        state.seat = uint8(left_of(seat))
        if seat != uint64(state.dealer):
            return int64(ORDER)
        state.upcard_state = uint8(TURNED_DOWN)
        state.asked = int8(NAME)
        return int64(NAME)
    make(state, printed_suit(state.upcard), action == ORDERS_ALONE)
    state.upcard_state = uint8(PICKED_UP)
    dealer = uint64(state.dealer)
    state.hand_of[dealer] |= only(state.upcard)
    state.seat = uint8(dealer)
    state.asked = int8(DISCARD)
    return int64(DISCARD)


@kernel
def apply_name(state, rules, action, words):
    """Name a suit, or ask the next seat; after four more passes the hand is over."""
    seat = uint64(state.seat)
    state.calls[1, seat] = int8(action)
    if action == PASS:
        state.seat = uint8(left_of(seat))
        return int64(OVER if seat == uint64(state.dealer) else NAME)
    alone = action >= NAMES_ALONE
    make(state, action - (NAMES_ALONE if alone else NAMES), alone)
    return ask_defender(state, rules)


@inlined
def make(state, suit, alone):
    """Make a suit trumps, with the seat on turn as maker."""
    seat = uint64(state.seat)
    state.trump = int8(suit)
    state.maker = uint8(seat)
    state.alone = uint8(alone)
    state.sitting_out[partner_of(seat)] = uint8(alone)
    state.in_play = uint8(SEATS - uint8(alone))


@inlined
def apply_discard(state, rules, action, words):
    """Lay away one of the dealer's cards."""
    state.hand_of[uint64(state.dealer)] ^= only(action)
    state.hand_of[BURIED] = only(action)
    state.discard_of[uint64(state.dealer)] = uint8(action)
    return ask_defender(state, rules)


@inlined
def ask_defender(state, rules):
    """Ask defenders whether they play alone where the rules say so, or begin play."""
    if rules.defend_alone != 0 and state.alone != 0:
        state.seat = uint8(left_of(state.maker))
        state.asked = int8(DEFEND)
        return int64(DEFEND)
    return begin_play(state, rules)


@kernel
def apply_defend(state, rules, action, words):
    """Let a defender play alone, or ask the other one."""
    seat = uint64(state.seat)
    state.defend_calls[seat] = int8(action)
    if action:
        state.sitting_out[partner_of(seat)] = uint8(1)
        state.in_play = uint8(state.in_play - uint8(1))
    elif seat == left_of(state.maker):
        state.seat = uint8(partner_of(seat))
        return int64(DEFEND)
    return begin_play(state, rules)


@inlined
def begin_play(state, rules):
    """Begin the first trick: the first seat that plays, from the dealer's left on, leads.

    Against a lone maker the house rule `lone_lead` may count from the maker's left.
    """
    by_maker = rules.lone_lead == LEFT_OF_MAKER and state.alone != 0
    leader = left_of(state.maker) if by_maker else left_of(state.dealer)
    if state.in_play < SEATS:
        leader = playing_from(state, leader)
    begin_trick(state, leader)
    state.seat = uint8(leader)
    state.asked = int8(PLAY)
    return int64(PLAY)


@inlined
def playing_from(state, seat):
    """Return the first seat that plays, from this one on, as uint64."""
    for _ in range(SEATS - 1):
        seat = left_of(seat) if state.sitting_out[uint64(seat)] != 0 else uint64(seat)
    return seat


@inlined
def apply_play(state, rules, action, words):
    """Lay a card; after the fifth trick the hand is over."""
    seat, card, trump = uint64(state.seat), uint64(action), uint64(state.trump)
    state.hand_of[seat] ^= only(card)
    winner = lay(state, card, SUIT_OF[trump, card], BEATS[trump, card], int64(state.in_play))
    following = left_of(seat)
    if state.in_play < SEATS:
        following = playing_from(state, following)
    state.seat = uint8(int64(following) if winner == NOBODY else winner)
    return OVER if state.tricks == TRICKS else PLAY


# ---------------------------------------------------------------- the end of a hand


@inlined
def tricks_of(state, seat):
    """Return the tricks of a seat and its partner, int64."""
    return int64(state.taken[uint64(seat)]) + int64(state.taken[partner_of(seat)])


@kernel
def close(state, rules):
    """Score the hand for each side; RULES.md, section 6."""
    for side in range(SIDES):
        state.points[side] = int16(0)
    state.end = uint8(NOTHING_MADE)
    if state.trump == NO_TRUMP_YET:
        return
    makers = side_of(state.maker)
    tricks = tricks_of(state, state.maker)
    if tricks == TRICKS:
        state.end = uint8(LONE_MARCH if state.alone else MARCH)
        state.points[makers] = int16(rules.lone_points if state.alone else rules.march_points)
    elif 2 * tricks > TRICKS:
        state.end = uint8(MADE)
        state.points[makers] = int16(rules.made_points)
    else:
        lone = state.in_play == 2
        state.end = uint8(EUCHRED)
        points = int16(rules.lone_points if lone else rules.euchre_points)
        state.points[makers ^ uint64(1)] = points


@kernel
def next_hand(state, rules):
    """Settle the hand, and return whether another follows in the match."""
    for side in range(SIDES):
        state.score[side] = int16(state.score[side] + state.points[side])
    state.deals = uint32(state.deals + 1)
    if state.thrown == 0:
        state.dealer = uint8(left_of(state.dealer))
    return state.deals < rules.max_hands and max(state.score[0], state.score[1]) < rules.target


@kernel
def score(state, rules, hero, outcome):
    """Write the outcome of the hand, or of the match, that has ended."""
    own = side_of(hero)
    other = own ^ uint64(1)
    outcome.your_seat = int16(hero)
    if state.target > 0:
        outcome.hands = int16(state.deals)
        for side in range(SIDES):
            outcome.score[side] = state.score[side]
            net = int64(state.score[side]) - int64(state.score[1 - side])
            outcome.share[side] = int16(SHARES if net > 0 else SHARES // 2 if net == 0 else 0)
        outcome.your_net = int16(state.score[own] - state.score[other])
        outcome.your_share = outcome.share[own]
        return
    made = state.trump != NO_TRUMP_YET
    for seat in range(SEATS):
        outcome.taken[seat] = int16(state.taken[seat])
        outcome.makes[seat] = int16(made and seat == state.maker)
    end = int16(state.end)
    outcome.your_net = int16(state.points[own] - state.points[other])
    outcome.your_end = int16(end + (EUCHRED if made and own != side_of(state.maker) else 0))
    outcome.end = end
    outcome.maker = int16(state.maker if made else NOT_YET)
    outcome.round = int16(0 if not made else 2 if state.upcard_state == TURNED_DOWN else 1)
    outcome.alone = int16(state.alone)
    outcome.defended = int16(state.in_play == 2)
    outcome.tricks = int16(tricks_of(state, state.maker) if made else 0)
