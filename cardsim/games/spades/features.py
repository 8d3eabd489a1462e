"""Quantities that players of Spades think in, for use by strategies."""

from __future__ import annotations

from numpy import int64, uint64

from cardsim.cards import PACK
from cardsim.game import Feature, Scores
from cardsim.games.spades.state import BEATS, POWER, SPADES, SUIT_OF, SUITS
from cardsim.kernels import card_bits
from cardsim.kernels.card_bits import FULL_PACK, ONE_RANK
from cardsim.kernels.jit import kernel

__all__ = [
    "bags_cost",
    "counted",
    "describe_bid",
    "describe_play",
    "highest_spade",
    "holds_nil",
    "hundreds_behind",
    "lead",
    "nearest_bid",
    "need",
    "nil_pays",
    "partner_bid",
    "partner_wins",
    "rivals_need",
    "spades",
    "sure_tricks",
    "tenths",
]

ACE, KING = 1, 1 << 12
RANKS = uint64((1 << 13) - 1)


@kernel
def counted(view, king_min_length, spade_extra_from):
    """Return the tricks that a hand may hope for, int64.

    Every ace, every king in a suit of at least `king_min_length` cards, and every spade from the
    `spade_extra_from`th on.
    """
    hand = uint64(view.hand)
    long = card_bits.count(hand & SUITS[SPADES]) - int64(spade_extra_from) + 1
    tricks = card_bits.count(hand & ONE_RANK) + max(long, 0)
    for suit in range(SPADES + 1):
        cards = (hand >> uint64(13 * suit)) & RANKS
        tricks += int64(cards >> uint64(12)) * int64(card_bits.count(cards) >= king_min_length)
    return tricks


@kernel
def sure_tricks(view):
    """Return the tricks to hope for, int64: aces, kings with another card, long spades."""
    return counted(view, 2, 4)


@kernel
def spades(view):
    """Return how many spades are in the own hand, int64."""
    return card_bits.count(uint64(view.hand) & SUITS[SPADES])


@kernel
def highest_spade(view):
    """Return the highest spade in the own hand, 2 to 14 for the ace, int64; 0 without spades."""
    cards = (uint64(view.hand) >> uint64(13 * SPADES)) & RANKS
    if cards & uint64(ACE) != uint64(0):
        return int64(14)
    # The position of the highest bit.
    for step in (1, 2, 4, 8):
        cards |= cards >> uint64(step)
    return card_bits.count(cards)


@kernel
def nearest_bid(view, wanted):
    """Return the legal bid of at least 1 that is nearest to a number, ties upward, int64.

    There always is one.
    """
    if 1 <= wanted <= 13 and card_bits.holds(uint64(view.legal), wanted):
        return int64(wanted)
    best, most = int64(-1), int64(99)
    for bid in range(1, 14):
        away = abs(int64(bid) - int64(wanted))
        if card_bits.holds(uint64(view.legal), bid) and away <= most:
            best, most = int64(bid), away
    return best


@kernel
def need(view):
    """Return the tricks that the own side lacks to its bid, int64; below 0 they are bags."""
    return lacking(view, int64(view.seat) & 1)


@kernel
def bags_cost(view):
    """Return whether a bag costs more than it scores by the house rules, 0 or 1, int64."""
    return int64(int64(view.bag_penalty) > int64(view.bag_points) * int64(view.bag_limit))


@kernel
def nil_pays(view):
    """Return whether a nil that two of three players make wins points, 0 or 1, int64."""
    return int64(2 * int64(view.nil_bonus) > int64(view.nil_penalty))


@kernel
def rivals_need(view):
    """Return the tricks that the other side lacks to its bid, int64; below 0 they are bags."""
    return lacking(view, 1 - (int64(view.seat) & 1))


@kernel
def lacking(view, side):
    """Return the tricks that a side lacks to its bid, int64; a nil bidder's do not count."""
    tricks = int64(0)
    for seat in range(side, 4, 2):
        if view.bids[seat] > 0:
            tricks += int64(view.bids[seat]) - int64(view.taken[seat])
    return tricks


@kernel
def partner_bid(view):
    """Return the partner's bid, int64; -1 not yet."""
    return int64(view.bids[int64(view.seat) ^ 2])


@kernel
def partner_wins(view):
    """Return whether the partner wins the trick so far, 0 or 1, int64."""
    return int64(view.best_seat == int64(view.seat) ^ 2)


@kernel
def lead(view):
    """Return the points by which the own side leads in the match, int64; negative if behind."""
    own = int64(view.seat) & 1
    return int64(view.score[own]) - int64(view.score[1 - own])


@kernel
def hundreds_behind(view):
    """Return the whole hundreds of points that the own side is behind, int64; 0 if it is not."""
    return max(-lead(view), 0) // 100


# ---------------------------------------------------------------- by what actions are scored

QUEEN = 1 << 11
BID_NUMBERS, PLAY_NUMBERS = 10, 14
ROLES = (
    "with a nil of your own",
    "with a nil of your partner's",
    "leading against a nil",
    "following against a nil",
    "leading where tricks are needed",
    "following where tricks are needed",
    "leading where the bid is made",
    "following where the bid is made",
)
"""Situations in which a card is played; each has its own weights."""
PARTNER_BIDS = ("before the partner", "after a nil of the partner", "after another bid of his")
"""Situations in which a bid is made."""


@kernel
def tenths(view):
    """Return the value of the own hand in tenths of a trick, int64.

    An ace 10, a guarded king 8, a queen in three cards or more 4, the first two less 2 for each
    card beyond five in the suit; in spades 10, 10 and 7, and 10 for each card from the fourth on.
    Each card that another suit has fewer than three is 2, for as many as there are spades, up to 3.
    """
    total, short, trumps = int64(0), int64(0), spades(view)
    for suit in range(SPADES + 1):
        cards = (uint64(view.hand) >> uint64(13 * suit)) & RANKS
        size = card_bits.count(cards)
        ace = int64(cards & uint64(ACE) != uint64(0))
        king = int64(cards & uint64(KING) != uint64(0) and size >= 2)
        queen = int64(cards & uint64(QUEEN) != uint64(0) and size >= 3)
        if suit == SPADES:
            total += 10 * ace + 10 * king + 7 * queen + 10 * max(size - 3, 0)
        else:
            long = 2 * max(size - 5, 0)
            total += max(10 - long, 0) * ace + max(8 - long, 0) * king + 4 * queen
            short += max(3 - size, 0)
    return total + 2 * min(short, trumps, 3)


@kernel
def holds_nil(view, seat):
    """Return whether a seat bid nil and has taken no trick; the seat is taken modulo 4."""
    return view.bids[int64(seat) & 3] == 0 and view.taken[int64(seat) & 3] == 0


@kernel
def role(view):
    """Return the place in `ROLES` of what the own side tries to do, int64."""
    seat, follows = int64(view.seat), int64(view.laid > 0)
    if holds_nil(view, seat):
        return int64(0)
    if holds_nil(view, seat + 2):
        return int64(1)
    if holds_nil(view, seat + 1) or holds_nil(view, seat + 3):
        return 2 + follows
    return (4 if need(view) > 0 or not bags_cost(view) else 6) + follows


@kernel
def describe_play(view, action, numbers):
    """Describe what a card does in its trick, and what is left of its suit.

    Args:
        view: the seat's.
        action: the card.
        numbers: int64, shape (14,), filled: whether it wins the trick so far; its rank, 2 to 14;
            the same if it wins; both where it is the last of the trick; whether it is a spade;
            whether no unseen card of its suit beats it; how many do; whether it takes the trick
            from the partner; other own cards of its suit; whether it empties a side suit; unseen
            cards of its suit; of those who play after it the rivals, and the partner, that have
            shown to be out of it.

    Returns:
        The place in `ROLES`, int64.
    """
    if not 0 <= action < PACK or len(numbers) < PLAY_NUMBERS:
        raise IndexError("this is no card, or there is no room for what it does")
    card, seat, laid = uint64(action), int64(view.seat), int64(view.laid)
    suit = uint64(SUIT_OF[card])
    unseen = FULL_PACK & ~(uint64(view.hand) | uint64(view.played)) & SUITS[suit]
    better = card_bits.count(unseen & BEATS[card])
    wins = int64(laid > 0 and card_bits.holds(uint64(view.beats), card))
    rank, last = int64(POWER[card]), int64(laid == 3)
    others = card_bits.count(uint64(view.hand) & SUITS[suit]) - 1
    numbers[0], numbers[1], numbers[2] = wins, rank, wins * rank
    numbers[3], numbers[4] = last * wins, last * rank
    numbers[5], numbers[6], numbers[7] = suit == SPADES, better == 0, better
    numbers[8], numbers[9] = wins * partner_wins(view), others
    numbers[10], numbers[11] = others == 0 and suit != SPADES, card_bits.count(unseen)
    numbers[12] = 0
    for k in range(1, 4 - laid, 2):
        numbers[12] += int64(view.voids[(seat + k) & 3, suit])
    numbers[13] = int64(view.voids[(seat + 2) & 3, suit]) if laid < 2 else 0
    return role(view)


@kernel
def describe_bid(view, action, numbers):
    """Describe a bid, given the value of the hand.

    Args:
        view: the seat's.
        action: the bid.
        numbers: int64, shape (10,), filled: the bid; its square; the bid times the value of the
            hand in tenths of a trick; times what the others have bid; times what the partner has;
            times tenths of the points that the own side is ahead; and for nil 1, that value, the
            highest spade and the number of spades.

    Returns:
        The place in `PARTNER_BIDS`, int64.
    """
    if len(numbers) < BID_NUMBERS:
        raise IndexError("there is no room for what a bid is beside")
    bid, seat, worth = int64(action), int64(view.seat), tenths(view)
    theirs = max(int64(view.bids[(seat + 1) & 3]), 0) + max(int64(view.bids[(seat + 3) & 3]), 0)
    partner = partner_bid(view)
    nil = int64(bid == 0)
    numbers[0], numbers[1], numbers[2] = bid, bid * bid, bid * worth
    numbers[3], numbers[4], numbers[5] = bid * theirs, bid * max(partner, 0), bid * lead(view) // 10
    numbers[6], numbers[7] = nil, nil * worth
    numbers[8], numbers[9] = nil * highest_spade(view), nil * spades(view)
    return int64(0) if partner < 0 else int64(1) if partner == 0 else int64(2)


FEATURES = (
    Feature("sure-tricks", "with {} trick{s} by count", 0, 7, sure_tricks),
    Feature("spades", "with {} spade{s}", 0, 7, spades),
    Feature(
        "highest-spade",
        "with {} as highest spade",
        0,
        14,
        highest_spade,
        (
            "none",
            "no spade",
            *map(str, range(2, 11)),
            "the jack",
            "the queen",
            "the king",
            "the ace",
        ),
    ),
    Feature(
        "partner-bid",
        "where the partner bid {}",
        -1,
        7,
        partner_bid,
        ("nothing yet", "nil", *map(str, range(1, 8))),
    ),
    Feature("lead", "{} point{s} ahead", -400, 400, lead),
    Feature("hundreds-behind", "{} hundred points behind", 0, 4, hundreds_behind),
    Feature("need", "where {} trick{s} are needed", -4, 10, need),
    Feature(
        "partner-wins",
        "{}",
        0,
        1,
        partner_wins,
        ("where the partner does not win the trick", "where the partner wins the trick"),
    ),
    Feature("laid", "after {} card{s} in the trick", 0, 3),
    Feature("tricks", "after {} trick{s}", 0, 12),
)
BY = {
    "bid": ("sure-tricks", "spades", "highest-spade", "partner-bid"),
    "play": ("need", "laid", "partner-wins", "tricks"),
    "blind": ("hundreds-behind",),
}
EXPERTS = {
    "bid": ("trick-odds", "sound-count", "fine-count", "count-bid", "nil-if", "fixed-bid"),
    "play": (
        *("trick-odds", "by-the-book", "contract-player", "nil-cover", "bag-dodger"),
        "lowest-legal",
    ),
}
SCORES = {
    "bid": Scores(
        describe_bid,
        (
            *("a trick bid", "the square of the bid"),
            "the bid times a tenth of a trick that the hand is worth",
            "the bid times a trick that the others bid",
            "the bid times a trick that the partner bid",
            "the bid times ten points that you are ahead",
            *("nil", "a tenth of a trick that a nil is worth"),
            *("a rank of the highest spade in a nil", "a spade in a nil"),
        ),
        PARTNER_BIDS,
    ),
    "play": Scores(
        describe_play,
        (
            *("winning so far", "a rank", "a rank if it wins"),
            *("winning as the last", "a rank as the last"),
            *("a spade", "a master of its suit", "a card that beats it"),
            *("taking it from partner", "a card of its suit kept"),
            *("emptying a side suit", "a card of it unseen"),
            *("a rival out behind you", "partner out behind you"),
        ),
        ROLES,
    ),
}
