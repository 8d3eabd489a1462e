"""Chances that strategies give to decisions of people, with slips of several kinds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from cardsim.engine.table import Table
from cardsim.errors import UserError
from cardsim.game import Action, Game
from cardsim.games import load_game
from cardsim.kernels.jit import entry_for
from cardsim.quantal import HOTTEST, TEMPERATURE, Worth, valuer
from cardsim.runs.preparation import Resolved, resolve
from cardsim.runs.request import Request
from cardsim.runs.spec import Player, RunSpec
from cardsim.runs.strengths import NAMED, temperature_at
from cardsim.strategy import LAPSE, Strategy
from cardsim.table.hands_read import Decided
from cardsim.table.likeness import wanted
from cardsim.table.positions import plays_on
from cardsim.workspace import named_strategies, temper_of, worths_of

Array = np.ndarray[Any, Any]
LAPSES = (0.01, 0.05, 0.15, 0.4)
"""Shares of decisions in which anything legal is done, that are tried for each strategy."""
STRENGTHS = (98, 90, 75, 50)
"""Strengths on the dial whose temperatures are tried, in a game that has a dial."""
MOST_LEGAL = 200
"""Legal actions above which their worths are left alone."""
FLOOR = 1e-3
"""Share of decisions in which whoever has a temperature does anything legal, too: so that no
decision is impossible."""


class Slip(NamedTuple):
    """A way in which a player strays from a strategy.

    Attributes:
        name: `lapse` or `temperature`.
        value: share of decisions, or temperature in points.
    """

    name: str
    value: float


@dataclass(frozen=True)
class Kind:
    """A strategy without slips.

    Attributes:
        name: its name, as `--vs` takes it.
    """

    name: str
    plays: str
    strategy: Strategy
    parameters: dict[str, Any]


class AskedMember(NamedTuple):
    """A member of a company: number of its kind, its own slip, and its share."""

    kind: int
    slip: Slip
    share: float


@dataclass(frozen=True)
class AskedCompany:
    """Players from whom the others are drawn.

    Attributes:
        name: as `--vs` takes it.
        members: those that can be asked.
        missing: share of those that cannot, because they remember or look ahead.
    """

    name: str
    members: tuple[AskedMember, ...]
    missing: float


@dataclass(frozen=True)
class Foretelling:
    """Strategies asked at every decision.

    Attributes:
        legal: number of legal actions at each decision, shape (decisions,).
        alike: how often each strategy did what the person did, shape (decisions, kinds).
        warm: chances of it by temperature, each of shape (decisions, kinds).
    """

    kinds: tuple[Kind, ...]
    legal: Array
    alike: Array
    warm: dict[float, Array]

    def chances(self, kind: int, slip: Slip) -> Array:
        """Return the chance that a strategy with a slip gave to what was done."""
        anything = 1 / self.legal
        share, own = FLOOR, self.alike[:, kind]
        if slip.name == LAPSE:
            share = slip.value
        else:
            own = self.warm[slip.value][:, kind]
        return (1 - share) * own + share * anything


def slips_of(game: Game) -> tuple[Slip, ...]:
    """Return the slips that are tried for each strategy of a game."""
    lapses = tuple(Slip(LAPSE, value) for value in LAPSES)
    if not temper_of(game).get("dial"):
        return lapses
    heats = (temperature_at(game, at, label="--vs") for at in STRENGTHS)
    return *lapses, *(Slip(TEMPERATURE, heat) for heat in heats)


class Kinds:
    """Strategies by their names, each found once.

    Attributes:
        usable: those that can be asked, in order of appearance.
        unasked: reasons why others cannot, by name.
    """

    def __init__(self, spec: RunSpec) -> None:
        """Begin with none, at a table."""
        self.spec = spec
        self.usable: list[Kind] = []
        self.unasked: dict[str, str] = {}
        self._numbers: dict[str, int | None] = {}

    def number(self, name: str) -> int | None:
        """Return the number of a strategy among the usable ones; None if it cannot be asked."""
        if name not in self._numbers:
            kind = self._kind(name)
            self._numbers[name] = None if kind is None else len(self.usable)
            self.usable += [] if kind is None else [kind]
        return self._numbers[name]

    def company(self, vs: str) -> AskedCompany:
        """Return the players that a value of `--vs` names."""
        run = self._resolved(vs=vs)
        (player, *_) = run.spec.others or run.spec.seats
        members = list(zip(player.members, player.shares, strict=True)) or [(player, 1.0)]
        found, missing = [], 0.0
        for one, share in members:
            number = self.number(one.option_without(LAPSE, TEMPERATURE))
            if number is None:
                missing += share
            else:
                found.append(AskedMember(number, _slip(one), share))
        whole = 1 - missing or 1.0
        known = tuple(one._replace(share=one.share / whole) for one in found)
        return AskedCompany(vs, known, missing)

    def shipped(self) -> list[int]:
        """Return the numbers of all strategies that are quick, with their defaults."""
        names, slow = named_strategies(self._game, ["all"], what="asked")
        self.unasked |= {name: why.partition(";")[0] for name, why in slow.items()}
        return [n for name in names if (n := self.number(str(name))) is not None]

    @property
    def _game(self) -> Game:
        return load_game(self.spec.game)

    def _resolved(self, **who: Any) -> Any:
        return resolve(Request(self.spec.game, **table_of(self.spec), **who), 1)

    def _kind(self, name: str) -> Kind | None:
        try:
            strategy, player = self._resolved(strategy=name, vs="same").seated[0]
        except UserError as error:
            # A file that cannot be used explains nothing.
            self.unasked[name] = f"cannot be used: {error}"
            return None
        if not plays_on(strategy):
            slow = "looks ahead" if strategy.looks_ahead else "is not compiled"
            self.unasked[name] = slow
            return None
        if any(n.memory is not None for n in strategy.notes):
            self.unasked[name] = "remembers what it saw before"
            return None
        return Kind(name, player.brief, strategy, dict(player.parameters))


def table_of(spec: RunSpec) -> dict[str, Any]:
    """Return players, preset, house rules and a seed, as a request takes them."""
    rules = spec.changed_rules(load_game(spec.game))
    return {"players": spec.players, "preset": spec.preset, "options": rules, "seed": spec.seed}


def _slip(player: Player) -> Slip:
    values = dict(player.changed)
    if TEMPERATURE in values:
        return Slip(TEMPERATURE, float(values[TEMPERATURE]))
    return Slip(LAPSE, float(values.get(LAPSE, LAPSES[0])))


def companies_of(kinds: Kinds, game: Game, vs: str) -> list[AskedCompany]:
    """Return the company asked about, and the named strengths where a game has them."""
    others = [*NAMED] if temper_of(game).get("dial") and vs != "usual" else []
    return [kinds.company(name) for name in dict.fromkeys([vs, *others])]


def foretelling(
    run: Resolved, decided: Sequence[Decided], kinds: Sequence[Kind], heats: Iterable[float]
) -> Foretelling:
    """Ask strategies at every decision of people.

    `heats` are temperatures in points.
    """
    game, rules = run.game, run.game.rules(**dict(run.spec.rules))
    hot = sorted({*heats})
    tables: dict[int, Table] = {}
    values = _Values(game)
    legal = np.ones(len(decided))
    alike = np.zeros((len(decided), len(kinds)))
    warm = {heat: np.zeros_like(alike) for heat in hot}
    for d, one in enumerate(decided):
        if one.players not in tables:
            tables[one.players] = Table(game, rules, one.players)
        table = tables[one.players]
        table.states[0], table.decision = one.turn.state, one.turn.decision
        legal[d] = table.count
        shares_of = [wanted(table, kind.strategy, kind.parameters) for kind in kinds]
        alike[d] = [shares.get(one.turn.action, 0.0) for shares in shares_of]
        if not hot:
            continue
        actions = [table.nth(n) for n in range(min(table.count, MOST_LEGAL))]
        place = {action: n for n, action in enumerate(actions)}
        if table.count > MOST_LEGAL or one.turn.action not in place:
            for heat in hot:
                warm[heat][d] = alike[d]
            continue
        given = values.given(table, actions)
        own = place[one.turn.action]
        for heat in hot:
            weights = np.exp(-given / max(heat, 1 / HOTTEST))
            taken = weights[:, own] / weights.sum(axis=1)
            warm[heat][d] = [
                sum(often * taken[place[action]] for action, often in shares.items())
                for shares in shares_of
            ]
    return Foretelling(tuple(kinds), legal, alike, warm)


class _Values:
    """Points that actions give away where another is wanted, by the worths of a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.worths: dict[str, Worth] = worths_of(game)
        self.entries: dict[int, Callable[..., Any]] = {}

    def given(self, table: Table, actions: Sequence[Action]) -> Array:
        """Return points given away, shape (wanted action, action taken)."""
        worth = self.worths[table.asks.function]
        values = np.zeros(len(actions))
        if worth.scores is not None:
            self._entry(table, values)(table.states.view(self.game.view), values)
        behind = np.maximum(values[:, None] - values, 0.0)
        given: Array = worth.habit + behind
        np.fill_diagonal(given, 0.0)
        return given

    def _entry(self, table: Table, values: Array) -> Callable[..., Any]:
        number = table.decision
        if number not in self.entries:
            worth = self.worths[table.asks.function]
            views = table.states.view(self.game.view)
            self.entries[number] = entry_for(valuer(table.asks, worth), "i8", views, values).call
        return self.entries[number]
