"""Play the card after which it is least likely to be the next one that cannot play.

For each legal action it follows the total round the table. Each of the others is taken to hold
unseen cards, as many as he has; he is out where none of them could be played, and otherwise plays
any unseen card that is legal, each as likely, and any of its options. Where the turn comes back,
the cards kept and a card drawn from the unseen ones must all be illegal for it to lose. Equal
chances: the ordinary card that raises the total most, then special cards in the order 9, 4, T, K.

What it knows of the unseen cards is what lies in the pile and in its own hand.

Source: the baseline `look-ahead-1` of the rules file, which leaves the model of the others open.
"""

import numpy as np

from cardsim import Strategy

LOW, TOP = -10, 99
MAKES_99, NO_OPTION = -128, 127
STEPS = 24
"""Places for the amounts that cards add: -10 .. 13 at 0 .. 23, and 24 for cards that make 99."""


def weigh_unseen(view, once, twice):
    """Count unseen cards by the place of the amount they add, and return their number.

    `once` (float64, shape (25,)) is for cards with one option, `twice` for those with two, by the
    lower one.
    """
    unseen = 0
    for card in range(52):
        count = 1 if view.decks == 0 else int(view.decks) - int(view.in_pile[card])
        if view.decks != 0:
            for k in range(view.hand_size):
                count -= view.hand[k] == card
        low = int(view.card_low[card])
        place = STEPS if low == MAKES_99 else low - LOW
        if view.card_high[card] == NO_OPTION:
            once[place] += count
        else:
            twice[place] += count
        unseen += count
    return unseen


def playable_at(total, once, twice):
    """Return how many unseen cards are legal at a total."""
    cards = once[STEPS]
    for place in range(min(STEPS, TOP + 1 - total - LOW)):
        cards += once[place] + twice[place]
    return cards


def spread(total, weight, once, twice, following):
    """Add to each following total the chance that a legal unseen card leads there."""
    following[TOP] += weight * once[STEPS]
    for place in range(min(STEPS, TOP + 1 - total - LOW)):
        low = total + place + LOW
        following[max(low, 0)] += weight * once[place]
        if twice[place] > 0.0:
            # An ace adds 1 or 11, a ten takes 10 away or adds 10.
            high = low + (20 if place + LOW < 0 else 10)
            share = 0.5 if high <= TOP else 1.0
            following[max(low, 0)] += share * weight * twice[place]
            following[min(high, TOP)] += (1.0 - share) * weight * twice[place]


def follow_round(view, once, twice, unseen, totals, following):
    """Carry the chances of the totals past the other players; who cannot play ends the hand."""
    players = int(view.players)
    for turn in range(1, players):
        size = int(view.hand_sizes[(view.seat + turn * view.direction) % players])
        if size > 0:
            following[:] = 0.0
            for total in range(TOP + 1):
                if totals[total] > 0.0:
                    playable = playable_at(total, once, twice)
                    goes_on = 1.0 - (1.0 - playable / unseen) ** size
                    if playable > 0.0:
                        spread(total, totals[total] * goes_on / playable, once, twice, following)
            totals[:] = following


def kept_dead(view, slot, total):
    """Return whether none of the cards except the one in a slot is legal at a total."""
    for k in range(view.hand_size):
        low = int(view.card_low[view.hand[k]])
        if k != slot and (low == MAKES_99 or total + low <= TOP):
            return False
    return True


def chance_to_lose(view, action, once, twice, unseen, totals, following):
    """Return the chance that no card is legal when the turn comes back after an action.

    `totals` and `following` are float64, shape (100,), to work in; totals below 0 count as 0.
    """
    totals[:] = 0.0
    totals[max(int(view.total_after[action]), 0)] = 1.0
    follow_round(view, once, twice, unseen, totals, following)
    lost = 0.0
    for total in range(TOP + 1):
        if totals[total] > 0.0 and kept_dead(view, action % 8, total):
            lost += totals[total] * (1.0 - playable_at(total, once, twice) / unseen)
    return lost


def play_card(view):
    choice, special = int(view.biggest), -1
    for k in range(view.hand_size):
        if view.kind[k] != 0 and (special < 0 or view.kind[k] < view.kind[special]):
            special = k
    if choice < 0:
        choice = special
    once, twice = np.zeros(STEPS + 1), np.zeros(STEPS + 1)
    totals, following = np.zeros(TOP + 1), np.zeros(TOP + 1)
    unseen = weigh_unseen(view, once, twice)
    least = chance_to_lose(view, choice, once, twice, unseen, totals, following)
    for action in range(16):
        if action != choice and (view.legal >> np.uint64(action)) & np.uint64(1) != 0:
            lost = chance_to_lose(view, action, once, twice, unseen, totals, following)
            if lost < least - 1e-12:
                choice, least = action, lost
    return choice


STRATEGY = Strategy(game="ninety-nine", plays="look~ one round ahead", play_card=play_card)
