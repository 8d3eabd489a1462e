"""Small games of one's own with a known best answer: `learn` finds nearly all that it gains.

Best answers and what any strategy gets are exact: enumeration from the rules, written here anew.
`python -m pytest -m "" tests/test_reduced_games.py -s` prints the table of the page on trust.
"""

from __future__ import annotations

import shutil
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import permutations
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, Protocol

import pytest

import cardsim
from cardsim.games import _forget

REDUCED = Path(__file__).parent / "reduced"
SEED = 3
State = Any
Choose = Callable[[SimpleNamespace], int]
"""Chooses an action, 0 or 1, by what a strategy's view shows."""


class Exact(Protocol):
    """The rules of a small game for two, from which its tree is enumerated."""

    def deals(self) -> Iterable[tuple[float, State]]:
        """Return all deals with their chances."""

    def turn(self, state: State) -> int | None:
        """Return the seat on turn; None at the end."""

    def view(self, state: State) -> dict[str, int]:
        """Return what a strategy of the seat on turn sees."""

    def knows(self, state: State) -> tuple[Any, ...]:
        """Return all that the seat on turn can know, besides what it knew before."""

    def after(self, state: State, action: int) -> Iterable[tuple[float, State]]:
        """Return what may come after an action, with chances."""

    def won(self, state: State, seat: int) -> int:
        """Return what a seat has won at the end."""


class Hand(NamedTuple):
    """A hand of Kuhn poker: the cards, and the bets so far."""

    cards: tuple[int, ...]
    bets: tuple[int, ...] = ()


class Kuhn:
    """Kuhn poker: `games/kuhn`."""

    def deals(self) -> Iterator[tuple[float, Hand]]:
        return ((1 / 6, Hand(cards)) for cards in permutations(range(3), 2))

    def turn(self, state: Hand) -> int | None:
        over = state.bets in {(0, 0), (1, 0), (1, 1)} or len(state.bets) == 3
        return None if over else len(state.bets) % 2

    def view(self, state: Hand) -> dict[str, int]:
        spot = {(): 0, (0,): 1, (1,): 2, (0, 1): 3}[state.bets]
        return {"card": state.cards[len(state.bets) % 2], "spot": spot}

    def knows(self, state: Hand) -> tuple[int, ...]:
        return tuple(self.view(state).values())

    def after(self, state: Hand, action: int) -> list[tuple[float, Hand]]:
        return [(1.0, Hand(state.cards, (*state.bets, action)))]

    def won(self, state: Hand, seat: int) -> int:
        if state.bets in {(1, 0), (0, 1, 0)}:
            winner = len(state.bets) % 2
            return 1 if seat == winner else -1
        stake = 1 + (1 in state.bets)
        return stake if state.cards[seat] > state.cards[1 - seat] else -stake


class Table(NamedTuple):
    """A hand of Scat with twelve cards: cards held, all that were dealt, turns, who knocked."""

    cards: tuple[int, int]
    gone: frozenset[int]
    turn: int = 0
    knocker: int | None = None
    drew: tuple[int, int] = (0, 0)


class ScatTwelve:
    """Scat with twelve cards: `games/scat_twelve`."""

    pack = range(1, 13)

    def deals(self) -> Iterator[tuple[float, Table]]:
        return ((1 / 132, Table(cards, frozenset(cards))) for cards in permutations(self.pack, 2))

    def turn(self, state: Table) -> int | None:
        return None if state.knocker is not None or state.turn == 4 else state.turn % 2

    def view(self, state: Table) -> dict[str, int]:
        return {"card": state.cards[state.turn % 2], "turn": state.turn}

    def knows(self, state: Table) -> tuple[int, ...]:
        seat = state.turn % 2
        return state.cards[seat], state.drew[seat], state.turn

    def after(self, state: Table, action: int) -> Iterator[tuple[float, Table]]:
        seat = state.turn % 2
        if action == 1:
            yield 1.0, state._replace(knocker=seat)
            return
        left = [card for card in self.pack if card not in state.gone]
        for card in left:
            cards, drew = list(state.cards), list(state.drew)
            cards[seat], drew[seat] = max(cards[seat], card), card
            held, thrown = (cards[0], cards[1]), (drew[0], drew[1])
            gone = state.gone | {card}
            yield 1 / len(left), Table(held, gone, state.turn + 1, None, thrown)

    def won(self, state: Table, seat: int) -> int:
        loser = 0 if state.cards[0] < state.cards[1] else 1
        stake = 1 + (state.knocker == loser)
        return -stake if seat == loser else stake


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
            for part, after in game.after(state, other(SimpleNamespace(**game.view(state)))):
                left[after] += chance * part
    for states in met.values():
        view = SimpleNamespace(**game.view(next(iter(states))))
        total += max(
            worth(game, _after(game, states, action), hero, other, own)
            for action in ((0, 1) if own is None else (int(own(view)),))
        )
    return total


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
    """A small game, the decision's function, and how the other plays and the learner begins."""

    name: str
    rules: Exact
    decides: str
    other: str
    start: str


GAMES = (
    Asked("kuhn", Kuhn(), "bet", "honest:bet_from=2", "honest:bet_from=3"),
    Asked("kuhn", Kuhn(), "bet", "honest:bet_from=1", "honest:bet_from=3"),
    Asked("scat-twelve", ScatTwelve(), "turn", "steady:knock_at=10", "steady:knock_at=7"),
    Asked("scat-twelve", ScatTwelve(), "turn", "steady:knock_at=10", "steady:knock_at=13"),
)


@pytest.fixture
def _reduced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make the small games those of the current folder."""
    shutil.copytree(REDUCED, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    yield
    for game in {asked.name for asked in GAMES}:
        _forget(game.replace("-", "_"))


def from_on(text: str, view: str = "card") -> Choose:
    """Return how a strategy plays that does something with this card or a higher one."""
    least = int(text.partition("=")[2])
    return lambda seen: int(getattr(seen, view) >= least)


def test_the_best_answer_in_kuhn_poker_is_worth_what_is_known() -> None:
    """Against one who bets and calls with the king alone.

    First one wins 1 with the king, is level with the queen, and loses 1/2 with a jack that is bet.
    Second one wins 1 with the king, and is level with the others: a jack that is passed to is bet.
    """
    kuhn, king_alone = Kuhn(), from_on("honest:bet_from=2")

    first, second = (worth(kuhn, kuhn.deals(), hero, king_alone, None) for hero in range(2))

    assert (first, second) == pytest.approx((1 / 6, 1 / 3))
    assert gets(kuhn, king_alone, king_alone) == pytest.approx(0.0)


@pytest.mark.full
def test_strategies_that_play_alike_are_level_in_scat_with_twelve_cards() -> None:
    table = ScatTwelve()

    assert gets(table, from_on("x=10"), from_on("x=10")) == pytest.approx(0.0)


@pytest.mark.usefixtures("_reduced")
@pytest.mark.parametrize(
    "asked", GAMES, ids=lambda asked: f"{asked.name} {asked.other} {asked.start}"
)
@pytest.mark.kept(0, full=1, by=lambda asked: asked.name)
def test_learning_finds_nearly_all_that_the_best_answer_gains(asked: Asked) -> None:
    other, start = from_on(asked.other), from_on(asked.start)
    before, best = (gets(asked.rules, other, own) for own in (start, None))

    found = cardsim.learn(
        asked.name, 50_000, start=asked.start, vs=asked.other, seed=SEED, threads=1
    )

    after = gets(asked.rules, other, found.strategy.functions[asked.decides])
    share = (after - before) / (best - before)
    sys.stdout.write(f"\n{before:.4f}, {best:.4f}, {after:.4f}, {share:.1%}\n")
    # The kernels play the game that is enumerated: four standard errors.
    told = found.after.headline
    assert abs(told.value - after) < 4 * told.sd / told.n**0.5
    assert 0.95 <= share < 1 + 1e-9
