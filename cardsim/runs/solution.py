"""Exact answers: what can be known about a game without playing it.

A game offers questions (`Game.exact`). Small answers are cached in the user's cache folder, under a
hash of the sources they depend on and of the question with all its options, with a checksum. So an
answer from the cache is neither stale nor damaged.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from cardsim.errors import UserError, echoed, one_line
from cardsim.game import (
    Figure,
    FigureTable,
    Game,
    Question,
    Solution,
    check_display,
    check_players,
    check_rules,
)
from cardsim.games import load_game
from cardsim.kernels.cache import cached_file, keep, read_cached
from cardsim.kernels.code_key import code_key
from cardsim.options.params import Option, Value, check_needs, did_you_mean, options_of
from cardsim.process.forks import check_not_forked
from cardsim.runs.answer import Answer
from cardsim.version import VERSION

if TYPE_CHECKING:
    import pandas as pd

SCHEMA = "cardsim.exact/1"
CHEAP = 1.0
"""Seconds that a run spends on an exact value that nobody asked for."""
KEPT_BYTES = 1 << 18
"""The largest answer that is kept on disk."""


@dataclass(frozen=True)
class ExactSpec:
    """A question with everything that decides its answer, and how it is told.

    Attributes:
        game, question: their names.
        players: seats at the table.
        preset: the named set of house rules that `rules` began with.
        rules, options, display: (name, value) of every house rule, of the question's own options,
            and of what only says how the answer is told.
    """

    game: str
    question: str
    players: int
    preset: str
    rules: tuple[tuple[str, Value], ...]
    options: tuple[tuple[str, Value], ...] = ()
    display: tuple[tuple[str, Value], ...] = ()

    def changed_rules(self, game: Game) -> dict[str, Value]:
        """The house rules that differ from the preset."""
        base = {o.name: o.default for o in game.options} | dict(game.presets[self.preset])
        return {n: v for n, v in self.rules if v != base[n]}

    def command(self, game: Game) -> str:
        """The command that gives the answer again."""
        words = ["cardsim", "exact", self.game]
        if len(game.exact) > 1:
            words.append(self.question)
        if self.players != game.usual_players(self.preset):
            words += ["--players", str(self.players)]
        if self.preset != next(iter(game.presets)):
            words += ["--preset", self.preset]
        usual = {o.name: o.default for o in game.options} | dict(game.presets[self.preset])
        own = own_options(find_question(game, self.question))
        for options, values in (
            (game.options, self.rules),
            (own, self.options),
            (game.exact_display, self.display),
        ):
            for option, (name, value) in zip(options, values, strict=True):
                if value != usual.get(name, option.default):
                    words += option.words(value)
        return shlex.join(words)


@dataclass(frozen=True, repr=False)
class Exact(Answer):
    """An exact answer: `sentence`, `figures` and `tables`.

    Attributes:
        spec: what was asked.
        solution: the answer as plain data.
    """

    spec: ExactSpec
    solution: Solution

    def __repr__(self) -> str:
        return one_line(self, f"{self.spec.game} {self.spec.question}: {self.sentence}")

    @property
    def game(self) -> Game:
        """The game that it is about."""
        return load_game(self.spec.game)

    @property
    def figures(self) -> dict[str, float]:
        """The numbers by name."""
        return {f.name: f.value for f in self.solution.figures}

    @cached_property
    def tables(self) -> dict[str, pl.DataFrame]:
        """The tables by name, as polars frames."""
        return {t.name: pl.DataFrame(dict(t.columns)) for t in self.solution.tables}

    @property
    def sentence(self) -> str:
        """The answer in one sentence."""
        question = find_question(self.game, self.spec.question)
        tables = {t.name: t for t in self.solution.tables}
        return question.sentence(self.figures, tables, self.spec.players, dict(self.spec.display))

    def frame(self) -> pl.DataFrame:
        """The numbers, one a row: name, text, value, is_share."""
        return pl.DataFrame([asdict(f) for f in self.solution.figures])

    def counts(self) -> pl.DataFrame:
        """The largest of the tables; the numbers where there is none."""
        return max(self.tables.values(), key=lambda t: t.height, default=self.frame())

    def to_pandas(self, table: str | None = None) -> pd.DataFrame:
        """The numbers, or one of the tables, as a pandas frame."""
        return (self.frame() if table is None else self.tables[table]).to_pandas()

    def command(self) -> str:
        """The command that asks again."""
        return self.spec.command(self.game)

    def about(self) -> dict[str, Any]:
        """What was asked, as plain data: all that is needed to ask again."""
        spec = self.spec
        return {
            "schema": SCHEMA,
            "version": VERSION,
            "command": self.command(),
            "game": spec.game,
            "question": spec.question,
            "players": spec.players,
            "preset": spec.preset,
            "rules": dict(spec.rules),
            "options": dict(spec.options),
            "display": dict(spec.display),
            "sentence": self.sentence,
        }

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, in the layout of `SCHEMA`."""
        return {
            **self.about(),
            "figures": [asdict(f) for f in self.solution.figures],
            "tables": {t.name: dict(t.columns) for t in self.solution.tables},
        }


def exact(
    game: str,
    question: str | None = None,
    *,
    players: int | None = None,
    preset: str | None = None,
    **options: Any,
) -> Exact:
    """Answer a question about a game exactly, without playing it.

    Args:
        game: `dice-game`, or another that `cardsim games show` says can be solved.
        question: its name; needed where the game has several.
        players: seats at the table; the game's usual number by default.
        preset: a named set of house rules.
        options: house rules, the question's own options, and display options.

    Raises:
        UserError: something in the arguments is wrong, or it would take too long or too much
            memory; then no work has been done.
    """
    check_not_forked()
    spec, rules = prepare(game, question, players=players, preset=preset, options=options)
    asked = find_question(load_game(game), spec.question)
    # Before the cache is looked at: what is refused is refused every time.
    asked.cost(rules, spec.players, dict(spec.options))
    return Exact(spec, cached_solution(spec) or _solved(spec, asked, rules))


def prepare(
    game: str,
    question: str | None,
    *,
    players: object = None,
    preset: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> tuple[ExactSpec, Any]:
    """Check everything about a question; returns it with the game's rules.

    Raises:
        UserError: something is wrong.
    """
    found = load_game(game)
    asked = find_question(found, question)
    given = dict(options or {})
    parts = [
        {o.name: given.pop(o.name) for o in known if o.name in given}
        for known in (found.options, own_options(asked), found.exact_display)
    ]
    if given:
        name = next(iter(given))
        known_names = [o.name for o in (*found.options, *own_options(asked))]
        near = did_you_mean(name, known_names)
        raise UserError(
            f"no option --{name.replace('_', '-')} for {game} {asked.name}",
            hint=near.replace("_", "-") if near else f"`cardsim exact {game} --help` lists them",
        )
    rules = check_rules(found, preset, parts[0])
    _check_depends(found, asked, parts[0])
    own = {
        o.name: o.check(parts[1][o.name]) if o.name in parts[1] else o.default
        for o in own_options(asked)
    }
    check_needs(own_options(asked), parts[1], own)
    display = check_display(found, parts[2], dict(rules))
    spec = ExactSpec(
        game=game,
        question=asked.name,
        players=check_players(found, players, preset),
        preset=preset or next(iter(found.presets)),
        rules=tuple(rules.items()),
        options=tuple(own.items()),
        display=tuple((o.name, display[o.name]) for o in found.exact_display),
    )
    return spec, found.rules(**rules)


def _check_depends(game: Game, question: Question, given: Collection[str]) -> None:
    """Refuse a house rule that makes no difference to the answer."""
    if question.depends is None:
        return
    flags = [option.flag for option in game.options if option.name in question.depends]
    for option in game.options:
        if option.name in given and option.name not in question.depends:
            asked = f"`cardsim exact {game.name} {question.name}`"
            raise UserError(
                f"{option.flag} has no effect on what {asked} answers",
                hint=f"it depends on {', '.join(flags) or 'no house rule'}",
            )


def find_question(game: Game, name: str | None) -> Question:
    """The question of this name; the only one, where the game has one, for None.

    Raises:
        UserError: there is none, or it must be said which.
    """
    names = [q.name for q in game.exact]
    if not names:
        raise UserError(
            f"{game.name} cannot be solved exactly", hint=f"`cardsim run {game.name}` estimates"
        )
    if name is None and len(names) == 1:
        return game.exact[0]
    if name is None:
        raise UserError(f"say what to solve about {game.name}: {', '.join(names)}")
    if not isinstance(name, str) or name not in names:
        raise UserError(
            f"no question '{echoed(name)}' for {game.name}; there are: {', '.join(names)}",
            hint=did_you_mean(echoed(name), names),
        )
    return game.exact[names.index(name)]


def own_options(question: Question) -> tuple[Option, ...]:
    """The options of the question itself."""
    return options_of(question.options) if question.options is not None else ()


def exact_values(
    game: Game,
    unit: str,
    *,
    players: int,
    preset: str,
    rules: tuple[tuple[str, Value], ...],
) -> dict[str, float]:
    """The exact values of a run's measures by name, as far as they are cheap or known already."""
    found: dict[str, float] = {}
    for question in game.exact:
        if question.unit != unit:
            continue
        own = {o.name: o.default for o in own_options(question)}
        spec = ExactSpec(game.name, question.name, players, preset, rules, tuple(own.items()))
        packed = game.rules(**dict(rules))
        try:
            cheap = question.cost(packed, players, own) <= CHEAP
        except UserError:
            continue
        solution = cached_solution(spec) or (_solved(spec, question, packed) if cheap else None)
        if solution is not None:
            found |= {f.name: f.value for f in solution.figures}
    return found


def _solved(spec: ExactSpec, question: Question, rules: Any) -> Solution:
    solution = question.solve(rules, spec.players, dict(spec.options))
    payload = json.dumps(asdict(solution)).encode()
    if len(payload) <= KEPT_BYTES:
        keep(_file(spec), payload)
    return solution


def _file(spec: ExactSpec) -> Path:
    """Where an answer is kept; neither the preset's name nor the display changes it."""
    code = code_key(find_question(load_game(spec.game), spec.question).solve, _solved)
    key = (code, spec.game, spec.question, spec.players, spec.rules, spec.options)
    return cached_file(key, ".json")


def cached_solution(spec: ExactSpec) -> Solution | None:
    """The answer that was kept on disk, or None."""
    payload = read_cached(_file(spec))
    if payload is None:
        return None
    data = json.loads(payload)
    tables = [{**t, "shares": tuple(t["shares"])} for t in data["tables"]]
    return Solution(
        tuple(Figure(**f) for f in data["figures"]), tuple(FigureTable(**t) for t in tables)
    )
