"""The last tricks with all cards seen, against a search of every way to play in plain Python."""

from __future__ import annotations

import random
import shlex
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

import cardsim
from cardsim import UserError
from cardsim.cli import main
from cardsim.endings import last_tricks
from cardsim.tricks import NO_TRUMP, USUAL, Order
from test_tricks import BOWERS, cards, members

SPADES = 3
ENDINGS = 60


def held(names: str) -> int:
    return sum(1 << card for card in cards(names))


def by_every_way(
    hands: list[int], leader: int, trump: int, order: Order, shut: int
) -> tuple[int, int]:
    """The tricks of both sides, from all ways to play."""
    suits, sets, beats = (table[trump].tolist() for table in order[:3])

    @cache
    def best(hands: tuple[int, ...], leader: int, trick: tuple[int, ...], shut: int) -> int:
        size = sum(hand > 0 for hand in start)
        seats = [s for s in (*range(leader, 4), *range(leader)) if start[s]]
        if len(trick) == size:
            won = 0
            for place, card in enumerate(trick):
                if beats[trick[won]] >> card & 1:
                    won = place
            return int(seats[won] % 2 == 0) + int(best(hands, seats[won], (), shut))
        if not any(hands):
            return 0
        seat = seats[len(trick)]
        wanted = sets[suits[trick[0]]] if trick else ~shut
        ways = []
        for card in members(hands[seat] & wanted or hands[seat]):
            left = tuple(h & ~(1 << card) for h in hands)
            ways.append(best(left, leader, (*trick, card), 0 if shut >> card & 1 else shut))
        return max(ways) if seat % 2 == 0 else min(ways)

    start = tuple(hands)
    first = best(start, leader, (), shut)
    return first, max(hand.bit_count() for hand in hands) - first


def drawn(rng: random.Random, order: Order, size: int, out: int = 4) -> list[int]:
    """Four hands of so many cards, one of which may have none."""
    deck = [card for mask in order.sets[0] for card in members(mask)]
    rng.shuffle(deck)
    dealt = [deck[size * seat : size * seat + size] for seat in range(4)]
    return [0 if seat == out else sum(1 << card for card in dealt[seat]) for seat in range(4)]


@pytest.mark.parametrize(
    ("order", "trump"), [(USUAL, SPADES), (USUAL, NO_TRUMP), (BOWERS, 0), (BOWERS, 2)]
)
@pytest.mark.full
def test_the_last_tricks_are_those_of_a_search_of_every_way(order: Order, trump: int) -> None:
    rng, found = random.Random(trump), set()
    for k in range(ENDINGS):
        hands, leader = drawn(rng, order, 1 + k % 4), k % 4
        tricks = last_tricks(hands, leader, trump=trump, order=order)

        assert tricks == by_every_way(hands, leader, trump, order, 0)
        found.add(tricks)
    assert len(found) > 10


def test_spades_that_are_not_broken_are_not_led() -> None:
    rng, shut, others = random.Random(5), int(USUAL.sets[SPADES, SPADES]), 0
    for k in range(ENDINGS):
        hands, leader = drawn(rng, USUAL, 1 + k % 4), k % 4
        tricks = last_tricks(hands, leader, trump=SPADES, shut=shut)

        assert tricks == by_every_way(hands, leader, SPADES, USUAL, shut)
        others += tricks != last_tricks(hands, leader, trump=SPADES)
    assert others > 3


@pytest.mark.full
def test_three_play_where_one_sits_out() -> None:
    rng = random.Random(6)
    for k in range(ENDINGS):
        out = k % 4
        hands, leader = drawn(rng, BOWERS, 1 + k % 5, out), (k + 1 + k % 3) % 4
        tricks = last_tricks(hands, leader, trump=1, order=BOWERS)

        assert tricks == by_every_way(hands, leader, 1, BOWERS, 0)


@pytest.mark.parametrize(
    ("hands", "leader", "tricks"),
    [
        # Led through the king, the queen makes a trick; led from it, it does not.
        (("2H 3H", "KH 4H", "AH QH", "6H 5H"), 0, (2, 0)),
        (("2H 3H", "6H 5H", "AH QH", "KH 4H"), 0, (1, 1)),
        # The last spade takes the king, or the ace from who has no heart.
        (("AH KH", "2S 3H", "4H 5H", "6H 7H"), 0, (1, 1)),
        (("AH KH", "2S 3C", "4H 5H", "6H 7H"), 0, (0, 2)),
    ],
)
def test_endings_that_a_player_knows(
    hands: tuple[str, ...], leader: int, tricks: tuple[int, int]
) -> None:
    assert last_tricks(list(map(held, hands)), leader, trump=SPADES) == tricks


def test_the_hands_stay_as_they_were() -> None:
    hands = drawn(random.Random(7), USUAL, 4)
    before = list(hands)

    last_tricks(hands, 0, trump=SPADES)

    assert hands == before


@pytest.mark.parametrize(
    ("hands", "leader", "message"),
    [
        (("AH", "KH", "QH", "JH TH"), 0, "four hands of as many cards"),
        (("AH", "KH", "", ""), 0, "four hands of as many cards"),
        (("AH", "KH", "AH", "JH"), 0, "in one hand alone"),
        (("AH", "KH", "", "JH"), 2, "seat 2 has none"),
        (("AH", "KH", "QH", "JH"), 4, "seat 4 has none"),
    ],
)
def test_what_is_no_ending_is_refused(hands: tuple[str, ...], leader: int, message: str) -> None:
    with pytest.raises(UserError, match=message):
        last_tricks(list(map(held, hands)), leader, trump=SPADES)


def test_a_lead_brings_what_is_left_after_it_and_the_best_one_all() -> None:
    rng = random.Random(8)
    for k in range(ENDINGS):
        hands, leader = drawn(rng, USUAL, 2 + k % 4), k % 4
        best = last_tricks(hands, leader, trump=SPADES)
        by_lead = [
            last_tricks(hands, leader, trump=SPADES, lead=1 << card)
            for card in members(hands[leader])
        ]

        assert best[leader % 2] == max(taken[leader % 2] for taken in by_lead)


def test_who_leads_what_may_not_be_led_is_told() -> None:
    with pytest.raises(UserError, match="may lead"):
        last_tricks([held(h) for h in ("AH", "KH", "QH", "JH")], 0, trump=SPADES, lead=held("KH"))


# ---------------------------------------------------------------- as a question


@pytest.mark.parametrize("spelling", ["AS 4H / KS 5H / QS 6H / JS 7H", "as4h/KS 5H/qs  6h/js 7H"])
def test_the_ending_is_asked_about_in_a_line(
    spelling: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["exact", "spades", "ending", "--hands", spelling, "--leader", "2"]) == 0
    said = " ".join(capsys.readouterr().out.split())

    assert "Players 1 and 3 take 1 and players 2 and 4 take 1 of the last tricks" in said
    assert "it is the same what player 2 leads" in said
    assert "--hands 'AS 4H / KS 5H / QS 6H / JS 7H' --leader 2" in said


def test_the_lead_that_is_best_is_named() -> None:
    answer = cardsim.exact(
        "spades", "ending", hands="KS TC/2S 3S/AS 4S/QS 5S", leader=3, broken=False
    )
    # The ace would take the partner's king with it.
    assert answer.tables["leads"].rows() == [("A♠", 1), ("4♠", 2)]
    assert answer.sentence.endswith("player 3 must lead 4♠ for it.")


@pytest.mark.parametrize("leader", ["west", 4])
def test_seats_of_bridge_are_the_points_of_the_compass(leader: str | int) -> None:
    hands = "3C 3S / 4C 4S / KC AS / AH 2C"

    answer = cardsim.exact("bridge", "ending", hands=hands, leader=leader)

    assert answer.sentence == (
        "North and South take 1 and East and West take 1 of the last tricks, if all four see all "
        "cards and play their best; West must lead A♥ for it."
    )


def test_bowers_and_a_player_who_sits_out_are_euchres() -> None:
    answer = cardsim.exact("euchre", "ending", hands="JS KD / / 9C TC / AS 9H", trumps="spades")
    assert answer.figures == {"first": 2, "second": 0, "leader": 1}
    assert answer.tables["leads"]["tricks"].to_list() == [1, 2]


SUITS_OF_TEN = ["".join(rank + suit for rank in "A23456789T") for suit in "CDHS"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("spades ending", "--hands must say what the four players hold"),
        ("spades ending --hands AS", "--hands must be cards, * of 4 hands with a '/' between*"),
        (
            "bridge ending --given 'n 15+' --hands AS/JS/KS/QS",
            "no option --given for `cardsim exact bridge`",
        ),
        ("bridge hand --given 'n 15+'", "no option --given for `cardsim exact bridge`"),
        (
            f"bridge hand --deals {Path(__file__).parent / 'deals' / 'club.pbn'}",
            "--deals has no effect on what `cardsim exact bridge hand` answers",
        ),
        ("bridge hand --honors", "no option --honors for `cardsim exact bridge`"),
        ("spades ending --hands AS/AS/KS/QS", "--hands has AS more than once"),
        ("spades ending --hands 'AS 2S/AH/KS/QS'", "--hands must give all as many cards, *"),
        ("spades ending --hands ///", "--hands must give all as many cards, *"),
        ("spades ending --hands /AS/KS/QS", "--leader 1 has no cards"),
        ("bridge ending --hands AS/JS//QS --leader south", "--leader south has no cards"),
        (
            "bridge ending --hands AS/JS/KS/QS --leader 5",
            "--leader must be north, east, south, west, 1, 2, 3, 4, not 5",
        ),
        ("spades ending --hands AS/JS/KS/QS --leader 5", "--leader must be * 1 to 4, not 5"),
        ("euchre ending --hands AS/JS/KS/2H", "--hands has 2♥, which the game has not"),
        (
            "spades ending --hands AS/JS/KS/QS --no-broken --spade-lead any",
            "--no-broken has no effect with --spade-lead any; it needs broken",
        ),
        (
            f"spades ending --hands '{'/'.join(SUITS_OF_TEN)}'",
            "--hands must give at most 9 cards to each, not 10: *",
        ),
    ],
)
def test_what_cannot_be_asked_about_an_ending_is_said(
    words: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["exact", *shlex.split(words)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert fnmatch(said.err.splitlines()[0], f"cardsim: {message}")
