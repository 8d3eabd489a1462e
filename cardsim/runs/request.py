"""A request: a question to a game as one value, from the command line or from Python."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, fields, replace
from typing import Any

from cardsim.errors import UserError
from cardsim.game import Game
from cardsim.games import load_game
from cardsim.options.params import parse_count
from cardsim.process.above import above
from cardsim.runs.company import mixture_of
from cardsim.runs.seating import Rivals, Seated, Who
from cardsim.strategy import Strategy
from cardsim.workspace import parse_player

OWN: Mapping[str, frozenset[str]] = {
    "advise": frozenset(("replay", "view")),
    "calibrate": frozenset(("by", "worlds")),
    "compare": frozenset(("companies",)),
    "decisions": frozenset(("fields",)),
    "design": frozenset(("aims", "matters", "standing")),
    "exact": frozenset(),
    "experiment": frozenset(),
    "fit": frozenset(("seat",)),
    "hands": frozenset(),
    "learn": frozenset(
        ("by", "lines", "rounds", "safest", "self_play", "start", "teacher", "until")
    ),
    "plan": frozenset(("difference", "pilot")),
    "play": frozenset(("chair",)),
    "replay": frozenset(("hand",)),
    "review": frozenset(("by",)),
    "run": frozenset(("companies",)),
    "sweep": frozenset(("companies",)),
    "tournament": frozenset(("answers",)),
    "tune": frozenset(("companies", "over")),
}
"""Fields of `own` for each kind of request; `companies` are those of `--vs`, given repeatedly."""
FUNCTIONS = {"safest": "find_safest", "self_play": "self_play"}
"""Functions that answer in place of that of the kind, by the field of `own` that asks for them."""
HANDS = 1_000_000
MOST_UNASKED = 1_000_000_000
"""Hands after which a run for a precision gives up, unless `n` is given."""
_TABLE = ("precision", "players", "unit", "measure", "strategy", "partner", "vs", "preset", "seed")
_FLAGS = {"-n": "n", "--worlds": "n", "--seat": "seats", "--from": "start"}
_REPEATED = frozenset(("by", "seats", "vs"))


@dataclass(frozen=True, repr=False)
class Request:
    """A question; the function of its kind, such as `cardsim.run`, documents the values.

    Values may be text, as they are typed. A sweep may have several players, presets and options.

    Attributes:
        game: name of the game; of the experiment in a request for one.
        n: number of hands, matches or imagined hands.
        options: house rules, display options, the hero's parameters, and your position in a hand.
        kind: the command: `run`, `sweep` and so on.
        named: words after the game: strategies, or a question.
        own: fields of this kind of request alone, such as `over` for `tune`.
    """

    game: str
    n: object = None
    _: KW_ONLY
    precision: object = None
    players: Any = None
    unit: str | None = None
    measure: str | None = None
    strategy: Who | None = None
    partner: Who | None = None
    vs: Rivals | None = None
    seats: str | Sequence[Who] | None = None
    preset: Any = None
    seed: Any = None
    options: Mapping[str, Any] = field(default_factory=dict)
    kind: str = "run"
    named: Sequence[Who] = ()
    own: Mapping[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        said = [repr(self.game), f"kind={self.kind!r}"]
        said += [
            f"{f.name}={value!r}"
            for f in fields(self)
            if f.name not in {"game", "kind"} and (value := getattr(self, f.name))
        ]
        return f"Request({', '.join(said)})"

    @staticmethod
    def given(arguments: Mapping[str, Any], **more: Any) -> Request:
        """Return the request of a function such as `cardsim.run`, from its arguments by name."""
        names = arguments.keys() & {f.name for f in fields(Request)}
        return Request(**{name: arguments[name] for name in names}, **more)

    @staticmethod
    def of(command: str, runs: Iterable[Any] = ()) -> Request:
        """Parse a command that cardsim wrote itself, such as `Answer.command`.

        Strategies without a file are found in `runs`, which are prepared for it.
        """
        _, kind, *words = shlex.split(command)
        if kind == "experiment":
            words.pop(0)
        at = next((k for k, word in enumerate(words) if word.startswith("-")), len(words))
        given: dict[str, Any] = {"options": {}, "own": {}}
        flags = iter([*words[at:], "-"])
        flag = next(flags)
        while flag != "-":
            value: Any = next(flags)
            name = flag.removeprefix("--").replace("-", "_")
            name = name if name in OWN[kind] else _FLAGS.get(flag, name)
            if kind == "play" and name == "seats":
                name = "chair"
            following = value
            if value.startswith("-") and not value[1:2].isdigit():
                value, name = not flag.startswith("--no-"), name.removeprefix("no_")
            else:
                following = next(flags)
            where = given["own" if name in OWN[kind] else "options"]
            if name in {"n", "seats", *_TABLE}:
                where = given
            if name in _REPEATED:
                where.setdefault(name, []).append(value)
            else:
                where[name] = value
            flag = following
        known = _made_in(runs)
        for name in {"strategy", "partner"} & given.keys():
            given[name] = _found(given[name], known)
        if "vs" in given:
            _name_companies(given, known)
        if "seats" in given:
            given["seats"] = [_found(who, known) for who in given["seats"]]
        named = tuple(_found(who, known) for who in words[1:at])
        return Request(words[0], kind=kind, named=named, **given)

    def answer(self, **played: Any) -> Any:
        """Answer the request by the function of its kind.

        Args:
            played: `threads`, `executor` and `progress`, as that function takes them.
        """
        if self.kind == "play":
            raise UserError("you decide in it, so that nobody else can play it again")
        given = {name: getattr(self, name) for name in ("seats", *_TABLE)}
        given["worlds" if self.kind == "advise" else "n"] = self.n
        given = {name: value for name, value in given.items() if value is not None}
        said, *more = [*(name for name in FUNCTIONS if self.own.get(name)), ""]
        own = {n: v for n, v in self.own.items() if n in more or n not in FUNCTIONS}
        asking = above("asking")
        ask = getattr(asking, FUNCTIONS.get(said, self.kind))
        words = (ask, self.game) if "companies" in own else (self.game,)
        ask = asking.in_companies if "companies" in own else ask
        return ask(*words, *self.named, **given, **own, **played, **self.options)

    @property
    def rules_of(self) -> Game:
        """The game that is played."""
        return load_game(self.game)

    def seeded(self) -> Request:
        """Return the request with a seed, fresh if it has none, for runs of the same hands."""
        return self if self.seed is not None else replace(self, seed=secrets.randbits(63))

    def hands(self, runs: int = 1) -> int:
        """Return the number of hands of each run, at most."""
        if self.n is not None:
            return parse_count(self.n)
        return HANDS if self.precision is None else max(MOST_UNASKED // runs, 1)


def _found(who: str, made: Mapping[str, Strategy]) -> Who:
    """Return a player of a command, from `made` if his strategy has no file."""
    name, given = parse_player(who) if made else (who, {})
    return Seated(made[name], given) if name in made else who


def _name_companies(given: dict[str, Any], known: Mapping[str, Strategy]) -> None:
    """Replace the texts of `vs` by the other players, or by companies if there are several."""
    texts = given.pop("vs")
    if len(texts) == 1:
        given["vs"] = _met(texts[0], known)
        return
    met = {text: _met(text, known) for text in texts}
    given["own"]["companies"] = met if known else tuple(texts)


def _met(vs: str, made: Mapping[str, Strategy]) -> Rivals:
    """Return the other players of a command."""
    if ";" in vs:
        return [_found(who, made) for who in vs.split(";")]
    mixture = mixture_of(vs) if made else None
    if mixture is None:
        return _found(vs, made)
    members = ((_found(who, made), weight) for who, weight in mixture.members)
    return replace(mixture, members=tuple(members))


def _made_in(runs: Iterable[Any]) -> dict[str, Strategy]:
    """Return the strategies of prepared runs that have no file, by name."""
    strategies = (s for run in runs if run is not None for s in getattr(run, "run", run).strategies)
    return {strategy.name: strategy for strategy in strategies if strategy.path is None}
