"""A game as one class in plain Python, which every command plays.

An object of the class is one hand. It is kept pickled in the game's state, and what the seat on
turn sees is written beside it. So every loop plays, forks and keeps it as any other game, and
compiled strategies see the view. Such a game is as slow as Python.

A file `games/NAME/__init__.py` has the class, and as its last line `GAME = Pig.game(__name__)`.
"""

from __future__ import annotations

import ctypes
import inspect
import itertools
import math
import operator
import pickle
import struct
import threading
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple
from weakref import WeakKeyDictionary
from zlib import crc32

import numpy as np
from numpy import int64, uint64

from cardsim.errors import UserError, echoed
from cardsim.game import (
    OVER,
    Column,
    CountTable,
    Decision,
    Event,
    Feature,
    Game,
    Measure,
    Step,
    Unit,
    numbered,
)
from cardsim.kernels.from_python import ANSWERERS, FAILED, GameError, ask_python
from cardsim.kernels.intrinsics import address_of, record_at
from cardsim.kernels.jit import Entry, entry_of, kernel
from cardsim.layout import Layout, lay_out, outcome_row
from cardsim.options.params import Value, option
from cardsim.rng import WORDS_DTYPE, below
from cardsim.usual_units import mean, share_won, you_win, your_seat

__all__ = [
    "Given",
    "PlainGame",
    "begin",
    "number",
    "numbers",
    "option",
    "random_hand",
    "seeded",
]

DEAL, APPLY, SCORE = range(3)
MOST_BY = 1 << 17
"""Situations that are told apart where nothing else is asked for: by what is seen, in order."""
_WORD = 8
"""Bytes of a number in the state."""
_TAKEN = {"seat", "players", "may", "kept", "kept_size", "kept_version"}
"""Fields that every such game has."""
_LATEST = threading.local()
_VERSIONS = itertools.count(1)
_MAKERS: WeakKeyDictionary[Game, _Maker] = WeakKeyDictionary()


@dataclass(frozen=True)
class Number:
    """A number, or a row of them, that is seen or recorded.

    Attributes:
        help: what it means.
        low, high: between which it lies.
        length: 0 for one number, else how many a row has at the most; -1 stands behind the last.
    """

    help: str
    low: int
    high: int
    length: int = 0


def number(help: str, low: int, high: int) -> Number:  # noqa: A002
    """A number that is seen or recorded: what it means, and between which numbers it lies."""
    return Number(help, low, high)


def numbers(help: str, low: int, high: int, length: int) -> Number:  # noqa: A002
    """A row of such numbers, at most so many; behind the last stands -1."""
    return Number(help, low, high, length)


class Chance:
    """The chance of a hand: what it gives depends on the seed and the number of the hand alone."""

    __slots__ = ("_words",)

    def __init__(self, words: int) -> None:
        self._words = words

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely."""
        if not 0 < n < 1 << 31:
            raise ValueError(f"below(n) needs an n above 0, not {n}")
        return int(_drawer().call(self._words, n))

    def roll(self, sides: int = 6) -> int:
        """What a die shows."""
        return self.below(sides) + 1

    def choice(self, things: Sequence[Any]) -> Any:
        """One of some things."""
        return things[self.below(len(things))]

    def draw(self, pack: list[Any]) -> Any:
        """A card of a pack, each as likely, which is taken out: as `draw_card` of kernels does."""
        place = self.below(len(pack))
        card, pack[place] = pack[place], pack[0]
        del pack[0]
        return card

    def shuffle(self, things: list[Any]) -> None:
        """Put a list in an order of which each is as likely, from its beginning on."""
        for k in range(len(things) - 1):
            other = k + self.below(len(things) - k)
            things[k], things[other] = things[other], things[k]


class Given(Chance):
    """Chance that is known beforehand, for tests: what `below` gives, in order."""

    __slots__ = ("_numbers",)

    def __init__(self, *numbers: int) -> None:
        self._numbers = list(numbers)

    def below(self, n: int) -> int:
        """The next of the numbers."""
        if not self._numbers:
            raise ValueError(f"below({n}) is asked for, and all numbers were given")
        number = self._numbers.pop(0)
        if not 0 <= number < n:
            raise ValueError(f"below({n}) is asked for, and the next number is {number}")
        return number


class Recorded(Chance):
    """The chance of a hand of a seed, which keeps what it gave."""

    __slots__ = ("_record", "gave")

    def __init__(self, seed: int, hand: int = 0) -> None:
        self._record = np.zeros(1, WORDS_DTYPE)
        self._record["seed"], self._record["hand"] = seed, hand
        super().__init__(self._record.ctypes.data)
        self.gave: list[int] = []

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely."""
        self.gave.append(super().below(n))
        return self.gave[-1]


def seeded(seed: int, hand: int = 0) -> Recorded:
    """The chance that this hand has in a run with this seed."""
    return Recorded(seed, hand)


@cache
def _drawer() -> Entry:
    words_at = record_at(WORDS_DTYPE)

    def draw(words, n):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return int64(below(words_at(uint64(words)), n))

    return entry_of(draw, "i8(i8, i8)", "")


class PlainGame:
    """A game in plain Python: a class with these names, of which an object is a hand.

    `deal`, `observe`, `apply` and `score` are the game, and `legal` where not all is always legal;
    the rest says what it is like.

    Attributes:
        title: what the game is called; that of its class where none is said.
        seats: the fewest players, the most, and the usual number.
        decisions: the words of each decision's actions, by the decision's name.
        sees: what the seat on turn sees, by name.
        points: the fewest and the most points that `score` gives a seat; None where it gives
            shares of a win, which are 1 together.
        smallest: the smallest part of a point, such as 0.5.
        paid_in, per: what the points are, in words, and of how many hands they are told: "you lose
            0.57 bets in 100 hands".
        hidden: attributes that not all see: lists with an entry for each seat, which sees its own,
            or what nobody sees. `cardsim games check` changes them, and others must see the same.
        low_points_win: whether fewer points are better.
        records: numbers that are kept of every hand, by name, as `record` gives them.
        zero_sum: whether what one wins others lose.
        teams: by the number of players the side of each seat, where some win together, such as
            {3: (0, 1, 1)}: one against two.
        usual: the strategy that plays where none is named.
        experts: of a decision with many actions the strategies whose choices `learn` and `review`
            compare there.
        memory: bytes that there are for a hand.
        rules: the house rules of this table, an object of the class `Rules`.
        players: how many play.
        seat: who is to decide, from 0.
    """

    __slots__ = ("__dict__", "players", "rules")

    title: ClassVar[str] = ""
    seats: ClassVar[tuple[int, int, int]] = (2, 2, 2)
    decisions: ClassVar[Mapping[str, Sequence[str]]] = {}
    sees: ClassVar[Mapping[str, Number]] = {}
    points: ClassVar[tuple[float, float] | None] = None
    smallest: ClassVar[float] = 1
    paid_in: ClassVar[str] = "points"
    per: ClassVar[int] = 1
    hidden: ClassVar[tuple[str, ...]] = ()
    low_points_win: ClassVar[bool] = False
    records: ClassVar[Mapping[str, Number]] = {}
    zero_sum: ClassVar[bool] = True
    teams: ClassVar[Mapping[int, tuple[int, ...]]] = {}
    usual: ClassVar[str] = "random-legal"
    experts: ClassVar[Mapping[str, Sequence[str]]] = {}
    memory: ClassVar[int] = 4096
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {"standard": {}}

    rules: Any
    players: int
    seat: int

    @dataclass(frozen=True)
    class Rules:
        """The house rules; none here."""

    def deal(self, chance: Chance) -> str | None:
        """Set up a hand; the name of the first decision."""
        raise NotImplementedError

    def observe(self) -> Mapping[str, Any]:
        """What the seat on turn sees, by the names of `sees`."""
        raise NotImplementedError

    def legal(self) -> Iterable[str] | None:
        """The words of what the seat on turn may do; None where all is legal."""
        return None

    def apply(self, action: str, chance: Chance) -> str | None:
        """Do what it does; the name of the next decision, or None where the hand is over."""
        raise NotImplementedError

    def score(self) -> Sequence[float]:
        """What each seat has won, in order: points, or shares of a win."""
        raise NotImplementedError

    def shared(self, winners: Sequence[bool]) -> list[float]:
        """The win, shared among those seats of which it is true."""
        return [won / sum(winners) for won in winners]

    def record(self) -> Mapping[str, int]:
        """What is kept of the hand beside the score, by the names of `records`."""
        return {}

    def tell(self) -> str:
        """How the hand stands, in words, for `cardsim replay`."""
        return ""

    @classmethod
    def game(cls, package: str) -> Game:
        """The game that the class makes; `package` is the module's `__name__`."""
        return _Maker(cls, package).made()


class _Maker:
    """Makes the game of a class, and answers its kernels."""

    def __init__(self, kind: type[PlainGame], package: str) -> None:
        self.kind, self.package = kind, package
        self.file = inspect.getsourcefile(kind) or package
        self._check()
        self.names = [*kind.decisions]
        self.words = [tuple(kind.decisions[name]) for name in self.names]
        self.most = max(map(len, self.words))
        self.rules = kind.Rules if is_dataclass(kind.Rules) else dataclass(frozen=True)(kind.Rules)
        for one in fields(self.rules):
            if "option" not in one.metadata:
                hint = f'{one.name}: int = option({one.default}, "what it means", low=0, high=9)'
                raise self.wrong(f"{one.name} in Rules is no option", one.name, hint)
        self.layout = self._layout()
        before = 2 + self.most + sum(max(n.length, 1) for n in kind.sees.values())
        self.sizes = struct.Struct("=qq")
        self.view, self.at = struct.Struct(f"={before}q"), before * _WORD
        self.begins = self.at + self.sizes.size
        self.size = self.layout.state.itemsize
        self.most_seats = kind.seats[1]
        self.parts = math.lcm(*range(1, self.most_seats + 1))
        if kind.points:
            self.parts = round(1 / kind.smallest)
        count = 2 + len(kind.records) + self.most_seats
        self.outcome = struct.Struct(f"={count}q")
        self.row = outcome_row(
            "i8", ("your_seat", "your_points", *kind.records), {"points": self.most_seats}
        )
        made = repr((package, self.names, self.words, self.layout.state, self.row))
        self.number = crc32(made.encode())
        self._tables: dict[bytes, Any] = {}

    # ------------------------------------------------------------ what is declared

    def wrong(self, what: str, name: str = "", hint: str = "") -> UserError:
        """The error of something wrong in the class, with the line of what has this name."""
        return UserError(f"{self._place(name)}: {what}", hint=hint or None)

    def _place(self, name: str) -> str:
        attribute = vars(self.kind).get(name)
        code = getattr(attribute, "__code__", None)
        if code is not None:
            return f"{self.file}:{code.co_firstlineno}"
        try:
            lines, first = inspect.getsourcelines(self.kind)
        except OSError:
            return self.file
        here = (
            k for k, line in enumerate(lines) if line.lstrip().startswith((f"{name}:", f"{name} "))
        )
        return f"{self.file}:{first + (next(here, 0) if name else 0)}"

    def _check(self) -> None:
        """Refuse a class that is no game.

        Raises:
            UserError: says what is wrong with it, and where.
        """
        kind = self.kind
        for name in ("deal", "observe", "apply", "score"):
            if getattr(kind, name) is getattr(PlainGame, name):
                raise self.wrong(f"{kind.__name__} has no method `{name}`", "", _CALLED[name])
        if not kind.decisions:
            raise self.wrong(
                f"{kind.__name__} names no decisions",
                hint='decisions = {"turn": ("roll", "hold")} says what a seat may do',
            )
        for name, words in kind.decisions.items():
            if not words or isinstance(words, str) or len(set(words)) < len(words):
                raise self.wrong(
                    f"the actions of '{name}' must be different words, not {echoed(words)}",
                    "decisions",
                )
        self._check_numbers()
        if not isinstance(kind.hidden, tuple) or not all(isinstance(h, str) for h in kind.hidden):
            raise self.wrong(
                f"hidden must be names, such as ('cards',), not {echoed(kind.hidden)}",
                "hidden",
            )

    def _check_numbers(self) -> None:
        kind = self.kind
        seats = kind.seats
        whole = isinstance(seats, tuple) and [type(n) for n in seats] == [int, int, int]
        if not whole or not 1 <= seats[0] <= seats[2] <= seats[1]:
            raise self.wrong(
                f"seats must be the fewest players, the most, and the usual number, not "
                f"{kind.seats}",
                "seats",
            )
        for field in ("sees", "records"):
            for name, told in getattr(kind, field).items():
                if not isinstance(told, Number) or told.low > told.high:
                    raise self.wrong(
                        f'{name} in {field} must be number("what it means", low, high)', field
                    )
                if name in _TAKEN or not name.isidentifier():
                    raise self.wrong(f"'{name}' in {field} cannot be a name there", field)

    def _layout(self) -> Layout:
        kind = self.kind
        shown: dict[str, tuple[Any, str]] = {
            "seat": ("i8", "own seat"),
            "players": ("i8", "players at the table"),
            "may": (("i8", (self.most,)), "1 for each action that is legal, in their order"),
        }
        for name, told in kind.sees.items():
            form = ("i8", (told.length,)) if told.length else "i8"
            behind = "; -1 behind the last" if told.length else ""
            shown[name] = form, told.help + behind
        hidden: dict[str, Any] = {"kept_version": "i8", "kept_size": "i8"}
        hidden["kept"] = "u1", (kind.memory,)
        return lay_out(shown=shown, hidden=hidden)

    # ------------------------------------------------------------ the game

    def made(self) -> Game:
        """The game."""
        kind = self.kind
        ANSWERERS[self.number] = self.answered
        kernels = _kernels(self.number, self.most)
        module = inspect.getmodule(kind)
        page = inspect.getdoc(kind) if vars(kind).get("__doc__") else None
        scalars = {n: told for n, told in kind.sees.items() if not told.length}
        features = tuple(
            Feature(n.replace("_", "-"), f"with {told.help} {{}}", told.low, told.high)
            for n, told in scalars.items()
        )
        sizes = itertools.accumulate((f.size for f in features), operator.mul)
        by = tuple(f.name for f, size in zip(features, sizes, strict=True) if size <= MOST_BY)
        parts = zip(self.names, self.words, kernels["apply"], strict=False)
        decisions = tuple(
            Decision(name, " or ".join(words), words, apply, legal=kernels["legal"])
            for name, words, apply in parts
        )
        game = Game(
            name=self.package.rpartition(".")[2].replace("_", "-"),
            title=kind.title or kind.__name__,
            page=(module and module.__doc__) or page or kind.__name__,
            rules=self.rules,
            presets=kind.presets,
            players=kind.seats,
            layout=self.layout,
            outcome=self.row,
            decisions=decisions,
            start=kernels["start"],
            deal=kernels["deal"],
            observe=kernels["observe"],
            close=kernels["observe"],
            next_hand=None,
            score=kernels["score"],
            units={"hand": self._unit},
            narrate=self._narrated,
            tell=self._told,
            default_strategy=kind.usual,
            seat_names=lambda _rules, players: numbered(players),
            zero_sum=kind.zero_sum and kind.seats[1] > 1,
            sides=self._sides if kind.teams else None,
            features=features,
            by=dict.fromkeys(self.names, by),
            experts={name: tuple(names) for name, names in kind.experts.items()},
        )
        _MAKERS[game] = self
        return game

    def _sides(self, _rules: Any, players: int) -> tuple[int, ...]:
        return self.kind.teams.get(players, tuple(range(players)))

    def _unit(self, _rules: Any, players: int) -> Unit:
        kind, names = self.kind, numbered(players)
        kept = [
            mean(n, Column(n, t.low, t.high, t.help), you=f"{t.help}: {{}}", neutral=True)
            for n, t in kind.records.items()
        ]
        if kind.points is None:
            yours = share_won(
                "your_share", self.parts, "your share of the win", field="your_points"
            )
            each = share_won("win", self.parts, "the seat's share of the win", field="points")
            measure = you_win("your_share", "hands", players)
            if not kind.zero_sum or players == 1 or players in kind.teams:
                measure = replace(measure, even=None)
        else:
            low, high = (round(value * self.parts) for value in kind.points)
            size = 1 / self.parts
            yours = Column("your_points", low, high, f"{kind.paid_in} you win", scale=size)
            each = Column("points", low, high, f"{kind.paid_in} of the seat", scale=size)
            told = f"{kind.paid_in} {'a hand' if kind.per == 1 else f'in {kind.per} hands'}"
            measure = Measure(
                "points",
                yours.help,
                "you",
                "your_points",
                lower_is_better=kind.low_points_win,
                you=(f"you win {{}} {told}", f"you lose {{}} {told}"),
                cost=f"{{}} {told}",
                times=kind.per,
            )
        return Unit(
            "hand",
            "hands",
            tables=(
                CountTable("you", (your_seat(names), yours)),
                CountTable("seats", (each,), by_seat=True),
                *(k.table for k in kept),
            ),
            measures=(measure, *(k.measure for k in kept)),
            objective=measure.name,
            shares=(("you", yours.name),),
            by_seat=(("seats", each.name),),
            facts=lambda _values: "",
        )

    # ------------------------------------------------------------ what kernels ask

    def answered(self, kind: int, state: int, rules: int, words: int, action: int) -> int:
        """What a kernel asks: to deal, to apply an action, or to score.

        Raises:
            UserError: the class raised something, or gave what it must not; names the line.
        """
        memory = self.memory_at(state)
        try:
            if kind == DEAL:
                hand = self.kind.__new__(self.kind)
                hand.players = self.view.unpack_from(memory)[1]
                hand.rules = self._rules(rules)
                return self.shown(memory, hand, hand.deal(Chance(words)), "deal")
            hand = self._hand(memory, rules)
            if kind == APPLY:
                number, action = divmod(action, self.most)
                word = self.words[number][action]
                return self.shown(memory, hand, hand.apply(word, Chance(words)), "apply")
            self._score(hand, words, action)
        except UserError:
            raise
        except Exception as error:  # noqa: BLE001  whatever the class raises
            raise self._raised(error) from None
        return 0

    def memory_at(self, address: int) -> Any:
        """The bytes of a state."""
        return (ctypes.c_char * self.size).from_address(address)

    def _rules(self, address: int) -> Any:
        from cardsim.options.params import options_of, packed_dtype

        form = packed_dtype(self.rules)
        content = ctypes.string_at(address, form.itemsize)
        if content not in self._tables:
            options = options_of(self.rules)
            record = np.frombuffer(content or bytes(1), form if options else "u1")[0]
            values = {o.name: _value(o, record[o.name]) for o in options}
            self._tables[content] = self.rules(**values)
        return self._tables[content]

    def _hand(self, memory: Any, rules: int) -> PlainGame:
        version, used = self.sizes.unpack_from(memory, self.at)
        latest: tuple[int, PlainGame] | None = getattr(_LATEST, "hand", None)
        if latest is not None and latest[0] == version:
            return latest[1]
        hand = self.opened(memory[self.begins : self.begins + used])
        hand.players = self.view.unpack_from(memory)[1]
        hand.rules = self._rules(rules)
        return hand

    def opened(self, content: bytes) -> PlainGame:
        """A hand that was kept, without its table."""
        hand = self.kind.__new__(self.kind)
        vars(hand).update(pickle.loads(content))  # noqa: S301  (what this process wrote)
        return hand

    def shown(self, memory: Any, hand: PlainGame, decision: str | None, by: str) -> int:
        """Write a hand into the state, with what the seat on turn sees; what comes next."""
        if decision is None:
            following = OVER
        elif decision not in self.names:
            raise self.wrong(
                f"{by} returned {decision!r}, which is no decision",
                by,
                f"it must be {' or '.join(map(repr, self.names))}, or None where the hand is over",
            )
        else:
            following = self.names.index(decision)
            seat = getattr(hand, "seat", None)
            if not isinstance(seat, int) or not 0 <= seat < hand.players:
                raise self.wrong(
                    f"{by} left self.seat at {seat!r}, and it must be the seat that is to decide, "
                    f"from 0 to {hand.players - 1}",
                    by,
                )
            seen = self._seen(hand)
            self.view.pack_into(memory, 0, seat, hand.players, *self._may(hand, following), *seen)
        content = pickle.dumps(vars(hand), 5)
        if len(content) > self.kind.memory:
            raise self.wrong(
                f"a hand takes {len(content)} bytes, and there is room for {self.kind.memory}",
                hint=f"memory = {2 * len(content)} in the class makes room",
            )
        version = next(_VERSIONS)
        self.sizes.pack_into(memory, self.at, version, len(content))
        memory[self.begins : self.begins + len(content)] = content
        _LATEST.hand = version, hand
        return following

    def _may(self, hand: PlainGame, decision: int) -> list[int]:
        words, may = self.words[decision], [0] * self.most
        given = hand.legal()
        for word in words if given is None else given:
            if word not in words:
                raise self.wrong(
                    f"legal gave {word!r}, which is no action of '{self.names[decision]}'",
                    "legal",
                    f"its actions are: {', '.join(words)}",
                )
            may[words.index(word)] = 1
        if not any(may):
            raise self.wrong(
                f"legal gave nothing, and seat {hand.seat} is to decide '{self.names[decision]}'",
                "legal",
            )
        return may

    def _seen(self, hand: PlainGame) -> list[int]:
        given, numbers = hand.observe(), []
        if given.keys() != self.kind.sees.keys():
            lacking = [n for n in self.kind.sees if n not in given]
            wrong = lacking or [n for n in given if n not in self.kind.sees]
            raise self.wrong(
                f"observe {'left out' if lacking else 'gave'} '{wrong[0]}', which is "
                f"{'' if lacking else 'not '}in `sees`",
                "observe",
            )
        for name, told in self.kind.sees.items():
            row = given[name] if told.length else (given[name],)
            if len(row) > max(told.length, 1):
                raise self.wrong(
                    f"observe gave {len(row)} numbers as {name}, which has room for {told.length}",
                    "observe",
                )
            for value in row:
                self._check_number(value, told, f"observe gave {value!r} as {name}", "observe")
                numbers.append(int(value))
            if told.length:
                numbers += [-1] * (told.length - len(row))
        return numbers

    def _check_number(self, value: Any, told: Number, what: str, by: str) -> None:
        if not isinstance(value, int | np.integer) or not told.low <= value <= told.high:
            raise self.wrong(
                f"{what}, and it must be a whole number from {told.low} to {told.high}", by
            )

    def _score(self, hand: PlainGame, outcome: int, hero: int) -> None:
        given = [*hand.score()]
        if len(given) != hand.players:
            raise self.wrong(
                f"score gave {len(given)} numbers, and there are {hand.players} players", "score"
            )
        won = [round(value * self.parts) for value in given]
        if self.kind.points is not None:
            self._check_points(given)
        elif any(not 0 <= value <= 1 for value in given):
            raise self.wrong(
                f"score gave {given}, and a share of a win is from 0 to 1",
                "score",
                "points = (low, high) in the class says that the score is points",
            )
        elif self.kind.zero_sum and sum(self._by_side(won)) != self.parts:
            raise self.wrong(
                f"score gave {given}, and all shares of a win must be 1 together",
                "score",
                "zero_sum = False in the class says that what one wins others need not lose",
            )
        kept = hand.record()
        for name, told in self.kind.records.items():
            if name not in kept:
                raise self.wrong(f"record left out '{name}', which is in `records`", "record")
            what = f"record gave {kept[name]!r} as {name}"
            self._check_number(kept[name], told, what, "record")
        row = ctypes.c_char * self.outcome.size
        self.outcome.pack_into(
            row.from_address(outcome),
            0,
            hero,
            won[hero],
            *(int(kept[name]) for name in self.kind.records),
            *won,
            *[0] * (self.most_seats - len(won)),
        )

    def _by_side(self, won: list[int]) -> list[int]:
        """What each side has won, of which all seats have as much."""
        sides = self.kind.teams.get(len(won), range(len(won)))
        return list(dict(zip(sides, won, strict=True)).values())

    def _check_points(self, given: list[float]) -> None:
        low, high = self.kind.points or (0, 0)
        for value in given:
            if not low <= value <= high or value * self.parts != round(value * self.parts):
                whole = "a whole number" if self.parts == 1 else f"a multiple of 1/{self.parts}"
                raise self.wrong(
                    f"score gave {value!r}, and it must be {whole} from {low} to {high}", "score"
                )

    def _raised(self, error: Exception) -> UserError:
        frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == self.file]
        if not frames:
            return UserError(f"{self.file}: {type(error).__name__}: {echoed(error)}")
        last = frames[-1]
        message = f"{last.filename}:{last.lineno}: {type(error).__name__}: {echoed(error)}"
        return UserError(message, hint=f"the line is: {last.line}")

    # ------------------------------------------------------------ what is told

    def _narrated(self, steps: list[Step], _rules: Any) -> list[Event]:
        moves = [s for s in steps if s.decision is not None]
        events = [Event(s.decision.name, s.seat, (s.action,)) for s in moves if s.decision]
        return [*events, Event("end", -1)]

    def _told(self, steps: list[Step], _rules: Any, who: Sequence[str]) -> list[str]:
        lines = []
        for step in steps:
            what = ""
            if step.decision is not None:
                what = f"{who[step.seat]}: {step.decision.actions[step.action]}"
            state = self._open(step.after, _rules).tell() if what or step is steps[0] else ""
            if what or state:
                lines.append(f"{what} ({state})" if what and state else what or state)
        score = self._open(steps[-1].after, _rules).score()
        won = [f"{name} {value:g}" for name, value in zip(who, score, strict=False)]
        kind = self.kind.paid_in if self.kind.points else "of the win"
        return [*lines, f"{kind}: {', '.join(won)}"]

    def _open(self, state: Any, rules: Any) -> PlainGame:
        hand = self.opened(state["kept"].tobytes()[: int(state["kept_size"])])
        hand.players = int(state["players"])
        hand.rules = self._rules(np.array(rules).ctypes.data)
        return hand


def class_of(game: Game) -> type[PlainGame] | None:
    """The class of a game in plain Python; None where it is none."""
    maker = _MAKERS.get(game)
    return None if maker is None else maker.kind


def with_hidden_of(
    game: Game, state: np.ndarray[Any, Any], other: np.ndarray[Any, Any], decision: str, rules: Any
) -> np.ndarray[Any, Any] | None:
    """A hand in which what the seat on turn does not see is as in another, and the seat has looked.

    None where what is hidden in the other does not fit.
    """
    maker, changed = _MAKERS[game], state.copy()
    hand, theirs = (
        maker.opened(s[0]["kept"].tobytes()[: s[0]["kept_size"]]) for s in (state, other)
    )
    hand.rules, hand.players = rules, int(state[0]["players"])
    for name in maker.kind.hidden:
        if name not in vars(hand):
            raise maker.wrong(f"hidden names '{name}', and a hand has no such attribute", "hidden")
        now, then = vars(hand).get(name), vars(theirs).get(name)
        if isinstance(now, list) and isinstance(then, list):
            if list(map(_size, now)) != list(map(_size, then)):
                return None
            if len(now) == hand.players:
                then[hand.seat] = now[hand.seat]
        vars(hand)[name] = then
    maker.shown(maker.memory_at(changed.ctypes.data), hand, decision, "observe")
    return changed


def _size(thing: Any) -> int:
    return len(thing) if isinstance(thing, list) else -1


class RandomHand(NamedTuple):
    """A hand that was played at random.

    Attributes:
        hand: as it ended.
        actions: what was done, in order.
        chance: gives the same numbers again, for an oracle.
    """

    hand: Any
    actions: list[str]
    chance: Chance


def begin(kind: type[PlainGame], chance: Chance, players: int | None = None, **rules: Value) -> Any:
    """A hand of a class that has been dealt; house rules are named."""
    return _dealt(kind, chance, players or kind.seats[2], kind.Rules(**rules))[0]


def _dealt(
    kind: type[PlainGame], chance: Chance, players: int, rules: Any
) -> tuple[PlainGame, str | None]:
    hand = kind.__new__(kind)
    hand.players, hand.rules = players, rules
    return hand, hand.deal(chance)


def random_hand(kind: type[PlainGame], seed: int) -> RandomHand:
    """A hand of a class with random house rules and players, in which legal actions are random."""
    from cardsim.options.params import options_of
    from cardsim.rehearsal import any_value

    draw, chance, actions = Random(seed), seeded(seed), []  # noqa: S311  (no secret)
    rules = kind.Rules(**{o.name: any_value(o, draw) for o in options_of(kind.Rules)})
    hand, decision = _dealt(kind, chance, draw.randint(*kind.seats[:2]), rules)
    while decision is not None:
        given = hand.legal()
        actions.append(draw.choice([*(kind.decisions[decision] if given is None else given)]))
        decision = hand.apply(actions[-1], chance)
    return RandomHand(hand, actions, Given(*chance.gave))


_CALLED: Mapping[str, str] = MappingProxyType(
    {
        "deal": "def deal(self, chance): sets up a hand and returns the first decision's name",
        "observe": "def observe(self): returns what the seat on turn sees, a dict",
        "apply": "def apply(self, action, chance): does it and returns the next decision's name, "
        "or None where the hand is over",
        "score": "def score(self): returns what each seat has won, a list",
    }
)


def _value(option: Any, packed: Any) -> Value:
    """The value of a house rule, from what is packed."""
    value: Value
    if option.choices:
        value = next(c for c in option.choices if np.array_equal(option.code(c), packed))
    else:
        value = option.kind(packed)
    return value


def _kernels(number: int, most: int) -> dict[str, Any]:
    """The kernels of a game in plain Python: each asks it."""

    @kernel
    def asked(kind, state, rules, words, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        answer = ask_python(number, kind, state, rules, words, action)
        if answer == FAILED:
            raise GameError
        return answer

    @kernel
    def start(state, rules, players, unit):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, ARG001
        state.seat, state.players = 0, players

    @kernel
    def deal(state, rules, words):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return asked(DEAL, address_of(state), address_of(rules), address_of(words), 0)  # type: ignore[no-untyped-call]

    @kernel
    def observe(state, rules):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        pass

    @kernel
    def legal(view, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return 0 <= action < most and view.may[uint64(action)] != 0

    @kernel
    def score(state, rules, hero, outcome):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        asked(SCORE, address_of(state), address_of(rules), address_of(outcome), hero)  # type: ignore[no-untyped-call]

    def applying(decision: int) -> Callable[..., Any]:
        first = decision * most

        @kernel
        def apply(state, rules, action, words):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
            taken = address_of(state), address_of(rules), address_of(words)
            return asked(APPLY, *taken, first + action)  # type: ignore[no-untyped-call]

        return apply

    made = {"start": start, "deal": deal, "observe": observe, "legal": legal, "score": score}
    return {**made, "apply": [applying(k) for k in range(16)]}
