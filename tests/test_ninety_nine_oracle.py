"""The oracle of Ninety-Nine plays the worked examples and keeps the invariants.

RULES.md of the game, sections 10 (examples), 11 (invariants), 12 (figures) and 13 (baselines).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain
from math import comb, sqrt

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
        return next(self.to_play), 0


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


def play_script(rules: Rules, players: int, script: Script) -> PlayedHand:
    return play_hand(rules, players, script, script.choose)


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
        ("minus-ten", 88, 1, act("AC", 1), (99, 1)),
        ("minus-ten", 89, 1, act("AC", 0), (90, 1)),
        ("minus-ten", 5, 1, act("TC"), (-5, 1)),
        ("plus-minus-ten", 5, 1, act("TC", 1), (15, 1)),
        ("king-of-spades", 40, 1, act("KH"), (50, 1)),
        # Not in section 10: what section 1 says of the other tables.
        ("plus-minus-ten", 5, 1, act("TC", 0), (-5, 1)),
        ("king-of-spades", 40, 1, act("KS"), (99, 1)),
        ("black-kings", 40, 1, act("KC"), (99, 1)),
        ("black-kings", 40, 1, act("KS"), (99, 1)),
        ("black-kings", 40, 1, act("KD"), (50, 1)),
        ("adds-four", 40, 1, act("4C"), (44, -1)),
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
    table: str, total: int, direction: int, action: Action, after: tuple[int, int]
) -> None:
    assert action in legal_actions([action[0]], total, table)
    assert transition(total, direction, action, Rules(card_table=table)) == after


@pytest.mark.parametrize(
    ("table", "total", "action"),
    [
        ("minus-ten", 90, act("QC")),
        ("minus-ten", 89, act("AC", 1)),
        ("plus-minus-ten", 95, act("TC", 1)),
        ("king-of-spades", 90, act("KH")),
        ("black-kings", 90, act("KD")),
        ("adds-four", 96, act("4C")),
    ],
)
def test_no_card_takes_the_total_over_99(table: str, total: int, action: Action) -> None:
    assert action not in legal_actions([action[0]], total, table)
    with pytest.raises(ValueError, match=f"takes {total} to 1"):
        transition(total, 1, action, Rules(card_table=table))


@pytest.mark.parametrize("table", ["ace-one", "eight-reverses"])
def test_an_ace_counts_one_only_in_some_tables(table: str) -> None:
    assert legal_actions(cards("AC"), 5, table) == [act("AC", 0)]


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


def test_no_card_of_a_dead_hand_is_legal() -> None:
    assert legal_actions(cards("2C 7C QC"), 99, "minus-ten") == []
    assert legal_actions(cards("2C 7C TC"), 99, "minus-ten") == [act("TC")]


def test_equal_cards_of_two_packs_are_one_action() -> None:
    assert legal_actions(cards("AC AC 4S"), 0, "minus-ten") == [
        act("AC", 0),
        act("AC", 1),
        act("4S", 0),
    ]


def test_the_sequence_of_the_seed_is_played_as_told() -> None:
    script = Script(
        stock="KC 9C 4C 4D  8C TC 2C 2D  3C 3D 3H 3S  5C 5D 5H 5S 6C 6D 6H",
        plays="KC 9C 4C TC 8C 4D",
    )

    hand = play_script(MINUS_TEN, 4, script)

    turns = [(view["my_seat"], view["total"], view["direction"]) for view in script.views]
    assert turns == [
        (0, 0, 1),
        (1, 99, 1),
        (2, 99, 1),
        (1, 99, -1),
        (0, 89, -1),
        (3, 97, -1),
    ]
    assert hand.events[-1] == ("lose", 0, 97)
    assert hand.direction == 1
    assert script.views[2]["next_seat"] == 3
    assert script.views[3]["next_seat"] == 0
    assert script.views[3]["prev_seat"] == 2


def test_a_forgotten_draw_costs_a_card_for_the_rest_of_the_hand() -> None:
    script = Script(
        stock="5C 2C  9C 2D  JC JD  QC 2H  3C 3D 3H",
        plays="JC JD QC 2C 5C 2D",
        forgets="nnynnn",
    )

    with pytest.raises(StopIteration):
        play_script(replace(MINUS_TEN, forget_draw_prob=0.25), 2, script)

    mine = [view for view in script.views if view["my_seat"] == 0]
    assert [view["total"] for view in mine] == [0, 20, 32, 39]
    assert [sorted(view["hand"]) for view in mine[1:3]] == [cards("5C 9C QC"), cards("5C 9C")]
    assert mine[3]["hand_sizes"] == [2, 3]
    assert script.asked == [(0.25, 0), (0.25, 1)] * 3


# Other rules, one by one.


def test_cards_are_dealt_singly_from_the_left_of_the_dealer_to_those_with_pennies() -> None:
    script = Script(stock="2C 3C 4C 5C 6C 7C 8C", plays="2C")

    with pytest.raises(StopIteration):
        play_hand(
            replace(MINUS_TEN, hand_size=2),
            4,
            script,
            script.choose,
            dealer=1,
            pennies=[1, 2, 0, 1],
            pot=8,
        )

    # Seat 2 is out, so seat 3 leads.
    first, second = script.views
    assert first["hand"] == cards("2C 5C")
    assert (first["my_seat"], first["next_seat"], first["prev_seat"]) == (3, 0, 1)
    assert (first["n_alive"], first["hand_sizes"]) == (3, [2, 2, 0, 2])
    assert (first["pennies"], first["pot"], first["decks"]) == ([1, 2, 0, 1], 8, 1)
    assert (first["stock_count"], second["stock_count"]) == (46, 45)
    assert (second["my_seat"], second["pile"]) == (0, [(3, card_id("2C"), 0)])


def test_the_events_of_a_short_hand_are_told_in_order() -> None:
    script = Script(stock="KC 2C 2D", plays="KC")

    hand = play_script(replace(MINUS_TEN, hand_size=1), 2, script)

    assert hand.events == [
        ("deal", 0, card_id("KC")),
        ("deal", 1, card_id("2C")),
        ("play", 0, card_id("KC")),
        ("total", 0, 99),
        ("direction", 0, 1),
        ("draw", 0, card_id("2D")),
        ("lose", 1, 99),
    ]
    assert (hand.losers, hand.winner, hand.total) == ([1], -1, 99)
    assert [len(stock) for stock in script.stocks] == [52, 51, 50]
    assert script.stocks[0] == list(PACK)


def test_an_action_that_is_not_legal_is_refused() -> None:
    script = Script(stock="KC 2C", plays="KD")

    with pytest.raises(ValueError, match="seat 0 cannot play"):
        play_script(replace(MINUS_TEN, hand_size=1), 2, script)


def test_a_card_that_is_not_in_the_stock_is_refused() -> None:
    with pytest.raises(ValueError, match="not in the stock"):
        play_script(replace(MINUS_TEN, hand_size=1), 2, Script(stock="KC KC"))


def test_two_packs_hold_every_card_twice() -> None:
    script = Script(stock="KC KC KC")

    with pytest.raises(ValueError, match="not in the stock"):
        play_script(replace(MINUS_TEN, hand_size=1), 5, script)

    assert decks_for(Rules(), 4) == 1
    assert decks_for(Rules(), 5) == 2
    assert decks_for(Rules(decks=3), 2) == 3


def test_a_nine_in_chicago_skips_the_next_player() -> None:
    script = Script(stock="9C 2C 2D 2H 2S", plays="9C")

    with pytest.raises(StopIteration):
        play_script(Rules(card_table="chicago", hand_size=1), 3, script)

    assert [view["my_seat"] for view in script.views] == [0, 2]


def test_a_skip_between_two_players_gives_the_turn_back() -> None:
    script = Script(stock="3C 2C 2D 2H 2S", plays="3C")

    with pytest.raises(StopIteration):
        play_script(Rules(card_table="nine-is-99", hand_size=1), 2, script)

    assert [view["my_seat"] for view in script.views] == [0, 0]


def test_a_four_between_two_players_passes_the_turn_as_always() -> None:
    script = Script(stock="4C 2C 2D 2H 2S", plays="4C")

    with pytest.raises(StopIteration):
        play_script(replace(MINUS_TEN, hand_size=1), 2, script)

    assert [view["my_seat"] for view in script.views] == [0, 1]
    assert [view["direction"] for view in script.views] == [1, -1]


def names(numbers: Iterable[int]) -> str:
    return " ".join(RANKS[card % 13] + SUITS[card // 13] for card in numbers)


def pack_starting(top: str) -> str:
    """The whole pack, these cards first."""
    first = cards(top)
    return names([*first, *(card for card in PACK if card not in first)])


def test_an_empty_stock_is_made_of_all_played_cards_but_the_last() -> None:
    script = Script(stock=f"{names(PACK)} AC 2C", plays="AC 2C 3C 4C")

    with pytest.raises(StopIteration):
        play_script(replace(MINUS_TEN, hand_size=25), 2, script)

    assert script.stocks[-2:] == [cards("AC 2C"), cards("2C")]
    assert [view["stock_count"] for view in script.views] == [2, 1, 0, 1, 0]
    assert [view["total"] for view in script.views] == [0, 1, 3, 6, 6]
    assert [card for _, card, _ in script.views[-1]["pile"]] == cards("AC 2C 3C 4C")


def test_a_reshuffle_is_told_before_the_draw_that_needs_it() -> None:
    one_card_each = replace(MINUS_TEN, hand_size=1, decks=1)
    script = Script(stock=pack_starting("KC 9C 2C") + " KC", plays="KC 9C")

    hand = play_script(one_card_each, 51, script)

    assert hand.events[-7:] == [
        ("draw", 0, card_id("KS")),
        ("play", 1, card_id("9C")),
        ("total", 1, 99),
        ("direction", 1, 1),
        ("reshuffle", -1, 1),
        ("draw", 1, card_id("KC")),
        ("lose", 2, 99),
    ]
    assert (hand.stock, hand.pile) == ([], cards("9C"))


def test_nobody_draws_from_an_empty_stock_when_they_play_on() -> None:
    play_on = replace(MINUS_TEN, hand_size=1, decks=1, stock_exhausted="play-on")
    script = Script(stock=pack_starting("KC 9C 2C"), plays="KC 9C")

    hand = play_script(play_on, 51, script)

    assert hand.events[-2:] == [("no-draw", 1, -1), ("lose", 2, 99)]
    assert (hand.hand_targets[1], hand.pile) == (1, cards("KC 9C"))


def test_nothing_is_drawn_when_there_is_nothing_to_reshuffle() -> None:
    one_card_each = replace(MINUS_TEN, hand_size=1, decks=1)
    script = Script(stock=pack_starting("KC 9C 2C") + " KC", plays="KC 9C")

    hand = play_script(one_card_each, 52, script)

    assert only(hand.events, "draw", "no-draw", "reshuffle", "lose") == [
        ("no-draw", 0, -1),
        ("reshuffle", -1, 1),
        ("draw", 1, card_id("KC")),
        ("lose", 2, 99),
    ]


def test_who_always_forgets_plays_his_hand_out_and_then_loses() -> None:
    rules = replace(MINUS_TEN, forget_draw_prob=(1.0, 0.0))
    script = Script(
        stock="AC 2C  AD 2D  AH 2H  2S 3C 3D",
        plays="AC 2C AD 2D AH 2H",
    )

    hand = play_script(rules, 2, script)

    assert only(hand.events, "forget", "lose") == [
        ("forget", 0, 2),
        ("forget", 0, 1),
        ("forget", 0, 0),
        ("lose", 0, 9),
    ]
    assert script.asked == []


def test_the_last_one_left_takes_a_point_when_the_others_play_on() -> None:
    rules = replace(MINUS_TEN, hand_size=1, continue_after_loss=True)
    script = Script(stock="KC 2C 4C 3C  5C 6C 7C", plays="KC 4C")

    hand = play_script(rules, 4, script)

    # Seat 2 turns the direction; seat 1 has left, so seat 0 is next, then seat 3.
    assert only(hand.events, "play", "leave", "point", "lose") == [
        ("play", 0, card_id("KC")),
        ("leave", 1, 99),
        ("play", 2, card_id("4C")),
        ("leave", 0, 99),
        ("leave", 3, 99),
        ("point", 2, 1),
    ]
    assert (hand.losers, hand.winner) == ([1, 0, 3], 2)
    assert [view["n_alive"] for view in script.views] == [4, 3]
    assert script.views[1]["hand_sizes"] == [1, 0, 1, 1]


def test_an_infinite_deck_draws_every_card_from_all_52() -> None:
    rules = replace(MINUS_TEN, hand_size=1, infinite_deck=True)
    script = Script(stock="KC KC KC 2C 2C 2C", plays="KC KC KC")

    hand = play_script(rules, 2, script)

    assert all(stock == list(PACK) for stock in script.stocks)
    assert only(hand.events, "lose") == [("lose", 1, 99)]
    assert [view["stock_count"] for view in script.views] == [52, 52, 52]


def test_a_match_is_told_hand_by_hand() -> None:
    rules = replace(MINUS_TEN, hand_size=1, start_pennies=1)
    script = Script(
        stock="KC 2C 2D 2H  KC 2C 2D",
        plays="KC KC",
        first_dealer=0,
    )

    match = play_match(rules, 3, script, script.choose)

    # Seat 1 deals the second hand to himself and seat 0 only.
    assert only(match.events, "hand", "lose", "pennies", "out", "win") == [
        ("hand", 0, 1),
        ("lose", 2, 99),
        ("pennies", 2, 0),
        ("out", 2, -1),
        ("hand", 1, 0),
        ("lose", 1, 99),
        ("pennies", 1, 0),
        ("out", 1, -1),
        ("win", 0, 2),
    ]
    assert (match.winner, match.places, match.hands_lost) == (0, [1, 2, 3], [0, 1, 1])
    assert (match.pennies, match.pot) == ([1, 0, 0], 2)


def test_the_deal_passes_over_a_player_who_dropped_out() -> None:
    rules = replace(MINUS_TEN, hand_size=1, start_pennies=1)
    script = Script(
        stock="9C KC 9D  2C 2D 2H  KC 2C 2D",
        plays="9C KC 9D KC",
        first_dealer=0,
    )

    match = play_match(rules, 3, script, script.choose)

    assert only(match.events, "hand", "lose") == [
        ("hand", 0, 1),
        ("lose", 1, 99),
        ("hand", 2, 0),
        ("lose", 2, 99),
    ]


def test_points_decide_the_match_when_the_others_play_on() -> None:
    rules = replace(MINUS_TEN, hand_size=1, start_pennies=2, continue_after_loss=True)
    script = Script(
        stock="KC 2C 2D 2H  KC 9C 2D 2H 2S  KC 2C 2D 2H",
        plays="KC KC 9C KC",
        first_dealer=2,
    )

    match = play_match(rules, 3, script, script.choose)

    assert only(match.events, "hand", "point", "win", "pennies", "out") == [
        ("hand", 2, 0),
        ("point", 0, 1),
        ("hand", 0, 1),
        ("point", 2, 1),
        ("hand", 1, 2),
        ("point", 2, 1),
        ("win", 2, 3),
    ]
    assert (match.points, match.places, match.hands_lost) == ([1, 0, 2], [2, 3, 1], [2, 3, 1])
    assert (match.pennies, match.pot) == ([2, 2, 2], 0)


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


def random_hands() -> Iterable[tuple[Rules, int, PlayedHand]]:
    source = random.Random(99)
    for _ in range(HANDS):
        players = source.randint(2, 7)
        rules = random_rules(source, players)
        choose = random_action(source)
        yield rules, players, play_hand(rules, players, Dice(source), choose)


def test_no_card_is_made_or_lost() -> None:
    """Invariant 1, at the start of every turn and at the end."""
    source = random.Random(1)
    for _ in range(HANDS):
        players = source.randint(2, 7)
        rules = replace(
            random_rules(source, players), infinite_deck=False, continue_after_loss=False
        )
        pack = sorted(list(PACK) * decks_for(rules, players))

        def choose(
            _decision: str,
            _seat: int,
            view: View,
            legal: list[Action],
            rules: Rules = rules,
            pack: list[int] = pack,
        ) -> Action:
            unseen = view["stock_count"] + sum(view["hand_sizes"])
            if rules.stock_exhausted == "play-on":
                assert unseen + len(view["pile"]) == len(pack)
            return source.choice(legal)

        hand = play_hand(rules, players, Dice(source), choose)

        assert sorted(chain(hand.stock, hand.pile, *hand.hands)) == pack


def test_the_total_is_the_fold_of_the_plays_and_never_over_99() -> None:
    """Invariants 2 and 3."""
    for rules, _, hand in random_hands():
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
    """Invariant 4."""
    for rules, players, hand in random_hands():
        lapses = [0] * players
        sizes = [0] * players
        short = [0] * players
        for kind, seat, number in hand.events:
            if kind == "deal":
                sizes[seat] += 1
            elif kind == "play":
                assert sizes[seat] == rules.hand_size - lapses[seat] - short[seat]
                sizes[seat] -= 1
            elif kind == "draw":
                sizes[seat] += 1
            elif kind == "forget":
                lapses[seat] += 1
                assert number == rules.hand_size - lapses[seat]
            elif kind == "no-draw":
                assert rules.stock_exhausted == "play-on"
                short[seat] += 1
        assert [len(cards) for cards in hand.hands] == sizes
        assert hand.hand_targets == [rules.hand_size - lapse for lapse in lapses]


def test_every_play_is_followed_by_one_draw_or_the_lack_of_one() -> None:
    for _, _, hand in random_hands():
        after_play = [
            kinds
            for (kind, _, _), *kinds in zip(
                hand.events,
                *(hand.events[step:] for step in (1, 2, 3, 4)),
                strict=False,
            )
            if kind == "play"
        ]
        assert len(after_play) == len(hand.plays)
        for total, direction, then, after in after_play:
            assert (total[0], direction[0]) == ("total", "direction")
            drawn = after if then[0] == "reshuffle" else then
            assert drawn[0] in ("draw", "forget", "no-draw")
            assert drawn[1] == total[1]


def test_the_turn_passes_in_the_direction_of_play() -> None:
    for rules, players, hand in random_hands():
        if rules.continue_after_loss:
            continue
        turn, direction = 0, 1
        for seat, card, _ in hand.plays:
            assert seat == turn
            effect = effect_of(card, rules.card_table)
            direction = -direction if effect.reverses else direction
            turn = (turn + direction * (2 if effect.skips else 1)) % players
        assert hand.losers == [turn]


def test_nobody_loses_with_a_card_at_89_or_less() -> None:
    """Invariant 7; at 86 or less where a queen adds 13."""
    ended_early = 0
    for rules, _, hand in random_hands():
        safe = 86 if rules.card_table == "adds-four" else 89
        loser = hand.losers[0]
        if hand.total <= safe and not rules.continue_after_loss:
            assert hand.hands[loser] == []
            ended_early += 1
        if not rules.continue_after_loss:
            assert legal_actions(hand.hands[loser], hand.total, rules.card_table) == []
    assert ended_early > 0


def test_all_but_one_leave_when_the_others_play_on() -> None:
    for rules, players, hand in random_hands():
        if rules.continue_after_loss:
            assert sorted([*hand.losers, hand.winner]) == list(range(players))
            assert hand.events[-1] == ("point", hand.winner, 1)
            assert not only(hand.events, "lose")
        else:
            assert hand.winner == -1
            assert hand.events[-1] == ("lose", hand.losers[0], hand.total)


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
        assert match.places[match.winner] == 1


# Exact figures.


@pytest.mark.parametrize("table", ["minus-ten", "plus-minus-ten"])
@pytest.mark.parametrize(
    ("totals", "playable", "three", "three_of_two_packs", "two", "one"),
    [
        ((-10, 0, 88, 89), 52, Fraction(0), 0.0, 0.0, 0.0),
        ((90, 91), 44, Fraction(14, 5525), 0.003075, 0.021116, 0.153846),
        ((92,), 40, Fraction(11, 1105), 0.011115, 0.049774, 0.230769),
        ((93,), 36, Fraction(28, 1105), 0.027237, 0.090498, 0.307692),
        ((94,), 32, Fraction(57, 1105), 0.054255, 0.143288, 0.384615),
        ((95, 96), 28, Fraction(506, 5525), 0.094979, 0.208145, 0.461538),
        ((97,), 24, Fraction(63, 425), 0.152221, 0.285068, 0.538462),
        ((98,), 20, Fraction(248, 1105), 0.228792, 0.374057, 0.615385),
        ((99,), 16, Fraction(21, 65), 0.327505, 0.475113, 0.692308),
    ],
)
def test_hands_are_dead_as_often_as_the_figures_say(
    table: str,
    totals: tuple[int, ...],
    playable: int,
    three: Fraction,
    three_of_two_packs: float,
    two: float,
    one: float,
) -> None:
    for total in totals:
        dead = sum(not legal_actions([card], total, table) for card in PACK)
        assert 52 - dead == playable
        assert Fraction(comb(dead, 3), comb(52, 3)) == three
        assert comb(2 * dead, 3) / comb(104, 3) == pytest.approx(three_of_two_packs, abs=5e-7)
        assert comb(dead, 2) / comb(52, 2) == pytest.approx(two, abs=5e-7)
        assert dead / 52 == pytest.approx(one, abs=5e-7)


def test_hands_hold_safe_cards_and_kings_as_often_as_the_figures_say() -> None:
    safe = [card for card in PACK if legal_actions([card], 99, "minus-ten")]

    assert sorted({RANKS[card % 13] for card in safe}) == ["4", "9", "K", "T"]
    assert len(safe) == 16
    held = [Fraction(comb(16, n) * comb(36, 3 - n), comb(52, 3)) for n in range(4)]
    assert held == [
        Fraction(21, 65),
        Fraction(504, 1105),
        Fraction(216, 1105),
        Fraction(28, 1105),
    ]
    assert 1 - Fraction(comb(48, 3), comb(52, 3)) == Fraction(1201, 5525)


def test_a_king_led_kills_the_next_player_as_often_as_the_figures_say() -> None:
    after_king, _ = transition(0, 1, act("KC"), MINUS_TEN)
    safe = sum(bool(legal_actions([card], after_king, "minus-ten")) for card in PACK)
    ways = dead = 0
    for kings in (1, 2, 3):
        for others in range(4 - kings):
            rest = 3 - kings - others
            held = comb(4, kings) * comb(safe - 4, others) * comb(52 - safe, rest)
            ways += held * comb(49, 3)
            dead += held * comb(52 - safe - rest, 3)

    assert Fraction(dead, ways) == Fraction(539835, 1580516)


def always_low(legal: list[Action]) -> list[Action]:
    return legal[:1]


def high_if_legal(legal: list[Action]) -> list[Action]:
    return legal[-1:]


def high_or_dead(legal: list[Action]) -> list[Action]:
    """The last figure: an ace that cannot count 11 cannot be played at all."""
    return [action for action in legal if action[0] > 0 or action[1] == 1][-1:]


@pytest.mark.parametrize(
    ("choice", "floor", "expected"),
    [
        (always_low, "allow", 12.029237),
        (always_low, "floor-zero", 11.974145),
        (high_or_dead, "allow", 11.215770),
        (high_if_legal, "allow", 11.329628),
    ],
)
def test_a_hand_of_single_cards_lasts_as_long_as_the_figures_say(
    choice: Callable[[list[Action]], list[Action]], floor: str, expected: float
) -> None:
    """Values by repeated substitution; totals below -300 are out of reach in practice."""
    rules = replace(MINUS_TEN, negative_total=floor)
    lowest = -300
    moves: dict[int, list[int]] = {}
    for total in range(lowest, 100):
        chosen = [choice(legal_actions([card], total, "minus-ten")) for card in range(13)]
        moves[total] = [
            max(lowest, transition(total, 1, action, rules)[0])
            for (action,) in filter(None, chosen)
        ]
    lasts = dict.fromkeys(moves, 0.0)
    for _ in range(400):
        before = lasts[0]
        for total in range(99, lowest - 1, -1):
            lasts[total] = sum(1 + lasts[after] for after in moves[total]) / 13

    assert lasts[0] == pytest.approx(before, abs=1e-9)
    assert lasts[0] == pytest.approx(expected, abs=5e-7)


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
