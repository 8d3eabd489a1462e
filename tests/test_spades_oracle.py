"""The oracle of Spades keeps the invariants and meets the figures.

RULES.md of the game, sections 11 (invariants) and 12 (the simulated figures; `test_spades_figures`
meets those that are exact). `test_worked_examples` plays the examples of section 10.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice, product

import pytest

from checks import assert_mean, assert_share
from oracles import spades
from oracles.spades import PACK, SPADES, Choose, Played, Rules, Trick, View, suit_of

pytestmark = pytest.mark.full

DEFAULT = Rules()
RANKS = "23456789TJQKA"
SUITS = "CDHS"
HANDS = 1600
WATCHED = 8
"""Of one hand in so many all views are looked at."""
MATCHES = 60


def card(name: str) -> int:
    return 13 * SUITS.index(name[1]) + RANKS.index(name[0])


def cards(names: str) -> list[int]:
    return [card(name) for name in names.split()]


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
    source: random.Random

    def card(self, stock: list[int]) -> int:
        return self.source.choice(stock)


Asked = tuple[str, int, View, list[int]]
"""Decision, seat, view, legal actions."""


@dataclass
class Script:
    """Gives these answers and bids, plays the named cards, then the lowest."""

    bids: Sequence[int] = ()
    plays: str = ""
    blinds: Sequence[int] = ()
    asked: list[Asked] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.to_bid, self.to_answer = iter(self.bids), iter(self.blinds)
        self.to_play = iter(cards(self.plays))

    def __call__(self, decision: str, seat: int, view: View, legal: list[int]) -> int:
        self.asked.append((decision, seat, view, legal))
        if decision == "blind":
            return next(self.to_answer, spades.LOOK)
        if decision == "bid":
            return next(self.to_bid, legal[-1])
        named = next(self.to_play, None)
        return legal[0] if named is None else view["hand"].index(named)


FOUR_SUITS = (
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AS",
    "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD KS",
    "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH QS",
    "AC AD AH 2S 3S 4S 5S 6S 7S 8S 9S TS JS",
)


def singly(dealt: Sequence[str]) -> list[str]:
    """The names of these cards in the order in which they are dealt."""
    return [name for round_ in zip(*map(str.split, dealt), strict=True) for name in round_]


def play(
    script: Script,
    *,
    rules: Rules = DEFAULT,
    dealt: Sequence[str] = FOUR_SUITS,
    number: int = 1,
    score: tuple[int, int] = (0, 0),
    bags: tuple[int, int] = (0, 0),
) -> Played:
    """The hand of a script; seat 3 deals these to seats 0 to 3."""
    deck = Deck([card(name) for name in singly(dealt)])
    return spades.play_hand(rules, deck, script, dealer=3, number=number, score=score, bags=bags)


@dataclass
class AtRandom:
    """Any action, but of the legal bids one up to `highest` if there is one."""

    source: random.Random
    highest: int = 13
    asked: list[Asked] = field(default_factory=list)

    def __call__(self, decision: str, seat: int, view: View, legal: list[int]) -> int:
        self.asked.append((decision, seat, view, legal))
        low = [bid for bid in legal if decision == "bid" and bid <= self.highest]
        return self.source.choice(low or legal)


def random_rules(source: random.Random) -> Rules:
    return Rules(
        target=source.choice([1, 50, 200, 300, 500]),
        nil_bonus=source.choice([100, 50, 0]),
        nil_penalty=source.choice([100, 50, 0]),
        failed_nil_tricks=source.choice(["ignored", "bags", "count"]),
        bag_points=source.choice([1, 0, 2]),
        bag_limit=source.choice([10, 7, 1]),
        bag_penalty=source.choice([100, 50, 0]),
        moon_bonus=source.choice([0, 70]),
        spade_lead=source.choice(["broken", "any"]),
        first_trick_spades=source.random() < 0.5,
        min_team_bid=source.choice([0, 0, 4, 12]),
        forbid_total_13=source.random() < 0.5,
        blind_nil=source.random() < 0.7,
        loss_limit=source.choice([None, -1, -200]),
        double_nil_allowed=source.random() < 0.5,
        max_hands=source.choice([200, 200, 3]),
    )


# Bids and cards.


def test_some_bid_is_always_legal() -> None:
    for least, double, partner in product(range(13), (False, True), range(14)):
        rules = Rules(min_team_bid=least, double_nil_allowed=double, forbid_total_13=True)
        for others in range(27):
            first = min(others, 13)
            assert spades.legal_bids(rules, [first, partner, others - first, None], 3)


ANY_LEAD = Rules(spade_lead="any")
NO_SPADE_FIRST = Rules(first_trick_spades=False)


# Whole hands.


def test_a_card_that_is_not_legal_is_refused() -> None:
    script = Script([1, 1, 1, 1], "2C 2D 2H 2S")

    with pytest.raises(ValueError, match="seat 3 cannot choose 3 in play"):
        play(script)


def test_a_card_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="card 52 is not among the unseen ones"):
        spades.play_hand(DEFAULT, Deck([52]), Script())


def test_a_stock_holds_what_is_not_dealt() -> None:
    given = Deck(cards("AS KS"))

    spades.play_hand(DEFAULT, given, Script())

    assert [len(stock) for stock in given.stocks] == list(range(52, 0, -1))
    assert given.stocks[2] == list(range(50))


# What happens in random hands.


@dataclass
class Case:
    """A hand of random choices under random rules, and what the seats were asked."""

    rules: Rules
    dealer: int
    number: int
    score: tuple[int, int]
    bags: tuple[int, int]
    hand: Played
    asked: list[Asked]


@cache
def cases() -> list[Case]:
    source, found = random.Random(17), []
    for _ in range(HANDS):
        rules, dealer, number = random_rules(source), source.randrange(4), source.randint(1, 9)
        score = (source.randint(-300, 300), source.randint(-300, 300))
        bags = (source.randrange(rules.bag_limit), source.randrange(rules.bag_limit))
        choose = AtRandom(source, source.choice([13, 4]))

        hand = spades.play_hand(
            rules, Shuffled(source), choose, dealer=dealer, number=number, score=score, bags=bags
        )

        found.append(Case(rules, dealer, number, score, bags, hand, choose.asked))
    return found


@dataclass
class Now:
    """The table before an event."""

    hands: list[list[int]]
    bids: list[int | None] = field(default_factory=lambda: [None] * 4)
    blind: list[bool] = field(default_factory=lambda: [False] * 4)
    broken: bool = False
    trick: list[tuple[int, int]] = field(default_factory=list)
    history: list[Trick] = field(default_factory=list)


def moments(hand: Played) -> Iterator[tuple[str, int, int, Now]]:
    """Each event after the deal and what was before it, by the events alone."""
    now = Now([list(own) for own in hand.hands])
    for kind, seat, number in hand.events[53:]:
        yield kind, seat, number, now
        if kind == "blind":
            now.blind[seat] = number == 1
        elif kind == "bid":
            now.bids[seat] = number
        elif kind == "play":
            now.hands[seat].remove(number)
            now.trick.append((seat, number))
        elif kind == "broken":
            now.broken = True
        elif kind == "trick":
            now.history.append((now.trick[0][0], tuple(each for _, each in now.trick), seat))
            now.trick = []


def test_all_cards_are_dealt_in_turn_and_played() -> None:
    """Invariant 1. Only cards that are held are played: see `moments`."""
    for case in cases():
        hand = case.hand
        deal = [(seat, each) for kind, seat, each in hand.events if kind == "deal"]
        assert [seat for seat, _ in deal] == [(case.dealer + 1 + k) % 4 for k in range(52)]
        assert hand.hands == [sorted(each for s, each in deal if s == seat) for seat in range(4)]
        assert sorted(each for _, each in deal) == list(PACK)
        *_, (_, _, _, after) = moments(hand)
        assert after.hands == [[], [], [], []]
        assert (hand.bids, hand.blind) == (after.bids, after.blind)


def test_the_best_card_takes_the_trick_and_its_seat_leads_the_next() -> None:
    """Invariants 1 and 6. The first spade breaks spades."""
    for case in cases():
        leader = (case.dealer + 1) % 4
        for kind, seat, number, now in moments(case.hand):
            if kind == "play":
                assert seat == (leader + len(now.trick)) % 4
            elif kind == "broken":
                assert (seat, number) == now.trick[-1]
                assert not now.broken
            elif kind == "trick":
                assert now.broken or all(suit_of(each) != SPADES for _, each in now.trick)
                led = suit_of(now.trick[0][1])
                leader, _ = max(
                    now.trick,
                    key=lambda pair: (suit_of(pair[1]) == SPADES, suit_of(pair[1]) == led, pair[1]),
                )
                assert (seat, number) == (leader, len(now.history) + 1)
        assert case.hand.history == now.history
        won = Counter(winner for _, _, winner in now.history)
        assert case.hand.tricks_won == [won[seat] for seat in range(4)]
        assert sum(case.hand.tricks_won) == 13


def test_the_result_is_that_of_section_6_and_told_at_the_end() -> None:
    """Invariants 4 and 5."""
    for case in cases():
        rules, hand, expected = case.rules, case.hand, []
        for team, result in enumerate(hand.results):
            seats = (team, team + 2)
            bids = [hand.bids[seat] for seat in seats]
            blind = [hand.blind[seat] for seat in seats]
            tricks = [hand.tricks_won[seat] for seat in seats]
            assert result == spades.score_team(rules, bids, tricks, blind)
            left, lost = spades.roll_over(rules, case.bags[team], result.bags)
            score = case.score[team] + result.points - lost
            assert (hand.counter[team], hand.penalties[team]) == (left, lost)
            assert hand.score[team] == score

            bid, nils = sum(bids), bids.count(0) - sum(blind)
            best = 200 * sum(blind) + rules.nil_bonus * nils + 10 * bid
            best += rules.bag_points * max(0, 13 - bid) + rules.moon_bonus * (bid == 13)
            worst = 200 * sum(blind) + rules.nil_penalty * nils + 10 * bid
            assert -worst <= result.points <= best
            assert 0 <= left < rules.bag_limit

            paid = zip(seats, result.nils, strict=True)
            expected += [("nil", seat, points) for seat, points in paid if points is not None]
            expected += [("points", team, result.points), ("bags", team, result.bags)]
            expected += [("penalty", team, lost)] if lost else []
            expected += [("score", team, score), ("counter", team, left)]
        assert hand.events[-len(expected) :] == expected
        assert hand.events[-len(expected) - 1][0] == "trick"


def test_without_a_failed_nil_its_tricks_make_no_difference() -> None:
    """Invariant 7."""
    seen: Counter[bool] = Counter()
    for case in cases():
        for seats in ((0, 2), (1, 3)):
            bids = [case.hand.bids[seat] for seat in seats]
            tricks = [case.hand.tricks_won[seat] for seat in seats]
            ignored, bags, count = [
                spades.score_team(replace(case.rules, failed_nil_tricks=way), bids, tricks)
                for way in ("ignored", "bags", "count")
            ]
            failed = any(bid == 0 and won for bid, won in zip(bids, tricks, strict=True))
            assert failed or ignored == bags == count
            seen[failed] += 1
    assert min(seen[True], seen[False]) > 100


# What a seat sees and may believe.


def decisions(asked: list[Asked], hand: Played) -> Iterator[tuple[Asked, int, Now]]:
    """What was asked, what was answered by the events, and the table at that time."""
    questions = iter(asked)
    for kind, seat, number, now in moments(hand):
        if kind in ("blind", "play") or (kind == "bid" and not now.blind[seat]):
            question = next(questions)
            assert question[:2] == (kind, seat)
            yield question, number, now
    assert next(questions, None) is None


def view_of(case: Case, decision: str, seat: int, now: Now) -> View:
    """What section 5 lets a seat see at a decision."""
    view: View = {
        "seat": seat,
        "dealer": case.dealer,
        "bids": now.bids,
        "blind": now.blind,
        "score": list(case.score),
        "bags": list(case.bags),
        "target": case.rules.target,
        "hand_number": case.number,
    }
    if decision != "blind":
        view |= {"hand": now.hands[seat]}
    if decision == "play":
        winners = [winner for _, _, winner in now.history]
        lacks = {
            ((leader + k) % 4, suit_of(trick[0]))
            for leader, trick in [
                *((leader, trick) for leader, trick, _ in now.history),
                ((seat - len(now.trick)) % 4, [each for _, each in now.trick]),
            ]
            for k, each in enumerate(trick)
            if suit_of(each) != suit_of(trick[0])
        }
        view |= {
            "current_trick": now.trick,
            "led_suit": suit_of(now.trick[0][1]) if now.trick else None,
            "broken": now.broken,
            "tricks_won": [winners.count(player) for player in range(4)],
            "history": now.history,
            "voids": [[(player, suit) in lacks for suit in range(4)] for player in range(4)],
        }
    return view


def test_a_view_shows_the_table_of_that_moment_and_no_hand_but_the_own() -> None:
    """Invariants 2 and 3 follow, as only actions of `legal_bids` and `playable` are legal."""
    seen: Counter[str] = Counter()
    for case in cases()[::WATCHED]:
        for (decision, seat, view, legal), answer, now in decisions(case.asked, case.hand):
            seen[decision] += 1
            assert view == view_of(case, decision, seat, now)
            own = now.hands[seat]
            may = [0, 1]
            if decision == "bid":
                may = spades.legal_bids(case.rules, now.bids, seat)
            elif decision == "play":
                playable = spades.playable(
                    case.rules,
                    own,
                    led=view["led_suit"],
                    broken=now.broken,
                    first_trick=not now.history,
                )
                may = [own.index(each) for each in playable]
            assert legal == may
            assert (own.index(answer) if decision == "play" else answer) in legal
    assert min(seen[decision] for decision in ("blind", "bid", "play")) > 5


def test_the_true_hands_agree_with_every_view() -> None:
    refused = 0
    for case in cases()[:: 2 * WATCHED]:
        for (_, seat, view, _), _, now in islice(decisions(case.asked, case.hand), 0, None, 5):
            assert spades.agrees(case.rules, view, now.hands)
            hands = list(now.hands)
            one, other = (seat + 1) % 4, (seat + 2) % 4
            hands[one], hands[other] = hands[other], hands[one]
            refused += not spades.agrees(case.rules, view, hands)
            if now.hands[one]:
                hands[one] = now.hands[one][1:]
                hands[other] = [*now.hands[other], now.hands[one][0]]
                assert not spades.agrees(case.rules, view, hands)
    assert refused > 100


ALL_SPADES = (
    "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS",
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
    "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
    "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH",
)
LATE_SPADES = (ALL_SPADES[1], ALL_SPADES[0], *ALL_SPADES[2:])


@pytest.mark.parametrize(
    ("rules", "dealt", "names", "exchanged", "possible"),
    [
        (DEFAULT, FOUR_SUITS, "2C 2D 2H AC AD KC", "AS QS", True),
        (DEFAULT, FOUR_SUITS, "2C 2D 2H AC AD KC", "3C 2S", True),
        (DEFAULT, FOUR_SUITS, "2C 2D 2H AC AD KC", "3C 3H", False),
        (DEFAULT, FOUR_SUITS, "2C 2D 2H AC AD KC", "3D 2S", False),
        (DEFAULT, ALL_SPADES, "2S", "2D 2H", True),
        (DEFAULT, ALL_SPADES, "2S", "AS AD", False),
        (ANY_LEAD, ALL_SPADES, "2S", "AS AD", True),
        (DEFAULT, LATE_SPADES, "2C 2S", "AS AH", True),
        (NO_SPADE_FIRST, LATE_SPADES, "2C 2S", "AS AH", False),
        (NO_SPADE_FIRST, LATE_SPADES, "2C 2S", "AC AH", True),
        (DEFAULT, LATE_SPADES, "2C 2S 2D", "AC AD", False),
    ],
)
def test_two_cards_may_lie_the_other_way_where_that_breaks_no_rule(
    rules: Rules, dealt: tuple[str, ...], names: str, exchanged: str, possible: bool
) -> None:
    """As the next seat thinks after these cards."""
    script = Script([1, 1, 1, 1], names)
    play(script, rules=rules, dealt=dealt)
    view = script.asked[4 + len(cards(names))][2]
    one, other = cards(exchanged)
    moved = {one: other, other: one}

    hands = [
        [moved.get(each, each) for each in cards(hand) if each not in cards(names)]
        for hand in dealt
    ]

    assert spades.agrees(rules, view, hands) == possible


# Matches.


def test_a_match_is_its_hands_and_ends_when_the_rules_say() -> None:
    source, ends = random.Random(18), Counter[bool]()
    for _ in range(MATCHES):
        rules = replace(random_rules(source), max_hands=source.choice([1, 4, 10, 10]))
        dealer, score, bags = source.randrange(4), [0, 0], [0, 0]

        match = spades.play_match(rules, Shuffled(source), AtRandom(source, 4), dealer=dealer)

        for number, hand in enumerate(match.hands):
            assert hand.events[0] == ("hand", (dealer + number) % 4, number + 1)
            for team, result in enumerate(hand.results):
                score[team] += result.points - hand.penalties[team]
                bags[team] = (bags[team] + result.bags) % rules.bag_limit
            assert (hand.score, hand.counter) == (score, bags)
            low = -(10**9) if rules.loss_limit is None else rules.loss_limit
            reached = max(score) >= rules.target or min(score) <= low
            over = number + 1 == rules.max_hands or (reached and score[0] != score[1])
            assert over == (number + 1 == len(match.hands))
        winner = -1 if score[0] == score[1] else int(score[1] > score[0])
        ends[len(match.hands) == rules.max_hands] += 1
        assert (match.winner, match.score) == (winner, score)
        last = ("draw" if winner == -1 else "win", winner, len(match.hands))
        assert match.events == [*(e for hand in match.hands for e in hand.events), last]
    assert min(ends[True], ends[False]) > 5


def test_a_drawn_match_has_no_winner() -> None:
    """Nobody's nil holds, so that a match of one hand without points is drawn."""
    rules = Rules(nil_bonus=0, nil_penalty=0, max_hands=1)

    match = spades.play_match(rules, Deck(), Script([0, 0, 0, 0]))

    assert (match.score, match.winner) == ([0, 0], -1)
    assert match.events[-1] == ("draw", -1, 1)


# Figures. Seat 3 deals, and every figure has a false alarm in 1e-6.

REFERENCE_HANDS = 1200


def by_strength(pick: Callable[..., int]) -> Choose:
    """`highest-legal` or `lowest-legal` of section 13; the bids are no matter."""

    def choose(decision: str, _seat: int, view: View, legal: list[int]) -> int:
        if decision == "bid":
            return 3
        hand = view["hand"]
        return pick(legal, key=lambda k: (hand[k] % 13, hand[k] // 13))

    return choose


POLICIES: dict[str, Choose] = {
    "highest-legal": by_strength(max),
    "lowest-legal": by_strength(min),
    "random-legal": AtRandom(random.Random(4)),
}


def tricks_of(side: str, other: str, rules: Rules) -> list[list[int]]:
    """Tricks from the leader's seat on, hand by hand."""
    source = random.Random(11)

    def choose(decision: str, seat: int, view: View, legal: list[int]) -> int:
        return POLICIES[other if seat % 2 else side](decision, seat, view, legal)

    return [
        spades.play_hand(rules, Shuffled(source), choose, dealer=3).tricks_won
        for _ in range(REFERENCE_HANDS)
    ]


@pytest.mark.parametrize(
    ("policy", "rules", "means", "zero"),
    [
        ("highest-legal", DEFAULT, (3.2802, 3.2392, 3.2384, 3.2422), 0.0743),
        ("highest-legal", ANY_LEAD, (3.2377, 3.2544, 3.2537, 3.2543), None),
        ("random-legal", DEFAULT, (3.2610, 3.2462, 3.2464, 3.2464), 0.0343),
        ("lowest-legal", DEFAULT, (), 0.0482),
    ],
)
def test_seats_take_as_many_tricks_as_in_the_reference(
    policy: str, rules: Rules, means: tuple[float, ...], zero: float | None
) -> None:
    """Section 12; `zero` is how often the dealer takes none."""
    hands = tricks_of(policy, policy, rules)

    for seat, mean in enumerate(means):
        won = [tricks[seat] for tricks in hands]
        assert_mean(won, mean, resolves=0.7, reference_error=0.0011)
    if zero is not None:
        assert_share((sum(tricks[3] == 0 for tricks in hands), len(hands)), zero, resolves=0.1)


@pytest.mark.parametrize(
    ("side", "other", "mean"),
    [("highest-legal", "lowest-legal", 7.1667), ("lowest-legal", "highest-legal", 5.8468)],
)
def test_high_cards_first_take_more_tricks_as_in_the_reference(
    side: str, other: str, mean: float
) -> None:
    """Section 12. With the same policy both sides would take 6.5."""
    won = [tricks[0] + tricks[2] for tricks in tricks_of(side, other, DEFAULT)]

    assert_mean(won, mean, resolves=0.65, reference_error=0.0009)
