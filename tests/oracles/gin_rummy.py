"""Gin Rummy by the book: slow, plain, hands and games from given tiles and choices.

Written from the rules alone; sections are those of the game's rules. A tile is
`13 * suit + rank - 1`: suits clubs 0, diamonds 1, hearts 2, spades 3; ranks ace 1 to king 13. What
is called a match elsewhere is a game here: hands until somebody has the target.

What is decided, as (decision, its actions); `legal` lists them ascending:

- `upcard`: 0 pass, 1 take;
- `draw`: 0 from the stock, 1 from the row;
- `finish` with n tiles in the hand, ascending: i discards the i-th and goes on, n + i discards it
  and knocks (with a deadwood of 0 that is gin), 2n is big gin;
- `knocker-melds`: the number of an arrangement in the order of section 4, from 0.

What happened is told as (kind, seat or -1, number), in this order:

- `hand`: the dealer, the number of the hand from 1;
- `deal`: a seat, its tile; all tiles of the seat left of the dealer, then all of the next, each as
  dealt; `upcard`: -1, the first tile of the row;
- with an offer `pass`: a seat that passes, the upcard;
- of each turn `draw`: the seat, the tile from the stock, or `take`: the seat, the tile from the row
  (also one who takes the upcard when it is offered); then `discard`: the seat, the tile, unless it
  is big gin;
- how it ends, once: `knock`: the knocker, his deadwood, above 0; `gin`: the knocker, 0; `big-gin`:
  the knocker, 0; `void`: -1, the number of turns;
- after a `knock` with layoffs `arrange`: the knocker, his action at `knocker-melds`, if he was
  asked; then `meld`: the knocker, a tuple of the tiles of a meld, ascending; one for each meld of
  the arrangement, in its order;
- unless it is void, for each other seat, clockwise from the knocker: `deadwood`: the seat, its
  deadwood without layoffs; and after a `knock` with layoffs `left`: the seat, what is left of it;
- `undercut`: a seat that scores by an undercut, its points; each ascending;
- `points`: a seat, its points in this hand, each seat ascending, also 0, also in a void hand; then
  `score`: a seat, its points in all hands so far, each ascending;
- at the end of a game `win`: the seat, or `draw`: -1; and how many hands were played; then `final`:
  a seat, its final points, each ascending.

Where the rules are silent or leave two readings:

1. `upcard-offer` with three or four: each seat is asked in turn from left of the dealer, the dealer
   last. After a take the seat left of the taker follows; if all pass, the seat left of the dealer
   draws from the stock alone.
2. Stock and turns are looked at when a DRAW begins, so not before the offer, nor before the turn of
   who takes the upcard. A hand is void at `turn_no >= max-turns`.
3. A banned tile is banned for n + i too.
4. `knocker-melds`: the tile discarded lies in the row, is in no hand or `taken`, and the turn is
   counted in `turn_no`. `drew_from` is `none` and `banned` -1, as in all but `finish`.
5. `best` counts a tile that is outside the knocker's hand wherever it is, also in the row. One that
   fits two melds counts once.
6. `scores` and `hands_won` in a view are those before the hand; a hand by itself begins with none,
   unless it is told otherwise, and has number 1, which is no field of a view.
7. At `max-hands` there is no winner if the highest total is shared or below `target`; all then have
   P + `box-bonus` * `hands_won`. The hand that is number `max-hands` may still be won outright.
8. The tiles of an opponent that are laid off are not told: more than one choice may be the best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple, Protocol

Event = tuple[str, int, int | tuple[int, ...]]
"""Kind, seat (-1 none), tile or other number; of `meld` the tiles."""

View = dict[str, Any]
"""What a seat may see: the fields of section 5, by their names.

All are lists but for the numbers `seat`, `dealer`, `turn_no`, `own_deadwood`, `stock_size`,
`target` and `banned`, and the word `drew_from` (`none`, `stock`, `discard`). `taken` has a list for
each seat.
"""

Choose = Callable[[str, int, View, list[int]], int]
"""`choose(decision, seat, view, legal)` gives one of the legal actions."""

PACK = range(52)
KING = 13
COURT_VALUE = 10
SMALLEST_MELD = 3
MOST_DEALT = 44
FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
SET, RUN = 0, 1
PASS, TAKE = 0, 1
FROM_STOCK, FROM_ROW = 0, 1
KNOCK, GIN, BIG_GIN, VOID = "knock", "gin", "big-gin", "void"
FIRST, BEST, CHOOSE = "first", "best", "choose"
LOWEST, ALL = "lowest", "all"
NONE = -1


class Chance(Protocol):
    """Where the tiles come from."""

    def card(self, stock: list[int]) -> int:
        """The next tile of a face-down stock of these."""
        ...


@dataclass(frozen=True)
class Rules:
    """The options of section 7, without `players`."""

    hand_size: int = 7
    knock_limit: int = 10
    gin_bonus: int = 25
    big_gin_bonus: int | None = 50
    undercut_bonus: int = 20
    undercut_on_tie: bool = False
    multi_undercut: str = LOWEST
    layoffs: bool = False
    upcard_offer: bool = False
    stock_floor: int = 0
    allow_return_discard: bool = False
    target: int = 100
    game_bonus: int = 0
    box_bonus: int = 0
    shutout_doubles: bool = False
    knocker_arrangement: str = FIRST
    max_turns: int = 300
    max_hands: int = 1000


class Meld(NamedTuple):
    """A set or a run, written as section 4 does: compares as it sorts."""

    lowest: int
    kind: int
    tiles: tuple[int, ...]


Arrangement = tuple[Meld, ...]
"""Disjoint melds, sorted."""


@dataclass(frozen=True)
class Score:
    """What a hand brings.

    Attributes:
        points: by seat.
        undercutters: those who score by an undercut, ascending.
    """

    points: list[int]
    undercutters: list[int]


@dataclass(frozen=True)
class Played:
    """One hand played to its end.

    Attributes:
        events: what happened.
        dealt: the tiles by seat, ascending, as they were dealt.
        hands: the same at the end.
        row: the tiles of the row at the end, newest first.
        stock: those that were not drawn, ascending.
        end: `knock`, `gin`, `big-gin` or `void`.
        knocker: a seat, or -1.
        turns: that were completed.
        melds: of the knocker, where others laid off on them; else none.
        deadwood: by seat, without layoffs.
        left: by seat, after layoffs where there are any.
        undercutters: seats that score by an undercut, ascending.
        points: of the hand, by seat.
        scores: after the hand, by seat.
        hands_won: after the hand, by seat.
    """

    events: list[Event]
    dealt: list[list[int]]
    hands: list[list[int]]
    row: list[int]
    stock: list[int]
    end: str
    knocker: int
    turns: int
    melds: Arrangement
    deadwood: list[int]
    left: list[int]
    undercutters: list[int]
    points: list[int]
    scores: list[int]
    hands_won: list[int]


@dataclass(frozen=True)
class PlayedGame:
    """A game: its events and hands, what all have in the end, and the winner, -1 if none.

    Attributes:
        scores: the sums of hand points, by seat.
        hands_won: by seat.
        final: points with the extras, by seat.
    """

    events: list[Event]
    hands: list[Played]
    scores: list[int]
    hands_won: list[int]
    final: list[int]
    winner: int


@dataclass
class Table:
    """The state of section 3; `stock` holds the tiles not drawn yet, ascending.

    Attributes:
        row: newest first.
        seen: all tiles that have been in the row.
        drew_from, banned: of the turn that is under way.
    """

    rules: Rules
    choose: Choose
    chance: Chance
    players: int
    dealer: int
    scores: list[int]
    hands_won: list[int]
    hands: list[list[int]]
    taken: list[list[int]]
    stock: list[int] = field(default_factory=lambda: list(PACK))
    row: list[int] = field(default_factory=list)
    seen: set[int] = field(default_factory=set)
    turn_no: int = 0
    drew_from: str = "none"
    banned: int = NONE
    events: list[Event] = field(default_factory=list)


def play_game(
    rules: Rules, players: int, chance: Chance, choose: Choose, *, dealer: int = 0
) -> PlayedGame:
    """Hands until somebody has won or the cap of hands is reached: section 6.

    Args:
        rules: house rules.
        players: 2, 3 or 4.
        chance: the tiles.
        choose: the players' decisions, as in `play_hand`.
        dealer: of the first hand; the deal moves left.
    """
    hands: list[Played] = []
    scores, hands_won = [0] * players, [0] * players
    while winner_of(rules, scores) == NONE and len(hands) < rules.max_hands:
        hand = play_hand(
            rules,
            players,
            chance,
            choose,
            dealer=(dealer + len(hands)) % players,
            number=len(hands) + 1,
            scores=scores,
            hands_won=hands_won,
        )
        hands.append(hand)
        scores, hands_won = hand.scores, hand.hands_won
    winner = winner_of(rules, scores)
    final = final_points(rules, scores, hands_won, winner)
    events = [event for hand in hands for event in hand.events]
    events.append(("draw" if winner == NONE else "win", winner, len(hands)))
    events += [("final", seat, points) for seat, points in enumerate(final)]
    return PlayedGame(events, hands, scores, hands_won, final, winner)


def winner_of(rules: Rules, scores: Sequence[int]) -> int:
    """Who has won a game with these scores after a hand, or -1."""
    best = max(scores)
    return NONE if best < rules.target or scores.count(best) > 1 else scores.index(best)


def final_points(
    rules: Rules, scores: Sequence[int], hands_won: Sequence[int], winner: int
) -> list[int]:
    """Section 6: what all have with the extras; `winner` is -1 if there is none."""
    final = [
        points + rules.box_bonus * boxes for points, boxes in zip(scores, hands_won, strict=True)
    ]
    if winner != NONE:
        shut_out = not any(boxes for seat, boxes in enumerate(hands_won) if seat != winner)
        doubled = rules.shutout_doubles and shut_out
        final[winner] += rules.game_bonus + (scores[winner] if doubled else 0)
    return final


def play_hand(
    rules: Rules,
    players: int,
    chance: Chance,
    choose: Choose,
    *,
    dealer: int = 0,
    number: int = 1,
    scores: Sequence[int] | None = None,
    hands_won: Sequence[int] | None = None,
) -> Played:
    """The hand that these tiles and choices give.

    Args:
        rules: house rules.
        players: 2, 3 or 4.
        chance: the tiles, each asked for when it is dealt, turned up or drawn.
        choose: the players' decisions.
        dealer: a seat.
        number: of the hand in its game, from 1.
        scores: by seat, before the hand; None for no points.
        hands_won: by seat, before the hand; None for none.

    Raises:
        ValueError: there is no such table, or a tile or a choice is not among those there are.
    """
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS or players * rules.hand_size > MOST_DEALT:
        raise ValueError(f"no game of {players} players with {rules.hand_size} tiles each")
    table = Table(
        rules,
        choose,
        chance,
        players,
        dealer,
        scores=list(scores or [0] * players),
        hands_won=list(hands_won or [0] * players),
        hands=[[] for _ in range(players)],
        taken=[[] for _ in range(players)],
    )
    table.events.append(("hand", dealer, number))
    _deal(table)
    dealt = [list(hand) for hand in table.hands]

    end, knocker = _play_turns(table)
    woods = [deadwood(hand) for hand in table.hands]
    left = list(woods)
    arrangement: Arrangement = ()
    laying_off = end == KNOCK and rules.layoffs
    if laying_off:
        arrangement = _lay_down(table, knocker)
    result = Score([0] * players, [])
    if end != VOID:
        for step in range(1, players):
            seat = (knocker + step) % players
            table.events.append(("deadwood", seat, woods[seat]))
            if laying_off:
                left[seat] = left_after_layoffs(table.hands[seat], arrangement)
                table.events.append(("left", seat, left[seat]))
        result = score_hand(rules, left, knocker, end)
    table.scores = [sum(both) for both in zip(table.scores, result.points, strict=True)]
    for seat, points in enumerate(result.points):
        table.hands_won[seat] += points > 0
    table.events += [("undercut", seat, result.points[seat]) for seat in result.undercutters]
    table.events += [("points", seat, points) for seat, points in enumerate(result.points)]
    table.events += [("score", seat, total) for seat, total in enumerate(table.scores)]
    return Played(
        events=table.events,
        dealt=dealt,
        hands=table.hands,
        row=table.row,
        stock=table.stock,
        end=end,
        knocker=knocker,
        turns=table.turn_no,
        melds=arrangement,
        deadwood=woods,
        left=left,
        undercutters=result.undercutters,
        points=result.points,
        scores=table.scores,
        hands_won=table.hands_won,
    )


def suit_of(tile: int) -> int:
    """Clubs 0, diamonds 1, hearts 2, spades 3."""
    return tile // 13


def rank_of(tile: int) -> int:
    """Ace 1 to king 13."""
    return tile % 13 + 1


def value_of(tile: int) -> int:
    """What it counts as deadwood."""
    return min(rank_of(tile), COURT_VALUE)


def total(tiles: Iterable[int]) -> int:
    """What these count."""
    return sum(map(value_of, tiles))


def all_melds(tiles: Iterable[int]) -> list[Meld]:
    """Every set and run among these tiles, sorted."""
    held = sorted(tiles)
    found: list[Meld] = []
    by_rank: dict[int, list[int]] = {}
    for tile in held:
        by_rank.setdefault(rank_of(tile), []).append(tile)
    for alike in by_rank.values():
        for size in (SMALLEST_MELD, SMALLEST_MELD + 1):
            found += [Meld(chosen[0], SET, chosen) for chosen in combinations(alike, size)]
    there = set(held)
    for low in held:
        high = low
        while rank_of(high) < KING and high + 1 in there:
            high += 1
            if high - low + 1 >= SMALLEST_MELD:
                found.append(Meld(low, RUN, tuple(range(low, high + 1))))
    return sorted(found)


def ways_to_meld(melds: Sequence[Meld]) -> Iterator[Arrangement]:
    """Every choice of disjoint ones among these melds, none too, each sorted if they are."""
    if not melds:
        yield ()
        return
    first, *others = melds
    yield from ways_to_meld(others)
    apart = [meld for meld in others if not set(meld.tiles) & set(first.tiles)]
    for rest in ways_to_meld(apart):
        yield (first, *rest)


def not_melded(tiles: Iterable[int], melds: Iterable[Meld]) -> list[int]:
    """The tiles that are in none of these melds."""
    melded = {tile for meld in melds for tile in meld.tiles}
    return [tile for tile in tiles if tile not in melded]


def deadwood(tiles: Iterable[int]) -> int:
    """The least total of tiles left over, over all choices of disjoint melds."""
    return _deadwood(tuple(sorted(tiles)))


@lru_cache(1 << 18)
def _deadwood(tiles: tuple[int, ...]) -> int:
    return min(total(not_melded(tiles, way)) for way in ways_to_meld(all_melds(tiles)))


def arrangements(tiles: Iterable[int]) -> list[Arrangement]:
    """Section 4: all that leave the least deadwood, in their order."""
    held = sorted(tiles)
    least = deadwood(held)
    ways = ways_to_meld(all_melds(held))
    return sorted(way for way in ways if total(not_melded(held, way)) == least)


def extensions(meld: Meld) -> list[int]:
    """The tiles that could be laid off first on a meld: the fourth of a set, the ends of a run."""
    if meld.kind == SET:
        rank = rank_of(meld.lowest)
        return [tile for tile in PACK if rank_of(tile) == rank and tile not in meld.tiles]
    low, high = meld.tiles[0], meld.tiles[-1]
    below = [low - 1] if rank_of(low) > 1 else []
    return below + ([high + 1] if rank_of(high) < KING else [])


def least_room(tiles: Iterable[int]) -> Arrangement:
    """`knocker-arrangement = best` of section 4."""
    held = set(tiles)

    def room(way: Arrangement) -> int:
        return len({tile for meld in way for tile in extensions(meld)} - held)

    return min(arrangements(held), key=room)


def with_tile(meld: Meld, tile: int) -> Meld:
    """The meld with a tile laid off on it."""
    tiles = tuple(sorted((*meld.tiles, tile)))
    return Meld(tiles[0], meld.kind, tiles)


@lru_cache(1 << 16)
def least_left(tiles: frozenset[int], melds: frozenset[Meld]) -> int:
    """The least total of what cannot be laid off on these melds, one tile after the other."""
    least = total(tiles)
    for meld in melds:
        for tile in tiles.intersection(extensions(meld)):
            least = min(least, least_left(tiles - {tile}, melds - {meld} | {with_tile(meld, tile)}))
    return least


def left_after_layoffs(tiles: Iterable[int], melds: Iterable[Meld]) -> int:
    """Section 4: the least deadwood, over the own melds, of what cannot be laid off on these."""
    held, laid = sorted(tiles), frozenset(melds)
    ways = ways_to_meld(all_melds(held))
    return min(least_left(frozenset(not_melded(held, way)), laid) for way in ways)


def score_hand(rules: Rules, left: Sequence[int], knocker: int, end: str) -> Score:
    """Section 6.

    Args:
        rules: house rules.
        left: deadwood by seat; that of the others after layoffs, where there are any.
        knocker: a seat.
        end: `knock`, `gin` or `big-gin`.
    """
    points = [0] * len(left)
    own = left[knocker]
    others = {seat: wood for seat, wood in enumerate(left) if seat != knocker}
    everything = sum(others.values())
    below = [
        seat
        for seat, wood in others.items()
        if end == KNOCK and (wood < own or (wood == own and rules.undercut_on_tie))
    ]
    if not below:
        bonus = {KNOCK: 0, GIN: rules.gin_bonus, BIG_GIN: rules.big_gin_bonus or 0}[end]
        points[knocker] = everything - own + bonus
        return Score(points, [])
    least = min(others[seat] for seat in below)
    scoring = [seat for seat in below if rules.multi_undercut == ALL or others[seat] == least]
    for seat in scoring:
        points[seat] = own + (everything - others[seat]) - others[seat] + rules.undercut_bonus
    return Score(points, scoring)


def agrees(view: View, hands: Sequence[Sequence[int]]) -> bool:
    """Whether the seat of this view may believe that these are the hands now.

    No action but taking from the row and discarding tells anything for certain, for every other one
    was legal with any tiles.

    Args:
        view: of the seat.
        hands: of all seats.
    """
    seat, taken = view["seat"], view["taken"]
    hidden = [
        tile
        for other, hand in enumerate(hands)
        for tile in hand
        if other != seat and tile not in taken[other]
    ]
    return (
        sorted(hands[seat]) == view["hand"]
        and [len(hand) for hand in hands] == view["hand_sizes"]
        and all(set(own) <= set(hand) for own, hand in zip(taken, hands, strict=True))
        and len({tile for hand in hands for tile in hand}) == sum(map(len, hands))
        and set(hidden) <= set(view["unseen"])
    )


def _draw(table: Table) -> int:
    """The next tile of the stock."""
    tile = table.chance.card(list(table.stock))
    if tile not in table.stock:
        raise ValueError(f"tile {tile} is not among the unseen ones")
    table.stock.remove(tile)
    return tile


def _deal(table: Table) -> None:
    """Section 2."""
    for seat in _from_left_of_dealer(table):
        for _ in range(table.rules.hand_size):
            tile = _draw(table)
            table.hands[seat].append(tile)
            table.events.append(("deal", seat, tile))
        table.hands[seat].sort()
    tile = _draw(table)
    _lay_in_row(table, tile)
    table.events.append(("upcard", NONE, tile))


def _play_turns(table: Table) -> tuple[str, int]:
    """Section 4, steps 2 to 5: how the hand ends, and the knocker or -1."""
    rules = table.rules
    taker = _offer(table) if rules.upcard_offer else NONE
    seat = _left_of(table, table.dealer) if taker == NONE else taker
    from_stock_alone = rules.upcard_offer and taker == NONE
    while True:
        if taker == NONE:
            if len(table.stock) <= rules.stock_floor or table.turn_no >= rules.max_turns:
                table.events.append((VOID, NONE, table.turn_no))
                return VOID, NONE
            legal = [FROM_STOCK] if from_stock_alone else [FROM_STOCK, FROM_ROW]
            if _ask(table, "draw", seat, legal) == FROM_STOCK:
                _take_from_stock(table, seat)
            else:
                _take_from_row(table, seat)
        taker, from_stock_alone = NONE, False
        end = _finish(table, seat)
        if end:
            return end, seat
        seat = _left_of(table, seat)


def _offer(table: Table) -> int:
    """D1: who takes the upcard, or -1."""
    for seat in _from_left_of_dealer(table):
        if _ask(table, "upcard", seat, [PASS, TAKE]) == TAKE:
            _take_from_row(table, seat)
            return seat
        table.events.append(("pass", seat, table.row[0]))
    return NONE


def _take_from_stock(table: Table, seat: int) -> None:
    tile = _draw(table)
    _put_in_hand(table, seat, tile)
    table.drew_from = "stock"
    table.events.append(("draw", seat, tile))


def _take_from_row(table: Table, seat: int) -> None:
    tile = table.row.pop(0)
    _put_in_hand(table, seat, tile)
    table.taken[seat] = sorted([*table.taken[seat], tile])
    table.drew_from = "discard"
    if not table.rules.allow_return_discard:
        table.banned = tile
    table.events.append(("take", seat, tile))


def _finish(table: Table, seat: int) -> str:
    """D3 and what follows from it; how the hand ends, or nothing if it goes on."""
    hand, rules = table.hands[seat], table.rules
    held = len(hand)
    free = [place for place in range(held) if hand[place] != table.banned]
    low = [place for place in free if _wood_without(hand, place) <= rules.knock_limit]
    legal = free + [held + place for place in low]
    if rules.big_gin_bonus is not None and deadwood(hand) == 0:
        legal.append(2 * held)
    action = _ask(table, "finish", seat, legal)

    table.turn_no += 1
    table.drew_from, table.banned = "none", NONE
    if action == 2 * held:
        table.events.append((BIG_GIN, seat, 0))
        return BIG_GIN
    tile = hand.pop(action % held)
    if tile in table.taken[seat]:
        table.taken[seat].remove(tile)
    _lay_in_row(table, tile)
    table.events.append(("discard", seat, tile))
    if action < held:
        return ""
    own = deadwood(hand)
    end = KNOCK if own else GIN
    table.events.append((end, seat, own))
    return end


def _wood_without(hand: Sequence[int], place: int) -> int:
    return deadwood([*hand[:place], *hand[place + 1 :]])


def _lay_down(table: Table, knocker: int) -> Arrangement:
    """The knocker's melds, on which the others lay off; D4 if it is asked."""
    hand, which = table.hands[knocker], table.rules.knocker_arrangement
    ways = arrangements(hand)
    arrangement = least_room(hand) if which == BEST else ways[0]
    if which == CHOOSE and len(ways) > 1:
        action = _ask(table, "knocker-melds", knocker, list(range(len(ways))))
        table.events.append(("arrange", knocker, action))
        arrangement = ways[action]
    table.events += [("meld", knocker, meld.tiles) for meld in arrangement]
    return arrangement


def _put_in_hand(table: Table, seat: int, tile: int) -> None:
    table.hands[seat] = sorted([*table.hands[seat], tile])


def _lay_in_row(table: Table, tile: int) -> None:
    table.row.insert(0, tile)
    table.seen.add(tile)


def _left_of(table: Table, seat: int) -> int:
    return (seat + 1) % table.players


def _from_left_of_dealer(table: Table) -> list[int]:
    """All seats clockwise, the dealer last."""
    return [(table.dealer + step) % table.players for step in range(1, table.players + 1)]


def _ask(table: Table, decision: str, seat: int, legal: list[int]) -> int:
    hand = table.hands[seat]
    view: View = {
        "seat": seat,
        "dealer": table.dealer,
        "turn_no": table.turn_no,
        "hand": list(hand),
        "own_deadwood": deadwood(hand),
        "stock_size": len(table.stock),
        "discards": list(table.row),
        "taken": [list(tiles) for tiles in table.taken],
        "hand_sizes": [len(each) for each in table.hands],
        "scores": list(table.scores),
        "hands_won": list(table.hands_won),
        "target": table.rules.target,
        "drew_from": table.drew_from,
        "banned": table.banned,
        "unseen": [tile for tile in PACK if tile not in hand and tile not in table.seen],
    }
    action = table.choose(decision, seat, view, legal)
    if action not in legal:
        raise ValueError(f"seat {seat} cannot choose {action} in {decision}")
    return action
