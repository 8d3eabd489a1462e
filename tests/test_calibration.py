"""Whether what advice says comes true: `cardsim calibrate`."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import pytest

import cardsim
from cardsim.ask.frames import played_here, recorder_of
from cardsim.cli import delivery
from cardsim.games import load_game
from cardsim.runs.preparation import resolve
from cardsim.runs.request import Request
from cardsim.show.pages import html_of
from cardsim.statistics.calibration import Sums, agreement, bins
from cardsim.table import calibrating, calibration_story
from cardsim.table.calibrated import FEWEST
from cardsim.table.calibrating import WORLDS
from cardsim.table.calibration_story import story
from cardsim.table.positions import own_name
from cardsim.table.replayed import replay_of
from typed import Command
from unnoted import UNNOTED

ASKED: dict[str, Any] = {
    "by": "knock",
    "worlds": 4,
    "unit": "hand",
    "vs": "usual",
    "seed": 11,
    "progress": False,
}


@pytest.fixture(scope="module")
def found() -> cardsim.Calibration:
    """Few decisions of Scat, valued by few worlds."""
    return cardsim.calibrate("scat", 30, threads=1, **ASKED)


# ---------------------------------------------------------------- the numbers


def test_agreement_is_worked_out_of_whole_numbers() -> None:
    """Said 0, 2, 4 and came 1, 1, 4, by hand."""
    one = agreement(Sums.of([0, 2, 4], [1, 1, 4]), 0.5)

    assert (one.n, one.said, one.came, one.gap) == (3, 1, 1, 0)
    assert one.z == 0
    # Differences 1, -1, 0; came lies 1, 1 and -2 from its mean.
    assert one.error == pytest.approx(0.5 * (1 / 3) ** 0.5)
    assert one.skill == pytest.approx(1 - (2 / 3) / (6 / 2))
    assert one.slope == pytest.approx(6 / 8)
    assert one.slope_error == pytest.approx(((6 - 6**2 / 8) / 1 / 8) ** 0.5)


def test_sums_of_parts_add_up_to_those_of_all() -> None:
    said, came = [3, 1, 4, 1, 5], [2, 7, 1, 8, 2]

    assert Sums.of(said[:2], came[:2]) + Sums.of(said[2:], came[2:]) == Sums.of(said, came)


def test_where_the_same_comes_always_there_is_no_skill_and_no_slope() -> None:
    same, gap = agreement(Sums.of([2, 2], [2, 2]), 1.0), agreement(Sums.of([2, 2], [3, 3]), 1.0)

    assert same.z == 0
    assert np.isnan([same.skill, same.slope, same.slope_error]).all()
    assert gap.z == np.inf


@pytest.mark.parametrize(("added", "least", "most"), [(0.0, -4, 4), (0.1, -99, -5)])
def test_a_forecaster_is_calibrated_unless_he_says_too_much(
    added: float, least: float, most: float
) -> None:
    """A false alarm comes once in sixteen thousand times."""
    rng = np.random.default_rng(5)
    true = rng.beta(2, 3, 2000)
    came = (rng.random(2000) < true).astype(int)
    said = np.minimum(true + added, 1)

    one = agreement(Sums.of((1000 * said).astype(int).tolist(), (1000 * came).tolist()), 1e-3)

    assert least < one.z < most
    assert one.skill > 0


def test_worlds_by_default_are_enough_to_tell_a_slope() -> None:
    """Chances differ by 9 in 100, as in Ninety-Nine; with 128 worlds the slope is 0.84."""
    rng = np.random.default_rng(9)
    true = rng.normal(0.28, 0.09, 200_000).clip(0, 1)
    said = rng.binomial(WORLDS, true)
    came = WORLDS * (rng.random(len(true)) < true)

    one = agreement(Sums.of(said.tolist(), came.tolist()), 1 / WORLDS)

    assert one.slope - 4 * one.slope_error > 0.85
    assert one.slope + 4 * one.slope_error < 1.15


def test_bins_of_shares_are_tenths_and_of_others_have_as_many_each() -> None:
    said, came = np.array([0, 0.1, 0.25, 0.29, 1]), np.array([0, 0, 1, 0, 1])

    tenths = bins(said, came, shares=True)
    assert [(round(one.low, 1), one.n, one.came) for one in tenths] == [
        (0.0, 1, 0.0),
        (0.1, 1, 0.0),
        (0.2, 2, 0.5),
        (0.9, 1, 1.0),
    ]
    assert all(one.came_low <= one.came <= one.came_high for one in tenths)
    points = np.arange(50.0)
    assert {one.n for one in bins(points, points, shares=False)} == {5}
    assert [one.n for one in bins(np.zeros(9), np.ones(9), shares=False)] == [9]
    # The first two came alike, which does not make sure of what others like them would do.
    alike = bins(np.arange(20.0), np.array([3.0] * 2 + [*range(18)]), shares=False)[0]
    assert alike.came_low < alike.came == 3 < alike.came_high


# ---------------------------------------------------------------- the games

UNITS = {
    "bridge": "board",
    "casino": "hand",
    "cheat": "game",
    "chinese-ten": "hand",
    "counter-cameroon": "game",
    "euchre": "hand",
    "gin-rummy": "hand",
    "ninety-nine": "hand",
    "scat": "hand",
    "spades": "hand",
    "square-nine": "hand",
}
KINDS = {"scat": "draw-source:somebody-knocked"}
"""Kinds of decisions apart by what matters most, where a few decisions can tell."""
FIELDS = ("bridge", "counter-cameroon", "euchre", "scat")
"""Games whose advice among all that the field draws is looked at in the full tier."""
SLOW = {"cheat": 100, "gin-rummy": 150, "scat": 200, "spades": 200}
"""Numbers of decisions of games in which one takes longest; the others have 400."""
TELLS = 0.05
"""A standard error of the slope at which it can be told from 0.85 and 1.15."""


@pytest.mark.parametrize(
    ("game", "vs"),
    [
        pytest.param(game, vs, marks=pytest.mark.full if game in games else pytest.mark.deep)
        for vs, games in (("usual", UNITS), ("field", FIELDS))
        for game in UNITS
    ],
)
def test_a_little_advice_on_every_game_is_calibrated(game: str, vs: str) -> None:
    """A false alarm comes once in sixteen thousand times for each kind; the seed is fixed."""
    asked: dict[str, Any] = {"by": KINDS.get(game), "unit": UNITS[game], "vs": vs, "seed": 48}

    said = cardsim.calibrate(game, 40, worlds=32, progress=False, **asked)

    kinds = [one for one in said.by_kind.values() if one.n >= FEWEST]
    assert all(abs(one.z) < 4 for one in (said.overall, *kinds))


@pytest.mark.full
def test_late_in_a_game_of_cheat_earlier_piles_tell_who_holds_what() -> None:
    """By the claims of the present pile alone skill was 0.39 and 0.86; the seed is fixed."""
    asked: dict[str, Any] = {"by": "challenge", "vs": "usual", "seed": 49, "worlds": 64}

    said = cardsim.calibrate("cheat", 120, progress=False, **asked)

    *_, later, latest = said.by_kind.values()
    assert "16th" in str([*said.by_kind][-1])
    assert min(later.n, latest.n) > 15
    assert max(abs(later.z), abs(latest.z)) < 4
    assert later.skill > 0.5
    assert latest.skill > 0.9


@pytest.mark.parametrize("vs", ["usual", "field", "same"])
@pytest.mark.parametrize("game", UNITS)
@pytest.mark.deep
def test_advice_on_every_game_is_calibrated(game: str, vs: str) -> None:
    """A false alarm comes once in sixteen thousand times for all decisions of a game and company.

    For a kind of 50 decisions it comes once in five thousand times, and for a slope once in 370.
    The seed is fixed. A decision takes 0.1 to 1 second.
    """
    many = SLOW.get(game, 400)

    said = cardsim.calibrate(game, many, unit=UNITS[game], vs=vs, seed=49, progress=False)

    for kind, one in said.by_kind.items():
        if one.n >= 50:
            assert abs(one.z) < 4, (kind, one)
        if one.n >= 100:
            assert one.skill > 0, (kind, one)
    assert abs(said.overall.z) < 4
    assert said.overall.skill > 0
    if said.overall.slope_error < TELLS:
        assert 0.85 < said.overall.slope < 1.15


# ---------------------------------------------------------------- places told in words

MOST_HANDS = 1500
"""Hands of which decisions are drawn to be told in words."""


@pytest.mark.parametrize("game", UNNOTED)
@pytest.mark.deep
def test_advice_on_places_told_in_words_is_calibrated(game: str) -> None:
    """Somebody tells what he sees on the table and in his hand, and has noted nothing else.

    One decision of a hand at most is drawn, by its number. A false alarm comes once in sixteen
    thousand times; the seed is fixed. As long as no past was imagined Scat's chances were 17
    standard errors too high, and those of Ninety-Nine 6 too low. In Casino nobody had captured the
    cards that were not told. Cheat's were 4 too high as long as nothing had happened in earlier
    piles.

    In Bridge, Chinese Ten, Euchre and Spades all calls and cards of the hand have to be said. What
    is said in full gives the view back (`test_situations.py`), and is weighed as a replay is.
    """
    told = UNNOTED[game]
    asked: dict[str, Any] = {"players": told.players, "unit": told.unit, "vs": "field"}
    asked["strategy"] = told.strategy or own_name(load_game(game))
    run = resolve(Request(game, seed=4242, **asked), 1)
    apart: list[tuple[float, float]] = []
    column, chance = run.unit.column(run.unit.won_by), np.random.default_rng(4242)
    sign = -1 if run.unit.won_by.lower_is_better else 1
    for hand in range(MOST_HANDS):
        number = int(chance.integers(told.spread))
        shown = replay_of(run, hand)
        waits = (
            (step, place)
            for step in shown.steps
            if step.decision is not None
            and step.decision.name in told.decision.split()
            and step.seat == run.spec.hero_of(hand)
            and (place := told.said(step.before, told.players)) is not None
        )
        step, place = next(islice(waits, number, None), (None, {}))
        if step is None:
            continue
        said = cardsim.advise(game, worlds=told.worlds, seed=hand, **asked, **place)
        came = sign * float(np.ravel(shown.trace.outcome[column.field])[0]) * column.scale
        same = (c.value for c in said.choices if np.array_equal(c.action, step.action))
        value = next(same, None)
        if value is not None:
            apart.append((value, came))
        if len(apart) == told.many:
            break

    assert len(apart) > told.many // 2
    values, came_of = np.array(apart).T
    off = came_of - values
    assert abs(off.mean()) < 4 * off.std(ddof=1) / math.sqrt(len(off))
    assert (off**2).sum() < ((came_of - came_of.mean()) ** 2).sum()


# ---------------------------------------------------------------- the answer


@pytest.mark.full
def test_the_same_decisions_come_of_one_thread_of_two_and_of_its_command(
    found: cardsim.Calibration, command: Command
) -> None:
    again = cardsim.calibrate("scat", 30, threads=2, **ASKED)
    said = command(f"{found.command.removeprefix('cardsim ')} --json --quiet")

    assert again.to_json() == found.to_json()
    assert json.loads(said.out) == json.loads(found.to_json())
    assert "--by knock --unit hand --strategy watchful --vs threshold --worlds 4" in found.command


@pytest.mark.full
def test_a_hand_has_one_decision_at_most_and_that_can_be_asked_about(
    found: cardsim.Calibration,
) -> None:
    rows = found.counts()
    assert rows["hand"].is_sorted()
    assert rows["hand"].n_unique() == rows.height == 30
    assert [one.n for one in found.by_kind.values()] == found.frame()["n"].to_list()

    last = found.found[-1]
    place = f"11:{last.hand}:{last.step}"
    table: dict[str, Any] = {"strategy": "watchful", "vs": "usual", "unit": "hand"}
    advised = cardsim.advise("scat", replay=place, worlds=100, **table)

    assert advised.decision == "knock"


@pytest.mark.full
def test_ctrl_c_ends_a_decision_that_is_being_valued(found: cardsim.Calibration) -> None:
    setup, hand = replace(found._setup, stop=np.zeros(1, np.uint8)), found.found[0].hand
    (played,) = played_here(setup, recorder_of(setup), range(hand, hand + 1))
    met = next(calibrating.met_in(setup, played, calibrating.looks_of(setup.game, ("knock",))))
    step, before = played.steps[met.at], played.states[met.at - 1]
    stopped = replace(setup, stop=np.ones(1, np.uint8))

    with pytest.raises(KeyboardInterrupt):
        calibrating.said_of(stopped, step, before, hand=hand, worlds=400, seed=1)


@pytest.mark.full
def test_the_terminal_and_the_page_have_kinds_and_bins(found: cardsim.Calibration) -> None:
    text = "\n".join(delivery.told(found, story(found)))

    assert f"Again          {found.command}" in text
    for kind in found.by_kind:
        assert str(kind) in text
        assert str(kind) in html_of(found).decode()
    chart = calibration_story.story(found).sections[0].chart
    assert chart is not None
    came, said = chart.series
    assert said.y == tuple(found.times * one.said for one in found.bins)
    ends = [x for three in zip(came.low, came.y, came.high, strict=True) for x in three]
    bounds = [x for one in found.bins for x in (one.came_low, one.came, one.came_high)]
    assert ends == pytest.approx([found.times * x for x in bounds], nan_ok=True)
    assert "nan" not in text
    few = [one for one in found.by_kind.values() if one.n < FEWEST]
    assert all(found.texts(one)[2:] == ("", "", "", "") for one in few)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("scat --worlds 0", "--worlds must be a whole number from 2 to 100000, not 0"),
        ("scat -n 0", "-n must be a whole number of at least 1"),
        ("scat -n 1e6", "-n must be a whole number from 1 to 100000, not 1000000"),
        ("scat --by knok", "--by must name a decision of scat (*), not 'knok'"),
        ("scat --by knock --by knock:value", "--by knock:value names knock twice"),
        ("scat --by knock:valu", "--by knock must name features of scat, not 'valu'"),
        ("scat --unit hand --by hammer", "in 200 hands you have hardly any choice at hammer"),
        (
            "scat --by knock:value,turn -n 1",
            "--by tells * kinds of decisions apart, and at most 40 are",
        ),
        ("scat --strategy look-ahead", "'look-ahead' looks ahead or is not compiled, and cannot"),
        ("scat --vs look-ahead", "'look-ahead' looks ahead or is not compiled, and cannot"),
        ("dice-game", "nobody decides anything in dice-game: there is nothing to advise"),
        ("scat --threads 0", "--threads must be a whole number from 1 to 1024, not 0"),
        ("scat -o x.txt", "--output x.txt must end in *"),
    ],
)
@pytest.mark.kept(4)
def test_what_cannot_be_calibrated_is_said_in_a_line(
    command: Command, words: str, message: str
) -> None:
    said = command(f"calibrate {words} --seed 1 --quiet")

    assert (said.status, said.out) == (2, "")
    first = said.err.splitlines()[0].removeprefix("cardsim: ")
    pattern = message.split("*")
    assert first.startswith(pattern[0])
    assert all(part in first for part in pattern)
