"""Replaying an imagined game of Cheat: back to where its pile began, then forward as seen."""

from __future__ import annotations

from numpy import int8, int16, int32, int64, uint8, uint32, uint64

from cardsim.game import NOT_SEEN, OVER
from cardsim.games.cheat.play import DOWN, UP, claim, next_rank, rank_below
from cardsim.games.cheat.rules import CARDS
from cardsim.games.cheat.state import (
    CHALLENGE,
    CLASSROOM,
    COUNT,
    CYCLIC,
    NO_CARD,
    NONE,
    RANK,
    RANKS,
)
from cardsim.kernels.jit import kernel


@kernel
def rewind(view, rules, words, state):
    """Turn the game back to where its pile began; the cards laid since stay hidden in `pile`.

    They are laid again as the imagined game has them, in order of rank within each claim.

    Returns:
        The first decision; OVER where no pile was begun, and in the classroom game, in which nobody
        chooses the card that he lays.
    """
    if state.mode == CLASSROOM or view.pile_claims == 0:
        return int64(OVER)
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
    """Return the claim or belief seen of the seat on turn; its cards are the imagined ones."""
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
