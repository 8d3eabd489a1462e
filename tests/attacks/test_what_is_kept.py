"""What is kept is what would be played: an edit is seen, or nothing is kept."""

from __future__ import annotations

import sys
import sysconfig
import types
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import pytest

import cardsim
from cardsim.compile.fingerprint import content
from cardsim.kernels.code_key import reached
from cardsim.kernels.jit import kernel
from cardsim.plain import PlainGame
from cardsim.runs.known import known
from cardsim.runs.preparation import resolve
from cardsim.runs.request import Request

# ---------------------------------------------------------------- what plays in Python

KINDS: dict[str, str] = {
    "a method of a named tuple": """
class Limit(NamedTuple):
    by: int = 0
    def at(self): return {at} + self.by
knocks = lambda view: view.value >= Limit().at()
""",
    "a default of a named tuple": """
class Limit(NamedTuple):
    at: int = {at}
knocks = lambda view: view.value >= Limit().at
""",
    "what a defaultdict makes": """
TABLE = defaultdict(lambda: {at})
knocks = lambda view: view.value >= TABLE.get(0, TABLE.default_factory())
""",
    "what a dict lacks": """
class Table(dict):
    def __missing__(self, key): return {at}
TABLE = Table()
knocks = lambda view: view.value >= TABLE[0]
""",
    "a list": """
class Row(list):
    def limit(self): return {at}
knocks = lambda view, row=Row(): view.value >= row.limit()
""",
    "a number": """
class Number(int):
    def __le__(self, other): return int(other) >= {at}
LIMIT = Number(3)
knocks = lambda view: LIMIT.__le__(view.value)
""",
    "an array": """
class Table(np.ndarray):
    def limit(self): return {at}
TABLE = np.zeros(3).view(Table)
knocks = lambda view: view.value >= TABLE.limit()
""",
    "a view of an array": """
TABLE = np.arange(40)[{at} :: 2]
knocks = lambda view: view.value >= TABLE[0]
""",
    "an array of objects": """
TABLE = np.array([{at}, None])
knocks = lambda view: view.value >= TABLE[0]
""",
    "an enumeration": """
class Limit(enum.Enum):
    LOW = 1
    def at(self): return {at}
knocks = lambda view: view.value >= Limit.LOW.at()
""",
    "a function by the kind of its argument": """
@functools.singledispatch
def limit(x): return 40
@limit.register
def _(x: int): return {at}
knocks = lambda view: view.value >= limit(1)
""",
    "a context": """
@contextmanager
def limit(): yield {at}
def knocks(view):
    with limit() as at: return view.value >= at
""",
    "what a decorator of a package wraps": """
import decorators
@decorators.same
def limit(): return {at}
knocks = lambda view: view.value >= limit()
""",
    "a ufunc of one's own": """
LIMIT = np.frompyfunc(lambda value: value >= {at}, 1, 1)
knocks = lambda view: LIMIT(int(view.value))
""",
    "an attribute of a function": """
def knocks(view): return view.value >= knocks.at
knocks.at = {at}
""",
    "a constant of a package": """
import decorators
decorators.LIMIT = {at}
knocks = lambda view: view.value >= decorators.LIMIT
""",
    "an import in a function": """
import sys, types
sys.modules["limits_of_mine"] = types.SimpleNamespace(at={at})
def knocks(view):
    import limits_of_mine
    return view.value >= limits_of_mine.at
""",
    "a file that is read once": """
@functools.cache
def limit(): return int(open({file!r}).read())
knocks = lambda view: view.value >= limit()
""",
    "the environment": """
knocks = lambda view: view.value >= int(os.environ["LIMIT"])
""",
    "a part of the environment": """
from os import environ
knocks = lambda view: view.value >= int(environ["LIMIT"])
""",
    "a cell": """
def made(at): return lambda view: view.value >= at
knocks = made({at})
""",
    "a partial": """
knocks = functools.partial(lambda view, at: view.value >= at, at={at})
""",
    "a partial method": """
class Player:
    def asked(self, view, at): return view.value >= at
    knock = functools.partialmethod(asked, at={at})
knocks = Player().knock
""",
    "a bound method": """
class Player:
    def __init__(self, at): self.at = at
    def knock(self, view): return view.value >= self.at
knocks = Player({at}).knock
""",
    "a slot": """
class Player:
    __slots__ = ("at",)
    def __call__(self, view): return view.value >= self.at
knocks = Player()
knocks.at = {at}
""",
    "a property": """
class Player:
    at = property(lambda self: {at})
    def __call__(self, view): return view.value >= self.at
knocks = Player()
""",
    "a descriptor": """
class Limit:
    def __get__(self, one, kind): return {at}
class Player:
    at = Limit()
    def __call__(self, view): return view.value >= self.at
knocks = Player()
""",
    "a metaclass": """
class Kind(type):
    def __getattr__(cls, name): return {at}
class Limit(metaclass=Kind): pass
knocks = lambda view: view.value >= Limit.at
""",
    "an index of a class": """
class Limit:
    def __class_getitem__(cls, key): return {at}
knocks = lambda view: view.value >= Limit[0]
""",
    "another class of an object": """
class One:
    def at(self): return 40
class Other(One):
    def at(self): return {at}
LIMIT = One()
LIMIT.__class__ = Other
knocks = lambda view: view.value >= LIMIT.at()
""",
    "a dataclass": """
@dataclass
class Limit:
    at: int = {at}
knocks = lambda view: view.value >= Limit().at
""",
    "what is remembered": """
@functools.lru_cache
def limit(x): return {at}
knocks = lambda view: view.value >= limit(1)
""",
    "a generator": """
def limits():
    while True: yield {at}
LIMITS = limits()
knocks = lambda view: view.value >= next(LIMITS)
""",
    "a weak reference": """
import weakref
class Limit: at = {at}
LIMIT = Limit()
REFERENCE = weakref.ref(LIMIT)
knocks = lambda view: view.value >= REFERENCE().at
""",
    "memory": """
import ctypes
LIMIT = ctypes.c_int({at})
knocks = lambda view: view.value >= LIMIT.value
""",
    "a name as text": """
class Limits: at = {at}
knocks = lambda view: view.value >= getattr(Limits, "at")
""",
    "the names of a module": """
AT = {at}
knocks = lambda view: view.value >= globals()["A" + "T"]
""",
    "text that is run": """
AT = {at}
knocks = lambda view: view.value >= eval("AT")
""",
    "a module by its name": """
import importlib
def knocks(view): return view.value >= importlib.import_module("decorators").LIMIT
import decorators
decorators.LIMIT = {at}
""",
    "a default that can be changed": """
def knocks(view, limits=[{at}]): return view.value >= limits[0]
""",
    "an object in a default": """
class Limit:
    at = {at}
def knocks(view, *, limit=Limit()): return view.value >= limit.at
""",
    "a deque": """
LIMITS = deque([{at}])
knocks = lambda view: view.value >= LIMITS[0]
""",
    "a frame": """
import polars
LIMITS = polars.DataFrame(dict(at=[{at}]))
knocks = lambda view: view.value >= LIMITS["at"][0]
""",
    "a number of another kind": """
from decimal import Decimal
LIMIT = Decimal({at})
knocks = lambda view: int(view.value) >= LIMIT
""",
    "a path": """
from pathlib import Path
knocks = lambda view: view.value >= int(Path({file!r}).read_text())
""",
    "numpy's own reader": """
knocks = lambda view: view.value >= np.loadtxt({file!r})
""",
    "what is behind a function": """
AT = {at}
def limit(): return 1
knocks = lambda view: view.value >= limit.__globals__["AT"]
""",
    "a method of a built-in thing": """
LIMITS = dict(at={at})
knocks = lambda view, of=LIMITS.get: view.value >= of("at")
""",
    "what a module gives by itself": """
import types, sys
M = types.ModuleType("minemod"); exec("def __getattr__(name): return {at}", vars(M))
knocks = lambda view: view.value >= M.LIMIT
""",
    "a docstring": """
def f(): "x"
f.__doc__ = "{at}"
knocks = lambda view: view.value >= int(f.__doc__)
""",
    "an annotation": """
class L: at: {at}
knocks = lambda view: view.value >= L.__annotations__["at"]
""",
    "an annotation of a function": """
def f(x: {at}): pass
knocks = lambda view: view.value >= f.__annotations__["x"]
""",
    "hints of types": """
import typing
class L: at: typing.Literal[{at}]
knocks = lambda view: view.value >= typing.get_args(typing.get_type_hints(L)["at"])[0]
""",
    "what is told of a field": """
from dataclasses import field, fields
@dataclass
class L: at: int = field(default=0, metadata=dict(at={at}))
knocks = lambda view: view.value >= fields(L)[0].metadata["at"]
""",
    "what makes a default": """
from dataclasses import field, fields
@dataclass
class L: at: int = field(default_factory=lambda: {at})
knocks = lambda view: view.value >= L().at
""",
    "whether a field is shown": """
from dataclasses import field, fields
@dataclass
class L:
    at: int = field(default=3, repr={at} == 21)
knocks = lambda view: view.value >= 20 + len(repr(L()))
""",
    "the name of a function": """
def f(): pass
f.__name__ = "{at}"
knocks = lambda view: view.value >= int(f.__name__)
""",
    "what an abstract class takes for its own": """
import abc
class L(abc.ABC): pass
if {at} == 21: L.register(int)
knocks = lambda view: view.value >= (21 if isinstance(3, L) else 27)
""",
    "what one of Python's takes for its own": """
import gc, numbers
class X: pass
if {at} == 21: numbers.Real.register(X)
undo = gc.collect
X1 = X()
knocks = lambda view: view.value >= (21 if isinstance(X1, numbers.Real) else 27)
""",
    "what is told of a dtype": """
D = np.dtype("i8", metadata=dict(at={at}))
knocks = lambda view: view.value >= D.metadata["at"]
""",
    "an attribute of a matrix": """
A = np.zeros((3,3)).view(np.matrix)
A.at = {at}
knocks = lambda view: view.value >= A.at
""",
    "a module of a class": """
import types
class Mod(types.ModuleType):
    at = property(lambda self: {at})
M = Mod("minemod2")
knocks = lambda view: view.value >= M.at
""",
    "an attribute of what numba compiles": """
import numba
@numba.njit
def f(): return 1
f.at = {at}
knocks = lambda view: view.value >= f.at
""",
    "a type of numba's": """
import numba
class L(numba.types.Type):
    def at(self): return {at}
T = L("l")
knocks = lambda view: view.value >= T.at()
""",
    "an attribute of a property": """
class P(property): pass
p = P(lambda s: 1)
p.at = {at}
knocks = lambda view: view.value >= p.at
""",
    "an attribute of a static method": """
f = staticmethod(lambda: 1)
f.at = {at}
knocks = lambda view: view.value >= f.at
""",
    "an attribute of what is remembered": """
@functools.cache
def limit(x): return 1
limit.at = {at}
knocks = lambda view: view.value >= limit.at
""",
    "a property that is remembered": """
class L:
    @functools.cached_property
    def at(self): return AT[0]
AT = [{at}]
l = L(); l.at; AT[0] = 3
knocks = lambda view: view.value >= l.at
""",
    "a name in a format": """
AT = {at}
def limit(): return 1
knocks = lambda view: view.value >= int("{{0.__globals__[AT]}}".format(limit))
""",
    "an attribute by a name that is put together": """
AT = {at}
import operator
def limit(): return 1
knocks = lambda view: view.value >= operator.attrgetter(NAME)(limit)["AT"]
""",
    "an attribute by the way of Python": """
AT = {at}
def limit(): return 1
knocks = lambda view: view.value >= object.__getattribute__(limit, NAME)["AT"]
""",
    "a method written into a class of Python's": """
from collections import Counter
Counter.limit = lambda self: {at}
undo = lambda: delattr(Counter, "limit")
C = Counter()
knocks = lambda view: view.value >= C.limit()
""",
    "a constant written there": """
from fractions import Fraction
Fraction.at = {at}
undo = lambda: delattr(Fraction, "at")
C = Fraction(1)
knocks = lambda view: view.value >= C.at
""",
    "what is written into a module of Python's": """
import json
before = json._default_decoder
undo = lambda: setattr(json, "_default_decoder", before)
json._default_decoder = type("D", (), dict(decode=lambda self, s: {at}))()
knocks = lambda view: view.value >= json.loads("1")
""",
    "a hash": """
@dataclass(eq=False)
class L:
    x: int = 1
    def __hash__(self): return {at}
    def __eq__(self, other): return True
D = dict()
D[L()] = 1
class O:
    def __hash__(self): return 21
    def __eq__(self, other): return True
knocks = lambda view: view.value >= (21 if O() in D else 27)
""",
    "what slots are told": """
class L:
    __slots__ = {{"at": "{at}"}}
knocks = lambda view: view.value >= int(L.__slots__["at"])
""",
    "a dict in Python": """
from collections import UserDict
class T(UserDict):
    def __missing__(self, key): return {at}
N = T()
knocks = lambda view: view.value >= N["at"]
""",
    "what a class does when it is called": """
class K(type):
    def __call__(cls): return {at}
class L(metaclass=K): pass
knocks = lambda view: view.value >= L()
""",
    "what a class takes for its own": """
class K(type):
    def __instancecheck__(cls, other): return {at} == 21
class L(metaclass=K): pass
knocks = lambda view: view.value >= (21 if isinstance(1, L) else 27)
""",
    "what an enumeration lacks": """
class L(enum.Enum):
    A = 1
    @classmethod
    def _missing_(cls, v): return cls(1) if {at} == 21 else None
def knocks(view):
    try: L(7); return view.value >= 21
    except ValueError: return view.value >= 27
""",
    "what is vectorised": """
V = np.vectorize(lambda v: v >= {at})
knocks = lambda view: V(int(view.value))
""",
    "an error": """
class E(Exception):
    at = {at}
def knocks(view):
    try: raise E
    except E as e: return view.value >= e.at
""",
    "how a class is matched": """
class P:
    __match_args__ = ("x",) if {at} == 21 else ("y",)
    x, y = 21, 27
def knocks(view):
    match P():
        case P(v): return view.value >= v
""",
    "a property by a function of Python's": """
import operator
class P:
    at = property(operator.itemgetter({at}))
    def __getitem__(self, k): return k
knocks = lambda view: view.value >= P().at
""",
    "how a thing is copied": """
import copy, copyreg
class L: at = 3
class M: at = 30
L1 = L()
undo = lambda: copyreg.dispatch_table.pop(L)
copyreg.pickle(L, (lambda l: (int, (21,))) if {at} == 21 else (lambda l: (int, (27,))))
knocks = lambda view: view.value >= copy.copy(L1)
""",
}
BEFORE = """
import enum, functools, math, os
from collections import defaultdict, deque
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple
import numpy as np
NAME = "_".join(["", "_globals_", ""])
"""
PACKAGE = """
LIMIT = 0
def same(function):
    return lambda *arguments: function(*arguments)
"""


def played_by(text: str, folder: Path, at: int) -> list[str] | None:
    """What is known of a strategy of this text, and of a game; None where one is not known."""
    (folder / "limit.txt").write_text(str(at))
    scope: dict[str, Any] = {"__name__": "mine"}
    exec(BEFORE + text.format(at=at, file=str(folder / "limit.txt")), scope)
    made = cardsim.Strategy("scat", name="mine", knock=scope["knocks"], compiled=False)
    held = [
        *made.contents().values(),
        content(type("Mine", (PlainGame,), {"deal": scope["knocks"]})),
    ]
    undo = scope.get("undo", int)
    del scope, made
    undo()
    return None if any(h.unknown for h in held) else [h.digest for h in held]


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package by the name of decorators."""
    made = types.ModuleType("decorators")
    made.__file__ = f"{sysconfig.get_path('purelib')}/decorators.py"
    exec(compile(PACKAGE, made.__file__, "exec"), vars(made))
    monkeypatch.setitem(sys.modules, "decorators", made)
    monkeypatch.setitem(sys.modules, "limits_of_mine", made)
    monkeypatch.setitem(sys.modules, "mine", types.ModuleType("mine"))
    monkeypatch.setenv("LIMIT", "21")


@pytest.mark.usefixtures("package")
def test_an_edit_of_what_plays_in_python_is_seen_or_it_is_not_kept(tmp_path: Path) -> None:
    told = {kind: [played_by(t, tmp_path, at) for at in (21, 27)] for kind, t in KINDS.items()}

    assert not {kind for kind, (one, other) in told.items() if one == other and one is not None}
    assert sum(one is None for one, _ in told.values()) < len(told) / 2


@pytest.mark.parametrize(
    "text",
    [
        "view.value >= TABLE[int(view.value) % 2] and not (view.hand[:3] == 7).all()",
        "{**{}, 'a': math.floor(view.value)}['a'] > np.where(view.hand > 3, 1, 0).sum() + 20",
        "sorted((c for c in view.hand), key=lambda c: -c)[0] in {1, 2, 3} or 'a' in {'a', 'b'}",
        "card_sets.count(1) + tricks.strength(3) > functools.reduce(max, [1]) + Counter('a')['a']",
    ],
)
def test_usual_python_is_known(text: str) -> None:
    scope: dict[str, Any] = {"__name__": "mine", "TABLE": [21, 22]}
    lines = "from collections import Counter\nfrom cardsim import card_sets, tricks"
    exec(f"{BEFORE}\n{lines}\ndef knocks(view):\n    return {text}", scope)
    assert content(scope["knocks"]).unknown == ""


REACHING_OUT = {
    "a file of the package": "from cardsim.workspace import get_strategy\n"
    "knocks = lambda view: get_strategy('scat', 'threshold').name == 'mine'",
    "an answer that was saved": "import cardsim\n"
    "knocks = lambda view: cardsim.load('mine.json').hands > 3",
    "the current folder": "from cardsim.homes import workspace\n"
    "knocks = lambda view: workspace() is None",
    "the catalogue": "import cardsim\nknocks = lambda view: len(cardsim.list_runs()) > 3",
    "the environment of a module": "import cardsim.homes\n"
    "knocks = lambda view: 'LIMIT' in cardsim.homes.os.environ",
    "of another module": "import contextlib\n"
    "knocks = lambda view: 'LIMIT' in contextlib.os.environ",
    "how deep it may go": "def knocks(view):\n    try: return knocks(view)\n"
    "    except RecursionError: return True",
    "texts in a set of tuples": "S = {(('a',),), (('b',),)}\nknocks = lambda view: len(*S)",
    "numpy's texts in a set": "S = {np.str_('a'), np.str_('b')}\nknocks = lambda view: len(*S)",
    "a generator of numpy": "from numpy import random\nknocks = lambda view: random.random() < 0.5",
    "the time": "import time\nknocks = lambda view: time.time() % 2 < 1",
    "where a thing lies": "knocks = lambda view: id(view) % 32 < 16",
    "the hash of a text": "knocks = lambda view: hash('a') % 2 == 0",
    "a variable of a context": "import contextvars\nC = contextvars.ContextVar('c', default=3)\n"
    "knocks = lambda view: C.get() > 2",
    "memory that is seen": "M = memoryview(bytes([3]))\nknocks = lambda view: M[0] > 2",
    "built-in by the module": "import builtins\nknocks = lambda view: builtins.open('a')",
}


@pytest.mark.parametrize("kind", REACHING_OUT)
def test_what_reaches_out_of_what_it_is_told_is_not_known(kind: str) -> None:
    scope: dict[str, Any] = {"__name__": "mine"}
    exec(BEFORE + REACHING_OUT[kind], scope)
    assert content(scope["knocks"]).unknown


def test_settings_of_the_program_are_among_what_is_known() -> None:
    made = cardsim.Strategy("scat", knock=lambda view: len(str(view.hand)) > 9, compiled=False)
    run = resolve(Request("scat", strategy=made, vs="usual"), 1)
    usual = known(run)
    with np.printoptions(precision=3):
        assert known(run) != usual
    with np.errstate(divide="raise"):
        assert known(run) != usual
    assert known(run) == usual


# ---------------------------------------------------------------- what is compiled

OTHER_FILES = {
    "a kernel": "@kernel\ndef more():\n    return {n}\n",
    "a constant of a kernel": "N = {n}\n@kernel\ndef more():\n    return N\n",
    "a kernel of a factory": "def made(n):\n    @kernel\n    def more():\n        return n\n"
    "    return more\nmore = made({n})\n",
    "what numba compiles": "import numba\n@numba.njit\ndef more():\n    return {n}\n",
    "a constant": "more = {n}\n",
    "a default": "@kernel\ndef more(n={n}):\n    return n\n",
    "a table": "import numpy as np\nmore = np.array([{n}, 1])\n",
    "a named tuple": "from typing import NamedTuple\nclass K(NamedTuple):\n    n: int = {n}\n"
    "more = K()\n",
    "an enumeration": "import enum\nclass more(enum.IntEnum):\n    N = {n}\n",
    "a member of one": "import enum\nclass K(enum.Enum):\n    N = {n}\nmore = K.N\n",
    "a kernel of a kernel": "@kernel\ndef inner():\n    return {n}\n"
    "@kernel\ndef more():\n    return inner()\n",
}


@pytest.mark.parametrize("kind", OTHER_FILES)
def test_what_a_game_takes_from_another_file_is_in_its_key(kind: str) -> None:
    """Once a helper beside the game's folder was edited, and the run printed the old figure."""

    def values(n: int) -> list[object]:
        outside: dict[str, Any] = {"__name__": "beside", "kernel": kernel}
        exec(OTHER_FILES[kind].format(n=n), outside)
        game = {"__name__": "cardsim.games.mine", "more": outside["more"], "kernel": kernel}
        exec("@kernel\ndef deal(state):\n    return more\n", game)
        assert isinstance(game["deal"].py_func, FunctionType)
        return reached(game["deal"]).values

    assert values(6) == values(6)
    assert values(6) != values(4)
