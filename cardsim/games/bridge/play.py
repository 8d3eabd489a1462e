"""The rules of Bridge as functions on one deal: deal, observe, apply, legal, close, score."""

from __future__ import annotations

import numpy as np
from numpy import int32, int64, uint8, uint16, uint32, uint64

from cardsim.cards import PACK, draw_cards, fresh_deck
from cardsim.deal_files import HOW_MANY
from cardsim.game import OVER
from cardsim.games.bridge.deals import take_board
from cardsim.games.bridge.given import ASKED, deal_fitting
from cardsim.games.bridge.hands import points
from cardsim.games.bridge.rules import code
from cardsim.games.bridge.scoring import (
    GAME,
    LEVEL_OF_SLAM,
    above_line,
    duplicate_bonus,
    penalty,
    trick_points,
)
from cardsim.games.bridge.state import (
    BOARD,
    BOOK,
    CALL,
    CHICAGO,
    DOUBLE,
    DOWN,
    DUPLICATE,
    LEAD,
    MADE_GAME,
    MADE_PART,
    MADE_SLAM,
    MATCH,
    MOST_CALLS,
    NO_CALL,
    ORDER,
    PART_SCORES,
    PASS,
    PASSED_OUT,
    PLAY,
    REDOUBLE,
    RUBBER,
    RUBBERS,
    SESSION,
    SETS,
    SHARES,
    SIDES,
    STRAINS,
    SUIT_OF,
    THEIRS,
    TRICK_POINTS,
    TRICKS,
)
from cardsim.kernels.card_bits import (
    ONE,
    ONE_RANK,
    count,
    holds,
    lowest,
    only,
    pick,
    without_lowest,
)
from cardsim.kernels.jit import inlined, kernel
from cardsim.rng import side_below
from cardsim.tricks import NO_TRUMP, NOBODY, SEATS, begin_trick, begin_tricks, bound, lay

NOTHING = uint64(0)
ACTIONS = 64
LAST_OF_CHICAGO = 4
GAMES = 2
"""Games that win the rubber."""
HONOR_RANKS = 5
NO_END = (1 << 32) - 2
"""Limit on deals begun until one fits; that one exists was checked before."""
TABLES = 2
"""Tables of a match."""
IMP_STEPS = np.array(
    [
        *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
        *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
    ],
    np.int32,
)
"""Differences in points at which one more IMP is won; Law 78."""

BARE = code("scoring", "trick-points")
ADD_UP = code("chicago_style", "cumulative")
DEALERS = code("chicago_vul_23", "dealer")
AT_RANDOM = code("first_dealer", "random")
BY_IMPS, BY_MATCHPOINTS = code("comparison", "imps"), code("comparison", "matchpoints")
FIRST_DEALER = 0
"""The number of the chance event that picks the first dealer."""


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
    """Return the side of a seat, 0 for North and South, as uint64."""
    return uint64(seat) & uint64(1)


# ---------------------------------------------------------------- the deal


@kernel
def start(state, rules, players, unit):
    """Begin a board, or a unit of several deals: no points, and nothing has been called."""
    state.unit = uint8(unit)
    scoring = TRICK_POINTS if rules.scoring == BARE else DUPLICATE
    if unit == RUBBER:
        scoring = RUBBERS
    elif unit == CHICAGO:
        scoring = PART_SCORES if rules.chicago_style == ADD_UP else DUPLICATE
    elif unit == MATCH:
        scoring = DUPLICATE
    state.scoring = uint8(scoring)
    state.honors = rules.honors
    state.doubles = rules.doubles
    state.redeal_passed_out = rules.redeal_passed_out
    state.max_redeals = rules.max_redeals
    state.max_deals = rules.max_deals
    state.boards = rules.boards
    state.comparison = rules.comparison
    state.deals = uint32(0)
    state.redeals = uint32(0)
    state.deal_number = ONE
    state.dealer = uint8(rules.first_dealer if unit in (CHICAGO, RUBBER) else 0)
    for side in range(SIDES):
        state.vul[side] = uint8(0)
        state.below[side] = int32(0)
        state.games[side] = uint8(0)
        state.totals[side] = int32(0)
        state.compared[side] = int32(0)
        state.scored[side] = int32(0)
    state.first = int32(0)
    state.called = uint16(0)
    for k in range(MOST_CALLS):
        state.calls[k] = uint8(NO_CALL)


@inlined
def deal(state, rules, words):
    """Deal all cards singly; the dealer calls first.

    Returns:
        The first decision.
    """
    if state.unit == BOARD:
        state.deal_number = state.board + ONE
    elif state.unit == MATCH and state.deals == 0:
        state.deal_number = state.board * uint64(rules.boards) + ONE
    begin_deal(state, rules, words)
    if state.unit == MATCH and at_second_table(state):
        turn_board(state)
    else:
        fresh_deck(state.deck)
        state.tried = uint32(1)
        if rules.deals[HOW_MANY] > 0:
            take_board(state, rules)
            lay_deck(state.deck, state.dealer, state.hand_of)
        elif rules.given[ASKED]:
            tried = deal_fitting(state.hand_of, state.deck, rules.given, words, NO_END)
            state.tried = uint32(tried)
            lay_deck(state.deck, state.dealer, state.hand_of)
        else:
            draw_cards(state.deck, 0, PACK, PACK, words)
    seat = left_of(state.dealer)
    for k in range(SEATS):
        hand = NOTHING
        for place in range(k, PACK, SEATS):
            hand |= only(state.deck[place])
        state.hand_of[seat] = hand
        state.dealt[seat] = hand
        seat = left_of(seat)
    return begin_calls(state)


@inlined
def begin_calls(state):
    """Clear the auction, and return the first decision, which is the dealer's."""
    state.dummy_hand = NOTHING
    for k in range(state.called):
        state.calls[k] = uint8(NO_CALL)
    state.called = uint16(0)
    state.passes = uint8(0)
    state.level = uint8(0)
    state.strain = uint8(0)
    state.doubled = uint8(0)
    state.declarer = uint8(NOBODY)
    for side in range(SIDES):
        for strain in range(STRAINS):
            state.named[side, strain] = uint8(NOBODY)
    begin_tricks(state, NOBODY)
    state.seat = state.dealer
    state.acting_for = state.dealer
    return CALL


@kernel
def lay_deck(deck, dealer, hands):
    """Order the deck so that dealing it gives these hands."""
    seat = left_of(dealer)
    for k in range(SEATS):
        hand = hands[seat]
        for place in range(k, PACK, SEATS):
            deck[place] = uint8(lowest(hand))
            hand = without_lowest(hand)
        seat = left_of(seat)


@inlined
def at_second_table(state):
    """Return whether the second table of a match is to play a board that the first has played."""
    return (uint64(state.deals) & ONE) != NOTHING


@inlined
def turn_board(state):
    """Turn dealer and vulnerability by a seat, and with them the cards that the deck deals."""
    state.dealer = uint8(left_of(state.dealer))
    north = state.vul[0]
    state.vul[0] = state.vul[1]
    state.vul[1] = north


@kernel
def begin_deal(state, rules, words):
    """Set the dealer and the vulnerability; RULES.md, section 2."""
    number = state.deal_number - ONE
    if state.unit in (BOARD, SESSION, MATCH):
        state.dealer = uint8(number & uint64(3))
        cycle = (number + (number >> uint64(2))) & uint64(3)
        plays = state.scoring != TRICK_POINTS
        for side in range(SIDES):
            state.vul[side] = uint8(plays and (cycle == side + 1 or cycle == 3))
        return
    if state.deals == 0 and rules.first_dealer == AT_RANDOM:
        state.dealer = uint8(side_below(words, FIRST_DEALER, SEATS))
    if state.unit == RUBBER:
        for side in range(SIDES):
            state.vul[side] = uint8(state.games[side] > 0)
        return
    ours = side_of(state.dealer) ^ uint64(rules.chicago_vul_23 != DEALERS)
    for side in range(SIDES):
        one = number in (1, 2) and ours == side
        state.vul[side] = uint8(one or number == LAST_OF_CHICAGO - 1)


# ---------------------------------------------------------------- what a seat sees


@inlined
def observe(state, rules):
    """Write what only the seat on turn sees: its cards, and its legal actions."""
    state.hand = state.hand_of[uint64(state.seat)]
    if state.leader == NOBODY:
        state.legal = calls_open(state, rules)
    else:
        cards = state.hand_of[uint64(state.acting_for)]
        follows = SETS[uint64(state.led) & uint64(3)]
        state.legal = cards if state.laid == 0 else bound(cards, follows)


@inlined
def calls_open(state, rules):
    """Return the calls that the seat on turn may make, as a set of their numbers."""
    last = bid(state.level, state.strain) * int64(state.level > 0)
    higher = ((ONE << uint64(DOUBLE)) - ONE) & ~((ONE << uint64(last + 1)) - ONE)
    allowed = only(PASS) | higher
    if rules.doubles and last > 0:
        ours = side_of(state.declarer) == side_of(state.seat)
        allowed |= uint64(state.doubled == 0 and not ours) << uint64(DOUBLE)
        allowed |= uint64(state.doubled == 1 and ours) << uint64(REDOUBLE)
    return allowed


@inlined
def bid(level, strain):
    """Return the call that bids a level and strain, int64."""
    return int64(1) + int64(5) * (int64(level) - int64(1)) + int64(strain)


@inlined
def legal(view, action):
    """Return whether the deciding seat may take this action."""
    return 0 <= action < ACTIONS and holds(view.legal, action)


@inlined
def count_legal(view):
    """Return the number of legal calls or cards."""
    return count(view.legal)


@inlined
def nth_legal(view, n):
    """Return the `n`-th legal call or card, in the order of their numbers."""
    return pick(view.legal, n)


# ---------------------------------------------------------------- decisions


@kernel
def apply_call(state, rules, action, words):
    """Make a call; after three passes on a bid the opening lead is next."""
    state.calls[uint64(state.called)] = uint8(action)
    state.called = uint16(state.called + uint16(1))
    if action == PASS:
        state.passes = uint8(state.passes + uint8(1))
        if state.level > 0 and state.passes == SEATS - 1:
            return open_play(state)
        if state.passes == SEATS:
            return int64(OVER)
    else:
        state.passes = uint8(0)
        if action < DOUBLE:
            name_contract(state, action)
        else:
            state.doubled = uint8(action - (DOUBLE - 1))
    state.seat = uint8(left_of(state.seat))
    state.acting_for = state.seat
    return int64(CALL)


@inlined
def name_contract(state, action):
    """Make a bid the contract; the first of its side to name the strain is declarer."""
    level = (action + 4) // 5
    strain = uint64(action - bid(level, 0))
    side = side_of(state.seat)
    first = state.named[side, strain]
    declarer = first if first != NOBODY else state.seat
    state.named[side, strain] = declarer
    state.declarer = declarer
    state.level = uint8(level)
    state.strain = uint8(strain)
    state.doubled = uint8(0)


@inlined
def open_play(state):
    """Have the player on declarer's left lead."""
    leader = left_of(state.declarer)
    begin_trick(state, leader)
    state.seat = uint8(leader)
    state.acting_for = uint8(leader)
    return int64(LEAD)


@inlined
def apply_play(state, rules, action, words):
    """Lay a card; declarer plays from dummy too, and after thirteen tricks the deal ends."""
    player, card = uint64(state.acting_for), uint64(action)
    dummy = partner_of(state.declarer)
    state.hand_of[player] ^= only(card)
    state.dummy_hand = state.hand_of[dummy]
    state.seat = uint8(player)
    winner = lay(state, card, SUIT_OF[card], ORDER[uint64(state.strain), card], SEATS)
    following = int64(left_of(player))
    following = following if winner == NOBODY else winner
    state.acting_for = uint8(following)
    state.seat = uint8(int64(state.declarer) if following == int64(dummy) else following)
    return OVER if state.tricks == TRICKS else PLAY


# ---------------------------------------------------------------- the end of a deal


@inlined
def declarers_tricks(state):
    """Return the tricks that declarer's side has taken, int64."""
    declarer = uint64(state.declarer)
    return int64(state.taken[declarer]) + int64(state.taken[partner_of(declarer)])


@kernel
def close(state, rules):
    """Score the deal for each side; RULES.md, section 6."""
    for side in range(SIDES):
        state.points[side] = int32(0)
        state.line[side] = int32(0)
        state.bonus[side] = int32(0)
    if state.level == 0:
        return
    own = side_of(state.declarer)
    other = own ^ ONE
    over = declarers_tricks(state) - BOOK - int64(state.level)
    vulnerable = int64(state.vul[own])
    if state.scoring == TRICK_POINTS:
        bare = trick_points(int64(state.level) + over, state.strain)
        state.points[own] = int32(bare if over >= 0 else 0)
        return
    level, strain, doubled = int64(state.level), state.strain, int64(state.doubled)
    won, lost = int64(0), int64(0)
    if over < 0:
        lost = penalty(-over, doubled, vulnerable)
    else:
        line = trick_points(level, strain) << doubled
        won = line + above_line(level, strain, doubled, vulnerable, over)
        if state.scoring == DUPLICATE:
            won += duplicate_bonus(line, vulnerable)
        else:
            state.line[own] = int32(line)
            state.bonus[own] = int32(bonus_for(state, own, line))
            won += int64(state.bonus[own])
    if state.scoring == DUPLICATE:
        # One side's gain is the other's loss.
        won -= lost
        lost = -won
    state.points[own] = int32(won)
    state.points[other] = int32(lost)
    if state.scoring == RUBBERS and rules.honors:
        for seat in range(SEATS):
            side = side_of(seat)
            state.points[side] = int32(int64(state.points[side]) + honors(state, seat))


@kernel
def bonus_for(state, side, line):
    """Return the bonus for a game or rubber completed by `line` points below the line, int64."""
    cumulative = state.scoring == PART_SCORES
    if int64(state.below[side]) + line < GAME:
        return int64(100 * (cumulative and state.deal_number >= LAST_OF_CHICAGO))
    if cumulative:
        return 300 + 200 * int64(state.vul[side])
    return int64(0) if state.games[side] == 0 else 700 - 200 * int64(state.games[1 - side] > 0)


@kernel
def honors(state, seat):
    """Return the points for the honors that a seat was dealt, int64."""
    held = state.dealt[seat]
    if state.strain == NO_TRUMP:
        return int64(150 * (count(held & ONE_RANK) == SEATS))
    # The ace is the first of a suit's ids; the ten to the king are its last.
    trumps = (held & SETS[uint64(state.strain)]) >> uint64(13 * state.strain)
    top = count(trumps & uint64(1 | 15 << 9))
    return int64(150 if top == HONOR_RANKS else 100 if top == HONOR_RANKS - 1 else 0)


@kernel
def next_hand(state, rules):
    """Settle the deal, and return whether another follows."""
    state.deals = uint32(state.deals + 1)
    if state.unit == MATCH:
        return next_table(state, rules)
    again = state.unit in (CHICAGO, RUBBER) and rules.redeal_passed_out != 0
    if state.level == 0 and again and state.redeals < rules.max_redeals:
        state.redeals = uint32(state.redeals + 1)
        return True
    state.redeals = uint32(0)
    for side in range(SIDES):
        state.totals[side] = int32(int64(state.totals[side]) + int64(state.points[side]))
        state.below[side] = int32(int64(state.below[side]) + int64(state.line[side]))
    for side in range(SIDES):
        if state.below[side] >= GAME:
            state.below[0] = int32(0)
            state.below[1] = int32(0)
            state.games[side] = uint8(state.games[side] + (state.scoring == RUBBERS))
    last = state.deal_number
    state.deal_number += ONE
    state.dealer = uint8(left_of(state.dealer))
    if state.unit == SESSION:
        return last < rules.boards
    if state.unit == CHICAGO:
        return last < LAST_OF_CHICAGO
    if max(state.games[0], state.games[1]) == GAMES:
        return False
    if last < rules.max_deals:
        return True
    for side in range(SIDES):
        only_game = state.games[side] > state.games[1 - side]
        only_part = state.below[side] > 0 and state.below[1 - side] == 0
        more = 300 * int64(only_game) + 100 * int64(only_part)
        state.totals[side] = int32(int64(state.totals[side]) + more)
    return False


@kernel
def next_table(state, rules):
    """Compare a board that both tables have played, and return whether the match goes on."""
    if at_second_table(state):
        state.first = state.points[0]
        return True
    ahead = int64(state.first) + int64(state.points[0])
    for side in range(SIDES):
        state.compared[side] = int32(worth(-ahead if side else ahead, rules.comparison))
        state.scored[side] = int32(int64(state.scored[side]) + int64(state.compared[side]))
    state.deal_number += ONE
    if state.deals < TABLES * rules.boards:
        return True
    for side in range(SIDES):
        state.totals[side] = state.scored[side]
    return False


@kernel
def worth(ahead, comparison):
    """Return a side's score on a board, int64, from its lead in points over both tables."""
    if comparison == BY_MATCHPOINTS:
        return int64(2 if ahead > 0 else 1 if ahead == 0 else 0)
    if comparison != BY_IMPS:
        return max(int64(ahead), int64(0))
    steps = int64(0)
    for step in IMP_STEPS:
        steps += int64(ahead >= step)
    return steps


@kernel
def score(state, rules, hero, outcome):
    """Write the outcome of the board, or of the longer unit, that has ended."""
    own = side_of(hero)
    other = own ^ ONE
    adds_to_nothing = state.scoring == DUPLICATE and state.unit != MATCH
    outcome.your_seat = int32(hero)
    if state.unit != BOARD:
        outcome.deals = int32(state.deals)
        for side in range(SIDES):
            net = int64(state.totals[side]) - int64(state.totals[1 - side])
            outcome.score[side] = state.totals[side]
            outcome.share[side] = int32(SHARES if net > 0 else SHARES // 2 if net == 0 else 0)
        net = int64(state.totals[own]) - int64(state.totals[other])
        outcome.your_net = int32(net // 2 if adds_to_nothing else net)
        outcome.your_share = outcome.share[own]
        outcome.who_vulnerable = int32(0)
        if state.unit == MATCH:
            deals = side_of(state.dealer)
            theirs = int64(state.vul[1 - int64(deals)])
            outcome.who_vulnerable = int32(int64(state.vul[deals]) + 2 * theirs)
        return
    net = int64(state.points[own]) - int64(state.points[other])
    outcome.your_net = int32(net // 2 if adds_to_nothing else net)
    outcome.level = int32(state.level)
    outcome.strain = int32(state.strain)
    outcome.doubled = int32(state.doubled)
    outcome.declarer = int32(-1)
    outcome.vulnerable = int32(0)
    outcome.tricks = int32(0)
    outcome.points = int32(0)
    outcome.tried = int32(state.tried)
    end = int64(PASSED_OUT)
    if state.level > 0:
        declarer = uint64(state.declarer)
        tricks = declarers_tricks(state)
        line = trick_points(state.level, state.strain) << int64(state.doubled)
        end = int64(MADE_GAME if line >= GAME else MADE_PART)
        end = int64(MADE_SLAM) if state.level >= LEVEL_OF_SLAM else end
        end = int64(DOWN) if tricks < BOOK + int64(state.level) else end
        end += THEIRS * int64(side_of(declarer) != own)
        outcome.declarer = int32(declarer)
        outcome.vulnerable = int32(state.vul[side_of(declarer)])
        outcome.tricks = int32(tricks)
        held = state.dealt[declarer] | state.dealt[partner_of(declarer)]
        outcome.points = int32(points(held))
    outcome.your_end = int32(end)
