"""Random numbers that belong to a place, not to a moment.

Philox4x32-10 turns a key (the seed) and a counter (hand number, stream, block) into four 32-bit
words. So the words of hand `i` are the same on any thread and any machine, and any hand can be
replayed alone.

Stream 0 is the deal and the dice. Stream `1 + seat` is that seat's own chance.

Source: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel random numbers: as easy as 1,
2, 3", SC11 (2011); constants and known-answer vectors from its reference implementation, Random123.
"""

from __future__ import annotations

import numpy as np
from numpy import int64, uint32, uint64

from cardsim.kernels.intrinsics import sealing, stay_a_call
from cardsim.kernels.jit import inlined, kernel, not_inlined

BLOCK = 4
"""Words in a block."""
WORDS = 64
"""Words that a `WORDS_DTYPE` record has room for; a power of two."""
TOGETHER = 16
"""Hands whose words are made at once, in a few vectors."""
DEAL_BLOCKS = 1 << 16
"""Blocks of a stream that belong to one deal of a match."""
RETRY_BLOCKS = 1 << 11
"""Distance in blocks between a word and the one that replaces it when it is rejected."""
CHANCE_BLOCKS = 1 << 15
"""First block, within a deal, of the words that are not card draws (see `side_uniform`)."""

MULTIPLIER_0, MULTIPLIER_1 = uint64(0xD2511F53), uint64(0xCD9E8D57)
WEYL_0, WEYL_1 = uint32(0x9E3779B9), uint32(0xBB67AE85)
LOW = uint64(0xFFFFFFFF)
HALF = uint64(32)

WORDS_DTYPE = np.dtype(
    [
        ("seed", np.uint64),
        ("hand", np.uint64),
        ("stream", np.uint32),
        ("base", np.uint32),
        ("position", np.uint32),
        ("filled", np.uint32),
        ("words", np.uint32, (WORDS,)),
    ],
    align=True,
)
"""A place in a stream: `position` counts the words used since block `base`; `words` holds those
made."""
CHANCE_KIND, sealed, unsealed, is_sealed = sealing(WORDS_DTYPE, "chance")
"""A seat's own chance as a strategy gets it: nothing in it can be read, since the seed and the
hand's number would give away the deal. `uniform` and `below` take it."""


@inlined
def philox(c0, c1, c2, c3, k0, k1):
    """Compute the four words of a counter under a key, all uint32."""
    for _ in range(10):
        a = MULTIPLIER_0 * uint64(c0)
        b = MULTIPLIER_1 * uint64(c2)
        c0, c1, c2, c3 = (
            uint32(b >> HALF) ^ c1 ^ k0,
            uint32(b),
            uint32(a >> HALF) ^ c3 ^ k1,
            uint32(a),
        )
        k0 = uint32(k0 + WEYL_0)
        k1 = uint32(k1 + WEYL_1)
    return c0, c1, c2, c3


@kernel
def word_at(seed, hand, stream, block, lane):
    """Compute one word, uint32: that of `lane` 0..3 in a block."""
    w0, w1, w2, w3 = philox(
        uint32(block),
        uint32(stream),
        uint32(hand),
        uint32(hand >> HALF),
        uint32(seed),
        uint32(seed >> HALF),
    )
    if lane == 0:
        return w0
    if lane == 1:
        return w1
    if lane == 2:
        return w2
    return w3


@kernel
def place(words, seed, hand, stream, base):
    """Put `words` at the start of block `base` of a stream; nothing is made yet."""
    words.seed = seed
    words.hand = hand
    words.stream = stream
    words.base = base
    words.position = uint32(0)
    words.filled = uint32(0)


@not_inlined
def fill(words):
    """Make the next block of words."""
    stay_a_call()
    w0, w1, w2, w3 = philox(
        uint32(words.base + words.filled // uint32(BLOCK)),
        words.stream,
        uint32(words.hand),
        uint32(words.hand >> HALF),
        uint32(words.seed),
        uint32(words.seed >> HALF),
    )
    at = words.filled & uint32(WORDS - 1)
    words.words[at] = w0
    words.words[at + uint32(1)] = w1
    words.words[at + uint32(2)] = w2
    words.words[at + uint32(3)] = w3
    words.filled = uint32(words.filled + uint32(BLOCK))


@not_inlined
def fill_up(words):
    """Make as many words as there is room for, after all words made so far were used.

    They are of the blocks from the present one on. A loop over blocks, which the compiler
    vectorises.
    """
    stay_a_call()
    words.base = uint32(words.base + words.position // uint32(BLOCK))
    words.position = uint32(0)
    words.filled = uint32(WORDS)
    base, stream = words.base, words.stream
    low, high = uint32(words.hand), uint32(words.hand >> HALF)
    k0, k1 = uint32(words.seed), uint32(words.seed >> HALF)
    for b in range(WORDS // BLOCK):
        w0, w1, w2, w3 = philox(uint32(base + uint32(b)), stream, low, high, k0, k1)
        words.words[BLOCK * b] = w0
        words.words[BLOCK * b + 1] = w1
        words.words[BLOCK * b + 2] = w2
        words.words[BLOCK * b + 3] = w3


@inlined
def at_next_block(chance):
    """Return a seat's chance, sealed, moved to the beginning of the next block."""
    words = unsealed(chance)
    unused = -words.position & uint32(BLOCK - 1)
    words.position = uint32(words.position + unused)
    if words.position == words.filled:
        fill_up(words)
    return sealed(words)


@kernel
def fill_many(words, queue, n, scratch, ahead):
    """Make the first `ahead` words of many hands of one seed.

    It is a loop over hands, which the compiler vectorises: words made this way cost a tenth of
    words
    made on demand.

    Args:
        words: array of WORDS_DTYPE, each freshly placed.
        queue: uint32, the places in `words` to fill.
        n: how many of them, at least 1.
        scratch: uint32, shape (8, at least TOGETHER).
        ahead: a multiple of BLOCK, at most WORDS.
    """
    seed = words[queue[0]].seed
    k0, k1 = uint32(seed), uint32(seed >> HALF)
    for start in range(0, n, TOGETHER):
        some = min(TOGETHER, n - start)
        for i in range(some):
            w = words[queue[start + i]]
            scratch[0, i] = uint32(w.hand)
            scratch[1, i] = uint32(w.hand >> HALF)
            scratch[2, i] = w.base
            scratch[3, i] = w.stream
            w.filled = uint32(ahead)
        for b in range(ahead // BLOCK):
            # Always make a full vector: loops over fewer hands would run one by one, slowly.
            for i in range(TOGETHER):
                w0, w1, w2, w3 = philox(
                    uint32(scratch[2, i] + uint32(b)),
                    scratch[3, i],
                    scratch[0, i],
                    scratch[1, i],
                    k0,
                    k1,
                )
                scratch[4, i] = w0
                scratch[5, i] = w1
                scratch[6, i] = w2
                scratch[7, i] = w3
            for i in range(some):
                w = words[queue[start + i]]
                for lane in range(BLOCK):
                    w.words[BLOCK * b + lane] = scratch[4 + lane, i]


@inlined
def peek_word(words):
    """Return the next word of the stream, uint32, without moving on."""
    if words.position == words.filled:
        fill(words)
    return words.words[words.position & uint32(WORDS - 1)]


@inlined
def next_word(words):
    """Return the next word of the stream, uint32, and move on."""
    word = peek_word(words)
    words.position = uint32(words.position + uint32(1))
    return word


@not_inlined
def replacement(words, n, threshold):
    """Return a product `word * n` in place of that of the next word, which is rejected.

    The word comes from blocks that nothing else uses, so that a rejection never shifts the words
    that follow: the k-th draw depends on k alone.
    """
    stay_a_call()
    k = int64(words.position)
    product = uint64(0)
    for attempt in range(1, 15):
        block = int64(words.base) + k // BLOCK + attempt * RETRY_BLOCKS
        word = word_at(words.seed, words.hand, words.stream, block, k % BLOCK)
        product = uint64(word) * uint64(n)
        if product & LOW >= threshold:
            break
    return product


@inlined
def peek_below(words, n):
    """Return the integer that `below(words, n)` would return; 0 for n = 0."""
    product = uint64(peek_word(words)) * uint64(n)
    if product & LOW < uint64(n):
        threshold = (uint64(1) << HALF) % uint64(n)
        if product & LOW < threshold:
            product = replacement(words, n, threshold)
    return int64(product >> HALF)


@inlined
def below(words, n):
    """Draw a uniform integer 0..n-1, 0 < n < 2**31, from exactly one place of the stream.

    Source: D. Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019).

    Raises:
        ValueError: a strategy asked for an `n` outside that range.
    """
    if is_sealed(words) and (n < 1 or n >= 1 << 31):
        raise ValueError("below(chance, n) needs an n from 1 to 2147483647")
    words = unsealed(words)
    value = peek_below(words, n)
    words.position = uint32(words.position + uint32(1))
    return value


@inlined
def uniform(words):
    """Draw a uniform float in [0, 1), a multiple of 2**-32."""
    return next_word(unsealed(words)) * 2.0**-32


@kernel
def side_below(words, event, n):
    """Return a uniform integer 0..n-1 for the game's own chance event `event`, 0 < n < 2**31.

    It moves no draw.
    """
    threshold = (uint64(1) << HALF) % uint64(n)
    product = uint64(0)
    for attempt in range(15):
        block = int64(words.base) + CHANCE_BLOCKS + event // BLOCK + attempt * RETRY_BLOCKS
        word = word_at(words.seed, words.hand, words.stream, block, event % BLOCK)
        product = uint64(word) * uint64(n)
        if product & LOW >= threshold:
            break
    return int64(product >> HALF)


@kernel
def side_uniform(words, event):
    """Return a uniform float in [0, 1) for the game's own chance event number `event`.

    It moves no card draw.
    """
    block = int64(words.base) + CHANCE_BLOCKS + event // BLOCK
    return word_at(words.seed, words.hand, words.stream, block, event % BLOCK) * 2.0**-32
