"""The rules of Spades as functions on one hand: deal, observe, apply, legal, close, score."""

from __future__ import annotations

from numpy import int8, int16, int32, int64, uint8, uint32, uint64

from cardsim.cards import PACK, draw_cards, fresh_deck
from cardsim.game import OVER
from cardsim.games.spades.rules import A_TRICK, BLIND_BEHIND, BLIND_NIL, code
from cardsim.games.spades.state import (
    BEATS,
    BID,
    BLIND,
    FAILED,
    MADE,
    NO_BID,
    NO_CONTRACT,
    PLAY,
    SHARES,
    SIDES,
    SPADES,
    SUIT_OF,
    SUITS,
    TRICKS,
)
from cardsim.kernels.card_bits import count, holds, only, pick
from cardsim.kernels.jit import inlined, kernel
from cardsim.rng import side_below
from cardsim.tricks import NOBODY, SEATS, begin_tricks, bound, lay

NOTHING = uint64(0)
ALL_BIDS = uint64((1 << (TRICKS + 1)) - 1)
NIL = uint64(1)
ACTIONS = 64
NOT_SPADES = ~SUITS[SPADES]

ARE_BAGS = code("failed_nil_tricks", "bags")
ARE_COUNTED = code("failed_nil_tricks", "count")
ONCE_BROKEN = code("spade_lead", "broken")
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


# ---------------------------------------------------------------- the deal


@kernel
def start(state, rules, players, match):
    """Begin a table or match: no points; in a single hand the last seat deals."""
    state.target = int32(rules.target if match else 0)
    state.bag_limit = int16(rules.bag_limit)
    state.bag_penalty = int16(rules.bag_penalty)
    state.bag_points = int16(rules.bag_points)
    state.nil_bonus = int16(rules.nil_bonus)
    state.nil_penalty = int16(rules.nil_penalty)
    state.blind_nil = int16(BLIND_NIL if match and rules.blind_nil else 0)
    state.failed_nil_tricks = uint8(rules.failed_nil_tricks)
    state.moon_bonus = int16(rules.moon_bonus)
    state.loss_limit = int32(min(rules.loss_limit, 0) if match else 0)
    state.max_hands = int16(rules.max_hands if match else 1)
    state.spade_lead = rules.spade_lead
    state.first_trick_spades = rules.first_trick_spades
    state.min_team_bid = rules.min_team_bid
    state.forbid_total_13 = rules.forbid_total_13
    state.double_nil_allowed = rules.double_nil_allowed
    state.deals = uint32(0)
    state.dealer = uint8(SEATS - 1)
    for side in range(SIDES):
        state.score[side] = int32(0)
        state.bags[side] = int16(0)


@inlined
def deal(state, rules, words):
    """Deal all cards singly; the dealer's left neighbour bids first.

    Returns:
        The first decision.
    """
    if state.target > 0 and state.deals == 0:
        state.dealer = uint8(side_below(words, FIRST_DEALER, SEATS))
    fresh_deck(state.deck)
    draw_cards(state.deck, 0, PACK, PACK, words)
    first = left_of(state.dealer)
    seat = first
    for k in range(SEATS):
        hand = NOTHING
        for place in range(k, PACK, SEATS):
            hand |= only(state.deck[place])
        state.hand_of[seat] = hand
        state.bids[k] = int8(NO_BID)
        state.blind[k] = uint8(0)
        seat = left_of(seat)
    state.broken = uint8(0)
    begin_tricks(state, first)
    return ask_bid(state, rules, first)


# ---------------------------------------------------------------- what a seat sees


@inlined
def observe(state, rules):
    """Write what only the seat on turn sees: its cards, and its legal actions."""
    hand = state.hand_of[uint64(state.seat)]
    state.hand = hand
    if state.asked == PLAY:
        state.legal = cards_open(state, rules, hand)
    else:
        observe_bid(state, rules)


@kernel
def observe_bid(state, rules):
    """Write the cards and legal bids before a bid; before a blind nil the cards stay hidden."""
    if state.asked == BLIND:
        state.hand = NOTHING
        state.legal = uint64(3)
    else:
        state.legal = bids_open(state, rules, uint64(state.seat))


@inlined
def cards_open(state, rules, hand):
    """Return the cards that the seat on turn may play, as a set."""
    first = state.tricks == 0 and rules.first_trick_spades == 0
    if state.laid == 0:
        unbroken = rules.spade_lead == ONCE_BROKEN and state.broken == 0
        return bound(hand, NOT_SPADES) if unbroken or first else hand
    cards = bound(hand, SUITS[uint64(state.led)])
    return bound(cards, NOT_SPADES) if first else cards


@kernel
def bids_open(state, rules, seat):
    """Return the bids that a seat may make, as a set of numbers."""
    partner = int64(state.bids[partner_of(seat)])
    allowed = ALL_BIDS
    if partner != NO_BID:
        least = max(int64(rules.min_team_bid) - partner, 0)
        allowed &= ~((uint64(1) << uint64(least)) - uint64(1))
        if partner == 0 and rules.double_nil_allowed == 0:
            allowed &= ~NIL
    if rules.forbid_total_13:
        total, bids = int64(0), int64(0)
        for other in range(SEATS):
            if state.bids[other] != NO_BID:
                total += int64(state.bids[other])
                bids += 1
        if bids == SEATS - 1 and total <= TRICKS:
            allowed &= ~only(TRICKS - total)
    return allowed


@inlined
def legal(view, action):
    """Return whether the deciding seat may take this action."""
    return 0 <= action < ACTIONS and holds(view.legal, action)


@inlined
def count_legal(view):
    """Return the number of legal cards."""
    return count(view.legal)


@inlined
def nth_legal(view, n):
    """Return the `n`-th legal card, in the order of ids."""
    return pick(view.legal, n)


# ---------------------------------------------------------------- decisions


@kernel
def ask_bid(state, rules, seat):
    """Wait for the bid of a seat; a side that is far behind may make it blind."""
    state.seat = uint8(seat)
    behind = int64(state.score[side_of(seat) ^ uint64(1)]) - int64(state.score[side_of(seat)])
    state.asked = int8(BID)
    if (
        rules.blind_nil != 0
        and behind >= BLIND_BEHIND
        and bids_open(state, rules, seat) & NIL != NOTHING
    ):
        state.asked = int8(BLIND)
    return int64(state.asked)


@kernel
def apply_blind(state, rules, action, words):
    """Look at the cards, or bid nil without looking."""
    if action == 0:
        state.asked = int8(BID)
        return int64(BID)
    state.blind[uint64(state.seat)] = uint8(1)
    return apply_bid(state, rules, int64(0), words)


@kernel
def apply_bid(state, rules, action, words):
    """Make a bid; after the fourth the first trick begins."""
    seat = uint64(state.seat)
    state.bids[seat] = int8(action)
    following = left_of(seat)
    if state.bids[following] == NO_BID:
        return ask_bid(state, rules, following)
    state.seat = uint8(following)
    state.asked = int8(PLAY)
    return int64(PLAY)


@inlined
def apply_play(state, rules, action, words):
    """Lay a card; after the thirteenth trick the hand is over."""
    seat, card = uint64(state.seat), uint64(action)
    state.hand_of[seat] ^= only(card)
    suit = SUIT_OF[card]
    state.broken = uint8(state.broken | uint8(suit == SPADES))
    winner = lay(state, card, suit, BEATS[card], SEATS)
    following = int64(left_of(seat))
    state.seat = uint8(following if winner == NOBODY else winner)
    return OVER if state.tricks == TRICKS else PLAY


# ---------------------------------------------------------------- the end of a hand


@kernel
def close(state, rules):
    """Score the hand for each side; RULES.md, section 6."""
    for side in range(SIDES):
        contract, taken, of_nils, points = int64(0), int64(0), int64(0), int64(0)
        for seat in range(side, SEATS, SIDES):
            won = int64(state.taken[seat])
            if state.bids[seat] != 0:
                contract += int64(state.bids[seat])
                taken += won
            else:
                of_nils += won
                made = int64(BLIND_NIL if state.blind[seat] else rules.nil_bonus)
                failed = int64(BLIND_NIL if state.blind[seat] else rules.nil_penalty)
                points += made if won == 0 else -failed
        if rules.failed_nil_tricks == ARE_COUNTED:
            taken += of_nils
        bags = taken - contract if taken >= contract else int64(0)
        points += A_TRICK * (contract if taken >= contract else -contract)
        if contract == TRICKS and taken == TRICKS:
            points += int64(rules.moon_bonus)
        if rules.failed_nil_tricks == ARE_BAGS:
            bags += of_nils
        counter = int64(state.bags[side]) + bags
        state.points[side] = int32(points + bags * int64(rules.bag_points))
        state.new_bags[side] = int16(bags)
        state.penalty[side] = int32(counter // rules.bag_limit * rules.bag_penalty)


@kernel
def next_hand(state, rules):
    """Settle the hand, and return whether another follows in the match."""
    for side in range(SIDES):
        change = int64(state.points[side]) - int64(state.penalty[side])
        state.score[side] = int32(int64(state.score[side]) + change)
        counter = int64(state.bags[side]) + int64(state.new_bags[side])
        state.bags[side] = int16(counter % rules.bag_limit)
    state.deals = uint32(state.deals + 1)
    state.dealer = uint8(left_of(state.dealer))
    high, low = max(state.score[0], state.score[1]), min(state.score[0], state.score[1])
    decided = high >= rules.target or (rules.loss_limit < 0 and low <= rules.loss_limit)
    return state.deals < rules.max_hands and (high == low or not decided)


@kernel
def score(state, rules, hero, outcome):
    """Write the outcome of the hand, or of the match, that has ended."""
    own = side_of(hero)
    other = own ^ uint64(1)
    outcome.your_seat = int32(hero)
    if state.target > 0:
        outcome.hands = int32(state.deals)
        for side in range(SIDES):
            outcome.score[side] = state.score[side]
            net = int64(state.score[side]) - int64(state.score[1 - side])
            outcome.share[side] = int32(SHARES if net > 0 else SHARES // 2 if net == 0 else 0)
        outcome.your_net = int32(int64(state.score[own]) - int64(state.score[other]))
        outcome.your_share = outcome.share[own]
        return
    for seat in range(SEATS):
        outcome.bid[seat] = int32(state.bids[seat])
        outcome.taken[seat] = int32(state.taken[seat])
    for side in range(SIDES):
        contract, taken = int64(0), int64(0)
        for seat in range(side, SEATS, SIDES):
            contract += int64(state.bids[seat])
            counts = state.bids[seat] != 0 or rules.failed_nil_tricks == ARE_COUNTED
            taken += int64(state.taken[seat]) if counts else int64(0)
        outcome.contract[side] = int32(contract)
        made = MADE if taken >= contract else FAILED
        outcome.made[side] = int32(made if contract > 0 else NO_CONTRACT)
    outcome.your_net = int32(worth(state, rules, own) - worth(state, rules, other))
    outcome.your_points = int32(int64(state.points[own]) - int64(state.penalty[own]))
    outcome.your_bags = int32(state.new_bags[own])
    outcome.your_made = outcome.made[own]


@inlined
def worth(state, rules, side):
    """Return a side's points with each bag at its share of the penalty, times the limit of bags."""
    points = int64(state.points[side]) * int64(rules.bag_limit)
    return points - int64(state.new_bags[side]) * int64(rules.bag_penalty)
