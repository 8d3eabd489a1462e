"""The oracle of Ninety-Nine plays the worked examples, keeps the invariants, meets the figures.

RULES.md of the game, sections 10 (examples), 11 (invariants), 12 (the simulated figures;
`test_ninety_references` meets those that are exact) and 13 (baselines).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain
from math import sqrt

import pytest

from oracles.ninety_nine import (
    CARD_TABLES,
    RANKS,
    SUITS,
    Action,
    Choose,
    Event,
    PlayedHand,
    Rules,
    View,
    card_id,
    decks_for,
    effect_of,
    legal_actions,
    play_hand,
    play_match,
    transition,
)

pytestmark = pytest.mark.full

MINUS_TEN = Rules(card_table="minus-ten")
PACK = range(52)
HANDS = 400
MATCHES = 60
REFERENCE_HANDS = 1000
# Standard errors allowed between a mean and its reference: a false alarm in 1.7 million.
REACH = 5


def cards(names: str) -> list[int]:
    return [card_id(name) for name in names.split()]


def act(name: str, option: int = 0) -> Action:
    return card_id(name), option


class EndOfScriptError(Exception):
    """Nothing more is to be played."""


@dataclass
class Script:
    """Deals and draws these cards; the seats in turn play those of `plays`."""

    stock: str
    plays: str = ""
    forgets: str = ""
    first_dealer: int = 0
    stocks: list[list[int]] = field(default_factory=list)
    asked: list[tuple[float, int]] = field(default_factory=list)
    views: list[View] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.to_draw = iter(cards(self.stock))
        self.to_play = iter(cards(self.plays))
        self.to_forget = iter(self.forgets)

    def card(self, stock: list[int]) -> int:
        self.stocks.append(stock)
        return next(self.to_draw)

    def happens(self, probability: float, seat: int) -> bool:
        self.asked.append((probability, seat))
        return next(self.to_forget) == "y"

    def pick(self, count: int) -> int:
        assert self.first_dealer < count
        return self.first_dealer

    def choose(self, decision: str, seat: int, view: View, legal: list[Action]) -> Action:
        assert decision == "play-card"
        assert view["my_seat"] == seat
        assert legal == sorted(set(legal))
        self.views.append(view)
        card = next(self.to_play, None)
        if card is None:
            raise EndOfScriptError
        return card, 0


@dataclass
class Dice:
    """Chance as it should be, from a seed."""

    source: random.Random

    def card(self, stock: list[int]) -> int:
        return stock[int(self.source.random() * len(stock))]

    def happens(self, probability: float, seat: int) -> bool:
        assert 0 < probability < 1
        assert seat >= 0
        return self.source.random() < probability

    def pick(self, count: int) -> int:
        return self.source.randrange(count)


def random_action(source: random.Random) -> Choose:
    return lambda _decision, _seat, _view, legal: source.choice(legal)


def name_of(card: int) -> str:
    return RANKS[card % 13] + SUITS[card // 13]


def told(events: list[Event], leave_out: str) -> str:
    """The events in words, but for these kinds."""
    return ", ".join(
        f"{kind} {seat} {name_of(number) if kind in ('deal', 'play', 'draw') else number}"
        for kind, seat, number in events
        if kind not in leave_out.split()
    )


def only(events: list[Event], *kinds: str) -> list[Event]:
    return [event for event in events if event[0] in kinds]


# Worked examples.


@pytest.mark.parametrize(
    ("table", "total", "direction", "action", "after"),
    [
        ("minus-ten", 60, 1, act("KC"), (99, 1)),
        ("minus-ten", 99, 1, act("KC"), (99, 1)),
        ("minus-ten", 99, 1, act("9D"), (99, 1)),
        ("minus-ten", 99, 1, act("4H"), (99, -1)),
        ("minus-ten", 99, -1, act("TS"), (89, -1)),
        ("minus-ten", 89, -1, act("8C"), (97, -1)),
        ("minus-ten", 89, 1, act("QC"), (99, 1)),
        ("minus-ten", 90, 1, act("QC"), None),
        ("minus-ten", 88, 1, act("AC", 1), (99, 1)),
        ("minus-ten", 89, 1, act("AC", 1), None),
        ("minus-ten", 89, 1, act("AC", 0), (90, 1)),
        ("minus-ten", 5, 1, act("TC"), (-5, 1)),
        ("plus-minus-ten", 5, 1, act("TC", 1), (15, 1)),
        ("plus-minus-ten", 95, 1, act("TC", 1), None),
        ("king-of-spades", 40, 1, act("KH"), (50, 1)),
        # Not in section 10: what section 1 says of the other tables.
        ("plus-minus-ten", 5, 1, act("TC", 0), (-5, 1)),
        ("king-of-spades", 40, 1, act("KS"), (99, 1)),
        ("king-of-spades", 90, 1, act("KH"), None),
        ("black-kings", 40, 1, act("KC"), (99, 1)),
        ("black-kings", 40, 1, act("KS"), (99, 1)),
        ("black-kings", 40, 1, act("KD"), (50, 1)),
        ("black-kings", 90, 1, act("KD"), None),
        ("adds-four", 40, 1, act("4C"), (44, -1)),
        ("adds-four", 96, 1, act("4C"), None),
        ("adds-four", 40, 1, act("JC"), (52, 1)),
        ("adds-four", 40, 1, act("QC"), (53, 1)),
        ("eight-reverses", 40, 1, act("8C"), (40, -1)),
        ("eight-reverses", 40, 1, act("4C"), (44, 1)),
        ("nine-is-99", 40, 1, act("9C"), (99, 1)),
        ("nine-is-99", 40, 1, act("KC"), (40, 1)),
        ("nine-is-99", 40, 1, act("3C"), (43, 1)),
    ],
)
def test_a_card_moves_the_total_as_its_table_says(
    table: str, total: int, direction: int, action: Action, after: tuple[int, int] | None
) -> None:
    """None is not legal."""
    assert (action in legal_actions([action[0]], total, table)) == (after is not None)
    if after is None:
        with pytest.raises(ValueError, match=f"takes {total} to 1"):
            transition(total, direction, action, Rules(card_table=table))
    else:
        assert transition(total, direction, action, Rules(card_table=table)) == after


@pytest.mark.parametrize(
    ("table", "total", "hand", "legal"),
    [
        # Only some tables give an ace a choice.
        ("minus-ten", 5, "AC", [act("AC", 0), act("AC", 1)]),
        ("ace-one", 5, "AC", [act("AC", 0)]),
        ("eight-reverses", 5, "AC", [act("AC", 0)]),
        # Dead hands.
        ("minus-ten", 99, "2C 7C QC", []),
        ("minus-ten", 99, "2C 7C TC", [act("TC")]),
        # Equal cards of two packs are one action.
        ("minus-ten", 0, "AC AC 4S", [act("AC", 0), act("AC", 1), act("4S")]),
    ],
)
def test_what_may_be_played_of_a_hand(
    table: str, total: int, hand: str, legal: list[Action]
) -> None:
    assert legal_actions(cards(hand), total, table) == legal


def test_a_floor_keeps_the_total_from_falling_below_zero() -> None:
    rules = replace(MINUS_TEN, negative_total="floor-zero")

    assert transition(5, 1, act("TC"), rules) == (0, 1)
    assert transition(0, -1, act("4C"), rules) == (0, 1)


def test_every_card_is_legal_as_long_as_the_section_on_decisions_says() -> None:
    """Legality at a glance, section 5."""
    highest = dict(zip(RANKS, [98, 97, 96, 99, 94, 93, 92, 91, 99, 99, 89, 89, 99], strict=True))
    for table in ("minus-ten", "plus-minus-ten"):
        for card in PACK:
            rank = RANKS[card % 13]
            for total in range(-40, 100):
                options = [option for _, option in legal_actions([card], total, table)]
                assert (0 in options) == (total <= highest[rank])
                with_choice = "AT" if table == "plus-minus-ten" else "A"
                limit = 88 if rank == "A" else 89
                assert (1 in options) == (rank in with_choice and total <= limit)


# Hands from a script.

ONE_CARD = replace(MINUS_TEN, hand_size=1)
ONE_PACK = replace(ONE_CARD, decks=1)
PLAY_ON = replace(ONE_PACK, stock_exhausted="play-on")
OTHERS_PLAY_ON = replace(ONE_CARD, continue_after_loss=True)


@pytest.mark.parametrize(
    ("rules", "players", "stock", "plays", "turns"),
    [
        # The worked example: seat 0 is player 1.
        (
            *(MINUS_TEN, 4),
            "KC 9C 4C 4D  8C TC 2C 2D  3C 3D 3H 3S  5C 5D 5H 5S 6C 6D 6H",
            "KC 9C 4C TC 8C 4D",
            "0 at 0, 1 at 99, 2 at 99, 1 at 99 back, 0 at 89 back, 3 at 97 back",
        ),
        (Rules(card_table="chicago", hand_size=1), 3, "9C 2C 2D 2H", "9C", "0 at 0, 2 at 0"),
        (Rules(card_table="nine-is-99", hand_size=1), 2, "3C 2C 2D", "3C", "0 at 0, 0 at 3"),
        (ONE_CARD, 2, "4C 2C 2D", "4C", "0 at 0, 1 at 0 back"),
    ],
    ids=["worked example", "nine skips", "two players, a skip", "two players, a four"],
)
def test_the_turn_passes(rules: Rules, players: int, stock: str, plays: str, turns: str) -> None:
    script = Script(stock, plays)

    with suppress(EndOfScriptError):
        play_hand(rules, players, script, script.choose)

    seen = [
        f"{view['my_seat']} at {view['total']}" + " back" * (view["direction"] < 0)
        for view in script.views
    ]
    assert ", ".join(seen) == turns


def pack_starting(top: str) -> str:
    """The whole pack, these cards first."""
    rest = [name_of(card) for card in PACK if name_of(card) not in top.split()]
    return " ".join([top, *rest])


@pytest.mark.parametrize(
    ("rules", "players", "stock", "plays", "expected"),
    [
        (
            *(ONE_CARD, 2, "KC 2C 2D", "KC"),
            "deal 0 KC, deal 1 2C, play 0 KC, total 0 99, direction 0 1, draw 0 2D, lose 1 99",
        ),
        (
            *(ONE_PACK, 51, pack_starting("KC 9C 2C") + " KC", "KC 9C"),
            "play 0 KC, draw 0 KS, play 1 9C, reshuffle -1 1, draw 1 KC, lose 2 99",
        ),
        (
            *(ONE_PACK, 52, pack_starting("KC 9C 2C") + " KC", "KC 9C"),
            "play 0 KC, no-draw 0 -1, play 1 9C, reshuffle -1 1, draw 1 KC, lose 2 99",
        ),
        (
            *(PLAY_ON, 51, pack_starting("KC 9C 2C"), "KC 9C"),
            "play 0 KC, draw 0 KS, play 1 9C, no-draw 1 -1, lose 2 99",
        ),
        (
            *(replace(MINUS_TEN, forget_draw_prob=(1.0, 0.0)), 2),
            *("AC 2C  AD 2D  AH 2H  2S 3C 3D", "AC 2C AD 2D AH 2H"),
            (
                "play 0 AC, forget 0 2, play 1 2C, draw 1 2S, play 0 AD, forget 0 1, "
                "play 1 2D, draw 1 3C, play 0 AH, forget 0 0, play 1 2H, draw 1 3D, lose 0 9"
            ),
        ),
        (
            # Seat 2 turns the direction; seat 1 has left, so seat 0 is next, then seat 3.
            *(OTHERS_PLAY_ON, 4, "KC 2C 4C 3C  5C 6C", "KC 4C"),
            (
                "play 0 KC, draw 0 5C, leave 1 99, play 2 4C, draw 2 6C, leave 0 99, leave 3 99, "
                "point 2 1"
            ),
        ),
        (
            *(replace(ONE_CARD, infinite_deck=True), 2, "KC KC KC 2C 2C", "KC KC KC"),
            "play 0 KC, draw 0 KC, play 1 KC, draw 1 2C, play 0 KC, draw 0 2C, lose 1 99",
        ),
    ],
    ids=[
        *("short", "reshuffle", "nothing to reshuffle", "play on", "forgets always"),
        *("others play on", "infinite deck"),
    ],
)
def test_a_hand_is_told_to_its_end(
    rules: Rules, players: int, stock: str, plays: str, expected: str
) -> None:
    script = Script(stock, plays)

    hand = play_hand(rules, players, script, script.choose)

    assert script.asked == []
    assert told(hand.events, "" if "deal" in expected else "deal total direction") == expected


@pytest.mark.parametrize(
    ("rules", "dealer", "stock", "plays", "expected"),
    [
        (
            # Seat 1 deals the second hand to himself and seat 0 only.
            *(replace(ONE_CARD, start_pennies=1), 0, "KC 2C 2D 2H  KC 2C 2D", "KC KC"),
            (
                "hand 0 1, lose 2 99, pennies 2 0, out 2 -1, hand 1 0, lose 1 99, pennies 1 0, "
                "out 1 -1, win 0 2"
            ),
        ),
        (
            # Seat 1 is out, so the deal passes over it.
            *(replace(ONE_CARD, start_pennies=1), 0),
            *("9C KC 9D  2C 2D 2H  KC 2C 2D", "9C KC 9D KC"),
            (
                "hand 0 1, lose 1 99, pennies 1 0, out 1 -1, hand 2 0, lose 2 99, pennies 2 0, "
                "out 2 -1, win 0 2"
            ),
        ),
        (
            *(replace(OTHERS_PLAY_ON, start_pennies=2), 2),
            *("KC 2C 2D 2H  KC 9C 2D 2H 2S  KC 2C 2D 2H", "KC KC 9C KC"),
            (
                "hand 2 0, leave 1 99, leave 2 99, point 0 1, "
                "hand 0 1, leave 0 99, leave 1 99, point 2 1, "
                "hand 1 2, leave 0 99, leave 1 99, point 2 1, win 2 3"
            ),
        ),
    ],
    ids=["pennies", "the deal passes over", "points"],
)
def test_a_match_is_told_hand_by_hand(
    rules: Rules, dealer: int, stock: str, plays: str, expected: str
) -> None:
    script = Script(stock, plays, first_dealer=dealer)

    match = play_match(rules, 3, script, script.choose)

    assert told(match.events, "deal play total direction draw") == expected


def test_a_forgotten_draw_costs_a_card_for_the_rest_of_the_hand() -> None:
    """The worked example."""
    stock = "5C 2C  9C 2D  JC JD  QC 2H  3C 3D 3H"
    script = Script(stock, plays="JC JD QC 2C 5C 2D", forgets="nnynnn")

    with pytest.raises(EndOfScriptError):
        play_hand(replace(MINUS_TEN, forget_draw_prob=0.25), 2, script, script.choose)

    mine = [view for view in script.views if view["my_seat"] == 0]
    assert [view["total"] for view in mine] == [0, 20, 32, 39]
    assert [view["hand"] for view in mine[1:3]] == [cards("5C 9C QC"), cards("5C 9C")]
    assert mine[3]["hand_sizes"] == [2, 3]
    assert script.asked == [(0.25, 0), (0.25, 1)] * 3


def test_a_stock_holds_what_is_left_of_the_packs() -> None:
    once, endless = Script("KC 2C 2D", "KC"), Script("KC 2C 2D", "KC")
    play_hand(ONE_CARD, 2, once, once.choose)
    play_hand(replace(ONE_CARD, infinite_deck=True), 2, endless, endless.choose)

    assert [len(stock) for stock in once.stocks] == [52, 51, 50]
    assert once.stocks[0] == list(PACK)
    assert endless.stocks == [list(PACK)] * 3
    assert decks_for(Rules(), 4) == 1
    assert decks_for(Rules(), 5) == 2
    assert decks_for(Rules(decks=3), 2) == 3


def test_an_empty_stock_is_made_of_all_played_cards_but_the_last() -> None:
    script = Script(f"{pack_starting('AC')} AC 2C", plays="AC 2C 3C 4C")

    with pytest.raises(EndOfScriptError):
        play_hand(replace(MINUS_TEN, hand_size=25), 2, script, script.choose)

    assert script.stocks[-2:] == [cards("AC 2C"), cards("2C")]


@pytest.mark.parametrize(
    ("players", "stock", "plays", "message"),
    [
        (2, "KC 2C", "KD", "seat 0 cannot play"),
        (2, "KC KC", "", "not in the stock"),
        (5, "KC KC KC", "", "not in the stock"),
    ],
    ids=["card of no hand", "card twice", "card of two packs thrice"],
)
def test_what_is_not_there_is_refused(players: int, stock: str, plays: str, message: str) -> None:
    script = Script(stock, plays)

    with pytest.raises(ValueError, match=message):
        play_hand(ONE_CARD, players, script, script.choose)


# Invariants.


def random_rules(source: random.Random, players: int) -> Rules:
    decks: list[str | int] = ["auto", 1, 2]
    lapses: list[float | tuple[float, ...]] = [
        0.0,
        0.2,
        tuple(source.random() for _ in range(players)),
    ]
    return Rules(
        decks=source.choice(decks),
        hand_size=source.choice([1, 2, 3, 3, 3, 5]),
        start_pennies=source.choice([1, 2, 3, 5]),
        card_table=source.choice(list(CARD_TABLES)),
        negative_total=source.choice(["allow", "floor-zero"]),
        forget_draw_prob=source.choice(lapses),
        stock_exhausted=source.choice(["reshuffle", "play-on"]),
        continue_after_loss=source.random() < 0.25,
        infinite_deck=source.random() < 0.15,
    )


@dataclass
class Case:
    """A random hand under random rules, how it began, and what the seats saw."""

    rules: Rules
    dealer: int
    pennies: list[int]
    pot: int
    hand: PlayedHand
    views: list[View]

    @property
    def players(self) -> int:
        return len(self.pennies)


@cache
def cases() -> list[Case]:
    source, found = random.Random(99), []
    for _ in range(HANDS):
        players = source.randint(2, 7)
        rules, dealer, pot = random_rules(source, players), source.randrange(players), 5
        pennies = [1, 2, *(source.choice([0, 1, 2, 3]) for _ in range(players - 2))]
        views: list[View] = []

        def choose(
            _decision: str, _seat: int, view: View, legal: list[Action], views: list[View] = views
        ) -> Action:
            views.append(view)
            return source.choice(legal)

        hand = play_hand(
            *(rules, players, Dice(source), choose), dealer=dealer, pennies=pennies, pot=pot
        )
        found.append(Case(rules, dealer, pennies, pot, hand, views))
    return found


@dataclass
class Now:
    """The table before an event."""

    hands: list[list[int]]
    playing: list[bool]
    stock: int
    played: list[int]
    """Since the last reshuffle, with the one kept then."""
    plays: int = 0
    total: int = 0
    direction: int = 1

    def beside(self, seat: int, step: int) -> int:
        """The next that is playing."""
        places = range(1, len(self.playing) + 1)
        return next(
            other
            for other in ((seat + step * k) % len(self.playing) for k in places)
            if self.playing[other]
        )


def moments(case: Case) -> Iterator[tuple[str, int, int, Now]]:
    """Each event and what was before it, by the events alone."""
    packs = decks_for(case.rules, case.players)
    playing = [held > 0 for held in case.pennies]
    cards_in_stock = 52 if case.rules.infinite_deck else 52 * packs
    now = Now([[] for _ in playing], playing, cards_in_stock, [])
    for kind, seat, number in case.hand.events:
        yield kind, seat, number, now
        if kind in ("deal", "draw"):
            now.hands[seat].append(number)
            now.stock -= not case.rules.infinite_deck
        elif kind == "play":
            now.hands[seat].remove(number)
            now.played.append(number)
            now.plays += 1
        elif kind == "total":
            now.total = number
        elif kind == "direction":
            now.direction = number
        elif kind == "reshuffle":
            now.stock, now.played = number, now.played[-1:]
        elif kind == "leave":
            now.playing[seat] = False


def test_cards_are_dealt_singly_from_the_left_of_the_dealer_to_those_with_pennies() -> None:
    for case in cases():
        seats = [(case.dealer + k) % case.players for k in range(1, case.players + 1)]
        alive = [seat for seat in seats if case.pennies[seat]]
        dealt = [seat for kind, seat, _ in case.hand.events if kind == "deal"]
        assert dealt == alive * case.rules.hand_size


def test_no_card_is_made_or_lost() -> None:
    """Invariant 1."""
    for case in cases():
        if not case.rules.infinite_deck:
            pack = sorted([*PACK] * decks_for(case.rules, case.players))
            hand = case.hand
            assert sorted(chain(hand.stock, hand.pile, *hand.hands)) == pack
            for _, _, _, now in moments(case):
                assert now.stock + len(now.played) + sum(map(len, now.hands)) == len(pack)
            assert (len(hand.stock), hand.pile, hand.hands) == (now.stock, now.played, now.hands)


def test_a_seat_sees_the_table_of_that_moment_and_no_hand_but_the_own() -> None:
    """Section 5."""
    for case in cases():
        views = iter(case.views)
        for kind, seat, number, now in moments(case):
            if kind == "play":
                assert next(views) == {
                    "hand": sorted(now.hands[seat]),
                    "total": now.total,
                    "direction": now.direction,
                    "n_alive": sum(now.playing),
                    "my_seat": seat,
                    "next_seat": now.beside(seat, now.direction),
                    "prev_seat": now.beside(seat, -now.direction),
                    "hand_sizes": [
                        len(own) * now.playing[other] for other, own in enumerate(now.hands)
                    ],
                    "pennies": case.pennies,
                    "pot": case.pot,
                    "stock_count": now.stock,
                    "pile": case.hand.plays[: now.plays],
                    "decks": decks_for(case.rules, case.players),
                }
                assert case.hand.plays[now.plays][:2] == (seat, number)
        assert next(views, None) is None


def test_the_total_is_the_fold_of_the_plays_and_never_over_99() -> None:
    """Invariants 2 and 3."""
    for case in cases():
        rules, hand = case.rules, case.hand
        total, direction = 0, 1
        told = only(hand.events, "total", "direction")
        for at, (seat, card, option) in enumerate(hand.plays):
            total, direction = transition(total, direction, (card, option), rules)
            assert told[2 * at : 2 * at + 2] == [
                ("total", seat, total),
                ("direction", seat, direction),
            ]
            assert total <= 99
        assert (hand.total, hand.direction) == (total, direction)
        reverser = "8" if rules.card_table == "eight-reverses" else "4"
        reversals = sum(RANKS[card % 13] == reverser for _, card, _ in hand.plays)
        assert direction == (-1) ** reversals


def test_a_hand_is_as_large_as_the_forgotten_draws_allow() -> None:
    """Invariant 4, and one draw or the lack of one after every play."""
    for case in cases():
        rules, hand = case.rules, case.hand
        alive = [held > 0 for held in case.pennies]
        targets, short = [rules.hand_size * dealt for dealt in alive], [0] * case.players
        for kind, seat, number, now in moments(case):
            if kind == "play":
                assert len(now.hands[seat]) == targets[seat] - short[seat]
            elif kind == "forget":
                targets[seat] -= 1
                assert number == targets[seat]
            elif kind == "no-draw":
                assert now.stock == 0
                assert rules.stock_exhausted == "play-on" or len(now.played) == 1
                short[seat] += rules.stock_exhausted == "play-on"
            elif kind == "reshuffle":
                assert (now.stock, rules.stock_exhausted) == (0, "reshuffle")
        assert hand.hand_targets == targets
        drawn = only(hand.events, "play", "draw", "forget", "no-draw")
        assert len(drawn) == 2 * len(hand.plays)
        assert [seat for _, seat, _ in drawn[::2]] == [seat for _, seat, _ in drawn[1::2]]


def test_the_turn_passes_in_the_direction_of_play() -> None:
    for case in cases():
        following = None
        for kind, seat, number, now in moments(case):
            if kind in ("play", "leave", "lose"):
                assert following in (None, seat)
            if kind == "play":
                played = number
            elif kind in ("draw", "forget", "no-draw"):
                following = now.beside(seat, now.direction)
                if effect_of(played, case.rules.card_table).skips:
                    following = now.beside(following, now.direction)
            elif kind == "leave":
                following = now.beside(seat, now.direction)


def test_who_can_play_neither_loses_nor_leaves() -> None:
    """Invariant 7: with a card one can play at 89, or at 86 where a queen adds 13."""
    ended_early = 0
    for case in cases():
        table, hand = case.rules.card_table, case.hand
        gone = []
        for kind, seat, number, now in moments(case):
            if kind in ("lose", "leave"):
                gone.append(seat)
                assert number == now.total
                assert legal_actions(now.hands[seat], now.total, table) == []
                if now.total <= (86 if table == "adds-four" else 89):
                    assert now.hands[seat] == []
                    ended_early += 1
        assert hand.losers == gone
        if case.rules.continue_after_loss:
            alive = [seat for seat in range(case.players) if case.pennies[seat]]
            assert sorted([*gone, hand.winner]) == alive
            assert hand.events[-1] == ("point", hand.winner, 1)
        else:
            assert (len(gone), hand.winner) == (1, -1)
            assert hand.events[-1] == ("lose", gone[0], hand.total)
    assert ended_early > 0


def test_one_penny_moves_in_every_hand_until_one_player_has_all_that_are_left() -> None:
    """Invariants 5, 6 and 8."""
    source = random.Random(5)
    for _ in range(MATCHES):
        players = source.randint(2, 6)
        rules = replace(random_rules(source, players), continue_after_loss=False)
        start = rules.start_pennies

        match = play_match(rules, players, Dice(source), random_action(source))

        assert start * (players - 1) <= len(match.hands) <= start * players - 1
        assert len(only(match.events, "pennies")) == len(match.hands) == match.pot
        assert sum(match.pennies) + match.pot == players * start
        assert [seat for seat in range(players) if match.pennies[seat] > 0] == [match.winner]
        assert match.hands_lost == [start - left for left in match.pennies]
        assert sorted(match.places) == list(range(1, players + 1))
        assert match.events[-1] == ("win", match.winner, len(match.hands))
        out = [seat for _, seat, _ in only(match.events, "out")]
        assert [match.places[seat] for seat in out] == list(range(players, 1, -1))


def test_the_first_with_points_enough_wins_when_the_others_play_on() -> None:
    source = random.Random(8)
    for _ in range(MATCHES):
        players = source.randint(2, 5)
        rules = replace(random_rules(source, players), continue_after_loss=True)

        match = play_match(rules, players, Dice(source), random_action(source))

        assert match.points[match.winner] == rules.start_pennies == max(match.points)
        assert sum(match.points) == len(match.hands)
        assert match.points.count(rules.start_pennies) == 1
        better = [sum(other > own for other in match.points) for own in match.points]
        assert match.places == [1 + count for count in better]
        lost = [len(match.hands) - own for own in match.points]
        assert (match.hands_lost, match.pennies) == (lost, [rules.start_pennies] * players)


# Baselines of section 13 and their reference figures.

SPECIALS = "94TK"


def rank(action: Action) -> str:
    return RANKS[action[0] % 13]


def random_legal(source: random.Random) -> Choose:
    """A card, each copy for itself, then one of its options."""

    def choose(_decision: str, _seat: int, view: View, legal: list[Action]) -> Action:
        playable = {card for card, _ in legal}
        card = source.choice([card for card in view["hand"] if card in playable])
        return source.choice([action for action in legal if action[0] == card])

    return choose


def dump_high(_decision: str, _seat: int, view: View, legal: list[Action]) -> Action:
    ordinary = [action for action in legal if rank(action) not in SPECIALS]
    if ordinary:
        return max(ordinary, key=lambda action: transition(view["total"], 1, action, MINUS_TEN)[0])
    return min(legal, key=lambda action: SPECIALS.index(rank(action)))


def king_rush(decision: str, seat: int, view: View, legal: list[Action]) -> Action:
    kings = [action for action in legal if rank(action) == "K"]
    specials = sum(RANKS[card % 13] in SPECIALS for card in view["hand"])
    if view["total"] < 99 and kings and specials >= 2:
        return kings[0]
    return dump_high(decision, seat, view, legal)


POLICIES: dict[str, Callable[[random.Random], Choose]] = {
    "random-card": random_legal,
    "dump-high": lambda _source: dump_high,
    "king-rush": lambda _source: king_rush,
}


@pytest.mark.parametrize(
    ("players", "policy", "plays", "spread", "at_99", "losses"),
    [
        (2, "random-card", 12.674, 7.89, 0.8818, (0.4949, 0.5051)),
        (2, "dump-high", 25.868, 5.37, 0.8672, (0.4958, 0.5042)),
        (2, "king-rush", 13.135, 7.75, 0.8435, (0.4796, 0.5204)),
        (3, "random-card", 12.851, 8.00, 0.8836, (0.3251, 0.3418, 0.3331)),
        (3, "dump-high", 24.849, 5.81, 0.7891, (0.3262, 0.3329, 0.3409)),
        (4, "random-card", 12.954, 8.08, 0.8867, (0.2388, 0.2601, 0.2551, 0.2461)),
        (4, "king-rush", 11.819, 7.32, 0.8722, (0.2187, 0.2567, 0.2610, 0.2636)),
        (5, "random-card", 13.660, 8.73, 0.8750, (0.1876, 0.2098, 0.2077, 0.2017, 0.1932)),
    ],
)
def test_baselines_do_as_in_the_reference(
    players: int, policy: str, plays: float, spread: float, at_99: float, losses: tuple[float, ...]
) -> None:
    """Section 12, Monte Carlo reference; its own standard errors are a 30th of ours."""
    source = random.Random(players)
    choose = POLICIES[policy](source)

    hands = [play_hand(MINUS_TEN, players, Dice(source), choose) for _ in range(REFERENCE_HANDS)]

    def error_of(share: float) -> float:
        return sqrt(share * (1 - share) / REFERENCE_HANDS)

    mean = sum(len(hand.plays) for hand in hands) / REFERENCE_HANDS
    assert mean == pytest.approx(plays, abs=REACH * spread / sqrt(REFERENCE_HANDS))
    share = sum(hand.total == 99 for hand in hands) / REFERENCE_HANDS
    assert share == pytest.approx(at_99, abs=REACH * error_of(at_99))
    for seat, loss in enumerate(losses):
        share = sum(hand.losers == [seat] for hand in hands) / REFERENCE_HANDS
        assert share == pytest.approx(loss, abs=REACH * error_of(loss))
