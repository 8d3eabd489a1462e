"""The Scat oracle against sections 10, 11 and 12 of its RULES.md."""

import random
import re
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import combinations

import pytest

from oracles import scat
from oracles.scat import Event, Rules, View

pytestmark = pytest.mark.full

HAND_SEEDS = 40
HANDS_PER_SEED = 20
MATCH_SEEDS = 30


def cards(names: str) -> list[int]:
    return [scat.card_id(name) for name in names.split()]


def deck_starting(names: str) -> list[int]:
    top = cards(names)
    return top + [card for card in range(52) if card not in top]


ACTIONS = {
    "took": "take-discard",
    "drew": "draw-stock",
    "ended": "end-hand",
    "passed": "end-hand",
    "silent": "silent",
    "declared": "declare",
}
OFFERS = {
    "throw-down": "called",
    "hammer": "called",
    "knock": "knocked",
    "knock-after-draw": "knocked",
}


@dataclass
class Script:
    """Deals this top of the deck in every hand, and does what is told in these events."""

    top: str
    told: list[str]

    def deck(self, deal: int) -> list[int]:
        assert deal >= 0
        return deck_starting(self.top)

    def reshuffle(self, cards: list[int]) -> list[int]:
        return cards

    def overlooks(self, seat: int) -> bool:
        return self.told.pop(0) == f"overlooked {seat}"

    def choose(self, seat: int, decision: str, legal: list[str], view: View) -> str:
        assert view.my_seat == seat
        if decision in OFFERS and self.told[0] != f"{OFFERS[decision]} {seat}":
            return legal[0]
        kind, *_, card = self.told.pop(0).split()
        if decision in OFFERS:
            return legal[1]
        return card if decision == "discard" else ACTIONS[kind]


def play(top: str, rules: Rules, told: str, *, players: int = 2) -> scat.HandResult:
    """The hand with this top of the deck in which this happens."""
    return scat.play_hand(rules, players, Script(top, told.split(", ")))


@dataclass
class RandomSource:
    """Random legal choices; some decks have the high cards near the top so that 31s occur."""

    rng: random.Random
    rules: Rules
    knock_prob: float
    declare_prob: float = 0.7
    decks: list[list[int]] = field(default_factory=list)
    reshuffles: list[list[int]] = field(default_factory=list)
    kitties: list[tuple[int, int]] = field(default_factory=list)

    def deck(self, deal: int) -> list[int]:
        assert deal == len(self.decks)
        order = list(range(52))
        self.rng.shuffle(order)
        if self.rng.random() < 0.4:
            rich = self.rng.sample(range(4), 2)
            order.sort(key=lambda card: not (card // 13 in rich and scat.card_points(card) > 9))
            top = order[:18]
            order[:18] = self.rng.sample(top, len(top))
        self.decks.append(order)
        return list(order)

    def reshuffle(self, cards: list[int]) -> list[int]:
        order = self.rng.sample(cards, len(cards))
        self.reshuffles.append(order)
        return list(order)

    def overlooks(self, seat: int) -> bool:
        assert seat >= 0
        assert self.rules.miss_31_prob > 0
        return self.rng.random() < self.rules.miss_31_prob

    def choose(self, seat: int, decision: str, legal: list[str], view: View) -> str:
        self.check_view(seat, decision, legal, view)
        chances = {"knock": self.knock_prob, "call": 0.5, "declare": self.declare_prob}
        if legal[-1] in chances:
            return legal[self.rng.random() < chances[legal[-1]]]
        return self.rng.choice(legal)

    def check_view(self, seat: int, decision: str, legal: list[str], view: View) -> None:
        cards_in_hand = {"throw-down": 0, "discard": 4, "knock-after-draw": 4}.get(decision, 3)
        assert legal
        assert view.my_seat == seat
        assert len(view.hand) == cards_in_hand
        assert (view.just_took in view.hand) == (cards_in_hand == 4)
        assert view.took_from in (("discard", "stock") if cards_in_hand == 4 else ("",))
        assert view.n_alive == sum(left >= 0 for left in view.lives)
        assert all(card == -1 for kind, _, card in view.history if kind == "drew")
        self.kitties.append((view.kitty, sum(max(left, 0) for left in view.lives)))


def random_rules(rng: random.Random, *, modes: tuple[str, ...]) -> Rules:
    return Rules(
        score_mode=rng.choice(modes),
        start_lives=rng.randint(1, 4),
        charity=rng.random() < 0.6,
        two_life_overflow=rng.choice(["out", "to-county"]),
        knocker_lowest_penalty=rng.choice([1, 2]),
        knocker_tie=rng.choice(["others-lose", "knocker-two-others-one", "knocker-only"]),
        thirty_one_after_knock=rng.choice(["knocker-one", "knocker-two"]),
        three_of_a_kind=rng.choice(["none", "30", "30.5"]),
        grand_cadillac=rng.random() < 0.4,
        straight_flush=rng.choice(["none", "30"]),
        straight_flush_ace_low=rng.random() < 0.5,
        min_knock_score=rng.choice([0, 0, 0, 10, 17, 21]),
        knock_needs_suited=rng.random() < 0.15,
        first_turn_option=rng.choice(["none", "none", "none", "hammer", "throw-down"]),
        first_turn_knock=rng.random() < 0.6,
        knock_timing=rng.choice(["turn-start", "after-draw"]),
        own_discard_after_knock=rng.random() < 0.5,
        undeclared_31=rng.choice(["counts-30", "counts-31"]),
        miss_31_prob=rng.choice([0.0, 0.5]),
        stock_exhausted=rng.choice(["showdown", "showdown", "reshuffle"]),
        exhausted_after_knock=rng.choice(["end", "skip"]),
        tie_break=rng.choice(["none", "poker"]),
        points_target=rng.randint(1, 6),
        bus_extra_levels=rng.randint(0, 2),
        max_turns=rng.choice([1000, 300, 1, 12]),
    )


def left_of(lives: list[int], seat: int) -> int:
    """The next seat to the left that is not out."""
    seats = [(seat + step) % len(lives) for step in range(1, len(lives) + 1)]
    return next(other for other in seats if lives[other] >= 0)


class Replay:
    """Follows the events of a hand with its own bookkeeping and checks section 11 on the way."""

    def __init__(self, rules: Rules, source: RandomSource, lives: list[int], dealer: int) -> None:
        """Sit down at the table before the deal."""
        self.rules = rules
        self.order = source.decks[-1]
        self.reshuffles = source.reshuffles
        self.lives = lives
        self.hands: list[list[int]] = [[] for _ in lives]
        self.stock: list[int] = []
        self.pile: list[int] = []
        self.first = left_of(lives, dealer)
        self.knocker = -1
        self.frozen: list[int] = []
        self.after_knock: list[int] = []
        self.turns: list[int] = []
        self.card_in_play = (-1, "")

    def follow(self, events: list[Event]) -> None:
        dealt = [event for event in events if event[0] == "deal"]
        seat = self.first
        for number, event in enumerate(dealt):
            assert event == ("deal", seat, self.order[number])
            self.hands[seat].append(event[2])
            seat = left_of(self.lives, seat)
        assert len(dealt) == 3 * sum(left >= 0 for left in self.lives)
        assert events[len(dealt)] == ("upcard", -1, self.order[len(dealt)])
        self.pile = [self.order[len(dealt)]]
        self.stock = list(self.order[len(dealt) + 1 :])
        for kind, seat, card in events[len(dealt) + 1 :]:
            self.step(kind, seat, card)
            self.check_cards()

    def step(self, kind: str, seat: int, card: int) -> None:
        if kind in ("took", "drew"):
            self.begin_turn(seat)
            assert card == (self.pile.pop() if kind == "took" else self.stock.pop(0))
            self.hands[seat].append(card)
            self.card_in_play = card, kind
        elif kind == "discarded":
            assert self.turns[-1] == seat
            assert self.card_in_play != (card, "took")
            self.hands[seat].remove(card)
            self.pile.append(card)
            self.card_in_play = (-1, "")
            if seat == self.knocker:
                self.frozen = sorted(self.hands[seat])
        elif kind == "knocked":
            assert self.knocker == -1
            if self.rules.knock_timing == "turn-start":
                self.begin_turn(seat)
                self.frozen = sorted(self.hands[seat])
            self.knocker = seat
            assert self.turns[-1] == seat
        elif kind == "passed":
            self.begin_turn(seat)
            assert not self.stock
            assert self.knocker != -1
        elif kind == "reshuffled":
            assert not self.stock
            self.stock = list(self.reshuffles.pop(0))
            assert sorted(self.stock) == sorted(self.pile[:-1])
            self.pile = self.pile[-1:]

    def begin_turn(self, seat: int) -> None:
        assert seat == (left_of(self.lives, self.turns[-1]) if self.turns else self.first)
        assert self.card_in_play == (-1, "")
        self.turns.append(seat)
        if self.knocker != -1:
            assert seat != self.knocker
            self.after_knock.append(seat)

    def check_cards(self) -> None:
        in_play = [card for hand in self.hands for card in hand]
        assert sorted(in_play + self.stock + self.pile) == list(range(52))

    def check_result(self, result: scat.HandResult) -> None:
        declared = result.end in ("dealt-31", "31-before-knock", "31-after-knock")
        alive = [seat for seat, left in enumerate(self.lives) if left >= 0]
        assert declared == bool(result.declarers)
        assert result.turns == len(self.turns)
        assert len(set(self.after_knock)) == len(self.after_knock)
        if self.knocker != -1 and result.end == "knock":
            assert sorted([*self.after_knock, self.knocker]) == alive
        if result.knocker != -1 and self.knocker != -1:
            assert sorted(self.hands[self.knocker]) == self.frozen
        for seat in alive:
            self.check_value(seat, result)
        self.check_cost(alive, result)

    def check_value(self, seat: int, result: scat.HandResult) -> None:
        value = scat.hand_value(self.hands[seat], self.rules)
        spoiled = value >= 31 and seat not in result.declarers
        if spoiled and self.rules.undeclared_31 == "counts-30":
            assert result.values[seat] == 30
        else:
            assert result.values[seat] == value
        if spoiled:
            silent = {(kind, who) for kind, who, _ in result.events}
            assert {("silent", seat), ("overlooked", seat)} & silent
        if seat in result.declarers:
            assert value >= 31

    def check_cost(self, alive: list[int], result: scat.HandResult) -> None:
        assert all(result.lost[seat] == 0 for seat in result.declarers)
        assert max(result.lost) <= 2
        if self.rules.score_mode == "points":
            assert sum(result.lost) == 0
            assert sum(result.gained) > 0
        else:
            assert sum(result.gained) == 0
            assert sum(result.lost) > 0 or result.declarers == alive
        written = [event for event in result.events if event[0] in ("lost", "gained")]
        counts = [("lost", result.lost), ("gained", result.gained)]
        assert written == [
            (kind, seat, count)
            for kind, by_seat in counts
            for seat, count in enumerate(by_seat)
            if count
        ]


VARIANTS = [
    Rules(),
    Rules(three_of_a_kind="30"),
    Rules(three_of_a_kind="30.5"),
    Rules(straight_flush="30"),
    Rules(three_of_a_kind="30", grand_cadillac=True),
]


@pytest.mark.parametrize(
    ("hand", "values"),
    [
        ("KH 8H 5H", [23, 23, 23, 23, 23]),
        ("QS 9D 8D", [17, 17, 17, 17, 17]),
        ("AC 6S 4S", [11, 11, 11, 11, 11]),
        ("JC 7H 4S", [10, 10, 10, 10, 10]),
        ("AS KS JS", [31, 31, 31, 31, 31]),
        ("AS KS QS", [31, 31, 31, 31, 31]),
        ("KC KD KH", [10, 30, 30.5, 10, 30]),
        ("AC AD AH", [11, 30, 30.5, 11, 33]),
        ("7H 8H 9H", [24, 24, 24, 30, 24]),
        ("AC 2C 3C", [16, 16, 16, 30, 16]),
        ("TC JC QC", [30, 30, 30, 30, 30]),
    ],
)
def test_a_hand_is_worth_what_the_table_of_section_10_says(hand: str, values: list[float]) -> None:
    assert [scat.hand_value(cards(hand), rules) for rules in VARIANTS] == values


def test_dealt_hands_have_the_exact_distribution_of_section_12() -> None:
    """All 22 100 hands under the five variants."""
    hands = list(combinations(range(52), 3))

    tallies = [Counter(scat.hand_value(hand, rules) for hand in hands) for rules in VARIANTS]
    means = [
        round(sum(value * count for value, count in tally.items()) / 22100, 6) for tally in tallies
    ]

    assert means == [13.087964, 13.141357, 13.142534, 13.105882, 13.1419]
    assert [tallies[0][value] for value in range(2, 32)] == [
        *(4, 28, 76, 196, 316, 532, 724, 1040, 5732, 2652),
        *(1104, 1264, 1112, 1132, 980, 996, 844, 856, 1168, 712),
        *(96, 104, 88, 80, 64, 60, 44, 40, 32, 24),
    ]
    assert tallies[1][30] == 84
    assert (tallies[2][30], tallies[2][30.5]) == (32, 52)
    assert tallies[3][30] == 68
    assert (tallies[4][30], tallies[4][31], tallies[4][33]) == (80, 24, 4)


SEQUENCES = Rules(straight_flush="30", three_of_a_kind="30")
ACE_HIGH_ONLY = replace(SEQUENCES, straight_flush_ace_low=False)


@pytest.mark.parametrize(
    ("hand", "rules", "value", "ranks"),
    [
        ("AC 2C 3C", ACE_HIGH_ONLY, 16, (13, 2, 1)),
        ("KC AC 2C", SEQUENCES, 23, (13, 12, 1)),
        ("AC 2C 3C", SEQUENCES, 30, (13, 2, 1)),
        ("5C 5D 5H", SEQUENCES, 30, (4, 4, 4)),
        # The best of several suits with the value.
        ("TC KD 5S", Rules(), 10, (12,)),
        # Of equal values the first is better in poker.
        ("AC TC 9C", Rules(), 30, (13, 9, 8)),
        ("KD QD JD", Rules(), 30, (12, 11, 10)),
        ("KC JC 7C", Rules(), 27, (12, 10, 6)),
        ("KD 9D 8D", Rules(), 27, (12, 8, 7)),
    ],
)
def test_a_value_is_told_with_the_ranks_that_make_it(
    hand: str, rules: Rules, value: float, ranks: tuple[int, ...]
) -> None:
    assert scat.hand_worth(cards(hand), rules) == (value, ranks)


TWO_ONE = Rules(knocker_tie="knocker-two-others-one", thirty_one_after_knock="knocker-two")
GIN = Rules(score_mode="gin", charity=False, three_of_a_kind="30.5")
POINTS = Rules(score_mode="points")
JACOBS = Rules(score_mode="points", knock_needs_suited=True, tie_break="poker")


@pytest.mark.parametrize(
    ("values", "knocker", "rules", "counts"),
    [
        ([20, 18, 18, 25], 0, Rules(), [0, 1, 1, 0]),
        ([20, 18, 18, 25], 0, TWO_ONE, [0, 1, 1, 0]),
        ([20, 18, 18, 25], 0, Rules(knocker_tie="knocker-only"), [0, 1, 1, 0]),
        ([20, 18, 18, 25], 0, Rules(knocker_lowest_penalty=1), [0, 1, 1, 0]),
        ([15, 20, 20, 25], 0, Rules(), [2, 0, 0, 0]),
        ([15, 20, 20, 25], 0, Rules(knocker_lowest_penalty=1), [1, 0, 0, 0]),
        ([18, 18, 20, 25], 0, Rules(), [0, 1, 0, 0]),
        ([18, 18, 20, 25], 0, TWO_ONE, [2, 1, 0, 0]),
        ([18, 18, 20, 25], 0, Rules(knocker_tie="knocker-only"), [2, 0, 0, 0]),
        ([18, 18, 22, 30], -1, Rules(), [1, 1, 0, 0]),
        ([25, 25, 20, 18], 0, GIN, [0, 1, 1, 1]),
        ([25, 26, 20, 18], 0, GIN, [1, 0, 0, 0]),
        ([14, 20, 12], 0, Rules(), [0, 0, 1]),
        ([10, 20, 12], 0, Rules(), [2, 0, 0]),
        ([30, 30], 0, Rules(), [0, 1]),
        ([30, 31], 0, Rules(), [2, 0]),
        ([30, 30, 20, 20], 0, POINTS, [0, 1, 0, 0]),
    ],
)
def test_a_showdown_costs_or_gains_what_section_10_says(
    values: list[int], knocker: int, rules: Rules, counts: list[int]
) -> None:
    score = scat.score_showdown([(float(value), ()) for value in values], knocker, rules)

    nothing = [0] * len(values)
    assert score == (
        scat.Score(nothing, counts) if rules == POINTS else scat.Score(counts, nothing)
    )


@pytest.mark.parametrize(
    ("knocking", "other", "gained"),
    [("AC TC 9C", "KD QD JD", [1, 0, 0, 0]), ("KD QD JD", "AC TC 9C", [0, 1, 0, 0])],
)
def test_jacobs_breaks_the_tie_for_the_point_by_ranks(
    knocking: str, other: str, gained: list[int]
) -> None:
    hands = [cards(names) for names in (knocking, other, "KH TH 2C", "KS TS 3C")]

    score = scat.score_showdown([scat.hand_worth(hand, JACOBS) for hand in hands], 0, JACOBS)

    assert score.gained == gained


@pytest.mark.parametrize(
    ("declarers", "knocker", "rules", "lost"),
    [
        ([1], 0, Rules(), [1, 0, 1, 1]),
        ([1], 0, TWO_ONE, [2, 0, 1, 1]),
        ([1], 0, replace(TWO_ONE, score_mode="gin"), [1, 0, 1, 1]),
        ([0, 2], -1, Rules(), [0, 1, 0, 1]),
    ],
)
def test_a_declared_31_costs_all_others_a_life(
    declarers: list[int], knocker: int, rules: Rules, lost: list[int]
) -> None:
    assert scat.score_declared_31([True] * 4, declarers, knocker, rules).lost == lost


@pytest.mark.parametrize(("undeclared", "value"), [("counts-30", 30), ("counts-31", 31)])
def test_a_silent_31_counts_what_the_option_says(undeclared: str, value: int) -> None:
    rules = Rules(undeclared_31=undeclared)

    assert scat.showdown_worth(cards("AS KS JS"), rules)[0] == value


NO_CHARITY = Rules(charity=False)
TO_COUNTY = Rules(two_life_overflow="to-county")
BUS = Rules(score_mode="bus", charity=False)


@pytest.mark.parametrize(
    ("lives", "lost", "rules", "left"),
    [
        (3, 0, Rules(), 3),
        (3, 1, Rules(), 2),
        (2, 2, Rules(), 0),
        (1, 1, Rules(), 0),
        (1, 2, Rules(), -1),
        (0, 1, Rules(), -1),
        (0, 2, Rules(), -1),
        # Without charity the last penny is the last life.
        (1, 1, NO_CHARITY, -1),
        # Two lives lost with one penny may lead to the county, not from there.
        (1, 2, TO_COUNTY, 0),
        (0, 1, TO_COUNTY, -1),
        (1, 2, replace(TO_COUNTY, charity=False), -1),
        # The last step of the bus is not yet out.
        (scat.full_lives(BUS), 1, BUS, 3),
        (1, 1, BUS, 0),
        (0, 1, BUS, -1),
        (0, 2, BUS, -1),
    ],
)
def test_lives_fall_as_section_10_says(lives: int, lost: int, rules: Rules, left: int) -> None:
    assert scat.lives_after(lives, lost, rules) == left


def test_a_tie_of_all_without_a_knock_on_the_county_is_replayed() -> None:
    """Max-turns stops the first two hands at 12-12; in the third seat 1 knocks."""
    drawn = ["0 AC", "1 3C", "0 4C", "1 AC", "0 3C", "1 4C", "0 AC", "0 3C"]
    told = [f"{kind} {each}" for each in drawn for kind in ("drew", "discarded")]
    told.insert(-2, "knocked 1")
    rules = Rules(start_lives=1, max_turns=3)

    match = scat.play_match(rules, 2, Script("KC KD KH 2S 2C 2D QC", told))

    assert [hand.lost for hand in match.hand_results] == [[1, 1], [1, 1], [1, 0]]
    assert [hand.end for hand in match.hand_results] == ["max-turns", "max-turns", "knock"]
    assert [event for event in match.events if event[0] in ("replay", "out")] == [
        ("replay", -1, -1),
        ("out", 0, -1),
    ]
    assert (match.winner, match.places, match.lives) == (1, [2, 1], [-1, 0])


SILENT = "AS 2H KS 3H QS 4H 5D JS"
MADE_31 = "AS 2H KS 3H 2D 4H 5D QS"
OWN_DISCARD = "9C KC 2D 9H 3D 9S 4D JS"
AFTER_DRAW = Rules(knock_timing="after-draw")
KNOCK_WITH_31 = replace(AFTER_DRAW, min_knock_score=31)
TO_OWN_DISCARD = "drew 0 JS, discarded 0 JS, drew 1 AC, discarded 1 9H, knocked 0, took 1 9H"


def test_a_31_that_is_overlooked_cannot_be_declared() -> None:
    told = "overlooked 0, knocked 0, drew 1 AC, discarded 1 AC"

    result = play(SILENT[:-3], Rules(miss_31_prob=0.1), told)

    assert (result.end, result.turns, result.knocker) == ("knock", 2, 0)
    assert (result.values, result.lost) == ([30, 9], [0, 1])


@pytest.mark.parametrize(
    ("top", "rules", "told", "refused"),
    [
        # A knock after the draw keeps what was knocked with.
        (
            *(MADE_31, KNOCK_WITH_31, "drew 0 QS, knocked 0, discarded 0 AS"),
            "discard of seat 0 must be one of ['2D'], not 'AS'",
        ),
        # The own discard may not be taken back after a knock.
        (
            *(OWN_DISCARD, Rules(own_discard_after_knock=False), TO_OWN_DISCARD),
            "draw-source of seat 1 must be one of ['draw-stock'], not 'take-discard'",
        ),
        # The discard just taken may not be thrown back.
        (
            *(OWN_DISCARD, Rules(), "took 0 4D, discarded 0 4D"),
            "discard of seat 0 must be one of ['9C', '2D', '3D'], not '4D'",
        ),
    ],
)
def test_an_illegal_choice_is_refused(top: str, rules: Rules, told: str, refused: str) -> None:
    with pytest.raises(ValueError, match=re.escape(refused)):
        play(top, rules, told)


def play_random_hand(rng: random.Random) -> tuple[scat.HandResult, RandomSource]:
    rules = random_rules(rng, modes=("lives", "gin", "points", "bus"))
    players = rng.choice([2, 2, 3, 4, 5, 8, 13, 16])
    full = scat.full_lives(rules)
    lives = [
        rng.choice([-1, 0, full, full]) if rng.random() < 0.3 else full for _ in range(players)
    ]
    if sum(left >= 0 for left in lives) < 2:
        lives[:2] = [full, full]
    dealer = rng.randrange(players)
    source = RandomSource(rng, rules, knock_prob=rng.choice([0.0, 0.01, 0.05, 0.3]))
    result = scat.play_hand(rules, players, source, dealer=dealer, lives=lives)
    replay = Replay(rules, source, lives, dealer)
    replay.follow(result.events)
    replay.check_result(result)
    if rules.score_mode in ("lives", "gin"):
        assert all(kitty + own == players * full for kitty, own in source.kitties)
    return result, source


def test_random_hands_keep_the_invariants_of_section_11_and_end_in_every_way() -> None:
    """800 hands with random options; the seeds are fixed, so this cannot fail by chance."""
    ends: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for seed in range(HAND_SEEDS):
        rng = random.Random(seed)
        for _ in range(HANDS_PER_SEED):
            result, _ = play_random_hand(rng)
            ends[result.end] += 1
            kinds.update({kind for kind, _, _ in result.events})

    assert set(ends) == {
        *("dealt-31", "31-before-knock", "31-after-knock", "knock", "called"),
        *("stock-out", "stock-out-after-knock", "max-turns"),
    }
    assert set(kinds) == {
        *("deal", "upcard", "called", "declared", "silent", "overlooked", "knocked", "took"),
        *("drew", "discarded", "ended", "passed", "reshuffled", "lost", "gained"),
    }


@pytest.mark.parametrize("seed", range(MATCH_SEEDS))
def test_random_matches_keep_the_invariants_of_section_11(seed: int) -> None:
    rng = random.Random(seed)
    rules = random_rules(rng, modes=("lives", "gin", "bus"))
    players = rng.randint(2, 6)
    source = RandomSource(rng, rules, knock_prob=0.2)

    match = scat.play_match(rules, players, source)

    full = scat.full_lives(rules)
    losses = full + (1 if rules.charity or rules.score_mode == "bus" else 0)
    free = sum(sum(hand.lost) == 0 for hand in match.hand_results)
    replays = [event[0] for event in match.events].count("replay")
    assert match.hands <= losses * players - 1 + free + replays
    assert [left >= 0 for left in match.lives].count(True) == 1
    assert match.lives[match.winner] >= 0
    assert match.places[match.winner] == 1
    assert sorted(seat for kind, seat, _ in match.events if kind == "out") == [
        seat for seat in range(players) if seat != match.winner
    ]
    check_lives_by_hand(match, rules, players)


def check_lives_by_hand(match: scat.MatchResult, rules: Rules, players: int) -> None:
    """Follow lives, deal and eliminations of the match through its events."""
    lives = [scat.full_lives(rules)] * players
    dealer = players - 1
    remaining = list(match.events)
    for hand in match.hand_results:
        assert remaining[: len(hand.events)] == hand.events
        del remaining[: len(hand.events)]
        assert hand.events[0][1] == left_of(lives, dealer)
        left = [scat.lives_after(*each, rules) for each in zip(lives, hand.lost, strict=True)]
        if max(left) < 0:
            assert remaining.pop(0) == ("replay", -1, -1)
            level = 0 if rules.charity or rules.score_mode == "bus" else 1
            left = [level if had >= 0 else -1 for had in lives]
        for seat in range(players):
            if left[seat] < 0 <= lives[seat]:
                assert remaining.pop(0) == ("out", seat, -1)
                assert match.places[seat] == 1 + sum(other >= 0 for other in left)
        lives = left
        dealer = left_of(lives, dealer)
    assert not remaining
    assert lives == match.lives


@pytest.mark.parametrize("seed", range(MATCH_SEEDS))
def test_random_points_matches_end_with_one_seat_ahead_at_the_target(seed: int) -> None:
    rng = random.Random(seed)
    rules = random_rules(rng, modes=("points",))
    players = rng.randint(2, 6)

    match = scat.play_match(rules, players, RandomSource(rng, rules, knock_prob=0.2))

    gains = [hand.gained for hand in match.hand_results]
    assert match.points == [sum(gain[seat] for gain in gains) for seat in range(players)]
    assert match.points[match.winner] >= rules.points_target
    assert match.points.count(match.points[match.winner]) == 1
    assert match.places[match.winner] == 1
    assert match.lives == [rules.start_lives] * players


def test_no_31_is_left_undeclared_when_all_seats_always_declare() -> None:
    rng = random.Random(31)
    for _ in range(100):
        rules = replace(random_rules(rng, modes=("lives",)), miss_31_prob=0.0)
        source = RandomSource(rng, rules, knock_prob=0.1, declare_prob=1.0)

        result = scat.play_hand(rules, 3, source)

        replay = Replay(rules, source, [rules.start_lives] * 3, 2)
        replay.follow(result.events)
        with_31 = [seat for seat in range(3) if scat.is_31(replay.hands[seat], rules)]
        assert with_31 == result.declarers
