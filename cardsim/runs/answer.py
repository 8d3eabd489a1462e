"""The protocol of all answers: plain data, frames, a figure, a page and files."""

from __future__ import annotations

import io
import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self, overload

import polars as pl

from cardsim.errors import UserError, echoed, one_line
from cardsim.games import load_game
from cardsim.options.params import parse_count
from cardsim.output import SUFFIXES, as_csv, as_path, check_suffix, write_whole
from cardsim.process.above import above
from cardsim.runs.sealed import CHECKSUM, checksum, plain, sealed_json
from cardsim.runs.spec import REPLACES, RunSpec
from cardsim.version import VERSION
from cardsim.workspace import check_recalled_command

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from cardsim.game import Game, Measure, Unit

ORIGIN = (
    *("game", "name", "unit", "players", "seed", "hands", "partial", "rules", "seats", "command"),
    "version",
)
"""Columns that say in each row of a .csv where it comes from."""


class Answer(ABC):
    """An answer: what was asked, what came of it, and the command that asks again.

    How it is drawn and laid out is looked up by its class in `cardsim.show`, which is loaded when
    it is needed.
    """

    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES
    """File name endings that `save` accepts."""
    rows: ClassVar[str] = "rows"
    """Name of `frame` among the `tables`."""
    settled: ClassVar[str] = ""
    """Name of an answer that needs no more hands, such as `an exact answer`; else empty."""

    def __eq__(self, other: object) -> bool:
        """Return True if the other says the same, however long either took."""
        if type(self) is not type(other) or not isinstance(other, Answer):
            return NotImplemented
        return bool(plain(self._untimed()) == plain(other._untimed()))

    def __hash__(self) -> int:
        return hash((type(self), self.command))

    def _untimed(self) -> dict[str, Any]:
        """Return what answers are compared by: all of it but the time that something takes."""
        return self.to_dict()

    @property
    @abstractmethod
    def game(self) -> Game:
        """The game that the answer is about."""

    @property
    @abstractmethod
    def sentence(self) -> str:
        """The answer in words."""

    @property
    @abstractmethod
    def command(self) -> str:
        """The command that asks again."""

    @abstractmethod
    def frame(self) -> pl.DataFrame:
        """Return the main table, as a polars frame."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data; the same for the same seed."""

    def __repr__(self) -> str:
        said = f"{self.replaced}; {self.sentence}" if self.replaced else self.sentence
        return one_line(self, f"{self.game.name}: {said}")

    @property
    def replaced(self) -> str:
        """A sentence on the user's files played in place of shipped strategies; or empty."""
        names = sorted({*_replacing(self.to_dict())})
        are = "are files of your own, in place of shipped ones"
        if len(names) == 1:
            are = "is a file of your own, in place of the shipped one"
        return f"{', '.join(names)} {are}" if names else ""

    def to_json(self) -> str:
        """Return `to_dict` as one line of JSON, with a checksum."""
        return sealed_json(self.to_dict())

    def __getstate__(self) -> dict[str, Any]:
        # Compiled code stays in this process, and cached values are worked out again.
        names = [f.name for f in fields(self)]  # type: ignore[arg-type]  # all are dataclasses
        return {name: getattr(self, name) for name in names if not name.startswith("_")}

    @cached_property
    def tables(self) -> Mapping[str, pl.DataFrame]:
        """The answer's tables by name, as polars frames."""
        return {self.rows: self.frame()}

    def to_pandas(self, table: str | None = None) -> pd.DataFrame:
        """Return `frame`, or one of the `tables`, as a pandas frame."""
        if table is not None and table not in self.tables:
            raise UserError(
                f"there is no table '{echoed(table)}'; there are {', '.join(self.tables)}"
            )
        return (self.frame() if table is None else self.tables[table]).to_pandas()

    @property
    def request(self) -> Any:
        """The `cardsim.Request` that was asked, equal for an answer from a file and from play."""
        return above("asking").Request.of(self._asked(), runs_of(self))

    def _asked(self) -> str:
        """Return the command that was asked; an interrupted answer's own says fewer hands."""
        return self.command

    def _results(self) -> Iterable[Answer]:
        """Return the answers whose runs were played for this one."""
        return (self,)

    def _played(self) -> Iterable[Any]:
        """Return the prepared runs that were played; None in place of those not known any more."""
        prepared = getattr(self, "_setup", None)
        return prepared if isinstance(prepared, tuple) else (prepared,)

    def more(self, n: object) -> Self:
        """Return the answer with `n` more hands, equal to one of all hands, without a precision."""
        if self.settled:
            raise UserError(f"{self.settled} takes no more hands, so not {echoed(n)}")
        if getattr(self, "partial", False):
            raise UserError("a result that was interrupted cannot be continued: it lacks hands")
        check_recalled_command(self.command)
        asked = self.request
        hands = parse_count(getattr(self, "hands", asked.n)) + parse_count(n, label="n")
        longer: Self = replace(asked, n=hands, precision=None).answer()
        return longer

    @overload
    def plot(
        self,
        ax: None = None,
        *,
        kind: int | str | None = None,
        size: tuple[float, float] | None = None,
    ) -> Figure: ...

    @overload
    def plot(self, ax: Axes, *, kind: int | str | None = None) -> Axes: ...

    def plot(
        self,
        ax: Axes | None = None,
        *,
        kind: int | str | None = None,
        size: tuple[float, float] | None = None,
    ) -> Figure | Axes:
        """Draw all charts as one figure, or one of them.

        Args:
            ax: axes to draw one chart on, in place of a new figure; they are returned.
            kind: number from 0, or words of the title, of the only chart to draw. The first by
                default on axes.
            size: width and height of the figure, in inches.
        """
        drawn: Figure | Axes = above("figures").plot(self, ax, kind=kind, size=size)
        return drawn

    def report(self, path: str | Path, *, title: str | None = None, force: bool = False) -> None:
        """Write the answer's page as one self-contained HTML file."""
        page = self.encoded(".html", title=title)
        write_whole(as_path(path, label="the report"), page, force=force, option="path")

    def live(self, *also: Any) -> Any:
        """Return the page of a run or a sweep at which anybody tries a table of their own.

        A notebook shows it, and it plays there without a kernel; `save` writes it.

        Args:
            also: strategies that readers can choose beside those of the table and of the field.
        """
        return above("pages").live_page(self, also)

    def save(self, path: str | Path, *, force: bool = False) -> None:
        """Write the answer: .html the page, .json all of it, .csv `frame`, .parquet `counts`.

        Raises:
            UserError: the file exists and `force` is off, it cannot be written, or it has another
                ending.
        """
        file = as_path(path, label="path")
        check_suffix(file, self.suffixes, label="path")
        write_whole(file, self.encoded(file.suffix), force=force, option="path")

    def encoded(self, suffix: str, *, title: str | None = None) -> bytes:
        """Return the bytes of a file with one of the `SUFFIXES`; each says what was played."""
        if suffix == ".html":
            page: bytes = above("pages").html_of(self, title)
            return page
        if suffix == ".json":
            return (self.to_json() + "\n").encode()
        return self._csv() if suffix == ".csv" else self._parquet()

    def counts(self) -> pl.DataFrame:
        """Return the largest table; `frame` where there is no other."""
        return self.frame()

    def about(self) -> dict[str, Any]:
        """Return its origin as plain data: at least the game or question, seed and command."""
        return {name: value for name, value in self.to_dict().items() if name in ORIGIN}

    @property
    def seed(self) -> int | None:
        """The seed of the hands; None where none were played."""
        seed: int | None = self.about().get("seed")
        return seed

    def _csv(self) -> bytes:
        about, frame = self.about(), self.frame()
        columns = {}
        for name in ORIGIN:
            value = about.get(name)
            if value is not None and name not in frame.columns:
                columns[name] = json.dumps(value) if isinstance(value, dict | list) else value
        if "seed" in columns:
            columns["seed"] = str(columns["seed"])
        return as_csv(frame.with_columns(pl.lit(v).alias(n) for n, v in columns.items())).encode()

    def _parquet(self) -> bytes:
        import pyarrow.parquet as pq

        counts, about = self.counts(), plain(self.about())
        about[CHECKSUM] = checksum({**about, "tables": by_table(counts)})
        buffer = io.BytesIO()
        table = counts.to_arrow().replace_schema_metadata({"cardsim": json.dumps(about)})
        pq.write_table(table, buffer, compression="zstd")
        return buffer.getvalue()

    def _repr_html_(self) -> str:
        shown: str = above("pages").notebook(self)
        return shown


class PlayedAnswer(Answer):
    """An answer for which hands were played.

    Attributes:
        spec: everything that decides the outcome: a `RunSpec`, or a specification whose `base` is
            one.
        partial: True if the run was interrupted.
    """

    spec: Any
    partial: bool

    @property
    def base(self) -> RunSpec:
        """The run that the answer is about, or the first of its runs."""
        base: RunSpec = getattr(self.spec, "base", self.spec)
        return base

    @property
    def game(self) -> Game:
        """The game that was played."""
        return load_game(self.base.game)

    @cached_property
    def unit(self) -> Unit:
        """The unit that was recorded: hands or matches."""
        return self.base.unit_of(self.game)

    def _asked(self) -> str:
        asked: str = self.spec.command(self.game)
        return asked

    @property
    def measure(self) -> Measure:
        """The measure asked for; by default what wins the unit."""
        return self.unit.measures[0]

    def what_was_asked(self, schema: str) -> dict[str, Any]:
        """Return the part of `about` that all answers of several runs begin with, as plain data."""
        return {
            "schema": schema,
            "version": VERSION,
            "command": self.command,
            "sentence": self.sentence,
            "game": self.base.game,
            "unit": self.base.unit,
        }

    def asked_at_one_table(self, schema: str) -> dict[str, Any]:
        """Return the part of `about` that all answers about one table share, as plain data."""
        base = self.base
        return {
            **self.what_was_asked(schema),
            "players": base.players,
            "preset": base.preset,
            "rules": dict(base.rules),
            "seed": base.seed,
            "hands": base.hands,
            "partial": self.partial,
            "measure": self.plain_measure(),
        }

    def plain_measure(self) -> dict[str, Any]:
        """Return the measure as plain data."""
        measure = self.measure
        return {
            "name": measure.name,
            "text": measure.text,
            "is_share": measure.in_per_cent,
            "lower_is_better": measure.wanted,
        }


def runs_of(answer: Answer) -> Iterator[Any]:
    """Yield the prepared runs that were played for an answer; None for each not known any more."""
    for part in answer._results():  # noqa: SLF001  the protocol of this module
        yield from part._played()  # noqa: SLF001  the same


def hands_of(answer: Answer) -> int:
    """Return the number of hands of all runs of an answer."""
    parts: Iterable[Any] = answer._results()  # noqa: SLF001  the same
    return sum(part.hands for part in parts)


def by_table(counts: pl.DataFrame) -> dict[str, dict[str, list[Any]]]:
    """Return the columns of each table in `Answer.counts`; null where a table lacks one."""
    if "table" not in counts.columns:
        return {}
    parts = counts.partition_by("table", as_dict=True, include_key=False, maintain_order=True)
    return {str(name): part.to_dict(as_series=False) for (name,), part in parts.items()}


def _replacing(data: Any) -> Iterator[str]:
    """Yield the names of strategies in plain data whose files replace shipped ones."""
    if isinstance(data, dict):
        if data.get(REPLACES):
            yield data["strategy"]
        for inner in data.values():
            yield from _replacing(inner)
    elif isinstance(data, list | tuple) and data and isinstance(data[0], dict | list | tuple):
        for inner in data:
            yield from _replacing(inner)
