"""What trick games share, against plain Python: the order of cards, following suit, who wins."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest
from numba import types
from numba.np.numpy_support import from_dtype

from cardsim import tricks
from cardsim.cards import PACK, card_id
from cardsim.compile.fingerprint import fingerprint
from cardsim.kernels.card_bits import FULL_PACK
from cardsim.kernels.jit import entry
from cardsim.layout import lay_out
from cardsim.rng import WORDS_DTYPE
from cardsim.tricks import (
    NO_TRUMP,
    NOBODY,
    SEATS,
    USUAL,
    Order,
    begin_tricks,
    deal_hidden,
    lay,
    order_of,
    strength,
)
from checks import assert_uniform

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
JACK = 10
STATE = lay_out(
    shown={"seat": ("u1", "who is to lay"), **tricks.shown(13)},
    own={"hand": ("u8", "own cards")},
    seats=SEATS,
    hidden={},
).state


def suit_of(trump: int, card: int) -> int:
    """The left bower is a trump."""
    suit = card // 13
    return trump if card % 13 == JACK and suit == 3 - trump else suit


def power_of(trump: int, card: int) -> int:
    """The bowers are the highest trumps."""
    if card % 13 == JACK and suit_of(trump, card) == trump:
        return 16 if card // 13 == trump else 15
    return strength(card)


BOWERS = order_of((c for c in range(PACK) if strength(c) >= 9), 4, suit_of, power_of)


def cards(names: str) -> list[int]:
    return [card_id(name) for name in names.split()]


def in_set(ids: Any) -> np.uint64:
    return np.uint64(sum(1 << int(card) for card in ids))


def members(mask: Any) -> list[int]:
    return [card for card in range(64) if int(mask) >> card & 1]


def winner(order: Order, trump: int, laid: list[int]) -> int:
    """The place of the card that wins, by the tables."""
    best = 0
    for place, card in enumerate(laid):
        if place and int(order.beats[trump, laid[best]]) >> card & 1:
            best = place
    return best


@pytest.mark.parametrize(
    ("trick", "place"),
    [("5H KH 2S AH", 3), ("9C AD KD QC", 4), ("3S 2S AH KS", 4), ("2D 3D AC AH", 2)],
)
def test_the_highest_spade_wins_else_the_highest_card_of_the_suit_led(
    trick: str, place: int
) -> None:
    assert winner(USUAL, SPADES, cards(trick)) == place - 1


def test_without_trump_the_highest_card_of_the_suit_led_wins() -> None:
    assert winner(USUAL, NO_TRUMP, cards("5H KH 2S AS")) == 1


@pytest.mark.parametrize(
    ("trump", "trick", "place"),
    [(HEARTS, "AD KD JD AH", 3), (HEARTS, "9C AC TS KC", 2), (CLUBS, "AS JS 9C KS", 2)],
)
def test_the_left_bower_is_a_trump_above_the_ace(trump: int, trick: str, place: int) -> None:
    assert winner(BOWERS, trump, cards(trick)) == place - 1


def test_the_bowers_come_first_among_seven_trumps() -> None:
    trumps = members(BOWERS.sets[HEARTS, HEARTS])

    falling = sorted(trumps, key=lambda card: -int(BOWERS.power[HEARTS, card]))

    assert falling == cards("JH JD AH KH QH TH 9H")
    assert members(BOWERS.sets[HEARTS, DIAMONDS]) == sorted(cards("AD KD QD TD 9D"))
    assert BOWERS.suits[HEARTS, card_id("JD")] == HEARTS
    assert BOWERS.beats[HEARTS, card_id("JH")] == 0


@pytest.mark.parametrize(("order", "trump"), [(USUAL, 3), (USUAL, NO_TRUMP), (BOWERS, CLUBS)])
def test_of_two_cards_one_beats_the_other_unless_it_neither_follows_nor_is_trump(
    order: Order, trump: int
) -> None:
    known = [card for mask in order.sets[trump] for card in members(mask)]
    for a in known:
        for b in set(known) - {a}:
            first, second = (int(order.beats[trump, x]) >> y & 1 for x, y in ((a, b), (b, a)))
            assert first + second == (
                order.suits[trump, a] == order.suits[trump, b]
                or trump in (order.suits[trump, a], order.suits[trump, b])
            )


@pytest.mark.parametrize(
    ("hand", "led", "legal"),
    [("9H AD", HEARTS, "9H"), ("JD KS 9C", DIAMONDS, "JD KS 9C"), ("9H JD AD", HEARTS, "9H JD")],
)
def test_suit_is_followed_where_it_can_be(hand: str, led: int, legal: str) -> None:
    held = in_set(cards(hand))

    assert tricks.bound(held, BOWERS.sets[HEARTS, led]) == in_set(cards(legal))


@pytest.mark.parametrize(
    ("hand", "legal"), [("AS 4S 9D", "9D"), ("AS 4S", "AS 4S"), ("2C 3H", "2C 3H")]
)
def test_a_suit_that_may_not_be_led_is_led_where_there_is_no_other(hand: str, legal: str) -> None:
    others = FULL_PACK & ~USUAL.sets[SPADES, SPADES]

    assert tricks.bound(in_set(cards(hand)), others) == in_set(cards(legal))


def test_the_strongest_and_the_weakest_are_told_by_power_and_then_by_suit() -> None:
    row = USUAL.power[SPADES]
    hand = in_set(cards("2C KD AH 2S AC 9S"))

    assert tricks.strongest(hand, row) == card_id("AH")
    assert tricks.weakest(hand, row) == card_id("2C")
    assert tricks.strongest(np.uint64(0), row) == tricks.weakest(np.uint64(0), row) == 64
    assert tricks.weakest(in_set(cards("AD JS 9C")), BOWERS.power[CLUBS]) == card_id("9C")
    assert tricks.weakest(in_set(cards("AD JS")), BOWERS.power[CLUBS]) == card_id("AD")


def test_high_and_low_cards_are_the_strongest_and_the_weakest_of_the_usual_order() -> None:
    rng, row = random.Random(3), USUAL.power[SPADES]
    for size in [0, 1, 2, 3, 52, *(rng.randrange(53) for _ in range(300))]:
        some = in_set(rng.sample(range(PACK), size))

        assert tricks.high_card(some) == tricks.strongest(some, row)
        assert tricks.low_card(some) == tricks.weakest(some, row)


@pytest.mark.parametrize("find", [tricks.strongest, tricks.weakest])
def test_a_table_that_is_too_short_is_refused(find: Any) -> None:
    with pytest.raises(IndexError, match="the power of 64 cards is needed"):
        find(np.uint64(1), USUAL.power[SPADES, :52])


# ---------------------------------------------------------------- the tricks of a hand

POINTER = types.Array(from_dtype(STATE), 1, "C")
SUITS_OF, BEATS = USUAL.suits, USUAL.beats


def _begin(states: Any, leader: Any) -> None:
    begin_tricks(states[0], leader)


def _lay(states: Any, trump: Any, card: Any, size: Any) -> Any:
    return lay(states[0], card, SUITS_OF[trump, card], BEATS[trump, card], size)


def compiled(function: Any, signature: Any) -> Any:
    return entry(function, signature=signature, content=fingerprint(function)).call


begin_hand = compiled(_begin, types.void(POINTER, types.int64))
lay_card = compiled(_lay, types.int64(POINTER, types.int64, types.uint64, types.int64))


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("trump", [*range(4), NO_TRUMP])
def test_a_hand_of_tricks_is_kept_as_plain_python_keeps_it(trump: int, size: int) -> None:
    rng = random.Random(f"{trump} {size}")
    for _ in range(20):
        deck = rng.sample(range(PACK), 52)
        seats = sorted(rng.sample(range(SEATS), size))
        turn = rng.randrange(size)
        states = np.zeros(1, STATE)
        states.view(np.uint8)[:] = 77
        state = states[0]
        begin_hand(states, seats[turn])
        laid: list[int] = []
        taken, voids, played = [0] * 4, np.zeros((4, 4), int), set()
        leaders, history = [seats[turn]], list[list[int]]()
        while len(history) < 13:
            card = deck.pop()
            lead = not laid
            order = [seats[(turn + k) % size] for k in range(size)]
            seat = order[len(laid)]
            state["seat"] = seat
            laid.append(card)
            played.add(card)
            led = laid[0] // 13
            voids[seat, led] |= card // 13 != led

            winner = lay_card(states, trump, card, size)

            best = max(
                range(len(laid)),
                key=lambda k: (
                    laid[k] // 13 == trump,
                    laid[k] // 13 == led,
                    strength(laid[k]) if laid[k] // 13 in (trump, led) else 0,
                ),
            )
            assert (winner != NOBODY) == (len(laid) == size)
            assert members(state["played"]) == sorted(played)
            assert state["voids"].tolist() == voids.tolist()
            if winner != NOBODY:
                won = order[best]
                assert winner == won
                taken[won] += 1
                history.append(laid + [255] * (4 - size))
                leaders.append(won)
                turn, laid = seats.index(won), []
                assert (state["leader"], state["led"], state["laid"]) == (won, -1, 0)
                assert (state["best_card"], state["beats"]) == (255, FULL_PACK)
            else:
                assert (state["led"], state["laid"]) == (led, len(laid))
                assert (state["best_card"], state["best_seat"]) == (laid[best], order[best])
                assert state["beats"] == BEATS[trump, laid[best]]
                assert lead or state["history"][len(history)].tolist()[: len(laid)] == laid
            assert state["taken"].tolist() == taken
            assert state["tricks"] == len(history)
            assert state["leaders"].tolist() == leaders + [255] * (14 - len(leaders))
        assert state["history"].tolist() == history + [[255] * 4] * (13 - len(history))


# ---------------------------------------------------------------- what may be imagined

HANDS = types.Array(types.uint64, 2, "C")
U64 = types.uint64


def _deal(unseen: Any, rooms: Any, barred: Any, words: Any, hands: Any) -> None:
    for deal in range(len(hands)):
        deal_hidden(unseen, SUIT_SETS, rooms, barred, words[0], hands[deal])


SUIT_SETS = USUAL.sets[SPADES]
WORDS_TYPE = types.Array(from_dtype(WORDS_DTYPE), 1, "C")
deal_many = compiled(_deal, types.void(U64, U64, U64, WORDS_TYPE, HANDS))
DEALS = 150_000


@pytest.mark.parametrize(
    ("unseen", "rooms", "voids"),
    [
        ("2C 3C 4D 5D 6H 7S", (2, 2, 2), {}),
        ("2C 3C 4D 5D 6H 7S", (0, 3, 2, 1), {1: "C"}),
        ("2C 3C 4C 5D 6D 7S 8S", (3, 2, 2), {0: "C", 1: "D"}),
        ("2C 3C 4C 5D 6D 7H 8S", (2, 3, 2), {0: "C", 1: "D", 2: "H"}),
        ("2C 3C 4C 5D 7H 8H 9S", (3, 2, 2), {0: "CD", 1: "D"}),
        ("2C 3D 4D 5H 6S 7S", (2, 2, 2), {0: "CDH"}),
        ("2C 3C 4D 5D 6H 7S", (1, 1, 2, 1, 1), {0: "D", 3: "CH", 4: "S"}),
        ("2C 3C 4D 5D 6H 7S", (1, 1, 2, 0, 1, 1), {0: "D", 4: "S", 5: "CDH"}),
    ],
)
@pytest.mark.kept(3)
def test_unseen_cards_are_dealt_every_way_as_often(
    unseen: str, rooms: tuple[int, ...], voids: dict[int, str]
) -> None:
    """Against all ways there are, found by trying; false alarm 1e-6."""
    ids = cards(unseen)
    barred = {holder: {"CDHS".index(suit) for suit in suits} for holder, suits in voids.items()}
    ways = [
        way
        for way in itertools.product(range(len(rooms)), repeat=len(ids))
        if tuple(way.count(holder) for holder in range(len(rooms))) == rooms
        and not any(card // 13 in barred.get(h, ()) for card, h in zip(ids, way, strict=True))
    ]
    word = sum(1 << 8 * holder + suit for holder, suits in barred.items() for suit in suits)
    hands, words = np.zeros((DEALS, 6), np.uint64), np.zeros(1, WORDS_DTYPE)
    rooms_word = sum(room << 8 * holder for holder, room in enumerate(rooms))

    deal_many(in_set(ids), np.uint64(rooms_word), np.uint64(word), words, hands)

    found, counts = np.unique(hands, axis=0, return_counts=True)
    expected = {
        tuple(int(in_set(c for c, h in zip(ids, way, strict=True) if h == k)) for k in range(6))
        for way in ways
    }
    assert {tuple(map(int, row)) for row in found} == expected
    assert_uniform(counts, resolves=0.12)
