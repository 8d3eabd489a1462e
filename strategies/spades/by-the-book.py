"""Bid what the hand counts, or nil with a weak one, and play for what was bid.

It bids as `count-bid`, and nil where the hand counts at most `nil_count` tricks and has no spade
above `nil_spade`; never blind.

With a nil of its own it plays the highest card that does not win. It covers a partner's nil as long
as that holds: it plays high before him and takes what he would win. Against a nil of the others it
leads its lowest card, and leaves them a trick that the nil would take. Otherwise it plays for its
side's bid: it leads a card that nobody can beat, else a low one; leaves a trick to the partner who
is sure of it; and takes it with the lowest card that does if it is the last, or else with one that
no unseen card of that suit beats, or with a trump. Once its side has what it bid it throws the
highest cards that do not win, to `dodge` bags: always, or only when the others have theirs as well,
or never, and then it goes on as before; by house rules under which a bag costs no more than it
brings it goes on, too, and where nils do not pay it bids none. What any other strategy leaves out
is played like this.

Source: the baselines of the rules file, put together.
"""

from typing import Annotated

import numpy as np

from cardsim import Strategy, between, one_of
from cardsim.card_sets import FULL_PACK, holds, lowest, only, without_lowest
from cardsim.games.spades import (
    bags_cost,
    counted,
    highest_spade,
    holds_nil,
    nearest_bid,
    need,
    nil_pays,
    partner_wins,
    rivals_need,
)
from cardsim.games.spades.state import BEATS, SPADES, SUITS
from cardsim.tricks import high_card, low_card

NOTHING = np.uint64(0)
WAYS = ("always", "late", "never")
ALWAYS, LATE, NEVER = range(3)
Dodge = Annotated[
    str, one_of(WAYS, "throw high cards once the bid is made; late: once the others have theirs")
]


def blind(view):
    return 0


def bid(
    view,
    nil_count: Annotated[
        int, between(0, 13, "bid nil if the hand counts so many tricks at most")
    ] = 1,
    nil_spade: Annotated[
        int, between(0, 14, "bid nil with no spade above this value; 14 is the ace")
    ] = 10,
):
    tricks = counted(view, 2, 4)
    weak = tricks <= nil_count and highest_spade(view) <= nil_spade
    if holds(view.legal, 0) and nil_pays(view) and weak:
        return 0
    return nearest_bid(view, max(1, tricks))


def masters(cards, unseen):
    """Return the cards of a set that no unseen card of their own suit beats."""
    found, left = NOTHING, cards
    while left != NOTHING:
        card = lowest(left)
        if BEATS[card] & unseen & SUITS[card // 13] == NOTHING:
            found |= only(card)
        left = without_lowest(left)
    return found


def lose(view):
    """Return the highest card that does not win; if all would, the highest to a whole trick."""
    left = view.legal & ~view.beats
    if left != NOTHING:
        return high_card(left)
    if view.laid == 3:
        return high_card(view.legal)
    return low_card(view.legal)


def dodges(view, dodge):
    """Return whether tricks are no longer wanted."""
    if need(view) > 0 or dodge == NEVER or not bags_cost(view):
        return False
    return dodge == ALWAYS or rivals_need(view) <= 0


def play(view, dodge: Dodge = "always"):
    seat, unseen = view.seat, FULL_PACK & ~(view.hand | view.played)
    if holds_nil(view, seat):
        return lose(view)
    takes = view.legal & view.beats
    if holds_nil(view, seat + 2):
        if partner_wins(view) and takes != NOTHING:
            return low_card(takes)
        if view.laid < 2:
            return high_card(view.legal)
    if view.laid == 0 and (holds_nil(view, seat + 1) or holds_nil(view, seat + 3)):
        return low_card(view.legal)
    rival_wins = view.laid > 0 and not partner_wins(view) and holds_nil(view, view.best_seat)
    if dodges(view, dodge) or rival_wins:
        return lose(view)
    if view.laid == 0:
        sure = masters(view.legal, unseen)
        return high_card(sure) if sure != NOTHING else low_card(view.legal)
    if partner_wins(view) and (view.laid == 3 or BEATS[view.best_card] & unseen == NOTHING):
        takes = NOTHING
    if takes != NOTHING and view.laid == 3:
        return low_card(takes)
    trumps = takes & SUITS[SPADES]
    sure = masters(takes, unseen) if trumps == NOTHING or view.led == SPADES else trumps
    if sure != NOTHING:
        return low_card(sure)
    left = view.legal & ~view.beats
    return low_card(left if left != NOTHING else view.legal)


STRATEGY = Strategy(game="spades", plays="play~ by the book", blind=blind, bid=bid, play=play)
