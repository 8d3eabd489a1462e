"""A game as a browser plays it: its module, and what its page must know of it as plain data.

The module has the game's open loop, the drawing of who sits where, and the decision functions of
some strategies, which a table calls by their address as everywhere. The page lays out the arguments
in its own memory (`cardsim/show/live_engine.js`), and settings are as plain as these:

    {"players": 3, "unit": "match", "rules": {"start_lives": 2},
     "you": {"strategy": "threshold", "values": {"knock_threshold": 25}},
     "they": {"company": "field"}}
"""

from __future__ import annotations

import base64
import hashlib
import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from random import Random
from typing import Any

import numpy as np

from cardsim.compile.fingerprint import fingerprint
from cardsim.engine import bulk, seats
from cardsim.engine.hand_loop import open_loop
from cardsim.errors import UserError
from cardsim.game import Game, Measure, Unit
from cardsim.kernels.webassembly import Function, LackingError, Module, module_of
from cardsim.options.params import Option, Value, in_words, pack, packed_dtype, shown
from cardsim.own_parameters import wants_chance
from cardsim.plain import class_of
from cardsim.rng import TOGETHER, WORDS_DTYPE
from cardsim.runs.company import FIELD, SAME, Mixture, listed_in
from cardsim.runs.preparation import Resolved, resolve, set_up
from cardsim.runs.request import Request
from cardsim.runs.seating import Who, rivals, seated
from cardsim.runs.words import listed
from cardsim.strategy import Strategy, answer_of, decision_signature
from cardsim.workspace import checked_values, field_file, find_field

MOST_MEMORY = 1 << 16
"""Bytes that a strategy may remember in a page: each seat has as much."""
MOST_VALUES = 60
"""Values of a house rule that are looked at one by one."""
MOST_WAYS = 400
"""Ways to play that a page has in words, where a strategy's function says them."""
MOST_CHOICES = 24
"""Numbers offered beside a word that a rule may be, such as `none`."""
Setting = Mapping[str, Any]


@dataclass(frozen=True)
class LiveGame:
    """A game with strategies for a page.

    Attributes:
        strategies: the strategies that can sit there, by name; each has a `lapse`.
        companies: mixtures that can sit in the other seats, by their word.
        lacking: why other strategies of the field cannot, by name.
        fewer: words of the mixtures in which these are, which cannot sit there either.
    """

    game: Game
    strategies: Mapping[str, Strategy]
    companies: Mapping[str, Mixture]
    lacking: Mapping[str, str] = field(default_factory=dict)
    fewer: tuple[str, ...] = ()

    @cached_property
    def module(self) -> Module:
        """The module; from the disk where it is there."""
        functions: dict[str, Function] = {}
        # Many hands in lock-step are for wide vectors, which browsers have not.
        loop = open_loop(replace(self.game, batch=None))
        functions["hands"] = Function(loop.function, loop.signature, loop.content)
        if self.companies:
            functions["draw"] = Function(seats.draw, seats.DRAWS)
        for name, strategy in self.strategies.items():
            for number, function in enumerate(self._names(name)):
                functions[function] = _answer(self.game, strategy, number)
        return module_of(functions)

    def fitted(self, named: Iterable[str]) -> LiveGame:
        """Return the game without the strategies of its field that no page can play.

        Nor has it the mixtures in which these are.
        """
        try:
            _ = self.module
        except LackingError as error:
            out = [n for n in self.strategies if {*self._names(n)} & {*error.users}]
            asked_for = [n for n in out if n in {*named, self.game.default_strategy}]
            if asked_for or not out:
                who = f"strategy '{asked_for[0]}' of {self.game.name}" if out else self.game.name
                raise UserError(f"{who} cannot go into a page: {error}") from None
            return self.without(dict.fromkeys(out, str(error))).fitted(named)
        return self

    def without(self, lacking: Mapping[str, str]) -> LiveGame:
        """Return the game without some strategies, and without the mixtures in which they are."""
        fewer = [w for w, drawn in self.companies.items() if _members(drawn) & lacking.keys()]
        return LiveGame(
            self.game,
            {n: s for n, s in self.strategies.items() if n not in lacking},
            {w: drawn for w, drawn in self.companies.items() if w not in fewer},
            {**self.lacking, **lacking},
            (*self.fewer, *fewer),
        )

    @property
    def left_out(self) -> list[str]:
        """Sentences on the strategies and mixtures that readers cannot choose, and why."""
        said = [f"{name} cannot be played in a browser: {w}" for name, w in self.lacking.items()]
        if self.fewer:
            ones = "it is" if len(self.lacking) == 1 else "they are"
            said.append(f"so neither can {listed(self.fewer, 'or')}, in which {ones}")
        return said

    def _names(self, strategy: str) -> list[str]:
        """Return the names that a strategy's functions have in the module."""
        which = list(self.strategies).index(strategy)
        return [f"s{which}d{number}" for number in range(len(self.game.decisions))]

    @cached_property
    def described(self) -> dict[str, Any]:
        """All that the page must know beside the module, as plain data."""
        game = self.game
        width = game.outcome[0].base
        fewest, most, usual = game.players
        texts, tables = _tables_told(game)
        return {
            "game": game.name,
            "title": game.title,
            "end": self.module.end,
            "players": [fewest, most, usual],
            "decisions": [d.function for d in game.decisions],
            "rules": {
                "size": packed_dtype(game.rules).itemsize,
                "packed": base64.b64encode(pack(game.rules()).tobytes()).decode(),
                "options": [_rule_told(game, o) for o in game.options],
            },
            "presets": {name: dict(rules) for name, rules in game.presets.items()},
            "outcome": {"size": game.outcome.itemsize, "width": width.itemsize},
            "sizes": {
                "state": game.state.itemsize,
                "words": WORDS_DTYPE.itemsize,
                "together": TOGETHER,
            },
            "units": list(game.units),
            "texts": texts,
            "tables": tables,
            "usual": game.default_strategy if game.decisions else "",
            "field": FIELD in self.companies,
            "alone": "at a table with" if not game.zero_sum else "against",
            "strategies": {
                name: {**_strategy_told(strategy), "functions": self._names(name)}
                for name, strategy in self.strategies.items()
            },
            "companies": {n: self._company_told(c) for n, c in self.companies.items()},
            "leftOut": self.left_out,
        }

    def _company_told(self, drawn: Mixture) -> dict[str, Any]:
        members = []
        for who, _ in drawn.members:
            name = who.strategy.name
            values = checked_values(who.strategy, who.given, label="--vs")
            able = self.strategies[name]
            packed = able.packed({p.name: values.get(p.name, p.default) for p in able.parameters})
            members.append({"strategy": name, "packed": packed.tolist()})
        edges = seats.edges_of(np.array([weight for _, weight in drawn.members]))
        plays = drawn.plays.replace("~", "") or "play in many ways"
        return {"members": members, "edges": [str(int(e)) for e in edges], "plays": plays}

    def run_of(self, setting: Setting, *, seed: int, hands: int) -> Resolved:
        """Return the run that plays a setting of the page on this machine."""
        return resolve(Request(self.game.name, seed=seed, **asked(self.game, setting)), hands)

    def played(
        self, setting: Setting, *, seed: int, first: int, hands: int
    ) -> np.ndarray[Any, Any]:
        """Return the outcomes of some hands of a setting, as this machine plays them."""
        run = replace(self.run_of(setting, seed=seed, hands=hands), one_of_many=True)
        setup = set_up(run)
        memory = bulk.Memory(run.game, rows=hands)
        ending = bulk.play(
            run.game,
            setup.seating,
            memory,
            rules=run.rules,
            players=run.spec.players,
            unit=run.goes_on,
            seed=seed,
            first=first,
            count=hands,
            stop=setup.stop,
        )
        if ending.status != 0:
            raise UserError(f"hand {ending.hand} of seed {seed} does not end as it should")
        return memory.outcomes[:hands]

    def some(self, draw: Random) -> dict[str, Any]:
        """Return a random setting that this machine plays, too."""
        while True:
            setting = self._any(draw)
            try:
                self.run_of(setting, seed=1, hands=1)
            except UserError:
                continue
            return setting

    def _any(self, draw: Random) -> dict[str, Any]:
        told = self.described
        fewest, most, _ = told["players"]
        rules = {}
        for rule in draw.sample(told["rules"]["options"], min(2, len(told["rules"]["options"]))):
            if rule["values"]:
                rules[rule["name"]] = draw.choice(rule["values"])[0]
            elif rule["kind"] == "int":
                rules[rule["name"]] = draw.randint(int(rule["low"]), int(rule["high"]))
        setting: dict[str, Any] = {
            "players": draw.randint(fewest, most),
            "unit": draw.choice(told["units"]),
            "rules": rules,
        }
        if self.strategies:
            setting["you"] = self._anybody(draw)
            they = draw.choice([*self.companies, SAME, ""])
            setting["they"] = {"company": they} if they else self._anybody(draw)
        return setting

    def _anybody(self, draw: Random) -> dict[str, Any]:
        name = draw.choice(list(self.strategies))
        values = {}
        for one in _strategy_told(self.strategies[name])["params"]:
            if one["kind"] == "word":
                values[one["name"]] = draw.choice(one["choices"])
            elif one["kind"] == "bool":
                values[one["name"]] = draw.random() < 1 / 2
            elif one["kind"] == "int" and one["low"] is not None and one["high"] is not None:
                values[one["name"]] = draw.randint(one["low"], one["high"])
        return {"strategy": name, "values": values}


def asked(game: Game, setting: Setting) -> dict[str, Any]:
    """Return a setting of the page as a `Request` takes it."""
    given: dict[str, Any] = {
        "players": setting["players"],
        "unit": setting["unit"],
        "options": dict(setting["rules"]),
    }
    if game.decisions:
        they = setting["they"]
        given["strategy"] = _as_option(setting["you"])
        given["vs"] = they["company"] if "company" in they else _as_option(they)
    return given


def _as_option(who: Mapping[str, Any]) -> str:
    values = ",".join(f"{n}={shown(v)}" for n, v in who["values"].items())
    return f"{who['strategy']}:{values}" if values else str(who["strategy"])


def live_game(game: Game, named: Iterable[Who] = (), words: Iterable[str] = ()) -> LiveGame:
    """Return a game for a page: with its default strategy, its field, and those named.

    `words` are more mixtures, as `--vs` takes them.
    """
    if class_of(game) is not None:
        raise UserError(f"{game.name} is in plain Python, and a page plays compiled games alone")
    known: dict[str, Strategy] = {}
    companies: dict[str, Mixture] = {}
    lacking: dict[str, str] = {}
    asked_for = [*words]
    if game.decisions:
        for name, label in [(game.default_strategy, ""), *((who, "--also") for who in named)]:
            one = seated(game, name, label=label).strategy
            known[one.name] = _able(game, one)
        fields = _fields(game)
        for word in [*fields, *asked_for]:
            drawn = rivals(game, word)
            if isinstance(drawn, Mixture) and len(drawn.members) > 1:
                companies[word] = drawn
                for who, _ in drawn.members:
                    one, why = who.strategy, _objection(who.strategy, slips=word in fields)
                    if why and word not in asked_for:
                        lacking[one.name] = f"it {why}"
                    elif one.worths or one.name not in known:
                        known[one.name] = _able(game, one, slips=word in fields)
    elif list(named):
        raise UserError(f"nobody decides anything in {game.name}: no strategy can be named")
    return LiveGame(game, known, companies).without(lacking)


def _members(drawn: Mixture) -> set[str]:
    return {who.strategy.name for who, _ in drawn.members}


def _fields(game: Game) -> list[str]:
    """Return the words of the game's mixtures: its field, and it up to each of its levels."""
    if find_field(game) is None:
        return []
    members = listed_in(field_file(game), game, name=FIELD).members
    levels = sorted({m["level"] for m in members if "level" in m})
    return [FIELD, *(f"{FIELD}-{level}" for level in levels[:-1])]


def _objection(strategy: Strategy, *, slips: bool = False) -> str:
    """Return why no page can play a strategy; the empty text if one can.

    With `slips` it may have a temperature, as members of a field do; a page has no control for it.
    """
    if strategy.in_python:
        return f"is {' and '.join(strategy.in_python)}, and a page plays compiled ones"
    if strategy.looks_ahead:
        return "looks ahead, and a page plays each hand once"
    if strategy.worths and not slips:
        return "slips by a temperature, and in a page players slip by a lapse alone"
    if strategy.limited is not None:
        return "forgets, and in a page players remember all that they see"
    if strategy.memory_places[-1] > MOST_MEMORY:
        return f"remembers {strategy.memory_places[-1]} bytes, and has {MOST_MEMORY} in a page"
    return ""


def _able(game: Game, strategy: Strategy, *, slips: bool = False) -> Strategy:
    """Return a strategy that may lapse; refuse one that no page can play."""
    why = _objection(strategy, slips=slips)
    if why:
        raise UserError(f"strategy '{strategy.name}' of {game.name} {why}")
    return strategy.lapsing()


def _answer(game: Game, strategy: Strategy, number: int) -> Function:
    """Return the function of a decision as a table calls it by address."""
    decision = game.decisions[number]
    file = f"<{strategy.game} {strategy.name} {decision.function} for a page>"
    answer, text = answer_of(strategy, decision, file)
    own = strategy.functions[decision.function]
    content = f"{game.name} {decision.function} {text} {fingerprint(own)} {strategy.notes}"
    return Function(answer, decision_signature(game.view, wide=decision.wide), content)


# ---------------------------------------------------------------- what the page is told


def _plain(value: float) -> float | None:
    return None if math.isinf(value) else value


def _rule_told(game: Game, option: Option) -> dict[str, Any]:
    """Return a house rule; without values and numbers where a page offers no others."""
    field = packed_dtype(game.rules).fields[option.name]  # type: ignore[index]  # it has fields
    values: list[Value] = []
    if option.kind is bool:
        values = [False, True]
    elif option.choices:
        values = list(option.choices)
    elif option.word:
        low = int(option.low)
        values = [option.word, *range(low, min(int(option.high), low + MOST_CHOICES) + 1)]
    number = option.kind in (int, float) and not values
    ends = number and math.isfinite(option.low) and math.isfinite(option.high)
    high = option.high
    if ends and high - option.low > MOST_VALUES and _changes_what_is_told(game, option):
        high = option.low + MOST_VALUES
        ends = option.kind is int and float(option.default) <= high
    return {
        "name": option.name,
        "help": option.help,
        "offset": int(field[1]),
        "form": field[0].base.kind + str(field[0].base.itemsize),
        "length": option.length,
        "kind": option.kind.__name__ if ends else "",
        "default": option.default,
        "low": _plain(option.low),
        "high": _plain(high),
        "values": [[v, _codes(option, v)] for v in values],
        "needs": [[name, list(allowed)] for name, allowed in option.needs],
        "at_most": option.at_most,
    }


def _changes_what_is_told(game: Game, option: Option) -> bool:
    """Return whether what a page tells of a table depends on a number among its house rules.

    Each value has a text of its own then, so that a page offers the first of them alone.
    """
    players, standard = game.players[2], game.rules()
    return any(
        _table_told(game, unit, players, replace(standard, **{option.name: option.kind(value)}))
        != _table_told(game, unit, players, standard)
        for unit in game.units
        for value in (option.low, option.high)
    )


def _codes(option: Option, value: Value) -> list[float]:
    code = option.code(value)
    return [float(c) for c in code] if isinstance(code, tuple) else [float(code)]


def _strategy_told(strategy: Strategy) -> dict[str, Any]:
    params = []
    for one in strategy.parameters:
        kind = "word" if one.choices else one.kind.__name__
        params.append(
            {
                "name": one.name,
                "help": one.help,
                "kind": kind,
                "default": one.default,
                "low": _plain(one.low),
                "high": _plain(one.high),
                "choices": list(one.choices),
                "at_most": one.at_most,
            }
        )
    return {
        "params": params,
        "about": strategy.about.partition("\n\n")[0].replace("\n", " ").replace("`", ""),
        "lucky": any(map(wants_chance, strategy.functions.values())),
        "memory": list(strategy.memory_places[1:]),
        **_way_told(strategy),
    }


def _way_told(strategy: Strategy) -> dict[str, Any]:
    """Return how a strategy says that it plays: as a text with its parameters in braces.

    Where a function of some parameters says it, there is a text for each of their values, if these
    are few.
    """
    names = strategy.told({p.name: p.default for p in strategy.parameters})[1]
    told: dict[str, Any] = {"plays": "", "named": list(names), "ways": {}}
    if isinstance(strategy.plays, str):
        return {**told, "plays": strategy.plays}
    by_name = {p.name: p for p in strategy.parameters}
    values = [_few_values(by_name[name]) for name in names]
    if 0 < math.prod(map(len, values)) <= MOST_WAYS:
        for some in product(*values):
            told["ways"]["|".join(map(in_words, some))] = strategy.plays(
                **dict(zip(names, some, strict=True))
            )
    return told


def _few_values(option: Option) -> list[Value]:
    if option.kind is bool:
        return [False, True]
    if option.choices:
        return list(option.choices)
    if option.kind is not int or not option.high - option.low < MOST_WAYS:
        return []
    return list(range(int(option.low), int(option.high) + 1))


def _tables_told(game: Game) -> tuple[list[Any], dict[str, Any]]:
    """Return what depends on the table: texts by number, and which of them holds where.

    Of each unit and number of players there is the text of the standard rules, and of every house
    rule by its value another one where it differs. Where several rules are changed, the page takes
    from each what it changes.
    """
    texts: list[str] = []

    def number(told: dict[str, Any]) -> int:
        text = json.dumps(told, sort_keys=True)
        if text not in texts:
            texts.append(text)
        return texts.index(text)

    tables: dict[str, Any] = {}
    fewest, most, _ = game.players
    standard = game.rules()
    for unit in game.units:
        usual = {p: number(_table_told(game, unit, p, standard)) for p in range(fewest, most + 1)}
        others: dict[str, dict[str, dict[int, int]]] = {}
        for option, value in _changes(game):
            for players, known in usual.items():
                rules = replace(standard, **{option.name: value})
                found = number(_table_told(game, unit, players, rules))
                if found != known:
                    by_value = others.setdefault(option.name, {})
                    by_value.setdefault(shown(value), {})[players] = found
        tables[unit] = {"usual": usual, "others": others}
    return [json.loads(text) for text in texts], tables


def _changes(game: Game) -> Iterator[tuple[Option, Value]]:
    """Yield each house rule with the values of which something may depend on the table."""
    for option in game.options:
        told = _rule_told(game, option)
        if told["values"]:
            yield from ((option, value) for value, _ in told["values"])
        elif told["kind"] == "int" and told["high"] - told["low"] <= MOST_VALUES:
            yield from ((option, v) for v in range(int(told["low"]), int(told["high"]) + 1))


def _table_told(game: Game, name: str, players: int, rules: Any) -> dict[str, Any]:
    objection = game.objection(rules, players)
    if objection is not None:
        return {"objection": objection}
    try:
        unit: Unit = game.units[name](rules, players)
    except UserError as error:
        return {"objection": str(error)}
    sides = game.side_of_each(rules, players)
    seat = game.hero_seat(rules, name)
    if players == 1 or not game.zero_sum:
        unit = unit.without_rivals()
    display = {o.name: o.default for o in game.display_options}
    unit = unit.told(display).about("")
    uneven = len({sides.count(side) for side in sides}) > 1
    return {
        "unit": unit.name,
        "plural": unit.plural,
        "goes_on": unit.goes_on,
        "sides": list(sides),
        "seat": seat,
        "seats": list(game.called(rules, players, name)),
        "measures": [
            _measure_told(game, unit, m, display, uneven=uneven)
            for m in unit.measures
            if _is_told(unit, m)
        ],
    }


def _is_told(unit: Unit, measure: Measure) -> bool:
    """Return whether a measure is of one number of each hand."""
    table = next(t for t in unit.tables if t.name == measure.table)
    return not (measure.where or table.by_seat or table.by)


def _measure_told(
    game: Game, unit: Unit, measure: Measure, display: Mapping[str, Value], *, uneven: bool
) -> dict[str, Any]:
    column = unit.column(measure)
    fields: Mapping[str, Any] = game.outcome.fields or {}
    return {
        "name": measure.name,
        "text": measure.text,
        "at": fields[column.field][1] // game.outcome[0].base.itemsize,
        "scale": column.scale,
        "range": [measure.at_least, measure.at_most] if measure.has_range else None,
        "is_share": measure.is_share,
        "as_share": measure.as_share,
        "quantile": measure.quantile,
        "worth": measure.factor(display) if measure.per else 1.0,
        "less": measure.taken_off(display),
        "lower": measure.wanted,
        "you": [measure.you] if isinstance(measure.you, str) else list(measure.you),
        "times": measure.times,
        "cost": measure.cost,
        "level": measure.level,
        "even": None if uneven else measure.even,
    }


def checksum(outcomes: np.ndarray[Any, Any]) -> str:
    """Return the sha256 of outcomes, by which two machines are compared."""
    return hashlib.sha256(outcomes.tobytes()).hexdigest()
