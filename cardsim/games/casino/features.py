"""Quantities that players of Casino think in, for use by strategies."""

from __future__ import annotations

from numpy import int64, uint64

from cardsim.cards import PACK
from cardsim.game import Feature, Scores
from cardsim.games.casino.moves import (
    ALL_RANKS,
    END,
    EVERY_ONE,
    KIND,
    MAXIMAL,
    NOTHING,
    OLD,
    ONE,
    ONE_OR_THREE,
    TAKE,
    VALUE,
    alike,
    has,
    legal,
    may_capture,
    next_legal,
    nth_legal,
    owned_values,
    played,
    rank_of,
    ranks_in,
)
from cardsim.games.casino.state import (
    ACES,
    BUILD,
    CAPTURE,
    FACES,
    SPADES,
    TEN_OF_DIAMONDS,
    TOP,
    TRAIL,
    TWO_OF_SPADES,
)
from cardsim.games.casino.sums import (
    FEW,
    MULTIPLE,
    UP_TO,
    next_choice,
    pips_of,
    splits,
    sums_of,
    weigh,
)
from cardsim.kernels.card_bits import ONE_RANK, count, holds, lowest, only, without_lowest
from cardsim.kernels.jit import inlined, kernel

__all__ = [
    "best_build",
    "best_capture",
    "card_of",
    "cards_of",
    "clearers",
    "describe_play",
    "first_legal",
    "hand_size",
    "kind_of",
    "least_worth",
    "loose_alike",
    "loose_cards",
    "may_play",
    "most_cards",
    "next_legal",
    "play_with",
    "takers",
    "unseen_alike",
    "value_of",
    "worth_of",
]

HIGHEST_RANK = 13
HUGE = 1e9
"""More than any card is worth."""
PLAIN = uint64(((1 << PACK) - 1) & ~SPADES & ~ACES & ~(1 << TEN_OF_DIAMONDS))
"""Cards without points of their own."""


@inlined
def worth_of(cards, weights):
    """Return the worth of a set of cards, float64.

    Args:
        cards: the set.
        weights: five numbers: the worth of each card, and what is added for a spade, an ace, the
            ten of diamonds and the two of spades.
    """
    cards = uint64(cards)
    card, spade, ace, big, little = weights
    worth = card * count(cards) + spade * count(cards & uint64(SPADES))
    worth += ace * count(cards & uint64(ACES))
    worth += big * int64(holds(cards, TEN_OF_DIAMONDS))
    return worth + little * int64(holds(cards, TWO_OF_SPADES))


@inlined
def of_ranks(ranks):
    """Return all cards of some ranks, given as bits 1 to 13."""
    one_suit = (ranks >> ONE) & ALL_RANKS
    both = one_suit | one_suit << uint64(13)
    return both | both << uint64(26)


@kernel
def best_capture(view, cards, weights, swept):
    """Return the capture with one of some own cards that is worth most; of equals the first.

    Args:
        view: the seat's.
        cards: those of the own hand that may be played, as a set.
        weights: as `worth_of` takes them, at least 0: of all cards taken and the one played.
        swept: what a capture is worth in addition if it leaves the table empty.

    Returns:
        The action as its two numbers, int64, -1 and -1 where there is none, and the cards taken and
        played, as a set.
    """
    loose, owned = uint64(view.loose), owned_values(view)
    standing, cards = uint64(view.build_values), uint64(cards) & uint64(view.hand)
    # All cards are tested for captures at once: a test of each would be an unpredictable branch.
    faces = ranks_in(loose & uint64(FACES))
    cards &= of_ranks(sums_of(loose) | standing | faces)
    number, taken, all_taken, most = int64(-1), NOTHING, NOTHING, -1.0
    while cards != NOTHING:
        card = lowest(cards)
        cards = without_lowest(cards)
        rank = rank_of(card)
        held = ranks_in(uint64(view.hand) ^ only(card))
        there = rank <= TOP and has(standing, rank)
        for take in range(1 + int64(there)):
            if not may_capture(view, rank, owned, held, take):
                continue
            whole = only(card) | (view.build_cards[rank] if take else NOTHING)
            others = standing & ~(uint64(take) << uint64(rank))
            more = swept if others == NOTHING else 0.0
            any_set, chosen, worth = best_set(view, rank, take, whole, weights, more)
            if any_set and worth > most:
                most, number = worth, played(card, CAPTURE, rank, 0, take)
                taken, all_taken = chosen, whole | chosen
    if number < 0:
        return number, int64(-1), all_taken
    return number, int64(taken), all_taken


@kernel
def best_set(view, rank, take, whole, weights, swept):
    """Return the loose cards worth most that a card of a rank can take in addition to `whole`.

    Returns:
        Whether there are any, or none are needed; the cards; and the worth of all that is taken.
    """
    loose = uint64(view.loose)
    if rank > TOP:
        return best_faces(view, rank, whole, weights, swept)
    low = loose & UP_TO[rank]
    size = count(low)
    any_set, best, most = False, NOTHING, -1.0
    if take:
        swept_now = swept if loose == NOTHING else 0.0
        any_set, most = True, worth_of(whole, weights) + swept_now
    if size <= FEW:
        # Enumerate the subsets of `low` as binary numbers, the lowest card first.
        cards = NOTHING
        for _ in range(1, 1 << size):
            cards = (cards - low) & low
            pips = pips_of(cards)
            if pips != rank and not (MULTIPLE[rank, pips] and splits(weigh(cards), rank)):
                continue
            worth = worth_of(whole | cards, weights)
            worth += swept if cards == loose else 0.0
            if worth > most or (worth == most and comes_before(cards, best)):
                any_set, best, most = True, cards, worth
        return any_set, best, most
    everything = weigh(low)
    chosen = next_choice(NOTHING, everything)
    while chosen != NOTHING:
        if splits(chosen, rank):
            cards = richest(low, chosen, weights)
            worth = worth_of(whole | cards, weights)
            worth += swept if cards == loose else 0.0
            if worth > most or (worth == most and comes_before(cards, best)):
                any_set, best, most = True, cards, worth
        chosen = next_choice(chosen, everything)
    return any_set, best, most


@inlined
def comes_before(cards, others):
    """Return whether a set comes before another in the order of actions: fewer cards, lower ids."""
    if count(cards) != count(others):
        return count(cards) < count(others)
    differ = cards ^ others
    return differ & (~differ + uint64(1)) & cards != NOTHING


@kernel
def richest(loose, chosen, weights):
    """Return the chosen number of loose cards of each rank: those worth most, then the first."""
    cards = NOTHING
    for rank in range(1, TOP + 1):
        wanted = (chosen >> uint64(4 * (TOP - rank))) & uint64(15)
        there = loose & (ONE_RANK << uint64(rank - 1))
        for _ in range(wanted):
            best, most, rest = NOTHING, -1.0, there
            while rest != NOTHING:
                one = rest & (~rest + uint64(1))
                rest = without_lowest(rest)
                worth = worth_of(one, weights)
                if worth > most:
                    best, most = one, worth
            cards |= best
            there &= ~best
    return cards


@kernel
def best_faces(view, rank, whole, weights, swept):
    """Return the loose cards of its rank worth most that a face card can take."""
    there = alike(view, rank)
    number = count(there)
    all_of_them = view.face_capture == EVERY_ONE
    all_three = view.face_capture == ONE_OR_THREE and number == 3
    best, most, rest = NOTHING, -1.0, there
    if all_of_them or (all_three and view.action_set == MAXIMAL):
        rest = NOTHING
    while rest != NOTHING:
        one = rest & (~rest + uint64(1))
        rest = without_lowest(rest)
        worth = worth_of(whole | one, weights)
        worth += swept if one == uint64(view.loose) else 0.0
        if worth > most:
            best, most = one, worth
    if all_of_them or all_three:
        worth = worth_of(whole | there, weights)
        worth += swept if there == uint64(view.loose) else 0.0
        if worth > most:
            best, most = there, worth
    return number > 0, best, most


# ---------------------------------------------------------------- what an action is


@inlined
def card_of(number):
    """Return the card that is played, from an action's first number, int64."""
    return int64(number) & 63


@inlined
def kind_of(number):
    """Return what is done with the card, int64: 0 trail, 1 capture, 2 build, 3 raise."""
    return (int64(number) >> KIND) & 3


@inlined
def value_of(number):
    """Return the value of the capture or the build, int64; 0 for a trail."""
    return (int64(number) >> VALUE) & 15


@inlined
def may_play(view, number, cards):
    """Return whether an action, given by its two numbers, is legal."""
    return legal(view, (int64(number), int64(cards)))


@inlined
def play_with(card, kind, value):
    """Return the first number of an action that captures or raises no build, int64."""
    return played(int64(card) & 63, int64(kind) & 3, int64(value) & 15, 0, 0)


@kernel
def cards_of(view, number, cards):
    """Return the cards that an action brings together, as a set: the capture or the whole build."""
    number = int64(number)
    value, old = value_of(number), (number >> OLD) & 15
    members = uint64(cards) | only(card_of(number))
    if value <= TOP and (kind_of(number) >= BUILD or number >> TAKE != 0):
        members |= uint64(view.build_cards[value])
    if 0 < old <= TOP:
        members |= uint64(view.build_cards[old])
    return members


@kernel
def best_build(view, stealers, least, weights):
    """Return the build or raise whose cards are worth most by `worth_of`; of equals the first.

    Args:
        view: the seat's.
        stealers: the most unseen cards of its value that are acceptable.
        least: the fewest cards it must have, with the one that takes it.
        weights: as `worth_of` takes them, at least 0.

    Returns:
        The action as its two numbers, int64; -1 and -1 where there is none.
    """
    best, taken, most = int64(-1), int64(-1), -1.0
    number, chosen = next_legal(view, -1, -1)
    while number >= 0:
        if kind_of(number) >= BUILD and unseen_alike(view, value_of(number)) <= stealers:
            cards = cards_of(view, number, chosen)
            worth = worth_of(cards, weights)
            if count(cards) + 1 >= least and worth > most:
                best, taken, most = number, chosen, worth
        number, chosen = next_legal(view, number, chosen)
    return best, taken


@kernel
def first_legal(view):
    """Return the first legal action, as its two numbers, int64."""
    return nth_legal(view, 0)


@inlined
def loose_alike(view, card):
    """Return the loose cards of a card's rank, as a set."""
    return alike(view, rank_of(int64(card) & 63))


@inlined
def unseen_alike(view, rank):
    """Return how many cards of a rank, 1 to 13, have not been seen, int64."""
    if not 1 <= rank <= HIGHEST_RANK:
        raise IndexError("there is no such rank")
    return count(uint64(view.unseen) & (ONE_RANK << uint64(rank - 1)))


@kernel
def takers(view, card):
    """Return how many unseen cards could take a trailed card, alone or with loose ones, int64."""
    if not 0 <= card < PACK:
        raise IndexError("this is no card")
    rank = rank_of(card)
    total = unseen_alike(view, rank)
    sums = sums_of(uint64(view.loose))
    for value in range(rank + 1, TOP + 1):
        if has(sums, value - rank):
            total += unseen_alike(view, value)
    return total


@kernel
def clearers(view, number, cards):
    """Return how many unseen cards could clear the table after an action, int64.

    The action is given as its two numbers. Cards that other players have shown to hold are not
    taken into account.
    """
    number, cards = int64(number), uint64(cards)
    loose, builds = uint64(view.loose) & ~cards, uint64(view.build_values)
    value = uint64(1) << uint64(value_of(number))
    if kind_of(number) == TRAIL:
        loose |= only(card_of(number))
    elif kind_of(number) == CAPTURE:
        builds &= ~value if number >> TAKE != 0 else ~NOTHING
    else:
        builds = builds & ~(uint64(1) << uint64((number >> OLD) & 15)) | value
    faces = loose & uint64(FACES)
    if faces != NOTHING:
        rank, size = rank_of(lowest(faces)), count(faces)
        all_three = size == 3 and view.face_capture == ONE_OR_THREE
        together = size == 1 or all_three or view.face_capture == EVERY_ONE
        alone = builds == NOTHING and loose & ~(ONE_RANK << uint64(rank - 1)) == NOTHING
        return unseen_alike(view, rank) if alone and together else int64(0)
    if loose | builds == NOTHING:
        return int64(0)
    weight, total = weigh(loose), int64(0)
    for rank in range(1, TOP + 1):
        if builds & ~(uint64(1) << uint64(rank)) == NOTHING and splits(weight, rank):
            total += unseen_alike(view, rank)
    return total


@kernel
def least_worth(cards, weights):
    """Return the card worth least in a set by `worth_of`, of equals the first; 64 for no card."""
    cards = uint64(cards)
    card, spade, ace, big, _ = weights
    plain = cards & PLAIN
    # Most hands have a plain card, and then nothing needs to be added up.
    if plain != NOTHING and min(card + spade, card + ace, card + big) > card:
        return lowest(plain)
    cheapest, least = lowest(cards), HUGE
    while cards != NOTHING:
        worth = worth_of(cards & (~cards + uint64(1)), weights)
        if worth < least:
            cheapest, least = lowest(cards), worth
        cards = without_lowest(cards)
    return cheapest


# ---------------------------------------------------------------- conditions and features


@inlined
def hand_size(view):
    """Return the number of cards in the own hand, int64."""
    return count(uint64(view.hand))


@inlined
def loose_cards(view):
    """Return the number of loose cards on the table, int64."""
    return count(uint64(view.loose))


@kernel
def most_cards(view):
    """Return how many cards the largest capture takes, with the card played, int64."""
    _, _, cards = best_capture(view, view.hand, (1.0, 0.0, 0.0, 0.0, 0.0), 0.0)
    return count(cards)


@inlined
def named_points(cards):
    """Return the points of the ten of diamonds, the two of spades and aces in a set, int64."""
    total = 2 * int64(holds(cards, TEN_OF_DIAMONDS)) + int64(holds(cards, TWO_OF_SPADES))
    return total + count(cards & uint64(ACES))


NUMBERS = 13
PHASES = ("in the last deal", "in the deal before", "with two deals or more to come")
"""Phases of a hand; each has its own weights."""


@kernel
def describe_play(view, action, numbers):
    """Describe what an action captures or builds, what it risks, and what it leaves on the table.

    Args:
        view: the seat's.
        action: its two numbers; legal.
        numbers: int64, shape (13,), filled: cards captured, the spades among them and their named
            points (the ten of diamonds, the two of spades, aces); whether it clears the table;
            cards in the build made, their named points and spades, and how many unseen cards could
            take it; of a card trailed its named points, whether it is a spade, its pips or 10, and
            how many unseen cards could take it; whether a single card could clear the table then.

    Returns:
        The place in `PHASES`, int64.
    """
    if len(numbers) < NUMBERS:
        raise IndexError("there is no room for what an action does")
    number, chosen = int64(action[0]), uint64(action[1])
    card, kind, value = card_of(number), kind_of(number), value_of(number)
    if number < 0 or number >> END != 0 or card >= PACK:
        raise IndexError("this is no card")
    for k in range(NUMBERS):
        numbers[k] = 0
    cards = cards_of(view, number, int64(chosen))
    loose = uint64(view.loose) & ~chosen
    builds = uint64(view.build_values)
    if kind == CAPTURE:
        if number >> TAKE != 0:
            builds &= ~(uint64(1) << uint64(value))
        numbers[0], numbers[1] = count(cards), count(cards & uint64(SPADES))
        numbers[2] = named_points(cards)
        numbers[3] = int64(loose == NOTHING and builds == NOTHING)
    elif kind == TRAIL:
        loose |= only(card)
        numbers[8], numbers[9] = named_points(cards), count(cards & uint64(SPADES))
        numbers[10], numbers[11] = min(rank_of(card), int64(TOP)), takers(view, card)
    else:
        builds |= uint64(1) << uint64(value)
        numbers[4], numbers[5] = count(cards), named_points(cards)
        numbers[6] = count(cards & uint64(SPADES))
        numbers[7] = unseen_alike(view, value)
    pips = pips_of(loose)
    faces = count(loose & uint64(FACES))
    alone = builds == NOTHING and loose != NOTHING
    numbers[12] = int64(alone and ((faces == 0 and pips <= TOP) or (faces == 1 and pips == 0)))
    return min(int64(view.deals_left), int64(2))


FEATURES = (
    Feature("most-cards", "where {} card{s} can be captured", 0, 8, most_cards),
    Feature("hand-size", "with {} card{s} in hand", 1, 4, hand_size),
    Feature("deals-left", "with {} deal{s} to come", 0, 5),
    Feature("loose-cards", "with {} loose card{s} on the table", 0, 10, loose_cards),
)
BY = {"play": ("most-cards", "deals-left", "loose-cards", "hand-size")}
EXPERTS = {
    "play": ("level-1", "bold-builder", "builder", "trail-safe", "hold-face", "greedy-value"),
}
SCORES = {
    "play": Scores(
        describe_play,
        (
            *("a card captured", "a spade captured", "a named point captured"),
            *("clearing the table", "a card in the build", "a named point in the build"),
            *("a spade in the build", "an unseen card that takes the build"),
            *("a named point trailed", "a spade trailed", "a pip trailed"),
            "an unseen card that takes what is trailed",
            "a table that a single card can clear",
        ),
        PHASES,
        next_legal,
    )
}
