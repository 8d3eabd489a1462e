"""Legal actions of Casino: whether one is legal, how many there are, and the action number `n`.

An action is a pair. The first number says what is played: bits 0 to 5 the card, 6 and 7 what is
done with it, 8 to 11 the value (for a capture by a face card its rank), 12 to 15 the value of the
build that is raised, and bit 16 whether a build is captured. The second is the set of loose cards
that are captured or built with. Actions are ordered by card, what is done, value and old value,
those without a build first, and then as `sums.nth_set` orders sets.
"""

from __future__ import annotations

from numpy import int64, uint64

from cardsim.cards import PACK
from cardsim.games.casino.rules import code
from cardsim.games.casino.state import BUILD, CAPTURE, FACES, RAISE, RANK, TOP, TRAIL
from cardsim.games.casino.sums import (
    NO_SET,
    UNIT,
    can_grow,
    count_sets,
    missing,
    next_set,
    nth_set,
    pips_of,
    splits,
    sums_of,
    weigh,
)
from cardsim.kernels.card_bits import ONE_RANK, count, holds, lowest, only, pick, without_lowest
from cardsim.kernels.intrinsics import stay_a_call
from cardsim.kernels.jit import inlined, kernel, not_inlined

NOTHING = uint64(0)
ONE = uint64(1)
KIND, VALUE, OLD, TAKE, END = 6, 8, 12, 16, 17
"""The bits from which each part of an action's first number begins."""
ALL_RANKS = uint64((1 << 13) - 1)
NEVER = int64(1) << 62
"""More than the number of actions ever is."""
COUNTED = int64(-1)
"""Says that actions are counted from the first, and not from one of them on."""

ONE_OR_THREE = code("face_capture", "one-or-three")
EVERY_ONE = code("face_capture", "all")
MAXIMAL = code("action_set", "maximal")


@inlined
def played(card, kind, value, old, take):
    """Return the first number of an action, int64."""
    return (
        int64(card)
        | int64(kind) << KIND
        | int64(value) << VALUE
        | int64(old) << OLD
        | int64(take) << TAKE
    )


@inlined
def ranks_in(cards):
    """Return the ranks of some cards, bit 1 for aces to bit 13 for kings."""
    folded = cards | cards >> uint64(13) | cards >> uint64(26) | cards >> uint64(39)
    return (folded & ALL_RANKS) << ONE


@inlined
def has(values, value):
    """Return whether a value, or a rank, is in a set of them."""
    return (uint64(values) >> uint64(value)) & ONE != NOTHING


@kernel
def owned_values(view):
    """Return the values of the builds that the seat on turn owns, as bits."""
    owned, values = NOTHING, uint64(view.build_values)
    while values != NOTHING:
        value = lowest(values)
        values = without_lowest(values)
        if view.build_owner[value] == view.seat:
            owned |= ONE << uint64(value)
    return owned


@inlined
def rank_of(card):
    """Return the rank of a card, 1 to 13, int64."""
    return int64(RANK[card])


@inlined
def alike(view, rank):
    """Return the loose cards of a rank."""
    return uint64(view.loose) & (ONE_RANK << uint64(rank - 1))


# ---------------------------------------------------------------- what may be done with a card


@inlined
def keeps(view, owned, held):
    """Return whether a seat that owns builds of these values still holds the cards it must keep."""
    return view.keep_capturing_card == 0 or owned & ~held == NOTHING


@inlined
def may_capture(view, rank, owned, held, take):
    """Return whether a card of this rank may capture, with the build of its value or without."""
    there = rank <= TOP and has(view.build_values, rank)
    if take and not there:
        return False
    if view.action_set == MAXIMAL and there and not take:
        return False
    return keeps(view, owned & ~(uint64(take) << uint64(rank)), held)


@inlined
def may_build(view, rank, value, owned, held):
    """Return whether a card of this rank may be built to a value, given loose cards for it."""
    return rank <= value and has(held, value) and keeps(view, owned, held)


@inlined
def may_raise(view, rank, old, value, owned, held):
    """Return whether a card of this rank may raise a build to a value, perhaps with loose cards."""
    if not has(view.build_values, old) or view.build_groups[old] != 1 or not has(held, value):
        return False
    if not (old + rank == value or (view.table_cards_raise != 0 and old + rank < value)):
        return False
    return keeps(view, owned & ~(ONE << uint64(old)), held)


@inlined
def may_trail(view, rank, owned, held):
    """Return whether a card of this rank may be trailed."""
    if owned != NOTHING:
        if view.trail_with_own_build == 0:
            return view.keep_capturing_card == 0 and not has_other(view)
        if not keeps(view, owned, held):
            return False
    return view.must_capture == 0 or not can_capture(view, rank)


@inlined
def can_capture(view, rank):
    """Return whether a card of this rank can capture anything."""
    if rank > TOP:
        return alike(view, rank) != NOTHING
    return has(view.build_values, rank) or has(sums_of(uint64(view.loose)), rank)


@kernel
def has_other(view):
    """Return whether some card in hand captures, builds or raises, if no card must be kept."""
    sums, cards = sums_of(uint64(view.loose)), uint64(view.hand)
    while cards != NOTHING:
        card = lowest(cards)
        cards = without_lowest(cards)
        rank = rank_of(card)
        if can_capture(view, rank):
            return True
        held = ranks_in(uint64(view.hand) ^ only(card))
        for value in range(rank, TOP + 1):
            if not has(held, value):
                continue
            if has(sums, missing(rank, value)) or (rank == value and has(view.build_values, value)):
                return True
            for old in range(1, value - rank + 1):
                if may_raise(view, rank, old, value, NOTHING, held):
                    part = old + rank
                    if part == value or has(sums, value - part):
                        return True
    return False


# ---------------------------------------------------------------- one action


@inlined
def legal(view, action):
    """Return whether the seat on turn may take this action."""
    number, chosen = int64(action[0]), uint64(action[1])
    if number & ~int64(63) == 0:
        # A trailed card, with nothing else.
        if chosen != NOTHING or not holds(uint64(view.hand), number):
            return False
        held = ranks_in(uint64(view.hand) ^ only(number))
        return may_trail(view, rank_of(number), owned_values(view), held)
    return may_use(view, number, chosen)


@kernel
def may_use(view, number, chosen):
    """Return whether a card may capture, build or raise so, by the two numbers of an action."""
    if number < 0 or number >> END != 0 or chosen & ~uint64(view.loose) != NOTHING:
        return False
    card, kind = number & 63, (number >> KIND) & 3
    value, old, take = (number >> VALUE) & 15, (number >> OLD) & 15, number >> TAKE
    if card >= PACK or not holds(uint64(view.hand), card):
        return False
    rank, owned = rank_of(card), owned_values(view)
    held = ranks_in(uint64(view.hand) ^ only(card))
    if kind == TRAIL:
        return False
    if kind == CAPTURE:
        if value != rank or old != 0 or not may_capture(view, rank, owned, held, take):
            return False
        if rank > TOP:
            return chosen != NOTHING and takes_faces(view, rank, chosen)
        part, empty = value, take != 0
    elif rank > TOP or value > TOP or take != 0:
        return False
    elif kind == BUILD:
        if old != 0 or not may_build(view, rank, value, owned, held):
            return False
        part, empty = rank, has(view.build_values, value)
    else:
        if old == 0 or old + rank > value or not may_raise(view, rank, old, value, owned, held):
            return False
        part, empty = old + rank, True
    if (chosen == NOTHING and not empty) or chosen & uint64(FACES) != NOTHING:
        return False
    if pips_of(chosen) != missing(part, value) and not splits(weigh(chosen) + UNIT[part], value):
        return False
    if kind == CAPTURE and view.action_set == MAXIMAL:
        others = weigh(uint64(view.loose) & ~chosen)
        return not can_grow(weigh(chosen) + UNIT[part], others, value)
    return True


@inlined
def takes_faces(view, rank, chosen):
    """Return whether a face card may take exactly these loose cards."""
    there = alike(view, rank)
    if chosen & ~there != NOTHING:
        return False
    if view.face_capture == EVERY_ONE:
        return chosen == there
    number = count(there)
    if view.face_capture == ONE_OR_THREE and number == 3:
        return chosen == there or (count(chosen) == 1 and view.action_set != MAXIMAL)
    return count(chosen) == 1


# ---------------------------------------------------------------- all of them


@kernel
def count_legal(view):
    """Return the number of legal actions, int64."""
    total, _, _ = walk(view, NEVER, COUNTED, NO_SET)
    return total


@kernel
def nth_legal(view, n):
    """Return action number `n`, from 0; two numbers of -1 if there is none."""
    _, number, chosen = walk(view, int64(n), COUNTED, NO_SET)
    return number, chosen


@kernel
def next_legal(view, number, chosen):
    """Return the legal action after another, in the order of `nth_legal`.

    To go through all of them so takes no longer than to count them.

    Args:
        view: the seat's.
        number: the first number of a legal action; -1 for the first of all.
        chosen: its second number; any where the first is -1.

    Returns:
        Its two numbers, int64; -1 and -1 after the last.
    """
    begun = number >= 0
    since = rank_in_order(number) if begun else int64(0)
    _, number, chosen = walk(view, int64(0), since, uint64(chosen) if begun else NO_SET)
    return number, chosen


@inlined
def rank_in_order(number):
    """Return a number that grows with the place of an action's first number in the order, int64."""
    number = int64(number)
    card, kind, rest = number & 63, (number >> KIND) & 3, number >> VALUE
    value, old, take = rest & 15, (rest >> 4) & 15, rest >> 8
    return (((card << 2 | kind) << 4 | value) << 4 | old) << 1 | take


@inlined
def sets(group, since, after, loose, part, value, empty, maximal, n):
    """Return how many actions begin with a number, and the set number `n` of theirs.

    They are counted where `since` is `COUNTED`; else there is one, the next after `after` if the
    group is the one at `since`, and none in an earlier group.
    """
    if since == COUNTED:
        ways = count_sets(loose, part, value, empty, maximal)
        chosen = nth_set(loose, part, value, empty, maximal, n) if n < ways else NO_SET
        return ways, int64(chosen)
    place = rank_in_order(group)
    if place < since:
        return int64(0), int64(NO_SET)
    begun = after if place == since else NO_SET
    chosen = next_set(loose, part, value, empty, maximal, begun)
    return int64(chosen != NO_SET), int64(chosen)


@not_inlined
def walk(view, n, since, after):
    """Walk through the actions of each card in order, up to action number `n`.

    It is long, and every strategy that looks at all plays calls it more than once.

    Args:
        view: the seat's.
        n: from 0, of all, or of those after another.
        since: `COUNTED`; or `rank_in_order` of the action behind which counting begins.
        after: the set of that action; `NO_SET` before the first.

    Returns:
        The number of actions before it, and the action, int64; the number of all actions and -1, -1
        where there are not so many.
    """
    stay_a_call()
    loose, maximal = uint64(view.loose), view.action_set == MAXIMAL
    owned, standing = owned_values(view), uint64(view.build_values)
    total, cards = int64(0), uint64(view.hand)
    while cards != NOTHING:
        card = lowest(cards)
        cards = without_lowest(cards)
        rank = rank_of(card)
        held = ranks_in(uint64(view.hand) ^ only(card))
        group = played(card, TRAIL, 0, 0, 0)
        fresh = rank_in_order(group) > since or (since == 0 and after == NO_SET)
        if fresh and may_trail(view, rank, owned, held):
            if total == n:
                return total, group, int64(0)
            total += 1
        if rank > TOP:
            group = played(card, CAPTURE, rank, 0, 0)
            place = rank_in_order(group)
            ways = faces_count(view, rank) if may_capture(view, rank, owned, held, 0) else 0
            k = int64(0)
            if place < since:
                ways = int64(0)
            elif place == since:
                # Those up to the one that was given.
                while k < ways and nth_faces(view, rank, k) != after:
                    k += 1
                k += 1
                ways -= k
            if n - total < ways:
                return total, group, int64(nth_faces(view, rank, k + n - total))
            total += ways
            continue
        for take in range(1 + int64(has(standing, rank))):
            if may_capture(view, rank, owned, held, take):
                group = played(card, CAPTURE, rank, 0, take)
                ways, chosen = sets(
                    group, since, after, loose, rank, rank, take != 0, maximal, n - total
                )
                if n - total < ways:
                    return total, group, chosen
                total += ways
        values = held & UP_TO_TOP & ~((ONE << uint64(rank)) - ONE)
        above = values
        while values != NOTHING:
            value = lowest(values)
            values = without_lowest(values)
            if may_build(view, rank, value, owned, held):
                group, there = played(card, BUILD, value, 0, 0), has(standing, value)
                ways, chosen = sets(
                    group, since, after, loose, rank, value, there, False, n - total
                )
                if n - total < ways:
                    return total, group, chosen
                total += ways
        while above != NOTHING and standing != NOTHING:
            value = lowest(above)
            above = without_lowest(above)
            olds = standing
            while olds != NOTHING:
                old = lowest(olds)
                olds = without_lowest(olds)
                if old + rank <= value and may_raise(view, rank, old, value, owned, held):
                    group, part = played(card, RAISE, value, old, 0), old + rank
                    ways, chosen = sets(
                        group, since, after, loose, part, value, True, False, n - total
                    )
                    if n - total < ways:
                        return total, group, chosen
                    total += ways
    return total, int64(-1), int64(-1)


UP_TO_TOP = uint64((1 << (TOP + 1)) - 1)


@inlined
def faces_count(view, rank):
    """Return how many captures a face card has, int64."""
    number = count(alike(view, rank))
    if view.face_capture == EVERY_ONE:
        return min(number, int64(1))
    if view.face_capture == ONE_OR_THREE and number == 3:
        return int64(1) if view.action_set == MAXIMAL else int64(4)
    return number


@inlined
def nth_faces(view, rank, n):
    """Return the cards that a face card takes by its capture number `n`."""
    there = alike(view, rank)
    whole = view.face_capture == EVERY_ONE or (
        view.face_capture == ONE_OR_THREE
        and count(there) == 3
        and (n == 3 or view.action_set == MAXIMAL)
    )
    return there if whole else only(pick(there, n))
