"""The oracle of Bridge plays the worked examples, keeps the invariants, meets the figures.

RULES.md of the game, sections 6 (tips), 9 (examples), 10 (invariants), 11 (figures), 14 (settled
points), 15 (others' engines).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations, product
from math import comb, factorial
from types import ModuleType
from typing import Any

import pytest

from checks import assert_mean, assert_share
from oracles import bridge
from oracles.bridge import (
    BIDS,
    CLUBS,
    DIAMONDS,
    DOUBLE,
    HEARTS,
    NOTRUMP,
    PACK,
    PASS,
    REDOUBLE,
    SPADES,
    SUITS,
    Call,
    Choose,
    Contract,
    Played,
    PlayedSession,
    Promise,
    Rules,
    Running,
    Tips,
    View,
    bid_of,
    hcp,
    lengths_of,
    side_of,
    strain_of,
    suit_of,
)

pytestmark = pytest.mark.full

DEFAULT, TIPS = Rules(), Tips()
RANKS = "23456789TJQKA"
STRAINS = "CDHSN"
DEALS = 800
SESSIONS = 90
WATCHED = 8
"""Of one deal in so many all views are kept."""
HANDS = comb(52, 13)


def card(name: str) -> int:
    """As `AS`."""
    return 13 * STRAINS.index(name[1]) + RANKS.index(name[0])


def cards(names: str) -> list[int]:
    return [card(name) for name in names.split()]


def hand(spades: str, hearts: str, diamonds: str, clubs: str) -> list[int]:
    """A hand as players write it."""
    suits = zip("CDHS", (clubs, diamonds, hearts, spades), strict=True)
    return sorted(card(rank + suit) for suit, ranks in suits for rank in ranks if rank != "-")


def of(text: str) -> list[int]:
    """A hand from its four suits, spades first; `-` is a void."""
    found = hand(*text.split())
    assert len(found) == 13
    return found


def code(name: str) -> int:
    """As `P`, `X`, `XX`, `1N`."""
    others = {"P": PASS, "X": DOUBLE, "XX": REDOUBLE}
    return others[name] if name in others else bid_of(int(name[0]), STRAINS.index(name[1]))


def called(names: str, first: int = 0) -> list[Call]:
    """An auction from this seat on."""
    return [((first + k) % 4, code(name)) for k, name in enumerate(names.split())]


def contract(text: str, declarer: int = 0) -> Contract:
    """As `4H` or `4HXX`."""
    return Contract(int(text[0]), STRAINS.index(text[1]), text.count("X"), declarer)


@dataclass
class Deck:
    """Cards in the order they are asked for, then the lowest; remembers the stocks shown."""

    order: list[int] = field(default_factory=list)
    dealer: int = 0
    stocks: list[list[int]] = field(default_factory=list)

    def card(self, stock: list[int]) -> int:
        self.stocks.append(stock)
        return self.order.pop(0) if self.order else stock[0]

    def first_dealer(self) -> int:
        return self.dealer


@dataclass
class Shuffled:
    source: random.Random

    def card(self, stock: list[int]) -> int:
        return self.source.choice(stock)

    def first_dealer(self) -> int:
        return self.source.randrange(4)


def deck(*hands: list[int]) -> Deck:
    """Hands of the seats left of the dealer in order."""
    return Deck([each[k] for k in range(13) for each in hands])


@dataclass
class Table:
    """Calls and plays as named, then passes and plays the lowest legal card."""

    calls: list[int] = field(default_factory=list)
    plays: list[int] = field(default_factory=list)
    asked: list[tuple[str, int, View, list[int]]] = field(default_factory=list)

    def __call__(self, decision: str, seat: int, view: View, legal: list[int]) -> int:
        self.asked.append((decision, seat, view, legal))
        if decision == "call":
            return self.calls.pop(0) if self.calls else PASS
        held = view["hand"]
        if decision == "play" and view["acting_for"] != seat:
            held = view["dummy_hand"]
        return held.index(self.plays.pop(0)) if self.plays else legal[0]


def codes(names: str) -> list[int]:
    return [code(name) for name in names.split()]


def at_random(source: random.Random, passes: float = 0.6) -> Choose:
    """Passes with this chance, or else bids one of the next, doubles or redoubles."""

    def choose(decision: str, _seat: int, _view: View, legal: list[int]) -> int:
        if decision != "call":
            return source.choice(legal)
        if source.random() < passes:
            return PASS
        return source.choice([*legal[1:6], *[each for each in legal if each > 35]] or legal)

    return choose


def by_tips(tips: Tips, source: random.Random) -> Choose:
    """Bids by the tips and plays at random."""

    def choose(decision: str, seat: int, view: View, legal: list[int]) -> int:
        if decision != "call":
            return source.choice(legal)
        return bridge.tips_call(tips, view["hand"], view["calls"], seat, legal)

    return choose


def players(source: random.Random, tips: Tips) -> list[Choose]:
    """Who bid wildly, who bid little, and who bid by the tips."""
    return [at_random(source, 0.5), at_random(source, 0.8), by_tips(tips, source)]


def random_rules(source: random.Random) -> Rules:
    return Rules(
        scoring=source.choice(["duplicate", "chicago", "rubber", "trick-points"]),
        chicago_style=source.choice(["cumulative", "duplicate"]),
        chicago_vul_23=source.choice(["dealer", "non-dealer"]),
        honors=source.random() < 0.7,
        doubles=source.random() < 0.8,
        redeal_passed_out=source.choice([None, None, True, False]),
        boards=source.choice([1, 3, 8]),
        first_dealer=source.choice([0, 1, 2, 3, None]),
        max_redeals=source.choice([100, 0, 1]),
        max_deals=source.choice([100, 5, 1]),
    )


# Scores.


SCORES = {
    "1C 7": ((70, 140, 230), (70, 140, 230)),
    "1N 7": ((90, 180, 560), (90, 180, 760)),
    "2S 8": ((110, 470, 640), (110, 670, 840)),
    "2H 9": ((140, 570, 840), (140, 870, 1240)),
    "3N 9": ((400, 550, 800), (600, 750, 1000)),
    "4H 10": ((420, 590, 880), (620, 790, 1080)),
    "5C 11": ((400, 550, 800), (600, 750, 1000)),
    "6H 12": ((980, 1210, 1620), (1430, 1660, 2070)),
    "6S 13": ((1010, 1310, 1820), (1460, 1860, 2470)),
    "7N 13": ((1520, 1790, 2280), (2220, 2490, 2980)),
    "3D 8": ((-50, -100, -200), (-100, -200, -400)),
    "2H 6": ((-100, -300, -600), (-200, -500, -1000)),
    "1N 4": ((-150, -500, -1000), (-300, -800, -1600)),
    "6S 8": ((-200, -800, -1600), (-400, -1100, -2200)),
    "7C 0": ((-650, -3500, -7000), (-1300, -3800, -7600)),
}


@pytest.mark.parametrize(("what", "expected"), SCORES.items())
def test_duplicate_scores_are_those_of_the_worked_examples(
    what: str, expected: tuple[tuple[int, ...], tuple[int, ...]]
) -> None:
    name, tricks = what.split()

    found = [
        tuple(
            bridge.duplicate_score(contract(name + doubled), int(tricks), vulnerable=vulnerable)
            for doubled in ("", "X", "XX")
        )
        for vulnerable in (False, True)
    ]

    assert tuple(found) == expected


def every_result() -> Iterator[tuple[Contract, int, bool]]:
    for level, strain, doubled, tricks, vulnerable in product(
        range(1, 8), range(5), range(3), range(14), (False, True)
    ):
        yield Contract(level, strain, doubled), tricks, vulnerable


def test_the_extremes_of_all_contracts() -> None:
    scores = {
        each: bridge.duplicate_score(each[0], each[1], vulnerable=each[2])
        for each in every_result()
    }

    assert max(scores.values()) == 3160
    assert min(scores.values()) == -7600
    assert [each for each, score in scores.items() if score == 3160] == [
        (contract("1NXX"), 13, True)
    ]
    for (made, tricks, _), score in scores.items():
        assert (score > 0) == (tricks >= 6 + made.level)


def test_the_seeds_table() -> None:
    table = [[bridge.seeds_table(strain, tricks) for tricks in range(7, 14)] for strain in range(5)]

    assert table[NOTRUMP] == [40, 70, 100, 130, 160, 190, 220]
    assert table[SPADES] == table[HEARTS] == list(range(30, 211, 30))
    assert table[DIAMONDS] == table[CLUBS] == list(range(20, 141, 20))
    for level, strain in product(range(1, 8), range(5)):
        assert bridge.trick_points(Contract(level, strain)) == table[strain][level - 1]


@pytest.mark.parametrize(
    ("name", "tricks", "declarer", "points"),
    [
        ("2S", 8, 0, [60, 0]),
        ("2S", 10, 1, [0, 120]),
        ("1NXX", 13, 2, [220, 0]),
        ("7C", 13, 3, [0, 140]),
        ("4H", 9, 0, [0, 0]),
    ],
)
def test_bare_trick_points_know_no_doubling_and_no_vulnerability(
    name: str, tricks: int, declarer: int, points: list[int]
) -> None:
    rules = Rules(scoring="trick-points")

    found, after, _ = bridge.score_deal(
        rules, contract(name, declarer), tricks=tricks, vul=(True, True)
    )

    assert found == after.totals == points


def record(
    rules: Rules, deals: Sequence[tuple[str, int, int]]
) -> tuple[list[list[int]], Running, list[list[tuple[str, int, int]]]]:
    """Points, what stands, events; a deal is contract, declarer, tricks, and north deals first."""
    running, points, events = Running(), [], []
    for k, (name, declarer, tricks) in enumerate(deals):
        vul = bridge.vulnerability(rules, number=k + 1, dealer=k % 4, games=running.games)
        each, running, told = bridge.score_deal(
            rules,
            contract(name, declarer),
            tricks=tricks,
            vul=vul,
            number=k + 1,
            running=running,
            hands=FOUR_HONORS if k == 5 else ((), (), (), ()),
        )
        points.append(each)
        events.append(told)
    return points, running, events


FOUR_HONORS: tuple[list[int], ...] = ([], cards("TC JC QC AC 2S"), [], [])
RUBBER = [("2S", 0, 9), ("3N", 1, 9), ("4HX", 2, 8), ("1N", 0, 7), ("3D", 2, 9), ("6C", 3, 12)]


def test_a_rubber_is_written_as_in_the_worked_example() -> None:
    rules = Rules(scoring="rubber", honors=True)

    points, running, events = record(rules, RUBBER)

    assert points == [[90, 0], [0, 100], [0, 300], [40, 0], [60, 0], [0, 120 + 750 + 100 + 500]]
    assert running.totals == [190, 1870]
    assert running.games == [1, 2]
    assert running.below == [0, 0]
    assert bridge.session_over(rules, 6, running)
    assert events[0] == [
        *(("made", 0, 1), ("below", 0, 60), ("above", 0, 30)),
        *(("points", 0, 90), ("points", 1, 0), ("total", 0, 90), ("total", 1, 0)),
    ]
    assert events[2][:2] == [("down", 2, 2), ("above", 1, 300)]
    assert events[4][:3] == [("made", 2, 0), ("below", 0, 60), ("game", 0, 0)]
    assert events[5] == [
        *(("made", 3, 0), ("below", 1, 120), ("above", 1, 750), ("honors", 1, 100)),
        *(("game", 1, 0), ("rubber", 1, 500)),
        *(("points", 0, 0), ("points", 1, 1470), ("total", 0, 190), ("total", 1, 1870)),
    ]


def test_a_rubber_stopped_early_pays_the_only_game_and_the_only_part_score() -> None:
    rules = Rules(scoring="rubber", honors=True)

    _, running, _ = record(rules, RUBBER[:4])

    bonuses = bridge.unfinished(running)
    assert bonuses == [("only-game", 1, 300), ("only-part-score", 0, 100)]
    totals = list(running.totals)
    for _, side, points in bonuses:
        totals[side] += points
    assert totals == [230, 700]


@pytest.mark.parametrize(
    ("below", "games", "bonuses"),
    [
        ([40, 60], [1, 1], []),
        ([0, 0], [0, 0], []),
        ([0, 60], [0, 1], [("only-game", 1, 300), ("only-part-score", 1, 100)]),
        ([20, 0], [1, 1], [("only-part-score", 0, 100)]),
    ],
)
def test_what_both_sides_have_pays_nothing(
    below: list[int], games: list[int], bonuses: list[tuple[str, int, int]]
) -> None:
    assert bridge.unfinished(Running(below, games)) == bonuses


def test_two_games_to_none_pay_seven_hundred() -> None:
    points, running, _ = record(Rules(scoring="rubber"), [("3N", 0, 9), ("4S", 2, 10)])

    assert points == [[100, 0], [120 + 700, 0]]
    assert running.games == [2, 0]


def test_a_side_with_a_game_is_vulnerable_in_a_rubber() -> None:
    points, _, _ = record(Rules(scoring="rubber"), [("3N", 0, 9), ("4S", 2, 9), ("4S", 1, 9)])

    assert points[1:] == [[0, 100], [50, 0]]


@pytest.mark.parametrize(
    ("held", "strain", "points"),
    [
        ("AS KS QS JS 2S 3C", SPADES, 100),
        ("AS KS QS JS TS 3C", SPADES, 150),
        ("TS KS QS JS 2S 3C", SPADES, 100),
        ("AS KS QS 9S 2S 3C", SPADES, 0),
        ("AS KS QS JS TS 3C", HEARTS, 0),
        ("AS AH AD AC TS 3C", NOTRUMP, 150),
        ("AS AH AD AC TS 3C", SPADES, 0),
        ("AS AH AD KC TS 3C", NOTRUMP, 0),
    ],
)
def test_honours_in_one_hand(held: str, strain: int, points: int) -> None:
    assert bridge.honors_of(cards(held), strain) == points


def test_honours_count_in_a_defenders_hand_and_when_the_contract_fails() -> None:
    rules = Rules(scoring="rubber", honors=True)
    hands: list[list[int]] = [[], [], [], cards("AS KS QS JS")]

    points, after, events = bridge.score_deal(rules, contract("2S", 0), tricks=7, hands=hands)

    assert points == after.totals == [0, 150]
    assert events[:3] == [("down", 0, 1), ("above", 1, 50), ("honors", 3, 100)]
    for other in (replace(rules, honors=False), replace(rules, scoring="chicago")):
        assert bridge.score_deal(other, contract("2S"), tricks=7, hands=hands)[0] == [0, 50]


CHICAGO = [("2S", 0, 8), ("2D", 2, 9), ("3N", 1, 8), ("2H", 3, 9)]


def test_chicago_is_written_as_in_the_worked_example() -> None:
    rules = Rules(scoring="chicago")

    points, running, events = record(rules, CHICAGO)

    assert points == [[60, 0], [360, 0], [50, 0], [0, 190]]
    assert running.totals == [470, 190]
    assert events[1][:4] == [("made", 2, 1), ("below", 0, 40), ("above", 0, 20), ("game", 0, 300)]
    assert events[3][:4] == [
        *(("made", 3, 1), ("below", 1, 60), ("above", 1, 30), ("part-score", 1, 100)),
    ]


def test_chicago_scored_as_duplicate() -> None:
    points, running, _ = record(Rules(scoring="chicago", chicago_style="duplicate"), CHICAGO)

    assert points == [[110, -110], [110, -110], [50, -50], [-140, 140]]
    assert running.totals == [130, -130]
    assert running.below == [0, 0]


def test_a_game_in_chicago_wipes_the_part_scores_of_both_sides() -> None:
    points, running, _ = record(
        Rules(scoring="chicago"), [("2S", 0, 8), ("2H", 1, 8), ("3N", 3, 9), ("2D", 0, 8)]
    )

    assert points == [[60, 0], [0, 60], [0, 100 + 300], [40 + 100, 0]]
    assert running.below == [40, 0]


def test_a_part_score_that_completes_a_game_on_the_fourth_deal_pays_the_game_alone() -> None:
    points, _, _ = record(
        Rules(scoring="chicago"), [("2S", 0, 8), ("1S", 1, 6), ("1S", 1, 6), ("2D", 0, 8)]
    )

    assert points[3] == [40 + 500, 0]


def test_vulnerability_in_chicago() -> None:
    def rounds(rules: Rules) -> list[tuple[bool, bool]]:
        return [
            bridge.vulnerability(rules, number=k + 1, dealer=k % 4, games=(0, 0)) for k in range(4)
        ]

    north, east, none, both = (True, False), (False, True), (False, False), (True, True)
    assert rounds(Rules(scoring="chicago")) == [none, east, north, both]
    assert rounds(Rules(scoring="chicago", chicago_vul_23="non-dealer")) == [
        *(none, north, east, both)
    ]
    assert rounds(Rules(scoring="trick-points")) == [none] * 4


def test_boards_have_their_dealers_and_vulnerability() -> None:
    none, north, east, both = (False, False), (True, False), (False, True), (True, True)
    cycle = [
        *(none, north, east, both, north, east, both, none),
        *(east, both, none, north, both, none, north, east),
    ]

    assert [bridge.vul_of_board(n) for n in range(1, 33)] == cycle * 2
    assert [bridge.dealer_of_board(n) for n in range(1, 6)] == [0, 1, 2, 3, 0]
    assert bridge.vulnerability(DEFAULT, number=4, dealer=3, games=(0, 0)) == both


@pytest.mark.parametrize(
    ("difference", "expected"),
    [
        *((0, 0), (10, 0), (19, 0), (20, 1), (49, 1), (50, 2), (-50, -2), (420, 9), (430, 10)),
        *((-1100, -15), (3990, 23), (4000, 24), (-9000, -24)),
    ],
)
def test_imps(difference: int, expected: int) -> None:
    assert bridge.imps(difference) == expected


def test_tables_are_compared() -> None:
    scores = [420, -50, 420, 450]

    assert bridge.compare("total", scores) == scores
    assert bridge.compare("matchpoints", scores) == [3, 0, 3, 6]
    assert bridge.compare("imps", [420, -50]) == [10, -10]
    assert bridge.compare("imps", [420, 420, -50]) == [10, 10, -20]


# The auction.


@pytest.mark.parametrize(
    ("before", "doubles", "others"),
    [
        ("", True, ""),
        ("P P P", True, ""),
        ("1C", True, "X"),
        ("1C", False, ""),
        ("1C P", True, ""),
        ("1C P P", True, "X"),
        ("1C X", True, "XX"),
        ("1C X P", True, ""),
        ("1C X P P", True, "XX"),
        ("1C X XX", True, ""),
        ("1C X XX P", True, ""),
        ("1C X 1D", True, "X"),
        ("7N", True, "X"),
    ],
)
def test_what_may_be_called(before: str, doubles: bool, others: str) -> None:
    calls = called(before)
    bids = [each for _, each in calls if each in BIDS]

    legal = bridge.legal_calls(Rules(doubles=doubles), calls, len(calls) % 4)

    higher = list(range(max(bids, default=0) + 1, 36))
    assert legal == [PASS, *higher, *codes(others)]


@pytest.mark.parametrize(
    ("names", "first", "expected"),
    [
        ("P P P P", 2, None),
        ("1C P P P", 2, ("1C", 2)),
        ("1S P 2S P 3S P P P", 0, ("3S", 0)),
        ("1D P 1H P 1S P 4S P P P", 0, ("4S", 0)),
        ("1N P 3H P 4H P P P", 0, ("4H", 2)),
        ("1H 1S 2H 2S X P P P", 0, ("2SX", 1)),
        ("1H 1S 2H 2S X XX P P P", 0, ("2SXX", 1)),
        ("1H X XX 1S P P P", 3, ("1S", 2)),
        ("1S 2S P P P", 3, ("2S", 0)),
        ("1H X 2H P P P", 0, ("2H", 0)),
    ],
)
def test_what_an_auction_comes_to(names: str, first: int, expected: tuple[str, int] | None) -> None:
    calls = called(names, first)

    assert bridge.auction_over(calls)
    assert not any(bridge.auction_over(calls[:k]) for k in range(len(calls)))
    assert bridge.contract_of(calls) == (None if expected is None else contract(*expected))


def count_auctions(rules: Rules) -> tuple[int, int]:
    """How many whole auctions there are, and how long the longest is."""

    def situation(bid: int, doubled: int, passes: int) -> list[Call]:
        made = [bid, DOUBLE, REDOUBLE][: doubled + 1] if bid else []
        return [(k % 4, each) for k, each in enumerate(made + [PASS] * passes)]

    @cache
    def whole(bid: int, doubled: int, passes: int) -> tuple[int, int]:
        calls = situation(bid, doubled, passes)
        if bridge.auction_over(calls):
            return 1, 0
        number = longest = 0
        for each in bridge.legal_calls(rules, calls, len(calls) % 4):
            if each == PASS:
                further = whole(bid, doubled, passes + 1)
            else:
                further = whole(each, 0, 0) if each in BIDS else whole(bid, each - 35, 0)
            number += further[0]
            longest = max(longest, 1 + further[1])
        return number, longest

    for bid in range(35, 0, -1):  # so that none goes deep
        whole(bid, 0, 0)
    return whole(0, 0, 0)


def test_there_are_as_many_auctions_as_the_rules_say() -> None:
    assert count_auctions(DEFAULT) == (128745650347030683120231926111609371363122697557, 319)
    assert count_auctions(Rules(doubles=False))[0] == 1574122160956548404565


# A deal and its events.


FOUR_SUITS = [
    hand("-", "A", "-", "KQJT98765432"),
    hand("-", "-", "AKQJT98765432", "-"),
    hand("-", "KQJT98765432", "-", "A"),
    hand("AKQJT98765432", "-", "-", "-"),
]
"""Of the seats left of the dealer."""


def test_a_deal_is_told_from_the_deal_to_the_score() -> None:
    """West dealt; south leads against three hearts doubled of east, whose dummy is west."""
    dealt = [
        hand("JT9", "T98", "T987", "JT9"),
        hand("432", "AKQJ", "432", "AKQ"),
        hand("AKQ", "432", "AKQJ", "432"),
        hand("8765", "765", "65", "8765"),
    ]
    order = [each[k] for k in range(13) for each in dealt]
    names = "AS 5S 9S 2S KS 6S TS 3S QS 7S JS 4S AD 5D 7D 2D KD 6D 8D 3D QD 5H 9D 4D"
    table = Table(codes("P 1D 1H P 2H P 3H X P P P"), cards(names))

    played = bridge.play_deal(
        DEFAULT, Deck(list(order)), table, dealer=3, number=4, running=Running(totals=[10, -10])
    )

    assert played.events[:2] == [("hand", 3, 4), ("vul", -1, 3)]
    assert played.events[2:54] == [("deal", k % 4, each) for k, each in enumerate(order)]
    called_so = [each for each in played.events if each[0] == "call"]
    assert called_so == [("call", *each) for each in called("P 1D 1H P 2H P 3H X P P P", 3)]
    assert played.events[65:67] == [("contract", 1, 13), ("doubled", 1, 1)]
    assert played.events[67:73] == [
        ("play", 2, card("AS")),
        ("dummy", 3, -1),
        ("play", 3, card("5S")),
        ("play", 0, card("9S")),
        ("play", 1, card("2S")),
        ("trick", 2, 1),
    ]
    assert played.contract == contract("3HX", 1)
    assert played.history[5] == (2, tuple(cards("QD 5H 9D 4D")), 3)
    assert ("trick", 3, 6) in played.events
    assert played.vul == (True, True)
    down = 9 - played.tricks[1]
    assert down > 0
    lost = 200 + 300 * (down - 1)
    assert played.events[-5:] == [
        ("down", 1, down),
        ("points", 0, lost),
        ("points", 1, -lost),
        ("total", 0, 10 + lost),
        ("total", 1, -10 - lost),
    ]
    assert played.hands == [sorted(each) for each in dealt]
    assert played.running.totals == [10 + lost, -10 - lost]


def test_declarer_plays_dummys_cards_and_dummy_is_asked_nothing() -> None:
    table = Table(codes("1N"))

    bridge.play_deal(DEFAULT, deck(*FOUR_SUITS), table, dealer=3)

    asked = [(name, seat, view.get("acting_for")) for name, seat, view, _ in table.asked[4:]]
    assert asked[0] == ("lead", 0, None)
    assert [name for name, _, _ in asked[1:]] == ["play"] * 51
    assert {(seat, acts) for _, seat, acts in asked[1:]} == {(0, 0), (2, 2), (3, 3), (3, 1)}
    for _, seat, view, legal in table.asked[5:]:
        acts = view["acting_for"]
        own = view["dummy_hand"] if acts == 1 else view["hand"]
        assert set(legal) <= set(range(len(own)))
        assert seat == view["seat"] == (3 if acts == 1 else acts)


def test_seats_see_what_section_4_shows_them() -> None:
    """The first call, and the lead against west's notrump redoubled."""
    table = Table(codes("P P P 1N X XX"))
    running = Running([40, 0], [1, 0], [230, 150])
    rules = Rules(scoring="rubber")

    bridge.play_deal(rules, deck(*FOUR_SUITS[1:], FOUR_SUITS[0]), table, dealer=0, running=running)

    at_table = {
        "dealer": 0,
        "vul": [True, False],
        "scoring": "rubber",
        "running_scores": {"below": [40, 0], "games": [1, 0], "totals": [230, 150]},
    }
    assert table.asked[0] == (
        "call",
        0,
        {**at_table, "seat": 0, "hand": FOUR_SUITS[0], "calls": []},
        list(range(36)),
    )
    calls = called("P P P 1N X XX P P P")
    bid = (1, NOTRUMP, 2, 3)
    assert table.asked[9] == (
        "lead",
        0,
        {**at_table, "seat": 0, "hand": FOUR_SUITS[0], "calls": calls, "contract": bid},
        list(range(13)),
    )


def test_a_play_shows_dummy_the_tricks_and_who_lacks_a_suit() -> None:
    """North declares one notrump, south is dummy: the seventh card, east to play."""
    table = Table(codes("1N"), cards("2D 2H 2S AH 3D 3H"))

    bridge.play_deal(DEFAULT, deck(*FOUR_SUITS[1:], FOUR_SUITS[0]), table, dealer=0)

    decision, seat, view, legal = table.asked[4 + 6]
    assert (decision, seat, legal) == ("play", 3, list(range(12)))
    assert view == {
        "seat": 3,
        "dealer": 0,
        "vul": [False, False],
        "hand": cards("3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"),
        "calls": called("1N P P P"),
        "scoring": "duplicate",
        "running_scores": {"below": [0, 0], "games": [0, 0], "totals": [0, 0]},
        "contract": (1, NOTRUMP, 0, 0),
        "dummy_hand": cards("AC 4H 5H 6H 7H 8H 9H TH JH QH KH"),
        "acting_for": 3,
        "current_trick": [(1, card("3D")), (2, card("3H"))],
        "history": [(1, tuple(cards("2D 2H 2S AH")), 1)],
        "tricks": [0, 1],
        "voids": [
            [False, True, False, False],
            [False, False, False, False],
            [False, True, False, False],
            [False, True, False, False],
        ],
    }


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        ("5H KH 2S AH", NOTRUMP, 3),
        ("5H KH 2S AH", SPADES, 2),
        ("5H KH 2S 3S", SPADES, 3),
        ("9C AD KD QS", DIAMONDS, 1),
        ("9C AD KD QS", HEARTS, 0),
        ("9C AC KD QS", NOTRUMP, 1),
    ],
)
def test_the_highest_trump_or_the_highest_of_the_suit_led_wins(
    trick: str, trump: int, winner: int
) -> None:
    assert bridge.winner_of(list(enumerate(cards(trick))), trump) == winner


def test_suit_is_followed_by_those_who_can() -> None:
    held = cards("2C 3D 9D 4S")

    assert bridge.playable(held, DIAMONDS) == cards("3D 9D")
    assert bridge.playable(held, HEARTS) == held
    assert bridge.playable(held, None) == held


@pytest.mark.parametrize(
    ("calls", "plays", "message"),
    [
        ("1C 1C", "", "seat 1 cannot choose 1 in call"),
        ("X", "", "seat 0 cannot choose 36 in call"),
        ("1C P X", "", "seat 2 cannot choose 36 in call"),
        ("1N P P P", "TH 8H 2S", "seat 3 cannot choose 12 in play"),
    ],
)
def test_what_is_not_legal_is_refused(calls: str, plays: str, message: str) -> None:
    dealt = [
        hand("AKQJ", "AKQ", "AKQ", "AK2"),
        hand("T987", "JT9", "JT9", "QJT"),
        hand("6543", "876", "876", "987"),
        hand("2", "5432", "5432", "6543"),
    ]

    table = Table(codes(calls), cards(plays))

    with pytest.raises(ValueError, match=message):
        bridge.play_deal(DEFAULT, deck(*dealt[1:], dealt[0]), table)


def test_a_card_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="card 52 is not among the unseen ones"):
        bridge.play_deal(DEFAULT, Deck([52]), Table())


# Passing out, sessions, tables.


@pytest.mark.parametrize(
    ("rules", "again"),
    [
        (DEFAULT, 0),
        (Rules(scoring="trick-points"), 0),
        (Rules(scoring="chicago", redeal_passed_out=False), 0),
        (Rules(scoring="rubber", redeal_passed_out=False), 0),
        (Rules(scoring="chicago", max_redeals=0), 0),
        (Rules(redeal_passed_out=True), 2),
        (Rules(scoring="chicago"), 2),
        (Rules(scoring="rubber"), 2),
        (Rules(scoring="rubber", max_redeals=1), 1),
    ],
)
def test_deals_that_all_pass_are_dealt_again_by_the_same_dealer(rules: Rules, again: int) -> None:
    table = Table(codes("P P P P P P P P 1C"))

    played = bridge.play_deal(rules, Deck(), table, dealer=2)

    assert played.redeals == again
    told = [each for each in played.events if each[0] in ("passed-out", "redeal", "contract")]
    expected = [("passed-out", -1, -1), ("redeal", 2, 1), ("passed-out", -1, -1), ("redeal", 2, 2)]
    assert told == ([*expected, ("contract", 2, 1)] if again == 2 else expected[: 2 * again + 1])
    assert (played.contract is None) == (again < 2)
    if played.contract is None:
        assert played.points == played.running.totals == [0, 0]
        assert len(played.calls) == 4


def always_pass(_decision: str, _seat: int, _view: View, _legal: list[int]) -> int:
    return PASS


def test_sessions_where_nobody_ever_bids_end() -> None:
    chicago = bridge.play_session(Rules(scoring="chicago", max_redeals=2), Deck(), always_pass)
    rubber = bridge.play_session(
        Rules(scoring="rubber", max_redeals=1, max_deals=3), Deck(), always_pass
    )
    plain = bridge.play_session(
        Rules(scoring="chicago", redeal_passed_out=False, first_dealer=1), Deck(), always_pass
    )

    assert [deal.dealer for deal in chicago.deals] == [0, 1, 2, 3]
    assert [deal.redeals for deal in chicago.deals] == [2] * 4
    assert len(rubber.deals) == 3
    assert [deal.dealer for deal in plain.deals] == [1, 2, 3, 0]
    assert [deal.vul for deal in plain.deals] == [
        *((False, False), (True, False), (False, True), (True, True)),
    ]
    assert [each.events[-1] for each in (chicago, rubber, plain)] == [
        *(("draw", -1, 4), ("draw", -1, 3), ("draw", -1, 4)),
    ]


@cache
def sessions() -> list[tuple[Rules, PlayedSession]]:
    source, found = random.Random(18), []
    for _ in range(SESSIONS):
        rules = random_rules(source)
        choose = source.choice([at_random(source, 0.7), by_tips(TIPS, source)])
        found.append((rules, bridge.play_session(rules, Shuffled(source), choose)))
    return found


def test_a_session_is_its_deals_and_ends_when_the_rules_say() -> None:
    ends: Counter[str] = Counter()
    for rules, session in sessions():
        first = session.deals[0].dealer
        if rules.scoring == "duplicate":
            assert first == 0
        elif rules.first_dealer is not None:
            assert first == rules.first_dealer
        totals, games = [0, 0], [0, 0]
        for k, deal in enumerate(session.deals):
            assert deal.events[0] == ("hand", (first + k) % 4, k + 1)
            won = [each for each in deal.events if each[0] == "game"]
            if rules.scoring == "rubber":
                assert deal.vul == (games[0] > 0, games[1] > 0)
                for _, side, _ in won:
                    games[side] += 1
            assert deal.running.games == games
            totals = [a + b for a, b in zip(totals, deal.points, strict=True)]
            assert deal.running.totals == totals
            if rules.scoring in ("duplicate", "trick-points"):
                over = k + 1 == rules.boards
            elif rules.scoring == "chicago":
                over = k == 3
            else:
                over = 2 in games or k + 1 == rules.max_deals
            assert over == (k + 1 == len(session.deals))
        ends[rules.scoring] += 1
        extra = [each for each in session.events if each[0].startswith("only")]
        ends["unfinished"] += bool(extra)
        for _, side, points in extra:
            totals[side] += points
        assert session.totals == totals
        winner = -1 if totals[0] == totals[1] else int(totals[1] > totals[0])
        last = ("draw" if winner == -1 else "win", winner, len(session.deals))
        assert (session.winner, session.events[-1]) == (winner, last)
    assert min(ends.values()) > 3
    assert len(ends) == 5


def test_a_drawn_first_dealer_is_asked_for_but_not_at_duplicate() -> None:
    rules = Rules(scoring="trick-points", first_dealer=None, boards=2)

    drawn = bridge.play_session(rules, Deck(dealer=3), always_pass)
    fixed = bridge.play_session(replace(rules, scoring="duplicate"), Deck(dealer=3), always_pass)

    assert [deal.dealer for deal in drawn.deals] == [3, 0]
    assert [deal.dealer for deal in fixed.deals] == [0, 1]


@pytest.mark.parametrize("comparison", ["total", "matchpoints", "imps"])
def test_tables_play_the_same_cards_and_are_compared_board_by_board(comparison: str) -> None:
    source = random.Random(7)
    tables = [at_random(source), by_tips(TIPS, source), at_random(source)]
    rules = Rules(boards=5, comparison=comparison)

    match = bridge.play_tables(rules, Shuffled(source), tables)

    for number, (boards, points) in enumerate(zip(match.boards, match.compared, strict=True)):
        assert all(board.hands == boards[0].hands for board in boards)
        assert {(board.dealer, board.number) for board in boards} == {(number % 4, number + 1)}
        assert {board.vul for board in boards} == {bridge.vul_of_board(number + 1)}
        scores = [board.points[0] for board in boards]
        assert points == bridge.compare(comparison, scores)
        if comparison == "matchpoints":
            assert sum(points) == 6
        if comparison == "imps":
            assert sum(points) == 0
    assert match.totals == [sum(each[k] for each in match.compared) for k in range(3)]
    told = Counter(kind for kind, _, _ in match.events)
    assert (told["table"], told["hand"], told["compared"]) == (15, 15, 15)


def test_only_duplicate_boards_are_compared() -> None:
    with pytest.raises(ValueError, match="not of rubber"):
        bridge.play_tables(Rules(scoring="rubber"), Deck(), [always_pass])


# Invariants.


@dataclass
class Case:
    """A deal of random choices under random rules, and of some what the seats were asked."""

    rules: Rules
    played: Played
    asked: list[tuple[str, int, View, list[int]]]


def watched(choose: Choose, asked: list[tuple[str, int, View, list[int]]]) -> Choose:
    """Answers as another does, and keeps what was asked."""

    def answer(decision: str, seat: int, view: View, legal: list[int]) -> int:
        asked.append((decision, seat, view, legal))
        return choose(decision, seat, view, legal)

    return answer


@cache
def cases() -> list[Case]:
    source, found = random.Random(17), []
    for number in range(DEALS):
        rules = random_rules(source)
        tips = Tips(overcalls=source.choice(["none", "simple"]))
        choose = source.choice(players(source, tips))
        asked: list[tuple[str, int, View, list[int]]] = []

        played = bridge.play_deal(
            rules,
            Shuffled(source),
            watched(choose, asked) if number % WATCHED == 0 else choose,
            dealer=source.randrange(4),
            number=source.randint(1, 4),
            running=Running([source.choice([0, 60]), 0], [0, source.choice([0, 1])]),
        )
        found.append(Case(rules, played, asked))
    return found


def contracts() -> list[tuple[Case, Contract]]:
    return [(case, case.played.contract) for case in cases() if case.played.contract is not None]


def plays(played: Played) -> list[tuple[int, int]]:
    return [(seat, each) for kind, seat, each in played.events if kind == "play"]


def test_all_cards_are_dealt_in_turn_and_played() -> None:
    for case in cases():
        played = case.played
        deal = [(seat, each) for kind, seat, each in played.events if kind == "deal"][-52:]
        assert [seat for seat, _ in deal] == [(played.dealer + 1 + k) % 4 for k in range(52)]
        assert played.hands == [sorted(c for s, c in deal if s == seat) for seat in range(4)]
        assert sum(map(hcp, played.hands)) == 40
        if played.contract is not None:
            thrown = [sorted(c for s, c in plays(played) if s == seat) for seat in range(4)]
            assert thrown == played.hands
            assert sorted(c for own in thrown for c in own) == list(PACK)
            assert sum(played.tricks) == 13


def test_calls_go_round_and_bids_go_up() -> None:
    met: Counter[str] = Counter()
    for case in cases():
        played = case.played
        assert [s for s, _ in played.calls] == [
            (played.dealer + k) % 4 for k in range(len(played.calls))
        ]
        bids = [each for _, each in played.calls if each in BIDS]
        assert bids == sorted(set(bids))
        doubles = [each for _, each in played.calls if each > 35]
        assert case.rules.doubles or not doubles
        met["doubled"] += DOUBLE in doubles
        met["redoubled"] += REDOUBLE in doubles
        met["out"] += not bids
        made = played.contract
        if made is None:
            assert not bids
            continue
        assert bids[-1] == bid_of(made.level, made.strain)
        side = side_of(made.declarer)
        named = [s for s, c in played.calls if c in BIDS and strain_of(c) == made.strain]
        assert next(s for s in named if side_of(s) == side) == made.declarer
        assert plays(played)[0][0] == (made.declarer + 1) % 4
    assert min(met[name] for name in ("doubled", "redoubled", "out")) > 10


def test_nobody_revokes_and_the_best_card_takes_the_trick() -> None:
    for case, made in contracts():
        left = [set(each) for each in case.played.hands]
        leader = (made.declarer + 1) % 4
        won = [0, 0]
        thrown = iter(plays(case.played))
        for number, written in enumerate(case.played.history):
            trick = [next(thrown) for _ in range(4)]
            assert [seat for seat, _ in trick] == [(leader + k) % 4 for k in range(4)]
            led = suit_of(trick[0][1])
            for seat, each in trick:
                assert suit_of(each) == led or all(suit_of(c) != led for c in left[seat])
                left[seat].remove(each)
            strength = {
                seat: each % 13
                + (100 if suit_of(each) == made.strain else 50 * (suit_of(each) == led))
                for seat, each in trick
            }
            winner = max(strength, key=lambda seat: strength[seat])
            assert written == (leader, tuple(each for _, each in trick), winner)
            assert ("trick", winner, number + 1) in case.played.events
            won[winner % 2] += 1
            leader = winner
        assert case.played.tricks == won


def test_points_are_those_of_the_rules() -> None:
    met: Counter[str] = Counter()
    for case, made in contracts():
        played, rules = case.played, case.rules
        side, other = side_of(made.declarer), 1 - side_of(made.declarer)
        over = played.tricks[side] - 6 - made.level
        told = {kind: number for kind, _, number in played.events}
        assert ("made" in told, "down" in told) == (over >= 0, over < 0)
        met[rules.scoring] += 1
        if rules.scoring == "duplicate":
            assert sum(played.points) == 0
            assert (played.points[side] > 0) == (over >= 0)
        elif rules.scoring == "trick-points":
            assert (played.points[side] > 0) == (over >= 0)
            assert played.points[other] == 0
        elif rules.scoring == "rubber" or rules.chicago_style == "cumulative":
            assert min(played.points) >= 0
            below = [each for each in played.events if each[0] == "below"]
            expected = [("below", side, bridge.trick_points(made))]
            assert below == (expected if over >= 0 else [])
            if over < 0:
                assert played.points[other] >= 50
    assert min(met.values()) > 50


def test_events_at_the_end_tell_points_and_totals() -> None:
    for case in cases():
        played = case.played
        expected = [("points", k, played.points[k]) for k in range(2)]
        expected += [("total", k, played.running.totals[k]) for k in range(2)]
        assert played.events[-4:] == expected


def test_a_view_shows_the_table_of_that_moment_and_no_hidden_hand() -> None:
    at_call = {"seat", "dealer", "vul", "hand", "calls", "scoring", "running_scores"}
    at_play = at_call | {
        *("contract", "dummy_hand", "acting_for", "current_trick", "history", "tricks", "voids"),
    }
    met: Counter[str] = Counter()
    for case in cases()[::WATCHED]:
        played, made = case.played, case.played.contract
        thrown = plays(played)
        asked = [each for each in case.asked if each[0] != "call"]
        assert len(asked) == len(thrown)
        of_deal = [each for each in case.asked if each[0] == "call"][-len(played.calls) :]
        for number, (_, seat, view, legal) in enumerate(of_deal):
            assert set(view) == at_call
            assert (seat, view["seat"]) == (played.calls[number][0],) * 2
            assert view["hand"] == played.hands[seat]
            assert view["calls"] == played.calls[:number]
            assert played.calls[number][1] in legal
        for number, (decision, seat, view, legal) in enumerate(asked):
            assert made is not None
            dummy, gone = (made.declarer + 2) % 4, {each for _, each in thrown[:number]}
            owner = thrown[number][0]
            now = [[each for each in own if each not in gone] for own in played.hands]
            assert seat == view["seat"] == (made.declarer if owner == dummy else owner)
            assert view["hand"] == now[seat]
            assert thrown[number][1] in [now[owner][k] for k in legal]
            assert view["calls"] == played.calls
            assert view["contract"] == (made.level, made.strain, made.doubled, made.declarer)
            met[decision] += 1
            if decision == "lead":
                assert number == 0
                assert set(view) == at_call | {"contract"}
                continue
            met["for dummy"] += owner == dummy
            assert set(view) == at_play
            assert view["dummy_hand"] == now[dummy]
            assert view["acting_for"] == owner
            trick = number // 4
            assert view["current_trick"] == thrown[4 * trick : number]
            assert view["history"] == played.history[:trick]
            won = Counter(winner % 2 for _, _, winner in played.history[:trick])
            assert view["tricks"] == [won[0], won[1]]
            failed = {
                (each, suit_of(thrown[k - k % 4][1]))
                for k, (each, laid) in enumerate(thrown[:number])
                if suit_of(laid) != suit_of(thrown[k - k % 4][1])
            }
            assert view["voids"] == [[(s, u) in failed for u in range(4)] for s in range(4)]
    assert met["lead"] > 50
    assert met["for dummy"] == 13 * met["lead"]


def test_the_true_hands_agree_with_every_view_and_others_often_do_not() -> None:
    wrong = right = 0
    for case in cases()[::WATCHED]:
        for _, seat, view, _ in case.asked[::5]:
            gone = {each for _, each in view.get("current_trick", [])}
            gone |= {each for _, trick, _ in view.get("history", []) for each in trick}
            if view["hand"] != [each for each in case.played.hands[seat] if each not in gone]:
                continue  # of a deal that was passed out
            hands = [[each for each in own if each not in gone] for own in case.played.hands]
            assert bridge.agrees(view, hands)
            left, right_seat = (seat + 1) % 4, (seat + 3) % 4
            hands[left], hands[right_seat] = hands[right_seat], hands[left]
            agreed = bridge.agrees(view, hands)
            wrong, right = wrong + (not agreed), right + agreed
    assert min(wrong, right) > 50


def test_hands_of_too_few_cards_or_with_strange_cards_are_not_possible() -> None:
    table = Table()
    bridge.play_deal(DEFAULT, deck(*FOUR_SUITS), table, dealer=3)
    view = table.asked[1][2]
    own, other, third, last = FOUR_SUITS

    assert bridge.agrees(view, [own, last, third, other])
    assert not bridge.agrees(view, [own, other, third, third])
    assert not bridge.agrees(view, [other, own, third, last])
    assert not bridge.agrees(view, [own, other[1:], third, last])


# Hands.


def test_points_shape_and_fits() -> None:
    one, two = of("AKQ2 432 432 J32"), of("T9 AQ98 K5 KQT98")

    assert (hcp(one), hcp(two)) == (10, 14)
    assert lengths_of(one) == (3, 3, 3, 4)
    assert bridge.shape_of(two) == (5, 4, 2, 2)
    assert (bridge.is_balanced(one), bridge.is_balanced(two)) == (True, False)
    assert bridge.fits(one, two) == (8, 5, 7, 6)


# Tips: the tables.


OPENINGS = [
    ("AK432 KQ3 52 432", "1S"),
    ("AQ43 K2 KQ43 432", "1D"),
    ("AQ432 K32 KQ3 J2", "1N"),
    ("A2 KQ432 AQ432 3", "1H"),
    ("AK32 KQ32 Q32 43", "1D"),
    ("KQ3 5432 AQ2 K32", "1C"),
    ("AKQ2 432 432 J32", "P"),
    ("AKQ32 32 5432 AK", "1S"),
    ("AKQ32 AKQ32 32 4", "1S"),
    ("AKQ2 A432 K432 2", "1D"),
    ("AKQ2 AKQ2 2 5432", "1C"),
    ("A32 A32 AK3 Q432", "1N"),
    ("AK2 A32 AK3 Q432", "1C"),
    ("K2 2 AK432 AQ432", "1D"),
    ("AKQ32 2 3 KJ5432", "1C"),
    ("A2 K32 Q432 A432", "1D"),
]


@pytest.mark.parametrize(("held", "opening"), OPENINGS)
def test_openings(held: str, opening: str) -> None:
    assert bridge.open_by_tips(TIPS, of(held)) == code(opening)


@pytest.mark.parametrize(
    ("tips", "held", "opening"),
    [
        (Tips(open_hcp=13), "AK432 KQ3 52 432", "P"),
        (Tips(open_hcp=10), "AKQ2 432 432 J32", "1C"),
        (Tips(nt_range=(12, 14)), "KQ3 5432 AQ2 K32", "1N"),
        (Tips(nt_range=(12, 14)), "A32 A32 AK3 Q432", "1C"),
        (Tips(nt_with_five_card_major=False), "AQ432 K32 KQ3 J2", "1S"),
        (Tips(nt_with_five_card_major=False), "K32 J2 AQ432 KQ3", "1N"),
    ],
)
def test_openings_under_other_options(tips: Tips, held: str, opening: str) -> None:
    assert bridge.open_by_tips(tips, of(held)) == code(opening)


RESPONSES = [
    # To 1N, without and with a major.
    ("1N", "Q32 J32 K432 J32", "P"),
    ("1N", "Q5432 J32 K43 J3", "2S"),
    ("1N", "65432 65432 32 2", "2S"),
    ("1N", "K32 K32 Q432 432", "2N"),
    ("1N", "K5432 K32 Q43 43", "2N"),
    ("1N", "K32 KJ5432 43 43", "2H"),
    ("1N", "K32 KQ5432 43 43", "4H"),
    ("1N", "KQ2 A32 Q432 432", "3N"),
    ("1N", "KQ432 A32 Q43 43", "3S"),
    ("1N", "Q2 A5432 KQ432 2", "3H"),
    ("1N", "KQ5432 A32 AQ 43", "4S"),
    ("1N", "KQ5432 A32 AQ K3", "6N"),
    ("1N", "KQ5432 A32 AQ J3", "4N"),
    ("1N", "KQ54 A32 AQ2 Q32", "4N"),
    ("1N", "KQ54 AK2 AQ2 K32", "6N"),
    ("1N", "KQ54 AK2 AK2 K32", "7N"),
    ("1N", "KQ54 AK2 432 Q32", "3N"),
    ("1N", "KQ54 AK2 432 K32", "3N"),
    ("1N", "KQ54 KQ2 432 432", "3N"),
    ("1N", "KQ54 KJ2 432 432", "2N"),
    ("1N", "AKQ2 A32 AK32 43", "6N"),
    ("1N", "AKQ2 AK2 AK32 43", "7N"),
    # Support for a major.
    ("1S", "Q32 5432 J32 J32", "P"),
    ("1S", "Q32 K432 J32 432", "2S"),
    ("1S", "Q32 K432 KJ2 Q32", "3S"),
    ("1S", "Q32 K432 AJ2 QJ2", "4S"),
    ("1S", "AQ2 AK32 AJ2 QJ2", "6S"),
    ("1S", "AQ2 AKQ2 AK2 QJ2", "7S"),
    # New suits.
    ("1D", "K432 K432 32 432", "1H"),
    ("1D", "K5432 K5432 32 4", "1S"),
    ("1D", "K5432 K432 32 43", "1S"),
    ("1C", "2 K432 K432 5432", "1D"),
    ("1H", "2 K32 K5432 5432", "2H"),
    ("1H", "2 K2 KJ5432 5432", "1N"),
    ("1H", "32 K2 AJ5432 A32", "2D"),
    ("1H", "2 K2 AJ432 AJ432", "2D"),
    ("1H", "K32 K2 AJ32 J432", "2C"),
    ("1H", "A432 K2 AJ32 432", "1S"),
    ("1H", "A432 K2 AJ432 43", "2D"),
    ("1H", "AJ43 K2 A432 432", "1S"),
    ("1S", "K2 KJ32 AQ32 432", "2D"),
    ("1S", "32 KQ432 AQ3 432", "2H"),
    ("1S", "32 AQJ432 32 432", "1N"),
    ("1S", "2 AQ432 AQ432 32", "2H"),
    # Support for a minor, and notrump.
    ("1D", "K32 Q32 K432 432", "2D"),
    ("1D", "K32 Q32 KQ32 J32", "3D"),
    ("1D", "KJ2 Q32 KQ32 J32", "3D"),
    ("1D", "K32 Q32 KQ32 K32", "3N"),
    ("1C", "K32 Q32 K32 5432", "1N"),
    ("1C", "K32 Q32 32 K5432", "2C"),
    ("1C", "K32 QJ2 Q2 K5432", "3C"),
    ("1C", "K32 Q32 KQ2 J432", "2N"),
    ("1D", "K32 Q32 AQ2 K432", "2C"),
    ("1H", "K32 Q2 K432 J432", "1N"),
    ("1C", "AK2 AQ2 AK2 5432", "3N"),
    ("1C", "AK2 AQ2 AKQ J432", "6N"),
    ("1C", "AKQ AKJ AKJ 5432", "7N"),
]


@pytest.mark.parametrize(("opening", "held", "response"), RESPONSES)
def test_responses(opening: str, held: str, response: str) -> None:
    assert bridge.respond_by_tips(TIPS, of(held), code(opening)) == code(response)


@pytest.mark.parametrize(
    ("held", "low", "high"),
    [
        ("Q32 J32 K432 J32", "P", "3N"),
        ("QT432 J32 K43 J3", "2S", "3S"),
        ("KQ2 A32 QJ32 432", "2N", "3N"),
    ],
)
def test_responses_to_notrump_move_with_its_range(held: str, low: str, high: str) -> None:
    assert bridge.respond_by_tips(Tips(nt_range=(12, 14)), of(held), code("1N")) == code(low)
    assert bridge.respond_by_tips(Tips(nt_range=(18, 20)), of(held), code("1N")) == code(high)


REBIDS = [
    # After 1N.
    ("1N 2S", "A32 A32 AK3 Q432", "P"),
    ("1N 2N", "A32 A32 AQ3 J432", "P"),
    ("1N 2N", "A32 A32 AK3 J432", "3N"),
    ("1N 4N", "A32 A32 AK3 J432", "P"),
    ("1N 4N", "A32 A32 AK3 Q432", "6N"),
    ("1N 3S", "A32 A32 AQ3 J432", "4S"),
    ("1N 3S", "A2 A432 AQ3 J432", "3N"),
    ("1N 3H", "A2 A432 AQ3 J432", "4H"),
    ("1N 3N", "A32 A32 AK3 Q432", "P"),
    ("1N 4S", "A32 A32 AK3 Q432", "P"),
    ("1N 6N", "A32 A32 AK3 Q432", "P"),
    ("1N 2C", "A32 A32 AK3 Q432", "P"),
    # After a raise.
    ("1S 2S", "AQ984 KQ5 A2 432", "P"),
    ("1S 2S", "AQ984 KQ5 AJ 432", "3S"),
    ("1S 2S", "AKQ84 KQ5 A2 432", "3S"),
    ("1S 2S", "AKQ84 KQ5 AJ 432", "4S"),
    ("1D 2D", "AQ2 KQ5 AK432 32", "2N"),
    ("1D 2D", "A2 KQ5 AK5432 32", "3D"),
    ("1D 2D", "AQ2 KQ5 AK432 Q2", "3N"),
    ("1S 3S", "AQ984 KQ5 Q2 432", "P"),
    ("1S 3S", "AQ984 KQ5 K2 432", "4S"),
    ("1D 3D", "A2 KQ5 AJ432 432", "3N"),
    ("1D 3D", "AK2 AK5 AK432 32", "3N"),
    ("1D 3D", "AK2 AK5 AK432 J2", "6D"),
    ("1S 4S", "AKQ84 KQ5 AJ 432", "P"),
    ("1S 4S", "AKQ84 KQ5 AQ 432", "6S"),
    ("1D 4D", "AQ2 KQ5 AK432 Q2", "6D"),
    # After 1N, 2N, 3N.
    ("1S 1N", "AKQ84 KQ5 AJ 432", "3N"),
    ("1S 1N", "AKQ84 KQ5 A2 432", "2N"),
    ("1S 1N", "AKQ984 KQ5 A2 32", "3S"),
    ("1S 1N", "AQ9864 KQ5 K2 32", "2S"),
    ("1S 1N", "AQ984 KQ54 A2 32", "2H"),
    ("1S 1N", "AQ984 - KQ54 A432", "2D"),
    ("1S 1N", "A9843 2 K2 AQ432", "2C"),
    ("1S 1N", "AQ984 K32 K43 43", "P"),
    ("1S 1N", "AQ984 KQ5 AJ 432", "P"),
    ("1C 1N", "A2 KQ54 32 K5432", "P"),
    ("1S 2N", "AQ984 KQ5 Q2 432", "P"),
    ("1S 2N", "AQ984 KQ5 K2 432", "3N"),
    ("1S 2N", "AQ9842 KQ5 K2 32", "4S"),
    ("1D 2N", "K2 KQ5 AQ9842 32", "3N"),
    ("1S 2N", "AKQ984 AK5 AQ 32", "6N"),
    ("1S 2N", "AKQ984 AK5 AJ 32", "6N"),
    ("1S 2N", "AKQ984 AK5 A2 32", "4S"),
    ("1S 3N", "AKQ984 KQ5 AQ 32", "6N"),
    ("1S 3N", "AQ9842 KQ5 K2 32", "4S"),
    ("1S 3N", "AQ984 KQ5 K2 432", "P"),
    ("1D 3N", "K2 KQ5 AQ9842 32", "P"),
    ("1S 6S", "AKQ84 AK5 AK A32", "P"),
    ("1D 6N", "AKQ8 AK5 AK32 A3", "P"),
    ("1S 7S", "AQ984 KQ5 K2 432", "P"),
    # After a new suit at the one level.
    ("1D 1H", "A2 KQ54 AQ432 32", "2H"),
    ("1D 1H", "A2 KQ54 AQ432 J2", "3H"),
    ("1D 1H", "A2 KQ54 AKQ32 J2", "4H"),
    ("1H 1S", "32 AKQ432 AKJ A2", "4H"),
    ("1D 1S", "A32 AK32 AK432 J", "3N"),
    ("1D 1S", "A2 AK2 AKJ432 32", "3N"),
    ("1D 1H", "A2 K2 AQ5432 432", "2D"),
    ("1D 1H", "A2 KQ AQJ432 432", "3D"),
    ("1C 1D", "KQ62 A432 32 A32", "1H"),
    ("1C 1D", "KQ62 A32 32 A432", "1S"),
    ("1D 1H", "KQ62 A4 K765 Q75", "1S"),
    ("1C 1S", "K2 KQ32 A32 Q432", "1N"),
    ("1C 1S", "K2 AQ32 A32 AJ32", "2N"),
    ("1D 1S", "2 KQ3 AQ432 K432", "2C"),
    ("1H 1S", "- AQ432 KQ54 A432", "2D"),
    ("1H 1S", "2 AQ432 K5 KQ432", "2C"),
    ("1C 1D", "32 A2 KQ32 AQ432", "2D"),
    ("1C 1D", "32 A2 KQ32 AQJ32", "3D"),
    ("1C 1S", "2 K432 K32 AQ432", "2C"),
    ("1C 1S", "2 AQ32 K432 K432", "1N"),
    ("1D 1S", "2 AQ32 K432 K432", "2C"),
    # After a new suit at the two level.
    ("1S 2H", "AQ984 KQ5 Q2 432", "3H"),
    ("1S 2H", "AQ984 KQ5 K2 432", "4H"),
    ("1S 2H", "AKQ84 AK5 AQ 432", "6H"),
    ("1S 2D", "AQ9842 K5 K2 432", "2S"),
    ("1S 2D", "AQ9842 KQ5 K2 32", "4S"),
    ("1D 2C", "A2 KQ5 AJ5432 32", "3N"),
    ("1D 2C", "A2 KQ5 AT5432 32", "2D"),
    ("1S 2C", "AQ984 K32 K43 43", "2N"),
    ("1S 2C", "AQ984 K32 KQ3 43", "3N"),
    ("1S 2C", "AQ984 2 KQ54 K32", "2D"),
    ("1S 2C", "AQ984 KQ54 K432 -", "2H"),
    ("1S 2D", "AQ984 2 K32 KQ54", "2S"),
    ("1S 2D", "AQ984 2 K32 AQ54", "3C"),
    ("1S 2D", "AQ984 - KQ54 K432", "3D"),
    ("1S 2D", "AQ984 KQ54 - K432", "2H"),
    ("1D 2C", "AQ32 K432 K432 2", "2N"),
    ("1C 2H", "K2 KQ5 A32 Q5432", "4H"),
]


@pytest.mark.parametrize(("calls", "held", "rebid"), REBIDS)
def test_rebids(calls: str, held: str, rebid: str) -> None:
    opening, response = codes(calls)

    assert bridge.rebid_by_tips(TIPS, of(held), opening, response) == code(rebid)


@pytest.mark.parametrize(
    "calls", ["1D 3S", "1D 4N", "1D 5D", "1C 3D", "1S 4H", "2C 2D", "2N 3N", "1D 5C"]
)
def test_rebid_does_not_list_all_responses(calls: str) -> None:
    opening, response = codes(calls)

    assert bridge.rebid_by_tips(TIPS, of("AQ984 KQ5 K2 432"), opening, response) is None
    assert bridge.rebids(TIPS, opening, response) == {}


def test_openers_limits_over_notrump_move_with_its_range() -> None:
    tips = Tips(nt_range=(12, 14))

    for held, to_two, to_four in (
        ("A32 432 AQ3 Q432", "P", "P"),
        ("A32 K32 AQ3 5432", "3N", "P"),
        ("A32 K32 AQ3 J432", "3N", "6N"),
    ):
        bids = [bridge.rebid_by_tips(tips, of(held), *codes(calls)) for calls in ("1N 2N", "1N 4N")]
        assert bids == codes(f"{to_two} {to_four}")


def says(names: str, held: str, tips: Tips = TIPS, rules: Rules = DEFAULT, first: int = 0) -> int:
    """The call of the next seat by the tips."""
    calls = called(names, first)
    seat = (first + len(calls)) % 4
    return bridge.tips_call(tips, of(held), calls, seat, bridge.legal_calls(rules, calls, seat))


def test_auctions_of_the_worked_examples() -> None:
    """The opponents pass."""
    north, south = "AQ9864 KQ5 AQ2 7", "K32 A432 543 432"
    for names, each, bid in (
        ("", north, "1S"),
        ("1S P", south, "2S"),
        ("1S P 2S P", north, "3S"),
        ("1S P 2S P 3S P", south, "P"),
    ):
        assert says(names, each) == code(bid)
    north, south = "KQ62 A4 K765 Q75", "AJ54 KQ32 A84 K8"
    for names, each, bid in (
        ("", north, "1D"),
        ("1D P", south, "1H"),
        ("1D P 1H P", north, "1S"),
        ("1D P 1H P 1S P", south, "4S"),
        ("1D P 1H P 1S P 4S P", north, "P"),
    ):
        assert says(names, each) == code(bid)
    assert bridge.contract_of(called("1D P 1H P 1S P 4S P P P")) == contract("4S", 0)


PLACED = [
    # Slams, and what ends below them.
    ("1S P 2H P 4H P", "A2 AKQ32 AQJ A32", "7H"),
    ("1S P 2H P 4H P", "K2 AKQ32 AQJ 432", "6H"),
    ("1S P 2H P 4H P", "K2 AKQ32 AQT 432", "P"),
    ("1N P 3H P 3N P", "A2 KQ5432 A32 32", "4H"),
    ("1N P 3H P 3N P", "A2 KQ543 A32 432", "P"),
    ("1N P 3H P 3N P", "AQ KQ543 AK2 K32", "6N"),
    # Game and invitations.
    ("1D P 1S P 1N P", "KJ54 K32 K32 432", "P"),
    ("1D P 1S P 1N P", "KJ54 K32 K32 J32", "2N"),
    ("1D P 1S P 1N P", "KJ54 K32 K32 K32", "3N"),
    ("1D P 1H P 2H P", "K2 AT32 K432 432", "P"),
    ("1D P 1H P 2H P", "K2 AJ32 K432 432", "3H"),
    ("1D P 1H P 2H P", "K2 AK32 K432 432", "4H"),
    ("1D P 1H P 2H P 3H P", "A32 KQ54 AJ32 32", "4H"),
    ("1D P 1H P 2H P 3H P", "A32 KQ54 AT32 32", "P"),
    ("1D P 1S P 1N P 2N P", "A32 KQ5 AJ32 432", "3N"),
    ("1D P 1S P 1N P 2N P", "A32 KQ5 AT32 432", "P"),
    ("1C P 1S P 3S P", "KQ32 432 432 432", "P"),
    # Weak, and the contract is ours.
    ("1S P 1N P 2D P", "32 K432 K2 Q5432", "2S"),
    ("1S P 1N P 2D P", "32 K432 K32 Q432", "P"),
    ("1C P 1D P 1H P", "K32 32 KQ432 432", "1N"),
    ("1C P 1D P 1H P", "K32 32 KQ43 5432", "2C"),
    ("1S P 2C P 2D P", "K32 2 432 KQJ432", "2S"),
    ("1H P 1S P 3S P", "5432 K5432 K2 32", "P"),
    ("1H P 1S P 2S P", "5432 K5432 K2 32", "3H"),
    ("1S P 2S P 2N P", "K32 5432 Q32 432", "3S"),
    # An overcaller's partner, and the overcaller again.
    ("1C 1S 2C", "K32 K432 Q32 432", "2S"),
    ("1C 1S 2H", "K32 K432 Q32 432", "2S"),
    ("1C 1S 3C", "K32 K432 Q32 432", "P"),
    ("1C 1S 2C", "K2 K432 Q432 432", "P"),
    ("1C 1S P", "K32 K432 Q32 432", "P"),
    ("1C 1S P", "K2 K432 Q432 432", "P"),
    ("1C 1S P", "2 432 K65432 432", "1N"),
    ("1C 1S P", "2 432 KJ65432 32", "2D"),
    ("1C 1S P", "AQ2 KQ2 A432 432", "4S"),
    ("1C 1S P P 2C", "AQ432 K2 K432 32", "P"),
    ("1C 1S 2C P P", "AQ432 K2 K432 32", "P"),
    ("1C 1S 2C 2S 3C", "AKQ32 K2 K432 32", "P"),
    ("1C 1S P 4S P", "AQ432 K2 K432 32", "P"),
    ("1C 1S P P 2C P P", "K32 K432 Q32 432", "2S"),
    # What the table says cannot be bid.
    ("1D 1S", "K32 K432 Q32 432", "P"),
    ("1D 1S", "K32 KQ32 Q32 J32", "2N"),
    ("1D 1S", "K32 KQ32 Q32 K32", "3N"),
    ("1C 1S", "32 KQJ65432 2 32", "2H"),
    ("1C 1S", "32 KQ765432 2 32", "P"),
    ("1D P 1H 2S", "A2 KQ54 AQ432 32", "P"),
    ("1D P 1H 2S", "A2 KQ54 AQ432 J2", "3H"),
    ("1C P 1S 2H 2S P", "K2 K32 A32 AQ432", "3N"),
    ("1C P 2S P", "2 K43 K32 AQJ432", "P"),
    # Responses and openings that no line has.
    ("1D P 3S P", "A2 KQ54 AQ432 32", "3N"),
    ("1D P 5D P", "A2 KQ54 AQ432 32", "P"),
    ("2C P", "KQ32 KQ3 KQ3 432", "P"),
    ("2C P", "AKQ2 AKQ AKQ 432", "3N"),
    # Those who pass to the end.
    ("1S P P 2D", "AKQ84 KQ5 AJ 432", "P"),
    ("1S P P 2D 2S P", "K32 KQJ2 432 432", "P"),
    ("1S X P P", "AKQ84 KQ5 AJ 432", "P"),
    ("1C 1S P P 2C", "AKQ84 KQ5 32 432", "P"),
    ("1C P 1S", "AKQ84 KQ5 32 432", "P"),
]


@pytest.mark.parametrize(("names", "held", "bid"), PLACED)
def test_later_calls(names: str, held: str, bid: str) -> None:
    assert says(names, held) == code(bid)


OVERCALLS = [
    ("1C", "AK32 K32 AQ2 432", "1N"),
    ("1C", "AK2 K32 AQ432 K2", "1D"),
    ("1S", "AK32 K32 AQ2 432", "1N"),
    ("1C P 1N", "AK32 K32 AQ2 432", "P"),
    ("1C P 1N", "AK2 KQ432 A32 43", "2H"),
    ("1C", "K32 KQ432 Q32 43", "1H"),
    ("1C", "K32 KQ432 J32 43", "P"),
    ("1C", "K432 KQ43 QJ2 43", "P"),
    ("1C", "KQ432 KQ432 32 4", "1S"),
    ("1S", "32 AQ432 K32 K32", "P"),
    ("1S", "32 AQ432 KJ2 K32", "2H"),
    ("1S", "32 AQ5432 K32 Q2", "2H"),
    ("1S", "32 AQ5432 K32 J2", "P"),
    ("1S P 2S", "32 A32 AQ5432 A2", "P"),
    ("1S P 2C", "32 A2 AQ5432 432", "P"),
    ("1S P 2C", "32 A2 AQ5432 K32", "2D"),
    ("P 1S P P", "32 AQ432 KJ2 K32", "2H"),
    ("1C P 1D P 1N", "KQ5432 A2 Q2 432", "2S"),
    ("1C P 1D P 1N", "KQ432 A2 Q2 5432", "P"),
]


@pytest.mark.parametrize(("names", "held", "bid"), OVERCALLS)
def test_overcalls(names: str, held: str, bid: str) -> None:
    assert says(names, held, Tips(overcalls="simple")) == code(bid)
    assert says(names, held) == PASS


@pytest.mark.parametrize(
    ("least", "names", "held", "bid"),
    [
        (12, "3C", "KQ32 KQ32 Q2 432", "X"),
        (13, "3C", "KQ32 KQ32 Q2 432", "P"),
        (None, "3C", "KQ32 KQ32 Q2 432", "P"),
        (12, "2S", "KQ32 KQ32 Q2 432", "P"),
        (12, "3C P P", "KQ32 KQ32 Q2 432", "X"),
        (12, "P 3C P", "KQ32 KQ32 Q2 432", "P"),
        (12, "3C X", "KQ32 KQ32 Q2 432", "P"),
        (12, "3C X XX", "KQ32 KQ32 Q2 432", "P"),
        (12, "1S P P 3C", "AQ432 KQ2 32 432", "P"),
        (11, "1S P P 3C", "AQ432 KQ2 32 432", "X"),
        (5, "1S 3C", "K32 5432 Q32 432", "X"),
        (6, "1S 3C", "K32 K432 Q32 A32", "3S"),
        (5, "1D P 1H 3S", "A32 K32 AQ32 432", "X"),
    ],
)
def test_penalty_doubles(least: int | None, names: str, held: str, bid: str) -> None:
    tips = Tips(penalty_double_hcp=least)

    assert says(names, held, tips) == code(bid)
    if bid == "X":
        assert says(names, held, tips, Rules(doubles=False)) == PASS


@pytest.mark.parametrize(
    ("tips", "names", "held", "bid"),
    [
        (Tips(game_hcp=24), "1D P 1S P 1N P", "KJ54 K32 K32 Q32", "3N"),
        (Tips(game_hcp=26), "1D P 1S P 1N P", "KJ54 K32 K32 K32", "2N"),
        (Tips(invite_hcp=25), "1D P 1S P 1N P", "KJ54 K32 K32 Q32", "P"),
        (Tips(slam_hcp=31), "1S P 2H P 4H P", "K2 AKQ32 AQ2 432", "6H"),
        (Tips(grand_hcp=32), "1S P 2H P 4H P", "K2 AKQ32 AQJ 432", "7H"),
        (Tips(open_hcp=10), "1D P 1S P 1N P", "KJ54 K32 K32 K32", "2N"),
        (Tips(open_hcp=10), "1D P 1S P 1N P 2N P", "A32 KQ5 AJ32 432", "3N"),
        (Tips(open_hcp=10), "1D P 1S P 1N P 2N P", "A32 KQ5 A432 432", "3N"),
        (Tips(nt_range=(12, 14)), "1N P 3H P 3N P", "AQ KQ543 AK2 K32", "6N"),
        (Tips(nt_range=(12, 14)), "1N P 3H P 3N P", "AQ KQ543 AK2 432", "P"),
    ],
)
def test_placing_under_other_options(tips: Tips, names: str, held: str, bid: str) -> None:
    assert says(names, held, tips) == code(bid)


PROMISES = [
    ("", "1C", 12, "C3"),
    ("P P", "1D", 12, "D3"),
    ("", "1H", 12, "H5"),
    ("", "1N", 15, "C2 D2 H2 S2"),
    ("", "2C", 0, ""),
    ("", "3N", 0, ""),
    ("", "7S", 0, ""),
    # Responses.
    ("1N P", "2H", 0, "H5"),
    ("1N P", "2C", 0, ""),
    ("1N P", "2N", 8, ""),
    ("1N P", "3N", 10, ""),
    ("1N P", "3S", 10, "S5"),
    ("1N P", "4H", 8, "H6"),
    ("1N P", "4N", 16, ""),
    ("1N P", "6N", 18, ""),
    ("1N P", "7N", 22, ""),
    ("1S P", "2S", 6, "S3"),
    ("1S P", "3S", 11, "S3"),
    ("1S P", "4S", 13, "S3"),
    ("1S P", "5S", 0, ""),
    ("1S P", "6S", 21, "S3"),
    ("1S P", "7S", 25, "S3"),
    ("1D P", "2D", 6, "D4"),
    ("1D P", "3D", 11, "D4"),
    ("1D P", "4D", 0, ""),
    ("1C P", "2C", 6, "C5"),
    ("1C P", "1S", 6, "S4"),
    ("1D P", "2C", 11, "C4"),
    ("1S P", "2H", 11, "H5"),
    ("1S P", "2D", 11, "D4"),
    ("1S P", "1N", 6, ""),
    ("1S P", "2N", 11, ""),
    ("1S P", "3N", 13, ""),
    ("1S P", "6N", 21, ""),
    ("1S P", "7N", 25, ""),
    ("1S P", "4H", 13, ""),
    ("1S P", "3C", 0, ""),
    ("1D P", "2S", 0, ""),
    # Rebids.
    ("1N P 2N P", "3N", 16, ""),
    ("1N P 4N P", "6N", 17, ""),
    ("1N P 3S P", "4S", 15, "S3"),
    ("1N P 3S P", "3N", 15, ""),
    ("1S P 2S P", "3S", 16, ""),
    ("1S P 2S P", "4S", 19, ""),
    ("1D P 2D P", "2N", 16, ""),
    ("1D P 2D P", "3N", 19, ""),
    ("1S P 3S P", "4S", 14, ""),
    ("1S P 3S P", "6S", 22, ""),
    ("1C P 3C P", "3N", 14, ""),
    ("1S P 4S P", "6S", 20, ""),
    ("1S P 1N P", "3N", 19, ""),
    ("1S P 1N P", "2N", 17, ""),
    ("1S P 1N P", "2S", 12, "S6"),
    ("1S P 1N P", "3S", 16, "S6"),
    ("1S P 1N P", "2D", 12, "D4"),
    ("1S P 2N P", "4S", 14, "S6"),
    ("1S P 2N P", "3N", 14, ""),
    ("1S P 2N P", "6N", 21, ""),
    ("1S P 3N P", "6N", 20, ""),
    ("1S P 3N P", "4S", 12, "S6"),
    ("1D P 1H P", "2H", 12, "H4"),
    ("1D P 1H P", "3H", 16, "H4"),
    ("1D P 1H P", "4H", 19, "H4"),
    ("1H P 1S P", "4H", 19, "H6"),
    ("1D P 1H P", "3N", 19, ""),
    ("1D P 1H P", "2D", 12, "D5"),
    ("1D P 1H P", "3D", 16, "D6"),
    ("1D P 1H P", "1S", 12, "S4"),
    ("1D P 1H P", "2C", 12, "C4"),
    ("1D P 1H P", "1N", 12, ""),
    ("1D P 1H P", "2N", 15, ""),
    ("1D P 1H P", "2S", 0, ""),
    ("1C P 1D P", "3D", 16, "D4"),
    ("1C P 1D P", "4D", 0, ""),
    ("1S P 2H P", "3H", 12, "H3"),
    ("1S P 2H P", "4H", 14, "H3"),
    ("1S P 2H P", "6H", 22, "H3"),
    ("1S P 2C P", "2S", 12, "S5"),
    ("1S P 2C P", "4S", 14, "S6"),
    ("1S P 2C P", "3N", 14, ""),
    ("1S P 2C P", "2N", 12, ""),
    ("1S P 2C P", "2D", 12, "D4"),
    ("1S P 2D P", "3C", 15, "C4"),
    ("1S P 2D P", "3D", 12, "D4"),
    # Later.
    ("1D P 1S P 1N P", "2N", 11, ""),
    ("1D P 1S P 1N P", "3N", 13, ""),
    ("1D P 1S P 1N P", "6N", 21, ""),
    ("1D P 1S P 1N P", "7N", 25, ""),
    ("1D P 1H P 2H P", "3H", 11, ""),
    ("1D P 1H P 2H P", "4H", 13, ""),
    ("1D P 1H P 3H P", "4H", 9, ""),
    ("1D P 1H P 2H P 3H P", "4H", 14, ""),
    ("1D P 1H P 2H P", "5H", 0, ""),
    ("1H P 1S P 2S P", "3H", 0, ""),
    ("1H P 1S P 2S P", "3S", 11, ""),
    ("1H P 1S P 2H P", "3S", 11, ""),
    ("1S P 1N P 2D P", "2S", 0, ""),
    # Overcalls, what follows them, and those who had passed.
    ("1C", "1S", 10, "S5"),
    ("1C P 1S", "2H", 11, "H5"),
    ("1S", "2C", 11, "C5"),
    ("1C", "2S", 0, ""),
    ("1C", "1N", 15, "C2 D2 H2 S2"),
    ("1C", "2N", 0, ""),
    ("1C", "3S", 0, ""),
    ("1C 1S P", "4S", 15, ""),
    ("1C 1S P", "2N", 13, ""),
    ("1C 1N P", "3N", 10, ""),
    ("1S P P 2C", "2S", 0, ""),
    ("1S P P 2C P P", "2S", 0, ""),
    ("1C 1D P P 1H", "1S", 0, ""),
]


def promised(lengths: str) -> tuple[int, ...]:
    named = {each[0]: int(each[1]) for each in lengths.split()}
    return tuple(named.get(suit, 0) for suit in "CDHS")


@pytest.mark.parametrize(("names", "bid", "least", "lengths"), PROMISES)
def test_what_bids_promise(names: str, bid: str, least: int, lengths: str) -> None:
    calls = called(names)

    found = bridge.meaning_of(TIPS, calls, len(calls) % 4, code(bid))

    assert (found.hcp, found.lengths) == (least, promised(lengths))


@pytest.mark.parametrize(
    ("tips", "names", "bid", "least"),
    [
        (Tips(open_hcp=10), "", "1S", 10),
        (Tips(open_hcp=10), "1S P 2C P", "2D", 10),
        (Tips(open_hcp=10), "1D P 1S P 1N P", "3N", 15),
        (Tips(nt_range=(12, 14)), "", "1N", 12),
        (Tips(nt_range=(12, 14)), "1N P", "2N", 11),
        (Tips(nt_range=(12, 14)), "1N P", "2S", 0),
        (Tips(nt_range=(12, 14)), "1N P 2N P", "3N", 13),
        (Tips(nt_range=(12, 14)), "1N P 4N P", "6N", 14),
        (Tips(nt_range=(12, 14)), "1C", "1N", 15),
        (Tips(nt_range=(24, 26)), "1N P", "2N", 0),
        (Tips(game_hcp=26), "1D P 1S P 1N P", "3N", 14),
        (Tips(game_hcp=26), "1D P 2D P", "3N", 19),
        (Tips(game_hcp=26), "1S P 2N P", "3N", 14),
        (Tips(game_hcp=26), "1D P", "3N", 13),
        (Tips(slam_hcp=36), "1N P 4N P", "6N", 17),
        (Tips(invite_hcp=22), "1D P 1S P 1N P", "2N", 10),
        (Tips(slam_hcp=32), "1D P 1S P 1N P", "6C", 20),
        (Tips(grand_hcp=38), "1D P 1S P 1N P", "7C", 26),
    ],
)
def test_promises_under_other_options(tips: Tips, names: str, bid: str, least: int) -> None:
    calls = called(names)

    assert bridge.meaning_of(tips, calls, len(calls) % 4, code(bid)).hcp == least


def test_promises_are_running_maxima() -> None:
    calls = called("1S P 2C P 2D P 3N P")

    assert bridge.promise_of(TIPS, calls, 0) == Promise(12, (0, 4, 0, 5))
    assert bridge.promise_of(TIPS, calls, 2) == Promise(13, (4, 0, 0, 0))
    assert bridge.promise_of(TIPS, calls, 1) == bridge.NOTHING


@pytest.mark.parametrize(
    ("names", "slot"),
    [
        *(("", "open"), ("P P P", "open"), ("1C", "overcall"), ("1C P", "respond")),
        *(("P P 1C P", "respond"), ("1C P 1D P", "rebid")),
        *(("1C P 1D 2C", "rebid"), ("1C P 1D P 1H P", "place"), ("1C P P 1D", "silent")),
        *(("1C P P 1D P P", "silent"), ("1C 1D P", "place"), ("1C 1D P P 1H", "silent")),
        *(("1C 1D P 1H P", "place"), ("1C P 1D P P 1H", "place"), ("1C X", "respond")),
        *(("1C P X P", "silent"), ("1C P X P P 1D", "silent"), ("1C P 1D P X P", "place")),
        *(("1C P P 1D P 1H", "silent"), ("1C P P 1D P P 1H P", "rebid")),
    ],
)
def test_which_part_of_the_system_a_turn_belongs_to(names: str, slot: str) -> None:
    calls = called(names)

    assert bridge.slot_of(calls, len(calls) % 4) == slot


# Tips: whole auctions.


AUCTIONS = 6000
HANDS_OF_ALL = tuple[list[int], ...]


def dealt_at_random(source: random.Random) -> HANDS_OF_ALL:
    order = source.sample(PACK, 52)
    return tuple(sorted(order[k::4]) for k in range(4))


def auction(hands: HANDS_OF_ALL, systems: Sequence[Tips]) -> list[Call]:
    """What four seats bid by their systems; north deals."""
    calls: list[Call] = []
    while not bridge.auction_over(calls):
        seat = len(calls) % 4
        legal = bridge.legal_calls(DEFAULT, calls, seat)
        made = bridge.tips_call(systems[seat], hands[seat], calls, seat, legal)
        assert made in legal
        calls.append((seat, made))
    return calls


@cache
def auctions(overcalls: str) -> list[tuple[HANDS_OF_ALL, list[Call]]]:
    source, systems = random.Random(f"tips {overcalls}"), [Tips(overcalls=overcalls)] * 4
    found = []
    for _ in range(AUCTIONS):
        hands = dealt_at_random(source)
        found.append((hands, auction(hands, systems)))
    return found


@pytest.mark.parametrize("overcalls", ["none", "simple"])
def test_auctions_by_the_tips_end_soon(overcalls: str) -> None:
    assert 10 < max(len(calls) for _, calls in auctions(overcalls)) < 40


def keeps(held: Sequence[int], promise: Promise) -> bool:
    lengths = zip(lengths_of(held), promise.lengths, strict=True)
    return hcp(held) >= promise.hcp and all(own >= least for own, least in lengths)


def test_uncontested_bids_keep_their_promises() -> None:
    """Also every later one keeps its points; from each seat's cards."""
    kept: Counter[str] = Counter()
    for hands, calls in auctions("none"):
        for k, (seat, made) in enumerate(calls):
            if made == PASS:
                continue
            promise = bridge.meaning_of(TIPS, calls[:k], seat, made)
            assert keeps(hands[seat], promise)
            kept[bridge.slot_of(calls[:k], seat)] += 1
    assert set(kept) == {"open", "respond", "rebid", "place"}
    assert min(kept.values()) > 400


def test_overcalls_keep_their_promises() -> None:
    tips, kept = Tips(overcalls="simple"), 0
    for hands, calls in auctions("simple"):
        for k, (seat, made) in enumerate(calls):
            if made != PASS and bridge.slot_of(calls[:k], seat) == "overcall":
                promise = bridge.meaning_of(tips, calls[:k], seat, made)
                assert promise.hcp >= 10
                assert keeps(hands[seat], promise)
                kept += 1
    assert kept > 500


def random_tips(source: random.Random) -> Tips:
    least = source.randint(10, 18)
    limits = sorted(source.randint(18, 40) for _ in range(4))
    return Tips(
        open_hcp=source.randint(8, 16),
        nt_range=(least, least + source.randint(0, 4)),
        nt_with_five_card_major=source.random() < 0.5,
        invite_hcp=limits[0],
        game_hcp=limits[1],
        slam_hcp=limits[2],
        grand_hcp=limits[3],
        overcalls=source.choice(["none", "simple"]),
        penalty_double_hcp=source.choice([None, 8, 12]),
    )


def test_the_tips_have_a_legal_call_for_every_auction() -> None:
    """Random systems beside players who call at random."""
    source, doubles, met = random.Random(3), 0, Counter[str]()
    for _ in range(600):
        hands, systems = dealt_at_random(source), [random_tips(source) for _ in range(4)]
        wild = [source.random() < 0.4 for _ in range(4)]
        calls: list[Call] = []
        while not bridge.auction_over(calls):
            seat = len(calls) % 4
            legal = bridge.legal_calls(DEFAULT, calls, seat)
            made = bridge.tips_call(systems[seat], hands[seat], calls, seat, legal)
            assert made in legal
            met[bridge.slot_of(calls, seat)] += made != PASS
            doubles += made == DOUBLE
            if wild[seat]:
                made = source.choice([PASS, PASS, *legal[1:8]]) if legal[1:] else PASS
            calls.append((seat, made))
    assert doubles > 20
    assert set(met) == {"open", "respond", "rebid", "place", "overcall", "silent"}


CONTRACTS = {
    "none": {
        1: (0.0488, 0.0495, 0.0371, 0.0489, 0.1241),
        2: (0.0565, 0.0504, 0.0748, 0.0720, 0.0647),
        4: (None, None, 0.0448, 0.0456, 0.0013),
        6: (None, None, 0.0002, 0.0003, 0.0022),
    },
    "simple": {
        1: (0.0156, 0.0268, 0.0374, 0.0677, 0.1211),
        2: (0.0635, 0.0516, 0.0816, 0.0887, 0.0713),
        3: (0.0056, 0.0059, 0.0203, 0.0205, 0.1949),
        4: (None, None, 0.0441, 0.0456, 0.0012),
    },
}
PASSED_OUT = {"none": 0.0337, "simple": 0.0339}
GAMES = {"none": 0.2857, "simple": 0.2885}


@pytest.mark.parametrize("overcalls", ["none", "simple"])
def test_the_tips_come_to_the_contracts_of_the_figures(overcalls: str) -> None:
    """Section 11; false alarm 1e-6 for each figure."""
    made = [bridge.contract_of(calls) for _, calls in auctions(overcalls)]
    found = Counter((each.level, each.strain) for each in made if each is not None)

    for level, shares in CONTRACTS[overcalls].items():
        for strain, share in enumerate(shares):
            if share is None:
                assert found[level, strain] == 0
            else:
                assert_share(
                    (found[level, strain], AUCTIONS), share, resolves=0.05, reference_error=0.0008
                )
    assert_share(
        (made.count(None), AUCTIONS), PASSED_OUT[overcalls], resolves=0.03, reference_error=0.0003
    )
    games = sum(bridge.trick_points(replace(each, doubled=0)) >= 100 for each in made if each)
    assert_share((games, AUCTIONS), GAMES[overcalls], resolves=0.07, reference_error=0.0008)


@pytest.mark.parametrize(
    ("bids", "mean", "resolves"),
    [("1N", 21.23, 0.8), ("2N", 23.90, 0.8), ("3N", 27.20, 0.8), ("4H 4S", 27.24, 1.2)],
)
def test_the_tips_bid_as_high_as_their_points(bids: str, mean: float, resolves: float) -> None:
    points = []
    for hands, calls in auctions("none"):
        made = bridge.contract_of(calls)
        if made is not None and made.bid in codes(bids):
            points.append(hcp(hands[made.declarer]) + hcp(hands[(made.declarer + 2) % 4]))

    assert_mean(points, mean, resolves=resolves)


# Figures.


@cache
def of_a_suit() -> dict[int, dict[int, tuple[int, tuple[int, ...]]]]:
    """Cards of one suit by length and points: how many ways, and one of them."""
    found: dict[int, dict[int, tuple[int, tuple[int, ...]]]] = {k: {} for k in range(14)}
    for length in range(14):
        for held in combinations(range(13), length):
            ways, one = found[length].get(hcp(held), (0, held))
            found[length][hcp(held)] = ways + 1, one
    return found


@cache
def all_hands() -> list[tuple[int, list[int]]]:
    """How many hands have these lengths and points, and one of them, for all there are."""
    found: list[tuple[int, list[int]]] = []
    for lengths in product(range(14), repeat=4):
        if sum(lengths) != 13:
            continue
        held: dict[int, tuple[int, list[int]]] = {0: (1, [])}
        for suit, length in enumerate(lengths):
            further: dict[int, tuple[int, list[int]]] = {}
            for (h, (ways, one)), (more, (others, suits)) in product(
                held.items(), of_a_suit()[length].items()
            ):
                known, example = further.get(
                    h + more, (0, [*one, *(13 * suit + each for each in suits)])
                )
                further[h + more] = known + ways * others, example
            held = further
        found += held.values()
    return found


def chance(holds: Callable[[list[int]], bool]) -> float:
    """Of a hand whose lengths and points satisfy this."""
    return sum(ways for ways, one in all_hands() if holds(one)) / HANDS


def test_points_of_a_hand_are_as_likely_as_the_figures_say() -> None:
    shares = Counter[int]()
    for ways, one in all_hands():
        shares[hcp(one)] += ways

    assert sum(shares.values()) == HANDS == 635_013_559_600
    assert shares[37] == 4
    assert max(shares) == 37
    mean = sum(h * ways for h, ways in shares.items()) / HANDS
    assert mean == pytest.approx(10)
    assert sum((h - 10) ** 2 * ways for h, ways in shares.items()) / HANDS == pytest.approx(
        290 / 17
    )
    figures = {
        **dict(enumerate([0.0036389610, 0.0078844156, 0.0135611948, 0.0246236363, 0.0384543838])),
        **dict(enumerate([0.0518619336, 0.0655409614, 0.0802808715, 0.0889218935], 5)),
        **dict(enumerate([0.0935622759, 0.0940511489, 0.0894468042, 0.0802686514], 9)),
        **dict(enumerate([0.0691433184, 0.0569332319], 13)),
        **dict(enumerate([0.0064353561, 0.0037786718, 0.0021004276, 0.0011190369], 20)),
        **dict(enumerate([0.0005590335, 0.0002642777], 24)),
    }
    for h, share in figures.items():
        assert shares[h] / HANDS == pytest.approx(share, abs=5.1e-11)


def five_card_major(one: Sequence[int]) -> bool:
    return max(lengths_of(one)[2:]) >= 5


def notrump(one: list[int]) -> bool:
    return 15 <= hcp(one) <= 17 and bridge.is_balanced(one)


EVENTS: dict[str, tuple[Callable[[list[int]], bool], float]] = {
    "12 or more": (lambda one: hcp(one) >= 12, 0.3481715196),
    "less than 6": (lambda one: hcp(one) < 6, 0.1400245251),
    "6 to 10": (lambda one: 6 <= hcp(one) <= 10, 0.4223571511),
    "11 or more": (lambda one: hcp(one) >= 11, 0.4376183238),
    "15 to 17 balanced": (notrump, 0.0486559881),
    "without a major": (lambda one: notrump(one) and not five_card_major(one), 0.0407641111),
    "five-card major": (five_card_major, 0.3433140909),
    "a void": (lambda one: 0 in lengths_of(one), 0.0510655209),
    "balanced": (bridge.is_balanced, 0.4760415243),
}
SHAPES = {
    (4, 4, 3, 2): 0.2155117565,
    (5, 3, 3, 2): 0.1551684646,
    (4, 3, 3, 3): 0.1053613032,
    (5, 4, 2, 2): 0.1057966804,
    (6, 3, 2, 2): 0.0564248962,
    (6, 4, 2, 1): 0.0470207469,
    (6, 3, 3, 1): 0.0344818810,
    (5, 5, 2, 1): 0.0317390041,
    (4, 4, 4, 1): 0.0299321884,
}


@pytest.mark.parametrize("event", EVENTS)
def test_hands_are_as_likely_as_the_figures_say(event: str) -> None:
    holds, figure = EVENTS[event]

    assert chance(holds) == pytest.approx(figure, abs=5.1e-11)


def test_shapes_are_as_likely_as_the_figures_say() -> None:
    shares = Counter[tuple[int, ...]]()
    for ways, one in all_hands():
        shares[bridge.shape_of(one)] += ways

    for shape, figure in SHAPES.items():
        assert shares[shape] / HANDS == pytest.approx(figure, abs=5.1e-11)


def test_the_tips_open_as_often_as_the_figures_say() -> None:
    """Exact: openings depend on lengths and points alone."""
    openings = Counter[int]()
    for ways, one in all_hands():
        openings[bridge.open_by_tips(TIPS, one)] += ways

    assert {each: ways / HANDS for each, ways in openings.items()} == pytest.approx(
        {
            PASS: 0.6518284804,
            code("1C"): 0.0932365385,
            code("1D"): 0.0966929201,
            code("1H"): 0.0535968384,
            code("1S"): 0.0559892345,
            code("1N"): 0.0486559881,
        },
        abs=5.1e-11,
    )


Dealt = tuple[tuple[int, ...], tuple[int, ...]]
"""Points and honours of the four hands."""


def test_deals_are_passed_out_as_often_as_the_figures_say() -> None:
    """All four have less than 12; jacks, queens, kings and aces dealt to the four hands."""
    four = [each for each in product(range(5), repeat=4) if sum(each) == 4]
    states: dict[Dealt, int] = {((0, 0, 0, 0), (0, 0, 0, 0)): 1}
    for points in (4, 3, 2, 1):
        further: Counter[Dealt] = Counter()
        for (worth, held), ways in states.items():
            for each in four:
                now = tuple(w + points * n for w, n in zip(worth, each, strict=True))
                if max(now) < TIPS.open_hcp:
                    high = tuple(a + b for a, b in zip(held, each, strict=True))
                    further[now, high] += ways * _orders(each)
        states = further
    deals = sum(ways * _orders([13 - n for n in held]) for (_, held), ways in states.items())

    assert deals / _orders([13] * 4) == pytest.approx(0.0338338648, abs=5.1e-11)


def _orders(numbers: Sequence[int]) -> int:
    """Ways to deal so many cards to each."""
    ways = factorial(sum(numbers))
    for each in numbers:
        ways //= factorial(each)
    return ways


def test_two_hands_together_hold_as_much_as_the_figures_say() -> None:
    shares, fits = Counter[int](), Counter[str]()
    both = [
        {length: Counter({h: ways for h, (ways, _) in of_a_suit()[length].items()})}
        for length in range(14)
    ]
    held: dict[int, Counter[int]] = {0: Counter({0: 1})}
    for _ in SUITS:
        further: dict[int, Counter[int]] = {}
        for number, points in held.items():
            for length in range(14):
                into = further.setdefault(number + length, Counter())
                for (h, ways), (more, others) in product(
                    points.items(), both[length][length].items()
                ):
                    into[h + more] += ways * others
        held = further
    shares = held[26]
    for lengths in product(range(14), repeat=4):
        if sum(lengths) == 26:
            ways = comb(13, lengths[0]) * comb(13, lengths[1]) * comb(13, lengths[2])
            ways *= comb(13, lengths[3])
            one = [13 * suit + k for suit, length in enumerate(lengths) for k in range(length)]
            found = bridge.fits(one[:13], one[13:])
            assert found == lengths
            fits["spades"] += ways * (found[SPADES] >= 8)
            fits["a major"] += ways * (max(found[2:]) >= 8)
            fits["some suit"] += ways * (max(found) >= 8)
    sides = comb(52, 26)

    for least, figure, places in (
        (25, 0.1753752764, 5.1e-11),
        (33, 0.0034796498, 5.1e-11),
        (37, 8.92161e-05, 5.1e-11),
    ):
        share = sum(ways for h, ways in shares.items() if h >= least) / sides
        assert share == pytest.approx(figure, abs=places)
    assert {name: ways / sides for name, ways in fits.items()} == pytest.approx(
        {"spades": 0.2615085667, "a major": 0.4888274879, "some suit": 0.8426374789}, abs=5.1e-11
    )


def by_strength(pick: Callable[..., int]) -> Choose:
    """`highest-legal` or `lowest-legal` of the reference; one notrump by the first to call."""

    def choose(decision: str, seat: int, view: View, legal: list[int]) -> int:
        if decision == "call":
            return PASS if view["calls"] else code("1N")
        own = view["hand"] if view.get("acting_for", seat) == seat else view["dummy_hand"]
        return pick(legal, key=lambda k: (own[k] % 13, own[k] // 13))

    return choose


@pytest.mark.parametrize(
    ("policy", "mean"), [("highest", 6.4352), ("lowest", 6.4956), ("random", 6.5227)]
)
def test_the_side_that_leads_takes_as_many_tricks_as_in_the_reference(
    policy: str, mean: float
) -> None:
    """Section 11; at notrump. False alarm 1e-6 each."""
    source = random.Random(11)
    bid = by_strength(max)

    def anything(decision: str, seat: int, view: View, legal: list[int]) -> int:
        if decision == "call":
            return bid(decision, seat, view, legal)
        return source.choice(legal)

    choose = {"highest": bid, "lowest": by_strength(min), "random": anything}[policy]

    won = [bridge.play_deal(DEFAULT, Shuffled(source), choose).tricks[1] for _ in range(1200)]

    assert_mean(won, mean, resolves=0.9, reference_error=0.0015)


# Others' engines.


@pytest.fixture
def pyspiel() -> ModuleType:
    found: ModuleType = pytest.importorskip(
        "pyspiel", reason="OpenSpiel is in the extra 'openspiel'"
    )
    return found


@pytest.fixture
def endplay() -> ModuleType:
    found: ModuleType = pytest.importorskip(
        "endplay.types", reason="endplay can be installed beside cardsim"
    )
    return found


BOARDS_THERE = 500
CALLS_THERE = {PASS: 52, DOUBLE: 53, REDOUBLE: 54}


def card_there(number: int) -> int:
    """As OpenSpiel numbers it: by strength, then by suit."""
    return 4 * (number % 13) + number // 13


def call_there(number: int) -> int:
    return CALLS_THERE.get(number, 54 + number)


@dataclass
class BothTables:
    """Plays the same at a table of OpenSpiel, after the comparison of what it allows."""

    other: Any
    free: Choose
    met: Counter[str]

    def __call__(self, decision: str, seat: int, view: View, legal: list[int]) -> int:
        action = self.free(decision, seat, view, legal)
        place, there = decision, {each: call_there(each) for each in legal}
        if decision != "call":
            own = view["hand"]
            if view.get("acting_for", seat) != seat:
                place, own = "for dummy", view["dummy_hand"]
            there = {each: card_there(own[each]) for each in legal}
        assert self.other.current_player() == seat
        assert sorted(self.other.legal_actions()) == sorted(there.values())
        self.other.apply_action(there[action])
        self.met[place] += 1
        return action


def test_openspiel_allows_the_same_calls_and_cards_and_gives_the_same_scores(
    pyspiel: ModuleType,
) -> None:
    source, met = random.Random(5), Counter[str]()
    for number in range(BOARDS_THERE):
        vul, dealer = bridge.vul_of_board(number + 1), number % 4
        options = {
            "dealer": dealer,
            "dealer_vul": vul[side_of(dealer)],
            "non_dealer_vul": vul[1 - side_of(dealer)],
            "use_double_dummy_result": False,
        }
        other = pyspiel.load_game("bridge", options).new_initial_state()
        hands = dealt_at_random(source)
        for k in range(52):
            other.apply_action(card_there(hands[k % 4][k // 4]))
        table = BothTables(other, source.choice(players(source, TIPS)), met)

        played = bridge.play_deal(
            DEFAULT,
            deck(*(hands[(dealer + 1 + k) % 4] for k in range(4))),
            table,
            dealer=dealer,
            number=number + 1,
        )

        assert other.is_terminal()
        assert other.returns() == [played.points[seat % 2] for seat in range(4)]
        met["scored"] += max(played.points) > 0
        met["doubled"] += played.contract is not None and played.contract.doubled > 0
    assert min(met.values()) > 30
    assert len(met) == 6


def test_endplay_gives_the_same_duplicate_scores(endplay: ModuleType) -> None:
    denom = [endplay.Denom.clubs, endplay.Denom.diamonds, endplay.Denom.hearts]
    denom += [endplay.Denom.spades, endplay.Denom.nt]
    penalty = [endplay.Penalty.passed, endplay.Penalty.doubled, endplay.Penalty.redoubled]
    compared = 0
    for made, tricks, vulnerable in every_result():
        theirs = endplay.Contract(
            level=made.level,
            denom=denom[made.strain],
            declarer=endplay.Player.north,
            penalty=penalty[made.doubled],
            result=bridge.beyond(made, tricks),
        ).score(endplay.Vul.both if vulnerable else endplay.Vul.none)
        assert bridge.duplicate_score(made, tricks, vulnerable=vulnerable) == theirs
        compared += 1
    assert compared == 2940


def test_endplay_has_the_same_vulnerability_of_boards(endplay: ModuleType) -> None:
    named = {
        (False, False): endplay.Vul.none,
        (True, False): endplay.Vul.ns,
        (False, True): endplay.Vul.ew,
        (True, True): endplay.Vul.both,
    }

    for number in range(1, 37):
        assert endplay.Vul.from_board(number) == named[bridge.vul_of_board(number)]
