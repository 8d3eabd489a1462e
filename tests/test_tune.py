"""The best values of parameters: planted ones are found, idle ones told, and promises hold."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import pytest

import cardsim
from cardsim import Strategy, UserError, between
from cardsim.ask import tuning
from cardsim.ask.tuned import TuneResult
from typed import Command

pytestmark = pytest.mark.usefixtures("workspace")
SEED = 21


def swap(
    view: Any,
    keep_from: Annotated[int, between(0, 15, "keep cards worth this or more")] = 2,
    tilt: Annotated[float, between(-2, 2, "more for each seat behind")] = 0.0,
    idle: Annotated[int, between(0, 9, "nothing")] = 3,
) -> Any:
    return view.value + tilt * view.seat + 0 * idle < keep_from


PLANTED = Strategy("high-card", name="planted", plays="keep~ high cards", swap=swap)


@pytest.fixture(scope="module")
def found() -> TuneResult:
    return cardsim.tune("high-card", PLANTED, n=1_000_000, seed=SEED)


@pytest.mark.full
def test_the_best_value_is_found(found: TuneResult) -> None:
    """Which is best is known from all 16; what is within a fifth of a point of it will do."""
    ways = [f"threshold:keep_from={k}" for k in range(16)]
    compared = cardsim.compare("high-card", *ways, n=200_000, seed=99)
    wins = [c.estimate.value for c in compared.contenders]
    plain = cardsim.tune("high-card", PLANTED, n=300_000, seed=SEED, over="keep-from")
    (parameter,) = plain.parameters
    assert wins[int(parameter.best)] > max(wins) - 0.002
    assert plain.is_better
    # Whose tilt may be tuned too does not worse.
    assert found.after.headline.value > plain.after.headline.value - 0.01


@pytest.mark.full
def test_what_does_nothing_is_said_and_stays_as_it_was(found: TuneResult) -> None:
    idle = next(p for p in found.parameters if p.name == "idle")
    assert idle.does_nothing
    assert idle.negligible
    assert (idle.start, idle.best, idle.value) == (3, 3, None)
    assert found.sentence.endswith(" idle changes nothing.")
    keep = next(p for p in found.parameters if p.name == "keep_from")
    assert not keep.negligible
    assert keep.low is not None
    assert keep.low > 0


@pytest.mark.deep
def test_promised_gains_hold_on_fresh_hands() -> None:
    """Of 8 seeds; below 6 whose 95 % interval holds it comes once in 170."""
    ways = ["threshold:keep_from=2", *(f"threshold:keep_from={k}" for k in range(3, 16))]
    true = cardsim.compare("high-card", *ways, n=400_000, seed=77)
    wins = {k: c.estimate.value for k, c in enumerate(true.contenders, 2)}
    held = 0
    for seed in range(8):
        one = cardsim.tune("high-card", PLANTED, n=20_000, seed=seed, over="keep-from")
        (parameter,) = one.parameters
        gain = wins[int(parameter.best)] - wins[2]
        held += one.low <= gain <= one.high
    assert held >= 6


@pytest.mark.full
def test_six_weights_are_found_again_from_nothing() -> None:
    """A tenth of what it takes to come within 0.05 points of the shipped ones, for within 0.5."""
    start = "forethought:flip=0,threat=0,own=0,points=0,mean=0,total=0"
    found = cardsim.tune("chinese-ten", start, n=300_000, seed=1, vs="usual")
    assert found.is_better
    tuned = found.player.as_option
    beside = cardsim.compare("chinese-ten", "forethought", tuned, n=50_000, seed=2, vs="usual")
    shipped, again = (c.estimate.value for c in beside.contenders)
    assert again > shipped - 0.5


@pytest.mark.full
def test_the_same_seed_finds_the_same_on_any_threads() -> None:
    one, two = (cardsim.tune("high-card", PLANTED, n=50_000, seed=SEED, threads=k) for k in (1, 2))
    assert one.to_json() == two.to_json()


@pytest.mark.full
def test_where_nothing_is_better_it_says_so() -> None:
    best = cardsim.tune("high-card", PLANTED, n=200_000, seed=3, over="keep-from").player
    (keep,) = [v for n, v in best.parameters if n == "keep_from"]
    again = cardsim.tune("high-card", PLANTED, n=20_000, seed=4, over="keep-from", keep_from=keep)
    assert not again.is_better
    assert again.sentence.startswith("Nothing better than ")


def interrupt(generation: str) -> Callable[[str], None]:
    def look(line: str) -> None:
        if line.startswith(generation):
            signal.raise_signal(signal.SIGINT)

    return look


def test_an_interruption_leaves_what_was_found_by_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it is worth is checked in few hands."""
    asked: dict[str, Any] = {"n": 100_000, "seed": 1, "progress": interrupt("Generation 3")}
    found = cardsim.tune("high-card", PLANTED, **asked)
    assert found.partial
    assert found.sentence.startswith("Interrupted. ")
    assert len(found.found) == 3
    assert found.after.hands < 1000
    monkeypatch.setattr(
        tuning.ParameterSearch, "race", lambda *_: signal.raise_signal(signal.SIGINT)
    )
    with pytest.raises(KeyboardInterrupt):
        cardsim.tune("high-card", PLANTED, **asked)


@pytest.mark.full
def test_its_command_finds_it_again(command: Command, tmp_path: Path) -> None:
    words = "tune high-card --keep-from 3 --over keep-from=1..12 -n 20000 --seed 5"
    said = command(f"{words} --json --quiet")
    about = json.loads(said.out)
    assert said.status == 0
    assert about["command"] == f"cardsim {words}"
    assert [p["parameter"] for p in about["parameters"]] == ["keep_from"]
    assert command(f"{about['command'].removeprefix('cardsim ')} --json --quiet") == said
    for suffix in (".json", ".csv"):
        file = tmp_path / f"found{suffix}"
        assert command(f"{words} -o {file} --quiet").status == 0
        assert file.read_text("utf-8").count("\n") == (1 if suffix == ".json" else 2)


@pytest.mark.full
def test_the_page_says_how_to_play_it(command: Command) -> None:
    said = command("tune high-card --over keep-from -n 20000 --seed 5")
    assert said.status == 0
    assert "Generation 1: keep-from " in said.err
    best = next(line.split()[2] for line in said.out.splitlines() if line.startswith("  keep-from"))
    played = "" if best == "8" else f" --keep-from {best}"
    assert f"Play it  cardsim run high-card{played}\n" in said.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("scat --over knok=1..3", "--over must name numbers of 'threshold' (*), not 'knok'"),
        ("scat --over knock-threshold=5..3", "--over knock-threshold must go up, not from 5 to 3"),
        ("scat --over knock-threshold=5", "--over knock-threshold must be LOW..HIGH, not 5"),
        ("scat --over knock-threshold=5..99", "--over knock-threshold must be *2 to 31, not 99"),
        ("scat --over knock-threshold,knock-threshold", "--over names knock-threshold twice"),
        ("scat --over knock-threshold=25..30", "--over knock-threshold goes from 25 to 30, and *"),
        ("scat --over knock-threshold=5..9:2", "--over knock-threshold must be LOW..HIGH, not *"),
        ("scat --strategy chase-31", "strategy 'chase-31' has no parameter with limits: *"),
        ("scat -n 10", "-n must be at least 2000 to tell values apart, not 10"),
        ("scat -n 2e4 --unit hand --measure turns", "--measure turns: neither more nor less *"),
        ("scat -o found.txt", "--output found.txt must end in .html, .json, .csv or .parquet"),
        ("dice-game", "nobody decides anything in dice-game: there is nothing to tune"),
    ],
)
@pytest.mark.kept(8)
def test_what_cannot_be_tuned_is_said_in_a_line(words: str, message: str, command: Command) -> None:
    said = command(f"tune {words}")
    assert (said.status, said.out) == (2, "")
    assert fnmatch(said.err.splitlines()[0], f"cardsim: {message}")


def test_what_is_no_list_of_parameters_is_refused() -> None:
    given: Any
    for given in (7, {"keep_from": (1, 3)}, [], {}):
        with pytest.raises(UserError, match=r"--over must name parameters such as .*, not"):
            cardsim.tune("high-card", PLANTED, n=20_000, over=given)


@pytest.mark.full
def test_whole_numbers_and_answers_stay_whole() -> None:
    """A parameter that is yes or no is looked for too."""

    def ready(
        view: Any,
        keep_from: Annotated[int, between(0, 15, "keep cards worth this or more")] = 5,
        turned: bool = True,
    ) -> Any:
        return (view.value < keep_from) != turned

    found = cardsim.tune(
        "high-card",
        Strategy("high-card", name="turned", plays="keep~ some cards", swap=ready),
        n=100_000,
        seed=SEED,
    )
    values = {p.name: p.best for p in found.parameters}
    assert values["turned"] is False
    assert isinstance(values["keep_from"], int)
    assert np.isfinite(found.gain)
