"""What was played is kept, and not played again."""

from __future__ import annotations

import itertools
import json
import os
import random
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import warnings
import zlib
from collections.abc import Callable
from datetime import timedelta
from itertools import product
from pathlib import Path
from subprocess import PIPE
from typing import Any

import msgspec
import pytest

import cardsim
from cardsim.ask import frames
from cardsim.engine import bulk, forks
from cardsim.runs import paired_runs
from cardsim.runs import store as catalogue
from cardsim.runs.answer import Answer
from cardsim.runs.run import CHUNK
from cardsim.runs.store import Catalogue, CatalogueWarning
from cardsim.studies import experiments
from typed import Command

ASKED: dict[str, Any] = {"unit": "hand", "vs": "threshold", "seed": 5, "threads": 2}


pytestmark = pytest.mark.usefixtures("file")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a catalogue that is not there yet."""
    file = tmp_path / "kept" / "runs.sqlite"
    monkeypatch.setenv(catalogue.CHOSEN, str(file))
    return file


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the hands that the engine plays, as they are played."""
    hands: list[int] = []
    play = bulk.play

    def watched(*arguments: Any, first: int, count: int, **rest: Any) -> Any:
        hands.extend(range(first, first + count))
        return play(*arguments, first=first, count=count, **rest)

    monkeypatch.setattr(bulk, "play", watched)
    return hands


def unkept(ask: Any, *words: Any, **asked: Any) -> Any:
    """The same with nothing kept."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv(catalogue.CHOSEN, "")
        return ask(*words, **asked)


def test_a_run_plays_only_the_hands_that_it_lacks(played: list[int]) -> None:
    first = cardsim.run("scat", 3000, **ASKED)
    assert sorted(played) == [*range(3000)]
    del played[:]
    assert cardsim.run("scat", 3000, **ASKED).to_json() == first.to_json()
    assert not played
    longer = cardsim.run("scat", 5000, **ASKED)
    assert sorted(played) == [*range(3000, 5000)]
    del played[:]
    shorter = cardsim.run("scat", 1000, **ASKED)
    assert len(played) == 1000
    for n, result in ((5000, longer), (1000, shorter)):
        assert result.to_json() == unkept(cardsim.run, "scat", n, **ASKED).to_json()


@pytest.mark.parametrize(
    "changed",
    [
        {"seed": 6},
        {"knock_threshold": 25},
        {"players": 4},
        {"unit": "match"},
        {"preset": "cadillac"},
        {"vs": "chase-31"},
        {"strategy": "chase-31"},
    ],
    ids=str,
)
def test_what_is_not_the_same_is_played(played: list[int], changed: dict[str, Any]) -> None:
    cardsim.run("scat", 300, **ASKED)
    del played[:]
    cardsim.run("scat", 300, **ASKED | changed)
    assert len(played) == 300


def test_an_edited_strategy_is_played_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, played: list[int]
) -> None:
    mine = tmp_path / "strategies" / "scat" / "mine.py"
    mine.parent.mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    for least, hands in ((27, 400), (27, 0), (28, 400), (27, 0)):
        mine.write_text(
            "from cardsim import Strategy\n"
            f"def knock(view):\n    return view.value >= {least}\n"
            "STRATEGY = Strategy(game='scat', knock=knock)\n"
        )
        del played[:]
        cardsim.run("scat", 400, **ASKED | {"strategy": "mine"})
        assert len(played) == hands


def test_how_it_is_told_does_not_matter(played: list[int]) -> None:
    asked = ASKED | {"unit": "match"}
    cardsim.run("scat", 300, **asked)
    del played[:]
    cardsim.run("scat", 300, **asked, stake=2.0)
    assert not played


def test_a_precision_stops_at_the_same_hand(played: list[int]) -> None:
    asked = ASKED | {"chunk": 256}
    rough = cardsim.run("scat", precision=0.03, **asked)
    del played[:]
    assert cardsim.run("scat", precision=0.03, **asked).to_json() == rough.to_json()
    assert not played
    fine = cardsim.run("scat", precision=0.02, **asked)
    assert len(played) >= fine.hands - rough.hands
    assert min(played) == rough.hands
    assert fine.to_json() == unkept(cardsim.run, "scat", precision=0.02, **asked).to_json()
    # Looked at after other hands it stops at others.
    asked["chunk"] = 300
    other = cardsim.run("scat", precision=0.03, **asked)
    assert other.to_json() == unkept(cardsim.run, "scat", precision=0.03, **asked).to_json()


def swept(values: str, n: object = 700, **more: Any) -> Callable[[], Answer]:
    return lambda: cardsim.sweep("scat", n, **ASKED | more, knock_threshold=values)


def compared(*strategies: str, n: object = 700, **more: Any) -> Callable[[], Answer]:
    return lambda: cardsim.compare("scat", *strategies, n=n, **ASKED | more)


def crowd(*strategies: str) -> Callable[[], Answer]:
    asked = {k: v for k, v in ASKED.items() if k != "vs"}
    return lambda: cardsim.tournament("scat", *strategies, n=1200, players=2, **asked)


@pytest.mark.kept(4)
@pytest.mark.parametrize(
    ("before", "now", "hands"),
    [
        (swept("21,25"), swept("21,25", 1000), 2 * 300),
        (swept("21,25"), swept("21,23,25"), 700),
        (swept("21,25"), swept("21,23,25", 1000), 700 + 3 * 300),
        (swept("21,23,25"), swept("25,21"), 0),
        (swept("21,25", players="2,3"), swept("21,23,25", players="2,3"), 2 * 700),
        (compared("threshold", "chase-31"), compared("threshold", "chase-31", n=1000), 2 * 300),
        (
            compared("threshold", "chase-31"),
            compared("chase-31", "knock-once", "threshold", n=900),
            700 + 3 * 200,
        ),
        (swept("21,25"), compared("threshold:knock_threshold=25", "chase-31"), 700),
        # Who is added meets the old tables once, and is met at three new ones.
        (crowd("threshold", "chase-31"), crowd("threshold", "knock-once", "chase-31"), 5 * 1200),
    ],
    ids=itertools.count(),
)
def test_only_what_is_new_is_played(
    played: list[int], before: Callable[[], Answer], now: Callable[[], Answer], hands: int
) -> None:
    before()
    del played[:]
    answer = now()
    assert len(played) == hands
    assert answer.to_json() == unkept(now).to_json()
    del played[:]
    assert now().to_json() == answer.to_json()
    assert not played


def test_what_many_points_leave_uncounted_is_played_where_few_count_it(
    played: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = swept("21,25")
    with monkeypatch.context() as patched:
        patched.setattr(paired_runs, "MANY", 1)
        now()
    del played[:]
    answer = now()
    assert len(played) == 2 * 700
    assert answer.to_json() == unkept(now).to_json()


def test_a_point_added_to_a_precision_stops_at_the_same_hand(played: list[int]) -> None:
    before, now = (swept(v, None, precision=0.012) for v in ("21,25", "21,25,26"))
    before()
    old = len(played)
    del played[:]
    answer = now()
    new = len(played)
    assert answer.to_json() == unkept(now).to_json()
    assert 0 < new < old


def test_values_are_kept_of_the_first_hands_only(
    played: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a point joins, those behind are played again; without one, none are."""
    monkeypatch.setattr(paired_runs, "MOST_VALUES", 120_000)
    monkeypatch.setattr(paired_runs, "STRETCH", 1)
    first = swept("21,25", 80_000)()
    del played[:]
    assert swept("21,25", 80_000)().to_json() == first.to_json()
    assert not played
    now = swept("21,23,25", 80_000)
    answer = now()
    valued = 2 * CHUNK
    assert len(played) == valued + 3 * (80_000 - valued)
    assert answer.to_json() == unkept(now).to_json()


@pytest.mark.full
def test_a_point_is_added_by_workers(played: list[int]) -> None:
    swept("21,25", 30_000)()
    now = swept("21,23,25", 30_000)
    with cardsim.Workers(2) as workers:
        answer = swept("21,23,25", 30_000, executor=workers)()
    del played[:]
    assert now().to_json() == answer.to_json()
    assert not played
    assert answer.to_json() == unkept(now).to_json()


@pytest.mark.full
def test_an_interruption_while_a_point_is_added_tells_what_all_have_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    swept("21,25", 2_000_000)()
    play, first_hands = bulk.play, list[int]()

    def pressed(*arguments: Any, first: int, **rest: Any) -> Any:
        first_hands.append(first)
        if first > 200_000:
            os.kill(os.getpid(), signal.SIGINT)
        return play(*arguments, first=first, **rest)

    with monkeypatch.context() as patched:
        patched.setattr(bulk, "play", pressed)
        part = cardsim.sweep(
            "scat", 2_000_000, **ASKED | {"threads": 1}, knock_threshold="21,23,25"
        )
    hands = part.groups[0].moments.n
    assert part.partial
    assert 0 < hands <= max(first_hands) < 2_000_000
    whole = unkept(swept("21,23,25", hands))
    assert part.to_dict()["groups"] == whole.to_dict()["groups"]


@pytest.mark.full
def test_reviews_and_learning_go_on(played: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    forked: list[int] = []
    fork = forks.play_forks

    def watched(*arguments: Any, **rest: Any) -> Any:
        forked.append(rest["count"])
        return fork(*arguments, **rest)

    monkeypatch.setattr("cardsim.runs.rollouts.play_forks", watched)
    asks: list[Callable[[], Answer]] = [
        lambda: cardsim.review("scat", n=6000, vs="usual", seed=3),
        lambda: cardsim.learn("chinese-ten", n=400, rounds=1, vs="usual", seed=3),
    ]
    for ask in asks:
        first = ask()
        assert played or forked
        del played[:], forked[:]
        assert ask().to_json() == first.to_json()
        assert not played
        assert not forked


@pytest.mark.deep
def test_a_further_round_of_learning_takes_those_before_from_the_catalogue(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    forked: list[int] = []
    fork = forks.play_forks

    def watched(*arguments: Any, **rest: Any) -> Any:
        forked.append(rest["count"])
        return fork(*arguments, **rest)

    monkeypatch.setattr("cardsim.runs.rollouts.play_forks", watched)

    def learned(rounds: int) -> tuple[str, int]:
        del forked[:]
        answer = cardsim.learn("scat", n=3000, rounds=rounds, vs="usual", seed=3)
        return answer.to_json(), sum(forked)

    one, some = learned(1)
    two, more = learned(2)
    whole, all_of_them = unkept(learned, 2)
    assert one != two == whole
    assert some + more == all_of_them
    assert learned(2) == (two, 0)


def test_the_pages_of_experiments_are_played_once(played: list[int]) -> None:
    first = cardsim.experiment("scat-sit-first", 300)
    assert played
    del played[:]
    assert cardsim.experiment("scat-sit-first", 300).to_json() == first.to_json()
    assert not played
    assert cardsim.list_runs().is_empty()


EXPERIMENT = """'Is {name} well?'
from cardsim import Experiment

def study(lab):
    lab.run("scat", vs="usual", unit="hand", knock_threshold={value})
    lab.answer("It is.")

EXPERIMENT = Experiment(study, n=300)
"""


def write_experiments(folder: Path) -> None:
    (folder / "experiments").mkdir()
    for name, value in (("early", 21), ("late", 25)):
        file = folder / "experiments" / f"{name}.py"
        file.write_text(EXPERIMENT.format(name=name, value=value))


def test_a_gallery_goes_on_and_plays_all_again_by_force(
    played: list[int], command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    write_experiments(tmp_path)
    monkeypatch.chdir(tmp_path)
    own = [e for e in experiments.listed() if e.path.parent == tmp_path / "experiments"]
    monkeypatch.setattr(experiments, "listed", lambda: own)
    do, names = experiments.experiment, list[str]()

    def interrupted(name: str, *words: Any, **asked: Any) -> experiments.Findings:
        names.append(name)
        if len(names) == 2:
            raise KeyboardInterrupt
        return do(name, *words, **asked)

    words = "experiment gallery pages"
    with monkeypatch.context() as patched:
        patched.setattr(experiments, "experiment", interrupted)
        assert command(words).status == 130
    assert len(played) == 300

    assert command(words).status == 0
    assert len(played) == 600
    pages = {file.name: file.read_bytes() for file in (tmp_path / "pages").iterdir()}
    assert command(words).status == 0
    assert len(played) == 600
    assert command(f"{words} --force").status == 0
    assert len(played) == 1200
    assert {file.name: file.read_bytes() for file in (tmp_path / "pages").iterdir()} == pages
    (tmp_path / "pages" / "index.html").write_text("my own page")
    refused = command(words)
    assert refused.status == 2
    assert "has index.html already, which is no page of cardsim" in refused.err


STUDY = """'Which is best?'
from cardsim import Experiment

def study(lab):
    asked = {"vs": "usual", "unit": "hand"}
    won = lab.run("scat", **asked)
    lab.compare("scat", "threshold", "chase-31", **asked)
    found = lab.learn("chinese-ten", 400, rounds=1, vs="usual")
    lab.answer(f"{won.headline} {found.after.headline} {found.text}")

EXPERIMENT = Experiment(study, n=300)
"""


@pytest.mark.deep
def test_a_gallery_by_workers_has_the_same_pages(
    played: list[int], command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "experiments").mkdir()
    (tmp_path / "experiments" / "best.py").write_text(STUDY)
    monkeypatch.chdir(tmp_path)
    own = [e for e in experiments.listed() if e.path.parent == tmp_path / "experiments"]
    monkeypatch.setattr(experiments, "listed", lambda: own)

    def pages(*words: str) -> dict[str, bytes]:
        assert command(f"experiment gallery pages --force {' '.join(words)}").status == 0
        return {file.name: file.read_bytes() for file in (tmp_path / "pages").iterdir()}

    by_threads = pages()
    assert played
    del played[:]
    assert pages("--workers", "2") == by_threads
    assert not played


def test_workers_keep_what_they_play_and_threads_go_on(played: list[int]) -> None:
    with cardsim.Workers(2) as workers:
        cardsim.run("scat", 2000, **ASKED, executor=workers)
    assert not played
    longer = cardsim.run("scat", 2500, **ASKED)
    assert sorted(played) == [*range(2000, 2500)]
    assert longer.to_json() == unkept(cardsim.run, "scat", 2500, **ASKED).to_json()


def test_a_strategy_in_python_whose_content_is_not_known_is_played_anew() -> None:
    asked: list[object] = []

    def knock(view: Any) -> bool:
        asked.append(view.value)
        return bool(view.value > 25)

    made = cardsim.Strategy("scat", name="mine", knock=knock, compiled=False)

    def run() -> int:
        with pytest.warns(CatalogueWarning, match="strategy 'scat/mine' changes while it plays"):
            cardsim.run("scat", 20, **ASKED | {"strategy": made})
        return len(asked)

    assert run() * 2 == run()


# ---------------------------------------------------------------- what plays in Python

MOODY = {
    "chance of its own": "R = np.random.default_rng()\nknocks = lambda view: R.random() < 0.5",
    "a list that grows": "ASKED = []\ndef knocks(view):\n    ASKED.append(1)\n"
    "    return len(ASKED) % 3 == 0",
    "random": "import random\nknocks = lambda view: random.random() < 0.5",
    "what it does not name": "knocks = lambda view: view.value >= int(open(FILE).read())",
}


@pytest.mark.parametrize("kind", MOODY)
def test_who_is_no_function_of_what_it_sees_is_named_and_kept_nowhere(
    kind: str, file: Path, tmp_path: Path
) -> None:
    scope: dict[str, Any] = {"__name__": "mine", "FILE": str(tmp_path / "limit.txt")}
    exec(f"import numpy as np\n{MOODY[kind]}", scope)
    (tmp_path / "limit.txt").write_text("15")
    made = cardsim.Strategy(
        "scat", name="moody", knock=scope["knocks"], compiled=False, depends_on=[]
    )

    def run(n: int) -> str:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            cardsim.run("scat", n, **ASKED | {"strategy": made})
        return " ".join(str(w.message) for w in caught if w.category is CatalogueWarning)

    first = run(40)
    (tmp_path / "limit.txt").write_text("30")
    told = first or run(60)

    assert "strategy 'scat/moody' is no function of what it is told: hand " in told
    with Catalogue(file) as kept:
        assert kept.base.execute("SELECT count(*) FROM hands").fetchone() == (0,)
    named = unkept(run, 40)
    assert ("is no function" in named) == bool(first)


def test_who_is_not_known_says_so_or_says_what_it_depends_on(tmp_path: Path) -> None:
    (tmp_path / "limit.txt").write_text("24")
    asked: list[int] = []

    def knock(view: Any) -> bool:
        asked.append(1)
        return bool(view.value > int((tmp_path / "limit.txt").read_text()))

    def run(n: int, depends_on: Any) -> int:
        made = cardsim.Strategy(
            "scat", name="mine", knock=knock, compiled=False, depends_on=depends_on
        )
        del asked[:]
        cardsim.run("scat", n, **ASKED | {"strategy": made})
        return len(asked)

    with pytest.warns(CatalogueWarning, match=r"strategy 'scat/mine' uses .*; depends_on="):
        run(50, None)
    inputs = [tmp_path / "limit.txt"]
    whole, again, longer = (run(n, inputs) for n in (500, 500, 510))
    assert again < whole / 4
    assert longer < whole / 2
    inputs[0].write_text("26")
    assert run(500, inputs) > whole / 2
    with pytest.raises(cardsim.UserError, match=r"depends_on names .*nothing.txt: no such"):
        run(50, [tmp_path / "nothing.txt"])
    with pytest.raises(cardsim.UserError, match="depends_on must be a list"):
        run(50, "limit.txt")


def test_where_noted_hands_cannot_be_read_all_of_a_comparison_are_played_again(file: Path) -> None:
    """A comparison looks at what is kept twice."""
    asked: list[int] = []

    def knock(view: Any) -> bool:
        asked.append(1)
        return bool(view.value > 24)

    made = cardsim.Strategy("scat", name="mine", knock=knock, compiled=False, depends_on=[])

    def compared() -> int:
        del asked[:]
        cardsim.compare("scat", made, "threshold", n=500, **ASKED)
        return len(asked)

    whole, kept = compared(), compared()
    assert kept < whole / 4
    with sqlite3.connect(file) as base:
        rows = base.execute("SELECT key, first, count, parts FROM hands").fetchall()
        for key, first, count, parts in rows:
            if isinstance(msgspec.msgpack.decode(zlib.decompress(parts)), dict):
                wrong = zlib.compress(b"\xc1")
                digest = catalogue._digest(key, first, count, wrong)
                base.execute(
                    "UPDATE hands SET parts = ?, digest = ? WHERE key = ?", (wrong, digest, key)
                )
    assert compared() > whole / 2


def test_python_goes_on_where_it_was_left_to_the_last_digit() -> None:
    made = cardsim.Strategy("scat", name="mine", knock=lambda v: v.value > 24, compiled=False)
    asked = ASKED | {"strategy": made}
    with catalogue.keeping() as kept:
        cardsim.run("scat", 100, **asked)
        longer = cardsim.run("scat", 250, **asked)

    assert kept.taken == 100
    assert longer.to_json() == unkept(cardsim.run, "scat", 250, **asked).to_json()


# ---------------------------------------------------------------- hands and decisions as rows


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the hands that are played for their rows, of which there are many batches."""
    hands: list[int] = []
    record = frames._recorded

    def watched(setup: Any, recorder: Any, first: int, most: int) -> Any:
        outcomes = record(setup, recorder, first, most)
        hands.extend(range(first, first + len(outcomes)))
        return outcomes

    monkeypatch.setattr(frames, "_recorded", watched)
    monkeypatch.setattr(frames, "ROWS", 500)
    monkeypatch.setattr(frames, "AT_ONCE", 110)
    return hands


ROWS_ASKED = "scat --vs chase-31 --seed 5 -n"


@pytest.mark.parametrize("what", ["hands", "decisions"])
@pytest.mark.kept(1)
def test_rows_go_on_where_they_were_left_and_the_file_is_that_of_an_unbroken_one(
    command: Command, recorded: list[int], tmp_path: Path, what: str
) -> None:
    def written(hands: int, *, ending: str = "parquet") -> tuple[bytes, str]:
        file = tmp_path / f"x.{ending}"
        told = command(f"{what} {ROWS_ASKED} {hands} -o {file} --force")
        assert told.status == 0
        return file.read_bytes(), told.err

    in_batches = getattr(cardsim, f"{what}_in_batches")
    batches = in_batches("scat", 10**9, vs="chase-31", seed=5)
    next(batches)
    batches.close()
    kept = len(recorded)
    assert 0 < kept < 900

    del recorded[:]
    whole, told = written(900)
    assert recorded == [*range(kept, 900)]
    assert f"of 900 hands {kept} were kept; " in told
    longer, told = written(1300)
    assert recorded == [*range(kept, 1300)]
    assert "of 1300 hands 900 were kept; " in told
    again, _ = written(1300)
    text, _ = written(1300, ending="csv")
    assert recorded == [*range(kept, 1300)]
    shorter, _ = written(400)

    assert again == longer
    for hands, some in ((900, whole), (1300, longer), (400, shorter)):
        assert unkept(written, hands)[0] == some
    assert unkept(written, 1300, ending="csv")[0] == text


def test_rows_are_played_anew_where_anything_is_not_the_same(
    command: Command, recorded: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = tmp_path / "strategies" / "scat" / "mine.py"
    mine.parent.mkdir(parents=True)
    monkeypatch.chdir(tmp_path)

    def played(words: str, least: int = 27) -> int:
        mine.write_text(
            "from cardsim import Strategy\n"
            f"def knock(view):\n    return view.value >= {least}\n"
            "STRATEGY = Strategy(game='scat', knock=knock)\n"
        )
        del recorded[:]
        assert command(f"{words} --strategy mine -o x.csv --force --quiet").status == 0
        return len(recorded)

    hands, decisions = f"hands {ROWS_ASKED} 40", f"decisions {ROWS_ASKED} 40"
    assert [played(hands), played(decisions), played(hands), played(decisions)] == [40, 40, 0, 0]
    assert played(f"{decisions} --fields value") == 40
    assert played(f"{hands} --players 4") == 40
    assert played(hands, least=28) == 40
    assert played(hands) == 0
    assert played(f"{hands} --no-keep") == 40
    for words, count in (("--no-keep", 40), ("", 40), ("", 0)):
        assert played(f"hands scat --vs chase-31 --seed 6 -n 40 {words}") == count


def test_damaged_rows_are_played_again(file: Path, recorded: list[int]) -> None:
    asked: dict[str, Any] = {"vs": "chase-31", "seed": 5}
    rows = cardsim.hands("scat", 600, **asked)
    with sqlite3.connect(file) as base:
        ((first, parts), *_) = base.execute("SELECT first, parts FROM hands WHERE first > 0")
        spoiled = bytearray(parts)
        spoiled[len(parts) // 2] ^= 4
        base.execute("UPDATE hands SET parts = ? WHERE first = ?", (bytes(spoiled), first))
    del recorded[:]

    assert cardsim.hands("scat", 600, **asked).equals(rows)
    assert recorded == [*range(first, 600)]
    assert cardsim.hands("scat", 600, **asked).equals(rows)
    assert len(recorded) == 600 - first


def _row(**changed: Any) -> bytes:
    """A row that says other things of a run's hands than any run counts."""
    told: dict[str, Any] = {"first": 0, "hands": 3000, "counts": [], "outcomes": None, **changed}
    return zlib.compress(msgspec.msgpack.encode([told]))


@pytest.mark.parametrize(
    "parts",
    [
        "text",
        b"no zlib",
        zlib.compress(b""),
        zlib.compress(msgspec.msgpack.encode(None)),
        zlib.compress(msgspec.msgpack.encode([])),
        _row(hands=-1),
        _row(hands=1),
        _row(hands="x"),
        _row(counts=[{"keys": ["<u8", [9], b""], "counts": ["<i8", [9], b""]}]),
        _row(counts=[{"keys": ["<f8", [0], b""], "counts": ["<i8", [0], b""]}]),
        _row(counts=[{"keys": 5, "counts": ["<i8", [0], b""]}]),
    ],
)
def test_a_row_whose_digest_fits_is_played_again_where_it_cannot_be(
    file: Path, parts: str | bytes
) -> None:
    asked: dict[str, Any] = {"vs": "usual", "unit": "hand", "seed": 5}
    known = cardsim.run("scat", 3000, **asked)
    with sqlite3.connect(file) as base:
        ((key,),) = base.execute("SELECT key FROM hands")
        digest = catalogue._digest(key, 0, 3000, parts) if isinstance(parts, bytes) else b""
        base.execute("UPDATE hands SET parts = ?, digest = ?", (parts, digest))

    for _ in range(2):
        assert cardsim.run("scat", 3000, **asked) == known


def test_rows_beyond_the_room_of_the_catalogue_are_not_kept(
    file: Path, recorded: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "MOST_BYTES", 100_000)
    asked: dict[str, Any] = {"vs": "chase-31", "seed": 5}
    with pytest.warns(CatalogueWarning, match=r"has no room for more than 0\.0 GB"):
        rows = cardsim.hands("scat", 3000, **asked)
    assert rows.equals(unkept(cardsim.hands, "scat", 3000, **asked))
    del recorded[:]

    with pytest.warns(CatalogueWarning, match="has no room"):
        assert cardsim.hands("scat", 3000, **asked).equals(rows)
    assert 0 < recorded[0] < 3000
    assert recorded == [*range(recorded[0], 3000)]
    with Catalogue(file) as kept:
        assert kept.size < 150_000


# ---------------------------------------------------------------- what is wrong with the file


def other_programs(file: Path) -> None:
    with sqlite3.connect(file) as base:
        base.execute("CREATE TABLE tunes (name TEXT)")


def no_base(file: Path) -> None:
    file.write_bytes(b"knock at 27\n" * 500)


def newer(file: Path) -> None:
    with Catalogue(file, make=True) as made:
        made.base.execute(f"PRAGMA user_version = {catalogue.VERSION + 1}")


def a_folder(file: Path) -> None:
    file.mkdir()


def cut_off(file: Path) -> None:
    cardsim.run("scat", 5000, **ASKED)
    with file.open("r+b") as opened:
        opened.truncate(file.stat().st_size * 2 // 3)


def flipped(file: Path) -> None:
    """One bit in eight of all but the header, which says that it is a catalogue."""
    cardsim.run("scat", 5000, **ASKED)
    content = bytearray(file.read_bytes())
    content[100:] = bytes(byte ^ 16 for byte in content[100:])
    file.write_bytes(content)


WRONG = {
    other_programs: "is no catalogue of cardsim, and stays as it is",
    no_base: "is no catalogue of cardsim, and stays as it is",
    newer: "is of a newer cardsim (layout 2, this one knows 1), and stays as it is",
    a_folder: "cannot be used",
    cut_off: "cannot be used: database disk image is malformed",
    flipped: "cannot be used: database disk image is malformed",
}


@pytest.mark.parametrize("spoil", WRONG, ids=lambda spoil: spoil.__name__)
def test_a_file_that_is_no_catalogue_stays_as_it_is(file: Path, spoil: Any) -> None:
    file.parent.mkdir(exist_ok=True)
    spoil(file)
    before = file.read_bytes() if file.is_file() else b""
    with pytest.warns(CatalogueWarning, match="what is played is not kept") as warned:
        result = cardsim.run("scat", 200, **ASKED)
    assert WRONG[spoil] in str(warned[0].message)
    assert result.to_json() == unkept(cardsim.run, "scat", 200, **ASKED).to_json()
    assert (file.read_bytes() if file.is_file() else b"") == before


def test_a_full_disk_is_told_and_hands_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    checked = Catalogue._check

    def small(made: Catalogue) -> None:
        checked(made)
        made.base.execute("PRAGMA max_page_count = 1")

    monkeypatch.setattr(Catalogue, "_check", small)
    with pytest.warns(CatalogueWarning, match="disk is full"):
        result = cardsim.run("scat", 20_000, **ASKED)
    assert result.to_json() == unkept(cardsim.run, "scat", 20_000, **ASKED).to_json()


def test_a_folder_that_cannot_be_made_is_told(file: Path) -> None:
    file.parent.write_text("in the way")
    with pytest.warns(CatalogueWarning, match="cannot be used: File exists"):
        cardsim.run("scat", 200, **ASKED)


def test_flipped_bytes_are_found_and_played_again(file: Path, played: list[int]) -> None:
    first = cardsim.run("scat", 500, **ASKED)
    with sqlite3.connect(file) as base:
        ((parts,),) = base.execute("SELECT parts FROM hands")
        spoiled = bytearray(parts)
        spoiled[len(parts) // 2] ^= 4
        base.execute("UPDATE hands SET parts = ?", (bytes(spoiled),))
    del played[:]
    assert cardsim.run("scat", 500, **ASKED).to_json() == first.to_json()
    assert len(played) == 500


def test_two_processes_write_at_once(file: Path) -> None:
    """Half of their hands are the same, and are kept once."""
    asked = "'scat', 200, unit='hand', vs='usual', seed={}+k"
    script = f"import cardsim; [cardsim.run({asked}) for k in range(10)]"
    both = [
        subprocess.Popen([sys.executable, "-W", "error", "-c", script.format(5 * k)])
        for k in range(2)
    ]
    assert [process.wait() for process in both] == [0, 0]
    with sqlite3.connect(file) as base:
        assert base.execute("SELECT count(*), sum(count) FROM hands").fetchone() == (15, 3_000)
        assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.full
def test_processes_make_a_catalogue_at_once(tmp_path: Path) -> None:
    """Which of them comes first is chance: of 200 files some were refused before."""
    script = (
        "import pathlib, sys, time\n"
        "from cardsim.runs.store import Catalogue\n"
        "while time.time() < float(sys.argv[1]): pass\n"
        "for k in range(200): Catalogue(pathlib.Path(f'{k}.sqlite'), make=True).close()"
    )
    words = [sys.executable, "-c", script, str(time.time() + 2)]
    every = [subprocess.Popen(words, cwd=tmp_path) for _ in range(3)]
    assert [process.wait() for process in every] == [0, 0, 0]


# ---------------------------------------------------------------- killed

ASKS = {
    "run": "cardsim.run('scat', 400_000, seed=3, vs='same').to_json()",
    "sweep": "cardsim.sweep('scat', n=100_000, seed=3, knock_threshold='21,24,27', vs='usual')"
    ".to_json()",
    "compare": "cardsim.compare('scat', 'threshold', 'chase-31', n=150_000, seed=3, vs='usual')"
    ".to_json()",
    "review": "cardsim.review('scat', n=60_000, seed=3, vs='usual').to_json()",
    "learn": "cardsim.learn('scat', n=6_000, rounds=2, seed=3, vs='usual').to_json()",
    "tournament": "cardsim.tournament('scat', 'threshold', 'chase-31', n=50_000, seed=3).to_json()",
    "tune": "cardsim.tune('scat', 'threshold', n=100_000, seed=3, vs='usual').to_json()",
    "hands": "cli.main('hands scat --vs usual --seed 3 -n 3e4 --force -o pages/rows.csv'.split())",
    "gallery": "cli.main(['experiment', 'gallery', 'pages', '-n', '60000'])",
}


KILLED = """
import os, pathlib, signal, sys, threading
import cardsim
from cardsim import cli
from cardsim.studies import experiments
from cardsim.runs import kept

pathlib.Path("pages").mkdir(exist_ok=True)
own = pathlib.Path("experiments").resolve()
known = [e for e in experiments.listed() if e.path.parent == own]
experiments.listed = lambda: known

kept.KEEP_SECONDS = 0.05
before = kept.HandCache.before

def begun(*arguments):
    seconds = float(os.environ["KILLED_AFTER"])
    if seconds:
        threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGKILL)).start()
    return before(*arguments)

kept.HandCache.before = begun
print({}, flush=True)
for page in sorted(pathlib.Path("pages").glob("*")):
    print(page.read_text())
sys.stdout.flush()
os._exit(0)
"""


SHORT = ("run", "compare", "review", "gallery")
"""One of each kind of work: what is kept of the others is hands of several runs as well, and what
learning keeps is forks, as a review."""


@pytest.mark.parametrize(
    ("kind", "kills"),
    [
        *(pytest.param(kind, 1, marks=pytest.mark.full) for kind in SHORT),
        *(pytest.param(kind, 20, marks=pytest.mark.deep) for kind in ASKS),
    ],
)
def test_what_was_killed_goes_on_and_comes_to_the_same(
    file: Path, kind: str, kills: int, tmp_path: Path
) -> None:
    write_experiments(tmp_path)

    def process(seconds: float, **changed: str) -> subprocess.CompletedProcess[bytes]:
        words = [sys.executable, "-W", "error", "-c", KILLED.format(ASKS[kind])]
        told = os.environ | {"KILLED_AFTER": str(seconds)} | changed
        return subprocess.run(words, stdout=PIPE, env=told, check=False, cwd=tmp_path)

    whole = process(0, **{catalogue.CHOSEN: ""}).stdout
    shutil.rmtree(tmp_path / "pages", ignore_errors=True)
    moments = random.Random(kills)
    killed, latest = 0, 0.4
    for _ in range(kills + 3):
        ended = process(moments.uniform(0.001, latest))
        assert ended.returncode == -signal.SIGKILL or ended.stdout == whole
        killed += ended.returncode != 0
        with sqlite3.connect(file) as base:
            assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        if not ended.returncode:
            # It was faster than that.
            shutil.rmtree(file.parent)
            latest /= 40
        if killed == kills:
            break
    assert killed > 0
    assert process(0).stdout == whole


SOAK = """
import resource
import cardsim

tenth = []

def far(progress):
    if progress.hands > progress.total / 10 and not tenth:
        tenth.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)

result = cardsim.run("dice-game", {}, seed=3, progress=far)
print(result.hands, tenth[0], resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.deep
def test_a_billion_hands_take_no_more_memory_than_their_first_tenth(file: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SOAK.format(10**9)], stdout=PIPE, text=True, check=True
    )
    hands, tenth, all_of_it = map(int, done.stdout.split())
    assert hands == 10**9
    assert all_of_it < 1.05 * tenth
    assert file.stat().st_size < 10_000_000


# ---------------------------------------------------------------- answers


@pytest.fixture
def answers(file: Path, command: Command) -> None:
    """A run, a sweep and a comparison are kept, with the numbers 1 to 3."""
    assert not file.exists()
    for words in (
        "run scat -n 500 --seed 1 --vs usual --quiet",
        "sweep scat --knock-threshold 21,25 -n 300 --seed 1 --vs usual --quiet",
        "compare cheat planner bluffer -n 100 --seed 1 --vs usual --quiet",
    ):
        assert command(words).status == 0


@pytest.mark.usefixtures("answers")
def test_answers_are_listed_the_newest_first(command: Command) -> None:
    listed = cardsim.list_runs()
    assert listed["number"].to_list() == [3, 2, 1]
    assert listed["kind"].to_list() == ["compare", "sweep", "run"]
    assert listed["hands"].to_list() == [100, 300, 500]
    assert listed["strategies"][0].to_list() == ["bluffer", "planner"]
    assert not listed["partial"].any()
    assert cardsim.list_runs("scat")["number"].to_list() == [2, 1]
    assert cardsim.list_runs(strategy="bluffer")["number"].to_list() == [3]
    assert cardsim.list_runs(since=timedelta(0)).is_empty()
    lines = command("runs list --game scat").out.splitlines()
    assert [line.split()[0] for line in lines] == ["2", "1"]
    assert json.loads(command("runs list --json --since 1h").out)["runs"][2]["hands"] == 500


@pytest.mark.usefixtures("answers")
@pytest.mark.filterwarnings("default::cardsim.runs.store.CatalogueWarning")
@pytest.mark.parametrize("spoilt", ["ended = 1e300", "ended = 'x'", "hands = -1"])
def test_a_damaged_row_is_left_out_of_the_list_alone(
    command: Command, file: Path, spoilt: str
) -> None:
    with Catalogue(file) as kept:
        kept.base.execute(f"UPDATE runs SET {spoilt} WHERE number = 2")

    said = command("runs list")

    assert [line.split()[0] for line in said.out.splitlines()] == ["3", "1"]
    assert said.err == f"cardsim: run 2 in {file} is damaged, and left out\n"


@pytest.mark.full
@pytest.mark.filterwarnings("default::cardsim.runs.store.CatalogueWarning")
def test_an_edit_of_a_row_leaves_it_out_or_is_what_the_list_says(
    command: Command, file: Path
) -> None:
    for seed in (1, 2):
        command(f"run scat -n 100 --unit hand --seed {seed} --vs usual --quiet")
    (known, other) = cardsim.list_runs().to_dicts()
    left_out = 0
    values = [-1, 0.5, float("inf"), 1 << 62, "", "x\x1b[31m", b"\xff\x00", "3,threshold"]

    for column, value in product((*known, "answer"), values):
        if column == "number":
            continue
        text = f"UPDATE runs SET {column} = ? WHERE number = 2"
        with Catalogue(file) as kept:
            (was,) = kept.base.execute(f"SELECT {column} FROM runs WHERE number = 2").fetchone()
            kept.base.execute(text, (value,))
            (now,) = kept.base.execute(f"SELECT {column} FROM runs WHERE number = 2").fetchone()
        said = command("runs list")
        with warnings.catch_warnings(action="ignore"):
            shown = cardsim.list_runs().to_dicts()
        with Catalogue(file) as kept:
            kept.base.execute(text, (was,))
        assert (said.status, (said.out + said.err).replace("\n", "").isprintable()) == (0, True)
        (there,) = [row for row in shown if row["number"] == 1]
        assert there == other
        mine = [row for row in shown if row["number"] == 2]
        left_out += not mine
        assert mine or "run 2 in" in said.err
        for row in mine:
            told = {
                **known,
                "ended": known["ended"] if column != "ended" else row["ended"],
                **({} if column in {"answer", "ended"} else {column: now}),
            }
            if column == "ended":
                assert row["ended"].timestamp() == now
            if column == "strategies":
                told["strategies"] = [name for name in now.split(",") if name]
            if column == "partial":
                told["partial"] = bool(now)
            assert row == told, (column, value)

    assert left_out > 20


@pytest.mark.usefixtures("answers")
def test_an_answer_is_shown_as_it_was_printed(command: Command, tmp_path: Path) -> None:
    for number in (1, 2, 3):
        shown = command(f"runs show {number}")
        again = command(shown.out.split("Again")[1].removeprefix("  ").split("cardsim ", 1)[1])
        assert shown.out == again.out
        found = cardsim.load_run(number)
        assert command(f"runs show {number} --json").out == found.to_json() + "\n"
        file = tmp_path / f"{number}.json"
        assert command(f"runs export {number} -o {file}").status == 0
        assert cardsim.load(file).to_json() == found.to_json()


@pytest.mark.usefixtures("answers")
def test_an_equal_answer_is_kept_once_and_is_the_newest(command: Command) -> None:
    command("run scat -n 500 --seed 1 --vs usual --quiet")
    assert cardsim.list_runs()["number"].to_list() == [1, 3, 2]


def test_nothing_is_kept_where_nobody_wants_it(
    command: Command, file: Path, played: list[int]
) -> None:
    for _ in range(2):
        command("run scat -n 500 --unit hand --seed 1 --vs usual --no-keep")
    assert len(played) == 1000
    assert not file.exists()


def test_a_game_is_checked_with_hands_that_are_played(file: Path, command: Command) -> None:
    assert command("games check dice-game --hands 20").status == 0
    assert not file.exists()


def test_how_many_hands_were_kept_is_said(command: Command) -> None:
    words = "run scat --unit hand --seed 1 --vs usual -n"
    assert "were kept" not in command(f"{words} 500").err
    assert command(f"{words} 500").err == "of 500 hands 500 were kept\n"
    assert command(f"{words} 800").err.startswith("of 800 hands 500 were kept; 300 hands in ")


@pytest.mark.usefixtures("answers")
def test_answers_are_removed_all_or_none(command: Command, file: Path) -> None:
    refused = command("runs remove 2 9")
    assert (refused.status, refused.err) == (
        2,
        f"cardsim: there is no run 9 in {file}: they are 1 to 3\n",
    )
    assert command("runs remove 2 1").status == 0
    assert cardsim.list_runs()["number"].to_list() == [3]


@pytest.mark.usefixtures("answers")
def test_hands_used_least_lately_make_room(file: Path, command: Command) -> None:
    with Catalogue(file) as kept:
        keys = [key for (key,) in kept.base.execute("SELECT key FROM hands ORDER BY used")]
        kept.base.execute("UPDATE hands SET parts = zeroblob(20000)")
        assert kept.make_room(kept.size - 10_000) > 0
        left = [key for (key,) in kept.base.execute("SELECT key FROM hands ORDER BY used")]
    assert left == keys[1:]
    assert command("runs gc --most 1kB").out.startswith("800 hands are no longer kept")
    assert cardsim.list_runs().height == 3


@pytest.mark.usefixtures("answers")
def test_two_runs_are_set_side_by_side(command: Command) -> None:
    command("run scat -n 500 --seed 2 --vs usual --knock-threshold 25 --quiet")
    lines = command("runs compare 1 4").out.splitlines()
    (row,) = [line.split() for line in lines if line.startswith("  wins")]
    both = [cardsim.load_run(k) for k in (1, 4)]
    first, second = (r.estimates["wins"] for r in both if isinstance(r, cardsim.Result))
    assert row[1:4] == [f"{e:.4g}" for e in (first.value, second.value)] + [
        f"{second.value - first.value:+.4g}"
    ]
    assert "met the same hands" not in " ".join(lines)
    assert command("runs compare 1 2").out.splitlines()[-1].startswith("Only the estimates")
    command("run scat -n 500 --seed 2 --vs usual --knock-threshold 22 --quiet")
    command("run scat -n 500 --seed 2 --vs usual --players 4 --quiet")
    assert "met the same hands" in " ".join(command("runs compare 4 5").out.split())
    assert "met the same hands" not in " ".join(command("runs compare 5 6").out.split())


def test_another_terminal_is_told_how_far_a_run_is(file: Path, command: Command) -> None:
    words = shlex.split("run scat --unit hand --vs usual -n 1e9 --seed 1 --threads 1")
    said = ""
    with subprocess.Popen([sys.executable, "-m", "cardsim", *words], stderr=PIPE) as process:
        while not said.startswith("cardsim run"):
            assert process.poll() is None
            time.sleep(0.1)
            said = command("runs watch --once").out if file.is_file() else ""
        process.kill()
    far = r"0 %, .* left, .* \(± .*\), .* hands/s, .* of 1G hands"
    assert re.fullmatch(rf"cardsim run scat .* --threads 1: {far}\n", said)
    # It was killed, and could not say so itself.
    assert command("runs watch").out == "Nothing plays.\n"
    assert re.match(r"killed +\S+ \S+ +cardsim run scat ", command("runs list").out)
    (cut,) = json.loads(command("runs list --json").out)["killed"]
    assert cut["command"].startswith("cardsim run scat ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("runs list --since 3y", "--since must be an age such as 12h, 7d or 4w, not '3y'"),
        ("runs gc --most 3", "--most must be a size such as 200MB or 1GB, not '3'"),
        ("runs list -o x.txt", "--output"),
        ("runs show x", "NUMBER"),
        (f"runs show {1 << 63}", "NUMBER must be a whole number from 1 to 92233720368547758"),
        (f"runs remove {'9' * 5000}", "NUMBER must be a whole number from 1 to"),
        (f"runs gc --most {'9' * 400}GB", "--most must be a size such as"),
        (f"runs list --since {'9' * 400}d", "--since must be an age such as"),
        ("runs show 1", "there is no catalogue"),
    ],
)
def test_what_cannot_be_is_told_in_a_line(command: Command, words: str, said: str) -> None:
    refused = command(words)
    assert refused.status == 2
    assert said in refused.err.splitlines()[0]
    assert not refused.out


@pytest.mark.usefixtures("answers")
def test_a_page_of_all_runs(command: Command, tmp_path: Path) -> None:
    page = tmp_path / "runs.html"
    assert command(f"runs list -o {page}").status == 0
    assert page.read_text().count("--knock-threshold") == 1
    assert command(f"runs list -o {page}").status == 2
