"""Replaying an imagined game of Cheat: back to its deal, then forward as seen.

If the view has all claims of the game, the game is dealt anew. The own seat gets the cards that it
had, and each other seat at least the cards that it must have had to lay what was seen. Then all
claims and challenges are made again. Cards that are known are laid again, and the others are chosen
by whoever sits there. The imagined hands are those at the end.

If claims are missing, the game goes back to where its pile began, and all lay the imagined cards.
If a place told in words has had earlier piles, a game is dealt and played to where its pile may
have begun (`untold`).
"""

from __future__ import annotations

import math

from numpy import int8, int16, int32, int64, uint8, uint32, uint64

from cardsim.cards import draw_cards
from cardsim.game import NOT_SEEN, OVER, UNTOLD
from cardsim.games.cheat.imagine import count_lies, deal_unseen, share_knowledge
from cardsim.games.cheat.notes import coded_card, is_untold, recollect, taker_of
from cardsim.games.cheat.play import DOWN, UP, claim, clear_table, next_rank, rank_below, seat_after
from cardsim.games.cheat.rules import CARDS, SUIT_CARDS
from cardsim.games.cheat.state import (
    ARRIVED,
    CARD,
    CHALLENGE,
    CLAIMS,
    CLASSROOM,
    COUNT,
    CYCLIC,
    FALSE,
    KEPT,
    NO_CARD,
    NONE,
    PLAYED,
    RANK,
    RANKS,
    SEATS,
)
from cardsim.games.cheat.untold import (
    arrive,
    begins_pile,
    deal_anew,
    keep_known,
    laid_card,
    tell_numbers,
)
from cardsim.kernels.intrinsics import copy_array
from cardsim.kernels.jit import kernel
from cardsim.rng import WORDS

MENDED = 12.0
"""Taken off the logarithm of a game's likelihood for each card that must change hands to be laid
where it was seen: more than for a lapse, but little enough for a filter to leave such games."""


@kernel
def rewind(view, rules, words, state):
    """Turn the game back to its deal, or to where its pile began.

    Returns:
        The first decision; OVER where nothing was claimed, and in the classroom game, in which
        nobody chooses what he lays.
    """
    if state.mode == CLASSROOM or view.plays == 0:
        return int64(OVER)
    if is_untold(view):
        return deal_anew(view, rules, words, state)
    if not recollect(view, state):
        return back_to_pile(view, rules, words, state)
    state.takes = int32(1)
    clear_table(state)
    state.past_claims = int32(0)
    if not deal_again(view, words, state):
        return int64(OVER)
    state.recalls = uint8(CLAIMS)
    state.required_rank = state.first_rank
    state.last_rank = int8(NONE)
    state.round_start = uint8(1)
    return claim(state, rules, int64(state.first), words)


# ---------------------------------------------------------------- back to the deal


@kernel
def deal_again(view, words, state):
    """Deal a game in which all claims whose cards are known can have been made.

    Each other seat gets the cards that it must have had, and any others. A deal in which it has
    more of a rank than that comes up in as many ways as the cards it must have had can be chosen
    among them. `log_weight` corrects this: the logarithm of one in so many.

    Returns:
        False if there is no such deal.
    """
    me, players = int64(view.seat), int64(view.players)
    pack, size = SUIT_CARDS * int64(view.packs), int64(0)
    for rank in range(RANKS):
        state.counts_of[me, rank] = view.counts[rank]
    for other in range(players):
        for rank in range(RANKS):
            state.before[other, rank] = uint8(0)
    must_have_had(view, state)
    for rank in range(RANKS):
        unseen = pack - int64(state.counts_of[me, rank])
        for other in range(players):
            unseen -= int64(state.before[other, rank])
        if not 0 <= unseen <= pack:
            return False
        for _ in range(unseen):
            state.deck[size] = uint8(rank)
            size += 1
    for k in range(WORDS):
        words.words[k] = state.first_words[k]
    words.position, words.filled = uint32(0), uint32(WORDS)
    draw_cards(state.deck, 0, size, size, words)
    each, more = pack * RANKS // players, pack * RANKS % players
    at, seat, log_weight = int64(0), int64(state.first), 0.0
    for k in range(players):
        cards = each + int64(k < more)
        state.hand_sizes[seat] = int16(cards)
        held = int64(0)
        for rank in range(RANKS):
            held += int64(state.before[seat, rank] if seat != me else state.counts_of[seat, rank])
        if held > cards or (seat == me and held != cards) or at + cards - held > size:
            return False
        if seat != me:
            copy_array(state.counts_of[seat], state.before[seat])
            for _ in range(cards - held):
                state.counts_of[seat, uint64(state.deck[at])] += uint8(1)
                at += 1
            for rank in range(RANKS):
                certain = int64(state.before[seat, rank])
                for more_of in range(int64(state.counts_of[seat, rank]) - certain):
                    log_weight -= math.log(float(certain + more_of + 1) / float(more_of + 1))
        seat = seat_after(state, seat)
    for other in range(players):
        for word in range(2):
            state.before_word[other, word] = uint64(0)
    state.log_weight = log_weight
    return True


@kernel
def must_have_had(view, state):
    """Write into `before` what others must have been dealt, and the own cards at the deal.

    A card that a seat was seen to lay was dealt to it, unless it had picked it up. If it had picked
    up unknown cards, it may be one of them.
    """
    me, first, made = int64(view.seat), int64(0), int64(view.past_claims)
    players = int64(view.players)
    for other in range(players):
        state.heads[other] = int32(0)
    for k in range(made):
        seat, number = int64(view.past[k, 0]), int64(view.past[k, 2])
        for c in range(number if state.recalled[k] != 0 else 0):
            rank = uint64(coded_card(state.recalled[k], c))
            if seat == me:
                state.counts_of[me, rank] += uint8(1)
            elif state.known_of[me, seat, rank] > 0:
                state.known_of[me, seat, rank] -= uint8(1)
            elif state.heads[seat] == 0:
                state.before[seat, rank] += uint8(1)
        if view.past[k, 3] == 0:
            continue
        taker = taker_of(view, k)
        for j in range(first, k + 1):
            for c in range(view.past[j, 2]):
                rank = uint64(coded_card(state.recalled[j], c)) if state.recalled[j] else uint64(0)
                if taker == me:
                    state.counts_of[me, rank] -= uint8(1)
                elif state.recalled[j] != 0:
                    state.known_of[me, taker, rank] += uint8(1)
                else:
                    state.heads[taker] += int32(1)
        first = k + 1
    for other in range(players):
        state.heads[other] = int32(0)
        for word in range(2):
            state.known_of_word[me, other, word] = uint64(0)


@kernel
def mend(view, state, cards, number):
    """Give the seat on turn these cards; what it lacks is exchanged with others or the pile."""
    seat = uint64(state.seat)
    for k in range(number):
        rank = uint64(coded_card(cards, k))
        wanted, spare, most = int64(0), int64(NONE), int64(0)
        for c in range(number):
            wanted += int64(coded_card(cards, c) == rank)
        if state.counts_of[seat, rank] >= wanted:
            continue
        for other in range(RANKS):
            free = int64(state.counts_of[seat, other])
            for c in range(number):
                free -= int64(coded_card(cards, c) == other)
            if free > most:
                spare, most = int64(other), free
        if spare == NONE or not exchange(view, state, rank, uint64(spare)):
            return
        state.counts_of[seat, rank] += uint8(1)
        state.counts_of[seat, spare] -= uint8(1)
        state.log_weight -= MENDED
    for word in range(2):
        state.counts_word[word] = state.counts_of_word[seat, word]
        state.known_word[seat, word] = state.counts_of_word[seat, word]


@kernel
def exchange(view, state, rank, given):
    """Put a card in place of one of a rank, in the hand with most of them or in the pile."""
    best, most = int64(NONE), int64(0)
    for other in range(view.players):
        if other not in (view.seat, state.seat) and state.counts_of[other, rank] > most:
            best, most = int64(other), int64(state.counts_of[other, rank])
    if best != NONE:
        state.counts_of[best, rank] -= uint8(1)
        state.counts_of[best, given] += uint8(1)
        return True
    for k in range(state.pile_claims):
        start = int64(state.pile_plays[k, 3])
        known = state.recalled[int64(state.plays) - int64(state.pile_claims) + k] != 0
        for card in range(start, start + (0 if known else int64(state.pile_plays[k, 2]))):
            if state.pile[card] == rank:
                state.pile[card] = uint8(given)
                return True
    return False


@kernel
def settle(past, rules, words, state):
    """Give all seats what they hold and know in a replayed game."""
    if past.recalls == 0:
        return
    same = past.asked == state.asked and past.seat == state.seat
    if past.recalls == CLAIMS:
        same = same and past.plays == state.plays
    else:
        same = same and past.recalls == ARRIVED and past.pile_claims == state.pile_claims
        tell_numbers(past, state)
    if not same:
        # It did not come to the view: nothing of it is taken.
        deal_unseen(state, words)
        share_knowledge(state)
        count_lies(state)
        return
    for seat in range(SEATS):
        copy_array(state.counts_of[seat], past.counts_of[seat])
        copy_array(state.before[seat], past.before[seat])
        copy_array(state.past_cards_of[seat], past.past_cards_of[seat])
        state.noted[seat] = past.noted[seat]
        for other in range(SEATS):
            copy_array(state.known_of[seat, other], past.known_of[seat, other])
    for card in range(CARDS):
        state.pile[card] = past.pile[card]
    state.takes, state.lies, state.rightly = past.takes, past.lies, past.rightly
    state.truthful, state.taker = past.truthful, past.taker
    if past.recalls == ARRIVED:
        keep_known(state)


@kernel
def seen_of_game(view, state, decision):
    """Return what the seat on turn was seen to do, by the claims of the whole game."""
    at, made = int64(state.plays), int64(view.past_claims)
    if decision == CHALLENGE:
        at -= 1
        if at >= made - 1 and view.claim_seat != NONE:
            return int64(NOT_SEEN if at >= made or state.seat == view.seat else 0)
        return int64(at < made and (view.past[at, 3] & (FALSE - 1)) == state.seat + 1)
    if at >= made:
        return seen_of_claim(view, state, decision)
    cards, number = state.recalled[at], int64(view.past[at, 2])
    if decision == CARD:
        chosen = int64(state.claim_count) - int64(state.left)
        return coded_card(cards, chosen) if cards != 0 else int64(UNTOLD)
    if cards != 0 and state.seat != view.seat:
        mend(view, state, cards, number)
    return told_rank(state, int64(view.past[at, 1])) if decision == RANK else number


@kernel
def seen_of_claim(view, state, decision):
    """Return what was seen of the claim that is being made."""
    if decision == RANK:
        return int64(NOT_SEEN) if view.claim_rank == NONE else told_rank(state, view.claim_rank)
    if decision == COUNT:
        return int64(view.claim_count if view.claim_count > 0 else NOT_SEEN)
    before = int64(state.claim_count) - int64(state.left)
    for rank in range(RANKS):
        if before < view.chosen[rank]:
            return int64(rank)
        before -= int64(view.chosen[rank])
    return int64(NOT_SEEN)


# ---------------------------------------------------------------- back to where the pile began


@kernel
def back_to_pile(view, rules, words, state):
    """Turn the game back to where its pile began; the cards laid since stay hidden in `pile`.

    They are laid again as the imagined game has them, in order of rank within each claim.

    Returns:
        The first decision; OVER where no pile was begun.
    """
    if view.pile_claims == 0:
        return int64(OVER)
    state.past_claims = int32(KEPT)
    first, made = int64(view.pile_plays[0, 0]), int64(view.pile_claims)
    for k in range(made):
        seat, number = uint64(view.pile_plays[k, 0]), int64(view.pile_plays[k, 2])
        at = int64(view.pile_plays[k, 3])
        sort(state.pile, at, at + number)
        for card in range(at, at + number):
            state.counts_of[seat, uint64(state.pile[card])] += uint8(1)
        state.hand_sizes[seat] = int16(int64(state.hand_sizes[seat]) + number)
        state.claims[seat] -= 1
    know_again(view, state)
    for card in range(CARDS):
        state.owner[card] = uint8(NO_CARD)
        state.pile_word[card] = uint32(0)
    state.pile_size = int64(0)
    state.pile_claims = int64(0)
    state.plays = int32(int64(view.plays) - made)
    state.chosen_word[0], state.chosen_word[1] = uint64(0), uint64(0)
    state.lowest, state.left = int8(0), int8(0)
    begun = state.plays == 0
    state.last_rank = int8(NONE)
    free = begun and view.first_rank == NONE
    if state.mode == CYCLIC:
        state.required_rank = int8(NONE if free else view.pile_plays[0, 1])
    state.round_start = uint8(begun or state.mode != CYCLIC)
    return claim(state, rules, first, words)


@kernel
def sort(cards, start, end):
    """Sort a few cards."""
    for i in range(start + 1, end):
        card, k = cards[i], i
        while k > start and cards[k - 1] > card:
            cards[k] = cards[k - 1]
            k -= 1
        cards[k] = card


@kernel
def know_again(view, state):
    """Raise what is known of each seat by the cards that it has laid since."""
    # While nobody has taken a pile, nothing is forgotten.
    state.takes = max(state.takes, int32(1))
    for other in range(state.players):
        laid = int64(0)
        for k in range(view.pile_claims):
            laid += int64(view.pile_plays[k, 2]) if view.pile_plays[k, 0] == other else int64(0)
        for seat in range(state.players):
            for rank in range(RANKS):
                known = int64(state.known_of[seat, other, rank])
                if known > 0:
                    known = min(known + laid, int64(state.counts_of[other, rank]))
                    state.known_of[seat, other, rank] = uint8(known)


@kernel
def seen(view, state, decision):
    """Return what the seat on turn was seen to claim, to lay or to believe."""
    if state.recalls == CLAIMS:
        return seen_of_game(view, state, decision)
    if state.recalls == PLAYED:
        if not begins_pile(view, state, decision):
            return int64(UNTOLD)
        arrive(view, state)
    if state.recalls == ARRIVED and decision == CARD:
        if state.pile_claims >= view.pile_claims:
            return seen_of_claim(view, state, decision)
        return laid_card(view, state) if state.seat == view.seat else int64(UNTOLD)
    return seen_of_pile(view, state, decision)


@kernel
def seen_of_pile(view, state, decision):
    """Return the claim or belief seen, by the pile alone; its cards are the imagined ones."""
    made, now = int64(state.pile_claims), int64(view.pile_claims)
    if decision == CHALLENGE:
        waits = made == now and view.claim_seat != NONE and state.seat == view.seat
        return int64(NOT_SEEN if waits else 0)
    rank, number, chosen = int64(view.claim_rank), int64(view.claim_count), int64(0)
    if made < now:
        rank, number = int64(view.pile_plays[made, 1]), int64(view.pile_plays[made, 2])
        chosen = number
    elif number > 0:
        chosen = number - int64(view.left)
    if decision == RANK:
        return int64(NOT_SEEN) if rank == NONE else told_rank(state, rank)
    if decision == COUNT:
        return int64(NOT_SEEN if number == 0 else number)
    at = int64(state.claim_count) - int64(state.left)
    return int64(state.pile[state.pile_size + at] if at < chosen else NOT_SEEN)


@kernel
def told_rank(state, rank):
    """Return the action that claims a rank, int64."""
    last = int64(state.last_rank)
    if state.round_start != 0:
        return int64(rank)
    if rank == next_rank(last):
        return int64(UP)
    return int64(DOWN if rank == rank_below(last) else 0)
