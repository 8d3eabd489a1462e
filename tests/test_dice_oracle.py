"""The oracle of the Dice Game plays the worked examples and keeps the invariants.

RULES.md of the game, section 10 (examples, by number) and section 11 (invariants).
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracles.dice_game import GameResult, Roll, Rules, move_units, play_game

pytestmark = pytest.mark.full

SEED = Rules()
SEED_CAPPED = Rules(max_dice=3)
LCR = Rules(max_dice=3, end_condition="one-holder")
LCR_UNCAPPED = Rules(end_condition="one-holder")
PRESETS = (SEED, SEED_CAPPED, LCR, LCR_UNCAPPED)


class EnoughError(Exception):
    """The script has no more dice."""


def script(*rolls: str) -> Roll:
    """Dice from a script: one text of faces for each roll."""
    left = iter(rolls)

    def roll(_seat: int, _dice: int) -> list[int]:
        for faces in left:
            return [int(face) for face in faces.split()]
        raise EnoughError

    return roll


def no_dice(seat: int, dice: int) -> list[int]:
    raise AssertionError(f"seat {seat} rolls {dice} dice")


def random_dice(seed: int) -> Roll:
    source = random.Random(seed)
    return lambda _seat, dice: [source.randint(1, 6) for _ in range(dice)]


def rollers_of(rules: Rules, rolls: Iterable[str], **start: object) -> list[tuple[int, int]]:
    """Seat and dice of each roll asked for, the one after the script included."""
    asked: list[tuple[int, int]] = []
    scripted = script(*rolls)

    def roll(seat: int, dice: int) -> list[int]:
        asked.append((seat, dice))
        return scripted(seat, dice)

    with pytest.raises(EnoughError):
        play_game(rules, 3, roll, **start)  # type: ignore[arg-type]
    return asked


@pytest.mark.parametrize(
    ("rules", "before", "roller", "dice", "after", "to_pot"),
    [
        pytest.param(SEED, [3, 3, 3], 0, [4, 5, 6], [0, 4, 4], 1, id="example 1"),
        pytest.param(SEED, [0, 4, 4], 1, [1, 4, 6, 6], [0, 1, 5], 2, id="example 2"),
        pytest.param(SEED_CAPPED, [0, 4, 4], 1, [1, 4, 6], [0, 2, 5], 1, id="example 3"),
        pytest.param(LCR, [1, 2, 0], 0, [4], [0, 3, 0], 0, id="example 10"),
        pytest.param(SEED, [1, 1], 0, [5], [0, 2], 0, id="example 12"),
    ],
)
def test_dice_move_units_as_in_the_worked_examples(
    rules: Rules, before: list[int], roller: int, dice: list[int], after: list[int], to_pot: int
) -> None:
    assert move_units(rules, before, roller, dice) == (after, to_pot)


def test_a_roll_has_a_die_for_each_unit_and_the_turn_passes_to_the_left() -> None:
    """Examples 1 and 2."""
    assert rollers_of(SEED, ["4 5 6", "1 4 6 6"]) == [(0, 3), (1, 4), (2, 5)]


def test_a_capped_roll_has_three_dice() -> None:
    """Example 3."""
    start = {"units": [0, 4, 4], "pot": 1, "first": 1}

    assert rollers_of(SEED_CAPPED, ["1 4 6"], **start) == [(1, 3), (2, 3)]


def test_the_last_unit_wins_without_another_roll() -> None:
    """Example 4."""
    game = play_game(SEED, 3, no_dice, units=[0, 1, 0], pot=8)

    assert (game.winner, game.payoffs, game.turns) == (1, [-3, 6, -3], 0)


def test_a_sole_holder_of_two_units_rolls_on_when_one_unit_must_be_left() -> None:
    game = play_game(SEED, 3, script("1 1", "1 6"), units=[2, 0, 0], pot=7)

    assert (game.winner, game.turns, game.visits, game.dice) == (0, 2, 4, 4)


def test_the_die_after_the_deciding_six_is_void_in_sequence() -> None:
    """Example 6."""
    rules = Rules(resolution="sequential-stop")

    game = play_game(rules, 3, script("6 4"), units=[2, 0, 0], pot=7)

    assert (game.units, game.pot, game.winner, game.dice) == ([1, 0, 0], 8, 0, 2)


def test_the_same_dice_thrown_together_give_the_unit_away() -> None:
    game = play_game(SEED, 3, script("6 4"), units=[2, 0, 0], pot=7)

    assert (game.units, game.pot, game.winner) == ([0, 1, 0], 8, 1)


def test_dice_in_sequence_never_wipe_out() -> None:
    rules = Rules(resolution="sequential-stop", wipe_out="no-winner")

    game = play_game(rules, 3, script("6 6"), units=[2, 0, 0], pot=7)

    assert (game.units, game.winner, game.wiped) == ([1, 0, 0], 0, False)


def test_the_roller_keeps_the_last_unit_of_a_wipe_out() -> None:
    game = play_game(SEED, 3, script("6 6"), units=[2, 0, 0], pot=7)

    assert (game.units, game.pot, game.winner, game.wiped) == ([1, 0, 0], 8, 0, True)
    assert game.payoffs == [6, -3, -3]


def test_nobody_wins_a_wipe_out_without_a_guard() -> None:
    """Example 8."""
    game = play_game(Rules(wipe_out="no-winner"), 3, script("6 6"), units=[2, 0, 0], pot=7)

    assert (game.units, game.pot, game.winner, game.wiped) == ([0, 0, 0], 9, -1, True)
    assert game.payoffs == [-3, -3, -3]


def test_a_void_roll_is_repeated_and_not_counted() -> None:
    rolls = script("6 6", "6 6", "4 6")

    game = play_game(Rules(wipe_out="reroll"), 3, rolls, units=[2, 0, 0], pot=7)

    assert game.events == [("void", 0, (6, 6)), ("void", 0, (6, 6)), ("rolled", 0, (4, 6))]
    assert (game.turns, game.visits, game.dice) == (1, 1, 2)
    assert (game.units, game.winner, game.wiped) == ([0, 1, 0], 1, True)


def test_a_sole_holder_wins_lcr_without_another_roll() -> None:
    """Example 9."""
    game = play_game(LCR, 3, no_dice, units=[2, 0, 0], pot=7)

    assert (game.winner, game.payoffs) == (0, [6, -3, -3])


def test_lcr_ends_when_the_last_two_holders_become_one() -> None:
    """Example 10."""
    game = play_game(LCR, 3, script("4"), units=[1, 2, 0], pot=6)

    assert (game.units, game.pot, game.winner) == ([0, 3, 0], 6, 1)


def test_two_players_can_be_done_in_two_turns() -> None:
    """Example 11."""
    game = play_game(SEED, 2, script("6 6 6", "6 6 1"))

    assert (game.units, game.pot, game.winner, game.turns) == ([0, 1], 5, 1, 2)


def test_a_broke_seat_is_skipped_and_counts_as_a_visit() -> None:
    game = play_game(SEED, 3, script("6"), units=[1, 0, 1], pot=7, first=1)

    assert (game.events, game.visits) == ([("rolled", 2, (6,))], 2)


def test_the_zero_run_counts_the_turns_that_the_winner_was_broke() -> None:
    rolls = script("6", "1", "4", "1", "6")

    game = play_game(SEED, 3, rolls, units=[1, 1, 1], pot=6)

    assert [seat for _, seat, _ in game.events] == [0, 1, 2, 0, 1]
    # Seat 0 is broke after the first two turns, then seat 2 hands him a unit.
    assert (game.winner, game.zero_run) == (0, 2)


def test_a_face_map_says_what_each_face_does() -> None:
    game = play_game(Rules(face_map="plrkkk"), 3, script("1 2"), units=[0, 0, 2], pot=7, first=2)

    assert (game.units, game.pot, game.winner) == ([1, 0, 0], 8, 0)


def test_the_wrong_number_of_dice_is_refused() -> None:
    with pytest.raises(ValueError, match="seat 0 throws 3 dice"):
        play_game(SEED, 3, script("1 2"))


# Invariants.

tables = st.builds(
    Rules,
    start_units=st.integers(1, 4),
    max_dice=st.sampled_from([0, 1, 2, 3]),
    wipe_out=st.sampled_from(["roller-keeps-one", "no-winner", "reroll"]),
    resolution=st.sampled_from(["simultaneous", "sequential-stop"]),
)
lcr_tables = tables.map(lambda r: replace(r, end_condition="one-holder", resolution="simultaneous"))
sizes = st.integers(2, 7)
seeds = st.integers(0, 2**32 - 1)


def positions(rules: Rules, players: int, game: GameResult) -> list[tuple[list[int], int]]:
    """Units by seat and pot after every roll that counted, without the wipe-out guard."""
    units, pot = [rules.start_units] * players, 0
    seen = []
    for kind, seat, faces in game.events:
        if kind == "rolled":
            units, to_pot = move_units(rules, units, seat, faces)
            pot += to_pot
            seen.append((units, pot))
    return seen


@given(rules=tables | lcr_tables, players=sizes, seed=seeds)
def test_no_unit_is_made_or_lost(rules: Rules, players: int, seed: int) -> None:
    """Invariants 1 and 2."""
    game = play_game(rules, players, random_dice(seed))

    total = players * rules.start_units
    seen = positions(rules, players, game)
    assert all(sum(units) + pot == total and min(units) >= 0 for units, pot in seen)
    pots = [0, *(pot for _, pot in seen)]
    assert pots == sorted(pots)
    assert sum(game.units) + game.pot == total


@given(rules=tables, players=sizes, seed=seeds)
def test_one_unit_is_left_at_the_end(rules: Rules, players: int, seed: int) -> None:
    """Invariant 3."""
    game = play_game(rules, players, random_dice(seed))

    left = 0 if game.wiped and rules.wipe_out == "no-winner" else 1
    assert sum(game.units) == left
    assert game.pot == players * rules.start_units - left
    assert (game.winner == -1) == (left == 0)


@given(rules=lcr_tables, players=sizes, seed=seeds)
def test_lcr_has_one_holder_at_the_end_and_no_wipe_out(
    rules: Rules, players: int, seed: int
) -> None:
    """Invariant 4."""
    game = play_game(rules, players, random_dice(seed))

    assert [seat for seat in range(players) if game.units[seat] > 0] == [game.winner]
    assert not game.wiped


@given(rules=tables | lcr_tables, players=sizes, seed=seeds)
def test_a_game_takes_as_many_turns_as_seats_must_lose_units(
    rules: Rules, players: int, seed: int
) -> None:
    """Invariant 5; with one unit each the winner need not roll."""
    game = play_game(rules, players, random_dice(seed))

    everybody = rules.end_condition == "one-unit-left" and rules.start_units > 1
    assert (players if everybody else players - 1) <= game.turns <= game.visits


@given(rules=tables | lcr_tables, players=sizes, seed=seeds)
def test_payoffs_sum_to_zero_unless_nobody_wins(rules: Rules, players: int, seed: int) -> None:
    """Invariant 6."""
    game = play_game(rules, players, random_dice(seed))

    assert sum(game.payoffs) == (0 if game.winner >= 0 else -players * rules.start_units)


@given(players=sizes, seed=seeds)
def test_the_way_the_dice_are_resolved_changes_neither_turns_nor_dice(
    players: int, seed: int
) -> None:
    together = play_game(SEED, players, random_dice(seed))
    in_sequence = play_game(Rules(resolution="sequential-stop"), players, random_dice(seed))

    assert together.events == in_sequence.events
    assert (together.turns, together.visits) == (in_sequence.turns, in_sequence.visits)


@given(rules=st.sampled_from(PRESETS), players=sizes, seed=seeds, first=st.integers(0, 6))
def test_another_first_seat_only_turns_the_table(
    rules: Rules, players: int, seed: int, first: int
) -> None:
    first %= players

    from_zero = play_game(rules, players, random_dice(seed))
    turned = play_game(rules, players, random_dice(seed), first=first)

    assert turned.winner == (from_zero.winner + first) % players
    assert (turned.visits, turned.zero_run) == (from_zero.visits, from_zero.zero_run)


@given(players=sizes, seed=seeds)
def test_a_winner_broke_for_some_turns_was_at_zero_in_as_many_positions(
    players: int, seed: int
) -> None:
    game = play_game(SEED, players, random_dice(seed))

    spell = longest = 0
    for units, _ in positions(SEED, players, game)[:-1]:
        spell = spell + 1 if units[game.winner] == 0 else 0
        longest = max(longest, spell)
    assert game.zero_run == longest
