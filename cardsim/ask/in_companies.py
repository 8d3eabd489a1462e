"""One question asked in several companies: against beginners, the usual players and good ones."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import polars as pl

from cardsim.errors import UserError, echoed, one_line
from cardsim.games import load_game
from cardsim.options.params import did_you_mean, taken_from
from cardsim.runs.answer import Answer
from cardsim.runs.seating import Rivals, rivals

if TYPE_CHECKING:
    import pandas as pd

COMPANY = "company"
ASKED = ("run", "compare", "sweep", "tune")
MOST_COMPANIES = 100
A = TypeVar("A", bound=Answer)


@dataclass(frozen=True, repr=False)
class InCompanies(Generic[A]):
    """The answers to one question in several companies, which played the same hands.

    Attributes:
        answers: the answer in each company, by its name, in the order given.
    """

    answers: Mapping[str, A]

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
    def sentence(self) -> str:
        """The answers in words: a line for each company."""
        return "\n".join(f"{name}: {answer.sentence}" for name, answer in self.answers.items())

    def frame(self, table: str | None = None) -> pl.DataFrame:
        """Return the answers' frames as one, with the name of the company in front (`company`).

        Args:
            table: name of one of the answers' `tables`, such as "strategies" of a comparison; by
                default their `frame()`.
        """
        parts = [
            (answer.frame() if table is None else _table(answer, table)).select(
                pl.lit(name).alias(COMPANY), pl.all()
            )
            for name, answer in self.answers.items()
        ]
        return pl.concat(parts, how="diagonal_relaxed")

    def to_pandas(self, table: str | None = None) -> pd.DataFrame:
        """Return `frame` as a pandas frame."""
        return self.frame(table).to_pandas()

    def __repr__(self) -> str:
        return one_line(self, f"in {len(self)} companies: {', '.join(self)}")

    def _repr_html_(self) -> str:
        shown = ((name, answer._repr_html_()) for name, answer in self.answers.items())
        return "".join(f"<h3>{escape(name)}</h3>{page}" for name, page in shown)


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
            them, or a sequence of texts, which are then the names.
        asked: further arguments of the question. All companies get the same seed, a fresh one by
            default.

    Raises:
        UserError: there are no companies, or an argument of the question is wrong.
    """
    if getattr(ask, "__name__", "") not in ASKED:
        may = ", ".join(f"cardsim.{name}" for name in ASKED)
        raise UserError(f"ask must be one of {may}, not {echoed(ask)}")
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
    return InCompanies(answers)


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
    if not met:
        raise UserError("companies must name at least one")
    return met
