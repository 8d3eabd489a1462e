"""What every answer can do: be plain data, a frame, a figure, a page or a file, and show itself."""

from __future__ import annotations

import importlib
from abc import abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardsim.errors import one_line
from cardsim.output import as_path, write_whole
from cardsim.runs.sealed import sealed_json

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    from matplotlib.figure import Figure

    from cardsim.game import Game


class Answer:
    """An answer: what was asked, what came of it, and the command that asks again.

    How it is drawn and laid out is looked up by its class in `cardsim.plots` and `cardsim.report`,
    which are loaded when they are needed.
    """

    @property
    @abstractmethod
    def game(self) -> Game:
        """The game that it is about."""

    @property
    @abstractmethod
    def sentence(self) -> str:
        """The answer in words."""

    @abstractmethod
    def command(self) -> str:
        """The command that asks again."""

    @abstractmethod
    def frame(self) -> pl.DataFrame:
        """The main table, as a polars frame."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; the same for the same seed."""

    def __repr__(self) -> str:
        return one_line(self, f"{self.game.name}: {self.sentence}")

    def to_json(self) -> str:
        """`to_dict` as one line of JSON, with a checksum."""
        return sealed_json(self.to_dict())

    def to_pandas(self) -> pd.DataFrame:
        """`frame` as a pandas frame."""
        return self.frame().to_pandas()

    def plot(self) -> Figure:
        """All charts as one figure."""
        figure: Figure = importlib.import_module("cardsim.plots").plot(self)
        return figure

    def report(self, path: str | Path, *, title: str | None = None, force: bool = False) -> None:
        """Write one self-contained HTML file.

        Raises:
            UserError: the file exists and `force` is off, it cannot be written, or the title is no
                text.
        """
        page = importlib.import_module("cardsim.report").html_of(self, title)
        write_whole(as_path(path, label="the report"), page, force=force)

    def _repr_html_(self) -> str:
        shown: str = importlib.import_module("cardsim.report").notebook(self)
        return shown
