"""The oracle of Bridge plays the worked examples, keeps the invariants, meets the figures.

RULES.md of the game, sections 2 to 6 (rules), 10 (examples), 11 (invariants), 12 (figures), 13
(`tips`); and another's engine.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations, product
from math import comb
from typing import Any

import pytest

from oracles import bridge
from oracles.bridge import (
    BIDS,
    DOUBLE,
    NOTRUMP,
    PACK,
    PASS,
    REDOUBLE,
    Call,
    Choose,
    Contract,
    Event,
    Played,
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

DEFAULT, TIPS, SIMPLE = Rules(), Tips(), Tips(overcalls="simple")
TRICK_POINTS = Rules(scoring="trick-points")
CHICAGO, RUBBER = Rules(scoring="chicago"), Rules(scoring="rubber")
HONORS = replace(RUBBER, honors=True)
SEATS, STRAINS, RANKS = "NESW", "CDHSN", "23456789TJQKA"
VUL = {"none": (False, False), "NS": (True, False), "EW": (False, True), "all": (True, True)}
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


def hand(text: str) -> list[int]:
    """A hand from its four suits, spades first; `-` is a void."""
    suits = zip("SHDC", text.split(), strict=True)
    return sorted(card(rank + suit) for suit, ranks in suits for rank in ranks if rank != "-")


def code(name: str) -> int:
    """As `P`, `X`, `XX`, `1N`."""
    others = {"P": PASS, "X": DOUBLE, "XX": REDOUBLE}
    return others[name] if name in others else bid_of(int(name[0]), STRAINS.index(name[1]))


def codes(names: str) -> list[int]:
    return [code(name) for name in names.split()]


def called(names: str, first: int = 0) -> list[Call]:
    """An auction from this seat on."""
    return [((first + k) % 4, each) for k, each in enumerate(codes(names))]


def contract(text: str, declarer: int = 0) -> Contract:
    """As `4H` or `4HXX`."""
    return Contract(int(text[0]), STRAINS.index(text[1]), text.count("X"), declarer)


def events(text: str) -> list[Event]:
    """As `made 0 1, below 0 60`."""
    told = [each.split() for each in text.split(", ") if each]
    return [(kind, int(seat), int(number)) for kind, seat, number in told]


@dataclass
class Deck:
    """Cards in the order they are asked for, then the lowest."""

    order: list[int] = field(default_factory=list)
    dealer: int = 0

    def card(self, stock: list[int]) -> int:
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


def deck(*hands: Sequence[int]) -> Deck:
    """Hands of the seats left of the dealer in order."""
    return Deck([each[k] for k in range(13) for each in hands])


@dataclass
class Table:
    """Calls and plays as named, then passes and plays the lowest legal card."""

    calls: list[int] = field(default_factory=list)
    plays: list[int] = field(default_factory=list)

    def __call__(self, decision: str, seat: int, view: View, legal: list[int]) -> int:
        if decision == "call":
            return self.calls.pop(0) if self.calls else PASS
        held = view["dummy_hand"] if view.get("acting_for", seat) != seat else view["hand"]
        return held.index(self.plays.pop(0)) if self.plays else legal[0]


def at_random(source: random.Random, passes: float = 0.6) -> Choose:
    """Passes with this chance, or else bids one of the next, doubles or redoubles."""

    def choose(decision: str, _seat: int, _view: View, legal: list[int]) -> int:
        if decision != "call":
            return source.choice(legal)
        if source.random() < passes:
            return PASS
        return source.choice([*legal[1:6], *[each for each in legal if each > 35]] or legal)

    return choose


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

    for vulnerable, scores in zip((False, True), expected, strict=True):
        for doubled, score in zip(("", "X", "XX"), scores, strict=True):
            made = contract(name + doubled)
            assert bridge.duplicate_score(made, int(tricks), vulnerable=vulnerable) == score


def every_result() -> Iterator[tuple[Contract, int, bool]]:
    for level, strain, doubled, tricks, vulnerable in product(
        range(1, 8), range(5), range(3), range(14), (False, True)
    ):
        yield Contract(level, strain, doubled), tricks, vulnerable


def test_the_extremes_of_all_contracts() -> None:
    scores = {
        (made, tricks, vulnerable): bridge.duplicate_score(made, tricks, vulnerable=vulnerable)
        for made, tricks, vulnerable in every_result()
    }

    assert min(scores.values()) == -7600
    assert max(scores.values()) == scores[contract("1NXX"), 13, True] == 3160
    assert list(scores.values()).count(3160) == 1
    for (made, tricks, _), score in scores.items():
        assert (score > 0) == (tricks >= 6 + made.level)


def test_the_seeds_table() -> None:
    for strain, points in enumerate(
        (range(20, 141, 20), range(20, 141, 20), range(30, 211, 30), range(30, 211, 30))
    ):
        assert [bridge.seeds_table(strain, tricks) for tricks in range(7, 14)] == list(points)
    assert [bridge.seeds_table(NOTRUMP, k) for k in range(7, 14)] == list(range(40, 221, 30))
    for level, strain in product(range(1, 8), range(5)):
        made = bridge.trick_points(Contract(level, strain))
        assert made == bridge.seeds_table(strain, 6 + level)


Deal = tuple[str, str, tuple[int, int]]
"""Declarer, contract and tricks; what is told of it; the points of both sides."""
RECORDS: dict[str, tuple[Rules, list[Deal]]] = {
    "the rubber of the examples": (
        HONORS,
        [
            ("N 2S 9", "made 0 1, below 0 60, above 0 30", (90, 0)),
            ("E 3N 9", "made 1 0, below 1 100, game 1 0", (0, 100)),
            ("S 4HX 8", "down 2 2, above 1 300", (0, 300)),
            ("N 1N 7", "made 0 0, below 0 40", (40, 0)),
            ("S 3D 9", "made 2 0, below 0 60, game 0 0", (60, 0)),
            (
                "W 6C 12",
                "made 3 0, below 1 120, above 1 750, honors 1 100, game 1 0, rubber 1 500",
                (0, 1470),
            ),
        ],
    ),
    "two games to none, and who has one is vulnerable": (
        RUBBER,
        [
            ("N 3N 9", "made 0 0, below 0 100, game 0 0", (100, 0)),
            ("E 4S 9", "down 1 1, above 0 50", (50, 0)),
            ("S 4S 9", "down 2 1, above 1 100", (0, 100)),
            ("S 4S 10", "made 2 0, below 0 120, game 0 0, rubber 0 700", (820, 0)),
        ],
    ),
    "a defender's honours, though the contract fails": (
        HONORS,
        [("N 2C 7", "down 0 1, above 1 50, honors 1 100", (0, 150))],
    ),
    "no honours without the option": (RUBBER, [("N 2C 7", "down 0 1, above 1 50", (0, 50))]),
    "no honours in Chicago": (
        replace(CHICAGO, honors=True),
        [("N 2C 7", "down 0 1, above 1 50", (0, 50))],
    ),
    "the Chicago of the examples": (
        CHICAGO,
        [
            ("N 2S 8", "made 0 0, below 0 60", (60, 0)),
            ("S 2D 9", "made 2 1, below 0 40, above 0 20, game 0 300", (360, 0)),
            ("E 3N 8", "down 1 1, above 0 50", (50, 0)),
            ("W 2H 9", "made 3 1, below 1 60, above 1 30, part-score 1 100", (0, 190)),
        ],
    ),
    "the same scored as at duplicate": (
        replace(CHICAGO, chicago_style="duplicate"),
        [
            ("N 2S 8", "made 0 0", (110, -110)),
            ("S 2D 9", "made 2 1", (110, -110)),
            ("E 3N 8", "down 1 1", (50, -50)),
            ("W 2H 9", "made 3 1", (-140, 140)),
        ],
    ),
    "a game in Chicago ends the part-scores of both sides": (
        CHICAGO,
        [
            ("N 2S 8", "made 0 0, below 0 60", (60, 0)),
            ("E 2H 8", "made 1 0, below 1 60", (0, 60)),
            ("W 3N 9", "made 3 0, below 1 100, game 1 300", (0, 400)),
            ("N 2D 8", "made 0 0, below 0 40, part-score 0 100", (140, 0)),
        ],
    ),
    "a part-score on the third deal, a game on the fourth": (
        CHICAGO,
        [
            ("N 2S 8", "made 0 0, below 0 60", (60, 0)),
            ("E 1S 6", "down 1 1, above 0 100", (100, 0)),
            ("W 1S 7", "made 3 0, below 1 30", (0, 30)),
            ("N 2D 8", "made 0 0, below 0 40, game 0 500", (540, 0)),
        ],
    ),
    "trick points know no doubling": (
        TRICK_POINTS,
        [
            ("N 2S 8", "made 0 0", (60, 0)),
            ("E 2S 10", "made 1 2", (0, 120)),
            ("S 1NXX 13", "made 2 6", (220, 0)),
            ("W 7C 13", "made 3 0", (0, 140)),
            ("N 4H 9", "down 0 1", (0, 0)),
        ],
    ),
}


@pytest.mark.parametrize("name", RECORDS)
def test_deals_are_written_down(name: str) -> None:
    """North deals first; east always holds four honours in clubs."""
    rules, deals = RECORDS[name]
    running, totals = Running(), [0, 0]
    for k, (played, told, points) in enumerate(deals):
        seat, bid, tricks = played.split()

        found, running, said = bridge.score_deal(
            rules,
            contract(bid, SEATS.index(seat)),
            tricks=int(tricks),
            vul=bridge.vulnerability(rules, number=k + 1, dealer=k % 4, games=running.games),
            number=k + 1,
            running=running,
            hands=([], cards("TC JC QC AC 2S"), [], []),
        )

        totals = [a + b for a, b in zip(totals, points, strict=True)]
        last = [("points", 0, points[0]), ("points", 1, points[1])]
        last += [("total", 0, totals[0]), ("total", 1, totals[1])]
        assert said == events(told) + last
        assert (found, running.totals) == (list(points), totals)


@pytest.mark.parametrize(
    ("below", "games", "bonuses"),
    [
        ([40, 0], [0, 1], "only-game 1 300, only-part-score 0 100"),
        ([0, 60], [0, 1], "only-game 1 300, only-part-score 1 100"),
        ([20, 0], [1, 1], "only-part-score 0 100"),
        ([40, 60], [1, 1], ""),
        ([0, 0], [0, 0], ""),
    ],
)
def test_a_rubber_stopped_early_pays_the_only_game_and_the_only_part_score(
    below: list[int], games: list[int], bonuses: str
) -> None:
    assert bridge.unfinished(Running(below, games)) == events(bonuses)


@pytest.mark.parametrize(
    ("held", "strain", "points"),
    [
        ("AS KS QS JS 2S 3C", "S", 100),
        ("TS KS QS JS 2S 3C", "S", 100),
        ("AS KS QS JS TS 3C", "S", 150),
        ("AS KS QS 9S 2S 3C", "S", 0),
        ("AS KS QS JS TS 3C", "H", 0),
        ("AS AH AD AC TS 3C", "N", 150),
        ("AS AH AD AC TS 3C", "S", 0),
        ("AS AH AD KC TS 3C", "N", 0),
    ],
)
def test_honours_in_one_hand(held: str, strain: str, points: int) -> None:
    assert bridge.honors_of(cards(held), STRAINS.index(strain)) == points


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (DEFAULT, 2 * "none NS EW all NS EW all none EW all none NS all none NS EW "),
        (CHICAGO, "none EW NS all"),
        (replace(CHICAGO, chicago_vul_23="non-dealer"), "none NS EW all"),
        (TRICK_POINTS, "none none none none"),
    ],
)
def test_who_is_vulnerable_where_north_deals_first(rules: Rules, expected: str) -> None:
    for k, vulnerable in enumerate(expected.split()):
        assert bridge.dealer_of_board(k + 1) == k % 4
        found = bridge.vulnerability(rules, number=k + 1, dealer=k % 4, games=(0, 0))
        assert found == VUL[vulnerable]


def test_imps() -> None:
    steps = [20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500]
    steps += [1750, 2000, 2250, 2500, 3000, 3500, 4000]
    for points, step in enumerate(steps, 1):
        found = [bridge.imps(each) for each in (step - 1, step, -step, 1 - step)]
        assert found == [points - 1, points, -points, 1 - points]


@pytest.mark.parametrize(
    ("comparison", "scores", "expected"),
    [
        ("total", [420, -50, 420, 450], [420, -50, 420, 450]),
        ("matchpoints", [420, -50, 420, 450], [3, 0, 3, 6]),
        ("imps", [420, -50], [10, -10]),
        ("imps", [420, 420, -50], [10, 10, -20]),
    ],
)
def test_tables_are_compared(comparison: str, scores: list[int], expected: list[int]) -> None:
    assert bridge.compare(comparison, scores) == expected


# The auction.


@pytest.mark.parametrize(
    ("before", "others"),
    [
        *(("", ""), ("P P P", ""), ("1C", "X"), ("1C P", ""), ("1C P P", "X"), ("7N", "X")),
        *(("1C X", "XX"), ("1C X P", ""), ("1C X P P", "XX"), ("1C X 1D", "X")),
        *(("1C X XX", ""), ("1C X XX P", "")),
    ],
)
def test_what_may_be_called(before: str, others: str) -> None:
    calls = called(before)
    bids = [each for _, each in calls if each in BIDS]
    higher = [PASS, *range(max(bids, default=0) + 1, 36)]

    for rules, more in ((DEFAULT, codes(others)), (Rules(doubles=False), [])):
        assert bridge.legal_calls(rules, calls, len(calls) % 4) == higher + more


@pytest.mark.parametrize(
    ("first", "names", "expected"),
    [
        ("S", "P P P P", ""),
        ("S", "1C P P P", "1C S"),
        ("N", "1S P 2S P 3S P P P", "3S N"),
        ("N", "1D P 1H P 1S P 4S P P P", "4S N"),
        ("N", "1N P 3H P 4H P P P", "4H S"),
        ("N", "1H 1S 2H 2S X P P P", "2SX E"),
        ("N", "1H 1S 2H 2S X XX P P P", "2SXX E"),
        ("W", "1H X XX 1S P P P", "1S S"),
        ("W", "1S 2S P P P", "2S N"),
        ("N", "1H X 2H P P P", "2H N"),
    ],
)
def test_what_an_auction_comes_to(first: str, names: str, expected: str) -> None:
    calls = called(names, SEATS.index(first))

    assert bridge.auction_over(calls)
    assert not any(bridge.auction_over(calls[:k]) for k in range(len(calls)))
    bid, _, declarer = expected.partition(" ")
    assert bridge.contract_of(calls) == (contract(bid, SEATS.index(declarer)) if bid else None)


def count_auctions(rules: Rules) -> tuple[int, int]:
    """How many whole auctions there are, and how long the longest is."""

    @cache
    def whole(bid: int, doubled: int, passes: int) -> tuple[int, int]:
        made = [bid, DOUBLE, REDOUBLE][: doubled + 1] if bid else []
        calls = [(k % 4, each) for k, each in enumerate(made + [PASS] * passes)]
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
    assert count_auctions(DEFAULT) == ((4 * 22**35 - 1) // 3, 319)
    assert count_auctions(Rules(doubles=False))[0] == (4 * 4**35 - 1) // 3


# A deal and its events.


def test_a_deal_is_told_from_the_deal_to_the_score() -> None:
    """West dealt; south leads against three hearts doubled of east, whose dummy is west."""
    dealt = [
        hand("JT9 T98 T987 JT9"),
        hand("432 AKQJ 432 AKQ"),
        hand("AKQ 432 AKQJ 432"),
        hand("8765 765 65 8765"),
    ]
    order = [each[k] for k in range(13) for each in dealt]
    auction = "P 1D 1H P 2H P 3H X P P P"
    names = "AS 5S 9S 2S KS 6S TS 3S QS 7S JS 4S AD 5D 7D 2D KD 6D 8D 3D QD 5H 9D 4D"
    table, running = Table(codes(auction), cards(names)), Running(totals=[10, -10])

    played = bridge.play_deal(DEFAULT, deck(*dealt), table, dealer=3, number=4, running=running)

    told = [("hand", 3, 4), ("vul", -1, 3)]
    told += [("deal", k % 4, each) for k, each in enumerate(order)]
    told += [("call", *each) for each in called(auction, 3)]
    told += [("contract", 1, code("3H")), ("doubled", 1, 1), ("play", 2, card("AS"))]
    told += [("dummy", 3, -1), ("play", 3, card("5S")), ("play", 0, card("9S"))]
    told += [("play", 1, card("2S")), ("trick", 2, 1), ("play", 2, card("KS"))]
    assert played.events[: len(told)] == told
    assert played.contract == contract("3HX", 1)
    assert played.history[5] == (2, tuple(cards("QD 5H 9D 4D")), 3)
    assert played.vul == (True, True)
    assert played.hands == [sorted(each) for each in dealt]
    down = 9 - played.tricks[1]
    assert down > 0
    lost = 200 + 300 * (down - 1)
    points = f"points 0 {lost}, points 1 {-lost}, total 0 {10 + lost}, total 1 {-10 - lost}"
    assert played.events[-5:] == events(f"down 1 {down}, {points}")
    assert played.running.totals == [10 + lost, -10 - lost]


@pytest.mark.parametrize(
    ("first_cards", "calls", "plays", "message"),
    [
        ([52], "", "", "card 52 is not among the unseen ones"),
        ([], "1C 1C", "", "seat 1 cannot choose 1 in call"),
        ([], "1N P P P", "2C 2D", "seat 0 cannot choose 3 in play"),
    ],
)
def test_what_is_not_legal_is_refused(
    first_cards: list[int], calls: str, plays: str, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        bridge.play_deal(DEFAULT, Deck(first_cards), Table(codes(calls), cards(plays)))


# Passing out, sessions, tables.


@pytest.mark.parametrize(
    ("rules", "again"),
    [
        (DEFAULT, 0),
        (TRICK_POINTS, 0),
        (replace(CHICAGO, redeal_passed_out=False), 0),
        (replace(RUBBER, redeal_passed_out=False), 0),
        (replace(CHICAGO, max_redeals=0), 0),
        (replace(RUBBER, max_redeals=1), 1),
        (Rules(redeal_passed_out=True), 2),
        (CHICAGO, 2),
        (RUBBER, 2),
    ],
)
def test_deals_that_all_pass_are_dealt_again_by_the_same_dealer(rules: Rules, again: int) -> None:
    played = bridge.play_deal(rules, Deck(), Table(codes("P P P P P P P P 1C")), dealer=2)

    assert played.redeals == again
    told = [each for each in played.events if each[0] in ("passed-out", "redeal", "contract")]
    out = "passed-out -1 -1, redeal 2 1, passed-out -1 -1, redeal 2 2, contract 2 1"
    assert told == events(out)[: 2 * again + 1]
    if again < 2:
        assert played.contract is None
        assert played.points == played.running.totals == [0, 0]
        assert len(played.calls) == 4


@pytest.mark.parametrize(
    ("rules", "dealers", "redeals"),
    [
        (replace(CHICAGO, max_redeals=2), [0, 1, 2, 3], 2),
        (replace(CHICAGO, redeal_passed_out=False, first_dealer=1), [1, 2, 3, 0], 0),
        (replace(RUBBER, max_redeals=1, max_deals=3), [0, 1, 2], 1),
        (replace(TRICK_POINTS, first_dealer=None, boards=2), [3, 0], 0),
        (Rules(first_dealer=None, boards=2), [0, 1], 0),
    ],
)
def test_sessions_where_nobody_ever_bids_end(
    rules: Rules, dealers: list[int], redeals: int
) -> None:
    """West is drawn as first dealer where one is drawn."""
    session = bridge.play_session(rules, Deck(dealer=3), Table())

    assert [deal.dealer for deal in session.deals] == dealers
    assert [deal.redeals for deal in session.deals] == [redeals] * len(dealers)
    assert session.events[-1] == ("draw", -1, len(dealers))


def is_over(rules: Rules, deals: int, games: Sequence[int]) -> bool:
    if rules.scoring == "rubber":
        return 2 in games or deals == rules.max_deals
    return deals == (4 if rules.scoring == "chicago" else rules.boards)


def test_a_session_is_its_deals_and_ends_when_the_rules_say() -> None:
    source, ends = random.Random(18), Counter[str]()
    for _ in range(SESSIONS):
        rules = random_rules(source)
        choose = at_random(source, source.choice([0.7, 0.9]))

        session = bridge.play_session(rules, Shuffled(source), choose)

        first = session.deals[0].dealer
        expected = 0 if rules.scoring == "duplicate" else rules.first_dealer
        assert expected in (None, first)
        totals, games = [0, 0], [0, 0]
        for k, deal in enumerate(session.deals):
            assert not is_over(rules, k, games)
            assert deal.events[0] == ("hand", (first + k) % 4, k + 1)
            if rules.scoring == "rubber":
                assert deal.vul == (games[0] > 0, games[1] > 0)
                for side in (0, 1):
                    games[side] += ("game", side, 0) in deal.events
            totals = [a + b for a, b in zip(totals, deal.points, strict=True)]
            assert (deal.running.games, deal.running.totals) == (games, totals)
        assert is_over(rules, len(session.deals), games)
        ends[rules.scoring] += 1
        extra = [each for each in session.events if each[0].startswith("only")]
        ends["unfinished"] += bool(extra)
        for _, side, points in extra:
            totals[side] += points
        winner = -1 if totals[0] == totals[1] else int(totals[1] > totals[0])
        last = ("draw" if winner == -1 else "win", winner, len(session.deals))
        assert (session.totals, session.winner) == (totals, winner)
        assert session.events[-1] == last
    assert min(ends.values()) > 3
    assert len(ends) == 5


@pytest.mark.parametrize("comparison", ["total", "matchpoints", "imps"])
def test_tables_play_the_same_cards_and_are_compared_board_by_board(comparison: str) -> None:
    source = random.Random(7)
    tables = [at_random(source, passes) for passes in (0.6, 0.7, 0.8)]
    rules = Rules(boards=5, comparison=comparison, redeal_passed_out=True)

    match = bridge.play_tables(rules, Shuffled(source), tables)

    for number, (boards, points) in enumerate(zip(match.boards, match.compared, strict=True)):
        for board in boards:
            assert board.hands == boards[0].hands
            assert (board.dealer, board.number, board.redeals) == (number % 4, number + 1, 0)
            assert board.vul == bridge.vul_of_board(number + 1)
        assert points == bridge.compare(comparison, [board.points[0] for board in boards])
    assert match.totals == [sum(each[k] for each in match.compared) for k in range(3)]
    told = Counter(kind for kind, _, _ in match.events)
    assert (told["table"], told["hand"], told["compared"]) == (15, 15, 15)


def for_the_match(comparison: str, ahead: int) -> list[int]:
    """What both sides have for a board on which north and south are ahead by so much."""
    if comparison == "matchpoints":
        return [1 + (ahead > 0) - (ahead < 0), 1 + (ahead < 0) - (ahead > 0)]
    worth = abs(bridge.imps(ahead)) if comparison == "imps" else abs(ahead)
    return [worth * (ahead > 0), worth * (ahead < 0)]


@pytest.mark.parametrize("comparison", ["total", "matchpoints", "imps"])
def test_a_match_turns_each_board_by_one_seat(comparison: str) -> None:
    source = random.Random(9)
    rules = Rules(boards=12, comparison=comparison, redeal_passed_out=True)

    match = bridge.play_teams(rules, Shuffled(source), at_random(source, 0.7), first=3)

    for number, (boards, compared) in enumerate(zip(match.boards, match.compared, strict=True), 3):
        one, two = boards
        assert (one.dealer, one.vul) == ((number - 1) % 4, bridge.vul_of_board(number))
        assert (two.dealer, two.vul) == (number % 4, one.vul[::-1])
        assert [two.hands[k] for k in (1, 2, 3, 0)] == one.hands
        assert (one.redeals, two.redeals) == (0, 0)
        assert compared == for_the_match(comparison, one.points[0] + two.points[0])
    totals = [sum(each[side] for each in match.compared) for side in (0, 1)]
    assert match.totals == totals
    assert totals[0] != totals[1]
    assert match.events[-1] == ("win", int(totals[1] > totals[0]), 12)


def test_only_duplicate_boards_are_compared() -> None:
    with pytest.raises(ValueError, match="not of rubber"):
        bridge.play_tables(RUBBER, Deck(), [Table()])


# Invariants.


@dataclass
class Case:
    """A deal of random choices under random rules, and of some what the seats were asked."""

    rules: Rules
    before: Running
    played: Played
    asked: list[tuple[str, int, View, list[int]]]
    laid: list[tuple[int, int]]
    """Whose card, and the card, in the order of play."""


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
        choose = at_random(source, source.choice([0.5, 0.8]))
        asked: list[tuple[str, int, View, list[int]]] = []
        before = Running([source.choice([0, 60]), 0], [0, source.choice([0, 1])])
        played = bridge.play_deal(
            rules,
            Shuffled(source),
            watched(choose, asked) if number % WATCHED == 0 else choose,
            dealer=source.randrange(4),
            number=source.randint(1, 4),
            running=before,
        )
        laid = [(seat, each) for kind, seat, each in played.events if kind == "play"]
        found.append(Case(rules, before, played, asked, laid))
    return found


def contracts() -> Iterator[tuple[Case, Contract]]:
    for case in cases():
        if case.played.contract is not None:
            yield case, case.played.contract


def test_all_cards_are_dealt_in_turn() -> None:
    for case in cases():
        played = case.played
        deal = [(seat, each) for kind, seat, each in played.events if kind == "deal"][-52:]
        assert [seat for seat, _ in deal] == [(played.dealer + 1 + k) % 4 for k in range(52)]
        assert sorted(each for _, each in deal) == list(PACK)
        assert played.hands == [sorted(c for s, c in deal if s == seat) for seat in range(4)]
        assert sum(map(hcp, played.hands)) == 40


def test_calls_go_round_and_bids_go_up() -> None:
    met: Counter[str] = Counter()
    for case in cases():
        played, made = case.played, case.played.contract
        for k, (seat, _) in enumerate(played.calls):
            assert seat == (played.dealer + k) % 4
        bids = [each for _, each in played.calls if each in BIDS]
        assert bids == sorted(set(bids))
        doubles = {each for _, each in played.calls if each > 35}
        assert case.rules.doubles or not doubles
        met.update(["out"] * (not bids), doubled=DOUBLE in doubles, redoubled=REDOUBLE in doubles)
        assert bids[-1:] == ([] if made is None else [made.bid])
        if made is not None:
            named = [s for s, c in played.calls if c in BIDS and strain_of(c) == made.strain]
            side = side_of(made.declarer)
            assert next(s for s in named if side_of(s) == side) == made.declarer
    assert min(met[name] for name in ("doubled", "redoubled", "out")) > 10


def test_nobody_revokes_and_the_best_card_takes_the_trick() -> None:
    for case, made in contracts():
        left = [set(each) for each in case.played.hands]
        leader, won = (made.declarer + 1) % 4, [0, 0]
        for number, written in enumerate(case.played.history):
            trick = case.laid[4 * number : 4 * number + 4]
            assert [seat for seat, _ in trick] == [(leader + k) % 4 for k in range(4)]
            led = suit_of(trick[0][1])
            strength = {}
            for seat, each in trick:
                suit = suit_of(each)
                assert suit == led or all(suit_of(c) != led for c in left[seat])
                left[seat].remove(each)
                strength[seat] = each % 13 + 50 * (suit == led) + 100 * (suit == made.strain)
            winner = max(strength, key=lambda seat: strength[seat])
            assert written == (leader, tuple(each for _, each in trick), winner)
            assert ("trick", winner, number + 1) in case.played.events
            won[winner % 2] += 1
            leader = winner
        assert left == [set()] * 4
        assert case.played.tricks == won


def test_points_are_those_of_the_rules() -> None:
    met: Counter[str] = Counter()
    for case, made in contracts():
        played, rules = case.played, case.rules
        side, other = side_of(made.declarer), 1 - side_of(made.declarer)
        over = played.tricks[side] - 6 - made.level
        result = ("made" if over >= 0 else "down", made.declarer, abs(over))
        assert [each for each in played.events if each[0] in ("made", "down")] == [result]
        met[rules.scoring] += 1
        if rules.scoring in ("duplicate", "trick-points"):
            assert (played.points[side] > 0) == (over >= 0)
            assert played.points[other] == (rules.scoring == "duplicate") * -played.points[side]
        elif rules.scoring == "rubber" or rules.chicago_style == "cumulative":
            below = [each for each in played.events if each[0] == "below"]
            assert below == ([("below", side, bridge.trick_points(made))] if over >= 0 else [])
            assert min(played.points) >= 0
            assert over >= 0 or played.points[other] >= 50
    assert min(met.values()) > 50


def at_the_table(case: Case, seat: int, hand: list[int], calls: list[Call]) -> View:
    """What everybody is shown at every decision."""
    before = case.before
    return {
        "seat": seat,
        "dealer": case.played.dealer,
        "vul": list(case.played.vul),
        "hand": hand,
        "calls": calls,
        "scoring": case.rules.scoring,
        "running_scores": {"below": before.below, "games": before.games, "totals": before.totals},
    }


def test_a_call_shows_the_own_hand_and_the_calls_so_far() -> None:
    for case in cases()[::WATCHED]:
        calls = case.played.calls
        asked = [each for each in case.asked if each[0] == "call"][-len(calls) :]
        for k, (_, seat, view, legal) in enumerate(asked):
            assert view == at_the_table(case, seat, case.played.hands[seat], calls[:k])
            assert seat == calls[k][0]
            assert legal == bridge.legal_calls(case.rules, calls[:k], seat)


def test_a_play_shows_the_table_of_that_moment_and_no_hidden_hand() -> None:
    met: Counter[str] = Counter()
    for case, made in contracts():
        played, laid, dummy = case.played, case.laid, (made.declarer + 2) % 4
        asked = [each for each in case.asked if each[0] != "call"]
        for number, (decision, seat, view, legal) in enumerate(asked):
            owner, gone = laid[number][0], {each for _, each in laid[:number]}
            now = [[each for each in own if each not in gone] for own in played.hands]
            expected = at_the_table(case, seat, now[seat], played.calls)
            expected["contract"] = (made.level, made.strain, made.doubled, made.declarer)
            trick = number // 4
            led = suit_of(laid[4 * trick][1]) if number % 4 else None
            if number:
                won = Counter(winner % 2 for _, _, winner in played.history[:trick])
                suits = [suit_of(laid[k - k % 4][1]) for k in range(number)]
                failed = {
                    (each, suit)
                    for (each, shown), suit in zip(laid, suits, strict=False)
                    if suit_of(shown) != suit
                }
                expected |= {
                    "dummy_hand": now[dummy],
                    "acting_for": owner,
                    "current_trick": laid[4 * trick : number],
                    "history": played.history[:trick],
                    "tricks": [won[0], won[1]],
                    "voids": [[(s, u) in failed for u in range(4)] for s in range(4)],
                }
            assert view == expected
            assert seat == (made.declarer if owner == dummy else owner)
            assert decision == ("play" if number else "lead")
            assert [now[owner][k] for k in legal] == bridge.playable(now[owner], led)
            met[decision] += 1
            met["for dummy"] += owner == dummy
    assert met["lead"] > 50
    assert met["for dummy"] == 13 * met["lead"]


def test_the_true_hands_agree_with_every_view_and_others_often_do_not() -> None:
    met: Counter[bool] = Counter()
    for case in cases()[::WATCHED]:
        for _, seat, view, _ in case.asked[::5]:
            gone = {each for _, each in view.get("current_trick", [])}
            gone |= {each for _, trick, _ in view.get("history", []) for each in trick}
            hands = [[each for each in own if each not in gone] for own in case.played.hands]
            if view["hand"] != hands[seat]:
                continue  # of a deal that was passed out
            assert bridge.agrees(view, hands)
            left, right = (seat + 1) % 4, (seat + 3) % 4
            hands[left], hands[right] = hands[right], hands[left]
            met[bridge.agrees(view, hands)] += 1
    assert min(met[True], met[False]) > 50


def test_hands_that_cannot_be_do_not_agree_with_a_view() -> None:
    own, other, third, last = [list(range(k, k + 13)) for k in (0, 13, 26, 39)]
    view: View = {"seat": 0, "hand": own}

    assert bridge.agrees(view, [own, last, third, other])
    assert not bridge.agrees(view, [own, other, third, third])
    assert not bridge.agrees(view, [other, own, third, last])
    assert not bridge.agrees(view, [own, other[1:], third, last])
    view["current_trick"] = [(1, card("2D")), (2, card("2S"))]
    assert bridge.agrees(view, [own, other[1:], last[1:], third])
    revoked = [own, [card("3S"), *other[2:]], [card("3D"), *last[2:]], third]
    assert not bridge.agrees(view, revoked)
    view |= {"contract": (1, NOTRUMP, 0, 1), "dummy_hand": third}
    assert bridge.agrees(view, [own, other[1:], last[1:], third])
    another_dummy = [card("3S"), *third[1:]]
    assert not bridge.agrees(view, [own, other[1:], [card("2H"), *last[2:]], another_dummy])


# Hands.


def test_points_shape_and_fits() -> None:
    one, two = hand("AKQ2 432 432 J32"), hand("T9 AQ98 K5 KQT98")

    assert (hcp(one), hcp(two)) == (10, 14)
    assert lengths_of(one) == (3, 3, 3, 4)
    assert bridge.shape_of(two) == (5, 4, 2, 2)
    assert (bridge.is_balanced(one), bridge.is_balanced(two)) == (True, False)
    assert bridge.fits(one, two) == (8, 5, 7, 6)


@cache
def of_a_suit(length: int) -> dict[int, tuple[int, tuple[int, ...]]]:
    """Cards of one suit by their points: how many ways, and one of them."""
    found: dict[int, tuple[int, tuple[int, ...]]] = {}
    for held in combinations(range(13), length):
        ways, one = found.get(hcp(held), (0, held))
        found[hcp(held)] = ways + 1, one
    return found


@cache
def hands_of(lengths: tuple[int, ...]) -> dict[int, tuple[int, list[int]]]:
    """Hands of spades, hearts, diamonds, clubs so long, by points: how many ways, and one."""
    held: dict[int, tuple[int, list[int]]] = {0: (1, [])}
    for suit, length in zip((3, 2, 1, 0), lengths, strict=True):
        further: dict[int, tuple[int, list[int]]] = {}
        for (h, (ways, one)), (more, (others, ranks)) in product(
            held.items(), of_a_suit(length).items()
        ):
            known, _ = further.get(h + more, (0, one))
            longer = [*one, *(13 * suit + rank for rank in ranks)]
            further[h + more] = known + ways * others, longer
        held = further
    return held


# Tips: the tables.


def says(names: str, held: Sequence[int], tips: Tips = TIPS, rules: Rules = DEFAULT) -> int:
    """The call of the next seat by the tips; north dealt."""
    calls = called(names)
    seat = len(calls) % 4
    return bridge.tips_call(tips, held, calls, seat, bridge.legal_calls(rules, calls, seat))


def by_points(calls: str, points: int) -> int:
    """The call for so many points of `P 12:1S 15:1N`: pass, 1S from 12 on, 1N from 15 on."""
    said, *further = calls.split()
    for each in further:
        least, call = each.split(":")
        said = call if points >= int(least) else said
    return code(said)


# Calls before; then for hands with so many spades, hearts, diamonds and clubs the call by points.
BY_THE_TIPS = [
    # OPEN.
    ("", "5422 P 12:1S, 5332 P 12:1S 15:1N 18:1S, 2353 P 12:1D 15:1N 18:1D"),
    ("", "4333 P 12:1C 15:1N 18:1C, 3244 P 12:1D 15:1N 18:1D, 4414 P 12:1C"),
    ("P P P", "5512 P 12:1S"),
    ("", "2551 P 12:1H, 2155 P 12:1D, 5116 P 12:1C"),
    # RESPOND to 1N.
    ("1N P", "4333 P 8:2N 10:3N 16:4N 18:6N 22:7N, 5332 2S 8:2N 10:3S 16:4N 18:6N 22:7N"),
    ("1N P", "5521 2S 8:2N 10:3S 16:4N 18:6N 22:7N, 2533 2H 8:2N 10:3H 16:4N 18:6N 22:7N"),
    ("1N P", "5620 2H 8:4H 16:4N 18:6N 22:7N"),
    # RESPOND to 1X: support for a major.
    ("1S P", "3433 P 6:2S 11:3S 13:4S 21:6S 25:7S"),
    ("1H P", "4342 P 6:2H 11:3H 13:4H 21:6H 25:7H"),
    # A new suit.
    ("1D P", "4423 P 6:1H, 5521 P 6:1S, 5413 P 6:1S"),
    ("1C P", "1444 P 6:1D"),
    ("1H P", "2254 P 6:1N 11:2D, 3244 P 6:1N 11:2C, 4243 P 6:1S, 4252 P 6:1S 11:2D"),
    ("1S P", "2443 P 6:1N 11:2D, 2533 P 6:1N 11:2H, 1552 P 6:1N 11:2H"),
    # Support for a minor, and notrump.
    ("1D P", "3343 P 6:2D 11:3D 13:3N 21:6N 25:7N, 3244 P 6:2D 11:2C"),
    ("1C P", "3325 P 6:2C 11:3C 13:3N 21:6N 25:7N, 3334 P 6:1N 11:2N 13:3N 21:6N 25:7N"),
    # REBID after 1N.
    ("1N P 2S P", "3433 P"),
    ("1N P 2N P", "3433 P 16:3N"),
    ("1N P 4N P", "3433 P 17:6N"),
    ("1N P 3S P", "3433 4S, 2434 3N"),
    ("1N P 3N P", "3433 P"),
    ("1N P 6N P", "3433 P"),
    ("1N P 2C P", "3433 P"),
    # After a raise.
    ("1S P 2S P", "5323 P 16:3S 19:4S"),
    ("1D P 2D P", "3352 P 16:2N 19:3N, 2362 P 16:3D 19:3N"),
    ("1S P 3S P", "5323 P 14:4S 22:6S"),
    ("1D P 3D P", "3352 P 14:3N 22:6D"),
    ("1S P 4S P", "5323 P 20:6S"),
    ("1D P 4D P", "3352 P 20:6D"),
    # After 1N, 2N, 3N, and level 6 or 7.
    ("1S P 1N P", "5323 P 17:2N 19:3N, 6322 2S 16:3S 19:3N, 5422 2H 19:3N, 5044 2D 19:3N"),
    ("1S P 1N P", "5125 2C 19:3N"),
    ("1C P 1N P", "2425 P 19:3N"),
    ("1S P 2N P", "5323 P 14:3N 21:6N, 6322 P 14:4S 21:6N"),
    ("1D P 2N P", "2362 P 14:3N 21:6N"),
    ("1S P 3N P", "5323 P 20:6N, 6322 4S 20:6N"),
    ("1D P 3N P", "2362 P 20:6N"),
    ("1S P 6S P", "5323 P"),
    # After a new suit at the one level.
    ("1D P 1H P", "2452 2H 16:3H 19:4H"),
    ("1H P 1S P", "2632 2H 16:3H 19:4H"),
    ("1D P 1S P", "2362 2D 16:3D 19:3N"),
    ("1D P 1H P", "4162 2D 16:3D 19:3N"),
    ("1C P 1D P", "4414 1H 19:3N, 4324 1S 19:3N"),
    ("1D P 1H P", "4243 1S 19:3N"),
    ("1C P 1S P", "2434 1N 15:2N 19:3N"),
    ("1D P 1S P", "1354 2C 19:3N"),
    ("1H P 1S P", "0544 2D 19:3N, 1525 2C 19:3N"),
    ("1C P 1D P", "2245 2D 16:3D 19:3N"),
    ("1C P 1S P", "1435 2C 19:3N, 1444 1N 19:3N"),
    # After a new suit at the two level.
    ("1S P 2H P", "5323 3H 14:4H 22:6H"),
    ("1C P 2H P", "2335 3H 14:4H 22:6H"),
    ("1S P 2D P", "6322 2S 14:4S"),
    ("1D P 2C P", "2362 2D 14:3N"),
    ("1S P 2C P", "5332 2N 14:3N, 5143 2D, 5440 2H"),
    ("1S P 2D P", "5404 2H, 5134 2S 15:3C, 5044 3D 15:3C"),
    ("1D P 2C P", "4441 2N"),
    # PLACE: slams, and what ends below them.
    ("1S P 2H P 4H P", "2533 P 19:6H 23:7H, 3523 P 19:6S 23:7S"),
    ("1N P 3H P 3N P", "2533 P 18:6N 22:7N, 2623 P 10:4H 18:6H 22:7H"),
    # Game and invitations.
    ("1D P 1S P 1N P", "4333 P 11:2N 13:3N 21:6N 25:7N"),
    ("1D P 1S P 1N P 2N P", "3343 P 14:3N 22:6N 26:7N"),
    ("1D P 1H P 2H P", "2443 P 11:3H 13:4H 21:6H 25:7H"),
    ("1D P 1H P 2H P 3H P", "3442 P 14:4H 22:6H 26:7H"),
    ("1D P 1H P 1S P", "4432 P 11:3S 13:4S 21:6S 25:7S"),
    ("1D P 1H P 1S P 4S P", "4243 P 20:6N 24:7N"),
    ("1S P 2S P 3S P", "3433 P 9:4S 17:6S 21:7S"),
    ("1C P 1S P 3S P", "4333 P 9:4S 17:6S 21:7S"),
    # Weak, and the contract is ours.
    ("1S P 1N P 2D P", "2425 2S 11:2N 13:3N 21:6N 25:7N, 2434 P 11:2N 13:3N 21:6N 25:7N"),
    ("1C P 1D P 1H P", "3253 1N 11:2N 13:3N 21:6N 25:7N, 3244 2C 11:2N 13:3N 21:6N 25:7N"),
    ("1S P 2C P 2D P", "3136 2S 11:3S 13:4S 21:6S 25:7S"),
    ("1H P 1S P 3S P", "4522 P 9:4H 17:6H 21:7H"),
    ("1H P 1S P 2S P", "4522 3H 13:4H 21:6H 25:7H"),
    ("1S P 2S P 2N P", "3433 3S 8:4S 16:6S 20:7S"),
    # An overcaller's partner, and the overcaller again.
    ("1C 1S P", "3433 P 13:3S 15:4S 23:6S 27:7S"),
    ("1C 1S 2H", "3433 2S 13:3S 15:4S 23:6S 27:7S"),
    ("1C 1S 3C", "3433 P 13:3S 15:4S 23:6S 27:7S"),
    ("1C 1S 2C", "2443 P 13:2N 15:3N 23:6N 27:7N"),
    ("1C 1S P", "2443 P 13:2N 15:3N 23:6N 27:7N, 1363 1N 13:2N 15:3N 23:6N 27:7N"),
    ("1C 1S P", "1372 2D 13:2N 15:3N 23:6N 27:7N"),
    ("1C 1S P 4S P", "5242 P 18:6N 22:7N"),
    ("1C 1S 2C 2S 3C", "5242 P 25:3N 33:6N"),
    ("1C 1S 2C P P", "5242 P"),
    # What the table says cannot be bid.
    ("1D 1S", "3433 P 11:2N 13:3N 21:6N 25:7N"),
    ("1C 1S", "2812 P 6:2H 11:3H 13:4H 21:6H 25:7H"),
    ("1D P 1H 2S", "2452 P 16:3H 19:4H"),
    ("1C P 1S 2H 2S P", "2335 P 11:2N 13:3N 21:6N 25:7N"),
    # Responses and openings that no line has.
    ("1D P 3S P", "2452 P 14:3N 22:6N 26:7N"),
    ("1D P 5D P", "2452 P 33:6N"),
    ("1C P 3D P", "1336 P 25:3N"),
    ("2C P", "4333 P 23:2N 25:3N 33:6N 37:7N"),
    # Those who pass to the end.
    ("1S P P 2D", "5323 P"),
    ("1S P P 2D 2S P", "3433 P"),
    ("1S X P P", "5323 P"),
    ("1C 1S P P 2C", "5233 P"),
    # No overcalls.
    ("1C", "5521 P"),
    ("1C P 1S", "4333 P"),
]
BY_OPTIONS = [
    (Tips(open_hcp=13), "", "5332 P 13:1S 15:1N 18:1S"),
    (Tips(open_hcp=10), "", "4333 P 10:1C 15:1N 18:1C"),
    (Tips(nt_range=(12, 14)), "", "3433 P 12:1N 15:1C"),
    (Tips(nt_with_five_card_major=False), "", "5332 P 12:1S, 3253 P 12:1D 15:1N 18:1D"),
    # All numbers of the responses to 1N move with its range.
    (Tips(nt_range=(12, 14)), "1N P", "5332 2S 11:2N 13:3S 19:4N 21:6N 25:7N"),
    (Tips(nt_range=(18, 20)), "1N P", "4333 P 5:2N 7:3N 13:4N 15:6N 19:7N"),
    (Tips(nt_range=(12, 14)), "1N P 2N P", "3433 P 13:3N"),
    (Tips(nt_range=(12, 14)), "1N P 4N P", "3433 P 14:6N"),
    (Tips(nt_range=(12, 14)), "1N P 3H P 3N P", "2533 P 21:6N 25:7N"),
    # PLACE.
    (Tips(game_hcp=24), "1D P 1S P 1N P", "4333 P 11:2N 12:3N 21:6N 25:7N"),
    (Tips(game_hcp=26), "1D P 1S P 1N P", "4333 P 11:2N 14:3N 21:6N 25:7N"),
    (Tips(invite_hcp=25), "1D P 1S P 1N P", "4333 P 13:3N 21:6N 25:7N"),
    (Tips(slam_hcp=31), "1S P 2H P 4H P", "2533 P 17:6H 23:7H"),
    (Tips(grand_hcp=32), "1S P 2H P 4H P", "2533 P 19:7H"),
    (Tips(open_hcp=10), "1D P 1S P 1N P", "4333 P 13:2N 15:3N 23:6N 27:7N"),
    (Tips(open_hcp=10), "1D P 1S P 1N P 2N P", "3343 P 12:3N 20:6N 24:7N"),
    # OVERCALL.
    (SIMPLE, "1C", "4333 P 15:1N 19:P, 3253 P 10:1D 15:1N 19:1D, 5521 P 10:1S"),
    (SIMPLE, "1S", "2533 P 13:2H 15:1N 19:2H, 2632 P 11:2H"),
    (SIMPLE, "P 1S P P", "2533 P 13:2H 15:1N 19:2H"),
    (SIMPLE, "1S P 2S", "2362 P"),
    (SIMPLE, "1S P 2C", "2263 P 11:2D"),
    (SIMPLE, "1C P 1N", "4333 P, 3532 P 13:2H"),
    # Penalty doubles.
    (Tips(penalty_double_hcp=12), "3C", "4423 P 12:X"),
    (Tips(penalty_double_hcp=13), "3C P P", "4423 P 13:X"),
    (Tips(penalty_double_hcp=12), "2S", "4423 P"),
    (Tips(penalty_double_hcp=12), "P 3C P", "4423 P 25:3N 33:6N"),
    (Tips(penalty_double_hcp=12), "3C X", "4423 P 25:3N 33:6N"),
    (Tips(penalty_double_hcp=12), "3C X XX", "4423 P"),
    (Tips(penalty_double_hcp=12), "1S P P 3C", "5323 P 12:X"),
    (Tips(penalty_double_hcp=5), "1S 3C", "3433 P 5:X 11:3S 13:4S 21:6S 25:7S"),
    (Tips(penalty_double_hcp=5), "1D P 1H 3S", "3343 P 5:X 19:3N"),
]


@pytest.mark.parametrize(
    ("tips", "names", "rows"), [*((TIPS, *row) for row in BY_THE_TIPS), *BY_OPTIONS]
)
def test_the_tips_call_by_points_and_lengths(tips: Tips, names: str, rows: str) -> None:
    for row in rows.split(", "):
        lengths, calls = row.split(" ", 1)
        for points, (_, held) in hands_of(tuple(map(int, lengths))).items():
            found = says(names, held, tips)
            assert (lengths, points, found) == (lengths, points, by_points(calls, points))


def test_there_are_no_penalty_doubles_without_doubles() -> None:
    held = hand("KQ32 KQ32 Q2 432")

    assert says("3C", held, Tips(penalty_double_hcp=12), Rules(doubles=False)) == PASS


@pytest.mark.parametrize(
    ("slot", "auctions"),
    [
        ("open", ["", "P P P"]),
        ("overcall", ["1C"]),
        ("respond", ["1C P", "P P 1C P", "1C X"]),
        ("rebid", ["1C P 1D P", "1C P 1D 2C", "1C P P 1D P P 1H P"]),
        ("place", ["1C P 1D P 1H P", "1C 1D P", "1C 1D P 1H P", "1C P 1D P P 1H"]),
        ("place", ["1C P 1D P X P"]),
        ("silent", ["1C P P 1D", "1C P P 1D P P", "1C 1D P P 1H", "1C P X P"]),
        ("silent", ["1C P X P P 1D", "1C P P 1D P 1H"]),
    ],
)
def test_which_part_of_the_system_a_turn_belongs_to(slot: str, auctions: list[str]) -> None:
    for calls in map(called, auctions):
        assert bridge.slot_of(calls, len(calls) % 4) == slot


# Calls before, and what each bid then promises: points, and cards of suits.
PROMISES = [
    ("", "1C 12 C3, 1H 12 H5, 1N 15 C2 D2 H2 S2, 2C 0, 3N 0, 7S 0"),
    ("P P", "1D 12 D3, 1S 12 S5"),
    # Responses.
    ("1N P", "2H 0 H5, 3S 10 S5, 4H 8 H6, 2N 8, 3N 10, 4N 16, 6N 18, 7N 22, 2C 0"),
    ("1S P", "2S 6 S3, 3S 11 S3, 4S 13 S3, 6S 21 S3, 7S 25 S3, 5S 0"),
    ("1S P", "2H 11 H5, 2D 11 D4, 1N 6, 2N 11, 3N 13, 6N 21, 7N 25, 4H 13, 3C 0"),
    ("1D P", "2D 6 D4, 3D 11 D4, 4D 0, 2C 11 C4, 2S 0"),
    ("1C P", "2C 6 C5, 1S 6 S4"),
    # Rebids.
    ("1N P 2N P", "3N 16"),
    ("1N P 4N P", "6N 17"),
    ("1N P 3S P", "4S 15 S3, 3N 15"),
    ("1S P 2S P", "3S 16, 4S 19"),
    ("1D P 2D P", "2N 16, 3N 19"),
    ("1S P 3S P", "4S 14, 6S 22"),
    ("1C P 3C P", "3N 14"),
    ("1S P 4S P", "6S 20"),
    ("1S P 1N P", "2N 17, 3N 19, 2S 12 S6, 3S 16 S6, 2D 12 D4"),
    ("1S P 2N P", "4S 14 S6, 3N 14, 6N 21"),
    ("1S P 3N P", "4S 12 S6, 6N 20"),
    ("1D P 1H P", "2H 12 H4, 3H 16 H4, 4H 19 H4, 2D 12 D5, 3D 16 D6, 1S 12 S4, 2C 12 C4"),
    ("1D P 1H P", "1N 12, 2N 15, 3N 19, 2S 0"),
    ("1H P 1S P", "4H 19 H6"),
    ("1C P 1D P", "3D 16 D4, 4D 0"),
    ("1S P 2H P", "3H 12 H3, 4H 14 H3, 6H 22 H3"),
    ("1S P 2C P", "2S 12 S5, 4S 14 S6, 2D 12 D4, 2N 12, 3N 14"),
    ("1S P 2D P", "3D 12 D4, 3C 15 C4"),
    # Later.
    ("1D P 1S P 1N P", "2N 11, 3N 13, 6N 21, 7N 25"),
    ("1D P 1H P 2H P", "3H 11, 4H 13, 5H 0"),
    ("1D P 1H P 3H P", "4H 9"),
    ("1D P 1H P 2H P 3H P", "4H 14"),
    ("1H P 1S P 2S P", "3S 11, 3H 0"),
    ("1H P 1S P 2H P", "3S 11"),
    ("1S P 1N P 2D P", "2S 0"),
    # Overcalls, what follows them, and those who had passed.
    ("1C", "1S 10 S5, 2S 0, 3S 0, 1N 15 C2 D2 H2 S2, 2N 0"),
    ("1C P 1S", "2H 11 H5"),
    ("1S", "2C 11 C5"),
    ("1C 1S P", "2N 13, 4S 15"),
    ("1C 1N P", "3N 10"),
    ("1S P P 2C", "2S 0"),
    ("1S P P 2C P P", "2S 0"),
    ("1C 1D P P 1H", "1S 0"),
]
PROMISES_BY_OPTIONS = [
    (Tips(open_hcp=10), "", "1S 10 S5"),
    (Tips(open_hcp=10), "1S P 2C P", "2D 10 D4"),
    (Tips(open_hcp=10), "1D P 1S P 1N P", "3N 15"),
    (Tips(nt_range=(12, 14)), "", "1N 12 C2 D2 H2 S2"),
    (Tips(nt_range=(12, 14)), "1N P", "2N 11, 2S 0 S5"),
    (Tips(nt_range=(12, 14)), "1N P 2N P", "3N 13"),
    (Tips(nt_range=(12, 14)), "1N P 4N P", "6N 14"),
    (Tips(nt_range=(12, 14)), "1C", "1N 15 C2 D2 H2 S2"),
    (Tips(nt_range=(24, 26)), "1N P", "2N 0"),
    (Tips(invite_hcp=22), "1D P 1S P 1N P", "2N 10"),
    (Tips(game_hcp=26), "1D P 1S P 1N P", "3N 14"),
    (Tips(slam_hcp=32), "1D P 1S P 1N P", "6C 20"),
    (Tips(grand_hcp=38), "1D P 1S P 1N P", "7C 26"),
    # Lines of the tables keep their numbers.
    (Tips(game_hcp=26), "1D P", "3N 13"),
    (Tips(game_hcp=26), "1D P 2D P", "3N 19"),
    (Tips(game_hcp=26), "1S P 2N P", "3N 14"),
    (Tips(slam_hcp=36), "1N P 4N P", "6N 17"),
]


@pytest.mark.parametrize(
    ("tips", "names", "promises"),
    [*((TIPS, *row) for row in PROMISES), *PROMISES_BY_OPTIONS],
)
def test_what_bids_promise(tips: Tips, names: str, promises: str) -> None:
    calls = called(names)
    for promise in promises.split(", "):
        bid, least, *suits = promise.split()
        held = {each[0]: int(each[1]) for each in suits}
        clubs, diamonds, hearts, spades = (held.get(suit, 0) for suit in "CDHS")

        found = bridge.meaning_of(tips, calls, len(calls) % 4, code(bid))

        assert (bid, found) == (bid, Promise(int(least), (clubs, diamonds, hearts, spades)))


def test_promises_are_running_maxima() -> None:
    calls = called("1S P 2C P 2D P 3N P")

    assert bridge.promise_of(TIPS, calls, 0) == Promise(12, (0, 4, 0, 5))
    assert bridge.promise_of(TIPS, calls, 2) == Promise(13, (4, 0, 0, 0))
    assert bridge.promise_of(TIPS, calls, 1) == bridge.NOTHING
    assert bridge.promise_of(TIPS, called("1S P 1N P 2D P 2S"), 2) == Promise(6)


# Tips: whole auctions.


AUCTIONS = 3000
HANDS_OF_ALL = tuple[list[int], ...]


def dealt_at_random(source: random.Random) -> HANDS_OF_ALL:
    order = source.sample(PACK, 52)
    return tuple(sorted(order[k::4]) for k in range(4))


@cache
def auctions(overcalls: str) -> list[tuple[HANDS_OF_ALL, list[Call]]]:
    """What four seats bid by the tips; north deals."""
    source, tips = random.Random(f"tips {overcalls}"), Tips(overcalls=overcalls)
    found = []
    for _ in range(AUCTIONS):
        hands, calls = dealt_at_random(source), list[Call]()
        while not bridge.auction_over(calls):
            seat = len(calls) % 4
            legal = bridge.legal_calls(DEFAULT, calls, seat)
            calls.append((seat, bridge.tips_call(tips, hands[seat], calls, seat, legal)))
            assert calls[-1][1] in legal
        found.append((hands, calls))
    return found


@pytest.mark.parametrize(
    ("overcalls", "slots"), [("none", "open respond rebid place"), ("simple", "overcall")]
)
def test_bids_keep_their_promises_and_auctions_end_soon(overcalls: str, slots: str) -> None:
    """From each seat's cards; all that is uncontested, and overcalls."""
    tips, kept = Tips(overcalls=overcalls), Counter[str]()
    for hands, calls in auctions(overcalls):
        for k, (seat, made) in enumerate(calls):
            slot = bridge.slot_of(calls[:k], seat)
            if made == PASS or slot not in slots.split():
                continue
            promise = bridge.meaning_of(tips, calls[:k], seat, made)
            assert hcp(hands[seat]) >= promise.hcp
            assert promise.hcp >= 10 or slot != "overcall"
            for own, least in zip(lengths_of(hands[seat]), promise.lengths, strict=True):
                assert own >= least
            kept[slot] += 1
    assert set(kept) == set(slots.split())
    assert min(kept.values()) > 200
    assert 10 < max(len(calls) for _, calls in auctions(overcalls)) < 40


# Figures.


@cache
def all_hands() -> list[tuple[int, list[int]]]:
    """How many hands have these lengths and points, and one of them, for all there are."""
    shapes = [lengths for lengths in product(range(14), repeat=4) if sum(lengths) == 13]
    return [each for lengths in shapes for each in hands_of(lengths).values()]


def shares_of(kind: Callable[[list[int]], int]) -> dict[int, float]:
    """Exact shares of the hands of each kind, which depends on lengths and points alone."""
    found = Counter[int]()
    for ways, one in all_hands():
        found[kind(one)] += ways
    return {each: ways / HANDS for each, ways in found.items()}


def test_points_of_a_hand_are_as_likely_as_the_figures_say() -> None:
    shares = shares_of(hcp)

    assert sum(shares.values()) == pytest.approx(1)
    assert sum(h * share for h, share in shares.items()) == pytest.approx(10)
    assert sum((h - 10) ** 2 * share for h, share in shares.items()) == pytest.approx(290 / 17)
    assert max(shares) == 37
    assert sum(shares[h] for h in range(6)) == pytest.approx(0.1400245251, abs=5.1e-11)


def test_hands_are_as_often_balanced_and_void_as_the_figures_say() -> None:
    assert shares_of(bridge.is_balanced)[True] == pytest.approx(0.4760415243, abs=5.1e-11)
    voids = shares_of(lambda one: 0 in lengths_of(one))
    assert voids[True] == pytest.approx(0.0510655209, abs=5.1e-11)


def test_the_tips_open_as_often_as_the_figures_say() -> None:
    figures = {"P": 0.6518284804, "1C": 0.0932365385, "1D": 0.0966929201}
    figures |= {"1H": 0.0535968384, "1S": 0.0559892345, "1N": 0.0486559881}

    shares = shares_of(lambda one: bridge.open_by_tips(TIPS, one))

    expected = {code(bid): share for bid, share in figures.items()}
    assert shares == pytest.approx(expected, abs=5.1e-11)


# Another's engine.


def test_endplay_gives_the_same_duplicate_scores() -> None:
    endplay: Any = pytest.importorskip(
        "endplay.types", reason="endplay can be installed beside cardsim"
    )
    denom = [getattr(endplay.Denom, each) for each in ("clubs", "diamonds", "hearts", "spades")]
    denom.append(endplay.Denom.nt)
    penalty = [getattr(endplay.Penalty, each) for each in ("passed", "doubled", "redoubled")]
    for made, tricks, vulnerable in every_result():
        theirs = endplay.Contract(
            level=made.level,
            denom=denom[made.strain],
            declarer=endplay.Player.north,
            penalty=penalty[made.doubled],
            result=bridge.beyond(made, tricks),
        ).score(endplay.Vul.both if vulnerable else endplay.Vul.none)
        assert bridge.duplicate_score(made, tricks, vulnerable=vulnerable) == theirs
