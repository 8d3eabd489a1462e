"""Games of the compiled Dice Game, each played again by the oracle with the dice of the kernel.

`python tests/dice_harness.py --games 1e7` holds simulation against the exact chain for 2 to 6
players and all presets, and says how far apart they are; the tests do it with fewer games.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype
from numpy import int64, uint32, uint64

import cardsim
from cardsim.game import CHANCE
from cardsim.games.dice_game import GAME, play
from cardsim.games.dice_game.rules import PRESETS, Rules
from cardsim.kernels.jit import Entry, entry
from cardsim.options.params import pack, packed_dtype
from cardsim.rng import WORDS_DTYPE, place
from in_bulk import outcomes_of, seating_of
from oracles import dice_game as oracle

SEED = 20_261_120
GAMES_OF_A_TABLE = 50
MOST_ROLLS = 1 << 16
MOST_FACES = 1 << 20


class Table(NamedTuple):
    """A number of players, and their rules."""

    players: int
    rules: Rules

    def oracle_rules(self) -> oracle.Rules:
        """The rules as the oracle takes them."""
        values: dict[str, Any] = {**asdict(self.rules), "max_dice": self.max_dice}
        return oracle.Rules(**values)

    @property
    def max_dice(self) -> int:
        """The limit of dice; 0 for none."""
        return 0 if self.rules.max_dice == "none" else int(self.rules.max_dice)


class Game(NamedTuple):
    """A game of the kernel: who began, the outcome, the units at the end, every roll."""

    first: int
    outcome: dict[str, int]
    units: list[int]
    pot: int
    events: list[tuple[str, int, tuple[int, ...]]]


def preset(name: str) -> Rules:
    """The rules of a preset."""
    options: dict[str, Any] = {**PRESETS[name]}
    return Rules(**options)


def tables(seed: int, number: int) -> Iterator[Table]:
    """Tables of all sizes and options, the ordinary ones more often."""
    source = random.Random(seed)
    limits: list[int | str] = ["none", "none", 1, 2, 3, 4, 5, 6]
    for _ in range(number):
        end = source.choice(["one-unit-left", "one-unit-left", "one-holder"])
        together = source.random() < 0.7 or end == "one-holder"
        resolution = "simultaneous" if together else "sequential-stop"
        wipe_out = source.choice(["roller-keeps-one", "no-winner", "reroll"])
        free = end == "one-unit-left" and resolution == "simultaneous"
        rules = Rules(
            start_units=source.choice([1, 2, 3, 3, 3, 4, 5, 7]),
            max_dice=source.choice(limits),
            end_condition=end,
            wipe_out=wipe_out if free else "roller-keeps-one",
            resolution=resolution,
            first_player=source.choice(["seat-0", "random"]),
        )
        yield Table(source.choice([2, 2, 3, 3, 4, 5, 6, 7, 8, 9, 12, 16]), rules)


def _log_games(seed, first, count, players, rules, states, words, outcomes, rolls, faces):  # type: ignore[no-untyped-def]
    """Play games one by one; `rolls`: game, seat, void, dice; then the last state of each."""
    rule, state = rules[0], states[count]
    n = at = int64(0)
    for k in range(count):
        play.start(state, rule, players, False)
        place(words[0], seed, first + uint64(k), uint32(0), uint32(0))
        waits = int64(play.deal(state, rule, words[0]))
        while waits == CHANCE:
            seat = state.seat
            waits = int64(play.roll(state, rule, words[0]))
            rolls[n, 0], rolls[n, 1], rolls[n, 2], rolls[n, 3] = k, seat, state.void, state.thrown
            for die in range(state.thrown):
                faces[at + die] = state.faces[die]
            at += state.thrown
            n += 1
        play.close(state, rule)
        play.score(state, rule, 0, outcomes[k])
        states[k] = state
    return n


@cache
def log_entry() -> Entry:
    def array(dtype: Any, dimensions: int = 1) -> Any:
        return types.Array(dtype, dimensions, "C")

    signature = types.int64(
        types.uint64,
        types.uint64,
        types.int64,
        types.int64,
        array(from_dtype(packed_dtype(Rules))),
        array(from_dtype(GAME.state)),
        array(from_dtype(WORDS_DTYPE)),
        array(from_dtype(GAME.outcome)),
        array(types.int64, 2),
        array(types.uint8),
    )
    return entry(_log_games, signature=signature, content="dice harness")


def games_of(table: Table, *, seed: int, first: int, count: int) -> list[Game]:
    """Games as the plain kernel plays them, with every roll."""
    states = np.zeros(count + 1, GAME.state)
    outcomes = np.zeros(count, GAME.outcome)
    rolls, faces = np.zeros((MOST_ROLLS, 4), np.int64), np.zeros(MOST_FACES, np.uint8)
    n = log_entry().call(
        uint64(seed),
        uint64(first),
        count,
        table.players,
        pack(table.rules),
        states,
        np.zeros(1, WORDS_DTYPE),
        outcomes,
        rolls,
        faces,
    )
    games: list[Game] = []
    for k in range(count):
        state = states[k]
        outcome = {name: int(outcomes[k][name]) for name in GAME.outcome.names or ()}
        units = [int(u) for u in state["units"][: table.players]]
        games.append(Game(int(state["first"]), outcome, units, int(state["pot"]), []))
    at = 0
    for k, seat, void, dice in rolls[:n].tolist():
        thrown = tuple(int(f) for f in faces[at : at + dice])
        games[k].events.append(("void" if void else "rolled", seat, thrown))
        at += dice
    return games


def bulk_outcomes(table: Table, *, seed: int, first: int, count: int) -> np.ndarray[Any, Any]:
    """The outcomes as the bulk engine gives them."""
    return outcomes_of(
        GAME,
        seating_of(GAME, [], [[0] * table.players], [0]),
        rules=pack(table.rules),
        players=table.players,
        seed=seed,
        first=first,
        count=count,
    )


def check_table(table: Table, *, seed: int, first: int, count: int) -> list[Game]:
    """Games of kernel and engine, asserted to be those of the oracle; returns them."""
    games = games_of(table, seed=seed, first=first, count=count)
    bulk = bulk_outcomes(table, seed=seed, first=first, count=count)
    for k, game in enumerate(games):
        where = f"{table}, seed {seed}, game {first + k}"
        assert {n: int(bulk[k][n]) for n in game.outcome} == game.outcome, where
        thrown = iter(game.events)

        def dice(seat: int, number: int, thrown: Any = thrown) -> list[int]:
            _, roller, faces = next(thrown)
            assert (roller, len(faces)) == (seat, number)
            return list(faces)

        told = oracle.play_game(table.oracle_rules(), table.players, dice, first=game.first)
        assert next(thrown, None) is None, where
        assert told.events == game.events, where
        assert (told.units, told.pot) == (game.units, game.pot), where
        expected = {name: int(getattr(told, name)) for name in game.outcome}
        assert expected == game.outcome, where
    return games


# ---------------------------------------------------------------- simulation against exact


class Distance(NamedTuple):
    """How far a simulated number is from the exact one, in standard errors."""

    players: int
    preset: str
    name: str
    simulated: float
    exact: float
    z: float


def distances(players: int, preset: str, *, games: int, seed: int) -> list[Distance]:
    """Every number that is known exactly, simulated, and the chances of each number of turns."""
    result = cardsim.run("dice-game", games, players=players, preset=preset, seed=seed)
    found = []
    for name, (value, errors) in result.exact.items():
        if errors is not None and name != "minutes":
            simulated = result.estimates[name].value
            found.append(Distance(players, preset, name, simulated, value, errors))
    law = cardsim.exact("dice-game", players=players, preset=preset).tables["distribution"]
    chances = law["chance"].to_numpy()
    seen = np.zeros(len(chances) + 1)
    turns, counts = (result.tables["turns"][c].to_numpy() for c in ("turns", "count"))
    np.add.at(seen, np.minimum(turns, len(chances)), counts)
    # Pearson's chi-square over the numbers of turns that are not too rare, as a normal deviate.
    common = chances * games >= 25
    rest = games - seen[:-1][common].sum()
    expected = games * np.append(chances[common], max(1 - chances[common].sum(), 1e-300))
    both = np.append(seen[:-1][common], rest)
    chi = float(((both - expected) ** 2 / np.maximum(expected, 1e-9)).sum())
    freedom = len(both) - 1
    z = (chi - freedom) / math.sqrt(2 * freedom)
    found.append(Distance(players, preset, "turns, chi-square", chi, freedom, z))
    return found


def main() -> None:
    """Hold simulation against the exact chain."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=float, default=1e7)
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args()
    everything: list[Distance] = []
    for preset in PRESETS:
        for players in range(2, 7):
            found = distances(players, preset, games=int(options.games), seed=options.seed)
            everything += found
            row = "  ".join(f"{d.name} {d.z:+.1f}" for d in found)
            print(f"{players} {preset:13} {row}", flush=True)  # noqa: T201
    worst = max(everything, key=lambda d: abs(d.z))
    squares = sum(d.z**2 for d in everything) / len(everything)
    end = f"{len(everything)} comparisons, mean square of z {squares:.2f}, the worst: {worst}"
    print(end)  # noqa: T201


if __name__ == "__main__":
    main()
