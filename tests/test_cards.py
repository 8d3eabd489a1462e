"""Cards drawn many at once, sets of cards, and rows of cards: each against plain Python."""

import random
from typing import Any

import numpy as np
import pytest
from numba import types
from numba.np.numpy_support import from_dtype
from numpy import int64, uint64

from cardsim.cards import PACK, draw_card, draw_cards, fresh_deck
from cardsim.compile.fingerprint import fingerprint
from cardsim.games.chinese_ten import simd as slots
from cardsim.kernels import card_bits
from cardsim.kernels.jit import entry
from cardsim.rng import WORDS, WORDS_DTYPE, fill, place

BYTES = types.Array(types.uint8, 1, "C")
SIGNED = types.Array(types.int8, 1, "C")
PLACES = types.Array(from_dtype(WORDS_DTYPE), 1, "C")
I64, U64 = types.int64, types.uint64
RANDOM = random.Random(5)


def compiled(function: Any, signature: Any) -> Any:
    return entry(function, signature=signature, content=fingerprint(function)).call


# --- Cards drawn many at once --------------------------------------------------------------------


def _draw_both(deck: Any, other: Any, words: Any, skip: Any, position: Any, many: Any) -> None:
    fresh_deck(deck)
    fresh_deck(other)
    place(words[1], words[0].seed, words[0].hand, words[0].stream, words[0].base)
    for _ in range(skip):
        draw_card(deck, 0, PACK, words[0])
        draw_card(other, 0, PACK, words[1])
    draw_cards(deck, position, many, PACK, words[0])
    for k in range(many):
        draw_card(other, position + k, PACK, words[1])


draw_both = compiled(_draw_both, types.void(BYTES, BYTES, PLACES, I64, I64, I64))


def decks(words: Any, *, skip: int, position: int, many: int) -> tuple[list[int], list[int]]:
    deck, other = np.zeros(64, np.uint8), np.zeros(64, np.uint8)
    draw_both(deck, other, words, skip, position, many)
    assert words["position"][0] == words["position"][1] == skip + many
    return deck[:PACK].tolist(), other[:PACK].tolist()


def some_words(seed: int, *, ready: int) -> Any:
    """A place in a stream with its first words made, as they are made one by one."""
    words = np.zeros(2, WORDS_DTYPE)
    words["seed"], words["hand"] = seed, 7
    for k in range(0, ready, 4):
        fill_one(words)
        assert words["filled"][0] == k + 4
    return words


def _fill(words: Any) -> None:
    fill(words[0])


fill_one = compiled(_fill, types.void(PLACES))


@pytest.mark.parametrize("ready", [0, 8, 52, 64])
@pytest.mark.parametrize(("position", "many"), [(0, 52), (3, 20), (24, 28), (51, 1), (0, 0)])
def test_cards_drawn_at_once_are_those_drawn_one_by_one(
    position: int, many: int, ready: int
) -> None:
    for seed in range(30):
        words = some_words(seed, ready=ready)

        deck, other = decks(words, skip=0, position=position, many=many)

        assert deck == other


def test_they_are_the_same_where_the_words_kept_begin_again() -> None:
    """The 20th to 71st word of a stream: the memory of words is a ring of 64."""
    deck, other = decks(some_words(1, ready=WORDS), skip=20, position=0, many=52)

    assert deck == other


@pytest.mark.parametrize("at", [0, 5, 40])
def test_a_word_that_is_rejected_is_replaced_there_too(at: int) -> None:
    words = some_words(2, ready=WORDS)
    assert (1 << 32) % (PACK - at) > 0
    words["words"][0][at] = 0
    copy = words.copy()
    deck, other = np.zeros(64, np.uint8), np.zeros(64, np.uint8)

    draw_many(deck, words)

    draw_singly(other, copy)
    assert deck[:PACK].tolist() == other[:PACK].tolist()


def _draw_many(deck: Any, words: Any) -> None:
    fresh_deck(deck)
    draw_cards(deck, 0, PACK, PACK, words[0])


def _draw_singly(deck: Any, words: Any) -> None:
    fresh_deck(deck)
    for k in range(PACK):
        draw_card(deck, k, PACK, words[0])


draw_many = compiled(_draw_many, types.void(BYTES, PLACES))
draw_singly = compiled(_draw_singly, types.void(BYTES, PLACES))


# --- Sets of cards -------------------------------------------------------------------------------


def _describe(cards: Any, card: Any, found: Any) -> None:
    found[0] = card_bits.count(cards)
    found[1] = card_bits.lowest(cards)
    found[2] = card_bits.holds(cards, card)
    found[3] = int64(card_bits.without_lowest(cards))
    found[4] = int64(card_bits.only(card))
    for rank in range(13):
        found[5 + rank] = card_bits.suits_of(cards, rank)
    for k in range(card_bits.count(cards)):
        found[18 + k] = card_bits.pick(cards, k)


describe = compiled(_describe, types.void(U64, I64, types.Array(I64, 1, "C")))
SETS = [set(RANDOM.sample(range(52), size)) for size in (0, 1, 2, 4, 13, 26, 40, 51, 52)]


@pytest.mark.parametrize("cards", SETS)
def test_a_mask_says_what_the_set_says(cards: set[int]) -> None:
    mask, card = sum(1 << c for c in cards), RANDOM.randrange(52)
    found = np.zeros(70, np.int64)

    describe(uint64(mask), card, found)

    in_order = sorted(cards)
    assert found[0] == len(cards)
    assert found[1] == (in_order[0] if cards else 64)
    assert found[2] == (card in cards)
    assert found[3] == sum(1 << c for c in in_order[1:])
    assert found[4] == 1 << card
    for rank in range(13):
        assert found[5 + rank] == sum(1 << suit for suit in range(4) if 13 * suit + rank in cards)
    assert found[18 : 18 + len(cards)].tolist() == in_order


def test_the_masks_of_all_cards_and_of_a_rank_are_right() -> None:
    assert int(card_bits.FULL_PACK) == sum(1 << c for c in range(52))
    assert int(card_bits.ONE_RANK) == sum(1 << 13 * suit for suit in range(4))


# --- Rows of cards -------------------------------------------------------------------------------


def _place_of(row: Any, byte: Any) -> Any:
    return slots.place_of(row, byte)


def _remove(row: Any, at: Any, end: Any, filler: Any) -> None:
    slots.remove(row, at, end, filler)


def _add_where(keys: Any, key: Any, base: Any, number: Any, sums: Any) -> None:
    slots.add_where(keys, key, base, number, sums)


def _copy_hand(row: Any, start: Any, size: Any, filler: Any, hand: Any) -> None:
    slots.copy_hand(row, start, size, filler, hand)


def _extremes(row: Any, start: Any, size: Any) -> Any:
    return slots.largest(row, start, size), slots.smallest(row, start, size)


place_of = compiled(_place_of, I64(BYTES, I64))
remove = compiled(_remove, types.void(BYTES, I64, I64, I64))
add_where = compiled(_add_where, types.void(BYTES, I64, BYTES, I64, SIGNED))
copy_hand = compiled(_copy_hand, types.void(BYTES, I64, I64, I64, BYTES))
extremes = compiled(_extremes, types.UniTuple(I64, 2)(SIGNED, I64, I64))


def random_row() -> list[int]:
    return [RANDOM.randrange(52) for _ in range(48)]


def test_the_place_of_a_byte_is_its_first_place() -> None:
    for _ in range(50):
        row, byte = random_row(), RANDOM.randrange(60)

        found = place_of(np.array(row, np.uint8), byte)

        assert found == (row.index(byte) if byte in row[:32] else 32)


def test_a_byte_is_removed_from_its_hand_and_from_no_other() -> None:
    for _ in range(100):
        row = random_row()
        end = RANDOM.randint(1, 32)
        at = RANDOM.randrange(end)
        changed = np.array(row, np.uint8)

        remove(changed, at, end, 255)

        assert changed.tolist() == [*row[:at], *row[at + 1 : end], 255, *row[end:]]


def test_numbers_are_added_where_the_key_is_and_never_below_minus_1() -> None:
    for number in (0, 10, 40, -1, -5, slots.NEVER):
        keys, base = [RANDOM.randrange(4) for _ in range(48)], random_row()
        sums = [RANDOM.randint(-1, 50) for _ in range(48)]
        changed = np.array(sums, np.int8)

        add_where(np.array(keys, np.uint8), 2, np.array(base, np.uint8), number, changed)

        expected = [
            max(base[k] + number, -1) if keys[k] == 2 and k < 32 else sums[k] for k in range(48)
        ]
        assert changed.tolist() == expected


def test_a_hand_is_copied_with_filler_behind_it() -> None:
    for start in (0, 6, 12, 18, 32):
        for size in range(17):
            row, hand = random_row(), np.zeros(16, np.uint8)

            copy_hand(np.array(row, np.uint8), start, size, 255, hand)

            assert hand.tolist() == [*row[start : start + size], *[255] * (16 - size)]


def test_the_largest_and_the_smallest_are_the_first_of_their_kind() -> None:
    for _ in range(200):
        start, size = RANDOM.randint(0, 32), RANDOM.randint(1, 16)
        row = [RANDOM.randint(-3, 3) for _ in range(48)]
        hand = row[start : start + size]

        high, low = extremes(np.array(row, np.int8), start, size)

        assert (high, low) == (hand.index(max(hand)), hand.index(min(hand)))
