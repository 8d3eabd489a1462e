"""The rules of Gin Rummy as functions on one hand: deal, observe, apply, legal, close, score."""

from __future__ import annotations

from numpy import int8, int16, int32, int64, uint8, uint32, uint64

from cardsim.cards import PACK, draw_card, draw_cards, fresh_deck
from cardsim.game import OVER
from cardsim.games.gin_rummy.melds import (
    allowed,
    deadwood,
    find_arrangement,
    lay_down,
    left_after_layoffs,
    left_of,
    look,
    throws_within,
    tile_of,
)
from cardsim.games.gin_rummy.rules import code
from cardsim.games.gin_rummy.state import (
    BIG_GIN,
    BY_OTHERS,
    DRAW,
    DREW_ROW,
    DREW_STOCK,
    FINISH,
    FROM_ROW,
    FROM_STOCK,
    GIN,
    HISTORY,
    KNOCKED,
    MELDS,
    MOST_MELDS,
    NO_TILE,
    NOBODY,
    NOT_DRAWN,
    PASS,
    SEATS,
    TAKE,
    TOOK,
    UNDERCUT,
    UPCARD,
    VOID,
)
from cardsim.kernels.card_bits import FULL_PACK, count, holds, only, pick
from cardsim.kernels.jit import inlined, kernel
from cardsim.rng import side_below

NOTHING = uint64(0)
FIRST_DEALER = 0
"""The number of the chance event that picks the first dealer of a match."""
ALL_UNDERCUT = code("multi_undercut", "all")
BEST_ARRANGED, CHOSEN = (code("knocker_arrangement", word) for word in ("best", "choose"))
EVERY_ONE = 1 << 62
NO_CHOICE = -1


@inlined
def seat_after(seat, players):
    """Return the next seat, as uint64."""
    following = uint64(seat) + uint64(1)
    return following if following < uint64(players) else NOTHING


# ---------------------------------------------------------------- the deal


@kernel
def start(state, rules, players, match):
    """Begin a table or match: no points; in a single hand the last seat deals."""
    state.players = uint8(players)
    state.dealer = uint8(players - 1)
    state.target = int32(rules.target if match else 0)
    state.hand_size = int32(rules.hand_size)
    state.knock_limit = int32(rules.knock_limit)
    state.gin_bonus = int32(rules.gin_bonus)
    state.big_gin_bonus = int32(rules.big_gin_bonus)
    state.undercut_bonus = int32(rules.undercut_bonus)
    state.undercut_on_tie = int32(rules.undercut_on_tie)
    state.multi_undercut = int32(rules.multi_undercut)
    state.layoffs = int32(rules.layoffs)
    state.upcard_offer = int32(rules.upcard_offer)
    state.stock_floor = int32(rules.stock_floor)
    state.allow_return_discard = int32(rules.allow_return_discard)
    state.game_bonus = int32(rules.game_bonus)
    state.box_bonus = int32(rules.box_bonus)
    state.shutout_doubles = int32(rules.shutout_doubles)
    state.knocker_arrangement = int32(rules.knocker_arrangement)
    state.max_turns = int32(rules.max_turns)
    state.max_hands = int32(rules.max_hands)
    state.deals = uint32(0)
    state.voids = uint32(0)
    for seat in range(SEATS):
        state.scores[seat] = int32(0)
        state.hands_won[seat] = int16(0)
        state.hand_of[seat] = NOTHING
        state.hand_sizes[seat] = uint8(0)
        state.deadwood_of[seat] = int32(0)


@inlined
def deal(state, rules, words):
    """Deal the hands, from the dealer's left on, and turn up the first tile of the row.

    Returns:
        The first decision.
    """
    if state.target > 0 and state.deals == 0:
        state.dealer = uint8(side_below(words, FIRST_DEALER, state.players))
    fresh_deck(state.deck)
    dealt = int64(state.players) * int64(rules.hand_size)
    draw_cards(state.deck, 0, dealt + 1, PACK, words)
    seat = seat_after(state.dealer, state.players)
    first, place = seat, uint64(0)
    for _ in range(state.players):
        hand = NOTHING
        for _ in range(rules.hand_size):
            hand |= only(state.deck[place])
            place += uint64(1)
        state.hand_of[seat] = hand
        state.hand_sizes[seat] = uint8(rules.hand_size)
        state.deadwood_of[seat] = int32(deadwood(hand))
        seat = seat_after(seat, state.players)
    upcard = state.deck[place]
    for k in range(PACK):
        state.discards[k] = uint8(NO_TILE)
    for k in range(HISTORY):
        state.history[k] = uint8(NO_TILE)
    state.history[0] = upcard
    state.discards[0] = upcard
    state.newest = upcard
    state.row_size = uint8(1)
    state.faced = only(upcard)
    state.stock_size = uint8(PACK - 1 - dealt)
    for seat in range(SEATS):
        state.taken[seat] = NOTHING
        state.thrown[seat] = NOTHING
        state.refused[seat] = NOTHING
    for k in range(MOST_MELDS):
        state.melds[k] = NOTHING
    state.spare = uint8(NO_TILE)
    state.spare_left = uint8(0)
    state.big_gin = uint8(0)
    state.drew_from = uint8(NOT_DRAWN)
    state.banned = int8(NOBODY)
    state.turn_no = int16(0)
    state.arrangements = int32(0)
    state.passed = uint8(0)
    state.knocker = int8(NOBODY)
    state.big = uint8(0)
    state.chosen = int32(NO_CHOICE)
    state.may_take = uint8(0)
    state.seat = uint8(first)
    if rules.upcard_offer:
        state.asked = int8(UPCARD)
        return int64(UPCARD)
    state.may_take = uint8(1)
    return begin_turn(state, rules)


@inlined
def begin_turn(state, rules):
    """Have the seat on turn draw, unless the stock or the turns are used up."""
    if state.stock_size <= rules.stock_floor or state.turn_no >= rules.max_turns:
        return int64(OVER)
    state.asked = int8(DRAW)
    return int64(DRAW)


# ---------------------------------------------------------------- what a seat sees


@inlined
def observe(state, rules):
    """Write what only the seat on turn sees; its hand is shown by the engine."""
    if state.asked == FINISH:
        observe_finish(state, rules)
    else:
        observe_rest(state, rules)


@inlined
def observe_rest(state, rules):
    """Write what the seat sees at all decisions but `finish`."""
    hand = state.hand_of[uint64(state.seat)]
    state.unseen = FULL_PACK & ~(hand | state.faced)
    state.tiles = uint8(rules.hand_size)
    state.own_deadwood = uint8(state.deadwood_of[uint64(state.seat)])


@inlined
def observe_finish(state, rules):
    """Write what the seat sees when it is to throw a tile."""
    hand = state.hand_of[uint64(state.seat)]
    state.unseen = FULL_PACK & ~(hand | state.faced)
    state.tiles = uint8(rules.hand_size + 1)
    banned = only(state.banned) if state.banned >= 0 else NOTHING
    points, best = look(hand)
    best = allowed(best, hand, banned)
    state.own_deadwood = uint8(points)
    state.big_gin = uint8(points == 0 and rules.big_gin_bonus > 0)
    state.spare = uint8(tile_of(best))
    state.spare_left = uint8(left_of(best))


@inlined
def left(view):
    """Return the number of tiles in the stock, int64."""
    return int64(view.stock_size)


# ---------------------------------------------------------------- the upcard and the draw


@inlined
def legal_upcard(view, action):
    """Return whether the action is an answer to the upcard."""
    return PASS <= action <= TAKE


@kernel
def apply_upcard(state, rules, action, words):
    """Take the upcard, or offer it to the next seat; after all passes the first seat must draw."""
    seat = uint64(state.seat)
    if action == TAKE:
        return take_newest(state, rules, seat)
    state.refused[seat] |= only(state.newest)
    state.passed = uint8(state.passed + uint8(1))
    state.seat = uint8(seat_after(seat, state.players))
    if state.passed < state.players:
        return int64(UPCARD)
    return begin_turn(state, rules)


@inlined
def legal_draw(view, action):
    """Return whether a tile may be drawn from this source."""
    return FROM_STOCK <= action <= int64(view.may_take)


@inlined
def apply_draw(state, rules, action, words):
    """Draw a tile into the hand."""
    seat = uint64(state.seat)
    if action == FROM_ROW:
        return take_newest(state, rules, seat)
    refused = only(state.newest) if state.may_take else NOTHING
    state.refused[seat] |= refused
    tile = draw_card(state.deck, PACK - int64(state.stock_size), PACK, words)
    state.stock_size = uint8(state.stock_size - uint8(1))
    state.hand_of[seat] |= only(tile)
    state.drew_from = uint8(DREW_STOCK)
    state.banned = int8(NOBODY)
    return begin_finish(state, seat)


@inlined
def take_newest(state, rules, seat):
    """Take the newest tile of the row into the hand."""
    tile = uint64(state.newest)
    size = uint64(state.row_size) - uint64(1)
    state.row_size = uint8(size)
    state.discards[size] = uint8(NO_TILE)
    # An empty row has no tile before; what is read there then is not used.
    before = state.discards[max(size, uint64(1)) - uint64(1)]
    state.newest = before if size > 0 else uint8(NO_TILE)
    state.hand_of[seat] |= only(tile)
    state.taken[seat] |= only(tile)
    state.drew_from = uint8(DREW_ROW)
    state.banned = int8(NOBODY) if rules.allow_return_discard else int8(tile)
    return begin_finish(state, seat)


@inlined
def begin_finish(state, seat):
    """Have the seat throw a tile."""
    state.hand_sizes[seat] = uint8(state.hand_sizes[seat] + uint8(1))
    state.may_take = uint8(0)
    state.asked = int8(FINISH)
    return int64(FINISH)


# ---------------------------------------------------------------- the throw


@inlined
def legal_finish(view, action):
    """Return whether the turn may end with this action."""
    tiles = int64(view.tiles)
    if action < 0 or action >= 2 * tiles:
        return action == 2 * tiles and view.big_gin != 0
    if action < tiles:
        # Without a ban this is place_of(hand, 63), which is no place of a tile in the hand.
        return action != place_of(uint64(view.hand), int64(view.banned) & 63)
    return can_knock(view, pick(view.hand, action - tiles))


@inlined
def throws(view):
    """Return the own tiles that may be thrown, as a set; none except at `finish`."""
    if view.spare == NO_TILE:
        return NOTHING
    return uint64(view.hand) & ~(only(view.banned) if view.banned >= 0 else NOTHING)


@inlined
def can_knock(view, tile):
    """Return whether a knock is allowed with the throw of a tile of 0 to 63."""
    if tile == int64(view.spare):
        return view.spare_left <= view.knock_limit
    return can_knock_so(view, tile)


@kernel
def can_knock_so(view, tile):
    """Return whether a knock is allowed with a throw other than the best, which takes longer."""
    points = deadwood(view.hand ^ only(tile))
    return holds(throws(view), tile) and points <= view.knock_limit


@kernel
def knocks(view):
    """Return the own tiles that may be thrown with a knock, as a set; none except at `finish`."""
    if view.spare_left > view.knock_limit:
        return NOTHING
    return throws(view) & throws_within(uint64(view.hand), int64(view.knock_limit))


@inlined
def count_finish(view):
    """Return the number of actions that may end the turn, int64."""
    return count(throws(view)) + count(knocks(view)) + int64(view.big_gin)


@kernel
def nth_finish(view, n):
    """Return the `n`-th action that may end the turn."""
    hand, tiles = uint64(view.hand), int64(view.tiles)
    thrown, number = throws(view), count(throws(view))
    if n < number:
        return place_of(hand, pick(thrown, n))
    with_knock, n = knocks(view), n - number
    if n < count(with_knock):
        return tiles + place_of(hand, pick(with_knock, n))
    return 2 * tiles


@inlined
def place_of(hand, tile):
    """Return how many tiles of a hand come before one, int64."""
    return count(hand & (only(tile) - uint64(1)))


@inlined
def apply_finish(state, rules, action, words):
    """Throw a tile; the next seat draws, or the hand ends with a knock or big gin."""
    seat, tiles = uint64(state.seat), int64(rules.hand_size) + 1
    turn, from_row = uint64(state.turn_no), state.drew_from == DREW_ROW
    state.turn_no = int16(state.turn_no + int16(1))
    state.drew_from = uint8(NOT_DRAWN)
    state.banned = int8(NOBODY)
    state.big_gin = uint8(0)
    spare, spare_left = uint64(state.spare), int32(state.spare_left)
    state.spare = uint8(NO_TILE)
    state.spare_left = uint8(0)
    if action == 2 * tiles:
        state.big = uint8(1)
        state.knocker = int8(seat)
        state.deadwood_of[seat] = int32(0)
        return int64(OVER)
    knock = action >= tiles
    hand, at = uint64(state.hand_of[seat]), action - (tiles if knock else 0)
    # The spare tile is the most frequent throw, and checking it is faster than a search.
    tile = int64(spare)
    if place_of(hand, tile) != at:
        tile = pick(hand, at)
    hand ^= only(tile)
    state.hand_of[seat] = hand
    state.hand_sizes[seat] = uint8(state.hand_sizes[seat] - uint8(1))
    state.taken[seat] &= ~only(tile)
    state.thrown[seat] |= only(tile)
    state.faced |= only(tile)
    state.discards[uint64(state.row_size)] = uint8(tile)
    state.row_size = uint8(state.row_size + uint8(1))
    state.newest = uint8(tile)
    if turn < HISTORY - 1:
        state.history[turn + uint64(1)] = uint8(tile + (TOOK if from_row else 0))
    # The deadwood without the spare tile was computed when the seat looked.
    if uint64(tile) == spare:
        state.deadwood_of[seat] = spare_left
    else:
        state.deadwood_of[seat] = int32(deadwood(hand))
    if knock:
        return apply_knock(state, rules, seat)
    state.seat = uint8(seat_after(seat, state.players))
    state.may_take = uint8(1)
    return begin_turn(state, rules)


@inlined
def apply_knock(state, rules, seat):
    """Knock with a seat; it may choose how its melds lie where that matters."""
    state.knocker = int8(seat)
    asked = rules.layoffs != 0 and rules.knocker_arrangement == CHOSEN
    if asked and state.deadwood_of[seat] > 0:
        _, _, ways = find_arrangement(state.hand_of[seat], EVERY_ONE, False)
        if ways > 1:
            state.arrangements = int32(ways)
            state.asked = int8(MELDS)
            return int64(MELDS)
    return int64(OVER)


# ---------------------------------------------------------------- the knocker's melds


@inlined
def legal_melds(view, action):
    """Return whether there is an arrangement with this number."""
    return 0 <= action < int64(view.arrangements)


@inlined
def count_melds(view):
    """Return the number of arrangements, int64."""
    return int64(view.arrangements)


@inlined
def nth_melds(view, n):
    """Return arrangement number `n`."""
    return int64(n)


@kernel
def apply_melds(state, rules, action, words):
    """Record the arrangement that the knocker chose; the hand is over."""
    state.chosen = int32(action)
    return int64(OVER)


# ---------------------------------------------------------------- the end of a hand


@kernel
def close(state, rules):
    """Score the hand for each seat; RULES.md, section 6."""
    total, under = int64(0), NOTHING
    state.under = uint8(0)
    for seat in range(SEATS):
        state.points[seat] = int32(0)
        state.left[seat] = state.deadwood_of[seat]
    if state.knocker == NOBODY:
        state.end = uint8(VOID)
        return
    knocker = uint64(state.knocker)
    knocked = int64(state.deadwood_of[knocker])
    if rules.layoffs != 0 and knocked > 0:
        lay_off(state, rules, knocker)
    least, players = int64(1 << 20), uint64(state.players)
    seat = seat_after(knocker, players)
    while seat != knocker:
        total += int64(state.left[seat])
        least = min(least, int64(state.left[seat]))
        seat = seat_after(seat, players)
    enough = knocked + int64(rules.undercut_on_tie != 0)
    if knocked > 0 and least < enough:
        state.end = uint8(UNDERCUT)
        bound = enough if rules.multi_undercut == ALL_UNDERCUT else least + 1
        seat = seat_after(knocker, players)
        while seat != knocker:
            own = int64(state.left[seat])
            if own < bound:
                others = knocked + total - own
                state.points[seat] = int32(others - own + int64(rules.undercut_bonus))
                under |= only(seat)
            seat = seat_after(seat, players)
        state.under = uint8(under)
        return
    end, bonus = KNOCKED, int64(0)
    if state.big != 0:
        end, bonus = BIG_GIN, int64(rules.big_gin_bonus)
    elif knocked == 0:
        end, bonus = GIN, int64(rules.gin_bonus)
    state.end = uint8(end)
    state.points[knocker] = int32(total - knocked + bonus)


@kernel
def lay_off(state, rules, knocker):
    """Lay the knocker's melds down, and lay off the other hands on them."""
    tiles, which = state.hand_of[knocker], max(int64(state.chosen), int64(0))
    fewest = rules.knocker_arrangement == BEST_ARRANGED
    first, second, _ = find_arrangement(tiles, EVERY_ONE if fewest else which, fewest)
    fourths, runs = lay_down(tiles, first, second, state.melds)
    for seat in range(state.players):
        if seat != knocker:
            state.left[seat] = int32(left_after_layoffs(state.hand_of[seat], fourths, runs))


@kernel
def next_hand(state, rules):
    """Settle the hand, and return whether another follows in the match."""
    for seat in range(SEATS):
        state.scores[seat] += state.points[seat]
        won = int16(state.points[seat] > 0)
        state.hands_won[seat] = int16(state.hands_won[seat] + won)
    state.voids = uint32(state.voids + uint32(state.end == VOID))
    state.deals = uint32(state.deals + 1)
    state.dealer = uint8(seat_after(state.dealer, state.players))
    return state.deals < rules.max_hands and winner_of(state) == NOBODY


@kernel
def winner_of(state):
    """Return the seat that has the target and more than any other seat, int64; -1 for none."""
    best, winner = int64(state.target) - 1, int64(NOBODY)
    for seat in range(state.players):
        points = int64(state.scores[seat])
        if points >= best:
            winner = int64(seat) if points > best else int64(NOBODY)
            best = points
    return winner


@kernel
def score(state, rules, hero, outcome):
    """Write the outcome of the hand, or of the match, that has ended."""
    outcome.your_seat = int32(hero)
    if state.target > 0:
        score_match(state, rules, hero, outcome)
        return
    total = int64(0)
    for seat in range(SEATS):
        outcome.points[seat] = state.points[seat]
        outcome.deadwood[seat] = state.left[seat]
        total += int64(state.points[seat])
    own = int64(state.points[hero])
    outcome.your_points = int32(own)
    outcome.your_net = int32(own * int64(state.players) - total)
    end, knocker = int64(state.end), int64(state.knocker)
    yours = end
    if end != VOID and knocker != hero:
        did = holds(uint64(state.under), hero)
        yours = end + BY_OTHERS + int64(end == UNDERCUT and not did)
    outcome.end = int32(end)
    outcome.your_end = int32(yours)
    outcome.turns = int32(state.turn_no)
    outcome.knocker = int32(knocker)
    outcome.knocked_with = int32(NOBODY if end == VOID else state.deadwood_of[uint64(knocker)])


@kernel
def score_match(state, rules, hero, outcome):
    """Write the outcome of a match, with the bonuses at its end."""
    winner, total, others = winner_of(state), int64(0), int64(0)
    for seat in range(state.players):
        others += int64(seat != winner and state.hands_won[seat] > 0)
    for seat in range(SEATS):
        points, won = int64(state.scores[seat]), int64(state.hands_won[seat])
        final = points + int64(rules.box_bonus) * won
        if seat == winner:
            final += int64(rules.game_bonus)
            final += points if rules.shutout_doubles != 0 and others == 0 else int64(0)
        outcome.final[seat] = int32(final)
        outcome.won[seat] = int32(won)
        total += final
    outcome.your_win = int32(winner == hero)
    outcome.winner = int32(winner)
    outcome.your_net = int32(int64(outcome.final[hero]) * int64(state.players) - total)
    outcome.hands = int32(state.deals)
    outcome.voids = int32(state.voids)
