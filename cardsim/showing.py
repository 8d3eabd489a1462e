"""How an answer shows itself when it is asked to: as a figure, as a report, in a notebook.

Here alone imports go up, and late: an answer can be had without what draws it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def plot(answer: Any) -> Figure:
    """All charts of an answer as one figure."""
    from cardsim import plots

    return plots.plot(answer)


def write_report(answer: Any, path: str | Path, *, title: str | None, force: bool) -> None:
    """Write an answer as one self-contained HTML file.

    Raises:
        UserError: the file exists and `force` is off, or it cannot be written, or the title is no
            text.
    """
    from cardsim import report

    report.write(answer, path, title=title, force=force)


def in_notebook(answer: Any) -> str:
    """What a notebook shows of an answer, as HTML."""
    from cardsim import report

    return report.notebook(answer)
