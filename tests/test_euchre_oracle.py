"""The oracle of Euchre keeps the invariants and meets the figures.

RULES.md of the game, sections 11 (invariants) and 12 (the simulated
figures; `test_euchre_figures` meets those that are exact). `test_worked_examples` plays section 10.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice

import pytest

from checks import assert_mean, assert_share
from oracles import euchre
from oracles.euchre import PACK, Played, Rules, Trick, View

pytestmark = pytest.mark.full

DEFAULT = Rules()
RANKS = "9TJQKA"
SUITS = "CDHS"
HEARTS = 2
HANDS = 2000
WATCHED = 4
"""Of one hand in so many all views are looked at."""
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


Asked = tuple[str, int, View, list[int]]
"""Decision, seat, view, legal actions."""


@dataclass
class Script:
    """Calls and answers by these digits, discards and plays the named cards, then the lowest."""

    calls: str
    plays: str
    answers: str
    asked: list[Asked] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.to_call, self.to_answer = map(int, self.calls), map(int, self.answers)
        self.to_play = iter(cards(self.plays))

    def __call__(self, decision: str, seat: int, view: View, legal: list[int]) -> int:
        self.asked.append((decision, seat, view, legal))
        if decision in ("farmer", "defend-alone"):
            return next(self.to_answer, 0)
        if decision in ("order", "name"):
            return next(self.to_call, legal[0])
        named = next(self.to_play, None)
        return legal[0] if named is None else view["hand"].index(named)


FOUR_HANDS = ("9D TD QC KC AC", "KD AD 9H TH QH", "JC 9S TS JS QS", "9C TC JH KS AS")


def play(
    rules: Rules = DEFAULT,
    *,
    calls: str = "",
    plays: str = "",
    answers: str = "",
    number: int = 1,
    score: tuple[int, int] = (0, 0),
) -> tuple[Played, list[Asked]]:
    """The hand of a script, and what was asked: seat 3 deals, and turns up QD."""
    singly = [each for round_ in zip(*map(cards, FOUR_HANDS), strict=True) for each in round_]
    script = Script(calls, plays, answers)
    deck = Deck([*singly, card("QD")])
    hand = euchre.play_hand(rules, deck, script, dealer=3, number=number, score=score)
    return hand, script.asked


@dataclass
class AtRandom:
    """Any action, but a pass more often than any other call."""

    source: random.Random
    asked: list[Asked] = field(default_factory=list)

    def __call__(self, decision: str, seat: int, view: View, legal: list[int]) -> int:
        self.asked.append((decision, seat, view, legal))
        call = decision in ("order", "name")
        passes = call and legal[0] == euchre.PASS and self.source.random() < 0.7
        return euchre.PASS if passes else self.source.choice(legal)


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


CARD_EVENTS = {"deal", "upcard", "turn-down", "pick-up", "discard", "play"}


def told(hand: Played, *, first: int = 22) -> list[str]:
    """The events in words, from the first after the upcard."""
    return [
        f"{kind} {seat} {name_of(number) if kind in CARD_EVENTS else number}"
        for kind, seat, number in hand.events[first:]
    ]


# Cards and tricks.


def trumps_of(suit: int) -> list[str]:
    """All trumps, the highest first."""
    own, other = SUITS[suit], {"C": "S", "S": "C", "D": "H", "H": "D"}[SUITS[suit]]
    return ["J" + own, "J" + other, *(rank + own for rank in "AKQT9")]


def in_suit(each: int, trump: int) -> str:
    return SUITS[trump] if name_of(each) in trumps_of(trump) else name_of(each)[1]


@pytest.mark.parametrize("trump", range(4))
def test_cards_have_the_suit_and_the_power_of_section_1(trump: int) -> None:
    """Invariant 6 follows."""
    names = trumps_of(trump)
    plain = [each for each in PACK if name_of(each) not in names]

    assert [euchre.power(card(name), trump) for name in names] == [12, 11, 10, 9, 8, 7, 6]
    assert [euchre.power(each, trump) for each in plain] == [each % 6 for each in plain]
    assert [SUITS[euchre.suit_of(each, trump)] for each in PACK] == [
        in_suit(each, trump) for each in PACK
    ]


# Calls. Seat 3 deals, so that seat 1 is its partner.

NEEDED = Rules(trump_needed_to_call=True)


# Whole hands.

EXAMPLE_7 = "9C AC 9H JC TC KC KD 9S KS AD TS JH 9D QD TD TH QS AS QC QH JS"
"""The discard of seat 3, then the plays."""


@pytest.mark.parametrize(
    ("calls", "answers", "said"),
    [
        ("", "", "name 2 0, name 3 0, throw-in -1 -1"),
        ("0000005", "01", "name 2 5, trump 2 0, defend 3 0, defend 1 1"),
    ],
)
def test_the_second_round_is_told(calls: str, answers: str, said: str) -> None:
    hand, _ = play(Rules(defend_alone=True), calls=calls, answers=answers)

    passed = "order 0 0, order 1 0, order 2 0, order 3 0, turn-down -1 QD, name 0 0, name 1 0, "
    assert ", ".join(told(hand)).startswith(passed + said)


def test_a_choice_that_is_not_legal_is_refused() -> None:
    """Seat 2 has a club."""
    with pytest.raises(ValueError, match="seat 2 cannot choose 1 in play"):
        play(calls="01", plays="9C AC 9H 9S")


def test_a_card_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="card 24 is not among the unseen ones"):
        euchre.play_hand(DEFAULT, Deck([24]), Script("", "", ""))


def test_a_stock_holds_what_is_not_dealt_and_the_kitty_stays_in_it() -> None:
    given = Deck(cards("AS KS"))

    hand = euchre.play_hand(DEFAULT, given, Script("", "", ""))

    assert [len(stock) for stock in given.stocks] == list(range(24, 3, -1))
    assert given.stocks[2] == list(range(22))
    assert hand.kitty == given.stocks[-1][1:]


# What happens in random hands.


@dataclass
class Case:
    """A hand of random choices under random rules, and what the seats were asked."""

    rules: Rules
    dealer: int
    number: int
    score: tuple[int, int]
    hand: Played
    asked: list[Asked]


@cache
def cases() -> list[Case]:
    source, found = random.Random(27), []
    for index in range(HANDS):
        rules, dealer, number = random_rules(source), source.randrange(4), source.randint(1, 9)
        score = (source.randrange(rules.target), source.randrange(rules.target))
        given = Shuffled(source, source.randrange(4) if index % 10 == 0 else -1)
        choose = AtRandom(source)

        hand = euchre.play_hand(rules, given, choose, dealer=dealer, number=number, score=score)

        found.append(Case(rules, dealer, number, score, hand, choose.asked))
    return found


def played_out() -> list[Case]:
    return [case for case in cases() if case.hand.end == "played"]


def numbers(hand: Played, kind: str) -> list[tuple[int, int]]:
    """Seats and numbers of the events of one kind."""
    return [(seat, number) for each, seat, number in hand.events if each == kind]


@dataclass
class Now:
    """The table before an event."""

    hands: list[list[int]]
    state: str = "pending"
    calls: list[tuple[int, int, int]] = field(default_factory=list)
    defends: list[tuple[int, int]] = field(default_factory=list)
    discard: int | None = None
    trick: list[tuple[int, int]] = field(default_factory=list)
    history: list[Trick] = field(default_factory=list)


def moments(hand: Played) -> Iterator[tuple[str, int, int, Now]]:
    """Each event after the upcard and what was before it, by the events alone."""
    now = Now([list(own) for own in hand.hands])
    for kind, seat, number in hand.events[22:]:
        yield kind, seat, number, now
        if kind in ("order", "name"):
            now.calls.append((seat, 1 if kind == "order" else 2, number))
        elif kind == "turn-down":
            now.state = "turned-down"
        elif kind == "pick-up":
            now.state = "picked-up"
            now.hands[seat] = sorted([*now.hands[seat], number])
        elif kind == "discard":
            now.discard = number
            now.hands[seat].remove(number)
        elif kind == "defend":
            now.defends.append((seat, number))
        elif kind == "play":
            now.hands[seat].remove(number)
            now.trick.append((seat, number))
        elif kind == "trick":
            now.history.append((now.trick[0][0], tuple(now.trick), seat))
            now.trick = []


def test_all_cards_are_accounted_for() -> None:
    """Invariants 1 and 2. Only cards that were held are discarded and played: see `moments`."""
    for case in cases():
        hand = case.hand
        deal = numbers(hand, "deal")
        assert hand.events[0] == ("hand", case.dealer, case.number)
        assert [seat for seat, _ in deal] == [(case.dealer + 1 + k) % 4 for k in range(20)]
        assert hand.hands == [sorted(each for s, each in deal if s == seat) for seat in range(4)]
        dealt = [each for _, each in deal]
        assert sorted([*dealt, hand.upcard, *hand.kitty]) == list(PACK)
        assert numbers(hand, "upcard") == [(-1, hand.upcard)]
        taken_up = hand.called_in == 1
        assert numbers(hand, "pick-up") == [(case.dealer, hand.upcard)] * taken_up
        assert numbers(hand, "discard") == [(case.dealer, hand.discard)] * taken_up
        assert (hand.discard >= 0) == taken_up
        *_, (_, _, _, after) = moments(hand)
        plays = hand.end == "played"
        left = [0 if plays and not out else 5 for out in hand.sitting_out]
        assert [len(own) for own in after.hands] == left


def test_every_active_seat_plays_to_a_trick_and_the_best_card_takes_it() -> None:
    """Invariants 2 and 3."""
    for case in played_out():
        hand, trump = case.hand, case.hand.trump
        order = trumps_of(trump) + [rank + suit for rank in "AKQJT9" for suit in SUITS]
        leader = hand.history[0][0]
        for kind, seat, number, now in moments(hand):
            suits = [in_suit(each, trump) for _, each in now.trick]
            if kind == "play":
                active = [(leader + k) % 4 for k in range(4)]
                active = [each for each in active if not hand.sitting_out[each]]
                assert seat == active[len(now.trick)]
                held = [in_suit(each, trump) for each in now.hands[seat]]
                assert not suits or in_suit(number, trump) == suits[0] or suits[0] not in held
            elif kind == "trick":
                best = SUITS[trump] if SUITS[trump] in suits else suits[0]
                may = [pair for pair, suit in zip(now.trick, suits, strict=True) if suit == best]
                leader = min(may, key=lambda pair: order.index(name_of(pair[1])))[0]
                assert (seat, number) == (leader, len(now.history) + 1)
        assert hand.history == now.history
        assert len(hand.history) == 5
        assert hand.tricks == [sum(w % 2 == team for *_, w in hand.history) for team in range(2)]


def test_calls_keep_to_the_rules() -> None:
    """Invariants 4 and 5."""
    seen: Counter[tuple[str, int, bool]] = Counter()
    for case in cases():
        hand, turned = case.hand, case.hand.upcard // 6
        calls = numbers(hand, "order") + numbers(hand, "name")
        seats = [(case.dealer + k) % 4 for k in range(1, 5)]
        assert [seat for seat, _ in calls] == [*seats, *seats][: len(calls)]
        assert sum(code != 0 for _, code in calls) == (hand.end == "played")
        seen[hand.end, hand.called_in, hand.alone] += 1
        low = [seat for seat in range(4) if all(each % 6 < 2 for each in hand.hands[seat])]
        answer = int(hand.end == "farmer")
        farmers = low if case.rules.farmers_hand else []
        assert numbers(hand, "farmer") == [(seat, answer) for seat in farmers]
        if hand.end != "played":
            assert (hand.maker, hand.trump, hand.called_in) == (-1, -1, 0)
        if hand.end == "farmer":
            assert calls == []
        elif hand.end == "passed-out":
            assert (case.rules.stick_the_dealer, len(calls)) == (False, 8)
        else:
            maker, code = calls[-1]
            first_round = len(calls) <= 4
            assert (hand.maker, hand.called_in) == (maker, 1 if first_round else 2)
            assert hand.trump == (turned if first_round else (code - 1) % 4)
            assert hand.alone == (code == 2 if first_round else code >= 5)
            assert (hand.trump == turned) == first_round
            assert numbers(hand, "trump") == [(maker, hand.trump)]
    assert len(seen) == 6
    assert min(seen.values()) > 20


def test_those_sit_out_whose_partner_is_alone() -> None:
    for case in played_out():
        hand, asked = case.hand, numbers(case.hand, "defend")
        sides = [(hand.maker + 1) % 4, (hand.maker + 3) % 4]
        assert [seat for seat, _ in asked] == sides[: len(asked)]
        assert bool(asked) == (hand.alone and case.rules.defend_alone)
        assert hand.defender == next((seat for seat, answer in asked if answer), -1)
        alone = [hand.maker] * hand.alone + [seat for seat, answer in asked if answer]
        assert hand.sitting_out == [(seat + 2) % 4 in alone for seat in range(4)]


def test_one_team_has_the_points_of_section_6() -> None:
    """Invariant 4."""
    seen = set()
    for case in cases():
        hand, expected = case.hand, [0, 0]
        if hand.end == "played":
            makers, defended = hand.maker % 2, hand.defender >= 0
            tricks = hand.tricks[makers]
            seen.add((tricks, hand.alone, defended))
            expected[makers], expected[1 - makers] = euchre.score_hand(
                case.rules, tricks, alone=hand.alone, defended=defended
            )
        assert hand.points == expected
        assert hand.score == [case.score[team] + hand.points[team] for team in range(2)]
        assert hand.events[-4:] == [
            *(("points", team, number) for team, number in enumerate(hand.points)),
            *(("score", team, number) for team, number in enumerate(hand.score)),
        ]
        assert (hand.events[-5] == ("throw-in", -1, -1)) == (hand.end != "played")
    assert len(seen) == 6 * 3


# What a seat sees and may believe.

EVENTS_OF = {"defend-alone": "defend"}
"""Decisions whose event has another name."""


def decisions(case: Case) -> Iterator[tuple[Asked, int, Now]]:
    """What was asked, what was answered by the events, and the table at that time."""
    answered = (each for each in moments(case.hand) if each[0] in ANSWERS)
    for asked, (kind, seat, number, now) in zip(case.asked, answered, strict=True):
        assert (EVENTS_OF.get(asked[0], asked[0]), asked[1]) == (kind, seat)
        yield asked, number, now


ANSWERS = {"farmer", "order", "name", "discard", "defend", "play"}


def view_of(case: Case, decision: str, seat: int, now: Now) -> View:
    """What section 5 lets a seat see at a decision."""
    hand = case.hand
    view: View = {
        "seat": seat,
        "dealer": case.dealer,
        "score": list(case.score),
        "hand_number": case.number,
        "hand": now.hands[seat],
        "upcard": hand.upcard,
        "upcard_state": now.state,
        "calls": now.calls,
    }
    if decision == "name":
        view |= {"turned_down_suit": hand.upcard // 6}
    if decision in ("discard", "defend-alone", "play"):
        view |= {"trump": hand.trump, "maker": hand.maker, "alone": hand.alone}
    if decision in ("defend-alone", "play"):
        discard = now.discard if seat == case.dealer else None
        view |= {"defend_calls": now.defends, "discard": discard}
    if decision == "play":
        winners = [winner % 2 for _, _, winner in now.history]
        lacks = {
            (player, in_suit(trick[0][1], hand.trump))
            for trick in [*(pairs for _, pairs, _ in now.history), now.trick]
            for player, each in trick
            if in_suit(each, hand.trump) != in_suit(trick[0][1], hand.trump)
        }
        view |= {
            "sitting_out": hand.sitting_out,
            "current_trick": now.trick,
            "tricks": [winners.count(0), winners.count(1)],
            "history": now.history,
            "voids": [[(player, suit) in lacks for suit in SUITS] for player in range(4)],
        }
    return view


def test_a_view_shows_the_table_of_that_moment_and_no_hand_but_the_own() -> None:
    seen: Counter[str] = Counter()
    for case in cases()[::WATCHED]:
        for (decision, seat, view, legal), answer, now in decisions(case):
            seen[decision] += 1
            assert view == view_of(case, decision, seat, now)
            own, seats = now.hands[seat], {"seat": seat, "dealer": case.dealer}
            if decision == "order":
                may = euchre.legal_orders(case.rules, own, case.hand.upcard, **seats)
            elif decision == "name":
                may = euchre.legal_names(case.rules, own, case.hand.upcard, **seats)
            elif decision == "play":
                trump = case.hand.trump
                led = euchre.suit_of(now.trick[0][1], trump) if now.trick else None
                may = [own.index(each) for each in euchre.playable(own, trump, led)]
            else:
                may = list(range(6 if decision == "discard" else 2))
            assert legal == may
            assert (own.index(answer) if decision in ("discard", "play") else answer) in legal
    assert len(seen) == len(ANSWERS)
    assert min(seen.values()) > 5


def test_the_true_cards_agree_with_every_view() -> None:
    refused = 0
    for case in cases()[::WATCHED]:
        for (_, seat, view, _), _, now in decisions(case):
            kitty, discard = case.hand.kitty, now.discard
            assert euchre.agrees(case.rules, view, now.hands, kitty=kitty, discard=discard)
            hands = list(now.hands)
            one, other = (seat + 1) % 4, (seat + 2) % 4
            hands[one], hands[other] = hands[other], hands[one]
            refused += not euchre.agrees(case.rules, view, hands, kitty=kitty, discard=discard)
            if now.hands[one]:
                hands[one] = now.hands[one][1:]
                hands[other] = [*now.hands[other], now.hands[one][0]]
                assert not euchre.agrees(case.rules, view, hands, kitty=kitty, discard=discard)
    assert refused > 500


@pytest.mark.parametrize(
    ("rules", "calls", "laid", "exchanged", "possible"),
    [
        (DEFAULT, "0", 0, "9D JD", True),
        (DEFAULT, "0", 0, "9D KD", False),
        (DEFAULT, "01", 1, "9C KS", True),
        (DEFAULT, "01", 1, "9C JD", True),
        (DEFAULT, "01", 1, "QD JD", False),
        (DEFAULT, "01", 3, "KH QH", True),
        (DEFAULT, "01", 3, "TC QH", False),
        (DEFAULT, "01", 3, "TC KC", True),
        (DEFAULT, "01", 3, "KC QH", False),
        (DEFAULT, "01", 4, "9C 9S", False),
        (DEFAULT, "01", 5, "9C 9S", True),
        (DEFAULT, "01", 5, "JH JD", True),
        (DEFAULT, "01", 11, "9C JS", False),
        (DEFAULT, "01", 11, "9D JS", False),
        (DEFAULT, "01", 11, "9D QH", True),
        (DEFAULT, "01", 11, "JD JS", False),
        (DEFAULT, "00000003", 0, "JH JD", True),
        (NEEDED, "00000003", 0, "JH JD", False),
        (NEEDED, "00000003", 0, "JH KH", True),
    ],
)
def test_two_cards_may_lie_the_other_way_where_that_breaks_no_rule(
    rules: Rules, calls: str, laid: int, exchanged: str, possible: bool
) -> None:
    """After these calls and so many cards of `EXAMPLE_7`, the discard of 9C included."""
    plays = " ".join(EXAMPLE_7.split()[:laid])
    hand, asked = play(rules, calls=calls, plays=plays)
    case = Case(rules, 3, 1, (0, 0), hand, asked)
    (_, _, view, _), _, now = next(islice(decisions(case), len(calls) + laid, None))
    one, other = cards(exchanged)

    def moved(hidden: list[int]) -> list[int]:
        return [{one: other, other: one}.get(each, each) for each in hidden]

    hands = [moved(own) for own in now.hands]
    discard = None if now.discard is None else moved([now.discard])[0]
    found = euchre.agrees(rules, view, hands, kitty=moved(hand.kitty), discard=discard)
    assert found == possible


# Matches.


def test_a_match_is_its_hands_and_ends_when_the_rules_say() -> None:
    """Invariant 7 and section 6."""
    source, ends = random.Random(28), Counter[str]()
    for _ in range(MATCHES):
        rules = replace(
            random_rules(source), lone_points=4, march_points=2, made_points=1, euchre_points=2
        )
        dealer, score = source.randrange(4), [0, 0]
        given = Shuffled(source, source.choice([-1, 1]))

        match = euchre.play_match(rules, given, AtRandom(source), dealer=dealer)

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

REFERENCE_HANDS = 2000
POLICIES: dict[str, Callable[..., int]] = {"highest-legal": max, "lowest-legal": min}


@pytest.mark.parametrize(
    ("policy", "maker", "shares", "net"),
    [
        ("highest-legal", 0, [0.2892, 0.2102, 0.1765, 0.1354, 0.1019, 0.0868], -0.9409),
        ("lowest-legal", 2, [0.0949, 0.2680, 0.2982, 0.2103, 0.1042, 0.0244], -0.9589),
        ("highest-legal", 3, [0.0868, 0.1019, 0.1354, 0.1765, 0.2102, 0.2892], 0.3169),
        ("lowest-legal", 1, [0.0244, 0.1042, 0.2103, 0.2982, 0.2680, 0.0949], 0.0782),
    ],
)
def test_makers_take_as_many_tricks_as_in_the_reference(
    policy: str, maker: int, shares: list[float], net: float
) -> None:
    """Section 12; false alarm 1e-6 for each of 7 figures. Seat 3 deals, the maker orders up."""
    source = random.Random(40 + maker)

    def choose(decision: str, seat: int, view: View, legal: list[int]) -> int:
        if decision == "order":
            return int(seat == maker)
        hand, trump = view["hand"], view["trump"]
        pick = min if decision == "discard" else POLICIES[policy]
        return pick(legal, key=lambda k: (euchre.power(hand[k], trump), hand[k] // 6))

    hands = [
        euchre.play_hand(DEFAULT, Shuffled(source), choose, dealer=3)
        for _ in range(REFERENCE_HANDS)
    ]

    won = Counter(hand.tricks[maker % 2] for hand in hands)
    for tricks, share in enumerate(shares):
        sample = (won[tricks], REFERENCE_HANDS)
        assert_share(sample, share, resolves=0.11, reference_error=0.0004)
    nets = [hand.points[maker % 2] - hand.points[1 - maker % 2] for hand in hands]
    assert_mean(nets, net, resolves=0.4, reference_error=0.0013)
