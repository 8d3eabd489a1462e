"""Exact answers: what can be known about a game without playing it.

A game offers questions (`Game.exact`). Small answers are cached in the user's cache folder. Their
key is a hash of the sources they depend on and of the question with all its options, and each has a
checksum. So an answer from the cache is neither stale nor damaged.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cardsim.errors import UserError, echoed
from cardsim.game import Figure, FigureTable, Game, Question, Solution
from cardsim.games import load_game
from cardsim.kernels.cache import cached_file, keep, read_cached
from cardsim.kernels.code_key import code_key
from cardsim.options.params import Option, Value, check_needs, did_you_mean, options_of
from cardsim.runs.house_rules import check_display, check_players, check_rules

CHEAP = 1.0
"""Seconds that a run may spend on an exact value that the user did not ask for."""
KEPT_BYTES = 1 << 18
"""The largest answer that is kept on disk."""


@dataclass(frozen=True)
class ExactSpec:
    """A question with everything that decides its answer, and how it is told.

    Attributes:
        game, question: their names.
        preset: the named set of house rules that `rules` began with.
        rules, options, display: (name, value) of every house rule, of the question's own options,
            and of the options that only affect how the answer is told.
    """

    game: str
    question: str
    players: int
    preset: str
    rules: tuple[tuple[str, Value], ...]
    options: tuple[tuple[str, Value], ...] = ()
    display: tuple[tuple[str, Value], ...] = ()

    @property
    def unit(self) -> str:
        """The unit that the question is about; empty where it is about none."""
        return find_question(load_game(self.game), self.question).unit

    def changed_rules(self, game: Game) -> dict[str, Value]:
        """Return the house rules that differ from the preset."""
        base = {o.name: o.default for o in game.options} | dict(game.presets[self.preset])
        return {n: v for n, v in self.rules if v != base[n]}

    def command(self, game: Game) -> str:
        """Return the command that gives the answer again."""
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


def prepare(
    game: str,
    question: str | None,
    *,
    players: object = None,
    preset: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> tuple[ExactSpec, Any]:
    """Check everything about a question, and return it with the game's rules."""
    rules_of = load_game(game)
    asked = find_question(rules_of, question)
    given = dict(options or {})
    parts = [
        {o.name: given.pop(o.name) for o in known if o.name in given}
        for known in (rules_of.options, own_options(asked), rules_of.exact_display)
    ]
    if given:
        name = next(iter(given))
        known_names = [o.name for o in (*rules_of.options, *own_options(asked))]
        near = did_you_mean(name, known_names)
        raise UserError(
            f"no option --{name.replace('_', '-')} for {game} {asked.name}",
            hint=near.replace("_", "-") if near else f"`cardsim exact {game} --help` lists them",
        )
    rules = check_rules(rules_of, preset, parts[0])
    _check_depends(rules_of, asked, parts[0])
    own = {
        o.name: o.check(parts[1][o.name]) if o.name in parts[1] else o.default
        for o in own_options(asked)
    }
    check_needs(own_options(asked), parts[1], own)
    display = check_display(rules_of, parts[2], dict(rules))
    spec = ExactSpec(
        game=game,
        question=asked.name,
        players=check_players(rules_of, players, preset),
        preset=preset or next(iter(rules_of.presets)),
        rules=tuple(rules.items()),
        options=tuple(own.items()),
        display=tuple((o.name, display[o.name]) for o in rules_of.exact_display),
    )
    return spec, rules_of.rules(**rules)


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
    """Return the question of this name; for None the only one, if the game has just one."""
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
    """Return the options of the question itself."""
    return options_of(question.options) if question.options is not None else ()


def exact_values(
    game: Game, unit: str, *, players: int, preset: str, rules: tuple[tuple[str, Value], ...]
) -> dict[str, float]:
    """Return the exact values of a run's measures by name, as far as they are cheap or cached."""
    values: dict[str, float] = {}
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
        solution = cached_solution(spec) or (solved(spec, question, packed) if cheap else None)
        if solution is not None:
            values |= {f.name: f.value for f in solution.figures}
    return values


def solved(spec: ExactSpec, question: Question, rules: Any) -> Solution:
    """Work the answer out now, and keep it on disk unless it is large."""
    solution = question.solve(rules, spec.players, dict(spec.options))
    payload = json.dumps(asdict(solution)).encode()
    if len(payload) <= KEPT_BYTES:
        keep(_file(spec), payload)
    return solution


def _file(spec: ExactSpec) -> Path:
    """Return the file of an answer; neither the preset's name nor the display changes it."""
    code = code_key(find_question(load_game(spec.game), spec.question).solve, solved)
    key = (code, spec.game, spec.question, spec.players, spec.rules, spec.options)
    return cached_file(key, ".json")


def cached_solution(spec: ExactSpec) -> Solution | None:
    """Return the answer that was kept on disk, or None."""
    payload = read_cached(_file(spec))
    if payload is None:
        return None
    data = json.loads(payload)
    tables = [{**t, "shares": tuple(t["shares"])} for t in data["tables"]]
    return Solution(
        tuple(Figure(**f) for f in data["figures"]), tuple(FigureTable(**t) for t in tables)
    )
