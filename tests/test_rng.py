"""Random numbers: Philox as published, unbiased draws, and a place of its own for each.

Every chi-square and every mean here raises a false alarm once in a million (see `checks`).
"""

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numba import types
from numba.np.numpy_support import from_dtype
from numpy import int64, uint8, uint32, uint64

from cardsim import rng
from cardsim.cards import PACK, draw_card, draw_card_if, fresh_deck
from cardsim.kernels.jit import entry
from cardsim.rng import (
    BLOCK,
    RETRY_BLOCKS,
    TOGETHER,
    WORDS,
    WORDS_DTYPE,
    below,
    fill,
    fill_many,
    place,
    word_at,
)
from cardsim.runs.preparation import Setup, prepare
from cardsim.runs.replays import replay
from checks import assert_mean, assert_uniform

SEED = 20_240_611
U64, I64 = types.uint64, types.int64
PLACES = types.Array(from_dtype(WORDS_DTYPE), 1, "C")
COUNTS = types.Array(types.int64, 2, "C")
DECK = types.Array(types.uint8, 1, "C")
NUMBERS = types.Array(types.int64, 1, "C")
INDEXES = types.Array(types.uint32, 1, "C")
SCRATCH = types.Array(types.uint32, 2, "C")


def compiled(function: Callable[..., Any], signature: Any) -> Callable[..., Any]:
    """The function compiled, from the disk cache where it has not changed."""
    return entry(function, signature=signature, content=inspect.getsource(function)).call


def a_place(seed: int, hand: int, stream: int = 0, base: int = 0) -> Any:
    words = np.zeros(1, WORDS_DTYPE)
    place(words[0], uint64(seed), uint64(hand), uint32(stream), uint32(base))
    return words


# ---------------------------------------------------------------- Philox


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [
        (
            "00000000 00000000 00000000 00000000",
            "00000000 00000000",
            "6627e8d5 e169c58d bc57ac4c 9b00dbd8",
        ),
        (
            "ffffffff ffffffff ffffffff ffffffff",
            "ffffffff ffffffff",
            "408f276d 41c83b0e a20bc7c6 6d5451fd",
        ),
        (
            "243f6a88 85a308d3 13198a2e 03707344",
            "a4093822 299f31d0",
            "d16cfe09 94fdcceb 5001e420 24126ea1",
        ),
    ],
    ids=["zeros", "ones", "pi"],
)
def test_philox_gives_the_known_answers_of_random123(counter: str, key: str, words: str) -> None:
    """The lines `philox4x32 10` of kat_vectors in Random123."""
    block, stream, low, high = (int(w, 16) for w in counter.split())
    k0, k1 = (int(w, 16) for w in key.split())
    seed, hand = k0 | k1 << 32, low | high << 32

    found = [word_at(uint64(seed), uint64(hand), stream, block, lane) for lane in range(BLOCK)]

    assert [f"{int(w):08x}" for w in found] == words.split()


@pytest.mark.parametrize("base", [0, 3 * rng.DEAL_BLOCKS])
def test_words_made_in_bulk_are_those_made_one_block_at_a_time_and_one_at_a_time(base: int) -> None:
    hands = [0, 1, 2**32 - 1, 2**32, 10**15, *range(7, 7 + 2 * TOGETHER)]
    bulk = np.zeros(len(hands), WORDS_DTYPE)
    for words, hand in zip(bulk, hands, strict=True):
        place(words, uint64(2**63 + 5), uint64(hand), uint32(0), uint32(base))

    fill_bulk(
        bulk, np.arange(len(hands), dtype=np.uint32), len(hands), np.zeros((8, TOGETHER), np.uint32)
    )

    for words, hand in zip(bulk, hands, strict=True):
        made = int(words["filled"])
        single = a_place(2**63 + 5, hand, base=base)
        for _ in range(made // BLOCK):
            fill(single[0])
        found = words["words"][:made].tolist()
        assert BLOCK <= made <= WORDS
        assert single["filled"][0] == made
        assert found == single["words"][0][:made].tolist()
        assert found == [
            word_at(uint64(2**63 + 5), uint64(hand), 0, base + k // BLOCK, k % BLOCK)
            for k in range(made)
        ]


def _fill_bulk(words: Any, queue: Any, n: Any, scratch: Any) -> None:
    fill_many(words, queue, n, scratch, 24)


fill_bulk = compiled(_fill_bulk, types.void(PLACES, INDEXES, I64, SCRATCH))


def test_the_words_of_a_stream_go_on_beyond_those_made_in_bulk() -> None:
    words = a_place(SEED, 7)

    found = [int(rng.next_word(words[0])) for _ in range(3 * WORDS + 1)]

    assert found == [
        int(word_at(uint64(SEED), uint64(7), 0, k // BLOCK, k % BLOCK))
        for k in range(3 * WORDS + 1)
    ]


def _go_to_next_block(words: Any) -> None:
    rng.at_next_block(words[0])


go_to_next_block = compiled(_go_to_next_block, types.void(PLACES))


def test_a_stream_at_its_next_block_goes_on_as_one_that_is_placed_there() -> None:
    words, expected, found, block = a_place(SEED, 7), [], [], 0
    for used in [0, 1, 4, 5, 3, 70, *range(9), 8, 64, 130, 2]:
        go_to_next_block(words)
        found += [int(rng.next_word(words[0])) for _ in range(used)]
        placed = a_place(SEED, 7, base=block)
        expected += [int(rng.next_word(placed[0])) for _ in range(used)]
        block += -(-used // BLOCK)

    assert found == expected


# ---------------------------------------------------------------- bounded integers


def _tally(seed: Any, first: Any, hands: Any, draws: Any, n: Any, counts: Any) -> None:
    """counts[draw % rows, value * columns // n] over the first draws of many hands."""
    words = np.zeros(1, WORDS_DTYPE)
    rows, columns = counts.shape
    for hand in range(hands):
        place(words[0], seed, first + uint64(hand), uint32(0), uint32(0))
        for k in range(draws):
            counts[k % rows, below(words[0], n) * columns // n] += 1


tally = compiled(_tally, types.void(U64, U64, I64, I64, I64, COUNTS))


def test_below_gives_every_number_equally_often_for_every_bound_up_to_a_pack() -> None:
    for n in range(2, PACK + 1):
        counts = np.zeros((1, n), np.int64)

        tally(SEED + n, 0, 20_000, 10, n, counts)

        assert_uniform(counts, resolves=0.03)


@pytest.mark.parametrize("n", [3 * 2**29, 2**31 - 1, 2**30 + 1])
def test_below_is_uniform_where_words_are_often_rejected(n: int) -> None:
    """For 3 * 2**29 a quarter is rejected; plain multiplication favours every third number."""
    counts = np.zeros((1, 96), np.int64)

    tally(SEED, 0, 100_000, 10, n, counts)

    assert_uniform(counts, resolves=0.02)


def test_without_rejection_the_numbers_of_a_large_bound_are_not_uniform() -> None:
    """Modulo three the bias of a plain multiplication shows, and that of `below` does not."""
    n, biased, fair = 3 * 2**29, np.zeros(3, np.int64), np.zeros(3, np.int64)
    words = np.zeros(1, WORDS_DTYPE)
    for hand in range(20_000):
        place(words[0], uint64(SEED), uint64(hand), uint32(0), uint32(0))
        biased[int(rng.peek_word(words[0])) * n % 2**64 // 2**32 % 3] += 1
        fair[below(words[0], n) % 3] += 1

    assert_uniform(fair, resolves=0.1)
    with pytest.raises(AssertionError, match="chi-square"):
        assert_uniform(biased, resolves=0.1)


def lemire(seed: int, hand: int, k: int, n: int) -> tuple[int, int]:
    """The k-th draw below n, and how many words were rejected, in exact integers.

    Lemire: accept a word w unless (w * n) mod 2**32 < 2**32 mod n. The words that replace it lie at
    the same place of later blocks, `RETRY_BLOCKS` apart.
    """
    for attempt in range(15):
        block = k // BLOCK + attempt * RETRY_BLOCKS
        word = int(word_at(uint64(seed), uint64(hand), 0, block, k % BLOCK))
        if word * n % 2**32 >= 2**32 % n:
            return word * n // 2**32, attempt
    raise AssertionError


@pytest.mark.parametrize("n", [1, 2, 3, 52, 2**30 + 1, 3 * 2**29, 2**31 - 1])
def test_below_is_the_method_of_lemire_with_words_of_its_own_for_the_rejected(n: int) -> None:
    rejected = 0
    for hand in range(20):
        words = a_place(SEED, hand)
        for k in range(100):
            expected, attempts = lemire(SEED, hand, k, n)
            rejected += attempts
            assert below(words[0], n) == expected
        assert words["position"][0] == 100

    assert n != 3 * 2**29 or rejected > 400


def test_a_rejected_word_leaves_the_draws_that_follow_where_they_were() -> None:
    """The draws that follow are the same whether those before were rejected often or never."""
    for hand in range(50):
        often, never = a_place(SEED, hand), a_place(SEED, hand)
        for _ in range(10):
            below(often[0], 3 * 2**29)
            below(never[0], 2)
        assert [below(often[0], 52) for _ in range(30)] == [below(never[0], 52) for _ in range(30)]


def test_a_peek_is_the_draw_that_follows_and_moves_nothing() -> None:
    words = a_place(SEED, 3)

    for n in [*range(1, 60), 3 * 2**29]:
        before = int(words["position"][0])
        peeked = rng.peek_below(words[0], n)
        assert words["position"][0] == before
        assert below(words[0], n) == peeked


def test_uniform_is_uniform_and_stays_below_one() -> None:
    words = a_place(SEED, 0)

    values = np.array([rng.uniform(words[0]) for _ in range(50_000)])

    assert values.min() >= 0
    assert values.max() < 1
    assert_mean(values, 0.5, resolves=0.015)
    assert_uniform(np.bincount((values * 50).astype(int), minlength=50), resolves=0.1)


# ---------------------------------------------------------------- cards


def _deal_cards(seed: Any, hands: Any, dealt: Any, cards: Any) -> None:
    """cards[hand * dealt + k] = the k-th card of each hand."""
    words = np.zeros(1, WORDS_DTYPE)
    deck = np.zeros(PACK + 1, uint8)
    for hand in range(hands):
        place(words[0], seed, uint64(hand), uint32(0), uint32(0))
        fresh_deck(deck)
        for k in range(dealt):
            cards[hand * dealt + k] = draw_card(deck, k, PACK, words[0])


deal_cards = compiled(_deal_cards, types.void(U64, I64, I64, NUMBERS))


@pytest.fixture(scope="module")
def hands() -> np.ndarray[Any, Any]:
    """All 52 cards of 200 000 hands in the order in which they are drawn."""
    cards = np.zeros(200_000 * PACK, np.int64)
    deal_cards(SEED, 200_000, PACK, cards)
    return cards.reshape(-1, PACK)


def test_a_pack_drawn_to_the_end_has_every_card_once(hands: np.ndarray[Any, Any]) -> None:
    assert (np.sort(hands, axis=1) == np.arange(PACK)).all()


def test_every_card_is_equally_likely_in_every_place(hands: np.ndarray[Any, Any]) -> None:
    for k in range(PACK):
        assert_uniform(np.bincount(hands[:, k], minlength=PACK), resolves=0.03)


@pytest.mark.parametrize(
    ("j", "k"), [(0, 1), (0, 3), (1, 2), (2, 5), (9, 10), (0, 51), (31, 32), (50, 51)]
)
def test_every_pair_of_cards_is_equally_likely_in_two_places(
    hands: np.ndarray[Any, Any], j: int, k: int
) -> None:
    pairs = np.bincount(hands[:, j] * PACK + hands[:, k], minlength=PACK**2)

    assert_uniform(pairs, weights=1 - np.eye(PACK), resolves=0.1)


def test_neighbouring_hands_are_dealt_independently(hands: np.ndarray[Any, Any]) -> None:
    for k in (0, 1, 9):
        pairs = np.bincount(hands[0::2, k] * PACK + hands[1::2, k], minlength=PACK**2)
        assert_uniform(pairs, resolves=0.1)


def test_neighbouring_seeds_are_dealt_independently(hands: np.ndarray[Any, Any]) -> None:
    following = np.zeros(100_000 * 10, np.int64)
    deal_cards(SEED + 1, 100_000, 10, following)
    others = following.reshape(-1, 10)

    for k in (0, 1, 9):
        pairs = np.bincount(hands[: len(others), k] * PACK + others[:, k], minlength=PACK**2)
        assert_uniform(pairs, resolves=0.1)


def _draw_if(deck: Any, position: Any, end: Any, words: Any, wanted: Any) -> Any:
    return draw_card_if(deck, position, end, words[0], wanted)


draw_if = compiled(_draw_if, types.int64(DECK, I64, I64, PLACES, types.boolean))


def test_a_card_that_is_not_wanted_draws_nothing_and_moves_nothing() -> None:
    for position in range(PACK + 1):
        words, deck = a_place(SEED, position), np.arange(PACK + 1, dtype=np.uint8)
        before = deck.copy()

        draw_if(deck, position, PACK, words, False)

        assert deck.tolist() == before.tolist()
        assert words["position"][0] == 0


def test_a_card_that_is_wanted_is_the_one_that_a_plain_draw_gives() -> None:
    plain = np.zeros(200 * PACK, np.int64)
    deal_cards(SEED, 200, PACK, plain)
    for hand in range(200):
        masked, deck, found = a_place(SEED, hand), np.arange(PACK + 1, dtype=np.uint8), []
        for k in range(PACK):
            if (hand + k) % 3 == 0:
                draw_if(deck, k, PACK, masked, False)
            found.append(draw_if(deck, k, PACK, masked, True))
        assert found == plain[PACK * hand : PACK * (hand + 1)].tolist()


# ---------------------------------------------------------------- streams


def _joint(
    seed_a: Any,
    seed_b: Any,
    step: Any,
    stream_a: Any,
    stream_b: Any,
    n: Any,
    block: Any,
    low: Any,
    high: Any,
    products: Any,
) -> None:
    """Joint counts of the low and of the high four bits of two streams' words; their products."""
    for i in range(n):
        a = word_at(seed_a, uint64(i), stream_a, block, int64(i & 3))
        b = word_at(seed_b, uint64(i) + step, stream_b, block, int64(i & 3))
        low[a & uint32(15), b & uint32(15)] += 1
        high[a >> uint32(28), b >> uint32(28)] += 1
        products[i] = (a * 2.0**-32 - 0.5) * (b * 2.0**-32 - 0.5)


joint = compiled(
    _joint,
    types.void(
        U64, U64, U64, I64, I64, I64, I64, COUNTS, COUNTS, types.Array(types.float64, 1, "C")
    ),
)


@pytest.mark.parametrize(
    ("seed_step", "hand_step", "streams"),
    [
        (0, 1, (0, 0)),
        (0, 3, (0, 0)),
        (0, 2**32, (0, 0)),
        (1, 0, (0, 0)),
        (2**32, 0, (0, 0)),
        (0, 0, (0, 1)),
        (0, 0, (1, 2)),
        (0, 1, (1, 1)),
        (0, 1, (0, 1)),
    ],
)
def test_neighbouring_hands_seeds_and_streams_are_independent(
    seed_step: int, hand_step: int, streams: tuple[int, int]
) -> None:
    n = 250_000
    low, high, products = np.zeros((16, 16), np.int64), np.zeros((16, 16), np.int64), np.zeros(n)

    joint(SEED, SEED + seed_step, hand_step, *streams, n, 2, low, high, products)

    assert_uniform(low, resolves=0.04)
    assert_uniform(high, resolves=0.04)
    # Of two uniform numbers about their means the product has a mean of 1/12 of the correlation.
    assert_mean(products, 0.0, resolves=0.02 / 12)


def drawn_in_order(setup: Setup, hand: int) -> list[int]:
    """The cards dealt, turned up and drawn from the stock in one hand."""
    return [e.values[0] for e in replay(setup, hand).events if e.kind in ("deal", "upcard", "drew")]


def test_the_kth_card_of_a_hand_depends_on_nothing_but_seed_hand_and_k() -> None:
    tables = [
        ["threshold:knock_threshold=25"] * 3,
        ["chase-31", "take-margin", "threshold"],
        ["random-play:knock_prob=0.02"] * 3,
    ]
    setups = [prepare("scat", seats=seats, seed=SEED, unit="hand") for seats in tables]
    longest = 0
    for hand in range(40):
        orders = sorted((drawn_in_order(setup, hand) for setup in setups), key=len)
        for order in orders[:-1]:
            assert order == orders[-1][: len(order)]
        longest = max(longest, len(orders[-2]))

    assert longest >= 25, "the hands were too short to show anything"


def test_an_event_of_the_game_is_uniform_and_moves_no_draw() -> None:
    words = np.zeros(1, rng.WORDS_DTYPE)
    seen = np.zeros((2, 6), np.int64)
    for hand in range(12_000):
        rng.place(words[0], np.uint64(5), np.uint64(hand), np.uint32(0), np.uint32(0))
        for event in range(2):
            seen[event, rng.side_below(words[0], event, 6)] += 1
        assert words["position"][0] == 0

    assert_uniform(seen, resolves=0.1)


def test_each_event_of_the_game_has_a_chance_of_its_own() -> None:
    words = np.zeros(1, rng.WORDS_DTYPE)
    rng.place(words[0], np.uint64(5), np.uint64(7), np.uint32(0), np.uint32(0))

    drawn = [rng.side_below(words[0], event, 1 << 30) for event in range(12)]

    assert len({*drawn}) == 12
    assert drawn == [int(rng.side_uniform(words[0], e) * (1 << 30)) for e in range(12)]
