"""Looking ahead in the toy games, beside a slow search that is written in plain Python."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from numba import types
from numba.np.numpy_support import from_dtype

import cardsim
from cardsim import Strategy
from cardsim.ask import frames
from cardsim.engine.counting import counted
from cardsim.engine.deciding import Chance
from cardsim.engine.look_ahead import room_of
from cardsim.engine.table import Table
from cardsim.game import Game
from cardsim.games import load_game
from cardsim.kernels.jit import Entry, entry, kernel
from cardsim.options.params import packed_dtype
from cardsim.rng import WORDS_DTYPE
from cardsim.runs import preparation
from cardsim.runs.hands import play_hands
from cardsim.runs.request import Request
from cardsim.statistics.calibration import Sums, agreement
from cardsim.table import calibrating
from cardsim.workspace import complete, load_strategy
from cardsim.worlds import plan_ahead, worth
from imagining import assert_blind

pytestmark = pytest.mark.usefixtures("workspace")
SEED = 4
OUTSIDE = 2**64 - 1
"""The number of the world in which a base strategy with chance says what it does itself."""

Records = np.ndarray[Any, Any]


@pytest.mark.parametrize("name", ["high-card", "side-by-side"])
@pytest.mark.full
def test_what_a_seat_cannot_see_has_no_part_in_what_it_finds(name: str) -> None:
    assert_blind(load_game(name))


@pytest.mark.full
def test_a_strategy_in_python_may_sit_at_the_same_table() -> None:
    plain = Strategy("high-card", compiled=False, swap=lambda view: view.value < 9)
    compiled = _prepared("high-card", vs="threshold:keep_from=9")

    asking = _prepared("high-card", vs=plain)

    assert asking.seating.deciders
    assert _played(asking, 0, 300).tobytes() == _played(compiled, 0, 300).tobytes()


def _prepared(game: str, **asked: Any) -> preparation.Setup:
    return preparation.prepare(game, strategy="look-ahead:worlds=3", seed=SEED, **asked)


def _played(setup: preparation.Setup, first: int, count: int) -> Records:
    outcomes = play_hands(setup, first, count)
    assert outcomes is not None
    return outcomes.copy()


@cache
def _imaginer(game: Game) -> Entry:
    imagine = game.imagine
    assert imagine is not None

    def fill(views, rules, words, states):  # type: ignore[no-untyped-def]
        imagine(views[0], rules[0], words[0], states[0])

    records = (game.view, packed_dtype(game.rules), WORDS_DTYPE, game.state)
    signature = types.void(*(types.Array(from_dtype(dtype), 1, "C") for dtype in records))
    return entry(fill, signature=signature, content=f"{game.name} {fill.__code__.co_code!r}")


class Slow:
    """The same search in plain Python, on tables in Python.

    Attributes:
        differs: how often it did not do what the base does.
        dropped: how often it was left to fewer actions.
    """

    def __init__(self, table: Table, unit: str, base: Strategy, *, worlds: int, doubt: float):
        self.table, self.base, self.worlds, self.doubt = table, base, worlds, doubt
        self.unit = table.game.units[unit](table.game.rules(), table.players)
        self.other = Table(table.game, None, table.players, unit=unit)
        self.differs = self.dropped = 0

    def choice(self) -> Any:
        if self.table.count == 1:
            return self.table.nth(0)
        chance = Chance(self.table.chances[self.table.seat :][:1].copy())
        key = (int(chance.uniform() * 2**32) << 32) | int(chance.uniform() * 2**32)
        self._begin(key, OUTSIDE, self.table.states)
        own = self.other.choice(self.base)
        base = self.table.legal.index(own)
        gains: dict[int, list[int]] = {n: [] for n in range(self.table.count) if n != base}
        for world in range(self.worlds):
            if world in {4, 8, 16}:
                gains = self._better_half(gains)
                clear = [n for n in gains if self._sure(gains[n], self.doubt + 2) > 0]
                if world > 4 and len(gains) == len(clear) == 1:
                    break
            usually = self.worth(key, world, base)
            for n, gain in gains.items():
                gain.append(self.worth(key, world, n) - usually)
        sure = {n: self._sure(gain, self.doubt) for n, gain in gains.items()}
        most = max(sure.values(), default=0)
        if most <= 0:
            return own
        self.differs += 1
        return self.table.nth(next(n for n in sure if sure[n] == most))

    def _better_half(self, gains: dict[int, list[int]]) -> dict[int, list[int]]:
        best = sorted(gains, key=lambda n: -sum(gains[n]))
        hopeful = [n for n in best if self._sure(gains[n], -1) > 0]
        kept = hopeful[: (len(gains) + 1) // 2]
        self.dropped += len(kept) < len(gains)
        return {n: gains[n] for n in kept}

    @staticmethod
    def _sure(gains: list[int], doubt: float) -> float:
        """What they gain together less so many standard errors."""
        gain = np.array(gains, np.float64)
        n = len(gain)
        spread = max(float((gain**2).sum()) - float(gain.sum()) ** 2 / n, 0) * n / max(n - 1, 1)
        return float(gain.sum() - doubt * np.sqrt(spread))

    def _begin(self, key: int, world: int, states: Records) -> None:
        other = self.other
        other.begin(key, world)
        other.states[:], other.decision = states, self.table.decision

    def worth(self, key: int, world: int, n: int) -> int:
        other, seat = self.other, self.table.seat
        state, words = self.table.states.copy(), np.zeros(1, WORDS_DTYPE)
        words["seed"], words["hand"] = key, world
        views = self.table.states.copy().view(self.table.game.view)
        _imaginer(other.game).call(views, other.rules, words, state)
        self._begin(key, world, state)
        other.words[:] = words
        other.act(self.table.nth(n))
        while True:
            while not other.over:
                other.act(other.choice(self.base))
            other.close()
            if not other.unit or not other.settle():
                break
            other.deal()
        measure, column = self.unit.won_by, self.unit.column(self.unit.won_by)
        value = counted(np.array([other.outcome(seat)[column.field]]), column, measure)[0]
        return int(-value if measure.lower_is_better else value)


@pytest.mark.parametrize(
    ("name", "unit", "base", "doubt"),
    [
        ("high-card", "hand", "threshold", 0),
        ("high-card", "hand", "random-legal", 0.5),
        ("side-by-side", "hand", "thrifty", 0),
        ("side-by-side", "hand", "learner", 1),
        ("side-by-side", "match", "thrifty", 1),
        ("side-by-side", "session", "random-legal", 0),
    ],
)
@pytest.mark.full
def test_it_finds_what_a_slow_search_in_plain_python_finds(
    name: str, unit: str, base: str, doubt: float
) -> None:
    game, worlds = load_game(name), 18
    plays_on = load_strategy(game, base)
    strategy = load_strategy(game, "look-ahead").based_on(plays_on, room_of(game, plays_on))
    table = Table(game, unit=unit, seed=SEED)
    slow = Slow(table, unit, plays_on, worlds=worlds, doubt=doubt)
    for hand in range(40):
        table.begin(SEED, hand)
        while not table.over:
            expected = slow.choice()
            found = table.choice(strategy, worlds=worlds, doubt=doubt)
            assert found == expected
            table.act(found)
        if slow.differs > 20:
            break

    assert slow.differs >= 5
    assert slow.dropped >= 5


# ---------------------------------------------------------------- plans


AHEAD, MANY = 4, 1000
"""Points of who has stopped before, and worlds that are counted."""


@cache
def won(total: int) -> float:
    """The last seat's chance to win Roll On with so many points, if it plays as well as it can."""
    thrown = sum(won(total + pips) for pips in range(2, 7)) / 6 if total <= AHEAD else 0
    return max(thrown, (total > AHEAD) + (total == AHEAD) / 2)


def throws(view, future, plans: int = 0):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Not an action, but what a throw is worth in some worlds, once others have told what to do."""
    if plans:
        plan_ahead(future)
    total = 0
    for world in range(2 * MANY):
        value = worth(future, world, 0)
        total += value if world >= MANY else 0
    return total


@pytest.mark.full
def test_plans_find_what_two_own_decisions_are_worth_together() -> None:
    """With a base that always stops, only a seat that plans throws again while it is behind."""
    game = replace(load_game("roll-on"), imagine=kernel(lambda _view, _rules, _words, _state: None))
    stops = complete(game, Strategy("roll-on", press=lambda _view: 1))
    strategy = complete(game, Strategy("roll-on", press=throws)).based_on(
        stops, room_of(game, stops)
    )
    table = Table(game, None, 2, seed=SEED)
    table.act(1)
    table.states["points"][0, 0] = AHEAD

    chances, found = table.chances.copy(), []
    for plans in (0, 1, 1):
        table.chances[:] = chances
        found.append(table.choice(strategy, plans=plans) / 12 / MANY)

    alone, planned, again = found

    # One standard error is 0.015. Some throws are given to what seems worse.
    assert abs(alone - 5 / 12) < 0.05
    assert -0.08 < planned - won(0) < 0.05
    assert again == planned


# ---------------------------------------------------------------- calibration, where it is known

BLIND: dict[str, Any] = {
    "strategy": "threshold:keep_from=12",
    "vs": "threshold:keep_from=1",
    "swaps": 3,
    "worlds": 64,
    "seed": SEED,
    "progress": False,
}
"""The others never swap, so that what they do tells nothing, and each hidden card is as likely."""


@pytest.mark.full
def test_what_says_the_truth_is_found_calibrated() -> None:
    """|z| is beyond 4 once in sixteen thousand times; the slope misses once in five thousand."""
    calibrated = cardsim.calibrate("high-card", 600, **BLIND)
    overall = calibrated.overall

    assert len(calibrated.by_kind) > 1
    assert all(abs(one.z) < 4 for one in (overall, *calibrated.by_kind.values()))
    assert overall.skill > 0.05
    assert abs(overall.slope - 1) < 3.7 * overall.slope_error < 0.5
    assert "is calibrated, as far as 600 decisions can tell" in calibrated.sentence


@pytest.mark.full
def test_what_says_too_much_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A win is twelve, and two more a decision are said: a false pass comes once in fifty."""
    foreseen = calibrating.foreseen

    def boasting(place: Any, nth: int, *, worlds: int, **how: Any) -> int:
        return foreseen(place, nth, worlds=worlds, **how) + 2 * worlds

    monkeypatch.setattr(calibrating, "foreseen", boasting)

    found = cardsim.calibrate("high-card", 600, by="swap", **BLIND)

    assert found.overall.z < -4
    assert "is not calibrated: of " in found.sentence


@pytest.mark.full
def test_a_decision_chosen_by_how_the_hand_went_on_is_biased() -> None:
    """The last swap of a hand is the one that brought a good card, as far as one came."""
    asked = Request("high-card", 1000, options={"swaps": 3}, seed=SEED)
    asked = replace(asked, strategy=BLIND["strategy"], vs=BLIND["vs"])
    setup = calibrating.prepare_calibration(asked).setup
    game, recorder = setup.game, frames.recorder_of(setup)
    last: dict[int, tuple[Any, Any, int]] = {}
    for played in frames.played_here(setup, recorder, range(1000, 1600)):
        for met in calibrating.met_in(setup, played, calibrating.looks_of(game, ())):
            step, hand = played.steps[met.at].copy(), int(played.numbers[met.row])
            if step[2] == 1:
                came = int(played.outcomes["your_share"][met.row])
                last[hand] = step, played.states[met.at - 1].copy(), came

    said = [
        calibrating.said_of(setup, step, before, hand=hand, worlds=16, seed=hand)
        for hand, (step, before, _) in last.items()
    ]
    found = agreement(Sums.of(said, [16 * came for *_, came in last.values()]), 1.0)

    assert found.n > 400
    assert found.z > 6
