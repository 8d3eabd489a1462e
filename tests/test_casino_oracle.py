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
from re import escape
from typing import Any

import pytest

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


def builds_of(text: str) -> list[Build]:
    """`7x1: 3C 4C / mine 8x2: 8C 5C 3C`: one build of another player and one of one's own."""
    found = []
    for each in text.split(" / ") if text else []:
        said, _, names = each.partition(": ")
        value, groups = said.removeprefix("mine ").split("x")
        owner = ME if said.startswith("mine") else OTHER
        found.append(Build(int(value), int(groups), tuple(sorted(cards(names))), owner))
    return sorted(found)


def position(hand: str, loose: str = "", builds: str = "") -> Position:
    return Position(ME, sorted(cards(hand)), sorted(cards(loose)), builds_of(builds))


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


def captures(where: Position, **options: Any) -> list[str]:
    """The loose cards of each capture."""
    moves = LegalMoves(Rules(**options), where)
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


NINE_SETS = (
    "8D, 2C 6C, 3C 5C, AC 2C 5C, 2C 6C 8D, 3C 5C 8D, AC 2C 5C 8D, 2C 3C 5C 6C, 2C 3C 5C 6C 8D"
)
MAXIMAL: dict[str, Any] = {"action_set": "maximal"}
ONE_OR_THREE: dict[str, Any] = {"face_capture": "one-or-three"}
ALL_FACES: dict[str, Any] = {"face_capture": "all"}


@pytest.mark.parametrize(
    ("options", "played", "loose", "sets"),
    [
        # Examples 1, 3 and 4.
        ({}, "8C", "AC 2C 3C 5C 6C 8D", NINE_SETS),
        ({}, "8C", "4C 2C 2D", "2C 4C 2D"),
        ({}, "QD", "QC QS", "QC, QS"),
        # Face cards.
        ({}, "QD", "QC QH QS", "QC, QH, QS"),
        (ONE_OR_THREE, "QD", "QC QH QS", "QC, QH, QS, QC QH QS"),
        (ONE_OR_THREE, "QD", "QC QH KS", "QC, QH"),
        (ONE_OR_THREE, "QD", "QC", "QC"),
        (ALL_FACES, "QD", "QC QH QS", "QC QH QS"),
        (ALL_FACES, "QD", "QC QH KS", "QC QH"),
        (ALL_FACES, "QD", "KC", ""),
        # Maximal captures leave nothing out: A A 8 is part of A 9, A 9, 8 2 (9 9 2 is no set).
        (MAXIMAL, "8C", "AC 2C 3C 5C 6C 8D", "AC 2C 5C 8D, 2C 3C 5C 6C 8D"),
        (MAXIMAL, "TC", "AC AD 8C 9C 9D 2C", "AC 2C 8C 9C AD 9D"),
        (MAXIMAL | ONE_OR_THREE, "QD", "QC QH QS", "QC QH QS"),
        (MAXIMAL | ONE_OR_THREE, "QD", "QC QH", "QC, QH"),
    ],
)
def test_a_card_captures_sets(options: dict[str, Any], played: str, loose: str, sets: str) -> None:
    assert ", ".join(captures(position(played, loose), **options)) == sets


def test_an_eight_captures_any_eights_with_or_without_a_sum() -> None:
    """Example 2: of 8 8 8 5 3."""
    found = captures(position("8C", "8D 8H 8S 5C 3C"))

    assert len(found) == len(set(found)) == 15
    assert sum("3C 5C" in each for each in found) == 8


OPTIONS: dict[str, dict[str, Any]] = {
    "maximal": MAXIMAL,
    "card not kept": {"keep_capturing_card": False},
    "owner may trail": {"trail_with_own_build": True},
    "table cards raise": {"table_cards_raise": True},
    "must capture": {"must_capture": True},
}
LEGAL_MOVES = """\
example 5: a 3 with A and 2 is two groups of three, or one of six
3C 3D 6C | AC 2C
trail 3C, capture 3C AC 2C, build 3C 3 AC 2C, build 3C 6 AC 2C,
trail 6C,
trail 3D, capture 3D AC 2C, build 3D 3 AC 2C, build 3D 6 AC 2C

example 6: a build needs its card in hand
3C 8C | 5C
trail 3C, build 3C 8 5C, trail 8C

example 7: a build is not added to loose cards
9C | 2C | 7x1: 4C 3C
trail 9C

example 8: an owner keeps the card and does not trail
9C KC | 5C 4C | mine 9x1: 6C 3C
capture 9C B9, capture 9C B9 4C 5C

example 9: a single build is raised
2C 8C | | 6x1: 3C 3D
trail 2C, raise 2C 6>8, trail 8C

example 9: a multiple build is not
2C 5C | | 3x2: 3C 3D
trail 2C, trail 5C

example 10: table cards do not raise a build
3C 8C TC | 2C | 5x1: AC 4C
trail 3C, raise 3C 5>8, trail 8C, build 8C 10 2C, trail TC

example 10 with the option
3C 8C TC | 2C | 5x1: AC 4C | table cards raise
trail 3C, raise 3C 5>8, raise 3C 5>10 2C, trail 8C, build 8C 10 2C, trail TC

example 11: a raise takes in loose cards of the value
2C 9C | 9D | 7x1: 3C 4C
trail 2C, raise 2C 7>9, raise 2C 7>9 9D, trail 9C, capture 9C 9D

example 12: a card is added to a build alone or with others
6C 9C 9D | 3C | 9x1: 5C 4C
trail 6C, build 6C 9 3C, trail 9C, capture 9C B9, build 9C 9, trail 9D, capture 9D B9, build 9D 9

example 13: a multiple build grows and keeps its value
2C 8C TC | 6C | 8x2: 3C 5C 8H
trail 2C, build 2C 8 6C, trail 8C, capture 8C B8, trail TC

rule K: a second nine frees the first
9C 9D | 5C 4C | mine 9x1: 6C 3C
capture 9C 4C 5C, capture 9C B9, capture 9C B9 4C 5C, build 9C 9, build 9C 9 4C 5C,
capture 9D 4C 5C, capture 9D B9, capture 9D B9 4C 5C, build 9D 9, build 9D 9 4C 5C

rule K: without the card there is no move at all
8C KC | 5C 4C | mine 9x1: 6C 3C

without rule K: who can do nothing else may trail
8C KC | 5C 4C | mine 9x1: 6C 3C | card not kept
trail 8C, trail KC

an owner may trail where the table says so, but keeps the card
9C KC | | mine 9x1: 6C 3C | owner may trail
capture 9C B9, trail KC

a card that can capture is not trailed
3C 8C | 3D 5C | | must capture
capture 3C 3D, build 3C 8 5C, capture 8C 5C 3D

maximal captures take the build too
9C TC | 5C 4C | 9x1: 8C AC | maximal
trail 9C, capture 9C B9 4C 5C, trail TC
"""
"""A title; the hand, loose cards, builds and options; the legal moves in order."""


@pytest.mark.parametrize(
    "example", LEGAL_MOVES.split("\n\n"), ids=lambda example: example.strip().partition("\n")[0]
)
def test_legal_moves(example: str) -> None:
    _, there, *moves = example.strip("\n").split("\n")
    hand, loose, builds, named = (*map(str.strip, there.split("|")), "", "")[:4]
    rules = Rules(**{k: v for name in named.split(", ") if name for k, v in OPTIONS[name].items()})

    listed = LegalMoves(rules, position(hand, loose, builds))

    assert ", ".join(map(in_words, listed)) == " ".join(moves)


@pytest.mark.parametrize(
    ("hand", "loose", "builds", "move", "later"),
    [
        # Examples 5, 9, 12 and 13.
        ("3C 3D 6C", "AC 2C", "", "build 3C 3 AC 2C", "mine 3x2: AC 2C 3C"),
        ("3C 3D 6C", "AC 2C", "", "build 3C 6 AC 2C", "mine 6x1: AC 2C 3C"),
        ("2C 8C", "", "6x1: 3C 3D", "raise 2C 6>8", "mine 8x1: 3C 3D 2C"),
        ("6C 9C 9D", "3C", "9x1: 5C 4C", "build 6C 9 3C", "mine 9x2: 3C 4C 5C 6C"),
        ("6C 9C 9D", "3C", "9x1: 5C 4C", "build 9C 9", "mine 9x2: 4C 5C 9C"),
        ("2C 8C 8D", "6C", "8x2: 3C 5C 8H", "build 2C 8 6C", "mine 8x3: 2C 3C 5C 6C 8H"),
        ("2C 8C 8D", "6C", "8x2: 3C 5C 8H", "build 8C 8", "mine 8x3: 3C 5C 8C 8H"),
        # With loose cards, and into a build that is there.
        (
            "3C TC",
            "2C 4D 6D 2D 8D",
            "5x1: AC 4C",
            "raise 3C 5>10 2C 2D 4D 6D 8D",
            "mine 10x3: 3C AC 4C 2C 2D 4D 6D 8D",
        ),
        (
            "2C 9C",
            "9D",
            "7x1: 3C 4C / mine 9x2: 5C 4D 8D AD",
            "raise 2C 7>9 9D",
            "mine 9x4: 5C 4D 8D AD 2C 3C 4C 9D",
        ),
    ],
)
def test_builds_after_a_move(hand: str, loose: str, builds: str, move: str, later: str) -> None:
    where, rules = position(hand, loose, builds), Rules(table_cards_raise=True)
    (made,) = (each for each in LegalMoves(rules, where) if in_words(each) == move)
    table = casino.Table(
        rules,
        2,
        dealer=0,
        number=1,
        scores=[0, 0],
        hands=[list(where.hand), [card("KS")]],
        piles=[[], []],
        sweeps=[0, 0],
        loose=list(where.loose),
        builds=list(where.builds),
    )

    casino._move(table, ME, made)

    assert sorted(table.builds) == builds_of(later)


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


@pytest.mark.parametrize(
    ("options", "last", "points"),
    [
        ({}, 3, [3 + 2, 1, 1, 0]),
        ({"sweep_points": 2}, 3, [3 + 2 + 2, 1, 1 + 2, 0]),
        ({"cards_points": "majority-2-last-1"}, 1, [2 + 2, 1 + 1, 1, 0]),
        ({"partnership": True}, 3, [2 + 1, 3 + 1 + 1]),
        (
            {"partnership": True, "cards_points": "majority-2-last-1", "sweep_points": 1},
            3,
            [2 + 1 + 2, 2 + 1 + 1 + 1],
        ),
        ({"cards_points": "majority-2-last-1"}, -1, [2 + 2, 1, 1, 0]),
    ],
)
def test_points_by_option_and_partners_pool_their_piles(
    options: dict[str, Any], last: int, points: list[int]
) -> None:
    """Seat 0 has most cards and the ten, seat 1 an ace, seat 2 the two; 1 and 3 tie in spades."""
    piles = [pile(20, 3, "TD"), pile(12, 4, "AC"), pile(2, 2, "2S"), pile(18, 4)]

    results = casino.score_hand(Rules(**options), piles, [1, 0, 1, 0], last)

    assert [result.points for result in results] == points


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


def scripted(given: Deck | None = None) -> tuple[Played, Script]:
    """The eight moves above; then both trail to the end."""
    script = Script([move for _, move in PLAYED])
    deck = given or Deck(DEALT)
    return casino.play_hand(DEFAULT, 2, deck, script, number=2, scores=(3, 4)), script


def test_a_hand_is_told_from_the_deal_to_the_score() -> None:
    given = Deck(DEALT)
    hand, _ = scripted(given)

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
    assert [len(stock) for stock in given.stocks] == list(range(52, 0, -1))
    assert hand.history[:8] == PLAYED
    assert hand.residue == left
    assert hand.piles == [sorted(taken), sorted(set(PACK) - set(taken))]
    assert (hand.sweeps, hand.last_capturer, hand.scores) == ([0, 1], 1, [4, 14])


@pytest.mark.parametrize(
    ("before", "move"),
    [
        (0, Move(TRAIL, card("3S"))),
        (0, Move(BUILD, card("2C"), 6, tuple(cards("3D AD")))),
        (0, Move(CAPTURE, card("QC"), 12, (card("QH"),))),
        (0, Move(CAPTURE, card("QC"), 12)),
        (1, Move(RAISE, card("3S"), 9, (card("3H"),), 0, 6)),
        (3, Move(CAPTURE, card("8H"), 9, (), 1)),
    ],
)
def test_an_illegal_move_is_refused(before: int, move: Move) -> None:
    script = Script([*(each for _, each in PLAYED[:before]), move])

    with pytest.raises(ValueError, match=escape(f"seat {1 - before % 2} cannot play {move}")):
        casino.play_hand(DEFAULT, 2, Deck(DEALT), script)


def test_a_card_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="card 52 is not among the unseen ones"):
        casino.play_hand(DEFAULT, 2, Deck([52]), Script())


@pytest.mark.parametrize(("players", "partnership"), [(1, False), (5, False), (2, True), (3, True)])
def test_a_table_that_is_not_in_the_rules_is_refused(players: int, partnership: bool) -> None:
    with pytest.raises(ValueError, match=f"no game of {players} players"):
        casino.play_hand(Rules(partnership=partnership), players, Deck(), Script())


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


def test_the_list_of_legal_moves_is_that_of_brute_force() -> None:
    source, seen = random.Random(5), Counter[str]()
    for number in range(2000):
        rules = random_rules(source)
        loose = source.randrange(10, 12) if number % 45 == 0 else source.randrange(8)
        where = random_position(source, loose)

        moves, expected = LegalMoves(rules, where), by_brute_force(rules, where)

        assert list(moves) == expected
        assert len(moves) == len(expected)
        assert all(move in moves for move in expected)
        there = {each.value for each in where.builds}
        seen.update({KINDS[move.kind] for move in expected} or {"nothing"})
        seen["into a build"] += any(m.kind == RAISE and m.value in there for m in expected)
        seen["a build with loose cards"] += any(m.take and m.chosen for m in expected)
    assert min(seen[kind] for kind in [*KINDS, "nothing"]) > 40
    assert min(seen["into a build"], seen["a build with loose cards"]) > 20


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
    assert min(seen.values()) > 10


def test_a_view_shows_the_table_of_that_moment_and_no_hand_but_the_own() -> None:
    for case in cases()[::WATCHED]:
        asked, done, shown = iter(case.asked), 0, View()
        for events, board in steps(case):
            if events[0][0] in KINDS:
                view, legal_ = next(asked)
                assert view == shown
                builds = [Build(*each) for each in view["builds"]]
                where = Position(view["seat"], view["hand"], view["loose"], builds)
                assert legal_ == list(LegalMoves(case.rules, where))
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


@pytest.mark.parametrize(
    ("decision", "own", "theirs", "possible"),
    [
        # Seat 1 has built 6 with its two; then 9 with its six.
        (1, "3S 8H 9H TD", "6S 9S QC", True),
        (1, "3S 8H 9H TD", "6C 2D 2H", True),
        (1, "3S 8H 9H TD", "9S QC KC", False),
        (3, "8H 9H TD", "9S QC", True),
        (3, "8H 9H TD", "9C 9D", True),
        (3, "8H 9H TD", "6C QC", False),
        # The own hand, the sizes, a card twice, an own one and one that lies in a build.
        (3, "8H 9H KD", "9S QC", False),
        (3, "8H 9H TD", "9S", False),
        (3, "8H 9H TD", "9S 9S", False),
        (3, "8H 9H TD", "9S TD", False),
        (3, "8H 9H TD", "9S 6S", False),
        # The build is gone, but not the nine that must be there.
        (5, "8H TD", "9C", True),
        (5, "8H TD", "KC", False),
        (7, "TD", "", True),
    ],
)
def test_who_built_holds_the_card_and_what_is_seen_is_right(
    decision: int, own: str, theirs: str, possible: bool
) -> None:
    _, script = scripted()
    _, view, _ = script.asked[decision]

    assert casino.agrees(view, [cards(own), cards(theirs)]) == possible


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


# Figures. The kernel, which plays as the oracle does, is tested against the simulated ones.


def test_the_first_table_is_captured_from_as_often_as_the_figures_say() -> None:
    """A card captures something; the first player can capture, and can sweep."""
    one_card = able = sweeps = 0
    for ranks in combinations_with_replacement(range(13), 4):
        times = Counter(ranks)
        laid = [13 * suit + rank for rank in times for suit in range(times[rank])]
        weight = prod(comb(4, number) for number in times.values())
        any_set = whole_table = 0
        for rank in range(13):
            found = captures(Position(ME, [39 + rank], sorted(laid), [])) if times[rank] < 4 else []
            most = max((len(each.split()) for each in found), default=0)
            any_set += (4 - times[rank]) * (most > 0)
            whole_table += (4 - times[rank]) * (most == 4)
        one_card += weight * any_set
        able += weight * (comb(48, 4) - comb(48 - any_set, 4))
        sweeps += weight * (comb(48, 4) - comb(48 - whole_table, 4))

    assert Fraction(one_card, comb(52, 4) * 48) == Fraction(178079, 541450)
    assert Fraction(able, comb(52, 4) * comb(48, 4)) == Fraction(2253183851, 2926537250)
    assert Fraction(sweeps, comb(52, 4) * comb(48, 4)) == Fraction(249466037, 17559223500)
