"""The last tricks of a hand with all cards seen: what each side takes where all play their best.

Seats 0 and 2 play against seats 1 and 3. How cards rank is told by rows of `cardsim.tricks.Order`,
so that every game of tricks may ask, and of three players too, where one sits out. A way to play is
not followed where it cannot change the answer: of cards of one hand between which nobody else holds
one, all but one; and what is worse than another way that is known (alpha and beta). Measured for
four players: with five cards each 0.1 ms, with six 0.7, seven 11, and eight 43.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy import int64, uint64

from cardsim.cards import PACK
from cardsim.errors import UserError
from cardsim.kernels.card_bits import holds, lowest, only, without_lowest
from cardsim.kernels.jit import Entry, entry_of, inlined, kernel
from cardsim.tricks import NO_SUIT, NOBODY, SEATS, USUAL, Order, bound

NOTHING = uint64(0)
OPEN, BETTER, SHUT, SETS = 0, 1, 2, 3
CARD, SEAT, LAID, LED, WINNER, WON, LEFT, LEAST, MOST, BEST, NUMBERS = range(11)
"""What is kept of each card that is played on the way: sets, and numbers."""
UNKNOWN = -1
MOST_TRICKS = 13


@kernel
def apart(hand, cards, others, suits, sets, beats):
    """Of some cards of a hand those that differ: the best of each run that nobody interrupts."""
    left, found = cards, cards
    while left != NOTHING:
        card = uint64(lowest(left))
        left = without_lowest(left)
        suit = sets[suits[card]]
        better = cards & beats[card] & suit
        while better != NOTHING:
            other = uint64(lowest(better))
            better = without_lowest(better)
            if beats[card] & ~beats[other] & suit & others == NOTHING:
                found &= ~only(card)
                break
    return found


@inlined
def after(seat, out):
    """Who lays next, where a seat may sit out."""
    following = (seat + 1) & 3
    return following if following != out else (following + 1) & 3


@kernel
def tricks_of_first_side(hands, seat, out, shut, leads, suits, sets, beats, marks, numbers):
    """Tricks that seats 0 and 2 take from a lead on, if all see all cards and play their best.

    Args:
        hands: uint64, shape (4,): as many cards in each that plays; changed, and put back.
        seat: who leads.
        out: the seat that sits out, whose hand is empty; any other number if all play.
        shut: the cards of a suit that may not be led by who holds others, until one of them has
            been played; or none.
        leads: the cards of which one is led first, all of them legal; or none for all that are.
        suits: uint8, shape (64,), a row of `Order.suits`.
        sets: uint64, shape (4,), a row of `Order.sets`.
        beats: uint64, shape (64,), a row of `Order.beats`.
        marks: uint64, shape (53, 3), to work in.
        numbers: int64, shape (53, 11), to work in.

    Returns:
        int64.
    """
    size = 3 if 0 <= out < SEATS else 4
    cards, left = hands[int64(seat)], int64(0)
    while cards != NOTHING:
        cards = without_lowest(cards)
        left += 1
    depth, value, fresh = int64(0), int64(UNKNOWN), True
    marks[0, BETTER], marks[0, SHUT] = uint64(0), shut
    numbers[0, SEAT], numbers[0, LAID], numbers[0, LED] = seat, 0, NO_SUIT
    numbers[0, WINNER], numbers[0, WON], numbers[0, LEFT] = NOBODY, 0, left
    numbers[0, LEAST], numbers[0, MOST] = -1, left + 1
    # Tricks below the ways that have been looked at: each side's best so far is LEAST and MOST.
    while depth >= 0:
        at = numbers[depth]
        turn, laid = at[SEAT], at[LAID]
        ours = turn & 1 == 0
        if fresh:
            fresh = False
            at[BEST] = -1 if ours else MOST_TRICKS + 1
            if at[WON] >= at[MOST] or at[LEFT] == 0:
                value = at[WON]
            elif at[WON] + at[LEFT] <= at[LEAST]:
                value = at[WON] + at[LEFT]
            else:
                hand = hands[turn]
                allowed = (
                    bound(hand, ~marks[depth, SHUT]) if laid == 0 else bound(hand, sets[at[LED]])
                )
                if depth == 0 and leads != NOTHING:
                    allowed = leads
                others = NOTHING
                for other in range(SEATS):
                    others |= hands[other] if other != turn else NOTHING
                for back in range(1, laid + 1):
                    others |= only(numbers[depth - back, CARD])
                marks[depth, OPEN] = apart(hand, allowed, others, suits, sets, beats)
        if value == UNKNOWN:
            moves = marks[depth, OPEN]
            if moves == NOTHING or at[LEAST] >= at[MOST]:
                value = at[BEST]
            else:
                # One that takes the trick first: it is best more often.
                takes = moves & marks[depth, BETTER]
                card = lowest(takes if takes != NOTHING else moves)
                marks[depth, OPEN] = moves & ~only(card)
                at[CARD] = card
                hands[turn] &= ~only(card)
                below = numbers[depth + 1]
                suit = int64(suits[card])
                wins = laid == 0 or holds(marks[depth, BETTER], card)
                winner = turn if wins else at[WINNER]
                marks[depth + 1, BETTER] = beats[card] if wins else marks[depth, BETTER]
                marks[depth + 1, SHUT] = NOTHING if holds(shut, card) else marks[depth, SHUT]
                below[LED] = suit if laid == 0 else at[LED]
                below[WINNER], below[LAID], below[SEAT] = winner, laid + 1, after(turn, out)
                below[WON], below[LEFT] = at[WON], at[LEFT]
                below[LEAST], below[MOST] = at[LEAST], at[MOST]
                if laid + 1 == size:
                    below[WON] += int64(winner & 1 == 0)
                    below[LEFT] -= 1
                    below[LAID], below[SEAT], below[LED] = 0, winner, NO_SUIT
                    marks[depth + 1, BETTER] = NOTHING
                depth += 1
                fresh = True
        if value != UNKNOWN:
            depth -= 1
            if depth >= 0:
                at = numbers[depth]
                turn = at[SEAT]
                hands[turn] |= only(at[CARD])
                if turn & 1 == 0:
                    at[BEST] = max(at[BEST], value)
                    at[LEAST] = max(at[LEAST], value)
                else:
                    at[BEST] = min(at[BEST], value)
                    at[MOST] = min(at[MOST], value)
                value = int64(UNKNOWN)
    return numbers[0, BEST] if left > 0 else int64(0)


def _solved(hands, seat, out, shut, leads, suits, sets, beats, marks, numbers):
    return tricks_of_first_side(hands, seat, out, shut, leads, suits, sets, beats, marks, numbers)


@cache
def _solver() -> Entry:
    signature = "i8(u8[::1], i8, i8, u8, u8, u1[::1], u8[::1], u8[::1], u8[:, ::1], i8[:, ::1])"
    return entry_of(_solved, signature, "the last tricks")


def check_ending(hands: Sequence[int], leader: int, *, shut: int = 0, lead: int = 0) -> None:
    """Refuse what is no ending.

    The arguments are those of `last_tricks`.

    Raises:
        UserError: the hands are not as many cards, or have one in common, or the leader has none,
            or may not lead what is to be led.
    """
    sizes = [hand.bit_count() for hand in hands]
    playing = [size for size in sizes if size]
    if len(hands) != SEATS or len(set(playing)) > 1 or len(playing) < SEATS - 1:
        raise UserError("an ending has four hands of as many cards, of which one may have none")
    together = 0
    for hand in hands:
        if hand & together or not 0 <= hand < 1 << PACK:
            raise UserError("a card of an ending lies in one hand alone, and is one of 52")
        together |= hand
    if not 0 <= leader < SEATS or not sizes[leader]:
        raise UserError(f"who leads to an ending has cards, and seat {leader} has none")
    if lead & ~may_lead(hands[leader], shut):
        raise UserError("what is led first is a card that the leader holds and may lead")


def may_lead(hand: int, shut: int) -> int:
    """The cards that may be led: none that is shut, if there is another."""
    return hand & ~shut or hand


def last_tricks(
    hands: Sequence[int],
    leader: int,
    *,
    trump: int,
    order: Order = USUAL,
    shut: int = 0,
    lead: int = 0,
) -> tuple[int, int]:
    """The tricks that each side takes of those left, if all see all cards and play their best.

    Args:
        hands: the cards of each of four seats, as sets, as many in each; one may have none, who
            sits out.
        leader: who is to lead.
        trump: the row of the tables: a suit, or 4 for none.
        order: how cards rank.
        shut: the cards of a suit that may not be led by who holds others, until one of them has
            been played, such as spades that are not broken; or none.
        lead: the cards of which one is led first, or none for all that may be.

    Returns:
        Those of seats 0 and 2, and those of seats 1 and 3.

    Raises:
        UserError: the hands are not as many cards, or have one in common, or the leader has none,
            or may not lead what is to be led.
    """
    check_ending(hands, leader, shut=shut, lead=lead)
    sizes = [hand.bit_count() for hand in hands]
    first: int = _solver().call(
        np.array(hands, np.uint64),
        leader,
        sizes.index(0) if 0 in sizes else SEATS,
        np.uint64(shut),
        np.uint64(lead),
        order.suits[trump],
        order.sets[trump],
        order.beats[trump],
        np.zeros((PACK + 1, SETS), np.uint64),
        np.zeros((PACK + 1, NUMBERS), np.int64),
    )
    return first, max(sizes) - first
