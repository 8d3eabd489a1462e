"""Small games of one's own with a known best answer: `learn` finds nearly all that it gains.

Best answers and what any strategy gets are exact: enumeration from the rules of `reduced_rules`.
`python -m pytest -m "" tests/test_reduced_games.py -s` prints the table of the page on trust.
"""

from __future__ import annotations

import shutil
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

import cardsim
from cardsim import Strategy
from cardsim.ask.certificates import KNOWN
from cardsim.games import _forget
from cardsim.workspace import load_file
from reduced_rules import CheatTwelve, EuchreTwelve, Exact, GinTwelve, Kuhn, ScatTwelve, State

REDUCED = Path(__file__).parent / "reduced"
SEED = 3
Choose = Callable[[str, SimpleNamespace], int]
"""Chooses an action, 0 or 1, by the decision's name and what a strategy's view shows."""


def worth(
    game: Exact, spots: Iterable[tuple[float, State]], hero: int, other: Choose, own: Choose | None
) -> float:
    """Return what a seat wins from some spots on that it cannot tell apart, by their chances.

    Args:
        game: the rules.
        spots: the spots with their chances.
        hero: the seat.
        other: how the other plays.
        own: how the seat plays; None for the best answer.
    """
    total = 0.0
    left: dict[State, float] = defaultdict(float)
    met: dict[Any, dict[State, float]] = defaultdict(lambda: defaultdict(float))
    for chance, state in spots:
        left[state] += chance
    while left:
        state, chance = left.popitem()
        seat = game.turn(state)
        if seat is None:
            total += chance * game.won(state, hero)
        elif seat == hero:
            met[game.knows(state)][state] += chance
        else:
            for part, after in game.after(state, _chosen(game, state, other)):
                left[after] += chance * part
    for states in met.values():
        actions = (0, 1) if own is None else (_chosen(game, next(iter(states)), own),)
        total += max(
            worth(game, _after(game, states, action), hero, other, own) for action in actions
        )
    return total


def _chosen(game: Exact, state: State, by: Choose) -> int:
    return int(by(game.asks(state), SimpleNamespace(**game.view(state))))


def _after(
    game: Exact, states: Mapping[State, float], action: int
) -> Iterator[tuple[float, State]]:
    for state, chance in states.items():
        for part, after in game.after(state, action):
            yield chance * part, after


def gets(game: Exact, other: Choose, own: Choose | None) -> float:
    """Return what one wins a hand on average over both seats; by the best answer for None."""
    return sum(worth(game, game.deals(), hero, other, own) for hero in range(2)) / 2


class Asked(NamedTuple):
    """A small game, how the other plays and the learner begins, and the share that is found."""

    name: str
    rules: Exact
    other: str
    start: str
    finds: float = 1.0


GAMES = (
    Asked("kuhn", Kuhn(), "honest:bet_from=2", "honest:bet_from=3"),
    Asked("kuhn", Kuhn(), "honest:bet_from=1", "honest:bet_from=3"),
    Asked("scat-twelve", ScatTwelve(), "steady:knock_at=10", "steady:knock_at=7"),
    Asked("scat-twelve", ScatTwelve(), "steady:knock_at=10", "steady:knock_at=13"),
    Asked("cheat-twelve", CheatTwelve(), "steady:doubt_from=2", "steady:doubt_from=1"),
    # Here it pays to remember cards, which no view shows.
    Asked("cheat-twelve", CheatTwelve(), "steady:doubt_from=1", "steady:doubt_from=3", 0.92),
    Asked("gin-twelve", GinTwelve(), "steady:knock_at=3", "steady:knock_at=0", 0.99),
    Asked("euchre-twelve", EuchreTwelve(), "steady:order_from=10", "steady:order_from=12"),
)
ROUNDS = 3


@pytest.fixture
def _reduced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make the small games those of the current folder."""
    shutil.copytree(REDUCED, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    yield
    for game in {asked.name for asked in GAMES}:
        _forget(game.replace("-", "_"))


def as_in(strategy: Strategy) -> Choose:
    """Return how a strategy plays that has a function for each decision."""
    return lambda asks, seen: strategy.functions[asks](seen)


def plays(game: str, who: str) -> Choose:
    """Return how a strategy with one number plays, written here anew."""
    least = int(who.partition("=")[2])
    ways: dict[str, Choose] = {
        "kuhn": lambda _, seen: seen.card >= least,
        "scat-twelve": lambda _, seen: seen.card >= least,
        "cheat-twelve": lambda asks, seen: asks == "doubt" and seen.held >= least,
        "gin-twelve": lambda asks, seen: _in_gin(asks, seen, least),
        "euchre-twelve": lambda asks, seen: asks == "card" or seen.high >= least,
    }
    return ways[game]


def _in_gin(asks: str, seen: SimpleNamespace, most: int) -> bool:
    pair: bool = seen.low == seen.high
    if asks == "take":
        return not pair and seen.up in {seen.low, seen.high}
    points: int = seen.low + seen.high + 2
    return pair or points <= most


def test_the_best_answer_in_kuhn_poker_is_worth_what_is_known() -> None:
    """Against one who bets and calls with the king alone.

    First one wins 1 with the king, is level with the queen, and loses 1/2 with a jack that is bet.
    Second one wins 1 with the king, and is level with the others: a jack that is passed to is bet.
    """
    kuhn, king_alone = Kuhn(), plays("kuhn", "honest:bet_from=2")

    first, second = (worth(kuhn, kuhn.deals(), hero, king_alone, None) for hero in range(2))

    assert (first, second) == pytest.approx((1 / 6, 1 / 3))
    assert gets(kuhn, king_alone, king_alone) == pytest.approx(0.0)


def test_certificates_say_what_is_found() -> None:
    least: dict[str, float] = {}
    for asked in GAMES:
        least[asked.name] = min(least.get(asked.name, 1.0), asked.finds)

    assert {name: known.found for name, known in KNOWN.items()} == least


@pytest.mark.full
@pytest.mark.parametrize("asked", GAMES[3:], ids=lambda asked: f"{asked.name} {asked.other}")
def test_strategies_that_play_alike_are_level(asked: Asked) -> None:
    alike = plays(asked.name, asked.other)

    assert gets(asked.rules, alike, alike) == pytest.approx(0.0)


@pytest.mark.usefixtures("_reduced")
@pytest.mark.parametrize(
    "asked", GAMES, ids=lambda asked: f"{asked.name} {asked.other} {asked.start}"
)
# Euchre takes half a minute, mostly to compile rules: of it and Cheat one is in the full tier.
@pytest.mark.kept(0, full=1, by=lambda asked: asked.name.replace("euchre", "cheat"))
def test_learning_finds_nearly_all_that_the_best_answer_gains(asked: Asked) -> None:
    other, start = plays(asked.name, asked.other), plays(asked.name, asked.start)
    before, best = (gets(asked.rules, other, own) for own in (start, None))

    how: dict[str, Any] = {"rounds": ROUNDS, "seed": SEED, "threads": 1}
    found = cardsim.learn(asked.name, 50_000, start=asked.start, vs=asked.other, **how)

    after = gets(asked.rules, other, as_in(found.strategy))
    share = (after - before) / (best - before)
    sys.stdout.write(f"\n{before:.4f}, {best:.4f}, {after:.4f}, {share:.1%}\n")
    # The kernels play the game that is enumerated: four standard errors.
    told = found.after.headline
    assert abs(told.value - after) < 4 * told.sd / told.n**0.5
    assert asked.finds - 0.005 < share < 1 + 1e-9


@pytest.mark.deep
@pytest.mark.usefixtures("_reduced")
def test_the_safest_loses_next_to_nothing_to_its_best_answer() -> None:
    """The value of the game is 0, as each plays both seats."""
    how: dict[str, Any] = {"rounds": 2, "seed": SEED, "threads": 1}
    found = cardsim.find_safest("scat-twelve", 10_000, **how)

    found.save("safest.py")
    taken, usual = (
        gets(ScatTwelve(), other, None)
        for other in (as_in(load_file(Path("safest.py"))), plays("scat-twelve", "steady:x=13"))
    )
    sys.stdout.write(f"\n{taken:.4f}, {usual:.4f}\n")
    assert taken < 0.01 < usual
