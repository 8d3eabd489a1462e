"""Every hand of a run as a row of a parquet file."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from cardsim.output import Draft, cannot_write
from cardsim.runs.preparation import Resolved


class HandsWriter:
    """A parquet file of every hand as a row, written chunk by chunk and put in place at the end."""

    def __init__(self, asked: Resolved, path: Path, *, force: bool) -> None:
        import pyarrow.parquet as pq

        self.asked = asked
        self.draft = Draft(path, force=force, option="--hands-out")
        self.path = self.draft.target
        self.columns: dict[str, Any] = {}
        for table in asked.unit.tables:
            for column in table.columns:
                self.columns.setdefault(column.field, (column, table.axis(asked.spec.players)))
        self.pq = pq
        self.file: Any = None

    def add(self, first: int, outcomes: np.ndarray[Any, Any]) -> None:
        """Write the outcomes of some hands; they come in order."""
        rows: dict[str, Any] = {"hand": np.arange(first, first + len(outcomes))}
        for field, (column, axis) in self.columns.items():
            values = outcomes[field]
            if axis is not None and values.ndim > 1:
                for k in range(axis.high - axis.low + 1):
                    rows[f"{column.name}_{axis.low + k}"] = values[:, k]
            elif column.labels:
                rows[column.name] = pl.Series(values - column.low).replace_strict(
                    dict(enumerate(column.labels)), return_dtype=pl.Categorical
                )
            else:
                rows[column.name] = values * column.scale if column.scale != 1 else values
        arrow = pl.DataFrame(rows).to_arrow()
        about = json.dumps(self.asked.spec.to_dict(self.asked.game))
        arrow = arrow.replace_schema_metadata({"cardsim": about})
        try:
            if self.file is None:
                self.file = self.pq.ParquetWriter(self.draft.part, arrow.schema, compression="zstd")
            self.file.write_table(arrow)
        except OSError as error:
            raise cannot_write(self.path, error, option="--hands-out") from None

    def close(self) -> None:
        """Put the file in place; write none if there are no hands."""
        try:
            if self.file is not None:
                self.file.close()
                self.draft.settle()
        except OSError as error:
            raise cannot_write(self.path, error, option="--hands-out") from None
        finally:
            self.draft.close()

    def abandon(self) -> None:
        """Remove the unfinished file."""
        if self.file is not None:
            with suppress(OSError):
                self.file.close()
        self.draft.close()
