"""The specification of a run: everything that decides its outcome, as text and numbers."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cardsim.game import Game, Unit
from cardsim.games import load_game
from cardsim.options.params import Option, Value, settings_text, shown, shown_precision
from cardsim.runs.company import FIELD, SAME
from cardsim.runs.sealed import FORMAT
from cardsim.runs.words import listed
from cardsim.version import VERSION
from cardsim.workspace import find_field

REPLACES = "in_place_of_shipped"
"""Key in a player's plain data: a file of the user's plays under a shipped name."""
SCHEMA = f"cardsim.run/{FORMAT}"
COMMON = frozenset(
    (
        "n",
        "hand",
        "players",
        "unit",
        "measure",
        "preset",
        "strategy",
        "partner",
        "vs",
        "seats",
        "lapse",
        "seed",
        "precision",
        "by",
        "threads",
        "workers",
        "dask",
        "as_json",
        "output",
        "hands_out",
        "force",
        "quiet",
    )
)
"""Options of every run. A strategy's parameter of such a name is set by `--strategy NAME:x=1`."""


@dataclass(frozen=True)
class Player:
    """A strategy with the value of each of its parameters, as it was played.

    Attributes:
        strategy: name of the strategy.
        parameters: (name, value) pairs of all parameters.
        changed: those that differ from their defaults.
        fingerprint: hash of its decision functions; empty if not known.
        plays: how it plays, in a few words (`cardsim.runs.wording`).
        told: the parameters that these words name.
        members: players from whom it is drawn anew for each hand or other unit; `strategy` is then
            the name of the mixture.
        weights: weight of each member.
        replaces: True if a file of the user's plays in place of a shipped one.
    """

    strategy: str
    parameters: tuple[tuple[str, Value], ...] = ()
    changed: tuple[tuple[str, Value], ...] = ()
    fingerprint: str = ""
    plays: str = ""
    told: tuple[str, ...] = ()
    members: tuple[Player, ...] = ()
    weights: tuple[float, ...] = ()
    replaces: bool = False

    def __str__(self) -> str:
        values = settings_text(self.parameters)
        return f"{self.strategy} ({values})" if values else self.strategy

    @property
    def brief(self) -> str:
        """Name with the parameters that differ from their defaults."""
        values = settings_text(self.changed)
        return f"{self.strategy} ({values})" if values else self.strategy

    @property
    def as_option(self) -> str:
        """Text that `--vs` and `--seat` take."""
        values = ",".join(f"{n}={shown(v)}" for n, v in self.changed)
        return f"{self.strategy}:{values}" if values else self.strategy

    def option_without(self, *names: str) -> str:
        """Return the player with the defaults of these parameters, as an option takes it."""
        return replace(self, changed=tuple(c for c in self.changed if c[0] not in names)).as_option

    @property
    def are_people(self) -> bool:
        """True if this is a game's field, or a part of it."""
        return bool(self.members) and self.strategy.partition("-")[0] == FIELD

    @property
    def shares(self) -> tuple[float, ...]:
        """Probability of each member, 0..1."""
        return tuple(weight / sum(self.weights) for weight in self.weights)

    @property
    def curt(self) -> str:
        """Name with only the values that differ from their defaults."""
        values = ", ".join(
            f"{'' if value else 'no '}{name.replace('_', '-')}"
            if isinstance(value, bool)
            else shown(value)
            for name, value in self.changed
        )
        return f"{self.strategy} ({values})" if values else self.strategy

    def to_dict(self) -> dict[str, Any]:
        """Return the player as plain data."""
        plain: dict[str, Any] = {
            "strategy": self.strategy,
            "parameters": dict(self.parameters),
            "changed": [name for name, _ in self.changed],
            "fingerprint": self.fingerprint,
            "plays": self.plays,
            "told": list(self.told),
        }
        if self.members:
            plain["members"] = [member.to_dict() for member in self.members]
            plain["weights"] = list(self.weights)
        if self.replaces:
            plain[REPLACES] = True
        return plain


def short_names(players: Sequence[Player]) -> list[str]:
    """Return the shortest names that tell several players apart.

    The name is the strategy; with the values that differ from its defaults if several play it, and
    with the names of those parameters if the values are alike.
    """
    forms = [[p.strategy, p.curt, p.brief] for p in players]
    times = Counter(form for each in forms for form in set(each))
    return [next((f for f in each if times[f] == 1), each[-1]) for each in forms]


@dataclass(frozen=True)
class RunSpec:
    """Everything that decides the outcome of a run; text and numbers only.

    Attributes:
        game, unit, players, seed: as on the command line.
        rules: (name, value) of every house rule.
        seats: the players; the hero first if he changes seats, seat by seat with `fixed`; none in a
            game without decisions.
        fixed: True if the seats were given one by one; otherwise the hero takes each seat in turn,
            or keeps one.
        first, hands: hand numbers first .. first + hands - 1; with a precision, no more than these.
        precision: half width of the measure's interval at which the run stops; or None.
        display: (name, value) of every display option; no outcome depends on them.
        measure: name of the measure; empty for the one that wins the unit.
        ruleset: version of the game's rules; 0 if not known.
        sides: side of each seat, if some are partners; else empty.
        seat: seat that the hero keeps, by the rules; None if he takes each in turn.
        alike: True if the others play like the hero, whatever he plays.
    """

    game: str
    unit: str
    players: int
    rules: tuple[tuple[str, Value], ...]
    preset: str
    seats: tuple[Player, ...]
    fixed: bool
    seed: int
    hands: int
    first: int = 0
    precision: float | None = None
    display: tuple[tuple[str, Value], ...] = ()
    measure: str = ""
    ruleset: int = 0
    sides: tuple[int, ...] = ()
    seat: int | None = None
    alike: bool = False

    @property
    def turns(self) -> int:
        """Number of seats that the hero takes in turn."""
        return 1 if self.fixed or self.seat is not None else self.players

    def hero_of(self, hand: int) -> int | None:
        """Return the hero's seat in a hand; None if each seat has a player of its own."""
        if self.fixed:
            return None
        return hand % self.players if self.seat is None else self.seat

    @property
    def repeats(self) -> int:
        """Times that a side plays the same hand, where there are only so many hands.

        The hero then plays it from each seat, and partners who play alike play one game twice.
        """
        game = load_game(self.game)
        if self.turns == 1 or game.supply(game.rules(**dict(self.rules)), self.unit) is None:
            return 1
        return self.players // len(set(self.sides)) if self.sides else 1

    @property
    def partner(self) -> Player | None:
        """The player across from the hero; None if he has no partner."""
        if self.fixed or not self.sides or not self.seats:
            return None
        others = zip(self.seats[1:], self.sides[1:], strict=True)
        return next((player for player, side in others if side == self.sides[0]), None)

    @property
    def others(self) -> tuple[Player, ...]:
        """Opponents of a hero that changes seats, in seat order when he sits first."""
        sides = self.sides or tuple(range(self.players))
        return tuple(p for p, s in zip(self.seats, sides, strict=False) if s != sides[0])

    @property
    def everybody(self) -> tuple[Player, ...]:
        """All who may sit at the table: the player of each seat, or those that he is drawn from."""
        return tuple(who for player in self.seats for who in player.members or (player,))

    @property
    def drawn(self) -> Player | None:
        """The mixture that fills seats; None if each player is known."""
        return next((player for player in self.seats if player.members), None)

    @property
    def met(self) -> str:
        """Opponents of a hero that changes seats, as `--vs` takes them."""
        alike = len(set(self.others)) == 1
        return ";".join(p.as_option for p in self.others[: 1 if alike else None])

    @property
    def places(self) -> tuple[str, ...]:
        """Name of each seat."""
        game = load_game(self.game)
        return game.called(game.rules(**dict(self.rules)), self.players, self.unit)

    @property
    def your_place(self) -> str:
        """Your seat in words, if seats were not given one by one: `as North`; empty if alone."""
        if self.players == 1:
            return ""
        return "in each seat in turn" if self.seat is None else f"as {self.places[self.seat]}"

    def called(self, axis: str, places: Iterable[int]) -> list[str]:
        """Return players' names for places of an axis; of a side its seats: `North and South`."""
        names = self.places
        if axis == "side":
            game = load_game(self.game)
            sides = game.side_of_each(game.rules(**dict(self.rules)), self.players)
            seated = [[n for n, s in zip(names, sides, strict=True) if s == p] for p in places]
            return [listed(side) for side in seated]
        return [names[p] if axis == "seat" else f"{axis} {p}" for p in places]

    @property
    def hero(self) -> Player:
        """The strategy under study: the first seat's."""
        return self.seats[0]

    def changed_rules(self, game: Game) -> dict[str, Value]:
        """Return the house rules that differ from the preset."""
        base = {o.name: o.default for o in game.options} | dict(game.presets.get(self.preset, {}))
        return {n: v for n, v in self.rules if v != base[n]}

    def options(self, game: Game) -> list[str]:
        """Return the options that repeat this run, or replay a hand, without number of hands."""
        return self.options_with(game, friend_in([self]))

    def options_with(self, game: Game, friend: Player | None) -> list[str]:
        """Return the options of this run with a partner named, or none."""
        parts: list[str] = []
        if self.players != game.usual_players(self.preset):
            parts += ["--players", str(self.players)]
        if self.unit != game.usual_unit:
            parts += ["--unit", self.unit]
        if self.preset != next(iter(game.presets)):
            parts += ["--preset", self.preset]
        rules = {o.name: o for o in game.options}
        for name, value in self.changed_rules(game).items():
            parts += rules[name].words(value)
        display = dict(self.display)
        for option in game.display_options:
            if display[option.name] != option.default:
                parts += option.words(display[option.name])
        return parts + self._players(game, friend) if self.seats else parts

    def _players(self, game: Game, friend: Player | None) -> list[str]:
        """Return the options that name the players."""
        parts: list[str] = []
        rules = {o.name for o in game.options}
        if self.fixed:
            parts += [word for p in self.seats for word in ("--seat", p.as_option)]
        else:
            own = {n for n, _ in self.hero.changed}
            if own & {*rules, *COMMON}:
                parts += ["--strategy", self.hero.as_option]
            else:
                if self.hero.strategy != game.default_strategy:
                    parts += ["--strategy", self.hero.strategy]
                for name, value in self.hero.changed:
                    parts += Option(name, value).words(value)
            if friend is not None:
                parts += ["--partner", friend.as_option]
            parts += self.versus(game)
        return parts

    def versus(self, game: Game) -> list[str]:
        """Return the option for the other players; none if they are the default without a field."""
        if self.alike:
            return ["--vs", SAME]
        usual = self.met == game.default_strategy and find_field(game, self.preset) is None
        return [] if usual or not self.others else ["--vs", self.met]

    def command(self, game: Game) -> str:
        """Return the command that repeats the run."""
        words = ["cardsim", "run", self.game, *self.options(game)]
        return shlex.join([*words, *self.ending(game, self.precision)])

    @property
    def uneven(self) -> bool:
        """True if sides have different numbers of seats, so that nothing is an even share."""
        return len({self.sides.count(side) for side in self.sides}) > 1

    def unit_of(self, game: Game) -> Unit:
        """Return the unit recorded, hands or matches, with the run's measure first."""
        unit = game.units[self.unit](game.rules(**dict(self.rules)), self.players)
        if self.players == 1 or not game.zero_sum:
            unit = unit.without_rivals()
        if self.uneven:
            unit = replace(unit, measures=tuple(replace(m, even=None) for m in unit.measures))
        unit = unit.told(dict(self.display)).about(self.measure)
        return unit if self.drawn is None else unit.with_company(len(self.drawn.members))

    def ending(self, game: Game, precision: float | None) -> list[str]:
        """Return the options for the measure, the precision and the hands."""
        words = ["-n", str(self.hands), "--seed", str(self.seed)]
        if self.measure:
            words = ["--measure", self.measure, *words]
        if precision is None:
            return words
        share = self.unit_of(game).measures[0].in_per_cent
        return ["--precision", shown_precision(precision, share=share), *words]

    def to_dict(self, game: Game) -> dict[str, Any]:
        """Return the specification as plain data."""
        return {
            "schema": SCHEMA,
            "version": VERSION,
            "command": self.command(game),
            "game": self.game,
            "unit": self.unit,
            "players": self.players,
            "preset": self.preset,
            "ruleset": self.ruleset,
            "rules": dict(self.rules),
            "seats": [player.to_dict() for player in self.seats],
            "you_take_each_seat": not self.fixed and self.seat is None,
            "sides": list(self.sides),
            "your_seat": self.seat,
            **({"others_like_you": True} if self.alike else {}),
            "display": dict(self.display),
            "measure": self.unit_of(game).measures[0].name,
            "seed": self.seed,
            "first": self.first,
            "hands": self.hands,
            "hands_asked": self.hands,
            "precision": self.precision,
        }


def friend_in(specs: Sequence[RunSpec]) -> Player | None:
    """Return the hero's partner in these runs; None if heroes are their own partners, or alone."""
    first = specs[0].partner
    return None if first is None or all(s.partner == s.hero for s in specs) else first
