"""A game as one class in plain Python, which every command plays.

An object of the class is one hand. It is kept pickled in the game's state, and the view of the seat
on turn is written beside it. So every loop plays, forks and keeps it like any other game, and
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
import sys
import threading
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields, is_dataclass, replace
from numbers import Real
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple
from weakref import WeakKeyDictionary
from zlib import crc32

import numpy as np

from cardsim.chance import Chance, Given, seeded
from cardsim.compile.sources import named
from cardsim.errors import UserError, echoed
from cardsim.game import (
    CHANCE,
    CHANCED,
    NOT_SEEN,
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
from cardsim.kernels.from_python import ANSWERERS
from cardsim.kernels.origins import is_users
from cardsim.layout import Layout, lay_out, outcome_row
from cardsim.options.params import Value, option
from cardsim.plain_kernels import APPLY, DEAL, HOUSE, IMAGINE, REWIND, SEEN, kernels_asking
from cardsim.plain_past import Again, NoneAgreesError, RecordedChance, Stage
from cardsim.process.signals import is_raised
from cardsim.usual_units import mean, share_won, you_win, your_seat

__all__ = [
    "Given",
    "PlainGame",
    "begin",
    "form",
    "number",
    "numbers",
    "option",
    "random_hand",
    "seeded",
]

MOST_BY = 1 << 17
"""Largest number of situations told apart by default: by the things seen, in order."""
SORTED_BY_CHANCE = 1000
"""Orders of all seats' cards, beyond which sorted cards are no coincidence."""
_WORD = 8
"""Bytes of a number in the state."""
EVERYWHERE = {"seat", "players", "may", "kept", "kept_size", "kept_version", "kept_past"}
"""Fields that every such game has."""
MOST_WORDS = 24
"""Actions of a decision up to which all are named where it is described."""
_INTS = {int}
MOST_LEGAL = 1 << 12
"""Sets of legal actions that are remembered packed."""
MOST_STEPS = 1 << 17
"""Steps of one hand after which it is taken as endless."""
LONGEST_AGAIN = 20
"""Most steps of a hand with mixed cards that is weighed by what the others did."""
_STEPS_BEHIND = 40
"""Bits of a hand's version number; the number of its steps is above them."""
_LATEST = threading.local()
_VERSIONS = itertools.count(1)
_STEPS: dict[int, int] = {}
"""Version of the step that each thread is in now."""
_MAKERS: WeakKeyDictionary[Game, Maker] = WeakKeyDictionary()


@dataclass(frozen=True)
class Number:
    """A number, or a row of them, that is seen or recorded.

    Attributes:
        help: its meaning.
        low, high: its limits.
        length: 0 for one number, else the largest length of a row; -1 stands behind the last.
    """

    help: str
    low: int
    high: int
    length: int = 0


def number(help: str, low: int, high: int) -> Number:  # noqa: A002
    """Declare a number that is seen or recorded, with its meaning and limits."""
    return Number(help, low, high)


def numbers(help: str, low: int, high: int, length: int) -> Number:  # noqa: A002
    """Declare a row of such numbers, at most `length` long; -1 stands behind the last."""
    return Number(help, low, high, length)


class Form(tuple[str, ...]):  # noqa: SLOT001  (a tuple can have no slots)
    """The words of actions of one form, such as the bids of an auction.

    Attributes:
        form: the form in words, which is told in place of a long list: `COUNT x FACE`.
    """

    form: str


def form(told: str, **low_and_high: tuple[int, int]) -> Form:
    """Return the actions of a form, whose last number moves first.

    Args:
        told: the words of an action, with its numbers in braces: "{count} x {face}".
        low_and_high: the least and the largest of each number, in order.
    """
    spans = [range(low, high + 1) for low, high in low_and_high.values()]
    rows = (dict(zip(low_and_high, row, strict=True)) for row in itertools.product(*spans))
    made = Form(told.format(**row) for row in rows)
    limits = (f"{n.upper()} {low} to {high}" for n, (low, high) in low_and_high.items())
    shown = told.format(**{name: name.upper() for name in low_and_high})
    made.form = f"{shown}, with {', '.join(limits)}"
    return made


MOST_SEATS = 40
"""Largest number of seats, so that shares of a win are whole numbers of parts."""
MOST_NUMBER, MOST_LENGTH, SMALLEST = 1 << 53, 4096, 1e-6


def _is_score(value: object) -> bool:
    """Return True if a value is a finite number."""
    return isinstance(value, Real | np.bool_) and math.isfinite(value)


def _is_number(value: object) -> bool:
    """Return True if a value is a number that a double holds exactly."""
    return type(value) in {int, float} and abs(value) <= MOST_NUMBER  # type: ignore[arg-type]


def _is_sound(told: Number) -> bool:
    """Return True if a number's limits and length are possible."""
    ends = type(told.low) is type(told.high) is type(told.length) is int
    return (
        ends
        and -MOST_NUMBER <= told.low <= told.high <= MOST_NUMBER
        and 0 <= told.length <= MOST_LENGTH
        and isinstance(told.help, str)
    )


_KINDS: tuple[tuple[tuple[str, ...], Any, str], ...] = (
    (("decisions", "sees", "records", "teams", "presets", "experts"), Mapping, "a dict"),
    (("title", "paid_in", "house", "usual"), str, "text"),
    (("per", "memory"), int, "a whole number"),
)
"""Attributes of a class that must be of one kind."""


class PlainGame:
    """A game in plain Python: a class with these names, whose objects are hands.

    `deal`, `observe`, `apply` and `score` are the game, and `legal` unless everything is always
    legal. The other names describe it.

    Attributes:
        title: title of the game; by default the name of its class.
        seats: fewest, most, and usual number of players.
        decisions: words of the actions, by name of the decision.
        sees: view of the seat on turn, by name.
        points: fewest and most points that `score` gives a seat; None if it gives shares of a win,
            which add up to 1.
        smallest: smallest part of a point, such as 0.5.
        paid_in, per: name of the points, and the number of hands they are told for: "you lose 0.57
            bets in 100 hands".
        own: attributes that are lists with an entry for each seat, which sees its own alone: a
            card, or a list of cards.
        hidden: attributes that nobody sees, such as a pack; empty if nothing is hidden. With it,
            hands can be imagined, for `look-ahead`, `advise` and hints: the hand is dealt and
            played again with other chance, and counts if the seat on turn sees the same at all of
            its turns. Others' cards in `own` and hidden ones are mixed, which must not change what
            the seat sees. Where that is not enough, define `imagine`. Hands are weighed by what
            the others did; with cards in their first `LONGEST_AGAIN` steps, if all cards differ.
        low_points_win: True if fewer points are better.
        records: numbers recorded for every hand, by name, as `record` gives them.
        zero_sum: True if one wins what others lose.
        teams: side of each seat by number of players, if some win together, such as {3: (0, 1, 1)}:
            one against two.
        house: name of a seat that is no player, such as "dealer": it plays by a fixed rule, and
            loses what players win. `deal` and `apply` return this name where it moves next, and
            `house_plays` is its move.
        usual: the default strategy.
        experts: for a decision with many actions the strategies whose choices `learn` and `review`
            compare.
        memory: bytes reserved for a hand.
        depends_on: declares that the game depends only on its methods' arguments, and on these:
            numbers, texts, and the content of files given as `Path`. Its hands are then kept
            whatever it uses.
        rules: house rules of this table, an object of the class `Rules`.
        players: number of players.
        seat: the seat on turn, from 0.
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
    own: ClassVar[tuple[str, ...]] = ()
    hidden: ClassVar[tuple[str, ...] | None] = None
    low_points_win: ClassVar[bool] = False
    records: ClassVar[Mapping[str, Number]] = {}
    zero_sum: ClassVar[bool] = True
    teams: ClassVar[Mapping[int, tuple[int, ...]]] = {}
    house: ClassVar[str] = ""
    usual: ClassVar[str] = "random-legal"
    experts: ClassVar[Mapping[str, Sequence[str]]] = {}
    memory: ClassVar[int] = 4096
    depends_on: ClassVar[Sequence[Any] | None] = None
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {"standard": {}}

    rules: Any
    players: int
    seat: int

    @dataclass(frozen=True)
    class Rules:
        """The house rules; none here."""

    def deal(self, chance: Chance) -> str | None:
        """Set up a hand; return the name of the first decision."""
        raise NotImplementedError

    def observe(self) -> Mapping[str, Any]:
        """Return the view of the seat on turn, by the names of `sees`."""
        raise NotImplementedError

    def legal(self) -> Iterable[str] | None:
        """Return the words of the legal actions; None if all are legal."""
        return None

    def apply(self, action: str, chance: Chance) -> str | None:
        """Take an action; return the name of the next decision, or None if the hand is over."""
        raise NotImplementedError

    def house_plays(self, chance: Chance) -> str | None:
        """Move for the seat that is no player; return as `apply` does, its name to go on."""
        raise NotImplementedError

    def watches(self, seat: int) -> bool:  # noqa: ARG002
        """Return True if a player is out, and only watches: that seat is not asked."""
        return False

    def next_seat(self) -> int:
        """Return the next seat after `self.seat` that does not watch; itself if all others do."""
        order = ((self.seat + k) % self.players for k in range(1, self.players + 1))
        return next((seat for seat in order if not self.watches(seat)), self.seat)

    def score(self) -> Sequence[float]:
        """Return the score of each seat, in order: points, or shares of a win."""
        raise NotImplementedError

    def shared(self, winners: Sequence[bool]) -> list[float]:
        """Share the win equally among the seats that won it."""
        return [won / sum(winners) for won in winners]

    def imagine(self, seen: Mapping[str, Any], chance: Chance) -> None:
        """Set up a hand in which `self.seat` is on turn and has this view, with all else by chance.

        Args:
            seen: the view, as `observe` gave it.
            chance: chance for everything outside the view.
        """
        raise NotImplementedError

    def record(self) -> Mapping[str, int]:
        """Return the numbers recorded for the hand beside the score, by the names of `records`."""
        return {}

    def tell(self) -> str:
        """Return the position in words, for `cardsim replay`."""
        return ""

    @classmethod
    def game(cls, package: str) -> Game:
        """Return the game that the class makes; `package` is the module's `__name__`."""
        return Maker(cls, package).made()


class Maker:
    """Makes the game of a class, and answers its kernels."""

    def __init__(self, kind: type[PlainGame], package: str) -> None:
        self.kind, self.package = kind, package
        self.file = inspect.getsourcefile(kind) or package
        self._check()
        self.names = [*kind.decisions]
        self.words = [_as_words(kind.decisions[name]) for name in self.names]
        self.most = max(map(len, self.words))
        self.rules = kind.Rules if is_dataclass(kind.Rules) else dataclass(frozen=True)(kind.Rules)
        for one in fields(self.rules):
            if "option" not in one.metadata:
                hint = f'{one.name}: int = option({one.default}, "what it means", low=0, high=9)'
                raise self.wrong(f"{one.name} in Rules is no option", one.name, hint)
        self.layout = self._layout()
        before = 2 + self.most + sum(max(n.length, 1) for n in kind.sees.values())
        self.sizes = struct.Struct("=qqq")
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
        self._numbers = {name: number for number, name in enumerate(self.names)}
        self._places = [{word: place for place, word in enumerate(w)} for w in self.words]
        self._mays: dict[tuple[int, tuple[str, ...]], bytes] = {}
        self._all_words = [*dict.fromkeys(itertools.chain.from_iterable(self.words))]
        self._word_numbers = {word: number for number, word in enumerate(self._all_words)}
        self._beginning = struct.Struct("=qq")
        numbers = sum(max(n.length, 1) for n in kind.sees.values())
        self._sees, self._sees_at = struct.Struct(f"={numbers}q"), (2 + self.most) * _WORD
        self._past_at = self.begins + kind.memory
        self._notes, self._bytes = self.remembers, ctypes.c_char * self.size
        self._rows = [(n, t.length, t.low, t.high, t) for n, t in kind.sees.items()]
        self._watched = kind.watches is not PlainGame.watches

    # ------------------------------------------------------------ what is declared

    def wrong(self, what: str, name: str = "", hint: str = "") -> UserError:
        """Return the error for a mistake in the class, with the line of a name."""
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
        """Refuse a class that is no game."""
        kind = self.kind
        needed = ("deal", "observe", "apply", "score", *(("house_plays",) if kind.house else ()))
        for name in needed:
            if getattr(kind, name) is getattr(PlainGame, name):
                raise self.wrong(f"{kind.__name__} has no method `{name}`", "", _CALLED[name])
        self._check_decisions()
        self._check_numbers()
        self._check_teams()
        for field, names in (("own", kind.own), ("hidden", kind.hidden or ())):
            if not isinstance(names, tuple) or not all(isinstance(name, str) for name in names):
                what = f"{field} must be names, such as ('cards',), not {echoed(names)}"
                raise self.wrong(what, field)

    def _check_decisions(self) -> None:
        kind = self.kind
        for names, of, known in _KINDS:
            for name in names:
                if not isinstance(getattr(kind, name), of):
                    told = echoed(repr(getattr(kind, name)))
                    raise self.wrong(f"{name} must be {known}, not {told}", name)
        if not kind.decisions:
            raise self.wrong(
                f"{kind.__name__} names no decisions",
                hint='decisions = {"turn": ("roll", "hold")} says what a seat may do',
            )
        for name, words in kind.decisions.items():
            if not isinstance(name, str) or not name.replace("-", "_").isidentifier():
                raise self.wrong(f"{echoed(repr(name))} cannot be a decision's name", "decisions")
            some = isinstance(words, list | tuple) and all(isinstance(w, str) for w in words)
            if not some or not words or len(set(words)) < len(words):
                raise self.wrong(
                    f"the actions of '{name}' must be different words, not {echoed(words)}",
                    "decisions",
                )

    def _check_numbers(self) -> None:
        kind = self.kind
        seats = kind.seats
        whole = isinstance(seats, tuple) and [type(n) for n in seats] == [int, int, int]
        if not whole or not 1 <= seats[0] <= seats[2] <= seats[1] <= MOST_SEATS:
            raise self.wrong(
                f"seats must be the fewest players, the most, and the usual number, up to "
                f"{MOST_SEATS}, not {echoed(repr(seats))}",
                "seats",
            )
        pair = (0, 1) if kind.points is None else kind.points
        ends = pair if isinstance(pair, tuple | list) and len(pair) == 2 else ()  # noqa: PLR2004
        if not all(map(_is_number, (*ends, kind.smallest))) or not (ends and ends[0] < ends[1]):
            told = echoed(repr(kind.points))
            raise self.wrong(f"points must be the fewest and the most, not {told}", "points")
        if not SMALLEST <= kind.smallest <= MOST_NUMBER:
            raise self.wrong(f"smallest must be a part of a point, not {kind.smallest}", "smallest")
        for field in ("sees", "records"):
            for name, told in getattr(kind, field).items():
                if not isinstance(told, Number) or not _is_sound(told):
                    raise self.wrong(
                        f'{name} in {field} must be number("what it means", low, high)', field
                    )
                if name in EVERYWHERE or not name.isidentifier():
                    raise self.wrong(f"'{name}' in {field} cannot be a name there", field)

    def _check_teams(self) -> None:
        teams, (low, high, _) = self.kind.teams, self.kind.seats
        if not isinstance(teams, Mapping):
            raise self.wrong(
                f"teams must be like {{3: (0, 1, 1)}}, not {echoed(teams)}",
                "teams",
                "by the number of players the side of each seat",
            )
        for players, sides in teams.items():
            if type(players) is not int or not low <= players <= high:
                can = f"{low}" if low == high else f"{low} to {high}"
                raise self.wrong(
                    f"teams names the sides of {echoed(repr(players))} players, and {can} can play",
                    "teams",
                    "seats says how many can: the fewest, the most, and the usual number",
                )
            if (
                not isinstance(sides, tuple | list)
                or len(sides) != players
                or {*sides} != {*range(len({*sides}))}
            ):
                raise self.wrong(
                    f"the sides of {players} players are {echoed(sides)}",
                    "teams",
                    "each seat has the number of its side, from 0 without a gap, such as (0, 1, 1)",
                )

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
        hidden: dict[str, Any] = {"kept_version": "i8", "kept_size": "i8", "kept_past": "i8"}
        hidden["kept"] = "u1", (kind.memory * (2 if self.remembers else 1),)
        return lay_out(shown=shown, hidden=hidden)

    # ------------------------------------------------------------ the game

    def made(self) -> Game:
        """Return the game."""
        kind = self.kind
        ANSWERERS[self.number] = self.answered
        kernels = kernels_asking(self.number, self.most)
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
            Decision(
                name,
                _help(words),
                words,
                apply,
                legal=kernels["legal"],
            )
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
            zero_sum=kind.zero_sum and kind.seats[1] > 1 and not kind.house,
            house=kind.house and f"the {kind.house}",
            chance=kernels["house"] if kind.house else None,
            sides=self._sides if kind.teams else None,
            features=features,
            by=dict.fromkeys(self.names, by),
            experts={name: tuple(names) for name, names in kind.experts.items()},
            imagine=kernels["imagine"] if self.can_imagine else None,
            rewind=kernels["rewind"] if self.weighs else None,
            seen=kernels["seen"] if self.weighs else None,
        )
        _MAKERS[game] = self
        return game

    @property
    def sets_up(self) -> bool:
        """True if the class can set up a hand from a seat's view."""
        return self.kind.imagine is not PlainGame.imagine

    @property
    def remembers(self) -> bool:
        """True if hands keep their past, from which others are imagined."""
        return not self.sets_up and bool(self.kind.hidden or (self.kind.own and self.can_imagine))

    @property
    def weighs(self) -> bool:
        """True if imagined hands may be weighed by what the others did."""
        return self.remembers and not self.kind.house

    @property
    def can_imagine(self) -> bool:
        """True if hands can be imagined."""
        return self.sets_up or self.kind.hidden is not None

    @property
    def _following(self) -> list[str]:
        """Names that may come next."""
        return [*self.names, *filter(None, [self.kind.house])]

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
            size, gets = 1 / self.parts, "take" if kind.low_points_win else "win"
            yours = Column("your_points", low, high, f"{kind.paid_in} you {gets}", scale=size)
            each = Column("points", low, high, f"{kind.paid_in} of the seat", scale=size)
            told = f"{kind.paid_in} {'a hand' if kind.per == 1 else f'in {kind.per} hands'}"
            measure = Measure(
                "points",
                yours.help,
                "you",
                "your_points",
                lower_is_better=kind.low_points_win,
                you=f"you take {{}} {told}"
                if kind.low_points_win
                else (f"you win {{}} {told}", f"you lose {{}} {told}"),
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
        """Answer a kernel: deal, apply an action, score, and so on."""
        memory, thread = self.memory_at(state), threading.get_ident()
        if kind != IMAGINE:
            _STEPS[thread] = next(_VERSIONS)
        try:
            if kind == DEAL:
                self.sizes.pack_into(memory, self.at, 0, 0, 0)
                hand = self.kind.__new__(self.kind)
                hand.players = self._beginning.unpack_from(memory)[1]
                hand.rules = self._rules(rules)
                chance = self._noted(words)
                following = hand.deal(chance)
                return self.shown(memory, hand, following, "deal", self._stage(chance))
            if kind == IMAGINE:
                self._imagine(memory, self.memory_at(action), rules, Chance(words))
                return 0
            if kind in {REWIND, SEEN}:
                again = self._rewind if kind == REWIND else self._seen_again
                return again(memory, rules, words, action)
            hand = self._hand(memory, rules)
            if kind == HOUSE:
                chance = self._noted(words)
                following = hand.house_plays(chance)
                return self.shown(memory, hand, following, "house_plays", self._stage(chance))
            if kind == APPLY:
                number, action = divmod(action, self.most)
                word, seat = self.words[number][action], hand.seat
                chance = self._noted(words, self._due(memory))
                following = hand.apply(word, chance)
                stage = self._stage(chance, seat, word)
                return self.shown(memory, hand, following, "apply", stage)
            self._score(hand, words, action)
        except UserError:
            raise
        except BaseException as error:  # noqa: BLE001  whatever the class raises
            raise self._raised(error) from None
        finally:
            _STEPS.pop(thread, None)
        return 0

    def _noted(self, words: int, again: Stage | None = None) -> Chance:
        """Return the chance of a step, which is recorded if hands keep their past."""
        return RecordedChance(Chance(words), again) if self._notes else Chance(words)

    def _rewind(self, memory: Any, rules: int, words: int, true: int) -> int:
        """Turn an imagined hand back to its deal; return the first decision.

        Cards that were mixed are dealt so that they come to lie where they do. It is OVER where
        some are alike or the hand is long: then it is not weighed.
        """
        past: list[Stage] = self._past(memory)
        made = self._again(self.memory_at(true), rules).made
        moved: dict[Any, Any] | None = _LATEST.moved
        if not past or moved is None or (moved and len(past) > LONGEST_AGAIN):
            return OVER
        _LATEST.past, _LATEST.end = past, vars(self._hand(memory, rules))
        self.sizes.pack_into(memory, self.at, 0, 0, 0)
        hand = self.kind.__new__(self.kind)
        hand.players = self._beginning.unpack_from(memory)[1]
        hand.rules = self._rules(rules)
        chance = RecordedChance(Chance(words), past[0])
        following = hand.deal(chance)
        if moved:
            self._move(hand, made, moved)
        return self.shown(memory, hand, following, "deal", self._stage(chance))

    def _move(self, hand: PlainGame, made: AbstractSet[str], moved: Mapping[Any, Any]) -> None:
        """Deal other things where those lie that were mixed later."""
        in_order = self._in_order(hand, made)
        for held, k in self._hidden_places(hand, -1, made):
            if isinstance(held[k], list):
                held[k][:] = (moved.get(thing, thing) for thing in held[k])
            else:
                held[k] = moved.get(held[k], held[k])
        for row in in_order:
            row.sort()

    def _in_order(self, hand: PlainGame, made: AbstractSet[str]) -> list[list[Any]]:
        """Return the lists of the seats that are kept sorted."""
        own = (vars(hand).get(name) for name in self.kind.own if name not in made)
        return [row for rows in own if _all_in_order(rows) for row in rows or ()]

    def _hidden_places(
        self, hand: PlainGame, seat: int, made: AbstractSet[str]
    ) -> Iterator[tuple[Any, Any]]:
        """Yield where things lie that a seat does not see: what they are in, and the place."""
        for name in self.kind.hidden or ():
            if name not in made:
                self._hidden_in(hand, name)
                yield vars(hand), name
        for name in self.kind.own:
            if name not in made:
                rows = self._hidden_in(hand, name)
                yield from ((rows, k) for k in range(hand.players) if k != seat)

    def _hidden_things(self, hand: PlainGame, seat: int, made: AbstractSet[str]) -> list[Any]:
        """Return the things that a seat does not see, place by place."""
        rows = [held[k] for held, k in self._hidden_places(hand, seat, made)]
        return [thing for row in rows for thing in (row if isinstance(row, list) else [row])]

    def _seen_again(self, memory: Any, _rules: int, _words: int, decision: int) -> int:
        """Return the action taken here in the hand that was turned back; NOT_SEEN behind them."""
        version = self.sizes.unpack_from(memory, self.at)[0]
        done, past = version >> _STEPS_BEHIND, _LATEST.past
        if done >= len(past):
            # What the class keeps beside its cards may come out otherwise: that is no such hand.
            return NOT_SEEN if vars(_LATEST.hand[1]) == _LATEST.end else self.most
        _LATEST.due = version, past[done]
        return self._places[decision][past[done].action]

    def _due(self, memory: Any) -> Stage | None:
        """Return the step that is taken again in a hand that was turned back; else None."""
        version, stage = getattr(_LATEST, "due", (0, None))
        return stage if version == self.sizes.unpack_from(memory, self.at)[0] else None

    def _stage(self, chance: Chance, seat: int = -1, action: str = "") -> bytes:
        """Return a step as bytes; none if hands do not keep their past."""
        if not isinstance(chance, RecordedChance):
            return b""
        return self._packed(chance.stage(seat, action))

    def _packed(self, stage: Stage) -> bytes:
        """Return a step as bytes: most are a few small numbers, and the others are pickled."""
        seat, word, rolled, sides, drawn, cards = stage
        if not cards and len(rolled) == len(sides):
            number = self._word_numbers[word] + 1 if word else 0
            try:
                # The first byte is not 0, which begins a step that is pickled.
                numbers = (seat + 2, number, len(rolled), *rolled, *sides, len(drawn), *drawn)
                return bytes(numbers)  # type: ignore[arg-type]  # None is no byte either
            except (TypeError, ValueError):
                pass
        content = pickle.dumps(tuple(stage), 5)
        return b"\0" + len(content).to_bytes(_WORD, "little") + content

    def _past(self, memory: Any) -> list[Stage]:
        """Return the steps of a hand so far; none if there was no room for them."""
        size = self.sizes.unpack_from(memory, self.at)[2]
        content = memory[self._past_at : self._past_at + size] if size > 0 else b""
        stages, at = [], 0
        while at < len(content):
            if content[at] == 0:
                begins = at + 1 + _WORD
                at = begins + int.from_bytes(content[at + 1 : begins], "little")
                stages.append(Stage(*pickle.loads(content[begins:at])))  # noqa: S301
                continue
            seat, number, many = content[at : at + 3]
            rolled = tuple(content[at + 3 : at + 3 + many])
            sides = tuple(content[at + 3 + many : at + 3 + 2 * many])
            at += 3 + 2 * many
            drawn = tuple(content[at + 1 : at + 1 + content[at]])
            at += 1 + len(drawn)
            word = self._all_words[number - 1] if number else ""
            stages.append(Stage(seat - 2, word, rolled, sides, drawn))
        return stages

    def memory_at(self, address: int) -> Any:
        """Return the bytes of a state."""
        return self._bytes.from_address(address)

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
        version, used, _ = self.sizes.unpack_from(memory, self.at)
        latest: tuple[int, PlainGame] | None = getattr(_LATEST, "hand", None)
        if latest is not None and latest[0] == version:
            return latest[1]
        hand = self.opened(memory[self.begins : self.begins + used])
        hand.players = self._beginning.unpack_from(memory)[1]
        hand.rules = self._rules(rules)
        return hand

    def opened(self, content: bytes) -> PlainGame:
        """Return a kept hand, without its table."""
        hand = self.kind.__new__(self.kind)
        vars(hand).update(pickle.loads(content))  # noqa: S301  (what this process wrote)
        return hand

    def shown(
        self, memory: Any, hand: PlainGame, decision: str | None, by: str, stage: bytes
    ) -> int:
        """Write a hand and the view of the seat on turn into the state; return what comes next.

        Args:
            memory: the state.
            hand: the hand.
            decision: name of what is decided next; None if the hand is over.
            by: the method that changed the hand.
            stage: this step, for the hand's past.
        """
        if decision is None:
            following = OVER
        elif self.kind.house and decision == self.kind.house:
            following = CHANCE
        elif decision not in self._numbers:
            raise self.wrong(
                f"{by} returned {decision!r}, which is no decision",
                by,
                f"it must be {' or '.join(map(repr, self._following))}, or None where the hand is "
                "over",
            )
        else:
            following = self._numbers[decision]
            seat = getattr(hand, "seat", None)
            if (
                not isinstance(seat, int)
                or not 0 <= seat < hand.players
                or (self._watched and hand.watches(seat))
            ):
                if isinstance(seat, int) and 0 <= seat < hand.players:
                    raise self.wrong(f"{by} left self.seat at {seat}, and that seat watches", by)
                raise self.wrong(
                    f"{by} left self.seat at {seat!r}, and it must be the seat that is to decide, "
                    f"from 0 to {hand.players - 1}",
                    by,
                )
            may, seen = self._may(hand, following), self._seen(hand)
            # Writing to a slice of the array takes a byte at a time, and is twenty times as slow.
            memoryview(memory).cast("B")[: self._sees_at] = (
                self._beginning.pack(seat, hand.players) + may
            )
            self._sees.pack_into(memory, self._sees_at, *seen)
        self._keep(memory, hand, stage)
        return following

    def _keep(self, memory: Any, hand: PlainGame, stage: bytes) -> None:
        """Store a hand in the state, and a step behind those that are there."""
        content = pickle.dumps(vars(hand), 5)
        if len(content) > self.kind.memory:
            raise self.wrong(
                f"a hand takes {len(content)} bytes, and there is room for {self.kind.memory}",
                hint=f"memory = {2 * len(content)} in the class makes room",
            )
        version, _, past = self.sizes.unpack_from(memory, self.at)
        steps = (version >> _STEPS_BEHIND) + 1
        if steps > MOST_STEPS:
            what = f"a hand has not come to an end after {MOST_STEPS} steps"
            raise self.wrong(what, "apply", "each hand must end, however it is played")
        version, room = next(_VERSIONS) + (steps << _STEPS_BEHIND), memoryview(memory).cast("B")
        if stage and past >= 0:
            # A past that is too long is reported only if the hand is to be imagined.
            later = past + len(stage)
            if later <= self.kind.memory:
                room[self._past_at + past : self._past_at + later] = stage
            past = later if later <= self.kind.memory else -1
        self.sizes.pack_into(memory, self.at, version, len(content), past)
        room[self.begins : self.begins + len(content)] = content
        _LATEST.hand = version, hand

    def _imagine(self, memory: Any, true: Any, rules: int, chance: Chance) -> None:
        """Store in a state an imagined hand with the same view as another."""
        seat, players, *_ = self.view.unpack_from(true)
        _, used, _ = self.sizes.unpack_from(true, self.at)
        seen, stages = self.seen_in(true), b""
        if self.sets_up:
            hand = self.set_up(seen, seat, players, self._rules(rules), chance)
        elif used and self.remembers:
            again = self._again(true, rules)
            try:
                hand, past = again.world(chance)
            except NoneAgreesError:
                what = (
                    f"no other hand was found in which seat {seat} sees the same at all its turns"
                )
                raise self.wrong(what, "observe", _SETS_UP) from None
            stages = b"".join(map(self._packed, past))
            before = self._hidden_things(hand, seat, again.made)
            self.mix(hand, seat, again.made, chance)
            _LATEST.moved = _moves(before, self._hidden_things(hand, seat, again.made))
            self._check_seen(hand, seen, "observe", "with what is hidden from it")
        elif used:
            hand = self.opened(true[self.begins : self.begins + used])
            hand.players, hand.rules = players, self._rules(rules)
        else:
            raise self.wrong("what a seat sees does not tell how the hand stands", hint=_SETS_UP)
        version, used, _ = self.sizes.unpack_from(memory, self.at)
        self.sizes.pack_into(memory, self.at, version, used, 0)
        self._keep(memory, hand, stages)

    def _again(self, true: Any, rules: int) -> Again:
        """Return what a seat knows of the past of a hand at its turn."""
        version = self.sizes.unpack_from(true, self.at)[0]
        latest: tuple[int, Again] | None = getattr(_LATEST, "again", None)
        if latest is not None and latest[0] == version:
            return latest[1]
        hand, past = self._hand(true, rules), self._past(true)
        if not past:
            raise self.wrong(
                "the hand is too long to be played again",
                hint=f"memory = {2 * self.kind.memory} in the class makes room",
            )
        table = AtTable(self, hand.players, hand.rules)
        try:
            again = Again(table, past, hand.seat)
        except NoneAgreesError:
            again = None
        if again is None or again.shows[1] != hand.observe():
            raise self.wrong(
                "the same actions and the same chance do not make the same hand again",
                "deal",
                "all chance must come from `chance`, and all that changes must be in `self`",
            )
        _LATEST.again = version, again
        return again

    def set_up(
        self, seen: Mapping[str, Any], seat: int, players: int, rules: Any, chance: Chance
    ) -> PlainGame:
        """Return the hand that the class sets up from a seat's view."""
        hand = self.kind.__new__(self.kind)
        hand.players, hand.rules, hand.seat = players, rules, seat
        hand.imagine(seen, chance)
        self._check_seen(hand, seen, "imagine", "in the hand that imagine sets up")
        return hand

    def _check_seen(self, hand: PlainGame, seen: Mapping[str, Any], by: str, where: str) -> None:
        for name, value in hand.observe().items():
            now = list(value) if self.kind.sees[name].length else value
            if now != seen[name]:
                raise self.wrong(
                    f"seat {hand.seat} sees {name} {seen[name]}, and {where} {name} {now}",
                    by,
                    "what the others have must not change what a seat sees"
                    if by == "observe"
                    else "it must agree with what is seen",
                )

    def seen_in(self, memory: Any) -> dict[str, Any]:
        """Return the view of the seat on turn in a state, as `observe` gave it."""
        numbers = iter(self.view.unpack_from(memory)[2 + self.most :])
        seen: dict[str, Any] = {}
        for name, told in self.kind.sees.items():
            row = list(itertools.islice(numbers, max(told.length, 1)))
            while told.length and row and row[-1] == -1:
                row.pop()
            seen[name] = row if told.length else row[0]
        return seen

    def mix(self, hand: PlainGame, seat: int, made: AbstractSet[str], chance: Chance) -> None:
        """Mix the cards that a seat does not see among their places."""
        in_order, places = self._in_order(hand, made), [*self._hidden_places(hand, seat, made)]
        rows = [held[k] for held, k in places if isinstance(held[k], list)]
        alone = [(held, k) for held, k in places if not isinstance(held[k], list)]
        pool = [thing for row in rows for thing in row] + [held[k] for held, k in alone]
        chance.shuffle(pool)
        given = iter(pool)
        for row in rows:
            row[:] = itertools.islice(given, len(row))
        for row in in_order:
            row.sort()
        for held, k in alone:
            held[k] = next(given)

    def _hidden_in(self, hand: PlainGame, name: str) -> list[Any]:
        field = "own" if name in self.kind.own else "hidden"
        if name not in vars(hand):
            raise self.wrong(f"{field} names '{name}', and a hand has no such attribute", field)
        value = vars(hand)[name]
        if not isinstance(value, list) or (field == "own" and len(value) != hand.players):
            what = "with an entry for each seat" if field == "own" else "of what nobody sees"
            raise self.wrong(
                f"{name} in {field} is {echoed(value)}, and it must be a list {what}", field
            )
        return value

    def _may(self, hand: PlainGame, decision: int) -> bytes:
        """Return a number for each action, 1 if it is legal, as bytes."""
        given = hand.legal()
        legal = self.words[decision] if given is None else tuple(given)
        if (decision, legal) in self._mays:
            return self._mays[decision, legal]
        places, may = self._places[decision], [0] * self.most
        for word in legal:
            if word not in places:
                raise self.wrong(
                    f"legal gave {word!r}, which is no action of '{self.names[decision]}'",
                    "legal",
                    f"its actions are: {', '.join(places)}",
                )
            may[places[word]] = 1
        if not any(may):
            raise self.wrong(
                f"legal gave nothing, and seat {hand.seat} is to decide '{self.names[decision]}'",
                "legal",
            )
        packed = struct.pack(f"={self.most}q", *may)
        if len(self._mays) < MOST_LEGAL:
            self._mays[decision, legal] = packed
        return packed

    def _seen(self, hand: PlainGame) -> list[int]:
        given = self._given(hand.observe(), self.kind.sees, "observe", "sees")
        numbers: list[int] = []
        for name, length, low, high, told in self._rows:
            row = given[name] if length else (given[name],)
            many = len(row)
            if many > max(length, 1):
                raise self.wrong(
                    f"observe gave {many} numbers as {name}, which has room for {length}", "observe"
                )
            if {*map(type, row)} != _INTS or min(row) < low or max(row) > high:
                for value in row:
                    self._check_number(value, told, f"observe gave {value!r} as {name}", "observe")
                row = map(int, row)
            numbers += row
            if length > many:
                numbers += [-1] * (length - many)
        return numbers

    def _given(
        self, given: Any, names: Mapping[str, Number], by: str, listed: str
    ) -> Mapping[str, Any]:
        """Return what a method gave, after checking its names."""
        if not isinstance(given, Mapping):
            raise self.wrong(f"{by} gave {echoed(given)}, and it must be a dict", by)
        if given.keys() == names.keys():
            return given
        lacking = [n for n in names if n not in given]
        for name in lacking or [str(n) for n in given if n not in names]:
            how = f"left out '{name}', which is" if lacking else f"gave '{name}', which is not"
            raise self.wrong(f"{by} {how} in `{listed}`", by)
        return given

    def _check_number(self, value: Any, told: Number, what: str, by: str) -> None:
        if not isinstance(value, int | np.integer) or not told.low <= value <= told.high:
            raise self.wrong(
                f"{what}, and it must be a whole number from {told.low} to {told.high}", by
            )

    def _score(self, hand: PlainGame, outcome: int, hero: int) -> None:
        scored = hand.score()
        given = [*scored] if isinstance(scored, Iterable) else [None]
        if not all(map(_is_score, given)):
            told = f"score gave {echoed(scored)}, and it must be a list of numbers"
            raise self.wrong(told, "score")
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
        kept = self._given(hand.record(), self.kind.records, "record", "records")
        for name, number_of in self.kind.records.items():
            what = f"record gave {kept[name]!r} as {name}"
            self._check_number(kept[name], number_of, what, "record")
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
        """Return the score of each side, whose seats all have the same."""
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

    def _raised(self, error: BaseException) -> UserError:
        """Return the error for what the class raised, with its line."""
        if isinstance(error, KeyboardInterrupt) and not is_raised(error):
            raise error
        passed = traceback.extract_tb(error.__traceback__)
        frames = [f for f in passed if f.filename == self.file]
        frames = frames or [f for f in passed if is_users(f.filename)]
        if not frames:
            return UserError(f"{self.file}: {named(error)}")
        last = frames[-1]
        message = f"{last.filename}:{last.lineno}: {named(error)}"
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
            elif step.action == CHANCED:
                what = f"the {self.kind.house}"
            state = self._asked(step, _rules, "tell") if what or step is steps[0] else ""
            if what or state:
                lines.append(f"{what} ({state})" if what and state else what or state)
        score = self._asked(steps[-1], _rules, "score")
        won = [f"{name} {value:g}" for name, value in zip(who, score, strict=False)]
        kind = self.kind.paid_in if self.kind.points else "of the win"
        return [*lines, f"{kind}: {', '.join(won)}"]

    def _asked(self, step: Step, rules: Any, method: str) -> Any:
        """Return what a method tells of the hand after a step."""
        hand = self.open(step.after, rules)
        try:
            return getattr(hand, method)()
        except BaseException as error:  # noqa: BLE001  whatever the class raises
            raise self._raised(error) from None

    def open(self, state: Any, rules: Any) -> PlainGame:
        """Return the hand in a state."""
        hand = self.opened(state["kept"].tobytes()[: int(state["kept_size"])])
        hand.players = int(state["players"])
        packed = np.array(rules)
        hand.rules = self._rules(packed.ctypes.data)
        return hand


def maker_of(game: Game) -> Maker | None:
    """Return the maker of a game in plain Python; None for a game of kernels."""
    return _MAKERS.get(game)


def class_of(game: Game) -> type[PlainGame] | None:
    """Return the class of a game in plain Python; None for a game of kernels."""
    maker = maker_of(game)
    return None if maker is None else maker.kind


class EndlessSteps:
    """Finds steps of hands that do not end, by looking again and again.

    It counts looks rather than seconds, because a process that was put to sleep has not worked
    meanwhile.
    """

    def __init__(self) -> None:
        self._looks: dict[tuple[int, int], int] = {}

    def place(self, looks: int) -> str | None:
        """Return the line of the class in which a step still runs after a number of looks.

        Args:
            looks: number for one thread; several threads in the class share Python.
        """
        steps = [*_STEPS.items()]
        self._looks = {step: self._looks.get(step, 0) + 1 for step in steps}
        for step, many in self._looks.items():
            if many > looks * len(steps) and (place := line_in(step[0])):
                return place
        return None


def line_in(thread: int | None) -> str:
    """Return the user's line at which a thread is now; empty if there is none."""
    frame = sys._current_frames().get(thread or 0)  # noqa: SLF001  (documented)
    while frame is not None and not is_users(frame.f_code.co_filename):
        frame = frame.f_back
    return "" if frame is None else f"{frame.f_code.co_filename}:{frame.f_lineno}"


@dataclass(frozen=True)
class AtTable:
    """A class at a table, for playing its hands again."""

    maker: Maker
    players: int
    rules: Any

    def begin(self) -> PlainGame:
        """Return a hand that is not yet dealt."""
        hand = self.maker.kind.__new__(self.maker.kind)
        hand.players, hand.rules = self.players, self.rules
        return hand

    def thaw(self, content: bytes) -> PlainGame:
        """Return a hand whose attributes were pickled."""
        hand = self.maker.opened(content)
        hand.players, hand.rules = self.players, self.rules
        return hand

    def words(self, hand: PlainGame, decision: str) -> Sequence[str]:
        """Return the legal actions."""
        given = hand.legal()
        return [*(self.maker.kind.decisions[decision] if given is None else given)]

    def mix(self, hand: PlainGame, seat: int, made: AbstractSet[str], chance: Chance) -> None:
        """Mix the cards that a seat does not see, except in the attributes `made`."""
        self.maker.mix(hand, seat, made, chance)

    def is_house(self, decision: str) -> bool:
        """Return True if the house moves."""
        return bool(self.maker.kind.house) and decision == self.maker.kind.house

    def seen(self, hand: PlainGame) -> dict[str, Any]:
        """Return the attributes that lie open, and the seat's own."""
        kind, attributes = self.maker.kind, vars(hand)
        unseen = {*kind.own, *(kind.hidden or ())}
        mine = {name: attributes[name][hand.seat] for name in kind.own if name in attributes}
        return {n: v for n, v in attributes.items() if n not in unseen} | mine

    def unseen(self, attributes: Mapping[str, Any]) -> dict[str, list[Any]]:
        """Return all things in each of a hand's attributes `own` and `hidden`."""
        kind = self.maker.kind
        found = {name: [*attributes.get(name, ())] for name in (*kind.own, *(kind.hidden or ()))}
        for name in kind.own:
            rows = (row if isinstance(row, list) else [row] for row in found[name])
            found[name] = [*itertools.chain.from_iterable(rows)]
        return found


class RandomHand(NamedTuple):
    """A hand played at random.

    Attributes:
        hand: the hand at its end.
        actions: its actions, in order.
        chance: gives the same numbers again, for an oracle.
    """

    hand: Any
    actions: list[str]
    chance: Chance


def begin(kind: type[PlainGame], chance: Chance, players: int | None = None, **rules: Value) -> Any:
    """Return a dealt hand of a class; house rules are named arguments."""
    return _dealt(kind, chance, players or kind.seats[2], kind.Rules(**rules))[0]


def _dealt(
    kind: type[PlainGame], chance: Chance, players: int, rules: Any
) -> tuple[PlainGame, str | None]:
    hand = kind.__new__(kind)
    hand.players, hand.rules = players, rules
    return hand, hand.deal(chance)


def random_hand(kind: type[PlainGame], seed: int) -> RandomHand:
    """Return a hand of a class played with random house rules, players and legal actions."""
    from cardsim.options.params import options_of
    from cardsim.rehearsal import any_value

    draw, chance, actions = Random(seed), seeded(seed), []  # noqa: S311  (no secret)
    rules = kind.Rules(**{o.name: any_value(o, draw) for o in options_of(kind.Rules)})
    hand, decision = _dealt(kind, chance, draw.randint(*kind.seats[:2]), rules)
    while decision is not None:
        if decision == kind.house:
            decision = hand.house_plays(chance)
            continue
        given = hand.legal()
        actions.append(draw.choice([*(kind.decisions[decision] if given is None else given)]))
        decision = hand.apply(actions[-1], chance)
    return RandomHand(hand, actions, Given(*chance.gave))


_SETS_UP = "`imagine` in the class sets up a hand from what is seen"
_CALLED: Mapping[str, str] = MappingProxyType(
    {
        "deal": "def deal(self, chance): sets up a hand and returns the first decision's name",
        "observe": "def observe(self): returns what the seat on turn sees, a dict",
        "apply": "def apply(self, action, chance): does it and returns the next decision's name, "
        "or None where the hand is over",
        "house_plays": "def house_plays(self, chance): the move of the seat that is no player; "
        "returns as apply does",
        "score": "def score(self): returns what each seat has won, a list",
    }
)


def _help(words: Sequence[str]) -> str:
    """Return what is decided, in words."""
    if isinstance(words, Form):
        return words.form
    many = len(words) > MOST_WORDS
    return f"{words[0]} to {words[-1]}" if many else " or ".join(words)


def _as_words(words: Sequence[str]) -> tuple[str, ...]:
    return words if isinstance(words, Form) else tuple(words)


def _moves(before: list[Any], after: list[Any]) -> dict[Any, Any] | None:
    """Return what came where each thing lay; None if some cannot be told apart."""
    try:
        return dict(zip(before, after, strict=True)) if len(set(before)) == len(before) else None
    except TypeError:
        return None


def _all_in_order(rows: Any) -> bool:
    """Return True if the rows of all seats are sorted, beyond a chance of one in a thousand."""
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        return False
    if math.prod(math.factorial(len({*map(repr, row)})) for row in rows) < SORTED_BY_CHANCE:
        return False
    try:
        return all(row == sorted(row) for row in rows)
    except TypeError:
        return False


def _value(option: Any, packed: Any) -> Value:
    """Return the value of a house rule from its packed form."""
    value: Value
    if option.choices:
        value = next(c for c in option.choices if np.array_equal(option.code(c), packed))
    else:
        value = option.kind(packed)
    return value
