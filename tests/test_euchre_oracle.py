"""The oracle of Euchre plays the worked examples, keeps the invariants, meets the figures.

RULES.md of the game, sections 9 (examples, by number), 10 (invariants) and 11 (figures).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from math import comb

import pytest

from checks import assert_mean, assert_share
from oracles import euchre
from oracles.euchre import PACK, Choose, Played, PlayedMatch, Rules, View

pytestmark = pytest.mark.full

DEFAULT = Rules()
RANKS = "9TJQKA"
SUITS = "CDHS"
HANDS = 2000
WATCHED = 4
"""Of one hand in so many all views are kept."""
MATCHES = 150


def card(name: str) -> int:
    return 6 * SUITS.index(name[1]) + RANKS.index(name[0])


def cards(names: str) -> list[int]:
    return [card(name) for name in names.split()]


def name_of(each: int) -> str:
    return RANKS[each % 6] + SUITS[each // 6]


@dataclass
class Deck:
    """Cards in the order they are asked for, then the lowest; remembers the stocks shown."""

    order: list[int] = field(default_factory=list)
    stocks: list[list[int]] = field(default_factory=list)

    def card(self, stock: list[int]) -> int:
        self.stocks.append(stock)
        return self.order.pop(0) if self.order else stock[0]


@dataclass
class Shuffled:
    """A shuffled deck; one place in the dealing can be given nines and tens."""

    source: random.Random
    low: int = -1
    dealt: int = 0

    def card(self, stock: list[int]) -> int:
        self.dealt += 1
        nines_and_tens = [each for each in stock if each % 6 < 2]
        if self.dealt <= 20 and self.dealt % 4 == self.low and nines_and_tens:
            stock = nines_and_tens
        return self.source.choice(stock)


def deck(*hands: str, upcard: str) -> Deck:
    """Hands of the seats left of the dealer in order, filled up with the lowest of the rest."""
    named = [cards(hand) for hand in hands]
    rest = [c for c in PACK if c != card(upcard) and all(c not in hand for hand in named)]
    for hand in named:
        while len(hand) < 5:
            hand.append(rest.pop(0))
    return Deck([*(hand[k] for k in range(5) for hand in named), card(upcard)])


@dataclass
class Script:
    """Calls these codes in turn, discards and plays the named cards, then the lowest legal one."""

    calls: list[int] = field(default_factory=list)
    plays: list[int] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    asked: list[tuple[str, int, View, list[int]]] = field(default_factory=list)

    def __call__(self, decision: str, seat: int, view: View, legal: list[int]) -> int:
        self.asked.append((decision, seat, view, legal))
        if decision in ("farmer", "defend-alone"):
            return self.answers.pop(0) if self.answers else 0
        if decision in ("order", "name"):
            return self.calls.pop(0) if self.calls else legal[0]
        return view["hand"].index(self.plays.pop(0)) if self.plays else legal[0]


def at_random(source: random.Random) -> Choose:
    """Any action, but a pass more often than any other call."""

    def choose(decision: str, _seat: int, _view: View, legal: list[int]) -> int:
        if decision in ("order", "name") and legal[0] == euchre.PASS and source.random() < 0.7:
            return euchre.PASS
        return source.choice(legal)

    return choose


def random_rules(source: random.Random) -> Rules:
    return Rules(
        target=source.choice([10, 5, 7, 11]),
        stick_the_dealer=source.random() < 0.4,
        partner_must_go_alone=source.random() < 0.5,
        trump_needed_to_call=source.random() < 0.5,
        defend_alone=source.random() < 0.5,
        lone_points=source.choice([4, 3]),
        march_points=source.choice([2, 3]),
        made_points=source.choice([1, 2]),
        euchre_points=source.choice([2, 1]),
        lone_lead=source.choice(["left-of-dealer", "left-of-maker"]),
        farmers_hand=source.random() < 0.5,
        max_hands=source.choice([200, 8]),
    )


def told(hand: Played) -> list[str]:
    """The plays in words."""
    return [
        f"{seat} {name_of(number)}" if kind == "play" else f"trick {seat} {number}"
        for kind, seat, number in hand.events
        if kind in ("play", "trick")
    ]


# Worked examples. Seat 3 deals, so that seat 0 is left of the dealer.


DIAMONDS, HEARTS = 1, 2


def test_trumps_rank_as_in_section_9() -> None:
    order = cards("JH JD AH KH QH TH 9H")

    assert [euchre.power(each, HEARTS) for each in order] == [12, 11, 10, 9, 8, 7, 6]
    assert [each for each in PACK if euchre.suit_of(each, HEARTS) == HEARTS] == sorted(order)


def test_plain_cards_rank_as_printed() -> None:
    assert [euchre.power(each, HEARTS) for each in cards("9S TS JS QS KS AS")] == list(range(6))
    assert [euchre.power(each, HEARTS) for each in cards("9D TD QD KD AD")] == [0, 1, 3, 4, 5]


@pytest.mark.parametrize(
    ("hand", "led", "may"),
    [
        ("9H AD", "JD", "9H"),
        ("JD KS 9C", "AD", "JD KS 9C"),
        ("JD KD 9C", "AD", "KD"),
        ("JD KD 9H", "AH", "JD 9H"),
        ("JD KD 9H", "", "JD KD 9H"),
    ],
)
def test_the_left_bower_follows_trumps_alone(hand: str, led: str, may: str) -> None:
    """Examples 1 and 2."""
    suit = euchre.suit_of(card(led), HEARTS) if led else None

    assert euchre.playable(cards(hand), HEARTS, suit) == sorted(cards(may))


@pytest.mark.parametrize(
    ("trump", "names", "winner"),
    [
        ("H", "AD KD JD AH", 2),
        ("H", "AD KS 9C JD", 3),
        ("H", "9C AC TS KC", 1),
        ("C", "AS JS 9C KS", 1),
        ("C", "AS JC JS KS", 1),
        ("S", "9H TH AD AC", 1),
    ],
)
def test_tricks_are_won_as_in_the_worked_examples(trump: str, names: str, winner: int) -> None:
    """Examples 2 to 5."""
    trick = list(enumerate(cards(names)))

    assert euchre.winner_of(trick, SUITS.index(trump)) == winner


@pytest.mark.parametrize(
    ("tricks", "alone", "defended", "points"),
    [
        (3, False, False, (1, 0)),
        (4, False, False, (1, 0)),
        (5, False, False, (2, 0)),
        (5, True, False, (4, 0)),
        (4, True, False, (1, 0)),
        (3, True, True, (1, 0)),
        (5, True, True, (4, 0)),
        (2, False, False, (0, 2)),
        (0, True, False, (0, 2)),
        (2, True, True, (0, 4)),
    ],
)
def test_hands_score_as_in_section_6(
    tricks: int, alone: bool, defended: bool, points: tuple[int, int]
) -> None:
    """Example 6."""
    assert euchre.score_hand(DEFAULT, tricks, alone=alone, defended=defended) == points


def test_the_points_are_options() -> None:
    rules = Rules(lone_points=8, march_points=5, made_points=3, euchre_points=6)

    scored = [
        euchre.score_hand(rules, tricks, alone=alone, defended=defended)
        for tricks, alone, defended in [
            (5, True, False),
            (5, False, False),
            (4, True, False),
            (2, True, False),
            (2, True, True),
        ]
    ]

    assert scored == [(8, 0), (5, 0), (3, 0), (0, 6), (0, 8)]


FOUR_HANDS = ["9D TD QC KC AC", "KD AD 9H TH QH", "JC 9S TS JS QS", "9C TC JH KS AS"]


def test_a_hand_is_told_from_the_deal_to_the_score() -> None:
    """Example 7: seat 1 orders a diamond up, and seat 3 discards the nine of clubs."""
    plays = "9C AC 9H JC TC KC KD 9S KS AD TS JH 9D QD TD TH QS AS QC QH JS"
    script = Script([0, 1], cards(plays))

    hand = euchre.play_hand(
        DEFAULT, deck(*FOUR_HANDS, upcard="QD"), script, dealer=3, number=2, score=(7, 8)
    )

    singly = [each for round_ in zip(*map(cards, FOUR_HANDS), strict=True) for each in round_]
    assert hand.events[0] == ("hand", 3, 2)
    assert hand.events[1:21] == [("deal", k % 4, each) for k, each in enumerate(singly)]
    assert hand.events[21:27] == [
        ("upcard", -1, card("QD")),
        ("order", 0, 0),
        ("order", 1, 1),
        ("trump", 1, DIAMONDS),
        ("pick-up", 3, card("QD")),
        ("discard", 3, card("9C")),
    ]
    assert told(hand) == [
        *("0 AC", "1 9H", "2 JC", "3 TC", "trick 0 1"),
        *("0 KC", "1 KD", "2 9S", "3 KS", "trick 1 2"),
        *("1 AD", "2 TS", "3 JH", "0 9D", "trick 3 3"),
        *("3 QD", "0 TD", "1 TH", "2 QS", "trick 3 4"),
        *("3 AS", "0 QC", "1 QH", "2 JS", "trick 3 5"),
    ]
    assert hand.events[-5:] == [
        ("trick", 3, 5),
        ("points", 0, 0),
        ("points", 1, 1),
        ("score", 0, 7),
        ("score", 1, 9),
    ]
    assert hand.history[2] == (1, tuple(zip((1, 2, 3, 0), cards("AD TS JH 9D"), strict=True)), 3)
    assert (hand.maker, hand.trump, hand.called_in, hand.discard) == (1, DIAMONDS, 1, card("9C"))
    assert (hand.end, hand.tricks, hand.kitty) == ("played", [1, 4], cards("JD KH AH"))
    assert (hand.points, hand.score) == ([0, 1], [7, 9])


def test_seats_see_what_section_5_shows_them() -> None:
    """In the same hand: the first call, the discard, and the third card of the third trick."""
    plays = "9C AC 9H JC TC KC KD 9S KS AD TS"
    script = Script([0, 1], cards(plays))

    euchre.play_hand(
        DEFAULT, deck(*FOUR_HANDS, upcard="QD"), script, dealer=3, number=2, score=(7, 8)
    )

    at_table = {"dealer": 3, "score": [7, 8], "hand_number": 2, "upcard": card("QD")}
    assert script.asked[0] == (
        "order",
        0,
        {
            **at_table,
            "seat": 0,
            "hand": sorted(cards(FOUR_HANDS[0])),
            "upcard_state": "pending",
            "calls": [],
        },
        [0, 1, 2],
    )
    called = {
        **at_table,
        "seat": 3,
        "upcard_state": "picked-up",
        "calls": [(0, 1, 0), (1, 1, 1)],
        "trump": DIAMONDS,
        "maker": 1,
        "alone": False,
    }
    six = {**called, "hand": cards("9C TC QD JH KS AS")}
    assert script.asked[2] == ("discard", 3, six, list(range(6)))
    assert script.asked[3 + 10] == (
        "play",
        3,
        {
            **called,
            "hand": cards("QD JH AS"),
            "defend_calls": [],
            "discard": card("9C"),
            "sitting_out": [False] * 4,
            "current_trick": list(zip((1, 2), cards("AD TS"), strict=True)),
            "tricks": [1, 1],
            "history": [
                (0, tuple(enumerate(cards("AC 9H JC TC"))), 0),
                (0, tuple(enumerate(cards("KC KD 9S KS"))), 1),
            ],
            "voids": [
                [False] * 4,
                [True, False, False, False],
                [True, True, False, False],
                [True, False, False, False],
            ],
        },
        [0, 1],
    )
    assert {view["discard"] for name, seat, view, _ in script.asked if name == "play" and seat} == {
        None,
        card("9C"),
    }


@pytest.mark.parametrize(
    ("calls", "plays", "message"),
    [
        ([0, 1], "9C AC 9H 9S", "seat 2 cannot choose 1 in play"),
        ([0, 1], "9C AC 9H JC AS", "seat 3 cannot choose 4 in play"),
        ([3], "", "seat 0 cannot choose 3 in order"),
        ([0, 0, 0, 0, 2], "", "seat 0 cannot choose 2 in name"),
        ([0, 0, 0, 0, 6], "", "seat 0 cannot choose 6 in name"),
    ],
)
def test_an_illegal_choice_is_refused(calls: list[int], plays: str, message: str) -> None:
    script = Script(calls, cards(plays))

    with pytest.raises(ValueError, match=message):
        euchre.play_hand(DEFAULT, deck(*FOUR_HANDS, upcard="QD"), script, dealer=3)


def test_a_card_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="card 24 is not among the unseen ones"):
        euchre.play_hand(DEFAULT, Deck([24]), Script())


def test_a_stock_holds_what_is_not_dealt_and_the_kitty_stays_in_it() -> None:
    given = Deck(cards("AS KS"))

    hand = euchre.play_hand(DEFAULT, given, Script())

    assert [len(stock) for stock in given.stocks] == list(range(24, 3, -1))
    assert given.stocks[2] == list(range(22))
    assert hand.kitty == given.stocks[-1][1:]


@pytest.mark.parametrize(
    ("calls", "out", "leader"),
    [([0, 0, 2], 0, 1), ([0, 2], 3, 0), ([2], 2, 0), ([0, 0, 0, 2], 1, 0)],
)
def test_the_partner_of_a_lone_maker_sits_out(calls: list[int], out: int, leader: int) -> None:
    """Example 8, and the two other seats."""
    script = Script(calls)

    hand = euchre.play_hand(DEFAULT, deck(*FOUR_HANDS, upcard="QD"), script, dealer=3)

    assert hand.alone
    assert [seat for seat in range(4) if hand.sitting_out[seat]] == [out]
    assert hand.history[0][0] == leader
    assert all(len(pairs) == 3 for _, pairs, _ in hand.history)
    assert [seat for name, seat, _, _ in script.asked if name == "discard"] == [3]


def test_a_match_is_won_at_ten_points_exactly_or_above() -> None:
    """Example 9 is a hand like the first, played alone by seat 3, who is on 9."""
    plays = "9C AC JC TC 9D 9S QD JH TD TS AS QC JS KS KC QS"

    for start, over in (((8, 9), True), ((8, 8), False)):
        script = Script([0, 0, 0, 2], cards(plays))
        hand = euchre.play_hand(
            DEFAULT, deck(*FOUR_HANDS, upcard="QD"), script, dealer=3, score=start
        )

        assert (hand.tricks, hand.points) == ([1, 4], [0, 1])
        assert (max(hand.score) >= DEFAULT.target) == over


@pytest.mark.parametrize(("seat", "stick", "passing"), [(0, False, [0]), (3, True, [])])
def test_the_suit_turned_down_is_not_named(seat: int, stick: bool, passing: list[int]) -> None:
    """Example 10."""
    rules = Rules(stick_the_dealer=stick)

    legal = euchre.legal_names(rules, cards("9S TS JC QD AH"), card("JS"), seat=seat, dealer=3)

    assert legal == [*passing, 1, 2, 3, 5, 6, 7]


# Options and calls.


@pytest.mark.parametrize(
    ("options", "hand", "seat", "legal"),
    [
        ({}, "9C TC QC KC AC", 0, [0, 1, 2]),
        ({"partner_must_go_alone": True}, "9C TC QC KC AC", 1, [0, 2]),
        ({"partner_must_go_alone": True}, "9C TC QC KC AC", 0, [0, 1, 2]),
        ({"partner_must_go_alone": True}, "9C TC QC KC AC", 3, [0, 1, 2]),
        ({"trump_needed_to_call": True}, "9C TC QC KC AC", 0, [0]),
        ({"trump_needed_to_call": True}, "9C TC QC KC JH", 0, [0]),
        ({"trump_needed_to_call": True}, "9C TC QC KC JD", 0, [0, 1, 2]),
        ({"trump_needed_to_call": True}, "9C TC QC KC AC", 3, [0, 1, 2]),
        (
            {"trump_needed_to_call": True, "partner_must_go_alone": True},
            "9C TC QC KC 9D",
            1,
            [0, 2],
        ),
        ({"trump_needed_to_call": True, "partner_must_go_alone": True}, "9C TC QC KC AC", 1, [0]),
    ],
)
def test_orders_under_the_options(
    options: dict[str, bool], hand: str, seat: int, legal: list[int]
) -> None:
    rules = replace(DEFAULT, **options)  # type: ignore[arg-type]

    assert euchre.legal_orders(rules, cards(hand), card("QD"), seat=seat, dealer=3) == legal


@pytest.mark.parametrize(
    ("options", "hand", "seat", "legal"),
    [
        ({}, "9C TC QC KC AC", 0, [0, 1, 3, 4, 5, 7, 8]),
        ({"stick_the_dealer": True}, "9C TC QC KC AC", 0, [0, 1, 3, 4, 5, 7, 8]),
        ({"stick_the_dealer": True}, "9C TC QC KC AC", 3, [1, 3, 4, 5, 7, 8]),
        ({"partner_must_go_alone": True}, "9C TC QC KC AC", 1, [0, 1, 3, 4, 5, 7, 8]),
        ({"trump_needed_to_call": True}, "9C TC QC KC AC", 0, [0, 1, 5]),
        ({"trump_needed_to_call": True}, "9C TC QC KC JC", 3, [0, 1, 5]),
        ({"trump_needed_to_call": True}, "9D TD JD KD AD", 3, [0]),
        ({"trump_needed_to_call": True, "stick_the_dealer": True}, "9D TD JD KD 9S", 3, [4, 8]),
        (
            {"trump_needed_to_call": True, "stick_the_dealer": True},
            "9D TD JD KD AD",
            3,
            [1, 3, 4, 5, 7, 8],
        ),
        ({"trump_needed_to_call": True, "stick_the_dealer": True}, "9D TD JD KD AD", 0, [0]),
    ],
)
def test_names_under_the_options(
    options: dict[str, bool], hand: str, seat: int, legal: list[int]
) -> None:
    rules = replace(DEFAULT, **options)  # type: ignore[arg-type]

    assert euchre.legal_names(rules, cards(hand), card("QD"), seat=seat, dealer=3) == legal


def test_eight_passes_throw_the_hand_in() -> None:
    script = Script()

    hand = euchre.play_hand(DEFAULT, deck(*FOUR_HANDS, upcard="QD"), script, dealer=2, score=(3, 4))

    assert [(name, seat, len(view["calls"])) for name, seat, view, _ in script.asked] == [
        *(("order", (3 + k) % 4, k) for k in range(4)),
        *(("name", (3 + k) % 4, 4 + k) for k in range(4)),
    ]
    states = [view["upcard_state"] for _, _, view, _ in script.asked]
    assert states == ["pending"] * 4 + ["turned-down"] * 4
    assert {view["turned_down_suit"] for _, _, view, _ in script.asked[4:]} == {DIAMONDS}
    assert hand.events[22:] == [
        *(("order", (3 + k) % 4, 0) for k in range(4)),
        ("turn-down", -1, card("QD")),
        *(("name", (3 + k) % 4, 0) for k in range(4)),
        ("throw-in", -1, -1),
        ("points", 0, 0),
        ("points", 1, 0),
        ("score", 0, 3),
        ("score", 1, 4),
    ]
    assert (hand.end, hand.maker, hand.trump, hand.called_in) == ("passed-out", -1, -1, 0)


def test_a_suit_named_in_round_2_leaves_the_upcard_out_of_play() -> None:
    script = Script([0, 0, 0, 0, 0, 7])

    hand = euchre.play_hand(DEFAULT, deck(*FOUR_HANDS, upcard="QD"), script, dealer=3)

    assert hand.events[22 + 4 : 22 + 8] == [
        ("turn-down", -1, card("QD")),
        ("name", 0, 0),
        ("name", 1, 7),
        ("trump", 1, HEARTS),
    ]
    assert [name for name, _, _, _ in script.asked if name == "discard"] == []
    assert (hand.called_in, hand.alone, hand.discard) == (2, True, -1)
    played = [each for _, pairs, _ in hand.history for _, each in pairs]
    assert card("QD") not in played
    assert script.asked[-1][2]["calls"][-1] == (1, 2, 7)
    assert script.asked[-1][2]["upcard_state"] == "turned-down"


@pytest.mark.parametrize(
    ("calls", "answers", "asked", "out"),
    [
        ([0, 2], [0, 0], [2, 0], [3]),
        ([0, 2], [1], [2], [0, 3]),
        ([0, 2], [0, 1], [2, 0], [2, 3]),
        ([0, 0, 0, 0, 0, 0, 5], [0, 1], [3, 1], [0, 3]),
        ([0, 1], [], [], []),
    ],
)
def test_a_defender_may_play_alone_against_a_lone_maker(
    calls: list[int], answers: list[int], asked: list[int], out: list[int]
) -> None:
    script = Script(calls, answers=list(answers))

    hand = euchre.play_hand(
        Rules(defend_alone=True), deck(*FOUR_HANDS, upcard="QD"), script, dealer=3
    )

    questions = [(seat, view, legal) for name, seat, view, legal in script.asked if "-al" in name]
    assert [seat for seat, _, _ in questions] == asked
    pairs = list(zip(asked, answers, strict=True))
    for k, (seat, view, legal) in enumerate(questions):
        assert legal == [0, 1]
        assert view["defend_calls"] == pairs[:k]
        assert (view["alone"], view["maker"], view["trump"]) == (True, hand.maker, hand.trump)
        assert (view["discard"] is not None) == (seat == 3 and hand.called_in == 1)
    assert [seat for seat in range(4) if hand.sitting_out[seat]] == out
    assert [event[1:] for event in hand.events if event[0] == "defend"] == pairs
    assert hand.defender == next((seat for seat, answer in pairs if answer), -1)
    assert {len(trick) for _, trick, _ in hand.history} == {4 - len(out)}
    assert script.asked[-1][2]["defend_calls"] == pairs


@pytest.mark.parametrize(
    ("lead", "maker", "alone", "out", "leader"),
    [
        ("left-of-dealer", 1, False, [], 0),
        ("left-of-maker", 1, False, [], 0),
        ("left-of-dealer", 1, True, [3], 0),
        ("left-of-maker", 1, True, [3], 2),
        ("left-of-maker", 3, True, [1], 0),
        ("left-of-dealer", 2, True, [0], 1),
        ("left-of-dealer", 2, True, [0, 1], 2),
        ("left-of-maker", 1, True, [3, 2], 0),
        ("left-of-maker", 2, True, [0, 3], 1),
        ("left-of-maker", 2, True, [0, 1], 3),
    ],
)
def test_who_leads_the_first_trick(
    lead: str, maker: int, alone: bool, out: list[int], leader: int
) -> None:
    rules = Rules(lone_lead=lead)
    sitting_out = [seat in out for seat in range(4)]

    assert euchre.first_leader(rules, dealer=3, maker=maker, alone=alone, out=sitting_out) == leader


FARMER = ["9D TD JC KC AC", "9C TC 9H TH 9S", "QC TS JS QS KS", "KD JH QH KH AS"]


@pytest.mark.parametrize(("rules", "asked"), [(DEFAULT, []), (Rules(farmers_hand=True), [1])])
@pytest.mark.parametrize("answer", [0, 1])
def test_a_hand_of_nines_and_tens_may_be_thrown_in(
    rules: Rules, asked: list[int], answer: int
) -> None:
    script = Script(answers=[answer])

    hand = euchre.play_hand(rules, deck(*FARMER, upcard="QD"), script, dealer=3)

    questions = [each for each in script.asked if each[0] == "farmer"]
    assert [seat for _, seat, _, _ in questions] == asked
    assert questions == script.asked[: len(asked)]
    assert [event for event in hand.events if event[0] == "farmer"] == [
        ("farmer", seat, answer) for seat in asked
    ]
    thrown_in = bool(asked) and answer == 1
    assert hand.end == ("farmer" if thrown_in else "passed-out")
    assert (len(script.asked) == 1) == thrown_in
    assert hand.points == [0, 0]


def test_the_same_dealer_deals_again_after_a_farmers_hand_only() -> None:
    thrown = deck(*FARMER, upcard="QD").order
    script = Script(answers=[1])

    match = euchre.play_match(Rules(farmers_hand=True, max_hands=4), Deck(thrown), script, dealer=3)

    assert [hand.events[0] for hand in match.hands] == [
        ("hand", 3, 1),
        ("hand", 3, 2),
        ("hand", 0, 3),
        ("hand", 1, 4),
    ]
    assert [hand.end for hand in match.hands] == ["farmer", *["passed-out"] * 3]
    assert (match.winner, match.score) == (-1, [0, 0])
    assert match.events[-1] == ("draw", -1, 4)


# What a seat may believe.


def view_of(
    rules: Rules, calls: Sequence[int], plays: str, upcard: str = "QD"
) -> tuple[View, list[list[int]], list[int], int | None]:
    """The view at the first decision that is not scripted, the hands then, kitty and discard."""
    script = Script(list(calls), cards(plays))
    hand = euchre.play_hand(rules, deck(*FOUR_HANDS, upcard=upcard), script, dealer=3)
    view = script.asked[len(calls) + len(cards(plays))][2]
    state = view["upcard_state"]
    known = hand.discard if state == "picked-up" and plays else None
    hands = [list(own) for own in hand.hands]
    if state == "picked-up":
        hands[3] = [each for each in [*hands[3], hand.upcard] if each != known]
    gone = {each for _, trick, _ in view.get("history", []) for _, each in trick}
    gone |= {each for _, each in view.get("current_trick", [])}
    return view, [[each for each in own if each not in gone] for own in hands], hand.kitty, known


NEEDED = Rules(trump_needed_to_call=True)


@pytest.mark.parametrize(
    ("rules", "calls", "plays", "exchanged", "possible"),
    [
        (DEFAULT, [0], "", "", True),
        (DEFAULT, [0], "", "9D JD", True),
        (DEFAULT, [0], "", "9D KD", False),
        (DEFAULT, [0, 1], "", "9D JD", True),
        (DEFAULT, [0, 1], "9C", "9C KS", True),
        (DEFAULT, [0, 1], "9C", "9C JD", True),
        (DEFAULT, [0, 1], "9C AC 9H", "KH QH", True),
        (DEFAULT, [0, 1], "9C AC 9H", "TC QH", False),
        (DEFAULT, [0, 1], "9C AC 9H", "TC KC", True),
        (DEFAULT, [0, 1], "9C AC 9H", "KC QH", False),
        (DEFAULT, [0, 1], "9C AC 9H JC", "9C 9S", False),
        (DEFAULT, [0, 1], "9C AC 9H JC TC", "9C 9S", True),
        (DEFAULT, [0, 1], "9C AC 9H JC TC", "JH JD", True),
        (DEFAULT, [0, 1], "9C AC 9H JC TC KC KD 9S KS AD TS", "9C JS", False),
        (DEFAULT, [0, 1], "9C AC 9H JC TC KC KD 9S KS AD TS", "9D JS", False),
        (DEFAULT, [0, 1], "9C AC 9H JC TC KC KD 9S KS AD TS", "9D QH", True),
        (DEFAULT, [0, 1], "9C AC 9H JC TC KC KD 9S KS AD TS", "JD JS", False),
        (DEFAULT, [0, 1], "9C AC 9H JC TC KC KD 9S KS AD TS", "QH JS", True),
        (DEFAULT, [0, 0, 0, 0, 0, 0, 0, 3], "", "JH JD", True),
        (NEEDED, [0, 0, 0, 0, 0, 0, 0, 3], "", "JH JD", False),
        (NEEDED, [0, 0, 0, 0, 0, 0, 0, 3], "", "JH KH", True),
    ],
)
def test_cards_may_lie_where_they_break_no_rule(
    rules: Rules, calls: list[int], plays: str, exchanged: str, possible: bool
) -> None:
    view, hands, kitty, discard = view_of(rules, calls, plays)
    other = dict(zip(cards(exchanged), reversed(cards(exchanged)), strict=True))

    assert euchre.agrees(rules, view, hands, kitty=kitty, discard=discard)
    moved = euchre.agrees(
        rules,
        view,
        [[other.get(each, each) for each in hand] for hand in hands],
        kitty=[other.get(each, each) for each in kitty],
        discard=None if discard is None else other.get(discard, discard),
    )
    assert moved == possible


# Invariants.


@dataclass
class Case:
    """A hand of random choices under random rules, and of some what the seats were asked."""

    rules: Rules
    dealer: int
    score: tuple[int, int]
    hand: Played
    asked: list[tuple[str, int, View, list[int]]]


def watched(choose: Choose, asked: list[tuple[str, int, View, list[int]]]) -> Choose:
    """Answers as another does, and keeps what was asked."""

    def answer(decision: str, seat: int, view: View, legal: list[int]) -> int:
        asked.append((decision, seat, view, legal))
        return choose(decision, seat, view, legal)

    return answer


@cache
def cases() -> list[Case]:
    source, found = random.Random(27), []
    choose = at_random(source)
    for number in range(HANDS):
        rules, dealer = random_rules(source), source.randrange(4)
        score = (source.randrange(rules.target), source.randrange(rules.target))
        asked: list[tuple[str, int, View, list[int]]] = []

        answer = watched(choose, asked) if number % WATCHED == 0 else choose
        given = Shuffled(source, source.randrange(4) if number % 10 == 0 else -1)
        hand = euchre.play_hand(rules, given, answer, dealer=dealer, score=score)
        found.append(Case(rules, dealer, score, hand, asked))
    return found


def played_out() -> list[Case]:
    return [case for case in cases() if case.hand.end == "played"]


def numbers(hand: Played, kind: str) -> list[tuple[int, int]]:
    """Seats and numbers of the events of one kind."""
    return [(seat, number) for each, seat, number in hand.events if each == kind]


def tricks_told(hand: Played) -> list[list[tuple[int, int]]]:
    """The cards of each trick, from the events alone."""
    tricks: list[list[tuple[int, int]]] = [[]]
    for kind, seat, number in hand.events:
        if kind == "play":
            tricks[-1].append((seat, number))
        elif kind == "trick":
            tricks.append([])
    return tricks[:-1]


def trumps_of(suit: int) -> list[str]:
    """All trumps, the highest first."""
    own, other = SUITS[suit], {"C": "S", "S": "C", "D": "H", "H": "D"}[SUITS[suit]]
    return ["J" + own, "J" + other, *(rank + own for rank in "AKQT9")]


def in_suit(each: int, trump: int) -> str:
    return SUITS[trump] if name_of(each) in trumps_of(trump) else name_of(each)[1]


def test_the_places_that_matter_occur() -> None:
    ends = Counter(case.hand.end for case in cases())
    rounds = Counter((case.hand.called_in, case.hand.alone) for case in cases())
    defended = sum(case.hand.defender >= 0 for case in cases())
    out = sum(case.hand.sitting_out[case.dealer] for case in cases() if case.hand.called_in == 1)

    assert min(ends[end] for end in ("played", "passed-out", "farmer")) > 20
    assert min(rounds[number, alone] for number in (1, 2) for alone in (False, True)) > 100
    assert min(defended, out) > 50


def test_all_cards_are_accounted_for() -> None:
    for case in cases():
        hand = case.hand
        deal = numbers(hand, "deal")
        assert [seat for seat, _ in deal] == [(case.dealer + 1 + k) % 4 for k in range(20)]
        assert hand.hands == [sorted(each for s, each in deal if s == seat) for seat in range(4)]
        dealt = [each for _, each in deal]
        assert sorted([*dealt, hand.upcard, *hand.kitty]) == list(PACK)
        assert numbers(hand, "upcard") == [(-1, hand.upcard)]

        holds = [set(own) for own in hand.hands]
        if hand.called_in == 1:
            assert numbers(hand, "pick-up") == [(case.dealer, hand.upcard)]
            assert numbers(hand, "discard") == [(case.dealer, hand.discard)]
            holds[case.dealer] |= {hand.upcard}
            assert hand.discard in holds[case.dealer]
            holds[case.dealer] -= {hand.discard}
        else:
            assert hand.discard == -1
            assert numbers(hand, "pick-up") == numbers(hand, "discard") == []
        played = Counter(seat for trick in tricks_told(hand) for seat, _ in trick)
        for seat in range(4):
            wanted = 5 if hand.end == "played" and not hand.sitting_out[seat] else 0
            assert played[seat] == wanted
        for seat, each in (pair for trick in tricks_told(hand) for pair in trick):
            holds[seat].remove(each)
        left = [len(own) for own in holds]
        assert all(count == 5 - played[seat] for seat, count in enumerate(left))


def test_every_active_seat_plays_to_a_trick_and_the_best_card_takes_it() -> None:
    for case in played_out():
        hand = case.hand
        won = [0, 0]
        leader = hand.history[0][0]
        order = trumps_of(hand.trump) + [rank + suit for rank in "AKQJT9" for suit in SUITS]
        for number, (trick, written) in enumerate(
            zip(tricks_told(hand), hand.history, strict=True), 1
        ):
            active = [(leader + k) % 4 for k in range(4) if not hand.sitting_out[(leader + k) % 4]]
            assert [seat for seat, _ in trick] == active
            suits = [in_suit(each, hand.trump) for _, each in trick]
            best = SUITS[hand.trump] if SUITS[hand.trump] in suits else suits[0]
            may = [pair for pair, suit in zip(trick, suits, strict=True) if suit == best]
            winner = min(may, key=lambda pair: order.index(name_of(pair[1])))[0]
            assert written == (leader, tuple(trick), winner)
            assert numbers(hand, "trick")[number - 1] == (winner, number)
            won[winner % 2] += 1
            leader = winner
        assert hand.tricks == won
        assert sum(won) == 5


def test_nobody_revokes() -> None:
    for case in played_out():
        left = [set(own) for own in case.hand.hands]
        left[case.dealer] |= {case.hand.upcard} if case.hand.called_in == 1 else set()
        left[case.dealer] -= {case.hand.discard}
        for trick in tricks_told(case.hand):
            led = in_suit(trick[0][1], case.hand.trump)
            for seat, each in trick:
                held = {in_suit(other, case.hand.trump) for other in left[seat]}
                assert in_suit(each, case.hand.trump) == led or led not in held
                left[seat].remove(each)


def test_calls_keep_to_the_rules() -> None:
    for case in cases():
        rules, hand, dealer = case.rules, case.hand, case.dealer
        turned = hand.upcard // 6
        orders, names = numbers(hand, "order"), numbers(hand, "name")
        seats = [(dealer + k) % 4 for k in range(1, 5)]
        assert [seat for seat, _ in orders] == seats[: len(orders)]
        assert [seat for seat, _ in names] == seats[: len(names)]
        made = [code for _, code in [*orders, *names] if code]
        assert len(made) == (hand.end == "played")
        assert not names or len(orders) == 4
        if hand.end == "farmer":
            assert rules.farmers_hand
            assert numbers(hand, "farmer")[0][1] == 1
            assert orders == []
            continue
        if hand.end == "passed-out":
            assert len(names) == 4
            assert not rules.stick_the_dealer
            continue
        maker, code = [*orders, *names][-1]
        assert (hand.maker, hand.called_in) == (maker, 2 if names else 1)
        assert (hand.trump == turned) == (hand.called_in == 1)
        assert hand.alone == (code >= 5 if names else code == 2)
        assert numbers(hand, "trump") == [(maker, hand.trump)]
        if names:
            assert code in (1 + hand.trump, 5 + hand.trump)
        elif rules.partner_must_go_alone and maker == (dealer + 2) % 4:
            assert hand.alone
        if rules.trump_needed_to_call:
            shown = {each // 6 for each in hand.hands[maker]}
            shown |= {turned} if maker == dealer and not names else set()
            stuck = rules.stick_the_dealer and maker == dealer and shown == {turned}
            assert hand.trump in shown or stuck


def test_those_sit_out_whose_partner_is_alone() -> None:
    for case in played_out():
        hand, out = case.hand, set()
        asked = numbers(hand, "defend")
        if hand.alone:
            out.add((hand.maker + 2) % 4)
            sides = [(hand.maker + 1) % 4, (hand.maker + 3) % 4]
            assert [seat for seat, _ in asked] == sides[: len(asked)]
            assert bool(asked) == case.rules.defend_alone
            out |= {(seat + 2) % 4 for seat, answer in asked if answer}
        else:
            assert asked == []
        assert {seat for seat in range(4) if hand.sitting_out[seat]} == out
        assert hand.defender == next((seat for seat, answer in asked if answer), -1)


def test_points_are_those_of_the_table_for_one_team() -> None:
    seen: Counter[tuple[int, bool, bool]] = Counter()
    for case in cases():
        rules, hand = case.rules, case.hand
        assert (hand.points == [0, 0]) == (hand.end != "played")
        assert min(hand.points) == 0
        assert hand.score == [case.score[team] + hand.points[team] for team in range(2)]
        assert numbers(hand, "points") == list(enumerate(hand.points))
        assert numbers(hand, "score") == list(enumerate(hand.score))
        assert [kind for kind, _, _ in hand.events[-4:]] == ["points"] * 2 + ["score"] * 2
        assert (hand.events[-5] == ("throw-in", -1, -1)) == (hand.end != "played")
        if hand.end != "played":
            continue
        makers = hand.maker % 2
        tricks, defended = hand.tricks[makers], hand.defender >= 0
        seen[tricks, hand.alone, defended] += 1
        if tricks <= 2:
            expected = rules.lone_points if defended else rules.euchre_points
            assert hand.points[1 - makers] == expected
        elif tricks <= 4:
            assert hand.points[makers] == rules.made_points
        else:
            expected = rules.lone_points if hand.alone else rules.march_points
            assert hand.points[makers] == expected
    assert all(seen[tricks, alone, False] for tricks in range(6) for alone in (False, True))
    assert all(seen[tricks, True, True] for tricks in range(6))


def test_seven_trumps_and_five_cards_of_their_colour() -> None:
    for trump in range(4):
        suits = Counter(euchre.suit_of(each, trump) for each in PACK)
        assert (suits[trump], suits[3 - trump]) == (7, 5)
        assert sorted(suits.values()) == [5, 6, 6, 7]
        ranked = sorted(PACK, key=lambda each: euchre.power(each, trump), reverse=True)
        assert [name_of(each) for each in ranked[:7]] == trumps_of(trump)


COMMON = {
    *("seat", "dealer", "score", "hand_number", "hand", "upcard", "upcard_state", "calls"),
}
MADE = COMMON | {"trump", "maker", "alone"}
FIELDS = {
    "farmer": COMMON,
    "order": COMMON,
    "name": COMMON | {"turned_down_suit"},
    "discard": MADE,
    "defend-alone": MADE | {"defend_calls", "discard"},
    "play": MADE
    | {"defend_calls", "discard", "sitting_out", "current_trick", "tricks", "history", "voids"},
}


def test_a_view_shows_the_table_of_that_moment_and_no_hand_but_the_own() -> None:
    seen: Counter[str] = Counter()
    for case in cases()[::WATCHED]:
        hand = case.hand
        calls = [(seat, 1, code) for seat, code in numbers(hand, "order")]
        calls += [(seat, 2, code) for seat, code in numbers(hand, "name")]
        defends = numbers(hand, "defend")
        plays = [pair for trick in tricks_told(hand) for pair in trick]
        called = asked_to_defend = played = 0
        for decision, seat, view, legal in case.asked:
            seen[decision] += 1
            assert set(view) == FIELDS[decision]
            assert (view["seat"], view["dealer"]) == (seat, case.dealer)
            assert (view["score"], view["upcard"]) == (list(case.score), hand.upcard)
            assert view["calls"] == calls[:called]
            assert legal == sorted(set(legal))
            own = set(hand.hands[seat]) - {each for _, each in plays[:played]}
            if hand.called_in == 1 and called == len(calls) and seat == case.dealer:
                own |= {hand.upcard} - {each for _, each in plays[:played]}
                own -= {hand.discard} if decision != "discard" else set()
            assert view["hand"] == sorted(own)
            state = "turned-down" if called >= 4 and hand.called_in != 1 else "pending"
            made = called == len(calls) and hand.called_in == 1
            assert view["upcard_state"] == ("picked-up" if made else state)
            if "defend_calls" in view:
                knows = hand.called_in == 1 and seat == case.dealer
                assert view["discard"] == (hand.discard if knows else None)
                assert view["defend_calls"] == defends[:asked_to_defend]
            if "trump" in view:
                shown = (view["trump"], view["maker"], view["alone"])
                assert shown == (hand.trump, hand.maker, hand.alone)
            if decision == "play":
                size = 4 - sum(hand.sitting_out)
                trick, place = divmod(played, size)
                assert view["current_trick"] == plays[played - place : played]
                assert view["history"] == hand.history[:trick]
                won = Counter(winner % 2 for _, _, winner in hand.history[:trick])
                assert view["tricks"] == [won[0], won[1]]
                assert view["sitting_out"] == hand.sitting_out
                lacks = set()
                for k, (player, each) in enumerate(plays[:played]):
                    led = in_suit(plays[k - k % size][1], hand.trump)
                    if in_suit(each, hand.trump) != led:
                        lacks.add((player, led))
                assert view["voids"] == [[(s, u) in lacks for u in SUITS] for s in range(4)]
                assert plays[played][1] in [view["hand"][k] for k in legal]
            called += decision in ("order", "name")
            asked_to_defend += decision == "defend-alone"
            played += decision == "play"
        assert (called, asked_to_defend, played) == (len(calls), len(defends), len(plays))
    assert min(seen[decision] for decision in FIELDS) > 5


def test_the_true_cards_agree_with_every_view() -> None:
    refused = 0
    for case in cases()[::WATCHED]:
        for decision, seat, view, _ in case.asked:
            hand = case.hand
            gone = {each for _, each in view.get("current_trick", [])}
            gone |= {each for _, trick, _ in view.get("history", []) for _, each in trick}
            hands = [[each for each in own if each not in gone] for own in hand.hands]
            discard = None
            if view["upcard_state"] == "picked-up":
                hands[case.dealer] += [hand.upcard] if hand.upcard not in gone else []
                if decision != "discard":
                    discard = hand.discard
                    hands[case.dealer].remove(discard)
            assert euchre.agrees(case.rules, view, hands, kitty=hand.kitty, discard=discard)
            one, other = (seat + 1) % 4, (seat + 2) % 4
            hands[one], hands[other] = hands[other], hands[one]
            refused += not euchre.agrees(case.rules, view, hands, kitty=hand.kitty, discard=discard)
    assert refused > 500


# Matches.


@cache
def matches() -> list[tuple[Rules, int, PlayedMatch]]:
    source, found = random.Random(28), []
    for _ in range(MATCHES):
        rules = replace(
            random_rules(source), lone_points=4, march_points=2, made_points=1, euchre_points=2
        )
        dealer = source.randrange(4)
        low = source.choice([-1, 1])
        match = euchre.play_match(rules, Shuffled(source, low), at_random(source), dealer=dealer)
        found.append((rules, dealer, match))
    return found


def test_a_match_is_its_hands_and_ends_when_the_rules_say() -> None:
    ends: Counter[str] = Counter()
    for rules, first_dealer, match in matches():
        dealer, score = first_dealer, [0, 0]
        for number, hand in enumerate(match.hands, 1):
            assert hand.events[0] == ("hand", dealer, number)
            assert max(score) < rules.target
            score = [score[team] + hand.points[team] for team in range(2)]
            assert hand.score == score
            dealer = (dealer + (hand.end != "farmer")) % 4
            ends[hand.end] += 1
        assert max(score) >= rules.target or len(match.hands) == rules.max_hands
        assert sum(hand.end == "played" for hand in match.hands) <= 2 * rules.target - 1
        winner = -1 if score[0] == score[1] else int(score[1] > score[0])
        assert (match.winner, match.score) == (winner, score)
        ends["cap" if max(score) < rules.target else "target"] += 1
        last = ("draw" if winner == -1 else "win", winner, len(match.hands))
        assert match.events == [*(e for hand in match.hands for e in hand.events), last]
    assert min(ends[end] for end in ("played", "passed-out", "farmer", "cap", "target")) > 5


# Figures.


def chance_of(marked: int, rest: int, number: int, *, of: int = 23) -> float:
    """The chance that `number` of the marked cards are among some cards that lie anywhere.

    Args:
        marked: how many of all cards are marked.
        rest: the size of the hand or kitty.
        number: of the marked ones in it.
        of: all the cards that may lie there.
    """
    ways = comb(marked, number) * comb(of - marked, rest - number)
    return float(Fraction(ways, comb(of, rest)))


def test_bowers_lie_as_the_figures_say() -> None:
    jacks = [each for each in PACK if RANKS[each % 6] == "J"]

    assert Fraction(len(jacks), len(PACK)) == Fraction(1, 6)
    other = Fraction(5, 6)
    assert other * Fraction(20, 23) == Fraction(50, 69)
    assert other * Fraction(5, 23) == Fraction(25, 138)
    assert other * Fraction(3, 23) == Fraction(5, 46)
    both = chance_of(2, 5, 2)
    assert both == pytest.approx(0.0395257, abs=5e-8)
    # RULES.md rounds the first one down.
    assert float(other) * both == pytest.approx(0.03293808, abs=5e-9)
    assert 4 * float(other) * both == pytest.approx(0.1317523, abs=5e-8)


def test_hands_hold_trumps_as_often_as_the_figures_say() -> None:
    for upcard in PACK:
        trump = upcard // 6
        trumps = sum(in_suit(each, trump) == SUITS[trump] for each in PACK if each != upcard)
        assert trumps == 6
    shares = [chance_of(6, 5, number) for number in range(6)]
    assert shares == pytest.approx(
        [0.18389848, 0.42438111, 0.30312936, 0.08083450, 0.00757823, 0.00017831], abs=5e-9
    )
    assert sum(number * share for number, share in enumerate(shares)) == pytest.approx(30 / 23)
    assert [chance_of(6, 3, number) for number in range(4)] == pytest.approx(
        [0.38396386, 0.46075663, 0.14398645, 0.01129305], abs=5e-9
    )
    assert [chance_of(7, 5, number, of=24) for number in range(6)] == pytest.approx(
        [0.14558630, 0.39196311, 0.33596838, 0.11198946, 0.01399868, 0.00049407], abs=5e-9
    )


def test_hands_lack_suits_as_often_as_the_figures_say() -> None:
    void = [comb(24 - 6 * k, 5) / comb(24, 5) for k in range(5)]

    assert comb(24, 5) == 42504
    assert void[1] == pytest.approx(0.2015810, abs=5e-8)
    some = sum((-1) ** (k + 1) * comb(4, k) * void[k] for k in (1, 2, 3))
    assert some == pytest.approx(0.6950875, abs=5e-8)


def test_farmers_hands_are_as_frequent_as_the_figures_say() -> None:
    low = [each for each in PACK if euchre.holds_farmers_hand([each])]

    assert comb(len(low), 5) == 56
    assert 4 * Fraction(56, 42504) == pytest.approx(0.0052701, abs=5e-8)


def pick_of_power(pick: Callable[..., int]) -> Choose:
    """`highest-legal` or `lowest-legal`, with the reference discard; one seat always orders."""

    def choose(decision: str, _seat: int, view: View, legal: list[int]) -> int:
        hand, trump = view["hand"], view["trump"]
        best = min if decision == "discard" else pick
        return best(legal, key=lambda k: (euchre.power(hand[k], trump), hand[k] // 6))

    return choose


HIGHEST, LOWEST = pick_of_power(max), pick_of_power(min)
REFERENCE_HANDS = 2000
REFERENCE = {
    "highest": (HIGHEST, [0.2892, 0.2102, 0.1765, 0.1354, 0.1019, 0.0868], -0.9409, 0.3169),
    "lowest": (LOWEST, [0.0949, 0.2680, 0.2982, 0.2103, 0.1042, 0.0244], -0.9589, 0.0782),
}


def test_the_reference_discard_is_that_of_example_7() -> None:
    hand = cards("9C TC QD JH KS AS")
    index = HIGHEST("discard", 3, {"hand": hand, "trump": DIAMONDS}, list(range(6)))

    assert name_of(hand[index]) == "9C"


@pytest.mark.parametrize(
    ("policy", "maker"), [("highest", 0), ("lowest", 1), ("lowest", 2), ("highest", 3)]
)
def test_makers_take_as_many_tricks_as_in_the_reference(policy: str, maker: int) -> None:
    """Section 11; false alarm 1e-6 for each of 9 figures. Seat 3 deals."""
    source = random.Random(40 + maker)
    play, shares, defending, dealing = REFERENCE[policy]

    def choose(decision: str, seat: int, view: View, legal: list[int]) -> int:
        if decision == "order":
            return int(seat == maker)
        return play(decision, seat, view, legal)

    hands = [
        euchre.play_hand(DEFAULT, Shuffled(source), choose, dealer=3)
        for _ in range(REFERENCE_HANDS)
    ]

    won = Counter(hand.tricks[maker % 2] for hand in hands)
    in_order = shares[::-1] if maker % 2 else shares
    for tricks, share in enumerate(in_order):
        sample = (won[tricks], REFERENCE_HANDS)
        assert_share(sample, share, resolves=0.11, reference_error=0.0004)
    euchred = sum(won[tricks] for tricks in (0, 1, 2))
    expected = sum(in_order[:3])
    assert_share((euchred, REFERENCE_HANDS), expected, resolves=0.11, reference_error=0.0004)
    net = [hand.points[maker % 2] - hand.points[1 - maker % 2] for hand in hands]
    mean = dealing if maker % 2 else defending
    assert_mean(net, mean, resolves=0.4, reference_error=0.0013)
