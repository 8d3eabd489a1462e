"""Reckon the odds of every trick, and bid nil only where low cards guard the high ones.

Of each card it could play it reckons, as only a computer can, how likely its side wins the trick:
by the unseen cards that beat it, by who may be out of the suit and able to trump, and by whether
the partner, still to play, may take it. Against that stands what the card may win later: an ace or
a card that no unseen one beats nearly a trick, less where a rival may soon trump it; a spade its
rank, or a ruff. It empties short side suits while it has spades, and seldom leads spades. While its
side lacks tricks it plays for them, and leads the top of its shortest side suit where nobody has
bid nil. It plays for them also once it has its bid, as long as the others can nearly be kept from
theirs. Else it plays for no bags: it loses the trick, and gets rid of what may win one.

With a partner's nil it plays the card after which he is least likely forced to win, and against a
nil of the others the one after which that player is likeliest to be. A player is forced who has no
card below the best and one above it. With a nil of its own it plays what surely loses, the most
dangerous card first: one above most unseen cards of its suit, with few own cards below it.

It bids nil where its cards lie low: the lowest of a side suit may be a four, the next one two or
three higher, and so on; every rank above that counts one, of spades above the seven two, and they
may add up to `nil_most`. Otherwise it bids the tenths of a trick of `fine-count` and `boldness`
more, or `after_nil` where the partner bid nil.

Source: our own; the numbers are what `cardsim tune` found against `learned`, rounded.

Result: with a partner who plays like it, against two `learned` it wins 21.6 (± 1.1) points more a
hand, and 75.8 % (± 1.3) of matches; against the field 15.7 (± 1.0) points, where `learned` has
1.0; and against `by-the-book` 16.1 (± 0.9), where that has 7.7 (`cardsim compare spades trick-odds
learned press-on --vs learned --unit hand -n 30000 --seed 92`, and so on). Leading its shortest side
suit brings 1.8 (± 0.7) of that against itself (`-n 20000 --seed 111`).
"""

from typing import Annotated

import numpy as np

from cardsim import Strategy, between
from cardsim.card_sets import FULL_PACK, count, holds, lowest, only, without_lowest
from cardsim.games.spades import (
    bags_cost,
    holds_nil,
    nearest_bid,
    need,
    nil_pays,
    partner_bid,
    rivals_need,
    tenths,
)
from cardsim.games.spades.state import BEATS, POWER, SPADES, SUITS
from cardsim.powers import whole_power
from cardsim.tricks import high_card

NOTHING = np.uint64(0)
LATER = (1.0, 0.8, 0.39, 0.0)
"""Tricks that a kept card may win, by how many unseen cards of its suit beat it."""
TRUMP = 1.38
"""Factor of that for a spade."""
RANK = 0.009
"""Value of a rank, so that of equal cards the lowest wins and the highest is lost."""
DUCKED = 20.0
"""Cost of winning a trick with an own nil, where the danger of the most dangerous card is 1."""
GUARD, SPADE_DANGER = 0.86, 3.4
"""Factors of a danger: for each lower own card, and for a spade."""
COVERED = 0.7
"""The chance that a partner who can take a trick from a nil does so."""
SIDE_BASE, SIDE_STEP, SPADE_BASE, SPADE_STEP = 3.85, 2.68, 7.45, 0.06
"""The highest safe rank of the lowest card in a nil, and how much higher each next card may be; for
side suits and for spades."""
FOURTH = 0.3
"""Weight of the fourth and later cards of a side suit in that, since it is seldom led so often."""


def chance_of_none(view, seat, suit, number):
    """Return the chance that a seat holds none of so many unseen cards of a suit."""
    if number == 0 or view.voids[seat, suit]:
        return 1.0
    own, all_of_them = 0, 0
    for other in range(4):
        if other != view.seat and not view.voids[other, suit]:
            room = 13 - view.tricks - ((other - view.leader) % 4 < view.laid)
            all_of_them += room
            own += room if other == seat else 0
    if all_of_them == 0:
        return 1.0
    return whole_power(1.0 - own / all_of_them, number)


def chance_of_ruff(view, unseen, suit, seat, better):
    """Return the chance that a seat is out of a suit and holds one of so many unseen spades."""
    void = chance_of_none(view, seat, suit, count(unseen & SUITS[suit]))
    return void * (1.0 - chance_of_none(view, seat, SPADES, better))


def stands(view, unseen, card, led, seat):
    """Return the chance that a seat still to play cannot beat a card that wins so far."""
    suit = card // 13
    better = count(unseen & BEATS[card] & SUITS[suit])
    if suit != SPADES:
        trumps = chance_of_ruff(view, unseen, suit, seat, count(unseen & SUITS[SPADES]))
        return chance_of_none(view, seat, suit, better) - trumps
    if led == SPADES:
        return chance_of_none(view, seat, SPADES, better)
    return 1.0 - chance_of_ruff(view, unseen, led, seat, better)


def in_front(view, card):
    """Return whether a card would win so far, the card that then wins, and the suit that is led."""
    takes = view.laid == 0 or holds(view.beats, card)
    return takes, card if takes else view.best_card, view.led if view.laid > 0 else card // 13


def side_wins(view, unseen, card, trust):
    """Estimate the chance that the own side wins the trick with a card."""
    takes, best, led = in_front(view, card)
    partner = (view.seat + 2) % 4
    rivals = 1.0
    for k in range(1, 4 - view.laid, 2):
        if not holds_nil(view, view.seat + k):
            rivals *= stands(view, unseen, best, led, (view.seat + k) % 4)
    if holds_nil(view, partner):
        return rivals if takes else 0.0
    if view.laid < 2:
        helped = trust * (1.0 - stands(view, unseen, best, led, partner))
        return rivals + (1.0 - rivals) * helped if takes else helped
    return rivals if takes or view.best_seat == partner else 0.0


def wins_later(view, unseen, card, ruff):
    """Return how many tricks a card may win later if it is kept."""
    suit = card // 13
    later = LATER[min(count(unseen & BEATS[card] & SUITS[suit]), 3)]
    if suit == SPADES:
        return max(later * TRUMP, ruff)
    trumps = count(unseen & SUITS[SPADES])
    for k in (1, 3):
        later *= 1.0 - chance_of_ruff(view, unseen, suit, (view.seat + k) % 4, trumps)
    return later


def must_win(view, unseen, card, seat):
    """Estimate the chance that a seat with a nil is forced to win the trick after an own card."""
    takes, best, led = in_front(view, card)
    place, chance, sure = (seat - view.seat) % 4, 1.0, 1.0
    if place < 4 - view.laid:
        if best // 13 != led:
            return 0.0
        higher = count(unseen & BEATS[best] & SUITS[led])
        lower = count(unseen & SUITS[led]) - higher
        chance = chance_of_none(view, seat, led, lower)
        chance *= 1.0 - chance_of_none(view, seat, led, higher)
        sure = COVERED
    elif takes or view.best_seat != seat:
        return 0.0
    for k in range(1, 4 - view.laid):
        if k != place and (k - place) % 2 == 0:
            covers = 1.0 - stands(view, unseen, best, led, (view.seat + k) % 4)
            chance *= 1.0 - sure * covers
    return chance


def duck(view, unseen):
    """Return the card of a player who wants no trick."""
    choice, most, rest = -1, -1e9, view.legal
    while rest != NOTHING:
        card = lowest(rest)
        rest = without_lowest(rest)
        takes, _, led = in_front(view, card)
        wins = 1.0 if takes else 0.0
        for k in range(1, 4 - view.laid):
            wins *= stands(view, unseen, card, led, (view.seat + k) % 4) if takes else 0.0
        suit = SUITS[card // 13] & ~BEATS[card]
        below, others = count(unseen & suit), count(unseen & SUITS[card // 13])
        guards = count(view.hand & suit & ~only(card))
        danger = below / max(others, 1) * whole_power(GUARD, guards)
        danger += 0.01 * POWER[card]
        score = danger * (SPADE_DANGER if card // 13 == SPADES else 1.0) - DUCKED * wins
        if score > most:
            choice, most = card, score
    return choice


def nil_risk(hand):
    """Return by how many ranks the cards of a hand exceed those that are safe in a nil."""
    risk = 0.0
    for suit in range(4):
        spades = suit == SPADES
        rest, safe = hand & SUITS[suit], SPADE_BASE if spades else SIDE_BASE
        for number in range(count(rest)):
            # Go from the lowest card up; the ace, which has the lowest id, comes last.
            low = rest & ~only(13 * suit)
            card = lowest(low if low != NOTHING else rest)
            rest = rest & ~only(card)
            weight = 2.0 if spades else 1.0 if number < 3 else FOURTH
            risk += weight * max(POWER[card] - safe, 0.0)
            safe += SPADE_STEP if spades else SIDE_STEP
    return risk


def bid(
    view,
    nil_most: Annotated[float, between(-1, 60, "how much a nil may risk, in ranks")] = 10.4,
    boldness: Annotated[int, between(-50, 50, "tenths more than the hand is worth")] = 3,
    after_nil: Annotated[int, between(-50, 50, "the same where the partner bid nil")] = 9,
):
    if holds(view.legal, 0) and nil_pays(view) and nil_risk(view.hand) <= nil_most:
        return 0
    tricks = (tenths(view) + (after_nil if partner_bid(view) == 0 else boldness)) // 10
    return nearest_bid(view, max(1, tricks))


def nils(view):
    """Return how many of the four have bid nil and have no trick yet."""
    return sum([holds_nil(view, seat) for seat in range(4)])


def short_lead(view):
    """Return the highest card of the shortest side suit, or a spade where there is nothing else."""
    cards, least = view.legal & SUITS[SPADES], 99
    for suit in range(SPADES):
        held = view.legal & SUITS[suit]
        if held != NOTHING and count(held) < least:
            cards, least = held, count(held)
    return high_card(cards)


def wants_tricks(view, slack):
    """Return whether tricks are wanted: for the own bid, or to keep the others from theirs."""
    theirs, left = rivals_need(view), 13 - view.tricks
    return need(view) > 0 or not bags_cost(view) or (0 < theirs <= left and left - theirs <= slack)


def play(
    view,
    trust: Annotated[float, between(0, 1, "how likely a partner who can win a trick does")] = 0.69,
    keep: Annotated[float, between(0, 2, "what a trick counts that a card may win later")] = 0.35,
    shed: Annotated[float, between(0, 2, "the same where tricks are not wanted")] = 0.65,
    ruff: Annotated[float, between(0, 1, "what any spade may win later")] = 0.28,
    short: Annotated[float, between(-1, 1, "what it counts to empty a side suit")] = 0.48,
    draw: Annotated[float, between(-1, 1, "what it counts to lead a spade")] = -0.59,
    slack: Annotated[
        int,
        between(-1, 6, "tricks more than the others need with which they may be kept from them"),
    ] = 2,
    cover: Annotated[float, between(0, 20, "what a trick costs that a partner's nil wins")] = 13.5,
    attack: Annotated[float, between(0, 20, "what a trick counts that a rival's nil wins")] = 13.5,
):
    unseen = FULL_PACK & ~(view.hand | view.played)
    if holds_nil(view, view.seat):
        return duck(view, unseen)
    if view.laid == 0 and (need(view) > 0 or not bags_cost(view)) and nils(view) == 0:
        return short_lead(view)
    wanted = wants_tricks(view, slack)
    choice, most, rest = -1, -1e9, view.legal
    while rest != NOTHING:
        card = lowest(rest)
        rest = without_lowest(rest)
        score = side_wins(view, unseen, card, trust)
        later = wins_later(view, unseen, card, ruff)
        score -= (keep if wanted else shed) * later + RANK * POWER[card]
        suit = SUITS[card // 13]
        alone = count(view.hand & suit) == 1 and view.hand & SUITS[SPADES] != NOTHING
        score += short if card // 13 != SPADES and alone else 0.0
        score += draw if card // 13 == SPADES and view.laid == 0 else 0.0
        score = score if wanted else -score
        for k in range(1, 4):
            if holds_nil(view, view.seat + k):
                forced = must_win(view, unseen, card, (view.seat + k) % 4)
                score += forced * (-cover if k == 2 else attack)
        if score > most:
            choice, most = card, score
    return choice


STRATEGY = Strategy(game="spades", plays="reckon~ the odds of every trick", bid=bid, play=play)
