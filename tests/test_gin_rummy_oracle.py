"""The oracle of Gin Rummy plays the worked examples, keeps the invariants, meets the figures.

The game's rules, sections 10 (examples), 11 and 14.9 (invariants) and 12 (figures).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations, pairwise, product
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest

from checks import assert_mean, assert_share
from oracles import gin_rummy as gin
from oracles.gin_rummy import PACK, RUN, SET, Choose, Meld, Played, PlayedGame, Rules, View

pytestmark = pytest.mark.full

DEFAULT = Rules()
CLASSIC = gin.PRESETS["classic-2p"][1]
RANKS = "A23456789TJQK"
SUITS = "CDHS"
HANDS = 900
WATCHED = 3
"""Of one hand in so many all views are kept."""
GAMES = 60


def tile(name: str) -> int:
    return 13 * SUITS.index(name[1]) + RANKS.index(name[0])


def tiles(names: str) -> list[int]:
    return [tile(name) for name in names.split()]


def name_of(each: int) -> str:
    return RANKS[each % 13] + SUITS[each // 13]


def names_of(several: Iterable[int]) -> str:
    return " ".join(map(name_of, several))


def meld(names: str) -> Meld:
    """The meld of these tiles, which are given in ascending order."""
    chosen = tuple(tiles(names))
    return Meld(chosen[0], SET if len({name[0] for name in names.split()}) == 1 else RUN, chosen)


def melds(*names: str) -> tuple[Meld, ...]:
    return tuple(map(meld, names))


@dataclass
class Deck:
    """Tiles in the order they are asked for, then the lowest; remembers the stocks shown."""

    order: Sequence[int] = ()
    stocks: list[list[int]] = field(default_factory=list)

    def card(self, stock: list[int]) -> int:
        self.stocks.append(stock)
        dealt = len(self.stocks) - 1
        return self.order[dealt] if dealt < len(self.order) else stock[0]


def deck(*hands: str, upcard: str, stock: str = "") -> Deck:
    """Hands of the seats left of the dealer in order, the first tile of the row, the stock."""
    return Deck([each for names in (*hands, upcard, stock) for each in tiles(names)])


@dataclass
class Shuffled:
    """A shuffled deck; so often a tile is one that could meld with those just before."""

    source: random.Random
    crowd: float = 0.0
    first: Sequence[int] = ()
    """The tiles dealt first."""
    dealt: list[int] = field(default_factory=list)

    def card(self, stock: list[int]) -> int:
        if len(self.dealt) < len(self.first):
            stock = [self.first[len(self.dealt)]]
        if self.source.random() < self.crowd:
            before = self.dealt[-4:]
            stock = [each for each in stock if any(are_near(each, b) for b in before)] or stock
        self.dealt.append(self.source.choice(stock))
        return self.dealt[-1]


def are_near(one: int, other: int) -> bool:
    """Of one rank, or neighbours in a suit."""
    beside = one // 13 == other // 13 and abs(one - other) == 1
    return beside or one % 13 == other % 13


@dataclass
class Script:
    """What is done in turn, in words; then everybody passes, draws and throws the highest tile.

    `pass`, `take` (also from the row), `stock`, `-9C` (throws it), `knock 9C`, `big gin`, or the
    number of an arrangement.
    """

    moves: list[str] = field(default_factory=list)
    asked: list[tuple[str, int, View, list[int]]] = field(default_factory=list)

    def __call__(self, decision: str, seat: int, view: View, legal: list[int]) -> int:
        self.asked.append((decision, seat, view, legal))
        if self.moves:
            return action(self.moves.pop(0), view)
        return max(each for each in legal if each < len(view["hand"])) if "fin" in decision else 0


def action(words: str, view: View) -> int:
    hand: list[int] = view["hand"]
    if words in ("pass", "stock", "take"):
        return int(words == "take")
    if words == "big gin":
        return 2 * len(hand)
    if words.startswith("knock"):
        return len(hand) + hand.index(tile(words[-2:]))
    return hand.index(tile(words[1:])) if words.startswith("-") else int(words)


def script(moves: str) -> Script:
    return Script([each.strip() for each in moves.split(",")] if moves else [])


# What the tests know of melds by themselves.


def worth(each: int) -> int:
    return min(each % 13 + 1, 10)


def is_meld(several: Iterable[int]) -> bool:
    """Whether these tiles are one set or one run."""
    held = sorted(several)
    suits, ranks = {each // 13 for each in held}, {each % 13 for each in held}
    in_row = all(high - low == 1 for low, high in pairwise(held))
    return len(held) >= 3 and (len(ranks) == 1 or (len(suits) == 1 and in_row))


@cache
def wood(held: tuple[int, ...]) -> int:
    """Deadwood of tiles in ascending order: the first is left over, in a set, or in a run."""
    if not held:
        return 0
    first, *rest = held
    best = worth(first) + wood(tuple(rest))
    alike = [each for each in rest if each % 13 == first % 13]
    for others in (*combinations(alike, 2), *combinations(alike, 3)):
        best = min(best, wood(tuple(each for each in rest if each not in others)))
    for last in range(first + 2, 13 * (first // 13) + 13):
        run = range(first + 1, last + 1)
        if not set(run) <= set(rest):
            break
        best = min(best, wood(tuple(each for each in rest if each not in run)))
    return best


def wood_of(several: Iterable[int]) -> int:
    return wood(tuple(sorted(several)))


def may_join(each: int, laid: Sequence[int]) -> bool:
    """Whether a tile can ever come to a meld."""
    alike = len({other % 13 for other in laid}) == 1
    return each % 13 == laid[0] % 13 if alike else each // 13 == laid[0] // 13


def left_of_all_ways(held: Sequence[int], laid: Sequence[Sequence[int]]) -> int:
    """What is left after layoffs: each tile stays, or goes to one of the melds, in every way."""
    places = [[None, *(k for k, m in enumerate(laid) if may_join(each, m))] for each in held]
    best = wood_of(held)
    for way in product(*places):
        built = [
            [*m, *(each for each, place in zip(held, way, strict=True) if place == k)]
            for k, m in enumerate(laid)
        ]
        if all(map(is_meld, built)):
            stays = [each for each, place in zip(held, way, strict=True) if place is None]
            best = min(best, wood_of(stays))
    return best


Key = tuple[tuple[int, int, tuple[int, ...]], ...]


def ways_in_order(held: Sequence[int]) -> list[Key]:
    """Section 14.2 in its own words, for few tiles."""
    possible = [
        (chosen[0], int(chosen[0] // 13 == chosen[1] // 13), chosen)
        for size in range(3, len(held) + 1)
        for chosen in combinations(sorted(held), size)
        if is_meld(chosen)
    ]
    ways: list[tuple[int, Key]] = []
    for number in range(len(held) // 3 + 1):
        for several in combinations(possible, number):
            melded = [each for _, _, chosen in several for each in chosen]
            if len(set(melded)) == len(melded):
                left = sum(map(worth, held)) - sum(map(worth, melded))
                ways.append((left, tuple(sorted(several))))
    least = min(left for left, _ in ways)
    return sorted(way for left, way in ways if left == least)


def room(held: Sequence[int], way: Key) -> int:
    """How many tiles of others fit on an arrangement."""
    others = set(PACK) - set(held)
    return sum(any(is_meld([*m[2], each]) for m in way) for each in others)


def near_each_other(source: random.Random, size: int) -> list[int]:
    """Tiles among which many could meld."""
    given = Shuffled(source, source.choice([0.0, 0.6, 0.9]))
    left = list(PACK)
    for _ in range(size):
        left.remove(given.card(left))
    return given.dealt


def many_ways(source: random.Random, size: int) -> list[int]:
    """Tiles that can be melded in several ways, with as little left over, and some low ones."""
    suit, low = source.randrange(4), source.randrange(7)
    run = [13 * suit + low + k for k in range(source.choice([3, 3, 6, 7]))]
    if len(run) == 3:
        run += source.sample([13 * other + low + 1 for other in range(4) if other != suit], 2)
    others = sorted(set(PACK) - set(run), key=lambda each: (worth(each), source.random()))
    rank = source.randrange(7, 13)
    triple = [13 * each + rank for each in source.sample(range(4), 3)]
    found = run + [each for each in triple if each not in run and len(run) + 3 <= size]
    return (found + [each for each in others if each not in found])[:size]


def test_deadwood_arrangements_and_layoffs_are_those_of_brute_force() -> None:
    source, seen = random.Random(3), Counter[str]()
    for number in range(1500):
        held = near_each_other(source, source.randint(1, 14))
        assert gin.deadwood(held) == wood_of(held)
        if number % 3:
            continue
        own = many_ways(source, 9) if number % 2 else held[:8]
        ways = ways_in_order(own)
        found = gin.arrangements(own)
        assert [tuple(map(tuple, way)) for way in found] == ways
        best = min(ways, key=lambda way: (room(own, way), way))
        assert tuple(map(tuple, gin.least_room(own))) == best
        on = source.choice(found)
        others = near_each_other(source, 10)
        theirs = [each for each in others if each not in own]
        left = gin.left_after_layoffs(theirs, on)
        assert left == left_of_all_ways(theirs, [m.tiles for m in on])
        plain = wood_of(theirs)
        most = sum(worth(each) for each in theirs if any(is_meld([*m.tiles, each]) for m in on))
        seen["many ways"] += len(ways) > 1
        seen["best is not first"] += best != ways[0]
        seen["laid off"] += left < plain
        seen["more than once on a meld, or with other melds"] += left < plain - most
        seen["laid off the less"] += plain - most < left < plain
    assert min(seen.values()) >= 5, seen


# Worked examples.


@pytest.mark.parametrize(
    ("hand", "left"),
    [
        ("AS 2S 3S 3H 3D KC QD", 23),
        ("7C 8C 9C 7D 7H 7S 2D", 2),
        ("4H 5H 6H 6C 6D 6S KS", 10),
        ("KC KD KH KS AC 2C 3C", 0),
        ("AC 2C 3C 4C 5C 6C 7C", 0),
        ("5C 6C 7C 7D 7H 8C 9C", 14),
        ("TC JC QC KC TD TH TS", 0),
        ("AH KH QH AS KS QS 5D", 47),
        ("2C 4D 6H 8S TC QD AH", 41),
        ("3C 3D 3H 4H 5H 6H 3S", 0),
    ],
)
def test_deadwood_of_seven_tiles_as_in_section_10(hand: str, left: int) -> None:
    assert gin.deadwood(tiles(hand)) == wood_of(tiles(hand)) == left


@pytest.mark.parametrize(
    ("hand", "held", "best", "thrown"),
    [
        ("AC 2C 3C 4C 5H 5D 5S 5C", 0, 0, "AC 4C 5C 5D 5H 5S"),
        ("9H TH JH 9C 9D 9S JD JC", 10, 0, "TH"),
        ("6C 6D 6H 7C 7D 7H 8C 8D", 13, 6, "7H"),
    ],
)
def test_the_best_discard_from_eight_as_in_section_10(
    hand: str, held: int, best: int, thrown: str
) -> None:
    """From the first one AC, 4C or any five may go."""
    have = tiles(hand)

    after = {each: gin.deadwood(set(have) - {each}) for each in have}

    assert gin.deadwood(have) == held
    assert min(after.values()) == best
    assert names_of(sorted(each for each in have if after[each] == best)) == thrown


@pytest.mark.parametrize(
    ("laid", "hand", "before", "after"),
    [
        (["5H 6H 7H", "2D 2H 2S"], "8H 9H KC KD KH 4S 4D 2C AS QD", 38, 19),
        (["4S 5S 6S", "7C 8C 9C"], "7S 8S 9S TS 7D 7H AC 3C 6D KH", 20, 20),
        ([], "8H 9H KC KD KH 4S 4D 2C AS QD", 38, 38),
        (["AC 2C 3C"], "4C 5C 7C KC KD KH 9S 9D 9H TD", 26, 17),
        (["JC QC KC"], "AC TC 9C 2D 4D 6D 8D TD QD 2S", 62, 43),
        # The eight goes on the run, so that the nine can follow.
        (["5H 6H 7H", "8C 8D 8S"], "8H 9H KC KD KS QC QD QS AC 2D", 20, 3),
        # The nine goes on the run, so that the ten can follow.
        (["6H 7H 8H", "9C 9D 9S"], "9H TH KC KD KS QC QD QS AC 2D", 22, 3),
        # A set of four gives one away, and the nine follows.
        (["5H 6H 7H"], "8C 8D 8H 8S 9H KC KD QS AC 2D", 42, 33),
        # A run is broken up for a set.
        (["5H 6H 7H"], "2H 3H 4H 2C 2D KC KD QS 9S TS", 53, 49),
        (["5H 6H 7H"], "9H TH JH KC KD 2S 4S 6S 8S QC", 50, 50),
    ],
)
def test_layoffs_leave_the_least(laid: list[str], hand: str, before: int, after: int) -> None:
    held = [each for each in tiles(hand) if not any(each in tiles(m) for m in laid)]
    on = melds(*laid)

    assert gin.left_after_layoffs(held, ()) == wood_of(held) == before
    assert gin.left_after_layoffs(held, on) == after
    assert left_of_all_ways(held, [m.tiles for m in on]) == after


KNOCK, GIN, BIG_GIN, VOID = gin.KNOCK, gin.GIN, gin.BIG_GIN, gin.VOID
EACH = {"multi_undercut": "all"}
ON_TIE = {"undercut_on_tie": True}
TIED_EACH = {**EACH, **ON_TIE}


@pytest.mark.parametrize(
    ("options", "end", "left", "points"),
    [
        ({}, KNOCK, [9, 12, 17], [20, 0, 0]),
        ({}, KNOCK, [9, 6, 17], [0, 40, 0]),
        ({}, GIN, [0, 12, 17], [54, 0, 0]),
        ({}, BIG_GIN, [0, 12, 17], [79, 0, 0]),
        ({}, KNOCK, [9, 6, 4], [0, 0, 31]),
        (EACH, KNOCK, [9, 6, 4], [0, 27, 31]),
        ({}, KNOCK, [9, 5, 5], [0, 29, 29]),
        ({}, KNOCK, [9, 9, 17], [17, 0, 0]),
        ({}, GIN, [0, 0, 30], [55, 0, 0]),
        # Further on in sections 6 and 14.1.
        (ON_TIE, KNOCK, [9, 9, 17], [0, 37, 0]),
        (ON_TIE, KNOCK, [9, 9, 4], [0, 0, 34]),
        (TIED_EACH, KNOCK, [9, 9, 4], [0, 24, 34]),
        (ON_TIE, GIN, [0, 0, 30], [55, 0, 0]),
        (TIED_EACH, BIG_GIN, [0, 0, 0], [50, 0, 0]),
        ({}, KNOCK, [9, 9, 9], [9, 0, 0]),
        ({"gin_bonus": 7}, GIN, [0, 12, 17], [36, 0, 0]),
        ({"big_gin_bonus": 7}, BIG_GIN, [0, 12, 17], [36, 0, 0]),
        ({"undercut_bonus": 0}, KNOCK, [9, 6, 17], [0, 20, 0]),
        ({}, KNOCK, [9, 6, 17, 2], [0, 0, 0, 9 + 23 - 2 + 20]),
        (EACH, KNOCK, [9, 6, 17, 2], [0, 9 + 19 - 6 + 20, 0, 50]),
    ],
)
def test_hands_of_three_and_four_score_as_in_section_6(
    options: dict[str, Any], end: str, left: list[int], points: list[int]
) -> None:
    """Of each seat in turn as the knocker."""
    rules = replace(DEFAULT, **options)
    for knocker in range(len(left)):
        turned = [*left[-knocker:], *left[:-knocker]] if knocker else left

        score = gin.score_hand(rules, turned, knocker, end)

        expected = [*points[-knocker:], *points[:-knocker]] if knocker else points
        assert score.points == expected
        undercut = [seat for seat, each in enumerate(expected) if each and seat != knocker]
        assert score.undercutters == undercut


@pytest.mark.parametrize(
    ("options", "end", "left", "points"),
    [
        ({}, KNOCK, [9, 20], [11, 0]),
        ({}, KNOCK, [9, 9], [0, 25]),
        ({}, KNOCK, [9, 5], [0, 29]),
        ({}, GIN, [0, 20], [45, 0]),
        ({}, GIN, [0, 0], [25, 0]),
        ({}, BIG_GIN, [0, 20], [51, 0]),
        ({"undercut_on_tie": False}, KNOCK, [9, 9], [0, 0]),
        ({"undercut_on_tie": False}, KNOCK, [9, 8], [0, 26]),
    ],
)
def test_hands_of_two_score_as_in_the_classic_game(
    options: dict[str, Any], end: str, left: list[int], points: list[int]
) -> None:
    assert gin.score_hand(replace(CLASSIC, **options), left, 0, end).points == points
    assert gin.score_hand(replace(CLASSIC, **options), left[::-1], 1, end).points == points[::-1]


def test_the_presets_are_those_of_section_9() -> None:
    assert gin.PRESETS["three-player-7"] == (3, DEFAULT)
    assert gin.PRESETS["classic-2p"][0] == 2
    assert (CLASSIC.hand_size, CLASSIC.knock_limit, CLASSIC.stock_floor) == (10, 10, 2)
    assert (CLASSIC.gin_bonus, CLASSIC.big_gin_bonus, CLASSIC.undercut_bonus) == (25, 31, 25)
    assert CLASSIC.undercut_on_tie
    assert CLASSIC.layoffs
    assert CLASSIC.upcard_offer
    assert (CLASSIC.game_bonus, CLASSIC.box_bonus, CLASSIC.shutout_doubles) == (100, 25, True)


@pytest.mark.parametrize(
    ("hand", "ways"),
    [
        ("2C 4D 6H 8S TC QD AH", [[]]),
        ("3C 4C 5C 4D 4H 9S KS", [["3C 4C 5C"], ["4C 4D 4H"]]),
        ("4C 5C 6C 7C 8C 9C", [["4C 5C 6C", "7C 8C 9C"], ["4C 5C 6C 7C 8C 9C"]]),
        (
            "AC 2C 3C 4C 5C 6C 7C",
            [["AC 2C 3C", "4C 5C 6C 7C"], ["AC 2C 3C 4C", "5C 6C 7C"], ["AC 2C 3C 4C 5C 6C 7C"]],
        ),
        ("TC JC QC QD QH AS", [["TC JC QC"], ["QC QD QH"]]),
        ("7C 7D 7H 6D 8D KD", [["7C 7D 7H"], ["6D 7D 8D"]]),
        ("3C 3D 3H 4H 5H 6H 3S", [["3C 3D 3S", "3H 4H 5H 6H"], ["3C 3D 3H 3S", "4H 5H 6H"]]),
    ],
)
def test_arrangements_stand_in_the_order_of_section_14(hand: str, ways: list[list[str]]) -> None:
    assert gin.arrangements(tiles(hand)) == sorted(melds(*way) for way in ways)
    keys = [tuple((m.lowest, m.kind, m.tiles) for m in melds(*way)) for way in ways]
    assert ways_in_order(tiles(hand)) == sorted(keys)


def test_the_first_arrangement_has_the_lowest_tile_then_a_set_then_the_shorter_run() -> None:
    assert gin.arrangements(tiles("3C 4C 5C 4D 4H 9S KS"))[0] == melds("3C 4C 5C")
    assert gin.arrangements(tiles("4C 5C 6C 7C 8C 9C"))[0] == melds("4C 5C 6C", "7C 8C 9C")
    three_queens = gin.arrangements(tiles("QC KC JC QD QH KD KH"))[0]
    assert three_queens == melds("QC QD QH", "KC KD KH")
    # The same lowest tile: the set goes before the run.
    assert gin.arrangements(tiles("TC JC QC TD TH")) == [melds("TC TD TH"), melds("TC JC QC")]


@pytest.mark.parametrize(
    ("hand", "best"),
    [
        ("3C 4C 5C 4D 4H 9S KS", ["4C 4D 4H"]),
        ("TC JC QC QD QH AS", ["QC QD QH"]),
        # One tile each, the four of clubs or the two of spades: the first in order.
        ("AC 2C 3C 2D 2H KS", ["AC 2C 3C"]),
        # The run that is split has as little room as the whole one.
        ("4C 5C 6C 7C 8C 9C", ["4C 5C 6C", "7C 8C 9C"]),
    ],
)
def test_the_best_arrangement_leaves_the_least_room(hand: str, best: list[str]) -> None:
    assert gin.least_room(tiles(hand)) == melds(*best)


# Whole hands. Seat 2 deals to three, seat 1 to two, so that seat 0 is the first to play.


FOR_THREE = ["4C 5C 6C KD AD 3H 5S", "8S 8H JS 2C 2D 3S 5H", "TS QS KH 4D 2S AH 9C"]
PLAYED_BY_THREE = "stock, -KD, stock, -JS, take, -9C, stock, knock 6D"


def hand_of_three(moves: str, **options: Any) -> tuple[Played, Script]:
    given = deck(*FOR_THREE, upcard="9H", stock="7C 8D 6D")
    player = script(moves)
    hand = gin.play_hand(
        replace(DEFAULT, **options),
        3,
        given,
        player,
        dealer=2,
        number=4,
        scores=[10, 20, 30],
        hands_won=[1, 0, 2],
    )
    return hand, player


def test_a_hand_is_told_from_the_deal_to_the_score() -> None:
    hand, _ = hand_of_three(PLAYED_BY_THREE)

    assert hand.events[0] == ("hand", 2, 4)
    assert hand.events[1:22] == [
        ("deal", seat, each) for seat in range(3) for each in tiles(FOR_THREE[seat])
    ]
    assert hand.events[22:] == [
        ("upcard", -1, tile("9H")),
        ("draw", 0, tile("7C")),
        ("discard", 0, tile("KD")),
        ("draw", 1, tile("8D")),
        ("discard", 1, tile("JS")),
        ("take", 2, tile("JS")),
        ("discard", 2, tile("9C")),
        ("draw", 0, tile("6D")),
        ("discard", 0, tile("6D")),
        ("knock", 0, 9),
        ("deadwood", 1, 12),
        ("deadwood", 2, 17),
        ("points", 0, 20),
        ("points", 1, 0),
        ("points", 2, 0),
        ("score", 0, 30),
        ("score", 1, 20),
        ("score", 2, 30),
    ]
    assert hand.dealt == [sorted(tiles(each)) for each in FOR_THREE]
    assert hand.hands[0] == sorted(tiles("4C 5C 6C 7C AD 3H 5S"))
    assert names_of(hand.row) == "6D 9C KD 9H"
    assert (len(hand.stock), hand.turns, hand.end, hand.knocker) == (27, 4, "knock", 0)
    assert (hand.deadwood, hand.left, hand.melds) == ([9, 12, 17], [9, 12, 17], ())
    assert (hand.points, hand.hands_won, hand.undercutters) == ([20, 0, 0], [2, 0, 2], [])


def test_seats_see_what_section_7_shows_them() -> None:
    """In the same hand: the first draw, and the third turn."""
    _, player = hand_of_three(PLAYED_BY_THREE)

    both = {
        "dealer": 2,
        "scores": [10, 20, 30],
        "hands_won": [1, 0, 2],
        "target": 100,
    }
    first = set(PACK) - set(tiles(FOR_THREE[0])) - {tile("9H")}
    assert player.asked[0] == (
        "draw",
        0,
        {
            **both,
            "seat": 0,
            "turn_no": 0,
            "hand": sorted(tiles(FOR_THREE[0])),
            "own_deadwood": 10 + 1 + 3 + 5,
            "stock_size": 30,
            "discards": [tile("9H")],
            "taken": [[], [], []],
            "hand_sizes": [7, 7, 7],
            "drew_from": "none",
            "banned": -1,
            "unseen": sorted(first),
        },
        [0, 1],
    )
    third = set(PACK) - set(tiles(FOR_THREE[2])) - set(tiles("9H KD JS"))
    held = sorted(tiles(FOR_THREE[2] + " JS"))
    assert player.asked[5] == (
        "finish",
        2,
        {
            **both,
            "seat": 2,
            "turn_no": 2,
            "hand": held,
            "own_deadwood": 10 + 4 + 2 + 1 + 9,
            "stock_size": 28,
            "discards": tiles("KD 9H"),
            "taken": [[], [], [tile("JS")]],
            "hand_sizes": [7, 7, 8],
            "drew_from": "discard",
            "banned": tile("JS"),
            "unseen": sorted(third),
        },
        [k for k in range(8) if held[k] != tile("JS")],
    )
    decision, _, view, legal = player.asked[-1]
    assert (decision, view["turn_no"], view["drew_from"], view["banned"]) == (
        "finish",
        3,
        "stock",
        -1,
    )
    assert view["taken"] == [[], [], [tile("JS")]]
    five_and_six = [8 + view["hand"].index(tile(name)) for name in ("5S", "6D")]
    assert legal == [*range(8), *sorted(five_and_six)]


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("stock, 16", "seat 0 cannot choose 16 in finish"),
        ("stock, knock AD", "seat 0 cannot choose 12 in finish"),
        ("take, -9H", "seat 0 cannot choose 6 in finish"),
        ("2", "seat 0 cannot choose 2 in draw"),
    ],
)
def test_an_illegal_choice_is_refused(moves: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        hand_of_three(moves)


def test_the_tile_that_was_taken_may_go_back_where_the_house_says_so() -> None:
    hand, player = hand_of_three("take, -9H, stock, -JS", allow_return_discard=True)

    _, _, view, legal = player.asked[1]
    assert (view["drew_from"], view["banned"], legal) == ("discard", -1, list(range(8)))
    assert view["taken"] == [[tile("9H")], [], []]
    assert player.asked[2][2]["taken"] == [[], [], []]
    assert names_of(player.asked[2][2]["discards"]) == "9H"
    assert tile("9H") not in player.asked[2][2]["unseen"]
    assert hand.events[23:25] == [("take", 0, tile("9H")), ("discard", 0, tile("9H"))]


def test_a_banned_tile_may_not_be_knocked_with() -> None:
    held = ["AC 2C 3C 4D 4H 4S AS", "KC KD QH JH 9C 8D 7S", "KS QC JD TH 9D 8H 6S"]
    player = script("take, knock AS")

    hand = gin.play_hand(DEFAULT, 3, deck(*held, upcard="KH"), player, dealer=2)

    _, _, view, legal = player.asked[1]
    king = view["hand"].index(tile("KH"))
    assert king not in legal
    assert 8 + king not in legal
    assert 8 + view["hand"].index(tile("AS")) in legal
    assert ("knock", 0, 10) in hand.events


@pytest.mark.parametrize(("players", "size"), [(1, 7), (5, 7), (2, 23), (3, 15), (4, 12)])
def test_a_table_that_is_not_in_the_rules_is_refused(players: int, size: int) -> None:
    with pytest.raises(ValueError, match=f"no game of {players} players with {size} tiles each"):
        gin.play_hand(Rules(hand_size=size), players, Deck(), Script())


def test_a_tile_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="tile 5 is not among the unseen ones"):
        gin.play_hand(DEFAULT, 3, Deck([5, 5]), Script())


def test_tiles_are_asked_for_in_the_order_of_the_deck() -> None:
    """The first hand, the next, and so on, the first of the row, then the stock as it is drawn."""
    given = Deck(PACK)

    hand = gin.play_hand(DEFAULT, 3, given, script("stock, -AC, stock, -8C"), dealer=0)

    assert hand.dealt == [list(range(14, 21)), list(range(7)), list(range(7, 14))]
    assert [len(stock) for stock in given.stocks] == list(range(52, 0, -1))
    assert hand.events[22:25] == [("upcard", -1, 21), ("draw", 1, 22), ("discard", 1, 0)]


BIG = ["AC 2C 3C 4C 5D 5H 5S", "KC KD QH JH 9C 8D 7S", "KS QC JD TH 9D 8H 6S"]


@pytest.mark.parametrize(
    ("bonus", "moves", "told", "points"),
    [
        (50, "stock, big gin", [("big-gin", 0, 0)], 64 + 63 + 50),
        (50, "stock, knock 5C", [("discard", 0, tile("5C")), ("gin", 0, 0)], 64 + 63 + 25),
        (50, "stock, knock AC", [("discard", 0, tile("AC")), ("gin", 0, 0)], 64 + 63 + 25),
        (
            50,
            "stock, knock 2C",
            [("discard", 0, tile("2C")), ("knock", 0, 1)],
            64 + 63 - 1,
        ),
        (None, "stock, knock 5C", [("discard", 0, tile("5C")), ("gin", 0, 0)], 64 + 63 + 25),
    ],
)
def test_who_can_meld_all_tiles_may_go_big_or_throw_one(
    bonus: int | None, moves: str, told: list[gin.Event], points: int
) -> None:
    player = script(moves)

    hand = gin.play_hand(
        Rules(big_gin_bonus=bonus), 3, deck(*BIG, upcard="2S", stock="5C"), player, dealer=2
    )

    assert player.asked[1][2]["own_deadwood"] == 0
    legal = player.asked[1][3]
    assert (16 in legal) == (bonus is not None)
    assert set(range(8)) < set(legal)
    assert hand.events[24:-6] == [*told, ("deadwood", 1, 64), ("deadwood", 2, 63)]
    assert hand.points == [points, 0, 0]
    assert hand.turns == 1
    assert len(hand.hands[0]) == (8 if hand.end == "big-gin" else 7)


SHARED = ["AC 2C 3C 4D 4H 4S KS", "7C 7D 7H QC QD QH 5C", "8C 8D 8H JC JD JH 5D"]


def test_an_undercut_may_be_shared() -> None:
    given = deck(*SHARED, upcard="TH", stock="9S")

    hand = gin.play_hand(DEFAULT, 3, given, script("stock, knock KS"), dealer=2)

    assert hand.events[24:] == [
        ("discard", 0, tile("KS")),
        ("knock", 0, 9),
        ("deadwood", 1, 5),
        ("deadwood", 2, 5),
        ("undercut", 1, 29),
        ("undercut", 2, 29),
        *zip(["points"] * 3, range(3), [0, 29, 29], strict=True),
        *zip(["score"] * 3, range(3), [0, 29, 29], strict=True),
    ]
    assert (hand.undercutters, hand.hands_won) == ([1, 2], [0, 1, 1])


# The classic game.


TWO = ["5H 6H 7H 2D 2H 2S AC AD 3C JS", "8H 9H KC KD KH 4S 4D 2C AS QD"]


def hand_of_two(
    moves: str, hands: Sequence[str] = TWO, stock: str = "5D", **options: Any
) -> tuple[Played, Script]:
    player = script(moves)
    hand = gin.play_hand(
        replace(CLASSIC, **options), 2, deck(*hands, upcard="TS", stock=stock), player, dealer=1
    )
    return hand, player


def test_after_two_passes_the_first_turn_is_from_the_stock_and_layoffs_count() -> None:
    hand, player = hand_of_two("pass, pass, stock, knock JS")

    assert [(name, seat, legal) for name, seat, _, legal in player.asked[:3]] == [
        ("upcard", 0, [0, 1]),
        ("upcard", 1, [0, 1]),
        ("draw", 0, [0]),
    ]
    assert [view["turn_no"] for _, _, view, _ in player.asked] == [0, 0, 0, 0]
    assert {names_of(view["discards"]) for _, _, view, _ in player.asked} == {"TS"}
    assert {view["stock_size"] for _, _, view, _ in player.asked[:3]} == {31}
    assert hand.events[22:] == [
        ("pass", 0, tile("TS")),
        ("pass", 1, tile("TS")),
        ("draw", 0, tile("5D")),
        ("discard", 0, tile("JS")),
        ("knock", 0, 10),
        ("meld", 0, tuple(tiles("2D 2H 2S"))),
        ("meld", 0, tuple(tiles("5H 6H 7H"))),
        ("deadwood", 1, 38),
        ("left", 1, 19),
        ("points", 0, 9),
        ("points", 1, 0),
        ("score", 0, 9),
        ("score", 1, 0),
    ]
    assert (hand.deadwood, hand.left) == ([10, 38], [10, 19])


def test_layoffs_may_be_off_and_are_not_allowed_against_gin() -> None:
    plain, _ = hand_of_two("pass, pass, stock, knock JS", layoffs=False)
    against_gin, _ = hand_of_two(
        "pass, pass, stock, knock JS", ["5H 6H 7H 2D 2H 2S 9C TC QC JS", TWO[1]], stock="JC"
    )

    assert plain.events[-6:-4] == [("knock", 0, 10), ("deadwood", 1, 38)]
    assert plain.points == [28, 0]
    assert against_gin.events[-6:-4] == [("gin", 0, 0), ("deadwood", 1, 38)]
    assert (against_gin.left, against_gin.points) == ([0, 38], [63, 0])


def test_the_upcard_may_be_taken_and_is_banned() -> None:
    first, by_first = hand_of_two("take, -JS")
    second, by_second = hand_of_two("pass, take, -QD, take, -JS")

    assert first.events[22:24] == [("take", 0, tile("TS")), ("discard", 0, tile("JS"))]
    name, seat, view, legal = by_first.asked[1]
    assert (name, seat, view["drew_from"], view["banned"]) == ("finish", 0, "discard", tile("TS"))
    assert view["hand"].index(tile("TS")) not in legal
    assert (view["taken"], view["discards"]) == ([[tile("TS")], []], [])
    assert by_first.asked[2][:2] == ("draw", 1)
    assert by_first.asked[2][3] == [0, 1]
    assert by_first.asked[2][2]["turn_no"] == 1
    assert [each[:2] for each in by_second.asked[:5]] == [
        ("upcard", 0),
        ("upcard", 1),
        ("finish", 1),
        ("draw", 0),
        ("finish", 0),
    ]
    assert by_second.asked[3][3] == [0, 1]
    assert second.events[22:27] == [
        ("pass", 0, tile("TS")),
        ("take", 1, tile("TS")),
        ("discard", 1, tile("QD")),
        ("take", 0, tile("QD")),
        ("discard", 0, tile("JS")),
    ]


def test_the_upcard_goes_round_a_larger_table() -> None:
    rules, given = Rules(upcard_offer=True), [*FOR_THREE]
    taken, passed = script("pass, take, -JS"), script("pass, pass, pass")

    gin.play_hand(rules, 3, deck(*given, upcard="9H"), taken, dealer=2)
    gin.play_hand(rules, 3, deck(*given, upcard="9H"), passed, dealer=2)

    assert [each[:2] for each in taken.asked[:4]] == [
        ("upcard", 0),
        ("upcard", 1),
        ("finish", 1),
        ("draw", 2),
    ]
    assert [each[:2] for each in passed.asked[:4]] == [
        *(("upcard", seat) for seat in range(3)),
        ("draw", 0),
    ]
    assert [legal for name, _, _, legal in passed.asked if name == "draw"][:2] == [[0], [0, 1]]


ROOM = ["3C 4C 5C 4D 4H 9C 9D 9H AS KS", "2C 6C 7C 4S 9S KC QD JH TH 8D"]
RUN_FIRST = melds("3C 4C 5C", "9C 9D 9H")
SET_FIRST = melds("4C 4D 4H", "9C 9D 9H")


@pytest.mark.parametrize(
    ("which", "moves", "arrangement", "left"),
    [
        ("first", "", RUN_FIRST, 76 - 24),
        ("best", "", SET_FIRST, 76 - 13),
        ("choose", ", 0", RUN_FIRST, 76 - 24),
        ("choose", ", 1", SET_FIRST, 76 - 13),
    ],
)
def test_others_lay_off_on_the_arrangement_that_lies_there(
    which: str, moves: str, arrangement: tuple[Meld, ...], left: int
) -> None:
    hand, player = hand_of_two(
        "pass, pass, stock, knock KS" + moves, ROOM, stock="AD", knocker_arrangement=which
    )

    told = [("arrange", 0, int(moves[-1]))] if moves else []
    assert hand.events[25:-4] == [
        ("discard", 0, tile("KS")),
        ("knock", 0, 10),
        *told,
        *(("meld", 0, each.tiles) for each in arrangement),
        ("deadwood", 1, 76),
        ("left", 1, left),
    ]
    assert hand.melds == arrangement
    assert hand.points == [left - 10, 0]
    asked = [each for each in player.asked if each[0] == "knocker-melds"]
    assert len(asked) == len(told)
    for _, seat, view, legal in asked:
        assert (seat, legal) == (0, [0, 1])
        assert view["hand"] == sorted(tiles("3C 4C 5C 4D 4H 9C 9D 9H AS AD"))
        assert (view["own_deadwood"], view["turn_no"], view["hand_sizes"]) == (10, 1, [10, 10])
        assert (view["drew_from"], view["banned"]) == ("none", -1)
        assert names_of(view["discards"]) == "KS TS"


def test_one_arrangement_is_no_choice() -> None:
    hand, player = hand_of_two("pass, pass, stock, knock JS", knocker_arrangement="choose")

    assert all(name != "knocker-melds" for name, _, _, _ in player.asked)
    assert all(kind != "arrange" for kind, _, _ in hand.events)
    assert hand.melds == melds("2D 2H 2S", "5H 6H 7H")


@pytest.mark.parametrize(
    ("rules", "players", "turns", "stock"),
    [
        (DEFAULT, 3, 30, 0),
        (CLASSIC, 2, 29, 2),
        (replace(DEFAULT, stock_floor=5), 3, 25, 5),
        (replace(DEFAULT, max_turns=12), 3, 12, 18),
        (replace(DEFAULT, stock_floor=30), 3, 0, 30),
    ],
)
def test_a_hand_in_which_nobody_knocks_is_void(
    rules: Rules, players: int, turns: int, stock: int
) -> None:
    hand = gin.play_hand(rules, players, Deck(), Script(), scores=[5] * players)

    assert hand.events[-2 * players - 1 :] == [
        ("void", -1, turns),
        *(("points", seat, 0) for seat in range(players)),
        *(("score", seat, 5) for seat in range(players)),
    ]
    assert (hand.end, hand.knocker, hand.turns) == ("void", -1, turns)
    assert len(hand.stock) == stock
    assert (hand.points, hand.hands_won) == ([0] * players, [0] * players)


def test_the_row_may_go_round_until_the_cap_of_turns() -> None:
    def choose(decision: str, _seat: int, _view: View, legal: list[int]) -> int:
        return 1 if decision == "draw" else legal[0]

    hand = gin.play_hand(DEFAULT, 3, Deck(), choose)

    assert hand.events[-7] == ("void", -1, 300)
    assert (len(hand.stock), len(hand.row)) == (30, 1)


def test_the_turn_of_who_takes_the_upcard_is_played_before_the_stock_is_looked_at() -> None:
    hand, player = hand_of_two("pass, take, -QD", stock_floor=31)

    assert [name for name, _, _, _ in player.asked] == ["upcard", "upcard", "finish"]
    assert hand.events[25] == ("void", -1, 1)


# Invariants.


@dataclass
class Case:
    """A hand under random rules, and what the seats were asked and did."""

    rules: Rules
    players: int
    dealer: int
    scores: list[int]
    hands_won: list[int]
    deck: list[int]
    hand: Played
    asked: list[tuple[str, int, View, list[int], int]]


def random_rules(source: random.Random, players: int) -> Rules:
    sizes = [7, 10, source.randint(1, min(44 // players, 16)), source.randint(3, 11)]
    return Rules(
        hand_size=source.choice(sizes),
        knock_limit=source.choice([10, 10, 0, 5, 30, 60]),
        gin_bonus=source.choice([25, 20, 0]),
        big_gin_bonus=source.choice([50, 31, 0, None]),
        undercut_bonus=source.choice([20, 25, 0]),
        undercut_on_tie=source.random() < 0.5,
        multi_undercut=source.choice(["lowest", "all"]),
        layoffs=source.random() < 0.7,
        upcard_offer=source.random() < 0.5,
        stock_floor=source.choice([0, 2, source.randint(0, 30)]),
        allow_return_discard=source.random() < 0.3,
        target=source.choice([100, 50]),
        game_bonus=source.choice([0, 100]),
        box_bonus=source.choice([0, 25]),
        shutout_doubles=source.random() < 0.5,
        knocker_arrangement=source.choice(["first", "best", "choose", "choose"]),
        max_turns=source.choice([300, 300, 20, 5]),
    )


def best_place(hand: Sequence[int], free: Iterable[int]) -> int:
    """What to throw: the least deadwood, then the largest value, then the largest id."""

    def after(place: int) -> tuple[int, int, int]:
        rest = [*hand[:place], *hand[place + 1 :]]
        return gin.deadwood(rest), -worth(hand[place]), -hand[place]

    return min(free, key=after)


def sensible(source: random.Random, *, patience: float) -> Choose:
    """Mostly the best discard; knocks and goes big if not patient; anything now and then."""

    def choose(decision: str, _seat: int, view: View, legal: list[int]) -> int:
        if decision != "finish" or source.random() < 0.1:
            return source.choice(legal)
        size = len(view["hand"])
        if legal[-1] == 2 * size and source.random() < 0.7:
            return legal[-1]
        place = best_place(view["hand"], [each for each in legal if each < size])
        knocks = size + place in legal and source.random() > patience
        return size + place if knocks else place

    return choose


def watched(choose: Choose, asked: list[tuple[str, int, View, list[int], int]]) -> Choose:
    """Answers as another does, and keeps what was asked."""

    def answer(decision: str, seat: int, view: View, legal: list[int]) -> int:
        chosen = choose(decision, seat, view, legal)
        asked.append((decision, seat, view, legal, chosen))
        return chosen

    return answer


def knocks_for_choice(decision: str, seat: int, view: View, legal: list[int]) -> int:
    """Knocks at once if that is legal, with as many arrangements as it can."""
    del seat
    hand, size = view["hand"], len(view["hand"])
    if decision != "finish":
        return legal[-1] if decision == "knocker-melds" else legal[0]
    knocks = [each for each in legal if size <= each < 2 * size]

    def ways(each: int) -> int:
        return len(gin.arrangements([*hand[: each - size], *hand[each - size + 1 :]]))

    return max(knocks, key=ways) if knocks else legal[-1]


@cache
def cases() -> list[Case]:
    source, found = random.Random(27), []
    for number in range(HANDS):
        players = source.choice([2, 2, 3, 3, 3, 4])
        rules, dealer = random_rules(source, players), source.randrange(players)
        given, patience = Shuffled(source), source.choice([0.0, 0.5, 0.9])
        if number % 6 == 0:
            rules = replace(rules, hand_size=source.randint(6, 10), layoffs=True, knock_limit=30)
            given.first = many_ways(source, rules.hand_size)
        elif rules.hand_size <= 14:
            given.crowd = source.choice([0.0, 0.5, 0.8, 0.95])
        scores = [source.randrange(rules.target) for _ in range(players)]
        won = [source.randrange(4) for _ in range(players)]
        asked: list[tuple[str, int, View, list[int], int]] = []
        play = sensible(source, patience=patience) if not given.first else knocks_for_choice
        choose = watched(play, asked)
        hand = gin.play_hand(
            rules, players, given, choose, dealer=dealer, scores=scores, hands_won=won
        )
        found.append(Case(rules, players, dealer, scores, won, given.dealt, hand, asked))
    return found


@dataclass
class Board:
    """The table as the events tell it."""

    case: Case
    hands: list[list[int]] = field(init=False)
    taken: list[set[int]] = field(init=False)
    row: list[int] = field(default_factory=list)
    seen: set[int] = field(default_factory=set)
    stock: set[int] = field(default_factory=lambda: set(PACK))
    turns: int = 0
    drew_from: str = "none"
    banned: int = -1

    def __post_init__(self) -> None:
        self.hands = [[] for _ in range(self.case.players)]
        self.taken = [set() for _ in range(self.case.players)]

    def tell(self, event: gin.Event) -> None:
        kind, seat, number = event
        if not isinstance(number, int):
            assert kind == "meld"
        elif kind in ("deal", "draw"):
            self.stock.remove(number)
            self.hands[seat].append(number)
            self.drew_from = "stock" if kind == "draw" else "none"
        elif kind == "upcard":
            self.stock.remove(number)
            self.row.append(number)
            self.seen.add(number)
        elif kind == "take":
            assert self.row.pop() == number
            self.hands[seat].append(number)
            self.taken[seat].add(number)
            self.drew_from = "discard"
            self.banned = -1 if self.case.rules.allow_return_discard else number
        elif kind in ("discard", "big-gin"):
            self.turns += 1
            self.drew_from = "none"
            if kind == "discard":
                assert number != self.banned
                self.hands[seat].remove(number)
                self.taken[seat].discard(number)
                self.row.append(number)
                self.seen.add(number)
            self.banned = -1

    def view(self, seat: int) -> View:
        own = self.hands[seat]
        return {
            "seat": seat,
            "dealer": self.case.dealer,
            "turn_no": self.turns,
            "hand": sorted(own),
            "own_deadwood": wood_of(own),
            "stock_size": len(self.stock),
            "discards": self.row[::-1],
            "taken": [sorted(several) for several in self.taken],
            "hand_sizes": [len(hand) for hand in self.hands],
            "scores": self.case.scores,
            "hands_won": self.case.hands_won,
            "target": self.case.rules.target,
            "drew_from": self.drew_from,
            "banned": self.banned,
            "unseen": sorted(set(PACK) - set(own) - self.seen),
        }

    def legal_finish(self, seat: int) -> list[int]:
        own, rules = sorted(self.hands[seat]), self.case.rules
        size = len(own)
        legal = []
        for place, each in enumerate(own):
            if each == self.banned:
                continue
            legal.append(place)
            if wood_of(other for other in own if other != each) <= rules.knock_limit:
                legal.append(size + place)
        if rules.big_gin_bonus is not None and wood_of(own) == 0:
            legal.append(2 * size)
        return sorted(legal)


def steps(case: Case) -> Iterator[tuple[gin.Event, Board]]:
    """Each event with the table before it; the last one twice, with the table after it too."""
    board = Board(case)
    for event in case.hand.events:
        yield event, board
        board.tell(event)
    yield ("end", -1, -1), board


def numbers(hand: Played, kind: str) -> list[tuple[int, Any]]:
    """Seats and numbers of the events of one kind."""
    return [(seat, number) for each, seat, number in hand.events if each == kind]


ENDS = (KNOCK, GIN, BIG_GIN, VOID)


def test_the_places_that_matter_occur() -> None:
    seen: Counter[str] = Counter()
    for case in cases():
        hand, rules = case.hand, case.rules
        seen[hand.end] += 1
        k = hand.deadwood[hand.knocker]
        others = [each for seat, each in enumerate(hand.left) if seat != hand.knocker]
        below = sum(each < k for each in others) if hand.end == "knock" else 0
        seen["undercut"] += bool(hand.undercutters)
        seen["two undercut"] += len(hand.undercutters) > 1
        seen["one of two undercuts"] += 0 < len(hand.undercutters) < below
        seen["tie with the knocker"] += hand.end == "knock" and k in others
        seen["laid off"] += hand.left != hand.deadwood
        seen["several arrangements"] += bool(numbers(hand, "arrange"))
        best = hand.melds and rules.knocker_arrangement == "best"
        first = gin.arrangements(hand.hands[hand.knocker])[0] if best else hand.melds
        seen["best is not first"] += first != hand.melds
        seen["no meld to lay off on"] += bool(numbers(hand, "left")) and not hand.melds
        void = hand.end == "void"
        seen["void by turns"] += void and hand.turns == rules.max_turns
        seen["void by stock"] += void and len(hand.stock) <= rules.stock_floor
        seen["nobody scores"] += not void and max(hand.points) == 0
        for kind in ("pass", "take"):
            seen[kind] += bool(numbers(hand, kind))
    assert min(seen.values()) >= 3, seen


def test_all_tiles_are_somewhere_and_hands_have_their_size() -> None:
    for case in cases():
        size, order = (
            case.rules.hand_size,
            [(case.dealer + step) % case.players for step in range(1, case.players + 1)],
        )
        assert numbers(case.hand, "deal") == [
            (order[k // size], each) for k, each in enumerate(case.deck[: size * case.players])
        ]
        drawn = [number for _, number in numbers(case.hand, "draw")]
        assert drawn == case.deck[size * case.players + 1 :]
        for (kind, seat, _), board in steps(case):
            everything = [*board.row, *board.stock, *(each for own in board.hands for each in own)]
            assert sorted(everything) == list(PACK)
            if kind in ("draw", "take", "pass", "void"):
                assert {len(own) for own in board.hands} == {size}
            elif kind in ("discard", "big-gin"):
                assert [len(own) for own in board.hands] == [
                    size + (each == seat) for each in range(case.players)
                ]
                assert board.drew_from != "none"
        last = [board for _, board in steps(case)][-1]
        hand = case.hand
        assert hand.hands == [sorted(own) for own in last.hands]
        assert (hand.row, hand.stock) == (last.row[::-1], sorted(last.stock))
        assert hand.turns == last.turns


def test_turns_go_round_and_one_end_ends_the_hand() -> None:
    for case in cases():
        hand, rules = case.hand, case.rules
        kinds = [kind for kind, _, _ in hand.events]
        ends = [event for event in hand.events if event[0] in ENDS]
        passes = [seat for seat, _ in numbers(hand, "pass")]
        turns = [(kind, seat) for kind, seat, _ in hand.events if kind in ("draw", "take")]
        throws = [seat for kind, seat, _ in hand.events if kind in ("discard", "big-gin")]
        order = [(case.dealer + step) % case.players for step in range(1, case.players + 1)]
        assert len(ends) == 1
        assert ends[0][:2] == (hand.end, hand.knocker)
        assert passes == order[: len(passes)]
        assert not passes or rules.upcard_offer
        assert [seat for _, seat in turns] == throws
        offered = rules.upcard_offer and len(passes) < case.players
        first = order[len(passes)] if offered else order[0]
        assert throws == [(first + k) % case.players for k in range(len(throws))]
        if offered:
            assert turns[0] == ("take", first)
        elif rules.upcard_offer and turns:
            assert turns[0][0] == "draw"
        for one, other in pairwise(kinds):
            assert (one in ("draw", "take")) == (other in ("discard", "big-gin"))
        assert hand.turns == len(throws)
        for (kind, _, _), board in steps(case):
            if kind in ("draw", "take") and not (offered and board.turns == 0):
                assert len(board.stock) > rules.stock_floor
                assert board.turns < rules.max_turns
            elif kind == "void":
                assert len(board.stock) <= rules.stock_floor or board.turns >= rules.max_turns
        if hand.end == "void":
            assert ends == [("void", -1, hand.turns)]


def test_a_knock_is_within_the_limit_and_gin_is_none_left_over() -> None:
    for case in cases():
        hand = case.hand
        if hand.end == "void":
            continue
        own = wood_of(hand.hands[hand.knocker])
        ((_, told),) = numbers(hand, hand.end)
        assert told == own == hand.deadwood[hand.knocker] == hand.left[hand.knocker]
        assert own <= case.rules.knock_limit
        assert (own > 0) == (hand.end == "knock")
        assert len(hand.hands[hand.knocker]) == case.rules.hand_size + (hand.end == "big-gin")
        thrown = numbers(hand, "discard")
        assert (hand.end == "big-gin") == (not thrown or len(thrown) < hand.turns)


def test_others_lay_off_what_they_can_on_the_melds_that_lie_there() -> None:
    compared = 0
    for case in cases():
        hand, rules = case.hand, case.rules
        laying_off = hand.end == "knock" and rules.layoffs
        others = [(hand.knocker + step) % case.players for step in range(1, case.players)]
        if hand.end == "void":
            others = []
        assert [seat for seat, _ in numbers(hand, "deadwood")] == others
        assert [seat for seat, _ in numbers(hand, "left")] == (others if laying_off else [])
        assert numbers(hand, "meld") == [(hand.knocker, m.tiles) for m in hand.melds]
        for seat, told in numbers(hand, "deadwood"):
            assert told == hand.deadwood[seat] == wood_of(hand.hands[seat])
        if not laying_off:
            assert hand.melds == ()
            assert hand.left == hand.deadwood
            continue
        laid = [m.tiles for m in hand.melds]
        assert all(map(is_meld, laid))
        assert list(hand.melds) == sorted(hand.melds)
        melded = [each for m in laid for each in m]
        assert len(set(melded)) == len(melded)
        rest = set(hand.hands[hand.knocker]) - set(melded)
        assert len(rest) + len(melded) == rules.hand_size
        assert sum(map(worth, rest)) == hand.deadwood[hand.knocker]
        for seat, told in numbers(hand, "left"):
            assert told == hand.left[seat] <= hand.deadwood[seat]
            if rules.hand_size <= 11:
                compared += 1
                assert told == left_of_all_ways(hand.hands[seat], laid)
    assert compared > 200


def test_the_arrangement_is_the_one_that_the_house_or_the_knocker_wants() -> None:
    compared: Counter[str] = Counter()
    for case in cases():
        hand, rules = case.hand, case.rules
        if hand.end != "knock" or not rules.layoffs or rules.hand_size > 10:
            continue
        own = hand.hands[hand.knocker]
        ways = ways_in_order(own)
        which = rules.knocker_arrangement
        chosen = numbers(hand, "arrange")
        assert len(chosen) == (which == "choose" and len(ways) > 1)
        wanted = ways[0]
        if chosen:
            assert chosen[0][0] == hand.knocker
            wanted = ways[chosen[0][1]]
            assert case.asked[-1][3] == list(range(len(ways)))
        elif which == "best":
            wanted = min(ways, key=lambda way: (room(own, way), way))
        assert tuple((m.lowest, m.kind, m.tiles) for m in hand.melds) == wanted
        compared[which] += len(ways) > 1
    assert min(compared.values()) > 5
    assert len(compared) == 3


def test_points_follow_from_what_is_left() -> None:
    for case in cases():
        hand, rules, n = case.hand, case.rules, case.players
        expected = [0] * n
        undercutters: list[int] = []
        if hand.end != "void":
            k = hand.left[hand.knocker]
            d = {seat: hand.left[seat] for seat in range(n) if seat != hand.knocker}
            if hand.end == "knock":
                beats = [s for s in d if d[s] < k or (rules.undercut_on_tie and d[s] == k)]
                lowest = min((d[s] for s in beats), default=0)
                undercutters = [s for s in beats if rules.multi_undercut == "all" or d[s] == lowest]
            for s in undercutters:
                rest = [k, *(d[other] for other in d if other != s)]
                expected[s] = sum(rest) - d[s] + rules.undercut_bonus
            if not undercutters:
                expected[hand.knocker] = sum(d.values()) - k
                expected[hand.knocker] += rules.gin_bonus if hand.end == "gin" else 0
                expected[hand.knocker] += (rules.big_gin_bonus or 0) * (hand.end == "big-gin")
        assert hand.points == expected
        assert min(hand.points) >= 0
        assert hand.undercutters == undercutters
        assert hand.scores == [a + b for a, b in zip(case.scores, expected, strict=True)]
        assert hand.hands_won == [
            a + (b > 0) for a, b in zip(case.hands_won, expected, strict=True)
        ]
        assert hand.events[-2 * n :] == [
            *(("points", seat, points) for seat, points in enumerate(expected)),
            *(("score", seat, points) for seat, points in enumerate(hand.scores)),
        ]
        assert numbers(hand, "undercut") == [(seat, expected[seat]) for seat in undercutters]
        scoring = sum(points > 0 for points in expected)
        tied = len({hand.left[seat] for seat in undercutters}) == 1
        assert scoring <= 1 or tied or rules.multi_undercut == "all"


def test_a_view_shows_the_table_of_that_moment_and_no_hand_but_the_own() -> None:
    seen: Counter[str] = Counter()
    answers = {
        "upcard": ("pass", "take"),
        "draw": ("draw", "take"),
        "finish": ("discard", "big-gin"),
        "knocker-melds": ("arrange",),
    }
    for case in cases()[::WATCHED]:
        asked = iter(case.asked)
        offered = case.rules.upcard_offer
        for (kind, seat, number), board in steps(case):
            if kind in ("void", "end"):
                break
            if not any(kind in told for told in answers.values()):
                continue
            decision, who, view, legal, chosen = next(asked)
            seen[decision] += 1
            assert kind in answers[decision]
            assert who == seat
            assert view == board.view(seat)
            if decision == "upcard":
                assert legal == [0, 1]
                assert (kind == "take") == (chosen == 1)
                offered = chosen == 0
            elif decision == "draw":
                assert legal == ([0] if offered and board.turns == 0 else [0, 1])
                assert (kind == "take") == (chosen == 1)
            elif decision == "finish":
                assert legal == board.legal_finish(seat)
                size = len(view["hand"])
                assert (kind == "big-gin") == (chosen == 2 * size)
                if kind == "discard":
                    assert number == view["hand"][chosen % size]
                    assert (chosen >= size) == (
                        case.hand.end in ("knock", "gin") and board.turns == case.hand.turns - 1
                    )
        assert next(asked, None) is None
    assert all(seen[decision] > 5 for decision in answers)


class StopHereError(Exception):
    """As far as was asked for."""


def as_far_as(case: Case, order: Sequence[int], decision: int) -> tuple[View, list[int]]:
    """What is asked at this decision if the others hold other tiles and do the same."""
    found: list[tuple[View, list[int]]] = []
    done = 0

    def choose(name: str, seat: int, view: View, legal: list[int]) -> int:
        nonlocal done
        if done == decision:
            found.append((view, legal))
            raise StopHereError
        before, who, then, _, chosen = case.asked[done]
        done += 1
        assert (name, seat) == (before, who)
        if name != "finish":
            return chosen
        return int(view["hand"].index(then["hand"][chosen]))

    with pytest.raises(StopHereError):
        gin.play_hand(
            case.rules,
            case.players,
            Deck(order),
            choose,
            dealer=case.dealer,
            scores=case.scores,
            hands_won=case.hands_won,
        )
    return found[0]


def test_hidden_tiles_change_no_view_and_any_agree_that_were_not_seen() -> None:
    source, moved, at = random.Random(7), 0, Counter[str]()
    for case in cases()[::WATCHED]:
        decisions = [k for k, each in enumerate(case.asked) if each[0] != "knocker-melds"]
        for decision in source.sample(decisions, min(4, len(decisions))):
            name, _, view, legal, _ = case.asked[decision]
            drawn = case.players * case.rules.hand_size + 1
            drawn += sum(
                each == "draw" and not chosen for each, _, _, _, chosen in case.asked[:decision]
            )
            order = [*case.deck[:drawn], *sorted(set(PACK) - set(case.deck[:drawn]))]
            hidden = view["unseen"]
            new = dict(zip(hidden, source.sample(hidden, len(hidden)), strict=True))
            others = [new.get(each, each) for each in order]
            now = board_at(case, decision).hands

            assert gin.agrees(view, now)
            assert gin.agrees(view, [[new.get(each, each) for each in own] for own in now])
            assert as_far_as(case, others, decision) == (view, legal)
            moved += others[:drawn] != order[:drawn]
            at[name] += 1
    assert moved > 500
    assert len(at) == 3


def board_at(case: Case, decision: int) -> Board:
    """The table when something is asked; each answer is one event of these."""
    answers = ("pass", "draw", "take", "discard", "big-gin")
    told = 0
    for (kind, _, _), board in steps(case):
        if kind in answers:
            if told == decision:
                return board
            told += 1
    raise AssertionError(decision)


def test_what_was_taken_is_where_it_was_taken_to() -> None:
    _, player = hand_of_three(PLAYED_BY_THREE)
    _, _, view, _ = player.asked[-1]
    own = view["hand"]
    first = tiles("8S 8H 8D 2C 2D 3S 5H")
    second = tiles("TS JS QS KH 4D 2S AH")

    assert gin.agrees(view, [own, first, second])
    assert gin.agrees(view, [own, tiles("8S 8H 8D 2C 2D 3S QH"), second])
    assert not gin.agrees(view, [own, second, first])
    assert not gin.agrees(view, [own, first[:-1], second])
    assert not gin.agrees(view, [first, own, second])
    assert not gin.agrees(view, [own, [*first[:-1], tile("KD")], second])
    assert not gin.agrees(view, [own, [*first[:-1], tile("KH")], second])
    assert not gin.agrees(view, [own, first, tiles("TS 9S QS KH 4D 2S AH")])


# Games.


@cache
def games() -> list[tuple[Rules, int, int, PlayedGame]]:
    source, found = random.Random(28), []
    for number in range(GAMES):
        players, dealer = source.choice([2, 3]), source.randrange(3)
        dealer %= players
        rules = replace(
            random_rules(source, players),
            hand_size=source.choice([5, 7]),
            knock_limit=30,
            stock_floor=0,
            max_turns=source.choice([300, 4]),
            target=source.choice([1, 30, 60]),
            max_hands=source.choice([1000, 1000, 2]) if number % 4 else 1,
        )
        play = sensible(source, patience=0.3)
        game = gin.play_game(rules, players, Shuffled(source, 0.5), play, dealer=dealer)
        found.append((rules, players, dealer, game))
    return found


def test_a_game_is_its_hands_and_ends_when_the_rules_say() -> None:
    ends: Counter[str] = Counter()
    for rules, players, first_dealer, game in games():
        scores, won = [0] * players, [0] * players
        for number, hand in enumerate(game.hands, 1):
            assert hand.events[0] == ("hand", (first_dealer + number - 1) % players, number)
            assert max(scores) < rules.target or scores.count(max(scores)) > 1
            ends["void"] += hand.end == "void"
            scores = [a + b for a, b in zip(scores, hand.points, strict=True)]
            won = [a + (b > 0) for a, b in zip(won, hand.points, strict=True)]
            assert (hand.scores, hand.hands_won) == (scores, won)
        tied = scores.count(max(scores)) > 1
        over = max(scores) >= rules.target and not tied
        assert over or len(game.hands) == rules.max_hands
        winner = scores.index(max(scores)) if over else -1
        ends["won" if over else "cap"] += 1
        final = [a + rules.box_bonus * b for a, b in zip(scores, won, strict=True)]
        if over:
            final[winner] += rules.game_bonus
            if rules.shutout_doubles and won[winner] == sum(won):
                final[winner] += scores[winner]
                ends["shutout"] += 1
        assert (game.scores, game.hands_won, game.winner) == (scores, won, winner)
        assert game.final == final
        assert game.events == [
            *(event for hand in game.hands for event in hand.events),
            ("win" if over else "draw", winner, len(game.hands)),
            *(("final", seat, points) for seat, points in enumerate(final)),
        ]
    assert min(ends[end] for end in ("won", "cap", "void", "shutout")) > 3


@pytest.mark.parametrize(
    ("scores", "winner"),
    [
        ([0, 0, 0], -1),
        ([99, 0, 0], -1),
        ([99, 100, 0], 1),
        ([110, 100, 0], 0),
        ([100, 110, 110], -1),
        ([130, 110, 110], 0),
    ],
)
def test_the_highest_total_above_the_target_wins_and_a_tie_goes_on(
    scores: list[int], winner: int
) -> None:
    assert gin.winner_of(DEFAULT, scores) == winner


@pytest.mark.parametrize(
    ("options", "scores", "hands_won", "winner", "final"),
    [
        ({}, [105, 60], [4, 3], 0, [105 + 100 + 100, 60 + 75]),
        ({}, [105, 0], [4, 0], 0, [210 + 100 + 100, 0]),
        ({"shutout_doubles": False}, [105, 0], [4, 0], 0, [105 + 100 + 100, 0]),
        ({"game_bonus": 0, "box_bonus": 20}, [0, 105], [0, 4], 1, [0, 210 + 80]),
        # The winner stays the winner, though the boxes of the other are worth more.
        ({"game_bonus": 0, "box_bonus": 50}, [105, 95], [2, 9], 0, [205, 545]),
        # Nobody has won by the last hand.
        ({}, [90, 90], [3, 2], -1, [165, 140]),
        ({}, [90, 0], [3, 0], -1, [165, 0]),
        ({}, [105, 60, 0], [4, 3, 0], 0, [305, 135, 0]),
        ({}, [105, 0, 0], [4, 0, 0], 0, [410, 0, 0]),
    ],
)
def test_a_game_ends_with_its_extras(
    options: dict[str, Any],
    scores: list[int],
    hands_won: list[int],
    winner: int,
    final: list[int],
) -> None:
    assert gin.final_points(replace(CLASSIC, **options), scores, hands_won, winner) == final


def test_three_tiles_are_played_without_extras() -> None:
    assert gin.final_points(DEFAULT, [105, 0, 0], [4, 0, 0], 0) == [105, 0, 0]


def test_a_tie_above_the_target_is_played_on() -> None:
    """The second hand is void, and so the cap of two is reached."""
    given = deck(*SHARED, upcard="TH", stock="9S")

    game = gin.play_game(
        Rules(target=20, max_hands=2), 3, given, script("stock, knock KS"), dealer=2
    )

    assert [hand.scores for hand in game.hands] == [[0, 29, 29]] * 2
    assert [hand.end for hand in game.hands] == ["knock", "void"]
    assert game.hands_won == [0, 1, 1]
    assert game.events[-4:] == [
        ("draw", -1, 2),
        ("final", 0, 0),
        ("final", 1, 29),
        ("final", 2, 29),
    ]


def test_a_game_in_which_nobody_knocks_ends_at_the_cap() -> None:
    game = gin.play_game(Rules(max_hands=2), 3, Deck(), Script(), dealer=2)

    assert game.events[-4:] == [("draw", -1, 2), *(("final", seat, 0) for seat in range(3))]
    assert [hand.events[0] for hand in game.hands] == [("hand", 2, 1), ("hand", 0, 2)]
    assert (game.scores, game.hands_won, game.final, game.winner) == ([0] * 3, [0] * 3, [0] * 3, -1)


# Figures. Sets of tiles are words here, with bit k for tile k.


Words = np.ndarray[Any, np.dtype[np.uint64]]
ALL_MELDS = gin.all_melds(PACK)


def word_of(several: Iterable[int]) -> int:
    return sum(1 << each for each in several)


def tiles_of(word: int) -> list[int]:
    return [each for each in PACK if word >> each & 1]


def in_each(word: Words, each: int) -> Words:
    """1 where the tile is in the set, else 0."""
    return word >> np.uint64(each) & np.uint64(1)


@cache
def melded(most: int) -> dict[int, int]:
    """All unions of disjoint melds of up to so many tiles, none too -> what they count.

    Runs of more than five tiles are shorter ones side by side.
    """
    found = {0: 0}
    parts = [(word_of(m.tiles), sum(map(worth, m.tiles))) for m in ALL_MELDS if len(m.tiles) <= 5]

    def extend(first: int, union: int, value: int) -> None:
        for k in range(first, len(parts)):
            more = union | parts[k][0]
            if not union & parts[k][0] and more.bit_count() <= most:
                found[more] = value + parts[k][1]
                extend(k + 1, more, value + parts[k][1])

    extend(0, 0, 0)
    return found


def unions_of(size: int) -> Words:
    """All sets of so many tiles that can be melded."""
    return np.array([word for word in melded(size) if word.bit_count() == size], np.uint64)


def with_one_more(hands: Words) -> int:
    """How many sets there are with one more tile than one of these; the tile may be any other."""
    grown = [hands[in_each(hands, each) == 0] | np.uint64(1 << each) for each in PACK]
    return count_different(np.concatenate(grown))


def count_different(words: Words) -> int:
    words.sort()
    return int(1 + np.count_nonzero(words[1:] != words[:-1]))


def hands_without_meld(size: int) -> int:
    """Rank by rank: no rank three times, and no suit in three ranks running."""
    counts = {(0, 0, 0): 1}
    for _ in range(13):
        after: Counter[tuple[int, int, int]] = Counter()
        for (before_last, last, number), ways in counts.items():
            for suits in range(16):
                more = number + suits.bit_count()
                if suits.bit_count() < 3 and not before_last & last & suits and more <= size:
                    after[last, suits, more] += ways
        counts = dict(after)
    return sum(ways for (_, _, number), ways in counts.items() if number == size)


def low_rests(number: int, most: int, first: int = 0) -> list[int]:
    """All sets of so many tiles from one on that count at most this."""
    if number == 0:
        return [0]
    return [
        1 << each | others
        for each in range(first, 52)
        if worth(each) <= most
        for others in low_rests(number - 1, most - worth(each), each + 1)
    ]


def test_there_are_as_many_melds_as_section_5_says() -> None:
    sizes = Counter((m.kind, len(m.tiles)) for m in ALL_MELDS)

    assert (sizes[SET, 3], sizes[SET, 4]) == (52, 13)
    assert [sizes[RUN, size] for size in range(3, 14)] == [4 * (14 - size) for size in range(3, 14)]
    assert sum(number for (kind, _), number in sizes.items() if kind == SET) == 65
    assert sum(number for (kind, _), number in sizes.items() if kind == RUN) == 264
    short = [number for (kind, size), number in sizes.items() if kind == RUN and size <= 7]
    assert sum(short) == 180
    assert all(is_meld(m.tiles) for m in ALL_MELDS)


def test_three_tiles_meld_as_often_as_the_figures_say() -> None:
    left = [gin.deadwood(three) for three in combinations(PACK, 3)]

    assert (len(left), left.count(0)) == (22_100, 96)
    assert sum(left) / len(left) == pytest.approx(19.529231, abs=5e-7)


@pytest.mark.parametrize(
    ("size", "every", "without", "share"),
    [
        (7, 133_784_560, 115_373_508, 0.1376171660),
        (8, 752_538_150, 594_099_024, 0.2105396597),
        (10, 15_820_024_220, 9_525_123_396, 0.3979071547),
        (11, 60_403_728_840, 29_994_988_656, 0.5034248840),
    ],
)
def test_hands_have_a_meld_as_often_as_the_figures_say(
    size: int, every: int, without: int, share: float
) -> None:
    assert comb(52, size) == every
    assert hands_without_meld(size) == without
    assert 1 - without / every == pytest.approx(share, abs=5e-11)


@pytest.mark.parametrize(
    ("dealt", "gins", "gins_of_one_more", "big_gins", "shares"),
    [
        (7, 4_100, 177_534, 3_690, (3.064629e-05, 2.359136e-04, 4.903406e-06)),
        (10, 136_694, 5_379_372, 147_204, (8.640568e-06, 8.905695e-05, 2.437002e-06)),
    ],
)
def test_hands_are_gin_as_often_as_the_figures_say(
    dealt: int, gins: int, gins_of_one_more: int, big_gins: int, shares: tuple[float, ...]
) -> None:
    gin_hands, big_gin_hands = unions_of(dealt), unions_of(dealt + 1)

    assert (len(gin_hands), len(big_gin_hands)) == (gins, big_gins)
    assert with_one_more(gin_hands) == gins_of_one_more
    counts = [(gins, dealt), (gins_of_one_more, dealt + 1), (big_gins, dealt + 1)]
    found = [number / comb(52, size) for number, size in counts]
    assert found == pytest.approx(shares, rel=3e-7)
    source = random.Random(dealt)
    for words in (gin_hands, big_gin_hands):
        for word in source.sample([int(each) for each in words], 300):
            assert gin.deadwood(tiles_of(word)) == wood_of(tiles_of(word)) == 0


@cache
def sevens_with_meld() -> tuple[Words, np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """All hands of seven in which there is a meld, their totals and their deadwood.

    A hand comes once for each union of melds in it; the one that counts most tells its deadwood.
    """
    found = []
    rests = {k: np.array([word_of(s) for s in combinations(PACK, k)], np.uint64) for k in range(5)}
    for union, value in melded(7).items():
        if union:
            rest = rests[7 - union.bit_count()]
            hands = rest[rest & np.uint64(union) == 0] | np.uint64(union)
            found.append(hands << np.uint64(7) | np.uint64(value))
    words = np.concatenate(found)
    words.sort()
    last = np.append(words[1:] >> np.uint64(7) != words[:-1] >> np.uint64(7), [True])
    words = words[last]
    hands, saved = words >> np.uint64(7), (words & np.uint64(127)).astype(np.int64)
    of_a_suit = np.array([sum(worth(k) for k in range(13) if s >> k & 1) for s in range(1 << 13)])
    totals = np.zeros(len(hands), np.int64)
    for suit in range(4):
        totals += of_a_suit[(hands >> np.uint64(13 * suit) & np.uint64(8191)).astype(np.int64)]
    return hands, totals, totals - saved


def totals_of_all(size: int) -> list[int]:
    """How many hands there are with each total."""
    counts = Counter({(0, 0): 1})
    for each in PACK:
        for (number, value), ways in list(counts.items()):
            if number < size:
                counts[number + 1, value + worth(each)] += ways
    return [counts[size, value] for value in range(10 * size + 1)]


def test_seven_tiles_have_the_deadwood_of_the_figures_to_the_last_digit() -> None:
    """All 133,784,560 hands: those without a meld count as they are."""
    hands, totals, left = sevens_with_meld()
    counts = np.array(totals_of_all(7))
    counts += np.bincount(left, minlength=71) - np.bincount(totals, minlength=71)

    every, values = comb(52, 7), np.arange(71)

    assert counts.sum() == every
    assert len(hands) == every - 115_373_508
    first = [4100, 13968, 13872, 13924, 14792, 16088, 20548, 26288, 38540, 52028, 111472]
    assert counts[:11].tolist() == first
    assert counts[:11].sum() / every == pytest.approx(0.0024339132, abs=5e-11)
    assert counts[:6].sum() / every == pytest.approx(0.0005736387, abs=5e-11)
    mean = float((counts * values).sum() / every)
    assert mean == pytest.approx(42.968686, abs=5e-7)
    assert sqrt((counts * values**2).sum() / every - mean**2) == pytest.approx(10.083933, abs=5e-7)


def test_the_oracle_melds_the_counted_hands_as_well_as_they_were_counted() -> None:
    hands, _, left = sevens_with_meld()
    source = random.Random(5)
    low = np.flatnonzero(left <= 20)
    places = [
        *(source.randrange(len(hands)) for _ in range(1500)),
        *(int(low[source.randrange(len(low))]) for _ in range(1500)),
    ]

    for place in places:
        assert gin.deadwood(tiles_of(int(hands[place]))) == left[place]


@pytest.mark.parametrize(("limit", "share"), [(10, 0.0112916295), (5, 0.0035546344)])
def test_the_first_player_can_knock_at_once_as_often_as_the_figures_say(
    limit: int, share: float
) -> None:
    hands, _, left = sevens_with_meld()

    number = with_one_more(hands[left <= limit])

    assert number / comb(52, 8) == pytest.approx(share, abs=5e-11)


@pytest.mark.parametrize(("limit", "share"), [(10, 0.0006455285), (5, 0.0001270113)])
def test_ten_tiles_are_low_as_often_as_the_figures_say(limit: int, share: float) -> None:
    found = []
    for size in range(3, 11):
        unions, rests = unions_of(size), low_rests(10 - size, limit)
        found += [unions[unions & np.uint64(r) == 0] | np.uint64(r) for r in rests]

    number = count_different(np.concatenate(found))

    assert number / comb(52, 10) == pytest.approx(share, abs=5e-11)


@pytest.mark.parametrize(
    ("dealt", "mean", "meld_share"),
    [
        (7, 42.968686, 0.1376171660),
        (8, 38.043686, 0.2105396597),
        (10, 56.569434, 0.3979071547),
        (11, 50.234064, 0.5034248840),
    ],
)
def test_random_hands_have_the_deadwood_of_the_figures(
    dealt: int, mean: float, meld_share: float
) -> None:
    """False alarm 1e-6 for each of eight figures; of 8 and 11 tiles the best one is thrown."""
    source, left, with_meld = random.Random(60 + dealt), [], 0

    for _ in range(4000):
        hand = source.sample(PACK, dealt)
        with_meld += bool(gin.all_melds(hand))
        if dealt in (7, 10):
            left.append(gin.deadwood(hand))
        else:
            left.append(min(gin.deadwood(set(hand) - {each}) for each in hand))

    assert_mean(left, mean, resolves=2.4)
    assert_share((with_meld, 4000), meld_share, resolves=0.08)


def stock_knock(limit: int) -> Choose:
    """Draws from the stock, goes big, throws the best tile, knocks at this deadwood or less."""

    def choose(decision: str, _seat: int, view: View, legal: list[int]) -> int:
        if decision == "draw":
            return 0
        hand, size = view["hand"], len(view["hand"])
        if 2 * size in legal:
            return 2 * size
        place = best_place(hand, [each for each in legal if each < size])
        left = gin.deadwood([*hand[:place], *hand[place + 1 :]])
        return size + place if left <= limit else place

    return choose


def take_improve(limit: int) -> Choose:
    """The same, but takes from the row what lowers his deadwood."""
    without_row = stock_knock(limit)

    def choose(decision: str, seat: int, view: View, legal: list[int]) -> int:
        if decision != "draw":
            return without_row(decision, seat, view, legal)
        hand, newest = view["hand"], view["discards"][0]
        left = min(gin.deadwood({*hand, newest} - {each}) for each in hand)
        return int(left < view["own_deadwood"])

    return choose


@pytest.mark.parametrize(
    ("policy", "number", "turns", "void", "gins", "points", "errors"),
    [
        (stock_knock(10), 1500, 17.694, 0.0947, 0.0110, [15.54, 13.93, 12.30], (0.018, 0.05)),
        (stock_knock(5), 800, 23.773, 0.4067, 0.0598, [9.27, 8.63, 7.81], (0.017, 0.05)),
        (take_improve(10), 1200, 14.394, 0.0035, 0.0177, [15.73, 15.40, 13.08], (0.004, 0.014)),
        (take_improve(0), 300, 29.859, 0.2429, 0.9709, [11.11, 11.57, 10.58], (0.027, 0.05)),
    ],
)
def test_three_players_score_as_the_figures_say(
    policy: Choose,
    number: int,
    turns: float,
    void: float,
    gins: float,
    points: list[float],
    errors: tuple[float, float],
) -> None:
    """False alarm 1e-6 for each of six figures of each policy. Seat 2 deals."""
    source = random.Random(number)
    resolves = 270 / sqrt(number)

    hands = [gin.play_hand(DEFAULT, 3, Shuffled(source), policy, dealer=2) for _ in range(number)]

    ended = [hand for hand in hands if hand.end != "void"]
    assert_mean(
        [hand.turns for hand in hands], turns, resolves=resolves / 3, reference_error=errors[0]
    )
    assert_share((number - len(ended), number), void, resolves=resolves / 50)
    for seat, mean in enumerate(points):
        scored = [hand.points[seat] for hand in hands]
        assert_mean(scored, mean, resolves=resolves, reference_error=errors[1])
    with_gin = sum(hand.end == "gin" for hand in ended)
    assert_share((with_gin, len(ended)), gins, resolves=resolves / 50)
