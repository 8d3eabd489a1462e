"""Make trumps with power, discard to make a void, and play with the partner.

- order the upcard up with 22 or more on the dealer's side, and with 34 or more against him,
  counting 6 for the nine of trumps and so on up to 10 for its ace, 11 and 12 for the bowers, and 5
  for any other ace
- name a suit in which you count 22 or more, likewise
- go alone with 33 or more (without it `alone_power=70`)

Trumps have a power of 6 for the nine to 10 for the ace, 11 for the left bower and 12 for the right
one; every other ace counts 5. It orders the upcard up with `own_power` on the dealer's side, where
the dealer counts the upcard too, and else with `their_power`; it names a suit with `name_power`, or
where it must; and it plays alone with `alone_power`. A hand of nines and tens is thrown in.

The dealer discards the lowest card of his shortest suits, aces and trumps kept as long as he can.
While others may have trumps a maker leads his highest one if nobody can beat it, or if he is alone;
so does his partner in the first two tricks. Otherwise a card is led that nobody can beat in its
suit, or the lowest that is no trump. A trick is left to the partner who is sure of it. It is taken
with the lowest card that does by the last to play, and by others with the highest of the suit led,
or the lowest trump. It never defends alone. What any other strategy leaves out is played like this.

Source: the baselines of the rules file, put together.
"""

from typing import Annotated

import numpy as np

from cardsim import Strategy, between
from cardsim.card_sets import ONE_RANK, count, holds, lowest, only, without_lowest
from cardsim.games.euchre import (
    deals_side,
    high_by_power,
    is_stuck,
    low_by_power,
    made_it,
    most_power,
    partner_wins,
    power_sum,
    upcard_suit,
)
from cardsim.games.euchre.deck import BEATS, PACK, SETS
from cardsim.games.euchre.state import NAMES, NAMES_ALONE, ORDERS, ORDERS_ALONE, PASS

NOTHING = np.uint64(0)


def farmer(view):
    return 1


def order(
    view,
    own_power: Annotated[int, between(0, 70, "power to order up on the dealer's side")] = 22,
    their_power: Annotated[int, between(0, 70, "power to order up against the dealer")] = 34,
    alone_power: Annotated[int, between(0, 70, "power to play alone")] = 33,
):
    power = power_sum(view, upcard_suit(view))
    least = own_power if deals_side(view) else their_power
    if power >= max(alone_power, least) and holds(view.legal, ORDERS_ALONE):
        return ORDERS_ALONE
    return ORDERS if power >= least and holds(view.legal, ORDERS) else PASS


def name_trump(
    view,
    name_power: Annotated[int, between(0, 70, "power to name another suit")] = 22,
    alone_power: Annotated[int, between(0, 70, "power to play alone")] = 33,
):
    suit = most_power(view)
    power = power_sum(view, suit) if suit >= 0 else 0
    if suit < 0 or (power < name_power and not is_stuck(view)):
        return PASS
    return (NAMES_ALONE if power >= alone_power else NAMES) + suit


def discard(view):
    shortest, size = NOTHING, 9
    for suit in range(4):
        cards = view.hand & SETS[view.trump, suit]
        low = cards & ~ONE_RANK
        if suit == view.trump or low == NOTHING or count(cards) > size:
            continue
        shortest = low if count(cards) < size else shortest | low
        size = count(cards)
    return low_by_power(shortest if shortest != NOTHING else view.legal, view.trump)


def defend_alone(view):
    return 0


def masters(cards, trump, unseen):
    """Return the cards of a set that no unseen card beats in their own suit."""
    found, left = NOTHING, cards
    while left != NOTHING:
        card = lowest(left)
        trumped = SETS[trump, trump] if not holds(SETS[trump, trump], card) else NOTHING
        if BEATS[trump, card] & ~trumped & unseen == NOTHING:
            found |= only(card)
        left = without_lowest(left)
    return found


def lead(view, unseen):
    trump = view.trump
    trumps = view.legal & SETS[trump, trump]
    plain = view.legal & ~trumps
    if trumps != NOTHING and unseen & SETS[trump, trump] != NOTHING:
        high = high_by_power(trumps, trump)
        if view.maker == view.seat:
            draws = view.alone == 1 or masters(only(high), trump, unseen) != NOTHING
        else:
            draws = made_it(view) and view.tricks < 2
        if draws:
            return high
    sure = masters(plain, trump, unseen)
    if sure != NOTHING:
        return high_by_power(sure, trump)
    return low_by_power(plain, trump) if plain != NOTHING else high_by_power(trumps, trump)


def play(view):
    trump = view.trump
    unseen = PACK & ~(view.hand | view.played)
    if view.upcard_state == 2:
        unseen &= ~only(view.upcard)
    if view.laid == 0:
        return lead(view, unseen)
    last = view.laid + 1 == 4 - view.sitting_out.sum()
    takes = view.legal & view.beats
    if takes == NOTHING:
        return low_by_power(view.legal, trump)
    best = only(view.best_card)
    if partner_wins(view) and (last or masters(best, trump, unseen) != NOTHING):
        return low_by_power(view.legal, trump)
    if last or takes & SETS[trump, trump] != NOTHING:
        return low_by_power(takes, trump)
    return high_by_power(takes, trump)


STRATEGY = Strategy(
    game="euchre",
    plays="play~ by the book",
    farmer=farmer,
    order=order,
    name_trump=name_trump,
    discard=discard,
    defend_alone=defend_alone,
    play=play,
)
