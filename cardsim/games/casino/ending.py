"""The last deal of Casino for two, solved: what is best if both see all cards, as then they do.

When the deck is out, the cards that a seat has not seen are those in the other's hand. So nothing
is hidden, and what is left is a game of at most eight plays. It is searched to its end, depth
first, with alpha-beta bounds (Knuth and Moore 1975). What is legal and what a play does are the
game's own kernels, so every house rule holds.
"""

from __future__ import annotations

import numpy as np
from numpy import int64, uint8, uint64

from cardsim.games.casino.features import cards_of, named_points
from cardsim.games.casino.moves import (
    KIND,
    MAXIMAL,
    NOTHING,
    faces_count,
    has,
    legal,
    may_build,
    may_capture,
    may_raise,
    may_trail,
    nth_faces,
    owned_values,
    played,
    rank_of,
    ranks_in,
)
from cardsim.games.casino.play import build, capture, clear_build, close
from cardsim.games.casino.state import (
    BUILD,
    CAPTURE,
    HELD,
    NOBODY,
    RAISE,
    SEATS,
    SPADES,
    TEN_OF_DIAMONDS,
    TOP,
    TRAIL,
    VALUES,
)
from cardsim.games.casino.sums import MULTIPLE, UP_TO, is_one, pips_of, weigh
from cardsim.kernels.card_bits import count, lowest, only, without_lowest
from cardsim.kernels.jit import inlined, kernel

ONE_SUIT = uint64((1 << 13) - 1)
BIG = uint64(1 << TEN_OF_DIAMONDS)
BOTH = 2
"""Players of a last deal in which everything is known."""
PLAYS_LEFT = BOTH * HELD
LAYERS = PLAYS_LEFT + 1
BEYOND = int64(1) << 40
"""More than anything is worth."""
MOST_MOVES = 128
"""Most plays of a position that are listed."""
TOO_MANY = MOST_MOVES + 1
MOST_LOOSE = 12
"""Most loose cards, faces not counted, of which all sets are tried."""
MOST_POSITIONS = 50_000
"""Most positions that are looked at for a decision."""
WON = 1000
"""Value of a match won; one that goes on is worth less, by who is ahead."""
EVEN = 8.0
"""Points ahead with which a match that goes on is worth 0.71 of a match won."""

NODE = np.dtype(
    [
        ("loose", "u8"),
        ("hand", "u8"),
        ("hands", "u8", SEATS),
        ("piles", "u8", SEATS),
        ("build_cards", "u8", VALUES),
        ("points", "i4", SEATS),
        ("build_values", "u2"),
        ("build_groups", "u1", VALUES),
        ("build_owner", "i1", VALUES),
        ("seat", "u1"),
        ("turn", "u1"),
        ("last_capturer", "i1"),
        ("sweeps", "u1", SEATS),
        ("made", "u1", SEATS),
        ("sides", "u1"),
        ("partnership", "u1"),
        ("cards_points", "u1"),
        ("sweep_points", "u1"),
        ("sweep_on_final_card", "u1"),
        ("keep_capturing_card", "u1"),
        ("trail_with_own_build", "u1"),
        ("table_cards_raise", "u1"),
        ("face_capture", "u1"),
        ("must_capture", "u1"),
        ("action_set", "u1"),
    ],
    align=True,
)
"""A position: those fields of a hand's state that legal plays and points depend on.

`hands` are the cards of both seats, and `hand` those of the seat on turn.
"""

NUMBER, CARDS, ORDER = range(3)
COLUMNS = 3
"""Columns of a list of plays: the two numbers of each, and by what they are sorted."""


@inlined
def is_known(view):
    """Return whether the seat on turn knows what everybody holds, and that no card comes."""
    if view.players != BOTH or view.deals_left != 0:
        return False
    return count(uint64(view.unseen)) == int64(view.hand_sizes[1 - int64(view.seat)])


@kernel
def enter(view, node):
    """Write the position that a seat sees."""
    seat = int64(view.seat)
    node.loose = view.loose
    node.hand = view.hand
    node.hands[seat], node.hands[1 - seat] = view.hand, view.unseen
    node.build_values = view.build_values
    for value in range(VALUES):
        node.build_cards[value] = view.build_cards[value]
        node.build_groups[value] = view.build_groups[value]
        node.build_owner[value] = view.build_owner[value]
    for other in range(BOTH):
        node.piles[other] = view.piles[other]
        node.sweeps[other] = view.sweeps[other]
    node.seat, node.turn, node.last_capturer = view.seat, view.turn, view.last_capturer
    node.sides, node.partnership = view.sides, view.partnership
    node.cards_points = view.cards_points
    node.sweep_points = view.sweep_points
    node.sweep_on_final_card = view.sweep_on_final_card
    node.keep_capturing_card = view.keep_capturing_card
    node.trail_with_own_build = view.trail_with_own_build
    node.table_cards_raise = view.table_cards_raise
    node.face_capture = view.face_capture
    node.must_capture = view.must_capture
    node.action_set = view.action_set


@kernel
def do(node, number, chosen):
    """Change a position by a legal play."""
    seat, card = uint64(node.seat), uint64(number & 63)
    node.turn = uint8(node.turn + 1)
    node.hands[seat] &= ~only(card)
    kind = (number >> KIND) & 3
    if kind == TRAIL:
        node.loose |= only(card)
    elif kind == CAPTURE:
        capture(node, seat, card, number, chosen)
    else:
        build(node, seat, card, number, chosen)
    node.seat = uint8(1 - int64(seat))
    node.hand = node.hands[1 - int64(seat)]


@kernel
def final_value(view, node, seat):
    """Return what the end of a hand is worth to a seat, int64; the position is changed.

    It is by how many points the seat has more. In a match it is `WON` or less, by who has won or is
    ahead.
    """
    if node.last_capturer != NOBODY:
        on_table, values = node.loose, uint64(node.build_values)
        while values != NOTHING:
            value = uint64(lowest(values))
            values = without_lowest(values)
            on_table |= node.build_cards[value]
            clear_build(node, value)
        node.piles[int64(node.last_capturer)] |= on_table
    close(node, view)
    own, theirs = int64(node.points[seat]), int64(node.points[1 - seat])
    if view.target == 0:
        return own - theirs
    own, theirs = own + int64(view.scores[seat]), theirs + int64(view.scores[1 - seat])
    ahead = own - theirs
    last = int64(view.deals) + 1 >= int64(view.max_hands)
    if ahead != 0 and (last or max(own, theirs) >= view.target):
        return int64(WON) if ahead > 0 else -int64(WON)
    return int64(WON * ahead / np.sqrt(ahead * ahead + EVEN * EVEN))


@inlined
def same_as_lower(loose, chosen):
    """Return whether a card of a set could be exchanged for a lower loose one without a difference.

    Clubs, diamonds and hearts of a rank are alike, but for the ten of diamonds.
    """
    left, chosen = loose & ~chosen & ~BIG, chosen & ~BIG
    clubs, diamonds = left & ONE_SUIT, (left >> uint64(13)) & ONE_SUIT
    lower = (chosen >> uint64(13)) & clubs
    return (lower | (chosen >> uint64(26)) & (clubs | diamonds)) & ONE_SUIT != NOTHING


@inlined
def add(node, plays, kept, number, chosen):
    """Put a play into its place in a list of so many; those that bring most at once come first.

    Returns:
        How many there are now; `TOO_MANY` if there is no room for it.
    """
    if kept >= MOST_MOVES:
        return int64(TOO_MANY)
    cards = cards_of(node, number, int64(chosen))
    worth = 2 * count(cards) + 3 * count(cards & uint64(SPADES)) + 6 * named_points(cards)
    kind = (number >> KIND) & 3
    order = 4 * worth if kind == CAPTURE else 2 * worth if kind >= BUILD else -worth
    at = kept
    while at > 0 and plays[at - 1, ORDER] < order:
        for column in range(COLUMNS):
            plays[at, column] = plays[at - 1, column]
        at -= 1
    plays[at, NUMBER], plays[at, CARDS], plays[at, ORDER] = number, int64(chosen), order
    return kept + 1


@kernel
def add_sets(node, plays, kept, number, part, value, empty, maximal):
    """Add plays that differ only in the loose cards; the sets are those of `sums.count_sets`."""
    low = uint64(node.loose) & UP_TO[value]
    everything, chosen = weigh(low), NOTHING
    for _ in range(1 << count(low)):
        if MULTIPLE[value, part + pips_of(chosen)] and not same_as_lower(low, chosen):
            weight = weigh(chosen)
            if kept < TOO_MANY and is_one(weight, everything, part, value, empty, maximal):
                kept = add(node, plays, kept, number, chosen)
        # The next subset, as a binary number whose digits are the cards.
        chosen = (chosen - low) & low
    return kept


@kernel
def list_plays(node, plays):
    """Write the plays of a position that differ, those first that bring most at once.

    Returns:
        How many, int64; `TOO_MANY` where they are not all listed.
    """
    loose, standing, hand = uint64(node.loose), uint64(node.build_values), uint64(node.hand)
    owned, kept, cards = owned_values(node), int64(0), hand
    if count(loose & UP_TO[TOP]) > MOST_LOOSE:
        return int64(TOO_MANY)
    while cards != NOTHING:
        card = lowest(cards)
        cards = without_lowest(cards)
        if same_as_lower(hand, only(card)):
            continue
        rank, held = rank_of(card), ranks_in(hand ^ only(card))
        if kept < TOO_MANY and may_trail(node, rank, owned, held):
            kept = add(node, plays, kept, played(card, TRAIL, 0, 0, 0), NOTHING)
        if rank > TOP:
            number = played(card, CAPTURE, rank, 0, 0)
            ways = faces_count(node, rank) if may_capture(node, rank, owned, held, 0) else 0
            for n in range(ways):
                chosen = nth_faces(node, rank, n)
                if kept < TOO_MANY and not same_as_lower(loose, chosen):
                    kept = add(node, plays, kept, number, chosen)
            continue
        for take in range(1 + int64(has(standing, rank))):
            if may_capture(node, rank, owned, held, take):
                number, fewest = played(card, CAPTURE, rank, 0, take), node.action_set == MAXIMAL
                kept = add_sets(node, plays, kept, number, rank, rank, take != 0, fewest)
        for value in range(rank, TOP + 1):
            if may_build(node, rank, value, owned, held):
                number, there = played(card, BUILD, value, 0, 0), has(standing, value)
                kept = add_sets(node, plays, kept, number, rank, value, there, False)
            for old in range(1, value - rank + 1):
                if may_raise(node, rank, old, value, owned, held):
                    number = played(card, RAISE, value, old, 0)
                    kept = add_sets(node, plays, kept, number, old + rank, value, True, False)
    return kept


@kernel
def search(view, nodes, plays, low, seen):
    """Return what the position `nodes[0]` is worth to the seat that sees the view, int64.

    Args:
        view: its own.
        nodes: `NODE`, shape (9,), the first one given.
        plays: int64, shape (9, 128, 3), to work in.
        low: what another play is worth; a value below it need not be exact.
        seen: how many positions were looked at before.

    Returns:
        The value, and how many positions have been looked at; `MOST_POSITIONS` if it was given up.
    """
    seat = int64(view.seat)
    lows = np.zeros(LAYERS, np.int64)
    highs = np.zeros(LAYERS, np.int64)
    best = np.zeros(LAYERS, np.int64)
    number_of = np.zeros(LAYERS, np.int64)
    tried = np.zeros(LAYERS, np.int64)
    lows[0], highs[0] = low, BEYOND
    depth, fresh, value = int64(0), True, int64(0)
    while seen < MOST_POSITIONS:
        node, over = nodes[depth], False
        if fresh:
            fresh = False
            seen += 1
            if node.hands[0] | node.hands[1] == NOTHING:
                value, over = final_value(view, node, seat), True
            else:
                number_of[depth], tried[depth] = list_plays(node, plays[depth]), 0
                if number_of[depth] >= TOO_MANY:
                    break
                best[depth] = -BEYOND if node.seat == seat else BEYOND
        if not over:
            if tried[depth] < number_of[depth] and lows[depth] < highs[depth]:
                play = plays[depth, tried[depth]]
                tried[depth] += 1
                nodes[depth + 1] = node
                do(nodes[depth + 1], play[NUMBER], uint64(play[CARDS]))
                lows[depth + 1], highs[depth + 1] = lows[depth], highs[depth]
                depth, fresh = depth + 1, True
                continue
            value = best[depth]
        if depth == 0:
            return value, seen
        depth -= 1
        if nodes[depth].seat == seat:
            best[depth] = max(best[depth], value)
            lows[depth] = max(lows[depth], value)
        else:
            best[depth] = min(best[depth], value)
            highs[depth] = min(highs[depth], value)
    return value, int64(MOST_POSITIONS)


@kernel
def best_ending(view, usual):
    """Return the best play of the last deal for two, as its two numbers, int64.

    Best is what brings most points more than the other's, if both play their best to the end of the
    hand; in a match what wins it, or leaves the seat furthest ahead. Of plays that are worth as
    much it is the usual one if that is among them. The usual one is returned too where anything is
    hidden: with three players or more, while cards are to be dealt, or in a position whose earlier
    cards are not known; and where a search would take too long, as with very many loose cards.

    Args:
        view: the seat's.
        usual: the two numbers of the play to compare with; legal.
    """
    first, taken = int64(usual[0]), int64(usual[1])
    if not is_known(view) or not legal(view, (first, taken)):
        return first, taken
    nodes, start = np.zeros(LAYERS, NODE), np.zeros(1, NODE)
    plays = np.zeros((LAYERS, MOST_MOVES, COLUMNS), np.int64)
    own, root = plays[PLAYS_LEFT], start[0]
    enter(view, root)
    number, chosen, most, seen = first, taken, -BEYOND, int64(0)
    total = list_plays(root, own)
    if total >= TOO_MANY:
        return first, taken
    for n in range(-1, total):
        # The usual play comes first, so that another must bring more.
        tried, cards = (first, taken) if n < 0 else (own[n, NUMBER], own[n, CARDS])
        nodes[0] = root
        do(nodes[0], tried, uint64(cards))
        value, seen = search(view, nodes, plays, most, seen)
        if seen >= MOST_POSITIONS:
            return first, taken
        if value > most:
            number, chosen, most = tried, cards, value
    return number, chosen
