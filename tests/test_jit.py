"""Compiled code on disk: found again by the next process, and never run once anything has changed.

Each test has a cache folder of its own and starts processes that share it.
"""

import json
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import types
from numba.np.numpy_support import from_dtype

import cardsim
from cardsim import Strategy
from cardsim.compile.fingerprint import fingerprint
from cardsim.engine.table import answer
from cardsim.games.scat import GAME
from cardsim.kernels import cache as disk
from cardsim.kernels import jit
from cardsim.kernels.code_key import code_key
from cardsim.kernels.intrinsics import record_here
from cardsim.kernels.read_only import view_type

PACKAGE = Path(cardsim.__file__).parent

ASK = """
import sys
from pathlib import Path
import numpy as np
from cardsim.engine.table import answer
from cardsim.games.scat import GAME
from cardsim.workspace import load_file

def ask(strategy, value):
    views = np.zeros(1, GAME.view)
    views["value"] = value
    from_cache = strategy.compiled(GAME.decision("knock"), GAME.view).from_cache
    return {"action": answer(strategy, "knock", views), "from_cache": from_cache}
"""
"""The start of a process that asks a strategy whether it knocks."""

KNOCK = "def knock(view):\n    return view.value >= {limit}\n"
LAST_LINE = "\nfrom cardsim import Strategy\nSTRATEGY = Strategy(game='scat', knock=knock)\n"


class Workplace:
    """A folder with a cache of its own, in which processes run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cache = folder / "cache"

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text)

    def run(self, script: str, *, package: Path = PACKAGE, cache: Path | None = None) -> Any:
        """What a new process prints, as JSON."""
        folders = [str(package.parent), str(Path(__file__).parent), os.environ.get("PYTHONPATH")]
        path = os.pathsep.join(filter(None, folders))
        done = subprocess.run(
            [sys.executable, "-c", script],
            cwd=self.folder,
            env={
                **os.environ,
                "PYTHONPATH": path,
                "PYTHONDONTWRITEBYTECODE": "1",
                "CARDSIM_CACHE_DIR": str(cache or self.cache),
            },
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def ask(self, value: int, **options: Any) -> Any:
        """Whether the strategy in `idea.py` knocks, and whether its code was in the cache."""
        script = ASK + f"import json; print(json.dumps(ask(load_file(Path('idea.py')), {value})))"
        return self.run(script, **options)


@pytest.fixture
def place(tmp_path: Path) -> Workplace:
    return Workplace(tmp_path)


def fresh(action: int) -> dict[str, Any]:
    return {"action": action, "from_cache": False}


def known(action: int) -> dict[str, Any]:
    return {"action": action, "from_cache": True}


# ---------------------------------------------------------------- what is found again


@pytest.mark.full
def test_the_next_process_finds_the_compiled_strategy(place: Workplace) -> None:
    place.write("idea.py", KNOCK.format(limit=21) + LAST_LINE)

    assert [place.ask(21), place.ask(21), place.ask(20)] == [fresh(1), known(1), known(0)]


WORK = """
import json
import math
import numpy as np
from numba import types
from cardsim.kernels import jit

def work(n):
    words = {"1": 0}
    for k in range(n):
        words[str(k % 3)] = k
    np.random.seed(n)
    matrix = np.eye(3) * np.random.normal()
    solved = np.dot(matrix, np.arange(3.0))
    array = np.sort(np.array([n, len(set([n, 2, 3]))]))
    return words["1"] + math.gamma(n) + solved[2] + array[0] + hash((n, 1.5)) % 7

entry = jit.entry(work, signature=types.float64(types.int64))
print(json.dumps({"value": entry.call(5), "from_cache": entry.from_cache}))
"""
"""A process that works with much of what numba knows: memory, hashes, random numbers, BLAS."""


@pytest.mark.full
def test_code_from_the_cache_finds_all_of_numba_that_it_uses(place: Workplace) -> None:
    made, found = place.run(WORK), place.run(WORK)

    assert found == {"value": made["value"], "from_cache": True}


SORT = """
import json
from numba import types
from cardsim.kernels import jit

@jit.kernel
def half(x):
    return x // 2

@jit.kernel
def last_bit_first(x):
    return (x - 2 * half(x), half(x))

def order(a, b, c):
    found = sorted([a, b, c], key=last_bit_first)
    return found[0] * 100 + found[1] * 10 + found[2]

made = jit.entry(order, signature=types.int64(types.int64, types.int64, types.int64))
print(json.dumps([made.call(3, 4, 2), made.call(1, 7, 6), made.from_cache]))
"""
"""A kernel, with another that it calls, in the hands of code of numba's own."""


@pytest.mark.full
def test_a_function_of_numba_may_call_a_kernel(place: Workplace) -> None:
    assert place.run(SORT) == [243, 617, False]
    assert place.run(SORT) == [243, 617, True]


@pytest.mark.full
def test_a_run_from_the_cache_does_not_load_what_compiles(place: Workplace) -> None:
    script = (
        "import json, sys, cardsim; cardsim.run('scat', 100); "
        "print(json.dumps('numba.np.linalg' in sys.modules))"
    )

    place.run(script, cache=disk.cache_folder())

    assert place.run(script, cache=disk.cache_folder()) is False


# ---------------------------------------------------------------- what has changed


@pytest.mark.full
def test_a_changed_strategy_file_is_compiled_anew_and_the_old_one_still_known(
    place: Workplace,
) -> None:
    place.write("idea.py", KNOCK.format(limit=21) + LAST_LINE)
    before = place.ask(22)
    place.write("idea.py", KNOCK.format(limit=25) + LAST_LINE)

    after = place.ask(22)

    place.write("idea.py", KNOCK.format(limit=21) + LAST_LINE)
    assert [before, after, place.ask(22)] == [fresh(1), fresh(0), known(1)]


@pytest.mark.full
def test_a_file_changed_within_the_same_second_and_to_the_same_size_is_compiled_anew(
    place: Workplace,
) -> None:
    place.write("idea.py", KNOCK.format(limit=21) + LAST_LINE)
    place.ask(22)
    stamp = (place.folder / "idea.py").stat()
    place.write("idea.py", KNOCK.format(limit=25) + LAST_LINE)
    os.utime(place.folder / "idea.py", ns=(stamp.st_atime_ns, stamp.st_mtime_ns))

    assert place.ask(22) == fresh(0)


HELPER = "from cardsim.kernels.jit import kernel\n\n@kernel\ndef limit(view):\n    return {limit}\n"

USES = {
    "a function of a helper module": (
        "from helper import limit\n\ndef knock(view):\n    return view.value >= limit(view)\n",
        "helper.py",
        HELPER,
    ),
    "a helper module by its name": (
        "import helper\n\ndef knock(view):\n    return view.value >= helper.limit(view)\n",
        "helper.py",
        HELPER,
    ),
    "a number of a helper module": (
        "from helper import LIMIT\n\ndef knock(view):\n    return view.value >= LIMIT\n",
        "helper.py",
        "LIMIT = {limit}\n",
    ),
    "a function of a helper that calls another helper": (
        "from outer import limit\n\ndef knock(view):\n    return view.value >= limit(view)\n",
        "helper.py",
        HELPER,
    ),
    "a helper module that has its number from another": (
        "import outer\n\ndef knock(view):\n    return view.value >= outer.LIMIT\n",
        "helper.py",
        "LIMIT = {limit}\n",
    ),
    "a table in the same file": (
        "from helper import TABLE\n\ndef knock(view):\n    return view.value >= TABLE[1500]\n",
        "helper.py",
        "import numpy as np\nTABLE = np.zeros(3000)\nTABLE[1500] = {limit}\n",
    ),
    "a tuple of tables": (
        "from helper import TWO\n\ndef knock(view):\n    return view.value >= TWO[0][1500]\n",
        "helper.py",
        "import numpy as np\nTWO = (np.zeros(3000), np.zeros(3000))\nTWO[0][1500] = {limit}\n",
    ),
    "the last of three numbers, equal to the first and then to the second": (
        "from helper import A, B, C\n\ndef knock(view):\n    return view.value >= C + A - B + 4\n",
        "helper.py",
        "A, B, C = 21, 25, {limit}\n",
    ),
    "a default value of a helper": (
        "from helper import limit\n\ndef knock(view):\n    return view.value >= limit()\n",
        "helper.py",
        (
            "from cardsim.kernels.jit import kernel\n\n"
            "@kernel\ndef limit(most={limit}):\n    return most\n"
        ),
    ),
}
OUTER = (
    "from cardsim.kernels.jit import kernel\nimport helper\nfrom helper import *\n"
    "LIMIT = getattr(helper, 'LIMIT', 0)\ninner = getattr(helper, 'limit', None)\n"
    "if inner is not None:\n    @kernel\n    def limit(view):\n        return inner(view)\n"
)


@pytest.mark.parametrize("use", USES)
@pytest.mark.kept(0, full=3)
def test_a_strategy_is_compiled_anew_when_what_it_uses_has_changed(
    place: Workplace, use: str
) -> None:
    strategy, name, text = USES[use]
    place.write("idea.py", strategy + LAST_LINE)
    place.write("outer.py", OUTER)
    place.write(name, text.format(limit=21))
    assert [place.ask(22), place.ask(22)] == [fresh(1), known(1)]
    place.write(name, text.format(limit=25))

    assert place.ask(22) == fresh(0)


@pytest.mark.full
def test_a_changed_global_of_a_notebook_is_not_answered_from_the_cache(place: Workplace) -> None:
    cell = (
        "\nimport json\nfrom cardsim import Strategy\n"
        "def knock(view):\n    return view.value >= LIMIT\n"
        "print(json.dumps(ask(Strategy(game='scat', knock=knock), 22)))"
    )

    answers = [place.run(f"{ASK}\nLIMIT = {limit}\n{cell}") for limit in (21, 25, 21)]

    assert answers == [fresh(1), fresh(0), known(1)]


PACKAGE_ASK = """
import json
from numba import types
from cardsim.kernels import jit
from cardsim.kernels.code_key import code_key
from cardsim.rng import WORDS_DTYPE, place, uniform
from numba.np.numpy_support import from_dtype
import numpy as np

def first(words):
    place(words[0], np.uint64(1), np.uint64(2), np.uint32(0), np.uint32(0))
    return uniform(words[0])

words = types.Array(from_dtype(WORDS_DTYPE), 1, "C")
made = jit.entry(first, signature=types.float64(words))
value = made.call(np.zeros(1, WORDS_DTYPE))
print(json.dumps({"value": value, "from_cache": made.from_cache, "key": code_key(first)}))
"""


@pytest.mark.full
def test_a_changed_source_of_the_package_is_compiled_anew(place: Workplace) -> None:
    package = place.folder / "copy" / "cardsim"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__", "_bundled"))
    before, again = (place.run(PACKAGE_ASK, package=package) for _ in range(2))
    helper = package / "rng.py"
    text = helper.read_text()
    assert text.count("next_word(unsealed(words)) * 2.0**-32") == 1
    helper.write_text(
        text.replace(
            "next_word(unsealed(words)) * 2.0**-32", "next_word(unsealed(words)) * 2.0**-33"
        )
    )

    after = place.run(PACKAGE_ASK, package=package)

    assert [before["from_cache"], again["from_cache"], after["from_cache"]] == [False, True, False]
    assert again["value"] == before["value"] == 2 * after["value"]
    assert again["key"] == before["key"] != after["key"]


# ---------------------------------------------------------------- in one process


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    # What a process reads of sources is kept once, and here in another folder.
    code_key(adder)
    monkeypatch.setenv("CARDSIM_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def adder(amount: int) -> Callable[[int], int]:
    def add(x: int) -> int:
        return x + amount

    return add


def had(amount: int) -> jit.Entry:
    function = adder(amount)
    return jit.entry(function, signature=types.int64(types.int64), content=fingerprint(function))


def made(amount: int) -> jit.Entry:
    """As a process has it that had it never before."""
    jit._LOADED.clear()
    return had(amount)


def knocker(limit: float) -> Strategy:
    def knock(view: Any) -> bool:
        return bool(view.value >= limit)

    return Strategy(game="scat", knock=knock)


def action(strategy: Strategy, value: float) -> int:
    views = np.zeros(1, GAME.view)
    views["value"] = value
    return answer(strategy, "knock", views)


@pytest.mark.usefixtures("cache")
def test_two_closures_of_the_same_source_are_told_apart() -> None:
    low, high = knocker(21), knocker(25)

    assert [action(low, 22), action(high, 22), action(knocker(21), 22)] == [1, 0, 1]
    assert knocker(21).compiled(GAME.decision("knock"), GAME.view).from_cache
    assert not knocker(27).compiled(GAME.decision("knock"), GAME.view).from_cache


def test_a_process_reads_code_once(cache: Path) -> None:
    """Numba never frees machine code: reading it for every run ended in a crash of long work."""
    first = made(5)

    assert [had(5).address, had(5).address] == [first.address] * 2
    for file in cache.iterdir():
        file.unlink()
    assert not had(5).from_cache


LIMIT = 21


def knock_at_limit(view: Any) -> bool:
    return bool(view.value >= LIMIT)


@pytest.mark.usefixtures("cache")
def test_a_changed_global_counts_in_the_same_process_too(monkeypatch: pytest.MonkeyPatch) -> None:
    strategy = Strategy(game="scat", knock=knock_at_limit)
    before = action(strategy, 22)
    monkeypatch.setattr(sys.modules[__name__], "LIMIT", 25)

    assert (before, action(strategy, 22)) == (1, 0)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x80",
        b"not a pickle",
        pickle.dumps(5),
        pickle.dumps((1, 2)),
        pickle.dumps("text"),
        None,
    ],
    ids=["empty", "one byte", "text", "a number", "a tuple", "a text", "cut in half"],
)
def test_a_corrupt_file_is_compiled_anew_and_mended(cache: Path, content: bytes | None) -> None:
    assert not made(5).from_cache
    (file,) = cache.iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2] if content is None else content)

    again = made(5)

    assert again.call(1) == 6
    assert not again.from_cache
    assert made(5).from_cache


DAMAGE = """
import json, pathlib
from numba import types
from cardsim.kernels import jit
from cardsim.kernels.cache import cache_folder

def add(x):
    return x + 5

def made():
    jit._LOADED.clear()
    return jit.entry(add, signature=types.int64(types.int64))

made()
(file,) = pathlib.Path(cache_folder()).glob("*.bin")
whole, answers = file.read_bytes(), []
for part in (0.02, 0.1, 0.3, 0.5, 0.7, 0.9):
    data = bytearray(whole)
    data[int(len(data) * part)] ^= 0xFF
    file.write_bytes(data)
    again = made()
    answers.append([again.call(1), again.from_cache])
print(json.dumps(answers))
"""


@pytest.mark.full
def test_a_file_with_one_damaged_byte_is_compiled_anew(place: Workplace) -> None:
    """In a process of its own, because damaged machine code may bring down all of it."""
    assert place.run(DAMAGE) == [[6, False]] * 6


@pytest.mark.usefixtures("cache")
def test_a_cache_folder_that_cannot_be_made_costs_no_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CARDSIM_CACHE_DIR", str(tmp_path / "file" / "cache"))

    results = [made(7) for _ in range(2)]

    assert [(r.call(1), r.from_cache) for r in results] == [(8, False), (8, False)]
    assert disk.cache_use() == (0, 0)


def test_a_cache_folder_that_cannot_be_written_costs_no_result(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root may write anywhere, so that a full disk stands for it."""
    cache.mkdir()
    full = OSError(28, "No space left on device")

    def refuse(*_: Any, **__: Any) -> Any:
        raise full

    monkeypatch.setattr(tempfile, "NamedTemporaryFile", refuse)

    assert made(8).call(1) == 9
    assert list(cache.iterdir()) == []


def test_the_cache_keeps_within_its_bound_and_drops_what_was_used_longest_ago(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ages: dict[Path, int] = {}
    for age, amount in ((300, 1), (100, 2), (200, 3)):
        made(amount)
        (new,) = set(cache.iterdir()) - set(ages)
        ages[new] = age
    newest = max(p.stat().st_mtime for p in ages)
    for path, age in ages.items():
        os.utime(path, (newest - age, newest - age))
    size = max(p.stat().st_size for p in ages)
    monkeypatch.setattr(disk, "CACHE_BYTES", 3 * size)

    assert made(1).from_cache, "reading makes it the latest used"
    made(4)

    assert [made(k).from_cache for k in (1, 2, 4)] == [True, True, True]
    assert disk.cache_use().files == 3
    assert disk.cache_use().size <= 3 * size
    assert not made(3).from_cache


# ---------------------------------------------------------------- what is known beforehand


def test_python_calls_with_a_plain_record_what_was_compiled_for_a_view() -> None:
    """Numba warns of it, and warnings are errors here."""
    seen = np.dtype([("lives", np.int64), ("cards", np.uint8, (3,))])

    @jit.kernel
    def second_card(view: Any) -> Any:
        return view.lives + view.cards[1]

    @jit.kernel
    def twice(view: Any) -> Any:
        return second_card(view) * 2

    def asked(view: Any) -> Any:
        return twice(view)

    jit.entry(asked, signature=types.int64(view_type(seen)))
    assert twice(np.array([(3, (1, 4, 2))], seen)[0]) == 14


@pytest.mark.usefixtures("cache")
def test_code_that_returns_another_type_is_never_used_for_the_same_function() -> None:
    """The two have the same source, and arguments of another type than they were compiled for.

    Numba compiles both anew for these, and once took the first from disk for the second.
    """

    def made(kind: Any) -> Any:
        def converted(number: int) -> Any:
            return kind(number)

        return converted

    whole = jit.entry(made(np.int64), signature=types.int64(types.int64))
    broken = jit.entry(made(np.float64), signature=types.float64(types.int64))

    assert (whole.call(3.5), broken.call(3.5)) == (3, 3.5)


def test_code_for_a_record_with_known_numbers_is_never_used_for_the_plain_one() -> None:
    dtype = np.dtype([("known", "i8"), ("other", "i8")])
    here = record_here(dtype, lambda: {"known": 5})

    @jit.kernel
    def both(record: Any) -> Any:
        return record.known * 10 + record.other

    def with_known() -> Any:
        record = here()
        record.known = 1
        record.other = 2
        return both(record)

    def plain(records: Any) -> Any:
        return both(records[0])

    records = types.Array(from_dtype(dtype), 1, "C")

    known = jit.entry(with_known, signature=types.int64())
    not_known = jit.entry(plain, signature=types.int64(records))

    assert known.call() == 52
    assert not_known.call(np.array([(1, 2)], dtype)) == 12
    assert not_known.call(np.array([(3, 4)], dtype)) == 34


def test_a_file_that_cannot_be_kept_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)

    disk.keep(tmp_path / "code.bin", b"code")

    assert not list(tmp_path.iterdir())


# ---------------------------------------------------------------- a folder with other files


@pytest.mark.usefixtures("cache")
def test_files_of_the_cache_that_have_changed_places_are_compiled_anew(cache: Path) -> None:
    made(5)
    (first,) = cache.iterdir()
    made(6)
    (second,) = set(cache.iterdir()) - {first}
    one, other = first.read_bytes(), second.read_bytes()
    first.write_bytes(other)
    second.write_bytes(one)

    again = [made(5), made(6)]

    assert [(e.call(1), e.from_cache) for e in again] == [(6, False), (7, False)]
    assert [made(5).from_cache, made(6).from_cache] == [True, True]


def test_what_is_kept_under_another_name_is_not_found(tmp_path: Path) -> None:
    disk.keep(tmp_path / "answer.json", b"42")
    (tmp_path / "answer.json").rename(tmp_path / "other.json")

    assert disk.read_cached(tmp_path / "other.json") is None
    (tmp_path / "other.json").rename(tmp_path / "answer.json")
    assert disk.read_cached(tmp_path / "answer.json") == b"42"


KEY = "0123456789" * 4


def test_the_cache_never_touches_a_file_of_the_users(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ["thesis.tex", "photo.bin", f"{KEY}.bin", f"{KEY}.json", f"{KEY}.bin.x.part", "tmpab12"]
    (cache / "folder").mkdir(parents=True)
    (cache / f"{KEY[::-1]}.bin").mkdir()
    for name in names:
        (cache / name).write_bytes(b"mine" * 1000)
        os.utime(cache / name, (1, 1))
    before = set(cache.iterdir())
    made(1)
    monkeypatch.setattr(disk, "CACHE_BYTES", 0)

    made(2)

    assert set(cache.iterdir()) == before
    assert {(cache / name).read_bytes() for name in names} == {b"mine" * 1000}
    assert disk.cache_use() == (0, 0)


def test_of_a_full_cache_only_what_goes_is_opened(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for amount in range(4):
        made(amount)
    full = sorted(cache.iterdir())
    for age, path in enumerate(full):
        os.utime(path, (1 + age, 1 + age))
    monkeypatch.setattr(disk, "CACHE_BYTES", sum(p.stat().st_size for p in full))
    opened, reading = [], Path.open

    def watched(path: Path, *how: Any, **more: Any) -> Any:
        opened.append(path)
        return reading(path, *how, **more)

    monkeypatch.setattr(Path, "open", watched)

    made(4)

    gone = set(full) - set(cache.iterdir())
    assert full[0] in gone
    assert set(full) & set(opened) == gone


def test_the_cache_is_not_looked_through_after_every_function(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks, scanning = [], os.scandir

    def watched(folder: Any) -> Any:
        looks.append(folder)
        return scanning(folder)

    monkeypatch.setattr(os, "scandir", watched)

    for amount in range(4):
        made(amount)

    assert len(list(cache.iterdir())) == 4
    assert looks.count(cache) <= 1


def test_what_was_left_half_written_is_removed_after_a_while(cache: Path) -> None:
    cache.mkdir()
    begun = disk._header(f"{KEY}.bin")
    old = [cache / f"{KEY}.bin.{k}.part" for k in "ab"]
    new = cache / f"{KEY}.bin.c.part"
    for path, content in zip([*old, new], [begun + b"half", b"", begun], strict=True):
        path.write_bytes(content)
    for path in old:
        os.utime(path, (1, 1))

    made(1)

    assert new in set(cache.iterdir())
    assert not set(old) & set(cache.iterdir())


TWO = """
import json
import sys
from numba import types
from cardsim.kernels import jit
from cardsim.kernels.intrinsics import stay_a_call

def made(factor):
    @jit.not_inlined
    def part(x):
        stay_a_call()
        return factor * x
    def whole(x):
        return part(x)
    entry = jit.entry(whole, signature=types.int64(types.int64), content=f"by {factor}")
    return [entry.call(10), entry.from_cache]

print(json.dumps([made(factor) for factor in FACTORS]))
"""


@pytest.mark.full
def test_code_that_two_processes_made_is_kept_apart_in_a_third(place: Workplace) -> None:
    """Their functions have the same names, and each must call its own."""
    for factor in (2, 3):
        assert place.run(TWO.replace("FACTORS", f"[{factor}]")) == [[10 * factor, False]]

    for factors in ([2, 3], [3, 2]):
        wanted = [[10 * factor, True] for factor in factors]
        assert place.run(TWO.replace("FACTORS", str(factors))) == wanted
