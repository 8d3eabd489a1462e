"""Learning from search: what its worlds say is learned, and what is known exactly is said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cardsim
from cardsim.cli import main
from cardsim.engine import look_ahead
from cardsim.engine.deciding import Chance
from cardsim.engine.forks import ForkMemory, play_forks
from cardsim.engine.hand_loop import FIRST_ROW, ROWS
from cardsim.engine.look_ahead import worths
from cardsim.engine.teaching import TAUGHT
from cardsim.rng import WORDS_DTYPE
from cardsim.runs.preparation import prepare
from cardsim.runs.rollouts import asked_about, fork, looked_at
from cardsim.runs.teachers import teacher_of
from cardsim.runs.workers import Workers
from cardsim.worlds import PARTICLES

SEED = 5
TEACHER = "look-ahead:worlds=20,base=threshold"
KEEPS, RANKS, SHARES = 8, 13, 12
"""From what value on `threshold` keeps its card, and in how many parts a win is split."""


def key_of(hand: int) -> int:
    """The seed of the worlds of a hand's fork."""
    words = np.zeros(1, WORDS_DTYPE)
    words["seed"], words["hand"], words["stream"] = SEED, hand, TAUGHT
    chance = Chance(words)
    return (int(chance.uniform() * 2**32) << 32) | int(chance.uniform() * 2**32)


def share(value: int, other: int) -> float:
    return SHARES * (0.5 + 0.5 * ((value > other) - (value < other)))


def against(value: int, left: np.ndarray) -> float:
    """What a card wins against `threshold`, who is still to decide, of so many cards by value."""
    total = 0.0
    for other in range(RANKS):
        chance = left[other] / left.sum()
        if other + 1 >= KEEPS:
            total += chance * share(value, other)
        else:
            rest = left - np.eye(RANKS)[other]
            drawn = (share(value, d) * rest[d] / rest.sum() for d in range(RANKS))
            total += chance * sum(drawn)
    return total


def more_by_swapping(value: int) -> float:
    """What it brings the first of two to swap a card, in twelfths of a win."""
    left = np.full(RANKS, 4.0) - np.eye(RANKS)[value]
    swapped = (
        left[got] / left.sum() * against(got, left - np.eye(RANKS)[got]) for got in range(RANKS)
    )
    return float(sum(swapped)) - against(value, left)


@pytest.mark.full
def test_a_teacher_says_of_each_action_what_its_worlds_add_up_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They are as likely as what the others did makes them."""
    # Advice draws worlds by more particles, and moves them on.
    for name, value in (("FEWEST_PARTICLES", PARTICLES), ("MOST_PARTICLES", PARTICLES)):
        monkeypatch.setattr(look_ahead, name, value)
    setup = prepare("scat", vs="usual", unit="hand", seed=SEED)
    asked = asked_about(setup.game, ["draw-source:value"])
    teacher = teacher_of(setup.game, TEACHER)
    number, decision = asked[0].number, asked[0].decision
    memory = ForkMemory(
        setup.game,
        setup.seating,
        looked := looked_at(setup.game, asked, taught=True),
        players=setup.spec.players,
        hands=40,
    )
    _, forks = play_forks(
        setup.game,
        setup.seating,
        looked,
        memory,
        rules=setup.rules,
        players=setup.spec.players,
        unit=setup.goes_on,
        seed=SEED,
        first=0,
        count=40,
        stop=setup.stop,
    )

    values = teacher.values(setup.run, forks, [number], setup.stop)

    plan, some = teacher.plan(setup.run), 0
    for hand, fork_ in enumerate(forks.forks):
        first, rows = fork_[FIRST_ROW], fork_[ROWS]
        if rows:
            state = forks.views[hand : hand + 1].view(setup.game.state).copy()
            alone: dict[str, Any] = {"worlds": teacher.worlds, "seed": key_of(hand), "moves": 0}
            each = worths(setup.game, plan, state, decision, range(rows), **alone).sum(axis=1)
            actions = forks.actions[first : first + rows, 0]
            in_order = each[actions.argsort().argsort()]
            assert values[first : first + rows].tolist() == in_order.tolist()
            some += len(set(each)) > 1
    assert some > 5


def taught(**who: Any) -> Any:
    """From `threshold`, to which search says much can be added in few hands."""
    return cardsim.learn(
        "scat",
        20_000,
        start="threshold",
        vs="usual",
        unit="hand",
        by="knock:value,own-turns",
        teacher="look-ahead:worlds=10,base=threshold",
        rounds=1,
        seed=SEED,
        **who,
    )


@pytest.mark.full
def test_what_search_says_is_learned_and_the_same_by_any_threads_and_workers() -> None:
    """In 40,000 hands three standard errors of what it gains are 0.6 hands in 100."""
    found = taught(threads=2)

    with Workers(2) as executor:
        others = [taught(threads=1), taught(executor=executor)]

    assert found.gain[0] > 0.01
    assert "--teacher look-ahead:worlds=10,base=threshold" in found.command
    assert [other.text for other in others] == [found.text] * 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("scat --teacher threshold", "--teacher must imagine worlds, such as look-ahead:worlds=32"),
        ("scat --teacher nobody", "no strategy called 'nobody' for scat"),
        (
            "scat --teacher look-ahead:worlds=1",
            "--teacher: worlds must be a whole number from 2 to 1000",
        ),
        ("scat --teacher look-ahead:worlds", "--teacher"),
        ("scat --teacher look-ahead:doubt=1", "learning makes no use of doubt"),
        ("scat --teacher look-ahead:base=look-ahead", "cannot play on with 'look-ahead'"),
        ("scat --teacher look-ahead --self-play", "--teacher cannot go with --self-play"),
        ("scat --teacher look-ahead --safest", "--teacher cannot go with --safest"),
    ],
)
def test_who_cannot_teach_is_told_in_a_line(
    words: str,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(["learn", *words.split(), "-n", "100"]) == 2

    out, err = capsys.readouterr()
    assert message in err.splitlines()[0]
    assert not out
    assert not list(tmp_path.iterdir())


# Last: from here on the toys are among the games, and all is compiled for them alone.
@pytest.mark.full
@pytest.mark.usefixtures("workspace")
def test_what_is_taught_is_what_is_known_of_the_first_seat() -> None:
    """Each within five standard errors: a false alarm in 100,000."""
    setup = prepare("high-card", players=2, vs="threshold", seed=SEED)
    asked = asked_about(setup.game, ["swap:value,seat"])
    teacher = teacher_of(setup.game, TEACHER)

    found = fork(setup, asked, 4000, threads=2, teacher=teacher)

    worth, most = found.worth[0], 0.0
    for value in range(1, RANKS + 1):
        here = (slice(None), value - asked[0].features[0].low, 0)
        more = worth.more[here].sum(axis=0)
        worlds = worth.forks[here].sum() * teacher.worlds
        known = more_by_swapping(value - 1)
        assert worlds > 500
        assert (more[1] - more[0]) / worlds == pytest.approx(known, abs=3 * SHARES / worlds**0.5)
        most = max(most, abs(known))
    assert most > SHARES / 3
