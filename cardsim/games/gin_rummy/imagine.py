"""Sampling of Gin Rummy hands that agree with what a seat sees."""

from __future__ import annotations

from numpy import int8, int32, uint8, uint64

from cardsim.cards import PACK, draw_card
from cardsim.games.gin_rummy.features import passes
from cardsim.games.gin_rummy.melds import deadwood
from cardsim.games.gin_rummy.play import NO_CHOICE
from cardsim.games.gin_rummy.state import DRAW, FINISH, MELDS, NOBODY, UPCARD
from cardsim.kernels.card_bits import FULL_PACK, count, lowest, only, without_lowest
from cardsim.kernels.intrinsics import clear, copy_seen
from cardsim.kernels.jit import kernel


@kernel
def imagine(view, rules, words, state):
    """Write a hand drawn uniformly from those that agree with what the seat on turn sees.

    Other seats hold the tiles that they took from the row and have not thrown. Any other tile that
    was never in the row may be anywhere, since a player may throw or keep any tile of any hand.
    """
    clear(state)
    copy_seen(view, state)
    state.faced = FULL_PACK & ~(uint64(view.unseen) | uint64(view.hand))
    for seat in range(view.players):
        state.faced |= uint64(view.taken[seat]) | uint64(view.thrown[seat])
    state.asked = int8(what_is_asked(view))
    state.passed = uint8(passes(view))
    state.knocker = int8(view.seat if view.arrangements > 0 else NOBODY)
    state.chosen = int32(NO_CHOICE)
    place, unseen = PACK - count(view.unseen), uint64(view.unseen)
    for at in range(place, PACK):
        state.deck[at] = uint8(lowest(unseen))
        unseen = without_lowest(unseen)
    for seat in range(view.players):
        hand = uint64(view.hand) if seat == view.seat else uint64(view.taken[seat])
        while count(hand) < view.hand_sizes[seat]:
            hand |= only(draw_card(state.deck, place, PACK, words))
            place += 1
        state.hand_of[seat] = hand
        state.deadwood_of[seat] = int32(deadwood(hand))


@kernel
def what_is_asked(view):
    """Return the decision that waits."""
    if view.arrangements > 0:
        return MELDS
    if view.tiles > view.hand_size:
        return FINISH
    offered = view.upcard_offer != 0 and view.turn_no == 0 and passes(view) < view.players
    return UPCARD if offered else DRAW
