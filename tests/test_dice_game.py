"""The compiled Dice Game: one by one and at once, its invariants, and the exact chain."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy import uint32

import cardsim
import harness
from cardsim import UserError
from cardsim.dice import FACES, THROWS
from cardsim.engine import bulk as engine
from cardsim.engine.hand_loop import STOPPED
from cardsim.games.dice_game import GAME, batch
from cardsim.games.dice_game.rules import MOST_START_UNITS, PRESETS, Rules
from cardsim.games.dice_game.state import SEATS
from cardsim.options.params import pack
from cardsim.rng import BLOCK, RETRY_BLOCKS, word_at
from cardsim.runs import preparation, replays
from checks import ALARM_Z, assert_mean
from harness import Play, Tally, table_of
from harnesses.dice_game import PART
from in_bulk import seating_of


def table(players: int, rules: Rules) -> harness.Table:
    return table_of(PART, rules, [[0] * players])


def check(players: int, rules: Rules, *, seed: int, first: int, count: int) -> None:
    """Games one by one and at once, asserted to be those of the oracle."""
    harness.check_hands(table(players, rules), seed=seed, first=first, count=count, tally=Tally())


def preset_rules(name: str) -> Rules:
    return Rules(**PRESETS[name])  # type: ignore[arg-type]


# ---------------------------------------------------------------- the oracle


@pytest.mark.parametrize(
    ("players", "start_units"), [(2, 20), (4, 10), (5, 8), (8, 5), (8, 6), (16, 30), (2, 30)]
)
def test_many_units_are_played_as_the_oracle_does(players: int, start_units: int) -> None:
    for max_dice in ("none", 1, 7):
        rules = Rules(start_units=start_units, max_dice=max_dice)
        check(players, rules, seed=3, first=2**40, count=8)


# ---------------------------------------------------------------- games at once, games alone


def test_games_played_at_once_are_those_played_one_by_one() -> None:
    """Also those of more than 255 turns, which a lane cannot hold."""
    long = Rules(start_units=5, max_dice=1)
    for players, rules in ((6, Rules()), (8, preset_rules("lcr")), (8, long)):
        check(players, rules, seed=5, first=2**33 - 100, count=200)

    at_once = table(8, long).play_many(seed=5, first=2**33 - 100, count=200)
    assert (at_once["turns"] > batch.MOST_TURNS).sum() > 20


def test_a_rejected_word_is_replaced_in_a_lane_too() -> None:
    """Such a word comes once in 3.4 million; a search finds the games that meet one."""
    threshold = 2**32 % THROWS
    seed = 9
    games = np.arange(3_000_000, dtype=np.uint64)
    first = _first_words(seed, games)
    rejected = games[(first * np.uint64(THROWS) & np.uint64(0xFFFFFFFF)) < threshold]
    assert len(rejected) > 0

    for game in rejected[:3].tolist():
        check(4, Rules(), seed=seed, first=game - 2, count=5)
        traced = Play(table(4, Rules()), seed=seed, hand=game)
        word = int(word_at(np.uint64(seed), np.uint64(game), uint32(0), RETRY_BLOCKS, 0))
        thrown = word * THROWS >> 32
        faces = tuple(thrown // FACES**die % FACES + 1 for die in range(3))
        assert traced.events[0][2] == faces


def _first_words(seed: int, games: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The first word of each game: Philox on numpy arrays."""
    low = np.uint64(0xFFFFFFFF)
    half = np.uint64(32)
    zero = np.zeros(len(games), np.uint64)
    c0, c1, c2, c3 = zero, zero, games & low, games >> half
    k0, k1 = seed & 0xFFFFFFFF, seed >> 32
    for _ in range(10):
        a, b = np.uint64(0xD2511F53) * c0, np.uint64(0xCD9E8D57) * c2
        c0, c1, c2, c3 = (
            (b >> half) ^ c1 ^ np.uint64(k0),
            b & low,
            (a >> half) ^ c3 ^ np.uint64(k1),
            a & low,
        )
        k0, k1 = (k0 + 0x9E3779B9) & 0xFFFFFFFF, (k1 + 0xBB67AE85) & 0xFFFFFFFF
    return c0


def test_every_game_has_all_its_words_from_its_own_part_of_the_stream() -> None:
    """With the most units, and one die a roll, dice are words; 5 standard deviations more."""
    most = 6 * (SEATS * MOST_START_UNITS - 1)
    spread = (30 * SEATS * MOST_START_UNITS) ** 0.5

    assert most + 5 * spread < RETRY_BLOCKS * BLOCK


def test_a_run_is_the_same_on_any_number_of_threads() -> None:
    one = cardsim.run("dice-game", 30_000, seed=1, threads=1, chunk=777)
    two = cardsim.run("dice-game", 30_000, seed=1, threads=2)
    both = cardsim.run("dice-game", 20_000, seed=1).more(10_000)

    assert one.to_json() == two.to_json() == both.to_json()


@pytest.mark.parametrize("players", [6, 12])
def test_a_stopped_engine_comes_back(players: int) -> None:
    ending = engine.play(
        GAME,
        seating_of(GAME, [], [[0] * players], [0]),
        engine.Memory(GAME, rows=1000),
        rules=pack(Rules()),
        players=players,
        unit=0,
        seed=1,
        first=0,
        count=1000,
        stop=np.ones(1, np.uint8),
    )

    assert ending.status == STOPPED


# ---------------------------------------------------------------- invariants, section 11


def test_units_are_neither_made_nor_lost_and_the_pot_never_shrinks() -> None:
    for players, rules in ((4, Rules()), (11, Rules(max_dice=3)), (3, preset_rules("lcr"))):
        options = {"max_dice": rules.max_dice, "end_condition": rules.end_condition}
        setup = preparation.prepare("dice-game", players=players, seed=6, options=options)
        for game in range(40):
            states = [step.after for step in replays.replay(setup, game).steps]

            pots = [int(s["pot"]) for s in states]
            assert pots == sorted(pots)
            for s in states:
                units = s["units"][:players].sum()
                assert units + s["pot"] == 3 * players
                assert s["out"] == units
            for before, after in pairwise(states):
                sixes = (after["faces"][: after["thrown"]] == 6).sum()
                if after["turns"] > before["turns"] and not after["wiped"]:
                    assert after["pot"] - before["pot"] == sixes


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("preset", PRESETS)
def test_a_game_takes_as_many_turns_as_seats_must_lose_units(players: int, preset: str) -> None:
    rules = preset_rules(preset)
    outcomes = table(players, rules).play_many(seed=7, first=0, count=20_000)

    fewest = players if rules.end_condition == "one-unit-left" else players - 1
    assert outcomes["turns"].min() >= fewest
    assert (outcomes["turns"] <= outcomes["visits"]).all()
    assert (outcomes["turns"] <= outcomes["dice"]).all()
    if rules.end_condition == "one-holder":
        assert not outcomes["wiped"].any()


# ---------------------------------------------------------------- the exact chain


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


@pytest.mark.parametrize("games", [200_000, pytest.param(10_000_000, marks=pytest.mark.deep)])
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.kept(3, full=5)
def test_simulation_and_exact_chain_agree(players: int, preset: str, games: int) -> None:
    """False alarm 1e-6 each."""
    found = distances(players, preset, games=games, seed=players)

    assert {"turns", "visits", "dice", "player_1_wins", "turns, chi-square"} <= {
        d.name for d in found
    }
    for distance in found:
        # The chi-square has a longer tail than the normal law.
        limit = 7.5 if distance.name == "turns, chi-square" else ALARM_Z
        assert abs(distance.z) < limit, distance


@pytest.mark.parametrize(
    "options",
    [
        {"wipe_out": "no-winner"},
        {"wipe_out": "reroll"},
        {"resolution": "sequential-stop"},
        {"first_player": "random"},
        {"start_units": 5, "max_dice": 2},
        {"max_dice": 1, "end_condition": "one-holder"},
    ],
    ids=str,
)
def test_simulation_and_exact_chain_agree_with_other_rules(options: dict[str, Any]) -> None:
    result = cardsim.run("dice-game", 200_000, players=3, seed=11, **options)

    assert {"turns", "visits", "dice", "player_1_wins", "player_3_wins"} <= set(result.exact)
    for name, (value, errors) in result.exact.items():
        if errors is not None:
            assert abs(errors) < ALARM_Z, (name, value, errors)


def test_dice_follow_the_identity_of_the_rules_file() -> None:
    """Section 12: the mean is six times the units in the pot at the end, wiped out ones too."""
    for players, start_units in ((2, 1), (4, 3), (6, 5), (13, 2)):
        units = players * start_units
        result = cardsim.run("dice-game", 100_000, players=players, start_units=start_units, seed=3)

        dice, wiped = result.estimates["dice"], result.estimates["wiped"].value
        spread = (30 * units) ** 0.5
        assert_mean((dice.value, dice.sd, dice.n), 6 * (units - 1 + wiped), resolves=0.05 * spread)


# ---------------------------------------------------------------- how it is told


def test_seconds_a_turn_change_the_minutes_and_nothing_that_is_played() -> None:
    usual = cardsim.run("dice-game", 5000, seed=1)
    slow = cardsim.run("dice-game", 5000, seed=1, seconds_per_turn=60)

    assert all(usual.tables[n].equals(slow.tables[n]) for n in usual.tables)
    assert slow.estimates["minutes"].value == pytest.approx(usual.estimates["turns"].value)
    assert slow.estimates["minutes"].value == pytest.approx(3 * usual.estimates["minutes"].value)
    assert "60 seconds a turn" in slow.sentence
    assert "--seconds-per-turn 60" in slow.spec.command(slow.game)


def test_the_sentence_says_how_long_it_lasts_and_of_no_hero() -> None:
    result = cardsim.run("dice-game", 20_000, players=4, seed=1)

    assert result.sentence.startswith("With 4 players a game lasts ")
    assert "(± 0.1) turns on average" in result.sentence
    assert "9 games in 10 take 17 to 48 turns, 5.7 to 16 minutes" in result.sentence
    assert "hero" not in result.sentence


@pytest.mark.parametrize(
    ("option", "flag"), [("strategy", "--strategy"), ("vs", "--vs"), ("seats", "--seat")]
)
def test_strategies_are_refused_with_the_reason(option: str, flag: str) -> None:
    given: dict[str, Any] = {option: "bold"}

    with pytest.raises(UserError, match=f"{flag} bold has no effect .* nobody decides"):
        cardsim.run("dice-game", 10, **given)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"players": 1}, "--players must be a whole number from 2 to 16, not 1"),
        ({"players": 17}, "--players must be a whole number from 2 to 16, not 17"),
        ({"start_units": 0}, "--start-units must be a whole number from 1 to 30, not 0"),
        ({"max_dice": 0}, "--max-dice must be none, or a whole number from 1 to 1000, not 0"),
        ({"max_dice": "some"}, "--max-dice must be none, or a whole number"),
        ({"seconds_per_turn": 0}, "--seconds-per-turn must be a number from 0.1 to 3600, not 0"),
        ({"preset": "lcr", "resolution": "sequential-stop"}, "it needs --end-condition one-unit"),
        ({"preset": "lcr-uncapped", "wipe_out": "reroll"}, "it needs --end-condition one-unit"),
        (
            {"resolution": "sequential-stop", "wipe_out": "no-winner"},
            "it needs --resolution simultaneous",
        ),
        ({"bold": 1}, "no option --bold for dice-game"),
        ({"preset": "left-center-right"}, "no preset called 'left-center-right' for dice-game"),
    ],
)
def test_what_makes_no_sense_is_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(UserError, match=reason):
        cardsim.run("dice-game", 10, **options)
    if "players" not in options:
        with pytest.raises(UserError, match=reason):
            cardsim.exact("dice-game", **options)
