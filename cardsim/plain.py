"""A game as one class in plain Python, which every command plays.

An object of the class is one hand. It is kept pickled in the game's state, and the view of the seat
on turn is written beside it. So every loop plays, forks and keeps it like any other game, and
compiled strategies see the view. Such a game is as slow as Python.

A file `games/NAME/__init__.py` has the class, and as its last line `GAME = Pig.game(__name__)`.
"""

from __future__ import annotations

import inspect
import itertools
import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple
from weakref import WeakKeyDictionary
from zlib import crc32

from cardsim.chance import Chance, Given, seeded
from cardsim.errors import echoed
from cardsim.game import (
    CHANCED,
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
from cardsim.options.params import Value, option
from cardsim.plain_answers import Answers
from cardsim.plain_errors import ClassErrors
from cardsim.plain_hands import StoredHands
from cardsim.plain_kernels import kernels_asking
from cardsim.plain_words import Number, described, form, number, numbers
from cardsim.plain_worlds import Worlds
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
EVERYWHERE = {"seat", "players", "may", "kept", "kept_size", "kept_version", "kept_past"}
"""Fields that every such game has."""
_MAKERS: WeakKeyDictionary[Game, Maker] = WeakKeyDictionary()
MOST_SEATS = 40
"""Largest number of seats, so that shares of a win are whole numbers of parts."""
MOST_NUMBER, MOST_LENGTH, SMALLEST = 1 << 53, 4096, 1e-6


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
    """Makes the game of a class.

    Attributes:
        kind, package: the class, and the name of its module.
        errors: makes errors that name its lines.
        hands: its hands in states.
        worlds: its hands as a seat imagines them.
        answers: what it answers the kernels of the game.
    """

    def __init__(self, kind: type[PlainGame], package: str) -> None:
        self.kind, self.package = kind, package
        self.errors = ClassErrors(kind, package)
        self.wrong = self.errors.wrong
        self._check()
        rules = kind.Rules if is_dataclass(kind.Rules) else dataclass(frozen=True)(kind.Rules)
        for one in fields(rules):
            if "option" not in one.metadata:
                hint = f'{one.name}: int = option({one.default}, "what it means", low=0, high=9)'
                raise self.wrong(f"{one.name} in Rules is no option", one.name, hint)
        watched = kind.watches is not PlainGame.watches
        self.hands = StoredHands(
            kind, self.errors, rules, remembers=self.remembers, watched=watched
        )
        self.worlds = Worlds(self.hands, sets_up=self.sets_up)
        self.answers = Answers(self.hands, self.worlds)

    # ------------------------------------------------------------ what is declared

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

    # ------------------------------------------------------------ the game

    def made(self) -> Game:
        """Return the game."""
        kind, hands, answers = self.kind, self.hands, self.answers
        names = hands.names
        told = repr((self.package, names, hands.words, hands.layout.state, answers.row))
        number = crc32(told.encode())
        ANSWERERS[number] = answers.answered
        kernels = kernels_asking(number, hands.most)
        module = inspect.getmodule(kind)
        page = inspect.getdoc(kind) if vars(kind).get("__doc__") else None
        scalars = {n: told for n, told in kind.sees.items() if not told.length}
        features = tuple(
            Feature(n.replace("_", "-"), f"with {told.help} {{}}", told.low, told.high)
            for n, told in scalars.items()
        )
        sizes = itertools.accumulate((f.size for f in features), operator.mul)
        by = tuple(f.name for f, size in zip(features, sizes, strict=True) if size <= MOST_BY)
        decisions = tuple(
            Decision(name, described(words), words, apply, legal=kernels["legal"])
            for name, words, apply in zip(names, hands.words, kernels["apply"], strict=False)
        )
        game = Game(
            name=self.package.rpartition(".")[2].replace("_", "-"),
            title=kind.title or kind.__name__,
            page=(module and module.__doc__) or page or kind.__name__,
            rules=hands.rules,
            presets=kind.presets,
            players=kind.seats,
            layout=hands.layout,
            outcome=answers.row,
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
            by=dict.fromkeys(names, by),
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

    def _sides(self, _rules: Any, players: int) -> tuple[int, ...]:
        return self.kind.teams.get(players, tuple(range(players)))

    def _unit(self, _rules: Any, players: int) -> Unit:
        kind, parts, names = self.kind, self.answers.parts, numbered(players)
        kept = [
            mean(n, Column(n, t.low, t.high, t.help), you=f"{t.help}: {{}}", neutral=True)
            for n, t in kind.records.items()
        ]
        if kind.points is None:
            yours = share_won("your_share", parts, "your share of the win", field="your_points")
            each = share_won("win", parts, "the seat's share of the win", field="points")
            measure = you_win("your_share", "hands", players)
            if not kind.zero_sum or players == 1 or players in kind.teams:
                measure = replace(measure, even=None)
        else:
            low, high = (round(value * parts) for value in kind.points)
            size, gets = 1 / parts, "take" if kind.low_points_win else "win"
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
        hand = self.hands.open(step.after, rules)
        try:
            return getattr(hand, method)()
        except BaseException as error:  # noqa: BLE001  whatever the class raises
            raise self.errors.raised(error) from None


def maker_of(game: Game) -> Maker | None:
    """Return the maker of a game in plain Python; None for a game of kernels."""
    return _MAKERS.get(game)


def class_of(game: Game) -> type[PlainGame] | None:
    """Return the class of a game in plain Python; None for a game of kernels."""
    maker = maker_of(game)
    return None if maker is None else maker.kind


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
