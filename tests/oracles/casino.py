"""Casino by the book: slow, plain, hands and matches from given cards and choices.

Written from the rules alone; sections are those of the game's rules. A card is
`13 * suit + rank - 1`: suits clubs 0, diamonds 1, hearts 2, spades 3; ranks ace 1 to king 13. A
side is a seat, or with `partnership` 0 (seats 0 and 2) or 1 (seats 1 and 3).

What happened is told as (kind, seat or side or -1, number), in this order:

- `hand`: the dealer, the number of the hand;
- for each deal `deals-left`: -1, how many come after it; `deal`: a seat, its card, four of each
  seat from left of the dealer; in the first deal then -1, a card of the table, four times;
- `trail`: a seat, the card;
- `capture`: a seat, the card; `take`: the seat, a loose card, each ascending; `take-build`: the
  seat, the value of the build; `sweep`: the seat, its sweeps in this hand;
- `build`: a seat, the card; `join`: the seat, a loose card, each ascending; `value`: the seat, that
  of the build; `groups`: the seat, those of the build as it now is;
- `raise`: a seat, the card; `from`: the seat, the value of the build before; `join`, `value` and
  `groups` as above;
- `residue`: who captured last or -1, a card, each ascending;
- for each side `cards`: how many it has; `spades`: how many; of `most-cards`, `most-spades`,
  `big-casino`, `little-casino`, `aces`, `last-capture` and `sweeps` those that bring points: the
  points; `points`: the sum; `score`: the total after the hand;
- in a match at the end `win`: the side, or `draw`: -1; and how many hands were played.

Where the rules are silent or leave two readings:

1. "A move plays a card": `hand` in a view still holds all cards of the turn.
2. Rule K looks at the builds as they are after the move. A card that takes the mover's own build
   need not be kept; the same card without the build must have a second one behind it.
3. `groups` counts sets that add to the value, so that two cards of rank v are two groups; a build
   of aces has value 1.
4. A single build that is raised to the value of another is merged into it, and its groups count.
5. `keep-capturing-card = false`: who has no other legal move may trail, whatever he owns; nobody
   may pass. An owner's ban on trailing lasts beyond a new deal as long as the build does.
6. `action-set = maximal` thins out captures only; builds, raises and trails stay. A set is left out
   if it is part of another that the same card may take, also where what is between them could not
   be taken by itself (A A 8 is part of A A 8 2 9 9 for a ten). It holds for face cards as well:
   with `one-or-three` three lie loose and only all three are offered.
7. `sweeps` are counted without `sweep-points` too, which is points for each sweep. The last card
   of a deal may sweep, but that of the last deal only with `sweep-on-final-card`.
8. `last-capture` is a point for the side of the seat that made the last capture of the hand; what
   is left over is none. Nobody has it if nobody captured.
9. Cards in a view stand in ascending order, those of piles too: the order of capture is in
   `history`. `last_capturer` is -1 if there is none.
10. Hands are numbered from 1; the number is no field of a view. A hand by itself has number 1 and
    begins with no points, unless it is told otherwise.
11. A list of more than 65,536 moves is an error for who looks into it; it can still be counted,
    and the hand be played on.
12. What others may hold is judged by all that they did: each move must have been legal. That is
    more than section 6 says: who plays a card of rank v and still owns his build of v holds
    another (rule K), and an owner who trails under `keep-capturing-card = false` had nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations, product
from math import comb, prod
from typing import Any, NamedTuple, Protocol, overload

Event = tuple[str, int, int]
"""Kind, seat or side (-1 none), card or other number."""

View = dict[str, Any]
"""What a seat may see: the fields of section 6, by their names.

`builds` are tuples (value, groups, cards, owner), `history` tuples (seat, kind, card, v, S, take,
u), `rules` is a `Rules`, `unseen` a list.
"""

Ranks = tuple[int, ...]
"""A multiset of ranks, ascending."""

SUITS = 4
PACK = range(52)
HAND_SIZE = 4
LAYOUT = 4
HIGHEST = 10
"""The highest rank with a number, and the highest value of a build."""
FACES = {11, 12, 13}
SPADES = 3
BIG_CASINO = 13 * 1 + 10 - 1
LITTLE_CASINO = 13 * 3 + 2 - 1
TRAIL, CAPTURE, BUILD, RAISE = range(4)
LONGEST_LIST = 65_536
NONE = -1


class Chance(Protocol):
    """Where the cards come from."""

    def card(self, stock: list[int]) -> int:
        """The next card of a face-down stock of these."""
        ...


@dataclass(frozen=True)
class Rules:
    """The options of section 9, without `players`."""

    partnership: bool = False
    target: int = 21
    cards_points: str = "majority-3"
    sweep_points: int = 0
    sweep_on_final_card: bool = False
    keep_capturing_card: bool = True
    trail_with_own_build: bool = False
    table_cards_raise: bool = False
    face_capture: str = "one"
    must_capture: bool = False
    action_set: str = "all"
    max_hands: int = 200


class Move(NamedTuple):
    """A legal action of section 6.

    Attributes:
        kind: TRAIL, CAPTURE, BUILD or RAISE.
        card: the one played, `p`.
        value: `v`.
        chosen: the loose cards `S`, ascending.
        take: 1 if the build of that value is captured too.
        old: the value `u` of a build that is raised; else 0.
    """

    kind: int
    card: int
    value: int = 0
    chosen: tuple[int, ...] = ()
    take: int = 0
    old: int = 0


Choose = Callable[[str, int, View, Sequence[Move]], Move]
"""`choose("play", seat, view, legal)` gives one of the legal moves, which are `LegalMoves`."""


class Build(NamedTuple):
    """A build of section 3; `cards` ascend."""

    value: int
    groups: int
    cards: tuple[int, ...]
    owner: int


@dataclass
class Position:
    """What a seat on turn has before it: all that legality depends on.

    Attributes:
        seat: on turn.
        hand, loose: cards, ascending.
        builds: one of a value.
        owned: the values of the builds that the seat owns.
        values: those of all builds.
        ranks: those of the loose cards.
        numerals: those of the loose cards that have a number.
    """

    seat: int
    hand: Sequence[int]
    loose: Sequence[int]
    builds: Sequence[Build]
    owned: set[int] = field(init=False)
    values: set[int] = field(init=False)
    ranks: Ranks = field(init=False)
    numerals: Ranks = field(init=False)

    def __post_init__(self) -> None:
        self.owned = {build.value for build in self.builds if build.owner == self.seat}
        self.values = {build.value for build in self.builds}
        self.ranks = ranks_of(self.loose)
        self.numerals = tuple(rank for rank in self.ranks if rank not in FACES)


class Way(NamedTuple):
    """What can be done with a card, but for the loose cards that are chosen with it.

    Attributes:
        kind, card, value, take, old: as in `Move`.
        need: what some of the chosen cards must add to, beside sets that add to `value`.
        bare: whether none need be chosen.
    """

    kind: int
    card: int
    value: int = 0
    take: int = 0
    old: int = 0
    need: int = 0
    bare: bool = False


class TooManyMovesError(ValueError):
    """A list is longer than anybody may ask for."""


@dataclass(frozen=True)
class SideResult:
    """What a hand brings a side.

    Attributes:
        cards, spades: how many it has.
        items: points by item, those of 0 too, in the order in which they are told.
        points: their sum.
    """

    cards: int
    spades: int
    items: dict[str, int]
    points: int


@dataclass(frozen=True)
class Played:
    """One hand played to its end.

    Attributes:
        events: what happened.
        deals: the cards of each deal by seat, as they were dealt.
        layout: the first four cards of the table, as they were dealt.
        history: (seat, move) in order.
        residue: the cards left over, ascending.
        piles: captured cards by seat, ascending, with what was left over.
        last_capturer: a seat, or -1.
        sweeps: by seat.
        results: by side.
        scores: after the hand, by side.
    """

    events: list[Event]
    deals: list[list[list[int]]]
    layout: list[int]
    history: list[tuple[int, Move]]
    residue: list[int]
    piles: list[list[int]]
    last_capturer: int
    sweeps: list[int]
    results: list[SideResult]
    scores: list[int]


@dataclass(frozen=True)
class PlayedMatch:
    """A match: its events, its hands, the scores at the end and the winning side, -1 if none."""

    events: list[Event]
    hands: list[Played]
    scores: list[int]
    winner: int


@dataclass
class Table:
    """The state of section 3; `stock` holds the cards not dealt yet, ascending."""

    rules: Rules
    players: int
    dealer: int
    number: int
    scores: list[int]
    hands: list[list[int]]
    piles: list[list[int]]
    sweeps: list[int]
    stock: list[int] = field(default_factory=lambda: list(PACK))
    loose: list[int] = field(default_factory=list)
    builds: list[Build] = field(default_factory=list)
    last_capturer: int = NONE
    history: list[tuple[int, Move]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


def play_match(
    rules: Rules, players: int, chance: Chance, choose: Choose, *, dealer: int = 0
) -> PlayedMatch:
    """Hands until a side has won or the cap of hands is reached: section 7, "Game".

    Args:
        rules: house rules.
        players: 2, 3 or 4.
        chance: the cards.
        choose: the players' decisions, as in `play_hand`.
        dealer: of the first hand; the deal moves left.
    """
    hands: list[Played] = []
    scores = [0] * sides(rules, players)
    while not match_over(rules, scores, len(hands)):
        hand = play_hand(
            rules,
            players,
            chance,
            choose,
            dealer=(dealer + len(hands)) % players,
            number=len(hands) + 1,
            scores=scores,
        )
        hands.append(hand)
        scores = hand.scores
    winner = highest(scores)
    events = [event for hand in hands for event in hand.events]
    events.append(("draw" if winner == NONE else "win", winner, len(hands)))
    return PlayedMatch(events, hands, scores, winner)


def match_over(rules: Rules, scores: Sequence[int], hands: int) -> bool:
    """Whether a match ends with these scores after so many hands."""
    reached = max(scores) >= rules.target and highest(scores) != NONE
    return hands > 0 and (reached or hands >= rules.max_hands)


def highest(numbers: Sequence[int]) -> int:
    """Who has more than everybody else, or -1."""
    return NONE if numbers.count(max(numbers)) > 1 else numbers.index(max(numbers))


def sides(rules: Rules, players: int) -> int:
    """How many sides there are."""
    return 2 if rules.partnership else players


def side_of(rules: Rules, seat: int) -> int:
    """The side of a seat."""
    return seat % 2 if rules.partnership else seat


def play_hand(
    rules: Rules,
    players: int,
    chance: Chance,
    choose: Choose,
    *,
    dealer: int = 0,
    number: int = 1,
    scores: Sequence[int] | None = None,
) -> Played:
    """The hand that these cards and choices give.

    Args:
        rules: house rules.
        players: 2, 3 or 4.
        chance: the cards, asked for 52 times, each when it is dealt.
        choose: the players' decision `play`.
        dealer: a seat.
        number: of the hand in its match, from 1.
        scores: by side, before the hand; None for no points.

    Raises:
        ValueError: there is no such table, or a card or a move is not among those there are.
        TooManyMovesError: `choose` looked into a list of more than 65,536 moves.
    """
    if players not in (2, 3, 4) or (rules.partnership and players != SUITS):
        raise ValueError(f"no game of {players} players with partnership {rules.partnership}")
    table = Table(
        rules,
        players,
        dealer,
        number,
        scores=list(scores or [0] * sides(rules, players)),
        hands=[[] for _ in range(players)],
        piles=[[] for _ in range(players)],
        sweeps=[0] * players,
    )
    table.events.append(("hand", dealer, number))
    order = [(dealer + k) % players for k in range(1, players + 1)]
    deals: list[list[list[int]]] = []
    layout: list[int] = []
    while table.stock:
        _deal(table, chance, order)
        deals.append([list(hand) for hand in table.hands])
        if not layout:
            _lay_out(table, chance)
            layout = list(table.loose)
        while any(table.hands):
            for seat in order:
                _turn(table, choose, seat)

    residue = _clear(table)
    results = score_hand(rules, table.piles, table.sweeps, table.last_capturer)
    for side, result in enumerate(results):
        table.scores[side] += result.points
        table.events += [("cards", side, result.cards), ("spades", side, result.spades)]
        table.events += [(item, side, points) for item, points in result.items.items() if points]
        table.events += [("points", side, result.points), ("score", side, table.scores[side])]
    return Played(
        events=table.events,
        deals=deals,
        layout=layout,
        history=table.history,
        residue=residue,
        piles=[sorted(pile) for pile in table.piles],
        last_capturer=table.last_capturer,
        sweeps=table.sweeps,
        results=results,
        scores=table.scores,
    )


def suit_of(card: int) -> int:
    """Clubs 0, diamonds 1, hearts 2, spades 3."""
    return card // 13


def rank_of(card: int) -> int:
    """Ace 1 to king 13."""
    return card % 13 + 1


def ranks_of(cards: Iterable[int]) -> Ranks:
    """The ranks of cards, ascending."""
    return tuple(sorted(map(rank_of, cards)))


# --- Legal moves: section 4 ----------------------------------------------------------------------


class LegalMoves(Sequence[Move]):
    """D1 of section 6: all legal moves in the order of the rules; listed when one is looked at.

    How many there are, and whether a move is one of them, is found without the list; under
    `maximal` both may take long where very much lies loose.
    """

    def __init__(self, rules: Rules, position: Position) -> None:
        self.rules, self.position = rules, position
        self.ways = ways(rules, position)

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move):
            return False
        chosen = sorted(set(move.chosen) & set(self.position.loose))
        return list(move.chosen) == chosen and any(
            (way.kind, way.card, way.value, way.take, way.old)
            == (move.kind, move.card, move.value, move.take, move.old)
            and may_choose(self.rules, self.position, way, ranks_of(chosen))
            for way in self.ways
        )

    @cached_property
    def families(self) -> list[tuple[Way, Ranks]]:
        """The moves, those as one that differ only in the suits of loose cards."""
        return [
            (way, ranks) for way in self.ways for ranks in rank_sets(self.rules, self.position, way)
        ]

    @cached_property
    def number(self) -> int:
        """How many there are."""
        return sum(number_of_sets(self.position.ranks, ranks) for _, ranks in self.families)

    def __len__(self) -> int:
        return self.number

    @cached_property
    def listed(self) -> list[Move]:
        """All of them.

        Raises:
            TooManyMovesError: there are more than 65,536.
        """
        if self.number > LONGEST_LIST:
            raise TooManyMovesError(f"seat {self.position.seat} has {self.number} legal moves")
        moves = [
            Move(kind, card, value, chosen, take, old)
            for (kind, card, value, take, old, *_), ranks in self.families
            for chosen in sets_with(self.position.loose, ranks)
        ]
        return sorted(moves, key=in_order)

    def __iter__(self) -> Iterator[Move]:
        return iter(self.listed)

    @overload
    def __getitem__(self, number: int) -> Move: ...
    @overload
    def __getitem__(self, number: slice) -> list[Move]: ...
    def __getitem__(self, number: int | slice) -> Move | list[Move]:
        return self.listed[number]


def in_order(move: Move) -> tuple[int, int, int, int, int, int, tuple[int, ...]]:
    """What legal moves are sorted by: section 6."""
    kind, card, value, chosen, take, old = move
    return card, kind, value, old, take, len(chosen), chosen


def ways(rules: Rules, position: Position) -> list[Way]:
    """All that can be done, but for which loose cards are chosen."""
    found: list[Way] = []
    for card in position.hand:
        held = {rank_of(other) for other in position.hand if other != card}
        captures = ways_to_capture(rules, position, card, held)
        found += captures
        found += ways_to_build(rules, position, card, held)
        found += ways_to_raise(rules, position, card, held)
        if may_trail(rules, position, held) and not (rules.must_capture and captures):
            found.append(Way(TRAIL, card))
    if not found and not rules.keep_capturing_card:
        return [Way(TRAIL, card) for card in position.hand]
    return found


def may_trail(rules: Rules, position: Position, held: set[int]) -> bool:
    """Kind 0, with rules T and K, for a card with these ranks behind it."""
    if position.owned and not rules.trail_with_own_build:
        return False
    return keeps_cards(rules, held, position.owned)


def ways_to_capture(rules: Rules, position: Position, card: int, held: set[int]) -> list[Way]:
    """Kind 1."""
    rank, found = rank_of(card), []
    if keeps_cards(rules, held, position.owned):
        found.append(Way(CAPTURE, card, rank))
    if rank in position.values:
        if rules.action_set == "maximal":
            found.clear()
        if keeps_cards(rules, held, position.owned - {rank}):
            found.append(Way(CAPTURE, card, rank, take=1, bare=True))
    return [way for way in found if is_possible(position, way)]


def ways_to_build(rules: Rules, position: Position, card: int, held: set[int]) -> list[Way]:
    """Kind 2: the values are those of cards held."""
    rank = rank_of(card)
    found = [
        Way(BUILD, card, value, need=value - rank, bare=value == rank and value in position.values)
        for value in held - FACES
        if value >= rank and keeps_cards(rules, held, position.owned | {value})
    ]
    return [way for way in found if is_possible(position, way)]


def ways_to_raise(rules: Rules, position: Position, card: int, held: set[int]) -> list[Way]:
    """Kind 3, with `table-cards-raise`."""
    found = []
    for build in position.builds:
        if build.groups > 1:
            continue
        owned = position.owned - {build.value}
        for value in held - FACES:
            need = value - build.value - rank_of(card)
            if need < 0 or (need > 0 and not rules.table_cards_raise):
                continue
            if keeps_cards(rules, held, owned | {value}):
                way = Way(RAISE, card, value, old=build.value, need=need, bare=need == 0)
                found.append(way)
    return [way for way in found if is_possible(position, way)]


def keeps_cards(rules: Rules, held: set[int], owned: set[int]) -> bool:
    """Rule K: who owns builds of these values holds a card of each."""
    return owned <= held or not rules.keep_capturing_card


def is_possible(position: Position, way: Way) -> bool:
    """Whether any loose cards may be chosen, or none need be."""
    if way.value in FACES:
        return way.value in position.ranks
    return way.bare or len(sets_adding_to(position.numerals, way.need or way.value)) > 0


def rank_sets(rules: Rules, position: Position, way: Way) -> tuple[Ranks, ...]:
    """The ranks of all sets of loose cards that may be chosen."""
    if way.kind == TRAIL:
        return ((),)
    if way.value in FACES:
        sets = face_sets(rules, position.ranks.count(way.value), way.value)
    else:
        sets = splits(position.numerals, way.value, need=way.need)
    if way.kind == CAPTURE and rules.action_set == "maximal":
        sets = largest(sets)
    return tuple(ranks for ranks in sets if ranks or way.bare)


def may_choose(rules: Rules, position: Position, way: Way, ranks: Ranks) -> bool:
    """Whether loose cards of these ranks may be chosen; the same without a list of the others."""
    maximal = way.kind == CAPTURE and rules.action_set == "maximal"
    if way.kind == TRAIL or way.value in FACES or maximal:
        return ranks in rank_sets(rules, position, way)
    if not ranks and not way.bare:
        return False
    return any(part(without(ranks, some), way.value) for some in sets_adding_to(ranks, way.need))


def face_sets(rules: Rules, loose: int, rank: int) -> tuple[Ranks, ...]:
    """What a face card may take where so many of its rank lie loose: `face-capture`."""
    one, every = (rank,), (rank,) * loose
    if rules.face_capture == "all":
        return (every,)
    if rules.face_capture == "one-or-three" and loose == SUITS - 1:
        return one, every
    return (one,)


@lru_cache(1 << 16)
def part(ranks: Ranks, value: int) -> bool:
    """Whether ranks split completely into sets adding to this value."""
    if not ranks:
        return True
    rest, top = ranks[:-1], ranks[-1]
    return top <= value and any(
        part(without(rest, more), value) for more in sets_adding_to(rest, value - top)
    )


@lru_cache(1 << 16)
def splits(ranks: Ranks, value: int, *, need: int) -> tuple[Ranks, ...]:
    """All that splits into one set adding to `need` and others, if any, adding to `value`."""
    found = set(sets_adding_to(ranks, need))
    waiting = list(found)
    while waiting:
        taken = waiting.pop()
        for more in sets_adding_to(without(ranks, taken), value):
            joined = tuple(sorted(taken + more))
            if joined not in found:
                found.add(joined)
                waiting.append(joined)
    return tuple(sorted(found))


@lru_cache(1 << 16)
def sets_adding_to(ranks: Ranks, total: int) -> tuple[Ranks, ...]:
    """Each multiset of the ranks with this sum, once."""
    if total == 0:
        return ((),)
    return tuple(
        (lowest, *more)
        for lowest in sorted(set(ranks))
        if lowest <= total
        for more in sets_adding_to(ranks[ranks.index(lowest) + 1 :], total - lowest)
    )


def without(ranks: Ranks, taken: Ranks) -> Ranks:
    """The ranks that are left."""
    left = list(ranks)
    for rank in taken:
        left.remove(rank)
    return tuple(left)


def largest(sets: Iterable[Ranks]) -> tuple[Ranks, ...]:
    """The sets that are not part of another: `action-set = maximal`."""
    kept: list[Ranks] = []
    for ranks in sorted(sets, key=len, reverse=True):
        if not any(Counter(ranks) <= Counter(other) for other in kept):
            kept.append(ranks)
    return tuple(kept)


def number_of_sets(loose: Ranks, ranks: Ranks) -> int:
    """How many sets of cards with the first ranks have the second."""
    if len(ranks) < 2:
        return loose.count(ranks[0]) if ranks else 1
    return prod(comb(loose.count(rank), ranks.count(rank)) for rank in set(ranks))


def sets_with(loose: Sequence[int], ranks: Ranks) -> Iterator[tuple[int, ...]]:
    """All sets of loose cards that have these ranks."""
    if len(ranks) < 2:
        yield from ((card,) for card in loose if rank_of(card) in ranks) if ranks else [()]
        return
    of_rank = [
        combinations([card for card in loose if rank_of(card) == rank], ranks.count(rank))
        for rank in sorted(set(ranks))
    ]
    for parts in product(*of_rank):
        yield tuple(sorted(card for part_of in parts for card in part_of))


# --- Scoring: section 7 --------------------------------------------------------------------------


def score_hand(
    rules: Rules, piles: Sequence[Sequence[int]], sweeps: Sequence[int], last_capturer: int
) -> list[SideResult]:
    """Section 7: what a hand brings each side.

    Args:
        rules: house rules.
        piles: by seat.
        sweeps: by seat.
        last_capturer: a seat, or -1.
    """
    number = sides(rules, len(piles))
    pooled: list[list[int]] = [[] for _ in range(number)]
    swept = [0] * number
    for seat, pile in enumerate(piles):
        pooled[side_of(rules, seat)] += pile
        swept[side_of(rules, seat)] += sweeps[seat]
    cards = [len(pile) for pile in pooled]
    spades = [sum(suit_of(card) == SPADES for card in pile) for pile in pooled]
    for_cards, for_last = (3, 0) if rules.cards_points == "majority-3" else (2, 1)
    last = NONE if last_capturer == NONE else side_of(rules, last_capturer)
    results = []
    for side, pile in enumerate(pooled):
        items = {
            "most-cards": for_cards * (highest(cards) == side),
            "most-spades": 1 * (highest(spades) == side),
            "big-casino": 2 * pile.count(BIG_CASINO),
            "little-casino": 1 * pile.count(LITTLE_CASINO),
            "aces": sum(rank_of(card) == 1 for card in pile),
            "last-capture": for_last * (last == side),
            "sweeps": rules.sweep_points * swept[side],
        }
        results.append(SideResult(cards[side], spades[side], items, sum(items.values())))
    return results


# --- What a seat may believe: section 6 ----------------------------------------------------------


def agrees(view: View, hands: Sequence[Sequence[int]]) -> bool:
    """Whether the seat of this view may believe that these are the hands now.

    All that was played since the last deal must then have been legal; what was before, all know.
    """
    me, players = view["seat"], view["n_players"]
    held = [card for hand in hands for card in hand]
    if sorted(hands[me]) != view["hand"] or [len(hand) for hand in hands] != view["hand_sizes"]:
        return False
    if len(set(held)) < len(held) or not set(held) <= {*view["hand"], *view["unseen"]}:
        return False

    moves = [(seat, Move(*fields)) for seat, *fields in view["history"]]
    a_deal = HAND_SIZE * players
    table = Table(
        view["rules"],
        players,
        dealer=view["dealer"],
        number=1,
        scores=list(view["scores"]),
        hands=[[] for _ in range(players)],
        piles=[[] for _ in range(players)],
        sweeps=[0] * players,
        loose=laid_out(view),
    )
    this_deal = len(moves) // a_deal * a_deal
    for at, (seat, move) in enumerate(moves):
        if at % a_deal == 0:
            table.hands = [list(hand) if at == this_deal else [] for hand in hands]
            for each, other in moves[at : at + a_deal]:
                table.hands[each].append(other.card)
        if at >= this_deal and move not in LegalMoves(table.rules, position_of(table, seat)):
            return False
        _move(table, seat, move)
    return True


def laid_out(view: View) -> list[int]:
    """The four cards that lay on the table at first: nobody has played them."""
    shown = {card for pile in view["piles"] for card in pile}
    shown |= {*view["loose"], *(card for _, _, cards, _ in view["builds"] for card in cards)}
    return sorted(shown - {card for _, _, card, *_ in view["history"]})


# --- Play: section 5 -----------------------------------------------------------------------------


def position_of(table: Table, seat: int) -> Position:
    """What this seat would have before it if it were on turn."""
    return Position(seat, sorted(table.hands[seat]), sorted(table.loose), sorted(table.builds))


def _draw(table: Table, chance: Chance) -> int:
    card = chance.card(list(table.stock))
    if card not in table.stock:
        raise ValueError(f"card {card} is not among the unseen ones")
    table.stock.remove(card)
    return card


def _deal(table: Table, chance: Chance, order: Sequence[int]) -> None:
    """Section 2, 1 and 2: four cards to each seat."""
    coming = len(table.stock) // (HAND_SIZE * table.players) - 1
    table.events.append(("deals-left", NONE, coming))
    for seat in order:
        table.hands[seat] = [_draw(table, chance) for _ in range(HAND_SIZE)]
        table.events += [("deal", seat, card) for card in table.hands[seat]]


def _lay_out(table: Table, chance: Chance) -> None:
    """Section 2, 1: four cards to the table."""
    table.loose = [_draw(table, chance) for _ in range(LAYOUT)]
    table.events += [("deal", NONE, card) for card in table.loose]


def _turn(table: Table, choose: Choose, seat: int) -> None:
    position = position_of(table, seat)
    legal = LegalMoves(table.rules, position)
    try:
        move = choose("play", seat, _view(table, position), legal)
    except TooManyMovesError as error:
        raise TooManyMovesError(f"hand {table.number}: {error}") from None
    if move not in legal:
        raise ValueError(f"seat {seat} cannot play {move}")
    _move(table, seat, move)


def _move(table: Table, seat: int, move: Move) -> None:
    """What a legal move does."""
    table.history.append((seat, move))
    table.hands[seat].remove(move.card)
    for card in move.chosen:
        table.loose.remove(card)
    if move.kind == TRAIL:
        table.loose.append(move.card)
        table.events.append(("trail", seat, move.card))
    elif move.kind == CAPTURE:
        _capture(table, seat, move)
    else:
        _build(table, seat, move)


def _capture(table: Table, seat: int, move: Move) -> None:
    table.events.append(("capture", seat, move.card))
    table.events += [("take", seat, card) for card in move.chosen]
    table.piles[seat] += [move.card, *move.chosen]
    if move.take:
        table.piles[seat] += _pick_up(table, move.value).cards
        table.events.append(("take-build", seat, move.value))
    table.last_capturer = seat
    more_to_come = any(table.hands) or bool(table.stock)
    cleared = not table.loose and not table.builds
    if cleared and (more_to_come or table.rules.sweep_on_final_card):
        table.sweeps[seat] += 1
        table.events.append(("sweep", seat, table.sweeps[seat]))


def _build(table: Table, seat: int, move: Move) -> None:
    """A new build, one that is added to, or one that is raised."""
    table.events.append(("raise" if move.kind == RAISE else "build", seat, move.card))
    cards = [move.card, *move.chosen]
    if move.kind == RAISE:
        cards += _pick_up(table, move.old).cards
        table.events.append(("from", seat, move.old))
    groups = sum(map(rank_of, cards)) // move.value
    if any(build.value == move.value for build in table.builds):
        there = _pick_up(table, move.value)
        cards += there.cards
        groups += there.groups
    table.builds.append(Build(move.value, groups, tuple(sorted(cards)), seat))
    table.events += [("join", seat, card) for card in move.chosen]
    table.events += [("value", seat, move.value), ("groups", seat, groups)]


def _pick_up(table: Table, value: int) -> Build:
    """The build of this value, which is then no longer there."""
    (build,) = (build for build in table.builds if build.value == value)
    table.builds.remove(build)
    return build


def _clear(table: Table) -> list[int]:
    """Section 5, 5: what is left goes to the last capturer, or to nobody."""
    left = sorted([*table.loose, *(card for build in table.builds for card in build.cards)])
    if table.last_capturer != NONE:
        table.piles[table.last_capturer] += left
    table.events += [("residue", table.last_capturer, card) for card in left]
    return left


def _view(table: Table, position: Position) -> View:
    seen = {*position.hand, *position.loose}
    seen |= {card for build in position.builds for card in build.cards}
    seen |= {card for pile in table.piles for card in pile}
    return {
        "seat": position.seat,
        "dealer": table.dealer,
        "n_players": table.players,
        "partnership": table.rules.partnership,
        "deals_left": len(table.stock) // (HAND_SIZE * table.players),
        "hand": list(position.hand),
        "hand_sizes": [len(hand) for hand in table.hands],
        "loose": list(position.loose),
        "builds": [tuple(build) for build in position.builds],
        "piles": [sorted(pile) for pile in table.piles],
        "last_capturer": table.last_capturer,
        "sweeps": list(table.sweeps),
        "scores": list(table.scores),
        "rules": table.rules,
        "history": [(seat, *move) for seat, move in table.history],
        "unseen": sorted({*PACK} - seen),
    }
