"""The oracle of Gin Rummy plays the worked examples and keeps the invariants.

Sections are those of the game's rules; `test_gin_rummy_figures.py` has the figures of section 12.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any

import pytest

import cardsim
from oracles import gin_rummy as gin
from oracles.gin_rummy import (
    BIG_GIN,
    GIN,
    KNOCK,
    PACK,
    RUN,
    SET,
    VOID,
    Choose,
    Meld,
    Played,
    PlayedGame,
    Rules,
    View,
)
from written_rules import sections

pytestmark = pytest.mark.full

RULES_PAGE = Path(cardsim.__file__).parent / "games" / "gin_rummy" / "RULES.md"
DEFAULT = Rules()
CLASSIC = gin.PRESETS["classic-2p"][1]
ENDS = (KNOCK, GIN, BIG_GIN, VOID)
RANKS = "A23456789TJQK"
SUITS = "CDHS"
HANDS = 900
WATCHED = 3
"""Of one hand in so many all views are compared."""
GAMES = 60


def tile(name: str) -> int:
    return 13 * SUITS.index(name[1]) + RANKS.index(name[0])


def tiles(names: str) -> list[int]:
    return [tile(name) for name in names.split()]


def names_of(several: Iterable[int]) -> str:
    return " ".join(RANKS[each % 13] + SUITS[each // 13] for each in several)


def melds(*names: str) -> tuple[Meld, ...]:
    """Melds, each given by its tiles in ascending order."""
    return tuple(as_meld(tuple(tiles(each))) for each in names)


def as_meld(chosen: tuple[int, ...]) -> Meld:
    return Meld(chosen[0], SET if chosen[0] % 13 == chosen[1] % 13 else RUN, chosen)


@dataclass
class Deck:
    """Tiles in the order they are asked for, then the lowest."""

    order: list[int] = field(default_factory=list)

    def card(self, stock: list[int]) -> int:
        return self.order.pop(0) if self.order else stock[0]


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


def ways_in_order(held: Sequence[int]) -> list[gin.Arrangement]:
    """The arrangements of section 4 in its own words, for few tiles."""
    possible = [
        as_meld(chosen)
        for size in range(3, len(held) + 1)
        for chosen in combinations(sorted(held), size)
        if is_meld(chosen)
    ]
    ways: list[tuple[int, gin.Arrangement]] = []
    for number in range(len(held) // 3 + 1):
        for several in combinations(possible, number):
            melded = [each for m in several for each in m.tiles]
            if len(set(melded)) == len(melded):
                left = sum(map(worth, held)) - sum(map(worth, melded))
                ways.append((left, tuple(sorted(several))))
    least = min(left for left, _ in ways)
    return sorted(way for left, way in ways if left == least)


def least_room(held: Sequence[int], ways: Sequence[gin.Arrangement]) -> gin.Arrangement:
    """The arrangement on which the fewest tiles of others fit; of equals the first."""
    others = set(PACK) - set(held)
    return min(ways, key=lambda way: sum(any(is_meld([*m.tiles, t]) for m in way) for t in others))


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
        assert gin.arrangements(own) == ways
        best = least_room(own, ways)
        assert gin.least_room(own) == best
        on = source.choice(ways)
        theirs = [each for each in near_each_other(source, 10) if each not in own]
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


def test_options_and_presets_are_those_of_sections_7_and_8() -> None:
    page = sections(RULES_PAGE.read_text())
    defaults, classic = asdict(DEFAULT), asdict(CLASSIC)
    changed = {name: value for name, value in classic.items() if value != defaults[name]}
    preset = page["8. Presets"].partition("`classic-2p`: ")[2].partition(".")[0]

    assert dict(re.findall(r"`(\S+)` \[[^]]*default (\w+)\]", page["7. Options"])) == {
        name.replace("_", "-"): str(value).lower() for name, value in defaults.items()
    }
    assert dict(each.split(" ") for each in preset.split(", ")) == {
        name.replace("_", "-"): "yes" if value is True else str(value)
        for name, value in changed.items()
    }
    assert gin.PRESETS == {"three-player-7": (3, DEFAULT), "classic-2p": (2, CLASSIC)}


def test_there_are_as_many_melds_as_runs_and_sets_of_all_sizes() -> None:
    every = gin.all_melds(PACK)
    sizes = Counter((m.kind, len(m.tiles)) for m in every)

    assert sizes == {
        (SET, 3): 52,
        (SET, 4): 13,
        **{(RUN, size): 4 * (14 - size) for size in range(3, 14)},
    }
    assert all(is_meld(m.tiles) for m in every)


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
    have = tiles(hand)

    after = {each: gin.deadwood(set(have) - {each}) for each in have}

    assert (gin.deadwood(have), min(after.values())) == (held, best)
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
    held, on = tiles(hand), melds(*laid)

    assert gin.left_after_layoffs(held, ()) == wood_of(held) == before
    assert gin.left_after_layoffs(held, on) == after
    assert left_of_all_ways(held, [m.tiles for m in on]) == after


@pytest.mark.parametrize(
    ("hand", "ways", "best"),
    [
        ("2C 4D 6H 8S TC QD AH", [[]], 0),
        ("3C 4C 5C 4D 4H 9S KS", [["3C 4C 5C"], ["4C 4D 4H"]], 1),
        # The run that is split has as little room as the whole one.
        ("4C 5C 6C 7C 8C 9C", [["4C 5C 6C", "7C 8C 9C"], ["4C 5C 6C 7C 8C 9C"]], 0),
        (
            "AC 2C 3C 4C 5C 6C 7C",
            [["AC 2C 3C", "4C 5C 6C 7C"], ["AC 2C 3C 4C", "5C 6C 7C"], ["AC 2C 3C 4C 5C 6C 7C"]],
            0,
        ),
        ("TC JC QC QD QH AS", [["TC JC QC"], ["QC QD QH"]], 1),
        ("7C 7D 7H 6D 8D KD", [["7C 7D 7H"], ["6D 7D 8D"]], 0),
        ("3C 3D 3H 4H 5H 6H 3S", [["3C 3D 3H 3S", "4H 5H 6H"], ["3C 3D 3S", "3H 4H 5H 6H"]], 0),
        ("QC KC JC QD QH KD KH", [["QC QD QH", "KC KD KH"]], 0),
        # The same lowest tile: the set goes before the run.
        ("TC JC QC TD TH", [["TC TD TH"], ["TC JC QC"]], 0),
        # One tile fits on each, the four of clubs or the two of spades: the first in order.
        ("AC 2C 3C 2D 2H KS", [["AC 2C 3C"], ["2C 2D 2H"]], 0),
    ],
)
def test_arrangements_stand_in_the_order_of_section_4(
    hand: str, ways: list[list[str]], best: int
) -> None:
    expected = [melds(*way) for way in ways]

    assert gin.arrangements(tiles(hand)) == ways_in_order(tiles(hand)) == expected
    assert gin.least_room(tiles(hand)) == expected[best]


CLASSIC_TIE_OFF = replace(CLASSIC, undercut_on_tie=False)
EACH = Rules(multi_undercut="all")
ON_TIE = Rules(undercut_on_tie=True)
TIED_EACH = replace(EACH, undercut_on_tie=True)


@pytest.mark.parametrize(
    ("rules", "end", "left", "points"),
    [
        (DEFAULT, KNOCK, [9, 12, 17], [20, 0, 0]),
        (DEFAULT, KNOCK, [9, 6, 17], [0, 40, 0]),
        (DEFAULT, GIN, [0, 12, 17], [54, 0, 0]),
        (DEFAULT, BIG_GIN, [0, 12, 17], [79, 0, 0]),
        (DEFAULT, KNOCK, [9, 6, 4], [0, 0, 31]),
        (EACH, KNOCK, [9, 6, 4], [0, 27, 31]),
        (DEFAULT, KNOCK, [9, 5, 5], [0, 29, 29]),
        (DEFAULT, KNOCK, [9, 9, 17], [17, 0, 0]),
        (DEFAULT, GIN, [0, 0, 30], [55, 0, 0]),
        # Section 6 beyond the examples.
        (ON_TIE, KNOCK, [9, 9, 17], [0, 37, 0]),
        (ON_TIE, KNOCK, [9, 9, 4], [0, 0, 34]),
        (TIED_EACH, KNOCK, [9, 9, 4], [0, 24, 34]),
        (ON_TIE, GIN, [0, 0, 30], [55, 0, 0]),
        (TIED_EACH, BIG_GIN, [0, 0, 0], [50, 0, 0]),
        (DEFAULT, KNOCK, [9, 9, 9], [9, 0, 0]),
        (Rules(gin_bonus=7), GIN, [0, 12, 17], [36, 0, 0]),
        (Rules(big_gin_bonus=7), BIG_GIN, [0, 12, 17], [36, 0, 0]),
        (Rules(undercut_bonus=0), KNOCK, [9, 6, 17], [0, 20, 0]),
        (DEFAULT, KNOCK, [9, 6, 17, 2], [0, 0, 0, 9 + 23 - 2 + 20]),
        (EACH, KNOCK, [9, 6, 17, 2], [0, 9 + 19 - 6 + 20, 0, 50]),
        # The game for two.
        (CLASSIC, KNOCK, [9, 20], [11, 0]),
        (CLASSIC, KNOCK, [9, 9], [0, 25]),
        (CLASSIC, KNOCK, [9, 5], [0, 29]),
        (CLASSIC, GIN, [0, 20], [45, 0]),
        (CLASSIC, GIN, [0, 0], [25, 0]),
        (CLASSIC, BIG_GIN, [0, 20], [51, 0]),
        (CLASSIC_TIE_OFF, KNOCK, [9, 9], [0, 0]),
        (CLASSIC_TIE_OFF, KNOCK, [9, 8], [0, 26]),
    ],
)
def test_hands_score_as_in_section_6(
    rules: Rules, end: str, left: list[int], points: list[int]
) -> None:
    """The knocker comes first in each row; here he sits at each seat in turn."""
    for knocker in range(len(left)):
        first = (len(left) - knocker) % len(left)
        expected = points[first:] + points[:first]

        score = gin.score_hand(rules, left[first:] + left[:first], knocker, end)

        assert score.points == expected
        undercut = [seat for seat, each in enumerate(expected) if each and seat != knocker]
        assert score.undercutters == undercut


# Whole hands. The last seat deals, so that seat 0 is the first to play.


THREE = ["4C 5C 6C KD AD 3H 5S", "8S 8H JS 2C 2D 3S 5H", "TS QS KH 4D 2S AH 9C"]
BIG = ["AC 2C 3C 4C 5D 5H 5S", "KC KD QH JH 9C 8D 7S", "KS QC JD TH 9D 8H 6S"]
BANNED = ["AC 2C 3C 4D 4H 4S AS", *BIG[1:]]
SHARED = ["AC 2C 3C 4D 4H 4S KS", "7C 7D 7H QC QD QH 5C", "8C 8D 8H JC JD JH 5D"]
TWO = ["5H 6H 7H 2D 2H 2S AC AD 3C JS", "8H 9H KC KD KH 4S 4D 2C AS QD"]
ROOM = ["3C 4C 5C 4D 4H 9C 9D 9H AS KS", "2C 6C 7C 4S 9S KC QD JH TH 8D"]
DEALS = {
    "three": ([*THREE, "9H"], "7C 8D 6D"),
    "big": ([*BIG, "2S"], "5C"),
    "banned": ([*BANNED, "KH"], ""),
    "shared": ([*SHARED, "TH"], "9S"),
    "two": ([*TWO, "TS"], "5D"),
    "two, gin": (["5H 6H 7H 2D 2H 2S 9C TC QC JS", TWO[1], "TS"], "JC"),
    "room": ([*ROOM, "TS"], "AD"),
}
"""The hands of the seats and the upcard; then the top of the stock."""


@dataclass
class Script:
    """Does what is told in these events; then all pass, draw and throw the highest tile."""

    told: list[str]
    views: list[View] = field(default_factory=list)

    def __call__(self, decision: str, _seat: int, view: View, legal: list[int]) -> int:
        self.views.append(view)
        hand: list[int] = view["hand"]
        while self.told and self.told[0].split()[0] in (*ENDS[:2], "meld"):
            self.told.pop(0)
        if not self.told:
            return max(k for k in legal if k < len(hand)) if decision == "finish" else 0
        kind, _, what = self.told.pop(0).split()
        if decision != "finish":
            return int(what) if kind == "arrange" else int(kind == "take")
        if kind == BIG_GIN:
            return 2 * len(hand)
        knocks = self.told[0].startswith((KNOCK, GIN)) if self.told else False
        return hand.index(tile(what)) + len(hand) * knocks


def play(deal: str, told: str, **options: Any) -> tuple[Played, list[View]]:
    """A hand of three by the default rules, or of two by the classic ones, and all its views."""
    dealt, stock = DEALS[deal]
    players = len(dealt) - 1
    rules = replace(CLASSIC if players == 2 else DEFAULT, **options)
    script = Script(told.split(", "))
    deck = Deck(tiles(" ".join([*dealt, stock])))
    return gin.play_hand(rules, players, deck, script, dealer=players - 1), script.views


def story(hand: Played) -> str:
    """What happened after the upcard was turned up, and the points of all seats."""
    told = []
    for kind, seat, number in hand.events:
        if not isinstance(number, int):
            told.append(f"{kind} {seat} {names_of(number)}")
        elif kind in ("pass", "draw", "take", "discard"):
            told.append(f"{kind} {seat} {names_of([number])}")
        elif kind not in ("hand", "deal", "upcard", "points", "score"):
            told.append(f"{kind} {seat} {number}")
    return ", ".join([*told, "points " + " ".join(map(str, hand.points))])


THREE_PLAY = (
    "draw 0 7C, discard 0 KD, draw 1 8D, discard 1 JS, take 2 JS, discard 2 9C, draw 0 6D, "
    "discard 0 6D, knock 0 9, deadwood 1 12, deadwood 2 17, points 20 0 0"
)
WOODS = "deadwood 1 64, deadwood 2 63, points "
SHARED_UNDERCUT = (
    "draw 0 9S, discard 0 KS, knock 0 9, deadwood 1 5, deadwood 2 5, "
    "undercut 1 29, undercut 2 29, points 0 29 29"
)
CHOOSE = {"knocker_arrangement": "choose"}
TWO_TURNS = {"max_turns": 2}
DEALER_TAKES = "pass 0 TS, take 1 TS, discard 1 QD, "
PASSES = "pass 0 TS, pass 1 TS, "
LAID_OFF = (
    PASSES + "draw 0 5D, discard 0 JS, knock 0 10, meld 0 2D 2H 2S, meld 0 5H 6H 7H, "
    "deadwood 1 38, left 1 19, points 9 0"
)
TO_KNOCK = PASSES + "draw 0 AD, discard 0 KS, knock 0 10, "
RUN_FIRST = "meld 0 3C 4C 5C, meld 0 9C 9D 9H, deadwood 1 76, left 1 52, points 42 0"
SET_FIRST = "meld 0 4C 4D 4H, meld 0 9C 9D 9H, deadwood 1 76, left 1 63, points 53 0"


@pytest.mark.parametrize(
    ("deal", "options", "told"),
    [
        ("three", {}, THREE_PLAY),
        # Big gin ends the hand without a discard; it may be worth nothing.
        ("big", {}, "draw 0 5C, big-gin 0 0, " + WOODS + "177 0 0"),
        ("big", {"big_gin_bonus": 0}, "draw 0 5C, big-gin 0 0, " + WOODS + "127 0 0"),
        # Who could go big may throw a tile and have gin.
        ("big", {}, "draw 0 5C, discard 0 AC, gin 0 0, " + WOODS + "152 0 0"),
        # One point left over is no gin.
        ("big", {}, "draw 0 5C, discard 0 2C, knock 0 1, " + WOODS + "126 0 0"),
        # A knock with another tile than the one taken.
        ("banned", {}, "take 0 KH, discard 0 AS, knock 0 10, " + WOODS + "117 0 0"),
        # An undercut may be shared.
        ("shared", {}, SHARED_UNDERCUT),
        # The tile taken goes back where the house says so.
        (
            *("three", {"allow_return_discard": True, "max_turns": 1}),
            "take 0 9H, discard 0 9H, void -1 1, points 0 0 0",
        ),
        # After two passes the first draws from the stock, the second from where he likes.
        (
            *("two", TWO_TURNS),
            PASSES + "draw 0 5D, discard 0 JS, take 1 JS, discard 1 QD, void -1 2, points 0 0",
        ),
        # The first player or the dealer takes the upcard, and the next may take what he threw.
        (
            *("two", TWO_TURNS),
            "take 0 TS, discard 0 JS, draw 1 5D, discard 1 QD, void -1 2, points 0 0",
        ),
        ("two", TWO_TURNS, DEALER_TAKES + "take 0 QD, discard 0 JS, void -1 2, points 0 0"),
        # The upcard goes round a larger table, and the seat left of the taker follows.
        (
            *("three", {"upcard_offer": True, "max_turns": 2}),
            "pass 0 9H, take 1 9H, discard 1 JS, draw 2 7C, discard 2 9C, void -1 2, points 0 0 0",
        ),
        (
            *("three", {"upcard_offer": True, "max_turns": 1}),
            "pass 0 9H, pass 1 9H, pass 2 9H, draw 0 7C, discard 0 KD, void -1 1, points 0 0 0",
        ),
        # Who takes the upcard has his turn before anybody looks at the stock.
        ("two", {"stock_floor": 31}, DEALER_TAKES + "void -1 1, points 0 0"),
        # Layoffs, but not where the house says so, nor against gin.
        ("two", {}, LAID_OFF),
        (
            *("two", {"layoffs": False}),
            PASSES + "draw 0 5D, discard 0 JS, knock 0 10, deadwood 1 38, points 28 0",
        ),
        (
            *("two, gin", {}),
            PASSES + "draw 0 JC, discard 0 JS, gin 0 0, deadwood 1 38, points 63 0",
        ),
        # One arrangement is no choice; of several lies the first, the best, or the chosen one.
        ("two", CHOOSE, LAID_OFF),
        ("room", {}, TO_KNOCK + RUN_FIRST),
        ("room", {"knocker_arrangement": "best"}, TO_KNOCK + SET_FIRST),
        ("room", CHOOSE, TO_KNOCK + "arrange 0 0, " + RUN_FIRST),
        ("room", CHOOSE, TO_KNOCK + "arrange 0 1, " + SET_FIRST),
    ],
)
def test_a_hand_goes_as_told(deal: str, options: dict[str, Any], told: str) -> None:
    hand, _ = play(deal, told, **options)

    assert story(hand) == told


@pytest.mark.parametrize(
    ("deal", "options", "told", "refused"),
    [
        ("three", {}, "draw 0 7C, big-gin 0 0", "16 in finish"),
        # Eleven would be left over.
        ("three", {}, "draw 0 7C, discard 0 AD, knock 0 18", "12 in finish"),
        # The tile just taken may be neither thrown nor knocked with.
        ("three", {}, "take 0 9H, discard 0 9H", "6 in finish"),
        ("banned", {}, "take 0 KH, discard 0 KH, knock 0 1", "13 in finish"),
        ("big", {"big_gin_bonus": None}, "draw 0 5C, big-gin 0 0", "16 in finish"),
        # All have passed the upcard.
        ("two", {}, PASSES + "take 0 TS", "1 in draw"),
    ],
)
def test_an_illegal_choice_is_refused(
    deal: str, options: dict[str, Any], told: str, refused: str
) -> None:
    with pytest.raises(ValueError, match=f"seat 0 cannot choose {refused}"):
        play(deal, told, **options)


@pytest.mark.parametrize(("players", "size"), [(1, 7), (5, 7), (2, 23), (3, 15), (4, 12)])
def test_a_table_that_is_not_in_the_rules_is_refused(players: int, size: int) -> None:
    with pytest.raises(ValueError, match=f"no game of {players} players with {size} tiles each"):
        gin.play_hand(Rules(hand_size=size), players, Deck(), Script([]))


def test_a_tile_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="tile 5 is not among the unseen ones"):
        gin.play_hand(DEFAULT, 3, Deck([5, 5]), Script([]))


OWN, SECOND, THIRD = "4C 5C 6C 7C AD 3H 5S 6D", "8S 8H 8D 2C 2D 3S 5H", "TS JS QS KH 4D 2S AH"


@pytest.mark.parametrize(
    ("hands", "may_be"),
    [
        pytest.param([OWN, SECOND, THIRD], True, id="as they are"),
        pytest.param([OWN, "8S 8H 8D 2C 2D 3S QH", THIRD], True, id="a tile that nobody saw"),
        pytest.param([OWN, THIRD, SECOND], False, id="the third seat took JS"),
        pytest.param([OWN, SECOND, "TS 9S QS KH 4D 2S AH"], False, id="and has not thrown it"),
        pytest.param([OWN, "8S 8H 8D 2C 2D 3S", THIRD], False, id="a tile too few"),
        pytest.param([SECOND, OWN, THIRD], False, id="not the own hand"),
        pytest.param([OWN[:-2] + "9S", SECOND, THIRD], False, id="another own tile"),
        pytest.param([OWN, "8S 8H 8D 2C 2D 3S KD", THIRD], False, id="a tile of the row"),
        pytest.param([OWN, "8S 8H 8D 2C 2D 3S KH", THIRD], False, id="a tile of two hands"),
    ],
)
def test_a_seat_believes_what_its_view_allows(hands: list[str], *, may_be: bool) -> None:
    _, views = play("three", THREE_PLAY)

    assert gin.agrees(views[-1], [tiles(hand) for hand in hands]) == may_be


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
    hand = gin.play_hand(rules, players, Deck(), Script([]))

    assert (hand.end, hand.knocker, hand.turns, len(hand.stock)) == (VOID, -1, turns, stock)


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


# Invariants.


Asked = tuple[str, int, View, list[int], int]
"""Decision, seat, view, what was legal, what was chosen."""


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
    asked: list[Asked]

    def numbers(self, kind: str) -> list[tuple[int, Any]]:
        """Seats and numbers of the events of one kind."""
        return [(seat, number) for each, seat, number in self.hand.events if each == kind]

    def seats_after(self, seat: int) -> list[int]:
        """All seats clockwise, this one last."""
        return [(seat + step) % self.players for step in range(1, self.players + 1)]


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


def watched(choose: Choose, asked: list[Asked]) -> Choose:
    """Answers as another does, and keeps what was asked."""

    def answer(decision: str, seat: int, view: View, legal: list[int]) -> int:
        chosen = choose(decision, seat, view, legal)
        asked.append((decision, seat, view, legal, chosen))
        return chosen

    return answer


@cache
def cases() -> list[Case]:
    source, found = random.Random(27), []
    for number in range(HANDS):
        players = source.choice([2, 2, 3, 3, 3, 4])
        rules, dealer = random_rules(source, players), source.randrange(players)
        deck, choose = Shuffled(source), sensible(source, patience=source.choice([0.0, 0.5, 0.9]))
        if number % 6 == 0:
            rules = replace(rules, hand_size=source.randint(6, 10), layoffs=True, knock_limit=30)
            deck.first, choose = many_ways(source, rules.hand_size), sensible(source, patience=0)
        elif rules.hand_size <= 14:
            deck.crowd = source.choice([0.0, 0.5, 0.8, 0.95])
        scores = [source.randrange(rules.target) for _ in range(players)]
        won = [source.randrange(4) for _ in range(players)]
        asked: list[Asked] = []
        hand = gin.play_hand(
            *(rules, players, deck, watched(choose, asked)),
            dealer=dealer,
            scores=scores,
            hands_won=won,
        )
        found.append(Case(rules, players, dealer, scores, won, deck.dealt, hand, asked))
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
            return
        if kind in ("deal", "upcard", "draw"):
            self.stock.remove(number)
        if kind in ("deal", "draw", "take"):
            self.hands[seat].append(number)
        if kind == "draw":
            self.drew_from = "stock"
        if kind == "take":
            assert self.row.pop() == number
            self.taken[seat].add(number)
            self.drew_from = "discard"
            self.banned = -1 if self.case.rules.allow_return_discard else number
        if kind == "discard":
            self.hands[seat].remove(number)
            self.taken[seat].discard(number)
        if kind in ("upcard", "discard"):
            self.row.append(number)
            self.seen.add(number)
        if kind in ("discard", "big-gin"):
            self.turns += 1
            self.drew_from, self.banned = "none", -1

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
        free = [place for place, each in enumerate(own) if each != self.banned]
        low = [k for k in free if wood_of([*own[:k], *own[k + 1 :]]) <= rules.knock_limit]
        big = rules.big_gin_bonus is not None and wood_of(own) == 0
        return [*free, *(len(own) + place for place in low), *([2 * len(own)] if big else [])]


def steps(case: Case) -> Iterator[tuple[gin.Event, Board]]:
    """Each event with the table before it, and `end` with the table after all of them."""
    board = Board(case)
    for event in case.hand.events:
        yield event, board
        board.tell(event)
    yield ("end", -1, -1), board


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
        seen["no meld to lay off on"] += bool(case.numbers("left")) and not hand.melds
        void = hand.end == "void"
        seen["void by turns"] += void and hand.turns == rules.max_turns
        seen["void by stock"] += void and len(hand.stock) <= rules.stock_floor
        seen["nobody scores"] += not void and max(hand.points) == 0
        for kind in ("pass", "take"):
            seen[kind] += bool(case.numbers(kind))
    assert min(seen.values()) >= 3, seen


def test_all_tiles_are_somewhere_and_hands_have_their_size() -> None:
    for case in cases():
        hand, size, dealt = case.hand, case.rules.hand_size, case.rules.hand_size * case.players
        order = case.seats_after(case.dealer)
        assert case.numbers("deal") == [
            (order[k // size], each) for k, each in enumerate(case.deck[:dealt])
        ]
        assert case.numbers("upcard") == [(-1, case.deck[dealt])]
        assert [number for _, number in case.numbers("draw")] == case.deck[dealt + 1 :]
        for (kind, seat, _), board in steps(case):
            everything = [*board.row, *board.stock, *(each for own in board.hands for each in own)]
            assert sorted(everything) == list(PACK)
            sizes = [len(own) for own in board.hands]
            if kind in ("draw", "take", "pass", "void"):
                assert set(sizes) == {size}
            elif kind in ("discard", "big-gin"):
                assert sizes == [size + (each == seat) for each in range(case.players)]
        assert hand.hands == [sorted(own) for own in board.hands]
        assert (hand.row, hand.stock) == (board.row[::-1], sorted(board.stock))
        assert hand.turns == board.turns


def test_turns_go_round_and_one_end_ends_the_hand() -> None:
    for case in cases():
        hand, rules, order = case.hand, case.rules, case.seats_after(case.dealer)
        assert [event[:2] for event in hand.events if event[0] in ENDS] == [
            (hand.end, hand.knocker)
        ]
        passes = [seat for seat, _ in case.numbers("pass")]
        assert passes == order[: len(passes)]
        assert not passes or rules.upcard_offer
        taken = rules.upcard_offer and len(passes) < case.players
        first = order[len(passes)] if taken else order[0]
        turns = [seat for kind, seat, _ in hand.events if kind in ("draw", "take")]
        assert turns == [(first + k) % case.players for k in range(hand.turns)]
        for (kind, _, _), board in steps(case):
            over = len(board.stock) <= rules.stock_floor or board.turns >= rules.max_turns
            if kind in ("draw", "void") or (kind == "take" and not (taken and board.turns == 0)):
                assert over == (kind == "void")


def test_a_knock_is_within_the_limit_and_gin_is_none_left_over() -> None:
    for case in cases():
        hand = case.hand
        ((_, told),) = case.numbers(hand.end)
        if hand.end == "void":
            assert told == hand.turns
            continue
        own = wood_of(hand.hands[hand.knocker])
        assert told == own == hand.deadwood[hand.knocker] == hand.left[hand.knocker]
        assert own <= case.rules.knock_limit
        assert (own > 0) == (hand.end == "knock")
        assert len(hand.hands[hand.knocker]) == case.rules.hand_size + (hand.end == "big-gin")


def test_others_lay_off_what_they_can_on_the_melds_that_lie_there() -> None:
    compared = 0
    for case in cases():
        hand, rules = case.hand, case.rules
        laying_off = hand.end == "knock" and rules.layoffs
        others = case.seats_after(hand.knocker)[:-1] if hand.end != "void" else []
        assert case.numbers("deadwood") == [(seat, wood_of(hand.hands[seat])) for seat in others]
        assert all(told == hand.deadwood[seat] for seat, told in case.numbers("deadwood"))
        if not laying_off:
            assert (hand.melds, hand.left) == ((), hand.deadwood)
        assert case.numbers("meld") == [(hand.knocker, m.tiles) for m in hand.melds]
        assert case.numbers("left") == [(seat, hand.left[seat]) for seat in others if laying_off]
        if rules.hand_size <= 11:
            for seat, told in case.numbers("left"):
                compared += 1
                assert told == left_of_all_ways(hand.hands[seat], [m.tiles for m in hand.melds])
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
        chosen = case.numbers("arrange")
        assert len(chosen) == (which == "choose" and len(ways) > 1)
        wanted = least_room(own, ways) if which == "best" else ways[0]
        for seat, number in chosen:
            assert (seat, case.asked[-1][3]) == (hand.knocker, list(range(len(ways))))
            wanted = ways[number]
        assert hand.melds == wanted
        compared[which] += len(ways) > 1
        compared["best is not first"] += which == "best" and wanted != ways[0]
    assert min(compared[which] for which in ("first", "best", "choose")) > 5
    assert compared["best is not first"] >= 3


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
                bonus = {"gin": rules.gin_bonus, "big-gin": rules.big_gin_bonus or 0}
                expected[hand.knocker] = sum(d.values()) - k + bonus.get(hand.end, 0)
        assert hand.points == expected
        assert min(hand.points) >= 0
        assert hand.undercutters == undercutters
        assert hand.scores == [a + b for a, b in zip(case.scores, expected, strict=True)]
        won = [a + (b > 0) for a, b in zip(case.hands_won, expected, strict=True)]
        assert hand.hands_won == won
        assert hand.events[-2 * n :] == [
            *(("points", seat, points) for seat, points in enumerate(expected)),
            *(("score", seat, points) for seat, points in enumerate(hand.scores)),
        ]
        assert case.numbers("undercut") == [(seat, expected[seat]) for seat in undercutters]


ANSWERS = {
    "upcard": ("pass", "take"),
    "draw": ("draw", "take"),
    "finish": ("discard", "big-gin"),
    "knocker-melds": ("arrange",),
}


def test_a_view_shows_the_table_of_that_moment_and_no_hand_but_the_own() -> None:
    """It stays the same, and is believed, if the tiles that were not seen lie elsewhere."""
    seen: Counter[str] = Counter()
    source = random.Random(7)
    for case in cases()[::WATCHED]:
        asked = iter(case.asked)
        offered = case.rules.upcard_offer
        for (kind, seat, number), board in steps(case):
            if not any(kind in told for told in ANSWERS.values()):
                continue
            decision, who, view, legal, chosen = next(asked)
            seen[decision] += 1
            assert kind in ANSWERS[decision]
            assert (who, view) == (seat, board.view(seat))
            hidden = view["unseen"]
            new = dict(zip(hidden, source.sample(hidden, len(hidden)), strict=True))
            assert gin.agrees(view, board.hands)
            assert gin.agrees(view, [[new.get(each, each) for each in h] for h in board.hands])
            if decision == "upcard":
                assert legal == [0, 1]
                offered = chosen == 0
            elif decision == "draw":
                assert legal == ([0] if offered and board.turns == 0 else [0, 1])
            if decision in ("upcard", "draw"):
                assert (kind == "take") == (chosen == 1)
            elif decision == "finish":
                assert legal == board.legal_finish(seat)
                size, last = len(view["hand"]), board.turns == case.hand.turns - 1
                assert (kind == "big-gin") == (chosen == 2 * size)
                if kind == "discard":
                    assert number == view["hand"][chosen % size]
                    assert (chosen >= size) == (last and case.hand.end in ("knock", "gin"))
        assert next(asked, None) is None
    assert all(seen[decision] > 5 for decision in ANSWERS)


# Games.


@cache
def games() -> list[tuple[Rules, int, int, PlayedGame]]:
    source, found = random.Random(28), []
    for number in range(GAMES):
        players = source.choice([2, 3])
        dealer = source.randrange(3) % players
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
        over = max(scores) >= rules.target and scores.count(max(scores)) == 1
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
