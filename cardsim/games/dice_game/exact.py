"""Exact probabilities of the Dice Game: an absorbing Markov chain, no sampling.

A state is the units that each seat holds, seen from the roller: `(roller, left, ..., right)`. The
whole vector of probabilities is pushed forward twice:

- **by turns**: after a roll the table is turned to the next seat that holds a unit. This gives the
  distribution of turns, and the dice.
- **by visits**: after a roll, or a skip, the table is turned by one seat. The roller of visit `v`
  is then seat `v mod players`, so the winner is known although a state does not record where seat 0
  sits. Following the seat in the first pass would take `players` times the states.

A roll moves units between the roller and two neighbours only. So the states fall into small blocks
with the other seats fixed, and within a block the dice act one at a time: four moves a die instead
of one for each of the `(k + 1)(k + 2)(k + 3) / 6` outcomes of `k` dice. Units never come back from
the pot, so a layer of states with many units in play is dropped once its probability is gone.

Rules and figures: RULES.md, sections 4 to 9 and 12.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from math import comb, inf
from threading import Event
from time import thread_time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardsim.errors import UserError
from cardsim.game import Figure, FigureTable, Solution
from cardsim.games.dice_game.rules import Rules, seat_names
from cardsim.kernels.cache import cached_file, keep, read_cached
from cardsim.kernels.code_key import code_key
from cardsim.kernels.jit import Entry, entry_of

__all__ = ["Exact", "answer", "cost", "seconds", "solve"]

PLAYERS_LIMIT = 20
MEMORY_LIMIT = 6e9
"""Bytes."""
SECONDS_LIMIT = 110.0

REFERENCE = 6
"""Players of the game that is solved to measure a machine's speed; it takes half a second."""
WORTH_MEASURING = 3.0
"""Estimated seconds from which on the speed is measured."""
CAPPED = 1.4
"""Factor on the estimated time of a game with a cap on the dice."""
PASSES_AT_ONCE = 2

GONE = 1e-18
"""A top layer with less probability than this is dropped."""
FINISHED = 1e-15
"""The pass ends when the game is still on with less probability than this."""

END_CONDITIONS = ("one-unit-left", "one-holder")
WIPE_OUTS = ("roller-keeps-one", "no-winner", "reroll")
RESOLUTIONS = ("simultaneous", "sequential-stop")
FIRST_PLAYERS = ("same", "random")

PER_CENTS = (1, 5, 10, 25, 50, 75, 90, 95, 99)
"""Per cent of the games, for the quantiles of turns."""


@dataclass(frozen=True, eq=False)
class Exact:
    """Exact probabilities and expected values of a game.

    Attributes:
        turns_mean: expected rolls.
        turns_sd: standard deviation of the rolls.
        visits_mean: expected rolls and skipped seats.
        dice_mean: expected dice thrown, all dice of the last roll included, void rolls not.
        wipe_out: probability that a roll sends the last units to the pot together; with `reroll`,
            that at least one roll of the game does.
        wins: probability that each seat wins, by seat; what is missing from 1 has no winner.
        turns: float64, `turns[t]` is the probability of exactly t turns; the tail beyond is below
            1e-12.
    """

    turns_mean: float
    turns_sd: float
    visits_mean: float
    dice_mean: float
    wipe_out: float
    wins: tuple[float, ...]
    turns: NDArray[np.float64]


def cost(players: int, start_units: int) -> tuple[int, float]:
    """Return the states of the chain, and the bytes of memory that solving it takes."""
    units = players * start_units
    states = comb(units + players, players) - 1
    # Two passes run at once, each with probabilities before and after, and each state's successor.
    block = 8 * (units + 2) ** 2 * (units + 2 if players > 2 else 2)
    size = 2 * (states * (8 + 8 + 4) + block)
    return states, float(size) if size < 10**300 else inf


def solve(
    *,
    players: int,
    start_units: int = 3,
    max_dice: int = 0,
    end_condition: str = "one-unit-left",
    wipe_out: str = "roller-keeps-one",
    resolution: str = "simultaneous",
    first_player: str = "same",
    faces: tuple[int, int, int, int] = (3, 1, 1, 1),
) -> Exact:
    """Solve a game exactly; 6 players take a second, 8 players half a minute to a minute.

    Args:
        players: number of seats, 2 or more.
        start_units: units per seat at the start.
        max_dice: most dice in one roll; 0 for no limit.
        end_condition: `one-unit-left` or `one-holder`.
        wipe_out: `roller-keeps-one`, `no-winner` or `reroll`.
        resolution: `simultaneous` or `sequential-stop`.
        first_player: `same` or `random`.
        faces: how many of the six faces say keep, left, right and pot.

    Raises:
        UserError: an option is out of range, or the game is too large; nothing is computed then.
    """
    _check_choice("wipe-out", wipe_out, WIPE_OUTS)
    _check_choice("resolution", resolution, RESOLUTIONS)
    _check_choice("first-player", first_player, FIRST_PLAYERS)
    _check_faces(faces, end_condition, wipe_out)
    if resolution == "sequential-stop" and end_condition != "one-unit-left":
        raise UserError("resolution sequential-stop needs end-condition one-unit-left")
    seconds(
        players=players,
        start_units=start_units,
        max_dice=max_dice,
        end_condition=end_condition,
        wipe_out=wipe_out,
        resolution=resolution,
    )

    units = players * start_units
    game = _Game(
        players,
        start_units,
        min(max_dice, units) or units,
        one_holder=end_condition == "one-holder",
        reroll=_repeats(end_condition, wipe_out, resolution),
        stops=resolution == "sequential-stop",
        chances=_chances(players, faces),
        given_up=Event(),
    )
    find_entry(), roll_entry()
    with ThreadPoolExecutor(PASSES_AT_ONCE) as pool:
        try:
            by_turns = pool.submit(_count_turns, game)
            by_visits = pool.submit(_count_visits, game)
            first_void = pool.submit(_chance_of_wipe_out, game) if game.reroll else None
            turns, dice_mean = by_turns.result()
            visits_mean, wins, wiped_by = by_visits.result()
            wiped = float(wiped_by.sum()) if first_void is None else first_void.result()
        except BaseException:
            game.given_up.set()
            raise

    if wipe_out == "roller-keeps-one":
        wins = wins + wiped_by
    if first_player == "random":
        wins = np.full(players, wins.mean())
    times = np.arange(len(turns))
    turns_mean = float(times @ turns)
    variance = float((times - turns_mean) ** 2 @ turns)
    shares = tuple(float(share) for share in wins)
    return Exact(turns_mean, variance**0.5, visits_mean, dice_mean, wiped, shares, turns)


def seconds(
    *,
    players: int,
    start_units: int = 3,
    max_dice: int = 0,
    end_condition: str = "one-unit-left",
    wipe_out: str = "roller-keeps-one",
    resolution: str = "simultaneous",
) -> float:
    """Estimate the seconds that solving a game takes on this machine with its cores free.

    Before a long one, a small game is solved to measure the machine's speed, which is cached. The
    arguments are those of `solve`.
    """
    _check_choice("end-condition", end_condition, END_CONDITIONS)
    _check_numbers(players, start_units, max_dice)
    units = players * start_units
    passes = 3 if _repeats(end_condition, wipe_out, resolution) else 2
    cap = min(max_dice, units) or units
    time = _check_size(players, start_units, cap=cap, passes=passes)
    return time if time < WORTH_MEASURING else time * (CAPPED if cap < units else 1.0) * _pace()


def _pace() -> float:
    """Return the ratio of the measured time on this machine to that by `_seconds`."""
    file = cached_file(f"pace of the dice game on {_cores()} cores {code_key(_pace)}", ".json")
    cached = read_cached(file)
    if cached is None:
        find_entry(), roll_entry()
        game = _Game(
            REFERENCE,
            3,
            3 * REFERENCE,
            one_holder=False,
            reroll=False,
            stops=False,
            chances=_chances(REFERENCE, (3, 1, 1, 1)),
            given_up=Event(),
        )
        # Time of this thread alone, so that other work on the machine does not count.
        began = thread_time()
        _count_turns(game), _count_visits(game)
        taken = (thread_time() - began) / min(PASSES_AT_ONCE, _cores())
        formula = _seconds(REFERENCE, 3, cap=3 * REFERENCE, passes=2)
        cached = json.dumps(taken / formula).encode()
        keep(file, cached)
    return float(json.loads(cached))


def _cores() -> int:
    """Return how many processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _repeats(end_condition: str, wipe_out: str, resolution: str) -> bool:
    """Return whether a roll is ever repeated."""
    possible = end_condition == "one-unit-left" and resolution == "simultaneous"
    return wipe_out == "reroll" and possible


def cost_of(rules: Rules, players: int, _options: Mapping[str, Any]) -> float:
    """Return the seconds that `answer` takes, for `Question.cost`."""
    arguments = _arguments(rules, players)
    del arguments["first_player"]
    return seconds(**arguments)


def answer(rules: Rules, players: int, _options: Mapping[str, Any]) -> Solution:
    """Solve a game, and return its figures and tables."""
    law = solve(**_arguments(rules, players))
    places, at_most = seat_names(rules, players), np.cumsum(law.turns)
    quantiles = {p: int(np.searchsorted(at_most, p / 100)) for p in PER_CENTS}
    figures = [
        Figure("turns", "turns per game", law.turns_mean),
        Figure("turns_sd", "standard deviation of turns", law.turns_sd),
        *(Figure(f"turns_{p}", f"{p} % of games end by turn", quantiles[p]) for p in (5, 50, 95)),
        Figure("visits", "turns and seats passed over", law.visits_mean),
        Figure("dice", "dice thrown", law.dice_mean),
        Figure("wiped", "wipe-out of the last units", law.wipe_out, is_share=True),
        *(
            Figure(f"player_{number}_wins", f"{place} wins", chance, is_share=True)
            for number, (place, chance) in enumerate(zip(places, law.wins, strict=True), 1)
        ),
    ]
    tables = (
        FigureTable(
            "quantiles",
            "Of the games, this share ends by turn",
            {"share": [p / 100 for p in PER_CENTS], "turns": list(quantiles.values())},
            shares=("share",),
        ),
        FigureTable(
            "distribution",
            "How likely each number of turns is",
            {
                "turns": list(range(len(law.turns))),
                "chance": law.turns.tolist(),
                "at_most": at_most.tolist(),
            },
            shares=("chance", "at_most"),
            brief=False,
        ),
    )
    return Solution(tuple(figures), tables)


def _arguments(rules: Rules, players: int) -> dict[str, Any]:
    return {
        "players": players,
        "start_units": rules.start_units,
        "max_dice": 0 if rules.max_dice == "none" else int(rules.max_dice),
        "end_condition": rules.end_condition,
        "wipe_out": rules.wipe_out,
        "resolution": rules.resolution,
        "first_player": rules.first_player,
    }


class _Game(NamedTuple):
    """A game in the form that the passes use.

    `chances` are those of a die: keep, left, right, pot. `given_up` is set when nobody waits for
    the answer any more.
    """

    players: int
    start_units: int
    cap: int
    one_holder: bool
    reroll: bool
    stops: bool
    chances: tuple[float, float, float, float]
    given_up: Event


class _Step(NamedTuple):
    """One turn or visit.

    Attributes:
        alive: probability that the game is still on before it.
        dice: expected dice thrown.
        ended: float64, shape (players,), probability that the game ends here without a wipe-out, by
            the place of the winner after the table is turned.
        wiped: probability that it ends with a wipe-out.
        before: float64, probabilities before it of the states still possible; valid until the next
            step.
    """

    alive: float
    dice: float
    ended: NDArray[np.float64]
    wiped: float
    before: NDArray[np.float64]


def _count_turns(game: _Game) -> tuple[NDArray[np.float64], float]:
    """Return the distribution of turns, and the expected dice."""
    chances, dice = [0.0], 0.0
    for step in _steps(game, skip_broke=True):
        chances.append(float(step.ended.sum()) + step.wiped)
        dice += step.dice
    return np.array(chances), dice


def _count_visits(
    game: _Game, begin: NDArray[np.float64] | None = None
) -> tuple[float, NDArray[np.float64], NDArray[np.float64]]:
    """Return expected visits and, by seat, the chances to win and to roll the wipe-out.

    The chance to win is that without a wipe-out.

    Args:
        game: the game.
        begin: as in `_steps`; seat 0 is then the roller.
    """
    visits = 0.0
    wins, wiped = np.zeros(game.players), np.zeros(game.players)
    for visit, step in enumerate(_steps(game, skip_broke=False, begin=begin)):
        visits += step.alive
        # The roller has moved to the last place and the seat after him is in the first.
        wins += np.roll(step.ended, visit + 1)
        wiped[visit % game.players] += step.wiped
    return visits, wins, wiped


def chances_by_left(
    *, players: int, held: int = 0, start_units: int = 3, up_to: int | None = None
) -> dict[int, float]:
    """Return the chance to win of a player who holds `held` units, by the units outside the pot.

    Each chance is a mean over all turns, under the usual rules, that begin with that many units
    outside the pot and with `held` of them his. With 6 players it takes some ten times as long as
    `solve`.

    Args:
        players: number of seats, 2 or more.
        held: units that he holds.
        start_units: units per seat at the start.
        up_to: the most units outside the pot that are of interest; all by default.

    Returns:
        The chance by the units outside the pot, his among them, from 2 on, where they can occur.
    """
    seconds(players=players, start_units=start_units)
    units = players * start_units
    game = _Game(
        players,
        start_units,
        units,
        one_holder=False,
        reroll=False,
        stops=False,
        chances=_chances(players, (3, 1, 1, 1)),
        given_up=Event(),
    )
    states = _states(players, units)
    units_left = states.sum(axis=1)
    often = np.zeros(len(states))
    for step in _steps(game, skip_broke=True):
        often[: len(step.before)] += step.before
    chances = {}
    for most in range(2, units if up_to is None else min(units, up_to + 1)):
        met, won = 0.0, 0.0
        for place in range(players):
            begin = np.where((units_left == most) & (states[:, place] == held), often, 0.0)
            share = float(begin.sum())
            if share > GONE:
                _, wins, wiped = _count_visits(game, begin / share)
                met += share
                won += share * float(wins[place] + wiped[place])
        if met > 0:
            chances[most] = won / met
    return chances


def _chance_of_wipe_out(game: _Game) -> float:
    """Return the probability that some roll sends the last units to the pot together."""
    # Until the first such roll it does not matter that it will be repeated.
    return sum(step.wiped for step in _steps(game._replace(reroll=False), skip_broke=True))


def _steps(
    game: _Game, *, skip_broke: bool, begin: NDArray[np.float64] | None = None
) -> Iterator[_Step]:
    """Yield the steps of one pass, from the start until the game is over up to 1e-15.

    Args:
        game: the game.
        skip_broke: whether the table is turned to the next seat with a unit, or by one seat.
        begin: float64, shape (states,), probabilities to begin with instead of the start.
    """
    players, top = game.players, game.players * game.start_units
    choose = _binomials(top + players, players)
    layers = choose[players - 1 + np.arange(top + 2), players]  # first state of each layer of units
    mass, after = np.zeros(layers[-1]), np.zeros(layers[-1])
    destination = np.empty(layers[-1], np.int32)
    find_entry().call(destination, choose, _places(players), skip_broke)
    block = np.zeros((top + 2) ** 2 * (top + 2 if players > 2 else 2))
    sole = np.array(
        [[_sole_holder(choose, players, u, p) for p in range(players)] for u in range(top + 1)]
    )
    if begin is None:
        mass[_number(choose, [game.start_units] * players)] = 1.0
    else:
        mass[:] = begin
        top = max(u for u in range(1, top + 1) if begin[layers[u] : layers[u + 1]].any())
    pot = game.chances[3]

    alive = 1.0
    while alive > FINISHED and not game.given_up.is_set():
        # States in which the roller holds all units and throws a die for each.
        holds_all = np.arange(2, min(top, game.cap) + 1)
        waiting = mass[sole[holds_all, 0]]
        repeated = waiting * pot**holds_all / (1 - pot**holds_all) if game.reroll else 0 * waiting
        mass[sole[holds_all, 0]] += repeated
        after[: layers[top + 1]] = 0.0
        dice = roll_entry().call(
            mass, after, destination, block, choose, players, top, game.cap, *game.chances
        )
        dice -= float(repeated @ holds_all)
        over = sole[1 : top + 1] if game.one_holder else sole[1:2]
        ended = after[over].sum(axis=0)
        wiped = 0.0 if game.reroll else float(after[0])
        after[over] = 0.0
        after[0] = 0.0
        if game.stops:
            ended += _void_dice(game, waiting, holds_all)
            ended[-1] += wiped
            wiped = 0.0
        yield _Step(alive, dice, ended, wiped, mass[: layers[top + 1]])

        mass, after = after, mass
        while top > 1 and mass[layers[top] : layers[top + 1]].sum() < GONE:
            top -= 1
        alive = float(mass[: layers[top + 1]].sum())


def _void_dice(
    game: _Game, waiting: NDArray[np.float64], holds_all: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return the chances that each place gains because the die after the deciding six is void.

    Of u dice u - 1 are sixes, and in one case of u the other one is the last; if void, it leaves
    its unit with the roller.
    """
    _, left, right, pot = game.chances
    last = float(waiting @ pot ** (holds_all - 1))
    gains = np.zeros(game.players)
    gains[0] -= last * left
    gains[game.players - 2] -= last * right
    gains[-1] += last * (left + right)
    return gains


def _chances(players: int, faces: tuple[int, int, int, int]) -> tuple[float, float, float, float]:
    """Return the chances of a die; two players have one neighbour, in both directions."""
    keep, left, right, pot = faces
    if players == 2:
        left, right = left + right, 0
    return keep / 6, left / 6, right / 6, pot / 6


def _binomials(top: int, most: int) -> NDArray[np.int64]:
    """Return a table of binomials, `table[a, b]` for b of a; a up to `top`, b up to `most`."""
    return np.array([[comb(a, b) for b in range(most + 1)] for a in range(top + 1)], np.int64)


def _places(players: int) -> NDArray[np.int64]:
    """Return the places around the table from the roller, in the order used to number states.

    Roller, left neighbour, right neighbour, the others. States are numbered layer by layer of units
    in play, and within a layer the first places vary fastest (colexicographic order of the partial
    sums).
    """
    return np.array([0, 1, players - 1, *range(2, players - 1)][:players], np.int64)


def _number(choose: NDArray[np.int64], table: list[int]) -> int:
    """Return the number of a state by the units held, from the roller on to the left."""
    sums = np.cumsum([table[place] for place in _places(len(table))])
    return int(sum(choose[units + i, i + 1] for i, units in enumerate(sums)))


def _states(players: int, units: int) -> NDArray[np.int64]:
    """Return the units of each seat, from the roller on, in each state, in the order of numbers."""
    order = _places(players)
    states = np.zeros((comb(units + players, players), players), np.int64)
    sums = [0] * players
    for state in states:
        state[order] = np.diff(sums, prepend=0)
        i = 0
        while i < players - 1 and sums[i] == sums[i + 1]:
            sums[i] = 0
            i += 1
        sums[i] += 1
    return states


def _sole_holder(choose: NDArray[np.int64], players: int, units: int, place: int) -> int:
    """Return the number of the state with all the units at one place."""
    return _number(choose, [units if seat == place else 0 for seat in range(players)])


def _check_choice(option: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise UserError(f"{option} must be {' or '.join(choices)}, not {value}")


def _check_numbers(players: int, start_units: int, max_dice: int) -> None:
    if players < 2:
        raise UserError(f"players must be 2 or more, not {players}")
    if start_units < 1:
        raise UserError(f"start-units must be 1 or more, not {start_units}")
    if max_dice < 0:
        raise UserError(f"max-dice must be none or 1 or more, not {max_dice}")


def _check_faces(faces: tuple[int, int, int, int], end_condition: str, wipe_out: str) -> None:
    named = "keep, left, right and pot"
    if len(faces) != 4 or min(faces) < 0 or sum(faces) != 6:
        raise UserError(f"faces must be 6 in all for {named}, not {faces}")
    _, left, right, pot = faces
    if pot == 0:
        raise UserError("a die needs a face for the pot, or the game never ends")
    if end_condition == "one-holder" and left + right == 0:
        raise UserError("end-condition one-holder needs a face for left or right")
    if wipe_out == "reroll" and pot == 6:
        raise UserError(
            "wipe-out reroll needs a face that is not for the pot, or the game never ends"
        )


def _check_size(players: int, start_units: int, *, cap: int, passes: int) -> float:
    """Return the seconds that a game takes, or raise an error if time or memory is too much."""
    hint = "take fewer players or units, or simulate the game"
    if players > PLAYERS_LIMIT:
        message = f"the exact solver takes at most {PLAYERS_LIMIT} players, not {players}"
        raise UserError(message, hint=hint)
    states, memory = cost(players, start_units)
    table = f"{players} players with start-units {start_units}"
    size = f"{table} have {states:,} states and would take about"
    if memory > MEMORY_LIMIT:
        message = (
            f"{size} {memory / 1e9:,.1f} GB; the exact solver stops at {MEMORY_LIMIT / 1e9:.0f}"
        )
        raise UserError(message, hint=hint)
    time = _seconds(players, start_units, cap=cap, passes=passes)
    if time > SECONDS_LIMIT:
        message = f"{size} {time:,.0f} seconds; the exact solver stops at {SECONDS_LIMIT:.0f}"
        raise UserError(message, hint=hint)
    return time


def _seconds(players: int, start_units: int, *, cap: int, passes: int) -> float:
    """Estimate the time; the formula was fitted to runs of 2 to 12 players on 2 cores."""
    units = players * start_units
    states = comb(units + players, players)
    die_moves = comb(units + players + 1, players + 1) - comb(
        units - cap + players + 1, players + 1
    )
    # A round of the table plays about a sixth of all units, or with a cap a sixth of the dice.
    rolls = max(players, units / cap)
    return 1e-9 * (passes / 2) * rolls * (15 * die_moves + 4 * players**2 * states)


def find_destinations(
    destination: NDArray[np.int32],
    choose: NDArray[np.int64],
    order: NDArray[np.int64],
    skip_broke: bool,
) -> None:
    """Write each state's successor when the table is turned to the next seat.

    Args:
        destination: int32, shape (states,), filled.
        choose: int64, binomials.
        order: int64, shape (players,), places in the order of `_places`.
        skip_broke: whether seats without units are passed over.
    """
    players = len(order)
    sums = np.zeros(players, np.int64)  # units at the first place, at the first two, ...
    around = np.zeros(players, np.int64)
    for state in range(len(destination)):
        around[order[0]] = sums[0]
        for i in range(1, players):
            around[order[i]] = sums[i] - sums[i - 1]
        turn = 1
        while skip_broke and turn < players and around[turn] == 0:
            turn += 1

        units, rank = 0, 0
        for i in range(players):
            units += around[(order[i] + turn) % players]
            rank += choose[units + i, i + 1]
        destination[state] = rank

        i = 0
        while i < players - 1 and sums[i] == sums[i + 1]:
            sums[i] = 0
            i += 1
        sums[i] += 1


def roll_everywhere(
    mass: NDArray[np.float64],
    after: NDArray[np.float64],
    destination: NDArray[np.int32],
    block: NDArray[np.float64],
    choose: NDArray[np.int64],
    players: int,
    top: int,
    cap: int,
    keep: float,
    left: float,
    right: float,
    pot: float,
) -> float:
    """Let the roller of every state roll, and turn the table.

    Args:
        mass: float64, shape (states,), probabilities before the roll.
        after: float64, shape (states,), zero; probabilities after it are added.
        destination: int32, shape (states,), where the table turns to.
        block: float64, zero, and zero again at the end.
        choose: int64, binomials.
        players: number of seats.
        top: most units in play.
        cap: most dice in a roll.
        keep: chance of a die to change nothing.
        left: chance of a die to give a unit to the left.
        right: chance of a die to give a unit to the right.
        pot: chance of a die to give a unit to the pot.

    Returns:
        Expected dice thrown.
    """
    others = max(players - 3, 0)
    held = np.zeros(
        others + 1, np.int64
    )  # units of the seats that are neither roller nor neighbour
    base = np.zeros(top + 1, np.int64)
    held_by_all = 0
    dice = 0.0
    while True:
        # One block: all units that the roller and his neighbours may hold. A state is found by the
        # sum of their units (base), by that of roller and left neighbour, and by the roller's.
        room = top - held_by_all
        width = room + 2
        plane = width * width
        for near in range(room + 1):
            base[near] = 0
            if players > 2:
                base[near] = choose[near + 2, 3]
            units = near
            for i in range(others):
                units += held[i]
                base[near] += choose[units + i + 3, i + 4]

        # block[right, left, roller] are settled units, with indices shifted past a border of zeros;
        # the roller still has to throw for `unrolled` more units.
        some = False
        for unrolled in range(min(room, cap), -1, -1):
            most = room if unrolled == cap else unrolled
            for holds in range(unrolled, most + 1):
                furthest = room - holds if players > 2 else 0
                for rights in range(furthest + 1):
                    for lefts in range(room - holds - rights + 1):
                        pair = holds + lefts
                        state = base[pair + rights] + pair * (pair + 1) // 2 + holds
                        chance = mass[state]
                        # Denormal numbers are slow and make no difference.
                        if chance > 1e-30:
                            some = True
                            dice += unrolled * chance
                            at = (rights + 1) * plane + (lefts + 1) * width + holds - unrolled + 1
                            block[at] += chance
            if not some or unrolled == 0:
                continue
            settled = room - unrolled + 1
            # From the far end, so that a die reads values from before it.
            for rights in range(settled if players > 2 else 0, -1, -1):
                for lefts in range(settled - rights, -1, -1):
                    row = (rights + 1) * plane + (lefts + 1) * width + 1
                    for at in range(row + settled - rights - lefts, row - 1, -1):
                        block[at] = (
                            pot * block[at]
                            + keep * block[at - 1]
                            + left * block[at - width]
                            + right * block[at - plane]
                        )
        if some:
            for rights in range((room if players > 2 else 0) + 1):
                for lefts in range(room - rights + 1):
                    row = (rights + 1) * plane + (lefts + 1) * width + 1
                    for holds in range(room - rights - lefts + 1):
                        chance = block[row + holds]
                        if chance > 0.0:
                            pair = holds + lefts
                            state = base[pair + rights] + pair * (pair + 1) // 2 + holds
                            after[destination[state]] += chance
                            block[row + holds] = 0.0

        i = 0
        while i < others and held_by_all == top:
            held_by_all -= held[i]
            held[i] = 0
            i += 1
        if i == others:
            return dice
        held[i] += 1
        held_by_all += 1


_WHAT = "the solver of dice-game"


@cache
def find_entry() -> Entry:
    """Return `find_destinations`, compiled."""
    return entry_of(find_destinations, "void(i4[::1], i8[:, ::1], i8[::1], b1)", _WHAT)


@cache
def roll_entry() -> Entry:
    """Return `roll_everywhere`, compiled."""
    numbers = "i8, i8, i8, f8, f8, f8, f8"
    signature = f"f8(f8[::1], f8[::1], i4[::1], f8[::1], i8[:, ::1], {numbers})"
    return entry_of(roll_everywhere, signature, _WHAT)
