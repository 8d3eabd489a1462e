"""What players of Bridge think by, as strategies may use it."""

from __future__ import annotations

from numpy import int64, uint64

from cardsim.game import Feature
from cardsim.games.bridge import play
from cardsim.games.bridge.hands import length, points, shape
from cardsim.games.bridge.state import DOUBLE, PASS, STRAINS
from cardsim.kernels.card_bits import FULL_PACK
from cardsim.kernels.jit import inlined, kernel
from cardsim.tricks import SUITS

__all__ = [
    "acting_hand",
    "bid",
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
    """The call that bids a level, 1 to 7, and a strain, 0 to 3 for C D H S and 4 notrump, int64."""
    return play.bid(level, strain)


@inlined
def level_of(call):
    """The level of a bid, 1 to 7, int64; 0 of any other call."""
    return (int64(call) + 4) // 5 if PASS < call < DOUBLE else int64(0)


@inlined
def strain_of(call):
    """The strain of a bid, 0 to 3 for C D H S and 4 notrump, int64; -1 of any other call."""
    return (int64(call) + 4) % STRAINS if PASS < call < DOUBLE else int64(-1)


@inlined
def last_bid(view):
    """The call that bid last, int64; 0 where nobody has."""
    return play.bid(view.level, view.strain) * int64(view.level > 0)


@inlined
def partner(seat):
    """The seat across, int64."""
    return int64(seat) ^ 2


@inlined
def dummy(view):
    """The seat whose cards lie open once a card has been led, int64."""
    return int64(view.declarer) ^ 2


@inlined
def acting_hand(view):
    """The cards that are played from, as a set: the own, or dummy's."""
    own, other = uint64(view.hand), uint64(view.dummy_hand)
    return own if view.acting_for == view.seat else other


@inlined
def unseen(view):
    """The cards that the seat on turn has not seen, as a set."""
    return FULL_PACK & ~(uint64(view.hand) | uint64(view.dummy_hand) | uint64(view.played))


@kernel
def own_points(view):
    """High-card points in the own hand, int64."""
    return points(view.hand)


@kernel
def longest_suit(view):
    """How long the longest suit of the own hand is, int64."""
    lengths, most = shape(view.hand), int64(0)
    for suit in range(SUITS):
        most = max(most, length(lengths, suit))
    return most


@kernel
def partner_bids(view):
    """Whether the partner has bid, 0 or 1, int64."""
    for k in range(int64(view.called)):
        caller = (int64(view.dealer) + k) & 3
        if caller == partner(view.seat) and PASS < view.calls[k] < DOUBLE:
            return int64(1)
    return int64(0)


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
