"""The standard 52-card pack as numbers.

Card id = 13 * suit + rank, suits C D H S = 0..3, ranks A 2 .. 9 T J Q K = 0..12.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy import int64, uint8, uint32, uint64

from cardsim.kernels.jit import inlined, kernel
from cardsim.rng import HALF, WORDS, below, peek_below

PACK = 52
MOST_PACKS = 8
SUITS = "CDHS"
RANKS = "A23456789TJQK"
SYMBOLS = "♣♦♥♠"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")


def card_id(name: str) -> int:
    """Return the id of a card written rank first: `KH` is 38.

    Raises:
        ValueError: `name` is not a card.
    """
    if len(name) != 2 or name[0].upper() not in RANKS or name[1].upper() not in SUITS:
        message = f"'{name}' is not a card; write rank then suit, such as AS, TD or 7H"
        raise ValueError(message)
    return 13 * SUITS.index(name[1].upper()) + RANKS.index(name[0].upper())


def card_name(card: int) -> str:
    """Return a card as two letters: 38 is `KH`."""
    return RANKS[card % 13] + SUITS[card // 13]


CARD_NAMES = (*(card_name(card) for card in range(PACK)), *RANKS, "joker")
"""Names of cards in frames: the 52 by their ids, and behind them the ranks of cards whose suits do
not matter, as `rank_symbol` numbers them."""


def card_symbol(card: int) -> str:
    """Return a card as a player reads it: 38 is `K♥`, 9 is `10♣`."""
    rank = RANKS[card % 13]
    return ("10" if rank == "T" else rank) + SYMBOLS[card // 13]


def rank_symbol(rank: int) -> str:
    """Return a rank as a player reads it: 0 is `A`, 9 is `10`, 13 a joker."""
    return "joker" if rank == 13 else RANKS[rank].replace("T", "10")


def one_of_rank(rank: int) -> str:
    """Return a card of a rank with its article: `an A`, `a 10`."""
    symbol = rank_symbol(rank)
    return f"{'an' if symbol in {'A', '8'} else 'a'} {symbol}"


def card_symbols(cards: Iterable[int]) -> str:
    """Return several cards as a player reads them, separated by blanks."""
    return " ".join(card_symbol(card) for card in cards)


@inlined
def fresh_deck(deck):
    """Put the 52 cards in order of id into `deck`, uint8, shape (52,)."""
    for i in range(PACK):
        deck[i] = uint8(i)


@inlined
def fresh_packs(deck, packs):
    """Put `packs` packs in order of id, one behind the other, into `deck`, uint8."""
    for pack in range(packs):
        for i in range(PACK):
            deck[PACK * pack + i] = uint8(i)


RANKS_OF_PACKS = np.array(list(range(13)) * (4 * MOST_PACKS), np.uint8)


@inlined
def fresh_ranks(deck, packs, jokers):
    """Put the ranks of `packs` packs, and behind them `jokers` of rank 13, into `deck`, uint8.

    For games in which suits do not matter; up to `MOST_PACKS` packs.

    Returns:
        How many cards there are.
    """
    size = PACK * packs
    for i in range(size):
        deck[i] = RANKS_OF_PACKS[i]
    for i in range(jokers):
        deck[size + i] = uint8(13)
    return size + jokers


@kernel
def stock_of(counts, deck):
    """Lay a stock in order of id; it is shuffled as it is drawn.

    Args:
        counts: uint8: how many of each card, or of each rank where suits do not matter.
        deck: uint8, where they are put.

    Returns:
        How many cards there are.
    """
    size = 0
    for card in range(counts.shape[0]):
        for _ in range(counts[card]):
            deck[size] = uint8(card)
            size += 1
    return size


@inlined
def exchange(deck, position, offset):
    """Exchange the card at a position with the one `offset` further on, and return that one."""
    card = deck[position + offset]
    deck[position + offset] = deck[position]
    deck[position] = card
    return int64(card)


@inlined
def draw_card(deck, position, end, words):
    """Draw a card from deck[position:end] by one step of a Fisher-Yates shuffle.

    The card drawn is left in deck[position]. Takes exactly one word.
    """
    position = uint64(position)
    return exchange(deck, position, uint64(below(words, end - position)))


@inlined
def draw_cards(deck, position, count, end, words):
    """Draw `count` cards, as `draw_card` does one by one, but faster where words are ready.

    The cards drawn are left in deck[position : position + count].
    """
    first = uint64(words.position & uint32(WORDS - 1))
    ready = int64(words.filled) - int64(words.position)
    simple = ready >= count and first + uint64(count) <= uint64(WORDS)
    if simple:
        # Words that `below` may reject are looked for beforehand: handling them would take
        # registers from the loop below.
        for k in range(count):
            remaining = uint32(end - position - k)
            simple &= uint32(words.words[first + uint64(k)] * remaining) >= remaining
    if not simple:
        for k in range(count):
            draw_card(deck, position + k, end, words)
        return
    at, remaining = uint64(position), uint64(end - position)
    for k in range(count):
        j = at + ((uint64(words.words[first + uint64(k)]) * remaining) >> HALF)
        card = deck[j]
        deck[j] = deck[at]
        deck[at] = card
        at += uint64(1)
        remaining -= uint64(1)
    words.position = uint32(words.position + uint32(count))


@kernel
def stack(words, order, count, pack):
    """Choose the first words of a place so that `draw_card` gives these cards, in this order.

    Args:
        words: a place in a stream, at its beginning.
        order: uint8, the ids of the cards in the order in which they are drawn.
        count: how many of them, at most WORDS.
        pack: cards in the deck from which they are drawn, laid in order of id.
    """
    for k in range(count):
        # Where the card lies now: each draw has moved the card at its first place to where the
        # drawn card came from.
        at = int64(order[k])
        while at < k:
            at += int64((uint64(words.words[at]) * uint64(pack - at)) >> HALF)
        # The middle one of the words for which `below` gives this distance.
        words.words[k] = uint32(
            ((uint64(at - k) << uint64(1)) + uint64(1) << uint64(31)) // uint64(pack - k)
        )
    words.position = uint32(0)
    words.filled = uint32(WORDS)


@inlined
def draw_card_if(deck, position, end, words, wanted):
    """Draw a card as `draw_card` does where it is `wanted`, else nothing.

    Without a branch, because no predictor can learn it. `deck` needs room for one card beyond
    `end`. The card returned has no meaning where it was not wanted.
    """
    position = uint64(position)
    offset = uint64(peek_below(words, end - position))
    # The card is there before it is known whether it is wanted; only what is stored waits for that.
    card, first = deck[position + offset], deck[position]
    deck[position + offset * uint64(wanted)] = first
    deck[position] = uint8(first ^ ((first ^ card) & -uint8(wanted)))
    words.position = uint32(words.position + uint32(wanted))
    return int64(card)
