"""The rules of the Dice Game on one game: deal, roll, score.

A roll is an event of chance; nobody decides anything. See `shared/rules/dice-game.md`, section 4.
"""

from __future__ import annotations

from numpy import int8, int32, int64, uint8, uint16

from cardsim.dice import FACES, TOGETHER, throw
from cardsim.game import CHANCE, OVER
from cardsim.games.dice_game.rules import code
from cardsim.games.dice_game.state import NOBODY
from cardsim.jit import kernel
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
        state.broke[s] = int32(0)
        state.longest[s] = int32(0)
    state.first = uint8(first_seat(rules, players, words))
    state.seat = state.first
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
    """Who rolls first."""
    return side_below(words, 0, players) if rules.first_player == RANDOM else int64(0)


@kernel
def roll(state, rules, words):
    """Throw the dice of the seat on turn, move the units, and go on to the next seat with any."""
    roller, players = int64(state.seat), int64(state.players)
    throw_dice(state, rules, words)
    lefts, rights, pots = 0, 0, 0
    for die in range(state.thrown):
        face = state.faces[die]
        if rules.resolution == SEQUENTIAL and pots == state.out - 1:
            break
        lefts += face == TO_LEFT
        rights += face == TO_RIGHT
        pots += face == TO_POT
    state.void = uint8(0)
    wipes = pots == state.out
    if wipes:
        state.wiped = uint8(1)
        if rules.wipe_out == REROLL:
            state.void = uint8(1)
            return CHANCE
        # The roller keeps the last of them.
        pots -= rules.wipe_out != NO_WINNER
    state.turns = int32(state.turns + 1)
    state.visits = int32(state.visits + 1)
    state.dice = int32(state.dice + state.thrown)
    left, right = (roller + 1) % players, (roller + players - 1) % players
    state.units[roller] = uint16(state.units[roller] - lefts - rights - pots)
    state.units[left] = uint16(state.units[left] + lefts)
    state.units[right] = uint16(state.units[right] + rights)
    state.out = uint16(state.out - pots)
    state.pot = uint16(state.pot + pots)
    holders = count_broke(state)
    if state.out <= 1 or (rules.end_condition == ONE_HOLDER and holders == 1):
        return OVER
    pass_dice(state)
    return CHANCE


@kernel
def throw_dice(state, rules, words):
    """Throw a die for each unit of the seat on turn, up to the limit; the faces stay in order."""
    dice = int64(state.units[state.seat])
    if rules.max_dice > 0:
        dice = min(dice, int64(rules.max_dice))
    thrown = int64(0)
    for die in range(dice):
        if die % TOGETHER == 0:
            thrown = throw(words)
        state.faces[die] = uint8(thrown % FACES + 1)
        thrown //= FACES
    state.thrown = uint16(dice)


@kernel
def count_broke(state):
    """Count this turn for those that hold nothing; returns how many seats hold something."""
    holders = 0
    for s in range(state.players):
        holds = state.units[s] > 0
        holders += holds
        state.broke[s] = int32(0 if holds else state.broke[s] + 1)
        state.longest[s] = max(state.longest[s], state.broke[s])
    return holders


@kernel
def pass_dice(state):
    """Go to the next seat to the left that holds units; those passed over are visited too."""
    players = int64(state.players)
    seat = (int64(state.seat) + 1) % players
    while state.units[seat] == 0:
        state.visits = int32(state.visits + 1)
        seat = (seat + 1) % players
    state.seat = uint8(seat)


@kernel
def observe(state, rules):
    """Nobody looks."""


@kernel
def legal(view, action):
    """No action is."""
    return False


@kernel
def close(state, rules):
    """Find the winner: the holder of what is left."""
    for s in range(state.players):
        if state.units[s] > 0:
            state.winner = int8(s)


@kernel
def next_hand(state, rules):
    """A game is not a part of anything longer."""
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
