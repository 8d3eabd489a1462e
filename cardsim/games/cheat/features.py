"""Quantities that players of Cheat think in, for use by strategies."""

from __future__ import annotations

from numpy import int64, uint64

from cardsim.game import Feature, Scores
from cardsim.games.cheat.play import legal_card
from cardsim.games.cheat.rules import MOST_CARDS, SUIT_CARDS
from cardsim.games.cheat.state import CLASSROOM, CYCLIC, NONE, RANKS
from cardsim.kernels.jit import kernel

__all__ = [
    "certain_lie",
    "chance_true",
    "claimant_caught",
    "claimant_left",
    "describe_card",
    "describe_count",
    "fewest_left",
    "own_cards",
    "own_caught",
    "own_laid",
    "own_of_claim",
    "own_wrong",
    "planned_card",
    "true_per_cent",
    "turns_until",
]

PER_CENT = 100
BITS, FULL = uint64(4), uint64(15)
"""Bits of a rank's number of cards in a word with all ranks, and their mask."""


@kernel
def own_laid(view, rank):
    """Return how many own cards of a rank lie in the pile, int64."""
    total = int64(0)
    for card in range(view.pile_size):
        total += int64(view.own_pile[card] == rank)
    return total


@kernel
def seen_elsewhere(view, rank):
    """Return how many cards of a rank the seat knows that the claimant did not lay, int64.

    These are own ones in hand and pile, and those that third seats hold for certain.
    """
    total = int64(0)
    if 0 <= rank < RANKS:
        total = int64(view.counts[rank]) + own_laid(view, rank)
        for seat in range(view.players):
            if seat not in (view.seat, view.claim_seat):
                total += int64(view.known[seat, rank])
    return total


@kernel
def certain_lie(view):
    """Return whether the waiting claim cannot be true, int64: too few cards are left."""
    if view.mode == CLASSROOM or view.claim_seat == NONE:
        return int64(0)
    seen = seen_elsewhere(view, int64(view.claim_rank))
    return int64(seen + view.claim_count > SUIT_CARDS * int64(view.packs))


@kernel
def falling(number, factors):
    """Return the falling factorial number * (number - 1) * ..., with `factors` factors, float64."""
    product = 1.0
    for k in range(factors):
        product *= max(float(number - k), 0.0)
    return product


@kernel
def chance_true(view):
    """Return the chance that the claimant held what he claims, unseen cards at random, float64.

    1 where he holds such cards for certain, and outside a challenge. In the classroom game it is
    the chance that he had a phrase to read, given his signal, the rates of the house and all its
    cards.
    """
    if view.claim_seat == NONE:
        return 1.0
    if view.mode == CLASSROOM:
        return chance_read(view)
    rank, claimant = uint64(view.claim_rank), uint64(view.claim_seat)
    needed = int64(view.claim_count)
    if view.known[claimant, rank] > 0:
        return 1.0
    seen = seen_elsewhere(view, int64(rank))
    unknown = SUIT_CARDS * int64(view.packs) - seen
    if unknown < needed:
        return 0.0
    unseen, held = int64(view.pile_size), int64(view.hand_sizes[claimant]) + needed
    for seat in range(view.players):
        unseen += int64(view.hand_sizes[seat]) if seat != view.seat else int64(0)
    for card in range(view.pile_size):
        unseen -= int64(view.own_pile[card] < RANKS)
    fewer, ways = 0.0, 1.0
    for k in range(needed):
        some = falling(held, k) * falling(unseen - held, unknown - k)
        fewer += ways * some / falling(unseen, unknown)
        ways *= float(unknown - k) / float(k + 1)
    return max(1.0 - fewer, 0.0)


@kernel
def chance_read(view):
    """Return the chance in the classroom game that a player had a phrase to read, float64.

    By Bayes' rule.
    """
    lies, truths = view.tell_rate, view.false_tell_rate
    if view.signal == 0:
        lies, truths = 1 - lies, 1 - truths
    lies, truths = lies * view.cheat_cards, truths * view.phrase_cards
    return truths / (lies + truths) if lies + truths > 0 else 1.0


@kernel
def true_per_cent(view):
    """Return `chance_true` in per cent, int64."""
    return int64(chance_true(view) * PER_CENT)


@kernel
def own_of_claim(view):
    """Return how many own cards in hand have the claimed rank, int64; 0 until a rank is chosen."""
    rank = int64(view.claim_rank)
    return int64(view.counts[uint64(rank)]) if rank != NONE else int64(0)


@kernel
def own_cards(view):
    """Return how many cards the own seat holds, int64."""
    return int64(view.hand_sizes[uint64(view.seat)])


@kernel
def claimant_left(view):
    """Return how many cards are left to the seat whose claim waits, int64.

    While a claim is made, these are the own cards.
    """
    seat = view.seat if view.claim_seat == NONE else view.claim_seat
    return int64(view.hand_sizes[uint64(seat)])


@kernel
def fewest_left(view):
    """Return the fewest cards that another seat holds, int64."""
    fewest = int64(999)
    for seat in range(view.players):
        if seat != view.seat:
            fewest = min(fewest, int64(view.hand_sizes[seat]))
    return fewest


@kernel
def claimant_caught(view):
    """Return how many lies of the waiting claim's seat were found out in this game, int64."""
    if view.claim_seat == NONE:
        return int64(0)
    return int64(view.caught[uint64(view.claim_seat)])


@kernel
def own_wrong(view):
    """Return how many challenges of the own seat were wrong in this game, int64."""
    return int64(view.wrong_challenges[uint64(view.seat)])


@kernel
def own_caught(view):
    """Return how many lies of the own seat were found out in this game, int64."""
    return int64(view.caught[uint64(view.seat)])


@kernel
def turns_until(view, rank):
    """Return how many own turns pass until the own seat must claim a rank again, int64.

    This assumes that nothing changes the order. With cyclic ranks each claim raises the rank by
    one: 1 is the next own turn. In other modes it is 0.
    """
    if view.mode != CYCLIC or view.required_rank == NONE:
        return int64(0)
    ahead, turns = int64(view.required_rank), int64(0)
    for _ in range(RANKS):
        ahead = (ahead + int64(view.players)) % RANKS
        turns += 1
        if ahead == rank:
            break
    return turns


@kernel
def planned_card(view):
    """Return a card of the planned claim to choose next, int64; it is always legal.

    The plan takes true cards first. Each missing card is of the rank whose own turn is farthest
    away; of several such ranks, the one with the fewest cards in hand, then the lowest.
    """
    plan, missing = uint64(0), int64(view.claim_count)
    true = min(own_of_claim(view), missing)
    if true > 0:
        plan += uint64(true) << (BITS * uint64(view.claim_rank))
        missing -= true
        # Most claims are true, and then there is nothing to search for.
        rank = int64(view.claim_rank)
        if missing == 0 and true > view.chosen[uint64(rank)] and legal_card(view, rank):
            return rank
    while missing > 0:
        best, most = int64(0), int64(-1)
        for rank in range(RANKS):
            planned = int64((plan >> (BITS * uint64(rank))) & FULL)
            worth = 16 * turns_until(view, rank) + 15 - int64(view.counts[rank])
            if planned < view.counts[rank] and worth > most:
                best, most = int64(rank), worth
        plan += uint64(1) << (BITS * uint64(best))
        missing -= 1
    first = int64(NONE)
    for rank in range(RANKS):
        if legal_card(view, rank):
            if int64((plan >> (BITS * uint64(rank))) & FULL) > view.chosen[rank]:
                return int64(rank)
            first = int64(rank) if first == NONE else first
    return first


# ---------------------------------------------------------------- features of actions

COUNT_NUMBERS, CARD_NUMBERS = 8, 5


@kernel
def describe_count(view, action, numbers):
    """Describe a number of cards to claim, given the cards of the rank in hand.

    Args:
        view: the seat's.
        action: the number of cards.
        numbers: int64, shape (8,), filled: the cards; the least number of false ones among them;
            whether there are any; the false ones if there are true ones as well; true ones that are
            kept; the false ones times the cards in the pile; times those that will be left; whether
            none will be left.

    Returns:
        Which table is the action's, int64: 0 without a card of the rank, 1 with any.
    """
    if not 0 <= action <= MOST_CARDS or len(numbers) < COUNT_NUMBERS:
        raise IndexError("no such number of cards, or there is no room for what it is beside")
    held, cards = own_of_claim(view), int64(action)
    false, kept = max(cards - held, 0), own_cards(view) - cards
    numbers[0], numbers[1], numbers[2] = cards, false, int64(false > 0)
    numbers[3], numbers[4] = false * int64(held > 0), max(held - cards, 0)
    numbers[5], numbers[6] = false * int64(view.pile_size), false * kept
    numbers[7] = int64(kept == 0)
    return int64(held > 0)


@kernel
def describe_card(view, action, numbers):
    """Describe a card to choose, given the claim and the rest of the hand.

    Args:
        view: the seat's.
        action: its rank.
        numbers: int64, shape (5,), filled: whether it is of the rank that is claimed; own turns
            until its rank is claimed; cards of the rank in hand; whether it is the last of them;
            whether the seat has laid others of the rank in the pile.

    Returns:
        Which table is the action's, int64: 0, of one.
    """
    if not 0 <= action < RANKS or len(numbers) < CARD_NUMBERS:
        raise IndexError("this is no rank, or there is no room for what it is beside")
    rank = int64(action)
    held = int64(view.counts[uint64(rank)]) - int64(view.chosen[uint64(rank)])
    numbers[0], numbers[1] = int64(rank == view.claim_rank), turns_until(view, rank)
    numbers[2], numbers[3] = held, int64(held == 1)
    numbers[4] = int64(own_laid(view, rank) > 0)
    return int64(0)


FEATURES = (
    Feature("true-per-cent", "with a chance of {} % that it can be true", 0, 100, true_per_cent),
    Feature("claim-count", "where {} card{s} are claimed", 0, 4),
    Feature("pile-size", "with {} card{s} in the pile", 0, 40),
    Feature("claimant-left", "where the claimant has {} card{s} left", 0, 15, claimant_left),
    Feature("claimant-caught", "where he was caught {} times", 0, 3, claimant_caught),
    Feature("own-of-claim", "holding {} card{s} of the rank", 0, 4, own_of_claim),
    Feature("own-cards", "with {} card{s} in hand", 0, 20, own_cards),
    Feature("fewest-left", "where another has {} card{s}", 0, 15, fewest_left),
    Feature("own-wrong", "after {} wrong challenge{s} of your own", 0, 3, own_wrong),
    Feature("own-caught", "after {} lie{s} of your own that came out", 0, 3, own_caught),
)
DEEDS = ("own-wrong", "own-caught")
BY = {
    "challenge": ("true-per-cent", "claim-count", "pile-size", "claimant-left"),
    "count": ("own-of-claim", "own-cards", "pile-size", "fewest-left"),
}
EXPERTS = {
    "rank": ("truth-first", "random-legal"),
    "count": ("truth-first", "over-claimer", "random-legal"),
    "card": ("planner", "truth-first", "random-legal"),
}
SCORES = {
    "count": Scores(
        describe_count,
        (
            *("a card", "a false card", "false cards at all", "a false card beside true ones"),
            *("a true card kept", "a false card for each card in the pile"),
            *("a false card for each card left", "no card left"),
        ),
        ("without a card of the rank", "with cards of the rank"),
    ),
    "card": Scores(
        describe_card,
        (
            *("a card of the rank", "an own turn until its rank", "a card of its rank held"),
            *("the last card of its rank", "others of its rank laid"),
        ),
    ),
}
