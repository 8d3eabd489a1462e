"""The catalogue against a model: whatever is asked, killed, edited and removed, answers stay."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

import cardsim
from cardsim.engine import bulk
from cardsim.files.kept_runs import catalogue_here
from cardsim.runs import kept
from cardsim.runs import store as catalogue

TABLE: dict[str, Any] = {"unit": "hand", "vs": "threshold", "seed": 5, "threads": 1}
OWN = (
    "from cardsim import Strategy\n"
    "def knock(view):\n    return view.value >= {}\n"
    "STRATEGY = Strategy(game='scat', name='mine', knock=knock)\n"
)
LEAST = (27, 28)
"""What one's own strategy knocks at, before and after an edit."""
HANDS = st.sampled_from([300, 700, 1000])
POINTS = st.sets(st.sampled_from([21, 23, 25]), min_size=2)


class Killed(BaseException):
    """In place of a signal: whoever is killed writes nothing more."""


@cache
def alone(kind: str, least: int, n: int, points: frozenset[int]) -> str:  # noqa: ARG001  the file has it
    """The answer that comes of hands that are all played."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv(catalogue.CHOSEN, "")
        return asked(kind, n, points)


def asked(kind: str, n: int, points: frozenset[int]) -> str:
    if kind == "run":
        return cardsim.run("scat", n, strategy="mine", **TABLE).to_json()
    values = sorted(points)
    return cardsim.sweep("scat", n, knock_threshold=values, **TABLE).to_json()


class Workspace(RuleBasedStateMachine):
    """Somebody asks, and the hands that are played are those that nobody has played yet.

    Attributes:
        least: what the strategy in the file knocks at now.
        rows: of each way to play the hands that are kept: numbers of the first, and how many.
        unsure: ways to play of which a killed process may have kept some.
        answers: how many are kept.
    """

    def __init__(self) -> None:
        super().__init__()
        self.patched = pytest.MonkeyPatch()
        self.folder = tempfile.TemporaryDirectory()
        home = Path(self.folder.name)
        self.file = home / "strategies" / "scat" / "mine.py"
        self.file.parent.mkdir(parents=True)
        self.patched.chdir(home)
        self.patched.setenv(catalogue.CHOSEN, str(home / "runs.sqlite"))
        self.least = LEAST[0]
        self.file.write_text(OWN.format(self.least))
        self.rows: dict[object, set[tuple[int, int]]] = {}
        self.unsure: set[object] = set()
        self.answers: set[str] = set()

    def teardown(self) -> None:
        self.patched.undo()
        self.folder.cleanup()

    @contextmanager
    def counting(self, most: float = float("inf")) -> Iterator[list[int]]:
        """The hands that are played within it, as they are; killed behind the `most`-th."""
        hands: list[int] = []
        play, close = bulk.play, kept.HandCache.close

        def watched(*arguments: Any, first: int, count: int, **rest: Any) -> Any:
            if len(hands) + count > most:
                raise Killed
            hands.extend(range(first, first + count))
            return play(*arguments, first=first, count=count, **rest)

        def dropped(keeping: kept.HandCache[Any]) -> None:
            keeping.waiting = [[] for _ in keeping.waiting]
            close(keeping)

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(bulk, "play", watched)
            if most < float("inf"):
                patched.setattr(kept.HandCache, "close", dropped)
                patched.setattr(kept, "KEEP_SECONDS", 0.0)
            yield hands

    def reached(self, way: object, n: int) -> int:
        """How many hands of a way to play are kept without a gap, of so many."""
        first = 0
        while fits := [c for f, c in self.rows.get(way, ()) if f == first and f + c <= n]:
            first += max(fits)
        return first

    def ask(self, kind: str, n: int, points: frozenset[int]) -> None:
        ways = [("mine", self.least)] if kind == "run" else [("point", p) for p in points]
        begun = [self.reached(way, n) for way in ways]
        with self.counting() as hands:
            answer = asked(kind, n, points)
        assert answer == alone(kind, self.least, n, points)
        if self.unsure.isdisjoint(ways):
            assert len(hands) == sum(n - one for one in begun)
            for way, first in zip(ways, begun, strict=True):
                # Those that were behind catch up with the others first.
                for at, end in ((first, max(begun)), (max(begun), n)):
                    if at < end:
                        self.rows.setdefault(way, set()).add((at, end - at))
        else:
            assert len(hands) <= n * len(ways)
        self.answers.add(answer)

    @rule(n=HANDS)
    def run(self, n: int) -> None:
        self.ask("run", n, frozenset())

    @rule(n=HANDS, points=POINTS)
    def sweep(self, n: int, points: set[int]) -> None:
        self.ask("sweep", n, frozenset(points))

    @rule(n=HANDS, points=POINTS, kind=st.sampled_from(["run", "sweep"]), most=st.integers(0, 900))
    def kill(self, n: int, points: set[int], kind: str, most: int) -> None:
        ways = [("mine", self.least)] if kind == "run" else [("point", p) for p in points]
        with self.counting(most):
            self.unsure.update(ways)
            with suppress(Killed):
                self.answers.add(asked(kind, n, frozenset(points)))

    @rule()
    def edit(self) -> None:
        self.least = LEAST[1 - LEAST.index(self.least)]
        self.file.write_text(OWN.format(self.least))

    @rule()
    def remove(self) -> None:
        """Answers go, and not their hands."""
        if numbers := cardsim.list_runs()["number"].to_list():
            with catalogue_here() as here:
                here.remove(numbers)
        self.answers.clear()

    @rule()
    def make_room(self) -> None:
        """All hands go, and no answers."""
        if Path(self.folder.name, "runs.sqlite").exists():
            with catalogue_here() as here:
                here.make_room(0)
        self.rows.clear()
        self.unsure.clear()

    @invariant()
    def all_answers_are_there(self) -> None:
        numbers = cardsim.list_runs()["number"]
        assert {cardsim.load_run(k).to_json() for k in numbers} == self.answers


@pytest.mark.parametrize(
    "examples",
    [pytest.param(6, marks=pytest.mark.full), pytest.param(200, marks=pytest.mark.deep)],
)
def test_the_catalogue_keeps_what_its_model_keeps(examples: int) -> None:
    run_state_machine_as_test(
        Workspace,
        settings=settings(
            max_examples=examples, stateful_step_count=15, derandomize=True, deadline=None
        ),
    )
