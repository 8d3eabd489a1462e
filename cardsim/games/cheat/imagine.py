"""Sampling of Cheat games that agree with what a seat sees.

RULES.md, section 5, defines them: claims tell nothing, but what the seat knows about other seats'
cards holds.
"""

from __future__ import annotations

from numpy import int8, int32, int64, uint8, uint64

from cardsim.cards import draw_cards
from cardsim.game import REPLAYED
from cardsim.games.cheat.notes import is_untold, recollect
from cardsim.games.cheat.rules import CARDS, SUIT_CARDS
from cardsim.games.cheat.state import (
    CARD,
    CHALLENGE,
    CLASSROOM,
    COUNT,
    NO_CARD,
    NONE,
    NOTES,
    PHRASE,
    RANK,
    RANKS,
    SEATS,
    TRICHEZ,
)
from cardsim.kernels.intrinsics import copy_seen
from cardsim.kernels.jit import kernel
from cardsim.rng import WORDS, below, fill_up, uniform

TRIES = 1 << 16
"""Most deals before one is accepted; so many are hardly ever needed."""


@kernel
def imagine(view, rules, words, state):
    """Write a game drawn uniformly from those that agree with what the seat on turn sees.

    The others know about each other only what this seat knows too.
    """
    if words.filled == 0:
        fill_up(words)
    for k in range(WORDS):
        state.first_words[k] = words.words[k]
    copy_seen(view, state)
    dealt_later = state.log_weight == REPLAYED and view.mode != CLASSROOM
    dealt_later = dealt_later and (is_untold(view) or recollect(view, state))
    clear_unseen(state)
    state.first = int8(int64(state.deals) % int64(state.players) if state.match else 0)
    state.asked = int8(what_is_asked(state))
    own_cards(state)
    if dealt_later:
        return
    if state.mode == CLASSROOM:
        deal_stacks(state, rules, words)
    else:
        deal_unseen(state, words)
        share_knowledge(state)
    count_lies(state)


@kernel
def clear_unseen(state):
    """Clear what the seat does not see: all hands, and all that has happened."""
    state.winner, state.taker = int8(NONE), int8(NONE)
    state.takes = int32(0)
    state.rightly = int32(0)
    state.truthful = uint8(0)
    state.recalls, state.log_weight = uint8(0), 0.0
    for card in range(CARDS):
        state.pile[card] = uint8(0)
        state.owner[card] = uint8(NO_CARD)
    for seat in range(SEATS):
        state.heads[seat] = int32(0)
        state.noted[seat] = int32(NOTES)
        for k in range(NOTES // 4):
            state.notes_word[seat, k] = uint64(0)
        for word in range(2):
            state.counts_of_word[seat, word] = uint64(0)
            state.before_word[seat, word] = uint64(0)
            for other in range(SEATS):
                state.known_of_word[seat, other, word] = uint64(0)


@kernel
def what_is_asked(state):
    """Return the decision that waits."""
    if state.claim_seat != NONE:
        return CHALLENGE
    if state.claim_count > 0:
        return CARD
    return COUNT if state.claim_rank != NONE else RANK


@kernel
def own_cards(state):
    """Put the cards that the seat sees in place, and write the owner of each card of the pile."""
    seat = uint64(state.seat)
    for k in range(state.pile_claims):
        at = int64(state.pile_plays[k, 3])
        for card in range(at, at + int64(state.pile_plays[k, 2])):
            state.owner[card] = state.pile_plays[k, 0]
            if state.owner[card] == seat:
                state.pile[card] = state.own_pile[card]
    for k in range(NOTES):
        state.past_cards_of[seat, k] = state.past_cards[k]
    at = int64(state.pile_size)
    for rank in range(RANKS):
        state.counts_of[seat, rank] = state.counts[rank]
        for _ in range(state.chosen[rank]):
            state.pile[at] = uint8(rank)
            at += 1
    for other in range(state.players):
        state.takes += max(state.challenged[other], int32(0))


@kernel
def held_before(state):
    """Write into `before` the cards that others held for certain when the pile began.

    A seat then held, of each rank known of it, as many more as it has laid cards since. That can be
    impossible in a position that somebody described; `before` then gets what is known now.

    Returns:
        Whether it is possible.
    """
    seat, pack = int64(state.seat), SUIT_CARDS * int64(state.packs)
    possible = True
    for other in range(state.players):
        laid, certain = laid_by(state, other), int64(0)
        for rank in range(RANKS):
            known = int64(state.known[other, rank])
            if known > 0 and other != seat:
                state.before[other, rank] = uint8(known + laid)
                certain += known + laid
        possible = possible and certain <= laid + int64(state.hand_sizes[other])
    for rank in range(RANKS):
        held = int64(state.counts[rank])
        for card in range(state.pile_size):
            held += int64(state.owner[card] == seat and state.pile[card] == rank)
        for other in range(state.players):
            held += int64(state.before[other, rank])
        possible = possible and held <= pack
    if not possible:
        for other in range(state.players):
            for rank in range(RANKS):
                if other != seat:
                    state.before[other, rank] = state.known[other, rank]
    return possible


@kernel
def laid_by(state, seat):
    """Return how many cards of the pile a seat has laid, int64."""
    laid = int64(0)
    for card in range(state.pile_size):
        laid += int64(state.owner[card] == seat)
    return laid


@kernel
def unseen_ranks(state):
    """Lay in `deck` the cards that the seat does not see and nobody held for certain."""
    seat, size = uint64(state.seat), int64(0)
    for rank in range(RANKS):
        unseen = SUIT_CARDS * int64(state.packs) - int64(state.counts[rank])
        for other in range(state.players):
            unseen -= int64(state.before[other, rank])
        for card in range(state.pile_size):
            unseen -= int64(state.owner[card] == seat and state.pile[card] == rank)
        for _ in range(unseen):
            state.deck[size] = uint8(rank)
            size += 1
    return size


@kernel
def deal_unseen(state, words):
    """Deal the unseen cards to the pile and to the others, on top of what these held for certain.

    A deal in which a seat has more cards of a rank than it held for certain can arise in several
    ways, one for each choice of the certain cards among them. It is kept with chance 1 / ways. A
    seat with any certain cards has laid random ones of all it had.
    """
    seat = uint64(state.seat)
    since = held_before(state)
    size = unseen_ranks(state)
    for _ in range(TRIES):
        draw_cards(state.deck, 0, size, size, words)
        at, ways = int64(0), 1.0
        for card in range(state.pile_size):
            owner = uint64(state.owner[card])
            if owner != seat and not (since and certain_of(state, owner) > 0):
                state.pile[card] = state.deck[at]
                at += 1
        for other in range(state.players):
            if other == seat:
                continue
            held, cards = certain_of(state, other), int64(state.hand_sizes[other])
            if since and held > 0:
                cards += laid_by(state, other)
            for rank in range(RANKS):
                state.counts_of[other, rank] = state.before[other, rank]
            for _ in range(held, cards):
                state.counts_of[other, uint64(state.deck[at])] += uint8(1)
                at += 1
            for rank in range(RANKS):
                certain = int64(state.before[other, rank])
                for k in range(int64(state.counts_of[other, rank]) - certain):
                    ways *= float(certain + k + 1) / float(k + 1)
        if ways * uniform(words) < 1.0:
            break
    for other in range(state.players):
        if since and other != seat and certain_of(state, other) > 0:
            lay_any(state, uint64(other), words)
        for word in range(2):
            state.before_word[other, word] = uint64(0)


@kernel
def certain_of(state, seat):
    """Return how many cards a seat held for certain when the pile began, int64."""
    total = int64(0)
    for rank in range(RANKS):
        total += int64(state.before[seat, rank])
    return total


@kernel
def lay_any(state, seat, words):
    """Lay random cards of a seat in its places in the pile."""
    held = int64(state.hand_sizes[seat]) + laid_by(state, seat)
    for card in range(state.pile_size):
        if state.owner[card] == seat:
            wanted = below(words, held)
            for rank in range(RANKS):
                if wanted < state.counts_of[seat, rank]:
                    state.pile[card] = uint8(rank)
                    state.counts_of[seat, rank] -= uint8(1)
                    break
                wanted -= int64(state.counts_of[seat, rank])
            held -= 1


@kernel
def share_knowledge(state):
    """Write what other seats know: what this seat knows of third seats, and a claim's cards."""
    seat, players = int64(state.seat), int64(state.players)
    for other in range(players):
        for third in range(players):
            if third not in (other, seat):
                for rank in range(RANKS):
                    state.known_of[other, third, rank] = state.known[third, rank]
    if state.asked == CHALLENGE:
        claimant = uint64(state.claim_seat)
        for other in range(state.players):
            for rank in range(RANKS):
                state.before[other, rank] = state.known_of[other, claimant, rank]
            for card in range(int64(state.pile_size) - int64(state.claim_count), state.pile_size):
                state.before[other, uint64(state.pile[card])] += uint8(1)


@kernel
def given_away(state, rules):
    """Return the card of a claim in the classroom game if its signal leaves no doubt, else NONE."""
    shows, wrongly = rules.tell_rate, rules.false_tell_rate
    cheats, does_not = (shows, wrongly) if state.signal else (1 - shows, 1 - wrongly)
    if does_not <= 0:
        return TRICHEZ
    return PHRASE if cheats <= 0 else NONE


@kernel
def deal_stacks(state, rules, words):
    """Deal the classroom game's cards that the seat has not played to stacks and pile."""
    seat = uint64(state.seat)
    phrases, others = int64(rules.phrase_cards), int64(rules.cheat_cards)
    top = given_away(state, rules)
    for card in range(state.pile_size):
        if state.owner[card] == seat:
            phrases -= int64(state.pile[card] == PHRASE)
            others -= int64(state.pile[card] == TRICHEZ)
    phrases -= int64(top == PHRASE)
    others -= int64(top == TRICHEZ)
    size = phrases + others
    for card in range(size):
        state.deck[card] = uint8(PHRASE if card < phrases else TRICHEZ)
    draw_cards(state.deck, 0, size, size, words)
    at, last = int64(0), int64(state.pile_size) - 1
    for card in range(state.pile_size):
        if card == last and top != NONE:
            state.pile[card] = uint8(top)
        elif state.owner[card] != seat:
            state.pile[card] = state.deck[at]
            at += 1
    for other in range(state.players):
        for card in range(state.hand_sizes[other]):
            state.stacks[other, card] = state.deck[at]
            at += 1


@kernel
def count_lies(state):
    """Count the false claims in the pile; of earlier claims only those found out count."""
    for seat in range(state.players):
        state.rightly += max(state.caught[seat], int32(0))
    state.lies = state.rightly
    for k in range(state.pile_claims):
        true = is_true(state, k)
        state.lies += not true
        state.truthful = uint8(true)


@kernel
def is_true(state, claim):
    """Return whether a claim of the pile is true."""
    at, true = int64(state.pile_plays[claim, 3]), True
    rank = state.pile_plays[claim, 1] if state.mode != CLASSROOM else uint8(PHRASE)
    for card in range(at, at + int64(state.pile_plays[claim, 2])):
        true = true and state.pile[card] == rank
    return true
