"""Many games at once, one in each lane of a vector, with a throw of up to four dice a step.

These are the same games that `play` gives one by one, some eight times as fast; a test compares the
two. The loops over lanes have no branches and no calls, so that the compiler vectorizes them. Games
that do not fit a lane (a random word must be replaced, or more than 255 turns) are detected and
played again by `play`.

A lane's units are the bytes of one word: the seat that is to roll in the lowest, and the others to
its left in order. A throw is one of 6**4 for four dice, and a table gives the units moved by its
first one, two, three or four dice.
"""

from __future__ import annotations

import numpy as np
from numpy import int64, uint8, uint32, uint64

from cardsim.dice import FACES, THROWS, TOGETHER
from cardsim.game import CHANCE
from cardsim.games.dice_game import play
from cardsim.games.dice_game.play import NO_WINNER, ONE_HOLDER, RANDOM, REROLL, SEQUENTIAL
from cardsim.games.dice_game.state import NOBODY
from cardsim.kernels.jit import kernel
from cardsim.kernels.vectors import trailing_zeros
from cardsim.rng import BLOCK, HALF, LOW, MULTIPLIER_0, MULTIPLIER_1, WEYL_0, WEYL_1, place

LANES = 256
MOST_PLAYERS = 8
MOST_UNITS = 40
"""Most units at the table: with more, too many games pass 255 turns."""
MOST_TURNS = 255
MOST_STEPS = 1 << 20

ROWS = 14
(
    UNITS,
    DICE_LEFT,
    TURNED,
    TALLY,
    GAME,
    BLOCKS,
    WORD,
    _WORD_1,
    _WORD_2,
    _WORD_3,
    SEATED,
    ENDED,
    BROKE,
    LONGEST,
) = (uint64(k * LANES) for k in range(ROWS))
"""First places of the rows of a batch's memory, each a uint64 for every lane.

UNITS: see above. DICE_LEFT: dice still to throw in this turn; 0 when the game is over. TURNED:
eight times the seat that is to roll. TALLY: see below. GAME: its number. BLOCKS: blocks of words it
has used. WORD: four words. SEATED: the units by seat after this step, and ENDED: 1 in each byte if
a turn ended with it. BROKE, LONGEST: by seat, the turns in a row after which it held nothing, at
present and at most.
"""

MOVED, DICE, WIPED, ODD = (uint64(bit) for bit in (16, 32, 62, 63))
"""Bits of the tally.

Turns from bit 0, seats that the dice have moved on (times eight) from bit 16, dice from bit 32, and
the flags of a wipe-out and of a game to play again.
"""

ZERO, ONE, BYTE, SIX_BITS = uint64(0), uint64(1), uint64(255), uint64(63)
EIGHT, FIELD = uint64(8), uint64(12)
ONES = uint64(0x0101010101010101)
TO_POT, TO_RIGHT, TO_LEFT = uint64(0x00F), uint64(0x0F0), uint64(0xF00)


def _moves() -> np.ndarray:
    """Return the units moved by the first j dice of each throw: lost, to the right, to the left.

    The entry for j dice begins at bit 12 j.
    """
    table = np.zeros(THROWS, np.uint64)
    for thrown in range(THROWS):
        row = lost = right = left = 0
        for die in range(TOGETHER):
            face = thrown // FACES**die % FACES + 1
            lost += face >= play.TO_LEFT
            left += face == play.TO_LEFT
            right += face == play.TO_RIGHT
            row |= (lost | right << 4 | left << 8) << 12 * (die + 1)
        table[thrown] = row
    return table


MOVES = _moves()


@kernel
def play_batch(seed, first, count, players, rules, stop, states, words, outcomes):
    """Play many games; see `Game.batch`."""
    units = int64(players) * rules.start_units
    if players > MOST_PLAYERS or units > MOST_UNITS:
        return False
    if rules.wipe_out == REROLL or rules.resolution == SEQUENTIAL:
        return False
    memory = np.zeros(ROWS * LANES, np.uint64)
    lanes = memory.view(np.uint8)
    number = np.full(LANES, -1, np.int64)
    state, place_of = states[0], words[0]
    most_dice = int64(rules.max_dice) if rules.max_dice > 0 else int64(MOST_UNITS)
    one_holder = rules.end_condition == ONE_HOLDER
    begun = 0
    for _ in range(MOST_STEPS):
        live = 0
        for i in range(LANES):
            lane = uint64(i)
            if memory[DICE_LEFT + lane] == ZERO:
                if number[i] >= 0:
                    outcome = outcomes[number[i]]
                    place(place_of, seed, memory[GAME + lane], uint32(0), uint32(0))
                    finish(memory, lanes, lane, players, rules, state, place_of, outcome)
                number[i] = -1
                if begun < count:
                    number[i] = begun
                    game = first + uint64(begun)
                    begin(memory, lane, players, rules.start_units, most_dice, game)
                    begun += 1
            live += number[i] >= 0
        if live == 0 or stop[0] != 0:
            break
        make_words(memory, seed)
        for k in range(BLOCK):
            step(memory, WORD + uint64(k * LANES), uint64(8 * players), most_dice, one_holder)
            count_broke(lanes)
    return True


@kernel
def begin(memory, lane, players, start_units, most_dice, game):
    """Put a new game into a lane."""
    memory[UNITS + lane] = ONES * uint64(start_units) >> uint64(64 - 8 * players)
    memory[DICE_LEFT + lane] = uint64(min(int64(start_units), most_dice))
    memory[GAME + lane] = game
    memory[TURNED + lane] = ZERO
    memory[TALLY + lane] = ZERO
    memory[BLOCKS + lane] = ZERO
    memory[BROKE + lane] = ZERO
    memory[LONGEST + lane] = ZERO


@kernel
def finish(memory, lanes, lane, players, rules, state, words, outcome):
    """Write the outcome of the game in a lane."""
    tally = memory[TALLY + lane]
    turns = int64(tally & uint64(0xFFFF))
    if tally >> ODD != ZERO or turns > MOST_TURNS:
        play_alone(state, rules, words, players, outcome)
        return
    seat = memory[TURNED + lane] // EIGHT
    wiped = int64(tally >> WIPED)
    outcome.turns = turns
    outcome.visits = int64((tally >> MOVED) & uint64(0xFFFF)) // 8 + 1
    outcome.dice = int64((tally >> DICE) & uint64(0xFFFF))
    outcome.wiped = wiped
    if wiped and rules.wipe_out == NO_WINNER:
        outcome.winner = NOBODY
        outcome.zero_run = 0
    else:
        first = play.first_seat(rules, players, words) if rules.first_player == RANDOM else 0
        outcome.winner = (first + int64(seat)) % players
        outcome.zero_run = lanes[EIGHT * (LONGEST + lane) + seat]


@kernel
def play_alone(state, rules, words, players, outcome):
    """Play one game with the functions of `play`."""
    play.start(state, rules, players, False)
    waits = int64(play.deal(state, rules, words))
    for _ in range(MOST_STEPS):
        if waits != CHANCE:
            break
        waits = int64(play.roll(state, rules, words))
    play.close(state, rules)
    play.score(state, rules, 0, outcome)


@kernel
def make_words(memory, seed):
    """Write each game's next block of words: Philox as in `cardsim.rng`, in lanes of 64 bits."""
    for i in range(LANES):
        lane = uint64(i)
        k0, k1 = seed & LOW, seed >> HALF
        game = memory[GAME + lane]
        c0, c1, c2, c3 = memory[BLOCKS + lane], ZERO, game, game >> HALF
        for _ in range(10):
            # A counter is the lower half of its lane; what has overflowed above it is dropped here.
            a = MULTIPLIER_0 * (c0 & LOW)
            b = MULTIPLIER_1 * (c2 & LOW)
            c0, c1, c2, c3 = (b >> HALF) ^ c1 ^ k0, b, (a >> HALF) ^ c3 ^ k1, a
            k0 = (k0 + uint64(WEYL_0)) & LOW
            k1 = (k1 + uint64(WEYL_1)) & LOW
        memory[WORD + lane] = c0 & LOW
        memory[_WORD_1 + lane] = c1 & LOW
        memory[_WORD_2 + lane] = c2 & LOW
        memory[_WORD_3 + lane] = c3 & LOW
        memory[BLOCKS + lane] += ONE


@kernel
def step(memory, word, bits, most_dice, one_holder):
    """Throw up to four dice in each lane, and turn to the next seat where that ends the turn.

    Args:
        memory: the batch's.
        word: the row of random words to use.
        bits: of the units of all seats.
        most_dice: of one roll.
        one_holder: whether a single holder ends the game.
    """
    table = ~ZERO >> (uint64(64) - bits)
    # The search for the next holder stops here if there is no other: once round the table.
    fence = ~table & (table + ONE)
    # The game is over from this word down: the roller holds all units, or one is left.
    last = int64(BYTE) if one_holder else int64(1)
    for i in range(LANES):
        lane = uint64(i)
        dice_left = int64(memory[DICE_LEFT + lane])
        units = memory[UNITS + lane]
        turned = memory[TURNED + lane]
        tally = memory[TALLY + lane]
        now = min(dice_left, int64(TOGETHER))
        product = memory[word + lane] * uint64(THROWS)
        moves = MOVES[product >> HALF] >> (uint64(now) * FIELD)
        units += (moves & TO_LEFT) + ((moves & TO_RIGHT) << (bits - FIELD)) - (moves & TO_POT)
        after = dice_left - now
        ends = (dice_left != 0) & (after == 0)
        ended = ZERO - uint64(ends)
        wiped = uint64(units == ZERO)
        units += wiped

        others = (units & ~BYTE) | fence
        move = trailing_zeros(others) & ~uint64(7)
        memory[SEATED + lane] = (units << turned) | (units >> ((bits - turned) & SIX_BITS))
        memory[ENDED + lane] = ended & ONES
        move &= ended
        units = ((units >> (move & SIX_BITS)) | (units << ((bits - move) & SIX_BITS))) & table
        over = ended & (ZERO - uint64(int64(units) <= last))
        turned += move
        turned -= bits & (ZERO - uint64(int64(turned) >= int64(bits)))
        rejected = uint64(int64(product & LOW) < THROWS)
        tally += (ended & ONE) + ((move & ~over) << MOVED) + (uint64(now) << DICE)
        tally |= (rejected << ODD) | (wiped << WIPED)
        held = uint64(min(int64(units & BYTE), most_dice))
        memory[DICE_LEFT + lane] = uint64(after) | (held & ended & ~over)
        memory[UNITS + lane] = units
        memory[TURNED + lane] = turned
        memory[TALLY + lane] = tally


@kernel
def count_broke(lanes):
    """Count the turn for the seats that hold nothing after it.

    Args:
        lanes: the batch's memory, uint8. In the middle of a turn this only resets the counts of
            seats with units. They still have units at its end, so no test for it is needed.
    """
    for i in range(8 * LANES):
        seat = uint64(i)
        broke = uint8(lanes[EIGHT * BROKE + seat] + lanes[EIGHT * ENDED + seat])
        broke = broke if lanes[EIGHT * SEATED + seat] == 0 else uint8(0)
        lanes[EIGHT * BROKE + seat] = broke
        lanes[EIGHT * LONGEST + seat] = max(lanes[EIGHT * LONGEST + seat], broke)
