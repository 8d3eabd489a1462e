"""The rules of the Dice Game on one game: deal, roll, score.

A roll is an event of chance; nobody decides anything. See RULES.md, section 4.
"""

from __future__ import annotations

from numpy import int8, int32, int64, uint8, uint16

from cardsim.dice import FACES, TOGETHER, throw
from cardsim.game import CHANCE, OVER
from cardsim.games.dice_game.rules import code
from cardsim.games.dice_game.state import NOBODY
from cardsim.kernels.jit import kernel
from cardsim.rng import side_below

ONE_HOLDER = code("end_condition", "one-holder")
NO_WINNER, REROLL = code("wipe_out", "no-winner"), code("wipe_out", "reroll")
SEQUENTIAL = code("resolution", "sequential-stop")
RANDOM = code("first_player", "random")

TO_LEFT, TO_RIGHT, TO_POT = 4, 5, 6
"""Faces that move a unit; the others keep it."""


@kernel
def start(state, rules, players, match):
    """Set the table."""
    state.players = uint8(players)


@kernel
def deal(state, rules, words):
    """Give everybody his units."""
    players = int64(state.players)
    for s in range(players):
        state.units[s] = uint16(rules.start_units)
        state.longest[s] = int32(0)
    state.first = uint8(first_seat(rules, players, words))
    state.seat = state.first
    state.holders = state.players
    state.out = uint16(players * rules.start_units)
    state.pot = uint16(0)
    state.turns = int32(0)
    state.visits = int32(0)
    state.dice = int32(0)
    state.winner = int8(NOBODY)
    state.wiped = uint8(0)
    state.void = uint8(0)
    state.thrown = uint16(0)
    return CHANCE


@kernel
def first_seat(rules, players, words):
    """Return the seat that rolls first."""
    return side_below(words, 0, players) if rules.first_player == RANDOM else int64(0)


@kernel
def roll(state, rules, words):
    """Throw the dice of the seat on turn, move the units, and go on to the next seat with any."""
    lefts, rights, pots = throw_dice(state, rules, words)
    state.void = uint8(0)
    if pots == state.out:
        state.wiped = uint8(1)
        if rules.wipe_out == REROLL:
            state.void = uint8(1)
            return CHANCE
        # The roller keeps the last unit.
        pots -= rules.wipe_out != NO_WINNER
    state.turns = int32(state.turns + 1)
    state.visits = int32(state.visits + 1)
    state.dice = int32(state.dice + state.thrown)
    roller, players = int64(state.seat), int64(state.players)
    left = roller + 1 if roller + 1 < players else 0
    right = roller - 1 if roller > 0 else players - 1
    state.units[roller] = uint16(state.units[roller] - lefts - rights - pots)
    if state.units[roller] == 0:
        state.holders = uint8(state.holders - 1)
        state.broke_at[roller] = state.turns
    give(state, left, lefts)
    give(state, right, rights)
    state.out = uint16(state.out - pots)
    state.pot = uint16(state.pot + pots)
    if state.out <= 1 or (rules.end_condition == ONE_HOLDER and state.holders == 1):
        return OVER
    pass_dice(state)
    return CHANCE


@kernel
def throw_dice(state, rules, words):
    """Throw a die for each unit of the seat on turn, up to the limit; the faces stay in order.

    Returns:
        The units that go to the left, to the right and to the pot.
    """
    dice = int64(state.units[state.seat])
    if rules.max_dice > 0:
        dice = min(dice, int64(rules.max_dice))
    # With `sequential-stop` the dice after the one that leaves a single unit are void.
    enough = int64(state.out) - (rules.resolution == SEQUENTIAL)
    lefts, rights, pots = 0, 0, 0
    thrown = int64(0)
    for die in range(dice):
        if die % TOGETHER == 0:
            thrown = throw(words)
        face = thrown % FACES + 1
        thrown //= FACES
        state.faces[die] = uint8(face)
        acts = pots < enough
        lefts += acts & (face == TO_LEFT)
        rights += acts & (face == TO_RIGHT)
        pots += acts & (face == TO_POT)
    state.thrown = uint16(dice)
    return lefts, rights, pots


@kernel
def give(state, seat, units):
    """Give units to a seat; if it held nothing, its time without units ends."""
    if units > 0 and state.units[seat] == 0:
        state.holders = uint8(state.holders + 1)
        state.longest[seat] = max(state.longest[seat], state.turns - state.broke_at[seat])
    state.units[seat] = uint16(state.units[seat] + units)


@kernel
def pass_dice(state):
    """Go to the next seat to the left that holds units; those passed over are visited too."""
    players, seat = int64(state.players), int64(state.seat)
    moved = 0
    for _ in range(players):
        seat = seat + 1 if seat + 1 < players else 0
        moved += 1
        if state.units[seat] > 0:
            break
    state.visits = int32(state.visits + moved - 1)
    state.seat = uint8(seat)


@kernel
def observe(state, rules):
    """Do nothing: nobody decides, so nobody needs a view."""


@kernel
def close(state, rules):
    """Find the winner: the holder of what is left."""
    for s in range(state.players):
        if state.units[s] > 0:
            state.winner = int8(s)


@kernel
def next_hand(state, rules):
    """Return False: a game is not part of anything longer."""
    return False


@kernel
def score(state, rules, hero, outcome):
    """Write the outcome of the game that has ended."""
    outcome.turns = state.turns
    outcome.visits = state.visits
    outcome.dice = state.dice
    outcome.winner = state.winner
    outcome.wiped = state.wiped
    outcome.zero_run = state.longest[state.winner] if state.winner != NOBODY else int32(0)
