"""The oracle of Casino plays the worked examples, keeps the invariants, meets the figures.

RULES.md of the game, sections 10 (examples, by number) and 11 (invariants and figures).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest

from checks import assert_mean, assert_share
from oracles import casino
from oracles.casino import (
    BUILD,
    CAPTURE,
    PACK,
    RAISE,
    TRAIL,
    Build,
    Choose,
    LegalMoves,
    Move,
    Played,
    Position,
    Rules,
    View,
)

pytestmark = pytest.mark.full

DEFAULT = Rules()
RANKS = "A23456789TJQK"
SUITS = "CDHS"
KINDS = ["trail", "capture", "build", "raise"]
HANDS = 1500
WATCHED = 5
"""Of one hand in so many all views are kept."""
ME, OTHER = 0, 1


def card(name: str) -> int:
    return 13 * SUITS.index(name[1]) + RANKS.index(name[0])


def cards(names: str) -> list[int]:
    return [card(name) for name in names.split()]


def name_of(each: int) -> str:
    return RANKS[each % 13] + SUITS[each // 13]


def number_of(each: int) -> int:
    return each % 13 + 1


def build(names: str, value: int, groups: int, owner: int = OTHER) -> Build:
    return Build(value, groups, tuple(sorted(cards(names))), owner)


def position(hand: str, loose: str = "", *builds: Build) -> Position:
    return Position(ME, sorted(cards(hand)), sorted(cards(loose)), sorted(builds))


def in_words(move: Move) -> str:
    """`raise 3C 5>8 9H`: a build of 5 with the three, and the nine joins it."""
    value = {
        TRAIL: "",
        CAPTURE: f"B{move.value}" if move.take else "",
        BUILD: f"{move.value}",
        RAISE: f"{move.old}>{move.value}",
    }[move.kind]
    chosen = " ".join(map(name_of, move.chosen))
    return " ".join(" ".join([KINDS[move.kind], name_of(move.card), value, chosen]).split())


def legal(where: Position, rules: Rules = DEFAULT) -> list[str]:
    return [in_words(move) for move in LegalMoves(rules, where)]


def captures(where: Position, rules: Rules = DEFAULT) -> list[str]:
    """The loose cards of each capture."""
    moves = LegalMoves(rules, where)
    return [" ".join(map(name_of, move.chosen)) for move in moves if move.kind == CAPTURE]


@dataclass
class Deck:
    """Cards in the order they are asked for, then the lowest; remembers the stocks shown."""

    order: Sequence[int] = ()
    stocks: list[list[int]] = field(default_factory=list)

    def card(self, stock: list[int]) -> int:
        self.stocks.append(stock)
        dealt = len(self.stocks) - 1
        return self.order[dealt] if dealt < len(self.order) else stock[0]


@dataclass
class Shuffled:
    """A shuffled deck."""

    source: random.Random

    def card(self, stock: list[int]) -> int:
        return self.source.choice(stock)


@dataclass
class Script:
    """Makes these moves in turn, then trails the lowest card."""

    moves: list[Move] = field(default_factory=list)
    asked: list[tuple[int, View, Sequence[Move]]] = field(default_factory=list)

    def __call__(self, decision: str, seat: int, view: View, legal: Sequence[Move]) -> Move:
        assert decision == "play"
        self.asked.append((seat, view, legal))
        return self.moves.pop(0) if self.moves else Move(TRAIL, view["hand"][0])


def at_random(source: random.Random, *, eager: float = 0.5) -> Choose:
    """Any legal move; `eager` times first the kind is drawn, so that builds are made and raised."""

    def choose(_decision: str, _seat: int, _view: View, legal: Sequence[Move]) -> Move:
        moves = list(legal)
        if source.random() < eager:
            kind = source.choice(sorted({move.kind for move in moves}))
            moves = [move for move in moves if move.kind == kind]
        return source.choice(moves)

    return choose


def random_rules(source: random.Random) -> Rules:
    return Rules(
        target=source.choice([21, 11, 50]),
        cards_points=source.choice(["majority-3", "majority-2-last-1"]),
        sweep_points=source.choice([0, 1, 2]),
        sweep_on_final_card=source.random() < 0.5,
        keep_capturing_card=source.random() < 0.7,
        trail_with_own_build=source.random() < 0.3,
        table_cards_raise=source.random() < 0.4,
        face_capture=source.choice(["one", "one-or-three", "all"]),
        must_capture=source.random() < 0.3,
        action_set=source.choice(["all", "maximal"]),
        max_hands=source.choice([200, 3]),
    )


# Worked examples.


def test_an_eight_captures_nine_sets() -> None:
    """Example 1: of A 2 3 5 6 8."""
    found = captures(position("8C", "AC 2C 3C 5C 6C 8D"))

    expected = ["8D", "2C 6C", "3C 5C", "AC 2C 5C", "2C 6C 8D", "3C 5C 8D", "AC 2C 5C 8D"]
    assert sorted(found) == sorted([*expected, "2C 3C 5C 6C", "2C 3C 5C 6C 8D"])
    assert max(len(each.split()) for each in found) == 5


def test_an_eight_captures_any_eights_with_or_without_a_sum() -> None:
    """Example 2: of 8 8 8 5 3."""
    found = captures(position("8C", "8D 8H 8S 5C 3C"))

    assert len(found) == len(set(found)) == 15
    assert sum("3C 5C" in each for each in found) == 8


def test_a_sum_takes_all_its_cards() -> None:
    """Example 3: of 4 2 2."""
    assert captures(position("8C", "4C 2C 2D")) == ["2C 4C 2D"]


def test_a_queen_takes_one_queen() -> None:
    """Example 4."""
    assert captures(position("QD", "QC QS")) == ["QC", "QS"]


def test_the_same_cards_make_different_builds() -> None:
    """Example 5: 3 with A and 2 is two groups of three, or one of six."""
    where = position("3C 3D 6C", "AC 2C")

    with_the_three = [move for move in legal(where) if move.split()[1] == "3C"]

    assert with_the_three == [
        "trail 3C",
        "capture 3C AC 2C",
        "build 3C 3 AC 2C",
        "build 3C 6 AC 2C",
    ]
    assert after(where, Move(BUILD, card("3C"), 3, (0, 1))) == [build("AC 2C 3C", 3, 2, ME)]
    assert after(where, Move(BUILD, card("3C"), 6, (0, 1))) == [build("AC 2C 3C", 6, 1, ME)]


def test_a_build_needs_its_card_in_hand() -> None:
    """Example 6."""
    assert legal(position("3C 8C", "5C")) == ["trail 3C", "build 3C 8 5C", "trail 8C"]


def test_a_build_is_not_added_to_loose_cards() -> None:
    """Example 7: a nine does not take a build of seven and a two."""
    assert legal(position("9C", "2C", build("4C 3C", 7, 1))) == ["trail 9C"]


def test_an_owner_keeps_the_card_and_does_not_trail() -> None:
    """Example 8: the king cannot be played, nor the nine but for the build."""
    own = build("6C 3C", 9, 1, ME)

    assert legal(position("9C KC", "5C 4C", own)) == ["capture 9C B9", "capture 9C B9 4C 5C"]


def test_a_single_build_is_raised_and_a_multiple_is_not() -> None:
    """Example 9."""
    single, multiple = build("3C 3D", 6, 1), build("3C 3D", 3, 2)
    first, second = position("2C 8C", "", single), position("AC 9C", "", build("3C 3D 2C", 8, 1))

    assert legal(first) == ["trail 2C", "raise 2C 6>8", "trail 8C"]
    assert after(first, Move(RAISE, card("2C"), 8, (), 0, 6)) == [build("3C 3D 2C", 8, 1, ME)]
    assert legal(second) == ["trail AC", "raise AC 8>9", "trail 9C"]
    assert legal(position("2C 5C", "", multiple)) == ["trail 2C", "trail 5C"]


def test_table_cards_do_not_raise_a_build() -> None:
    """Example 10."""
    where = position("3C 8C TC", "2C", build("AC 4C", 5, 1))

    moves = legal(where)

    assert moves == [
        *("trail 3C", "raise 3C 5>8"),
        *("trail 8C", "build 8C 10 2C"),
        "trail TC",
    ]


def test_a_raise_takes_in_loose_cards_of_the_value() -> None:
    """Example 11."""
    moves = legal(position("2C 9C", "9D", build("3C 4C", 7, 1)))

    assert moves == ["trail 2C", "raise 2C 7>9", "raise 2C 7>9 9D", "trail 9C", "capture 9C 9D"]


def test_a_card_is_added_to_a_build_alone_or_with_others() -> None:
    """Example 12."""
    where = position("6C 9C 9D", "3C", build("5C 4C", 9, 1))

    moves = legal(where)

    assert moves == [
        *("trail 6C", "build 6C 9 3C"),
        *("trail 9C", "capture 9C B9", "build 9C 9"),
        *("trail 9D", "capture 9D B9", "build 9D 9"),
    ]
    joined = after(where, Move(BUILD, card("6C"), 9, (card("3C"),)))
    alone = after(where, Move(BUILD, card("9C"), 9))
    assert joined == [build("3C 4C 5C 6C", 9, 2, ME)]
    assert alone == [build("4C 5C 9C", 9, 2, ME)]


def test_a_multiple_build_grows_and_keeps_its_value() -> None:
    """Example 13."""
    where = position("2C 8C 8D TC", "6C", build("3C 5C 8H", 8, 2))

    moves = legal(where)

    assert "build 2C 8 6C" in moves
    assert "build 8C 8" in moves
    assert not [move for move in moves if "10" in move]
    larger = after(where, Move(BUILD, card("2C"), 8, (card("6C"),)))
    longer = after(where, Move(BUILD, card("8C"), 8))
    assert larger == [build("2C 3C 5C 6C 8H", 8, 3, ME)]
    assert longer == [build("3C 5C 8C 8H", 8, 3, ME)]


def pile(number: int, spades: int, *named: str) -> list[int]:
    """So many cards and spades with the named ones, filled up with cards that bring nothing."""
    held = [card(name) for name in named]
    plain = [each for each in PACK if 2 < number_of(each) < 10]
    own = [each for each in plain if each >= 39][: spades - sum(each >= 39 for each in held)]
    rest = [each for each in plain if each < 39][: number - len(held) - len(own)]
    return [*held, *own, *rest]


@pytest.mark.parametrize(
    ("numbers", "points"), [((27, 25), (7, 4)), ((26, 26), (4, 4)), ((25, 27), (4, 7))]
)
def test_hands_score_as_in_section_7(numbers: tuple[int, int], points: tuple[int, int]) -> None:
    """Example 14."""
    # Suits are all that matters of the plain cards, so both piles may hold the same ones.
    piles = [pile(numbers[0], 6, "TD", "AC", "AD"), pile(numbers[1], 7, "2S", "AH", "AS")]

    results = casino.score_hand(DEFAULT, piles, [1, 0], ME)

    assert [(result.cards, result.spades) for result in results] == [
        (numbers[0], 6),
        (numbers[1], 7),
    ]
    assert tuple(result.points for result in results) == points


def after(where: Position, move: Move, rules: Rules = DEFAULT) -> list[Build]:
    """The builds after a legal move."""
    assert move in LegalMoves(rules, where)
    table = table_at(where, rules)
    casino._move(table, where.seat, move)
    return sorted(table.builds)


def table_at(where: Position, rules: Rules = DEFAULT) -> casino.Table:
    hands: list[list[int]] = [[], [card("KS")]]
    hands[where.seat] = list(where.hand)
    return casino.Table(
        rules,
        2,
        dealer=0,
        number=1,
        scores=[0, 0],
        hands=hands,
        piles=[[], []],
        sweeps=[0, 0],
        loose=list(where.loose),
        builds=list(where.builds),
    )


# A hand, from the deal to the score.

DEALT = cards("2C 6S 9S QC 3S 8H 9H TD 3D 3H QD AD")
"""Seat 1, left of the dealer, seat 0 and the table."""
PLAYED = [
    (1, Move(BUILD, card("2C"), 6, tuple(cards("AD 3D")))),
    (0, Move(RAISE, card("3S"), 9, (), 0, 6)),
    (1, Move(BUILD, card("6S"), 9, (card("3H"),))),
    (0, Move(CAPTURE, card("9H"), 9, (), 1)),
    (1, Move(CAPTURE, card("QC"), 12, (card("QD"),))),
    (0, Move(TRAIL, card("8H"))),
    (1, Move(TRAIL, card("9S"))),
    (0, Move(TRAIL, card("TD"))),
]
LEFT_TO_BE_DEALT = [each for each in PACK if each not in DEALT]


def scripted(*, rules: Rules = DEFAULT, scores: Sequence[int] = (3, 4)) -> tuple[Played, Script]:
    """The eight moves above; then both trail to the end."""
    script = Script([move for _, move in PLAYED])
    return casino.play_hand(rules, 2, Deck(DEALT), script, number=2, scores=scores), script


def test_a_hand_is_told_from_the_deal_to_the_score() -> None:
    hand, _ = scripted()

    taken = cards("2C AD 3D 3S 6S 3H 9H")
    left = sorted(set(PACK) - set(taken) - set(cards("QC QD")))
    told = [
        ("hand", 0, 2),
        ("deals-left", -1, 5),
        *(("deal", [1, 0, -1][k // 4], each) for k, each in enumerate(DEALT)),
        ("build", 1, card("2C")),
        *(("join", 1, card("AD")), ("join", 1, card("3D")), ("value", 1, 6), ("groups", 1, 1)),
        ("raise", 0, card("3S")),
        *(("from", 0, 6), ("value", 0, 9), ("groups", 0, 1)),
        ("build", 1, card("6S")),
        *(("join", 1, card("3H")), ("value", 1, 9), ("groups", 1, 2)),
        *(("capture", 0, card("9H")), ("take-build", 0, 9)),
        *(("capture", 1, card("QC")), ("take", 1, card("QD")), ("sweep", 1, 1)),
        *(("trail", 0, card("8H")), ("trail", 1, card("9S")), ("trail", 0, card("TD"))),
        ("deals-left", -1, 4),
    ]
    scored = [
        *(("residue", 1, each) for each in left),
        *(("cards", 0, 7), ("spades", 0, 2)),
        *(("aces", 0, 1), ("points", 0, 1), ("score", 0, 4)),
        *(("cards", 1, 45), ("spades", 1, 11), ("most-cards", 1, 3), ("most-spades", 1, 1)),
        *(("big-casino", 1, 2), ("little-casino", 1, 1), ("aces", 1, 3)),
        *(("points", 1, 10), ("score", 1, 14)),
    ]
    assert hand.events[: len(told)] == told
    assert hand.events[-len(scored) :] == scored
    between = Counter(kind for kind, _, _ in hand.events[len(told) : -len(scored)])
    assert between == {"deals-left": 4, "deal": 40, "trail": 40}
    assert hand.history[:8] == PLAYED
    assert hand.residue == left
    assert hand.piles == [sorted(taken), sorted(set(PACK) - set(taken))]
    assert (hand.sweeps, hand.last_capturer, hand.scores) == ([0, 1], 1, [4, 14])


def test_seats_see_what_section_6_shows_them() -> None:
    """In the same hand: seat 0 before its second card, and both in the second deal."""
    _, script = scripted()

    seat, view, moves = script.asked[3]
    assert seat == 0
    assert view == {
        "seat": 0,
        "dealer": 0,
        "n_players": 2,
        "partnership": False,
        "deals_left": 5,
        "hand": cards("TD 8H 9H"),
        "hand_sizes": [3, 2],
        "loose": cards("QD"),
        "builds": [(9, 2, tuple(cards("2C AD 3D 3H 3S 6S")), 1)],
        "piles": [[], []],
        "last_capturer": -1,
        "sweeps": [0, 0],
        "scores": [3, 4],
        "rules": DEFAULT,
        "history": [
            (1, BUILD, card("2C"), 6, tuple(cards("AD 3D")), 0, 0),
            (0, RAISE, card("3S"), 9, (), 0, 6),
            (1, BUILD, card("6S"), 9, (card("3H"),), 0, 0),
        ],
        "unseen": sorted(set(LEFT_TO_BE_DEALT) | set(cards("9S QC"))),
    }
    assert [in_words(move) for move in moves] == [
        "trail TD",
        "trail 8H",
        "trail 9H",
        "capture 9H B9",
    ]
    _, view, _ = script.asked[8]
    assert (view["deals_left"], view["hand_sizes"], view["seat"]) == (4, [4, 4], 1)
    assert view["piles"] == [cards("2C AD 3D 3H 9H 3S 6S"), cards("QC QD")]
    assert (view["last_capturer"], view["sweeps"]) == (1, [0, 1])
    assert script.asked[-1][1]["deals_left"] == 0


@pytest.mark.parametrize(
    ("before", "move"),
    [
        (0, Move(TRAIL, card("3S"))),
        (0, Move(TRAIL, card("2C"), 1)),
        (0, Move(BUILD, card("2C"), 5, (card("3D"),))),
        (0, Move(BUILD, card("2C"), 6, tuple(cards("3D AD")))),
        (0, Move(BUILD, card("2C"), 6, tuple(cards("AD AD 3D")))),
        (0, Move(CAPTURE, card("QC"), 12, (card("QH"),))),
        (0, Move(CAPTURE, card("QC"), 12)),
        (0, Move(CAPTURE, card("6S"), 6)),
        (1, Move(RAISE, card("3S"), 9, (card("3H"),), 0, 6)),
        (1, Move(RAISE, card("3S"), 9, (), 1, 6)),
        (3, Move(RAISE, card("TD"), 19, (), 0, 9)),
        (3, Move(CAPTURE, card("8H"), 9, (), 1)),
    ],
)
def test_an_illegal_move_is_refused(before: int, move: Move) -> None:
    script = Script([*(each for _, each in PLAYED[:before]), move])

    with pytest.raises(ValueError, match=f"seat {1 - before % 2} cannot play Move"):
        casino.play_hand(DEFAULT, 2, Deck(DEALT), script)


def test_a_card_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="card 52 is not among the unseen ones"):
        casino.play_hand(DEFAULT, 2, Deck([52]), Script())


@pytest.mark.parametrize(("players", "partnership"), [(1, False), (5, False), (2, True), (3, True)])
def test_a_table_that_is_not_in_the_rules_is_refused(players: int, partnership: bool) -> None:
    with pytest.raises(ValueError, match=f"no game of {players} players"):
        casino.play_hand(Rules(partnership=partnership), players, Deck(), Script())


def test_a_stock_holds_what_is_not_dealt() -> None:
    given = Deck(cards("AS KS"))

    hand = casino.play_hand(DEFAULT, 3, given, Script(), dealer=2)

    assert [len(stock) for stock in given.stocks] == list(range(52, 0, -1))
    assert given.stocks[2] == [each for each in PACK if each not in cards("AS KS")]
    assert hand.deals[0] == [[*cards("AS KS"), 0, 1], [2, 3, 4, 5], [6, 7, 8, 9]]
    assert hand.layout == [10, 11, 12, 13]
    assert len(hand.deals) == 4


def test_cards_that_nobody_captures_score_for_nobody() -> None:
    """Where all trail, lists grow beyond all measure, and nobody looks into them."""
    hand = casino.play_hand(Rules(cards_points="majority-2-last-1"), 4, Deck(), Script())

    assert hand.residue == list(PACK)
    assert hand.piles == [[], [], [], []]
    assert (hand.last_capturer, hand.scores) == (-1, [0, 0, 0, 0])
    assert [seat for kind, seat, _ in hand.events if kind == "residue"] == [-1] * 52


def test_a_list_that_is_too_long_names_the_hand() -> None:
    """All trail low cards until a ten could take any of very many sets."""
    faces_last = sorted(PACK, key=lambda each: (number_of(each) > 10, number_of(each) == 10))

    def look(_decision: str, _seat: int, view: View, legal: Sequence[Move]) -> Move:
        if len(legal) > casino.LONGEST_LIST:
            legal[0]
        return Move(TRAIL, view["hand"][0])

    with pytest.raises(casino.TooManyMovesError, match=r"hand 7: seat . has [0-9]+ legal moves"):
        casino.play_hand(DEFAULT, 2, Deck(faces_last), look, number=7)


# Options.


@pytest.mark.parametrize(
    ("face_capture", "loose", "sets"),
    [
        ("one", "QC QH QS", ["QC", "QH", "QS"]),
        ("one-or-three", "QC QH QS", ["QC", "QH", "QS", "QC QH QS"]),
        ("one-or-three", "QC QH KS", ["QC", "QH"]),
        ("one-or-three", "QC", ["QC"]),
        ("all", "QC QH QS", ["QC QH QS"]),
        ("all", "QC QH KS", ["QC QH"]),
        ("all", "KC", []),
    ],
)
def test_what_a_face_card_takes(face_capture: str, loose: str, sets: list[str]) -> None:
    where = position("QD", loose)

    assert captures(where, Rules(face_capture=face_capture)) == sets
    thinned = captures(where, Rules(face_capture=face_capture, action_set="maximal"))
    assert thinned == [each for each in sets if len(each) == max(map(len, sets))]


def test_a_second_card_of_the_rank_frees_the_first() -> None:
    """Rule K: with two nines one may take loose cards and leave the own build."""
    own = build("6C 3C", 9, 1, ME)

    assert legal(position("9C 9D", "5C 4C", own)) == [
        *("capture 9C 4C 5C", "capture 9C B9", "capture 9C B9 4C 5C", "build 9C 9"),
        "build 9C 9 4C 5C",
        *("capture 9D 4C 5C", "capture 9D B9", "capture 9D B9 4C 5C", "build 9D 9"),
        "build 9D 9 4C 5C",
    ]


def test_without_rule_k_the_card_may_go_and_who_has_nothing_else_may_trail() -> None:
    own, rules = build("6C 3C", 9, 1, ME), Rules(keep_capturing_card=False)

    assert legal(position("9C KC", "5C 4C", own), rules) == [
        *("capture 9C 4C 5C", "capture 9C B9", "capture 9C B9 4C 5C"),
    ]
    assert legal(position("8C KC", "5C 4C", own), rules) == ["trail 8C", "trail KC"]
    assert legal(position("8C KC", "5C 3D", own), rules) == ["capture 8C 5C 3D"]
    assert legal(position("8C KC", "5C 4C", own)) == []


def test_who_owns_a_build_may_trail_where_the_table_says_so() -> None:
    own, rules = build("6C 3C", 9, 1, ME), Rules(trail_with_own_build=True)

    assert legal(position("9C KC", "", own), rules) == ["capture 9C B9", "trail KC"]
    assert legal(position("9C KC", "", own), replace(rules, keep_capturing_card=False)) == [
        *("trail 9C", "capture 9C B9", "trail KC"),
    ]


def test_loose_cards_raise_a_build_where_the_table_says_so() -> None:
    """Example 10 again, and a set of ten beside it; two ways to split it are one move."""
    rules = Rules(table_cards_raise=True)
    where = position("3C 8C TC", "2C", build("AC 4C", 5, 1))
    longer = position("3C TC", "2C 4D 6D 2D 8D", build("AC 4C", 5, 1))

    raises = [each for each in legal(where, rules) if "raise" in each]
    assert raises == ["raise 3C 5>8", "raise 3C 5>10 2C"]
    raises = [each for each in legal(longer, rules) if "raise" in each]
    assert raises == [
        *("raise 3C 5>10 2C", "raise 3C 5>10 2D"),
        *("raise 3C 5>10 2C 2D 8D", "raise 3C 5>10 2C 4D 6D", "raise 3C 5>10 2D 4D 6D"),
        "raise 3C 5>10 2C 2D 4D 6D 8D",
    ]
    all_of_it = Move(RAISE, card("3C"), 10, tuple(sorted(cards("2C 2D 4D 6D 8D"))), 0, 5)
    assert after(longer, all_of_it, rules) == [build("3C AC 4C 2C 2D 4D 6D 8D", 10, 3, ME)]


def test_a_raise_joins_the_build_that_is_there() -> None:
    where = position("2C 9C", "9D", build("3C 4C", 7, 1), build("5C 4D 8D AD", 9, 2, ME))

    joined = after(where, Move(RAISE, card("2C"), 9, (card("9D"),), 0, 7))

    assert joined == [build("5C 4D 8D AD 2C 3C 4C 9D", 9, 4, ME)]


def test_a_card_that_can_capture_is_not_trailed_under_must_capture() -> None:
    rules = Rules(must_capture=True)

    assert legal(position("3C 8C", "3D 5C"), rules) == [
        *("capture 3C 3D", "build 3C 8 5C", "capture 8C 5C 3D"),
    ]
    both = replace(rules, trail_with_own_build=True)
    own = build("6C 3C", 9, 1, ME)
    assert legal(position("9C KC", "5C 4C", own), both) == [
        *("capture 9C B9", "capture 9C B9 4C 5C", "trail KC"),
    ]


def test_maximal_captures_leave_nothing_out() -> None:
    rules = Rules(action_set="maximal")

    assert captures(position("8C", "AC 2C 3C 5C 6C 8D"), rules) == [
        *("AC 2C 5C 8D", "2C 3C 5C 6C 8D"),
    ]
    assert legal(position("9C TC", "5C 4C", build("8C AC", 9, 1)), rules) == [
        *("trail 9C", "capture 9C B9 4C 5C", "trail TC"),
    ]
    assert legal(position("3C 3D 6C", "AC 2C"), rules)[2:4] == [
        *("build 3C 3 AC 2C", "build 3C 6 AC 2C"),
    ]


def test_a_set_is_part_of_another_also_where_the_difference_is_no_set() -> None:
    """A A 8 makes ten, and so do A 9, A 9, 8 2; but 9 9 2 does not."""
    loose = "AC AD 8C 9C 9D 2C"

    every = captures(position("TC", loose))
    most = captures(position("TC", loose), Rules(action_set="maximal"))

    assert "AC 8C AD" in every
    assert most == ["AC 2C 8C 9C AD 9D"]


def test_the_points_for_cards_are_an_option() -> None:
    piles = [pile(27, 6, "TD", "AC", "AD"), pile(25, 7, "2S", "AH", "AS")]
    rules = Rules(cards_points="majority-2-last-1", sweep_points=2)

    results = casino.score_hand(rules, piles, [2, 1], OTHER)

    assert [result.points for result in results] == [2 + 4 + 4, 4 + 1 + 2]
    assert results[1].items == {
        "most-cards": 0,
        "most-spades": 1,
        "big-casino": 0,
        "little-casino": 1,
        "aces": 2,
        "last-capture": 1,
        "sweeps": 2,
    }
    nobody = casino.score_hand(rules, [[], []], [0, 0], -1)
    assert [result.points for result in nobody] == [0, 0]


def test_partners_pool_their_piles() -> None:
    piles = [pile(20, 3, "TD"), pile(12, 4, "AC"), pile(2, 2, "2S"), pile(18, 4)]
    alone = casino.score_hand(DEFAULT, piles, [1, 0, 1, 0], 3)
    rules = Rules(partnership=True, cards_points="majority-2-last-1", sweep_points=1)

    together = casino.score_hand(rules, piles, [1, 0, 1, 0], 3)

    assert [result.points for result in alone] == [3 + 2, 1, 1, 0]
    assert [(result.cards, result.spades) for result in together] == [(22, 5), (30, 8)]
    assert [result.points for result in together] == [2 + 1 + 2, 2 + 1 + 1 + 1]


# A second list of the legal moves, by another method.


@cache
def splits_up(numbers: tuple[int, ...], value: int) -> bool:
    """Whether all numbers can be put into sets with this sum; all sets with the first are tried."""
    if not numbers:
        return True
    places = range(1, len(numbers))
    return any(
        numbers[0] + sum(numbers[k] for k in chosen) == value
        and splits_up(tuple(numbers[k] for k in places if k not in chosen), value)
        for size in range(len(numbers))
        for chosen in combinations(places, size)
    )


def sets_of(loose: Sequence[int]) -> Iterator[tuple[int, ...]]:
    return (chosen for size in range(len(loose) + 1) for chosen in combinations(loose, size))


def raises_to(numbers: tuple[int, ...], value: int, missing: int, *, table_cards: bool) -> bool:
    """Whether loose numbers bring what a build lacks of the value, and sets of it."""
    if not table_cards:
        return missing == 0 and splits_up(numbers, value)
    places = range(len(numbers))
    return any(
        sum(numbers[k] for k in chosen) == missing
        and splits_up(tuple(numbers[k] for k in places if k not in chosen), value)
        for chosen in sets_of(places)
    )


def by_brute_force(rules: Rules, where: Position) -> list[Move]:
    """All moves of which section 4 says that they are legal, each set of loose cards tried."""
    mine = {each.value for each in where.builds if each.owner == where.seat}
    there = {each.value for each in where.builds}
    found: list[tuple[Move, set[int]]] = []
    for p in where.hand:
        rank = number_of(p)
        rest = {number_of(each) for each in where.hand if each != p}
        for chosen in sets_of(where.loose):
            numbers = tuple(map(number_of, chosen))
            if rank > 10 and set(numbers) == {rank}:
                alike = sum(number_of(each) == rank for each in where.loose)
                sizes = {"one": {1}, "one-or-three": {1, 3}, "all": {alike}}[rules.face_capture]
                if len(numbers) in sizes:
                    found.append((Move(CAPTURE, p, rank, chosen), mine))
            if rank > 10 or max(numbers, default=0) > 10:
                continue
            if splits_up(numbers, rank):
                if chosen:
                    found.append((Move(CAPTURE, p, rank, chosen), mine))
                if rank in there:
                    found.append((Move(CAPTURE, p, rank, chosen, 1), mine - {rank}))
            for v in range(rank, 11):
                if v not in rest:
                    continue
                if (chosen or v in there) and splits_up((rank, *numbers), v):
                    found.append((Move(BUILD, p, v, chosen), mine | {v}))
                for target in where.builds:
                    u, missing = target.value, v - target.value - rank
                    if target.groups == 1 and raises_to(
                        numbers, v, missing, table_cards=rules.table_cards_raise
                    ):
                        found.append((Move(RAISE, p, v, chosen, 0, u), (mine - {u}) | {v}))
        if not mine or rules.trail_with_own_build:
            found.append((Move(TRAIL, p), mine))

    moves = [
        move
        for move, owned in found
        if not rules.keep_capturing_card
        or owned <= {number_of(each) for each in where.hand if each != move.card}
    ]
    if rules.must_capture:
        able = {move.card for move in moves if move.kind == CAPTURE}
        moves = [move for move in moves if move.kind != TRAIL or move.card not in able]
    if rules.action_set == "maximal":
        moves = [move for move in moves if move.kind != CAPTURE or is_maximal(move, moves, there)]
    if not moves and not rules.keep_capturing_card:
        moves = [Move(TRAIL, p) for p in where.hand]
    order = ("card", "kind", "value", "old", "take")
    return sorted(
        moves, key=lambda m: (*(getattr(m, name) for name in order), len(m.chosen), m.chosen)
    )


def is_maximal(move: Move, moves: Sequence[Move], there: set[int]) -> bool:
    larger = [
        other
        for other in moves
        if other.kind == CAPTURE
        and other.card == move.card
        and set(other.chosen) > set(move.chosen)
    ]
    return not larger and move.take == (move.value in there)


def random_position(source: random.Random, loose: int) -> Position:
    """Cards and builds as they come, also as they would not come about."""
    deck = source.sample(PACK, 52)
    if source.random() < 0.5:
        deck.sort(key=lambda each: number_of(each) > source.choice([5, 10]))
        low = 26 if source.random() < 0.5 else 40
        deck[:low] = source.sample(deck[:low], low)
    hand = [deck.pop() for _ in range(source.randrange(1, 5))]
    builds: dict[int, Build] = {}
    for _ in range(source.choice([0, 0, 1, 2, 3])):
        value, sets = source.randrange(2, 11), list[tuple[int, ...]]()
        for _ in range(source.randrange(1, 3)):
            for _ in range(60):
                some = tuple(source.sample(deck, source.randrange(1, 4)))
                fits = max(map(number_of, some)) <= 10 and sum(map(number_of, some)) == value
                if fits and (len(some) > 1 or sets):
                    sets.append(some)
                    deck = [each for each in deck if each not in some]
                    break
        if sets and value not in builds:
            owner = source.choice([ME, OTHER])
            together = tuple(sorted(each for some in sets for each in some))
            builds[value] = Build(value, len(sets), together, owner)
            behind = [each for each in deck if number_of(each) == value]
            if behind and len(hand) < 4 and source.random() < 0.8:
                hand.append(behind[0])
                deck.remove(behind[0])
    return Position(ME, sorted(hand), sorted(deck[:loose]), sorted(builds.values()))


def assert_list_is_complete(rules: Rules, where: Position, seen: Counter[str]) -> None:
    moves, expected = LegalMoves(rules, where), by_brute_force(rules, where)

    assert list(moves) == expected
    assert len(moves) == len(expected)
    assert all(move in moves for move in expected)
    seen.update({KINDS[move.kind] for move in expected})
    seen["nothing"] += not expected
    seen["a raise into a build"] += any(
        move.kind == RAISE and move.value in {each.value for each in where.builds}
        for move in expected
    )
    seen["a build taken with loose cards"] += any(
        move.take and len(move.chosen) > 0 for move in expected
    )


def test_the_list_of_legal_moves_is_that_of_brute_force() -> None:
    source, seen = random.Random(5), Counter[str]()
    for number in range(2000):
        rules = random_rules(source)
        loose = source.randrange(10, 12) if number % 45 == 0 else source.randrange(8)
        where = random_position(source, loose)

        assert_list_is_complete(rules, where, seen)

    assert min(seen[kind] for kind in [*KINDS, "nothing"]) > 40
    assert min(seen["a raise into a build"], seen["a build taken with loose cards"]) > 20


def test_a_move_is_legal_if_it_is_in_the_list() -> None:
    source, seen = random.Random(6), Counter[bool]()
    for _ in range(400):
        rules, where = random_rules(source), random_position(source, source.randrange(9))
        moves = LegalMoves(rules, where)
        listed = set(moves)
        for move in source.choices([*moves, Move(TRAIL, where.hand[0])], k=12):
            other = replace_one(source, where, move)
            assert (other in moves) == (other in listed)
            seen[other in listed] += 1
    assert min(seen[True], seen[False]) > 400


def replace_one(source: random.Random, where: Position, move: Move) -> Move:
    """A move that differs in one thing, or in none."""
    cards_there = [*where.hand, *where.loose, 51]
    some = source.sample(where.loose, source.randrange(len(where.loose) + 1))
    other: dict[str, int | tuple[int, ...]] = {
        "kind": source.randrange(4),
        "card": source.choice(cards_there),
        "value": source.randrange(14),
        "chosen": tuple(sorted(some)) if source.random() < 0.8 else tuple(some),
        "take": source.randrange(2),
        "old": source.randrange(11),
    }
    name = source.choice(list(other))
    fields = {**move._asdict(), name: other[name]}
    return Move(**fields)


# Invariants.


@dataclass
class Case:
    """A hand of random choices under random rules, and of some what the seats were asked."""

    rules: Rules
    players: int
    dealer: int
    scores: list[int]
    hand: Played
    asked: list[tuple[View, list[Move]]]

    @property
    def order(self) -> list[int]:
        return [(self.dealer + k) % self.players for k in range(1, self.players + 1)]

    @property
    def deck(self) -> list[int]:
        """The cards in the order in which they were dealt."""
        first, *later = self.hand.deals
        deck = [each for seat in self.order for each in first[seat]] + self.hand.layout
        return deck + [each for deal in later for seat in self.order for each in deal[seat]]


def greedy_cards(_decision: str, _seat: int, view: View, legal: Sequence[Move]) -> Move:
    """The reference policy; who never builds may always trail."""
    inside = {value: len(cards_of) for value, _, cards_of, _ in view["builds"]}

    def taken(move: Move) -> int:
        return len(move.chosen) + (inside[move.value] if move.take else 0)

    captures_ = [move for move in legal if move.kind == CAPTURE]
    if captures_:
        return max(captures_, key=taken)
    return next(move for move in legal if move.kind == TRAIL)


def kept(play: Choose, asked: list[tuple[View, list[Move]]]) -> Choose:
    """Plays as another does, and keeps what was asked."""

    def choose(decision: str, seat: int, view: View, legal: Sequence[Move]) -> Move:
        asked.append((view, list(legal)))
        return play(decision, seat, view, legal)

    return choose


@cache
def cases() -> list[Case]:
    source, found = random.Random(18), []
    for number in range(HANDS):
        rules, players = random_rules(source), source.choice([2, 2, 3, 4, 4])
        if players == 4:
            rules = replace(rules, partnership=source.random() < 0.5)
        dealer = source.randrange(players)
        scores = [source.randrange(30) for _ in range(casino.sides(rules, players))]
        play = source.choice([at_random(source), at_random(source, eager=0.0), greedy_cards])
        asked: list[tuple[View, list[Move]]] = []
        choose = kept(play, asked) if number % WATCHED == 0 else play
        hand = casino.play_hand(
            rules, players, Shuffled(source), choose, dealer=dealer, scores=scores
        )
        found.append(Case(rules, players, dealer, scores, hand, asked))
    return found


@dataclass
class Board:
    """What lies where, from the events alone."""

    hands: list[list[int]]
    piles: list[list[int]]
    sweeps: list[int]
    loose: list[int] = field(default_factory=list)
    builds: dict[int, Build] = field(default_factory=dict)
    undealt: int = 52
    deals_left: int = -1
    last: int = -1

    def take_in(self, events: Sequence[casino.Event]) -> None:
        """A card dealt or left over, or a move with what goes with it."""
        kind, seat, number = events[0]
        told: dict[str, list[int]] = {}
        for name, _, more in events[1:]:
            told.setdefault(name, []).append(more)
        if kind == "deals-left":
            self.deals_left = number
        elif kind == "deal":
            (self.loose if seat < 0 else self.hands[seat]).append(number)
            self.undealt -= 1
        elif kind == "residue":
            self.loose += [each for build_ in self.builds.values() for each in build_.cards]
            self.builds.clear()
            self.loose.remove(number)
            if seat >= 0:
                self.piles[seat].append(number)
        elif kind in KINDS:
            self.move(kind, seat, number, told)

    def move(self, kind: str, seat: int, played: int, told: dict[str, list[int]]) -> None:
        self.hands[seat].remove(played)
        joined = told.get("join", []) + told.get("take", [])
        for each in joined:
            self.loose.remove(each)
        together = [played, *joined]
        if kind == "trail":
            self.loose.append(played)
        elif kind == "capture":
            for value in told.get("take-build", []):
                together += self.builds.pop(value).cards
            self.piles[seat] += together
            self.last = seat
            self.sweeps[seat] += "sweep" in told
            assert told.get("sweep", [self.sweeps[seat]]) == [self.sweeps[seat]]
        else:
            (value,), (groups,) = told["value"], told["groups"]
            for there in [*told.get("from", []), *([value] if value in self.builds else [])]:
                together += self.builds.pop(there).cards
            self.builds[value] = Build(value, groups, tuple(sorted(together)), seat)


STARTS = {"hand", "deals-left", "deal", "residue", "cards", *KINDS}


def steps(case: Case) -> Iterator[tuple[list[casino.Event], Board]]:
    """Events that belong together, and the board after them; always the same board."""
    n, events = case.players, case.hand.events
    board = Board([[] for _ in range(n)], [[] for _ in range(n)], [0] * n)
    starts = [k for k, event in enumerate(events) if event[0] in STARTS]
    for begin, end in zip(starts, [*starts[1:], len(events)], strict=True):
        board.take_in(events[begin:end])
        yield events[begin:end], board


def test_the_places_that_matter_occur() -> None:
    seen = Counter(event[0] for case in cases() for event in case.hand.events)
    for case in cases():
        seen["several"] += sum(len(move.chosen) > 2 for _, move in case.hand.history)
        seen["two builds"] += any(len(view["builds"]) > 1 for view, _ in case.asked)
        seen[f"{case.players} {case.rules.partnership}"] += 1

    kinds = [*KINDS, "sweep", "residue", "most-cards", "last-capture", "sweeps", "take-build"]
    assert min(seen[kind] for kind in kinds) > 100
    assert min(seen[kind] for kind in ["2 False", "3 False", "4 False", "4 True"]) > 100
    assert min(seen["several"], seen["two builds"]) > 20


def test_fifty_two_cards_are_dealt_in_turn_and_are_always_somewhere() -> None:
    for case in cases():
        hand, dealt = case.hand, []
        for events, board in steps(case):
            everything = [*board.loose, *(each for hand_ in board.hands for each in hand_)]
            everything += [each for build_ in board.builds.values() for each in build_.cards]
            everything += [each for pile_ in board.piles for each in pile_]
            if events[0][0] == "deal":
                dealt.append(events[0][1:])
            unclaimed = hand.last_capturer < 0 and board.undealt == 0
            assert len(set(everything)) == len(everything)
            assert len(everything) + board.undealt == 52 or unclaimed
        layout = [-1] * 4
        once = [seat for seat in case.order for _ in range(4)]
        later = once * (48 // len(once) - 1)
        assert [seat for seat, _ in dealt] == once + layout + later
        assert [each for _, each in dealt] == case.deck
        assert sorted(case.deck) == list(PACK)
        assert len(hand.history) == 48
        assert [seat for seat, _ in hand.history] == case.order * (48 // case.players)


def test_builds_are_what_they_are_said_to_be() -> None:
    survived = trailed = 0
    for case in cases():
        keep = case.rules.keep_capturing_card
        for events, board in steps(case):
            kind, seat, _ = events[0]
            for value, build_ in board.builds.items():
                numbers = tuple(map(number_of, build_.cards))
                assert build_.value == value == sum(numbers) / build_.groups
                assert len(build_.cards) > 1
                assert splits_up(tuple(sorted(numbers, reverse=True)), value)
                held = value in map(number_of, board.hands[build_.owner])
                assert held or not keep
            own = [build_ for build_ in board.builds.values() if build_.owner == seat]
            if kind in KINDS and keep:
                assert len(own) <= 2
            if kind in ("build", "raise"):
                (value,) = (number for name, _, number in events if name == "value")
                assert value in map(number_of, board.hands[seat])
            if kind == "trail" and keep and not case.rules.trail_with_own_build:
                assert own == []
            trailed += kind == "trail" and own != []
            if kind in ("deals-left", "residue"):
                assert not (board.builds and keep)
                survived += len(board.builds)
    assert min(survived, trailed) > 50


def test_the_moves_of_the_history_are_those_of_the_events() -> None:
    for case in cases():
        told = [events for events, _ in steps(case) if events[0][0] in KINDS]
        assert len(told) == len(case.hand.history)
        for events, (seat, move) in zip(told, case.hand.history, strict=True):
            kinds = [kind for kind, _, _ in events]
            values = {kind: number for kind, _, number in events}
            assert {each for _, each, _ in events} == {seat}
            assert events[0] == (KINDS[move.kind], seat, move.card)
            chosen = [number for kind, _, number in events if kind in ("take", "join")]
            assert tuple(chosen) == move.chosen
            assert ("take-build" in kinds) == bool(move.take)
            assert values.get("from", 0) == move.old
            if move.kind in (BUILD, RAISE):
                assert values["value"] == move.value
            elif move.kind == CAPTURE:
                assert move.value == number_of(move.card) == values.get("take-build", move.value)
            else:
                assert move == Move(TRAIL, move.card)


def test_a_sweep_is_a_capture_that_clears_the_table() -> None:
    seen: Counter[str] = Counter()
    for case in cases():
        for events, board in steps(case):
            kind = events[0][0]
            if kind not in KINDS:
                continue
            cleared = kind == "capture" and not board.loose and not board.builds
            last = board.undealt == 0 and not any(board.hands)
            counts = cleared and (not last or case.rules.sweep_on_final_card)
            assert ("sweep" in [each for each, _, _ in events]) == counts
            seen["sweep"] += counts
            seen["of the last card"] += counts and last
            seen["no sweep of the last card"] += cleared and not counts
            seen["of the last card of a deal"] += counts and not last and not any(board.hands)
    assert min(seen.values()) > 5
    assert len(seen) == 4


def test_points_are_those_of_the_table_in_section_7() -> None:
    seen: Counter[str] = Counter()
    for case in cases():
        rules, hand = case.rules, case.hand
        *_, (_, board) = steps(case)
        sides: list[list[int]] = [[] for _ in case.scores]
        sweeps = [0] * len(sides)
        for seat in range(case.players):
            side = seat % 2 if rules.partnership else seat
            sides[side] += hand.piles[seat]
            sweeps[side] += hand.sweeps[seat]
        assert hand.piles == [sorted(pile_) for pile_ in board.piles]
        assert (hand.sweeps, hand.last_capturer) == (board.sweeps, board.last)
        points = [0] * len(sides)
        for side, own in enumerate(sides):
            names = [name_of(each) for each in own]
            points[side] += 2 * ("TD" in names) + ("2S" in names)
            points[side] += sum(name[0] == "A" for name in names)
            points[side] += rules.sweep_points * sweeps[side]
        lengths = sorted(map(len, sides))
        spades = [sum(each >= 39 for each in own) for own in sides]
        worth = 3 if rules.cards_points == "majority-3" else 2
        cards_tied, spades_tied = lengths[-1] == lengths[-2], sorted(spades)[-2] == max(spades)
        if not cards_tied:
            points[[len(own) for own in sides].index(lengths[-1])] += worth
        if not spades_tied:
            points[spades.index(max(spades))] += 1
        if worth == 2 and board.last >= 0:
            points[board.last % 2 if rules.partnership else board.last] += 1
        assert [result.points for result in hand.results] == points
        assert [result.cards for result in hand.results] == [len(own) for own in sides]
        assert [result.spades for result in hand.results] == spades
        assert hand.scores == [a + b for a, b in zip(case.scores, points, strict=True)]
        expected = 11 - worth * cards_tied - spades_tied + rules.sweep_points * sum(sweeps)
        assert sum(points) == (expected if board.last >= 0 else 0)
        seen["cards tied"] += cards_tied
        seen["spades tied"] += spades_tied
        assert not (spades_tied and len(sides) == 2)
        told = [event for event in hand.events if event[0] in ("points", "score")]
        assert told == [
            (kind, side, number)
            for side, result in enumerate(hand.results)
            for kind, number in (("points", result.points), ("score", hand.scores[side]))
        ]
        for item, side, number in hand.events:
            if item in hand.results[0].items:
                assert hand.results[side].items[item] == number > 0
    assert min(seen.values()) > 10


def test_a_view_shows_the_table_of_that_moment_and_no_hand_but_the_own() -> None:
    for case in cases()[::WATCHED]:
        asked, done, shown = iter(case.asked), 0, View()
        for events, board in steps(case):
            if events[0][0] in KINDS:
                view, legal_ = next(asked)
                assert view == shown
                assert case.hand.history[done][1] in legal_
                done += 1
            seat = case.order[done % case.players]
            seen = [*board.loose, *board.hands[seat]]
            seen += [each for build_ in board.builds.values() for each in build_.cards]
            seen += [each for pile_ in board.piles for each in pile_]
            shown = {
                "seat": seat,
                "dealer": case.dealer,
                "n_players": case.players,
                "partnership": case.rules.partnership,
                "deals_left": board.deals_left,
                "hand": sorted(board.hands[seat]),
                "hand_sizes": [len(hand) for hand in board.hands],
                "loose": sorted(board.loose),
                "builds": sorted(map(tuple, board.builds.values())),
                "piles": [sorted(pile_) for pile_ in board.piles],
                "last_capturer": board.last,
                "sweeps": list(board.sweeps),
                "scores": case.scores,
                "rules": case.rules,
                "history": [(each, *move) for each, move in case.hand.history[:done]],
                "unseen": sorted(set(PACK) - set(seen)),
            }
        assert done == len(case.asked) == 48


def test_the_lists_of_played_hands_are_those_of_brute_force() -> None:
    seen: Counter[str] = Counter()
    for case in cases()[:: 2 * WATCHED]:
        for view, listed in case.asked[::2]:
            if len(view["loose"]) > 9:
                continue
            builds = [Build(*each) for each in view["builds"]]
            where = Position(view["seat"], view["hand"], view["loose"], builds)
            assert listed == by_brute_force(case.rules, where)
            seen.update({KINDS[move.kind] for move in listed})
    assert min(seen[kind] for kind in KINDS) > 20


# What a seat may believe.


class StopHereError(Exception):
    """The decision is reached."""


def as_far_as(case: Case, deck: Sequence[int], decision: int) -> tuple[View, list[Move]]:
    """What is shown at a decision, where these cards are dealt and the same moves made before.

    Raises:
        ValueError: one of the moves is not legal with these cards.
    """
    moves = [move for _, move in case.hand.history[:decision]]
    shown: list[tuple[View, list[Move]]] = []

    def choose(_decision: str, _seat: int, view: View, legal: Sequence[Move]) -> Move:
        if not moves:
            shown.append((view, list(legal)))
            raise StopHereError
        return moves.pop(0)

    with pytest.raises(StopHereError):
        casino.play_hand(
            case.rules,
            case.players,
            Deck(deck),
            choose,
            dealer=case.dealer,
            scores=case.scores,
        )
    return shown[0]


def hands_now(case: Case, deck: Sequence[int], decision: int) -> list[list[int]]:
    """The cards in the hands at a decision, if these were dealt."""
    n, place = case.players, decision // (4 * case.players)
    begin = place * 4 * n + (4 if place else 0)
    played = {move.card for _, move in case.hand.history[:decision]}
    hands: list[list[int]] = [[] for _ in range(n)]
    for k, seat in enumerate(case.order):
        dealt = deck[begin + 4 * k : begin + 4 * k + 4]
        hands[seat] = [each for each in dealt if each not in played]
    return hands


def test_hidden_cards_change_no_view_and_a_world_agrees_if_the_play_was_legal_in_it() -> None:
    source, seen = random.Random(7), Counter[str]()
    for case in cases()[::WATCHED]:
        for _ in range(6):
            decision = source.randrange(48)
            view, legal_ = case.asked[decision]
            unseen = view["unseen"]
            others = source.sample(unseen, len(unseen))
            if source.random() < 0.5:
                others = swap_two(source, unseen)
            new = dict(zip(unseen, others, strict=True))
            deck = [new.get(each, each) for each in case.deck]
            hands = hands_now(case, deck, decision)

            agrees = casino.agrees(view, hands)

            assert casino.agrees(view, hands_now(case, case.deck, decision))
            if agrees:
                assert as_far_as(case, deck, decision) == (view, legal_)
            else:
                with pytest.raises(ValueError, match="cannot play"):
                    as_far_as(case, deck, decision)
            seen["agrees" if agrees else "does not"] += 1
            seen["other hands"] += agrees and hands != hands_now(case, case.deck, decision)
    assert seen["does not"] > 60
    assert min(seen["agrees"], seen["other hands"]) > 500


def swap_two(source: random.Random, unseen: Sequence[int]) -> list[int]:
    """The cards with two of them exchanged."""
    if len(unseen) < 2:
        return list(unseen)
    one, other = source.sample(unseen, 2)
    return [{one: other, other: one}.get(each, each) for each in unseen]


def test_the_own_hand_the_sizes_and_what_is_seen_must_be_right() -> None:
    _, script = scripted()
    view = script.asked[3][1]
    mine = cards("8H 9H TD")

    assert casino.agrees(view, [mine, cards("9S QC")])
    assert not casino.agrees(view, [cards("8H 9H KD"), cards("9S QC")])
    assert not casino.agrees(view, [mine, cards("9S")])
    assert not casino.agrees(view, [mine, cards("9S 9S")])
    assert not casino.agrees(view, [mine, cards("9S TD")])
    assert not casino.agrees(view, [mine, cards("9S 6S")])


@pytest.mark.parametrize(
    ("decision", "theirs", "possible"),
    [
        # Seat 1 has built 6 with its two; then 9 with its six.
        (1, "6S 9S QC", True),
        (1, "6C 2D 2H", True),
        (1, "9S QC KC", False),
        (3, "9S QC", True),
        (3, "9C 9D", True),
        (3, "6C QC", False),
        # The build is gone, but not the nine that must be there.
        (5, "9C", True),
        (5, "KC", False),
        (7, "", True),
    ],
)
def test_who_built_holds_the_card(decision: int, theirs: str, possible: bool) -> None:
    _, script = scripted()
    _, view, _ = script.asked[decision]

    assert casino.agrees(view, [view["hand"], cards(theirs)]) == possible


def test_who_keeps_a_build_holds_another_card_of_its_value() -> None:
    """Rule K: seat 1 built a nine, captured another with a nine, and the build stands."""
    deal = cards("4C 9C 9D 9H KC KD KH JC 5D 9S QC QD")
    moves = [
        Move(BUILD, card("4C"), 9, (card("5D"),)),
        Move(TRAIL, card("KC")),
        Move(CAPTURE, card("9C"), 9, (card("9S"),)),
    ]
    script = Script(list(moves))
    casino.play_hand(DEFAULT, 2, Deck(deal), Script([*moves, *two_captures()]))
    with pytest.raises(ValueError, match="seat 1 cannot play"):
        casino.play_hand(DEFAULT, 2, Deck(deal), script)
    view = script.asked[3][1]

    assert casino.agrees(view, [view["hand"], cards("9D 9H")])
    assert casino.agrees(view, [view["hand"], cards("9H 2C")])
    assert not casino.agrees(view, [view["hand"], cards("2D 2C")])


def two_captures() -> list[Move]:
    """How the hand goes on: seat 1 takes its build and then has nothing to keep."""
    return [Move(TRAIL, card("JC")), Move(CAPTURE, card("9D"), 9, (), 1)]


# Matches.


@cache
def matches() -> list[tuple[Rules, int, int, casino.PlayedMatch]]:
    source, found = random.Random(19), []
    for number in range(90):
        players = source.choice([2, 3, 4])
        rules = replace(
            random_rules(source), partnership=players == 4 and number % 2 == 0, target=11
        )
        if number % 3 == 0:
            rules = replace(rules, target=source.choice([1, 21, 50]), max_hands=200)
        elif number % 3 == 1:
            rules = replace(rules, target=21, max_hands=2)
        dealer = source.randrange(players)
        match = casino.play_match(
            rules, players, Shuffled(source), at_random(source), dealer=dealer
        )
        found.append((rules, players, dealer, match))
    return found


def test_a_match_is_its_hands_and_ends_when_the_rules_say() -> None:
    ends: Counter[str] = Counter()
    for rules, players, first_dealer, match in matches():
        scores = [0] * (2 if rules.partnership else players)
        for number, hand in enumerate(match.hands, 1):
            assert hand.events[0] == ("hand", (first_dealer + number - 1) % players, number)
            above = [each for each in scores if each >= rules.target]
            tied = scores.count(max(scores)) > 1
            assert not above or tied
            ends["played on at a tie"] += bool(above)
            scores = [a + b.points for a, b in zip(scores, hand.results, strict=True)]
            assert hand.scores == scores
        tied = scores.count(max(scores)) > 1
        capped = len(match.hands) == rules.max_hands
        assert capped or (max(scores) >= rules.target and not tied)
        winner = -1 if tied else scores.index(max(scores))
        assert (match.scores, match.winner) == (scores, winner)
        last = ("draw" if winner < 0 else "win", winner, len(match.hands))
        assert match.events == [*(e for hand in match.hands for e in hand.events), last]
        ends["cap" if capped and max(scores) < rules.target else "target"] += 1
    assert min(ends.values()) > 2
    assert len(ends) == 3


def test_a_match_in_which_nobody_captures_is_drawn_at_the_cap() -> None:
    match = casino.play_match(Rules(max_hands=2), 3, Deck(), Script(), dealer=2)

    assert match.events[-1] == ("draw", -1, 2)
    assert [hand.events[0] for hand in match.hands] == [("hand", 2, 1), ("hand", 0, 2)]
    assert (match.scores, match.winner) == ([0, 0, 0], -1)


@pytest.mark.parametrize(
    ("scores", "hands", "over"),
    [
        ([20, 20], 1, False),
        ([21, 20], 1, True),
        ([21, 21], 1, False),
        ([25, 22], 1, True),
        ([22, 22, 21], 5, False),
        ([22, 23, 23], 5, False),
        ([0, 0], 199, False),
        ([0, 0], 200, True),
        ([30, 30], 200, True),
    ],
)
def test_when_a_match_is_over(scores: list[int], hands: int, over: bool) -> None:
    assert casino.match_over(DEFAULT, scores, hands) == over


# Figures.


FULL = [0, *[4] * 13]
"""Cards of each rank in the deck."""


@cache
def first_tables() -> list[tuple[int, list[int], list[int]]]:
    """Each multiset of four ranks: its weight, what is left by rank, the largest capture by rank.

    The largest capture is counted in cards of the table; 0 where a card captures nothing.
    """
    found = []
    for ranks in combinations_with_replacement(range(1, 14), 4):
        times = Counter(ranks)
        laid = [13 * k + rank - 1 for rank in times for k in range(times[rank])]
        left = [FULL[rank] - times[rank] for rank in range(14)]
        most = [0] * 14
        for rank in range(1, 14):
            if left[rank]:
                where = Position(ME, [39 + rank - 1], sorted(laid), [])
                moves = LegalMoves(DEFAULT, where)
                most[rank] = max(len(move.chosen) for move in moves)
        found.append((prod(comb(4, times[rank]) for rank in times), left, most))
    return found


def test_a_fifth_card_captures_as_often_as_the_figures_say() -> None:
    size: Counter[int] = Counter()
    by_rank: Counter[int] = Counter()
    for weight, left, most in first_tables():
        for rank in range(1, 14):
            size[most[rank]] += weight * left[rank]
            by_rank[rank] += weight * left[rank] * (most[rank] > 0)
    every = comb(52, 4) * 48

    assert sum(size.values()) == every
    assert 1 - Fraction(size[0], every) == Fraction(178079, 541450)
    shares = [13 * by_rank[rank] / every for rank in range(1, 14)]
    pips = [0.22137, 0.24479, 0.27991, 0.30583, 0.34276, 0.37086, 0.40964, 0.44055, 0.48085]
    assert shares == pytest.approx([*pips, 0.51495, *[0.22137] * 3], abs=5e-6)
    sizes = [size[number] / every for number in range(5)]
    assert sizes == pytest.approx([0.671107, 0.195822, 0.100819, 0.028327, 0.003924], abs=5e-7)
    mean = sum(number * share for number, share in enumerate(sizes))
    assert mean == pytest.approx(0.498139, abs=5e-7)


def test_the_first_player_can_capture_and_sweep_as_often_as_the_figures_say() -> None:
    able = sweeps = 0
    for weight, left, most in first_tables():
        for enough, ways in ((1, "capture"), (4, "sweep")):
            useful = sum(left[rank] for rank in range(1, 14) if most[rank] >= enough)
            hands = comb(48, 4) - comb(48 - useful, 4)
            able += weight * hands * (ways == "capture")
            sweeps += weight * hands * (ways == "sweep")
    every = comb(52, 4) * comb(48, 4)

    assert Fraction(able, every) == Fraction(2253183851, 2926537250)
    assert Fraction(sweeps, every) == Fraction(249466037, 17559223500)
    assert able / every == pytest.approx(0.769915, abs=5e-7)
    assert sweeps / every == pytest.approx(0.0142071, abs=5e-8)


def test_the_first_table_looks_as_the_figures_say() -> None:
    no_face = aces = different = faces = 0
    for weight, left, _ in first_tables():
        laid = [4 - each for each in left]
        no_face += weight * (sum(laid[11:]) == 0)
        aces += weight * (laid[1] > 0)
        different += weight * (max(laid[1:]) == 1)
        faces += weight * (max(laid[11:]) >= 3)
    every = comb(52, 4)

    assert no_face / every == pytest.approx(0.337575, abs=5e-7)
    assert aces / every == pytest.approx(0.281263, abs=5e-7)
    assert different / every == pytest.approx(0.676110, abs=5e-7)
    assert Fraction(faces, every) == Fraction(579, 270725)
    assert faces / every == pytest.approx(0.002139, abs=5e-7)
    worth = sum(result.points for result in casino.score_hand(DEFAULT, [PACK, []], [0, 0], -1))
    assert Fraction(4 * (worth - 3 - 1), 52) == Fraction(7, 13)


def uniform(source: random.Random) -> Choose:
    """`random-legal`."""

    def choose(_decision: str, _seat: int, _view: View, legal: Sequence[Move]) -> Move:
        return source.choice(legal)

    return choose


def pair_only(_decision: str, _seat: int, view: View, _legal: Sequence[Move]) -> Move:
    """The reference policy; it never looks at a list."""
    for each in view["hand"]:
        rank = number_of(each)
        alike = [other for other in view["loose"] if number_of(other) == rank]
        if alike:
            return Move(CAPTURE, each, rank, tuple(alike[:1] if rank > 10 else alike))
    return Move(TRAIL, view["hand"][0])


@dataclass
class Simulated:
    """Hands under the default options by seat, dealer first."""

    players: int
    hands: list[Played]
    lists: list[float]
    """Mean number of legal moves in each hand, where somebody looked."""

    def points(self, seat: int) -> list[int]:
        return [hand.results[seat].points for hand in self.hands]

    def ties(self) -> int:
        best = [sorted(result.cards for result in hand.results) for hand in self.hands]
        return sum(each[-1] == each[-2] for each in best)

    def last_captures(self) -> int:
        return sum(hand.last_capturer == 0 for hand in self.hands)


def simulate(play: Choose, players: int, hands: int, source: random.Random) -> Simulated:
    found = Simulated(players, [], [])
    sizes: list[int] = []

    def choose(decision: str, seat: int, view: View, legal: Sequence[Move]) -> Move:
        if play is not pair_only:
            sizes.append(len(legal))
        return play(decision, seat, view, legal)

    for _ in range(hands):
        found.hands.append(casino.play_hand(DEFAULT, players, Shuffled(source), choose))
        found.lists.append(sum(sizes) / 48)
        sizes.clear()
    return found


@pytest.mark.parametrize(
    ("players", "means", "error", "last", "resolves"),
    [
        (2, [5.652, 5.213], 0.040, 0.612, 1.3),
        (3, [4.019, 3.208, 3.546], 0.037, 0.503, 1.5),
        (4, [3.260, 2.238, 2.442, 2.775], 0.021, 0.446, 1.4),
    ],
)
def test_random_players_score_as_the_prototype_did(
    players: int, means: list[float], error: float, last: float, resolves: float
) -> None:
    """False alarm 1e-6 for each of 14 figures, of which two are for two players alone."""
    source = random.Random(30 + players)
    number = 800 if players == 2 else 500

    found = simulate(uniform(source), players, number, source)

    for seat, mean in enumerate(means):
        assert_mean(found.points(seat), mean, resolves=resolves, reference_error=error)
    share = (found.last_captures(), number)
    assert_share(share, last, resolves=0.25, reference_error=0.0065)
    if players == 2:
        assert_share((found.ties(), number), 0.045, resolves=0.08, reference_error=0.0027)
        assert_mean(found.lists, 5.35, resolves=1.2)


@pytest.mark.parametrize(
    ("players", "means", "error", "resolves"),
    [
        (2, [5.770, 4.681], 0.006, 0.8),
        (3, [3.8859, 2.9698, 3.3824], 0.013, 1.05),
        (4, [2.982, 2.114, 2.349, 2.579], 0.008, 1.0),
    ],
)
def test_players_who_pair_score_as_the_prototype_did(
    players: int, means: list[float], error: float, resolves: float
) -> None:
    """False alarm 1e-6 for each of 11 figures, of which two are for two players alone."""
    number = 1500 if players == 2 else 700

    found = simulate(pair_only, players, number, random.Random(40 + players))

    for seat, mean in enumerate(means):
        assert_mean(found.points(seat), mean, resolves=resolves, reference_error=error)
    if players == 2:
        assert_share((found.ties(), number), 0.1829, resolves=0.11, reference_error=0.0008)
        share = (found.last_captures(), number)
        assert_share(share, 0.9739, resolves=0.05, reference_error=0.0004)


def test_greedy_players_score_as_the_prototype_did() -> None:
    """The other player gains; false alarm 1e-6 for each of 4 figures."""
    number = 900

    found = simulate(greedy_cards, 2, number, random.Random(50))

    assert_mean(found.points(0), 5.024, resolves=1.1, reference_error=0.029)
    assert_mean(found.points(1), 5.758, resolves=1.1, reference_error=0.030)
    for seat, mean in enumerate([0.534, 0.455]):
        sweeps = [hand.sweeps[seat] for hand in found.hands]
        assert_mean(sweeps, mean, resolves=0.3, reference_error=0.0075)
