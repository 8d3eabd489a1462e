"""Every notebook runs, and its stored outputs say what this version of cardsim says.

`python tests/test_notebooks.py` stores them anew.
"""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Any

import pytest
from nbclient import NotebookClient

nbformat: Any = importlib.import_module("nbformat")  # has no types
NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))
LONGEST = "how-to-play-scat"
MOST_BYTES = 400_000
"""A notebook with its outputs: what a page on the web shows at once."""


def executed(path: Path) -> Any:
    """A notebook as it is after all its cells ran in a kernel of its own, in its folder."""
    notebook = nbformat.read(path, as_version=4)
    where = {"metadata": {"path": str(path.parent)}}
    NotebookClient(
        notebook, timeout=600, kernel_name="python3", resources=where, record_timing=False
    ).execute()
    for cell in notebook.cells:
        # A progress bar that is gone leaves an empty output.
        kept = [o for o in cell.get("outputs", ()) if o.get("text") or any(o.data.values())]
        if cell.cell_type == "code":
            cell.outputs = kept
    return notebook


def said(notebook: Any) -> list[str]:
    """What each cell printed and answered, without what depends on the machine and the day."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return ["".join(map(_text, cell.outputs)) for cell in cells]


def _text(output: Any) -> str:
    text = output.get("text") or output.get("data", {}).get("text/plain", "")
    text = re.sub(r"/tmp/\S+|at 0x[0-9a-f]+", "...", text)
    return re.sub(r"[\d.,]+ (seconds|s|ms|minutes|min)\b", "... s", text)


def marked(path: Path) -> Any:
    """The longest takes more than a minute."""
    return pytest.param(
        path, id=path.stem, marks=pytest.mark.deep if path.stem == LONGEST else pytest.mark.full
    )


@pytest.mark.full
def test_the_longest_notebook_runs_with_fewer_hands(tmp_path: Path) -> None:
    """What it comes to then is not what it says: what it asserts of that is left out."""
    notebook = nbformat.read(NOTEBOOKS[0].with_stem(LONGEST), as_version=4)
    for cell in notebook.cells:
        lines = [line for line in cell.source.splitlines() if not line.startswith("assert ")]
        fewer = re.sub(r'"[23]0k"', '"2k"', "\n".join(lines)).replace('"100k"', '"20k"')
        cell.source = fewer.replace("progress=print", "progress=print, rounds=1")
    shorter = tmp_path / "shorter.ipynb"
    nbformat.write(notebook, shorter)

    assert all(said(executed(shorter))[1:3])


@pytest.mark.parametrize("path", [marked(path) for path in NOTEBOOKS])
def test_a_notebook_runs_and_its_outputs_are_of_today(path: Path) -> None:
    stored = nbformat.read(path, as_version=4)
    assert any(cell.get("outputs") for cell in stored.cells)
    assert path.stat().st_size < MOST_BYTES

    assert said(executed(path)) == said(stored), "`python tests/test_notebooks.py` stores them anew"


if __name__ == "__main__":
    for name in NOTEBOOKS:
        nbformat.write(executed(name), name)
