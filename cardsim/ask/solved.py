"""Exact answers, as a user gets them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import polars as pl

from cardsim.errors import one_line
from cardsim.game import Game, Solution
from cardsim.games import load_game
from cardsim.process.forks import check_not_forked
from cardsim.runs.answer import Answer
from cardsim.runs.sealed import FORMAT
from cardsim.runs.solution import ExactSpec, cached_solution, find_question, prepare, solved
from cardsim.version import VERSION

SCHEMA = f"cardsim.exact/{FORMAT}"


@dataclass(frozen=True, repr=False, eq=False)
class Exact(Answer):
    """An exact answer: `sentence`, `figures` and `tables`."""

    spec: ExactSpec
    solution: Solution
    settled = "an exact answer"

    def __repr__(self) -> str:
        return one_line(self, f"{self.spec.game} {self.spec.question}: {self.sentence}")

    @property
    def game(self) -> Game:
        """The game of the question."""
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
        """Return the numbers, one a row: name, text, value, is_share."""
        return pl.DataFrame([asdict(f) for f in self.solution.figures])

    def counts(self) -> pl.DataFrame:
        """Return the largest of the tables; the numbers if there is none."""
        return max(self.tables.values(), key=lambda t: t.height, default=self.frame())

    @property
    def command(self) -> str:
        """The command that asks again."""
        return self.spec.command(self.game)

    def about(self) -> dict[str, Any]:
        """Return the question as plain data: all that is needed to ask again."""
        spec = self.spec
        return {
            "schema": SCHEMA,
            "version": VERSION,
            "command": self.command,
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
        """Return everything as plain data, laid out by `SCHEMA`."""
        return {
            **self.about(),
            "figures": [asdict(f) for f in self.solution.figures],
            "tables": {t.name: dict(t.columns) for t in self.solution.tables},
            "told": [
                {"name": t.name, "text": t.text, "shares": list(t.shares), "brief": t.brief}
                for t in self.solution.tables
            ],
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
        question: name of the question; needed if the game has several.
        players: number of players; the game's usual number by default.
        preset: a named set of house rules.
        options: house rules, the question's own options, and display options.
    """
    check_not_forked()
    spec, rules = prepare(game, question, players=players, preset=preset, options=options)
    asked = find_question(load_game(game), spec.question)
    # Before the cache, so that a question is refused every time.
    asked.cost(rules, spec.players, dict(spec.options))
    return Exact(spec, cached_solution(spec) or solved(spec, asked, rules))
