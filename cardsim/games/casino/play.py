"""The rules of Casino as functions on one hand: deal, observe, apply, close, score."""

from __future__ import annotations

from numpy import int8, int32, int64, uint8, uint16, uint32, uint64

from cardsim.cards import PACK, draw_cards, fresh_deck
from cardsim.game import OVER
from cardsim.games.casino.moves import KIND, OLD, ONE, TAKE, VALUE, owned_values
from cardsim.games.casino.rules import code
from cardsim.games.casino.state import (
    ACES,
    CAPTURE,
    HELD,
    LAID_OUT,
    NOBODY,
    NOT_YET,
    PLAYS,
    RANK,
    SEATS,
    SHARES,
    SPADES,
    TEN_OF_DIAMONDS,
    TRAIL,
    TWO_OF_SPADES,
    VALUES,
)
from cardsim.games.casino.sums import PIPS, weigh
from cardsim.kernels.card_bits import FULL_PACK, count, holds, lowest, only, without_lowest
from cardsim.kernels.jit import inlined, kernel
from cardsim.rng import side_below

NOTHING = uint64(0)
PLAY = 0
"""The only decision."""
FIRST_DEALER = 0
"""The number of the chance event that picks the first dealer of a match."""
LAST_ONE = code("cards_points", "majority-2-last-1")


@inlined
def left_of(seat, players):
    """Return the next seat, as uint64."""
    following = uint64(seat) + ONE
    return following if following < uint64(players) else NOTHING


@inlined
def side_of(state, seat):
    """Return the side of a seat, as uint64."""
    return uint64(seat) & ONE if state.partnership else uint64(seat)


# ---------------------------------------------------------------- the deal


@kernel
def start(state, rules, players, match):
    """Begin a table or match: no points; in a single hand the last seat deals."""
    state.players = uint8(players)
    state.dealer = uint8(players - 1)
    state.partnership = uint8(rules.partnership)
    state.sides = uint8(2 if rules.partnership else players)
    state.target = int32(rules.target if match else 0)
    state.max_hands = int32(rules.max_hands if match else 0)
    state.cards_points = uint8(rules.cards_points)
    state.sweep_points = uint8(rules.sweep_points)
    state.sweep_on_final_card = uint8(rules.sweep_on_final_card)
    state.keep_capturing_card = uint8(rules.keep_capturing_card)
    state.trail_with_own_build = uint8(rules.trail_with_own_build)
    state.table_cards_raise = uint8(rules.table_cards_raise)
    state.face_capture = uint8(rules.face_capture)
    state.must_capture = uint8(rules.must_capture)
    state.action_set = uint8(rules.action_set)
    state.deals = uint32(0)
    for side in range(SEATS):
        state.scores[side] = int32(0)
        state.hand_of[side] = NOTHING
        state.hand_sizes[side] = uint8(0)


@inlined
def deal(state, rules, words):
    """Deal four cards to every seat and to the table; the dealer's left neighbour plays first.

    Returns:
        The first decision.
    """
    if state.target > 0 and state.deals == 0:
        state.dealer = uint8(side_below(words, FIRST_DEALER, state.players))
    fresh_deck(state.deck)
    draw_cards(state.deck, 0, PACK, PACK, words)
    laid = int64(state.players) * HELD
    loose = NOTHING
    for place in range(laid, laid + LAID_OUT):
        loose |= only(state.deck[place])
    state.loose = loose
    state.faced = loose
    state.turn = uint8(0)
    state.last_capturer = int8(NOBODY)
    state.build_values = uint16(0)
    for value in range(VALUES):
        state.build_groups[value] = uint8(0)
        state.build_owner[value] = int8(NOBODY)
        state.build_cards[value] = NOTHING
    for seat in range(SEATS):
        state.sweeps[seat] = uint8(0)
        state.made[seat] = uint8(0)
        state.promised[seat] = uint16(0)
        state.piles[seat] = NOTHING
    for turn in range(PLAYS):
        state.history[turn, 0] = int64(NOT_YET)
        state.history[turn, 1] = int64(NOT_YET)
    state.deals_left = uint8(PLAYS // laid - 1)
    deal_hands(state, int64(0))
    return PLAY


@inlined
def deal_hands(state, place):
    """Deal four cards to every seat from a place in the deck on, from the dealer's left."""
    seat = left_of(state.dealer, state.players)
    state.seat = uint8(seat)
    for _ in range(state.players):
        hand = NOTHING
        for k in range(HELD):
            hand |= only(state.deck[uint64(place) + uint64(k)])
        state.hand_of[seat] = hand
        state.hand_sizes[seat] = uint8(HELD)
        place += HELD
        seat = left_of(seat, state.players)


# ---------------------------------------------------------------- what a seat sees


@inlined
def observe(state, rules):
    """Write which cards the seat on turn has not seen; its hand is shown by the engine."""
    state.unseen = FULL_PACK & ~(state.faced | state.hand_of[uint64(state.seat)])


# ---------------------------------------------------------------- the decision


@kernel
def left(view):
    """Return how many cards the own seat has still to play in the hand, int64."""
    return int64(view.hand_sizes[view.seat]) + int64(HELD) * int64(view.deals_left)


@inlined
def apply_play(state, rules, action, words):
    """Play a card; after the last the hand is over."""
    number, chosen = int64(action[0]), uint64(action[1])
    card, kind = uint64(number & 63), (number >> KIND) & 3
    turn, seat = uint64(state.turn), uint64(state.seat)
    state.history[turn, 0] = number
    state.history[turn, 1] = int64(chosen)
    state.turn = uint8(turn + ONE)
    state.faced |= only(card)
    state.hand_of[seat] ^= only(card)
    state.hand_sizes[seat] = uint8(state.hand_sizes[seat] - uint8(1))
    promised = uint64(state.promised[seat]) & ~(ONE << uint64(RANK[card]))
    if kind == TRAIL:
        state.loose |= only(card)
    elif kind == CAPTURE:
        capture(state, seat, card, number, chosen)
    else:
        value = uint64((number >> VALUE) & 15)
        build(state, seat, card, number, chosen)
        promised |= ONE << value
    if state.build_values != 0 and state.keep_capturing_card != 0:
        promised |= owned_values(state)
    state.promised[seat] = uint16(promised)
    following = left_of(seat, state.players)
    state.seat = uint8(following)
    if state.hand_sizes[following] == 0:
        return empty_hands(state)
    return int64(PLAY)


@inlined
def capture(state, seat, card, number, chosen):
    """Capture loose cards with a card, and the build of its value if the action says so."""
    taken = chosen | only(card)
    if number >> TAKE != 0:
        value = uint64((number >> VALUE) & 15)
        taken |= state.build_cards[value]
        clear_build(state, value)
    state.loose &= ~chosen
    state.piles[seat] |= taken
    state.last_capturer = int8(seat)
    if state.loose == NOTHING and state.build_values == 0:
        final = state.turn == PLAYS and state.sweep_on_final_card == 0
        state.sweeps[seat] = uint8(state.sweeps[seat] + uint8(not final))


@inlined
def clear_build(state, value):
    """Remove the build of this value."""
    state.build_values = uint16(uint64(state.build_values) & ~(ONE << value))
    state.build_groups[value] = uint8(0)
    state.build_owner[value] = int8(NOBODY)
    state.build_cards[value] = NOTHING


@kernel
def build(state, seat, card, number, chosen):
    """Make, extend or raise a build with a card; the seat then owns it."""
    value, old = uint64((number >> VALUE) & 15), uint64((number >> OLD) & 15)
    used = chosen | only(card)
    pips = int64(weigh(used) >> uint64(PIPS)) + int64(old)
    if old != NOTHING:
        used |= state.build_cards[old]
        clear_build(state, old)
    groups = int64(state.build_groups[value]) + pips // int64(value)
    state.build_groups[value] = uint8(groups)
    state.build_cards[value] |= used
    state.build_owner[value] = int8(seat)
    state.build_values = uint16(uint64(state.build_values) | ONE << value)
    state.loose &= ~chosen
    state.made[seat] = uint8(state.made[seat] + uint8(1))


@kernel
def empty_hands(state):
    """Deal again when all hands are empty, or give the table to the last to capture."""
    for seat in range(SEATS):
        state.promised[seat] = uint16(0)
    if state.turn < PLAYS:
        state.deals_left = uint8(state.deals_left - uint8(1))
        deal_hands(state, int64(state.turn) + LAID_OUT)
        return int64(PLAY)
    if state.last_capturer != NOBODY:
        on_table, values = state.loose, uint64(state.build_values)
        while values != NOTHING:
            value = uint64(lowest(values))
            values = without_lowest(values)
            on_table |= state.build_cards[value]
            clear_build(state, value)
        state.piles[uint64(state.last_capturer)] |= on_table
        state.loose = NOTHING
    return int64(OVER)


# ---------------------------------------------------------------- the end of a hand


@inlined
def pile_of(state, side):
    """Return the cards that a side has captured."""
    pile = state.piles[side]
    return pile | state.piles[side + 2] if state.partnership else pile


@inlined
def named_points(pile):
    """Return the points for the ten of diamonds, the two of spades and aces, int64."""
    named = 2 * int64(holds(pile, TEN_OF_DIAMONDS)) + int64(holds(pile, TWO_OF_SPADES))
    return named + count(pile & uint64(ACES))


@inlined
def ahead(state, only_spades):
    """Return the side with the most cards, or spades; -1 for a tie."""
    best, most = int64(NOBODY), int64(0)
    for side in range(state.sides):
        pile = pile_of(state, side)
        number = count(pile & uint64(SPADES) if only_spades else pile)
        best = int64(side) if number > most else int64(NOBODY) if number == most else best
        most = max(most, number)
    return best


@kernel
def close(state, rules):
    """Score the hand for each side; RULES.md, section 6."""
    sweeps = int64(state.sweep_points)
    for side in range(SEATS):
        points = int64(0)
        if side < state.sides:
            points = named_points(pile_of(state, side)) + sweeps * int64(state.sweeps[side])
            if state.partnership:
                points += sweeps * int64(state.sweeps[side + 2])
        state.points[side] = int32(points)
    last_one = int64(state.cards_points == LAST_ONE)
    most_cards, most_spades = ahead(state, False), ahead(state, True)
    if most_cards != NOBODY:
        state.points[most_cards] += int32(3 - last_one)
    if most_spades != NOBODY:
        state.points[most_spades] += int32(1)
    if state.last_capturer != NOBODY:
        state.points[side_of(state, state.last_capturer)] += int32(last_one)


@kernel
def next_hand(state, rules):
    """Settle the hand, and return whether another follows in the match."""
    most, level = int64(-1), False
    for side in range(state.sides):
        state.scores[side] += state.points[side]
        points = int64(state.scores[side])
        level = points == most or (level and points < most)
        most = max(most, points)
    state.deals = uint32(state.deals + 1)
    state.dealer = uint8(left_of(state.dealer, state.players))
    return state.deals < state.max_hands and (level or most < state.target)


@kernel
def score(state, rules, hero, outcome):
    """Write the outcome of the hand, or of the match, that has ended."""
    match = state.target > 0
    own, best, winners, total = side_of(state, hero), int64(-1), int64(0), int64(0)
    for side in range(state.sides):
        points = int64(state.scores[side] if match else state.points[side])
        outcome.score[side] = int32(points)
        winners = (winners if points <= best else int64(0)) + int64(points >= best)
        best = max(best, points)
        total += points
    for side in range(state.sides):
        outcome.share[side] = int32(SHARES // winners if outcome.score[side] == best else 0)
    points, others = int64(outcome.score[own]), int64(state.sides) - 1
    outcome.your_seat = int32(hero)
    outcome.your_points = int32(points)
    outcome.your_net = int32(points * others - (total - points))
    outcome.your_share = outcome.share[own]
    outcome.hands = int32(state.deals if match else 1)
    if match:
        return
    for side in range(state.sides):
        pile = pile_of(state, side)
        outcome.cards[side] = int32(count(pile))
        outcome.spades[side] = int32(count(pile & uint64(SPADES)))
        outcome.named[side] = int32(named_points(pile))
    for seat in range(SEATS):
        outcome.sweeps[seat] = int32(state.sweeps[seat])
        outcome.builds[seat] = int32(state.made[seat])
    outcome.your_cards = outcome.cards[own]
    outcome.cards_tied = int32(ahead(state, False) == NOBODY)
    outcome.spades_tied = int32(ahead(state, True) == NOBODY)
    outcome.last = int32(state.last_capturer)
