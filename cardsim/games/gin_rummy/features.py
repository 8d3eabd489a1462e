"""Quantities that players of Gin Rummy think in, for use by strategies."""

from __future__ import annotations

from numpy import float64, int64, uint64

from cardsim.game import Feature, Scores
from cardsim.games.gin_rummy import melds, play
from cardsim.games.gin_rummy.melds import RANKS, SUIT_TILES, in_suit, worth
from cardsim.games.gin_rummy.play import legal_finish, place_of
from cardsim.games.gin_rummy.rules import MOST_HELD
from cardsim.games.gin_rummy.state import NO_TILE
from cardsim.kernels.card_bits import ONE_RANK, count, lowest, only, pick, without_lowest
from cardsim.kernels.jit import inlined, kernel

__all__ = [
    "after_taking",
    "after_throw",
    "best_throw",
    "big_gin_of",
    "can_knock",
    "counts",
    "deadwood",
    "describe_finish",
    "fewest_open",
    "finish_with",
    "fits_with",
    "gain",
    "least_throw",
    "live_melds",
    "most_taken",
    "others_need",
    "rounds",
    "row_melds",
    "still_needed",
    "tile_thrown",
    "unwanted_by_next",
    "use_to_next",
    "wanted_by_next",
]

NOTHING = uint64(0)
NO_MORE = 1 << 20
NO_GAIN = -1000
LAST_TILE = 51
PHASES = ("in the first three rounds", "in the three after them", "later")
PHASE_ROUNDS = 3
FINISH_NUMBERS = 9


@inlined
def deadwood(tiles):
    """Return the deadwood of a set of tiles with the best melds, int64.

    Raises:
        ValueError: they are more than any hand has. For all tiles it would take minutes.
    """
    if count(uint64(tiles)) > MOST_HELD + 2:
        raise ValueError("more tiles than any hand has")
    return melds.deadwood(uint64(tiles))


@inlined
def counts(tile):
    """Return the points of a tile that is in no meld, 1 to 10, int64."""
    return worth(int64(tile) & 63)


@inlined
def best_throw(tiles):
    """Return the least deadwood of a set after one tile is thrown, and that tile, int64 each.

    Ties: the tile of most points, then that of the highest id.
    """
    if not 2 <= count(uint64(tiles)) <= MOST_HELD + 2:
        raise ValueError("fewer than two tiles, or more than any hand has")
    throw = melds.best_throw(uint64(tiles), NOTHING)
    return melds.left_of(throw), melds.tile_of(throw)


@kernel
def least_throw(view):
    """Return the tile to throw at `finish` that leaves least deadwood, int64.

    Ties: the tile of most points, then that of the highest id.
    """
    return int64(view.spare)


@kernel
def after_throw(view):
    """Return the deadwood after the throw of `least_throw`, int64; that of the hand without one."""
    if view.tiles <= view.hand_size:
        return int64(view.own_deadwood)
    return int64(view.spare_left)


@kernel
def after_taking(view):
    """Return the deadwood after taking the newest tile of the row and the best throw, int64.

    The house rules decide whether the tile taken may be thrown.
    """
    if view.newest == NO_TILE or view.tiles > view.hand_size:
        return after_throw(view)
    newest = only(view.newest)
    banned = NOTHING if view.allow_return_discard else newest
    return melds.left_of(melds.best_throw(uint64(view.hand) | newest, banned))


@inlined
def passes(view):
    """Return how many seats have passed the upcard, or refused it when they drew."""
    total = 0
    for seat in range(view.players):
        total += view.refused[seat] != NOTHING
    return total


@kernel
def gain(view):
    """Return how much the newest tile of the row would lower the deadwood, int64; 0 if not at all.

    It is -1000 where all have passed the upcard, which may not be taken then.
    """
    if view.upcard_offer != 0 and view.turn_no == 0 and passes(view) == view.players:
        return int64(NO_GAIN)
    if view.newest == NO_TILE or view.tiles > view.hand_size:
        return int64(0)
    # Throwing that tile itself restores the old hand, so it need not be banned here.
    both = uint64(view.hand) | only(view.newest)
    return int64(view.own_deadwood) - melds.left_of(melds.best_throw(both, NOTHING))


@kernel
def row_melds(view):
    """Return whether the newest tile of the row would be in a meld, int64."""
    if view.newest == NO_TILE:
        return int64(0)
    both = melds.deadwood(uint64(view.hand) | only(view.newest))
    return int64(both < int64(view.own_deadwood) + worth(view.newest))


@kernel
def finish_with(view, tile, knock):
    """Return the action at `finish` that throws a tile of the own hand, with or without a knock."""
    return place_of(uint64(view.hand), int64(tile) & 63) + (int64(view.tiles) if knock else 0)


@kernel
def big_gin_of(view):
    """Return the action at `finish` that is big gin, int64."""
    return 2 * int64(view.tiles)


@kernel
def can_knock(view, tile):
    """Return whether a knock is allowed with the throw of a tile."""
    return play.can_knock(view, int64(tile) & 63)


@kernel
def tile_thrown(view, action):
    """Return the tile that an action at `finish` throws, int64; -1 for big gin or if illegal."""
    if not legal_finish(view, action) or action == big_gin_of(view):
        return int64(-1)
    return pick(uint64(view.hand), int64(action) % int64(view.tiles))


@inlined
def around(tile, reach):
    """Return the other tiles of the suit up to `reach` ranks away from a tile, as a set."""
    place = uint64(int64(tile) % RANKS)
    whole = SUIT_TILES << (uint64(tile) - place)
    one, neighbours = only(tile), NOTHING
    for step in range(1, reach + 1):
        neighbours |= (one << uint64(step)) | (one >> uint64(step))
    return neighbours & whole


@inlined
def fits_with(tile):
    """Return the tiles that may be in one meld of three with a tile, as a set."""
    rank = uint64(int64(tile) % RANKS)
    return ((ONE_RANK << rank) & ~only(tile)) | around(tile, 2)


@kernel
def live_melds(view, tile):
    """Return how many unseen tiles make a meld of a tile and one other own tile, int64.

    A tile counts once for each way in which it does.

    Args:
        view: the seat's.
        tile: its id; it may be in the own hand or not.
    """
    tile = int64(tile) & 63
    if tile > 51:
        return int64(0)
    hand, unseen, rank = uint64(view.hand) & ~only(tile), uint64(view.unseen), tile % RANKS
    same = (ONE_RANK << uint64(rank)) & ~only(tile)
    total = count(hand & same) * count(unseen & same)
    own, live = in_suit(hand, uint64(tile - rank)), in_suit(unseen, uint64(tile - rank))
    for low in range(max(rank - 2, 0), min(rank, RANKS - 3) + 1):
        rest = (uint64(7) << uint64(low)) & ~only(rank)
        total += int64(count(own & rest) == 1 and count(live & rest) == 1)
    return total


@kernel
def wanted_by_next(view, tile):
    """Return how many tiles that the next seat took and holds are near a tile, int64.

    Near are tiles of its rank, and those of its suit next to it.
    """
    tile = int64(tile) & 63
    following = (int64(view.seat) + 1) % int64(view.players)
    same = (ONE_RANK << uint64(tile % RANKS)) & ~only(tile)
    return count(uint64(view.taken[following]) & (same | around(tile, 1)))


@kernel
def unwanted_by_next(view, tile):
    """Return how many tiles that the next seat threw or left in the row are near a tile, int64."""
    tile = int64(tile) & 63
    following = (int64(view.seat) + 1) % int64(view.players)
    same = (ONE_RANK << uint64(tile % RANKS)) & ~only(tile)
    known = uint64(view.thrown[following]) | uint64(view.refused[following])
    return count(known & ~uint64(view.taken[following]) & (same | around(tile, 1)))


@inlined
def chance_of_pair(view, following, pair, refused):
    """Return the chance that the next seat holds two tiles, which make a meld with a third."""
    taken, unseen = uint64(view.taken[following]), uint64(view.unseen)
    if pair & ~(taken | unseen) != NOTHING:
        return 0.0
    low = uint64(lowest(pair))
    in_run = (pair >> low) & ~ONE_RANK != NOTHING
    if in_run:
        # With a tile next to both, or between them, he would have had this meld and kept its tile.
        fits = (pair << uint64(1)) | (pair >> uint64(1))
        fits &= SUIT_TILES << (low - low % uint64(RANKS))
        if (pair >> low) & uint64(4) != NOTHING:
            fits = only(int64(low) + 1)
    else:
        fits = ONE_RANK << (low % uint64(RANKS))
    if fits & ~pair & refused != NOTHING and pair & ~unseen == NOTHING:
        return 0.0
    hidden = float64(view.hand_sizes[following]) - count(taken)
    each = max(hidden, 0.0) / max(count(unseen), 1)
    return each ** count(pair & ~taken)


@kernel
def use_to_next(view, tile):
    """Estimate the chance that the next seat melds a tile or lays it to a meld, float64.

    It is the sum of the chances of all pairs that make a meld with the tile. He holds the tiles
    that he took from the row, and each other unseen tile with a chance in proportion to his unseen
    tiles. He has no pair if he threw or left a tile of the row that makes a meld with it.
    """
    tile = int64(tile) & 63
    if tile > LAST_TILE:
        return 0.0
    following = (int64(view.seat) + 1) % int64(view.players)
    refused = uint64(view.thrown[following]) | uint64(view.refused[following])
    total, rank = 0.0, tile % RANKS
    same = (ONE_RANK << uint64(rank)) & ~only(tile)
    rest = same
    while rest != NOTHING:
        pair = same & ~only(lowest(rest))
        rest = without_lowest(rest)
        total += chance_of_pair(view, following, pair, refused)
    whole = SUIT_TILES << uint64(tile - rank)
    for low in range(max(rank - 2, 0), min(rank, RANKS - 3) + 1):
        run = uint64(7) << uint64(tile - rank + low)
        total += chance_of_pair(view, following, run & whole & ~only(tile), refused)
    return total


@kernel
def fewest_open(view):
    """Return the arrangement at `knocker-melds` that is open to the fewest first layoffs, int64.

    Ties: the first.
    """
    hand, best, fewest = uint64(view.hand), int64(0), int64(NO_MORE)
    for n in range(view.arrangements):
        first, second, _ = melds.find_arrangement(hand, n, False)
        number = melds.open_outside(hand, first, second)
        if number < fewest:
            best, fewest = int64(n), number
    return best


@kernel
def most_taken(view):
    """Return the most tiles that another seat took from the row and holds, int64."""
    most = int64(0)
    for seat in range(view.players):
        if seat != view.seat:
            most = max(most, count(uint64(view.taken[seat])))
    return most


@kernel
def rounds(view):
    """Return how often all seats have had a turn, int64."""
    return int64(view.turn_no) // int64(view.players)


@kernel
def still_needed(view):
    """Return the points that the own seat needs to win the match, int64; 0 in a single hand."""
    return max(int64(view.target) - int64(view.scores[view.seat]), 0)


@kernel
def others_need(view):
    """Return the points that the best other seat needs to win the match; 0 in a single hand."""
    best = int64(0)
    for seat in range(view.players):
        if seat != view.seat:
            best = max(best, int64(view.scores[seat]))
    return max(int64(view.target) - best, 0)


@kernel
def describe_finish(view, action, numbers):
    """Describe an action at `finish` by numbers.

    Args:
        view: what the own seat may see.
        action: the action.
        numbers: int64, shape (9,), filled: the deadwood kept, whether it is a knock, the deadwood
            knocked with, whether that is gin, the points of the tile thrown, unseen tiles that
            would make a meld of it, those near it that the next player took, those near it that he
            did not want, unseen tiles that fit with it. All are 0 for an illegal action.

    Returns:
        Which of `PHASES` it is, int64.

    Raises:
        IndexError: `action` is none of any hand, or there are fewer numbers.
    """
    if not 0 <= action <= 2 * MOST_HELD + 2 or len(numbers) < FINISH_NUMBERS:
        raise IndexError("this is no throw, or there is no room for what it is beside")
    for k in range(len(numbers)):
        numbers[k] = 0
    phase = min(rounds(view) // PHASE_ROUNDS, len(PHASES) - 1)
    if action == big_gin_of(view):
        numbers[1] = 1
        numbers[3] = 1
        return phase
    tile = tile_thrown(view, action)
    if tile < 0:
        return phase
    points = melds.deadwood(uint64(view.hand) ^ only(tile))
    knock = action >= view.tiles
    numbers[0] = 0 if knock else points
    numbers[1] = int64(knock)
    numbers[2] = points if knock else 0
    numbers[3] = int64(knock and points == 0)
    numbers[4] = worth(tile)
    numbers[5] = live_melds(view, tile)
    numbers[6] = wanted_by_next(view, tile)
    numbers[7] = unwanted_by_next(view, tile)
    numbers[8] = count(fits_with(tile) & uint64(view.unseen))
    return phase


FEATURES = (
    Feature("own-deadwood", "with a deadwood of {}", 0, 60),
    Feature("after-throw", "leaving a deadwood of {}", 0, 30, after_throw),
    Feature("gain", "where the row's tile lowers your deadwood by {}", -1, 12, gain),
    Feature(
        "row-melds",
        "where the row's tile {}",
        0,
        1,
        row_melds,
        ("is in no meld", "makes a meld"),
    ),
    Feature("rounds", "after {} round{s}", 0, 12, rounds),
    Feature("stock-size", "with {} tile{s} in the stock", 0, 31),
    Feature("most-taken", "where another took {} tile{s} that he holds", 0, 5, most_taken),
    Feature("still-needed", "needing {} point{s}", 0, 100, still_needed),
    Feature("others-need", "where another needs {} point{s}", 0, 100, others_need),
)
BY = {
    "upcard": ("gain", "row-melds", "own-deadwood"),
    "draw": ("gain", "row-melds", "stock-size", "own-deadwood"),
    "finish": ("after-throw", "stock-size", "most-taken", "rounds"),
}
EXPERTS = {
    "finish": (
        "early-hunter",
        "take-improve",
        "gin-only",
        "lurker",
        "meld-hunter",
        "safe-discard",
    )
}
SCORES = {
    "finish": Scores(
        describe_finish,
        (
            *("a point of deadwood kept", "a knock", "a point of deadwood knocked with"),
            *("gin", "a point that the tile counts", "an unseen tile that would make a meld"),
            *("a tile near it that the next player took", "one near it that he did not want"),
            "an unseen tile that fits with it",
        ),
        PHASES,
    )
}
