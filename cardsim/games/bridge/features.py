"""Quantities that players of Bridge think in, for use by strategies."""

from __future__ import annotations

from numpy import int64, uint64

from cardsim.cards import PACK
from cardsim.game import Feature, Scores
from cardsim.games.bridge import play
from cardsim.games.bridge.hands import length, points, shape
from cardsim.games.bridge.state import DOUBLE, ORDER, PASS, SETS, STRAINS, SUIT_OF
from cardsim.kernels import card_bits
from cardsim.kernels.card_bits import FULL_PACK
from cardsim.kernels.jit import inlined, kernel
from cardsim.tricks import NO_TRUMP, SEATS, SUITS, high_card

__all__ = [
    "acting_hand",
    "bid",
    "describe_call",
    "describe_lead",
    "describe_play",
    "dummy",
    "last_bid",
    "level_of",
    "longest_suit",
    "own_points",
    "partner",
    "partner_bids",
    "strain_of",
    "unseen",
]


@inlined
def bid(level, strain):
    """Return the bid of a level, 1 to 7, in a strain, 0 to 3 for C D H S and 4 notrump, int64."""
    return play.bid(level, strain)


@inlined
def level_of(call):
    """Return the level of a bid, 1 to 7, int64; 0 for any other call."""
    return (int64(call) + 4) // 5 if PASS < call < DOUBLE else int64(0)


@inlined
def strain_of(call):
    """Return the strain of a bid, 0 to 3 for C D H S, 4 for notrump, int64; -1 if it is no bid."""
    return (int64(call) + 4) % STRAINS if PASS < call < DOUBLE else int64(-1)


@inlined
def last_bid(view):
    """Return the last bid as a call, int64; 0 where nobody has bid."""
    return play.bid(view.level, view.strain) * int64(view.level > 0)


@inlined
def partner(seat):
    """Return the seat across, int64."""
    return int64(seat) ^ 2


@inlined
def dummy(view):
    """Return dummy's seat, whose cards lie open once a card has been led, int64."""
    return int64(view.declarer) ^ 2


@inlined
def acting_hand(view):
    """Return the cards of the hand on play, as a set: the own hand, or dummy's."""
    own, other = uint64(view.hand), uint64(view.dummy_hand)
    return own if view.acting_for == view.seat else other


@inlined
def unseen(view):
    """Return the cards that the seat on turn has not seen, as a set."""
    return FULL_PACK & ~(uint64(view.hand) | uint64(view.dummy_hand) | uint64(view.played))


@kernel
def own_points(view):
    """Return the high-card points in the own hand, int64."""
    return points(view.hand)


@kernel
def longest_suit(view):
    """Return the length of the longest suit of the own hand, int64."""
    lengths, most = shape(view.hand), int64(0)
    for suit in range(SUITS):
        most = max(most, length(lengths, suit))
    return most


@kernel
def partner_bids(view):
    """Return whether the partner has bid, 0 or 1, int64."""
    for k in range(int64(view.called)):
        caller = (int64(view.dealer) + k) & 3
        if caller == partner(view.seat) and PASS < view.calls[k] < DOUBLE:
            return int64(1)
    return int64(0)


# ---------------------------------------------------------------- by what cards are scored

LEAD_NUMBERS, PLAY_NUMBERS = 10, 20
ACE, KING = 14, 13
ROLES = tuple(
    f"{whose} {how} {strain}"
    for whose in ("declarer", "a defender")
    for how in ("leading", "second to play", "third to play", "last to play")
    for strain in ("at notrump", "with trumps")
)
"""Situations in which a card is played; each has its own weights."""


@kernel
def opposite(view):
    """Return the own side's other hand if the seat sees it, as a set, int64; none for a defender.

    Declarer sees dummy's hand, or his own where he plays from dummy.
    """
    if int64(view.seat) != int64(view.declarer):
        return uint64(0)
    return uint64(view.dummy_hand) if view.acting_for == view.seat else uint64(view.hand)


@inlined
def rank_of(card):
    """Return the rank of a card, 2 to 14 for the ace, int64."""
    return int64(ACE) if int64(card) % 13 == 0 else int64(card) % 13 + 1


@inlined
def has_below(cards, suit, rank):
    """Return whether a set holds the next lower card of a suit, below a rank above two."""
    below = int64(rank) - 2 if rank < ACE else int64(KING) - 1
    return card_bits.holds(cards, uint64(13 * int64(suit) + max(below, 0)))


@kernel
def describe_play(view, action, numbers):
    """Describe a card in its trick, the rest of its suit, and what lies across and in dummy.

    Args:
        view: the seat's.
        action: the card.
        numbers: int64, shape (20,), filled: whether it wins the trick so far; its rank, 2 to 14;
            the same if it wins; whether it is a trump; trumps still unseen if it is one; whether
            nothing unseen beats it in its suit; how many unseen cards do; whether it takes the
            trick from the partner; the other cards of its suit in the hand it is played from;
            whether it empties a plain suit; unseen cards of its suit; whether the hand has the card
            below it, if it is an honor; cards of its suit across; whether a card across beats all
            unseen ones; how many unseen cards beat the best across; for a defender cards of its
            suit in dummy, and the rank of the highest of them; of those who play after it the
            rivals, and the partner, that have shown to be out of its suit; whether the partner has
            led it first.

    Returns:
        The place in `ROLES`, int64.
    """
    if not 0 <= action < PACK or len(numbers) < PLAY_NUMBERS:
        raise IndexError("this is no card, or there is no room for what it does")
    card, seat, laid = uint64(action), int64(view.acting_for), int64(view.laid)
    suit = int64(SUIT_OF[card])
    strain, declares = int64(view.strain), (seat ^ int64(view.declarer)) & 1 == 0
    ranked, own = SETS[suit], acting_hand(view)
    hidden, across = unseen(view) & ranked, opposite(view) & ranked
    others = card_bits.count(own & ranked) - 1
    better = card_bits.count(hidden & ORDER[NO_TRUMP, card])
    rank = rank_of(int64(card))
    wins = int64(laid > 0 and card_bits.holds(uint64(view.beats), card))
    trump = int64(suit == strain)
    numbers[0], numbers[1], numbers[2] = wins, rank, wins * rank
    numbers[3], numbers[4] = trump, trump * card_bits.count(hidden)
    numbers[5], numbers[6] = better == 0, better
    numbers[7] = wins * int64(int64(view.best_seat) == seat ^ 2)
    numbers[8], numbers[9] = others, others == 0 and strain < SUITS and trump == 0
    numbers[10] = card_bits.count(hidden)
    numbers[11] = rank > 10 and has_below(own, suit, rank)
    numbers[12], numbers[13], numbers[14] = card_bits.count(across), 0, 0
    if across != uint64(0):
        numbers[14] = card_bits.count(hidden & ORDER[NO_TRUMP, high_card(across)])
        numbers[13] = numbers[14] == 0
    shown = uint64(view.dummy_hand) & ranked if not declares else uint64(0)
    numbers[15] = card_bits.count(shown)
    numbers[16] = rank_of(high_card(shown)) if shown != uint64(0) else 0
    numbers[17] = 0
    for k in range(1, 4 - laid, 2):
        numbers[17] += int64(view.voids[(seat + k) & 3, suit])
    numbers[18] = int64(view.voids[(seat + 2) & 3, suit]) if laid < 2 else 0
    numbers[19] = int64(0)
    for trick in range(min(int64(view.tricks), view.leaders.shape[0], view.history.shape[0])):
        if int64(view.leaders[trick]) == seat ^ 2:
            numbers[19] = int64(int64(view.history[trick, 0]) // 13 == suit)
            break
    return 8 * int64(not declares) + 2 * min(laid, 3) + int64(strain < SUITS)


@kernel
def describe_lead(view, action, numbers):
    """Describe an opening lead: its suit, and the calls about that suit.

    Args:
        view: the seat's.
        action: the card.
        numbers: int64, shape (10,), filled: its rank, 2 to 14; the same from four cards or more;
            whether it is a trump; other own cards of its suit; whether it is a singleton in a plain
            suit; whether it is an honor with the card below it, or without; whether it leaves the
            ace of its suit behind; 1 where the partner has named its suit, -1 where the others
            have; how many unseen cards beat it.

    Returns:
        Whether there are trumps, 0 or 1, int64.
    """
    if not 0 <= action < PACK or len(numbers) < LEAD_NUMBERS:
        raise IndexError("this is no card, or there is no room for what it says")
    suit, rank = int64(SUIT_OF[action]), rank_of(action)
    own, side = uint64(view.hand) & SETS[suit], int64(view.seat) & 1
    others = card_bits.count(own) - 1
    strain, trump = int64(view.strain), int64(suit == int64(view.strain))
    honor, follows = int64(rank > 10), int64(has_below(own, suit, rank))
    numbers[0], numbers[1] = rank, rank * int64(others >= 3)
    numbers[2], numbers[3] = trump, others
    numbers[4] = others == 0 and strain < SUITS and trump == 0
    numbers[5], numbers[6] = honor * follows, honor * (1 - follows)
    numbers[7] = rank < ACE and card_bits.holds(own, uint64(13 * suit))
    partners = int64(int64(view.named[side, suit]) == partner(view.seat))
    numbers[8] = partners - int64(int64(view.named[1 - side, suit]) < SEATS)
    numbers[9] = card_bits.count(unseen(view) & SETS[suit] & ORDER[NO_TRUMP, action])
    return int64(strain < SUITS)


CALL_NUMBERS = 12


@kernel
def describe_call(view, action, numbers):
    """Describe a call: a bid by its level and its suit, any other by the hand.

    Args:
        view: the seat's.
        action: the call.
        numbers: int64, shape (12,), filled. Of a bid: its level; the square of that; the level
            times the own points, times those where the partner has bid, and times the cards in its
            suit; these cards; whether it is notrump; whether partner has named its suit, or the
            others have; levels above the last bid. Of any other call: whether it is a double; that
            times the points; the points, and those times the level of the last bid; the longest
            suit times that level; the level where the partner has bid.

    Returns:
        1 for a bid, 0 for any other call, int64.
    """
    if len(numbers) < CALL_NUMBERS:
        raise IndexError("there is no room for what the call says")
    for k in range(CALL_NUMBERS):
        numbers[k] = 0
    strength, bids, last = own_points(view), partner_bids(view), int64(view.level)
    level, strain = level_of(action), strain_of(action)
    if level == 0:
        numbers[0] = int64(action >= DOUBLE)
        numbers[1] = numbers[0] * strength
        numbers[2], numbers[3] = strength, strength * last
        numbers[4], numbers[5] = longest_suit(view) * last, last * bids
        numbers[6], numbers[7] = strength * last * bids, last
        return int64(0)
    held, side = int64(0), int64(view.seat) & 1
    numbers[6] = int64(strain == NO_TRUMP)
    if strain < SUITS:
        held = length(shape(view.hand), strain)
        named = int64(view.named[side, strain])
        numbers[7] = int64(named == partner(view.seat))
        numbers[8] = int64(int64(view.named[1 - side, strain]) < SEATS)
        numbers[11] = int64(named == int64(view.seat))
    numbers[0], numbers[1] = level, level * level
    numbers[2], numbers[3] = level * strength, level * strength * bids
    numbers[4], numbers[5] = level * held, held
    numbers[9], numbers[10] = level - last, level * bids
    return int64(1)


FEATURES = (
    Feature("points", "with {} point{s}", 0, 25, own_points),
    Feature("longest", "with {} cards in the longest suit", 4, 8, longest_suit),
    Feature(
        "partner-bids",
        "{}",
        0,
        1,
        partner_bids,
        ("where the partner has not bid", "where the partner has bid"),
    ),
    Feature("level", "at level {}", 0, 7),
    Feature("laid", "after {} card{s} in the trick", 0, 3),
    Feature("tricks", "after {} trick{s}", 0, 12),
)
BY = {"call": ("points", "longest", "partner-bids", "level"), "play": ("laid", "tricks")}
EXPERTS = {
    "call": ("tips", "come-in", "pass-always"),
    "lead": ("tips", "highest-legal", "lowest-legal"),
    "play": ("tips", "highest-legal", "lowest-legal"),
}
SCORES = {
    "lead": Scores(
        describe_lead,
        (
            *("a rank", "a rank from four cards or more", "a trump", "a card of its suit kept"),
            *("a singleton", "the top of touching honors", "an honor alone", "an ace kept"),
            *("a suit that partner named, and not they", "an unseen card that beats it"),
        ),
        ("at notrump", "with trumps"),
    ),
    "play": Scores(
        describe_play,
        (
            *("winning so far", "a rank", "a rank if it wins"),
            *("a trump", "an unseen trump if it is one"),
            *("a master of its suit", "an unseen card that beats it", "taking it from partner"),
            *("a card of its suit kept", "emptying a plain suit", "an unseen card of its suit"),
            *("the top of touching honors", "a card of its suit across"),
            *("a master across", "an unseen card that beats the best across"),
            *("a card of its suit in dummy", "a rank of the best in dummy"),
            *("a rival out behind you", "partner out behind you", "the suit that partner led"),
        ),
        ROLES,
    ),
}
WORTHS = {
    "call": Scores(
        describe_call,
        tuple(f"number {k}" for k in range(CALL_NUMBERS)),
        ("any other call", "a bid"),
    )
}
