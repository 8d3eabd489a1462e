"""One question asked in several companies: against beginners, the usual players and good ones."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

import polars as pl

from cardsim.errors import UserError, echoed, one_line
from cardsim.games import load_game
from cardsim.options.params import did_you_mean, parse_count, taken_from
from cardsim.runs.answer import ORIGIN, Answer
from cardsim.runs.company import unsaid
from cardsim.runs.sealed import FORMAT
from cardsim.runs.seating import Rivals, rivals
from cardsim.version import VERSION

if TYPE_CHECKING:
    import pandas as pd

    from cardsim.game import Game, Unit

SCHEMA = f"cardsim.companies/{FORMAT}"
COMPANY = "company"
ASKED = ("run", "compare", "sweep", "tune")
MOST_COMPANIES = 100
A = TypeVar("A", bound=Answer)


@dataclass(frozen=True, repr=False, eq=False)
class InCompanies(Answer, Generic[A]):
    """The answers to one question in several companies, which played the same hands.

    Attributes:
        answers: the answer in each company, by its name, in the order given.
        asked: what `vs` takes for each company, as text, by its name. A command knows companies by
            that alone.
    """

    answers: Mapping[str, A]
    asked: Mapping[str, str]

    def __getitem__(self, name: str) -> A:
        """Return the answer in a company: `met["usual"]`."""
        if name not in self.answers:
            raise UserError(
                f"there is no company '{echoed(name)}'; there are {', '.join(self.answers)}",
                hint=did_you_mean(echoed(name), self.answers),
            )
        return self.answers[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.answers)

    def __len__(self) -> int:
        return len(self.answers)

    @property
    def first(self) -> A:
        """The answer in the first company."""
        return next(iter(self.answers.values()))

    @property
    def game(self) -> Game:
        """The game of the question."""
        return self.first.game

    @property
    def unit(self) -> Unit:
        """The unit that was recorded: hands or matches."""
        first: Any = self.first
        unit: Unit = first.unit
        return unit

    @property
    def sentence(self) -> str:
        """The answers in words: a line for each company."""
        return "\n".join(f"{name}: {answer.sentence}" for name, answer in self.answers.items())

    @property
    def command(self) -> str:
        """The command that asks again in all companies."""
        words = shlex.split(self.first._asked())  # noqa: SLF001  (the protocol of answers)
        given = [k for k, word in enumerate(words) if word == "--vs"]
        at = given[0] if given else len(words)
        named = [word for text in self.asked.values() for word in ("--vs", text)]
        return shlex.join([*words[:at], *named, *words[at + 2 :]])

    @property
    def partial(self) -> bool:
        """True if the question was interrupted in a company."""
        return any(getattr(answer, "partial", False) for answer in self.answers.values())

    @property
    def reached(self) -> bool:
        """True if the precision asked for was reached in all companies."""
        return all(getattr(answer, "reached", True) for answer in self.answers.values())

    @property
    def needed(self) -> int | None:
        """Hands that a precision needs in all companies, where one did not reach it."""
        needed = [getattr(answer, "needed", None) for answer in self.answers.values()]
        return max((n for n in needed if n), default=None)

    def frame(self, table: str | None = None) -> pl.DataFrame:
        """Return the answers' frames as one, with the name of the company in front (`company`).

        Args:
            table: name of one of the answers' `tables`, such as "strategies" of a comparison; by
                default their `frame()`.
        """
        return self._together(
            lambda answer: answer.frame() if table is None else _table(answer, table)
        )

    def counts(self) -> pl.DataFrame:
        """Return the counts of every distinct outcome, with the name of the company in front."""
        return self._together(lambda answer: answer.counts())

    def _together(self, frame_of: Callable[[A], pl.DataFrame]) -> pl.DataFrame:
        parts = [
            frame_of(answer).select(pl.lit(name).alias(COMPANY), pl.all())
            for name, answer in self.answers.items()
        ]
        return pl.concat(parts, how="diagonal_relaxed")

    @cached_property
    def tables(self) -> Mapping[str, pl.DataFrame]:
        """The tables that all answers have, each as one with the column `company`."""
        names = [set(answer.tables) for answer in self.answers.values()]
        return {
            name: self.frame(name) for name in self.first.tables if all(name in n for n in names)
        }

    def to_pandas(self, table: str | None = None) -> pd.DataFrame:
        """Return `frame` as a pandas frame."""
        return self.frame(table).to_pandas()

    def more(self, n: object) -> Self:
        """Return the answers with `n` more hands in each company.

        After a precision companies may have played different numbers of hands: all then get as
        many as the one with most.
        """
        hands = {name: getattr(answer, "hands", 0) for name, answer in self.answers.items()}
        most = parse_count(n, label="n") + max(hands.values())
        longer = {name: a.more(most - hands[name]) for name, a in self.answers.items()}
        return replace(self, answers=longer)

    def about(self) -> dict[str, Any]:
        """Return its origin as plain data: what all answers have in common, and the companies."""
        each = [answer.about() for answer in self.answers.values()]
        alike = {n: v for n, v in each[0].items() if all(one.get(n) == v for one in each)}
        own = {
            "schema": SCHEMA,
            "version": VERSION,
            "command": self.command,
            "sentence": self.sentence,
            "partial": self.partial,
            "companies": dict(self.asked),
        }
        return {**own, **{n: v for n, v in alike.items() if n in ORIGIN and n not in own}}

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, laid out by `SCHEMA`."""
        answers = {name: answer.to_dict() for name, answer in self.answers.items()}
        return {**self.about(), "answers": answers}

    def _results(self) -> Iterable[Answer]:
        return self.answers.values()

    def __repr__(self) -> str:
        return one_line(self, f"in {len(self)} companies: {', '.join(self)}")


def _table(answer: Answer, name: str) -> pl.DataFrame:
    if name not in answer.tables:
        raise UserError(
            f"there is no table '{echoed(name)}'; there are {', '.join(answer.tables)}",
            hint=did_you_mean(echoed(name), answer.tables),
        )
    return answer.tables[name]


def in_companies(
    ask: Callable[..., A],
    game: str,
    *strategies: Any,
    companies: Mapping[str, Rivals] | Sequence[str],
    **asked: Any,
) -> InCompanies[A]:
    """Ask the same question in several companies, of the same hands.

    Args:
        ask: the question: `cardsim.run`, `cardsim.compare`, `cardsim.sweep` or `cardsim.tune`.
        game: `scat`, or another of `cardsim games`.
        strategies: what the question takes after the game, such as the strategies of a comparison.
        companies: the players for the other seats, as each `vs` takes them: a mapping from names to
            them, or a sequence of texts, which are then the names. The command of the answer names
            them as `--vs` does.
        asked: further arguments of the question. All companies get the same seed, a fresh one by
            default.
    """
    if getattr(ask, "__name__", "") not in ASKED:
        may = ", ".join(f"cardsim.{name}" for name in ASKED)
        named = getattr(ask, "__name__", ask)
        raise UserError(f"ask must be one of {may}, not {echoed(named)}")
    if "vs" in asked:
        raise UserError("companies say who plays against you in each; it cannot go with vs")
    met = _named(companies)
    rules_of, preset = load_game(game), asked.get("preset")
    # Before the first is played, which may take hours.
    for vs in met.values() if rules_of.decisions else ():
        rivals(rules_of, vs, preset if isinstance(preset, str) else None)
    if asked.get("seed") is None:
        asked["seed"] = secrets.randbits(63)
    answers: dict[str, A] = {}
    for name, vs in met.items():
        answers[name] = ask(game, *strategies, vs=vs, **asked)
        if getattr(answers[name], "partial", False):  # interrupted
            break
    return InCompanies(
        answers, {name: _text(name, vs, answers.get(name)) for name, vs in met.items()}
    )


def _text(name: str, vs: Rivals, answer: Answer | None) -> str:
    """Return a company as `--vs` takes it."""
    if isinstance(vs, str):
        return vs
    if answer is None:
        return name
    spec: Any = getattr(answer, "spec", None)
    said: list[str] = getattr(spec, "base", spec).versus(answer.game)
    return said[1] if said else unsaid(answer.game)


def _named(companies: object) -> dict[str, Any]:
    """Return the companies by name."""
    message = (
        'companies must be texts such as ["usual", "field"], or a mapping from names to what vs '
        f"takes, not {echoed(companies)}"
    )
    if isinstance(companies, str):
        raise UserError(message)
    if isinstance(companies, Mapping):
        met = {name: vs for name, vs in companies.items() if isinstance(name, str)}
        if len(met) != len(companies):
            raise UserError(message)
    else:
        texts = taken_from(companies, MOST_COMPANIES, message)
        for text in texts:
            if not isinstance(text, str):
                raise UserError(message)
            if texts.count(text) > 1:
                raise UserError(f"company '{echoed(text)}' is named twice")
        met = {text: text for text in texts}
    for name in met:
        if not name.strip() or not name.isprintable():
            raise UserError(f"a company must have a name on one line, not '{echoed(name)}'")
    if not met:
        raise UserError("companies must name at least one")
    return met
