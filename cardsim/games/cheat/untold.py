"""Playing an unknown game of Cheat to where a pile that was told may have begun.

Somebody tells a place in words, and nothing of earlier piles. A game is dealt, and played by
whoever sits there, until the seat that began the pile is to claim. There it is mended: the own seat
gets its cards, and all hold as many as they did. The fewer cards must change hands, the likelier
the game. Numbers that were not told are those of that game.
"""

from __future__ import annotations

from numpy import int16, int32, int64, uint8, uint32, uint64

from cardsim.cards import draw_cards
from cardsim.games.cheat.imagine import is_true
from cardsim.games.cheat.play import clear_pile, deal, observe
from cardsim.games.cheat.rules import CARDS, SUIT_CARDS
from cardsim.games.cheat.state import ARRIVED, COUNT, CYCLIC, NONE, PLAYED, RANK, RANKS, SEATS
from cardsim.kernels.intrinsics import copy_array
from cardsim.kernels.jit import kernel
from cardsim.rng import WORDS, below

VISITS = 3
"""Largest number of such claims of a game of which each may be the one that was told."""
MOVED, OWN, SWEPT, COUNTED = 0.6, 0.2, 1.0, 0.5
"""Taken off the logarithm of a game's likelihood for each card that must change hands, for each own
card that must, for a pile that must be taken, and for each by which a number is another."""
NEVER = -1e9
"""Stands for the logarithm of 0."""
LOOSE, WANTED, HELD = range(3)
"""Rows of `before`, by rank: cards in nobody's hand, own cards, and a hand before it is mended."""


@kernel
def deal_anew(view, rules, words, state):
    """Deal a game, and lay in `deck` all cards in the order in which they change hands.

    Returns:
        The first decision.
    """
    for k in range(WORDS):
        words.words[k] = state.first_words[k]
    words.position, words.filled = uint32(0), uint32(WORDS)
    visits = below(words, VISITS)
    state.takes = int32(1)
    state.past_claims = int32(0)
    following = deal(state, rules, words)
    size = SUIT_CARDS * RANKS * int64(view.packs)
    for card in range(size):
        state.deck[card] = uint8(card)
    draw_cards(state.deck, 0, size, size, words)
    state.heads[0] = int32(visits)
    state.recalls, state.log_weight = uint8(PLAYED), NEVER
    return following


@kernel
def begins_pile(view, state, decision):
    """Return whether the pile that was told begins with this claim of a game that is played."""
    if decision != (COUNT if state.mode == CYCLIC else RANK) or state.plays == 0:
        return False
    begun = view.pile_claims > 0
    if state.seat != (int64(view.pile_plays[0, 0]) if begun else int64(view.seat)):
        return False
    if state.mode == CYCLIC:
        rank = int64(view.pile_plays[0, 1]) if begun else int64(view.required_rank)
        if state.required_rank != rank:
            return False
        if view.claims[0] >= 0:
            return state.plays == view.plays - view.pile_claims
    elif not state.round_start:
        return False
    state.heads[0] -= int32(1)
    return state.heads[0] < 0


@kernel
def held_then(view, seat):
    """Return how many cards a seat held when the pile began, int64."""
    cards = int64(view.hand_sizes[seat])
    for k in range(view.pile_claims):
        cards += int64(view.pile_plays[k, 2]) if view.pile_plays[k, 0] == seat else int64(0)
    return cards


@kernel
def arrive(view, state):
    """Mend a game that was played: all hold as many cards as was told, and the own seat its own."""
    me = int64(view.seat)
    state.log_weight = -(too_far(view, state) + COUNTED * told_otherwise(view, state))
    for rank in range(RANKS):
        state.before[LOOSE, rank] = uint8(0)
        state.before[WANTED, rank] = view.counts[rank]
    for card in range(view.pile_size):
        if view.own_pile[card] < RANKS:
            state.before[WANTED, uint64(view.own_pile[card])] += uint8(1)
    for card in range(state.pile_size):
        state.before[LOOSE, uint64(state.pile[card])] += uint8(1)
    clear_pile(state)
    give_own(view, state, me)
    share_out(view, state, me)
    for seat in range(state.players):
        for other in range(state.players):
            for rank in range(RANKS):
                held = state.counts_of[other, rank]
                state.known_of[seat, other, rank] = min(state.known_of[seat, other, rank], held)
    for row in range(3):
        for word in range(2):
            state.before_word[row, word] = uint64(0)
    state.takes = max(state.takes, int32(1))
    state.recalls, state.heads[0] = uint8(ARRIVED), int32(0)
    observe(state, view)


@kernel
def too_far(view, state):
    """Return what is taken off for cards that must change hands: a pile goes to one seat."""
    moved, most = int64(0), int64(0)
    for seat in range(state.players):
        more = int64(state.hand_sizes[seat]) - held_then(view, seat)
        moved += max(more, 0)
        most = max(most, -more)
    pile = int64(state.pile_size)
    moved += max(pile - most, 0)
    return MOVED * float(moved) + (SWEPT if pile > 0 else 0.0)


@kernel
def told_otherwise(view, state):
    """Return by how much the numbers that were told are others, int64."""
    apart = int64(0)
    for seat in range(state.players):
        if view.claims[seat] >= 0 and state.mode != CYCLIC:
            since = int64(0)
            for k in range(view.pile_claims):
                since += int64(view.pile_plays[k, 0] == seat)
            apart += abs(int64(view.claims[seat]) - since - int64(state.claims[seat]))
        if view.challenged[seat] >= 0:
            apart += abs(int64(view.challenged[seat]) - int64(state.challenged[seat]))
        if view.caught[seat] >= 0:
            apart += abs(int64(view.caught[seat]) - int64(state.caught[seat]))
        if view.wrong_challenges[seat] >= 0:
            apart += abs(int64(view.wrong_challenges[seat]) - int64(state.wrong_challenges[seat]))
    return apart


@kernel
def give_own(view, state, me):
    """Give the own seat the cards that it had when the pile began."""
    for rank in range(RANKS):
        held, wanted = state.counts_of[me, rank], state.before[WANTED, rank]
        if held > wanted:
            state.before[LOOSE, rank] += held - wanted
            state.counts_of[me, rank] = wanted
    for rank in range(RANKS):
        while state.counts_of[me, rank] < state.before[WANTED, rank]:
            state.log_weight -= OWN
            if state.before[LOOSE, rank] > 0:
                state.before[LOOSE, rank] -= uint8(1)
            else:
                giver = who_gives(view, state, me, rank)
                if giver == NONE:
                    break
                state.counts_of[giver, rank] -= uint8(1)
                state.hand_sizes[giver] -= int16(1)
            state.counts_of[me, rank] += uint8(1)
    state.hand_sizes[me] = int16(held_then(view, me))


@kernel
def who_gives(view, state, me, rank):
    """Return which other seat with a card of the rank has most cards too many, int64; else NONE."""
    giver, most = int64(NONE), int64(-CARDS - 1)
    for seat in range(state.players):
        more = int64(state.hand_sizes[seat]) - held_then(view, seat)
        if seat != me and state.counts_of[seat, rank] > 0 and more > most:
            giver, most = int64(seat), more
    return giver


@kernel
def share_out(view, state, me):
    """Take random cards from others who have too many, and give them to those who have too few."""
    copies = SUIT_CARDS * int64(state.packs)
    size = copies * RANKS
    for seat in range(state.players):
        if seat == me:
            continue
        copy_array(state.before[HELD], state.counts_of[seat])
        wanted = held_then(view, seat)
        for k in range(size):
            if state.hand_sizes[seat] <= wanted:
                break
            rank, copy = uint64(state.deck[k]) // uint64(copies), int64(state.deck[k]) % copies
            if copy < state.before[HELD, rank]:
                state.counts_of[seat, rank] -= uint8(1)
                state.hand_sizes[seat] -= int16(1)
                state.before[LOOSE, rank] += uint8(1)
    copy_array(state.before[HELD], state.before[LOOSE])
    seat = int64(0)
    for k in range(size):
        rank, copy = uint64(state.deck[k]) // uint64(copies), int64(state.deck[k]) % copies
        if copy >= state.before[HELD, rank]:
            continue
        while seat < state.players and state.hand_sizes[seat] >= held_then(view, seat):
            seat += 1
        if seat == state.players:
            break
        state.counts_of[seat, rank] += uint8(1)
        state.hand_sizes[seat] += int16(1)


@kernel
def laid_card(view, state):
    """Return the next card of an own claim of the pile, int64; the lowest first."""
    claim, before = uint64(state.pile_claims), int64(state.claim_count) - int64(state.left)
    at = int64(view.pile_plays[claim, 3])
    for rank in range(RANKS):
        for card in range(at, at + int64(view.pile_plays[claim, 2])):
            if view.own_pile[card] == rank:
                if before == 0:
                    return int64(rank)
                before -= 1
    return int64(NONE)


@kernel
def tell_numbers(past, state):
    """Give all seats the numbers of a game that was played, where they were not told."""
    if state.claims[0] < 0:
        state.plays = past.plays
    for seat in range(SEATS):
        if state.claims[seat] < 0:
            state.claims[seat] = past.claims[seat]
        if state.challenged[seat] < 0:
            state.challenged[seat] = min(past.challenged[seat], state.claims[seat])
        if state.caught[seat] < 0:
            state.caught[seat] = min(past.caught[seat], state.challenged[seat])
        if state.wrong_challenges[seat] < 0:
            state.wrong_challenges[seat] = past.wrong_challenges[seat]


@kernel
def keep_known(state):
    """Give others the cards that they are known to hold, in place of some, where any were told."""
    me, told = int64(state.seat), False
    for seat in range(state.players):
        for rank in range(RANKS):
            told = told or (seat != me and state.known[seat, rank] > 0)
    if not told:
        return
    for seat in range(state.players):
        if seat == me:
            continue
        copy_array(state.known_of[me, seat], state.known[seat])
        for rank in range(RANKS):
            while state.counts_of[seat, rank] < state.known[seat, rank]:
                if not swap(state, seat, uint64(rank)):
                    break
    if state.pile_claims > 0:
        state.truthful = uint8(is_true(state, state.pile_claims - 1))


@kernel
def swap(state, seat, rank):
    """Give a seat a card of the rank for one not known of it; return False if there is none."""
    given = int64(NONE)
    for other in range(RANKS):
        if state.counts_of[seat, other] > state.known[seat, other]:
            given = int64(other)
    if given == NONE:
        return False
    found = False
    for other in range(state.players):
        more = int64(state.counts_of[other, rank]) - int64(state.known[other, rank])
        if not found and int64(other) not in (int64(seat), int64(state.seat)) and more > 0:
            state.counts_of[other, rank] -= uint8(1)
            state.counts_of[other, given] += uint8(1)
            found = True
    for card in range(state.pile_size):
        if not found and state.owner[card] != state.seat and state.pile[card] == rank:
            state.pile[card] = uint8(given)
            found = True
    if found:
        state.counts_of[seat, rank] += uint8(1)
        state.counts_of[seat, given] -= uint8(1)
    return found
